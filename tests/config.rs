//! `claimlint.toml`: what it sets, and how its mistakes are told.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::path::Path;

use claimlint::audit::check_settings;
use claimlint::config::{Better, Collections, Config, Language, Level, parse};
use claimlint::rules::records::catalogue;

fn read(text: &str) -> Config {
    parse(text, Path::new("claimlint.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of a broken file.
fn said(text: &str) -> String {
    match parse(text, Path::new("claimlint.toml")) {
        Err(error) => error.to_string(),
        Ok(config) => check_settings(&config, &catalogue()).map_or_else(|error| error.to_string(), |()| "nothing".into()),
    }
}

const FULL: &str = r#"
paths = ["docs", "README.md"]
language = "zh"
records = "records"
max_file_size = 1000

[[collection]]
name = "guide"
globs = ["docs/guide/**"]

[[collection]]
name = "rest"
globs = ["**/*.md"]

[[entity]]
id = "heron"
names = ["Heron", "苍鹭"]
vendor = "birdworks"

[[metric]]
id = "boil_time"
names = ["boil time"]
dimension = "s"
better = "less"

[[translation]]
files = ["docs/start.md", "docs/anfang.md"]

[[translation]]
from = "manual/*.md"
to = "handbuch/*.md"

[rules]
schema-violation = "warning"

[[override]]
paths = ["docs/old/**"]
rules = { schema-violation = "off" }

[[override]]
paths = ["docs/old/kept/*"]
rules = { schema-violation = "error" }
"#;

#[test]
fn every_setting_is_read() {
    let config = read(FULL);
    assert_eq!(config.paths, ["docs", "README.md"]);
    assert_eq!(config.language, Language::Zh);
    assert_eq!((config.records.as_str(), config.max_file_size), ("records", 1000));
    assert!(matches!(&config.collections, Collections::Named(named) if named.len() == 2));
    assert_eq!(config.entities[0].vendor.as_deref(), Some("birdworks"));
    assert_eq!(config.metrics[0].better, Some(Better::Less));
    assert_eq!(said(FULL), "nothing");
}

#[test]
fn every_setting_keeps_the_schema() {
    let contract = claimlint::schema::SCHEMAS.iter().find(|schema| schema.name == "config").unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(contract.text).unwrap()).unwrap();
    let valid = |text: &str| validator.is_valid(&serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap());
    assert!(valid(FULL));
    assert!(valid("collections = \"by-folder\""));
    for broken in ["pathz = []", "language = \"fr\"", "[[entity]]\nid = \"a\"\nnames = []", "[rules]\na = \"of\""] {
        assert!(!valid(broken), "{broken}");
        assert_ne!(said(broken), "nothing", "{broken}");
    }
}

#[test]
fn documents_are_split_into_collections() {
    let config = read(FULL);
    assert_eq!(config.collection("docs/guide/a/b.md"), "guide");
    assert_eq!(config.collection("docs/b.md"), "rest");
    assert_eq!(config.collection("docs/b.txt"), "");
    let config = read("collections = \"by-folder\"");
    assert_eq!(config.collection("docs/a/b.md"), "docs/a");
    assert_eq!(config.collection("b.md"), "");
    assert_eq!(Config::default().collection("docs/b.md"), "");
}

#[test]
fn language_versions_are_paired_by_name_or_pattern() {
    let config = read(FULL);
    let original = |document: &str| config.original(document);
    assert_eq!(original("docs/anfang.md").as_deref(), Some("docs/start.md"));
    assert_eq!(original("handbuch/a/b.md").as_deref(), Some("manual/a/b.md"));
    assert_eq!(original("manual/a/b.md").as_deref(), Some("manual/a/b.md"));
    assert_eq!(original("handbuch/a.txt"), None);
    assert_eq!(Config::default().original("docs/start.md"), None);
}

#[test]
fn a_translation_that_the_settings_name_is_held_against_its_original() {
    let table = |time: &str| {
        format!(
            "# Heron\n\n| Kettle | Boils in | Holds |\n|---|---|---|\n| Heron 3000 | {time} | 1.7 L |\n| Heron Mini | 95 s | 0.8 L |\n"
        )
    };
    let sources = [("manual/kettle.md", table("128 s")), ("handbuch/kettle.md", table("140 s"))];
    let sources: Vec<_> = sources.map(|(name, text)| claimlint::source::Source::new(name, text)).into();
    let rules = |config: &Config| -> Vec<&'static str> {
        let outcome = claimlint::audit::check(claimlint::audit::extract(&sources, &[], config), config, false);
        outcome.findings.iter().map(|finding| finding.rule).collect()
    };
    assert!(rules(&read(FULL)).contains(&"translation-mismatch"));
    assert!(!rules(&Config::default()).contains(&"translation-mismatch"));
}

#[test]
fn a_later_override_wins_over_an_earlier_one_and_over_the_rules() {
    let config = read(FULL);
    let level = |document| config.level("schema-violation", document);
    assert_eq!(level("docs/a.md"), Some(Level::Warning));
    assert_eq!(level("docs/old/a.md"), Some(Level::Off));
    assert_eq!(level("docs/old/kept/a.md"), Some(Level::Error));
    assert_eq!(config.level("nothing-checked", "docs/a.md"), None);
}

#[test]
fn mistakes_are_told_with_their_line() {
    let mistakes = [
        "\npathz = [\"docs\"]\n",
        "paths = [\n",
        "paths = \"docs\"\n",
        "max_file_size = \"3 MB\"\n",
        "max_file_size = 0\n",
        "\n\nlanguage = \"fr\"\n",
        "[[entity]]\nid = \"a\"\n",
        "[[entity]]\nid = \"a\"\nnames = []\n",
        "[[entity]]\nid = \"a\"\nnames = [\"A\"]\ncolour = \"red\"\n",
        "[[entity]]\nid = \"a\"\nnames = [\"A\"]\n[[entity]]\nid = \"a\"\nnames = [\"B\"]\n",
        "[[entity]]\nid = \"a\"\nnames = [\"A\"]\n[[entity]]\nid = \"b\"\nnames = [\"a\"]\n",
        "[[metric]]\nid = \"a\"\nnames = [\"A\"]\nbetter = \"larger\"\n",
        "[[collection]]\nname = \"a\"\nglobs = [\"docs/{a\"]\n",
        "collections = \"by-folder\"\n[[collection]]\nname = \"a\"\nglobs = [\"a\"]\n",
        "[[translation]]\nfiles = [\"a.md\"]\n",
        "\n[[translation]]\nfiles = [\"a.md\", \"b.md\"]\n[[translation]]\nfiles = [\"b.md\", \"c.md\"]\n",
        "[[translation]]\nfrom = \"en/*.md\"\n",
        "[[translation]]\nfrom = \"en/*.md\"\nto = \"zh/index.md\"\n",
        "[rules]\nschema-violation = \"fatal\"\n",
        "[rules]\nschema-violations = \"off\"\n",
        "[rules]\nunreadable-document = \"error\"\n",
        "[[override]]\npaths = [\"a\"]\nrules = { nothing-check = \"off\" }\n",
    ];
    let told: Vec<String> = mistakes.iter().map(|text| said(text)).collect();
    assert!(!told.contains(&"nothing".to_owned()), "{told:#?}");
    insta::assert_snapshot!(told.join("\n"));
}
