//! The audits of one state of the documents after another, each made from what the one before left: a document is read again
//! when it changed, and linked and checked again where its claims or what the others tell of them did.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::reading::Reading;
use super::reference::References;
use super::{Coverage, Outcome, by_place, conclude, derive_again, note_silence, pinned};
use crate::claim::{Claim, Review};
use crate::config::Config;
use crate::derive::derive;
use crate::document::{self, Document};
use crate::extract;
use crate::finding::Finding;
use crate::ledger::records;
use crate::lexicon::Lexicon;
use crate::link::held::{self, Name};
use crate::rules::RULES;
use crate::rules::memory::Memory;
use crate::source::{Refused, Source};

/// What became of a file from one state to the next.
#[derive(Debug)]
pub enum Change {
    /// It holds this.
    Read(Source),
    /// It cannot be read.
    Refused(Refused),
    /// It is not there any more.
    Gone(String),
}

/// A state of the documents, audited.
pub struct States<'a> {
    config: &'a Config,
    lexicon: Lexicon,
    references: Vec<Rc<Claim>>,
    /// Reviewed records by document.
    reviews: BTreeMap<&'a str, Vec<Claim>>,
    /// Whether a review changed a claim, so that what is derived is derived again.
    reviewed: bool,
    broken: Vec<Finding>,
    documents: BTreeMap<String, Held>,
    collections: BTreeMap<String, Collection>,
    /// Texts of the data files that pinned figures come from.
    pub files: BTreeMap<String, String>,
}

/// A document as it is.
#[derive(Default)]
struct Held {
    source: Option<Source>,
    names: BTreeSet<String>,
    /// What it says by itself; its claims are with those of its collection.
    reading: Reading,
    /// Its linked claims that keep the contract, as reviewed.
    kept: Vec<Rc<Claim>>,
    /// Those that break it.
    broken: Vec<Finding>,
    /// Whether a review changed one of them.
    reviewed: bool,
    claims: Vec<Rc<Claim>>,
    speaks: bool,
}

type Claims = Vec<Rc<Claim>>;

/// What is known of the documents of a collection together.
struct Collection {
    members: BTreeSet<String>,
    shared: Vec<String>,
    linked: held::Held,
    memory: Memory,
}

impl Collection {
    fn new(references: &[Rc<Claim>]) -> Self {
        Self {
            members: BTreeSet::new(),
            shared: Vec::new(),
            linked: held::Held::default(),
            memory: Memory::new(RULES, references),
        }
    }
}

impl<'a> States<'a> {
    /// Before the first document. Trusted records and reviews are the same in all states.
    pub fn new(config: &'a Config, references: References, reviews: &'a [Claim]) -> Self {
        let mut of_document: BTreeMap<&str, Vec<Claim>> = BTreeMap::new();
        for review in reviews.iter().filter(|review| review.review != Review::None) {
            of_document.entry(&review.document).or_default().push(review.clone());
        }
        Self {
            config,
            lexicon: Lexicon::new(config).with_things(references.things()),
            references: references.claims.into_iter().map(Rc::new).collect(),
            reviews: of_document,
            reviewed: false,
            broken: references.findings,
            documents: BTreeMap::new(),
            collections: BTreeMap::new(),
            files: BTreeMap::new(),
        }
    }

    /// Goes to the next state.
    pub fn apply(&mut self, changes: Vec<Change>) {
        let mut parsed: BTreeMap<String, Option<Document>> = BTreeMap::new();
        let mut touched: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut gone: Vec<Rc<Claim>> = Vec::new();
        for change in changes {
            let path = match &change {
                Change::Read(source) => source.path.clone(),
                Change::Refused(file) => file.path.clone(),
                Change::Gone(path) => path.clone(),
            };
            let collection = self.config.collection(&path).to_owned();
            let known = self.collections.entry(collection.clone()).or_insert_with(|| Collection::new(&self.references));
            touched.entry(collection).or_default().insert(path.clone());
            let before = self.documents.remove(&path).unwrap_or_default();
            let mut held = Held { claims: before.claims, ..Held::default() };
            match change {
                Change::Gone(_) => {
                    known.members.remove(&path);
                    gone.append(&mut held.claims);
                    continue;
                }
                Change::Refused(file) => held.reading = Reading::refused(&file),
                Change::Read(source) => {
                    let document = document::parse(&source);
                    held.names = document.iter().flat_map(|document| extract::names(document, &self.lexicon)).collect();
                    held.source = Some(source);
                    parsed.insert(path.clone(), document);
                }
            }
            known.members.insert(path.clone());
            self.documents.insert(path, held);
        }
        self.collections.retain(|_, collection| !collection.members.is_empty());
        let mut changed: BTreeSet<Name> = BTreeSet::new();
        for (name, paths) in touched {
            if let Some(mut collection) = self.collections.remove(&name) {
                changed.extend(self.held_together(&mut collection, paths, &parsed));
                self.collections.insert(name, collection);
            }
        }
        for path in &changed {
            self.keep(path);
        }
        let reviewed = self.documents.values().any(|held| held.reviewed);
        if reviewed != std::mem::replace(&mut self.reviewed, reviewed) {
            changed = self.documents.keys().map(|path| Name::from(path.as_str())).collect();
        }
        self.compare(gone, &changed);
    }

    /// Reads what changed of a collection and links its documents; those of which the linked claims are others.
    fn held_together(
        &mut self,
        collection: &mut Collection,
        mut paths: BTreeSet<String>,
        parsed: &BTreeMap<String, Option<Document>>,
    ) -> BTreeSet<Name> {
        let held = || collection.members.iter().filter_map(|path| self.documents.get(path));
        let shared: Vec<String> = if held().filter(|held| held.source.is_some()).nth(1).is_some() {
            held().flat_map(|held| &held.names).collect::<BTreeSet<_>>().into_iter().cloned().collect()
        } else {
            Vec::new()
        };
        if shared != collection.shared {
            paths.extend(collection.members.iter().cloned());
        }
        let mut stated = BTreeMap::new();
        for path in paths {
            let claims = self.documents.get_mut(&path).map(|held| {
                if let Some(source) = &held.source {
                    let again = if parsed.contains_key(&path) { None } else { document::parse(source) };
                    let document = parsed.get(&path).unwrap_or(&again);
                    held.reading = Reading::new(source, document.as_ref(), &self.lexicon, self.config, &shared);
                    held.reading.coverage.asides = Vec::new();
                }
                let mut claims = std::mem::take(&mut held.reading.claims);
                claims.sort_by(|a, b| by_place(a).cmp(&by_place(b)));
                derive(&mut claims);
                claims
            });
            stated.insert(Name::from(path), claims);
        }
        collection.shared = shared;
        collection.linked.update(stated, &self.lexicon)
    }

    /// Takes the linked claims of a document, as far as they keep the contract, with what was reviewed of them.
    fn keep(&mut self, path: &str) {
        let Some(collection) = self.collections.get(self.config.collection(path)) else { return };
        let Some(held) = self.documents.get_mut(path) else { return };
        let mut claims: Vec<Claim> = collection.linked.claims(path).iter().map(|claim| Claim::clone(claim)).collect();
        let same = by_id(&held.claims);
        // What kept the contract as it is keeps it still.
        let known = |claim: &Claim| same.get(claim.id.as_str()).is_some_and(|old| old.iter().any(|old| ***old == *claim));
        held.broken = super::keep(&mut claims, self.config, &known);
        held.reviewed = match self.reviews.get(path) {
            Some(reviews) => records::apply(&mut claims, reviews, &|_| held.source.as_ref()),
            None => false,
        };
        held.kept = claims.into_iter().map(Rc::new).collect();
    }

    /// Tells the rules of what came and went in some documents, beside what went with documents that are gone.
    fn compare(&mut self, gone: Vec<Rc<Claim>>, changed: &BTreeSet<Name>) {
        let mut news: BTreeMap<String, (Claims, Claims)> = BTreeMap::new();
        for claim in gone {
            news.entry(self.config.collection(&claim.document).to_owned()).or_default().0.push(claim);
        }
        for path in changed {
            let Some(held) = self.documents.get_mut(&**path) else { continue };
            let (gone, came) = news.entry(self.config.collection(path).to_owned()).or_default();
            let mut new = held.kept.clone();
            if self.reviewed {
                let mut claims: Vec<Claim> = new.iter().map(|claim| Claim::clone(claim)).collect();
                derive_again(&mut claims);
                new = claims.into_iter().map(Rc::new).collect();
            }
            let mut same = by_id(&held.claims);
            for claim in &mut new {
                let old = same.get_mut(claim.id.as_str());
                match old.and_then(|old| Some(Rc::clone(old.swap_remove(old.iter().position(|old| **old == *claim)?)))) {
                    Some(stays) => *claim = stays,
                    None => came.push(Rc::clone(claim)),
                }
            }
            gone.extend(same.into_values().flatten().cloned());
            held.speaks = new.iter().any(|claim| claim.kind.speaks());
            held.claims = new;
        }
        for (collection, (gone, came)) in news {
            if let Some(collection) = self.collections.get_mut(&collection) {
                collection.memory.update(&gone, &came);
            }
        }
    }

    /// What an audit of the state says, without coverage and claims.
    pub fn outcome(&self) -> Outcome {
        if self.documents.is_empty() {
            return Outcome::default();
        }
        let documents = || self.documents.values();
        let mut findings = self.broken.clone();
        findings.extend(documents().flat_map(|held| held.reading.findings.iter().chain(&held.broken).cloned()));
        findings.extend(self.pinned());
        let coverage: Vec<&Coverage> = documents().map(|held| &held.reading.coverage).collect();
        let speaking = self.documents.iter().filter(|(_, held)| held.speaks).map(|(path, _)| path.as_str()).collect();
        let nothing_checked = note_silence(&speaking, &coverage, false, &mut findings);
        findings.extend(self.collections.values().flat_map(|collection| collection.memory.findings()));
        let suppressions: Vec<_> = documents().flat_map(|held| held.reading.suppressions.iter().cloned()).collect();
        let (findings, silenced) = conclude(findings, &suppressions, self.config, false);
        Outcome { findings, silenced, nothing_checked, ..Outcome::default() }
    }

    /// What the settings pin, as far as its data files are there.
    fn pinned(&self) -> Vec<Finding> {
        let there = |file: &Option<String>| file.as_ref().is_none_or(|file| self.files.contains_key(file));
        let facts: Vec<_> = self.config.facts.iter().filter(|fact| there(&fact.file)).cloned().collect();
        let settings = self.config.file.as_deref().map_or(String::new(), |file| file.display().to_string());
        pinned::check(&facts, &self.files, &|path| self.documents.get(path)?.source.as_ref(), &settings)
    }

    /// The claims of a document.
    pub fn claims(&self, document: &str) -> impl Iterator<Item = &Claim> {
        self.documents.get(document).into_iter().flat_map(|held| &held.claims).map(Rc::as_ref)
    }
}

fn by_id(claims: &[Rc<Claim>]) -> BTreeMap<&str, Vec<&Rc<Claim>>> {
    let mut found: BTreeMap<&str, Vec<&Rc<Claim>>> = BTreeMap::new();
    for claim in claims {
        found.entry(&claim.id).or_default().push(claim);
    }
    found
}
