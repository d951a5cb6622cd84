//! A figure that a trusted record contradicts.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

use crate::claim::{Bound, Claim, Kind, Origin, Usage};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Measure, Meeting, Span, decimal, measure, ratio, stated, stated_beside};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// A figure that a trusted record contradicts.
pub static RULE: Rule = Rule {
    name: "reference-conflict",
    summary: Say { en: "a figure contradicts a trusted record", zh: "数值与可信记录不符" },
    explanation: Say {
        en: "A data sheet says 600 GB/s, the article 300. The rule compares figures with the trusted records of the same subject and metric (data sheets, price lists), and is content when one record of several \
agrees: models and editions differ. A comparison of two such things (\"the A10's memory bandwidth is 30% below the A100's\") is checked against the ratio of their records. The records \
of claims/reference are built in, each with its source and date; `reference` in claimlint.toml adds others. To mend it, correct the figure, or add the record of the model that is meant.",
        zh: "规格书写600 GB/s，文章却写300 GB/s。本规则把数值与同一主体、同一指标的可信记录（规格书、价目表）比较；有多条记录时，只要有一条相符就不报告，因为型号和版本可能不同。两者相比的说法（“A10显存带宽比A100低30%”）按两方记录之比核对。claims/reference 中的记录内置于程序，均注明来源和日期；可在 claimlint.toml 中用 `reference` 增补。修改方法：更正数值，或补充所指型号的记录。",
    },
    severity: Severity::Error,
    also: &[Origin::Reference],
    yields_to: &[],
    keys,
    check,
    texts: &[
        ("reference", Say { en: "{subject}: {a} here, but {b} by {source}", zh: "{subject}：此处为{a}，而{source}为{b}" }),
        (
            "difference",
            Say {
                en: "{subject}: {a} against {baseline} here, but {result} by the trusted records",
                zh: "{subject}与{baseline}相比：此处为{a}，而按可信记录应为{result}",
            },
        ),
        ("help", Say { en: "correct the figure, or name the model that is meant", zh: "更正数值，或写明所指型号" }),
        ("record", Say { en: "the trusted record", zh: "可信记录" }),
    ],
    fires: &[
        Example { files: &[("cards.md", "# Rack notes\n\n## Cards\n\nThe memory bandwidth of the T4 is 450 GB/s.\n")] },
        Example { files: &[("选卡.md", "# 选卡笔记\n\n## 推理卡\n\nA10的显存带宽比A100低30%。\n")] },
    ],
    near_misses: &[
        Example { files: &[("cards.md", "# Rack notes\n\n## Cards\n\nThe memory bandwidth of the T4 is 320 GB/s.\n")] },
        Example { files: &[("选卡.md", "# 选卡笔记\n\n## 推理卡\n\nA10的显存带宽比A100低约65%。\n")] },
        Example {
            files: &[("选卡.md", "# 选卡笔记\n\n## 推理卡\n\nA100的显存带宽为1.94 TB/s，T4的采购价为450 美元。\n")]
        },
    ],
};

/// The condition that names what a clause speaks of, where that is not the subject.
const ITEM: &str = "item";

/// Marks the group in which differences of a metric are held against all records of it.
const DIFFERENCE: char = '\u{394}';

fn keys(claim: &Claim) -> Vec<String> {
    let figure = claim.kind == Kind::Quantity && claim.usage != Some(Usage::Fit) && claim.section != "history";
    let Some(metric) = claim.metric.as_deref().filter(|_| figure) else { return Vec::new() };
    let item = claim.conditions.get(ITEM).or_else(|| claim.conditions.get("hardware")).map_or("", String::as_str);
    if claim.origin == Origin::Reference {
        return vec![key(subject(claim), metric), format!("{DIFFERENCE}{metric}")];
    }
    let mut keys: Vec<String> = [subject(claim), item].into_iter().filter(|n| !n.is_empty()).map(|n| key(n, metric)).collect();
    if let (false, Some((base, _))) = (item.is_empty() || claim.baseline.is_none(), difference(claim, metric)) {
        keys.push(format!("{DIFFERENCE}{base}"));
    }
    keys
}

fn key(name: &str, metric: &str) -> String {
    format!("{}\u{1f}{metric}", name.to_lowercase())
}

/// How a claim compares two things.
#[derive(Clone, Copy)]
enum Way {
    /// So many per cent more.
    More,
    /// So many per cent less.
    Less,
    /// So many times.
    Times,
}

/// The metric that a relative figure compares, and how.
fn difference<'c>(claim: &Claim, metric: &'c str) -> Option<(&'c str, Way)> {
    let unit = claim.canonical.as_ref()?.unit.as_str();
    let (more, less) = (metric.strip_suffix("_increase"), metric.strip_suffix("_decrease"));
    match unit {
        "%" => more.map(|base| (base, Way::More)).or_else(|| less.map(|base| (base, Way::Less))),
        "x" => less.is_none().then(|| (more.unwrap_or(metric), Way::Times)),
        _ => None,
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (records, claims): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.origin == Origin::Reference);
    if records.is_empty() {
        return;
    }
    // Of several sizes in one cell or sentence ("1.1B/7.1B/176B"), one is the recorded one, and the others are those of its kin.
    let block = |c: &Claim| c.block.as_ref().map(|b| (c.document.clone(), b.id, b.sentence));
    let agreed: BTreeSet<_> = claims
        .iter()
        .filter(|c| {
            measure(c).is_some_and(|own| {
                records.iter().filter_map(|r| measure(r)).any(|m| m.unit == own.unit && m.meeting(&own) == Meeting::Meet)
            })
        })
        .filter_map(|c| block(c))
        .collect();
    for claim in claims {
        if block(claim).is_some_and(|block| agreed.contains(&block)) {
            continue;
        }
        let draft = if group.key.starts_with(DIFFERENCE) { compare(claim, &records) } else { hold_against(claim, &records) };
        out.extend(draft);
    }
}

/// Whether a record can be meant: no condition that differs. When a data sheet was published is no condition of a claim.
fn can_be_meant(claim: &Claim, record: &Claim) -> bool {
    let undated = Claim { date: None, audience: Vec::new(), ..record.clone() };
    fact::conditions(claim, &undated) != Conditions::Differ && !fact::baselines_differ(claim, record)
}

fn hold_against(claim: &Claim, records: &[&Claim]) -> Option<Draft> {
    let own = measure(claim)?;
    let same = records.iter().filter_map(|r| Some((*r, measure(r)?))).filter(|(_, m)| m.unit == own.unit);
    let known: Vec<_> = same.filter(|(r, _)| can_be_meant(claim, r)).collect();
    if known.is_empty() || known.iter().any(|(_, m)| m.meeting(&own) != Meeting::Apart) {
        return None;
    }
    let (record, _) = &known[0];
    Some(Draft {
        severity: None,
        confidence: confidence([claim]),
        message: "reference",
        help: "help",
        args: BTreeMap::from([
            ("subject", item_name(claim, records)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&record.quote)),
            ("source", record.source.clone().unwrap_or_else(|| record.document.clone())),
        ]),
        arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(record, claim)),
        primary: passage(claim, ""),
        related: known.iter().take(RELATED).map(|(r, _)| passage(r, "record")).collect(),
    })
}

/// The name of what is spoken of: that of the records where they have another subject than the claim.
fn item_name(claim: &Claim, records: &[&Claim]) -> String {
    let own = subject(claim);
    let item = claim.conditions.get(ITEM).filter(|item| *item != own);
    let record = item.and_then(|item| records.iter().find(|record| subject(record) == item));
    record.map_or_else(|| name(claim), |record| name(record))
}

/// A figure that compares two things, held against the ratio of their records.
fn compare(claim: &Claim, records: &[&Claim]) -> Option<Draft> {
    let (_, way) = difference(claim, claim.metric.as_deref()?)?;
    let (item, baseline) = (claim.conditions.get(ITEM)?, claim.baseline.as_deref()?);
    let unconditional = Claim { baseline: None, ..claim.clone() };
    let of = |wanted: &dyn Fn(&Claim) -> bool| -> Vec<(&Claim, Measure)> {
        let meant = records.iter().filter(|r| wanted(r) && can_be_meant(&unconditional, r));
        meant.filter_map(|r| Some((*r, measure(r)?))).collect()
    };
    let mine = of(&|record| subject(record) == item);
    let theirs = of(&|record| subject(record) != item && names(record).any(|name| begins_with(baseline, name)));
    let ((low, high), (least, most)) = (reach(&mine)?, reach(&theirs)?);
    if !least.is_positive() || mine[0].1.unit != theirs[0].1.unit {
        return None;
    }
    let (low, high) = (low / most, high / least);
    let (hundred, one) = (ratio(100, 1), BigRational::one());
    let ((low, high), formula) = match way {
        Way::More => (((low - &one) * &hundred, (high - &one) * &hundred), "{a} / {b} − 1"),
        Way::Less => (((&one - high) * &hundred, (&one - low) * &hundred), "1 − {a} / {b}"),
        Way::Times => ((low, high), "{a} / {b}"),
    };
    let own = measure(claim)?;
    let expected = Measure {
        unit: own.unit.clone(),
        bound: Bound::Range,
        approximate: false,
        stated: Span { low: Some(low.clone()), high: Some(high.clone()), low_open: false, high_open: false },
        half: BigRational::from(BigInt::from(0)),
        readings: Vec::new(),
    };
    if own.meeting(&expected) != Meeting::Apart {
        return None;
    }
    let tenth = |n: &BigRational| decimal(&((n * ratio(10, 1)).round() / ratio(10, 1)));
    let range = if low == high { tenth(&low) } else { format!("{}–{}", tenth(&low), tenth(&high)) };
    let result = format!("{range}{}", own.unit);
    let formula = formula.replace("{a}", &written(&mine)).replace("{b}", &written(&theirs));
    let mut related: Vec<_> = mine.iter().chain(&theirs).map(|(r, _)| passage(r, "record")).collect();
    related.truncate(RELATED);
    Some(Draft {
        severity: None,
        confidence: confidence([claim]),
        message: "difference",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(mine[0].0)),
            ("baseline", name(theirs[0].0)),
            ("a", words(&claim.quote)),
            ("result", result.clone()),
        ]),
        arithmetic: format!("{formula} = {result} ≠ {}", stated(claim)),
        primary: passage(claim, ""),
        related,
    })
}

/// Least and greatest of the figures of some records.
fn reach(records: &[(&Claim, Measure)]) -> Option<(BigRational, BigRational)> {
    let low = records.iter().filter_map(|(_, m)| m.stated.low.clone()).min()?;
    let high = records.iter().filter_map(|(_, m)| m.stated.high.clone()).max()?;
    Some((low, high))
}

/// The figures of records as their sheets write them: `1555–2039 GB/s`; in base units where they write different ones.
fn written(records: &[(&Claim, Measure)]) -> String {
    let values: Vec<_> = records.iter().filter_map(|(r, _)| r.value.as_ref()).collect();
    let one_unit = values.windows(2).all(|pair| pair[0].unit == pair[1].unit);
    let read = |text: &Option<String>| text.as_deref().and_then(crate::claim::exact);
    let low = values.iter().filter_map(|v| read(&v.low)).min();
    let high = values.iter().filter_map(|v| read(&v.high)).max();
    match (low, high, values.first()) {
        (Some(low), Some(high), Some(first)) if one_unit && low == high => format!("{} {}", decimal(&low), first.unit),
        (Some(low), Some(high), Some(first)) if one_unit => format!("({}–{} {})", decimal(&low), decimal(&high), first.unit),
        _ => records.iter().map(|(r, _)| r.quote.clone()).collect::<Vec<_>>().join(", "),
    }
}

/// The names of a record's subject.
fn names(record: &Claim) -> impl Iterator<Item = &str> {
    let own = record.subject.as_ref().map(|s| s.name.as_str());
    own.into_iter().chain(record.text.iter().flat_map(|text| text.split('|'))).filter(|name| !name.is_empty())
}

/// Whether a text begins with a name as a whole word.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}
