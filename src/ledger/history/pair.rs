//! Which claim of a document is which of its claims before, where its value changed.
//!
//! Ids number the likes of a claim, so that a figure which is put in before others shifts theirs, and would read as a chain of
//! corrections. What says the same as before is therefore set aside first, in the order of the text; what is left between two
//! such anchors stands for what was left between them before.

use std::collections::BTreeMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::is_stated;
use crate::claim::{Claim, Interval, Kind};

/// Pairs of claims of one document that say something else of the same, as before and as after; by document and place.
pub fn changed<'a>(before: &'a [Claim], after: &'a [Claim]) -> Vec<(&'a Claim, &'a Claim)> {
    let mut old = by_subject(before);
    let mut pairs = Vec::new();
    for (key, new) in by_subject(after) {
        let Some(old) = old.remove(&key) else { continue };
        pairs.extend(among(&old, &new));
    }
    pairs.sort_by_key(|(_, after)| (&after.document, after.line, after.column, after.kind, &after.id));
    pairs
}

/// What a claim is about: what two claims must share to be one before and after.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct About<'a> {
    document: &'a str,
    collection: &'a str,
    kind: Kind,
    subject: &'a str,
    metric: &'a str,
    usage: &'a str,
    conditions: Vec<(&'a String, &'a String)>,
    /// Where the claim names no subject or nothing that is measured, its heading and its unit tell more.
    place: (&'a str, &'a str),
}

/// Claims that may be corrected, by what they are about, in the order of the text.
fn by_subject(claims: &[Claim]) -> BTreeMap<About<'_>, Vec<&Claim>> {
    let mut found: BTreeMap<About<'_>, Vec<&Claim>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| is_stated(claim)) {
        let subject = claim.subject.as_ref().map_or("", |subject| subject.id.as_str());
        let metric = claim.metric.as_deref().unwrap_or("");
        let unit = claim.canonical.as_ref().map_or("", |canonical| canonical.unit.as_str());
        let vague = subject.is_empty() || metric.is_empty() && claim.kind == Kind::Quantity;
        let about = About {
            document: &claim.document,
            collection: &claim.collection,
            kind: claim.kind,
            subject,
            metric,
            usage: claim.usage.map_or("", |usage| usage.word()),
            conditions: claim.conditions.iter().collect(),
            place: if vague { (claim.heading.as_str(), unit) } else { ("", "") },
        };
        found.entry(about).or_default().push(claim);
    }
    for claims in found.values_mut() {
        claims.sort_by_key(|claim| (claim.line, claim.column, claim.end_line, claim.end_column));
    }
    found
}

/// Pairs among claims about the same.
fn among<'a>(old: &[&'a Claim], new: &[&'a Claim]) -> Vec<(&'a Claim, &'a Claim)> {
    let value = |claim: &&'a Claim| -> Option<&'a Interval> { claim.canonical.as_ref() };
    let mut values: Vec<Option<&Interval>> = Vec::new();
    let mut number = |claim: &&'a Claim| {
        let known = values.iter().position(|known| *known == value(claim));
        known.unwrap_or_else(|| {
            values.push(value(claim));
            values.len() - 1
        })
    };
    let was: Vec<usize> = old.iter().map(&mut number).collect();
    let is: Vec<usize> = new.iter().map(&mut number).collect();
    if was == is {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    let (mut left_old, mut left_new) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, &was, &is) {
        match op {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete { old_index, old_len, .. } => left_old.extend(&old[old_index..old_index + old_len]),
            DiffOp::Insert { new_index, new_len, .. } => left_new.extend(&new[new_index..new_index + new_len]),
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (old, new) = (&old[old_index..old_index + old_len], &new[new_index..new_index + new_len]);
                if old_len == new_len {
                    pairs.extend(old.iter().copied().zip(new.iter().copied()));
                } else {
                    left_old.extend(old);
                    left_new.extend(new);
                }
            }
        }
    }
    // A passage that moved says the same elsewhere.
    left_old.retain(|old: &&Claim| match left_new.iter().position(|new: &&Claim| value(old) == value(new)) {
        Some(at) => {
            left_new.remove(at);
            false
        }
        None => true,
    });
    pairs.retain(|(old, new)| {
        // Two figures that changed places are no corrections of each other.
        let moved = |claim: &Claim, others: &[&Claim]| others.iter().any(|other| other.canonical == claim.canonical);
        !moved(old, &left_new) && !moved(new, &left_old)
    });
    pairs.extend(nearest(left_old, left_new));
    pairs.retain(|(old, new)| old.quote != new.quote || old.canonical != new.canonical);
    pairs
}

/// Of what is left, pairs of one section each: of the same id, else the only ones there.
fn nearest<'a>(mut old: Vec<&'a Claim>, mut new: Vec<&'a Claim>) -> Vec<(&'a Claim, &'a Claim)> {
    let mut pairs = Vec::new();
    let same: [fn(&Claim, &Claim) -> bool; 4] = [
        |a, b| a.id == b.id && a.heading == b.heading,
        |a, b| a.heading == b.heading && a.section == b.section,
        |a, b| a.section == b.section,
        |_, _| true,
    ];
    for (step, alike) in same.into_iter().enumerate() {
        let mut at = 0;
        while at < old.len() {
            let theirs: Vec<usize> = (0..new.len()).filter(|&n| alike(old[at], new[n])).collect();
            let alone = step == 0 || old.iter().filter(|other| alike(old[at], other)).count() == 1;
            match theirs[..] {
                [only] if alone => pairs.push((old.remove(at), new.remove(only))),
                _ => at += 1,
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Bound, Subject};

    /// Figures of one subject and metric in the order of the text; "summary:45" stands in a section of its own.
    fn claims(figures: &[&str]) -> Vec<Claim> {
        let claim = |(at, text): (usize, &&str)| {
            let (section, figure) = text.split_once(':').unwrap_or(("body", text));
            let interval = Interval {
                low: Some(figure.into()),
                high: Some(figure.into()),
                unit: "s".into(),
                bound: Bound::Eq,
                low_open: false,
                high_open: false,
            };
            Claim {
                id: format!("{section}{at}"),
                document: "a.md".into(),
                line: u32::try_from(at).ok(),
                quote: format!("{figure} s"),
                heading: section.into(),
                section: section.into(),
                subject: Some(Subject { id: "heron".into(), name: "Heron".into(), vendor: None }),
                metric: Some("latency".into()),
                canonical: Some(interval),
                ..Claim::default()
            }
        };
        figures.iter().enumerate().map(claim).collect()
    }

    fn said(before: &[&str], after: &[&str]) -> Vec<String> {
        let (before, after) = (claims(before), claims(after));
        changed(&before, &after).into_iter().map(|(a, b)| format!("{} → {}", a.quote, b.quote)).collect()
    }

    #[test]
    fn a_figure_that_is_put_in_corrects_none() {
        assert_eq!(said(&["10", "20"], &["5", "10", "20"]), [""; 0]);
        assert_eq!(said(&["10", "20"], &["10"]), [""; 0]);
        assert_eq!(said(&[], &["10"]), [""; 0]);
    }

    #[test]
    fn a_figure_that_changed_stands_between_those_that_did_not() {
        assert_eq!(said(&["10", "20", "30"], &["10", "25", "30"]), ["20 s → 25 s"]);
        assert_eq!(said(&["10", "20"], &["5", "10", "21"]), ["20 s → 21 s"]);
        assert_eq!(said(&["summary:20", "body:20"], &["summary:21", "body:20"]), ["20 s → 21 s"]);
        assert_eq!(said(&["20", "20"], &["21", "21"]), ["20 s → 21 s", "20 s → 21 s"]);
    }

    #[test]
    fn what_moved_is_not_corrected() {
        assert_eq!(said(&["10", "20", "30"], &["30", "10", "20"]), [""; 0]);
        assert_eq!(said(&["summary:10", "body:20"], &["body:20", "summary:10"]), [""; 0]);
        assert_eq!(said(&["summary:10", "body:20"], &["body:20", "summary:11"]), ["10 s → 11 s"]);
    }

    #[test]
    fn what_could_be_several_is_left_open() {
        assert_eq!(said(&["10"], &["11", "12"]), ["10 s → 11 s"], "the first keeps the id");
        let mut before = claims(&["10"]);
        before[0].id = "other".into();
        assert_eq!(changed(&before, &claims(&["11", "12"])), []);
    }
}
