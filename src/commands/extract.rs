//! `extract`: the claims of documents, to look at or to keep.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Args, ValueEnum};

use claimlint::audit;
use claimlint::claim::{Claim, csv, jsonl};
use claimlint::error::Error;
use claimlint::ledger;
use claimlint::ledger::records::{Outdated, common_folder, file_name, join};
use claimlint::report::{self, Language, Report, sentences};
use claimlint::rules::records::catalogue;

use super::audit::{parse, read_text, references};
use super::files::{folder, gather, record_files};
use super::output::print;
use super::setup::Setup;
use super::{Documents, FINDINGS, FINE, Global, remark};

const EXAMPLES: &str = "\
Examples:
  claimlint extract docs                   one JSON record a line
  claimlint extract docs --format csv      the same as a table
  claimlint extract --write                update the folder of records; reviewed rows stay
  claimlint extract --check                exit 1 when the folder of records is out of date

Exit codes: 0 done, 1 a record breaks its contract or is out of date, 2 could not run.";

/// Print the claims of documents as records, or keep them in the folder of records
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExtractArgs {
    #[command(flatten)]
    documents: Documents,
    /// Form of the records
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", help_heading = "Output")]
    format: RecordFormat,
    /// Update claims/records, one CSV a document
    #[arg(long, conflicts_with = "check", help_heading = "Output")]
    write: bool,
    /// With --write: these reviewed records, whose text has changed, are right as they are found now; all for all of them
    #[arg(long, value_name = "ID", requires = "write", help_heading = "Output")]
    confirm: Vec<String>,
    /// Write nothing, fail when claims/records is out of date
    #[arg(long, help_heading = "Output")]
    check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RecordFormat {
    Jsonl,
    Csv,
}

pub fn extract(global: &Global, args: &ExtractArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let gathered = gather(&args.documents, &setup)?;
    let extraction = audit::extract_beside(&gathered.sources, &gathered.refused, &setup.config, references(&setup)?);

    let rules = catalogue();
    let report = Report {
        findings: &extraction.findings,
        silenced: &[],
        resolved: &[],
        sources: &gathered.sources,
        coverage: &extraction.coverage,
        claims: extraction.claims.iter().filter(|claim| claim.kind.speaks()).count(),
        records: &extraction.claims,
        rules: &rules,
        language: setup.terminal_language(),
    };
    let mut broken = false;
    for finding in report.findings {
        broken |= finding.rule == claimlint::rules::records::SCHEMA_VIOLATION.name;
        let message = sentences(finding, &report).message;
        let (severity, place) = (finding.severity.word(), report::place(&finding.primary));
        remark(&report::neutral(&format!("{severity}: {place}: {message}")));
    }

    let done = if args.write || args.check {
        let read: Vec<&str> = extraction
            .coverage
            .iter()
            .filter(|document| document.unread.is_none())
            .map(|document| document.document.as_str())
            .collect();
        keep(&extraction.claims, &read, &gathered.folders, args, &setup)?
    } else {
        let fail = |cause| Error::Io { doing: "write", path: "standard output".into(), cause };
        let text = match args.format {
            RecordFormat::Jsonl => jsonl::write(&extraction.claims).map_err(|cause| fail(cause.into()))?,
            RecordFormat::Csv => csv::write(&extraction.claims).map_err(fail)?,
        };
        print(&text)?;
        FINE
    };
    Ok(if broken { FINDINGS } else { done })
}

/// Brings the folder of records up to date, or says where it is not.
fn keep(claims: &[Claim], documents: &[&str], folders: &[String], args: &ExtractArgs, setup: &Setup) -> Result<u8, Error> {
    let records = setup.root.join(&setup.config.records);
    // The names of the files follow from the settings alone, so that a run over some documents finds the same files.
    let base = if setup.config.paths.is_empty() { common_folder(folders) } else { common_folder(&setting_folders(setup)) };
    let mut by_document: BTreeMap<&str, Vec<Claim>> = documents.iter().map(|&document| (document, Vec::new())).collect();
    for claim in claims {
        by_document.entry(&claim.document).or_default().push(claim.clone());
    }
    let (mut differs, mut waiting) = (Vec::new(), 0);
    let mut kept_files = Vec::new();
    for (document, found) in by_document {
        let path = records.join(file_name(document, &base));
        let (stored, text) = stored(&path, setup)?;
        let confirmed = |id: &str| args.confirm.iter().any(|typed| typed == "all" || id.starts_with(typed.as_str()));
        let kept = join(&found, &stored, &confirmed);
        for outdated in &kept.outdated {
            remark(&report::neutral(&correction(outdated, document, setup)));
        }
        waiting += kept.outdated.len();
        kept_files.push(path.clone());
        let fresh = csv::write(&kept.claims).map_err(|cause| Error::Io { doing: "write", path: path.clone(), cause })?;
        if text.as_deref() == Some(fresh.as_str()) {
            continue;
        }
        differs.push(setup.name(&path));
        if args.write {
            ledger::write(&path, &fresh)?;
        }
    }
    let orphans = if args.documents.paths.is_empty() && records.is_dir() {
        record_files(&records)?.into_iter().filter(|file| !kept_files.contains(file)).collect()
    } else {
        Vec::new()
    };
    for file in &orphans {
        remark(&format!("warning: {} belongs to no document", setup.name(file)));
        remark("help: delete it, or bring its document back");
    }
    if waiting > 0 {
        remark(match setup.terminal_language() {
            Language::English => "help: look at them, then run claimlint extract --write --confirm ID, or --confirm all",
            Language::Chinese => "建议：核对之后运行 claimlint extract --write --confirm 编号，或 --confirm all",
        });
    }
    if args.write {
        remark(&format!("{} of {} files of records updated", differs.len(), kept_files.len()));
        return Ok(FINE);
    }
    for name in &differs {
        remark(&format!("error: {name} is out of date"));
    }
    if !differs.is_empty() {
        remark("help: run claimlint extract --write, and look at the difference");
    }
    Ok(if differs.is_empty() && orphans.is_empty() { FINE } else { FINDINGS })
}

/// A correction that waits for somebody to confirm it.
fn correction(outdated: &Outdated, document: &str, setup: &Setup) -> String {
    let chinese = setup.terminal_language() == Language::Chinese;
    let Outdated { id, was, now } = outdated;
    match now {
        Some((line, now)) => {
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            if chinese {
                format!("待确认的更正：{document}{line}：“{was}” → “{now}”（已审核的记录 {id}）")
            } else {
                format!("correction to confirm: {document}{line}: \"{was}\" → \"{now}\" (reviewed record {id})")
            }
        }
        None if chinese => format!("待确认的更正：{document}：“{was}”已不在文中（已审核的记录 {id}）"),
        None => format!("correction to confirm: {document}: \"{was}\" is gone (reviewed record {id})"),
    }
}

/// What a file of records holds, and its text; a file that is not there holds nothing. A broken row would be lost by writing, so
/// it stops the run.
fn stored(path: &Path, setup: &Setup) -> Result<(Vec<Claim>, Option<String>), Error> {
    if !path.is_file() {
        return Ok((Vec::new(), None));
    }
    let (name, text) = read_text(path, setup)?;
    let read = audit::read_records(vec![(name.clone(), parse(&name, &text))]);
    let broken = read.findings.iter().filter_map(|finding| finding.primary.place).map(|place| place.line).next();
    match broken {
        Some(line) => Err(Error::Usage {
            message: format!("{name}:{line}: the record breaks its contract, and writing would lose it"),
            help: format!("run claimlint check {name}, and correct or remove the record"),
        }),
        None => Ok((read.claims, Some(text))),
    }
}

/// The folders of the paths that the settings name.
fn setting_folders(setup: &Setup) -> Vec<String> {
    setup.config.paths.iter().map(|path| folder(&setup.root.join(path), setup)).collect()
}
