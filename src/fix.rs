//! One fact set to one value at every place that states it. The words around a figure, its unit and its notation stay; what cannot be
//! set in this way is refused with the reason.
//!
//! A change is proposed from the text of a claim alone and then proven: the changed documents are read again, and the claim at that
//! place must be the same but for its value (`confirm`).

pub mod diff;
mod digits;
mod figure;
mod han;
mod value;
mod why;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use num_rational::BigRational;
use num_traits::Zero as _;

use crate::claim::{Bound, Claim, Kind, Origin, Review};
use crate::finding::{Finding, Passage};
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Measure, dimension, measure, written_factor};
use crate::rules::{passage, subject};
use crate::source::Source;

pub use value::Value;
pub use why::Why;

/// A figure to be replaced.
#[derive(Debug, Clone)]
pub struct Change {
    /// The claim that it is the figure of.
    pub claim: Claim,
    /// Bytes of the source's text that are replaced.
    pub at: Range<usize>,
    /// What stands there then.
    pub text: String,
}

/// What is to be done at the places of a fact.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// By document and place.
    pub changes: Vec<Change>,
    /// Places that cannot be set.
    pub refused: Vec<(Passage, Why)>,
    /// Places that state the value already.
    pub held: Vec<Passage>,
}

/// Rules whose pairs are one fact though subject or metric are named otherwise: the same place in two languages.
const SAME_PLACE: &[&str] = &["translation-mismatch"];

/// Plans to set the fact of a finding to a value. `None` where the finding is about no figure.
pub fn plan(finding: &Finding, claims: &[Claim], sources: &[Source], value: &Value) -> Option<Plan> {
    let stated = places(finding, claims)?;
    let mut plan = Plan::default();
    let mut seen: BTreeSet<(&str, Option<u32>, Option<u32>)> = BTreeSet::new();
    let mut set: Vec<&Claim> = Vec::new();
    for claim in &stated {
        let place = (claim.document.as_str(), claim.line, claim.column);
        if claim.origin == Origin::Derived && stated.iter().any(|c| claim.parents.contains(&c.id)) || !seen.insert(place) {
            continue;
        }
        set.push(claim);
    }
    // A figure without a unit is one of the unit that all places have.
    let one_unit =
        set.windows(2).all(|pair| dimension(pair[0]) == dimension(pair[1]) && written_factor(pair[0]) == written_factor(pair[1]));
    let excludes = |claim: &Claim| matches!(claim.canonical.as_ref().map(|c| c.bound), Some(Bound::MoreThan | Bound::LessThan));
    let alike =
        set.windows(2).all(|pair| pair[0].canonical.as_ref().map(|c| c.bound) == pair[1].canonical.as_ref().map(|c| c.bound));
    for claim in &set {
        let outcome = match target(claim, value) {
            _ if value.bare().is_some() && !one_unit => Err(Why::Unit),
            Ok(None) => {
                plan.held.push(passage(claim, ""));
                continue;
            }
            Ok(Some(_)) if excludes(claim) && !alike => Err(Why::Bound),
            Ok(Some(now)) => change(claim, &now, sources),
            Err(why) => Err(why),
        };
        match outcome {
            Ok(change) => plan.changes.push(change),
            Err(why) => plan.refused.push((passage(claim, ""), why)),
        }
    }
    plan.changes.sort_by(|a, b| (&a.claim.document, a.at.start).cmp(&(&b.claim.document, b.at.start)));
    Some(plan)
}

/// The claims of a finding that state its fact, and the others that hold one of the same values of it.
fn places<'a>(finding: &Finding, claims: &'a [Claim]) -> Option<Vec<&'a Claim>> {
    let of = |passage: &Passage| claims.iter().find(|c| c.id == passage.claim && c.document == passage.document);
    let primary = of(&finding.primary).filter(|claim| has_figure(claim))?;
    let paired = SAME_PLACE.contains(&finding.rule);
    let mut chosen = vec![primary];
    for claim in finding.related.iter().filter_map(of).filter(|claim| claim.canonical.is_some()) {
        let known = chosen.iter().any(|c| c.id == claim.id && c.document == claim.document);
        if !known && (same_fact(primary, claim) || paired && dimension(primary) == dimension(claim)) {
            chosen.push(claim);
        }
    }
    let conflicting: Vec<(&Claim, Measure)> = chosen.iter().filter_map(|c| Some((*c, measure(c)?))).collect();
    for claim in claims {
        let usual = matches!(claim.origin, Origin::Extracted | Origin::Curated | Origin::Data);
        let known = || chosen.iter().any(|c| c.id == claim.id && c.document == claim.document);
        let holds = || measure(claim).is_some_and(|m| conflicting.iter().any(|(c, n)| n.same_figures(&m) && same_fact(c, claim)));
        if usual && !keys(claim).is_empty() && !known() && holds() {
            chosen.push(claim);
        }
    }
    Some(chosen)
}

fn has_figure(claim: &Claim) -> bool {
    let figure = matches!(claim.kind, Kind::Quantity | Kind::Score | Kind::Weight | Kind::Count | Kind::Scale);
    figure && claim.canonical.is_some() && claim.value.is_some()
}

fn keys(claim: &Claim) -> Vec<String> {
    let mut keys = fact::key(claim);
    keys.extend(fact::threshold_key(claim));
    keys
}

/// Whether two claims state one fact, whatever they say of it.
fn same_fact(a: &Claim, b: &Claim) -> bool {
    let (of_a, of_b) = (keys(a), keys(b));
    let named = if of_a.is_empty() && of_b.is_empty() {
        a.kind == b.kind && subject(a) == subject(b) && a.metric == b.metric && dimension(a) == dimension(b)
    } else {
        of_a.iter().any(|key| of_b.contains(key))
    };
    named
        && a.collection == b.collection
        && fact::conditions(a, b) != Conditions::Differ
        && !fact::baselines_differ(a, b)
        && !fact::modalities_differ(a, b)
}

/// The value in the unit of a claim; `None` where it is stated there already.
fn target(claim: &Claim, value: &Value) -> Result<Option<BigRational>, Why> {
    if !has_figure(claim) {
        return Err(Why::NoFigure);
    }
    let stated = measure(claim).ok_or(Why::NoFigure)?;
    let written = claim.value.as_ref().ok_or(Why::NoFigure)?;
    let (figure, low) = match (stated.figure(), written.low.as_deref().and_then(crate::claim::exact)) {
        (Some(figure), Some(low)) if written.low == written.high => (figure, low),
        _ => return Err(Why::Range),
    };
    if !claim.readings.is_empty() && stated.unit == "x" {
        return Err(Why::Reading);
    }
    let now = if let Some(bare) = value.bare() {
        bare.clone()
    } else {
        if value.unit() != stated.unit {
            return Err(Why::Dimension);
        }
        if value.full_mark().is_some_and(|mark| claim.conditions.get("of").is_some_and(|of| of != mark)) {
            return Err(Why::Mark);
        }
        if figure == value.figure() {
            return Ok(None);
        }
        if let Some(now) = value.in_unit(&written.unit) {
            now.clone()
        } else if low.is_zero() {
            return Err(Why::Zero);
        } else {
            value.figure() / written_factor(claim).ok_or(Why::Range)?
        }
    };
    Ok((now != low).then_some(now))
}

/// The change that gives a claim a value in its own unit.
fn change(claim: &Claim, now: &BigRational, sources: &[Source]) -> Result<Change, Why> {
    match claim.origin {
        Origin::Derived => return Err(Why::Derived),
        Origin::Extracted | Origin::Curated => {}
        _ => return Err(Why::Data),
    }
    let source = sources.iter().find(|source| source.path == claim.document).ok_or(Why::NoPlace)?;
    if !source.parts.is_empty() {
        return Err(Why::NoText);
    }
    let (Some(line), Some(column), Some(end_line), Some(end_column)) =
        (claim.line, claim.column, claim.end_line, claim.end_column)
    else {
        return Err(Why::NoPlace);
    };
    let found = figure::rewritten(claim, now)?;
    let (start, end) = (source.offset(line, column), source.offset(end_line, end_column));
    let there = source.text.get(start..end).ok_or(Why::Markup)?;
    let at = if there == claim.quote { found.at } else { alone(there, &claim.quote[found.at]).ok_or(Why::Markup)? };
    let at = start + at.start..start + at.end;
    if article_changes(&source.text[..at.start], &source.text[at.clone()], &found.text) {
        return Err(Why::Grammar);
    }
    Ok(Change { claim: claim.clone(), at, text: found.text })
}

/// Where a figure stands in a text with markup: once, and not as a part of a longer one.
fn alone(text: &str, figure: &str) -> Option<Range<usize>> {
    let joins = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c) || han::is_numeral(c) || c.is_ascii_alphabetic();
    let mut found = text.match_indices(figure).map(|(at, _)| at..at + figure.len()).filter(|at| {
        let edge = |c: Option<char>| c.is_none_or(|c| !joins(c) || c.is_ascii_alphabetic() && digits::has_digit(figure));
        edge(text[..at.start].chars().next_back()) && edge(text[at.end..].chars().next())
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// "an 8-hour run" and "a 9-hour run".
fn article_changes(ahead: &str, before: &str, now: &str) -> bool {
    let mut words = ahead.trim_end_matches(['*', '_', '`']).rsplitn(3, |c: char| !c.is_ascii_alphabetic());
    let article = words.next() == Some("") && matches!(words.next().unwrap_or("").to_ascii_lowercase().as_str(), "a" | "an");
    let vowel = |figure: &str| {
        let plain = figure.to_ascii_lowercase();
        let whole = plain.split('.').next().unwrap_or("").len();
        plain.starts_with(['8', 'a', 'e', 'i', 'o', 'u']) && !plain.starts_with("one")
            || (plain.starts_with("11") || plain.starts_with("18")) && whole == 2
    };
    article && vowel(before) != vowel(now)
}

/// A text with these changes of its figures; they are in the order of the text.
pub fn applied(source: &Source, changes: &[&Change]) -> Source {
    let mut text = String::with_capacity(source.text.len());
    let mut done = 0;
    for change in changes {
        text.push_str(source.text.get(done..change.at.start).unwrap_or_default());
        text.push_str(&change.text);
        done = change.at.end;
    }
    text.push_str(source.text.get(done..).unwrap_or_default());
    let mut changed = Source::new(source.path.as_str(), text);
    (changed.encoding, changed.bom) = (source.encoding, source.bom);
    changed
}

/// The changes after which the claim at their place is not the same with the new value, by index: `after` are the claims of the changed
/// documents.
pub fn unproven(changes: &[Change], sources: &[Source], changed: &[Source], after: &[Claim], value: &Value) -> Vec<usize> {
    let mut failing = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let document = &change.claim.document;
        let of = |sources: &'_ [Source]| sources.iter().position(|source| source.path == *document);
        let (Some(old), Some(new)) = (of(sources), of(changed)) else {
            failing.push(at);
            continue;
        };
        let ahead = changes.iter().filter(|c| c.claim.document == *document && c.at.end <= change.at.start);
        let (removed, added) = ahead.fold((0, 0), |(gone, come), c| (gone + c.at.len(), come + c.text.len()));
        let start = sources[old].offset(change.claim.line.unwrap_or(1), change.claim.column.unwrap_or(1)) + added - removed;
        let place = changed[new].place(&(start..start));
        let here = |c: &&Claim| c.document == *document && (c.line, c.column) == (Some(place.line), Some(place.column));
        if !after.iter().filter(here).any(|c| is_set(&change.claim, c, value)) {
            failing.push(at);
        }
    }
    failing
}

/// Whether a claim is another one with the value.
fn is_set(before: &Claim, after: &Claim, value: &Value) -> bool {
    let states = |c: &Claim| {
        let (Some(stated), Some(written)) = (measure(c), c.value.as_ref()) else { return false };
        match value.bare() {
            Some(bare) => {
                written.low == written.high && written.low.as_deref().and_then(crate::claim::exact).as_ref() == Some(bare)
            }
            None => stated.figure() == Some(value.figure()),
        }
    };
    let words = |c: &Claim| c.value.as_ref().map(|v| (v.unit.clone(), v.bound, v.approximate));
    let alike = before.kind == after.kind && words(before) == words(after) && before.origin == after.origin && states(after);
    // A record that a person corrected speaks for the text that it was made for.
    let reviewed = before.review != Review::None;
    alike
        && (reviewed
            || subject(before) == subject(after)
                && before.metric == after.metric
                && before.usage == after.usage
                && before.baseline == after.baseline
                && before.modality == after.modality
                && before.conditions.keys().eq(after.conditions.keys()))
}
