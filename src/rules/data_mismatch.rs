//! A text that says otherwise than the data file.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Origin};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Meeting, stated, stated_beside};
use crate::rules::{ALSO, Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, words};

/// A text that says otherwise than the data file.
pub static RULE: Rule = Rule {
    name: "data-mismatch",
    summary: Say { en: "a figure in a text is not that of the data file", zh: "文中数值与数据文件不符" },
    explanation: Say {
        en: "The benchmark was run again and its results file committed; the README still has the old figure. The rule compares figures of texts with those of the CSV and JSON files among the documents, of the \
same subject and metric; it is content when one of several values in the data agrees. To mend it, take the figure from the file.",
        zh: "测试重新跑过，结果文件已更新，README里却还是旧数字。本规则把文中数值与同批CSV、JSON文件中同一主体、同一指标的数值比较；数据中有多个值时，只要有一个相符就不报告。修改方法：以数据文件为准更正文中数值。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: fact::key,
    check,
    texts: &[
        ("differs", Say { en: "{subject}: {a} here, but {b} in {file}", zh: "{subject}：此处为{a}，而{file}中为{b}" }),
        ("help", Say { en: "take the figure from the data file", zh: "以数据文件为准更正" }),
        ("data", Say { en: "the value in the data", zh: "数据中的值" }),
        (ALSO, Say { en: "the same figure again", zh: "同一数值再次出现" }),
    ],
    fires: &[Example {
        files: &[
            ("README.md", "# Heron\n\nHeron has a p99 latency of 45 ms.\n"),
            ("results.csv", "product,p99 latency (ms)\nHeron,61\nEgret,80\n"),
        ],
    }],
    near_misses: &[Example {
        files: &[
            ("README.md", "# Heron\n\nHeron has a p99 latency of 61 ms.\n"),
            ("results.csv", "product,p99 latency (ms)\nHeron,60.7\nEgret,80\n"),
        ],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let is_data = |c: &&Claim| c.origin == Origin::Data;
    if !group.claims.iter().any(&is_data) || group.claims.iter().all(is_data) {
        return;
    }
    let found = fact::statements(group.claims);
    let (data, texts): (Vec<_>, Vec<_>) = found.iter().partition(|s| s.claims[0].origin == Origin::Data);
    for text in texts {
        let claim = text.claims[0];
        let known: Vec<_> = data
            .iter()
            .filter(|d| {
                d.measure.unit == text.measure.unit
                    && fact::conditions(claim, d.claims[0]) != Conditions::Differ
                    && !fact::baselines_differ(claim, d.claims[0])
            })
            .collect();
        let Some(first) = known.first() else { continue };
        if known.iter().any(|d| d.measure.meeting(&text.measure) != Meeting::Apart) {
            continue;
        }
        let value = first.claims[0];
        let unstated = fact::conditions(claim, value) != Conditions::Agree { only_first: Vec::new(), only_second: Vec::new() };
        let unsure = unstated || confidence([claim, value]) != Confidence::High;
        let mut related: Vec<_> = known.iter().take(RELATED / 2).map(|d| passage(d.claims[0], "data")).collect();
        related.extend(text.others(claim).take(RELATED / 2).map(|c| passage(c, ALSO)));
        out.push(Draft {
            severity: unsure.then_some(Severity::Warning),
            confidence: confidence([claim, value]),
            message: "differs",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", stated_beside(value, claim)),
                ("file", value.document.clone()),
            ]),
            arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(value, claim)),
            primary: passage(claim, ""),
            related,
        });
    }
}
