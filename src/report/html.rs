//! One page for an editor to read and to send: findings with their passages side by side, all claims, the documents with marks,
//! coverage. It holds all that it needs and loads nothing; a policy in its head allows just its own script and style.
//!
//! The words of documents and rules are data of the page, never markup of it: the script makes text of them.

mod timeline;

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::catalogue::{all, word};
use super::document::{InBlock, Page, Shown};
use super::words::{coverage, neutral, reason};
use super::{Language, Report, sentences, standing};
use crate::claim::Claim;
use crate::finding::{Passage, Severity};
use crate::rules::words as shortened;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = concat!(include_str!("html/base.css"), include_str!("html/page.css"));
const SCRIPT: &str = concat!(include_str!("html/base.js"), include_str!("html/page.js"));

/// Hashes of the style and the script for the page's Content Security Policy; a test holds them against the files.
const STYLE_HASH: &str = "sha256-Ch7hE7hHQ9tlpP3IKQ9HP0IGw8GJOfKlseRSHzD5MM0=";
const SCRIPT_HASH: &str = "sha256-4atMChAsUNqT1lx00a0f4w8lDkxHtHwiTtVh8hzs1ss=";

/// Bars of a chart; what is left over is one more bar.
const BARS: usize = 16;

#[derive(Serialize)]
struct Data<'a> {
    lang: &'static str,
    words: BTreeMap<&'static str, &'static str>,
    rules: BTreeMap<&'a str, RuleText<'a>>,
    documents: Vec<Shown>,
    findings: Vec<Found<'a>>,
    claims: Vec<Stated<'a>>,
}

#[derive(Serialize)]
struct RuleText<'a> {
    e: &'a str,
}

#[derive(Serialize)]
struct Found<'a> {
    r: &'a str,
    s: &'static str,
    c: &'static str,
    m: String,
    h: String,
    a: String,
    /// Where it stands beside the baseline, and what was decided.
    #[serde(skip_serializing_if = "String::is_empty")]
    w: String,
    p: Vec<Side>,
}

/// A passage: document (its number, or its name where it is not shown), place, and where it stands in a block in UTF-16 units.
#[derive(Serialize)]
struct Side {
    d: Named,
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<u32>,
    r: String,
    q: String,
    #[serde(flatten)]
    at: Option<InBlock>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Named {
    Number(usize),
    Name(String),
}

#[derive(Serialize)]
struct Stated<'a> {
    d: Named,
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<u32>,
    k: &'static str,
    n: Option<&'a str>,
    m: Option<&'a str>,
    q: String,
    o: String,
    #[serde(flatten)]
    at: Option<InBlock>,
}

#[derive(Serialize)]
struct Tile {
    class: &'static str,
    count: usize,
    label: String,
}

#[derive(Serialize)]
struct Chart {
    title: &'static str,
    height: usize,
    bars: Vec<Bar>,
}

#[derive(Serialize)]
struct Bar {
    label: String,
    count: usize,
    class: &'static str,
    y: usize,
    width: usize,
}

#[derive(Serialize)]
struct Row {
    document: String,
    unread: Option<String>,
    seen: usize,
    typed: usize,
    compared: usize,
    aside: String,
    rest: usize,
}

/// The report as a page of HTML.
///
/// # Errors
///
/// None that a finding can cause; the template's or the writer's own otherwise.
pub fn render(report: &Report<'_>) -> std::io::Result<String> {
    let language = report.language;
    let lang = if language == Language::Chinese { "zh-CN" } else { "en" };
    let pages = Pages::new(report);
    let data = Data {
        lang,
        words: all(language),
        rules: rule_texts(report),
        findings: report.by_gravity().into_iter().map(|finding| found(finding, report, &pages)).collect(),
        claims: report.records.iter().filter(|claim| claim.kind.speaks()).map(|claim| stated(claim, &pages)).collect(),
        documents: pages.shown(report),
    };
    // A script element ends at the first `</script`, whatever its type; JSON may write `<` otherwise.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");

    let mut environment = Environment::new();
    environment.add_template("page.html", PAGE).map_err(std::io::Error::other)?;
    let template = environment.get_template("page.html").map_err(std::io::Error::other)?;
    template
        .render(context! {
            lang,
            words => Serde(all(language)),
            summary => report.summary(),
            tiles => Serde(tiles(report)),
            charts => Serde(charts(report)),
            timeline => Serde(timeline::timeline(report)),
            coverage => Serde(rows(report)),
            made_by => word("made-by", language).replace("{version}", env!("CARGO_PKG_VERSION")),
            style => STYLE,
            script => SCRIPT,
            style_hash => STYLE_HASH,
            script_hash => SCRIPT_HASH,
            data,
        })
        .map_err(std::io::Error::other)
}

/// The explanations of the rules that found something.
fn rule_texts<'a>(report: &Report<'a>) -> BTreeMap<&'a str, RuleText<'a>> {
    let found: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule).collect();
    let named = report.rules.iter().filter(|rule| found.contains(rule.name));
    named.map(|rule| (rule.name, RuleText { e: rule.explanation.text(report.language) })).collect()
}

fn found<'a>(finding: &'a crate::finding::Finding, report: &Report<'_>, pages: &Pages<'_>) -> Found<'a> {
    let said = sentences(finding, report);
    let passages = std::iter::once(&finding.primary).chain(&finding.related).zip(said.roles);
    Found {
        r: finding.rule,
        s: finding.severity.word(),
        c: finding.confidence.word(),
        m: neutral(&said.message).into_owned(),
        h: neutral(&said.help).into_owned(),
        a: neutral(&finding.arithmetic).into_owned(),
        w: neutral(&standing(finding, report.language)).into_owned(),
        p: passages.map(|(passage, role)| pages.side(passage, &role)).collect(),
    }
}

fn stated<'a>(claim: &'a Claim, pages: &Pages<'_>) -> Stated<'a> {
    let passage = crate::rules::passage(claim, "");
    let mut context: Vec<String> = claim.conditions.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    context.extend(claim.baseline.iter().map(|against| format!("≠ {against}")));
    if claim.modality != crate::claim::Modality::Stated {
        context.push(claim.modality.word().replace('_', " "));
    }
    context.extend(claim.date.iter().cloned());
    Stated {
        at: pages.in_block(&passage),
        d: pages.named(&claim.document),
        l: claim.line,
        c: claim.column,
        k: claim.kind.word(),
        n: claim.subject.as_ref().map(|subject| subject.name.as_str()),
        m: claim.metric.as_deref(),
        q: neutral(&shortened(&claim.quote)).into_owned(),
        o: context.join("; "),
    }
}

/// The documents that the page shows: those that a claim or a passage stands in.
struct Pages<'a> {
    pages: Vec<Page<'a>>,
    numbers: BTreeMap<&'a str, usize>,
}

impl<'a> Pages<'a> {
    fn new(report: &Report<'a>) -> Self {
        let passages = report.findings.iter().flat_map(|f| std::iter::once(&f.primary).chain(&f.related));
        let mut named: Vec<&str> = passages.map(|passage| passage.document.as_str()).collect();
        named.extend(report.records.iter().filter(|claim| claim.kind.speaks()).map(|claim| claim.document.as_str()));
        named.sort_unstable();
        named.dedup();
        let sources = report.sources.iter().filter(|source| named.binary_search(&source.path.as_str()).is_ok());
        let pages: Vec<Page<'a>> = sources.filter_map(Page::new).collect();
        let numbers = pages.iter().enumerate().map(|(number, page)| (page.source.path.as_str(), number)).collect();
        Self { pages, numbers }
    }

    fn named(&self, document: &str) -> Named {
        self.numbers.get(document).map_or_else(|| Named::Name(neutral(document).into_owned()), |&number| Named::Number(number))
    }

    fn in_block(&self, passage: &Passage) -> Option<InBlock> {
        self.pages[*self.numbers.get(passage.document.as_str())?].in_block(passage.place?)
    }

    fn side(&self, passage: &Passage, role: &str) -> Side {
        let at = self.in_block(passage);
        Side {
            d: self.named(&passage.document),
            l: passage.place.map(|place| place.line),
            c: passage.place.map(|place| place.column),
            r: neutral(role).into_owned(),
            // The block says it where there is one.
            q: if at.is_some() { neutral(&shortened(&passage.quote)).into_owned() } else { neutral(&passage.quote).into_owned() },
            at,
        }
    }

    fn shown(&self, report: &Report<'_>) -> Vec<Shown> {
        let note = |path: &str| {
            let document = report.coverage.iter().find(|document| document.document == path);
            document.map_or(String::new(), |document| coverage(document, report.language))
        };
        self.pages.iter().map(|page| page.shown(note(&page.source.path))).collect()
    }
}

fn tiles(report: &Report<'_>) -> Vec<Tile> {
    let language = report.language;
    let levels = [Severity::Error, Severity::Warning, Severity::Note];
    let mut tiles: Vec<Tile> = levels
        .iter()
        .map(|&severity| {
            let count = report.count(severity);
            let key = severity.word();
            let plural = language == Language::English && count != 1;
            Tile { class: key, count, label: format!("{}{}", word(key, language), if plural { "s" } else { "" }) }
        })
        .collect();
    let read = report.coverage.iter().filter(|document| document.unread.is_none()).count();
    let counts = [
        ("claims", report.records.iter().filter(|claim| claim.kind.speaks()).count()),
        ("documents", read),
        ("silenced", report.silenced.len()),
        ("unread", report.coverage.len() - read),
    ];
    let always = |key: &str| matches!(key, "claims" | "documents");
    tiles.extend(counts.into_iter().filter(|&(key, count)| count > 0 || always(key)).map(|(key, count)| Tile {
        class: if key == "unread" { "error" } else { "" },
        count,
        label: word(key, language).to_lowercase(),
    }));
    tiles
}

fn charts(report: &Report<'_>) -> Vec<Chart> {
    let language = report.language;
    let mut rules: BTreeMap<&str, (usize, Severity)> = BTreeMap::new();
    let mut documents: BTreeMap<&str, (usize, Severity)> = BTreeMap::new();
    for finding in report.findings {
        for (counts, key) in [(&mut rules, finding.rule), (&mut documents, finding.primary.document.as_str())] {
            let entry = counts.entry(key).or_insert((0, finding.severity));
            *entry = (entry.0 + 1, entry.1.max(finding.severity));
        }
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for claim in report.records.iter().filter(|claim| claim.kind.speaks()) {
        *kinds.entry(claim.kind.word()).or_default() += 1;
    }
    let by_severity = |counts: BTreeMap<&str, (usize, Severity)>| {
        counts.into_iter().map(|(key, (count, severity))| (neutral(key).into_owned(), count, severity.word())).collect()
    };
    let kinds = kinds.into_iter().map(|(key, count)| (word(key, language).to_owned(), count, "")).collect();
    [("by-rule", by_severity(rules)), ("by-document", by_severity(documents)), ("by-kind", kinds)]
        .into_iter()
        .filter(|(_, bars): &(&str, Vec<_>)| !bars.is_empty())
        .map(|(title, bars)| chart(word(title, language), language, bars))
        .collect()
}

fn chart(title: &'static str, language: Language, mut counts: Vec<(String, usize, &'static str)>) -> Chart {
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    if counts.len() > BARS {
        let rest: usize = counts.drain(BARS - 1..).map(|(_, count, _)| count).sum();
        counts.push((word("others", language).to_owned(), rest, ""));
    }
    let most = counts.iter().map(|(_, count, _)| *count).max().unwrap_or(1).max(1);
    let bars = counts.into_iter().enumerate().map(|(at, (label, count, class))| Bar {
        label: shortened(&label),
        count,
        class,
        y: at * 32,
        width: (count * 400 / most).max(3),
    });
    let bars: Vec<Bar> = bars.collect();
    Chart { title, height: bars.len() * 32, bars }
}

fn rows(report: &Report<'_>) -> Vec<Row> {
    let row = |document: &crate::extract::Coverage| {
        let aside: usize = document.set_aside.values().sum();
        let reasons: Vec<String> =
            document.set_aside.iter().map(|(why, count)| format!("{} {count}", reason(why, report.language))).collect();
        Row {
            document: neutral(&document.document).into_owned(),
            unread: document.unread.as_deref().map(|why| reason(why, report.language).into_owned()),
            seen: document.seen,
            typed: document.typed,
            compared: document.compared,
            aside: reasons.join(", "),
            rest: document.seen.saturating_sub(document.typed + aside),
        }
    };
    report.coverage.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    use sha2::{Digest as _, Sha256};

    use super::super::catalogue::words_used;

    #[test]
    fn the_policy_allows_just_this_script_and_style() {
        for (text, hash) in [(STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH)] {
            assert_eq!(hash, format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text))));
        }
    }

    #[test]
    fn every_word_of_the_page_is_in_the_catalogue() {
        let keys = all(Language::English);
        let used = words_used(&[PAGE, SCRIPT]);
        assert!(used.len() > 30, "{used:?}");
        for key in used {
            assert!(keys.contains_key(key), "the page uses the word {key}, which src/report/words.csv does not hold");
        }
    }
}
