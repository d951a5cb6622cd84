//! Tables that only blanks align: columns are where no line has ink.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::build::{Cell, Grid, Inline};
use super::{Text, pipe};
use crate::source::Source;

/// Widest line and most lines that are looked at.
const WIDEST: usize = 400;
const MOST: usize = 5000;

/// The table that starts with the first of the lines, and how many of them it takes. Lines are given with their indent.
pub(super) fn table<'l>(source: &Source, lines: impl Iterator<Item = &'l Range<usize>>) -> Option<(usize, Grid)> {
    let text = |range: &Range<usize>| &source.text[range.clone()];
    let run: Vec<&Range<usize>> = lines.take(MOST).take_while(|range| has_gap(text(range)) || is_rule(text(range))).collect();
    // One row says nothing of columns.
    if run.len() < 2 || is_rule(text(run[0])) {
        return None;
    }
    if let Some(table) = tabbed(source, &run) {
        return Some((run.len(), table));
    }
    let rows: Vec<&Range<usize>> = run.iter().copied().filter(|range| !is_rule(text(range))).collect();
    let ruled = run.len() - rows.len();
    if rows.len() + ruled.min(1) < 3 || rows.len() < 2 {
        return None;
    }
    let columns = columns(rows.iter().map(|range| text(range)));
    if columns.len() < 2 {
        return None;
    }
    let cells: Vec<Vec<Range<usize>>> = rows.iter().map(|range| cut(source, range, &columns)).collect();
    let filled = |row: &Vec<Range<usize>>| row.iter().filter(|cell| !cell.is_empty()).count();
    let whole = cells.iter().filter(|row| filled(row) * 10 >= columns.len() * 6 && filled(row) > 1).count();
    let has_figure = |range: &Range<usize>| text(range).contains(|c: char| c.is_ascii_digit());
    // Where no header cell has a figure, those of the first column count as well: sizes, and what is chosen for each.
    let first = usize::from(cells.first().is_none_or(|row| row.iter().any(has_figure)));
    let figures = cells.iter().skip(1).filter(|row| row.iter().skip(first).any(has_figure)).count();
    if whole * 10 < cells.len() * 7 || ruled == 0 && figures * 2 < cells.len() - 1 {
        return None;
    }
    let head = run.iter().position(|range| is_rule(text(range)));
    Some((run.len(), grid(source, &cells, head, columns.len())))
}

/// Fields between tabs, as many in each line.
fn tabbed(source: &Source, run: &[&Range<usize>]) -> Option<Grid> {
    let mut cells: Vec<Vec<Range<usize>>> = Vec::new();
    for range in run {
        let mut at = range.start;
        let mut row = Vec::new();
        for part in source.text[(*range).clone()].split('\t') {
            let start = at + part.len() - part.trim_start().len();
            row.push(start..start + part.trim().len());
            at += part.len() + 1;
        }
        cells.push(row);
    }
    let width = cells.first().map_or(0, Vec::len);
    let alike = cells.iter().filter(|row| row.len() == width).count();
    let is_row = |row: &Vec<Range<usize>>| row.first().is_some_and(|cell| !cell.is_empty());
    (width > 1 && alike * 10 >= cells.len() * 8 && cells.iter().all(is_row)).then(|| grid(source, &cells, None, width))
}

fn grid(source: &Source, cells: &[Vec<Range<usize>>], head: Option<usize>, width: usize) -> Grid {
    let words =
        |row: usize| -> Vec<&str> { cells.get(row).into_iter().flatten().map(|range| &source.text[range.clone()]).collect() };
    let header_rows = head.unwrap_or_else(|| usize::from(pipe::is_header(&words(0), &words(1))));
    let ragged = cells.iter().enumerate().filter(|(_, row)| row.len() != width).map(|(i, row)| (i, row.len(), width)).collect();
    let place = |range: &Range<usize>| {
        let text = if range.is_empty() { Text::empty(range.start) } else { Text::verbatim(source, range.clone()) };
        Cell::from(Inline::from(text))
    };
    let cells = cells.iter().map(|row| row.iter().map(place).collect()).collect();
    Grid { cells, header_rows, ragged, ..Grid::default() }
}

/// Whether blanks cut a line in two: a tab, or two spaces and more between words.
pub(super) fn has_gap(line: &str) -> bool {
    let inner = line.trim();
    line.len() <= WIDEST * 3
        && (inner.contains("  ") || inner.contains('\t') || inner.contains(" \u{3000}") || inner.contains("\u{3000}\u{3000}"))
}

/// A line that underlines columns: `----  -----`, or the whole header.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2
        && line.chars().all(|c| matches!(c, '-' | '=' | ' ' | '─' | '━' | '—'))
        && line.contains(['-', '=', '─', '━', '—'])
}

/// Display columns from which and up to which the columns of the table reach.
fn columns<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<Range<usize>> {
    let mut ink = vec![false; WIDEST];
    for line in lines {
        let mut at = 0;
        for c in line.chars() {
            let width = c.width().unwrap_or(0);
            if !c.is_whitespace() {
                for column in ink.iter_mut().skip(at).take(width) {
                    *column = true;
                }
            }
            at += width;
        }
    }
    let mut columns: Vec<Range<usize>> = Vec::new();
    for (at, _) in ink.iter().enumerate().filter(|(_, inked)| **inked) {
        match columns.last_mut() {
            // A single blank stands between words, not between columns.
            Some(last) if at <= last.end + 1 => last.end = at + 1,
            _ => columns.push(at..at + 1),
        }
    }
    columns
}

/// A line's cells by the columns of the table.
fn cut(source: &Source, line: &Range<usize>, columns: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut cells: Vec<Option<Range<usize>>> = vec![None; columns.len()];
    let mut at = 0;
    for (offset, c) in source.text[line.clone()].char_indices() {
        let start = line.start + offset;
        if let Some(column) = columns.iter().position(|range| range.contains(&at)).filter(|_| !c.is_whitespace()) {
            let cell = cells[column].get_or_insert(start..start);
            cell.end = start + c.len_utf8();
        }
        at += c.width().unwrap_or(0);
    }
    cells.into_iter().map(|cell| cell.unwrap_or(line.end..line.end)).collect()
}
