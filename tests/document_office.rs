//! Word, Excel and PDF as text with places; what is hostile or broken in them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::single_range_in_vec_init,
    reason = "small files are written as text, and a test that cannot be set up has failed"
)]

use claimlint::document::{self, BlockKind, Document, Skip};
use claimlint::source::{Limits, Part, PartKind, Source, Unreadable, from_bytes};

#[path = "office/archive.rs"]
mod archive;

use archive::{archive, excel, item, p, styled, word};

fn read(name: &str, bytes: Vec<u8>) -> (Source, Document) {
    let source = from_bytes(name, bytes, Limits::default()).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    let document = document::parse(&source).unwrap();
    for block in &document.blocks {
        let range = block.text.source();
        assert!(source.text.get(range.clone()).is_some(), "{name}: {range:?}");
    }
    (source, document)
}

fn refused(name: &str, bytes: &[u8]) -> Unreadable {
    from_bytes(name, bytes.to_vec(), Limits { bytes: 1 << 18 }).unwrap_err()
}

/// Blocks as kind and text.
fn blocks(document: &Document) -> Vec<String> {
    let kind = |kind: BlockKind| match kind {
        BlockKind::Heading(level) => format!("h{level}"),
        BlockKind::Paragraph => "p".to_owned(),
        BlockKind::Item => "i".to_owned(),
        BlockKind::Cell => "c".to_owned(),
        other => format!("{other:?}"),
    };
    document.blocks.iter().map(|block| format!("{} {}", kind(block.kind), block.text.string)).collect()
}

/// Line, column and end of a text in the source, by way of the block that holds it.
fn place(source: &Source, document: &Document, needle: &str) -> (u32, u32, String) {
    let block = document.blocks.iter().find(|block| block.text.string.contains(needle)).unwrap();
    let at = block.text.string.find(needle).unwrap();
    let range = block.text.source_range(&(at..at + needle.len()));
    let place = source.place(&range);
    (place.line, place.column, source.text[range].to_owned())
}

fn skipped(source: &Source, document: &Document, reason: Skip) -> Vec<String> {
    document.skipped.iter().filter(|(_, r)| *r == reason).map(|(range, _)| source.text[range.clone()].to_owned()).collect()
}

#[test]
fn word_paragraphs_join_their_runs_and_keep_their_place() {
    let body = format!(
        "{}{}{}<w:p/>{}",
        styled("a0", "苍鹭 &amp; 翠鸟"),
        styled("mine", "价格"),
        r#"<w:p><w:r><w:t>营收为</w:t></w:r><w:del w:id="1"><w:r><w:delText>3.</w:delText></w:r><w:r><w:delText>2</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:rPr><w:b/></w:rPr><w:t>3</w:t></w:r><w:r><w:t>.5</w:t></w:r></w:ins><w:r><w:t>亿元。</w:t></w:r></w:p>"#,
        r#"<w:p><w:r><w:t>延迟5ms</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>，面积3m</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:br/><w:t>第二行4GB</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>9999</w:t></w:r><w:hyperlink r:id="rId1"><w:r><w:t>价目表</w:t></w:r></w:hyperlink></w:p>"#,
    );
    let (source, document) = read("a.docx", word(&body));
    assert_eq!(
        blocks(&document),
        ["h1 苍鹭 & 翠鸟", "h2 价格", "p 营收为3.5亿元。", "p 延迟5ms，面积3m²", "p 第二行4GB价目表", "p Measured at 25 °C"]
    );
    assert_eq!(place(&source, &document, "3.5亿元"), (3, 11, "3.5亿元".to_owned()));
    assert_eq!(place(&source, &document, "4GB"), (6, 4, "4GB".to_owned()));
    assert_eq!(source.line(3), "营收为~~3.2~~3.5亿元。");
    assert_eq!(skipped(&source, &document, Skip::Struck), ["~~3.2~~"]);
    assert_eq!(skipped(&source, &document, Skip::Hidden), ["9999"]);
    assert_eq!(document.blocks[2].strong, [9..10]);
    assert_eq!(document.blocks[3].links, [(9..9, "Measured at 25 °C".to_owned())]);
    assert_eq!(document.blocks[4].links[0].1, "https://heron.example/prices");
    assert_eq!(document.blocks[5].section, 0);
}

#[test]
fn word_lists_keep_their_numbers_and_depth() {
    let body = [
        p("亮点："),
        item(1, 0, "价格30元"),
        item(1, 1, "首年"),
        item(1, 0, "延迟5ms"),
        p("其他"),
        item(2, 0, "点"),
        styled("toc1", "目录 12"),
        styled("loop", "尾"),
    ]
    .concat();
    let (source, document) = read("a.docx", word(&body));
    assert_eq!(blocks(&document), ["p 亮点：", "i 价格30元", "i 首年", "i 延迟5ms", "p 其他", "i 点", "p 尾"]);
    assert_eq!((source.line(2), source.line(3), source.line(4)), ("1. 价格30元", "（一） 首年", "2. 延迟5ms"));
    assert_eq!(place(&source, &document, "30元"), (2, 6, "30元".to_owned()));
    let lists: Vec<_> = document.lists.iter().map(|list| (list.items.clone(), list.ordered, list.announced_by)).collect();
    assert_eq!(lists, [(vec![1, 3], true, Some(0)), (vec![2], true, Some(1)), (vec![5], false, None)]);
    assert_eq!(skipped(&source, &document, Skip::Boilerplate), ["目录 12", "Price list 2031"]);
    assert_eq!(skipped(&source, &document, Skip::Comment), ["Is 45 right?"]);
    assert_eq!(skipped(&source, &document, Skip::Chart), ["Sales", "71 82"]);
}

fn cell(properties: &str, paragraphs: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{paragraphs}</w:tc>")
}

#[test]
fn word_tables_resolve_their_spans() {
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let table = [
        row(&[cell(r#"<w:vMerge w:val="restart"/>"#, &p("产品")), cell(r#"<w:gridSpan w:val="2"/>"#, &p("价格"))]),
        row(&[cell("<w:vMerge/>", "<w:p/>"), cell("", &p("月")), cell("", &p("年"))]),
        row(&[cell("", &p("苍鹭")), cell("", &format!("{}{}", p("30元"), p("（含税）"))), cell("", &p("300元"))]),
    ]
    .concat();
    let (source, document) = read("a.docx", word(&format!("<w:tbl>{table}</w:tbl>{}", p("完"))));
    let grid: Vec<Vec<&str>> = document.tables[0]
        .rows
        .iter()
        .map(|row| row.iter().map(|b| b.map_or("", |b| document.blocks[b].text.string.as_str())).collect())
        .collect();
    assert_eq!(grid, [["产品", "价格", "价格"], ["产品", "月", "年"], ["苍鹭", "30元 （含税）", "300元"]]);
    assert_eq!((document.tables[0].header_rows, document.tables[0].ragged.len()), (2, 0));
    assert_eq!(place(&source, &document, "300元"), (9, 1, "300元".to_owned()));
}

#[test]
fn what_word_cannot_be_is_refused_with_its_reason() {
    let limit = Limits { bytes: 1 << 18 };
    assert!(matches!(refused("a.docx", b"PK\x03\x04 no archive"), Unreadable::Archive { part } if part == "/"));
    assert!(matches!(refused("a.docx", b""), Unreadable::Archive { .. }));
    assert_eq!(refused("a.docx", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), Unreadable::Locked);
    let missing = archive(&[("word/styles.xml", "<a/>")]);
    assert!(matches!(refused("a.docx", &missing), Unreadable::Archive { part } if part == "word/document.xml"));
    let broken = archive(&[("word/document.xml", "<w:document><w:p><w:t>3</w:p>")]);
    assert!(matches!(refused("a.docx", &broken), Unreadable::Archive { part } if part == "word/document.xml"));
    let whole = word(&p("30元"));
    for end in [10, whole.len() / 2, whole.len() - 1] {
        assert!(matches!(refused("a.docx", &whole[..end]), Unreadable::Archive { .. }));
    }
    // Bombs: much text, much markup, much depth, a text that is repeated at each of its marks.
    for body in [
        p(&"价格30元".repeat(1 << 17)),
        "<w:p/>".repeat(1 << 18),
        format!("<w:tbl>{}</w:tbl>", "<w:tr/>".repeat(1 << 18)),
        "<w:p>".repeat(100_000),
        format!("<w:p>{}", "<w:txbxContent><w:p>".repeat(1000)),
        "<a>".repeat(1 << 18),
    ] {
        let bytes = word(&body);
        assert!(bytes.len() < 1 << 17, "{}", bytes.len());
        let _ = from_bytes("a.docx", bytes, limit).unwrap_err();
    }
    let marks = format!("<w:p>{}</w:p>", r#"<w:r><w:footnoteReference w:id="2"/></w:r>"#.repeat(100_000));
    let (_, document) = read("a.docx", word(&marks));
    assert_eq!(document.blocks.len(), 1, "the note alone: the marks are no text");
}

#[test]
fn excel_sheets_read_as_shown() {
    let prices = r#"<cols><col min="5" max="5" hidden="1"/></cols><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c></row>
<row r="3"><c r="A3" t="inlineStr"><is><r><t>产</t></r><r><t>品</t></r><rPh><t>chan</t></rPh></is></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="str"><v>生效日</v></c></row>
<row r="4"><c r="A4" t="s"><v>3</v></c><c r="B4" s="2"><f>10*150</f><v>1500</v></c><c r="C4" s="1"><v>0.12</v></c><c r="D4" s="3"><v>45292</v></c><c r="E4"><v>777</v></c></row>
<row r="5"><c r="B5" s="2"><v>30</v></c><c r="C5" s="1"><v>0.5</v></c></row>
<row r="6" hidden="1"><c r="A6"><v>888</v></c></row>
<row r="8"><c r="A8" t="s"><v>4</v></c></row></sheetData><mergeCells><mergeCell ref="A4:A5"/><mergeCell ref="A1:D1"/></mergeCells>"#;
    let secret = r"<sheetData><row><c><v>999</v></c></row></sheetData>";
    let bytes = excel(
        &[("价目表", "", prices), ("底稿", r#"state="hidden""#, secret)],
        &["2024年价格", "价格", "折扣", "苍鹭", "注：含税"],
    );
    let (source, document) = read("a.xlsx", bytes);
    assert_eq!(
        source.text,
        "价目表\nA1=2024年价格\nA3=产品\tB3=价格\tC3=折扣\tD3=生效日\nE4=777\tA4=苍鹭\tB4=¥1,500\tC4=12%\tD4=2024-1-1\n\
         B5=¥30\tC5=50%\nA6=888\nA8=注：含税\n底稿\nA1=999\n"
    );
    let table = &document.tables[0];
    let text = |block: &Option<usize>| block.map_or("", |b| document.blocks[b].text.string.as_str());
    let grid: Vec<Vec<&str>> = table.rows.iter().map(|row| row.iter().map(text).collect()).collect();
    assert_eq!(
        grid,
        [["产品", "价格", "折扣", "生效日"], ["苍鹭", "¥1,500", "12%", "2024-1-1"], ["苍鹭", "¥30", "50%", ""]],
        "{:?}",
        blocks(&document)
    );
    assert_eq!((table.header_rows, table.ragged.as_slice()), (1, [].as_slice()));
    assert_eq!(text(&table.announced_by), "2024年价格");
    assert_eq!(blocks(&document).last().unwrap(), "p 注：含税");
    assert_eq!(place(&source, &document, "12%"), (4, 27, "12%".to_owned()));
    assert_eq!(skipped(&source, &document, Skip::Hidden), ["777", "888", "底稿", "999"]);
}

#[test]
fn what_excel_cannot_be_is_refused_with_its_reason() {
    assert!(matches!(refused("a.xlsx", &word(&p("30"))), Unreadable::Archive { part } if part == "xl/workbook.xml"));
    assert_eq!(refused("a.xls", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0"), Unreadable::Locked);
    let limit = Limits { bytes: 1 << 18 };
    // A long text in many cells, cells at both ends of a sheet, more cells than are read.
    let long = "价".repeat(100_000);
    let many = r#"<c t="s"><v>0</v></c>"#.repeat(1000);
    let diagonal: String =
        (0..5000).map(|i| format!(r#"<row r="{}"><c r="{}{}"><v>1</v></c></row>"#, i + 1, column(i), i + 1)).collect();
    for cells in [many, diagonal, "<c><v>1</v></c>".repeat(1 << 17)] {
        let bytes = excel(&[("a", "", &format!("<sheetData><row>{cells}</row></sheetData>"))], &[&long]);
        let _ = from_bytes("a.xlsx", bytes, limit).unwrap_err();
    }
    let far = r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#;
    let (_, document) = read("a.xlsx", excel(&[("a", "", far)], &[]));
    assert_eq!(document.tables[0].rows.len(), 2);
}

fn column(index: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap());
    format!("{}{}{}", letter(index / 676), letter(index / 26), letter(index))
}

/// What the coverage of one document lists as set aside: place, quote, reason.
fn set_aside(source: Source) -> Vec<String> {
    let extraction = claimlint::audit::extract(&[source], &[], &claimlint::config::Config::default());
    let asides = extraction.coverage.iter().flat_map(|document| &document.asides);
    asides.map(|aside| format!("{}:{} {} {}", aside.place.line, aside.place.column, aside.quote, aside.reason)).collect()
}

#[test]
fn figures_that_are_set_aside_are_in_the_coverage() {
    let deleted =
        "<w:p><w:r><w:t>Heron costs 30 USD</w:t></w:r><w:del><w:r><w:delText> or 1,250.5 USD</w:delText></w:r></w:del></w:p>";
    let (source, _) = read("a.docx", word(deleted));
    assert_eq!(
        set_aside(source),
        ["1:25 1,250.5 struck", "3:1 71 chart", "3:4 82 chart", "4:4 45 comment", "5:12 2031 boilerplate"]
    );
    let rows = r#"<sheetData><row><c t="inlineStr"><is><t>Product</t></is></c><c t="inlineStr"><is><t>Price</t></is></c></row>
<row><c t="inlineStr"><is><t>Heron</t></is></c><c><v>30</v></c></row><row hidden="1"><c><v>888</v></c></row></sheetData>"#;
    let (source, _) = read("a.xlsx", excel(&[("Prices", "", rows)], &[]));
    assert_eq!(set_aside(source), ["4:4 888 hidden"]);
}

#[test]
fn figures_of_a_sheet_are_data() {
    let rows = r#"<sheetData><row><c t="inlineStr"><is><t>Product</t></is></c><c t="inlineStr"><is><t>Latency (ms)</t></is></c></row>
<row><c t="inlineStr"><is><t>Heron</t></is></c><c><v>30</v></c></row></sheetData>"#;
    let (source, _) = read("a.xlsx", excel(&[("Measured", "", rows)], &[]));
    let extraction = claimlint::audit::extract(&[source], &[], &claimlint::config::Config::default());
    let claim = extraction.claims.iter().find(|claim| claim.quote.contains("30")).unwrap();
    assert_eq!((claim.modality.word(), claim.heading.as_str()), ("data", "Measured"));
}

#[test]
fn claims_of_a_pdf_name_their_page() {
    let mut source =
        Source::new("a.pdf", "page 1\nPrices\n\nHeron costs 30 USD per month.\npage 2\nEgret costs 45 USD per month.\n");
    let page = |number, at: usize| Part::new(PartKind::Page(number), at..at + 6);
    let second = source.text.find("page 2").unwrap();
    source.parts = vec![page(1, 0), page(2, second)];
    let extraction = claimlint::audit::extract(&[source], &[], &claimlint::config::Config::default());
    let headings: Vec<(&str, &str)> =
        extraction.claims.iter().filter(|c| c.quote.contains("USD")).map(|c| (c.quote.as_str(), c.heading.as_str())).collect();
    assert_eq!(headings.len(), 2, "{headings:?}");
    assert!(headings[0].1.starts_with("page 1") && headings[1].1.starts_with("page 2"), "{headings:?}");
}

/// The blocks of pages, and what is printed on every one of them.
fn paged(pages: &[&str]) -> (Vec<String>, Vec<String>) {
    let (mut text, mut parts) = (String::new(), Vec::new());
    for (number, page) in (1..).zip(pages) {
        let start = text.len();
        text.push_str(&format!("page {number}"));
        parts.push(Part::new(PartKind::Page(number), start..text.len()));
        text.push_str(&format!("\n{page}\n"));
    }
    let mut source = Source::new("a.pdf", text);
    source.parts = parts;
    let document = document::parse(&source).unwrap();
    let blocks = document.blocks.iter().map(|block| block.text.string.to_string()).collect();
    let printed = document.skipped.iter().filter(|(_, skip)| *skip == Skip::Boilerplate);
    (blocks, printed.map(|(range, _)| source.text[range.clone()].to_owned()).collect())
}

#[test]
fn sentences_go_on_over_the_lines_of_a_page() {
    let (blocks, _) = paged(&["The heater of the small cabin draws 900 W in its first hour and\n\
         then 450 W.\nPrices\n木屋的电暖器第一小时功率为九百瓦，之后降到四百五十瓦，整夜的\n耗电量为5千瓦时。\n\n\
         Name      Price of a night\nWillow    80\nAlder     95"]);
    assert_eq!(
        blocks[..3],
        [
            "The heater of the small cabin draws 900 W in its first hour and then 450 W.",
            "Prices",
            "木屋的电暖器第一小时功率为九百瓦，之后降到四百五十瓦，整夜的耗电量为5千瓦时。"
        ]
    );
    assert!(blocks.contains(&"Willow".to_owned()), "{blocks:?}");
}

#[test]
fn what_is_printed_on_every_page_is_set_aside() {
    let (_, printed) = paged(&["Cabins\n\nOne.\n\nhttps://cabins.example 1/2", "Cabins\n\nTwo.\n\nhttps://cabins.example 2/2"]);
    assert_eq!(printed, ["https://cabins.example 1/2", "Cabins", "https://cabins.example 2/2"]);
    let (_, printed) = paged(&["3 March\nCabins\nOne.", "3 March\nTwo.", "Three."]);
    assert_eq!(printed, ["3 March", "3 March"]);
    // A table that goes on has its head again.
    let (_, printed) = paged(&["One.", "Cabin   2030   2031\nWillow   80   85", "Cabin   2030   2031\nAlder   95   99"]);
    assert_eq!(printed, ["Cabin   2030   2031"]);
}
