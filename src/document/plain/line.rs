//! Lines of plain text: their indent, their bullet, and the width at which they were wrapped.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::source::Source;

/// One line without the blanks around it.
pub(in crate::document) struct Line {
    pub range: Range<usize>,
    /// The line with the blanks before it.
    pub whole: Range<usize>,
    /// Columns of blanks before it; a tab counts four.
    pub indent: usize,
}

/// What makes a line an item.
pub(in crate::document) struct Marker {
    pub glyph: char,
    /// The number of an ordered item.
    pub number: Option<u32>,
    /// Where the item's text starts in the line.
    pub content: usize,
}

pub(in crate::document) fn all(source: &Source) -> Vec<Line> {
    source
        .lines()
        .map(|range| {
            let text = &source.text[range.clone()];
            let body = text.trim_start_matches(is_blank);
            let indent =
                text[..text.len() - body.len()].chars().map(|c| if c == '\t' { 4 } else { c.width().unwrap_or(0) }).sum();
            let start = range.end - body.len();
            let end = start + body.trim_end_matches(is_blank).len();
            Line { range: start..end, whole: range.start..end, indent }
        })
        .collect()
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}

/// The bullet that a line starts with.
pub(in crate::document) fn bullet(text: &str) -> Option<Marker> {
    let glyph = text.chars().next()?;
    let after = &text[glyph.len_utf8()..];
    let content = text.len() - after.trim_start_matches(is_blank).len();
    match glyph {
        '-' | '*' | '+' | '–' => {
            (after.starts_with(is_blank) && content < text.len()).then_some(Marker { glyph, number: None, content })
        }
        '•' | '·' | '●' | '○' | '◦' | '▪' | '▫' | '■' | '□' | '◆' | '◇' | '►' | '▶' | '➤' | '➢' | '‣' | '⁃' | '∙'
        | '\u{F0B7}' | '\u{F06C}' => Some(Marker { glyph, number: None, content }),
        // These say yes or no, and are part of the text.
        '✓' | '✔' | '✅' | '❌' | '✗' | '✘' | '☑' => Some(Marker { glyph: '✓', number: None, content: 0 }),
        _ => None,
    }
}

/// A line that only draws: `-----`, `====`, `* * *`.
pub(in crate::document) fn is_ruler(text: &str) -> bool {
    let mut drawn = text.chars().filter(|c| !c.is_whitespace());
    let Some(first) = drawn.next().filter(|&c| matches!(c, '-' | '=' | '*' | '_' | '~' | '—' | '─' | '━' | '＝' | '－'))
    else {
        return false;
    };
    drawn.clone().count() >= 2 && drawn.all(|c| c == first)
}

/// Scripts that set no blank between words.
pub(in crate::document) fn is_wide(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}' | '“' | '”' | '…')
}

/// What could have stood on the line before.
pub(in crate::document) fn first_word(text: &str) -> &str {
    let end = text.char_indices().find(|&(at, c)| c.is_whitespace() || at > 0 && is_wide(c)).map_or(text.len(), |(at, _)| at);
    let first = text.chars().next().map_or(0, char::len_utf8);
    if text.chars().next().is_some_and(is_wide) { &text[..first] } else { &text[..end] }
}

/// The width at which running text was wrapped by hand or by a mailer: many lines end near it and none exceeds it.
pub(in crate::document) fn wrap_width(source: &Source, lines: &[Line]) -> Option<usize> {
    let widths: Vec<usize> = lines.iter().map(|line| line.indent + source.text[line.range.clone()].width()).collect();
    let widest = widths.iter().copied().max().filter(|w| (50..=110).contains(w))?;
    let near = widths.iter().filter(|&&w| w * 100 >= widest * 85).count();
    let chinese = lines.iter().zip(&widths).any(|(line, &w)| w == widest && source.text[line.range.clone()].contains(is_wide));
    (near >= if chinese { 3 } else { 2 }).then_some(widest)
}
