//! A theoretical or promised figure that became a measured or plain one.

use std::collections::BTreeMap;

use crate::claim::{Claim, Modality};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, apart};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, words};

/// A theoretical or promised figure that became a measured or plain one.
pub static RULE: Rule = Rule {
    name: "modality-drift",
    summary: Say {
        en: "a theoretical, expected or promised figure is restated as measured",
        zh: "理论值、预期值或承诺值在别处变成了实测值",
    },
    explanation: Say {
        en: "\"In theory three times the throughput\" in one place, \"measured: three times the throughput\" in another: the same figure \
cannot rest on both grounds unless somebody measured exactly what theory says. The rule compares equal figures of one subject and metric. Where the \
ground is only left out, the finding is a note. To mend it, say which of the two it is, or give the measured figure.",
        zh: "一处写“理论吞吐量为三倍”，另一处写“实测吞吐量为三倍”：除非实测恰好等于理论值，否则同一个数字不会有两种依据。\
本规则比较同一主体、同一指标、数字相同的说法；若只是省略了依据，则为提示。修改方法：写明究竟是哪一种，或给出实测数值。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &["data-mismatch", "translation-mismatch"],
    keys: fact::key,
    check,
    texts: &[
        (
            "measured-theoretical",
            Say {
                en: "{subject}: {a} is said to be measured here, but theoretical elsewhere",
                zh: "{subject}：{a}在此处称为实测，另一处却是理论值",
            },
        ),
        (
            "plain-theoretical",
            Say {
                en: "{subject}: {a} stands as a fact here, but is theoretical elsewhere",
                zh: "{subject}：{a}在此处当作事实，另一处却是理论值",
            },
        ),
        (
            "measured-expected",
            Say {
                en: "{subject}: {a} is said to be measured here, but only expected elsewhere",
                zh: "{subject}：{a}在此处称为实测，另一处却是预期值",
            },
        ),
        (
            "plain-expected",
            Say {
                en: "{subject}: {a} stands as a fact here, but is only expected elsewhere",
                zh: "{subject}：{a}在此处当作事实，另一处却是预期值",
            },
        ),
        (
            "measured-promised",
            Say {
                en: "{subject}: {a} is said to be measured here, but only promised elsewhere",
                zh: "{subject}：{a}在此处称为实测，另一处却是承诺值",
            },
        ),
        (
            "plain-promised",
            Say {
                en: "{subject}: {a} stands as a fact here, but is only promised elsewhere",
                zh: "{subject}：{a}在此处当作事实，另一处却是承诺值",
            },
        ),
        (
            "measured-vendor_stated",
            Say {
                en: "{subject}: {a} is said to be measured here, but only the vendor's word elsewhere",
                zh: "{subject}：{a}在此处称为实测，另一处却是厂商宣称的数值",
            },
        ),
        (
            "plain-vendor_stated",
            Say {
                en: "{subject}: {a} stands as a fact here, but is only the vendor's word elsewhere",
                zh: "{subject}：{a}在此处当作事实，另一处却是厂商宣称的数值",
            },
        ),
        (
            "help",
            Say {
                en: "say at both places on what the figure rests, or give the measured figure",
                zh: "两处写明同一依据，或给出实测数值",
            },
        ),
        ("first", Say { en: "not measured here", zh: "此处并非实测" }),
    ],
    fires: &[
        Example {
            files: &[(
                "芯片.md",
                "# 推理卡榜单\n\n## TOP1 青鸾推理卡\n\n- 核心亮点：青鸾推理卡的理论吞吐量为 900 tokens/s。\n\n## FAQ\n\nQ1. 青鸾推理卡快吗？\n\n答：实测青鸾推理卡的吞吐量为 900 tokens/s。\n",
            )],
        },
        Example {
            files: &[
                ("a.md", "# Kestrel\n\nKestrel reaches a theoretical throughput of 410 tokens/s.\n"),
                ("b.md", "# Benchmarks\n\n## Kestrel\n\nWe measured a throughput of 410 tokens/s with Kestrel.\n"),
            ],
        },
    ],
    near_misses: &[Example {
        files: &[(
            "a.md",
            "# Kestrel\n\nKestrel reaches a theoretical throughput of 410 tokens/s.\n\n## Results\n\nWe measured a throughput of 367 tokens/s with Kestrel.\n",
        )],
    }],
};

/// The messages for a figure that is now said to be measured, and for one that stands without a ground; none where the first
/// ground is as good.
fn messages(first: Modality) -> Option<(&'static str, &'static str)> {
    match first {
        Modality::Theoretical => Some(("measured-theoretical", "plain-theoretical")),
        Modality::Expected => Some(("measured-expected", "plain-expected")),
        Modality::Promised => Some(("measured-promised", "plain-promised")),
        Modality::VendorStated => Some(("measured-vendor_stated", "plain-vendor_stated")),
        Modality::Stated | Modality::Measured | Modality::Reference | Modality::Data => None,
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let found = fact::statements(group.claims);
    for strong in &found {
        let measured = strong.claims[0].modality == Modality::Measured;
        if !measured && strong.claims[0].modality != Modality::Stated {
            continue;
        }
        let drift = found.iter().find_map(|weak| {
            let (claim, first) = apart(strong, weak)?;
            let messages = messages(first.modality)?;
            let fits = strong.measure.same_figures(&weak.measure)
                && fact::conditions(claim, first) != Conditions::Differ
                && (measured || (fact::restates(claim) && !fact::restates(first)));
            fits.then_some((claim, first, messages))
        });
        if let Some((claim, first, (if_measured, if_plain))) = drift {
            let message = if measured { if_measured } else { if_plain };
            out.push(draft(claim, first, message, (!measured).then_some(Severity::Note)));
        }
    }
}

fn draft(claim: &Claim, first: &Claim, message: &'static str, severity: Option<Severity>) -> Draft {
    Draft {
        severity,
        confidence: confidence([claim, first]),
        message,
        help: "help",
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
        ]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: vec![passage(first, "first")],
    }
}
