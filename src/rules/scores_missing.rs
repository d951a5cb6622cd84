//! A scale or criteria, and no scores.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::{Passage, Severity};
use crate::rules::interval::{measure, ratio};
use crate::rules::total_mismatch::is_total;
use crate::rules::weighted_score_mismatch::fits;
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, passage, subject, words};

/// A scale or criteria, and no scores.
pub static RULE: Rule = Rule {
    name: "scores-missing",
    summary: Say {
        en: "a scale or criteria are announced and no score is published",
        zh: "声明了评分尺度或维度，却没有给出得分",
    },
    explanation: Say {
        en: "An article announces five weighted criteria and a scale from 1 to 5, and then ranks without a single score: nobody can check the ranking. Or each entry has one total, and \
no score by criterion. To mend it, publish the scores, or say that the ranking is an editor's judgement.",
        zh: "文章声明了五个加权维度和1—5分的尺度，随后的榜单却没有任何得分，读者无从核对；或者每个条目只有总分，没有分项得分。\
修改方法：公布得分，或说明排名出自编辑判断。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::Scale | Kind::Score | Kind::Weight | Kind::Rank | Kind::Table)
            || (claim.kind == Kind::Count && claim.metric.as_deref() == Some("criteria_count"));
        if looked_at && !crate::rules::ranking::is_told(claim) && claim.confidence != Confidence::Low {
            vec![claim.document.clone()]
        } else {
            Vec::new()
        }
    },
    check,
    texts: &[
        ("none", Say { en: "{a} is announced, and no score is published", zh: "声明了{a}，却没有公布任何得分" }),
        (
            "by-criterion",
            Say {
                en: "several criteria are announced, and only total scores are published", zh: "声明了多个维度，却只公布总分"
            },
        ),
        (
            "help",
            Say {
                en: "publish the scores, or say that the ranking is a judgement", zh: "公布得分，或说明排名出自编辑判断"
            },
        ),
        ("criterion", Say { en: "announced here", zh: "此处声明" }),
        ("score", Say { en: "a total score", zh: "总分" }),
    ],
    fires: &[
        Example {
            files: &[(
                "榜单.md",
                "# 台灯榜单\n\n## 评选维度\n\n各维度按1-5分打分，满5分为优：\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## TOP1 明烛D1\n\n- 综合评价：光线柔和。\n\n## TOP2 长夜D2\n\n- 综合评价：亮度高。\n",
            )],
        },
        Example {
            files: &[(
                "lamps.md",
                "# Desk lamps\n\n## How we score\n\nEach lamp is scored on a scale of 1 to 10.\n\n## TOP1 Wickley\n\nSoft light.\n\n## TOP2 Glowden\n\nBright.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "台灯.md",
                "# 台灯榜单\n\n## 评选维度\n\n评分采用10分制。\n\n| 维度 | 权重 |\n|---|---|\n| 显色 | 60% |\n| 频闪 | 40% |\n\n## TOP1 明烛D1\n\n- 综合得分：8.6/10\n\n## TOP2 长夜D2\n\n- 综合得分：8.0/10\n\n## 得分\n\n| 产品 | 显色 | 频闪 | 总分 |\n|---|---|---|---|\n| 明烛D1 | 9.0 | 8.0 | 8.6 |\n| 长夜D2 | 8.0 | 8.0 | 8.0 |\n",
            )],
        },
        Example {
            files: &[(
                "lamps.md",
                "# Desk lamps\n\n## How we score\n\nEach lamp is scored on a scale of 1 to 10.\n\n## TOP1 Wickley\n\nScore: 9.1/10.\n\n## TOP2 Glowden\n\nScore: 8.7/10.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let of_kind = |kind: Kind| group.claims.iter().copied().filter(move |c| c.kind == kind);
    let scores: Vec<&Claim> = of_kind(Kind::Score).collect();
    let weights: Vec<&Claim> = of_kind(Kind::Weight).collect();
    let (sheet, by_criterion) = of_kind(Kind::Table).fold((false, false), |(sheet, by_criterion), table| {
        let (has_total, parts) = sheet_of(table, &weights);
        (sheet || has_total, by_criterion || parts)
    });
    let ranked = of_kind(Kind::Rank).map(subject).collect::<std::collections::BTreeSet<_>>().len();
    let announced: Vec<&Claim> =
        [of_kind(Kind::Scale).collect(), of_kind(Kind::Weight).collect::<Vec<_>>(), of_kind(Kind::Count).collect()].concat();
    let Some(first) = announced.first() else { return };
    let criteria = of_kind(Kind::Weight).count() >= 2 || of_kind(Kind::Count).any(several);
    let rest = || announced[1..].iter().take(RELATED / 2).map(|c| passage(c, "criterion")).collect::<Vec<_>>();
    if scores.is_empty() && !sheet && !by_criterion {
        // Weights alone may belong to anything; a scale, or weights of a ranking, promise scores.
        if first.kind == Kind::Scale || (criteria && ranked >= 2) {
            out.push(draft("none", first, rest()));
        }
    } else if criteria && !by_criterion && scores.len() >= 2 && scores.iter().all(|c| !c.conditions.contains_key("criterion")) {
        let mut related = rest();
        related.extend(scores.iter().take(RELATED / 2).map(|c| passage(c, "score")));
        out.push(draft("by-criterion", first, related));
    }
}

/// Whether a table has a column of scores, and whether it has others by criterion: named like the weights, or two at least beside a
/// total.
fn sheet_of(table: &Claim, weights: &[&Claim]) -> (bool, bool) {
    let headers: Vec<&str> = table.text.as_deref().unwrap_or("").split(" | ").map(str::trim).collect();
    let scored = |header: &&&str| {
        let low = header.to_lowercase();
        is_total(header) || ["得分", "评分", "分数", "score", "points", "rating"].iter().any(|word| low.contains(word))
    };
    let totals = headers.iter().filter(scored).count();
    let named = headers.iter().filter(|header| !header.is_empty() && weights.iter().any(|weight| fits(weight, header))).count();
    // The weights' own table has none of them in its header; a total alone beside a name is no score by criterion.
    (totals > 0 && headers.len() > 1, named >= 2 || totals > 0 && weights.is_empty() && headers.len() >= 4)
}

/// Two or more of them; a price or a rate counts nothing.
fn several(claim: &Claim) -> bool {
    let two = ratio(2, 1);
    let plain = claim.canonical.as_ref().is_some_and(|c| !c.unit.contains('/'));
    plain && measure(claim).and_then(|m| m.stated.low).is_some_and(|n| n >= two)
}

fn draft(message: &'static str, claim: &Claim, related: Vec<Passage>) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([claim]),
        message,
        help: "help",
        args: BTreeMap::from([("a", words(&claim.quote))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related,
    }
}
