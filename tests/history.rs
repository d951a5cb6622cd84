//! What became of findings and figures: a story on a real repository, and what must change nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::fmt::Write as _;
use std::process::Command;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

/// A folder that is a repository, with a clock of its own.
struct Story {
    folder: Folder,
    day: u32,
    told: String,
}

impl Story {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let story = Self { folder: Folder::new(name, files), day: 1, told: String::new() };
        story.git(&["init", "-q"]);
        story
    }

    fn now(&self) -> String {
        format!("2030-03-{:02}T09:00:00Z", self.day)
    }

    fn git(&self, words: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]).args(words);
        git.current_dir(&self.folder.0).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let output = git.env("GIT_AUTHOR_DATE", self.now()).env("GIT_COMMITTER_DATE", self.now()).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn commit(&mut self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", message]);
        self.day += 1;
    }

    /// The program, on the day of the story.
    fn run(&self, args: &[&str]) -> Ran {
        let second = 1_898_553_600 + u64::from(self.day) * 86_400;
        let mut command = self.folder.command();
        command.env("PATH", std::env::var("PATH").unwrap()).env("SOURCE_DATE_EPOCH", second.to_string());
        Ran::from(command.args(args).output().unwrap())
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.folder.read(name);
        assert!(text.contains(from), "{name} does not say {from}");
        self.folder.write(name, text.replacen(from, to, 1));
    }

    /// Commits, and notes what audit and ledger say afterwards.
    fn chapter(&mut self, title: &str) {
        self.commit(title);
        let audit = self.run(&["audit", "docs", "--format", "short"]);
        let history = self.run(&["history", "docs"]);
        assert_eq!(history.code, 0, "{history:?}");
        let _ = writeln!(self.told, "## {title}\n\naudit: exit code {}\n{}{}", audit.code, audit.out, audit.err);
        let _ = writeln!(self.told, "history:\n{}", history.out);
        for file in ["claims/decisions.csv", "reports/history.csv", "reports/corrections.csv"] {
            if self.folder.has(file) {
                let _ = writeln!(self.told, "{file}\n{}", self.folder.read(file));
            }
        }
    }

    /// Fingerprints of a rule's findings.
    fn fingerprints(&self, rule: &str) -> Vec<String> {
        let ran = self.run(&["audit", "docs", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let findings = report["findings"].as_array().unwrap().iter().filter(|finding| finding["rule"] == rule);
        findings.map(|finding| finding["fingerprint"].as_str().unwrap().to_owned()).collect()
    }
}

/// A commit by its number: its hash depends on the version of git no more than on anything else, but says nothing to a reader.
fn numbered(story: &Story, text: &str) -> String {
    let log = story.git(&["log", "--reverse", "--format=%H"]);
    let mut text = text.to_owned();
    for (at, commit) in log.lines().enumerate() {
        text = text.replace(commit, &format!("<commit {}>", at + 1)).replace(&commit[..8], &format!("<commit {}>", at + 1));
    }
    text
}

const KETTLE: &str = "# Kettles compared\n\nThe Brio kettle boils a litre in 150 s. It holds 1.7 litres.\n\n\
## Summary\n\nThe Brio kettle boils a litre in 150 s.\n";

const WATER: &str = "# 烧水指南\n\n## 拓泉水壶\n\n拓泉水壶的价格为 299 元。\n\n## 小结\n\n拓泉水壶的价格为 299 元。\n";

#[test]
fn eight_commits_are_told() {
    let files = [("docs/kettles.md", KETTLE), ("docs/烧水.md", WATER), (".gitignore", "reports/\n")];
    let mut story = Story::new("story", &files);

    story.edit("docs/kettles.md", "150 s.\n\n## Summary", "150 s.\n\n## Summary");
    story.edit(
        "docs/kettles.md",
        "## Summary\n\nThe Brio kettle boils a litre in 150 s.",
        "## Summary\n\nThe Brio kettle boils a litre in 190 s.",
    );
    story.chapter("1: a fault is introduced");

    let found = story.fingerprints("value-conflict");
    assert_eq!(found.len(), 1, "{found:?}");
    let ran = story.run(&[
        "decide",
        &found[0],
        "--as",
        "accepted",
        "--reason",
        "two ways to measure",
        "--author",
        "Ada",
        "--in",
        "docs",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    story.chapter("2: it is accepted");

    story.edit("docs/kettles.md", "in 190 s", "in 210 s");
    story.chapter("3: the value changes, the acceptance lapses");

    story.edit("docs/烧水.md", "价格为 299 元", "价格为 329 元");
    story.chapter("4: a price is corrected in one place only");

    let found = story.fingerprints("value-conflict");
    assert_eq!(found.len(), 2, "{found:?}");
    let price = found.iter().find(|one| !story.folder.read("claims/decisions.csv").contains(one.as_str())).unwrap();
    story.run(&[
        "decide",
        price,
        "--as",
        "confirmed",
        "--reason",
        "the old price survives in the summary",
        "--author",
        "Bo",
        "--in",
        "docs",
    ]);
    story.chapter("5: the copy that survives is found");

    story.edit("docs/烧水.md", "## 小结\n\n拓泉水壶的价格为 299 元", "## 小结\n\n拓泉水壶的价格为 329 元");
    story.edit("docs/kettles.md", "in 210 s", "in 150 s");
    story.chapter("6: both are corrected");

    story.edit("docs/烧水.md", "## 小结\n\n拓泉水壶的价格为 329 元", "## 小结\n\n拓泉水壶的价格为 299 元");
    story.chapter("7: the old price is back");

    story.git(&["mv", "docs/kettles.md", "docs/boiling.md"]);
    story.git(&["mv", "docs/烧水.md", "docs/指南.md"]);
    story.chapter("8: both files are renamed");

    insta::assert_snapshot!(numbered(&story, &story.told));

    // Documents that are not committed are the last row.
    story.edit("docs/指南.md", "价格为 299 元", "价格为 329 元");
    let ran = story.run(&["history", "docs"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows = story.folder.read("reports/history.csv");
    assert!(rows.lines().last().unwrap().starts_with("worktree,2030-03-09,,"), "{rows}");
    assert!(story.folder.read("reports/corrections.csv").lines().last().unwrap().contains(",worktree,2030-03-09,"));

    // The second half of a walk leaves the first half as it was.
    let whole = (rows, story.folder.read("reports/corrections.csv"));
    let fifth = story.git(&["rev-parse", "HEAD~3"]);
    assert_eq!(story.run(&["history", "docs", "--since", fifth.trim()]).code, 0);
    let since = (story.folder.read("reports/history.csv"), story.folder.read("reports/corrections.csv"));
    let commits = |text: &str| text.lines().map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(commits(&since.0), commits(&whole.0));
    assert_eq!(since.1, whole.1);
}
