//! The stages in their order over a set of sources, and what is true of the run as a whole: which documents were not read, which
//! held no claim, whether anything was checked at all.
//!
//! Nothing here touches the disk; the binary brings the sources and takes away the outcome.

mod faults;
pub mod pinned;
pub mod reference;
pub mod standing;
pub mod suppress;

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::row::Rows;
use crate::claim::{Claim, Confidence, Origin};
use crate::config::{Config, Level};
use crate::derive::derive;
use crate::document;
use crate::error::Error;
use crate::extract::{self, Extracted};
pub use crate::extract::{Coverage, SetAside};
use crate::finding::{Finding, Resolved, Severity, Silenced};
use crate::lexicon::Lexicon;
use crate::ledger::records;
use crate::link::link;
use crate::rules::{self, Rule};
use crate::schema;
use crate::source::{Refused, Source};
pub use faults::word as unread_word;

use reference::References;
use suppress::Suppression;

/// The claims of all documents and what went wrong on the way.
#[derive(Debug, Clone, Default)]
pub struct Extraction {
    /// Claims that keep the contract, derived ones included, linked; by document and place.
    pub claims: Vec<Claim>,
    /// Unread documents and claims that break the contract.
    pub findings: Vec<Finding>,
    /// One entry a document; none where records were read without documents.
    pub coverage: Vec<Coverage>,
    /// Whether the claims were read from records.
    pub from_records: bool,
    /// Trusted records to check the claims against; they belong to no document.
    pub references: Vec<Claim>,
    /// Comments of the documents that silence findings.
    pub suppressions: Vec<Suppression>,
}

/// What an audit says.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// By document and place, with the severities of the configuration.
    pub findings: Vec<Finding>,
    /// What comments in the documents and decisions let stand, with the same severities, in the same order.
    pub silenced: Vec<Silenced>,
    /// Findings of the baseline that are there no longer.
    pub resolved: Vec<Resolved>,
    /// One entry a document.
    pub coverage: Vec<Coverage>,
    /// The claims that were checked, without trusted records.
    pub claims: Vec<Claim>,
    /// No document held a claim.
    pub nothing_checked: bool,
}

/// From sources to linked claims, beside the built-in trusted records. `refused` are the files that could not become sources.
pub fn extract(sources: &[Source], refused: &[Refused], config: &Config) -> Extraction {
    extract_beside(sources, refused, config, References::built_in())
}

/// The same beside the given trusted records.
pub fn extract_beside(sources: &[Source], refused: &[Refused], config: &Config, references: References) -> Extraction {
    let lexicon = Lexicon::new(config).with_things(references.things());
    let mut extraction = Extraction { references: references.claims, findings: references.findings, ..Extraction::default() };
    for file in refused {
        extraction.findings.push(faults::refused(file));
        extraction.coverage.push(unread(&file.path, faults::word(&file.reason)));
    }
    let mut claims = Vec::new();
    let names = shared_names(sources, &lexicon, config);
    for source in sources {
        extraction.suppressions.extend(suppress::suppressions(source));
        if let Some(document) = document::parse(source) {
            extraction.findings.extend(document.faults.iter().map(|&(at, fault)| faults::broken_off(source, at, fault)));
            if !document.faults.is_empty() && document.blocks.is_empty() {
                extraction.coverage.push(unread(&source.path, faults::BROKEN));
                continue;
            }
            let collection = config.collection(&source.path);
            let shared = names.get(collection).map_or(&[][..], Vec::as_slice);
            let Extracted { claims: found, coverage } = extract::extract(source, &document, &lexicon, collection, shared);
            claims.extend(found);
            extraction.coverage.push(coverage);
        } else {
            extraction.findings.push(faults::unknown_format(&source.path));
            extraction.coverage.push(unread(&source.path, faults::UNKNOWN_FORMAT));
        }
    }
    extraction.coverage.sort_by(|a, b| a.document.cmp(&b.document));
    derive_and_link(&mut claims, &lexicon);
    pair_versions(&mut claims, config);
    for claim in claims {
        let violations = schema::check(&claim);
        if violations.is_empty() {
            extraction.claims.push(claim);
        } else {
            let found = violations.iter().map(|violation| faults::broken_claim(&claim, violation));
            extraction.findings.extend(found);
        }
    }
    extraction
}

/// Marks the claims of language versions that the configuration pairs with the path of their original.
fn pair_versions(claims: &mut [Claim], config: &Config) {
    if config.translations.is_empty() {
        return;
    }
    let mut originals: BTreeMap<String, Option<String>> = BTreeMap::new();
    for claim in claims.iter_mut().filter(|claim| claim.canonical.is_some()) {
        let original = originals.entry(claim.document.clone()).or_insert_with_key(|document| config.original(document));
        if let Some(original) = original {
            claim.conditions.insert(rules::VERSION_OF.into(), original.clone());
        }
    }
}

/// The names that the documents of each collection declare. Documents are parsed for it and let go, so that no more than one tree
/// is held at a time.
fn shared_names(sources: &[Source], lexicon: &Lexicon, config: &Config) -> BTreeMap<String, Vec<String>> {
    let mut members: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        members.entry(config.collection(&source.path)).or_default().push(source);
    }
    let mut found = BTreeMap::new();
    for (collection, sources) in members.into_iter().filter(|(_, sources)| sources.len() > 1) {
        let documents = sources.into_iter().filter_map(document::parse);
        let names: BTreeSet<String> = documents.flat_map(|document| extract::names(&document, lexicon)).collect();
        found.insert(collection.to_owned(), names.into_iter().collect());
    }
    found
}

/// Claims of files of records: path and rows of each. What breaks the contract becomes a finding.
pub fn read_records(files: Vec<(String, Rows)>) -> Extraction {
    let mut extraction = Extraction { from_records: true, ..Extraction::default() };
    for (path, rows) in files {
        extraction.findings.extend(rows.strays.iter().map(|stray| faults::stray(&path, stray)));
        let mut lines: BTreeMap<String, u32> = BTreeMap::new();
        for row in rows.rows {
            let (line, about) = (row.line, faults::About::new(&row));
            match schema::accept(row.record) {
                Ok(claim) => {
                    if let Some(first) = lines.insert(claim.id.clone(), line) {
                        extraction.findings.push(faults::same_id(&path, &claim.id, line, first));
                    }
                    extraction.claims.push(claim);
                }
                Err(violations) => {
                    let found = violations.iter().map(|violation| faults::broken_row(&path, line, &about, violation));
                    extraction.findings.extend(found);
                }
            }
        }
    }
    extraction
}

/// Derives from and links claims that were read from files of records. Derived ones are made anew.
pub fn complete(extraction: &mut Extraction, config: &Config, references: References) {
    extraction.findings.extend(references.findings);
    extraction.references = references.claims;
    extraction.claims.retain(|claim| claim.origin != Origin::Derived);
    derive_and_link(&mut extraction.claims, &Lexicon::new(config));
}

/// Puts the reviewed records in the place of what extraction found, as [`records::apply`] does, and makes what is derived from them
/// anew.
pub fn apply_reviews(extraction: &mut Extraction, stored: &[Claim], sources: &[Source]) {
    if records::apply(&mut extraction.claims, stored, sources) {
        extraction.claims.retain(|claim| claim.origin != Origin::Derived);
        extraction.claims.sort_by(|a, b| by_place(a).cmp(&by_place(b)));
        derive(&mut extraction.claims);
        extract::identify_derived(&mut extraction.claims, &BTreeMap::new());
    }
}

/// From linked claims to what the report shows. `all` keeps findings of low confidence.
pub fn check(extraction: Extraction, config: &Config, all: bool) -> Outcome {
    let Extraction { mut claims, mut findings, mut coverage, from_records, references, suppressions } = extraction;
    let nothing_checked = note_silence(&claims, &coverage, from_records, &mut findings);
    let stated = claims.len();
    claims.extend(references);
    let checked = rules::check_counting(rules::RULES, &claims);
    claims.truncate(stated);
    for document in &mut coverage {
        document.compared = checked.compared.get(&document.document).copied().unwrap_or(0);
    }
    findings.extend(checked.findings);
    let silenced = suppress::apply(&suppressions, config, &mut findings);

    findings.retain(|finding| all || finding.confidence != Confidence::Low);
    let findings = findings.into_iter().filter_map(|finding| with_level(finding, config));
    let mut findings: Vec<Finding> = findings.collect();
    // Findings of one rule at one place keep the order in which they were made.
    findings.sort_by(|a, b| place(a).cmp(&place(b)));
    let silenced = silenced.into_iter().filter(|silenced| all || silenced.finding.confidence != Confidence::Low);
    let mut silenced: Vec<Silenced> = silenced
        .filter_map(|silenced| Some(Silenced { finding: with_level(silenced.finding, config)?, ..silenced }))
        .collect();
    silenced.sort_by(|a, b| place(&a.finding).cmp(&place(&b.finding)));
    Outcome { findings, silenced, resolved: Vec::new(), coverage, claims, nothing_checked }
}

fn place(finding: &Finding) -> (&str, Option<crate::source::Place>, &str) {
    (&finding.primary.document, finding.primary.place, finding.rule)
}

/// Refuses settings for rules that there are not, and levels above the rule's own.
///
/// # Errors
///
/// [`Error::Config`] with the line of the setting.
pub fn check_settings(config: &Config, catalogue: &[&'static Rule]) -> Result<(), Error> {
    let settings = config.rules.iter().chain(config.overrides.iter().flat_map(|o| &o.rules));
    for (name, setting) in settings {
        let fail = |message| Error::Config { path: config.file.clone().unwrap_or_default(), line: Some(setting.line), message };
        let Some(rule) = catalogue.iter().find(|rule| rule.name == name) else {
            let near = nearest(name, catalogue.iter().map(|rule| rule.name));
            let near = near.map_or_else(|| "`claimlint rules` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(fail(format!("there is no rule `{name}`: {near}")));
        };
        let raised = match setting.level {
            Level::Off | Level::Note => false,
            Level::Warning => rule.severity < Severity::Warning,
            Level::Error => rule.severity < Severity::Error,
        };
        if raised {
            let (own, level) = (rule.severity.word(), setting.level.word());
            return Err(fail(format!("`{name}` is at most a {own}: a level may lower it, not raise it to {level}")));
        }
    }
    Ok(())
}

/// The name that differs least from what was typed, when it differs little.
pub fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let best = names.map(|name| (distance(typed, name), name)).min()?;
    (best.0 <= 1 + typed.chars().count() / 4).then_some(best.1)
}

/// Insertions, deletions and exchanges between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn with_level(mut finding: Finding, config: &Config) -> Option<Finding> {
    let most = match config.level(finding.rule, &finding.primary.document) {
        Some(Level::Off) => return None,
        Some(Level::Note) => Severity::Note,
        Some(Level::Warning) => Severity::Warning,
        Some(Level::Error) | None => Severity::Error,
    };
    finding.severity = finding.severity.min(most);
    Some(finding)
}

fn unread(document: &str, why: &str) -> Coverage {
    Coverage { document: document.to_owned(), unread: Some(why.to_owned()), ..Coverage::default() }
}

/// Notes the documents without a claim; an error when that is all of them. Records without documents count as well.
fn note_silence(claims: &[Claim], coverage: &[Coverage], from_records: bool, findings: &mut Vec<Finding>) -> bool {
    let speaking: BTreeSet<&str> = claims.iter().filter(|c| c.kind.speaks()).map(|c| c.document.as_str()).collect();
    let read: Vec<&Coverage> = coverage.iter().filter(|document| document.unread.is_none()).collect();
    if speaking.is_empty() {
        // Records without documents, all of them broken: that is what was checked.
        if from_records && !findings.is_empty() {
            return false;
        }
        findings.push(faults::nothing_checked(coverage, from_records));
        return true;
    }
    let silent = read.into_iter().filter(|document| !speaking.contains(document.document.as_str()));
    findings.extend(silent.map(|document| faults::silent(&document.document)));
    false
}

fn by_place(claim: &Claim) -> impl Ord + '_ {
    (&claim.document, claim.line, claim.column, claim.end_line, claim.end_column, claim.kind)
}

/// The stages from the claims of single documents to linked claims with their final ids.
fn derive_and_link(claims: &mut Vec<Claim>, lexicon: &Lexicon) {
    claims.sort_by(|a, b| by_place(a).cmp(&by_place(b)));
    derive(claims);
    link(claims, lexicon);
    extract::identify(claims);
}
