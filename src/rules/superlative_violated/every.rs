//! "Ahead on every benchmark", and a row of a table says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};
use crate::rules::interval::{Measure, measure};
use crate::rules::{Draft, Group, RELATED, confidence, name, passage, subject, words};

/// The key of the group that holds such claims and the figures of all tables.
pub const KEY: &str = "every\u{1f}";

/// Whether a claim says that its subject is ahead of others everywhere.
pub fn is_every(claim: &Claim) -> bool {
    claim.kind == Kind::Superlative && claim.text.as_deref() == Some("every") && claim.baseline.is_some()
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
    let mut rows: BTreeMap<(&str, u32, &str), Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| !is_every(c) && named.contains(subject(c))).take(FIGURES) {
        if let (Some(table), Some(metric), Some(measure)) = (&claim.table, &claim.metric, measure(claim)) {
            rows.entry((&claim.document, table.id, metric)).or_default().push((claim, measure));
        }
    }
    for claim in said {
        let others: BTreeSet<&str> = claim.baseline.iter().flat_map(|b| b.split('|')).collect();
        let lost: Vec<(&Claim, &Claim)> = rows.values().filter_map(|row| lost(row, subject(claim), &others)).collect();
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
fn lost<'a>(row: &[(&'a Claim, Measure)], subject_id: &str, others: &BTreeSet<&str>) -> Option<(&'a Claim, &'a Claim)> {
    let mut own = row.iter().filter(|(c, _)| subject(c) == subject_id);
    let (claim, measure) = own.next().filter(|_| own.next().is_none())?;
    let less = match measure.unit.as_str() {
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
