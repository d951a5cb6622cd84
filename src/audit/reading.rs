//! What one document says by itself, before it is held against the others of its collection.

use super::suppress::{Suppression, suppressions};
use super::{Extraction, faults, unread};
use crate::claim::Claim;
use crate::config::Config;
use crate::document::Document;
use crate::extract::{self, Coverage, Extracted};
use crate::finding::Finding;
use crate::lexicon::Lexicon;
use crate::source::{Refused, Source};

/// One document, read.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// Its claims, neither linked nor with their final ids.
    pub claims: Vec<Claim>,
    /// What is wrong with the file.
    pub findings: Vec<Finding>,
    /// What was seen.
    pub coverage: Coverage,
    /// Its comments that silence findings.
    pub suppressions: Vec<Suppression>,
}

impl Reading {
    /// Reads a source. `document` is what it was parsed to, where its format is known; `shared` are the names that its collection
    /// declares.
    pub fn new(source: &Source, document: Option<&Document>, lexicon: &Lexicon, config: &Config, shared: &[String]) -> Self {
        let mut reading = Self { suppressions: suppressions(source), ..Self::default() };
        let Some(document) = document else {
            reading.findings.push(faults::unknown_format(&source.path));
            reading.coverage = unread(&source.path, faults::UNKNOWN_FORMAT);
            return reading;
        };
        reading.findings.extend(document.faults.iter().map(|&(at, fault)| faults::broken_off(source, at, fault)));
        if !document.faults.is_empty() && document.blocks.is_empty() {
            reading.coverage = unread(&source.path, faults::BROKEN);
            return reading;
        }
        let Extracted { claims, coverage } = extract::extract(source, document, lexicon, config.collection(&source.path), shared);
        Self { claims, coverage, ..reading }
    }

    /// What there is to say of a file that could not become a source.
    pub fn refused(file: &Refused) -> Self {
        let coverage = unread(&file.path, faults::word(&file.reason));
        Self { findings: vec![faults::refused(file)], coverage, ..Self::default() }
    }

    /// Adds it to the others.
    pub fn add_to(self, extraction: &mut Extraction) {
        extraction.claims.extend(self.claims);
        extraction.findings.extend(self.findings);
        extraction.coverage.push(self.coverage);
        extraction.suppressions.extend(self.suppressions);
    }
}
