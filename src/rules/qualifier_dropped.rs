//! "Up to", "about" or a range that is gone in the restatement.

use std::collections::BTreeMap;

use crate::claim::{Bound, Claim, Modality};
use crate::finding::Severity;
use crate::link::is_limit;
use crate::rules::fact::{self, Conditions, Statement, apart};
use crate::rules::interval::stated;
use crate::rules::{ALSO, Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, words};

/// "Up to", "about" or a range that is gone in the restatement.
pub static RULE: Rule = Rule {
    name: "qualifier-dropped",
    summary: Say {
        en: "a restatement drops \"up to\", \"about\" or the lower end of a range",
        zh: "重述时丢掉了“最高”“约”或区间的另一端",
    },
    explanation: Say {
        en: "\"Saves up to 40%\" in an entry becomes \"saves 40%\" in the table: the best case is sold as the usual one. A restatement may \
say less than the first statement, never more. The rule compares equal figures of one subject and metric. It is silent where the \
plain figure names a condition of its own (that is where the maximum comes from), and where a summary rounds an exact figure of the text. To \
mend it, put the qualifier back, or name the case in which the whole figure holds.",
        zh: "正文写“最高节省40%”，表格里却写成“节省40%”：把最好的情况说成了通常的情况。重述可以比原文弱，但不能更强。\
本规则比较同一主体、同一指标、数字相同的两处说法。若不带限定词的一处自己写明了条件（最大值正由此而来），或摘要只是把正文的精确数值说成约数，则不报告。\
修改方法：补回限定词，或写清在什么条件下能达到该数值。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: fact::key,
    check,
    texts: &[
        ("bound", Say { en: "{subject}: {a} here, but {b} elsewhere", zh: "{subject}：此处为{a}，另一处却是{b}" }),
        (
            "about",
            Say {
                en: "{subject}: exactly {a} here, but only about that elsewhere ({b})",
                zh: "{subject}：此处为确数{a}，另一处只是约数（{b}）",
            },
        ),
        (
            "range-end",
            Say {
                en: "{subject}: {a} here, but that is only the upper end of {b}",
                zh: "{subject}：此处为{a}，但那只是{b}的上限",
            },
        ),
        (
            "help",
            Say {
                en: "put the qualifier back, or name the case in which the whole figure holds",
                zh: "补回限定词，或写清达到该数值的条件",
            },
        ),
        ("first", Say { en: "stated here with its qualifier", zh: "此处带有限定词" }),
        (ALSO, Say { en: "dropped here, too", zh: "此处同样丢失" }),
    ],
    fires: &[
        Example {
            files: &[(
                "比较.md",
                "# 存储方案榜单\n\n## TOP1 蓝鲸存储\n\n- 核心亮点：冷数据归档比标准存储节省最高45%。\n\n## 对比表\n\n| 排名 | 对象 | 优势 |\n|---|---|---|\n| 1 | 蓝鲸存储 | 归档节省45% |\n",
            )],
        },
        Example {
            files: &[(
                "tool.md",
                "# Swiftpack\n\n## Results\n\nSwiftpack reduces bundle size by up to 35%.\n\n## Conclusion\n\nSwiftpack reduces bundle size by 35%.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "hosts.md",
                "# Mail hosts\n\n## Larkmail\n\nLarkmail accepts attachments of up to 35 MB.\n\n## Comparison\n\n| Host | Attachment limit |\n|---|---|\n| Larkmail | 35 MB |\n| Owlpost | 20 MB |\n",
            )],
        },
        Example {
            files: &[(
                "tool.md",
                "# Swiftpack\n\n## Results\n\nSwiftpack reduces bundle size by up to 35%.\n\n## Conclusion\n\nSwiftpack reduces bundle size by up to 35%.\n",
            )],
        },
        Example {
            files: &[(
                "比较.md",
                "# 存储方案\n\n## 摘要\n\n蓝鲸存储的读取延迟约为20毫秒。\n\n## 蓝鲸存储\n\n蓝鲸存储的读取延迟为20毫秒。\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let found = fact::statements(group.claims);
    for strong in &found {
        let dropped = found.iter().find_map(|weak| Some((weak, dropped(weak, strong)?)));
        if let Some((weak, (claim, first, message))) = dropped {
            out.push(draft(strong, weak, claim, first, message));
        }
    }
}

/// What the second statement leaves out of the first: the restating claim, the first, and the message.
fn dropped<'a>(weak: &Statement<'a>, strong: &Statement<'a>) -> Option<(&'a Claim, &'a Claim, &'static str)> {
    let (w, s) = (&weak.measure, &strong.measure);
    let same = w.same_figures(s);
    let plain = s.bound == Bound::Eq && !s.approximate;
    // An "attachment limit of 35 MB" is what "attachments of up to 35 MB" says.
    let limit = [weak, strong].iter().any(|s| s.claims[0].metric.as_deref().is_some_and(is_limit));
    let message = if same && plain && !limit && matches!(w.bound, Bound::UpTo | Bound::AsLowAs) {
        "bound"
    } else if same && w.approximate && !s.approximate && (plain || s.bound == w.bound) {
        "about"
    } else if plain && w.bound == Bound::Range && matches!(w.unit.as_str(), "%" | "x") && s.figure() == w.stated.high.as_ref() {
        "range-end"
    } else {
        return None;
    };
    let (claim, first) = apart(strong, weak)?;
    // "In theory 40%" is a hedge of its own.
    let hedged = claim.modality != first.modality && matches!(claim.modality, Modality::Theoretical | Modality::Expected);
    if hedged || fact::baselines_differ(claim, first) || fact::modalities_differ(claim, first) {
        return None;
    }
    match fact::conditions(claim, first) {
        Conditions::Agree { only_first, .. } if only_first.is_empty() => {}
        _ => return None,
    }
    // An exact figure in the text and "about" in the summary is how it should be.
    if message == "about" && !restated_exactly(claim, first) {
        return None;
    }
    Some((claim, first, message))
}

/// Whether the exact claim restates the rough one, within one document.
fn restated_exactly(exact: &Claim, rough: &Claim) -> bool {
    let later = (exact.line, exact.column) > (rough.line, rough.column);
    exact.document == rough.document
        && match (fact::restates(exact), fact::restates(rough)) {
            (true, false) => true,
            (false, true) => false,
            _ => later,
        }
}

fn draft(strong: &Statement<'_>, weak: &Statement<'_>, claim: &Claim, first: &Claim, message: &'static str) -> Draft {
    let mut related = vec![passage(first, "first")];
    related.extend(weak.others(first).take(RELATED / 2).map(|c| passage(c, "first")));
    related.extend(strong.others(claim).take(RELATED / 2).map(|c| passage(c, ALSO)));
    // "About" is lost lightly in a table cell; with the condition it stood under it misleads.
    let narrower = matches!(fact::conditions(claim, first), Conditions::Agree { only_second, .. } if !only_second.is_empty());
    Draft {
        severity: (message == "about" && !narrower).then_some(Severity::Note),
        confidence: confidence([claim, first]),
        message,
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&first.quote)),
        ]),
        arithmetic: format!("{} ⊋ {}", stated(first), stated(claim)),
        primary: passage(claim, ""),
        related,
    }
}
