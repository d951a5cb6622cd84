//! Word: paragraphs with their runs joined, lists with the numbers that are shown, tables, notes, tracked changes.
//!
//! The text is what a reader sees once all changes are accepted; what was deleted stands in it between `~~` and is not read.
//! Headers and footers of pages, comments and charts are set aside.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::super::Unreadable;
use super::super::part::{Aside, Part, PartKind};
use super::numbering::Numbering;
use super::styles::{Look, Styles};
use super::{Archive, Element, Node, PARTS, Written, broken};

/// What is left out with all that stands in it: properties before a change, the second version of a drawing, codes of fields.
const LEFT_OUT: &[&str] = &[
    "pPrChange",
    "rPrChange",
    "tblPrChange",
    "tblGridChange",
    "tcPrChange",
    "trPrChange",
    "sectPrChange",
    "Fallback",
    "instrText",
    "delInstrText",
    "numPrChange",
    "tblPrExChange",
];

/// Most paragraphs that stand within one another.
const BOXES: usize = 100;

/// Most paragraphs of notes.
const NOTES: usize = 100_000;

/// Text of a paragraph, ranges in it, and the properties that were met.
#[derive(Default)]
struct Paragraph {
    text: String,
    asides: Vec<(Range<usize>, Aside)>,
    strong: Vec<Range<usize>>,
    links: Vec<(Range<usize>, String)>,
    style: Option<String>,
    outline: Option<u8>,
    list: Option<String>,
    depth: usize,
    run: Run,
    in_properties: bool,
    in_run_properties: bool,
    link: Option<(usize, String)>,
}

/// How a run is shown.
#[derive(Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "a run has each of these or has not")]
struct Run {
    bold: bool,
    hidden: bool,
    struck: bool,
    raised: bool,
}

struct Cell {
    part: Part,
    /// First column in the grid.
    column: usize,
    columns: usize,
    /// Whether it goes on with the cell above it.
    continues: bool,
    empty: bool,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<Cell>>,
    header_rows: usize,
    column: usize,
    cells: usize,
}

struct Reader {
    written: Written,
    styles: Styles,
    numbering: Numbering,
    targets: BTreeMap<String, String>,
    /// Notes by kind and id.
    notes: BTreeMap<(bool, String), Vec<Paragraph>>,
    note_paragraphs: usize,
    /// Notes in the order of their marks, and the number of each.
    marked: Vec<(bool, String)>,
    numbers: BTreeMap<(bool, String), usize>,
    /// Whether a file of notes is being read, and which note; the lines that part them belong to none.
    in_notes: bool,
    note: Option<(bool, String)>,
    /// Open paragraphs, outermost first: one in a text box stands within another.
    open: Vec<Paragraph>,
    tables: usize,
    table: Table,
    deleted: usize,
    left_out: usize,
    in_text: bool,
}

/// Reads the whole file.
pub(super) fn read(archive: &mut Archive) -> Result<Written, Unreadable> {
    let mut reader = Reader {
        written: Written::new(archive),
        styles: Styles::read(archive)?,
        numbering: Numbering::read(archive)?,
        targets: archive.relations("word/_rels/document.xml.rels")?,
        notes: BTreeMap::new(),
        note_paragraphs: 0,
        marked: Vec::new(),
        numbers: BTreeMap::new(),
        in_notes: true,
        note: None,
        open: Vec::new(),
        tables: 0,
        table: Table::default(),
        deleted: 0,
        left_out: 0,
        in_text: false,
    };
    for name in ["word/footnotes.xml", "word/endnotes.xml"] {
        archive.walk(name, |node| reader.node(node))?;
        reader.reset();
    }
    reader.in_notes = false;
    if !archive.walk("word/document.xml", |node| reader.node(node))? {
        return Err(broken("word/document.xml"));
    }
    reader.finish()?;
    Ok(reader.written)
}

impl Reader {
    fn reset(&mut self) {
        (self.note, self.deleted, self.left_out, self.in_text, self.tables) = (None, 0, 0, false, 0);
        self.open.clear();
    }

    fn node(&mut self, node: Node<'_>) -> Result<(), Unreadable> {
        match node {
            Node::Open(element) if self.left_out > 0 || LEFT_OUT.contains(&element.name) => self.left_out += 1,
            Node::Close(_) if self.left_out > 0 => self.left_out -= 1,
            Node::Text(text) => {
                if self.in_text && self.left_out == 0 {
                    let pending: usize = self.open.iter().map(|paragraph| paragraph.text.len()).sum();
                    self.written.fits(pending.saturating_add(text.len()))?;
                    self.text(text);
                }
            }
            Node::Open(element) => self.element(&element)?,
            Node::Close(name) => self.close(name)?,
        }
        Ok(())
    }

    fn element(&mut self, element: &Element<'_>) -> Result<(), Unreadable> {
        match element.name {
            "p" => {
                self.open.push(Paragraph::default());
                // Boxes within boxes.
                if self.open.len() > BOXES {
                    return Err(broken("word/document.xml"));
                }
            }
            "t" | "delText" => self.in_text = true,
            "del" | "moveFrom" => self.deleted += 1,
            "tbl" => {
                self.tables += 1;
                if self.tables == 1 {
                    self.table = Table::default();
                }
            }
            "tr" if self.tables == 1 => {
                self.table.rows.push(Vec::new());
                self.table.column = 0;
                self.count_cell()?;
            }
            "tc" if self.tables == 1 => self.open_cell()?,
            "tblHeader" if self.tables == 1 && element.is_on() && self.table.header_rows + 1 == self.table.rows.len() => {
                self.table.header_rows += 1;
            }
            "gridBefore" if self.tables == 1 => {
                for _ in 0..element.number("val").unwrap_or(0).min(100) {
                    self.open_cell()?;
                    self.table.column += 1;
                }
            }
            "gridSpan" | "vMerge" if self.tables == 1 => {
                if let Some(cell) = self.table.rows.last_mut().and_then(|row| row.last_mut()) {
                    if element.name == "vMerge" {
                        cell.continues = element.value().is_none_or(|value| value == "continue");
                    } else {
                        cell.columns = element.number("val").unwrap_or(1).clamp(1, 1000);
                    }
                }
            }
            "footnote" | "endnote" => {
                let is_text = element.attribute("type").is_none_or(|kind| kind == "normal");
                let id = element.attribute("id").unwrap_or_default();
                self.note = is_text.then_some((element.name == "endnote", id));
            }
            _ => self.in_paragraph(element),
        }
        Ok(())
    }

    /// What stands within a paragraph.
    fn in_paragraph(&mut self, element: &Element<'_>) {
        let target = if element.name == "hyperlink" {
            element.attribute("id").and_then(|id| self.targets.get(&id).cloned()).filter(|target| self.written.may_link(target))
        } else {
            None
        };
        let Some(paragraph) = self.open.last_mut() else { return };
        match element.name {
            "pPr" => paragraph.in_properties = true,
            "rPr" => paragraph.in_run_properties = true,
            "pStyle" => paragraph.style = element.value(),
            "outlineLvl" if paragraph.in_properties => {
                paragraph.outline = element.value().and_then(|value| value.parse().ok());
            }
            "numId" if paragraph.in_properties => paragraph.list = element.value(),
            "ilvl" if paragraph.in_properties => paragraph.depth = element.number("val").unwrap_or(0),
            "r" => paragraph.run = Run::default(),
            _ if paragraph.in_run_properties && !paragraph.in_properties => match element.name {
                "b" => paragraph.run.bold = element.is_on(),
                "vanish" => paragraph.run.hidden = element.is_on(),
                "strike" | "dstrike" => paragraph.run.struck |= element.is_on(),
                "vertAlign" => paragraph.run.raised = element.value().is_some_and(|value| value == "superscript"),
                _ => {}
            },
            _ if paragraph.in_properties => {}
            "tab" | "ptab" => self.text("\t"),
            "br" | "cr" => self.text("\n"),
            "noBreakHyphen" => self.text("-"),
            "hyperlink" => paragraph.link = target.map(|target| (paragraph.text.len(), target)),
            "footnoteReference" | "endnoteReference" => {
                let key = (element.name == "endnoteReference", element.attribute("id").unwrap_or_default());
                self.mark(key);
            }
            _ => {}
        }
    }

    /// The mark of a note, which links to its text.
    fn mark(&mut self, key: (bool, String)) {
        let Some(note) = self.notes.get(&key).filter(|_| self.deleted == 0) else { return };
        let text = note.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join(" ").trim().to_owned();
        let number = *self.numbers.entry(key.clone()).or_insert_with(|| {
            self.marked.push(key);
            self.marked.len()
        });
        let linked = self.written.may_link(&text);
        if let Some(paragraph) = self.open.last_mut() {
            let start = paragraph.text.len();
            // Writing to a String cannot fail.
            let _ = write!(paragraph.text, "[{number}]");
            paragraph.asides.push((start..paragraph.text.len(), Aside::Mark));
            if linked {
                paragraph.links.push((start..start, text));
            }
        }
    }

    fn text(&mut self, text: &str) {
        let deleted = self.deleted > 0;
        let Some(paragraph) = self.open.last_mut() else { return };
        let run = paragraph.run;
        let start = paragraph.text.len();
        if deleted || run.struck {
            let text = text.replace(['\n', '\r'], " ");
            // What was deleted in several runs stands between one pair of signs.
            match paragraph.asides.last_mut() {
                Some((range, Aside::Deleted)) if range.end == start => {
                    paragraph.text.truncate(start - 2);
                    paragraph.text.push_str(&text);
                    paragraph.text.push_str("~~");
                    range.end = paragraph.text.len();
                }
                _ => {
                    paragraph.text.push_str("~~");
                    paragraph.text.push_str(&text);
                    paragraph.text.push_str("~~");
                    paragraph.asides.push((start..paragraph.text.len(), Aside::Deleted));
                }
            }
            return;
        }
        for character in text.chars() {
            let raised = if run.raised {
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(character.to_digit(10).map_or(10, |d| d as usize))
            } else {
                None
            };
            paragraph.text.push(match raised.unwrap_or(character) {
                '\r' => ' ',
                other => other,
            });
        }
        let range = start..paragraph.text.len();
        if range.is_empty() {
            return;
        }
        if run.hidden {
            paragraph.asides.push((range, Aside::Hidden));
        } else if run.bold {
            match paragraph.strong.last_mut() {
                Some(last) if last.end == start => last.end = range.end,
                _ => paragraph.strong.push(range),
            }
        }
    }

    fn close(&mut self, name: &str) -> Result<(), Unreadable> {
        match name {
            "t" | "delText" => self.in_text = false,
            "del" | "moveFrom" => self.deleted = self.deleted.saturating_sub(1),
            "p" => {
                if let Some(paragraph) = self.open.pop() {
                    self.paragraph(paragraph)?;
                }
            }
            "pPr" => self.innermost(|p| p.in_properties = false),
            "rPr" => self.innermost(|p| p.in_run_properties = false),
            "hyperlink" => {
                if let Some(paragraph) = self.open.last_mut()
                    && let Some((start, target)) = paragraph.link.take()
                {
                    paragraph.links.push((start..paragraph.text.len(), target));
                }
            }
            "footnote" | "endnote" => self.note = None,
            "tc" if self.tables == 1 => {
                if let Some(cell) = self.table.rows.last().and_then(|row| row.last()) {
                    self.table.column += cell.columns;
                }
            }
            "tbl" => {
                self.tables = self.tables.saturating_sub(1);
                if self.tables == 0 {
                    self.place_table()?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn count_cell(&mut self) -> Result<(), Unreadable> {
        self.table.cells += 1;
        if self.table.cells > PARTS { Err(Unreadable::TooMany { limit: PARTS }) } else { Ok(()) }
    }

    fn innermost(&mut self, change: impl Fn(&mut Paragraph)) {
        if let Some(paragraph) = self.open.last_mut() {
            change(paragraph);
        }
    }

    fn open_cell(&mut self) -> Result<(), Unreadable> {
        let at = self.written.text.len();
        let column = self.table.column;
        let part = Part::new(PartKind::Cell { rows: 1, columns: 1 }, at..at);
        let cell = Cell { part, column, columns: 1, continues: false, empty: true };
        if let Some(row) = self.table.rows.last_mut() {
            row.push(cell);
        }
        self.count_cell()
    }

    /// Writes out a paragraph that has ended.
    fn paragraph(&mut self, mut paragraph: Paragraph) -> Result<(), Unreadable> {
        if self.in_notes {
            if let Some(key) = self.note.as_ref().filter(|_| !paragraph.text.trim().is_empty()) {
                self.note_paragraphs += 1;
                if self.note_paragraphs > NOTES {
                    return Err(Unreadable::TooMany { limit: NOTES });
                }
                self.notes.entry(key.clone()).or_default().push(paragraph);
            }
            return Ok(());
        }
        let look = paragraph.style.as_deref().and_then(|style| self.styles.look(style));
        let outline = paragraph.outline.filter(|&level| level < 9).map(|level| Look::Heading(level + 1));
        let look = if self.tables > 0 { None } else { outline.or(look) };
        let list = match (&paragraph.list, &paragraph.style) {
            (Some(id), _) => Some((id.clone(), paragraph.depth)),
            (None, Some(style)) => self.styles.list(style),
            _ => None,
        };
        let has_words = !paragraph.text.trim().is_empty();
        let label = list.filter(|_| has_words).and_then(|(id, depth)| Some((self.numbering.count(&id, depth)?, depth)));
        if let Some(((label, _), _)) = label.as_ref().filter(|((label, _), _)| !label.is_empty()) {
            let label = format!("{label} ");
            paragraph.shift(label.len());
            paragraph.text.insert_str(0, &label);
            if look.is_none() {
                paragraph.asides.insert(0, (0..label.len(), Aside::Number));
            }
        }
        let kind = match (look, label) {
            (Some(Look::Title), _) => PartKind::Heading(0),
            (Some(Look::Heading(level)), _) => PartKind::Heading(level),
            (Some(Look::Contents), _) => PartKind::Aside(Aside::Contents),
            (None, Some(((_, ordered), depth))) => PartKind::Item { depth, ordered },
            (None, None) => PartKind::Paragraph,
        };
        let start = self.written.text.len();
        paragraph.shift(start);
        self.written.text.push_str(&paragraph.text);
        let end = self.written.text.len();
        self.written.text.push('\n');
        if self.tables > 0 {
            if let Some(cell) = self.table.rows.last_mut().and_then(|row| row.last_mut()) {
                if cell.empty {
                    cell.part.range = start..end;
                }
                cell.empty &= !has_words;
                cell.part.range.end = end;
                cell.part.asides.append(&mut paragraph.asides);
                cell.part.strong.append(&mut paragraph.strong);
                cell.part.links.append(&mut paragraph.links);
            }
            return Ok(());
        }
        if !has_words {
            return Ok(());
        }
        let Paragraph { asides, strong, links, .. } = paragraph;
        self.written.push(Part { kind, range: start..end, asides, strong, links })
    }

    /// Writes out the table that has ended, spans over rows resolved.
    fn place_table(&mut self) -> Result<(), Unreadable> {
        let Table { mut rows, header_rows, .. } = std::mem::take(&mut self.table);
        // Of each column: the row and index of the cell that a cell below may go on with.
        let mut above: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
        let mut spans: Vec<(usize, usize)> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for (index, cell) in row.iter().enumerate() {
                match above.get(&cell.column) {
                    Some(&(top, first, columns)) if cell.continues && columns == cell.columns => spans.push((top, first)),
                    _ => {
                        above.insert(cell.column, (at, index, cell.columns));
                    }
                }
            }
        }
        for (top, first) in spans {
            if let PartKind::Cell { rows, .. } = &mut rows[top][first].part.kind {
                *rows += 1;
            }
        }
        let mut covered: BTreeMap<usize, usize> = BTreeMap::new();
        let range = match (rows.iter().flatten().next(), rows.iter().flatten().next_back()) {
            (Some(first), Some(last)) => first.part.range.start..last.part.range.end.max(first.part.range.start),
            _ => return Ok(()),
        };
        self.written.push(Part::new(PartKind::Table((header_rows > 0).then_some(header_rows)), range.clone()))?;
        for row in rows {
            let at = row.first().map_or(range.end, |cell| cell.part.range.start);
            self.written.push(Part::new(PartKind::Row, at..at))?;
            for mut cell in row {
                if cell.continues && covered.get(&cell.column).is_some_and(|&left| left > 0) {
                    covered.entry(cell.column).and_modify(|left| *left -= 1);
                    continue;
                }
                if let PartKind::Cell { rows, columns } = &mut cell.part.kind {
                    *columns = cell.columns;
                    covered.insert(cell.column, *rows - 1);
                }
                self.written.push(cell.part)?;
            }
        }
        self.written.push(Part::new(PartKind::TableEnd, range.end..range.end))
    }

    /// Writes out the notes in the order of their marks, and what is left open by a file that breaks off.
    fn finish(&mut self) -> Result<(), Unreadable> {
        while let Some(paragraph) = self.open.pop() {
            self.paragraph(paragraph)?;
        }
        if self.tables > 0 {
            self.tables = 0;
            self.place_table()?;
        }
        for (number, key) in std::mem::take(&mut self.marked).into_iter().enumerate() {
            for (at, mut paragraph) in self.notes.remove(&key).unwrap_or_default().into_iter().enumerate() {
                let label = if at == 0 { format!("[{}] ", number + 1) } else { String::new() };
                let start = self.written.text.len();
                self.written.text.push_str(&label);
                paragraph.shift(start + label.len());
                self.written.text.push_str(&paragraph.text);
                let range = start..self.written.text.len();
                self.written.text.push('\n');
                let Paragraph { mut asides, strong, links, .. } = paragraph;
                if !label.is_empty() {
                    asides.insert(0, (start..start + label.len(), Aside::Mark));
                }
                self.written.push(Part { kind: PartKind::Note, range, asides, strong, links })?;
            }
        }
        Ok(())
    }
}

impl Paragraph {
    /// Moves all ranges.
    fn shift(&mut self, by: usize) {
        let ranges = self.asides.iter_mut().map(|(range, _)| range);
        for range in ranges.chain(&mut self.strong).chain(self.links.iter_mut().map(|(range, _)| range)) {
            *range = range.start + by..range.end + by;
        }
    }
}
