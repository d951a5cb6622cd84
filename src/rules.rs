//! The rules and the engine that runs them.
//!
//! A rule is one file with a `static`. The engine groups the records by the keys that the rule declares, runs the rule on each
//! group, and stamps name, severity and fingerprint: no rule can go by a wrong name or reach beyond its group.
//! What two rules need is in [`interval`] (figures as exact intervals) and [`fact`] (when two claims speak of the same).
//! [`relation`] knows which figures of a sentence belong together.

pub mod fact;
pub mod grid;
pub mod interval;
pub mod law;
pub mod memory;
pub mod records;
pub mod relation;
pub mod why;

mod ambiguous_multiplier;
mod attribute_conflict;
mod availability_conflict;
mod average_outside_range;
mod baseline_drift;
mod cell_mismatch;
mod condition_dropped;
mod conversion_mismatch;
mod count_mismatch;
mod data_mismatch;
mod duplicate_passage;
mod duration_mismatch;
mod empty_section;
mod impossible_value;
mod inverted_range;
mod modality_drift;
mod percent_change_mismatch;
mod percent_vs_points;
mod price_direction_conflict;
mod qualifier_dropped;
mod ragged_table;
mod range_exceeded;
mod rank_conflict;
mod rank_order;
mod ranking;
mod rate_conflict;
mod recommendation_conflict;
mod reference_conflict;
mod retired_value;
mod scale_mismatch;
mod scores_missing;
mod stale_claim;
mod superlative_violated;
mod threshold_gap;
mod threshold_mismatch;
mod threshold_overlap;
mod top_pick_conflict;
mod total_mismatch;
mod translation_mismatch;
mod unsourced;
mod unsupported_in_conclusion;
mod value_conflict;
mod weighted_score_mismatch;
mod weights_sum;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;
use std::ptr::fn_addr_eq;

use crate::claim::{Claim, Confidence, Kind, Origin, Review};
use crate::finding::{Finding, Passage, Severity, Standing};
use crate::source::{Place, one_line};

/// A text in both languages. `{name}` is filled from [`Finding::args`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Origins beside extracted, curated and data that the rule wants to see.
    pub also: &'static [Origin],
    /// Rules that say more of the same pair: where one of them speaks, this rule is silent about the pair.
    pub yields_to: &'static [&'static str],
    /// Keys of the groups that a claim stands in; none for a claim that the rule does not look at. The collection need not be
    /// in it: the engine never groups across collections.
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
    /// The other places. The role `also` marks one that says the same as the primary place; all others differ from it.
    pub related: Vec<Passage>,
}

/// Name among a claim's conditions for the original that its document is a language version of, where the settings say so. It says where
/// a claim stands, and is no condition of what it says.
pub const VERSION_OF: &str = "version_of";

/// The role of a passage that repeats what the primary passage says.
pub const ALSO: &str = "also";

/// How many related places a finding shows at most: a finding that names everything names nothing.
pub const RELATED: usize = 6;

/// All rules, in the order of the catalogue.
pub static RULES: &[&Rule] = &[
    &empty_section::RULE,
    &count_mismatch::RULE,
    &scores_missing::RULE,
    &duplicate_passage::RULE,
    &ragged_table::RULE,
    &total_mismatch::RULE,
    &weights_sum::RULE,
    &weighted_score_mismatch::RULE,
    &percent_change_mismatch::RULE,
    &percent_vs_points::RULE,
    &conversion_mismatch::RULE,
    &duration_mismatch::RULE,
    &rate_conflict::RULE,
    &average_outside_range::RULE,
    &value_conflict::RULE,
    &cell_mismatch::RULE,
    &attribute_conflict::RULE,
    &inverted_range::RULE,
    &impossible_value::RULE,
    &range_exceeded::RULE,
    &ambiguous_multiplier::RULE,
    &retired_value::RULE,
    &qualifier_dropped::RULE,
    &condition_dropped::RULE,
    &modality_drift::RULE,
    &baseline_drift::RULE,
    &unsupported_in_conclusion::RULE,
    &threshold_gap::RULE,
    &threshold_overlap::RULE,
    &threshold_mismatch::RULE,
    &top_pick_conflict::RULE,
    &rank_conflict::RULE,
    &rank_order::RULE,
    &scale_mismatch::RULE,
    &superlative_violated::RULE,
    &recommendation_conflict::RULE,
    &price_direction_conflict::RULE,
    &availability_conflict::RULE,
    &unsourced::RULE,
    &reference_conflict::RULE,
    &data_mismatch::RULE,
    &stale_claim::RULE,
    &translation_mismatch::RULE,
];

/// Runs all rules over linked claims; findings sorted by place. The order of the claims does not matter.
pub fn check(claims: &[Claim]) -> Vec<Finding> {
    check_with(RULES, claims)
}

/// Runs some rules.
pub fn check_with(rules: &[&'static Rule], claims: &[Claim]) -> Vec<Finding> {
    check_counting(rules, claims).findings
}

/// What the rules say, and which claims they held against another one.
#[derive(Debug)]
pub struct Checked {
    /// Sorted by place.
    pub findings: Vec<Finding>,
    /// Claims with a value by document that stood in a group with another claim: figures of one fact; for ranks, weights and picks,
    /// any group.
    pub compared: BTreeMap<String, usize>,
}

/// Runs some rules, and counts what was compared.
pub fn check_counting<'a>(rules: &[&'static Rule], claims: impl IntoIterator<Item = &'a Claim>) -> Checked {
    let mut ordered: Vec<&Claim> = claims.into_iter().filter(|c| c.review != Review::Rejected).collect();
    ordered.sort_by(|a, b| order(a).cmp(&order(b)));
    let collections: BTreeSet<&str> =
        ordered.iter().filter(|c| c.origin != Origin::Reference).map(|c| c.collection.as_str()).collect();
    let collections: Vec<&str> = collections.into_iter().collect();

    let mut found = Vec::new();
    let mut compared = vec![false; ordered.len()];
    for alike in alike(rules) {
        run(&alike, &ordered, &collections, &mut found, &mut compared);
    }
    let found = settled(rules, found);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for claim in ordered.iter().zip(&compared).filter(|(claim, compared)| **compared && is_counted(claim)).map(|(claim, _)| claim)
    {
        match counts.get_mut(&claim.document) {
            Some(count) => *count += 1,
            None => drop(counts.insert(claim.document.clone(), 1)),
        }
    }
    Checked { findings: found, compared: counts }
}

/// Rules that group alike are run over the same groups: most time goes into grouping.
fn alike(rules: &[&'static Rule]) -> Vec<Vec<&'static Rule>> {
    let mut left: Vec<&'static Rule> = rules.to_vec();
    let mut sets = Vec::new();
    while let Some(first) = left.first().copied() {
        let alike: Vec<&'static Rule>;
        (alike, left) = left.into_iter().partition(|rule| fn_addr_eq(rule.keys, first.keys) && rule.also == first.also);
        sets.push(alike);
    }
    sets
}

/// What is left of the findings of all groups when special rules have spoken, with fingerprints, sorted by place.
fn settled(rules: &[&'static Rule], mut found: Vec<Finding>) -> Vec<Finding> {
    yield_pairs(rules, &mut found);
    for finding in found.iter_mut().filter(|finding| finding.fingerprint.is_empty()) {
        finding.fingerprint = fingerprint(finding);
    }
    found.sort_by(|a, b| by_place(a).cmp(&by_place(b)));
    found.dedup_by(|b, a| a.fingerprint == b.fingerprint && a.rule == b.rule);
    found
}

/// Whether a rule wants to see a claim of this origin.
fn is_wanted(rule: &Rule, claim: &Claim) -> bool {
    let usual = matches!(claim.origin, Origin::Extracted | Origin::Curated | Origin::Data);
    (usual || rule.also.contains(&claim.origin)) && claim.review != Review::Rejected
}

/// Whether a claim states a value itself: what was derived or trusted stands in no document's coverage.
fn is_counted(claim: &Claim) -> bool {
    claim.value.is_some() && !matches!(claim.origin, Origin::Derived | Origin::Reference | Origin::Retired)
}

/// The order of claims in a group: document and place first; the rest only settles ties.
fn order(c: &Claim) -> impl Ord + '_ {
    let place = (c.line, c.column, c.end_line, c.end_column);
    (&c.document, place, &c.id, c.kind, &c.quote, &c.metric, &c.text, &c.collection)
}

fn by_place(f: &Finding) -> impl Ord + '_ {
    (&f.primary.document, &f.primary.place, f.rule, f.message, &f.primary.claim, &f.fingerprint, &f.related)
}

/// A claim that stands in a group: the hash of the group's key, where the key stands among all keys, and which claim it is.
type Member = (u64, usize, u32, u32);

/// Runs rules of the same keys. Groups are found by sorting hashes of the keys: no tree of a million strings, and no dependence on the
/// order of a hash table, since the findings are sorted by place in the end. The keys stand in one text, for a million small texts would
/// cost more than the claims' own words.
fn run(rules: &[&'static Rule], claims: &[&Claim], collections: &[&str], found: &mut Vec<Finding>, compared: &mut [bool]) {
    let Some(rule) = rules.first() else { return };
    let (mut members, mut keys): (Vec<Member>, String) = (Vec::new(), String::new());
    let mut add = |collection: &str, key: &str, index: usize| {
        let mut hash = Fnv::default();
        hash.write(collection.as_bytes());
        hash.write(&[0]);
        hash.write(key.as_bytes());
        let length = u32::try_from(key.len()).unwrap_or(u32::MAX);
        members.push((hash.finish(), keys.len(), length, u32::try_from(index).unwrap_or(u32::MAX)));
        keys.push_str(key);
    };
    for (index, claim) in claims.iter().enumerate() {
        if !is_wanted(rule, claim) {
            continue;
        }
        for key in (rule.keys)(claim) {
            if claim.origin == Origin::Reference {
                // A trusted record speaks to every collection.
                for collection in collections {
                    add(collection, &key, index);
                }
            } else {
                add(&claim.collection, &key, index);
            }
        }
    }
    let key = |member: &Member| keys.get(member.1..member.1 + member.2 as usize).unwrap_or_default();
    members.sort_unstable_by_key(|member| (member.0, member.3, member.1));
    for same in members.chunk_by_mut(|a, b| a.0 == b.0) {
        // Two keys of one hash are as good as impossible; that they are told apart costs a look.
        if same.windows(2).any(|two| key(&two[0]) != key(&two[1])) {
            same.sort_unstable_by_key(|member| (key(member), member.3));
        }
    }
    members.dedup_by(|b, a| a.0 == b.0 && a.3 == b.3 && key(a) == key(b));

    let mut claims_of_group: Vec<&Claim> = Vec::new();
    for group in members.chunk_by(|a, b| a.0 == b.0 && key(a) == key(b)) {
        // A figure that shares a table or a paragraph with others is not compared by that alone.
        let fact = fn_addr_eq(rule.keys, fact::key as fn(&Claim) -> Vec<String>)
            || fn_addr_eq(rule.keys, fact::keys_with_restated as fn(&Claim) -> Vec<String>)
            || fn_addr_eq(rule.keys, fact::threshold_key as fn(&Claim) -> Vec<String>);
        // Nor is one that is held against its own former value alone.
        let former = |at: u32| claims.get(at as usize).is_some_and(|c| c.origin == Origin::Retired);
        if group.iter().filter(|(.., index)| !former(*index)).nth(1).is_some() {
            for &(.., index) in group {
                if let (Some(seen), Some(claim)) = (compared.get_mut(index as usize), claims.get(index as usize)) {
                    *seen |= fact || !matches!(claim.kind, Kind::Quantity | Kind::Score);
                }
            }
        }
        claims_of_group.clear();
        claims_of_group.extend(group.iter().filter_map(|&(.., index)| claims.get(index as usize).copied()));
        speak(rules, &Group { key: key(&group[0]), claims: &claims_of_group }, found);
    }
}

/// Adds what the rules say of a group.
fn speak(rules: &[&'static Rule], group: &Group<'_>, found: &mut Vec<Finding>) {
    let mut drafts = Vec::new();
    for rule in rules {
        (rule.check)(group, &mut drafts);
        found.extend(drafts.drain(..).map(|draft| stamp(rule, draft)));
    }
}

fn stamp(rule: &'static Rule, draft: Draft) -> Finding {
    Finding {
        rule: rule.name,
        severity: draft.severity.map_or(rule.severity, |lower| lower.min(rule.severity)),
        confidence: draft.confidence,
        message: draft.message,
        help: draft.help,
        args: draft.args,
        arithmetic: draft.arithmetic,
        fingerprint: String::new(),
        primary: draft.primary,
        related: draft.related,
        standing: Standing::default(),
    }
}

/// Takes from general findings the pairs that a special rule speaks of; a finding that has no pair left goes, and one that lost a pair
/// has no fingerprint any more. A note that never had a pair goes where a special rule speaks of its claim.
fn yield_pairs(rules: &[&'static Rule], found: &mut Vec<Finding>) {
    let mut pairs: BTreeMap<&str, BTreeSet<(String, String)>> = BTreeMap::new();
    let special: BTreeSet<&str> = rules.iter().flat_map(|rule| rule.yields_to).copied().collect();
    for finding in found.iter().filter(|finding| special.contains(finding.rule)) {
        let of_rule = pairs.entry(finding.rule).or_default();
        of_rule.extend(finding.related.iter().filter(|p| p.role != ALSO).map(|p| pair(&finding.primary, p)));
    }
    let yields: BTreeMap<&str, &[&str]> = rules.iter().map(|r| (r.name, r.yields_to)).collect();
    found.retain_mut(|finding| {
        let special: Vec<_> =
            yields.get(finding.rule).into_iter().flat_map(|names| names.iter()).filter_map(|n| pairs.get(n)).collect();
        if special.is_empty() {
            return true;
        }
        let primary = finding.primary.clone();
        if finding.related.iter().all(|p| p.role == ALSO) {
            let claim = &primary.claim;
            let note = finding.severity == Severity::Note;
            return !note || claim.is_empty() || !special.iter().any(|pairs| pairs.iter().any(|(a, b)| a == claim || b == claim));
        }
        let before = finding.related.len();
        finding.related.retain(|p| p.role == ALSO || !special.iter().any(|pairs| pairs.contains(&pair(&primary, p))));
        if finding.related.len() == before {
            return true;
        }
        finding.fingerprint.clear();
        finding.related.iter().any(|p| p.role != ALSO)
    });
}

fn pair(a: &Passage, b: &Passage) -> (String, String) {
    let (a, b) = (a.claim.clone(), b.claim.clone());
    if a <= b { (a, b) } else { (b, a) }
}

/// Rule, message and the sorted ids of the claims. The group's key is left out: it may hold a path or the number of a table, and a
/// finding must stay itself when a file is renamed or a table is added above; the ids name the facts already.
fn fingerprint(finding: &Finding) -> String {
    let mut ids: Vec<&str> = std::iter::once(&finding.primary).chain(&finding.related).map(|p| p.claim.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut hash = blake3::Hasher::new();
    for part in [finding.rule, finding.message].into_iter().chain(ids) {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    hash.finalize().to_hex().chars().take(32).collect()
}

/// FNV-1a, as in the draft-eastlake-fnv of the IETF: small, fixed, the same on every machine.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Rule {
    /// The text of a key, in both languages.
    pub fn text(&self, key: &str) -> Option<Say> {
        self.texts.iter().find(|(name, _)| *name == key).map(|(_, say)| *say)
    }
}

/// The passage where a claim stands.
pub fn passage(claim: &Claim, role: &'static str) -> Passage {
    let place = claim.line.map(|line| {
        let column = claim.column.unwrap_or(1);
        Place { line, column, end_line: claim.end_line.unwrap_or(line), end_column: claim.end_column.unwrap_or(column + 1) }
    });
    Passage { document: claim.document.clone(), place, quote: claim.quote.clone(), role, claim: claim.id.clone() }
}

/// The least confidence of some claims.
pub fn confidence<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> Confidence {
    claims.into_iter().map(|c| c.confidence).max().unwrap_or_default()
}

/// What the author wrote, on one line and short enough for a message.
pub fn words(text: &str) -> String {
    let text = one_line(text);
    if text.chars().count() <= 48 {
        return text;
    }
    text.chars().take(47).chain(['…']).collect()
}

/// The name of a claim's subject as written, or its metric, or its quote.
pub fn name(claim: &Claim) -> String {
    claim.subject.as_ref().map_or_else(|| words(&claim.quote), |s| words(&s.name))
}

/// The id of a claim's subject; empty when it has none.
pub fn subject(claim: &Claim) -> &str {
    claim.subject.as_ref().map_or("", |s| s.id.as_str())
}
