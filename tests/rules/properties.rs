//! What holds for every rule at once, on any claims.

use claimlint::claim::{BlockRef, Bound, Claim, Interval, Kind, Modality, Origin, TableRef, Value};
use claimlint::finding::Finding;
use claimlint::rules::check;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::claims::{claim, named};

/// What most claims of a set are: kind, metric, unit, and whether they are thresholds.
type Theme = (usize, usize, usize, bool);

/// A few words for each field, and most of them those of the theme, so that claims meet each other often.
fn any_claim((kind, metric, unit, fit): Theme) -> impl Strategy<Value = Claim> {
    let mostly = |usual: usize, all: usize| prop_oneof![4 => Just(usual), 1 => 0..all];
    let place = (0..3u32, 1..60u32, 0..4u32, prop::bool::weighted(0.3));
    let what = (mostly(kind, KINDS.len()), 0..4usize, mostly(metric, METRICS.len()), mostly(unit, UNITS.len()));
    let value =
        (0..BOUNDS.len(), 0..6usize, 0..6usize, prop::bool::weighted(0.2), prop::bool::weighted(if fit { 0.9 } else { 0.05 }));
    let terms = (0..6usize, 0..4usize, 0..SECTIONS.len(), 0..TEXTS.len(), 0..4usize);
    (place, what, value, terms).prop_map(made)
}

const KINDS: &[Kind] = &[
    Kind::Quantity,
    Kind::Quantity,
    Kind::Quantity,
    Kind::Quantity,
    Kind::Rank,
    Kind::Score,
    Kind::Scale,
    Kind::Weight,
    Kind::Count,
    Kind::TopPick,
    Kind::Recommendation,
    Kind::Superlative,
    Kind::Availability,
    Kind::Capability,
    Kind::Direction,
    Kind::Document,
    Kind::Section,
    Kind::List,
    Kind::Table,
];
const METRICS: &[&str] = &["price", "latency", "cost_saving", "latency_max", "latency_min", "criteria_count", "entry_count"];
const UNITS: &[&str] = &["%", "s", "x", "CNY/month", "CNY/year", "token/s", "point", ""];
const BOUNDS: &[Bound] =
    &[Bound::Eq, Bound::Eq, Bound::Range, Bound::AtLeast, Bound::LessThan, Bound::UpTo, Bound::AsLowAs, Bound::FromTo];
const NUMBERS: &[&str] = &["1", "2", "3", "40", "60.5", "1000"];
const SECTIONS: &[&str] = &["entry", "summary", "conclusion", "scenario", "body", "history"];
const TEXTS: &[&str] = &["lowest", "highest", "dearer", "cheaper", "yes", "no", "unavailable", "available"];

type Parts =
    ((u32, u32, u32, bool), (usize, usize, usize, usize), (usize, usize, usize, bool, bool), (usize, usize, usize, usize, usize));

fn made(((document, line, block, in_table), what, value, terms): Parts) -> Claim {
    let (kind, subject, metric, unit) = what;
    let (bound, first, second, approximate, fit) = value;
    let (condition, modality, section, text, tag) = terms;
    let kind = KINDS[kind];
    let bound = if kind == Kind::Rank { Bound::Eq } else { BOUNDS[bound] };
    let mut claim = claim(kind, &format!("{document}.md"), line);
    claim.block = Some(BlockRef { id: line / 3, announced_by: Some(line / 20), group: None, sentence: None });
    claim.table = in_table.then_some(TableRef { id: line / 16, row: line % 4 + 1, column: block % 2 + 1 });
    claim.column = Some(block * 10 + 1);
    claim.end_column = claim.column.map(|column| column + 4);
    claim.subject = (subject > 0).then(|| named(["", "kite", "wren", "lark"][subject]));
    claim.metric = Some(METRICS[metric].into());
    claim.text = Some(TEXTS[text].into());
    claim.section = SECTIONS[section].into();
    claim.heading = SECTIONS[section].into();
    claim.modality = [Modality::Stated, Modality::Stated, Modality::Theoretical, Modality::Measured][modality];
    let baselines = [None, None, Some("wren".to_owned()), Some("all".to_owned()), None, None];
    claim.baseline.clone_from(&baselines[condition]);
    if condition == 1 {
        claim.conditions.insert("plan".into(), "basic".into());
    }
    for name in ["blocks", "children", "items", "rows", "entries"] {
        if matches!(kind, Kind::Document | Kind::Section | Kind::List | Kind::Table) {
            claim.conditions.insert(name.into(), (first % 3).to_string());
        }
    }
    claim.audience = [vec![], vec!["startup"], vec!["researcher"], vec!["startup", "researcher"]][tag]
        .iter()
        .map(|t| (*t).to_owned())
        .collect();
    if fit && kind == Kind::Quantity {
        claim.usage = Some(claimlint::claim::Usage::Fit);
    }
    let unit = if kind == Kind::Rank { "" } else { UNITS[unit] };
    let (low, high) = (NUMBERS[first.min(second)].to_owned(), NUMBERS[first.max(second)].to_owned());
    let (low, high) = match bound {
        Bound::Eq => (Some(low.clone()), Some(low)),
        Bound::AtLeast | Bound::MoreThan | Bound::AsLowAs => (Some(low), None),
        Bound::AtMost | Bound::LessThan | Bound::UpTo => (None, Some(high)),
        Bound::Range | Bound::FromTo => (Some(low), Some(high)),
    };
    claim.value = Some(Value {
        low: low.clone().or(high.clone()),
        high: high.clone().or(low.clone()),
        unit: unit.into(),
        high_unit: None,
        bound,
        approximate,
        precision: "1".into(),
    });
    claim.canonical = Some(Interval { low, high, unit: unit.into(), bound, low_open: false, high_open: false });
    claim
}

/// Ids that are unique and tell nothing of the place.
fn claims() -> impl Strategy<Value = Vec<Claim>> {
    let theme = (0..KINDS.len(), 0..METRICS.len(), 0..UNITS.len(), prop::bool::weighted(0.2));
    theme.prop_flat_map(|theme| prop::collection::vec(any_claim(theme), 0..60)).prop_map(|mut claims| {
        for (number, claim) in claims.iter_mut().enumerate() {
            claim.id = format!("c{number:03}");
        }
        claims
    })
}

fn prints(findings: &[Finding]) -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = findings.iter().map(|f| (f.rule, f.fingerprint.clone())).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_the_claims_does_not_matter(mut claims in claims(), seed in any::<u64>()) {
        let before = check(&claims);
        // A shuffle that depends on nothing but the seed.
        claims.sort_by_key(|c| blake3::hash(format!("{seed}{}", c.id).as_bytes()).to_hex().to_string());
        prop_assert_eq!(check(&claims), before);
    }

    #[test]
    fn twice_is_the_same(claims in claims()) {
        prop_assert_eq!(format!("{:?}", check(&claims)), format!("{:?}", check(&claims)));
    }

    #[test]
    fn another_collection_changes_nothing(claims in claims(), others in claims()) {
        let before = check(&claims);
        let mut all = claims;
        all.extend(others.into_iter().map(|mut c| {
            c.collection = "other".into();
            c.id = format!("other {}", c.id);
            c.document = format!("other/{}", c.document);
            c
        }));
        let after: Vec<_> = check(&all).into_iter().filter(|f| !f.primary.document.starts_with("other/")).collect();
        prop_assert_eq!(after, before);
    }

    #[test]
    fn rejected_records_are_as_good_as_none(claims in claims(), which in any::<prop::sample::Index>()) {
        prop_assume!(!claims.is_empty());
        let at = which.index(claims.len());
        let mut rejected = claims.clone();
        rejected[at].review = claimlint::claim::Review::Rejected;
        let mut without = claims;
        without.remove(at);
        prop_assert_eq!(check(&rejected), check(&without));
    }

    #[test]
    fn shifted_lines_keep_their_fingerprints(mut claims in claims(), by in 1..500u32) {
        let before = prints(&check(&claims));
        for claim in &mut claims {
            claim.line = claim.line.map(|line| line + by);
            claim.end_line = claim.end_line.map(|line| line + by);
        }
        prop_assert_eq!(prints(&check(&claims)), before);
    }

    #[test]
    fn units_do_not_matter(claims in claims()) {
        let before = prints(&check(&claims));
        // A price a year told as the same price a month; what was written stays as it is. A number of things has no period, and a
        // threshold given for another period may be a tenth off, so it is not the same as one given for this.
        let converted: Vec<Claim> = claims.into_iter().map(|mut claim| {
            let count = claim.kind == Kind::Count || claim.usage == Some(claimlint::claim::Usage::Fit);
            if let Some(canonical) = claim.canonical.as_mut().filter(|c| c.unit == "CNY/year" && !count) {
                canonical.unit = "CNY/month".into();
                for end in [&mut canonical.low, &mut canonical.high] {
                    *end = end.take().map(|n| format!("{n}/12"));
                }
            }
            claim
        }).collect();
        prop_assert_eq!(prints(&check(&converted)), before);
    }

    #[test]
    fn every_text_is_there_and_filled(claims in claims()) {
        for finding in check(&claims) {
            let rule = claimlint::rules::RULES.iter().find(|r| r.name == finding.rule);
            prop_assert!(rule.is_some());
            let keys = [finding.message, finding.help, finding.primary.role];
            for key in keys.into_iter().chain(finding.related.iter().map(|p| p.role)).filter(|k| !k.is_empty()) {
                let text = rule.and_then(|r| r.text(key));
                prop_assert!(text.is_some(), "{} has no text {key}", finding.rule);
                for name in text.iter().flat_map(|say| say.en.split('{').skip(1)).filter_map(|p| p.split_once('}')) {
                    prop_assert!(finding.args.contains_key(name.0), "{}/{key} lacks {}", finding.rule, name.0);
                }
            }
            prop_assert!(finding.severity <= rule.map_or(finding.severity, |r| r.severity));
        }
    }

    #[test]
    fn derived_claims_reach_only_rules_that_ask(claims in claims()) {
        let before: Vec<_> = check(&claims).into_iter().filter(|f| !asks(f.rule)).collect();
        let mut all = claims.clone();
        all.extend(claims.into_iter().map(|mut c| {
            c.id = format!("derived {}", c.id);
            c.origin = Origin::Derived;
            c.parents = vec!["p".into(), "q".into()];
            c
        }));
        let after: Vec<_> = check(&all).into_iter().filter(|f| !asks(f.rule)).collect();
        // Rules that ask may speak of a pair and silence a general one; nothing else may change.
        prop_assert!(after.iter().all(|f| before.contains(f) || f.rule == "value-conflict"));
    }
}

/// Rules that read derived claims.
fn asks(rule: &str) -> bool {
    claimlint::rules::RULES.iter().any(|r| r.name == rule && r.also.contains(&Origin::Derived))
}

/// The properties would hold of rules that never speak, too: on these claims nearly all do.
#[test]
fn the_claims_of_these_tests_make_the_rules_speak() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut spoken = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let claims = claims().new_tree(&mut runner).unwrap().current();
        spoken.extend(check(&claims).into_iter().map(|f| f.rule));
    }
    // Made by hand or by documents: they need what random claims do not hold.
    let elsewhere = [
        "ragged-table",
        "total-mismatch",
        "weighted-score-mismatch",
        "inverted-range",
        "ambiguous-multiplier",
        "rate-conflict",
        "reference-conflict",
        "impossible-value",
        "percent-vs-points",
        "percent-change-mismatch",
        "average-outside-range",
        "cell-mismatch",
        "duplicate-passage",
        "conversion-mismatch",
        "duration-mismatch",
        "data-mismatch",
        "cell-mismatch",
        "stale-claim",
        "retired-value",
        "translation-mismatch",
    ];
    let silent: Vec<_> = claimlint::rules::RULES
        .iter()
        .map(|r| r.name)
        .filter(|name| !spoken.contains(name) && !elsewhere.contains(name))
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
