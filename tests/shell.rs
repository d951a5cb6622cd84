//! What a shell is given: completions, the manual page, the version, settings to begin with.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::process::Command;

use folder::Folder;

#[path = "common/folder.rs"]
mod folder;

/// The commands that `--help` lists.
fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run(&["--help"]).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn every_command_has_completions_and_a_page() {
    let folder = Folder::new("completions", &[]);
    let commands = commands(&folder);
    assert!(commands.len() > 8, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = folder.run(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        for command in &commands {
            assert!(ran.out.contains(command.as_str()), "{shell} knows no {command}");
        }
        assert!(ran.out.contains("fail-on"), "{shell} knows no options");
    }
    let whole = folder.run(&["man"]).out;
    for command in commands.iter().filter(|command| *command != "help") {
        assert!(whole.contains(&format!("claimlint\\-{command}(1)")), "the page names no {command}\n{whole}");
        let page = folder.run(&["man", command]);
        assert_eq!(page.code, 0, "{command}: {}", page.err);
        for part in [".SH NAME", ".SH SYNOPSIS", "Examples:", "\\-\\-lang"] {
            assert!(page.out.contains(part), "the page of {command} has no {part}");
        }
    }
    let ran = folder.run(&["man", "audits"]);
    assert_eq!((ran.code, ran.err.as_str()), (2, "error: there is no command `audits`\nhelp: `claimlint --help` lists them\n"));
    assert_eq!(folder.run(&["completions", "tcsh"]).code, 2);
}

/// The completions do their work in the shell that they are for.
#[test]
#[cfg(unix)]
fn bash_completes_with_them() {
    let folder = Folder::new("bash", &[]);
    folder.write("claimlint.bash", folder.run(&["completions", "bash"]).out);
    let script = "set -eu; . ./claimlint.bash
complete -p claimlint | grep -q _claimlint
COMP_WORDS=(claimlint audit --fail-on w); COMP_CWORD=3; _claimlint claimlint w --fail-on; echo \"${COMPREPLY[*]}\"
COMP_WORDS=(claimlint expl); COMP_CWORD=1; _claimlint claimlint expl claimlint; echo \"${COMPREPLY[*]}\"";
    let output = Command::new("bash").args(["-c", script]).current_dir(&folder.0).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "warning\nexplain\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_version_is_that_of_the_package() {
    let folder = Folder::new("version", &[]);
    for flag in ["--version", "-V"] {
        let ran = folder.run(&[flag]);
        assert!(ran.out.starts_with(concat!("claimlint ", env!("CARGO_PKG_VERSION"))) && ran.out.lines().count() == 1, "{ran:?}");
    }
}

#[test]
fn init_writes_settings_once() {
    let folder = Folder::new("init", &[("docs/a.md", "# A\n\nThe kettle boils in 128 s.\n"), ("README.md", "# A\n")]);
    let ran = folder.run(&["init"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    let written = folder.read("claimlint.toml");
    assert!(written.contains("\npaths = [\"docs\", \"README.md\"]\n"), "{written}");
    assert_eq!(folder.run(&["audit"]).code, 0);
    // A second time it touches nothing.
    folder.write("claimlint.toml", "# mine\n");
    let ran = folder.run(&["init", "docs"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: claimlint.toml is there already\nhelp: edit it, or move it away first\n")
    );
    assert_eq!(folder.read("claimlint.toml"), "# mine\n");
}

#[test]
fn init_takes_paths_and_speaks_the_language_that_is_asked_for() {
    let folder = Folder::new("init-zh", &[("资料/a.md", "")]);
    let ran = folder.run(&["init", "资料", "--lang", "zh"]);
    assert!(ran.code == 0 && ran.err.starts_with("已写入 claimlint.toml"), "{ran:?}");
    let written = folder.read("claimlint.toml");
    assert!(written.starts_with("# claimlint 的设置") && written.contains("paths = [\"资料\"]"), "{written}");
    let missing = Folder::new("init-missing", &[]);
    let ran = missing.run(&["init", "gone", "--quiet"]);
    assert!(ran.code == 2 && !missing.has("claimlint.toml"), "{ran:?}");
    assert_eq!(missing.run(&["init", "--quiet"]).err, "");
    assert!(missing.read("claimlint.toml").contains("\npaths = [\".\"]\n"));
}

#[test]
fn the_page_is_in_the_language_that_is_asked_for() {
    let folder = Folder::new("man-zh", &[]);
    let page = folder.run(&["man", "audit", "--lang", "zh"]);
    assert!(page.code == 0 && page.out.contains("检查各文档是否彼此一致") && page.out.contains("改动行"), "{page:?}");
    assert!(!folder.run(&["man", "audit"]).out.contains("检查"));
    assert!(folder.run(&["completions", "fish", "--lang", "zh"]).out.contains("检查各文档是否彼此一致"));
}
