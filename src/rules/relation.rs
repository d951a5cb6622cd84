//! The relations that extraction saw within a sentence: which figures belong together, and as what.

use std::collections::BTreeMap;

use crate::claim::{Claim, Kind};

/// The role of a figure and the number of its relation within its block: `before 1`, `total 2`.
pub fn role(claim: &Claim) -> Option<(&str, u32)> {
    let (role, number) = claim.text.as_deref().filter(|_| claim.kind == Kind::Quantity)?.rsplit_once(' ')?;
    Some((role, number.parse().ok()?))
}

/// Whether a figure has one of some roles.
pub fn has_role(claim: &Claim, roles: &[&str]) -> bool {
    role(claim).is_some_and(|(role, _)| roles.contains(&role))
}

/// The relations of a block, by number: role and claim in order of the text.
pub fn relations<'a>(claims: &[&'a Claim]) -> BTreeMap<u32, Vec<(&'a str, &'a Claim)>> {
    let mut found: BTreeMap<u32, Vec<(&str, &Claim)>> = BTreeMap::new();
    for claim in claims {
        if let Some((role, number)) = role(claim) {
            found.entry(number).or_default().push((role, claim));
        }
    }
    found
}

/// The key of a block, for rules that look at its relations.
pub fn block_key(claim: &Claim) -> Option<String> {
    claim.block.as_ref().map(|block| format!("{}\u{1f}block {}", claim.document, block.id))
}
