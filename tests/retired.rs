//! Old figures that survive a correction, found through the stored records and the table of corrections.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

const SPEED: &str = "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 12 ms.\n";
const GUIDE: &str = "# Which cache\n\nHarbor Cache has a p99 latency of 0.012 s, and it is free.\n";
const PAGE: &str = "# 缓存选购\n\nHarbor Cache 的 p99 延迟为12毫秒。\n";

fn start(name: &str) -> Folder {
    Folder::new(
        name,
        &[("claimlint.toml", "paths = [\"docs\"]\n"), ("docs/speed.md", SPEED), ("docs/guide.md", GUIDE), ("docs/页.md", PAGE)],
    )
}

/// Documents and arithmetic of the findings that name old figures; no other finding may speak of these figures.
fn survivors(ran: &Ran) -> Vec<(String, String)> {
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let findings = report["findings"].as_array().unwrap();
    assert!(!findings.iter().any(|f| f["rule"] == "value-conflict" && f["message"].to_string().contains("12")), "{ran:?}");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let retired = findings.iter().filter(|f| f["rule"] == "retired-value");
    retired.map(|f| (text(&f["primary"]["document"]), text(&f["arithmetic"]))).collect()
}

fn audit(folder: &Folder) -> Ran {
    folder.run(&["audit", "docs", "--format", "json"])
}

#[test]
fn what_the_records_remember_is_found_in_every_document() {
    let folder = start("records");
    assert_eq!(folder.run(&["extract", "--write"]).code, 0);
    assert_eq!(survivors(&audit(&folder)), []);
    folder.write("docs/speed.md", SPEED.replace("12 ms", "19 ms"));
    let ran = audit(&folder);
    let (guide, page) = ("docs/guide.md".to_owned(), "docs/页.md".to_owned());
    assert_eq!(
        survivors(&ran),
        [(guide, "12 ms → 19 ms; 0.012 s ≠ 0.019 s".to_owned()), (page.clone(), "12 ms → 19 ms; 12毫秒 ≠ 19毫秒".to_owned())]
    );
    assert_eq!(ran.code, 1);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["findings"][0]["related"][0]["document"], "docs/speed.md");
    assert_eq!(report["findings"][0]["related"][0]["quote"], "19 ms");

    // One fix mends all of them, at the places that still state the old figure.
    let finding = report["findings"][0]["fingerprint"].as_str().unwrap();
    let ran = folder.run(&["fix", finding, "--to", "19 ms", "--write"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("claimlint extract --write"), "{ran:?}");
    assert_eq!(folder.read("docs/guide.md"), GUIDE.replace("0.012 s", "0.019 s"));
    assert_eq!(folder.read("docs/页.md"), PAGE.replace("12", "19"));
    assert_eq!(survivors(&audit(&folder)), []);
    assert_eq!(folder.run(&["extract", "--write"]).code, 0);
    assert_eq!(survivors(&audit(&folder)), []);
}

#[test]
fn the_table_of_corrections_tells_commit_and_day_and_the_way_there() {
    let folder = start("table");
    folder.write("docs/speed.md", SPEED.replace("12 ms", "25 ms"));
    let value = |seconds: &str| {
        format!(
            "\"{{\"\"low\"\":\"\"{seconds}\"\",\"\"high\"\":\"\"{seconds}\"\",\"\"unit\"\":\"\"s\"\",\"\"bound\"\":\"\"eq\"\",\"\"low_open\"\":false,\"\"high_open\"\":false}}\""
        )
    };
    let head =
        "claim,collection,document,line,kind,subject,metric,conditions,from,to,was,is,commit,date,author,resolved,opened\n";
    let row = |from: (&str, &str), to: (&str, &str), commit: &str, day: &str| {
        let conditions = "\"{\"\"statistic\"\":\"\"p99\"\"}\"";
        let (was, is) = (value(from.1), value(to.1));
        format!(
            "c,,docs/speed.md,5,quantity,harbor-cache,latency,{conditions},{},{},{was},{is},{commit},{day}T10:00:00Z,Ada,,\n",
            from.0, to.0
        )
    };
    let first = row(("12 ms", "0.012"), ("19 ms", "0.019"), "aaaaaaaabbbb", "2030-02-28");
    let second = row(("19 ms", "0.019"), ("25 ms", "0.025"), "ccccccccdddd", "2031-03-31");
    folder.write("reports/corrections.csv", format!("{head}{first}{second}"));
    let found = survivors(&audit(&folder));
    assert_eq!(found[0], ("docs/guide.md".into(), "12 ms → 25 ms (aaaaaaaa 2030-02-28); 0.012 s ≠ 0.025 s".into()));
    assert_eq!(found.len(), 2);

    // A correction that was taken back has no survivors, nor has one of another place.
    folder.write("docs/speed.md", SPEED);
    assert_eq!(survivors(&audit(&folder)), []);
    folder.write("docs/speed.md", SPEED.replace("12 ms", "30 ms"));
    let ran = audit(&folder);
    assert!(!ran.rules().contains(&"retired-value".to_owned()), "{ran:?}");
    folder.write("reports/corrections.csv", format!("{head}broken\n"));
    let ran = audit(&folder);
    assert!(ran.code == 2 && ran.err.contains("reports/corrections.csv:2: the corrections cannot be read"), "{ran:?}");
}
