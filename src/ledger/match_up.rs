//! Which finding an entry of the ledger speaks of.
//!
//! The fingerprint says it where the documents only moved. It is made of the identities of the claims, and those number the likes
//! within a section: where a figure was added before, they shift by one. So the figures are asked first, then the fingerprint.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;

/// What a finding of an earlier run is recognised by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Name of its rule.
    pub rule: &'a str,
    /// Its hash.
    pub fingerprint: &'a str,
    /// The document where it stood.
    pub document: &'a str,
    /// The figures that it stood on.
    pub value: &'a str,
}

/// How a finding is found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// With the same figures.
    Same(usize),
    /// With other figures.
    Changed(usize),
}

impl Match {
    /// The place of the entry.
    pub const fn entry(self) -> usize {
        match self {
            Self::Same(at) | Self::Changed(at) => at,
        }
    }
}

/// For each finding the entry that speaks of it. An entry speaks of one finding at most.
///
/// In this order: the same fingerprint and figures; the same rule, document and figures; the same rule and figures, where the
/// entry's document holds no finding any more (it was renamed); the same fingerprint with other figures.
pub fn match_up<F: Borrow<Finding>>(findings: &[F], entries: &[Entry<'_>]) -> Vec<Option<Match>> {
    let present = findings.iter().map(|finding| finding.borrow().primary.document.as_str()).collect();
    match_up_among(findings, entries, &present)
}

/// The same of some of the findings of a run; `present` are the documents that all of them stand in.
pub fn match_up_among<F: Borrow<Finding>>(findings: &[F], entries: &[Entry<'_>], present: &BTreeSet<&str>) -> Vec<Option<Match>> {
    if entries.is_empty() {
        return vec![None; findings.len()];
    }
    let findings: Vec<&Finding> = findings.iter().map(Borrow::borrow).collect();
    let values: Vec<String> = findings.iter().map(|finding| finding.value()).collect();
    let mut found: Vec<Option<Match>> = vec![None; findings.len()];
    let mut taken = vec![false; entries.len()];
    for step in [Step::Hash, Step::Document, Step::Value, Step::HashAlone] {
        let mut waiting: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate().rev().filter(|(at, _)| !taken[*at]) {
            if let Some(key) = step.of_entry(entry, present) {
                waiting.entry(key).or_default().push(at);
            }
        }
        if waiting.is_empty() {
            continue;
        }
        for ((finding, value), found) in findings.iter().zip(&values).zip(&mut found).filter(|(_, found)| found.is_none()) {
            if let Some(entry) = waiting.get_mut(&step.of_finding(finding, value)).and_then(Vec::pop) {
                *found = Some(if step == Step::HashAlone { Match::Changed(entry) } else { Match::Same(entry) });
                taken[entry] = true;
            }
        }
    }
    found
}

/// What findings and entries are held together by, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Hash,
    Document,
    Value,
    HashAlone,
}

type Key<'k> = (&'k str, &'k str, &'k str);

impl Step {
    fn of_finding<'f>(self, finding: &'f Finding, value: &'f str) -> Key<'f> {
        match self {
            Self::Hash => (finding.rule, &finding.fingerprint, value),
            Self::Document => (finding.rule, &finding.primary.document, value),
            Self::Value => (finding.rule, "", value),
            Self::HashAlone => (finding.rule, &finding.fingerprint, ""),
        }
    }

    fn of_entry<'e>(self, entry: &Entry<'e>, present: &BTreeSet<&str>) -> Option<Key<'e>> {
        let told = !entry.value.is_empty();
        match self {
            Self::Hash => Some((entry.rule, entry.fingerprint, entry.value)),
            Self::Document => told.then_some((entry.rule, entry.document, entry.value)),
            Self::Value => (told && !present.contains(entry.document)).then_some((entry.rule, "", entry.value)),
            Self::HashAlone => Some((entry.rule, entry.fingerprint, "")),
        }
    }
}
