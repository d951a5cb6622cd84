//! Thresholds of suitability that give the same case to two products.

use std::collections::BTreeMap;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Measure, decimal, measure};
use crate::rules::relation::role;
use crate::rules::threshold_mismatch::{key, written_unit};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// Thresholds of suitability that give the same case to two products.
pub static RULE: Rule = Rule {
    name: "threshold-overlap",
    summary: Say {
        en: "the thresholds of \"which to choose\" give one range to two products",
        zh: "选型门槛把同一区间给了两款产品",
    },
    explanation: Say {
        en: "\"Below 100 people: A\" and \"above 50 people: B\" leave a team of 70 with two answers. The rule looks at tables and \
sections that decide between products, not at entries, which may well share ground; and not at ladders of upper limits (up to 10, up to 50), where the \
first that fits is meant. To mend it, let one range end where the next begins.",
        zh: "“100人以下选甲”“50人以上选乙”，70人的团队就有两个答案。本规则只看用于选型的表格和章节；各条目的适用范围本来就可以重叠。\
“10人以内、50人以内”这样的阶梯式上限取最先满足的一档，也不算重叠。修改方法：让一段的终点等于下一段的起点。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let step = role(claim).filter(|(role, _)| *role == "tier" && claim.table.is_some());
        let scale = step.map(|(_, list)| format!("{}\u{1f}{list}{SCALE}", claim.document));
        key(claim, false).into_iter().chain(scale).collect()
    },
    check,
    texts: &[
        (
            "overlap",
            Say {
                en: "{low} to {high} fits both {first} ({b}) and {second} ({a})",
                zh: "{low}到{high}同时落入{first}（{b}）和{second}（{a}）",
            },
        ),
        ("help", Say { en: "let one range end where the next begins", zh: "让一段的终点等于下一段的起点" }),
        ("other", Say { en: "the same range here", zh: "此处也包含该区间" }),
    ],
    fires: &[
        Example {
            files: &[(
                "plans.md",
                "# Which plan to choose\n\n| Your team | Choose |\n|---|---|\n| up to 100 people | Larkdesk |\n| more than 50 people | Owldesk |\n",
            )],
        },
        Example {
            files: &[(
                "选型.md",
                "# 工单系统选型\n\n## 场景匹配建议\n\n| 用户需求 | 推荐对象 |\n|---|---|\n| 每月工单<8000个 | 知更工单 |\n| 每月工单>5000个 | 长庚工单 |\n",
            )],
        },
        Example {
            files: &[(
                "电价.md",
                "# 阶梯电价\n\n| 档次 | 月用电量 | 电价 |\n|---|---|---|\n| 第一档 | 200 度及以下 | 0.52 元/度 |\n| 第二档 | 200～400 度 | 0.57 元/度 |\n| 第三档 | 350 度以上 | 0.82 元/度 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "rates.md",
                "# Rates\n\n| Step | Use | Delay |\n|---|---|---|\n| low | up to 200 kWh | 10 to 30 ms |\n| middle | 200 to 400 kWh | 20 to 60 ms |\n| high | above 400 kWh | 50 to 90 ms |\n",
            )],
        },
        Example {
            files: &[(
                "plans.md",
                "# Which plan to choose\n\n| Your team | Choose |\n|---|---|\n| up to 10 people | Larkdesk |\n| up to 50 people | Owldesk |\n",
            )],
        },
        Example {
            files: &[(
                "选型.md",
                "# 工单系统选型\n\n## 场景匹配建议\n\n| 用户需求 | 推荐对象 |\n|---|---|\n| 每月工单5000个以内 | 知更工单 |\n| 每月工单5000个以上 | 长庚工单 |\n",
            )],
        },
    ],
};

/// How many thresholds of a document are compared with one another.
const MOST: usize = 32;

/// Marks the group of a scale that a column gives.
const SCALE: &str = "\u{1f}scale";

/// Two steps of a scale that both cover a range.
fn scale(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut spans: Vec<(&Claim, Measure)> = group.claims.iter().filter_map(|c| Some((*c, measure(c)?))).collect();
    spans.sort_by(|(_, a), (_, b)| a.stated.low.cmp(&b.stated.low));
    for pair in spans.windows(2) {
        let [(first, below), (claim, above)] = pair else { continue };
        let Some((low, high)) = overlap(below, above).filter(|_| !same_direction(below, above)) else { continue };
        // "1 to 50" and "50 to 100", "up to 10" and "10 to 20" meet in a point.
        if &high - &low > below.half.clone().max(above.half.clone()) * num_rational::BigRational::from_integer(2.into()) {
            out.push(draft(claim, first, &low, &high));
        }
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.ends_with(SCALE) {
        scale(group, out);
        return;
    }
    let spans: Vec<(&Claim, Measure)> = group.claims.iter().take(MOST).filter_map(|c| Some((*c, measure(c)?))).collect();
    for (i, (claim, span)) in spans.iter().enumerate() {
        let rival = spans[..i].iter().find(|(first, other)| {
            subject(first) != subject(claim)
                && same_table(first, claim)
                && !same_direction(other, span)
                && overlap(other, span).is_some()
                && fact::conditions(first, claim) != Conditions::Differ
        });
        let Some((first, other)) = rival else { continue };
        let Some((low, high)) = overlap(other, span) else { continue };
        out.push(draft(claim, first, &low, &high));
    }
}

fn draft(claim: &Claim, first: &Claim, low: &num_rational::BigRational, high: &num_rational::BigRational) -> Draft {
    let (unit, factor) = written_unit(claim);
    let unit = if unit.is_empty() { unit } else { format!(" {unit}") };
    Draft {
        severity: None,
        confidence: confidence([claim, first]),
        message: "overlap",
        help: "help",
        args: BTreeMap::from([
            ("low", decimal(&(low / &factor))),
            ("high", format!("{}{unit}", decimal(&(high / &factor)))),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("first", name(first)),
            ("second", name(claim)),
            ("a", words(&claim.quote)),
            ("b", words(&first.quote)),
        ]),
        arithmetic: format!("{} < {}{unit}", decimal(&(low / &factor)), decimal(&(high / &factor))),
        primary: passage(claim, ""),
        related: vec![passage(first, "other")],
    }
}

/// Two rows of one table, or two lines of prose of one section: there one is meant to be chosen.
fn same_table(a: &Claim, b: &Claim) -> bool {
    match (&a.table, &b.table) {
        (Some(x), Some(y)) => x.id == y.id && x.row != y.row,
        (None, None) => a.heading == b.heading,
        _ => false,
    }
}

fn same_direction(a: &Measure, b: &Measure) -> bool {
    let only_high = |m: &Measure| m.stated.low.is_none();
    let only_low = |m: &Measure| m.stated.high.is_none();
    (only_high(a) && only_high(b)) || (only_low(a) && only_low(b))
}

/// The range that both cover; a point in common is none.
fn overlap(a: &Measure, b: &Measure) -> Option<(num_rational::BigRational, num_rational::BigRational)> {
    let low = a.stated.low.clone().max(b.stated.low.clone())?;
    let high = [&a.stated.high, &b.stated.high].into_iter().flatten().min()?.clone();
    (high > low).then_some((low, high))
}
