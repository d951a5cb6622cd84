//! "From A to B, that is P%", and it is not.

mod columns;
mod slip;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{Measure, Span, decimal, measure, per_second, ratio, with_unit};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// "From A to B, that is P%", and it is not.
pub static RULE: Rule = Rule {
    name: "percent-change-mismatch",
    summary: Say {
        en: "a percentage or factor is not that of the change beside it", zh: "百分比或倍数与旁边的变化不符"
    },
    explanation: Say {
        en: "\"From 78 minutes to 29 minutes, 91% faster\": the change is 62.8% less time, or 2.69 times the speed. The rule compares a change from one value to another with the \
percentage or factor beside it, and allows for rounding. It accepts the change and the ratio, of both directions where the figure is a factor, and says so when the \
printed figure would be right with the other value as base. A table's column of changes is held against the column that most of its rows fit. A factor of ten or more \
that is a percentage elsewhere (\"80x faster\", \"an 80% speedup\") is told, too. To mend it, correct the percentage, or say what it is of.",
        zh: "“从78分钟降到29分钟，提速91%”：实际是耗时减少62.8%，或速度变为2.69倍。本规则把一个“从……到……”的变化与紧邻的百分比或倍数比较，允许四舍五入。\
变化率和比值都视为正确；若以另一个数为基数才能得出该数字，会一并说明。表格中的变化率列，与大多数行都相符的那一列核对。十倍以上的倍数若在别处写作同一数字的百分比（“快80倍”与“提速80%”），也会提示。修改方法：更正百分比，或写明它是相对于什么。",
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
            files: &[("notes.md", "# Quickform\n\nThe run time fell from 80 minutes to 30 minutes, a reduction of 91%.\n")],
        },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨，下降了25%。\n")] },
        Example {
            files: &[("visits.csv", "month,visits,change\n1,4000,\n2,5000,25.0%\n3,4500,-10.0%\n4,5400,25.0%\n5,5400,0.0%\n")],
        },
        Example {
            files: &[(
                "quill.md",
                "# Quill\n\nQuill is 80x faster.\n\n## Details\n\nOn average Quill brings an 80% speedup over pens.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[("notes.md", "# Quickform\n\nThe run time fell from 78 minutes to 29 minutes, a reduction of 63%.\n")],
        },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨，下降了20%。\n")] },
        Example {
            files: &[("visits.csv", "month,visits,change\n1,4000,\n2,5000,25.0%\n3,4500,-10.0%\n4,5400,20.0%\n5,5400,0.0%\n")],
        },
    ],
};

fn keys(claim: &Claim) -> Vec<String> {
    if claim.kind != Kind::Quantity || claim.confidence == Confidence::Low {
        return Vec::new();
    }
    let block = claim.block.iter().map(|block| format!("{}\u{1f}{}", claim.document, block.id));
    let table = claim.table.iter().map(|table| format!("{}{}\u{1f}{}", columns::TABLE, claim.document, table.id));
    block.chain(table).chain(slip::key(claim)).collect()
}

/// How far apart the figures of a change may stand, in columns.
const NEAR: u32 = 32;

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
    /// Whether its metric or unit says that it is a change; else only its place does.
    pub named: bool,
}

/// The changes of a block that have a percentage or factor right beside them: "from A to B, P%" or "A fell by P% to B".
pub fn changes<'a>(group: &Group<'a>) -> Vec<Change<'a>> {
    let says =
        |c: &Claim| c.canonical.as_ref().is_some_and(|v| v.bound != Bound::FromTo && matches!(v.unit.as_str(), "%" | "pp" | "x"));
    if group.claims.len() < 2 || !group.claims.iter().any(|c| says(c)) {
        return Vec::new();
    }
    let measures: Vec<(&Claim, Measure)> = group.claims.iter().take(64).filter_map(|c| Some((*c, measure(c)?))).collect();
    let near = |a: &Claim, b: &Claim| {
        a.end_line == b.line && a.end_column <= b.column && b.column <= a.end_column.map(|column| column + NEAR)
    };
    let mut found = Vec::new();
    for pair in measures.windows(2) {
        let [(change, of_change), (figure, of_figure)] = pair else { continue };
        if of_change.bound == Bound::FromTo && may_be_change(of_figure) && near(change, figure) {
            let named = says_change(figure, of_figure, &of_change.unit);
            found.extend(read(vec![*change], of_change, of_change, (*figure, of_figure, named)));
        }
    }
    for three in measures.windows(3) {
        let [(before, of_before), (figure, of_figure), (after, of_after)] = three else { continue };
        let plain = of_before.bound == Bound::Eq && of_after.bound == Bound::Eq && of_before.unit == of_after.unit;
        if plain
            && near(before, figure)
            && near(figure, after)
            && of_figure.bound == Bound::Eq
            && says_change(figure, of_figure, "%")
        {
            found.extend(read(vec![*before, *after], of_before, of_after, (*figure, of_figure, true)));
        }
    }
    found
}

fn read<'a>(told: Vec<&'a Claim>, before: &Measure, after: &Measure, figure: (&'a Claim, &Measure, bool)) -> Option<Change<'a>> {
    if before.approximate || after.approximate {
        return None;
    }
    let half = before.half.clone().max(after.half.clone());
    let (from, to) = (before.stated.low.clone()?, after.stated.high.clone()?);
    Some(Change { told, from, to, unit: before.unit.clone(), half, figure: figure.0, measure: figure.1.clone(), named: figure.2 })
}

fn may_be_change(measure: &Measure) -> bool {
    measure.bound != Bound::FromTo && matches!(measure.unit.as_str(), "%" | "pp" | "x")
}

/// A figure that says how much something changed: by its metric, as a factor, or as a percentage beside values of another unit.
fn says_change(claim: &Claim, measure: &Measure, unit: &str) -> bool {
    let words = ["increase", "decrease", "saving", "reduction", "change", "growth", "speedup", "improvement", "drop", "gain"];
    let metric = claim.metric.as_deref().unwrap_or_default();
    let named = metric.split(['_', '-']).any(|part| words.contains(&part));
    let share = matches!(measure.unit.as_str(), "%" | "pp") && (named || unit != "%");
    measure.bound != Bound::FromTo && (measure.unit == "x" || share)
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
        return;
    }
    if group.key.starts_with(slip::SLIP) {
        slip::check(group, out);
        return;
    }
    out.extend(changes(group).iter().filter_map(judge));
}

fn judge(change: &Change<'_>) -> Option<Draft> {
    let Change { from, to, .. } = change;
    if from.is_zero() || to.is_zero() || !change.named {
        return None;
    }
    let wide = |value: &BigRational| Span::point(value).widened(&change.half, None);
    let (ratio_to, ratio_back) = (quotient(&wide(to), &wide(from))?, quotient(&wide(from), &wide(to))?);
    let (one, hundred) = (ratio(1, 1), ratio(100, 1));
    let percent = |s: &Span| scaled(s, |r| ((r - &one) * &hundred).abs());
    let share = |s: &Span| scaled(s, |r| r * &hundred);
    let more = |s: &Span| scaled(s, |r| (r - &one).abs());
    // Words decide between change and ratio; whatever one of them gives is accepted.
    let right: Vec<Span> = match (change.measure.unit.as_str(), change.unit.as_str()) {
        // 400 s instead of 500 s is 20% less time and 25% more speed.
        ("%", "s") => vec![percent(&ratio_to), share(&ratio_to), percent(&ratio_back)],
        ("%", _) => vec![percent(&ratio_to), share(&ratio_to)],
        ("x", _) => vec![ratio_to.clone(), ratio_back.clone(), more(&ratio_to), more(&ratio_back)],
        _ => return None,
    };
    let measure = &change.measure;
    let readings = measure.readings.iter().map(|r| r.widened(&measure.half, None));
    if std::iter::once(measure.widened()).chain(readings).any(|s| right.iter().any(|r| r.meets(&s))) {
        return None;
    }
    let factor = change.told[0].canonical.as_ref().map_or_else(|| one.clone(), |c| per_second(&c.unit).1);
    let (before, after) = (decimal(&(from / &factor)), decimal(&(to / &factor)));
    let (shown, arithmetic, message) = if measure.unit == "x" {
        let factor = if to > from { to / from } else { from / to };
        let shown = with_unit(&factor, "x");
        let arithmetic = format!("{before} → {after} = {shown}");
        (shown, arithmetic, "change")
    } else {
        let shown = with_unit(&((to / from - &one) * &hundred).abs(), "%");
        let arithmetic = format!("|{after} − {before}| ÷ {before} = {shown}");
        (shown, arithmetic, if percent(&ratio_back).meets(&measure.widened()) { "base" } else { "change" })
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
