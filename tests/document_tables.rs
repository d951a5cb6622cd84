//! Tables of all formats: every cell stands in the right row, below the right headers, with its caption and notes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fmt::Write;
use std::fs;

use claimlint::document::{self, Document};
use claimlint::source::Source;

const FIXTURES: &str = "tests/document/tables.txt";

struct Case {
    title: String,
    name: String,
    text: String,
    expected: String,
}

fn cases(fixtures: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_text = false;
    for line in fixtures.lines() {
        if let Some(title) = line.strip_prefix("===== ") {
            let (name, title) = title.split_once(' ').unwrap();
            cases.push(Case { title: title.into(), name: name.into(), text: String::new(), expected: String::new() });
            in_text = true;
        } else if in_text && line == "----------" {
            in_text = false;
        } else if let Some(case) = cases.last_mut() {
            let into = if in_text { &mut case.text } else { &mut case.expected };
            if in_text || !line.is_empty() {
                let _ = writeln!(into, "{line}");
            }
        }
    }
    cases
}

/// What each cell of each table is bound to, one line a cell.
fn bindings(source: &Source, document: &Document) -> String {
    let mut out = String::new();
    let text = |block: Option<usize>| block.map_or("", |block| document.blocks[block].text.string.as_str()).replace('\n', "/");
    for table in &document.tables {
        if let Some(by) = table.announced_by {
            let _ = writeln!(out, "^ {}", document.blocks[by].text.string);
        }
        for (row, cells) in table.rows.iter().enumerate().skip(table.header_rows) {
            for (column, &cell) in cells.iter().enumerate().skip(table.header_columns.max(1)) {
                let Some(block) = cell else { continue };
                let place = document.blocks[block].cell.unwrap();
                if place.row != row || place.column != column {
                    // A cell that spans is listed where it starts, and again in each row that it reaches.
                    if place.row == row {
                        continue;
                    }
                }
                let mut headers: Vec<String> =
                    table.rows[..table.header_rows].iter().map(|r| text(r[column])).filter(|t| !t.is_empty()).collect();
                headers.dedup();
                let rows: Vec<String> = cells[..table.header_columns.max(1)].iter().map(|&c| text(c)).collect();
                let _ = writeln!(out, "{} | {} | {}", rows.join(" > "), headers.join(" > "), text(cell));
                for (_, target) in document.blocks[block].links.iter().filter(|(range, _)| range.is_empty()) {
                    let _ = writeln!(out, "~ {target}");
                }
                // The place starts and ends with the text, as far as the format does not escape it.
                let (raw, shown) = (&source.text[document.blocks[block].text.source()], &document.blocks[block].text.string);
                let escaped = |c: Option<char>| matches!(c, Some('&' | '\\' | ';' | '"'));
                let (first, last) = (raw.chars().next(), raw.chars().next_back());
                assert!(escaped(first) || first == shown.chars().next(), "{raw}");
                assert!(escaped(last) || last == shown.chars().next_back(), "{raw}");
            }
        }
        for (row, found, expected) in &table.ragged {
            let _ = writeln!(out, "! row {row}: {found} of {expected}");
        }
    }
    out
}

#[test]
fn every_cell_is_bound_to_its_headers() {
    let fixtures = fs::read_to_string(FIXTURES).unwrap();
    let cases = cases(&fixtures);
    assert!(cases.len() >= 40, "{} tables", cases.len());
    let mut wrong = String::new();
    for case in &cases {
        let source = Source::new(case.name.as_str(), case.text.as_str());
        let found = bindings(&source, &document::parse(&source).unwrap());
        if found != case.expected {
            let _ = writeln!(wrong, "===== {} {}\n{}----------\n{found}", case.name, case.title, case.text);
        }
    }
    assert!(wrong.is_empty(), "found other bindings than {FIXTURES} says:\n{wrong}");
}
