//! What stands around a table and belongs to it: its caption, and the notes that marks in its cells point to.

use super::{Block, BlockKind, Document};

/// How far below a table its notes may stand, in blocks.
const REACH: usize = 12;

/// Gives tables their captions, and cells the notes that their marks point to.
pub(super) fn resolve(document: &mut Document, source: &str) {
    for index in 0..document.tables.len() {
        let cells = || document.tables[index].rows.iter().flatten().flatten().copied();
        let (Some(first), Some(last)) = (cells().min(), cells().max()) else { continue };
        caption(document, index, first, last);
        notes(document, source, index, last);
    }
}

/// `表1 …` or `Table 1: …` right before or after a table names it.
fn caption(document: &mut Document, table: usize, first: usize, last: usize) {
    let section = document.tables[table].section;
    let is_caption = |block: usize| {
        document
            .blocks
            .get(block)
            .is_some_and(|b| b.kind == BlockKind::Paragraph && b.section == section && names_table(&b.text.string))
    };
    let found = [first.checked_sub(1), Some(last + 1)].into_iter().flatten().find(|&block| is_caption(block));
    let Some(found) = found else { return };
    let before = document.tables[table].announced_by;
    // A caption below one table may stand above the next; that one has it.
    if before.is_some_and(|by| names_table(&document.blocks[by].text.string))
        || document.tables.iter().any(|t| t.announced_by == Some(found))
    {
        return;
    }
    document.tables[table].announced_by = Some(found);
    for block in first..=last {
        if document.blocks[block].cell.is_some_and(|cell| cell.table == table) {
            document.blocks[block].announced_by = Some(found);
        }
    }
}

fn names_table(text: &str) -> bool {
    let after = ["表", "附表", "图表", "Table", "TABLE", "Tab."].iter().find_map(|word| text.strip_prefix(word));
    after.is_some_and(|after| {
        let after = after.trim_start().trim_start_matches(['格', ' ']);
        after.starts_with(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c)) && text.chars().count() < 120
    })
}

/// Cuts the mark off cells whose note stands below the table, and links it.
fn notes(document: &mut Document, source: &str, table: usize, last: usize) {
    let section = document.blocks[last].section;
    let below: Vec<(String, String)> = document
        .blocks
        .iter()
        .skip(last + 1)
        .take(REACH)
        .take_while(|block| block.section == section && matches!(block.kind, BlockKind::Paragraph | BlockKind::Item))
        .flat_map(|block| note_marks(block, source).into_iter().map(|mark| (mark, block.text.string.to_string())))
        .collect();
    if below.is_empty() {
        return;
    }
    let mut cells: Vec<usize> = document.tables[table].rows.iter().flatten().flatten().copied().collect();
    cells.sort_unstable();
    cells.dedup();
    for cell in cells {
        let block = &mut document.blocks[cell];
        let text = block.text.string.as_str();
        let found = below.iter().find(|(mark, _)| text.len() > mark.len() && text.ends_with(mark.as_str()));
        let Some((mark, note)) = found else { continue };
        let end = text[..text.len() - mark.len()].trim_end().len();
        if end == 0 || (mark.as_str() == "*" && text.ends_with("**")) {
            continue;
        }
        block.text.truncate(end);
        block.strong.retain_mut(|range| {
            range.end = range.end.min(end);
            range.start < range.end
        });
        block.links.retain(|(range, _)| range.end <= end);
        let target = if note.starts_with(mark.as_str()) { note.clone() } else { format!("{mark} {note}") };
        block.links.push((end..end, target));
    }
}

/// The marks that a note explains: `*`, `[1]`, `¹`; a bullet `*` before it counts too.
fn note_marks(block: &Block, source: &str) -> Vec<String> {
    let text = block.text.string.as_str();
    let first = text.chars().next();
    let mut marks = Vec::new();
    match first {
        Some(c @ ('*' | '†' | '‡' | '§' | '※' | '#')) => {
            let run: String = text.chars().take_while(|&other| other == c).collect();
            marks.push(run);
        }
        Some('[' | '［') => marks.extend(
            text.find([']', '］'])
                .filter(|&at| at < 8)
                .map(|at| text[..at + if text[at..].starts_with(']') { 1 } else { 3 }].to_owned()),
        ),
        Some('¹' | '²' | '³' | '⁴' | '⁵') => marks.extend(first.map(String::from)),
        _ => {}
    }
    let note = text
        .strip_prefix('注')
        .map(|after| after.chars().take_while(char::is_ascii_digit).collect::<String>())
        .filter(|digits| !digits.is_empty());
    if let Some(digits) = note {
        marks.extend([format!("[{digits}]"), format!("（{digits}）"), format!("注{digits}")]);
        marks.extend(digits.parse::<usize>().ok().and_then(|n| "¹²³⁴⁵⁶⁷⁸⁹".chars().nth(n.wrapping_sub(1))).map(String::from));
    }
    let before = source.get(..block.text.source().start).unwrap_or("").trim_end_matches(' ');
    if block.kind == BlockKind::Item && before.ends_with('*') {
        marks.push("*".to_owned());
    }
    marks
}
