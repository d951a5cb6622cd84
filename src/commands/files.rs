//! From paths to sources.

use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use claimlint::audit::{Unread, Why};
use claimlint::error::Error;
use claimlint::source::Source;

use super::Documents;
use super::setup::Setup;

/// The sources of a run.
pub struct Gathered {
    /// By path.
    pub sources: Vec<Source>,
    /// Files that could not be read.
    pub unread: Vec<Unread>,
    /// Folders of the paths, for the names of files of records.
    pub folders: Vec<String>,
}

/// Reads the documents that the command line names, or else the settings.
pub fn gather(documents: &Documents, setup: &Setup) -> Result<Gathered, Error> {
    let paths = chosen(documents, setup)?;
    let mut gathered = Gathered { sources: Vec::new(), unread: Vec::new(), folders: Vec::new() };
    let mut files = Vec::new();
    for path in &paths {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|cause| Error::Io { doing: "read", path: "standard input".into(), cause })?;
            take(&mut gathered, documents.stdin_name.clone(), Ok(bytes));
            continue;
        }
        let full = setup.here.join(path);
        if !full.exists() {
            return Err(Error::MissingPath(path.clone()));
        }
        if full.is_dir() {
            gathered.folders.push(setup.name(path));
            for entry in ignore::WalkBuilder::new(&full).sort_by_file_path(Ord::cmp).require_git(false).build() {
                match entry {
                    Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => files.push(entry.into_path()),
                    Ok(_) => {}
                    Err(error) => {
                        let document = setup.name(path);
                        gathered.unread.push(Unread { document, why: Why::CannotOpen(error.to_string()) });
                    }
                }
            }
        } else {
            let name = setup.name(path);
            gathered.folders.push(name.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned()));
            files.push(full);
        }
    }
    files.sort();
    files.dedup();
    for file in files {
        let name = setup.name(&file);
        let size = fs::metadata(&file).map_or(0, |data| data.len());
        let limit = setup.config.max_file_size;
        if size > limit {
            gathered.unread.push(Unread { document: name, why: Why::TooLarge { size, limit } });
        } else {
            take(&mut gathered, name, fs::read(&file));
        }
    }
    gathered.sources.sort_by(|a, b| a.path.cmp(&b.path));
    gathered.unread.sort();
    Ok(gathered)
}

/// The paths of the run. Those of the settings are relative to the root.
fn chosen(documents: &Documents, setup: &Setup) -> Result<Vec<PathBuf>, Error> {
    if !documents.paths.is_empty() {
        return Ok(documents.paths.clone());
    }
    if setup.config.paths.is_empty() {
        let message = match &setup.config.file {
            Some(file) => format!("no paths are given, and {} names none", file.display()),
            None => "no paths are given, and there is no claimlint.toml in this folder or above".into(),
        };
        let help = "name files or folders (claimlint audit docs), or set `paths` in claimlint.toml".into();
        return Err(Error::Usage { message, help });
    }
    Ok(setup.config.paths.iter().map(|path| setup.root.join(path)).collect())
}

fn take(gathered: &mut Gathered, name: String, bytes: std::io::Result<Vec<u8>>) {
    let why = match bytes.map(String::from_utf8) {
        Ok(Ok(text)) if text.contains('\0') => Why::NotText("it holds a zero byte".into()),
        Ok(Ok(text)) => {
            gathered.sources.push(Source::new(name, text.trim_start_matches('\u{feff}')));
            return;
        }
        Ok(Err(error)) => Why::NotText(format!("no UTF-8 at byte {}", error.utf8_error().valid_up_to() + 1)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Why::CannotOpen("permission denied".into()),
        Err(error) => Why::CannotOpen(error.to_string()),
    };
    gathered.unread.push(Unread { document: name, why });
}

/// Files of records below a path, in order.
pub fn record_files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let fail = |cause| Error::Io { doing: "read", path: path.to_path_buf(), cause };
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).map_err(fail)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(fail)?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let ending = entry.extension().and_then(|ending| ending.to_str());
        if entry.is_dir() {
            files.extend(record_files(&entry)?);
        } else if matches!(ending, Some("csv" | "jsonl")) {
            files.push(entry);
        }
    }
    Ok(files)
}
