//! What the page asks and its answers: the findings as they stand, one finding with its documents, a decision, and what has changed
//! on the disk since.

use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};

use claimlint::audit::Outcome;
use claimlint::audit::standing::{self, Kept};
use claimlint::error::Error;
use claimlint::finding::{Finding, Silencer, Verdict};
use claimlint::ledger;
use claimlint::ledger::amend::{Amended, Refusal, amend, decision_on, text};
use claimlint::ledger::decisions::{self, Decision};
use claimlint::report::review::{Entry, card, entry, frame, made};
use claimlint::report::{Language, Report, neutral, sentences};
use claimlint::rules::Rule;
use claimlint::rules::records::catalogue;
use claimlint::source::one_line;

use super::super::decide::known;
use super::super::run::{Checked, check, kept};
use super::super::setup::Setup;
use super::super::{Documents, Global};
use super::disk::{Seen, look};

/// Characters of a reason or a name.
const LONGEST: usize = 2000;

/// All that the page stands on.
pub struct Desk {
    global: Global,
    documents: Documents,
    rules: Vec<&'static Rule>,
    /// One audit at a time, beside the answers that need none.
    auditing: Mutex<()>,
    state: Mutex<State>,
}

struct State {
    read: Read,
    /// How many audits there were: pages of an earlier one ask for the next.
    audit: u64,
    /// The file of decisions as last read or written.
    text: String,
    /// The findings of the audit, each with its standing, in its order; what is said of the decisions themselves is apart.
    findings: Vec<Finding>,
    notes: Vec<Finding>,
    /// The summary of what is open.
    summary: String,
    author: Option<String>,
    /// Decisions of this run of the server, for taking back.
    steps: Vec<Step>,
}

/// What an audit read and found.
struct Read {
    setup: Setup,
    seen: Seen,
    checked: Checked,
    kept: Kept,
}

/// A decision that can be taken back.
#[derive(Clone)]
struct Step {
    fingerprint: String,
    before: Option<Decision>,
    after: Option<Decision>,
}

/// A decision as the page sends it; without a verdict the present one is withdrawn.
#[derive(Deserialize)]
pub struct Asked {
    id: String,
    verdict: Option<String>,
    #[serde(default)]
    reason: String,
    expires: Option<String>,
    author: Option<String>,
    /// The finding and the decision on it as the page showed them.
    seen: String,
    was: String,
    /// The file of decisions as the page knows it.
    decisions: String,
}

/// Why an answer is none.
#[derive(Debug)]
pub enum Refused {
    /// What was sent cannot be taken: the field.
    Field(&'static str),
    /// The finding is not there, or speaks of other figures.
    Changed,
    /// Somebody else has decided in the meantime.
    Decided(Value),
    /// Lines of the file of decisions hold none: the first.
    Broken(String),
    /// The disk, or the settings.
    Failed(String),
}

impl Refused {
    /// The code of HTTP for it.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Field(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Changed | Self::Decided(_) | Self::Broken(_) => StatusCode::CONFLICT,
            Self::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What the page is told.
    pub fn said(&self) -> Value {
        match self {
            Self::Field(field) => json!({ "error": field }),
            Self::Changed => json!({ "error": "changed" }),
            Self::Decided(decision) => json!({ "error": "decided", "decision": decision }),
            Self::Broken(detail) => json!({ "error": "broken", "detail": detail }),
            Self::Failed(detail) => json!({ "error": "failed", "detail": detail }),
        }
    }
}

impl Desk {
    /// Audits, and lays out what was found.
    pub fn new(global: Global, documents: Documents, author: Option<String>, setup: Setup) -> Result<Self, Error> {
        let read = Read::new(&documents, setup)?;
        let author = author.or_else(known).filter(|name| !name.trim().is_empty());
        let mut state = State {
            read,
            audit: 1,
            text: String::new(),
            findings: Vec::new(),
            notes: Vec::new(),
            summary: String::new(),
            author,
            steps: Vec::new(),
        };
        let rules = catalogue();
        state.text = text(&state.path())?;
        state.settle(&rules);
        Ok(Self { global, documents, rules, auditing: Mutex::new(()), state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, with the decisions as they are on the disk.
    fn fresh(&self) -> Result<MutexGuard<'_, State>, Refused> {
        let mut state = self.state();
        let now = text(&state.path()).map_err(|error| failed(&error, state.language()))?;
        if now != state.text {
            state.text = now;
            state.settle(&self.rules);
        }
        Ok(state)
    }

    /// The frame of the page.
    pub fn frame(&self) -> std::io::Result<String> {
        let state = self.state();
        frame(state.author.as_deref(), &state.read.setup.root.display().to_string(), state.language())
    }

    /// All findings, briefly.
    pub fn queue(&self) -> Result<Value, Refused> {
        let state = self.fresh()?;
        let report = state.report(&self.rules);
        let mut findings: Vec<&Finding> = state.findings.iter().collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let findings: Vec<Entry> = findings.into_iter().map(|finding| entry(finding, &report)).collect();
        let broken = state.broken(&report);
        let notes = state.notes.iter().filter(|note| state.is_idle(note)).map(|note| said(note, true, &report));
        Ok(json!({
            "audit": state.audit,
            "decisions": hash(&state.text),
            "findings": findings,
            "notes": notes.collect::<Vec<String>>(),
            "broken": broken,
            "author": state.author.as_deref().map(neutral),
            "summary": state.summary,
        }))
    }

    /// One finding with its passages in their documents.
    pub fn finding(&self, id: &str) -> Result<Value, Refused> {
        let state = self.fresh()?;
        let finding = state.find(id)?;
        let decision = state.decision_on(finding);
        let report = state.report(&self.rules);
        let mut answer = valued(&card(finding, decision, &report))?;
        answer["seen"] = seen(finding).into();
        answer["was"] = was(decision).into();
        Ok(answer)
    }

    /// What has changed on the disk since the audit, and whether others have decided.
    pub fn pulse(&self) -> Result<Value, Refused> {
        let state = self.state();
        let now = text(&state.path()).map_err(|error| failed(&error, state.language()))?;
        let (files, fault) = match look(&self.documents, &state.read.setup) {
            Ok(now) => (state.read.seen.differs(&now), None),
            Err(error) => (Vec::new(), Some(told(&error, state.language()))),
        };
        let files: Vec<_> = files.iter().map(|file| neutral(file).into_owned()).collect();
        Ok(json!({ "audit": state.audit, "decisions": hash(&now), "files": files, "fault": fault }))
    }

    /// Audits again where the disk has changed since.
    pub fn reload(&self) -> Result<Value, Refused> {
        let _one = self.auditing.lock().unwrap_or_else(PoisonError::into_inner);
        let language = self.state().language();
        let fail = |error: Error| failed(&error, language);
        let setup = Setup::new(&self.global).map_err(fail)?;
        let now = look(&self.documents, &setup).map_err(fail)?;
        if now != self.state().read.seen {
            let read = Read::new(&self.documents, setup).map_err(fail)?;
            let mut state = self.state();
            state.read = read;
            state.audit += 1;
            state.text = text(&state.path()).map_err(fail)?;
            state.settle(&self.rules);
        }
        Ok(json!({ "audit": self.state().audit }))
    }

    /// Writes a decision, or withdraws one. What others have written since is kept; where they have decided on the same finding,
    /// nothing is written and the page is told.
    pub fn decide(&self, asked: Asked) -> Result<Value, Refused> {
        let mut state = self.state();
        let today = ledger::today();
        let given = |text: String| Some(one_line(&text)).filter(|text| !text.is_empty());
        let fits = |text: &String| text.chars().count() <= LONGEST;
        let expires = match asked.expires.filter(|day| !day.trim().is_empty()) {
            None => None,
            Some(day) => Some(Date::from_str(day.trim()).ok().filter(|day| *day >= today).ok_or(Refused::Field("expires"))?),
        };
        let finding = state.find(&asked.id)?;
        if seen(finding) != asked.seen {
            return Err(Refused::Changed);
        }
        let author = asked.author.and_then(given).filter(fits).or_else(|| state.author.clone());
        let after = match asked.verdict {
            None => None,
            Some(word) => {
                let verdict = Verdict::named(&word).ok_or(Refused::Field("verdict"))?;
                let reason = given(asked.reason).filter(fits).ok_or(Refused::Field("reason"))?;
                let author = author.as_deref().ok_or(Refused::Field("author"))?;
                Some(Decision::on(finding, verdict, &reason, author, today, expires))
            }
        };
        let set = |decisions: &mut Vec<Decision>| {
            let old = decision_on(finding, &state.read.checked.outcome.findings, decisions);
            let before = old.map(|at| decisions[at].clone());
            if was(before.as_ref()) != asked.was {
                return Err(json!(before.as_ref().map(made)));
            }
            old.map(|at| decisions.remove(at));
            decisions.extend(after.clone());
            Ok(before)
        };
        let amended = amend(&state.path(), set).map_err(|refusal| state.refused(refusal))?;
        let before = amended.given.map_err(Refused::Decided)?;
        let step = Step { fingerprint: finding.fingerprint.clone(), before, after };
        state.author = author;
        state.steps.push(step);
        let undo = state.steps.len() - 1;
        let mut answer = self.written(&mut state, &amended.before, amended.after, &asked.id, &asked.decisions);
        answer["undo"] = undo.into();
        Ok(answer)
    }

    /// Takes a decision back, unless somebody has decided after it. `known` is the file of decisions as the page knows it.
    pub fn undo(&self, step: usize, known: &str) -> Result<Value, Refused> {
        let mut state = self.state();
        let Some(Step { fingerprint, before, after }) = state.steps.get(step).cloned() else {
            return Err(Refused::Field("undo"));
        };
        let set = |decisions: &mut Vec<Decision>| {
            let present = decisions.iter().position(|decision| decision.fingerprint == fingerprint);
            if present.map(|at| &decisions[at]) != after.as_ref() {
                return Err(json!(present.map(|at| made(&decisions[at]))));
            }
            present.map(|at| decisions.remove(at));
            decisions.extend(before.clone());
            Ok(())
        };
        let amended = amend(&state.path(), set).map_err(|refusal| state.refused(refusal))?;
        let Amended { given, before: text, after: now } = amended;
        given.map_err(Refused::Decided)?;
        Ok(self.written(&mut state, &text, now, &fingerprint, known))
    }

    /// What the page is told when the file is written: the finding as it stands now, and whether the page must fetch the others again.
    fn written(&self, state: &mut State, before: &str, after: String, id: &str, known: &str) -> Value {
        state.text = after;
        state.settle(&self.rules);
        let report = state.report(&self.rules);
        let entry = state.findings.iter().find(|finding| finding.fingerprint == id).map(|finding| entry(finding, &report));
        json!({ "entry": entry, "decisions": hash(&state.text), "merged": hash(before) != known })
    }
}

impl Read {
    /// Looks first and reads then: what changes in between is seen as changed.
    fn new(documents: &Documents, setup: Setup) -> Result<Self, Error> {
        let seen = look(documents, &setup)?;
        let kept = kept(documents.paths.is_empty(), None, &setup)?;
        let checked = check(documents, false, &setup)?;
        Ok(Self { setup, seen, checked, kept })
    }
}

impl State {
    fn path(&self) -> PathBuf {
        self.read.setup.root.join(decisions::FILE)
    }

    fn language(&self) -> Language {
        self.read.setup.terminal_language()
    }

    /// Gives the findings the standing that the decisions give them.
    fn settle(&mut self, rules: &[&'static Rule]) {
        let Read { setup, checked, kept, .. } = &mut self.read;
        kept.decisions = decisions::read(&self.text);
        kept.today = ledger::today();
        let raw = &checked.outcome;
        let mut outcome = Outcome {
            findings: raw.findings.clone(),
            silenced: raw.silenced.clone(),
            coverage: raw.coverage.clone(),
            ..Outcome::default()
        };
        standing::apply(&mut outcome, kept, &setup.config);
        let claims = raw.claims.iter().filter(|claim| claim.kind.speaks()).count();
        self.summary = Report {
            findings: &outcome.findings,
            silenced: &outcome.silenced,
            resolved: &outcome.resolved,
            coverage: &outcome.coverage,
            claims,
            rules,
            language: setup.terminal_language(),
            ..Report::default()
        }
        .summary();
        let (notes, open): (Vec<_>, Vec<_>) = outcome.findings.into_iter().partition(|f| f.primary.document == kept.file);
        let settled = outcome.silenced.into_iter().filter(|silenced| silenced.by != Silencer::Comment);
        let mut findings: Vec<Finding> = open.into_iter().chain(settled.map(|silenced| silenced.finding)).collect();
        let place = |f: &Finding| (f.primary.document.clone(), f.primary.place, f.rule, f.fingerprint.clone());
        findings.sort_by_cached_key(place);
        (self.findings, self.notes) = (findings, notes);
    }

    fn report<'a>(&'a self, rules: &'a [&'static Rule]) -> Report<'a> {
        Report { sources: &self.read.checked.sources, rules, language: self.language(), ..Report::default() }
    }

    fn find(&self, id: &str) -> Result<&Finding, Refused> {
        self.findings.iter().find(|finding| finding.fingerprint == id).ok_or(Refused::Changed)
    }

    /// The decision that speaks of a finding, whether it holds or not.
    fn decision_on(&self, finding: &Finding) -> Option<&Decision> {
        let entries = &self.read.kept.decisions.entries;
        let decisions: Vec<Decision> = entries.iter().map(|(_, decision)| decision.clone()).collect();
        decision_on(finding, &self.read.checked.outcome.findings, &decisions).map(|at| &entries[at].1)
    }

    /// What is wrong with the file of decisions, where nothing may be written to it.
    fn broken(&self, report: &Report<'_>) -> Option<String> {
        let broken = self.read.kept.decisions.broken.first()?;
        let note = self.notes.iter().find(|note| line(note) == Some(broken.line));
        Some(note.map_or_else(|| format!("{}:{}", decisions::FILE, broken.line), |note| said(note, false, report)))
    }

    /// Whether a note is of a decision that can be read.
    fn is_idle(&self, note: &Finding) -> bool {
        self.read.kept.decisions.broken.iter().all(|broken| line(note) != Some(broken.line))
    }

    fn refused(&self, refusal: Refusal) -> Refused {
        match refusal {
            Refusal::Disk(error) => failed(&error, self.language()),
            Refusal::Broken(broken) => Refused::Broken(format!("{}:{}", decisions::FILE, broken.line)),
        }
    }
}

fn line(note: &Finding) -> Option<u32> {
    note.primary.place.map(|place| place.line)
}

/// A note in one line, with its place, and how to mend it.
fn said(note: &Finding, helped: bool, report: &Report<'_>) -> String {
    let place = line(note).map_or(String::new(), |line| format!(":{line}"));
    let text = sentences(note, report);
    let help = if helped { format!("; {}", text.help) } else { String::new() };
    neutral(&format!("{}{place}: {}{help}", note.primary.document, text.message)).into_owned()
}

fn failed(error: &Error, language: Language) -> Refused {
    Refused::Failed(told(error, language))
}

/// An error with its cause and the way out, in one line.
fn told(error: &Error, language: Language) -> String {
    let (said, help) = if language == Language::Chinese { error.in_chinese() } else { (error.to_string(), error.help()) };
    let cause = std::error::Error::source(error).map_or(String::new(), |cause| format!(" ({cause})"));
    neutral(&format!("{said}{cause}; {help}")).into_owned()
}

fn valued(card: &impl serde::Serialize) -> Result<Value, Refused> {
    card.serialize(serde_json::value::Serializer).map_err(|error| Refused::Failed(error.to_string()))
}

/// A finding with its figures: what one decides on.
fn seen(finding: &Finding) -> String {
    hash(&format!("{}\n{}", finding.fingerprint, finding.value()))
}

/// A decision, or that there is none.
fn was(decision: Option<&Decision>) -> String {
    decision.map_or(String::new(), |decision| hash(&format!("{decision:?}")))
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}
