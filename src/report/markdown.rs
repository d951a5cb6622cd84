//! For review on a code host: a table of what was found, each finding with its passages, and the coverage.
//!
//! A comment on GitHub holds 65,536 characters. A report that is longer keeps the gravest findings and says how many it leaves out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::sentence::sentences;
use super::words::{coverage, neutral};
use super::{Language, Report, place};
use crate::finding::{Finding, Severity};

/// Characters of a comment, in the units of UTF-16, which count no less than any other way does.
const LIMIT: usize = 65_536;

/// Of them, those that the coverage may take where not all fits.
const COVERAGE: usize = 8_000;

/// Characters of a quote where not all fits: enough to find it by.
const QUOTE: usize = 400;

/// The report as Markdown.
pub fn render(report: &Report<'_>) -> String {
    let chinese = report.language == Language::Chinese;
    let say = |en: &'static str, zh: &'static str| if chinese { zh } else { en };
    let mut out = String::new();
    // Writing to a String cannot fail: the results below are dropped.
    let _ = writeln!(out, "# {}\n\n{}\n", say("Audit report", "审核报告"), escaped(&report.summary()));

    if !report.findings.is_empty() {
        let mut rules: BTreeMap<(std::cmp::Reverse<Severity>, &str), usize> = BTreeMap::new();
        for finding in report.findings {
            *rules.entry((std::cmp::Reverse(finding.severity), finding.rule)).or_default() += 1;
        }
        let _ = writeln!(out, "| {} | {} | {} |", say("severity", "级别"), say("rule", "规则"), say("findings", "数量"));
        out.push_str("|---|---|---:|\n");
        for ((severity, rule), count) in rules {
            let _ = writeln!(out, "| {} | {rule} | {count} |", severity.0.word());
        }
        let _ = writeln!(out, "\n## {}", say("Findings", "问题"));
    }
    let mut tail = String::new();
    let documents = report
        .coverage
        .iter()
        .map(|document| format!("- {}: {}\n", escaped(&document.document), escaped(&coverage(document, report.language))));
    let documents: Vec<String> = documents.collect();
    if !documents.is_empty() {
        let _ = writeln!(tail, "\n## {}\n", say("Coverage", "覆盖情况"));
    }

    let shown = |(number, finding): (usize, &Finding), quote| {
        let mut text = String::new();
        show(&mut text, number + 1, finding, quote, report);
        text
    };
    let all: Vec<String> = report.findings.iter().enumerate().map(|finding| shown(finding, usize::MAX)).collect();
    let length = |parts: &[String]| parts.iter().map(|part| units(part)).sum::<usize>();
    if units(&out) + length(&all) + units(&tail) + length(&documents) <= LIMIT {
        return out + &all.concat() + &tail + &documents.concat();
    }

    let (listed, left) = fitting(documents.into_iter(), COVERAGE);
    tail.push_str(&listed);
    if left > 0 {
        let _ = writeln!(tail, "- {}", if chinese { format!("另有 {left} 个文档") } else { format!("{left} more documents") });
    }
    // Room for the sentence that says what is left out.
    let room = LIMIT.saturating_sub(units(&out) + units(&tail) + 200);
    let findings = report.by_gravity().into_iter().enumerate().map(|finding| shown(finding, QUOTE));
    let (listed, left) = fitting(findings, room);
    out.push_str(&listed);
    if left > 0 {
        let said = if chinese {
            format!("另有 {left} 个问题因篇幅所限未列出，以上为最严重的问题；其他格式的报告列出全部。")
        } else {
            format!(
                "{left} more findings are left out for want of room; those above are the gravest. The report in another format has all of them."
            )
        };
        let _ = writeln!(out, "\n{said}");
    }
    out + &tail
}

/// The first of some texts that fit together, and how many are left over.
fn fitting(texts: impl Iterator<Item = String>, room: usize) -> (String, usize) {
    let (mut fitting, mut taken, mut left) = (String::new(), 0, 0);
    for text in texts {
        taken += units(&text);
        if left > 0 || taken > room {
            left += 1;
        } else {
            fitting.push_str(&text);
        }
    }
    (fitting, left)
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A finding with its passages, each quote cut after so many characters.
fn show(out: &mut String, number: usize, finding: &Finding, quote: usize, report: &Report<'_>) {
    let chinese = report.language == Language::Chinese;
    let said = sentences(finding, report);
    let _ = writeln!(out, "\n### {number}. {}: {}\n\n{}\n", finding.severity.word(), finding.rule, escaped(&said.message));
    for (passage, role) in std::iter::once(&finding.primary).chain(&finding.related).zip(&said.roles) {
        let role = if role.is_empty() { String::new() } else { format!(" — {}", escaped(role)) };
        let _ = writeln!(out, "- {}{role}", escaped(&place(passage)));
        if !passage.quote.is_empty() {
            let cut = passage.quote.char_indices().nth(quote).map_or(passage.quote.len(), |(at, _)| at);
            let sign = if cut < passage.quote.len() { " …" } else { "" };
            let _ = writeln!(out, "  > {}{sign}", escaped(&passage.quote[..cut]));
        }
    }
    let mut footer = |en: &str, zh: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "\n{}{}", if chinese { zh } else { en }, escaped(text));
        }
    };
    footer("Arithmetic: ", "计算：", &finding.arithmetic);
    footer("Help: ", "建议：", &said.help);
    footer("Status: ", "状态：", &super::standing(finding, report.language));
}

/// A text of a document as Markdown that shows just that text, in one line: no markup, no HTML, no mention of a user.
fn escaped(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\n', " ⏎ ");
    let text = neutral(&text);
    let mut out = String::with_capacity(text.len());
    // Only at the start of a line do some signs begin a heading, a list or a rule.
    let (mut at_start, mut numbered) = (true, false);
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => out.extend(['\\', c]),
            '#' | '-' | '+' | '=' if at_start => out.extend(['\\', c]),
            '.' | ')' if numbered => out.extend(['\\', c]),
            _ => out.push(c),
        }
        numbered = c.is_ascii_digit() && (at_start || numbered);
        at_start = at_start && c.is_whitespace();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn quotes_are_no_markup() {
        assert_eq!(escaped("<script>a & b</script>"), "&lt;script&gt;a &amp; b&lt;/script&gt;");
        assert_eq!(escaped("| *a* | `b` |\n# c"), "\\| \\*a\\* \\| \\`b\\` \\| ⏎ # c");
        assert_eq!(escaped("- 1. #3"), "\\- 1. #3");
        assert_eq!(escaped("2. b"), "2\\. b");
        assert_eq!(escaped("[x](http://a) ![i](j) @user"), "\\[x\\](http://a) !\\[i\\](j) &#64;user");
    }
}
