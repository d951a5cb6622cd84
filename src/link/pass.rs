//! A pass of linking, in a form in which one document may change alone.
//!
//! Each pass looks at one document at a time for what the others must know of it (its part), holds the parts of all documents of a
//! collection together, and says what becomes of the claims of a document beside the others. So a collection is linked at once or
//! document by document as they change, by the same code.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::claim::{Claim, Confidence, Origin, Subject};
use crate::lexicon::Lexicon;

/// Path of a document.
pub type Name = Rc<str>;

/// The claims of one document, in order: what it states, what a price a year is a month, the rates.
#[derive(Debug)]
pub struct Page<'a> {
    /// Its path.
    pub document: Name,
    /// Its claims.
    pub claims: Vec<&'a Claim>,
}

/// What becomes of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// It is about another, or about nobody.
    Subject(Option<Subject>),
    /// It measures this.
    Metric(String),
    /// It compares with this.
    Baseline(String),
    /// It is as sure as this.
    Confidence(Confidence),
    /// It says this in words.
    Text(&'static str),
    /// It holds under this condition.
    Condition(&'static str, String),
    /// It states this fact.
    Fact(String),
}

/// Edits by the place of their claim in the page.
pub type Edits = Vec<(usize, Edit)>;

impl Edit {
    /// Does it.
    pub fn apply(self, claim: &mut Claim) {
        match self {
            Self::Subject(subject) => claim.subject = subject,
            Self::Metric(metric) => claim.metric = Some(metric),
            Self::Baseline(baseline) => claim.baseline = Some(baseline),
            Self::Confidence(confidence) => claim.confidence = confidence,
            Self::Text(text) => claim.text = Some(text.to_owned()),
            Self::Condition(name, text) => drop(claim.conditions.insert(name.to_owned(), text)),
            Self::Fact(fact) => {
                if !claim.facts.contains(&fact) {
                    claim.facts.push(fact);
                }
            }
        }
    }
}

/// Documents whose claims may be linked otherwise than before, beside those that changed themselves.
#[derive(Debug, PartialEq, Eq)]
pub enum Touched {
    /// All of them.
    All,
    /// These.
    Some(BTreeSet<Name>),
}

impl Default for Touched {
    fn default() -> Self {
        Self::Some(BTreeSet::new())
    }
}

impl Touched {
    /// All of them, or none.
    pub fn all_if(changed: bool) -> Self {
        if changed { Self::All } else { Self::default() }
    }
}

/// One pass over the documents of a collection.
pub trait Pass: Default {
    /// What the other documents must know of one.
    type Part: PartialEq;

    /// Whether a collection without such a claim has nothing to link here.
    fn concerns(_claim: &Claim) -> bool {
        true
    }

    /// The part of a document.
    fn part(page: &Page<'_>, lexicon: &Lexicon) -> Self::Part;

    /// Takes the part of a document that came, went or changed.
    fn exchange(&mut self, document: &Name, was: Option<&Self::Part>, is: Option<&Self::Part>);

    /// Holds together what was exchanged.
    fn settle(&mut self) -> Touched;

    /// What becomes of the claims of a document.
    fn edits(&self, page: &Page<'_>, part: &Self::Part, lexicon: &Lexicon) -> Edits;
}

/// In which turn a claim is looked at: all that documents state comes before what is derived from it.
pub fn turn(claim: &Claim) -> usize {
    if claim.origin == Origin::Derived { claim.parents.len().min(2) } else { 0 }
}

/// Links whole documents, in place. `pages` has the places of their claims.
pub fn run<P: Pass>(claims: &mut [Claim], pages: &[(Name, Vec<usize>)], lexicon: &Lexicon) {
    if !pages.iter().flat_map(|(_, places)| places).any(|&at| P::concerns(&claims[at])) {
        return;
    }
    let mut pass = P::default();
    let page = |claims: &[Claim], at: usize| P::part(&self::page(claims, &pages[at]), lexicon);
    let parts: Vec<P::Part> = (0..pages.len()).map(|at| page(claims, at)).collect();
    for ((document, _), part) in pages.iter().zip(&parts) {
        pass.exchange(document, None, Some(part));
    }
    pass.settle();
    for (places, part) in pages.iter().zip(parts) {
        let edits = pass.edits(&self::page(claims, places), &part, lexicon);
        for (at, edit) in edits {
            edit.apply(&mut claims[places.1[at]]);
        }
    }
}

/// The claims at some places.
pub fn page<'a>(claims: &'a [Claim], (document, places): &(Name, Vec<usize>)) -> Page<'a> {
    Page { document: Rc::clone(document), claims: places.iter().map(|&at| &claims[at]).collect() }
}

/// What documents tell by a key.
#[derive(Debug)]
pub struct Index<K, V>(pub BTreeMap<K, BTreeMap<Name, V>>);

impl<K, V> Default for Index<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> Index<K, V> {
    /// Takes what a document tells now for what it told before; the keys by which it tells something else.
    pub fn exchange<'k>(
        &mut self,
        document: &Name,
        was: Option<&'k BTreeMap<K, V>>,
        is: Option<&'k BTreeMap<K, V>>,
    ) -> Vec<&'k K> {
        let keys = differing(was, is);
        for &key in &keys {
            match is.and_then(|is| is.get(key)) {
                Some(value) => {
                    let told = match self.0.get_mut(key) {
                        Some(told) => told,
                        None => self.0.entry(key.clone()).or_default(),
                    };
                    told.insert(Rc::clone(document), value.clone());
                }
                None => {
                    if let Some(told) = self.0.get_mut(key) {
                        told.remove(document);
                        if told.is_empty() {
                            self.0.remove(key);
                        }
                    }
                }
            }
        }
        keys
    }
}

/// The keys of which two maps tell something else.
pub fn differing<'k, K: Ord, V: PartialEq>(was: Option<&'k BTreeMap<K, V>>, is: Option<&'k BTreeMap<K, V>>) -> Vec<&'k K> {
    let gone = was.into_iter().flatten().filter(|(key, _)| is.is_none_or(|is| !is.contains_key(key)));
    let other = is.into_iter().flatten().filter(|(key, value)| was.and_then(|was| was.get(key)) != Some(value));
    gone.chain(other).map(|(key, _)| key).collect()
}
