//! A column of totals that is not the sum of the columns before it.
//!
//! Whether such a column adds up the others the rows tell: most of them do, or the total of the only row is above all its parts and near
//! their sum. Scores whose total is a mean or weighed fit in no row, and are left alone.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::{Miss, Sum, add, draft, is_part, is_subtotal, is_whole, miss, row_name, totals};
use crate::claim::{Claim, Kind};
use crate::rules::interval::{measure, ratio};
use crate::rules::law::{self, Law};
use crate::rules::{Draft, Group};

/// Columns and rows that are looked at.
const COLUMNS: usize = 40;
const ROWS: usize = 5_000;

/// Checks the rows of a table whose headers name a column of totals, and of one whose rows tell that a column sums up others.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let first = out.len();
    named(group, out);
    exact_columns(group, out);
    let told: Vec<String> = out[first..].iter().map(|draft| draft.primary.claim.clone()).collect();
    for broken in law::broken(group.claims, |law| law == Law::Sum) {
        if told.contains(&broken.result.id) {
            continue;
        }
        if let Some(miss) = add(&broken.parts).and_then(|sum| miss_of(broken.result, sum)) {
            out.push(draft(broken.result, &broken.parts, &miss));
        }
    }
}

/// A row of totals that are the sums of their columns to the last digit, but for one: that one is no matter of rounding.
fn exact_columns(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut columns: BTreeMap<u32, Vec<&Claim>> = BTreeMap::new();
    for claim in group.claims.iter().copied().filter(|c| c.kind == Kind::Quantity).take(COLUMNS * ROWS) {
        if let Some(place) = &claim.table {
            columns.entry(place.column).or_default().push(claim);
        }
    }
    let row = |c: &Claim| c.table.as_ref().map_or(0, |t| t.row);
    let labels = labels(group);
    let label = |c: &Claim| labels.get(&row(c)).map_or_else(|| row_name(c), |label| (*label).to_owned());
    let mut exact = 0;
    let mut wrong: Vec<(&Claim, Vec<&Claim>)> = Vec::new();
    for cells in columns.values_mut() {
        cells.sort_by_key(|c| row(c));
        // What stands below the total is none of its parts.
        if let Some(at) = cells.iter().position(|c| totals(&label(c))) {
            cells.truncate(at + 1);
        }
        let Some((total, rows)) = cells.split_last() else { continue };
        let plain = totals(&label(total)) && rows.len() > 2 && !rows.iter().any(|c| is_part(&label(c)) || is_subtotal(&label(c)));
        let contiguous = cells.windows(2).all(|w| row(w[1]) == row(w[0]) + 1);
        let (true, Some(sum), Some(stated)) = (plain && contiguous, add(rows), measure(total)) else { continue };
        if sum.unit == "%" || !(is_whole(total) && rows.iter().all(|c| is_whole(c))) {
            continue;
        }
        let value = sum.value.clone();
        match stated.figure() {
            Some(figure) if *figure == value => exact += 1,
            // What is out by more the column itself tells, where its claims keep the label.
            Some(figure) => match miss(total, sum) {
                None => wrong.push((total, rows.to_vec())),
                Some(miss) if !totals(&row_name(total)) => {
                    let near = figure * ratio(5, 4) > value && &value * ratio(5, 4) > *figure;
                    let among = miss.sum.terms.iter().any(|n| n >= figure) && miss.sum.terms.iter().any(|n| n <= figure);
                    if near && !among {
                        out.push(draft(total, rows, &miss));
                    }
                }
                Some(_) => {}
            },
            None => {}
        }
    }
    if let ([(total, rows)], true) = (wrong.as_slice(), exact >= 2)
        && let Some(miss) = add(rows).and_then(|sum| miss_of(total, sum))
    {
        out.push(draft(total, rows, &miss));
    }
}

/// What the rows of a table are called, by row.
fn labels<'a>(group: &Group<'a>) -> BTreeMap<u32, &'a str> {
    let Some(table) = group.claims.iter().copied().find(|c| c.kind == Kind::Table) else { return BTreeMap::new() };
    let headers: u32 = table.conditions.get("headers").and_then(|n| n.parse().ok()).unwrap_or(0);
    let cells = table.conditions.get("cells 0").map_or("", String::as_str);
    let named = cells.split(" | ").zip(headers..).filter(|(label, _)| !label.is_empty());
    named.map(|(label, row)| (row, label)).collect()
}

/// What the rows of its table show to be wrong, by however little.
fn miss_of(total: &Claim, sum: Sum) -> Option<Miss> {
    let stated = measure(total)?.figure()?.clone();
    (stated != sum.value).then_some(Miss { sum, stated })
}

/// A column of totals behind all others that it sums.
fn named(group: &Group<'_>, out: &mut Vec<Draft>) {
    let Some(table) = group.claims.iter().find(|c| c.kind == Kind::Table) else { return };
    let headers: Vec<&str> = table.text.as_deref().unwrap_or("").split(" | ").map(str::trim).collect();
    let columns = table.conditions.get("columns").and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
    if headers.len() != columns || !(4..=COLUMNS).contains(&columns) {
        return;
    }
    let mut named = (0..columns).filter(|&c| totals(without_unit(headers[c])));
    let (Some(at), None) = (named.next(), named.next()) else { return };
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
    by_one(&headers, &mut judged);
    // The row of totals follows the others in right and wrong.
    let own = judged.iter().filter(|(total, _, _)| !totals(&row_name(total)));
    let (right, all) = (own.clone().filter(|(_, _, miss)| miss.is_none()).count(), own.count());
    let sums = if let [(total, parts, _)] = judged.as_slice() {
        alone(total, parts) && !headers[..at].iter().any(|header| is_factor(header))
    } else {
        right > 0 && right * 2 >= all
    };
    if sums {
        out.extend(judged.iter().filter_map(|(total, parts, miss)| Some(draft(total, parts, miss.as_ref()?))));
    }
}

/// Small whole numbers under headers without a unit are counted and not rounded: where most rows fit to the last one, a row that misses
/// by one is wrong as well.
fn by_one(headers: &[&str], judged: &mut [(&Claim, Vec<&Claim>, Option<Miss>)]) {
    let thousand = ratio(1000, 1);
    let small = |claim: &Claim| {
        let bare = claim.canonical.as_ref().is_some_and(|c| c.unit.is_empty());
        bare && is_whole(claim) && measure(claim).and_then(|m| m.figure().cloned()).is_some_and(|n| n < thousand)
    };
    let counted = !headers.iter().any(|header| header.contains(['(', '（', '[']))
        && judged.iter().all(|(total, parts, _)| small(total) && parts.iter().all(|part| small(part)));
    if !counted {
        return;
    }
    let exact = |total: &Claim, parts: &[&Claim]| add(parts).and_then(|sum| miss(total, Sum { slack: ratio(-1, 2), ..sum }));
    let wrong = judged.iter().filter(|(total, parts, _)| exact(total, parts).is_some()).count();
    if wrong * 3 <= judged.len() {
        for (total, parts, miss) in judged.iter_mut() {
            *miss = exact(total, parts);
        }
    }
}

/// A header without the unit in its brackets.
fn without_unit(header: &str) -> &str {
    header.split(['(', '（', '[']).next().unwrap_or(header).trim()
}

/// Whether the total of a table's one row can be nothing but a sum: it is above all parts, so no mean of them, is no product of two of
/// them, and is near their sum.
fn alone(total: &Claim, parts: &[&Claim]) -> bool {
    let figure = |claim: &Claim| measure(claim).and_then(|m| m.figure().cloned());
    let (Some(stated), Some(values)) = (figure(total), parts.iter().map(|c| figure(c)).collect::<Option<Vec<BigRational>>>())
    else {
        return false;
    };
    let sum: BigRational = values.iter().sum();
    let product = values.iter().enumerate().any(|(i, a)| values[i + 1..].iter().any(|b| a * b == stated));
    values.iter().all(|value| value < &stated) && !product && &stated * ratio(5, 3) > sum && &sum * ratio(5, 3) > stated
}

/// Whether a column is multiplied, not added.
fn is_factor(header: &str) -> bool {
    const WORDS: &[&str] = &[
        "数量", "单价", "价格", "税", "折扣", "系数", "quantity", "qty", "price", "unit", "rate", "tax", "discount", "factor",
        "weight", "权重", "得分", "评分", "score",
    ];
    let low = header.to_lowercase();
    WORDS.iter().any(|word| low.contains(word))
}
