//! What people and earlier runs said of the findings of this one: decisions settle findings or lapse, the baseline tells new ones
//! from known ones.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{Outcome, faults, place, with_level};
use crate::config::Config;
use crate::finding::{Finding, Lapse, Lapsed, Resolved, Silenced, Silencer, Status};
use crate::ledger::baseline::Known;
use crate::ledger::decisions::{Decision, Decisions};
use crate::ledger::match_up::{Entry, Match, match_up};

/// What is kept beside the documents.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Decisions on findings.
    pub decisions: Decisions,
    /// Name of their file.
    pub file: String,
    /// The findings of an earlier run, where there is a baseline.
    pub baseline: Option<Vec<Known>>,
    /// The present day.
    pub today: Date,
    /// Whether all documents that the settings name were read: what is not found then is not there.
    pub whole: bool,
}

impl Kept {
    /// Whether a finding is about a document, and not about the decisions themselves: only such a one is held against the baseline.
    pub fn concerns(&self, finding: &Finding) -> bool {
        finding.primary.document != self.file
    }
}

/// Applies the decisions, then compares with the baseline.
pub fn apply(outcome: &mut Outcome, kept: &Kept, config: &Config) {
    decide(outcome, kept, config);
    compare(outcome, kept);
}

/// The documents of the run; with all of them read, every document.
pub fn was_read<'a>(outcome: &'a Outcome, kept: &'a Kept) -> impl Fn(&str) -> bool + 'a {
    let read: BTreeSet<&str> = outcome.coverage.iter().map(|document| document.document.as_str()).collect();
    move |document| kept.whole || read.contains(document)
}

fn decide(outcome: &mut Outcome, kept: &Kept, config: &Config) {
    let decisions = &kept.decisions;
    let entries: Vec<Entry<'_>> = decisions.entries.iter().map(|(_, decision)| decision.entry()).collect();
    let matches = match_up(&outcome.findings, &entries);
    let mut notes: Vec<Finding> = decisions.broken.iter().map(|broken| faults::broken_decision(&kept.file, broken)).collect();

    let mut unused: BTreeSet<usize> = (0..entries.len()).collect();
    let mut open = Vec::with_capacity(outcome.findings.len());
    for (mut finding, matched) in std::mem::take(&mut outcome.findings).into_iter().zip(matches) {
        let Some(matched) = matched else {
            open.push(finding);
            continue;
        };
        unused.remove(&matched.entry());
        let (line, decision) = &decisions.entries[matched.entry()];
        if !decision.holds_on(kept.today) {
            notes.push(faults::idle_decision(&kept.file, *line, decision, "expired"));
            let last = decision.expires.map_or(String::new(), |day| day.to_string());
            finding.standing.lapsed = Some(lapsed(decision, Lapse::Expired(last)));
        } else if matches!(matched, Match::Changed(_)) {
            let why = Lapse::Value { before: decision.value.clone(), now: finding.value() };
            finding.standing.lapsed = Some(lapsed(decision, why));
        } else {
            finding.standing.verdict = Some(decision.verdict);
            if decision.verdict.settles() {
                let by = Silencer::Decision(decision.verdict);
                outcome.silenced.push(Silenced { finding, reason: decision.reason.clone(), by });
                continue;
            }
        }
        open.push(finding);
    }
    let read = was_read(outcome, kept);
    for at in unused {
        let (line, decision) = &decisions.entries[at];
        if read(&decision.document) {
            notes.push(faults::idle_decision(&kept.file, *line, decision, "nothing"));
        }
    }
    drop(read);
    open.extend(notes.into_iter().filter_map(|note| with_level(note, config)));
    open.sort_by(|a, b| place(a).cmp(&place(b)));
    outcome.findings = open;
    outcome.silenced.sort_by(|a, b| place(&a.finding).cmp(&place(&b.finding)));
}

fn lapsed(decision: &Decision, why: Lapse) -> Lapsed {
    Lapsed { verdict: decision.verdict, date: decision.date.to_string(), why }
}

/// Gives each finding its status beside the baseline, where there is one.
pub fn compare(outcome: &mut Outcome, kept: &Kept) {
    let Some(baseline) = &kept.baseline else { return };
    let entries: Vec<Entry<'_>> = baseline.iter().map(Known::entry).collect();
    // A finding that was settled since is not mended: it takes its entry as well.
    let settled = outcome.silenced.iter().map(|silenced| &silenced.finding);
    let all: Vec<&Finding> = outcome.findings.iter().filter(|finding| kept.concerns(finding)).chain(settled).collect();
    let matches = match_up(&all, &entries);
    let mut gone = vec![true; baseline.len()];
    let settled = outcome.silenced.iter_mut().map(|silenced| &mut silenced.finding);
    let all = outcome.findings.iter_mut().filter(|finding| kept.concerns(finding)).chain(settled);
    for (finding, matched) in all.zip(matches) {
        let standing = &mut finding.standing;
        (standing.status, standing.before) = match matched {
            None => (Status::New, None),
            Some(matched) => {
                let known = &baseline[matched.entry()];
                gone[matched.entry()] = false;
                let before = matches!(matched, Match::Changed(_)).then(|| known.value.clone());
                match (known.resolved, &before) {
                    (Some(_), _) => (Status::Reopened, before),
                    (None, Some(_)) => (Status::Updated, before),
                    (None, None) => (Status::Unchanged, None),
                }
            }
        };
    }
    let read = was_read(outcome, kept);
    let mut resolved: Vec<Resolved> = baseline
        .iter()
        .zip(gone)
        .filter(|(known, gone)| *gone && known.resolved.is_none() && read(&known.document))
        .map(|(known, _)| Resolved {
            document: known.document.clone(),
            rule: known.rule.clone(),
            value: known.value.clone(),
            fingerprint: known.fingerprint.clone(),
        })
        .collect();
    drop(read);
    resolved.sort();
    outcome.resolved = resolved;
}
