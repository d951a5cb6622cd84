//! Names that begin a sentence about somebody else: "Egret has 40 seats" on a page about Heron speaks of no Heron.

use std::collections::BTreeSet;

use crate::document::{BlockKind, Document};
use crate::lexicon::{Lexicon, words};

/// Capitalised words in front of a verb that products and organisations stand before ("has", "costs", "supports"), which the document
/// never writes small and whose form is not that of an action or a quality ("Shipping", "Membership").
pub(super) fn leading_names(document: &Document, lexicon: &Lexicon) -> Vec<String> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let prose = document.blocks.iter().filter(|block| !matches!(block.kind, BlockKind::Heading(_)));
    let texts: Vec<&str> = prose.map(|block| block.text.string.as_str()).collect();
    for text in &texts {
        for sentence in text.split_inclusive(['.', '!', '?', '\n', ';']) {
            let mut words_of = sentence.split_whitespace();
            if let (Some(name), Some(verb)) = (words_of.next(), words_of.next())
                && words("leading:verb").contains(&verb)
                && is_name(name, lexicon)
            {
                names.insert(name);
            }
        }
    }
    let small = |name: &&str| {
        let lower = name.to_lowercase();
        texts.iter().any(|text| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == lower))
    };
    names.into_iter().filter(|name| !small(name)).map(str::to_owned).collect()
}

fn is_name(word: &str, lexicon: &Lexicon) -> bool {
    let letters = word.chars().all(|c| c.is_alphanumeric() || c == '-');
    word.len() >= 4
        && letters
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && !words("leading:ending").iter().any(|ending| word.ends_with(ending))
        && !words("leading:common").iter().any(|common| word.eq_ignore_ascii_case(common))
        && lexicon.metric_names.find(word).is_empty()
}
