//! Findings of what changed alone: a revision of a real repository, a diff on standard input.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::process::Command;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

/// Two contradictions of long standing: one within `a.md`, one within `价格 表.md`.
const OLD: &[(&str, &str)] = &[
    ("docs/a.md", "# Heron\n\nHeron has a p99 latency of 45 ms.\n\n## Summary\n\nHeron has a p99 latency of 61 ms.\n"),
    ("docs/价格 表.md", "# Egret\n\nEgret costs 20 USD per month.\n\n## Summary\n\nEgret costs 31 USD per month.\n"),
    ("docs/c.md", "# Notes\n\nThe battery of Heron holds 900 mAh.\n\nNothing more.\n"),
];

fn git(folder: &Folder, words: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]).args(words);
    let output = git.current_dir(&folder.0).env("GIT_CONFIG_GLOBAL", "/dev/null").output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn repository(name: &str) -> Folder {
    let folder = Folder::new(name, OLD);
    git(&folder, &["init", "-q"]);
    commit(&folder);
    folder
}

fn commit(folder: &Folder) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-qm", "state"]);
}

/// The program with a path on which git is found.
fn run(folder: &Folder, args: &[&str]) -> Ran {
    Ran::from(folder.command().env("PATH", std::env::var("PATH").unwrap()).args(args).output().unwrap())
}

/// Documents of the findings since a revision, and how many there are beside them.
fn since(folder: &Folder, revision: &str) -> (Vec<String>, Ran) {
    let ran = run(folder, &["audit", "docs", "--changed-since", revision, "--format", "json", "--fail-on", "note"]);
    (documents(&ran), ran)
}

fn documents(ran: &Ran) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    report["findings"].as_array().unwrap().iter().map(|f| f["primary"]["document"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn old_findings_are_passed_over_and_counted() {
    let folder = repository("since");
    let (found, ran) = since(&folder, "HEAD");
    assert_eq!((found.len(), ran.code), (0, 0), "{ran:?}");
    assert_eq!(ran.err, "2 more in lines that did not change, not shown\n");
    assert_eq!(run(&folder, &["audit", "docs", "--changed-since", "HEAD", "-q", "--output", "x.json"]).err, "");

    // A line elsewhere in a document with a finding is not its line.
    folder.write("docs/a.md", OLD[0].1.replace("# Heron", "# The Heron"));
    assert_eq!(since(&folder, "HEAD").0, [""; 0]);
    // Either side of a finding may be the one that changed.
    folder.write("docs/a.md", OLD[0].1.replace("45 ms", "44 ms"));
    let (found, ran) = since(&folder, "HEAD");
    assert_eq!((found, ran.code), (vec!["docs/a.md".to_owned()], 1));
    // What is committed since the revision has changed as well.
    commit(&folder);
    assert_eq!(since(&folder, "HEAD~1").0.len(), 1);
    assert_eq!(since(&folder, "HEAD").0.len(), 0);
}

#[test]
fn a_changed_line_is_held_against_documents_that_did_not_change() {
    let folder = repository("collection");
    folder.write("docs/c.md", OLD[2].1.replace("Nothing more.", "Heron has a p99 latency of 99 ms."));
    let (found, ran) = since(&folder, "HEAD");
    assert!(!found.is_empty() && ran.out.contains("99 ms"), "{ran:?}");
    // A file that git does not know yet has changed as a whole.
    folder.write("docs/c.md", OLD[2].1);
    folder.write("docs/苍鹭.md", "# Heron\n\nHeron has a p99 latency of 99 ms.\n");
    let (_, ran) = since(&folder, "HEAD");
    assert!(ran.out.contains("99 ms"), "{ran:?}");
}

#[test]
fn names_with_signs_and_renamed_files_are_found_again() {
    let folder = repository("names");
    folder.write("docs/价格 表.md", OLD[1].1.replace("31 USD", "32 USD"));
    assert_eq!(since(&folder, "HEAD").0, ["docs/价格 表.md"]);
    git(&folder, &["checkout", "-q", "."]);
    git(&folder, &["mv", "docs/a.md", "docs/b \"1\".md"]);
    assert_eq!(since(&folder, "HEAD").0, [""; 0]);
    folder.write("docs/b \"1\".md", OLD[0].1.replace("61 ms", "62 ms"));
    assert_eq!(since(&folder, "HEAD").0, ["docs/b \"1\".md"]);
    // The settings of whoever runs git change nothing.
    for setting in ["diff.noprefix", "diff.mnemonicPrefix", "diff.relative"] {
        git(&folder, &["config", setting, "true"]);
        assert_eq!(since(&folder, "HEAD").0, ["docs/b \"1\".md"], "{setting}");
    }
}

#[test]
fn what_the_revision_did_since_the_branch_left_it_does_not_count() {
    let folder = repository("branch");
    git(&folder, &["checkout", "-qb", "work"]);
    folder.write("docs/价格 表.md", OLD[1].1.replace("31 USD", "32 USD"));
    commit(&folder);
    git(&folder, &["checkout", "-q", "main"]);
    folder.write("docs/a.md", OLD[0].1.replace("45 ms", "46 ms"));
    commit(&folder);
    git(&folder, &["checkout", "-q", "work"]);
    assert_eq!(since(&folder, "main").0, ["docs/价格 表.md"]);
}

#[test]
fn documents_are_found_from_a_folder_below_the_top() {
    let folder = repository("below");
    folder.write("docs/a.md", OLD[0].1.replace("45 ms", "44 ms"));
    let mut command = folder.command();
    let command = command.current_dir(folder.0.join("docs")).env("PATH", std::env::var("PATH").unwrap());
    let ran = Ran::from(command.args(["audit", ".", "--changed-since", "HEAD", "--format", "json"]).output().unwrap());
    assert_eq!(documents(&ran), ["a.md"]);
}

#[test]
fn without_git_or_the_revision_it_says_what_to_do() {
    let folder = repository("errors-git");
    let ran = run(&folder, &["audit", "docs", "--changed-since", "gone"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.starts_with("error: git knows no revision `gone`\nhelp: check the spelling; in CI, fetch the history"),
        "{ran:?}"
    );
    let ran = run(&folder, &["audit", "docs", "--changed-since=--output=x"]);
    assert!(ran.code == 2 && ran.err.contains("no revision") && !folder.has("x"), "{ran:?}");
    let ran = folder.run(&["audit", "docs", "--changed-since", "HEAD"]);
    let ran = if ran.code == 2 {
        ran
    } else {
        Ran::from(folder.command().env("PATH", "/nowhere").args(["audit", "docs", "--changed-since", "HEAD"]).output().unwrap())
    };
    assert!(
        ran.code == 2 && ran.err.starts_with("error: git could not be run: ") && ran.err.contains("help: install git"),
        "{ran:?}"
    );
    let bare = Folder::new("no-repository", OLD);
    let ran = run(&bare, &["audit", "docs", "--changed-since", "HEAD"]);
    assert!(ran.code == 2 && ran.err.contains("is in no repository"), "{ran:?}");
}

#[test]
fn a_diff_on_standard_input_says_the_same() {
    let folder = repository("diff");
    folder.write("docs/a.md", OLD[0].1.replace("45 ms", "44 ms"));
    let audit = |diff: &str| folder.run_with_input(&["audit", "docs", "--diff", "--format", "json"], diff.as_bytes());
    for words in [&["diff"][..], &["diff", "-U0"], &["diff", "--no-prefix"], &["diff", "--color=never", "HEAD"]] {
        let ran = audit(&git(&folder, words));
        assert_eq!((documents(&ran), ran.code), (vec!["docs/a.md".to_owned()], 1), "{words:?}");
    }
    assert_eq!(documents(&audit("")), [""; 0]);
    let ran = audit("The kettle boils in 128 s.\n");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("error: expected a unified diff on standard input, found none\nhelp: pipe one in"), "{ran:?}");
    let ran = folder.run_with_input(&["audit", "-", "--diff"], b"");
    assert!(ran.code == 2 && ran.err.starts_with("error: standard input cannot be a document and a diff"), "{ran:?}");
}
