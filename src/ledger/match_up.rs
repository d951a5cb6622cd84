//! Which finding an entry of the ledger speaks of.
//!
//! The fingerprint says it where the documents only moved. It is made of the identities of the claims, and those number the likes
//! within a section: where a figure was added before, they shift by one. So the figures are asked first, then the fingerprint.

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
pub fn match_up(findings: &[Finding], entries: &[Entry<'_>]) -> Vec<Option<Match>> {
    let present = findings.iter().map(|finding| finding.primary.document.as_str()).collect();
    match_up_among(findings, entries, &present)
}

/// The same of some of the findings of a run; `present` are the documents that all of them stand in.
pub fn match_up_among(findings: &[Finding], entries: &[Entry<'_>], present: &BTreeSet<&str>) -> Vec<Option<Match>> {
    let values: Vec<String> = findings.iter().map(Finding::value).collect();
    let mut found: Vec<Option<Match>> = vec![None; findings.len()];
    let mut taken = vec![false; entries.len()];

    type Key<'k> = (&'k str, &'k str, &'k str);
    let by_hash = |at: usize| -> Key<'_> { (findings[at].rule, &findings[at].fingerprint, &values[at]) };
    let by_document = |at: usize| -> Key<'_> { (findings[at].rule, &findings[at].primary.document, &values[at]) };
    let by_value = |at: usize| -> Key<'_> { (findings[at].rule, "", &values[at]) };
    let by_hash_alone = |at: usize| -> Key<'_> { (findings[at].rule, &findings[at].fingerprint, "") };
    type Of<'f> = &'f dyn Fn(usize) -> Key<'f>;
    type Has<'f, 'e> = &'f dyn Fn(&Entry<'e>) -> Option<(&'e str, &'e str, &'e str)>;
    let steps: [(Of<'_>, Has<'_, '_>, fn(usize) -> Match); 4] = [
        (&by_hash, &|e| Some((e.rule, e.fingerprint, e.value)), Match::Same),
        (&by_document, &|e| (!e.value.is_empty()).then_some((e.rule, e.document, e.value)), Match::Same),
        (&by_value, &|e| (!e.value.is_empty() && !present.contains(e.document)).then_some((e.rule, "", e.value)), Match::Same),
        (&by_hash_alone, &|e| Some((e.rule, e.fingerprint, "")), Match::Changed),
    ];
    for (of_finding, of_entry, say) in steps {
        let mut waiting: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate().rev().filter(|(at, _)| !taken[*at]) {
            if let Some(key) = of_entry(entry) {
                waiting.entry(key).or_default().push(at);
            }
        }
        if waiting.is_empty() {
            continue;
        }
        for at in 0..findings.len() {
            if found[at].is_none()
                && let Some(entry) = waiting.get_mut(&of_finding(at)).and_then(Vec::pop)
            {
                found[at] = Some(say(entry));
                taken[entry] = true;
            }
        }
    }
    found
}
