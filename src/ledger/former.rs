//! Figures that the documents stated before and state otherwise: what was corrected, as claims of the origin `retired`. Each stands at the
//! place of the claim that was corrected, names it as its parent, and holds the old value.
//!
//! Two things tell it: the stored records, which are as old as the last `extract --write`, and the table of corrections.

use std::collections::{BTreeMap, BTreeSet};

use super::corrections::Correction;
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

/// What two claims of one document must share to be one before and after.
type About<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str, Vec<(&'a String, &'a String)>);

fn about(claim: &Claim) -> About<'_> {
    let subject = claim.subject.as_ref().map_or("", |subject| subject.id.as_str());
    let metric = claim.metric.as_deref().unwrap_or("");
    (&claim.document, &claim.collection, claim.kind.word(), subject, metric, claim.conditions.iter().collect())
}

fn states_a_figure(claim: &&Claim) -> bool {
    let own = matches!(claim.origin, Origin::Extracted | Origin::Data | Origin::Curated);
    let named = claim.subject.is_some() && claim.metric.is_some();
    own && named && claim.kind.speaks() && claim.canonical.is_some() && claim.review != Review::Rejected
}

/// Stored records whose document says something else in their place. What is said as before is set aside first, whatever its order; where
/// as many old figures of a fact are left as new ones, they stand for each other in the order of the text, else nothing is known.
pub fn from_records(stored: &[Claim], current: &[Claim]) -> Vec<Claim> {
    let mut facts: BTreeMap<About<'_>, (Vec<&Claim>, Vec<&Claim>)> = BTreeMap::new();
    // A record that a person corrected says what its text does not.
    let as_read = |claim: &&Claim| claim.review != Review::Corrected && claim.line.is_some();
    for claim in stored.iter().filter(states_a_figure).filter(as_read) {
        facts.entry(about(claim)).or_default().0.push(claim);
    }
    if facts.is_empty() {
        return Vec::new();
    }
    for claim in current.iter().filter(states_a_figure) {
        if let Some((_, now)) = facts.get_mut(&about(claim)) {
            now.push(claim);
        }
    }
    let mut found = Vec::new();
    for (mut was, mut is) in facts.into_values() {
        was.retain(|old| match is.iter().position(|new| new.canonical == old.canonical || new.quote == old.quote) {
            Some(at) => {
                is.remove(at);
                false
            }
            None => true,
        });
        if was.len() == is.len() {
            let place = |claim: &&Claim| (claim.line, claim.column);
            was.sort_by_key(place);
            is.sort_by_key(place);
            found.extend(was.iter().zip(&is).map(|(old, new)| Claim {
                value: old.value.clone(),
                canonical: old.canonical.clone(),
                readings: old.readings.clone(),
                ..before(new, &old.quote, None)
            }));
        }
    }
    found
}

/// Corrections whose new value still stands, and the values that those came from in turn.
pub fn from_corrections(corrections: &[Correction], current: &[Claim]) -> Vec<Claim> {
    let mut found = Vec::new();
    for claim in current.iter().filter(states_a_figure).filter(|_| !corrections.is_empty()) {
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
