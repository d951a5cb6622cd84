//! The words around a figure, by which another passage may state the same fact in words of its own.
//!
//! Kept beside the record while one run lasts, and never written: the record's subject and metric are what a reader checks; these words
//! only say which of two figures without a common subject or metric may be one fact.

pub mod tokens;

use std::collections::{BTreeMap, BTreeSet};

/// How near a word stands to its figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Near {
    /// In the sentence.
    Far,
    /// In the clause, between the figures before and behind.
    Clause,
    /// What is counted or measured: the noun behind the figure, the label of its row.
    Core,
}

/// What a text says around a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The figure's dimension; [`COUNT`] for all counted things.
    pub dimension: String,
    /// Content words without endings, concepts with [`CONCEPT`] before, Chinese in pairs of characters.
    pub words: BTreeMap<Box<str>, Near>,
    /// The same of the headings, the question and the lead-in above, which count beside passages that stand under others only.
    pub around: BTreeMap<Box<str>, Near>,
    /// Sides that it takes: group and side.
    pub sides: BTreeSet<(&'static str, &'static str)>,
    /// Years: 2030, 2030/31.
    pub periods: BTreeSet<Box<str>>,
    /// Names and quoted titles, in lower case.
    pub names: BTreeSet<Box<str>>,
    /// Other figures of the clause or of the cells beside: unit and value.
    pub beside: BTreeSet<(Box<str>, Box<str>)>,
    /// It is a part of something: "of which", 其中.
    pub part: bool,
    /// The words of the label where it stands in a table, those of a heading that counts what it names; empty elsewhere.
    pub label: BTreeSet<Box<str>>,
    /// Those of them that head its row.
    pub row: BTreeSet<Box<str>>,
    /// The list that it stands in.
    pub list: Option<usize>,
}

/// The dimension of everything that is counted.
pub const COUNT: &str = "#";

/// What stands before a concept among the words.
pub const CONCEPT: char = '=';

/// A word without its ending: English plural and verb endings.
pub fn stem(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 3) {
        return format!("{rest}y");
    }
    let cut = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() >= 3));
    cut.unwrap_or(word).trim_end_matches('e').to_owned()
}

/// The years that a text names, "2030/31" and 2031—2032 as one: each with the place where it begins.
pub fn years(text: &str) -> Vec<(usize, Box<str>)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut found: Vec<(usize, Box<str>)> = Vec::new();
    let mut at = 0;
    while at + 4 <= bytes.len() {
        let century = matches!(&bytes[at..at + 2], b"19" | b"20");
        if !(century && digit(at + 2) && digit(at + 3))
            || at > 0 && (digit(at - 1) || matches!(bytes[at - 1], b'.' | b',' | b'$'))
        {
            at += 1;
            continue;
        }
        let rest = &text[at + 4..];
        let end = at + 4;
        // "2030.5" and "2,030" are figures, and so is "2030 km"; a counted noun behind is seen by the one who asks.
        if digit(end) || (rest.starts_with(['.', ',']) && digit(end + 1)) {
            at += 4;
            continue;
        }
        let dash = rest.chars().next().filter(|c| matches!(c, '/' | '-' | '–' | '—'));
        let span = dash.map(|dash| rest[dash.len_utf8()..].trim_start_matches(dash));
        let digits = span.map_or(0, |span| span.bytes().take_while(u8::is_ascii_digit).count());
        match (span, digits) {
            (Some(span), 2 | 4) if !span[digits..].starts_with(['-', '/']) => {
                found.push((at, format!("{}/{}", &text[at..end], &span[digits - 2..digits]).into()));
                at = end + (rest.len() - span.len()) + digits;
            }
            _ => {
                found.push((at, text[at..end].into()));
                at = end;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read_with_the_school_year_as_one() {
        let of = |text: &str| years(text).into_iter().map(|(_, year)| year.into_string()).collect::<Vec<_>>();
        assert_eq!(of("in 2030/31, not 2029"), ["2030/31", "2029"]);
        assert_eq!(of("2031—2032学年"), ["2031/32"]);
        assert_eq!(of("on 2031-05-02"), ["2031"]);
        assert_eq!(of("12030 and 2,030 and 2030.5"), Vec::<String>::new());
    }
}
