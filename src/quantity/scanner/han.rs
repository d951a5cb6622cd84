//! Chinese numerals that are no figures: parts of words, dates, turns.

use super::Scanner;
use crate::quantity::bounds::{self, After};
use crate::quantity::left::Left;
use crate::quantity::numeral::{Numeral, Part, Read};
use crate::quantity::side::Side;
use crate::quantity::text::{char_before, is_han, skip_spaces};
use crate::quantity::units::UnitKind;
use crate::quantity::{Reason, names, range, words};

impl Scanner<'_, '_> {
    /// Chinese numerals that are parts of words.
    pub(super) fn han_aside(&self, at: usize, side: &Side, left: &Left) -> Option<(usize, Reason)> {
        let text = self.context.text;
        let numeral = &side.numeral;
        let tail = &text[at..];
        let c = tail.chars().next()?;
        if let Some(end) = words::idiom(text, at, self.done) {
            return Some((end.max(numeral.end), Reason::Idiom));
        }
        let opens = text[..at].chars().all(|c| c.is_whitespace() || matches!(c, '#' | '(' | '（' | '*' | '>'));
        let behind = text[numeral.end..].chars().next();
        if opens && side.unit.is_none() && matches!(behind, Some('、' | '）' | ')' | '．')) {
            return Some((numeral.end, Reason::Ordinal));
        }
        if text[..at].ends_with(['(', '（']) && matches!(behind, Some('）' | ')')) && numeral.length <= 2 {
            return Some((numeral.end, Reason::Ordinal));
        }
        // 二〇二四年, 三月五日, 三月
        if let Some(end) = chinese_date(text, at, numeral) {
            return Some((end, Reason::Date));
        }
        if text[..at].ends_with('每') && side.numeral.worded && numeral.length <= 2 {
            return Some((numeral.end, Reason::Idiom));
        }
        if numeral.part != Part::None {
            return None;
        }
        let bounded = left.bound.is_some() || left.approximate || left.only || left.between || left.negative;
        let measured = side.unit.is_some_and(|(_, _, unit)| !matches!(unit.kind, UnitKind::Noun | UnitKind::Classifier));
        let ranged = range::separator(&self.context, side.end)
            .is_some_and(|sep| matches!(self.context.numeral(sep.next), Read::Number(n) if n.end > sep.next));
        if left.negative {
            return None;
        }
        // 单位：万元, 元/百万Token: magnitude words without a number are part of a unit.
        let wordy = text[at..numeral.end].chars().all(|c| matches!(c, '百' | '千' | '万' | '萬' | '亿' | '億'));
        if wordy && side.unit.is_some() && !bounded && !ranged && left.currency.is_none() && !numeral.more {
            let suffixed = bounds::after(text, skip_spaces(text, side.end, 1)).is_some();
            let inside = char_before(text, at).is_some_and(|(c, _)| is_han(c));
            if !suffixed && (numeral.length == 1 || !inside && at > 0) {
                return Some((side.end, Reason::Idiom));
            }
        }
        // 自转一周, 绕地球一周: a turn.
        if tail.starts_with("一周") && text[..at].chars().rev().take(6).any(|c| matches!(c, '绕' | '转')) {
            return Some((at + "一周".len(), Reason::Idiom));
        }
        if numeral.length == 1 && matches!(c, '一' | '壹' | '弌') {
            if words::one_idiom(tail) && !bounded {
                return Some((side.end.max(numeral.end), Reason::Idiom));
            }
            let suffixed = bounds::after(text, side.end)
                .is_some_and(|(_, after)| matches!(after, After::Bound(_) | After::Approximate))
                && side.unit.is_some();
            let often = self.context.earlier_rate(at, self.done, false).is_some_and(|(_, _, near)| near);
            let isolated = !names::between_han(text, at, numeral.end);
            let counted = side.unit.is_some() && (bounded || suffixed || often);
            if measured || counted || isolated || ranged {
                return None;
            }
            let end = side.unit.map_or(numeral.end, |(_, end, _)| end);
            return Some((end, Reason::Idiom));
        }
        if numeral.length == 1 {
            let counted = side.unit.is_some();
            let isolated = !names::between_han(text, at, numeral.end);
            let magnitude = matches!(c, '百' | '千' | '万' | '萬' | '亿' | '億' | '佰' | '仟');
            let some = matches!(c, '几' | '幾' | '数' | '數');
            let near = left.bound.is_some() && (counted || bounds::after(text, numeral.end).is_some() || isolated)
                || left.approximate && magnitude;
            if some {
                return if counted
                    && (c == '几' || c == '幾' || matches!(side.unit, Some((_, _, unit)) if unit.kind == UnitKind::Time))
                {
                    None
                } else {
                    Some((numeral.end, Reason::Idiom))
                };
            }
            let people = side.unit.is_some_and(|(_, _, unit)| unit.kind == UnitKind::Noun);
            let firm = near || ranged || isolated || measured || people;
            if magnitude && !firm {
                return Some((numeral.end, Reason::Idiom));
            }
            if counted || near || isolated || ranged || numeral.more {
                return None;
            }
            return Some((numeral.end, Reason::Idiom));
        }
        None
    }
}

/// 二〇二四年, 三月五日, 十二月.
fn chinese_date(text: &str, at: usize, numeral: &Numeral) -> Option<usize> {
    let _ = at;
    let tail = &text[numeral.end..];
    let value = numeral.low.integer()?;
    if tail.starts_with('年') && numeral.length == 4 && !numeral.worded && (1000..3000).contains(&value) {
        return Some(numeral.end + 3);
    }
    if tail.starts_with('月')
        && (1..=12).contains(&value)
        && !numeral.vague
        && !tail.starts_with("月大")
        && !text[..at].ends_with('每')
    {
        return Some(numeral.end + 3);
    }
    // 三季度, 前三季度; 连续三季度 is a span of time.
    if tail.starts_with("季度") && (1..=4).contains(&value) && !text[..at].ends_with(['续', '近', '去', '每']) {
        return Some(numeral.end + "季度".len());
    }
    if tail.starts_with('号') && (1..=31).contains(&value) {
        return Some(numeral.end + 3);
    }
    None
}
