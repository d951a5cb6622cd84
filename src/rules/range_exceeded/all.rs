//! "None of the wells exceeded 40 mg/L", and a row of the table does.

use std::collections::BTreeMap;

use crate::claim::{Claim, Kind};
use crate::lexicon::{holds, words as words_of};
use crate::rules::count_mismatch::share::{Kept, keeps};
use crate::rules::grid::{self, Grid, Named, alike, base};
use crate::rules::interval::{Measure, measure, stated, stated_beside};
use crate::rules::{Draft, Group, RELATED, confidence, name, passage, words};

/// The sorts of aggregates that are looked at.
pub(super) const SORTS: &[&str] = &["all"];

/// How many sentences of a group are looked at.
const SENTENCES: usize = 256;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    for claim in said {
        let Some(limit) = measure(claim).filter(|m| m.stated.low.is_none() != m.stated.high.is_none() && !m.approximate) else {
            continue;
        };
        let broken: Vec<Vec<&Claim>> =
            grid::beside(&grids, claim, &limit.unit).filter_map(|grid| breaks(grid, claim, &limit)).collect();
        // Of several tables that it may speak of, it is right of one.
        if let Some(rows) = broken.first().filter(|_| broken.iter().all(|rows| !rows.is_empty())) {
            out.push(draft(claim, rows));
        }
    }
}

/// The cells that break a limit which all are said to keep; `None` where the sentence does not speak of this table.
fn breaks<'a>(grid: &Grid<'a>, claim: &Claim, limit: &Measure) -> Option<Vec<&'a Claim>> {
    let said = grid::said(claim);
    if grid::counted(claim).is_some_and(|of| of != grid.names.len()) || grid.elsewhen(said) || !grid.named(said).is_empty() {
        return None;
    }
    // "Drives more than 2,500 km every month" speaks of all rows only where these are months.
    let by_time = holds(&said.to_lowercase(), words_of("whole_time"));
    if by_time && !grid.names.values().any(|name| holds(&name.to_lowercase(), words_of("season"))) {
        return None;
    }
    let unit = base(&limit.unit);
    let fits =
        |line: &grid::Line<'_>| line.unit().is_some_and(|own| alike(own, unit)) && line.figures().len() * 2 > grid.names.len();
    let (line, named) = grid.line(said, fits)?;
    let alone = grid.lines.iter().filter(|line| fits(line)).count() == 1;
    let of_rows = grid::counted(claim).is_some() || grid.speaks_of_rows(said);
    let sure = match named {
        Named::Wholly(_) => true,
        Named::Partly(_) => alone || of_rows,
        Named::Not => alone && !unit.is_empty() && of_rows,
    };
    sure.then(|| {
        let figures = line.figures().into_values();
        figures
            .filter(|(_, m)| m.figure().is_some_and(|n| keeps(n, limit) == Kept::No && !m.approximate))
            .map(|(c, _)| c)
            .collect()
    })
}

fn draft(claim: &Claim, rows: &[&Claim]) -> Draft {
    let worst = rows[0];
    Draft {
        severity: None,
        confidence: confidence([claim, worst]),
        message: "all",
        help: "all-help",
        args: BTreeMap::from([("a", words(grid::said(claim))), ("subject", name(worst)), ("b", words(&worst.quote))]),
        arithmetic: format!("{} ∉ {}", stated_beside(worst, claim), stated(claim)),
        primary: passage(claim, ""),
        related: rows.iter().take(RELATED).map(|c| passage(c, "row")).collect(),
    }
}
