//! The repository of the documents, asked through the git program.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use claimlint::audit::walk::{Changed, Commit, Repository};
use claimlint::error::Error;
use claimlint::ledger::history::Moment;

/// A repository that holds a folder. All paths are relative to the folder.
pub struct Git {
    folder: PathBuf,
    reader: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Git {
    /// The repository that a folder lies in; none where it lies in none, or where there is no git.
    pub fn of(folder: &Path) -> Option<Self> {
        let git = Self { folder: folder.to_path_buf(), reader: None };
        git.ask(&["rev-parse", "--is-inside-work-tree"]).ok().filter(|said| said.trim_ascii() == b"true").map(|_| git)
    }

    /// The commit that a revision names, and its state as one that adds all its files.
    pub fn state(&self, revision: &str) -> Result<Commit, Error> {
        let said = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")]);
        let commit = said.map_err(|_| Error::Usage {
            message: format!("git knows no revision `{revision}`"),
            help: "check the spelling; in CI, fetch the history first (fetch-depth: 0 in actions/checkout)".into(),
        })?;
        let commit = text(&commit).trim().to_owned();
        let head = self.ask(&["-c", "log.showSignature=false", "log", "-1", "-z", HEADER, "--no-color", &commit])?;
        let mut tokens = head.split(|&byte| byte == 0);
        let moment = moment(&mut tokens).unwrap_or_default();
        let files = self.files(&commit)?.into_iter();
        let changes = files.map(|(path, blob)| Changed { path, from: None, blob: Some(blob) }).collect();
        Ok(Commit { moment, changes })
    }

    /// Files of a revision by path, and what they hold.
    pub fn files(&self, revision: &str) -> Result<BTreeMap<String, String>, Error> {
        let said = self.ask(&["ls-tree", "-r", "-z", revision])?;
        let entries = said.split(|&byte| byte == 0).filter_map(|entry| {
            let entry = text(entry);
            let (about, path) = entry.split_once('\t')?;
            let mut about = about.split(' ');
            let (mode, kind, blob) = (about.next()?, about.next()?, about.next()?);
            (kind == "blob" && is_file(mode)).then(|| (path.to_owned(), blob.to_owned()))
        });
        Ok(entries.collect())
    }

    /// Whether there is a commit at all.
    pub fn has_commits(&self) -> bool {
        self.ask(&["rev-parse", "--verify", "--quiet", "HEAD"]).is_ok()
    }

    /// The commits along the first parents, oldest first, that touched files below some paths; those that `since` does not hold, where it
    /// is given.
    pub fn commits(&self, since: Option<&str>, paths: &[String]) -> Result<Vec<Commit>, Error> {
        let range = since.map_or("HEAD".to_owned(), |since| format!("{since}..HEAD"));
        let mut words = vec!["--literal-pathspecs"];
        // The settings of whoever runs it change nothing.
        for setting in ["log.follow=false", "log.showRoot=true", "log.showSignature=false", "diff.renameLimit=1000"] {
            words.extend(["-c", setting]);
        }
        words.extend([
            "log",
            "--first-parent",
            "-m",
            "--reverse",
            "--relative",
            "--raw",
            "-z",
            "--no-abbrev",
            "-M",
            "--no-color",
        ]);
        words.extend(["--no-ext-diff", "--no-textconv", "--ignore-submodules", HEADER, &range, "--"]);
        words.extend(paths.iter().map(String::as_str));
        Ok(log(&self.ask(&words)?))
    }

    /// Of some paths, those that a `.gitignore` of today names: an audit reads none of them.
    pub fn ignored(&self, paths: &BTreeSet<&str>) -> Result<BTreeSet<String>, Error> {
        let fail = |cause| Error::Io { doing: "read", path: self.folder.clone(), cause };
        let mut child = self
            .command(&["check-ignore", "--no-index", "-z", "--stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(fail)?;
        let input: Vec<u8> = paths.iter().flat_map(|path| path.bytes().chain([0])).collect();
        let mut stdin = child.stdin.take();
        // It answers while it still reads: both pipes must move.
        let writing = std::thread::spawn(move || stdin.as_mut().map_or(Ok(()), |stdin| stdin.write_all(&input)));
        let output = child.wait_with_output().map_err(fail)?;
        // A child that ends early has said why by its answer.
        let _ = writing.join();
        Ok(output.stdout.split(|&byte| byte == 0).map(text).filter(|path| !path.is_empty()).collect())
    }

    /// Files that differ from the last commit, or that git does not track yet; what was renamed with the name that it had.
    pub fn uncommitted(&self, paths: &[String]) -> Result<Vec<(String, Option<String>)>, Error> {
        let prefix = text(self.ask(&["rev-parse", "--show-prefix"])?.trim_ascii_end());
        let mut words =
            vec!["--literal-pathspecs", "status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules", "--"];
        words.extend(paths.iter().map(String::as_str));
        let said = self.ask(&words)?;
        let mut found = Vec::new();
        let mut tokens = said.split(|&byte| byte == 0).map(text);
        let below = |path: &str| path.strip_prefix(prefix.as_str()).map(str::to_owned);
        while let Some(entry) = tokens.next() {
            let Some((state, path)) = entry.split_at_checked(3) else { continue };
            let from = if state.starts_with(['R', 'C']) { tokens.next() } else { None };
            // Of a copy, the original is still there.
            let from = from.filter(|_| state.starts_with('R')).as_deref().and_then(below);
            match (below(path), from) {
                (Some(path), from) => found.push((path, from)),
                (None, Some(from)) => found.push((from, None)),
                (None, None) => {}
            }
        }
        Ok(found)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.args(words).current_dir(&self.folder);
        command
    }

    fn ask(&self, words: &[&str]) -> Result<Vec<u8>, Error> {
        let output = self
            .command(words)
            .output()
            .map_err(|cause| Error::Usage { message: format!("git could not be run: {cause}"), help: "install git".into() })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = text(&output.stderr);
        let said = said.lines().next().unwrap_or("no reason is given").to_owned();
        let doing = words.iter().find(|word| !word.starts_with('-') && !word.contains('=')).copied().unwrap_or("git");
        Err(Error::Usage {
            message: format!("git {doing} failed: {said}"),
            help: "see what git says in this folder, and mend it".into(),
        })
    }
}

impl Repository for Git {
    fn bytes(&mut self, blob: &str) -> Result<Vec<u8>, Error> {
        let folder = self.folder.clone();
        let fail = |cause| Error::Io { doing: "read", path: folder.clone(), cause };
        if self.reader.is_none() {
            let mut child = self
                .command(&["cat-file", "--batch"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .map_err(fail)?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            self.reader = pipes.map(|(input, output)| (child, input, BufReader::new(output)));
        }
        let broken = || fail(std::io::Error::other(format!("git gives no blob {blob}")));
        let (_, input, output) = self.reader.as_mut().ok_or_else(broken)?;
        writeln!(input, "{blob}").and_then(|()| input.flush()).map_err(fail)?;
        let mut header = String::new();
        output.read_line(&mut header).map_err(fail)?;
        let size: Option<usize> = header.trim_end().rsplit_once(" blob ").and_then(|(_, size)| size.parse().ok());
        let size = size.ok_or_else(broken)?;
        // A line end follows.
        let mut bytes = vec![0; size + 1];
        output.read_exact(&mut bytes).map_err(fail)?;
        bytes.truncate(size);
        Ok(bytes)
    }
}

impl Drop for Git {
    fn drop(&mut self) {
        if let Some((mut child, input, _)) = self.reader.take() {
            // With its input closed it ends.
            drop(input);
            let _ = child.wait();
        }
    }
}

/// Commit, second, author; a byte that no hash begins with tells it from a path.
const HEADER: &str = "--format=tformat:%x01%H%x00%ct%x00%aN";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_file(mode: &str) -> bool {
    mode.starts_with("100")
}

/// Reads what [`HEADER`] prints.
fn moment<'a>(tokens: &mut impl Iterator<Item = &'a [u8]>) -> Option<Moment> {
    let commit = text(tokens.next()?);
    let commit = commit.trim_start_matches(['\n', '\u{1}']).to_owned();
    let second = text(tokens.next()?).parse().ok().and_then(|second| jiff::Timestamp::from_second(second).ok());
    let author = text(tokens.next()?);
    Some(Moment { commit, date: second.map_or(String::new(), |time| time.to_string()), author })
}

/// Reads `git log --raw -z`.
fn log(said: &[u8]) -> Vec<Commit> {
    let mut commits: Vec<Commit> = Vec::new();
    let mut tokens = said.split(|&byte| byte == 0).peekable();
    while let Some(next) = tokens.peek() {
        if next.trim_ascii_start().starts_with(b"\x01") {
            let Some(moment) = moment(&mut tokens) else { break };
            commits.push(Commit { moment, changes: Vec::new() });
            continue;
        }
        let about = text(tokens.next().unwrap_or_default());
        let Some(about) = about.trim_start().strip_prefix(':') else { continue };
        let fields: Vec<&str> = about.split(' ').collect();
        let [before, after, _, blob, state] = fields[..] else { continue };
        let Some(first) = tokens.next().map(text) else { break };
        let second = if state.starts_with(['R', 'C']) { tokens.next().map(text) } else { None };
        let moved = second.is_some() && state.starts_with('R') && is_file(before);
        let path = second.as_ref().unwrap_or(&first).clone();
        let change = Changed {
            path,
            from: moved.then_some(first),
            // A link in the place of a file is no document.
            blob: is_file(after).then(|| blob.to_owned()),
        };
        if let Some(commit) = commits.last_mut() {
            commit.changes.push(change);
        }
    }
    commits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_token_by_token() {
        let said = b"\x01aaaa\x000\x00Ada\x00\n:000000 100644 0000 1111 A\0a.md\0:100644 120000 1111 2222 T\0\x01odd\nname\0\x01bbbb\x0060\x00\xe8\x8b\x8d\x00\n:100644 100644 1111 3333 R090\0a.md\0sub/b.md\0:100644 100644 1 2 C100\0x\0y\0:100644 000000 1111 0000 D\0c.md\0";
        let changed = |path: &str, from: Option<&str>, blob: Option<&str>| Changed {
            path: path.into(),
            from: from.map(str::to_owned),
            blob: blob.map(str::to_owned),
        };
        let found = log(said);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].moment.commit.as_str(), found[0].moment.date.as_str()), ("aaaa", "1970-01-01T00:00:00Z"));
        assert_eq!(found[0].changes, [changed("a.md", None, Some("1111")), changed("\u{1}odd\nname", None, None)]);
        assert_eq!((found[1].moment.commit.as_str(), found[1].moment.author.as_str()), ("bbbb", "苍"));
        let expected =
            [changed("sub/b.md", Some("a.md"), Some("3333")), changed("y", None, Some("2")), changed("c.md", None, None)];
        assert_eq!(found[1].changes, expected);
        assert_eq!(log(b""), []);
    }
}
