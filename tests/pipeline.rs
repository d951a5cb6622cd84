//! Folders of small documents through the whole pipeline: one snapshot each of claims, coverage and findings.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use claimlint::audit;
use claimlint::claim::{Claim, Kind};
use claimlint::config::Config;
use claimlint::source::Source;

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn sources(folder: &Path) -> Vec<Source> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries(folder).iter().map(|path| Source::new(name(path), fs::read_to_string(path).unwrap())).collect()
}

/// One line a claim: place, kind, subject, metric, quote, value, and what qualifies it.
fn line(claim: &Claim) -> String {
    let place = format!("{}:{}:{}", claim.document, claim.line.unwrap_or(0), claim.column.unwrap_or(0));
    let subject = claim.subject.as_ref().map_or("-", |subject| &subject.id);
    let metric = claim.metric.as_deref().unwrap_or("-");
    let mut line = format!("{place} {} [{subject}] {metric} `{}`", claim.kind.word(), claim.quote.trim());
    if let Some(canonical) = &claim.canonical {
        let end = |end: &Option<String>| end.clone().unwrap_or_else(|| "…".into());
        let (low, high) = (end(&canonical.low), end(&canonical.high));
        let _ = write!(line, " = {} {low}..{high} {}", canonical.bound.word(), canonical.unit);
    }
    let details = [
        claim.usage.map(|_| "fit".to_owned()),
        claim.baseline.as_ref().map(|b| format!("against {b}")),
        (claim.modality.word() != "stated").then(|| claim.modality.word().to_owned()),
        (!claim.conditions.is_empty()).then(|| format!("{:?}", claim.conditions)),
        (!claim.audience.is_empty()).then(|| format!("for {}", claim.audience.join(", "))),
        (!claim.readings.is_empty()).then(|| format!("{} more readings", claim.readings.len())),
        claim.source.as_ref().map(|source| format!("source {source}")),
    ];
    for detail in details.into_iter().flatten() {
        let _ = write!(line, "; {detail}");
    }
    line
}

#[test]
fn folders_of_documents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipeline");
    let folders: Vec<PathBuf> = entries(&root).into_iter().filter(|path| path.is_dir()).collect();
    assert!(folders.len() >= 6, "the folders of tests/pipeline are gone");
    for folder in folders {
        let config = Config::default();
        let extraction = audit::extract(&sources(&folder), &[], &config);
        let structure = |c: &&Claim| !matches!(c.kind, Kind::Document | Kind::Section | Kind::List | Kind::Table | Kind::Passage);
        let mut text = String::from("# claims\n");
        for claim in extraction.claims.iter().filter(structure) {
            text += &line(claim);
            text.push('\n');
        }
        let outcome = audit::check(extraction, &config, false);
        text += "\n# coverage\n";
        for document in &outcome.coverage {
            let _ = writeln!(
                text,
                "{}: {} seen, {} typed, set aside {:?}",
                document.document, document.seen, document.typed, document.set_aside
            );
        }
        text += "\n# findings\n";
        for finding in &outcome.findings {
            let at = |p: &claimlint::finding::Passage| format!("{}:{}", p.document, p.place.map_or(0, |place| place.line));
            let related: Vec<String> = finding.related.iter().map(at).collect();
            let _ = writeln!(
                text,
                "{} {} {} ({}) {}",
                finding.severity.word(),
                finding.rule,
                at(&finding.primary),
                related.join(", "),
                finding.arithmetic
            );
        }
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        insta::with_settings!({ snapshot_suffix => name, omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "pipeline" }, {
            insta::assert_snapshot!("findings", text);
        });
        assert!(outcome.coverage.iter().all(|d| d.seen == d.typed + d.set_aside.values().sum::<usize>()));
    }
}
