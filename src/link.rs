//! Which names are one subject across the documents of a collection. It may change whom a claim is about, not what it says.
//!
//! A vendor's product in one document and its product in another are one subject when each document has just one product of
//! that vendor and the two documents speak of the same things: they share the product's name, or they rank products of at
//! least two vendors in common. Two products of one vendor in one document stay apart.
//!
//! Of phrases that no list has ("unlocks in", "Unlock time"), those are one metric that have the same content words in one
//! dimension. A superlative in words of its own (理赔最快) takes the metric of its subject's figures that shares them (理赔时效).
//!
//! What is said of nobody is said of the document. In a collection in which one project alone speaks of itself (its README), the
//! figures of its other documents are its own; elsewhere figures without a subject are compared only where their label leaves no
//! doubt: the same words before the colon, or the only figure of its kind in each document.

mod superlative;

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::lexicon::Lexicon;

/// Links the claims of all collections, in place.
pub fn link(claims: &mut [Claim], lexicon: &Lexicon) {
    let mut collections: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        collections.entry(claim.collection.clone()).or_default().push(at);
    }
    for members in collections.values() {
        link_subjects(claims, members);
        link_metrics(claims, members, lexicon);
        superlative::link(claims, members);
        link_project(claims, members);
        link_nameless(claims, members, lexicon);
    }
}

fn link_subjects(claims: &mut [Claim], members: &[usize]) {
    // Per document and vendor, the products that the document ranks or picks.
    let mut products: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for claim in members.iter().map(|&at| &claims[at]).filter(|c| c.kind == Kind::Rank) {
        if let Some((vendor, id)) = claim.subject.as_ref().and_then(|s| Some((s.vendor.clone()?, s.id.clone()))) {
            products.entry((claim.document.clone(), vendor)).or_default().insert(id);
        }
    }
    let mut vendors: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (document, vendor) in products.keys() {
        vendors.entry(document).or_default().insert(vendor);
    }
    let akin = |a: &str, b: &str| vendors.get(a).zip(vendors.get(b)).is_some_and(|(a, b)| a.intersection(b).count() >= 2);
    let mut rewrite: BTreeMap<(String, String), String> = BTreeMap::new();
    for ((document, vendor), ids) in &products {
        if ids.len() != 1 {
            continue;
        }
        let partner = products
            .iter()
            .any(|((other, same), theirs)| other != document && same == vendor && theirs.len() == 1 && akin(document, other));
        if let (true, Some(id)) = (partner, ids.first()) {
            rewrite.insert((document.clone(), id.clone()), vendor.clone());
        }
    }
    for &at in members {
        let document = claims[at].document.clone();
        if let Some(subject) = &mut claims[at].subject
            && let Some(vendor) = rewrite.get(&(document.clone(), subject.id.clone()))
        {
            subject.id.clone_from(vendor);
        }
        let baseline = claims[at].baseline.clone();
        if let Some(vendor) = baseline.and_then(|b| rewrite.get(&(document, b))) {
            claims[at].baseline = Some(vendor.clone());
        }
    }
}

/// At most so many open phrases of one dimension are told apart; more than that is no vocabulary.
const PHRASES: usize = 4096;

fn link_metrics(claims: &mut [Claim], members: &[usize], lexicon: &Lexicon) {
    let known: BTreeSet<&str> = lexicon.metrics.iter().map(|m| m.id.as_str()).collect();
    let mut phrases: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for &at in members {
        let claim = &mut claims[at];
        let (Some(_), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else { continue };
        if !matches!(claim.kind, Kind::Quantity) || known.contains(metric.as_str()) || metric.contains('_') {
            continue;
        }
        let content = content_words(metric);
        if content.is_empty() {
            continue;
        }
        let dimension = canonical.unit.split('/').next().unwrap_or("").to_owned();
        let names = phrases.entry(dimension).or_default();
        if names.len() < PHRASES || names.contains_key(&content) {
            let first = names.entry(content).or_insert_with(|| metric.clone()).clone();
            claim.metric = Some(first);
        }
    }
}

/// The words of a phrase that say what is measured, in order of the alphabet, without endings.
fn content_words(metric: &str) -> String {
    const EMPTY: &[&str] = &[
        "time", "rate", "count", "number", "total", "value", "amount", "average", "avg", "the", "a", "of", "in", "per", "to",
        "and", "with", "level", "size",
    ];
    let mut words: Vec<String> = metric.split('-').filter(|w| !w.is_empty() && !EMPTY.contains(w)).map(stem).collect();
    words.sort();
    words.dedup();
    words.join(" ")
}

/// A word without its ending: English plural and verb endings, Chinese nouns of measure.
fn stem(word: &str) -> String {
    if word.is_ascii() {
        let cut = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() >= 3));
        return cut.unwrap_or(word).trim_end_matches('e').to_owned();
    }
    ["时间", "数量", "次数", "数值", "速度", "时长"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|rest| !rest.is_empty()))
        .unwrap_or(word)
        .to_owned()
}

/// Gives the figures of nobody to the one project of the collection, in documents that name no subject of their own.
fn link_project(claims: &mut [Claim], members: &[usize]) {
    let mut own: BTreeMap<String, Subject> = BTreeMap::new();
    let mut speaking: BTreeSet<String> = BTreeSet::new();
    for claim in members.iter().map(|&at| &claims[at]) {
        match (claim.kind, &claim.subject) {
            (Kind::Document, Some(subject)) => {
                own.insert(subject.id.clone(), subject.clone());
                speaking.insert(claim.document.clone());
            }
            (Kind::Rank | Kind::TopPick, _) => {
                speaking.insert(claim.document.clone());
            }
            _ => {}
        }
    }
    let [project] = own.values().collect::<Vec<_>>()[..] else { return };
    for &at in members {
        let claim = &mut claims[at];
        if claim.kind == Kind::Quantity && claim.subject.is_none() && !speaking.contains(&claim.document) {
            claim.subject = Some(project.clone());
            claim.confidence = claim.confidence.max(Confidence::Medium);
        }
    }
}

/// Gives a subject to figures of nobody that can be told apart by their label alone.
fn link_nameless(claims: &mut [Claim], members: &[usize], lexicon: &Lexicon) {
    let nameless = |claim: &Claim| claim.kind == Kind::Quantity && claim.subject.is_none() && claim.usage.is_none();
    let mut by_unit: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    let mut by_figure: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &at in members.iter().filter(|&&at| nameless(&claims[at])) {
        let claim = &claims[at];
        let Some(canonical) = &claim.canonical else { continue };
        by_unit.entry((claim.document.clone(), canonical.unit.clone())).or_default().push(at);
        if let Some(metric) = &claim.metric {
            let ends: BTreeSet<&String> = canonical.low.iter().chain(&canonical.high).collect();
            by_figure
                .entry(format!("{}\u{1f}{metric}\u{1f}{}\u{1f}{ends:?}", claim.document, canonical.unit))
                .or_default()
                .push(at);
        }
    }
    let mut chosen: BTreeSet<usize> =
        members.iter().copied().filter(|&at| nameless(&claims[at]) && labelled(&claims[at], lexicon)).collect();
    // One document may restate a figure of nobody: the same metric, the same figure.
    chosen.extend(by_figure.into_values().filter(|same| same.len() > 1).flatten());
    for ((_, unit), only) in by_unit {
        if let ([at], Some(metric)) = (&only[..], physical(&unit)) {
            let known = claims[*at].metric.as_ref().is_some_and(|m| lexicon.metrics.iter().any(|k| k.id == *m));
            if !known {
                claims[*at].metric = Some(metric.to_owned());
            }
            chosen.insert(*at);
        }
    }
    for at in chosen {
        let claim = &mut claims[at];
        let name = claim.metric.as_deref().unwrap_or("").replace(['-', '_'], " ");
        if !name.is_empty() {
            claim.subject = Some(Subject { id: "document".into(), name, vendor: None });
            claim.confidence = claim.confidence.max(Confidence::Medium);
        }
    }
}

/// Whether the words of a label name one thing only: at least three of them, none of a list.
fn labelled(claim: &Claim, lexicon: &Lexicon) -> bool {
    let Some(metric) = &claim.metric else { return false };
    let words = content_words(metric).split(' ').count();
    words >= 3 && !lexicon.metrics.iter().any(|known| known.id == *metric)
}

/// The metric that a physical unit tells where a document has one such figure only.
fn physical(unit: &str) -> Option<&'static str> {
    Some(match unit {
        "J" => "energy",
        "kg" => "weight",
        "V" => "voltage",
        "degC" => "temperature",
        "Hz" => "frequency",
        "m2" => "area",
        _ => return None,
    })
}
