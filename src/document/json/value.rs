//! JSON values with their places. Depth is bounded, so that nothing that walks them can overflow the stack.

use std::ops::Range;

use crate::document::{Fault, Text};

/// Deepest nesting that is followed.
const DEPTH: usize = 128;

/// A value; numbers and words as written.
pub(super) enum Value {
    Scalar(Text),
    Array(Vec<Value>, Range<usize>),
    Object(Vec<Member>, Range<usize>),
}

/// A key and its value.
pub(super) struct Member {
    pub key: Text,
    pub value: Value,
}

impl Value {
    pub(super) fn is_scalar(&self) -> bool {
        matches!(self, Self::Scalar(_))
    }
}

/// The value of a whole document, or where and why it is none.
pub(super) fn parse(text: &str) -> Result<Value, (usize, Fault)> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(0)?;
    parser.blanks();
    if parser.at < text.len() { Err((parser.at, Fault::Syntax)) } else { Ok(value) }
}

/// The values of JSON Lines as one list.
pub(super) fn lines(text: &str) -> Result<Value, (usize, Fault)> {
    let mut parser = Parser { text, at: 0 };
    let mut values = Vec::new();
    loop {
        parser.blanks();
        if parser.at >= text.len() {
            return Ok(Value::Array(values, 0..text.len()));
        }
        values.push(parser.value(1)?);
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.next().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.blanks();
        let found = self.next() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, (usize, Fault)> {
        self.blanks();
        let start = self.at;
        if depth > DEPTH {
            return Err((start, Fault::TooDeep));
        }
        match self.next() {
            Some(b'{') => {
                self.at += 1;
                let mut members = Vec::new();
                if !self.take(b'}') {
                    loop {
                        self.blanks();
                        let key = self.string()?;
                        self.expect(b':')?;
                        members.push(Member { key, value: self.value(depth + 1)? });
                        if self.take(b'}') {
                            break;
                        }
                        self.expect(b',')?;
                    }
                }
                Ok(Value::Object(members, start..self.at))
            }
            Some(b'[') => {
                self.at += 1;
                let mut items = Vec::new();
                if !self.take(b']') {
                    loop {
                        items.push(self.value(depth + 1)?);
                        if self.take(b']') {
                            break;
                        }
                        self.expect(b',')?;
                    }
                }
                Ok(Value::Array(items, start..self.at))
            }
            Some(b'"') => Ok(Value::Scalar(self.string()?)),
            Some(b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                let rest = &self.text[start..];
                let length =
                    rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))).unwrap_or(rest.len());
                let word = &rest[..length];
                let number = word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E'))
                    && word.ends_with(|c: char| c.is_ascii_digit());
                if !number && !matches!(word, "true" | "false" | "null") {
                    return Err((start, Fault::Syntax));
                }
                self.at += length;
                if word == "null" {
                    return Ok(Value::Scalar(Text::empty(start)));
                }
                let mut text = Text::default();
                text.push(word, start..self.at);
                Ok(Value::Scalar(text))
            }
            _ => Err((start, Fault::Syntax)),
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), (usize, Fault)> {
        if self.take(byte) { Ok(()) } else { Err((self.at, Fault::Syntax)) }
    }

    /// A string, its escapes resolved.
    fn string(&mut self) -> Result<Text, (usize, Fault)> {
        if self.next() != Some(b'"') {
            return Err((self.at, Fault::Syntax));
        }
        self.at += 1;
        let mut text = Text::empty(self.at);
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = rest.find(['"', '\\']) else { return Err((self.at, Fault::Syntax)) };
            if length > 0 {
                text.push(&rest[..length], self.at..self.at + length);
                self.at += length;
            }
            if self.next() == Some(b'"') {
                self.at += 1;
                return Ok(text);
            }
            let start = self.at;
            let c = self.escape()?;
            text.push(c.encode_utf8(&mut [0; 4]), start..self.at);
        }
    }

    fn escape(&mut self) -> Result<char, (usize, Fault)> {
        let start = self.at;
        self.at += 2;
        Ok(match self.text.as_bytes().get(start + 1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(&b @ (b'"' | b'\\' | b'/')) => char::from(b),
            Some(b'u') => {
                let high = self.hex().ok_or((start, Fault::Syntax))?;
                if !(0xD800..0xDC00).contains(&high) {
                    return Ok(char::from_u32(high).unwrap_or('\u{FFFD}'));
                }
                let before = self.at;
                if self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    if let Some(low) = self.hex().filter(|low| (0xDC00..0xE000).contains(low)) {
                        return Ok(char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).unwrap_or('\u{FFFD}'));
                    }
                }
                self.at = before;
                '\u{FFFD}'
            }
            _ => return Err((start, Fault::Syntax)),
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_say_where() {
        let fault = |text: &str| parse(text).err();
        assert_eq!(fault("{\"a\": 1"), Some((7, Fault::Syntax)));
        assert_eq!(fault("[1, 2,]"), Some((6, Fault::Syntax)));
        assert_eq!(fault("[1] x"), Some((4, Fault::Syntax)));
        assert_eq!(fault("{a: 1}"), Some((1, Fault::Syntax)));
        assert_eq!(fault("\"\\q\""), Some((1, Fault::Syntax)));
        assert_eq!(fault(&"[".repeat(100_000)), Some((129, Fault::TooDeep)));
        assert_eq!(fault("[1.50, -2e3, true, null, \"\\u4e2d\\ud83d\\ude00\\n\"]"), None);
        assert_eq!(lines("{\"a\": 1}\n\n{\"a\": }").err(), Some((16, Fault::Syntax)));
    }

    #[test]
    fn strings_keep_their_places() {
        let Ok(Value::Scalar(text)) = parse("\"a\\u00b5s 3\"") else { panic!("a string") };
        assert_eq!(text.string, "aµs 3");
        assert_eq!(text.source_range(&(1..3)), 2..8);
        assert_eq!(text.source_range(&(5..6)), 10..11);
    }
}
