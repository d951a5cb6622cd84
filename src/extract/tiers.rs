//! Figures that hold for a step of a scale, or for one of several settings, only.
//!
//! - Items that each begin with a range or a bound of one unit are the steps of a scale: "up to 5 m: 220 kr; 5 to 7 m: 320 kr". The
//!   other figures of an item hold for its step.
//! - The cells of a column that run from an open end below to one above are such steps, too: "up to 10 GB", "10 to 50 GB", "above 50 GB".
//! - Rows of one name are the same thing in different settings: the columns that tell them apart say which, and state no fact.

use std::collections::BTreeSet;

use crate::claim::{Claim, Confidence, Kind};
use crate::document::{Block, List, Table};
use crate::extract::tables::{Orientation, header_text, header_unit, mostly_figure};
use crate::extract::{Reader, figure, number};
use crate::quantity::{Bound, Quantity};

/// A longer list is no scale.
const STEPS: usize = 24;

/// Gives the figures of each scale the step that they hold for, and takes the settings of a table for no facts.
pub fn tiers(reader: &Reader<'_>, claims: &mut [Claim]) {
    for (at, list) in reader.document.lists.iter().enumerate() {
        for (block, step) in steps(reader, list) {
            let id = Some(number(block));
            for claim in claims.iter_mut().filter(|c| c.block.as_ref().map(|b| b.id) == id && c.kind == Kind::Quantity) {
                if claim.quote == step {
                    claim.text.get_or_insert_with(|| format!("tier {at}"));
                } else {
                    claim.conditions.insert("tier".into(), step.clone());
                }
            }
        }
    }
    for (at, table) in reader.document.tables.iter().enumerate() {
        for column in ladders(reader, at, table) {
            let own = |c: &&mut Claim| c.table.as_ref().is_some_and(|t| t.id == number(at) && t.column == number(column));
            let number = reader.document.lists.len() + at;
            for claim in claims.iter_mut().filter(|c| c.kind == Kind::Quantity && c.usage.is_none()).filter(own) {
                claim.text.get_or_insert_with(|| format!("tier {number}"));
            }
        }
        for column in settings(reader, at, table) {
            let own = |c: &&mut Claim| c.table.as_ref().is_some_and(|t| t.id == number(at) && t.column == number(column));
            claims
                .iter_mut()
                .filter(|c| c.kind == Kind::Quantity)
                .filter(own)
                .for_each(|claim| claim.confidence = Confidence::Low);
        }
    }
}

/// The items of a scale, each with its step as written; none where a list is no scale.
fn steps(reader: &Reader<'_>, list: &List) -> Vec<(usize, String)> {
    if !(2..=STEPS).contains(&list.items.len()) {
        return Vec::new();
    }
    let mut unit: Option<String> = None;
    let mut found: Vec<(usize, String)> = Vec::new();
    for &at in &list.items {
        let Some(block) = reader.document.blocks.get(at) else { return Vec::new() };
        let Some(step) = step(reader, block) else { return Vec::new() };
        let own = step.canonical.unit.to_string();
        if unit.get_or_insert_with(|| own.clone()) != &own {
            return Vec::new();
        }
        found.push((at, block.text.string.get(step.span.clone()).unwrap_or("").to_owned()));
    }
    let different: BTreeSet<&String> = found.iter().map(|(_, step)| step).collect();
    if different.len() == found.len() { found } else { Vec::new() }
}

/// The range or bound that an item begins with, a few words at most before it and something said behind.
fn step(reader: &Reader<'_>, block: &Block) -> Option<Quantity> {
    const LEAD: usize = 16;
    let text = &block.text.string;
    let first = figure::scan(reader, block).quantities.into_iter().next()?;
    let bounded =
        matches!(first.bound, Bound::Range | Bound::AtLeast | Bound::MoreThan | Bound::AtMost | Bound::LessThan | Bound::UpTo)
            || first.low != first.high;
    let before = text.get(..first.span.start)?;
    let opens = before.chars().count() <= LEAD && !before.contains([':', '：', ',', '，', '。', ';', '；']);
    let behind = text.get(first.span.end..)?.chars().filter(|c| c.is_alphanumeric()).count();
    (bounded && opens && behind >= 2 && !matches!(first.canonical.unit.as_str(), "%" | "x" | "pp")).then_some(first)
}

/// The columns of a table whose cells are the steps of a scale: each a bound or range of one unit and little else, in rising or falling
/// order, open at both ends (nought is an end).
fn ladders(reader: &Reader<'_>, at: usize, table: &Table) -> Vec<usize> {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let body = table.rows.len().saturating_sub(table.header_rows);
    if !(3..=STEPS).contains(&body) || reader.layouts[at].weight_column.is_some() {
        return Vec::new();
    }
    let cell = |row: usize, column: usize| {
        let block = reader.document.blocks.get(table.rows.get(row)?.get(column).copied().flatten()?)?;
        let mut read = figure::scan(reader, block).quantities;
        let only = read.len() == 1 && mostly_figure(&block.text.string);
        only.then(|| read.remove(0))
    };
    let ladder = |column: &usize| {
        let steps: Option<Vec<Quantity>> = (table.header_rows..table.rows.len()).map(|row| cell(row, *column)).collect();
        let Some(mut steps) = steps else { return false };
        let exact = |n: Option<&_>| n.map(crate::quantity::Number::exact);
        let ends = |q: &Quantity| (exact(q.canonical.low.as_ref()), exact(q.canonical.high.as_ref()));
        if ends(&steps[0]).1.is_none() {
            steps.reverse();
        }
        let (first, last) = (ends(&steps[0]), ends(&steps[steps.len() - 1]));
        let nought = first.0.as_ref().is_none_or(|low| *low == num_rational::BigRational::from_integer(0.into()));
        let unit = &steps[0].canonical.unit;
        let bounded =
            |q: &Quantity| q.bound != Bound::Eq && q.canonical.unit == *unit && !matches!(unit.as_str(), "%" | "x" | "pp");
        let rising = steps.windows(2).all(|pair| ends(&pair[0]).0 < ends(&pair[1]).0);
        nought && last.1.is_none() && last.0.is_some() && first.1.is_some() && rising && steps.iter().all(bounded)
    };
    (0..columns).filter(ladder).collect()
}

/// Which columns of a table tell rows of one name apart, and are no results.
fn settings(reader: &Reader<'_>, at: usize, table: &Table) -> BTreeSet<usize> {
    let layout = &reader.layouts[at];
    if layout.orientation != Orientation::Rows || layout.weight_column.is_some() {
        return BTreeSet::new();
    }
    let text = |row: usize, column: usize| {
        let block = table.rows.get(row)?.get(column).copied().flatten()?;
        Some(reader.document.blocks.get(block)?.text.string.trim()).filter(|text| !text.is_empty())
    };
    let body = table.header_rows..table.rows.len();
    // A result is no setting, though it differs as well.
    let measured = |column: &usize| {
        header_unit(&header_text(reader.document, table, *column)).is_some()
            || body.clone().filter_map(|row| text(row, *column)).any(|cell| {
                crate::quantity::scan_known(cell)
                    .quantities
                    .iter()
                    .any(|q| !q.canonical.unit.is_empty() && q.span.end == cell.len())
            })
    };
    let told = layout.identities.iter().flatten().flat_map(|identity| identity.parts.iter().map(|(column, _)| *column));
    told.collect::<BTreeSet<usize>>().into_iter().filter(|column| *column != layout.name_column && !measured(column)).collect()
}
