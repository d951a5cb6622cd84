//! Word and Excel files, from the parts that their text was written out with.

use std::ops::Range;

use super::build::{Builder, Cell, Grid, Inline};
use super::{Skip, Text, pipe};
use crate::source::{Aside, Part, PartKind};

/// Deepest level of lists that is told apart.
const DEPTH: usize = 16;

/// Reads all parts of the source.
pub(super) fn read(build: &mut Builder) {
    let source = build.source;
    let titled = source.parts.iter().any(|part| part.kind == PartKind::Heading(0));
    let mut parts = source.parts.iter();
    while let Some(part) = parts.next() {
        if build.is_full() {
            break;
        }
        for (range, aside) in &part.asides {
            build.skip(range.clone(), skip(*aside));
        }
        match part.kind {
            PartKind::Heading(level) => {
                heading_or_nothing(build, level.saturating_add(u8::from(titled)).max(1), inline(build, part, ' '));
            }
            PartKind::Paragraph => {
                build.close_lists(0);
                lines(build, part);
            }
            PartKind::Item { depth, ordered } => item(build, part, depth, ordered),
            PartKind::Note => {
                build.close_lists(0);
                build.detached = true;
                lines(build, part);
                build.detached = false;
            }
            PartKind::Table(header_rows) => {
                build.close_lists(0);
                let inside: Vec<&Part> = parts.by_ref().take_while(|part| part.kind != PartKind::TableEnd).collect();
                table(build, part.range.clone(), header_rows, &inside);
            }
            PartKind::Aside(reason) => build.skip(part.range.clone(), skip(reason)),
            PartKind::Page(_) | PartKind::Row | PartKind::Cell { .. } | PartKind::TableEnd => {}
        }
    }
}

fn skip(aside: Aside) -> Skip {
    match aside {
        Aside::Deleted => Skip::Struck,
        Aside::Hidden => Skip::Hidden,
        Aside::Number => Skip::Number,
        Aside::Mark => Skip::Markup,
        Aside::Contents | Aside::Around => Skip::Boilerplate,
        Aside::Comment => Skip::Comment,
        Aside::Chart => Skip::Chart,
    }
}

fn heading_or_nothing(build: &mut Builder, level: u8, inline: Inline) {
    if !inline.text.string.is_empty() {
        build.heading(level, inline);
    }
}

/// The text of a part without what is not read; a line end within becomes `between`, which is one byte long.
fn inline(build: &Builder, part: &Part, between: char) -> Inline {
    let source = build.source;
    let mut asides: Vec<&Range<usize>> = part.asides.iter().map(|(range, _)| range).collect();
    asides.sort_by_key(|range| range.start);
    let mut text = Text::default();
    // Where each stretch of the source went.
    let mut kept: Vec<(Range<usize>, usize)> = Vec::new();
    let mut at = part.range.start;
    let ends = asides.iter().map(|range| (range.start, range.end)).chain([(part.range.end, part.range.end)]);
    for (end, next) in ends {
        if at < end && end <= part.range.end {
            kept.push((at..end, text.string.len()));
            let string = source.text.get(at..end).unwrap_or("").replace('\n', between.encode_utf8(&mut [0; 4]));
            text.push(&string, at..end);
        }
        at = at.max(next);
    }
    if text.pieces.is_empty() {
        return Text::empty(part.range.start).into();
    }
    let place = |offset: usize| {
        let after = kept.partition_point(|(range, _)| range.start <= offset);
        kept.get(after.wrapping_sub(1)).map_or(0, |(range, start)| start + offset.min(range.end) - range.start)
    };
    let strong = part.strong.iter().map(|range| place(range.start)..place(range.end)).filter(|r| !r.is_empty()).collect();
    let links = part.links.iter().map(|(range, target)| (place(range.start)..place(range.end), target.clone())).collect();
    Inline { text, links, strong, code: Vec::new() }.trimmed()
}

/// A part as paragraphs, one a line.
fn lines(build: &mut Builder, part: &Part) {
    for line in inline_lines(build, part) {
        build.paragraph(line);
    }
}

fn inline_lines(build: &Builder, part: &Part) -> Vec<Inline> {
    let whole = inline(build, part, '\n');
    let starts: Vec<usize> = std::iter::once(0).chain(whole.text.string.match_indices('\n').map(|(at, _)| at + 1)).collect();
    whole.split(&starts).into_iter().filter(|line| !line.text.string.is_empty()).collect()
}

fn item(build: &mut Builder, part: &Part, depth: usize, ordered: bool) {
    let depth = depth.min(DEPTH);
    build.close_lists(depth + 1);
    if build.list_depth() == depth + 1 && !build.list_is(ordered) {
        build.close_lists(depth);
    }
    // A list that starts deeper than the one around it allows hangs on what is open.
    if build.list_depth() == 0 || build.list_depth() <= depth && build.list_has_items() {
        build.open_list(ordered);
    }
    let mut lines = inline_lines(build, part).into_iter();
    if let Some(first) = lines.next() {
        build.item(first);
    }
    for line in lines {
        build.paragraph(line);
    }
}

/// A table: rows of one cell above and below a wider one are its titles and notes.
fn table(build: &mut Builder, range: Range<usize>, header_rows: Option<usize>, parts: &[&Part]) {
    let mut rows: Vec<Vec<(&Part, Cell)>> = Vec::new();
    for part in parts {
        match part.kind {
            PartKind::Row => rows.push(Vec::new()),
            PartKind::Cell { rows: down, columns } => {
                for (range, aside) in &part.asides {
                    build.skip(range.clone(), skip(*aside));
                }
                let cell = Cell { inline: inline(build, part, ' '), rows: down, columns };
                if let Some(row) = rows.last_mut() {
                    row.push((part, cell));
                }
            }
            PartKind::Aside(reason) => build.skip(part.range.clone(), skip(reason)),
            _ => {}
        }
    }
    rows.retain(|row| !row.is_empty());
    let filled = |row: &Vec<(&Part, Cell)>| row.iter().filter(|(_, cell)| !cell.inline.text.string.is_empty()).count();
    let wide = rows.iter().any(|row| filled(row) > 1);
    let is_line = |row: &Vec<(&Part, Cell)>| {
        wide && filled(row) == 1 && row.first().is_some_and(|(_, c)| !c.inline.text.string.is_empty() && c.rows == 1)
    };
    let titles = if header_rows.is_some() { 0 } else { rows.iter().take_while(|row| is_line(row)).count() };
    let notes = rows.iter().skip(titles).rev().take_while(|row| is_line(row)).count();
    let below = rows.split_off(rows.len() - notes);
    for row in rows.drain(..titles) {
        for (_, cell) in row.into_iter().filter(|(_, cell)| !cell.inline.text.string.is_empty()) {
            let block = build.paragraph(cell.inline);
            build.lead_in(block);
        }
    }
    let words = |at: usize| -> Vec<&str> {
        rows.get(at).map(|row| row.iter().map(|(_, cell)| cell.inline.text.string.as_str()).collect()).unwrap_or_default()
    };
    let spans = rows.first().is_some_and(|row| row.iter().any(|(_, c)| c.columns > 1 && !c.inline.text.string.is_empty()));
    let guessed = match (pipe::is_header(&words(0), &words(1)), pipe::is_header(&words(1), &words(2))) {
        (true, true) if spans => 2,
        (true, _) => 1,
        _ => 0,
    };
    let header_rows = header_rows.unwrap_or(guessed).min(rows.len());
    let cells = rows.into_iter().map(|row| row.into_iter().map(|(_, cell)| cell).collect()).collect();
    build.table(range, Grid { cells, header_rows, measure: true, ..Grid::default() });
    for (_, cell) in below.into_iter().flatten().filter(|(_, cell)| !cell.inline.text.string.is_empty()) {
        build.paragraph(cell.inline);
    }
}
