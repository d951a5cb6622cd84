//! "Ahead on every benchmark", and a row of a table says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};
use crate::rules::interval::{Measure, measure};
use crate::rules::{Draft, Group, RELATED, confidence, name, passage, subject, words};

/// A row of a table: document, table, name of the row.
type Row<'a> = (&'a str, u32, &'a str);

/// The key of the group that holds such claims and the figures of all tables.
pub const KEY: &str = "every\u{1f}";

/// Whether a claim says that its subject is ahead of others everywhere.
pub fn is_every(claim: &Claim) -> bool {
    claim.kind == Kind::Superlative
        && claim.text.as_deref().is_some_and(|text| text.starts_with("every"))
        && claim.baseline.is_some()
}

/// How many figures of tables are looked at.
const FIGURES: usize = 20_000;

/// Looks for rows in which one of the others is better.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let said: Vec<&Claim> = group.claims.iter().filter(|c| is_every(c)).take(64).copied().collect();
    if said.is_empty() {
        return;
    }
    let named: BTreeSet<&str> =
        said.iter().flat_map(|c| std::iter::once(subject(c)).chain(c.baseline.iter().flat_map(|b| b.split('|')))).collect();
    // A row is what is measured in one table: the same metric of different subjects.
    let mut rows: BTreeMap<Row<'_>, Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| !is_every(c) && named.contains(subject(c))).take(FIGURES) {
        if let (Some(table), Some(metric), Some(measure)) = (&claim.table, &claim.metric, measure(claim)) {
            rows.entry((&claim.document, table.id, metric)).or_default().push((claim, measure));
        }
    }
    for claim in said {
        let others: BTreeSet<&str> = claim.baseline.iter().flat_map(|b| b.split('|')).collect();
        let lost: Vec<(&Claim, &Claim)> = rows.values().filter_map(|row| lost(row, claim, &others)).collect();
        if let Some((own, better)) = lost.first() {
            let mut related: Vec<_> =
                lost.iter().flat_map(|(own, better)| [passage(better, "better"), passage(own, "own")]).collect();
            related.truncate(RELATED);
            out.push(Draft {
                severity: None,
                confidence: confidence([claim, *own, *better]),
                message: "every",
                help: "every-help",
                args: BTreeMap::from([
                    ("subject", name(claim)),
                    ("other", name(better)),
                    ("metric", own.metric.clone().unwrap_or_default()),
                    ("a", words(&own.quote)),
                    ("b", words(&better.quote)),
                ]),
                arithmetic: String::new(),
                primary: passage(claim, ""),
                related,
            });
        }
    }
}

/// The subject's figure and the better one of another, where the row has one. Only a unit that says which way is better counts.
fn lost<'a>(row: &[(&'a Claim, Measure)], said: &Claim, others: &BTreeSet<&str>) -> Option<(&'a Claim, &'a Claim)> {
    let mut own = row.iter().filter(|(c, _)| subject(c) == subject(said));
    let (claim, measure) = own.next().filter(|_| own.next().is_none())?;
    let less = match measure.unit.as_str() {
        // The sentence says which way is better, and by its noun in which unit.
        unit if said.text.as_deref() != Some("every") && fits(said.metric.as_deref(), unit) => {
            said.text.as_deref() == Some("every less")
        }
        "s" => true,
        unit if unit.ends_with("/s") => false,
        _ => return None,
    };
    let figure = measure.figure()?;
    row.iter().filter(|(c, m)| others.contains(subject(c)) && m.unit == measure.unit).find_map(|(other, m)| {
        let theirs = m.figure()?;
        let behind = if less { figure - theirs } else { theirs - figure };
        (behind > &measure.half + &m.half).then_some((*claim, *other))
    })
}

/// Whether figures in a unit can be what a metric compares; without a metric all can.
fn fits(metric: Option<&str>, unit: &str) -> bool {
    let Some(metric) = metric else { return true };
    if metric.contains("memory") || metric.contains("size") || metric == "storage" {
        return unit == "byte";
    }
    if metric.contains("latency") || metric.contains("time") {
        return unit == "s";
    }
    if matches!(metric, "price" | "cost") {
        return unit.len() >= 3 && unit.as_bytes()[..3].iter().all(u8::is_ascii_uppercase);
    }
    !matches!(metric, "throughput" | "request_rate" | "bandwidth") || unit.contains('/')
}
