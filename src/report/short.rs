//! One line a finding, `document:line:column: severity[rule]: message`, as compilers print it and editors read it.

use std::fmt::Write as _;

use super::words::neutral;
use super::{Report, place, sentences, standing};

/// The report in lines; the summary is the last one.
pub fn render(report: &Report<'_>) -> String {
    let mut out = String::new();
    for finding in report.findings {
        let (at, message) = (place(&finding.primary), sentences(finding, report).message);
        // Writing to a String cannot fail.
        let standing = standing(finding, report.language);
        let standing = if standing.is_empty() { standing } else { format!(" [{}]", neutral(&standing)) };
        let (severity, rule) = (finding.severity.word(), finding.rule);
        let _ = writeln!(out, "{}: {severity}[{rule}]: {}{standing}", neutral(&at), neutral(&message));
    }
    let _ = writeln!(out, "{}", report.summary());
    out
}
