//! A figure that only the conclusion knows.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind, Origin, Usage};
use crate::finding::Severity;
use crate::rules::interval::{Measure, Meeting, dimension, measure};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// A figure that only the conclusion knows.
pub static RULE: Rule = Rule {
    name: "unsupported-in-conclusion",
    summary: Say {
        en: "a figure in the conclusion that nothing else in the document supports",
        zh: "结论中的数值在文中没有依据",
    },
    explanation: Say {
        en: "A conclusion sums up; a figure that stands there for the first time was either forgotten in the text or comes from nowhere. The rule looks for the same \
metric with a value that meets it, or for the same figure of the same or an unnamed subject, anywhere else in the document, derived figures included. It says nothing of counts and \
thresholds, and nothing of documents that have no other figure of that kind. To mend it, give the figure in the text as well, or drop it.",
        zh: "结论是归纳，首次在结论中出现的数值，要么正文漏写了，要么没有来历。本规则在文档其他部分寻找同一指标且能相容的数值，或同一（或未指明）主体的同一数字，推算得出的数值也算。\
计数和门槛不检查；文中没有其他同类数值时也不报告。修改方法：在正文中给出该数值，或从结论中删去。",
    },
    severity: Severity::Warning,
    also: &[Origin::Derived],
    yields_to: &[],
    keys,
    check,
    texts: &[
        ("unsupported", Say { en: "{subject}: {a} stands in the conclusion alone", zh: "{subject}：{a}只在结论中出现" }),
        (
            "help",
            Say {
                en: "give the figure in the text as well, or drop it", zh: "在正文中给出该数值，或从结论中删去"
            },
        ),
    ],
    fires: &[
        Example {
            files: &[(
                "榜单.md",
                "# 水泵榜单\n\n## TOP1 恒泉水泵\n\n- 核心亮点：恒泉水泵的流量提升20%。\n\n## 结论\n\n恒泉水泵的运行成本可降低45%-55%。\n",
            )],
        },
        Example {
            files: &[(
                "review.md",
                "# Pumps\n\n## Wellspring\n\nWellspring raises throughput by 20%.\n\n## Conclusion\n\nWellspring cuts running costs by 48%.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "榜单.md",
                "# 水泵榜单\n\n## TOP1 恒泉水泵\n\n- 核心亮点：恒泉水泵的运行成本降低45%-55%。\n\n## 结论\n\n恒泉水泵的运行成本可降低50%。\n",
            )],
        },
        Example {
            files: &[(
                "review.md",
                "# Pumps\n\n## Wellspring\n\nWellspring cuts running costs by 48%.\n\n## Conclusion\n\nWith Wellspring, running costs fall by 48%.\n",
            )],
        },
    ],
};

/// Figures of one document and one unit. Bare numbers and counted things are left out: a conclusion may well count.
fn keys(claim: &Claim) -> Vec<String> {
    let Some(unit) = dimension(claim) else { return Vec::new() };
    let currency = unit.split('/').next().is_some_and(|u| u.len() == 3 && u.bytes().all(|b| b.is_ascii_uppercase()));
    let looked_at = matches!(unit.as_str(), "%" | "x" | "pp" | "s" | "byte") || currency || unit.ends_with("/s");
    let figure = claim.kind == Kind::Quantity && claim.section != "history";
    if looked_at && figure { vec![format!("{}\u{1f}{unit}", claim.document)] } else { Vec::new() }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let concluded = |c: &&&Claim| {
        c.section == "conclusion"
            && c.origin != Origin::Derived
            && c.usage != Some(Usage::Fit)
            && c.confidence != Confidence::Low
            && c.source.is_none()
            && !subject(c).is_empty()
    };
    let conclusions: Vec<&Claim> = group.claims.iter().filter(concluded).take(64).copied().collect();
    if conclusions.is_empty() {
        return;
    }
    let others: Vec<(&Claim, Measure)> =
        group.claims.iter().filter(|c| c.section != "conclusion").filter_map(|c| Some((*c, measure(c)?))).take(2000).collect();
    if others.iter().all(|(c, _)| c.origin == Origin::Derived) {
        return;
    }
    for claim in conclusions {
        let Some(stated) = measure(claim) else { continue };
        let supported = others.iter().any(|(other, of_other)| supports(claim, &stated, other, of_other));
        if !supported {
            out.push(Draft {
                severity: (!matches!(stated.unit.as_str(), "%" | "x")).then_some(Severity::Note),
                confidence: confidence([claim]),
                message: "unsupported",
                help: "help",
                args: BTreeMap::from([
                    ("subject", name(claim)),
                    ("metric", claim.metric.clone().unwrap_or_default()),
                    ("a", words(&claim.quote)),
                ]),
                arithmetic: String::new(),
                primary: passage(claim, ""),
                related: Vec::new(),
            });
        }
    }
}

fn supports(claim: &Claim, stated: &Measure, other: &Claim, of_other: &Measure) -> bool {
    let same_subject = subject(other) == subject(claim) || subject(other).is_empty();
    let same_metric = claim.metric.is_some() && claim.metric == other.metric;
    same_subject && ((same_metric && stated.meeting(of_other) != Meeting::Apart) || stated.shares_figure(of_other))
}
