//! Which row of a table is which: the label that a row goes by, and what else tells it apart from other rows of that label.
//!
//! Rows of one label are one thing under several settings. The first columns that together make all rows different say which: the model
//! and the precision; the batch, the prompt and the answer. A figure of such a row is comparable only with one of the same settings.
//! What stands in brackets behind a label is a setting as well where rows differ in it alone: "Kite (8 bit)", "Kite (4 bit)". So is the
//! row that another goes on from: "+ cache" is one of the "Kite" above it.

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
    /// As a condition of its figures. `name` is what a column is called where its bare numbers need that to be told from others.
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        let whole = |(column, value): &(usize, String)| {
            let bare = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
            let name = if bare { name(*column) } else { String::new() };
            if name.is_empty() { value.clone() } else { format!("{name} {value}") }
        };
        let mut parts: Vec<String> = self.parts.iter().map(whole).collect();
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
    let parted = parted((0..table.rows.len()).map(|row| cell(labels.rows[row], labels.column)));
    let added = |row: usize| parted[row].0.starts_with(ADDED);
    let label = |row: usize| parted[row].0.clone();
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for row in body.clone() {
        *groups.entry(label(row)).or_default() += 1;
    }
    let repeated = |row: usize| added(row) || groups.get(&label(row)).is_some_and(|&rows| rows > 1);
    if !labels.nameless && !body.clone().any(repeated) {
        return found;
    }
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut settings: Vec<usize> = Vec::new();
    let own = |row: usize, settings: &[usize]| -> Vec<String> {
        [label(row), parted[row].1.clone()].into_iter().chain(settings.iter().map(|&column| cell(row, column))).collect()
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
        let values = own(row, &settings);
        let time = times.entry(values.clone()).or_default();
        *time += 1;
        let columns = [labels.column; 2].into_iter().chain(settings.iter().copied());
        let told = |at: usize, value: &str| match at {
            0 => labels.nameless,
            1 => !value.is_empty(),
            _ => true,
        };
        let parts: Vec<(usize, String)> =
            columns.zip(values).enumerate().filter(|(at, (_, value))| told(*at, value)).map(|(_, part)| part).collect();
        found[row] = Some(Identity { parts, time: *time }).filter(|identity| !identity.text(&|_| String::new()).is_empty());
    }
    found
}

/// What a label begins with that says what is added to the row above.
const ADDED: [char; 2] = ['+', '＋'];

/// The labels, each with its setting: what stands in brackets at its end, or the label that it adds to.
fn parted(labels: impl Iterator<Item = String>) -> Vec<(String, String)> {
    let mut base = String::new();
    let part = |label: String| {
        if label.starts_with(ADDED) && !super::mostly_figure(&label) {
            return (label, base.clone());
        }
        base.clone_from(&label);
        part(&label)
    };
    labels.map(part).collect()
}

/// A label without what stands in brackets at its end, and that.
fn part(label: &str) -> (String, String) {
    let whole = || (label.trim().to_owned(), String::new());
    let Some(inside) = crate::extract::sentence::brackets(label).into_iter().next_back() else { return whole() };
    let ends = label[inside.end..].chars().count() == 1;
    let name = label[..inside.start].trim_end_matches(['(', '（', '[', '【']).trim();
    if ends && !name.is_empty() { (name.to_owned(), label[inside].trim().to_owned()) } else { whole() }
}

/// Whether a cell is a decimal fraction and little else.
fn is_result(cell: &str) -> bool {
    cell.contains('.') && super::mostly_figure(cell)
}

fn text<'a>(document: &'a Document, table: &'a Table, row: usize, column: usize) -> &'a str {
    let block = table.rows.get(row).and_then(|row| row.get(column).copied().flatten());
    block.and_then(|b| document.blocks.get(b)).map_or("", |b| b.text.string.trim())
}
