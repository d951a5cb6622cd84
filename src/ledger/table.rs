//! Tables of the ledger that are read whole or not at all: a line that cannot be read is an error with its number.

use crate::claim::cell::unguarded;
use crate::claim::csv::Lines;

/// What is wrong with a table: the number of the line, from 1, and the cause.
pub type Fault = (u32, String);

/// A row, its cells in the order of the wanted columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<const N: usize> {
    /// Number of its line, from 1.
    pub line: u32,
    /// Cells without the guard against formulas.
    pub cells: [String; N],
}

/// The rows of a text with these columns, in any order; further columns are passed over.
///
/// # Errors
///
/// The first line that is none, or a column that is missing.
pub fn read<const N: usize>(text: &str, columns: &[&str; N]) -> Result<Vec<Row<N>>, Fault> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = Lines::new(text);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().map_err(told)?.iter().map(|name| name.trim().to_owned()).collect();
    let mut places = [0; N];
    for (place, column) in places.iter_mut().zip(columns) {
        let found = header.iter().position(|name| name == column);
        *place = found.ok_or_else(|| (1, format!("there is no column `{column}`")))?;
    }
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(told)?;
        let line = lines.of(row.position());
        rows.push(Row { line, cells: places.map(|place| unguarded(row.get(place).unwrap_or_default()).to_owned()) });
    }
    Ok(rows)
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands on")]
fn told(error: csv::Error) -> Fault {
    (error.position().map_or(1, |p| u32::try_from(p.line()).unwrap_or(u32::MAX)), error.to_string())
}
