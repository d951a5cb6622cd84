//! A sentence that gives a row of a table another figure than the table.

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Claim, Kind};
use crate::finding::Severity;
use crate::rules::grid::{self, Grid, alike};
use crate::rules::interval::{Measure, Span, measure, ratio, written_factor};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A sentence that gives a row of a table another figure than the table.
pub static RULE: Rule = Rule {
    name: "cell-mismatch",
    summary: Say { en: "a sentence gives a row of a table another figure", zh: "文中所写与表格同一行的数值不符" },
    explanation: Say {
        en: "\"Loans of e-books rose from 9,480 to 19,530\", and the row of e-books goes from 9,480 to 15,930. The rule looks for the row that a sentence names and the figures that it goes from and to; \
where one of the two stands in that row, the other should stand there, too. To mend it, correct the sentence or the cell.",
        zh: "“电子书借阅从9480册增至19530册”，而表中这一行是从9480到15930。本规则找出句中点名的那一行和“从……到……”的两个数值；其中一个与该行相符，另一个也应相符。修改方法：更正文字或单元格。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| grid::keys(claim, SORTS),
    check,
    texts: &[
        ("along", Say { en: "{a} here, but the table has {b} for {subject}", zh: "此处写作{a}，而表格中{subject}为{b}" }),
        ("help", Say { en: "correct the sentence or the cell", zh: "更正文字或单元格" }),
        ("cell", Say { en: "the table says this", zh: "表格中如此" }),
    ],
    fires: &[
        Example {
            files: &[(
                "ferries.md",
                "# Ferries\n\nCrossings to Oxnay rose from 1,210 in 2030 to 1,840 in 2032.\n\n| Island | 2030 | 2032 |\n|---|---|---|\n| Oxnay | 1,210 | 1,480 |\n| Brimsey | 960 | 905 |\n",
            )],
        },
        Example {
            files: &[(
                "牧场.md",
                "# 牧场存栏\n\n西坡的羊从320只增至450只。\n\n| 牧点 | 年初 | 年末 |\n|---|---|---|\n| 西坡 | 320 | 405 |\n| 河湾 | 210 | 260 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "ferries.md",
                "# Ferries\n\nCrossings to Oxnay rose from 1,210 in 2030 to 1,480 in 2032. Fares to Oxnay rose from 4 to 5 crowns.\n\n| Island | 2030 | 2032 |\n|---|---|---|\n| Oxnay | 1,210 | 1,480 |\n| Brimsey | 960 | 905 |\n",
            )],
        },
        Example {
            files: &[(
                "牧场.md",
                "# 牧场存栏\n\n西坡的羊从320只增至405只。\n\n| 牧点 | 年初 | 年末 |\n|---|---|---|\n| 西坡 | 320 | 405 |\n| 河湾 | 210 | 260 |\n",
            )],
        },
    ],
};

/// The sorts of aggregates that are looked at.
const SORTS: &[&str] = &["change"];

/// How many sentences of a group are looked at.
const SENTENCES: usize = 128;

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (said, grids) = grid::told(group, Kind::Aggregate, SENTENCES);
    for claim in said {
        let Some(stated) = measure(claim).filter(|m| !m.approximate) else { continue };
        let judged: Vec<Option<&Claim>> = grids.iter().filter_map(|grid| judge(grid, claim, &stated)).collect();
        if let Some(Some(cell)) = judged.first()
            && judged.iter().all(Option::is_some)
        {
            out.push(draft(claim, cell));
        }
    }
}

/// The cell that the sentence has another figure for; none where the row has both. `None` where the sentence is not about this table.
#[allow(clippy::option_option, reason = "whether it is judged, and what is wrong")]
fn judge<'a>(grid: &Grid<'a>, claim: &Claim, stated: &Measure) -> Option<Option<&'a Claim>> {
    let [thing] = grid.named(grid::said(claim))[..] else { return None };
    let (from, to) = (stated.stated.low.as_ref()?, stated.stated.high.as_ref()?);
    let row: Vec<(&'a Claim, &Measure)> = grid
        .lines
        .iter()
        .filter_map(|line| line.figures().remove(&thing))
        .filter(|(_, m)| alike(&m.unit, &stated.unit) || stated.unit.is_empty() && !m.unit.contains(['%', '/']))
        .collect();
    // A bare figure is in the unit of the row as it is written.
    let figure = |claim: &Claim, m: &Measure| -> Option<BigRational> {
        let figure = m.figure()?.clone();
        Some(if stated.unit.is_empty() && !m.unit.is_empty() { figure / written_factor(claim)? } else { figure })
    };
    let is = |value: &BigRational, (claim, m): &(&'a Claim, &Measure)| {
        figure(claim, m).is_some_and(|own| Span::point(value).widened(&stated.half, None).meets(&Span::point(&own)))
    };
    let (has_from, has_to) = (row.iter().find(|cell| is(from, cell)), row.iter().find(|cell| is(to, cell)));
    match (has_from, has_to) {
        (Some(_), Some(_)) => Some(None),
        (Some(known), None) | (None, Some(known)) => {
            let missing = if has_from.is_some() { to } else { from };
            let mut others = row.iter().filter(|cell| cell.0.id != known.0.id);
            let (Some(other), None) = (others.next(), others.next()) else { return None };
            // Figures of two kinds are no near multiples of one another.
            let own = figure(other.0, other.1)?;
            let near = &own * ratio(5, 1) > *missing && missing * ratio(5, 1) > own;
            near.then_some(Some(other.0))
        }
        (None, None) => None,
    }
}

fn draft(claim: &Claim, cell: &Claim) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([claim, cell]),
        message: "along",
        help: "help",
        args: BTreeMap::from([("a", words(&claim.quote)), ("b", words(&cell.quote)), ("subject", name(cell))]),
        arithmetic: format!("{} ≠ {}", words(&claim.quote), words(&cell.quote)),
        primary: passage(claim, ""),
        related: vec![passage(cell, "cell")],
    }
}
