//! From the read pieces to a [`Quantity`]: second value, shared units, rate, bound, canonical form and readings.

use super::bounds::{self, After};
use super::left::Left;
use super::numeral::{Part, Read, Script};
use super::range::{self, Joint};
use super::rate::Rate;
use super::side::{Context, Side};
use super::text::{char_before, skip_spaces, skip_spaces_back};
use super::units::{Unit, UnitKind};
use super::{Bound, Canonical, Form, Number, Quantity, english};

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
        unit: String::new(),
        low_unit: None,
        bound,
        approximate: left.approximate,
        form: Form::Multiplier,
        of: None,
        canonical: interval(value, value, "x".to_owned(), bound),
        readings: Vec::new(),
    }
}

/// `4 out of 5`, `two out of three`, `one in ten`: the second number with the end.
pub(super) fn out_of(context: &Context, side: &Side) -> Option<(Number, usize, bool)> {
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
fn slash(context: &Context, side: &Side) -> Option<(Number, usize, bool)> {
    let numeral = &side.numeral;
    if side.unit.is_some() || side.letter != 0 || numeral.script != Script::Digits || numeral.worded || numeral.vague {
        return None;
    }
    let tail = &context.text[numeral.end..];
    let mark = tail.chars().next().filter(|c| matches!(c, '/' | '／' | '⁄'))?;
    let at = numeral.end + mark.len_utf8();
    let Read::Number(below) = super::numeral::digits(context.text, at) else { return None };
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
    Some((below.low, below.end, score))
}

/// A word of scoring stands shortly before.
fn score_word(text: &str, at: usize) -> bool {
    let start = text[..at].char_indices().rev().take(14).last().map_or(0, |(i, _)| i);
    let window = text[start..at].to_ascii_lowercase();
    ["评分", "得分", "打分", "分值", "评价", "满分", "评级", "score", "rating", "rated"].iter().any(|word| window.contains(word))
}

/// Everything that starts with `side`.
pub(super) fn figure<'a>(context: &Context<'a>, at: usize, side: Side<'a>, left: Left<'a>, floor: usize) -> Option<Quantity> {
    let mut parts = Parts::new(side, left, at);
    if left.negative {
        parts.first.numeral = parts.first.numeral.negated();
    }
    if let Some((of, end, score)) = slash(context, &side).or_else(|| out_of(context, &side)) {
        parts.over(context, of, end, score)?;
    } else {
        parts.range(context);
    }
    parts.units(context, floor);
    parts.finish(context, floor)
}

/// A figure in the making.
struct Parts<'a> {
    at: usize,
    left: Left<'a>,
    first: Side<'a>,
    last: Option<Side<'a>>,
    /// The value between the two in 5-10ms至30μs.
    middle: Option<Side<'a>>,
    joint: Option<Joint>,
    end: usize,
    digits_end: usize,
    of: Option<Number>,
    unit: Option<(usize, usize, &'a Unit)>,
    low_unit: Option<(usize, usize, &'a Unit)>,
    rate: Option<Rate>,
    low_rate: bool,
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
            low_rate: false,
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
        let first = self.first;
        // 元/月 may stand at the first value too: 100元/月-200元/月.
        let mut position = first.end;
        let first_rate = first.unit.is_some().then(|| context.rate(position)).flatten();
        if let Some(rate) = &first_rate {
            position = rate.end;
        }
        let Some((side, joint, end)) = self.second(context, position, &first) else { return };
        self.low_rate = first_rate.is_some();
        (self.last, self.joint, self.end, self.digits_end) = (Some(side), Some(joint), end, side.numeral.end);
        // 5-10ms至30μs: a third value with a unit of its own.
        if joint == Joint::Dash
            && side.unit.is_some()
            && let Some((third, Joint::To, end)) = self.second(context, end, &side)
            && third.unit.is_some()
        {
            self.share_magnitude(&side);
            self.low_unit = self.first.unit.or(side.unit);
            self.middle = Some(side);
            (self.last, self.end, self.digits_end) = (Some(third), end, third.numeral.end);
        }
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
        let last = self.last.unwrap_or(self.first);
        self.unit = last.unit;
        if let Some(second) = self.last {
            self.share_magnitude(&second);
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
        self.rate = if self.unit.is_some() || self.left.currency.is_some() || last.letter != 0 {
            context.rate(self.end)
        } else {
            context
                .rate(self.end)
                .filter(|rate| context.text[rate.start..].starts_with(['/', 'p', 'P', '每']) && rate.count == Number::ONE)
        };
        if let Some(rate) = &self.rate {
            self.end = rate.end;
        }
        if self.unit.is_none()
            && self.first.numeral.part == Part::None
            && let Some(found) =
                context.noun_before(self.left.start, floor).or_else(|| context.noun_before(self.left.value_start, floor))
        {
            self.unit = Some(found);
        }
    }

    fn share_magnitude(&mut self, second: &Side<'a>) {
        let Some((all, big, power)) = second.shared else { return };
        let first = &self.first;
        if first.letter != 0 || matches!(self.joint, Some(Joint::Change | Joint::PlusMinus)) && self.joint == Some(Joint::Change)
        {
            return;
        }
        if first.shared.is_some_and(|(_, big, _)| big > 0)
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
        let _ = all;
        if first.numeral.low.compare(&coefficient) == std::cmp::Ordering::Greater {
            return;
        }
        if let Some(scaled) = Number::ONE.shifted(power).and_then(|factor| first.numeral.scaled(factor)) {
            self.first.numeral = scaled;
        }
    }

    fn finish(mut self, context: &Context<'a>, floor: usize) -> Option<Quantity> {
        let text = context.text;
        let first = self.first.numeral;
        let last = self.last.map_or(first, |side| side.numeral);
        let letter = self.last.map_or(self.first.letter, |side| side.letter);
        let letter = if letter == 0 { self.first.letter } else { letter };
        let mut bound = self.left.bound;
        let mut approximate = self.left.approximate || first.vague || last.vague || first.more;
        if self.first.plus || self.last.is_some_and(|side| side.plus) {
            bound = Some(Bound::AtLeast);
        }
        if first.more || last.more {
            bound = bound.or(Some(Bound::MoreThan));
        }
        let time = self.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Time);
        let money = self.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Money);
        let mut closed = false;
        for _ in 0..2 {
            let next = skip_spaces(text, self.end, 1);
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
                    bound = Some(found);
                }
                After::Approximate => approximate = true,
                After::Starting if money => bound = bound.or(Some(Bound::AsLowAs)),
                After::WithinTime if time => bound = bound.or(Some(Bound::AtMost)),
                After::Between if self.last.is_some() => closed = true,
                After::Class
                    if self.unit.is_some_and(|(_, _, u)| !matches!(u.kind, UnitKind::Classifier))
                        || letter != 0
                        || first.worded =>
                {
                    approximate = true
                }
                _ => break,
            }
            self.end = end;
        }
        // 128K以上Token: the noun behind the bound.
        if self.unit.is_none()
            && self.of.is_none()
            && first.part == Part::None
            && let Some((end, unit)) = context.units.at(text, skip_spaces(text, self.end, 1))
            && unit.kind == UnitKind::Noun
            && !(letter == b'B' && unit.canonical == "model")
            && (end - self.end > 3 || letter != 0)
            && !super::words::is_not_unit(&text[self.end..], 0)
        {
            self.unit = Some((end - 1, end, unit));
            let start = skip_spaces(text, self.end, 1);
            self.unit = Some((start, end, unit));
            self.end = end;
        }
        let opens = (self.left.from || self.left.between) && (self.last.is_some() || closed);
        let start = if opens { self.left.start } else { self.left.inner };
        let mut written = self.unit.map_or(String::new(), |(start, end, _)| text[start..end].to_owned());
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
        let ranged = self.last.is_some() || first.vague || self.left.plus_minus;
        let change = self.joint == Some(Joint::Change)
            || self.last.is_some()
                && self.left.from
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
        let measure = Measure::new(context, &self, letter, first.part, floor);
        let mut canonical = measure.canonical(low, high, bound, measure.factor)?;
        if let Some((value, unit)) = self.middle.and_then(|side| Some((side.numeral.low, side.unit?.2)))
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
            readings.extend(self.factor_readings(context, &canonical));
        }
        Some(Quantity {
            span: start..self.end,
            digits: self.at..self.digits_end,
            low,
            high,
            low_precision,
            high_precision,
            unit: written,
            low_unit: self.low_unit.map(|(start, end, _)| text[start..end].to_owned()),
            bound,
            approximate,
            form,
            of: self.of,
            canonical,
            readings,
        })
    }

    /// 高3倍 may mean 4 times; 降低2倍 a half or a third; 3 times higher 4 times.
    fn factor_readings(&self, context: &Context, canonical: &Canonical) -> Vec<Canonical> {
        let text = context.text;
        let mut end = skip_spaces_back(text, self.left.start, 1);
        for word in ["了", "近", "约", "超过", "最高", "高达"] {
            if text[..end].ends_with(word) {
                end -= word.len();
            }
        }
        let head = &text[..end];
        let tail = text[self.end..].trim_start_matches(' ');
        let ups = [
            "高", "快", "多", "大", "强", "长", "贵", "重", "提升", "提高", "增加", "增长", "上升", "上涨", "扩大", "增", "涨",
            "翻", "高出", "多出", "快出", "优于", "加快", "增大", "增强",
        ];
        let downs = ["降低", "减少", "缩短", "下降", "降", "少", "缩小", "减", "低", "便宜", "慢", "短"];
        let han = text[self.at..self.end].contains('倍');
        let up = han && ups.iter().any(|word| head.ends_with(word))
            || [
                "higher",
                "faster",
                "more",
                "larger",
                "greater",
                "bigger",
                "better",
                "longer",
                "stronger",
                "increase",
                "improvement",
                "speedup",
            ]
            .iter()
            .any(|word| tail.starts_with(word))
                && !tail.starts_with("more than");
        let down = han && downs.iter().any(|word| head.ends_with(word))
            || ["lower", "less", "cheaper", "smaller", "slower", "shorter", "fewer", "reduction"]
                .iter()
                .any(|word| tail.starts_with(word));
        let shift = |low: Option<Number>, by: Number| low.and_then(|n| n.plus(by));
        let mut readings = Vec::new();
        if up {
            let mut reading = canonical.clone();
            (reading.low, reading.high) = (shift(canonical.low, Number::ONE), shift(canonical.high, Number::ONE));
            readings.push(reading);
        } else if down {
            for by in [Number::ZERO, Number::ONE] {
                let invert = |n: Option<Number>| n.and_then(|n| n.plus(by)).and_then(|n| Number::ONE.over(n));
                let mut reading = canonical.clone();
                (reading.low, reading.high) = (invert(canonical.high), invert(canonical.low));
                readings.push(reading);
            }
        }
        readings
    }
}

fn same_unit(one: Option<(usize, usize, &Unit)>, other: Option<(usize, usize, &Unit)>) -> bool {
    matches!((one, other), (Some((_, _, one)), Some((_, _, other))) if one.canonical == other.canonical)
}

/// Base unit and factors of a figure.
struct Measure {
    unit: String,
    factor: Number,
    low_factor: Number,
    binary: Option<Number>,
    low_binary: Option<Number>,
}

impl Measure {
    fn new(context: &Context, parts: &Parts, letter: u8, part: Part, floor: usize) -> Self {
        let mut measure =
            Self { unit: String::new(), factor: Number::ONE, low_factor: Number::ONE, binary: None, low_binary: None };
        match part {
            Part::Hundredth => measure.unit.push('%'),
            Part::Thousandth => (measure.unit, measure.factor) = ("%".to_owned(), Number::decimal(1, -1)),
            Part::TenThousandth => (measure.unit, measure.factor) = ("%".to_owned(), Number::decimal(1, -2)),
            Part::Fraction if parts.unit.is_none() => (measure.unit, measure.factor) = ("%".to_owned(), Number::whole(100)),
            Part::None | Part::Fraction => {}
        }
        measure.low_factor = measure.factor;
        if parts.of.is_some() {
            measure.unit.push_str("point");
            return measure;
        }
        if let Some((start, end, unit)) = parts.unit {
            let written = &context.text[start..end];
            let noun = unit.kind == UnitKind::Noun || unit.kind == UnitKind::Classifier;
            // A few hundred bps are basis points, more are bits.
            if written == "bps" && parts.first.numeral.high.compare(&Number::whole(1000)).is_lt() && letter == 0 {
                (measure.unit, measure.factor, measure.low_factor) =
                    ("pp".to_owned(), Number::decimal(1, -2), Number::decimal(1, -2));
                return measure;
            }
            if !unit.canonical.is_empty() || part == Part::None {
                measure.unit.clone_from(&unit.canonical);
                measure.factor = unit.factor;
            }
            measure.binary = unit.binary;
            // 八五折 is 85 in hundredths, 8.5折 in tenths.
            if unit.kind == UnitKind::Discount {
                let tenths = parts.first.numeral.low.compare(&Number::whole(10)) != std::cmp::Ordering::Greater;
                measure.factor = if tenths { Number::whole(10) } else { Number::ONE };
            }
            measure.low_factor = match parts.low_unit {
                Some((_, _, low)) if !low.canonical.is_empty() => {
                    measure.low_binary = low.binary;
                    low.factor
                }
                _ => measure.factor,
            };
            if letter == b'K' && noun && (unit.canonical == "token") {
                measure.binary = Some(Number::decimal(1024, -3));
            }
        } else if part == Part::None {
            if letter == b'B' {
                measure.unit.push_str("parameter");
            } else if letter == b'K' {
                measure.binary = Some(Number::decimal(1024, -3));
                if context_word(&context.text[parts.end..]) || context_word_before(context.text, parts.left.start, floor) {
                    measure.unit.push_str("token");
                }
            }
        }
        let kind = parts.unit.map(|(_, _, unit)| unit.kind);
        // four times a week, tried 3 times already: occasions, no factor.
        if let Some((start, end, unit)) = parts.unit
            && unit.kind == UnitKind::Ratio
            && context.text[start..end].starts_with("time")
            && (parts.rate.is_some()
                || [" already", " in ", " during", " a ", " each", " every", " daily", " weekly"]
                    .iter()
                    .any(|word| context.text[parts.end..].starts_with(word)))
        {
            "time".clone_into(&mut measure.unit);
        }
        if let Some(rate) = &parts.rate {
            measure.unit = format!("{}/{}", measure.unit, rate.per);
            for factor in [&mut measure.factor, &mut measure.low_factor] {
                if let Some(divided) = factor.over(rate.count) {
                    *factor = divided;
                }
            }
        } else if matches!(kind, Some(UnitKind::Money | UnitKind::Noun | UnitKind::Classifier | UnitKind::Data))
            && !measure.unit.contains('/')
            && let far = matches!(measure.unit.as_str(), "token" | "request")
            && let Some((per, count, near)) = context.earlier_rate(parts.left.start, floor, far)
            && (near || far)
        {
            measure.unit = format!("{}/{per}", measure.unit);
            for factor in [&mut measure.factor, &mut measure.low_factor] {
                if let Some(divided) = factor.over(count) {
                    *factor = divided;
                }
            }
        }
        measure
    }

    /// The interval in base units, sorted unless it is a change.
    fn canonical(&self, low: Number, high: Number, bound: Bound, factor: Number) -> Option<Canonical> {
        let low_factor = if self.binary == Some(factor) { self.low_binary.unwrap_or(factor) } else { self.low_factor };
        let low = low.times(low_factor)?.plain();
        let high = high.times(factor)?.plain();
        Some(interval(low, high, self.unit.clone(), bound))
    }
}

/// Which ends are open.
fn interval(low: Number, high: Number, unit: String, bound: Bound) -> Canonical {
    let (least, most) =
        if low.compare(&high) == std::cmp::Ordering::Greater && bound != Bound::FromTo { (high, low) } else { (low, high) };
    let (low, high, low_open, high_open) = match bound {
        Bound::Eq | Bound::Range | Bound::FromTo => (Some(least), Some(most), false, false),
        Bound::AtLeast | Bound::AsLowAs => (Some(least), None, false, false),
        Bound::MoreThan => (Some(least), None, true, false),
        Bound::AtMost | Bound::UpTo => (None, Some(most), false, false),
        Bound::LessThan => (None, Some(most), false, true),
    };
    Canonical { low, high, unit, bound, low_open, high_open }
}

/// Words that make a bare 128K a number of tokens.
fn context_word(tail: &str) -> bool {
    let tail = tail.trim_start_matches([' ', '的', '级', '超']);
    ["上下文", "长上下文", "序列", "长序列", "长文本", "context", "窗口", "token", "Token", "超长"]
        .iter()
        .any(|word| tail.starts_with(word))
}

fn context_word_before(text: &str, at: usize, floor: usize) -> bool {
    let head = text.get(floor..at).unwrap_or("").trim_end_matches([' ', ':', '：', '为', '达', '是', '到', '持', '支']);
    let _ = char_before(text, at);
    ["上下文", "上下文长度", "上下文窗口", "序列长度", "context", "context length", "context window"]
        .iter()
        .any(|word| head.ends_with(word))
}

/// Two bounds of one value side by side: 3年以上7年以下, at least 20 and at most 100.
pub(super) fn two_bounds(text: &str, first: &Quantity, second: &Quantity) -> Option<Quantity> {
    let lower = |q: &Quantity| matches!(q.bound, Bound::AtLeast | Bound::MoreThan);
    let upper = |q: &Quantity| matches!(q.bound, Bound::AtMost | Bound::LessThan);
    let (low, high) = if lower(first) && upper(second) {
        (first, second)
    } else if upper(first) && lower(second) {
        (second, first)
    } else {
        return None;
    };
    let gap = text.get(first.span.end..second.span.start)?.trim();
    if !matches!(
        gap,
        "" | "，"
            | ","
            | "、"
            | "且"
            | "并"
            | "并且"
            | "而"
            | "但"
            | "，但"
            | "，且"
            | "，并"
            | "的同时"
            | "同时"
            | "and"
            | "but"
            | ", and"
            | ", but"
    ) {
        return None;
    }
    let (one, other) = (&low.canonical.unit, &high.canonical.unit);
    if one != other && !one.is_empty() && !other.is_empty() {
        return None;
    }
    let (least, most) = (low.canonical.low?, high.canonical.high?);
    if least.compare(&most).is_gt() {
        return None;
    }
    let mut both = first.clone();
    both.span = first.span.start..second.span.end;
    both.digits = first.digits.start..second.digits.end;
    (both.high, both.high_precision, both.bound) = (second.high, second.high_precision, Bound::Range);
    if !second.unit.is_empty() {
        if first.unit != second.unit && !first.unit.is_empty() {
            both.low_unit = Some(first.unit.clone());
        }
        both.unit.clone_from(&second.unit);
    }
    both.approximate |= second.approximate;
    both.canonical = Canonical {
        low: Some(least),
        high: Some(most),
        unit: if one.is_empty() { other.clone() } else { one.clone() },
        bound: Bound::Range,
        low_open: low.canonical.low_open,
        high_open: high.canonical.high_open,
    };
    both.readings.clear();
    Some(both)
}
