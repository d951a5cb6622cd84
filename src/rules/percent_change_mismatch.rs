//! "From A to B, that is P%", and it is not.

mod beside;
mod billing;
mod columns;
mod counted;
mod slip;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Confidence, Kind, exact};
use crate::finding::Severity;
use crate::rules::interval::{Measure, Span, decimal, measure, ratio, with_unit, written_factor};
use crate::rules::law::{self, Law};
use crate::rules::relation::{block_key, has_role, relations};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// "From A to B, that is P%", and it is not.
pub static RULE: Rule = Rule {
    name: "percent-change-mismatch",
    summary: Say {
        en: "a percentage or factor is not that of the change beside it", zh: "百分比或倍数与旁边的变化不符"
    },
    explanation: Say {
        en: "\"From 78 minutes to 29 minutes, 91% faster\": the change is 62.8% less time, or 2.69 times the speed. The rule compares a change from one value to another with the \
percentage, points or factor beside it, and allows for rounding. A factor may be the change or the ratio, either way round, and a gain that is said of a time may be one of speed; it says so when the \
printed figure would be right with the other value as base. A table's column of changes is held against the column that most of its rows fit, and a count with its share (\"66 (55.0)\" under \"n (%)\") against the whole that most of its column fits. A sentence that follows (\"… 80 and, last year, 62. That is a drop of 22.5%\") is held against the last two. A price a month and one a year are held against what the year is said to save. A factor of ten or more \
that is a percentage elsewhere (\"80x faster\", \"an 80% speedup\") is told, too. To mend it, correct the percentage, or say what it is of.",
        zh: "“从78分钟降到29分钟，提速91%”：实际是耗时减少62.8%，或速度变为2.69倍。本规则把一个“从……到……”的变化与紧邻的百分比或倍数比较，允许四舍五入。\
倍数可以是变化量，也可以是比值；对时间所说的提升，可以是速度的提升；若以另一个数为基数才能得出该数字，会一并说明。表格中的变化率列，与大多数行都相符的那一列核对；“例数（百分比）”则按本列大多数行相符的总数核对。紧随其后的句子（“……80，上年62。即下降22.5%”）与最后两个数值核对。月价、年价与所称节省的比例或金额也互相核对。十倍以上的倍数若在别处写作同一数字的百分比（“快80倍”与“提速80%”），也会提示。修改方法：更正百分比，或写明它是相对于什么。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &["percent-vs-points"],
    keys,
    check,
    texts: &[
        ("change", Say { en: "{a} is said of {change}, which is {right}", zh: "{change}写作{a}，实际为{right}" }),
        (
            "base",
            Say {
                en: "{a} is said of {change}, which is {right}; {a} takes the value after the change as its base",
                zh: "{change}写作{a}，实际为{right}；{a}是以变化后的数值为基数",
            },
        ),
        ("column", Say { en: "{a} stands beside {change}, which is {right}", zh: "{change}旁写作{a}，实际为{right}" }),
        (
            "share",
            Say {
                en: "{a} stands beside {part} of {base}, which is {right}", zh: "{base}中的{part}旁写作{a}，实际为{right}"
            },
        ),
        (
            "inverse",
            Say {
                en: "{a} stands beside {change}, which is {right}; {a} takes the value after the change ({base} ÷ the later one)",
                zh: "{change}旁写作{a}，实际为{right}；{a}是用{base}除以变化后的数值算出的",
            },
        ),
        (
            "earlier",
            Say {
                en: "{a} stands beside {change}, which is {right}; {a} has the row before last ({base}) as its base",
                zh: "{change}旁写作{a}，实际为{right}；{a}是以再上一行（{base}）为基数",
            },
        ),
        (
            "billing",
            Say {
                en: "{a} is said, but by the prices beside it this is {right}", zh: "写作{a}，而按旁边的价格计算为{right}"
            },
        ),
        (
            "billing-help",
            Say {
                en: "correct the figure, or the price that it is reckoned from", zh: "更正该数值，或更正据以计算的价格"
            },
        ),
        ("price-here", Say { en: "the price", zh: "价格" }),
        ("base-here", Say { en: "the base that was taken", zh: "误用的基数" }),
        (
            "slip",
            Say {
                en: "{subject}: a factor of {a} here, but {b} elsewhere", zh: "{subject}：此处是{a}的倍数，另一处却是{b}"
            },
        ),
        ("slip-here", Say { en: "the same figure as a percentage", zh: "同一数字写作百分比" }),
        (
            "slip-help",
            Say {
                en: "one of the two has the wrong unit: say which is meant", zh: "其中一处单位有误：写明是倍数还是百分比"
            },
        ),
        ("help", Say { en: "correct the percentage, or say what it is of", zh: "更正百分比，或写明它的基数" }),
        ("change-here", Say { en: "the change", zh: "这一变化" }),
    ],
    fires: &[
        Example {
            files: &[(
                "ward.md",
                "# Ward\n\n| Finding, n (%) | Salve (n=80) | Gauze (n=75) |\n|---|---|---|\n| Redness | 12 (15.0) | 15 (20.0) |\n| Swelling | 38 (35.0) | 24 (32.0) |\n| Itch | 44 (55.0) | 36 (48.0) |\n| Fever | 4 (5.0) | 6 (8.0) |\n| None | 18 (22.5) | 12 (16.0) |\n",
            )],
        },
        Example { files: &[("pond.csv", "species,count,share\ncarp,240,48%\ntench,90,28%\nperch,110,22%\nroach,60,12%\n")] },
        Example {
            files: &[("notes.md", "# Quickform\n\nThe run time fell from 80 minutes to 30 minutes, a reduction of 91%.\n")],
        },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨，下降了25%。\n")] },
        Example { files: &[("harvest.md", "# Harvest\n\nWe picked 360 crates, up 40% from 300 crates the year before.\n")] },
        Example {
            files: &[("周报.md", "# 客流周报\n\n本周进站客流为96万人次，比上周的80万人次增长了16.7%。\n")]
        },
        Example {
            files: &[("visits.csv", "month,visits,change\n1,4000,\n2,5000,25.0%\n3,4500,-10.0%\n4,5400,25.0%\n5,5400,0.0%\n")],
        },
        Example {
            files: &[(
                "yield.md",
                "# Yield\n\n| Field | 2030 | 2031 | Change |\n|---|---|---|---|\n| Barley | 40 t | 50 t | +20% |\n",
            )],
        },
        Example {
            files: &[(
                "quill.md",
                "# Quill\n\nQuill is 80x faster.\n\n## Details\n\nOn average Quill brings an 80% speedup over pens.\n",
            )],
        },
        Example { files: &[("plans.md", "# Larkdesk\n\n## Team\n\n$12 a month, or $120 a year: save 20%.\n")] },
        Example {
            files: &[("会员.md", "# 会员\n\n- 月付：39 元/月\n- 年付：398 元/年，比按月付省 90 元\n")]
        },
        Example {
            files: &[(
                "plans.md",
                "# Heron plans\n\n## By the month\n\n| Plan | Price |\n|---|---|\n| Reed | $6/month (billed annually) |\n| Marsh | $15/month (billed annually) |\n\n## By the year\n\n| Plan | Price |\n|---|---|\n| Reed | $72/year |\n| Marsh | $160/year |\n",
            )],
        },
        Example {
            files: &[(
                "套餐.md",
                "# 云栈套餐\n\n## 按月价格\n\n| 套餐 | 价格 |\n|---|---|\n| 入门版 | 20元/月（按年付费） |\n| 专业版 | 65元/月（按年付费） |\n\n## 全年价格\n\n| 套餐 | 价格 |\n|---|---|\n| 入门版 | 240元/年 |\n| 专业版 | 680元/年 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "ward.md",
                "# Ward\n\n| Finding | Salve (n=80) | Gauze (n=75) |\n|---|---|---|\n| Age, mean (SD) | 58 (11) | 57 (12) |\n| Redness, n (%) | 12 (15.0) | 15 (20.0) |\n| Swelling, n (%) | 28 (35.0) | 24 (32.0) |\n| Itch, n (%) | 44 (56.4) | 36 (48.0) |\n| Fever, n (%) | 4 (5.0) | 6 (8.0) |\n",
            )],
        },
        Example { files: &[("pond.csv", "species,count,share\ncarp,240,48%\ntench,90,18%\nperch,110,22%\nroach,60,12%\n")] },
        Example {
            files: &[(
                "plans.md",
                "# Larkdesk\n\n## Team\n\n$12 a month, or $120 a year: save 16%.\n\n## Firm\n\n- Monthly: €29 a month\n- Yearly: €290 a year, €58 less, or €24.17 a month billed yearly\n",
            )],
        },
        Example {
            files: &[("notes.md", "# Quickform\n\nThe run time fell from 78 minutes to 29 minutes, a reduction of 63%.\n")],
        },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨（-20%）。\n")] },
        Example {
            files: &[(
                "harvest.md",
                "# Harvest\n\nWe picked 360 crates, up 20% from 300 crates the year before. Sorting time fell from 50 to 40 minutes, and complaints dropped by 31%.\n",
            )],
        },
        Example {
            files: &[("visits.csv", "month,visits,change\n1,4000,\n2,5000,25.0%\n3,4500,-10.0%\n4,5400,20.0%\n5,5400,0.0%\n")],
        },
        Example {
            files: &[(
                "plans.md",
                "# Heron plans\n\n## By the month\n\n| Plan | Price |\n|---|---|\n| Reed | $6/month (billed annually) |\n| Marsh | $15/month |\n\n## By the year\n\n| Plan | Price |\n|---|---|\n| Reed | $72/year |\n| Marsh | $160/year |\n",
            )],
        },
    ],
};

fn keys(claim: &Claim) -> Vec<String> {
    if claim.kind == Kind::Table {
        return claim.table.iter().map(|table| format!("{}{}\u{1f}{}", columns::TABLE, claim.document, table.id)).collect();
    }
    if claim.kind != Kind::Quantity || claim.confidence == Confidence::Low {
        return Vec::new();
    }
    let block = block_key(claim).filter(|_| has_role(claim, ROLES));
    let table = claim.table.iter().map(|table| format!("{}{}\u{1f}{}", columns::TABLE, claim.document, table.id));
    block.into_iter().chain(table).chain(slip::key(claim)).chain(billing::keys(claim)).collect()
}

/// The roles of a change: a value before and one after, or both told in one; and the figure that says how much it is.
pub const ROLES: &[&str] = &["told", "before", "after", "change", "gain", "factor", "difference"];

/// A change and the figure that says how much it is.
#[derive(Debug)]
pub struct Change<'a> {
    /// Where the change is told: one claim, or the value before and the one after.
    pub told: Vec<&'a Claim>,
    /// The value before.
    pub from: BigRational,
    /// The value after.
    pub to: BigRational,
    /// Their unit, periods in seconds.
    pub unit: String,
    /// How far rounding reaches to both sides of either.
    pub half: BigRational,
    /// The percentage, points or factor.
    pub figure: &'a Claim,
    /// Its value.
    pub measure: Measure,
    /// Whether it is said to be a gain: of a time then perhaps of speed.
    pub gain: bool,
    /// Whether it is what the two differ by, in their own unit or in points.
    pub difference: bool,
}

/// The changes of a block that have a percentage or factor beside them: "from A to B, P%" or "A fell by P% to B".
pub fn changes<'a>(group: &Group<'a>) -> Vec<Change<'a>> {
    relations(group.claims).into_values().filter_map(|relation| read(&relation)).collect()
}

fn read<'a>(relation: &[(&'a str, &'a Claim)]) -> Option<Change<'a>> {
    let of = |role: &str| relation.iter().find(|(name, _)| *name == role).map(|(_, claim)| *claim);
    let difference = of("difference");
    let (gain, figure) = match (of("gain"), of("change").or_else(|| of("factor")).or(difference)) {
        (Some(figure), _) => (true, figure),
        (None, figure) => (false, figure?),
    };
    let told = match of("told") {
        Some(told) => vec![told],
        None => vec![of("before")?, of("after")?],
    };
    let (before, after) = (measure(told[0])?, measure(told[told.len() - 1])?);
    if before.approximate || after.approximate || before.unit != after.unit {
        return None;
    }
    let half = before.half.clone().max(after.half.clone());
    let (from, to) = match (before.bound, &told[0].value) {
        // "up 12%, from 50 to 56": a pair that reads like a range is sorted, and a change runs as it is written.
        (Bound::Range, Some(value)) => {
            let factor = written_factor(told[0])?;
            (exact(value.low.as_deref()?)? * &factor, exact(value.high.as_deref()?)? * factor)
        }
        _ => (before.stated.low.or(before.stated.high)?, after.stated.high.or(after.stated.low)?),
    };
    // "from 80 to 76 million": a magnitude that only one of the two was read with.
    let hundred = ratio(100, 1);
    if from.abs() > to.abs() * &hundred || to.abs() > from.abs() * hundred {
        return None;
    }
    Some(Change {
        told,
        from,
        to,
        unit: before.unit,
        half,
        figure,
        measure: measure(figure)?,
        gain,
        difference: difference.is_some(),
    })
}

/// All values of `above / below` within their rounding; `None` when the divisor may be zero.
fn quotient(above: &Span, below: &Span) -> Option<Span> {
    let (a, b, c, d) = (above.low.as_ref()?, above.high.as_ref()?, below.low.as_ref()?, below.high.as_ref()?);
    let sure = a.is_positive() && c.is_positive();
    sure.then(|| Span { low: Some(a / d), high: Some(b / c), low_open: false, high_open: false })
}

fn scaled(span: &Span, f: impl Fn(&BigRational) -> BigRational) -> Span {
    let ends = [span.low.as_ref().map(&f), span.high.as_ref().map(&f)];
    let [low, high] = if ends[0] <= ends[1] { ends } else { [ends[1].clone(), ends[0].clone()] };
    Span { low, high, low_open: false, high_open: false }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(columns::TABLE) {
        columns::check(group, out);
        beside::check(group, out);
        laws(group, out);
        counted::check(group, out);
        return;
    }
    if group.key.starts_with(billing::BILLING) {
        billing::check(group.key, group.claims, out);
        return;
    }
    if group.key.starts_with(slip::SLIP) {
        slip::check(group, out);
        return;
    }
    out.extend(changes(group).iter().filter_map(judge));
}

/// Rows in which a percentage is not the share or the change that it is of the same columns in most rows, whatever their headers say.
fn laws(group: &Group<'_>, out: &mut Vec<Draft>) {
    let told: Vec<String> = out.iter().map(|draft| draft.primary.claim.clone()).collect();
    for broken in law::broken(group.claims, |law| matches!(law, Law::Share | Law::Part | Law::Change)) {
        let written = |claim: &Claim| claim.value.as_ref().and_then(|v| exact(v.low.as_deref()?));
        let (a, b) = match broken.parts[..] {
            [a, b] => (a, b),
            [a] => (a, a),
            _ => continue,
        };
        let whole = if broken.law == Law::Part { Some(law::sum_of_column(group.claims, a)) } else { written(b) };
        let (Some(x), Some(y)) = (written(a), whole) else { continue };
        if told.contains(&broken.result.id) || x.is_zero() || y.is_zero() {
            continue;
        }
        let share = broken.law != Law::Change;
        let exactly = if share { &x / &y } else { (&y - &x).abs() / &x } * ratio(100, 1);
        let right = with_unit(&((&exactly * ratio(100, 1)).round() / ratio(100, 1)), "%");
        let (first, second) = (decimal(&x), decimal(&y));
        let shown = words(&broken.result.quote);
        out.push(Draft {
            severity: None,
            confidence: confidence([broken.result, a, b]),
            message: if share { "share" } else { "column" },
            help: "help",
            args: BTreeMap::from([
                ("a", shown.clone()),
                ("change", format!("{} → {}", words(&a.quote), words(&b.quote))),
                ("right", right.clone()),
                ("base", if broken.law == Law::Part { second.clone() } else { words(&b.quote) }),
                ("part", words(&a.quote)),
            ]),
            arithmetic: if share {
                format!("{first} ÷ {second} = {right} ≠ {shown}")
            } else {
                format!("|{second} − {first}| ÷ {first} = {right} ≠ {shown}")
            },
            primary: passage(broken.result, ""),
            related: broken.parts.iter().map(|c| passage(c, "change-here")).collect(),
        });
    }
}

fn judge(change: &Change<'_>) -> Option<Draft> {
    let Change { from, to, .. } = change;
    if from.is_zero() || to.is_zero() {
        return None;
    }
    let wide = |value: &BigRational| Span::point(value).widened(&change.half, None);
    let (ratio_to, ratio_back) = (quotient(&wide(to), &wide(from))?, quotient(&wide(from), &wide(to))?);
    let (one, hundred) = (ratio(1, 1), ratio(100, 1));
    let percent = |s: &Span| scaled(s, |r| ((r - &one) * &hundred).abs());
    let more = |s: &Span| scaled(s, |r| (r - &one).abs());
    let right: Vec<Span> = match (change.measure.unit.as_str(), change.unit.as_str()) {
        // 400 s instead of 500 s is 20% less time and 25% more speed.
        ("%", "s") if change.gain => vec![percent(&ratio_to), percent(&ratio_back)],
        ("%", _) => vec![percent(&ratio_to)],
        (own, unit) if change.difference && own == unit => {
            vec![Span::point(&(to - from).abs()).widened(&(&change.half + &change.half), None)]
        }
        ("pp", "%") => vec![Span::point(&(to - from).abs()).widened(&(&change.half + &change.half), None)],
        ("x", _) => vec![ratio_to.clone(), ratio_back.clone(), more(&ratio_to), more(&ratio_back)],
        _ => return None,
    };
    let measure = &change.measure;
    // A sign says which way, the amount how much.
    let plain = |span: &Span| scaled(span, Signed::abs);
    let readings = measure.readings.iter().map(|r| r.widened(&measure.half, None));
    if std::iter::once(measure.widened()).chain(readings).any(|s| right.iter().any(|r| r.meets(&plain(&s)))) {
        return None;
    }
    let factor = written_factor(change.told[0]).unwrap_or_else(|| one.clone());
    let (before, after) = (decimal(&(from / &factor)), decimal(&(to / &factor)));
    let (shown, arithmetic, message) = if measure.unit == "x" {
        let factor = if to > from { to / from } else { from / to };
        let shown = with_unit(&factor, "x");
        let arithmetic = format!("{before} → {after} = {shown}");
        (shown, arithmetic, "change")
    } else if measure.unit == "pp" || change.difference {
        let unit = if measure.unit == "pp" { "pp" } else { change.unit.as_str() };
        let shown = with_unit(
            &((to - from).abs() / if unit == "pp" { one.clone() } else { factor.clone() }),
            if unit == "pp" { "pp" } else { "" },
        );
        let arithmetic = format!("|{after} − {before}| = {shown}");
        (shown, arithmetic, "change")
    } else {
        let shown = with_unit(&((to / from - &one) * &hundred).abs(), "%");
        let arithmetic = format!("|{after} − {before}| ÷ {before} = {shown}");
        (shown, arithmetic, if percent(&ratio_back).meets(&plain(&measure.widened())) { "base" } else { "change" })
    };
    Some(Draft {
        severity: None,
        confidence: confidence(change.told.iter().copied().chain([change.figure])),
        message,
        help: "help",
        args: BTreeMap::from([("a", words(&change.figure.quote)), ("change", told(change)), ("right", shown)]),
        arithmetic,
        primary: passage(change.figure, ""),
        related: change.told.iter().map(|c| passage(c, "change-here")).collect(),
    })
}

/// The change in the author's words.
pub fn told(change: &Change<'_>) -> String {
    change.told.iter().map(|c| words(&c.quote)).collect::<Vec<_>>().join(" → ")
}
