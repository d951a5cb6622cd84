//! Phrases of the same content words, whatever their subjects.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Name, Page, Pass, Touched, turn};
use super::phrases::dimension;
use super::{is_empty_word, stem};
use crate::claim::{Claim, Kind};
use crate::lexicon::Lexicon;

/// Gives phrases of the same content words one name in the whole collection, so that a superlative can be held against the figures of
/// others.
#[derive(Debug, Default)]
pub struct Levels {
    /// By turn and document, the first phrase of these words.
    told: BTreeMap<Key, BTreeMap<(usize, Name), String>>,
    touched: BTreeSet<Name>,
}

/// Dimension and content words.
type Key = (String, BTreeSet<String>);

/// What documents say of their phrases.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// By place of the claim.
    keys: Vec<(usize, Key)>,
    /// The first phrase of each, and its turn.
    first: BTreeMap<Key, (usize, String)>,
}

fn key(claim: &Claim, lexicon: &Lexicon) -> Option<Key> {
    let (Some(_), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else { return None };
    if claim.kind != Kind::Quantity || metric.contains('_') || lexicon.knows(metric) {
        return None;
    }
    let words = metric.split(['-', ' ']).filter(|word| !word.is_empty()).map(stem);
    let content: BTreeSet<String> = words.filter(|word| !is_empty_word(word)).collect();
    (!content.is_empty()).then(|| (dimension(canonical), content))
}

impl Pass for Levels {
    type Part = Part;

    fn part(page: &Page<'_>, lexicon: &Lexicon) -> Part {
        let mut part = Part { keys: Vec::new(), first: BTreeMap::new() };
        for (at, claim) in page.claims.iter().enumerate() {
            let (Some(key), Some(metric)) = (key(claim, lexicon), &claim.metric) else { continue };
            if !part.first.contains_key(&key) {
                part.first.insert(key.clone(), (turn(claim), metric.clone()));
            }
            part.keys.push((at, key));
        }
        part
    }

    fn exchange(&mut self, document: &Name, was: Option<&Part>, is: Option<&Part>) {
        let (was, is) = (was.map(|part| &part.first), is.map(|part| &part.first));
        for key in super::pass::differing(was, is) {
            let told = self.told.entry(key.clone()).or_default();
            let before = told.values().next().cloned();
            if let Some((turn, _)) = was.and_then(|was| was.get(key)) {
                told.remove(&(*turn, document.clone()));
            }
            if let Some((turn, metric)) = is.and_then(|is| is.get(key)) {
                told.insert((*turn, document.clone()), metric.clone());
            }
            if before.is_some() && told.values().next() != before.as_ref() {
                self.touched.extend(told.keys().map(|(_, document)| document.clone()));
            }
            if told.is_empty() {
                self.told.remove(key);
            }
        }
    }

    fn settle(&mut self) -> Touched {
        Touched::Some(std::mem::take(&mut self.touched))
    }

    fn edits(&self, page: &Page<'_>, part: &Part, _: &Lexicon) -> Edits {
        let mut edits = Edits::new();
        for (at, key) in &part.keys {
            let name = self.told.get(key).and_then(|told| told.values().next());
            if let Some(name) = name.filter(|name| page.claims[*at].metric.as_ref() != Some(name)) {
                edits.push((*at, Edit::Metric(name.clone())));
            }
        }
        edits
    }
}
