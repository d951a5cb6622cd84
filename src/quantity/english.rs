//! English number words: thirty-five, two hundred and one, a dozen, one and a half million, three fifths.

use super::Number;
use super::numeral::{Numeral, Part, Read, Script, digits};

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
}

fn word(text: &str) -> Option<Word> {
    let mut buffer = [0_u8; 12];
    let lower = lowered(text, &mut buffer)?;
    Some(match lower {
        "zero" => Word::Ones(0),
        "one" => Word::Ones(1),
        "two" => Word::Ones(2),
        "three" => Word::Ones(3),
        "four" => Word::Ones(4),
        "five" => Word::Ones(5),
        "six" => Word::Ones(6),
        "seven" => Word::Ones(7),
        "eight" => Word::Ones(8),
        "nine" => Word::Ones(9),
        "ten" => Word::Ones(10),
        "eleven" => Word::Ones(11),
        "twelve" => Word::Ones(12),
        "thirteen" => Word::Ones(13),
        "fourteen" => Word::Ones(14),
        "fifteen" => Word::Ones(15),
        "sixteen" => Word::Ones(16),
        "seventeen" => Word::Ones(17),
        "eighteen" => Word::Ones(18),
        "nineteen" => Word::Ones(19),
        "twenty" => Word::Tens(20),
        "thirty" => Word::Tens(30),
        "forty" | "fourty" => Word::Tens(40),
        "fifty" => Word::Tens(50),
        "sixty" => Word::Tens(60),
        "seventy" => Word::Tens(70),
        "eighty" => Word::Tens(80),
        "ninety" => Word::Tens(90),
        "hundred" | "hundreds" => Word::Hundred,
        "thousand" | "thousands" => Word::Power(3),
        "lakh" | "lakhs" => Word::Power(5),
        "million" | "millions" => Word::Power(6),
        "crore" | "crores" => Word::Power(7),
        "billion" | "billions" => Word::Power(9),
        "trillion" | "trillions" => Word::Power(12),
        "quadrillion" => Word::Power(15),
        "quintillion" => Word::Power(18),
        "sextillion" => Word::Power(21),
        "dozen" | "dozens" => Word::Dozen,
        "half" | "halves" => Word::Piece(2),
        "third" | "thirds" => Word::Piece(3),
        "quarter" | "quarters" | "fourth" | "fourths" => Word::Piece(4),
        "fifth" | "fifths" => Word::Piece(5),
        "sixth" | "sixths" => Word::Piece(6),
        "seventh" | "sevenths" => Word::Piece(7),
        "eighth" | "eighths" => Word::Piece(8),
        "ninth" | "ninths" => Word::Piece(9),
        "tenth" | "tenths" => Word::Piece(10),
        "hundredth" | "hundredths" => Word::Piece(100),
        "thousandth" | "thousandths" => Word::Piece(1000),
        _ => return None,
    })
}

fn lowered<'b>(text: &str, buffer: &'b mut [u8; 12]) -> Option<&'b str> {
    let slice = buffer.get_mut(..text.len())?;
    slice.copy_from_slice(text.as_bytes());
    slice.make_ascii_lowercase();
    std::str::from_utf8(slice).ok()
}

/// End of the letters from `at`.
pub(super) fn letters_end(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

/// `million` and its like after digits, with the power of ten and the end.
pub(super) fn magnitude(text: &str, at: usize) -> Option<(i16, usize)> {
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
    let [a, b, c, ..] = bytes else { return false };
    matches!(
        (a | 0x20, b | 0x20, c | 0x20),
        (b'z', b'e', b'r')
            | (b'o', b'n', b'e')
            | (b't', b'w', b'o' | b'e')
            | (b't', b'h', b'r' | b'i' | b'o')
            | (b'f', b'o', b'u' | b'r')
            | (b'f', b'i', b'v' | b'f')
            | (b's', b'i', b'x')
            | (b's', b'e', b'v')
            | (b'e', b'i', b'g')
            | (b'e', b'l', b'e')
            | (b'n', b'i', b'n')
            | (b't', b'e', b'n')
            | (b'h', b'u', b'n')
            | (b'h', b'a', b'l')
            | (b'd', b'o', b'z')
            | (b'm', b'i', b'l')
            | (b'b', b'i', b'l')
            | (b't', b'r', b'i')
            | (b'q', b'u', b'a')
            | (b'l', b'a', b'k')
            | (b'd', b'o', b'u')
    )
}

/// Reads number words from `at`, where a word starts.
pub(super) fn read(text: &str, at: usize) -> Read {
    let mut end = letters_end(text, at);
    let Some(first) = word(&text[at..end]) else { return Read::Nothing };
    let (mut total, mut section, mut current) = (Number::ZERO, Number::ZERO, None::<Number>);
    let (mut precision, mut worded, mut last) = (0_i16, false, first);
    let (mut any, mut position) = (false, at);
    loop {
        let Some(found) = word(&text[position..end]) else { break };
        let fits = match found {
            Word::Ones(value) => {
                let value_number = Number::whole(i128::from(value));
                match (current, last, any) {
                    (_, _, false) | (None, _, true) => current = Some(value_number),
                    (Some(tens), Word::Tens(_), true) if (1..10).contains(&value) => current = tens.plus(value_number),
                    _ => break,
                }
                precision = 0;
                true
            }
            Word::Tens(value) => {
                if any && current.is_some() {
                    break;
                }
                (current, precision) = (Some(Number::whole(i128::from(value))), 0);
                true
            }
            Word::Hundred => {
                if any && current.is_none() {
                    break;
                }
                let value = current.take().unwrap_or(Number::ONE);
                (precision, worded) = (2, true);
                value.shifted(2).and_then(|v| section.plus(v)).map(|sum| section = sum).is_some()
            }
            Word::Power(power) => {
                let value = section.plus(current.take().unwrap_or(Number::ZERO));
                let value = value.filter(|v| v.mantissa != 0).or((!any).then_some(Number::ONE));
                section = Number::ZERO;
                (precision, worded) = (power, true);
                if let Some(value) = value {
                    value.shifted(power).and_then(|v| total.plus(v)).map(|sum| total = sum).is_some()
                } else if total.mantissa != 0 {
                    total.shifted(power).map(|sum| total = sum).is_some()
                } else {
                    break;
                }
            }
            Word::Dozen => {
                let value = current.take().unwrap_or(Number::ONE);
                worded = true;
                value.times(Number::whole(12)).and_then(|v| section.plus(v)).map(|sum| section = sum).is_some()
            }
            Word::Piece(_) => break,
        };
        if !fits {
            return Read::TooLarge(end);
        }
        (any, last, position) = (true, found, end);
        // Next word: one space or hyphen, an `and` after a magnitude, `point`.
        let Some(next) = joined(text, end) else { break };
        let next_end = letters_end(text, next);
        let next_word = &text[next..next_end];
        if next_word.eq_ignore_ascii_case("and") && matches!(found, Word::Hundred | Word::Power(_)) {
            let Some(after) = joined(text, next_end) else { break };
            let after_end = letters_end(text, after);
            match word(&text[after..after_end]) {
                Some(Word::Ones(_) | Word::Tens(_)) => (position, end) = (after, after_end),
                _ => break,
            }
            continue;
        }
        if next_word.eq_ignore_ascii_case("point") {
            if let Some((part, places, after)) = spoken_decimals(text, next_end) {
                let Some(sum) = current.unwrap_or(Number::ZERO).plus(part) else { return Read::TooLarge(after) };
                (current, precision, end, position) = (Some(sum), -places, after, after);
                if let Some(next) = joined(text, after) {
                    let next_end = letters_end(text, next);
                    if matches!(word(&text[next..next_end]), Some(Word::Power(_) | Word::Hundred)) {
                        (position, end) = (next, next_end);
                        continue;
                    }
                }
            }
            break;
        }
        if word(next_word).is_none() {
            break;
        }
        (position, end) = (next, next_end);
    }
    if !any {
        return Read::Nothing;
    }
    end = position;
    let Some(value) = section.plus(current.unwrap_or(Number::ZERO)).and_then(|s| total.plus(s)) else {
        return Read::TooLarge(end);
    };
    let mut numeral = Numeral::exactly(at, end, value, Number::decimal(1, precision), Script::English);
    numeral.worded = worded;
    Read::Number(numeral)
}

/// The next word after one space, tab or hyphen (`ninety - five` too).
fn joined(text: &str, end: usize) -> Option<usize> {
    let rest = &text[end..];
    let skip = if rest.starts_with(" - ") { 3 } else { usize::from(rest.starts_with([' ', '-'])) };
    let next = end + skip;
    (skip > 0 && text.as_bytes().get(next).is_some_and(u8::is_ascii_alphabetic)).then_some(next)
}

/// `five six` after `point`.
fn spoken_decimals(text: &str, at: usize) -> Option<(Number, i16, usize)> {
    let (mut mantissa, mut places, mut end) = (0_i128, 0_i16, at);
    while let Some(next) = joined(text, end) {
        let next_end = letters_end(text, next);
        let digit = match &text[next..next_end] {
            "o" | "oh" => 0,
            other => match word(other) {
                Some(Word::Ones(digit @ 0..=9)) => digit,
                _ => break,
            },
        };
        mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(digit))?;
        (places, end) = (places + 1, next_end);
    }
    (places > 0).then_some((Number::decimal(mantissa, -places), places, end))
}

/// The denominator word at `at`: `thirds`, `fifth`, with its end.
pub(super) fn piece(text: &str, at: usize) -> Option<(u32, usize)> {
    let end = letters_end(text, at);
    match word(&text[at..end]) {
        Some(Word::Piece(below)) => Some((below, end)),
        _ => None,
    }
}

/// Digits or words.
pub(super) fn any(text: &str, at: usize) -> Read {
    if text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic) { read(text, at) } else { digits(text, at) }
}

/// A fraction in words after its numerator: `two thirds`, `three-fifths`.
pub(super) fn fraction(text: &str, numeral: &mut Numeral) {
    if numeral.script != Script::English {
        return;
    }
    let Some(next) = joined(text, numeral.end) else { return };
    let Some((below, end)) = piece(text, next) else { return };
    let plural = text[next..end].ends_with('s') || text[next..end].ends_with("ves");
    let one = numeral.low.integer() == Some(1);
    if !plural && !one {
        return;
    }
    if let (Some(low), Some(high)) = (numeral.low.over(Number::whole(i128::from(below))), numeral.high.over(Number::whole(i128::from(below)))) {
        (numeral.low, numeral.high, numeral.end, numeral.part) = (low, high, end, Part::Fraction);
        (numeral.low_precision, numeral.high_precision) = (low, high);
    }
}
