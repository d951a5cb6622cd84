//! Files as text, with the way back to the place in the file.
//!
//! All later stages speak of byte offsets into [`Source::text`]; only here do they become lines and columns.

use std::ops::Range;

/// One file, decoded.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path relative to the root of the run, with `/` between its parts.
    pub path: String,
    /// The decoded text, without a byte order mark; line ends as in the file.
    pub text: String,
    /// Name of the encoding that was found, in the WHATWG's spelling (`UTF-8`, `GB18030`).
    pub encoding: &'static str,
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
        let line_starts =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i + 1)).collect();
        Self { path: path.into(), text, encoding: "UTF-8", line_starts }
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

    fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.line_starts.get(line).copied().unwrap_or(0);
        let column = self.text.get(start..offset).map_or(0, |text| text.chars().count());
        (u32::try_from(line + 1).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }
}
