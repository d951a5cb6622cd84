//! Numbers of things that a review announces before it shows them.

use crate::document::BlockKind;
use crate::extract::Reader;
use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::{self, Form, Quantity};

/// How strongly a number in the opening of a ranked article says how many entries there are: `shown` for all of them, `tested` where
/// there may be fewer. None for other numbers.
pub fn reviewed(reader: &Reader<'_>, at: usize, view: &View<'_>, quantity: &Quantity) -> Option<&'static str> {
    let block = &reader.document.blocks[at];
    let first = reader.document.sections.iter().filter(|s| s.rank.is_some()).filter_map(|s| s.heading).min()?;
    let opens = at < first && matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(_) | BlockKind::Item);
    let low = &quantity.low;
    let small = low.denominator == 1 && low.exponent == 0 && matches!(low.mantissa, 2..=30) && quantity.low == quantity.high;
    let plain = quantity.bound == quantity::Bound::Eq && matches!(quantity.form, Form::Plain) && !quantity.approximate;
    if !opens || !small || !plain || !is_count_unit(&quantity.canonical.unit) {
        return None;
    }
    let clause = view.clause(quantity.digits.start);
    let before = view.text.get(clause.start.min(quantity.digits.start)..quantity.digits.start)?.to_lowercase();
    let after: String = view
        .text
        .get(quantity.digits.end..clause.end.max(quantity.digits.end))?
        .chars()
        .take(16)
        .collect::<String>()
        .to_lowercase();
    let noun = after.trim_start().starts_with(char::is_alphabetic);
    let nouns: Vec<&str> = after.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).take(2).collect();
    let other = words("review:other").iter().any(|word| {
        if word.is_ascii() {
            nouns.iter().any(|w| w.trim_end_matches('s') == *word || w == word)
        } else {
            after.chars().take(6).collect::<String>().contains(word)
        }
    });
    if !noun || other {
        return None;
    }
    // "Tested: 4 products"
    let label =
        view.label.as_ref().filter(|(_, rest)| *rest <= quantity.digits.start).map(|(label, _)| view.slice(label).to_lowercase());
    let says = |list: &[&str]| {
        list.iter().any(|word| last_words(&before, word) || label.as_ref().is_some_and(|label| last_words(label, word)))
    };
    if says(words("review:shown")) {
        Some("shown")
    } else if says(words("review:tested")) {
        Some("tested")
    } else {
        None
    }
}

/// Whether a verb stands shortly before the end of a text: at most three words or six characters between.
fn last_words(before: &str, verb: &str) -> bool {
    let Some(at) = before.rfind(verb) else { return false };
    let (head, rest) = (&before[..at], &before[at + verb.len()..]);
    if !verb.is_ascii() {
        return rest.trim().chars().count() <= 6;
    }
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    !letter(head.chars().next_back()) && !letter(rest.chars().next()) && rest.split_whitespace().count() <= 4
}

/// No measure, money or rate: a bare number or a counted noun.
fn is_count_unit(unit: &str) -> bool {
    const MEASURED: &[&str] = &[
        "s", "byte", "bit", "%", "pp", "x", "point", "m", "m2", "m3", "kg", "J", "W", "V", "A", "K", "degC", "Hz", "dB", "person",
    ];
    !unit.contains('/') && !MEASURED.contains(&unit) && !crate::extract::figure::is_currency(unit)
}
