//! A figure that a trusted record contradicts.

use std::collections::BTreeMap;

use crate::claim::{Claim, Kind, Origin, Usage};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Meeting, measure, stated, stated_in};
use crate::rules::{Draft, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// A figure that a trusted record contradicts.
pub static RULE: Rule = Rule {
    name: "reference-conflict",
    summary: Say { en: "a figure contradicts a trusted record", zh: "数值与可信记录不符" },
    explanation: Say {
        en: "A data sheet says 600 GB/s, the article 300. The rule compares figures with the trusted records of the same subject and metric (data sheets, price lists), and is content when one record of several \
agrees: models and editions differ. To mend it, correct the figure, or add the record of the model that is meant.",
        zh: "规格书写600 GB/s，文章却写300 GB/s。本规则把数值与同一主体、同一指标的可信记录（规格书、价目表）比较；有多条记录时，只要有一条相符就不报告，因为型号和版本可能不同。修改方法：更正数值，或补充所指型号的记录。",
    },
    severity: Severity::Error,
    also: &[Origin::Reference],
    yields_to: &[],
    keys: |claim| {
        let figure = claim.kind == Kind::Quantity && claim.usage != Some(Usage::Fit);
        let Some(metric) = claim.metric.as_deref().filter(|_| figure) else { return Vec::new() };
        let mut names = vec![subject(claim)];
        names.extend(claim.conditions.get("hardware").map(String::as_str));
        names.into_iter().filter(|n| !n.is_empty()).map(|n| format!("{}\u{1f}{metric}", n.to_lowercase())).collect()
    },
    check,
    texts: &[
        ("reference", Say { en: "{subject}: {a} here, but {b} by {source}", zh: "{subject}：此处为{a}，而{source}为{b}" }),
        ("help", Say { en: "correct the figure, or name the model that is meant", zh: "更正数值，或写明所指型号" }),
        ("record", Say { en: "the trusted record", zh: "可信记录" }),
    ],
    fires: &[],
    near_misses: &[],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let (records, claims): (Vec<&Claim>, Vec<&Claim>) = group.claims.iter().partition(|c| c.origin == Origin::Reference);
    if records.is_empty() {
        return;
    }
    for claim in claims {
        let Some(own) = measure(claim) else { continue };
        let same = records.iter().filter_map(|r| Some((*r, measure(r)?))).filter(|(_, m)| m.unit == own.unit);
        let known: Vec<_> =
            same.filter(|(r, _)| fact::conditions(claim, r) != Conditions::Differ && !fact::baselines_differ(claim, r)).collect();
        if known.is_empty() || known.iter().any(|(_, m)| m.meeting(&own) != Meeting::Apart) {
            continue;
        }
        let (record, _) = &known[0];
        let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
        out.push(Draft {
            severity: None,
            confidence: confidence([claim]),
            message: "reference",
            help: "help",
            args: BTreeMap::from([
                ("subject", name(claim)),
                ("metric", claim.metric.clone().unwrap_or_default()),
                ("a", words(&claim.quote)),
                ("b", words(&record.quote)),
                ("source", record.source.clone().unwrap_or_else(|| record.document.clone())),
            ]),
            arithmetic: format!("{} ≠ {}", stated(claim), stated_in(record, unit)),
            primary: passage(claim, ""),
            related: known.iter().take(RELATED).map(|(r, _)| passage(r, "record")).collect(),
        });
    }
}
