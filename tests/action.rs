//! The steps of the GitHub Action, run as a runner runs them, on the sample repository of `tests/action`; and the samples that
//! README shows.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

const ACTION: &str = include_str!("../action.yml");

/// A step of the action.
#[derive(Debug, Default)]
struct Step {
    id: String,
    env: Vec<(String, String)>,
    run: String,
}

/// The steps, for the part of YAML that the action is written in.
fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut within = "";
    for line in ACTION.lines().skip_while(|line| *line != "  steps:").skip(1) {
        let (depth, text) = (line.len() - line.trim_start().len(), line.trim());
        match depth {
            _ if within == "run" && (depth >= 8 || text.is_empty()) => {
                let run = &mut steps.last_mut().unwrap().run;
                run.push_str(line.get(8..).unwrap_or_default());
                run.push('\n');
            }
            4 => {
                assert!(text.starts_with("- name: "), "{line}");
                steps.push(Step::default());
                within = "";
            }
            6 => {
                let step = steps.last_mut().unwrap();
                (within, step.id) = match text.split_once(": ").unwrap_or((text, "")) {
                    ("env:", "") => ("env", step.id.clone()),
                    ("run", "|") => ("run", step.id.clone()),
                    ("id", id) => ("", id.to_owned()),
                    ("shell", "bash") => ("", step.id.clone()),
                    _ => panic!("{line}"),
                };
            }
            8 if within == "env" => {
                let (name, value) = text.split_once(": ").unwrap();
                steps.last_mut().unwrap().env.push((name.to_owned(), value.to_owned()));
            }
            _ => panic!("{line}"),
        }
    }
    steps
}

/// The default of each input.
fn defaults() -> BTreeMap<String, String> {
    let mut inputs = BTreeMap::new();
    let mut name = "";
    for line in ACTION.lines().skip_while(|line| *line != "inputs:").skip(1).take_while(|line| *line != "outputs:") {
        if let Some(input) = line.strip_prefix("  ").and_then(|line| line.strip_suffix(':')) {
            name = input;
        } else if let Some(value) = line.trim().strip_prefix("default: ") {
            inputs.insert(name.to_owned(), value.trim_matches('\'').to_owned());
        }
    }
    inputs
}

/// What a run of the action leaves behind.
struct Acted {
    ran: Ran,
    outputs: BTreeMap<String, String>,
    summary: String,
}

/// Runs all steps in a folder, as long as none fails.
fn act(folder: &Folder, given: &[(&str, &str)]) -> Acted {
    let mut inputs = defaults();
    for (name, value) in given {
        assert!(inputs.insert((*name).to_owned(), (*value).to_owned()).is_some(), "there is no input {name}");
    }
    let temporary = Folder::new(&format!("{}-runner", folder.0.file_name().unwrap().to_str().unwrap()), &[]);
    let mut outputs: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for step in steps() {
        temporary.write("output", "");
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &step.run]).current_dir(&folder.0).env_clear();
        bash.env("PATH", std::env::var("PATH").unwrap()).env("LANG", "C").env("RUNNER_TEMP", &temporary.0);
        bash.env("GITHUB_OUTPUT", temporary.0.join("output")).env("GITHUB_STEP_SUMMARY", temporary.0.join("summary"));
        for (name, value) in &step.env {
            let value = match value.trim_start_matches("${{ ").trim_end_matches(" }}").split_once('.').unwrap() {
                ("inputs", input) => inputs[input].clone(),
                ("github", "action_path") => env!("CARGO_MANIFEST_DIR").to_owned(),
                ("steps", output) => outputs[output.rsplit_once('.').unwrap().1].clone(),
                other => panic!("{other:?}"),
            };
            bash.env(name, value);
        }
        let ran = Ran::from(bash.output().unwrap());
        let lines = temporary.read("output");
        outputs.extend(lines.lines().map(|line| line.split_once('=').unwrap()).map(|(name, value)| (name.into(), value.into())));
        let failed = ran.code != 0;
        last = Some(ran);
        if failed {
            break;
        }
    }
    if let Some(sarif) = outputs.get("sarif") {
        let text = fs::read_to_string(sarif).unwrap();
        outputs.insert("sarif text".into(), text);
    }
    let summary = fs::read_to_string(temporary.0.join("summary")).unwrap_or_default();
    Acted { ran: last.unwrap(), outputs, summary }
}

fn sample(name: &str) -> Folder {
    let files = [("README.md", include_str!("action/README.md")), ("docs/prices.md", include_str!("action/docs/prices.md"))];
    Folder::new(name, &files)
}

fn program() -> String {
    assert_cmd::cargo::cargo_bin!("claimlint").display().to_string()
}

#[test]
fn the_sample_repository_is_annotated_summed_up_and_fails() {
    let folder = sample("action");
    let acted = act(&folder, &[("binary", &program()), ("paths", "docs\nREADME.md\n")]);
    assert_eq!((acted.ran.code, acted.ran.err.as_str()), (1, ""), "{:?}", acted.ran);
    let annotations: Vec<&str> = acted.ran.out.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(annotations.len(), 2, "{}", acted.ran.out);
    for part in ["file=README.md,line=9,endLine=9,col=10,endColumn=12::", "file=docs/prices.md,line=7,endLine=7,"] {
        assert!(annotations.iter().any(|line| line.contains(part)), "{part}\n{}", acted.ran.out);
    }
    assert_eq!((acted.outputs["findings"].as_str(), acted.outputs["exit-code"].as_str()), ("2", "1"));
    let sarif: serde_json::Value = serde_json::from_str(&acted.outputs["sarif text"]).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2);
    assert!(acted.summary.starts_with("# Audit report\n") && acted.summary.len() < 1 << 20);
    assert!(acted.summary.contains("690 EUR") && acted.summary.contains("44"), "{}", acted.summary);
    assert!(!folder.has("reports"));
}

#[test]
fn inputs_reach_the_program() {
    let folder = sample("action-inputs");
    folder.write("quiet.toml", "[rules]\nvalue-conflict = \"note\"\n");
    let binary = program();
    let acted = act(&folder, &[("binary", &binary), ("paths", "docs"), ("fail-on", "never"), ("lang", "zh")]);
    assert_eq!((acted.ran.code, acted.outputs["findings"].as_str()), (0, "1"), "{:?}", acted.ran);
    assert!(acted.summary.starts_with("# 审核报告"), "{}", acted.summary);
    let acted = act(&folder, &[("binary", &binary), ("paths", "docs"), ("config", "quiet.toml")]);
    assert!(acted.ran.code == 0 && acted.ran.out.contains("::notice title=claimlint value-conflict"), "{:?}", acted.ran);
    for words in [&["init", "-q"][..], &["add", "-A"], &["-c", "user.name=T", "-c", "user.email=t@e.org", "commit", "-qm", "x"]] {
        assert!(Command::new("git").args(words).current_dir(&folder.0).status().unwrap().success());
    }
    let acted = act(&folder, &[("binary", &binary), ("paths", "docs"), ("changed-since", "HEAD")]);
    assert_eq!((acted.ran.code, acted.outputs["findings"].as_str()), (0, "0"), "{:?}", acted.ran);
}

/// What a stranger's pull request could put into a path runs nothing, and a run that could not be done reports nothing.
#[test]
fn an_input_is_a_word_and_never_a_command() {
    let folder = sample("action-hostile");
    folder.write("$(touch hit)/a b.md", include_str!("action/docs/prices.md"));
    let binary = program();
    let acted = act(&folder, &[("binary", &binary), ("paths", "$(touch hit)/a b.md")]);
    assert_eq!((acted.ran.code, acted.outputs["findings"].as_str()), (1, "1"), "{:?}", acted.ran);
    for (name, value) in
        [("paths", "--output=hit"), ("changed-since", "$(touch hit)"), ("fail-on", "`touch hit`"), ("config", "; touch hit")]
    {
        let acted = act(&folder, &[("binary", &binary), (name, value)]);
        assert!(acted.ran.code == 2 && acted.outputs["exit-code"] == "2", "{:?}", acted.ran);
        assert!(!acted.outputs.contains_key("sarif") && acted.summary.is_empty(), "{:?}", acted.ran);
    }
    assert!(!folder.has("hit"));
    for step in steps() {
        assert!(!step.run.is_empty() && !step.run.contains("${{"), "{} puts an input into its script", step.id);
    }
}

/// Without `binary`, one on the path is taken, and else one is built from the action's own tree.
#[test]
fn a_program_on_the_path_is_found_and_else_one_is_built() {
    let folder = sample("action-path");
    let cargo = "#!/bin/sh\necho \"$*\" >words\nmkdir -p claimlint/bin\nln -s \"$PROGRAM\" claimlint/bin/claimlint\n";
    folder.write("cargo/cargo", cargo);
    let mut mode = fs::metadata(folder.0.join("cargo/cargo")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(folder.0.join("cargo/cargo"), mode).unwrap();
    fs::create_dir(folder.0.join("bin")).unwrap();
    std::os::unix::fs::symlink(program(), folder.0.join("bin/claimlint")).unwrap();

    let step = &steps()[0];
    let run = |first: &str| {
        folder.write("output", "");
        let path = format!("{}:/usr/bin:/bin", folder.0.join(first).display());
        let mut bash = Command::new("bash");
        bash.args(["-c", &step.run]).current_dir(&folder.0).env("BINARY", "").env("SOURCE", "/a b").env("PATH", path);
        bash.env("RUNNER_TEMP", &folder.0).env("PROGRAM", program()).env("GITHUB_OUTPUT", folder.0.join("output"));
        let ran = Ran::from(bash.output().unwrap());
        assert!(ran.code == 0 && ran.out.starts_with("claimlint "), "{ran:?}");
        folder.read("output")
    };
    assert_eq!(run("bin"), format!("binary={}\n", folder.0.join("bin/claimlint").display()));
    assert!(!folder.has("words"));
    assert_eq!(run("cargo"), format!("binary={}\n", folder.0.join("claimlint/bin/claimlint").display()));
    assert_eq!(folder.read("words"), format!("install --quiet --locked --path /a b --root {}/claimlint\n", folder.0.display()));
}

/// README shows each sample as it is, so that what is checked is what is copied.
#[test]
fn readme_shows_the_samples() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for sample in ["github.yml", "gitlab.yml", "pre-commit.yaml"] {
        let text = fs::read_to_string(root.join("integrations").join(sample)).unwrap();
        assert!(readme.contains(&format!("```yaml\n{text}```\n")), "README.md does not show integrations/{sample}");
    }
    let workflow = fs::read_to_string(root.join("integrations/github.yml")).unwrap();
    let inputs = workflow
        .lines()
        .skip_while(|line| !line.contains("id: claimlint"))
        .skip(2)
        .take_while(|line| !line.starts_with("      - "));
    let known = defaults();
    for input in
        inputs.filter_map(|line| line.strip_prefix("          ")?.split_once(':')).filter(|(name, _)| !name.starts_with(' '))
    {
        assert!(known.contains_key(input.0), "the action has no input {}", input.0);
    }
}
