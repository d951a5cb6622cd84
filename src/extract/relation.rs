//! How the figures of one sentence hang together: a change and its percentage, a minimum with its mean, parts and their total.
//!
//! Each relation is found by what stands between its figures: words of the relation and little else. Where a clause names a thing
//! of its own ("…, throughput rose 30%"), its figure belongs to that thing and to no relation. A figure of a relation carries its
//! role and the number of the relation in [`Claim::text`], as in `before 1`, `after 1`, `change 1`.

mod change;
mod share;
mod statistic;
mod sum;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::claim::{Claim, Confidence, Kind};
use crate::extract::Reader;
use crate::extract::view::View;
use crate::lexicon::words;
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

/// Gives the figures of lists whose last item is labelled as their total the roles `item` and `sum`, with the number of the list.
pub fn lists(reader: &Reader<'_>, claims: &mut [Claim]) {
    let mut by_block: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let lists = &reader.document.lists;
    if !lists.iter().any(|list| list.items.last().is_some_and(|&last| sums_up(reader, last))) {
        return;
    }
    for (at, claim) in claims.iter().enumerate().filter(|(_, c)| c.kind == Kind::Quantity && c.table.is_none()) {
        if let Some(block) = &claim.block {
            by_block.entry(block.id).or_default().push(at);
        }
    }
    for (number, list) in (1..).zip(lists).filter(|(_, list)| list.items.len() >= 3) {
        if !list.items.last().is_some_and(|&last| sums_up(reader, last)) {
            continue;
        }
        // One figure an item, each behind its label, and no other item a total.
        let one = |&block: &usize| match by_block.get(&super::number(block)).map(Vec::as_slice) {
            Some([claim]) if labelled(reader, block) => Some(*claim),
            _ => None,
        };
        let Some(found) = list.items.iter().map(one).collect::<Option<Vec<usize>>>() else { continue };
        let again = list.items[..list.items.len() - 1].iter().any(|&block| sums_up(reader, block));
        if again || found.iter().any(|&at| claims[at].text.is_some()) {
            continue;
        }
        for (place, &at) in found.iter().enumerate() {
            let role = if place + 1 == found.len() { "sum" } else { "item" };
            claims[at].text = Some(format!("{role} {number}"));
        }
    }
}

fn labelled(reader: &Reader<'_>, block: usize) -> bool {
    crate::extract::sentence::label(&reader.document.blocks[block].text.string).is_some()
}

/// Whether an item's label says that it sums up the others.
fn sums_up(reader: &Reader<'_>, block: usize) -> bool {
    let text = &reader.document.blocks[block].text.string;
    crate::extract::sentence::label(text).is_some_and(|(label, _)| {
        let low = text[label].trim().to_lowercase();
        words("sum:label").contains(&low.as_str())
    })
}

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
        found.extend(change::gap(&figures, &earlier));
        if let Some(follows) = change::follow(&figures, &earlier) {
            // Of what it is, the sentence before says.
            if let Some((extent, _)) = follows.last() {
                claims[*extent].confidence = claims[*extent].confidence.min(Confidence::Medium);
            }
            found.push(follows);
        }
        found.extend(share::shares(&figures));
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

fn figures<'a>(view: &View<'a>, quantities: &'a [Quantity], own: &[(usize, usize)], sentence: &Range<usize>) -> Vec<Figure<'a>> {
    let slice = |from: usize, to: usize| view.text.get(from.min(to)..to).unwrap_or("");
    let gap_end = |at: usize| own.get(at + 1).map_or(sentence.end, |&(i, _)| quantities[i].span.start);
    let behind: Vec<&str> = own.iter().enumerate().map(|(at, &(i, _))| slice(quantities[i].span.end, gap_end(at))).collect();
    // Where each figure ends with the noun that it counts.
    let ends: Vec<usize> =
        own.iter().enumerate().map(|(at, &(i, _))| quantities[i].span.end + counted_noun(&quantities[i], at, &behind)).collect();
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
    const CLASSIFIERS: &str =
        "起宗例桩件册本张份次台辆名位户家所座栋只头棵株场届艘架批笔间层条款项个吨箱袋瓶枚颗幅部首集篇项票人";
    const LINKS: &[&str] = &[
        "to",
        "and",
        "or",
        "in",
        "of",
        "for",
        "from",
        "at",
        "on",
        "by",
        "with",
        "out",
        "than",
        "up",
        "down",
        "this",
        "last",
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "were",
        "per",
        "each",
        "now",
        "more",
        "less",
        "fewer",
        "higher",
        "lower",
        "while",
        "but",
        "as",
        "then",
        "compared",
        "versus",
        "against",
        "after",
        "before",
        "altogether",
        "together",
        "total",
        "overall",
        "on",
        "over",
        "it",
        "they",
    ];
    let text = behind[at];
    // 48起, 60宗: words that count without being a unit of the figure.
    let blanks = text.len() - text.trim_start_matches(' ').len();
    if let Some(first) = text[blanks..].chars().next().filter(|c| quantity.unit.is_empty() && CLASSIFIERS.contains(*c)) {
        return blanks + first.len_utf8();
    }
    if !matches!(quantity.canonical.unit.as_str(), "" | "x") || !quantity.unit.is_empty() || !text.starts_with(' ') {
        return 0;
    }
    let mut words: Vec<&str> = text.split_whitespace().take(3).collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !LINKS.contains(word);
    let bare = |word: &str| word.trim_end_matches([',', '.', ';', ':', ')']).to_owned();
    let end = words.iter().position(|word| !plain(&bare(word).as_str())).unwrap_or(words.len());
    words.truncate(words.iter().position(|word| bare(word) != *word).map_or(end, |at| end.min(at + 1)));
    let repeated =
        |phrase: &str| behind.iter().enumerate().any(|(other, text)| other != at && text.trim_start().starts_with(phrase));
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
