//! A number in digits, in the form of another one: grouping marks, full-width digits, decimals.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// How many decimals more than the old figure the new one may have; a longer fraction is one that the notation does not hold.
const MORE_DECIMALS: usize = 6;

/// A number as it is written in digits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Digits {
    /// Its value.
    pub value: BigRational,
    full_width: bool,
    /// The mark between groups of three.
    group: Option<char>,
    point: Option<char>,
    /// Digits behind the point.
    decimals: usize,
    /// Nothing before the point.
    bare_point: bool,
}

fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// Whether a text holds a digit.
pub(super) fn has_digit(text: &str) -> bool {
    text.chars().any(|c| digit(c).is_some())
}

fn is_group(c: char) -> bool {
    matches!(c, ',' | '，' | '\u{2009}' | '\u{202f}' | '\u{a0}' | '\'' | '’' | '_' | ' ')
}

fn is_point(c: char) -> bool {
    matches!(c, '.' | '．')
}

/// The first number in digits of a text: its range and form. `None` where there is none, or where its form is unusual.
pub(super) fn first(text: &str) -> Option<(std::ops::Range<usize>, Digits)> {
    let start = text.char_indices().find(|(_, c)| digit(*c).is_some())?.0;
    // A point before the first digit belongs to it.
    let before = text[..start].chars().next_back();
    let start = before.filter(|c| is_point(*c)).map_or(start, |c| start - c.len_utf8());
    let mut end = start;
    let mut marks: Vec<(char, usize)> = Vec::new();
    let (mut mantissa, mut run, mut decimals, mut whole) = (BigInt::zero(), 0_usize, 0_usize, 0_usize);
    let (mut point, mut widths) = (None, (false, false));
    let mut first_digit = None;
    let mut rest = text[start..].char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next_is_digit = rest.peek().is_some_and(|(_, c)| digit(*c).is_some());
        if let Some(value) = digit(c) {
            mantissa = mantissa * 10 + value;
            run += 1;
            if point.is_some() {
                decimals += 1;
            } else {
                whole += 1;
                first_digit.get_or_insert(value);
            }
            widths = (widths.0 || c.is_ascii(), widths.1 || !c.is_ascii());
        } else if is_point(c) && point.is_none() && next_is_digit {
            point = Some(c);
            if !marks.is_empty() && run != 3 {
                return None;
            }
            run = 0;
        } else if is_group(c) && point.is_none() && next_is_digit && whole > 0 {
            marks.push((c, run));
            run = 0;
        } else {
            break;
        }
        end = start + at + c.len_utf8();
    }
    let one_mark = marks.iter().all(|(c, _)| *c == marks[0].0);
    let by_three = marks.iter().enumerate().all(|(at, (_, run))| if at == 0 { (1..=3).contains(run) } else { *run == 3 });
    let last_three = marks.is_empty() || point.is_some() || run == 3;
    let leading_zero = whole > 1 && first_digit == Some(0);
    if !one_mark || !by_three || !last_three || leading_zero || widths == (true, true) {
        return None;
    }
    let value = BigRational::new(mantissa, BigInt::from(10).pow(u32::try_from(decimals).ok()?));
    let group = marks.first().map(|(c, _)| *c);
    Some((start..end, Digits { value, full_width: widths.1, group, point, decimals, bare_point: whole == 0 }))
}

impl Digits {
    /// Another value in the same form; `None` where it has no such form.
    pub(super) fn with(&self, value: &BigRational) -> Option<String> {
        if value.is_negative() {
            return None;
        }
        let needed = decimals(value).filter(|needed| *needed <= self.decimals + MORE_DECIMALS)?;
        // 45.0 becomes 61.0; but the many decimals of a small part are none of a figure above one.
        let grows = self.value < BigRational::one() && *value >= BigRational::one() && self.decimals > 2;
        let decimals = if grows { needed } else { needed.max(self.decimals) };
        let scaled = (value * BigRational::from(BigInt::from(10).pow(u32::try_from(decimals).ok()?))).to_integer().to_string();
        let padded = format!("{scaled:0>width$}", width = decimals + 1);
        let (whole, part) = padded.split_at(padded.len() - decimals);
        let mut text = String::new();
        for (at, c) in whole.chars().enumerate() {
            if let Some(mark) = self.group.filter(|_| at > 0 && (whole.len() - at).is_multiple_of(3)) {
                text.push(mark);
            }
            text.push(c);
        }
        if self.bare_point && whole == "0" {
            text.clear();
        }
        if !part.is_empty() {
            text.push(self.point.unwrap_or(if self.full_width { '．' } else { '.' }));
            text.push_str(part);
        }
        let wide = |c: char| char::from_u32('０' as u32 + c as u32 - '0' as u32).unwrap_or(c);
        Some(if self.full_width { text.chars().map(|c| if c.is_ascii_digit() { wide(c) } else { c }).collect() } else { text })
    }
}

/// How many decimals a number has; `None` where they do not end.
fn decimals(value: &BigRational) -> Option<usize> {
    let mut below = value.denom().clone();
    let mut needed = [0_usize; 2];
    for (count, factor) in needed.iter_mut().zip([2, 5]) {
        let factor = BigInt::from(factor);
        while (&below % &factor).is_zero() {
            below /= &factor;
            *count += 1;
        }
    }
    below.is_one().then_some(needed[0].max(needed[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::exact;

    #[test]
    fn the_form_of_the_old_figure_is_kept() {
        for (old, value, expected) in [
            ("45", "61", "61"),
            ("45.0", "61", "61.0"),
            ("0.045", "0.061", "0.061"),
            ("0.045", "0.0453", "0.0453"),
            ("0.045", "61", "61"),
            ("0.50", "2", "2.00"),
            ("1,200", "950", "950"),
            ("1,200", "1234567", "1,234,567"),
            ("１，２００", "3400", "３，４００"),
            ("９．５", "10.25", "１０．２５"),
            ("1 234 567", "7654321", "7 654 321"),
            ("1'200.50", "12345.5", "1'2345.50"),
            (".5", ".25", ".25"),
            (".5", "1.5", "1.5"),
            ("12000", "13500", "13500"),
        ] {
            let (range, digits) = first(old).unwrap_or_else(|| panic!("{old}"));
            assert_eq!(range, 0..old.len(), "{old}");
            let expected = expected.replace("1'2345", "12'345");
            assert_eq!(digits.with(&exact(&format!("0{value}")).unwrap()), Some(expected), "{old}");
        }
    }

    #[test]
    fn what_the_form_does_not_hold_is_refused() {
        let form = |text| first(text).unwrap().1;
        assert_eq!(form("45").with(&exact("1/3").unwrap()), None);
        assert_eq!(form("45").with(&exact("0.00000001").unwrap()), None);
        assert_eq!(form("45").with(&exact("-3").unwrap()), None);
        for text in ["007", "1,20０", "12,34", "no figure"] {
            assert!(first(text).is_none_or(|(range, _)| range != (0..text.len())), "{text}");
        }
    }
}
