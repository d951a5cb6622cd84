//! The folder of records: one CSV a document, sorted by place, so that its diff is the correction.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Origin, Review, csv, exact};
use crate::source::Source;

/// What the file of a document should hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Found records, and in their place those that a person reviewed; sorted by place.
    pub claims: Vec<Claim>,
    /// Reviewed records whose text is not in the document as the reviewer saw it.
    pub outdated: Vec<Outdated>,
}

/// A reviewed record whose text has changed: a correction that somebody should confirm.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outdated {
    /// Id of the record.
    pub id: String,
    /// The text that its reviewer saw.
    pub was: String,
    /// The line and the text that stand there now; `None` when nothing does.
    pub now: Option<(Option<u32>, String)>,
}

/// Joins what extraction finds with what is stored: a reviewed record stays as it is, all else is as found. Derived records are left
/// out, for they follow from the others. `confirmed` names the reviewed records whose changed text somebody has seen: they are as
/// found, and confirmed.
pub fn join(found: &[Claim], stored: &[Claim], confirmed: &dyn Fn(&str) -> bool) -> Kept {
    let found: Vec<&Claim> = found.iter().filter(|claim| claim.origin != Origin::Derived).collect();
    let (mut reviewed, rest) = reviews(&found, stored);
    let mut kept = Kept::default();
    for claim in found {
        match reviewed.remove(claim.id.as_str()) {
            Some(review) if review.quote == claim.quote => kept.claims.push(settled(review, claim)),
            Some(_) if confirmed(&claim.id) => kept.claims.push(Claim { review: Review::Confirmed, ..claim.clone() }),
            Some(review) => {
                let now = Some((claim.line, claim.quote.clone()));
                kept.outdated.push(Outdated { id: review.id.clone(), was: review.quote.clone(), now });
                kept.claims.push(review.clone());
            }
            None => kept.claims.push(claim.clone()),
        }
    }
    // Reviewed records that extraction does not find: a person added them, or their text is gone.
    for review in rest {
        if matches!(review.origin, Origin::Extracted | Origin::Data) {
            if confirmed(&review.id) {
                continue;
            }
            kept.outdated.push(Outdated { id: review.id.clone(), was: review.quote.clone(), now: None });
        }
        kept.claims.push(review.clone());
    }
    let place = |claim: &Claim| (claim.line.is_none(), claim.line, claim.column, claim.end_line, claim.end_column);
    kept.claims.sort_by(|a, b| (place(a), a.kind, &a.id).cmp(&(place(b), b.kind, &b.id)));
    kept.outdated.sort();
    kept
}

/// The reviewed records by the id of the found record that each speaks of, and those that speak of none. An id may have changed since,
/// where another set of documents was read or a spreadsheet took its digits for a number: then place, kind and text tell.
fn reviews<'a>(found: &[&Claim], stored: &'a [Claim]) -> (BTreeMap<String, &'a Claim>, Vec<&'a Claim>) {
    let seen = |claim: &Claim| (claim.document.clone(), claim.line, claim.column, claim.kind, claim.quote.clone());
    let ids: BTreeSet<(&str, &str)> = found.iter().map(|claim| (claim.document.as_str(), claim.id.as_str())).collect();
    let places: BTreeMap<_, &str> = found.iter().map(|claim| (seen(claim), claim.id.as_str())).collect();
    let mut of_found: BTreeMap<String, &Claim> = BTreeMap::new();
    let mut rest = Vec::new();
    for claim in stored.iter().filter(|claim| claim.review != Review::None) {
        let own = ids.contains(&(claim.document.as_str(), claim.id.as_str())).then_some(claim.id.as_str());
        // What a person added stands beside the record that it was split from.
        let id = own.or_else(|| places.get(&seen(claim)).copied().filter(|_| claim.origin != Origin::Curated));
        match id.filter(|id| !of_found.contains_key(*id)) {
            Some(id) => drop(of_found.insert(id.to_owned(), claim)),
            None => rest.push(claim),
        }
    }
    (of_found, rest)
}

/// A reviewed record as it goes on: at the place where its text stands now, and without what a spreadsheet did to its figures.
pub fn settled(review: &Claim, found: &Claim) -> Claim {
    let moved = Claim { id: found.id.clone(), ..moved(review, found) };
    let as_found = Claim { review: review.review, ..found.clone() };
    if is_same_but_for_figures(&moved, &as_found) { as_found } else { moved }
}

/// Whether two records differ at most in how a spreadsheet writes the same numbers and days.
fn is_same_but_for_figures(a: &Claim, b: &Claim) -> bool {
    let cells = |claim: &Claim| csv::write(std::slice::from_ref(claim)).unwrap_or_default();
    let (a, b) = (cells(a), cells(b));
    let rows = |text: &str| -> Vec<String> {
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        reader.records().flatten().flat_map(|row| row.iter().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let same = |a: &str, b: &str| {
        let day = |text: &str| {
            let mut parts: Vec<u32> = text.split(['-', '/', '.']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
            parts.sort_unstable();
            (parts.len() == 3).then_some(parts)
        };
        a == b || exact(a).is_some_and(|number| exact(b) == Some(number)) || day(a).is_some_and(|parts| day(b) == Some(parts))
    };
    let (a, b) = (rows(&a), rows(&b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same(a, b))
}

/// A reviewed record at the place where its text stands.
fn moved(review: &Claim, to: &Claim) -> Claim {
    Claim {
        line: to.line,
        column: to.column,
        end_line: to.end_line,
        end_column: to.end_column,
        heading: to.heading.clone(),
        block: to.block.clone(),
        table: to.table.clone(),
        ..review.clone()
    }
}

/// Puts the reviewed records in the place of what extraction found, takes out what a person called no claim, and adds what a person
/// added. A review speaks of the text that its reviewer saw: where the text is no longer there, it does not hold. Whether anything is
/// not as extraction had it. `sources` has the documents of the run by their paths.
pub fn apply<'a>(claims: &mut Vec<Claim>, stored: &[Claim], sources: &dyn Fn(&str) -> Option<&'a Source>) -> bool {
    if !stored.iter().any(|claim| claim.review != Review::None && sources(&claim.document).is_some()) {
        return false;
    }
    let (of_found, rest) = {
        let found: Vec<&Claim> = claims.iter().filter(|claim| claim.origin != Origin::Derived).collect();
        let (of_found, rest) = reviews(&found, stored);
        let of_found: BTreeMap<String, Claim> = of_found.into_iter().map(|(id, claim)| (id, claim.clone())).collect();
        (of_found, rest.into_iter().cloned().collect::<Vec<_>>())
    };
    let mut changed = false;
    for claim in claims.iter_mut().filter(|claim| claim.origin != Origin::Derived) {
        if let Some(review) =
            of_found.get(&claim.id).filter(|review| review.quote == claim.quote && review.document == claim.document)
        {
            let settled = settled(review, claim);
            changed |= Claim { review: claim.review, ..settled.clone() } != *claim || settled.review == Review::Rejected;
            *claim = settled;
        }
    }
    claims.retain(|claim| claim.review != Review::Rejected);
    let added = rest.iter().filter(|claim| claim.origin == Origin::Curated && claim.review != Review::Rejected);
    for claim in added.filter_map(|claim| anchored(claim, sources(&claim.document)?)) {
        changed = true;
        claims.push(claim);
    }
    changed
}

/// A record that a person added, at the place nearest to its own where its text stands; `None` when it stands nowhere. A record
/// without a text speaks of the whole document.
fn anchored(claim: &Claim, source: &Source) -> Option<Claim> {
    let Some(line) = claim.line.filter(|_| !claim.quote.is_empty()) else { return Some(claim.clone()) };
    let near = source.offset(line, claim.column.unwrap_or(1));
    let at = source.text.match_indices(&claim.quote).map(|(at, _)| at).min_by_key(|at| at.abs_diff(near))?;
    let place = source.place(&(at..at + claim.quote.len()));
    Some(Claim {
        line: Some(place.line),
        column: Some(place.column),
        end_line: Some(place.end_line),
        end_column: Some(place.end_column),
        ..claim.clone()
    })
}

/// Name of a document's file in the folder of records: its path below `base` (a folder, or empty) with `.csv` behind.
pub fn file_name(document: &str, base: &str) -> String {
    let below = document.strip_prefix(base).and_then(|rest| rest.strip_prefix('/'));
    let safe = |part: &&str| !part.is_empty() && !matches!(*part, "." | "..");
    let parts: Vec<&str> = below.unwrap_or(document).split('/').filter(safe).collect();
    format!("{}.csv", parts.join("/"))
}

/// The folder that all given folders lie in, in whole parts; empty when they share none.
pub fn common_folder(folders: &[String]) -> String {
    let mut common: Option<Vec<&str>> = None;
    for folder in folders {
        let parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        common = Some(match common {
            None => parts,
            Some(common) => common.iter().zip(&parts).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect(),
        });
    }
    common.unwrap_or_default().join("/")
}
