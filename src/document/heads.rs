//! Tables whose headers stand in two rows although their format knows but one: the upper one groups columns ("| | Read | Read | Write |"),
//! the lower one names them.

use std::collections::BTreeSet;

use super::{Document, Table, pipe};

/// Rows that are looked at below the headers.
const ROWS: usize = 64;

/// Finds the second header row of the tables that have one.
pub(super) fn resolve(document: &mut Document) {
    for at in 0..document.tables.len() {
        if second(document, &document.tables[at]) {
            document.tables[at].header_rows = 2;
        }
    }
}

/// Whether a cell says nothing, and leaves it to its neighbour or to the row below.
pub fn is_blank(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// Whether the first row below the header heads the columns, too: the header alone leaves columns without a name or with the same one, the
/// two rows together tell all apart, and what stands below is of another kind.
fn second(document: &Document, table: &Table) -> bool {
    if table.header_rows != 1 || table.rows.len() < 4 {
        return false;
    }
    let text = |row: usize, column: usize| text(document, table, row, column);
    let columns = table.rows[0].len();
    let (upper, lower): (Vec<&str>, Vec<&str>) = (0..columns).map(|c| (text(0, c), text(1, c))).unzip();
    let different = |labels: &BTreeSet<&str>| labels.len();
    let named: Vec<&str> = upper.iter().copied().filter(|label| !is_blank(label)).collect();
    let nameless = (1..columns).filter(|&c| is_blank(upper[c])).count();
    let shared = named.len() > different(&named.iter().copied().collect());
    if columns > 1 && is_blank(lower[0]) && qualifies(&lower[1..], &|column| below(document, table, column + 1)) {
        return true;
    }
    let together: BTreeSet<(&str, &str)> = (0..columns).map(|c| (group(&upper, c), lower[c])).collect();
    if columns < 3 || nameless == 0 && !shared || together.len() < columns || lower.iter().any(|label| is_blank(label)) {
        return false;
    }
    let below = |column: usize| below(document, table, column).into_iter();
    let figure = |cell: &str| {
        cell.trim_start_matches(['-', '+', '$', '¥', '￥', '€', '£', '<', '>', '~', '≈', '±', '.'])
            .starts_with(|c: char| c.is_ascii_digit())
    };
    // Figures, or answers that come again and that the row in question does not give.
    let contrasts = |column: usize| {
        let cells: Vec<&str> = below(column).filter(|cell| !cell.is_empty()).collect();
        let figures = cells.iter().filter(|cell| figure(cell)).count();
        let sorts: BTreeSet<&str> = cells.iter().copied().collect();
        !cells.is_empty()
            && !figure(lower[column])
            && (figures * 2 > cells.len() || sorts.len() * 2 <= cells.len() && !sorts.contains(lower[column]))
    };
    let telling = (1..columns).filter(|&column| contrasts(column)).count();
    pipe::is_header(&lower, &below(1).take(1).collect::<Vec<_>>()) && telling * 2 >= columns
}

/// Whether the cells of a row without a label say with words how the plain figures below them were got: "5-shot", "n = 120", "(ms)".
fn qualifies<'a>(cells: &[&str], below: &dyn Fn(usize) -> Vec<&'a str>) -> bool {
    let worded = |text: &str| text.contains(char::is_alphabetic);
    let telling = |(at, cell): &(usize, &&str)| {
        let figures = below(*at);
        worded(cell) && !figures.is_empty() && figures.iter().all(|figure| !worded(figure))
    };
    let said = cells.iter().filter(|cell| !is_blank(cell)).count();
    said > 1 && cells.iter().enumerate().filter(telling).count() == said
}

fn text<'a>(document: &'a Document, table: &Table, row: usize, column: usize) -> &'a str {
    let block = table.rows[row].get(column).copied().flatten().and_then(|b| document.blocks.get(b));
    block.map_or("", |b| b.text.string.trim())
}

/// The cells of a column below the first two rows.
fn below<'a>(document: &'a Document, table: &Table, column: usize) -> Vec<&'a str> {
    (2..table.rows.len().min(ROWS)).map(|row| text(document, table, row, column)).collect()
}

/// The label that an upper header row gives to a column: its own, or that of the column to the left which it goes on with.
fn group<'a>(upper: &[&'a str], column: usize) -> &'a str {
    upper[..=column].iter().rev().copied().find(|label| !is_blank(label)).unwrap_or("")
}
