//! The stages in their order over a set of sources, and what is true of the run as a whole: which documents were not read, which
//! held no claim, whether anything was checked at all.
//!
//! Nothing here touches the disk; the binary brings the sources and takes away the outcome.

mod faults;
pub mod pinned;
mod reading;
pub mod reference;
pub mod standing;
pub mod states;
pub mod suppress;
pub mod walk;

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use crate::claim::row::Rows;
use crate::claim::{Claim, Confidence, Kind, Origin};
use crate::config::{Config, Level};
use crate::derive::derive;
use crate::document::{self, Document};
use crate::error::Error;
use crate::extract;
pub use crate::extract::{Coverage, SetAside};
use crate::finding::{Finding, Resolved, Severity, Silenced};
use crate::ledger::records;
use crate::lexicon::Lexicon;
use crate::link::link;
use crate::rules::{self, Rule};
use crate::schema;
use crate::source::{Refused, Source};
pub use faults::word as unread_word;

use reading::Reading;
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
    /// What documents stated before they were corrected; see [`crate::ledger::former`].
    pub former: Vec<Claim>,
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
        Reading::refused(file).add_to(&mut extraction);
    }
    let mut trees = Trees::new(sources);
    let names = shared_names(sources, &mut trees, &lexicon, config);
    for (at, source) in sources.iter().enumerate() {
        let shared = names.get(config.collection(&source.path)).map_or(&[][..], Vec::as_slice);
        let document = trees.take(at, source);
        Reading::new(source, document.as_ref(), &lexicon, config, shared).add_to(&mut extraction);
    }
    join(&mut extraction, &lexicon, config);
    extraction
}

/// The stages from the claims of single documents to linked ones that keep the contract.
fn join(extraction: &mut Extraction, lexicon: &Lexicon, config: &Config) {
    extraction.coverage.sort_by(|a, b| a.document.cmp(&b.document));
    derive_and_link(&mut extraction.claims, lexicon);
    let broken = keep(&mut extraction.claims, config, &|_| false);
    extraction.findings.extend(broken);
}

/// Takes out what is no claim after all and what breaks the contract; what is wrong with that. `known` are claims that keep it for sure.
fn keep(claims: &mut Vec<Claim>, config: &Config, known: &dyn Fn(&Claim) -> bool) -> Vec<Finding> {
    drop_nameless(claims);
    pair_versions(claims, config);
    let mut broken = Vec::new();
    claims.retain(|claim| {
        let violations = if known(claim) { Vec::new() } else { schema::check(claim) };
        broken.extend(violations.iter().map(|violation| faults::broken_claim(claim, violation)));
        violations.is_empty()
    });
    broken
}

/// Drops what the program found to be said of nobody, where only what is said of somebody says anything; the figure of a rank stays.
fn drop_nameless(claims: &mut Vec<Claim>) {
    let nameless = |claim: &Claim| claim.subject.is_none() && matches!(claim.origin, Origin::Extracted | Origin::Data);
    for claim in claims.iter_mut().filter(|claim| claim.kind == Kind::Rank && nameless(claim)) {
        (claim.kind, claim.confidence) = (Kind::Quantity, Confidence::Low);
    }
    claims.retain(|claim| !(nameless(claim) && claim.kind.needs_subject()));
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

/// The names that the documents of each collection declare.
fn shared_names(sources: &[Source], trees: &mut Trees, lexicon: &Lexicon, config: &Config) -> BTreeMap<String, Vec<String>> {
    let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        members.entry(config.collection(&source.path)).or_default().push(at);
    }
    let mut found = BTreeMap::new();
    for (collection, members) in members.into_iter().filter(|(_, members)| members.len() > 1) {
        let mut names = BTreeSet::new();
        for at in members {
            if let Some(document) = trees.take(at, &sources[at]) {
                names.extend(extract::names(&document, lexicon));
                trees.keep(at, document);
            }
        }
        found.insert(collection.to_owned(), names.into_iter().collect());
    }
    found
}

/// Documents that are looked at twice: for the names that they declare, and for their claims.
struct Trees {
    kept: BTreeMap<usize, Document>,
    keeps: bool,
}

impl Trees {
    /// Texts of so many bytes are parsed once, for their trees take ten times as much; of more, one tree is held at a time.
    const KEPT: usize = 8_000_000;

    fn new(sources: &[Source]) -> Self {
        Self { kept: BTreeMap::new(), keeps: sources.iter().map(|source| source.text.len()).sum::<usize>() <= Self::KEPT }
    }

    fn take(&mut self, at: usize, source: &Source) -> Option<Document> {
        self.kept.remove(&at).or_else(|| document::parse(source))
    }

    fn keep(&mut self, at: usize, document: Document) {
        if self.keeps {
            self.kept.insert(at, document);
        }
    }
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
pub fn apply_reviews<'a>(extraction: &mut Extraction, stored: &[Claim], sources: &dyn Fn(&str) -> Option<&'a Source>) {
    if records::apply(&mut extraction.claims, stored, sources) {
        derive_again(&mut extraction.claims);
    }
}

/// Derives from claims that are linked already.
fn derive_again(claims: &mut Vec<Claim>) {
    claims.retain(|claim| claim.origin != Origin::Derived);
    claims.sort_by(|a, b| by_place(a).cmp(&by_place(b)));
    derive(claims);
    extract::identify_derived(claims, &BTreeMap::new());
}

/// From linked claims to what the report shows. `all` keeps findings of low confidence.
pub fn check(extraction: Extraction, config: &Config, all: bool) -> Outcome {
    let Extraction { claims, mut findings, mut coverage, from_records, references, former, suppressions } = extraction;
    let checked = rules::check_counting(rules::RULES, claims.iter().chain(&references).chain(&former));
    for document in &mut coverage {
        document.compared = checked.compared.get(&document.document).copied().unwrap_or(0);
    }
    let speaking: BTreeSet<&str> = claims.iter().filter(|c| c.kind.speaks()).map(|c| c.document.as_str()).collect();
    let nothing_checked = note_silence(&speaking, &coverage, from_records, &mut findings);
    findings.extend(checked.findings);
    let (findings, silenced) = conclude(findings, &suppressions, config, all);
    Outcome { findings, silenced, resolved: Vec::new(), coverage, claims, nothing_checked }
}

/// What of the findings is shown, and what comments in the documents silence; by document and place, with the severities of the
/// configuration.
fn conclude(
    mut findings: Vec<Finding>,
    suppressions: &[Suppression],
    config: &Config,
    all: bool,
) -> (Vec<Finding>, Vec<Silenced>) {
    let silenced = suppress::apply(suppressions, config, &mut findings);
    findings.retain(|finding| all || finding.confidence != Confidence::Low);
    let findings = findings.into_iter().filter_map(|finding| with_level(finding, config));
    let mut findings: Vec<Finding> = findings.collect();
    // Findings of one rule at one place keep the order in which they were made.
    findings.sort_by(|a, b| place(a).cmp(&place(b)));
    let silenced = silenced.into_iter().filter(|silenced| all || silenced.finding.confidence != Confidence::Low);
    let mut silenced: Vec<Silenced> =
        silenced.filter_map(|silenced| Some(Silenced { finding: with_level(silenced.finding, config)?, ..silenced })).collect();
    silenced.sort_by(|a, b| place(&a.finding).cmp(&place(&b.finding)));
    (findings, silenced)
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

/// Notes the documents without a claim, which are not among the `speaking` ones; an error when that is all of them. Records without
/// documents count as well.
fn note_silence<C: Borrow<Coverage>>(
    speaking: &BTreeSet<&str>,
    coverage: &[C],
    from_records: bool,
    findings: &mut Vec<Finding>,
) -> bool {
    if speaking.is_empty() {
        // Records without documents, all of them broken: that is what was checked.
        if from_records && !findings.is_empty() {
            return false;
        }
        findings.push(faults::nothing_checked(coverage, from_records));
        return true;
    }
    let read = coverage.iter().map(Borrow::borrow).filter(|document| document.unread.is_none());
    let silent = read.filter(|document| !speaking.contains(document.document.as_str()));
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
