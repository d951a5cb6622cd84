//! What a file of an office program tells of its text: which stretch of it is a heading, an item, a cell.
//!
//! Such a file is no text. It is written out as one, a line a paragraph, and parts say what stands where in that text, so that
//! places are lines and columns as everywhere else.

use std::ops::Range;

/// A stretch of [`super::Source::text`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where it stands in the text.
    pub range: Range<usize>,
    /// Stretches of it that are not read.
    pub asides: Vec<(Range<usize>, Aside)>,
    /// Bold stretches.
    pub strong: Vec<Range<usize>>,
    /// Links and notes: a stretch, and the target or the text of the note.
    pub links: Vec<(Range<usize>, String)>,
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A heading; the title is 1.
    Heading(u8),
    /// The start of a page of that number.
    Page(u32),
    /// Running text.
    Paragraph,
    /// An item of a list, how deep it lies (0 is the outermost), and whether it is numbered.
    Item {
        /// Depth from 0.
        depth: usize,
        /// Whether it is numbered.
        ordered: bool,
    },
    /// A note at the foot of the text.
    Note,
    /// A table starts; how many rows head it, where the file tells.
    Table(Option<usize>),
    /// A row of the table starts.
    Row,
    /// A cell over rows and columns.
    Cell {
        /// How many rows it spans.
        rows: usize,
        /// How many columns it spans.
        columns: usize,
    },
    /// The table ends.
    TableEnd,
    /// Text that is not read.
    Aside(Aside),
}

/// Why a stretch is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aside {
    /// Deleted in a tracked change, or struck out.
    Deleted,
    /// Not shown.
    Hidden,
    /// The number of an item.
    Number,
    /// The mark of a note, the address of a cell.
    Mark,
    /// A table of contents.
    Contents,
    /// The header or footer of a page.
    Around,
    /// What a reviewer wrote in the margin.
    Comment,
    /// Words and values that a chart draws.
    Chart,
}

impl Part {
    /// A part without anything in it.
    pub fn new(kind: PartKind, range: Range<usize>) -> Self {
        Self { kind, range, asides: Vec::new(), strong: Vec::new(), links: Vec::new() }
    }
}
