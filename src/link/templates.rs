//! Headings that many documents have alike.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Name, Page, Pass, Touched};
use crate::claim::{Confidence, Kind};
use crate::extract::subjects::{core, slug};
use crate::lexicon::Lexicon;

/// In so many documents a heading that none of them ranks or picks is a part of each (Ingredients, 操作), and no thing that they all
/// speak of.
const TEMPLATE: usize = 4;

/// Takes the subject from figures that only stand under a heading which many documents have alike. Other claims are of somebody by
/// their nature (an ability, a rank): of these nobody knows whom they are about.
#[derive(Debug, Default)]
pub struct Templates {
    /// In how many documents a subject heads a claim, and in how many it is ranked or picked.
    counts: BTreeMap<String, (usize, usize)>,
    found: BTreeSet<String>,
    dirty: BTreeSet<String>,
}

/// Subjects of a document.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    headed: BTreeSet<String>,
    chosen: BTreeSet<String>,
}

impl Pass for Templates {
    type Part = Part;

    fn part(page: &Page<'_>, _: &Lexicon) -> Part {
        let mut part = Part { headed: BTreeSet::new(), chosen: BTreeSet::new() };
        let mut headings: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for claim in &page.claims {
            let Some(subject) = &claim.subject else { continue };
            if matches!(claim.kind, Kind::Rank | Kind::TopPick | Kind::Recommendation | Kind::Score) {
                part.chosen.insert(subject.id.clone());
            }
            let above = headings
                .entry(&claim.heading)
                .or_insert_with_key(|heading| heading.split(" > ").map(|part| slug(core(part))).collect());
            if !part.headed.contains(&subject.id) && above.iter().skip(1).any(|part| part.ends_with(subject.id.as_str())) {
                part.headed.insert(subject.id.clone());
            }
        }
        part
    }

    fn exchange(&mut self, _: &Name, was: Option<&Part>, is: Option<&Part>) {
        let gone = was.into_iter().flat_map(|part| &part.headed).filter(|id| is.is_none_or(|is| !is.headed.contains(*id)));
        let came = is.into_iter().flat_map(|part| &part.headed).filter(|id| was.is_none_or(|was| !was.headed.contains(*id)));
        let dropped = was.into_iter().flat_map(|part| &part.chosen).filter(|id| is.is_none_or(|is| !is.chosen.contains(*id)));
        let taken = is.into_iter().flat_map(|part| &part.chosen).filter(|id| was.is_none_or(|was| !was.chosen.contains(*id)));
        let all = came.map(|id| (id, true, true)).chain(taken.map(|id| (id, false, true)));
        for (id, headed, more) in all.chain(gone.map(|id| (id, true, false))).chain(dropped.map(|id| (id, false, false))) {
            let counts = self.counts.entry(id.clone()).or_default();
            let count = if headed { &mut counts.0 } else { &mut counts.1 };
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
            if *counts == (0, 0) {
                self.counts.remove(id);
            }
            self.dirty.insert(id.clone());
        }
    }

    fn settle(&mut self) -> Touched {
        let mut changed = false;
        for id in std::mem::take(&mut self.dirty) {
            let (headed, chosen) = self.counts.get(&id).copied().unwrap_or_default();
            let is = headed >= TEMPLATE && chosen * 4 < headed;
            changed |= if is { self.found.insert(id) } else { self.found.remove(&id) };
        }
        Touched::all_if(changed)
    }

    fn edits(&self, page: &Page<'_>, _: &Part, _: &Lexicon) -> Edits {
        if self.found.is_empty() {
            return Edits::new();
        }
        let structure = |kind: Kind| matches!(kind, Kind::Document | Kind::Section | Kind::List | Kind::Table | Kind::Passage);
        let speaking = page.claims.iter().enumerate().filter(|(_, claim)| !structure(claim.kind));
        speaking
            .filter(|(_, claim)| claim.subject.as_ref().is_some_and(|subject| self.found.contains(&subject.id)))
            .map(|(at, claim)| match claim.kind {
                Kind::Quantity => (at, Edit::Subject(None)),
                _ => (at, Edit::Confidence(Confidence::Low)),
            })
            .collect()
    }
}
