//! "In all, the four lines carried 65,550 passengers", and the column adds up to something else.
//!
//! The sentence counts the rows or names those that it adds up; else it is not known to speak of the table.

use crate::claim::{Claim, Kind};
use crate::rules::grid::{self, Grid, Line, Named, alike};
use crate::rules::interval::{measure, ratio};
use crate::rules::total_mismatch::{Miss, Sum, add, draft};
use crate::rules::{Draft, Group};

/// The sorts of aggregates that are looked at.
pub(super) const SORTS: &[&str] = &["sum"];

/// How many sentences of a group are looked at.
const SENTENCES: usize = 128;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    for claim in said {
        let judged: Vec<Option<(Vec<&Claim>, Miss)>> = grids.iter().filter_map(|grid| judge(grid, claim)).collect();
        if let Some(Some((parts, miss))) = judged.first()
            && judged.iter().all(Option::is_some)
        {
            out.push(draft(claim, parts, miss));
        }
    }
}

/// The cells that a sentence adds up, and what it misses; none inside where a line fits. `None` where it is not about this table.
#[allow(clippy::option_option, reason = "whether it is judged, and what is wrong")]
fn judge<'a>(grid: &Grid<'a>, claim: &Claim) -> Option<Option<(Vec<&'a Claim>, Miss)>> {
    let said = grid::said(claim);
    let stated = measure(claim)?;
    let figure = stated.figure()?.clone();
    let named = grid.named(said);
    let all: Vec<u32> = grid.names.keys().copied().collect();
    let things = match (grid::counted(claim), named.len()) {
        (Some(of), 0) if of == all.len() => all,
        (of, n) if n >= 2 && of.is_none_or(|of| of == n) => named,
        _ => return None,
    };
    if grid.elsewhen(said) {
        return None;
    }
    let full = |line: &Line<'_>| {
        let unit = line.unit().is_some_and(|unit| alike(unit, &stated.unit));
        unit && things.iter().all(|thing| line.figures().contains_key(thing))
    };
    let parts =
        |line: &Line<'a>| things.iter().filter_map(|thing| line.figures().get(thing).map(|(c, _)| *c)).collect::<Vec<_>>();
    let missed = |line: &Line<'a>| {
        let sum = add(&parts(line))?;
        let apart = if figure > sum.value { &figure - &sum.value } else { &sum.value - &figure };
        let about = if stated.approximate { &figure / ratio(10, 1) } else { ratio(0, 1) };
        Some((apart > (&sum.slack + &stated.half).max(about), sum))
    };
    let lines: Vec<&Line<'a>> = grid.lines.iter().filter(|line| full(line)).collect();
    if lines.iter().any(|line| missed(line).is_some_and(|(missed, _)| !missed)) {
        return Some(None);
    }
    let (line, how) = grid.line(said, full)?;
    let only = grid.lines.iter().filter(|line| !line.figures().is_empty()).count() == 1;
    let sure = matches!(how, Named::Wholly(_)) || lines.len() == 1 && (how != Named::Not || !stated.unit.is_empty() || only);
    let (_, sum) = missed(line).filter(|_| sure)?;
    // What is far from the sum is the sum of something else.
    let near = sum.value < &figure * ratio(4, 3) && figure < &sum.value * ratio(4, 3);
    let cells = parts(line);
    near.then(|| Some((cells, miss_of(sum, figure))))
}

fn miss_of(sum: Sum, stated: num_rational::BigRational) -> Miss {
    Miss { sum, stated }
}
