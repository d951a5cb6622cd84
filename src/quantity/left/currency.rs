//! Sign and currency directly before a figure: −, ±, 负, US$, USD.

use super::Left;
use crate::quantity::side::Context;
use crate::quantity::text::{char_before, is_han, skip_spaces_back};
use crate::quantity::units::UnitKind;

/// Money written before the number; longest first where one ends another.
const SIGNS: &[&str] = &[
    "U.S. $",
    "u.s $",
    "u.s. $",
    "US $",
    "US$",
    "us$",
    "HK$",
    "NT$",
    "A$",
    "C$",
    "$",
    "¥",
    "￥",
    "€",
    "£",
    "￡",
    "₩",
    "₹",
    "人民币",
    "Rs.",
    "Rs",
    "rs.",
    "rs",
];

impl<'a> Context<'a> {
    #[inline(never)]
    pub(super) fn sign(&self, left: &mut Left<'a>, floor: usize) {
        let end = left.start;
        let Some((mark, start)) = char_before(self.text, end).filter(|(_, start)| *start >= floor) else { return };
        match mark {
            '-' | '−' | '–' | '－' | '+' | '＋' => {
                let before = char_before(self.text, start).filter(|(_, s)| *s >= floor || floor == 0).map(|(c, _)| c);
                let free = before.is_none_or(|c| {
                    c.is_whitespace()
                        || is_han(c)
                        || matches!(
                            c,
                            '(' | '（'
                                | '['
                                | '|'
                                | ':'
                                | '：'
                                | '='
                                | '~'
                                | '≈'
                                | '<'
                                | '>'
                                | '"'
                                | '“'
                                | '，'
                                | ','
                                | '$'
                                | '^'
                                | '、'
                                | '→'
                                | '为'
                        )
                });
                if !free {
                    return;
                }
                // A bullet at the start of the text is none when a space follows; this one touches the digits.
                left.negative = !matches!(mark, '+' | '＋');
                left.start = start;
            }
            '±' => {
                left.plus_minus = true;
                left.start = start;
            }
            '负' | '負' if !char_before(self.text, start).is_some_and(|(c, _)| matches!(c, '正' | '抱' | '辜' | '肩' | '胜')) =>
            {
                (left.negative, left.start) = (true, start);
            }
            ' ' => {
                let Some((mark, mark_start)) = char_before(self.text, start).filter(|(_, s)| *s >= floor) else { return };
                let opens = char_before(self.text, mark_start).is_none();
                if matches!(mark, '负' | '負') || matches!(mark, '-' | '−') && opens && mark_start == 0 {
                    (left.negative, left.start) = (true, mark_start);
                } else if mark == '±' {
                    (left.plus_minus, left.start) = (true, mark_start);
                } else if self.text[..start].ends_with("minus") || self.text[..start].ends_with("negative") {
                    let length = if self.text[..start].ends_with("minus") { 5 } else { 8 };
                    if start - length >= floor {
                        (left.negative, left.start) = (true, start - length);
                    }
                }
            }
            _ => {}
        }
    }

    #[inline(never)]
    pub(super) fn currency(&self, left: &mut Left<'a>, floor: usize) {
        let end = skip_spaces_back(self.text, left.start, 1);
        let Some(head) = self.text.get(floor..end) else { return };
        // The last two bytes of a sign.
        let sign_like = match *head.as_bytes() {
            [.., b'$'] => true,
            [.., beside, last] => matches!(
                (beside, last),
                (b'R' | b'r', b's')
                    | (b's', b'.')
                    | (0xc2 | 0xbf, 0xa5)
                    | (0x82, 0xac | 0xa9 | 0xb9)
                    | (0xc2, 0xa3)
                    | (0xbf, 0xa1)
                    | (0xb8, 0x81)
            ),
            _ => false,
        };
        for sign in if sign_like { SIGNS } else { &[] } {
            if !head.ends_with(sign) {
                continue;
            }
            let start = end - sign.len();
            let letters = sign.starts_with(|c: char| c.is_ascii_alphabetic());
            if letters && start > 0 && self.text.as_bytes()[start - 1].is_ascii_alphanumeric() {
                continue;
            }
            let name = match *sign {
                "￥" | "¥" | "人民币" => "元",
                "￡" => "£",
                "U.S. $" | "u.s $" | "u.s. $" | "US $" | "us$" => "US$",
                "Rs." | "rs." | "rs" => "Rs",
                other => other,
            };
            if let Some((_, unit)) = self.units.at(name, 0) {
                (left.currency, left.start) = (Some((start, end, unit)), start);
            }
            return;
        }
        // ISO codes and names of currencies: USD 200, MYR42.
        let bytes = self.text.as_bytes();
        if !matches!(bytes[floor..end], [.., beside, last] if self.units.money_ends(beside, last)) {
            return;
        }
        let length = bytes[floor..end].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        let start = end - length;
        if !(3..=9).contains(&length) || start > floor && bytes[start - 1].is_ascii_alphanumeric() {
            return;
        }
        if let Some((unit_end, unit)) = self.units.at(self.text, start)
            && unit_end == end
            && unit.kind == UnitKind::Money
            && (length == 3 || end < left.start)
            && (length > 3 || bytes[start..end].iter().all(u8::is_ascii_uppercase) || end == left.start)
        {
            (left.currency, left.start) = (Some((start, end, unit)), start);
        }
    }
}
