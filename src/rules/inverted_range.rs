//! A range that runs from high to low.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Signed;

use crate::claim::{Bound, Claim, Confidence, Kind, exact};
use crate::finding::Severity;
use crate::rules::interval::stated;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// A range that runs from high to low.
pub static RULE: Rule = Rule {
    name: "inverted-range",
    summary: Say { en: "a range is written from high to low", zh: "区间从大到小书写" },
    explanation: Say {
        en: "\"8 ms to 40 μs\": either the order is wrong or one of the units. A range that changes units halfway and runs downwards is most often a slip. The rule \
looks at ranges, not at changes (\"from 8 ms down to 40 μs\"), nor at negative figures. To mend it, write the smaller end first, and both ends in one unit.",
        zh: "“8毫秒至40微秒”：不是次序写反，就是单位写错；中途换了单位又由大到小的区间多半是笔误。本规则只看区间，不看变化（“从8毫秒降到40微秒”），也不看负数。修改方法：小的一端写在前面，两端使用同一单位。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let range = claim.canonical.as_ref().is_some_and(|c| c.bound == Bound::Range);
        if range && claim.kind == Kind::Quantity && claim.confidence != Confidence::Low && inverted(claim) {
            vec![claim.id.clone()]
        } else {
            Vec::new()
        }
    },
    check,
    texts: &[
        ("inverted", Say { en: "the range {a} runs from high to low", zh: "区间“{a}”从大到小" }),
        (
            "units",
            Say {
                en: "the range {a} runs from high to low and changes its unit", zh: "区间“{a}”从大到小，且前后单位不同"
            },
        ),
        (
            "help",
            Say {
                en: "write the smaller end first, both in one unit", zh: "小的一端写在前面，两端使用同一单位"
            },
        ),
    ],
    fires: &[
        Example { files: &[("硬盘.md", "# 硬盘评测\n\n## 凌霄S1\n\n凌霄S1的读取延迟约8ms至40μs。\n")] },
        Example { files: &[("disk.md", "# Disks\n\n## Ridgeline\n\nThe read latency of Ridgeline is 90-30 ms.\n")] },
    ],
    near_misses: &[
        Example {
            files: &[(
                "models.md",
                "# Models\n\n| Model | Size |\n|---|---|\n| Wren | 3B - 7B |\n| Tern | 3B-70BA8B |\n| Crane | 1 - 70BA8B |\n",
            )],
        },
        Example { files: &[("硬盘.md", "# 硬盘评测\n\n## 凌霄S1\n\n凌霄S1的读取延迟约40μs至8ms。\n")] },
        Example { files: &[("disk.md", "# Disks\n\n## Ridgeline\n\nThe read latency of Ridgeline fell from 90 ms to 30 ms.\n")] },
    ],
};

/// Whether the first written figure is the upper end. With two units it is, when only that reading gives both units a plain
/// factor.
fn inverted(claim: &Claim) -> bool {
    let (Some(value), Some(canonical)) = (&claim.value, &claim.canonical) else { return false };
    let read = |text: &Option<String>| text.as_deref().and_then(exact);
    let (Some(first), Some(second)) = (read(&value.low), read(&value.high)) else { return false };
    if canonical.unit.is_empty() || first.is_negative() || second.is_negative() {
        return false;
    }
    if value.high_unit.as_ref().is_none_or(|unit| *unit == value.unit) {
        return first > second;
    }
    let second_unit = value.high_unit.as_ref().unwrap_or(&value.unit);
    match (factor(&value.unit, &canonical.unit), factor(second_unit, &canonical.unit)) {
        (Some(a), Some(b)) => first * a > second * b,
        _ => false,
    }
}

/// How many base units one written unit is, when it is one of that base unit.
fn factor(written: &str, base: &str) -> Option<BigRational> {
    let scan = crate::quantity::scan(&format!("1 {written}"));
    let [quantity] = scan.quantities.as_slice() else { return None };
    let low = quantity.canonical.low.as_ref()?;
    (quantity.canonical.unit == base).then(|| low.exact())
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    for claim in group.claims {
        let mixed = claim.value.as_ref().is_some_and(|v| v.high_unit.as_ref().is_some_and(|unit| *unit != v.unit));
        out.push(Draft {
            severity: None,
            confidence: confidence([*claim]),
            message: if mixed { "units" } else { "inverted" },
            help: "help",
            args: BTreeMap::from([("a", words(&claim.quote))]),
            arithmetic: format!("{} = {}", words(&claim.quote), stated(claim)),
            primary: passage(claim, ""),
            related: Vec::new(),
        });
    }
}
