//! Precision, recall and F1 of one row: F1 is the harmonic mean of the two.
//!
//! That holds for one class or one test; a mean over classes keeps it only by chance. So another row of the table must keep it to the
//! last digit, fewer rows may break it than keep it, and rows that are means of others are left alone.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use super::{Draft, confidence, decimal, name, passage, words};
use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::lexicon::{holds, words as words_of};
use crate::rules::Group;
use crate::rules::interval::{Measure, measure, ratio};
use crate::rules::total_mismatch::{is_part, is_subtotal, row_name, totals};

/// Precision, recall and F1.
type Triple<'a> = [(&'a Claim, Measure); 3];

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let Some(table) = group.claims.iter().find(|c| c.kind == Kind::Table) else { return };
    let heads: Vec<String> = table.text.as_deref().unwrap_or("").split(" | ").map(plain).collect();
    let column = |list: &str| {
        let mut found = (0..heads.len()).filter(|&c| words_of(list).contains(&heads[c].as_str()));
        found.next().filter(|_| found.next().is_none())
    };
    let (Some(precision), Some(recall), Some(f1)) = (column("precision"), column("recall"), column("f1")) else { return };
    let labels: Vec<&str> = table.conditions.get("cells 0").map(|cells| cells.split(" | ").collect()).unwrap_or_default();
    let above = table.conditions.get("headers").and_then(|n| n.parse::<usize>().ok()).unwrap_or(1);
    let mut rows: BTreeMap<u32, BTreeMap<usize, (&Claim, Measure)>> = BTreeMap::new();
    for claim in group.claims.iter().copied().filter(|c| matches!(c.kind, Kind::Quantity | Kind::Score)) {
        let plain = |m: &Measure| m.bound == Bound::Eq && !m.approximate && m.figure().is_some();
        let (Some(place), Some(measure)) = (&claim.table, measure(claim).filter(plain)) else { continue };
        rows.entry(place.row).or_default().insert(place.column as usize, (claim, measure));
    }
    let triples = rows.into_values().filter_map(|mut row| -> Option<Triple<'_>> {
        let triple = [row.remove(&precision)?, row.remove(&recall)?, row.remove(&f1)?];
        let label = triple[2].0.table.as_ref().and_then(|place| labels.get((place.row as usize).checked_sub(above)?));
        let of_many = is_mean(&row_name(triple[2].0)) || label.is_some_and(|label| is_mean(label));
        (!of_many && triple.iter().all(|(_, m)| m.unit == triple[0].1.unit)).then_some(triple)
    });
    let judged: Vec<(Triple<'_>, Option<BigRational>)> = triples
        .map(|triple| {
            let missed = missed(&triple);
            (triple, missed)
        })
        .collect();
    let broken = judged.iter().filter(|(_, missed)| missed.is_some()).count();
    // Of two equal figures every mean is the same.
    let kept = judged.iter().filter(|([(_, p), (_, r), _], missed)| missed.is_none() && p.figure() != r.figure()).count();
    // One row that keeps it may do so by chance, unless its figures have three digits.
    let fine = || judged.iter().all(|([_, _, (_, f)], _)| f.figure().is_some_and(|figure| &f.half * ratio(600, 1) < *figure));
    let averaged = words_of("averaged").iter().any(|word| holds(&table.heading.to_lowercase(), &[word]));
    if broken == 0 || averaged || !(broken < kept || kept == 1 && broken == 1 && fine()) {
        return;
    }
    let severity = (kept < broken * 2).then_some(Severity::Warning);
    for ([p, r, f], mean) in judged.iter().filter_map(|(triple, missed)| Some((triple, missed.as_ref()?))) {
        let shown = |(claim, _): &(&Claim, Measure)| words(&claim.quote);
        let result = decimal(mean);
        out.push(Draft {
            severity,
            confidence: confidence([p.0, r.0, f.0]).min(Confidence::Medium),
            message: "harmonic",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(f.0)),
                ("a", shown(f)),
                ("b", shown(p)),
                ("c", shown(r)),
                ("result", result.clone()),
            ]),
            arithmetic: format!("2 × {} × {} ÷ ({} + {}) = {result} ≠ {}", shown(p), shown(r), shown(p), shown(r), shown(f)),
            primary: passage(f.0, ""),
            related: vec![passage(p.0, "factor"), passage(r.0, "factor")],
        });
    }
}

/// The harmonic mean that F1 should be, where it is not; rounding of all three is allowed for.
fn missed([(_, p), (_, r), (_, f)]: &Triple<'_>) -> Option<BigRational> {
    let (precision, recall, stated) = (p.figure()?, r.figure()?, f.figure()?);
    let mean = |p: &BigRational, r: &BigRational| {
        let both = p + r;
        (!both.is_zero()).then(|| p * r * ratio(2, 1) / both)
    };
    let low = mean(&(precision - &p.half), &(recall - &r.half))?;
    let high = mean(&(precision + &p.half), &(recall + &r.half))?;
    // Cut off instead of rounded is no fault.
    let slack = &f.half + &f.half;
    let digits = ratio(4, 1);
    let exact = mean(precision, recall)?;
    let shown = if f.half.is_zero() { exact } else { (exact / &f.half * &digits).round() * &f.half / digits };
    (*stated < low - &slack || *stated > high + &slack).then_some(shown)
}

/// Whether a row stands for several others.
fn is_mean(row: &str) -> bool {
    let low = row.to_lowercase();
    totals(row) || is_part(row) || is_subtotal(row) || holds(&low, words_of("averaged"))
}

fn plain(header: &str) -> String {
    let header = header.split(['(', '（', '[']).next().unwrap_or(header);
    header.trim().to_lowercase().replace(['-', '_', '↑'], " ").trim().to_owned()
}
