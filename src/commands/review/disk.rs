//! What stands on the disk, by size and time of change: enough to see that the page shows what was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use claimlint::config;
use claimlint::error::Error;
use claimlint::ledger::baseline;

use super::super::Documents;
use super::super::files::{list, record_files};
use super::super::setup::Setup;

/// Names of files with size and time of change; those that cannot be looked at have neither.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen(BTreeMap<String, Option<(u64, SystemTime)>>);

/// Looks at all that an audit reads, but for the decisions: documents, settings, baseline, records, pinned values.
pub fn look(documents: &Documents, setup: &Setup) -> Result<Seen, Error> {
    let mut files: Vec<PathBuf> = list(documents, setup)?.files.into_iter().map(|found| found.file).collect();
    files.push(setup.root.join(config::FILE_NAME));
    files.extend(setup.config.file.clone().map(|file| setup.here.join(file)));
    files.push(setup.root.join(baseline::FILE));
    files.extend(setup.config.facts.iter().filter_map(|fact| fact.file.as_ref()).map(|file| setup.root.join(file)));
    let records = setup.root.join(&setup.config.records);
    if setup.config.file.is_some() && records.is_dir() {
        files.extend(record_files(&records)?);
    }
    let seen = files.iter().map(|file| (setup.name(file), mark(file)));
    Ok(Seen(seen.collect()))
}

fn mark(file: &Path) -> Option<(u64, SystemTime)> {
    let found = std::fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()?))
}

impl Seen {
    /// The names of files that differ, came or went.
    pub fn differs(&self, now: &Self) -> Vec<String> {
        let names: std::collections::BTreeSet<&String> = self.0.keys().chain(now.0.keys()).collect();
        let of = |seen: &Self, name: &String| seen.0.get(name).copied().flatten();
        names.into_iter().filter(|name| of(self, name) != of(now, name)).cloned().collect()
    }
}
