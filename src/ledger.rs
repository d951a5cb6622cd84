//! What outlives a run: records with their reviews, decisions on findings, the baseline. One of the few places that touch the disk
//! or the clock.

pub mod amend;
pub mod baseline;
pub mod corrections;
pub mod decisions;
pub mod former;
pub mod history;
pub mod match_up;
pub mod records;
pub mod replace;
pub mod table;
pub mod timeline;

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use crate::error::Error;

/// Writes a file whole or not at all: beside its place first, then moved there. Missing folders are made.
///
/// # Errors
///
/// [`Error::Io`] when the folder or the file cannot be written; the old file is then still there.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    let fail = |cause| Error::Io { doing: "write", path: path.to_path_buf(), cause };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    // On the disk before it takes its place: else a power cut could leave an empty file under the old name.
    let whole = || {
        let mut file = fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    let written = whole().and_then(|()| fs::rename(&beside, path));
    written.map_err(|cause| {
        // What is left of the attempt is of no use; the first failure is the one to report.
        let _ = fs::remove_file(&beside);
        fail(cause)
    })
}

/// The text of a file, where there is one.
///
/// # Errors
///
/// [`Error::Io`] where it is there and cannot be read.
pub fn read(path: &Path) -> Result<Option<String>, Error> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::Io { doing: "read", path: path.to_path_buf(), cause }),
    }
}

/// The present day in UTC: decisions and baselines carry it, and expire by it. `SOURCE_DATE_EPOCH` sets it for runs that must give the
/// same bytes again ([reproducible builds](https://reproducible-builds.org/specs/source-date-epoch/)).
pub fn today() -> jiff::civil::Date {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse().ok());
    let now = set.and_then(|second| jiff::Timestamp::from_second(second).ok()).unwrap_or_else(jiff::Timestamp::now);
    jiff::tz::TimeZone::UTC.to_datetime(now).date()
}
