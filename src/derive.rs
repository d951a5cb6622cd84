//! What can be reckoned from the claims as written: each result names the claims that it came from.
//!
//! A price for a year is also a price for a month, a twelfth of it; so that prices with different billing stand side by side.

use crate::claim::{Claim, Kind, Origin, exact};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Adds derived claims behind the others.
pub fn derive(claims: &mut Vec<Claim>) {
    let derived: Vec<Claim> = claims.iter().filter_map(monthly).collect();
    claims.extend(derived);
}

/// A price a year as a price a month.
fn monthly(claim: &Claim) -> Option<Claim> {
    let canonical = claim.canonical.as_ref().filter(|_| claim.kind == Kind::Quantity && claim.origin == Origin::Extracted)?;
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
