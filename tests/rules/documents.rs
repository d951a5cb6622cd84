//! Each rule's own documents: a firing one must fire it, a near miss must not, alone and among all other rules.

use std::fmt::Write as _;

use claimlint::audit;
use claimlint::claim::{Claim, Origin};
use claimlint::config::Config;
use claimlint::ledger::former;
use claimlint::rules::{self, Example, RULES};
use claimlint::source::Source;

/// Firing documents whose claims are not read yet: rule, example, what extraction would have to find. The test fails as soon as one
/// of them fires, so that the list only gets shorter.
const WAITING: &[(&str, usize, &str)] = &[
    ("threshold-overlap", 0, "`up to 100 people` in a table of needs is a threshold"),
    ("rank-conflict", 1, "numbered headings of a review are its entries"),
    ("recommendation-conflict", 1, "numbered headings of a review are its entries"),
];

/// The claims of an example. A file in `before/` is what the file of that name said when its records were written.
fn claims(example: &Example) -> Vec<Claim> {
    let extracted = |before: bool| {
        let files = example.files.iter().filter(|(name, _)| name.starts_with("before/") == before);
        let sources: Vec<Source> = files.map(|(name, text)| Source::new(name.trim_start_matches("before/"), *text)).collect();
        audit::extract(&sources, &[], &Config::default())
    };
    let extraction = extracted(false);
    let mut claims = extraction.claims;
    claims.extend(former::from_records(&extracted(true).claims, &claims));
    claims.extend(extraction.references);
    claims
}

/// What the claims of an example are, for the message of a failing test.
fn shown(claims: &[Claim]) -> String {
    let mut text = String::new();
    for c in claims.iter().filter(|c| c.origin != Origin::Reference) {
        let interval = c.canonical.as_ref().map(|i| format!("{:?}..{:?} {} {}", i.low, i.high, i.unit, i.bound.word()));
        let subject = c.subject.as_ref().map(|s| s.id.as_str());
        let line = c.line.unwrap_or_default();
        let _ = writeln!(
            text,
            "    {line} {} {:?} {subject:?} {:?} {interval:?} {:?} {:?} {:?} {} {} fit={} {:?}",
            c.kind.word(),
            c.quote,
            c.metric,
            c.text,
            c.conditions,
            c.audience,
            c.section,
            c.confidence.word(),
            c.usage.is_some(),
            c.baseline,
        );
    }
    text
}

#[test]
fn the_documents_of_each_rule_show_what_they_should() {
    let mut wrong = String::new();
    for rule in RULES {
        let cases = rule.fires.iter().map(|e| (e, true)).chain(rule.near_misses.iter().map(|e| (e, false)));
        for (number, (example, fires)) in cases.enumerate() {
            let claims = claims(example);
            let alone = rules::check_with(&[rule], &claims);
            let together = rules::check(&claims);
            if WAITING.iter().any(|(name, waiting, _)| *name == rule.name && *waiting == number) {
                if together.iter().any(|f| f.rule == rule.name) {
                    let _ = writeln!(wrong, "{} fires in example {number}: take it from the list", rule.name);
                }
                continue;
            }
            for (how, found) in [("alone", &alone), ("together", &together)] {
                if found.iter().any(|f| f.rule == rule.name) != fires {
                    let found: Vec<_> = found.iter().map(|f| (f.rule, f.message)).collect();
                    let what = if fires { "must fire" } else { "must not fire" };
                    let text = example.files.iter().map(|(_, t)| *t).collect::<Vec<_>>().join("\n---\n");
                    let _ = writeln!(
                        wrong,
                        "{} {what} ({how}, example {number}); found {found:?}\n{text}\n{}",
                        rule.name,
                        shown(&claims)
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_rule_has_documents_of_both_kinds() {
    for rule in RULES {
        assert!(!rule.fires.is_empty(), "{} has no document that fires", rule.name);
        assert!(!rule.near_misses.is_empty(), "{} has no near miss", rule.name);
    }
}
