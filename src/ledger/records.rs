//! The folder of records: one CSV a document, sorted by place, so that its diff is the correction.

use std::collections::BTreeMap;

use crate::claim::{Claim, Origin, Review};

/// What the file of a document should hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Found records, and in their place those that a person reviewed; sorted by place.
    pub claims: Vec<Claim>,
    /// Ids of reviewed records whose text is not in the document as the reviewer saw it.
    pub outdated: Vec<String>,
}

/// Joins what extraction finds with what is stored: a reviewed record stays as it is, by id; all else is as found. Derived
/// records are left out, for they follow from the others.
pub fn join(found: &[Claim], stored: &[Claim]) -> Kept {
    let mut reviewed: BTreeMap<&str, &Claim> =
        stored.iter().filter(|claim| claim.review != Review::None).map(|claim| (claim.id.as_str(), claim)).collect();
    let mut kept = Kept::default();
    for claim in found.iter().filter(|claim| claim.origin != Origin::Derived) {
        match reviewed.remove(claim.id.as_str()) {
            Some(review) if review.quote == claim.quote => kept.claims.push(moved(review, claim)),
            Some(review) => {
                kept.outdated.push(review.id.clone());
                kept.claims.push(review.clone());
            }
            None => kept.claims.push(claim.clone()),
        }
    }
    // Reviewed records that extraction does not find: a person added them, or their text is gone.
    for review in reviewed.into_values() {
        if matches!(review.origin, Origin::Extracted | Origin::Data) {
            kept.outdated.push(review.id.clone());
        }
        kept.claims.push(review.clone());
    }
    let place = |claim: &Claim| (claim.line.is_none(), claim.line, claim.column, claim.end_line, claim.end_column);
    kept.claims.sort_by(|a, b| (place(a), a.kind, &a.id).cmp(&(place(b), b.kind, &b.id)));
    kept.outdated.sort();
    kept
}

/// A reviewed record at the place where its text stands.
pub fn moved(review: &Claim, to: &Claim) -> Claim {
    Claim {
        line: to.line,
        column: to.column,
        end_line: to.end_line,
        end_column: to.end_column,
        heading: to.heading.clone(),
        block: to.block.clone(),
        table: to.table.clone(),
        ..review.clone()
    }
}

/// Name of a document's file in the folder of records: its path below `base` (a folder, or empty) with `.csv` behind.
pub fn file_name(document: &str, base: &str) -> String {
    let below = document.strip_prefix(base).and_then(|rest| rest.strip_prefix('/'));
    let safe = |part: &&str| !part.is_empty() && !matches!(*part, "." | "..");
    let parts: Vec<&str> = below.unwrap_or(document).split('/').filter(safe).collect();
    format!("{}.csv", parts.join("/"))
}

/// The folder that all given folders lie in, in whole parts; empty when they share none.
pub fn common_folder(folders: &[String]) -> String {
    let mut common: Option<Vec<&str>> = None;
    for folder in folders {
        let parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        common = Some(match common {
            None => parts,
            Some(common) => common.iter().zip(&parts).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect(),
        });
    }
    common.unwrap_or_default().join("/")
}
