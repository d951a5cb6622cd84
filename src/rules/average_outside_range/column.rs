//! "The average of the four is 112", and the column's mean is 102.
//!
//! A mean may be weighted by another column: then, and where the sentence may speak of another table or column that fits, it is right.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::claim::{Claim, Kind};
use crate::rules::grid::{self, Grid, Line, Named, alike, base};
use crate::rules::interval::{Measure, Span, decimal, measure, ratio, with_unit, written_factor};
use crate::rules::{Draft, Group, RELATED, confidence, passage, words};

/// The sorts of aggregates that are looked at.
pub(super) const SORTS: &[&str] = &["mean", "median"];

/// How many sentences of a group are looked at.
const SENTENCES: usize = 128;

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    for claim in said {
        let Some(stated) = measure(claim).filter(|m| m.figure().is_some()) else { continue };
        if let Some(parts) = claim.conditions.get(crate::extract::AVERAGED) {
            out.extend(listed(claim, parts));
            continue;
        }
        let judged: Vec<Judged<'_>> = grids.iter().filter_map(|grid| judge(grid, claim, &stated)).collect();
        if let Some(first) = judged.first().filter(|_| !judged.iter().any(|judged| judged.fits)) {
            out.push(draft(claim, first));
        }
    }
}

/// A mean of figures that its own sentence lists.
fn listed(claim: &Claim, parts: &str) -> Option<Draft> {
    let values: Option<Vec<BigRational>> = parts.split(' ').map(crate::claim::exact).collect();
    let (values, value) = (values?, claim.value.as_ref()?);
    let stated = crate::claim::exact(value.low.as_deref()?)?;
    let half = crate::claim::exact(&value.precision)? / ratio(2, 1);
    let median_told = claim.text.as_deref() == Some("median");
    let mean = values.iter().sum::<BigRational>() / ratio(i64::try_from(values.len()).ok()?, 1);
    let median = median(&values)?;
    let about = if value.approximate { stated.abs() / ratio(10, 1) } else { BigRational::zero() };
    let slack = (half * ratio(2, 1)).max(about);
    let fits = |right: &BigRational| (right - &stated).abs() <= slack;
    if if median_told { fits(&median) } else { fits(&mean) || fits(&median) } {
        return None;
    }
    let right = decimal(&((if median_told { median } else { mean } * ratio(100, 1)).round() / ratio(100, 1)));
    let terms = parts.replace(' ', " + ");
    Some(Draft {
        severity: None,
        confidence: confidence([claim]),
        message: if median_told { "listed-median" } else { "listed-mean" },
        help: "listed-help",
        args: BTreeMap::from([("a", words(&claim.quote)), ("right", right.clone())]),
        arithmetic: format!("({terms}) ÷ {} = {right} ≠ {}", values.len(), words(&claim.quote)),
        primary: passage(claim, ""),
        related: Vec::new(),
    })
}

struct Judged<'a> {
    fits: bool,
    right: BigRational,
    cells: Vec<&'a Claim>,
}

/// The unit without a period that the header leaves out: a monthly rent in euros.
fn bare(unit: &str) -> &str {
    base(unit.split('/').next().unwrap_or(unit))
}

fn judge<'a>(grid: &Grid<'a>, claim: &Claim, stated: &Measure) -> Option<Judged<'a>> {
    let said = grid::said(claim);
    if grid::counted(claim).is_some_and(|of| of != grid.names.len()) || grid.elsewhen(said) || !grid.named(said).is_empty() {
        return None;
    }
    let same = |line: &Line<'_>| line.unit().is_some_and(|unit| alike(unit, &stated.unit) || bare(unit) == bare(&stated.unit));
    let full = |line: &Line<'_>| same(line) && line.figures().len() == grid.names.len() && grid.names.len() >= 3;
    let (line, named) = grid.line(said, full)?;
    let alone = grid.lines.iter().filter(|line| full(line)).count() == 1;
    let counted = grid::counted(claim).is_some() || grid.speaks_of_rows(said);
    let unitless = base(&stated.unit).is_empty();
    let sure = match named {
        Named::Wholly(_) => true,
        Named::Partly(_) => alone || counted && grid.lines.iter().filter(|l| full(l) && l.named(said) != Named::Not).count() == 1,
        Named::Not => alone && counted && !unitless,
    };
    if !sure {
        return None;
    }
    let figures = line.figures();
    // A period that only one of the two names does not change the figure as written.
    let same_period = line.unit().is_some_and(|unit| alike(unit, &stated.unit));
    let of = |claim: &Claim, m: &Measure| {
        let figure = m.figure()?.clone();
        Some(if same_period { figure } else { figure / written_factor(claim)? })
    };
    let values: Option<Vec<BigRational>> = figures.values().map(|(c, m)| of(c, m)).collect();
    let (values, told) = (values?, of(claim, stated)?);
    let factor = if same_period { BigRational::one() } else { written_factor(claim)? };
    let half = &stated.half / &factor;
    let slack = figures.values().map(|(_, m)| m.half.clone()).max().unwrap_or_else(BigRational::zero);
    let about = if stated.approximate { told.abs() / ratio(10, 1) } else { BigRational::zero() };
    let wide = Span::point(&told).widened(&(half + slack).max(about), None);
    let count = ratio(i64::try_from(values.len()).ok()?, 1);
    let mean: BigRational = values.iter().sum::<BigRational>() / &count;
    let median = median(&values)?;
    let meets = |value: &BigRational| Span::point(value).meets(&wide);
    let median_told = claim.text.as_deref() == Some("median");
    let fits = if median_told {
        meets(&median)
    } else {
        meets(&mean) || meets(&median) || weighted(grid, line, &values).iter().any(meets)
    };
    // Far from all of the figures, it is the mean of something else.
    let (low, high) = (values.iter().min()?, values.iter().max()?);
    let near = told >= low / ratio(2, 1) && told <= high * ratio(2, 1);
    (fits || near).then(|| Judged {
        fits,
        right: if median_told { median } else { mean },
        cells: figures.values().map(|(c, _)| *c).collect(),
    })
}

fn median(values: &[BigRational]) -> Option<BigRational> {
    let mut sorted = values.to_vec();
    sorted.sort();
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted.get(middle).cloned()
    } else {
        Some((sorted.get(middle - 1)? + sorted.get(middle)?) / ratio(2, 1))
    }
}

/// The means weighted by each other column, and the ratios of the sums of two columns that such a mean may be.
fn weighted(grid: &Grid<'_>, line: &Line<'_>, values: &[BigRational]) -> Vec<BigRational> {
    let others = grid.lines.iter().filter(|other| !std::ptr::eq(*other, line) && other.figures().len() == values.len());
    let mut found = Vec::new();
    for other in others.take(12) {
        let weights: Vec<BigRational> = other.figures().values().filter_map(|(_, m)| m.figure().cloned()).collect();
        let total: BigRational = weights.iter().sum();
        if weights.len() == values.len() && total.is_positive() {
            let sum: BigRational = weights.iter().zip(values).map(|(a, b)| a * b).sum();
            found.push(sum / total);
        }
    }
    found
}

fn draft(claim: &Claim, judged: &Judged<'_>) -> Draft {
    let unit = claim.value.as_ref().map_or("", |v| v.unit.as_str());
    let back = written_factor(claim).unwrap_or_else(BigRational::one);
    let units = judged.cells.first().and_then(|c| measure(c)).zip(measure(claim));
    let bare_unit = units.is_some_and(|(a, b)| !alike(&a.unit, &b.unit));
    let right = if bare_unit { judged.right.clone() } else { &judged.right / &back };
    let shown = with_unit(&((&right * ratio(100, 1)).round() / ratio(100, 1)), unit);
    let terms: Vec<String> = judged
        .cells
        .iter()
        .filter_map(|c| Some(decimal(&(measure(c)?.figure()? / if bare_unit { written_factor(c)? } else { back.clone() }))))
        .take(12)
        .collect();
    let median = claim.text.as_deref() == Some("median");
    Draft {
        severity: None,
        confidence: confidence(std::iter::once(claim).chain(judged.cells.iter().copied())),
        message: if median { "median" } else { "mean" },
        help: "column-help",
        args: BTreeMap::from([("a", words(&claim.quote)), ("right", shown.clone())]),
        arithmetic: if median {
            format!("median({}) = {shown} ≠ {}", terms.join(", "), words(&claim.quote))
        } else {
            format!("({}) ÷ {} = {shown} ≠ {}", terms.join(" + "), judged.cells.len(), words(&claim.quote))
        },
        primary: passage(claim, ""),
        related: judged.cells.iter().take(RELATED).map(|c| passage(c, "cell")).collect(),
    }
}
