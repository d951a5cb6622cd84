//! A total score that the weights do not give.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::fact::same_words;
use crate::rules::interval::{decimal, measure, ratio};
use crate::rules::total_mismatch::is_total;
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// A total score that the weights do not give.
pub static RULE: Rule = Rule {
    name: "weighted-score-mismatch",
    summary: Say { en: "a total score is not the weighted sum of its parts", zh: "总分不等于各分项的加权和" },
    explanation: Say {
        en: "Where a document publishes weights, scores by criterion and a total, the total follows from the others. The rule computes it for each thing that has a score for every weighted \
criterion, and allows half a unit of the last digit. Where the weights bear out none of several totals, these are reckoned in another way, and it is silent. To mend it, correct the total, a score or a weight.",
        zh: "文档若同时公布了权重、分项得分和总分，总分就由前两者决定。本规则对每个分项齐全的对象计算加权和，允许末位半个单位的误差；若几个总分全都对不上，说明总分另有算法，不报告。修改方法：更正总分、分项得分或权重。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, claim.confidence) {
        (Kind::Weight | Kind::Score | Kind::Table, Confidence::High | Confidence::Medium) => vec![claim.document.clone()],
        // A column named like a criterion holds its scores.
        (Kind::Quantity, Confidence::High | Confidence::Medium) if in_points(claim) => vec![claim.document.clone()],
        _ => Vec::new(),
    },
    check,
    texts: &[
        (
            "total",
            Say {
                en: "{subject} has a total of {a}, but the weights give {sum}",
                zh: "{subject}的总分为{a}，而按权重计算为{sum}",
            },
        ),
        ("help", Say { en: "correct the total, a score or a weight", zh: "更正总分、分项得分或权重" }),
        ("score", Say { en: "a score by criterion", zh: "分项得分" }),
    ],
    fires: &[
        Example {
            files: &[(
                "boots.md",
                "# Boots\n\n## How we score\n\n- Grip (50%)\n- Warmth (30%)\n- Price (20%)\n\n## Scores\n\n| Boot | Grip | Warmth | Price | Total |\n|---|---|---|---|---|\n| Larch | 8.0 | 7.0 | 6.0 | 7.3 |\n| Fjell | 9.0 | 6.0 | 5.0 | 7.9 |\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 台灯榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## 得分\n\n| 对象 | 显色 | 频闪 | 总分 |\n|---|---|---|---|\n| 明烛D1 | 9.0分 | 8.0分 | 8.9分 |\n| 长夜D2 | 8.0分 | 8.0分 | 8.0分 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "boots.md",
                "# Boots\n\n## How we score\n\n- Grip (50%)\n- Warmth (30%)\n- Price (20%)\n\n## Scores\n\n| Boot | Grip | Warmth | Price | Total |\n|---|---|---|---|---|\n| Larch | 8.0 | 7.0 | 6.0 | 7.3 |\n| Fjell | 9.0 | 6.0 | 5.0 | 7.3 |\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 台灯榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## 得分\n\n| 对象 | 显色 | 频闪 | 总分 |\n|---|---|---|---|\n| 明烛D1 | 9.0分 | 8.0分 | 8.6分 |\n| 长夜D2 | 8.0分 | 8.0分 | 8.0分 |\n",
            )],
        },
    ],
};

/// What is known of the things that one document scores: by subject the scores by criterion, and the totals.
type Sheets<'a> = BTreeMap<&'a str, (Vec<(&'a Claim, Names<'a>)>, Vec<&'a Claim>)>;

/// What a score may be called by: its condition, its metric, the header of its column.
type Names<'a> = Vec<&'a str>;

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let weights: Vec<(&Claim, BigRational)> =
        group.claims.iter().filter(|c| c.kind == Kind::Weight).filter_map(|c| Some((*c, figure(c)?.0))).collect();
    let whole: BigRational = weights.iter().map(|(_, w)| w).sum();
    if weights.len() < 2 || whole.is_zero() || weights.len() > 64 {
        return;
    }
    // Percentages that make no whole are a fault of their own, from which all totals would differ.
    let hundred = ratio(100, 1);
    if weights.iter().any(|(c, _)| c.canonical.as_ref().is_some_and(|c| c.unit == "%")) && !(&whole % &hundred).is_zero() {
        return;
    }
    let mut judged: Vec<(bool, Draft)> = Vec::new();
    for (parts, totals) in sheets(group, &weights).values() {
        for total in totals {
            // The scores stand in the total's own table where it has some.
            let own = |c: &Claim| c.table.as_ref().map(|t| t.id) == total.table.as_ref().map(|t| t.id);
            let beside: Vec<_> = parts.iter().filter(|(c, _)| own(c)).cloned().collect();
            let parts = if beside.is_empty() { parts.clone() } else { beside };
            judged.extend(judge(total, &parts, &weights, &whole));
        }
    }
    // Totals that none of the things bears out are reckoned in another way.
    let right = judged.iter().filter(|(fits, _)| *fits).count();
    if judged.len() <= 1 || right > 0 {
        out.extend(judged.into_iter().filter(|(fits, _)| !fits).map(|(_, draft)| draft));
    }
}

fn figure(claim: &Claim) -> Option<(BigRational, BigRational)> {
    measure(claim).and_then(|m| m.figure().cloned().map(|n| (n, m.half)))
}

fn sheets<'a>(group: &Group<'a>, weights: &[(&Claim, BigRational)]) -> Sheets<'a> {
    let headers: BTreeMap<u32, Vec<&str>> = group
        .claims
        .iter()
        .filter(|c| c.kind == Kind::Table)
        .filter_map(|c| Some((c.table.as_ref()?.id, c.text.as_deref()?.split(" | ").map(str::trim).collect())))
        .collect();
    let mut found: Sheets<'a> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| matches!(c.kind, Kind::Score | Kind::Quantity) && !subject(c).is_empty()) {
        let header = claim.table.as_ref().and_then(|t| headers.get(&t.id)?.get(t.column as usize).copied());
        let criterion = claim.conditions.get("criterion").map(String::as_str);
        let metric = claim.metric.as_deref().filter(|_| claim.kind == Kind::Quantity);
        let names: Names<'a> = [criterion, header, metric].into_iter().flatten().collect();
        let (parts, totals) = found.entry(subject(claim)).or_default();
        let is_sum = |name: &str| name == "score" || is_total(name);
        let total = claim.metric.as_deref().is_some_and(is_sum) || header.is_some_and(is_sum);
        if names.iter().any(|name| weights.iter().any(|(weight, _)| fits(weight, name))) {
            parts.push((claim, names));
        } else if total {
            totals.push(claim);
        }
    }
    found
}

/// Whether a total is the weighted sum, and what to say where it is not; `None` where a score is missing.
fn judge(
    total: &Claim,
    parts: &[(&Claim, Names<'_>)],
    weights: &[(&Claim, BigRational)],
    whole: &BigRational,
) -> Option<(bool, Draft)> {
    let scored: Option<Vec<(&Claim, &BigRational)>> =
        weights.iter().map(|(weight, share)| of_criterion(parts, weight).map(|score| (score, share))).collect();
    let scored = scored.filter(|s| s.len() == parts.len())?;
    let (stated, half) = figure(total)?;
    let (mut sum, mut slack) = (BigRational::zero(), half);
    let mut terms = Vec::new();
    for (score, share) in &scored {
        let (points, its_half) = figure(score)?;
        sum += &points * *share / whole;
        slack += its_half * *share / whole;
        terms.push(format!("{} × {}", decimal(&points), decimal(share)));
    }
    let miss = if sum > stated { &sum - &stated } else { &stated - &sum };
    let divisor = if *whole == ratio(1, 1) { String::new() } else { format!(" ÷ {}", decimal(whole)) };
    let draft = Draft {
        severity: None,
        confidence: confidence(scored.iter().map(|(c, _)| *c).chain([total])),
        message: "total",
        help: "help",
        args: BTreeMap::from([("subject", name(total)), ("a", words(&total.quote)), ("sum", decimal(&sum))]),
        arithmetic: format!("({}){divisor} = {} ≠ {}", terms.join(" + "), decimal(&sum), decimal(&stated)),
        primary: passage(total, ""),
        related: scored.iter().take(RELATED).map(|(c, _)| passage(c, "score")).collect(),
    };
    Some((miss <= slack, draft))
}

fn in_points(claim: &Claim) -> bool {
    claim.table.is_some() && claim.canonical.as_ref().is_some_and(|c| matches!(c.unit.as_str(), "point" | ""))
}

/// Whether a weight is of the criterion of this name.
pub fn fits(weight: &Claim, criterion: &str) -> bool {
    weight.subject.as_ref().is_some_and(|s| s.id == criterion || same_words(&s.name, criterion))
}

/// The one score for a weighted criterion; `None` when there is none or more than one. A name that is just the criterion's comes
/// before a longer one.
fn of_criterion<'a>(parts: &[(&'a Claim, Names<'_>)], weight: &Claim) -> Option<&'a Claim> {
    let low = |text: &str| text.to_lowercase();
    let same = |name: &&str| weight.subject.as_ref().is_some_and(|s| low(&s.name) == low(name) || s.id == **name);
    let one = |mut fitting: Vec<&'a Claim>| {
        let score = fitting.pop()?;
        fitting.is_empty().then_some(score)
    };
    let exact: Vec<&Claim> = parts.iter().filter(|(_, names)| names.iter().any(&same)).map(|(c, _)| *c).collect();
    if !exact.is_empty() {
        return one(exact);
    }
    one(parts.iter().filter(|(_, names)| names.iter().any(|name| fits(weight, name))).map(|(c, _)| *c).collect())
}
