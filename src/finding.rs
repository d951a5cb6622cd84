//! What a rule found: where, what it stands against, the sums, the way out. It holds data; the report makes sentences of it.

use std::collections::BTreeMap;

use crate::claim::Confidence;
use crate::source::Place;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something is missing.
    Note,
    /// A reader is misled.
    Warning,
    /// Two statements cannot both hold.
    Error,
}

impl Severity {
    /// The word in reports and configuration.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A passage that a finding shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// Relative path.
    pub document: String,
    /// Where; `None` when it concerns the whole file.
    pub place: Option<Place>,
    /// The text there.
    pub quote: String,
    /// Why it is shown: key of a text of the rule ("first stated here"), or empty.
    pub role: &'static str,
    /// Id of the claim that stands there.
    pub claim: String,
}

/// What a rule found. `rule`, `severity`, `fingerprint` are stamped by the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Name of the rule.
    pub rule: &'static str,
    /// How grave.
    pub severity: Severity,
    /// How sure the linking behind it is.
    pub confidence: Confidence,
    /// Key of the rule's text that says it.
    pub message: &'static str,
    /// Key of the rule's text that says how to fix it.
    pub help: &'static str,
    /// What the texts fill in: `{a}`, `{b}`, `{difference}` …
    pub args: BTreeMap<&'static str, String>,
    /// The calculation in figures and signs, no words; empty when there is none.
    pub arithmetic: String,
    /// Hash of rule, group key and claim identities: no line, offset, value or message.
    pub fingerprint: String,
    /// The place to mend.
    pub primary: Passage,
    /// The other places.
    pub related: Vec<Passage>,
}

/// A finding that a comment in its document silences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silenced {
    /// What was found.
    pub finding: Finding,
    /// Why its author lets it stand.
    pub reason: String,
}
