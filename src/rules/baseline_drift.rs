//! One figure, compared with different things.

use std::collections::BTreeMap;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, apart};
use crate::rules::interval::Meeting;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// One figure, compared with different things.
pub static RULE: Rule = Rule {
    name: "baseline-drift",
    summary: Say {
        en: "the same figure is compared with different things", zh: "同一个数值在不同地方的比较对象不同"
    },
    explanation: Say {
        en: "\"30% more than a general GPU\" in an entry and \"30% more than competitors\" in the conclusion: the figure was kept and what it is \
measured against was exchanged. The rule compares claims of one subject and metric that share a figure and name different baselines. Different \
figures against different baselines are different facts, and a baseline that is only left out is no fault. To mend it, name the same baseline.",
        zh: "正文写“比通用显卡高30%”，结论写“领先竞品30%”：数字没变，比较对象却换了。本规则比较同一主体、同一指标、共用一个数字而比较对象不同的说法。\
数字和比较对象都不同属于两个事实；只是省略比较对象也不算错误。修改方法：统一比较对象。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &["data-mismatch", "translation-mismatch"],
    keys: fact::key,
    check,
    texts: &[
        (
            "drift",
            Say {
                en: "{subject}: {a} is against {baseline} here, but against {other} elsewhere",
                zh: "{subject}：{a}此处相对于{baseline}，另一处相对于{other}",
            },
        ),
        ("help", Say { en: "name the same baseline at both places", zh: "两处写明同一比较对象" }),
        ("first", Say { en: "compared with something else here", zh: "此处的比较对象不同" }),
    ],
    fires: &[
        Example {
            files: &[(
                "评测.md",
                "# 压缩工具榜单\n\n## TOP1 飞梭压缩\n\n- 核心亮点：飞梭压缩的吞吐量比 gzip 提升 40%。\n\n## 结论\n\n飞梭压缩的吞吐量比 zstd 提升 40%。\n",
            )],
        },
        Example {
            files: &[(
                "bench.md",
                "# Marten\n\n## Results\n\nMarten is 3x faster than Rollup.\n\n## Conclusion\n\nMarten is 3x faster than Webpack.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "bench.md",
                "# Marten\n\n## Results\n\nMarten is 3x faster than Rollup.\n\n## Conclusion\n\nMarten is 5x faster than Webpack.\n",
            )],
        },
        Example {
            files: &[(
                "评测.md",
                "# 压缩工具榜单\n\n## TOP1 飞梭压缩\n\n- 核心亮点：飞梭压缩的吞吐量比 gzip 提升 40%。\n\n## 结论\n\n飞梭压缩的吞吐量提升 40%。\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let found = fact::statements(group.claims);
    for (i, second) in found.iter().enumerate() {
        let drift = found[..i].iter().find_map(|first| {
            let (a, b) = apart(first, second)?;
            let fits = fact::baselines_differ(a, b)
                && !of_two_languages(a, b)
                && first.measure.shares_figure(&second.measure)
                && first.measure.meeting(&second.measure) == Meeting::Meet
                && fact::conditions(a, b) != Conditions::Differ;
            fits.then(|| fact::first_and_restatement(a, b))
        });
        let Some((first, claim)) = drift else { continue };
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, first]),
            message: "drift",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("baseline", claim.baseline.clone().unwrap_or_default()),
                ("other", first.baseline.clone().unwrap_or_default()),
            ]),
            arithmetic: String::new(),
            primary: passage(claim, ""),
            related: vec![passage(first, "first")],
        });
    }
}

/// "First generation" and 初代 may be one baseline: words of two languages are not compared, names are.
fn of_two_languages(a: &Claim, b: &Claim) -> bool {
    let phrase = |text: &str| {
        text.is_ascii() && text.contains([' ', '-']) && !text.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    matches!((&a.baseline, &b.baseline), (Some(x), Some(y)) if phrase(x) && !y.is_ascii() || phrase(y) && !x.is_ascii())
}
