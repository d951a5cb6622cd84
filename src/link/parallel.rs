//! Tables of different documents that list the same things by the same measures and are no copies of one another: one benchmark a
//! precision, one price list a year, one support matrix an engine.
//!
//! Copies agree in most cells, and where they do not, one of them is behind. Tables under different headings that agree in hardly any
//! cell tell of different things, whatever sets them apart; neither they nor what their documents say of the same things are compared.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Index, Name, Page, Pass, Touched, differing, turn};
use crate::claim::{Claim, Confidence, Interval, Kind};
use crate::lexicon::Lexicon;

/// The condition that says which of several parallel tables a figure belongs to.
pub const TABLE: &str = "table";

/// In how many tables one fact may stand.
const COPIES: usize = 16;

/// How many facts two tables must share to be judged.
const SHARED: usize = 6;

/// A table: its document and its number there.
type Place = (Name, u32);

/// Marks the claims of parallel tables.
#[derive(Debug, Default)]
pub struct Parallel {
    facts: Index<String, Vec<Cell>>,
    /// How many facts two tables share, and in how many of them they agree.
    shared: BTreeMap<(Place, Place), (usize, usize)>,
    marks: Marks,
    dirty: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    turn: usize,
    table: u32,
    canonical: Option<Interval>,
    text: Option<String>,
    heading: String,
}

/// Which of several parallel tables the claims of a document belong to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Marks {
    /// Those of a table, by its place.
    tables: BTreeMap<Name, BTreeMap<u32, String>>,
    /// Those that state a fact which one such table of the document has.
    facts: BTreeMap<Name, BTreeMap<String, String>>,
}

/// A cell and its document.
type Placed<'a> = (&'a Name, &'a Cell);

/// All pairs of cells of two documents that state one fact, in the order of the documents.
fn pairs(told: &BTreeMap<Name, Vec<Cell>>) -> Vec<(Placed<'_>, Placed<'_>)> {
    if !(2..=COPIES).contains(&told.values().map(Vec::len).sum()) {
        return Vec::new();
    }
    let mut cells: Vec<(&Name, &Cell)> =
        told.iter().flat_map(|(document, cells)| cells.iter().map(move |cell| (document, cell))).collect();
    cells.sort_by_key(|(_, cell)| cell.turn);
    let pairs = cells.iter().enumerate().flat_map(|(at, &b)| cells[..at].iter().map(move |&a| (a, b)));
    pairs.filter(|(a, b)| a.0 != b.0).collect()
}

impl Parallel {
    /// Counts what tables share in a fact, or takes it from the counts.
    fn count(&mut self, fact: &str, more: bool) {
        for ((one, a), (other, b)) in self.facts.0.get(fact).into_iter().flat_map(pairs) {
            let key = ((one.clone(), a.table), (other.clone(), b.table));
            let agree = usize::from(a.canonical == b.canonical && a.text == b.text);
            let count = self.shared.entry(key.clone()).or_default();
            if more {
                *count = (count.0 + 1, count.1 + agree);
            } else {
                *count = (count.0.saturating_sub(1), count.1.saturating_sub(agree));
                if count.0 == 0 {
                    self.shared.remove(&key);
                }
            }
        }
    }

    fn judge(&self) -> Marks {
        let disagree = |(all, agree): &(usize, usize)| *all >= SHARED && *agree * 3 <= *all;
        if !self.shared.values().any(disagree) {
            return Marks::default();
        }
        let shared: BTreeMap<(&Place, &Place), &(usize, usize)> = self
            .shared
            .iter()
            .filter(|(_, (all, _))| *all >= SHARED)
            .map(|((one, other), count)| ((one, other), count))
            .collect();
        let judged: BTreeSet<&Place> = shared.keys().flat_map(|(one, other)| [*one, *other]).collect();
        let mut headings: BTreeMap<Place, &str> = BTreeMap::new();
        for (a, b) in self.facts.0.values().flat_map(pairs) {
            for (document, cell) in [a, b] {
                let place = (document.clone(), cell.table);
                if judged.contains(&place) {
                    headings.entry(place).or_insert(&cell.heading);
                }
            }
        }
        let last = |place: &Place| headings.get(place).map(|h| h.rsplit(" > ").next().unwrap_or_default().to_lowercase());
        let is_parallel = |(pair, count): &(&(&Place, &Place), &&(usize, usize))| {
            let (one, other) = (last(pair.0).unwrap_or_default(), last(pair.1).unwrap_or_default());
            disagree(count) && !one.is_empty() && !other.is_empty() && one != other
        };
        let parallel: BTreeSet<&Place> = shared.iter().filter(&is_parallel).flat_map(|(pair, _)| [pair.0, pair.1]).collect();
        // Copies go by the name of the first of them.
        let mut names: BTreeMap<&Place, &Place> = parallel.iter().map(|place| (*place, *place)).collect();
        for ((one, other), _) in shared.iter().filter(|pair| !is_parallel(pair)) {
            if let (Some(first), true) = (names.get(one).copied(), parallel.contains(other)) {
                names.insert(other, first);
            }
        }
        let name = |place: &Place| Some(format!("{} ({})", headings.get(*names.get(place)?)?, names.get(place)?.0));
        let mut marks = Marks::default();
        for place in &parallel {
            if let Some(name) = name(place) {
                marks.tables.entry(place.0.clone()).or_default().insert(place.1, name);
            }
        }
        // What the text says of the same things is said of its own document's table.
        for (key, told) in &self.facts.0 {
            for (document, cells) in told {
                let Some(tables) = marks.tables.get(document) else { continue };
                let own: BTreeSet<&String> = cells.iter().filter_map(|cell| tables.get(&cell.table)).collect();
                if let (Some(mark), 1) = (own.first(), own.len()) {
                    marks.facts.entry(document.clone()).or_default().insert(key.clone(), (*mark).clone());
                }
            }
        }
        marks
    }
}

impl Pass for Parallel {
    type Part = BTreeMap<String, Vec<Cell>>;

    fn concerns(claim: &Claim) -> bool {
        claim.table.is_some()
    }

    fn part(page: &Page<'_>, _: &Lexicon) -> Self::Part {
        let mut part = Self::Part::new();
        for claim in &page.claims {
            let Some((table, fact)) = claim.table.as_ref().and_then(|table| Some((table.id, fact(claim)?))) else { continue };
            part.entry(fact).or_default().push(Cell {
                turn: turn(claim),
                table,
                canonical: claim.canonical.clone(),
                text: claim.text.clone(),
                heading: claim.heading.clone(),
            });
        }
        part
    }

    fn exchange(&mut self, document: &Name, was: Option<&Self::Part>, is: Option<&Self::Part>) {
        let dirty = differing(was, is);
        self.dirty |= !dirty.is_empty();
        for fact in &dirty {
            self.count(fact, false);
        }
        self.facts.exchange(document, was, is);
        for fact in dirty {
            self.count(fact, true);
        }
    }

    fn settle(&mut self) -> Touched {
        if !std::mem::take(&mut self.dirty) {
            return Touched::default();
        }
        let marks = self.judge();
        let tables = differing(Some(&self.marks.tables), Some(&marks.tables)).into_iter().cloned();
        let facts = differing(Some(&self.marks.facts), Some(&marks.facts)).into_iter().cloned();
        let touched = tables.chain(facts).collect();
        self.marks = marks;
        Touched::Some(touched)
    }

    fn edits(&self, page: &Page<'_>, _: &Self::Part, _: &Lexicon) -> Edits {
        let Some(tables) = self.marks.tables.get(&page.document) else { return Edits::new() };
        let facts = self.marks.facts.get(&page.document);
        let mark = |claim: &Claim| match &claim.table {
            Some(table) => tables.get(&table.id),
            None => facts?.get(&fact(claim)?),
        };
        let marked = page.claims.iter().enumerate().filter_map(|(at, claim)| Some((at, mark(claim)?.clone())));
        marked.map(|(at, mark)| (at, Edit::Condition(TABLE, mark))).collect()
    }
}

/// What a figure or a tick is of: thing, measure, unit, settings.
fn fact(claim: &Claim) -> Option<String> {
    let told = matches!(claim.kind, Kind::Quantity | Kind::Score | Kind::Capability) && claim.confidence != Confidence::Low;
    let (subject, metric) = (claim.subject.as_ref().filter(|_| told)?, claim.metric.as_ref()?);
    let unit = claim.canonical.as_ref().map_or("", |value| value.unit.as_str());
    let setting = |name: &str| claim.conditions.get(name).map_or("", String::as_str);
    Some([subject.id.as_str(), metric, unit, setting("row"), setting("column")].join("\u{1f}"))
}
