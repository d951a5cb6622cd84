//! `claims/baseline.csv`: the findings that were open on the day of `audit --baseline`, one line each, sorted. They are not
//! accepted, only known: a run fails on others. A finding that was mended keeps its line with the day, so that it is recognised
//! should it come back.

use std::str::FromStr as _;

use jiff::civil::Date;
use serde::Deserialize;

use super::match_up::{Entry, Match, match_up};
use super::table::{self, Row};
use crate::finding::{Finding, value};

/// Name of the file below the folder of claimlint.toml.
pub const FILE: &str = "claims/baseline.csv";

/// Its columns in order.
pub const COLUMNS: [&str; 6] = ["fingerprint", "rule", "document", "value", "since", "resolved"];

/// A finding of an earlier run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// Its hash.
    pub fingerprint: String,
    /// Name of its rule.
    pub rule: String,
    /// The document where it stood.
    pub document: String,
    /// The figures that it stood on.
    pub value: String,
    /// The day on which it was first recorded.
    pub since: Option<Date>,
    /// The day on which it was found mended.
    pub resolved: Option<Date>,
}

impl Known {
    fn new(finding: &Finding, since: Date) -> Self {
        Self {
            fingerprint: finding.fingerprint.clone(),
            rule: finding.rule.to_owned(),
            document: finding.primary.document.clone(),
            value: finding.value(),
            since: Some(since),
            resolved: None,
        }
    }

    /// What it is recognised by.
    pub fn entry(&self) -> Entry<'_> {
        Entry { rule: &self.rule, fingerprint: &self.fingerprint, document: &self.document, value: &self.value }
    }
}

/// Reads the text of the file.
///
/// # Errors
///
/// The first line that cannot be read and why: a baseline that is half read would call old findings new.
pub fn read(text: &str) -> Result<Vec<Known>, (u32, String)> {
    let day = |line: u32, column: &str, text: &str| match text {
        "" => Ok(None),
        text => Date::from_str(text).map(Some).map_err(|_| (line, format!("`{column}` is {text:?}, not a day as 2030-02-28"))),
    };
    let rows = table::read(text, &COLUMNS)?;
    rows.into_iter()
        .map(|Row { line, cells: [fingerprint, rule, document, value, since, resolved] }| {
            let (since, resolved) = (day(line, "since", &since)?, day(line, "resolved", &resolved)?);
            Ok(Known { fingerprint, rule, document, value, since, resolved })
        })
        .collect()
}

/// The part of an audit's JSON that a baseline needs.
#[derive(Deserialize)]
struct Audit {
    findings: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    rule: String,
    fingerprint: String,
    primary: Quoted,
    related: Vec<Quoted>,
}

#[derive(Deserialize)]
struct Quoted {
    document: String,
    quote: String,
}

/// The findings of an audit's JSON.
///
/// # Errors
///
/// Line and cause, where the text is no such report.
pub fn from_json(text: &str) -> Result<Vec<Known>, (u32, String)> {
    let audit: Audit =
        serde_json::from_str(text).map_err(|error| (u32::try_from(error.line()).unwrap_or(u32::MAX), error.to_string()))?;
    let known = audit.findings.into_iter().map(|found| Known {
        value: value(std::iter::once(&found.primary).chain(&found.related).map(|passage| passage.quote.as_str())),
        fingerprint: found.fingerprint,
        rule: found.rule,
        document: found.primary.document,
        since: None,
        resolved: None,
    });
    Ok(known.collect())
}

/// The text of a file with these entries.
///
/// # Errors
///
/// None that an entry can cause; the writer's own otherwise.
pub fn write(known: &[Known]) -> std::io::Result<String> {
    let mut sorted: Vec<&Known> = known.iter().collect();
    sorted.sort();
    let day = |day: Option<Date>| day.map_or(String::new(), |day| day.to_string());
    let rows = sorted.into_iter().map(|known| {
        [
            known.fingerprint.clone(),
            known.rule.clone(),
            known.document.clone(),
            known.value.clone(),
            day(known.since),
            day(known.resolved),
        ]
    });
    table::write(&COLUMNS, rows)
}

/// The baseline of the next runs: the open findings of this one, and what was known before and is not there now, as mended. What was
/// known of documents that this run did not read, and of findings that are settled now, stays.
pub fn renewed(
    open: &[&Finding],
    settled: &[&Finding],
    before: &[Known],
    was_read: &dyn Fn(&str) -> bool,
    today: Date,
) -> Vec<Known> {
    let entries: Vec<Entry<'_>> = before.iter().map(Known::entry).collect();
    let findings = [open, settled].concat();
    let matches = match_up(&findings, &entries);
    let mut gone = vec![true; before.len()];
    let mut known: Vec<Known> = Vec::new();
    for (at, (finding, matched)) in findings.iter().zip(matches).enumerate() {
        if at >= open.len() {
            if let Some(matched) = matched {
                gone[matched.entry()] = false;
                known.push(before[matched.entry()].clone());
            }
            continue;
        }
        let since = matched.map(|matched| {
            gone[matched.entry()] = false;
            let old = &before[matched.entry()];
            // What came back, or speaks of other figures, is a finding of today.
            if matches!(matched, Match::Same(_)) && old.resolved.is_none() { old.since.unwrap_or(today) } else { today }
        });
        known.push(Known::new(finding, since.unwrap_or(today)));
    }
    for (old, _) in before.iter().zip(&gone).filter(|(_, gone)| **gone) {
        let resolved = if was_read(&old.document) { old.resolved.or(Some(today)) } else { old.resolved };
        known.push(Known { resolved, ..old.clone() });
    }
    known.sort();
    known
}
