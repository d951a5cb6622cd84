//! Files as text, with the way back to the place in the file.
//!
//! All later stages speak of byte offsets into [`Source::text`]; only here do they become lines and columns.

use std::ops::Range;

mod read;
mod walk;

pub use read::{Limits, Refused, Unreadable, decode, read};
pub use walk::{Found, find};

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
    line_starts: Vec<usize>,
}

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
        let end = if text.contains('\n') { b'\n' } else { b'\r' };
        let line_starts =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|&(_, b)| b == end).map(|(i, _)| i + 1)).collect();
        Self { path: path.into(), text, encoding: "UTF-8", bom: 0, line_starts }
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
        let column = self.text.get(start..offset).map_or(0, |text| text.chars().count());
        (u32::try_from(line + 1).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
