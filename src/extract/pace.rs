//! How fast counted things are dealt with: "1140 parcels/hour", "90 books a day", 每小时1120册. The quantities know units; what is counted
//! is any noun.

use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::{Bound, Quantity};

/// Periods, as documents write them.
const PERIODS: &[(&str, &str)] = &[
    ("second", "s"),
    ("sec", "s"),
    ("s", "s"),
    ("minute", "minute"),
    ("min", "minute"),
    ("hour", "hour"),
    ("hr", "hour"),
    ("h", "hour"),
    ("day", "day"),
    ("week", "week"),
    ("month", "month"),
    ("year", "year"),
    ("秒", "s"),
    ("分钟", "minute"),
    ("小时", "hour"),
    ("天", "day"),
    ("日", "day"),
    ("周", "week"),
    ("月", "month"),
    ("年", "year"),
];

/// A counted noun per period at the beginning of a text: how long it is, and the unit that it means.
pub fn counted_rate(text: &str) -> Option<(usize, String)> {
    let rest = text.trim_start_matches(' ');
    let lead = text.len() - rest.len();
    if lead > 1 {
        return None;
    }
    let first = rest.chars().next().filter(|c| c.is_alphabetic())?;
    let length = rest.find(|c: char| !(c.is_alphabetic() || c == '-' && first.is_ascii())).unwrap_or(rest.len());
    let noun = &rest[..length];
    let han = !first.is_ascii();
    if noun.is_empty() || noun.chars().count() > if han { 3 } else { 20 } {
        return None;
    }
    let behind = &rest[length..];
    let (joint, period) = [" per ", " a ", " an ", " each ", " every ", "/", " / "]
        .iter()
        .filter(|joint| !han || joint.contains('/'))
        .find_map(|joint| Some((joint, behind.strip_prefix(*joint)?)))?;
    let word = period.find(|c: char| !c.is_alphabetic()).unwrap_or(period.len());
    let (written, name) = PERIODS.iter().find(|(written, _)| *written == &period[..word])?;
    let noun = if han { String::new() } else { singular(&noun.to_lowercase()) };
    Some((lead + length + joint.len() + written.len(), format!("{noun}/{name}")))
}

/// A noun in the singular, as far as its ending tells.
fn singular(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let es = ["ches", "shes", "sses", "xes"].iter().any(|end| noun.ends_with(end));
    let cut = if es { noun.strip_suffix("es") } else { noun.strip_suffix('s').filter(|stem| !stem.ends_with('s')) };
    cut.unwrap_or(noun).to_owned()
}

/// Gives figures of counted things per period their unit.
pub fn rates(text: &str, quantities: &mut [Quantity]) {
    for quantity in quantities.iter_mut().filter(|q| q.canonical.unit.is_empty() && q.unit.is_empty()) {
        if let Some((length, unit)) = text.get(quantity.span.end..).and_then(counted_rate) {
            quantity.unit = text[quantity.span.end..quantity.span.end + length].trim().into();
            quantity.canonical.unit = unit.into();
            quantity.span.end += length;
        } else if let Some(period) = every(text, quantity) {
            // 每小时1120册
            quantity.canonical.unit = format!("/{period}").into();
        }
    }
}

/// The period that stands before a Chinese figure: 每小时可处理1120册.
fn every(text: &str, quantity: &Quantity) -> Option<&'static str> {
    let before = text.get(..quantity.span.start)?;
    let at = before.rfind('每')?;
    let rest = &before[at + '每'.len_utf8()..];
    let counted = text[quantity.span.end..].chars().next().is_some_and(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let (written, name) =
        PERIODS.iter().filter(|(written, _)| !written.is_ascii()).find(|(written, _)| rest.starts_with(written))?;
    let verb = rest[written.len()..].trim_matches(['约', '可', '能', '达', '到', ' ']);
    (counted && (verb.is_empty() || words("process").contains(&verb))).then_some(*name)
}

/// The amount that was dealt with in a time, where the sentence says so with a verb: before or behind the time.
pub fn worked(view: &View<'_>, quantities: &[Quantity], time: usize) -> Option<usize> {
    let long = quantities.get(time).filter(|q| q.canonical.unit == "s" && matches!(q.bound, Bound::Eq | Bound::AtMost))?;
    let sentence = view.sentence(long.digits.start);
    let neighbours = [time.checked_sub(1), Some(time + 1)];
    neighbours.into_iter().flatten().find(|&at| {
        let Some(much) = quantities.get(at) else { return false };
        let inside = sentence.start <= much.span.start && much.span.end <= sentence.end;
        inside && is_amount(view, much) && much.bound == Bound::Eq && tells(view, much, long, sentence.start)
    })
}

fn tells(view: &View<'_>, much: &Quantity, long: &Quantity, start: usize) -> bool {
    let before = view.text[start..much.span.start].trim_end().to_lowercase();
    let verb = before.split(|c: char| !c.is_ascii_alphabetic()).rev().take(3).any(|word| words("process").contains(&word))
        || words("process")
            .iter()
            .any(|verb| !verb.is_ascii() && before.trim_end_matches(['了', '约', '完', ' ']).ends_with(verb));
    if !verb {
        return false;
    }
    if much.span.end <= long.span.start {
        // "2280 parcels in 4 hours"
        let between = view.text[much.span.end..long.span.start].to_lowercase();
        let parts: Vec<&str> = between.split_whitespace().collect();
        return parts.len() <= 4 && matches!(parts.last(), Some(&("in" | "within" | "over")));
    }
    // "in 4 hours the line handled 2280 parcels", 6小时内处理了1560件
    let lead = view.text[start..long.span.start].trim_end().to_lowercase();
    let between = &view.text[long.span.end..much.span.start];
    let period = lead.split_whitespace().next_back().is_some_and(|word| matches!(word, "in" | "within" | "over"));
    let han = between.starts_with(['内', '里', '，']) || view.text[long.span.clone()].ends_with('内');
    between.chars().count() <= 40 && (period || han)
}

/// What can be dealt with in a time: things, mass, data; not money, lengths or shares.
fn is_amount(view: &View<'_>, quantity: &Quantity) -> bool {
    let unit = quantity.canonical.unit.as_str();
    let measured = ["m", "m2", "J", "W", "K", "degC", "A", "V", "Hz", "dB", "%", "x", "pp", "point", "s", "person", "year-old"];
    if !unit.is_empty() && !unit.contains('/') && !measured.contains(&unit) && !crate::extract::figure::is_currency(unit) {
        return true;
    }

    unit.is_empty() && view.text[quantity.span.end..].trim_start().starts_with(char::is_alphabetic)
        || unit.is_empty() && view.text[quantity.span.clone()].ends_with(|c: char| c.is_alphabetic())
}

/// The unit of a counted thing: the noun behind a bare figure, as a rate of it has it; none for Chinese, whose measure words are left out.
pub fn noun(view: &View<'_>, quantity: &Quantity) -> String {
    let rest = view.text[quantity.span.end..].trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_alphabetic() || c == '-')).unwrap_or(rest.len());
    singular(&rest[..end].to_lowercase())
}
