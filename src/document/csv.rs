//! A file of separated values as one table, each cell with its place.
//!
//! The separator is the one that cuts the first records into equally many fields. Quotes are those of RFC 4180; one that is never
//! closed is a character like any other, so that it cannot swallow the rest of the file.

use std::ops::Range;

use super::build::{Builder, Cell, Grid, Inline};
use super::{Text, pipe};

/// A field: its text in the source without quotes around it, and whether quotes in it are doubled.
struct Field {
    range: Range<usize>,
    doubled: bool,
}

/// Reads the source as one table, with titles and notes above it as paragraphs.
pub(super) fn read(build: &mut Builder) {
    let source = build.source;
    let text = source.text.as_str();
    let separator = separator(text, &source.path);
    let mut records = Records { text, separator, at: 0, unclosed: false };
    let mut rows: Vec<Vec<Field>> = Vec::new();
    let mut fields = 0;
    while let Some(record) = records.record() {
        // A line of white space is no record.
        if record.iter().all(|field| text[field.range.clone()].trim().is_empty()) && record.len() < 2 {
            continue;
        }
        fields += record.len();
        rows.push(record);
        if fields >= super::build::BLOCKS {
            break;
        }
    }
    // What stands above the table is as narrow as a line of text: a title, a source, a comment.
    let width = rows.iter().skip(1).map(Vec::len).max().unwrap_or(0);
    let titles = rows.iter().take_while(|row| row.len() == 1 && width > 1).count();
    for row in rows.drain(..titles) {
        let block = build.paragraph(field_text(text, &row[0]));
        build.lead_in(block);
    }
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
    let range = first.first().map_or(0, |f| f.range.start)..last.last().map_or(0, |f| f.range.end);
    let words = |row: Option<&Vec<Field>>| -> Vec<&str> {
        row.map(|row| row.iter().map(|f| &text[f.range.clone()]).collect()).unwrap_or_default()
    };
    let header_rows = usize::from(pipe::is_header(&words(rows.first()), &words(rows.get(1))));
    let expected = first.len();
    let ragged =
        rows.iter().enumerate().filter(|(_, row)| row.len() != expected).map(|(i, row)| (i, row.len(), expected)).collect();
    let cells =
        rows.iter().map(|row| row.iter().map(|field| Cell::from(Inline::from(field_text(text, field)))).collect()).collect();
    build.table(range, Grid { cells, header_rows, ragged, ..Grid::default() });
}

/// The text of a field: blanks around it left out, doubled quotes made single.
fn field_text(text: &str, field: &Field) -> Text {
    let raw = &text[field.range.clone()];
    let start = field.range.start + raw.len() - raw.trim_start().len();
    let inner = raw.trim();
    let mut out = Text::default();
    let mut from = 0;
    if field.doubled {
        for (at, _) in inner.match_indices("\"\"") {
            out.push(&inner[from..=at], start + from..start + at + 1);
            from = at + 2;
        }
    }
    if from < inner.len() {
        out.push(&inner[from..], start + from..start + inner.len());
    }
    if out.pieces.is_empty() { Text::empty(field.range.start) } else { out }
}

/// The separator that the first records agree on.
fn separator(text: &str, path: &str) -> u8 {
    let named = match path.rsplit('.').next().unwrap_or("").to_ascii_lowercase().as_str() {
        "tsv" | "tab" => Some(b'\t'),
        "psv" => Some(b'|'),
        _ => None,
    };
    let score = |separator: u8| {
        let mut records = Records { text, separator, at: 0, unclosed: false };
        let widths: Vec<usize> = std::iter::from_fn(|| records.record()).take(30).map(|r| r.len()).filter(|&w| w > 1).collect();
        let common = widths.iter().map(|&w| (widths.iter().filter(|&&v| v == w).count(), w)).max().unwrap_or((0, 0));
        (common.0, common.1.min(50))
    };
    let candidates = [b',', b';', b'\t', b'|'];
    // Of equals the first wins; a separator that the file's name promises wins where it separates anything.
    named.filter(|&s| score(s).0 > 0).unwrap_or_else(|| {
        let best = candidates.iter().map(|&s| score(s)).max().unwrap_or((0, 0));
        candidates.into_iter().find(|&s| score(s) == best).unwrap_or(b',')
    })
}

/// Records one after another.
struct Records<'t> {
    text: &'t str,
    separator: u8,
    at: usize,
    /// A quote was found that nothing closes: no later one is closed either.
    unclosed: bool,
}

impl Records<'_> {
    fn record(&mut self) -> Option<Vec<Field>> {
        let bytes = self.text.as_bytes();
        if self.at >= bytes.len() {
            return None;
        }
        let mut fields = Vec::new();
        loop {
            fields.push(self.field());
            match bytes.get(self.at) {
                Some(&b) if b == self.separator => self.at += 1,
                Some(b'\r') if bytes.get(self.at + 1) == Some(&b'\n') => {
                    self.at += 2;
                    return Some(fields);
                }
                Some(_) => {
                    self.at += 1;
                    return Some(fields);
                }
                None => return Some(fields),
            }
        }
    }

    /// A field up to, not including, what ends it.
    fn field(&mut self) -> Field {
        let bytes = self.text.as_bytes();
        let blanks = bytes[self.at..].iter().take_while(|&&b| b == b' ').count();
        if bytes.get(self.at + blanks) == Some(&b'"')
            && let Some(field) = self.quoted(self.at + blanks + 1)
        {
            return field;
        }
        let start = self.at;
        let length =
            bytes[start..].iter().position(|&b| b == self.separator || b == b'\n' || b == b'\r').unwrap_or(bytes.len() - start);
        self.at = start + length;
        Field { range: start..self.at, doubled: false }
    }

    /// A field in quotes, from after the first of them.
    fn quoted(&mut self, start: usize) -> Option<Field> {
        let bytes = self.text.as_bytes();
        let mut doubled = false;
        let mut at = start;
        while !self.unclosed {
            let Some(step) = bytes[at..].iter().position(|&b| b == b'"') else { break };
            let quote = at + step;
            if bytes.get(quote + 1) == Some(&b'"') {
                doubled = true;
                at = quote + 2;
                continue;
            }
            let after = quote + 1 + bytes[quote + 1..].iter().take_while(|&&b| b == b' ').count();
            // Text after the closing quote belongs to no field: then the quotes are characters.
            if bytes.get(after).is_none_or(|&b| b == self.separator || b == b'\n' || b == b'\r') {
                self.at = after;
                return Some(Field { range: start..quote, doubled });
            }
            return None;
        }
        self.unclosed = true;
        None
    }
}
