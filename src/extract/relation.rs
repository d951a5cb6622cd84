//! How the figures of one sentence hang together: a change and its percentage, a minimum with its mean, parts and their total.
//!
//! Each relation is found by what stands between its figures: words of the relation and little else. Where a clause names a thing
//! of its own ("…, throughput rose 30%"), its figure belongs to that thing and to no relation. A figure of a relation carries its
//! role and the number of the relation in [`Claim::text`], as in `before 1`, `after 1`, `change 1`.

mod change;
mod statistic;
mod sum;

use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::extract::view::View;
use crate::quantity::{Bound, Quantity};

/// Figures of one sentence that are looked at; a longer row of them is a list, which has no relations of this kind.
const FIGURES: usize = 24;

/// A figure of a sentence, with the text around it.
struct Figure<'a> {
    quantity: &'a Quantity,
    /// Index of its claim.
    claim: usize,
    /// From the end of the figure before (or of the sentence's beginning) to its first numeral.
    before: &'a str,
    /// From its end to the next figure or the end of the sentence.
    after: &'a str,
}

impl Figure<'_> {
    /// A percentage, points or a factor.
    fn is_relative(&self) -> bool {
        matches!(self.quantity.canonical.unit.as_str(), "%" | "pp" | "x")
    }

    /// One plain value.
    fn is_plain(&self) -> bool {
        self.quantity.bound == Bound::Eq && self.quantity.low == self.quantity.high
    }

    fn same_unit(&self, other: &Self) -> bool {
        self.quantity.canonical.unit == other.quantity.canonical.unit
    }
}

/// A role in a relation: index of the claim, name.
type Role = (usize, &'static str);

/// Gives the figures of a block their roles. `owners` are the claims of the block with the figures that they state, in order.
pub fn relations(view: &View<'_>, quantities: &[Quantity], owners: &[(usize, usize)], claims: &mut [Claim]) {
    if owners.len() < 2 {
        return;
    }
    let mut found: Vec<Vec<Role>> = Vec::new();
    let mut earlier: Vec<Figure<'_>> = Vec::new();
    let mut rest = owners;
    while let Some(&(first, _)) = rest.first() {
        let sentence = view.sentence(quantities[first].digits.start);
        let count = rest.iter().take_while(|(q, _)| quantities[*q].digits.start < sentence.end).count().max(1);
        let (own, behind) = rest.split_at(count);
        rest = behind;
        if own.len() > FIGURES {
            earlier.clear();
            continue;
        }
        let figures = figures(view, quantities, own, &sentence);
        found.extend(change::changes(&figures));
        found.extend(statistic::statistics(&figures));
        found.extend(sum::sums(&figures, &earlier, &view.text[sentence.clone()]));
        earlier = figures;
    }
    for (number, relation) in (1..).zip(found) {
        for (claim, role) in relation {
            let claim = &mut claims[claim];
            // What a figure may be at most matters less than what it is of.
            let free = !matches!(claim.text.as_deref(), Some("converted" | "equivalent"));
            if claim.kind == Kind::Quantity && free {
                claim.text = Some(format!("{role} {number}"));
            }
        }
    }
}

fn figures<'a>(
    view: &View<'a>,
    quantities: &'a [Quantity],
    own: &[(usize, usize)],
    sentence: &Range<usize>,
) -> Vec<Figure<'a>> {
    let slice = |from: usize, to: usize| view.text.get(from.min(to)..to).unwrap_or("");
    let gap_end = |at: usize| own.get(at + 1).map_or(sentence.end, |&(i, _)| quantities[i].span.start);
    let behind: Vec<&str> =
        own.iter().enumerate().map(|(at, &(i, _))| slice(quantities[i].span.end, gap_end(at))).collect();
    // Where each figure ends with the noun that it counts.
    let ends: Vec<usize> = own
        .iter()
        .enumerate()
        .map(|(at, &(i, _))| quantities[i].span.end + counted_noun(&quantities[i], at, &behind))
        .collect();
    own.iter()
        .enumerate()
        .map(|(at, &(index, claim))| {
            let quantity = &quantities[index];
            let from = at.checked_sub(1).map_or(sentence.start, |i| ends[i]);
            Figure { quantity, claim, before: slice(from, quantity.digits.start), after: slice(ends[at], gap_end(at)) }
        })
        .collect()
}

/// How far the noun behind a bare figure reaches that says what is counted ("83 tickets", "72 cubic metres"): one word, or as many as
/// stand behind another figure of the sentence, too.
fn counted_noun(quantity: &Quantity, at: usize, behind: &[&str]) -> usize {
    const LINKS: &[&str] = &[
        "to", "and", "or", "in", "of", "for", "from", "at", "on", "by", "with", "out", "than", "up", "down", "this", "last", "the", "a",
        "an", "is", "are", "was", "were", "per", "each", "now", "more", "less", "fewer", "higher", "lower", "while", "but", "as", "then",
        "compared", "versus", "against", "after", "before", "altogether", "together", "total", "overall", "on", "over", "it", "they",
    ];
    let text = behind[at];
    if !matches!(quantity.canonical.unit.as_str(), "" | "x") || !quantity.unit.is_empty() || !text.starts_with(' ') {
        return 0;
    }
    let mut words: Vec<&str> = text.split_whitespace().take(3).collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !LINKS.contains(word);
    let bare = |word: &str| word.trim_end_matches([',', '.', ';', ':', ')']).to_owned();
    let end = words.iter().position(|word| !plain(&bare(word).as_str())).unwrap_or(words.len());
    words.truncate(words.iter().position(|word| bare(word) != *word).map_or(end, |at| end.min(at + 1)));
    let repeated = |phrase: &str| behind.iter().enumerate().any(|(other, text)| other != at && text.trim_start().starts_with(phrase));
    while words.len() > 1 && !repeated(&bare(&words.join(" "))) {
        words.pop();
    }
    let phrase = bare(&words.join(" "));
    if phrase.is_empty() { 0 } else { text.find(&phrase).map_or(0, |start| start + phrase.len()) }
}

/// What is left of a text without the given words, numerals and marks: Chinese words are taken out wherever they stand, the longest
/// first; Latin words as whole words.
fn residue(text: &str, lists: &[&[&str]]) -> Vec<String> {
    let mut rest = text.to_lowercase();
    let mut han: Vec<&str> = lists.iter().flat_map(|list| list.iter()).copied().filter(|word| !word.is_ascii()).collect();
    han.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in han {
        if rest.contains(word) {
            rest = rest.replace(word, " ");
        }
    }
    let known = |word: &str| lists.iter().any(|list| list.contains(&word));
    rest.split(|c: char| !(c.is_alphabetic() || c == '\''))
        .filter(|word| !word.is_empty() && !known(word))
        .map(str::to_owned)
        .collect()
}

/// Whether nothing is left.
fn only(text: &str, lists: &[&[&str]]) -> bool {
    residue(text, lists).is_empty()
}

/// Whether a text contains one of some words: Chinese anywhere, Latin as a whole word.
fn has(text: &str, words: &[&str]) -> bool {
    let low = text.to_lowercase();
    words.iter().any(|word| find(&low, word).next().is_some())
}

/// The places of a word in lower-case text; Latin words stand as whole words.
fn find<'t>(low: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    low.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !word.is_ascii() || !letter(low[..at].chars().next_back()) && !letter(low[at + word.len()..].chars().next())
    })
}

/// The last so many characters of a text.
fn tail(text: &str, most: usize) -> &str {
    text.char_indices().rev().nth(most.saturating_sub(1)).map_or(text, |(at, _)| &text[at..])
}

/// The first so many characters of a text.
fn head(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(at, _)| &text[..at])
}
