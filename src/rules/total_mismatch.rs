//! A total that is not the sum of its column, its row, or the parts that its sentence names.

mod across;
mod headline;
mod listed;
mod told;

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::lexicon::holds;
use crate::rules::grid;
use crate::rules::interval::{Measure, decimal, measure, per_second, ratio, with_unit, written_factor};
use crate::rules::relation::{block_key, has_role, relations, role};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// A total that is not the sum of its column.
pub static RULE: Rule = Rule {
    name: "total-mismatch",
    summary: Say { en: "a total is not the sum of its parts", zh: "合计不等于各部分之和" },
    explanation: Say {
        en: "A row was corrected and the total was not. The rule adds the cells above a row called total or 合计, column by column, the cells before a column of that name, the items of a list before one of that name, and the figures that a sentence \
sums up (\"3 for A, 4 for B, 7 in total\"; \"opened 12 and closed 4, a net gain of 8\"; \"86 repairs: 41 pipes, 28 wires, 17 doors\" where it is nearly right), a count that a document opens with against the table that counts the same things by category, and allows half a unit of the last digit for each. A total over subtotals may be the sum of either. It is silent about columns with an empty cell (right above the total a small difference is told all the same), about rows that \
are parts of another row (\"of which\", 其中), about averages, and about percentages that are no shares of a hundred. To mend it, correct the total or the row.",
        zh: "改了某一行，却忘了改合计。本规则把“合计”“总计”一行之前的各单元格按列相加，把同名一列之前的各单元格按行相加，也检查列表末项的合计和句中的合计（“A、B分别为3件、4件，合计7件”；“新开12家、关闭4家，净增8家”；“报修86件：水路41件、电路28件、门窗17件”，仅在相差很小时），还把文首所写的数目与按类别计数的表格相比，每个数值允许末位半个单位的误差；\
有小计时，合计可以是各小计之和，也可以是各行之和。有空单元格的列、属于另一行一部分的行（“其中”）、平均值、不是占比的百分比都不检查。修改方法：更正合计或某一行。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let mut keys = grid::keys(claim, told::SORTS);
        keys.extend(in_place(claim));
        if headline::counts(claim) {
            keys.extend(grid::of_sentence(claim).into_iter().take(1));
        }
        keys
    },
    check,
    texts: &[
        ("total", Say { en: "the total is {a}, but the rows add up to {sum}", zh: "合计写作{a}，而各行相加为{sum}" }),
        ("help", Say { en: "correct the total or the row", zh: "更正合计或其中一行" }),
        ("row", Say { en: "one of the rows", zh: "其中一行" }),
        ("share", Say { en: "{part} of {total} is {sum}, not {a}", zh: "{total}中的{part}占{sum}，而不是{a}" }),
        ("share_help", Say { en: "correct the share or the amount", zh: "更正占比或金额" }),
        ("whole", Say { en: "the total", zh: "合计" }),
    ],
    fires: &[
        Example {
            files: &[(
                "hives.md",
                "# Hives\n\n| Meadow | Set out | Lost | Standing |\n|---|---|---|---|\n| North | 140 | 12 | 128 |\n| South | 215 | 31 | 194 |\n| West | 96 | 8 | 88 |\n",
            )],
        },
        Example {
            files: &[(
                "stalls.md",
                "# Market\n\nThe fish stalls took 4,120 crowns.\n\nThe cheese stalls took 3,380 crowns, a record.\n\nTogether the two took 7,900 crowns.\n",
            )],
        },
        Example {
            files: &[(
                "码头.md",
                "# 码头吞吐\n\n| 泊位 | 箱量 |\n|---|---|\n| 东泊位 | 1260 |\n| 西泊位 | 980 |\n| 南泊位 | 1410 |\n\n三个泊位合计完成3750箱。\n",
            )],
        },
        Example {
            files: &[(
                "fleet.md",
                "# Fleet\n\nThe depot keeps 96 vehicles, which fall into three groups:\n\n- Trams: 40 vehicles\n- Buses: 48 vehicles\n- Vans: 12 vehicles\n",
            )],
        },
        Example {
            files: &[(
                "募捐.md",
                "# 募捐\n\n共收到善款 48 万元,用途如下:\n\n- 助学 24 万元,占 50%\n- 医疗 18 万元,占 27.5%\n- 办公 6 万元,占 12.5%\n",
            )],
        },
        Example {
            files: &[(
                "ward.md",
                "# Wards\n\nThe wards took in 30 patients from the north and 25 patients from the south; together they make 57 patients.\n",
            )],
        },
        Example {
            files: &[(
                "loans.md",
                "# Loans\n\n- Fiction: 1,240 loans\n- Poetry: 310 loans\n- Travel: 450 loans\n- Total: 2,100 loans\n",
            )],
        },
        Example { files: &[("捐赠.md", "# 捐赠\n\n三个班级分别捐书42本、38本和51本，合计141本。\n")] },
        Example {
            files: &[(
                "ballot.md",
                "# Ballot\n\n| District | Yes | No | Total |\n|---|---|---|---|\n| Harbour | 812 | 403 | 1215 |\n| Hill | 655 | 720 | 1375 |\n| Mill | 390 | 288 | 687 |\n",
            )],
        },
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
        Example {
            files: &[(
                "songs.md",
                "# Reed songbook\n\nA songbook with **52 songs** for choirs.\n\n## Contents\n\n| Section | Songs |\n|---|---|\n| Sea | 14 |\n| Harvest | 18 |\n| Winter | 21 |\n| Rounds | 9 |\n",
            )],
        },
        Example {
            files: &[(
                "菜谱.md",
                "# 山家菜谱\n\n本书收录36道菜谱。\n\n## 目录\n\n| 类别 | 菜谱 |\n|---|---|\n| 凉菜 | 12 |\n| 热菜 | 19 |\n| 汤羹 | 8 |\n| 点心 | 7 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "songs.md",
                "## Favourites\n\nHere we print 40 songs.\n\n## Contents\n\n| Section | Songs |\n|---|---|\n| Sea | 14 |\n| Farm | 18 |\n| Road | 21 |\n| Night | 9 |\n",
            )],
        },
        Example {
            files: &[(
                "build.md",
                "# Build\n\n| Suite | Tests | Passed | Failed | Skipped |\n|---|---|---|---|---|\n| core | 640 | 636 | 3 | 1 |\n| net | 318 | 314 | 2 | 2 |\n| ui | 240 | 239 | 1 | 0 |\n",
            )],
        },
        Example {
            files: &[(
                "hives.md",
                "# Hives\n\n| Meadow | Set out | Lost | Standing |\n|---|---|---|---|\n| North | 140 | 12 | 128 |\n| South | 215 | 31 | 184 |\n| West | 96 | 8 | 88 |\n",
            )],
        },
        Example {
            files: &[(
                "stalls.md",
                "# Market\n\nThe fish stalls took 4,120 crowns.\n\nThe cheese stalls took 3,380 crowns, a record.\n\nTogether the two took 7,500 crowns.\n",
            )],
        },
        Example {
            files: &[(
                "码头.md",
                "# 码头吞吐\n\n| 泊位 | 箱量 |\n|---|---|\n| 东泊位 | 1260 |\n| 西泊位 | 980 |\n| 南泊位 | 1410 |\n\n三个泊位合计完成3650箱。\n",
            )],
        },
        Example {
            files: &[(
                "fleet.md",
                "# Fleet\n\nThe depot keeps 96 vehicles, among them:\n\n- Trams: 40 vehicles\n- Buses: 48 vehicles\n\nThe year brought 30 repairs, as follows:\n\n- Trams: 18 repairs\n- Buses: 12 repairs\n",
            )],
        },
        Example {
            files: &[(
                "募捐.md",
                "# 募捐\n\n共收到善款 48 万元,用途如下:\n\n- 助学 24 万元,占 50%\n- 医疗 18 万元,占 37.5%\n- 办公 6 万元,占 12.5%\n\n全年巡查 12 次,发现问题 5 项:\n\n- 门锁 3 项\n- 灯具 2 项\n",
            )],
        },
        Example {
            files: &[(
                "ward.md",
                "# Wards\n\nThe wards took in 30 patients from the north and 25 patients from the south; together they make 55 patients. The hospital has 900 staff in total, including 210 doctors and 340 nurses.\n",
            )],
        },
        Example {
            files: &[(
                "科目.md",
                "# 支出\n\n| 科目 | 金额（元） |\n|---|---|\n| 电费 | 300 |\n| 水费 | 200 |\n| 小计 | 500 |\n| 差旅 | 400 |\n| 会务 | 250 |\n| 小计 | 650 |\n| 合计 | 1150 |\n",
            )],
        },
        Example {
            files: &[(
                "weighed.md",
                "# Kites\n\n| Criterion | Weight | Gale | Breeze |\n|---|---|---|---|\n| Lift | 50% | 8 | 6 |\n| Noise | 30% | 7 | 9 |\n| Price | 20% | 6 | 9 |\n| Total | 100% | 7.3 | 7.5 |\n",
            )],
        },
        Example {
            files: &[(
                "points.md",
                "# Points\n\n| Club | Home | Away | Total |\n|---|---|---|---|\n| Wren | 8.0 | 6.0 | 7.4 |\n| Lark | 7.0 | 9.0 | 7.6 |\n",
            )],
        },
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
        Example {
            files: &[(
                "songs.md",
                "# Reed songbook\n\nA songbook with 62 songs for choirs.\n\n## Contents\n\nOf these, 40 songs are in three parts.\n\n| Section | Songs |\n|---|---|\n| Sea | 14 |\n| Harvest | 18 |\n| Winter | 21 |\n| Rounds | 9 |\n\n## Choirs\n\n| Choir | Songs |\n|---|---|\n| Alder | 30 |\n| Birch | 44 |\n| Cedar | 19 |\n",
            )],
        },
    ],
};

/// The keys of the table, list or sentence that a figure stands in.
fn in_place(claim: &Claim) -> Vec<String> {
    match (&claim.table, claim.kind, claim.confidence) {
        (Some(table), Kind::Quantity, Confidence::High | Confidence::Medium) => vec![
            format!("{}\u{1f}{}\u{1f}column {}", claim.document, table.id, table.column),
            format!("{}\u{1f}{}{ACROSS}", claim.document, table.id),
        ],
        (Some(table), Kind::Table, _) => vec![format!("{}\u{1f}{}{ACROSS}", claim.document, table.id)],
        (None, Kind::Quantity, Confidence::High | Confidence::Medium) if has_role(claim, listed::ROLES) => {
            role(claim).map(|(_, list)| format!("{}\u{1f}{list}{BREAKDOWN}", claim.document)).into_iter().collect()
        }
        (None, Kind::Quantity, Confidence::High | Confidence::Medium) if has_role(claim, ROLES) => {
            block_key(claim).into_iter().collect()
        }
        (None, Kind::Quantity, Confidence::High | Confidence::Medium) if has_role(claim, LISTED) => {
            role(claim).map(|(_, number)| format!("{}\u{1f}list {number}", claim.document)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a row's name says that it is the sum of the others.
pub fn is_total(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    matches!(
        name.as_str(),
        "total"
            | "totals"
            | "sum"
            | "overall"
            | "grandtotal"
            | "alltogether"
            | "altogether"
            | "合计"
            | "总计"
            | "共计"
            | "总和"
            | "总数"
            | "总分"
            | "总得分"
            | "合计总分"
            | "综合得分"
            | "综合评分"
            | "加权总分"
            | "加权得分"
            | "totalscore"
            | "overallscore"
            | "weightedtotal"
            | "weightedscore"
            | "totalpoints"
            | "finalscore"
    ) || name.strip_prefix("all").and_then(|rest| rest.strip_suffix("together")).is_some_and(|number| number.len() <= 8)
}

/// Whether a name says so with what is added: "Total costs", 支出合计.
pub fn totals(name: &str) -> bool {
    let low = name.trim().to_lowercase();
    is_total(name)
        || low.strip_prefix("total ").is_some_and(|rest| rest.split_whitespace().count() <= 2 && !rest.contains("cost of"))
        || low.strip_suffix(" total").is_some_and(|rest| rest.split_whitespace().count() <= 2)
        || ["合计", "总计", "总数", "总和"].iter().any(|word| low.ends_with(word) && low.chars().count() <= 8)
}

/// What a row is called: its subject, or the label that became its metric.
pub fn row_name(claim: &Claim) -> String {
    match (&claim.subject, &claim.metric) {
        (None, Some(metric)) => metric.clone(),
        _ => name(claim),
    }
}

/// Whether a row is a part of another or no summand at all.
pub fn is_part(name: &str) -> bool {
    let lower = name.to_lowercase();
    let marks = [
        "其中",
        "平均",
        "均值",
        "中位",
        "最大",
        "最小",
        "最高",
        "最低",
        "占比",
        "比例",
        "同比",
        "环比",
        "增长",
        "目标",
        "预算",
        "上年",
        "of which",
        "thereof",
        "including",
        "incl",
        "average",
        "mean",
        "median",
        "avg",
        "minimum",
        "maximum",
        "share",
        "percent",
        "per",
        "change",
        "growth",
        "target",
        "previous",
        "last year",
        "prior",
    ];
    holds(&lower, &marks) || lower.starts_with(['-', '–', '└', '·'])
}

/// Whether a row sums up those around it, but not all.
pub fn is_subtotal(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["小计", "subtotal", "sub-total", "sub total"].iter().any(|mark| lower.contains(mark))
}

/// The roles of a sum in a sentence; portions are some of the parts.
const ROLES: &[&str] = &["part", "portion", "total", "slice", "sliced"];
/// Marks the group of a list and its lead-in.
const BREAKDOWN: &str = "\u{1f}listed";
/// The roles of a list with its total.
const LISTED: &[&str] = &["item", "sum"];
/// Marks the group of a whole table.
const ACROSS: &str = "\u{1f}across";

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        told::check(group, out);
        headline::check(group, out);
    } else if group.key.ends_with(ACROSS) {
        across::check(group, out);
    } else if group.key.ends_with(BREAKDOWN) {
        listed::check(group, out);
    } else if group.claims.iter().any(|c| c.table.is_none()) {
        for relation in relations(group.claims).values() {
            in_sentence(relation, out);
        }
    } else {
        column(group, out);
    }
}

fn in_sentence(relation: &[(&str, &Claim)], out: &mut Vec<Draft>) {
    let of = |name: &str| relation.iter().filter(|(role, _)| *role == name).map(|(_, claim)| *claim).collect::<Vec<_>>();
    let (parts, portions) = ([of("part"), of("item"), of("slice")].concat(), of("portion"));
    let totals = [of("total"), of("sum"), of("sliced")].concat();
    let [total] = totals[..] else { return };
    let (rows, some) = if parts.is_empty() { (portions, true) } else { (parts, false) };
    // Things that a sentence counts one by one are not rounded.
    let counted = rows.iter().chain([&total]).all(|c| is_whole(c));
    let sum = add(&rows).map(|sum| if counted { Sum { slack: ratio(-1, 2), ..sum } } else { sum });
    if let Some(miss) = sum.and_then(|sum| miss(total, sum)) {
        // A total that is nowhere near its parts is one of more things than these, and some of the parts may well be less.
        // Pieces that no word calls all of it are believed to be where they nearly are.
        let most = if of("slice").is_empty() { ratio(2, 1) } else { ratio(26, 25) };
        let near = miss.sum.value < &miss.stated * &most && miss.stated < &miss.sum.value * &most;
        if near && (!some || miss.sum.value > miss.stated) {
            out.push(draft(total, &rows, &miss));
        }
    }
}

/// A whole number of things, written to the last one.
fn is_whole(claim: &Claim) -> bool {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let one = claim.value.as_ref().is_some_and(|v| v.precision == "1" && !v.approximate);
    let measured = unit.len() < 3 && !unit.is_empty() || unit.contains('/') || matches!(unit, "byte" | "bit" | "degC" | "point");
    let money = unit.len() == 3 && unit.bytes().all(|b| b.is_ascii_uppercase());
    one && !measured && !money
}

fn column(group: &Group<'_>, out: &mut Vec<Draft>) {
    let row = |c: &Claim| c.table.as_ref().map_or(0, |t| t.row);
    let mut cells: Vec<&Claim> = group.claims.to_vec();
    cells.sort_by_key(|c| row(c));
    // Where the columns are the things, the rows are called by what is measured.
    let of_one = cells.windows(2).all(|w| !subject(w[0]).is_empty() && subject(w[0]) == subject(w[1]));
    let measured = of_one && cells.windows(2).any(|w| w[0].metric != w[1].metric);
    let row_name = |c: &Claim| if measured { c.metric.clone().unwrap_or_default() } else { row_name(c) };
    // What stands below a total that is named for what it sums up (成本合计, then 利润) is none of its parts.
    let named_total = |c: &&&Claim| totals(&row_name(c)) && !is_total(&row_name(c));
    if let Some(at) = cells.iter().position(|c| named_total(&c)).filter(|at| *at >= 2)
        && !cells[at + 1..].iter().any(|c| totals(&row_name(c)) || is_subtotal(&row_name(c)))
    {
        cells.truncate(at + 1);
    }
    let Some((total, rows)) = cells.split_last() else { return };
    // One figure a row, without a gap, and only the last one a total.
    let contiguous = rows.windows(2).all(|w| row(w[1]) == row(w[0]) + 1);
    // Of two lists side by side the shorter one leaves cells empty above its total.
    let blank = row(total).saturating_sub(rows.last().map_or(0, |c| row(c)));
    if !(1..=4).contains(&blank) {
        return;
    }
    let (plain, named) = (is_total(&row_name(total)), totals(&row_name(total)));
    if rows.len() < 2 || !named || !contiguous || row(cells[0]) > 2 || rows.iter().any(|c| totals(&row_name(c))) {
        return;
    }
    if rows.iter().any(|c| is_subtotal(&row_name(c))) {
        levels(total, rows, out);
        return;
    }
    if rows.iter().any(|c| is_part(&row_name(c))) {
        return;
    }
    let Some(miss) = add(rows).and_then(|sum| miss(total, sum)) else { return };
    // What lies among the figures above it is weighed or averaged: points, a price per mile.
    let among = miss.sum.terms.iter().any(|n| n >= &miss.stated) && miss.sum.terms.iter().any(|n| n <= &miss.stated);
    let mean = &miss.sum.value / ratio(i64::try_from(rows.len()).unwrap_or(1), 1);
    let like_mean = miss.stated < &mean * ratio(3, 2) && mean < &miss.stated * ratio(3, 2);
    if among && (matches!(miss.sum.unit.as_str(), "" | "point") || like_mean) {
        return;
    }
    // "Total assets" may be one figure among others; near the sum of those above it, it is theirs.
    let near = &miss.stated * ratio(5, 4) > miss.sum.value && &miss.sum.value * ratio(5, 4) > miss.stated;
    let hardly = &miss.stated * ratio(21, 20) > miss.sum.value && &miss.sum.value * ratio(21, 20) > miss.stated;
    if if blank == 1 { plain || near } else { hardly } {
        out.push(draft(total, rows, &miss));
    }
}

/// A total over subtotals: the sum of the subtotals, or of the other rows. Each subtotal is the sum of the rows before it or behind.
fn levels(total: &Claim, rows: &[&Claim], out: &mut Vec<Draft>) {
    let sub = |c: &&Claim| is_subtotal(&row_name(c));
    if rows.iter().any(|c| is_part(&row_name(c)) && !sub(c)) {
        return;
    }
    let (subtotals, leaves): (Vec<&Claim>, Vec<&Claim>) = rows.iter().partition(|c| sub(c));
    let runs: Vec<Vec<&Claim>> = rows.split(sub).map(<[&Claim]>::to_vec).collect();
    let holds = |at: usize| {
        let run = |i: usize| runs.get(i).filter(|run| !run.is_empty()).and_then(|run| add(run));
        [run(at), run(at + 1)].into_iter().flatten().any(|sum| miss(subtotals[at], sum).is_none())
    };
    let right = (0..subtotals.len()).filter(|&at| holds(at)).count();
    // Subtotals that most runs do not give are sums of something else.
    if right * 2 < subtotals.len() {
        return;
    }
    for (at, subtotal) in subtotals.iter().enumerate().filter(|(at, _)| right > 0 && !holds(*at)) {
        let Some(run) = runs.get(at).filter(|run| run.len() > 1) else { continue };
        if let Some(miss) = add(run).and_then(|sum| miss(subtotal, sum)) {
            out.push(draft(subtotal, run, &miss));
        }
    }
    let last = rows.iter().rposition(|c| is_subtotal(&row_name(c))).map_or(0, |at| at + 1);
    let mut upper = subtotals.clone();
    upper.extend(&rows[last..]);
    let by_levels = add(&upper).map(|sum| miss(total, sum));
    let by_rows = add(&leaves).map(|sum| miss(total, sum));
    if right == subtotals.len()
        && let (Some(Some(miss)), Some(Some(_))) = (by_levels, by_rows)
    {
        out.push(draft(total, &upper, &miss));
    }
}

/// A sum that is not the stated total.
struct Miss {
    sum: Sum,
    stated: BigRational,
}

/// What a total misses; `None` where it fits, or cannot be compared: another unit, a bound, percentages that are no shares.
fn miss(total: &Claim, sum: Sum) -> Option<Miss> {
    let measure = measure(total).filter(|m| m.bound == Bound::Eq && !m.approximate)?;
    let stated = measure.figure()?.clone();
    let bare = |unit: &str| unit.is_empty();
    if measure.unit != sum.unit && !bare(&measure.unit) && !bare(&sum.unit) || measure.unit.contains('/') {
        return None;
    }
    let hundred = ratio(100, 1);
    let shares =
        stated == hundred && sum.terms.iter().all(|n| n < &hundred) && sum.value > ratio(80, 1) && sum.value < ratio(120, 1);
    if sum.unit == "%" && !shares {
        return None;
    }
    let apart = if stated > sum.value { &stated - &sum.value } else { &sum.value - &stated };
    let drift = (&sum.drift + &measure.half * &measure.half) * ratio(3, 1);
    (apart > &sum.slack + &measure.half || &apart * &apart > drift).then_some(Miss { sum, stated })
}

fn draft(total: &Claim, rows: &[&Claim], miss: &Miss) -> Draft {
    let canonical = total.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let written = total.value.as_ref().map_or("", |v| v.unit.as_str());
    let (unit, factor) = match written_factor(total) {
        Some(factor) if written.chars().any(char::is_alphabetic) => (written, factor),
        _ => (canonical, per_second(canonical).1),
    };
    let terms: Vec<String> = miss.sum.terms.iter().map(|n| decimal(&(n / &factor))).collect();
    let shown = with_unit(&(&miss.sum.value / &factor), unit);
    Draft {
        severity: None,
        confidence: confidence(rows.iter().copied().chain([total])),
        message: "total",
        help: "help",
        args: BTreeMap::from([("a", words(&total.quote)), ("sum", shown.clone())]),
        arithmetic: format!("{} = {shown} ≠ {}", terms.join(" + "), with_unit(&(&miss.stated / &factor), unit)),
        primary: passage(total, ""),
        related: rows.iter().take(RELATED + 2).map(|c| passage(c, "row")).collect(),
    }
}

struct Sum {
    unit: String,
    value: BigRational,
    /// How far rounding can carry the sum at most.
    slack: BigRational,
    /// The squares of the halves: rounding errors go either way, and three times their spread is the square root of three times this.
    drift: BigRational,
    terms: Vec<BigRational>,
}

/// The sum of plain figures of one unit; `None` where a row is a range, a bound or of another unit.
fn add(rows: &[&Claim]) -> Option<Sum> {
    let measures: Option<Vec<Measure>> =
        rows.iter().map(|c| measure(c).filter(|m| m.bound == Bound::Eq && !m.approximate)).collect();
    let measures = measures?;
    // "130 million euros, 95 million and 60 million": a bare figure is in the unit of the others.
    let unit = measures.iter().map(|m| m.unit.clone()).find(|unit| !unit.is_empty()).unwrap_or_default();
    if measures.iter().any(|m| m.unit != unit && !m.unit.is_empty()) {
        return None;
    }
    let terms: Vec<BigRational> = measures.iter().filter_map(|m| m.figure().cloned()).collect();
    let slack = measures.iter().map(|m| &m.half).sum();
    let drift = measures.iter().map(|m| &m.half * &m.half).sum();
    (terms.len() == rows.len()).then(|| Sum { unit, value: terms.iter().sum(), slack, drift, terms })
}
