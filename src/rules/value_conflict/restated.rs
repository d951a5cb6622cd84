//! Figures without a common subject or metric that linking holds to be one fact by the words of their passages.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{ALSO, Draft, RELATED, fact, passage, stated, stated_beside, words};
use crate::claim::{Claim, Confidence};
use crate::finding::Severity;

/// At most one finding: the figure that stands alone against the one that is stated more often, or the later against the earlier.
pub fn drafts(name: &str, claims: &[&Claim]) -> Option<Draft> {
    let mut found: Vec<Vec<&Claim>> = Vec::new();
    for claim in claims {
        let figure = |c: &Claim| c.canonical.as_ref().map(|c| (c.low.clone(), c.high.clone()));
        match found.iter_mut().find(|same| figure(same[0]) == figure(claim)) {
            Some(same) => same.push(claim),
            None => found.push(vec![claim]),
        }
    }
    let (first, rest) = found.split_first()?;
    let other = rest.first()?;
    let restates = |claim: &Claim| fact::restates(claim);
    let (suspect, witness) = match (first.len().cmp(&other.len()), restates(first[0])) {
        (Ordering::Less, _) => (first, other),
        (Ordering::Greater, _) => (other, first),
        (_, true) if !restates(other[0]) => (first, other),
        _ => (other, first),
    };
    let pairs = suspect.iter().flat_map(|x| witness.iter().map(move |y| (*x, *y)));
    let (claim, rival) = pairs.into_iter().find(|(x, y)| !fact::neighbours(x, y))?;
    let shared: Vec<&str> = name.split('\u{1f}').next().unwrap_or("").split(' ').collect();
    let mut related = vec![passage(rival, "other")];
    related.extend(witness.iter().filter(|c| c.id != rival.id).take(RELATED / 2).map(|c| passage(c, "other")));
    related.extend(suspect.iter().filter(|c| c.id != claim.id).take(RELATED / 2).map(|c| passage(c, ALSO)));
    Some(Draft {
        severity: Some(Severity::Warning),
        confidence: Confidence::Medium,
        message: "restated",
        help: "check",
        args: BTreeMap::from([("a", words(&claim.quote)), ("b", words(&rival.quote)), ("shared", shared.join(", "))]),
        arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(rival, claim)),
        primary: passage(claim, ""),
        related,
    })
}
