//! Tables drawn with pipes, as rows of text.

use std::ops::Range;

use super::Text;
use super::build::{Cell, Grid};
use super::plain::line::is_wide;
use crate::source::Source;

/// Whether a line can be a row: it holds a pipe that is not escaped.
pub(super) fn is_row(line: &str) -> bool {
    is_bar(line.trim_start().chars().next()) || bars(line).next().is_some()
}

/// Whether a line starts and ends as a row does.
pub(super) fn is_framed(line: &str) -> bool {
    let line = line.trim();
    is_bar(line.chars().next()) && bars(line).count() > 1
}

fn is_bar(c: Option<char>) -> bool {
    matches!(c, Some('|' | '│' | '┃' | '║' | '｜'))
}

fn bars(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut escaped = false;
    line.char_indices().filter(move |&(_, c)| {
        let bar = !escaped && is_bar(Some(c));
        escaped = c == '\\' && !escaped;
        bar
    })
}

/// Whether a line only draws: `|---|:-:|`, `+----+`, `├──┼──┤`.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let drawn = |c: char| matches!(c, '-' | '=' | ':' | '+' | '|' | '｜' | ' ' | '\t' | '—') || ('─'..='╿').contains(&c);
    let dashes = line.chars().filter(|&c| matches!(c, '-' | '=' | '—') || ('─'..='╿').contains(&c)).count();
    let corners = line.chars().any(|c| matches!(c, '|' | '+' | '｜') || ('─'..='╿').contains(&c));
    line.chars().all(drawn) && dashes > 0 && corners
}

/// Source ranges of a row's cells, blanks around them left out.
pub(super) fn cells(source: &Source, row: &Range<usize>) -> Vec<Range<usize>> {
    let line = &source.text[row.clone()];
    let mut edges: Vec<(usize, usize)> = bars(line).map(|(at, c)| (at, at + c.len_utf8())).collect();
    let starts = line.trim_start();
    if !is_bar(starts.chars().next()) {
        edges.insert(0, (0, 0));
    }
    // A last pipe closes the last cell; without it the line's end does.
    let trimmed = line.trim_end().len();
    if edges.last().is_none_or(|&(_, end)| end < trimmed) {
        edges.push((trimmed, trimmed));
    }
    edges
        .windows(2)
        .map(|pair| {
            let (from, to) = (pair[0].1, pair[1].0);
            let part = &line[from..to];
            let start = from + part.len() - part.trim_start().len();
            let end = start + part.trim().len();
            row.start + start..row.start + end
        })
        .collect()
}

/// The text of a cell, escapes of pipes resolved.
pub(super) fn text(source: &Source, range: &Range<usize>) -> Text {
    let raw = &source.text[range.clone()];
    if raw.is_empty() {
        return Text::empty(range.start);
    }
    let mut text = Text::default();
    let mut from = 0;
    for (at, _) in raw.match_indices("\\|") {
        if at > from {
            text.push(&raw[from..at], range.start + from..range.start + at);
        }
        from = at + 1;
    }
    text.push(&raw[from..], range.start + from..range.end);
    text
}

/// A table from its lines.
pub(super) fn table(source: &Source, lines: &[Range<usize>]) -> Grid {
    let mut rows: Vec<Row> = Vec::new();
    let mut header_rows = None;
    let mut rules = 0;
    let ruled = has_inner_rules(source, lines);
    let mut after_rule = true;
    for line in lines {
        if is_rule(&source.text[line.clone()]) {
            rules += 1;
            after_rule = true;
            if header_rows.is_none() && !rows.is_empty() {
                header_rows = Some(rows.len());
            }
            continue;
        }
        let row: Row = cells(source, line).into_iter().map(|cell| vec![cell]).collect();
        match rows.last_mut() {
            Some(above) if ruled && !after_rule && goes_on(source, above, &row) => {
                above.iter_mut().zip(row).for_each(|(cell, mut line)| cell.append(&mut line));
            }
            _ => rows.push(row),
        }
        after_rule = false;
    }
    let words = |row: Option<&Row>| -> Vec<&str> {
        row.map(|row| row.iter().map(|cell| cell.first().map_or("", |range| &source.text[range.clone()])).collect())
            .unwrap_or_default()
    };
    let header_rows = match header_rows {
        // A box around all rows says nothing of a header.
        Some(count) if count < rows.len() || rules == 1 => count,
        _ => usize::from(is_header(&words(rows.first()), &words(rows.get(1)))),
    };
    let expected = rows.first().map_or(0, Vec::len);
    let ragged =
        rows.iter().enumerate().filter(|(_, row)| row.len() != expected).map(|(i, row)| (i, row.len(), expected)).collect();
    let cells = rows
        .iter()
        .map(|row| row.iter().map(|cell| Cell::from(super::build::Inline::from(joined(source, cell)))).collect())
        .collect();
    Grid { cells, header_rows, ragged, ..Grid::default() }
}

/// The cells of a row, each with its lines.
type Row = Vec<Vec<Range<usize>>>;

/// Whether rules part the rows below the header from one another, so that the lines between two of them may be one row.
fn has_inner_rules(source: &Source, lines: &[Range<usize>]) -> bool {
    let groups = lines.split(|line| is_rule(&source.text[line.clone()])).filter(|group| !group.is_empty()).count();
    groups > 2
}

/// Whether a line goes on with the row above it: it leaves a cell empty, and no cell has a figure in both.
fn goes_on(source: &Source, above: &Row, line: &Row) -> bool {
    let words = |cell: &Vec<Range<usize>>| cell.iter().map(|range| &source.text[range.clone()]).collect::<String>();
    let has_figure = |cell: &Vec<Range<usize>>| words(cell).contains(|c: char| c.is_ascii_digit());
    above.len() == line.len()
        && line.iter().any(|cell| words(cell).is_empty())
        && line.iter().any(|cell| !words(cell).is_empty())
        && !above.iter().zip(line).any(|(above, cell)| has_figure(above) && has_figure(cell))
}

/// The text of a cell, its lines joined as those of a paragraph are.
fn joined(source: &Source, cell: &[Range<usize>]) -> Text {
    let mut out: Option<Text> = None;
    for line in cell.iter().filter(|line| !line.is_empty()) {
        let next = text(source, line);
        let Some(before) = &mut out else {
            out = Some(next);
            continue;
        };
        let wide = |c: Option<char>| c.is_none_or(is_wide);
        if !wide(before.string.chars().next_back()) && !wide(next.string.chars().next()) {
            before.push(" ", before.source().end..line.start);
        }
        for piece in &next.pieces {
            before.push(next.string.get(piece.text.clone()).unwrap_or(""), piece.source.clone());
        }
    }
    out.unwrap_or_else(|| Text::empty(cell.first().map_or(0, |range| range.start)))
}

/// Whether a first row heads the others, where nothing but its words can tell: it holds no figure, though it may hold years.
pub(super) fn is_header(first: &[&str], second: &[&str]) -> bool {
    let is_year = |cell: &str| {
        let digits: String = cell.chars().take_while(char::is_ascii_digit).collect();
        digits.len() == 4
            && matches!(digits.as_bytes()[0], b'1' | b'2')
            && matches!(&cell[4..], "" | "年" | "E" | "e" | "F" | "A")
    };
    let is_figure = |cell: &str| {
        let cell = cell.trim().trim_start_matches(['$', '¥', '￥', '€', '£', '-', '+', '约', '<', '>', '~', '≈']);
        // "30岁首年保费" begins with a figure and names what stands below.
        let words = cell.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
        cell.starts_with(|c: char| c.is_ascii_digit()) && !is_year(cell) && words < 4
    };
    let filled = first.iter().filter(|cell| !cell.trim().is_empty()).count();
    let years = first.iter().filter(|cell| is_year(cell.trim())).count();
    filled > 0
        && !first.iter().any(|cell| is_figure(cell))
        && !second.is_empty()
        && (years == 0 || second.iter().any(|cell| is_figure(cell)))
}
