//! "Saturday was the busiest day", and the table's column of visitors has more for Sunday.
//!
//! Of what a superlative speaks is told by its word ("busiest": visitors, passengers, loans), or by words that it shares with a heading.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};
use crate::lexicon::holds;
use crate::lexicon::words as words_of;
use crate::link::shares_words;
use crate::rules::grid::{self, Grid, Line, plain};
use crate::rules::interval::{Measure, stated, stated_beside};
use crate::rules::{Draft, Group, RELATED, confidence, name, passage, words};

/// How many superlatives of a group are looked at.
const SENTENCES: usize = 256;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Superlative, SENTENCES);
    let mut told: BTreeSet<(&str, String, String)> = BTreeSet::new();
    for claim in said {
        let Some(lowest) = super::lowest(claim) else { continue };
        let judged: Vec<Judged<'_>> = grids.iter().filter_map(|grid| judge(grid, claim, lowest)).collect();
        if let Some(first) = judged.first().filter(|_| judged.iter().all(|judged| !judged.better.is_empty()))
            && told.insert((&claim.document, name(claim), name(first.better[0])))
        {
            out.push(draft(claim, first));
        }
    }
}

/// The figure of the thing that is called best, and those that are better, the best first.
struct Judged<'a> {
    own: &'a Claim,
    better: Vec<&'a Claim>,
    less: bool,
}

/// `None` where the superlative is not about this table.
fn judge<'a>(grid: &Grid<'a>, claim: &Claim, lowest: bool) -> Option<Judged<'a>> {
    let limited = claim.conditions.iter().any(|(name, text)| match name.as_str() {
        "among" => text.parse() != Ok(grid.names.len()),
        name => name != "billing",
    });
    if limited || !claim.audience.is_empty() {
        return None;
    }
    let thing = grid.thing(claim)?;
    let metric = claim.metric.as_deref()?;
    // The figures of the metric itself are compared with all others, of this table and elsewhere.
    if grid.lines.iter().any(|l| l.cells.get(&thing).is_some_and(|c| c.claim.metric.as_deref() == Some(metric))) {
        return None;
    }
    let (line, turned) = measured(grid, metric)?;
    let less = lowest != turned;
    let figures = line.figures();
    let (own, measure) = figures.get(&thing)?;
    let figure = measure.figure()?;
    let beats = |m: &Measure| {
        if m.unit != measure.unit {
            return None;
        }
        let theirs = m.figure()?;
        let ahead = if less { figure - theirs } else { theirs - figure };
        Some(ahead > &m.half + &measure.half || ahead > num_traits::zero() && measure.half == m.half && !measure.approximate)
    };
    let mut better: Vec<(&Claim, &Measure)> =
        figures.values().filter(|(_, m)| !m.approximate && beats(m) == Some(true)).map(|(c, m)| (*c, *m)).collect();
    better.sort_by(|(_, a), (_, b)| if less { a.figure().cmp(&b.figure()) } else { b.figure().cmp(&a.figure()) });
    Some(Judged { own, better: better.into_iter().map(|(c, _)| c).collect(), less })
}

/// The line that a superlative's measure is, and whether it runs the other way.
fn measured<'g, 'a>(grid: &'g Grid<'a>, metric: &str) -> Option<(&'g Line<'a>, bool)> {
    if let Some(found) = grid.measured(metric) {
        return Some(found);
    }
    let numeric = |line: &&Line<'_>| line.figures().len() * 2 > grid.names.len() && line.unit().is_some();
    let akin = |line: &&Line<'_>| {
        let header = plain(&line.header);
        shares_words(&header.replace(' ', "-"), metric) || !metric.is_ascii() && header.contains(metric)
    };
    let mut found = grid.lines.iter().filter(numeric).filter(akin);
    let line = found.next().filter(|_| found.next().is_none())?;
    // What counts as more of a rank, or of a rest, nobody knows.
    (!holds(&line.title(), words_of("measure_none"))).then_some((line, false))
}

fn draft(claim: &Claim, judged: &Judged<'_>) -> Draft {
    let best = judged.better[0];
    let sign = if judged.less { "<" } else { ">" };
    let mut related: Vec<_> = judged.better.iter().take(RELATED - 1).map(|c| passage(c, "better")).collect();
    related.push(passage(judged.own, "own"));
    Draft {
        severity: None,
        confidence: confidence([claim, judged.own, best]),
        message: "beaten",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("other", name(best)),
            ("a", words(&judged.own.quote)),
            ("b", words(&best.quote)),
        ]),
        arithmetic: format!("{} {sign} {}", stated_beside(best, judged.own), stated(judged.own)),
        primary: passage(claim, ""),
        related,
    }
}
