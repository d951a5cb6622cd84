//! The documents of a repository, commit after commit: each state audited, and what became of findings and figures in between.
//!
//! Settings, trusted records and reviews of records are those of today for every state; the decisions are those of the state. What is asked
//! of the repository is behind [`Repository`], so that nothing here knows how it is kept.

use jiff::civil::Date;

use super::standing::{self, Kept};
use super::states::{Change, States};
use crate::claim::Claim;
use crate::config::Config;
use crate::error::Error;
use crate::ledger::decisions;
use crate::ledger::history::{Moment, State, Story};
use crate::ledger::timeline::seconds;
use crate::source::{self, Limits, Refused, Source, Unreadable};

/// What a walk asks for.
pub trait Repository {
    /// The bytes of a file in one of its states.
    ///
    /// # Errors
    ///
    /// Where the repository does not give them.
    fn bytes(&mut self, blob: &str) -> Result<Vec<u8>, Error>;
}

/// A state, as what differs from the one before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    /// Whose it is, and since when.
    pub moment: Moment,
    /// Files that changed.
    pub changes: Vec<Changed>,
}

/// A file that changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changed {
    /// Its path; the one that it had, where it is gone.
    pub path: String,
    /// The path that it had before, where that was another one.
    pub from: Option<String>,
    /// What it holds; none where it is gone.
    pub blob: Option<String>,
}

/// A walk, as far as it has come.
pub struct Walk<'a> {
    /// What became of findings and figures.
    pub story: Story,
    config: &'a Config,
    states: States<'a>,
    decisions: String,
    is_document: &'a dyn Fn(&str) -> bool,
}

/// What a state brings, read.
#[derive(Debug, Default)]
pub struct Step {
    /// What became of documents.
    pub changes: Vec<Change>,
    /// Documents with another name: old and new.
    pub renamed: Vec<(String, String)>,
    /// The text of the decisions, where it changed.
    pub decisions: Option<String>,
    /// Data files that changed, and what they hold.
    pub files: Vec<(String, Option<String>)>,
}

impl<'a> Walk<'a> {
    /// Before the first state. `is_document` tells by its path whether the settings of today name a file.
    pub fn new(states: States<'a>, config: &'a Config, is_document: &'a dyn Fn(&str) -> bool) -> Self {
        Self { story: Story::default(), config, states, decisions: String::new(), is_document }
    }

    /// Goes to the state that the story begins with.
    ///
    /// # Errors
    ///
    /// Those of the repository.
    pub fn begin(&mut self, commit: &Commit, repository: &mut dyn Repository) -> Result<(), Error> {
        let step = self.read(&commit.changes, repository)?;
        self.go(&commit.moment, step, true);
        Ok(())
    }

    /// Goes to the next state.
    ///
    /// # Errors
    ///
    /// Those of the repository.
    pub fn next(&mut self, commit: &Commit, repository: &mut dyn Repository) -> Result<(), Error> {
        let step = self.read(&commit.changes, repository)?;
        self.go(&commit.moment, step, false);
        Ok(())
    }

    /// Reads what a commit changed.
    fn read(&self, changes: &[Changed], repository: &mut dyn Repository) -> Result<Step, Error> {
        let mut step = Step::default();
        let is_data = |path: &str| self.config.facts.iter().any(|fact| fact.file.as_deref() == Some(path));
        let mut gone: Vec<&str> = Vec::new();
        for change in changes {
            let bytes = change.blob.as_deref().map(|blob| repository.bytes(blob)).transpose()?;
            let text = || bytes.as_deref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            if change.path == decisions::FILE {
                step.decisions = Some(text().unwrap_or_default());
            }
            if is_data(&change.path) {
                step.files.push((change.path.clone(), text()));
            }
            if let Some(from) = change.from.as_deref() {
                if from == decisions::FILE {
                    step.decisions.get_or_insert_default();
                }
                if is_data(from) {
                    step.files.push((from.to_owned(), None));
                }
                if (self.is_document)(from) {
                    gone.push(from);
                    if (self.is_document)(&change.path) {
                        step.renamed.push((from.to_owned(), change.path.clone()));
                    }
                }
            }
            if (self.is_document)(&change.path) {
                match bytes {
                    Some(bytes) => step.changes.push(read(&change.path, bytes, self.config)),
                    None => gone.push(&change.path),
                }
            }
        }
        // A file may have taken the place of one that went elsewhere.
        let taken = |path: &str| step.changes.iter().any(|change| path_of(change) == path);
        let gone: Vec<Change> = gone.into_iter().filter(|path| !taken(path)).map(|path| Change::Gone(path.to_owned())).collect();
        step.changes.extend(gone);
        Ok(step)
    }

    /// Goes to a state that was read elsewhere.
    pub fn step(&mut self, moment: &Moment, step: Step) {
        self.go(moment, step, false);
    }

    fn go(&mut self, moment: &Moment, step: Step, begins: bool) {
        let Step { changes, renamed, decisions, files } = step;
        if let Some(text) = decisions {
            self.decisions = text;
        }
        for (name, text) in files {
            match text {
                Some(text) => _ = self.states.files.insert(name, text),
                None => _ = self.states.files.remove(&name),
            }
        }
        let documents: Vec<String> = changes.iter().map(|change| path_of(change).to_owned()).collect();
        let mut before: Vec<Claim> = Vec::new();
        for document in &documents {
            let new = renamed.iter().find(|(old, _)| old == document).map(|(_, new)| new);
            before.extend(self.states.claims(document).cloned().map(|claim| match new {
                Some(new) => Claim { document: new.clone(), ..claim },
                None => claim,
            }));
        }
        self.states.apply(changes);
        let after: Vec<Claim> = documents.iter().flat_map(|document| self.states.claims(document)).cloned().collect();

        let kept = Kept {
            decisions: decisions::read(&self.decisions),
            file: decisions::FILE.to_owned(),
            baseline: None,
            today: day(&moment.date),
            whole: true,
        };
        let mut outcome = self.states.outcome();
        standing::apply(&mut outcome, &kept, self.config);
        // What is said of the decisions themselves is no finding about a document.
        outcome.findings.retain(|finding| finding.primary.document != kept.file);
        let settled: Vec<_> = outcome.silenced.into_iter().map(|silenced| silenced.finding).collect();
        let state = State { open: &outcome.findings, settled: &settled, before: &before, after: &after, renamed: &renamed };
        if begins { self.story.begin(moment, &state) } else { self.story.add(moment, &state) }
    }
}

fn path_of(change: &Change) -> &str {
    match change {
        Change::Read(source) => &source.path,
        Change::Refused(file) => &file.path,
        Change::Gone(path) => path,
    }
}

/// A document from its bytes.
fn read(path: &str, bytes: Vec<u8>, config: &Config) -> Change {
    let limits = Limits { bytes: config.max_file_size };
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let read: Result<Source, Unreadable> = if size > limits.bytes {
        Err(Unreadable::TooLarge { bytes: size, limit: limits.bytes })
    } else {
        source::from_bytes(path, bytes, limits)
    };
    match read {
        Ok(source) => Change::Read(source),
        Err(reason) => Change::Refused(Refused { path: path.to_owned(), reason }),
    }
}

/// The day of a date of the history; the first of all days where it is none.
fn day(date: &str) -> Date {
    let time = seconds(date).and_then(|second| jiff::Timestamp::from_second(second).ok());
    time.map_or(Date::MIN, |time| jiff::tz::TimeZone::UTC.to_datetime(time).date())
}

#[cfg(test)]
mod tests {
    use super::super::reference::References;
    use super::super::{check, extract_beside};
    use super::*;

    /// Contents by their own text: a blob is called what it holds.
    struct Texts;

    impl Repository for Texts {
        fn bytes(&mut self, blob: &str) -> Result<Vec<u8>, Error> {
            Ok(blob.as_bytes().to_vec())
        }
    }

    fn commit(at: usize, changes: &[(&str, Option<&str>)]) -> Commit {
        let changes =
            changes.iter().map(|&(path, text)| Changed { path: path.into(), from: None, blob: text.map(str::to_owned) });
        let moment = Moment { commit: format!("c{at}"), date: format!("2030-01-{:02}", at + 1), author: "Ada".into() };
        Commit { moment, changes: changes.collect() }
    }

    const A: &str = "# Heron\n\nHeron has a p99 latency of 45 ms.\n\n## Summary\n\nHeron has a p99 latency of 61 ms.\n";
    const B: &str = "# Egret\n\nEgret costs 20 USD per month. Heron costs 30 USD per month.\n";

    #[test]
    fn every_state_is_audited_as_if_it_were_the_only_one() {
        let config = Config::default();
        let states = [
            vec![("a.md", Some(A))],
            vec![("b.md", Some(B)), ("c.txt", Some("Nothing."))],
            vec![("a.md", Some("# Heron\n\nIntro.\n\nHeron has a p99 latency of 45 ms. Egret costs 25 USD per month.\n"))],
            vec![("d.csv", Some("name,price\nHeron,31 USD\nEgret,20 USD\n")), ("b.md", None)],
            vec![("b.md", Some(B)), ("d.csv", None), ("e.xyz", Some("\0"))],
            vec![("a.md", None), ("b.md", None), ("c.txt", None)],
        ];
        let mut incremental = States::new(&config, References::built_in(), &[]);
        let mut files: std::collections::BTreeMap<&str, &str> = std::collections::BTreeMap::new();
        for changes in states {
            let mut now = Vec::new();
            for (path, text) in changes {
                if let Some(text) = text {
                    files.insert(path, text);
                    now.push(read(path, text.as_bytes().to_vec(), &config));
                } else {
                    files.remove(path);
                    now.push(Change::Gone(path.into()));
                }
            }
            incremental.apply(now);
            let (mut sources, mut refused) = (Vec::new(), Vec::new());
            for (path, text) in &files {
                match read(path, text.as_bytes().to_vec(), &config) {
                    Change::Read(source) => sources.push(source),
                    Change::Refused(file) => refused.push(file),
                    Change::Gone(_) => {}
                }
            }
            let whole = check(extract_beside(&sources, &refused, &config, References::built_in()), &config, false);
            assert_eq!(incremental.outcome().findings, whole.findings);
            for path in files.keys() {
                let claims: Vec<&Claim> = incremental.claims(path).collect();
                let others: Vec<&Claim> = whole.claims.iter().filter(|claim| claim.document == **path).collect();
                assert_eq!(claims, others);
            }
        }
    }

    #[test]
    fn findings_come_go_and_come_back() {
        let config = Config::default();
        let is_document = |path: &str| path.contains(".md");
        let mut walk = Walk::new(States::new(&config, References::built_in(), &[]), &config, &is_document);
        let right = A.replace("61 ms", "45 ms");
        let commits = [
            commit(0, &[("a.md", Some(A)), ("x.rs", Some("45"))]),
            commit(3, &[("a.md", Some(&right))]),
            commit(4, &[("a.md", Some(&format!("{}{right}", "Intro.\n\n".repeat(50))))]),
            commit(5, &[("a.md", Some(A))]),
            commit(6, &[("b.md", Some(B))]),
        ];
        for commit in &commits {
            walk.next(commit, &mut Texts).unwrap();
        }
        let rows = &walk.story.rows;
        let errors = |f: fn(&crate::ledger::timeline::Row) -> usize| rows.iter().map(f).collect::<Vec<_>>();
        assert_eq!(errors(|r| r.open.errors), [1, 0, 0, 1, 1]);
        assert_eq!(errors(|r| r.new.errors), [1, 0, 0, 0, 0]);
        assert_eq!(errors(|r| r.resolved.errors), [0, 1, 0, 0, 0]);
        assert_eq!(errors(|r| r.reopened.errors), [0, 0, 0, 1, 0]);
        assert_eq!(errors(|r| r.corrections), [0, 1, 0, 1, 0]);
        assert!(rows[1].days.contains(&300), "{:?}", rows[1]);
        let first = &walk.story.corrections[0];
        assert_eq!((first.from.as_str(), first.to.as_str(), first.commit.as_str()), ("61 ms", "45 ms", "c3"));
        assert_eq!((first.resolved.len(), first.opened.len()), (1, 0));
        assert_eq!((walk.story.corrections[1].resolved.len(), walk.story.corrections[1].opened.len()), (0, 1));
    }

    #[test]
    fn a_renamed_document_keeps_its_findings() {
        let config = Config::default();
        let is_document = |path: &str| path.contains(".md");
        let mut walk = Walk::new(States::new(&config, References::built_in(), &[]), &config, &is_document);
        walk.next(&commit(0, &[("a.md", Some(A)), ("silent.md", Some("# Nothing\n"))]), &mut Texts).unwrap();
        let renamed =
            |from: &str, path: &str, text: &str| Changed { path: path.into(), from: Some(from.into()), blob: Some(text.into()) };
        let changes =
            vec![renamed("a.md", "z.md", &A.replace("45 ms", "46 ms")), renamed("silent.md", "quiet.md", "# Nothing\n")];
        walk.next(&Commit { changes, ..commit(1, &[]) }, &mut Texts).unwrap();
        let row = &walk.story.rows[1];
        assert_eq!((row.new.all(), row.resolved.all(), row.reopened.all(), row.corrections), (0, 0, 0, 1), "{row:?}");
        assert_eq!(walk.story.corrections[0].document, "z.md");
    }
}
