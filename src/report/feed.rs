//! Corrections for those who want to be told: an [Atom feed](https://www.rfc-editor.org/rfc/rfc4287), a
//! [JSON Feed](https://www.jsonfeed.org/version/1.1/), or records of [schema.org](https://schema.org/ClaimReview) in JSON-LD.
//!
//! An entry keeps its id for good: it is made of the commit and of what stood in the document, not of the day of the export. What is
//! not committed yet is not published.

use std::collections::BTreeMap;
use std::io::{Error, Result};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use serde::Serialize;
use serde_json::{Value, json};

use super::words::neutral;
use super::{Language, percent_encoded};
use crate::ledger::corrections::Correction;
use crate::ledger::timeline::{RUN, WORKTREE};

/// Entries of a feed: the newest ones.
const ENTRIES: usize = 100;

/// Where the documents are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Address of the folder that the documents lie in, with a `/` at its end.
    pub url: String,
    /// Name or address of the machine in [`Self::url`].
    pub host: String,
    /// Name of the feed.
    pub title: String,
    /// Language of the words around the figures.
    pub language: Language,
}

impl Site {
    /// A site by its address; none where that is not one on the web.
    pub fn new(url: &str, title: Option<&str>, language: Language) -> Option<Self> {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let host = rest.split(['/', '?', '#', ':']).next()?.rsplit('@').next()?;
        let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        if host.is_empty()
            || !host.chars().all(fine)
            || url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"".contains(c))
        {
            return None;
        }
        let named = match language {
            Language::English => format!("Corrections of {host}"),
            Language::Chinese => format!("{host} 的更正"),
        };
        let url = if url.ends_with('/') { url.to_owned() } else { format!("{url}/") };
        Some(Self { url, host: host.to_ascii_lowercase(), title: title.map_or(named, str::to_owned), language })
    }

    /// The address of a document.
    fn address(&self, document: &str) -> String {
        format!("{}{}", self.url, percent_encoded(document))
    }

    /// An id that stays ([RFC 4151](https://www.rfc-editor.org/rfc/rfc4151)).
    fn tag(&self, day: &str, specific: &str) -> String {
        format!("tag:{},{day}:claimlint/{specific}", self.host)
    }
}

/// A correction as a reader is told of it.
struct Entry<'a> {
    of: &'a Correction,
    id: String,
    url: String,
    title: String,
    text: String,
}

/// The entries, the newest first.
fn entries<'a>(corrections: &'a [Correction], site: &Site, most: usize) -> Vec<Entry<'a>> {
    let published = |c: &&Correction| !matches!(c.commit.as_str(), WORKTREE | RUN);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut all: Vec<Entry<'_>> =
        corrections.iter().filter(published).map(|correction| entry(correction, site, &mut seen)).collect();
    all.reverse();
    all.truncate(most);
    all
}

fn entry<'a>(c: &'a Correction, site: &Site, seen: &mut BTreeMap<String, usize>) -> Entry<'a> {
    let mut hash = blake3::Hasher::new();
    for part in [&c.commit, &c.document, &c.subject, &c.metric, &c.from, &c.to] {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    let hash = hash.finalize().to_hex()[..16].to_owned();
    // The same correction twice in one document.
    let again = seen.entry(hash.clone()).or_insert(0);
    *again += 1;
    let specific = if *again == 1 { format!("correction/{hash}") } else { format!("correction/{hash}/{again}") };
    let about = about(c);
    let line = c.line.map_or(String::new(), |line| format!(":{line}"));
    let (from, to, document) = (neutral(&c.from), neutral(&c.to), neutral(&c.document));
    let (title, text) = match site.language {
        Language::English => (
            format!("{about}: {from} corrected to {to}"),
            format!("In {document}{line}, {about} was {from} and is {to}. Findings resolved by it: {}.", c.resolved.len()),
        ),
        Language::Chinese => (
            format!("{about}：{from} 更正为 {to}"),
            format!("{document}{line} 中，{about} 原为 {from}，现为 {to}。因此解决的问题：{} 个。", c.resolved.len()),
        ),
    };
    Entry { of: c, id: site.tag(day(&c.date), &specific), url: site.address(&c.document), title, text }
}

/// What a correction is about: subject and metric, or its document.
fn about(c: &Correction) -> String {
    let parts = [c.subject.as_str(), c.metric.as_str()];
    let named: Vec<String> =
        parts.into_iter().filter(|part| !part.is_empty()).map(|part| part.replace(['_', '-'], " ")).collect();
    neutral(&if named.is_empty() { c.document.clone() } else { named.join(" ") }).into_owned()
}

fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// A time in RFC 3339: that of the date, or the beginning of the day.
fn time(date: &str) -> String {
    if date.len() == 10 { format!("{date}T00:00:00Z") } else { date.to_owned() }
}

/// The author's name, or what stands for one.
fn author(correction: &Correction) -> String {
    let name = neutral(correction.author.trim()).into_owned();
    if name.is_empty() { "unknown".into() } else { name }
}

/// An Atom feed. `updated` is the time of the last state, for a feed without entries.
///
/// # Errors
///
/// None that a correction can cause; the writer's own otherwise.
pub fn atom(corrections: &[Correction], updated: &str, site: &Site) -> Result<String> {
    let entries = entries(corrections, site, ENTRIES);
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let lang = lang(site.language);
    xml.write_event(Event::Start(
        BytesStart::new("feed").with_attributes([("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", lang)]),
    ))?;
    // The id of the feed is that of the site; a tag needs some day on which the site was its owner's.
    element(&mut xml, "id", &site.tag("2000-01-01", &format!("corrections/{}", site.url)))?;
    element(&mut xml, "title", &neutral(&site.title))?;
    element(&mut xml, "updated", &entries.first().map_or_else(|| time(updated), |entry| time(&entry.of.date)))?;
    link(&mut xml, &site.url)?;
    let generator = BytesStart::new("generator").with_attributes([("version", env!("CARGO_PKG_VERSION"))]);
    xml.write_event(Event::Start(generator))?;
    xml.write_event(Event::Text(BytesText::new("claimlint")))?;
    xml.write_event(Event::End(BytesEnd::new("generator")))?;
    for entry in &entries {
        xml.write_event(Event::Start(BytesStart::new("entry")))?;
        element(&mut xml, "id", &entry.id)?;
        element(&mut xml, "title", &entry.title)?;
        element(&mut xml, "updated", &time(&entry.of.date))?;
        element(&mut xml, "published", &time(&entry.of.date))?;
        link(&mut xml, &entry.url)?;
        xml.write_event(Event::Start(BytesStart::new("author")))?;
        element(&mut xml, "name", &author(entry.of))?;
        xml.write_event(Event::End(BytesEnd::new("author")))?;
        element(&mut xml, "content", &entry.text)?;
        xml.write_event(Event::End(BytesEnd::new("entry")))?;
    }
    xml.write_event(Event::End(BytesEnd::new("feed")))?;
    let mut text = String::from_utf8(xml.into_inner()).map_err(Error::other)?;
    text.push('\n');
    Ok(text)
}

fn element(xml: &mut Writer<Vec<u8>>, name: &str, text: &str) -> Result<()> {
    xml.write_event(Event::Start(BytesStart::new(name)))?;
    xml.write_event(Event::Text(BytesText::new(text)))?;
    xml.write_event(Event::End(BytesEnd::new(name)))
}

fn link(xml: &mut Writer<Vec<u8>>, url: &str) -> Result<()> {
    xml.write_event(Event::Empty(BytesStart::new("link").with_attributes([("rel", "alternate"), ("href", url)])))
}

const fn lang(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh-CN",
    }
}

#[derive(Serialize)]
struct Feed<'a> {
    version: &'a str,
    title: &'a str,
    home_page_url: &'a str,
    language: &'a str,
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    content_text: &'a str,
    date_published: String,
    authors: Vec<BTreeMap<&'a str, String>>,
}

/// A JSON Feed, version 1.1.
///
/// # Errors
///
/// None that a correction can cause; the writer's own otherwise.
pub fn json(corrections: &[Correction], site: &Site) -> Result<String> {
    let entries = entries(corrections, site, ENTRIES);
    let items = entries.iter().map(|entry| Item {
        id: &entry.id,
        url: &entry.url,
        title: &entry.title,
        content_text: &entry.text,
        date_published: time(&entry.of.date),
        authors: vec![BTreeMap::from([("name", author(entry.of))])],
    });
    let feed = Feed {
        version: "https://jsonfeed.org/version/1.1",
        title: &neutral(&site.title),
        home_page_url: &site.url,
        language: lang(site.language),
        items: items.collect(),
    };
    Ok(serde_json::to_string_pretty(&feed).map_err(Error::other)? + "\n")
}

/// Records of schema.org in JSON-LD: each document as an article with its corrections, and a review of each figure whose correction
/// resolved a finding. The rating says that the figure contradicted another one, not which one the world agrees with.
///
/// # Errors
///
/// None that a correction can cause; the writer's own otherwise.
pub fn json_ld(corrections: &[Correction], site: &Site) -> Result<String> {
    let entries = entries(corrections, site, usize::MAX);
    let person = |c: &Correction| json!({ "@type": "Person", "name": author(c) });
    let mut articles: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut reviews = Vec::new();
    for entry in &entries {
        let c = entry.of;
        articles.entry(&entry.of.document).or_default().push(json!({
            "@type": "CorrectionComment",
            "@id": entry.id,
            "text": entry.text,
            "datePublished": time(&c.date),
            "author": person(c),
        }));
        if c.resolved.is_empty() {
            continue;
        }
        let verdict = match site.language {
            Language::English => format!("Contradicted, corrected to {}", neutral(&c.to)),
            Language::Chinese => format!("有矛盾，已更正为 {}", neutral(&c.to)),
        };
        reviews.push(json!({
            "@type": "ClaimReview",
            "@id": format!("{}/review", entry.id),
            "url": entry.url,
            "claimReviewed": format!("{}: {}", about(c), neutral(&c.from)),
            "itemReviewed": { "@type": "Claim", "appearance": { "@type": "Article", "@id": entry.url, "url": entry.url } },
            "reviewRating": { "@type": "Rating", "ratingValue": 1, "worstRating": 1, "bestRating": 5, "alternateName": verdict },
            "author": person(c),
            "datePublished": time(&c.date),
        }));
    }
    let articles = articles.into_iter().map(|(document, corrections)| {
        let url = site.address(document);
        json!({ "@type": "Article", "@id": url, "url": url, "name": neutral(document), "correction": corrections })
    });
    let graph: Vec<Value> = articles.chain(reviews).collect();
    let document = json!({ "@context": "https://schema.org", "@graph": graph });
    Ok(serde_json::to_string_pretty(&document).map_err(Error::other)? + "\n")
}

#[cfg(test)]
mod tests;
