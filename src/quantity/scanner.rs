//! One pass over the text: finds where numerals start, decides what they are, and passes on.

use super::bounds::{self, After};
use super::numeral::{Part, Read, Script};
use super::side::{Context, Side};
use super::text::{char_at, char_before, digit_at, is_han, skip_spaces, skip_spaces_back};
use super::units::{UnitKind, Units};
use super::{Bound, Item, Number, Quantity, Reason, SetAside, build, english, names, words};

/// Classes of bytes, so that the pass looks at most bytes once.
const SKIP: u8 = 0;
const LETTER: u8 = 1;
const DIGIT: u8 = 2;
const POINT: u8 = 3;
const TWO: u8 = 5;
const WIDE: u8 = 6;

static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [SKIP; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256, and `try_from` is not const")]
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphabetic() {
            LETTER
        } else if b.is_ascii_digit() {
            DIGIT
        } else if b == b'.' {
            POINT
        } else if b == 0xc2 || b == 0xe2 {
            TWO
        } else if b == 0xef || b == 0xe3 {
            WIDE
        } else {
            SKIP
        };
        byte += 1;
    }
    table
}

/// First bytes of U+4000 to U+9FFF in UTF-8.
const fn is_han_lead(byte: u8) -> bool {
    byte >= 0xe4 && byte <= 0xe9
}

/// Characters that a Chinese numeral may start with.
const STARTS: &[char] = &[
    '对', '對', '零', '〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '亿', '两', '兩', '萬',
    '億', '壹', '贰', '貳', '叁', '參', '叄', '肆', '伍', '陆', '陸', '柒', '捌', '玖', '拾', '佰', '仟', '廿', '卅', '卌', '几',
    '幾', '数', '數', '半', '翻', '双', '雙', '加', '减', '減',
];

/// A bit for each character from U+4E00 to U+9FFF.
static STARTS_BITS: [u64; 328] = starts();

const fn starts() -> [u64; 328] {
    let mut bits = [0_u64; 328];
    let mut index = 0;
    while index < STARTS.len() {
        let code = STARTS[index] as u32;
        if code >= 0x4e00 {
            let offset = code - 0x4e00;
            bits[(offset / 64) as usize] |= 1 << (offset % 64);
        }
        index += 1;
    }
    bits
}

pub(super) struct Scanner<'a, 's> {
    context: Context<'a>,
    /// End of the last item: nothing reaches back before it.
    done: usize,
    /// The last quantity, kept back while a second bound may complete it: 大于10小于20.
    pending: Option<Box<Quantity>>,
    sink: &'s mut dyn FnMut(Item),
}

/// First three letters of the words that the scan looks at.
const HEADS: &[&[u8; 3]] = &[
    b"zer", b"one", b"two", b"twe", b"twi", b"thr", b"thi", b"tho", b"fou", b"for", b"fiv", b"fif", b"six", b"sev", b"eig",
    b"ele", b"nin", b"ten", b"hun", b"hal", b"doz", b"mil", b"bil", b"tri", b"qua", b"qui", b"lak", b"lac", b"dou", b"nou",
    b"cou", b"ano",
];

/// A bit for every three letters, whatever their case.
static HEAD_BITS: [u64; 512] = head_bits();

const fn head_key(a: u8, b: u8, c: u8) -> usize {
    ((a & 31) as usize) << 10 | ((b & 31) as usize) << 5 | (c & 31) as usize
}

const fn head_bits() -> [u64; 512] {
    let mut bits = [0_u64; 512];
    let mut index = 0;
    while index < HEADS.len() {
        let key = head_key(HEADS[index][0], HEADS[index][1], HEADS[index][2]);
        bits[key / 64] |= 1 << (key % 64);
        index += 1;
    }
    bits
}

/// Runs over `text` and hands over every item in order.
///
/// The loop keeps to a byte class a step and a bit test a word or Han character; everything that may be a numeral is read out of line.
pub(super) fn run(units: &Units, text: &str, sink: &mut dyn FnMut(Item)) {
    let mut scanner = Scanner { context: Context { text, units }, done: 0, pending: None, sink };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if is_han_lead(byte) {
            // A run of Han characters, until one may start a numeral.
            while let [first, second, third, ..] = bytes[at..]
                && is_han_lead(first)
            {
                let code = (usize::from(first & 0x0f) << 12) | (usize::from(second & 0x3f) << 6) | usize::from(third & 0x3f);
                // 0xe4 also leads some characters below the block; they wrap to a large offset.
                let offset = code.wrapping_sub(0x4e00);
                if offset < 0x5200 && STARTS_BITS[offset / 64] >> (offset % 64) & 1 == 1 {
                    let next = scanner.han(at);
                    at = next;
                } else {
                    at += 3;
                }
            }
        } else if CLASS[usize::from(byte)] == LETTER {
            let start = at;
            at += 1;
            while at < bytes.len() && CLASS[usize::from(bytes[at])] == LETTER {
                at += 1;
            }
            let length = at - start;
            let next = if at < bytes.len() { bytes[at] } else { b' ' };
            let head = if length > 2 {
                let key = head_key(bytes[start], bytes[start + 1], bytes[start + 2]);
                HEAD_BITS[key / 64] >> (key % 64) & 1 == 1
            } else {
                bytes[start] | 0x20 == b'a'
            };
            if head || matches!(next, b'0'..=b'9' | b'-' | b':' | b'.' | 0xef) {
                at = scanner.latin(start, at);
            }
        } else {
            at = match CLASS[usize::from(byte)] {
                SKIP => at + 1,
                DIGIT => scanner.digits(at),
                POINT => {
                    let after = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                    let before = at.checked_sub(1).is_some_and(|i| bytes[i].is_ascii_alphanumeric() || bytes[i] == b'.');
                    if after && !before { scanner.digits(at) } else { at + 1 }
                }
                _ => scanner.other(at),
            };
        }
    }
    scanner.flush();
}

impl Scanner<'_, '_> {
    fn aside(&mut self, start: usize, end: usize, reason: Reason) -> usize {
        let start = start.max(self.done);
        if start < end {
            (self.sink)(Item::SetAside(SetAside { span: start..end, reason }));
            self.done = end;
        }
        end
    }

    fn emit(&mut self, quantity: Quantity) {
        let one_sided = matches!(quantity.bound, Bound::AtLeast | Bound::MoreThan | Bound::AtMost | Bound::LessThan);
        if let Some(first) = self.pending.take() {
            if one_sided && let Some(both) = build::two_bounds(self.context.text, &first, &quantity) {
                (self.sink)(Item::Quantity(both));
                return;
            }
            (self.sink)(Item::Quantity(*first));
        }
        if one_sided {
            self.pending = Some(Box::new(quantity));
        } else {
            (self.sink)(Item::Quantity(quantity));
        }
    }

    fn flush(&mut self) {
        if let Some(quantity) = self.pending.take() {
            (self.sink)(Item::Quantity(*quantity));
        }
    }

    /// Bytes above ASCII outside the Han block: full-width digits, 〇, ½.
    #[inline(never)]
    fn other(&mut self, at: usize) -> usize {
        let Some((c, next)) = char_at(self.context.text, at) else { return at + 1 };
        if digit_at(self.context.text, at).is_some() || super::numeral::vulgar(c).is_some() {
            return self.digits(at);
        }
        if c == '〇' {
            return self.han(at);
        }
        next
    }

    /// A word of Latin letters: a number word, the start of a name, or nothing.
    #[inline(never)]
    fn latin(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let bytes = text.as_bytes();
        let next = bytes.get(end).copied().unwrap_or(b' ');
        if next.is_ascii_digit() || digit_at(text, end).is_some() {
            return self.letters_then_digits(at, end);
        }
        if next == b'-' && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            return self.hyphen_then_digits(at, end);
        }
        if next == b':' && text[end..].starts_with("://") || next == b'.' && text[at..end].eq_ignore_ascii_case("www") {
            return self.address(at, end);
        }
        if end - at == 7 && next == b' ' && text[at..end].eq_ignore_ascii_case("another") {
            return self.article(at, end);
        }
        if end - at <= 2 && next == b' ' && matches!(&text[at..end], "a" | "an" | "A" | "An") {
            return self.article(at, end);
        }
        if english::may_start(&bytes[at..]) && !bytes.get(at.wrapping_sub(1)).is_some_and(|b| *b == b'_' || *b == b'\'') {
            return self.english_number(at, end);
        }
        end
    }

    /// a third of, a hundredth, a quarter million, a kilogram; an hour and a half.
    fn article(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let next = end + 1;
        if !text.as_bytes().get(next).is_some_and(u8::is_ascii_alphabetic) {
            return end;
        }
        let part = english::piece(text, next);
        if part.is_none() && !text[next..].starts_with("couple") && self.context.units.at(text, next).is_none() {
            return end;
        }
        let left = self.context.left(at, self.done);
        if let Some((part, piece_end, false)) = part {
            let mut numeral = super::numeral::Numeral::exactly(at, piece_end, part, part, Script::English);
            numeral.part = Part::Fraction;
            let after = skip_spaces(text, piece_end, 1);
            if let Some((power, end)) = english::magnitude(text, after)
                && let Some(mut scaled) = Number::ONE.shifted(power).and_then(|factor| numeral.scaled(factor))
            {
                (scaled.end, scaled.part, scaled.worded) = (end, Part::None, true);
                let side = self.context.attach(scaled, left.currency.is_some());
                return self.figure(at, side, left);
            }
            let tail = &text[piece_end..];
            let closed = tail.trim_start_matches(' ').is_empty()
                || tail.starts_with(" of ")
                || tail.starts_with(['.', ',', ';', ')'])
                || tail.starts_with(" the ");
            return if closed {
                let side = Side { numeral, letter: 0, unit: None, end: piece_end, plus: false, shared: None };
                self.figure(at, side, left)
            } else {
                end
            };
        }
        if text[next..].starts_with("couple") && (text[next + 6..].starts_with(" of ") || text[next + 6..].trim().is_empty()) {
            let mut numeral = super::numeral::Numeral::exactly(at, next + 6, Number::whole(2), Number::ONE, Script::English);
            if text[numeral.end..].starts_with(" of ") {
                numeral.end += 3;
            }
            let side = self.context.attach(numeral, false);
            return self.figure(at, side, left);
        }
        let one = super::numeral::Numeral::exactly(at, end, Number::ONE, Number::ONE, Script::English);
        let blank = Side { numeral: one, letter: 0, unit: None, end, plus: false, shared: None };
        let Some((_, unit_end, unit)) = self.context.unit(end, &blank) else { return end };
        let tail = &text[unit_end..];
        let more = tail.starts_with(" and ")
            && tail[5..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'a' | 'h' | 't' | 'f' | 'q'));
        let measures = matches!(unit.kind, UnitKind::Measure | UnitKind::Money) && unit_end - next > 1;
        if tail.starts_with('-')
            || !measures
                && !(unit.kind == UnitKind::Time && (more || end - at > 2 || text[next..unit_end].starts_with("fortnight")))
        {
            return end;
        }
        let mut side = self.context.attach(one, false);
        if let Some(rest) = text[unit_end..].strip_prefix(" and ")
            && let Some((part, part_end, _)) = english::piece(text, text.len() - rest.strip_prefix("a ").unwrap_or(rest).len())
            && let Some(sum) = side.numeral.low.plus(part)
        {
            (side.numeral.low, side.numeral.high, side.end) = (sum, sum, part_end);
        } else if !measures && side.end == unit_end && more {
            return end;
        }
        self.figure(at, side, left)
    }

    fn address(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let length = text[end..]
            .find(|c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | '"' | '`' | '|'))
            .unwrap_or(text.len() - end);
        let end = end + length;
        if text[at..end].bytes().any(|b| b.is_ascii_digit()) { self.aside(at, end, Reason::Code) } else { end }
    }

    fn letters_then_digits(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let letters = &text[at..end];
        if is_currency(self.context, letters) {
            return self.digits(end);
        }
        let name_end = names::name_end(text, at).max(end);
        if name_end == end {
            return end;
        }
        let upper = letters.to_ascii_uppercase();
        let rest = &text[end..name_end];
        let only_digits = rest.bytes().all(|b| b.is_ascii_digit());
        let reason = match upper.as_str() {
            "TOP" | "NO" | "Q" if only_digits => Reason::Ordinal,
            "V" if rest.bytes().next().is_some_and(|b| b.is_ascii_digit()) && (letters == "v" || rest.contains('.')) => {
                Reason::Version
            }
            _ => Reason::Name,
        };
        self.aside(at, name_end, reason)
    }

    /// GPT-3, sub-10ms, cost-20%.
    fn hyphen_then_digits(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let letters = &text[at..end];
        let lower = letters.to_ascii_lowercase();
        let digits = text.as_bytes()[end + 1..].iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
        let behind = &text[end + 1 + digits..];
        let figure = behind.starts_with(['%', '％', '万', '亿'])
            || matches!(lower.as_str(), "sub" | "under" | "over" | "to" | "and" | "or" | "mid" | "near" | "up");
        if figure {
            return self.digits(end + 1);
        }
        let name_end = names::name_end(text, at);
        let upper = letters.to_ascii_uppercase();
        let reason = if matches!(upper.as_str(), "TOP" | "NO" | "Q") { Reason::Ordinal } else { Reason::Name };
        self.aside(at, name_end.max(end + 1 + digits), reason)
    }

    #[inline(never)]
    fn digits(&mut self, at: usize) -> usize {
        let text = self.context.text;
        let bytes = text.as_bytes();
        if bytes[at].is_ascii_digit()
            && let Some((end, reason)) = names::shape(text, at)
        {
            let end = if reason == Reason::Version { names::name_end(text, at).max(end) } else { end };
            return self.aside(at, end, reason);
        }
        let left = self.context.left(at, self.done);
        let numeral = match self.context.numeral(at) {
            Read::Number(numeral) => numeral,
            Read::TooLarge(end) => return self.aside(at, end, Reason::OutOfRange),
            Read::Nothing => return char_at(text, at).map_or(at + 1, |(_, next)| next),
        };
        let side = self.context.attach(numeral, left.currency.is_some());
        if let Some((start, end, reason)) = self.digits_aside(at, &side, &left) {
            return self.aside(start, end, reason);
        }
        self.figure(at, side, left)
    }

    /// Digits that are no figure because of what stands around them.
    fn digits_aside(&self, at: usize, side: &Side, left: &super::left::Left) -> Option<(usize, usize, Reason)> {
        let text = self.context.text;
        let numeral = &side.numeral;
        let tail = &text[numeral.end..];
        // 第3名, 第 3 页
        let mark = skip_spaces_back(text, at, 1);
        if text[..mark].ends_with('第') {
            let end = if tail.starts_with(['名', '位']) { numeral.end + 3 } else { numeral.end };
            return Some((mark - '第'.len_utf8(), end, Reason::Ordinal));
        }
        if let Some(ordinal) = ["st", "nd", "rd", "th"]
            .iter()
            .find(|suffix| tail.len() >= 2 && tail.is_char_boundary(2) && tail[..2].eq_ignore_ascii_case(suffix))
            && !tail[ordinal.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            return Some((at, numeral.end + 2, Reason::Ordinal));
        }
        if text[..mark].ends_with('前') && tail.starts_with('名') {
            return Some((mark - '前'.len_utf8(), numeral.end + 3, Reason::Ordinal));
        }
        // 5G网络, 4K视频, 1920×1080
        if let Some(end) = product(text, at, side) {
            return Some(end);
        }
        // A list number opens the text: `1. `, `2、`, `(3)`.
        let opens = text[..at].chars().all(|c| c.is_whitespace() || matches!(c, '#' | '(' | '（' | '*' | '>'));
        if opens && !numeral.formatted && numeral.length <= 3 && side.unit.is_none() && side.letter == 0 {
            let marked = tail.starts_with(['、', '．', ')', '）'])
                || tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_whitespace() || is_han(c));
            if marked {
                return Some((at, numeral.end, Reason::Ordinal));
            }
        }
        // [12], [3, 4]
        if left.value_start == at && text[..at].ends_with('[') && !numeral.formatted && citation_closes(tail) {
            return Some((at, numeral.end, Reason::Citation));
        }
        // 9 am, 2.17pm
        let clock = if tail.starts_with([' ', 'a', 'p', 'A', 'P', 'o']) { tail.trim_start_matches(' ') } else { "" };
        for word in ["am", "pm", "AM", "PM", "a.m.", "p.m.", "o'clock"] {
            if clock.starts_with(word)
                && !clock[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
                && numeral.low.compare(&Number::whole(25)).is_lt()
            {
                return Some((at, text.len() - clock.len() + word.len(), Reason::Date));
            }
        }
        // 2.x, 3D, 70b-chat
        let bytes = text.as_bytes();
        if tail.starts_with(".x") && !bytes.get(numeral.end + 2).is_some_and(u8::is_ascii_alphanumeric) {
            return Some((at, numeral.end + 2, Reason::Version));
        }
        let letter_follows = bytes.get(numeral.end).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        if letter_follows && side.unit.is_none() && side.letter == 0 && numeral.script == Script::Digits {
            let end = names::name_end(text, at).max(numeral.end);
            let by = matches!(bytes.get(numeral.end), Some(b'x' | b'X'));
            let product = by && bytes.get(numeral.end + 1).is_some_and(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
            if !product {
                return Some((at, end, Reason::Name));
            }
        }
        if side.unit.is_some_and(|(start, end, _)| {
            start == numeral.end
                && end < bytes.len()
                && bytes[end] == b'-'
                && bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic)
                && text[start..end].is_ascii()
        }) && numeral.length <= 2
            && side.unit.is_some_and(|(s, e, _)| e - s == 1)
        {
            return Some((at, names::name_end(text, at), Reason::Name));
        }
        if matches!(tail.chars().next(), Some('代' | '期' | '楼' | '号' | '線' | '线'))
            && !numeral.formatted
            && numeral.length <= 3
        {
            return Some((at, numeral.end + 3, Reason::Ordinal));
        }
        if side.unit.is_some_and(|(start, end, _)| matches!(&text[start..end], "quarter" | "year"))
            && numeral.length == 4
            && !numeral.formatted
            && is_century(text, at, numeral.end)
        {
            return Some((at, numeral.end, Reason::Date));
        }
        if left.currency.is_none()
            && left.bound.is_none()
            && !left.approximate
            && side.unit.is_none()
            && side.letter == 0
            && !numeral.worded
        {
            if let Some(reason) = self.named(at, side) {
                return Some((at, numeral.end, reason));
            }
            if !numeral.formatted && numeral.length == 4 && bytes[at].is_ascii_digit() && is_year(text, at, numeral.end) {
                return Some((at, numeral.end, Reason::Date));
            }
        }
        None
    }

    /// A word before makes it a version or an ordinal: TensorFlow 2.10, Table 3.
    fn named(&self, at: usize, side: &Side) -> Option<Reason> {
        let text = self.context.text;
        let tail = text[side.numeral.end..].trim_start_matches(' ');
        for word in if tail.starts_with(['版', '以', '及']) {
            &["版本", "版", "以上版本", "及以上版本", "以下版本", "及以上版", "以上版"][..]
        } else {
            &[]
        } {
            if tail.starts_with(word) {
                return Some(Reason::Version);
            }
        }
        let label = char_before(text, skip_spaces_back(text, at, 1)).is_some_and(|(c, _)| is_han(c));
        for word in if label { &["图", "表", "式", "附录", "章节", "步骤", "问题", "示例"][..] } else { &[] } {
            if text[..skip_spaces_back(text, at, 1)].ends_with(word) && side.numeral.length <= 2 {
                return Some(Reason::Ordinal);
            }
        }
        let (word, _) = names::word_before(text, at)?;
        let lower = word.to_ascii_lowercase();
        if words::NUMBERED.contains(&lower.as_str())
            && !matches!(
                lower.as_str(),
                "number"
                    | "level"
                    | "part"
                    | "day"
                    | "week"
                    | "type"
                    | "test"
                    | "round"
                    | "case"
                    | "model"
                    | "group"
                    | "line"
                    | "question"
                    | "answer"
                    | "claim"
                    | "note"
            )
        {
            return Some(Reason::Ordinal);
        }
        if word.starts_with(|c: char| c.is_ascii_uppercase()) && words::NUMBERED.contains(&lower.as_str()) {
            return Some(Reason::Ordinal);
        }
        let (upper, small) =
            word.bytes().skip(1).fold((false, false), |(u, s), b| (u || b.is_ascii_uppercase(), s || b.is_ascii_lowercase()));
        let camel = upper && small && word.bytes().all(|b| b.is_ascii_alphabetic()) && !word.ends_with('s');
        if camel && self.context.units.at(word, 0).is_none() || words::VERSIONED.contains(&lower.as_str()) {
            return Some(Reason::Version);
        }
        None
    }

    #[inline(never)]
    fn han(&mut self, at: usize) -> usize {
        let text = self.context.text;
        let Some((c, next)) = char_at(text, at) else { return at + 3 };
        // The frequent characters that rarely start a numeral: 数据, 对, 加.
        if matches!(c, '数' | '數' | '几' | '幾' | '对' | '對' | '加' | '双' | '雙') {
            let Some((second, _)) = char_at(text, skip_spaces(text, next, 1)) else { return next };
            let wanted = match c {
                '数' | '數' => {
                    super::chinese::starts(second)
                        || matches!(second, '天' | '年' | '月' | '周' | '小' | '分' | '秒' | '次' | '倍' | '个' | '個')
                }
                '几' | '幾' => !matches!(second, '乎' | '何' | '率' | '内'),
                '对' | '對' => second == '折',
                _ => second == '倍',
            };
            if !wanted {
                return next;
            }
        }
        // One numeral character inside a word, with no unit behind: most of them.
        if matches!(c, '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '两')
            && let Some((second, _)) = char_at(text, next)
            && is_han(second)
            && !super::chinese::goes_on(second)
            && !matches!(second, '半' | '到' | '至' | '增' | '提' | '升' | '降' | '减' | '和' | '与' | '點' | '月' | '号' | '年')
            && self.context.units.at(text, next).is_none()
            && bounds::after(text, next).is_none()
            && !char_before(text, at).is_some_and(|(c, _)| matches!(c, '第' | '周' | '期' | '拜' | '负' | '負' | ' '))
        {
            let end = words::idiom(text, at, self.done).unwrap_or(next);
            return self.aside(at, end, Reason::Idiom);
        }
        if let Some(found) = self.ratio_word(at, c) {
            return found;
        }
        if matches!(c, '翻' | '双' | '雙' | '加' | '减' | '減' | '对' | '對') {
            return next;
        }
        if matches!(c, '数' | '數' | '几' | '幾')
            && char_before(text, at).is_some_and(|(c, start)| {
                start >= self.done && matches!(c, '函' | '参' | '系' | '次' | '指' | '人' | '总' | '个' | '茶' | '好')
            })
        {
            return next;
        }
        let numeral = match self.context.numeral(at) {
            Read::Number(numeral) => numeral,
            Read::TooLarge(end) => return self.aside(at, end, Reason::OutOfRange),
            Read::Nothing => return next,
        };
        if numeral.length == 1
            && matches!(c, '陆' | '陸' | '参' | '參' | '叄' | '伍' | '拾')
            && names::between_han(text, at, numeral.end)
        {
            return next;
        }
        let first = at;
        let mark = skip_spaces_back(text, at, 1);
        if text[..mark].ends_with('第') && mark >= self.done + 3 {
            let tail = &text[numeral.end..];
            let end = if tail.starts_with(['名', '位']) { numeral.end + 3 } else { numeral.end };
            return self.aside(mark - 3, end, Reason::Ordinal);
        }
        if names::weekday(text, at) {
            return self.aside(at, numeral.end, Reason::Date);
        }
        let left = self.context.left(at, self.done);
        let side = self.context.attach(numeral, left.currency.is_some());
        if let Some((end, reason)) = self.han_aside(first, &side, &left) {
            // 数据, 几乎: no numerals at all, nothing to report.
            if matches!(c, '数' | '數' | '几' | '幾') && numeral.length == 1 {
                return next;
            }
            return self.aside(first, end, reason);
        }
        self.figure(at, side, left)
    }

    /// Chinese numerals that are parts of words.
    fn han_aside(&self, at: usize, side: &Side, left: &super::left::Left) -> Option<(usize, Reason)> {
        let text = self.context.text;
        let numeral = &side.numeral;
        let tail = &text[at..];
        let c = tail.chars().next()?;
        if let Some(end) = words::idiom(text, at, self.done) {
            return Some((end.max(numeral.end), Reason::Idiom));
        }
        let opens = text[..at].chars().all(|c| c.is_whitespace() || matches!(c, '#' | '(' | '（' | '*' | '>'));
        let behind = text[numeral.end..].chars().next();
        if opens && side.unit.is_none() && matches!(behind, Some('、' | '）' | ')' | '．')) {
            return Some((numeral.end, Reason::Ordinal));
        }
        if text[..at].ends_with(['(', '（']) && matches!(behind, Some('）' | ')')) && numeral.length <= 2 {
            return Some((numeral.end, Reason::Ordinal));
        }
        // 二〇二四年, 三月五日, 三月
        if let Some(end) = chinese_date(text, at, numeral) {
            return Some((end, Reason::Date));
        }
        if text[..at].ends_with('每') && side.numeral.worded && numeral.length <= 2 {
            return Some((numeral.end, Reason::Idiom));
        }
        if numeral.part != Part::None {
            return None;
        }
        let bounded = left.bound.is_some() || left.approximate || left.only || left.between || left.negative;
        let measured = side.unit.is_some_and(|(_, _, unit)| !matches!(unit.kind, UnitKind::Noun | UnitKind::Classifier));
        let ranged = super::range::separator(&self.context, side.end)
            .is_some_and(|sep| matches!(self.context.numeral(sep.next), Read::Number(n) if n.end > sep.next));
        if left.negative {
            return None;
        }
        if numeral.length == 1 && matches!(c, '一' | '壹' | '弌') {
            if words::ONE_IDIOMS.iter().any(|word| tail.starts_with(word)) && !bounded {
                return Some((side.end.max(numeral.end), Reason::Idiom));
            }
            let suffixed = bounds::after(text, side.end)
                .is_some_and(|(_, after)| matches!(after, After::Bound(_) | After::Approximate))
                && side.unit.is_some();
            let often = self.context.earlier_rate(at, self.done, false).is_some_and(|(_, _, near)| near);
            let isolated = !names::between_han(text, at, numeral.end);
            let counted = side.unit.is_some() && (bounded || suffixed || often);
            if measured || counted || isolated || ranged {
                return None;
            }
            let end = side.unit.map_or(numeral.end, |(_, end, _)| end);
            return Some((end, Reason::Idiom));
        }
        if numeral.length == 1 {
            let counted = side.unit.is_some();
            let isolated = !names::between_han(text, at, numeral.end);
            let magnitude = matches!(c, '百' | '千' | '万' | '萬' | '亿' | '億' | '佰' | '仟');
            let some = matches!(c, '几' | '幾' | '数' | '數');
            let near = left.bound.is_some() && (counted || bounds::after(text, numeral.end).is_some() || isolated)
                || left.approximate && magnitude;
            if some {
                return if counted
                    && (c == '几' || c == '幾' || matches!(side.unit, Some((_, _, unit)) if unit.kind == UnitKind::Time))
                {
                    None
                } else {
                    Some((numeral.end, Reason::Idiom))
                };
            }
            let people = side.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Noun);
            let firm = near || ranged || isolated || measured || people;
            if magnitude && !firm {
                return Some((numeral.end, Reason::Idiom));
            }
            if counted || near || isolated || ranged || numeral.more {
                return None;
            }
            return Some((numeral.end, Reason::Idiom));
        }
        None
    }

    /// 翻番, 翻两番, 翻3倍, 一半, 半数, 减半, 双倍: factors without a unit. Returns where to go on.
    fn ratio_word(&mut self, at: usize, c: char) -> Option<usize> {
        let text = self.context.text;
        let tail = &text[at..];
        let half = Number::decimal(5, -1);
        let two = Number::whole(2);
        let (value, length) = match c {
            '翻' => {
                let after = &tail[3..];
                if after.starts_with('倍')
                    || after.starts_with('番')
                    || after.starts_with("了番")
                    || after.starts_with("一番")
                    || after.starts_with("了一番")
                    || after.starts_with("了倍")
                {
                    (two, 3 + after.find(['倍', '番']).map_or(0, |i| i + 3))
                } else {
                    let skip = if after.starts_with('了') { 3 } else { 0 };
                    let Read::Number(times) = self.context.numeral(at + 3 + skip) else { return None };
                    let end = times.end;
                    if text[end..].starts_with('番') {
                        let power = u32::try_from(times.low.integer()?).ok()?;
                        (Number::whole(2_i128.checked_pow(power)?), end + 3 - at)
                    } else {
                        return None;
                    }
                }
            }
            '对' | '對' if tail[3..].starts_with('折') && !tail[6..].starts_with('叠') => (half, 6),
            '双' | '雙' | '加' if tail[3..].starts_with('倍') => (two, 6),
            '一' | '减' | '減' if tail[3..].starts_with('半') => (half, 6),
            '半' if tail[3..].starts_with('数') && !tail[6..].starts_with('据') || tail[3..].starts_with('价') => (half, 6),
            '半' => return Some(self.half(at)),
            _ => return None,
        };
        let end = at + length;
        let left = self.context.left(at, self.done);
        Some(self.ratio(at, end, value, left))
    }

    fn ratio(&mut self, at: usize, end: usize, value: Number, left: super::left::Left) -> usize {
        let quantity = build::factor(at, end, value, &left);
        self.done = quantity.span.end;
        self.emit(quantity);
        end
    }

    /// 半年, 半个小时, 半打; 半导体 is a word.
    fn half(&mut self, at: usize) -> usize {
        let text = self.context.text;
        let next = at + '半'.len_utf8();
        let mut numeral =
            super::numeral::Numeral::exactly(at, next, Number::decimal(5, -1), Number::decimal(5, -1), Script::Chinese);
        numeral.length = 1;
        let side = self.context.attach(numeral, false);
        let Some((_, end, unit)) = side.unit else { return next };
        if matches!(unit.kind, UnitKind::Noun | UnitKind::Score) {
            return next;
        }
        let half_ten =
            text[next..].starts_with('成') && !words::is_not_unit(&text[next..], 0) && !text[next..].starts_with("成品");
        if unit.kind == UnitKind::Percent && half_ten {
            let left = self.context.left(at, self.done);
            return self.figure(at, side, left);
        }
        if unit.kind == UnitKind::Percent {
            return next;
        }
        if unit.kind == UnitKind::Classifier && !text[..end].ends_with(['个', '個']) {
            return next;
        }
        let left = self.context.left(at, self.done);
        self.figure(at, side, left)
    }

    fn english_number(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let word = text[at..end].to_ascii_lowercase();
        let half = Number::decimal(5, -1);
        let factor = match word.as_str() {
            "twice" | "double" | "doubled" | "doubles" | "doubling" | "twofold" => Some(Number::whole(2)),
            "thrice" | "triple" | "tripled" | "triples" | "tripling" | "threefold" => Some(Number::whole(3)),
            "quadruple" | "quadrupled" | "quadruples" | "fourfold" => Some(Number::whole(4)),
            "quintupled" | "fivefold" => Some(Number::whole(5)),
            "tenfold" => Some(Number::whole(10)),
            "halved" | "halves" | "halving" => Some(half),
            _ => None,
        };
        if let Some(value) = factor {
            if text[end..].starts_with('-') {
                return end;
            }
            let left = self.context.left(at, self.done);
            return self.ratio(at, end, value, left);
        }
        if word == "half" {
            return self.english_half(at, end);
        }
        let numeral = match self.context.numeral(at) {
            Read::Number(numeral) => numeral,
            Read::TooLarge(end) => return self.aside(at, end, Reason::OutOfRange),
            Read::Nothing => return end,
        };
        let left = self.context.left(at, self.done);
        let side = self.context.attach(numeral, left.currency.is_some());
        let one = numeral.low.integer() == Some(1) && !numeral.worded && numeral.part == Part::None;
        let measured = side.unit.is_some_and(|(_, _, unit)| !matches!(unit.kind, UnitKind::Classifier));
        let whole = text.trim().len() == numeral.end - numeral.start;
        let ranged = super::range::separator(&self.context, side.end)
            .is_some_and(|sep| matches!(self.context.numeral(sep.next), Read::Number(n) if n.end > sep.next));
        let open = matches!(bounds::after(text, skip_spaces(text, numeral.end, 1)), Some((_, After::Bound(_))));
        if one
            && !measured
            && !open
            && !left.negative
            && left.bound.is_none()
            && !whole
            && !ranged
            && build::out_of(&self.context, &side).is_none()
        {
            return self.aside(at, numeral.end, Reason::Idiom);
        }
        if !numeral.worded && numeral.script == Script::English {
            let (before, _) = names::word_before(text, at).unwrap_or(("", 0));
            if before.starts_with(|c: char| c.is_ascii_uppercase())
                && words::NUMBERED.contains(&before.to_ascii_lowercase().as_str())
            {
                return self.aside(at, numeral.end, Reason::Ordinal);
            }
        }
        self.figure(at, side, left)
    }

    /// half an hour, half a million, half the cost.
    fn english_half(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let half = Number::decimal(5, -1);
        let mut body = skip_spaces(text, end, 1);
        for article in ["a ", "an "] {
            if text[body..].starts_with(article) {
                body += article.len();
            }
        }
        let left = self.context.left(at, self.done);
        let mut numeral = super::numeral::Numeral::exactly(at, end, half, half, Script::English);
        if let Some((power, next)) = english::magnitude(text, body)
            && let Some(value) = Number::ONE.shifted(power).and_then(|factor| numeral.scaled(factor))
        {
            numeral = value;
            (numeral.end, numeral.worded) = (next, true);
            let side = self.context.attach(numeral, left.currency.is_some());
            return self.figure(at, side, left);
        }
        if text[body..].starts_with("dozen") {
            let six = Number::whole(6);
            let numeral = super::numeral::Numeral::exactly(at, body + 5, six, Number::ONE, Script::English);
            let side = self.context.attach(numeral, false);
            return self.figure(at, side, left);
        }
        numeral.end = end;
        let mut side = self.context.attach(numeral, false);
        if let Some(found) = self
            .context
            .unit(body.saturating_sub(usize::from(body == end)), &side)
            .filter(|(_, _, unit)| matches!(unit.kind, UnitKind::Time | UnitKind::Measure | UnitKind::Money | UnitKind::Data))
        {
            (side.unit, side.end) = (Some(found), found.1);
            return self.figure(at, side, left);
        }
        if text[end..].starts_with('-') {
            let Some(found) =
                self.context.unit(end, &side).filter(|(_, _, unit)| matches!(unit.kind, UnitKind::Time | UnitKind::Measure))
            else {
                return end;
            };
            if found.2.kind == UnitKind::Time && text[found.1..].starts_with(" life") {
                return end;
            }
            (side.unit, side.end) = (Some(found), found.1);
            return self.figure(at, side, left);
        }
        self.ratio(at, end, half, left)
    }

    /// Range, rate, suffix: the whole figure.
    fn figure(&mut self, at: usize, side: Side, left: super::left::Left) -> usize {
        let quantity = build::figure(&self.context, at, side, left, self.done);
        match quantity {
            Some(quantity) => {
                let end = quantity.span.end.max(quantity.digits.end);
                self.done = end;
                self.emit(quantity);
                end
            }
            None => self.aside(at, side.end, Reason::OutOfRange),
        }
    }
}

fn is_currency(context: Context, letters: &str) -> bool {
    letters == "Rs"
        || letters.len() == 3
            && letters.bytes().all(|b| b.is_ascii_uppercase())
            && context.units.at(letters, 0).is_some_and(|(end, unit)| end == 3 && unit.kind == UnitKind::Money)
}

/// 二〇二四年, 三月五日, 十二月.
fn chinese_date(text: &str, at: usize, numeral: &super::numeral::Numeral) -> Option<usize> {
    let _ = at;
    let tail = &text[numeral.end..];
    let value = numeral.low.integer()?;
    if tail.starts_with('年') && numeral.length == 4 && !numeral.worded && (1000..3000).contains(&value) {
        return Some(numeral.end + 3);
    }
    if tail.starts_with('月')
        && (1..=12).contains(&value)
        && !numeral.vague
        && !tail.starts_with("月大")
        && !text[..at].ends_with('每')
    {
        return Some(numeral.end + 3);
    }
    if tail.starts_with('号') && (1..=31).contains(&value) {
        return Some(numeral.end + 3);
    }
    None
}

/// 1800 to 2099.
fn is_century(text: &str, at: usize, end: usize) -> bool {
    text[at..end].parse().is_ok_and(|value: u32| (1800..=2099).contains(&value))
}

/// A bare number of four digits that dates something.
fn is_year(text: &str, at: usize, end: usize) -> bool {
    if !is_century(text, at, end) {
        return false;
    }
    let (before, _) = names::word_before(text, at).unwrap_or(("", 0));
    let lower = before.to_ascii_lowercase();
    let dated = matches!(
        lower.as_str(),
        "in" | "since"
            | "from"
            | "by"
            | "of"
            | "during"
            | "until"
            | "till"
            | "year"
            | "before"
            | "after"
            | "early"
            | "late"
            | "mid"
            | "around"
            | "and"
            | "to"
    );
    let month =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].iter().any(|m| lower.starts_with(m));
    let tail = text[end..].trim_start_matches(' ');
    let month_behind = tail.get(..3).is_some_and(|m| {
        matches!(
            m.to_ascii_lowercase().as_str(),
            "jan" | "feb" | "mar" | "apr" | "jun" | "jul" | "aug" | "sep" | "oct" | "nov" | "dec"
        )
    });
    let bracket = text[..at].ends_with(['(', '（', '©']) || tail.starts_with([')', '）']);
    dated || month || month_behind || bracket
}

/// Generations, formats of pictures, resolutions.
fn product(text: &str, at: usize, side: &Side) -> Option<(usize, usize, Reason)> {
    let numeral = &side.numeral;
    if numeral.formatted || numeral.script != Script::Digits {
        return None;
    }
    let tail = &text[numeral.end..];
    let digits = &text[at..numeral.end];
    if tail.starts_with('G')
        && matches!(digits, "2" | "3" | "4" | "5" | "6")
        && side.unit.is_some_and(|(start, end, _)| end - start == 1)
    {
        let behind = tail[1..].trim_start_matches(' ');
        let memory = ["内存", "显存", "存储", "流量", "空间", "RAM", "memory", "ram", "硬盘", "数据"]
            .iter()
            .any(|word| behind.starts_with(word));
        return (!memory).then_some((at, numeral.end + 1, Reason::Name));
    }
    if side.letter == b'K' && tail.starts_with('K') && matches!(digits, "2" | "4" | "8") {
        let behind = tail[1..].trim_start_matches([' ', '超']);
        let picture = [
            "视频",
            "分辨率",
            "高清",
            "清",
            "画质",
            "屏",
            "影像",
            "电视",
            "显示",
            "摄像",
            "录制",
            "video",
            "resolution",
            "display",
            "UHD",
            "TV",
            "@",
        ]
        .iter()
        .any(|word| behind.starts_with(word));
        return picture.then_some((at, numeral.end + 1, Reason::Name));
    }
    let rest = tail.strip_prefix(['×', 'x', 'X', '*'])?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let both = digits.len() > 2 && length > 2 && digits.bytes().all(|b| b.is_ascii_digit());
    let closed = !rest[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '×' | '*'));
    (both && closed).then(|| (at, text.len() - rest.len() + length, Reason::AspectRatio))
}

/// `12]`, `3, 4]`, `5-7]`.
fn citation_closes(tail: &str) -> bool {
    let body = tail.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–'));
    body.starts_with(']')
}
