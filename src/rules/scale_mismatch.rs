//! Two scales in one series, or points beyond the scale.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{decimal, measure};
use crate::rules::ranking::fields;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject, words};

/// Two scales in one series, or points beyond the scale.
pub static RULE: Rule = Rule {
    name: "scale-mismatch",
    summary: Say {
        en: "documents of one series score on different scales, or a score lies beyond its scale",
        zh: "同一系列的评分尺度不同，或得分超出尺度",
    },
    explanation: Say {
        en: "One article scores from 1 to 5, its sequel out of 10: a reader who puts the scores side by side is misled. The rule compares announced scales of documents that \
speak of at least two of the same things; it is a note, since both may be meant, and a warning when a score lies beyond the full mark that its own document announces. To mend it, use one \
scale, or say how to convert.",
        zh: "一篇文章按1—5分打分，续篇却是10分制，读者把两处得分放在一起就会误读。本规则比较至少共有两个评分对象的文档所声明的尺度，级别为提示，因为两种尺度可能都是有意的；\
得分超出本文声明的满分则为警告。修改方法：统一尺度，或说明如何换算。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::Scale | Kind::Score | Kind::Rank | Kind::Quantity);
        if looked_at && !crate::rules::ranking::is_told(claim) && claim.section != "history" {
            vec![String::new()]
        } else {
            Vec::new()
        }
    },
    check,
    texts: &[
        ("scales", Say { en: "scored on {a} here, but on {b} elsewhere", zh: "此处的评分尺度为{a}，另一处为{b}" }),
        (
            "beyond",
            Say {
                en: "{subject} scores {a}, beyond the announced full mark of {b}",
                zh: "{subject}得分{a}，超出所声明的满分{b}",
            },
        ),
        ("help", Say { en: "use one scale, or say how to convert", zh: "统一尺度，或说明如何换算" }),
        ("other", Say { en: "another scale here", zh: "此处尺度不同" }),
        ("scale", Say { en: "the scale", zh: "所声明的尺度" }),
    ],
    fires: &[
        Example {
            files: &[
                (
                    "甲.md",
                    "# 耳机榜单\n\n## 评选维度\n\n音质一项，分值1-5，越高越好。\n\n## TOP1 琥珀H1\n\n- 综合评价：音质细腻。\n\n## TOP2 玄武K2\n\n- 综合评价：降噪强。\n",
                ),
                (
                    "乙.md",
                    "# 耳机续篇\n\n## 评选维度\n\n本次排行按音质打分（满分10分）。\n\n## TOP1 琥珀H1\n\n- 综合评价：9.1/10。\n\n## TOP2 玄武K2\n\n- 综合评价：8.8/10。\n",
                ),
            ],
        },
        Example {
            files: &[(
                "review.md",
                "# Keyboards\n\n## How we score\n\nEach keyboard is scored on a scale of 1 to 5.\n\n## 1. Clackwood\n\nScore: 9.1/10.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[
                (
                    "甲.md",
                    "# 耳机榜单\n\n## 评选维度\n\n音质一项，分值1-5，越高越好。\n\n## TOP1 琥珀H1\n\n- 综合评价：音质细腻。\n\n## TOP2 玄武K2\n\n- 综合评价：降噪强。\n",
                ),
                (
                    "乙.md",
                    "# 键盘榜单\n\n## 评选维度\n\n本次排行按手感打分（满分10分）。\n\n## TOP1 磐石J1\n\n- 综合评价：9.1/10。\n\n## TOP2 流沙J2\n\n- 综合评价：8.8/10。\n",
                ),
            ],
        },
        Example {
            files: &[(
                "review.md",
                "# Keyboards\n\n## How we score\n\nEach keyboard is scored on a scale of 1 to 5.\n\n## 1. Clackwood\n\nScore: 4.5/5.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if !group.claims.iter().any(|c| c.kind == Kind::Scale) {
        return;
    }
    let fields = spoken_of(group.claims);
    // First scale of each full mark, and the first scale of each document.
    let mut kinds: Vec<(BigRational, &Claim)> = Vec::new();
    let mut of_document: BTreeMap<&str, (BigRational, &Claim)> = BTreeMap::new();
    let mut told: Vec<(BigRational, BigRational)> = Vec::new();
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Scale && c.confidence != Confidence::Low) {
        let Some(full) = full_mark(claim) else { continue };
        of_document.entry(&claim.document).or_insert_with(|| (full.clone(), claim));
        let rival = kinds.iter().find(|(other, first)| *other != full && speak_alike(&fields, first, claim));
        if let Some((other, first)) = rival {
            let pair = (full.clone().min(other.clone()), full.clone().max(other.clone()));
            if !told.contains(&pair) {
                told.push(pair);
                out.push(scales(claim, first));
            }
        }
        if kinds.len() < 32 {
            kinds.push((full, claim));
        }
    }
    for claim in group.claims.iter().filter(|c| c.kind == Kind::Score && c.confidence != Confidence::Low) {
        let (Some((full, scale)), Some(measure)) = (of_document.get(claim.document.as_str()), measure(claim)) else { continue };
        let of = claim.conditions.get("of").and_then(|t| crate::claim::exact(t));
        let beyond = measure.figure().is_some_and(|points| points > full);
        if beyond || of.is_some_and(|of| of > *full) {
            out.push(beyond_scale(claim, scale, full));
            // One is enough: the others of the document follow from the same choice.
            of_document.remove(claim.document.as_str());
        }
    }
}

/// The subjects that each document ranks, scores or gives figures of.
fn spoken_of<'a>(claims: &[&'a Claim]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut found = fields(claims);
    for claim in claims.iter().filter(|c| c.kind == Kind::Quantity) {
        if !matches!(subject(claim), "" | "document") {
            found.entry(&claim.document).or_default().insert(subject(claim));
        }
    }
    found
}

fn full_mark(claim: &Claim) -> Option<BigRational> {
    measure(claim)?.stated.high
}

/// Two documents that rank or score two of the same things.
fn speak_alike(fields: &BTreeMap<&str, BTreeSet<&str>>, a: &Claim, b: &Claim) -> bool {
    if a.document == b.document {
        return false;
    }
    let empty = BTreeSet::new();
    let (of_a, of_b) = (fields.get(a.document.as_str()).unwrap_or(&empty), fields.get(b.document.as_str()).unwrap_or(&empty));
    of_a.intersection(of_b).take(2).count() == 2
}

fn scales(claim: &Claim, first: &Claim) -> Draft {
    Draft {
        severity: Some(Severity::Note),
        confidence: confidence([claim, first]),
        message: "scales",
        help: "help",
        args: BTreeMap::from([("a", words(&claim.quote)), ("b", words(&first.quote))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: vec![passage(first, "other")],
    }
}

fn beyond_scale(claim: &Claim, scale: &Claim, full: &BigRational) -> Draft {
    Draft {
        severity: None,
        confidence: confidence([claim, scale]),
        message: "beyond",
        help: "help",
        args: BTreeMap::from([("subject", name(claim)), ("a", words(&claim.quote)), ("b", decimal(full))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: vec![passage(scale, "scale")],
    }
}
