//! A figure that only the conclusion knows.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Confidence, Kind, Origin, Usage};
use crate::finding::Severity;
use crate::rules::interval::{Measure, Meeting, dimension, measure, ratio};
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
thresholds, and of documents that have no other figure of that kind it tells shares only, where there are other figures. To mend it, give the figure in the text as well, or drop it.",
        zh: "结论是归纳，首次在结论中出现的数值，要么正文漏写了，要么没有来历。本规则在文档其他部分寻找同一指标且能相容的数值，或同一（或未指明）主体的同一数字，推算得出的数值也算。\
计数和门槛不检查；文中没有其他同类数值时，只报告数值较多的文中的百分比。修改方法：在正文中给出该数值，或从结论中删去。",
    },
    severity: Severity::Warning,
    also: &[Origin::Derived],
    // A figure that contradicts the body needs no note that it is new in the conclusion.
    yields_to: &["value-conflict", "retired-value"],
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
                "batteries.md",
                "# Batteries\n\n## Calder\n\nThe Calder stores 10 kWh. It fades by 2% a year.\n\n## Brack\n\nThe Brack stores 8 kWh. It fades by 3% a year.\n\n## Conclusion\n\nThe Calder stores 25% more energy.\n",
            )],
        },
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
    let figure = matches!(claim.kind, Kind::Quantity | Kind::Score) && claim.section != "history";
    if figure && dimension(claim).is_some() { vec![claim.document.clone()] } else { Vec::new() }
}

/// Whether a unit is one of those that are looked at: bare numbers and counted things are left out.
fn looked_at(unit: &str) -> bool {
    let currency = unit.split('/').next().is_some_and(|u| u.len() == 3 && u.bytes().all(|b| b.is_ascii_uppercase()));
    matches!(unit, "%" | "x" | "pp" | "s" | "byte") || currency || unit.ends_with("/s")
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let concluded = |c: &&&Claim| {
        c.section == "conclusion"
            && c.kind == Kind::Quantity
            && dimension(c).is_some_and(|unit| looked_at(&unit))
            && c.origin != Origin::Derived
            && c.usage != Some(Usage::Fit)
            // "About a sixth", "12% or more": words for a figure that stands elsewhere with its digits, and limits.
            && c.quote.contains(|c: char| c.is_ascii_digit())
            && !c.value.as_ref().is_some_and(|v| matches!(v.bound, Bound::AtLeast | Bound::MoreThan | Bound::AtMost | Bound::LessThan))
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
    for claim in conclusions {
        let Some(stated) = measure(claim) else { continue };
        let alike = || others.iter().filter(|(_, measure)| measure.unit == stated.unit);
        // Without another figure of its kind, only a share in a text that is full of other figures is expected to have its like there.
        let alone = alike().all(|(c, _)| c.origin == Origin::Derived);
        if alone && (stated.unit != "%" || others.iter().filter(|(c, _)| c.origin != Origin::Derived).count() < FIGURES) {
            continue;
        }
        let supported = alike().any(|(other, of_other)| supports(claim, &stated, other, of_other))
            || others.iter().any(|(other, _)| is_same_sum(claim, other));
        if !supported && !follows(claim, &stated, &others, alone) {
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

/// How many figures make a text full of figures.
const FIGURES: usize = 4;

/// Figures of one kind that are tried against one another.
const PAIRS: usize = 32;

/// Whether a share of change follows from two figures of what changes, one of them the subject's: of 10 kWh and 8 kWh, 25% more energy
/// or 20% less.
///
/// `widely` takes any two figures of one metric, for a text that speaks of shares nowhere else.
fn follows(claim: &Claim, stated: &Measure, others: &[(&Claim, Measure)], widely: bool) -> bool {
    let Some(share) = stated.figure().filter(|_| stated.unit == "%") else { return false };
    let metric = claim.metric.as_deref().unwrap_or_default();
    let money = metric.ends_with("cost_saving") || metric.ends_with("premium");
    let Some(base) = metric.strip_suffix("_increase").or_else(|| metric.strip_suffix("_decrease")).or(money.then_some("price"))
    else {
        return false;
    };
    let of_base = |other: &Claim, measure: &Measure| {
        let unit = measure.unit.as_str();
        let currency = unit.split('/').next().is_some_and(|u| u.len() == 3 && u.bytes().all(|b| b.is_ascii_uppercase()));
        widely
            || other.metric.as_deref() == Some(base)
            || money && currency
            || base == "energy" && unit == "J"
            || base == "weight" && unit == "kg"
    };
    let known: Vec<_> = others.iter().filter(|(other, measure)| of_base(other, measure)).take(PAIRS).collect();
    let hundred = ratio(100, 1);
    known.iter().filter(|(own, _)| widely || subject(own) == subject(claim)).any(|(first, own)| {
        known.iter().filter(|(second, other)| other.unit == own.unit && second.metric == first.metric).any(|(_, other)| {
            let (Some(x), Some(y)) = (own.figure(), other.figure()) else { return false };
            let near = |from: &BigRational, to: &BigRational| {
                !from.is_zero() && (((to - from) / from * &hundred).abs() - share).abs() <= stated.half
            };
            x != y && (near(x, y) || near(y, x))
        })
    })
}

fn supports(claim: &Claim, stated: &Measure, other: &Claim, of_other: &Measure) -> bool {
    // A weight of the criteria supports nothing.
    let same_subject = subject(other) == subject(claim) || subject(other).is_empty() && other.section != "criteria";
    let same_metric = claim.metric.is_some() && claim.metric == other.metric;
    same_subject && ((same_metric && stated.meeting(of_other) != Meeting::Apart) || stated.shares_figure(of_other))
}

/// Whether the other is the same sum of money of the same thing: a price a night may leave out the night.
fn is_same_sum(claim: &Claim, other: &Claim) -> bool {
    let sum = |c: &Claim| {
        let base = c.canonical.as_ref()?.unit.split('/').next()?.to_owned();
        Some((base, c.value.as_ref()?.low.clone()?)).filter(|(base, _)| crate::extract::is_currency(base))
    };
    subject(claim) == subject(other) && sum(claim).is_some() && sum(claim) == sum(other)
}
