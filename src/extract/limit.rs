//! Whether a percentage can pass a hundred: a share of a whole and a decrease cannot, whatever is measured.
//!
//! The words right beside the figure tell. A share is named by its noun (好评率, "approval rate"); words of ratios that do pass a hundred
//! (完成率, "coverage ratio", growth) are no shares.

use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::{Bound, Form, Quantity};

/// `share` for a percentage that is part of a whole, `decrease` for one that says by how much something fell, `open` for one that has
/// no end at a hundred though its words are like theirs, else nothing. Only percentages above a hundred are looked at.
pub fn limit(view: &View<'_>, quantity: &Quantity) -> Option<&'static str> {
    let capped = quantity.canonical.unit == "%"
        && quantity.form == Form::Plain
        && !matches!(quantity.bound, Bound::FromTo)
        && quantity.low.exact() > num_rational::BigRational::from_integer(100.into());
    if !capped {
        return None;
    }
    let clause = view.clause(quantity.digits.start);
    let before = view.text.get(clause.start.min(quantity.digits.start)..quantity.digits.start)?.to_lowercase();
    let behind = view.text.get(quantity.span.end..clause.end.max(quantity.span.end))?.trim_start().to_lowercase();
    // "fell to 150% of", "120% of the target": a level of something else.
    if behind.starts_with("of ") && !behind.starts_with("of its") || behind.starts_with("的目标") {
        return None;
    }
    let any = |words: &[&str]| words.iter().any(|word| whole(&before, word).is_some());
    let text = before.trim_end_matches(|c: char| c.is_whitespace() || "约近达到为是：:仅高至也就了".contains(c));
    let near = text.trim_end_matches(" by").trim_end();
    let falls = words("limit:fall").iter().any(|word| before.trim_end().ends_with(word) && whole(&before, word).is_some())
        || words("limit:fall")
            .iter()
            .any(|word| near.ends_with(word.trim_end_matches(" by").trim_end_matches('了')) && !word.is_ascii());
    if falls {
        let sentence = view.sentence(quantity.digits.start);
        let all = view.text.get(sentence.start.min(quantity.digits.start)..quantity.digits.start)?.to_lowercase();
        return Some(if words("limit:signed").iter().any(|word| whole(&all, word).is_some()) { "open" } else { "decrease" });
    }
    if any(words("limit:open")) {
        return Some("open");
    }
    let last = words("limit:share").iter().filter_map(|word| whole(&before, word).map(|at| at + word.len())).max()?;
    // Between the noun and its figure stands a verb and little else.
    let gap = before[last..].trim();
    let short = if gap.is_ascii() { gap.split_whitespace().count() <= 6 } else { gap.chars().count() <= 8 };
    short.then_some("share")
}

/// The last place of a word in small letters; Latin words stand as whole words.
fn whole(text: &str, word: &str) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.rmatch_indices(word).map(|(at, _)| at).find(|&at| {
        !word.is_ascii() || !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}
