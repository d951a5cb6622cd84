//! Which lines changed: since a revision, as the git program tells, or as a unified diff on standard input says.
//!
//! Only what is shown is narrowed down. All documents are still read, for a changed line may contradict one that stands for years.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use claimlint::error::Error;
use claimlint::finding::{Finding, Passage};

use super::setup::Setup;

/// What of a file changed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Changed {
    /// All of it: it was added, or it has no lines that a diff could name.
    Whole,
    /// These lines, 1-based, of the file as it is.
    Lines(Vec<u32>),
}

/// Files with changes, by their resolved paths.
#[derive(Debug, Default)]
pub struct Changes {
    files: BTreeMap<PathBuf, Changed>,
    root: PathBuf,
}

impl Changes {
    /// What differs from a revision in the working tree, files that git does not track yet included. Where the revision has gone
    /// another way since, what it did there does not count: the state that both come from is compared with.
    pub fn since(revision: &str, setup: &Setup) -> Result<Self, Error> {
        let ask = |words: &[&str]| git(&setup.root, words);
        let top = ask(&["rev-parse", "--show-toplevel"])?.map_err(|said| Error::Usage {
            message: format!("--changed-since asks git, and {} is in no repository: {said}", setup.root.display()),
            help: "run inside the repository of the documents, or pipe a diff into --diff".into(),
        })?;
        let top = PathBuf::from(top.trim_end_matches(['\n', '\r']));
        let verified = ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])?;
        let commit = verified.map_err(|_| Error::Usage {
            message: format!("git knows no revision `{revision}`"),
            help: "check the spelling; in CI, fetch the history first (fetch-depth: 0 in actions/checkout)".into(),
        })?;
        let base = ask(&["merge-base", commit.trim(), "HEAD"])?.unwrap_or_else(|_| commit.clone());

        let told = |words: &[&str]| {
            ask(words)?.map_err(|said| Error::Usage {
                message: format!("git could not compare with `{revision}`: {said}"),
                help: "see whether git diff does, and mend what it says".into(),
            })
        };
        let options = [
            "-c",
            "core.quotePath=false",
            "diff",
            "--no-color",
            "--no-ext-diff",
            "--no-textconv",
            "--no-relative",
            "--submodule=short",
            "-M",
        ];
        let compare = |more: &[&str]| told(&[&options[..], more, &[base.trim(), "--"]].concat());
        let mut changes = Self { root: setup.root.clone(), ..Self::default() };
        let text = compare(&["-U0", "--src-prefix=a/", "--dst-prefix=b/"])?;
        let files = read(&text).ok_or_else(|| Error::Usage {
            message: format!("the difference that git shows to `{revision}` cannot be read"),
            help: "finish a merge that is under way, or pipe a diff into --diff".into(),
        })?;
        for (name, changed) in files {
            changes.add(&top.join(name.strip_prefix("b/").unwrap_or(&name)), changed);
        }
        for name in binaries(&compare(&["--numstat", "-z"])?) {
            changes.add(&top.join(name), Changed::Whole);
        }
        let untracked = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?.unwrap_or_default();
        for name in untracked.split('\0').filter(|name| !name.is_empty()) {
            changes.add(&top.join(name), Changed::Whole);
        }
        Ok(changes)
    }

    /// What the diff on standard input says.
    pub fn from_input(setup: &Setup) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let read_in = std::io::stdin().lock().read_to_end(&mut bytes);
        read_in.map_err(|cause| Error::Io { doing: "read", path: "standard input".into(), cause })?;
        let text = String::from_utf8_lossy(&bytes);
        let Some(files) = read(&text) else {
            let message = "expected a unified diff on standard input, found none".into();
            return Err(Error::Usage { message, help: "pipe one in: git diff main | claimlint audit docs --diff".into() });
        };
        // The paths of a diff begin at the top of the repository, or where `diff` was run.
        let top = git(&setup.here, &["rev-parse", "--show-toplevel"]).ok().and_then(Result::ok);
        let top = top.map(|top| PathBuf::from(top.trim_end_matches(['\n', '\r'])));
        let mut changes = Self { root: setup.root.clone(), ..Self::default() };
        for (name, changed) in files {
            let short = name.split_once('/').filter(|(prefix, _)| prefix.len() == 1).map(|(_, rest)| rest);
            let names = short.into_iter().chain([name.as_str()]);
            let places = names.flat_map(|name| top.iter().map(move |top| top.join(name)).chain([setup.here.join(name)]));
            if let Some(file) = places.into_iter().find(|file| file.is_file()) {
                changes.add(&file, changed);
            }
        }
        Ok(changes)
    }

    fn add(&mut self, file: &Path, changed: Changed) {
        // A file that is gone has no line that a finding could stand at.
        let Ok(file) = file.canonicalize() else { return };
        // Lines of a Word file are those of its text, which git does not see.
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let written_out = ending.is_some_and(|ending| ["docx", "xlsx", "pdf"].contains(&ending.as_str()));
        self.files.insert(file, if written_out { Changed::Whole } else { changed });
    }

    /// Whether one of a finding's places changed.
    pub fn touch(&self, finding: &Finding) -> bool {
        std::iter::once(&finding.primary).chain(&finding.related).any(|passage| self.touch_passage(passage))
    }

    fn touch_passage(&self, passage: &Passage) -> bool {
        let file = self.root.join(&passage.document).canonicalize();
        match (file.ok().and_then(|file| self.files.get(&file)), passage.place) {
            (None, _) => false,
            (Some(Changed::Whole), _) | (_, None) => true,
            (Some(Changed::Lines(lines)), Some(place)) => lines.iter().any(|line| (place.line..=place.end_line).contains(line)),
        }
    }
}

/// What git prints, or what it says where it fails.
fn git(folder: &Path, words: &[&str]) -> Result<Result<String, String>, Error> {
    let output = Command::new("git").args(words).current_dir(folder).output().map_err(|cause| Error::Usage {
        message: format!("git could not be run: {cause}"),
        help: "install git, or pipe a diff into --diff".into(),
    })?;
    if output.status.success() {
        return Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(Err(said.lines().next().unwrap_or("no reason is given").to_owned()))
}

/// The binary files of `git diff --numstat -z`, which count no lines: `-⇥-⇥path␀`, after a renaming `-⇥-⇥␀old␀path␀`.
fn binaries(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut parts = text.split('\0');
    while let Some(part) = parts.next() {
        let Some((counts, name)) = part.rsplit_once('\t') else { continue };
        let name = if name.is_empty() { parts.nth(1).unwrap_or_default() } else { name };
        if counts == "-\t-" {
            names.push(name);
        }
    }
    names
}

/// The files of a unified diff and their changed lines; `None` where a text is no such diff. A line that went away touches the two
/// between which it stood.
fn read(text: &str) -> Option<Vec<(String, Changed)>> {
    let mut files: Vec<(String, Changed)> = Vec::new();
    // What is left of the hunk on both sides, and the line of the file as it is.
    let (mut old, mut new, mut line) = (0_u32, 0_u32, 0_u32);
    let mut seen = false;
    for row in text.lines() {
        if old > 0 || new > 0 {
            let Some((_, Changed::Lines(lines))) = files.last_mut() else { return None };
            match row.as_bytes().first() {
                Some(b'+') => {
                    lines.push(line);
                    line += 1;
                    new = new.saturating_sub(1);
                }
                Some(b'-') => {
                    lines.extend([line.saturating_sub(1), line]);
                    old = old.saturating_sub(1);
                }
                Some(b'\\') => {}
                _ => {
                    line += 1;
                    (old, new) = (old.saturating_sub(1), new.saturating_sub(1));
                }
            }
        } else if let Some(name) = row.strip_prefix("+++ ") {
            seen = true;
            files.push((path(name), Changed::Lines(Vec::new())));
        } else if let Some(header) = row.strip_prefix("@@ -") {
            let (from, to) = header.split_once(" @@")?.0.split_once(" +")?;
            let of = |side: &str| match side.split_once(',') {
                Some((start, count)) => Some((start.parse::<u32>().ok()?, count.parse::<u32>().ok()?)),
                None => Some((side.parse().ok()?, 1)),
            };
            let (first, count) = of(to)?;
            (old, new) = (of(from)?.1, count);
            // Where nothing is left, git names the line before.
            line = if count == 0 { first + 1 } else { first };
        } else if let Some(names) = row.strip_prefix("Binary files ").and_then(|rest| rest.strip_suffix(" differ")) {
            seen = true;
            files.extend(names.rsplit_once(" and ").map(|(_, name)| (path(name), Changed::Whole)));
        } else {
            seen |= row.starts_with("diff ");
        }
    }
    (seen || text.trim().is_empty()).then_some(files)
}

/// A path of a header: without the time that may follow a tab, and without the quoting that git gives to unusual names.
fn path(name: &str) -> String {
    let Some(quoted) = name.strip_prefix('"') else { return name.split('\t').next().unwrap_or(name).to_owned() };
    let mut bytes = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => break,
            b'\\' => match rest.next() {
                Some(digit @ b'0'..=b'3') => {
                    let low = [rest.next(), rest.next()].into_iter().flatten().fold(0, |sum, d| sum * 8 + (d & 7));
                    bytes.push((digit - b'0') * 64 + low);
                }
                Some(b'n') => bytes.push(b'\n'),
                Some(b't') => bytes.push(b'\t'),
                other => bytes.extend(other),
            },
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, lines: &[u32]) -> (String, Changed) {
        (name.into(), Changed::Lines(lines.to_vec()))
    }

    #[test]
    fn hunks_name_the_lines_of_the_file_as_it_is() {
        let diff = "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -3 +3,2 @@ # Heading\n-old\n+++ new\n+newer\n@@ -9,2 +10,0 @@\n-x\n-y\n";
        assert_eq!(read(diff), Some(vec![lines("b/a.md", &[2, 3, 3, 4, 10, 11, 10, 11])]));
        let context = "--- a.md\t2030-01-01\n+++ a.md\t2030-01-02\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n\\ No newline at end of file\n";
        assert_eq!(read(context), Some(vec![lines("a.md", &[1, 2, 2])]));
    }

    #[test]
    fn what_is_no_diff_is_told_from_one_without_changes() {
        assert_eq!(read(""), Some(Vec::new()));
        assert_eq!(read("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"), Some(Vec::new()));
        assert_eq!(read("# A document\n\nThe kettle boils in 128 s.\n"), None);
    }

    #[test]
    fn names_lose_their_quotes_and_binary_files_change_as_a_whole() {
        assert_eq!(path(r#""b/\344\273\267\346\240\274 \"1\".md""#), "b/价格 \"1\".md");
        assert_eq!(path("b/a b.md\t"), "b/a b.md");
        assert_eq!(read("Binary files a/x.docx and b/x.docx differ\n"), Some(vec![("b/x.docx".into(), Changed::Whole)]));
        assert_eq!(binaries("3\t1\ta.md\0-\t-\tx.docx\0-\t-\t\0old.pdf\0new.pdf\0"), ["x.docx", "new.pdf"]);
    }
}
