//! Test results in the XML of `JUnit`, as CI servers collect them: a suite a document, a case a finding.
//!
//! Errors and warnings are failures, silenced findings are skipped, and notes pass with their text as output. A document without
//! findings is one case that passed, so that it can be seen to have been read; one that could not be read is skipped.

use std::collections::BTreeMap;
use std::io::{Error, Result};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::words::{neutral, reason};
use super::{Report, place, sentences, told};
use crate::finding::{Finding, Severity};

/// What a case came to.
enum End {
    Failed,
    Passed,
    Skipped(String),
}

/// The report as `JUnit`'s XML.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> Result<String> {
    let mut suites: BTreeMap<&str, Vec<(&Finding, End)>> = BTreeMap::new();
    let mut unread: BTreeMap<&str, &str> = BTreeMap::new();
    for document in report.coverage {
        suites.entry(&document.document).or_default();
        unread.extend(document.unread.as_deref().map(|why| (document.document.as_str(), why)));
    }
    for finding in report.findings {
        let end = if finding.severity == Severity::Note { End::Passed } else { End::Failed };
        suites.entry(&finding.primary.document).or_default().push((finding, end));
    }
    for silenced in report.silenced {
        let case = (&silenced.finding, End::Skipped(silenced.reason.clone()));
        suites.entry(&silenced.finding.primary.document).or_default().push(case);
    }

    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let failures = report.findings.len() - report.count(Severity::Note);
    let cases: usize = suites.values().map(|cases| cases.len().max(1)).sum();
    open(&mut xml, "testsuites", &[("name", "claimlint"), ("tests", &cases.to_string()), ("failures", &failures.to_string())])?;
    for (document, cases) in &suites {
        suite(&mut xml, document, cases, unread.get(document).copied(), report)?;
    }
    close(&mut xml, "testsuites")?;
    let mut text = String::from_utf8(xml.into_inner()).map_err(Error::other)?;
    text.push('\n');
    Ok(text)
}

fn suite(
    xml: &mut Writer<Vec<u8>>,
    document: &str,
    cases: &[(&Finding, End)],
    unread: Option<&str>,
    report: &Report<'_>,
) -> Result<()> {
    let document = &*neutral(document);
    let count = |of: fn(&End) -> bool| cases.iter().filter(|(_, end)| of(end)).count().to_string();
    let failed = count(|end| matches!(end, End::Failed));
    let skipped = count(|end| matches!(end, End::Skipped(_)));
    let skipped = if unread.is_some() && cases.is_empty() { "1".to_owned() } else { skipped };
    let tests = cases.len().max(1).to_string();
    open(
        xml,
        "testsuite",
        &[("name", document), ("tests", &tests), ("failures", &failed), ("errors", "0"), ("skipped", &skipped)],
    )?;
    if cases.is_empty() {
        let name = if unread.is_some() { "not read" } else { "no findings" };
        open(xml, "testcase", &[("name", name), ("classname", document)])?;
        if let Some(why) = unread {
            open(xml, "skipped", &[("message", &reason(why, report.language))])?;
            close(xml, "skipped")?;
        }
        close(xml, "testcase")?;
    }
    for (finding, end) in cases {
        let said = sentences(finding, report);
        let line = finding.primary.place.map_or(1, |place| place.line).to_string();
        let name =
            format!("{} {}", finding.rule, finding.primary.place.map_or("-".into(), |p| format!("{}:{}", p.line, p.column)));
        open(xml, "testcase", &[("name", &name), ("classname", document), ("file", document), ("line", &line)])?;
        let mut lines = told(finding, &said, report.language);
        for (passage, role) in std::iter::once(&finding.primary).chain(&finding.related).zip(&said.roles) {
            lines = format!("{lines}\n{}: {} {role}", place(passage), passage.quote);
        }
        let lines: Vec<_> = lines.lines().map(|line| neutral(line.trim_end())).collect();
        let lines = lines.join("\n");
        match end {
            End::Failed => {
                let kind = format!("{}[{}]", finding.severity.word(), finding.rule);
                open(xml, "failure", &[("type", &kind), ("message", &neutral(&said.message))])?;
                xml.write_event(Event::Text(BytesText::new(&lines)))?;
                close(xml, "failure")?;
            }
            End::Passed => {
                open(xml, "system-out", &[])?;
                xml.write_event(Event::Text(BytesText::new(&lines)))?;
                close(xml, "system-out")?;
            }
            End::Skipped(reason) => {
                open(xml, "skipped", &[("message", &neutral(reason))])?;
                close(xml, "skipped")?;
            }
        }
        close(xml, "testcase")?;
    }
    close(xml, "testsuite")
}

fn open(xml: &mut Writer<Vec<u8>>, name: &str, attributes: &[(&str, &str)]) -> Result<()> {
    xml.write_event(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())))
}

fn close(xml: &mut Writer<Vec<u8>>, name: &str) -> Result<()> {
    xml.write_event(Event::End(BytesEnd::new(name)))
}
