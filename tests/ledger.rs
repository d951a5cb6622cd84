//! Decisions, baseline and reviewed records: what a team keeps beside its documents, through edits and interrupted writes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]
#![allow(clippy::disallowed_methods, reason = "cuts are spread over the time that a run takes")]

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

const SETTINGS: (&str, &str) = ("claimlint.toml", "paths = [\"docs\"]\n");
const HERON: &str =
    "# Heron\n\nHeron has a p99 latency of 45 ms and weighs 300 g.\n\n## Summary\n\nHeron has a p99 latency of 61 ms.\n";

fn folder(name: &str) -> Folder {
    Folder::new(name, &[SETTINGS, ("docs/a.md", HERON)])
}

/// Fingerprint and status of each error, and how the run ended.
fn errors(folder: &Folder) -> (Vec<(String, String)>, Ran) {
    let ran = folder.run(&["audit", "docs", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let errors = report["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "error");
    (errors.map(|f| (text(&f["fingerprint"]), text(&f["status"]))).collect(), ran)
}

fn decide(folder: &Folder, word: &str, more: &[&str]) -> Ran {
    let fingerprint = errors(folder).0[0].0[..10].to_owned();
    let words = ["decide", &fingerprint, "--as", word, "--reason", "two models", "--author", "Ada"];
    folder.run(&[&words[..], more].concat())
}

fn message(folder: &Folder) -> String {
    folder.run(&["audit", "docs", "--format", "short"]).out
}

#[test]
fn an_acceptance_holds_until_the_figures_change() {
    let folder = folder("acceptance");
    assert_eq!(decide(&folder, "accepted", &[]).code, 0);
    let (found, ran) = errors(&folder);
    assert_eq!((found.len(), ran.code), (0, 0));
    // Lines above, a new name, another figure before it: the finding is the same.
    let moved = format!("{}{}", "A line.\n\n".repeat(25), HERON.replace("45 ms", "45 ms and a floor of 12 W"));
    std::fs::remove_file(folder.0.join("docs/a.md")).unwrap();
    folder.write("docs/z.md", &moved);
    assert_eq!(errors(&folder).0, []);
    // Another figure is another matter, and it is said why the finding is back.
    folder.write("docs/z.md", moved.replace("61 ms", "63 ms"));
    assert_eq!(errors(&folder).1.code, 1);
    let said = message(&folder);
    assert!(said.contains("accepted on ") && said.contains(" for 45 ms / 61 ms, now 45 ms / 63 ms"), "{said}");
}

#[test]
fn a_confirmed_finding_stays_open_and_a_withdrawn_decision_is_gone() {
    let folder = folder("confirmed");
    decide(&folder, "confirmed", &[]);
    let ran = folder.run(&["audit", "docs", "--format", "json"]);
    assert!(ran.out.contains("\"decision\": \"confirmed\""), "{}", ran.out);
    assert_eq!(ran.code, 1);
    decide(&folder, "false_positive", &[]);
    assert_eq!(folder.read("claims/decisions.csv").lines().count(), 2, "the second decision replaces the first");
    let sarif = folder.run(&["audit", "docs", "--format", "sarif"]).out;
    assert!(sarif.contains("\"kind\": \"external\"") && sarif.contains("two models"), "{sarif}");
    let row = folder.read("claims/decisions.csv").lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    assert_eq!(folder.run(&["decide", &row, "--withdraw"]).code, 0);
    assert_eq!(errors(&folder).0.len(), 1);
}

#[test]
fn what_is_expired_broken_or_about_nothing_is_told_and_holds_nothing() {
    let folder = folder("expired");
    decide(&folder, "accepted", &["--expires", "2020-01-31"]);
    let said = message(&folder);
    assert!(said.contains("idle-decision") && said.contains("until 2020-01-31"), "{said}");
    assert_eq!(errors(&folder).1.code, 1);
    assert_eq!(folder.run(&["decide", "--prune"]).err, "1 of 1 decisions removed\n");

    decide(&folder, "accepted", &[]);
    let good = folder.read("claims/decisions.csv");
    folder.write("claims/decisions.csv", good.replace("accepted", "acepted"));
    assert!(message(&folder).contains("claims/decisions.csv:2:1: note[broken-decision]: `decision` is acepted"));
    assert_eq!(errors(&folder).1.code, 1);
    // Writing would lose the line.
    assert_eq!(decide(&folder, "accepted", &[]).code, 2);

    folder.write("claims/decisions.csv", &good);
    folder.write("docs/a.md", HERON.replace("61 ms", "45 ms"));
    assert!(message(&folder).contains("is no longer found"));
    assert_eq!(folder.run(&["decide", "--prune"]).err, "1 of 1 decisions removed\n");
    assert_eq!(folder.read("claims/decisions.csv").lines().count(), 1);
    let ran = folder.run(&["decide", "ffff", "--as", "accepted", "--reason", "x"]);
    assert_eq!((ran.code, ran.err.contains("no finding has the fingerprint ffff")), (1, true), "{ran:?}");
}

#[test]
fn a_baseline_lets_known_findings_pass_and_counts_hide_no_swap() {
    let folder = folder("baseline");
    assert_eq!(folder.run(&["audit", "--baseline", "-q"]).code, 0);
    let first = folder.read("claims/baseline.csv");
    assert_eq!((errors(&folder).0[0].1.as_str(), errors(&folder).1.code), ("unchanged", 0));
    assert_eq!(folder.run(&["audit", "--baseline", "-q"]).code, 0);
    assert_eq!(folder.read("claims/baseline.csv"), first);

    // One mended, another made: as many as before.
    let swapped = HERON.replace("61 ms.", "45 ms. Heron weighs 450 g.");
    folder.write("docs/a.md", &swapped);
    let (found, ran) = errors(&folder);
    assert_eq!((found.iter().map(|f| f.1.as_str()).collect::<Vec<_>>(), ran.code), (vec!["new"], 1));
    assert!(ran.out.contains("\"value\": \"45 ms / 61 ms\""), "{}", ran.out);

    folder.run(&["audit", "--baseline", "-q"]);
    assert_eq!(folder.read("claims/baseline.csv").lines().count(), 3, "what is mended is remembered");
    folder.write("docs/a.md", HERON);
    let (found, ran) = errors(&folder);
    assert_eq!((found.iter().map(|f| f.1.as_str()).collect::<Vec<_>>(), ran.code), (vec!["reopened"], 1));

    folder.write("claims/baseline.csv", "fingerprint,rule\nx");
    let ran = folder.run(&["audit", "docs"]);
    assert_eq!((ran.code, ran.err.contains("claims/baseline.csv:1: the baseline cannot be read")), (2, true), "{ran:?}");
}

#[test]
fn a_report_read_again_knows_all_of_its_findings() {
    let folder = folder("against");
    folder.write("report.json", folder.run(&["audit", "docs", "--format", "json"]).out);
    let ran = folder.run(&["audit", "docs", "--against", "report.json", "--format", "json"]);
    assert!(ran.out.contains("\"status\": \"unchanged\"") && !ran.out.contains("\"status\": \"new\""), "{}", ran.out);
    assert_eq!(ran.code, 0);
}

/// The record of the figure that reads so, as a row of the file of records.
fn row(folder: &Folder, quote: &str) -> (String, usize) {
    let text = folder.read("claims/records/a.md.csv");
    let at = text.lines().position(|line| line.contains(&format!(",{quote},")) && line.contains(",quantity,"));
    (text.clone(), at.unwrap_or_else(|| panic!("no record of {quote} in {text}")))
}

fn with_row(text: &str, at: usize, change: &dyn Fn(&str) -> String) -> String {
    let lines: Vec<String> =
        text.lines().enumerate().map(|(n, line)| if n == at { change(line) } else { line.to_owned() }).collect();
    lines.join("\n") + "\n"
}

#[test]
fn a_record_that_is_no_claim_or_was_split_stays_so() {
    let folder = folder("reviewed");
    assert_eq!(folder.run(&["extract", "--write"]).code, 0);
    let (text, at) = row(&folder, "61 ms");
    folder.write("claims/records/a.md.csv", with_row(&text, at, &|line| line.replacen(",none,", ",rejected,", 1)));
    assert_eq!(errors(&folder).0, []);
    assert_eq!(folder.run(&["extract", "--check"]).code, 0);
    folder.run(&["extract", "--write"]);
    assert_eq!(errors(&folder).0, [], "the next run does not take the review back");

    // In its place a record of the reader's own, of another subject: it moves with its text, and is compared.
    let (text, at) = row(&folder, "61 ms");
    let split = text.lines().nth(at).unwrap().replacen(",rejected,", ",corrected,", 1).replacen(",extracted,", ",curated,", 1);
    let id = split.split(',').next().unwrap();
    let split = split.replacen(id, "split-1", 1).replace(",heron,Heron,", ",egret,Egret,");
    folder.write("claims/records/a.md.csv", format!("{text}{split}\n"));
    let longer = format!("{HERON}\nEgret has a p99 latency of 70 ms.\n").replace("# Heron\n", "# Heron\n\nNew words.\n");
    folder.write("docs/a.md", &longer);
    let said = message(&folder);
    assert!(said.contains("docs/a.md:11") && said.contains("Egret") && said.contains("61 ms"), "{said}");
    folder.run(&["extract", "--write"]);
    assert!(folder.read("claims/records/a.md.csv").contains("split-1"));
}

#[test]
fn a_changed_text_under_a_review_waits_to_be_confirmed() {
    let folder = folder("correction");
    folder.run(&["extract", "--write"]);
    let (text, at) = row(&folder, "61 ms");
    let confirmed = with_row(&text, at, &|line| line.replacen(",none,", ",confirmed,", 1));
    folder.write("claims/records/a.md.csv", &confirmed);
    folder.write("docs/a.md", HERON.replace("61 ms", "45 ms"));
    let ran = folder.run(&["extract", "--write"]);
    assert!(ran.err.contains("correction to confirm: docs/a.md:7: \"61 ms\" → \"45 ms\""), "{}", ran.err);
    assert!(folder.read("claims/records/a.md.csv").contains(",61 ms,"), "a review is never overwritten");
    let ran = folder.run(&["extract", "--write", "--confirm", "all"]);
    assert!(!ran.err.contains("correction"), "{}", ran.err);
    let text = folder.read("claims/records/a.md.csv");
    assert!(!text.contains(",61 ms,") && text.contains(",confirmed,"), "{text}");
    assert_eq!(folder.run(&["extract", "--check"]).code, 0);
}

/// What a spreadsheet does to a table that it opens and saves: a mark in front, its own separator and line ends, capitals, numbers
/// as it likes them.
fn through_a_spreadsheet(text: &str) -> String {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut writer = csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(reader.headers().unwrap()).unwrap();
    for record in reader.records() {
        let cells: Vec<String> = record
            .unwrap()
            .iter()
            .map(|cell| match cell {
                "true" | "false" => cell.to_uppercase(),
                number if number.len() > 15 && number.bytes().all(|b| b.is_ascii_digit()) => format!("{}E+15", &number[..5]),
                number if number.contains('.') && number.bytes().all(|b| b.is_ascii_digit() || b == b'.') => {
                    number.trim_end_matches('0').trim_end_matches('.').to_owned()
                }
                text => text.to_owned(),
            })
            .collect();
        writer.write_record(&cells).unwrap();
    }
    format!("\u{feff}{}", String::from_utf8(writer.into_inner().unwrap()).unwrap())
}

#[test]
fn records_come_back_from_a_spreadsheet() {
    let text = "# Prices\n\nHeron costs 2.50 USD, weighs 0.750 kg and has 12,500 users; the discount is -5.50% (=SUM of both).\n";
    let folder = Folder::new("spreadsheet", &[SETTINGS, ("docs/a.md", text)]);
    folder.run(&["extract", "--write"]);
    let written = folder.read("claims/records/a.md.csv");
    // Every second row is confirmed, and all go through the spreadsheet.
    let reviewed: Vec<String> = written
        .lines()
        .enumerate()
        .map(|(n, line)| if n % 2 == 1 { line.replacen(",none,", ",confirmed,", 1) } else { line.to_owned() })
        .collect();
    let reviewed = reviewed.join("\n") + "\n";
    assert_ne!(reviewed, written);
    folder.write("claims/records/a.md.csv", through_a_spreadsheet(&reviewed));
    let ran = folder.run(&["extract", "--write"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.read("claims/records/a.md.csv"), reviewed, "{}", ran.err);
    for cell in csv::Reader::from_reader(reviewed.as_bytes())
        .records()
        .flat_map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(!cell.starts_with(['=', '@', '+']), "a spreadsheet computes {cell}");
    }
}

/// The program dies at any moment, 200 times: what it keeps is whole, as it was or as it should be.
#[test]
fn a_cut_at_any_moment_leaves_files_whole() {
    let folder = folder("cut");
    folder
        .write("docs/b.md", "# Egret\n\nEgret has a p99 latency of 45 ms.\n\n## Summary\n\nEgret has a p99 latency of 61 ms.\n");
    let fingerprints: Vec<String> = errors(&folder).0.into_iter().map(|found| found.0).collect();
    let [first, second] = &fingerprints[..] else { panic!("{fingerprints:?}") };
    let commands: [Vec<&str>; 4] = [
        vec!["decide", first, "--as", "accepted", "--reason", "one", "--author", "Ada"],
        vec!["decide", second, "--as", "confirmed", "--reason", "two", "--author", "Ada"],
        vec!["extract", "--write"],
        vec!["audit", "--baseline"],
    ];
    // How long a whole run takes here, to spread the cuts over it.
    let began = std::time::Instant::now();
    for words in &commands {
        folder.run(words);
    }
    let whole = began.elapsed() / 4;
    let mut kept = 0;
    for cut in 0..200_u32 {
        let words = &commands[cut as usize % 4];
        // From nothing every other time, else over what is there.
        if cut % 8 < 4 {
            let _ = std::fs::remove_dir_all(folder.0.join("claims"));
        }
        let mut child =
            folder.command().args(words).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole * (cut * 37 % 120) / 100);
        let _ = child.kill();
        child.wait().unwrap();

        for (name, columns) in [("claims/decisions.csv", 9), ("claims/baseline.csv", 6)] {
            if folder.has(name) {
                let text = folder.read(name);
                let rows: Vec<_> =
                    csv::Reader::from_reader(text.as_bytes()).into_records().map(|row| row.unwrap().len()).collect();
                assert!(text.ends_with('\n') && rows.iter().all(|n| *n == columns), "{name} after cut {cut}: {text}");
                kept += 1;
            }
        }
        for name in ["claims/records/a.md.csv", "claims/records/b.md.csv"] {
            if folder.has(name) {
                let rows = claimlint::claim::csv::read(&folder.read(name));
                assert!(rows.strays.is_empty() && rows.rows.len() > 4, "{name} after cut {cut}");
                kept += 1;
            }
        }
    }
    assert!(kept > 50, "only {kept} files were there to look at");
    // And the program goes on from there.
    for words in &commands {
        folder.run(words);
    }
    assert_eq!(folder.run(&["extract", "--check"]).code, 0);
    assert_eq!(errors(&folder).1.code, 0);
}
