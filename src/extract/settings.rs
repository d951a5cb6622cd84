//! Sentences that name the settings of a row: "with eight threads on large files it reads 410 MB/s", beside a table that has a row for
//! each number of threads and sort of file.
//!
//! Such a figure is one of that row. Where the sentence leaves some of the settings open, it is the nearest of the rows that are left: if
//! not even that one agrees, none does. A sentence that names no setting may speak of any row, of a mean or of another run.

use num_rational::BigRational;
use num_traits::Signed;

use crate::claim::{Claim, Confidence, Kind, exact};
use crate::extract::Reader;
use crate::extract::tables::header_text;
use crate::extract::tables::identity::Identity;
use crate::extract::view::View;

/// Most rows of a document that sentences are held against.
const ROWS: usize = 2_000;

/// A figure of a row with settings.
struct Told<'a> {
    claim: &'a Claim,
    identity: &'a Identity,
    value: BigRational,
}

/// Gives the figures of sentences that name the settings of rows what tells those rows apart.
pub fn settings(reader: &Reader<'_>, claims: &mut [Claim]) {
    if reader.layouts.iter().all(|layout| layout.identities.iter().all(Option::is_none)) {
        return;
    }
    let rows: Vec<Told<'_>> = claims.iter().filter_map(|claim| told(reader, claim)).take(ROWS).collect();
    let found: Vec<(usize, Shared)> =
        claims.iter().enumerate().filter_map(|(at, claim)| Some((at, conditions(reader, claim, &rows)?))).collect();
    for (at, (conditions, said, metric)) in found {
        claims[at].metric = metric;
        // What the row is for is told once.
        claims[at].conditions.retain(|_, text| !said.iter().any(|value| holds(&text.to_lowercase(), value)));
        claims[at].conditions.extend(conditions.into_iter().map(|(name, text)| (name.to_owned(), text)));
    }
}

fn told<'a>(reader: &'a Reader<'_>, claim: &'a Claim) -> Option<Told<'a>> {
    let place = claim.table.as_ref().filter(|_| claim.kind == Kind::Quantity && claim.confidence != Confidence::Low)?;
    let layout = reader.layouts.get(usize::try_from(place.id).ok()?)?;
    let identity = layout.identities.get(usize::try_from(place.row).ok()?)?.as_ref().filter(|identity| identity.time == 1)?;
    claim.metric.as_ref()?;
    Some(Told { claim, identity, value: figure(claim)? })
}

fn figure(claim: &Claim) -> Option<BigRational> {
    let value = claim.canonical.as_ref()?;
    exact(value.low.as_deref()?).filter(|_| value.low == value.high)
}

/// Conditions, the settings that a sentence names, and the metric.
type Shared = (Vec<(&'static str, String)>, Vec<String>, Option<String>);

/// The conditions that a sentence's figure shares with the row that it is of.
fn conditions(reader: &Reader<'_>, claim: &Claim, rows: &[Told<'_>]) -> Option<Shared> {
    if claim.table.is_some() || claim.kind != Kind::Quantity || claim.confidence == Confidence::Low {
        return None;
    }
    let (unit, own) = (&claim.canonical.as_ref()?.unit, figure(claim)?);
    let subject = claim.subject.as_ref().map(|subject| &subject.id);
    let alike = |row: &&Told<'_>| {
        // "It takes 4 s": the only column of times is meant.
        (row.claim.metric == claim.metric || claim.metric.is_none() && !unit.is_empty())
            && row.claim.canonical.as_ref().is_some_and(|value| value.unit == *unit)
            && row.claim.subject.as_ref().map(|subject| &subject.id) == subject
    };
    let rows: Vec<&Told<'_>> = rows.iter().filter(alike).collect();
    let place = rows.first()?.claim.table.as_ref()?;
    let one_line = rows.iter().all(|row| row.claim.table.as_ref().is_some_and(|t| t.id == place.id && t.column == place.column));
    if !one_line {
        return restated(claim, &own, &rows);
    }
    let block = reader.document.blocks.get(usize::try_from(claim.block.as_ref()?.id).ok()?)?;
    let at = block.text.string.find(claim.quote.as_str())?;
    let view = View::new(&block.text.string, &reader.subjects, reader.lexicon);
    let sentence = view.sentence(at);
    let mut said = view.text[sentence.clone()].to_lowercase();
    // The figure itself is no setting.
    let quote = claim.quote.to_lowercase();
    if let Some(own) = said.find(&quote) {
        said.replace_range(own..own + quote.len(), " ");
    }
    let table = reader.document.tables.get(usize::try_from(place.id).ok()?)?;
    let mut left = rows.clone();
    let mut named: Vec<String> = Vec::new();
    for at in 0..rows[0].identity.parts.len() {
        let header = header_text(reader.document, table, rows[0].identity.parts[at].0).to_lowercase();
        let value = |row: &Told<'_>| row.identity.parts.get(at).is_some_and(|(_, value)| names(&said, &header, value));
        if let Some(row) = rows.iter().find(|row| value(row)) {
            named.push(row.identity.parts[at].1.clone());
            left.retain(|row| value(row));
        }
    }
    if left.is_empty() || left.len() == rows.len() {
        return restated(claim, &own, &rows);
    }
    let nearest = left.into_iter().min_by_key(|row| (&row.value - &own).abs())?;
    // What has no name of its own may be another sort of figure: "with four threads for 60 s".
    let near = nearest.value < &own * ratio(2) && own < &nearest.value * ratio(2);
    if claim.metric.is_none() && !near {
        return None;
    }
    Some((lent(nearest, claim), named, nearest.claim.metric.clone()))
}

/// A sentence that names no setting and has the very figure of one row, though not of the others, speaks of that row: "the strictest filter
/// still serves 2,600 a second".
fn restated(claim: &Claim, own: &BigRational, rows: &[&Told<'_>]) -> Option<Shared> {
    let told = claim.value.as_ref()?.low.as_deref()?.chars().filter(char::is_ascii_digit).count() > 1;
    let about = claim.value.as_ref()?.approximate;
    let near = |row: &&&Told<'_>| {
        let gap = (&row.value - own).abs();
        row.value == *own || about && gap * ratio(20) <= row.value.abs()
    };
    let mut same = rows.iter().filter(near);
    let (Some(row), None) = (same.next(), same.next()) else { return None };
    (told && rows.len() > 1).then(|| (lent(row, claim), Vec::new(), row.claim.metric.clone()))
}

/// What tells a row apart, as far as a sentence's figure has no such condition of its own.
fn lent(row: &Told<'_>, claim: &Claim) -> Vec<(&'static str, String)> {
    let missing = ["row", "section"].into_iter().filter(|name| !claim.conditions.contains_key(*name));
    missing.filter_map(|name| Some((name, row.claim.conditions.get(name)?.clone()))).collect()
}

fn ratio(times: i64) -> BigRational {
    BigRational::from_integer(times.into())
}

/// Whether a sentence names a setting. A bare number is one only beside the name of what it sets: "batch 8", 批大小8.
fn names(said: &str, header: &str, value: &str) -> bool {
    if value.is_empty() || !holds(said, value) {
        return false;
    }
    let bare = value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let word = |word: &str| {
        word.chars().count() > 1 && word.chars().any(char::is_alphabetic) && said.contains(word.trim_end_matches('s'))
    };
    !bare || header.split(|c: char| !c.is_alphanumeric()).any(word)
}

/// Whether a text holds another, not cutting a word or number in two.
fn holds(text: &str, part: &str) -> bool {
    let own = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(part).any(|(at, _)| {
        let joins = |edge: Option<char>, beside: Option<char>| own(edge) && own(beside);
        !joins(part.chars().next(), text[..at].chars().next_back())
            && !joins(part.chars().next_back(), text[at + part.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_bare_number_is_a_setting_beside_its_name() {
        assert!(names("at batch 8 with int8", "batch", "8"));
        assert!(!names("with 8 files", "batch", "8"));
        assert!(names("at batch 8 with int8", "precision", "int8"));
        assert!(!names("at batch 18", "batch", "8"));
        assert!(names("批大小8时", "批大小", "8"));
    }
}
