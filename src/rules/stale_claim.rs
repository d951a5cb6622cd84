//! A figure with an old date, where a later one is known.

use std::collections::BTreeMap;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Meeting, measure, stated, stated_beside};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A figure with an old date, where a later one is known.
pub static RULE: Rule = Rule {
    name: "stale-claim",
    summary: Say {
        en: "a dated figure is older than another one of the same fact",
        zh: "注明日期的数值早于另一处同一事实的数值",
    },
    explanation: Say {
        en: "\"As of 2029, Kestrel has 1200 users\" in the overview, \"as of 2031, 5400\" in the report: both were right, and a reader of the first is misled. The rule compares figures that say as of when they \
hold; changelogs and dated notes are left alone. To mend it, bring the older one up to date, or say that it is kept as history.",
        zh: "概述写“截至2029年，用户1200人”，报告写“截至2031年，用户5400人”：两处当时都对，但只读前者的人会被误导。本规则比较注明“截至何时”的数值，不涉及更新日志和按日期记录的内容。修改方法：更新较早的数值，或注明仅作历史记录。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: |claim| if claim.date.is_some() && claim.section != "history" { fact::key(claim) } else { Vec::new() },
    check,
    texts: &[
        (
            "stale",
            Say {
                en: "{subject}: {a} as of {date}, but {b} as of {later}", zh: "{subject}：{date}为{a}，而{later}已为{b}"
            },
        ),
        ("help", Say { en: "bring it up to date, or say that it is history", zh: "更新此处，或注明仅作历史记录" }),
        ("later", Say { en: "the later figure", zh: "较新的数值" }),
    ],
    fires: &[
        Example {
            files: &[
                ("overview.md", "# Kestrel\n\nAs of 2029, Kestrel has 1200 users.\n"),
                ("report.md", "# Kestrel\n\n## Users\n\nAs of 2031, Kestrel has 5400 users.\n"),
            ],
        },
        Example {
            files: &[
                ("概述.md", "# 网盘榜单\n\n## TOP1 鸿雁网盘\n\n截至2029年，鸿雁网盘的用户数为1200人。\n"),
                ("年报.md", "# 网盘榜单\n\n## TOP1 鸿雁网盘\n\n截至2031年6月，鸿雁网盘的用户数为5400人。\n"),
            ],
        },
    ],
    near_misses: &[Example {
        files: &[
            ("overview.md", "# Kestrel\n\nAs of 2031, Kestrel has 5400 users.\n"),
            ("report.md", "# Kestrel\n\n## Users\n\nAs of 2031, Kestrel has 5400 users.\n"),
        ],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let dated: Vec<&Claim> = group.claims.iter().filter(|c| c.date.is_some()).take(256).copied().collect();
    let Some(latest) = dated.iter().max_by(|a, b| a.date.cmp(&b.date)).copied() else { return };
    let Some(of_latest) = measure(latest) else { return };
    for claim in dated {
        let (Some(date), Some(later)) = (&claim.date, &latest.date) else { continue };
        // 2031-06 is no later than 2031: the year may be meant as a whole.
        if date >= later || later.starts_with(date.as_str()) || fact::neighbours(claim, latest) || claim.table.is_some() {
            continue;
        }
        let undated = |c: &Claim| Claim { date: None, ..c.clone() };
        let apart = measure(claim).is_some_and(|m| m.meeting(&of_latest) == Meeting::Apart);
        if !apart
            || fact::conditions(&undated(claim), &undated(latest)) == Conditions::Differ
            || fact::baselines_differ(claim, latest)
        {
            continue;
        }
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, latest]),
            message: "stale",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", words(&latest.quote)),
                ("date", date.clone()),
                ("later", later.clone()),
            ]),
            arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(latest, claim)),
            primary: passage(claim, ""),
            related: vec![passage(latest, "later")],
        });
    }
}
