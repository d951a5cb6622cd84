//! "The tallest lighthouses: 1. … 2. …", and the table's column of heights is in another order.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Claim, Kind};
use crate::lexicon::{self, holds};
use crate::rules::grid::{self, Grid, Line, Named};
use crate::rules::{Draft, Group, confidence, passage, words};

/// The sorts of aggregates that are looked at.
pub(super) const SORTS: &[&str] = &["order"];

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut lists: BTreeMap<(&str, &str), Vec<&Claim>> = BTreeMap::new();
    for claim in group.claims.iter().copied().filter(|c| c.kind == Kind::Aggregate).take(1024) {
        if let Some(list) = claim.conditions.get("list") {
            lists.entry((&claim.document, list)).or_default().push(claim);
        }
    }
    if lists.is_empty() {
        return;
    }
    let grids = grid::grids(group.claims);
    for items in lists.values() {
        if let Some((first, second, above, below)) = grids.iter().find_map(|grid| inverted(grid, items)) {
            out.push(Draft {
                severity: None,
                confidence: confidence([first, second, above, below]),
                message: "listed",
                help: "reorder",
                args: BTreeMap::from([
                    ("subject", words(&second.quote)),
                    ("other", words(&first.quote)),
                    ("a", words(&below.quote)),
                    ("b", words(&above.quote)),
                ]),
                arithmetic: String::new(),
                primary: passage(second, ""),
                related: vec![passage(first, "above"), passage(below, "cell"), passage(above, "cell")],
            });
        }
    }
}

type Inverted<'a> = (&'a Claim, &'a Claim, &'a Claim, &'a Claim);

/// The first two neighbours of a list that the table has the other way round: both items, and the cells of both.
fn inverted<'a>(grid: &Grid<'a>, items: &[&'a Claim]) -> Option<Inverted<'a>> {
    let things: Option<Vec<u32>> = items
        .iter()
        .map(|item| match grid.named(&item.quote)[..] {
            [thing] => Some(thing),
            _ => None,
        })
        .collect();
    let things = things?;
    let said = grid::said(items[0]);
    let line = of_order(grid, items[0]).filter(|_| !grid.elsewhen(said))?;
    let figures = line.figures();
    let values: Option<Vec<(&Claim, &BigRational)>> =
        things.iter().map(|thing| figures.get(thing).and_then(|(claim, m)| Some((*claim, m.figure()?)))).collect();
    let values = values?;
    let falls = values.windows(2).filter(|pair| pair[0].1 > pair[1].1).count();
    let rises = values.windows(2).filter(|pair| pair[0].1 < pair[1].1).count();
    // One pair out of order is a slip; more is another order.
    let wrong = |at: &usize| if falls > rises { values[*at].1 < values[at + 1].1 } else { values[*at].1 > values[at + 1].1 };
    let slips: Vec<usize> = (0..values.len() - 1).filter(wrong).collect();
    match slips[..] {
        [at] if falls.max(rises) >= 2 => Some((items[at], items[at + 1], values[at].0, values[at + 1].0)),
        _ => None,
    }
}

/// The line that an order is by: the one of its measure, else the one whose heading its words name.
fn of_order<'g, 'a>(grid: &'g Grid<'a>, claim: &Claim) -> Option<&'g Line<'a>> {
    let numeric = |line: &Line<'_>| line.figures().len() * 2 > grid.names.len();
    let named = grid.line(grid::said(claim), numeric).filter(|(_, named)| *named != Named::Not).map(|(line, _)| line);
    let measured = || grid.measured(claim.metric.as_deref()?).map(|(line, _)| line);
    // "The highest peaks" beside a single column of figures are by that column.
    let only = || {
        let mut lines = grid.lines.iter().filter(|line| numeric(line));
        lines.next().filter(|_| lines.next().is_none() && holds(&grid::said(claim).to_lowercase(), lexicon::words("order_size")))
    };
    named.or_else(measured).or_else(only)
}
