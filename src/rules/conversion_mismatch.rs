//! A figure and, right behind it, the same in another unit, which it is not.

mod column;

use std::collections::BTreeMap;

use num_traits::{Signed, Zero};

use crate::claim::{Claim, Confidence, Kind, exact};
use crate::finding::Severity;
use crate::rules::interval::{Meeting, measure, ratio, stated, stated_in, with_unit};
use crate::rules::relation::{block_key, has_role, relations};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// A figure and, in brackets behind it, the same in another unit, which it is not.
pub static RULE: Rule = Rule {
    name: "conversion-mismatch",
    summary: Say { en: "a figure and its conversion in brackets differ", zh: "数值与括号内的换算不符" },
    explanation: Say {
        en: "\"24000 mWh (22.9 Wh)\": 24000 mWh are 24 Wh. The rule looks at a figure that has nothing but another one of the same dimension and a different unit in brackets right behind it, and allows for \
the rounding of both. \"16 of 580 cases (2.8%)\" is held against the percentage in the same way, and so is a column of shares beside its counts. To mend it, correct the one that is wrong.",
        zh: "“24000 mWh（22.9 Wh）”：24000 mWh等于24 Wh。若一个数值后的括号内只有另一单位的同类数值，本规则就核对换算，允许两者四舍五入。“580例中有16例（2.8%）”这类计数与百分比，以及表中计数旁的占比列，也同样核对。修改方法：更正有误的一个。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, &claim.block, claim.text.as_deref()) {
        (Kind::Quantity, Some(block), Some("converted" | "equivalent")) => vec![format!("{}\u{1f}{}", claim.document, block.id)],
        (Kind::Quantity, Some(_), Some(_)) if has_role(claim, SHARES) => block_key(claim).into_iter().collect(),
        _ => column::key(claim).filter(|_| claim.confidence != Confidence::Low).into_iter().collect(),
    },
    check,
    texts: &[
        ("mismatch", Say { en: "{a} is {right}, not {b}", zh: "{a}等于{right}，而不是{b}" }),
        ("share", Say { en: "{a} of {whole} is {right}, not {b}", zh: "{whole}中的{a}为{right}，而不是{b}" }),
        ("help", Say { en: "correct the one of the two that is wrong", zh: "更正两者中有误的一个" }),
        ("converted", Say { en: "converted from this", zh: "由此换算" }),
    ],
    fires: &[
        Example { files: &[("specs.md", "# Pack\n\n- Energy: 24000 mWh (22.9 Wh)\n")] },
        Example { files: &[("线路.md", "# 步道\n\n- 全长：12公里（9.5英里）\n")] },
        Example { files: &[("survey.md", "# Survey\n\nOf the ferries, 43 of 191 crossings (24%) ran late.\n")] },
        Example { files: &[("抽检.md", "# 抽检\n\n抽检的580件中有16件不合格，占3.8%。\n")] },
        Example { files: &[("cell.md", "# Cell\n\nThe cell stores 18000 mWh, that is 16 Wh.\n")] },
        Example { files: &[("亩产.md", "# 试种\n\n亩产达到450公斤，合800斤。\n")] },
        Example {
            files: &[(
                "survey.md",
                "# Survey\n\n| Answer | Count | Share |\n|---|---|---|\n| Daily | 54 | 45% |\n| Weekly | 42 | 38% |\n| Rarely | 18 | 15% |\n| Never | 6 | 5% |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "survey.md",
                "# Survey\n\nLate were 43 of 191 crossings (23%), early 9 of 191 (4.7%); on time 139/191 (72.8%).\n",
            )],
        },
        Example {
            files: &[("抽检.md", "# 抽检\n\n抽检的580件中有16件不合格，占2.8%，比上年下降0.5%。\n")]
        },
        Example {
            files: &[(
                "specs.md",
                "# Pack\n\n- Energy: 24000 mWh (24 Wh)\n- Trail: 5 km (3.1 miles)\n- Memory: 16 GB (12 GB usable)\n",
            )],
        },
        Example { files: &[("线路.md", "# 步道\n\n- 全长：12公里（约7.5英里）\n")] },
        Example {
            files: &[("cell.md", "# Cell\n\nThe cell stores 18000 mWh, that is 18 Wh. It charges in 30 minutes or 1 hour.\n")],
        },
        Example { files: &[("亩产.md", "# 试种\n\n亩产达到450公斤，合900斤。\n")] },
    ],
};

/// The roles of a count, of the whole that it is of, and of their percentage.
const SHARES: &[&str] = &["counted", "whole", "fraction", "share"];

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.contains(column::TABLE) {
        column::check(group.claims, out);
        return;
    }
    out.extend(relations(group.claims).into_values().filter_map(|relation| share(&relation)));
    for pair in group.claims.windows(2) {
        let [first, second] = pair else { continue };
        if first.text.as_deref() == Some("converted") && second.text.as_deref() == Some("equivalent") {
            out.extend(judge(first, second));
        }
    }
}

/// A count as a percentage of its whole against the one beside it. A share that is cut off instead of rounded is none of our business,
/// nor is one of the rest: "16 of 580 failed (97.2% passed)".
fn share(relation: &[(&str, &Claim)]) -> Option<Draft> {
    let of = |role: &str| relation.iter().find(|(name, _)| *name == role).map(|(_, claim)| *claim);
    let stated = of("share")?;
    let low = |claim: &Claim| exact(claim.canonical.as_ref()?.low.as_deref()?);
    let hundred = ratio(100, 1);
    let (first, whole, right) = if let Some(fraction) = of("fraction") {
        (fraction, fraction, low(fraction)?)
    } else {
        let (part, whole) = (of("counted")?, of("whole")?);
        let all = low(whole)?;
        if all.is_zero() {
            return None;
        }
        (part, whole, low(part)? / all * &hundred)
    };
    let its = measure(stated)?;
    let figure = its.figure()?;
    let unit = &its.half * ratio(2, 1);
    if (figure - &right).abs() < unit || (&hundred - figure - &right).abs() < unit {
        return None;
    }
    let shown = with_unit(&right, "%");
    let above =
        if first.id == whole.id { words(&first.quote) } else { format!("{} ÷ {}", words(&first.quote), words(&whole.quote)) };
    let mut related = vec![passage(first, "converted")];
    related.extend((first.id != whole.id).then(|| passage(whole, "converted")));
    Some(Draft {
        severity: None,
        confidence: confidence([first, stated]),
        message: if first.id == whole.id { "mismatch" } else { "share" },
        help: "help",
        args: BTreeMap::from([
            ("a", words(&first.quote)),
            ("whole", words(&whole.quote)),
            ("b", words(&stated.quote)),
            ("right", shown.clone()),
        ]),
        arithmetic: format!("{above} = {shown} ≠ {}", words(&stated.quote)),
        primary: passage(stated, ""),
        related,
    })
}

fn judge(first: &Claim, second: &Claim) -> Option<Draft> {
    let (a, b) = (measure(first)?, measure(second)?);
    if a.unit != b.unit || a.meeting(&b) != Meeting::Apart {
        return None;
    }
    // A conversion by a rounded factor may miss by a little.
    if let (Some(x), Some(y)) = (a.figure(), b.figure())
        && (x - y).abs() <= x.abs() * ratio(1, 100)
    {
        return None;
    }
    let unit = second.canonical.as_ref()?.unit.as_str();
    Some(Draft {
        severity: None,
        confidence: confidence([first, second]),
        message: "mismatch",
        help: "help",
        args: BTreeMap::from([("a", words(&first.quote)), ("b", words(&second.quote)), ("right", stated_in(first, unit))]),
        arithmetic: format!(
            "{} = {} ≠ {} = {}",
            words(&first.quote),
            stated(first),
            words(&second.quote),
            stated_in(second, unit)
        ),
        primary: passage(second, ""),
        related: vec![passage(first, "converted")],
    })
}
