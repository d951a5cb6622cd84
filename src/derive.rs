//! What can be reckoned from the claims as written: each result names the claims that it came from.
//!
//! A price for a year is also a price for a month, a twelfth of it; so that prices with different billing stand side by side. An
//! amount and the time that it took give a rate.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Bound, Claim, Confidence, Kind, Origin, exact};

/// Adds derived claims behind the others.
pub fn derive(claims: &mut Vec<Claim>) {
    let mut derived: Vec<Claim> = claims.iter().filter_map(monthly).collect();
    derived.extend(claims.windows(2).filter_map(|pair| rate(&pair[0], &pair[1]).or_else(|| rate(&pair[1], &pair[0]))));
    claims.extend(derived);
}

/// A price a year as a price a month.
fn monthly(claim: &Claim) -> Option<Claim> {
    let canonical = claim
        .canonical
        .as_ref()
        .filter(|_| claim.kind == Kind::Quantity && matches!(claim.origin, Origin::Extracted | Origin::Data))?;
    let currency = canonical.unit.strip_suffix("/year").filter(|unit| unit.len() == 3)?;
    let twelfth = |end: &Option<String>| {
        end.as_deref().and_then(exact).map(|value| (value / BigRational::from(BigInt::from(12))).to_string())
    };
    let mut derived = claim.clone();
    let mut interval = canonical.clone();
    (interval.low, interval.high) = (twelfth(&canonical.low), twelfth(&canonical.high));
    interval.unit = format!("{currency}/month");
    derived.canonical = Some(interval);
    derived.readings = Vec::new();
    derived.origin = Origin::Derived;
    derived.parents = vec![claim.id.clone()];
    derived.id = format!("{}/month", claim.id);
    Some(derived)
}

/// Characters that may stand between an amount and its time.
const GAP: u32 = 40;

/// An amount and the time that it took, which stands right behind it, as a rate.
fn rate(amount: &Claim, time: &Claim) -> Option<Claim> {
    let together = amount.document == time.document
        && amount.line == time.line
        && amount.block.as_ref().map(|b| b.id) == time.block.as_ref().map(|b| b.id)
        && match time.column?.checked_sub(amount.end_column?) {
            Some(gap) => gap <= GAP,
            // "in 4 hours the line handled 2280 parcels": extraction has marked the amount.
            None => {
                amount.text.as_deref() == Some("amount")
                    && amount.column?.checked_sub(time.end_column?).is_some_and(|gap| gap <= GAP)
            }
        };
    let figures = [amount, time].iter().all(|c| c.kind == Kind::Quantity && c.origin == Origin::Extracted && c.usage.is_none());
    if !together || !figures || time.metric.as_deref() != Some("processing_time") {
        return None;
    }
    let (much, long) = (amount.canonical.as_ref()?, time.canonical.as_ref()?);
    if long.bound != Bound::Eq || long.unit != "s" || much.unit.contains('/') || much.bound != Bound::Eq {
        return None;
    }
    // A distance in a time is no amount that was dealt with.
    if ["m", "m2", "J", "W", "%", "x", "pp", "s", "point", "degC"].contains(&much.unit.as_str()) {
        return None;
    }
    let seconds = exact(long.low.as_deref()?)?;
    if seconds.is_zero() {
        return None;
    }
    let per_second = |end: &Option<String>| end.as_deref().and_then(exact).map(|value| (value / &seconds).to_string());
    let mut interval = much.clone();
    (interval.low, interval.high) = (per_second(&much.low), per_second(&much.high));
    interval.unit = format!("{}/s", much.unit);
    let mut derived = amount.clone();
    derived.canonical = Some(interval);
    derived.readings = Vec::new();
    derived.text = None;
    derived.metric = Some("throughput".into());
    derived.conditions.extend(time.conditions.clone());
    derived.origin = Origin::Derived;
    derived.parents = vec![amount.id.clone(), time.id.clone()];
    derived.id = format!("{}/{}", amount.id, time.id);
    derived.quote = format!("{} / {}", amount.quote, time.quote);
    (derived.end_line, derived.end_column) = (time.end_line, time.end_column);
    // What is counted needs no name of its own here: the metric is known, and only the subject may be unsure.
    derived.confidence = derived.confidence.min(Confidence::Medium);
    if let (Some(value), Some(duration)) = (&mut derived.value, &time.value) {
        value.approximate |= duration.approximate;
    }
    Some(derived)
}
