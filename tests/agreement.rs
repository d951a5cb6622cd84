//! How much the rules find, and how much they cry wolf: generated sets of articles with one known fault each, or none.
//!
//! The sets are written from templates that know nothing of the extractor's word lists. `AGREEMENT_SHOW=missed`,
//! `found`, `alarms`, `notes` or `aside` prints the documents behind the table (`missed:RULE` those of one rule, `all` all but the
//! found ones), with the lines of the fault marked. `AGREEMENT_RULES=value-conflict,clean` runs a part of it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that reports: a wrong index is its own failure, and the table is its output"
)]

mod agreement {
    pub mod domains;
    pub mod draw;
    pub mod guide;
    pub mod notes;
    pub mod page;
    pub mod readme;
}

use std::collections::BTreeMap;
use std::fmt::Write as _;

use agreement::draw::Draw;
use agreement::page::{Tongue, Written};
use agreement::{guide, notes, readme};
use claimlint::audit;
use claimlint::config::Config;
use claimlint::finding::{Finding, Severity};
use claimlint::source::Source;

/// Sets a rule, and sets without a fault.
const PLANTED: usize = 32;
const CLEAN: usize = 204;

/// Each rule and the share of its planted faults that is found, in percent: only to be raised.
const FLOORS: [(&str, usize); 33] = [
    ("top-pick-conflict", 100),
    ("rank-conflict", 96),
    ("rank-order", 100),
    ("recommendation-conflict", 100),
    ("threshold-gap", 100),
    ("threshold-mismatch", 100),
    ("threshold-overlap", 81),
    ("value-conflict", 87),
    ("qualifier-dropped", 100),
    ("condition-dropped", 100),
    ("modality-drift", 100),
    ("baseline-drift", 100),
    ("inverted-range", 100),
    ("ambiguous-multiplier", 100),
    ("superlative-violated", 90),
    ("weights-sum", 100),
    ("count-mismatch", 93),
    ("empty-section", 90),
    ("scores-missing", 96),
    ("scale-mismatch", 100),
    ("unsourced", 96),
    ("unsupported-in-conclusion", 93),
    ("price-direction-conflict", 100),
    ("percent-change-mismatch", 100),
    ("percent-vs-points", 100),
    ("total-mismatch", 96),
    ("average-outside-range", 96),
    ("weighted-score-mismatch", 100),
    ("impossible-value", 100),
    ("ragged-table", 96),
    ("range-exceeded", 100),
    ("availability-conflict", 100),
    ("attribute-conflict", 100),
];

/// Further rules, planted and reported with the others.
const FURTHER: [(&str, usize); 2] = [("rate-conflict", 93), ("reference-conflict", 100)];

/// Alarms (warnings and errors) in 60 lines of the clean sets, in thousandths: only to be lowered, to 200.
const CEILING: usize = 20;

/// Rules that say the same of a fault: between two documents or from a derived figure the name differs.
const KIN: [(&str, &str); 4] = [
    ("rank-order", "rank-conflict"),
    ("value-conflict", "translation-mismatch"),
    ("value-conflict", "rate-conflict"),
    ("rate-conflict", "value-conflict"),
];

fn documents(rule: &str, number: usize) -> Vec<Written> {
    let mut draw = Draw::new(rule, u64::try_from(number).unwrap());
    let tongue = if number.is_multiple_of(2) { Tongue::Zh } else { Tongue::En };
    if rule == "clean" {
        return match number / 2 % 6 {
            0 => vec![notes::report("clean", false, tongue, &mut draw).finish()],
            1 => readme::set(rule, number, tongue, &mut draw),
            2 => readme::plans(rule, number, tongue, &mut draw),
            _ => guide::set(rule, number, tongue, &mut draw),
        };
    }
    let readmes = ["value-conflict", "range-exceeded", "count-mismatch", "unsupported-in-conclusion"];
    match number / 2 % 6 {
        1 | 3 | 5 if notes::KINDS.contains(&rule) && rule != "reference-conflict" => {
            vec![notes::report(rule, true, tongue, &mut draw).finish()]
        }
        2 if readmes.contains(&rule) => readme::set(rule, number, tongue, &mut draw),
        4 if rule == "value-conflict" => readme::plans(rule, number, tongue, &mut draw),
        _ => guide::set(rule, number, tongue, &mut draw),
    }
}

fn findings(documents: &[Written], config: &Config) -> Vec<Finding> {
    let sources: Vec<Source> =
        documents.iter().map(|document| Source::new(document.name.clone(), document.text.clone())).collect();
    audit::check(audit::extract(&sources, &[], config), config, false).findings
}

fn touches(finding: &Finding, documents: &[Written]) -> bool {
    [&finding.primary].into_iter().chain(&finding.related).any(|passage| {
        let line = passage.place.map_or(0, |place| usize::try_from(place.line).unwrap());
        documents.iter().any(|document| document.name == passage.document && document.marked.contains(&line))
    })
}

fn hits(rule: &str, finding: &Finding, documents: &[Written]) -> bool {
    let kin = finding.rule == rule || KIN.iter().any(|(of, kin)| *of == rule && finding.rule == *kin);
    // One note a document speaks for all its uncited figures.
    kin && (touches(finding, documents) || rule == "unsourced")
}

fn line(finding: &Finding) -> String {
    let at =
        |passage: &claimlint::finding::Passage| format!("{}:{}", passage.document, passage.place.map_or(0, |place| place.line));
    let related: Vec<String> = finding.related.iter().map(at).collect();
    format!(
        "{} {} {} ({}) {}",
        finding.severity.word(),
        finding.rule,
        at(&finding.primary),
        related.join(", "),
        finding.arithmetic
    )
}

fn show(title: &str, documents: &[Written], findings: &[Finding]) -> String {
    let mut text = format!("\n######## {title}\n");
    for document in documents {
        let _ = writeln!(text, "==== {} (fault in lines {:?})", document.name, document.marked);
        for (number, line) in (1..).zip(document.text.lines()) {
            let sign = if document.marked.contains(&number) { '>' } else { ' ' };
            let _ = writeln!(text, "{sign}{number:3} {line}");
        }
    }
    for finding in findings {
        let _ = writeln!(text, "-- {}", line(finding));
    }
    text
}

/// What one rule's planted sets gave.
#[derive(Default)]
struct Planted {
    found: usize,
    aside: BTreeMap<&'static str, usize>,
    shown: String,
}

/// Whether documents and findings of this kind are to be printed.
fn wanted(what: &str, rule: &str) -> bool {
    let wanted = std::env::var("AGREEMENT_SHOW").unwrap_or_default();
    wanted == what || (wanted == "all" && what != "found") || wanted == format!("{what}:{rule}")
}

/// Whether a rule's sets, or the clean ones, are to be run.
fn chosen(rule: &str) -> bool {
    std::env::var("AGREEMENT_RULES").map_or(true, |rules| rules.split(',').any(|name| name == rule))
}

fn planted(rule: &str, config: &Config) -> Planted {
    let mut out = Planted::default();
    for number in 0..PLANTED {
        let documents = documents(rule, number);
        assert!(documents.iter().any(|document| !document.marked.is_empty()), "{rule} {number} plants nothing");
        let findings = findings(&documents, config);
        let hit = findings.iter().any(|finding| hits(rule, finding, &documents));
        out.found += usize::from(hit);
        let what = if hit { "found" } else { "missed" };
        if wanted(what, rule) {
            out.shown += &show(&format!("{what} {rule} {number}"), &documents, &findings);
        }
        for finding in findings.iter().filter(|finding| finding.severity >= Severity::Warning && !touches(finding, &documents)) {
            *out.aside.entry(finding.rule).or_default() += 1;
            if wanted("aside", finding.rule) {
                out.shown += &show(&format!("aside {rule} {number}"), &documents, std::slice::from_ref(finding));
            }
        }
    }
    out
}

/// What the sets without a fault gave.
#[derive(Default)]
struct Clean {
    documents: usize,
    lines: usize,
    wrong: usize,
    alarms: BTreeMap<&'static str, (usize, usize)>,
    shown: String,
}

fn clean(config: &Config) -> Clean {
    let mut out = Clean::default();
    for number in (0..CLEAN).filter(|_| chosen("clean")) {
        let documents = documents("clean", number);
        let findings = findings(&documents, config);
        out.documents += documents.len();
        out.lines += documents.iter().map(|document| document.text.lines().count()).sum::<usize>();
        for finding in &findings {
            let entry = out.alarms.entry(finding.rule).or_default();
            let loud = finding.severity >= Severity::Warning;
            entry.0 += usize::from(loud);
            entry.1 += usize::from(!loud);
            out.wrong += usize::from(loud);
            if wanted(if loud { "alarms" } else { "notes" }, finding.rule) {
                out.shown += &show(&format!("clean {number}"), &documents, std::slice::from_ref(finding));
            }
        }
    }
    out
}

#[test]
fn planted_faults_are_found_and_clean_sets_are_silent() {
    let config = Config::default();
    let rules: Vec<(&str, usize)> = FLOORS.iter().chain(&FURTHER).copied().filter(|(rule, _)| chosen(rule)).collect();
    // Rules are independent of one another: half of them on each of two threads.
    let half = rules.len() / 2;
    let run =
        |rules: &[(&'static str, usize)]| -> Vec<Planted> { rules.iter().map(|(rule, _)| planted(rule, &config)).collect() };
    let (mut results, rest, clean) = std::thread::scope(|scope| {
        let rest = scope.spawn(|| run(&rules[half..]));
        let clean = scope.spawn(|| if chosen("clean") { clean(&config) } else { Clean::default() });
        (run(&rules[..half]), rest.join().unwrap(), clean.join().unwrap())
    });
    results.extend(rest);
    let mut report = String::new();
    let mut failed = Vec::new();
    let mut aside: BTreeMap<&'static str, usize> = BTreeMap::new();
    let _ = writeln!(report, "{:28} {:>7} {:>6} {:>7}", "rule", "planted", "found", "recall");
    for ((rule, floor), result) in rules.iter().zip(&results) {
        let recall = result.found * 100 / PLANTED;
        let _ = writeln!(report, "{rule:28} {PLANTED:7} {:6} {recall:6}%", result.found);
        if recall < *floor {
            failed.push(format!("{rule}: recall {recall}% is below {floor}%"));
        }
        for (rule, times) in &result.aside {
            *aside.entry(rule).or_default() += times;
        }
        print!("{}", result.shown);
    }
    let (all, found) = ((rules.len() * PLANTED).max(1), results.iter().map(|result| result.found).sum::<usize>());
    let _ = writeln!(report, "{:28} {all:7} {found:6} {:5}.{}%", "all", found * 100 / all, found * 1000 / all % 10);
    let rate = clean.wrong * 60_000 / clean.lines.max(1);
    if rate > CEILING {
        failed.push(format!("clean sets: {rate} alarms in 60,000 lines are above {CEILING}"));
    }
    let _ = writeln!(
        report,
        "\nclean: {CLEAN} sets, {} documents, {} lines, {} alarms, {}.{:03} in 60 lines",
        clean.documents,
        clean.lines,
        clean.wrong,
        rate / 1000,
        rate % 1000
    );
    for (rule, (loud, quiet)) in &clean.alarms {
        let _ = writeln!(report, "  {rule:28} {loud:4} warnings or errors, {quiet:4} notes");
    }
    let _ = writeln!(report, "warnings and errors beside the planted faults:");
    for (rule, times) in &aside {
        let _ = writeln!(report, "  {rule:28} {times:4}");
    }
    println!("{}\n{report}", clean.shown);
    assert!(failed.is_empty(), "{failed:?}");
}
