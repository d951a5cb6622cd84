//! Documents as trees: one snapshot for each file in `tests/documents`, and what holds of any text.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fmt::Write;
use std::fs;

use claimlint::document::{self, BlockKind, Format, Role};
use claimlint::source::{Source, decode};
use proptest::prelude::*;

#[path = "document/render.rs"]
mod render;

#[test]
fn documents_are_read_as_their_snapshots_say() {
    insta::glob!("documents/*", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let source = decode(name, fs::read(path).unwrap()).unwrap();
        let document = document::parse(&source).expect("a format that is read");
        insta::assert_snapshot!(render::render(&source, &document));
    });
}

/// Removes what the plain text and Markdown parsers leave out, so that source and visible text can be compared.
fn bare(text: &str) -> String {
    let plain = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip('0'..).find(|&(raised, _)| raised == c).map_or(c, |(_, digit)| digit);
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '*' | '\\' | '`' | '>' | '[' | '~')).map(plain).collect()
}

#[test]
fn every_range_of_a_block_leads_back_to_its_source() {
    for entry in fs::read_dir("tests/documents").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let source = decode(name, fs::read(&path).unwrap()).unwrap();
        let document = document::parse(&source).unwrap();
        // Escapes of data files are compared in the tests of their parsers.
        if matches!(document.format, Some(Format::Json | Format::Csv)) {
            continue;
        }
        for block in &document.blocks {
            let text = &block.text.string;
            let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for (i, &from) in offsets.iter().enumerate() {
                for &to in &offsets[i + 1..] {
                    let range = block.text.source_range(&(from..to));
                    let raw = source.text.get(range.clone()).unwrap_or_else(|| panic!("{name}: {range:?} splits a character"));
                    if raw.contains(['&', '<']) {
                        continue;
                    }
                    let mut raw = raw.to_owned();
                    for (skipped, _) in
                        document.skipped.iter().rev().filter(|(s, _)| s.start >= range.start && s.end <= range.end)
                    {
                        raw.replace_range(skipped.start - range.start..skipped.end - range.start, "");
                    }
                    assert_eq!(bare(&raw), bare(&text[from..to]), "{name}: {text:?} {from}..{to}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), name in names()) {
        if let Ok(source) = decode(name, bytes) {
            check(&source);
        }
    }

    #[test]
    fn any_arrangement_of_marks_is_read(text in marks(), name in names()) {
        check(&Source::new(name, text));
    }
}

/// The marks that parsers look for; a document is any of them in any order.
const MARKS: &[&[&str]] = &[
    &["\n", "\r\n", " ", "  ", "\t", "\u{3000}", "：", ": ", "。", "？", "甲", "ab", "40%", "😀", "e\u{301}", "\\", "\"", "|"],
    &[
        "- ",
        "* ",
        "• ",
        "1. ",
        "2. ",
        "一、",
        "（一）",
        "TOP1 ",
        "第一名",
        "Q1. ",
        "答：",
        "FAQ",
        "结论",
        "---",
        "===",
        "+--+",
        "表1 ",
        "    ",
    ],
    &[
        "#", "## ", "|-|", "`", "```\n", "**", "~~", ">", "[^1]", "[^1]: ", "[a](b)", "![a](b)", "<br>", "<b>", "<sup>",
        "</sup>", "&lt;", "&",
    ],
    &[
        "<p>",
        "</p>",
        "<p ",
        "<h2>",
        "</h2>",
        "<ul>",
        "</ul>",
        "<li>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "<th rowspan=3>",
        "<td colspan=2>",
        "</td>",
        "<thead>",
        "<section>",
        "</section>",
        "<nav>",
        "</nav>",
        "<main>",
        "<pre>",
        "</pre>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<details>",
        "<summary>",
        "</details>",
        "<a href=x>",
        "</a>",
        "<img alt=\"a&lt;\" title=b>",
        "<title>",
        "<script>",
        "</script>",
        "<del>",
        "</del>",
        "<!--",
        "-->",
        "<caption>",
        "<i id=a>",
        "<a href=#a>",
    ],
    &[",", ";", "\"\"", "{", "}", "[", "]", "\"a\":", "1.5e3", "true", "null", "\\u0041", ",\n"],
];

fn marks() -> impl Strategy<Value = String> {
    let mark = (0..MARKS.len()).prop_flat_map(|set| proptest::sample::select(MARKS[set]));
    let few = (1..MARKS.len(), proptest::collection::vec((any::<bool>(), any::<u16>()), 0..80)).prop_map(|(set, picks)| {
        let pick = |(common, at): (bool, u16)| {
            let from = MARKS[if common { 0 } else { set }];
            from[usize::from(at) % from.len()]
        };
        picks.into_iter().map(pick).collect::<String>()
    });
    prop_oneof![few, proptest::collection::vec(mark, 0..60).prop_map(|marks| marks.concat())]
}

fn names() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["a.txt", "a.md", "a.html", "a.csv", "a.tsv", "a.json", "a.jsonl"])
}

/// What holds of every document.
fn check(source: &Source) {
    let Some(document) = document::parse(source) else { return };
    for (index, block) in document.blocks.iter().enumerate() {
        assert!(block.section < document.sections.len());
        assert!(block.announced_by.is_none_or(|by| by < document.blocks.len() && by != index));
        assert!(source.text.get(block.text.source()).is_some(), "{block:?}");
        for (at, _) in block.text.string.char_indices().take(50) {
            let range = block.text.source_range(&(at..block.text.string.len()));
            assert!(source.text.get(range.clone()).is_some(), "{range:?} of {block:?}");
        }
        for (range, _) in &block.links {
            assert!(block.text.string.get(range.clone()).is_some(), "{block:?}");
        }
        for range in &block.strong {
            assert!(block.text.string.get(range.clone()).is_some(), "{block:?}");
        }
        if let Some((list, position)) = block.item {
            assert_eq!(document.lists[list].items[position], index);
        }
        if let Some(cell) = block.cell {
            assert_eq!(document.tables[cell.table].rows[cell.row][cell.column], Some(index));
        }
        assert_eq!(block.kind == BlockKind::Item, block.item.is_some());
        assert_eq!(block.kind == BlockKind::Cell, block.cell.is_some());
    }
    for (index, section) in document.sections.iter().enumerate() {
        assert!(section.parent.is_none_or(|parent| parent < index));
        assert!(source.text.get(section.range.clone()).is_some(), "{section:?}");
    }
    for table in &document.tables {
        assert!(table.header_rows <= table.rows.len());
    }
    for (range, _) in &document.skipped {
        assert!(source.text.get(range.clone()).is_some(), "{range:?}");
    }
}

/// Byte ranges of tags, which no reader sees.
fn tags(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| from + at) {
        let end = text[at..].find('>').map_or(text.len(), |end| at + end + 1);
        if text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
            found.push(at..end);
        }
        from = at + 1;
    }
    found
}

#[test]
fn every_digit_stands_in_a_block_or_is_set_aside() {
    let mut lost = String::new();
    for entry in fs::read_dir("tests/documents").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let source = decode(name, fs::read(&path).unwrap()).unwrap();
        let document = document::parse(&source).unwrap();
        if !document.faults.is_empty() {
            continue;
        }
        let mut seen = vec![false; source.text.len()];
        let pieces = document.blocks.iter().flat_map(|block| &block.text.pieces).map(|piece| piece.source.clone());
        let hidden =
            if matches!(document.format, Some(Format::Html | Format::Markdown)) { tags(&source.text) } else { Vec::new() };
        for range in pieces.chain(document.skipped.iter().map(|(range, _)| range.clone())).chain(hidden) {
            seen[range].fill(true);
        }
        for (at, c) in source.text.char_indices().filter(|&(at, c)| c.is_ascii_digit() && !seen[at]) {
            let place = source.place(&(at..at + 1));
            let _ = writeln!(lost, "{name}:{}:{} {c}", place.line, place.column);
        }
    }
    assert!(lost.is_empty(), "{lost}");
}

/// What an article says, whatever its format: role, rank, text and what introduces it.
fn said(source: &Source) -> Vec<String> {
    let document = document::parse(source).unwrap();
    let shown = |block: usize| document.blocks[block].text.string.clone();
    let said = document.blocks.iter().filter(|block| block.kind != BlockKind::Meta).map(|block| {
        let section = &document.sections[block.section];
        // A question heads a section of its own in a format that has headings.
        let role = if section.role == Role::Faq { String::from("Faq") } else { format!("{:?} {:?}", section.role, section.rank) };
        format!("{role} {:?} {:?}", block.text.string, block.announced_by.map(shown))
    });
    said.collect()
}

#[test]
fn an_article_says_the_same_in_every_format() {
    let read = |name: &str| fs::read(format!("tests/document/same/{name}")).unwrap();
    let plain = decode("article.txt", read("article.txt")).unwrap();
    let expected = said(&plain);
    assert!(expected.len() > 20);
    for name in ["article.md", "article.html"] {
        assert_eq!(said(&decode(name, read(name)).unwrap()), expected, "{name}");
    }
    for encoding in [encoding_rs::GB18030, encoding_rs::GBK] {
        let source = decode("article.txt", encoding.encode(&plain.text).0.into_owned()).unwrap();
        assert_eq!(source.encoding, "gb18030");
        assert_eq!(said(&source), expected);
    }
    let units = plain.text.encode_utf16().flat_map(u16::to_le_bytes);
    let source = decode("article.txt", [0xFF, 0xFE].into_iter().chain(units).collect()).unwrap();
    assert_eq!(said(&source), expected);
}
