//! Single rules and the engine on claims made by hand.

use claimlint::claim::{Bound, Claim, Kind, Modality, Origin, Review};
use claimlint::finding::{Finding, Severity};
use claimlint::rules::check;

use crate::claims::{claim, exactly, figure, named};

fn rules(claims: &[Claim]) -> Vec<&'static str> {
    check(claims).into_iter().map(|f| f.rule).filter(|r| *r != "unsourced").collect()
}

fn one(claims: &[Claim], rule: &str) -> Finding {
    let found: Vec<Finding> = check(claims).into_iter().filter(|f| f.rule == rule).collect();
    assert_eq!(found.len(), 1, "{rule}: {found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn two_figures_conflict_and_show_both_places() {
    let found =
        one(&[exactly("a.md", 3, "x", "latency", "12", "s"), exactly("b.md", 9, "x", "latency", "19", "s")], "value-conflict");
    assert_eq!(found.severity, Severity::Error);
    assert_eq!((found.primary.document.as_str(), found.related[0].document.as_str()), ("b.md", "a.md"));
    assert_eq!(found.arithmetic, "19 s ≠ 12 s");
}

#[test]
fn the_majority_is_what_the_others_differ_from() {
    let mut claims: Vec<Claim> = (2..6).map(|n| exactly("a.md", n, "x", "latency", "12", "s")).collect();
    claims.push(exactly("a.md", 1, "x", "latency", "19", "s"));
    assert_eq!(one(&claims, "value-conflict").primary.place.unwrap().line, 1);
}

#[test]
fn different_collections_subjects_metrics_units_and_dates_are_not_compared() {
    let base = exactly("a.md", 1, "x", "latency", "12", "s");
    let other = exactly("b.md", 2, "x", "latency", "19", "s");
    let apart: [fn(&mut Claim); 6] = [
        |c| c.collection = "other".into(),
        |c| c.subject = Some(named("y")),
        |c| c.metric = Some("startup_time".into()),
        |c| c.canonical.as_mut().unwrap().unit = "byte".into(),
        |c| c.section = "history".into(),
        |c| c.review = Review::Rejected,
    ];
    for change in apart {
        let mut other = other.clone();
        change(&mut other);
        assert_eq!(rules(&[base.clone(), other.clone()]), Vec::<&str>::new(), "{other:?}");
    }
}

#[test]
fn conditions_that_differ_part_and_one_that_is_missing_asks_for_it() {
    let with = |line, number, plan: Option<&str>| {
        let mut claim = exactly("a.md", line, "x", "latency", number, "s");
        claim.conditions.extend(plan.map(|p| ("plan".to_owned(), p.to_owned())));
        claim
    };
    assert!(rules(&[with(1, "12", Some("basic")), with(2, "19", Some("pro"))]).is_empty());
    let found = one(&[with(1, "12", Some("basic")), with(2, "19", None)], "value-conflict");
    assert_eq!((found.severity, found.message), (Severity::Warning, "unstated"));
}

#[test]
fn figures_of_one_block_are_not_compared() {
    let mut claims = [exactly("a.md", 1, "x", "latency", "12", "s"), exactly("a.md", 2, "x", "latency", "19", "s")];
    claims[1].block = claims[0].block.clone();
    assert!(rules(&claims).is_empty());
}

#[test]
fn many_values_none_of_them_said_twice_are_a_list() {
    let claims: Vec<Claim> = (1..9).map(|n| exactly("a.md", n, "x", "latency", &(n * 10).to_string(), "s")).collect();
    assert!(rules(&claims).is_empty());
}

#[test]
fn two_maxima_are_two_figures() {
    let up_to = |line, number| figure("a.md", line, "x", "cost_saving", (Bound::UpTo, None, Some(number), "%"));
    assert_eq!(rules(&[up_to(1, "40"), up_to(2, "60")]), ["value-conflict"]);
    assert!(rules(&[up_to(1, "40"), exactly("a.md", 2, "x", "cost_saving", "35", "%")]).is_empty());
}

#[test]
fn a_maximum_restated_without_its_word_is_told_once_and_not_as_a_conflict() {
    let claims = [
        figure("a.md", 1, "x", "cost_saving", (Bound::UpTo, None, Some("40"), "%")),
        exactly("a.md", 2, "x", "cost_saving", "40", "%"),
    ];
    assert_eq!(rules(&claims), ["qualifier-dropped"]);
}

#[test]
fn a_maximum_is_no_restatement_of_the_case_that_reaches_it() {
    let mut best = exactly("a.md", 1, "x", "cost_saving", "40", "%");
    best.conditions.insert("plan".into(), "prepaid".into());
    assert!(rules(&[best, figure("a.md", 2, "x", "cost_saving", (Bound::UpTo, None, Some("40"), "%"))]).is_empty());
}

#[test]
fn theory_and_measurement_may_differ_but_not_agree_by_chance() {
    let with = |line, number, modality| Claim { modality, ..exactly("a.md", line, "x", "throughput", number, "token/s") };
    assert!(rules(&[with(1, "400", Modality::Theoretical), with(2, "367", Modality::Measured)]).is_empty());
    assert_eq!(rules(&[with(1, "400", Modality::Theoretical), with(2, "400", Modality::Measured)]), ["modality-drift"]);
}

#[test]
fn different_figures_against_different_baselines_are_different_facts() {
    let with = |line, number, baseline: &str| Claim {
        baseline: Some(baseline.into()),
        ..exactly("a.md", line, "x", "cost_saving", number, "%")
    };
    assert!(rules(&[with(1, "35", "monthly"), with(2, "60", "own servers")]).is_empty());
    assert_eq!(rules(&[with(1, "35", "monthly"), with(2, "35", "own servers")]), ["baseline-drift"]);
}

#[test]
fn a_trusted_record_speaks_to_every_collection() {
    let mut claims = vec![exactly("a.md", 1, "a10", "memory_bandwidth", "300", "byte/s")];
    claims[0].collection = "one".into();
    let record = |line, number| Claim {
        origin: Origin::Reference,
        source: Some("data sheet".into()),
        ..exactly("reference.csv", line, "a10", "memory_bandwidth", number, "byte/s")
    };
    claims.push(record(2, "600"));
    assert_eq!(rules(&claims), ["reference-conflict"]);
    claims.push(record(3, "300"));
    assert!(rules(&claims).is_empty(), "one of several records agrees");
}

#[test]
fn derived_claims_speak_only_where_they_are_asked() {
    let mut derived = exactly("a.md", 1, "x", "throughput", "120", "record/s");
    derived.origin = Origin::Derived;
    derived.parents = vec!["p".into(), "q".into()];
    let stated = exactly("a.md", 2, "x", "throughput", "300", "record/s");
    assert_eq!(rules(&[derived, stated]), ["rate-conflict"]);
}

#[test]
fn shares_above_all_there_is_and_prices_below_zero_cannot_be() {
    assert_eq!(rules(&[exactly("a.md", 1, "x", "cost_saving", "130", "%")]), ["impossible-value"]);
    assert_eq!(rules(&[exactly("a.md", 1, "x", "price", "-5", "CNY")]), ["impossible-value"]);
    assert!(rules(&[exactly("a.md", 1, "x", "throughput_increase", "130", "%")]).is_empty());
}

#[test]
fn a_best_value_is_held_against_the_table() {
    let row = |line, number| {
        let mut claim = exactly("a.md", line, "x", "throughput", number, "request/s");
        claim.table = Some(claimlint::claim::TableRef { id: 0, row: line, column: 1 });
        claim.conditions.insert("data_set".into(), format!("set {line}"));
        claim
    };
    let up_to = |number| figure("a.md", 1, "x", "throughput", (Bound::UpTo, None, Some(number), "request/s"));
    let of = |number| one(&[up_to(number), row(10, "610"), row(11, "420")], "range-exceeded").message;
    assert_eq!((of("900"), of("500")), ("unreached", "exceeded"));
    assert!(rules(&[up_to("610"), row(10, "610"), row(11, "420")]).is_empty());
}

#[test]
fn opposite_abilities_under_the_same_conditions_conflict() {
    let can = |line, text: &str| Claim {
        subject: Some(named("x")),
        metric: Some("offline".into()),
        text: Some(text.into()),
        ..claim(Kind::Capability, "a.md", line)
    };
    assert_eq!(rules(&[can(1, "yes"), can(2, "no")]), ["attribute-conflict"]);
    assert!(rules(&[can(1, "yes"), can(2, "yes")]).is_empty());
}

#[test]
fn available_and_unavailable_in_one_region_conflict() {
    let at = |line, text: &str, region: &str| {
        let mut claim = Claim { subject: Some(named("x")), text: Some(text.into()), ..claim(Kind::Availability, "a.md", line) };
        claim.conditions.insert("region".into(), region.into());
        claim
    };
    assert_eq!(rules(&[at(1, "unavailable", "china"), at(2, "available", "china")]), ["availability-conflict"]);
    assert!(rules(&[at(1, "unavailable", "china"), at(2, "available", "europe")]).is_empty());
}

#[test]
fn a_finding_has_the_texts_that_it_names() {
    let claims = [exactly("a.md", 3, "x", "latency", "12", "s"), exactly("b.md", 9, "x", "latency", "19", "s")];
    for finding in check(&claims) {
        let rule = claimlint::rules::RULES.iter().find(|r| r.name == finding.rule).unwrap();
        assert!(rule.text(finding.message).is_some() && rule.text(finding.help).is_some());
    }
}
