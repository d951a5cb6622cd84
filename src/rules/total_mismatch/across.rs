//! A column of totals that is not the sum of the columns before it.
//!
//! Whether such a column adds up the others the rows tell: most of them do, or the one row has figures of one named unit. Scores whose
//! total is a mean or weighed fit in no row, and are left alone.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::{Miss, add, draft, is_part, is_total, miss};
use crate::claim::{Claim, Kind};
use crate::rules::{Draft, Group, name};

/// Columns and rows that are looked at.
const COLUMNS: usize = 40;
const ROWS: usize = 5_000;

/// Checks the rows of a table that has a column of totals behind all others that it sums.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let Some(table) = group.claims.iter().find(|c| c.kind == Kind::Table) else { return };
    let headers: Vec<&str> = table.text.as_deref().unwrap_or("").split(" | ").map(str::trim).collect();
    let columns = table.conditions.get("columns").and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
    if headers.len() != columns || columns > COLUMNS || columns < 4 {
        return;
    }
    let mut totals = (0..columns).filter(|&c| is_total(without_unit(headers[c])));
    let (Some(at), None) = (totals.next(), totals.next()) else { return };
    // A share, a mean or a change among the columns is no part; what is left must be two at least.
    let part = |c: usize| c < at && !is_part(headers[c]);
    let mut rows: BTreeMap<u32, BTreeMap<usize, &Claim>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Quantity).take(COLUMNS * ROWS) {
        if let Some(place) = &claim.table {
            rows.entry(place.row).or_default().insert(place.column as usize, claim);
        }
    }
    let width = (0..at).filter(|&c| part(c) && rows.values().any(|row| row.contains_key(&c))).count();
    let mut judged: Vec<(&Claim, Vec<&Claim>, Option<Miss>)> = Vec::new();
    for row in rows.values() {
        let Some(total) = row.get(&at).copied() else { continue };
        let parts: Vec<&Claim> = row.iter().filter(|(c, _)| part(**c)).map(|(_, claim)| *claim).collect();
        if parts.len() < 2 || parts.len() != width {
            continue;
        }
        let Some(sum) = add(&parts) else { continue };
        judged.push((total, parts, miss(total, sum)));
    }
    let right = judged.iter().filter(|(_, _, miss)| miss.is_none()).count();
    let named = |claim: &Claim| claim.canonical.as_ref().is_some_and(|c| !matches!(c.unit.as_str(), "" | "point" | "%" | "x"));
    let sums = if judged.len() == 1 {
        judged.iter().all(|(total, parts, _)| counted(total, headers[0]) || named(total) && parts.iter().all(|c| named(c)))
    } else {
        right > 0 && right * 2 >= judged.len()
    };
    if sums {
        out.extend(judged.iter().filter_map(|(total, parts, miss)| Some(draft(total, parts, miss.as_ref()?))));
    }
}

/// A header without the unit in its brackets.
fn without_unit(header: &str) -> &str {
    header.split(['(', '（', '[']).next().unwrap_or(header).trim()
}

/// Whether the one row of a table counts things: its name gives a unit in brackets, and its figures are whole and large.
fn counted(total: &Claim, corner: &str) -> bool {
    let row = name(total);
    let bracketed = row.contains(['(', '（']) || corner.contains(['(', '（']);
    let large = total.canonical.as_ref().and_then(|c| crate::claim::exact(c.low.as_deref()?));
    bracketed && large.is_some_and(|n| n > BigRational::from_integer(100.into()))
}
