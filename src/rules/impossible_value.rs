//! A figure that cannot be.

use std::collections::BTreeMap;

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
        en: "A saving of 130%, an availability of 101%, a price below zero, a negative size: no reading makes them true. The rule knows shares that end at 100% (savings, reductions, \
accuracy, availability, coverage) and metrics that have no negative values (prices, sizes). Growth beyond 100% is possible and not reported. To mend it, correct the figure, or say \
what it is relative to.",
        zh: "节省130%、可用率101%、价格为负、容量为负：怎么理解都不成立。本规则只检查以100%为上限的指标（节省、降幅、准确率、可用率、覆盖率）和不可能为负的指标（价格、容量）。\
增长超过100%是可能的，不报告。修改方法：更正数值，或写明相对于什么。",
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
        ("negative", Say { en: "{subject}: {a} is below zero", zh: "{subject}：{a}小于零" }),
        ("help", Say { en: "correct the figure, or say what it is relative to", zh: "更正数值，或写明相对于什么" }),
    ],
    fires: &[
        Example { files: &[("保温杯.md", "# 节能报告\n\n## 恒泉水泵\n\n恒泉水泵比旧款节省成本130%。\n")] },
        Example { files: &[("sla.md", "# Cloudbank\n\nThe availability of Cloudbank is 101%.\n")] },
    ],
    near_misses: &[
        Example { files: &[("sla.md", "# Cloudbank\n\nThe availability of Cloudbank is 99.99%.\n")] },
        Example { files: &[("增长.md", "# 增长报告\n\n## 恒泉水泵\n\n恒泉水泵的吞吐量提升130%。\n")] },
    ],
};

/// Words of metrics whose percentage ends at 100.
const SHARES: &[&str] =
    &["saving", "savings", "reduction", "accuracy", "availability", "uptime", "coverage", "share", "completeness"];

fn fault(claim: &Claim) -> Option<&'static str> {
    let (metric, canonical) = (claim.metric.as_deref()?, claim.canonical.as_ref()?);
    let below = [&canonical.low, &canonical.high].into_iter().flatten().any(|n| n.starts_with('-'));
    if !below && canonical.unit != "%" {
        return None;
    }
    let measure = measure(claim)?;
    let mut parts = metric.split('_');
    if measure.unit == "%" && parts.any(|part| SHARES.contains(&part)) {
        let low = measure.stated.low.as_ref().or(measure.stated.high.as_ref())?;
        return (low > &ratio(100, 1)).then_some("share");
    }
    let signed = ["difference", "change", "delta", "growth", "balance", "temperature"];
    let has_zero = matches!(metric, "price" | "fee" | "capacity" | "memory" | "storage") || measure.unit == "byte";
    let negative = measure.stated.high.as_ref().is_some_and(Signed::is_negative);
    (has_zero && negative && !metric.split('_').any(|part| signed.contains(&part))).then_some("negative")
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
            arithmetic: if message == "share" { format!("{} > 100%", stated(claim)) } else { format!("{} < 0", stated(claim)) },
            primary: passage(claim, ""),
            related: Vec::new(),
        });
    }
}
