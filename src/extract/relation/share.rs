//! A count, the whole that it is of, and the percentage beside them: "16 of 580 cases (2.8%)", 580例中有16例（2.8%）, "24% (43/191)".

use super::{Figure, Role, only};
use crate::lexicon::words;
use crate::quantity::Bound;

/// The shares of a sentence.
pub fn shares(figures: &[Figure<'_>]) -> Vec<Vec<Role>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < figures.len() {
        let rest = &figures[at..];
        match fraction(rest).or_else(|| counted(rest)) {
            Some(relation) => {
                at += relation.len();
                found.push(relation);
            }
            None => at += 1,
        }
    }
    found
}

/// A fraction in figures beside its percentage: "43/191 (24%)", "24% (43/191)".
fn fraction(figures: &[Figure<'_>]) -> Option<Vec<Role>> {
    let [a, b, ..] = figures else { return None };
    let (fraction, share) = match (is_fraction(a), is_fraction(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    (is_share(share) && opens(b.before) && closes(b.after)).then(|| vec![(fraction.claim, "fraction"), (share.claim, "share")])
}

/// Two counts and a percentage in any order that says which is the whole.
fn counted(figures: &[Figure<'_>]) -> Option<Vec<Role>> {
    let [a, b, c, ..] = figures else { return None };
    let roles = |part: &Figure<'_>, whole: &Figure<'_>, share: &Figure<'_>| {
        let known =
            is_count(part) && is_count(whole) && is_share(share) && part.quantity.low.exact() <= whole.quantity.low.exact();
        known.then(|| vec![(part.claim, "counted"), (whole.claim, "whole"), (share.claim, "share")])
    };
    if is_share(c) && closes(c.after) && (opens(c.before) || leads(c.before)) {
        // "16 of 580 cases (2.8%)"
        if is_of(b.before) {
            return roles(a, b, c);
        }
        // 580例中有16例（2.8%）
        if among(b.before) {
            return roles(b, a, c);
        }
    }
    // "2.8% (16 of 580)"
    (is_share(a) && opens(b.before) && is_of(c.before) && closes(c.after)).then(|| roles(b, c, a)).flatten()
}

/// A percentage that is one value and no change.
fn is_share(figure: &Figure<'_>) -> bool {
    figure.quantity.canonical.unit == "%"
        && figure.quantity.form != crate::quantity::Form::Score
        && figure.is_plain()
        && !figure.quantity.unit.is_empty()
        && figure.quantity.low.mantissa >= 0
        && !figure.quantity.approximate
}

fn is_fraction(figure: &Figure<'_>) -> bool {
    figure.quantity.canonical.unit == "%" && figure.quantity.unit.is_empty() && figure.quantity.bound == Bound::Eq
}

/// A whole number of things.
fn is_count(figure: &Figure<'_>) -> bool {
    const MEASURED: &[&str] = &["s", "byte", "bit", "m", "m2", "kg", "J", "W", "K", "degC", "%", "x", "pp", "point"];
    let unit = figure.quantity.canonical.unit.as_str();
    let low = &figure.quantity.low;
    figure.is_plain()
        && !figure.quantity.approximate
        && low.exponent >= 0
        && low.denominator == 1
        && low.mantissa > 0
        && !MEASURED.contains(&unit)
        && !unit.contains('/')
}

/// Whether what stands between two counts says that the first is part of the second.
fn is_of(gap: &str) -> bool {
    let gap = gap.trim().to_lowercase();
    let end = |word: &str| {
        gap == word || gap.strip_suffix(word).is_some_and(|rest| rest.ends_with(' ') && rest.split_whitespace().count() <= 3)
    };
    gap == "/" || ["of", "of the", "of all", "out of", "out of the", "among", "of our", "of its"].iter().any(|word| end(word))
}

/// Whether what stands between two counts says that the second is among the first: 例中有, 个样本里.
fn among(gap: &str) -> bool {
    let gap = gap.trim();
    let short = gap.chars().count() <= 8;
    short && ["中有", "中的", "里有", "之中", "中", "当中", "里", "内有"].iter().any(|word| gap.ends_with(word))
}

/// Whether a bracket opens right before a figure, with little else between it and the figure before.
fn opens(gap: &str) -> bool {
    let Some((before, inside)) = gap.rsplit_once(['(', '（']) else { return false };
    let lead = before.trim();
    let few =
        lead.split_whitespace().count() <= 2 && lead.chars().count() <= 20 && !lead.contains([',', '，', ';', '；', '、', '(']);
    few && only(inside, &[words("change:fill"), &["ie", "占", "占比"]])
}

/// Whether words lead over from the counts to their share: "…, or 2.8%", 占2.8%.
fn leads(gap: &str) -> bool {
    let low = gap.trim().to_lowercase();
    let clause = low.rsplit([',', '，', '—', '–']).next().unwrap_or(&low).trim();
    let joined = low.contains([',', '，', '—', '–', '=']) || clause.starts_with('占');
    joined
        && (matches!(clause, "or" | "i.e." | "that is" | "=" | "占" | "占比" | "占比为" | "比例为" | "即" | "占总数的")
            || low == "=")
}

/// Whether nothing of the figure's own follows: a bracket, a mark or the end.
fn closes(after: &str) -> bool {
    let after = after.trim_start_matches(['*', '_', ' ']);
    after.is_empty() || after.starts_with([')', '）', '.', ',', '，', '。', ';', '；', '、', ':', '：', '!', '|', '—', '–', '-'])
}
