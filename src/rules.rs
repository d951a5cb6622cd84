//! The rules and the engine that runs them.
//!
//! A rule is one file with a `static`. The engine groups the records by the keys that the rule declares, runs the rule on each
//! group, and stamps name, severity and fingerprint: a rule cannot misname itself, nor compare what its key separates.

pub mod records;

use crate::claim::{Claim, Confidence};
use crate::finding::{Finding, Passage, Severity};
use std::collections::BTreeMap;

/// A text in both languages. `{name}` is filled from [`Finding::args`].
#[derive(Debug, Clone, Copy)]
pub struct Say {
    /// English.
    pub en: &'static str,
    /// Chinese.
    pub zh: &'static str,
}

/// A kind of inconsistency.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case; names the fault.
    pub name: &'static str,
    /// One line.
    pub summary: Say,
    /// Why it matters, what counts and what does not, how to mend it.
    pub explanation: Say,
    /// Highest severity of its findings.
    pub severity: Severity,
    /// Keys of the groups that a claim stands in; none for a claim that the rule does not look at.
    pub keys: fn(&Claim) -> Vec<String>,
    /// Looks at one group, its claims ordered by document and place.
    pub check: fn(&Group<'_>, &mut Vec<Draft>),
    /// Messages, help and roles by key.
    pub texts: &'static [(&'static str, Say)],
    /// Documents that must fire.
    pub fires: &'static [Example],
    /// Documents that look alike and must not.
    pub near_misses: &'static [Example],
}

/// A few small documents: name, text.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Name and text of each.
    pub files: &'static [(&'static str, &'static str)],
}

/// The claims that share a key.
#[derive(Debug)]
pub struct Group<'a> {
    /// The key that they share.
    pub key: &'a str,
    /// Ordered by document, line, column.
    pub claims: &'a [&'a Claim],
}

/// What a rule says of a group, before the engine stamps it.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Lower than the rule's severity, or `None` for the rule's own.
    pub severity: Option<Severity>,
    /// How sure the linking is.
    pub confidence: Confidence,
    /// Key into [`Rule::texts`].
    pub message: &'static str,
    /// Key into [`Rule::texts`].
    pub help: &'static str,
    /// What the texts fill in.
    pub args: BTreeMap<&'static str, String>,
    /// The calculation.
    pub arithmetic: String,
    /// The place to mend.
    pub primary: Passage,
    /// The other places.
    pub related: Vec<Passage>,
}

/// All rules, in the order of the catalogue.
pub static RULES: &[&Rule] = &[];

/// Runs all rules over linked claims; findings sorted by place.
pub fn check(claims: &[Claim]) -> Vec<Finding> {
    let _ = claims;
    Vec::new()
}
