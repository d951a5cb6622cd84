//! What a rule found: where, what it stands against, the sums, the way out. It holds data; the report makes sentences of it.

use std::collections::BTreeMap;

use crate::claim::Confidence;
use crate::source::{Place, one_line};

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
    /// What people and earlier runs said of it.
    pub standing: Standing,
}

impl Finding {
    /// The figures and texts that it stands on, in an order that does not depend on their places: what a decision was made about.
    /// A text is shown with its white space joined, a long one by its beginning and a hash.
    pub fn value(&self) -> String {
        let quotes = std::iter::once(&self.primary).chain(&self.related).map(|passage| passage.quote.as_str());
        value(quotes)
    }
}

/// The same of the quotes alone.
pub fn value<'a>(quotes: impl Iterator<Item = &'a str>) -> String {
    let mut texts: Vec<String> = quotes.map(brief).filter(|text| !text.is_empty()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.join(" / ")
}

/// Characters of a quote that are shown whole.
const BRIEF: usize = 60;

fn brief(quote: &str) -> String {
    let text = one_line(quote);
    match text.char_indices().nth(BRIEF) {
        None => text,
        Some((cut, _)) => format!("{}…{}", &text[..cut], &blake3::hash(text.as_bytes()).to_hex()[..8]),
    }
}

/// A person's verdict on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is a fault and will be mended; it stays open.
    Confirmed,
    /// It is a fault, and it may stay.
    Accepted,
    /// It is none.
    FalsePositive,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Confirmed, Self::Accepted, Self::FalsePositive];

    /// The word in files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Accepted => "accepted",
            Self::FalsePositive => "false_positive",
        }
    }

    /// The verdict that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Whether a finding with it counts no longer.
    pub const fn settles(self) -> bool {
        matches!(self, Self::Accepted | Self::FalsePositive)
    }
}

/// Where a finding stands beside an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Status {
    /// There is no earlier run to compare with.
    #[default]
    Open,
    /// It was not there.
    New,
    /// It was there with the same figures.
    Unchanged,
    /// It was there with other figures.
    Updated,
    /// It was there, was mended, and is back.
    Reopened,
}

impl Status {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::New => "new",
            Self::Unchanged => "unchanged",
            Self::Updated => "updated",
            Self::Reopened => "reopened",
        }
    }

    /// Whether an earlier run knew the finding as it is now, so that it alone fails no run.
    pub const fn is_known(self) -> bool {
        matches!(self, Self::Unchanged)
    }
}

/// What people and earlier runs said of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// Beside the baseline.
    pub status: Status,
    /// The figures that the baseline has for it, where they differ.
    pub before: Option<String>,
    /// The verdict that holds.
    pub verdict: Option<Verdict>,
    /// The verdict that no longer holds.
    pub lapsed: Option<Lapsed>,
}

/// A verdict that holds no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lapsed {
    /// What was decided.
    pub verdict: Verdict,
    /// When, as `2030-02-28`.
    pub date: String,
    /// Why it holds no longer.
    pub why: Lapse,
}

/// Why a verdict holds no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lapse {
    /// It was made about other figures: those, and the present ones.
    Value {
        /// The figures that it was made about.
        before: String,
        /// The present ones.
        now: String,
    },
    /// Its day is over.
    Expired(String),
}

/// A finding that somebody lets stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silenced {
    /// What was found.
    pub finding: Finding,
    /// Why it may stand.
    pub reason: String,
    /// Where that is said.
    pub by: Silencer,
}

/// Where it is said that a finding may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silencer {
    /// In a comment of its document.
    Comment,
    /// In the file of decisions.
    Decision(Verdict),
}

/// A finding of an earlier run that is there no longer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resolved {
    /// The document where it was to be mended.
    pub document: String,
    /// Name of the rule.
    pub rule: String,
    /// The figures that it stood on.
    pub value: String,
    /// Its hash.
    pub fingerprint: String,
}
