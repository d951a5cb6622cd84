//! The states of a walk, each made from the one before, say what an audit of each state alone says.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use claimlint::audit::reference::References;
use claimlint::audit::states::{Change, States};
use claimlint::audit::{check, extract_beside};
use claimlint::claim::{Claim, Review};
use claimlint::config::{self, Config};
use claimlint::rules::RULES;
use claimlint::source::{Refused, Source, Unreadable};

/// Numbers that look random and are the same in every run: Knuth's MMIX generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn of<'a, T>(&mut self, some: &'a [T]) -> &'a T {
        &some[self.below(some.len())]
    }
}

const PATHS: &[&str] = &[
    "README.md",
    "README_zh.md",
    "docs/README.md",
    "docs/a.md",
    "docs/b.md",
    "docs/c.md",
    "docs/d.md",
    "before/a.md",
    "faq.md",
    "e.txt",
    "prices.csv",
    "prices.en.md",
    "prices.de.md",
];

/// What documents share that no rule's example brings together.
const TEXTS: &[&str] = &[
    "# Heron\n\nHeron has a p99 latency of 45 ms. Its unlock time is 30 seconds.\n\n## Limits\n\nHeron unlocks in 30 seconds and holds 12 keys.\n\n## Summary\n\nHeron has a p99 latency of 61 ms.\n",
    "# FAQ\n\n## How long is the retention?\n\n30 days.\n\n## Limits\n\nThe upload size limit is 25 MB. The retention period is 40 days. At most 8 users may sign in.\n",
    "# Quotas\n\nThe upload size limit is 25 MB. The retention period is 30 days. At most 9 users may sign in.\n",
    "# Harbour library\n\nThe library had 412,000 visits in 2030 and lent 96,500 books.\n\n## In figures\n\n| What | Number |\n|---|---|\n| Visits | 421,000 |\n| Books lent | 96,500 |\n",
    "# Annual report of the harbour library\n\nReaders made 412,000 visits to the library. The 38 members of staff lent 95,600 books.\n",
    "# Soup\n\n## Ingredients\n\nIngredients for 4 people, 300 g of leek.\n\n## Method\n\nCook for 25 minutes at 90 °C.\n",
    "# Cake\n\n## Ingredients\n\nIngredients for 8 people, 200 g of flour.\n\n## Method\n\nBake for 45 minutes at 180 °C.\n",
    "# Bread\n\n## Ingredients\n\nIngredients for 6 people, 500 g of flour.\n\n## Method\n\nBake for 50 minutes at 220 °C.\n",
    "# Stew\n\n## Ingredients\n\nIngredients for 5 people, 700 g of beans.\n\n## Method\n\nCook for 125 minutes at 95 °C.\n",
    "# Summer prices\n\n| Boat | Day | Week | Deposit |\n|---|---|---|---|\n| Teal | 40 EUR | 200 EUR | 90 EUR |\n| Otter | 45 EUR | 220 EUR | 95 EUR |\n| Heron | 50 EUR | 250 EUR | 99 EUR |\n",
    "# Winter prices\n\n| Boat | Day | Week | Deposit |\n|---|---|---|---|\n| Teal | 20 EUR | 120 EUR | 60 EUR |\n| Otter | 25 EUR | 140 EUR | 65 EUR |\n| Heron | 30 EUR | 150 EUR | 69 EUR |\n\nThe Teal costs 21 EUR a day.\n",
    "# Plans\n\nHeron costs 120 USD per year. Heron costs 11 USD per month. In 4 hours the line handled 2280 parcels.\n",
    "# Gannet\n\nGannet settles claims fastest. The claim settlement time of Gannet is 3 days.\n\n## Tern\n\nThe claim settlement time of Tern is 2 days. Throughput was 900 requests per second.\n",
    "# Notes\n\n<!-- claimlint-disable-next-line value-conflict: two models -->\nHeron has a p99 latency of 99 ms.\n\n<!-- claimlint-disable-next-line rank-order -->\nNothing.\n",
    "# Nothing\n\nNothing is said here.\n",
    "# Kestrel\n\nKestrel is a queue. It keeps messages for 7 days and needs 512 MB of memory.\n",
    "# Deployment\n\nThe start takes 40 seconds. A message may have 256 KB. The retention is 14 days.\n",
    "# Heron keys\n\nHeron has an unlocking time of 35 seconds. Opening the gate of Heron takes 12 minutes.\n",
    "# Tern\n\nTern has a gate opening time of 14 minutes. Tern has a time of opening the gate of 15 minutes.\n",
    "# Gannet\n\nGannet settles claims fastest.\n",
    "# Claims\n\n## Gannet\n\nGannet has a claim settlement of 3 days.\n\n## Tern\n\nTern has a claims settlement time of 2 days.\n",
    "# Luggage\n\nEach guest may bring 20 kg.\n",
    "# Tablets\n\nTake 60 mg in the morning.\n",
    "# Parcels\n\nA parcel may weigh 31.5 kg.\n",
    "# Best finches\n\n## 1. Finch Alpha\n\nFinch Alpha costs 40 EUR.\n\n## 2. Robin One\n\nRobin One costs 30 EUR.\n",
    "# Finches again\n\n## 1. Robin Two\n\nRobin Two costs 33 EUR.\n\n## 2. Finch Beta\n\nFinch Beta costs 45 EUR.\n",
    "# Salad\n\n## 1. Ingredients\n\nIngredients cost 5 EUR.\n",
];

fn own_texts() -> Vec<String> {
    TEXTS.iter().map(|text| (*text).to_owned()).collect()
}

fn texts() -> Vec<String> {
    let examples = RULES.iter().flat_map(|rule| rule.fires.iter().chain(rule.near_misses));
    let examples = examples.flat_map(|example| example.files).map(|(_, text)| (*text).to_owned());
    own_texts().into_iter().chain(examples).collect()
}

/// Another digit somewhere.
fn with_another_figure(text: &str, dice: &mut Dice) -> String {
    let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if digits.is_empty() {
        return format!("{text}\n\nIt weighs 4 kg.\n");
    }
    let at = *dice.of(&digits);
    format!("{}{}{}", &text[..at], 1 + dice.below(9), &text[at + 1..])
}

/// The documents after one edit more, and what the edit did.
fn edited(files: &mut BTreeMap<String, Option<String>>, texts: &[String], dice: &mut Dice) -> BTreeSet<String> {
    let mut touched = BTreeSet::new();
    let there: Vec<String> = files.keys().cloned().collect();
    let some = if there.is_empty() { PATHS[0].to_owned() } else { dice.of(&there).clone() };
    let free = (*dice.of(PATHS)).to_owned();
    let text = files.get(&some).cloned().flatten().unwrap_or_default();
    // Where the documents are few, most edits put another in the place of one.
    let kinds = if texts.len() == TEXTS.len() { 24 } else { 12 };
    let (path, new) = match dice.below(kinds) {
        0 => (free, Some(Some(texts[dice.below(TEXTS.len())].clone()))),
        1 | 12..20 => (free, Some(Some(dice.of(texts).clone()))),
        // A copy in which a figure differs.
        2 => (free, Some(Some(with_another_figure(&text, dice)))),
        3 => (some, Some(Some(format!("{text}\n\n{}", dice.of(texts))))),
        4 => (some, Some(Some(format!("An introduction.\n\n{text}")))),
        5 => {
            // A paragraph goes.
            let mut parts: Vec<&str> = text.split("\n\n").collect();
            let at = dice.below(parts.len());
            parts.remove(at);
            (some, Some(Some(parts.join("\n\n"))))
        }
        6 if there.len() > 6 => (some, None),
        7 => {
            // It goes by another name.
            touched.insert(some.clone());
            let content = files.remove(&some);
            (free, Some(content.unwrap_or_default()))
        }
        8 if dice.below(4) == 0 => (free, Some(None)),
        _ => (some, Some(Some(with_another_figure(&text, dice)))),
    };
    match new {
        Some(content) => _ = files.insert(path.clone(), content),
        None => _ = files.remove(&path),
    }
    touched.insert(path);
    touched
}

fn change(path: &str, content: Option<&Option<String>>) -> Change {
    match content {
        Some(Some(text)) => Change::Read(Source::new(path, text.clone())),
        Some(None) => Change::Refused(Refused { path: path.to_owned(), reason: Unreadable::Binary { offset: 0 } }),
        None => Change::Gone(path.to_owned()),
    }
}

fn walk(seed: u64, config: &Config, reviews: &[Claim], texts: &[String], steps: usize) {
    let mut dice = Dice(seed);
    let mut files: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut states = States::new(config, References::built_in(), reviews);
    let (mut found, mut silenced) = (0, 0);
    for step in 0..steps {
        let mut touched = edited(&mut files, texts, &mut dice);
        if dice.below(5) == 0 {
            touched.append(&mut edited(&mut files, texts, &mut dice));
        }
        states.apply(touched.iter().map(|path| change(path, files.get(path))).collect());

        let (mut sources, mut refused) = (Vec::new(), Vec::new());
        for (path, content) in &files {
            match change(path, Some(content)) {
                Change::Read(source) => sources.push(source),
                Change::Refused(file) => refused.push(file),
                Change::Gone(_) => {}
            }
        }
        if files.is_empty() {
            continue;
        }
        let mut extraction = extract_beside(&sources, &refused, config, References::built_in());
        claimlint::audit::apply_reviews(&mut extraction, reviews, &|path| sources.iter().find(|source| source.path == path));
        let whole = check(extraction, config, false);
        let outcome = states.outcome();
        assert_eq!(outcome.findings, whole.findings, "walk {seed}, step {step}");
        assert_eq!(outcome.silenced, whole.silenced, "walk {seed}, step {step}");
        assert_eq!(outcome.nothing_checked, whole.nothing_checked, "walk {seed}, step {step}");
        for path in files.keys() {
            let claims: Vec<&Claim> = states.claims(path).collect();
            let others: Vec<&Claim> = whole.claims.iter().filter(|claim| claim.document == **path).collect();
            assert_eq!(claims, others, "walk {seed}, step {step}, {path}");
        }
        found += whole.findings.len();
        silenced += whole.silenced.len();
    }
    assert!(found > steps / 2, "walk {seed}: {found} findings in {steps} states tell little ({silenced} silenced)");
}

#[test]
fn each_state_of_one_collection_is_as_if_it_were_the_only_one() {
    walk(1, &Config::default(), &[], &texts(), 60);
}

#[test]
fn documents_that_link_one_another_come_and_go() {
    let entity =
        |id: &str, vendor: &str, name: &str| format!("[[entity]]\nid = {id:?}\nvendor = {vendor:?}\nnames = [{name:?}]\n");
    let text = [
        entity("finch-alpha", "finch", "Finch Alpha"),
        entity("finch-beta", "finch", "Finch Beta"),
        entity("robin-one", "robin", "Robin One"),
        entity("robin-two", "robin", "Robin Two"),
    ];
    let config = config::parse(&text.concat(), Path::new("claimlint.toml")).unwrap();
    for seed in 31..=34 {
        walk(seed, &config, &[], &own_texts(), 90);
    }
}

#[test]
fn collections_levels_and_translations_make_no_difference() {
    let text = "\
collections = \"by-folder\"\n
[[translation]]\nfiles = [\"prices.en.md\", \"prices.de.md\"]\n
[rules]\nduplicate-passage = \"note\"\n
[[override]]\npaths = [\"docs/**\"]\n[override.rules]\nvalue-conflict = \"warning\"\nempty-section = \"off\"\n";
    let config = config::parse(text, Path::new("claimlint.toml")).unwrap();
    walk(11, &config, &[], &texts(), 60);
}

#[test]
fn reviewed_records_make_no_difference() {
    let config = Config::default();
    let sources: Vec<Source> = PATHS.iter().zip(TEXTS).map(|(path, text)| Source::new(*path, (*text).to_owned())).collect();
    let claims = extract_beside(&sources, &[], &config, References::built_in()).claims;
    let verdicts = [Review::Rejected, Review::Confirmed, Review::Confirmed];
    let reviews: Vec<Claim> = claims
        .into_iter()
        .filter(|claim| claim.canonical.is_some() && claim.parents.is_empty())
        .enumerate()
        .map(|(at, claim)| Claim { review: verdicts[at % 3], metric: claim.metric.filter(|_| at % 2 == 0), ..claim })
        .collect();
    walk(21, &config, &reviews, &texts(), 60);
}
