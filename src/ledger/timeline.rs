//! `reports/history.csv`: one line for each state of the documents, oldest first: how many findings were open, and how many came,
//! went and came back.
//!
//! A line also says after how many days each finding that went had been open, so that the median needs no other file.

use jiff::Timestamp;
use jiff::civil::Date;

use super::table::{self, Fault};
use crate::finding::Severity;
use crate::source::one_line;

/// Name of the file below the folder of claimlint.toml.
pub const FILE: &str = "reports/history.csv";

/// Its columns in order.
pub const COLUMNS: [&str; 18] = [
    "commit",
    "date",
    "author",
    "open_errors",
    "open_warnings",
    "open_notes",
    "new_errors",
    "new_warnings",
    "new_notes",
    "resolved_errors",
    "resolved_warnings",
    "resolved_notes",
    "reopened_errors",
    "reopened_warnings",
    "reopened_notes",
    "settled",
    "corrections",
    "days",
];

/// What stands for the commit of documents that are not committed.
pub const WORKTREE: &str = "worktree";

/// What stands for the commit of a run that was recorded outside a repository.
pub const RUN: &str = "run";

/// Findings by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Counts {
    /// One more.
    pub const fn add(&mut self, severity: Severity) {
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        };
        *count += 1;
    }

    /// All of them.
    pub const fn all(self) -> usize {
        self.errors + self.warnings + self.notes
    }
}

/// One state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The commit; [`WORKTREE`] for documents that are not committed, [`RUN`] for a recorded run.
    pub commit: String,
    /// When: RFC 3339 in UTC, or a day.
    pub date: String,
    /// Who made the state.
    pub author: String,
    /// Open findings.
    pub open: Counts,
    /// Those that were never there before.
    pub new: Counts,
    /// Those that are there no longer.
    pub resolved: Counts,
    /// Those that were resolved before and are back.
    pub reopened: Counts,
    /// Findings that a decision or a comment lets stand.
    pub settled: usize,
    /// Figures whose value changed.
    pub corrections: usize,
    /// For each resolved finding how long it had been open, in hundredths of a day; none for one that was open before the first state.
    pub days: Vec<u64>,
}

/// Reads the text of the file.
///
/// # Errors
///
/// The first line that cannot be read and why.
pub fn read(text: &str) -> Result<Vec<Row>, Fault> {
    let rows = table::read(text, &COLUMNS)?;
    rows.into_iter()
        .map(|row| {
            let number = |at: usize| {
                let cell = &row.cells[at];
                cell.parse::<usize>().map_err(|_| (row.line, format!("`{}` is {cell:?}, not a number", COLUMNS[at])))
            };
            let counts = |at: usize| Ok(Counts { errors: number(at)?, warnings: number(at + 1)?, notes: number(at + 2)? });
            if seconds(&row.cells[1]).is_none() {
                return Err((row.line, format!("`date` is {:?}, not a time as 2030-02-28T10:00:00Z or a day", row.cells[1])));
            }
            let days = row.cells[17]
                .split_whitespace()
                .map(|text| hundredths(text).ok_or_else(|| (row.line, format!("`days` holds {text:?}, not a number of days"))));
            Ok(Row {
                days: days.collect::<Result<_, _>>()?,
                open: counts(3)?,
                new: counts(6)?,
                resolved: counts(9)?,
                reopened: counts(12)?,
                settled: number(15)?,
                corrections: number(16)?,
                commit: row.cells[0].clone(),
                date: row.cells[1].clone(),
                author: row.cells[2].clone(),
            })
        })
        .collect()
}

/// The text of a file with these rows, in their order.
///
/// # Errors
///
/// None that a row can cause; the writer's own otherwise.
pub fn write(rows: &[Row]) -> std::io::Result<String> {
    let rows = rows.iter().map(|row| {
        let [open, new, resolved, reopened] =
            [row.open, row.new, row.resolved, row.reopened].map(|c| [c.errors, c.warnings, c.notes].map(|n| n.to_string()));
        let [[o1, o2, o3], [n1, n2, n3], [d1, d2, d3], [r1, r2, r3]] = [open, new, resolved, reopened];
        [
            row.commit.clone(),
            row.date.clone(),
            one_line(&row.author),
            o1,
            o2,
            o3,
            n1,
            n2,
            n3,
            d1,
            d2,
            d3,
            r1,
            r2,
            r3,
            row.settled.to_string(),
            row.corrections.to_string(),
            row.days.iter().map(|&days| decimal(days)).collect::<Vec<_>>().join(" "),
        ]
    });
    table::write(&COLUMNS, rows)
}

/// The median time from the state that opened a finding to the one that resolved it, in hundredths of a day.
pub fn median(rows: &[Row]) -> Option<u64> {
    let mut all: Vec<u64> = rows.iter().flat_map(|row| row.days.iter().copied()).collect();
    all.sort_unstable();
    let upper = *all.get(all.len() / 2)?;
    Some(if all.len() % 2 == 1 { upper } else { all[all.len() / 2 - 1].midpoint(upper) })
}

/// Hundredths as a decimal without noughts at its end: 350 is 3.5.
pub fn decimal(hundredths: u64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = format!("{part:0<2}");
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if part.len() > 2 || !digits(&part) || !digits(whole) {
        return None;
    }
    whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(part.parse().ok()?)
}

/// The second of a date: that of a time in RFC 3339, or the first of a day in UTC.
pub fn seconds(date: &str) -> Option<i64> {
    if let Ok(time) = date.parse::<Timestamp>() {
        return Some(time.as_second());
    }
    let day = date.parse::<Date>().ok()?;
    jiff::tz::TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok().map(Timestamp::as_second)
}

/// Hundredths of a day between two seconds; none where the second one is earlier.
pub fn between(from: i64, to: i64) -> u64 {
    let seconds = u64::try_from(to.saturating_sub(from)).unwrap_or(0);
    seconds.saturating_mul(100).saturating_add(43_200) / 86_400
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let row = Row {
            commit: "0123abcd".into(),
            date: "2030-02-28T10:00:00Z".into(),
            author: "=Ada".into(),
            open: Counts { errors: 1, warnings: 2, notes: 3 },
            days: vec![350, 7, 1200],
            ..Row::default()
        };
        let text = write(std::slice::from_ref(&row)).unwrap();
        assert!(text.ends_with(",0,0,3.5 0.07 12\n"), "{text}");
        assert_eq!(read(&text), Ok(vec![row]));
        assert_eq!(read(&text.replace("3.5 ", "3.x ")).unwrap_err().1, "`days` holds \"3.x\", not a number of days");
        assert_eq!(read(&text.replace("2030-02", "2030-13")).unwrap_err().0, 2);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let rows = |days: &[u64]| [Row { days: days.to_vec(), ..Row::default() }];
        assert_eq!(median(&rows(&[])), None);
        assert_eq!(median(&rows(&[300, 100, 200])), Some(200));
        assert_eq!(median(&rows(&[100, 400])), Some(250));
        let day = |text| seconds(text).unwrap();
        assert_eq!(decimal(between(day("2030-01-01"), day("2030-01-03T12:00:00Z"))), "2.5");
        assert_eq!(between(day("2030-01-03"), day("2030-01-01")), 0);
        assert_eq!(seconds("2030-01-01T01:00:00+01:00"), seconds("2030-01-01"));
    }
}
