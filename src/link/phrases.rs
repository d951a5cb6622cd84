//! Open phrases: "unlocks in", "Unlock time".

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Index, Name, Page, Pass, Touched, turn};
use super::{is_empty_word, is_limit, stem};
use crate::claim::{Claim, Interval, Kind};
use crate::lexicon::Lexicon;

/// At most so many open phrases of one subject and dimension are told apart; more than that is no vocabulary.
const PHRASES: usize = 64;

/// Gives the phrases by which one subject's figures of one dimension go one name, where they are one metric.
#[derive(Debug, Default)]
pub struct OpenPhrases {
    told: Index<Group, Told>,
    /// The names of the phrases that go by another.
    names: BTreeMap<Group, BTreeMap<String, String>>,
    dirty: BTreeSet<Group>,
}

/// Subject, dimension, way of change.
type Group = (String, String, &'static str);

/// By turn, the phrases of a document with the ends of their figures.
type Told = [Vec<(String, BTreeSet<String>)>; 3];

/// The group of a figure that goes by an open phrase.
fn group(claim: &Claim, lexicon: &Lexicon) -> Option<Group> {
    let (subject, metric, canonical) = (claim.subject.as_ref()?, claim.metric.as_deref()?, claim.canonical.as_ref()?);
    let (_, way) = split_way(metric);
    if claim.kind != Kind::Quantity || way.is_empty() && (lexicon.knows(metric) || metric.contains('_')) {
        return None;
    }
    Some((subject.id.clone(), dimension(canonical), way))
}

/// The dimension of a figure: its unit, whatever it is per.
pub(super) fn dimension(canonical: &Interval) -> String {
    canonical.unit.split('/').next().unwrap_or("").to_owned()
}

impl Pass for OpenPhrases {
    type Part = BTreeMap<Group, Told>;

    fn part(page: &Page<'_>, lexicon: &Lexicon) -> Self::Part {
        let mut part = Self::Part::new();
        for claim in &page.claims {
            let (Some(group), Some(metric)) = (group(claim, lexicon), &claim.metric) else { continue };
            let told = &mut part.entry(group).or_default()[turn(claim)];
            let at = told.iter().position(|(known, _)| known == metric).unwrap_or_else(|| {
                told.push((metric.clone(), BTreeSet::new()));
                told.len() - 1
            });
            told[at].1.extend(claim.canonical.iter().flat_map(|c| c.low.iter().chain(&c.high)).cloned());
        }
        part
    }

    fn exchange(&mut self, document: &Name, was: Option<&Self::Part>, is: Option<&Self::Part>) {
        self.dirty.extend(self.told.exchange(document, was, is).into_iter().cloned());
    }

    fn settle(&mut self) -> Touched {
        let mut touched = BTreeSet::new();
        for group in std::mem::take(&mut self.dirty) {
            let told = self.told.0.get(&group);
            let mut phrases = Phrases::default();
            for turn in 0..3 {
                for (metric, ends) in told.into_iter().flat_map(BTreeMap::values).flat_map(|told| &told[turn]) {
                    let Some(phrase) = phrases.add(metric, split_way(metric).0) else { continue };
                    for end in ends {
                        phrases.by_figure.entry(end.clone()).or_default().insert(phrase);
                    }
                }
            }
            let mut names = phrases.unite(!group.2.is_empty());
            names.retain(|metric, name| metric != name);
            if self.names.get(&group).is_some_and(|known| *known == names) || names.is_empty() && !self.names.contains_key(&group)
            {
                continue;
            }
            touched.extend(told.into_iter().flat_map(BTreeMap::keys).cloned());
            if names.is_empty() {
                self.names.remove(&group);
            } else {
                self.names.insert(group, names);
            }
        }
        Touched::Some(touched)
    }

    fn edits(&self, page: &Page<'_>, _: &Self::Part, lexicon: &Lexicon) -> Edits {
        if self.names.is_empty() {
            return Edits::new();
        }
        let name = |claim: &Claim| self.names.get(&group(claim, lexicon)?)?.get(claim.metric.as_deref()?).cloned();
        page.claims.iter().enumerate().filter_map(|(at, claim)| Some((at, Edit::Metric(name(claim)?)))).collect()
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
#[derive(Debug, Default)]
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
