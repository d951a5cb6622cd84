//! How common each word is among the figures of a collection.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::Claim;
use crate::claim::wording::Wording;

/// A word that so many figures have tells none of them apart.
const COMMON: usize = 40;

/// The words of a figure's passage and of what stands above it.
pub fn words(wording: &Wording) -> impl Iterator<Item = &str> {
    let around = wording.around.keys().filter(|word| !wording.words.contains_key(*word));
    wording.words.keys().chain(around).map(|word| &**word)
}

/// The words of one document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By dimension, how many figures have a word.
    figures: BTreeMap<String, BTreeMap<Box<str>, usize>>,
    /// On how many lines it stands.
    lines: BTreeMap<Box<str>, usize>,
}

impl Counts {
    /// Those of figures with their words.
    pub fn new(worded: &[&Claim]) -> Self {
        let mut lines: BTreeMap<&str, BTreeSet<Option<u32>>> = BTreeMap::new();
        let mut figures: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for claim in worded {
            let Some(wording) = &claim.wording else { continue };
            let of_dimension = figures.entry(&wording.dimension).or_default();
            for word in words(wording) {
                *of_dimension.entry(word).or_default() += 1;
                lines.entry(word).or_default().insert(claim.line);
            }
        }
        let own = |words: BTreeMap<&str, usize>| words.into_iter().map(|(word, count)| (Box::from(word), count)).collect();
        Self {
            figures: figures.into_iter().map(|(dimension, words)| (dimension.to_owned(), own(words))).collect(),
            lines: lines.into_iter().map(|(word, lines)| (Box::from(word), lines.len())).collect(),
        }
    }

    /// Whether one of some words is among them.
    pub fn has(&self, words: &BTreeSet<Box<str>>) -> bool {
        words.iter().any(|word| self.lines.contains_key(word))
    }
}

/// The words of all documents.
#[derive(Debug, Default)]
pub struct Scale {
    figures: BTreeMap<String, BTreeMap<Box<str>, usize>>,
    lines: BTreeMap<Box<str>, usize>,
    /// How rare words were that were exchanged since.
    before: BTreeMap<Box<str>, u8>,
    turned: BTreeSet<Box<str>>,
}

impl Scale {
    /// Takes the words of a document that came, went or changed.
    pub fn exchange(&mut self, was: Option<&Counts>, is: Option<&Counts>) {
        if was == is {
            return;
        }
        for (counts, more) in was.map(|was| (was, false)).into_iter().chain(is.map(|is| (is, true))) {
            for (word, count) in &counts.lines {
                let before = rarity(self.lines.get(word).copied().unwrap_or(0));
                add(&mut self.lines, word, *count, more);
                if !self.before.contains_key(word) {
                    self.before.insert(word.clone(), before);
                }
            }
            for (dimension, words) in &counts.figures {
                if !self.figures.contains_key(dimension) {
                    self.figures.insert(dimension.clone(), BTreeMap::new());
                }
                let Some(figures) = self.figures.get_mut(dimension) else { continue };
                for (word, count) in words {
                    let before = figures.get(word).copied().unwrap_or(0);
                    let now = add(figures, word, *count, more);
                    if (before > COMMON) != (now > COMMON) {
                        self.turned.insert(word.clone());
                    }
                }
            }
        }
    }

    /// The words that are rarer or more common than they were.
    pub fn settle(&mut self) -> BTreeSet<Box<str>> {
        let before = std::mem::take(&mut self.before).into_iter();
        let turned = before.filter(|(word, before)| rarity(self.lines.get(word).copied().unwrap_or(0)) != *before);
        turned.map(|(word, _)| word).chain(std::mem::take(&mut self.turned)).collect()
    }

    /// On how many lines a word stands.
    pub fn lines(&self, word: &str) -> usize {
        self.lines.get(word).copied().unwrap_or(1)
    }

    /// Whether a word tells the figures of a dimension apart.
    pub fn tells(&self, dimension: &str, word: &str) -> bool {
        self.figures.get(dimension).and_then(|words| words.get(word)).is_some_and(|count| (2..=COMMON).contains(count))
    }
}

/// Which of the steps of [`likeness`](super::likeness) a number of lines falls on.
fn rarity(lines: usize) -> u8 {
    match lines {
        0..=2 => 0,
        3 => 1,
        4..=6 => 2,
        7..=12 => 3,
        _ => 4,
    }
}

fn add(counts: &mut BTreeMap<Box<str>, usize>, word: &str, count: usize, more: bool) -> usize {
    let Some(all) = counts.get_mut(word) else {
        if more {
            counts.insert(word.into(), count);
        }
        return if more { count } else { 0 };
    };
    *all = if more { *all + count } else { all.saturating_sub(count) };
    let now = *all;
    if now == 0 {
        counts.remove(word);
    }
    now
}
