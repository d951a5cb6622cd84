//! The words that the program knows: vendors and products, metrics, audiences, and the cues of a sentence.
//!
//! Word lists are data files beside this module; `claimlint.toml` extends the first two. Nothing here is specific to a domain:
//! a product that no list names becomes a subject through the heading or table row that names it.

mod finder;
pub mod wording;

pub use finder::Finder;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::config::{Better, Config};

const ENTITIES: &str = include_str!("lexicon/entities.csv");
const METRICS: &str = include_str!("lexicon/metrics.csv");
const AUDIENCES: &str = include_str!("lexicon/audiences.csv");
const CUES: &str = include_str!("lexicon/cues.csv");
const WORDS: &str = include_str!("lexicon/words.csv");
const REGIONS: &str = include_str!("lexicon/regions.csv");

/// The words of a built-in list, in the order of the file; of a family (`counted` of `counted:steps`) those of all its lists. Empty for
/// a list that is not there.
pub fn words(list: &str) -> &'static [&'static str] {
    LISTS.get(list).map_or(&[], Vec::as_slice)
}

/// Whether a text in small letters holds one of some words: Chinese anywhere, Latin as whole words.
pub fn holds(text: &str, list: &[&str]) -> bool {
    list.iter().any(|word| find_last(text, word).is_some())
}

/// Where a word stands last in a text in small letters.
pub fn find_last(text: &str, word: &str) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.rmatch_indices(word).map(|(at, _)| at).find(|&at| {
        !word.is_ascii() || !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}

/// The lists of a family: what stands behind the colon of their names, and their words.
pub fn family(name: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of = move |list: &'static str| list.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    LISTS.iter().filter_map(move |(list, words)| Some((of(list)?, words.as_slice())))
}

static LISTS: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for [list, words] in rows::<2>(WORDS) {
        let family = list.split_once(':').map(|(family, _)| family);
        for name in std::iter::once(list).chain(family) {
            lists.entry(name).or_default().extend(words.split('|'));
        }
    }
    lists
});

/// A vendor or product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Stable id in records.
    pub id: String,
    /// Id of the vendor for a product, `None` for a vendor itself.
    pub vendor: Option<String>,
}

impl Entity {
    /// The vendor behind it: its own id when it is one.
    pub fn maker(&self) -> &str {
        self.vendor.as_deref().unwrap_or(&self.id)
    }
}

/// Something that is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Stable id in records.
    pub id: String,
    /// Dimension: `time`, `money`, `ratio`, `data`, `rate`, `count`, …
    pub dimension: String,
    /// `more`, `less`, or empty where neither is better.
    pub better: String,
}

/// A word that steers the reading of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// What it steers: `modality`, `condition:billing`, `recommend`, `superlative:lowest`, …
    pub kind: String,
    /// Which way: `measured`, `monthly`, `exclusive`, a metric id.
    pub id: String,
}

impl Cue {
    /// The kind without its detail: `condition` of `condition:billing`.
    pub fn family(&self) -> &str {
        self.kind.split(':').next().unwrap_or(&self.kind)
    }
}

/// Something that trusted records speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Id of the records' subject.
    pub id: String,
    /// How documents call it.
    pub names: Vec<String>,
    /// Metrics that the records have of it.
    pub metrics: Vec<String>,
}

/// All word lists, ready to search.
#[derive(Debug)]
pub struct Lexicon {
    /// Vendors and products; the finder's values index them.
    pub entities: Vec<Entity>,
    /// Finds entity names; Latin names match in their written case.
    pub entity_names: Finder,
    /// Metrics; the finder's values index them.
    pub metrics: Vec<Metric>,
    /// Finds metric names.
    pub metric_names: Finder,
    /// Their ids.
    metric_ids: BTreeSet<String>,
    /// Audience tags; the finder's values index them.
    pub audiences: Vec<String>,
    /// Finds audience names.
    pub audience_names: Finder,
    /// Countries and parts of the world; the finder's values index them.
    pub regions: Vec<String>,
    /// Finds their names and what their people are called, in their written case.
    pub region_names: Finder,
    /// Cues; the finder's values index them.
    pub cues: Vec<Cue>,
    /// Finds cues.
    pub cue_names: Finder,
    /// What trusted records speak of; the finder's values index them.
    pub things: Vec<Thing>,
    /// Finds their names, in their written case.
    pub thing_names: Finder,
}

impl Lexicon {
    /// The built-in lists with what the configuration adds; a configured name wins over a built-in one.
    pub fn new(config: &Config) -> Self {
        let (mut entities, mut entity_words) = (Vec::new(), Vec::new());
        for entity in &config.entities {
            add(&mut entities, &mut entity_words, &entity.names, Entity { id: entity.id.clone(), vendor: entity.vendor.clone() });
        }
        for [id, vendor, names] in rows::<3>(ENTITIES) {
            let vendor = (!vendor.is_empty()).then(|| vendor.to_owned());
            add(&mut entities, &mut entity_words, &split(names), Entity { id: id.to_owned(), vendor });
        }
        let (mut metrics, mut metric_words) = (Vec::new(), Vec::new());
        for metric in &config.metrics {
            let better = match metric.better {
                Some(Better::More) => "more",
                Some(Better::Less) => "less",
                None => "",
            };
            let dimension = metric.dimension.as_deref().map(dimension_of).unwrap_or_default();
            let row = Metric { id: metric.id.clone(), dimension, better: better.to_owned() };
            add(&mut metrics, &mut metric_words, &metric.names, row);
        }
        for [id, dimension, better, names] in rows::<4>(METRICS) {
            let row = Metric { id: id.to_owned(), dimension: dimension.to_owned(), better: better.to_owned() };
            add(&mut metrics, &mut metric_words, &split(names), row);
        }
        let (mut audiences, mut audience_words) = (Vec::new(), Vec::new());
        for [id, names] in rows::<2>(AUDIENCES) {
            add(&mut audiences, &mut audience_words, &split(names), id.to_owned());
        }
        let (mut regions, mut region_words) = (Vec::new(), Vec::new());
        for [id, names] in rows::<2>(REGIONS) {
            add(&mut regions, &mut region_words, &split(names), id.to_owned());
        }
        let (mut cues, mut cue_words) = (Vec::new(), Vec::new());
        for [kind, id, names] in rows::<3>(CUES) {
            add(&mut cues, &mut cue_words, &split(names), Cue { kind: kind.to_owned(), id: id.to_owned() });
        }
        let mut families: Vec<String> = cues.iter().map(|cue: &Cue| cue.family().to_owned()).collect();
        families.sort();
        families.dedup();
        let family = |at: usize| families.iter().position(|f| f == cues[at].family()).unwrap_or(0);
        let cue_names = Finder::new(&cue_words, false).with_families(family);
        Self {
            entities,
            entity_names: Finder::new(&entity_words, true),
            metric_ids: metrics.iter().map(|metric: &Metric| metric.id.clone()).collect(),
            metrics,
            metric_names: Finder::new(&metric_words, false),
            audiences,
            audience_names: Finder::new(&audience_words, false),
            regions,
            region_names: Finder::new(&region_words, true),
            cues,
            cue_names,
            things: Vec::new(),
            thing_names: Finder::new(&[], true),
        }
    }

    /// Whether a metric goes by this id.
    pub fn knows(&self, metric: &str) -> bool {
        self.metric_ids.contains(metric)
    }

    /// The lists with what trusted records speak of.
    #[must_use]
    pub fn with_things(mut self, things: Vec<Thing>) -> Self {
        let words = things.iter().enumerate().flat_map(|(at, thing)| thing.names.iter().map(move |name| (name.clone(), at)));
        self.thing_names = Finder::new(&words.collect::<Vec<_>>(), true);
        self.things = things;
        self
    }
}

/// The dimension that a configured word means: a dimension, or a base unit of it.
fn dimension_of(word: &str) -> String {
    let dimension = match word {
        "s" | "ms" | "min" | "h" | "day" => "time",
        "%" | "x" => "ratio",
        "byte" | "bit" | "B" | "GB" | "MB" => "data",
        "kg" | "g" => "mass",
        "m" | "mm" | "km" => "length",
        "W" | "kW" => "power",
        "J" | "Wh" | "kWh" => "energy",
        "degC" | "K" => "temperature",
        "point" => "point",
        _ if word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase()) => "money",
        _ => word,
    };
    dimension.to_owned()
}

fn add<T>(list: &mut Vec<T>, words: &mut Vec<(String, usize)>, names: &[String], item: T) {
    words.extend(names.iter().map(|name| (name.clone(), list.len())));
    list.push(item);
}

fn split(names: &str) -> Vec<String> {
    names.split('|').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Rows of a built-in list, without its header. The names are the last column and hold no comma.
fn rows<const N: usize>(csv: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    csv.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.splitn(N, ',').collect();
        fields.try_into().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_lists_is_read_and_every_name_leads_to_one_id() {
        for (list, columns) in [(ENTITIES, 3), (METRICS, 4), (AUDIENCES, 2), (CUES, 3), (REGIONS, 2), (WORDS, 2)] {
            for line in list.lines() {
                assert_eq!(line.split(',').count(), columns, "{line}");
            }
        }
        for (id, _) in family("predicate") {
            assert!(rows::<4>(METRICS).any(|[metric, ..]| metric == id), "{id} is no metric");
        }
        for list in [ENTITIES, METRICS] {
            let mut seen = std::collections::BTreeMap::new();
            for line in list.lines().skip(1) {
                let id = line.split(',').next().unwrap();
                for name in line.rsplit(',').next().unwrap().split('|') {
                    let other = seen.insert(name.to_lowercase(), id).unwrap_or(id);
                    assert_eq!(other, id, "\"{name}\" stands twice");
                }
            }
        }
    }

    #[test]
    fn latin_names_end_at_word_boundaries_and_the_longest_wins() {
        let lexicon = Lexicon::new(&Config::default());
        let ids = |text: &str| -> Vec<String> {
            lexicon.metric_names.find(text).iter().map(|(_, i)| lexicon.metrics[*i].id.clone()).collect()
        };
        assert_eq!(ids("The first-token latency and p99 latency"), ["first_token_latency", "latency"]);
        assert_eq!(ids("实测的首字延迟是90ms"), ["first_token_latency"]);
        assert_eq!(ids("Latencyx is no latency"), ["latency"]);
    }
}
