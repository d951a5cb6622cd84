//! Reports of findings made by hand: wide characters, tabs, CRLF, long lines, hostile text, both languages.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeMap;

use claimlint::claim::{Claim, Confidence};
use claimlint::extract::Coverage;
use claimlint::finding::{Finding, Passage, Severity, Silenced, Silencer, Standing};
use claimlint::report::{
    Language, Report, csv as csv_report, github, gitlab, html, json, jsonl, junit, markdown, sarif, short, text,
};
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
        standing: Standing::default(),
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
    let report = Report { findings, sources, coverage: &coverage, claims: 8, rules: RULES, language, ..Report::default() };
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
    let report = Report {
        findings: &findings,
        sources: &sources,
        coverage: &[],
        claims: 8,
        rules: RULES,
        language: Language::English,
        ..Report::default()
    };
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
        ..Report::default()
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
        ..Report::default()
    };
    let text = json::render(&report).unwrap();
    let contract = SCHEMAS.iter().find(|schema| schema.name == "audit").unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(contract.text).unwrap()).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let errors: Vec<String> = validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert_eq!(errors, [""; 0]);
    insta::assert_snapshot!(text);
}

/// A report in which every text is hostile to some format.
fn hostile() -> (Vec<Source>, Vec<Finding>, Vec<Silenced>) {
    let name = "a, b:%0A::error::x/价格 <1>.md";
    let text = "=1+1 ::error::no \u{1b}[31m</failure>]]> \"q\" <script>x</script> 节省40%\n::warning::second\r\n";
    let source = Source::new(name, text);
    let mut found =
        finding(passage(&source, text.lines().next().unwrap(), "restated"), vec![passage(&source, "节省40%", "first")]);
    found.args.insert("word", "\"\u{7}::set-output\n::error::forged\"".into());
    found.arithmetic = "=cmd|' /C calc'!A0 < 40 %".into();
    let mut note = found.clone();
    (note.severity, note.fingerprint) = (Severity::Note, "1f".into());
    let silenced = Silenced { finding: found.clone(), reason: "known <&> fine".into(), by: Silencer::Comment };
    (vec![source], vec![found, note], vec![silenced])
}

fn with_hostile<T>(render: impl Fn(&Report<'_>) -> T) -> T {
    let (sources, findings, silenced) = hostile();
    let coverage = coverage();
    render(&Report {
        findings: &findings,
        silenced: &silenced,
        sources: &sources,
        coverage: &coverage,
        claims: 8,
        rules: RULES,
        ..Report::default()
    })
}

#[test]
fn a_document_gives_no_workflow_command() {
    let text = with_hostile(github::render);
    for line in text.lines() {
        assert!(
            line.starts_with("::error title=") || line.starts_with("::notice title=") || line.starts_with("claimlint: "),
            "{line}"
        );
    }
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    let file = text.lines().next().unwrap().split("file=").nth(1).unwrap().split(',').next().unwrap();
    assert_eq!(file, "a%2C b%3A%250A%3A%3Aerror%3A%3Ax/价格 <1>.md");
    insta::assert_snapshot!(text);
}

#[test]
fn annotations_stop_where_github_stops() {
    let (sources, findings, _) = hostile();
    let many: Vec<Finding> = std::iter::repeat_n(findings[0].clone(), 25).collect();
    let report = Report { findings: &many, sources: &sources, claims: 25, rules: RULES, ..Report::default() };
    let text = github::render(&report);
    assert_eq!(text.matches("::error title=").count(), 10);
    assert!(text.contains("15 further findings"), "{text}");
}

#[test]
fn no_cell_is_a_formula() {
    let text = with_hostile(|report| csv_report::render(report).unwrap());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), &csv_report::COLUMNS[..]);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    for cell in rows.iter().flatten() {
        assert!(!cell.starts_with(['=', '+', '-', '@']), "{cell}");
    }
    assert!(rows[0][7].starts_with("'=1+1"));
    insta::assert_snapshot!(text);
}

#[test]
fn junit_is_well_formed_and_counts() {
    let text = with_hostile(|report| junit::render(report).unwrap());
    let mut reader = quick_xml::Reader::from_str(&text);
    let (mut cases, mut failures, mut skipped) = (0, 0, 0);
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Start(start) => match start.name().as_ref() {
                "testcase" => cases += 1,
                "failure" => failures += 1,
                "skipped" => skipped += 1,
                _ => {}
            },
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    // An error, a note, a silenced one; a document without findings and one that could not be read.
    assert_eq!((cases, failures, skipped), (5, 1, 2));
    insta::assert_snapshot!(text);
}

#[test]
fn gitlab_fingerprints_are_unique() {
    let (sources, findings, _) = hostile();
    let twice = [findings[0].clone(), findings[0].clone()];
    let report = Report { findings: &twice, sources: &sources, claims: 2, rules: RULES, ..Report::default() };
    let issues: serde_json::Value = serde_json::from_str(&gitlab::render(&report).unwrap()).unwrap();
    assert_eq!(issues[0]["fingerprint"], "0f");
    assert_eq!(issues[1]["fingerprint"], "0f-2");
    insta::assert_snapshot!(with_hostile(|report| gitlab::render(report).unwrap()));
}

#[test]
fn short_lines_are_one_a_finding() {
    let text = with_hostile(short::render);
    assert_eq!(text.lines().count(), 3, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn jsonl_is_the_findings_of_json() {
    let lines = with_hostile(|report| jsonl::render(report).unwrap());
    let whole: serde_json::Value = serde_json::from_str(&with_hostile(|report| json::render(report).unwrap())).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(serde_json::Value::from(lines), whole["findings"]);
}

#[test]
fn sarif_has_places_fingerprints_and_suppressions() {
    let text = with_hostile(|report| sarif::render(report).unwrap());
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "a%2C%20b%3A%250A%3A%3Aerror%3A%3Ax/%E4%BB%B7%E6%A0%BC%20%3C1%3E.md");
        assert_eq!((&physical["region"]["startLine"], &physical["region"]["startColumn"]), (&1.into(), &1.into()));
    }
    let hash = |at: usize| &results[at]["partialFingerprints"]["primaryLocationLineHash"];
    assert_eq!((hash(0), hash(1), hash(2)), (&"0f:1".into(), &"1f:1".into(), &"0f:2".into()));
    assert_eq!(results[2]["suppressions"][0]["justification"], "known <&> fine");
    insta::assert_snapshot!(text);
}

#[test]
fn sarif_keeps_the_gravest_and_says_what_it_left_out() {
    let (sources, findings, _) = hostile();
    let many: Vec<Finding> =
        std::iter::repeat_n(findings[1].clone(), sarif::RESULTS).chain(std::iter::repeat_n(findings[0].clone(), 3)).collect();
    let report = Report { findings: &many, sources: &sources, claims: 25, rules: RULES, ..Report::default() };
    let log: serde_json::Value = serde_json::from_str(&sarif::render(&report).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), sarif::RESULTS);
    assert_eq!((&results[2]["level"], &results[3]["level"]), (&"error".into(), &"note".into()));
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert!(told.as_str().unwrap().starts_with("3 results"), "{told}");
}

#[test]
fn the_page_shows_hostile_text_as_text() {
    let text = with_hostile(|report| html::render(report).unwrap());
    assert!(!text.contains("<script>x"), "a document's text must not be markup");
    assert_eq!(text.matches("<script").count(), 2);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    let data = text.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["findings"].as_array().unwrap().len(), 2);
    let passage = &data["findings"][0]["p"][1];
    let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let block = &data["documents"][number(&passage["d"])]["blocks"][number(&passage["b"])]["t"];
    let units: Vec<u16> = block.as_str().unwrap().encode_utf16().collect();
    let (from, to) = (number(&passage["s"]), number(&passage["e"]));
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "节省40%");
}

#[test]
fn the_page_of_a_chinese_report_is_chinese() {
    let (sources, findings) = pair();
    let coverage = coverage();
    let report = Report {
        findings: &findings,
        sources: &sources,
        coverage: &coverage,
        claims: 8,
        rules: RULES,
        language: Language::Chinese,
        ..Report::default()
    };
    let text = html::render(&report).unwrap();
    assert!(text.contains("<html lang=\"zh-CN\">") && text.contains("<h1>审核报告</h1>"));
    let (head, _) = text.split_once("id=\"data\">").unwrap();
    let (_, body) = head.split_once("<body>").unwrap();
    assert!(!body.contains("Findings") && !body.contains("Coverage"), "English words in a Chinese page");
}

/// A comment of GitHub holds 65,536 characters; what is cut is counted, and the gravest stay.
#[test]
fn markdown_fits_a_comment() {
    let text = format!("节省最高40%。\n{}节省40%\n", "很长的一行字 ".repeat(2000));
    let source = Source::new("a.md", text.as_str());
    let mut findings = Vec::new();
    for number in 0..3000 {
        let mut found = finding(passage(&source, "节省40%", "restated"), vec![passage(&source, "节省最高40%", "first")]);
        found.severity = if number % 100 == 99 { Severity::Error } else { Severity::Note };
        if number % 3 == 0 {
            found.primary.quote = source.line(2).to_owned();
        }
        findings.push(found);
    }
    let documents = (0..2000).map(|n| Coverage { document: format!("guide/chapter-{n}.md"), seen: 1, ..Coverage::default() });
    let documents: Vec<Coverage> = documents.collect();
    for language in [Language::English, Language::Chinese] {
        for (findings, coverage) in [(&findings[..], &documents[..]), (&findings[..], &[]), (&findings[..1], &documents[..])] {
            let report = Report { findings, coverage, rules: RULES, language, ..Report::default() };
            let text = markdown::render(&report);
            let length = text.encode_utf16().count();
            assert!(length <= 65_536, "{length}");
            let shown = text.lines().filter(|line| line.starts_with("### ")).count();
            let (left, said) =
                (findings.len() - shown, text.lines().find(|line| line.contains("left out") || line.contains("未列出")));
            assert_eq!(said.is_some_and(|said| said.contains(&left.to_string())), left > 0, "{left}: {said:?}");
            if findings.len() > 1 {
                assert!(length > 60_000 && shown > 100, "{length} characters, {shown} findings");
                assert_eq!(text.lines().filter(|line| line.starts_with("### ") && line.contains(" error: ")).count(), 30);
                assert!(text.contains("### 1. error: "));
            }
        }
    }
}
