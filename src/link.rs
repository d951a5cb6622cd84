//! Which names are one subject across the documents of a collection. It may change whom a claim is about, not what it says.
//!
//! A vendor's product in one document and its product in another are one subject when each document has just one product of
//! that vendor and the two documents speak of the same things: they share the product's name, or they rank products of at
//! least two vendors in common. Two products of one vendor in one document stay apart.
//!
//! Of phrases that no list has ("unlocks in", "Unlock time"), those are one metric that have the same content words in one
//! dimension. A superlative in words of its own (理赔最快) takes the metric of its subject's figures that shares them (理赔时效).
//!
//! What is said of nobody is said of the document. In a collection in which one project alone speaks of itself (its README), the
//! figures of its other documents are its own; elsewhere figures without a subject are compared only where their label leaves no
//! doubt: the same words before the colon, or the only figure of its kind in each document.

mod kin;
pub mod parallel;
mod restated;
mod superlative;

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{ANSWER, Claim, Confidence, Kind, Subject};
use crate::extract::subjects::{core, slug};
use crate::lexicon::{Lexicon, words};

/// Links the claims of all collections, in place.
pub fn link(claims: &mut [Claim], lexicon: &Lexicon) {
    let mut collections: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        collections.entry(claim.collection.clone()).or_default().push(at);
    }
    for members in collections.values() {
        drop_templates(claims, members);
        link_subjects(claims, members);
        link_project(claims, members);
        link_metrics(claims, members, lexicon);
        level_metrics(claims, members, lexicon);
        superlative::link(claims, members);
        kin::link(claims, members);
        link_nameless(claims, members, lexicon);
        parallel::link(claims, members);
        restated::link(claims, members);
    }
}

/// In so many documents a heading that none of them ranks or picks is a part of each (Ingredients, 操作), and no thing that they all
/// speak of.
const TEMPLATE: usize = 4;

/// Takes the subject from figures that only stand under a heading which many documents have alike. Other claims are of somebody by
/// their nature (an ability, a rank): of these nobody knows whom they are about.
fn drop_templates(claims: &mut [Claim], members: &[usize]) {
    let mut headings: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut documents: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut chosen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for claim in members.iter().map(|&at| &claims[at]) {
        let Some(subject) = &claim.subject else { continue };
        if matches!(claim.kind, Kind::Rank | Kind::TopPick | Kind::Recommendation | Kind::Score) {
            chosen.entry(&subject.id).or_default().insert(&claim.document);
        }
        let above = headings
            .entry(&claim.heading)
            .or_insert_with_key(|heading| heading.split(" > ").map(|part| slug(core(part))).collect());
        if above.iter().skip(1).any(|part| part.ends_with(subject.id.as_str())) {
            documents.entry(&subject.id).or_default().insert(&claim.document);
        }
    }
    let templates: BTreeSet<String> = documents
        .into_iter()
        .filter(|(id, documents)| documents.len() >= TEMPLATE && chosen.get(id).map_or(0, BTreeSet::len) * 4 < documents.len())
        .map(|(id, _)| id.to_owned())
        .collect();
    if templates.is_empty() {
        return;
    }
    for &at in members {
        let claim = &mut claims[at];
        let speaks = !matches!(claim.kind, Kind::Document | Kind::Section | Kind::List | Kind::Table | Kind::Passage);
        if speaks && claim.subject.as_ref().is_some_and(|subject| templates.contains(&subject.id)) {
            match claim.kind {
                Kind::Quantity => claim.subject = None,
                _ => claim.confidence = Confidence::Low,
            }
        }
    }
}

fn link_subjects(claims: &mut [Claim], members: &[usize]) {
    // Per document and vendor, the products that the document ranks or picks.
    let mut products: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for claim in members.iter().map(|&at| &claims[at]).filter(|c| c.kind == Kind::Rank && c.text.as_deref() != Some("told")) {
        if let Some((vendor, id)) = claim.subject.as_ref().and_then(|s| Some((s.vendor.clone()?, s.id.clone()))) {
            products.entry((claim.document.clone(), vendor)).or_default().insert(id);
        }
    }
    let mut vendors: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (document, vendor) in products.keys() {
        vendors.entry(document).or_default().insert(vendor);
    }
    let akin = |a: &str, b: &str| vendors.get(a).zip(vendors.get(b)).is_some_and(|(a, b)| a.intersection(b).count() >= 2);
    let mut rewrite: BTreeMap<(String, String), String> = BTreeMap::new();
    for ((document, vendor), ids) in &products {
        if ids.len() != 1 {
            continue;
        }
        let partner = products
            .iter()
            .any(|((other, same), theirs)| other != document && same == vendor && theirs.len() == 1 && akin(document, other));
        if let (true, Some(id)) = (partner, ids.first()) {
            rewrite.insert((document.clone(), id.clone()), vendor.clone());
        }
    }
    if rewrite.is_empty() {
        return;
    }
    for &at in members {
        let document = claims[at].document.clone();
        if let Some(subject) = &mut claims[at].subject
            && let Some(vendor) = rewrite.get(&(document.clone(), subject.id.clone()))
        {
            subject.id.clone_from(vendor);
        }
        let baseline = claims[at].baseline.clone();
        if let Some(vendor) = baseline.and_then(|b| rewrite.get(&(document, b))) {
            claims[at].baseline = Some(vendor.clone());
        }
    }
}

/// At most so many open phrases of one subject and dimension are told apart; more than that is no vocabulary.
const PHRASES: usize = 64;

fn link_metrics(claims: &mut [Claim], members: &[usize], lexicon: &Lexicon) {
    let known: BTreeSet<&str> = lexicon.metrics.iter().map(|m| m.id.as_str()).collect();
    let mut numbers: BTreeMap<(String, String, &'static str), usize> = BTreeMap::new();
    let mut groups: Vec<(Phrases, bool)> = Vec::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for &at in members {
        let claim = &claims[at];
        let (Some(subject), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else { continue };
        let (words, way) = split_way(metric);
        if !matches!(claim.kind, Kind::Quantity) || way.is_empty() && (known.contains(metric.as_str()) || metric.contains('_')) {
            continue;
        }
        let dimension = canonical.unit.split('/').next().unwrap_or("").to_owned();
        let group = *numbers.entry((subject.id.clone(), dimension, way)).or_insert(groups.len());
        if group == groups.len() {
            groups.push((Phrases::default(), !way.is_empty()));
        }
        let phrases = &mut groups[group].0;
        if let Some(phrase) = phrases.add(metric, words) {
            for end in canonical.low.iter().chain(&canonical.high) {
                let same = phrases.by_figure.entry(end.clone()).or_default();
                same.insert(phrase);
            }
            places.push((at, group));
        }
    }
    let chosen: Vec<BTreeMap<String, String>> = groups.into_iter().map(|(phrases, changes)| phrases.unite(changes)).collect();
    for (at, group) in places {
        let metric = &mut claims[at].metric;
        if let Some(name) =
            metric.as_ref().and_then(|metric| chosen[group].get(metric)).filter(|name| Some(*name) != metric.as_ref())
        {
            *metric = Some(name.clone());
        }
    }
}

/// Gives phrases of the same content words one name in the whole collection, whatever their subjects, so that a superlative can
/// be held against the figures of others.
fn level_metrics(claims: &mut [Claim], members: &[usize], lexicon: &Lexicon) {
    let known: BTreeSet<&str> = lexicon.metrics.iter().map(|m| m.id.as_str()).collect();
    let mut names: BTreeMap<(String, BTreeSet<String>), String> = BTreeMap::new();
    for &at in members {
        let claim = &claims[at];
        let (Some(_), Some(metric), Some(canonical)) = (&claim.subject, &claim.metric, &claim.canonical) else { continue };
        if claim.kind != Kind::Quantity || metric.contains('_') || known.contains(metric.as_str()) {
            continue;
        }
        let words: BTreeSet<String> = metric.split(['-', ' ']).filter(|word| !word.is_empty()).map(stem).collect();
        let content: BTreeSet<String> = words.iter().filter(|word| !is_empty_word(word)).cloned().collect();
        if content.is_empty() {
            continue;
        }
        let dimension = canonical.unit.split('/').next().unwrap_or("").to_owned();
        let name = names.entry((dimension, content)).or_insert_with(|| metric.clone()).clone();
        claims[at].metric = Some(name);
    }
}

/// A metric without the ending that tells which way it changes, and the way.
fn split_way(metric: &str) -> (&str, &'static str) {
    if metric == "cost_saving" {
        return ("cost", "down");
    }
    if metric == "premium" {
        return ("cost", "up");
    }
    let ends = [("_decrease", "down"), ("_increase", "up"), ("-cost_saving", "cost down"), ("-premium", "cost up")];
    ends.iter().find_map(|(end, way)| metric.strip_suffix(end).map(|words| (words, *way))).map_or((metric, ""), |(words, way)| {
        (words, way.strip_prefix("cost ").map_or(way, |_| if way.ends_with("up") { "up" } else { "down" }))
    })
}

/// The open phrases by which one subject's figures of one dimension go.
#[derive(Default)]
struct Phrases {
    /// Metric as extracted, and its words.
    list: Vec<(String, BTreeSet<String>)>,
    /// Which of them state a figure.
    by_figure: BTreeMap<String, BTreeSet<usize>>,
}

impl Phrases {
    /// The place of a phrase in the list; none for one too many.
    fn add(&mut self, metric: &str, words: &str) -> Option<usize> {
        if let Some(at) = self.list.iter().position(|(known, _)| known == metric) {
            return Some(at);
        }
        let mut words: BTreeSet<String> = words.split(['-', ' ']).filter(|w| !w.is_empty()).map(stem).collect();
        if metric.ends_with("cost_saving") || metric.ends_with("premium") {
            words.insert("cost".into());
        }
        if words.is_empty() || self.list.len() >= PHRASES {
            return None;
        }
        self.list.push((metric.to_owned(), words));
        Some(self.list.len() - 1)
    }

    /// A phrase of one word, and the only longer one that has it: "throughput" beside "token throughput".
    fn qualified(&self) -> Vec<(usize, usize)> {
        let with = |word: &String| -> Vec<usize> { (0..self.list.len()).filter(|&at| self.list[at].1.contains(word)).collect() };
        let bare =
            self.list.iter().enumerate().filter_map(|(at, (_, words))| Some((at, words.first().filter(|_| words.len() == 1)?)));
        bare.filter_map(|(at, word)| match with(word)[..] {
            [a, b] => Some((at, if a == at { b } else { a })),
            _ => None,
        })
        .collect()
    }

    /// The name that each phrase goes by. Phrases of the same content words are one metric; those that share some of them are one where
    /// they state the same figure.
    fn unite(self, changes: bool) -> BTreeMap<String, String> {
        let mut owner: Vec<usize> = (0..self.list.len()).collect();
        let root = |owner: &[usize], mut at: usize| {
            while owner[at] != at {
                at = owner[at];
            }
            at
        };
        let mut join = |a: usize, b: usize| {
            let (a, b) = (root(&owner, a), root(&owner, b));
            owner[a.max(b)] = a.min(b);
        };
        let mut by_words: BTreeMap<BTreeSet<&String>, usize> = BTreeMap::new();
        for (at, (_, words)) in self.list.iter().enumerate() {
            let content: BTreeSet<&String> = words.iter().filter(|w| !is_empty_word(w)).collect();
            let content = if content.is_empty() { words.iter().collect() } else { content };
            join(*by_words.entry(content).or_insert(at), at);
        }
        if changes {
            for (bare, qualified) in self.qualified() {
                join(bare, qualified);
            }
        }
        for same in self.by_figure.values() {
            let same: Vec<usize> = same.iter().copied().collect();
            for (i, &a) in same.iter().enumerate() {
                for &b in &same[..i] {
                    if akin(&self.list[a].1, &self.list[b].1) {
                        join(a, b);
                    }
                }
            }
        }
        // Of several names, one that says that the figure is a limit speaks for the others.
        let mut names: BTreeMap<usize, usize> = BTreeMap::new();
        for at in 0..self.list.len() {
            let name = names.entry(root(&owner, at)).or_insert(at);
            if is_limit(&self.list[at].0) && !is_limit(&self.list[*name].0) {
                *name = at;
            }
        }
        (0..self.list.len()).map(|at| (self.list[at].0.clone(), self.list[names[&root(&owner, at)]].0.clone())).collect()
    }
}

/// Whether a metric's name says that its figure is a limit: "attachment limit", 附件上限.
pub fn is_limit(metric: &str) -> bool {
    metric
        .split(['-', '_', ' '])
        .any(|part| words("ceiling").iter().any(|word| if word.is_ascii() { part == *word } else { part.contains(word) }))
}

/// Whether the words of one metric are among those of another: 处理能力 and 分拣线处理能力, "throughput" and "throughput of the line".
pub fn shares_words(a: &str, b: &str) -> bool {
    let split =
        |metric: &str| -> BTreeSet<String> { metric.split(['-', '_', ' ']).filter(|w| !w.is_empty()).map(stem).collect() };
    let (own, other) = (split(a), split(b));
    let within = |few: &BTreeSet<String>, many: &BTreeSet<String>| {
        few.iter().all(|word| {
            many.contains(word) || !word.is_ascii() && word.chars().count() >= 3 && many.iter().any(|w| w.contains(word.as_str()))
        })
    };
    !own.is_empty() && !other.is_empty() && (within(&own, &other) || within(&other, &own))
}

/// Whether two phrases share what they are about. Words that say little count where one of them has no other.
fn akin(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let content = |words: &BTreeSet<String>| -> Vec<String> { words.iter().filter(|w| !is_empty_word(w)).cloned().collect() };
    let (own, other) = (content(a), content(b));
    if own.is_empty() || other.is_empty() {
        return a.intersection(b).next().is_some();
    }
    own.iter().any(|x| other.iter().any(|y| x == y || overlap(x, y)))
}

/// Whether two Chinese phrases have two characters in a row in common that say what is measured.
fn overlap(a: &str, b: &str) -> bool {
    let pairs = |text: &str| -> BTreeSet<String> {
        let chars: Vec<char> = text.chars().collect();
        chars.windows(2).filter(|pair| pair.iter().all(|c| !c.is_ascii())).map(|pair| pair.iter().collect()).collect()
    };
    if a.is_ascii() || b.is_ascii() {
        return false;
    }
    let (a, b) = (pairs(a), pairs(b));
    a.intersection(&b).any(|pair| !is_empty_word(pair))
}

/// Whether a word of a phrase says little of what is measured.
fn is_empty_word(word: &str) -> bool {
    words("vague").contains(&word)
}

/// The words of a phrase that say what is measured, in order of the alphabet, without endings.
fn content_words(metric: &str) -> String {
    let mut found: Vec<String> = metric.split('-').map(stem).filter(|w| !w.is_empty() && !is_empty_word(w)).collect();
    found.sort();
    found.dedup();
    found.join(" ")
}

/// A word without its ending: English plural and verb endings, Chinese nouns of measure.
pub fn stem(word: &str) -> String {
    if word.is_ascii() {
        if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 3) {
            return format!("{rest}y");
        }
        let cut = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() >= 3));
        return cut.unwrap_or(word).trim_end_matches('e').to_owned();
    }
    ["时间", "数量", "次数", "数值", "速度", "时长"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|rest| !rest.is_empty()))
        .unwrap_or(word)
        .to_owned()
}

/// Gives the figures of nobody to the one project of the collection, in documents that name no subject of their own.
fn link_project(claims: &mut [Claim], members: &[usize]) {
    let mut own: BTreeMap<String, Subject> = BTreeMap::new();
    let mut speaking: BTreeSet<String> = BTreeSet::new();
    for claim in members.iter().map(|&at| &claims[at]) {
        match (claim.kind, &claim.subject) {
            (Kind::Document, Some(subject)) => {
                own.insert(subject.id.clone(), subject.clone());
                speaking.insert(claim.document.clone());
            }
            (Kind::Rank | Kind::TopPick, _) if claim.text.as_deref() != Some("told") => {
                speaking.insert(claim.document.clone());
            }
            _ => {}
        }
    }
    let [project] = own.values().collect::<Vec<_>>()[..] else { return };
    // A document that names others and never the project is about something else, whatever else lies in the folder.
    let mut others: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for claim in members.iter().map(|&at| &claims[at]) {
        let name = project.name.as_str();
        if claim.heading.contains(name) || claim.text.as_deref().is_some_and(|text| text.contains(name)) {
            named.insert(&claim.document);
        }
        match &claim.subject {
            Some(subject) if subject.id == project.id => _ = named.insert(&claim.document),
            Some(subject) if subject.id != "document" => _ = others.entry(&claim.document).or_default().insert(&subject.id),
            _ => {}
        }
    }
    // Nor is one in the other script that never names it.
    let han = |claim: &Claim| claim.heading.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let home =
        members.iter().map(|&at| &claims[at]).find(|c| c.subject.as_ref().is_some_and(|s| s.id == project.id)).is_some_and(han);
    for claim in members.iter().map(|&at| &claims[at]).filter(|c| !c.heading.is_empty() && han(c) != home) {
        if !named.contains(claim.document.as_str()) {
            others.entry(&claim.document).or_default();
        }
    }
    let foreign: BTreeSet<String> =
        others.keys().filter(|document| !named.contains(*document)).map(|document| (*document).to_owned()).collect();
    speaking.extend(foreign);
    for &at in members {
        let claim = &mut claims[at];
        if claim.kind == Kind::Quantity && claim.subject.is_none() && !speaking.contains(&claim.document) {
            claim.subject = Some(project.clone());
            claim.confidence = claim.confidence.max(Confidence::Medium);
        }
    }
}

/// Gives a subject to figures of nobody that can be told apart by their label alone.
fn link_nameless(claims: &mut [Claim], members: &[usize], lexicon: &Lexicon) {
    let nameless = |claim: &Claim| claim.kind == Kind::Quantity && claim.subject.is_none() && claim.usage.is_none();
    let mut by_unit: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    let mut by_figure: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &at in members.iter().filter(|&&at| nameless(&claims[at])) {
        let claim = &claims[at];
        let Some(canonical) = &claim.canonical else { continue };
        by_unit.entry((claim.document.clone(), canonical.unit.clone())).or_default().push(at);
        if let Some(metric) = &claim.metric {
            let ends: BTreeSet<&String> = canonical.low.iter().chain(&canonical.high).collect();
            by_figure
                .entry(format!("{}\u{1f}{metric}\u{1f}{}\u{1f}{ends:?}", claim.document, canonical.unit))
                .or_default()
                .push(at);
        }
    }
    let mut chosen: BTreeSet<usize> =
        members.iter().copied().filter(|&at| nameless(&claims[at]) && labelled(&claims[at], lexicon)).collect();
    // What a question asks for by name is one thing in its document.
    for alike in by_unit.values() {
        let asked = alike.iter().filter(|&&at| claims[at].text.as_deref() == Some(ANSWER));
        let metrics: BTreeSet<&Option<String>> = asked.map(|&at| &claims[at].metric).filter(|metric| metric.is_some()).collect();
        chosen.extend(alike.iter().copied().filter(|&at| metrics.contains(&claims[at].metric)));
    }
    // One document may restate a figure of nobody: the same metric, the same figure.
    chosen.extend(by_figure.into_values().filter(|same| same.len() > 1).flatten());
    // A dose of 60 mg in one document and 20 kg of luggage in another are no two weights of one thing.
    let size = |at: usize| {
        claims[at].canonical.as_ref().and_then(|c| c.low.as_deref().or(c.high.as_deref()).and_then(crate::claim::exact))
    };
    let mut sizes: BTreeMap<&str, Vec<num_rational::BigRational>> = BTreeMap::new();
    for ((_, unit), only) in &by_unit {
        if let ([at], Some(metric)) = (&only[..], physical(unit)) {
            sizes.entry(metric).or_default().extend(size(*at));
        }
    }
    let hundred = num_rational::BigRational::from_integer(100.into());
    let scattered: BTreeSet<&str> = sizes
        .iter()
        .filter(
            |(_, found)| matches!((found.iter().min(), found.iter().max()), (Some(low), Some(high)) if *high > low * &hundred),
        )
        .map(|(metric, _)| *metric)
        .collect();
    for ((_, unit), only) in by_unit {
        if let ([at], Some(metric)) = (&only[..], physical(&unit).filter(|metric| !scattered.contains(metric))) {
            let known = claims[*at].metric.as_ref().is_some_and(|m| lexicon.metrics.iter().any(|k| k.id == *m));
            if !known {
                claims[*at].metric = Some(metric.to_owned());
            }
            chosen.insert(*at);
        }
    }
    for at in chosen {
        let claim = &mut claims[at];
        let name = claim.metric.as_deref().unwrap_or("").replace(['-', '_'], " ");
        if !name.is_empty() {
            claim.subject = Some(Subject { id: "document".into(), name, vendor: None });
            claim.confidence = claim.confidence.max(Confidence::Medium);
        }
    }
}

/// Whether the words of a label name one thing only: at least three of them, none of a list.
fn labelled(claim: &Claim, lexicon: &Lexicon) -> bool {
    let Some(metric) = &claim.metric else { return false };
    let words = content_words(metric).split(' ').count();
    words >= 3 && !lexicon.metrics.iter().any(|known| known.id == *metric)
}

/// The metric that a physical unit tells where a document has one such figure only.
fn physical(unit: &str) -> Option<&'static str> {
    Some(match unit {
        "J" => "energy",
        "kg" => "weight",
        "V" => "voltage",
        "degC" => "temperature",
        "Hz" => "frequency",
        "m2" => "area",
        _ => return None,
    })
}
