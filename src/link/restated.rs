//! Figures that no subject and no metric brings together, and that state one fact all the same: "The library had 412,000 visits" in
//! the summary, "Visits | 421,000" in the table.
//!
//! Two figures of one dimension are held to be one fact when their passages share words that few other figures have, and nothing sets
//! them apart: another year, season or side, a part against the whole, other names, other settings. A figure that is stated again with the
//! same value is settled: it is one fact with another figure only where that one stands alone. What is like two different figures is
//! linked to neither. How near the two values are settles what words leave open: a figure of which two digits changed places is a
//! restatement far more often than chance would have it.

mod kin;
mod likeness;
mod scale;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::pass::{self, Edit, Name, Page, Touched, turn};
use crate::claim::{Claim, Confidence, counted};

use kin::{About, Kin};
use likeness::Likeness;
use scale::{Counts, Scale};

/// Likeness from which on two values that differ are held to be one fact, in hundredths of a word that both share as what they count.
const ONE_FACT: i32 = 200;

/// Likeness from which on two equal values are.
const SAME_FIGURE: i32 = 60;

/// How much more like the one than the other a figure must be, where it is like two.
const MARGIN: i32 = 40;

/// Which figures of a collection state one fact in words of their own. Only documents that are kin are held against one another.
#[derive(Debug, Default)]
pub struct Restated {
    scale: Scale,
    kin: Kin,
}

/// What the other documents must know of one: its words, and what it is about.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    counts: Counts,
    about: Option<Rc<About>>,
}

impl Part {
    /// That of a page.
    pub fn new(page: &Page<'_>) -> Self {
        let worded: Vec<&Claim> = page.claims.iter().copied().filter(|claim| claim.wording.is_some()).collect();
        Self { counts: Counts::new(&worded), about: (!worded.is_empty()).then(|| Rc::new(About::new(&worded))) }
    }
}

impl Restated {
    /// Takes the part of a document that came, went or changed.
    pub fn exchange(&mut self, document: &Name, was: Option<&Part>, is: Option<&Part>) {
        self.scale.exchange(was.map(|part| &part.counts), is.map(|part| &part.counts));
        self.kin.exchange(document, is.and_then(|part| part.about.as_ref()));
    }

    /// Holds together what was exchanged.
    pub fn settle<'p>(&mut self, parts: impl Iterator<Item = (&'p Name, &'p Part)>) -> Touched {
        let Touched::Some(mut touched) = self.kin.settle() else {
            self.scale.settle();
            return Touched::All;
        };
        let words = self.scale.settle();
        if !words.is_empty() {
            touched.extend(parts.filter(|(_, part)| part.counts.has(&words)).map(|(document, _)| document.clone()));
        }
        Touched::Some(touched)
    }

    /// The documents that are held together with one, itself among them.
    pub fn beside(&self, document: &Name) -> BTreeSet<Name> {
        self.kin.beside(document)
    }

    /// What becomes of the claims of documents that are held together: by the place of the page and of the claim.
    pub fn edits(&self, pages: &[Page<'_>]) -> Vec<(usize, usize, Edit)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (page, claims) in pages.iter().map(|page| &page.claims).enumerate() {
            places.extend((0..claims.len()).filter(|&at| claims[at].wording.is_some()).map(|at| (page, at)));
        }
        let claim = |(page, at): (usize, usize)| -> &Claim { pages[page].claims[at] };
        places.sort_by_key(|&place| (turn(claim(place)), place));
        let claims: Vec<&Claim> = places.iter().map(|&place| claim(place)).collect();
        facts(&claims, self).into_iter().map(|(at, fact)| (places[at].0, places[at].1, Edit::Fact(fact))).collect()
    }
}

/// Links whole documents, in place.
pub fn link(claims: &mut [Claim], pages: &[(Name, Vec<usize>)]) {
    if claims.iter().filter(|claim| claim.wording.is_some()).nth(1).is_none() {
        return;
    }
    let mut restated = Restated::default();
    for page in pages {
        restated.exchange(&page.0, None, Some(&Part::new(&pass::page(claims, page))));
    }
    restated.settle(std::iter::empty());
    let numbers: BTreeMap<&Name, usize> = pages.iter().enumerate().map(|(at, (document, _))| (document, at)).collect();
    let mut seen: BTreeSet<Name> = BTreeSet::new();
    for (document, _) in pages {
        if seen.contains(document) {
            continue;
        }
        let beside = restated.beside(document);
        let places: Vec<&(Name, Vec<usize>)> =
            beside.iter().filter_map(|document| numbers.get(document)).map(|&at| &pages[at]).collect();
        let together: Vec<Page<'_>> = places.iter().map(|place| pass::page(claims, place)).collect();
        let edits = restated.edits(&together);
        for (page, at, edit) in edits {
            edit.apply(&mut claims[places[page].1[at]]);
        }
        seen.extend(beside);
    }
}

/// The facts that claims state in words of their own, by the places of the claims.
fn facts(claims: &[&Claim], restated: &Restated) -> Vec<(usize, String)> {
    let found = pairs(claims, restated);
    let mut settled: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in found.iter().filter(|pair| pair.agrees && pair.likeness >= SAME_FIGURE) {
        settled.entry(pair.a).or_default().push(pair.b);
        settled.entry(pair.b).or_default().push(pair.a);
    }
    let mut rivals: BTreeMap<usize, Vec<(i32, usize)>> = BTreeMap::new();
    for pair in found.iter().filter(|pair| !pair.agrees) {
        rivals.entry(pair.a).or_default().push((pair.likeness, pair.b));
        rivals.entry(pair.b).or_default().push((pair.likeness, pair.a));
    }
    // The most alike of those that a figure stands against, when no other value is nearly as like it.
    let best = |at: usize| -> Option<usize> {
        let all = rivals.get(&at)?;
        let (likeness, first) = *all.iter().max_by_key(|(likeness, other)| (*likeness, std::cmp::Reverse(*other)))?;
        let same = settled.get(&first);
        let open = all.iter().any(|(other, rival)| {
            *rival != first
                && *other + MARGIN > likeness
                && !same.is_some_and(|same| same.contains(rival))
                && !equal(claims, first, *rival)
        });
        (likeness >= ONE_FACT && !open).then_some(first)
    };
    let mut facts: Vec<(String, BTreeSet<usize>)> = Vec::new();
    for pair in found.iter().filter(|pair| !pair.agrees && pair.likeness >= ONE_FACT) {
        let lone = |at: usize| !settled.contains_key(&at);
        // Where the figure that is stated again stands beside this one, its author tells the two apart.
        let told_apart = |lone: usize, other: usize| {
            settled.get(&other).is_some_and(|same| same.iter().any(|&at| likeness::side_by_side(claims[lone], claims[at])))
        };
        if told_apart(pair.a, pair.b) || told_apart(pair.b, pair.a) {
            continue;
        }
        let chosen = match (lone(pair.a), lone(pair.b)) {
            (true, true) => best(pair.a) == Some(pair.b) && best(pair.b) == Some(pair.a),
            (true, false) => best(pair.a).is_some_and(|other| other == pair.b || equal(claims, other, pair.b)),
            (false, true) => best(pair.b).is_some_and(|other| other == pair.a || equal(claims, other, pair.a)),
            (false, false) => false,
        };
        if chosen {
            facts.push((pair.words.join(" "), BTreeSet::from([pair.a, pair.b])));
        }
    }
    let mut stated = Vec::new();
    for (name, both) in facts {
        let Some(unit) = both.first().and_then(|at| claims[*at].wording.as_ref()).map(|w| &w.dimension) else { continue };
        stated.extend(both.iter().map(|&at| (at, format!("{name}\u{1f}{unit}"))));
    }
    stated
}

fn equal(claims: &[&Claim], a: usize, b: usize) -> bool {
    claims[a].canonical == claims[b].canonical
}

/// Two figures that may be one fact.
#[derive(Debug)]
struct Pair {
    a: usize,
    b: usize,
    agrees: bool,
    likeness: i32,
    words: Vec<String>,
}

/// All pairs that share a word which is not common, by way of an index of the words.
fn pairs(claims: &[&Claim], restated: &Restated) -> Vec<Pair> {
    let mut index: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        let Some(wording) = &claim.wording else { continue };
        for word in scale::words(wording).filter(|word| restated.scale.tells(&wording.dimension, word)) {
            index.entry((&wording.dimension, word)).or_default().push(at);
        }
    }
    let near = |a: usize, b: usize| {
        let (x, y) = (claims[a].document.as_str(), claims[b].document.as_str());
        x == y || restated.kin.are(x, y)
    };
    let mut columns: BTreeMap<Column<'_>, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        if let Some(column) = column(claim) {
            columns.entry(column).or_default().push(at);
        }
    }
    let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
    for sharing in index.values() {
        for (i, &b) in sharing.iter().enumerate() {
            met.extend(sharing[..i].iter().filter(|&&a| near(a, b)).map(|&a| (a, b)));
        }
    }
    let mut found = Vec::new();
    for (a, b) in met {
        let (x, y) = (claims[a], claims[b]);
        // Those that subject and metric bring together are compared already; here they only show that a figure is stated again.
        if linked(x, y) {
            if equal(claims, a, b) && !likeness::side_by_side(x, y) {
                found.push(Pair { a, b, agrees: true, likeness: ONE_FACT, words: Vec::new() });
            }
            continue;
        }
        if counted(x) && counted(y) || of_a_row(claims, &columns, x, y) || of_a_row(claims, &columns, y, x) {
            continue;
        }
        if let Some(Likeness { points, agrees, words }) = likeness::likeness(x, y, &restated.scale) {
            found.push(Pair { a, b, agrees, likeness: points, words });
        }
    }
    found
}

/// A column of a table: document, table, column.
type Column<'a> = (&'a str, u32, u32);

fn column(claim: &Claim) -> Option<Column<'_>> {
    claim.table.as_ref().map(|place| (claim.document.as_str(), place.id, place.column))
}

/// Whether the first is the total of a column and the second stands in another row of it: a sentence with that figure speaks of the row.
fn of_a_row<'a>(claims: &[&Claim], columns: &BTreeMap<Column<'a>, Vec<usize>>, total: &'a Claim, other: &Claim) -> bool {
    let whole = total.wording.as_ref().is_some_and(|wording| wording.row.is_empty());
    let cells = column(total).filter(|_| whole).and_then(|column| columns.get(&column));
    cells.is_some_and(|cells| cells.iter().any(|&at| claims[at].canonical == other.canonical))
}

/// Whether subject and metric bring the two together already.
fn linked(a: &Claim, b: &Claim) -> bool {
    let sure = |c: &Claim| c.subject.is_some() && c.metric.is_some() && c.confidence != Confidence::Low;
    let unit = |c: &Claim| c.canonical.as_ref().map(|c| c.unit.clone());
    sure(a)
        && sure(b)
        && a.metric == b.metric
        && a.subject.as_ref().map(|s| &s.id) == b.subject.as_ref().map(|s| &s.id)
        && unit(a) == unit(b)
}
