//! Weights that do not add up.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Claim, Confidence, Kind, WEIGHTS_TOTAL, exact};
use crate::finding::Severity;
use crate::rules::interval::{decimal, measure, ratio};
use crate::rules::total_mismatch::is_total;
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject};

/// Weights that do not add up.
pub static RULE: Rule = Rule {
    name: "weights-sum",
    summary: Say {
        en: "the weights of a table or list do not add up", zh: "一张表或一个列表中的权重相加不等于总数"
    },
    explanation: Say {
        en: "Five criteria weigh 30, 20, 20, 15 and 10 percent: five percent are missing, and no score computed with them is right. Weights are chosen, not measured, so no \
rounding excuses a miss. The rule adds the percentages of one table or list, or its points where a total is announced. It is silent about single weights in running text, and about \
tables whose sum is a multiple of 100: they weigh on two levels. To mend it, correct a weight or the announced total.",
        zh: "五个维度的权重为30%、20%、20%、15%和10%，少了5%，据此算出的总分都不对。权重是人为设定的，不能用四舍五入来解释。\
本规则把同一张表或同一列表中的百分比权重相加；若声明了总分，则把分值相加后与之比较。行文中零散提到的权重不检查；合计为100整数倍的表可能是两级权重，也不检查。\
修改方法：更正某项权重或所声明的总数。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys,
    check,
    texts: &[
        ("percent", Say { en: "the weights add up to {sum}, not {total}", zh: "权重合计为{sum}，而不是{total}" }),
        (
            "points",
            Say {
                en: "the weights add up to {sum}, but {total} are announced", zh: "权重合计为{sum}，而声明的总数为{total}"
            },
        ),
        ("help", Say { en: "correct a weight or the total", zh: "更正某项权重或总数" }),
        ("weight", Say { en: "one of the weights", zh: "其中一项权重" }),
    ],
    fires: &[
        Example {
            files: &[(
                "咖啡.md",
                "# 咖啡机横评\n\n## 评分方法\n\n五项指标的权重如下。\n\n其中萃取占40%，蒸汽占25%，清洁占20%，噪声占10%，外观占10%。\n",
            )],
        },
        Example {
            files: &[(
                "boots.md",
                "# Boots\n\n## Score sheet\n\n| Boot | Grip (40%) | Warmth (35%) | Price (30%) | Total |\n|---|---|---|---|---|\n| Larch | 8 | 7 | 6 | 7.5 |\n",
            )],
        },
        Example {
            files: &[(
                "评分.md",
                "# 净化器榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 净化效率 | 35% |\n| 噪声 | 25% |\n| 耗材成本 | 20% |\n| 外观 | 15% |\n",
            )],
        },
        Example {
            files: &[(
                "method.md",
                "# Laptop stands\n\n## How we score\n\n| Criterion | Weight |\n|---|---|\n| Stability | 50% |\n| Height range | 30% |\n| Weight | 30% |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[("能源.md", "# 能源结构\n\n## 发电量\n\n其中煤电占58%，水电占16%，风电占11%，光伏占9%。\n")]
        },
        Example {
            files: &[(
                "评分.md",
                "# 净化器榜单\n\n## 评选维度\n\n| 维度 | 权重 |\n|---|---|\n| 净化效率 | 35% |\n| 噪声 | 25% |\n| 耗材成本 | 20% |\n| 外观 | 20% |\n",
            )],
        },
        Example {
            files: &[(
                "method.md",
                "# Laptop stands\n\n## How we score\n\nStability counts for 50% of the score, the height range for 30%.\n",
            )],
        },
    ],
};

/// Weights of one table column, or of one list in one section; and with the points that their heading announces.
fn keys(claim: &Claim) -> Vec<String> {
    if claim.confidence == Confidence::Low {
        return Vec::new();
    }
    let heading = format!("{}\u{1f}heading {}", claim.document, claim.heading);
    let points = claim.canonical.as_ref().is_some_and(|c| c.unit == "point");
    match claim.kind {
        Kind::Weight => {}
        Kind::Quantity if (points || told_total(claim)) && claim.table.is_none() => return vec![heading],
        _ => return Vec::new(),
    }
    let place = match (&claim.table, claim.block.as_ref().and_then(|b| b.announced_by)) {
        // The headers of a score sheet weigh its columns.
        (Some(table), _) if table.row == 0 => format!("table {} headers", table.id),
        (Some(table), _) => format!("table {} {}", table.id, table.column),
        (None, Some(lead)) => format!("list {lead}"),
        (None, None) => format!("section {}", claim.heading),
    };
    vec![format!("{}\u{1f}{place}", claim.document), heading]
}

/// Whether a figure is said to be what the weights of its section add up to.
fn told_total(claim: &Claim) -> bool {
    claim.text.as_deref().is_some_and(|text| text == WEIGHTS_TOTAL)
}

/// Points in a heading against the weights under it.
fn announced_points(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (weights, totals): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.kind == Kind::Weight);
    let in_heading = |c: &&&Claim| c.heading.split(" > ").last().is_some_and(|heading| heading.contains(c.quote.as_str()));
    let mut totals = totals.iter().filter(|c| in_heading(c) || told_total(c));
    let (Some(total), None) = (totals.next(), totals.next()) else { return };
    let figures: Option<Vec<(&Claim, BigRational)>> = weights.iter().map(|c| Some((*c, figure(c)?))).collect();
    let parts = figures.unwrap_or_default();
    let of_unit = |c: &Claim| c.canonical.as_ref().map(|v| v.unit.clone()).unwrap_or_default();
    let percent = of_unit(total) == "%";
    let plain = |c: &Claim| if percent { of_unit(c) == "%" } else { matches!(of_unit(c).as_str(), "" | "point") };
    let one_table = parts.windows(2).all(|w| w[0].0.table.as_ref().map(|t| t.id) == w[1].0.table.as_ref().map(|t| t.id));
    let (Some(stated), true) = (figure(total), parts.len() >= 2 && one_table && parts.iter().all(|(c, _)| plain(c))) else {
        return;
    };
    let sum: BigRational = parts.iter().map(|(_, n)| n).sum();
    // Percentages that miss a hundred are told with their table.
    if sum != stated && !(percent && stated == ratio(100, 1)) {
        let whole = [(*total, stated.clone())];
        out.push(draft(&parts, &whole, &sum, &stated, "", "points"));
    }
}

fn figure(claim: &Claim) -> Option<BigRational> {
    measure(claim)?.figure().cloned()
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.contains("\u{1f}heading ") {
        announced_points(group, out);
        return;
    }
    let in_table = group.claims[0].table.is_some();
    let announced = group.claims[0].block.as_ref().is_some_and(|b| b.announced_by.is_some());
    let mut by_unit: BTreeMap<String, Vec<(&Claim, BigRational)>> = BTreeMap::new();
    for claim in group.claims {
        if let Some(measure) = measure(claim)
            && let Some(figure) = measure.figure()
        {
            by_unit.entry(measure.unit.clone()).or_default().push((claim, figure.clone()));
        }
    }
    for (unit, weights) in by_unit {
        let (totals, parts): (Vec<_>, Vec<_>) = weights.into_iter().partition(|(c, _)| is_total(&name(c)));
        // Weights in running text are examples as often as they are complete.
        let blocks_differ = parts.windows(2).all(|w| w[0].0.block != w[1].0.block);
        let sum: BigRational = parts.iter().map(|(_, n)| n).sum();
        let hundred = ratio(100, 1);
        // One sentence that lists weights close to a whole means to list them all.
        let listed = parts.len() >= 3
            && parts.windows(2).all(|w| w[0].0.block == w[1].0.block)
            && sum >= ratio(80, 1)
            && sum <= ratio(120, 1);
        let complete = parts.len() >= 2 && (in_table || listed || ((announced || parts.len() >= 3) && blocks_differ));
        if !complete {
            continue;
        }
        let stated = totals.first().map(|(_, n)| n.clone()).or_else(|| parts[0].0.conditions.get("total").and_then(|t| exact(t)));
        let (total, message) = match (unit.as_str(), stated) {
            (_, Some(total)) => (total, "points"),
            ("%", None) if !(&sum % &hundred).is_zero() => (hundred, "percent"),
            _ => continue,
        };
        if sum != total {
            out.push(draft(&parts, &totals, &sum, &total, &unit, message));
        }
    }
}

fn draft(
    parts: &[(&Claim, BigRational)],
    totals: &[(&Claim, BigRational)],
    sum: &BigRational,
    total: &BigRational,
    unit: &str,
    message: &'static str,
) -> Draft {
    let sign = if unit == "%" { "%" } else { "" };
    let terms: Vec<String> = parts.iter().map(|(_, n)| decimal(n)).collect();
    let primary = totals.first().map_or(parts[0].0, |(c, _)| *c);
    let related = parts.iter().map(|(c, _)| *c).filter(|c| c.id != primary.id).take(RELATED + 2);
    Draft {
        severity: None,
        confidence: confidence(parts.iter().map(|(c, _)| *c)),
        message,
        help: "help",
        args: BTreeMap::from([
            ("sum", format!("{}{sign}", decimal(sum))),
            ("total", format!("{}{sign}", decimal(total))),
            ("subject", subject(primary).to_owned()),
        ]),
        arithmetic: format!("{} = {}{sign} ≠ {}{sign}", terms.join(" + "), decimal(sum), decimal(total)),
        primary: passage(primary, ""),
        related: related.map(|c| passage(c, "weight")).collect(),
    }
}
