//! "Six of the seven loaves are vegan", and the table says five.
//!
//! What the six are the sentence tells by the words of a column of ticks, by a limit of a column's figures, or by what the cells of a
//! column say. A sentence that tells none of them, or more than one, is left alone.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Kind};
use crate::extract::figures;
use crate::lexicon::{holds, words};
use crate::rules::grid::{self, Grid, Named, alike, base, plain};
use crate::rules::interval::{Measure, Span, measure, ratio};
use crate::rules::{Draft, Group, RELATED, confidence, passage, words as shown};

/// The sorts of aggregates that are looked at.
pub(super) const SORTS: &[&str] = &["of", "all", "none"];

/// How many sentences of a group are looked at.
const SENTENCES: usize = 256;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    for claim in said {
        let of = grid::counted(claim);
        // Without a number of rows, the sentence names what the rows are.
        let about = |grid: &Grid<'_>| {
            of.map_or_else(|| claim.canonical.is_none() && grid.speaks_of_rows(grid::said(claim)), |of| grid.names.len() == of)
        };
        // A table of its own section comes before those of others.
        let near = grids.iter().any(|g| g.document() == claim.document && g.heading() == claim.heading);
        let placed = |g: &Grid<'_>| !near || g.document() == claim.document && g.heading() == claim.heading;
        let fitting = grids.iter().filter(|g| placed(g) && about(g) && !g.elsewhen(grid::said(claim)));
        let judged: Vec<(usize, Counted<'_>)> =
            fitting.filter_map(|grid| Some((grid.names.len(), count(grid, grid::said(claim))?))).collect();
        let fits = |(of, counted): &(usize, Counted<'_>)| told(claim, *of).is_none_or(|told| told.meets(&counted.span()));
        if let [(of, first), ..] = judged.as_slice()
            && !judged.iter().any(fits)
        {
            out.push(draft(claim, *of, first));
        }
    }
}

/// How many rows a sentence says; `None` where that is no number.
fn told(claim: &Claim, of: usize) -> Option<Span> {
    let point = |n: i64| Span::point(&ratio(n, 1));
    match claim.text.as_deref()? {
        "all" => Some(point(i64::try_from(of).ok()?)),
        "none" => Some(point(0)),
        _ => measure(claim).map(|m| m.stated),
    }
}

/// How many rows are so, at least and at most: a figure on the limit itself counts as both.
struct Counted<'a> {
    low: usize,
    high: usize,
    yes: Vec<&'a Claim>,
    no: Vec<&'a Claim>,
}

impl Counted<'_> {
    fn span(&self) -> Span {
        let end = |n: usize| i64::try_from(n).ok().map(|n| ratio(n, 1));
        Span { low: end(self.low), high: end(self.high), low_open: false, high_open: false }
    }
}

fn count<'a>(grid: &Grid<'a>, said: &str) -> Option<Counted<'a>> {
    let limits: Vec<(Claim, Measure)> =
        figures(said).into_iter().filter_map(|(_, claim)| measure(&claim).map(|m| (claim, m))).collect();
    let lower = said.to_lowercase();
    // Two things at once: which of them is counted nobody knows.
    let several = holds(&lower, &["and", "or", "but", "both"])
        || ["且", "并", "或", "以及", "和", "又", "但"].iter().any(|w| lower.contains(w));
    match limits.as_slice() {
        _ if several => None,
        [] => ticks(grid, said, &lower).or_else(|| sorts(grid, &lower)),
        [(_, limit)] if is_limit(limit) => by_limit(grid, said, limit),
        [(_, limit)] if limit.bound == Bound::Eq => sorts(grid, &lower),
        _ => None,
    }
}

fn is_limit(limit: &Measure) -> bool {
    limit.stated.low.is_none() != limit.stated.high.is_none() && !limit.approximate
}

/// Rows whose figure keeps a limit.
fn by_limit<'a>(grid: &Grid<'a>, said: &str, limit: &Measure) -> Option<Counted<'a>> {
    let unit = base(&limit.unit);
    let (line, named) =
        grid.line(said, |line| line.unit().is_some_and(|own| alike(own, unit)) && line.figures().len() == grid.names.len())?;
    if named == Named::Not && (unit.is_empty() || grid.lines.iter().filter(|l| l.unit() == Some(unit)).count() > 1) {
        return None;
    }
    let mut counted = Counted { low: 0, high: 0, yes: Vec::new(), no: Vec::new() };
    for (claim, measure) in line.figures().into_values() {
        let figure = measure.figure()?;
        let kept = keeps(figure, limit);
        counted.low += usize::from(kept == Kept::Yes);
        counted.high += usize::from(kept != Kept::No);
        if kept == Kept::No { counted.no.push(claim) } else { counted.yes.push(claim) }
    }
    Some(counted)
}

/// Whether a figure keeps a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Kept {
    /// It does.
    Yes,
    /// It is the limit.
    Just,
    /// It does not.
    No,
}

/// Holds a figure against a limit that is open to one side.
pub(in crate::rules) fn keeps(figure: &BigRational, limit: &Measure) -> Kept {
    let (end, within) = match (&limit.stated.low, &limit.stated.high) {
        (Some(low), None) => (low, figure > low),
        (None, Some(high)) => (high, figure < high),
        _ => return Kept::Just,
    };
    match (figure == end, within) {
        (true, _) => Kept::Just,
        (_, true) => Kept::Yes,
        _ => Kept::No,
    }
}

/// Rows that a column of ticks affirms.
fn ticks<'a>(grid: &Grid<'a>, said: &str, lower: &str) -> Option<Counted<'a>> {
    let all = |line: &grid::Line<'_>| line.cells.len() == grid.names.len() && line.cells.values().all(|c| c.says.is_some());
    let (line, named) = grid.line(said, all)?;
    let enough = match named {
        Named::Wholly(_) => true,
        // At least half of the heading's letters.
        Named::Partly(letters) => {
            let header = line.asked();
            letters * 2 > if header.is_ascii() { header.len() } else { header.chars().count() * 2 }
        }
        Named::Not => false,
    };
    if !enough {
        return None;
    }
    let rest = line.asked().split_whitespace().fold(lower.to_owned(), |text, word| text.replace(word, " "));
    let negated = holds(&rest.replace('’', "'"), words("negation"));
    let mut counted = Counted { low: 0, high: 0, yes: Vec::new(), no: Vec::new() };
    for cell in line.cells.values() {
        let yes = cell.says? != negated;
        counted.low += usize::from(yes);
        if yes { counted.yes.push(cell.claim) } else { counted.no.push(cell.claim) }
    }
    counted.high = counted.low;
    Some(counted)
}

/// Rows whose cell in a column of words is what the sentence says.
fn sorts<'a>(grid: &Grid<'a>, lower: &str) -> Option<Counted<'a>> {
    if holds(&lower.replace('’', "'"), words("negation")) {
        return None;
    }
    let mut found: Option<usize> = None;
    for line in grid.lines.iter().filter(|line| line.texts.len() == grid.names.len()) {
        let values: BTreeMap<String, usize> = line.texts.values().fold(BTreeMap::new(), |mut counts, text| {
            *counts.entry(plain(text)).or_default() += 1;
            counts
        });
        let told: Vec<usize> = values
            .iter()
            .filter(|(value, _)| value.chars().count() >= 2 && holds(lower, &[value.as_str()]))
            .map(|(_, count)| *count)
            .collect();
        match (told.as_slice(), found) {
            ([], _) => {}
            // Sorts of which none stands twice are names.
            ([count], None) if values.len() < line.texts.len() => found = Some(*count),
            _ => return None,
        }
    }
    found.map(|n| Counted { low: n, high: n, yes: Vec::new(), no: Vec::new() })
}

fn draft(claim: &Claim, of: usize, counted: &Counted<'_>) -> Draft {
    let found = if counted.low == counted.high { counted.low.to_string() } else { format!("{}–{}", counted.low, counted.high) };
    let more =
        told(claim, of).and_then(|told| told.low).is_some_and(|told| told > ratio(i64::try_from(counted.high).unwrap_or(0), 1));
    let against = if more { &counted.no } else { &counted.yes };
    Draft {
        severity: None,
        confidence: confidence([claim]),
        message: "share",
        help: "share-help",
        args: BTreeMap::from([
            ("a", shown(&claim.quote)),
            ("found", found.clone()),
            ("of", of.to_string()),
            ("said", shown(grid::said(claim))),
        ]),
        arithmetic: format!("{} ≠ {found} / {of}", shown(&claim.quote)),
        primary: passage(claim, ""),
        related: against.iter().take(RELATED).map(|c| passage(c, "cell")).collect(),
    }
}
