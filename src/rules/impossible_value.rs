//! A figure that cannot be.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Signed;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{measure, ratio, stated};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A figure that cannot be.
pub static RULE: Rule = Rule {
    name: "impossible-value",
    summary: Say { en: "a figure lies outside what its metric can be", zh: "数值超出该指标可能的范围" },
    explanation: Say {
        en: "A saving of 130%, an availability of 101%, a price below zero, a negative size: no reading makes them true. The rule knows shares that end at 100% (approval, \
accuracy, availability, turnout), decreases of what has no negative values, and metrics below which there is nothing (prices, sizes, people). Growth beyond 100% is possible and not reported, nor are ratios to a \
target or a reserve. To mend it, correct the figure, or say \
what it is relative to.",
        zh: "节省130%、可用率101%、价格为负、容量为负：怎么理解都不成立。本规则检查以100%为上限的占比（好评率、准确率、可用率、投票率）、不会为负之物的降幅，以及不可能为负的指标（价格、容量、人数）。\
增长超过100%是可能的，不报告；完成率、拨备覆盖率等相对于目标或准备金的比率也不报告。修改方法：更正数值，或写明相对于什么。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = claim.kind == Kind::Quantity && claim.confidence != Confidence::Low && fault(claim).is_some();
        if looked_at { vec![claim.id.clone()] } else { Vec::new() }
    },
    check,
    texts: &[
        ("share", Say { en: "{subject}: {a} is more than all there is", zh: "{subject}：{a}超过了全部" }),
        ("decrease", Say { en: "{subject}: nothing falls by {a}, more than all there is", zh: "{subject}：降幅{a}超过了全部" }),
        ("negative", Say { en: "{subject}: {a} is below zero", zh: "{subject}：{a}小于零" }),
        ("help", Say { en: "correct the figure, or say what it is relative to", zh: "更正数值，或写明相对于什么" }),
    ],
    fires: &[
        Example { files: &[("保温杯.md", "# 节能报告\n\n## 恒泉水泵\n\n恒泉水泵比旧款节省成本130%。\n")] },
        Example { files: &[("sla.md", "# Cloudbank\n\nThe availability of Cloudbank is 101%.\n")] },
        Example { files: &[("vote.md", "# Council vote\n\nTurnout in the harbour ward reached 104%.\n")] },
        Example { files: &[("节水.md", "# 节水\n\n改造后，生活用水减少了120%。\n")] },
    ],
    near_misses: &[
        Example {
            files: &[(
                "latency.md",
                "# Latency\n\n| Metric | Before | After | Difference (ms) |\n|---|---|---|---|\n| Latency | 64.1 ms | 45.4 ms | -18.7 |\n| p99 latency | 120 ms | 96.9 ms | -23.1 |\n",
            )],
        },
        Example {
            files: &[(
                "frames.md",
                "# Kite frames\n\nThe memory of a Kite frame can be any value from 0 to 2^64-1 bytes.\n\nAn empty frame has the length of -1.\n",
            )],
        },
        Example {
            files: &[("年报.md", "# 年报\n\n销售目标完成率达118%，拨备覆盖率为230%。净利润下降了140%，由盈转亏。\n")]
        },
        Example { files: &[("stock.md", "# Stock\n\n| Item | Price |\n|---|---|\n| Copper | -4% |\n| Tin | +2% |\n")] },
        Example { files: &[("plan.md", "# Plan\n\nWe reached 112% of the target; net revenue retention rate was 121%.\n")] },
        Example { files: &[("sla.md", "# Cloudbank\n\nThe availability of Cloudbank is 99.99%.\n")] },
        Example { files: &[("增长.md", "# 增长报告\n\n## 恒泉水泵\n\n恒泉水泵的吞吐量提升130%。\n")] },
    ],
};

/// Words of metrics whose percentage ends at 100.
const SHARES: &[&str] = &["saving", "savings", "reduction", "accuracy", "availability", "uptime", "share", "completeness"];
/// Metrics that are no less than zero.
const COUNTED: &[&str] = &[
    "price",
    "fee",
    "capacity",
    "memory",
    "storage",
    "weight",
    "area",
    "length",
    "width",
    "height",
    "distance",
    "population",
    "users",
    "seats",
    "downloads",
    "cores",
    "team_size",
    "sample_size",
    "file_size",
    "latency",
    "salary",
    "gpu_memory",
    "memory_use",
];
/// Words of metrics that may be.
const SIGNED: &[&str] = &[
    "difference",
    "change",
    "delta",
    "growth",
    "balance",
    "temperature",
    "deviation",
    "offset",
    "net",
    "变化",
    "增减",
    "差",
    "净",
    "偏移",
    "误差",
    "增长",
    "盈亏",
    "结余",
    "升降",
];

fn fault(claim: &Claim) -> Option<&'static str> {
    let canonical = claim.canonical.as_ref()?;
    let below = [&canonical.low, &canonical.high].into_iter().flatten().any(|n| n.starts_with('-'));
    if !below && canonical.unit != "%" {
        return None;
    }
    let metric = claim.metric.as_deref().unwrap_or_default();
    let measure = measure(claim)?;
    let role = claim.text.as_deref();
    // Words beside the figure say that it is part of a whole, or of a fall; else its metric.
    let named = metric.split('_').any(|part| SHARES.contains(&part)) && !metric.ends_with("_increase") && role != Some("open");
    let beyond = |end: Option<&BigRational>| end.is_some_and(|n| n > &ratio(100, 1));
    if measure.unit == "%" && (matches!(role, Some("share" | "decrease")) || named) {
        let low = measure.stated.low.as_ref().or(measure.stated.high.as_ref());
        let decrease = role == Some("decrease");
        return beyond(low).then_some(if decrease { "decrease" } else { "share" });
    }
    // A percentage below zero is a fall.
    let relative = matches!(measure.unit.as_str(), "%" | "pp" | "x");
    let has_zero = !relative && (COUNTED.contains(&metric) || matches!(measure.unit.as_str(), "byte" | "person"));
    let negative = measure.stated.high.as_ref().is_some_and(Signed::is_negative);
    let signed = metric
        .split(['_', '-'])
        .any(|part| SIGNED.iter().any(|word| if word.is_ascii() { part == *word } else { part.contains(word) }));
    // A column of differences, whose cells have the metric of their row.
    let difference = claim.subject.as_ref().is_some_and(|subject| {
        let name = subject.name.to_lowercase();
        ["差", "变化", "增减"].iter().any(|word| name.contains(word))
            || name.split(|c: char| !c.is_alphabetic()).any(|word| matches!(word, "difference" | "diff" | "delta" | "change"))
    });
    // A bare -1 is a mark for "none", and a bare price an argument.
    let bare = measure.unit.is_empty();
    let mark = bare && (metric == "price" || measure.figure().is_some_and(|n| *n == ratio(-1, 1)));
    (has_zero && negative && !signed && !difference && !mark).then_some("negative")
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    for claim in group.claims {
        let Some(message) = fault(claim) else { continue };
        out.push(Draft {
            severity: None,
            confidence: confidence([*claim]),
            message,
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
            ]),
            arithmetic: if message == "negative" {
                format!("{} < 0", stated(claim))
            } else {
                format!("{} > 100%", stated(claim))
            },
            primary: passage(claim, ""),
            related: Vec::new(),
        });
    }
}
