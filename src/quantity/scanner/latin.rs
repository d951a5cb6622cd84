//! Words of Latin letters: number words, names with digits, addresses.

use super::Scanner;
use crate::quantity::side::Context;
use crate::quantity::text::digit_at;
use crate::quantity::units::UnitKind;
use crate::quantity::{Reason, english, names};

impl Scanner<'_, '_> {
    /// A word of Latin letters: a number word, the start of a name, or nothing.
    #[inline(never)]
    pub(super) fn latin(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let bytes = text.as_bytes();
        let next = bytes.get(end).copied().unwrap_or(b' ');
        if next.is_ascii_digit() || digit_at(text, end).is_some() {
            return self.letters_then_digits(at, end);
        }
        if next == b'-' && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            return self.hyphen_then_digits(at, end);
        }
        if next == b':' && text[end..].starts_with("://") || next == b'.' && text[at..end].eq_ignore_ascii_case("www") {
            return self.address(at, end);
        }
        if end - at == 7 && next == b' ' && text[at..end].eq_ignore_ascii_case("another") {
            return self.article(at, end);
        }
        if end - at <= 2 && next == b' ' && matches!(&text[at..end], "a" | "an" | "A" | "An") {
            return self.article(at, end);
        }
        if english::may_start(&bytes[at..]) && !bytes.get(at.wrapping_sub(1)).is_some_and(|b| *b == b'_' || *b == b'\'') {
            return self.english_number(at, end);
        }
        end
    }

    fn address(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let length = text[end..]
            .find(|c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | '"' | '`' | '|'))
            .unwrap_or(text.len() - end);
        let end = end + length;
        if text[at..end].bytes().any(|b| b.is_ascii_digit()) { self.aside(at, end, Reason::Code) } else { end }
    }

    fn letters_then_digits(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let letters = &text[at..end];
        if is_currency(self.context, letters) {
            return self.digits(end);
        }
        let name_end = names::name_end(text, at).max(end);
        if name_end == end {
            return end;
        }
        // FY2030–31
        let name_end = names::year_end(text, end, self.context.units).unwrap_or(name_end).max(name_end);
        let upper = letters.to_ascii_uppercase();
        let rest = &text[end..name_end];
        let only_digits = rest.bytes().all(|b| b.is_ascii_digit());
        let reason = match upper.as_str() {
            "TOP" | "NO" | "Q" if only_digits => Reason::Ordinal,
            "V" if rest.bytes().next().is_some_and(|b| b.is_ascii_digit()) && (letters == "v" || rest.contains('.')) => {
                Reason::Version
            }
            _ => Reason::Name,
        };
        self.aside(at, name_end, reason)
    }

    /// GPT-3, sub-10ms, cost-20%.
    fn hyphen_then_digits(&mut self, at: usize, end: usize) -> usize {
        let text = self.context.text;
        let letters = &text[at..end];
        let lower = letters.to_ascii_lowercase();
        let digits = text.as_bytes()[end + 1..].iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
        let behind = &text[end + 1 + digits..];
        let figure = behind.starts_with(['%', '％', '万', '亿'])
            || matches!(lower.as_str(), "sub" | "under" | "over" | "to" | "and" | "or" | "mid" | "near" | "up");
        if figure {
            return self.digits(end + 1);
        }
        let name_end = names::name_end(text, at);
        let upper = letters.to_ascii_uppercase();
        let reason = if matches!(upper.as_str(), "TOP" | "NO" | "Q") { Reason::Ordinal } else { Reason::Name };
        self.aside(at, name_end.max(end + 1 + digits), reason)
    }
}

fn is_currency(context: Context, letters: &str) -> bool {
    letters == "Rs"
        || letters.len() == 3
            && letters.bytes().all(|b| b.is_ascii_uppercase())
            && context.units.at(letters, 0).is_some_and(|(end, unit)| end == 3 && unit.kind == UnitKind::Money)
}
