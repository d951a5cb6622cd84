//! A file of separated values as one table, each cell with its place.
//!
//! The separator is the one that cuts the first records into equally many fields. Quotes are those of RFC 4180; one that is never
//! closed is a character like any other, so that it cannot swallow the rest of the file.

use std::ops::Range;

use super::build::{Builder, Cell, Frame, Inline};
use super::{Fault, Piece, Pieces, Text, pipe};

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
    let comma = separator != b',' && has_decimal_commas(text, separator);
    let mut records = Records { text, separator, at: 0, unclosed: None, open: None };
    let mut fields = 0;
    let mut next = || {
        // A line of white space is no record.
        let is_record =
            |record: &Vec<Field>| record.len() > 1 || record.iter().any(|field| !text[field.range.clone()].trim().is_empty());
        let record = std::iter::from_fn(|| records.record()).find(is_record).filter(|_| fields < super::build::BLOCKS);
        fields += record.as_ref().map_or(0, Vec::len);
        record
    };
    // What stands above the table is as narrow as a line of text: a title, a source, a comment.
    let mut above: Vec<Vec<Field>> = Vec::new();
    let first = loop {
        match next() {
            Some(record) if record.len() == 1 => above.push(record),
            other => break other,
        }
    };
    // Without a wider record all of them are the table.
    let below: Vec<Vec<Field>> = match first {
        Some(first) => {
            for row in above.drain(..) {
                let block = build.paragraph(field_text(text, &row[0], false));
                build.lead_in(block);
            }
            std::iter::once(first).chain(next()).collect()
        }
        None => above,
    };
    let words = |row: usize| -> Vec<&str> { below.get(row).into_iter().flatten().map(|f| &text[f.range.clone()]).collect() };
    let header_rows = usize::from(pipe::is_header(&words(0), &words(1)));
    let Some(start) = below.first().and_then(|row| row.first()).map(|field| field.range.start) else { return };
    let mut end = start;
    let rows = below.into_iter().chain(std::iter::from_fn(next)).map(|row| {
        end = row.last().map_or(end, |field| field.range.end);
        row.into_iter().map(|field| {
            Cell::from(Inline::from(field_text(text, &field, comma || separator != b',' && is_comma_decimal(text, &field))))
        })
    });
    let frame = Frame { range: start..start, header_rows, header_columns: 0, ragged: Vec::new(), measure: true };
    let table = build.table_of(frame, rows);
    build.document.tables[table].range.end = end;
    if let Some(at) = records.open.or(records.unclosed) {
        build.fault(at, Fault::Unclosed);
    }
}

/// Whether numbers are written as `1.250,50`: commas before one or two digits, and no point that could be a decimal one.
fn has_decimal_commas(text: &str, separator: u8) -> bool {
    let mut records = Records { text, separator, at: 0, unclosed: None, open: None };
    let (mut commas, mut points) = (0, 0);
    for field in std::iter::from_fn(|| records.record()).take(500).flatten() {
        for (_, number) in numbers(&text[field.range]) {
            let last = number.rfind([',', '.']).map(|at| (number.as_bytes()[at], number.len() - at - 1));
            let marks = number.bytes().filter(|b| !b.is_ascii_digit()).count();
            match last {
                Some((b',', 1 | 2)) => commas += 1,
                Some((b'.', digits)) if marks == 1 && digits != 3 => points += 1,
                _ => {}
            }
        }
    }
    commas > 0 && points == 0
}

/// Whether a whole field is a number with a decimal comma, in a file that parts its fields otherwise: `9,8` beside `8.5`.
fn is_comma_decimal(text: &str, field: &Field) -> bool {
    let field = text.get(field.range.clone()).unwrap_or("").trim();
    field.split_once(',').is_some_and(|(whole, rest)| {
        (1..=3).contains(&whole.len())
            && (1..=2).contains(&rest.len())
            && (whole.to_owned() + rest).bytes().all(|b| b.is_ascii_digit())
    })
}

/// Runs of digits with points and commas between them.
fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).filter_map(move |run| {
        // The next run starts after the one character, of any length, that ends this one.
        let start = end;
        end += run.len() + text[end + run.len()..].chars().next().map_or(0, char::len_utf8);
        let number = run.trim_end_matches(['.', ',']).trim_start_matches(['.', ',']);
        let before = run.len() - run.trim_start_matches(['.', ',']).len();
        number.contains([',', '.']).then_some((start + before, number))
    })
}

/// The text of a field: blanks around it left out, doubled quotes made single. Where a `comma` parts whole from broken numbers, they
/// come out as they are written elsewhere: `1.250,50` as `1250.50`.
fn field_text(text: &str, field: &Field, comma: bool) -> Text {
    let out = unquoted(text, field);
    if !comma || !numbers(&out.string).any(|(_, number)| is_decimal(number) || is_grouped(number)) {
        return out;
    }
    let mut pointed = Text::default();
    let mut at = 0;
    for (start, number) in numbers(&out.string).filter(|(_, number)| is_decimal(number) || is_grouped(number)) {
        copy(&mut pointed, &out, at..start);
        at = start;
        for (mark, sign) in number.match_indices(['.', ',']) {
            copy(&mut pointed, &out, at..start + mark);
            at = start + mark + 1;
            if sign == "," {
                pointed.push(".", out.source_range(&(start + mark..at)));
            }
        }
    }
    copy(&mut pointed, &out, at..out.string.len());
    pointed
}

/// `9,99`, `1.250,50`: one comma, and points before it between groups of three digits.
fn is_decimal(number: &str) -> bool {
    number.split_once(',').is_some_and(|(whole, part)| {
        part.bytes().all(|b| b.is_ascii_digit()) && (whole.bytes().all(|b| b.is_ascii_digit()) || is_grouped(whole))
    })
}

/// `1.250`, `12.345.678`: points between groups of three digits.
fn is_grouped(number: &str) -> bool {
    let mut groups = number.split('.');
    let first = groups.next().unwrap_or("");
    let rest: Vec<&str> = groups.collect();
    (1..=3).contains(&first.len()) && !rest.is_empty() && rest.iter().all(|group| group.len() == 3 && !group.contains(','))
}

fn copy(to: &mut Text, from: &Text, range: Range<usize>) {
    if !range.is_empty() {
        for piece in &from.slice(range.clone()).pieces {
            let part = range.start + piece.text.start..range.start + piece.text.end;
            to.push(from.string.get(part).unwrap_or(""), piece.source.clone());
        }
    }
}

fn unquoted(text: &str, field: &Field) -> Text {
    let raw = &text[field.range.clone()];
    let whole = |inner: &str, range: Range<usize>| Text {
        string: inner.into(),
        pieces: Pieces::One([Piece { text: 0..inner.len(), source: range }]),
    };
    // Most fields are a word or a figure without blanks around it.
    let (first, last) = (raw.as_bytes().first(), raw.as_bytes().last());
    if !field.doubled && first.is_some_and(u8::is_ascii_graphic) && last.is_some_and(u8::is_ascii_graphic) {
        return whole(raw, field.range.clone());
    }
    let start = field.range.start + raw.len() - raw.trim_start().len();
    let inner = raw.trim();
    if !field.doubled && !inner.is_empty() {
        return whole(inner, start..start + inner.len());
    }
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
        let mut records = Records { text, separator, at: 0, unclosed: None, open: None };
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
    /// Where a quote was found that nothing closes: no later one is closed either.
    unclosed: Option<usize>,
    /// Where the first quote was found that the next one, on a later line, does not close.
    open: Option<usize>,
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
        while self.unclosed.is_none() {
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
            if bytes[start..quote].contains(&b'\n') {
                self.open = self.open.or(Some(start - 1));
            }
            return None;
        }
        self.unclosed = self.unclosed.or(Some(start - 1));
        None
    }
}
