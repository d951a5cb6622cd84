//! Which files a run reads: given files always; folders in sorted order, without what is hidden or ignored.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use ignore::WalkBuilder;

use crate::error::Error;

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Path relative to the root of the run, with `/` between its parts; `-` for standard input.
    pub path: String,
    /// Where the file is.
    pub file: PathBuf,
    /// Whether the file itself was named, and not a folder around it.
    pub explicit: bool,
}

/// Files that are never documents; a folder's walk passes over them in silence.
const NO_DOCUMENTS: &[&str] = &[
    "7z", "a", "aac", "avi", "avif", "bin", "bmp", "bz2", "class", "db", "dll", "dylib", "eot", "exe", "flac", "gif", "gz",
    "heic", "ico", "jar", "jpeg", "jpg", "lock", "m4a", "mkv", "mov", "mp3", "mp4", "o", "ogg", "otf", "parquet", "png", "psd",
    "pyc", "rar", "so", "sqlite", "svg", "tar", "tgz", "tif", "tiff", "ttf", "wasm", "wav", "webm", "webp", "woff", "woff2",
    "xz", "zip", "zst",
];

/// The files that paths name, relative to `root`, sorted and each once. `.gitignore` counts also outside a repository.
///
/// # Errors
///
/// [`Error::MissingPath`] for a path that does not exist; [`Error::Io`] for one that the system does not let us look at.
pub fn find(root: &Path, paths: &[PathBuf]) -> Result<Vec<Found>, Error> {
    let mut found = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            found.push(Found { path: "-".into(), file: path.clone(), explicit: true });
            continue;
        }
        let file = root.join(path);
        let metadata = match std::fs::metadata(&file) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Error::MissingPath(path.clone())),
            Err(cause) => return Err(Error::Io { doing: "read", path: path.clone(), cause }),
        };
        if !metadata.is_dir() {
            found.push(Found { path: relative(root, &file), file, explicit: true });
            continue;
        }
        for entry in filtered(&file).build() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // Reading such a folder as a file fails for the same reason, and is reported like any other file.
                    found.extend(failed(&error).map(|at| Found {
                        path: relative(root, at),
                        file: at.to_owned(),
                        explicit: false,
                    }));
                    continue;
                }
            };
            let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
            if is_file && !is_no_document(entry.path()) {
                found.push(Found { path: relative(root, entry.path()), file: entry.into_path(), explicit: false });
            }
        }
    }
    // A file that is named and also stands in a walked folder counts as named.
    found.sort_by(|a, b| a.path.cmp(&b.path).then(b.explicit.cmp(&a.explicit)));
    found.dedup_by(|a, b| a.path == b.path);
    Ok(found)
}

/// Why a walk leaves a file or a folder out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passed {
    /// Its name begins with a full stop.
    Hidden,
    /// A `.gitignore` or `.ignore` names it.
    Ignored,
    /// A symbolic link; what it points at is read where it stands.
    Link,
    /// By its ending it is a picture, an archive, a program.
    NoDocument,
}

/// What [`find`] passes over in the folders that paths name, by path. What lies in a folder that is passed over is not listed.
pub fn passed_over(root: &Path, paths: &[PathBuf]) -> Vec<(String, Passed)> {
    let mut passed = Vec::new();
    for folder in paths.iter().map(|path| root.join(path)).filter(|path| path.is_dir()) {
        let kept: BTreeSet<PathBuf> = filtered(&folder).build().flatten().map(ignore::DirEntry::into_path).collect();
        let parents = kept.clone();
        let inside = move |path: &Path| path.parent().is_some_and(|parent| parents.contains(parent));
        let all = WalkBuilder::new(&folder)
            .standard_filters(false)
            .follow_links(false)
            .filter_entry(move |entry| entry.depth() == 0 || inside(entry.path()))
            .build();
        for entry in all.flatten().filter(|entry| entry.depth() > 0) {
            let kind = entry.file_type();
            let why = if !kept.contains(entry.path()) {
                let hidden = entry.file_name().to_string_lossy().starts_with('.');
                if hidden { Passed::Hidden } else { Passed::Ignored }
            } else if kind.is_some_and(|kind| kind.is_symlink()) {
                Passed::Link
            } else if kind.is_some_and(|kind| kind.is_file()) && is_no_document(entry.path()) {
                Passed::NoDocument
            } else {
                continue;
            };
            passed.push((relative(root, entry.path()), why));
        }
    }
    passed.sort();
    passed.dedup();
    passed
}

/// The walk of a folder without what is hidden or ignored.
fn filtered(folder: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false).git_global(false).git_exclude(false).follow_links(false);
    walk
}

/// Whether a file in a folder that is walked could be a document by its path below it: not hidden, no picture, no program.
pub fn is_document_name(path: &str) -> bool {
    path.split('/').all(|part| !part.starts_with('.')) && !is_no_document(Path::new(path))
}

fn is_no_document(path: &Path) -> bool {
    path.extension().is_some_and(|ending| NO_DOCUMENTS.contains(&ending.to_string_lossy().to_lowercase().as_str()))
}

fn failed(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => failed(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(failed),
        _ => None,
    }
}

/// A path from the root, `.` and `..` resolved as far as its spelling tells; one outside the root keeps its spelling.
fn relative(root: &Path, file: &Path) -> String {
    let (root, clean) = (normal(root), normal(file));
    let inside = clean.strip_prefix(&root).unwrap_or(&clean);
    inside.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/").replacen("//", "/", 1)
}

fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_spelled_from_the_root() {
        for (root, file, expected) in [
            ("/srv/site", "/srv/site/docs/a.md", "docs/a.md"),
            ("/srv/site/", "/srv/site/./docs/../a.md", "a.md"),
            (".", "./a.md", "a.md"),
            ("", "docs/a.md", "docs/a.md"),
            ("/srv/site", "/srv/site/../other/a.md", "/srv/other/a.md"),
            ("docs", "docs/../a.md", "a.md"),
        ] {
            assert_eq!(relative(Path::new(root), Path::new(file)), expected, "{root} {file}");
        }
    }
}
