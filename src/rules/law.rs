//! Laws that the columns of a table keep: one is the sum, the product, the share or the change of others.
//!
//! No header is asked: the rows tell. A law is believed when most rows keep it to the last written digit, and when their figures have so
//! many digits that this is no accident; what it says of the few rows that break it is then worth telling.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Bound, Claim, Kind, exact};
use crate::rules::interval::measure;
use crate::rules::total_mismatch::{is_part, is_subtotal, row_name, totals};

/// Columns and rows that are looked at.
const COLUMNS: usize = 12;
const ROWS: usize = 2_000;

/// Rows that a law is tried on first.
const TRIAL: usize = 8;

/// What stands in front of the last digit that is kept: six decimals.
const SCALE: i128 = 1_000_000;

/// Larger figures than this are left alone, so that products fit.
const LARGEST: i128 = 1_000_000_000_000_000;

/// How the figure of one column follows from those of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// The sum of all others.
    Sum,
    /// The product of two, times a constant.
    Product(i128, i128),
    /// The first in per cent of the second.
    Share,
    /// In per cent of the sum of its column.
    Part,
    /// By how many per cent the second differs from the first.
    Change,
}

/// A row that breaks the law of its table.
#[derive(Debug)]
pub struct Broken<'a> {
    /// The law.
    pub law: Law,
    /// The figure that should follow.
    pub result: &'a Claim,
    /// The figures that it should follow from.
    pub parts: Vec<&'a Claim>,
}

#[derive(Clone, Copy)]
struct Cell<'a> {
    claim: &'a Claim,
    value: i128,
    half: i128,
}

/// A column of figures by row.
#[derive(Clone)]
struct Column<'a> {
    cells: BTreeMap<u32, Cell<'a>>,
    unit: String,
    /// Unit as written, for sums of unlike magnitudes.
    written: String,
}

/// The rows of a table that break a law which the others keep. `wanted` says which laws are asked for.
pub fn broken<'a>(claims: &[&'a Claim], wanted: fn(Law) -> bool) -> Vec<Broken<'a>> {
    let all = columns(claims);
    let judged = |column: &&Column<'_>| column.cells.len() >= 3 && !years(column);
    let columns: Vec<Column<'_>> = all.iter().filter(judged).take(COLUMNS).cloned().collect();
    if columns.len() < 2 {
        return Vec::new();
    }
    let mut believed: Vec<(usize, Tried)> = Vec::new();
    for (result, law, parts) in candidates(&columns).into_iter().filter(|(_, law, _)| wanted(*law)) {
        if let Some(tried) = tried(&columns, result, law, parts) {
            believed.push((tried.evidence, tried));
        }
    }
    // The law with most behind it speaks first; of a row only one is told.
    believed.sort_by(|(a, x), (b, y)| b.cmp(a).then(y.parts.len().cmp(&x.parts.len())).then(y.result.cmp(&x.result)));
    let mut told: BTreeSet<u32> = BTreeSet::new();
    let mut found = Vec::new();
    for (_, tried) in &believed {
        // A row that keeps another law of the same column is explained.
        let explained = |row: &u32| {
            believed.iter().any(|(_, other)| {
                other.result == tried.result
                    && !other.wrong.contains(row)
                    && other.parts.iter().all(|&part| columns[part].cells.contains_key(row))
            })
        };
        for row in tried
            .wrong
            .iter()
            .filter(|row| !told.contains(*row) && !explained(row) && !keeps_with_another(&columns, &all, tried, **row))
            .copied()
            .collect::<Vec<_>>()
        {
            let (Some(result), Some(parts)) = (
                columns[tried.result].cells.get(&row),
                tried.parts.iter().map(|&part| columns[part].cells.get(&row).map(|cell| cell.claim)).collect::<Option<Vec<_>>>(),
            ) else {
                continue;
            };
            told.insert(row);
            found.push(Broken { law: tried.law, result: result.claim, parts });
        }
    }
    found
}

/// Whether a row keeps the law with a figure of another column in place of one of its parts: the largest gain is over the fastest of
/// several runs, whichever column that stands in.
fn keeps_with_another(columns: &[Column<'_>], all: &[Column<'_>], tried: &Tried, row: u32) -> bool {
    let cell = |at: usize| columns[at].cells.get(&row).copied();
    let (Some(result), Some(parts)) = (cell(tried.result), tried.parts.iter().map(|&at| cell(at)).collect::<Option<Vec<_>>>())
    else {
        return false;
    };
    let free = |other: &Cell<'_>| std::iter::once(&result).chain(&parts).all(|own| own.claim.id != other.claim.id);
    tried.law != Law::Sum
        && (0..parts.len()).any(|part| {
            let alike = all.iter().filter(|column| column.unit == columns[tried.parts[part]].unit);
            alike.filter_map(|column| column.cells.get(&row)).filter(|other| free(other)).any(|other| {
                let mut parts = parts.clone();
                parts[part] = *other;
                keeps(tried.law, result, &parts, true)
            })
        })
}

/// The sum of the column that a cell stands in, as written, rows that sum up others left out.
pub fn sum_of_column(claims: &[&Claim], cell: &Claim) -> num_rational::BigRational {
    let column = cell.table.as_ref().map(|place| place.column);
    let own =
        claims.iter().filter(|c| matches!(c.kind, Kind::Quantity | Kind::Score) && c.table.as_ref().map(|t| t.column) == column);
    let counted = own.filter(|c| {
        let name = row_name(c);
        !(totals(&name) || is_subtotal(&name) || is_part(&name))
    });
    counted.filter_map(|c| exact(c.value.as_ref()?.low.as_deref()?)).sum()
}

fn columns<'a>(claims: &[&'a Claim]) -> Vec<Column<'a>> {
    let mut columns: BTreeMap<u32, Column<'a>> = BTreeMap::new();
    let mut twice: BTreeSet<(u32, u32)> = BTreeSet::new();
    for claim in claims.iter().copied().filter(|c| matches!(c.kind, Kind::Quantity | Kind::Score)).take(COLUMNS * ROWS) {
        let (Some(place), Some(written)) = (&claim.table, &claim.value) else { continue };
        let Some(measure) = measure(claim).filter(|m| m.bound == Bound::Eq && !m.approximate && m.figure().is_some()) else {
            continue;
        };
        let (Some(value), Some(precision)) = (written.low.as_deref().and_then(fixed), fixed(&written.precision)) else {
            continue;
        };
        // What sums up other rows keeps the laws of its parts only for sums.
        let name = row_name(claim);
        if totals(&name) || is_subtotal(&name) || is_part(&name) {
            continue;
        }
        let column = columns.entry(place.column).or_insert_with(|| Column {
            cells: BTreeMap::new(),
            unit: measure.unit.clone(),
            written: written.unit.clone(),
        });
        if column.unit != measure.unit || column.written != written.unit {
            column.unit = "?".into();
        }
        if column.cells.insert(place.row, Cell { claim, value, half: precision / 2 }).is_some() {
            twice.insert((place.column, place.row));
        }
    }
    for (column, row) in twice {
        if let Some(column) = columns.get_mut(&column) {
            column.cells.remove(&row);
        }
    }
    columns.into_values().filter(|column| column.unit != "?").collect()
}

/// A number with six decimals as a whole one; `None` where it has more or is too large.
fn fixed(text: &str) -> Option<i128> {
    let scaled = exact(text)? * num_rational::BigRational::from_integer(SCALE.into());
    let value: i128 = scaled.is_integer().then(|| scaled.to_integer().try_into().ok())??;
    (value.abs() < LARGEST).then_some(value)
}

/// Whether a column holds years.
fn years(column: &Column<'_>) -> bool {
    let year = |value: i128| value % SCALE == 0 && (1800..2200).contains(&(value / SCALE));
    column.unit.is_empty() && column.cells.values().all(|cell| year(cell.value))
}

/// What may follow from what: result, law, parts.
fn candidates(columns: &[Column<'_>]) -> Vec<(usize, Law, Vec<usize>)> {
    let count = columns.len();
    let mut found: Vec<(usize, Law, Vec<usize>)> = Vec::new();
    let percent = |at: usize| columns[at].unit == "%";
    for result in 0..count {
        let alike = |at: usize| {
            columns[at].unit == columns[result].unit && columns[at].written == columns[result].written && !percent(at)
        };
        // Runs of columns beside the result, and pairs anywhere.
        for length in 3..count {
            let before = result.checked_sub(length).map(|from| (from..result).collect::<Vec<_>>());
            let behind = (result + length < count).then(|| (result + 1..=result + length).collect::<Vec<_>>());
            for parts in [before, behind].into_iter().flatten().filter(|parts| parts.iter().all(|&at| alike(at))) {
                found.push((result, Law::Sum, parts));
            }
        }
        for a in (0..count).filter(|&a| a != result) {
            if percent(result) && !percent(a) {
                found.push((result, Law::Part, vec![a]));
            }
            for b in (0..count).filter(|&b| b != result && b != a) {
                if a < b && alike(a) && alike(b) {
                    found.push((result, Law::Sum, vec![a, b]));
                }
                if a < b {
                    found.push((result, Law::Product(0, 0), vec![a, b]));
                }
                if percent(result) && columns[a].unit == columns[b].unit && !percent(a) {
                    found.push((result, Law::Share, vec![a, b]));
                    found.push((result, Law::Change, vec![a, b]));
                }
            }
        }
    }
    found
}

/// A law that is believed.
struct Tried {
    result: usize,
    law: Law,
    parts: Vec<usize>,
    evidence: usize,
    wrong: Vec<u32>,
}

fn tried(columns: &[Column<'_>], result: usize, law: Law, parts: Vec<usize>) -> Option<Tried> {
    let mut whole = Vec::new();
    if law == Law::Part {
        let cells = &columns[parts[0]].cells;
        let (value, half) = cells.values().fold((0, 0), |(value, half), cell| (value + cell.value, half + cell.half));
        if cells.len() != columns[result].cells.len() || cells.values().any(|cell| cell.value < 0) || value >= LARGEST {
            return None;
        }
        whole.extend(cells.values().next().map(|cell| Cell { claim: cell.claim, value, half }));
    }
    let rows = || {
        columns[result].cells.iter().filter_map(|(row, cell)| {
            let own: Option<Vec<Cell<'_>>> = parts.iter().map(|&part| columns[part].cells.get(row).copied()).collect();
            let mut own = own?;
            own.extend(&whole);
            Some((*row, *cell, own))
        })
    };
    let law = match law {
        Law::Product(..) => {
            let mut constants = rows().take(TRIAL).filter_map(|(_, cell, own)| constant(cell, &own));
            let first = constants.next()?;
            // The first row may be the wrong one.
            let (num, den) = if constants.clone().any(|c| c == first) { first } else { constants.next().unwrap_or(first) };
            Law::Product(num, den)
        }
        law => law,
    };
    let trial = rows().take(TRIAL).collect::<Vec<_>>();
    let kept = trial.iter().filter(|(_, cell, own)| keeps(law, *cell, own, true)).count();
    if kept * 2 < trial.len() || kept < 2 {
        return None;
    }
    let judged: Vec<(u32, bool, bool, [usize; 2])> = rows()
        .take(ROWS)
        .map(|(row, cell, own)| {
            let (kept, weight) = (|loosely| keeps(law, cell, &own, loosely), |loosely| weight(law, cell, &own, loosely));
            (row, kept(false), kept(true), [weight(true), weight(false)])
        })
        .collect();
    let exactly = judged.iter().filter(|(_, exactly, _, _)| *exactly).count();
    let loosely = judged.iter().filter(|(_, _, loosely, _)| *loosely).count();
    // Where all rows that could keep it keep it to the digit, nothing was rounded before it was worked out.
    let strict = exactly == loosely;
    let right = if strict { exactly } else { loosely };
    let holds = |(_, exactly, loosely, _): &&(u32, bool, bool, [usize; 2])| if strict { *exactly } else { *loosely };
    let evidence = judged.iter().filter(holds).map(|(.., weight)| weight[usize::from(strict)]).sum::<usize>();
    let wrong: Vec<u32> = judged.iter().filter(|row| !holds(row)).map(|(row, ..)| *row).collect();
    let few = wrong.len() * 3 <= right || (wrong.len() == 1 && right >= 2);
    let enough = match law {
        Law::Part => 9,
        _ if columns.len() > 6 => 17,
        _ => 13,
    };
    (right >= 2 && few && evidence >= enough).then_some(Tried { result, law, parts, evidence, wrong })
}

/// The constant between a product and its result: a power of ten, or what parts hours, minutes and seconds, months and years.
fn constant(result: Cell<'_>, parts: &[Cell<'_>]) -> Option<(i128, i128)> {
    const CONSTANTS: &[(i128, i128)] = &[
        (1, 1),
        (1, 10),
        (1, 100),
        (1, 1000),
        (1, 10_000),
        (1, 1_000_000),
        (10, 1),
        (100, 1),
        (1000, 1),
        (10_000, 1),
        (1, 60),
        (60, 1),
        (1, 3600),
        (3600, 1),
        (12, 1),
        (1, 12),
    ];
    let [a, b] = parts else { return None };
    CONSTANTS.iter().copied().find(|&(num, den)| keeps(Law::Product(num, den), result, &[*a, *b], true))
}

/// Whether a row keeps a law: with the parts as they are written, or `loosely` as they may have been rounded.
fn keeps(law: Law, result: Cell<'_>, parts: &[Cell<'_>], loosely: bool) -> bool {
    let (c, half) = (result.value, result.half);
    match (law, parts) {
        (Law::Sum, parts) => {
            let sum: i128 = parts.iter().map(|cell| cell.value).sum();
            (sum - c).abs() <= half + reach(law, result, parts, loosely)
        }
        (Law::Product(num, den), [a, b]) => {
            let (product, stated) = (a.value * b.value * num, c * SCALE * den);
            (product - stated).abs() <= half * SCALE * den + reach(law, result, parts, loosely)
        }
        (Law::Share | Law::Part, [a, b]) => {
            b.value > 0 && (100 * a.value * SCALE - c * b.value).abs() <= half * b.value + reach(law, result, parts, loosely)
        }
        (Law::Change, [a, b]) => {
            let moved = (b.value - a.value).abs();
            a.value > 0 && (100 * moved * SCALE - c.abs() * a.value).abs() <= half * a.value + reach(law, result, parts, loosely)
        }
        _ => false,
    }
}

/// By how much the parts may miss the result because they were rounded, in the measure in which [`keeps`] compares; none where they are
/// taken as written.
fn reach(law: Law, result: Cell<'_>, parts: &[Cell<'_>], loosely: bool) -> i128 {
    let (c, half) = (result.value, result.half);
    match (law, parts) {
        _ if !loosely => 0,
        (Law::Sum, parts) => parts.iter().map(|cell| cell.half).sum(),
        (Law::Product(num, _), [a, b]) => (a.value.abs() * b.half + b.value.abs() * a.half + a.half * b.half) * num,
        (Law::Share | Law::Part, [a, b]) => 100 * a.half * SCALE + (c.abs() + half) * b.half,
        (Law::Change, [a, b]) => 100 * (a.half + b.half) * SCALE + (c.abs() + half) * a.half,
        _ => 0,
    }
}

/// How many bits of the result say that a row keeps its law by no accident, within the reach in which it is asked to; none where the law is
/// empty: nothing added, times one.
fn weight(law: Law, result: Cell<'_>, parts: &[Cell<'_>], loosely: bool) -> usize {
    let telling = match law {
        Law::Sum => parts.iter().filter(|cell| cell.value != 0).count() > 1,
        Law::Product(..) => parts.iter().all(|cell| cell.value != 0 && cell.value.abs() != SCALE),
        Law::Share | Law::Part => parts.iter().all(|cell| cell.value != 0) && result.value != 100 * SCALE,
        Law::Change => result.value != 0,
    };
    let one = match (law, parts) {
        (Law::Product(_, den), _) => SCALE * den,
        (Law::Share | Law::Part, [_, b]) => b.value.abs(),
        (Law::Change, [a, _]) => a.value.abs(),
        _ => 1,
    };
    let slack = 2 * (result.half * one + reach(law, result, parts, loosely));
    let steps = result.value.abs() * one / slack.max(1);
    if telling && steps > 0 { steps.ilog2() as usize } else { 0 }
}
