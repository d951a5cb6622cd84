//! A number in Chinese numerals, in the form of another one: 两 or 二, formal or common characters, decimals before 万 and 亿.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FORMAL: [char; 10] = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];

/// How a writer writes twos and tens, and with which characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent habits of writing")]
struct Manner {
    /// 两百.
    hundreds: bool,
    /// 两千, 两万, 两亿.
    thousands: bool,
    /// 两 alone.
    alone: bool,
    /// 一十五.
    whole_ten: bool,
    formal: bool,
    traditional: bool,
    /// 〇 for 零.
    round_zero: bool,
}

/// Whether a character belongs to a Chinese numeral.
pub(super) fn is_numeral(c: char) -> bool {
    "零〇一二两兩三四五六七八九十百千万萬亿億点點壹贰叁肆伍陆柒捌玖拾佰仟".contains(c)
}

/// The only stretch of Chinese numerals in a text; `None` where there is none or more than one.
pub(super) fn only(text: &str) -> Option<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_numeral(*c)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Another value in the form of a numeral that stands for `before`. `of_share` says that the numeral is one of a share (百分之二), where a
/// two is never 两. `None` where the old numeral is written in no form that is known, or the value has none in it.
pub(super) fn rewritten(old: &str, before: &BigRational, now: &BigRational, of_share: bool) -> Option<String> {
    if now.is_negative() || !now.is_positive() && !old.contains(['零', '〇']) {
        return None;
    }
    // 一点五亿: a decimal before its magnitude.
    if let Some((whole, rest)) = old.split_once(['点', '點']) {
        let point = if old.contains('點') { '點' } else { '点' };
        let tail: String = rest.chars().skip_while(|c| is_single(*c)).collect();
        let scale = magnitude(&tail)?;
        let decimals = rest.chars().take_while(|c| is_single(*c)).count();
        let manner = manners(old).into_iter().find(|m| {
            decimal(&(before / &scale), decimals, point, *m)
                .is_some_and(|text| text == format!("{whole}{point}{}", &rest[..rest.len() - tail.len()]))
        })?;
        let value = now / &scale;
        let needed = (0..=4).find(|places| (&value * BigRational::from(BigInt::from(10).pow(*places))).is_integer())?;
        let text = decimal(&value, usize::try_from(needed).ok()?, point, manner)?;
        return Some(format!("{text}{tail}"));
    }
    let (before, now) = (whole(before)?, whole(now)?);
    let fitting = manners(old).into_iter().filter(|m| spelled(before, *m) == old);
    let manner = fitting.min_by_key(|m| (m.hundreds, !m.thousands, m.alone == of_share, m.whole_ten))?;
    Some(spelled(now, manner))
}

fn is_single(c: char) -> bool {
    c == '〇' || DIGITS.contains(&c) || FORMAL.contains(&c)
}

fn whole(value: &BigRational) -> Option<u64> {
    value.is_integer().then(|| value.to_integer().to_u64()).flatten().filter(|n| *n < 1_000_000_000_000)
}

fn magnitude(text: &str) -> Option<BigRational> {
    let mut power = 0_u32;
    for c in text.chars() {
        power += match c {
            '十' | '拾' => 1,
            '百' | '佰' => 2,
            '千' | '仟' => 3,
            '万' | '萬' => 4,
            '亿' | '億' => 8,
            _ => return None,
        };
    }
    Some(BigRational::from(BigInt::from(10).pow(power)))
}

/// The manners in which a numeral may be written, by its characters.
fn manners(old: &str) -> Vec<Manner> {
    let formal = old.chars().any(|c| FORMAL[1..].contains(&c) || "拾佰仟".contains(c));
    let traditional = old.contains(['萬', '億', '兩', '點']);
    let round_zero = old.contains('〇');
    let either = [false, true];
    let mut all = Vec::new();
    for hundreds in either {
        for thousands in either {
            for alone in either {
                let with = |whole_ten| Manner { hundreds, thousands, alone, whole_ten, formal, traditional, round_zero };
                all.extend([with(false), with(true)]);
            }
        }
    }
    all
}

fn decimal(value: &BigRational, decimals: usize, point: char, manner: Manner) -> Option<String> {
    let scaled = value * BigRational::from(BigInt::from(10).pow(u32::try_from(decimals).ok()?));
    let digits = whole(&scaled)?.to_string();
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (above, below) = padded.split_at(padded.len() - decimals);
    let above = spelled(above.parse().ok()?, Manner { alone: decimals == 0 && manner.alone, ..manner });
    if decimals == 0 {
        return Some(above);
    }
    let below: String = below.chars().filter_map(|c| c.to_digit(10)).map(|d| character(d as usize, manner)).collect();
    Some(format!("{above}{point}{below}"))
}

fn character(digit: usize, manner: Manner) -> char {
    match digit {
        0 if manner.round_zero => '〇',
        _ if manner.formal => FORMAL[digit],
        _ => DIGITS[digit],
    }
}

/// A whole number below 10¹², as it is read aloud.
fn spelled(value: u64, manner: Manner) -> String {
    if value == 0 {
        return character(0, manner).to_string();
    }
    let two = if manner.traditional { '兩' } else { '两' };
    if value == 2 && manner.alone && !manner.formal {
        return two.to_string();
    }
    let mut text = String::new();
    let groups = [(100_000_000_u64, 8), (10_000, 4), (1, 0)];
    let mut gap = false;
    for (size, power) in groups {
        let group = value / size % 10_000;
        if group == 0 {
            gap |= !text.is_empty();
            continue;
        }
        if !text.is_empty() && (gap || group < 1000) {
            text.push(character(0, manner));
        }
        gap = false;
        if group == 2 && power > 0 && manner.thousands && !manner.formal {
            text.push(two);
        } else {
            spell_group(group, text.is_empty(), manner, two, &mut text);
        }
        match (power, manner.traditional) {
            (8, true) => text.push('億'),
            (8, false) => text.push('亿'),
            (4, true) => text.push('萬'),
            (4, false) => text.push('万'),
            _ => {}
        }
    }
    text
}

/// A number from 1 to 9999.
fn spell_group(group: u64, leads: bool, manner: Manner, two: char, text: &mut String) {
    let places = [(1000, if manner.formal { "仟" } else { "千" }), (100, if manner.formal { "佰" } else { "百" })];
    let places = places.into_iter().chain([(10, if manner.formal { "拾" } else { "十" }), (1, "")]);
    let (mut begun, mut gap) = (false, false);
    for (size, word) in places {
        let digit = usize::try_from(group / size % 10).unwrap_or(0);
        if digit == 0 {
            gap |= begun;
            continue;
        }
        if gap {
            text.push(character(0, manner));
        }
        gap = false;
        let liang = !manner.formal && digit == 2 && (size == 100 && manner.hundreds || size == 1000 && manner.thousands);
        if liang {
            text.push(two);
        } else if !(size == 10 && digit == 1 && !begun && leads && !manner.whole_ten) {
            text.push(character(digit, manner));
        }
        text.push_str(word);
        begun = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::exact;

    fn written(old: &str, before: &str, now: &str) -> Option<String> {
        rewritten(old, &exact(before).unwrap(), &exact(now).unwrap(), false)
    }

    #[test]
    fn numerals_keep_their_manner() {
        for (old, before, now, expected) in [
            ("四十五", "45", "61", "六十一"),
            ("四十五", "45", "10", "十"),
            ("十二", "12", "15", "十五"),
            ("一十二", "12", "15", "一十五"),
            ("三", "3", "2", "两"),
            ("两百", "200", "250", "两百五十"),
            ("二百零五", "205", "2005", "两千零五"),
            ("两千", "2000", "2200", "两千二百"),
            ("四十五万", "450000", "615000", "六十一万五千"),
            ("三万零四十", "30040", "100005", "十万零五"),
            ("壹佰", "100", "220", "贰佰贰拾"),
            ("两亿", "200000000", "150000000", "一亿五千万"),
            ("兩萬", "20000", "35000", "三萬五千"),
            ("一点五亿", "150000000", "180000000", "一点八亿"),
            ("二点五", "2.5", "3.25", "三点二五"),
            ("一点五", "1.5", "2", "二"),
            ("一百一十", "110", "115", "一百一十五"),
        ] {
            assert_eq!(written(old, before, now).as_deref(), Some(expected), "{old}");
        }
        assert_eq!(rewritten("五", &exact("5").unwrap(), &exact("2").unwrap(), true).as_deref(), Some("二"));
    }

    #[test]
    fn what_has_no_clear_form_is_refused() {
        for (old, before, now) in [
            ("四十五", "45", "45.3"),
            ("四五", "45", "61"),
            ("二〇二四", "2024", "2025"),
            ("三", "3", "0"),
            ("一点五", "1.5", "1/3"),
            ("两万五", "25000", "26000"),
        ] {
            assert_eq!(written(old, before, now), None, "{old}");
        }
    }
}
