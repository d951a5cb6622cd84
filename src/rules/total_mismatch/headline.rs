//! "A server with 47 tools", and the table that counts the tools by category adds up to 64.
//!
//! Only what a document says before its first section is its count of all; further down a sentence may count some of them.

use crate::claim::wording::tokens::content;
use crate::claim::wording::{COUNT, Near};
use crate::claim::{Bound, Claim, Kind};
use crate::rules::grid::{self, Grid, Line};
use crate::rules::interval::{measure, ratio};
use crate::rules::total_mismatch::{Miss, Sum, add, draft, is_whole};
use crate::rules::{Draft, Group};

/// A smaller number counts some of the things.
const LEAST: i64 = 5;

/// How many counts of a group are looked at.
const COUNTS: usize = 32;

/// Whether a record counts things at the head of its document.
pub(super) fn counts(claim: &Claim) -> bool {
    let kind = claim.kind == Kind::Count || claim.wording.as_ref().is_some_and(|wording| wording.dimension == COUNT);
    claim.table.is_none() && kind && is_whole(claim) && !claim.heading.contains(" > ")
}

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let counts: Vec<&Claim> = group.claims.iter().copied().filter(|claim| counts(claim)).take(COUNTS).collect();
    if counts.is_empty() {
        return;
    }
    let grids: Vec<Grid<'_>> = grid::grids(group.claims).into_iter().filter(Grid::divides).collect();
    for claim in counts {
        // What stands under a heading of its own is no part of another's.
        let above = |grid: &&Grid<'_>| {
            grid.lines
                .iter()
                .flat_map(|line| line.figures().into_values())
                .next()
                .is_none_or(|(cell, _)| claim.heading.is_empty() || cell.heading.starts_with(claim.heading.as_str()))
        };
        let judged: Vec<Option<(Vec<&Claim>, Miss)>> =
            grids.iter().filter(above).flat_map(|grid| grid.lines.iter().filter_map(|line| judge(grid, line, claim))).collect();
        if let [Some((parts, miss))] = &judged[..] {
            out.push(draft(claim, parts, miss));
        }
    }
}

/// The cells of a column that is headed by what is counted, and what the count misses; none inside where it fits.
#[allow(clippy::option_option, reason = "whether it is judged, and what is wrong")]
fn judge<'a>(grid: &Grid<'a>, line: &Line<'a>, claim: &Claim) -> Option<Option<(Vec<&'a Claim>, Miss)>> {
    let stated = measure(claim).filter(|m| m.bound == Bound::Eq && !m.approximate)?;
    let figure = stated.figure()?.clone();
    let cells: Vec<&Claim> = line.figures().into_values().map(|(cell, _)| cell).collect();
    let whole = cells.len() == grid.names.len() && cells.len() > 2 && cells.iter().all(|cell| is_whole(cell));
    if !whole || figure < ratio(LEAST, 1) || !counts_of(claim, &line.header) {
        return None;
    }
    let sum = add(&cells)?;
    if sum.value == figure {
        return Some(None);
    }
    let near = sum.value < &figure * ratio(2, 1) && figure < &sum.value * ratio(2, 1);
    let of_one = sum.terms.iter().any(|term| term >= &figure);
    let sum = Sum { slack: ratio(0, 1), drift: ratio(0, 1), ..sum };
    (near && !of_one).then_some(Some((cells, Miss { sum, stated: figure })))
}

/// Whether a count is one of what a header names.
fn counts_of(claim: &Claim, header: &str) -> bool {
    let header = content(header);
    let told = claim.text.as_deref().filter(|_| claim.kind == Kind::Count).map(content).unwrap_or_default();
    let core = |word: &str| claim.wording.as_ref().is_some_and(|wording| wording.words.get(word) == Some(&Near::Core));
    !header.is_empty() && header.iter().all(|word| told.contains(word) || core(word))
}
