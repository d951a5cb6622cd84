//! "Up to X", and the table goes beyond or never gets there; "all stay below X", and a row does not.

mod all;
mod factor;

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::link::shares_words;
use crate::rules::fact::{self, Conditions};
use crate::rules::grid;
use crate::rules::interval::{Measure, dimension, measure, per_second, with_unit};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// "Up to X", and the table goes beyond or never gets there.
pub static RULE: Rule = Rule {
    name: "range-exceeded",
    summary: Say {
        en: "\"up to\" a figure that the table exceeds or never reaches", zh: "“最高”值被表格超出，或表格中从未达到"
    },
    explanation: Say {
        en: "\"Up to 15x faster\", and the best row of the table is 6.7x: the headline is from another run. The rule compares a best value (up to, as low as) with the figures of one table of \
the same subject and metric, whatever their other conditions, since a best value speaks of all of them; two rows are needed to say that it is never reached. A factor of speed is held against the times of the two in the tables. To mend it, take the best value \
from the table.",
        zh: "“最高快15倍”，而表中最好的一行只有6.7倍：标题里的数字出自另一次测试。本规则把“最高”“低至”与同一主体、同一指标在一张表中的各行比较，不论各行的其他条件，因为最佳值本来就涵盖所有条件；\
至少有两行才会报告“从未达到”。速度的倍数按表中双方的耗时核对。修改方法：按表格改写最佳值。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &["data-mismatch", "translation-mismatch", "retired-value"],
    keys,
    check,
    texts: &[
        ("exceeded", Say { en: "{subject}: {a} here, but the table has {b}", zh: "{subject}：此处为{a}，表中却有{b}" }),
        (
            "unreached",
            Say {
                en: "{subject}: {a} here, but the best of the table is {b}", zh: "{subject}：此处为{a}，而表中最好的是{b}"
            },
        ),
        ("all", Say { en: "\"{a}\", but {subject} has {b} in the table", zh: "此处写“{a}”，而表中{subject}为{b}" }),
        (
            "all-help",
            Say {
                en: "correct the limit or the table, or say which are excepted", zh: "更正界限或表格，或写明例外"
            },
        ),
        ("help", Say { en: "take the best value from the table", zh: "按表格改写最佳值" }),
        ("best", Say { en: "the best row", zh: "最好的一行" }),
        ("row", Say { en: "another row", zh: "另一行" }),
    ],
    fires: &[
        Example {
            files: &[(
                "rooms.md",
                "# Archive\n\n| Room | Humidity | Shelves |\n|---|---|---|\n| Maps | 44% | 120 |\n| Letters | 57% | 310 |\n| Prints | 49% | 85 |\n\nNone of the three rooms exceeded 50% humidity. In the old building two rooms had been above 60%.\n",
            )],
        },
        Example {
            files: &[(
                "harbour.md",
                "# Island harbours\n\n## Traffic\n\nThe harbour handles up to 300 cars/hour.\n\n| Pier | Throughput (cars/hour) |\n|---|---|\n| East | 240 |\n| West | 360 |\n",
            )],
        },
        Example {
            files: &[(
                "bench.md",
                "# Marten\n\nMarten reaches a throughput of up to 900 requests/s.\n\n## Results\n\n| Product | Data set | Throughput |\n|---|---|---|\n| Marten | small | 610 requests/s |\n| Marten | large | 420 requests/s |\n",
            )],
        },
        Example {
            files: &[(
                "kiln.md",
                "# kiln\n\nKiln cuts build times by up to 70%.\n\n## Results\n\n| Project | Before | After | Saved |\n|---|---|---|---|\n| website | 180 s | 96 s | 47% |\n| compiler | 1200 s | 504 s | 58% |\n",
            )],
        },
        Example {
            files: &[(
                "parse.md",
                "# swiftparse\n\nA parser that is 40x faster than oldparse.\n\n| Parser | Time |\n|---|---|\n| oldparse | 1320 ms |\n| swiftparse | 330 ms |\n",
            )],
        },
        Example {
            files: &[(
                "评测.md",
                "# 语音识别评测\n\n所有场景下端到端延迟均低于50毫秒。\n\n| 场景 | 端到端延迟 |\n|---|---|\n| 会议 | 42 ms |\n| 车载 | 63 ms |\n| 客服 | 38 ms |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "labels.md",
                "# Labels\n\n| Kind | Value |\n|---|---|\n| Raw | 0 |\n| Short | 1 |\n| Packed | 2 |\n\nAny value of the shelf number which is at least 32768 can be used freely.\n",
            )],
        },
        Example {
            files: &[(
                "rooms.md",
                "# Archive\n\n| Room | Humidity | Shelves |\n|---|---|---|\n| Maps | 44% | 120 |\n| Letters | 47% | 310 |\n| Prints | 49% | 85 |\n\nNone of the three rooms exceeded 50% humidity. In the old building two rooms had been above 60%.\n",
            )],
        },
        Example {
            files: &[(
                "parse.md",
                "# swiftparse\n\nA parser that is 4x faster than oldparse, and saves up to 58%.\n\n| Parser | Time |\n|---|---|\n| oldparse | 1320 ms |\n| swiftparse | 330 ms |\n\n| Project | Saved |\n|---|---|\n| website | 47% |\n| compiler | 58% |\n",
            )],
        },
        Example {
            files: &[(
                "评测.md",
                "# 语音识别评测\n\n几乎所有场景下端到端延迟均低于50毫秒。\n\n| 场景 | 端到端延迟 |\n|---|---|\n| 会议 | 42 ms |\n| 车载 | 63 ms |\n| 客服 | 38 ms |\n",
            )],
        },
        Example {
            files: &[(
                "harbour.md",
                "# Island harbours\n\n## Traffic\n\nThe harbour handles up to 360 cars/hour.\n\n| Pier | Throughput (cars/hour) |\n|---|---|\n| East | 240 |\n| West | 360 |\n",
            )],
        },
        Example {
            files: &[(
                "bench.md",
                "# Marten\n\nMarten reaches a throughput of up to 610 requests/s.\n\n## Results\n\n| Product | Data set | Throughput |\n|---|---|---|\n| Marten | small | 610 requests/s |\n| Marten | large | 420 requests/s |\n",
            )],
        },
    ],
};

/// Marks the group of the columns of a section and of the best values beside them.
const SECTION: &str = "section\u{1f}";

fn keys(claim: &Claim) -> Vec<String> {
    let mut keys = fact::key(claim);
    keys.extend(grid::keys(claim, all::SORTS));
    let bound = claim.canonical.as_ref().map(|value| value.bound);
    let row = claim.table.is_some() && bound == Some(Bound::Eq);
    let best = claim.table.is_none() && matches!(bound, Some(Bound::UpTo | Bound::AsLowAs));
    let figure = matches!(claim.kind, Kind::Quantity | Kind::Score) && claim.usage.is_none() && claim.section != "history";
    if let (true, Some(unit)) = (figure && (row || best) && claim.confidence != Confidence::Low, dimension(claim)) {
        keys.push(format!("{SECTION}{}\u{1f}{}\u{1f}{unit}", claim.document, claim.heading));
    }
    keys.extend(changed(claim, row, best));
    keys.extend(factor::key(claim));
    keys
}

/// Marks the group of the relative figures of a document: a column of changes ("Saved", "Speedup") and the best values that are told of it.
const CHANGES: &str = "changes\u{1f}";

/// The group of a relative best value or of the cell of a column of changes. A bare number under "Speedup" is a factor.
fn changed(claim: &Claim, row: bool, best: bool) -> Option<String> {
    if claim.confidence == Confidence::Low || claim.section == "history" || claim.kind != Kind::Quantity {
        return None;
    }
    let unit = dimension(claim)?;
    let unit = if row && is_change(claim) && unit.is_empty() { "x" } else { &*unit };
    // A cell that boasts itself is looked at as well: its row may be the claim's own.
    ((claim.table.is_some() || best) && matches!(unit, "%" | "x")).then(|| format!("{CHANGES}{}\u{1f}{unit}", claim.document))
}

/// Whether a column is headed as one of changes.
fn is_change(claim: &Claim) -> bool {
    claim.metric.as_deref().is_some_and(|metric| crate::lexicon::words("header:change").contains(&metric))
}

/// Whether a column of changes can be what a best value is the best of: no row is the claim's own.
fn of_changes(claim: &Claim, rows: &[(&Claim, Measure)]) -> bool {
    let (eq, other): (Vec<_>, Vec<_>) =
        rows.iter().partition(|(row, _)| row.canonical.as_ref().is_some_and(|c| c.bound == Bound::Eq));
    other.is_empty() && eq.iter().all(|(row, _)| is_change(row) && subject(row) != subject(claim))
}

/// A best value beside a table of its section whose rows list sites, data sets or runs: the column of the same metric is what it is the
/// best of. Of several such columns, the one that names the subject.
/// Whether a column of figures is what a claim is the best of.
type IsOf<'f> = &'f dyn Fn(&Claim, &[(&Claim, Measure)]) -> bool;

fn beside(group: &Group<'_>, is_of: IsOf<'_>, out: &mut Vec<Draft>) {
    let mut columns: BTreeMap<(u32, u32), Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in group.claims {
        if let (Some(table), Some(measure)) = (&claim.table, measure(claim)) {
            columns.entry((table.id, table.column)).or_default().push((claim, measure));
        }
    }
    for claim in group.claims.iter().filter(|c| c.table.is_none()).take(fact::STATEMENTS) {
        let Some(stated) = measure(claim) else { continue };
        let fitting: Vec<_> = columns.values().filter(|rows| rows.len() >= 2 && is_of(claim, rows)).collect();
        let named: Vec<_> = fitting.iter().filter(|rows| names_subject(claim, rows[0].0)).collect();
        let rows = match (&fitting[..], &named[..]) {
            (_, [rows]) => **rows,
            ([rows], []) => *rows,
            _ => continue,
        };
        // The columns of two products are told apart by their headers; of one, all rows count.
        let rows: Vec<(&Claim, Measure)> = rows.iter().map(|(row, measure)| (*row, measure.clone())).collect();
        if let Some((best, message)) = compare(claim, &stated, &rows, false) {
            out.push(draft(claim, best, message, &rows));
        }
    }
}

/// Whether a column is of a claim's metric, and its rows are no things of the claim's own kind.
fn is_of(claim: &Claim, rows: &[(&Claim, Measure)]) -> bool {
    let own = subject(claim);
    let (Some(metric), Some(column)) = (claim.metric.as_deref(), rows[0].0.metric.as_deref()) else { return false };
    let about = |row: &Claim| !own.is_empty() && subject(row) == own;
    if rows.iter().any(|(row, _)| about(row)) {
        return false;
    }
    metric == column || column == own || shares_words(metric, column)
}

/// Whether a column's header names whom a claim is about.
fn names_subject(claim: &Claim, row: &Claim) -> bool {
    let own = subject(claim);
    let header = row.conditions.get("column").map(String::as_str).or(row.metric.as_deref()).unwrap_or_default().to_lowercase();
    !own.is_empty() && (header.contains(&own.to_lowercase()) || header.contains(&name(claim).to_lowercase()))
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(factor::FACTOR) {
        factor::check(group.claims, out);
        return;
    }
    if group.key.starts_with(CHANGES) {
        beside(group, &of_changes, out);
        return;
    }
    if group.key.starts_with(grid::KEY) {
        all::check(group, out);
        return;
    }
    if group.key.starts_with(SECTION) {
        beside(group, &is_of, out);
        return;
    }
    let bound = |c: &Claim| c.canonical.as_ref().map(|v| v.bound);
    let best_values: Vec<&Claim> = group
        .claims
        .iter()
        .filter(|c| matches!(bound(c), Some(Bound::UpTo | Bound::AsLowAs)))
        .take(fact::STATEMENTS)
        .copied()
        .collect();
    if best_values.is_empty() {
        return;
    }
    let mut tables: BTreeMap<(&str, u32), Vec<(&Claim, Measure)>> = BTreeMap::new();
    for claim in group.claims {
        if let (Some(table), Some(Bound::Eq)) = (&claim.table, bound(claim))
            && let Some(measure) = measure(claim)
        {
            tables.entry((&claim.document, table.id)).or_default().push((claim, measure));
        }
    }
    for claim in best_values {
        let Some(stated) = measure(claim) else { continue };
        let found = tables.iter().find_map(|((document, id), rows)| {
            let own_table = claim.document == *document && claim.table.as_ref().is_some_and(|t| t.id == *id);
            if own_table { None } else { compare(claim, &stated, rows, true).map(|(best, message)| (best, message, rows)) }
        });
        if let Some((best, message, rows)) = found {
            out.push(draft(claim, best, message, rows));
        }
    }
}

/// The best row and how it misses the stated best value; `None` when it meets it or the conditions part the two.
/// `strict` asks the rows to have no other conditions.
fn compare<'a>(
    claim: &Claim,
    stated: &Measure,
    rows: &[(&'a Claim, Measure)],
    strict: bool,
) -> Option<(&'a Claim, &'static str)> {
    let upper = stated.bound == Bound::UpTo;
    let figure = stated.figure()?;
    let value = |m: &Measure| m.figure().cloned();
    let fitting = || {
        rows.iter().filter(|(row, _)| {
            (!strict || fact::conditions_beyond_row(claim, row) != Conditions::Differ)
                && !fact::baselines_differ(claim, row)
                && !fact::modalities_differ(claim, row)
        })
    };
    let by = |(_, a): &&(&Claim, Measure), (_, b): &&(&Claim, Measure)| value(a).cmp(&value(b));
    let (best, measure) = if upper { fitting().max_by(by) } else { fitting().min_by(by) }?;
    let slack: BigRational = &stated.half + &measure.half;
    let (reached, wide) = (value(measure)?, stated.widened());
    let end = if upper { wide.high? } else { wide.low? };
    let beyond = if upper { reached > &end + &slack } else { reached < &end - &slack };
    let about = if stated.approximate { figure / BigRational::from_integer(10.into()) } else { slack };
    let short = if upper { reached < figure - &about } else { reached > figure + &about };
    match (beyond, short && fitting().count() >= 2) {
        (true, _) => Some((best, "exceeded")),
        (_, true) => Some((best, "unreached")),
        _ => None,
    }
}

fn draft(claim: &Claim, best: &Claim, message: &'static str, rows: &[(&Claim, Measure)]) -> Draft {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let factor = per_second(unit).1;
    let shown = |c: &Claim| measure(c).and_then(|m| m.figure().map(|n| with_unit(&(n / &factor), unit))).unwrap_or_default();
    let sign = if message == "exceeded" { "≠" } else { "→" };
    let mut related = vec![passage(best, "best")];
    related.extend(rows.iter().filter(|(c, _)| c.id != best.id).take(RELATED / 2).map(|(c, _)| passage(c, "row")));
    Draft {
        severity: (message == "unreached").then_some(Severity::Warning),
        confidence: confidence([claim, best]),
        message,
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&best.quote)),
        ]),
        arithmetic: format!("{} {sign} {}", shown(claim), shown(best)),
        primary: passage(claim, ""),
        related,
    }
}
