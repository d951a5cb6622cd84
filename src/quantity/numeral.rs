//! One numeral: digits, Chinese numerals, or both together (1,234.5万, 17万4, 三千零四十万, 数百万), with its magnitude words
//! and without unit, bound or sign.

use super::Number;
use super::text::{char_at, digit_at};

/// The script that a numeral starts in: what follows it is judged differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Digits,
    Chinese,
    English,
}

/// The denominator of 百分之 and its like, where it is a unit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// No fraction.
    None,
    /// 百分之: the value is in hundredths.
    Hundredth,
    /// 千分之.
    Thousandth,
    /// 万分之.
    TenThousandth,
    /// Any other: the value is the quotient.
    Fraction,
}

/// A numeral, read.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "independent properties of the writing")]
pub(super) struct Numeral {
    pub start: usize,
    pub end: usize,
    pub low: Number,
    pub high: Number,
    pub low_precision: Number,
    pub high_precision: Number,
    /// 数百, 几十, 五六: a range that nobody counted.
    pub vague: bool,
    /// 多, 余: somewhat more than written.
    pub more: bool,
    pub script: Script,
    pub part: Part,
    /// Characters of the bare numeral, for what depends on how it is written.
    pub length: usize,
    /// It holds a magnitude or place word: 万, 百, million.
    pub worded: bool,
    /// Digits with grouping marks, decimals or an exponent.
    pub formatted: bool,
}

impl Numeral {
    pub(super) fn exactly(start: usize, end: usize, value: Number, precision: Number, script: Script) -> Self {
        Self {
            start,
            end,
            low: value,
            high: value,
            low_precision: precision,
            high_precision: precision,
            vague: false,
            more: false,
            script,
            part: Part::None,
            length: end - start,
            worded: false,
            formatted: false,
        }
    }

    /// Multiplies value and precision; `None` where it does not fit.
    pub(super) fn scaled(mut self, factor: Number) -> Option<Self> {
        self.low = self.low.times(factor)?;
        self.high = self.high.times(factor)?;
        self.low_precision = self.low_precision.times(factor)?;
        self.high_precision = self.high_precision.times(factor)?;
        Some(self)
    }

    pub(super) fn negated(mut self) -> Self {
        (self.low, self.high) = (self.low.negated(), self.high.negated());
        self
    }
}

/// What reading came to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Read {
    Number(Numeral),
    /// A numeral up to here, beyond the exact arithmetic.
    TooLarge(usize),
    Nothing,
}

/// Plain digits: grouping, decimals, exponents; half and full width.
pub(super) fn digits(text: &str, at: usize) -> Read {
    plain_digits(text, at).unwrap_or_else(|| formatted_digits(text, at))
}

/// The common case: at most 18 ASCII digits and decimals, with nothing behind that could belong to them.
fn plain_digits(text: &str, at: usize) -> Option<Read> {
    let bytes = text.as_bytes();
    let (mut mantissa, mut end) = (0_i64, at);
    while let Some(byte @ b'0'..=b'9') = bytes.get(end) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
        end += 1;
    }
    let whole = end - at;
    let mut places = 0_i16;
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end += 1;
        while let Some(byte @ b'0'..=b'9') = bytes.get(end) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
            (end, places) = (end + 1, places.saturating_add(1));
        }
    }
    if whole == 0 || end - at > 18 {
        return None;
    }
    let goes_on = match bytes.get(end) {
        // A space before digits or a sign of multiplication.
        Some(b' ') => {
            matches!(bytes.get(end + 1), Some(b'0'..=b'9' | b'x' | b'X' | b'*' | b' ' | 0x80..=0xff))
                && !matches!(bytes.get(end + 1), Some(0xe3..=0xe9))
        }
        // Han characters other than 点, and full-width forms.
        Some(0xe3..=0xe9) => text[end..].starts_with(['点', '點']),
        Some(b',' | b'\'' | b'_' | b'e' | b'E' | b'x' | b'X' | b'*' | 0x80..=0xff) => true,
        _ => false,
    };
    if goes_on {
        return None;
    }
    let value = Number::decimal(i128::from(mantissa), -places);
    let mut numeral = Numeral::exactly(at, end, value, Number::decimal(1, -places), Script::Digits);
    (numeral.formatted, numeral.length) = (places > 0, end - at - usize::from(places > 0));
    Some(Read::Number(numeral))
}

fn formatted_digits(text: &str, at: usize) -> Read {
    let mut mantissa = 0_i128;
    let (mut exponent, mut end, mut fits) = (0_i16, at, true);
    let (mut count, mut group, mut formatted) = (0_usize, 0_usize, false);
    let push = |mantissa: &mut i128, digit: u8| {
        mantissa.checked_mul(10).and_then(|m| m.checked_add(i128::from(digit))).map(|m| *mantissa = m).is_some()
    };
    loop {
        if let Some((digit, next)) = digit_at(text, end) {
            fits &= push(&mut mantissa, digit);
            (end, count, group) = (next, count + 1, group + 1);
        } else if count > 0
            && (group == 3 || !formatted && group < 3)
            && let Some(next) = grouping_at(text, end, formatted)
        {
            (end, group, formatted) = (next, 0, true);
        } else {
            break;
        }
    }
    let leading_point = count == 0;
    if let Some((mark, next)) = char_at(text, end)
        && (mark == '.' || mark == '．' || (mark == '點' || mark == '点') && count > 0 && is_point(text, next))
        && digit_at(text, next).is_some()
    {
        end = next;
        while let Some((digit, next)) = digit_at(text, end) {
            if exponent > -60 {
                fits &= push(&mut mantissa, digit);
                exponent -= 1;
            }
            (end, formatted, count) = (next, true, count + 1);
        }
    }
    if count == 0 || leading_point && exponent == 0 {
        return Read::Nothing;
    }
    if let Some((power, next)) = power_of_ten(text, end) {
        (exponent, end, formatted) = (exponent.saturating_add(power), next, true);
    }
    if !fits || exponent.unsigned_abs() > 400 {
        return Read::TooLarge(end);
    }
    let value = Number::decimal(mantissa, exponent);
    let mut numeral = Numeral::exactly(at, end, value, Number::decimal(1, exponent), Script::Digits);
    (numeral.formatted, numeral.length) = (formatted, count);
    Read::Number(numeral)
}

/// 三点五 is a decimal, 三点五十分 a time of day.
fn is_point(text: &str, at: usize) -> bool {
    let mut end = at;
    while let Some((_, next)) = digit_at(text, end) {
        end = next;
    }
    !text[end..].starts_with('分') || text[end..].starts_with("分之")
}

/// A grouping mark with exactly three digits behind it.
fn grouping_at(text: &str, at: usize, again: bool) -> Option<usize> {
    let (mark, next) = char_at(text, at)?;
    let three = |from: usize| {
        let mut end = from;
        for _ in 0..3 {
            end = digit_at(text, end)?.1;
        }
        digit_at(text, end).is_none().then_some(end)
    };
    match mark {
        ',' | '，' | '\u{2009}' | '\u{202f}' | '\u{a0}' | '\'' | '’' | '_' => three(next).map(|_| next),
        ' ' => {
            // `1 234 567`: a second group, so that two numbers side by side stay two.
            let end = three(next)?;
            let thousands = text[next..].starts_with("000");
            (again || thousands || char_at(text, end).is_some_and(|(c, _)| c == ' ') && three(end + 1).is_some()).then_some(next)
        }
        _ => None,
    }
}

/// `e3`, `×10^3`, `x10^-4`, `×10⁶`, `*10^3`, and `10^6` after its own ten.
fn power_of_ten(text: &str, at: usize) -> Option<(i16, usize)> {
    let rest = text.get(at..)?;
    let first = *rest.as_bytes().first()?;
    if !matches!(first, b'e' | b'E' | b'x' | b'X' | b'*' | b' ' | 0xc2 | 0xc3 | 0xe2) {
        return None;
    }
    if let Some(tail) = rest.strip_prefix(['e', 'E']) {
        let (power, used) = signed(tail)?;
        return Some((power, at + 1 + used));
    }
    let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
    let tail = trimmed.strip_prefix(['×', 'x', 'X', '*', '·', '⋅'])?.trim_start_matches([' ', '\u{a0}']).strip_prefix("10")?;
    let (power, used) = if let Some(tail) = tail.strip_prefix('^') {
        let (power, used) = signed(tail)?;
        (power, used + 1)
    } else {
        superscript(tail).or_else(|| if tail.starts_with(['-', '−']) { signed(tail) } else { None })?
    };
    Some((power, text.len() - tail.len() + used))
}

fn signed(text: &str) -> Option<(i16, usize)> {
    let (sign, body) = match text.chars().next()? {
        c @ ('-' | '−' | '－') => (-1, &text[c.len_utf8()..]),
        c @ ('+' | '＋') => (1, &text[c.len_utf8()..]),
        _ => (1, text),
    };
    let (mut power, mut length) = (0_i16, 0);
    while let Some((digit, next)) = digit_at(body, length) {
        power = power.checked_mul(10)?.checked_add(i16::from(digit))?;
        length = next;
    }
    if length == 0 || body[length..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    Some((sign * power, text.len() - body.len() + length))
}

fn superscript(text: &str) -> Option<(i16, usize)> {
    let (mut power, mut used, mut sign, mut any) = (0_i16, 0, 1, false);
    for c in text.chars() {
        let digit = match c {
            '⁻' if !any => {
                sign = -1;
                used += c.len_utf8();
                continue;
            }
            '⁰' => 0,
            '¹' => 1,
            '²' => 2,
            '³' => 3,
            '⁴'..='⁹' => i16::try_from(c as u32 - '⁴' as u32).ok()? + 4,
            _ => break,
        };
        power = power.checked_mul(10)?.checked_add(digit)?;
        (used, any) = (used + c.len_utf8(), true);
    }
    any.then_some((sign * power, used))
}

/// `10^6`, `10⁶`, `2^20` without a factor before it.
pub(super) fn bare_power(text: &str, numeral: Numeral) -> Option<Numeral> {
    if !matches!(text.as_bytes().get(numeral.end), Some(b'^' | 0xc2 | 0xe2)) {
        return None;
    }
    if let Some(after) = text[numeral.end..].strip_prefix('^')
        && numeral.low.exponent < 0
    {
        // 1.1^23
        let (power, used) = signed(after)?;
        let exponent = u32::try_from(power).ok()?;
        let value = Number::decimal(numeral.low.mantissa.checked_pow(exponent)?, numeral.low.exponent.checked_mul(power)?);
        let end = numeral.end + 1 + used;
        return Some(Numeral {
            low: value,
            high: value,
            low_precision: value,
            high_precision: value,
            end,
            formatted: true,
            ..numeral
        });
    }
    let base = numeral.low.integer()?;
    if !(2..=10).contains(&base) {
        return None;
    }
    let tail = &text[numeral.end..];
    let (power, used) = if let Some(after) = tail.strip_prefix('^') {
        let (power, used) = signed(after)?;
        (power, used + 1)
    } else if base == 10 {
        superscript(tail)?
    } else {
        return None;
    };
    let value = if base == 10 {
        Number::decimal(1, power)
    } else {
        let whole = Number::whole(base.checked_pow(u32::from(power.unsigned_abs()))?);
        if power < 0 { Number::ONE.over(whole)? } else { whole }
    };
    let mut read = numeral;
    (read.low, read.high, read.end, read.formatted) = (value, value, numeral.end + used, true);
    (read.low_precision, read.high_precision) = (value, value);
    Some(read)
}

/// ½ and its like, alone or after a whole number.
pub(super) fn vulgar(c: char) -> Option<Number> {
    let (above, below): (i128, u32) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    };
    Number { mantissa: above, exponent: 0, denominator: below }.times(Number::ONE)
}
