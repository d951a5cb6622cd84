//! What became of findings and figures from one state of the documents to the next.
//!
//! A finding is recognised as in [`match_up`](super::match_up). One that went is kept in mind, so that it counts as reopened, not as
//! new, when it comes back.

use std::collections::{BTreeMap, BTreeSet};

use super::corrections::{Correction, Value};
use super::match_up::{Entry, Match, match_up_among};
use super::timeline::{Counts, Row, between, seconds};
use crate::claim::{Claim, Origin};
use crate::finding::{Finding, Passage, Severity};

mod pair;
pub mod seen;

pub use pair::changed;

/// Whose state it is, and since when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moment {
    /// The commit, or what stands for it.
    pub commit: String,
    /// RFC 3339 in UTC, or a day.
    pub date: String,
    /// Who made it.
    pub author: String,
}

/// A state of the documents as an audit sees it.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    /// Open findings.
    pub open: &'a [Finding],
    /// Findings that a decision or a comment lets stand.
    pub settled: &'a [Finding],
    /// Claims of the documents that changed, as they were; what was renamed goes by its name of now.
    pub before: &'a [Claim],
    /// The claims of the same documents.
    pub after: &'a [Claim],
    /// Documents that go by another name than before: old and new.
    pub renamed: &'a [(String, String)],
}

/// A finding that was there once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its hash.
    pub fingerprint: String,
    /// Name of its rule.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// The document where it stood last.
    pub document: String,
    /// The figures that it stood on last.
    pub value: String,
    /// The second in which it came; none where it was there before the first state.
    pub opened: Option<i64>,
    /// Whether it is gone.
    pub resolved: bool,
    passages: Vec<Passage>,
}

impl Seen {
    /// Whether a finding is this one with nothing changed.
    fn is(&self, finding: &Finding) -> bool {
        self.fingerprint == finding.fingerprint
            && self.rule == finding.rule
            && self.severity == finding.severity
            && self.document == finding.primary.document
            && self.passages.iter().eq(std::iter::once(&finding.primary).chain(&finding.related))
    }

    fn entry(&self) -> Entry<'_> {
        Entry { rule: &self.rule, fingerprint: &self.fingerprint, document: &self.document, value: &self.value }
    }

    fn update(&mut self, finding: &Finding) {
        self.fingerprint.clone_from(&finding.fingerprint);
        self.severity = finding.severity;
        self.document.clone_from(&finding.primary.document);
        self.value = finding.value();
        self.passages = passages(finding);
    }
}

fn passages(finding: &Finding) -> Vec<Passage> {
    std::iter::once(&finding.primary).chain(&finding.related).cloned().collect()
}

/// The states so far.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// One a state.
    pub rows: Vec<Row>,
    /// Oldest first.
    pub corrections: Vec<Correction>,
    seen: Vec<Seen>,
    /// Places of the findings in `seen` that are there, in the order of the last state.
    present: Vec<usize>,
    /// How many of them are open; those that are settled stand behind.
    open: usize,
    /// Places of those that went, by rule and hash and by rule and figures.
    gone: BTreeMap<(String, String), Vec<usize>>,
}

impl Story {
    /// Goes on from findings of earlier runs.
    pub fn continued(seen: Vec<Seen>) -> Self {
        let mut story = Self::default();
        for (at, one) in seen.iter().enumerate() {
            if one.resolved { story.lay_aside(one.clone(), at) } else { story.present.push(at) }
        }
        story.seen = seen;
        story
    }

    /// The findings that were ever there.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// The state that the story begins with: what it holds came before.
    pub fn begin(&mut self, moment: &Moment, state: &State<'_>) {
        self.add(moment, state);
        for seen in &mut self.seen {
            seen.opened = None;
        }
        if let Some(row) = self.rows.last_mut() {
            (row.new, row.corrections) = (Counts::default(), 0);
        }
        self.corrections.clear();
    }

    /// Goes to the next state.
    pub fn add(&mut self, moment: &Moment, state: &State<'_>) {
        let now = seconds(&moment.date);
        let mut row = Row {
            commit: moment.commit.clone(),
            date: moment.date.clone(),
            author: moment.author.clone(),
            settled: state.settled.len(),
            ..Row::default()
        };
        let renamed = self.rename(state.renamed);
        let all: Vec<&Finding> = state.open.iter().chain(state.settled).collect();
        let same = self.unchanged(&all, state.open.len());
        let matches = self.recognise(&all, &same, &renamed);

        let mut opened: Vec<(usize, String)> = Vec::new();
        let mut present = Vec::with_capacity(all.len());
        for (at, (finding, matched)) in all.iter().zip(matches).enumerate() {
            let is_open = at < state.open.len();
            if is_open {
                row.open.add(finding.severity);
            }
            let place = if let Some(place) = same[at] {
                place
            } else if let Some(place) = matched {
                let seen = &mut self.seen[place];
                if seen.resolved {
                    (seen.resolved, seen.opened) = (false, now);
                    if is_open {
                        row.reopened.add(finding.severity);
                    }
                    opened.push((at, finding.fingerprint.clone()));
                }
                seen.update(finding);
                place
            } else {
                if is_open {
                    row.new.add(finding.severity);
                }
                opened.push((at, finding.fingerprint.clone()));
                self.seen.push(Seen {
                    fingerprint: finding.fingerprint.clone(),
                    rule: finding.rule.to_owned(),
                    severity: finding.severity,
                    document: finding.primary.document.clone(),
                    value: finding.value(),
                    opened: now,
                    resolved: false,
                    passages: passages(finding),
                });
                self.seen.len() - 1
            };
            present.push(place);
        }
        self.open = state.open.len();
        let still: BTreeSet<usize> = present.iter().copied().collect();
        let mut resolved = Vec::new();
        for place in std::mem::replace(&mut self.present, present).into_iter().filter(|place| !still.contains(place)) {
            let seen = &mut self.seen[place];
            seen.resolved = true;
            row.resolved.add(seen.severity);
            row.days.extend(seen.opened.zip(now).map(|(from, to)| between(from, to)));
            let seen = seen.clone();
            self.lay_aside(seen, place);
            resolved.push(place);
        }
        row.days.sort_unstable();

        for (before, after) in changed(state.before, state.after) {
            let went = resolved.iter().map(|&place| &self.seen[place]);
            let went = went.filter(|seen| seen.passages.iter().any(|passage| stands_at(passage, before)));
            let came = opened.iter().filter(|(at, _)| passages(all[*at]).iter().any(|passage| stands_at(passage, after)));
            self.corrections.push(Correction {
                resolved: sorted(went.map(|seen| seen.fingerprint.clone())),
                opened: sorted(came.map(|(_, fingerprint)| fingerprint.clone())),
                ..correction(before, after, moment)
            });
            row.corrections += 1;
        }
        self.rows.push(row);
    }

    /// Gives documents their names of now; the places of the findings there.
    fn rename(&mut self, renamed: &[(String, String)]) -> BTreeSet<usize> {
        let mut touched = BTreeSet::new();
        if renamed.is_empty() {
            return touched;
        }
        let names: BTreeMap<&str, &str> = renamed.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
        for (at, seen) in self.seen.iter_mut().enumerate() {
            if let Some(new) = names.get(seen.document.as_str()) {
                (*new).clone_into(&mut seen.document);
                touched.insert(at);
            }
            for passage in &mut seen.passages {
                if let Some(new) = names.get(passage.document.as_str()) {
                    (*new).clone_into(&mut passage.document);
                }
            }
        }
        touched
    }

    /// For each finding its place in `seen`, where the last state had it with nothing changed. What could stand for several is left out.
    fn unchanged(&self, findings: &[&Finding], open: usize) -> Vec<Option<usize>> {
        let mut found = vec![None; findings.len()];
        let mut left: BTreeSet<(&str, &str)> = BTreeSet::new();
        let parts = [(0..open, 0..self.open), (open..findings.len(), self.open..self.present.len())];
        for (new, old) in parts {
            let (mut old, before) = (old.start, old.end);
            let seen = |at: usize| self.present.get(at).filter(|_| at < before).map(|&place| (place, &self.seen[place]));
            for at in new {
                let finding = findings[at];
                let behind = |seen: &Seen| {
                    let place = seen.passages.first().and_then(|passage| passage.place);
                    (seen.document.as_str(), place, seen.rule.as_str())
                        < (finding.primary.document.as_str(), finding.primary.place, finding.rule)
                };
                while let Some((_, gone)) = seen(old).filter(|(_, seen)| behind(seen)) {
                    left.insert((&gone.rule, &gone.fingerprint));
                    old += 1;
                }
                match seen(old) {
                    Some((place, seen)) if seen.is(finding) => {
                        found[at] = Some(place);
                        old += 1;
                    }
                    _ => _ = left.insert((finding.rule, &finding.fingerprint)),
                }
            }
            while let Some((_, gone)) = seen(old) {
                left.insert((&gone.rule, &gone.fingerprint));
                old += 1;
            }
        }
        for (finding, found) in findings.iter().zip(&mut found) {
            if left.contains(&(finding.rule, finding.fingerprint.as_str())) {
                *found = None;
            }
        }
        found
    }

    /// For each finding that changed its place in `seen`, where it was there before: first among those of the last state, then among those
    /// that went.
    fn recognise(&self, all: &[&Finding], same: &[Option<usize>], renamed: &BTreeSet<usize>) -> Vec<Option<usize>> {
        let mut places = vec![None; all.len()];
        let changed: Vec<usize> = (0..all.len()).filter(|&at| same[at].is_none()).collect();
        let findings: Vec<&Finding> = changed.iter().map(|&at| all[at]).collect();
        let kept: BTreeSet<usize> = same.iter().flatten().copied().collect();
        let open: Vec<usize> = self.present.iter().copied().filter(|place| !kept.contains(place)).collect();
        let present: BTreeSet<&str> = all.iter().map(|finding| finding.primary.document.as_str()).collect();
        let found = self.among(&findings, &open, &present, &kept, renamed);
        for (at, found) in changed.into_iter().zip(found) {
            places[at] = found;
        }
        places
    }

    /// The places in `seen` of findings of a state: those of the last state are `open`, `kept` are taken.
    fn among(
        &self,
        findings: &[&Finding],
        open: &[usize],
        present: &BTreeSet<&str>,
        kept: &BTreeSet<usize>,
        renamed: &BTreeSet<usize>,
    ) -> Vec<Option<usize>> {
        let entries: Vec<Entry<'_>> = open.iter().map(|&place| self.seen[place].entry()).collect();
        let mut found: Vec<Option<usize>> = match_up_among(findings, &entries, present)
            .into_iter()
            .map(|matched| matched.map(|matched| open[matched.entry()]))
            .collect();

        // What is said of a whole file is known by its name alone.
        let taken: BTreeSet<usize> = found.iter().flatten().chain(kept).copied().collect();
        for (finding, found) in findings.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let same = |at: &usize| {
                let seen = &self.seen[*at];
                !seen.resolved && seen.value.is_empty() && seen.rule == finding.rule && seen.document == finding.primary.document
            };
            if finding.value().is_empty() {
                *found = renamed.iter().copied().filter(|at| !taken.contains(at)).find(same);
            }
        }

        let left: Vec<usize> = (0..findings.len()).filter(|&at| found[at].is_none()).collect();
        let mut candidates: BTreeSet<usize> = BTreeSet::new();
        for finding in left.iter().map(|&at| findings[at]) {
            for key in [finding.fingerprint.clone(), finding.value()] {
                candidates.extend(self.gone.get(&(finding.rule.to_owned(), key)).into_iter().flatten());
            }
        }
        let candidates: Vec<usize> = candidates.into_iter().filter(|&place| self.seen[place].resolved).collect();
        let entries: Vec<Entry<'_>> = candidates.iter().map(|&place| self.seen[place].entry()).collect();
        let some: Vec<&Finding> = left.iter().map(|&at| findings[at]).collect();
        for (at, matched) in left.into_iter().zip(match_up_among(&some, &entries, present)) {
            found[at] = matched.map(|matched: Match| candidates[matched.entry()]);
        }
        found
    }

    fn lay_aside(&mut self, seen: Seen, place: usize) {
        let Seen { rule, fingerprint, value, .. } = seen;
        let mut keys = vec![(rule.clone(), fingerprint)];
        if !value.is_empty() {
            keys.push((rule, value));
        }
        for key in keys {
            let places = self.gone.entry(key).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
}

fn sorted(fingerprints: impl Iterator<Item = String>) -> Vec<String> {
    fingerprints.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether a finding shows a claim, or one that follows from it.
fn stands_at(passage: &Passage, claim: &Claim) -> bool {
    let at = passage.place.is_some_and(|place| Some(place.line) == claim.line && Some(place.column) == claim.column);
    !claim.id.is_empty() && passage.claim == claim.id || at && passage.document == claim.document
}

fn correction(before: &Claim, after: &Claim, moment: &Moment) -> Correction {
    let value = |claim: &Claim| claim.canonical.as_ref().map(Value::new).unwrap_or_default();
    Correction {
        claim: after.id.clone(),
        collection: after.collection.clone(),
        document: after.document.clone(),
        line: after.line,
        kind: after.kind.word().to_owned(),
        subject: after.subject.as_ref().map_or(String::new(), |subject| subject.id.clone()),
        metric: after.metric.clone().unwrap_or_default(),
        conditions: after.conditions.clone(),
        from: before.quote.clone(),
        to: after.quote.clone(),
        was: value(before),
        is: value(after),
        commit: moment.commit.clone(),
        date: moment.date.clone(),
        author: moment.author.clone(),
        resolved: Vec::new(),
        opened: Vec::new(),
    }
}

/// Whether a claim may be corrected: what follows from others by arithmetic changes with them.
fn is_stated(claim: &Claim) -> bool {
    claim.canonical.is_some() && matches!(claim.origin, Origin::Extracted | Origin::Data | Origin::Curated)
}
