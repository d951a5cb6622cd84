//! Which row of a table is which: the label that a row goes by, and what else tells it apart from other rows of that label.
//!
//! Rows of one label are one thing under several settings. The first columns that together make all rows different say which: the model
//! and the precision; the batch, the prompt and the answer. A figure of such a row is comparable only with one of the same settings.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Document, Table};

/// Most rows of a table that are told apart.
const ROWS: usize = 4096;

/// Most settings that a row is told apart by.
const SETTINGS: usize = 8;

/// The column whose cells label rows.
#[derive(Debug, Clone)]
pub struct Labels {
    /// The column.
    pub column: usize,
    /// For each row the one whose cell labels it; see [`labels`].
    pub rows: Vec<usize>,
    /// Whether the labels name nothing: they are figures.
    pub nameless: bool,
}

/// What tells a row apart from others of its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Its settings, by column, in lower case.
    pub parts: Vec<(usize, String)>,
    /// The how manieth of the rows that have all of them alike.
    pub time: usize,
}

impl Identity {
    /// As a condition of its figures.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = self.parts.iter().map(|(_, value)| value.clone()).collect();
        if self.time > 1 {
            parts.push(format!("#{}", self.time));
        }
        parts.join(" / ")
    }
}

/// For each row the one whose cell labels it: itself, or the nearest above where it says that it goes on with that: "-", 〃, 同上.
pub fn labels(document: &Document, table: &Table, column: usize) -> Vec<usize> {
    let mut found: Vec<usize> = (0..table.rows.len()).collect();
    for row in table.header_rows + 1..table.rows.len() {
        if repeats(text(document, table, row, column)) && !text(document, table, found[row - 1], column).is_empty() {
            found[row] = found[row - 1];
        }
    }
    found
}

/// Whether a cell says that it has what stands above.
fn repeats(cell: &str) -> bool {
    const MARKS: &[&str] = &[
        "-",
        "–",
        "—",
        "〃",
        "″",
        "\"",
        "''",
        "“",
        "”",
        "^",
        "↑",
        "ditto",
        "do.",
        "same",
        "same as above",
        "as above",
        "同上",
        "同前",
        "同",
    ];
    MARKS.contains(&cell.to_lowercase().as_str())
}

/// Whether each label of a column stands for several rows.
pub fn repeats_throughout(document: &Document, table: &Table, column: usize) -> bool {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table.header_rows..table.rows.len() {
        *times.entry(text(document, table, row, column)).or_default() += 1;
    }
    !times.is_empty() && times.values().all(|rows| *rows > 1)
}

/// For each row what tells it apart from others of its label; none where the label is enough.
pub fn identities(document: &Document, table: &Table, labels: &Labels, numbers: &[Option<usize>]) -> Vec<Option<Identity>> {
    let mut found: Vec<Option<Identity>> = vec![None; table.rows.len()];
    let body = table.header_rows..table.rows.len();
    if table.header_rows == 0 || body.len() < 2 || body.len() > ROWS {
        return found;
    }
    let cell = |row: usize, column: usize| text(document, table, row, column).to_lowercase();
    let label = |row: usize| cell(labels.rows[row], labels.column);
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for row in body.clone() {
        *groups.entry(label(row)).or_default() += 1;
    }
    let repeated = |row: usize| groups.get(&label(row)).is_some_and(|&rows| rows > 1);
    if !labels.nameless && !body.clone().any(repeated) {
        return found;
    }
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut settings: Vec<usize> = Vec::new();
    let own = |row: usize, settings: &[usize]| -> Vec<String> {
        std::iter::once(label(row)).chain(settings.iter().map(|&column| cell(row, column))).collect()
    };
    let different = |settings: &[usize]| body.clone().map(|row| own(row, settings)).collect::<BTreeSet<_>>().len();
    let mut told_apart = different(&settings);
    for column in (0..columns).filter(|c| *c != labels.column && !numbers.contains(&Some(*c))) {
        if settings.len() == SETTINGS || told_apart == body.len() {
            break;
        }
        // A result differs from row to row.
        let figures = body.clone().filter(|&row| is_result(&cell(row, column))).count();
        if figures * 2 > body.len() {
            break;
        }
        settings.push(column);
        match different(&settings) {
            // What is the same in all rows alike tells nothing.
            more if more > told_apart => told_apart = more,
            _ => _ = settings.pop(),
        }
    }
    let mut times: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for row in body.clone().filter(|&row| labels.nameless || repeated(row)) {
        let mut values = own(row, &settings);
        let time = times.entry(values.clone()).or_default();
        *time += 1;
        if !labels.nameless {
            values.remove(0);
        }
        let columns = labels.nameless.then_some(labels.column).into_iter().chain(settings.iter().copied());
        let parts: Vec<(usize, String)> = columns.zip(values).collect();
        found[row] = Some(Identity { parts, time: *time }).filter(|identity| !identity.text().is_empty());
    }
    found
}

/// Whether a cell is a decimal fraction and little else.
fn is_result(cell: &str) -> bool {
    cell.contains('.') && super::mostly_figure(cell)
}

fn text<'a>(document: &'a Document, table: &'a Table, row: usize, column: usize) -> &'a str {
    let block = table.rows.get(row).and_then(|row| row.get(column).copied().flatten());
    block.and_then(|b| document.blocks.get(b)).map_or("", |b| b.text.string.trim())
}
