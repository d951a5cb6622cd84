//! Findings and coverage as text for people and machines. Nothing here knows a rule by name: sentences come from the rules' own
//! texts, filled with what the finding carries.

pub mod catalogue;
pub mod csv;
mod document;
mod excerpt;
pub mod feed;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod markdown;
mod passage;
pub mod review;
pub mod sarif;
mod sentence;
pub mod short;
pub mod text;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::claim::Claim;
use crate::extract::Coverage;
use crate::finding::{Finding, Lapse, Lapsed, Passage, Resolved, Severity, Silenced, Silencer, Standing, Status};
use crate::ledger::timeline::Row;
use crate::rules::Rule;
use crate::source::Source;

pub use sentence::{Sentences, sentences};
pub use words::{coverage, neutral, reason};

/// Language of the sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese.
    Chinese,
}

/// What is reported.
#[derive(Debug, Clone, Copy, Default)]
pub struct Report<'a> {
    /// By document and place.
    pub findings: &'a [Finding],
    /// Findings that a comment or a decision lets stand, with the reason; formats that know of suppression show them.
    pub silenced: &'a [Silenced],
    /// Findings of the baseline that are there no longer.
    pub resolved: &'a [Resolved],
    /// The documents that passages are shown from; a passage of another file shows its quote.
    pub sources: &'a [Source],
    /// One entry a document.
    pub coverage: &'a [Coverage],
    /// How many claims were checked.
    pub claims: usize,
    /// The claims themselves, for formats that list them.
    pub records: &'a [Claim],
    /// What was recorded of earlier states, for formats that show it; oldest first.
    pub history: &'a [Row],
    /// The rules that the findings may name.
    pub rules: &'a [&'static Rule],
    /// Language of the sentences.
    pub language: Language,
}

impl<'a> Report<'a> {
    /// The sources by path.
    fn by_path(&self) -> BTreeMap<&'a str, &'a Source> {
        self.sources.iter().map(|source| (source.path.as_str(), source)).collect()
    }

    /// The findings, the gravest first, else in their order: what has a limit keeps the gravest.
    fn by_gravity(&self) -> Vec<&'a Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        findings
    }

    /// How many findings are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Behind the counts: how many are not as the baseline has them, how many of it are mended, how many are settled.
    fn beside(&self) -> String {
        let chinese = self.language == Language::Chinese;
        let compared = self.findings.iter().any(|f| f.standing.status != Status::Open) || !self.resolved.is_empty();
        let mut parts = Vec::new();
        if compared {
            let of = |status| self.findings.iter().filter(|finding| finding.standing.status == status).count();
            for status in [Status::New, Status::Reopened, Status::Updated, Status::Unchanged] {
                if of(status) > 0 {
                    parts.push((of(status), status.word()));
                }
            }
            if !self.resolved.is_empty() {
                parts.push((self.resolved.len(), "resolved"));
            }
        }
        let settled = self.silenced.iter().filter(|silenced| silenced.by != Silencer::Comment).count();
        if settled > 0 {
            parts.push((settled, "settled"));
        }
        if parts.is_empty() {
            return String::new();
        }
        let said = parts.iter().map(|(n, word)| format!("{n} {}", words::word(word, self.language))).collect::<Vec<_>>();
        if chinese { format!("（{}）", said.join("，")) } else { format!(" ({})", said.join(", ")) }
    }

    /// One line: how many findings of each severity, in how many claims and documents; in how many records, where records were
    /// checked without documents.
    pub fn summary(&self) -> String {
        let documents = self.coverage.iter().filter(|document| document.unread.is_none()).count();
        let counts = [
            (self.count(Severity::Error), "error", "个错误"),
            (self.count(Severity::Warning), "warning", "个警告"),
            (self.count(Severity::Note), "note", "个提示"),
        ];
        let records = self.coverage.is_empty();
        match self.language {
            Language::English => {
                let found: Vec<String> = counts.iter().filter(|c| c.0 > 0).map(|&(n, word, _)| words::counted(n, word)).collect();
                let found = if found.is_empty() { "no findings".to_owned() } else { found.join(", ") };
                let found = format!("{found}{}", self.beside());
                let claims = words::counted(self.claims, if records { "record" } else { "claim" });
                if records {
                    format!("{found}; {claims}")
                } else {
                    format!("{found}; {claims} in {}", words::counted(documents, "document"))
                }
            }
            Language::Chinese => {
                let found: Vec<String> = counts.iter().filter(|c| c.0 > 0).map(|&(n, _, word)| format!("{n} {word}")).collect();
                let found = if found.is_empty() { "没有发现问题".to_owned() } else { found.join("，") };
                let found = format!("{found}{}", self.beside());
                let claims = self.claims;
                if records {
                    format!("{found}；共 {claims} 条记录")
                } else {
                    format!("{found}；共 {documents} 个文档，{claims} 条陈述")
                }
            }
        }
    }
}

/// `document:line:column`, or the document alone where the whole file is meant.
pub fn place(passage: &Passage) -> String {
    let at = passage.place.map_or(String::new(), |place| format!(":{}:{}", place.line, place.column));
    format!("{}{at}", passage.document)
}

/// A path as part of a URI ([RFC 3986](https://www.rfc-editor.org/rfc/rfc3986)): everything but unreserved characters and slashes is
/// percent-encoded.
fn percent_encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Which decision on a finding holds no longer, and why, in words.
fn lapsed(finding: &Finding, language: Language) -> Option<String> {
    let chinese = language == Language::Chinese;
    let Lapsed { verdict, date, why } = finding.standing.lapsed.as_ref()?;
    let word = words::word(verdict.word(), language);
    Some(match why {
        Lapse::Value { before, now } if chinese => format!("{date} 标为“{word}”时为 {before}，现为 {now}"),
        Lapse::Value { before, now } => format!("{word} on {date} for {before}, now {now}"),
        Lapse::Expired(last) if chinese => format!("{date} 标为“{word}”，期限 {last} 已过"),
        Lapse::Expired(last) => format!("{word} on {date} until {last}, which is over"),
    })
}

/// Where a finding stands, in words: beside the baseline, and what was decided. Empty where there is nothing to say.
pub fn standing(finding: &Finding, language: Language) -> String {
    let chinese = language == Language::Chinese;
    let Standing { status, before, verdict, .. } = &finding.standing;
    let mut parts = Vec::new();
    if *status != Status::Open {
        let word = words::word(status.word(), language);
        parts.push(match before {
            Some(before) if chinese => format!("{word}（此前为 {before}）"),
            Some(before) => format!("{word} (was {before})"),
            None => word.to_owned(),
        });
    }
    if let Some(verdict) = verdict {
        parts.push(words::word(verdict.word(), language).to_owned());
    }
    parts.extend(self::lapsed(finding, language));
    parts.join(if chinese { "；" } else { "; " })
}

/// Message, arithmetic and help as one text of several lines, each as it is.
fn told(finding: &Finding, said: &Sentences, language: Language) -> String {
    let chinese = language == Language::Chinese;
    let mut text = said.message.clone();
    for (label, part) in [
        (if chinese { "计算：" } else { "arithmetic: " }, &finding.arithmetic),
        (if chinese { "建议：" } else { "help: " }, &said.help),
        (if chinese { "状态：" } else { "status: " }, &standing(finding, language)),
    ] {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(label);
            text.push_str(part);
        }
    }
    text
}
