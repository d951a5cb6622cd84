//! The scan never panics, never loops, and its spans always lie on character boundaries, for any text.
#![allow(clippy::unwrap_used, missing_docs, reason = "test code")]

use claimlint::quantity::scan;

/// Pieces that the grammar knows, and pieces that it does not expect next to them.
const PIECES: &[&str] = &[
    "1",
    "2.5",
    "３",
    "0",
    "12,345",
    "1e9",
    "万",
    "亿",
    "千",
    "百",
    "十",
    "一",
    "两",
    "半",
    "几",
    "数",
    "多",
    "余",
    "点",
    "分之",
    "百分之",
    "又",
    "个",
    "第",
    "每",
    "年",
    "月",
    "日",
    "元",
    "美元",
    "%",
    "％",
    "‰",
    "°C",
    "ms",
    "μs",
    "GB",
    "/s",
    "/",
    "-",
    "–",
    "~",
    "至",
    "到",
    "增至",
    "从",
    "between ",
    " and ",
    "to ",
    " ",
    "\u{a0}",
    "\u{3000}",
    "$",
    "¥",
    "US$",
    "USD",
    ">",
    ">>",
    "≥",
    "<=",
    "+",
    "±",
    "约",
    "不超过",
    "以上",
    "左右",
    "up to ",
    "at least ",
    "half",
    "twice",
    "one",
    "twenty",
    "hundred",
    "thousand",
    " million",
    "third",
    "dozen",
    "翻",
    "番",
    "倍",
    "双",
    "减",
    "K",
    "M",
    "B",
    "T",
    "x",
    "×",
    "10^",
    "⁶",
    "½",
    "V100",
    "GPT-3",
    "v2.10",
    "Q1",
    "TOP1",
    "2024-05-01",
    "12:30",
    "10.0.0.1",
    "(",
    ")",
    "[",
    "]",
    "|",
    "*",
    "#",
    ".",
    ",",
    "，",
    "。",
    "、",
    "e",
    "E",
    "_",
    "'",
    "\"",
    "\n",
    "\t",
    "\u{0}",
    "é",
    "ß",
    "日本",
    "한",
    "🙂",
    "\u{200b}",
    "零",
    "〇",
    "廿",
    "陆",
    "京",
    "兆",
    "成",
    "折",
    "负",
    "−",
    "之间",
    "起",
    "内",
    "per ",
    "每千次",
    "a ",
    "of ",
    "in ",
    " out of ",
];

fn check(text: &str) {
    let scan = scan(text);
    let mut spans: Vec<_> =
        scan.quantities.iter().map(|q| q.span.clone()).chain(scan.set_aside.iter().map(|s| s.span.clone())).collect();
    for quantity in &scan.quantities {
        assert!(text.get(quantity.digits.clone()).is_some(), "{text:?}: digits {:?}", quantity.digits);
        assert!(
            quantity.span.start <= quantity.digits.start && quantity.digits.end <= quantity.span.end,
            "{text:?}: {quantity:?}"
        );
    }
    spans.sort_by_key(|span| span.start);
    for span in &spans {
        assert!(span.start < span.end && text.get(span.clone()).is_some(), "{text:?}: {span:?}");
    }
    for pair in spans.windows(2) {
        assert!(pair[0].end <= pair[1].start, "{text:?}: {pair:?}");
    }
}

/// A small generator, the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % below
    }
}

fn rounds(normal: usize) -> usize {
    std::env::var("CLAIMLINT_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(normal)
}

#[test]
fn any_mixture_of_known_pieces() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut text = String::new();
    for _ in 0..rounds(60_000) {
        text.clear();
        for _ in 0..=random.next(12) {
            text.push_str(PIECES[random.next(PIECES.len())]);
        }
        check(&text);
    }
}

#[test]
fn any_bytes() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut bytes = Vec::new();
    for _ in 0..rounds(60_000) {
        bytes.clear();
        for _ in 0..random.next(40) {
            bytes.push(u8::try_from(random.next(256)).unwrap());
        }
        check(&String::from_utf8_lossy(&bytes));
    }
}
