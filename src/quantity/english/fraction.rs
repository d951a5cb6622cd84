//! Fractions in words: two thirds, a quarter, three and a half.

use super::{Word, joined, letters_end, magnitude, read, word};
use crate::quantity::Number;
use crate::quantity::numeral::{Numeral, Part, Read, Script};

/// The part that a denominator word at `at` names (`thirds`, `fifth`, `trillionths`), with its end and whether it is plural.
pub(in crate::quantity) fn piece(text: &str, at: usize) -> Option<(Number, usize, bool)> {
    let [a, b, ..] = text.as_bytes().get(at..)? else { return None };
    let likely = matches!(
        [a | 0x20, b | 0x20],
        [b'h', b'a' | b'u']
            | [b't', b'h' | b'e' | b'r']
            | [b'q', b'u']
            | [b'f', b'o' | b'i']
            | [b's', b'i' | b'e']
            | [b'e' | b'n' | b'm' | b'b', b'i']
    );
    if !likely {
        return None;
    }
    let end = letters_end(text, at);
    let found = &text[at..end];
    let plural = found.ends_with(['s', 'S']);
    match word(found) {
        Some(Word::Piece(below)) => Some((Number::ONE.over(Number::whole(i128::from(below)))?, end, plural)),
        Some(Word::Tiny(power)) => Some((Number::decimal(1, power), end, plural)),
        _ => None,
    }
}

/// A number of pieces starts here: `three fifths`.
pub(super) fn fraction_follows(text: &str, at: usize) -> bool {
    let mut end = letters_end(text, at);
    for _ in 0..2 {
        let Some(next) = joined(text, end) else { return false };
        if piece(text, next).is_some_and(|(_, _, plural)| plural) {
            return true;
        }
        end = letters_end(text, next);
        if !matches!(word(&text[next..end]), Some(Word::Ones(_))) {
            return false;
        }
    }
    false
}

/// A fraction in words after its numerator (`two thirds`, `three-fifths`), or after a whole number (`two and a half`, `3 million and a quarter`).
pub(in crate::quantity) fn fraction(text: &str, numeral: &mut Numeral) {
    if numeral.part != Part::None || numeral.vague {
        return;
    }
    if numeral.script == Script::English
        && let Some(next) = joined(text, numeral.end)
        && let Some((part, end, plural)) = piece(text, next)
        && (plural || numeral.low.integer() == Some(1))
        && !counts_quarters(text, numeral.start, next)
        && let Some(value) = numeral.low.times(part)
    {
        (numeral.low, numeral.high, numeral.end, numeral.part) = (value, value, end, Part::Fraction);
        (numeral.low_precision, numeral.high_precision) = (value, value);
        return;
    }
    mixed(text, numeral);
}

/// Quarters of a year, not of a whole: the last three quarters.
fn counts_quarters(text: &str, at: usize, next: usize) -> bool {
    text[next..].starts_with("quarter")
        && ["last ", "past ", "next ", "previous ", "first ", "consecutive ", "for ", "over "]
            .iter()
            .any(|word| text[..at].ends_with(word))
}

fn mixed(text: &str, numeral: &mut Numeral) {
    let rest = &text[numeral.end..];
    let Some(rest) = rest.strip_prefix(" and ").or_else(|| rest.strip_prefix("-and-")) else { return };
    let mut at = text.len() - rest.len();
    let mut count = Number::ONE;
    if let Some(after) = rest.strip_prefix("a ").or_else(|| rest.strip_prefix("a-")).or_else(|| rest.strip_prefix("an ")) {
        at = text.len() - after.len();
    } else if let Read::Number(above) = read(text, at) {
        let Some(next) = joined(text, above.end) else { return };
        (count, at) = (above.low, next);
    }
    if !text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic) {
        return;
    }
    let Some((part, mut end, _)) = piece(text, at) else { return };
    let Some(mut value) = count.times(part) else { return };
    let own = text[numeral.start..numeral.end].rsplit([' ', '-']).next().and_then(word);
    let behind = joined(text, end).and_then(|next| magnitude(text, next));
    let mut whole = numeral.low;
    if let Some((power, magnitude_end)) = behind {
        let Some(scaled) = value.shifted(power) else { return };
        (value, end) = (scaled, magnitude_end);
        if !numeral.worded {
            let Some(scaled) = whole.shifted(power) else { return };
            whole = scaled;
        }
        numeral.worded = true;
    } else if let Some(Word::Power(power)) = own {
        let Some(scaled) = value.shifted(power) else { return };
        value = scaled;
    } else if text[end..].starts_with(" of ") && text[end + 4..].starts_with("hour") {
        end += 3;
    }
    if let Some(sum) = whole.plus(value) {
        (numeral.low, numeral.high, numeral.end) = (sum, sum, end);
        (numeral.low_precision, numeral.high_precision) = (value, value);
    }
}
