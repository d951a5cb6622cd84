//! A column of averages that is the mean of the columns before it in most rows, but not in one.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

use super::statistic;
use crate::claim::{Bound, Claim, Kind};
use crate::rules::interval::{Measure, decimal, measure};
use crate::rules::{Draft, RELATED, confidence, name, passage, words};

/// Marks the group of a table.
pub(super) const TABLE: &str = "\u{1f}means ";

/// The key of a figure's table.
pub(super) fn key(claim: &Claim) -> Option<String> {
    let table = claim.table.as_ref().filter(|_| matches!(claim.kind, Kind::Quantity | Kind::Score))?;
    Some(format!("{}{TABLE}{}", claim.document, table.id))
}

/// Whether a figure is headed as a mean of nothing but its neighbours: "Avg", 平均, 平均分.
fn is_mean(claim: &Claim) -> bool {
    statistic(claim).is_some_and(|(_, rank, base)| {
        rank == 2 && matches!(base.as_str(), "" | "分" | "得分" | "score" | "scores" | "value") && !is_median(claim)
    })
}

fn is_median(claim: &Claim) -> bool {
    let text = claim.conditions.get("statistic").or(claim.metric.as_ref()).map_or("", String::as_str);
    ["median", "p50", "中位"].iter().any(|word| text.contains(word))
}

/// One line of a table: the figures that are averaged, and what they are said to average to.
struct Line<'a> {
    parts: Vec<(&'a Claim, Measure)>,
    mean: &'a Claim,
    stated: Measure,
}

impl Line<'_> {
    /// The mean as reckoned, and how far rounding may take it from the one that is stated.
    fn reckoned(&self) -> Option<(BigRational, BigRational)> {
        let count = BigRational::from_integer(BigInt::from(self.parts.len()));
        let mut sum = BigRational::from_integer(BigInt::from(0));
        let mut half = sum.clone();
        for (_, part) in &self.parts {
            sum += part.figure()?;
            half += &part.half;
        }
        Some((sum / &count, half / count + &self.stated.half))
    }

    fn fits(&self) -> bool {
        self.reckoned().zip(self.stated.figure()).is_some_and(|((mean, slack), stated)| (mean - stated).abs() <= slack)
    }
}

/// Tells the rows whose average is off in a table where the others show how it is reckoned.
pub(super) fn check(claims: &[&Claim], out: &mut Vec<Draft>) {
    let mut rows: BTreeMap<u32, BTreeMap<u32, &Claim>> = BTreeMap::new();
    for claim in claims {
        let (Some(table), Some(Bound::Eq)) = (&claim.table, claim.canonical.as_ref().map(|c| c.bound)) else { continue };
        rows.entry(table.row).or_default().entry(table.column).or_insert(claim);
    }
    judge(&lines(&rows, is_mean), out);
}

/// The lines of a table with the figure that averages the others before it.
fn lines<'a>(table: &BTreeMap<u32, BTreeMap<u32, &'a Claim>>, is_mean: impl Fn(&Claim) -> bool) -> Vec<Line<'a>> {
    let line = |cells: &BTreeMap<u32, &'a Claim>| {
        let mut means = cells.iter().filter(|(_, claim)| is_mean(claim));
        let ((at, mean), None) = (means.next()?, means.next()) else { return None };
        let stated = measure(mean)?;
        let parts: Vec<(&Claim, Measure)> = cells.range(..at).filter_map(|(_, claim)| Some((*claim, measure(claim)?))).collect();
        let alike = parts.iter().all(|(_, part)| part.unit == stated.unit) && parts.len() == cells.range(..at).count();
        (parts.len() >= 2 && alike).then_some(Line { parts, mean, stated })
    };
    table.values().filter_map(line).collect()
}

fn judge(lines: &[Line<'_>], out: &mut Vec<Draft>) {
    let fitting = lines.iter().filter(|line| line.fits()).count();
    if fitting < 2 || fitting * 3 < lines.len() * 2 {
        return;
    }
    for line in lines.iter().filter(|line| !line.fits()) {
        let Some((mean, _)) = line.reckoned() else { continue };
        let terms: Vec<String> = line.parts.iter().map(|(part, _)| words(&part.quote)).collect();
        let shown = decimal(&mean);
        out.push(Draft {
            severity: None,
            confidence: confidence([line.mean]),
            message: "row-mean",
            help: "mean_help",
            arithmetic: format!("({}) ÷ {} = {shown} ≠ {}", terms.join(" + "), terms.len(), words(&line.mean.quote)),
            args: BTreeMap::from([("subject", name(line.mean)), ("a", words(&line.mean.quote)), ("right", shown)]),
            primary: passage(line.mean, ""),
            related: line.parts.iter().take(RELATED).map(|(part, _)| passage(part, "part")).collect(),
        });
    }
}
