//! A figure and, right behind it, the same in another unit, which it is not.

use std::collections::BTreeMap;

use num_traits::Signed;

use crate::claim::{Claim, Kind};
use crate::finding::Severity;
use crate::rules::interval::{Meeting, measure, ratio, stated, stated_in};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// A figure and, in brackets behind it, the same in another unit, which it is not.
pub static RULE: Rule = Rule {
    name: "conversion-mismatch",
    summary: Say { en: "a figure and its conversion in brackets differ", zh: "数值与括号内的换算不符" },
    explanation: Say {
        en: "\"24000 mWh (22.9 Wh)\": 24000 mWh are 24 Wh. The rule looks at a figure that has nothing but another one of the same dimension and a different unit in brackets right behind it, and allows for \
the rounding of both. To mend it, correct the one that is wrong.",
        zh: "“24000 mWh（22.9 Wh）”：24000 mWh等于24 Wh。若一个数值后的括号内只有另一单位的同类数值，本规则就核对换算，允许两者四舍五入。修改方法：更正有误的一个。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, &claim.block, claim.text.as_deref()) {
        (Kind::Quantity, Some(block), Some("converted" | "equivalent")) => vec![format!("{}\u{1f}{}", claim.document, block.id)],
        _ => Vec::new(),
    },
    check,
    texts: &[
        ("mismatch", Say { en: "{a} is {right}, not {b}", zh: "{a}等于{right}，而不是{b}" }),
        ("help", Say { en: "correct the one of the two that is wrong", zh: "更正两者中有误的一个" }),
        ("converted", Say { en: "converted from this", zh: "由此换算" }),
    ],
    fires: &[
        Example { files: &[("specs.md", "# Pack\n\n- Energy: 24000 mWh (22.9 Wh)\n")] },
        Example { files: &[("线路.md", "# 步道\n\n- 全长：12公里（9.5英里）\n")] },
        Example { files: &[("cell.md", "# Cell\n\nThe cell stores 18000 mWh, that is 16 Wh.\n")] },
        Example { files: &[("亩产.md", "# 试种\n\n亩产达到450公斤，合800斤。\n")] },
    ],
    near_misses: &[
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

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    for pair in group.claims.windows(2) {
        let [first, second] = pair else { continue };
        if first.text.as_deref() == Some("converted") && second.text.as_deref() == Some("equivalent") {
            out.extend(judge(first, second));
        }
    }
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
