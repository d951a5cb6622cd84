//! What stands inside a line: raised figures, images, values of attributes.

use std::ops::Range;

use super::token::{self, Attribute, Node};
use crate::document::build::Inline;
use crate::document::{Text, badge};
use crate::source::Source;

/// Raised text from `start` on is an exponent, which stays, or the mark of a note, which becomes a link. Gives the range of a mark.
pub(in crate::document) fn raised(flow: &mut Inline, start: usize) -> Option<Range<usize>> {
    let text = &mut flow.text;
    if start >= text.string.len() {
        return None;
    }
    let (before, mark) = text.string.split_at(start);
    let mark = mark.trim().to_owned();
    let source = text.source_range(&(start..text.string.len()));
    let last = before.rfind(|c: char| !c.is_ascii_alphanumeric());
    let base = &before[last.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))..];
    let digits = !mark.is_empty() && mark.trim_start_matches(['-', '−', '+']).chars().all(|c| c.is_ascii_digit());
    let unit = base.trim_start_matches(|c: char| c.is_ascii_digit());
    let measure = matches!(unit, "m" | "cm" | "mm" | "km" | "dm" | "s" | "ft" | "in");
    if digits && (base == "10" || measure && matches!(mark.as_str(), "2" | "3" | "-1" | "-2" | "−1" | "−2")) {
        let raised: String = mark.chars().map(superscript).collect();
        flow.links.retain(|(range, _)| range.end <= start);
        flow.strong.retain(|range| range.end <= start);
        text.truncate(start);
        text.push(&raised, source);
        return None;
    }
    let target = flow.links.iter().rev().find(|(range, _)| range.start >= start).map(|(_, target)| target.clone());
    let sign = mark.starts_with(['[', '［', '(']) || matches!(mark.as_str(), "*" | "**" | "†" | "‡" | "§" | "a" | "b" | "c");
    if !(digits || sign || target.as_ref().is_some_and(|target| target.starts_with('#'))) {
        return None;
    }
    flow.links.retain(|(range, _)| range.end <= start);
    flow.strong.retain(|range| range.end <= start);
    text.truncate(start);
    flow.links.push((start..start, target.unwrap_or(mark)));
    Some(source)
}

fn superscript(c: char) -> char {
    match c {
        '0'..='9' => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - '0' as usize],
        '-' | '−' => '⁻',
        '+' => '⁺',
        other => other,
    }
}

/// The texts of an image: what it shows, and what the pointer shows.
pub(super) fn shown(source: &Source, attributes: &[Attribute]) -> Vec<Inline> {
    let named = |name: &str| attributes.iter().find(|a| a.name == name);
    let target = named("src").map(|a| a.value.clone()).unwrap_or_default();
    let mut texts: Vec<Text> = ["alt", "title"].into_iter().filter_map(named).map(|a| attribute(source, a)).collect();
    texts.retain(|text| !text.string.is_empty());
    texts.dedup_by(|a, b| a.string == b.string);
    let badge = named("src").and_then(|src| badge::shown(source, &src.range));
    texts
        .into_iter()
        .chain(badge)
        .map(|text| Inline { links: vec![(0..text.string.len(), target.clone())], strong: Vec::new(), code: Vec::new(), text })
        .collect()
}

/// The texts of the images in a stretch of HTML.
pub(in crate::document) fn images(source: &Source, range: &Range<usize>) -> Vec<Inline> {
    token::nodes(&source.text[range.clone()], range.start)
        .filter_map(|node| match node {
            Node::Open { name, attributes, .. } if name == "img" => Some(shown(source, &attributes)),
            _ => None,
        })
        .flatten()
        .collect()
}

/// The value of an attribute with its place.
pub(super) fn attribute(source: &Source, attribute: &Attribute) -> Text {
    let range = attribute.range.clone();
    let raw = source.text.get(range.clone()).unwrap_or("");
    let Some(equals) = raw.find('=') else { return Text::empty(range.start) };
    let after = raw[equals + 1..].trim_start();
    let quoted = after.starts_with(['"', '\'']);
    let start = range.start + raw.len() - after.len() + usize::from(quoted);
    let value = match after.chars().next() {
        Some(quote) if quoted => after[1..].split(quote).next().unwrap_or(""),
        _ => after.trim_end_matches(['>', '/', ' ']),
    };
    let mut text = Text::default();
    token::pieces(value, |raw, decoded, at| {
        text.push(decoded.as_deref().unwrap_or(raw), start + at..start + at + raw.len());
    });
    if text.pieces.is_empty() { Text::empty(range.start) } else { text.trimmed() }
}
