//! A column of a table that says by how much another column changed from row to row.
//!
//! Which column it is of, and which way the rows run, the rows themselves tell: the one that fits most of them, and at least half.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, Span, decimal, measure, ratio, with_unit};
use crate::rules::{Draft, Group, confidence, passage, words};

/// Marks the group of a table.
pub const TABLE: &str = "table\u{1f}";

/// Columns that are tried, and rows.
const COLUMNS: usize = 16;
const ROWS: usize = 2_000;

/// Words that make a percentage a change.
const CHANGE: &[&str] = &[
    "change",
    "growth",
    "increase",
    "decrease",
    "delta",
    "yoy",
    "mom",
    "qoq",
    "diff",
    "difference",
    "gain",
    "increment",
    "变化",
    "变动",
    "增长",
    "增幅",
    "涨幅",
    "跌幅",
    "降幅",
    "同比",
    "环比",
    "增速",
    "升降",
];

type Column<'a> = BTreeMap<u32, (&'a Claim, Measure)>;

/// Checks each column of changes of the table.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.claims.len() < 6 {
        return;
    }
    // No column of percentages, no column of changes.
    let percentage = |c: &&&Claim| c.canonical.as_ref().is_some_and(|value| value.unit == "%");
    if group.claims.iter().filter(percentage).take(3).count() < 3 {
        return;
    }
    let mut columns: BTreeMap<u32, Column<'_>> = BTreeMap::new();
    for claim in group.claims.iter().take(COLUMNS * ROWS) {
        let Some(table) = &claim.table else { continue };
        if let Some(measure) = measure(claim).filter(|m| m.bound == Bound::Eq && m.figure().is_some()) {
            columns.entry(table.column).or_default().insert(table.row, (*claim, measure));
        }
    }
    // What the header says counts; a table without one goes by what its cells were read as.
    let table = group.claims.iter().find(|c| c.kind == Kind::Table);
    let headers: Vec<String> =
        table.and_then(|c| c.text.as_deref()).unwrap_or("").split(" | ").map(|header| header.trim().to_lowercase()).collect();
    let headed = |column: u32| headers.get(column as usize).filter(|_| headers.iter().any(|h| !h.is_empty()));
    let of_change = |at: u32, column: &Column<'_>| {
        // A cell such as "60% less oil" tells its own change.
        let plain = |metric: &str| !metric.ends_with("_increase") && !metric.ends_with("_decrease");
        let metric = |c: &Claim| c.metric.as_deref().filter(|metric| plain(metric)).unwrap_or_default().to_lowercase();
        let named = match headed(at) {
            Some(header) => header.split(|c: char| !c.is_alphanumeric()).any(is_change),
            None => column.values().all(|(c, _)| metric(c).split(['_', '-']).any(is_change)),
        };
        named && column.values().all(|(_, m)| m.unit == "%")
    };
    let (changes, values): (Vec<_>, Vec<_>) = columns.iter().take(COLUMNS).partition(|(at, column)| of_change(**at, column));
    let (changes, values): (Vec<_>, Vec<_>) =
        (changes.into_iter().map(|c| c.1).collect(), values.into_iter().map(|c| c.1).collect());
    for change in changes.iter().filter(|column| column.len() >= 3) {
        let candidates = values.iter().filter(|column| !column.values().any(|(_, m)| m.unit == "%"));
        let fits = candidates.flat_map(|column| [(*column, false), (*column, true)]).map(|(column, upwards)| {
            let judged: Vec<Judged<'_>> =
                change.iter().filter_map(|(row, change)| judge(*row, change, column, upwards)).collect();
            (judged.iter().filter(|j| j.fits).count(), judged)
        });
        let Some((right, judged)) = fits.max_by_key(|(right, _)| *right) else { continue };
        if right >= 2 && right * 2 >= judged.len() {
            out.extend(judged.iter().filter(|j| !j.fits).map(draft));
        }
    }
}

pub fn is_change(word: &str) -> bool {
    CHANGE.iter().any(|c| if c.is_ascii() { word == *c } else { word.contains(c) })
}

/// A change held against the values of its row and of the row before.
struct Judged<'a> {
    change: &'a Claim,
    before: &'a Claim,
    after: &'a Claim,
    /// What the change is, in per cent.
    right: BigRational,
    fits: bool,
    /// The printed figure is that of the change the other way round, or against the row before last.
    other: Option<(&'static str, &'a Claim)>,
}

fn judge<'a>(row: u32, change: &(&'a Claim, Measure), column: &Column<'a>, upwards: bool) -> Option<Judged<'a>> {
    let (after, of_after) = column.get(&row)?;
    let behind = |steps: u32| if upwards { row.checked_add(steps) } else { row.checked_sub(steps) };
    let (before, of_before) = behind(1).and_then(|at| column.get(&at))?;
    let percent = |from: &BigRational, to: &BigRational| (!from.is_zero()).then(|| (to - from) / from * ratio(100, 1));
    let (from, to) = (of_before.figure()?, of_after.figure()?);
    let right = percent(from, to)?;
    // What rounding of the two values lets the change be.
    let slack = (&of_before.half + &of_after.half) / from.clone() * ratio(100, 1);
    let slack = if slack < BigRational::zero() { -slack } else { slack };
    let stated = change.1.widened();
    let meets = |value: &BigRational| Span::point(value).widened(&slack, None).meets(&stated);
    let inverse = percent(to, from).filter(|value| meets(value)).map(|_| ("inverse", *before));
    let earlier = || {
        let (first, measure) = behind(2).and_then(|at| column.get(&at))?;
        percent(measure.figure()?, to).filter(|value| meets(value)).map(|_| ("earlier", *first))
    };
    Some(Judged { change: change.0, before, after, fits: meets(&right), other: inverse.or_else(earlier), right })
}

fn draft(judged: &Judged<'_>) -> Draft {
    let tenth = |n: &BigRational| (n * ratio(100, 1)).round() / ratio(100, 1);
    let right = with_unit(&tenth(&judged.right), "%");
    let figure = |claim: &Claim| measure(claim).and_then(|m| m.figure().map(decimal)).unwrap_or_default();
    let (before, after) = (figure(judged.before), figure(judged.after));
    let message = match judged.other {
        Some((message, _)) => message,
        None => "column",
    };
    let mut related = vec![passage(judged.after, "change-here"), passage(judged.before, "change-here")];
    related
        .extend(judged.other.iter().filter(|(message, _)| *message == "earlier").map(|(_, claim)| passage(claim, "base-here")));
    Draft {
        severity: None,
        confidence: confidence([judged.change, judged.before, judged.after]),
        message,
        help: "help",
        args: BTreeMap::from([
            ("a", words(&judged.change.quote)),
            ("change", format!("{before} → {after}")),
            ("right", right.clone()),
            ("base", judged.other.map(|(_, claim)| figure(claim)).unwrap_or_default()),
        ]),
        arithmetic: format!("({after} − {before}) ÷ {before} = {right} ≠ {}", words(&judged.change.quote)),
        primary: passage(judged.change, ""),
        related,
    }
}
