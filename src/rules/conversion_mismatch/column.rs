//! A column of shares beside the counts that they are of: in most rows the count divided by the sum of all.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, decimal, measure, ratio, with_unit};
use crate::rules::{Draft, confidence, passage, words};

/// Marks the group of a table.
pub(super) const TABLE: &str = "\u{1f}shares ";

/// The key of a figure's table.
pub(super) fn key(claim: &Claim) -> Option<String> {
    let table = claim.table.as_ref().filter(|_| claim.kind == Kind::Quantity)?;
    Some(format!("{}{TABLE}{}", claim.document, table.id))
}

/// A column: row, claim, value.
type Column<'a> = BTreeMap<u32, (&'a Claim, Measure)>;

/// Tells the shares that are not those of their counts where at least three, and three of four, are.
pub(super) fn check(claims: &[&Claim], out: &mut Vec<Draft>) {
    let mut columns: BTreeMap<u32, Column<'_>> = BTreeMap::new();
    for claim in claims {
        let plain = claim.canonical.as_ref().is_some_and(|c| c.bound == Bound::Eq);
        if let (Some(table), Some(measure), true) = (&claim.table, measure(claim), plain) {
            columns.entry(table.column).or_default().insert(table.row, (claim, measure));
        }
    }
    let share = |column: &&Column<'_>| column.len() >= 4 && column.values().all(|(_, m)| m.unit == "%" && m.figure().is_some());
    let count = |column: &&Column<'_>| {
        let unit = column.values().next().map(|(_, m)| m.unit.clone());
        column
            .values()
            .all(|(_, m)| Some(&m.unit) == unit.as_ref() && m.unit != "%" && m.figure().is_some_and(|n| !n.is_negative()))
    };
    for shares in columns.values().filter(share) {
        for counts in columns.values().filter(count).filter(|counts| counts.keys().eq(shares.keys())) {
            if judge(counts, shares, out) {
                break;
            }
        }
    }
}

/// Whether the shares are those of the counts in most rows; the others are told then.
fn judge(counts: &Column<'_>, shares: &Column<'_>, out: &mut Vec<Draft>) -> bool {
    let hundred = ratio(100, 1);
    let figure = |(_, m): &(&Claim, Measure)| m.figure().cloned().unwrap_or_else(BigRational::zero);
    // A last row of totals is 100%.
    let total = shares.iter().next_back().filter(|(_, share)| figure(share) == hundred).map(|(row, _)| *row);
    let rows: Vec<u32> = counts.keys().copied().filter(|row| Some(*row) != total).collect();
    let sum: BigRational = rows.iter().map(|row| figure(&counts[row])).sum();
    let whole = total.map_or(sum, |row| figure(&counts[&row]));
    if !whole.is_positive() || rows.len() < 3 {
        return false;
    }
    let right = |row: &u32| figure(&counts[row]) / &whole * &hundred;
    // What is cut off instead of rounded is no fault.
    let fits = |row: &&u32| (figure(&shares[*row]) - right(row)).abs() <= &shares[*row].1.half * ratio(2, 1);
    let fitting = rows.iter().filter(fits).count();
    if fitting < 3 || fitting * 4 < rows.len() * 3 {
        return false;
    }
    for row in rows.iter().filter(|row| !fits(row)) {
        let (count, share) = (counts[row].0, shares[row].0);
        let shown = with_unit(&right(row), "%");
        out.push(Draft {
            severity: None,
            confidence: confidence([count, share]),
            message: "share",
            help: "help",
            arithmetic: format!("{} ÷ {} = {shown} ≠ {}", words(&count.quote), decimal(&whole), words(&share.quote)),
            args: BTreeMap::from([
                ("a", words(&count.quote)),
                ("whole", decimal(&whole)),
                ("b", words(&share.quote)),
                ("right", shown),
            ]),
            primary: passage(share, ""),
            related: vec![passage(count, "converted")],
        });
    }
    true
}
