//! Reports of findings made by hand: wide characters, tabs, CRLF, long lines, hostile text, both languages.

use std::collections::BTreeMap;

use claimlint::claim::{Claim, Confidence};
use claimlint::extract::Coverage;
use claimlint::finding::{Finding, Passage, Severity};
use claimlint::report::{Language, Report, json, markdown, text};
use claimlint::rules::{Draft, Group, Rule, Say};
use claimlint::schema::SCHEMAS;
use claimlint::source::Source;

fn no_keys(_: &Claim) -> Vec<String> {
    Vec::new()
}

fn no_check(_: &Group<'_>, _: &mut Vec<Draft>) {}

static DROPPED: Rule = Rule {
    name: "qualifier-dropped",
    summary: Say { en: "", zh: "" },
    explanation: Say { en: "", zh: "" },
    severity: Severity::Error,
    keys: no_keys,
    check: no_check,
    also: &[],
    yields_to: &[],
    texts: &[
        ("message", Say { en: "{restated} here, and {stated} above", zh: "此处为{restated}，上文却为{stated}" }),
        ("help", Say { en: "put {word} back, or say when it holds", zh: "恢复{word}，或说明何时达到" }),
        ("restated", Say { en: "{word} is lost here", zh: "重述时丢失{word}" }),
        ("first", Say { en: "said with it here", zh: "最初表述" }),
    ],
    fires: &[],
    near_misses: &[],
};

static RULES: &[&Rule] = &[&DROPPED];

/// The passage of a needle in a source, the first one.
fn passage(source: &Source, needle: &str, role: &'static str) -> Passage {
    let at = source.text.find(needle).unwrap();
    let place = Some(source.place(&(at..at + needle.len())));
    Passage { document: source.path.clone(), place, quote: needle.into(), role, claim: String::new() }
}

fn finding(primary: Passage, related: Vec<Passage>) -> Finding {
    Finding {
        rule: "qualifier-dropped",
        severity: Severity::Error,
        confidence: Confidence::High,
        message: "message",
        help: "help",
        args: BTreeMap::from([
            ("restated", format!("\"{}\"", primary.quote)),
            ("stated", related.first().map_or_else(|| "?".into(), |p| format!("\"{}\"", p.quote))),
            ("word", "\"最高\"".to_owned()),
        ]),
        arithmetic: String::new(),
        fingerprint: "0f".into(),
        primary,
        related,
    }
}

fn coverage() -> Vec<Coverage> {
    vec![
        Coverage {
            document: "a.md".into(),
            seen: 12,
            typed: 8,
            set_aside: BTreeMap::from([("name".into(), 3), ("ordinal".into(), 1)]),
            compared: 5,
            ..Coverage::default()
        },
        Coverage { document: "b.docx".into(), unread: Some("unknown-format".into()), ..Coverage::default() },
    ]
}

fn shown(findings: &[Finding], sources: &[Source], language: Language) -> String {
    let coverage = coverage();
    let report = Report { findings, sources, coverage: &coverage, claims: 8, rules: RULES, language };
    text::render(&report, false)
}

fn article() -> Source {
    Source::new(
        "tariffs/a.md",
        "# 电费套餐\r\n\r\n- 夜间档：谷电时段节省最高40%。\r\n\r\n| 2 | 北岸 | 夜间档节省40% | 小作坊 |\r\n",
    )
}

fn pair() -> (Vec<Source>, Vec<Finding>) {
    let a = article();
    let b = Source::new("tariffs/b.md", "Intro.\n\tThe package saves up to 40 % — a lot.\n");
    let mut found = finding(
        passage(&a, "节省40%", "restated"),
        vec![passage(&a, "节省最高40%", "first"), passage(&b, "saves up to 40 %", "first")],
    );
    found.arithmetic = "40 % ≠ ≤ 40 %".into();
    (vec![a, b], vec![found])
}

#[test]
fn text_in_english() {
    let (sources, findings) = pair();
    insta::assert_snapshot!(shown(&findings, &sources, Language::English));
}

#[test]
fn text_in_chinese() {
    let (sources, findings) = pair();
    insta::assert_snapshot!(shown(&findings, &sources, Language::Chinese));
}

#[test]
fn text_of_places_on_one_line_and_on_many() {
    let source = Source::new("a.md", "Ranks: A 1, B 2, A 2.\nmany\nmany\nmany\nmany\nmany\nmany\n");
    let same_line = finding(passage(&source, "A 2", "restated"), vec![passage(&source, "A 1", "first")]);
    let mut many = finding(passage(&source, "B 2", ""), Vec::new());
    for line in 2..8 {
        let mut place = many.primary.place.unwrap();
        (place.line, place.end_line, place.column, place.end_column) = (line, line, 1, 5);
        many.related.push(Passage { place: Some(place), quote: "many".into(), ..many.primary.clone() });
    }
    insta::assert_snapshot!(shown(&[same_line, many], &[source], Language::English));
}

#[test]
fn text_of_a_long_line_is_cut_around_the_span() {
    let long = format!("{}节省最高40%{}\n", "开头的文字".repeat(300), "后面的文字".repeat(300));
    let english = format!("{}saves 40%{}\n", "words before ".repeat(200), " and after".repeat(200));
    let sources = [Source::new("a.txt", long), Source::new("b.txt", english)];
    let found = finding(passage(&sources[1], "saves 40%", "restated"), vec![passage(&sources[0], "节省最高40%", "first")]);
    let text = shown(&[found], &sources, Language::English);
    let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap();
    assert!(widest <= 122, "{widest} columns");
    insta::assert_snapshot!(text);
}

#[test]
fn text_of_a_hostile_document_steers_nothing() {
    let source = Source::new("a.md", "x\u{1b}[2J\u{202e}40%\u{7}\u{9b}31m\nsecond");
    let mut found = finding(passage(&source, "40%", "restated"), Vec::new());
    found.args.insert("stated", "\u{1b}]0;title\u{7}\nnext line".into());
    let text = shown(&[found], &[source], Language::English);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    assert!(!text.contains('\u{202e}'));
    insta::assert_snapshot!(text);
}

#[test]
fn text_of_a_file_that_is_not_at_hand_shows_the_quote() {
    let (_, findings) = pair();
    let mut whole = finding(Passage { place: None, quote: String::new(), ..findings[0].primary.clone() }, Vec::new());
    whole.severity = Severity::Note;
    insta::assert_snapshot!(shown(&[findings[0].clone(), whole], &[], Language::English));
}

#[test]
fn text_of_several_lines_marks_the_first() {
    let source = Source::new("a.md", "one two\nthree\nfour\n");
    insta::assert_snapshot!(shown(
        &[finding(passage(&source, "two\nthree", "restated"), Vec::new())],
        &[source],
        Language::English
    ));
}

#[test]
fn text_without_findings() {
    insta::assert_snapshot!(shown(&[], &[], Language::English));
    insta::assert_snapshot!(shown(&[], &[], Language::Chinese));
}

#[test]
fn colour_changes_nothing_but_colour() {
    let (sources, findings) = pair();
    let report =
        Report { findings: &findings, sources: &sources, coverage: &[], claims: 8, rules: RULES, language: Language::English };
    let coloured = text::render(&report, true);
    assert!(coloured.contains("\u{1b}["));
    let plain: String = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(plain, text::render(&report, false));
}

#[test]
fn markdown_in_english() {
    let (mut sources, mut findings) = pair();
    let hostile = Source::new("c|d.md", "a <img src=x onerror=alert(1)> **40%** | `b`\n# not a heading\n");
    let mut found = finding(passage(&hostile, hostile.text.trim_end(), "restated"), Vec::new());
    found.severity = Severity::Warning;
    findings.push(found);
    sources.push(hostile);
    let coverage = coverage();
    let report = Report {
        findings: &findings,
        sources: &sources,
        coverage: &coverage,
        claims: 8,
        rules: RULES,
        language: Language::English,
    };
    let text = markdown::render(&report);
    assert!(!text.contains("<img"));
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(markdown::render(&Report { language: Language::Chinese, ..report }));
}

#[test]
fn json_keeps_its_schema() {
    let (sources, mut findings) = pair();
    findings.push(finding(Passage { place: None, quote: String::new(), ..findings[0].primary.clone() }, Vec::new()));
    let coverage = coverage();
    let report = Report {
        findings: &findings,
        sources: &sources,
        coverage: &coverage,
        claims: 8,
        rules: RULES,
        language: Language::English,
    };
    let text = json::render(&report).unwrap();
    let contract = SCHEMAS.iter().find(|schema| schema.name == "audit").unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(contract.text).unwrap()).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let errors: Vec<String> = validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert_eq!(errors, [""; 0]);
    insta::assert_snapshot!(text);
}
