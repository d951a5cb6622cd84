//! For machines: `schemas/audit.schema.json`, version 1.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Report;
use super::sentence::sentences;
use crate::finding::{self, Verdict};

/// Version of the format.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Audit<'a> {
    version: u32,
    findings: Vec<Finding<'a>>,
    /// Of the baseline, and no longer found.
    resolved: Vec<Resolved<'a>>,
    claims: usize,
    coverage: Vec<Coverage<'a>>,
}

/// One finding.
#[derive(Serialize)]
pub(super) struct Finding<'a> {
    rule: &'a str,
    severity: &'a str,
    confidence: &'a str,
    message: String,
    help: String,
    arithmetic: &'a str,
    fingerprint: &'a str,
    status: &'a str,
    decision: Option<&'a str>,
    /// Figures of the baseline, where they differ.
    before: Option<&'a str>,
    /// A decision that holds no longer, in words.
    lapsed: Option<String>,
    primary: Passage<'a>,
    related: Vec<Passage<'a>>,
}

#[derive(Serialize)]
struct Resolved<'a> {
    rule: &'a str,
    document: &'a str,
    value: &'a str,
    fingerprint: &'a str,
}

#[derive(Serialize)]
struct Passage<'a> {
    document: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    quote: &'a str,
}

#[derive(Serialize)]
struct Coverage<'a> {
    document: &'a str,
    seen: usize,
    typed: usize,
    set_aside: &'a BTreeMap<String, usize>,
    compared: usize,
    /// Only where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'a str>,
    unread: Option<&'a str>,
}

/// The report as JSON with a final line end.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> Result<String, serde_json::Error> {
    let coverage = report.coverage.iter().map(|c| Coverage {
        document: &c.document,
        seen: c.seen,
        typed: c.typed,
        set_aside: &c.set_aside,
        compared: c.compared,
        encoding: c.encoding.as_deref(),
        unread: c.unread.as_deref(),
    });
    let resolved = report.resolved.iter().map(|r| Resolved {
        rule: &r.rule,
        document: &r.document,
        value: &r.value,
        fingerprint: &r.fingerprint,
    });
    let audit = Audit {
        version: VERSION,
        findings: findings(report).collect(),
        resolved: resolved.collect(),
        claims: report.claims,
        coverage: coverage.collect(),
    };
    let mut text = serde_json::to_string_pretty(&audit)?;
    text.push('\n');
    Ok(text)
}

/// The findings as the format has them.
pub(super) fn findings<'a>(report: &Report<'a>) -> impl Iterator<Item = Finding<'a>> {
    report.findings.iter().map(|f| {
        let said = sentences(f, report);
        Finding {
            rule: f.rule,
            severity: f.severity.word(),
            confidence: f.confidence.word(),
            message: said.message,
            help: said.help,
            arithmetic: &f.arithmetic,
            fingerprint: &f.fingerprint,
            status: f.standing.status.word(),
            decision: f.standing.verdict.map(Verdict::word),
            before: f.standing.before.as_deref(),
            lapsed: super::lapsed(f, report.language),
            primary: passage(&f.primary),
            related: f.related.iter().map(passage).collect(),
        }
    })
}

/// A finding about a whole file stands at its start: readers of JSON need a place.
fn passage(passage: &finding::Passage) -> Passage<'_> {
    let start = crate::source::Place { line: 1, column: 1, end_line: 1, end_column: 1 };
    let place = passage.place.unwrap_or(start);
    Passage {
        document: &passage.document,
        line: place.line,
        column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
        quote: &passage.quote,
    }
}
