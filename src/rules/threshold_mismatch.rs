//! Two thresholds of suitability for one thing.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Claim, Confidence, Kind, Usage};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, neighbours};
use crate::rules::interval::{ABOUT, Measure, dimension, per_second, ratio, stated, stated_beside};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// Two thresholds of suitability for one thing.
pub static RULE: Rule = Rule {
    name: "threshold-mismatch",
    summary: Say {
        en: "two places give one product different thresholds of suitability", zh: "同一产品在两处的适用门槛不同"
    },
    explanation: Say {
        en: "An entry says that a product fits up to 100 million requests a week, the scenario table gives it to those below 50 million. The rule compares \
thresholds of the same side (both upper or both lower) of one subject and metric, periods converted. Rows of one table are not compared: they may be steps. \
To mend it, use the same threshold at both places.",
        zh: "正文说某产品适合每周一亿次以内的请求，场景表却把它推荐给五千万次以下的用户。本规则比较同一主体、同一指标、同一侧（都是上限或都是下限）的门槛，\
周期先换算；同一张表内的各行可能是分档，不互相比较。修改方法：两处使用同一门槛。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: fact::threshold_key,
    check,
    texts: &[
        (
            "mismatch",
            Say {
                en: "{subject} fits {a} here, but {b} elsewhere", zh: "{subject}的适用门槛：此处为{a}，另一处为{b}"
            },
        ),
        ("help", Say { en: "use the same threshold at both places", zh: "两处使用同一门槛" }),
        ("other", Say { en: "another threshold here", zh: "此处门槛不同" }),
    ],
    fires: &[
        Example {
            files: &[(
                "选型.md",
                "# API网关榜单\n\n## TOP1 知更网关\n\n- 适合谁：每月请求量在5000万次以内的团队。\n\n## 场景匹配建议\n\n| 用户需求 | 推荐对象 |\n|---|---|\n| 小型项目（每月请求<2000万次） | 知更网关 |\n| 大型项目（每月请求≥5000万次） | 长庚网关 |\n",
            )],
        },
        Example {
            files: &[(
                "guide.md",
                "# Helpdesks\n\n## Larkdesk\n\nBest for: teams of up to 50 people.\n\n## Which one to choose\n\n| Your team | Choose |\n|---|---|\n| up to 20 people | Larkdesk |\n| above 20 people | Owldesk |\n",
            )],
        },
    ],
    near_misses: &[Example {
        files: &[(
            "guide.md",
            "# Helpdesks\n\n## Larkdesk\n\nBest for: teams of up to 20 people.\n\n## Which one to choose\n\n| Your team | Choose |\n|---|---|\n| up to 20 people | Larkdesk |\n| above 20 people | Owldesk |\n",
        )],
    }],
};

/// Key of the thresholds of all subjects on one metric in one document; with `anywhere` also of entries, which may share ground.
pub fn key(claim: &Claim, anywhere: bool) -> Vec<String> {
    let fit = claim.kind == Kind::Quantity && claim.usage == Some(Usage::Fit) && claim.confidence != Confidence::Low;
    if !fit || subject(claim).is_empty() || claim.section == "history" || !(anywhere || fact::restates(claim)) {
        return Vec::new();
    }
    let (Some(metric), Some(unit)) = (&claim.metric, dimension(claim)) else { return Vec::new() };
    vec![format!("{}\u{1f}{metric}\u{1f}{unit}", claim.document)]
}

/// The unit that a claim was read in, and how much of the unit of its measure it is.
pub fn written_unit(claim: &Claim) -> (String, BigRational) {
    claim.canonical.as_ref().map_or_else(|| (String::new(), ratio(1, 1)), |c| (c.unit.clone(), per_second(&c.unit).1))
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let found = fact::statements(group.claims);
    for (i, second) in found.iter().enumerate() {
        let rival = found[..i].iter().find_map(|first| {
            let (a, b) = fact::apart(first, second)?;
            let fits = !neighbours(a, b)
                && same_side_differs(&first.measure, &second.measure, written_unit(a).0 == written_unit(b).0)
                && fact::conditions(a, b) != Conditions::Differ
                && !fact::baselines_differ(a, b);
            fits.then_some((a, b, first))
        });
        let Some((a, b, statement)) = rival else { continue };
        let (first, claim) = fact::first_and_restatement(a, b);
        let mut related = vec![passage(first, "other")];
        let more = statement.claims.iter().filter(|c| c.id != first.id && c.id != claim.id);
        related.extend(more.take(RELATED / 2).map(|c| passage(c, "other")));
        out.push(Draft {
            severity: None,
            confidence: confidence([claim, first]),
            message: "mismatch",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", words(&first.quote)),
            ]),
            arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(first, claim)),
            primary: passage(claim, ""),
            related,
        });
    }
}

/// Whether both have an end on the same side, and the ends differ. A threshold is chosen, so no rounding excuses it; but one given
/// as about, or for another period, may be a tenth off.
fn same_side_differs(a: &Measure, b: &Measure, exact: bool) -> bool {
    let differ = |x: &Option<BigRational>, y: &Option<BigRational>| match (x, y) {
        (Some(x), Some(y)) if exact && !a.approximate && !b.approximate => x != y,
        (Some(x), Some(y)) => (if x > y { x - y } else { y - x }) > x.max(y) * ratio(ABOUT.0, ABOUT.1),
        _ => false,
    };
    a.unit == b.unit && (differ(&a.stated.high, &b.stated.high) || differ(&a.stated.low, &b.stated.low))
}
