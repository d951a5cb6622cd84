//! Excel: a heading a sheet, a line a row, each cell as the sheet shows it after its address: `B2=12%`.
//!
//! Of formulas the value is read that the program stored. Rows and columns without a cell are left out; hidden sheets, rows and
//! columns are set aside.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::super::Unreadable;
use super::super::part::{Aside, Part, PartKind};
use super::{Archive, Element, NAMED, Node, PARTS, Written, broken, display};
use crate::source::one_line;

/// Most sheets of a file.
const SHEETS: usize = 1000;

/// Widest and longest sheet that there is.
const COLUMNS: usize = 16_384;
const ROWS: usize = 1_048_576;

struct Sheet {
    name: String,
    file: String,
    hidden: bool,
}

/// What all sheets share.
#[derive(Default)]
struct Book {
    sheets: Vec<Sheet>,
    from_1904: bool,
    strings: Vec<String>,
    formats: BTreeMap<u32, String>,
    /// Format of each style of cells.
    styles: Vec<u32>,
}

/// The cells of a sheet.
#[derive(Default)]
struct Cells {
    /// By row and column, from 1.
    texts: BTreeMap<(usize, usize), String>,
    /// Rows and columns that each merged cell spans, by its first place.
    merged: BTreeMap<(usize, usize), (usize, usize)>,
    hidden_rows: BTreeSet<usize>,
    hidden_columns: Vec<std::ops::RangeInclusive<usize>>,
}

/// Reads the whole file.
pub(super) fn read(archive: &mut Archive) -> Result<Written, Unreadable> {
    let mut written = Written::new(archive);
    let book = book(archive, &written)?;
    for sheet in &book.sheets {
        let cells = cells(archive, &sheet.file, &book, &written)?;
        place(&mut written, sheet, &cells)?;
    }
    Ok(written)
}

fn book(archive: &mut Archive, written: &Written) -> Result<Book, Unreadable> {
    let mut book = Book::default();
    let targets = archive.relations("xl/_rels/workbook.xml.rels")?;
    let found = archive.walk("xl/workbook.xml", |node| {
        if let Node::Open(element) = node {
            match element.name {
                "workbookPr" => book.from_1904 = element.attribute("date1904").is_some_and(|v| v == "1" || v == "true"),
                "sheet" if book.sheets.len() < SHEETS => {
                    let name = element.attribute("name").unwrap_or_default();
                    let hidden = element.attribute("state").is_some_and(|state| state != "visible");
                    let target = element.attribute("id").and_then(|id| targets.get(&id));
                    if let Some(target) = target {
                        let file = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
                        book.sheets.push(Sheet { name, file, hidden });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    if !found {
        return Err(broken("xl/workbook.xml"));
    }
    strings(archive, &mut book, written)?;
    let mut in_cells = false;
    archive.walk("xl/styles.xml", |node| {
        match node {
            Node::Open(element) => match element.name {
                "numFmt" if book.formats.len() < NAMED => {
                    if let (Some(id), Some(code)) = (element.number("numFmtId"), element.attribute("formatCode")) {
                        book.formats.insert(u32::try_from(id).unwrap_or(0), code.chars().take(512).collect());
                    }
                }
                "cellXfs" => in_cells = true,
                "xf" if in_cells && book.styles.len() < NAMED * 10 => {
                    book.styles.push(element.number("numFmtId").and_then(|id| u32::try_from(id).ok()).unwrap_or(0));
                }
                _ => {}
            },
            Node::Close("cellXfs") => in_cells = false,
            _ => {}
        }
        Ok(())
    })?;
    Ok(book)
}

/// The texts that cells point to, runs joined, readings above the text left out.
fn strings(archive: &mut Archive, book: &mut Book, written: &Written) -> Result<(), Unreadable> {
    let (mut open, mut reading, mut bytes) = (false, 0_usize, 0_usize);
    archive.walk("xl/sharedStrings.xml", |node| {
        match node {
            Node::Open(element) => match element.name {
                "si" if book.strings.len() < PARTS => book.strings.push(String::new()),
                "si" => return Err(Unreadable::TooMany { limit: PARTS }),
                "t" => open = reading == 0,
                "rPh" => reading += 1,
                _ => {}
            },
            Node::Close("t") => open = false,
            Node::Close("rPh") => reading = reading.saturating_sub(1),
            Node::Text(text) if open => {
                bytes = bytes.saturating_add(text.len());
                written.fits(bytes)?;
                book.strings.last_mut().into_iter().for_each(|string| string.push_str(text));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(())
}

/// A cell that is being read.
#[derive(Default)]
struct Open {
    row: usize,
    column: usize,
    kind: String,
    style: usize,
    value: String,
}

fn cells(archive: &mut Archive, file: &str, book: &Book, written: &Written) -> Result<Cells, Unreadable> {
    let mut cells = Cells::default();
    let (mut row, mut column) = (0, 0);
    let mut open: Option<Open> = None;
    let (mut in_value, mut reading, mut bytes) = (false, 0_usize, 0_usize);
    let found = archive.walk(file, |node| {
        match node {
            Node::Open(element) => match element.name {
                "row" => {
                    row = element.number("r").unwrap_or(row + 1).clamp(1, ROWS);
                    column = 0;
                    if element.attribute("hidden").is_some_and(|v| v == "1" || v == "true") {
                        cells.hidden_rows.insert(row);
                    }
                }
                "c" => {
                    let place = element.attribute("r").and_then(|address| address_of(&address));
                    let (at_row, at_column) = place.unwrap_or((row.max(1), column + 1));
                    (row, column) = (at_row, at_column);
                    open = Some(Open {
                        row,
                        column,
                        kind: element.attribute("t").unwrap_or_default(),
                        style: element.number("s").unwrap_or(0),
                        value: String::new(),
                    });
                }
                "v" => in_value = true,
                "t" => in_value = reading == 0,
                "rPh" => reading += 1,
                "mergeCell" => merge(&mut cells, &element),
                "col" => {
                    let hidden = element.attribute("hidden").is_some_and(|v| v == "1" || v == "true");
                    if hidden && cells.hidden_columns.len() < COLUMNS {
                        let (min, max) = (element.number("min").unwrap_or(0), element.number("max").unwrap_or(0));
                        cells.hidden_columns.push(min..=max);
                    }
                }
                _ => {}
            },
            Node::Close("v" | "t") => in_value = false,
            Node::Close("rPh") => reading = reading.saturating_sub(1),
            Node::Close("c") => {
                if let Some(cell) = open.take() {
                    let text = text(&cell, book);
                    if !text.is_empty() {
                        bytes = bytes.saturating_add(text.len());
                        written.fits(bytes)?;
                        cells.texts.insert((cell.row, cell.column), text);
                        if cells.texts.len() > PARTS {
                            return Err(Unreadable::TooMany { limit: PARTS });
                        }
                    }
                }
            }
            Node::Text(text) if in_value => {
                if let Some(cell) = &mut open {
                    written.fits(cell.value.len().saturating_add(text.len()))?;
                    cell.value.push_str(text);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    if found { Ok(cells) } else { Err(broken(file)) }
}

/// What a cell shows, in one line.
fn text(cell: &Open, book: &Book) -> String {
    let value = cell.value.as_str();
    let text = match cell.kind.as_str() {
        "s" => value.trim().parse::<usize>().ok().and_then(|at| book.strings.get(at)).map_or("", String::as_str).to_owned(),
        "b" => if value.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
        "str" | "inlineStr" | "e" | "d" => value.to_owned(),
        _ if value.trim().is_empty() => String::new(),
        _ => {
            let id = book.styles.get(cell.style).copied().unwrap_or(0);
            let format = book.formats.get(&id).map_or(display::built_in(id), String::as_str);
            display::shown(value, format, book.from_1904)
        }
    };
    one_line(&text)
}

fn merge(cells: &mut Cells, element: &Element<'_>) {
    let Some(reference) = element.attribute("ref") else { return };
    let Some((from, to)) = reference.split_once(':') else { return };
    let (Some(from), Some(to)) = (address_of(from), address_of(to)) else { return };
    if to.0 >= from.0 && to.1 >= from.1 && cells.merged.len() < NAMED {
        cells.merged.insert(from, (to.0 - from.0 + 1, to.1 - from.1 + 1));
    }
}

/// Row and column of an address as `B12`.
fn address_of(address: &str) -> Option<(usize, usize)> {
    let address = address.trim_start_matches('$');
    let letters = address.bytes().take_while(u8::is_ascii_alphabetic).count();
    let column =
        address.get(..letters)?.bytes().take(4).fold(0, |sum, b| sum * 26 + usize::from(b.to_ascii_uppercase() - b'A') + 1);
    let row = address.get(letters..)?.trim_start_matches('$').parse::<usize>().ok()?;
    ((1..=COLUMNS).contains(&column) && (1..=ROWS).contains(&row)).then_some((row, column))
}

/// The letters of a column.
fn letters(mut column: usize) -> String {
    let mut out = Vec::new();
    while column > 0 {
        column -= 1;
        out.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        column /= 26;
    }
    out.into_iter().rev().collect()
}

/// Writes out a sheet: its name, then its rows.
fn place(written: &mut Written, sheet: &Sheet, cells: &Cells) -> Result<(), Unreadable> {
    if cells.texts.is_empty() {
        return Ok(());
    }
    let start = written.text.len();
    written.fits(sheet.name.len())?;
    written.text.push_str(&sheet.name.replace(['\n', '\r'], " "));
    let heading = start..written.text.len();
    written.text.push('\n');
    let is_hidden = |row: usize, column: usize| {
        cells.hidden_rows.contains(&row) || cells.hidden_columns.iter().any(|range| range.contains(&column))
    };
    if sheet.hidden {
        written.push(Part::new(PartKind::Aside(Aside::Hidden), heading))?;
    } else {
        written.push(Part::new(PartKind::Heading(1), heading))?;
    }
    let shown = |&&(row, column): &&(usize, usize)| !sheet.hidden && !is_hidden(row, column);
    let rows: BTreeSet<usize> = cells.texts.keys().filter(shown).map(|&(row, _)| row).collect();
    let columns: Vec<usize> = cells.texts.keys().filter(shown).map(|&(_, c)| c).collect::<BTreeSet<_>>().into_iter().collect();
    if rows.len().saturating_mul(columns.len()) > PARTS {
        return Err(Unreadable::TooMany { limit: PARTS });
    }
    let at = written.text.len();
    written.push(Part::new(PartKind::Table(None), at..at))?;
    // Cells of a row that a merged cell above or before them covers, and how many rows on.
    let mut covered: BTreeMap<usize, usize> = BTreeMap::new();
    let mut keys = cells.texts.iter().peekable();
    while let Some(row) = keys.peek().map(|(place, _)| place.0) {
        let mut line: BTreeMap<usize, &str> = BTreeMap::new();
        while let Some((&(_, column), text)) = keys.next_if(|((next, _), _)| *next == row) {
            line.insert(column, text);
        }
        let mut first = true;
        let mut parts = Vec::new();
        if rows.contains(&row) {
            parts.push(Part::new(PartKind::Row, written.text.len()..written.text.len()));
        }
        let mut write = |written: &mut Written, column: usize, text: &str| -> Result<std::ops::Range<usize>, Unreadable> {
            written.fits(text.len() + 20)?;
            if !std::mem::take(&mut first) {
                written.text.push('\t');
            }
            let start = written.text.len();
            // Writing to a String cannot fail.
            let _ = write!(written.text, "{}{row}={text}", letters(column));
            Ok(start..written.text.len())
        };
        let hidden: Vec<usize> = line.keys().copied().filter(|&column| sheet.hidden || is_hidden(row, column)).collect();
        for column in hidden {
            let text = line.remove(&column).unwrap_or("");
            let range = write(written, column, text)?;
            let start = range.end - text.len();
            parts.push(Part::new(PartKind::Aside(Aside::Mark), range.start..start));
            parts.push(Part::new(PartKind::Aside(Aside::Hidden), start..range.end));
        }
        let mut next = 0;
        for (index, &column) in columns.iter().enumerate().filter(|_| rows.contains(&row)) {
            let above = covered.get_mut(&column).filter(|until| **until > row);
            if index < next || above.is_some() && !line.contains_key(&column) {
                continue;
            }
            let Some(text) = line.get(&column) else {
                let at = written.text.len();
                parts.push(Part::new(PartKind::Cell { rows: 1, columns: 1 }, at..at));
                continue;
            };
            let (down, across) = cells.merged.get(&(row, column)).copied().unwrap_or((1, 1));
            let rows_down = rows.range(row..row + down).count();
            let columns_across = columns[index..].iter().take_while(|&&c| c < column + across).count();
            next = index + columns_across;
            for &c in &columns[index..next] {
                covered.insert(c, if rows_down > 1 { row + down } else { 0 });
            }
            let range = write(written, column, text)?;
            let mark = range.start..range.end - text.len();
            let mut part = Part::new(PartKind::Cell { rows: rows_down, columns: columns_across }, range);
            part.asides.push((mark, Aside::Mark));
            parts.push(part);
        }
        for part in parts {
            written.push(part)?;
        }
        written.text.push('\n');
    }
    let at = written.text.len();
    written.push(Part::new(PartKind::TableEnd, at..at))
}
