//! One audit as commands share it: documents read, claims checked, decisions and baseline applied.

use std::collections::BTreeMap;
use std::path::Path;

use claimlint::audit::standing::{self, Kept};
use claimlint::audit::{self, Outcome, pinned};
use claimlint::error::Error;
use claimlint::finding::Finding;
use claimlint::ledger::corrections::{self, Correction};
use claimlint::ledger::{self, baseline, decisions, former};
use claimlint::report::Language;
use claimlint::source::{Refused, Source};

use super::Documents;
use super::audit::{references, stored_records};
use super::files::gather;
use super::progress::Progress;
use super::setup::Setup;

/// What an audit read and found.
pub struct Run {
    /// By path.
    pub sources: Vec<Source>,
    /// Files that could not be read.
    pub refused: Vec<Refused>,
    /// What it says.
    pub outcome: Outcome,
    /// What is kept beside the documents, as it was before the run.
    pub kept: Kept,
}

/// Audits the documents. `against` names the baseline, where it is not the usual one; `all` keeps findings of low confidence.
pub fn run(documents: &Documents, against: Option<&Path>, all: bool, setup: &Setup) -> Result<Run, Error> {
    let kept = kept(documents.paths.is_empty(), against, setup)?;
    let Checked { sources, refused, mut outcome } = check(documents, all, setup)?;
    standing::apply(&mut outcome, &kept, &setup.config);
    Ok(Run { sources, refused, outcome, kept })
}

/// What an audit read and found, before decisions and baseline are asked.
pub struct Checked {
    /// By path.
    pub sources: Vec<Source>,
    /// Files that could not be read.
    pub refused: Vec<Refused>,
    /// Findings without a standing; none is settled by a decision.
    pub outcome: Outcome,
}

/// Reads and checks the documents. `all` keeps findings of low confidence.
pub fn check(documents: &Documents, all: bool, setup: &Setup) -> Result<Checked, Error> {
    let progress = Progress::start(setup);
    let gathered = gather(documents, setup)?;
    progress.say(gathered.sources.len(), setup.terminal_language());
    let outcome = examine(&gathered.sources, &gathered.refused, all, setup)?;
    drop(progress);
    Ok(Checked { sources: gathered.sources, refused: gathered.refused, outcome })
}

/// What the documents say beside the records, before decisions and baseline.
pub fn examine(sources: &[Source], refused: &[Refused], all: bool, setup: &Setup) -> Result<Outcome, Error> {
    let mut extraction = audit::extract_beside(sources, refused, &setup.config, references(setup)?);

    let mut files = BTreeMap::new();
    for name in setup.config.facts.iter().filter_map(|fact| fact.file.clone()) {
        let text = std::fs::read_to_string(setup.root.join(&name)).map_err(|cause| Error::Io {
            doing: "read",
            path: name.clone().into(),
            cause,
        })?;
        files.insert(name, text);
    }
    let settings = setup.config.file.as_deref().map_or(String::new(), |file| file.display().to_string());
    let by_path: BTreeMap<&str, &Source> = sources.iter().map(|source| (source.path.as_str(), source)).collect();
    let source = |path: &str| by_path.get(path).copied();
    extraction.findings.extend(pinned::check(&setup.config.facts, &files, &source, &settings));
    let (stored, broken) = stored_records(setup)?;
    extraction.findings.extend(broken);
    extraction.former = former::retired(&stored, &corrections(setup)?, &extraction.claims);
    audit::apply_reviews(&mut extraction, &stored, &source);
    Ok(audit::check(extraction, &setup.config, all))
}

/// The corrections that a history of the documents recorded.
fn corrections(setup: &Setup) -> Result<Vec<Correction>, Error> {
    let text = ledger::read(&setup.root.join(corrections::FILE))?.unwrap_or_default();
    if setup.config.file.is_none() || text.is_empty() {
        return Ok(Vec::new());
    }
    corrections::read(&text).map_err(|(line, cause)| Error::Usage {
        message: format!("{}:{line}: the corrections cannot be read: {cause}", corrections::FILE),
        help: "write the file again with `claimlint history`, or remove it".into(),
    })
}

/// Decisions and baseline. `whole` says that all documents of the settings are read.
pub fn kept(whole: bool, against: Option<&Path>, setup: &Setup) -> Result<Kept, Error> {
    let decisions = ledger::read(&setup.root.join(decisions::FILE))?.unwrap_or_default();
    let baseline = match against {
        Some(path) => {
            let text = ledger::read(&setup.here.join(path))?.ok_or_else(|| Error::MissingPath(path.to_path_buf()))?;
            let json = path.extension().is_some_and(|ending| ending == "json");
            Some(known(&text, json, &path.display().to_string())?)
        }
        None => match ledger::read(&setup.root.join(baseline::FILE))? {
            Some(text) => Some(known(&text, false, baseline::FILE)?),
            None => None,
        },
    };
    Ok(Kept { decisions: decisions::read(&decisions), file: decisions::FILE.to_owned(), baseline, today: ledger::today(), whole })
}

fn known(text: &str, json: bool, name: &str) -> Result<Vec<baseline::Known>, Error> {
    let read = if json { baseline::from_json(text) } else { baseline::read(text) };
    read.map_err(|(line, cause)| Error::Usage {
        message: format!("{name}:{line}: the baseline cannot be read: {cause}"),
        help: "correct the line, or record a new baseline with `claimlint audit --baseline`".into(),
    })
}

/// The finding that a fingerprint or its beginning names; else why there is none.
pub fn named<'f>(findings: &'f [Finding], typed: &str, language: Language) -> Result<&'f Finding, String> {
    let found: Vec<&Finding> = findings.iter().filter(|f| f.fingerprint.starts_with(typed)).collect();
    let chinese = language == Language::Chinese;
    Err(match (found.as_slice(), chinese) {
        (&[only], _) => return Ok(only),
        ([], false) => format!("error: no finding has the fingerprint {typed}\nhelp: `claimlint audit --all` shows all of them"),
        ([], true) => format!("错误：没有编号为 {typed} 的问题\n建议：`claimlint audit --all` 列出全部问题"),
        (several, false) => {
            format!("error: {} findings have fingerprints that begin with {typed}\nhelp: give more of it", several.len())
        }
        (several, true) => format!("错误：有 {} 个问题的编号以 {typed} 开头\n建议：多写几位", several.len()),
    })
}
