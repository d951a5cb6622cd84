//! Changing the file of decisions while others may do the same: read, changed and written in one turn, under a lock beside the file,
//! as git keeps its index. What another writer has added in the meantime is read with the rest and stays.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::decisions::{self, Broken, Decision};
use super::match_up::{Match, match_up};
use crate::error::Error;
use crate::finding::Finding;

/// Between two looks at a lock that somebody else holds.
const PAUSE: Duration = Duration::from_millis(20);

/// A lock is held for the time of one write. An older one was left behind by a program that was killed.
const STALE: Duration = Duration::from_secs(5);

/// How often one looks until the lock must be stale.
const TRIES: u32 = 500;

/// Why nothing was changed.
#[derive(Debug)]
pub enum Refusal {
    /// A line holds no decision, and writing would lose it.
    Broken(Broken),
    /// The file cannot be read or written.
    Disk(Error),
}

/// What a change of the file came to.
#[derive(Debug)]
pub struct Amended<T> {
    /// What the change gave.
    pub given: T,
    /// The text of the file before.
    pub before: String,
    /// The text of the file after.
    pub after: String,
}

/// Changes the decisions of a file. Where the change leaves them as they are, nothing is written.
///
/// # Errors
///
/// [`Refusal::Broken`] where a line holds no decision, [`Refusal::Disk`] where the file cannot be read or written. The file is then as
/// it was.
pub fn amend<T>(path: &Path, change: impl FnOnce(&mut Vec<Decision>) -> T) -> Result<Amended<T>, Refusal> {
    let _lock = Lock::take(path).map_err(Refusal::Disk)?;
    let before = text(path).map_err(Refusal::Disk)?;
    let read = decisions::read(&before);
    if let Some(broken) = read.broken.into_iter().next() {
        return Err(Refusal::Broken(broken));
    }
    let was: Vec<Decision> = read.entries.into_iter().map(|(_, decision)| decision).collect();
    let mut changed = was.clone();
    let given = change(&mut changed);
    if changed == was {
        return Ok(Amended { given, after: before.clone(), before });
    }
    let fail = |cause| Refusal::Disk(Error::Io { doing: "write", path: path.to_path_buf(), cause });
    let after = decisions::write(&changed).map_err(fail)?;
    super::write(path, &after).map_err(Refusal::Disk)?;
    Ok(Amended { given, before, after })
}

/// The text of the file, empty where there is none.
///
/// # Errors
///
/// [`Error::Io`] where it is there and cannot be read.
pub fn text(path: &Path) -> Result<String, Error> {
    Ok(super::read(path)?.unwrap_or_default())
}

/// The decision that speaks of a finding, by its place among the decisions. All findings of the run are asked, for a decision that
/// speaks of another one of them is not this one's.
pub fn decision_on(finding: &Finding, findings: &[Finding], decisions: &[Decision]) -> Option<usize> {
    let entries: Vec<_> = decisions.iter().map(Decision::entry).collect();
    let at = findings.iter().position(|other| (other.rule, &other.fingerprint) == (finding.rule, &finding.fingerprint))?;
    match_up(findings, &entries).get(at).copied().flatten().map(Match::entry)
}

/// A file beside another that says who may write that one.
struct Lock(PathBuf);

impl Lock {
    fn take(path: &Path) -> Result<Self, Error> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let lock = path.with_file_name(name);
        let fail = |cause| Error::Io { doing: "write", path: lock.clone(), cause };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut tries = 0;
        loop {
            match OpenOptions::new().write(true).create_new(true).open(&lock) {
                Ok(_) => return Ok(Self(lock)),
                Err(cause) if cause.kind() == ErrorKind::AlreadyExists && tries < TRIES => {}
                Err(cause) => return Err(fail(cause)),
            }
            let age = fs::metadata(&lock).and_then(|found| found.modified()).ok().and_then(|since| since.elapsed().ok());
            if age.is_some_and(|age| age > STALE) {
                // Where another one was faster, the next turn finds its lock.
                let _ = fs::remove_file(&lock);
            } else {
                sleep(PAUSE);
            }
            tries += 1;
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // One that stays is taken for stale by the next writer.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;
    use jiff::civil::Date;

    fn decision(fingerprint: &str) -> Decision {
        Decision {
            fingerprint: fingerprint.into(),
            verdict: Verdict::Accepted,
            rule: "value-conflict".into(),
            document: "a.md".into(),
            value: "4 / 5".into(),
            reason: "two models".into(),
            author: "Ada".into(),
            date: Date::constant(2030, 2, 28),
            expires: None,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("claimlint-amend-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn writers_at_once_lose_nothing() {
        let folder = folder("once");
        let path = folder.join("claims/decisions.csv");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for n in 0..8 {
                        amend(path, |decisions| decisions.push(decision(&format!("{writer}-{n}")))).unwrap();
                    }
                });
            }
        });
        let read = decisions::read(&text(&path).unwrap());
        assert_eq!((read.entries.len(), read.broken.len()), (64, 0));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "a lock or a half-written file is left");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_broken_line_stays_as_it_is() {
        let folder = folder("broken");
        let path = folder.join("decisions.csv");
        fs::create_dir_all(&folder).unwrap();
        let text = format!("{}\n<<<<<<< ours\n", decisions::COLUMNS.join(","));
        fs::write(&path, &text).unwrap();
        let refused = amend(&path, |decisions| decisions.push(decision("a")));
        assert!(matches!(refused, Err(Refusal::Broken(Broken { line: 2, .. }))), "{refused:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_stale_lock_is_taken_over() {
        let folder = folder("stale");
        let path = folder.join("decisions.csv");
        fs::create_dir_all(&folder).unwrap();
        let lock = folder.join("decisions.csv.lock");
        fs::write(&lock, "").unwrap();
        let file = fs::File::options().write(true).open(&lock).unwrap();
        file.set_modified(std::time::UNIX_EPOCH).unwrap();
        amend(&path, |decisions| decisions.push(decision("a"))).unwrap();
        assert!(path.is_file() && !lock.exists());
        let _ = fs::remove_dir_all(&folder);
    }
}
