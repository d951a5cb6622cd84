//! Words by which texts name one thing in several ways, and words that tell two things apart.
//!
//! `concepts.csv` holds what a report, a leaflet or a manual may call one thing ("visits", "visitors", 参观人次); `contrasts.csv` the
//! sides of which a figure takes one (summer or winter, planned or reached). Both are about language, not about any subject.

use std::ops::Range;
use std::sync::LazyLock;

use super::{Finder, rows, split};

const CONCEPTS: &str = include_str!("concepts.csv");
const CONTRASTS: &str = include_str!("contrasts.csv");

static CONCEPT_NAMES: LazyLock<(Vec<&'static str>, Finder)> = LazyLock::new(|| {
    let (mut ids, mut words) = (Vec::new(), Vec::new());
    for [id, names] in rows::<2>(CONCEPTS) {
        words.extend(split(names).into_iter().map(|name| (name, ids.len())));
        ids.push(id);
    }
    let finder = Finder::new(&words, false);
    (ids, finder)
});

static CONTRAST_NAMES: LazyLock<(Vec<(&'static str, &'static str)>, Finder)> = LazyLock::new(|| {
    let (mut sides, mut words) = (Vec::new(), Vec::new());
    for [group, side, names] in rows::<3>(CONTRASTS) {
        words.extend(split(names).into_iter().map(|name| (name, sides.len())));
        sides.push((group, side));
    }
    let finder = Finder::new(&words, false);
    (sides, finder)
});

/// The concepts that a text names, in order.
pub fn concepts(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let (ids, finder) = &*CONCEPT_NAMES;
    finder.find(text).into_iter().map(|(range, at)| (range, ids[at])).collect()
}

/// The sides that a text takes: group and side.
pub fn contrasts(text: &str) -> Vec<(&'static str, &'static str)> {
    let (sides, finder) = &*CONTRAST_NAMES;
    finder.find(text).into_iter().map(|(_, at)| sides[at]).filter(|(group, _)| !group.is_empty()).collect()
}
