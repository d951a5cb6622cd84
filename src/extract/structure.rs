//! Sections, lists and tables as records: what is empty or miscounted is then a matter for rules like anything else.

use std::collections::BTreeMap;

use crate::claim::{COUNTED, Claim, Kind};
use crate::document::{BlockKind, Document, Role, Skip, Table};
use crate::extract::tables::mostly_figure;
use crate::extract::{Reader, number};

/// One record for the document, each section, list and table.
pub fn records(reader: &Reader<'_>, claims: &mut Vec<Claim>) {
    let document = reader.document;
    let sourced = |sourced: bool| {
        claims.iter().filter(|c| c.kind == Kind::Quantity && needs_source(c) && c.source.is_some() == sourced).count()
    };
    let first = document.blocks.first().map_or(0..0, |b| b.text.source_range(&(0..b.text.string.len())));
    let mut record = reader.placed(&first, 0, Kind::Document);
    record.quote = document.blocks.first().map(|b| b.text.string.to_string()).unwrap_or_default();
    record.text = title(document);
    record.subject = reader.subjects.own.map(|own| reader.subjects.get(own).clone());
    let entries = document.sections.iter().filter(|s| s.rank.is_some()).count() + reader.subjects.ranked.len();
    record.conditions = BTreeMap::from([
        ("entries".to_owned(), entries.to_string()),
        ("sourced".to_owned(), sourced(true).to_string()),
        ("unsourced".to_owned(), sourced(false).to_string()),
    ]);
    if let Some(format) = document.format {
        record.conditions.insert("format".into(), format!("{format:?}").to_lowercase());
    }
    let mut found = vec![record];
    for (at, section) in document.sections.iter().enumerate() {
        let Some(heading) = section.heading else { continue };
        let block = &document.blocks[heading];
        let mut record = reader.record(heading, &(0..block.text.string.len()), Kind::Section);
        let own = document.blocks.iter().filter(|b| b.section == at && !matches!(b.kind, BlockKind::Heading(_))).count();
        // Program text is read by people, though not by this program.
        let end = document.sections.get(at + 1).map_or(usize::MAX, |next| next.range.start);
        let code = document
            .skipped
            .iter()
            .filter(|(range, _)| section.range.start <= range.start && range.start < end)
            .filter(|(_, why)| matches!(why, Skip::Code))
            .count();
        // So is a picture, what a tag of the site's generator puts in, and what stands behind a heading that has a link.
        let until = end.min(reader.source.text.len()).max(section.range.start);
        let raw = reader.source.text.get(section.range.start..until).unwrap_or("");
        let pictures = ["![", "{{<", "{{%", "{%", "<img", "<svg", "<video", "<iframe", "<picture"]
            .iter()
            .filter(|mark| raw.contains(**mark))
            .count();
        // A heading that says what there is to say, or that opens the document, promises nothing below it.
        let opens = heading == 0 && at == document.sections.iter().position(|s| s.heading.is_some()).unwrap_or(at);
        let own = own + code + pictures + usize::from(!block.links.is_empty() || opens || states(&block.text.string));
        let children = document.sections.iter().filter(|s| s.parent == Some(at)).count();
        record.text = Some(block.text.string.trim().to_owned());
        record.subject = reader.subjects.sections.get(at).copied().flatten().map(|s| reader.subjects.get(s).clone());
        record.conditions = BTreeMap::from([
            ("blocks".to_owned(), own.to_string()),
            ("level".to_owned(), section.level.to_string()),
            ("children".to_owned(), children.to_string()),
        ]);
        found.push(record);
    }
    let mut counts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate().filter(|(_, claim)| claim.kind == Kind::Quantity) {
        if let Some(block) = &claim.block {
            counts.entry(block.id).or_default().push(at);
        }
    }
    for list in &document.lists {
        let Some(&item) = list.items.first() else { continue };
        let text = &document.blocks[item].text.string;
        let mut record = reader.record(item, &(0..text.len()), Kind::List);
        record.text = list.announced_by.and_then(|b| document.blocks.get(b)).map(|b| b.text.string.to_string());
        record.metric = (reader.role(list.section) == Role::Criteria).then(|| "criteria".to_owned());
        record.conditions = BTreeMap::from([
            ("items".to_owned(), list.items.len().to_string()),
            ("ordered".to_owned(), list.ordered.to_string()),
        ]);
        // Things that the items name, several in one: "Alder, Birch and Cedar".
        let named: usize = list.items.iter().map(|&item| things(&document.blocks[item].text.string)).sum();
        if named != list.items.len() {
            record.conditions.insert("named".into(), named.to_string());
        }
        let announced = list.announced_by.and_then(|block| counts.get(&number(block)));
        for &at in announced.into_iter().flatten() {
            let says = claims[at].canonical.as_ref().and_then(|canonical| canonical.low.as_ref());
            if says == record.conditions.get("items") {
                claims[at].conditions.insert(COUNTED.to_owned(), list.items.len().to_string());
            }
        }
        found.push(record);
    }
    for (at, table) in document.tables.iter().enumerate() {
        let Some(cell) = table.rows.iter().flatten().find_map(|cell| *cell) else { continue };
        let mut record = reader.record(cell, &(0..document.blocks[cell].text.string.len()), Kind::Table);
        let header: Vec<&str> = table
            .rows
            .iter()
            .take(table.header_rows.max(1))
            .flatten()
            .map(|cell| cell.and_then(|b| document.blocks.get(b)).map_or("", |b| b.text.string.trim()))
            .collect();
        record.text = Some(header.join(" | "));
        if reader.layouts[at].weight_column.is_some() || reader.role(table.section) == Role::Criteria {
            record.metric = Some("criteria".into());
        } else if reader.layouts[at].rank_column.is_some() {
            record.metric = Some("entries".into());
        }
        record.conditions = BTreeMap::from([
            ("rows".to_owned(), table.rows.len().saturating_sub(table.header_rows).to_string()),
            ("headers".to_owned(), table.header_rows.to_string()),
            ("columns".to_owned(), table.rows.iter().map(Vec::len).max().unwrap_or(0).to_string()),
        ]);
        if let Some((row, has, expected)) = ragged(document, table) {
            record.conditions.insert("ragged".into(), format!("row {}: {has} cells, header has {expected}", row + 1));
        }
        record.conditions.insert("table".into(), number(at).to_string());
        record.conditions.extend(text_columns(document, table));
        found.push(record);
    }
    crate::extract::passage::records(reader, &mut found);
    claims.append(&mut found);
}

/// Whether a heading is a sentence, or a name and what is said of it: "Portability - it runs on both systems", 本页介绍安装。
fn states(heading: &str) -> bool {
    const WORDS: usize = 12;
    const CHARACTERS: usize = 30;
    let text = heading.trim();
    let said = |mark: &str| {
        text.split_once(mark).is_some_and(|(name, rest)| !name.trim().is_empty() && rest.split_whitespace().count() > 2)
    };
    let han = text.chars().filter(|c| crate::claim::wording::tokens::is_han(*c)).count();
    text.ends_with(['.', '。', '!', '！', ':', '：', ';', '；'])
        || [" - ", " – ", " — "].into_iter().any(said)
        || text.split_whitespace().count() > WORDS
        || han > CHARACTERS
}

/// The first row that has not the cells of the header. Columns at the end that no row has are left blank: nothing stands in them. A line of
/// one cell without a word is the markup behind the table.
fn ragged(document: &Document, table: &Table) -> Option<(usize, usize, usize)> {
    let word = |block: &usize| document.blocks.get(*block).is_some_and(|block| !block.text.string.trim().is_empty());
    let markup = |(row, has, _): &&(usize, usize, usize)| {
        *has == 1 && !table.rows.get(*row).is_some_and(|row| row.iter().flatten().any(word))
    };
    let body = table.rows.len().saturating_sub(table.header_rows.max(1));
    let widest = table.ragged.iter().filter(|_| table.ragged.len() == body).map(|(_, has, _)| *has).max();
    let blank = |(_, has, expected): &&(usize, usize, usize)| widest == Some(*has) && *has > 1 && has < expected;
    table.ragged.iter().find(|row| !blank(row) && !markup(row)).copied()
}

/// The columns of a small table whose cells are words, as `cells N`: its cells between bars. What the rows are called, and of what sort
/// they are, stands in no figure.
fn text_columns(document: &Document, table: &Table) -> BTreeMap<String, String> {
    const ROWS: usize = 64;
    const COLUMNS: usize = 16;
    const CELL: usize = 48;
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut found = BTreeMap::new();
    if table.rows.len() > ROWS + table.header_rows || columns > COLUMNS || table.header_rows == 0 {
        return found;
    }
    for column in 0..columns {
        let cells: Vec<&str> = table
            .rows
            .iter()
            .skip(table.header_rows)
            .map(|row| {
                row.get(column).copied().flatten().and_then(|b| document.blocks.get(b)).map_or("", |b| b.text.string.trim())
            })
            .collect();
        // Sorts may look like figures (二类), and stand more than once then.
        let mut sorts = cells.clone();
        sorts.sort_unstable();
        sorts.dedup();
        let again = sorts.len() * 3 <= cells.len() * 2;
        let words = cells.iter().filter(|cell| cell.contains(char::is_alphabetic) && (again || !mostly_figure(cell))).count();
        let short = cells.iter().all(|cell| cell.chars().count() <= CELL && !cell.contains('|'));
        if words * 2 > cells.len() && short {
            found.insert(format!("cells {column}"), cells.join(" | "));
        }
    }
    found
}

/// How many things a text lists: its parts between commas and "and", what stands in brackets aside.
fn things(text: &str) -> usize {
    let text = text.split(['(', '（']).next().unwrap_or(text).replace(", and ", ",").replace(" and ", ",").replace(" & ", ",");
    text.matches(['、', '，', ',', ';', '；', '和']).count() + 1
}

/// Title of a document: its first heading of the highest level, or its first block.
fn title(document: &Document) -> Option<String> {
    let first = document.sections.iter().skip(1).min_by_key(|s| s.level).and_then(|s| s.heading);
    first.or(Some(0)).and_then(|b| document.blocks.get(b)).map(|b| b.text.string.trim().to_owned())
}

/// Whether a figure is of the kind that a reader wants a source for: performance, saving, comparison, price of others.
fn needs_source(claim: &Claim) -> bool {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let metric = claim.metric.as_deref().unwrap_or("");
    claim.usage.is_none()
        && claim.section != "criteria"
        && (matches!(unit, "%" | "x" | "pp")
            || metric.ends_with("latency")
            || ["throughput", "request_rate", "memory_bandwidth", "cost_saving"].contains(&metric))
}
