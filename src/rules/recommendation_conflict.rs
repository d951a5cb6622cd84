//! One audience, two answers.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::ranking::{fields, related};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject};

/// One audience, two answers.
pub static RULE: Rule = Rule {
    name: "recommendation-conflict",
    summary: Say { en: "one audience is sent to different products", zh: "同一人群在不同地方得到不同推荐" },
    explanation: Say {
        en: "One article sends start-ups to one product, its sequel to another; or the entries name two products for researchers and the conclusion a third. The rule \
compares what summaries, choosing tables, answers and conclusions recommend to one audience in different documents, and within a document the conclusion with \
the entries. Entries alone never contradict each other: several products may suit one audience. Nor do recommendations under different conditions, or for \
groups as wide as \"companies\" unless both say just that. To mend it, recommend the same, or say what tells the two cases apart.",
        zh: "一篇文章给初创团队推荐甲，续篇却推荐乙；或各条目写两款产品适合研究者，结论却推荐第三款。本规则比较不同文档的摘要、选型表、问答和结论对同一人群的推荐，\
以及同一文档内结论与条目的推荐。条目之间不互相矛盾：多款产品可以适合同一人群。条件不同的推荐、以及“企业”这类过宽的人群（除非两处都只写了它）不比较。\
修改方法：统一推荐，或写明两种情况的区别。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::Recommendation | Kind::Rank | Kind::TopPick | Kind::Score);
        if looked_at && !crate::rules::ranking::is_told(claim) && claim.section != "history" {
            vec![String::new()]
        } else {
            Vec::new()
        }
    },
    check,
    texts: &[
        (
            "documents",
            Say {
                en: "{a} is recommended here, {b} elsewhere, to the same audience ({audience})",
                zh: "同一人群（{audience}）：此处推荐{a}，另一处推荐{b}",
            },
        ),
        (
            "sections",
            Say {
                en: "{a} is recommended here, {b} in another section, to the same audience ({audience})",
                zh: "同一人群（{audience}）：此处推荐{a}，另一节推荐{b}",
            },
        ),
        (
            "entries",
            Say {
                en: "{a} is recommended here to an audience that the entries send to {b} ({audience})",
                zh: "此处向该人群（{audience}）推荐{a}，而条目中适合该人群的是{b}",
            },
        ),
        (
            "help",
            Say {
                en: "recommend the same at both places, or say what tells the two cases apart",
                zh: "统一推荐，或写明两种情况的区别",
            },
        ),
        ("other", Say { en: "recommended here instead", zh: "此处推荐另一款" }),
    ],
    fires: &[
        Example {
            files: &[
                (
                    "甲.md",
                    "# 记账软件榜单\n\n## 核心摘要\n\n- TOP Pick：青禾记账\n- 选择建议：初创团队首选青禾记账\n\n## TOP1 青禾记账\n\n- 综合评价：上手快。\n\n## TOP2 百川账本\n\n- 综合评价：报表全。\n",
                ),
                (
                    "乙.md",
                    "# 记账软件续篇\n\n## TOP1 青禾记账\n\n- 综合评价：上手快。\n\n## TOP2 百川账本\n\n- 综合评价：报表全。\n\n## 结论\n\n- 初创团队：首选百川账本。\n",
                ),
            ],
        },
        Example {
            files: &[(
                "review.md",
                "# Note apps\n\n## 1. Fernpad\n\nBest for: students.\n\n## 2. Mosspad\n\nBest for: researchers.\n\n## Conclusion\n\n- For researchers: choose Fernpad.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "review.md",
                "# Note apps\n\n## 1. Fernpad\n\nBest for: students, researchers.\n\n## 2. Mosspad\n\nBest for: researchers.\n\n## Conclusion\n\n- For researchers: choose Fernpad.\n",
            )],
        },
        Example {
            files: &[
                (
                    "甲.md",
                    "# 记账软件榜单\n\n## TOP1 青禾记账\n\n- 适合谁：初创团队。\n\n## TOP2 百川账本\n\n- 适合谁：初创团队、会计师事务所。\n",
                ),
                (
                    "乙.md",
                    "# 记账软件续篇\n\n## TOP1 青禾记账\n\n- 综合评价：上手快。\n\n## 结论\n\n- 初创团队：首选青禾记账。\n",
                ),
            ],
        },
    ],
};

/// Audiences that hold nearly everybody: two documents that name one of them among others may well mean different people.
const WIDE: &[&str] = &["enterprise", "developer", "team", "general", "everyone", "company", "user", "business"];

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let fields = fields(group.claims);
    let mut by_tag: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Recommendation) {
        if claim.confidence != Confidence::Low && !subject(claim).is_empty() {
            for tag in &claim.audience {
                by_tag.entry(tag).or_default().push(claim);
            }
        }
    }
    let mut told: BTreeSet<(String, String)> = BTreeSet::new();
    let mut tell = |claim: &Claim, first: &Claim| {
        let pair = if claim.id < first.id { (&claim.id, &first.id) } else { (&first.id, &claim.id) };
        let subjects = (subject(claim).to_owned(), subject(first).to_owned());
        told.insert((pair.0.clone(), pair.1.clone()))
            && told.insert((format!("{}\u{1f}{}", claim.document, first.document), subjects.0 + "\u{1f}" + &subjects.1))
    };
    for (tag, claims) in by_tag {
        let mut documents: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
        for claim in claims {
            documents.entry(&claim.document).or_default().push(claim);
        }
        // What the documents before said, by subject; only the first of each is kept.
        let mut before: BTreeMap<&str, &Claim> = BTreeMap::new();
        for own in documents.values() {
            let chosen: Vec<&Claim> = own.iter().filter(|c| chooses(c)).copied().collect();
            let names: BTreeSet<&str> = chosen.iter().map(|c| subject(c)).collect();
            if !before.keys().any(|s| names.contains(s)) {
                let rival = chosen.iter().find_map(|claim| {
                    let first = before.values().find(|first| same_people(tag, claim, first) && related(&fields, claim, first))?;
                    Some((*claim, *first))
                });
                if let Some((claim, first)) = rival.filter(|(claim, first)| tell(claim, first)) {
                    out.push(draft("documents", claim, &[first], tag));
                }
            }
            if let Some((claim, first)) = two_choices(own)
                && tell(claim, first)
            {
                out.push(draft("sections", claim, &[first], tag));
            }
            if let Some((claim, entries)) = against_entries(tag, own, &chosen)
                && tell(claim, entries[0])
            {
                out.push(draft("entries", claim, &entries, tag));
            }
            for claim in chosen {
                before.entry(subject(claim)).or_insert(claim);
            }
        }
    }
}

/// Two sections of one document that choose for just the same audience and have no choice in common.
fn two_choices<'a>(own: &[&'a Claim]) -> Option<(&'a Claim, &'a Claim)> {
    let mut sections: BTreeMap<(&str, &[String]), Vec<&Claim>> = BTreeMap::new();
    for claim in own.iter().filter(|c| picks(c) && !c.conditions.contains_key("when")) {
        sections.entry((&claim.heading, &claim.audience)).or_default().push(claim);
    }
    let sections: Vec<_> = sections.into_iter().take(SECTIONS).collect();
    let apart = |a: &[&Claim], b: &[&Claim]| a.iter().all(|x| b.iter().all(|y| subject(x) != subject(y)));
    let mut found = sections.iter().enumerate().flat_map(|(i, ((_, whom), claims))| {
        let others = sections[..i].iter().filter(move |((_, other), _)| other == whom);
        others.filter(|(_, others)| apart(claims, others)).map(|(_, others)| (claims[0], others[0]))
    });
    let place = |c: &Claim| (c.line, c.column);
    found
        .find(|(a, b)| fact::conditions(a, b) == Conditions::Agree { only_first: vec![], only_second: vec![] })
        .map(|(a, b)| if place(a) < place(b) { (b, a) } else { (a, b) })
}

/// How many sections that choose for one audience are held against one another.
const SECTIONS: usize = 16;

/// Whether a claim chooses in words ("choose X", 首选X), not only says for whom something is good.
fn picks(claim: &Claim) -> bool {
    claim.section != "entry" && claim.conditions.get("strength").is_some_and(|s| s != "plain")
}

/// A choice of the conclusion or summary that no entry and no other section of the document gives to the audience, where the entries give it others.
fn against_entries<'a>(tag: &str, own: &[&'a Claim], chosen: &[&'a Claim]) -> Option<(&'a Claim, Vec<&'a Claim>)> {
    let fits = |c: &&&Claim| matches!(c.section.as_str(), "entry" | "comparison") && !picks(c);
    let entries: Vec<&Claim> = own.iter().filter(fits).copied().collect();
    chosen.iter().find_map(|claim| {
        let restates = matches!(claim.section.as_str(), "conclusion" | "summary") || picks(claim);
        if !restates || claim.conditions.contains_key("when") || entries.iter().any(|e| subject(e) == subject(claim)) {
            return None;
        }
        let others: Vec<&Claim> = entries.iter().filter(|e| same_people(tag, claim, e)).copied().collect();
        let agreed = chosen.iter().any(|c| subject(c) != subject(claim) && c.section == claim.section);
        (!others.is_empty() && !agreed).then_some((*claim, others))
    })
}

/// Whether the claim stands where one is meant to be chosen and chooses, not where an entry says for whom it is good, nor where
/// something is named as one possibility.
fn chooses(claim: &Claim) -> bool {
    let plain = claim.conditions.get("strength").is_some_and(|s| s == "plain");
    matches!(claim.section.as_str(), "summary" | "scenario" | "conclusion")
        || (matches!(claim.section.as_str(), "faq" | "body" | "comparison") && !plain)
}

fn same_people(tag: &str, a: &Claim, b: &Claim) -> bool {
    let wide = WIDE.contains(&tag);
    let same = |a: &Claim, b: &Claim| a.audience.iter().collect::<BTreeSet<_>>() == b.audience.iter().collect::<BTreeSet<_>>();
    let open = |c: &Claim| c.conditions.contains_key("when");
    (!wide || same(a, b)) && !open(a) && !open(b) && fact::conditions(a, b) != Conditions::Differ
}

fn draft(message: &'static str, claim: &Claim, others: &[&Claim], tag: &str) -> Draft {
    let mut names: Vec<String> = Vec::new();
    for other in others.iter().map(|c| name(c)) {
        if !names.contains(&other) {
            names.push(other);
        }
    }
    Draft {
        severity: None,
        confidence: confidence(others.iter().copied().chain([claim])),
        message,
        help: "help",
        args: BTreeMap::from([("a", name(claim)), ("b", names.join(", ")), ("audience", tag.replace('_', " "))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: others.iter().take(RELATED).map(|c| passage(c, "other")).collect(),
    }
}
