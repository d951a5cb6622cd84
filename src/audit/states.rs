//! The audits of one state of the documents after another, each made from what the one before left: a document is read again
//! when it changed, the documents of a collection are held together again when one of them did.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::reading::Reading;
use super::reference::References;
use super::suppress::Suppression;
use super::{Extraction, Outcome, apply_reviews, conclude, join, note_silence, pinned};
use crate::claim::Claim;
use crate::config::Config;
use crate::document::{self, Document};
use crate::extract;
use crate::finding::Finding;
use crate::lexicon::Lexicon;
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
    reviews: &'a [Claim],
    broken: Vec<Finding>,
    documents: BTreeMap<String, Held>,
    collections: BTreeMap<String, Collection>,
    /// Texts of the data files that pinned figures come from.
    pub files: BTreeMap<String, String>,
}

/// A document as it is.
struct Held {
    source: Option<Source>,
    names: BTreeSet<String>,
    reading: Reading,
}

/// What is known of the documents of a collection together.
struct Collection {
    members: BTreeSet<String>,
    shared: Vec<String>,
    claims: Vec<Rc<Claim>>,
    findings: Vec<Finding>,
    suppressions: Vec<Suppression>,
    memory: Memory,
}

impl Collection {
    fn new(references: &[Rc<Claim>]) -> Self {
        Self {
            members: BTreeSet::new(),
            shared: Vec::new(),
            claims: Vec::new(),
            findings: Vec::new(),
            suppressions: Vec::new(),
            memory: Memory::new(RULES, references),
        }
    }
}

impl<'a> States<'a> {
    /// Before the first document. Trusted records and reviews are the same in all states.
    pub fn new(config: &'a Config, references: References, reviews: &'a [Claim]) -> Self {
        Self {
            config,
            lexicon: Lexicon::new(config).with_things(references.things()),
            references: references.claims.into_iter().map(Rc::new).collect(),
            reviews,
            broken: references.findings,
            documents: BTreeMap::new(),
            collections: BTreeMap::new(),
            files: BTreeMap::new(),
        }
    }

    /// Goes to the next state.
    pub fn apply(&mut self, changes: Vec<Change>) {
        let mut parsed: BTreeMap<String, Option<Document>> = BTreeMap::new();
        let mut touched: BTreeSet<String> = BTreeSet::new();
        for change in changes {
            let path = match &change {
                Change::Read(source) => source.path.clone(),
                Change::Refused(file) => file.path.clone(),
                Change::Gone(path) => path.clone(),
            };
            let collection = self.config.collection(&path).to_owned();
            let known = self.collections.entry(collection.clone()).or_insert_with(|| Collection::new(&self.references));
            let members = &mut known.members;
            touched.insert(collection);
            let mut held = Held { source: None, names: BTreeSet::new(), reading: Reading::default() };
            match change {
                Change::Gone(_) => {
                    members.remove(&path);
                    self.documents.remove(&path);
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
            members.insert(path.clone());
            self.documents.insert(path, held);
        }
        for name in touched {
            if let Some(collection) = self.collections.remove(&name).filter(|collection| !collection.members.is_empty()) {
                let collection = self.held_together(collection, &parsed);
                self.collections.insert(name, collection);
            }
        }
    }

    /// Reads what changed of a collection and holds its documents together.
    fn held_together(&mut self, before: Collection, parsed: &BTreeMap<String, Option<Document>>) -> Collection {
        let Collection { members, shared: known, claims: old, mut memory, .. } = before;
        let sources = members.iter().filter(|path| self.documents.get(*path).is_some_and(|held| held.source.is_some())).count();
        let shared: Vec<String> = if sources > 1 {
            let names: BTreeSet<&String> =
                members.iter().filter_map(|path| self.documents.get(path)).flat_map(|held| &held.names).collect();
            names.into_iter().cloned().collect()
        } else {
            Vec::new()
        };
        let mut extraction = Extraction::default();
        for path in &members {
            let Some(held) = self.documents.get_mut(path) else { continue };
            if let Some(source) = &held.source {
                let again = shared != known;
                let reading = match parsed.get(path) {
                    Some(document) => Some(Reading::new(source, document.as_ref(), &self.lexicon, self.config, &shared)),
                    None if again => {
                        Some(Reading::new(source, document::parse(source).as_ref(), &self.lexicon, self.config, &shared))
                    }
                    None => None,
                };
                if let Some(reading) = reading {
                    held.reading = reading;
                    held.reading.coverage.asides = Vec::new();
                }
            }
            held.reading.clone().add_to(&mut extraction);
        }
        let mut same: BTreeMap<&str, Vec<&Rc<Claim>>> = BTreeMap::new();
        for claim in &old {
            same.entry(&claim.id).or_default().push(claim);
        }
        // What kept the contract as it is keeps it still.
        let known = |claim: &Claim| same.get(claim.id.as_str()).is_some_and(|old| old.iter().any(|old| ***old == *claim));
        join(&mut extraction, &self.lexicon, self.config, &known);
        apply_reviews(&mut extraction, self.reviews, &|path| self.documents.get(path)?.source.as_ref());

        let Extraction { claims: new, findings, suppressions, .. } = extraction;
        let mut came = Vec::new();
        let mut claims = Vec::with_capacity(new.len());
        for claim in new {
            let old = same.get_mut(claim.id.as_str());
            let stays = old.and_then(|old| Some(Rc::clone(old.swap_remove(old.iter().position(|old| ***old == claim)?))));
            claims.push(stays.unwrap_or_else(|| {
                let claim = Rc::new(claim);
                came.push(Rc::clone(&claim));
                claim
            }));
        }
        let gone: Vec<Rc<Claim>> = same.into_values().flatten().cloned().collect();
        memory.update(&gone, &came);
        Collection { members, shared, claims, findings, suppressions, memory }
    }

    /// What an audit of the state says, without coverage and claims.
    pub fn outcome(&self) -> Outcome {
        if self.documents.is_empty() {
            return Outcome::default();
        }
        let collections = || self.collections.values();
        let mut findings = self.broken.clone();
        findings.extend(collections().flat_map(|collection| collection.findings.iter().cloned()));
        findings.extend(self.pinned());
        let coverage: Vec<_> = self.documents.values().map(|held| held.reading.coverage.clone()).collect();
        let claims = collections().flat_map(|collection| &collection.claims);
        let speaking: BTreeSet<&str> = claims.filter(|c| c.kind.speaks()).map(|c| c.document.as_str()).collect();
        let nothing_checked = note_silence(&speaking, &coverage, false, &mut findings);
        findings.extend(collections().flat_map(|collection| collection.memory.findings()));
        let suppressions: Vec<_> = collections().flat_map(|collection| collection.suppressions.iter().cloned()).collect();
        let (findings, silenced) = conclude(findings, &suppressions, self.config, false);
        Outcome { findings, silenced, coverage, nothing_checked, ..Outcome::default() }
    }

    /// What the settings pin, as far as its data files are there.
    fn pinned(&self) -> Vec<Finding> {
        let there = |file: &Option<String>| file.as_ref().is_none_or(|file| self.files.contains_key(file));
        let facts: Vec<_> = self.config.facts.iter().filter(|fact| there(&fact.file)).cloned().collect();
        let settings = self.config.file.as_deref().map_or(String::new(), |file| file.display().to_string());
        pinned::check(&facts, &self.files, &|path| self.documents.get(path)?.source.as_ref(), &settings)
    }

    /// The claims of a document.
    pub fn claims<'s>(&'s self, document: &'s str) -> impl Iterator<Item = &'s Claim> {
        let collection = self.collections.get(self.config.collection(document));
        let claims = collection.into_iter().flat_map(|collection| collection.claims.iter().map(Rc::as_ref));
        claims.filter(move |claim| claim.document == document)
    }
}
