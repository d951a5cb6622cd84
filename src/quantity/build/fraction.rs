//! Scores and fractions of two numbers: 9.2/10, 3/4, 4 out of 5, one in ten.

use crate::quantity::numeral::{Part, Read, Script, digits};
use crate::quantity::side::{Context, Side};
use crate::quantity::units::UnitKind;
use crate::quantity::{Number, english};

/// `4 out of 5`, `two out of three`, `one in ten`: the second number with the end.
pub(in crate::quantity) fn out_of(context: &Context, side: &Side) -> Option<(Number, usize, bool)> {
    if side.unit.is_some() || side.letter != 0 {
        return None;
    }
    let tail = &context.text[side.end..];
    let (word, score) = if tail.starts_with(" out of ") {
        (" out of ", true)
    } else if tail.starts_with(" in ") && (side.numeral.script == Script::English || side.numeral.low.integer() == Some(1)) {
        (" in ", false)
    } else if tail.starts_with(" over ") && side.numeral.part == Part::None {
        (" over ", false)
    } else {
        return None;
    };
    let Read::Number(of) = english_or_digits(context, side.end + word.len()) else { return None };
    if word == " over " {
        // `50 over 100 users` is no fraction; `one over twenty` ends there.
        let closed = context.text[of.end..]
            .trim_start_matches(' ')
            .chars()
            .next()
            .is_none_or(|c| matches!(c, '.' | ',' | ';' | '?' | ')'));
        return (closed && of.low.mantissa > 0).then_some((of.low, of.end, false));
    }
    if word == " in "
        && of.script == Script::Digits
        && (of.low.compare(&Number::whole(1800)).is_gt()
            || context.unit(of.end, &context.attach(of, false)).is_some_and(|(_, _, unit)| unit.kind != UnitKind::Noun))
    {
        return None;
    }
    (of.low.integer()? > side.numeral.low.integer().unwrap_or(0) && of.part == Part::None).then_some((
        of.low,
        of.end,
        score && of.script == Script::Digits,
    ))
}

fn english_or_digits(context: &Context, at: usize) -> Read {
    english::any(context.text, at)
}

/// `9.2/10`, `3/4` behind the first number.
pub(super) fn slash(context: &Context, side: &Side) -> Option<(Number, usize, bool)> {
    let numeral = &side.numeral;
    if side.unit.is_some() || side.letter != 0 || numeral.script != Script::Digits || numeral.worded || numeral.vague {
        return None;
    }
    let tail = &context.text[numeral.end..];
    let mark = tail.chars().next().filter(|c| matches!(c, '/' | '／' | '⁄'))?;
    let at = numeral.end + mark.len_utf8();
    let Read::Number(below) = digits(context.text, at) else { return None };
    let whole = below.low.integer()?;
    if whole <= 0 || below.formatted {
        return None;
    }
    // More than two numbers in a row are no fraction.
    if context.text[below.end..].starts_with(['/', '-'])
        && context.text[below.end + 1..].starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let decimals = numeral.low.exponent < 0;
    let smaller = numeral.low.compare(&below.low) != std::cmp::Ordering::Greater;
    let alone = matches!(whole, 10 | 100) && context.text.trim().len() == below.end - numeral.start;
    let score = smaller
        && (decimals && matches!(whole, 5 | 10 | 20 | 50 | 100)
            || alone
            || matches!(whole, 5 | 10 | 20 | 100) && score_word(context.text, numeral.start));
    let improper = whole <= 12 && numeral.length <= 2 && !context.text[below.end..].starts_with(|c: char| c.is_alphanumeric());
    if !score && (decimals || !smaller && !improper || whole > 1000) {
        return None;
    }
    // 8/16 GB, 220/380 V: nobody writes a fraction that could be cancelled before a unit.
    if !score
        && numeral.low.integer().is_some_and(|above| above > 0 && common_divisor(above, whole) > 1)
        && context.unit(below.end, side).is_some_and(|(_, _, unit)| {
            matches!(unit.kind, UnitKind::Data | UnitKind::Rate | UnitKind::Measure | UnitKind::Degree | UnitKind::Money)
        })
    {
        return None;
    }
    Some((below.low, below.end, score))
}

fn common_divisor(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// A word of scoring stands shortly before.
fn score_word(text: &str, at: usize) -> bool {
    let start = text[..at].char_indices().rev().take(14).last().map_or(0, |(i, _)| i);
    let window = text[start..at].to_ascii_lowercase();
    ["评分", "得分", "打分", "分值", "评价", "满分", "评级", "score", "rating", "rated"].iter().any(|word| window.contains(word))
}
