//! How like two figures' passages are, and whether anything sets them apart.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::wording::tokens::content;
use crate::claim::wording::{CONCEPT, Near, Wording, stem, years};
use crate::claim::{Bound, Claim, Modality, Subject, exact};
use crate::lexicon::wording::contrasts;
use crate::lexicon::words;

use super::scale::Scale;

/// So little of a shared word tells nothing.
const LEAST: i32 = 50;

/// What two figures have in common.
#[derive(Debug)]
pub struct Likeness {
    /// Hundredths of a shared rare word that says what is counted.
    pub points: i32,
    /// The two values are the same.
    pub agrees: bool,
    /// The shared words, those that count most first.
    pub words: Vec<String>,
}

/// The likeness of two figures; none where they cannot be one fact.
pub fn likeness(a: &Claim, b: &Claim, scale: &Scale) -> Option<Likeness> {
    let (x, y) = (a.wording.as_ref()?, b.wording.as_ref()?);
    if side_by_side(a, b) {
        return None;
    }
    let mut shared: Vec<(i32, &str)> = Vec::new();
    let elsewhere = a.document != b.document || a.heading != b.heading;
    let near = |p: &Wording, word: &str| p.words.get(word).copied().max(p.around.get(word).copied().filter(|_| elsewhere));
    for word in x.words.keys().chain(x.around.keys().filter(|word| elsewhere && !x.words.contains_key(*word))) {
        if let (Some(own), Some(other)) = (near(x, word), near(y, word)) {
            let points = weight(word, own.min(other), own.max(other), scale);
            // Two characters that are the whole label of a row are a word, not a part of one.
            let whole = !word.is_ascii() && [x, y].iter().any(|p| p.row.len() == 1 && p.row.contains(&**word));
            shared.push((if whole { points * 2 } else { points }, word));
        }
    }
    shared.sort_by(|p, q| (-p.0, p.1).cmp(&(-q.0, q.1)));
    // Pairs of Chinese characters overlap: three in a row are one word of four characters.
    let points: i32 = shared.iter().map(|(points, _)| points).sum();
    // Too little in common, whatever else there is.
    if points < LEAST || apart(a, b, x, y) {
        return None;
    }
    let values = values(a, b)?;
    // All of a label says the other passage, most tellingly as what it counts.
    let covered = |label: &BTreeSet<Box<str>>, other: &Wording| {
        let nears: Option<Vec<Near>> = label.iter().map(|word| other.words.get(word).copied()).collect();
        match nears.as_deref() {
            None | Some([]) => 0,
            Some(nears) if nears.iter().all(|near| *near == Near::Core) => 100,
            Some(_) => 60,
        }
    };
    let points = points - set_back(a, b, x, y) + covered(&x.label, y).max(covered(&y.label, x));
    let agrees = values == Values::Same;
    let near = match values {
        Values::Same | Values::Near => 20,
        Values::Slip => 80,
        Values::Scale => 60,
        Values::Twice => -40,
        Values::Far => -200,
    };
    let words = shared.iter().take(4).map(|(_, word)| word.trim_start_matches(CONCEPT).to_owned()).collect();
    Some(Likeness { points: points + if agrees { 0 } else { near }, agrees, words })
}

fn weight(word: &str, low: Near, high: Near, scale: &Scale) -> i32 {
    let base = match (low, high) {
        (Near::Core, _) => 200,
        (Near::Clause, Near::Core) => 140,
        (Near::Clause, _) => 110,
        (Near::Far, Near::Core) => 60,
        (Near::Far, _) => 30,
    };
    let concept = word.starts_with(CONCEPT);
    let rare = match (scale.lines(word), concept || low == Near::Core) {
        // What only these two figures speak of, and what is a measure of something.
        (0..=2, _) if concept => 145,
        (0..=3, _) | (4..=6, true) => 100,
        (4..=6, false) | (7..=12, true) => 70,
        (7..=12, false) => 40,
        _ => 15,
    };
    let han = if word.starts_with(CONCEPT) || word.is_ascii() { 100 } else { 50 };
    base * rare * han / 10_000
}

/// Whether the two stand in one block, one list or one table, whose parts tell of different things.
pub fn side_by_side(a: &Claim, b: &Claim) -> bool {
    if a.document != b.document {
        return false;
    }
    let block = matches!((&a.block, &b.block), (Some(p), Some(q)) if p.id == q.id);
    let table = matches!((&a.table, &b.table), (Some(p), Some(q)) if p.id == q.id);
    let list = |c: &Claim| c.wording.as_ref().and_then(|wording| wording.list);
    block || table || list(a).is_some() && list(a) == list(b) || a.line == b.line
}

/// Whether something sets the two apart for good.
#[allow(clippy::many_single_char_names, reason = "two claims and what is around each")]
fn apart(a: &Claim, b: &Claim, x: &Wording, y: &Wording) -> bool {
    // What heads the row of a cell is what the cell is about.
    let off_row = |p: &Wording, q: &Wording| !p.row.is_empty() && !p.row.iter().any(|word| q.words.contains_key(word));
    // "Sea maps (138)" counts some of the maps.
    let some_of =
        |c: &Claim, p: &Wording, q: &Wording| c.table.is_none() && !p.label.iter().all(|word| q.words.contains_key(word));
    if subjects_differ(a, b, x, y) || off_row(x, y) || off_row(y, x) || some_of(a, x, y) || some_of(b, y, x) {
        return true;
    }
    if x.part != y.part && (a.table.is_some() || b.table.is_some() || !slip(a, b))
        || a.modality != b.modality && a.modality != Modality::Stated && b.modality != Modality::Stated
    {
        return true;
    }
    let period = |p: &Wording, c: &Claim| -> BTreeSet<Box<str>> {
        if p.periods.is_empty() { years(&c.heading).into_iter().map(|(_, year)| year).collect() } else { p.periods.clone() }
    };
    let (of_a, of_b) = (period(x, a), period(y, b));
    let same = |p: &str, q: &str| p.starts_with(q) || q.starts_with(p);
    if !of_a.is_empty() && !of_b.is_empty() && !of_a.iter().any(|p| of_b.iter().any(|q| same(p, q))) {
        return true;
    }
    let groups: BTreeSet<&str> = x.sides.iter().chain(&y.sides).map(|(group, _)| *group).collect();
    let takes = |p: &Wording, group: &str| -> BTreeSet<&str> {
        p.sides.iter().filter(|(g, _)| *g == group).map(|(_, side)| *side).collect()
    };
    if groups.iter().any(|group| {
        let (p, q) = (takes(x, group), takes(y, group));
        !p.is_empty() && !q.is_empty() && p.is_disjoint(&q)
    }) {
        return true;
    }
    // "Last time 1,105 firms took part": that of another year, which has no number here.
    let other_time = |p: &Wording, q: &Wording| {
        p.sides.iter().any(|(group, side)| *group == "order" && matches!(*side, "previous" | "next"))
            && takes(q, "order").is_empty()
    };
    if other_time(x, y) || other_time(y, x) {
        return true;
    }
    let units: BTreeSet<&str> = x.beside.iter().map(|(unit, _)| &**unit).collect();
    let of = |p: &Wording, unit: &str| -> BTreeSet<Box<str>> {
        p.beside.iter().filter(|(u, _)| &**u == unit).map(|(_, value)| value.clone()).collect()
    };
    units.into_iter().any(|unit| {
        let (p, q) = (of(x, unit), of(y, unit));
        !p.is_empty() && !q.is_empty() && p.is_disjoint(&q)
    }) || limits_differ(a, b)
        || conditions_differ(a, b)
}

/// Whether the two are about different things. The label of a row may be the metric of another passage: "Visits | 117,000" and "the
/// museum welcomed 171,000 visits".
#[allow(clippy::many_single_char_names, reason = "two claims and what is around each")]
fn subjects_differ(a: &Claim, b: &Claim, x: &Wording, y: &Wording) -> bool {
    let whole = |s: &&Subject| words("sum:label").contains(&s.name.to_lowercase().as_str());
    let of = |c: &Claim| c.subject.as_ref().filter(|s| s.id != "document" && !whole(s)).map(|s| s.id.clone());
    let within = |c: &Claim, other: &Wording| {
        let name = c.subject.as_ref().map(|subject| content(&subject.name)).unwrap_or_default();
        c.table.is_some() && !name.is_empty() && name.iter().all(|word| other.words.contains_key(word))
    };
    match (of(a), of(b)) {
        // Two rows of two names are two things, though the one name holds the other: "Wren" and "Wren L".
        (Some(p), Some(q)) if p != q => a.table.is_some() && b.table.is_some() || !within(a, y) && !within(b, x),
        _ => false,
    }
}

/// Whether only one of the two names whom it is about, and the other passage does not speak of them.
fn nameless(a: &Claim, b: &Claim, y: &Wording) -> bool {
    let Some(subject) = a.subject.as_ref().filter(|s| s.id != "document") else { return false };
    if b.subject.as_ref().is_some_and(|s| s.id != "document") || a.table.is_some() {
        return false;
    }
    let name = subject.name.to_lowercase();
    if is_opening(&name) {
        return false;
    }
    let title = |c: &Claim| c.heading.split(" > ").next().unwrap_or("").to_lowercase();
    let mut said = name.split([' ', '-']).filter(|word| word.len() > 1).map(stem);
    !title(a).contains(&name)
        && !title(b).contains(&name)
        && !said.any(|word| y.words.contains_key(&*word))
        && !y.names.contains(&*name)
}

/// Whether a heading opens or closes a report, whose figures stand for all of it.
fn is_opening(heading: &str) -> bool {
    words("opening").iter().any(|word| heading.contains(word))
}

/// Whether both state a condition and state it differently; which of several like tables a figure stands in parts it from any other.
fn conditions_differ(a: &Claim, b: &Claim) -> bool {
    let loose = |name: &str| matches!(name, "when" | "strength" | "of" | "item" | "version_of");
    let differ =
        a.conditions.iter().any(|(name, text)| !loose(name) && b.conditions.get(name).is_some_and(|other| other != text));
    let placed = |c: &Claim, name: &str| c.conditions.get(name).cloned();
    let audience = !a.audience.is_empty() && !b.audience.is_empty() && !a.audience.iter().any(|tag| b.audience.contains(tag));
    differ
        || audience
        || ["section", "row", "column", "tier", "age", "time"].iter().any(|name| placed(a, name) != placed(b, name))
        || matches!((&a.date, &b.date), (Some(x), Some(y)) if x != y)
        || matches!((&a.version, &b.version), (Some(x), Some(y)) if x != y)
        || matches!((&a.baseline, &b.baseline), (Some(x), Some(y)) if x != y)
}

/// "At least" and "at most" are two facts, and so are a range and a point.
fn limits_differ(a: &Claim, b: &Claim) -> bool {
    let way = |c: &Claim| match c.canonical.as_ref().map(|c| c.bound) {
        Some(Bound::AtLeast | Bound::MoreThan | Bound::AsLowAs) => 1,
        Some(Bound::AtMost | Bound::LessThan | Bound::UpTo) => -1,
        _ => 0,
    };
    let ranges = |c: &Claim| c.canonical.as_ref().is_some_and(|c| c.bound == Bound::Range);
    way(a) * way(b) < 0 || ranges(a) != ranges(b)
}

/// What speaks against the two being one fact without ruling it out.
fn set_back(a: &Claim, b: &Claim, x: &Wording, y: &Wording) -> i32 {
    let mut points = 0;
    let groups: BTreeSet<&str> = x.sides.iter().chain(&y.sides).map(|(group, _)| *group).collect();
    for group in groups {
        let one_sided = x.sides.iter().any(|(g, _)| *g == group) != y.sides.iter().any(|(g, _)| *g == group);
        let titled = |c: &Claim| {
            let title = c.heading.split(" > ").next().unwrap_or("");
            let sides = contrasts(title);
            sides.iter().any(|side| side.0 == group && (x.sides.contains(side) || y.sides.contains(side)))
        };
        if one_sided && !titled(a) && !titled(b) {
            points += if matches!(group, "extreme" | "tense" | "month" | "hour") { 30 } else { 70 };
        }
    }
    let title = |c: &Claim| c.heading.split(" > ").next().unwrap_or("").to_lowercase();
    let (title_a, title_b) = (title(a), title(b));
    let own = |p: &Wording, q: &Wording| -> usize {
        let known = |name: &str| title_a.contains(name) || title_b.contains(name) || q.names.contains(name);
        p.names.iter().filter(|name| !known(name)).count()
    };
    points += match (own(x, y), own(y, x)) {
        (0, 0) => 0,
        (0, _) | (_, 0) => 60,
        _ => 140,
    };
    for (label, other) in [(&x.label, y), (&y.label, x)] {
        let missing =
            label.iter().filter(|word| !other.words.contains_key(*word)).map(|word| if word.is_ascii() { 40 } else { 20 });
        points += missing.sum::<i32>().min(140);
    }
    points += if nameless(a, b, y) || nameless(b, a, x) { 90 } else { 0 };
    // A text on how to choose tells of kinds that it does not name.
    let choice = |title: &str| {
        words("title:choice").iter().any(|word| {
            if word.is_ascii() {
                title.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word)
            } else {
                title.contains(word)
            }
        })
    };
    points += if choice(&title_a) || choice(&title_b) { 60 } else { 0 };
    points += if x.part == y.part { 0 } else { 60 };
    let one_period = x.periods.is_empty() != y.periods.is_empty();
    points += if one_period { 20 } else { 0 };
    let section = |c: &Claim| c.heading.split_once(" > ").map(|(_, rest)| rest.to_owned());
    let restates = |c: &Claim| {
        let last = c.heading.rsplit(" > ").next().unwrap_or("").to_lowercase();
        matches!(c.section.as_str(), "summary" | "comparison" | "scenario" | "faq" | "conclusion") || is_opening(&last)
    };
    if a.document != b.document {
        points += 20;
    } else if a.heading == b.heading && section(a).is_some() {
        points += 40;
    } else if section(a) != section(b) && section(a).is_some() && section(b).is_some() && !restates(a) && !restates(b) {
        points += 50;
    }
    points
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    Same,
    Near,
    Slip,
    /// The same digits, and another power of ten.
    Scale,
    Twice,
    Far,
}

/// How two values stand to each other; none where they have no number in common sense: open ends on both sides.
#[allow(clippy::many_single_char_names, reason = "two claims and what is around each")]
fn values(a: &Claim, b: &Claim) -> Option<Values> {
    let (p, q) = (a.canonical.as_ref()?, b.canonical.as_ref()?);
    if meet(a, b)? {
        return Some(Values::Same);
    }
    let end = |i: &crate::claim::Interval| i.low.as_deref().or(i.high.as_deref()).and_then(exact);
    let (low, high) = (end(p)?, end(q)?);
    let (low, high) = if low <= high { (low, high) } else { (high, low) };
    if slip(a, b) {
        return Some(Values::Slip);
    }
    if low <= BigRational::zero() {
        return None;
    }
    let times = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let ratio = high / low;
    if is_scale(&ratio) && [a, b].iter().all(|c| digits(c) > 1) {
        return Some(Values::Scale);
    }
    Some(match ratio {
        r if r <= times(5, 4) => Values::Near,
        r if r <= times(2, 1) => Values::Twice,
        r if r <= times(4, 1) => Values::Far,
        _ => return None,
    })
}

/// Whether a ratio is a power of ten from a hundred on, or ten itself, but for what rounding leaves: 4.4 million and 4,392 thousand.
fn is_scale(ratio: &BigRational) -> bool {
    let ten = BigRational::from_integer(10.into());
    let (mut rest, mut power) = (ratio.clone(), 0);
    let edge = BigRational::new(99.into(), 100.into());
    while rest >= &ten * &edge && power < 12 {
        rest /= &ten;
        power += 1;
    }
    power > 0 && rest >= edge && rest <= BigRational::new(101.into(), 100.into())
}

/// How many digits a figure is written with that are no zeros at its ends.
fn digits(claim: &Claim) -> usize {
    let low = claim.value.as_ref().and_then(|v| v.low.as_deref()).unwrap_or("");
    let digits: String = low.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

/// Whether the two can be one value: half a unit of the last digit to both sides, a tenth where one of them says "about".
fn meet(a: &Claim, b: &Claim) -> Option<bool> {
    let span = |c: &Claim| -> Option<(Option<BigRational>, Option<BigRational>)> {
        let (value, canonical) = (c.value.as_ref()?, c.canonical.as_ref()?);
        let (low, high) = (canonical.low.as_deref().and_then(exact), canonical.high.as_deref().and_then(exact));
        let written = value.low.as_deref().or(value.high.as_deref()).and_then(exact)?;
        let base = low.clone().or(high.clone())?;
        let step = exact(&value.precision)?;
        let two = BigRational::from_integer(2.into());
        let half = if written.is_zero() { BigRational::zero() } else { (step * &base / written / two).abs() };
        let about = if value.approximate { base.abs() / BigRational::from_integer(10.into()) } else { BigRational::zero() };
        let slack = half.max(about);
        Some((low.map(|low| low - &slack), high.map(|high| high + &slack)))
    };
    let ((low_a, high_a), (low_b, high_b)) = (span(a)?, span(b)?);
    if a.canonical == b.canonical {
        return Some(true);
    }
    let below =
        |high: &Option<BigRational>, low: &Option<BigRational>| matches!((high, low), (Some(high), Some(low)) if high <= low);
    // Two limits of one kind are one limit or two.
    match (&low_a, &high_a, &low_b, &high_b) {
        (None, Some(_), None, Some(_)) | (Some(_), None, Some(_), None) => {
            let end = |c: &Claim| c.canonical.as_ref().and_then(|i| exact(i.low.as_deref().or(i.high.as_deref())?));
            return Some(end(a)? == end(b)?);
        }
        _ => {}
    }
    Some(!below(&high_a, &low_b) && !below(&high_b, &low_a))
}

/// Whether the written digits differ as a slip of the pen makes them: two changed places, one of at least three is another, or the point
/// or a nought slipped.
fn slip(a: &Claim, b: &Claim) -> bool {
    // The digits as written where both are in one unit, else those of the base unit.
    let unit = |c: &Claim| c.value.as_ref().map(|value| value.unit.clone());
    let written = unit(a) == unit(b);
    let digits = |c: &Claim| -> Option<String> {
        let text = match (written, &c.value, &c.canonical) {
            (true, Some(value), _) => value.low.as_deref().or(value.high.as_deref())?,
            (_, _, Some(canonical)) => canonical.low.as_deref().or(canonical.high.as_deref())?,
            _ => return None,
        };
        (!text.contains('/')).then(|| text.trim_start_matches('-').chars().filter(char::is_ascii_digit).collect::<String>())
    };
    let (Some(p), Some(q)) = (digits(a), digits(b)) else { return false };
    let bare = |text: &str| text.trim_start_matches('0').trim_end_matches('0').to_owned();
    let (bare_p, bare_q) = (bare(&p), bare(&q));
    if bare_p.len() < 2 || bare_q.len() < 2 {
        return false;
    }
    if bare_p == bare_q {
        return true;
    }
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().collect();
        chars.sort_unstable();
        chars
    };
    let without = |text: &str| text.replace('0', "");
    if without(&p) == without(&q) && bare_p.len().abs_diff(bare_q.len()) == 1 {
        return true;
    }
    if p.trim_start_matches('0').len() != q.trim_start_matches('0').len() {
        return false;
    }
    let differ = bare_p.chars().zip(bare_q.chars()).filter(|(x, y)| x != y).count();
    bare_p.len() == bare_q.len() && (sorted(&bare_p) == sorted(&bare_q) || bare_p.len() >= 3 && differ == 1)
}
