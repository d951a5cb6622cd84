//! Several files written together: all are written beside their places first, then each is moved. A power cut leaves every file
//! whole, the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// A file's new content, and the one that it takes the place of.
#[derive(Debug)]
pub struct Replacement {
    /// The file; where it is a link, what it leads to is replaced.
    pub path: PathBuf,
    /// What it must hold still.
    pub before: Vec<u8>,
    /// What it holds then.
    pub after: Vec<u8>,
}

/// Replaces the files. Rights are kept.
///
/// # Errors
///
/// [`Error::Io`] when a file is not as expected, is write-protected or cannot be written. Where that shows before the first file was
/// moved, none has changed.
pub fn replace(files: &[Replacement]) -> Result<(), Error> {
    let mut ready: Vec<(PathBuf, PathBuf)> = Vec::new();
    let prepared = files.iter().try_for_each(|file| {
        let path = fs::canonicalize(&file.path).map_err(|cause| fail(&file.path, cause))?;
        let beside = beside(&path);
        ready.push((beside.clone(), path.clone()));
        prepare(file, &path, &beside).map_err(|cause| fail(&file.path, cause))
    });
    let done =
        prepared.and_then(|()| ready.iter().try_for_each(|(from, to)| fs::rename(from, to).map_err(|cause| fail(to, cause))));
    if done.is_err() {
        // What is left of the attempt is of no use; the first failure is the one to report.
        for (beside, _) in &ready {
            let _ = fs::remove_file(beside);
        }
    }
    // The moves themselves are kept by the folders; where a system cannot flush those, nothing more can be done.
    let mut folders: Vec<&Path> = ready.iter().filter_map(|(_, path)| path.parent()).collect();
    folders.sort_unstable();
    folders.dedup();
    for folder in folders {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    done
}

fn fail(path: &Path, cause: io::Error) -> Error {
    Error::Io { doing: "write", path: path.to_path_buf(), cause }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn prepare(file: &Replacement, path: &Path, beside: &Path) -> io::Result<()> {
    if fs::read(path)? != file.before {
        return Err(io::Error::other("the file has changed since it was read"));
    }
    let rights = fs::metadata(path)?.permissions();
    if rights.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
    }
    let mut written = File::create(beside)?;
    written.write_all(&file.after)?;
    written.set_permissions(rights)?;
    written.sync_all()
}
