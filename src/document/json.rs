//! JSON as tables: a list of objects is a table of its keys, an object a table of paths and values.
//!
//! Numbers stay as written. Nothing recurses over the text's nesting deeper than a bound.

use std::collections::BTreeMap;
use std::ops::Range;

use ecow::EcoString;

use super::build::{Builder, Cell, Grid, Inline};
use super::{Skip, Text, pipe};

mod value;

use value::{Member, Value};

/// Reads a JSON document, or one value a line.
pub(super) fn read(build: &mut Builder) {
    let source = build.source;
    let lines = source.path.rsplit('.').next().is_some_and(|e| matches!(e.to_ascii_lowercase().as_str(), "jsonl" | "ndjson"));
    let parsed = if lines { value::lines(&source.text) } else { value::parse(&source.text) };
    match parsed {
        Ok(value) => place(build, &value, &Text::default()),
        Err((at, fault)) => build.fault(at, fault),
    }
}

/// Puts a value into the document; `path` says where in the file it stands.
fn place(build: &mut Builder, value: &Value, path: &Text) {
    if build.is_full() {
        return;
    }
    match value {
        Value::Array(items, range) if is_table(items) => {
            let names: Vec<Option<&Text>> = vec![None; items.len()];
            records(build, items, &names, range, path);
        }
        Value::Object(members, range) if is_map_of_records(members) => {
            let items: Vec<&Value> = members.iter().map(|m| &m.value).collect();
            let names: Vec<Option<&Text>> = members.iter().map(|m| Some(&m.key)).collect();
            records(build, &items, &names, range, path);
        }
        Value::Array(items, range) if is_matrix(items) => {
            announce(build, path);
            let rows = items
                .iter()
                .map(|row| if let Value::Array(cells, _) = row { cells.iter().map(cell).collect() } else { Vec::new() });
            let rows: Vec<Vec<Cell>> = rows.collect();
            let words = |row: usize| -> Vec<&str> {
                rows.get(row).into_iter().flatten().map(|c| c.inline.text.string.as_str()).collect()
            };
            let header = pipe::is_header(&words(0), &words(1));
            build.table(range.clone(), Grid { cells: rows, header_rows: usize::from(header), measure: true, ..Grid::default() });
        }
        Value::Object(_, range) => object(build, value, range, path),
        Value::Array(..) => pairs(build, value, path),
        Value::Scalar(text) => {
            build.paragraph(text.clone());
        }
    }
}

/// A list of objects that share keys.
fn is_table<V: std::borrow::Borrow<Value>>(items: &[V]) -> bool {
    let records =
        items.iter().filter(|item| matches!((*item).borrow(), Value::Object(members, _) if !members.is_empty())).count();
    records > 0 && records == items.len()
}

/// A list of lists of plain values.
fn is_matrix(items: &[Value]) -> bool {
    let is_row = |item: &Value| matches!(item, Value::Array(cells, _) if cells.len() > 1 && cells.iter().all(Value::is_scalar));
    items.len() > 1 && items.iter().all(is_row)
}

/// An object whose values are objects of one shape: its keys name what they tell of.
fn is_map_of_records(members: &[Member]) -> bool {
    let keys = |value: &Value| -> Option<Vec<EcoString>> {
        let Value::Object(members, _) = value else { return None };
        let flat = !members.is_empty() && members.iter().all(|m| m.value.is_scalar());
        flat.then(|| members.iter().map(|m| m.key.string.clone()).collect())
    };
    let Some(first) = members.first().and_then(|m| keys(&m.value)).filter(|_| members.len() > 1) else { return false };
    members.iter().all(|m| {
        keys(&m.value).is_some_and(|own| own.iter().filter(|k| first.contains(k)).count() * 2 >= own.len().max(first.len()))
    })
}

fn announce(build: &mut Builder, path: &Text) {
    if !path.string.is_empty() {
        let block = build.paragraph(path.clone());
        build.lead_in(block);
    }
}

/// A table with a row for each object and a column for each key; names, where there are any, in the first column.
fn records<V: std::borrow::Borrow<Value>>(
    build: &mut Builder,
    items: &[V],
    names: &[Option<&Text>],
    range: &Range<usize>,
    path: &Text,
) {
    announce(build, path);
    let named = names.iter().any(Option::is_some);
    let mut headers: Vec<Text> = Vec::new();
    let mut columns: BTreeMap<EcoString, usize> = BTreeMap::new();
    let mut rows: Vec<Vec<(usize, Text)>> = Vec::new();
    // Lists within records become tables of their own.
    let mut inner: Vec<(Text, &Value)> = Vec::new();
    for (item, name) in items.iter().zip(names) {
        let mut row = Vec::new();
        let mut scalars = Vec::new();
        flatten(item.borrow(), &Text::default(), &mut scalars, &mut inner);
        for (key, value) in scalars {
            let known = columns.get(&key.string).copied();
            let column = known.unwrap_or_else(|| {
                columns.insert(key.string.clone(), headers.len());
                headers.push(key.clone());
                headers.len() - 1
            });
            // The first record's keys head the table; the others' only repeat them.
            if known.is_some() {
                key.pieces.iter().for_each(|piece| build.skip(piece.source.clone(), Skip::Markup));
            }
            row.push((column + usize::from(named), value));
        }
        if let Some(name) = name {
            row.push((0, (*name).clone()));
        }
        rows.push(row);
    }
    let width = headers.len() + usize::from(named);
    let at = range.start;
    let empty = || Cell::from(Inline::from(Text::empty(at)));
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    let head = named.then(empty).into_iter().chain(headers.into_iter().map(|h| Cell::from(Inline::from(h))));
    cells.push(head.collect());
    for row in rows {
        let mut line: Vec<Cell> = (0..width).map(|_| empty()).collect();
        for (column, value) in row {
            if let Some(cell) = line.get_mut(column) {
                *cell = Cell::from(Inline::from(value));
            }
        }
        cells.push(line);
        if cells.len() * width >= super::build::BLOCKS {
            break;
        }
    }
    build.table(range.clone(), Grid { cells, header_rows: 1, header_columns: usize::from(named), ..Grid::default() });
    for (key, value) in inner {
        place(build, value, &joined(path, &key));
    }
}

/// An object as a table of one row, named by its path; one that nothing names is a table of pairs.
fn object(build: &mut Builder, value: &Value, range: &Range<usize>, path: &Text) {
    let (mut scalars, mut inner) = (Vec::new(), Vec::new());
    flatten(value, &Text::default(), &mut scalars, &mut inner);
    let named = !path.string.is_empty();
    // Without a path the first value has to name the row, as a title or a name does.
    let names = |(_, value): &(Text, Text)| value.string.chars().next().is_some_and(char::is_alphabetic);
    if scalars.len() > 1 && (named || scalars.first().is_some_and(names)) {
        let (keys, values): (Vec<Text>, Vec<Text>) = scalars.into_iter().unzip();
        let corner = named.then(|| Text::empty(range.start));
        let name = named.then(|| path.clone());
        let row = |first: Option<Text>, rest: Vec<Text>| {
            first.into_iter().chain(rest).map(|text| Cell::from(Inline::from(text))).collect()
        };
        let cells = vec![row(corner, keys), row(name, values)];
        build.table(range.clone(), Grid { cells, header_rows: 1, header_columns: usize::from(named), ..Grid::default() });
        for (key, value) in inner {
            place(build, value, &joined(path, &key));
        }
    } else {
        pairs(build, value, path);
    }
}

/// A table of paths and values, then the tables within.
fn pairs(build: &mut Builder, value: &Value, path: &Text) {
    let (mut scalars, mut inner) = (Vec::new(), Vec::new());
    flatten(value, &Text::default(), &mut scalars, &mut inner);
    if !scalars.is_empty() {
        announce(build, path);
        let start = scalars.first().map_or(0, |(key, value)| key.source().start.min(value.source().start));
        let end = scalars.last().map_or(start, |(_, value)| value.source().end);
        let cells = scalars
            .into_iter()
            .map(|(key, value)| vec![Cell::from(Inline::from(key)), Cell::from(Inline::from(value))])
            .collect();
        build.table(start..end, Grid { cells, header_columns: 1, ..Grid::default() });
    }
    for (key, value) in inner {
        place(build, value, &joined(path, &key));
    }
}

/// All scalars of nested objects with their paths; lists of other than scalars are left to tables of their own.
fn flatten<'v>(value: &'v Value, path: &Text, scalars: &mut Vec<(Text, Text)>, inner: &mut Vec<(Text, &'v Value)>) {
    match value {
        Value::Scalar(text) => scalars.push((path.clone(), text.clone())),
        Value::Object(members, _) => {
            for Member { key, value } in members {
                let path = joined(path, key);
                match value {
                    Value::Object(members, _) if is_map_of_records(members) => inner.push((path, value)),
                    _ => flatten(value, &path, scalars, inner),
                }
            }
        }
        Value::Array(items, _) if items.iter().all(Value::is_scalar) => {
            for (index, item) in items.iter().enumerate() {
                if let Value::Scalar(text) = item {
                    scalars.push((numbered(path, index, items.len()), text.clone()));
                }
            }
        }
        Value::Array(items, _) if is_table(items) || is_matrix(items) => {
            inner.push((path.clone(), value));
        }
        Value::Array(items, _) => {
            for (index, item) in items.iter().enumerate() {
                flatten(item, &numbered(path, index, items.len()), scalars, inner);
            }
        }
    }
}

/// `a.b`
fn joined(path: &Text, key: &Text) -> Text {
    if path.string.is_empty() {
        return key.clone();
    }
    let mut text = path.clone();
    let at = text.source().end;
    text.push(".", at..at);
    for piece in &key.pieces {
        text.push(key.string.get(piece.text.clone()).unwrap_or(""), piece.source.clone());
    }
    text
}

/// `a[1]`, where there is more than one.
fn numbered(path: &Text, index: usize, length: usize) -> Text {
    let mut text = path.clone();
    if length > 1 {
        let at = text.source().end;
        text.push(&format!("[{index}]"), at..at);
    }
    text
}

fn cell(value: &Value) -> Cell {
    let text = if let Value::Scalar(text) = value { text.clone() } else { Text::empty(0) };
    Cell::from(Inline::from(text))
}
