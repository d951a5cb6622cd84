//! English number words: thirty-five, two hundred and one, a dozen, one and a half million, three fifths.

mod fraction;

pub(super) use fraction::{fraction, piece};

use fraction::fraction_follows;

use super::Number;
use super::numeral::{Numeral, Read, Script, digits};

/// A word that a number is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// zero to nineteen.
    Ones(u8),
    /// twenty to ninety.
    Tens(u8),
    /// hundred.
    Hundred,
    /// thousand and above, by its power of ten.
    Power(i16),
    /// dozen.
    Dozen,
    /// half, third, quarter, fifth …: the denominator.
    Piece(u32),
    /// millionth and below.
    Tiny(i16),
}

/// Sorted, for a binary search.
const WORDS: &[(&str, Word)] = &[
    ("billion", Word::Power(9)),
    ("billions", Word::Power(9)),
    ("billionth", Word::Tiny(-9)),
    ("billionths", Word::Tiny(-9)),
    ("cr", Word::Power(7)),
    ("crore", Word::Power(7)),
    ("crores", Word::Power(7)),
    ("doz", Word::Dozen),
    ("dozen", Word::Dozen),
    ("dozens", Word::Dozen),
    ("dozs", Word::Dozen),
    ("dz", Word::Dozen),
    ("dzs", Word::Dozen),
    ("eight", Word::Ones(8)),
    ("eighteen", Word::Ones(18)),
    ("eighth", Word::Piece(8)),
    ("eighths", Word::Piece(8)),
    ("eighty", Word::Tens(80)),
    ("eleven", Word::Ones(11)),
    ("fifteen", Word::Ones(15)),
    ("fifth", Word::Piece(5)),
    ("fifths", Word::Piece(5)),
    ("fifty", Word::Tens(50)),
    ("five", Word::Ones(5)),
    ("forty", Word::Tens(40)),
    ("four", Word::Ones(4)),
    ("fourteen", Word::Ones(14)),
    ("fourth", Word::Piece(4)),
    ("fourths", Word::Piece(4)),
    ("fourty", Word::Tens(40)),
    ("half", Word::Piece(2)),
    ("halves", Word::Piece(2)),
    ("hundred", Word::Hundred),
    ("hundreds", Word::Hundred),
    ("hundredth", Word::Piece(100)),
    ("hundredths", Word::Piece(100)),
    ("koti", Word::Power(7)),
    ("lac", Word::Power(5)),
    ("lacs", Word::Power(5)),
    ("lakh", Word::Power(5)),
    ("lakhs", Word::Power(5)),
    ("lkh", Word::Power(5)),
    ("lkhs", Word::Power(5)),
    ("million", Word::Power(6)),
    ("millions", Word::Power(6)),
    ("millionth", Word::Tiny(-6)),
    ("millionths", Word::Tiny(-6)),
    ("nine", Word::Ones(9)),
    ("nineteen", Word::Ones(19)),
    ("ninety", Word::Tens(90)),
    ("ninth", Word::Piece(9)),
    ("ninths", Word::Piece(9)),
    ("nought", Word::Ones(0)),
    ("one", Word::Ones(1)),
    ("quadrillion", Word::Power(15)),
    ("quarter", Word::Piece(4)),
    ("quarters", Word::Piece(4)),
    ("quintillion", Word::Power(18)),
    ("seven", Word::Ones(7)),
    ("seventeen", Word::Ones(17)),
    ("seventh", Word::Piece(7)),
    ("sevenths", Word::Piece(7)),
    ("seventy", Word::Tens(70)),
    ("sextillion", Word::Power(21)),
    ("six", Word::Ones(6)),
    ("sixteen", Word::Ones(16)),
    ("sixth", Word::Piece(6)),
    ("sixths", Word::Piece(6)),
    ("sixty", Word::Tens(60)),
    ("ten", Word::Ones(10)),
    ("tenth", Word::Piece(10)),
    ("tenths", Word::Piece(10)),
    ("third", Word::Piece(3)),
    ("thirds", Word::Piece(3)),
    ("thirteen", Word::Ones(13)),
    ("thirty", Word::Tens(30)),
    ("thousand", Word::Power(3)),
    ("thousands", Word::Power(3)),
    ("thousandth", Word::Piece(1000)),
    ("thousandths", Word::Piece(1000)),
    ("three", Word::Ones(3)),
    ("trillion", Word::Power(12)),
    ("trillions", Word::Power(12)),
    ("trillionth", Word::Tiny(-12)),
    ("trillionths", Word::Tiny(-12)),
    ("twelve", Word::Ones(12)),
    ("twenty", Word::Tens(20)),
    ("two", Word::Ones(2)),
    ("zero", Word::Ones(0)),
];

/// What a word means in a number, whatever its case.
fn word(text: &str) -> Option<Word> {
    if text.len() < 2 || text.len() > 12 {
        return None;
    }
    let mut lower = [0_u8; 12];
    let lower = &mut lower[..text.len()];
    lower.copy_from_slice(text.as_bytes());
    lower.make_ascii_lowercase();
    let index = WORDS.binary_search_by(|(name, _)| name.as_bytes().cmp(lower)).ok()?;
    Some(WORDS[index].1)
}

/// End of the letters from `at`.
pub(super) fn letters_end(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

/// `million` and its like after digits, with the power of ten and the end.
pub(super) fn magnitude(text: &str, at: usize) -> Option<(i16, usize)> {
    let [a, b, ..] = text.as_bytes().get(at..)? else { return None };
    let likely = matches!(
        [a | 0x20, b | 0x20],
        [b'h' | b'q', b'u']
            | [b't', b'h' | b'r']
            | [b'm' | b'b', b'i']
            | [b'l', b'a' | b'k']
            | [b'c', b'r']
            | [b's', b'e']
            | [b'k', b'o']
    );
    if !likely {
        return None;
    }
    let end = letters_end(text, at);
    if text.as_bytes().get(end).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let found = &text[at..end];
    match word(found)? {
        Word::Hundred => Some((2, end)),
        Word::Power(power) => Some((power, end)),
        _ => None,
    }
}

/// Could a number word start with these letters? A cheap test for the scan.
pub(super) fn may_start(bytes: &[u8]) -> bool {
    let [a, b, c, d, ..] = bytes else {
        return matches!(bytes.to_ascii_lowercase().as_slice(), b"one" | b"two" | b"six" | b"ten");
    };
    match [a | 0x20, b | 0x20, c | 0x20, d | 0x20] {
        [b'o', b'n', b'e', d] | [b't', b'w', b'o', d] | [b's', b'i', b'x', d] => {
            !d.is_ascii_lowercase() || matches!(d, b't' | b'f')
        }
        [b't', b'e', b'n', d] => !d.is_ascii_lowercase() || matches!(d, b't' | b'f' | b's'),
        [b't', b'h', b'r', b'e' | b'i']
        | [b't', b'h', b'i', b'r']
        | [b't', b'h', b'o', b'u']
        | [b't', b'w', b'e' | b'i', _]
        | [b'f', b'o', b'u', b'r']
        | [b'f', b'o', b'r', b't']
        | [b'f', b'i', b'v' | b'f', _]
        | [b's', b'e', b'v', b'e']
        | [b'e', b'i', b'g', b'h']
        | [b'e', b'l', b'e', b'v']
        | [b'n', b'i', b'n', b'e' | b't']
        | [b'z', b'e', b'r', b'o']
        | [b'h', b'u', b'n', b'd']
        | [b'h', b'a', b'l', b'f' | b'v']
        | [b'd', b'o', b'z', _]
        | [b'm' | b'b', b'i', b'l', b'l']
        | [b't', b'r', b'i', b'l' | b'p']
        | [b'q', b'u', b'a', b'd' | b'r']
        | [b'q', b'u', b'i', b'n']
        | [b'l', b'a', b'k' | b'c', _]
        | [b'd', b'o', b'u', b'b']
        | [b'n', b'o', b'u', b'g']
        | [b'c', b'o', b'u', b'p'] => true,
        _ => false,
    }
}

/// Reads number words from `at`, where a word starts.
pub(super) fn read(text: &str, at: usize) -> Read {
    if let Some(vague) = plural(text, at) {
        return Read::Number(vague);
    }
    let mut words =
        Words { total: Number::ZERO, section: Number::ZERO, current: None, power: 0, precision: 0, worded: false, last: None };
    let (mut position, mut end) = (at, letters_end(text, at));
    let mut done = at;
    while let Some(found) = word(&text[position..end]) {
        match words.take(found, joined(text, end).and_then(|next| word(&text[next..letters_end(text, next)]))) {
            Taken::Yes => {}
            Taken::No => break,
            Taken::TooLarge => return Read::TooLarge(end),
        }
        done = end;
        let Some(next) = joined(text, end) else { break };
        let next_end = letters_end(text, next);
        let next_word = &text[next..next_end];
        if next_word.eq_ignore_ascii_case("and") && matches!(found, Word::Hundred | Word::Power(_)) {
            let Some(after) = joined(text, next_end) else { break };
            let after_end = letters_end(text, after);
            if !matches!(word(&text[after..after_end]), Some(Word::Ones(_) | Word::Tens(_))) || fraction_follows(text, after) {
                break;
            }
            (position, end) = (after, after_end);
            continue;
        }
        if next_word.eq_ignore_ascii_case("point") {
            let Some((part, places, after)) = spoken_decimals(text, next_end) else { break };
            let Some(sum) = words.current.unwrap_or(Number::ZERO).plus(part) else { return Read::TooLarge(after) };
            (words.current, words.precision, done) = (Some(sum), -places, after);
            match joined(text, after) {
                Some(next) if matches!(word(&text[next..letters_end(text, next)]), Some(Word::Power(_) | Word::Hundred)) => {
                    (position, end) = (next, letters_end(text, next));
                    continue;
                }
                _ => break,
            }
        }
        (position, end) = (next, next_end);
    }
    if done == at {
        return Read::Nothing;
    }
    let sum = words.section.plus(words.current.unwrap_or(Number::ZERO)).and_then(|s| words.total.plus(s));
    let Some(value) = sum else { return Read::TooLarge(done) };
    let mut numeral = Numeral::exactly(at, done, value, Number::decimal(1, words.precision), Script::English);
    numeral.worded = words.worded;
    Read::Number(numeral)
}

/// hundreds of, tens of thousands of, millions of: one order of magnitude, nobody counted.
fn plural(text: &str, at: usize) -> Option<Numeral> {
    let mut end = letters_end(text, at);
    let first = &text[at..end];
    if !first.ends_with(['s', 'S']) {
        return None;
    }
    let lower = first.to_ascii_lowercase();
    let mut low = match lower.as_str() {
        "tens" => Number::whole(10),
        "dozens" => Number::whole(12),
        "hundreds" => Number::whole(100),
        _ => match word(first)? {
            Word::Power(power) => Number::decimal(1, power),
            _ => return None,
        },
    };
    let rest = text[end..].strip_prefix(" of ")?;
    let next = text.len() - rest.len();
    if let Some((power, magnitude_end)) = magnitude(text, next) {
        (low, end) = (low.shifted(power)?, magnitude_end);
    }
    let mut numeral = Numeral::exactly(at, end, low, low, Script::English);
    numeral.high = if lower == "dozens" {
        low.times(Number::decimal(100, 0))?.over(Number::whole(12))?
    } else {
        low.times(Number::whole(10))?
    };
    (numeral.vague, numeral.worded) = (true, true);
    Some(numeral)
}

/// The sum in the making.
struct Words {
    total: Number,
    section: Number,
    current: Option<Number>,
    power: i16,
    precision: i16,
    worded: bool,
    last: Option<Word>,
}

enum Taken {
    Yes,
    No,
    TooLarge,
}

impl Words {
    fn take(&mut self, found: Word, next: Option<Word>) -> Taken {
        let done = match found {
            Word::Ones(value) => {
                let number = Number::whole(i128::from(value));
                match (self.current, self.last) {
                    (None, _) => self.current = Some(number),
                    (Some(tens), Some(Word::Tens(_))) if (1..10).contains(&value) => self.current = tens.plus(number),
                    _ => return Taken::No,
                }
                self.precision = 0;
                true
            }
            Word::Tens(value) => {
                let tens = Number::whole(i128::from(value));
                match (self.current, self.last) {
                    (None, _) => self.current = Some(tens),
                    // one twenty two
                    (Some(ones), Some(Word::Ones(1..=9))) if !self.worded && matches!(next, Some(Word::Ones(1..=9))) => {
                        self.current = ones.shifted(2).and_then(|hundreds| hundreds.plus(tens));
                    }
                    _ => return Taken::No,
                }
                self.precision = 0;
                true
            }
            Word::Hundred => {
                if self.last.is_some() && self.current.is_none() {
                    return Taken::No;
                }
                let value = self.current.take().unwrap_or(Number::ONE);
                (self.precision, self.worded) = (2, true);
                value.shifted(2).and_then(|v| self.section.plus(v)).map(|sum| self.section = sum).is_some()
            }
            Word::Power(power) => {
                let Some(mut value) = self.section.plus(self.current.take().unwrap_or(Number::ZERO)) else {
                    return Taken::TooLarge;
                };
                if value.mantissa == 0 && self.last.is_none() {
                    value = Number::ONE;
                }
                self.section = Number::ZERO;
                self.precision = self.precision.min(0) + power;
                self.worded = true;
                let sum = if self.power > 0 && self.power < power {
                    self.total.plus(value).and_then(|sum| sum.shifted(power))
                } else {
                    value.shifted(power).and_then(|v| self.total.plus(v))
                };
                self.power = power;
                sum.map(|sum| self.total = sum).is_some()
            }
            Word::Dozen => {
                let sum = self
                    .section
                    .plus(self.current.take().unwrap_or(Number::ZERO))
                    .filter(|v| v.mantissa != 0)
                    .unwrap_or(Number::ONE);
                self.worded = true;
                sum.times(Number::whole(12)).map(|sum| self.section = sum).is_some()
            }
            Word::Piece(_) | Word::Tiny(_) => return Taken::No,
        };
        self.last = Some(found);
        if done { Taken::Yes } else { Taken::TooLarge }
    }
}

/// The next word after spaces or a hyphen (`ninety - five` too).
fn joined(text: &str, end: usize) -> Option<usize> {
    let rest = &text[end..];
    let spaces = rest.bytes().take(3).take_while(|b| *b == b' ').count();
    let skip = if rest.starts_with(" - ") { 3 } else { spaces.max(usize::from(rest.starts_with('-'))) };
    let next = end + skip;
    (skip > 0 && text.as_bytes().get(next).is_some_and(u8::is_ascii_alphabetic)).then_some(next)
}

/// `five six`, `seventy-one`, `nought four` after `point`.
pub(super) fn spoken_decimals(text: &str, at: usize) -> Option<(Number, i16, usize)> {
    let (mut mantissa, mut places, mut end) = (0_i128, 0_i16, at);
    while let Some(next) = joined(text, end) {
        let next_end = letters_end(text, next);
        let found = match &text[next..next_end] {
            "o" | "oh" => Some(Word::Ones(0)),
            other => word(other),
        };
        let (value, length) = match found {
            Some(Word::Ones(digit @ 0..=9)) => (digit, 1),
            Some(Word::Ones(teen)) if places == 0 => (teen, 2),
            Some(Word::Tens(tens)) if places == 0 => {
                let ones = joined(text, next_end).and_then(|next| match word(&text[next..letters_end(text, next)]) {
                    Some(Word::Ones(digit @ 1..=9)) => Some((digit, letters_end(text, next))),
                    _ => None,
                });
                if let Some((digit, end)) = ones {
                    return Some((Number::decimal(i128::from(tens + digit), -2), 2, end));
                }
                (tens, 2)
            }
            _ => break,
        };
        mantissa = mantissa.checked_mul(10_i128.pow(length))?.checked_add(i128::from(value))?;
        (places, end) = (places + i16::try_from(length).ok()?, next_end);
        if length == 2 || places > 30 {
            break;
        }
    }
    (places > 0).then_some((Number::decimal(mantissa, -places), places, end))
}

/// Digits or words.
pub(super) fn any(text: &str, at: usize) -> Read {
    if text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic) { read(text, at) } else { digits(text, at) }
}
