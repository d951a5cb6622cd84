//! Thresholds of suitability that leave a hole.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::interval::{Measure, measure, with_unit};
use crate::rules::relation::role;
use crate::rules::threshold_mismatch::{key, written_unit};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// Thresholds of suitability that leave a hole.
pub static RULE: Rule = Rule {
    name: "threshold-gap",
    summary: Say {
        en: "the thresholds of \"fits whom\" leave a range that nothing covers",
        zh: "“适合谁”的门槛之间留下无人覆盖的空档",
    },
    explanation: Say {
        en: "One product is for teams of up to 20, the next for teams above 50: a team of 30 finds no advice. The rule puts the thresholds of one document and \
one metric side by side, takes everything that any place says of a product, and reports the hole between two of them. A hole of one unit of the finer figure's last digit \
(up to 10, from 11) is none. To mend it, move one of the thresholds, or say what fits between.",
        zh: "一款产品适合20人以内的团队，另一款适合50人以上的团队，30人的团队就找不到建议。本规则把同一文档内同一指标的门槛放在一起，\
合并各处对每个产品的说法，报告两段之间的空档。末位相差一个单位（10人以内、11人起）不算空档。修改方法：调整门槛，或说明中间区间适合谁。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let step = role(claim).filter(|(role, _)| *role == "tier");
        let scale = step.map(|(_, list)| format!("{}\u{1f}{list}{SCALE}", claim.document));
        key(claim, true).into_iter().chain(scale).collect()
    },
    check,
    texts: &[
        (
            "gap",
            Say {
                en: "nothing covers {low} to {high}: {below} ends at {b}, {above} begins at {a}",
                zh: "{low}到{high}之间无人覆盖：{below}止于{b}，{above}始于{a}",
            },
        ),
        (
            "help",
            Say {
                en: "move one of the thresholds, or say what fits between", zh: "调整其中一个门槛，或说明中间区间适合谁"
            },
        ),
        ("hole", Say { en: "the scale leaves a hole: {b}, then {a}", zh: "分档之间有空档：{b}，接着是{a}" }),
        (
            "hole_help",
            Say {
                en: "move one of the steps, or say what holds between them", zh: "调整其中一档，或说明中间如何处理"
            },
        ),
        ("below", Say { en: "ends here", zh: "此段到此为止" }),
    ],
    fires: &[
        Example {
            files: &[("停车.md", "# 停车收费\n\n- 30 分钟以内:免费\n- 30 到 120 分钟:每次 6 元\n- 180 分钟以上:每次 15 元\n")],
        },
        Example {
            files: &[(
                "parcels.md",
                "# Parcel rates\n\n1. Up to 2 kg: 4 EUR.\n2. From 3 to 10 kg: 7 EUR.\n3. More than 12 kg: by freight.\n",
            )],
        },
        Example {
            files: &[(
                "选型.md",
                "# API网关选型\n\n## 场景匹配建议\n\n| 用户需求 | 推荐对象 |\n|---|---|\n| 小型项目（每月请求<2000万次） | 知更网关 |\n| 大型项目（每月请求>1亿次） | 长庚网关 |\n",
            )],
        },
        Example {
            files: &[(
                "plans.md",
                "# Which plan to choose\n\n| Your team | Choose |\n|---|---|\n| up to 20 people | Larkdesk |\n| more than 50 people | Owldesk |\n",
            )],
        },
        Example {
            files: &[(
                "sizing.md",
                "# Sizes\n\n| Data size | Instance |\n|---|---|\n| up to 10 GB | small |\n| 50 GB to 500 GB | medium |\n| above 500 GB | large |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "museum.md",
                "# Museum tickets\n\n- Under 5 years: free\n- 5 to 17 years: half price\n- Over 65 years: half price\n\n# Late returns\n\n- up to 3 days late: no charge\n- 4 to 10 days late: 2 EUR\n- more than 10 days late: 9 EUR\n",
            )],
        },
        Example {
            files: &[(
                "选型.md",
                "# API网关选型\n\n## 场景匹配建议\n\n| 用户需求 | 推荐对象 |\n|---|---|\n| 小型项目（每月请求<2000万次） | 知更网关 |\n| 大型项目（每月请求≥2000万次） | 长庚网关 |\n",
            )],
        },
        Example {
            files: &[(
                "plans.md",
                "# Which plan to choose\n\n| Your team | Choose |\n|---|---|\n| up to 20 people | Larkdesk |\n| at least 21 people | Owldesk |\n",
            )],
        },
    ],
};

/// Marks the group of a scale that a list gives.
const SCALE: &str = "\u{1f}scale";

/// The hole in a scale of three steps or more, of which one is open at an end. A hole as wide as the steps around it is meant: "under
/// 5 free, 5 to 17 half price, over 65 half price".
fn scale(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut spans: Vec<(&Claim, Measure)> = group.claims.iter().filter_map(|c| Some((*c, measure(c)?))).collect();
    let open = spans.iter().any(|(_, m)| m.stated.low.is_none() || m.stated.high.is_none());
    if spans.len() < 3 || !open || spans.len() != group.claims.len() {
        return;
    }
    spans.sort_by(|(_, a), (_, b)| a.stated.low.cmp(&b.stated.low));
    for i in 1..spans.len() {
        let (before, (claim, span)) = (&spans[i - 1], &spans[i]);
        let (Some(end), Some(start)) = (&before.1.stated.high, &span.stated.low) else { continue };
        let width = |m: &Measure| Some(m.stated.high.clone()? - m.stated.low.clone()?);
        let step = before.1.half.clone().min(span.half.clone()) * BigRational::from_integer(2.into());
        let hole = start - end;
        let narrow = [width(&before.1), width(span)].into_iter().flatten().any(|width| hole < width);
        // The rows of a table go by their own names.
        let one = claim.table.is_some() || subject(claim) == subject(before.0);
        if hole > step && narrow && one {
            let (unit, factor) = written_unit(claim);
            let (low, high) = (with_unit(&(end / &factor), &unit), with_unit(&(start / &factor), &unit));
            out.push(Draft {
                severity: None,
                confidence: confidence([*claim, before.0]),
                message: "hole",
                help: "hole_help",
                arithmetic: format!("{low} < {high}"),
                args: BTreeMap::from([("a", words(&claim.quote)), ("b", words(&before.0.quote))]),
                primary: passage(claim, ""),
                related: vec![passage(before.0, "below")],
            });
        }
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.ends_with(SCALE) {
        scale(group, out);
        return;
    }
    let mut spans: Vec<(&Claim, Measure)> = group.claims.iter().filter_map(|c| Some((*c, measure(c)?))).collect();
    // Lowest start first; an open start comes before all.
    spans.sort_by(|(_, a), (_, b)| match (&a.stated.low, &b.stated.low) {
        (Some(a), Some(b)) => a.cmp(b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    });
    // What is covered so far; `None` before the first span. An open upper end leaves nothing to find.
    let mut reach: Option<BigRational> = None;
    for (i, (claim, span)) in spans.iter().enumerate() {
        if let (Some(end), Some(start)) = (&reach, &span.stated.low) {
            let last = spans[..i].iter().max_by(|(_, a), (_, b)| a.stated.high.cmp(&b.stated.high));
            let half = last.map_or_else(|| span.half.clone(), |(_, m)| m.half.clone().min(span.half.clone()));
            let step = half * BigRational::from_integer(2.into());
            let others = spans[..i].iter().any(|(c, _)| subject(c) != subject(claim));
            if start - end > step && others {
                out.push(draft(&spans, i, end, start));
            }
        }
        match &span.stated.high {
            None => return,
            Some(high) => reach = Some(reach.map_or_else(|| high.clone(), |r| r.max(high.clone()))),
        }
    }
}

fn draft(spans: &[(&Claim, Measure)], i: usize, end: &BigRational, start: &BigRational) -> Draft {
    let (claim, _) = &spans[i];
    // The nearest end below first: the highest of another subject, then what else is said of thresholds below the hole.
    let mut below: Vec<&(&Claim, Measure)> = spans[..i].iter().collect();
    below.sort_by(|(_, a), (_, b)| b.stated.high.cmp(&a.stated.high));
    let nearest = below.first().map_or(*claim, |(c, _)| *c);
    let (unit, factor) = written_unit(claim);
    let (low, high) = (with_unit(&(end / &factor), &unit), with_unit(&(start / &factor), &unit));
    Draft {
        severity: None,
        confidence: confidence([*claim, nearest]),
        message: "gap",
        help: "help",
        arithmetic: format!("{low} < {high}"),
        args: BTreeMap::from([
            ("low", low),
            ("high", high),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("below", name(nearest)),
            ("above", name(claim)),
            ("b", words(&nearest.quote)),
            ("a", words(&claim.quote)),
        ]),
        primary: passage(claim, ""),
        related: below.into_iter().take(RELATED).map(|(c, _)| passage(c, "below")).collect(),
    }
}
