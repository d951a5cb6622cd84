//! Ranked lists, and which documents speak of the same things.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind};
use crate::rules::fact::{self, Conditions};
use crate::rules::subject;

/// A list of ranked things: the entries of a document, or one table.
#[derive(Debug)]
pub struct Ranking<'a> {
    /// The document.
    pub document: &'a str,
    /// The table; `None` for the entries' own headings.
    pub table: Option<u32>,
    /// Whether it is the only list of entries of its document; a list that begins again at 1 is another one.
    pub alone: bool,
    /// Rank claims in order of the text.
    pub claims: Vec<&'a Claim>,
    /// Rank and claim of each subject; the first where one is ranked twice.
    pub ranks: BTreeMap<&'a str, (u32, &'a Claim)>,
}

/// The rank that a claim gives; `None` when it is no whole number from 1.
pub fn rank(claim: &Claim) -> Option<u32> {
    let canonical = claim.canonical.as_ref()?;
    let low = canonical.low.as_deref()?.parse().ok()?;
    (low > 0 && canonical.high.as_deref() == canonical.low.as_deref()).then_some(low)
}

/// Whether a place is told in running text.
pub fn is_told(claim: &Claim) -> bool {
    claim.kind == Kind::Rank && claim.text.as_deref() == Some("told")
}

/// The ranked lists of some claims, in order of the text.
pub fn rankings<'a>(claims: &[&'a Claim]) -> Vec<Ranking<'a>> {
    let mut index: BTreeMap<(&str, Option<u32>), usize> = BTreeMap::new();
    let mut found: Vec<Ranking<'a>> = Vec::new();
    for claim in claims {
        // What running text says of one place is no list.
        let known =
            claim.kind == Kind::Rank && !is_told(claim) && claim.confidence != Confidence::Low && claim.section != "history";
        let (true, Some(rank)) = (known && !subject(claim).is_empty(), rank(claim)) else { continue };
        let table = claim.table.as_ref().map(|t| t.id);
        let list = (claim.document.as_str(), table);
        let known = index.get(&list).copied();
        let again = known.is_some_and(|at| table.is_none() && rank == 1 && begins_again(&found[at]));
        let at = match known {
            Some(at) if !again => at,
            _ => {
                if let Some(at) = known {
                    found[at].alone = false;
                }
                let alone = known.is_none();
                found.push(Ranking { document: &claim.document, table, alone, claims: Vec::new(), ranks: BTreeMap::new() });
                index.insert(list, found.len() - 1);
                found.len() - 1
            }
        };
        found[at].claims.push(claim);
        found[at].ranks.entry(subject(claim)).or_insert((rank, claim));
    }
    found
}

/// Whether a further first place opens another list: there is a first already, and the list has gone on since.
fn begins_again(list: &Ranking<'_>) -> bool {
    let has_first = list.ranks.values().any(|(rank, _)| *rank == 1);
    has_first && list.claims.last().and_then(|c| rank(c)).is_some_and(|last| last > 1)
}

impl Ranking<'_> {
    /// Whether the two rank the same things by the same measure: at least two in common, no condition that differs.
    pub fn comparable(&self, other: &Self) -> bool {
        let mut shared = self.ranks.keys().filter(|s| other.ranks.contains_key(*s)).take(2);
        let (Some(one), Some(_)) = (shared.next(), shared.next()) else { return false };
        fact::conditions(self.ranks[one].1, other.ranks[one].1) != Conditions::Differ
    }

    /// Whether another shared subject stands on the other side of this one.
    pub fn inverted(&self, other: &Self, subject: &str) -> bool {
        let (here, there) = (self.ranks[subject].0, other.ranks[subject].0);
        self.ranks.iter().any(|(name, (rank, _))| match other.ranks.get(name) {
            Some((its, _)) => (*rank < here && *its > there) || (*rank > here && *its < there),
            None => false,
        })
    }

    /// Whether both rank just the same subjects.
    pub fn same_field(&self, other: &Self) -> bool {
        self.ranks.len() == other.ranks.len() && self.ranks.keys().all(|s| other.ranks.contains_key(s))
    }
}

/// The subjects that each document ranks, scores, picks or recommends.
pub fn fields<'a>(claims: &[&'a Claim]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for claim in claims {
        let named = matches!(claim.kind, Kind::Rank | Kind::Score | Kind::TopPick | Kind::Recommendation);
        if named && claim.confidence != Confidence::Low && !subject(claim).is_empty() {
            found.entry(&claim.document).or_default().insert(subject(claim));
        }
    }
    found
}

/// Whether two documents speak of the same things, as far as two subjects show it: one of them knows both.
pub fn related(fields: &BTreeMap<&str, BTreeSet<&str>>, a: &Claim, b: &Claim) -> bool {
    let knows = |claim: &Claim, name: &str| fields.get(claim.document.as_str()).is_some_and(|f| f.contains(name));
    a.document == b.document || knows(a, subject(b)) || knows(b, subject(a))
}
