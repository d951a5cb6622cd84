//! One thing, two ranks.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};
use crate::finding::Severity;
use crate::rules::ranking::{Ranking, is_told, rankings};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject};

/// One thing, two ranks.
pub static RULE: Rule = Rule {
    name: "rank-conflict",
    summary: Say { en: "one thing has two ranks", zh: "同一对象出现两个名次" },
    explanation: Say {
        en: "A product is first in the entries and second in the comparison table, or first in one article and second in its sequel. Inside a document the rule \
compares the headings of the entries with its tables; between documents it compares lists that share at least two things, and speaks only where their order \
differs: a longer list moves all ranks without contradicting anything. Lists under different conditions (by price, by speed) are not compared. \
To mend it, give both lists one order, or say by what each is ordered.",
        zh: "同一产品在正文排第一，在对比表排第二；或在一篇文章排第一，在续篇排第二。同一文档内，本规则比较条目标题与表格；\
不同文档之间，只比较至少共有两个对象的榜单，且只在先后次序相反时报告：榜单多收几个产品，名次自然顺延，并不矛盾。\
条件不同的榜单（按价格、按速度）不比较。修改方法：统一次序，或写明各榜单的排序依据。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| if claim.kind == Kind::Rank { vec![String::new()] } else { Vec::new() },
    check,
    texts: &[
        ("rank", Say { en: "{subject} is ranked {a} here, but {b} elsewhere", zh: "{subject}在此处排第{a}，另一处排第{b}" }),
        (
            "help",
            Say {
                en: "give both lists one order, or say by what each is ordered", zh: "统一次序，或写明各榜单的排序依据"
            },
        ),
        ("other", Say { en: "another rank here", zh: "此处名次不同" }),
    ],
    fires: &[
        Example {
            files: &[(
                "榜单.md",
                "# 电动牙刷榜单\n\n## TOP1 晨露T3\n\n- 综合评价：清洁力强。\n\n## TOP2 白桦B1\n\n- 综合评价：续航长。\n\n## 对比表\n\n| 排名 | 对象 | 核心优势 |\n|---|---|---|\n| 1 | 白桦B1 | 续航长 |\n| 2 | 晨露T3 | 清洁力强 |\n",
            )],
        },
        Example {
            files: &[
                ("a.md", "# Best static site generators\n\n## 1. Quillpress\n\nFast builds.\n\n## 2. Inkstone\n\nMany themes.\n"),
                (
                    "b.md",
                    "# Static site generators, revisited\n\n## 1. Inkstone\n\nMany themes.\n\n## 2. Quillpress\n\nFast builds.\n",
                ),
            ],
        },
        Example {
            files: &[(
                "board.md",
                "# ibis-embed\n\nibis-embed ranks second on the Meadow leaderboard.\n\n| Rank | Model | Score |\n|---|---|---|\n| 1 | grebe-large | 71.9 |\n| 2 | tern-xl | 70.4 |\n| 3 | ibis-embed | 69.8 |\n",
            )],
        },
        Example {
            files: &[(
                "绿化.md",
                "# 绿化排行\n\n今年临江市位列第二。\n\n| 排名 | 城市 | 绿化率 |\n|---|---|---|\n| 1 | 南屏市 | 46.1% |\n| 2 | 白沙市 | 45.0% |\n| 3 | 临江市 | 44.2% |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "board.md",
                "# ibis-embed\n\nibis-embed ranks second for speed, and ranked first last year.\n\n| Rank | Model | Score |\n|---|---|---|\n| 1 | grebe-large | 71.9 |\n| 2 | tern-xl | 70.4 |\n| 3 | ibis-embed | 69.8 |\n",
            )],
        },
        Example {
            files: &[
                ("a.md", "# Best static site generators\n\n## 1. Quillpress\n\nFast builds.\n\n## 2. Inkstone\n\nMany themes.\n"),
                (
                    "b.md",
                    "# Static site generators, revisited\n\n## 1. Sableweb\n\nTiny.\n\n## 2. Quillpress\n\nFast builds.\n\n## 3. Inkstone\n\nMany themes.\n",
                ),
            ],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 电动牙刷榜单\n\n## TOP1 晨露T3\n\n- 综合评价：清洁力强。\n\n## TOP2 白桦B1\n\n- 综合评价：续航长。\n\n## 对比表\n\n| 排名 | 对象 | 核心优势 |\n|---|---|---|\n| 1 | 晨露T3 | 清洁力强 |\n| 2 | 白桦B1 | 续航长 |\n",
            )],
        },
    ],
};

/// How many earlier lists that hold a subject are looked at for each of its ranks.
const LOOK_BACK: usize = 8;

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let lists = rankings(group.claims);
    let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut told: BTreeSet<(&str, u32, u32)> = BTreeSet::new();
    for (i, list) in lists.iter().enumerate() {
        for (subject, (rank, claim)) in &list.ranks {
            let earlier = seen.entry(subject).or_default();
            let rival = earlier.iter().take(LOOK_BACK).find(|j| conflicts(list, &lists[**j], subject));
            if let Some(j) = rival {
                let (other, first) = lists[*j].ranks[subject];
                if told.insert((subject, other.min(*rank), other.max(*rank))) {
                    out.push(draft(claim, first, *rank, other, group.claims));
                }
            }
            earlier.push(i);
        }
    }
    told_places(group.claims, &lists, out);
}

/// A place that running text gives a subject which the only list with it ranks otherwise.
fn told_places(claims: &[&Claim], lists: &[Ranking<'_>], out: &mut Vec<Draft>) {
    for claim in claims.iter().filter(|c| c.kind == Kind::Rank && is_told(c)) {
        let Some(rank) = crate::rules::ranking::rank(claim) else { continue };
        let own = |list: &&Ranking<'_>| list.ranks.contains_key(subject(claim));
        let within = |list: &&Ranking<'_>| own(list) && list.document == claim.document;
        let mut found = lists.iter().filter(within).peekable();
        let mut all = lists.iter().filter(own);
        let list = match (found.next(), found.next()) {
            (Some(list), None) => list,
            (Some(_), Some(_)) => continue,
            (None, _) => match (all.next(), all.next()) {
                (Some(list), None) => list,
                _ => continue,
            },
        };
        let (other, first) = list.ranks[subject(claim)];
        if other != rank && list.ranks.len() >= 2 {
            out.push(draft(claim, first, rank, other, claims));
        }
    }
}

fn conflicts(list: &Ranking<'_>, other: &Ranking<'_>, subject: &str) -> bool {
    if list.ranks[subject].0 == other.ranks[subject].0 || !list.comparable(other) {
        return false;
    }
    if list.document == other.document {
        // Two tables of one document are ordered by two things; a table beside the entries repeats them.
        return list.table.is_none() != other.table.is_none() && list.alone && other.alone;
    }
    list.same_field(other) || list.inverted(other, subject)
}

fn draft(claim: &Claim, first: &Claim, rank: u32, other: u32, all: &[&Claim]) -> Draft {
    let mut related = vec![passage(first, "other")];
    let same = all.iter().filter(|c| subject(c) == subject(claim) && c.document == first.document && c.id != first.id);
    let again = same.filter(|c| crate::rules::ranking::rank(c) == Some(other)).take(RELATED / 2);
    related.extend(again.map(|c| passage(c, "other")));
    Draft {
        severity: None,
        confidence: confidence([claim, first]),
        message: "rank",
        help: "help",
        args: BTreeMap::from([("subject", name(claim)), ("a", rank.to_string()), ("b", other.to_string())]),
        arithmetic: format!("{rank} ≠ {other}"),
        primary: passage(claim, ""),
        related,
    }
}
