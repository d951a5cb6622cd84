//! Figures without digits: factors in a word (翻番, 一半, halved), halves, and English number words.

use super::Scanner;
use crate::quantity::bounds::{self, After};
use crate::quantity::left::Left;
use crate::quantity::numeral::{Numeral, Part, Read, Script};
use crate::quantity::side::Side;
use crate::quantity::text::skip_spaces;
use crate::quantity::units::UnitKind;
use crate::quantity::{Number, Reason, build, english, names, range, words};

impl Scanner<'_, '_> {
    /// a third of, a hundredth, a quarter million, a kilogram; an hour and a half.
    pub(super) fn article(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let next = end + 1;
        if !text.as_bytes().get(next).is_some_and(u8::is_ascii_alphabetic) {
            return end;
        }
        let part = english::piece(text, next);
        if text[next..].starts_with("order of magnitude") {
            let left = self.context.left(at, self.done);
            let one = Numeral::exactly(at, end, Number::ONE, Number::ONE, Script::English);
            let side = self.context.attach(one, false);
            return self.figure(at, side, left);
        }
        if part.is_none() && !text[next..].starts_with("couple") && self.context.units.at(text, next).is_none() {
            return end;
        }
        let left = self.context.left(at, self.done);
        if let Some((part, piece_end, false)) = part {
            let mut numeral = Numeral::exactly(at, piece_end, part, part, Script::English);
            numeral.part = Part::Fraction;
            let after = skip_spaces(text, piece_end, 1);
            if let Some((power, end)) = english::magnitude(text, after)
                && let Some(mut scaled) = Number::ONE.shifted(power).and_then(|factor| numeral.scaled(factor))
            {
                (scaled.end, scaled.part, scaled.worded) = (end, Part::None, true);
                let side = self.context.attach(scaled, left.currency.is_some());
                return self.figure(at, side, left);
            }
            let tail = &text[piece_end..];
            let closed = tail.trim_start_matches(' ').is_empty()
                || tail.starts_with(" of ")
                || tail.starts_with(['.', ',', ';', ')'])
                || tail.starts_with(" the ");
            return if closed {
                let side = Side { numeral, letter: 0, unit: None, end: piece_end, plus: false, shared: None };
                self.figure(at, side, left)
            } else {
                end
            };
        }
        if text[next..].starts_with("couple") && (text[next + 6..].starts_with(" of ") || text[next + 6..].trim().is_empty()) {
            let mut numeral = Numeral::exactly(at, next + 6, Number::whole(2), Number::ONE, Script::English);
            if text[numeral.end..].starts_with(" of ") {
                numeral.end += 3;
            }
            let side = self.context.attach(numeral, false);
            return self.figure(at, side, left);
        }
        let one = Numeral::exactly(at, end, Number::ONE, Number::ONE, Script::English);
        let blank = Side { numeral: one, letter: 0, unit: None, end, plus: false, shared: None };
        let Some((_, unit_end, unit)) = self.context.unit(end, &blank) else { return end };
        let tail = &text[unit_end..];
        let more = tail.starts_with(" and ")
            && tail[5..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'a' | 'h' | 't' | 'f' | 'q'));
        // `within an hour`, `for a week`: the word before makes it a span of time.
        let spans = left.bound.is_some() || left.approximate || text[..at].ends_with("for ");
        let more = more || spans && !tail.starts_with(" of ");
        let measures = matches!(unit.kind, UnitKind::Measure | UnitKind::Money) && unit_end - next > 1;
        if tail.starts_with('-')
            || !measures
                && !(unit.kind == UnitKind::Time && (more || end - at > 2 || text[next..unit_end].starts_with("fortnight")))
        {
            return end;
        }
        let mut side = self.context.attach(one, false);
        if let Some(rest) = text[unit_end..].strip_prefix(" and ")
            && let Some((part, part_end, _)) = english::piece(text, text.len() - rest.strip_prefix("a ").unwrap_or(rest).len())
            && let Some(sum) = side.numeral.low.plus(part)
        {
            (side.numeral.low, side.numeral.high, side.end) = (sum, sum, part_end);
        } else if !measures && side.end == unit_end && more && !spans {
            return end;
        }
        self.figure(at, side, left)
    }

    /// 翻番, 翻两番, 翻3倍, 一半, 半数, 减半, 双倍: factors without a unit. Returns where to go on.
    pub(super) fn ratio_word(&mut self, at: usize, c: char) -> Option<usize> {
        let text = self.context.text;
        let tail = &text[at..];
        let half = Number::decimal(5, -1);
        let two = Number::whole(2);
        let (value, length) = match c {
            '翻' => {
                let after = &tail[3..];
                if after.starts_with('倍')
                    || after.starts_with('番')
                    || after.starts_with("了番")
                    || after.starts_with("一番")
                    || after.starts_with("了一番")
                    || after.starts_with("了倍")
                {
                    (two, 3 + after.find(['倍', '番']).map_or(0, |i| i + 3))
                } else {
                    let skip = if after.starts_with('了') { 3 } else { 0 };
                    let Read::Number(times) = self.context.numeral(at + 3 + skip) else { return None };
                    let end = times.end;
                    if text[end..].starts_with('番') {
                        let power = u32::try_from(times.low.integer()?).ok()?;
                        (Number::whole(2_i128.checked_pow(power)?), end + 3 - at)
                    } else {
                        return None;
                    }
                }
            }
            '对' | '對' if tail[3..].starts_with('折') && !tail[6..].starts_with('叠') => (half, 6),
            '双' | '雙' | '加' if tail[3..].starts_with('倍') => (two, 6),
            '一' | '减' | '減' if tail[3..].starts_with('半') => (half, 6),
            '半' if tail[3..].starts_with('数') && !tail[6..].starts_with('据') || tail[3..].starts_with('价') => (half, 6),
            '半' => return Some(self.half(at)),
            _ => return None,
        };
        let end = at + length;
        let left = self.context.left(at, self.done);
        Some(self.ratio(at, end, value, left))
    }

    pub(super) fn ratio(&mut self, at: usize, end: usize, value: Number, mut left: Left) -> usize {
        if !left.any && left.bound.is_none() {
            left.bound = self.context.part_bound(left.start, self.done);
        }
        let quantity = build::factor(at, end, value, &left);
        self.done = quantity.span.end;
        self.emit(quantity);
        end
    }

    /// 半年, 半个小时, 半打; 半导体 is a word.
    pub(super) fn half(&mut self, at: usize) -> usize {
        let text = self.context.text;
        let next = at + '半'.len_utf8();
        let mut numeral = Numeral::exactly(at, next, Number::decimal(5, -1), Number::decimal(5, -1), Script::Chinese);
        numeral.length = 1;
        let side = self.context.attach(numeral, false);
        let Some((_, end, unit)) = side.unit else { return next };
        if matches!(unit.kind, UnitKind::Noun | UnitKind::Score) {
            return next;
        }
        let half_ten =
            text[next..].starts_with('成') && !words::is_not_unit(&text[next..], 0) && !text[next..].starts_with("成品");
        if unit.kind == UnitKind::Percent && half_ten {
            let left = self.context.left(at, self.done);
            return self.figure(at, side, left);
        }
        if unit.kind == UnitKind::Percent {
            return next;
        }
        if unit.kind == UnitKind::Classifier && !text[..end].ends_with(['个', '個']) {
            return next;
        }
        let left = self.context.left(at, self.done);
        self.figure(at, side, left)
    }

    pub(super) fn english_number(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let word = text[at..end].to_ascii_lowercase();
        let half = Number::decimal(5, -1);
        let factor = match word.as_str() {
            "twice" | "double" | "doubled" | "doubles" | "doubling" | "twofold" => Some(Number::whole(2)),
            "thrice" | "triple" | "tripled" | "triples" | "tripling" | "threefold" => Some(Number::whole(3)),
            "quadruple" | "quadrupled" | "quadruples" | "fourfold" => Some(Number::whole(4)),
            "quintupled" | "fivefold" => Some(Number::whole(5)),
            "tenfold" => Some(Number::whole(10)),
            "halved" | "halves" | "halving" => Some(half),
            _ => None,
        };
        if let Some(value) = factor {
            if text[end..].starts_with('-') {
                return end;
            }
            let left = self.context.left(at, self.done);
            return self.ratio(at, end, value, left);
        }
        // at half time, in the second half: a part of a game or year.
        let named = text[end..].strip_prefix([' ', '-']).is_some_and(|rest| rest.starts_with("time"))
            || names::word_before(text, at).is_some_and(|(word, _)| {
                matches!(word.to_ascii_lowercase().as_str(), "first" | "second" | "latter" | "other" | "better")
            });
        if word == "half" && named {
            return end;
        }
        if word == "half" {
            return self.english_half(at, end);
        }
        let numeral = match self.context.numeral(at) {
            Read::Number(numeral) => numeral,
            Read::TooLarge(end) => return self.aside(at, end, Reason::OutOfRange),
            Read::Nothing => return end,
        };
        let left = self.context.left(at, self.done);
        let side = self.context.attach(numeral, left.currency.is_some());
        // `per million tokens`: a magnitude word without a number is part of a unit.
        let lone = numeral.worded && numeral.end == end && word != "dozen" && word != "dozens";
        if lone
            && left.bound.is_none()
            && !left.approximate
            && left.currency.is_none()
            && text[..at].ends_with(['/', ' ', '-', '('])
        {
            let (before, _) = names::word_before(text, at).unwrap_or(("", 0));
            if matches!(before.to_ascii_lowercase().as_str(), "per" | "the" | "in" | "of" | "each" | "every")
                || text[..at].ends_with(['/', '('])
            {
                return self.aside(at, end, Reason::Idiom);
            }
        }
        let one = numeral.low.integer() == Some(1) && !numeral.worded && numeral.part == Part::None;
        // one-time, one-off, one-way
        let counts = |unit: UnitKind| matches!(unit, UnitKind::Ratio | UnitKind::Noun | UnitKind::Classifier);
        if one && text[numeral.end..].starts_with('-') && side.unit.is_none_or(|(_, _, unit)| counts(unit.kind)) {
            return self.aside(at, numeral.end, Reason::Idiom);
        }
        let measured = side.unit.is_some_and(|(_, _, unit)| !matches!(unit.kind, UnitKind::Classifier));
        let whole = text.trim().len() == numeral.end - numeral.start;
        let ranged = range::separator(&self.context, side.end)
            .is_some_and(|sep| matches!(self.context.numeral(sep.next), Read::Number(n) if n.end > sep.next));
        let open = matches!(bounds::after(text, skip_spaces(text, numeral.end, 1)), Some((_, After::Bound(_))));
        if one
            && !measured
            && !open
            && !left.negative
            && left.bound.is_none()
            && !whole
            && !ranged
            && build::out_of(&self.context, &side).is_none()
        {
            return self.aside(at, numeral.end, Reason::Idiom);
        }
        if !numeral.worded && numeral.script == Script::English {
            let (before, _) = names::word_before(text, at).unwrap_or(("", 0));
            if before.starts_with(|c: char| c.is_ascii_uppercase()) && words::is_numbered(&before.to_ascii_lowercase()) {
                return self.aside(at, numeral.end, Reason::Ordinal);
            }
        }
        self.figure(at, side, left)
    }

    /// half an hour, half a million, half the cost.
    pub(super) fn english_half(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let half = Number::decimal(5, -1);
        let mut body = skip_spaces(text, end, 1);
        for article in ["a ", "an "] {
            if text[body..].starts_with(article) {
                body += article.len();
            }
        }
        // Half an order of magnitude is no exact factor.
        if text[body..].starts_with("order") {
            return body;
        }
        let left = self.context.left(at, self.done);
        let mut numeral = Numeral::exactly(at, end, half, half, Script::English);
        if let Some((power, next)) = english::magnitude(text, body)
            && let Some(value) = Number::ONE.shifted(power).and_then(|factor| numeral.scaled(factor))
        {
            numeral = value;
            (numeral.end, numeral.worded) = (next, true);
            let side = self.context.attach(numeral, left.currency.is_some());
            return self.figure(at, side, left);
        }
        if text[body..].starts_with("dozen") {
            let six = Number::whole(6);
            let numeral = Numeral::exactly(at, body + 5, six, Number::ONE, Script::English);
            let side = self.context.attach(numeral, false);
            return self.figure(at, side, left);
        }
        numeral.end = end;
        let mut side = self.context.attach(numeral, false);
        if let Some(found) = self
            .context
            .unit(body.saturating_sub(usize::from(body == end)), &side)
            .filter(|(_, _, unit)| matches!(unit.kind, UnitKind::Time | UnitKind::Measure | UnitKind::Money | UnitKind::Data))
        {
            (side.unit, side.end) = (Some(found), found.1);
            return self.figure(at, side, left);
        }
        if text[end..].starts_with('-') {
            let Some(found) =
                self.context.unit(end, &side).filter(|(_, _, unit)| matches!(unit.kind, UnitKind::Time | UnitKind::Measure))
            else {
                return end;
            };
            if found.2.kind == UnitKind::Time && text[found.1..].starts_with(" life") {
                return end;
            }
            (side.unit, side.end) = (Some(found), found.1);
            return self.figure(at, side, left);
        }
        self.ratio(at, end, half, left)
    }
}
