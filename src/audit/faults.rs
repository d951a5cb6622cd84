//! Findings about files and records, stamped like those of the engine.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::suppress::Suppression;
use crate::claim::row::{Row, Stray, What};
use crate::claim::{Claim, Confidence};
use crate::config::Fact;
use crate::document;
use crate::extract::Coverage;
use crate::finding::{Finding, Passage, Severity, Standing};
use crate::ledger::decisions::{self, Decision};
use crate::rules::Rule;
use crate::rules::records::decision::{BROKEN_DECISION, IDLE_DECISION};
use crate::rules::records::{FACT_DRIFT, NOTHING_CHECKED, SCHEMA_VIOLATION, UNREADABLE_DOCUMENT};
use crate::schema::{Fault, Violation};
use crate::source::{Place, Refused, Source, Unreadable};

/// Word of a document in a format that is not read, in the coverage and as key of its message.
pub(super) const UNKNOWN_FORMAT: &str = "unknown-format";

/// Word of a document that breaks its format, in the coverage.
pub(super) const BROKEN: &str = "syntax";

/// Word of a reason in the coverage, and key of its message.
pub const fn word(reason: &Unreadable) -> &'static str {
    match reason {
        Unreadable::Binary { .. } => "binary",
        Unreadable::InvalidUtf8 { .. } => "not-utf8",
        Unreadable::TooLarge { .. } => "too-large",
        Unreadable::Unpacked { .. } => "unpacked",
        Unreadable::TooMany { .. } => "too-many-cells",
        Unreadable::Archive { .. } => "broken-archive",
        Unreadable::Locked => "locked",
        Unreadable::NoTextLayer => "no-text-layer",
        Unreadable::NoPdfReader => "no-pdf-reader",
        Unreadable::Pdf(_) => "broken-pdf",
        Unreadable::Io(_) => "cannot-open",
    }
}

/// A finding without related passages or arithmetic. `identity` tells it from its likes and holds no line and no value.
fn fault(rule: &'static Rule, message: &'static str, help: &'static str, identity: &[&str], primary: Passage) -> Finding {
    let mut hash = blake3::Hasher::new();
    for part in [rule.name].iter().chain(identity) {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    Finding {
        rule: rule.name,
        severity: rule.severity,
        confidence: Confidence::High,
        message,
        help,
        args: BTreeMap::new(),
        arithmetic: String::new(),
        fingerprint: hash.finalize().to_hex().chars().take(32).collect(),
        primary,
        related: Vec::new(),
        standing: Standing::default(),
    }
}

fn whole_file(document: &str) -> Passage {
    Passage { document: document.to_owned(), place: None, quote: String::new(), role: "", claim: String::new() }
}

fn at_line(document: &str, line: u32) -> Passage {
    Passage { place: Some(Place { line, column: 1, end_line: line + 1, end_column: 1 }), ..whole_file(document) }
}

/// A file that is no text, or that could not be read.
pub(super) fn refused(file: &Refused) -> Finding {
    let (help, args) = match &file.reason {
        Unreadable::Binary { offset } => ("leave-out", vec![("offset", offset.to_string())]),
        Unreadable::InvalidUtf8 { offset } => ("convert", vec![("offset", offset.to_string())]),
        Unreadable::TooLarge { bytes, limit } => ("allow-more", vec![("size", bytes.to_string()), ("limit", limit.to_string())]),
        Unreadable::Unpacked { limit } => ("allow-more", vec![("limit", limit.to_string())]),
        Unreadable::TooMany { limit } => ("divide", vec![("limit", limit.to_string())]),
        Unreadable::Archive { part } => ("save-again", vec![("part", part.clone())]),
        Unreadable::Locked => ("unlock", vec![]),
        Unreadable::NoTextLayer => ("text-layer", vec![]),
        Unreadable::NoPdfReader => ("install-pdf-reader", vec![]),
        Unreadable::Pdf(reason) => ("save-again", vec![("reason", reason.clone())]),
        Unreadable::Io(reason) => ("permit", vec![("reason", reason.clone())]),
    };
    let key = word(&file.reason);
    let mut finding = fault(&UNREADABLE_DOCUMENT, key, help, &[&file.path], whole_file(&file.path));
    finding.args.extend(args);
    finding
}

/// A document that cannot be read from an offset on.
pub(super) fn broken_off(source: &Source, at: usize, cause: document::Fault) -> Finding {
    let (message, help) = match cause {
        document::Fault::Syntax => ("syntax", "mend"),
        document::Fault::TooDeep => ("too-deep", "mend"),
        document::Fault::TooLong => ("too-many", "divide"),
        document::Fault::Unclosed => ("unclosed-quote", "close-quote"),
    };
    let line = source.place(&(at..at)).line;
    fault(&UNREADABLE_DOCUMENT, message, help, &[&source.path, message], at_line(&source.path, line))
}

/// A text in a format that is not read: only noted.
pub(super) fn unknown_format(document: &str) -> Finding {
    let finding = fault(&UNREADABLE_DOCUMENT, UNKNOWN_FORMAT, "known-formats", &[document], whole_file(document));
    Finding { severity: Severity::Note, ..finding }
}

/// A document without a claim among others that have some.
pub(super) fn silent(document: &str) -> Finding {
    Finding { severity: Severity::Note, ..fault(&NOTHING_CHECKED, "document", "fine", &[document], whole_file(document)) }
}

/// No document held a claim. When each was in a format that is not read, that is said of each already, and this is a note.
pub(super) fn nothing_checked<C: Borrow<Coverage>>(coverage: &[C], from_records: bool) -> Finding {
    let (message, document) = match coverage {
        [] if from_records => ("no-records", "."),
        [] => ("no-documents", "."),
        [only] => ("no-claims-in-one", only.borrow().document.as_str()),
        _ => ("no-claims", "."),
    };
    let mut finding = fault(&NOTHING_CHECKED, message, "paths", &[], whole_file(document));
    finding.args.insert("documents", coverage.len().to_string());
    if !coverage.is_empty() && coverage.iter().all(|document| document.borrow().unread.as_deref() == Some(UNKNOWN_FORMAT)) {
        finding.severity = Severity::Note;
    }
    finding
}

/// A claim of a document that breaks the contract.
pub(super) fn broken_claim(claim: &Claim, violation: &Violation) -> Finding {
    let place = match (claim.line, claim.column, claim.end_line, claim.end_column) {
        (Some(line), Some(column), Some(end_line), Some(end_column)) => Some(Place { line, column, end_line, end_column }),
        _ => None,
    };
    let primary = Passage { place, quote: claim.quote.clone(), claim: claim.id.clone(), ..whole_file(&claim.document) };
    broken(violation, claim.kind.word(), &claim.id, primary)
}

/// What a message says of a row that may be no claim.
pub(super) struct About {
    kind: String,
    id: String,
    quote: String,
}

impl About {
    pub(super) fn new(row: &Row) -> Self {
        let text = |field: &str| row.record.get(field).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        Self { kind: text("kind"), id: text("id"), quote: text("quote") }
    }
}

/// A row of a file of records that breaks the contract.
pub(super) fn broken_row(path: &str, line: u32, row: &About, violation: &Violation) -> Finding {
    let primary = Passage { quote: row.quote.clone(), claim: row.id.clone(), ..at_line(path, line) };
    broken(violation, &row.kind, &row.id, primary)
}

fn broken(violation: &Violation, kind: &str, id: &str, primary: Passage) -> Finding {
    let (message, help) = match violation.fault {
        Fault::Missing => ("missing-field", if violation.allowed.is_empty() { "contract" } else { "allowed" }),
        Fault::Unknown => ("unknown-field", "allowed"),
        Fault::Value => ("bad-field", if violation.allowed.is_empty() { "contract" } else { "allowed" }),
        Fault::Unreadable => ("unreadable", "contract"),
    };
    let document = primary.document.clone();
    let mut finding = fault(&SCHEMA_VIOLATION, message, help, &[&document, id, &violation.field], primary);
    finding.args.extend([
        ("kind", if kind.is_empty() { "?".to_owned() } else { kind.to_owned() }),
        ("field", violation.field.clone()),
        ("found", violation.found.clone()),
        ("allowed", violation.allowed.join(", ")),
    ]);
    finding
}

/// Something in a file of records that is no record.
pub(super) fn stray(path: &str, stray: &Stray) -> Finding {
    let primary = at_line(path, stray.line);
    let new = |message, help, field: &str| fault(&SCHEMA_VIOLATION, message, help, &[path, message, field], primary.clone());
    let mut finding;
    match &stray.what {
        What::Column(name) => {
            finding = new("unknown-field", "allowed", name);
            let columns: Vec<&str> = crate::claim::csv::columns().collect();
            finding.args.extend([("field", name.clone()), ("allowed", columns.join(", "))]);
        }
        What::Twice(name) => {
            finding = new("twice", "one-column", name);
            finding.args.insert("field", name.clone());
        }
        What::Cells { found, expected } => {
            finding = new("cells", "count-cells", "");
            finding.args.extend([("found", found.to_string()), ("expected", expected.to_string())]);
        }
        What::Line(cause) => {
            finding = new("unreadable", "contract", "");
            finding.args.insert("found", cause.clone());
        }
    }
    finding
}

/// Two records of one file with the same id.
pub(super) fn same_id(path: &str, id: &str, line: u32, first: u32) -> Finding {
    let mut finding = fault(&SCHEMA_VIOLATION, "same-id", "one-id", &[path, id], at_line(path, line));
    finding.args.insert("found", id.to_owned());
    finding.related.push(Passage { role: "also", ..at_line(path, first) });
    finding
}

/// What is wrong with a comment that silences findings.
pub(super) fn suppression(rule: &'static Rule, message: &'static str, help: &'static str, found: &Suppression) -> Finding {
    let near = super::nearest(&found.rule, crate::rules::records::catalogue().iter().map(|rule| rule.name)).unwrap_or("-");
    let mut finding = fault(rule, message, help, &[&found.document, &found.rule, message], at_line(&found.document, found.line));
    finding.primary.quote.clone_from(&found.rule);
    finding.args.extend([("rule", found.rule.clone()), ("near", near.to_owned())]);
    finding
}

/// A line of the file of decisions that holds nothing.
pub(super) fn broken_decision(file: &str, broken: &decisions::Broken) -> Finding {
    let (message, column, found) = match &broken.fault {
        decisions::Fault::Column(column) => ("column", *column, ""),
        decisions::Fault::Empty(column) => ("empty", *column, ""),
        decisions::Fault::Cell(column, found) => ("cell", *column, found.as_str()),
        decisions::Fault::Row(found) => ("row", "", found.as_str()),
        decisions::Fault::Disagree(fingerprint) => ("disagree", "", fingerprint.as_str()),
    };
    let mut finding = fault(&BROKEN_DECISION, message, "correct", &[file, message, column, found], at_line(file, broken.line));
    finding.args.extend([("column", column.to_owned()), ("found", found.to_owned())]);
    finding
}

/// A decision that is about nothing that is found, or whose day is over.
pub(super) fn idle_decision(file: &str, line: u32, decision: &Decision, message: &'static str) -> Finding {
    let identity = [file, message, decision.fingerprint.as_str()];
    let mut finding = fault(&IDLE_DECISION, message, "prune", &identity, at_line(file, line));
    finding.primary.quote.clone_from(&decision.fingerprint);
    finding.args.extend([
        ("rule", decision.rule.clone()),
        ("document", decision.document.clone()),
        ("value", decision.value.clone()),
        ("decision", decision.verdict.word().to_owned()),
        ("expires", decision.expires.map_or(String::new(), |day| day.to_string())),
    ]);
    finding
}

/// What is wrong with a pinned figure. `place` is line, column and end of it.
pub(super) fn pinned(
    message: &'static str,
    help: &'static str,
    fact: &Fact,
    document: &str,
    place: (u32, u32, u32),
    args: &[(&'static str, &str)],
) -> Finding {
    let (line, column, end_column) = place;
    let place = Place { line, column, end_line: line, end_column };
    let mut finding =
        fault(&FACT_DRIFT, message, help, &[document, &fact.name], Passage { place: Some(place), ..whole_file(document) });
    finding.args.insert("fact", fact.name.clone());
    finding.args.insert("source", fact.file.clone().or_else(|| fact.value.clone()).unwrap_or_default());
    finding.args.extend(args.iter().map(|(name, text)| (*name, (*text).to_owned())));
    finding.primary.quote = finding.args.get("a").cloned().unwrap_or_default();
    finding
}
