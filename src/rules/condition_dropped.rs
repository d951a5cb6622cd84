//! A condition that is gone in the restatement.

use std::collections::BTreeMap;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, apart, same_words};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A condition that is gone in the restatement.
pub static RULE: Rule = Rule {
    name: "condition-dropped",
    summary: Say { en: "a restatement drops the condition of the figure", zh: "重述时丢掉了数值成立的条件" },
    explanation: Say {
        en: "\"15% faster on the large data set\" becomes \"15% faster\" in the conclusion. The figure is the same, the claim is wider. \
The rule looks at summaries, tables, answers and conclusions that repeat a figure of the text without a condition it stood under, unless the heading \
above names that condition. It is a note: a short restatement is often meant to be short.",
        zh: "正文写“在大数据集上快15%”，结论里只剩“快15%”：数字没变，适用范围却变宽了。本规则检查摘要、表格、问答和结论：\
它们重复了正文的数值，却没有写出正文所附的条件，上方标题也没有提到该条件。级别为提示，因为简短的重述有时是有意为之。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &["qualifier-dropped", "modality-drift", "baseline-drift", "value-conflict", "retired-value"],
    keys: fact::key,
    check,
    texts: &[
        (
            "dropped",
            Say {
                en: "{subject}: {a} without the condition that it was stated under ({condition})",
                zh: "{subject}：{a}没有写出原有的条件（{condition}）",
            },
        ),
        ("help", Say { en: "repeat the condition, or point to where it stands", zh: "补上条件，或指明条件写在何处" }),
        ("first", Say { en: "stated here under a condition", zh: "此处带有条件" }),
    ],
    fires: &[
        Example {
            files: &[(
                "图床.md",
                "# 图床榜单\n\n## TOP1 苍耳图床\n\n- 核心亮点：按年付费时，苍耳图床的费用比旧方案节省25%。\n\n## 结论\n\n苍耳图床的费用比旧方案节省25%。\n",
            )],
        },
        Example {
            files: &[(
                "report.md",
                "# Heron Index\n\n## Heron Index\n\nHeron Index cuts query time by 25% on Linux with annual billing.\n\n## Conclusion\n\nHeron Index cuts query time by 25%.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[("种子.md", "# 种子\n\n## TOP1 金穗\n\n换到金穗之后，用种量减少15%。\n\n## 结论\n\n金穗用种量减少15%。\n")],
        },
        Example {
            files: &[(
                "report.md",
                "# Heron Index\n\n## Heron Index\n\nHeron Index cuts query time by 25%.\n\n## Conclusion\n\nHeron Index cuts query time by 25%.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let found = fact::statements(group.claims);
    for strong in &found {
        let lost = found.iter().find_map(|weak| {
            let (claim, first) = apart(strong, weak)?;
            let same = strong.measure.same_figures(&weak.measure) && strong.measure.bound == weak.measure.bound;
            // Of two places that are no summary or the like, neither is the first: one of them says too little.
            let restates = fact::restates(claim) || claim.heading != first.heading;
            if !same || !restates || fact::restates(first) || fact::baselines_differ(claim, first) {
                return None;
            }
            lost(claim, first).map(|condition| (claim, first, condition))
        });
        let Some((claim, first, condition)) = lost else { continue };
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, first]),
            message: "dropped",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("condition", condition),
            ]),
            arithmetic: String::new(),
            primary: passage(claim, ""),
            related: vec![passage(first, "first")],
        });
    }
}

/// The conditions that only the first statement names; none when the restatement has some of its own or its heading says them.
fn lost(claim: &Claim, first: &Claim) -> Option<String> {
    let Conditions::Agree { only_first, only_second } = fact::conditions(claim, first) else { return None };
    if !only_first.is_empty() {
        return None;
    }
    let texts: Vec<&str> = only_second.iter().filter_map(|n| first.conditions.get(n)).map(String::as_str).collect();
    let said_above = |text: &str| claim.heading.split(" > ").any(|heading| same_words(heading, text));
    let lost: Vec<&str> = texts.into_iter().filter(|t| !said_above(t)).collect();
    (!lost.is_empty()).then(|| lost.join(", "))
}
