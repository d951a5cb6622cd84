//! "Below 50 ms in all scenes", "19–31% across every configuration", and a row of the table lies outside.

use std::collections::BTreeMap;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::link::shares_words;
use crate::rules::interval::{Measure, dimension, measure, stated, stated_beside};
use crate::rules::{Draft, RELATED, confidence, name, passage, subject, words};

/// Marks the group of a document's limits and table figures of one unit.
pub(super) const EVERY: &str = "every\u{1f}";

/// How many limits are looked at in a document.
const LIMITS: usize = 64;

pub(super) fn key(claim: &Claim) -> Option<String> {
    let looked_at = matches!(claim.kind, Kind::Quantity | Kind::Score)
        && claim.usage.is_none()
        && claim.confidence != Confidence::Low
        && claim.section != "history";
    let bound = claim.canonical.as_ref()?.bound;
    let row = claim.table.is_some() && bound == Bound::Eq;
    (looked_at && (row || is_every(claim)))
        .then(|| dimension(claim).map(|unit| format!("{EVERY}{}\u{1f}{unit}", claim.document)))
        .flatten()
}

/// A limit or range that is said to hold everywhere.
fn is_every(claim: &Claim) -> bool {
    claim.table.is_none() && claim.text.as_deref() == Some("every")
}

pub(super) fn check(claims: &[&Claim], out: &mut Vec<Draft>) {
    let mut columns: BTreeMap<(u32, u32), Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in claims {
        if let (Some(table), Some(measure)) = (&claim.table, measure(claim)) {
            columns.entry((table.id, table.column)).or_default().push((claim, measure));
        }
    }
    for claim in claims.iter().filter(|c| is_every(c)).take(LIMITS) {
        let Some(limit) = measure(claim) else { continue };
        let fitting: Vec<_> = columns.values().filter(|rows| rows.len() >= 2 && is_of(claim, rows)).collect();
        let [rows] = fitting[..] else { continue };
        let reach = limit.widened();
        let outside: Vec<&(&Claim, Measure)> = rows.iter().filter(|(_, row)| !row.widened().meets(&reach)).collect();
        // Where few rows keep to it, the sentence is about something else.
        if outside.is_empty() || outside.len() * 2 > rows.len() {
            continue;
        }
        let first = outside[0].0;
        let related = outside.iter().map(|(row, _)| passage(row, "row")).take(RELATED).collect();
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, first]),
            message: "every",
            help: "every-help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", words(&first.quote)),
            ]),
            arithmetic: format!("{} ∌ {}", stated(claim), stated_beside(first, claim)),
            primary: passage(claim, ""),
            related,
        });
    }
}

/// Whether a column holds what a limit is of: figures of its metric and of its subject, or of no subject that contends with it.
fn is_of(claim: &Claim, rows: &[(&Claim, Measure)]) -> bool {
    let own = subject(claim);
    let (Some(metric), Some(column)) = (claim.metric.as_deref(), rows[0].0.metric.as_deref()) else { return false };
    let same = rows.iter().all(|(row, _)| row.metric.as_deref() == Some(column));
    let base = |metric: &str| {
        let cut = metric.strip_suffix("_increase").or_else(|| metric.strip_suffix("_decrease")).unwrap_or(metric);
        cut.to_owned()
    };
    let named = !own.is_empty() && column == own;
    same && (named || base(metric) == base(column) || shares_words(metric, column))
}
