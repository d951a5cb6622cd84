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
criterion, and allows half a unit of the last digit. To mend it, correct the total, a score or a weight.",
        zh: "文档若同时公布了权重、分项得分和总分，总分就由前两者决定。本规则对每个分项齐全的对象计算加权和，允许末位半个单位的误差。修改方法：更正总分、分项得分或权重。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, claim.confidence) {
        (Kind::Weight | Kind::Score, Confidence::High | Confidence::Medium) => vec![claim.document.clone()],
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
    fires: &[Example {
        files: &[(
            "榜单.md",
            "# 台灯榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## 得分\n\n| 对象 | 显色 | 频闪 | 总分 |\n|---|---|---|---|\n| 明烛D1 | 9.0分 | 8.0分 | 8.9分 |\n| 长夜D2 | 8.0分 | 8.0分 | 8.0分 |\n",
        )],
    }],
    near_misses: &[Example {
        files: &[(
            "榜单.md",
            "# 台灯榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## 得分\n\n| 对象 | 显色 | 频闪 | 总分 |\n|---|---|---|---|\n| 明烛D1 | 9.0分 | 8.0分 | 8.6分 |\n| 长夜D2 | 8.0分 | 8.0分 | 8.0分 |\n",
        )],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let figure = |c: &Claim| measure(c).and_then(|m| m.figure().cloned().map(|n| (n, m.half)));
    let weights: Vec<(&Claim, BigRational)> =
        group.claims.iter().filter(|c| c.kind == Kind::Weight).filter_map(|c| Some((*c, figure(c)?.0))).collect();
    let whole: BigRational = weights.iter().map(|(_, w)| w).sum();
    if weights.len() < 2 || whole.is_zero() || weights.len() > 64 {
        return;
    }
    let mut by_subject: BTreeMap<&str, (Vec<&Claim>, Vec<&Claim>)> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| c.kind != Kind::Weight && !subject(c).is_empty()) {
        let (parts, totals) = by_subject.entry(subject(claim)).or_default();
        let total = claim.metric.as_deref().is_some_and(|m| m == "score" || is_total(m));
        let part = criterion(claim).is_some_and(|c| weights.iter().any(|(w, _)| names(w, c)));
        match (part, total) {
            (true, _) => parts.push(claim),
            (false, true) => totals.push(claim),
            _ => {}
        }
    }
    for (parts, totals) in by_subject.values() {
        let Some(total) = totals.first() else { continue };
        let scored: Option<Vec<(&Claim, &BigRational)>> =
            weights.iter().map(|(weight, share)| of_criterion(parts, weight).map(|score| (score, share))).collect();
        let Some(scored) = scored.filter(|s| s.len() == parts.len()) else { continue };
        let Some((stated, half)) = figure(total) else { continue };
        let (mut sum, mut slack) = (BigRational::zero(), half);
        let mut terms = Vec::new();
        for (score, share) in &scored {
            let Some((points, its_half)) = figure(score) else { return };
            sum += &points * *share / &whole;
            slack += its_half * *share / &whole;
            terms.push(format!("{} × {}", decimal(&points), decimal(share)));
        }
        let miss = if sum > stated { &sum - &stated } else { &stated - &sum };
        if miss > slack {
            let divisor = if whole == ratio(1, 1) { String::new() } else { format!(" ÷ {}", decimal(&whole)) };
            out.push(Draft {
                severity: None,
                confidence: confidence(scored.iter().map(|(c, _)| *c).chain([*total])),
                message: "total",
                help: "help",
                args: BTreeMap::from([("subject", name(total)), ("a", words(&total.quote)), ("sum", decimal(&sum))]),
                arithmetic: format!("({}){divisor} = {} ≠ {}", terms.join(" + "), decimal(&sum), decimal(&stated)),
                primary: passage(total, ""),
                related: scored.iter().take(RELATED).map(|(c, _)| passage(c, "score")).collect(),
            });
        }
    }
}

fn in_points(claim: &Claim) -> bool {
    claim.table.is_some() && claim.canonical.as_ref().is_some_and(|c| matches!(c.unit.as_str(), "point" | ""))
}

/// By which criterion a score is given: its condition, or the name of its column.
fn criterion(claim: &Claim) -> Option<&str> {
    let column = claim.metric.as_deref().filter(|_| claim.kind == Kind::Quantity);
    claim.conditions.get("criterion").map(String::as_str).or(column)
}

fn names(weight: &Claim, criterion: &str) -> bool {
    weight.subject.as_ref().is_some_and(|s| s.id == criterion || same_words(&s.name, criterion))
}

/// The one score for a weighted criterion; `None` when there is none or more than one.
fn of_criterion<'a>(parts: &[&'a Claim], weight: &Claim) -> Option<&'a Claim> {
    let mut fitting = parts.iter().filter(|c| criterion(c).is_some_and(|c| names(weight, c)));
    let score = fitting.next()?;
    fitting.next().is_none().then_some(*score)
}
