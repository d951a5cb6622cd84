//! One audit as commands share it: documents read, claims checked, decisions and baseline applied.

use std::collections::BTreeMap;
use std::path::Path;

use claimlint::audit::standing::{self, Kept};
use claimlint::audit::{self, Outcome, pinned};
use claimlint::error::Error;
use claimlint::ledger::{self, baseline, decisions};
use claimlint::source::Source;

use super::Documents;
use super::audit::{references, stored_records};
use super::files::gather;
use super::progress::Progress;
use super::setup::Setup;

/// What an audit read and found.
pub struct Run {
    /// By path.
    pub sources: Vec<Source>,
    /// What it says.
    pub outcome: Outcome,
    /// What is kept beside the documents, as it was before the run.
    pub kept: Kept,
}

/// Audits the documents. `against` names the baseline, where it is not the usual one; `all` keeps findings of low confidence.
pub fn run(documents: &Documents, against: Option<&Path>, all: bool, setup: &Setup) -> Result<Run, Error> {
    let kept = kept(documents.paths.is_empty(), against, setup)?;
    let Checked { sources, mut outcome } = check(documents, all, setup)?;
    standing::apply(&mut outcome, &kept, &setup.config);
    Ok(Run { sources, outcome, kept })
}

/// What an audit read and found, before decisions and baseline are asked.
pub struct Checked {
    /// By path.
    pub sources: Vec<Source>,
    /// Findings without a standing; none is settled by a decision.
    pub outcome: Outcome,
}

/// Reads and checks the documents. `all` keeps findings of low confidence.
pub fn check(documents: &Documents, all: bool, setup: &Setup) -> Result<Checked, Error> {
    let progress = Progress::start(setup);
    let gathered = gather(documents, setup)?;
    progress.say(gathered.sources.len(), setup.terminal_language());
    let mut extraction = audit::extract_beside(&gathered.sources, &gathered.refused, &setup.config, references(setup)?);

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
    let source = |path: &str| gathered.sources.iter().find(|source| source.path == path);
    extraction.findings.extend(pinned::check(&setup.config.facts, &files, &source, &settings));
    let (stored, broken) = stored_records(setup)?;
    extraction.findings.extend(broken);
    audit::apply_reviews(&mut extraction, &stored, &source);
    let outcome = audit::check(extraction, &setup.config, all);
    drop(progress);
    Ok(Checked { sources: gathered.sources, outcome })
}

/// Decisions and baseline. `whole` says that all documents of the settings are read.
pub fn kept(whole: bool, against: Option<&Path>, setup: &Setup) -> Result<Kept, Error> {
    let decisions = read(&setup.root.join(decisions::FILE))?.unwrap_or_default();
    let baseline = match against {
        Some(path) => {
            let text = read(&setup.here.join(path))?.ok_or_else(|| Error::MissingPath(path.to_path_buf()))?;
            let json = path.extension().is_some_and(|ending| ending == "json");
            Some(known(&text, json, &path.display().to_string())?)
        }
        None => match read(&setup.root.join(baseline::FILE))? {
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

/// The text of a file, where there is one.
pub fn read(path: &Path) -> Result<Option<String>, Error> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::Io { doing: "read", path: path.to_path_buf(), cause }),
    }
}
