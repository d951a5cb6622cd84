//! Figures of nobody in documents of one thing: a page of limits and its FAQ, of which neither names what it is about.
//!
//! Two such documents speak of one thing where the title of one names a part of a documentation only ("FAQ", 常见问题) and the two
//! agree in another figure of nobody. A figure of the same metric that each of them gives once is one fact then.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::extract::entries::GENERIC;
use crate::lexicon::words;

/// A collection with more documents than this has them of many things.
const DOCUMENTS: usize = 64;

/// Gives the figures that kin documents have in common their subject.
pub(super) fn link(claims: &mut [Claim], members: &[usize]) {
    let looked_at = |claim: &Claim| {
        claim.kind == Kind::Quantity
            && claim.subject.is_none()
            && claim.usage.is_none()
            && claim.confidence != Confidence::Low
            && claim.section != "history"
            && claim.metric.is_some()
    };
    // By metric and unit: the documents, and the figures that each gives.
    let mut facts: BTreeMap<(String, String), BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for &at in members.iter().filter(|&&at| looked_at(&claims[at])) {
        let claim = &claims[at];
        let (Some(metric), Some(canonical)) = (&claim.metric, &claim.canonical) else { continue };
        // Bits and bytes are told apart by one letter, which is easily mistyped.
        let unit = canonical.unit.replace("bit", "byte");
        facts.entry((metric.clone(), unit)).or_default().entry(claim.document.clone()).or_default().push(at);
    }
    let ends = |at: usize| -> BTreeSet<String> {
        claims[at].canonical.iter().flat_map(|c| c.low.iter().chain(&c.high)).cloned().collect()
    };
    let one = |found: &[usize]| found.iter().all(|&at| ends(at) == ends(found[0]));
    let mut agree: BTreeSet<(String, String)> = BTreeSet::new();
    for documents in facts.values().filter(|documents| (2..=DOCUMENTS).contains(&documents.len())) {
        let single: Vec<(&String, &Vec<usize>)> = documents.iter().filter(|(_, found)| one(found)).collect();
        for (i, (a, own)) in single.iter().enumerate() {
            for (b, theirs) in &single[..i] {
                if ends(own[0]) == ends(theirs[0]) {
                    agree.insert(((*b).clone(), (*a).clone()));
                }
            }
        }
    }
    let generic: BTreeSet<&str> =
        members.iter().map(|&at| &claims[at]).filter(|c| is_generic(&c.heading)).map(|c| c.document.as_str()).collect();
    agree.retain(|(a, b)| generic.contains(a.as_str()) || generic.contains(b.as_str()));
    let kin = |a: &String, b: &String| agree.contains(&(a.min(b).clone(), a.max(b).clone()));
    let mut chosen: Vec<usize> = Vec::new();
    for ((metric, _), documents) in &facts {
        if !is_specific(metric) {
            continue;
        }
        let single: Vec<(&String, &Vec<usize>)> = documents.iter().filter(|(_, found)| one(found)).collect();
        for (document, found) in &single {
            if single.iter().any(|(other, _)| other != document && kin(document, other)) {
                chosen.extend(found.iter().copied());
            }
        }
    }
    for at in chosen {
        let claim = &mut claims[at];
        let name = claim.metric.as_deref().unwrap_or("").replace(['-', '_'], " ");
        claim.subject = Some(Subject { id: "document".into(), name, vendor: None });
        claim.confidence = claim.confidence.max(Confidence::Medium);
    }
}

/// Whether a metric says what it is of: two words, or one that no other thing of the page has.
fn is_specific(metric: &str) -> bool {
    let han = metric.chars().filter(|c| !c.is_ascii()).count();
    let parts = metric.split(['-', '_', ' ']).filter(|word| word.len() > 2 && !words("vague").contains(word)).count();
    parts >= 2 || han >= 3 || matches!(metric, "timeout" | "users" | "seats" | "warranty" | "retention" | "page" | "uptime")
}

/// Whether a title names a part of a documentation, not what that is about.
fn is_generic(heading: &str) -> bool {
    const PARTS: &[&str] = &[
        "常见问题",
        "参数",
        "参数表",
        "说明",
        "使用说明",
        "限制",
        "配额",
        "价格",
        "规格",
        "设置",
        "配置",
        "概览",
        "简介",
        "介绍",
        "指南",
        "解读",
        "问答",
        "帮助",
        "注意事项",
        "faqs",
        "q&a",
        "rate limits",
        "quotas",
        "reference",
        "settings",
        "help",
        "terms",
        "questions",
    ];
    let title = heading.split(" > ").next().unwrap_or_default().trim().to_lowercase();
    !title.is_empty() && (GENERIC.contains(&title.as_str()) || PARTS.contains(&title.as_str()))
}
