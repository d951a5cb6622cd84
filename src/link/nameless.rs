//! Figures of nobody that can be told apart by their label alone.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;

use super::content_words;
use super::pass::{Edit, Edits, Index, Name, Page, Pass, Touched};
use crate::claim::{ANSWER, Claim, Confidence, Kind, Subject, exact};
use crate::lexicon::Lexicon;

/// Gives such figures their document for a subject.
#[derive(Debug, Default)]
pub struct Nameless {
    /// By metric, the size of the one figure that a document has of a physical unit.
    sizes: Index<&'static str, BigRational>,
    /// Metrics of which the documents tell sizes that no one thing has.
    scattered: BTreeSet<&'static str>,
    dirty: BTreeSet<&'static str>,
}

fn nameless(claim: &Claim) -> bool {
    claim.kind == Kind::Quantity && claim.subject.is_none() && claim.usage.is_none()
}

/// The figures of nobody of a page by their unit.
fn by_unit<'a>(page: &Page<'a>) -> BTreeMap<&'a str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, claim) in page.claims.iter().copied().enumerate().filter(|(_, claim)| nameless(claim)) {
        if let Some(canonical) = &claim.canonical {
            found.entry(&canonical.unit).or_default().push(at);
        }
    }
    found
}

impl Pass for Nameless {
    type Part = BTreeMap<&'static str, BigRational>;

    fn part(page: &Page<'_>, _: &Lexicon) -> Self::Part {
        let size = |at: usize| {
            let canonical = page.claims[at].canonical.as_ref()?;
            canonical.low.as_deref().or(canonical.high.as_deref()).and_then(exact)
        };
        let lone = by_unit(page).into_iter().filter_map(|(unit, only)| match only[..] {
            [at] => Some((physical(unit)?, size(at)?)),
            _ => None,
        });
        lone.collect()
    }

    fn exchange(&mut self, document: &Name, was: Option<&Self::Part>, is: Option<&Self::Part>) {
        self.dirty.extend(self.sizes.exchange(document, was, is).into_iter().copied());
    }

    fn settle(&mut self) -> Touched {
        // A dose of 60 mg in one document and 20 kg of luggage in another are no two weights of one thing.
        let hundred = BigRational::from_integer(100.into());
        let mut touched = BTreeSet::new();
        for metric in std::mem::take(&mut self.dirty) {
            let told = self.sizes.0.get(metric);
            let sizes = || told.into_iter().flat_map(BTreeMap::values);
            let is = matches!((sizes().min(), sizes().max()), (Some(low), Some(high)) if *high > low * &hundred);
            if is != self.scattered.contains(metric) {
                touched.extend(told.into_iter().flat_map(BTreeMap::keys).cloned());
                if is {
                    self.scattered.insert(metric)
                } else {
                    self.scattered.remove(metric)
                };
            }
        }
        Touched::Some(touched)
    }

    fn edits(&self, page: &Page<'_>, _: &Self::Part, lexicon: &Lexicon) -> Edits {
        let claims = &page.claims;
        let by_unit = by_unit(page);
        let all = || claims.iter().copied().enumerate().filter(|(_, claim)| nameless(claim));
        let mut chosen: BTreeSet<usize> = all().filter(|(_, claim)| labelled(claim, lexicon)).map(|(at, _)| at).collect();
        // What a question asks for by name is one thing in its document.
        for alike in by_unit.values() {
            let asked = alike.iter().filter(|&&at| claims[at].text.as_deref() == Some(ANSWER));
            let metrics: BTreeSet<&Option<String>> =
                asked.map(|&at| &claims[at].metric).filter(|metric| metric.is_some()).collect();
            chosen.extend(alike.iter().copied().filter(|&at| metrics.contains(&claims[at].metric)));
        }
        // One document may restate a figure of nobody: the same metric, the same figure.
        let mut by_figure: BTreeMap<(&str, &str, BTreeSet<&String>), Vec<usize>> = BTreeMap::new();
        for (at, claim) in all() {
            if let (Some(canonical), Some(metric)) = (&claim.canonical, &claim.metric) {
                let ends = canonical.low.iter().chain(&canonical.high).collect();
                by_figure.entry((metric, &canonical.unit, ends)).or_default().push(at);
            }
        }
        chosen.extend(by_figure.into_values().filter(|same| same.len() > 1).flatten());
        let mut metrics: BTreeMap<usize, &'static str> = BTreeMap::new();
        for (unit, only) in by_unit {
            if let ([at], Some(metric)) = (&only[..], physical(unit).filter(|metric| !self.scattered.contains(metric))) {
                if !claims[*at].metric.as_ref().is_some_and(|known| lexicon.knows(known)) {
                    metrics.insert(*at, metric);
                }
                chosen.insert(*at);
            }
        }
        let mut edits = Edits::new();
        for at in chosen {
            let claim = &claims[at];
            let metric = metrics.get(&at).copied();
            if let Some(metric) = metric {
                edits.push((at, Edit::Metric(metric.to_owned())));
            }
            let name = metric.or(claim.metric.as_deref()).unwrap_or("").replace(['-', '_'], " ");
            if !name.is_empty() {
                edits.push((at, Edit::Subject(Some(Subject { id: "document".into(), name, vendor: None }))));
                edits.push((at, Edit::Confidence(claim.confidence.max(Confidence::Medium))));
            }
        }
        edits
    }
}

/// Whether the words of a label name one thing only: at least three of them, none of a list.
fn labelled(claim: &Claim, lexicon: &Lexicon) -> bool {
    let Some(metric) = &claim.metric else { return false };
    content_words(metric).split(' ').count() >= 3 && !lexicon.knows(metric)
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
