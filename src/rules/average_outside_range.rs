//! A mean that lies outside its minimum and maximum, or is not that of its column or row.

mod column;
mod margin;
mod row;

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::grid;
use crate::rules::interval::{Span, dimension, measure, ratio, stated, stated_beside, written_factor};
use crate::rules::relation::{block_key, role};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// A mean that lies outside its minimum and maximum.
pub static RULE: Rule = Rule {
    name: "average-outside-range",
    summary: Say {
        en: "minimum, mean and maximum are not in that order, or a mean is not that of its row",
        zh: "最小值、平均值、最大值次序颠倒，或平均值与所在行不符",
    },
    explanation: Say {
        en: "A row that gives 25.1 as minimum, 26.8 as mean and 23.0 as maximum has two cells exchanged or one mistyped. The rule compares the statistics of one subject in one row or of one thing in one \
sentence, allowing for rounding. A column or a last row of averages is reckoned again where most of its cells are the mean of those before them, and so is a mean beside the figures that its own sentence lists. To mend it, correct the cell.",
        zh: "某一行的最小值为25.1、平均值26.8、最大值23.0，不是两格互换就是写错。本规则比较同一行或同一句中同一主体的统计量，允许四舍五入。“平均”一列（或末行）若多数等于其余各列（行）的平均，就逐一复算；句中列出各项并给出平均的，也复算。修改方法：更正有误的单元格。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys,
    check,
    texts: &[
        (
            "order",
            Say {
                en: "{subject}: {low} as {low_name} is above {high} as {high_name}",
                zh: "{subject}：{low_name}为{low}，却大于{high_name}{high}",
            },
        ),
        (
            "mean",
            Say {
                en: "{a} is given as the mean, but the column gives {right}", zh: "平均值写作{a}，而由表中各行算得{right}"
            },
        ),
        (
            "median",
            Say {
                en: "{a} is given as the median, but the column gives {right}", zh: "中位数写作{a}，而由表中各行算得{right}"
            },
        ),
        (
            "least",
            Say {
                en: "{a} is given as the minimum, but the least of the column is {right}",
                zh: "最小值写作{a}，而该列最小的是{right}",
            },
        ),
        (
            "most",
            Say {
                en: "{a} is given as the maximum, but the most of the column is {right}",
                zh: "最大值写作{a}，而该列最大的是{right}",
            },
        ),
        (
            "listed-mean",
            Say {
                en: "{a} is given as the mean, but the figures of the sentence average {right}",
                zh: "平均值写作{a}，而句中各项的平均为{right}",
            },
        ),
        (
            "listed-median",
            Say {
                en: "{a} is given as the median, but that of the figures of the sentence is {right}",
                zh: "中位数写作{a}，而句中各项的中位数为{right}",
            },
        ),
        ("listed-help", Say { en: "correct the mean or the figure that is wrong", zh: "更正平均值或有误的一项" }),
        (
            "column-help",
            Say {
                en: "correct the mean or the cell that is wrong, or say how it is weighted",
                zh: "更正平均值或有误的单元格，或写明如何加权",
            },
        ),
        ("cell", Say { en: "one of the rows", zh: "其中一行" }),
        (
            "row-mean",
            Say {
                en: "{subject}: {a} as the average, but its figures average {right}",
                zh: "{subject}：平均写作{a}，按各项复算为{right}",
            },
        ),
        (
            "mean_help",
            Say {
                en: "reckon the average again, or say what it leaves out", zh: "重新计算平均值，或说明未计入的项目"
            },
        ),
        ("part", Say { en: "averaged", zh: "计入平均" }),
        ("help", Say { en: "correct the figure that is out of order", zh: "更正次序不对的数值" }),
        ("other", Say { en: "should not be below", zh: "不应小于前者" }),
    ],
    fires: &[
        Example { files: &[("义诊.md", "# 义诊记录\n\n- 就诊者平均年龄61.2岁，最小23岁，最大58岁。\n")] },
        Example {
            files: &[(
                "kiln.md",
                "# Kiln\n\n| Firing | Peak (°C) | Hours |\n|---|---|---|\n| first | 1210 | 14 |\n| second | 1235 | 16 |\n| third | 1222 | 15 |\n| Average | 1222 | 17 |\n",
            )],
        },
        Example {
            files: &[(
                "田块.md",
                "# 试验田\n\n| 田块 | 亩产(公斤) | 面积(亩) |\n|---|---|---|\n| 甲田 | 512 | 10 |\n| 乙田 | 468 | 14 |\n| 丙田 | 490 | 9 |\n\n三块田的平均亩产为510公斤。去年平均亩产为455公斤。\n",
            )],
        },
        Example {
            files: &[(
                "bench.md",
                "# Prompt timings\n\n| Shell | Mean [ms] | Min [ms] | Max [ms] |\n|---|---|---|---|\n| Larkshell | 31.4 | 28.0 | 24.5 |\n| Wrenshell | 19.1 | 18.2 | 23.9 |\n",
            )],
        },
        Example {
            files: &[(
                "渡轮.md",
                "# 渡轮班次\n\n| 航线 | 最短（分钟） | 平均（分钟） | 最长（分钟） |\n|---|---|---|---|\n| 东线 | 12.5 | 9.8 | 20.1 |\n| 西线 | 8.0 | 9.1 | 15.6 |\n",
            )],
        },
        Example {
            files: &[(
                "ferry.md",
                "# Ferries\n\n| Line | Spring | Summer | Autumn | Avg |\n|---|---|---|---|---|\n| East | 52.0 | 61.0 | 55.0 | 56.0 |\n| West | 40.5 | 52.5 | 45.0 | 49.0 |\n| North | 30.0 | 33.0 | 36.0 | 33.0 |\n",
            )],
        },
        Example { files: &[("ferry.md", "# Ferries\n\nA crossing took between 3 and 9 minutes, 11 on average.\n")] },
    ],
    near_misses: &[
        Example {
            files: &[(
                "渡轮.md",
                "# 渡轮\n\n| 航线 | 春 | 夏 | 秋 | 平均 |\n|---|---|---|---|---|\n| 东线 | 52.0 | 61.0 | 55.0 | 56.0 |\n| 西线 | 40.5 | 52.5 | 45.0 | 46.0 |\n| 北线 | 30.0 | 33.0 | 36.0 | 33.0 |\n",
            )],
        },
        Example {
            files: &[(
                "kiln.md",
                "# Kiln\n\n| Firing | Peak (°C) | Hours |\n|---|---|---|\n| first | 1210 | 14 |\n| second | 1235 | 16 |\n| third | 1222 | 15 |\n| Average | 1222 | 15 |\n",
            )],
        },
        Example {
            files: &[(
                "田块.md",
                "# 试验田\n\n| 田块 | 亩产(公斤) | 面积(亩) |\n|---|---|---|\n| 甲田 | 512 | 10 |\n| 乙田 | 468 | 14 |\n| 丙田 | 490 | 9 |\n\n三块田的平均亩产为490公斤。去年平均亩产为455公斤。\n",
            )],
        },
        Example {
            files: &[(
                "bench.md",
                "# Prompt timings\n\n| Shell | Mean [ms] | Min [ms] | Max [ms] |\n|---|---|---|---|\n| Larkshell | 31.4 | 28.0 | 34.5 |\n| Wrenshell | 19.1 | 18.2 | 23.9 |\n",
            )],
        },
        Example {
            files: &[(
                "参数.md",
                "# 排水泵参数\n\n| 参数 | 说明 |\n|---|---|\n| 转速 | 运行时的转速，默认为200 |\n| 次数 | 循环的次数，默认为1000 |\n| 间隔 | 采样的间隔，默认为50 |\n| 缓冲 | 缓冲的大小，默认值为0。大泵可用的最大值为6291，小泵则为1677 |\n",
            )],
        },
        Example {
            files: &[("渡轮.md", "# 渡轮班次\n\n东线航程平均14分钟，最短12分钟，最长20分钟。平均票价30元，最高时速12公里。\n")],
        },
        Example {
            files: &[("ferry.md", "# Ferries\n\nThe longest queue lasted 30 minutes, the average crossing 45 minutes.\n")],
        },
    ],
};

/// Statistics from the lowest to the highest; equal ranks are not compared. The first word of each rank stands for its role.
const ORDER: &[(&str, u8)] = &[
    ("min", 0),
    ("minimum", 0),
    ("lowest", 0),
    ("shortest", 0),
    ("smallest", 0),
    ("最短", 0),
    ("最低", 0),
    ("最小", 0),
    ("最少", 0),
    ("mean", 2),
    ("average", 2),
    ("avg", 2),
    ("median", 2),
    ("p50", 2),
    ("平均", 2),
    ("均值", 2),
    ("中位数", 2),
    ("p90", 3),
    ("p95", 4),
    ("p99", 5),
    ("max", 6),
    ("maximum", 6),
    ("highest", 6),
    ("longest", 6),
    ("largest", 6),
    ("最长", 6),
    ("最高", 6),
    ("最大", 6),
    ("最多", 6),
];

/// The roles of a relation of statistics.
const ROLES: &[&str] = &["min", "mean", "max", "range"];

/// Which statistic a figure is: by the condition `statistic`, else by the first or last word of its metric.
fn statistic(claim: &Claim) -> Option<(&'static str, u8, String)> {
    let known = |word: &str| ORDER.iter().find(|(name, _)| *name == word).copied();
    let metric = claim.metric.as_deref()?;
    if let Some((name, rank)) = claim.conditions.get("statistic").and_then(|s| known(s)) {
        let base: Vec<String> = metric.split(['_', '-', ' ']).filter(|word| known(word).is_none()).map(without).collect();
        return Some((name, rank, base.join("_")));
    }
    let parts: Vec<&str> = metric.split(['_', '-', ' ']).collect();
    let (first, last) = (parts.first()?, parts.last()?);
    if let Some((name, rank)) = known(last) {
        return Some((name, rank, parts[..parts.len() - 1].join("_")));
    }
    if let Some((name, rank)) = known(first) {
        return Some((name, rank, parts[1..].join("_")));
    }
    let (name, rank) = ORDER.iter().find(|(name, _)| !name.is_ascii() && (metric.starts_with(name) || metric.ends_with(name)))?;
    Some((name, *rank, without(metric)))
}

/// A phrase without the Chinese words of statistics.
fn without(metric: &str) -> String {
    let mut rest = metric.to_owned();
    for (name, _) in ORDER.iter().filter(|(name, _)| !name.is_ascii()) {
        rest = rest.replace(name, "");
    }
    rest.trim_end_matches(['值', '的']).to_owned()
}

fn keys(claim: &Claim) -> Vec<String> {
    let mut keys = grid::keys(claim, column::SORTS);
    keys.extend(in_place(claim));
    keys
}

fn in_place(claim: &Claim) -> Vec<String> {
    // Ages say whom a figure is of, and are no facts by themselves; their least, mean and greatest are in order all the same.
    if let Some((_, number)) = role(claim).filter(|(role, _)| claim.kind == Kind::Quantity && ROLES.contains(role)) {
        return block_key(claim).map(|key| format!("{key}{SENTENCE}{number}")).into_iter().collect();
    }
    if claim.kind != Kind::Quantity || claim.confidence == Confidence::Low {
        return margin::key(claim).filter(|_| claim.confidence != Confidence::Low).into_iter().collect();
    }
    let table = margin::key(claim);
    let Some((_, _, base)) = statistic(claim) else { return table.into_iter().collect() };
    let place = match (&claim.table, &claim.block) {
        (Some(table), _) => format!("row {} {}", table.id, table.row),
        (None, Some(block)) => format!("block {}", block.id),
        (None, None) => return Vec::new(),
    };
    let unit = dimension(claim).unwrap_or_default();
    let own = [claim.document.as_str(), &place, subject(claim), &base, &unit].join("\u{1f}");
    std::iter::once(own).chain(table).collect()
}

/// Marks the group of one relation.
const SENTENCE: &str = "\u{1f}statistics ";

/// A figure as a statistic: its rank, its name, and what it is at least and at most.
struct Figure<'a> {
    rank: u8,
    name: &'static str,
    claim: &'a Claim,
    low: BigRational,
    high: BigRational,
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        column::check(group, out);
        row::check(group, out);
        return;
    }
    if group.key.contains(margin::TABLE) {
        margin::check(group.claims, out);
        return;
    }
    let mut found = if group.key.contains(SENTENCE) { of_relation(group.claims) } else { of_words(group.claims) };
    found.sort_by_key(|figure| (figure.rank, figure.claim.line, figure.claim.column));
    for (i, low) in found.iter().enumerate() {
        let broken = found[i + 1..].iter().find(|high| high.rank > low.rank && low.low > high.high);
        if let Some(high) = broken {
            let mut draft = draft(low.claim, low.name, high.claim, high.name);
            if group.key.contains(SENTENCE) {
                draft.confidence = draft.confidence.min(Confidence::Medium);
            }
            out.push(draft);
            return;
        }
    }
}

/// Figures that their headers or conditions name.
fn of_words<'a>(claims: &[&'a Claim]) -> Vec<Figure<'a>> {
    let figure = |claim: &'a Claim| {
        let ((name, rank, _), measure) = (statistic(claim)?, measure(claim)?);
        let plain = matches!(measure.bound, Bound::Eq | Bound::Range);
        let span = measure.widened();
        Some(Figure { rank, name, claim, low: span.low?, high: span.high? }).filter(|_| plain)
    };
    claims.iter().take(16).filter_map(|claim| figure(claim)).collect()
}

/// Figures of one sentence, each with its role. A bare figure is in the unit of the others: all are read as written then.
fn of_relation<'a>(claims: &[&'a Claim]) -> Vec<Figure<'a>> {
    let bare = |claim: &Claim| claim.canonical.as_ref().is_some_and(|c| c.unit.is_empty());
    let as_written = claims.iter().any(|c| bare(c)) && !claims.iter().all(|c| bare(c));
    let mut found = Vec::new();
    for claim in claims.iter().copied() {
        let (Some((role, _)), Some(measure)) = (role(claim), measure(claim)) else { continue };
        let factor = if as_written && !bare(claim) { written_factor(claim).unwrap_or_else(|| ratio(1, 1)) } else { ratio(1, 1) };
        let reach = |end: &Option<BigRational>| end.as_ref().map(|end| Span::point(end).widened(&measure.half, None));
        let (bottom, top) = (reach(&measure.stated.low), reach(&measure.stated.high));
        let (Some(bottom), Some(top)) = (bottom.clone().or_else(|| top.clone()), top.or(bottom)) else { continue };
        let mut push = |name: &'static str, rank: u8, span: &Span| {
            if let (Some(low), Some(high)) = (&span.low, &span.high) {
                found.push(Figure { rank, name, claim, low: low / &factor, high: high / &factor });
            }
        };
        match role {
            "min" => push("min", 0, &bottom),
            "mean" => push("mean", 2, &bottom),
            "max" => push("max", 6, &top),
            // As it was written, the smaller end first.
            _ => {
                let read = |text: &Option<String>| text.as_deref().and_then(crate::claim::exact);
                let value = claim.value.as_ref();
                let one_unit = value.is_some_and(|v| v.high_unit.is_none());
                let inverted =
                    one_unit && value.is_some_and(|v| matches!((read(&v.low), read(&v.high)), (Some(a), Some(b)) if a > b));
                let (first, last) = if inverted { (&top, &bottom) } else { (&bottom, &top) };
                push("min", 0, first);
                push("max", 6, last);
            }
        }
    }
    found
}

fn draft(low: &Claim, low_name: &str, high: &Claim, high_name: &str) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([low, high]),
        message: "order",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(low)),
            ("low", words(&low.quote)),
            ("low_name", low_name.into()),
            ("high", words(&high.quote)),
            ("high_name", high_name.into()),
        ]),
        arithmetic: format!("{low_name} {} > {high_name} {}", stated(low), stated_beside(high, low)),
        primary: passage(high, ""),
        related: if low.id == high.id { Vec::new() } else { vec![passage(low, "other")] },
    }
}
