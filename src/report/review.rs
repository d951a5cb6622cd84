//! What the review page shows: a frame of HTML, the queue of findings, one finding with its passages in their documents. The server
//! brings it to the browser; the words of documents and rules are data, and the page's script makes text of them.

use std::collections::BTreeMap;

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::catalogue::{all_of_review, word};
use super::document::Page;
use super::excerpt::{Excerpt, around};
use super::words::{neutral, word as ledger_word};
use super::{Language, Report, lapsed, place, sentences};
use crate::finding::{Finding, Passage, Status};
use crate::ledger::decisions::Decision;
use crate::rules::words as shortened;

const PAGE: &str = include_str!("review/page.html");

/// The style of the page, a file of its own: its policy allows nothing inline.
pub const STYLE: &str = concat!(include_str!("html/base.css"), include_str!("review/page.css"));

/// The script of the page.
pub const SCRIPT: &str = concat!(include_str!("html/base.js"), include_str!("review/page.js"));

/// The frame of the page. Where nobody is known to decide, it asks.
///
/// # Errors
///
/// The template's own.
pub fn frame(author: Option<&str>, root: &str, language: Language) -> std::io::Result<String> {
    let mut words = all_of_review(language);
    words.extend(ledger_words(language));
    let data = serde_json::to_string(&words)?.replace('<', "\\u003c");
    let mut environment = Environment::new();
    environment.add_template("page.html", PAGE).map_err(std::io::Error::other)?;
    let template = environment.get_template("page.html").map_err(std::io::Error::other)?;
    template
        .render(context! {
            lang => if language == Language::Chinese { "zh-CN" } else { "en" },
            words => Serde(&words),
            author => author.map(|author| neutral(author).into_owned()),
            root => neutral(root),
            made_by => word("made-by", language).replace("{version}", env!("CARGO_PKG_VERSION")),
            data,
        })
        .map_err(std::io::Error::other)
}

/// A finding in the queue.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its fingerprint.
    pub id: String,
    rule: &'static str,
    severity: &'static str,
    message: String,
    /// Where it is to be mended.
    place: String,
    /// All documents that it shows.
    documents: Vec<String>,
    /// Beside the baseline.
    status: &'static str,
    /// What was decided and holds.
    verdict: Option<&'static str>,
    /// Whether a decision holds no longer.
    lapsed: bool,
}

/// An entry of the queue.
pub fn entry(finding: &Finding, report: &Report<'_>) -> Entry {
    let mut documents: Vec<String> = passages(finding).map(|passage| neutral(&passage.document).into_owned()).collect();
    documents.sort_unstable();
    documents.dedup();
    Entry {
        id: finding.fingerprint.clone(),
        rule: finding.rule,
        severity: finding.severity.word(),
        message: neutral(&sentences(finding, report).message).into_owned(),
        place: neutral(&place(&finding.primary)).into_owned(),
        documents,
        status: finding.standing.status.word(),
        verdict: finding.standing.verdict.map(crate::finding::Verdict::word),
        lapsed: finding.standing.lapsed.is_some(),
    }
}

/// A finding with all that one needs to decide on it.
#[derive(Debug, Serialize)]
pub struct Card {
    #[serde(flatten)]
    entry: Entry,
    confidence: &'static str,
    help: String,
    arithmetic: String,
    /// What its rule looks for, in a line, and at length.
    summary: &'static str,
    explanation: &'static str,
    /// The figures that the baseline has for it, where they differ.
    before: Option<String>,
    /// Why the decision holds no longer.
    lapse: Option<String>,
    decision: Option<Made>,
    sides: Vec<Side>,
}

/// A decision.
#[derive(Debug, Serialize)]
pub struct Made {
    verdict: &'static str,
    reason: String,
    author: String,
    date: String,
    expires: Option<String>,
}

/// A decision as the page shows it.
pub fn made(decision: &Decision) -> Made {
    Made {
        verdict: decision.verdict.word(),
        reason: neutral(&decision.reason).into_owned(),
        author: neutral(&decision.author).into_owned(),
        date: decision.date.to_string(),
        expires: decision.expires.map(|day| day.to_string()),
    }
}

/// A passage in its document.
#[derive(Serialize)]
struct Side {
    document: String,
    line: Option<u32>,
    column: Option<u32>,
    role: String,
    quote: String,
    excerpt: Option<Excerpt>,
}

impl std::fmt::Debug for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{:?}", self.document, self.line)
    }
}

/// A finding, and the decision on it, whether that holds or not.
pub fn card(finding: &Finding, decision: Option<&Decision>, report: &Report<'_>) -> Card {
    let said = sentences(finding, report);
    let sources = report.by_path();
    let mut pages: BTreeMap<&str, Option<Page<'_>>> = BTreeMap::new();
    for passage in passages(finding) {
        let document = passage.document.as_str();
        pages.entry(document).or_insert_with(|| sources.get(document).copied().and_then(Page::new));
    }
    let side = |(passage, role): (&Passage, String)| {
        let page = pages.get(passage.document.as_str()).and_then(Option::as_ref);
        let beside = passages(finding).filter(|other| other.document == passage.document);
        let others: Vec<_> = beside.filter_map(|other| other.place).filter(|other| Some(*other) != passage.place).collect();
        Side {
            document: neutral(&passage.document).into_owned(),
            line: passage.place.map(|place| place.line),
            column: passage.place.map(|place| place.column),
            role: neutral(&role).into_owned(),
            quote: neutral(&shortened(&passage.quote)).into_owned(),
            excerpt: page.zip(passage.place).map(|(page, place)| around(page, place, &others)),
        }
    };
    let rule = report.rules.iter().find(|rule| rule.name == finding.rule);
    Card {
        entry: entry(finding, report),
        confidence: finding.confidence.word(),
        help: neutral(&said.help).into_owned(),
        arithmetic: neutral(&finding.arithmetic).into_owned(),
        summary: rule.map_or("", |rule| rule.summary.text(report.language)),
        explanation: rule.map_or("", |rule| rule.explanation.text(report.language)),
        before: finding.standing.before.as_deref().map(|before| neutral(before).into_owned()),
        lapse: lapsed(finding, report.language).map(|why| neutral(&why).into_owned()),
        decision: decision.map(made),
        sides: passages(finding).zip(said.roles).map(side).collect(),
    }
}

fn passages(finding: &Finding) -> impl Iterator<Item = &Passage> {
    std::iter::once(&finding.primary).chain(&finding.related)
}

/// The words for verdicts and for where a finding stands beside the baseline.
fn ledger_words(language: Language) -> BTreeMap<&'static str, &'static str> {
    let stands = [Status::Open, Status::New, Status::Unchanged, Status::Updated, Status::Reopened].map(Status::word);
    let verdicts = crate::finding::Verdict::ALL.map(crate::finding::Verdict::word);
    stands.into_iter().chain(verdicts).map(|key| (key, ledger_word(key, language))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::words_used;
    use super::*;

    #[test]
    fn every_word_of_the_page_is_in_the_catalogue() {
        let mut keys = all_of_review(Language::English);
        keys.extend(ledger_words(Language::English));
        let used = words_used(&[PAGE, SCRIPT]);
        assert!(used.len() > 60, "{used:?}");
        for key in used {
            assert!(keys.contains_key(key), "the review page uses the word {key}, which no catalogue holds");
        }
    }

    #[test]
    fn every_word_of_its_catalogue_is_used() {
        for key in all_of_review(Language::English)
            .keys()
            .filter(|key| !super::super::catalogue::all(Language::English).contains_key(*key))
        {
            let used = [format!("words.{key}"), format!("words[\"{key}\"]"), format!("words['{key}']")];
            assert!(used.iter().any(|used| PAGE.contains(used) || SCRIPT.contains(used)), "nothing uses the word {key}");
        }
    }
}
