//! A document as the script of a page builds it: blocks and tables with their texts, and where a passage stands in them. The texts
//! are data; no page takes them for markup.

use serde::Serialize;

use super::words::{neutral, steers};
use crate::document::{self, BlockKind, Document, Text};
use crate::rules::words as shortened;
use crate::source::{Place, Source};

/// A document as the script builds it.
#[derive(Serialize)]
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) note: String,
    pub(super) blocks: Vec<Block>,
    pub(super) tables: Vec<Grid>,
}

/// A block: what it is and its text.
#[derive(Serialize)]
pub(super) struct Block {
    pub(super) k: &'static str,
    pub(super) t: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<usize>,
    /// Its number in a numbered list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) o: Option<usize>,
    /// How many items it is nested in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<usize>,
    /// What heads a cell: its row and its column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) head: Vec<String>,
}

impl Block {
    /// A block with nothing but a text.
    pub(super) fn text(k: &'static str, t: String) -> Self {
        Self { k, t, level: None, list: None, o: None, n: None, table: None, head: Vec::new() }
    }
}

/// Blocks of a table by row and column, how many rows head it, and before which rows others are left out.
#[derive(Serialize)]
pub(super) struct Grid {
    pub(super) rows: Vec<Vec<Option<usize>>>,
    pub(super) head: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) gaps: Vec<usize>,
}

/// Block, start and end in its text in UTF-16 units, as scripts count.
#[derive(Serialize, Clone, Copy)]
pub(super) struct InBlock {
    pub(super) b: usize,
    pub(super) s: usize,
    pub(super) e: usize,
}

/// A document with the way from its places to its blocks.
pub(super) struct Page<'a> {
    pub(super) source: &'a Source,
    pub(super) document: Document,
    /// Start, end and number of each block in the source, by start.
    pub(super) places: Vec<(usize, usize, usize)>,
}

impl<'a> Page<'a> {
    pub(super) fn new(source: &'a Source) -> Option<Self> {
        let document = document::parse(source)?;
        let mut places: Vec<(usize, usize, usize)> = document
            .blocks
            .iter()
            .enumerate()
            .map(|(number, block)| {
                let range = block.text.source();
                (range.start, range.end, number)
            })
            .collect();
        places.sort_unstable();
        Some(Self { source, document, places })
    }

    /// Where a place stands in the text of a block.
    pub(super) fn in_block(&self, place: Place) -> Option<InBlock> {
        let start = self.source.offset(place.line, place.column);
        let end = self.source.offset(place.end_line, place.end_column);
        let last = self.places.partition_point(|&(from, _, _)| from <= start);
        // Blocks may lie within one another (the text of an image in a paragraph), never many deep.
        let holds = |&&(from, to, _): &&(usize, usize, usize)| from <= start && start < to;
        let &(_, _, b) = self.places[..last].iter().rev().take(8).find(holds)?;
        let text = &self.document.blocks[b].text;
        let (s, e) = (in_text(text, start, false), in_text(text, end, true));
        let units = |to: usize| text.string.get(..to).map(|part| part.encode_utf16().count());
        Some(InBlock { b, s: units(s)?, e: units(e)? }).filter(|at| at.s < at.e)
    }

    pub(super) fn shown(&self, note: String) -> Shown {
        let blocks = self.document.blocks.iter().map(|block| self.block(block)).collect();
        let tables =
            self.document.tables.iter().map(|table| Grid { rows: table.rows.clone(), head: table.header_rows, gaps: Vec::new() });
        Shown { name: neutral(&self.source.path).into_owned(), note, blocks, tables: tables.collect() }
    }

    pub(super) fn block(&self, block: &document::Block) -> Block {
        let mut shown = Block::text("text", visible(&block.text.string));
        match block.kind {
            BlockKind::Heading(level) => (shown.k, shown.level) = ("heading", Some(level)),
            BlockKind::Item => {
                shown.k = "item";
                shown.list = block.item.map(|(list, _)| list);
                let numbered = block.item.filter(|&(list, _)| self.document.lists[list].ordered);
                shown.o = numbered.map(|(_, place)| place + 1);
                shown.n = Some(self.depth(block)).filter(|&depth| depth > 0);
            }
            BlockKind::Cell => {
                shown.k = "cell";
                shown.table = block.cell.map(|place| place.table);
                shown.head = block.cell.map_or(Vec::new(), |place| self.heads(place));
            }
            BlockKind::Question => shown.k = "question",
            BlockKind::Output => shown.k = "output",
            BlockKind::Alt => shown.k = "alt",
            BlockKind::Meta => shown.k = "meta",
            BlockKind::Paragraph => {}
        }
        shown
    }

    /// How many items an item is nested in.
    fn depth(&self, block: &document::Block) -> usize {
        let above = |block: &document::Block| block.announced_by.and_then(|number| self.document.blocks.get(number));
        std::iter::successors(above(block), |&block| above(block))
            .take(8)
            .take_while(|block| block.kind == BlockKind::Item)
            .count()
    }

    /// The first cell of a cell's row and the header of its column, where they are others.
    fn heads(&self, place: document::CellPlace) -> Vec<String> {
        let table = &self.document.tables[place.table];
        let text = |row: usize, column: usize| {
            let block = table.rows.get(row)?.get(column).copied()??;
            Some(visible(&shortened(&self.document.blocks[block].text.string)))
        };
        let mut heads = Vec::new();
        if place.row >= table.header_rows {
            if place.column > 0 {
                heads.extend(text(place.row, 0));
            }
            if table.header_rows > 0 {
                heads.extend(text(table.header_rows - 1, place.column));
            }
        }
        heads
    }
}

/// The offset in a text of an offset in the source. What stands in no piece is at the start of the next one, or, at the end of a
/// range, at the end of the one before.
fn in_text(text: &Text, offset: usize, end: bool) -> usize {
    let next = text.pieces.partition_point(|piece| if end { piece.source.end < offset } else { piece.source.end <= offset });
    let Some(piece) = text.pieces.get(next) else { return text.string.len() };
    if offset <= piece.source.start {
        return piece.text.start;
    }
    if piece.text.len() == piece.source.len() {
        piece.text.start + offset - piece.source.start
    } else if end {
        piece.text.end
    } else {
        piece.text.start
    }
}

/// A text with a sign for what would steer the direction of writing, as long in UTF-16 units as before.
pub(super) fn visible(text: &str) -> String {
    let sign = |c: char| match c {
        '\n' => '\n',
        '\t' => ' ',
        steering if steers(steering) => '\u{fffd}',
        other => other,
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_into_the_text() {
        let mut text = Text::default();
        text.push("up to ", 2..8);
        text.push("40", 10..12);
        text.push("%", 14..19);
        assert_eq!((in_text(&text, 10, false), in_text(&text, 12, true)), (6, 8));
        assert_eq!((in_text(&text, 9, false), in_text(&text, 19, true)), (6, 9));
        assert_eq!((in_text(&text, 14, false), in_text(&text, 99, true)), (8, 9));
    }
}
