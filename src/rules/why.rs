//! Why two claims were or were not compared: everything that brings claims together or parts them, one remark each.

use std::collections::BTreeSet;

use crate::claim::{Claim, Confidence, FEW, Kind, Usage};
use crate::rules::fact::{self, same_words};
use crate::rules::interval::{Meeting, dimension, measure, stated, stated_in};
use crate::rules::{Say, subject};

/// What a remark means for the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Both have it and it is the same.
    Agrees,
    /// This alone keeps the two from being compared.
    Parts,
    /// It does not part them, but a rule may speak of it.
    Differs,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What it is.
    pub what: Say,
    /// What it means.
    pub verdict: Verdict,
    /// What the first claim has.
    pub first: String,
    /// What the second claim has.
    pub second: String,
}

const KIND: Say = Say { en: "kind", zh: "类别" };
const COLLECTION: Say = Say { en: "collection", zh: "文档集" };
const SUBJECT: Say = Say { en: "subject", zh: "主体" };
const METRIC: Say = Say { en: "metric", zh: "指标" };
const UNIT: Say = Say { en: "dimension", zh: "量纲" };
const USE: Say = Say { en: "use as a threshold", zh: "是否为适用门槛" };
const CONFIDENCE: Say = Say { en: "confidence", zh: "把握" };
const TIME: Say = Say { en: "history section", zh: "历史记录" };
const BASELINE: Say = Say { en: "compared with", zh: "比较对象" };
const GROUND: Say = Say { en: "ground", zh: "依据" };
const AUDIENCE: Say = Say { en: "audience", zh: "人群" };
const DATE: Say = Say { en: "date", zh: "日期" };
const VERSION: Say = Say { en: "version", zh: "版本" };
const PLACE: Say = Say { en: "same block or table", zh: "同一段落或表格" };
const WORDS: Say = Say { en: "words that say what is counted", zh: "说明所计何物的词" };
const COUNT: Say = Say { en: "a number below ten in a sentence", zh: "句中小于十的数" };
const VALUE: Say = Say { en: "value", zh: "数值" };

/// All remarks on two claims, in the order in which the rules look.
pub fn remarks(a: &Claim, b: &Claim) -> Vec<Remark> {
    let mut found = Vec::new();
    let restated = a.facts.iter().find(|fact| b.facts.contains(fact));
    let mut must = |what: Say, first: &str, second: &str| {
        let same = first == second && !first.is_empty();
        // Passages that share their words need no common name.
        let named = restated.is_some() && (what == SUBJECT || what == METRIC);
        let verdict = match (same, named) {
            (true, _) => Verdict::Agrees,
            (false, true) => Verdict::Differs,
            (false, false) => Verdict::Parts,
        };
        found.push(Remark { what, verdict, first: first.to_owned(), second: second.to_owned() });
    };
    if a.collection != b.collection {
        must(COLLECTION, &a.collection, &b.collection);
    }
    must(KIND, a.kind.word(), b.kind.word());
    must(SUBJECT, subject(a), subject(b));
    if matches!(a.kind, Kind::Quantity | Kind::Score) || a.metric.is_some() {
        must(METRIC, a.metric.as_deref().unwrap_or(""), b.metric.as_deref().unwrap_or(""));
    }
    if a.canonical.is_some() || b.canonical.is_some() {
        // A bare number has a dimension too, though no name for it.
        let of =
            |c: &Claim| dimension(c).map_or(String::new(), |unit| if unit.is_empty() { "1".into() } else { unit.into_owned() });
        must(UNIT, &of(a), &of(b));
    }
    let fit = |c: &Claim| if c.usage == Some(Usage::Fit) { "fit" } else { "-" };
    if fit(a) != fit(b) {
        must(USE, fit(a), fit(b));
    }
    let era = |c: &Claim| if c.section == "history" { c.date.clone().unwrap_or_else(|| c.heading.clone()) } else { "-".into() };
    if era(a) != era(b) {
        must(TIME, &era(a), &era(b));
    }
    let low = a.confidence == Confidence::Low || b.confidence == Confidence::Low;
    let mut note =
        |what: Say, verdict: Verdict, first: String, second: String| found.push(Remark { what, verdict, first, second });
    if let Some(fact) = restated {
        let words = fact.split('\u{1f}').next().unwrap_or(fact).to_owned();
        note(WORDS, Verdict::Agrees, words.clone(), words);
    }
    let few = |c: &Claim| c.text.as_deref() == Some(FEW);
    if restated.is_none() && (few(a) || few(b)) {
        let shown = |c: &Claim| if few(c) { c.quote.clone() } else { String::new() };
        note(COUNT, Verdict::Parts, shown(a), shown(b));
    }
    if low {
        note(CONFIDENCE, Verdict::Parts, a.confidence.word().into(), b.confidence.word().into());
    }
    terms(a, b, &mut note);
    if fact::neighbours(a, b) {
        note(PLACE, Verdict::Parts, String::new(), String::new());
    }
    if let (Some(x), Some(y)) = (measure(a), measure(b))
        && x.unit == y.unit
    {
        let verdict = if x.meeting(&y) == Meeting::Meet { Verdict::Agrees } else { Verdict::Differs };
        note(VALUE, verdict, stated(a), stated_in(b, a.canonical.as_ref().map_or("", |c| c.unit.as_str())));
    }
    found
}

/// Conditions, audience, baseline, ground, date: part the two only where both speak and differ.
fn terms(a: &Claim, b: &Claim, note: &mut impl FnMut(Say, Verdict, String, String)) {
    const CONDITION: Say = Say { en: "condition", zh: "条件" };
    let names: BTreeSet<&String> =
        a.conditions.keys().chain(b.conditions.keys()).filter(|n| *n != "strength" && *n != "of").collect();
    for name in names {
        let shown = |c: &Claim| c.conditions.get(name).map_or(String::new(), |text| format!("{name}={text}"));
        let verdict = match (a.conditions.get(name), b.conditions.get(name)) {
            (Some(x), Some(y)) if same_words(x, y) => Verdict::Agrees,
            (Some(_), Some(_)) => Verdict::Parts,
            _ => Verdict::Differs,
        };
        note(CONDITION, verdict, shown(a), shown(b));
    }
    for (what, x, y) in [(DATE, &a.date, &b.date), (VERSION, &a.version, &b.version), (BASELINE, &a.baseline, &b.baseline)] {
        let verdict = match (x, y) {
            (None, None) => continue,
            (Some(x), Some(y)) if same_words(x, y) => Verdict::Agrees,
            (Some(_), Some(_)) => Verdict::Parts,
            _ => Verdict::Differs,
        };
        note(what, verdict, x.clone().unwrap_or_default(), y.clone().unwrap_or_default());
    }
    if !(a.audience.is_empty() && b.audience.is_empty()) {
        let shared = a.audience.iter().any(|tag| b.audience.contains(tag));
        let one = a.audience.is_empty() || b.audience.is_empty();
        let verdict = if shared {
            Verdict::Agrees
        } else if one {
            Verdict::Differs
        } else {
            Verdict::Parts
        };
        note(AUDIENCE, verdict, a.audience.join(", "), b.audience.join(", "));
    }
    if a.modality != b.modality {
        let verdict = if fact::modalities_differ(a, b) { Verdict::Parts } else { Verdict::Differs };
        note(GROUND, verdict, a.modality.word().into(), b.modality.word().into());
    }
}
