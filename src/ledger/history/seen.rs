//! `reports/findings.csv`: the findings that recorded runs saw, where no repository tells it.

use std::str::FromStr as _;

use jiff::Timestamp;

use super::Seen;
use crate::finding::Severity;
use crate::ledger::table::{self, Fault};
use crate::ledger::timeline::seconds;

/// Name of the file below the folder of claimlint.toml.
pub const FILE: &str = "reports/findings.csv";

/// Its columns in order.
pub const COLUMNS: [&str; 7] = ["fingerprint", "rule", "severity", "document", "value", "opened", "resolved"];

/// Reads the text of the file.
///
/// # Errors
///
/// The first line that cannot be read and why.
pub fn read(text: &str) -> Result<Vec<Seen>, Fault> {
    let rows = table::read(text, &COLUMNS)?;
    rows.into_iter()
        .map(|row| {
            let [fingerprint, rule, word, document, value, opened, resolved] = row.cells;
            let severities = [Severity::Error, Severity::Warning, Severity::Note];
            let severity = severities.into_iter().find(|severity| severity.word() == word);
            let severity = severity.ok_or_else(|| (row.line, format!("`severity` is {word:?}, not error, warning or note")))?;
            let resolved =
                bool::from_str(&resolved).map_err(|_| (row.line, format!("`resolved` is {resolved:?}, not true or false")))?;
            let passages = Vec::new();
            Ok(Seen { fingerprint, rule, severity, document, value, opened: seconds(&opened), resolved, passages })
        })
        .collect()
}

/// The text of a file with these findings, sorted.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn write(seen: &[Seen]) -> std::io::Result<String> {
    let day = |second: Option<i64>| {
        second.and_then(|second| Timestamp::from_second(second).ok()).map_or(String::new(), |t| t.to_string())
    };
    let mut rows: Vec<[String; COLUMNS.len()]> = seen
        .iter()
        .map(|seen| {
            [
                seen.fingerprint.clone(),
                seen.rule.clone(),
                seen.severity.word().to_owned(),
                seen.document.clone(),
                seen.value.clone(),
                day(seen.opened),
                seen.resolved.to_string(),
            ]
        })
        .collect();
    rows.sort();
    table::write(&COLUMNS, rows.into_iter())
}
