//! A row of means, minima or maxima below the rows that it is of.
//!
//! Such a row may be of more than the rows above it, or weighted. It is believed to be theirs where another of its figures fits; a
//! maximum below one of its rows is wrong in any case.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, decimal, measure, ratio, with_unit, written_factor};
use crate::rules::total_mismatch::{is_subtotal, row_name, totals};
use crate::rules::{Draft, Group, RELATED, confidence, passage, words};

/// Rows and columns that are looked at.
const CELLS: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Statistic {
    Mean,
    Min,
    Max,
}

/// What a row is by its name.
fn statistic(name: &str) -> Option<Statistic> {
    let name = name.trim().trim_matches('*').to_lowercase();
    match name.as_str() {
        "average" | "mean" | "avg" | "avg." | "平均" | "平均值" | "均值" | "平均数" => Some(Statistic::Mean),
        "minimum" | "min" | "min." | "lowest" | "最小值" | "最低值" | "最低" | "最小" => Some(Statistic::Min),
        "maximum" | "max" | "max." | "highest" | "最大值" | "最高值" | "最高" | "最大" => Some(Statistic::Max),
        _ => None,
    }
}

type Cell<'a> = (&'a Claim, Measure);

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut tables: BTreeMap<(&str, u32), BTreeMap<u32, Vec<Cell<'_>>>> = BTreeMap::new();
    // A cell that speaks of a maximum makes no row of maxima.
    let mut rows: BTreeMap<(&str, u32, u32), Option<Statistic>> = BTreeMap::new();
    for claim in group.claims.iter().copied().filter(|c| matches!(c.kind, Kind::Quantity | Kind::Score)).take(CELLS) {
        let (Some(place), Some(measure)) = (&claim.table, measure(claim)) else { continue };
        let name = row_name(claim);
        let of_cell = statistic(&name);
        let of_row = rows.entry((&claim.document, place.id, place.row)).or_insert(of_cell);
        *of_row = of_row.filter(|known| Some(*known) == of_cell);
        if of_cell.is_none() && (totals(&name) || is_subtotal(&name)) {
            continue;
        }
        if measure.bound == Bound::Eq && measure.figure().is_some() {
            tables.entry((&claim.document, place.id)).or_default().entry(place.column).or_default().push((claim, measure));
        }
    }
    for ((document, table, row), statistic) in rows {
        let Some(statistic) = statistic else { continue };
        let Some(columns) = tables.get(&(document, table)) else { continue };
        let judged: Vec<Judged<'_>> = columns
            .values()
            .filter_map(|cells| {
                let of_row = |c: &&Cell<'_>| c.0.table.as_ref().is_some_and(|t| t.row == row);
                let own = cells.iter().find(of_row)?;
                let known = |c: &Claim| c.table.as_ref().is_some_and(|t| rows_of(&row_name(c)) && t.row < row);
                let above: Vec<&Cell<'_>> = cells.iter().filter(|c| known(c.0) && c.1.unit == own.1.unit).collect();
                (above.len() >= 3).then(|| judge(statistic, own, &above))?
            })
            .collect();
        let fits = judged.iter().filter(|j| j.fits).count();
        // A row of means that most columns keep is told as such.
        let kept = statistic == Statistic::Mean && fits >= 2 && fits * 3 >= judged.len() * 2;
        out.extend(judged.iter().filter(|j| !kept && !j.fits && (j.sure || fits > 0)).map(draft));
    }
}

/// Whether a row is one of those that a statistic is of.
fn rows_of(name: &str) -> bool {
    statistic(name).is_none()
}

struct Judged<'a> {
    statistic: Statistic,
    claim: &'a Claim,
    cells: Vec<&'a Claim>,
    right: BigRational,
    fits: bool,
    sure: bool,
}

fn judge<'a>(statistic: Statistic, own: &Cell<'a>, above: &[&Cell<'a>]) -> Option<Judged<'a>> {
    let values: Vec<&BigRational> = above.iter().filter_map(|(_, m)| m.figure()).collect();
    let (low, high) = (*values.iter().min()?, *values.iter().max()?);
    let mean: BigRational = values.iter().copied().sum::<BigRational>() / ratio(i64::try_from(values.len()).ok()?, 1);
    let right = match statistic {
        Statistic::Mean => mean,
        Statistic::Min => low.clone(),
        Statistic::Max => high.clone(),
    };
    let stated = own.1.figure()?;
    let slack = above.iter().map(|(_, m)| m.half.clone()).max().unwrap_or_else(BigRational::zero) + &own.1.half;
    let apart = if *stated > right { stated - &right } else { &right - stated };
    let sure = match statistic {
        Statistic::Mean => *stated > high + &slack || *stated < low - &slack,
        Statistic::Min => *stated > low + &slack,
        Statistic::Max => *stated < high - &slack,
    };
    Some(Judged { statistic, claim: own.0, cells: above.iter().map(|(c, _)| *c).collect(), fits: apart <= slack, right, sure })
}

fn draft(judged: &Judged<'_>) -> Draft {
    let canonical = judged.claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let written = judged.claim.value.as_ref().map_or("", |v| v.unit.as_str());
    let factor = written_factor(judged.claim).unwrap_or_else(|| ratio(1, 1));
    let unit = if written.is_empty() { canonical } else { written };
    let rounded = (&judged.right / &factor * ratio(100, 1)).round() / ratio(100, 1);
    let shown = with_unit(&rounded, unit);
    let terms: Vec<String> = judged
        .cells
        .iter()
        .take(12)
        .filter_map(|c| measure(c).and_then(|m| m.figure().map(|n| decimal(&(n / &factor)))))
        .collect();
    let (message, name) = match judged.statistic {
        Statistic::Mean => ("mean", "mean"),
        Statistic::Min => ("least", "min"),
        Statistic::Max => ("most", "max"),
    };
    Draft {
        severity: None,
        confidence: confidence(std::iter::once(judged.claim).chain(judged.cells.iter().copied())),
        message,
        help: "column-help",
        args: BTreeMap::from([("a", words(&judged.claim.quote)), ("right", shown.clone())]),
        arithmetic: format!("{name}({}) = {shown} ≠ {}", terms.join(", "), words(&judged.claim.quote)),
        primary: passage(judged.claim, ""),
        related: judged.cells.iter().take(RELATED).map(|c| passage(c, "cell")).collect(),
    }
}
