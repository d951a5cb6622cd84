//! Which commit a release is built from, for `--version`: asked of git in a clone, read from what `cargo package` wrote in an
//! archive, and left out where there is neither. A debug build leaves it out too, so that a commit alone rebuilds nothing.

use std::process::Command;

fn main() {
    // A program that need not be placed anywhere keeps no list of its addresses: 0.8 MB of 15. The C library of GNU only: others link
    // their start-up code in another way.
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }

    println!("cargo:rerun-if-changed=build.rs");
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if release { of_archive().or_else(of_clone) } else { None };
    let suffix = commit.map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo:rustc-env=CLAIMLINT_VERSION={}{suffix}", env!("CARGO_PKG_VERSION"));
}

/// `.cargo_vcs_info.json` of a packaged crate: `{"git": {"sha1": "…"}, …}`.
fn of_archive() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let hash = text.split_once("\"sha1\"")?.1.split('"').nth(1)?;
    hash.get(..9).map(str::to_owned)
}

/// The commit of the clone that this folder is the top of; a tree unpacked inside another clone has none of its own.
fn of_clone() -> Option<String> {
    std::fs::metadata(".git").ok()?;
    let ask = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    if let Some(log) = ask(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    ask(&["log", "-1", "--format=%h %cs", "--abbrev=9"])
}
