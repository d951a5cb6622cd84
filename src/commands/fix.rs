//! `fix`: one fact set to one value at every place that states it.

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use claimlint::audit::{Outcome, standing};
use claimlint::error::Error;
use claimlint::finding::{Finding, Passage};
use claimlint::fix::{self, Change, Plan, Value, Why, diff};
use claimlint::ledger::replace::{Replacement, replace};
use claimlint::report::{Language, Report, neutral, sentences};
use claimlint::rules::passage;
use claimlint::rules::records::catalogue;
use claimlint::source::{Source, decode};

use super::run::{Run, examine, named, run};
use super::setup::Setup;
use super::{Documents, FINDINGS, FINE, Global, remark};

const EXAMPLES: &str = "\
Examples:
  claimlint fix 3fa9c1d2 --to \"61 ms\"                     show the change as a diff
  claimlint fix 3fa9c1d2 --to 6.1万 --in docs | git apply   apply it with git
  claimlint fix 3fa9c1d2 --to 40% --write                 write it

At each place its unit and notation are kept: 0.045 s becomes 0.061 s, 四十五毫秒 becomes 六十一毫秒. A value without a unit is one of the
unit that all places have. What cannot be set safely is refused with the reason, and then nothing is written.
Exit codes: 0 every place is set and the finding is gone, 1 a place is refused or the finding stays, 2 could not run.";

/// Set the fact of a finding to one value at every place that states it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct FixArgs {
    /// Fingerprint of the finding, or the beginning of it
    #[arg(value_name = "FINDING")]
    finding: String,
    /// The value: a figure with its unit, as "61 ms", 6.1万 or 40%
    #[arg(long = "to", value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// Write the changed documents, all or none
    #[arg(long)]
    write: bool,
    /// Write the places that can be set though others are refused or the finding stays
    #[arg(long, requires = "write")]
    partial: bool,
    /// Documents to look for the finding in; may repeat [default: what claimlint.toml names]
    #[arg(long = "in", value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub fn fix(global: &Global, args: &FixArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let language = setup.terminal_language();
    let say = |en: String, zh: String| if language == Language::Chinese { zh } else { en };
    if args.paths.iter().any(|path| path == Path::new("-")) {
        let message = "standard input cannot be written to".to_owned();
        return Err(Error::Usage { message, help: "give the document as a file".into() });
    }
    let Some(value) = Value::read(&args.value) else {
        let message = format!("--to {} is not one plain figure", args.value);
        return Err(Error::Usage { message, help: "give a figure with its unit: --to \"61 ms\", --to 6.1万, --to 40%".into() });
    };
    let documents = Documents { paths: args.paths.clone(), stdin_name: None };
    let run = run(&documents, None, true, &setup)?;
    let all: Vec<Finding> = run.outcome.findings.iter().chain(run.outcome.silenced.iter().map(|s| &s.finding)).cloned().collect();
    let finding = match named(&all, &args.finding, language) {
        Ok(finding) => finding,
        Err(why) => {
            remark(&why);
            return Ok(FINDINGS);
        }
    };
    let Some(plan) = fix::plan(finding, &run.outcome.claims, &run.sources, &value) else {
        remark(&say(
            format!("error: what {} is about is no figure\nhelp: correct the text by hand", finding.rule),
            format!("错误：{} 所指的不是数值\n建议：请直接修改文字", finding.rule),
        ));
        return Ok(FINDINGS);
    };
    let Proven { plan, sources, files, after } = prove(plan, &run, &value, &setup)?;
    show(&run.sources, &sources, language)?;

    for place in &plan.held {
        if !setup.quiet {
            remark(&say(format!("states it already: {}", told(place)), format!("已是该数值：{}", told(place))));
        }
    }
    for (place, why) in &plan.refused {
        let why = why.say().text(language);
        remark(&say(format!("not set: {} {why}", told(place)), format!("未改：{}{why}", told(place))));
    }
    if plan.changes.is_empty() {
        remark(&say("nothing to change".into(), "没有可改之处".into()));
        return Ok(FINDINGS);
    }
    let stays = consequences(finding, &all, &after, &plan, &run, &setup);
    let complete = plan.refused.is_empty() && !stays;
    let (places, documents) = (plan.changes.len(), files.len());
    let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let (places_en, documents_en) = (counted(places, "place"), counted(documents, "document"));
    if args.write && (complete || args.partial) {
        replace(&files)?;
        if !setup.quiet {
            remark(&say(
                format!("{places_en} set to {} in {documents_en}", args.value),
                format!("已将 {documents} 个文档中的 {places} 处改为 {}", args.value),
            ));
            if setup.config.file.is_some() && setup.root.join(&setup.config.records).is_dir() {
                remark(&say(
                    "help: `claimlint extract --write` brings the records up to date".into(),
                    "建议：用 `claimlint extract --write` 更新记录".into(),
                ));
            }
        }
    } else if args.write {
        remark(&say(
            "nothing is written\nhelp: correct the rest by hand, or write what can be set with --partial".into(),
            "未写入任何文件\n建议：其余各处请手工修改，或用 --partial 只写入可改之处".into(),
        ));
    } else if !setup.quiet {
        remark(&say(
            format!(
                "{places_en} in {documents_en}{}; --write writes the change",
                if stays { "" } else { ", and the finding is gone" }
            ),
            format!("共 {documents} 个文档，{places} 处{}；用 --write 写入", if stays { "" } else { "，改后该问题消失" }),
        ));
    }
    Ok(if complete { FINE } else { FINDINGS })
}

/// A plan of which each change was tried on the documents.
struct Proven {
    plan: Plan,
    /// The documents after the change.
    sources: Vec<Source>,
    /// Those that changed, as bytes.
    files: Vec<Replacement>,
    /// The audit of the changed documents.
    after: Outcome,
}

/// Tries the changes in memory and refuses those that do not give what they should, until all that are left do.
fn prove(mut plan: Plan, run: &Run, value: &Value, setup: &Setup) -> Result<Proven, Error> {
    loop {
        let mut sources = Vec::with_capacity(run.sources.len());
        let mut files = Vec::new();
        let mut unwritable: Vec<(String, Why)> = Vec::new();
        for source in &run.sources {
            let changes: Vec<&Change> = plan.changes.iter().filter(|c| c.claim.document == source.path).collect();
            if changes.is_empty() {
                sources.push(source.clone());
                continue;
            }
            let changed = fix::applied(source, &changes);
            match file(source, &changed, setup) {
                Ok(file) => files.push(file),
                Err(why) => unwritable.push((source.path.clone(), why)),
            }
            sources.push(changed);
        }
        let mut failing: Vec<(usize, Why)> = Vec::new();
        for (at, change) in plan.changes.iter().enumerate() {
            failing.extend(unwritable.iter().find(|(path, _)| *path == change.claim.document).map(|(_, why)| (at, *why)));
        }
        if failing.is_empty() {
            let mut after = examine(&sources, &run.refused, true, setup)?;
            let unproven = fix::unproven(&plan.changes, &run.sources, &sources, &after.claims, value);
            if unproven.is_empty() {
                standing::apply(&mut after, &run.kept, &setup.config);
                return Ok(Proven { plan, sources, files, after });
            }
            failing = unproven.into_iter().map(|at| (at, Why::Otherwise)).collect();
        }
        for (at, why) in failing.into_iter().rev() {
            let change = plan.changes.remove(at);
            plan.refused.push((passage(&change.claim, ""), why));
        }
        plan.refused.sort();
    }
}

/// The file of a document before and after, where it can be written back as it was read.
fn file(source: &Source, changed: &Source, setup: &Setup) -> Result<Replacement, Why> {
    let same = |path: PathBuf| {
        let before = std::fs::read(&path).ok()?;
        let read = decode(&source.path, before.clone()).ok()?;
        (read.text == source.text).then_some((path, before))
    };
    let found = same(setup.root.join(&source.path)).or_else(|| same(setup.here.join(&source.path)));
    let (path, before) = found.ok_or(Why::Changed)?;
    if source.bytes().as_ref() != Some(&before) {
        return Err(Why::Encoding);
    }
    let after = changed.bytes().ok_or(Why::Encoding)?;
    Ok(Replacement { path, before, after })
}

/// Prints the diff: in the bytes of the files, or for a person at a terminal.
fn show(before: &[Source], after: &[Source], language: Language) -> Result<(), Error> {
    let reads = std::io::stdout().is_terminal();
    let mut bytes = Vec::new();
    for (old, new) in before.iter().zip(after).filter(|(old, new)| old.text != new.text) {
        bytes.extend(diff::unified(old, new, reads));
        if !reads && !diff::carries(old) {
            remark(&match language {
                Language::English => {
                    format!("the diff of {} is in UTF-8: use --write, git apply cannot take it", neutral(&old.path))
                }
                Language::Chinese => format!("{} 的差异以 UTF-8 显示，git apply 无法使用，请用 --write", neutral(&old.path)),
            });
        }
    }
    // What a document says must not steer the terminal.
    if reads {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        bytes = text.split_inclusive('\n').map(shown).collect::<String>().into_bytes();
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Io { doing: "write", path: "standard output".into(), cause })
        }
        _ => Ok(()),
    }
}

/// A line of a diff for the terminal.
fn shown(line: &str) -> String {
    format!("{}\n", neutral(line.trim_end_matches(['\r', '\n'])))
}

/// What becomes of the findings; whether that of the command stays.
fn consequences(finding: &Finding, before: &[Finding], after: &Outcome, plan: &Plan, run: &Run, setup: &Setup) -> bool {
    let language = setup.terminal_language();
    let chinese = language == Language::Chinese;
    let known: BTreeSet<&str> = before.iter().map(|f| f.fingerprint.as_str()).collect();
    let settled = after.silenced.iter().map(|s| &s.finding);
    let stays = after.findings.iter().chain(settled).any(|f| f.fingerprint == finding.fingerprint);
    if stays {
        remark(if chinese { "改动后该问题仍然存在" } else { "after this change the finding is still there" });
    }
    let of_documents = |f: &&Finding| f.primary.document != run.kept.file && f.fingerprint != finding.fingerprint;
    let new: Vec<&Finding> =
        after.findings.iter().filter(of_documents).filter(|f| !known.contains(f.fingerprint.as_str())).collect();
    let touched: BTreeSet<&str> = plan.changes.iter().map(|change| change.claim.id.as_str()).collect();
    let touches = |f: &&Finding| std::iter::once(&f.primary).chain(&f.related).any(|p| touched.contains(p.claim.as_str()));
    let left: Vec<&Finding> =
        after.findings.iter().filter(of_documents).filter(|f| known.contains(f.fingerprint.as_str())).filter(touches).collect();
    let counted =
        |n: usize, rest: [&str; 2]| if n == 1 { format!("1 finding {}", rest[0]) } else { format!("{n} findings {}", rest[1]) };
    let rules = catalogue();
    let report = Report { rules: &rules, language, ..Report::default() };
    for (findings, rest, zh) in
        [(new, ["is new", "are new"], "新增"), (left, ["about these figures is left", "about these figures are left"], "仍有")]
    {
        let n = findings.len();
        if n == 0 || setup.quiet {
            continue;
        }
        remark(&if chinese {
            format!("改动后{zh} {n} 个问题：")
        } else {
            format!("after this change {}:", counted(n, rest))
        });
        for f in findings {
            let message = sentences(f, &report).message;
            remark(&format!("  {}[{}] {} {}", f.severity.word(), f.rule, told(&f.primary), neutral(&message)));
        }
    }
    stays
}

/// A place and what stands there.
fn told(passage: &Passage) -> String {
    let at = passage.place.map_or(String::new(), |place| format!(":{}:{}", place.line, place.column));
    format!("{}{at} \"{}\"", neutral(&passage.document), neutral(&passage.quote))
}
