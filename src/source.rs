//! Files as text, with the way back to the place in the file.
//!
//! All later stages speak of byte offsets into [`Source::text`]; only here do they become lines and columns.

use std::ops::Range;

mod office;
mod part;
mod pdf;
mod read;
mod walk;
mod write;

pub use part::{Aside, Part, PartKind};
pub use read::{Limits, Refused, Unreadable, decode, from_bytes, read};
pub use walk::{Found, Passed, find, is_document_name, passed_over};
pub use write::encode;

/// A text in one line, with single blanks for its white space.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One file, decoded.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path relative to the root of the run, with `/` between its parts.
    pub path: String,
    /// The decoded text, without a byte order mark; line ends as in the file.
    pub text: String,
    /// Name of the encoding that was found, in the WHATWG's spelling (`UTF-8`, `GB18030`).
    pub encoding: &'static str,
    /// Bytes of a byte order mark before [`Self::text`] in the file.
    pub bom: usize,
    /// What stands where, in the text of a Word, Excel or PDF file; empty for a file that is text itself.
    pub parts: Vec<Part>,
    line_starts: Vec<usize>,
    /// Byte offsets with the code points between the start of their line and them, in lines longer than [`STRIDE`], so that
    /// a place in a line that is as long as its file is found without walking the line.
    marks: Vec<(usize, usize)>,
}

/// Bytes between two marks of a long line.
const STRIDE: usize = 2048;

/// A place in a file: 1-based lines; 1-based columns that count code points; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line of the first character.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

impl Source {
    /// A source from text that is already decoded.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text: String = text.into();
        // A file of an old Macintosh ends its lines with a bare carriage return, and only such a file holds no line feed.
        let end = if text.contains('\n') { '\n' } else { '\r' };
        let ends = text.match_indices(end).map(|(at, _)| at + 1);
        let line_starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        let marks = marks(&text, &line_starts);
        Self { path: path.into(), text, encoding: "UTF-8", bom: 0, parts: Vec::new(), line_starts, marks }
    }

    /// The place of a byte range of [`Self::text`].
    pub fn place(&self, range: &Range<usize>) -> Place {
        let (line, column) = self.position(range.start);
        let (end_line, end_column) = self.position(range.end);
        Place { line, column, end_line, end_column }
    }

    /// The text of a 1-based line without its line end; empty when there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|i| self.line_starts.get(i)) else { return "" };
        let end = self.line_starts.get(line as usize).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The byte offset of a 1-based line and column; the end of the line, or of the text, where there is no such place.
    pub fn offset(&self, line: u32, column: u32) -> usize {
        let index = (line as usize).saturating_sub(1);
        let Some(&start) = self.line_starts.get(index) else { return self.text.len() };
        let end = start + self.line(line).len();
        let column = (column as usize).saturating_sub(1);
        let first = self.marks.partition_point(|&(at, _)| at <= start);
        let last = self.marks.partition_point(|&(at, _)| at < end);
        let marks = &self.marks[first..last];
        let mark = marks[..marks.partition_point(|&(_, before)| before <= column)].last();
        let (from, before) = mark.copied().unwrap_or((start, 0));
        self.text[from..end].char_indices().nth(column - before).map_or(end, |(at, _)| from + at)
    }

    /// Byte ranges of all lines, without their line ends. A last line end opens no further line.
    pub fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.line_starts.iter().enumerate().filter(|&(_, &start)| start < self.text.len()).map(|(i, &start)| {
            let end = self.line_starts.get(i + 1).copied().unwrap_or(self.text.len());
            start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
        })
    }

    /// 1-based column of a byte offset in UTF-16 units, as SARIF viewers and editors count.
    pub fn column_utf16(&self, offset: usize) -> u32 {
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.line_starts.get(line).copied().unwrap_or(0);
        let units = self.text.get(start..offset).map_or(0, |text| text.encode_utf16().count());
        u32::try_from(units + 1).unwrap_or(u32::MAX)
    }

    fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.line_starts.get(line).copied().unwrap_or(0);
        let mark = self.marks[..self.marks.partition_point(|&(at, _)| at <= offset)].last();
        let (start, before) = mark.filter(|&&(at, _)| at >= start).copied().unwrap_or((start, 0));
        let column = before + self.text.get(start..offset).map_or(0, |text| text.chars().count());
        (u32::try_from(line + 1).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }
}

fn marks(text: &str, line_starts: &[usize]) -> Vec<(usize, usize)> {
    let mut marks = Vec::new();
    for (line, &start) in line_starts.iter().enumerate() {
        let end = line_starts.get(line + 1).copied().unwrap_or(text.len());
        let (mut at, mut before) = (start, 0);
        while at + STRIDE < end {
            let next = (at + STRIDE..end).find(|&offset| text.is_char_boundary(offset)).unwrap_or(end);
            before += text[at..next].chars().count();
            at = next;
            marks.push((at, before));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_long_lines_are_those_of_a_walk_along_the_line() {
        let text = format!("短\n{}\n{}\nend", "长a😀".repeat(2000), "x".repeat(5000));
        let source = Source::new("a.txt", text.as_str());
        let (mut line, mut column) = (1, 1);
        for (offset, c) in text.char_indices() {
            let place = source.place(&(offset..offset));
            assert_eq!((place.line, place.column), (line, column), "byte {offset}");
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            assert_eq!(source.offset(place.line, place.column), offset);
        }
        assert_eq!(source.offset(1, 99), "短".len());
        assert_eq!(source.offset(99, 1), text.len());
    }

    #[test]
    fn places_count_code_points_whatever_the_line_end() {
        for (text, needle, expected) in [
            ("甲\r\n😀 乙3元\r\n", "3元", (2, 4, 2, 6)),
            ("甲\n\t乙3元", "3元", (2, 3, 2, 5)),
            ("a\rb\rc3", "3", (3, 2, 3, 3)),
            ("e\u{301}3", "3", (1, 3, 1, 4)),
        ] {
            let source = Source::new("a.txt", text);
            let at = text.find(needle).unwrap();
            let place = source.place(&(at..at + needle.len()));
            assert_eq!((place.line, place.column, place.end_line, place.end_column), expected, "{text:?}");
        }
        assert_eq!(Source::new("a", "😀3").column_utf16("😀".len()), 3);
    }

    #[test]
    fn lines_leave_their_ends_out() {
        let source = Source::new("a.txt", "one\r\n\r\ntwo\n");
        let lines: Vec<&str> = source.lines().map(|range| &source.text[range]).collect();
        assert_eq!(lines, ["one", "", "two"]);
        assert_eq!(source.lines().count(), 3);
        assert_eq!(Source::new("a.txt", "").lines().count(), 0);
    }
}
