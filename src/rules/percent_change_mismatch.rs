//! "From A to B, that is P%", and it is not.

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
    summary: Say { en: "a percentage or factor is not that of the change beside it", zh: "百分比或倍数与旁边的变化不符" },
    explanation: Say {
        en: "\"From 78 minutes to 29 minutes, 91% faster\": the change is 62.8% less time, or 2.69 times the speed. The rule compares a change from one value to another with the only \
percentage or factor behind it in the same sentence, and allows for rounding. It accepts the change and the ratio, of both directions where the figure is a factor, and says so when the \
printed figure would be right with the other value as base. To mend it, correct the percentage, or say what it is of.",
        zh: "“从78分钟降到29分钟，提速91%”：实际是耗时减少62.8%，或速度变为2.69倍。本规则把一个“从……到……”的变化与其后同一段落中唯一的百分比或倍数比较，允许四舍五入。\
变化率和比值都视为正确；若以另一个数为基数才能得出该数字，会一并说明。修改方法：更正百分比，或写明它是相对于什么。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &["percent-vs-points"],
    keys: |claim| match (&claim.block, claim.kind, claim.confidence) {
        (Some(block), Kind::Quantity, Confidence::High | Confidence::Medium) => vec![format!("{}\u{1f}{}", claim.document, block.id)],
        _ => Vec::new(),
    },
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
        ("help", Say { en: "correct the percentage, or say what it is of", zh: "更正百分比，或写明它的基数" }),
        ("change-here", Say { en: "the change", zh: "这一变化" }),
    ],
    fires: &[
        Example { files: &[("notes.md", "# Quickform\n\nThe run time fell from 80 minutes to 30 minutes, a reduction of 91%.\n")] },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨，下降了25%。\n")] },
    ],
    near_misses: &[
        Example { files: &[("notes.md", "# Quickform\n\nThe run time fell from 78 minutes to 29 minutes, a reduction of 63%.\n")] },
        Example { files: &[("简报.md", "# 用水简报\n\n月用水量从500吨降至400吨，下降了20%。\n")] },
    ],
};

/// How far behind the change its percentage may stand, in columns.
const NEAR: u32 = 24;

/// The change of a block and the only percentage, points or factor behind it.
pub fn change_and_figure<'a>(group: &Group<'a>) -> Option<(&'a Claim, Measure, &'a Claim, Measure)> {
    if group.claims.len() < 2 || group.claims.len() > 16 {
        return None;
    }
    let measures: Vec<(&Claim, Measure)> = group.claims.iter().filter_map(|c| Some((*c, measure(c)?))).collect();
    let mut changes = measures.iter().filter(|(_, m)| m.bound == Bound::FromTo);
    let (change, of_change) = changes.next()?;
    if changes.next().is_some() {
        return None;
    }
    let behind = |c: &Claim| c.line == change.end_line && c.column >= change.end_column && c.column <= change.end_column.map(|e| e + NEAR);
    let mut figures = measures.iter().filter(|(c, m)| m.bound != Bound::FromTo && behind(c) && matches!(m.unit.as_str(), "%" | "x" | "pp"));
    let (figure, of_figure) = figures.next()?;
    let others = measures.iter().filter(|(c, m)| c.id != figure.id && m.unit == of_figure.unit && m.bound != Bound::FromTo).count();
    (figures.next().is_none() && others == 0).then(|| (*change, of_change.clone(), *figure, of_figure.clone()))
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
    let Some((change, of_change, figure, of_figure)) = change_and_figure(group) else { return };
    let wide = of_change.widened();
    let point = |end: &Option<BigRational>| end.as_ref().map(Span::point);
    let (Some(low), Some(high)) = (&wide.low, &wide.high) else { return };
    let (Some(before), Some(after)) = (point(&of_change.stated.low), point(&of_change.stated.high)) else { return };
    let reach = |s: Span, end: &BigRational, stated: &BigRational| {
        let by = if end > stated { end - stated } else { stated - end };
        s.widened(&by, None)
    };
    let (Some(from), Some(to)) = (&of_change.stated.low, &of_change.stated.high) else { return };
    let (before, after) = (reach(before, low, from), reach(after, high, to));
    let (Some(ratio_to), Some(ratio_back)) = (quotient(&after, &before), quotient(&before, &after)) else { return };
    let hundred = ratio(100, 1);
    let one = ratio(1, 1);
    let percent = |s: &Span| scaled(s, |r| ((r - &one) * &hundred).abs());
    let share = |s: &Span| scaled(s, |r| r * &hundred);
    // Words decide between change and ratio; whatever one of them gives is accepted.
    let right: Vec<Span> = match of_figure.unit.as_str() {
        // 400 s instead of 500 s is 20% less time and 25% more speed.
        "%" if of_change.unit == "s" => vec![percent(&ratio_to), share(&ratio_to), percent(&ratio_back)],
        "%" => vec![percent(&ratio_to), share(&ratio_to)],
        "x" => vec![ratio_to.clone(), ratio_back.clone(), scaled(&ratio_to, |r| (r - &one).abs()), scaled(&ratio_back, |r| (r - &one).abs())],
        _ => return,
    };
    let stated = of_figure.widened();
    let readings = of_figure.readings.iter().map(|r| r.widened(&of_figure.half, None));
    if std::iter::once(stated.clone()).chain(readings).any(|s| right.iter().any(|r| r.meets(&s))) || from.is_zero() {
        return;
    }
    let exact_change = ((to / from - &one) * &hundred).abs();
    let (shown, message) = if of_figure.unit == "x" {
        let factor = if to > from { to / from } else { from / to };
        (with_unit(&factor, "x"), "change")
    } else {
        (with_unit(&exact_change, "%"), if percent(&ratio_back).meets(&stated) { "base" } else { "change" })
    };
    let factor = change.canonical.as_ref().map_or_else(|| one.clone(), |c| per_second(&c.unit).1);
    let (from, to) = (decimal(&(from / &factor)), decimal(&(to / &factor)));
    let arithmetic = if of_figure.unit == "x" { format!("{from} → {to} = {shown}") } else { format!("|{to} − {from}| ÷ {from} = {shown}") };
    out.push(Draft {
        severity: None,
        confidence: confidence([change, figure]),
        message,
        help: "help",
        args: BTreeMap::from([("a", words(&figure.quote)), ("change", words(&change.quote)), ("right", shown)]),
        arithmetic,
        primary: passage(figure, ""),
        related: vec![passage(change, "change-here")],
    });
}
