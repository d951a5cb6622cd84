//! A table whose rows have different numbers of cells.

use std::collections::BTreeMap;

use crate::claim::{Confidence, Kind};
use crate::finding::Severity;
use crate::rules::{Draft, Example, Group, Rule, Say, passage};

/// A table whose rows have different numbers of cells.
pub static RULE: Rule = Rule {
    name: "ragged-table",
    summary: Say {
        en: "rows of a table have more or fewer cells than its header", zh: "表格某些行的单元格数与表头不符"
    },
    explanation: Say {
        en: "A missing or surplus cell moves all figures behind it under the wrong header, and what the program then reads there is wrong as well. To mend it, add the missing cell or \
escape the bar that split one.",
        zh: "缺一格或多一格，其后的数值就都对错了表头，程序读出的内容也随之出错。修改方法：补上缺少的单元格，或转义误作分隔符的竖线。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, claim.conditions.get("ragged")) {
        (Kind::Table, Some(text)) if !text.is_empty() => vec![claim.id.clone()],
        _ => Vec::new(),
    },
    check,
    texts: &[
        (
            "ragged",
            Say {
                en: "rows do not have the cells of the header: {rows}", zh: "有的行与表头的单元格数不符：{rows}"
            },
        ),
        (
            "help",
            Say {
                en: "add the missing cell, or escape the bar that split one", zh: "补上缺少的单元格，或转义误作分隔符的竖线"
            },
        ),
    ],
    fires: &[Example {
        files: &[(
            "参数.md",
            "# 露营灯\n\n| 型号 | 价格 | 重量 |\n|---|---|---|\n| 萤火L1 | 89元 | 120克 |\n| 萤火L2 | 99元 |\n",
        )],
    }],
    near_misses: &[
        Example {
            files: &[(
                "参数.md",
                "# 露营灯\n\n| 型号 | 价格 | 重量 |\n|---|---|---|\n| 萤火L1 | 89元 | 120克 |\n| 萤火L2 | 99元 |  |\n",
            )],
        },
        Example {
            files: &[(
                "boats.md",
                "# Boats\n\n| Boat | Length | Seats | Remarks |\n|---|---|---|---|\n| Heron | 9 m | 12 |\n| Teal | 7 m | 8 |\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    out.extend(group.claims.iter().map(|claim| Draft {
        severity: None,
        confidence: Confidence::High,
        message: "ragged",
        help: "help",
        args: BTreeMap::from([("rows", claim.conditions.get("ragged").cloned().unwrap_or_default())]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: Vec::new(),
    }));
}
