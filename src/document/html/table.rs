//! Tables of a page: which of them hold data, and which rows are their headers.

use super::token::Node;
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
        let headed = self.heads.iter().take_while(|&&head| head).count();
        // Without a head, rows of header cells only, as far as others follow them.
        let crossed = self.starts.iter().enumerate().take_while(|&(row, &(_, all))| all && !self.heads_a_group(row)).count();
        let header_rows = if headed > 0 {
            headed
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
    }
}

/// For each table in order, whether it only lays out the page: it holds tables, headings, or a single cell.
pub(super) fn layout(nodes: impl Iterator<Item = Node>) -> Vec<bool> {
    let mut layout = Vec::new();
    // Open tables: number, cells, whether a header cell is open.
    let mut open: Vec<(usize, usize, bool)> = Vec::new();
    for node in nodes {
        match node {
            Node::Open { name, attributes, .. } => match name.as_str() {
                "table" => {
                    if let Some(&(outer, ..)) = open.last() {
                        layout[outer] = true;
                    }
                    open.push((layout.len(), 0, false));
                    layout
                        .push(attributes.iter().any(|a| a.name == "role" && matches!(a.value.as_str(), "presentation" | "none")));
                }
                "td" | "th" => {
                    if let Some((_, cells, head)) = open.last_mut() {
                        *cells += 1;
                        *head = name == "th";
                    }
                }
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                    if let Some(&(table, _, false)) = open.last() {
                        layout[table] = true;
                    }
                }
                _ => {}
            },
            Node::Close { name, .. } if name == "table" => {
                if let Some((table, cells, _)) = open.pop() {
                    layout[table] |= cells < 2;
                }
            }
            _ => {}
        }
    }
    layout
}
