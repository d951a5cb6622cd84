//! A total that is not the sum of its column.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{Measure, decimal, measure, per_second, with_unit};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, words};

/// A total that is not the sum of its column.
pub static RULE: Rule = Rule {
    name: "total-mismatch",
    summary: Say { en: "the total of a table is not the sum of its rows", zh: "表格的合计不等于各行之和" },
    explanation: Say {
        en: "A row was corrected and the total was not. The rule adds the cells above a row called total or 合计, column by column, and allows half a unit of the last digit for \
each. It is silent about columns with an empty cell, about rows that are parts of another row (\"of which\", 其中), and about averages and percentages. To mend it, correct the total or the row.",
        zh: "改了某一行，却忘了改合计。本规则把“合计”“总计”一行之前的各单元格按列相加，每个数值允许末位半个单位的误差。\
有空单元格的列、属于另一行一部分的行（“其中”）、平均值和百分比都不检查。修改方法：更正合计或某一行。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| match (&claim.table, claim.kind, claim.confidence) {
        (Some(table), Kind::Quantity, Confidence::High | Confidence::Medium) => {
            vec![format!("{}\u{1f}{}\u{1f}{}", claim.document, table.id, table.column)]
        }
        _ => Vec::new(),
    },
    check,
    texts: &[
        ("total", Say { en: "the total is {a}, but the rows add up to {sum}", zh: "合计写作{a}，而各行相加为{sum}" }),
        ("help", Say { en: "correct the total or the row", zh: "更正合计或其中一行" }),
        ("row", Say { en: "one of the rows", zh: "其中一行" }),
    ],
    fires: &[
        Example {
            files: &[(
                "costs.md",
                "# Event costs\n\n| Item | Cost |\n|---|---|\n| Hall | 1200 USD |\n| Catering | 850 USD |\n| Sound | 400 USD |\n| Total | 2550 USD |\n",
            )],
        },
        Example {
            files: &[(
                "预算.md",
                "# 活动预算\n\n| 项目 | 费用 |\n|---|---|\n| 场地 | 3000元 |\n| 餐饮 | 1800元 |\n| 音响 | 900元 |\n| 合计 | 5600元 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "costs.md",
                "# Event costs\n\n| Item | Cost |\n|---|---|\n| Hall | 1200 USD |\n| Catering | 850 USD |\n| Sound | 400 USD |\n| Total | 2450 USD |\n",
            )],
        },
        Example {
            files: &[(
                "产量.md",
                "# 分厂产量\n\n| 分厂 | 产量 |\n|---|---|\n| 东厂 | 287.0吨 |\n| 南厂 | 714.1吨 |\n| 北厂 | 1311.8吨 |\n| 合计 | 2313.0吨 |\n",
            )],
        },
    ],
};

/// Whether a row's name says that it is the sum of the others.
pub fn is_total(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    matches!(
        name.as_str(),
        "total" | "totals" | "sum" | "overall" | "grandtotal" | "合计" | "总计" | "共计" | "总和" | "总分" | "合计总分"
    )
}

/// What a row is called: its subject, or the label that became its metric.
pub fn row_name(claim: &Claim) -> String {
    match (&claim.subject, &claim.metric) {
        (None, Some(metric)) => metric.clone(),
        _ => name(claim),
    }
}

/// Whether a row is a part of another or no summand at all.
fn is_part(name: &str) -> bool {
    let lower = name.to_lowercase();
    let marks = ["其中", "小计", "平均", "subtotal", "sub-total", "of which", "average", "mean", "median", "avg"];
    marks.iter().any(|mark| lower.contains(mark)) || lower.starts_with(['-', '–', '└', '·'])
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let row = |c: &Claim| c.table.as_ref().map_or(0, |t| t.row);
    let mut cells: Vec<&Claim> = group.claims.to_vec();
    cells.sort_by_key(|c| row(c));
    let Some((total, rows)) = cells.split_last() else { return };
    // One figure a row, without a gap, and only the last one a total.
    let contiguous = cells.windows(2).all(|w| row(w[1]) == row(w[0]) + 1);
    let plain = rows.iter().all(|c| !is_total(&row_name(c)) && !is_part(&row_name(c)));
    if rows.len() < 2 || !is_total(&row_name(total)) || !contiguous || !plain || row(cells[0]) > 2 {
        return;
    }
    let Some(sum) = add(rows) else { return };
    let Some(stated) = measure(total).filter(|m| m.unit == sum.unit && m.unit != "%" && m.bound == Bound::Eq) else { return };
    let Some(figure) = stated.figure() else { return };
    let miss = if figure > &sum.value { figure - &sum.value } else { &sum.value - figure };
    if miss <= sum.slack + stated.half.clone() {
        return;
    }
    let unit = total.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let factor = per_second(unit).1;
    let terms: Vec<String> = sum.terms.iter().map(|n| decimal(&(n / &factor))).collect();
    let shown = with_unit(&(&sum.value / &factor), unit);
    out.push(Draft {
        severity: None,
        confidence: confidence(cells.iter().copied()),
        message: "total",
        help: "help",
        args: BTreeMap::from([("a", words(&total.quote)), ("sum", shown.clone())]),
        arithmetic: format!("{} = {shown} ≠ {}", terms.join(" + "), with_unit(&(figure / &factor), unit)),
        primary: passage(total, ""),
        related: rows.iter().take(RELATED + 2).map(|c| passage(c, "row")).collect(),
    });
}

struct Sum {
    unit: String,
    value: BigRational,
    slack: BigRational,
    terms: Vec<BigRational>,
}

/// The sum of plain figures of one unit; `None` where a row is a range, a bound or of another unit.
fn add(rows: &[&Claim]) -> Option<Sum> {
    let measures: Option<Vec<Measure>> =
        rows.iter().map(|c| measure(c).filter(|m| m.bound == Bound::Eq && !m.approximate)).collect();
    let measures = measures?;
    let unit = measures.first()?.unit.clone();
    if measures.iter().any(|m| m.unit != unit) {
        return None;
    }
    let terms: Vec<BigRational> = measures.iter().filter_map(|m| m.figure().cloned()).collect();
    let slack = measures.iter().map(|m| &m.half).sum();
    (terms.len() == rows.len()).then(|| Sum { unit, value: terms.iter().sum(), slack, terms })
}
