//! Trusted records: those built into the program and those that claimlint.toml adds.
//!
//! They are records like all others, from `claims/reference/`, so that whoever doubts one finds its source and date beside it. Their
//! subjects' names go to the lexicon, so that prose that names one of them is found; nothing else knows what they are about.

use crate::claim::row::Rows;
use crate::claim::{Claim, Kind, Modality, Origin, Review, csv};
use crate::finding::Finding;
use crate::lexicon::Thing;

/// The files that are built in: path as findings show it, text.
const BUILT_IN: &[(&str, &str)] = &[
    ("claims/reference/accelerators.csv", include_str!("../../claims/reference/accelerators.csv")),
    ("claims/reference/models.csv", include_str!("../../claims/reference/models.csv")),
    ("claims/reference/storage.csv", include_str!("../../claims/reference/storage.csv")),
];

/// Trusted records, and what is wrong with their files.
#[derive(Debug, Clone, Default)]
pub struct References {
    /// In order of their files.
    pub claims: Vec<Claim>,
    /// Records that break the contract.
    pub findings: Vec<Finding>,
}

impl References {
    /// The built-in records.
    pub fn built_in() -> Self {
        Self::new(Vec::new())
    }

    /// The built-in records and those of further files: path and rows of each. A further file of the same path as a built-in one
    /// takes its place.
    pub fn new(files: Vec<(String, Rows)>) -> Self {
        let further = |path: &str| files.iter().any(|(other, _)| other == path);
        let mut all: Vec<(String, Rows)> = BUILT_IN
            .iter()
            .filter(|(path, _)| !further(path))
            .map(|(path, text)| ((*path).to_owned(), csv::read(text)))
            .collect();
        all.extend(files);
        for (path, rows) in &mut all {
            for row in &mut rows.rows {
                place(path, row.line, &mut row.record);
            }
        }
        let super::Extraction { mut claims, findings, .. } = super::read_records(all);
        claims.retain(|claim| claim.review != Review::Rejected);
        for claim in &mut claims {
            claim.origin = Origin::Reference;
            claim.modality = Modality::Reference;
            claim.collection.clear();
            if claim.quote.is_empty() {
                claim.quote = quote(claim);
            }
        }
        Self { claims, findings }
    }

    /// What the records are about, for the lexicon.
    pub fn things(&self) -> Vec<Thing> {
        let mut things: Vec<Thing> = Vec::new();
        for claim in &self.claims {
            let (Kind::Quantity, Some(subject), Some(metric)) = (claim.kind, &claim.subject, &claim.metric) else { continue };
            let at = things.iter().position(|thing| thing.id == subject.id).unwrap_or_else(|| {
                things.push(Thing { id: subject.id.clone(), names: Vec::new(), metrics: Vec::new() });
                things.len() - 1
            });
            let thing = &mut things[at];
            for name in names(claim) {
                if !thing.names.iter().any(|known| known == name) {
                    thing.names.push(name.to_owned());
                }
            }
            if !thing.metrics.contains(metric) {
                thing.metrics.push(metric.clone());
            }
        }
        things
    }
}

/// The names of a record's subject: its own, and those that its text lists between strokes.
fn names(claim: &Claim) -> impl Iterator<Item = &str> {
    let own = claim.subject.as_ref().map(|subject| subject.name.as_str());
    let others = claim.text.iter().flat_map(|text| text.split('|'));
    own.into_iter().chain(others).map(str::trim).filter(|name| name.chars().count() > 1)
}

/// A record without a place of its own stands where its row does.
fn place(path: &str, line: u32, record: &mut serde_json::Value) {
    let Some(fields) = record.as_object_mut() else { return };
    let unset = |value: Option<&serde_json::Value>| value.is_none_or(|v| v.is_null() || v.as_str() == Some(""));
    if unset(fields.get("document")) {
        fields.insert("document".into(), path.into());
    }
    if unset(fields.get("line")) {
        for (name, value) in [("line", line), ("column", 1), ("end_line", line), ("end_column", 2)] {
            fields.insert(name.into(), value.into());
        }
    }
}

/// What a record says, for reports: "600 GB/s".
fn quote(claim: &Claim) -> String {
    let Some(value) = &claim.value else { return String::new() };
    let ends = [&value.low, &value.high].into_iter().flatten().map(String::as_str);
    let mut figures: Vec<&str> = ends.collect();
    figures.dedup();
    format!("{} {}", figures.join("–"), value.unit).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_record_keeps_the_contract_and_names_source_and_date() {
        let references = References::built_in();
        assert_eq!(references.findings, []);
        assert!(references.claims.len() > 20);
        for claim in &references.claims {
            assert!(claim.source.is_some() && claim.date.is_some(), "{}", claim.id);
            assert!(claim.subject.is_some() && claim.canonical.is_some(), "{}", claim.id);
        }
    }

    #[test]
    fn a_name_leads_to_one_thing() {
        let things = References::built_in().things();
        let mut owners = std::collections::BTreeMap::new();
        for thing in &things {
            for name in &thing.names {
                let other = owners.insert(name.clone(), &thing.id);
                assert!(other.is_none(), "{name} is {other:?} and {}", thing.id);
            }
        }
    }
}
