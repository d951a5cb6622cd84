//! "Three times more": three or four?

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{decimal, measure, ratio, with_unit};
use crate::rules::{ALSO, Draft, Example, Group, RELATED, Rule, Say, confidence, passage, subject, words};

/// "Three times more": three or four?
pub static RULE: Rule = Rule {
    name: "ambiguous-multiplier",
    summary: Say { en: "a multiplier reads as two different factors", zh: "倍数的写法有两种读法" },
    explanation: Say {
        en: "\"Three times higher\" is three times as much for some readers and four times for others; the Chinese 高3倍 has the same fault. The rule speaks once of each \
subject and metric and lists the other places. To mend it, write \"3 times as much\" or \"up by 200%\".",
        zh: "“高3倍”有人理解为原来的3倍，有人理解为原来的4倍，英文的 three times higher 也是如此。本规则对每个主体和指标只提示一次，并列出其他出现之处。修改方法：写成“是原来的3倍”或“提高200%”。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        if claim.kind != Kind::Quantity || claim.confidence == Confidence::Low || readings(claim).is_none() {
            return Vec::new();
        }
        let metric = claim.metric.as_deref().unwrap_or_default();
        // Without a subject the claims of one document are told together.
        let whose = if subject(claim).is_empty() { &claim.document } else { subject(claim) };
        vec![format!("{whose}\u{1f}{metric}")]
    },
    check,
    texts: &[
        ("readings", Say { en: "{a} reads as {first} or as {second}", zh: "“{a}”可读作{first}，也可读作{second}" }),
        (
            "help",
            Say {
                en: "write how many times as much it is, or by what percentage it is up",
                zh: "写成“是原来的几倍”，或写明提高了百分之几",
            },
        ),
        (ALSO, Say { en: "the same wording again", zh: "同样的写法" }),
    ],
    fires: &[
        Example {
            files: &[("引擎.md", "# 渲染引擎评测\n\n## 流火引擎\n\n流火引擎的吞吐量比旧版高3倍。\n")]
        },
        Example { files: &[("engine.md", "# Emberline\n\nThe throughput of Emberline is three times higher than before.\n")] },
    ],
    near_misses: &[
        Example {
            files: &[("引擎.md", "# 渲染引擎评测\n\n## 流火引擎\n\n流火引擎的吞吐量是旧版的3倍。\n")]
        },
        Example { files: &[("engine.md", "# Emberline\n\nThe throughput of Emberline is 3x that of the last release.\n")] },
    ],
};

/// The two factors that the words allow: one apart, as "n times" and "n times more" are.
fn readings(claim: &Claim) -> Option<(BigRational, BigRational)> {
    if claim.readings.is_empty() || claim.canonical.as_ref()?.unit != "x" {
        return None;
    }
    let measure = measure(claim)?;
    let own = measure.stated.low.clone().or(measure.stated.high.clone())?;
    let one = ratio(1, 1);
    let ends = measure.readings.iter().filter_map(|r| r.low.clone().or(r.high.clone()));
    ends.into_iter().find(|other| other - &own == one || &own - other == one).map(|other| (own.clone(), other))
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let Some((claim, rest)) = group.claims.split_first() else { return };
    let Some((first, second)) = readings(claim) else { return };
    let (first, second) = (with_unit(&first, "x"), decimal(&second) + "x");
    out.push(Draft {
        severity: None,
        confidence: confidence([*claim]),
        message: "readings",
        help: "help",
        arithmetic: format!("{first} ≠ {second}"),
        args: BTreeMap::from([("a", words(&claim.quote)), ("first", first), ("second", second)]),
        primary: passage(claim, ""),
        related: rest.iter().take(RELATED).map(|c| passage(c, ALSO)).collect(),
    });
}
