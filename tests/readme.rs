//! What the README shows is what the program says.

use std::process::Command;

/// The README's block of output, as the lines between its fences.
fn excerpt(readme: &str) -> Vec<&str> {
    let block = readme.lines().skip_while(|line| *line != "```text").skip(1);
    block.take_while(|line| *line != "```").filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_excerpt_is_in_the_audit_of_the_sample_articles() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("claimlint"));
    let ran =
        command.args(["audit", "claims/articles", "--format", "text"]).current_dir(root).env_clear().env("LANG", "C").output();
    let said = String::from_utf8(ran.unwrap().stdout).unwrap();
    let shown = excerpt(&readme);
    assert!(shown.iter().filter(|line| line.contains("-->")).count() >= 2, "README.md shows no findings");
    for line in shown {
        assert!(said.lines().any(|said| said == line), "README.md shows a line that the audit does not say: {line}\n{said}");
    }
}
