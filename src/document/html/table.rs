//! Tables of a page: which of them hold data, and which rows are their headers.

use std::collections::BTreeSet;

use crate::document::build::{Builder, Cell, Grid};

/// A table while its cells come in.
#[derive(Default)]
pub(super) struct OpenTable {
    cells: Vec<Vec<Cell>>,
    /// For each row, whether it stands in the table's head.
    heads: Vec<bool>,
    /// For each row, how its cells start: header cells before the first other one, and whether all are headers.
    starts: Vec<(usize, bool)>,
    start: Option<usize>,
    end: usize,
}

impl OpenTable {
    pub(super) fn row(&mut self, head: bool) {
        self.cells.push(Vec::new());
        self.heads.push(head);
        self.starts.push((0, true));
    }

    pub(super) fn cell(&mut self, head: bool, cell: Cell, end: usize) {
        if self.cells.is_empty() {
            self.row(false);
        }
        if !cell.inline.text.string.is_empty() {
            let range = cell.inline.text.source();
            self.start = Some(self.start.map_or(range.start, |start| start.min(range.start)));
        }
        self.end = self.end.max(end);
        if let (Some(row), Some((count, all))) = (self.cells.last_mut(), self.starts.last_mut()) {
            row.push(cell);
            *all &= head;
            *count += usize::from(*all);
        }
    }

    /// Whether a row is one cell across the table below its first row: it heads the rows under it, not the columns.
    fn heads_a_group(&self, row: usize) -> bool {
        row > 0 && self.cells[row].len() == 1 && self.cells[row][0].columns > 1
    }

    /// Puts the table into the document.
    pub(super) fn place(mut self, build: &mut Builder, end: usize) {
        let filled: Vec<bool> = self.cells.iter().map(|row| !row.is_empty()).collect();
        let mut keep = filled.iter();
        self.heads.retain(|_| keep.next().copied().unwrap_or(false));
        let mut keep = filled.iter();
        self.starts.retain(|_| keep.next().copied().unwrap_or(false));
        self.cells.retain(|row| !row.is_empty());
        if self.cells.is_empty() {
            return;
        }
        let below = self.lines_below();
        let headed = self.heads.iter().take_while(|&&head| head).count();
        // Without a head, rows of header cells only, as far as others follow them.
        let crossed = self.starts.iter().enumerate().take_while(|&(row, &(_, all))| all && !self.heads_a_group(row)).count();
        // Each row headed by its own first cell: a list of names and values, whose first row is no head.
        let by_row = self.starts.len() > 1 && self.starts.iter().all(|&(count, all)| count > 0 && !all);
        let header_rows = if headed > 0 {
            headed
        } else if by_row {
            0
        } else if crossed > 0 && crossed < self.cells.len() {
            crossed
        } else {
            let first: Vec<&str> = self.cells[0].iter().map(|cell| cell.inline.text.string.as_str()).collect();
            let second: Vec<&str> = self
                .cells
                .get(1)
                .map(|row| row.iter().map(|cell| cell.inline.text.string.as_str()).collect())
                .unwrap_or_default();
            usize::from(crate::document::pipe::is_header(&first, &second))
        };
        let header_columns = self.starts.iter().skip(header_rows).map(|&(count, _)| count).min().unwrap_or(0);
        let range = self.start.unwrap_or(end)..self.end.max(self.start.unwrap_or(end));
        let grid = Grid { cells: self.cells, header_rows, header_columns, ragged: Vec::new(), measure: true };
        build.table(range, grid);
        for cell in below {
            build.paragraph(cell.inline);
        }
    }

    /// Takes off the last rows that are one cell across the whole table: lines of text below it.
    fn lines_below(&mut self) -> Vec<Cell> {
        let width = |row: &Vec<Cell>| row.iter().map(|cell| cell.columns.max(1)).sum::<usize>();
        let widest = self.cells.iter().map(width).max().unwrap_or(0);
        let is_line = |row: &&Vec<Cell>| {
            row.len() == 1 && widest > 1 && row[0].columns >= widest && row[0].rows < 2 && !row[0].inline.text.string.is_empty()
        };
        let lines = self.cells.iter().rev().take_while(is_line).count();
        // A table of nothing else is a table.
        let first = if lines < self.cells.len() { self.cells.len() - lines } else { lines };
        self.heads.truncate(first);
        self.starts.truncate(first);
        self.cells.split_off(first).into_iter().flatten().collect()
    }
}

/// Where the tables start that only lay out the page: they hold tables, headings, or a single cell.
pub(super) fn layout(html: &str, base: usize) -> BTreeSet<usize> {
    let mut layout = BTreeSet::new();
    // Open tables: where each starts, cells, whether a header cell is open.
    let mut open: Vec<(usize, usize, bool)> = Vec::new();
    for tag in tags(html) {
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name);
        if is("table") && tag.closes {
            if let Some((table, cells, _)) = open.pop()
                && cells < 2
            {
                layout.insert(table);
            }
        } else if is("table") {
            layout.extend(open.last().map(|&(outer, ..)| outer));
            open.push((base + tag.at, 0, false));
            let attributes: String =
                tag.attributes.chars().filter(|c| !matches!(c, '"' | '\'')).map(|c| c.to_ascii_lowercase()).collect();
            if attributes.contains("role=presentation") || attributes.contains("role=none") {
                layout.insert(base + tag.at);
            }
        } else if let Some((table, cells, head)) = open.last_mut().filter(|_| !tag.closes) {
            if is("td") || is("th") {
                *cells += 1;
                *head = is("th");
            } else if !*head && matches!(tag.name.as_bytes(), [b'h' | b'H', b'1'..=b'6']) {
                layout.insert(*table);
            }
        }
    }
    layout
}

/// A tag as far as it matters for where tables start and what they hold.
struct Tag<'h> {
    at: usize,
    closes: bool,
    name: &'h str,
    attributes: &'h str,
}

/// The tags of a page, without the names and values in them: many times as fast as reading them in full. What a tag is taken for in
/// error makes at most a table of layout, or none.
fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + html[from..].find('<')?;
            let after = &html[at + 1..];
            if let Some(comment) = after.strip_prefix("!--") {
                from = html.len() - comment.len() + comment.find("-->")?;
                continue;
            }
            let closes = after.starts_with('/');
            let start = at + 1 + usize::from(closes);
            let length = html[start..].bytes().take_while(u8::is_ascii_alphanumeric).count();
            from = start + length;
            if length == 0 {
                continue;
            }
            let end = tag_end(html, from);
            let name = &html[start..start + length];
            let attributes = &html[from..end];
            from = end;
            if !closes && ["script", "style", "textarea", "title"].iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
                from = raw_end(html, from, name);
            }
            return Some(Tag { at, closes, name, attributes });
        }
    })
}

/// Where a tag ends: at its `>` outside quotes.
fn tag_end(html: &str, from: usize) -> usize {
    let bytes = html.as_bytes();
    let mut at = from;
    while let Some(step) = bytes[at..].iter().position(|b| matches!(b, b'>' | b'"' | b'\'')) {
        let found = at + step;
        if bytes[found] == b'>' {
            return found;
        }
        at = found + 1;
        // A quote opens a value after an equals sign only.
        if bytes[..found].trim_ascii_end().ends_with(b"=") {
            let Some(close) = bytes[at..].iter().position(|&b| b == bytes[found]) else { break };
            at += close + 1;
        }
    }
    html.len()
}

/// Where the raw text of a script or the like ends.
fn raw_end(html: &str, from: usize, name: &str) -> usize {
    let closing = |at: usize| html.get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name));
    html[from..].match_indices("</").map(|(at, _)| from + at).find(|&at| closing(at)).unwrap_or(html.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_layout_are_told_from_tables_of_data() {
        let html = "<table role='presentation'><tr><td>a<td>b</table><TABLE><td>1</td></TABLE><!-- <table> --><script>'<table>'</script>\
                    <a title=\"<table>\"><table><td><h2>x</h2><td></table><table><th><h2>x</h2><td>3</table><table><td><table><td><td>";
        let starts: Vec<usize> = html.match_indices('<').map(|(at, _)| at).filter(|&at| layout(html, 0).contains(&at)).collect();
        let shown: Vec<&str> = starts.iter().map(|&at| &html[at..at + 14]).collect();
        assert_eq!(shown, ["<table role='p", "<TABLE><td>1</", "<table><td><h2", "<table><td><ta"]);
    }
}
