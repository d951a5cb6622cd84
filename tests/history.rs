//! What became of findings and figures: a story on a real repository, and what must change nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeMap;
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
    lines: BTreeMap<&'static str, Vec<String>>,
}

impl Story {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let story = Self { folder: Folder::new(name, files), day: 1, told: String::new(), lines: BTreeMap::new() };
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

    fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", message]);
    }

    /// The program, on the day of the story.
    fn run(&self, args: &[&str]) -> Ran {
        // Noon of the day; the first one is the first of March 2030.
        let second = 1_898_553_600 + u64::from(self.day - 1) * 86_400 + 43_200;
        let mut command = self.folder.command();
        command.env("PATH", std::env::var("PATH").unwrap()).env("SOURCE_DATE_EPOCH", second.to_string());
        Ran::from(command.args(args).output().unwrap())
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.folder.read(name);
        assert!(text.contains(from), "{name} does not say {from}");
        self.folder.write(name, text.replacen(from, to, 1));
    }

    /// Commits, and notes what audit and ledger say afterwards; of files the lines that were not there before.
    fn chapter(&mut self, title: &str) {
        self.commit(title);
        let audit = self.run(&["audit", "docs", "--format", "short"]);
        let history = self.run(&["history", "docs"]);
        assert_eq!(history.code, 0, "{history:?}");
        let _ = writeln!(self.told, "## {title}\n\naudit: exit code {}\n{}{}", audit.code, audit.out, audit.err);
        let _ = writeln!(self.told, "history:\n{}", history.out);
        for file in ["claims/decisions.csv", "reports/history.csv", "reports/corrections.csv"] {
            let text = if self.folder.has(file) { self.folder.read(file) } else { String::new() };
            let now = text.lines().map(str::to_owned).collect::<Vec<_>>();
            let before = self.lines.insert(file, now.clone()).unwrap_or_default();
            for line in before.iter().filter(|line| !now.contains(line)) {
                let _ = writeln!(self.told, "- {file}: {line}");
            }
            for line in now.iter().filter(|line| !before.contains(line)) {
                let _ = writeln!(self.told, "+ {file}: {line}");
            }
        }
        self.told.push('\n');
        self.day += 1;
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

const HERON: &str = "# Heron\n\nHeron has a p99 latency of 45 ms. It is written in Rust.\n\n\
## Summary\n\nHeron has a p99 latency of 45 ms.\n";

const PRICES: &str = "# 三款云电脑的价格\n\n| 产品 | 月费 | 显存 |\n|---|---|---|\n| 阿里云无影 | 299 元 | 16GB |\n\
| 腾讯云电脑 | 350 元 | 24GB |\n\n## 小结\n\n阿里云无影的月费为 299 元。\n";

#[test]
fn eight_commits_are_told() {
    let files = [("docs/heron.md", HERON), ("docs/价格.md", PRICES), (".gitignore", "reports/\n")];
    let mut story = Story::new("story", &files);

    story.edit("docs/heron.md", "Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
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

    story.edit("docs/heron.md", "61 ms", "72 ms");
    story.chapter("3: the value changes, the acceptance lapses");

    story.edit("docs/价格.md", "| 299 元", "| 329 元");
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

    story.edit("docs/价格.md", "月费为 299 元", "月费为 329 元");
    story.edit("docs/heron.md", "72 ms", "45 ms");
    story.chapter("6: both are corrected");

    story.edit("docs/价格.md", "月费为 329 元", "月费为 299 元");
    story.chapter("7: the old price is back");

    story.git(&["mv", "docs/heron.md", "docs/苍鹭.md"]);
    story.git(&["mv", "docs/价格.md", "docs/月费.md"]);
    story.chapter("8: both files are renamed");

    insta::assert_snapshot!(numbered(&story, &story.told));

    // Documents that are not committed are the last row.
    story.edit("docs/月费.md", "月费为 299 元", "月费为 329 元");
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

/// What differs between two states by no figure.
#[test]
fn what_says_the_same_is_the_same() {
    let files = [("docs/heron.md", HERON), ("docs/价格.md", PRICES), ("claimlint.toml", "paths = [\"docs\"]\n")];
    let mut story = Story::new("same", &files);
    story.edit("docs/heron.md", "Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    story.edit("docs/价格.md", "月费为 299 元", "月费为 329 元");
    assert_eq!(story.run(&["audit", "--baseline"]).code, 0);
    story.chapter("both have a fault");
    let baseline = story.folder.read("claims/baseline.csv");
    assert_eq!(baseline.lines().count(), 3, "{baseline}");

    let unchanged = |story: &Story, what: &str| {
        let ran = story.run(&["audit", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let findings = report["findings"].as_array().unwrap();
        assert!(findings.iter().all(|finding| finding["status"] == "unchanged"), "{what}: {findings:?}");
        assert_eq!((findings.len(), report["resolved"].as_array().unwrap().len(), ran.code), (2, 0, 0), "{what}");
        assert_eq!(story.run(&["audit", "--baseline"]).code, 0);
        assert_eq!(story.folder.read("claims/baseline.csv"), baseline, "{what}");
    };
    unchanged(&story, "nothing");

    for name in ["docs/heron.md", "docs/价格.md"] {
        let text = story.folder.read(name);
        let (title, rest) = text.split_once('\n').unwrap();
        story.folder.write(name, format!("{title}\n\n{}{rest}", "A line that says nothing.\n\n".repeat(25)));
    }
    unchanged(&story, "50 lines on top");
    story.chapter("50 lines on top");

    story.edit("docs/heron.md", "It is written in Rust.", "It is written in Zig, and was not always.");
    story.edit("docs/价格.md", "阿里云无影的月费为", "再说一遍，阿里云无影的月费为");
    unchanged(&story, "the neighbouring sentence");
    story.chapter("the neighbouring sentence");

    for (name, mark) in [("docs/heron.md", "## Summary"), ("docs/价格.md", "## 小结")] {
        let text = story.folder.read(name);
        let (title, rest) = text.split_once("\n\n").unwrap();
        let (body, section) = rest.split_once(mark).unwrap();
        story.folder.write(name, format!("{title}\n\n{mark}{section}\n## More\n\n{body}"));
    }
    unchanged(&story, "sections in another order");
    story.chapter("sections in another order");

    story.git(&["mv", "docs/价格.md", "docs/pages.md"]);
    let ran = story.run(&["audit", "--format", "short"]);
    assert!(ran.code == 0 && ran.out.contains("(2 unchanged)"), "{ran:?}");
    story.chapter("a file is renamed");

    let ran = story.run(&["history"]);
    let rows = story.folder.read("reports/history.csv");
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let counts: Vec<Vec<String>> = reader.records().map(|row| row.unwrap().iter().skip(3).map(str::to_owned).collect()).collect();
    assert_eq!(counts.len(), 5, "{rows}\n{ran:?}");
    for row in &counts[1..] {
        assert_eq!(row[..], ["2", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", ""], "{rows}");
    }
}

/// All files below the folder but those of git, with what they hold.
fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    fn collect(at: &std::path::Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with(".git") {
                collect(&path, found);
            } else if path.is_file() {
                found.insert(path.display().to_string(), std::fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(&folder.0, &mut found);
    found
}

#[test]
fn a_second_run_changes_no_byte() {
    let faulty = HERON.replace("Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    let files = [("docs/heron.md", faulty.as_str()), ("docs/价格.md", PRICES), ("claimlint.toml", "paths = [\"docs\"]\n")];
    let story = Story::new("twice", &files);
    story.commit("all");
    let all = [&["extract", "--write"][..], &["audit"], &["audit", "--baseline"], &["history"], &["audit"]];
    for args in all {
        assert!(story.run(args).code < 2, "{args:?}");
    }
    let before = contents(&story.folder);
    assert!(before.len() > 8, "{:?}", before.keys());
    for args in all {
        story.run(args);
        assert_eq!(contents(&story.folder), before, "{args:?}");
    }
    // A report that is read again says that nothing changed, whatever its form of address.
    story.run(&["audit", "docs", "--format", "json=first.json"]);
    let ran = story.run(&["audit", "docs", "--against", "first.json", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert!(!findings.is_empty() && findings.iter().all(|finding| finding["status"] == "unchanged"), "{findings:?}");
    assert_eq!((report["resolved"].as_array().unwrap().len(), ran.code), (0, 0));
}

#[test]
fn runs_outside_a_repository_are_recorded() {
    let folder = Folder::new("recorded", &[("docs/heron.md", HERON), ("claimlint.toml", "paths = [\"docs\"]\n")]);
    let on = |day: u64, args: &[&str]| {
        let mut command = folder.command();
        Ran::from(
            command
                .env("SOURCE_DATE_EPOCH", (1_898_553_600 + day * 86_400).to_string())
                .env("USER", "bo")
                .args(args)
                .output()
                .unwrap(),
        )
    };
    let ran = on(0, &["history"]);
    assert!(ran.code == 2 && ran.err.contains("record a run with `claimlint history --record`"), "{ran:?}");
    assert_eq!(on(0, &["history", "--record"]).code, 0);
    let first = folder.read("reports/history.csv");
    assert_eq!(on(1, &["history", "--record"]).code, 0);
    assert_eq!(folder.read("reports/history.csv"), first, "nothing changed");

    let faulty = HERON.replace("Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    folder.write("docs/heron.md", &faulty);
    on(2, &["history", "--record"]);
    folder.write("docs/heron.md", HERON);
    on(5, &["history", "--record"]);
    folder.write("docs/heron.md", &faulty);
    on(6, &["history", "--record"]);
    let ran = on(7, &["history"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    insta::assert_snapshot!(format!("{}\n{}", ran.out, folder.read("reports/history.csv")));
    let ran = on(7, &["history", "--since", "v1"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: --since asks git"), "{ran:?}");
}

#[test]
fn the_tables_keep_their_schemas() {
    let faulty = HERON.replace("Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    let mut story = Story::new("schemas", &[("docs/heron.md", faulty.as_str()), ("docs/价格.md", PRICES)]);
    story.commit("one");
    story.day += 1;
    story.edit("docs/heron.md", "61 ms", "45 ms");
    story.commit("two");
    story.edit("docs/价格.md", "350 元", "=360 元");
    assert_eq!(story.run(&["history", "docs"]).code, 0);
    for (schema, file) in [("correction", "reports/corrections.csv"), ("history", "reports/history.csv")] {
        let schema: serde_json::Value = serde_json::from_str(&story.run(&["schema", schema]).out).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let text = story.folder.read(file);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().unwrap().clone();
        let mut rows = 0;
        for row in reader.records() {
            let row = row.unwrap();
            let row: serde_json::Map<_, _> =
                header.iter().map(str::to_owned).zip(row.iter().map(serde_json::Value::from)).collect();
            let faults: Vec<String> = validator.iter_errors(&row.into()).map(|error| error.to_string()).collect();
            assert_eq!(faults, [""; 0], "{text}");
            rows += 1;
        }
        assert!(rows >= 2, "{text}");
    }
}

#[test]
fn feeds_go_where_they_are_told() {
    let faulty = HERON.replace("Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    let mut story = Story::new("feeds", &[("docs/heron.md", faulty.as_str())]);
    story.commit("one");
    story.day += 1;
    story.edit("docs/heron.md", "61 ms", "45 ms");
    story.commit("two");
    let site = ["--url", "https://example.org/site"];
    let ran = story.run(&[&["history", "docs", "--feed", "atom"][..], &site].concat());
    assert!(
        ran.code == 0 && ran.out.starts_with("<?xml") && ran.out.contains("heron latency: 61 ms corrected to 45 ms"),
        "{ran:?}"
    );
    let ran = story.run(&[&["history", "docs", "--feed", "json=feed.json", "--jsonld"][..], &site].concat());
    let graph: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(graph["@graph"][0]["url"], "https://example.org/site/docs/heron.md");
    assert_eq!(graph["@graph"][1]["@type"], "ClaimReview");
    assert!(story.folder.read("feed.json").contains("https://jsonfeed.org/version/1.1"));
    for (args, said) in [
        (&["--feed", "rss", "--url", "https://a.example"][..], "there is no feed `rss`"),
        (&["--feed", "atom", "--url", "docs"], "--url is no address on the web"),
        (&["--feed", "atom", "--jsonld", "--url", "https://a.example"], "two feeds would go to standard output"),
        (&["--since", "gone"], "git knows no revision `gone`"),
        (&["--record"], "--record is for documents outside a repository"),
    ] {
        let ran = story.run(&[&["history", "docs"], args].concat());
        assert!(ran.code == 2 && ran.err.starts_with(&format!("error: {said}")), "{ran:?}");
    }
}

#[test]
fn the_report_shows_the_history() {
    let faulty = HERON.replace("Summary\n\nHeron has a p99 latency of 45 ms", "Summary\n\nHeron has a p99 latency of 61 ms");
    let mut story = Story::new("page", &[("docs/heron.md", faulty.as_str()), ("claimlint.toml", "paths = [\"docs\"]\n")]);
    story.commit("one");
    story.run(&["audit"]);
    assert!(!story.folder.read("reports/audit.html").contains("id=\"history\""));
    story.day += 3;
    story.edit("docs/heron.md", "61 ms", "45 ms");
    story.commit("two");
    story.run(&["history"]);
    story.run(&["audit"]);
    let page = story.folder.read("reports/audit.html");
    for part in [
        "<p>Median time to correction, in days: 3</p>",
        "<polyline class=\"line error\" points=\"0,0 720,0 720,160\">",
        "<th scope=\"row\">2030-03-04 09:00</th>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // A table that cannot be read is told, and keeps no report from being written.
    story.folder.write("reports/history.csv", "commit\n");
    let ran = story.run(&["audit"]);
    assert!(ran.code == 0 && ran.err.contains("reports/history.csv:1: the history cannot be read"), "{ran:?}");
}
