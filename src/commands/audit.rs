//! `audit` and `check`: from documents or records to a report.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;

use claimlint::audit::reference::References;
use claimlint::audit::{self, Extraction, Outcome, standing};
use claimlint::claim::row::Rows;
use claimlint::claim::{Claim, csv, jsonl};
use claimlint::config;
use claimlint::error::Error;
use claimlint::finding::Finding;
use claimlint::ledger::{self, baseline};
use claimlint::report::{Language, Report};
use claimlint::rules::records::catalogue;
use claimlint::source::Source;

use super::changed::Changes;
use super::files::record_files;
use super::output::{Format, Target, deliver, targets};
use super::run::{Run, run};
use super::setup::Setup;
use super::{Documents, FINDINGS, FINE, Global, NO_RUN, Reporting, remark};

const AUDIT_EXAMPLES: &str = "\
Examples:
  claimlint audit docs README.md
  claimlint audit docs --fail-on warning
  claimlint audit docs --format json --output audit.json
  claimlint audit docs --format text --format markdown=audit.md
  git show HEAD:README.md | claimlint audit - --stdin-name README.md
  claimlint audit docs --changed-since origin/main
  git diff main | claimlint audit docs --diff
  claimlint audit --baseline                 know today's findings, fail on new ones

Without PATHS, reports/audit.md, audit.html and audit.json are written beside claimlint.toml.
Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 could not run or nothing was checked.";

/// Check documents against one another
#[derive(Args)]
#[command(after_help = AUDIT_EXAMPLES)]
pub struct AuditArgs {
    #[command(flatten)]
    documents: Documents,
    #[command(flatten)]
    reporting: Reporting,
    /// Show only findings that touch a line changed since this revision of git; all documents are read
    #[arg(long, value_name = "REV", conflicts_with = "diff", help_heading = "Output")]
    changed_since: Option<String>,
    /// Show only findings that touch a line changed by the unified diff on standard input; all documents are read
    #[arg(long, help_heading = "Output")]
    diff: bool,
    /// Record today's open findings in claims/baseline.csv; later runs fail on others only
    #[arg(long, conflicts_with_all = ["changed_since", "diff", "against"], help_heading = "Baseline")]
    baseline: bool,
    /// Compare with this baseline, or with an earlier report in JSON [default: claims/baseline.csv]
    #[arg(long, value_name = "FILE", help_heading = "Baseline")]
    against: Option<PathBuf>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  claimlint check claims/records
  claimlint extract docs | claimlint check -
  claimlint check records.csv --format json";

/// Check records alone: their fields, and whether they agree
#[derive(Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// CSV and JSON Lines files, or folders of them; - reads standard input [default: the folder of records]
    #[arg(value_name = "RECORDS")]
    records: Vec<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
}

pub fn audit(global: &Global, args: &AuditArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let mut targets = targets(&args.reporting.format, &args.reporting.output)?;
    let changes = changes(args, &setup)?;
    let mut run = run(&args.documents, args.against.as_deref(), args.reporting.all, &setup)?;
    if args.baseline {
        record(&mut run, &setup)?;
    }
    let Run { sources, mut outcome, .. } = run;
    if let Some(changes) = changes {
        narrow(&mut outcome, &changes, &setup);
    }
    if args.documents.paths.is_empty() {
        for (format, name) in [(Format::Markdown, "audit.md"), (Format::Html, "audit.html"), (Format::Json, "audit.json")] {
            targets.push(Target { format, path: Some(setup.root.join("reports").join(name)) });
        }
    }
    finish(&outcome, &sources, &targets, &args.reporting, &setup)
}

/// Makes the open findings of a run the baseline of the next ones.
fn record(run: &mut Run, setup: &Setup) -> Result<(), Error> {
    let before = run.kept.baseline.take().unwrap_or_default();
    let settled: Vec<&Finding> = run.outcome.silenced.iter().map(|silenced| &silenced.finding).collect();
    let read = standing::was_read(&run.outcome, &run.kept);
    let open: Vec<&Finding> = run.outcome.findings.iter().filter(|finding| run.kept.concerns(finding)).collect();
    let known = baseline::renewed(&open, &settled, &before, &read, run.kept.today);
    drop(read);
    let path = setup.root.join(baseline::FILE);
    if known != before || !path.is_file() {
        let text = baseline::write(&known).map_err(|cause| Error::Io { doing: "write", path: path.clone(), cause })?;
        ledger::write(&path, &text)?;
    }
    if !setup.quiet {
        let open = known.iter().filter(|known| known.resolved.is_none()).count();
        remark(&match setup.terminal_language() {
            Language::English => format!("{open} findings recorded in {}", baseline::FILE),
            Language::Chinese => format!("已将 {open} 个问题记入 {}", baseline::FILE),
        });
    }
    run.kept.baseline = Some(known);
    standing::compare(&mut run.outcome, &run.kept);
    Ok(())
}

/// What changed, where only that is asked for.
fn changes(args: &AuditArgs, setup: &Setup) -> Result<Option<Changes>, Error> {
    if args.diff && args.documents.paths.iter().any(|path| path == Path::new("-")) {
        let message = "standard input cannot be a document and a diff".to_owned();
        return Err(Error::Usage { message, help: "give the document as a file".into() });
    }
    match &args.changed_since {
        Some(revision) => Changes::since(revision, setup).map(Some),
        None if args.diff => Changes::from_input(setup).map(Some),
        None => Ok(None),
    }
}

/// Leaves the findings that touch a changed line, and says how many others there are.
fn narrow(outcome: &mut Outcome, changes: &Changes, setup: &Setup) {
    let all = outcome.findings.len();
    outcome.findings.retain(|finding| changes.touch(finding));
    outcome.silenced.retain(|silenced| changes.touch(&silenced.finding));
    let left = all - outcome.findings.len();
    if left > 0 && !setup.quiet {
        remark(&match setup.terminal_language() {
            Language::English => format!("{left} more in lines that did not change, not shown"),
            Language::Chinese => format!("另有 {left} 个问题位于未改动的行，未显示"),
        });
    }
}

pub fn check(global: &Global, args: &CheckArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let targets = targets(&args.reporting.format, &args.reporting.output)?;
    let paths = if args.records.is_empty() { vec![setup.root.join(&setup.config.records)] } else { args.records.clone() };
    let mut files = Vec::new();
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            let mut text = String::new();
            let read = std::io::stdin().lock().read_to_string(&mut text);
            read.map_err(|cause| Error::Io { doing: "read", path: "standard input".into(), cause })?;
            let lines = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            let name = if lines { "stdin.jsonl" } else { "stdin.csv" };
            files.push((name.to_owned(), parse(name, &text)));
            sources.push(Source::new(name, text));
            continue;
        }
        let full = setup.here.join(&path);
        if !full.exists() {
            return Err(Error::MissingPath(path));
        }
        for file in record_files(&full)? {
            let (name, text) = read_text(&file, &setup)?;
            files.push((name.clone(), parse(&name, &text)));
            sources.push(Source::new(name, text));
        }
    }
    let mut extraction = audit::read_records(files);
    audit::complete(&mut extraction, &setup.config, references(&setup)?);
    extraction.claims.retain(|claim| claim.review != claimlint::claim::Review::Rejected);
    let outcome = audit::check(extraction, &setup.config, args.reporting.all);
    finish(&outcome, &sources, &targets, &args.reporting, &setup)
}

/// The records of the folder of records, and what is wrong with them.
pub fn stored_records(setup: &Setup) -> Result<(Vec<Claim>, Vec<claimlint::finding::Finding>), Error> {
    let folder = setup.root.join(&setup.config.records);
    if setup.config.file.is_none() || !folder.is_dir() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut files = Vec::new();
    for file in record_files(&folder)? {
        let (name, text) = read_text(&file, setup)?;
        files.push((name.clone(), parse(&name, &text)));
    }
    let Extraction { claims, findings, .. } = audit::read_records(files);
    Ok((claims, findings))
}

/// The built-in trusted records and those of the settings.
pub fn references(setup: &Setup) -> Result<References, Error> {
    let mut files = Vec::new();
    for pattern in &setup.config.reference {
        let globs = config::globs(std::slice::from_ref(pattern))
            .map_err(|(glob, error)| fault(setup, format!("the glob \"{glob}\" cannot be read: {}", error.kind())))?;
        // The folder above the first part that is a pattern.
        let fixed: PathBuf = Path::new(pattern)
            .components()
            .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']))
            .collect();
        let start = setup.root.join(&fixed);
        if !start.exists() {
            return Err(fault(setup, format!("`reference` names {}, which is not there", fixed.display())));
        }
        for file in record_files(&start)? {
            let name = setup.name(&file);
            if (start.is_file() || globs.is_match(&name)) && !files.iter().any(|(known, _)| *known == name) {
                let (name, text) = read_text(&file, setup)?;
                files.push((name.clone(), parse(&name, &text)));
            }
        }
    }
    Ok(References::new(files))
}

fn fault(setup: &Setup, message: String) -> Error {
    Error::Config { path: setup.config.file.clone().unwrap_or_default(), line: None, message }
}

/// A file of records as text, with its name.
pub fn read_text(file: &Path, setup: &Setup) -> Result<(String, String), Error> {
    let name = setup.name(file);
    let text = std::fs::read_to_string(file).map_err(|cause| Error::Io { doing: "read", path: name.clone().into(), cause })?;
    Ok((name, text))
}

/// The rows of a file of records; its ending tells the format.
pub fn parse(name: &str, text: &str) -> Rows {
    if Path::new(name).extension().is_some_and(|ending| ending == "jsonl") { jsonl::read(text) } else { csv::read(text) }
}

/// Delivers the reports and decides the exit code.
fn finish(outcome: &Outcome, sources: &[Source], targets: &[Target], reporting: &Reporting, setup: &Setup) -> Result<u8, Error> {
    let rules = catalogue();
    let shows_history = targets.iter().any(|target| target.format == Format::Html);
    let history = if shows_history { super::history::rows(setup) } else { Vec::new() };
    let report = Report {
        findings: &outcome.findings,
        history: &history,
        silenced: &outcome.silenced,
        resolved: &outcome.resolved,
        sources,
        coverage: &outcome.coverage,
        claims: outcome.claims.iter().filter(|claim| claim.kind.speaks()).count(),
        records: &outcome.claims,
        rules: &rules,
        language: setup.terminal_language(),
    };
    for target in targets {
        deliver(target, &report, setup)?;
    }
    if !setup.quiet && targets.iter().all(|target| target.path.is_some()) {
        remark(&report.summary());
    }
    if outcome.nothing_checked {
        remark("error: no claim was found, so nothing was checked");
        remark("help: check the paths; `claimlint coverage` says what was seen in each document");
        return Ok(NO_RUN);
    }
    // What the baseline knows as it is fails no run.
    let fails = |finding: &Finding, from| finding.severity >= from && !finding.standing.status.is_known();
    let grave = reporting.fail_on.severity().is_some_and(|from| outcome.findings.iter().any(|finding| fails(finding, from)));
    Ok(if grave { FINDINGS } else { FINE })
}
