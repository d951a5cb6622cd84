//! For people at a terminal: each finding with its source lines and a mark under the right characters.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use anstyle::{AnsiColor, Style};

use super::passage::{fits, line_of, window};
use super::sentence::sentences;
use super::words::{coverage, neutral};
use super::{Language, Report, place};
use crate::finding::{Finding, Passage, Severity};
use crate::source::Source;

/// Characters of a fingerprint that are shown: enough to name it by.
const SHORT: usize = 12;

/// Passages that one finding shows; the rest is counted.
const PASSAGES: usize = 6;

/// The report as text, with escape sequences for colour when `colour` is set.
pub fn render(report: &Report<'_>, colour: bool) -> String {
    let paint = Paint::new(colour);
    let sources = report.by_path();
    let mut out = String::new();
    for finding in report.findings {
        show(&mut out, finding, report, &sources, &paint);
        out.push('\n');
    }
    for document in report.coverage {
        let name = neutral(&document.document);
        let colon = if report.language == Language::Chinese { "：" } else { ": " };
        line(&mut out, &format!("{}{colon}{}", paint.strong(&name), coverage(document, report.language)));
    }
    if !report.coverage.is_empty() {
        out.push('\n');
    }
    line(&mut out, &paint.strong(&report.summary()));
    out
}

fn show(out: &mut String, finding: &Finding, report: &Report<'_>, sources: &BTreeMap<&str, &Source>, paint: &Paint) {
    let said = sentences(finding, report);
    let head = format!("{}[{}]", finding.severity.word(), finding.rule);
    let message = neutral(&said.message);
    line(out, &format!("{}: {}", paint.severity(finding.severity, &head), paint.strong(&message)));

    let passages: Vec<(&Passage, &String)> =
        std::iter::once(&finding.primary).chain(&finding.related).zip(&said.roles).take(PASSAGES).collect();
    let widest = passages.iter().filter_map(|(p, _)| p.place).map(|place| place.line).max().unwrap_or(0);
    let gutter = widest.to_string().len();
    let blank = " ".repeat(gutter);

    let mut shown = 0;
    while shown < passages.len() {
        let passage = passages[shown].0;
        if shown == 0 || passages[shown - 1].0.document != passage.document {
            let arrow = if shown == 0 { "-->" } else { ":::" };
            line(out, &format!("{blank}{} {}", paint.frame(arrow), neutral(&place(passage))));
            if passage.place.is_some() || !passage.quote.is_empty() {
                line(out, &format!("{blank} {}", paint.frame("|")));
            }
        }
        if passage.place.is_none() && passage.quote.is_empty() {
            let role = passages[shown].1;
            if !role.is_empty() {
                line(out, &format!("{blank} {} {}", paint.frame("|"), neutral(role)));
            }
            shown += 1;
            continue;
        }
        // Neighbours on the same line share it where they fit.
        let (text, span) = line_of(passage, sources);
        let mut spans = vec![span];
        while let Some((next, _)) = passages.get(shown + spans.len()) {
            let (_, span) = line_of(next, sources);
            let same = next.document == passage.document
                && next.place.is_some()
                && next.place.map(|p| p.line) == passage.place.map(|p| p.line)
                && sources.contains_key(next.document.as_str());
            let with_next: Vec<Range<usize>> = spans.iter().cloned().chain([span]).collect();
            if !same || !fits(text, &with_next) {
                break;
            }
            spans = with_next;
        }
        let window = window(text, &spans);
        let number = passage.place.map_or(String::new(), |place| place.line.to_string());
        line(out, &format!("{} {}", paint.frame(&format!("{number:>gutter$} |")), window.line));
        for (offset, mark) in window.marks.iter().enumerate() {
            let primary = shown + offset == 0;
            let (sign, severity) = if primary { ("^", Some(finding.severity)) } else { ("-", None) };
            let marks = format!("{} {}", sign.repeat(mark.len()), neutral(passages[shown + offset].1));
            let marks = severity.map_or_else(|| paint.frame(marks.trim_end()), |s| paint.severity(s, marks.trim_end()));
            line(out, &format!("{blank} {} {}{marks}", paint.frame("|"), " ".repeat(mark.start)));
        }
        shown += spans.len();
    }
    let rest = 1 + finding.related.len() - passages.len();
    let chinese = report.language == Language::Chinese;
    if rest > 0 {
        let more = if chinese {
            format!("... 另有 {rest} 处")
        } else {
            format!("... and {rest} more {}", if rest == 1 { "place" } else { "places" })
        };
        line(out, &format!("{blank} {} {more}", paint.frame("|")));
    }
    let mut footer = |label: &str, text: &str| {
        if !text.is_empty() {
            line(out, &format!("{blank} {} {}{}", paint.frame("="), paint.strong(label), neutral(text)));
        }
    };
    footer(if chinese { "计算：" } else { "arithmetic: " }, &finding.arithmetic);
    footer(if chinese { "建议：" } else { "help: " }, &said.help);
    let said = super::standing(finding, report.language);
    let id = finding.fingerprint.get(..SHORT).unwrap_or(&finding.fingerprint);
    footer(if chinese { "编号：" } else { "id: " }, &if said.is_empty() { id.to_owned() } else { format!("{id} ({said})") });
}

fn line(out: &mut String, text: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{}", text.trim_end());
}

/// Styles, or none.
struct Paint {
    colour: bool,
}

impl Paint {
    fn new(colour: bool) -> Self {
        Self { colour }
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn strong(&self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    fn frame(&self, text: &str) -> String {
        self.styled(AnsiColor::BrightBlue.on_default().bold(), text)
    }

    fn severity(&self, severity: Severity, text: &str) -> String {
        let colour = match severity {
            Severity::Error => AnsiColor::BrightRed,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Cyan,
        };
        self.styled(colour.on_default().bold(), text)
    }
}
