//! "Best overall: X", and the table's column of overall scores puts another first.

use std::collections::BTreeMap;

use crate::claim::{Claim, Kind};
use crate::lexicon::{holds, words};
use crate::rules::grid::{self, Grid, Line, base};
use crate::rules::interval::decimal;
use crate::rules::{Draft, Group, confidence, name, passage};

/// How many picks of a group are looked at.
const PICKS: usize = 64;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let picks: Vec<&Claim> = group.claims.iter().copied().filter(|c| super::is_pick(c)).take(PICKS).collect();
    if picks.is_empty() {
        return;
    }
    let grids = grid::grids(group.claims);
    let mut told: Vec<(&str, String)> = Vec::new();
    for pick in picks.into_iter().filter(|pick| super::unconditional(pick)) {
        let Some((own, best, arithmetic)) = grids.iter().find_map(|grid| beaten(grid, pick)) else { continue };
        let pair = (pick.document.as_str(), name(pick));
        if told.contains(&pair) {
            continue;
        }
        told.push(pair);
        out.push(Draft {
            severity: None,
            confidence: confidence([pick, own, best]),
            message: "not-best",
            help: "help",
            args: BTreeMap::from([("a", name(pick)), ("b", name(best))]),
            arithmetic,
            primary: passage(pick, ""),
            related: vec![passage(best, "first"), passage(own, "own")],
        });
    }
}

/// The score of the pick and the best score, where they differ.
fn beaten<'a>(grid: &Grid<'a>, pick: &Claim) -> Option<(&'a Claim, &'a Claim, String)> {
    let thing = grid.thing(pick)?;
    let mut lines = grid.lines.iter().filter(|line| is_overall(line) && line.figures().len() == grid.names.len());
    let line = lines.next().filter(|_| lines.next().is_none())?;
    let figures = line.figures();
    let (own, measure) = figures.get(&thing)?;
    let (best, most) = figures.values().max_by(|(_, a), (_, b)| a.figure().cmp(&b.figure()))?;
    let (low, high) = (measure.figure()?, most.figure()?);
    (low < high && best.id != own.id).then(|| (*own, *best, format!("{} > {}", decimal(high), decimal(low))))
}

/// Whether a line holds the verdict's own scores: not those of one criterion, and not those of users.
fn is_overall(line: &Line<'_>) -> bool {
    let title = line.title();
    let scores = line.unit().is_some_and(|unit| matches!(base(unit), "" | "%"));
    let figures = line.cells.values().all(|c| matches!(c.claim.kind, Kind::Score | Kind::Quantity));
    scores && figures && words("overall").contains(&title.trim()) && !holds(&title, words("overall_not"))
}
