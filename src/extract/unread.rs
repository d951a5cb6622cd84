//! Figures in the stretches that no block holds: a reader may see them, and the coverage says why they are no claims.

use crate::document::{Format, Skip};
use crate::extract::{Coverage, Reader, SetAside};

/// Adds the digit runs of all that was set aside by the parser.
pub fn count(reader: &Reader<'_>, coverage: &mut Coverage) {
    let tagged = matches!(reader.document.format, Some(Format::Html | Format::Markdown));
    let mut end = 0;
    for (range, skip) in &reader.document.skipped {
        let Some(reason) = reason(*skip) else { continue };
        let start = range.start.max(end);
        let Some(text) = reader.source.text.get(start..range.end.max(start)) else { continue };
        end = end.max(range.end);
        for (from, to) in digit_runs(text, tagged && *skip != Skip::Code) {
            let place = reader.source.place(&(start + from..start + to));
            coverage.asides.push(SetAside { place, quote: text[from..to].to_owned(), reason });
            coverage.seen += 1;
            *coverage.set_aside.entry(reason.to_owned()).or_default() += 1;
        }
    }
}

/// The word of a reason in the coverage; `None` for what no reader sees.
const fn reason(skip: Skip) -> Option<&'static str> {
    match skip {
        Skip::Code => Some("code"),
        Skip::FrontMatter => Some("front_matter"),
        Skip::Number => Some("ordinal"),
        Skip::Struck => Some("struck"),
        Skip::Boilerplate => Some("boilerplate"),
        Skip::Hidden => Some("hidden"),
        Skip::Chart => Some("chart"),
        Skip::Comment => Some("comment"),
        Skip::Markup => None,
    }
}

/// Where digits stand, separators between them included: `1,234.5` is one run. Where the text is `tagged`, tags are passed over.
fn digit_runs(text: &str, tagged: bool) -> Vec<(usize, usize)> {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut in_tag = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        match c {
            '<' if tagged && next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!')) => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag || !is_digit(c) => {}
            _ => {
                let joined = |end: usize| {
                    let mut between = text[end..at].chars();
                    end == at || between.next().is_some_and(|c| matches!(c, '.' | ',')) && between.next().is_none()
                };
                match runs.last_mut() {
                    Some((_, end)) if joined(*end) => *end = at + c.len_utf8(),
                    _ => runs.push((at, at + c.len_utf8())),
                }
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_digits_are_told_from_tags() {
        let runs = |text: &str, tagged| -> Vec<String> {
            digit_runs(text, tagged).into_iter().map(|(from, to)| text[from..to].to_owned()).collect()
        };
        assert_eq!(runs("a 1,234.5 b2c <a href=9>１２%</a>, 3. 4 < 5", true), ["1,234.5", "2", "１２", "3", "4", "5"]);
        assert_eq!(runs("if a<b9 { 3 }", false), ["9", "3"]);
    }
}
