//! Annotations of a pull request: [workflow commands] of GitHub Actions, one a finding.
//!
//! GitHub shows ten of each level a step, so the gravest come first and what goes beyond is counted instead of sent; the whole
//! report belongs into the step's summary.
//!
//! [workflow commands]: https://docs.github.com/actions/reference/workflow-commands-for-github-actions

use std::fmt::Write as _;

use super::words::neutral;
use super::{Language, Report, place, sentences, told};
use crate::finding::Severity;

/// Annotations of one level that a step shows.
const SHOWN: usize = 10;

/// The report as workflow commands.
pub fn render(report: &Report<'_>) -> String {
    let mut out = String::new();
    let mut left = 0;
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        // What the baseline knows is no news to a pull request.
        let findings = report.findings.iter().filter(|f| f.severity == severity && !f.standing.status.is_known());
        for (number, finding) in findings.enumerate() {
            if number >= SHOWN {
                left += 1;
                continue;
            }
            let said = sentences(finding, report);
            let mut text = told(finding, &said, report.language);
            for (passage, role) in finding.related.iter().zip(said.roles.iter().skip(1)) {
                // Writing to a String cannot fail; so it is below.
                let _ = write!(text, "\n{}: {} {role}", place(passage), passage.quote);
            }
            let mut properties =
                vec![format!("title=claimlint {}", finding.rule), format!("file={}", property(&finding.primary.document))];
            if let Some(place) = finding.primary.place {
                properties.push(format!("line={}", place.line));
                properties.push(format!("endLine={}", place.end_line));
                // Columns are only understood within one line.
                if place.line == place.end_line {
                    properties.push(format!("col={}", place.column));
                    properties.push(format!("endColumn={}", place.end_column));
                }
            }
            let command = if severity == Severity::Note { "notice" } else { severity.word() };
            let text: Vec<_> = text.lines().map(neutral).collect();
            let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&text.join("\n")));
        }
    }
    if left > 0 {
        let text = if report.language == Language::Chinese {
            format!("另有 {left} 个问题未在此显示，见完整报告")
        } else {
            format!("{left} further findings are not shown here: see the whole report")
        };
        let _ = writeln!(out, "::notice title=claimlint::{}", data(&text));
    }
    // A line of a document never stands at the start of a line here, so that it cannot be a command.
    let _ = writeln!(out, "claimlint: {}", report.summary());
    out
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command.
fn property(text: &str) -> String {
    data(&neutral(text)).replace(':', "%3A").replace(',', "%2C")
}
