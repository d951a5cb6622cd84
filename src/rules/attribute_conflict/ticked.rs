//! "Can I use it offline on Basic? No.", and the table ticks it for Basic.

use std::collections::BTreeMap;

use crate::claim::{Claim, Kind};
use crate::rules::grid::{self, Grid, Named};
use crate::rules::{Draft, Group, confidence, name, passage, words};

/// How many sentences of a group are looked at.
const SENTENCES: usize = 256;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    let mut told: Vec<String> = Vec::new();
    for claim in said {
        let found: Vec<(&Claim, bool)> = grids.iter().filter_map(|grid| cell(grid, grid::said(claim))).collect();
        let says = claim.conditions.get("says").map(String::as_str) == Some("yes");
        let Some((cell, _)) = found.first().filter(|_| found.iter().all(|(_, ticked)| *ticked != says)) else { continue };
        if told.contains(&cell.id) {
            continue;
        }
        told.push(cell.id.clone());
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, *cell]),
            message: "ticked",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(cell)),
                ("metric", cell.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", words(&cell.quote)),
            ]),
            arithmetic: String::new(),
            primary: passage(claim, ""),
            related: vec![passage(cell, "other")],
        });
    }
}

/// The tick of the one thing and the one line that a sentence names, and whether it says yes.
fn cell<'a>(grid: &Grid<'a>, said: &str) -> Option<(&'a Claim, bool)> {
    let [thing] = grid.named(said)[..] else { return None };
    let ticks = |line: &grid::Line<'_>| line.cells.get(&thing).is_some_and(|cell| cell.says.is_some());
    let (line, named) = grid.line(said, ticks)?;
    let cell = line.cells.get(&thing)?;
    (matches!(named, Named::Wholly(_)) && !grid.elsewhen(said)).then_some((cell.claim, cell.says?))
}
