//! A document as lines of text, for snapshots: one line a block, with all that the parser says of it.

use std::fmt::Write;

use claimlint::document::{BlockKind, Document};
use claimlint::source::Source;

pub fn render(source: &Source, document: &Document) -> String {
    let mut out = String::new();
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (index, block) in document.blocks.iter().enumerate() {
        let range = block.text.source();
        let place = source.place(&range);
        let mut line = format!("{}:{}-{}:{} ", place.line, place.column, place.end_line, place.end_column);
        match block.kind {
            BlockKind::Heading(level) => {
                let section = &document.sections[block.section];
                let _ = write!(line, "{} {:?}", "#".repeat(level.into()), section.role);
                if let Some((rank, mark)) = &section.rank {
                    let _ = write!(line, " rank {rank} {:?}", &block.text.string[mark.clone()]);
                }
                if let Some(name) = &section.name {
                    let _ = write!(line, " name {:?}", &block.text.string[name.clone()]);
                }
                let parent = section.parent.and_then(|p| document.sections[p].heading);
                if let Some(parent) = parent {
                    let _ = write!(line, " in b{parent}");
                }
            }
            kind => {
                let _ = write!(line, "{kind:?}");
            }
        }
        if let Some((list, position)) = block.item {
            let mark = if document.lists[list].ordered { "ordered" } else { "list" };
            let _ = write!(line, " {mark} {list}.{position}");
        }
        if let Some(cell) = block.cell {
            let table = &document.tables[cell.table];
            let header = if cell.row < table.header_rows { " header" } else { "" };
            let _ = write!(line, " table {} ({}, {}){header}", cell.table, cell.row, cell.column);
        }
        if let Some(by) = block.announced_by {
            let _ = write!(line, " by b{by}");
        }
        let _ = write!(line, " | b{index} {:?}", block.text.string);
        for (range, target) in &block.links {
            let _ = write!(line, " link {:?} -> {target}", &block.text.string[range.clone()]);
        }
        for range in &block.strong {
            let _ = write!(line, " strong {:?}", &block.text.string[range.clone()]);
        }
        rows.push((range.start, line));
    }
    for (_, line) in &rows {
        let _ = writeln!(out, "{line}");
    }
    for (index, table) in document.tables.iter().enumerate() {
        let place = source.place(&table.range);
        let columns = if table.header_columns > 0 { format!(", {} header columns", table.header_columns) } else { String::new() };
        let _ = writeln!(
            out,
            "table {index} lines {}-{}, {} header rows{columns}, by {:?}",
            place.line, place.end_line, table.header_rows, table.announced_by
        );
        for row in &table.rows {
            let cells: Vec<&str> = row.iter().map(|cell| cell.map_or("", |b| document.blocks[b].text.string.as_str())).collect();
            let _ = writeln!(out, "  {cells:?}");
        }
        for (row, found, expected) in &table.ragged {
            let _ = writeln!(out, "  ragged row {row}: {found} cells, {expected} expected");
        }
    }
    for (at, fault) in &document.faults {
        let place = source.place(&(*at..*at));
        let _ = writeln!(out, "fault {}:{} {fault:?}", place.line, place.column);
    }
    for (range, reason) in &document.skipped {
        let place = source.place(range);
        let text: String = source.text[range.clone()].chars().take(40).collect();
        let _ = writeln!(out, "skipped {}:{} {reason:?} {text:?}", place.line, place.column);
    }
    out
}
