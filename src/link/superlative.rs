//! Which figures a superlative speaks of: "settles claims fastest" of the days that a settlement takes.
//!
//! Only a measure that no figure of the collection bears is looked up, and only among the figures of the subject itself: the one whose
//! words agree. Being fast is a low time.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};

use super::stem;

/// Rewrites the metrics of superlatives in place.
pub fn link(claims: &mut [Claim], members: &[usize]) {
    let mut measured: BTreeSet<String> = BTreeSet::new();
    let mut own: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    for claim in members.iter().map(|&at| &claims[at]).filter(|c| c.kind == Kind::Quantity) {
        let (Some(subject), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else { continue };
        measured.insert(metric.clone());
        own.entry(subject.id.clone()).or_default().insert(metric.clone(), canonical.unit == "s");
    }
    for &at in members {
        let claim = &claims[at];
        let (Some(subject), Some(metric)) = (&claim.subject, &claim.metric) else { continue };
        if claim.kind != Kind::Superlative || claim.baseline.is_some() || measured.contains(metric) {
            continue;
        }
        let words = words(metric);
        let speed = metric.ends_with("-speed") || metric.ends_with("速度");
        let Some(figures) = own.get(&subject.id) else { continue };
        let mut alike = figures.iter().filter(|(name, _)| agree(&words, &self::words(name)));
        let (Some((name, time)), None) = (alike.next(), alike.next()) else { continue };
        let turned = match claim.text.as_deref() {
            Some("highest") => "lowest",
            _ => "highest",
        };
        let (name, turn) = (name.clone(), speed && *time);
        claims[at].metric = Some(name);
        if turn {
            claims[at].text = Some(turned.into());
        }
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
