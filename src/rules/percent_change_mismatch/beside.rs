//! A column that says by how much the two columns before it differ, row by row: "| Item | 2030 | 2031 | Change |".
//!
//! That the two are a value before and one after, their headers tell (years, quarters, before and after), or the rows: most fit.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::columns::is_change;
use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, Span, measure, ratio, stated, stated_beside, with_unit};
use crate::rules::{Draft, Group, confidence, passage, words};

/// Columns and rows that are looked at.
const COLUMNS: usize = 40;
const ROWS: usize = 5_000;

/// Pairs of words of which the first heads the value before and the second the one after.
const PAIRS: &[(&str, &str)] = &[
    ("before", "after"),
    ("old", "new"),
    ("last year", "this year"),
    ("previous", "current"),
    ("prior", "current"),
    ("start", "end"),
    ("改造前", "改造后"),
    ("优化前", "优化后"),
    ("升级前", "升级后"),
    ("调整前", "调整后"),
    ("实施前", "实施后"),
    ("之前", "之后"),
    ("去年", "今年"),
    ("上年", "本年"),
    ("上期", "本期"),
    ("上月", "本月"),
    ("上季度", "本季度"),
    ("上周", "本周"),
    ("期初", "期末"),
    ("年初", "年末"),
    ("原", "现"),
    ("旧", "新"),
];

type Row<'a> = BTreeMap<usize, (&'a Claim, Measure)>;

/// Checks each column of changes of the table against the two columns of values before it.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let Some(table) = group.claims.iter().find(|c| c.kind == Kind::Table) else { return };
    let headers: Vec<&str> = table.text.as_deref().unwrap_or("").split(" | ").map(str::trim).collect();
    if headers.len() > COLUMNS || headers.len() < 4 {
        return;
    }
    let of_change = |header: &str| header.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(is_change);
    let columns: Vec<usize> = (3..headers.len()).filter(|&column| of_change(headers[column])).collect();
    if columns.is_empty() {
        return;
    }
    let mut rows: BTreeMap<u32, Row<'_>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Quantity).take(COLUMNS * ROWS) {
        let (Some(place), Some(measure)) = (&claim.table, measure(claim)) else { continue };
        if measure.bound == Bound::Eq && measure.figure().is_some() && !measure.approximate {
            rows.entry(place.row).or_default().insert(place.column as usize, (*claim, measure));
        }
    }
    for column in columns {
        judge(&headers, column, &rows, out);
    }
}

fn judge(headers: &[&str], column: usize, rows: &BTreeMap<u32, Row<'_>>, out: &mut Vec<Draft>) {
    let Some((before, after, named)) = order(headers[column - 2], headers[column - 1], column) else { return };
    let judged: Vec<(bool, Draft)> = rows
        .values()
        .filter_map(|row| {
            let (from, to, change) = (row.get(&before)?, row.get(&after)?, row.get(&column)?);
            (from.1.unit == to.1.unit && from.1.unit != "%" && change.1.unit == "%").then(|| one(from, to, change))?
        })
        .collect();
    let right = judged.iter().filter(|(fits, _)| *fits).count();
    let sure = if named { judged.len() < 3 || right * 2 >= judged.len() } else { right >= 2 && right * 2 >= judged.len() };
    if sure {
        out.extend(judged.into_iter().filter(|(fits, _)| !fits).map(|(_, draft)| draft));
    }
}

/// Which of two neighbouring columns is the earlier, and whether their headers say so.
fn order(first: &str, second: &str, column: usize) -> Option<(usize, usize, bool)> {
    let (a, b) = (first.to_lowercase(), second.to_lowercase());
    let (left, right) = (column - 2, column - 1);
    for (before, after) in PAIRS {
        if a.contains(before) && b.contains(after) {
            return Some((left, right, true));
        }
        if a.contains(after) && b.contains(before) {
            return Some((right, left, true));
        }
    }
    let number =
        |text: &str| text.split(|c: char| !c.is_ascii_digit()).find(|n| !n.is_empty()).and_then(|n| n.parse::<u32>().ok());
    match (number(&a), number(&b)) {
        (Some(x), Some(y)) if x < y => Some((left, right, true)),
        (Some(x), Some(y)) if x > y => Some((right, left, true)),
        (Some(_), Some(_)) => None,
        _ => Some((left, right, false)),
    }
}

fn one(from: &(&Claim, Measure), to: &(&Claim, Measure), change: &(&Claim, Measure)) -> Option<(bool, Draft)> {
    let (before, after) = (from.1.figure()?, to.1.figure()?);
    if before.is_zero() || before.is_negative() || after.is_negative() {
        return None;
    }
    let percent = |from: &BigRational, to: &BigRational| ((to - from) / from * ratio(100, 1)).abs();
    let slack = (&from.1.half + &to.1.half) / before * ratio(100, 1) * (after / before).max(ratio(1, 1));
    let stated_change = {
        let span = change.1.widened();
        let mut ends = [span.low?.abs(), span.high?.abs()];
        ends.sort();
        let [low, high] = ends;
        Span { low: Some(low), high: Some(high), low_open: false, high_open: false }
    };
    let meets = |value: &BigRational| Span::point(value).widened(&slack, None).meets(&stated_change);
    let right = percent(before, after);
    let shown = with_unit(&((&right * ratio(100, 1)).round() / ratio(100, 1)), "%");
    let inverse = !after.is_zero() && meets(&percent(after, before));
    let (a, b) = (stated(from.0), stated_beside(to.0, from.0));
    let draft = Draft {
        severity: None,
        confidence: confidence([from.0, to.0, change.0]),
        message: if inverse { "inverse" } else { "column" },
        help: "help",
        args: BTreeMap::from([
            ("a", words(&change.0.quote)),
            ("change", format!("{} → {}", words(&from.0.quote), words(&to.0.quote))),
            ("right", shown.clone()),
            ("base", words(&from.0.quote)),
        ]),
        arithmetic: format!("|{b} − {a}| ÷ {a} = {shown} ≠ {}", words(&change.0.quote)),
        primary: passage(change.0, ""),
        related: vec![passage(to.0, "change-here"), passage(from.0, "change-here")],
    };
    Some((meets(&right), draft))
}
