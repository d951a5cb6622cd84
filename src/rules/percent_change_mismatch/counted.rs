//! Cells that give a count and its share: "66 (55.0)" under "n (%)", 66例（55.0%）.
//!
//! What the shares are of, the rows of a column tell: the one whole that most of them fit. A share that no smaller whole explains either
//! (for some rows a few are missing) is not that of its count.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, decimal, measure, ratio, with_unit};
use crate::rules::{Draft, Group, confidence, passage, words};

/// How many cells of a table are looked at.
const CELLS: usize = 400;

/// How many columns may stand between the end of a count and its share: a blank and a bracket.
const GAP: u32 = 2;

/// A count and its share.
struct Counted<'a> {
    count: &'a Claim,
    share: &'a Claim,
    number: BigRational,
    low: BigRational,
    high: BigRational,
}

impl Counted<'_> {
    /// The smallest and the largest whole that the share is of.
    fn wholes(&self) -> (BigInt, BigInt) {
        let hundred = ratio(100, 1);
        let least = (&self.number * &hundred / &self.high).ceil().to_integer();
        (least, (&self.number * hundred / &self.low).floor().to_integer())
    }

    fn fits(&self, whole: &BigInt) -> bool {
        let (least, most) = self.wholes();
        least <= *whole && *whole <= most
    }
}

pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let table = group.claims.iter().find(|claim| claim.kind == Kind::Table);
    let headers: Vec<&str> = table.and_then(|c| c.text.as_deref()).unwrap_or("").split(" | ").map(str::trim).collect();
    let labels: Vec<&str> =
        table.and_then(|c| c.conditions.get("cells 0")).map_or(Vec::new(), |cells| cells.split(" | ").collect());
    let above = table.and_then(|c| c.conditions.get("headers")?.parse::<usize>().ok()).unwrap_or(0);
    let mut cells: BTreeMap<(u32, u32), Vec<&Claim>> = BTreeMap::new();
    for claim in group.claims.iter().copied().filter(|c| c.kind == Kind::Quantity).take(CELLS) {
        if let Some(place) = &claim.table {
            cells.entry((place.column, place.row)).or_default().push(claim);
        }
    }
    let mut columns: BTreeMap<u32, Vec<Counted<'_>>> = BTreeMap::new();
    for ((column, row), cell) in &cells {
        let [count, share] = cell[..] else { continue };
        let at = |list: &[&str], at: usize| list.get(at).copied().unwrap_or("").to_lowercase();
        let own = (*row as usize).checked_sub(above).map_or(String::new(), |row| at(&labels, row));
        let label = format!("{own} {} {}", at(&headers, *column as usize), at(&headers, 0));
        columns.entry(*column).or_default().extend(counted(count, share, &label));
    }
    for (at, column) in &columns {
        let declared = headers.get(*at as usize).and_then(|header| declared(header));
        let ends = declared.map_or_else(|| column.iter().map(|cell| cell.wholes().0).collect(), |whole| vec![whole]);
        let enough = if ends.len() == 1 { 2 } else { 3 };
        let Some((right, whole)) = ends.into_iter().map(|end| (column.iter().filter(|cell| cell.fits(&end)).count(), end)).max()
        else {
            continue;
        };
        if right < enough || right * 3 < column.len() * 2 {
            continue;
        }
        let least = &whole / BigInt::from(2);
        let explained = |cell: &Counted<'_>| {
            let (from, to) = cell.wholes();
            from <= to && from <= whole && least <= to
        };
        out.extend(column.iter().filter(|cell| !explained(cell)).map(|cell| draft(cell, &whole)));
    }
}

/// The whole that a header declares: "Placebo (n=120)".
fn declared(header: &str) -> Option<BigInt> {
    let plain: String = header.to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let rest = plain.split_once("n=").or_else(|| plain.split_once("n＝"))?.1;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Two figures of a cell as a count and its share: the row or the column says that it is one.
fn counted<'a>(count: &'a Claim, share: &'a Claim, label: &str) -> Option<Counted<'a>> {
    const STATISTICS: &[&str] = &["mean", "median", "sd", "iqr", "range", "均值", "均数", "平均", "中位", "标准差", "四分位"];
    let plain = |claim: &Claim| measure(claim).filter(|m| m.bound == Bound::Eq && !m.approximate && m.readings.is_empty());
    let (number, of): (Measure, Measure) = (plain(count)?, plain(share)?);
    let gap = share.column?.checked_sub(count.end_column?)?;
    let says = of.unit == "%" || label.contains(['%', '％']);
    let statistic = STATISTICS.iter().any(|word| {
        if word.is_ascii() { label.split(|c: char| !c.is_alphanumeric()).any(|w| w == *word) } else { label.contains(word) }
    });
    if gap > GAP || gap == 0 || !says || statistic || !matches!(&*of.unit, "%" | "") || matches!(&*number.unit, "%" | "x" | "pp")
    {
        return None;
    }
    let (figure, share_of) = (number.figure()?, of.figure()?);
    let (low, high) = (share_of - &of.half, share_of + &of.half);
    let sound = figure.is_integer() && figure.is_positive() && low > BigRational::zero() && high <= ratio(101, 1);
    sound.then(|| Counted { count, share, number: figure.clone(), low, high })
}

fn draft(cell: &Counted<'_>, whole: &BigInt) -> Draft {
    let right = &cell.number * ratio(100, 1) / BigRational::from_integer(whole.clone());
    let right = with_unit(&((right * ratio(100, 1)).round() / ratio(100, 1)), "%");
    Draft {
        severity: None,
        confidence: confidence([cell.count, cell.share]),
        message: "share",
        help: "help",
        args: BTreeMap::from([
            ("a", words(&cell.share.quote)),
            ("part", words(&cell.count.quote)),
            ("base", whole.to_string()),
            ("right", right.clone()),
        ]),
        arithmetic: format!("{} ÷ {whole} = {right} ≠ {}", decimal(&cell.number), words(&cell.share.quote)),
        primary: passage(cell.share, ""),
        related: vec![passage(cell.count, "change-here")],
    }
}
