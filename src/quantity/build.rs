//! From the read pieces to a [`Quantity`]: second value, shared units, rate, bound, canonical form and readings.

mod fraction;
mod measure;

pub(super) use fraction::out_of;
pub(super) use measure::two_bounds;

use fraction::slash;
use measure::{Measure, interval};

use super::bounds::{self, After};
use super::left::Left;
use super::numeral::{Part, Script};
use super::range::{self, Joint};
use super::rate::Rate;
use super::side::{Context, Side};
use super::text::{digit_at, skip_spaces};
use super::units::{Unit, UnitKind};
use super::{Bound, Form, Nouns, Number, Quantity, names, plural, words};
use ecow::EcoString;

/// A factor that a word says: 翻番, halved.
pub(super) fn factor(at: usize, end: usize, value: Number, left: &Left) -> Quantity {
    let bound = left.bound.unwrap_or(Bound::Eq);
    Quantity {
        span: left.start..end,
        digits: at..end,
        low: value,
        high: value,
        low_precision: value,
        high_precision: value,
        unit: EcoString::new(),
        low_unit: None,
        bound,
        approximate: left.approximate,
        form: Form::Multiplier,
        of: None,
        canonical: interval(value, value, "x".into(), bound),
        readings: Vec::new(),
    }
}

/// Everything that starts with `side`.
#[inline]
pub(super) fn figure<'a>(context: &Context<'a>, at: usize, side: &Side<'a>, left: &Left<'a>, floor: usize) -> Option<Quantity> {
    let mut parts = Parts::new(*side, *left, at);
    if left.negative {
        parts.first.numeral = parts.first.numeral.negated();
    }
    if let Some((of, end, score)) = slash(context, side).or_else(|| out_of(context, side)) {
        parts.over(context, of, end, score)?;
    } else {
        parts.range(context);
    }
    parts.units(context, floor);
    let part = side.numeral.part != Part::None
        || parts.unit.is_some_and(|(_, _, unit)| matches!(unit.kind, UnitKind::Percent | UnitKind::Ratio));
    if part && !left.any && left.start >= floor + 3 && context.text.as_bytes()[left.start - 1] == 0x84 {
        parts.left.bound = context.part_bound(left.start, floor);
    }
    parts.finish(context, floor)
}

/// A figure in the making.
struct Parts<'a> {
    at: usize,
    left: Left<'a>,
    first: Side<'a>,
    last: Option<Side<'a>>,
    /// The value between the two in 3-8ms至50μs.
    middle: Option<Side<'a>>,
    joint: Option<Joint>,
    end: usize,
    digits_end: usize,
    of: Option<Number>,
    unit: Option<(usize, usize, &'a Unit)>,
    low_unit: Option<(usize, usize, &'a Unit)>,
    rate: Option<Rate>,
    /// A counted noun that the table does not know, in the singular, and where it starts.
    noun: Option<(usize, EcoString)>,
}

impl<'a> Parts<'a> {
    fn new(first: Side<'a>, left: Left<'a>, at: usize) -> Self {
        Self {
            at,
            left,
            first,
            last: None,
            middle: None,
            joint: None,
            end: first.end,
            digits_end: first.numeral.end,
            of: None,
            unit: None,
            low_unit: None,
            rate: None,
            noun: None,
        }
    }

    /// A score or a fraction.
    fn over(&mut self, context: &Context<'a>, of: Number, end: usize, score: bool) -> Option<()> {
        (self.end, self.digits_end) = (end, end);
        if score {
            self.of = Some(of);
            if let Some((unit_end, unit)) = context.units.at(context.text, end)
                && unit.kind == UnitKind::Score
            {
                self.end = unit_end;
            }
            return Some(());
        }
        let numeral = &mut self.first.numeral;
        let value = numeral.low.over(of)?;
        (numeral.low, numeral.high, numeral.low_precision, numeral.high_precision) = (value, value, value, value);
        (numeral.part, numeral.end) = (Part::Fraction, end);
        numeral.formatted = true;
        let attached = context.attach(*numeral, false);
        (self.first.unit, self.first.end, self.end) = (attached.unit, attached.end, attached.end);
        Some(())
    }

    /// Second and third values.
    fn range(&mut self, context: &Context<'a>) {
        let first = self.first.end;
        // 元/月 may stand at the first value too: 100元/月-200元/月.
        let first_rate = self.first.unit.is_some().then(|| context.rate(first)).flatten();
        let position = first_rate.as_ref().map_or(first, |rate| rate.end);
        let found = self.second(context, position, &self.first).or_else(|| self.counted_twice(context));
        let Some((side, joint, end)) = found else {
            // No second value: the rate is that of the whole figure.
            self.rate = first_rate;
            return;
        };
        (self.last, self.joint, self.end, self.digits_end) = (Some(side), Some(joint), end, side.numeral.end);
        // 3-8ms至50μs: a third value with a unit of its own.
        if joint == Joint::Dash
            && side.unit.is_some()
            && let Some((third, Joint::To, end)) = self.second(context, end, &side)
            && third.unit.is_some()
        {
            self.share_magnitude(context, &side);
            self.low_unit = self.first.unit.or(side.unit);
            self.middle = Some(side);
            (self.last, self.end, self.digits_end) = (Some(third), end, third.numeral.end);
        }
    }

    /// from 340 visitors to 510
    fn counted_twice(&self, context: &Context<'a>) -> Option<(Side<'a>, Joint, usize)> {
        if self.first.unit.is_some() || !self.left.from || !self.counts(context) {
            return None;
        }
        let (end, noun) = plural::noun(context.text, self.first.end)?;
        let (side, joint, end) = self.second(context, end, &self.first)?;
        let same = plural::noun(context.text, end).is_none_or(|(_, other)| other == noun);
        (joint == Joint::To && side.unit.is_none() && same).then_some((side, joint, end))
    }

    fn second(&self, context: &Context<'a>, at: usize, first: &Side<'a>) -> Option<(Side<'a>, Joint, usize)> {
        if first.numeral.vague && first.numeral.part == Part::None && !first.numeral.worded && first.unit.is_none() {
            return None;
        }
        let found = range::separator(context, at)?;
        let mut next = found.next;
        let text = context.text;
        for word in ["about ", "approximately ", "around ", "nearly ", "约", "近", "up to ", "大约"] {
            if text[next..].starts_with(word) {
                next += word.len();
                break;
            }
        }
        let sign = text[next..].chars().next()?;
        let room =
            |unit: Option<(usize, usize, &Unit)>| unit.is_some_and(|(start, end, _)| matches!(&text[start..end], "间" | "間"));
        let mut currency = self.left.currency;
        if matches!(sign, '$' | '¥' | '￥' | '€' | '£') {
            currency = currency.or_else(|| {
                context
                    .units
                    .at(if sign == '¥' || sign == '￥' { "元" } else { &text[next..] }, 0)
                    .map(|(_, unit)| (next, next + sign.len_utf8(), unit))
            });
            currency?;
            next += sign.len_utf8();
        }
        let sign = text[next..].chars().next()?;
        let negative = matches!(sign, '-' | '−' | '负' | '負') && found.joint != Joint::Dash;
        if negative {
            next += sign.len_utf8();
        }
        let first_char = text[next..].chars().next()?;
        if first_char.is_ascii_alphabetic() && first.numeral.script == Script::Chinese {
            return None;
        }
        // `3-year`, `3 - the`: only numerals join.
        let mut side = context.side(next, currency.is_some())?;
        // 1000与2000间: the mark of the pair, no rooms.
        if found.joint == Joint::And && room(side.unit) {
            (side.unit, side.end) = (None, side.numeral.end);
        }
        let latin = first_char.is_ascii_alphabetic();
        if latin && side.numeral.script != Script::English {
            return None;
        }
        let spaced = text[at..found.next].contains(' ');
        match found.joint {
            Joint::And => {
                let closes = bounds::after(text, side.end).is_some_and(|(_, after)| after == After::Between)
                    || bounds::after(text, skip_spaces(text, side.end, 1)).is_some_and(|(_, after)| after == After::Between);
                if !closes && (!self.left.between || self.joint.is_some()) {
                    return None;
                }
            }
            Joint::Dash => {
                // Names and identifiers: 3-70B-chat, 1-2-3.
                let hyphen = text[at..].trim_start().starts_with('-');
                if hyphen
                    && !spaced
                    && text[side.end..].starts_with('-')
                    && text[side.end + 1..].starts_with(|c: char| c.is_ascii_digit())
                {
                    return None;
                }
                // `5 -3`: a sign, where the first value has a unit of its own and the second none.
                if spaced
                    && side.unit.is_none()
                    && first.unit.is_some_and(|(_, _, u)| u.kind != UnitKind::Score && u.kind != UnitKind::Ratio)
                    && side.letter == 0
                    && currency.is_none()
                {
                    return None;
                }
                // 24703 L-202
                let letter =
                    first.unit.is_some_and(|(start, end, _)| end - start == 1 && text.as_bytes()[start].is_ascii_alphabetic());
                if letter && side.unit.is_none() && side.letter == 0 {
                    return None;
                }
            }
            // 下降了9%，降至15%: two figures; 从24%，降至15%: one change.
            Joint::Change if text[at..next].starts_with(['，', ',']) && !self.left.from => return None,
            Joint::PlusMinus | Joint::To | Joint::Change => {}
        }
        // Values of different kinds are two figures.
        if let (Some((_, _, one)), Some((_, _, other))) = (first.unit, side.unit)
            && one.canonical != other.canonical
            && !(one.kind == UnitKind::Classifier || other.kind == UnitKind::Classifier)
            && !(one.kind == UnitKind::Degree && other.kind == UnitKind::Degree)
        {
            return None;
        }
        if side.unit.is_none()
            && first.unit.is_some()
            && found.joint == Joint::To
            && !self.left.from
            && first
                .unit
                .is_some_and(|(_, _, u)| u.kind == UnitKind::Money || u.kind == UnitKind::Time || u.kind == UnitKind::Noun)
            && self.left.currency.is_none()
        {
            return None;
        }
        if negative {
            side.numeral = side.numeral.negated();
        }
        Some((side, found.joint, side.end))
    }

    /// Units, rates and what one side lends the other.
    fn units(&mut self, context: &Context<'a>, floor: usize) {
        let last = self.last.as_ref().unwrap_or(&self.first);
        let letter = last.letter;
        self.unit = last.unit;
        if let Some(second) = self.last {
            self.share_magnitude(context, &second);
            if self.middle.is_some() {
            } else if self.unit.is_none() {
                self.unit = self.first.unit;
            } else if self.low_unit.is_none()
                && let (Some(low), Some(high)) = (self.first.unit, second.unit)
                && context.text[low.0..low.1] != context.text[high.0..high.1]
            {
                self.low_unit = Some(low);
            }
        }
        if self.unit.is_none() && self.left.currency.is_some() {
            self.unit = self.left.currency;
        }
        if self.of.is_some() {
            return;
        }
        if self.unit.is_none()
            && (context.text.as_bytes().get(self.end) == Some(&b' ') || self.left.from && self.last.is_some())
            && self.counts(context)
        {
            self.noun = plural::noun(context.text, self.end).map(|(end, noun)| (std::mem::replace(&mut self.end, end) + 1, noun));
            if self.noun.is_none() && self.joint == Some(Joint::To) && self.left.from {
                self.noun = plural::noun(context.text, self.first.end).map(|(_, noun)| (self.first.end + 1, noun));
            }
        }
        let read = self.last.is_none() && self.end == self.first.end && self.first.unit.is_some();
        self.rate = if read {
            self.rate.take()
        } else if self.unit.is_some() || self.left.currency.is_some() || letter != 0 || self.noun.is_some() {
            context.rate(self.end)
        } else {
            context
                .rate(self.end)
                .filter(|rate| context.text[rate.start..].starts_with(['/', 'p', 'P', '每']) && rate.count == Number::ONE)
        };
        if let Some(rate) = &self.rate {
            self.end = rate.end;
        }
        if self.noun.is_some() {
            return;
        }
        if self.unit.is_none() && self.rate.is_none() && letter == 0 {
            self.unit = self.alternatives(context);
        }
        if self.unit.is_none()
            && self.first.numeral.part == Part::None
            && let Some(found) =
                context.noun_before(self.left.start, floor).or_else(|| context.noun_before(self.left.value_start, floor))
        {
            self.unit = Some(found);
        }
    }

    /// The figure can be a count: a whole number above one or a rounded one, in figures or English words, that no name stands before.
    fn counts(&self, context: &Context<'a>) -> bool {
        if context.nouns == Nouns::Known {
            return false;
        }
        let last = self.last.as_ref().unwrap_or(&self.first);
        let numeral = &last.numeral;
        let whole = numeral.worded || matches!(last.letter, b'K' | b'M' | b'N') || numeral.low.exponent >= 0 && last.letter == 0;
        if !whole || numeral.script == Script::Chinese || numeral.part != Part::None || last.plus || self.of.is_some() {
            return false;
        }
        if numeral.low == Number::ONE && self.last.is_none() {
            return false;
        }
        // Team 4 wins, phase 2 starts: a name and its verb.
        let named = names::word_before(context.text, self.left.start).is_some_and(|(word, start)| {
            start > 0 && word.starts_with(|c: char| c.is_ascii_uppercase()) || words::is_numbered(word)
        });
        !named
    }

    /// 120/80 mmHg, 10/100/1000 Mbps: the unit of the last of several values that a slash parts.
    fn alternatives(&self, context: &Context<'a>) -> Option<(usize, usize, &'a Unit)> {
        let mut end = self.end;
        for _ in 0..4 {
            if context.text.as_bytes().get(end) != Some(&b'/') || digit_at(context.text, end + 1).is_none() {
                return None;
            }
            let side = context.side(end + 1, false)?;
            if let Some((_, _, unit)) = side.unit {
                let measured = !matches!(unit.kind, UnitKind::Noun | UnitKind::Time | UnitKind::Classifier | UnitKind::Score);
                return side.unit.filter(|_| measured);
            }
            end = side.end;
        }
        None
    }

    fn share_magnitude(&mut self, context: &Context<'a>, second: &Side<'a>) {
        let Some((big, power)) = second.shared else { return };
        let first = &self.first;
        let between = &context.text[first.end..second.numeral.start];
        let falls = self.joint == Some(Joint::Change) && between.contains(['降', '跌', '减', '減', '缩', '縮', '落']);
        if first.letter != 0 || self.joint == Some(Joint::Change) && !falls {
            return;
        }
        if first.shared.is_some_and(|(big, _)| big > 0)
            || first.unit.is_some() && second.letter == 0 && !same_unit(first.unit, second.unit)
        {
            return;
        }
        // 八百到九百亿 lends 亿, 三到五百 lends 百; 二十到三百 nothing.
        let power = if big > 0 {
            big
        } else if first.shared.is_none() {
            power
        } else {
            return;
        };
        let Some(coefficient) = second.numeral.low.shifted(-power) else { return };
        // 从80降至76万, from 80 to 76 million: what falls was as large before; from 80 to 5 million has grown.
        let larger = first.numeral.low.compare(&coefficient).is_gt();
        let near = coefficient.shifted(1).is_some_and(|most| first.numeral.low.compare(&most).is_le());
        let lowered = near
            && (falls || self.joint == Some(Joint::To) && self.left.from && !range::grows_before(context.text, self.left.start));
        if larger && !lowered || !larger && falls {
            return;
        }
        if let Some(scaled) = Number::ONE.shifted(power).and_then(|factor| first.numeral.scaled(factor)) {
            self.first.numeral = scaled;
        }
    }

    #[inline]
    fn finish(&mut self, context: &Context<'a>, floor: usize) -> Option<Quantity> {
        let text = context.text;
        let first = &self.first.numeral;
        let last = self.last.as_ref().map_or(first, |side| &side.numeral);
        let letter = self.last.as_ref().map_or(self.first.letter, |side| side.letter);
        let letter = if letter == 0 { self.first.letter } else { letter };
        let mut bound = self.left.bound;
        // above the ten-year mean: the word says nothing of the years.
        let compound = self.unit.is_some_and(|(start, _, _)| start > first.end && text[first.end..start].ends_with('-'));
        if compound && text[self.left.inner..self.left.value_start].contains(" the ") {
            (bound, self.left.inner) = (None, self.left.value_start);
        }
        let mut approximate = self.left.approximate || first.vague || last.vague || first.more;
        if self.first.plus || self.last.as_ref().is_some_and(|side| side.plus) {
            bound = Some(Bound::AtLeast);
        }
        if first.more || last.more {
            bound = bound.or(Some(Bound::MoreThan));
        }
        let time = self.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Time);
        let money = self.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Money);
        let percent = self.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Percent);
        // The fastest of times is the least.
        if time
            && bound == Some(Bound::UpTo)
            && let Some(head) = text.get(self.left.start..self.left.value_start)
            && (head.contains("最快") || head.contains("fast"))
        {
            bound = Some(Bound::AsLowAs);
        }
        let mut closed = false;
        for _ in 0..2 {
            let next = skip_spaces(text, self.end, 1);
            if let Some(end) = text.as_bytes().get(self.end).filter(|b| **b == b',').and_then(|_| apart(text, self.end)) {
                (approximate, self.end) = (true, end);
                break;
            }
            if !bounds::may_follow(text.as_bytes().get(next..).unwrap_or(&[])) {
                break;
            }
            if text[self.end..].starts_with(['+', '＋'])
                && bound != Some(Bound::AtLeast)
                && !text.as_bytes().get(self.end + 1).is_some_and(u8::is_ascii_digit)
            {
                let plus = text[self.end..].chars().next().map_or(1, char::len_utf8);
                bound = Some(Bound::AtLeast);
                self.end += plus;
                continue;
            }
            let Some((end, after)) = bounds::after(text, next) else { break };
            if next > self.end
                && !text[next..].starts_with(|c: char| c.is_ascii_alphabetic())
                && !matches!(after, After::Bound(_) | After::Approximate | After::Between)
            {
                break;
            }
            match after {
                After::Bound(found) => {
                    if text[next..end] == *"多" && self.unit.is_none() && !first.worded {
                        break;
                    }
                    let better = time && text[next..end].ends_with("better");
                    bound = Some(if better { Bound::AtMost } else { found });
                }
                After::Approximate => approximate = true,
                After::Starting if money || percent => bound = bound.or(Some(Bound::AsLowAs)),
                After::WithinTime if time => bound = bound.or(Some(Bound::AtMost)),
                After::Between if self.last.is_some() => closed = true,
                After::Class
                    if self.unit.is_some_and(|(_, _, u)| !matches!(u.kind, UnitKind::Classifier))
                        || letter != 0
                        || first.worded =>
                {
                    approximate = true;
                }
                _ => break,
            }
            self.end = end;
        }
        // 64K以上Token: the noun behind the bound.
        if self.unit.is_none()
            && self.of.is_none()
            && first.part == Part::None
            && let Some((end, unit)) = context.units.at(text, skip_spaces(text, self.end, 1))
            && unit.kind == UnitKind::Noun
            && !(letter == b'B' && unit.canonical == "model")
            && (end - self.end > 3 || letter != 0)
            && !words::is_not_unit(&text[self.end..], 0)
        {
            self.unit = Some((end - 1, end, unit));
            let start = skip_spaces(text, self.end, 1);
            self.unit = Some((start, end, unit));
            self.end = end;
        }
        let opens = (self.left.from || self.left.between) && (self.last.is_some() || closed);
        let start = if opens { self.left.start } else { self.left.inner };
        let mut written = match (&self.unit, &self.noun) {
            (Some((start, end, _)), _) => text[*start..*end].into(),
            (None, Some((start, _))) => {
                let length = text[*start..].bytes().take_while(u8::is_ascii_lowercase).count();
                text[*start..*start + length].into()
            }
            (None, None) => EcoString::new(),
        };
        if let Some(rate) = &self.rate {
            written.push_str(text[rate.start..rate.end].trim_start());
        } else if written.is_empty() && letter == b'B' && self.unit.is_none() {
            written.push('B');
        }
        // Signs that no unit follows: 百分之, 千分之.
        let part_unit = match first.part {
            Part::Hundredth => "%",
            Part::Thousandth => "‰",
            Part::TenThousandth => "‱",
            _ => "",
        };
        if written.is_empty() {
            written.push_str(part_unit);
        }
        let (mut low, mut high) = (first.low, last.high);
        if self.last.is_none() {
            high = first.high;
        }
        let (mut low_precision, high_precision) = (first.low_precision, last.high_precision);
        if self.joint == Some(Joint::PlusMinus) {
            let spread = last.low;
            (low, high) = (first.low.plus(spread.negated())?, first.low.plus(spread)?);
            low_precision = high_precision;
        } else if self.left.plus_minus && self.last.is_none() {
            (low, high) = (first.low.negated(), first.low);
        }
        let magnitudes =
            self.unit.is_some_and(|(start, end, unit)| unit.kind == UnitKind::Ratio && is_magnitude(&text[start..end]));
        if magnitudes {
            // Two of them are a factor of a hundred.
            (low, high) = (power_of_ten(low)?, power_of_ten(high)?);
            low_precision = low;
            written = "x".into();
        }
        let high_precision = if magnitudes { high } else { high_precision };
        let ranged = self.last.is_some() || first.vague || self.left.plus_minus;
        let change = self.joint == Some(Joint::Change)
            || self.last.is_some()
                && self.left.from
                && self.joint != Some(Joint::PlusMinus)
                && (low.compare(&high) == std::cmp::Ordering::Greater
                    && self.low_unit.is_none()
                    && !text[..self.at].trim_end_matches(['-', ' ']).trim_end_matches("from").trim_end().ends_with("ranged")
                    || range::changes_before(text, self.left.start));
        let bound = if change {
            Bound::FromTo
        } else if self.left.plus_minus {
            Bound::Range
        } else if ranged {
            match bound {
                Some(b @ (Bound::MoreThan | Bound::AtLeast)) if !first.vague => b,
                Some(b @ (Bound::LessThan | Bound::AtMost)) if !first.vague => b,
                _ => Bound::Range,
            }
        } else {
            bound.unwrap_or(Bound::Eq)
        };
        let measure = Measure::new(context, self, letter, first.part, floor);
        let mut canonical = measure.canonical(low, high, bound, measure.factor)?;
        if let Some((value, unit)) = self.middle.as_ref().and_then(|side| Some((side.numeral.low, side.unit?.2)))
            && bound == Bound::Range
        {
            let middle = value.times(unit.factor)?.plain();
            canonical.low = canonical.low.map(|low| if middle.compare(&low).is_lt() { middle } else { low });
            canonical.high = canonical.high.map(|high| if middle.compare(&high).is_gt() { middle } else { high });
        }
        let mut readings = Vec::new();
        if let Some(binary) = measure.binary
            && let Some(reading) = measure.canonical(low, high, bound, binary)
        {
            readings.push(reading);
        }
        let form = if self.of.is_some() {
            Form::Score
        } else if measure.unit == "x" {
            Form::Multiplier
        } else {
            Form::Plain
        };
        if form == Form::Multiplier {
            readings.extend(self.factor_readings(context, &canonical).into_iter().filter(|_| !magnitudes));
        }
        Some(Quantity {
            span: start..self.end,
            digits: self.at..self.digits_end,
            low,
            high,
            low_precision,
            high_precision,
            unit: written,
            low_unit: self.low_unit.map(|(start, end, _)| text[start..end].into()),
            bound,
            approximate,
            form,
            of: self.of,
            canonical,
            readings,
        })
    }
}

fn is_magnitude(unit: &str) -> bool {
    unit.len() > 8 && (unit.starts_with("order") || unit.ends_with("数量级") || unit.ends_with("數量級"))
}

fn power_of_ten(exponent: Number) -> Option<Number> {
    let power = exponent.integer().filter(|power| (0..=30).contains(power))?;
    Number::ONE.shifted(i16::try_from(power).ok()?).map(|number| number.plain())
}

/// `, give or take` behind a figure, with nothing that it gives or takes.
fn apart(text: &str, at: usize) -> Option<usize> {
    const WORDS: &str = ", give or take";
    text[at..].starts_with(WORDS).then_some(at + WORDS.len())
}

fn same_unit(one: Option<(usize, usize, &Unit)>, other: Option<(usize, usize, &Unit)>) -> bool {
    matches!((one, other), (Some((_, _, one)), Some((_, _, other))) if one.canonical == other.canonical)
}
