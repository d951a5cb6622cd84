//! Which rows of two versions of a table are the same: by what labels them, so that a row more on one side shifts nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::Claim;
use crate::claim::wording::tokens;
use crate::rules::subject;

/// The claims of a table by row and column, the first of each cell.
pub(super) type Rows<'a> = BTreeMap<u32, BTreeMap<u32, &'a Claim>>;

/// The tables of a document.
pub(super) fn tables<'a>(claims: &[&'a Claim]) -> BTreeMap<u32, Rows<'a>> {
    let mut tables: BTreeMap<u32, Rows<'a>> = BTreeMap::new();
    for claim in claims {
        if let Some(place) = &claim.table {
            tables.entry(place.id).or_default().entry(place.row).or_default().entry(place.column).or_insert(claim);
        }
    }
    tables
}

/// The cells of two tables that state the same fact: rows of the same label, cells of the same column. Labels that are translated leave
/// the order of the rows, where both tables have as many cells.
pub(super) fn pairs<'a>(ours: &Rows<'a>, theirs: &Rows<'a>) -> Vec<(&'a Claim, &'a Claim)> {
    let labelled = (labels(ours), labels(theirs));
    let shared: Vec<(u32, u32)> = labelled.0.iter().filter_map(|(label, row)| Some((*row, *labelled.1.get(label)?))).collect();
    let width = |rows: &Rows<'_>| rows.values().flat_map(BTreeMap::keys).copied().max();
    let cells = |rows: &Rows<'_>| rows.values().map(BTreeMap::len).sum::<usize>();
    let rows: Vec<(u32, u32)> = if shared.len() * 2 >= ours.len().min(theirs.len()) {
        if width(ours) != width(theirs) {
            return Vec::new();
        }
        let (rest, others) = (unpaired(ours, &shared, |pair| pair.0), unpaired(theirs, &shared, |pair| pair.1));
        let translated = rest.len() == others.len()
            && rest.iter().zip(&others).all(|(row, other)| is_han(&ours[row]) != is_han(&theirs[other]));
        shared.into_iter().chain(rest.into_iter().zip(others).filter(|_| translated)).collect()
    } else if cells(ours) == cells(theirs) {
        ours.keys().filter(|row| theirs.contains_key(row)).map(|row| (*row, *row)).collect()
    } else {
        return Vec::new();
    };
    let mut pairs: Vec<(&Claim, &Claim)> = Vec::new();
    for (row, other) in rows {
        let its = &theirs[&other];
        pairs.extend(ours[&row].iter().filter_map(|(column, claim)| Some((*claim, *its.get(column)?))));
    }
    pairs.sort_by_key(|(claim, _)| claim.table.as_ref().map(|place| (place.row, place.column)));
    pairs
}

/// The rows that have a partner in no pair.
fn unpaired(rows: &Rows<'_>, pairs: &[(u32, u32)], side: impl Fn(&(u32, u32)) -> u32) -> Vec<u32> {
    let paired: BTreeSet<u32> = pairs.iter().map(side).collect();
    rows.keys().copied().filter(|row| !paired.contains(row)).collect()
}

/// What labels the rows, where one label stands for one row: the thing and its settings, or what is measured where all rows are about
/// the same.
fn labels(rows: &Rows<'_>) -> BTreeMap<String, u32> {
    let first = |row: &BTreeMap<u32, &Claim>| row.values().next().map_or("", |claim| subject(claim)).to_owned();
    let things: BTreeSet<String> = rows.values().map(first).collect();
    let mut found: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (at, row) in rows {
        let Some(claim) = row.values().next() else { continue };
        let name = if things.len() > 1 { first(row) } else { claim.metric.clone().unwrap_or_default() };
        let settings = claim.conditions.get("row").map_or("", String::as_str);
        if !name.is_empty() || !settings.is_empty() {
            found.entry(format!("{name}\u{1f}{settings}")).or_default().push(*at);
        }
    }
    found.into_iter().filter_map(|(label, rows)| Some((label, *rows.first().filter(|_| rows.len() == 1)?))).collect()
}

/// Whether the thing of a row goes by a Chinese name.
fn is_han(row: &BTreeMap<u32, &Claim>) -> bool {
    let name = row.values().find_map(|claim| claim.subject.as_ref()).map_or("", |subject| &*subject.name);
    name.chars().any(tokens::is_han)
}
