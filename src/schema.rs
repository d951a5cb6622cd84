//! The contracts of files: `schemas/*.json`, embedded, and the check of one record against its contract.
//!
//! A record is checked as JSON before it becomes a [`Claim`], so that what a person wrote is judged as it was written; the same
//! check looks at what extraction made, so that the contract holds for both.

mod violation;

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::claim::Claim;

pub use violation::{Fault, Violation};

/// An embedded schema.
#[derive(Debug, Clone, Copy)]
pub struct Schema {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The JSON text.
    pub text: &'static str,
}

/// All schemas (JSON Schema, draft 2020-12).
pub static SCHEMAS: &[Schema] = &[
    Schema {
        name: "claim",
        summary: "one claim record: a line of `extract --format jsonl`, a row of claims/records/*.csv",
        text: include_str!("../schemas/claim.schema.json"),
    },
    Schema { name: "audit", summary: "what `audit --format json` prints", text: include_str!("../schemas/audit.schema.json") },
    Schema { name: "decision", summary: "a row of claims/decisions.csv", text: include_str!("../schemas/decision.schema.json") },
    Schema {
        name: "correction",
        summary: "a row of reports/corrections.csv",
        text: include_str!("../schemas/correction.schema.json"),
    },
    Schema { name: "history", summary: "a row of reports/history.csv", text: include_str!("../schemas/history.schema.json") },
    Schema { name: "config", summary: "claimlint.toml", text: include_str!("../schemas/config.schema.json") },
];

/// The record contract as a value, and compiled once for all records of a run.
static CLAIM: LazyLock<Option<(Value, Validator)>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(SCHEMAS.first()?.text).ok()?;
    let validator = jsonschema::validator_for(&schema).ok()?;
    Some((schema, validator))
});

/// What is wrong with a record, in the order of its fields; empty when nothing is.
pub fn validate(record: &Value) -> Vec<Violation> {
    let Some((schema, validator)) = CLAIM.as_ref() else { return vec![Violation::unusable("schemas/claim.schema.json")] };
    if validator.is_valid(record) {
        return Vec::new();
    }
    let mut violations: Vec<Violation> = validator.iter_errors(record).map(|error| violation::from(&error, schema)).collect();
    violations.sort();
    // A condition of the kind and the field's own type may complain of the same field: one is enough.
    violations.dedup_by(|b, a| a.field == b.field && a.fault == b.fault);
    violations
}

/// The record as a claim, when it keeps the contract.
///
/// # Errors
///
/// What is wrong with it.
pub fn accept(record: Value) -> Result<Claim, Vec<Violation>> {
    let violations = validate(&record);
    if violations.is_empty() {
        serde_json::from_value(record).map_err(|error| vec![Violation::unusable(&error.to_string())])
    } else {
        Err(violations)
    }
}

/// What is wrong with a claim that the program made.
pub fn check(claim: &Claim) -> Vec<Violation> {
    match serde_json::to_value(claim) {
        Ok(record) => validate(&record),
        Err(error) => vec![Violation::unusable(&error.to_string())],
    }
}
