//! One fact set to one value everywhere: each notation kept, what is not safe refused, the diff and the written files the same.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]
#![allow(clippy::disallowed_methods, reason = "cuts are spread over the time that a run takes")]

use std::fs;
use std::process::Command;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

/// The fingerprint of the only finding of a rule in `docs`, or of the first.
fn fingerprint(folder: &Folder, rule: &str) -> String {
    let ran = folder.run(&["audit", "docs", "--all", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let found = report["findings"].as_array().unwrap().iter().find(|f| f["rule"] == rule);
    found.unwrap_or_else(|| panic!("no {rule}: {ran:?}"))["fingerprint"].as_str().unwrap().to_owned()
}

/// Sets the fact of a value-conflict.
fn fix(folder: &Folder, value: &str, more: &[&str]) -> Ran {
    let finding = fingerprint(folder, "value-conflict");
    let mut args = vec!["fix", &finding[..12], "--to", value, "--in", "docs"];
    args.extend(more);
    folder.run(&args)
}

/// A document in which the last figure of the fact differs from the first.
fn english(first: &str, second: &str) -> String {
    format!("# Heron\n\nHeron has a p99 latency of {first}.\n\n## Summary\n\nHeron has a p99 latency of {second}.\n")
}

fn chinese(metric: &str, first: &str, second: &str) -> String {
    format!("# 苍鹭热水壶\n\n苍鹭热水壶的{metric}{first}。\n\n## 小结\n\n苍鹭热水壶的{metric}{second}。\n")
}

#[test]
fn each_notation_is_kept() {
    for (case, text, value, expected) in [
        ("unit", english("45 ms", "0.061 s"), "50 ms", english("50 ms", "0.050 s")),
        ("back", english("45 ms", "0.061 s"), "0.0453 s", english("45.3 ms", "0.0453 s")),
        ("words", english("forty-five milliseconds", "61 ms"), "50 ms", english("fifty milliseconds", "50 ms")),
        ("about", english("45 ms", "about 61 ms"), "45 ms", english("45 ms", "about 45 ms")),
        ("mark", english("**45** ms", "61 ms"), "61 ms", english("**61** ms", "61 ms")),
        ("bare", english("45 ms", "61 ms"), "50", english("50 ms", "50 ms")),
        ("thousands", english("1,200 ms", "1,350 ms"), "12 s", english("12,000 ms", "12,000 ms")),
        ("毫秒", chinese("延迟为", "45毫秒", "六十一毫秒"), "50毫秒", chinese("延迟为", "50毫秒", "五十毫秒")),
        ("两", chinese("延迟为", "45毫秒", "六十一毫秒"), "200 ms", chinese("延迟为", "200毫秒", "二百毫秒")),
        ("万", chinese("价格为", "4.5万元", "61000元"), "6.2万元", chinese("价格为", "6.2万元", "62000元")),
        ("元", chinese("价格为", "4.5万元", "61000元"), "6.2万", chinese("价格为", "6.2万元", "62000元")),
        ("分钟", chinese("延迟为", "2.0分钟", "90秒"), "150秒", chinese("延迟为", "2.5分钟", "150秒")),
        ("全角", chinese("价格为", "１，２００元", "1350元"), "1400元", chinese("价格为", "１，４００元", "1400元")),
        ("汉字", chinese("价格为", "四十五元", "六十一元"), "50元", chinese("价格为", "五十元", "五十元")),
        ("百分之", chinese("成本节省", "百分之四十五", "60%"), "52%", chinese("成本节省", "百分之五十二", "52%")),
        ("成", chinese("成本节省", "三成", "45%"), "40%", chinese("成本节省", "四成", "40%")),
        ("小数", chinese("成本节省", "45.0%", "60.5%"), "52%", chinese("成本节省", "52.0%", "52.0%")),
    ] {
        let folder = Folder::new(&format!("notation-{case}"), &[("docs/a.md", &text)]);
        let shown = fix(&folder, value, &[]);
        assert_eq!(shown.code, 0, "{case}: {shown:?}");
        assert_eq!(folder.read("docs/a.md"), text, "{case}: nothing is written without --write");
        let written = fix(&folder, value, &["--write"]);
        assert_eq!(written.code, 0, "{case}: {written:?}");
        assert_eq!(folder.read("docs/a.md"), expected, "{case}");
        assert_eq!(written.out, shown.out, "{case}");
    }
}

#[test]
fn every_place_of_the_fact_and_no_other_is_set() {
    let folder = Folder::new(
        "everywhere",
        &[
            ("docs/a.md", &english("45 ms", "61 ms")),
            (
                "docs/b.md",
                "# Notes\n\nHeron has a p99 latency of 45 ms, and Egret has a p99 latency of 45 ms. Heron costs 45 USD.\n",
            ),
            ("docs/c.html", "<h1>Heron</h1>\n<p>Heron has a p99 latency of <b>45</b>&nbsp;ms.</p>\n"),
            ("docs/d.md", "# Speeds\n\n| Product | p99 latency (ms) |\n|---|---|\n| Heron | 45 |\n| Egret | 45 |\n"),
        ],
    );
    let ran = fix(&folder, "61 ms", &["--write"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.err.contains("states it already: docs/a.md:7:28 \"61 ms\"")
            && ran.err.contains("4 places set to 61 ms in 4 documents"),
        "{ran:?}"
    );
    assert_eq!(folder.read("docs/a.md"), english("61 ms", "61 ms"));
    assert!(folder.read("docs/b.md").contains("latency of 61 ms, and Egret has a p99 latency of 45 ms. Heron costs 45 USD"));
    assert!(folder.read("docs/c.html").contains("of <b>61</b>&nbsp;ms."));
    assert!(folder.read("docs/d.md").contains("| Heron | 61 |\n| Egret | 45 |"));
    assert_eq!(folder.run(&["audit", "docs"]).code, 0);
}

#[test]
fn what_is_not_safe_is_refused_and_nothing_is_written() {
    for (case, text, value, reason) in [
        ("han", chinese("价格为", "四十五元", "60元"), "45.3元", "is written in a form that does not hold the value exactly"),
        ("rounding", chinese("延迟为", "2.0分钟", "90秒"), "100秒", "is written in a form that does not hold the value exactly"),
        ("range", english("45 ms", "61–70 ms"), "61 ms", "states a range or a change, not one figure"),
        ("less", english("less than 45 ms", "61 ms"), "50 ms", "would contradict the others"),
        ("markup", english("**4**5 ms", "61 ms"), "61 ms", "does not stand in the file in one piece as it is read"),
        ("entity", english("4&#53; ms", "61 ms"), "61 ms", "does not stand in the file in one piece as it is read"),
        ("dimension", english("45 ms", "61 ms"), "61 GB", "is of another dimension than the value"),
        ("unit", english("45 ms", "0.061 s"), "61", "is written in another unit than the others"),
        ("exponent", english("4.5×10^1 ms", "61 ms"), "61 ms", "is written in a form that does not hold the value exactly"),
        ("plural", english("1 second", "2 s"), "2 s", "has a word beside it that would have to change as well"),
    ] {
        let folder = Folder::new(&format!("refused-{case}"), &[("docs/a.md", &text)]);
        let ran = fix(&folder, value, &["--write"]);
        assert_eq!(ran.code, 1, "{case}: {ran:?}");
        assert!(ran.err.contains("not set: docs/a.md:") && ran.err.contains(reason), "{case}: {ran:?}");
        assert_eq!(folder.read("docs/a.md"), text, "{case}");
        let said = fix(&folder, value, &["--lang", "zh"]);
        assert!(said.err.contains("未改：docs/a.md:"), "{case}: {said:?}");
    }
}

#[test]
fn what_can_be_set_is_written_on_demand() {
    let folder = Folder::new(
        "partial",
        &[
            ("docs/README.md", "# Heron\n\nHeron has a p99 latency of 45 ms.\n"),
            ("docs/results.csv", "product,p99 latency (ms)\nHeron,61\nEgret,80\n"),
        ],
    );
    let finding = fingerprint(&folder, "data-mismatch");
    let to = |value: &str, more: &[&str]| {
        let mut args = vec!["fix", &finding, "--to", value, "--in", "docs"];
        args.extend(more);
        folder.run(&args)
    };
    // The data are made elsewhere; that they hold the value already is fine.
    let ran = to("70 ms", &["--write"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("not set: docs/results.csv:2:7 \"61\" stands in a data file, which is made elsewhere"), "{ran:?}");
    assert!(ran.err.contains("after this change the finding is still there"), "{ran:?}");
    assert!(
        ran.err.ends_with("nothing is written\nhelp: correct the rest by hand, or write what can be set with --partial\n"),
        "{ran:?}"
    );
    assert_eq!(to("61 ms", &[]).code, 0);
    let ran = to("70 ms", &["--write", "--partial"]);
    assert_eq!(ran.code, 1);
    assert_eq!(folder.read("docs/README.md"), "# Heron\n\nHeron has a p99 latency of 70 ms.\n");
    assert!(folder.read("docs/results.csv").contains("Heron,61"));
}

#[test]
fn line_ends_marks_and_encodings_are_kept() {
    let text = "# 苍鹭热水壶\r\n\r\n苍鹭热水壶的价格为四十五元，其余各项说明与上一版相同。\r\n\r\n## 小结\r\n\r\n苍鹭热水壶的价格为61元，其余各项说明与上一版相同。";
    let expected = text.replace("四十五", "六十一");
    let utf16 = |text: &str| std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let gb = |text: &str| encoding_rs::GB18030.encode(text).0.into_owned();
    for (case, before, after) in [
        ("crlf", text.as_bytes().to_vec(), expected.clone().into_bytes()),
        ("bom", [b"\xEF\xBB\xBF", text.as_bytes()].concat(), [b"\xEF\xBB\xBF", expected.as_bytes()].concat()),
        ("gb18030", gb(text), gb(&expected)),
        ("utf16", utf16(text), utf16(&expected)),
    ] {
        let folder = Folder::new(&format!("bytes-{case}"), &[]);
        folder.write("docs/甲.md", &before);
        let finding = fingerprint(&folder, "value-conflict");
        let output = folder.command().args(["fix", &finding, "--to", "61元", "--in", "docs", "--write"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{case}: {output:?}");
        assert_eq!(fs::read(folder.0.join("docs/甲.md")).unwrap(), after, "{case}");
    }
    // A file is written back in its own encoding, or not at all.
    let folder = Folder::new("bytes-lost", &[]);
    let latin = format!("{}\nLe Héron coûte 20 € l’été, à peu près comme l’an passé.\n", english("45 ms", "61 ms"));
    folder.write("docs/a.md", encoding_rs::WINDOWS_1252.encode(&latin).0);
    let finding = fingerprint(&folder, "value-conflict");
    let output = folder.command().args(["fix", &finding, "--to", "61 ms", "--in", "docs", "--write"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let written = fs::read(folder.0.join("docs/a.md")).unwrap();
    assert_eq!(encoding_rs::WINDOWS_1252.decode(&written).0, latin.replace("45", "61"));
}

/// Runs a program in the folder with the diff on its standard input.
fn apply(folder: &Folder, words: &[&str], diff: &[u8]) {
    use std::io::Write as _;
    let mut child =
        Command::new(words[0]).args(&words[1..]).current_dir(&folder.0).stdin(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(diff).unwrap();
    assert!(child.wait().unwrap().success(), "{words:?}\n{}", String::from_utf8_lossy(diff));
}

#[test]
fn the_diff_gives_the_bytes_that_are_written() {
    let text = english("45 ms", "0.061 s").replace("## Summary", "one\n\ntwo\n\nthree\n\nfour\n\n## Summary");
    let chinese = "# 苍鹭热水壶\r\n\r\nHeron 的 p99 延迟为四十五毫秒，这一数值来自去年的测试。\r\n";
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("docs/a b.md", text.clone().into_bytes()),
        ("docs/价格 表.md", [b"\xEF\xBB\xBF", text.trim_end().as_bytes()].concat()),
        ("docs/甲.txt", encoding_rs::GB18030.encode(chinese).0.into_owned()),
    ];
    let start = |name: &str| {
        let folder = Folder::new(name, &[]);
        for (name, bytes) in &files {
            folder.write(name, bytes);
        }
        folder
    };
    let written = start("diff-written");
    let finding = fingerprint(&written, "value-conflict");
    let args = ["fix", &finding, "--to", "50 ms", "--in", "docs"];
    let output = written.command().args(args).arg("--write").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for tool in [&["git", "apply", "-"][..], &["patch", "-p1", "--quiet", "--binary"]] {
        if Command::new(tool[0]).arg("--version").output().is_err() {
            assert_ne!(tool[0], "git", "git is needed for the tests");
            continue;
        }
        let applied = start(&format!("diff-{}", tool[0]));
        let shown = applied.command().args(args).output().unwrap();
        assert_eq!(shown.stdout, output.stdout);
        apply(&applied, tool, &shown.stdout);
        for (name, before) in &files {
            let (one, other) = (fs::read(written.0.join(name)).unwrap(), fs::read(applied.0.join(name)).unwrap());
            assert!(one == other && one != *before, "{tool:?} {name}");
        }
    }
}

#[test]
fn what_depends_on_the_fact_is_told() {
    let table = "| Kind | Stalls |\n|---|---|\n| Food | 30 |\n| Craft | 20 |\n| Total | 50 |";
    let folder =
        Folder::new("depends", &[("docs/a.md", &format!("# Heron fair\n\n{table}\n\n## Notes\n\nFood has 35 stalls.\n"))]);
    let ran = fix(&folder, "35", &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = "after this change 1 finding is new:\n  error[total-mismatch] docs/a.md:7:11 \"50\" the total is 50, but the rows add up to 55\n";
    assert!(ran.err.contains(told), "{ran:?}");
}

#[test]
fn what_is_no_figure_or_no_finding_says_so() {
    let folder = Folder::new(
        "no-figure",
        &[
            (
                "docs/a.md",
                "# Kettles\n\n- Top pick: Heron kettle\n\n### TOP 1: Heron kettle\n\nFast.\n\n### TOP 2: Egret kettle\n\nSmall.\n",
            ),
            (
                "docs/b.md",
                "# Kettles\n\n- Top pick: Egret kettle\n\n### TOP 1: Egret kettle\n\nSmall.\n\n### TOP 2: Heron kettle\n\nFast.\n",
            ),
        ],
    );
    let finding = fingerprint(&folder, "top-pick-conflict");
    let ran = folder.run(&["fix", &finding, "--to", "61 ms", "--in", "docs"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "error: what top-pick-conflict is about is no figure\nhelp: correct the text by hand\n");
    let ran = folder.run(&["fix", "feedbeef", "--to", "61 ms", "--in", "docs"]);
    assert!(ran.code == 1 && ran.err.starts_with("error: no finding has the fingerprint feedbeef\n"), "{ran:?}");
    for value in ["fast", "45–61 ms", "up to 61 ms", "about 61 ms", "61 ms and 62 ms", ""] {
        let ran = folder.run(&["fix", &finding, "--to", value, "--in", "docs"]);
        assert!(
            ran.code == 2 && ran.err.contains("is not one plain figure\nhelp: give a figure with its unit"),
            "{value}: {ran:?}"
        );
    }
    let ran = folder.run(&["fix", &finding, "--to", "61 ms", "--in", "-"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: standard input cannot be written to\n"), "{ran:?}");
}

/// A run that is killed while it writes leaves each file as it was or as it should be.
#[test]
#[cfg(unix)]
fn a_power_cut_leaves_each_file_whole() {
    let files: Vec<(String, String)> = (0..12).map(|n| (format!("docs/{n}.md"), english("45 ms", "61 ms"))).collect();
    let folder = Folder::new("cut", &files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>());
    let finding = fingerprint(&folder, "value-conflict");
    let args = ["fix", &finding, "--to", "50 ms", "--in", "docs", "--write"];
    let begun = std::time::Instant::now();
    assert_eq!(folder.run(&args).code, 0);
    let whole = begun.elapsed();
    let after = english("50 ms", "50 ms");
    let mut cut = 0;
    for round in 0..16_u32 {
        for (name, text) in &files {
            folder.write(name, text);
        }
        let mut child =
            folder.command().args(args).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        // The last third of the run, where the files are written.
        std::thread::sleep(whole * (40 + 2 * round) / 64);
        child.kill().unwrap();
        cut += u32::from(!child.wait().unwrap().success());
        for (name, before) in &files {
            let text = folder.read(name);
            assert!(text == *before || text == after, "{name}: {text}");
        }
    }
    // What an attempt leaves beside the files is no document, and in nobody's way.
    for (name, text) in &files {
        folder.write(name, text);
    }
    assert_eq!(folder.run(&args).code, 0);
    assert!(cut > 0, "no run was cut");
}

#[test]
#[cfg(unix)]
fn a_link_and_the_rights_of_a_file_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("rights", &[("docs/a.md", &english("45 ms", "61 ms"))]);
    let path = folder.0.join("docs/a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(fix(&folder, "61 ms", &["--write"]).code, 0);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.0.join("docs")).unwrap().count(), 1);

    folder.write("docs/a.md", english("45 ms", "61 ms"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    let ran = fix(&folder, "61 ms", &["--write"]);
    assert!(ran.code == 2 && ran.err.contains("the file is write-protected"), "{ran:?}");
    assert_eq!(folder.read("docs/a.md"), english("45 ms", "61 ms"));
}
