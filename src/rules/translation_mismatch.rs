//! One language version of a document that lags behind the other.

mod rows;

use std::collections::BTreeMap;

use crate::claim::{Bound, Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::interval::{Meeting, measure, stated, stated_beside};
use crate::rules::{Draft, Example, Group, Rule, Say, VERSION_OF, confidence, passage, words};

/// One language version of a document that lags behind the other.
pub static RULE: Rule = Rule {
    name: "translation-mismatch",
    summary: Say {
        en: "two language versions of a document state different figures", zh: "同一文档的两个语言版本数值不同"
    },
    explanation: Say {
        en: "README.md was corrected and README_zh.md was not. The rule pairs documents whose names differ only in a language (README.zh-CN.md, docs/en/x.md and docs/zh/x.md), or that the settings pair, and compares them place by \
place: cells of the same table, row and column, ticks among them, and figures of paragraphs in their order. Rows are paired by their labels, and by their order where the labels are translated; a row that \
one version alone has is passed over. It speaks only where most places agree, for then the two are built alike. To mend it, bring the older \
version up to date.",
        zh: "README.md已更正，README_zh.md没有。本规则把名称只差语言标记的文档配对（README.zh-CN.md，docs/en/x.md与docs/zh/x.md），以及设置中指定的文档，逐处比较：同一表格同行同列的单元格（包括“支持”与“不支持”），以及按顺序对应的段落中的数值。各行按行名配对，行名经过翻译时按顺序配对；只有一个版本才有的行不参与比较。\
只有大多数位置一致、说明两者结构相同时才报告。修改方法：更新较旧的版本。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let figure = matches!(claim.kind, Kind::Quantity | Kind::Score | Kind::Weight) && claim.canonical.is_some();
        if figure || is_tick(claim) {
            vec![claim.conditions.get(VERSION_OF).cloned().unwrap_or_else(|| stem(&claim.document))]
        } else {
            Vec::new()
        }
    },
    check,
    texts: &[
        ("differs", Say { en: "{a} here, but {b} in the other language version", zh: "此处为{a}，另一语言版本为{b}" }),
        ("help", Say { en: "bring the older version up to date", zh: "更新较旧的版本" }),
        ("other", Say { en: "the other version", zh: "另一版本" }),
    ],
    fires: &[
        Example {
            files: &[
                (
                    "README.md",
                    "# Ferries\n\n| Ship | Cars | Night trips |\n|---|---|---|\n| Tern | 48 | Yes |\n| Gannet | 62 | No |\n| Plover | 75 | Yes |\n",
                ),
                (
                    "README_zh.md",
                    "# 渡轮\n\n| 船 | 车位 | 夜航 |\n|---|---|---|\n| Tern | 48 | 是 |\n| Curlew | 30 | 是 |\n| Gannet | 62 | 是 |\n| Plover | 75 | 是 |\n",
                ),
            ],
        },
        Example {
            files: &[
                (
                    "README.md",
                    "# Heron\n\n| Model | Boils in | Holds |\n|---|---|---|\n| Heron 3000 | 128 s | 1.7 L |\n| Heron Mini | 95 s | 0.8 L |\n",
                ),
                (
                    "README_zh.md",
                    "# Heron\n\n| 型号 | 烧开时间 | 容量 |\n|---|---|---|\n| Heron 3000 | 140 秒 | 1.7 升 |\n| Heron Mini | 95 秒 | 0.8 升 |\n",
                ),
            ],
        },
    ],
    near_misses: &[
        Example {
            files: &[
                (
                    "README.md",
                    "# Ferries\n\n| Ship | Cars | Night trips |\n|---|---|---|\n| Tern | 48 | Yes |\n| Gannet | 62 | No |\n| Plover | 75 | Yes |\n",
                ),
                (
                    "README_zh.md",
                    "# 渡轮\n\n| 船 | 车位 | 夜航 |\n|---|---|---|\n| Tern | 48 | 是 |\n| Curlew | 30 | 是 |\n| Gannet | 62 | 否 |\n| Plover | 75 | 是 |\n",
                ),
            ],
        },
        Example {
            files: &[
                (
                    "README.md",
                    "# Heron\n\n| Model | Boils in | Holds |\n|---|---|---|\n| Heron 3000 | 128 s | 1.7 L |\n| Heron Mini | 95 s | 0.8 L |\n",
                ),
                (
                    "README_zh.md",
                    "# Heron\n\n| 型号 | 烧开时间 | 容量 |\n|---|---|---|\n| Heron 3000 | 128 秒 | 1.7 升 |\n| Heron Mini | 95 秒 | 0.8 升 |\n",
                ),
            ],
        },
        Example {
            files: &[
                ("guide.en.md", "# Guide\n\nThe kettle holds 1.7 L.\n\nIt boils in 128 s.\n"),
                ("guide.zh.md", "# 指南\n\n保修期为两年。\n\n水壶可装1.7升，140秒烧开。\n"),
            ],
        },
    ],
};

/// A path without what tells its language.
fn stem(path: &str) -> String {
    const CODES: &[&str] = &[
        "en", "english", "en-us", "en_us", "zh", "cn", "zh-cn", "zh_cn", "zh-hans", "zh_hans", "zh-tw", "zh_tw", "zh-hant",
        "chinese", "ja", "jp", "japanese", "ko", "kr", "de", "fr", "es", "pt", "pt-br", "pt_br", "ru", "it",
    ];
    let is_code = |text: &str| CODES.contains(&text.to_ascii_lowercase().as_str());
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty() && !is_code(part)).collect();
    let (name, ending) = file.rsplit_once('.').map_or((file, ""), |(name, ending)| (name, ending));
    // The longest code first: `_zh_CN` before `_CN`. A bare two-letter word behind a hyphen may be a word.
    let cut = name.char_indices().filter(|(_, c)| matches!(c, '.' | '_' | '-')).find(|(at, c)| {
        let code = &name[at + 1..];
        *at > 0
            && is_code(code)
            && (*c != '-' || code.len() > 2 || matches!(code.to_ascii_lowercase().as_str(), "zh" | "en" | "cn"))
    });
    let name = cut.map_or(name, |(at, _)| &name[..at]);
    parts.push(name);
    format!("{}.{ending}", parts.join("/"))
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let versions: Vec<&[&Claim]> = group.claims.chunk_by(|a, b| a.document == b.document).collect();
    let Some(first) = versions.iter().find(|v| v[0].document == group.key).or(versions.first()) else { return };
    for other in versions.iter().filter(|v| v[0].document != first[0].document).take(16) {
        cells(first, other, out);
        paragraphs(first, other, out);
    }
}

/// How many tables of a version are tried as the other's.
const TABLES: usize = 32;

/// The cells of tables of the same rows: those at the same place in both versions, else the first whose cells agree.
fn cells(first: &[&Claim], other: &[&Claim], out: &mut Vec<Draft>) {
    let theirs = rows::tables(other);
    for (id, table) in rows::tables(first) {
        let same = theirs.get(&id).into_iter();
        let rest = theirs.iter().filter(|(its, _)| **its != id).map(|(_, rows)| rows);
        let mut tried = same.chain(rest).take(TABLES).map(|its| rows::pairs(&table, its));
        if let Some(pairs) = tried.find(|pairs| earned(&judged(pairs), pairs)) {
            report(&pairs, None, out);
        }
    }
}

/// Whether a claim is a yes or no in a table.
fn is_tick(claim: &Claim) -> bool {
    claim.kind == Kind::Capability && claim.table.is_some() && matches!(claim.text.as_deref(), Some("yes" | "no"))
}

/// The figures of paragraphs and items, in their order; only where both versions have as many.
fn paragraphs(first: &[&Claim], other: &[&Claim], out: &mut Vec<Draft>) {
    let of = |claims: &[&'_ Claim]| -> Vec<Vec<usize>> {
        let mut blocks: Vec<(u32, Vec<usize>)> = Vec::new();
        for (at, claim) in claims.iter().enumerate().filter(|(_, c)| c.table.is_none() && !is_one(c)) {
            let Some(block) = &claim.block else { continue };
            match blocks.last_mut() {
                Some((id, members)) if *id == block.id => members.push(at),
                _ => blocks.push((block.id, vec![at])),
            }
        }
        blocks.into_iter().map(|(_, members)| members).collect()
    };
    let (ours, theirs) = (of(first), of(other));
    if ours.len() != theirs.len() || ours.iter().zip(&theirs).any(|(a, b)| a.len() != b.len()) {
        return;
    }
    let pairs: Vec<(&Claim, &Claim)> =
        ours.iter().flatten().zip(theirs.iter().flatten()).map(|(&a, &b)| (first[a], other[b])).collect();
    report(&pairs, Some(Severity::Warning), out);
}

/// Tells the pairs that differ where the others agree.
fn report(pairs: &[(&Claim, &Claim)], severity: Option<Severity>, out: &mut Vec<Draft>) {
    let judged = judged(pairs);
    if !earned(&judged, pairs) {
        return;
    }
    for ((a, b), _) in pairs.iter().zip(&judged).filter(|(_, judged)| **judged == Some(Meeting::Apart)) {
        out.push(Draft {
            severity,
            confidence: confidence([*a, *b]).min(Confidence::Medium),
            message: "differs",
            help: "help",
            args: BTreeMap::from([("a", words(&b.quote)), ("b", words(&a.quote))]),
            arithmetic: if is_tick(a) { String::new() } else { format!("{} ≠ {}", stated(b), stated_beside(a, b)) },
            primary: passage(b, ""),
            related: vec![passage(a, "other")],
        });
    }
}

/// How the two figures of each pair stand to each other; none where they cannot be compared.
fn judged(pairs: &[(&Claim, &Claim)]) -> Vec<Option<Meeting>> {
    pairs
        .iter()
        .map(|(a, b)| {
            if is_tick(a) && is_tick(b) {
                return Some(if a.text == b.text { Meeting::Meet } else { Meeting::Apart });
            }
            let (a, b) = (measure(a)?, measure(b)?);
            // "320 companies" and 320家 count the same, though only one of them has a noun that is known.
            let counted = |x: &str, y: &str| x.is_empty() && is_counted(y);
            let comparable = a.unit == b.unit || counted(&a.unit, &b.unit) || counted(&b.unit, &a.unit);
            let limits = a.bound == b.bound && !matches!(a.bound, Bound::Eq | Bound::Range | Bound::FromTo);
            comparable.then(|| match (a.same_figures(&b), limits) {
                (true, _) => Meeting::Meet,
                // "271+" is translated as "271+", whatever else would be true.
                (false, true) => Meeting::Apart,
                _ => a.meeting(&b),
            })
        })
        .collect()
}

/// Whether the two sides of pairs are built alike: at least two pairs, and two of three, agree.
fn earned(judged: &[Option<Meeting>], pairs: &[(&Claim, &Claim)]) -> bool {
    let agree = judged.iter().filter(|j| matches!(j, Some(Meeting::Meet))).count();
    // Of two figures under one title, one that agrees is enough.
    let titled = |claim: &Claim| claim.heading.split(" > ").next().unwrap_or_default().to_lowercase();
    let short = pairs.len() == 2 && agree == 1 && pairs.iter().all(|(a, b)| !a.heading.is_empty() && titled(a) == titled(b));
    short || (agree >= 2 && agree * 3 >= pairs.len() * 2)
}

/// Whether a unit is a counted noun.
fn is_counted(unit: &str) -> bool {
    let measured = unit.chars().count() < 3 || unit.contains('/') || matches!(unit, "byte" | "bit" | "degC" | "point");
    !measured && !unit.bytes().all(|b| b.is_ascii_uppercase())
}

/// Whether a figure is a "one" in words, which the other language may not spell out: "on one node", 单节点.
fn is_one(claim: &Claim) -> bool {
    let one = claim.canonical.as_ref().is_some_and(|c| c.low.as_deref() == Some("1") && c.high == c.low);
    one && !claim.quote.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn a_language_in_a_name_or_folder_is_left_out() {
        for path in ["README.md", "README_zh.md", "README.zh-CN.md", "README_ZH_CN.md", "README-en.md", "zh/README.md"] {
            assert_eq!(stem(path), "README.md", "{path}");
        }
        assert_eq!(stem("docs/make-it.md"), "docs/make-it.md");
        assert_eq!(stem("zh.md"), "zh.md");
    }
}
