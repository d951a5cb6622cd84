//! The linked claims of a collection while its documents change, with what each pass said of each of them: a document is looked at again
//! where its claims changed or where the others tell something else of them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::kin::Kin;
use super::levels::Levels;
use super::nameless::Nameless;
use super::parallel::Parallel;
pub use super::pass::Name;
use super::pass::{Edits, Page, Pass, Touched};
use super::phrases::OpenPhrases;
use super::project::Project;
use super::restated::{self, Restated};
use super::superlative::Superlatives;
use super::templates::Templates;
use super::vendors::Vendors;
use crate::claim::Claim;
use crate::extract;
use crate::lexicon::Lexicon;

/// Claims by document, in order, derived ones behind.
pub type Pages = BTreeMap<Name, Vec<Rc<Claim>>>;

/// A collection, linked.
#[derive(Debug, Default)]
pub struct Held {
    stated: Pages,
    templates: Stage<Templates>,
    vendors: Stage<Vendors>,
    project: Stage<Project>,
    phrases: Stage<OpenPhrases>,
    levels: Stage<Levels>,
    superlatives: Stage<Superlatives>,
    kin: Stage<Kin>,
    nameless: Stage<Nameless>,
    parallel: Stage<Parallel>,
    restated: Together,
    identities: Identities,
}

impl Held {
    /// Takes what documents state now, with what is derived from it; none for one that is gone. The documents whose linked claims are
    /// others than before.
    pub fn update(&mut self, documents: BTreeMap<Name, Option<Vec<Claim>>>, lexicon: &Lexicon) -> BTreeSet<Name> {
        let mut changed = BTreeSet::new();
        for (document, claims) in documents {
            match claims {
                Some(claims) => _ = self.stated.insert(document.clone(), claims.into_iter().map(Rc::new).collect()),
                None => _ = self.stated.remove(&document),
            }
            changed.insert(document);
        }
        let changed = self.templates.update(changed, &self.stated, lexicon);
        let changed = self.vendors.update(changed, &self.templates.linked, lexicon);
        let changed = self.project.update(changed, &self.vendors.linked, lexicon);
        let changed = self.phrases.update(changed, &self.project.linked, lexicon);
        let changed = self.levels.update(changed, &self.phrases.linked, lexicon);
        let changed = self.superlatives.update(changed, &self.levels.linked, lexicon);
        let changed = self.kin.update(changed, &self.superlatives.linked, lexicon);
        let changed = self.nameless.update(changed, &self.kin.linked, lexicon);
        let changed = self.parallel.update(changed, &self.nameless.linked, lexicon);
        let changed = self.restated.update(changed, &self.parallel.linked);
        self.identities.update(changed, &self.restated.linked)
    }

    /// The linked claims of a document, with their final ids.
    pub fn claims(&self, document: &str) -> &[Rc<Claim>] {
        self.identities.linked.get(document).map_or(&[], Vec::as_slice)
    }
}

fn page<'a>(document: &Name, claims: &'a [Rc<Claim>]) -> Page<'a> {
    Page { document: document.clone(), claims: claims.iter().map(Rc::as_ref).collect() }
}

/// Claims with their edits.
fn edited(claims: &[Rc<Claim>], edits: &Edits) -> Vec<Rc<Claim>> {
    let mut claims = claims.to_vec();
    for (at, edit) in edits {
        edit.clone().apply(Rc::make_mut(&mut claims[*at]));
    }
    claims
}

/// A pass and what it said of each document.
#[derive(Debug)]
struct Stage<P: Pass> {
    pass: P,
    parts: BTreeMap<Name, P::Part>,
    edits: BTreeMap<Name, Edits>,
    linked: Pages,
}

impl<P: Pass> Default for Stage<P> {
    fn default() -> Self {
        Self { pass: P::default(), parts: BTreeMap::new(), edits: BTreeMap::new(), linked: Pages::new() }
    }
}

impl<P: Pass> Stage<P> {
    /// Takes the documents that changed before this pass; those that are others behind it.
    fn update(&mut self, mut changed: BTreeSet<Name>, before: &Pages, lexicon: &Lexicon) -> BTreeSet<Name> {
        for document in &changed {
            let is = before.get(document).map(|claims| P::part(&page(document, claims), lexicon));
            let was = self.parts.remove(document);
            if was != is {
                self.pass.exchange(document, was.as_ref(), is.as_ref());
            }
            if let Some(is) = is {
                self.parts.insert(document.clone(), is);
            }
        }
        let touched = match self.pass.settle() {
            Touched::All => before.keys().cloned().collect(),
            Touched::Some(touched) => touched,
        };
        for document in &changed {
            self.look_at(document, before, lexicon);
        }
        for document in touched {
            if !changed.contains(&document) && self.look_at(&document, before, lexicon) {
                changed.insert(document);
            }
        }
        changed
    }

    /// Links a document; whether anything else becomes of its claims than before.
    fn look_at(&mut self, document: &Name, before: &Pages, lexicon: &Lexicon) -> bool {
        let (Some(claims), Some(part)) = (before.get(document), self.parts.get(document)) else {
            self.linked.remove(document);
            return self.edits.remove(document).is_some();
        };
        let edits = self.pass.edits(&page(document, claims), part, lexicon);
        self.linked.insert(document.clone(), edited(claims, &edits));
        self.edits.insert(document.clone(), edits.clone()) != Some(edits)
    }
}

/// What is stated again in other words, in documents that are held together.
#[derive(Debug, Default)]
struct Together {
    pass: Restated,
    parts: BTreeMap<Name, restated::Part>,
    edits: BTreeMap<Name, Edits>,
    linked: Pages,
}

impl Together {
    fn update(&mut self, mut changed: BTreeSet<Name>, before: &Pages) -> BTreeSet<Name> {
        for document in &changed {
            let is = before.get(document).map(|claims| restated::Part::new(&page(document, claims)));
            let was = self.parts.remove(document);
            self.pass.exchange(document, was.as_ref(), is.as_ref());
            if let Some(is) = is {
                self.parts.insert(document.clone(), is);
            }
        }
        let mut open = match self.pass.settle(self.parts.iter()) {
            Touched::All => before.keys().cloned().collect(),
            Touched::Some(touched) => touched,
        };
        open.extend(changed.iter().cloned());
        while let Some(document) = open.pop_first() {
            let beside: Vec<Name> = self.pass.beside(&document).into_iter().collect();
            let pages: Vec<Page<'_>> =
                beside.iter().map(|document| page(document, before.get(document).map_or(&[], Vec::as_slice))).collect();
            let mut edits = vec![Edits::new(); pages.len()];
            for (page, at, edit) in self.pass.edits(&pages) {
                edits[page].push((at, edit));
            }
            for (document, edits) in beside.into_iter().zip(edits) {
                open.remove(&document);
                let Some(claims) = before.get(&document) else {
                    self.linked.remove(&document);
                    self.edits.remove(&document);
                    continue;
                };
                if changed.contains(&document) || self.edits.get(&document) != Some(&edits) {
                    self.linked.insert(document.clone(), edited(claims, &edits));
                    self.edits.insert(document.clone(), edits);
                    changed.insert(document);
                }
            }
        }
        changed
    }
}

/// The ids of the claims, which number their likes over all documents.
#[derive(Debug, Default)]
struct Identities {
    keys: BTreeMap<Name, Vec<Option<Rc<str>>>>,
    /// How many claims of a likeness each document has.
    likes: BTreeMap<Rc<str>, BTreeMap<Name, usize>>,
    linked: Pages,
}

impl Identities {
    fn update(&mut self, mut changed: BTreeSet<Name>, before: &Pages) -> BTreeSet<Name> {
        let mut moved: BTreeSet<Name> = BTreeSet::new();
        for document in &changed {
            let count = |keys: &[Option<Rc<str>>]| {
                let mut counts: BTreeMap<Rc<str>, usize> = BTreeMap::new();
                keys.iter().flatten().for_each(|key| *counts.entry(key.clone()).or_default() += 1);
                counts
            };
            let keys: Option<Vec<Option<Rc<str>>>> =
                before.get(document).map(|claims| claims.iter().map(|claim| extract::likeness(claim).map(Rc::from)).collect());
            let was = count(&self.keys.remove(document).unwrap_or_default());
            let is = count(keys.as_deref().unwrap_or_default());
            for key in super::pass::differing(Some(&was), Some(&is)) {
                let likes = self.likes.entry(key.clone()).or_default();
                match is.get(key) {
                    Some(count) => _ = likes.insert(document.clone(), *count),
                    None => _ = likes.remove(document),
                }
                let behind = (std::ops::Bound::Excluded(document.clone()), std::ops::Bound::Unbounded);
                moved.extend(likes.range(behind).map(|(document, _)| document.clone()));
                if likes.is_empty() {
                    self.likes.remove(key);
                }
            }
            if let Some(keys) = keys {
                self.keys.insert(document.clone(), keys);
            }
        }
        changed.extend(moved);
        for document in &changed {
            match before.get(document) {
                Some(claims) => {
                    let identified = self.identified(document, claims);
                    self.linked.insert(document.clone(), identified);
                }
                None => _ = self.linked.remove(document),
            }
        }
        changed
    }

    fn identified(&self, document: &Name, claims: &[Rc<Claim>]) -> Vec<Rc<Claim>> {
        let mut claims: Vec<Claim> = claims.iter().map(|claim| Claim::clone(claim)).collect();
        let mut likes: BTreeMap<&str, usize> = BTreeMap::new();
        let mut renamed: BTreeMap<String, String> = BTreeMap::new();
        for (claim, key) in claims.iter_mut().zip(self.keys.get(document).into_iter().flatten()) {
            let Some(key) = key else { continue };
            let ordinal = likes.entry(key).or_insert_with(|| {
                self.likes.get(key).into_iter().flat_map(|likes| likes.range(..document.clone())).map(|(_, count)| count).sum()
            });
            *ordinal += 1;
            let id = extract::id(key, *ordinal);
            renamed.insert(std::mem::replace(&mut claim.id, id.clone()), id);
        }
        extract::identify_derived(&mut claims, &renamed);
        claims.into_iter().map(Rc::new).collect()
    }
}
