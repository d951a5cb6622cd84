//! No parser panics, hangs or loses its place, whatever it is given: random arrangements of what each of them looks for, random
//! changes of whole documents, random bytes.
//!
//! A plain run takes the same few thousand inputs each time. `CLAIMLINT_FUZZ_SECONDS` makes each test run that long, from a seed
//! of its own (`CLAIMLINT_FUZZ_SEED` gives it), and say how many inputs it took and how much memory:
//!
//! ```text
//! CLAIMLINT_FUZZ_SECONDS=600 cargo test --profile quick --test document_random -- --nocapture --test-threads 1 html
//! ```
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::disallowed_methods, missing_docs, reason = "test code")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use claimlint::config::Config;
use claimlint::document::{self, Document};
use claimlint::source::{Limits, Source, decode, from_bytes};

#[path = "office/archive.rs"]
mod archive;

/// What stands in all documents.
const COMMON: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "\u{3000}",
    "\u{a0}",
    "：",
    ": ",
    "。",
    "，",
    "？",
    "甲",
    "价格",
    "ab",
    "40%",
    "3",
    "12*",
    "１２",
    "三十元",
    "😀",
    "e\u{301}",
    "\u{200b}",
    "\u{feff}",
    "\\",
    "\"",
    "'",
    "|",
    "-",
    "*",
    "a",
    "é",
    "日",
    "30元/月",
];
const MARKDOWN: &[&str] = &[
    "# ",
    "## ",
    "\n# ",
    "- ",
    "\n- ",
    "1. ",
    "\n    ",
    "> ",
    "\n> ",
    "```\n",
    "```text\n",
    "~~~\n",
    "`",
    "``",
    "**",
    "*",
    "_",
    "~~",
    "|-|\n",
    "|--|:-:|\n",
    "|a|b|\n",
    "\n|",
    "\\|",
    "[a](b)",
    "![a](b)",
    "[",
    "](b)",
    "![",
    "[^1]",
    "\n[^1]: ",
    "[a]: b\n",
    "---\n",
    "===\n",
    "+++\n",
    "a: 1\n",
    "<br>",
    "<b>",
    "</b>",
    "<sup>",
    "</sup>",
    "<del>",
    "</del>",
    "<div>",
    "</div>",
    "\n<div>\n",
    "<!--",
    "-->",
    "<table>",
    "<td>",
    "</table>",
    "<details>\n",
    "<summary>",
    "</summary>",
    "</details>\n",
    "<img alt=\"a3\">",
    "- [ ] ",
    "&lt;",
    "&#51;",
    "&",
    "<http://a.b>",
    "  \n",
    "\\\n",
    "• ",
    "一、",
    "Q1. ",
    "答：",
    "TOP1 ",
];
const HTML: &[&str] = &[
    "<p>",
    "</p>",
    "<p ",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<ul>",
    "</ul>",
    "<ol>",
    "</ol>",
    "<li>",
    "</li>",
    "<table>",
    "</table>",
    "<caption>",
    "</caption>",
    "<thead>",
    "</thead>",
    "<tbody>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "</th>",
    "<th rowspan=3>",
    "<td colspan=2>",
    "<td rowspan=0 colspan=99999>",
    "<section>",
    "</section>",
    "<article>",
    "</article>",
    "<main>",
    "</main>",
    "<nav>",
    "</nav>",
    "<aside>",
    "</aside>",
    "<footer>",
    "<div class=cookie>",
    "<div hidden>",
    "</div>",
    "<div>",
    "<pre>",
    "</pre>",
    "<code class=language-rust>",
    "</code>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<details>",
    "<summary>",
    "</summary>",
    "</details>",
    "<a href=x>",
    "<a href=#a>",
    "</a>",
    "<i id=a>",
    "</i>",
    "<b>",
    "</b>",
    "<sup>",
    "</sup>",
    "<del>",
    "</del>",
    "<s>",
    "<br>",
    "<hr>",
    "<img alt=\"a&lt;3\" title=b>",
    "<span title=\"5 ms\">",
    "</span>",
    "<title>",
    "</title>",
    "<meta name=description content=\"3 %\">",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<textarea>",
    "<select>",
    "<option>",
    "<button>",
    "<!--",
    "-->",
    "<!doctype html>",
    "<![CDATA[",
    "]]>",
    "&lt;",
    "&nbsp;",
    "&#51;",
    "&#x2264;",
    "&amp",
    "&",
    "<",
    ">",
    "</",
    "<a b=\"",
    "=",
    "• ",
    "一、",
    "Q1. ",
    "答：",
    "TOP1 ",
];
const PLAIN: &[&str] = &[
    "- ",
    "* ",
    "• ",
    "1. ",
    "2. ",
    "(1) ",
    "一、",
    "二、",
    "（一）",
    "第一章 ",
    "TOP1 ",
    "TOP2 ",
    "第一名",
    "Q1. ",
    "Q：",
    "答：",
    "A: ",
    "FAQ",
    "结论",
    "核心摘要",
    "---\n",
    "===\n",
    "\n---\n",
    "+--+--+\n",
    "┌──┬──┐\n",
    "│",
    "├──┼──┤\n",
    "└──┴──┘\n",
    "║",
    "| a | b |\n",
    "a  b  3\n",
    "表1 ",
    "注1：",
    "# ",
    "    ",
    "      ",
    "甲\t3\t4\n",
    "\u{c}",
    "page 1\n",
    "亮点：\n",
    "【甲】\n",
    "ALL CAPS\n",
];
const CSV: &[&str] = &[
    ",",
    ";",
    "\t",
    "|",
    "\"",
    "\"\"",
    "\"a\"",
    ",\n",
    "\",\"",
    "\"\n\"",
    "a,b,c\n",
    "1,2,3\n",
    "\r\n",
    "Price (USD/month)",
    "型号",
    "\"3,5\"",
];
const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"a\":",
    "\"b\": ",
    "\"甲\":",
    "\"3 ms\"",
    "1.5e3",
    "-0",
    "true",
    "null",
    "\"\\u0041\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"",
    "\\",
    "{\"a\": 1, \"b\": 2}",
    "[1, 2]",
    "[[1,2],[3,4]]",
    "{\"a\":{\"b\":1},\"c\":{\"b\":2}}",
    "\n",
    "[{\"a\":1},{\"a\":2}]",
];

/// A small generator.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % below.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }

    /// An arrangement of marks: mostly short, at times with one of them repeated very often.
    fn arrangement(&mut self, marks: &[&str]) -> String {
        let mut text = String::new();
        // With few different marks at hand, rare combinations come up.
        let few: Vec<&str> =
            (0..=self.next(12)).map(|_| if self.next(3) == 0 { self.pick(COMMON) } else { self.pick(marks) }).collect();
        for _ in 0..self.next(60) {
            let mark = match self.next(4) {
                0 => self.pick(COMMON),
                1 => self.pick(marks),
                _ => self.pick(&few),
            };
            let times = if self.next(400) == 0 { self.next(3000) } else { 1 };
            for _ in 0..times {
                text.push_str(mark);
            }
        }
        text
    }

    /// A document with pieces of it cut out, doubled, moved, and marks strewn in.
    fn change(&mut self, text: &str, marks: &[&str]) -> String {
        let mut text = text.to_owned();
        for _ in 0..=self.next(8) {
            let from = boundary(&text, self.next(text.len() + 1));
            let reach = 1 + self.next(80);
            let to = boundary(&text, (from + self.next(reach)).min(text.len())).max(from);
            match self.next(4) {
                0 => text.replace_range(from..to, ""),
                1 => {
                    let part = text[from..to].to_owned();
                    let at = boundary(&text, self.next(text.len() + 1));
                    text.insert_str(at, &part);
                }
                2 => text.insert_str(from, self.pick(COMMON)),
                _ => text.insert_str(from, self.pick(marks)),
            }
        }
        text
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap()
}

/// How long an input of a few thousand bytes may take, in a build without optimization on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Gives inputs to a check: a fixed number of them, or as many as the time in the environment allows.
fn run(name: &str, rounds: usize, mut input: impl FnMut(&mut Random) -> Vec<u8>, check: impl Fn(&[u8])) {
    let seconds = std::env::var("CLAIMLINT_FUZZ_SECONDS").ok().and_then(|text| text.parse::<u64>().ok());
    let seed = std::env::var("CLAIMLINT_FUZZ_SEED").ok().and_then(|text| text.parse::<u64>().ok());
    let clock = || u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() % (1 << 62)).unwrap();
    let seed = seed.or(seconds.map(|_| clock())).unwrap_or(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = Random(seed);
    let start = Instant::now();
    let mut count = 0_usize;
    while seconds.map_or(count < rounds, |seconds| start.elapsed().as_secs() < seconds) {
        let bytes = input(&mut random);
        let (began, before) = (Instant::now(), processor());
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&bytes)));
        let shown = || String::from_utf8_lossy(&bytes).chars().take(4000).collect::<String>();
        assert!(outcome.is_ok(), "{name}, seed {seed}, input {count}: {:?}", shown());
        // On a machine that others use too, an input may wait for longer than it takes.
        let took = processor().zip(before).map_or_else(|| began.elapsed(), |(after, before)| after.saturating_sub(before));
        assert!(took < PATIENCE, "{name}, seed {seed}, input {count} took {took:?}: {:?}", shown());
        count += 1;
    }
    if seconds.is_some() {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("peak memory unknown").to_owned();
        eprintln!("{name}: {count} inputs in {:?}, seed {seed}, {peak}", start.elapsed());
    }
}

/// Time that this thread was on a processor, where the system tells.
fn processor() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What holds of every document.
fn check(source: &Source) {
    let Some(document) = document::parse(source) else { return };
    holds(source, &document);
    // Extraction takes a hundred times as long as parsing, so that only some documents go through it.
    if source.text.len() < 4000 && source.text.len() % 61 == 7 {
        let outcome = claimlint::audit::extract(std::slice::from_ref(source), &[], &Config::default());
        drop(outcome);
    }
}

fn holds(source: &Source, document: &Document) {
    for (index, block) in document.blocks.iter().enumerate() {
        let string = block.text.string.as_str();
        assert!(block.section < document.sections.len());
        assert!(block.announced_by.is_none_or(|by| by < document.blocks.len() && by != index));
        assert!(source.text.get(block.text.source()).is_some(), "{block:?}");
        let mut end = 0;
        for piece in &block.text.pieces {
            assert_eq!(piece.text.start, end, "{block:?}");
            assert!(string.get(piece.text.clone()).is_some() && source.text.get(piece.source.clone()).is_some(), "{block:?}");
            end = piece.text.end;
        }
        assert_eq!(end, string.len(), "{block:?}");
        for (at, _) in string.char_indices().take(40) {
            let range = block.text.source_range(&(at..string.len()));
            assert!(source.text.get(range.clone()).is_some(), "{range:?} of {block:?}");
        }
        for range in block.links.iter().map(|(range, _)| range).chain(&block.strong) {
            assert!(string.get(range.clone()).is_some(), "{range:?} of {block:?}");
        }
    }
    for section in &document.sections {
        assert!(source.text.get(section.range.clone()).is_some(), "{section:?}");
        let heading = section.heading.map_or("", |block| document.blocks[block].text.string.as_str());
        assert!(section.name.iter().chain(section.rank.iter().map(|(_, range)| range)).all(|r| heading.get(r.clone()).is_some()));
    }
    for table in &document.tables {
        assert!(table.header_rows <= table.rows.len());
        assert!(table.rows.iter().flatten().flatten().all(|&block| block < document.blocks.len()));
    }
    for (range, _) in &document.skipped {
        assert!(source.text.get(range.clone()).is_some(), "{range:?}");
    }
    for (at, _) in &document.faults {
        assert!(*at <= source.text.len());
    }
}

/// Documents to change at random.
fn samples(endings: &[&str]) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir("tests/documents").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|wanted| *wanted == ending)));
    files.sort();
    files.iter().map(|path| decode("a.txt", std::fs::read(path).unwrap()).unwrap().text).collect()
}

fn text_format(name: &'static str, marks: &'static [&'static str], endings: &[&str]) {
    let samples = samples(endings);
    let input = |random: &mut Random| {
        let sample = random.next(2 * samples.len().max(1));
        match samples.get(sample) {
            Some(text) => random.change(text, marks),
            None => random.arrangement(marks),
        }
        .into_bytes()
    };
    run(name, 1500, input, |bytes| check(&Source::new(name, String::from_utf8(bytes.to_vec()).unwrap())));
}

#[test]
fn markdown() {
    text_format("a.md", MARKDOWN, &["md"]);
}

#[test]
fn html() {
    text_format("a.html", HTML, &["html"]);
}

#[test]
fn plain() {
    text_format("a.txt", PLAIN, &["txt"]);
}

#[test]
fn csv() {
    text_format("a.csv", CSV, &["csv", "tsv"]);
}

#[test]
fn json() {
    text_format("a.json", JSON, &["json"]);
}

#[test]
fn json_lines() {
    text_format("a.jsonl", JSON, &["jsonl"]);
}

/// Texts in any encoding, cut and changed byte by byte.
#[test]
fn encodings() {
    let texts = [
        "价格为30元，延迟低至5毫秒。𠮷",
        "價格約30元，比上一代便宜20%。",
        "価格は約18000円です。",
        "가격은 약 18000원입니다.",
        "L’été, 20 % à 18 €.",
    ];
    let encodings = [
        encoding_rs::UTF_8,
        encoding_rs::GB18030,
        encoding_rs::BIG5,
        encoding_rs::SHIFT_JIS,
        encoding_rs::EUC_KR,
        encoding_rs::WINDOWS_1252,
    ];
    let input = |random: &mut Random| {
        let text = random.pick(&texts).repeat(1 + random.next(4));
        let mut bytes = match random.next(10) {
            0 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            1 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            2 => Vec::new(),
            _ => encodings[random.next(encodings.len())].encode(&text).0.into_owned(),
        };
        let mark: &[u8] = [&b""[..], b"", b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"][random.next(5)];
        bytes.splice(0..0, mark.iter().copied());
        for _ in 0..random.next(5) {
            let at = random.next(bytes.len() + 1);
            match random.next(3) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, u8::try_from(random.next(256)).unwrap()),
                _ if at < bytes.len() => bytes[at] = u8::try_from(random.next(256)).unwrap(),
                _ => {}
            }
        }
        bytes
    };
    run("encodings", 3000, input, |bytes| {
        if let Ok(source) = decode("a.txt", bytes.to_vec()) {
            assert!(
                !source.text.contains('\u{FFFD}')
                    || bytes.windows(3).any(|window| window == b"\xEF\xBF\xBD")
                    || source.encoding != "UTF-8"
            );
            check(&source);
        }
    });
}

/// An office file with its XML and then its bytes changed at random.
fn office(name: &'static str, body: &str, snippets: &[&str], pack: impl Fn(&str) -> Vec<u8>) {
    let input = |random: &mut Random| {
        let xml = random.change(body, snippets);
        let mut bytes = pack(&xml);
        if random.next(4) == 0 {
            for _ in 0..=random.next(4) {
                let at = random.next(bytes.len());
                bytes[at] = u8::try_from(random.next(256)).unwrap();
            }
        }
        bytes
    };
    run(name, 300, input, |bytes| {
        if let Ok(source) = from_bytes(name, bytes.to_vec(), Limits { bytes: 1 << 20 }) {
            check(&source);
        }
    });
}

#[test]
fn word() {
    use archive::{item, p, styled};
    let table = format!("<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>", p("3%"), p("乙"));
    let body = [styled("1", "价格"), p("30元"), item(1, 0, "5ms"), item(1, 1, "9"), table, p("末")].concat();
    let snippets = [
        "<w:p>",
        "</w:p>",
        "<w:tbl>",
        "</w:tbl>",
        "<w:tr>",
        "</w:tr>",
        "<w:tc>",
        "</w:tc>",
        "<w:vMerge/>",
        "<w:vMerge w:val=\"restart\"/>",
        "<w:del>",
        "</w:del>",
        "<w:moveFrom>",
        "&#x41;",
        "&x;",
        "<w:gridSpan w:val=\"999\"/>",
        "<w:gridBefore w:val=\"9\"/>",
        "<w:footnoteReference w:id=\"2\"/>",
        "<w:commentReference w:id=\"0\"/>",
        "<w:br/>",
        "<w:tab/>",
        "~~",
        "\u{0}",
        "<![CDATA[1]]>",
        "<!--",
        "<w:rPr>",
        "</w:rPr>",
        "<w:vanish/>",
        "<w:strike/>",
        "<w:b/>",
        "<w:vertAlign w:val=\"superscript\"/>",
        "<w:t>",
        "</w:t>",
        "<w:r>",
        "</w:r>",
        "<w:hyperlink r:id=\"rId1\">",
        "</w:hyperlink>",
        "<w:txbxContent>",
        "</w:txbxContent>",
        "<c:chart r:id=\"rId1\"/>",
        "<w:sectPr><w:headerReference r:id=\"rId1\"/></w:sectPr>",
        "<w:tblHeader/>",
    ];
    office("a.docx", &body, &snippets, archive::word);
}

#[test]
fn excel() {
    let sheet = archive::cell_texts(&[&["Product", "Price", "Share"], &["Heron", "35 USD", "12%"], &["甲", "3", "4"]]);
    let snippets = [
        "<row>",
        "</row>",
        "<row hidden=\"1\">",
        "<row r=\"9999999\">",
        "<c r=\"XFD1048576\"><v>9e99</v></c>",
        "<c r=\"A1\" s=\"3\"><v>-1</v></c>",
        "<c s=\"1\"><v>0.5</v></c>",
        "<c s=\"2\"><v>1e300</v></c>",
        "<c t=\"s\"><v>0</v></c>",
        "<c t=\"b\"><v>1</v></c>",
        "<v>",
        "</v>",
        "<t>",
        "</t>",
        "<mergeCells><mergeCell ref=\"A1:XFD1048576\"/></mergeCells>",
        "<mergeCell ref=\"A1:B2\"/>",
        "<mergeCell ref=\"B2:C3\"/>",
        "<cols><col min=\"1\" max=\"2\" hidden=\"1\"/></cols>",
        "<rPh>",
        "</rPh>",
        "&#x41;",
        "&x;",
        "<!--",
        "\u{0}",
        "\n",
        "\t",
        "<drawing r:id=\"rId1\"/>",
    ];
    office("a.xlsx", &sheet, &snippets, |xml| archive::excel(&[("a", "", xml), ("乙", r#"state="hidden""#, xml)], &["共享 3"]));
}

/// Bytes of no kind at all, under every name.
#[test]
fn any_bytes() {
    let names = ["a.md", "a.html", "a.txt", "a.csv", "a.json", "a.jsonl", "a.docx", "a.xlsx", "a.pdf", "-"];
    let input = |random: &mut Random| (0..random.next(300)).map(|_| u8::try_from(random.next(256)).unwrap()).collect();
    run("any bytes", 1000, input, |bytes| {
        for name in names {
            if let Ok(source) = from_bytes(name, bytes.to_vec(), Limits::default()) {
                check(&source);
            }
        }
    });
}
