//! Search for many words at once: the leftmost longest wins, and a Latin word only counts as a whole.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// A set of words, each with a value.
#[derive(Debug)]
pub struct Finder {
    automaton: Option<AhoCorasick>,
    values: Vec<usize>,
    families: Vec<usize>,
    exact_case: Vec<Option<String>>,
}

impl Finder {
    /// A finder for words with their values; `exact_case` asks Latin words to stand as written. Of equal words the first wins.
    pub fn new(words: &[(String, usize)], exact_case: bool) -> Self {
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            // A table of transitions for the deeper states takes longer to make than a run over a folder saves by it.
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .dense_depth(1)
            .build(words.iter().map(|(word, _)| word))
            .ok();
        Self {
            automaton,
            values: words.iter().map(|&(_, value)| value).collect(),
            families: vec![0; words.len()],
            exact_case: words
                .iter()
                .map(|(word, _)| (exact_case && word.bytes().any(|b| b.is_ascii_alphabetic())).then(|| word.clone()))
                .collect(),
        }
    }

    /// Words of different families may overlap (成本略高 and 高于 in 成本略高于); `family` tells a value's.
    #[must_use]
    pub fn with_families(mut self, family: impl Fn(usize) -> usize) -> Self {
        self.families = self.values.iter().map(|&value| family(value)).collect();
        self
    }

    /// All words of a text that do not overlap within their family, leftmost first, the longest at each place.
    pub fn find(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let mut found: Vec<(Range<usize>, usize, usize)> = automaton
            .find_overlapping_iter(text)
            .map(|m| (m.range(), m.pattern().as_usize()))
            .filter(|(range, _)| whole_word(text, range))
            .filter(|(range, at)| self.exact_case[*at].as_deref().is_none_or(|word| text[range.clone()] == *word))
            .map(|(range, at)| (range, self.values[at], at))
            .collect();
        found.sort_by(|(a, _, i), (b, _, j)| (a.start, b.end, i).cmp(&(b.start, a.end, j)));
        let mut ends = vec![0; self.families.iter().max().map_or(1, |most| most + 1)];
        found.retain(|(range, _, at)| {
            let end = &mut ends[self.families[*at]];
            let free = range.start >= *end;
            if free {
                *end = range.end;
            }
            free
        });
        found.into_iter().map(|(range, value, _)| (range, value)).collect()
    }
}

/// Whether the range does not cut a Latin word in two.
fn whole_word(text: &str, range: &Range<usize>) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric();
    let first = text[range.clone()].chars().next();
    let last = text[range.clone()].chars().next_back();
    let before = text[..range.start].chars().next_back();
    let mut after = text[range.end..].chars();
    let next = after.next();
    // A plural is still the word.
    let next = if matches!(next, Some('s')) { after.next() } else { next };
    let cut_before = first.is_some_and(letter) && before.is_some_and(letter);
    let cut_behind = last.is_some_and(letter) && next.is_some_and(letter);
    !cut_before && !cut_behind
}
