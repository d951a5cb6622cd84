//! What goes to which stream, and how much of it: silence, talk, progress, colour, a reader that leaves early.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::io::Read as _;
use std::process::Stdio;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

const CONFLICT: (&str, &str) =
    ("docs/a.md", "# Heron\n\nHeron has a p99 latency of 45 ms.\n\n## Summary\n\nHeron has a p99 latency of 61 ms.\n");

#[test]
fn quiet_leaves_errors_alone() {
    let folder = Folder::new("quiet", &[CONFLICT, ("words.md", "Nothing.\n")]);
    let args = ["audit", "docs", "--output", "a.json"];
    assert!(folder.run(&args).err.contains("1 document"));
    let quiet = folder.run(&[&args[..], &["-q"]].concat());
    assert_eq!((quiet.code, quiet.out.as_str(), quiet.err.as_str()), (1, "", ""));
    let ran = folder.run(&["audit", "words.md", "--quiet"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: no claim was found"), "{ran:?}");
    assert_eq!(folder.run(&["audit", "docs", "-q", "-v"]).code, 2);
}

#[test]
fn verbose_says_what_is_read_and_what_is_passed_over_and_why() {
    let folder = Folder::new(
        "verbose",
        &[
            CONFLICT,
            ("claimlint.toml", "paths = [\".\"]\n"),
            ("docs/.gitignore", "draft.md\nold/\n"),
            ("docs/draft.md", ""),
            ("docs/old/x.md", ""),
            ("docs/.hidden/x.md", ""),
            ("docs/kettle.PNG", ""),
            ("docs/binary.txt", "40%\0"),
            ("reports/audit.md", ""),
        ],
    );
    let plain = folder.run(&["audit", ".", "--lang", "en"]);
    let ran = folder.run(&["audit", ".", "--lang", "en", "--verbose"]);
    assert_eq!((ran.code, &ran.out), (plain.code, &plain.out));
    let said: Vec<&str> = ran.err.lines().collect();
    assert_eq!(
        said,
        [
            "settings: claimlint.toml",
            "read: docs/a.md (UTF-8)",
            "not read: docs/binary.txt (no text)",
            "passed over: claimlint.toml (a file of claimlint's own)",
            "passed over: reports/audit.md (a file of claimlint's own)",
            "passed over: docs/.gitignore (hidden)",
            "passed over: docs/.hidden (hidden)",
            "passed over: docs/draft.md (ignored by .gitignore or .ignore)",
            "passed over: docs/kettle.PNG (by its ending no document)",
            "passed over: docs/old (ignored by .gitignore or .ignore)",
        ]
    );
    let chinese = folder.run(&["coverage", "docs", "--lang", "zh", "-v"]);
    assert!(
        chinese.err.contains("读取：docs/a.md (UTF-8)\n") && chinese.err.contains("略过：docs/.hidden (隐藏文件)\n"),
        "{chinese:?}"
    );
}

/// A document that keeps the program busy for a while.
fn long() -> String {
    let plans =
        (0..200).map(|n| format!("## Plan {n}\n\nPlan {n} costs {} USD per month and answers in {} ms.\n\n", 20 + n, 31 + n));
    plans.collect()
}

/// `script` gives the program a terminal.
#[test]
#[cfg(target_os = "linux")]
fn progress_is_shown_on_a_terminal_alone_and_taken_away() {
    let folder = Folder::new("progress", &[("a.md", &long())]);
    let program = assert_cmd::cargo::cargo_bin!("claimlint").display().to_string();
    let on_terminal = |more: &str| {
        let command = format!("{program} audit a.md --output a.json {more}");
        let mut script = std::process::Command::new("script");
        let ran =
            script.args(["-qec", &command, "/dev/null"]).current_dir(&folder.0).env("LANG", "C").stdin(Stdio::null()).output();
        String::from_utf8(ran.unwrap().stdout).unwrap()
    };
    let shown = on_terminal("");
    assert!(shown.contains("claimlint: 1 document"), "{shown:?}");
    let last = shown.rsplit("\u{1b}[2K").next().unwrap();
    assert!(last.contains("in 1 document") && !last.contains('…'), "{shown:?}");
    assert!(!on_terminal("--quiet").contains('\u{1b}'));
    let piped = folder.run(&["audit", "a.md", "--output", "a.json"]);
    assert!(!piped.err.contains('\u{1b}') && piped.err.lines().count() == 1, "{piped:?}");
}

/// The variables of <https://no-color.org> and <https://bixense.com/clicolors>.
#[test]
fn colour_follows_the_environment_and_the_command_line_before_it() {
    let folder = Folder::new("colours", &[CONFLICT]);
    let coloured = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = folder.command();
        let ran = Ran::from(command.args(["audit", "docs"]).args(more).envs(variables.iter().copied()).output().unwrap());
        assert_eq!(ran.code, 1, "{ran:?}");
        ran.out.contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color", "always"]));
    for format in ["json", "markdown", "github", "short"] {
        assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--format", format]), "{format}");
    }
}

/// `claimlint audit docs | head -1`.
#[test]
fn a_reader_that_leaves_early_changes_neither_exit_code_nor_words() {
    let text: String = (0..200)
        .map(|n| format!("# Plan {n}\n\nPlan {n} costs {} USD.\n\n## Summary\n\nPlan {n} costs {} USD.\n\n", 20 + n, 31 + n))
        .collect();
    let folder = Folder::new("head", &[("a.md", &text)]);
    for args in [
        &["audit", "a.md"][..],
        &["audit", "a.md", "--format", "json"],
        &["coverage", "a.md", "--list"],
        &["man"],
        &["completions", "zsh"],
    ] {
        let whole = folder.run(args);
        let mut child = folder.command().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut first = [0];
        out.read_exact(&mut first).unwrap();
        drop(out);
        let ran = child.wait_with_output().unwrap();
        assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stderr).as_ref()), (Some(whole.code), ""), "{args:?}");
    }
}
