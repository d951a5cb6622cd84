//! `history`: what became of findings and figures, over the commits of a repository or over recorded runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use clap::Args;

use claimlint::audit::states::{Change, States};
use claimlint::audit::walk::{Commit, Step, Walk};
use claimlint::error::Error;
use claimlint::ledger::history::{Moment, State, Story, seen};
use claimlint::ledger::timeline::{self, RUN, Row, WORKTREE};
use claimlint::ledger::{self, corrections, corrections::Correction, decisions};
use claimlint::report::feed::{self, Site};
use claimlint::report::{Language, neutral};
use claimlint::source;
use claimlint::source::one_line;

use super::audit::{references, stored_records};
use super::files::{chosen, gather, ours};
use super::output::print;
use super::progress::Progress;
use super::repository::Git;
use super::run::{self, Run};
use super::setup::Setup;
use super::{Documents, FINE, Global, remark};

const EXAMPLES: &str = "\
Examples:
  claimlint history                          the commits of the documents that claimlint.toml names
  claimlint history docs --since v1.0
  claimlint history --record                 outside a repository: record today's run
  claimlint history --feed atom=public/corrections.xml --url https://example.org/docs/

Writes reports/history.csv (a row a commit that touches documents or decisions) and reports/corrections.csv (a row a figure
that changed). Documents that are not committed are the last row. Settings and reviews are those of today for every commit,
decisions those of the commit.
Exit codes: 0 done, 2 could not run.";

/// Show corrections and open findings over the commits of a repository
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HistoryArgs {
    /// Files and folders [default: what claimlint.toml names]
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Walk the commits since this revision only; rows of earlier ones stay as they are
    #[arg(long, value_name = "REV", conflicts_with = "record")]
    since: Option<String>,
    /// Outside a repository: audit, and record the run where its findings differ from those of the last one
    #[arg(long)]
    record: bool,
    /// Print the corrections as a feed instead of the summary: atom, json (a JSON Feed) or jsonld (records of schema.org), with =PATH to write
    /// a file; may repeat
    #[arg(long, value_name = "FORMAT[=PATH]", requires = "url", help_heading = "Feed")]
    feed: Vec<String>,
    /// The same as --feed jsonld
    #[arg(long, requires = "url", help_heading = "Feed")]
    jsonld: bool,
    /// Address of the folder that the documents are published in
    #[arg(long, value_name = "URL", help_heading = "Feed")]
    url: Option<String>,
    /// Name of the feed
    #[arg(long, value_name = "TEXT", requires = "feed", help_heading = "Feed")]
    title: Option<String>,
}

pub fn history(global: &Global, args: &HistoryArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let feeds = feeds(args)?;
    let documents = Documents { paths: args.paths.clone(), stdin_name: None };
    let told = match Git::of(&setup.root) {
        Some(_) if args.record => {
            let message = "--record is for documents outside a repository, and these lie in one".to_owned();
            return Err(Error::Usage { message, help: "leave it out: the commits are the record".into() });
        }
        Some(git) => of_commits(git, &documents, args.since.as_deref(), &setup)?,
        None if args.since.is_some() => {
            let message = "--since asks git, and the documents are in no repository, or git is not installed".to_owned();
            return Err(Error::Usage {
                message,
                help: "run inside the repository of the documents, or leave --since out".into(),
            });
        }
        None if args.record => record(&documents, &setup)?,
        None => Told::read(&setup)?,
    };
    if told.rows.is_empty() {
        return Err(Error::Usage {
            message: "there is no history: no commit touches the documents, and no run was recorded".into(),
            help: "commit them, or record a run with `claimlint history --record`".into(),
        });
    }
    for (form, path) in &feeds {
        let language = if path.is_some() { setup.file_language() } else { setup.terminal_language() };
        let site =
            Site::new(args.url.as_deref().unwrap_or_default(), args.title.as_deref(), language).ok_or_else(|| Error::Usage {
                message: "--url is no address on the web".into(),
                help: "give the address of the folder that the documents are published in: --url https://example.org/docs/"
                    .into(),
            })?;
        let updated = told.rows.last().map_or("", |row| row.date.as_str());
        let text = match form {
            Form::Atom => feed::atom(&told.corrections, updated, &site),
            Form::Json => feed::json(&told.corrections, &site),
            Form::JsonLd => feed::json_ld(&told.corrections, &site),
        };
        let shown = || path.clone().unwrap_or_else(|| "standard output".into());
        let text = text.map_err(|cause| Error::Io { doing: "write", path: shown(), cause })?;
        match path {
            Some(path) => ledger::write(&setup.here.join(path), &text)?,
            None => print(&text)?,
        }
    }
    if feeds.iter().all(|(_, path)| path.is_some()) {
        print(&summary(&told, setup.terminal_language()))?;
    }
    Ok(FINE)
}

/// Form of a feed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Atom,
    Json,
    JsonLd,
}

/// The feeds that are asked for, each with its file.
fn feeds(args: &HistoryArgs) -> Result<Vec<(Form, Option<PathBuf>)>, Error> {
    let mut feeds = Vec::new();
    for feed in args.feed.iter().map(String::as_str).chain(args.jsonld.then_some("jsonld")) {
        let (name, path) = feed.split_once('=').map_or((feed, None), |(name, path)| (name, Some(path)));
        let form = match name {
            "atom" => Form::Atom,
            "json" => Form::Json,
            "jsonld" => Form::JsonLd,
            _ => {
                let message = format!("there is no feed `{name}`");
                return Err(Error::Usage { message, help: "use atom, json or jsonld".into() });
            }
        };
        feeds.push((form, path.filter(|path| !path.is_empty() && *path != "-").map(PathBuf::from)));
    }
    if feeds.iter().filter(|(_, path)| path.is_none()).count() > 1 {
        let message = "two feeds would go to standard output".to_owned();
        return Err(Error::Usage { message, help: "give all but one a file: --feed atom=corrections.xml".into() });
    }
    Ok(feeds)
}

/// Rows and corrections, as the files hold them.
pub struct Told {
    /// One a state.
    pub rows: Vec<Row>,
    /// Oldest first.
    pub corrections: Vec<Correction>,
}

impl Told {
    /// What the files hold; nothing where there are none.
    pub fn read(setup: &Setup) -> Result<Self, Error> {
        let text = |name: &str| Ok::<_, Error>(ledger::read(&setup.root.join(name))?.unwrap_or_default());
        let fail = |name: &str, (line, cause): (u32, String)| Error::Usage {
            message: format!("{name}:{line}: the history cannot be read: {cause}"),
            help: "correct the line, or remove the file and run `claimlint history` again".into(),
        };
        let (rows, corrections) = (text(timeline::FILE)?, text(corrections::FILE)?);
        let rows = if rows.is_empty() { Ok(Vec::new()) } else { timeline::read(&rows) };
        let corrections = if corrections.is_empty() { Ok(Vec::new()) } else { corrections::read(&corrections) };
        Ok(Self {
            rows: rows.map_err(|fault| fail(timeline::FILE, fault))?,
            corrections: corrections.map_err(|fault| fail(corrections::FILE, fault))?,
        })
    }

    /// Writes the files, where they hold something else.
    fn write(&self, setup: &Setup) -> Result<(), Error> {
        let files = [(timeline::FILE, timeline::write(&self.rows)), (corrections::FILE, corrections::write(&self.corrections))];
        for (name, text) in files {
            put(name, text, setup)?;
        }
        Ok(())
    }
}

/// Writes a file where it holds something else.
fn put(name: &str, text: std::io::Result<String>, setup: &Setup) -> Result<(), Error> {
    let path = setup.root.join(name);
    let text = text.map_err(|cause| Error::Io { doing: "write", path: path.clone(), cause })?;
    if ledger::read(&path)?.as_ref() == Some(&text) { Ok(()) } else { ledger::write(&path, &text) }
}

/// Walks the commits, and the documents as they lie there.
fn of_commits(mut git: Git, documents: &Documents, since: Option<&str>, setup: &Setup) -> Result<Told, Error> {
    let progress = Progress::start(setup);
    let named: Vec<String> = chosen(documents, setup)?.iter().map(|path| setup.name(path)).collect();
    // Beside the documents, what their findings depend on.
    let data = setup.config.facts.iter().filter_map(|fact| fact.file.clone());
    let mut paths: Vec<String> = named.iter().cloned().chain(data).chain([decisions::FILE.to_owned()]).collect();
    paths.retain(|path| Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)));
    if named.iter().all(|name| !paths.contains(name)) {
        let message = "the documents lie outside the folder of the settings, and no history of them is kept".to_owned();
        return Err(Error::Usage { message, help: "run in the folder of the documents".into() });
    }

    let (commits, base) = if git.has_commits() {
        let base = since.map(|since| git.state(since)).transpose()?;
        (git.commits(base.as_ref().map(|base| base.moment.commit.as_str()), &paths)?, base)
    } else {
        (Vec::new(), None)
    };
    // Where the revision stands on a branch of its own, the walk sets out from where it left the line of first parents.
    let base = match base {
        Some(base) => {
            let from = commits.first().map_or("HEAD".to_owned(), |first| format!("{}^", first.moment.commit));
            // The first commit of all has nothing before it.
            let changes = git.state(&from).map(|state| state.changes).unwrap_or_default();
            Some(Commit { changes, ..base })
        }
        None => None,
    };

    let gathered = gather(documents, setup)?;
    let all = commits.iter().chain(&base).flat_map(|commit| &commit.changes);
    let seen: BTreeSet<&str> = all.flat_map(|change| change.from.as_deref().into_iter().chain([change.path.as_str()])).collect();
    let candidates: BTreeSet<&str> = seen.into_iter().filter(|path| is_named(path, &named, setup)).collect();
    let mut ignored = git.ignored(&candidates)?;
    ignored.retain(|path| !named.contains(path));
    let is_document = |path: &str| !ignored.contains(path) && is_named(path, &named, setup);

    let (reviews, broken) = stored_records(setup)?;
    let mut trusted = references(setup)?;
    trusted.findings.extend(broken);
    let states = States::new(&setup.config, trusted, &reviews);
    let mut walk = Walk::new(states, &setup.config, &is_document);
    let language = setup.terminal_language();
    if let Some(base) = &base {
        walk.begin(base, &mut git)?;
    }
    for (at, commit) in commits.iter().enumerate() {
        if at % 64 == 0 {
            progress.commits(at, commits.len(), language);
        }
        // What touches neither a document nor a decision makes no state.
        let concerns = |path: &str| is_document(path) || paths[named.len()..].iter().any(|other| other == path);
        if commit.changes.iter().any(|c| concerns(&c.path) || c.from.as_deref().is_some_and(concerns)) {
            walk.next(commit, &mut git)?;
        }
    }
    if let Some(step) = uncommitted(&git, gathered, &paths, &is_document, setup)? {
        let moment = Moment { commit: WORKTREE.into(), date: ledger::today().to_string(), author: String::new() };
        walk.step(&moment, step);
    }
    drop(progress);
    let Story { rows, corrections, .. } = walk.story;
    let mut told = Told { rows, corrections };
    if base.is_some() {
        told = behind(Told::read(setup)?, told);
    }
    told.write(setup)?;
    Ok(told)
}

/// The rows of a walk behind those of an earlier one that it did not come to.
fn behind(mut earlier: Told, mut walked: Told) -> Told {
    let base = walked.rows.remove(0);
    let fresh: BTreeSet<&str> = walked.rows.iter().map(|row| row.commit.as_str()).chain([WORKTREE]).collect();
    earlier.rows.retain(|row| !fresh.contains(row.commit.as_str()));
    earlier.corrections.retain(|correction| !fresh.contains(correction.commit.as_str()));
    if earlier.rows.is_empty() {
        earlier.rows.push(base);
    }
    earlier.rows.extend(walked.rows);
    earlier.corrections.extend(walked.corrections);
    earlier
}

/// Whether a file is a document by its path: what the settings or the command line name, or lies in a folder of theirs.
fn is_named(path: &str, named: &[String], setup: &Setup) -> bool {
    if named.iter().any(|name| name == path) {
        return true;
    }
    let below = named
        .iter()
        .filter_map(|name| if name == "." { Some(path) } else { path.strip_prefix(name.as_str())?.strip_prefix('/') });
    let mut below = below.filter(|rest| source::is_document_name(rest));
    below.next().is_some() && !ours(path, setup)
}

/// The documents as they lie there, where they differ from the last commit.
fn uncommitted(
    git: &Git,
    gathered: super::files::Gathered,
    paths: &[String],
    is_document: &dyn Fn(&str) -> bool,
    setup: &Setup,
) -> Result<Option<Step>, Error> {
    let last = if git.has_commits() { git.files("HEAD")? } else { BTreeMap::new() };
    let changed = git.uncommitted(paths)?;
    let touched: BTreeSet<&str> = changed.iter().map(|(path, _)| path.as_str()).collect();
    let mut step = Step::default();
    let mut there: BTreeSet<String> = BTreeSet::new();
    let differs = |path: &str| touched.contains(path) || !last.contains_key(path);
    for source in gathered.sources {
        there.insert(source.path.clone());
        if differs(&source.path) {
            step.changes.push(Change::Read(source));
        }
    }
    for file in gathered.refused {
        there.insert(file.path.clone());
        if differs(&file.path) {
            step.changes.push(Change::Refused(file));
        }
    }
    let gone = last.keys().filter(|path| is_document(path) && !there.contains(*path));
    step.changes.extend(gone.map(|path| Change::Gone(path.clone())));
    for (new, old) in &changed {
        if let Some(old) = old.as_ref().filter(|old| is_document(old) && !there.contains(*old) && there.contains(new)) {
            step.renamed.push((old.clone(), new.clone()));
        }
        let text = || ledger::read(&setup.root.join(new));
        if new == decisions::FILE {
            step.decisions = Some(text()?.unwrap_or_default());
        } else if setup.config.facts.iter().any(|fact| fact.file.as_ref() == Some(new)) {
            step.files.push((new.clone(), text()?));
        }
    }
    let nothing = step.changes.is_empty() && step.decisions.is_none() && step.files.is_empty();
    Ok((!nothing).then_some(step))
}

/// Audits and adds the run to the recorded ones, where its findings differ.
fn record(documents: &Documents, setup: &Setup) -> Result<Told, Error> {
    let Run { mut outcome, kept, .. } = run::run(documents, None, false, setup)?;
    let mut told = Told::read(setup)?;
    let known = ledger::read(&setup.root.join(seen::FILE))?.unwrap_or_default();
    let known = if known.is_empty() { Ok(Vec::new()) } else { seen::read(&known) };
    let known = known.map_err(|(line, cause)| Error::Usage {
        message: format!("{}:{line}: the recorded findings cannot be read: {cause}", seen::FILE),
        help: "correct the line, or remove the file: all findings are then new".into(),
    })?;
    outcome.findings.retain(|finding| finding.primary.document != kept.file);
    let settled: Vec<_> = outcome.silenced.into_iter().map(|silenced| silenced.finding).collect();
    let mut story = Story::continued(known);
    let moment = Moment { commit: RUN.into(), date: kept.today.to_string(), author: super::decide::who() };
    story.add(&moment, &State { open: &outcome.findings, settled: &settled, before: &[], after: &[], renamed: &[] });
    let same = |last: &Row, row: &Row| {
        (last.open, last.settled) == (row.open, row.settled) && row.new.all() + row.resolved.all() + row.reopened.all() == 0
    };
    if let Some(row) = story.rows.first()
        && !told.rows.last().is_some_and(|last| same(last, row))
    {
        told.rows.push(row.clone());
        put(timeline::FILE, timeline::write(&told.rows), setup)?;
    }
    put(seen::FILE, seen::write(story.seen()), setup)?;
    Ok(told)
}

/// Corrections that a summary lists.
const LISTED: usize = 10;

fn summary(told: &Told, language: Language) -> String {
    let chinese = language == Language::Chinese;
    let Told { rows, corrections } = told;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return String::new() };
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    let day = |row: &Row| row.date.get(..10).unwrap_or(&row.date).to_owned();
    let (resolved, reopened) = (sum(|row| row.resolved.all()), sum(|row| row.reopened.all()));
    let open = last.open;
    let median = timeline::median(rows).map(timeline::decimal);
    let mut lines = Vec::new();
    let (from, to, states) = (day(first), day(last), rows.len());
    if chinese {
        lines.push(format!("{from} 至 {to}，共 {states} 个状态"));
        lines.push(format!(
            "当前未决：{} 个错误，{} 个警告，{} 个提示；已处理 {} 个",
            open.errors, open.warnings, open.notes, last.settled
        ));
        lines.push(format!("已解决 {resolved} 个，重现 {reopened} 个；更正 {} 处", corrections.len()));
        lines.push(median.map_or("尚无问题得到解决".into(), |days| format!("从出现到解决的中位时间：{days} 天")));
    } else {
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        lines.push(format!("{from} to {to}, {}", plural(states, "state")));
        let [errors, warnings, notes] =
            [plural(open.errors, "error"), plural(open.warnings, "warning"), plural(open.notes, "note")];
        lines.push(format!("open now: {errors}, {warnings}, {notes}; {} settled", last.settled));
        lines.push(format!("resolved: {resolved}, reopened: {reopened}, {}", plural(corrections.len(), "correction")));
        let days = |days: String| format!("median time to correction: {days} {}", if days == "1" { "day" } else { "days" });
        lines.push(median.map_or("no finding has been resolved yet".into(), days));
    }
    for correction in corrections.iter().rev().take(LISTED) {
        lines.push(format!("  {}", told_in_a_line(correction)));
    }
    if corrections.len() > LISTED {
        let more = corrections.len() - LISTED;
        lines.push(if chinese {
            format!("  另有 {more} 处，见 {}", corrections::FILE)
        } else {
            format!("  and {more} more in {}", corrections::FILE)
        });
    }
    lines.join("\n") + "\n"
}

/// `2030-01-03 docs/a.md:12 heron latency: 45 ms → 61 ms (0123abcd Ada)`.
fn told_in_a_line(correction: &Correction) -> String {
    let c = correction;
    let line = c.line.map_or(String::new(), |line| format!(":{line}"));
    let about = [c.subject.as_str(), c.metric.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let about = if about.is_empty() { c.kind.clone() } else { about };
    let commit = c.commit.get(..8).unwrap_or(&c.commit);
    let day = c.date.get(..10).unwrap_or(&c.date);
    let by = [commit, c.author.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let text = format!("{day} {}{line} {about}: {} → {} ({by})", c.document, c.from, c.to);
    neutral(&one_line(&text)).into_owned()
}

/// What is recorded beside the settings, for the report; what cannot be read is told and left out.
pub fn rows(setup: &Setup) -> Vec<Row> {
    match Told::read(setup) {
        Ok(told) => told.rows,
        Err(error) => {
            remark(&match setup.terminal_language() {
                Language::English => format!("warning: {error}"),
                Language::Chinese => format!("警告：{error}"),
            });
            Vec::new()
        }
    }
}
