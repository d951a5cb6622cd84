//! The scan never panics, never loops, and its spans always lie on character boundaries, for any text.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "test code")]

use std::time::{Duration, Instant};

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
    "的",
    "不超过合同总额的",
    "低于",
    "降至",
    "米",
    "度",
    "烤箱",
    "用电",
    "升/分",
    "数量级",
    "an order of magnitude",
    ", give or take ",
    " or better",
    " widgets",
    " children",
    " t ",
    " mmHg",
    " cents",
    "March ",
    "3rd",
    "+1 415-555-0101",
    "call ",
    "订单号",
    "版本",
    "per thousand calls",
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

/// How many texts to try: `CLAIMLINT_FUZZ_ROUNDS` of them, or as many as `CLAIMLINT_FUZZ_SECONDS` allow, from another start each
/// run; without either the same few in every run.
struct Effort {
    rounds: u64,
    until: Option<Instant>,
    tried: u64,
    random: Random,
}

#[allow(clippy::disallowed_methods, reason = "how long to go on is a matter of the clock")]
impl Effort {
    fn new(seed: u64) -> Self {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
        let seconds = number("CLAIMLINT_FUZZ_SECONDS");
        let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let rounds = number("CLAIMLINT_FUZZ_ROUNDS").unwrap_or(if seconds.is_some() { u64::MAX } else { 60_000 });
        let start = seconds.map_or(0, |_| u64::from(std::process::id()) << 20);
        Self { rounds, until, tried: 0, random: Random(seed ^ start) }
    }

    fn goes_on(&mut self) -> bool {
        let late = self.tried.is_multiple_of(1024) && self.until.is_some_and(|until| Instant::now() >= until);
        let goes_on = self.tried < self.rounds && !late;
        if !goes_on && self.until.is_some() {
            println!("{} texts", self.tried);
        }
        self.tried += 1;
        goes_on
    }
}

#[test]
fn any_mixture_of_known_pieces() {
    let mut effort = Effort::new(0x9e37_79b9_7f4a_7c15);
    let mut text = String::new();
    while effort.goes_on() {
        text.clear();
        for _ in 0..=effort.random.next(12) {
            text.push_str(PIECES[effort.random.next(PIECES.len())]);
        }
        check(&text);
    }
}

#[test]
fn any_bytes() {
    let mut effort = Effort::new(0x2545_f491_4f6c_dd1d);
    let mut bytes = Vec::new();
    while effort.goes_on() {
        bytes.clear();
        for _ in 0..effort.random.next(40) {
            bytes.push(u8::try_from(effort.random.next(256)).unwrap());
        }
        check(&String::from_utf8_lossy(&bytes));
    }
}
