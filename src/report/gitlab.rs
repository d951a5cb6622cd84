//! [Code quality] of GitLab: a list of issues in the format of Code Climate, as a merge request shows them.
//!
//! GitLab drops an issue whose fingerprint it has seen, so equal ones are told apart by a number.
//!
//! [Code quality]: https://docs.gitlab.com/ci/testing/code_quality/

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Report, sentences, told};
use crate::finding::Severity;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// The report as GitLab's JSON.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> Result<String, serde_json::Error> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let issues: Vec<Issue<'_>> = report
        .findings
        .iter()
        .map(|finding| {
            let nth = seen.entry(finding.fingerprint.as_str()).or_default();
            *nth += 1;
            let fingerprint = if *nth == 1 { finding.fingerprint.clone() } else { format!("{}-{nth}", finding.fingerprint) };
            let place = finding.primary.place;
            Issue {
                description: told(finding, &sentences(finding, report), report.language),
                check_name: finding.rule,
                fingerprint,
                severity: match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Note => "info",
                },
                location: Location {
                    path: &finding.primary.document,
                    lines: Lines { begin: place.map_or(1, |p| p.line), end: place.map_or(1, |p| p.end_line) },
                },
            }
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&issues)?;
    text.push('\n');
    Ok(text)
}
