//! Badges: images whose address spells out what they show, as `badge/tests-1%2C284_passing-green` does "tests: 1,284 passing".

use std::ops::Range;

use super::Text;
use crate::source::Source;

/// What comes before the words in the address of such an image.
const PATH: &str = "/badge/";

/// What the badge in a stretch of markup shows, as label and message; `None` where there is none or it shows no digit.
pub(super) fn shown(source: &Source, range: &Range<usize>) -> Option<Text> {
    let markup = source.text.get(range.clone())?;
    let start = markup.find(PATH)? + PATH.len();
    let length = markup[start..].find(['?', '#', '/', ')', '"', '\'', '<', '>', ' ', '\n']).unwrap_or(markup.len() - start);
    let spelled = &markup[start..start + length];
    let spelled = [".svg", ".png", ".json"].iter().find_map(|end| spelled.strip_suffix(end)).unwrap_or(spelled);
    let parts = parts(spelled);
    // The last part is the colour.
    let [label, message, _] = &parts[..] else { return None };
    let at = range.start + start;
    let mut text = Text::default();
    decode(&mut text, &spelled[label.clone()], at + label.start)?;
    text.push(": ", at + label.end..at + message.start);
    decode(&mut text, &spelled[message.clone()], at + message.start)?;
    let shown = text.string[label.len().min(text.string.len())..].contains(|c: char| c.is_ascii_digit());
    shown.then_some(text)
}

/// The parts between single hyphens; a doubled one stands for itself.
fn parts(spelled: &str) -> Vec<Range<usize>> {
    let bytes = spelled.as_bytes();
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'-' {
            if bytes.get(at + 1) == Some(&b'-') {
                at += 2;
                continue;
            }
            parts.push(start..at);
            start = at + 1;
        }
        at += 1;
    }
    parts.push(start..bytes.len());
    parts
}

/// Adds the words that an address spells: `_` is a blank, a doubled mark stands for itself, `%2C` is a comma.
fn decode(text: &mut Text, spelled: &str, at: usize) -> Option<()> {
    let bytes = spelled.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let rest = &spelled[i..];
        let (shown, length) = if rest.starts_with("--") {
            ("-".to_owned(), 2)
        } else if rest.starts_with("__") {
            ("_".to_owned(), 2)
        } else if rest.starts_with('_') {
            (" ".to_owned(), 1)
        } else if rest.starts_with('%') {
            let mut raw = Vec::new();
            let mut end = i;
            while bytes.get(end) == Some(&b'%') {
                raw.push(u8::from_str_radix(spelled.get(end + 1..end + 3)?, 16).ok()?);
                end += 3;
            }
            (String::from_utf8(raw).ok()?, end - i)
        } else {
            let c = rest.chars().next()?;
            (c.to_string(), c.len_utf8())
        };
        text.push(&shown, at + i..at + i + length);
        i += length;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_spelled_out() {
        let read = |markup: &str| {
            let source = Source::new("a.md", markup);
            shown(&source, &(0..markup.len())).map(|text| text.string)
        };
        assert_eq!(read("![t](https://x.io/badge/tests-1%2C284_passing-green)").as_deref(), Some("tests: 1,284 passing"));
        assert_eq!(read("![t](https://x.io/badge/p99--latency-12_ms-blue.svg)").as_deref(), Some("p99-latency: 12 ms"));
        assert_eq!(read("![t](https://x.io/badge/build-passing-green)"), None);
        assert_eq!(read("![t](https://x.io/badge/v1-green)"), None);
    }
}
