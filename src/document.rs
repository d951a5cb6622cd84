//! Every format as one tree of blocks, lists and tables, each with its place in the source.
//!
//! A parser only says what stands where and what announces what; it reads no figures.

use std::ops::{Deref, Range};

use ecow::EcoString;

use crate::source::Source;

mod aligned;
mod announce;
mod badge;
mod build;
mod csv;
mod heading;
pub mod heads;
mod html;
mod json;
mod markdown;
mod notes;
mod office;
mod outline;
mod output;
mod pasted;
mod pipe;
mod plain;
mod role;
mod shortcode;

/// How a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Text as scraped from a page: bullets, 一、, TOP1, Q1., pipe tables.
    Plain,
    /// `CommonMark` with GitHub's tables.
    Markdown,
    /// A page of the web.
    Html,
    /// Rows of values between commas, semicolons, tabs or pipes.
    Csv,
    /// JSON, or JSON Lines.
    Json,
    /// A Word file.
    Word,
    /// An Excel file.
    Excel,
    /// A PDF with text.
    Pdf,
}

/// What a section is for, from its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Role {
    /// Key points above the article: 核心摘要, TL;DR.
    Summary,
    /// Why read this: 为什么, Introduction.
    Motivation,
    /// How things were judged: 评选维度, Methodology.
    Criteria,
    /// One ranked or reviewed thing.
    Entry,
    /// Side by side: 对比表, Comparison.
    Comparison,
    /// Which to take when: 场景, Use cases.
    Scenario,
    /// Questions and answers.
    Faq,
    /// 结论, Verdict.
    Conclusion,
    /// A changelog or dated notes: what is said there is of its time.
    History,
    /// All else.
    #[default]
    Body,
}

/// A document as a tree held in flat tables; indices point into the vectors beside.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Relative path of the source.
    pub path: String,
    /// How it was read; `None` for an empty default.
    pub format: Option<Format>,
    /// All blocks in the order of the source.
    pub blocks: Vec<Block>,
    /// Section 0 is what stands before the first heading, and always exists.
    pub sections: Vec<Section>,
    /// Lists in order of their first item.
    pub lists: Vec<List>,
    /// Tables in order of their first cell.
    pub tables: Vec<Table>,
    /// Source ranges that no block holds, with the reason: code, front matter, markup.
    pub skipped: Vec<(Range<usize>, Skip)>,
    /// The lines that part the pages of the source, where it has pages: `page 3`.
    pub pages: Vec<Range<usize>>,
    /// What keeps the source from being read from an offset on.
    pub faults: Vec<(usize, Fault)>,
}

/// Why the rest of a source is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It breaks the grammar of its format.
    Syntax,
    /// It is nested more deeply than is followed.
    TooDeep,
    /// It holds more blocks than one document may.
    TooLong,
    /// A quote is never closed. All is read, and the quote is a character like any other.
    Unclosed,
}

/// Why a stretch of the source is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// Program text.
    Code,
    /// Settings above a Markdown file.
    FrontMatter,
    /// Tags, link targets and other text that a reader does not see.
    Markup,
    /// The number before an item of a list.
    Number,
    /// Struck out by the author.
    Struck,
    /// Menus, banners, footers and other text around a page's own.
    Boilerplate,
    /// Marked as not to be shown.
    Hidden,
    /// What a reviewer wrote in the margin.
    Comment,
    /// Words and values that a chart draws.
    Chart,
}

/// A heading with all that stands under it.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Block of the heading; `None` for section 0.
    pub heading: Option<usize>,
    /// 1 for the document's title, 2 and more below; 0 for section 0.
    pub level: u8,
    /// The section around; `None` for section 0 and for sections of the top.
    pub parent: Option<usize>,
    /// What it is for; inherited from the parent where the heading does not say.
    pub role: Role,
    /// Rank that the heading gives ("TOP1", "第一名", "No. 2", "1." of an entry) and its range in the heading's text.
    pub rank: Option<(u32, Range<usize>)>,
    /// What an entry's heading names, as a range of the heading's text.
    pub name: Option<Range<usize>>,
    /// Source range from the heading to the end of the last block, without deeper trailing blank lines.
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockKind {
    /// A heading of the given level.
    Heading(u8),
    /// Running text.
    Paragraph,
    /// A list item (its own text, without nested items).
    Item,
    /// A table cell.
    Cell,
    /// A question of an FAQ; what follows until the next question or heading is announced by it.
    Question,
    /// A line of program output.
    Output,
    /// Alternative text of an image, or the text that shows when the pointer rests on something.
    Alt,
    /// Title or description of a page, which stands outside its text.
    Meta,
}

/// A piece of text that a reader sees as one.
#[derive(Debug, Clone)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The visible text and the way back to the source.
    pub text: Text,
    /// Section that it stands in (a heading stands in the section that it opens).
    pub section: usize,
    /// The block that introduces this one: the list's lead-in line ("核心亮点："), the item above a nested item,
    /// the paragraph before a table that ends in a colon, the question of an answer.
    pub announced_by: Option<usize>,
    /// List and 0-based position for an item.
    pub item: Option<(usize, usize)>,
    /// The first line of the program output that a line of it stands in.
    pub output: Option<usize>,
    /// Table, row and column (0-based, in the resolved grid) for a cell.
    pub cell: Option<CellPlace>,
    /// Links, footnotes and citations: range in the text, target.
    pub links: Vec<(Range<usize>, String)>,
    /// Bold or emphasised ranges of the text.
    pub strong: Vec<Range<usize>>,
    /// Ranges of the text that are code of a program: `--retries 3`, not `40 ms`.
    pub code: Vec<Range<usize>>,
}

/// Place of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPlace {
    /// Index of the table.
    pub table: usize,
    /// Row in the grid, header rows included.
    pub row: usize,
    /// Column in the grid.
    pub column: usize,
}

/// A list.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// Blocks of its items in order (of this level only).
    pub items: Vec<usize>,
    /// Whether the items are numbered.
    pub ordered: bool,
    /// The block that introduces it.
    pub announced_by: Option<usize>,
    /// Section that it stands in.
    pub section: usize,
}

/// A table with spans resolved: a cell over two columns stands in both.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Blocks by row and column; `None` where a row is short or a cell is empty.
    pub rows: Vec<Vec<Option<usize>>>,
    /// How many rows at the top are headers (0 when it has none).
    pub header_rows: usize,
    /// How many columns at the left only head their rows, where the format tells; 0 where it does not.
    pub header_columns: usize,
    /// Caption or the block that introduces it.
    pub announced_by: Option<usize>,
    /// Section that it stands in.
    pub section: usize,
    /// Source range.
    pub range: Range<usize>,
    /// Rows whose number of cells is not that of the header: row, cells found, cells expected.
    pub ragged: Vec<(usize, usize, usize)>,
}

/// Visible text with the way back to the source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// What the reader sees, markup removed and escapes resolved. Short texts, as cells hold them, stand in place.
    pub string: EcoString,
    /// Pieces in order; between two pieces of equal length offsets move in step.
    pub pieces: Pieces,
}

/// A run of text that comes from a run of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Range in [`Text::string`].
    pub text: Range<usize>,
    /// Range in [`Source::text`].
    pub source: Range<usize>,
}

/// The pieces of a text: mostly one, for which no memory of its own is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pieces {
    /// A text that stands in the source as it is.
    One([Piece; 1]),
    /// Any other.
    Many(Vec<Piece>),
}

impl Default for Pieces {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Deref for Pieces {
    type Target = [Piece];

    fn deref(&self) -> &[Piece] {
        match self {
            Self::One(piece) => piece,
            Self::Many(pieces) => pieces,
        }
    }
}

impl<'p> IntoIterator for &'p Pieces {
    type Item = &'p Piece;
    type IntoIter = std::slice::Iter<'p, Piece>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Pieces {
    /// The last piece.
    fn last_mut(&mut self) -> Option<&mut Piece> {
        match self {
            Self::One([piece]) => Some(piece),
            Self::Many(pieces) => pieces.last_mut(),
        }
    }

    /// Adds a piece; the last one gives way where it is empty.
    fn push(&mut self, piece: Piece) {
        match self {
            Self::One([only]) if only.text.is_empty() => *only = piece,
            Self::One([only]) => *self = Self::Many(vec![only.clone(), piece]),
            Self::Many(pieces) if pieces.is_empty() => *self = Self::One([piece]),
            Self::Many(pieces) => {
                if pieces.last().is_some_and(|last| last.text.is_empty()) {
                    pieces.pop();
                }
                pieces.push(piece);
            }
        }
    }
}

impl Text {
    /// Text that stands in the source as it is.
    pub fn verbatim(source: &Source, range: Range<usize>) -> Self {
        let string = EcoString::from(&source.text[range.clone()]);
        Self { pieces: Pieces::One([Piece { text: 0..string.len(), source: range }]), string }
    }

    /// Empty text at a place in the source, for an item or a heading without words.
    pub fn empty(at: usize) -> Self {
        Self { string: EcoString::new(), pieces: Pieces::One([Piece { text: 0..0, source: at..at }]) }
    }

    /// Adds a piece at the end.
    pub fn push(&mut self, string: &str, source: Range<usize>) {
        let start = self.string.len();
        self.string.push_str(string);
        let end = self.string.len();
        if let Some(last) = self.pieces.last_mut()
            && !last.text.is_empty()
            && last.source.end == source.start
            && last.is_in_step()
            && end - start == source.len()
        {
            last.text.end = end;
            last.source.end = source.end;
            return;
        }
        self.pieces.push(Piece { text: start..end, source });
    }

    /// Where a range of the visible text stands in the source: from its first character to its last, markup between included.
    pub fn source_range(&self, range: &Range<usize>) -> Range<usize> {
        if let Pieces::One([only]) = &self.pieces
            && only.is_in_step()
        {
            let place = |at: usize| only.source.start + at.min(only.text.end);
            return place(range.start)..place(range.end.max(range.start));
        }
        let first = self.pieces.get(self.pieces.partition_point(|p| p.text.end <= range.start)).or(self.pieces.last());
        let before_end = self.pieces.partition_point(|p| p.text.start < range.end);
        let last = self.pieces.get(before_end.saturating_sub(1));
        let (Some(first), Some(last)) = (first, last) else { return 0..0 };
        let from = if first.is_in_step() {
            first.source.start + range.start.clamp(first.text.start, first.text.end) - first.text.start
        } else {
            first.source.start
        };
        let to = if last.is_in_step() {
            last.source.start + range.end.min(last.text.end).saturating_sub(last.text.start)
        } else {
            last.source.end
        };
        from..to.max(from)
    }

    /// Source range of the whole text.
    pub fn source(&self) -> Range<usize> {
        self.source_range(&(0..self.string.len()))
    }

    /// Cuts the text off.
    pub fn truncate(&mut self, length: usize) {
        let at = self.source_range(&(0..length)).end;
        *self = if length == 0 { Self::empty(at) } else { self.slice(0..length) };
    }

    /// A part of the text, with its way back.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        let first = self.pieces.partition_point(|piece| piece.text.end <= range.start);
        for piece in self.pieces[first..].iter().take_while(|piece| piece.text.start < range.end) {
            let from = piece.text.start.max(range.start);
            let to = piece.text.end.min(range.end);
            if from < to {
                let source = if piece.is_in_step() {
                    let start = piece.source.start + from - piece.text.start;
                    start..start + to - from
                } else {
                    piece.source.clone()
                };
                part.push(&self.string[from..to], source);
            }
        }
        if part.pieces.is_empty() { Self::empty(self.source_range(&range).start) } else { part }
    }

    /// The text without blanks around it.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let inner = self.string.trim();
        if inner.len() == self.string.len() {
            return self;
        }
        let start = self.string.len() - self.string.trim_start().len();
        let end = start + inner.len();
        self.slice(start..end)
    }
}

impl Piece {
    /// Whether offsets in text and source move in step.
    fn is_in_step(&self) -> bool {
        self.text.len() == self.source.len()
    }
}

impl Format {
    /// The format that a file's name tells; `None` where it tells none that is read.
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" | "mdown" | "mkd" | "mdx" => Some(Self::Markdown),
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "csv" | "tsv" | "tab" | "psv" => Some(Self::Csv),
            "docx" | "docm" => Some(Self::Word),
            "xlsx" | "xlsm" => Some(Self::Excel),
            "pdf" => Some(Self::Pdf),
            "json" if is_configuration(name) => None,
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            "txt" | "text" => Some(Self::Plain),
            "" if !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') => Some(Self::Plain),
            _ => None,
        }
    }

    /// The format of a text without a name, as on standard input.
    fn of_text(text: &str) -> Self {
        let is_markdown = |line: &str| {
            line.starts_with("```")
                || line.trim_start_matches('#').starts_with(' ') && line.starts_with('#')
                || line.contains("](")
        };
        let start = text.trim_start();
        if ["<!doctype html", "<html"].iter().any(|tag| start.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag)))
        {
            return Self::Html;
        }
        if start.starts_with(['{', '[']) && start.trim_end().ends_with(['}', ']']) && start.contains('"') {
            return Self::Json;
        }
        if text.lines().take(200).any(is_markdown) { Self::Markdown } else { Self::Plain }
    }
}

impl Document {
    /// The line that opens the page of an offset.
    pub fn page(&self, offset: usize) -> Option<Range<usize>> {
        let after = self.pages.partition_point(|page| page.start <= offset);
        after.checked_sub(1).and_then(|at| self.pages.get(at)).cloned()
    }

    /// The first block of the list or program output that a block is a line of.
    pub fn group(&self, block: usize) -> Option<usize> {
        let block = self.blocks.get(block)?;
        let listed = || self.lists.get(block.item?.0)?.items.first().copied();
        block.output.or_else(listed)
    }

    /// Headings above a block, outermost first, the block's own section last.
    pub fn headings(&self, section: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = Some(section);
        while let Some(section) = at.and_then(|i| self.sections.get(i)) {
            found.extend(section.heading);
            at = section.parent;
        }
        found.reverse();
        found
    }
}

/// JSON that sets up tools and says nothing to a reader.
fn is_configuration(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let known =
        ["package.json", "package-lock.json", "composer.json", "manifest.json", "deno.json", "components.json", "renovate.json"];
    known.contains(&name.as_str())
        || name.ends_with(".schema.json")
        || name.ends_with(".config.json")
        || ["tsconfig", "jsconfig", ".eslint", ".prettier", ".babel"].iter().any(|start| name.starts_with(start))
}

/// Reads a source in the format that its name tells; `None` where the format is not read.
pub fn parse(source: &Source) -> Option<Document> {
    let format = if source.path == "-" { Format::of_text(&source.text) } else { Format::of(&source.path)? };
    let mut build = build::Builder::new(source, format);
    match format {
        Format::Plain | Format::Pdf => plain::read(&mut build),
        Format::Word | Format::Excel => office::read(&mut build),
        Format::Markdown => markdown::read(&mut build),
        Format::Html => html::read(&mut build),
        Format::Csv => csv::read(&mut build),
        Format::Json => json::read(&mut build),
    }
    Some(build.finish())
}
