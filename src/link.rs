//! Which names are one subject across the documents of a collection. Rewrites identities, never values.
//!
//! A vendor's product in one document and its product in another are one subject when each document has just one product of
//! that vendor and the two documents speak of the same things: they share the product's name, or they rank products of at
//! least two vendors in common. Two products of one vendor in one document stay apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};

/// Links the claims of all collections, in place.
pub fn link(claims: &mut [Claim]) {
    let mut collections: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        collections.entry(claim.collection.clone()).or_default().push(at);
    }
    for members in collections.values() {
        link_collection(claims, members);
    }
}

fn link_collection(claims: &mut [Claim], members: &[usize]) {
    // Per document and vendor, the products that the document ranks or picks.
    let mut products: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for claim in members.iter().map(|&at| &claims[at]).filter(|c| c.kind == Kind::Rank) {
        if let Some((vendor, id)) = claim.subject.as_ref().and_then(|s| Some((s.vendor.clone()?, s.id.clone()))) {
            products.entry((claim.document.clone(), vendor)).or_default().insert(id);
        }
    }
    let mut vendors: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (document, vendor) in products.keys() {
        vendors.entry(document).or_default().insert(vendor);
    }
    let akin = |a: &str, b: &str| vendors.get(a).zip(vendors.get(b)).is_some_and(|(a, b)| a.intersection(b).count() >= 2);
    let mut rewrite: BTreeMap<(String, String), String> = BTreeMap::new();
    for ((document, vendor), ids) in &products {
        if ids.len() != 1 {
            continue;
        }
        let partner = products
            .iter()
            .any(|((other, same), theirs)| other != document && same == vendor && theirs.len() == 1 && akin(document, other));
        if let (true, Some(id)) = (partner, ids.first()) {
            rewrite.insert((document.clone(), id.clone()), vendor.clone());
        }
    }
    for &at in members {
        let document = claims[at].document.clone();
        if let Some(subject) = &mut claims[at].subject
            && let Some(vendor) = rewrite.get(&(document.clone(), subject.id.clone()))
        {
            subject.id.clone_from(vendor);
        }
        let baseline = claims[at].baseline.clone();
        if let Some(vendor) = baseline.and_then(|b| rewrite.get(&(document, b))) {
            claims[at].baseline = Some(vendor.clone());
        }
    }
}
