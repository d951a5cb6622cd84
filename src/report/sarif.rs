//! Static analysis results interchange format: [SARIF 2.1.0], as GitHub's code scanning takes it.
//!
//! One run with all rules and their help; every result has a place in a file (the first line where the whole file is meant), the
//! other side of a conflict as related locations, and fingerprints without lines. Columns count code points.
//!
//! [SARIF 2.1.0]: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

use std::collections::BTreeMap;

use serde::Serialize;

use super::words::neutral;
use super::{Language, Report, percent_encoded, sentences, told};
use crate::claim::Confidence;
use crate::finding::{Finding, Passage, Severity, Silenced, Silencer, Status};
use crate::rules::Rule;
use crate::source::Place;

/// Results of a run that GitHub accepts; the rest is told in a notification.
pub const RESULTS: usize = 25_000;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    automation_details: Id,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<Outcome<'a>>,
}

#[derive(Serialize)]
struct Id {
    id: &'static str,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Descriptor<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor<'a> {
    id: &'a str,
    name: String,
    short_description: Text,
    full_description: Text,
    help: Text,
    default_configuration: Level,
    properties: Properties,
}

#[derive(Serialize)]
struct Level {
    level: &'static str,
}

#[derive(Serialize)]
struct Properties {
    tags: [&'static str; 2],
    precision: &'static str,
    #[serde(rename = "problem.severity")]
    severity: &'static str,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    rank: f32,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(rename = "physicalLocation")]
    physical: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Text>,
}

/// The report as SARIF.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> Result<String, serde_json::Error> {
    let gravest = report.by_gravity();
    let open = gravest.iter().map(|&finding| (finding, None));
    let silenced = report.silenced.iter().map(|silenced| (&silenced.finding, Some(silenced)));
    let mut seen = BTreeMap::new();
    let indices = report.rules.iter().enumerate().map(|(at, rule)| (rule.name, at)).collect();
    let results: Vec<Outcome<'_>> = open
        .chain(silenced)
        .take(RESULTS)
        .map(|(finding, reason)| outcome(finding, reason, report, &indices, &mut seen))
        .collect();

    let left = report.findings.len() + report.silenced.len() - results.len();
    let mut notifications = Vec::new();
    if left > 0 {
        let text = if report.language == Language::Chinese {
            format!("另有 {left} 个级别较低的结果未列出：一次运行最多列出 {RESULTS} 个")
        } else {
            format!("{left} results of lower level are left out: a run holds at most {RESULTS}")
        };
        notifications.push(Notification { level: "warning", message: Text { text } });
    }
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "claimlint",
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    rules: report.rules.iter().map(|rule| descriptor(rule, report.language)).collect(),
                },
            },
            automation_details: Id { id: "claimlint/" },
            column_kind: "unicodeCodePoints",
            invocations: [Invocation { execution_successful: true, tool_execution_notifications: notifications }],
            results,
        }],
    };
    let mut text = serde_json::to_string_pretty(&log)?;
    text.push('\n');
    Ok(text)
}

fn descriptor(rule: &Rule, language: Language) -> Descriptor<'_> {
    let summary = rule.summary.text(language);
    let explanation = rule.explanation.text(language);
    // An empty text is no help: a rule that has only a summary says that.
    let full = if explanation.is_empty() { summary } else { explanation };
    Descriptor {
        id: rule.name,
        name: rule.name.split('-').map(capital).collect(),
        short_description: Text { text: sentence(summary) },
        full_description: Text { text: sentence(full) },
        help: Text { text: full.to_owned() },
        default_configuration: Level { level: rule.severity.word() },
        properties: Properties {
            tags: ["documentation", "consistency"],
            precision: "high",
            severity: if rule.severity == Severity::Note { "recommendation" } else { rule.severity.word() },
        },
    }
}

/// With a capital and a full stop, as viewers expect descriptions.
fn sentence(text: &str) -> String {
    let text = capital(text);
    if text.is_empty() || text.ends_with(['.', '。', '!', '?', '！', '？']) {
        return text;
    }
    let stop = if text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) { '。' } else { '.' };
    format!("{text}{stop}")
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

fn outcome<'a>(
    finding: &'a Finding,
    silenced: Option<&Silenced>,
    report: &Report<'_>,
    indices: &BTreeMap<&str, usize>,
    seen: &mut BTreeMap<&'a str, usize>,
) -> Outcome<'a> {
    let said = sentences(finding, report);
    let nth = seen.entry(finding.fingerprint.as_str()).or_default();
    *nth += 1;
    let text: Vec<_> = told(finding, &said, report.language).lines().map(|line| neutral(line).into_owned()).collect();
    let related = finding.related.iter().zip(said.roles.iter().skip(1)).enumerate();
    Outcome {
        rule_id: finding.rule,
        rule_index: indices.get(finding.rule).copied(),
        level: finding.severity.word(),
        message: Text { text: text.join("\n") },
        locations: [location(&finding.primary, None, None)],
        related_locations: related.map(|(at, (passage, role))| location(passage, Some(at + 1), Some(role))).collect(),
        partial_fingerprints: BTreeMap::from([
            // The one that GitHub matches by: a hash and which of the equal ones it is.
            ("primaryLocationLineHash", format!("{}:{nth}", finding.fingerprint)),
            ("claimlint/v1", finding.fingerprint.clone()),
        ]),
        suppressions: silenced
            .map(|silenced| Suppression {
                kind: if silenced.by == Silencer::Comment { "inSource" } else { "external" },
                status: "accepted",
                justification: neutral(&silenced.reason).into_owned(),
            })
            .into_iter()
            .collect(),
        // What is no longer found has no result: viewers would show it as one more finding.
        baseline_state: match finding.standing.status {
            Status::Open => None,
            Status::New | Status::Reopened => Some("new"),
            Status::Unchanged => Some("unchanged"),
            Status::Updated => Some("updated"),
        },
        rank: match finding.confidence {
            Confidence::High => 90.0,
            Confidence::Medium => 60.0,
            Confidence::Low => 20.0,
        },
    }
}

fn location(passage: &Passage, id: Option<usize>, role: Option<&String>) -> Location {
    let whole = Place { line: 1, column: 1, end_line: 1, end_column: 1 };
    let place = passage.place.unwrap_or(whole);
    let shown = |text: &str| Text { text: neutral(text).into_owned() };
    Location {
        id,
        physical: Physical {
            artifact_location: Artifact { uri: uri(&passage.document) },
            region: Region {
                start_line: place.line,
                start_column: place.column,
                end_line: place.end_line,
                end_column: place.end_column,
                snippet: Some(&passage.quote).filter(|quote| !quote.is_empty()).map(|quote| Text { text: quote.clone() }),
            },
        },
        message: role.map(|role| shown(if role.is_empty() { &passage.quote } else { role })).filter(|text| !text.text.is_empty()),
    }
}

/// A relative path as a URI reference (RFC 3986), and one from the root of the file system as a `file` URI: everything but
/// unreserved characters and slashes is percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    uri.push_str(&percent_encoded(path));
    uri
}

#[cfg(test)]
mod tests {
    use super::{sentence, uri};

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("docs/价格 页.md"), "docs/%E4%BB%B7%E6%A0%BC%20%E9%A1%B5.md");
        assert_eq!(uri("a:b?c#d.md"), "a%3Ab%3Fc%23d.md");
        assert_eq!(uri("/srv/a b.md"), "file:///srv/a%20b.md");
    }

    #[test]
    fn descriptions_are_sentences() {
        assert_eq!(sentence("a range runs backwards"), "A range runs backwards.");
        assert_eq!(sentence("权重相加不等于总数"), "权重相加不等于总数。");
    }
}
