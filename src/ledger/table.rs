//! Tables of the ledger: how they are written, and how those are read that are read whole or not at all, where a line that cannot be
//! read is an error with its number.

use crate::claim::cell::{guarded, unguarded};
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

/// A table with a header, LF at the ends of its lines, no cell a formula.
///
/// # Errors
///
/// None that a cell can cause; the writer's own otherwise.
pub fn write<const N: usize>(columns: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> std::io::Result<String> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(columns)?;
    for row in rows {
        writer.write_record(row.iter().map(|cell| guarded(cell).into_owned()))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(std::io::Error::other)
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands on")]
fn told(error: csv::Error) -> Fault {
    (error.position().map_or(1, |p| u32::try_from(p.line()).unwrap_or(u32::MAX)), error.to_string())
}
