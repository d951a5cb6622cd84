//! Which names are one subject across the documents of a collection. It may change whom a claim is about, not what it says.
//!
//! A vendor's product in one document and its product in another are one subject when each document has just one product of
//! that vendor and the two documents speak of the same things: they share the product's name, or they rank products of at
//! least two vendors in common. Two products of one vendor in one document stay apart.
//!
//! Of phrases that no list has ("unlocks in", "Unlock time"), those are one metric that have the same content words in one
//! dimension. A superlative in words of its own (理赔最快) takes the metric of its subject's figures that shares them (理赔时效).
//!
//! What is said of nobody is said of the document. In a collection in which one project alone speaks of itself (its README), the
//! figures of its other documents are its own; elsewhere figures without a subject are compared only where their label leaves no
//! doubt: the same words before the colon, or the only figure of its kind in each document.

pub mod held;
mod kin;
mod levels;
mod nameless;
pub mod parallel;
mod pass;
mod phrases;
mod project;
mod restated;
mod superlative;
mod templates;
mod vendors;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use pass::{Name, run};

use crate::claim::Claim;
use crate::lexicon::{Lexicon, words};

/// Links the claims of all collections, in place.
pub fn link(claims: &mut [Claim], lexicon: &Lexicon) {
    let mut collections: BTreeMap<&str, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        collections.entry(&claim.collection).or_default().entry(&claim.document).or_default().push(at);
    }
    let collections: Vec<Vec<(Name, Vec<usize>)>> = collections
        .into_values()
        .map(|pages| pages.into_iter().map(|(document, places)| (Rc::from(document), places)).collect())
        .collect();
    for pages in &collections {
        run::<templates::Templates>(claims, pages, lexicon);
        run::<vendors::Vendors>(claims, pages, lexicon);
        run::<project::Project>(claims, pages, lexicon);
        run::<phrases::OpenPhrases>(claims, pages, lexicon);
        run::<levels::Levels>(claims, pages, lexicon);
        run::<superlative::Superlatives>(claims, pages, lexicon);
        run::<kin::Kin>(claims, pages, lexicon);
        run::<nameless::Nameless>(claims, pages, lexicon);
        run::<parallel::Parallel>(claims, pages, lexicon);
        restated::link(claims, pages);
    }
}

/// Whether a metric's name says that its figure is a limit: "attachment limit", 附件上限.
pub fn is_limit(metric: &str) -> bool {
    metric
        .split(['-', '_', ' '])
        .any(|part| words("ceiling").iter().any(|word| if word.is_ascii() { part == *word } else { part.contains(word) }))
}

/// Whether the words of one metric are among those of another: 处理能力 and 分拣线处理能力, "throughput" and "throughput of the line".
pub fn shares_words(a: &str, b: &str) -> bool {
    let split =
        |metric: &str| -> BTreeSet<String> { metric.split(['-', '_', ' ']).filter(|w| !w.is_empty()).map(stem).collect() };
    let (own, other) = (split(a), split(b));
    let within = |few: &BTreeSet<String>, many: &BTreeSet<String>| {
        few.iter().all(|word| {
            many.contains(word) || !word.is_ascii() && word.chars().count() >= 3 && many.iter().any(|w| w.contains(word.as_str()))
        })
    };
    !own.is_empty() && !other.is_empty() && (within(&own, &other) || within(&other, &own))
}

/// Whether a word of a phrase says little of what is measured.
fn is_empty_word(word: &str) -> bool {
    words("vague").contains(&word)
}

/// The words of a phrase that say what is measured, in order of the alphabet, without endings.
fn content_words(metric: &str) -> String {
    let mut found: Vec<String> = metric.split('-').map(stem).filter(|w| !w.is_empty() && !is_empty_word(w)).collect();
    found.sort();
    found.dedup();
    found.join(" ")
}

/// A word without its ending: English plural and verb endings, Chinese nouns of measure.
pub fn stem(word: &str) -> String {
    if word.is_ascii() {
        if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 3) {
            return format!("{rest}y");
        }
        let cut = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() >= 3));
        return cut.unwrap_or(word).trim_end_matches('e').to_owned();
    }
    ["时间", "数量", "次数", "数值", "速度", "时长"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|rest| !rest.is_empty()))
        .unwrap_or(word)
        .to_owned()
}
