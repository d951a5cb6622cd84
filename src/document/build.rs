//! Puts blocks together into sections, lists and tables as a parser meets them.
//!
//! Parsers know syntax, this knows structure: which section a block stands in and what announces it.

use std::ops::Range;

use super::{
    Block, BlockKind, CellPlace, Document, Fault, Format, List, Section, Skip, Table, Text, announce, heading, heads, notes,
    outline, role,
};
use crate::source::Source;

/// Most blocks of a document; what comes after them is not read.
pub(super) const BLOCKS: usize = 500_000;

/// Most places of a table that spans may fill; a cell beyond them stands in one place only.
const SPANNED: usize = 1 << 20;

/// Text of a block with its links and emphasis.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline {
    pub text: Text,
    pub links: Vec<(Range<usize>, String)>,
    pub strong: Vec<Range<usize>>,
    /// Code that is a program's, not a figure in the type of one.
    pub code: Vec<Range<usize>>,
}

impl From<Text> for Inline {
    fn from(text: Text) -> Self {
        Self { text, ..Self::default() }
    }
}

impl Inline {
    /// A part, its links and emphasis cut to it.
    pub(super) fn slice(&self, range: &Range<usize>) -> Self {
        let cut = |r: &Range<usize>| {
            let (from, to) = (r.start.max(range.start), r.end.min(range.end));
            (from < to || r.is_empty() && from == to).then(|| from - range.start..to - range.start)
        };
        Self {
            text: self.text.slice(range.clone()),
            links: self.links.iter().filter_map(|(r, target)| Some((cut(r)?, target.clone()))).collect(),
            strong: self.strong.iter().filter_map(cut).collect(),
            code: self.code.iter().filter_map(cut).collect(),
        }
    }

    /// The parts between offsets, of which the first is 0, without blanks around each.
    pub(super) fn split(&self, starts: &[usize]) -> Vec<Self> {
        let length = self.text.string.len();
        let end = |part: usize| starts.get(part + 1).copied().unwrap_or(length);
        let mut parts: Vec<Self> = (0..starts.len()).map(|part| self.text.slice(starts[part]..end(part)).into()).collect();
        let first = |at: usize| starts.partition_point(|&start| start <= at).saturating_sub(1);
        let cut = |range: &Range<usize>, part: usize| {
            range.start.max(starts[part]) - starts[part]..range.end.min(end(part)) - starts[part]
        };
        for (range, target) in &self.links {
            let reached = first(range.start)..=first(range.end.saturating_sub(1).max(range.start));
            reached.for_each(|part| parts[part].links.push((cut(range, part), target.clone())));
        }
        for range in self.strong.iter().filter(|range| !range.is_empty()) {
            let reached = first(range.start)..=first(range.end - 1);
            reached.for_each(|part| parts[part].strong.push(cut(range, part)));
        }
        for range in self.code.iter().filter(|range| !range.is_empty()) {
            let reached = first(range.start)..=first(range.end - 1);
            reached.for_each(|part| parts[part].code.push(cut(range, part)));
        }
        parts.into_iter().map(Self::trimmed).collect()
    }

    /// Without blanks around.
    pub(super) fn trimmed(self) -> Self {
        let string = &self.text.string;
        let start = string.len() - string.trim_start().len();
        let end = start + string.trim().len();
        if start == 0 && end == string.len() { self } else { self.slice(&(start..end.max(start))) }
    }
}

/// A cell before its table is placed: text, and how many rows and columns it spans.
pub(super) struct Cell {
    pub inline: Inline,
    pub rows: usize,
    pub columns: usize,
}

/// What is known of a table beside its cells: the fields of [`Grid`], and its range.
pub(super) struct Frame {
    pub range: Range<usize>,
    pub header_rows: usize,
    pub header_columns: usize,
    pub ragged: Vec<(usize, usize, usize)>,
    pub measure: bool,
}

/// The cells of a table in the order of the source, spans not yet resolved.
#[derive(Default)]
pub(super) struct Grid {
    pub cells: Vec<Vec<Cell>>,
    pub header_rows: usize,
    /// Columns at the left that only head their rows, where the format tells.
    pub header_columns: usize,
    /// Rows that are not as wide as the header: row, cells found, cells expected.
    pub ragged: Vec<(usize, usize, usize)>,
    /// Whether rows of another width than the first are to be found, spans counted.
    pub measure: bool,
}

impl From<Inline> for Cell {
    fn from(inline: Inline) -> Self {
        Self { inline, rows: 1, columns: 1 }
    }
}

/// A document in the making.
pub(super) struct Builder<'s> {
    pub source: &'s Source,
    pub document: Document,
    /// Open sections, outermost first.
    open: Vec<usize>,
    /// Open lists, outermost first.
    lists: Vec<usize>,
    /// Paragraph in a colon that nothing has followed yet.
    lead: Option<usize>,
    question: Option<usize>,
    /// Blocks stand in no section of the text, as the notes at its foot.
    pub detached: bool,
}

impl<'s> Builder<'s> {
    pub(super) fn new(source: &'s Source, format: Format) -> Self {
        let document = Document {
            path: source.path.clone(),
            format: Some(format),
            sections: vec![Section::default()],
            ..Document::default()
        };
        Self { source, document, open: Vec::new(), lists: Vec::new(), lead: None, question: None, detached: false }
    }

    /// The section that the next block stands in.
    pub(super) fn section(&self) -> usize {
        if self.detached { 0 } else { self.open.last().copied().unwrap_or(0) }
    }

    /// Whether the headings above say that questions are answered here.
    pub(super) fn in_faq(&self) -> bool {
        self.open
            .iter()
            .filter_map(|&s| self.document.sections[s].heading)
            .any(|b| role::of(&self.document.blocks[b].text.string) == Some(super::Role::Faq))
    }

    pub(super) fn skip(&mut self, range: Range<usize>, reason: Skip) {
        if !range.is_empty() {
            self.document.skipped.push((range, reason));
        }
    }

    /// Whether the document holds as many blocks as one may; then the rest is not to be read.
    pub(super) fn is_full(&self) -> bool {
        self.document.blocks.len() >= BLOCKS
    }

    /// Something that keeps the rest of the source from being read, at an offset.
    pub(super) fn fault(&mut self, at: usize, fault: Fault) {
        self.document.faults.push((at, fault));
    }

    /// Opens a section; deeper and equal ones end.
    pub(super) fn heading(&mut self, level: u8, inline: impl Into<Inline>) -> usize {
        self.close_lists(0);
        (self.lead, self.question) = (None, None);
        while self.open.last().is_some_and(|&s| self.document.sections[s].level >= level) {
            self.open.pop();
        }
        let section = self.document.sections.len();
        let parent = self.open.last().copied();
        self.open.push(section);
        let block = self.block(BlockKind::Heading(level), inline.into(), None);
        let range = self.document.blocks[block].text.source();
        self.document.sections.push(Section { heading: Some(block), level, parent, range, ..Section::default() });
        block
    }

    pub(super) fn paragraph(&mut self, inline: impl Into<Inline>) -> usize {
        let announced_by = self.parent_item().or(self.question);
        let block = self.block(BlockKind::Paragraph, inline.into(), announced_by);
        self.lead = heading::is_lead_in(&self.document.blocks[block].text.string).then_some(block);
        block
    }

    /// Makes a block introduce the list or table that comes next.
    pub(super) fn lead_in(&mut self, block: usize) {
        self.lead = Some(block);
    }

    /// A question of an FAQ; it announces what follows until the next question or heading.
    pub(super) fn question(&mut self, inline: impl Into<Inline>) -> usize {
        self.close_lists(0);
        let block = self.block(BlockKind::Question, inline.into(), None);
        (self.lead, self.question) = (None, Some(block));
        block
    }

    /// A block that belongs to no flow of text, such as alternative text.
    pub(super) fn aside(&mut self, kind: BlockKind, inline: impl Into<Inline>, announced_by: Option<usize>) -> usize {
        self.block(kind, inline.into(), announced_by)
    }

    /// Ends the reach of a question, as a ruler does.
    pub(super) fn end_question(&mut self) {
        (self.lead, self.question) = (None, None);
    }

    pub(super) fn open_list(&mut self, ordered: bool) {
        let announced_by = self.parent_item().or(self.lead.take()).or(self.question);
        let list = List { items: Vec::new(), ordered, announced_by, section: self.section() };
        self.lists.push(self.document.lists.len());
        self.document.lists.push(list);
    }

    /// Opens a numbered list whose first number is `first`. It goes on with the one of its section that ends right before that number:
    /// what stands between the items (a program, a picture) ended the list of the format, and not that of the author.
    pub(super) fn open_numbered(&mut self, first: u64) {
        let section = self.section();
        let ends = |list: &List| {
            list.ordered && list.section == section && u64::try_from(list.items.len()).is_ok_and(|n| n + 1 == first)
        };
        if first <= 1 || !self.lists.is_empty() {
            self.open_list(true);
            return;
        }
        // What another sentence announces is another list: "Then three steps follow:".
        let near = self.document.lists.iter().rev().take_while(|list| list.section == section).take(8).count();
        let from = self.document.lists.len() - near;
        let before = self.document.lists[from..].iter().rposition(ends).map(|at| from + at).filter(|&at| {
            let last = self.document.lists[at].items.last().copied().unwrap_or(0);
            self.lead.is_none_or(|lead| lead <= last || Some(lead) == self.document.lists[at].announced_by)
        });
        match before {
            Some(list) => self.lists.push(list),
            None => self.open_list(true),
        }
    }

    pub(super) fn item(&mut self, inline: impl Into<Inline>) -> usize {
        let Some(&list) = self.lists.last() else { return self.paragraph(inline) };
        let announced_by = self.document.lists[list].announced_by;
        let block = self.block(BlockKind::Item, inline.into(), announced_by);
        let items = &mut self.document.lists[list].items;
        items.push(block);
        self.document.blocks[block].item = Some((list, items.len() - 1));
        self.lead = None;
        block
    }

    /// Ends lists until only `depth` are open.
    pub(super) fn close_lists(&mut self, depth: usize) {
        if self.lists.len() > depth {
            self.lists.truncate(depth);
            self.lead = None;
        }
    }

    pub(super) fn list_depth(&self) -> usize {
        self.lists.len()
    }

    /// Whether the innermost open list is numbered, or is not.
    pub(super) fn list_is(&self, ordered: bool) -> bool {
        self.lists.last().is_some_and(|&list| self.document.lists[list].ordered == ordered)
    }

    /// Whether the innermost open list has an item that another list may hang on.
    pub(super) fn list_has_items(&self) -> bool {
        self.lists.last().is_some_and(|&list| !self.document.lists[list].items.is_empty())
    }

    /// Places a table.
    pub(super) fn table(&mut self, range: Range<usize>, grid: Grid) -> usize {
        let Grid { cells, header_rows, header_columns, ragged, measure } = grid;
        let frame = Frame { range, header_rows, header_columns, ragged, measure };
        self.table_of(frame, cells.into_iter().map(Vec::into_iter))
    }

    /// Places a table whose cells come one after the other.
    pub(super) fn table_of<R: Iterator<Item = Cell>>(&mut self, frame: Frame, rows: impl Iterator<Item = R>) -> usize {
        let Frame { range, header_rows, header_columns, ragged, measure } = frame;
        let announced_by = self.lead.take().or_else(|| self.parent_item()).or(self.question);
        let index = self.document.tables.len();
        let section = self.section();
        self.document.tables.push(Table {
            header_rows,
            header_columns,
            announced_by,
            section,
            range,
            ragged,
            ..Table::default()
        });
        let mut grid: Vec<Vec<Option<usize>>> = Vec::new();
        // Columns that a cell from a row above still covers: rows left, and its block.
        let mut placed = 0;
        let mut hanging: Vec<(usize, Option<usize>)> = Vec::new();
        for (row, mut cells) in rows.enumerate() {
            let mut line: Vec<Option<usize>> = Vec::with_capacity(hanging.len());
            loop {
                if let Some((left, block)) = hanging.get_mut(line.len()).filter(|(left, _)| *left > 0) {
                    *left -= 1;
                    line.push(*block);
                    continue;
                }
                let Some(cell) = cells.next() else {
                    if line.len() < hanging.len() && hanging[line.len()..].iter().any(|(left, _)| *left > 0) {
                        line.push(None);
                        continue;
                    }
                    break;
                };
                let column = line.len();
                let block = (!cell.inline.text.string.is_empty()).then(|| {
                    let block = self.block(BlockKind::Cell, cell.inline, announced_by);
                    self.document.blocks[block].cell = Some(CellPlace { table: index, row, column });
                    block
                });
                let (down, across) = if placed < SPANNED { (cell.rows, cell.columns) } else { (1, 1) };
                for _ in 0..across.clamp(1, 1000) {
                    placed += down.max(1);
                    let at = line.len();
                    if hanging.len() <= at {
                        hanging.resize(at + 1, (0, None));
                    }
                    if hanging[at].0 > 0 {
                        break;
                    }
                    hanging[at] = (down.max(1) - 1, block);
                    line.push(block);
                }
            }
            grid.push(line);
        }
        let width = grid.iter().map(Vec::len).max().unwrap_or(0);
        let expected = grid.first().map_or(0, Vec::len);
        if measure {
            let narrow = grid.iter().enumerate().filter(|(_, line)| line.len() != expected);
            self.document.tables[index].ragged = narrow.map(|(row, line)| (row, line.len(), expected)).collect();
        }
        for line in &mut grid {
            line.resize(width, None);
        }
        self.lead = None;
        self.document.tables[index].rows = grid;
        index
    }

    /// Level of the innermost open section; 0 before the first heading.
    pub(super) fn level(&self) -> u8 {
        self.open.last().map_or(0, |&s| self.document.sections[s].level)
    }

    /// How many sections are open.
    pub(super) fn scope(&self) -> usize {
        self.open.len()
    }

    /// Ends the sections that were opened since [`Self::scope`] was asked; the title of the document stays.
    pub(super) fn end_scope(&mut self, open: usize) {
        self.close_lists(0);
        self.end_question();
        while self.open.len() > open && self.open.last().is_some_and(|&s| self.document.sections[s].level > 1) {
            self.open.pop();
        }
    }

    /// A line of program output.
    pub(super) fn output(&mut self, inline: impl Into<Inline>) -> usize {
        let announced_by = self.lead.or_else(|| self.parent_item()).or(self.question);
        let at = self.block(BlockKind::Output, inline.into(), announced_by);
        let above = at.checked_sub(1).map(|above| &self.document.blocks[above]);
        let first = above.and_then(|above| above.output.filter(|_| above.section == self.document.blocks[at].section));
        self.document.blocks[at].output = Some(first.unwrap_or(at));
        at
    }

    fn parent_item(&self) -> Option<usize> {
        self.lists.last().and_then(|&list| self.document.lists[list].items.last().copied())
    }

    fn block(&mut self, kind: BlockKind, inline: Inline, announced_by: Option<usize>) -> usize {
        let Inline { text, links, strong, code } = inline;
        let block = Block {
            kind,
            text,
            section: self.section(),
            announced_by,
            item: None,
            output: None,
            cell: None,
            links,
            strong,
            code,
        };
        self.document.blocks.push(block);
        self.document.blocks.len() - 1
    }

    /// Resolves what needs the whole document: roles, ranks, flat lists, ranges.
    pub(super) fn finish(mut self) -> Document {
        if self.is_full() {
            let end = self.document.blocks.iter().map(|block| block.text.source().end).max().unwrap_or(0);
            self.fault(end, Fault::TooLong);
        }
        self.document.skipped.sort_by_key(|(range, _)| range.start);
        outline::resolve(&mut self.document);
        announce::resolve(&mut self.document);
        heads::resolve(&mut self.document);
        notes::resolve(&mut self.document, &self.source.text);
        self.document
    }
}
