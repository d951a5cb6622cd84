//! One thing can and cannot do the same.

mod ticked;

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, neighbours};
use crate::rules::grid;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// One thing can and cannot do the same.
pub static RULE: Rule = Rule {
    name: "attribute-conflict",
    summary: Say { en: "two places ascribe opposite abilities to one thing", zh: "同一对象的能力在两处说法相反" },
    explanation: Say {
        en: "\"Works offline\" in the entry, \"needs a connection\" in the FAQ. The rule compares what is said of one ability of one subject in words, yes or no, under conditions that do not \
differ (plan, edition, region, version). To mend it, correct one place, or say under which plan or version each holds.",
        zh: "条目写“支持离线”，问答却写“不支持离线”。本规则比较同一主体同一能力的“支持”与“不支持”，且套餐、版本、地区等条件不冲突。修改方法：更正其中一处，或写明各自适用的套餐或版本。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &["translation-mismatch"],
    keys: |claim| {
        let says = claim.kind == Kind::Aggregate && claim.text.as_deref() == Some("says");
        let mut keys = if says || claim.table.is_some() { grid::anywhere(claim, says) } else { Vec::new() };
        if let (Kind::Capability, Some(metric)) = (claim.kind, &claim.metric)
            && claim.confidence != Confidence::Low
            && claim.section != "history"
            && !subject(claim).is_empty()
        {
            keys.push(format!("{}\u{1f}{metric}", subject(claim)));
        }
        keys
    },
    check,
    texts: &[
        (
            "opposite",
            Say {
                en: "{subject}: \"{a}\" here, but \"{b}\" elsewhere", zh: "{subject}：此处写“{a}”，另一处写“{b}”"
            },
        ),
        (
            "ticked",
            Say {
                en: "{subject}, {metric}: \"{a}\" here, but \"{b}\" in the table",
                zh: "{subject}（{metric}）：此处写“{a}”，表格中为“{b}”",
            },
        ),
        (
            "help",
            Say {
                en: "correct one place, or say under which plan or version each holds",
                zh: "更正其中一处，或写明各自适用的套餐或版本",
            },
        ),
        ("other", Say { en: "said the other way round here", zh: "此处说法相反" }),
    ],
    fires: &[
        Example {
            files: &[(
                "passes.md",
                "# Passes\n\n| Pass | Night buses | Dogs allowed |\n|---|---|---|\n| Day | ✗ | ✓ |\n| Week | ✓ | ✓ |\n| Year | ✓ | ✓ |\n\n**Are night buses included in the Week pass?**\n\nNo, they cost two crowns a ride.\n",
            )],
        },
        Example {
            files: &[(
                "温泉.md",
                "# 两家温泉旅馆\n\n| 旅馆 | 房价（元） |\n|---|---|\n| 石泉旅馆 | 320 |\n| 竹溪旅馆 | 280 |\n\n## 石泉旅馆\n\n院子很大。旅馆提供早餐。\n\n## 竹溪旅馆\n\n房间临溪。\n\n## 常见问题\n\n问：石泉旅馆有早餐吗？\n\n答：石泉旅馆不提供早餐。\n",
            )],
        },
        Example {
            files: &[(
                "笔记.md",
                "# 笔记软件榜单\n\n## TOP1 竹简笔记\n\n- 核心亮点：竹简笔记支持离线编辑。\n\n## FAQ\n\nQ1：竹简笔记能离线编辑吗？\n\n竹简笔记不支持离线编辑。\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "passes.md",
                "# Passes\n\n| Pass | Night buses | Dogs allowed |\n|---|---|---|\n| Day | ✗ | ✓ |\n| Week | ✗ | ✓ |\n| Year | ✓ | ✓ |\n\n**Are night buses included in the Week pass?**\n\nNo, they cost two crowns a ride.\n",
            )],
        },
        Example {
            files: &[(
                "笔记.md",
                "# 笔记软件榜单\n\n## TOP1 竹简笔记\n\n- 核心亮点：竹简笔记支持离线编辑。\n\n## TOP2 木牍笔记\n\n- 局限：木牍笔记不支持离线编辑。\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        ticked::check(group, out);
        return;
    }
    let polar = |c: &Claim| matches!(c.text.as_deref(), Some("yes" | "no"));
    let known: Vec<&Claim> = group.claims.iter().filter(|c| polar(c)).take(fact::STATEMENTS).copied().collect();
    for (i, claim) in known.iter().enumerate() {
        let rival = known[..i].iter().find(|first| {
            first.text != claim.text
                && !neighbours(first, claim)
                && fact::conditions(first, claim) == Conditions::Agree { only_first: vec![], only_second: vec![] }
        });
        let Some(first) = rival else { continue };
        out.push(Draft {
            severity: None,
            confidence: confidence([*claim, *first]),
            message: "opposite",
            help: "help",
            args: BTreeMap::from([("subject", name(claim)), ("a", words(&claim.quote)), ("b", words(&first.quote))]),
            arithmetic: String::new(),
            primary: passage(claim, ""),
            related: vec![passage(first, "other")],
        });
        return;
    }
}
