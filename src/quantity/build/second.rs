//! The second value of a figure, and a third: what joins it to the first, and what one lends the other.

use super::Parts;
use crate::quantity::bounds::{self, After};
use crate::quantity::numeral::{Part, Script};
use crate::quantity::range::{self, Joint};
use crate::quantity::side::{Context, Side};
use crate::quantity::text::skip_spaces;
use crate::quantity::units::{Unit, UnitKind};
use crate::quantity::{Number, plural};

impl<'a> Parts<'a> {
    /// Second and third values.
    pub(super) fn range(&mut self, context: &Context<'a>) {
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
    #[inline(never)]
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
                // A name that goes on in letters and figures: 3B-70BA8B.
                let rest = &text[side.end..];
                let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                if letters > 0 && rest.as_bytes().get(letters).is_some_and(u8::is_ascii_digit) {
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

    pub(super) fn share_magnitude(&mut self, context: &Context<'a>, second: &Side<'a>) {
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
}

fn same_unit(one: Option<(usize, usize, &Unit)>, other: Option<(usize, usize, &Unit)>) -> bool {
    matches!((one, other), (Some((_, _, one)), Some((_, _, other))) if one.canonical == other.canonical)
}
