//! From paths to sources.

use std::fs;
use std::path::{Path, PathBuf};

use claimlint::audit::unread_word;
use claimlint::config::{self, FILE_NAME};
use claimlint::error::Error;
use claimlint::ledger::history::seen;
use claimlint::ledger::{baseline, corrections, decisions, timeline};
use claimlint::report::{Language, neutral, reason};
use claimlint::source::{self, Found, Limits, Passed, Refused, Source};

use super::setup::Setup;
use super::{Documents, remark};

/// The sources of a run.
pub struct Gathered {
    /// By path.
    pub sources: Vec<Source>,
    /// Files that could not be read.
    pub refused: Vec<Refused>,
    /// Folders of the paths, for the names of files of records.
    pub folders: Vec<String>,
}

/// Reads the documents that the command line names, or else the settings.
pub fn gather(documents: &Documents, setup: &Setup) -> Result<Gathered, Error> {
    let mut gathered = Gathered { sources: Vec::new(), refused: Vec::new(), folders: Vec::new() };
    let Listed { files, own, paths, folders } = list(documents, setup)?;
    gathered.folders = folders;
    let limits = Limits { bytes: setup.config.max_file_size };
    for mut found in files {
        if let (Some(name), "-") = (&documents.stdin_name, found.path.as_str()) {
            found.path.clone_from(name);
        }
        match source::read(&found, limits) {
            Ok(source) => gathered.sources.push(source),
            Err(refused) => gathered.refused.push(refused),
        }
    }
    gathered.sources.sort_by(|a, b| a.path.cmp(&b.path));
    if setup.verbose {
        tell(&gathered, &own, &source::passed_over(&setup.root, &paths), setup);
    }
    Ok(gathered)
}

/// The files of a run, before any is read.
pub struct Listed {
    /// Those to read.
    pub files: Vec<Found>,
    /// Names of files of the program's own among them.
    own: Vec<String>,
    /// The paths that name them.
    paths: Vec<PathBuf>,
    /// Folders of the paths.
    folders: Vec<String>,
}

/// Lists the documents that the command line names, or else the settings.
pub fn list(documents: &Documents, setup: &Setup) -> Result<Listed, Error> {
    let (mut paths, mut folders) = (Vec::new(), Vec::new());
    for path in chosen(documents, setup)? {
        if path == Path::new("-") {
            paths.push(path);
            continue;
        }
        let full = setup.here.join(&path);
        if !full.exists() {
            return Err(missing(path, documents, setup));
        }
        folders.push(folder(&full, setup));
        paths.push(full);
    }
    let found = source::find(&setup.root, &paths)?;
    let (own, files): (Vec<Found>, Vec<Found>) = found.into_iter().partition(|found| !found.explicit && ours(&found.path, setup));
    Ok(Listed { files, own: own.into_iter().map(|found| found.path).collect(), paths, folders })
}

/// Says what is read, what cannot be, and what is passed over; files of the program's own are `own`.
fn tell(gathered: &Gathered, own: &[String], passed: &[(String, Passed)], setup: &Setup) {
    let language = setup.terminal_language();
    let say = |en: &'static str, zh: &'static str| if language == Language::Chinese { zh } else { en };
    if let Some(file) = &setup.config.file {
        remark(&format!("{}{}", say("settings: ", "设置："), file.display()));
    }
    for source in &gathered.sources {
        remark(&format!("{}{} ({})", say("read: ", "读取："), neutral(&source.path), source.encoding));
    }
    for refused in &gathered.refused {
        let why = reason(unread_word(&refused.reason), language);
        remark(&format!("{}{} ({why})", say("not read: ", "未读取："), neutral(&refused.path)));
    }
    let own = own.iter().map(|path| (path, say("a file of claimlint's own", "claimlint 自己的文件")));
    let passed = passed.iter().map(|(path, why)| {
        let why = match why {
            Passed::Hidden => say("hidden", "隐藏文件"),
            Passed::Ignored => say("ignored by .gitignore or .ignore", "被 .gitignore 或 .ignore 忽略"),
            Passed::Link => say("a symbolic link", "符号链接"),
            Passed::NoDocument => say("by its ending no document", "从扩展名看不是文档"),
        };
        (path, why)
    });
    for (path, why) in own.chain(passed) {
        remark(&format!("{}{} ({why})", say("passed over: ", "略过："), neutral(path)));
    }
}

/// A path that is not there: of the command line, or of the settings.
fn missing(path: PathBuf, documents: &Documents, setup: &Setup) -> Error {
    match &setup.config.file {
        Some(file) if documents.paths.is_empty() => {
            let message = format!("`paths` names {}, which is not there", setup.name(&path));
            Error::Config { path: file.clone(), line: None, message }
        }
        _ => Error::MissingPath(path),
    }
}

/// Files that the program keeps, with settings or without.
const KEPT: [&str; 5] = [baseline::FILE, decisions::FILE, corrections::FILE, seen::FILE, timeline::FILE];

/// Files that stand beside its settings.
const OURS: [&str; 4] = [FILE_NAME, "reports/audit.md", "reports/audit.html", "reports/audit.json"];

/// Files that the program itself writes or is set by: no documents, when a folder around them is walked.
pub fn ours(path: &str, setup: &Setup) -> bool {
    let in_records = path.strip_prefix(setup.config.records.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'));
    let trusted = || config::globs(&setup.config.reference).is_ok_and(|globs| globs.is_match(path));
    KEPT.contains(&path) || setup.config.file.is_some() && (in_records || trusted() || OURS.contains(&path))
}

/// The name of a folder, or of the folder that a file lies in.
pub fn folder(full: &Path, setup: &Setup) -> String {
    let name = setup.name(full);
    if full.is_dir() { name } else { name.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned()) }
}

/// The paths of the run. Those of the settings are relative to the root.
pub fn chosen(documents: &Documents, setup: &Setup) -> Result<Vec<PathBuf>, Error> {
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
