//! The command line: exit codes, where output goes, what is said of bad input.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::fs;
use std::path::Path;
use std::process::Stdio;

use folder::{Folder, Ran};

#[path = "common/folder.rs"]
mod folder;

/// Two documents that cannot both hold: the pick of one is second in the other.
const CONFLICT: &[(&str, &str)] = &[
    (
        "docs/a.md",
        "# Kettles\n\n- Top pick: Heron kettle\n\n### TOP 1: Heron kettle\n\nFast.\n\n### TOP 2: Egret kettle\n\nSmall.\n",
    ),
    (
        "docs/b.md",
        "# Kettles\n\n- Top pick: Egret kettle\n\n### TOP 1: Egret kettle\n\nSmall.\n\n### TOP 2: Heron kettle\n\nFast.\n",
    ),
];

/// One document that agrees with itself.
const PEACE: (&str, &str) =
    ("docs/a.md", "# Kettles\n\n### TOP 1: Heron kettle\n\nBoils in 128 s.\n\n### TOP 2: Egret kettle\n\nBoils in 201 s.\n");

#[test]
fn exit_code_follows_the_findings_and_not_the_format() {
    let peace = Folder::new("peace", &[PEACE]);
    let ran = peace.run(&["audit", "docs"]);
    assert_eq!(ran.code, 0, "{ran:?}");

    let conflict = Folder::new("conflict", CONFLICT);
    for format in ["text", "json", "markdown"] {
        let ran = conflict.run(&["audit", "docs", "--format", format]);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{ran:?}");
    }
    assert_eq!(conflict.run(&["audit", "docs", "--fail-on", "never"]).code, 0);
    assert!(conflict.run(&["audit", "docs", "--format", "json"]).rules().contains(&"top-pick-conflict".to_owned()));
}

#[test]
fn documents_of_two_collections_need_not_agree() {
    let files: Vec<(&str, &str)> = vec![("x/a.md", CONFLICT[0].1), ("y/b.md", CONFLICT[1].1)];
    let folder = Folder::new("collections", &files);
    assert_eq!(folder.run(&["audit", "."]).code, 1);
    folder.write("claimlint.toml", "collections = \"by-folder\"\n");
    let ran = folder.run(&["audit", "."]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn rules_are_lowered_and_switched_off_by_the_settings() {
    let folder = Folder::new("levels", CONFLICT);
    let fails_on = |level: &str| folder.run(&["audit", "docs", "--fail-on", level]).code;
    folder.write("claimlint.toml", "[rules]\ntop-pick-conflict = \"note\"\nrank-conflict = \"note\"\n");
    assert_eq!((fails_on("error"), fails_on("note")), (0, 1));
    folder.write(
        "claimlint.toml",
        "[[override]]\npaths = [\"docs/**\"]\nrules = { top-pick-conflict = \"off\", rank-conflict = \"off\" }\n",
    );
    let rules = folder.run(&["audit", "docs", "--format", "json"]).rules();
    assert!(!rules.iter().any(|rule| rule == "top-pick-conflict" || rule == "rank-conflict"), "{rules:?}");
}

#[test]
fn a_run_that_checked_nothing_says_so_and_exits_with_2() {
    let folder =
        Folder::new("nothing", &[("empty.md", ""), ("words.md", "# Words\n\nNothing to count.\n"), ("page.rst", "<p>40%</p>")]);
    for (path, rule) in [("empty.md", "nothing-checked"), ("words.md", "nothing-checked"), ("page.rst", "unreadable-document")] {
        let ran = folder.run(&["audit", path, "--format", "json"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.rules().contains(&rule.to_owned()), "{ran:?}");
        assert!(ran.err.starts_with("error: no claim was found, so nothing was checked\nhelp: "), "{ran:?}");
    }
    // A format that is not read is no fault of the document.
    let ran = folder.run(&["audit", "page.rst", "--format", "json"]);
    assert!(!ran.out.contains("\"severity\": \"error\"") && !ran.out.contains("\"severity\": \"warning\""), "{ran:?}");
}

#[test]
fn a_silent_document_among_others_is_a_note() {
    let folder = Folder::new("silent", &[PEACE, ("docs/empty.md", ""), ("docs/page.rst", "<p>40%</p>")]);
    let ran = folder.run(&["audit", "docs", "--format", "json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rules = ran.rules();
    assert!(rules.contains(&"nothing-checked".to_owned()) && rules.contains(&"unreadable-document".to_owned()), "{rules:?}");
    assert_eq!(folder.run(&["audit", "docs", "--fail-on", "warning"]).code, 0);
}

#[test]
fn files_that_are_no_text_are_findings_and_the_run_goes_on() {
    let folder = Folder::new("unreadable", &[PEACE]);
    folder.write("docs/binary.txt", b"40%\0\x01\x02");
    folder.write("docs/cut.md", b"abc\xff\xfe");
    folder.write("docs/large.md", "40% ".repeat(1000));
    folder.write("claimlint.toml", "max_file_size = 1000\n");
    let ran = folder.run(&["audit", "docs"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for said in [
        "warning[unreadable-document]: not a text: byte 3 is zero\n --> docs/binary.txt",
        "warning[unreadable-document]: no encoding that is read fits from byte 3 on\n --> docs/cut.md",
        "warning[unreadable-document]: 4000 bytes long, and at most 1000 are read\n --> docs/large.md",
        "docs/binary.txt: not read: no text",
    ] {
        assert!(ran.out.contains(said), "{said}\n\n{}", ran.out);
    }
    assert_eq!(folder.run(&["audit", "docs", "--fail-on", "warning"]).code, 1);
}

/// Each of these cannot run: exit code 2, nothing on standard output, and a way on.
#[test]
fn what_cannot_run_says_why_and_how_to_go_on() {
    let folder = Folder::new("errors", &[PEACE, ("broken.toml", "paths = [\n"), ("unknown.toml", "\npathz = []\n")]);
    let cases: &[(&[&str], &str)] = &[
        (&["audit", "nowhere"], "error: no file or folder at nowhere\nhelp: check the spelling"),
        (&["audit"], "error: no paths are given, and there is no claimlint.toml in this folder or above\nhelp: name files"),
        (&["audit", "docs", "--config", "no.toml"], "error: no file or folder at no.toml\n"),
        (&["audit", "docs", "--config", "broken.toml"], "error: broken.toml:1: unclosed array"),
        (&["audit", "docs", "--config", "unknown.toml"], "error: unknown.toml:2: unknown key `pathz`, expected one of `paths`"),
        (
            &["audit", "docs", "--format", "yaml"],
            "error: there is no format `yaml`\nhelp: use text, short, json, jsonl, markdown, sarif, junit, github, gitlab, csv or html\n",
        ),
        (&["audit", "docs", "--format", "json", "--format", "text"], "error: two reports would go to standard output\n"),
        (&["audit", "docs", "--output", "report"], "error: the ending of --output report tells no format\n"),
        (&["audit", "docs", "--output", "docs/a.md/x.json"], "error: could not write docs/a.md/x.json\ncause: "),
        (&["check", "nowhere.csv"], "error: no file or folder at nowhere.csv\n"),
        (&["explain", "rank-conflicts"], "error: there is no rule `rank-conflicts`\nhelp: did you mean `rank-conflict`?\n"),
        (&["explain", "zzzzzzzzzz"], "error: there is no rule `zzzzzzzzzz`\nhelp: `claimlint rules` lists them\n"),
        (&["schema", "claims"], "error: there is no schema `claims`\nhelp: use claim ("),
        (&["audits"], "error: unrecognized subcommand 'audits'"),
    ];
    for (args, said) in cases {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.err.starts_with(said), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("help: ") || ran.err.contains("--help"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_path_of_the_settings_that_is_not_there_is_told_as_such() {
    let folder = Folder::new("missing", &[("claimlint.toml", "paths = [\"docs\"]\n"), ("sub/x.md", "")]);
    let ran = folder.run(&["audit"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: claimlint.toml: `paths` names docs, which is not there\n"), "{ran:?}");
}

#[test]
fn settings_are_found_above_and_paths_are_named_from_there() {
    let folder = Folder::new("above", &[("claimlint.toml", "paths = [\"docs\"]\n"), PEACE, ("sub/x.txt", "")]);
    let mut command = folder.command();
    let ran = Ran::from(command.current_dir(folder.0.join("sub")).args(["audit", "--format", "json"]).output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("\"document\": \"docs/a.md\""), "{ran:?}");
    assert!(folder.has("reports/audit.md") && folder.has("reports/audit.json"));
}

#[test]
fn without_paths_the_reports_are_written_and_are_the_same_everywhere() {
    let mut files = CONFLICT.to_vec();
    files.push(("claimlint.toml", "paths = [\"docs\"]\n"));
    let folder = Folder::new("reports", &files);
    assert_eq!(folder.run(&["audit"]).code, 1);
    let first = (folder.read("reports/audit.md"), folder.read("reports/audit.json"));
    let ran = Ran::from(folder.command().env("LANG", "zh_CN.UTF-8").arg("audit").output().unwrap());
    assert!(ran.out.contains("建议："), "{}", ran.out);
    assert_eq!((folder.read("reports/audit.md"), folder.read("reports/audit.json")), first);
    // The reports and the settings are no documents.
    let ran = folder.run(&["audit", ".", "--format", "json"]);
    assert!(!ran.out.contains("reports/audit") && !ran.out.contains("claimlint.toml"), "{}", ran.out);
}

#[test]
fn with_paths_nothing_is_written_but_the_outputs() {
    let mut files = CONFLICT.to_vec();
    files.push(("claimlint.toml", "paths = [\"docs\"]\n"));
    let folder = Folder::new("outputs", &files);
    folder.run(&["audit", "docs"]);
    assert!(!folder.has("reports"));
    let ran = folder.run(&[
        "audit",
        "docs",
        "--format",
        "json",
        "--output",
        "new/a.json",
        "--format",
        "markdown=b.md",
        "--output",
        "c.txt",
    ]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    assert!(ran.err.contains(" in 2 documents"), "{ran:?}");
    assert!(folder.read("new/a.json").starts_with('{'));
    assert!(folder.read("b.md").starts_with("# Audit report"));
    assert!(folder.read("c.txt").contains("[top-pick-conflict]"));
    assert!(!folder.has("reports"));
    let mut left: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    left.sort();
    assert_eq!(left, ["b.md", "c.txt", "claimlint.toml", "docs", "new"], "a temporary file is left");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = Folder::new("same", CONFLICT);
    for format in ["text", "json", "markdown"] {
        let run = || folder.run(&["audit", "docs", "--format", format]).out;
        assert_eq!(run(), run(), "{format}");
    }
    let forwards = folder.run(&["audit", "docs/a.md", "docs/b.md"]).out;
    assert_eq!(folder.run(&["audit", "docs/b.md", "docs/a.md", "docs"]).out, forwards);
}

#[test]
fn standard_input_is_a_document_with_a_name() {
    let folder = Folder::new("stdin", &[]);
    let ran = folder.run_with_input(&["audit", "-", "--stdin-name", "notes.md", "--format", "json"], PEACE.1.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("\"document\": \"notes.md\""), "{ran:?}");
    let ran = folder.run_with_input(&["quantities", "-"], "The kettle boils in at most 128 s.\n".as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (0, "-:1:21\tat most 128 s\t-\t128\ts\tat_most\n"), "{ran:?}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let text = format!("# A\n\n{}", "The kettle boils in 128 s.\n\n".repeat(5000));
    let folder = Folder::new("pipe", &[("a.md", &text)]);
    let mut child = folder.command().args(["extract", "a.md"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn messages_follow_the_language_that_is_asked_for() {
    let folder = Folder::new("language", CONFLICT);
    let said = |args: &[&str], lang: &str| Ran::from(folder.command().env("LANG", lang).args(args).output().unwrap()).out;
    assert!(said(&["audit", "docs"], "C").contains("= help: "));
    assert!(said(&["audit", "docs"], "zh_CN.UTF-8").contains("= 建议："));
    assert!(said(&["audit", "docs", "--lang", "en"], "zh_CN.UTF-8").contains("= help: "));
    folder.write("claimlint.toml", "language = \"zh\"\n");
    assert!(said(&["audit", "docs"], "C").contains("= 建议："));
    assert!(said(&["explain", "schema-violation"], "C").contains("记录不符合字段约定"));
}

#[test]
fn colour_is_shown_on_demand_and_never_in_files() {
    let folder = Folder::new("colour", CONFLICT);
    let coloured = |args: &[&str]| folder.run(args).out.contains('\u{1b}');
    assert!(!coloured(&["audit", "docs"]));
    assert!(coloured(&["audit", "docs", "--color", "always"]));
    folder.run(&["audit", "docs", "--color", "always", "--output", "a.txt"]);
    assert!(!folder.read("a.txt").contains('\u{1b}'));
}

#[test]
fn records_are_written_kept_and_found_out_of_date() {
    let folder = Folder::new("records", &[("claimlint.toml", "paths = [\"docs\"]\nrecords = \"kept\"\n"), PEACE]);
    let ran = folder.run(&["extract", "--check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("error: kept/a.md.csv is out of date\n"), "{ran:?}");
    assert!(!folder.has("kept"));

    assert_eq!(folder.run(&["extract", "--write"]).code, 0);
    let written = folder.read("kept/a.md.csv");
    let ran = folder.run(&["extract", "--check"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");

    // A review stays, also when the document grows above it.
    let reviewed = written.replacen(",none,", ",rejected,", 1);
    assert_ne!(reviewed, written);
    folder.write("kept/a.md.csv", &reviewed);
    folder.write(PEACE.0, PEACE.1.replace("Boils in 201 s.", "Boils in 205 s."));
    assert_eq!(folder.run(&["extract", "--check"]).code, 1);
    assert_eq!(folder.run(&["extract", "--write"]).code, 0);
    let updated = folder.read("kept/a.md.csv");
    assert!(updated.contains(",rejected,") && updated.contains("205 s") && !updated.contains("201 s"), "{updated}");

    // A document that is gone leaves a file that belongs to nothing.
    fs::rename(folder.0.join("docs/a.md"), folder.0.join("docs/b.md")).unwrap();
    folder.run(&["extract", "--write"]);
    let ran = folder.run(&["extract", "--check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("kept/a.md.csv belongs to no document"), "{ran:?}");
}

#[test]
fn writing_does_not_lose_a_broken_record() {
    let folder = Folder::new("lost", &[("claimlint.toml", "paths = [\"docs\"]\nrecords = \"kept\"\n"), PEACE]);
    folder.run(&["extract", "--write"]);
    let broken = folder.read("kept/a.md.csv").replacen(",none,", ",sure,", 1);
    folder.write("kept/a.md.csv", &broken);
    let ran = folder.run(&["extract", "--write"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.starts_with("error: kept/a.md.csv:2: the record breaks its contract, and writing would lose it\n"),
        "{ran:?}"
    );
    assert_eq!(folder.read("kept/a.md.csv"), broken);
    // An audit reports it at its line.
    let ran = folder.run(&["audit", "docs"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("`review` of a `"), "{}", ran.out);
    assert!(ran.out.contains("--> kept/a.md.csv:2:1"), "{}", ran.out);
    assert!(ran.out.contains("= help: allowed here: none, confirmed, corrected, rejected"), "{}", ran.out);
}

#[test]
fn a_rejected_record_is_no_claim_for_the_audit() {
    let mut files = CONFLICT.to_vec();
    files.push(("claimlint.toml", "paths = [\"docs\"]\nrecords = \"kept\"\n"));
    let folder = Folder::new("rejected", &files);
    folder.run(&["extract", "--write"]);
    assert!(folder.run(&["audit", "docs", "--format", "json"]).rules().contains(&"top-pick-conflict".to_owned()));
    let text = folder.read("kept/a.md.csv");
    let rejected: Vec<String> = text
        .lines()
        .map(|line| if line.contains(",top_pick,") { line.replace(",none,", ",rejected,") } else { line.to_owned() })
        .collect();
    folder.write("kept/a.md.csv", rejected.join("\n") + "\n");
    let rules = folder.run(&["audit", "docs", "--format", "json"]).rules();
    assert!(!rules.contains(&"top-pick-conflict".to_owned()), "{rules:?}");
}

#[test]
fn records_alone_say_the_same_as_their_documents() {
    let folder = Folder::new("check", CONFLICT);
    let documents = folder.run(&["audit", "docs", "--format", "json"]).rules();
    for format in ["jsonl", "csv"] {
        let records = folder.run(&["extract", "docs", "--format", format]).out;
        let ran = folder.run_with_input(&["check", "-", "--format", "json"], records.as_bytes());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.rules(), documents, "{format}");
    }
}

#[test]
fn broken_records_are_findings_with_line_field_and_what_is_allowed() {
    let folder = Folder::new(
        "broken",
        &[
            (
                "r/a.csv",
                "id,document,kind,colour,subject.id,subject.name,section\na,a.md,top_pick,red,heron,Heron,intro\nb,a.md\n",
            ),
            ("r/b.jsonl", "{\"id\": 1}\nnot json\n"),
        ],
    );
    let ran = folder.run(&["check", "r"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for said in [
        "error[schema-violation]: a record has no field `colour`\n --> r/a.csv:1:1\n",
        "error[schema-violation]: `section` of a `top_pick` record is \"intro\"\n --> r/a.csv:2:1\n",
        "= help: allowed here: summary, motivation, criteria, entry, comparison, scenario, faq, conclusion, history, body\n",
        "error[schema-violation]: the row has 2 cells, the header 7\n --> r/a.csv:3:1\n",
        "error[schema-violation]: `id` of a `?` record is 1\n --> r/b.jsonl:1:1\n",
        "error[schema-violation]: the record cannot be read: expected ident, column 2\n --> r/b.jsonl:2:1\n",
    ] {
        assert!(ran.out.contains(said), "{said}\n\n{}", ran.out);
    }
    let empty = Folder::new("no-records", &[("r.csv", "id\n")]);
    let ran = empty.run(&["check", "r.csv"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.contains("error[nothing-checked]: no record was found"), "{ran:?}");
}

#[test]
fn the_catalogue_lists_and_explains_every_rule() {
    let folder = Folder::new("catalogue", &[]);
    let rules = folder.run(&["rules"]);
    assert_eq!(rules.code, 0);
    assert!(rules.out.lines().count() > 15, "{}", rules.out);
    for line in rules.out.lines() {
        let name = line.split_whitespace().next().unwrap();
        for lang in ["en", "zh"] {
            let ran = folder.run(&["explain", name, "--lang", lang]);
            assert_eq!(ran.code, 0, "{ran:?}");
            assert!(ran.out.starts_with(&format!("{name}: ")) && ran.out.lines().count() > 3, "{}", ran.out);
        }
    }
}

#[test]
fn schemas_are_printed_as_they_stand_in_the_tree() {
    let folder = Folder::new("schemas", &[]);
    for name in ["claim", "audit", "config"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
        assert_eq!(folder.run(&["schema", name]).out, fs::read_to_string(file).unwrap());
    }
}

#[test]
fn the_json_report_keeps_its_schema() {
    let folder = Folder::new("contract", CONFLICT);
    folder.write("docs/c.rst", "<p>");
    let contract = claimlint::schema::SCHEMAS.iter().find(|schema| schema.name == "audit").unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(contract.text).unwrap()).unwrap();
    let report = serde_json::from_str(&folder.run(&["audit", "docs", "--format", "json"]).out).unwrap();
    let errors: Vec<String> = validator.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, [""; 0]);
}

#[test]
fn coverage_fails_below_the_share_that_is_asked_for() {
    let folder = Folder::new("coverage", &[PEACE]);
    let ran = folder.run(&["coverage", "docs"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("docs/a.md: ") && ran.out.contains(" typed, "), "{ran:?}");
    assert_eq!(folder.run(&["coverage", "docs", "--min-coverage", "100"]).code, 0);
    assert_eq!(folder.run(&["coverage", "docs", "--min-coverage", "101"]).code, 2);
}

#[test]
fn help_is_for_newcomers() {
    let folder = Folder::new("help", &[]);
    for command in
        ["audit", "extract", "check", "rules", "explain", "schema", "coverage", "quantities", "why", "init", "completions", "man"]
    {
        let ran = folder.run(&[command, "--help"]);
        assert_eq!(ran.code, 0, "{command}");
        assert!(ran.out.contains("Examples:"), "{command} has no example");
        assert!(ran.out.lines().all(|line| line.chars().count() <= 110), "{command}");
    }
    let ran = folder.run(&["--help"]);
    assert!(ran.out.contains("Exit codes:"));
}

const TWO: &[(&str, &str)] = &[
    ("a.md", "# Heron\n\nHeron boils in 95 s.\n\n## Notes\n\nHeron has a p99 latency of 45 ms.\n"),
    ("b.md", "# Heron\n\nHeron has a p99 latency of 61 ms.\n"),
];

#[test]
fn why_says_what_agrees_and_what_parts() {
    let folder = Folder::new("why", TWO);
    let ran = folder.run(&["why", "a.md:7", "b.md:3"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in ["\"45 ms\" – \"61 ms\": compared", "= subject: heron", "= metric: latency", "~ value:", "error[value-conflict]"]
    {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    let ran = folder.run(&["why", "a.md:3", "b.md:3"]);
    assert!(ran.out.contains("not compared") && ran.out.contains("× metric"), "{}", ran.out);
    // What no name brings together, shared words may; a small count in a sentence stays alone.
    let words = "# Nightly run\n\nThe p95 of the login request is now 212 ms. Two runners keep the queue short.\n\n## Summary\n\n\
                 The login request has a p95 of 0.221 s. Three runners wait.\n";
    let worded = Folder::new("why-words", &[("run.md", words)]);
    let ran = worded.run(&["why", "run.md:3", "run.md:7"]);
    for part in ["\"212 ms\" – \"0.221 s\": compared", "login request", "× a number below ten in a sentence"] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    assert_eq!(folder.run(&["why", "a.md", "b.md:3"]).code, 2);
    assert_eq!(folder.run(&["why", "c.md:1", "b.md:3"]).code, 2);
}

#[test]
fn a_comment_with_a_reason_silences_and_one_without_is_told() {
    let silenced = |comment: &str| {
        let text = format!("# Heron\n\n{comment}\nHeron has a p99 latency of 61 ms.\n");
        let folder = Folder::new("silenced", &[TWO[0], ("b.md", &text)]);
        folder.run(&["audit", "a.md", "b.md", "--fail-on", "warning"])
    };
    let ran = silenced("<!-- claimlint-disable-next-line value-conflict: measured on another machine -->");
    assert_eq!(ran.code, 0, "{}", ran.out);
    let ran = silenced("<!-- claimlint-disable-next-line value-conflict -->");
    assert!(ran.out.contains("unjustified-suppression") && ran.out.contains("value-conflict]"), "{}", ran.out);
    let ran = silenced("<!-- claimlint-disable-next-line rank-order: old -->");
    assert!(ran.out.contains("unused-suppression") && ran.out.contains("value-conflict]"), "{}", ran.out);
    let ran = silenced("<!-- claimlint-disable-next-line value-conflct: typo -->");
    assert!(ran.out.contains("the nearest is `value-conflict`"), "{}", ran.out);
}

#[test]
fn trusted_records_of_the_settings_are_checked_against() {
    let records = "id,kind,subject.id,subject.name,metric,value.low,value.high,value.unit,value.bound,value.precision,canonical.low,canonical.high,\
canonical.unit,canonical.bound,source\nq9-weight,quantity,q9,Q9 drone,weight,900,900,g,eq,1,0.9,0.9,kg,eq,Q9 data sheet\n";
    let folder = Folder::new(
        "trusted",
        &[
            ("claimlint.toml", "paths = [\"docs\"]\nreference = [\"trusted/*.csv\"]\n"),
            ("trusted/drones.csv", records),
            ("docs/a.md", "# Drones\n\nThe weight of the Q9 drone is 1.2 kg.\n"),
        ],
    );
    let ran = folder.run(&["audit"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(
        folder.read("reports/audit.json").contains("\"rule\": \"reference-conflict\""),
        "{}",
        folder.read("reports/audit.json")
    );
    folder.write("claimlint.toml", "paths = [\"docs\"]\nreference = [\"gone/*.csv\"]\n");
    let ran = folder.run(&["audit"]);
    assert!(ran.code == 2 && ran.err.contains("`reference` names gone"), "{}", ran.err);
}

#[test]
fn a_pinned_figure_that_drifts_is_told() {
    let settings = "paths = [\"docs\"]\n
[[fact]]\nname = \"p99 latency\"\nfile = \"bench.json\"\npointer = \"/read/p99_ms\"\nunit = \"ms\"\nstated = [{ document = \"docs/a.md\", after = \"p99 latency\" }]
[[fact]]\nname = \"slowest\"\nfile = \"bench.csv\"\ncolumn = \"ms\"\ntake = \"max\"\nunit = \"ms\"\nstated = [{ document = \"docs/a.md\", after = \"at worst\" }]
[[fact]]\nname = \"gain\"\nfile = \"bench.json\"\npointer = \"/old\"\nover = \"/read/p99_ms\"\nunit = \"x\"\nstated = [{ document = \"docs/a.md\", after = \"a gain of\" }]
";
    let folder = Folder::new(
        "pinned",
        &[
            ("claimlint.toml", settings),
            ("bench.json", "{\"read\": {\"p99_ms\": 44.8}, \"old\": 89.6}"),
            ("bench.csv", "name,ms\na,12\nb,61\n"),
            ("docs/a.md", "# Heron\n\nIts p99 latency is 45 ms, at worst 61 ms, a gain of 2x.\n"),
        ],
    );
    assert_eq!(folder.run(&["audit"]).code, 0, "{}", folder.run(&["audit", "docs"]).out);
    folder.write("docs/a.md", "# Heron\n\nIts p99 latency is 48 ms, at worst 61 ms, twice as good.\n");
    let ran = folder.run(&["audit", "docs"]);
    assert_eq!(ran.code, 1);
    for part in ["p99 latency is 0.0448 s by bench.json /read/p99_ms, but 48 ms here", "no figure stands behind \"a gain of\""] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    assert!(!ran.out.contains("slowest"), "{}", ran.out);
}

#[test]
fn coverage_lists_what_is_set_aside_and_names_a_guessed_encoding() {
    let folder = Folder::new("coverage-list", &[("docs/a.md", "# 价格\n\n版本 v2.3 于2024年5月1日发布，价格30元。\n")]);
    let (bytes, _, _) = encoding_rs::GB18030.encode("# 价格\n\n苍鹭的价格约为每月30元，比上一代便宜。\n");
    folder.write("docs/b.md", bytes);
    let ran = folder.run(&["coverage", "docs", "--list", "--lang", "en"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("docs/a.md:3:10\t2024年5月1日\tdates"), "{}", ran.out);
    let line = |name: &str| ran.out.lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap().to_owned();
    assert!(line("docs/b.md").ends_with("; read as gb18030"), "{}", ran.out);
    assert!(!line("docs/a.md").contains("read as"), "{}", ran.out);
    let ran = folder.run(&["audit", "docs", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let encodings: Vec<_> = report["coverage"].as_array().unwrap().iter().map(|c| c["encoding"].as_str()).collect();
    assert_eq!(encodings, [None, Some("gb18030")]);
}

#[test]
fn errors_and_help_speak_chinese_where_that_is_asked_for() {
    let folder = Folder::new("chinese", &[PEACE]);
    let ran = folder.run(&["audit", "nowhere", "--lang", "zh"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, "错误：nowhere 处没有文件或目录\n建议：请检查拼写，或在该路径所相对的目录中运行\n");
    let ran = Ran::from(folder.command().env("LC_ALL", "zh_CN.UTF-8").args(["audit", "--help"]).output().unwrap());
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("检查各文档是否彼此一致\n") && ran.out.contains("示例："), "{}", ran.out);

    // The settings ask for it too, even where they are broken otherwise.
    folder.write("claimlint.toml", "language = \"zh\"\ncolour = 1\n");
    assert!(folder.run(&["audit", "docs"]).err.starts_with("错误："));
    assert!(folder.run(&["audit", "--help"]).out.starts_with("检查各文档是否彼此一致\n"));
    assert!(folder.run(&["audit", "docs", "--lang", "en"]).err.starts_with("error: "));
}
