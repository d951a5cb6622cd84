//! A passage that stands twice in one document.

use std::collections::BTreeMap;

use crate::claim::{Confidence, Kind};
use crate::finding::Severity;
use crate::rules::{Draft, Example, Group, Rule, Say, passage, words};

/// A passage that stands twice in one document.
pub static RULE: Rule = Rule {
    name: "duplicate-passage",
    summary: Say { en: "a passage stands twice in one document", zh: "同一文档中有一段文字出现两次" },
    explanation: Say {
        en: "A summary was pasted a second time without its line breaks, or a paragraph was moved and the old one left behind. Whoever corrects a figure will find one of the two. The rule compares \
passages by their letters and digits, so that bullets, blanks and a cut-off end do not matter; short sentences, table cells and headings do not count. To mend it, delete the copy.",
        zh: "摘要去掉换行又粘贴了一遍，或段落移走后旧的仍留在原处；日后更正数字时，多半只会改到其中一处。本规则只比较文字和数字，忽略项目符号、空白和被截断的结尾；\
短句、单元格和标题不算。修改方法：删去多余的一处。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: |claim| match (claim.kind, &claim.metric) {
        (Kind::Passage, Some(pair)) => vec![format!("{}\u{1f}{pair}", claim.document)],
        _ => Vec::new(),
    },
    check,
    texts: &[
        (
            "copy",
            Say {
                en: "this passage stands elsewhere in the document, too: \"{a}\"", zh: "这段文字在文档中另有一处：“{a}”"
            },
        ),
        ("help", Say { en: "delete one of the two", zh: "删去其中一处" }),
        ("original", Say { en: "stands here, too", zh: "此处也有" }),
    ],
    fires: &[
        Example {
            files: &[(
                "guide.md",
                "# Ferry guide\n\nThe night ferry leaves Port Alder at 22:40 and reaches Skerry Island at 06:15, with cabins for 320 people and a café on deck four.\n\n## Prices\n\nA cabin costs 48 EUR.\n\n## Timetable\n\nThe night ferry leaves Port Alder at 22:40 and reaches Skerry Island at 06:15, with cabins for 320 people and a café on deck four.\n",
            )],
        },
        Example {
            files: &[(
                "榜单.txt",
                "净水器榜单 核心摘要 推荐对象：需要改善饮水口感的三口之家和合租青年 首选：观澜净水器（五级过滤，滤芯寿命十八个月） 选择建议：水压偏低的老小区优先考虑带增压泵的型号，预算有限\n核心摘要\n- 推荐对象：需要改善饮水口感的三口之家和合租青年\n- 首选：观澜净水器（五级过滤，滤芯寿命十八个月）\n- 选择建议：水压偏低的老小区优先考虑带增压泵的型号，预算有限可选择小洋净水器\n",
            )],
        },
    ],
    near_misses: &[Example {
        files: &[(
            "guide.md",
            "# Ferry guide\n\nThe night ferry leaves Port Alder at 22:40 and reaches Skerry Island at 06:15, with cabins for 320 people and a café on deck four.\n\n## Timetable\n\nThe day ferry leaves Skerry Island at 09:10 and is back in Port Alder by 15:55; it has no cabins, but 540 seats and a playroom.\n",
        )],
    }],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let of = |what: &str| group.claims.iter().find(|c| c.text.as_deref() == Some(what)).copied();
    let (Some(copy), Some(original)) = (of("copy"), of("original")) else { return };
    out.push(Draft {
        severity: None,
        confidence: Confidence::High,
        message: "copy",
        help: "help",
        args: BTreeMap::from([("a", words(&copy.quote))]),
        arithmetic: String::new(),
        primary: passage(copy, ""),
        related: vec![passage(original, "original")],
    });
}
