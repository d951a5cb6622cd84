//! Chinese fractions: 三分之一, 百分之五, 二又二分之一.

use super::{Token, read, token};
use crate::quantity::Number;
use crate::quantity::numeral::{Numeral, Part, Read, Script, digits};
use crate::quantity::text::{char_at, digit_at, skip_spaces};
use crate::quantity::units::Units;

/// 三又五分之一.
pub(super) fn mixed_fraction(text: &str, numeral: &mut Numeral, units: &Units) {
    let Some(('又', next)) = char_at(text, skip_spaces(text, numeral.end, 1)) else { return };
    let Read::Number(fraction) = any(text, skip_spaces(text, next, 1), units) else { return };
    if fraction.part == Part::None {
        return;
    }
    let value = match fraction.part {
        Part::Hundredth => fraction.low.shifted(-2),
        Part::Thousandth => fraction.low.shifted(-3),
        Part::TenThousandth => fraction.low.shifted(-4),
        _ => Some(fraction.low),
    };
    if let Some(sum) = value.and_then(|v| numeral.low.plus(v)) {
        (numeral.low, numeral.high, numeral.end, numeral.part) = (sum, sum, fraction.end, Part::None);
    }
}

/// A numeral of either script.
pub(super) fn any(text: &str, at: usize, units: &Units) -> Read {
    // 百分之点二八
    if let Some(('点' | '點', next)) = char_at(text, at) {
        let (mut mantissa, mut places, mut end) = (0_i128, 0_i16, next);
        while let Some((c, after)) = char_at(text, end) {
            let Some(Token::Digit(digit)) = token(c) else { break };
            let Some(value) = mantissa.checked_mul(10).and_then(|m| m.checked_add(i128::from(digit))) else {
                return Read::TooLarge(end);
            };
            (mantissa, places, end) = (value, places + 1, after);
        }
        if places == 0 {
            return Read::Nothing;
        }
        return Read::Number(Numeral::exactly(
            at,
            end,
            Number::decimal(mantissa, -places),
            Number::decimal(1, -places),
            Script::Chinese,
        ));
    }
    if digit_at(text, at).is_some() {
        match digits(text, at) {
            Read::Number(lead) => read(text, at, Some(lead), units),
            other => other,
        }
    } else {
        read(text, at, None, units)
    }
}

/// 百分之四十, 三分之一, 千分之三.
pub(super) fn parts(text: &str, numeral: &mut Numeral, units: &Units) {
    let mut at = numeral.end;
    for word in ["分", "之"] {
        while text[at..].starts_with(' ') {
            at += 1;
        }
        if !text[at..].starts_with(word) {
            return;
        }
        at += word.len();
    }
    while text[at..].starts_with(' ') {
        at += 1;
    }
    let (negative, at) = match char_at(text, at) {
        Some(('负' | '負' | '-' | '−', next)) => (true, next),
        _ => (false, at),
    };
    let Read::Number(mut above) = any(text, at, units) else { return };
    if above.part != Part::None || above.end == at {
        return;
    }
    if negative {
        above = above.negated();
    }
    let below = numeral.low;
    let part = match below.integer() {
        Some(100) => Part::Hundredth,
        Some(1000) => Part::Thousandth,
        Some(10000) => Part::TenThousandth,
        _ => Part::Fraction,
    };
    let quotient = |n: Number| if part == Part::Fraction { n.over(below) } else { Some(n) };
    let (Some(low), Some(high)) = (quotient(above.low), quotient(above.high)) else { return };
    let script = numeral.script;
    let start = numeral.start;
    *numeral = Numeral { start, low, high, part, script, worded: true, ..above };
}
