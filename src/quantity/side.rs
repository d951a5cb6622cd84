//! One side of a figure: numeral, magnitude letter and unit; and the rate behind it.

use super::english;
use super::numeral::{Numeral, Part, Read, Script, bare_power, digits, vulgar};
use super::text::{char_at, char_before, digit_at, is_han, skip_spaces};
use super::units::{Unit, UnitKind, Units};
use super::{Nouns, Number, chinese, words};

/// A numeral with what is attached to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'u> {
    pub numeral: Numeral,
    /// `K`, `M`, `B`, `T` after the digits, `N` for bn and its like; 0 if none.
    pub letter: u8,
    /// The unit and where it stands.
    pub unit: Option<(usize, usize, &'u Unit)>,
    /// End of numeral, letter, `+` and unit.
    pub end: usize,
    /// A `+` between number and unit.
    pub plus: bool,
    /// Powers of ten at the end that a range may share: those of 万 and above, and all.
    pub shared: Option<(i16, i16)>,
}

impl Side<'_> {
    /// A magnitude letter or word that ends at `end`.
    fn multiply(&mut self, power: i16, letter: u8, end: usize) {
        if let Some(scaled) = Number::ONE.shifted(power).and_then(|factor| self.numeral.scaled(factor)) {
            self.shared = Some((power, power));
            (self.numeral, self.letter, self.end) = (scaled, letter, end);
        }
    }
}

/// The table and the text: what all parts of the reading look at.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub text: &'a str,
    pub units: &'a Units,
    pub nouns: Nouns,
}

impl<'a> Context<'a> {
    /// The numeral at `at`, of any script.
    pub(super) fn numeral(&self, at: usize) -> Read {
        let Some((c, next)) = char_at(self.text, at) else { return Read::Nothing };
        if digit_at(self.text, at).is_some() || c == '.' || c == '．' {
            let read = digits(self.text, at);
            let Read::Number(mut numeral) = read else { return read };
            if ends_plainly(self.text.as_bytes(), numeral.end) {
                return read;
            }
            if let Some(power) = bare_power(self.text, numeral) {
                numeral = power;
            }
            if matches!(self.text.as_bytes().get(numeral.end), Some(0xc2 | 0xe2))
                && let Some((c, next)) = char_at(self.text, numeral.end)
                && let Some(part) = vulgar(c)
                && !numeral.formatted
                && let Some(sum) = numeral.low.plus(part)
            {
                (numeral.low, numeral.high, numeral.end, numeral.formatted) = (sum, sum, next, true);
                return Read::Number(numeral);
            }
            let ahead = char_at(self.text, skip_spaces(self.text, numeral.end, 1)).map(|(c, _)| c);
            if ahead.is_some_and(chinese::goes_on) {
                return chinese::read(self.text, at, Some(numeral), self.units);
            }
            let word = skip_spaces(self.text, numeral.end, 1);
            // Words go on behind a space or a hyphen only.
            if word == numeral.end
                && !self.text[word..].starts_with('-')
                && !self.text.as_bytes().get(word).is_some_and(u8::is_ascii_alphabetic)
            {
                return Read::Number(numeral);
            }
            let hyphen = usize::from(self.text[word..].starts_with('-'));
            if let Some((power, end)) = english::magnitude(self.text, word + hyphen)
                && let Some(factor) = Number::ONE.shifted(power)
                && let Some(mut scaled) = numeral.scaled(factor)
            {
                // `4 thousand 3 hundred`
                (scaled.end, scaled.worded) = (end, true);
                let next = skip_spaces(self.text, end, 1);
                if power > 2
                    && let Read::Number(rest) = digits(self.text, next)
                    && let Some((smaller, end)) = english::magnitude(self.text, skip_spaces(self.text, rest.end, 1))
                    && smaller < power
                    && let Some(sum) = rest.low.shifted(smaller).and_then(|rest| scaled.low.plus(rest))
                {
                    (scaled.low, scaled.high, scaled.end) = (sum, sum, end);
                }
                let power = if self.text[..scaled.end].ends_with("hundred") { 2 } else { power };
                // `3 hundred and one`
                if let Some(rest) = self.text[scaled.end..].strip_prefix(" and ")
                    && let Read::Number(small) = english::any(self.text, self.text.len() - rest.len())
                    && (power == 2 && small.low.compare(&Number::whole(100)).is_lt()
                        || power > 3 && small.worded && small.low.compare(&Number::whole(1000)).is_lt())
                    && english::magnitude(self.text, skip_spaces(self.text, small.end, 1)).is_none()
                    && let Some(sum) = scaled.low.plus(small.low)
                {
                    (scaled.low, scaled.high, scaled.end) = (sum, sum, small.end);
                }
                english::fraction(self.text, &mut scaled);
                return Read::Number(scaled);
            }
            if let Some(after) = ahead_word(self.text, word, &["dozen", "dozens", "dz", "dzs", "doz"])
                && let Some(mut scaled) = numeral.scaled(Number::whole(12))
            {
                scaled.end = after;
                return Read::Number(scaled);
            }
            // `1 point 1`
            if let Some(rest) = self.text[numeral.end..].strip_prefix(" point ")
                && !numeral.formatted
                && let Read::Number(part) = digits(self.text, self.text.len() - rest.len())
                && !part.formatted
                && let Some(places) = i16::try_from(part.length).ok()
                && let Some(sum) = part.low.shifted(-places).and_then(|part| numeral.low.plus(part))
            {
                (numeral.low, numeral.high, numeral.end, numeral.formatted) = (sum, sum, part.end, true);
                return Read::Number(numeral);
            }
            mixed_number(self.text, &mut numeral);
            english::fraction(self.text, &mut numeral);
            return Read::Number(numeral);
        }
        if let Some(value) = vulgar(c) {
            let mut numeral = Numeral::exactly(at, next, value, value, Script::Digits);
            numeral.formatted = true;
            return Read::Number(numeral);
        }
        if c.is_ascii_alphabetic() {
            return match english::read(self.text, at) {
                Read::Number(mut numeral) => {
                    english::fraction(self.text, &mut numeral);
                    Read::Number(numeral)
                }
                other => other,
            };
        }
        chinese::read(self.text, at, None, self.units)
    }

    /// Numeral, magnitude letter and unit at `at`. `money`: a currency stands before, so that `m` and `b` are magnitudes.
    pub(super) fn side(&self, at: usize, money: bool) -> Option<Side<'a>> {
        let Read::Number(numeral) = self.numeral(at) else { return None };
        Some(self.attach(numeral, money))
    }

    /// Adds what follows a numeral.
    pub(super) fn attach(&self, numeral: Numeral, money: bool) -> Side<'a> {
        let mut side =
            Side { numeral, letter: 0, unit: None, end: numeral.end, plus: false, shared: shared(self.text, &numeral) };
        if numeral.script == Script::Digits && numeral.part == Part::None {
            self.magnitude_letter(&mut side, money);
        }
        if self.text.as_bytes().get(side.end) == Some(&b'+')
            && digit_at(self.text, skip_spaces(self.text, side.end + 1, 1)).is_none()
        {
            side.plus = true;
            side.end += 1;
        } else if self.text.as_bytes().get(side.end) == Some(&0xef) && self.text[side.end..].starts_with('＋') {
            side.plus = true;
            side.end += '＋'.len_utf8();
        }
        if let Some(unit) = self.unit(side.end, &side).filter(|(_, _, unit)| !(side.letter == b'B' && unit.canonical == "model"))
        {
            (side.unit, side.end) = (Some(unit), unit.1);
            if unit.2.kind == UnitKind::Money
                && let Some((power, end)) = english::magnitude(self.text, skip_spaces(self.text, side.end, 1))
                && !side.numeral.worded
                && let Some(scaled) = Number::ONE.shifted(power).and_then(|factor| side.numeral.scaled(factor))
            {
                // 75 USD million
                (side.numeral, side.end) = (scaled, end);
            }
            self.half_behind(&mut side);
            self.tenth_behind(&mut side);
        }
        // 慢1分12秒: minutes where seconds follow.
        if let Some((start, end, unit)) = side.unit
            && unit.kind == UnitKind::Score
            && &self.text[start..end] == "分"
            && side.end == end
            && let Read::Number(seconds) = self.numeral(skip_spaces(self.text, end, 1))
            && !seconds.vague
            && self.text[seconds.end..].starts_with('秒')
            && let Some((_, minute)) = self.units.at("分钟", 0)
        {
            side.unit = Some((start, end, minute));
        }
        if side.unit.is_some() {
            self.compound(&mut side);
        }
        side
    }

    fn magnitude_letter(&self, side: &mut Side<'a>, money: bool) {
        let bytes = self.text.as_bytes();
        let at = skip_spaces(self.text, side.end, 2);
        let spaced = at > side.end;
        let (Some(&letter), next) = (bytes.get(at), bytes.get(at + 1).copied().unwrap_or(b' ')) else { return };
        if letter.is_ascii_alphabetic() && next.is_ascii_alphabetic() {
            let pair = [letter.to_ascii_lowercase(), next.to_ascii_lowercase()];
            if (letter == b'm' || letter == b'b' || letter == b'M') && bytes.get(at + 1).is_some_and(|b| matches!(b, b'i' | b'l'))
            {
                let word = &self.text[at..english::letters_end(self.text, at)];
                let power = match word {
                    "mil" | "mln" | "Mil" | "Mio" | "mio" => 6,
                    "bil" | "bln" => 9,
                    _ => return,
                };
                side.multiply(power, b'N', at + 3);
                return;
            }
            let last = !bytes.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
            let power = match &pair {
                b"bn" => 9,
                b"mn" | b"mm" if money => 6,
                b"tn" if money => 12,
                _ => return,
            };
            if last {
                side.multiply(power, b'N', at + 2);
            }
            return;
        }
        if next.is_ascii_alphanumeric() || next == b'_' || next == b'.' && bytes.get(at + 2).is_some_and(u8::is_ascii_digit) {
            return;
        }
        let power = match letter {
            b'K' if !spaced && side.numeral.low.exponent < 0 && side.numeral.low.compare(&Number::whole(100)).is_gt() => return,
            b'K' | b'k' if !spaced || letter == b'k' => 3,
            b'b' if !spaced && side.numeral.low.exponent < 0 => 9,
            b'B' if !spaced => 9,
            b'T' if !spaced && self.data_noun(at + 1) => 12,
            b'M' if !spaced => 6,
            b'm' | b'M' if money => 6,
            b'b' | b'B' if money => 9,
            b't' | b'T' if money => 12,
            b'G' if side.numeral.low.mantissa != 0 && self.data_noun(at + 1) => 9,
            _ => return,
        };
        let letter = if letter == b'b' { b'N' } else { letter.to_ascii_uppercase() };
        side.multiply(power, letter, at + 1);
    }

    fn data_noun(&self, at: usize) -> bool {
        let at = skip_spaces(self.text, at, 1);
        self.units.at(self.text, at).is_some_and(|(_, unit)| matches!(unit.canonical.as_str(), "token" | "parameter"))
    }

    /// The unit that belongs to a number which ends at `at`.
    pub(super) fn unit(&self, at: usize, side: &Side<'a>) -> Option<(usize, usize, &'a Unit)> {
        let next = skip_spaces(self.text, at, 1);
        if let Some(found) = self.unit_here(at, side, false) {
            return Some(found);
        }
        if next > at {
            return self.unit_here(next, side, true);
        }
        // two-year, 300-mm
        let bytes = self.text.as_bytes();
        if bytes.get(at) == Some(&b'-') && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            return self.unit_here(at + 1, side, true).filter(|(start, end, _)| end - start > 1);
        }
        None
    }

    fn unit_here(&self, at: usize, side: &Side<'a>, spaced: bool) -> Option<(usize, usize, &'a Unit)> {
        let (mut end, mut unit) = self.units.at(self.text, at)?;
        let name = &self.text[at..end];
        let first = name.chars().next()?;
        if is_han(first) {
            if name.chars().count() <= 2 && words::is_not_unit(&self.text[at..], name.len()) {
                return None;
            }
            // 百分之四十度 and 三成左右 are fine; 三成 after a percentage is not.
            if side.numeral.part != Part::None && matches!(unit.kind, UnitKind::Percent | UnitKind::Discount | UnitKind::Ratio) {
                return None;
            }
        } else if name.len() == 1 && first.is_ascii_alphabetic() {
            let adjacent = !spaced;
            let after = self.text.as_bytes().get(end).copied().unwrap_or(b' ');
            let dash = after == b'-' && self.text.as_bytes().get(end + 1).is_some_and(u8::is_ascii_alphabetic);
            if after.is_ascii_digit() || dash || after == b'\'' && adjacent {
                return None;
            }
            if matches!(first, 'x' | 'X')
                && spaced
                && char_at(self.text, skip_spaces(self.text, end, 1)).is_some_and(|(c, _)| c.is_alphanumeric())
            {
                return None;
            }
            if side.letter != 0 && !matches!(first, '$') && adjacent {
                return None;
            }
            // 7.4 t/ha
            let rate = after == b'/' && self.text.as_bytes().get(end + 1).is_some_and(u8::is_ascii_alphabetic);
            let heavy = first == 't' && (side.numeral.formatted || self.weighs(side.numeral.start, end));
            if spaced && !rate && !heavy && (matches!(first, 'd' | 'b' | 't' | 'N') || first == 'A' && !side.numeral.formatted) {
                return None;
            }
            if side.numeral.script == Script::English {
                return None;
            }
        } else if matches!(name, "in") {
            let behind = self.text[end..].chars().find(|c| *c != ' ');
            if spaced && behind.is_some_and(char::is_alphanumeric) || side.numeral.script == Script::English {
                return None;
            }
        } else {
            // 8×A100; `the two second places`
            let product = name == "×"
                && char_at(self.text, skip_spaces(self.text, end, 1)).is_some_and(|(c, next)| {
                    // 5× smaller is a factor.
                    c.is_ascii_alphanumeric() && (spaced || next == end + 1 || !c.is_ascii_lowercase())
                });
            let ordinal =
                name == "second" && side.numeral.script == Script::English && side.numeral.low.compare(&Number::ONE).is_gt();
            if product || ordinal {
                return None;
            }
        }
        // 3个节点: the noun behind the measure word.
        if unit.kind == UnitKind::Classifier
            && let Some((noun_end, noun)) = self.units.at(self.text, skip_spaces(self.text, end, 1))
            && noun.kind == UnitKind::Noun
        {
            (end, unit) = (noun_end, noun);
        } else if matches!(unit.canonical.as_str(), "person")
            && name.chars().count() == 1
            && let Some((noun_end, noun)) = self.units.at(self.text, end)
            && noun.kind == UnitKind::Noun
            && matches!(name, "名" | "位")
        {
            (end, unit) = (noun_end, noun);
        }
        Some((at, end, unit))
    }

    /// A word of weight before a number, or `of` behind its unit: a load of 3 t, 12 t of gravel.
    fn weighs(&self, at: usize, end: usize) -> bool {
        const WEIGHT: &[&str] =
            &["weigh", "mass", "load", "cargo", "tonnage", "freight", "capacity", "carr", "lift", "haul", "ship", "crane"];
        let start = self.text[..at].char_indices().rev().take(32).last().map_or(0, |(index, _)| index);
        let window = &self.text[start..at];
        self.text[end..].starts_with(" of ") || WEIGHT.iter().any(|word| window.contains(word))
    }

    /// 两米半, 一年半.
    fn half_behind(&self, side: &mut Side<'a>) {
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
    fn tenth_behind(&self, side: &mut Side<'a>) {
        let Some((start, end, _)) = side.unit else { return };
        if side.end != end
            || side.numeral.vague
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
    fn compound(&self, side: &mut Side<'a>) {
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

/// Nothing behind digits goes on with the numeral: a mark such as `%` or a letter that begins no magnitude word.
fn ends_plainly(bytes: &[u8], end: usize) -> bool {
    match *bytes.get(end..).unwrap_or(&[]) {
        [] | [b'%' | b',' | b'.' | b')' | b'/' | b'~' | b';' | b':' | b'|' | b'\n' | b']', ..] => true,
        [b' ', byte, ..] | [byte, ..] if byte.is_ascii_alphabetic() => {
            matches!(byte | 0x20, b'e' | b'f' | b'g' | b'i' | b'j' | b'n' | b'o' | b'r' | b'u' | b'v' | b'w' | b'x' | b'y' | b'z')
        }
        _ => false,
    }
}

/// The end of one of `words` at `at`.
fn ahead_word(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let end = english::letters_end(text, at);
    words.contains(&&text[at..end]).then_some(end)
}

/// `1 3/5`: a whole number and a proper fraction.
fn mixed_number(text: &str, numeral: &mut Numeral) {
    if numeral.formatted || numeral.length > 3 || !text[numeral.end..].starts_with(' ') {
        return;
    }
    let Read::Number(above) = digits(text, numeral.end + 1) else { return };
    let Some(rest) = text[above.end..].strip_prefix('/') else { return };
    let Read::Number(below) = digits(text, text.len() - rest.len()) else { return };
    let small = below.low.compare(&Number::whole(65)).is_lt() && above.low.compare(&below.low).is_lt();
    if !small || above.formatted || below.formatted || text[below.end..].starts_with(['/', '-', '.']) {
        return;
    }
    if let Some(sum) = above.low.over(below.low).and_then(|part| numeral.low.plus(part)) {
        (numeral.low, numeral.high, numeral.end, numeral.formatted) = (sum, sum, below.end, true);
    }
}

/// 3-5万: what the second value lends to the first.
fn shared(text: &str, numeral: &Numeral) -> Option<(i16, i16)> {
    if !numeral.worded || numeral.part != Part::None {
        return None;
    }
    let mut end = numeral.end;
    let (mut power, mut big) = (0_i16, 0_i16);
    while let Some((c, start)) = char_before(text, end) {
        let places = match c {
            '十' | '拾' => 1,
            '百' | '佰' => 2,
            '千' | '仟' => 3,
            '万' | '萬' => 4,
            '亿' | '億' => 8,
            '多' | '余' | '个' => 0,
            _ => break,
        };
        if start <= numeral.start {
            break;
        }
        if places >= 4 && power == big {
            big += places;
        }
        power += places;
        end = start;
    }
    if numeral.script != Script::Chinese && power == 0 {
        let word_start =
            numeral.end - text.as_bytes()[..numeral.end].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        if word_start > numeral.start {
            power = english::magnitude(text, word_start)?.0;
            big = if power > 2 { power } else { 0 };
        }
    }
    // A numeral that only ends in digits lends nothing, but has places of its own.
    (numeral.script != Script::Digits || power > 0).then_some((big, power))
}
