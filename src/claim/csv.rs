//! Records as CSV: the same record as in JSON Lines, without loss either way.
//!
//! A field within a field is a column `outer.inner`; a list or a map is its JSON. An empty cell is null where the field may be null, an
//! empty text where it may not, and an empty list or map. Where null and the empty text are both possible, the empty text is
//! written as two quotation marks; a text that consists of nothing but quotation marks gets two more, so that nothing is
//! ambiguous. What a spreadsheet would take for a formula begins with an apostrophe. A nested object is null when all its cells are empty. A column that is not there at all stands for the default, so
//! that a file written by hand needs only the columns that it fills.

use serde_json::{Map, Value};

use super::Claim;
use super::cell::{guarded, unguarded};
use super::row::{Row, Rows, Stray, What};

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// A text that is never null.
    Text,
    /// A word of a list, with the default for a column that is not there.
    Word(&'static str),
    /// A text or null.
    Nullable,
    /// A text that is left out of the object when there is none.
    Optional,
    /// A whole number or null.
    Number,
    /// true or false; empty is false.
    Bool,
    /// A list as JSON.
    List,
    /// A map as JSON.
    Map,
}

/// All columns in order.
const COLUMNS: &[(&str, Cell)] = &[
    ("id", Cell::Text),
    ("collection", Cell::Text),
    ("document", Cell::Text),
    ("line", Cell::Number),
    ("column", Cell::Number),
    ("end_line", Cell::Number),
    ("end_column", Cell::Number),
    ("quote", Cell::Text),
    ("heading", Cell::Text),
    ("section", Cell::Word("body")),
    ("block.id", Cell::Number),
    ("block.announced_by", Cell::Number),
    ("block.group", Cell::Number),
    ("block.sentence", Cell::Number),
    ("table.id", Cell::Number),
    ("table.row", Cell::Number),
    ("table.column", Cell::Number),
    ("kind", Cell::Word("")),
    ("subject.id", Cell::Text),
    ("subject.name", Cell::Text),
    ("subject.vendor", Cell::Optional),
    ("metric", Cell::Nullable),
    ("use", Cell::Nullable),
    ("value.low", Cell::Nullable),
    ("value.high", Cell::Nullable),
    ("value.unit", Cell::Text),
    ("value.high_unit", Cell::Optional),
    ("value.bound", Cell::Word("")),
    ("value.approximate", Cell::Bool),
    ("value.precision", Cell::Text),
    ("canonical.low", Cell::Nullable),
    ("canonical.high", Cell::Nullable),
    ("canonical.unit", Cell::Text),
    ("canonical.bound", Cell::Word("")),
    ("canonical.low_open", Cell::Bool),
    ("canonical.high_open", Cell::Bool),
    ("readings", Cell::List),
    ("baseline", Cell::Nullable),
    ("modality", Cell::Word("stated")),
    ("conditions", Cell::Map),
    ("audience", Cell::List),
    ("date", Cell::Nullable),
    ("version", Cell::Nullable),
    ("source", Cell::Nullable),
    ("origin", Cell::Word("curated")),
    ("parents", Cell::List),
    ("review", Cell::Word("none")),
    ("confidence", Cell::Word("high")),
    ("text", Cell::Nullable),
];

/// The names of the columns, in order.
pub fn columns() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|&(name, _)| name)
}

/// Claims as a table with a header.
///
/// # Errors
///
/// None that a claim can cause; the writer's own otherwise.
pub fn write(claims: &[Claim]) -> std::io::Result<String> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(columns())?;
    for claim in claims {
        let cells = cells(&serde_json::to_value(claim)?);
        writer.write_record(cells.iter().map(|cell| guarded(cell).into_owned()))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(std::io::Error::other)
}

/// The records of a table. Nothing is judged here but the table itself: a cell that is not what its column wants is handed on as
/// it stands, for the schema to refuse.
pub fn read(text: &str) -> Rows {
    let mut rows = Rows::default();
    let text = text.trim_start_matches('\u{feff}');
    // Spreadsheets save with the separator of their country.
    let names = text.lines().next().unwrap_or_default();
    let delimiter = [b',', b';', b'\t'].into_iter().rev().max_by_key(|&mark| names.bytes().filter(|&b| b == mark).count());
    let mut reader = csv::ReaderBuilder::new().flexible(true).delimiter(delimiter.unwrap_or(b',')).from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => {
            rows.strays.push(Stray { line: 1, what: What::Line(error.to_string()) });
            return rows;
        }
    };
    let mut places: Vec<Option<usize>> = vec![None; COLUMNS.len()];
    for (place, name) in header.iter().enumerate() {
        match COLUMNS.iter().position(|&(column, _)| column == name.trim()) {
            None => rows.strays.push(Stray { line: 1, what: What::Column(name.to_owned()) }),
            Some(column) if places[column].is_some() => {
                rows.strays.push(Stray { line: 1, what: What::Twice(name.to_owned()) });
            }
            Some(column) => places[column] = Some(place),
        }
    }
    let mut lines = Lines::new(text);
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                rows.strays.push(Stray { line: narrow(line), what: What::Line(error.to_string()) });
                continue;
            }
        };
        let line = lines.of(record.position());
        if record.len() != header.len() {
            let what = What::Cells { found: record.len(), expected: header.len() };
            rows.strays.push(Stray { line, what });
        }
        let row: Vec<Option<&str>> =
            places.iter().map(|place| place.map(|place| unguarded(record.get(place).unwrap_or_default()))).collect();
        rows.rows.push(Row { line, record: object(&row) });
    }
    rows
}

/// The lines of records, counted as the reader goes on.
pub(crate) struct Lines<'a> {
    text: &'a [u8],
    counted: usize,
    line: u32,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), counted: 0, line: 1 }
    }

    /// The line of a record that comes after those asked for before. The reader's own count is behind by one after CRLF, whose
    /// second half it leaves to the next record.
    pub(crate) fn of(&mut self, position: Option<&csv::Position>) -> u32 {
        let start = position.and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or(self.counted).min(self.text.len());
        let ends = self.text[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.line += line_ends(self.text.get(self.counted..start + ends).unwrap_or_default());
        self.counted = start + ends;
        self.line
    }
}

fn line_ends(text: &[u8]) -> u32 {
    u32::try_from(text.split(|&byte| byte == b'\n').count() - 1).unwrap_or(u32::MAX)
}

fn narrow(line: u64) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// The cells of a record.
fn cells(record: &Value) -> Vec<String> {
    let mut cells: Vec<String> = COLUMNS
        .iter()
        .map(|&(name, cell)| {
            let value = name.split('.').try_fold(record, |at, part| at.get(part)).unwrap_or(&Value::Null);
            match (cell, value) {
                (Cell::Nullable | Cell::Optional, Value::String(text)) => quoted(text, true),
                (_, Value::String(text)) => quoted(text, false),
                (_, Value::Null) => String::new(),
                (_, Value::Array(items)) if items.is_empty() => String::new(),
                (_, Value::Object(items)) if items.is_empty() => String::new(),
                (_, other) => other.to_string(),
            }
        })
        .collect();
    // An object whose texts are all empty is there nevertheless.
    for (first, columns) in objects() {
        let there = COLUMNS[first].0.split_once('.').is_some_and(|(object, _)| record.get(object).is_some_and(Value::is_object));
        if there && cells[columns].iter().all(String::is_empty) {
            cells[first] = "\"\"".into();
        }
    }
    cells
}

/// The nested objects: index of their first column, range of their columns.
fn objects() -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let object = |index: usize| COLUMNS[index].0.split_once('.').map(|(object, _)| object);
    (0..COLUMNS.len()).filter(move |&i| object(i).is_some() && (i == 0 || object(i) != object(i - 1))).map(move |first| {
        let end = (first..COLUMNS.len()).find(|&i| object(i) != object(first)).unwrap_or(COLUMNS.len());
        (first, first..end)
    })
}

fn only_marks(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'"')
}

fn quoted(text: &str, nullable: bool) -> String {
    if only_marks(text) && (nullable || !text.is_empty()) { format!("{text}\"\"") } else { text.to_owned() }
}

fn unquoted(text: &str) -> &str {
    if text.len() >= 2 && only_marks(text) { &text[2..] } else { text }
}

/// A row as a record; `None` is a column that is not there.
fn object(row: &[Option<&str>]) -> Value {
    let mut record = Map::new();
    for (index, &(name, cell)) in COLUMNS.iter().enumerate() {
        if !name.contains('.') {
            record.insert(name.to_owned(), value(cell, row[index]));
        }
    }
    for (first, columns) in objects() {
        let Some((object, _)) = COLUMNS[first].0.split_once('.') else { continue };
        if row[columns.clone()].iter().all(|cell| cell.is_none_or(str::is_empty)) {
            record.insert(object.to_owned(), Value::Null);
            continue;
        }
        let mut fields = Map::new();
        for index in columns {
            let (name, cell) = COLUMNS[index];
            let value = value(cell, row[index]);
            if cell == Cell::Optional && value.is_null() {
                continue;
            }
            fields.insert(name.rsplit('.').next().unwrap_or(name).to_owned(), value);
        }
        record.insert(object.to_owned(), Value::Object(fields));
    }
    Value::Object(record)
}

fn value(cell: Cell, text: Option<&str>) -> Value {
    let as_written = |text: &str| Value::String(unquoted(text).to_owned());
    match (cell, text) {
        (Cell::Word(default), None) => default.into(),
        (Cell::Text, None) => "".into(),
        (Cell::Nullable | Cell::Optional | Cell::Number, None | Some("")) => Value::Null,
        // Spreadsheets write these two in capitals.
        (Cell::Bool, None | Some("" | "false" | "FALSE")) => false.into(),
        (Cell::Bool, Some("true" | "TRUE")) => true.into(),
        (Cell::List, None | Some("")) => Value::Array(Vec::new()),
        (Cell::Map, None | Some("")) => Value::Object(Map::new()),
        (Cell::Number, Some(text)) => text.parse::<u64>().map_or_else(|_| as_written(text), Value::from),
        (Cell::List | Cell::Map, Some(text)) => serde_json::from_str(text).unwrap_or_else(|_| as_written(text)),
        (Cell::Text | Cell::Word(_) | Cell::Nullable | Cell::Optional | Cell::Bool, Some(text)) => as_written(text),
    }
}
