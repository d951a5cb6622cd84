//! Percent where percentage points are meant.

use std::collections::BTreeMap;

use num_traits::{Signed, Zero};

use crate::claim::{Claim, Confidence};
use crate::finding::Severity;
use crate::rules::interval::{Span, decimal, ratio, with_unit};
use crate::rules::percent_change_mismatch::{Change, ROLES, changes, told};
use crate::rules::relation::{block_key, has_role};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// Percent where percentage points are meant.
pub static RULE: Rule = Rule {
    name: "percent-vs-points",
    summary: Say {
        en: "a change between percentages is called percent, but is in points",
        zh: "百分比之间的变化应为百分点，却写成百分之几",
    },
    explanation: Say {
        en: "An error rate that falls from 24% to 15% falls by 9 percentage points, or by 37.5 percent; \"by 9%\" is neither. The rule compares the percentage beside such a change \
with both. To mend it, write percentage points, or give the percentage of the first value.",
        zh: "误检率由24%降到15%，是下降9个百分点，或下降37.5%；写成“下降9%”两者都不是。本规则把这类变化旁边的百分比与两种算法比较。修改方法：改为“个百分点”，或给出相对于原值的百分比。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim: &Claim| {
        let looked_at = claim.confidence != Confidence::Low && has_role(claim, ROLES);
        block_key(claim).filter(|_| looked_at).into_iter().collect()
    },
    check,
    texts: &[
        (
            "points",
            Say {
                en: "{change} is {points} percentage points, or {percent} of the first value, but not {a}",
                zh: "{change}是{points}个百分点，或相对变化{percent}，而不是{a}",
            },
        ),
        (
            "help",
            Say {
                en: "write percentage points, or give the percentage of the first value",
                zh: "改为“个百分点”，或写出相对于原值的百分比",
            },
        ),
        ("change-here", Say { en: "the change", zh: "这一变化" }),
    ],
    fires: &[
        Example { files: &[("report.md", "# Quarterly report\n\nThe return rate fell from 20% to 15%, a drop of 5%.\n")] },
        Example { files: &[("季报.md", "# 季度报告\n\n退货率从20%降至15%，下降了5%。\n")] },
        Example { files: &[("poll.md", "# Poll\n\nTurnout dropped 9% from 61% to 52%.\n")] },
        Example { files: &[("月报.md", "# 月报\n\n投诉率为12%，比上月的16%下降4%。\n")] },
    ],
    near_misses: &[
        Example {
            files: &[(
                "report.md",
                "# Quarterly report\n\nThe return rate fell from 20% to 15%, a drop of 5 percentage points.\n",
            )],
        },
        Example { files: &[("季报.md", "# 季度报告\n\n退货率从20%降至15%，下降了25%。\n")] },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    out.extend(changes(group).iter().filter_map(judge));
}

/// Without its sign, which only says which way.
fn scaled(span: &Span) -> Span {
    let mut ends = [span.low.as_ref().map(Signed::abs), span.high.as_ref().map(Signed::abs)];
    ends.sort();
    let [low, high] = ends;
    Span { low, high, low_open: false, high_open: false }
}

fn judge(change: &Change<'_>) -> Option<Draft> {
    let Change { from, to, measure, .. } = change;
    if change.unit != "%" || measure.unit != "%" || from.is_zero() {
        return None;
    }
    let points = (to - from).abs();
    let percent = (&points / from).abs() * ratio(100, 1);
    let stated = scaled(&measure.widened());
    let slack = &change.half + &change.half;
    let as_points = Span::point(&points).widened(&slack, None).meets(&stated);
    // Coarse values let the percentage reach far; what is a third off is not meant.
    let reach = (&slack / from * ratio(100, 1)).abs().min(&percent / ratio(3, 1));
    let as_percent = Span::point(&percent).widened(&reach, None).meets(&stated);
    if !as_points || as_percent {
        return None;
    }
    let percent = with_unit(&percent, "%");
    let (before, after, by) = (decimal(from), decimal(to), decimal(&points));
    Some(Draft {
        severity: None,
        confidence: confidence(change.told.iter().copied().chain([change.figure])),
        message: "points",
        help: "help",
        arithmetic: format!("|{after} − {before}| = {by} pp; {by} ÷ {before} = {percent}"),
        args: BTreeMap::from([
            ("a", words(&change.figure.quote)),
            ("change", told(change)),
            ("points", by),
            ("percent", percent),
        ]),
        primary: passage(change.figure, ""),
        related: change.told.iter().map(|c| passage(c, "change-here")).collect(),
    })
}
