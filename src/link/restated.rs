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

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, counted};

use likeness::{Likeness, Scale};

/// Likeness from which on two values that differ are held to be one fact, in hundredths of a word that both share as what they count.
const ONE_FACT: i32 = 200;

/// Likeness from which on two equal values are.
const SAME_FIGURE: i32 = 60;

/// How much more like the one than the other a figure must be, where it is like two.
const MARGIN: i32 = 40;

/// A word that so many figures have tells none of them apart.
const COMMON: usize = 40;

/// Marks the claims of one collection that state one fact in words of their own.
pub fn link(claims: &mut [Claim], members: &[usize]) {
    let worded: Vec<usize> = members.iter().copied().filter(|&at| claims[at].wording.is_some()).collect();
    if worded.len() < 2 {
        return;
    }
    let found = pairs(claims, &worded);
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
            settled.get(&other).is_some_and(|same| same.iter().any(|&at| likeness::side_by_side(&claims[lone], &claims[at])))
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
    for (name, both) in facts {
        let Some(unit) = both.first().and_then(|at| claims[*at].wording.as_ref()).map(|w| w.dimension.clone()) else { continue };
        for at in both {
            let key = format!("{name}\u{1f}{unit}");
            if !claims[at].facts.contains(&key) {
                claims[at].facts.push(key);
            }
        }
    }
}

fn equal(claims: &[Claim], a: usize, b: usize) -> bool {
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
fn pairs(claims: &[Claim], worded: &[usize]) -> Vec<Pair> {
    let mut index: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    let mut lines: BTreeMap<&str, BTreeSet<(&str, Option<u32>)>> = BTreeMap::new();
    for &at in worded {
        let claim = &claims[at];
        let Some(wording) = &claim.wording else { continue };
        for word in wording.words.keys().chain(wording.around.keys().filter(|word| !wording.words.contains_key(*word))) {
            index.entry((&wording.dimension, word)).or_default().push(at);
            let seen = lines.entry(word).or_default();
            if seen.len() <= COMMON {
                seen.insert((&claim.document, claim.line));
            }
        }
    }
    let scale = Scale { lines: lines.into_iter().map(|(word, seen)| (word, seen.len())).collect() };
    let kin = kin::kin(claims, worded);
    let near = |a: usize, b: usize| {
        let (x, y) = (claims[a].document.as_str(), claims[b].document.as_str());
        x == y || kin.contains(&(x, y))
    };
    let mut columns: BTreeMap<Column<'_>, Vec<usize>> = BTreeMap::new();
    for &at in worded {
        if let Some(column) = column(&claims[at]) {
            columns.entry(column).or_default().push(at);
        }
    }
    let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
    for sharing in index.values().filter(|sharing| (2..=COMMON).contains(&sharing.len())) {
        for (i, &b) in sharing.iter().enumerate() {
            met.extend(sharing[..i].iter().filter(|&&a| near(a, b)).map(|&a| (a, b)));
        }
    }
    let mut found = Vec::new();
    for (a, b) in met {
        let (x, y) = (&claims[a], &claims[b]);
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
        if let Some(Likeness { points, agrees, words }) = likeness::likeness(x, y, &scale) {
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
fn of_a_row<'a>(claims: &[Claim], columns: &BTreeMap<Column<'a>, Vec<usize>>, total: &'a Claim, other: &Claim) -> bool {
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
