//! Smaller parts of a figure behind its unit: halves, tenths, minutes behind hours.

use super::{Context, Side};
use crate::quantity::numeral::{Part, Read};
use crate::quantity::text::{char_at, is_han, skip_spaces};
use crate::quantity::units::UnitKind;
use crate::quantity::{Number, chinese, english};

impl<'a> Context<'a> {
    /// 两米半, 一年半.
    #[inline(never)]
    pub(super) fn half_behind(&self, side: &mut Side<'a>) {
        let tail = &self.text[side.end..];
        let Some((_, _, unit)) = side.unit else { return };
        if !tail.starts_with('半')
            || side.numeral.vague
            || unit.kind == UnitKind::Noun
            || unit.canonical == "%" && !self.text[..side.end].ends_with('成')
        {
            return;
        }
        let half = Number::decimal(5, -1);
        if let Some(sum) = side.numeral.low.plus(half) {
            (side.numeral.low, side.numeral.high) = (sum, sum);
            side.end += '半'.len_utf8();
        }
        if let (Some((start, _, unit)), true) = (side.unit, true) {
            // 两个半小时: the unit stands behind the half.
            if unit.kind == UnitKind::Classifier
                && let Some((end, unit)) = self.units.at(self.text, side.end)
            {
                side.unit = Some((side.end, end, unit));
                side.end = end;
                let _ = start;
            }
        }
    }

    /// 三米九, 五块六, 七成五, 三块零四: tenths or hundredths of the unit.
    #[inline(never)]
    pub(super) fn tenth_behind(&self, side: &mut Side<'a>) {
        let Some((start, end, _)) = side.unit else { return };
        if side.end != end
            || side.numeral.vague
            || self.text.as_bytes()[start] < 0x80
            || !matches!(&self.text[start..end], "米" | "块" | "塊" | "毛" | "元" | "角" | "斤" | "尺" | "成" | "公尺")
        {
            return;
        }
        let mut at = skip_spaces(self.text, end, 1);
        let zero = self.text[at..].starts_with('零');
        if zero {
            at += '零'.len_utf8();
        }
        // 一米七五 and 1米75, 五块二五.
        let length = matches!(&self.text[start..end], "米" | "公尺");
        if (length || matches!(&self.text[start..end], "块" | "塊" | "元"))
            && at == end
            && let Some((hundredths, end)) = hundredths_behind(self.text, at, length)
            && let Some(sum) = side.numeral.low.plus(hundredths)
        {
            (side.numeral.low, side.numeral.high, side.end) = (sum, sum, end);
            (side.numeral.low_precision, side.numeral.high_precision) = (Number::decimal(1, -2), Number::decimal(1, -2));
            return;
        }
        let Read::Number(small) = chinese::read(self.text, at, None, self.units) else { return };
        if small.length != 1 || small.worded || small.vague || small.part != Part::None {
            return;
        }
        let closed = char_at(self.text, small.end)
            .is_none_or(|(c, _)| !is_han(c) || matches!(c, '的' | '到' | '至' | '左' | '以' | '了' | '，'));
        let places = if zero { -2 } else { -1 };
        if closed && let Some(sum) = small.low.shifted(places).and_then(|small| side.numeral.low.plus(small)) {
            (side.numeral.low, side.numeral.high, side.end) = (sum, sum, small.end);
        }
    }

    /// 一小时三十分, 123元1角, 7 feet 10 inches: smaller parts of the same figure.
    #[inline(never)]
    pub(super) fn compound(&self, side: &mut Side<'a>) {
        for _ in 0..3 {
            let Some((_, _, unit)) = side.unit else { return };
            if side.numeral.vague || !matches!(unit.kind, UnitKind::Time | UnitKind::Money | UnitKind::Measure) {
                return;
            }
            let mut at = skip_spaces(self.text, side.end, 1);
            if self.text.as_bytes().get(at).is_none_or(|b| *b < 0xe3 && !b.is_ascii_alphanumeric() && *b != b',') {
                return;
            }
            for word in ["零", "又", "and ", ", and ", ", ", "、零"] {
                if self.text[at..].starts_with(word) {
                    at += word.len();
                    break;
                }
            }
            let tail = &self.text[at..];
            let Some(first) = tail.chars().next() else { return };
            if !(first.is_ascii_digit()
                || chinese::starts(first)
                || first.is_ascii_alphabetic() && english::may_start(tail.as_bytes()))
            {
                return;
            }
            let Read::Number(small) = self.numeral(at) else { return };
            if small.vague || small.part != Part::None || small.end == at {
                return;
            }
            let part = Side { numeral: small, letter: 0, unit: None, end: small.end, plus: false, shared: None };
            let found = self.unit(small.end, &part);
            let plain = small.low.integer().is_some_and(|value| (1..100).contains(&value)) && !small.formatted;
            let closed = self.text[small.end..]
                .trim_start_matches(' ')
                .chars()
                .next()
                .is_none_or(|c| matches!(c, '.' | ',' | ';' | '?' | '!' | ')'))
                && !tail.starts_with(|c: char| is_han(c));
            let (end, factor) = match found {
                // 20时 after days
                None if unit.kind == UnitKind::Time && self.text[small.end..].starts_with(['时', '時']) => {
                    (small.end + 3, Number::whole(3600))
                }
                // fifteen dollars fifty; 1 hour thirty
                None if plain && closed && unit.kind == UnitKind::Money && unit.factor == Number::ONE => {
                    (small.end, Number::decimal(1, -2))
                }
                None if plain && closed && unit.kind == UnitKind::Time && unit.factor == Number::whole(3600) => {
                    (small.end, Number::whole(60))
                }
                Some((_, end, found))
                    if unit.kind == UnitKind::Money
                        && found.kind == UnitKind::Money
                        && found.factor == Number::decimal(1, -2).plain()
                        && unit.factor == Number::ONE
                        && matches!(found.canonical.as_str(), "USD") =>
                {
                    (end, found.factor)
                }
                Some((start, end, found)) if found.canonical == unit.canonical && found.kind == unit.kind => {
                    let _ = start;
                    (end, found.factor)
                }
                // 三十分 after hours are minutes, after 元角 hundredths.
                Some((_, end, found)) if found.kind == UnitKind::Score && self.text[..end].ends_with('分') => match unit.kind {
                    UnitKind::Time => (end, Number::whole(60)),
                    UnitKind::Money => (end, Number::decimal(1, -2)),
                    _ => return,
                },
                _ => return,
            };
            let smaller = factor.compare(&unit.factor) == std::cmp::Ordering::Less;
            if !smaller {
                return;
            }
            let Some(value) = small.low.times(factor).and_then(|v| v.over(unit.factor)) else { return };
            let Some(sum) = side.numeral.low.plus(value) else { return };
            (side.numeral.low, side.numeral.high, side.end) = (sum, sum, end);
            if let Some(precision) = small.low_precision.times(factor).and_then(|v| v.over(unit.factor)) {
                (side.numeral.low_precision, side.numeral.high_precision) = (precision, precision);
            }
        }
    }
}

/// 七五 behind a unit, and 75 or 8 where it is one of `length`, as hundredths of it.
fn hundredths_behind(text: &str, at: usize, length: bool) -> Option<(Number, usize)> {
    let digit = |at: usize| {
        let (c, next) = char_at(text, at)?;
        let value =
            c.to_digit(10).or_else(|| "零一二三四五六七八九".chars().position(|d| d == c).and_then(|d| u32::try_from(d).ok()))?;
        Some((i128::from(value), next, c.is_ascii()))
    };
    let (tens, next, ascii) = digit(at)?;
    let (ones, end, same) = match digit(next) {
        None if ascii => (0, next, true),
        second => second?,
    };
    let behind = char_at(text, end).map_or(' ', |(c, _)| c);
    let closed = !behind.is_alphanumeric() && !matches!(behind, '.' | '%' | '-' | '~')
        || matches!(behind, '的' | '左' | '以' | '了' | '一');
    let sentence_ends = behind == '.' && char_at(text, end + 1).is_none_or(|(c, _)| !c.is_alphanumeric());
    (tens > 0 && ascii == same && (length || !ascii) && (closed || sentence_ends))
        .then_some((Number::decimal(tens * 10 + ones, -2), end))
}

/// A mark or the end stands behind a unit: no half, tenth or smaller unit follows.
pub(super) fn closes(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end), None | Some(0xef | b'.' | b';' | b')' | b'/' | b'%' | b'-' | b'~' | b'\n' | b'|'))
}
