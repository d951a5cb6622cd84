//! A figure that contradicts what follows from others by arithmetic.

mod harmonic;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Signed;

use crate::claim::{Claim, Confidence, Kind, Origin, exact};
use crate::finding::Severity;
use crate::lexicon::words as words_of;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Meeting, decimal, dimension, measure, ratio, stated, stated_in};
use crate::rules::law::{self, Law};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// A figure that contradicts what follows from others by arithmetic.
pub static RULE: Rule = Rule {
    name: "rate-conflict",
    summary: Say {
        en: "a stated rate, price or total differs from what other figures give",
        zh: "所写的速率、单价或总量与由其他数值算出的结果不符",
    },
    explanation: Say {
        en: "A document says how much is processed, in what time, and how fast: any two give the third. The rule compares figures that the program derived from others (each names \
its parents) with the figures that are stated for the same subject and metric. In a table of precision, recall and F1, whose other rows \
show that F1 is the harmonic mean, a row that breaks this is told. A rate per processor that is more than ten times another one is told too, with less \
certainty, since hardware differs. To mend it, correct the one of the three that is wrong.",
        zh: "文档写了处理量、耗时和速度，三者知二得一。本规则把程序由其他数值推算出的结果（均注明来源）与同一主体、同一指标的书面数值比较。表格列出精确率、召回率和F1，且其余各行都符合调和平均时，不符的一行也会提示。单卡速率若相差十倍以上也会提示，但硬件可能不同，把握较小。修改方法：更正三者中有误的一个。",
    },
    severity: Severity::Error,
    also: &[Origin::Derived],
    yields_to: &[],
    keys,
    check,
    texts: &[
        (
            "derived",
            Say {
                en: "{subject}: {a} is stated, but {b} gives {result}", zh: "{subject}：此处写作{a}，而由{b}算得{result}"
            },
        ),
        (
            "scale",
            Say {
                en: "{b} gives {result} per processor, {times} times the {a} that {subject} is said to reach",
                zh: "由{b}算得每卡{result}，是另一处所写{subject}{a}的{times}倍",
            },
        ),
        ("product", Say { en: "{subject}: {a} is stated, but {b} is {result}", zh: "{subject}：此处写作{a}，而{b}等于{result}" }),
        (
            "harmonic",
            Say {
                en: "{subject}: F1 is {a}, but precision {b} and recall {c} give {result}",
                zh: "{subject}：F1写作{a}，而由精确率{b}和召回率{c}算得{result}",
            },
        ),
        ("factor", Say { en: "one of the factors", zh: "其中一个乘数" }),
        ("stated", Say { en: "stated here", zh: "此处所写" }),
        ("help", Say { en: "correct the figure that is wrong", zh: "更正其中有误的数值" }),
        ("parent", Say { en: "from these figures", zh: "由此处数值算得" }),
    ],
    fires: &[
        Example {
            files: &[(
                "kiosk.md",
                "# Kiosk\n\n| Ice | Price | Sold | Income |\n|---|---|---|---|\n| Lemon | 2.50 EUR | 84 | 210 EUR |\n| Plum | 3.20 EUR | 65 | 280 EUR |\n| Nut | 2.80 EUR | 120 | 336 EUR |\n| Fig | 3.00 EUR | 47 | 141 EUR |\n",
            )],
        },
        Example {
            files: &[(
                "lab.md",
                "# Laboratory notes\n\n## Runs\n\nIn 6 hours the analyser tested 1,800 samples.\n\nIts throughput is 450 samples per hour.\n",
            )],
        },
        Example {
            files: &[(
                "种子站.md",
                "# 种子站纪要\n\n## 加工\n\n清选机在5小时内处理了2000袋种子。\n\n清选机的处理能力为500袋/小时。\n",
            )],
        },
        Example {
            files: &[(
                "ingest.md",
                "# Brookline\n\n## Results\n\nBrookline processed 7200 records in 60 s.\n\n## Summary\n\nThe throughput of Brookline is 300 records/s.\n",
            )],
        },
        Example {
            files: &[
                ("甲.md", "# 推理成本\n\n处理20亿Token只需4小时GPU。\n"),
                ("乙.md", "# 鲲游推理卡\n\n## 性能\n\n鲲游推理卡的单卡生成速度为2000 tokens/s。\n"),
            ],
        },
        Example {
            files: &[(
                "detector.md",
                "# Frost detector\n\n| Orchard | Precision | Recall | F1 |\n|---|---|---|---|\n| North | 0.92 | 0.84 | 0.88 |\n| South | 0.97 | 0.71 | 0.86 |\n| Lake | 0.90 | 0.80 | 0.85 |\n",
            )],
        },
        Example {
            files: &[(
                "识别.md",
                "# 病害识别\n\n| 作物 | 精确率 | 召回率 | F1值 |\n|---|---|---|---|\n| 小麦 | 91.2% | 88.4% | 89.8% |\n| 水稻 | 95.0% | 70.1% | 84.7% |\n| 玉米 | 89.3% | 90.5% | 89.9% |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "kiosk.md",
                "# Kiosk\n\n| Ice | Price | Sold | Income |\n|---|---|---|---|\n| Lemon | 2.50 EUR | 84 | 210 EUR |\n| Plum | 3.20 EUR | 65 | 208 EUR |\n| Nut | 2.80 EUR | 120 | 336 EUR |\n| Fig | 3.00 EUR | 47 | 141 EUR |\n",
            )],
        },
        Example {
            files: &[(
                "lab.md",
                "# Laboratory notes\n\n## Runs\n\nIn 6 hours the analyser tested 1,800 samples.\n\nIts throughput is 300 samples per hour.\n",
            )],
        },
        Example {
            files: &[(
                "ingest.md",
                "# Brookline\n\n## Results\n\nBrookline processed 7200 records in 60 s.\n\n## Summary\n\nThe throughput of Brookline is 120 records/s.\n",
            )],
        },
        Example {
            files: &[(
                "detector.md",
                "# Frost detector\n\n| Orchard | Precision | Recall | F1 |\n|---|---|---|---|\n| North | 0.92 | 0.84 | 0.88 |\n| South | 0.97 | 0.71 | 0.82 |\n| Macro average | 0.945 | 0.775 | 0.83 |\n\n| Parser | Precision | Recall | F1 |\n|---|---|---|---|\n| Wren (macro) | 0.88 | 0.86 | 0.84 |\n| Lark | 0.80 | 0.80 | 0.80 |\n| Finch | 0.75 | 0.75 | 0.75 |\n| Tit | 0.90 | 0.72 | 0.78 |\n",
            )],
        },
        Example {
            files: &[(
                "识别.md",
                "# 病害识别\n\n各作物按类别取宏平均。\n\n| 作物 | 精确率 | 召回率 | F1值 |\n|---|---|---|---|\n| 小麦 | 91.2% | 88.4% | 87.1% |\n| 水稻 | 95.0% | 70.1% | 78.7% |\n| 玉米 | 89.3% | 90.5% | 88.2% |\n",
            )],
        },
    ],
};

/// How many times one rate per processor must be the other before it is told: two generations of hardware differ by less.
const TIMES: i64 = 10;

/// Marks the group of all rates per processor of one unit.
const PER: &str = "per processor\u{1f}";

fn keys(claim: &Claim) -> Vec<String> {
    let mut keys = fact::key(claim);
    if let Some(table) = &claim.table
        && matches!(claim.kind, Kind::Quantity | Kind::Score | Kind::Table)
        && (claim.confidence != Confidence::Low || claim.conditions.contains_key("row"))
    {
        keys.push(format!("{TABLE}{}\u{1f}{}", claim.document, table.id));
    }
    let per = claim.conditions.get("per").is_some_and(|per| per == "processor") && claim.section != "history";
    if let (true, Some(unit)) = (per && claim.kind == Kind::Quantity, dimension(claim).filter(|unit| unit.ends_with("/s"))) {
        keys.push(format!("{PER}{unit}"));
    }
    if keys.is_empty()
        && subject(claim).is_empty()
        && claim.kind == Kind::Quantity
        && claim.section != "history"
        && let Some(unit) = dimension(claim).filter(|unit| unit.ends_with("/s"))
    {
        keys.push(format!("{NAMELESS}{}\u{1f}{}\u{1f}{unit}", claim.document, claim.heading));
    }
    keys
}

/// Marks the group of a table.
const TABLE: &str = "table\u{1f}";

/// Rows in which a figure is not the product of two others, as it is in most: price, number and amount; power, time and energy.
fn products(group: &Group<'_>, out: &mut Vec<Draft>) {
    for broken in law::broken(group.claims, |law| matches!(law, Law::Product(..))) {
        let (Law::Product(num, den), [a, b]) = (broken.law, &broken.parts[..]) else { continue };
        let written = |claim: &Claim| claim.value.as_ref().and_then(|v| exact(v.low.as_deref()?));
        let (Some(x), Some(y), Some(stated)) = (written(a), written(b), written(broken.result)) else { continue };
        let result = &x * &y * ratio_of(num, den);
        let constant = if (num, den) == (1, 1) { String::new() } else { format!(" × {}", decimal(&ratio_of(num, den))) };
        out.push(Draft {
            severity: None,
            // How many of something there are tells rows apart, and is no less a factor.
            confidence: confidence([broken.result, *a, *b]).min(Confidence::Medium),
            message: "product",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(broken.result)),
                ("a", words(&broken.result.quote)),
                ("b", format!("{} × {}", words(&a.quote), words(&b.quote))),
                ("result", decimal(&result)),
            ]),
            arithmetic: format!("{} × {}{constant} = {} ≠ {}", decimal(&x), decimal(&y), decimal(&result), decimal(&stated)),
            primary: passage(broken.result, ""),
            related: vec![passage(a, "factor"), passage(b, "factor")],
        });
    }
}

fn ratio_of(num: i128, den: i128) -> BigRational {
    BigRational::new(num.into(), den.into())
}

/// Marks the group of all rates of nobody in one section.
const NAMELESS: &str = "nobody\u{1f}";

/// How many blocks may lie between an amount with its time and the rate that it is said to make.
const NEAR: u32 = 2;

/// A rate of nobody right behind the amount and the time that give it: "handled 2280 parcels in 4 hours. The throughput is 1140
/// parcels/hour." A rate with a condition of its own, or of another kind (peak, design), is another fact.
fn nameless(group: &Group<'_>, out: &mut Vec<Draft>) {
    let block = |c: &Claim| c.block.as_ref().map_or(0, |b| b.id);
    let (derived, stated_ones): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.origin == Origin::Derived);
    for claim in
        stated_ones.into_iter().filter(|c| c.conditions.is_empty() && c.baseline.is_none() && c.confidence != Confidence::Low)
    {
        let mut near = derived.iter().filter(|d| {
            d.parents.len() > 1
                && !d.parents.contains(&claim.id)
                && block(d).abs_diff(block(claim)) <= NEAR
                && d.line <= claim.line
        });
        let (Some(other), None) = (near.next(), near.next()) else { continue };
        let plain = claim.metric.as_deref().is_some_and(|metric| {
            metric == "throughput"
                || words_of("pace").iter().any(|word| metric.contains(word))
                    && !words_of("design").iter().any(|word| metric.contains(word))
        });
        let apart = measure(claim).zip(measure(other)).is_some_and(|(a, b)| a.meeting(&b) == Meeting::Apart);
        if plain && apart && !fact::modalities_differ(claim, other) {
            let mut draft = draft(claim, other);
            draft.severity = Some(Severity::Warning);
            out.push(draft);
        }
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(TABLE) {
        products(group, out);
        harmonic::check(group, out);
        return;
    }
    if group.claims.iter().all(|c| c.origin != Origin::Derived) {
        return;
    }
    if group.key.starts_with(NAMELESS) {
        nameless(group, out);
        return;
    }
    if group.key.starts_with(PER) {
        scale(group, out);
        return;
    }
    let found = fact::statements(group.claims);
    let (derived, stated_ones): (Vec<_>, Vec<_>) = found.iter().partition(|s| s.claims[0].origin == Origin::Derived);
    // With one parent it is a conversion, and what was converted is compared itself.
    let derived: Vec<_> = derived.into_iter().filter(|s| s.claims[0].parents.len() > 1).collect();
    for statement in stated_ones {
        let claim = statement.claims[0];
        let rival = derived.iter().find(|d| {
            let other = d.claims[0];
            !other.parents.contains(&claim.id)
                && fact::conditions(claim, other) != Conditions::Differ
                && !fact::baselines_differ(claim, other)
                && !fact::modalities_differ(claim, other)
                && d.measure.meeting(&statement.measure) == Meeting::Apart
        });
        if let Some(rival) = rival {
            out.push(draft(claim, rival.claims[0]));
        }
    }
}

/// A rate that follows from an amount and a time, against the stated rates of other things: only the order of magnitude counts.
fn scale(group: &Group<'_>, out: &mut Vec<Draft>) {
    let figure = |c: &Claim| measure(c).and_then(|m| m.figure().cloned()).filter(Signed::is_positive);
    let (derived, stated_ones): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.origin == Origin::Derived);
    let fastest = stated_ones.iter().take(fact::STATEMENTS).filter_map(|c| Some((figure(c)?, *c))).max_by(|a, b| a.0.cmp(&b.0));
    let Some((most, claim)) = fastest else { return };
    for other in derived.into_iter().take(fact::STATEMENTS).filter(|c| c.parents.len() > 1) {
        let Some(rate) = figure(other) else { continue };
        let times = rate / &most;
        if times < ratio(TIMES, 1) {
            continue;
        }
        let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
        let result = stated_in(other, unit);
        let times = times.round().to_integer().to_string();
        out.push(Draft {
            severity: Some(Severity::Warning),
            confidence: confidence([claim, other]).max(Confidence::Medium),
            message: "scale",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("a", words(&claim.quote)),
                ("b", words(&other.quote)),
                ("result", result.clone()),
                ("times", times.clone()),
            ]),
            arithmetic: format!("{} = {result} ≈ {times} × {}", other.quote, stated(claim)),
            primary: passage(other, ""),
            related: vec![passage(claim, "stated")],
        });
    }
}

fn draft(claim: &Claim, derived: &Claim) -> Draft {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let result = stated_in(derived, unit);
    Draft {
        severity: measure(claim).filter(|m| m.approximate).map(|_| Severity::Warning),
        confidence: confidence([claim, derived]),
        message: "derived",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&derived.quote)),
            ("result", result.clone()),
        ]),
        arithmetic: format!("{result} ≠ {}", stated(claim)),
        primary: passage(claim, ""),
        related: vec![passage(derived, "parent")],
    }
}
