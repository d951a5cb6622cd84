//! A ranking that its own scores or numbers break.

mod listed;

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::{Passage, Severity};
use crate::rules::grid;
use crate::rules::interval::{decimal, measure};
use crate::rules::ranking::{Ranking, rankings};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject};

/// A ranking that its own scores or numbers break.
pub static RULE: Rule = Rule {
    name: "rank-order",
    summary: Say {
        en: "a ranking is not in the order of its scores, or its ranks repeat or skip",
        zh: "榜单次序与得分不符，或名次重复、缺号",
    },
    explanation: Say {
        en: "The second place has more points than the first, two entries are both third, or the fourth is missing: traces of an entry that was moved and not \
renumbered. The rule looks at each list of a document by itself. Equal ranks with equal scores, or with the next rank left out, are a tie and no fault; scores by \
criterion are not compared. To mend it, reorder or renumber the list, or correct the score.",
        zh: "第二名的得分高于第一名、出现两个第三名、缺了第四名：多半是调整了条目却没有重新编号。本规则逐一检查文档内的每个榜单。\
名次相同且得分相同，或其后空出一个名次，属于并列，不算错误；分项得分不参与比较。修改方法：重排或重新编号，或更正得分。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::Rank | Kind::Score) && claim.section != "history";
        let own = (looked_at && !crate::rules::ranking::is_told(claim)).then(|| claim.document.clone());
        own.into_iter().chain(grid::keys(claim, listed::SORTS)).collect()
    },
    check,
    texts: &[
        (
            "scores",
            Say {
                en: "{subject} is ranked {rank} with {a} points, below {other} with only {b}",
                zh: "{subject}排第{rank}，得分{a}，却低于得分只有{b}的{other}",
            },
        ),
        (
            "listed",
            Say {
                en: "{subject} stands below {other}, but has {a} against {b} in the table",
                zh: "{subject}排在{other}之后，而表格中前者为{a}，后者为{b}",
            },
        ),
        ("cell", Say { en: "the table says this", zh: "表格中如此" }),
        ("shared", Say { en: "{subject} and {other} are both ranked {rank}", zh: "{subject}与{other}都排第{rank}" }),
        ("skipped", Say { en: "the ranking goes from {before} to {rank}", zh: "榜单从第{before}跳到第{rank}" }),
        ("reorder", Say { en: "reorder the list, or correct the score", zh: "重排榜单，或更正得分" }),
        ("renumber", Say { en: "renumber the list", zh: "重新编号" }),
        ("above", Say { en: "ranked above", zh: "名次在前" }),
        ("same", Say { en: "the same rank", zh: "名次相同" }),
        ("before", Say { en: "the rank before", zh: "前一名次" }),
    ],
    fires: &[
        Example {
            files: &[(
                "peaks.md",
                "# The highest peaks of the island\n\n1. Korab\n2. Tresk\n3. Mulde\n4. Ansel\n\n| Peak | Height |\n|---|---|\n| Ansel | 612 m |\n| Korab | 1,204 m |\n| Mulde | 980 m |\n| Tresk | 871 m |\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 投影仪榜单\n\n## TOP1 流萤P5\n\n- 综合评价：8.6/10。画质均衡。\n\n## TOP2 北斗V2\n\n- 综合评价：9.1/10。亮度高。\n",
            )],
        },
        Example {
            files: &[(
                "list.md",
                "# Best note apps\n\n## TOP1 Fernpad\n\nScore: 9.2/10.\n\n## TOP2 Mosspad\n\nScore: 8.8/10.\n\n## TOP2 Claypad\n\nScore: 8.1/10.\n\n## TOP3 Reedpad\n\nScore: 7.9/10.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "peaks.md",
                "# The highest peaks of the island\n\n1. Korab\n2. Mulde\n3. Tresk\n4. Ansel\n\n| Peak | Height |\n|---|---|\n| Ansel | 612 m |\n| Korab | 1,204 m |\n| Mulde | 980 m |\n| Tresk | 871 m |\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 投影仪榜单\n\n## TOP1 北斗V2\n\n- 综合评价：9.1/10。亮度高。\n\n## TOP2 流萤P5\n\n- 综合评价：8.6/10。画质均衡。\n",
            )],
        },
        Example {
            files: &[(
                "list.md",
                "# Best note apps\n\n## TOP1 Fernpad\n\nScore: 9.2/10.\n\n## TOP2 Mosspad\n\nScore: 8.8/10.\n\n## TOP2 Claypad\n\nScore: 8.8/10.\n\n## TOP4 Reedpad\n\nScore: 7.9/10.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        listed::check(group, out);
        return;
    }
    let mut scores: BTreeMap<&str, (BigRational, &Claim)> = BTreeMap::new();
    let total = |c: &&&Claim| c.kind == Kind::Score && !c.conditions.contains_key("criterion") && c.confidence != Confidence::Low;
    for claim in group.claims.iter().filter(total) {
        if let Some(points) = measure(claim).and_then(|m| m.figure().cloned()) {
            scores.entry(subject(claim)).or_insert((points, claim));
        }
    }
    for list in rankings(group.claims) {
        let mut entries: Vec<(u32, &Claim)> =
            list.claims.iter().filter_map(|c| Some((crate::rules::ranking::rank(c)?, *c))).collect();
        entries.sort_by_key(|(rank, claim)| (*rank, claim.line, claim.column));
        for pair in entries.windows(2) {
            let [(above, first), (below, second)] = pair else { continue };
            if subject(first) == subject(second) {
                continue;
            }
            let both = scores.get(subject(first)).zip(scores.get(subject(second)));
            let points = both.filter(|((_, a), (_, b))| a.conditions.get("of") == b.conditions.get("of"));
            match points {
                // The scores of one document are told once, with its entries.
                Some((a, b)) if above < below && a.0 < b.0 && is_first(&list, group) => {
                    out.push(by_score(*below, second, first, b, a));
                }
                _ if above == below && !tied(&entries, *above, points.map(|(a, b)| a.0 == b.0)) => out.push(draft(
                    "shared",
                    "renumber",
                    second,
                    vec![passage(first, "same")],
                    BTreeMap::from([("subject", name(second)), ("other", name(first)), ("rank", below.to_string())]),
                    String::new(),
                )),
                _ if *below == above + 2 && is_gap(&list, &entries, *above) => out.push(draft(
                    "skipped",
                    "renumber",
                    second,
                    vec![passage(first, "before")],
                    BTreeMap::from([("before", above.to_string()), ("rank", below.to_string())]),
                    format!("{above}, {below}"),
                )),
                _ => {}
            }
        }
    }
}

/// Whether the list is the first of its document: the entries, or a table where there are none.
fn is_first(list: &Ranking<'_>, group: &Group<'_>) -> bool {
    list.table.is_none() || group.claims.iter().all(|c| c.kind != Kind::Rank || c.table.is_some())
}

/// Equal scores, or a rank left free behind: 1, 2, 2, 4.
fn tied(entries: &[(u32, &Claim)], rank: u32, equal: Option<bool>) -> bool {
    let sharing = entries.iter().filter(|(r, _)| *r == rank).count();
    let next = entries.iter().map(|(r, _)| *r).find(|r| *r > rank);
    let free = next.is_none_or(|next| usize::try_from(next - rank).is_ok_and(|step| step == sharing));
    equal == Some(true) || (equal.is_none() && free)
}

/// One missing number in a list that else counts from 1: not a selection from a longer ranking.
fn is_gap(list: &Ranking<'_>, entries: &[(u32, &Claim)], above: u32) -> bool {
    let shared = entries.iter().filter(|(r, _)| *r == above).count() > 1;
    let end = entries.last().map_or(0, |(r, _)| *r);
    let count = u32::try_from(list.ranks.len()).unwrap_or(u32::MAX);
    !shared && entries.first().is_some_and(|(r, _)| *r == 1) && count >= 3 && end == count + 1
}

fn by_score(rank: u32, claim: &Claim, above: &Claim, own: &(BigRational, &Claim), other: &(BigRational, &Claim)) -> Draft {
    let args = BTreeMap::from([
        ("subject", name(claim)),
        ("other", name(above)),
        ("rank", rank.to_string()),
        ("a", decimal(&own.0)),
        ("b", decimal(&other.0)),
    ]);
    let mut related = vec![passage(other.1, "above")];
    if above.id != other.1.id {
        related.push(passage(above, "above"));
    }
    draft("scores", "reorder", own.1, related, args, format!("{} > {}", decimal(&own.0), decimal(&other.0)))
}

fn draft(
    message: &'static str,
    help: &'static str,
    claim: &Claim,
    related: Vec<Passage>,
    args: BTreeMap<&'static str, String>,
    arithmetic: String,
) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([claim]),
        message,
        help,
        args,
        arithmetic,
        primary: passage(claim, ""),
        related,
    }
}
