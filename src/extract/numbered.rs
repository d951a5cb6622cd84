//! Numbers that tell one of several apart, and measure nothing: the numbers of sections ("1.2 Sending", "## 11 Clusters"), and those behind
//! what a document counts elsewhere ("query 24" of 43 queries).

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Block, BlockKind, Document};
use crate::extract::Reader;
use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::names::before_list;
use crate::quantity::{Bound, Form, Quantity};

/// What numbers of a document only tell apart.
#[derive(Debug, Default)]
pub struct Numbered {
    /// Blocks that begin with the number of their section, and where it ends.
    sections: BTreeMap<usize, usize>,
    /// Nouns that stand behind a number somewhere, in the singular.
    counted: BTreeSet<String>,
    /// Sections that tell of one case of several ("Case two", 场景三), by their headings.
    cases: BTreeMap<usize, String>,
}

impl Numbered {
    pub fn new(document: &Document) -> Self {
        Self { sections: sections(document), counted: counted(document), cases: cases(document) }
    }

    /// The case that a section tells of.
    pub fn case(&self, section: usize) -> Option<&String> {
        self.cases.get(&section)
    }

    /// Whether a figure of a block is the number of its section.
    pub fn heads(&self, at: usize, quantity: &Quantity) -> bool {
        self.sections.get(&at).is_some_and(|end| quantity.digits.end <= *end)
    }
}

/// The level of a heading, none for a paragraph, and the number that it begins with.
type Number = (Option<u8>, Vec<u32>);

/// The sections whose headings number cases: two of them at least, and those below them.
fn cases(document: &Document) -> BTreeMap<usize, String> {
    let heading = |at: usize| {
        let block = document.sections[at].heading.and_then(|h| document.blocks.get(h))?;
        let lower = block.text.string.trim().to_lowercase();
        let numbered = words("case").iter().any(|word| {
            lower.strip_prefix(word).is_some_and(|rest| {
                let rest = rest.trim_start_matches([' ', '#', '-']);
                let number = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
                let spelled = ["one", "two", "three", "four", "five", "six", "i", "ii", "iii", "iv", "v", "a", "b", "c", "d"];
                rest.starts_with(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c)) || spelled.contains(&number)
            })
        });
        numbered.then_some(lower)
    };
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for (at, section) in document.sections.iter().enumerate() {
        let above = section.parent.and_then(|parent| found.get(&parent).cloned());
        if let Some(case) = heading(at).or(above) {
            found.insert(at, case);
        }
    }
    let several = found.values().collect::<BTreeSet<_>>().len() > 1;
    if several { found } else { BTreeMap::new() }
}

/// Where each block that begins with the number of a section has it: another one of its kind begins with the number before or behind it.
fn sections(document: &Document) -> BTreeMap<usize, usize> {
    let mut known: BTreeMap<Number, Vec<(usize, usize)>> = BTreeMap::new();
    for (at, block) in document.blocks.iter().enumerate() {
        let level = match block.kind {
            BlockKind::Heading(level) => Some(level),
            BlockKind::Paragraph if block.cell.is_none() => None,
            _ => continue,
        };
        // A paragraph that begins with a whole number counts something as often as not.
        if let Some((number, end)) = leading(block).filter(|(number, _)| level.is_some() || number.len() > 1) {
            known.entry((level, number)).or_default().push((at, end));
        }
    }
    let beside = |(level, number): &Number| {
        let neighbour = |last: Option<u32>| {
            let mut other = number.clone();
            let end = other.last_mut()?;
            *end = last?;
            known.contains_key(&(*level, other)).then_some(())
        };
        let last = number.last().copied().unwrap_or(0);
        neighbour(last.checked_sub(1)).or_else(|| neighbour(last.checked_add(1))).is_some()
    };
    known.iter().filter(|(key, _)| beside(key)).flat_map(|(_, places)| places.iter().copied()).collect()
}

/// The dotted number that a block begins with, and where it ends; a word follows it.
fn leading(block: &Block) -> Option<(Vec<u32>, usize)> {
    let text = block.text.string.as_str();
    let start = text.len() - text.trim_start().len();
    let length = text[start..].bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = text[start..start + length].trim_end_matches('.');
    let parts: Option<Vec<u32>> = number.split('.').map(|part| part.parse().ok().filter(|n| *n < 1000)).collect();
    let behind = text[start + length..].trim_start_matches(['、', '．', ')', '）']);
    let apart = behind.len() < text.len() - start - length || length > number.len() || behind.starts_with(char::is_whitespace);
    let worded = behind.trim_start().starts_with(char::is_alphabetic);
    parts.filter(|_| apart && worded).map(|parts| (parts, start + number.len()))
}

/// The nouns that stand behind a whole number: "43 queries".
fn counted(document: &Document) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for block in &document.blocks {
        let text = block.text.string.as_str();
        for (at, _) in text.match_indices(' ') {
            let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
            let noun = &text[at + 1..][..text[at + 1..].bytes().take_while(u8::is_ascii_lowercase).count()];
            // "43 queries": several.
            if digits > 0 && noun.len() > 3 && noun.ends_with('s') {
                found.insert(singular(noun));
            }
        }
    }
    found
}

fn singular(noun: &str) -> String {
    let stem = noun.strip_suffix("ies").map(|stem| format!("{stem}y"));
    stem.unwrap_or_else(|| noun.strip_suffix('s').unwrap_or(noun).to_owned())
}

impl Reader<'_> {
    /// Whether a bare number stands right behind a noun that the document counts: "query 24", "queries 5 and 6".
    pub(super) fn is_label(&self, view: &View<'_>, quantity: &Quantity) -> bool {
        let bare = quantity.canonical.unit.is_empty() && quantity.low.exponent == 0 && quantity.form == Form::Plain;
        if !bare || !matches!(quantity.bound, Bound::Eq | Bound::Range) {
            return false;
        }
        let before = before_list(view.text[..quantity.digits.start].trim_end(), &["and", "or", "to", ",", "–", "-"]);
        let noun = before.rsplit(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
        let unmeasured = || self.lexicon.metric_names.find(noun).is_empty();
        noun.len() > 2 && view.label.is_none() && self.numbered.counted.contains(&singular(noun)) && unmeasured()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;
    use crate::source::Source;

    fn heads(text: &str) -> Vec<usize> {
        let document = document::parse(&Source::new("a.md", text)).unwrap_or_default();
        Numbered::new(&document).sections.into_keys().collect()
    }

    #[test]
    fn numbers_of_sections_follow_one_another() {
        assert_eq!(heads("# Tern\n\n## 11 Nests\n\n## 12 Eggs\n\n## 40 years\n"), [1, 2]);
        assert_eq!(heads("# Tern\n\n4.1 Nests are built.\n\n4.2 Eggs are laid.\n\n7.5 tonnes of sand\n"), [1, 2]);
        assert_eq!(heads("# Tern\n\n12 nests were built.\n\n13 eggs were laid.\n"), [0_usize; 0]);
    }
}
