//! Which figures a superlative speaks of: "settles claims fastest" of the days that a settlement takes.
//!
//! Only a measure that no figure of the collection bears is looked up, and only among the figures of the subject itself: the one whose
//! words agree. Being fast is a low time.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Name, Page, Pass, Touched, differing, turn};
use super::stem;
use crate::claim::{Claim, Kind};
use crate::lexicon::Lexicon;

/// Gives superlatives the metrics of the figures that they speak of.
#[derive(Debug, Default)]
pub struct Superlatives {
    /// By subject and metric, whether the figure of a turn and document is a time.
    own: BTreeMap<String, BTreeMap<String, Told>>,
    /// In how many documents, and of how many subjects there, a figure bears a metric.
    measured: BTreeMap<String, usize>,
    /// The documents that speak in superlatives.
    speaking: BTreeSet<Name>,
    dirty: bool,
}

/// Whether a figure is a time, by turn and document.
type Told = BTreeMap<(usize, Name), bool>;

/// What a document tells.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// By subject and metric, the turn of its last figure, and whether that is a time.
    own: BTreeMap<(String, String), (usize, bool)>,
    speaks: bool,
}

impl Pass for Superlatives {
    type Part = Part;

    fn concerns(claim: &Claim) -> bool {
        claim.kind == Kind::Superlative && claim.baseline.is_none()
    }

    fn part(page: &Page<'_>, _: &Lexicon) -> Part {
        let mut own = BTreeMap::new();
        for claim in page.claims.iter().filter(|claim| claim.kind == Kind::Quantity) {
            let (Some(subject), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else {
                continue;
            };
            own.insert((subject.id.clone(), metric.clone()), (turn(claim), canonical.unit == "s"));
        }
        Part { own, speaks: page.claims.iter().any(|claim| Self::concerns(claim)) }
    }

    fn exchange(&mut self, document: &Name, was: Option<&Part>, is: Option<&Part>) {
        if is.is_some_and(|part| part.speaks) {
            self.speaking.insert(document.clone());
        } else {
            self.speaking.remove(document);
        }
        let (was, is) = (was.map(|part| &part.own), is.map(|part| &part.own));
        for key in differing(was, is) {
            self.dirty = true;
            let (subject, metric) = key;
            let told = self.own.entry(subject.clone()).or_default().entry(metric.clone()).or_default();
            let count = self.measured.entry(metric.clone()).or_default();
            if let Some((turn, _)) = was.and_then(|was| was.get(key)) {
                told.remove(&(*turn, document.clone()));
                *count = count.saturating_sub(1);
            }
            if let Some((turn, time)) = is.and_then(|is| is.get(key)) {
                told.insert((*turn, document.clone()), *time);
                *count += 1;
            }
            if *count == 0 {
                self.measured.remove(metric);
            }
            if told.is_empty()
                && let Some(of_subject) = self.own.get_mut(subject)
            {
                of_subject.remove(metric);
                if of_subject.is_empty() {
                    self.own.remove(subject);
                }
            }
        }
    }

    fn settle(&mut self) -> Touched {
        Touched::Some(if std::mem::take(&mut self.dirty) { self.speaking.clone() } else { BTreeSet::new() })
    }

    fn edits(&self, page: &Page<'_>, _: &Part, _: &Lexicon) -> Edits {
        let mut edits = Edits::new();
        for (at, claim) in page.claims.iter().enumerate().filter(|(_, claim)| Self::concerns(claim)) {
            let (Some(subject), Some(metric)) = (&claim.subject, &claim.metric) else { continue };
            if self.measured.contains_key(metric) {
                continue;
            }
            let words = words(metric);
            let speed = metric.ends_with("-speed") || metric.ends_with("速度");
            let Some(figures) = self.own.get(&subject.id) else { continue };
            let mut alike = figures.iter().filter(|(name, _)| agree(&words, &self::words(name)));
            let (Some((name, told)), None) = (alike.next(), alike.next()) else { continue };
            edits.push((at, Edit::Metric(name.clone())));
            if speed && told.last_key_value().is_some_and(|(_, time)| *time) {
                let turned = if claim.text.as_deref() == Some("highest") { "lowest" } else { "highest" };
                edits.push((at, Edit::Text(turned)));
            }
        }
        edits
    }
}

/// The words of a metric that say what is measured, without endings.
fn words(metric: &str) -> Vec<String> {
    const EMPTY: &[&str] =
        &["time", "rate", "speed", "total", "average", "per", "of", "the", "a", "to", "in", "for", "size", "level", "limit"];
    let all: Vec<&str> = metric.split(['-', '_']).filter(|word| !word.is_empty()).collect();
    let content: Vec<&str> = all.iter().copied().filter(|word| !EMPTY.contains(word)).collect();
    if content.is_empty() { all } else { content }.into_iter().map(stem).collect()
}

/// Whether all words of the one are among those of the other: "settl claim" and "claim settlement", 理赔 and 理赔时效.
fn agree(a: &[String], b: &[String]) -> bool {
    let same = |x: &String, y: &String| {
        let long = |t: &String| if t.is_ascii() { t.len() >= 4 } else { t.chars().count() >= 2 };
        x == y
            || long(x)
                && long(y)
                && (x.starts_with(y.as_str())
                    || y.starts_with(x.as_str())
                    || (!x.is_ascii() && (x.ends_with(y.as_str()) || y.ends_with(x.as_str()))))
    };
    let within = |short: &[String], long: &[String]| short.iter().all(|x| long.iter().any(|y| same(x, y)));
    !a.is_empty() && !b.is_empty() && (within(a, b) || within(b, a))
}
