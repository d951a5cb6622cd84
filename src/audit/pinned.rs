//! `[[fact]]` entries of claimlint.toml: headline figures pinned to where they come from, and the documents that state them.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use super::faults;
use crate::claim::{Bound, exact};
use crate::config::{Fact, Take};
use crate::extract;
use crate::finding::Finding;
use crate::quantity;
use crate::rules::interval::{Measure, Meeting, Span, measure, ratio, with_unit};
use crate::source::Source;

/// Findings of all facts. `files` are the data files that they name, by the name in the settings; `source` finds a document by its
/// path; `settings` is the name of the settings file.
pub fn check<'a>(
    facts: &[Fact],
    files: &BTreeMap<String, String>,
    source: &dyn Fn(&str) -> Option<&'a Source>,
    settings: &str,
) -> Vec<Finding> {
    let mut found = Vec::new();
    for fact in facts {
        let Some((value, from)) = value(fact, files) else {
            found.push(faults::pinned("no-value", "entry", fact, settings, (u32::try_from(fact.line).unwrap_or(1), 1, 2), &[]));
            continue;
        };
        for stated in &fact.stated {
            let Some(source) = source(&stated.document) else { continue };
            found.extend(hold(fact, &value, &from, &stated.after, source));
        }
    }
    found
}

/// The figure right behind the words on their line, against the fact; a finding when it differs, or when there is none.
fn hold(fact: &Fact, value: &Measure, from: &str, after: &str, source: &Source) -> Option<Finding> {
    let gone = |line: u32| faults::pinned("gone", "entry", fact, &source.path, (line, 1, 2), &[("text", after)]);
    let Some(at) = source.text.find(after) else { return Some(gone(1)) };
    let start = at + after.len();
    let end = source.text[start..].find('\n').map_or(source.text.len(), |length| start + length);
    let line = source.place(&(at..start)).line;
    let claims = extract::figures(&source.text[start..end]);
    let known = claims.iter().filter_map(|(range, claim)| Some((range, claim, measure(claim)?)));
    let Some((range, claim, own)) = known.into_iter().find(|(_, _, own)| own.unit == value.unit) else { return Some(gone(line)) };
    if own.meeting(value) == Meeting::Meet {
        return None;
    }
    let place = source.place(&(start + range.start..start + range.end));
    let right = value.figure().map(|figure| with_unit(figure, &value.unit)).unwrap_or_default();
    let args = [("a", claim.quote.as_str()), ("right", right.as_str()), ("source", from)];
    Some(faults::pinned("drift", "correct", fact, &source.path, (place.line, place.column, place.end_column), &args))
}

/// What a fact is, in base units, and where it comes from.
fn value(fact: &Fact, files: &BTreeMap<String, String>) -> Option<(Measure, String)> {
    if let Some(text) = &fact.value {
        let (_, claim) = extract::figures(text).into_iter().next()?;
        return Some((measure(&claim)?, text.clone()));
    }
    let file = fact.file.as_deref()?;
    let text = files.get(file)?;
    let (number, place) = match (&fact.pointer, &fact.column) {
        (Some(pointer), _) => (over(fact, |name| pointed(text, name), pointer)?, pointer),
        (None, Some(column)) => (over(fact, |name| taken(text, name, fact.take), column)?, column),
        (None, None) => return None,
    };
    let scan = quantity::scan(&format!("1 {}", fact.unit));
    let one = scan.quantities.first().filter(|_| !fact.unit.is_empty()).map(|q| q.canonical.clone());
    let factor = one.as_ref().and_then(|c| c.low.as_ref()).and_then(|n| exact(&n.to_string())).unwrap_or_else(|| ratio(1, 1));
    let unit = one.map_or(String::new(), |c| c.unit.to_string());
    let (unit, period) = crate::rules::interval::per_second(&unit);
    let stated = Span::point(&(number * factor * period));
    let measure = Measure { unit, bound: Bound::Eq, approximate: false, stated, half: BigRational::zero(), readings: Vec::new() };
    Some((measure, format!("{file} {place}")))
}

/// The value of a field, or its ratio to that of another.
fn over(fact: &Fact, read: impl Fn(&str) -> Option<BigRational>, name: &str) -> Option<BigRational> {
    let value = read(name)?;
    let Some(other) = &fact.over else { return Some(value) };
    let below = read(other).filter(|below| !below.is_zero())?;
    Some(value / below)
}

/// The number that a JSON Pointer (RFC 6901) leads to.
fn pointed(text: &str, pointer: &str) -> Option<BigRational> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    match json.pointer(pointer)? {
        serde_json::Value::Number(number) => exact(&number.to_string()),
        serde_json::Value::String(text) => exact(text.trim()),
        serde_json::Value::Array(items) => Some(ratio(i64::try_from(items.len()).ok()?, 1)),
        _ => None,
    }
}

/// What is taken of a column of a CSV file.
fn taken(text: &str, column: &str, take: Take) -> Option<BigRational> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let at = reader.headers().ok()?.iter().position(|name| name.trim() == column)?;
    let cells: Vec<String> = reader.records().filter_map(|row| Some(row.ok()?.get(at)?.trim().to_owned())).collect();
    let filled = || cells.iter().filter(|cell| !cell.is_empty());
    let numbers = || filled().filter_map(|cell| exact(&cell.replace(',', "")));
    match take {
        Take::Count => Some(ratio(i64::try_from(filled().count()).ok()?, 1)),
        Take::Min => numbers().min(),
        Take::Max => numbers().max(),
        Take::Sum => Some(numbers().fold(BigRational::zero(), |sum, n| sum + n)),
        Take::First => numbers().next(),
        Take::Last => numbers().next_back(),
    }
}
