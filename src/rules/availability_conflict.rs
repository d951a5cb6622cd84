//! Recommended to those who cannot have it.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::fact::same_words;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, name, passage, subject};

/// Recommended to those who cannot have it.
pub static RULE: Rule = Rule {
    name: "availability-conflict",
    summary: Say {
        en: "something is unavailable in one place and available or recommended in another",
        zh: "一处说不可用，另一处却说可用或予以推荐",
    },
    explanation: Say {
        en: "An entry says that a service is unavailable in a region; the table lists the region, or the conclusion recommends the service to the same readers without a word of it. The first is a contradiction, \
the second a note, since the readers may be elsewhere; where the recommendation is written in the language of that region, a warning. To mend it, correct the place, or repeat the limit beside the recommendation.",
        zh: "条目写某服务在某地区不可用，对比表却列出该地区，或结论向同一批读者推荐它而只字不提这一限制。前者是矛盾，后者为提示，因为读者可能在别处；若推荐所用的正是该地区的语言，则为警告。修改方法：更正其中一处，或在推荐旁重申这一限制。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let looked_at = matches!(claim.kind, Kind::Availability | Kind::Recommendation);
        let sure = claim.confidence != Confidence::Low && claim.section != "history" && !subject(claim).is_empty();
        if looked_at && sure { vec![subject(claim).to_owned()] } else { Vec::new() }
    },
    check,
    texts: &[
        (
            "both",
            Say {
                en: "{subject} is available here, but unavailable elsewhere ({region})",
                zh: "{subject}在此处可用，另一处却说不可用（{region}）",
            },
        ),
        (
            "recommended",
            Say {
                en: "{subject} is recommended here without saying that it is unavailable ({region})",
                zh: "此处推荐{subject}，却没有说明其不可用（{region}）",
            },
        ),
        ("help", Say { en: "correct one place, or repeat the limit", zh: "更正其中一处，或重申这一限制" }),
        ("unavailable", Say { en: "unavailable by this", zh: "此处说不可用" }),
    ],
    fires: &[Example {
        files: &[(
            "网盘.md",
            "# 网盘榜单\n\n## TOP1 鸿雁网盘\n\n- 局限：中国地区不可用。\n\n## TOP2 飞鸽网盘\n\n- 局限：限速。\n\n## 结论\n\n- 学生：首选鸿雁网盘。\n",
        )],
    }],
    near_misses: &[Example {
        files: &[(
            "网盘.md",
            "# 网盘榜单\n\n## TOP1 鸿雁网盘\n\n- 局限：中国地区不可用。\n\n## TOP2 飞鸽网盘\n\n- 局限：限速。\n\n## 结论\n\n- 学生：首选飞鸽网盘。\n",
        )],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let says = |word: &'static str| move |c: &&&Claim| c.kind == Kind::Availability && c.text.as_deref() == Some(word);
    let unavailable: Vec<&Claim> = group.claims.iter().filter(says("unavailable")).take(16).copied().collect();
    let region = |c: &Claim| c.conditions.get("region").cloned().unwrap_or_default();
    for limit in &unavailable {
        let available = group.claims.iter().filter(says("available")).find(|c| {
            let (a, b) = (region(c), region(limit));
            (a == b || (!a.is_empty() && !b.is_empty() && same_words(&a, &b))) && (!a.is_empty() || c.document == limit.document)
        });
        if let Some(claim) = available {
            out.push(draft("both", None, claim, limit, region(limit)));
            return;
        }
    }
    let Some(limit) = unavailable.iter().find(|c| !region(c).is_empty()) else { return };
    let praised = group.claims.iter().find(|c| {
        c.kind == Kind::Recommendation
            && c.document == limit.document
            && matches!(c.section.as_str(), "conclusion" | "summary")
            && c.conditions.keys().all(|name| name == "strength")
    });
    if let Some(claim) = praised {
        let severity = if speaks_to(claim, &region(limit)) { Severity::Warning } else { Severity::Note };
        out.push(draft("recommended", Some(severity), claim, limit, region(limit)));
    }
}

/// Whether a text is written in the language of a region: its readers are likely there.
fn speaks_to(claim: &Claim, region: &str) -> bool {
    let text = claim.text.as_deref().unwrap_or(&claim.quote);
    let of = |range: std::ops::RangeInclusive<char>| text.chars().any(|c| range.contains(&c));
    let kana = of('\u{3040}'..='\u{30ff}');
    match region {
        "china" => of('\u{4e00}'..='\u{9fff}') && !kana,
        "japan" => kana,
        "korea" => of('\u{ac00}'..='\u{d7af}'),
        _ => false,
    }
}

fn draft(message: &'static str, severity: Option<Severity>, claim: &Claim, limit: &Claim, region: String) -> Draft {
    Draft {
        severity,
        confidence: confidence([claim, limit]),
        message,
        help: "help",
        args: BTreeMap::from([("subject", name(claim)), ("region", region)]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: vec![passage(limit, "unavailable")],
    }
}
