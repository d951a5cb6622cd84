//! A mean that lies outside its minimum and maximum.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{Measure, dimension, measure, stated};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// A mean that lies outside its minimum and maximum.
pub static RULE: Rule = Rule {
    name: "average-outside-range",
    summary: Say {
        en: "minimum, mean and maximum of one thing are not in that order",
        zh: "同一对象的最小值、平均值、最大值次序颠倒",
    },
    explanation: Say {
        en: "A row that gives 25.1 as minimum, 26.8 as mean and 23.0 as maximum has two cells exchanged or one mistyped. The rule compares the statistics of one subject in one row or \
sentence, allowing for rounding. To mend it, correct the cell.",
        zh: "某一行的最小值为25.1、平均值26.8、最大值23.0，不是两格互换就是写错。本规则比较同一行或同一句中同一主体的统计量，允许四舍五入。修改方法：更正有误的单元格。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys,
    check,
    texts: &[
        (
            "order",
            Say {
                en: "{subject}: {low} as {low_name} is above {high} as {high_name}",
                zh: "{subject}：{low_name}为{low}，却大于{high_name}{high}",
            },
        ),
        ("help", Say { en: "correct the figure that is out of order", zh: "更正次序不对的数值" }),
        ("other", Say { en: "should not be below", zh: "不应小于前者" }),
    ],
    fires: &[Example {
        files: &[(
            "bench.md",
            "# Prompt timings\n\n| Shell | Mean [ms] | Min [ms] | Max [ms] |\n|---|---|---|---|\n| Larkshell | 31.4 | 28.0 | 24.5 |\n| Wrenshell | 19.1 | 18.2 | 23.9 |\n",
        )],
    }],
    near_misses: &[Example {
        files: &[(
            "bench.md",
            "# Prompt timings\n\n| Shell | Mean [ms] | Min [ms] | Max [ms] |\n|---|---|---|---|\n| Larkshell | 31.4 | 28.0 | 34.5 |\n| Wrenshell | 19.1 | 18.2 | 23.9 |\n",
        )],
    }],
};

/// Statistics from the lowest to the highest; equal ranks are not compared.
const ORDER: &[(&str, u8)] = &[
    ("min", 0),
    ("minimum", 0),
    ("lowest", 0),
    ("mean", 2),
    ("average", 2),
    ("avg", 2),
    ("median", 2),
    ("p50", 2),
    ("p90", 3),
    ("p95", 4),
    ("p99", 5),
    ("max", 6),
    ("maximum", 6),
    ("highest", 6),
];

/// Which statistic a figure is: by the condition `statistic`, else by the first or last word of its metric.
fn statistic(claim: &Claim) -> Option<(&'static str, u8, String)> {
    let known = |word: &str| ORDER.iter().find(|(name, _)| *name == word).copied();
    let metric = claim.metric.as_deref()?;
    if let Some((name, rank)) = claim.conditions.get("statistic").and_then(|s| known(s)) {
        let base: Vec<&str> = metric.split(['_', '-', ' ']).filter(|word| known(word).is_none()).collect();
        return Some((name, rank, base.join("_")));
    }
    let parts: Vec<&str> = metric.split(['_', '-', ' ']).collect();
    let (first, last) = (parts.first()?, parts.last()?);
    if let Some((name, rank)) = known(last) {
        return Some((name, rank, parts[..parts.len() - 1].join("_")));
    }
    known(first).map(|(name, rank)| (name, rank, parts[1..].join("_")))
}

fn keys(claim: &Claim) -> Vec<String> {
    if claim.kind != Kind::Quantity || claim.confidence == Confidence::Low {
        return Vec::new();
    }
    let Some((_, _, base)) = statistic(claim) else { return Vec::new() };
    let place = match (&claim.table, &claim.block) {
        (Some(table), _) => format!("row {} {}", table.id, table.row),
        (None, Some(block)) => format!("block {}", block.id),
        (None, None) => return Vec::new(),
    };
    let unit = dimension(claim).unwrap_or_default();
    vec![[claim.document.as_str(), &place, subject(claim), &base, &unit].join("\u{1f}")]
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut found: Vec<(u8, &str, &Claim, Measure)> = Vec::new();
    for claim in group.claims.iter().take(16) {
        let (Some((name, rank, _)), Some(measure)) = (statistic(claim), measure(claim)) else { continue };
        if matches!(measure.bound, Bound::Eq | Bound::Range) {
            found.push((rank, name, claim, measure));
        }
    }
    found.sort_by_key(|(rank, _, claim, _)| (*rank, claim.line, claim.column));
    for (i, (rank, low_name, low, of_low)) in found.iter().enumerate() {
        let broken = found[i + 1..].iter().find(|(other, _, _, of_high)| {
            let (bottom, top) = (of_low.widened().low, of_high.widened().high);
            other > rank && matches!((bottom, top), (Some::<BigRational>(bottom), Some(top)) if bottom > top)
        });
        if let Some((_, high_name, high, _)) = broken {
            out.push(draft(low, low_name, high, high_name));
            return;
        }
    }
}

fn draft(low: &Claim, low_name: &str, high: &Claim, high_name: &str) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([low, high]),
        message: "order",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(low)),
            ("low", words(&low.quote)),
            ("low_name", low_name.into()),
            ("high", words(&high.quote)),
            ("high_name", high_name.into()),
        ]),
        arithmetic: format!("{low_name} {} > {high_name} {}", stated(low), stated(high)),
        primary: passage(high, ""),
        related: vec![passage(low, "other")],
    }
}
