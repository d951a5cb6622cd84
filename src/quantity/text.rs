//! Looking left and right in a text by byte position.

/// The character at `at`, with the position after it.
#[inline]
pub(super) fn char_at(text: &str, at: usize) -> Option<(char, usize)> {
    let first = *text.as_bytes().get(at)?;
    if first < 0x80 {
        return Some((first as char, at + 1));
    }
    let c = text[at..].chars().next()?;
    Some((c, at + c.len_utf8()))
}

/// The character that ends at `at`, with the position where it starts.
#[inline]
pub(super) fn char_before(text: &str, at: usize) -> Option<(char, usize)> {
    let c = text[..at].chars().next_back()?;
    Some((c, at - c.len_utf8()))
}

/// A decimal digit of half or full width, with the position after it.
#[inline]
pub(super) fn digit_at(text: &str, at: usize) -> Option<(u8, usize)> {
    let bytes = text.as_bytes();
    let first = *bytes.get(at)?;
    if first.is_ascii_digit() {
        return Some((first - b'0', at + 1));
    }
    if first == 0xef && bytes.get(at + 1) == Some(&0xbc) {
        let third = *bytes.get(at + 2)?;
        if (0x90..=0x99).contains(&third) {
            return Some((third - 0x90, at + 3));
        }
    }
    None
}

/// Spaces that may stand between a number and what belongs to it: at most `most` of them, no line end.
#[inline]
pub(super) fn skip_spaces(text: &str, at: usize, most: usize) -> usize {
    let mut end = at;
    // Most characters are no space: one look at the byte.
    if !matches!(text.as_bytes().get(at), Some(b' ' | 0xc2 | 0xe2 | 0xe3)) {
        return at;
    }
    for _ in 0..most {
        match char_at(text, end) {
            Some((' ' | '\u{a0}' | '\u{3000}' | '\u{2009}' | '\u{202f}', next)) => end = next,
            _ => break,
        }
    }
    end
}

/// The same to the left.
#[inline]
pub(super) fn skip_spaces_back(text: &str, at: usize, most: usize) -> usize {
    let mut start = at;
    if !matches!(at.checked_sub(1).map(|i| text.as_bytes()[i]), Some(b' ' | 0x80 | 0x89 | 0xa0 | 0xaf)) {
        return at;
    }
    for _ in 0..most {
        match char_before(text, start) {
            Some((' ' | '\u{a0}' | '\u{3000}' | '\u{2009}' | '\u{202f}', before)) => start = before,
            _ => break,
        }
    }
    start
}

/// Han characters: the letters that a Chinese word is made of.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '〇')
}
