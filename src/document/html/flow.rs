//! Text of a page as it comes in: white space, line breaks, and the block that it becomes.

use std::ops::Range;

use super::element::Kind;
use super::{Reader, token};
use crate::document::build::Inline;
use crate::document::plain::line;
use crate::document::{BlockKind, Skip, Text};

impl Reader<'_, '_> {
    pub(super) fn text(&mut self, range: &Range<usize>) {
        let source = self.build.source;
        let raw = source.text.get(range.clone()).unwrap_or("");
        if self.asides > 0 {
            return;
        }
        if self.struck > 0 {
            self.build.skip(range.clone(), Skip::Struck);
            return;
        }
        token::pieces(raw, |raw, decoded, at| {
            let start = range.start + at;
            let whole = start..start + raw.len();
            if let Some(Kind::Pre { lines, .. }) = self.open_pre() {
                push_lines(lines, raw, decoded.as_deref(), whole);
            } else if let Some(decoded) = decoded {
                self.flush_space();
                self.flow.text.push(&decoded, whole);
            } else {
                self.words(raw, start);
            }
        });
    }

    /// Text without entities: runs of white space count as one blank.
    pub(super) fn words(&mut self, raw: &str, start: usize) {
        let blank = |c: char| c.is_ascii_whitespace();
        let mut from = 0;
        while from < raw.len() {
            let rest = &raw[from..];
            let gap = rest.len() - rest.trim_start_matches(blank).len();
            if gap > 0 {
                self.space.get_or_insert(start + from..start + from + gap);
                from += gap;
                continue;
            }
            let length = words_length(rest.as_bytes());
            let wrapped = self.space.as_ref().is_some_and(|s| self.build.source.text[s.clone()].contains('\n'));
            if wrapped && self.flow.text.string.chars().next_back().is_some_and(line::is_wide) && rest.starts_with(line::is_wide)
            {
                self.space = None;
            }
            self.flush_space();
            self.flow.text.push(&rest[..length], start + from..start + from + length);
            from += length;
        }
    }

    pub(super) fn flush_space(&mut self) {
        if let Some(space) = self.space.take() {
            let text = &mut self.flow.text;
            if !text.string.is_empty() && !text.string.ends_with('\n') {
                text.push(" ", space);
            }
        }
    }

    pub(super) fn line_break(&mut self, range: Range<usize>) {
        self.space = None;
        let text = &mut self.flow.text;
        if !text.string.is_empty() {
            text.push("\n", range);
            self.breaks.push(text.string.len());
        }
    }

    pub(super) fn take(&mut self) -> Inline {
        self.space = None;
        self.breaks.clear();
        self.restart();
        std::mem::take(&mut self.flow).trimmed()
    }

    /// Ends a block of text.
    pub(super) fn flush(&mut self) {
        if self.captures > 0 {
            self.space = None;
            let text = &mut self.flow.text;
            if !text.string.is_empty() && !text.string.ends_with('\n') {
                let at = text.source().end;
                text.push("\n", at..at);
                self.breaks.push(text.string.len());
            }
            return;
        }
        self.space = None;
        self.restart();
        let breaks = std::mem::take(&mut self.breaks);
        let flow = std::mem::take(&mut self.flow);
        // Between the cells of a table there is no text.
        if self.table.is_none() && !flow.text.string.trim().is_empty() {
            if self.items.is_empty() && self.build.list_depth() == self.pasted.depth() {
                self.pasted.place(self.build, flow, &breaks);
            } else {
                self.place(flow.trimmed());
            }
        }
        if self.table.is_none() {
            self.place_alts();
        }
    }

    /// Emphasis and links that go on in the next block start with it.
    fn restart(&mut self) {
        for frame in &mut self.frames {
            if let Kind::Strong(start) | Kind::Code(start) | Kind::Link(start, _) | Kind::Raised(start) = &mut frame.kind {
                *start = 0;
            }
        }
    }

    pub(super) fn place(&mut self, inline: Inline) {
        match self.items.last_mut() {
            Some(placed) if !*placed => {
                *placed = true;
                self.build.item(inline);
            }
            _ => {
                self.build.paragraph(inline);
            }
        }
    }

    /// Gives an item without words its block, before anything nested in it.
    pub(super) fn own_item(&mut self) {
        if self.items.last().is_some_and(|placed| !placed) {
            let at = self.build.document.blocks.last().map_or(0, |b| b.text.source().end);
            self.place(Text::empty(at).into());
        }
    }

    pub(super) fn place_alts(&mut self) {
        for alt in std::mem::take(&mut self.alts) {
            self.build.aside(BlockKind::Alt, alt, None);
        }
    }

    pub(super) fn open_pre(&mut self) -> Option<&mut Kind> {
        if self.pre == 0 {
            return None;
        }
        self.frames.iter_mut().rev().map(|frame| &mut frame.kind).find(|kind| matches!(kind, Kind::Pre { .. }))
    }
}

/// How far text that does not start with a blank goes on with single spaces between words, which stay as they are.
fn words_length(text: &[u8]) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(u8::is_ascii_whitespace).map(|at| from + at) {
        if text[at] != b' ' || text.get(at + 1).is_none_or(u8::is_ascii_whitespace) {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

/// Adds preformatted text to its lines.
fn push_lines(lines: &mut Vec<Text>, raw: &str, decoded: Option<&str>, range: Range<usize>) {
    if lines.is_empty() {
        lines.push(Text::empty(range.start));
    }
    if let (Some(decoded), Some(last)) = (decoded, lines.last_mut()) {
        last.push(decoded, range);
        return;
    }
    let mut at = range.start;
    for (index, part) in raw.split('\n').enumerate() {
        if index > 0 {
            at += 1;
            lines.push(Text::empty(at));
        }
        let shown = part.trim_end_matches('\r');
        if let Some(last) = lines.last_mut().filter(|_| !shown.is_empty()) {
            last.push(shown, at..at + shown.len());
        }
        at += part.len();
    }
}
