//! A figure that was corrected in one place and survives in another.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Origin};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, Statement, neighbours};
use crate::rules::interval::{Measure, Meeting, measure, stated, stated_beside};
use crate::rules::value_conflict::{disagree, is_list, twice_together};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, words};

/// A figure that was corrected in one place and survives in another.
pub static RULE: Rule = Rule {
    name: "retired-value",
    summary: Say {
        en: "a figure that was corrected elsewhere and survives here", zh: "数值在别处已更正，此处仍是旧值"
    },
    explanation: Say {
        en: "Somebody corrects a figure on its own page and does not know that the guide repeats it. The rule knows what was corrected from two sources: the records of the last `claimlint extract --write`, where \
the document says otherwise since, and reports/corrections.csv of `claimlint history`. It speaks of every other place that states the same fact with the old figure and cannot hold beside the new one; the \
related place is the corrected one. A place that changed to its figure itself is a conflict and no survivor, and nothing is said of history sections of another date. To mend it, bring the old figure up to \
date: `claimlint fix` does it at all places at once.",
        zh: "有人更正了一个页面上的数值，却不知道选购指南里也写了一遍。本规则从两处得知哪些数值更正过：上一次 `claimlint extract --write` 留下的记录（文档此后已改），以及 `claimlint history` 写入的 \
reports/corrections.csv。凡陈述同一事实、仍为旧值且与新值不能同时成立的地方都会报告，并指出更正之处。自身刚改成该数值的地方属于矛盾，不算残留；日期不同的历史记录不比较。\
修改方法：改为新值，可用 `claimlint fix` 一次改好各处。",
    },
    severity: Severity::Error,
    also: &[Origin::Retired],
    yields_to: &["data-mismatch", "translation-mismatch"],
    keys: fact::key,
    check,
    texts: &[
        (
            "survives",
            Say {
                en: "{subject}: {a} here, but the figure was corrected from {was} to {b}",
                zh: "{subject}：此处仍为{a}，而该数值已由{was}更正为{b}",
            },
        ),
        (
            "help",
            Say {
                en: "bring this place up to date, or take the correction back", zh: "把此处也改为新值，或撤回更正"
            },
        ),
        ("corrected", Say { en: "corrected here", zh: "此处已更正" }),
        ("new", Say { en: "states the new figure", zh: "此处为新值" }),
    ],
    fires: &[
        Example {
            files: &[
                ("before/speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 12 ms.\n"),
                ("speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 19 ms.\n"),
                ("guide.md", "# Which cache\n\nHarbor Cache has a p99 latency of 0.012 s, and it is free.\n"),
            ],
        },
        Example {
            files: &[
                ("before/甲.md", "# 观澜净水器\n\n## 规格\n\n- 观澜净水器的价格为 1999 元。\n"),
                ("甲.md", "# 观澜净水器\n\n## 规格\n\n- 观澜净水器的价格为 2399 元。\n"),
                ("乙.md", "# 选购指南\n\n## 观澜净水器\n\n观澜净水器的价格为 1999 元。\n"),
            ],
        },
    ],
    near_misses: &[
        // Both conflict, and neither was another before.
        Example {
            files: &[
                ("speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 19 ms.\n"),
                ("guide.md", "# Which cache\n\nHarbor Cache has a p99 latency of 12 ms.\n"),
            ],
        },
        // All places were brought up to date.
        Example {
            files: &[
                ("before/甲.md", "# 观澜净水器\n\n## 规格\n\n- 观澜净水器的价格为 1999 元。\n"),
                ("甲.md", "# 观澜净水器\n\n## 规格\n\n- 观澜净水器的价格为 2399 元。\n"),
                ("乙.md", "# 选购指南\n\n## 观澜净水器\n\n观澜净水器的价格为 2399 元，保修两年。\n"),
            ],
        },
        // The other place never stated the old figure.
        Example {
            files: &[
                ("before/speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 12 ms.\n"),
                ("speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 19 ms.\n"),
                ("guide.md", "# Which cache\n\nHarbor Cache has a p99 latency of 25 ms.\n"),
            ],
        },
        // A figure that was put in before the old one corrects nothing.
        Example {
            files: &[
                ("before/speed.md", "# Harbor Cache\n\nHarbor Cache has a p99 latency of 12 ms.\n"),
                (
                    "speed.md",
                    "# Harbor Cache\n\nHarbor Cache has a p99 latency of 19 ms.\n\nHarbor Cache has a p99 latency of 12 ms.\n",
                ),
            ],
        },
        // What was is told where it is said that it was.
        Example {
            files: &[
                ("before/speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 12 ms.\n"),
                ("speed.md", "# Harbor Cache\n\n## Speed\n\nHarbor Cache answers with a p99 latency of 19 ms.\n"),
                (
                    "CHANGELOG.md",
                    "# Changelog\n\n## 2.0.0 (2031-05-02)\n\n- Harbor Cache: p99 latency 19 ms.\n\n## 1.0.0 (2030-02-01)\n\n- Harbor Cache: p99 latency 12 ms.\n",
                ),
            ],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (old, current): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.origin == Origin::Retired);
    if old.is_empty() {
        return;
    }
    let found = fact::statements(&current);
    if is_list(&found) {
        return;
    }
    let changed = |claim: &Claim| old.iter().any(|o| o.parents.contains(&claim.id));
    let mut told: Vec<&str> = Vec::new();
    for retired in &old {
        // Where the corrected claim is not there any more, nobody knows what holds.
        let Some(new) = found.iter().find(|s| s.claims.iter().any(|c| retired.parents.contains(&c.id))) else { continue };
        let Some(corrected) = new.claims.iter().find(|c| retired.parents.contains(&c.id)) else { continue };
        let Some(was) = measure(retired) else { continue };
        for statement in found.iter().filter(|s| survives(s, &was, new) && disagree(s, new) && !twice_together(&found, s, new)) {
            let place_apart = |c: &&&Claim| !neighbours(c, corrected) && c.origin != Origin::Data && !changed(c);
            for claim in statement.claims.iter().filter(place_apart) {
                if !told.contains(&claim.id.as_str()) {
                    told.push(&claim.id);
                    out.push(draft(claim, corrected, retired, new));
                }
            }
        }
    }
}

/// Whether a statement is that of the old figure and not of the new one.
fn survives(statement: &Statement<'_>, was: &Measure, new: &Statement<'_>) -> bool {
    let same = statement.measure.same_figures(was)
        || statement.measure.bound == was.bound && statement.measure.meeting(was) == Meeting::Meet;
    same && statement.measure.meeting(&new.measure) == Meeting::Apart
}

fn draft(claim: &Claim, corrected: &Claim, retired: &Claim, new: &Statement<'_>) -> Draft {
    let agree = Conditions::Agree { only_first: Vec::new(), only_second: Vec::new() };
    let unstated = fact::conditions(claim, corrected) != agree
        || claim.baseline.is_some() != corrected.baseline.is_some()
        || claim.modality != corrected.modality;
    let unsure = unstated || confidence([claim, corrected]) != Confidence::High;
    let mut related = vec![passage(corrected, "corrected")];
    related.extend(new.others(corrected).take(RELATED - 1).map(|c| passage(c, "new")));
    let when = retired.source.as_ref().map_or(String::new(), |when| format!(" ({when})"));
    Draft {
        severity: unsure.then_some(Severity::Warning),
        confidence: confidence([claim, corrected]).max(if unstated { Confidence::Medium } else { Confidence::High }),
        message: "survives",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("was", words(&retired.quote)),
            ("b", words(&corrected.quote)),
        ]),
        arithmetic: format!(
            "{} → {}{when}; {} ≠ {}",
            stated(retired),
            stated_beside(corrected, retired),
            stated(claim),
            stated_beside(corrected, claim)
        ),
        primary: passage(claim, ""),
        related,
    }
}
