//! The part of a document around a passage: its block, what stands before and behind it in the same section, of a table the rows
//! near it. What is shown is short even where a block is as long as its file.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::document::{Block, Grid, InBlock, Page, visible};
use crate::document::{BlockKind, CellPlace};
use crate::rules::words as shortened;
use crate::source::Place;

/// Blocks before and behind.
const NEAR: usize = 3;

/// Rows above and below, for the passage stands between its head and them.
const ROWS: usize = 1;

/// Characters that those may take on each side.
const ROOM: usize = 500;

/// Characters kept of the passage's own block on each side of it.
const AROUND: usize = 700;

/// Characters shown of any other block.
const OTHER: usize = 300;

/// Lines shown before and behind, where the place stands in no block.
const LINES: u32 = 3;

/// What is shown of a document. Blocks are numbered as they stand here.
#[derive(Serialize, Default)]
pub(super) struct Excerpt {
    /// The headings above, the outermost first.
    path: Vec<String>,
    blocks: Vec<Block>,
    tables: Vec<Grid>,
    /// The passage.
    at: Option<InBlock>,
    /// Other passages of the finding that stand here as well.
    also: Vec<InBlock>,
}

/// The part of a document around a place; `others` are marked too where they are in it.
pub(super) fn around(page: &Page<'_>, place: Place, others: &[Place]) -> Excerpt {
    let Some(at) = page.in_block(place) else { return lines(page, place) };
    let chosen = chosen(page, at.b);
    let mut excerpt = Excerpt { path: path(page, at.b), ..Excerpt::default() };

    // Rows of the tables by their old number: what heads them, and those chosen.
    let mut rows: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for place in chosen.iter().filter_map(|&b| page.document.blocks[b].cell) {
        let heads = 0..page.document.tables[place.table].header_rows;
        rows.entry(place.table).or_default().extend(heads.chain([place.row]));
    }
    let cells = rows.iter().flat_map(|(&table, rows)| rows.iter().map(move |&row| (table, row)));
    let cells = cells.flat_map(|(table, row)| page.document.tables[table].rows.get(row).into_iter().flatten().flatten().copied());
    let free = chosen.iter().copied().filter(|&b| page.document.blocks[b].cell.is_none());
    let shown: BTreeSet<usize> = cells.chain(free).chain([at.b]).collect();

    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut shift = 0;
    for &b in &shown {
        numbers.insert(b, excerpt.blocks.len());
        let mut block = page.block(&page.document.blocks[b]);
        if b == at.b {
            (block.t, shift) = cut(&block.t, at.s, at.e, AROUND);
        } else {
            block.t = cut(&block.t, 0, 0, OTHER).0;
        }
        block.table = block.table.and_then(|table| rows.keys().position(|&known| known == table));
        block.head = Vec::new();
        excerpt.blocks.push(block);
    }
    for (&table, rows) in &rows {
        let old = &page.document.tables[table];
        let mut grid = Grid { rows: Vec::new(), head: old.header_rows, gaps: Vec::new() };
        let mut last = None;
        for &row in rows {
            if last.map_or(row > 0, |last| row > last + 1) {
                grid.gaps.push(grid.rows.len());
            }
            last = Some(row);
            let cells = old.rows.get(row).map_or(&[][..], Vec::as_slice);
            grid.rows.push(cells.iter().map(|cell| cell.and_then(|cell| numbers.get(&cell).copied())).collect());
        }
        excerpt.tables.push(grid);
    }

    let moved = |old: InBlock| {
        let by = if old.b == at.b { shift } else { 0 };
        let b = *numbers.get(&old.b)?;
        let (s, e) =
            (usize::try_from(isize::try_from(old.s).ok()? - by).ok()?, usize::try_from(isize::try_from(old.e).ok()? - by).ok()?);
        (e <= excerpt.blocks[b].t.encode_utf16().count()).then_some(InBlock { b, s, e })
    };
    let own = moved(at);
    let also = others.iter().filter_map(|&place| page.in_block(place)).filter(|other| (other.b, other.s) != (at.b, at.s));
    let also = also.filter_map(moved).collect();
    (excerpt.at, excerpt.also) = (own, also);
    excerpt
}

/// The blocks to show: that of the passage, and its neighbours as far as their section, or a heading, goes.
fn chosen(page: &Page<'_>, own: usize) -> Vec<usize> {
    let blocks = &page.document.blocks;
    let heads = |b: usize| matches!(blocks[b].kind, BlockKind::Heading(_));
    let near = if blocks[own].cell.is_some() { ROWS } else { NEAR };
    let mut chosen = vec![own];
    let before: Vec<usize> = if heads(own) { Vec::new() } else { (0..own).rev().collect() };
    for side in [before, (own + 1..blocks.len()).collect()] {
        let (mut units, mut room) = (0, ROOM);
        let mut row: Option<CellPlace> = blocks[own].cell;
        for b in side {
            let cell = blocks[b].cell;
            let same = |a: CellPlace, b: CellPlace| (a.table, a.row) == (b.table, b.row);
            if let (Some(cell), Some(row)) = (cell, row)
                && same(cell, row)
            {
                chosen.push(b);
                continue;
            }
            let long = blocks[b].text.string.chars().take(OTHER).count();
            if units == near || room == 0 || heads(b) {
                break;
            }
            chosen.push(b);
            (units, room, row) = (units + 1, room.saturating_sub(long), cell);
        }
    }
    chosen
}

/// The headings above a block; of a heading, those above it.
fn path(page: &Page<'_>, b: usize) -> Vec<String> {
    let document = &page.document;
    let section = |number: usize| document.sections.get(number);
    let first = section(document.blocks[b].section);
    let up = std::iter::successors(first, |here| here.parent.and_then(section)).take(8);
    let headings = up.filter_map(|here| here.heading).filter(|&heading| heading != b);
    let mut path: Vec<String> = headings.map(|heading| visible(&shortened(&document.blocks[heading].text.string))).collect();
    path.reverse();
    path
}

/// Lines of the source around a place that stands in no block.
fn lines(page: &Page<'_>, place: Place) -> Excerpt {
    let mut excerpt = Excerpt::default();
    for line in place.line.saturating_sub(LINES).max(1)..=place.line.saturating_add(LINES) {
        let text = page.source.line(line);
        if line != place.line {
            excerpt.blocks.push(Block::text("output", cut(&visible(text), 0, 0, OTHER).0));
            continue;
        }
        let first = page.source.offset(line, 1);
        let units = |to: usize| text.get(..to.min(text.len())).map_or(0, |part| part.encode_utf16().count());
        let s = units(page.source.offset(line, place.column) - first);
        let end =
            if place.end_line > line { text.len() } else { page.source.offset(line, place.end_column).saturating_sub(first) };
        let e = units(end).max(s);
        let (t, shift) = cut(&visible(text), s, e, AROUND);
        let moved = |at: usize| isize::try_from(at).ok().and_then(|at| usize::try_from(at - shift).ok());
        if let (Some(s), Some(e)) = (moved(s), moved(e))
            && s < e
        {
            excerpt.at = Some(InBlock { b: excerpt.blocks.len(), s, e });
        }
        excerpt.blocks.push(Block::text("output", t));
    }
    excerpt
}

/// A text without what is further than `room` characters from a range in UTF-16 units; and how many units its places move back.
fn cut(text: &str, s: usize, e: usize, room: usize) -> (String, isize) {
    let mut at = 0;
    // Each character with its start.
    let places: Vec<(usize, usize)> = text
        .char_indices()
        .map(|(byte, c)| {
            let start = at;
            at += c.len_utf16();
            (byte, start)
        })
        .collect();
    let first = places.partition_point(|&(_, unit)| unit < s).saturating_sub(room);
    let last = (places.partition_point(|&(_, unit)| unit < e) + room).min(places.len());
    let (byte, unit) = places.get(first).copied().unwrap_or((0, 0));
    let end = places.get(last).map_or(text.len(), |&(byte, _)| byte);
    let (before, behind) = (if first > 0 { "…" } else { "" }, if last < places.len() { "…" } else { "" });
    let shift = isize::try_from(unit).unwrap_or(0) - isize::from(first > 0);
    (format!("{before}{}{behind}", &text[byte..end]), shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn excerpt(path: &str, text: &str, needle: &str) -> (Vec<String>, String, Excerpt) {
        let source = Source::new(path, text);
        let page = Page::new(&source).unwrap();
        let at = text.find(needle).unwrap();
        let excerpt = around(&page, source.place(&(at..at + needle.len())), &[]);
        let at = excerpt.at.unwrap();
        let units: Vec<u16> = excerpt.blocks[at.b].t.encode_utf16().skip(at.s).take(at.e - at.s).collect();
        (excerpt.blocks.iter().map(|block| block.t.clone()).collect(), String::from_utf16(&units).unwrap(), excerpt)
    }

    #[test]
    fn a_section_is_not_left() {
        let text = "# Kettles\n\n## Heron\n\nIt boils.\n\nIt costs 40 EUR.\n\n## Egret\n\nSmall.\n";
        let (blocks, marked, excerpt) = excerpt("a.md", text, "40 EUR");
        assert_eq!((blocks, marked), (vec!["It boils.".to_owned(), "It costs 40 EUR.".to_owned()], "40 EUR".to_owned()));
        assert_eq!(excerpt.path, ["Kettles", "Heron"]);
    }

    #[test]
    fn a_table_is_shown_by_its_head_and_the_rows_near() {
        let rows: Vec<String> = (1..=20).map(|n| format!("| K{n} | {n}0 W |\n")).collect();
        let text = format!("# Kettles\n\n| Name | Power |\n|---|---|\n{}\nEnd.\n", rows.concat());
        let (blocks, marked, excerpt) = excerpt("a.md", &text, "120 W");
        assert_eq!(marked, "120 W");
        assert_eq!(blocks.first().map(String::as_str), Some("Name"));
        let grid = &excerpt.tables[0];
        assert_eq!((grid.rows.len(), grid.head, grid.gaps.as_slice()), (4, 1, &[1][..]), "{blocks:?}");
        assert_eq!(grid.rows[2][1], Some(excerpt.at.unwrap().b));
    }

    #[test]
    fn a_long_block_is_cut_around_the_passage() {
        let text = format!("{}最高40%{}", "𝄞很".repeat(2000), "长".repeat(3000));
        let (blocks, marked, _) = excerpt("a.txt", &text, "最高40%");
        assert_eq!(marked, "最高40%");
        assert!(blocks[0].starts_with('…') && blocks[0].ends_with('…') && blocks[0].chars().count() == 2 * AROUND + 7);
    }

    #[test]
    fn a_place_outside_of_blocks_is_shown_by_its_lines() {
        let text = "one\n\n```\nlimit = 40\n```\n\ntwo\n";
        let source = Source::new("a.md", text);
        let page = Page::new(&source).unwrap();
        let at = text.find("limit").unwrap();
        let excerpt = lines(&page, source.place(&(at..at + 5)));
        let mark = excerpt.at.unwrap();
        assert_eq!((excerpt.blocks[mark.b].t.as_str(), mark.s, mark.e), ("limit = 40", 0, 5));
    }
}
