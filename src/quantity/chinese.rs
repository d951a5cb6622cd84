//! Chinese numerals, pure or around digits: 三千零四十万, 两万五, 17万4, 一点五亿, 五六十, 数百万, 三分之一, 壹佰贰拾.

mod fraction;
mod token;

pub(super) use token::{goes_on, starts};

use fraction::{mixed_fraction, parts};
use token::{Token, formal, token};

use super::Number;
use super::numeral::{Numeral, Read, Script, digits};
use super::text::{char_at, digit_at, skip_spaces};
use super::units::Units;

/// Digits or a decimal, its last place, and how many digits it has.
type Plain = (Number, i16, usize);

struct Reading<'a> {
    text: &'a str,
    units: &'a Units,
    tokens: [Token; 48],
    plains: [Plain; 3],
    plain_count: u8,
    count: usize,
    end: usize,
    more: bool,
    chars: usize,
}

/// Reads a numeral that starts with digits which are already read, or with a Chinese numeral character.
pub(super) fn read(text: &str, at: usize, lead: Option<Numeral>, units: &Units) -> Read {
    let mut reading = Reading {
        text,
        units,
        tokens: [Token::Some; 48],
        plains: [(Number::ZERO, 0, 0); 3],
        plain_count: 0,
        count: 0,
        end: at,
        more: false,
        chars: 0,
    };
    if let Some(lead) = lead {
        reading.push_plain((lead.low, lead.low.exponent, lead.length), lead.end);
    } else if char_at(text, at).is_none_or(|(c, _)| token(c).is_none()) {
        return Read::Nothing;
    }
    reading.collect();
    if reading.count == 0 {
        return Read::Nothing;
    }
    let Some(mut numeral) = reading.finish(at, lead) else { return Read::TooLarge(reading.end) };
    mixed_fraction(text, &mut numeral, units);
    parts(text, &mut numeral, units);
    Read::Number(numeral)
}

impl Reading<'_> {
    fn push(&mut self, token: Token, end: usize) -> bool {
        if self.count == self.tokens.len() {
            return false;
        }
        self.tokens[self.count] = token;
        self.count += 1;
        self.end = end;
        self.chars += 1;
        true
    }

    fn push_plain(&mut self, plain: Plain, end: usize) -> bool {
        let Some(slot) = self.plains.get_mut(usize::from(self.plain_count)) else { return false };
        *slot = plain;
        self.plain_count += 1;
        self.push(Token::Plain(self.plain_count - 1), end)
    }

    fn last(&self) -> Option<Token> {
        self.count.checked_sub(1).map(|index| self.tokens[index])
    }

    fn collect(&mut self) {
        loop {
            let mut at = self.end;
            let Some((mut c, mut next)) = char_at(self.text, at) else { return };
            // `三千 八百 九十六 萬`: a space inside, where a magnitude stands on one of its sides.
            if c == ' ' && self.count > 0 {
                let start = skip_spaces(self.text, at, 2);
                let Some((behind, after)) = char_at(self.text, start) else { return };
                let placed = matches!(self.last(), Some(Token::Small(_) | Token::Big(_)));
                let joins = match token(behind) {
                    Some(Token::Small(_) | Token::Big(_)) => true,
                    Some(Token::Digit(_) | Token::Some) => placed,
                    _ => match behind {
                        '余' | '餘' | '多' => {
                            placed
                                && char_at(self.text, skip_spaces(self.text, after, 1))
                                    .is_some_and(|(c, _)| matches!(token(c), Some(Token::Big(_))))
                        }
                        '点' | '點' => {
                            let digit = skip_spaces(self.text, after, 1);
                            char_at(self.text, digit).is_some_and(|(c, _)| matches!(token(c), Some(Token::Digit(_))))
                        }
                        _ => placed && self.digits_with_magnitude(start),
                    },
                };
                if !joins {
                    return;
                }
                (at, c, next) = (start, behind, after);
            }
            if digit_at(self.text, at).is_some() {
                let zero = matches!(self.last(), Some(Token::Digit(0))) && self.count > 1;
                let after_magnitude = matches!(self.last(), Some(Token::Big(_) | Token::Small(2..=3)));
                if !after_magnitude && !zero {
                    return;
                }
                let Read::Number(plain) = digits(self.text, at) else { return };
                if char_at(self.text, plain.end).is_some_and(|(c, _)| matches!(c, '-' | '~' | '%' | '/' | ':')) {
                    return;
                }
                if !self.push_plain((plain.low, plain.low.exponent, plain.length), plain.end) {
                    return;
                }
                continue;
            }
            match c {
                '多' | '余' | '餘' | '来' if self.more_word(c, next) => continue,
                '点' | '點' if self.decimals(next) => continue,
                '个' | '個' if self.count > 0 && next_is(self.text, next, &['亿', '億', '万', '萬']) => {
                    let Some((big, after)) = char_at(self.text, next) else { return };
                    if let Some(token) = token(big) {
                        self.push(token, after);
                    }
                    continue;
                }
                _ => {}
            }
            let Some(found) = token(c) else { return };
            if self.stops(c, found, at, next) || !self.push(found, next) {
                return;
            }
        }
    }

    /// `7万 5千`: digits with a smaller magnitude behind a space.
    fn digits_with_magnitude(&self, at: usize) -> bool {
        matches!(digits(self.text, at), Read::Number(n) if char_at(self.text, n.end).is_some_and(|(c, _)| matches!(token(c), Some(Token::Small(_) | Token::Big(_)))))
    }

    /// What looks like one more numeral character and belongs to the word behind.
    fn stops(&self, c: char, found: Token, at: usize, next: usize) -> bool {
        let last = self.last();
        match found {
            Token::Small(_) | Token::Big(_) => {
                if last.is_none() {
                    return false;
                }
                if c == '兆' && matches!(last, Some(Token::Plain(_)))
                    || formal(c)
                        && !matches!(c, '京' | '拾' | '伍' | '陆' | '陸' | '参' | '參' | '叄')
                        && !matches!(last, Some(Token::Digit(_) | Token::Small(_)))
                {
                    return true;
                }
                // 千克, 千瓦时, 百分点: the unit owns its prefix.
                if matches!(c, '千' | '百' | '兆') && self.units.at(self.text, at).is_some_and(|(end, _)| end > next) {
                    return true;
                }
                false
            }
            Token::Some => match last {
                None => false,
                Some(Token::Digit(0)) if self.count > 1 => false,
                Some(Token::Small(_)) => c == '数' || c == '數' || self.text[next..].starts_with(['乎', '何', '率']),
                Some(_) => true,
            },
            // 两 as a unit of mass: 三两, 一百两.
            Token::Digit(2) if (c == '两' || c == '兩') && last.is_some() => {
                !matches!(char_at(self.text, next), Some((c, _)) if matches!(token(c), Some(Token::Small(_) | Token::Big(_))))
            }
            Token::Digit(_) => matches!(last, Some(Token::Plain(_) | Token::Some)),
            _ => false,
        }
    }

    /// 700多亿, 二十多人, 十来个. True when taken.
    fn more_word(&mut self, c: char, next: usize) -> bool {
        if self.more || !matches!(self.last(), Some(Token::Small(_) | Token::Big(_) | Token::Tens(_) | Token::Plain(_))) {
            return false;
        }
        let magnitude = char_at(self.text, next).and_then(|(c, after)| match token(c) {
            Some(Token::Small(_) | Token::Big(_)) => Some((c, after)),
            _ if c == ' ' => char_at(self.text, after).filter(|(c, _)| matches!(token(*c), Some(Token::Big(_)))),
            _ => None,
        });
        if let Some((big, after)) = magnitude {
            if let Some(token) = token(big) {
                self.more = true;
                self.push(token, after);
            }
            return true;
        }
        let unit = self.units.at(self.text, next).is_some();
        if c == '来' && !unit || matches!(self.last(), Some(Token::Plain(_))) && !unit && !at_end(self.text, next) {
            return false;
        }
        // 一百多样 is not 一百 + 多样.
        if c == '多' && next_is(self.text, next, &['样', '种', '个']) && !unit {
            return false;
        }
        self.more = true;
        self.end = next;
        true
    }

    /// 三点五, 零點77. Joins everything so far into one decimal. True when taken.
    fn decimals(&mut self, next: usize) -> bool {
        if self.count == 0 || matches!(self.last(), Some(Token::Plain(_) | Token::Pair(..) | Token::Some)) {
            return false;
        }
        let next = skip_spaces(self.text, next, 1);
        let (mut end, mut mantissa, mut places) = (next, 0_i128, 0_i16);
        loop {
            let digit = match digit_at(self.text, end) {
                Some(found) => Some(found),
                None => char_at(self.text, end).and_then(|(c, after)| match token(c) {
                    Some(Token::Digit(d)) if !matches!(c, '两' | '兩') => Some((d, after)),
                    _ => None,
                }),
            };
            let Some((digit, after)) = digit else { break };
            let Some(value) = mantissa.checked_mul(10).and_then(|m| m.checked_add(i128::from(digit))) else { return false };
            (mantissa, places, end) = (value, places + 1, after);
        }
        // 三点五十分, 三点一刻 are times of day.
        if places == 0
            || self.text[end..].starts_with(['刻', '十', '拾'])
            || self.text[end..].starts_with('分') && !self.text[end..].starts_with("分之") && places > 1
        {
            return false;
        }
        let Some((whole, _)) = self.evaluate(false) else { return false };
        let Some(value) = whole.plus(Number::decimal(mantissa, -places)) else { return false };
        (self.count, self.plain_count) = (0, 0);
        self.push_plain((value, -places, usize::from(places.unsigned_abs())), end);
        true
    }

    fn finish(&mut self, at: usize, lead: Option<Numeral>) -> Option<Numeral> {
        self.pair_digits();
        let vague = self.tokens[..self.count].iter().any(|t| matches!(t, Token::Pair(..) | Token::Some));
        let (low, low_precision) = self.evaluate(false)?;
        let (high, high_precision) = if vague { self.evaluate(true)? } else { (low, low_precision) };
        let script = if lead.is_some() { Script::Digits } else { Script::Chinese };
        let worded = self.tokens[..self.count].iter().any(|t| matches!(t, Token::Small(_) | Token::Big(_) | Token::Tens(_)));
        let mut numeral = Numeral::exactly(at, self.end, low, low_precision, script);
        numeral.high = high;
        numeral.high_precision = high_precision;
        numeral.vague = vague;
        numeral.more = self.more;
        numeral.length = self.chars;
        numeral.worded = worded;
        numeral.formatted = lead.is_some_and(|l| l.formatted);
        Some(numeral)
    }

    /// 五六 before a magnitude or at the end of 四十五六 is a range; 二三四 is a number digit by digit.
    fn pair_digits(&mut self) {
        let mut index = 0;
        while index + 1 < self.count {
            let (Token::Digit(a), Token::Digit(b)) = (self.tokens[index], self.tokens[index + 1]) else {
                index += 1;
                continue;
            };
            let run_before = index > 0 && matches!(self.tokens[index - 1], Token::Digit(_));
            let run_after = matches!(self.tokens.get(index + 2), Some(Token::Digit(_))) && index + 2 < self.count;
            let close = b == a + 1 || (a, b) == (3, 5);
            if a > 0 && close && !run_before && !run_after {
                let magnitude_before = index > 0;
                let magnitude_after = index + 2 < self.count;
                if magnitude_before || magnitude_after || self.count == 2 {
                    self.tokens[index] = Token::Pair(a, b);
                    self.tokens.copy_within(index + 2..self.count, index + 1);
                    self.count -= 1;
                }
            }
            index += 1;
        }
    }

    /// Value and the size of the last place; the upper reading of vague words with `upper`.
    fn evaluate(&self, upper: bool) -> Option<(Number, Number)> {
        let tokens = &self.tokens[..self.count];
        let (mut total, mut section, mut current) = (Number::ZERO, Number::ZERO, None::<Number>);
        let (mut last_big, mut last_unit, mut precision) = (0_i16, 0_i16, 0_i16);
        let (mut zero, mut touched) = (false, false);
        for (index, token) in tokens.iter().enumerate() {
            let before = index.checked_sub(1).map(|i| tokens[i]);
            match *token {
                Token::Digit(digit) => {
                    let value = Number::whole(i128::from(digit));
                    if matches!(before, Some(Token::Digit(_))) {
                        let sum = current.unwrap_or(Number::ZERO).times(Number::whole(10))?.plus(value)?;
                        current = Some(sum);
                    } else {
                        current = Some(value);
                    }
                    zero = digit == 0 || zero && matches!(before, Some(Token::Digit(0)));
                    precision = 0;
                }
                Token::Tens(tens) => {
                    section = section.plus(Number::whole(i128::from(tens) * 10))?;
                    (last_unit, precision, touched) = (1, 0, true);
                }
                Token::Pair(a, b) => {
                    current = Some(Number::whole(i128::from(if upper { b } else { a })));
                    precision = 0;
                }
                Token::Some => {
                    current = Some(Number::whole(if upper {
                        10
                    } else {
                        i128::from(!matches!(before, Some(Token::Small(_) | Token::Digit(0))))
                    }));
                    precision = 0;
                }
                Token::Plain(index) => {
                    let (value, exponent, _) = self.plains[usize::from(index)];
                    (current, precision) = (Some(value), exponent);
                }
                Token::Small(places) => {
                    let value = current.take().filter(|v| v.mantissa != 0).unwrap_or(Number::ONE);
                    let fresh = before.is_none() || matches!(before, Some(Token::Small(_) | Token::Big(_)));
                    section = section.plus(value.shifted(places)?)?;
                    precision = if fresh { places } else { precision + places };
                    (last_unit, touched, zero) = (places, true, false);
                }
                Token::Big(places) => {
                    let mut value = section.plus(current.take().unwrap_or(Number::ZERO))?;
                    if value.mantissa == 0 && total.mantissa == 0 {
                        value = Number::ONE;
                    }
                    precision = if before.is_none() { places } else { precision + places };
                    total = if last_big > 0 && (last_big < places || last_big == places && value.mantissa == 0) {
                        total.plus(value)?.shifted(places)?
                    } else {
                        total.plus(value.shifted(places)?)?
                    };
                    section = Number::ZERO;
                    (last_big, last_unit, touched, zero) = (places, places, true, false);
                }
            }
        }
        if let Some(value) = current {
            let last = tokens.last().copied();
            let before = tokens.len().checked_sub(2).map(|i| tokens[i]);
            let follows_unit = matches!(before, Some(Token::Small(_) | Token::Big(_)));
            let single = match last {
                Some(Token::Digit(d)) => d > 0,
                Some(Token::Pair(..)) => true,
                Some(Token::Plain(index)) => matches!(self.plains[usize::from(index)], (_, 0, 1)),
                _ => false,
            };
            // 两万五 is 25000, 17万4 is 174000; 两万零五 is 20005.
            if touched && follows_unit && single && last_unit >= 2 && !zero {
                section = section.plus(value.shifted(last_unit - 1)?)?;
                precision = last_unit - 1;
            } else {
                section = section.plus(value)?;
            }
        }
        Some((total.plus(section)?, Number::decimal(1, precision)))
    }
}

fn next_is(text: &str, at: usize, chars: &[char]) -> bool {
    char_at(text, at).is_some_and(|(c, _)| chars.contains(&c))
}

fn at_end(text: &str, at: usize) -> bool {
    char_at(text, at).is_none_or(|(c, _)| {
        c.is_ascii_punctuation() || c.is_whitespace() || matches!(c, '，' | '。' | '、' | '；' | '）' | '：' | '！' | '？')
    })
}
