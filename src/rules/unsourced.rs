//! Figures of performance, saving and price without a source.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind, Modality, Usage};
use crate::finding::Severity;
use crate::rules::{Draft, Example, Group, Rule, Say, passage};

/// Figures of performance, saving and price without a source.
pub static RULE: Rule = Rule {
    name: "unsourced",
    summary: Say {
        en: "a document cites no source for its comparing figures", zh: "文档中的比较性数值没有注明来源"
    },
    explanation: Say {
        en: "Percentages, factors and rates that praise a product (40% cheaper, three times the throughput) are worth as much as what they rest on. The rule counts those in a document that carry no link, \
footnote or citation, and speaks once a document; two are needed, and figures in a changelog do not count. To mend it, link the measurement or the price list, or say who measured.",
        zh: "用来评价产品的百分比、倍数和速率（便宜40%、吞吐量三倍）是否可信，取决于依据。本规则统计文档中没有链接、脚注或引用的这类数值，每篇文档只提示一次，至少两处才提示；更新日志中的数值不计。\
修改方法：附上测试结果或价目表的链接，或写明由谁测得。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: |claim| if boasts(claim) { vec![claim.document.clone()] } else { Vec::new() },
    check,
    texts: &[
        (
            "unsourced",
            Say {
                en: "{count} of {all} figures of performance, saving or speed carry no source",
                zh: "{all}处性能、节省或速度数值中，有{count}处没有注明来源",
            },
        ),
        (
            "help",
            Say {
                en: "link the measurement or price list, or say who measured",
                zh: "附上测试结果或价目表的链接，或写明由谁测得",
            },
        ),
        ("another", Say { en: "another one", zh: "另一处" }),
    ],
    fires: &[Example {
        files: &[(
            "引擎.md",
            "# 渲染引擎评测\n\n## 流火引擎\n\n流火引擎的吞吐量提升40%。\n\n## 寒江引擎\n\n寒江引擎比包年节省30%成本。\n",
        )],
    }],
    near_misses: &[Example {
        files: &[(
            "engine.md",
            "# Engines\n\n## Emberline\n\nEmberline raises throughput by 40% ([measured](https://example.org/a)).\n\n## Coldriver\n\nColdriver saves 30% of the cost ([price list](https://example.org/b)).\n",
        )],
    }],
};

/// A figure that compares or boasts: a percentage, a factor or a rate.
fn boasts(claim: &Claim) -> bool {
    let Some(canonical) = &claim.canonical else { return false };
    let unit = canonical.unit.as_str();
    claim.kind == Kind::Quantity
        && claim.usage != Some(Usage::Fit)
        && claim.confidence != Confidence::Low
        && !matches!(claim.section.as_str(), "history" | "criteria")
        && !matches!(claim.modality, Modality::Reference | Modality::Data)
        && (matches!(unit, "%" | "x") || unit.ends_with("/s"))
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    // Comparing figures first: a rate may be a plain specification.
    let rank = |c: &Claim| u8::from(!matches!(c.canonical.as_ref().map(|v| v.unit.as_str()), Some("%" | "x")));
    let mut bare: Vec<&Claim> = group.claims.iter().filter(|c| c.source.is_none()).copied().collect();
    bare.sort_by_key(|c| rank(c));
    let (Some(first), true) = (bare.first(), bare.len() >= 2) else { return };
    out.push(Draft {
        severity: None,
        confidence: Confidence::High,
        message: "unsourced",
        help: "help",
        args: BTreeMap::from([("count", bare.len().to_string()), ("all", group.claims.len().to_string())]),
        arithmetic: String::new(),
        primary: passage(first, ""),
        related: bare[1..].iter().take(3).map(|c| passage(c, "another")).collect(),
    });
}
