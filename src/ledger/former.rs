//! Figures that the documents stated before and state otherwise: what was corrected, as claims of the origin `retired`. Each stands at the
//! place of the claim that was corrected, names it as its parent, and holds the old value.
//!
//! Two things tell it: the stored records, which are as old as the last `extract --write`, and the table of corrections.

use std::collections::BTreeSet;

use super::corrections::Correction;
use super::history::changed;
use crate::claim::{Claim, Interval, Origin, Review};
use crate::extract::figures;

/// Old figures by both: what the table knows comes with its commit and day, and is not told twice.
pub fn retired(stored: &[Claim], corrections: &[Correction], current: &[Claim]) -> Vec<Claim> {
    let mut found = from_corrections(corrections, current);
    for claim in from_records(stored, current) {
        if !found.iter().any(|known| known.parents == claim.parents && known.canonical == claim.canonical) {
            found.push(claim);
        }
    }
    found
}

fn states_a_figure(claim: &Claim) -> bool {
    let own = matches!(claim.origin, Origin::Extracted | Origin::Data | Origin::Curated);
    let named = claim.subject.is_some() && claim.metric.is_some();
    own && named && claim.kind.speaks() && claim.canonical.is_some() && claim.review != Review::Rejected
}

/// Stored records whose document says something else in their place.
pub fn from_records(stored: &[Claim], current: &[Claim]) -> Vec<Claim> {
    // A record that a person corrected says what its text does not.
    let as_read = |claim: &&Claim| claim.review != Review::Corrected && claim.line.is_some();
    let was: Vec<Claim> = stored.iter().filter(|claim| states_a_figure(claim)).filter(as_read).cloned().collect();
    let documents: BTreeSet<&str> = was.iter().map(|claim| claim.document.as_str()).collect();
    let is: Vec<Claim> = current
        .iter()
        .filter(|claim| states_a_figure(claim))
        .filter(|claim| documents.contains(claim.document.as_str()))
        .cloned()
        .collect();
    // What reads otherwise though its text is the same was read by another version of the program.
    let pairs = changed(&was, &is).into_iter().filter(|(old, new)| old.quote != new.quote && old.canonical != new.canonical);
    let old = pairs.map(|(old, new)| Claim {
        value: old.value.clone(),
        canonical: old.canonical.clone(),
        readings: old.readings.clone(),
        ..before(new, &old.quote, None)
    });
    old.collect()
}

/// Corrections whose new value still stands, and the values that those came from in turn.
pub fn from_corrections(corrections: &[Correction], current: &[Claim]) -> Vec<Claim> {
    let mut found = Vec::new();
    for claim in current.iter().filter(|claim| states_a_figure(claim)).filter(|_| !corrections.is_empty()) {
        let of_it: Vec<&Correction> = corrections.iter().filter(|correction| speaks_of(correction, claim)).collect();
        let Some(now) = claim.canonical.clone().filter(|_| !of_it.is_empty()) else { continue };
        let mut known: BTreeSet<String> = BTreeSet::from([text(&now)]);
        let mut steps = vec![now];
        while let Some(step) = steps.pop() {
            for correction in of_it.iter().rev().filter(|c| c.is.interval().as_ref() == Some(&step)) {
                let Some(was) = correction.was.interval() else { continue };
                if was.unit == step.unit && known.insert(text(&was)) {
                    found.push(old(claim, correction, was.clone()));
                    steps.push(was);
                }
            }
        }
    }
    found
}

fn text(interval: &Interval) -> String {
    serde_json::to_string(interval).unwrap_or_default()
}

/// Whether a correction was made at a claim: of the same fact in the same document.
fn speaks_of(correction: &Correction, claim: &Claim) -> bool {
    correction.document == claim.document
        && correction.collection == claim.collection
        && correction.kind == claim.kind.word()
        && claim.subject.as_ref().is_some_and(|subject| subject.id == correction.subject)
        && claim.metric.as_ref() == Some(&correction.metric)
        && correction.conditions == claim.conditions
        && correction.from != correction.to
}

fn old(claim: &Claim, correction: &Correction, was: Interval) -> Claim {
    let day = correction.date.get(..10).unwrap_or(&correction.date);
    let commit = Some(correction.commit.get(..8).unwrap_or(&correction.commit)).filter(|_| correction.commit != "worktree");
    let when = [commit, Some(day)].into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let mut old = before(claim, &correction.from, Some(when).filter(|when| !when.is_empty()));
    // The figure as it was written tells how exact it was; its unit may stand elsewhere (in the head of a table).
    let read = figures(&correction.from).into_iter().next().and_then(|(_, read)| Some((read.canonical?, read.value?)));
    if let Some((canonical, value)) = read {
        let whole = canonical == was;
        let unit = if whole { value.unit.clone() } else { claim.value.as_ref().map_or(String::new(), |v| v.unit.clone()) };
        old.value = Some(crate::claim::Value { unit, ..value });
    }
    old.canonical = Some(was);
    old
}

/// A claim as it was before it was corrected, but for its value.
fn before(claim: &Claim, quote: &str, when: Option<String>) -> Claim {
    Claim {
        id: format!("{}\u{1f}{quote}", claim.id),
        parents: vec![claim.id.clone()],
        quote: quote.to_owned(),
        source: when,
        origin: Origin::Retired,
        readings: Vec::new(),
        ..claim.clone()
    }
}
