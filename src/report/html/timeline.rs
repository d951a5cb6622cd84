//! Open findings over time: a line a severity, and the same as a table for those who do not see it.

use serde::Serialize;

use super::super::words::neutral;
use super::super::{Language, Report};
use super::word;
use crate::ledger::timeline::{self, Counts, Row};

/// Size of the drawing; a state for each unit of its width at most.
const WIDE: u64 = 720;
const HIGH: usize = 160;

/// States that the table shows: the latest.
const ROWS: usize = 50;

/// The name of a severity, and how many findings of it are open.
type Level = (&'static str, fn(&Counts) -> usize);

#[derive(Serialize)]
pub(super) struct Timeline {
    /// What the drawing shows, in words.
    label: String,
    /// Days of the first and the last state.
    from: String,
    to: String,
    /// The number at the top of the drawing.
    top: usize,
    lines: Vec<Line>,
    median: Option<String>,
    /// How many states the table leaves out, in words.
    left: Option<String>,
    rows: Vec<State>,
}

#[derive(Serialize)]
struct Line {
    class: &'static str,
    points: String,
}

#[derive(Serialize)]
struct State {
    date: String,
    commit: String,
    author: String,
    open: [usize; 3],
    new: usize,
    resolved: usize,
    reopened: usize,
    corrections: usize,
}

/// The timeline, where there is a history.
pub(super) fn timeline(report: &Report<'_>) -> Option<Timeline> {
    let rows = report.history;
    let (first, last) = (rows.first()?, rows.last()?);
    let top = rows.iter().map(|row| row.open.errors.max(row.open.warnings).max(row.open.notes)).max().unwrap_or(0).max(1);
    let of: [Level; 3] =
        [("error", |counts| counts.errors), ("warning", |counts| counts.warnings), ("note", |counts| counts.notes)];
    let lines = of.map(|(class, count)| Line { class, points: points(rows, top, count) });
    let language = report.language;
    let said =
        |counts: Counts| {
            of.map(|(class, count)| format!("{} {}", word(class, language), count(&counts)))
                .join(if language == Language::Chinese { "，" } else { ", " })
        };
    let (from, to) = (day(first), day(last));
    let label = format!("{}: {from}: {}; {to}: {}", word("history", language), said(first.open), said(last.open));
    let median = timeline::median(rows).map(|days| word("median", language).replace("{days}", &timeline::decimal(days)));
    let left = rows.len().checked_sub(ROWS).filter(|&left| left > 0);
    let left = left.map(|_| word("of", language).replace("{shown}", &ROWS.to_string()).replace("{all}", &rows.len().to_string()));
    Some(Timeline {
        label,
        from,
        to,
        top,
        lines: lines.into(),
        median,
        left,
        rows: rows.iter().rev().take(ROWS).map(state).collect(),
    })
}

fn state(row: &Row) -> State {
    State {
        date: row.date.get(..16).map_or_else(|| row.date.clone(), |date| date.replace('T', " ")),
        commit: neutral(row.commit.get(..8).unwrap_or(&row.commit)).into_owned(),
        author: neutral(&row.author).into_owned(),
        open: [row.open.errors, row.open.warnings, row.open.notes],
        new: row.new.all(),
        resolved: row.resolved.all(),
        reopened: row.reopened.all(),
        corrections: row.corrections,
    }
}

fn day(row: &Row) -> String {
    row.date.get(..10).unwrap_or(&row.date).to_owned()
}

/// The corners of a line that steps from count to count; of the states within one unit of the width the last one.
fn points(rows: &[Row], top: usize, count: fn(&Counts) -> usize) -> String {
    let seconds = |row: &Row| timeline::seconds(&row.date).unwrap_or(0);
    let (start, end) = rows.iter().fold((i64::MAX, i64::MIN), |(low, high), row| (low.min(seconds(row)), high.max(seconds(row))));
    let long = u64::try_from(end.saturating_sub(start)).unwrap_or(0).max(1);
    let mut steps: Vec<(u64, usize)> = Vec::new();
    for row in rows {
        let since = u64::try_from(seconds(row).saturating_sub(start)).unwrap_or(0);
        let x = since.saturating_mul(WIDE) / long;
        let y = HIGH - count(&row.open) * HIGH / top;
        match steps.last_mut() {
            // A clock may have gone backwards: the line does not.
            Some(last) if last.0 >= x => last.1 = y,
            _ => steps.push((x, y)),
        }
    }
    let mut points = Vec::new();
    let mut before = None;
    for (x, y) in steps.iter().copied().chain(steps.last().map(|&(_, y)| (WIDE, y))) {
        points.extend(before.filter(|&old| old != y).map(|old| format!("{x},{old}")));
        if before != Some(y) || x == WIDE {
            points.push(format!("{x},{y}"));
        }
        before = Some(y);
    }
    points.dedup();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(date: &str, errors: usize) -> Row {
        Row { date: date.into(), open: Counts { errors, ..Counts::default() }, ..Row::default() }
    }

    #[test]
    fn a_line_steps_from_state_to_state() {
        let rows = [row("2030-01-01", 2), row("2030-01-06", 1), row("2030-01-06T00:01:00Z", 0), row("2030-01-11", 0)];
        assert_eq!(points(&rows, 2, |counts| counts.errors), "0,0 360,0 360,160 720,160");
        assert_eq!(points(&rows[..1], 2, |counts| counts.errors), "0,0 720,0");
        let back = [row("2030-01-05", 1), row("2030-01-01", 2), row("2030-01-09", 1)];
        assert_eq!(points(&back, 2, |counts| counts.errors), "360,0 720,0 720,80");
    }

    #[test]
    fn a_long_history_stays_small() {
        let rows: Vec<Row> = (0..20_000)
            .map(|at| row(&jiff::Timestamp::from_second(at * 3600).unwrap().to_string(), usize::try_from(at % 7).unwrap()))
            .collect();
        let report = Report { history: &rows, ..Report::default() };
        let timeline = timeline(&report).unwrap();
        assert!(timeline.lines.iter().all(|line| line.points.len() < 20_000));
        assert_eq!((timeline.rows.len(), timeline.left.as_deref()), (50, Some("50 of 20000")));
    }
}
