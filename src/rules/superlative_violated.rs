//! A "cheapest" or "fastest" that another figure beats.

mod column;
mod every;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Claim, Confidence, Kind, Usage};
use crate::finding::Severity;
use crate::rules::fact::same_words;
use crate::rules::grid;
use crate::rules::interval::{Measure, dimension, measure, per_second, with_unit};
use crate::rules::total_mismatch::{is_part, is_subtotal, totals};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// A "cheapest" or "fastest" that another figure beats.
pub static RULE: Rule = Rule {
    name: "superlative-violated",
    summary: Say {
        en: "something called the cheapest, fastest or most is beaten by another figure",
        zh: "所谓“最便宜”“最快”被另一数值打破",
    },
    explanation: Say {
        en: "An answer calls 1500 a month the cheapest plan, and an entry of the same article lists 10000 a year, which is 833 a month. The rule takes the best figure of \
the thing that is called best, converts periods, and looks for a better one of the same metric in the same document, or in another document that knows the thing. What the \
superlative is limited to (a region, a plan, a kind of product) must be said of the other figure, too, else it does not count. Two things that are both called the cheapest \
contradict each other, too. \"Ahead of A and B on every benchmark\" is held against the rows of all tables and data files. To mend it, name the right one, or say among what it is the best.",
        zh: "问答中说1500元/月是最便宜的方案，而同一篇文章的条目里却有10000元/年，折合833元/月。本规则取“最”字所指对象的最佳数值，换算周期后，\
在同一文档、或同样提到该对象的其他文档中寻找同一指标更好的数值。若“最”字限定了范围（地区、套餐、产品类别），另一数值也必须属于该范围才算。\
两个不同对象都被称为“最便宜”，同样矛盾。“在所有测试中都快于甲和乙”一类说法，与各表格和数据文件逐行核对。修改方法：更正对象，或写明在什么范围内最好。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys,
    check,
    texts: &[
        (
            "beaten",
            Say {
                en: "{subject} is called the best here with {a}, but {other} has {b}",
                zh: "此处称{subject}最优（{a}），但{other}为{b}",
            },
        ),
        (
            "beaten-by-itself",
            Say {
                en: "{a} is called the best of {subject} here, but {b} elsewhere is better",
                zh: "此处称{subject}的{a}最优，另一处的{b}却更优",
            },
        ),
        (
            "two",
            Say {
                en: "both {a} and {b} are called the best of all by the same measure", zh: "{a}与{b}按同一标准都被称为第一"
            },
        ),
        (
            "help",
            Say {
                en: "name the right one, or say among what it is the best", zh: "更正对象，或写明在什么范围内最优"
            },
        ),
        (
            "every",
            Say {
                en: "{subject} is said to be ahead everywhere, but in {metric} {other} has {b} against {a}",
                zh: "此处称{subject}处处领先，但在{metric}上{other}为{b}，{subject}为{a}",
            },
        ),
        (
            "every-help",
            Say {
                en: "say where it is ahead, or leave out \"every\"", zh: "写明在哪些项目上领先，或去掉“所有”"
            },
        ),
        ("better", Say { en: "better than that", zh: "比它更优" }),
        ("own", Say { en: "the figure of the one called the best", zh: "被称为最优者的数值" }),
        ("other", Say { en: "called the best here", zh: "此处称为第一" }),
    ],
    fires: &[
        Example {
            files: &[(
                "markets.md",
                "# Markets\n\n| Market | Visitors | Stalls |\n|---|---|---|\n| Harbour Market | 5,200 | 41 |\n| Castle Market | 6,900 | 38 |\n| Bridge Market | 3,100 | 22 |\n\nThe busiest was the Harbour Market.\n",
            )],
        },
        Example {
            files: &[(
                "plans.md",
                "# Mail hosts\n\n## Pinepost\n\nThe price of Pinepost is 60 USD per year.\n\n## Cedarpost\n\nThe price of Cedarpost is 8 USD per month.\n\n## FAQ\n\nQ1. What is the cheapest mail host?\n\nCedarpost is the cheapest, at 8 USD per month.\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 云盘榜单\n\n## TOP1 松果云盘\n\n- 松果云盘的价格为 20 元/月。\n\n## TOP2 银杏云盘\n\n- 银杏云盘的价格为 120 元/年。\n\n## FAQ\n\nQ1：最便宜的云盘是哪款？\n\n松果云盘最便宜，价格为 20 元/月。\n",
            )],
        },
        Example {
            files: &[
                (
                    "README.md",
                    "# Sorts\n\nSwiftsort beats Radish on every benchmark.\n\n| Benchmark | Swiftsort | Radish |\n|---|---|---|\n| ints | 12 ms | 30 ms |\n",
                ),
                (
                    "bench/results.json",
                    "{\n  \"ints\": {\"swiftsort_ms\": 12, \"radish_ms\": 30},\n  \"strings\": {\"swiftsort_ms\": 51, \"radish_ms\": 44}\n}\n",
                ),
            ],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "parcels.md",
                "# Parcels\n\nParcels of no weight are left out. Then, starting from the lowest `Weight`, the others get their numbers.\n\n| Parcel | A | B | C |\n|---|---|---|---|\n| `Weight` | 4 | 3 | 1 |\n",
            )],
        },
        Example {
            files: &[(
                "markets.md",
                "# Markets\n\n| Market | Visitors | Stalls |\n|---|---|---|\n| Harbour Market | 5,200 | 41 |\n| Castle Market | 6,900 | 38 |\n| Bridge Market | 3,100 | 22 |\n\nThe busiest was the Castle Market.\n",
            )],
        },
        Example {
            files: &[
                (
                    "README.md",
                    "# Sorts\n\nSwiftsort beats Radish on every benchmark.\n\n| Benchmark | Swiftsort | Radish |\n|---|---|---|\n| ints | 12 ms | 30 ms |\n",
                ),
                (
                    "bench/results.json",
                    "{\n  \"ints\": {\"swiftsort_ms\": 12, \"radish_ms\": 30},\n  \"strings\": {\"swiftsort_ms\": 38, \"radish_ms\": 44}\n}\n",
                ),
            ],
        },
        Example {
            files: &[(
                "plans.md",
                "# Mail hosts\n\n## Pinepost\n\nThe price of Pinepost is 120 USD per year.\n\n## Cedarpost\n\nThe price of Cedarpost is 8 USD per month.\n\n## FAQ\n\nQ1. What is the cheapest mail host?\n\nCedarpost is the cheapest, at 8 USD per month.\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 云盘榜单\n\n## TOP1 松果云盘\n\n- 松果云盘的价格为 20 元/月。\n\n## TOP2 银杏云盘\n\n- 银杏云盘的价格为 300 元/年。\n\n## FAQ\n\nQ1：最便宜的云盘是哪款？\n\n松果云盘最便宜，价格为 20 元/月。\n",
            )],
        },
    ],
};

fn keys(claim: &Claim) -> Vec<String> {
    if every::is_every(claim) {
        return vec![every::KEY.into()];
    }
    let sure = claim.kind == Kind::Superlative && lowest(claim).is_some() && !subject(claim).is_empty() && !of_measure(claim);
    let mut keys = if sure || claim.table.is_some() { grid::anywhere(claim, sure) } else { Vec::new() };
    keys.extend(by_metric(claim));
    keys
}

/// Whether a superlative is of its measure itself, and names no thing that has it: "starting from the lowest weight".
fn of_measure(claim: &Claim) -> bool {
    claim.kind == Kind::Superlative && claim.metric.as_deref() == Some(subject(claim))
}

fn by_metric(claim: &Claim) -> Vec<String> {
    let looked_at = claim.kind == Kind::Superlative || (claim.kind == Kind::Quantity && claim.usage != Some(Usage::Fit));
    let Some(metric) = &claim.metric else { return Vec::new() };
    if !looked_at
        || of_measure(claim)
        || subject(claim).is_empty()
        || claim.confidence == Confidence::Low
        || claim.section == "history"
    {
        return Vec::new();
    }
    let tabled = claim.kind == Kind::Quantity && claim.table.is_some();
    std::iter::once(metric.clone()).chain(tabled.then(|| every::KEY.into())).collect()
}

/// A figure by which things are compared, in seconds for periods.
struct Figure<'a> {
    claim: &'a Claim,
    /// What is reached at best: the low end for a price, the high end for a speed.
    best: BigRational,
    half: BigRational,
    unit: String,
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        column::check(group, out);
        return;
    }
    if group.key == every::KEY {
        every::check(group, out);
        return;
    }
    let claimed: Vec<&Claim> =
        group.claims.iter().filter(|c| c.kind == Kind::Superlative && lowest(c).is_some()).copied().collect();
    if claimed.is_empty() {
        return;
    }
    for of_document in claimed.chunk_by(|a, b| a.document == b.document) {
        two_firsts(of_document, out);
    }
    // Figures by document, and the documents that know a subject: each superlative looks at its own and a few others only.
    let mut figures: BTreeMap<&str, Measured<'_>> = BTreeMap::new();
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Quantity) {
        figures.entry(&claim.document).or_default().claims.push(claim);
        known.entry(subject(claim)).or_default().insert(&claim.document);
    }
    let mut told: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for claim in claimed {
        let Some(lowest) = lowest(claim) else { continue };
        let others = known.get(subject(claim)).into_iter().flatten().filter(|d| **d != claim.document).take(DOCUMENTS);
        let documents = std::iter::once(claim.document.as_str()).chain(others.copied());
        let reachable = documents.filter_map(|d| figures.get(d)).flat_map(Measured::figures).take(FIGURES);
        let mut found: Vec<Figure<'_>> = reachable.filter_map(|(c, m)| figure(c, m, lowest)).collect();
        // Points for storage are no storage.
        let bare = |f: &Figure<'_>| matches!(f.unit.as_str(), "" | "point");
        if found.iter().any(|f| !bare(f)) {
            found.retain(|f| !bare(f));
        }
        let peers = peers(claim, &found);
        found.retain(|f| f.claim.document != claim.document || peers.is_empty() || peers.contains(subject(f.claim)));
        let Some(own) = own_figure(claim, &found, lowest) else { continue };
        let better =
            found.iter().filter(|f| beats(f, own, lowest) && in_scope(claim, f.claim) && !same_block(f.claim, own.claim));
        let better = better.filter(|f| !is_sum(&name(f.claim)) && !adds_up(f, &found));
        let mut better: Vec<&Figure<'_>> = better.collect();
        better.sort_by(|a, b| if lowest { a.best.cmp(&b.best) } else { b.best.cmp(&a.best) });
        let Some(best) = better.first() else { continue };
        let pair = (claim.document.as_str(), subject(claim), subject(best.claim));
        if told.insert(pair) {
            out.push(draft(claim, own, &better, lowest));
        }
    }
}

/// The figures of a document, read when they are first asked for.
#[derive(Default)]
struct Measured<'a> {
    claims: Vec<&'a Claim>,
    read: OnceCell<Vec<(&'a Claim, Measure)>>,
}

impl<'a> Measured<'a> {
    fn figures(&self) -> &[(&'a Claim, Measure)] {
        self.read.get_or_init(|| self.claims.iter().take(FIGURES).filter_map(|c| Some((*c, measure(c)?))).collect())
    }
}

/// How many other documents, and how many figures in all, are looked at for one superlative.
const DOCUMENTS: usize = 16;
const FIGURES: usize = 512;

/// Whether the superlative claims the low end of its metric; `None` when it says neither.
fn lowest(claim: &Claim) -> Option<bool> {
    match claim.text.as_deref()? {
        "lowest" => Some(true),
        "highest" => Some(false),
        _ => None,
    }
}

fn figure<'a>(claim: &'a Claim, measure: &Measure, lowest: bool) -> Option<Figure<'a>> {
    let (first, second) = (&measure.stated.low, &measure.stated.high);
    let best = if lowest { first.as_ref().or(second.as_ref()) } else { second.as_ref().or(first.as_ref()) }?;
    // What is free is no rival for the cheapest of those that cost something.
    if lowest && best.is_zero() {
        return None;
    }
    Some(Figure { claim, best: best.clone(), half: measure.half.clone(), unit: dimension(claim)?.into_owned() })
}

/// The figure that is called best: the one that the superlative states, else the best of the subject in the same document, else in
/// another one.
fn own_figure<'f, 'a>(claim: &Claim, figures: &'f [Figure<'a>], lowest: bool) -> Option<&'f Figure<'a>> {
    let stated =
        |f: &&Figure<'_>| same_block(f.claim, claim) && claim.canonical.is_some() && f.claim.canonical == claim.canonical;
    if let Some(own) = figures.iter().find(stated) {
        return Some(own);
    }
    // What it states itself is meant, and no other figure of the same thing.
    if let (Some(own), false) = (&claim.canonical, claim.metric.as_deref() == Some("speed")) {
        let same = |f: &&Figure<'_>| {
            subject(f.claim) == subject(claim)
                && f.claim.canonical.as_ref().is_some_and(|c| c.low == own.low && c.unit == own.unit)
        };
        if let Some(own) = figures.iter().find(same) {
            return Some(own);
        }
    }
    let of_subject = || figures.iter().filter(|f| subject(f.claim) == subject(claim) && f.claim.document == claim.document);
    let better = |a: &&Figure<'_>, b: &&Figure<'_>| if lowest { b.best.cmp(&a.best) } else { a.best.cmp(&b.best) };
    let elsewhere = || figures.iter().filter(|f| subject(f.claim) == subject(claim)).max_by(better);
    of_subject().filter(|f| same_block(f.claim, claim)).max_by(better).or_else(|| of_subject().max_by(better)).or_else(elsewhere)
}

/// Whom a table holds against the one that is called best: "fastest" of the regions says nothing of the channels in another table.
fn peers<'a>(claim: &Claim, figures: &[Figure<'a>]) -> BTreeSet<&'a str> {
    let tables: BTreeSet<u32> = figures
        .iter()
        .filter(|f| f.claim.document == claim.document && subject(f.claim) == subject(claim))
        .filter_map(|f| f.claim.table.as_ref().map(|table| table.id))
        .collect();
    let among = |f: &&Figure<'a>| {
        f.claim.document == claim.document && f.claim.table.as_ref().is_some_and(|table| tables.contains(&table.id))
    };
    figures.iter().filter(among).map(|f| subject(f.claim)).collect()
}

/// Whether a figure is the sum of all others of its column: the whole network beside its lines.
fn adds_up(figure: &Figure<'_>, figures: &[Figure<'_>]) -> bool {
    let Some(place) = &figure.claim.table else { return false };
    let beside = |f: &&Figure<'_>| {
        f.claim.document == figure.claim.document
            && f.claim.id != figure.claim.id
            && f.claim.table.as_ref().is_some_and(|t| t.id == place.id && t.column == place.column)
    };
    let others: Vec<&Figure<'_>> = figures.iter().filter(beside).collect();
    let sum: BigRational = others.iter().map(|f| f.best.clone()).sum();
    let slack: BigRational = others.iter().map(|f| f.half.clone()).sum::<BigRational>() + &figure.half;
    let gap = if sum > figure.best { &sum - &figure.best } else { &figure.best - &sum };
    others.len() > 1 && gap <= slack
}

/// Whether a row sums up others: no rival of its own parts.
fn is_sum(name: &str) -> bool {
    totals(name) || is_subtotal(name) || is_part(name)
}

fn same_block(a: &Claim, b: &Claim) -> bool {
    a.document == b.document && matches!((&a.block, &b.block), (Some(x), Some(y)) if x.id == y.id)
}

/// Whether a figure is better by more than the written digits allow.
fn beats(figure: &Figure<'_>, own: &Figure<'_>, lowest: bool) -> bool {
    if figure.unit != own.unit || figure.claim.id == own.claim.id {
        return false;
    }
    let ahead = if lowest { &own.best - &figure.best } else { &figure.best - &own.best };
    ahead > &figure.half + &own.half
}

/// Whether the other figure falls under what the superlative is limited to.
fn in_scope(superlative: &Claim, other: &Claim) -> bool {
    // How the best one is billed describes it; what "best" is limited to must be said of both.
    superlative.conditions.iter().filter(|(name, _)| !matches!(name.as_str(), "billing" | "among")).all(|(name, text)| {
        let said = other.conditions.get(name).is_some_and(|t| same_words(t, text));
        let scope = name == "scope" && (same_words(&other.heading, text) || same_words(&superlative.heading, text));
        said || scope
    }) && superlative.audience.iter().all(|tag| other.audience.contains(tag))
}

fn two_firsts(claimed: &[&Claim], out: &mut Vec<Draft>) {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for (i, claim) in claimed.iter().enumerate().take(64) {
        let rival = claimed[..i].iter().find(|first| {
            subject(first) != subject(claim)
                && first.text == claim.text
                && first.conditions == claim.conditions
                && first.audience == claim.audience
                && !same_block(first, claim)
        });
        let Some(first) = rival else { continue };
        let pair = (subject(first).min(subject(claim)), subject(first).max(subject(claim)));
        if told.contains(&pair) {
            continue;
        }
        told.push(pair);
        out.push(Draft {
            severity: Some(Severity::Warning),
            confidence: confidence([*claim, *first]),
            message: "two",
            help: "help",
            args: BTreeMap::from([("a", name(first)), ("b", name(claim)), ("metric", claim.metric.clone().unwrap_or_default())]),
            arithmetic: String::new(),
            primary: passage(claim, ""),
            related: vec![passage(first, "other")],
        });
    }
}

fn draft(claim: &Claim, own: &Figure<'_>, better: &[&Figure<'_>], lowest: bool) -> Draft {
    let best = better[0];
    let unit = own.claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let theirs = best.claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let ((_, factor), (_, other_factor)) = (per_second(unit), per_second(theirs));
    let shown = with_unit(&(&best.best / &factor), unit);
    let converted =
        if unit == theirs { shown.clone() } else { format!("{} = {shown}", with_unit(&(&best.best / &other_factor), theirs)) };
    let sign = if lowest { "<" } else { ">" };
    let itself = subject(best.claim) == subject(claim);
    let mut related: Vec<_> = better.iter().take(RELATED).map(|f| passage(f.claim, "better")).collect();
    if !same_block(claim, own.claim) {
        related.push(passage(own.claim, "own"));
    }
    let primary = if same_block(claim, own.claim) { own.claim } else { claim };
    Draft {
        severity: None,
        confidence: confidence([claim, own.claim, best.claim]),
        message: if itself { "beaten-by-itself" } else { "beaten" },
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("other", name(best.claim)),
            ("a", words(&own.claim.quote)),
            ("b", words(&best.claim.quote)),
        ]),
        arithmetic: format!("{converted} {sign} {}", with_unit(&(&own.best / &factor), unit)),
        primary: passage(primary, ""),
        related,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::interval::{decimal, ratio};

    #[test]
    fn a_year_is_shown_as_twelve_months() {
        let (_, month) = per_second("CNY/month");
        let (_, year) = per_second("CNY/year");
        assert_eq!(decimal(&(ratio(10_000, 1) * year / month)), "833.3333");
    }
}
