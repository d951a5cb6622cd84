//! Content words of a text: concepts that the lists know, English words without endings, Chinese in pairs of characters.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::{CONCEPT, Near, stem};
use crate::lexicon::wording::concepts;
use crate::lexicon::words;

/// The content words of a text.
pub fn content(text: &str) -> BTreeSet<Box<str>> {
    let mut found = BTreeMap::new();
    add(&mut found, text, Near::Core);
    found.into_keys().collect()
}

/// Adds the content words of a text.
pub fn add(words: &mut BTreeMap<Box<str>, Near>, text: &str, near: Near) {
    // What is read already, or says nothing.
    let mut taken = vec![false; text.len()];
    for (range, concept) in concepts(text) {
        put(words, format!("{CONCEPT}{concept}").into(), near);
        taken[range].fill(true);
    }
    let mut empty = taken.clone();
    for range in function_spans(text) {
        empty[range].fill(true);
    }
    let (mut run, mut latin) = (String::new(), None);
    for (at, c) in text.char_indices() {
        if is_han(c) && !empty[at] {
            run.push(c);
        } else {
            pairs(words, &run, near);
            run.clear();
        }
        let joins = matches!(c, '-' | '\'' | '’') && latin.is_some();
        if c.is_alphanumeric() && !is_han(c) || joins {
            latin.get_or_insert(at);
        } else if let Some(start) = latin.take() {
            latin_word(words, &text[start..at], &taken[start..at], near);
        }
    }
    if let Some(start) = latin {
        latin_word(words, &text[start..], &taken[start..], near);
    }
    pairs(words, &run, near);
}

/// A Latin word, unless a concept has it.
fn latin_word(words: &mut BTreeMap<Box<str>, Near>, word: &str, taken: &[bool], near: Near) {
    if taken.contains(&true) {
        return;
    }
    let word = word.to_lowercase();
    let word = word.trim_end_matches("'s").trim_end_matches("’s").trim_matches(['-', '\'', '’']);
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    if letters >= 2 && !is_function(word) && !word.starts_with(|c: char| c.is_ascii_digit()) {
        put(words, stem(word).into(), near);
    }
}

/// Chinese text without words between: each two characters in a row.
fn pairs(words: &mut BTreeMap<Box<str>, Near>, run: &str, near: Near) {
    let chars: Vec<char> = run.chars().collect();
    for pair in chars.windows(2) {
        put(words, pair.iter().collect::<String>().into(), near);
    }
}

/// Adds a word; of two the nearer place counts.
pub fn put(words: &mut BTreeMap<Box<str>, Near>, word: Box<str>, near: Near) {
    let known = words.entry(word).or_insert(near);
    *known = near.max(*known);
}

/// Whether a character is Chinese.
pub fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Words that say nothing of what is measured.
pub fn is_function(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    word.is_empty() || FUNCTION.contains(word.as_str())
}

static FUNCTION: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    ["function", "preposition", "determiner", "stop"].iter().flat_map(|list| words(list).iter().copied()).collect()
});

fn function_spans(text: &str) -> Vec<Range<usize>> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words("function_zh") {
        found.extend(text.match_indices(word).map(|(at, _)| at..at + word.len()));
    }
    found
}
