//! The one project of a collection, whose documents speak of it without naming it.

use std::collections::BTreeMap;

use super::pass::{Edit, Edits, Index, Name, Page, Pass, Touched, turn};
use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::lexicon::Lexicon;

/// Gives the figures of nobody to the one project of the collection, in documents that name no subject of their own.
#[derive(Debug, Default)]
pub struct Project {
    /// The subjects that documents as a whole are about.
    own: Index<String, Subject>,
    /// Where a subject is named first in a document: its turn, and whether the heading there is Chinese.
    first: Index<String, (usize, bool)>,
    /// The project, and whether it is at home in Chinese.
    found: Option<(Subject, bool)>,
    dirty: bool,
}

/// The subjects of a document.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    own: BTreeMap<String, Subject>,
    first: BTreeMap<String, (usize, bool)>,
}

fn han(claim: &Claim) -> bool {
    claim.heading.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

impl Pass for Project {
    type Part = Part;

    fn concerns(claim: &Claim) -> bool {
        claim.kind == Kind::Document && claim.subject.is_some()
    }

    fn part(page: &Page<'_>, _: &Lexicon) -> Part {
        let mut part = Part { own: BTreeMap::new(), first: BTreeMap::new() };
        for claim in &page.claims {
            let Some(subject) = &claim.subject else { continue };
            if claim.kind == Kind::Document {
                part.own.insert(subject.id.clone(), subject.clone());
            }
            if !part.first.contains_key(&subject.id) {
                part.first.insert(subject.id.clone(), (turn(claim), han(claim)));
            }
        }
        part
    }

    fn exchange(&mut self, document: &Name, was: Option<&Part>, is: Option<&Part>) {
        let own = self.own.exchange(document, was.map(|part| &part.own), is.map(|part| &part.own));
        let first = self.first.exchange(document, was.map(|part| &part.first), is.map(|part| &part.first));
        self.dirty |= !own.is_empty() || !first.is_empty();
    }

    fn settle(&mut self) -> Touched {
        if !std::mem::take(&mut self.dirty) {
            return Touched::default();
        }
        let mut all = self.own.0.iter();
        let found = match (all.next(), all.next()) {
            (Some((id, told)), None) => {
                let first =
                    self.first.0.get(id).and_then(|first| first.iter().min_by_key(|(document, (turn, _))| (*turn, *document)));
                let home = first.is_some_and(|(_, (_, han))| *han);
                told.last_key_value().map(|(_, subject)| (subject.clone(), home))
            }
            _ => None,
        };
        let changed = found != self.found;
        self.found = found;
        Touched::all_if(changed)
    }

    fn edits(&self, page: &Page<'_>, _: &Part, _: &Lexicon) -> Edits {
        let Some((project, home)) = &self.found else { return Edits::new() };
        let of_nobody = |claim: &Claim| claim.kind == Kind::Quantity && claim.subject.is_none();
        if !page.claims.iter().any(|claim| of_nobody(claim)) || speaks_of_others(page, project, *home) {
            return Edits::new();
        }
        let mut edits = Edits::new();
        for (at, claim) in page.claims.iter().enumerate().filter(|(_, claim)| of_nobody(claim)) {
            edits.push((at, Edit::Subject(Some(project.clone()))));
            edits.push((at, Edit::Confidence(claim.confidence.max(Confidence::Medium))));
        }
        edits
    }
}

/// Whether a document says itself whom it is about, or is about something else, whatever else lies in the folder.
fn speaks_of_others(page: &Page<'_>, project: &Subject, home: bool) -> bool {
    let own = |claim: &&Claim| match claim.kind {
        Kind::Document => claim.subject.is_some(),
        Kind::Rank | Kind::TopPick => claim.text.as_deref() != Some("told"),
        _ => false,
    };
    if page.claims.iter().any(own) {
        return true;
    }
    let name = project.name.as_str();
    let names = |claim: &&Claim| {
        claim.heading.contains(name)
            || claim.text.as_deref().is_some_and(|text| text.contains(name))
            || claim.subject.as_ref().is_some_and(|subject| subject.id == project.id)
    };
    if page.claims.iter().any(names) {
        return false;
    }
    // It names others and never the project, or is in the other script.
    page.claims.iter().any(|claim| {
        claim.subject.as_ref().is_some_and(|subject| subject.id != "document") || !claim.heading.is_empty() && han(claim) != home
    })
}
