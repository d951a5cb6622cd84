//! `claims/decisions.csv`: what people decided on findings, one line each, sorted, so that two branches merge line by line.
//!
//! A line that cannot be read holds nothing and is told. Of several lines for one finding the latest counts; where two of the same
//! day differ, none does.

use std::collections::BTreeMap;
use std::str::FromStr as _;

use jiff::civil::Date;

use super::match_up::Entry;
use super::table;
use crate::claim::cell::unguarded;
use crate::claim::csv::Lines;
use crate::finding::{Finding, Verdict};
use crate::source::one_line;

/// Name of the file below the folder of claimlint.toml.
pub const FILE: &str = "claims/decisions.csv";

/// Its columns in order.
pub const COLUMNS: [&str; 9] = ["fingerprint", "decision", "rule", "document", "value", "reason", "author", "date", "expires"];

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// The finding.
    pub fingerprint: String,
    /// What was decided.
    pub verdict: Verdict,
    /// Rule of the finding.
    pub rule: String,
    /// Document where it stood.
    pub document: String,
    /// The figures that the decision is about.
    pub value: String,
    /// Why.
    pub reason: String,
    /// Who.
    pub author: String,
    /// When.
    pub date: Date,
    /// The last day on which it holds.
    pub expires: Option<Date>,
}

impl Decision {
    /// A verdict on a finding as it is today.
    pub fn on(finding: &Finding, verdict: Verdict, reason: &str, author: &str, today: Date, expires: Option<Date>) -> Self {
        Self {
            fingerprint: finding.fingerprint.clone(),
            verdict,
            rule: finding.rule.to_owned(),
            document: finding.primary.document.clone(),
            value: finding.value(),
            reason: one_line(reason),
            author: one_line(author),
            date: today,
            expires,
        }
    }

    /// Whether it holds on a day.
    pub fn holds_on(&self, day: Date) -> bool {
        self.expires.is_none_or(|last| day <= last)
    }

    /// What it is recognised by.
    pub fn entry(&self) -> Entry<'_> {
        Entry { rule: &self.rule, fingerprint: &self.fingerprint, document: &self.document, value: &self.value }
    }
}

/// A line that holds nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its number, from 1.
    pub line: u32,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A column of the header is missing.
    Column(&'static str),
    /// A cell that must not be empty is.
    Empty(&'static str),
    /// A cell holds what its column does not allow.
    Cell(&'static str, String),
    /// Not a row of the table: a mark of a merge, too few cells.
    Row(String),
    /// Two decisions of one day about one finding differ.
    Disagree(String),
}

/// The decisions of a file, by fingerprint, with the line of each.
#[derive(Debug, Clone, Default)]
pub struct Decisions {
    /// Those that can be read, one for each finding.
    pub entries: Vec<(u32, Decision)>,
    /// Lines that hold nothing.
    pub broken: Vec<Broken>,
}

/// Reads the text of the file.
pub fn read(text: &str) -> Decisions {
    let mut found = Decisions::default();
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = Lines::new(text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().cloned().unwrap_or_default();
    let missing = COLUMNS.iter().find(|column| header.iter().all(|name| name.trim() != **column));
    if let Some(&column) = missing {
        if !text.trim().is_empty() {
            found.broken.push(Broken { line: 1, fault: Fault::Column(column) });
        }
        return found;
    }
    let at = |row: &csv::StringRecord, column: &str| {
        let cell = header.iter().position(|name| name.trim() == column).and_then(|place| row.get(place)).unwrap_or_default();
        unguarded(cell).trim().to_owned()
    };
    let mut latest: BTreeMap<String, Vec<(u32, Decision)>> = BTreeMap::new();
    for row in reader.records() {
        match row {
            Err(error) => {
                found.broken.push(Broken { line: lines.of(error.position()), fault: Fault::Row(error.to_string()) });
            }
            Ok(row) => {
                let line = lines.of(row.position());
                match decision(&row, header.len(), &|column| at(&row, column)) {
                    Ok(decision) => latest.entry(decision.fingerprint.clone()).or_default().push((line, decision)),
                    Err(fault) => found.broken.push(Broken { line, fault }),
                }
            }
        }
    }
    for (fingerprint, mut said) in latest {
        said.sort_by(|a, b| (b.1.date, &b.1).cmp(&(a.1.date, &a.1)));
        let contradicts = said.get(1).is_some_and(|(_, other)| {
            let newest = &said[0].1;
            other.date == newest.date
                && (other.verdict, other.expires, &other.value) != (newest.verdict, newest.expires, &newest.value)
        });
        let (line, newest) = said.swap_remove(0);
        if contradicts {
            found.broken.push(Broken { line, fault: Fault::Disagree(fingerprint) });
        } else {
            found.entries.push((line, newest));
        }
    }
    found.broken.sort_by_key(|broken| broken.line);
    found
}

fn decision(row: &csv::StringRecord, columns: usize, cell: &dyn Fn(&'static str) -> String) -> Result<Decision, Fault> {
    if row.len() != columns {
        return Err(Fault::Row(row.iter().collect::<Vec<_>>().join(",").chars().take(80).collect()));
    }
    let needed = |column| Some(cell(column)).filter(|text| !text.is_empty()).ok_or(Fault::Empty(column));
    let day = |column, text: String| Date::from_str(&text).map_err(|_| Fault::Cell(column, text));
    let word = needed("decision")?;
    Ok(Decision {
        fingerprint: needed("fingerprint")?,
        verdict: Verdict::named(&word).ok_or(Fault::Cell("decision", word))?,
        rule: needed("rule")?,
        document: needed("document")?,
        value: cell("value"),
        reason: needed("reason")?,
        author: needed("author")?,
        date: day("date", needed("date")?)?,
        expires: Some(cell("expires")).filter(|text| !text.is_empty()).map(|text| day("expires", text)).transpose()?,
    })
}

/// The text of a file with these decisions.
///
/// # Errors
///
/// None that a decision can cause; the writer's own otherwise.
pub fn write(decisions: &[Decision]) -> std::io::Result<String> {
    let mut sorted: Vec<&Decision> = decisions.iter().collect();
    sorted.sort();
    let rows = sorted.into_iter().map(|decision| {
        [
            decision.fingerprint.clone(),
            decision.verdict.word().to_owned(),
            decision.rule.clone(),
            decision.document.clone(),
            decision.value.clone(),
            // One line a decision: that is what merges.
            one_line(&decision.reason),
            one_line(&decision.author),
            decision.date.to_string(),
            decision.expires.map_or(String::new(), |day| day.to_string()),
        ]
    });
    table::write(&COLUMNS, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "fingerprint,decision,rule,document,value,reason,author,date,expires\n";

    fn line(fingerprint: &str, word: &str, date: &str, expires: &str) -> String {
        format!("{fingerprint},{word},value-conflict,a.md,4 / 5,two models,Ada,{date},{expires}\n")
    }

    #[test]
    fn what_is_written_reads_back() {
        let decision = Decision {
            fingerprint: "f1".into(),
            verdict: Verdict::Accepted,
            rule: "value-conflict".into(),
            document: "价格,页.md".into(),
            value: "=4 / 5".into(),
            reason: "@two \"models\"".into(),
            author: "Ada".into(),
            date: Date::constant(2030, 2, 28),
            expires: Some(Date::constant(2031, 1, 1)),
        };
        let text = write(std::slice::from_ref(&decision)).unwrap_or_default();
        assert!(text.contains("'=4 / 5") && text.contains("\"'@two"), "{text}");
        let read = read(&format!("\u{feff}{}", text.replace('\n', "\r\n")));
        assert_eq!((read.entries, read.broken), (vec![(2, decision)], vec![]));
    }

    #[test]
    fn a_line_that_cannot_be_read_holds_nothing() {
        let text = [
            HEADER,
            &line("a", "accepted", "2030-01-01", ""),
            "<<<<<<< ours\n",
            &line("b", "accepted", "2026-13-45", ""),
            &line("c", "accpeted", "2030-01-01", ""),
            &line("d", "accepted", "2030-01-01", "soon"),
            &line("e", "accepted", "2030-01-01", "").replace("two models", " "),
        ]
        .concat();
        let read = read(&text);
        assert_eq!(read.entries.iter().map(|(line, d)| (*line, d.fingerprint.as_str())).collect::<Vec<_>>(), [(2, "a")]);
        let faults: Vec<_> = read.broken.into_iter().map(|broken| (broken.line, broken.fault)).collect();
        assert_eq!(
            faults,
            [
                (3, Fault::Row("<<<<<<< ours".into())),
                (4, Fault::Cell("date", "2026-13-45".into())),
                (5, Fault::Cell("decision", "accpeted".into())),
                (6, Fault::Cell("expires", "soon".into())),
                (7, Fault::Empty("reason")),
            ]
        );
        assert_eq!(super::read("fingerprint,decision\n").broken[0].fault, Fault::Column("rule"));
        assert_eq!(super::read("").broken, []);
    }

    #[test]
    fn the_latest_of_two_branches_counts() {
        let text = [HEADER, &line("a", "accepted", "2030-01-01", ""), &line("a", "confirmed", "2030-01-02", "")].concat();
        assert_eq!(read(&text).entries[0].1.verdict, Verdict::Confirmed);
        let text = [HEADER, &line("a", "accepted", "2030-01-01", ""), &line("a", "confirmed", "2030-01-01", "")].concat();
        assert_eq!(read(&text).entries, []);
        assert_eq!(read(&text).broken[0].fault, Fault::Disagree("a".into()));
    }

    #[test]
    fn the_last_day_counts() {
        let text = [HEADER, &line("a", "accepted", "2030-01-01", "2030-02-01")].concat();
        let decision = &read(&text).entries[0].1;
        assert!(decision.holds_on(Date::constant(2030, 2, 1)) && !decision.holds_on(Date::constant(2030, 2, 2)));
    }
}
