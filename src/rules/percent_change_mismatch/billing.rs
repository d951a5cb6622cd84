//! A price a month, one a year, and what the year is said to save: "$12 a month, or $120 a year: save 20%".

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Confidence, Kind, Origin};
use crate::rules::interval::{Measure, decimal, measure, ratio, with_unit};
use crate::rules::{Draft, confidence, passage, subject, words};

/// Marks the group of a block, table row or section.
pub(super) const BILLING: &str = "billing\u{1f}";
const SECTION: &str = "billing\u{1f}section\u{1f}";
const PLAN: &str = "billing\u{1f}plan\u{1f}";

/// The groups in which a price or saving may stand beside its fellows.
pub(super) fn keys(claim: &Claim) -> Vec<String> {
    let plain = claim.kind == Kind::Quantity && claim.origin != Origin::Derived && claim.confidence != Confidence::Low;
    if !plain || part(claim).is_none() || claim.section == "history" {
        return Vec::new();
    }
    let place = match (&claim.table, &claim.block) {
        (Some(table), _) => format!("row {} {}", table.id, table.row),
        (None, Some(block)) => format!("block {}", block.id),
        (None, None) => return Vec::new(),
    };
    let section = claim.table.is_none().then(|| format!("{SECTION}{}\u{1f}{}", claim.document, claim.heading));
    // A price list by the month and one by the year.
    let by_year = matches!(part(claim), Some(Part::Twelfth | Part::Yearly)) && !matches!(subject(claim), "" | "document");
    let plan = by_year.then(|| format!("{PLAN}{}\u{1f}{}\u{1f}{}", claim.document, subject(claim), apart(claim)));
    std::iter::once(format!("{BILLING}{}\u{1f}{place}", claim.document)).chain(section).chain(plan).collect()
}

/// What tells two prices of one plan apart, but for the period and the place in the document.
fn apart(claim: &Claim) -> String {
    let told = claim.conditions.iter().filter(|(name, _)| !matches!(name.as_str(), "billing" | "section" | "column"));
    let per_user = claim.canonical.as_ref().map_or(0, |c| c.unit.matches('/').count());
    let told: Vec<String> = told.map(|(name, text)| format!("{name}={text}")).collect();
    let told = told.join("\u{1f}");
    let currency = claim.canonical.as_ref().and_then(|c| c.unit.split('/').next()).unwrap_or("");
    format!("{told}\u{1f}{currency}\u{1f}{per_user}\u{1f}{}", claim.audience.join("|"))
}

/// What a figure is in such a reckoning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Monthly,
    Yearly,
    /// A price a month that is billed by the year.
    Twelfth,
    /// A percentage that is saved.
    Share,
    /// A sum that is saved.
    Sum,
}

fn part(claim: &Claim) -> Option<Part> {
    let canonical = claim.canonical.as_ref()?;
    if canonical.bound != Bound::Eq {
        return None;
    }
    let metric = claim.metric.as_deref().unwrap_or_default();
    let unit = canonical.unit.as_str();
    let (base, per) = unit.split_once('/').unwrap_or((unit, ""));
    let currency = base.len() == 3 && base.bytes().all(|b| b.is_ascii_uppercase());
    let yearly = claim.conditions.get("billing").is_some_and(|billing| billing == "yearly");
    match per.rsplit('/').next() {
        _ if unit == "%" => matches!(metric, "cost_saving" | "discount").then_some(Part::Share),
        _ if !currency || claim.conditions.contains_key("price") => None,
        // 合每月30元 is no price of its own.
        Some("month" | "year") if !matches!(metric, "price" | "cost") => None,
        Some("month") => Some(if yearly { Part::Twelfth } else { Part::Monthly }),
        Some("year") => Some(Part::Yearly),
        Some("") => (metric == "price-difference").then_some(Part::Sum),
        _ => None,
    }
}

pub(super) fn check(key: &str, claims: &[&Claim], out: &mut Vec<Draft>) {
    let blocks: BTreeSet<u32> = claims.iter().filter_map(|c| Some(c.block.as_ref()?.id)).collect();
    // One block is looked at by itself.
    if key.starts_with(SECTION) && blocks.len() < 2 {
        return;
    }
    let mut parts: BTreeMap<Part, Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in claims.iter().take(64) {
        if let (Some(part), Some(measure)) = (part(claim), measure(claim)) {
            parts.entry(part).or_default().push((claim, measure));
        }
    }
    let table = claims.iter().map(|c| c.table.as_ref().map(|t| t.id)).collect::<BTreeSet<_>>();
    if key.starts_with(PLAN) && table.len() < 2 {
        return;
    }
    // One price of each kind: of several plans nobody knows which belong together.
    let only = |part: Part| {
        let (first, rest) = parts.get(&part)?.split_first()?;
        rest.iter().all(|(c, _)| c.canonical == first.0.canonical).then_some(first)
    };
    let Some(monthly) = only(Part::Monthly).filter(|_| parts.contains_key(&Part::Monthly)) else {
        twelfth(only(Part::Twelfth), only(Part::Yearly), out);
        return;
    };
    let year = match (only(Part::Yearly), parts.contains_key(&Part::Yearly), only(Part::Twelfth)) {
        (Some(year), ..) => (year, ratio(1, 1)),
        (None, false, Some(month)) => (month, ratio(12, 1)),
        _ => return,
    };
    twelfth(only(Part::Twelfth), only(Part::Yearly), out);
    let ((yearly, paid), times) = year;
    let per_user = |claim: &Claim| claim.canonical.as_ref().map(|c| c.unit.matches('/').count());
    let other = |claim: &Claim| subject(claim) != subject(monthly.0);
    if per_user(yearly) != per_user(monthly.0) || other(yearly) {
        return;
    }
    let (Some(month), Some(paid)) = (written(monthly), written(&(*yearly, paid.clone()))) else { return };
    let (full, paid) = (month * ratio(12, 1), paid * times);
    if full.is_zero() || paid > full {
        return;
    }
    let saved = &full - &paid;
    let shown = format!("12 × {} − {}", words(&monthly.0.quote), words(&yearly.quote));
    for (claim, stated) in parts.get(&Part::Sum).into_iter().flatten() {
        let Some(figure) = stated.figure().filter(|_| !other(claim)) else { continue };
        if (figure - &saved).abs() > &stated.half + &stated.half {
            let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
            let right = with_unit(&saved, unit);
            out.push(draft(claim, &[monthly.0, yearly], format!("{shown} = {right} ≠ {}", words(&claim.quote)), right));
        }
    }
    let share = &saved / &full * ratio(100, 1);
    for (claim, stated) in parts.get(&Part::Share).into_iter().flatten() {
        let Some(figure) = stated.figure().filter(|_| !other(claim)) else { continue };
        // Cut off instead of rounded is no fault.
        if (figure - &share).abs() >= &stated.half + &stated.half {
            let right = with_unit(&share, "%");
            let arithmetic = format!("({shown}) ÷ (12 × {}) = {right} ≠ {}", words(&monthly.0.quote), words(&claim.quote));
            out.push(draft(claim, &[monthly.0, yearly], arithmetic, right));
        }
    }
}

/// "€24 a month billed yearly (€300 a year)": the year is twelve of its months.
fn twelfth(month: Option<&(&Claim, Measure)>, year: Option<&(&Claim, Measure)>, out: &mut Vec<Draft>) {
    let (Some(month), Some(year)) = (month, year) else { return };
    let (Some(each), Some(all)) = (written(month), written(year)) else { return };
    let twelve = ratio(12, 1);
    // Prices are rounded as they are written: 7.50 is 90 ÷ 12, and 24 may be 290 ÷ 12.
    let factor = written_unit(month);
    let slack = &month.1.half / &factor * &twelve + &year.1.half / written_unit(year);
    let reckoned = &each * &twelve;
    if (&reckoned - &all).abs() > slack {
        let arithmetic = format!("12 × {} = {} ≠ {}", words(&month.0.quote), decimal(&reckoned), words(&year.0.quote));
        out.push(draft(year.0, &[month.0], arithmetic, decimal(&reckoned)));
    }
}

/// A price as it is written, not by the second.
fn written(price: &(&Claim, Measure)) -> Option<BigRational> {
    Some(price.1.figure()? / written_unit(price))
}

fn written_unit((claim, _): &(&Claim, Measure)) -> BigRational {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    crate::rules::interval::per_second(unit).1
}

fn draft(claim: &Claim, prices: &[&Claim], arithmetic: String, right: String) -> Draft {
    Draft {
        severity: None,
        confidence: confidence(prices.iter().copied().chain([claim])),
        message: "billing",
        help: "billing-help",
        args: BTreeMap::from([("a", words(&claim.quote)), ("right", right)]),
        arithmetic,
        primary: passage(claim, ""),
        related: prices.iter().map(|price| passage(price, "price-here")).collect(),
    }
}
