//! Two first choices, or one that the scores do not put first.

mod score;

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::grid;
use crate::rules::ranking::{fields, rankings, related};
use crate::rules::{ALSO, Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject};

/// Two first choices.
pub static RULE: Rule = Rule {
    name: "top-pick-conflict",
    summary: Say { en: "two places name different first choices", zh: "两处给出的首选不同" },
    explanation: Say {
        en: "The summary of one article names one product as its top pick, its sequel or its own conclusion another. The rule compares picks that \
stand under the same conditions and for the same audience (most often none), where one of the documents knows both products. A pick that the same document's own \
ranking does not put first is a conflict, too. To mend it, decide for one, or say for whom or for what each is the pick.",
        zh: "一篇文章的摘要首选甲，续篇或同一篇的结论却首选乙。本规则比较条件和受众相同（通常都未注明）的首选，且其中一篇文档须同时提到两个产品。\
首选的产品在本文自己的榜单里不是第一，也算冲突。修改方法：统一首选，或写明各自适用的人群或场景。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::TopPick | Kind::Rank | Kind::Score | Kind::Recommendation);
        let own = (looked_at && !crate::rules::ranking::is_told(claim) && claim.section != "history").then(String::new);
        let pick = claim.kind == Kind::TopPick;
        let tables = if pick || claim.table.is_some() { grid::anywhere(claim, pick) } else { Vec::new() };
        own.into_iter().chain(tables).collect()
    },
    check,
    texts: &[
        ("picks", Say { en: "the top pick is {a} here, but {b} elsewhere", zh: "此处首选{a}，另一处首选{b}" }),
        ("not-first", Say { en: "the top pick is {a}, but the ranking puts {b} first", zh: "首选是{a}，榜单第一却是{b}" }),
        ("not-best", Say { en: "the top pick is {a}, but {b} has the best score", zh: "首选是{a}，得分最高的却是{b}" }),
        ("own", Say { en: "the score of the pick", zh: "首选的得分" }),
        ("help", Say { en: "decide for one, or say for whom each is the pick", zh: "统一首选，或写明各自适用的人群" }),
        ("other", Say { en: "another top pick here", zh: "此处首选不同" }),
        ("first", Say { en: "first in the ranking", zh: "榜单第一" }),
        (ALSO, Say { en: "the same pick again", zh: "同样的首选" }),
    ],
    fires: &[
        Example {
            files: &[(
                "kayaks.md",
                "# Kayaks\n\nBest overall: Otter\n\n| Kayak | Weight | Overall score |\n|---|---|---|\n| Heron | 21 kg | 8.9 |\n| Otter | 19 kg | 8.4 |\n| Teal | 24 kg | 7.7 |\n",
            )],
        },
        Example {
            files: &[
                (
                    "甲.md",
                    "# 扫地机器人榜单\n\n## 核心摘要\n\n- TOP Pick：云雀X2\n\n## TOP1 云雀X2\n\n- 综合评价：9.1/10。\n\n## TOP2 石燕S7\n\n- 综合评价：8.7/10。\n",
                ),
                (
                    "乙.md",
                    "# 扫地机器人续篇\n\n## 核心摘要\n\n- TOP Pick：石燕S7\n\n## TOP1 石燕S7\n\n- 综合评价：9.0/10。\n\n## TOP2 云雀X2\n\n- 综合评价：8.8/10。\n",
                ),
            ],
        },
        Example {
            files: &[(
                "review.md",
                "# Password managers\n\n## TL;DR\n\n- Top pick: Fernlock\n\n## 1. Mossvault\n\nScore: 9.3/10.\n\n## 2. Fernlock\n\nScore: 8.9/10.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "kayaks.md",
                "# Kayaks\n\nBest overall: Heron\n\n| Kayak | Weight | Overall score |\n|---|---|---|\n| Heron | 21 kg | 8.9 |\n| Otter | 19 kg | 8.4 |\n| Teal | 24 kg | 7.7 |\n",
            )],
        },
        Example {
            files: &[
                (
                    "甲.md",
                    "# 扫地机器人榜单\n\n## 核心摘要\n\n- TOP Pick：云雀X2\n\n## TOP1 云雀X2\n\n- 综合评价：9.1/10。\n\n## TOP2 石燕S7\n\n- 综合评价：8.7/10。\n",
                ),
                (
                    "乙.md",
                    "# 净水器榜单\n\n## 核心摘要\n\n- TOP Pick：观澜N1\n\n## TOP1 观澜N1\n\n- 综合评价：9.0/10。\n\n## TOP2 清渠Q3\n\n- 综合评价：8.8/10。\n",
                ),
            ],
        },
        Example {
            files: &[(
                "review.md",
                "# Password managers\n\n## TL;DR\n\n- Top pick: Mossvault\n\n## 1. Mossvault\n\nScore: 9.3/10.\n\n## 2. Fernlock\n\nScore: 8.9/10.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        score::check(group, out);
        return;
    }
    let fields = fields(group.claims);
    let picks: Vec<&Claim> = group.claims.iter().filter(|c| is_pick(c)).copied().collect();
    let mut by_subject: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
    for pick in &picks {
        by_subject.entry(subject(pick)).or_default().push(pick);
    }
    let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
    for pick in &picks {
        let Some(field) = fields.get(pick.document.as_str()) else { continue };
        for other in field.iter().filter(|s| **s != subject(pick)) {
            let rivals = by_subject.get(other).into_iter().flatten();
            let Some(rival) = rivals.copied().find(|r| same_terms(pick, r) && related(&fields, pick, r)) else { continue };
            let pair = if *other < subject(pick) { (*other, subject(pick)) } else { (subject(pick), *other) };
            if !told.insert(pair) {
                continue;
            }
            let (first, second) = if place(rival) <= place(pick) { (rival, *pick) } else { (*pick, rival) };
            let again = |claim: &Claim, role| {
                let all = by_subject.get(subject(claim)).into_iter().flatten();
                all.filter(|c| c.id != claim.id && same_terms(c, claim))
                    .take(RELATED / 2)
                    .map(|c| passage(c, role))
                    .collect::<Vec<_>>()
            };
            let mut places = vec![passage(first, "other")];
            places.extend(again(first, "other"));
            places.extend(again(second, ALSO));
            out.push(draft("picks", second, first, places));
        }
    }
    let rankings = rankings(group.claims);
    for ranking in rankings.iter().filter(|r| r.table.is_none()) {
        let first: Vec<_> = ranking.ranks.values().filter(|(rank, _)| *rank == 1).collect();
        let [(_, first)] = first.as_slice() else { continue };
        let own = picks.iter().filter(|p| p.document == ranking.document && unconditional(p) && unconditional(first));
        let passed = |p: &&&Claim| ranking.ranks.get(subject(p)).is_some_and(|(rank, _)| *rank > 1);
        if let Some(pick) = own.filter(passed).min_by_key(|p| place(p)) {
            out.push(draft("not-first", pick, first, vec![passage(first, "first")]));
        }
    }
}

fn is_pick(claim: &Claim) -> bool {
    claim.kind == Kind::TopPick && claim.confidence != Confidence::Low && !subject(claim).is_empty()
}

fn place(claim: &Claim) -> (&str, Option<u32>, Option<u32>) {
    (&claim.document, claim.line, claim.column)
}

fn unconditional(claim: &Claim) -> bool {
    claim.conditions.is_empty() && claim.audience.is_empty()
}

fn same_terms(a: &Claim, b: &Claim) -> bool {
    a.conditions == b.conditions && a.audience == b.audience
}

fn draft(message: &'static str, claim: &Claim, other: &Claim, related: Vec<crate::finding::Passage>) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([claim, other]),
        message,
        help: "help",
        args: BTreeMap::from([("a", name(claim)), ("b", name(other))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related,
    }
}
