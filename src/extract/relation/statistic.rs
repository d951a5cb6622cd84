//! Minimum, mean and maximum of one thing in one sentence: 最短3分钟，平均5分钟，最长9分钟; "between 3 and 9 minutes, 5 on average".

use super::{Figure, Role, find, head, residue};
use crate::lexicon::words;
use crate::quantity::Bound;

/// What stands behind a figure and says which it is.
const BEHIND: &[(&str, &str)] = &[
    ("on average", "mean"),
    ("in the mean", "mean"),
    ("average", "mean"),
    ("mean", "mean"),
    ("median", "mean"),
    ("at best", "min"),
    ("at the fastest", "min"),
    ("minimum", "min"),
    ("at worst", "max"),
    ("at the slowest", "max"),
    ("at peak", "max"),
    ("maximum", "max"),
];

/// The statistics of a sentence, as far as they are of one thing.
pub fn statistics(figures: &[Figure<'_>]) -> Vec<Vec<Role>> {
    let named: Vec<Option<(&'static str, Vec<String>)>> = figures.iter().map(statistic).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < figures.len() {
        let Some((first, thing)) = &named[at] else {
            at += 1;
            continue;
        };
        let mut relation = vec![(figures[at].claim, *first)];
        let mut seen = vec![*first];
        let mut next = at + 1;
        while let Some(Some((role, own))) = named.get(next) {
            let (figure, before) = (&figures[next], &figures[next - 1]);
            let unit = &figure.quantity.canonical.unit;
            // "between 3 and 9 minutes, 11 on average": a bare figure is in the unit of the one before.
            // "6,400 per match" after "between 2,900 and 6,100" says what all three are counted by.
            let base = |unit: &str| unit.split('/').next().unwrap_or_default().to_owned();
            let per = unit.contains('/') != before.quantity.canonical.unit.contains('/');
            let alike = figure.same_unit(before)
                || unit.is_empty() && !figure.is_relative()
                || per && base(unit) == base(&before.quantity.canonical.unit) && !figure.is_relative();
            let same = own.is_empty() || own.iter().all(|word| thing.iter().any(|known| known.contains(word.as_str())));
            if !alike || !same || seen.contains(role) || seen.contains(&"range") && *role != "mean" {
                break;
            }
            relation.push((figure.claim, *role));
            seen.push(*role);
            next += 1;
        }
        if relation.len() > 1 && relation.iter().any(|(_, role)| *role != "range") {
            found.push(relation);
        }
        at = next;
    }
    found
}

/// Which statistic a figure is, and the words beside it that name a thing.
fn statistic(figure: &Figure<'_>) -> Option<(&'static str, Vec<String>)> {
    let quantity = figure.quantity;
    if quantity.form != crate::quantity::Form::Plain {
        return None;
    }
    let known = &[words("statistic")];
    let behind = head(figure.after.trim_start(), 40).to_lowercase();
    if let Some(role) = behind_role(&behind) {
        return Some((role, residue(figure.before, known)));
    }
    let low = figure.before.to_lowercase();
    let last = |list: &[&str]| list.iter().filter_map(|word| find(&low, word).last().map(|at| at + word.len())).max();
    let role =
        [("min", last(words("statistic:min"))), ("mean", last(words("statistic:mean"))), ("max", last(words("statistic:max")))]
            .into_iter()
            .filter_map(|(role, at)| at.map(|at| (at, role)))
            .max();
    if quantity.bound == Bound::Range && quantity.low != quantity.high {
        // "a minimum of 3 and a maximum of 9" is read as one range.
        return Some(("range", residue(figure.before, known)));
    }
    let (at, role) = role?;
    let plain = matches!(quantity.bound, Bound::Eq | Bound::UpTo | Bound::AsLowAs | Bound::AtMost | Bound::AtLeast);
    // The word stands right before its figure, a short name between at most.
    let near = low[at..].chars().count() <= 18;
    // "The average age is 31, the youngest visitor was 4": of whom, the word says by itself.
    let of_age = ["youngest", "oldest", "eldest"].iter().any(|word| find(&low, word).next().is_some());
    (plain && near).then(|| (role, if of_age { Vec::new() } else { residue(figure.before, known) }))
}

/// The role that the words right behind a figure give it, a unit between at most.
fn behind_role(behind: &str) -> Option<&'static str> {
    let clause = behind.split([',', ';', ')', '，']).next().unwrap_or("");
    BEHIND.iter().find_map(|(words, role)| {
        let at = clause.find(words)?;
        let ends = clause[at + words.len()..].trim().is_empty() || clause[at + words.len()..].starts_with([' ', '.']);
        (at <= 14 && ends && clause[..at].split_whitespace().count() <= 1).then_some(*role)
    })
}
