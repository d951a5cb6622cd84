//! Figures of nobody in documents of one thing: a page of limits and its FAQ, of which neither names what it is about.
//!
//! Two such documents speak of one thing where the title of one names a part of a documentation only ("FAQ", 常见问题) and the two
//! agree in another figure of nobody. A figure of the same metric that each of them gives once is one fact then.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Index, Name, Page, Pass, Touched};
use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::extract::entries::GENERIC;
use crate::lexicon::{Lexicon, words};

/// A collection with more documents than this has them of many things.
const DOCUMENTS: usize = 64;

/// Gives the figures that kin documents have in common their subject.
#[derive(Debug, Default)]
pub struct Kin {
    facts: Index<Fact, Told>,
    generic: BTreeSet<Name>,
    /// How many facts two documents agree in of which one has a generic title; both ways.
    agree: BTreeMap<Name, BTreeMap<Name, usize>>,
    touched: BTreeSet<Name>,
}

/// Metric and unit.
type Fact = (String, String);

/// The ends of the one figure that a document gives of a fact; none where it gives several.
type Told = Option<BTreeSet<String>>;

/// What a document tells.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    facts: BTreeMap<Fact, Told>,
    generic: bool,
}

/// The fact that a figure of nobody states.
fn fact(claim: &Claim) -> Option<Fact> {
    let (metric, canonical) = (claim.metric.as_ref()?, claim.canonical.as_ref()?);
    let looked_at = claim.kind == Kind::Quantity
        && claim.subject.is_none()
        && claim.usage.is_none()
        && claim.confidence != Confidence::Low
        && claim.section != "history";
    // Bits and bytes are told apart by one letter, which is easily mistyped.
    looked_at.then(|| (metric.clone(), canonical.unit.replace("bit", "byte")))
}

impl Kin {
    /// Counts the pairs of documents that agree in a fact, or takes them from the counts.
    fn count(&mut self, fact: &Fact, more: bool) {
        let Some(told) = self.facts.0.get(fact).filter(|told| (2..=DOCUMENTS).contains(&told.len())) else { return };
        for (one, own) in told.iter().filter(|(document, own)| own.is_some() && self.generic.contains(*document)) {
            for (other, _) in told.iter().filter(|(other, theirs)| *other != one && *theirs == own) {
                // Where both are generic, the other one counts the pair as well.
                let both = if self.generic.contains(other) { 1 } else { 2 };
                for (a, b) in [(one, other), (other, one)].into_iter().take(both) {
                    let of_a = self.agree.entry(a.clone()).or_default();
                    let count = of_a.entry(b.clone()).or_default();
                    let before = *count;
                    *count = if more { before + 1 } else { before.saturating_sub(1) };
                    if before == 0 || *count == 0 {
                        self.touched.extend([a.clone(), b.clone()]);
                    }
                    if *count == 0 {
                        of_a.remove(b);
                    }
                }
            }
        }
    }
}

impl Pass for Kin {
    type Part = Part;

    fn part(page: &Page<'_>, _: &Lexicon) -> Part {
        let mut facts: BTreeMap<Fact, Told> = BTreeMap::new();
        for claim in &page.claims {
            let Some(fact) = fact(claim) else { continue };
            let ends: BTreeSet<String> = claim.canonical.iter().flat_map(|c| c.low.iter().chain(&c.high)).cloned().collect();
            facts.entry(fact).and_modify(|told| *told = told.take().filter(|told| *told == ends)).or_insert(Some(ends));
        }
        Part { facts, generic: page.claims.iter().any(|claim| is_generic(&claim.heading)) }
    }

    fn exchange(&mut self, document: &Name, was: Option<&Part>, is: Option<&Part>) {
        let generic = |part: Option<&Part>| part.is_some_and(|part| part.generic);
        let facts =
            |part: Option<&Part>| -> BTreeSet<Fact> { part.into_iter().flat_map(|part| part.facts.keys()).cloned().collect() };
        let dirty: BTreeSet<Fact> = if generic(was) == generic(is) {
            super::pass::differing(was.map(|part| &part.facts), is.map(|part| &part.facts)).into_iter().cloned().collect()
        } else {
            facts(was).into_iter().chain(facts(is)).collect()
        };
        self.touched.extend(self.agree.get(document).into_iter().flat_map(BTreeMap::keys).cloned());
        for fact in &dirty {
            self.count(fact, false);
        }
        self.facts.exchange(document, was.map(|part| &part.facts), is.map(|part| &part.facts));
        if generic(is) {
            self.generic.insert(document.clone());
        } else {
            self.generic.remove(document);
        }
        for fact in &dirty {
            self.count(fact, true);
        }
    }

    fn settle(&mut self) -> Touched {
        self.agree.retain(|_, others| !others.is_empty());
        Touched::Some(std::mem::take(&mut self.touched))
    }

    fn edits(&self, page: &Page<'_>, part: &Part, _: &Lexicon) -> Edits {
        let Some(kin) = self.agree.get(&page.document) else { return Edits::new() };
        let common = |fact: &Fact| {
            let single =
                |document: &Name| self.facts.0.get(fact).and_then(|told| told.get(document)).is_some_and(Option::is_some);
            part.facts.get(fact).is_some_and(Option::is_some) && kin.keys().any(single)
        };
        let chosen: BTreeSet<&Fact> = part.facts.keys().filter(|fact| is_specific(&fact.0) && common(fact)).collect();
        let mut edits = Edits::new();
        for (at, claim) in page.claims.iter().enumerate() {
            if fact(claim).is_some_and(|fact| chosen.contains(&fact)) {
                let name = claim.metric.as_deref().unwrap_or("").replace(['-', '_'], " ");
                edits.push((at, Edit::Subject(Some(Subject { id: "document".into(), name, vendor: None }))));
                edits.push((at, Edit::Confidence(claim.confidence.max(Confidence::Medium))));
            }
        }
        edits
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
