//! One pass over the text: finds where numerals start, decides what they are, and passes on.

mod aside;
mod han;
mod latin;
mod spoken;

use super::bounds::{self};
use super::numeral::Read;
use super::side::{Context, Side};
use super::text::{char_at, char_before, digit_at, is_han, skip_spaces, skip_spaces_back};
use super::units::Units;
use super::{Bound, Item, Nouns, Quantity, Reason, SetAside, build, dates, names, words};

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

/// A full-width digit, 〇, ½ or ⅔ begins here.
fn rare_numeral(rest: &[u8]) -> bool {
    matches!(rest, [0xc2, 0xbc..=0xbe, ..] | [0xe2, 0x85, ..] | [0xe3, 0x80, 0x87, ..] | [0xef, 0xbc, 0x90..=0x99, ..])
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
pub(super) fn run(units: &Units, nouns: Nouns, text: &str, sink: &mut dyn FnMut(Item)) {
    let mut scanner = Scanner { context: Context { text, units, nouns }, done: 0, pending: None, sink };
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
                    at = onward(text, at, scanner.han(at));
                } else {
                    at += 3;
                }
            }
        } else if CLASS[usize::from(byte)] == LETTER {
            let start = at;
            at = word_end(bytes, at);
            let next = if at < bytes.len() { bytes[at] } else { b' ' };
            let head = if at - start > 2 {
                let key = head_key(byte, bytes[start + 1], bytes[start + 2]);
                HEAD_BITS[key / 64] >> (key % 64) & 1 == 1
            } else {
                byte | 0x20 == b'a'
            };
            if head || matches!(next, b'0'..=b'9' | b'-' | b':' | b'.' | 0xef) {
                at = onward(text, start, scanner.latin(start, at));
            } else if next == b' ' {
                at += 1;
            }
        } else {
            at = match CLASS[usize::from(byte)] {
                SKIP => at + 1,
                DIGIT => onward(text, at, scanner.digits(at)),
                TWO | WIDE if !rare_numeral(&bytes[at..]) => at + if byte == 0xc2 { 2 } else { 3 },
                POINT => {
                    let after = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                    let before = at.checked_sub(1).is_some_and(|i| bytes[i].is_ascii_alphanumeric() || bytes[i] == b'.');
                    if after && !before { onward(text, at, scanner.digits(at)) } else { at + 1 }
                }
                _ => onward(text, at, scanner.other(at)),
            };
        }
    }
    scanner.flush();
}

/// Where to go on after what was read at `at`: always further, whatever a reader says, so that no text holds the scan up.
#[inline]
fn onward(text: &str, at: usize, next: usize) -> usize {
    debug_assert!(next > at, "the scan stands still at byte {at}");
    if next > at { next } else { char_at(text, at).map_or(at + 1, |(_, next)| next) }
}

/// The end of the run of ASCII letters at `at`, eight bytes a step.
#[inline]
fn word_end(bytes: &[u8], at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let mut at = at;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // In lower case and without the eighth bits, so that the sums stay inside their bytes.
        let lower = (word | (0x20 * ONES)) & !HIGH;
        let from_a = lower + (0x80 - 0x61) * ONES;
        let past_z = lower + (0x80 - 0x7b) * ONES;
        let others = (!from_a | past_z | word) & HIGH;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
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

    #[inline]
    fn emit(&mut self, quantity: Quantity) {
        if self.pending.is_none() && !is_one_sided(&quantity) {
            (self.sink)(Item::Quantity(quantity));
        } else {
            self.pair(quantity);
        }
    }

    /// A one-sided quantity is kept back for its other side.
    #[inline(never)]
    fn pair(&mut self, quantity: Quantity) {
        let one_sided = is_one_sided(&quantity);
        if let Some(first) = self.pending.take() {
            if (one_sided || quantity.bound == Bound::UpTo)
                && let Some(both) = build::two_bounds(self.context.text, &first, &quantity)
            {
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

    #[inline(never)]
    fn digits(&mut self, at: usize) -> usize {
        let text = self.context.text;
        if let Some((end, reason)) = names::no_figure(text, at, self.done, self.context.units) {
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
        self.figure(at, &side, &left)
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
        if dates::weekday(text, at) {
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
        self.figure(at, &side, &left)
    }

    /// Range, rate, suffix: the whole figure.
    #[inline(never)]
    fn figure(&mut self, at: usize, side: &Side, left: &super::left::Left) -> usize {
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

fn is_one_sided(quantity: &Quantity) -> bool {
    matches!(quantity.bound, Bound::AtLeast | Bound::MoreThan | Bound::AtMost | Bound::LessThan)
}
