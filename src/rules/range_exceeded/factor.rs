//! "40x faster than the standard library", and the times of the two in the tables give 4x at best.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::Signed;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::extract::subjects::slug;
use crate::finding::Severity;
use crate::rules::interval::{Measure, measure, ratio, with_unit};
use crate::rules::{Draft, RELATED, confidence, name, passage, subject, words};

/// The key of the group that holds all factors of speed, and the times and rates of all tables.
pub(super) const FACTOR: &str = "factor\u{1f}";

/// How many figures and factors are looked at.
const FIGURES: usize = 20_000;
const FACTORS: usize = 64;

/// A figure of a table, measured.
type Timed<'a> = (&'a Claim, Measure);

pub(super) fn key(claim: &Claim) -> Option<String> {
    let looked_at = claim.kind == Kind::Quantity && claim.confidence != Confidence::Low && claim.section != "history";
    (looked_at && !subject(claim).is_empty() && (is_factor(claim) || is_timed(claim))).then(|| FACTOR.to_owned())
}

/// How many times as fast a subject is said to be.
fn is_factor(claim: &Claim) -> bool {
    let speed = matches!(claim.metric.as_deref(), Some("speed" | "speed_increase" | "throughput_increase" | "throughput"));
    let boasts = claim.canonical.as_ref().is_some_and(|c| {
        c.unit == "x" && matches!(c.bound, Bound::Eq | Bound::UpTo | Bound::AtLeast | Bound::MoreThan | Bound::Range)
    });
    speed && boasts && claim.table.is_none()
}

/// A time or a rate in a table.
fn is_timed(claim: &Claim) -> bool {
    claim.table.is_some()
        && claim.canonical.as_ref().is_some_and(|c| c.bound == Bound::Eq && (c.unit == "s" || c.unit.ends_with("/s")))
}

/// How many times as fast the subject is as another in one row.
struct Row<'a> {
    factor: BigRational,
    own: &'a Claim,
    other: &'a Claim,
}

pub(super) fn check(claims: &[&Claim], out: &mut Vec<Draft>) {
    let said: Vec<&Claim> = claims.iter().filter(|c| is_factor(c)).take(FACTORS).copied().collect();
    if said.is_empty() {
        return;
    }
    let speaking: BTreeSet<&str> = said.iter().map(|c| subject(c)).collect();
    // What is measured in one table: the same metric of different subjects.
    let mut tables: BTreeMap<(&str, u32, &str), Vec<Timed<'_>>> = BTreeMap::new();
    for claim in claims.iter().filter(|c| is_timed(c)).take(FIGURES) {
        if let (Some(table), Some(metric), Some(measure)) = (&claim.table, &claim.metric, measure(claim)) {
            tables.entry((&claim.document, table.id, metric)).or_default().push((claim, measure));
        }
    }
    tables.retain(|_, row| row.iter().any(|(c, _)| speaking.contains(subject(c))));
    for claim in said {
        let rows: Vec<Row<'_>> = tables.values().flat_map(|row| rows(claim, row)).collect();
        out.extend(judge(claim, &rows));
    }
}

/// The factors that a row of a table gives a claim's subject over what the claim compares it with, or over all others.
fn rows<'a>(claim: &Claim, row: &[(&'a Claim, Measure)]) -> Vec<Row<'a>> {
    let mut own = row.iter().filter(|(c, _)| subject(c) == subject(claim));
    let (Some((own, its)), None) = (own.next(), own.next()) else { return Vec::new() };
    let less = its.unit == "s";
    let against = claim.baseline.as_deref().map(slug);
    let meant = |other: &Claim| {
        let id = subject(other);
        against.as_deref().is_none_or(|name| id == name || name.contains(id) || id.contains(name))
    };
    let others = row.iter().filter(|(c, m)| subject(c) != subject(claim) && m.unit == its.unit && meant(c));
    others
        .filter_map(|(other, theirs)| {
            let (a, b) = (its.figure()?, theirs.figure()?);
            let positive = a.is_positive() && b.is_positive();
            positive.then(|| Row { factor: if less { b / a } else { a / b }, own, other })
        })
        .collect()
}

/// A factor that no row comes near. What a tenth may be off is not looked at, as both times are rounded.
fn judge(claim: &Claim, rows: &[Row<'_>]) -> Option<Draft> {
    let best = rows.iter().max_by(|a, b| a.factor.cmp(&b.factor))?;
    let stated = measure(claim)?;
    let low = stated.stated.low.as_ref().or(stated.stated.high.as_ref())?;
    let least = if stated.bound == Bound::UpTo { stated.stated.high.as_ref()? } else { low };
    let near = &best.factor * ratio(11, 10) + &stated.half;
    if *least <= near {
        return None;
    }
    let shown = with_unit(&best.factor, "x");
    let (slow, fast) = (words(&best.other.quote), words(&best.own.quote));
    let timed = best.own.canonical.as_ref().is_some_and(|c| c.unit == "s");
    let quotient = if timed { format!("{slow} ÷ {fast}") } else { format!("{fast} ÷ {slow}") };
    let mut related = vec![passage(best.own, "best"), passage(best.other, "best")];
    related.extend(rows.iter().filter(|r| r.own.id != best.own.id).take(RELATED / 2).map(|r| passage(r.own, "row")));
    Some(Draft {
        severity: Some(Severity::Warning),
        confidence: confidence([claim, best.own, best.other]),
        message: "unreached",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", shown.clone()),
        ]),
        arithmetic: format!("{quotient} = {shown} < {}", words(&claim.quote)),
        primary: passage(claim, ""),
        related,
    })
}
