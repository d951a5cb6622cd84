//! A figure that contradicts what follows from others by arithmetic.

use std::collections::BTreeMap;

use crate::claim::{Claim, Origin};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::interval::{Meeting, measure, stated, stated_in};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A figure that contradicts what follows from others by arithmetic.
pub static RULE: Rule = Rule {
    name: "rate-conflict",
    summary: Say {
        en: "a stated rate, price or total differs from what other figures give",
        zh: "所写的速率、单价或总量与由其他数值算出的结果不符",
    },
    explanation: Say {
        en: "A document says how much is processed, in what time, and how fast: any two give the third. The rule compares figures that the program derived from others (each names \
its parents) with the figures that are stated for the same subject and metric. To mend it, correct the one of the three that is wrong.",
        zh: "文档写了处理量、耗时和速度，三者知二得一。本规则把程序由其他数值推算出的结果（均注明来源）与同一主体、同一指标的书面数值比较。修改方法：更正三者中有误的一个。",
    },
    severity: Severity::Error,
    also: &[Origin::Derived],
    yields_to: &[],
    keys: fact::key,
    check,
    texts: &[
        (
            "derived",
            Say {
                en: "{subject}: {a} is stated, but {b} gives {result}", zh: "{subject}：此处写作{a}，而由{b}算得{result}"
            },
        ),
        ("help", Say { en: "correct the figure that is wrong", zh: "更正其中有误的数值" }),
        ("parent", Say { en: "from these figures", zh: "由此处数值算得" }),
    ],
    fires: &[Example {
        files: &[(
            "ingest.md",
            "# Brookline\n\n## Results\n\nBrookline processed 7200 records in 60 s.\n\n## Summary\n\nThe throughput of Brookline is 300 records/s.\n",
        )],
    }],
    near_misses: &[Example {
        files: &[(
            "ingest.md",
            "# Brookline\n\n## Results\n\nBrookline processed 7200 records in 60 s.\n\n## Summary\n\nThe throughput of Brookline is 120 records/s.\n",
        )],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.claims.iter().all(|c| c.origin != Origin::Derived) {
        return;
    }
    let found = fact::statements(group.claims);
    let (derived, stated_ones): (Vec<_>, Vec<_>) = found.iter().partition(|s| s.claims[0].origin == Origin::Derived);
    // With one parent it is a conversion, and what was converted is compared itself.
    let derived: Vec<_> = derived.into_iter().filter(|s| s.claims[0].parents.len() > 1).collect();
    for statement in stated_ones {
        let claim = statement.claims[0];
        let rival = derived.iter().find(|d| {
            let other = d.claims[0];
            !other.parents.contains(&claim.id)
                && fact::conditions(claim, other) != Conditions::Differ
                && !fact::baselines_differ(claim, other)
                && !fact::modalities_differ(claim, other)
                && d.measure.meeting(&statement.measure) == Meeting::Apart
        });
        if let Some(rival) = rival {
            out.push(draft(claim, rival.claims[0]));
        }
    }
}

fn draft(claim: &Claim, derived: &Claim) -> Draft {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let result = stated_in(derived, unit);
    Draft {
        severity: measure(claim).filter(|m| m.approximate).map(|_| Severity::Warning),
        confidence: confidence([claim, derived]),
        message: "derived",
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&derived.quote)),
            ("result", result.clone()),
        ]),
        arithmetic: format!("{result} ≠ {}", stated(claim)),
        primary: passage(claim, ""),
        related: vec![passage(derived, "parent")],
    }
}
