//! `claimlint-disable-next-line RULE: reason` in a document: silences the findings of a rule at the next line.
//!
//! In Markdown and HTML it is a comment that stands alone on its line, in plain text a line. Without a reason it silences nothing
//! and is a finding itself; so it is when there is nothing to silence, for then the fault was mended and the comment is left over.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::faults;
use crate::config::{Config, Level};
use crate::document::Format;
use crate::finding::{Finding, Silenced, Silencer};
use crate::rules::records::{UNJUSTIFIED_SUPPRESSION, UNUSED_SUPPRESSION, catalogue};
use crate::source::Source;

const DIRECTIVE: &str = "claimlint-disable-next-line";

/// One such comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// Its document.
    pub document: String,
    /// Its line.
    pub line: u32,
    /// Lines that it speaks of: the next one that is not blank, or all rows when that is one of a table.
    pub lines: RangeInclusive<u32>,
    /// Name of the rule, as written.
    pub rule: String,
    /// Why; empty when it does not say.
    pub reason: String,
}

/// The comments of a document, in order.
pub fn suppressions(source: &Source) -> Vec<Suppression> {
    if !source.text.contains(DIRECTIVE) {
        return Vec::new();
    }
    let bare = matches!(Format::of(&source.path), Some(Format::Plain));
    let lines: Vec<&str> = source.lines().map(|range| source.text[range].trim()).collect();
    let mut fence: Option<&str> = None;
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark)) {
            fence = if fence == Some(mark) { None } else { fence.or(Some(mark)) };
            continue;
        }
        let comment = line.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
        let Some(text) = comment.or_else(|| bare.then_some(*line)).filter(|_| fence.is_none()) else { continue };
        let Some(rest) = text.trim().strip_prefix(DIRECTIVE) else { continue };
        let (rule, reason) = rest.split_once([':', '：']).unwrap_or((rest, ""));
        let next = (at + 1..lines.len()).find(|&i| !lines[i].is_empty()).unwrap_or(at + 1);
        let rows = lines.iter().skip(next).take_while(|line| line.starts_with('|')).count();
        let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        found.push(Suppression {
            document: source.path.clone(),
            line: number(at),
            lines: number(next)..=number(next + rows.saturating_sub(1)),
            rule: rule.trim().to_owned(),
            reason: reason.trim().to_owned(),
        });
    }
    found
}

/// Takes out what is silenced and gives it back, and adds what is wrong with the comments.
pub fn apply(suppressions: &[Suppression], config: &Config, findings: &mut Vec<Finding>) -> Vec<Silenced> {
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    let mut taken = Vec::new();
    findings.retain(|finding| {
        let Some(place) = finding.primary.place else { return true };
        let speaks = |s: &Suppression| {
            s.document == finding.primary.document
                && s.rule == finding.rule
                && s.lines.contains(&place.line)
                && !s.reason.is_empty()
        };
        let silenced = suppressions.iter().position(speaks);
        if let Some(at) = silenced {
            *used.entry(at).or_default() += 1;
            let reason = suppressions[at].reason.clone();
            taken.push(Silenced { finding: finding.clone(), reason, by: Silencer::Comment });
        }
        silenced.is_none()
    });
    let rules = catalogue();
    for (at, suppression) in suppressions.iter().enumerate() {
        let known = rules.iter().any(|rule| rule.name == suppression.rule);
        let off = config.level(&suppression.rule, &suppression.document) == Some(Level::Off);
        if suppression.reason.is_empty() && known {
            findings.push(faults::suppression(&UNJUSTIFIED_SUPPRESSION, "no-reason", "say-why", suppression));
        } else if !known {
            findings.push(faults::suppression(&UNUSED_SUPPRESSION, "no-rule", "rules", suppression));
        } else if !used.contains_key(&at) && !off {
            findings.push(faults::suppression(&UNUSED_SUPPRESSION, "nothing", "remove", suppression));
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_speaks_of_the_next_line_or_table() {
        let text = "<!-- claimlint-disable-next-line value-conflict: two models -->\n\nA line.\n\n```\n<!-- claimlint-disable-next-line x: y -->\n```\n<!-- claimlint-disable-next-line rank-order -->\n| a |\n|---|\n| 1 |\n";
        let found = suppressions(&Source::new("a.md", text));
        let seen: Vec<_> = found.iter().map(|s| (s.rule.as_str(), s.reason.as_str(), s.lines.clone())).collect();
        assert_eq!(seen, [("value-conflict", "two models", 3..=3), ("rank-order", "", 9..=11)]);
        assert_eq!(suppressions(&Source::new("a.md", "claimlint-disable-next-line x: y\nz")), []);
        assert_eq!(suppressions(&Source::new("a.txt", "claimlint-disable-next-line x：为何\nz")).len(), 1);
    }
}
