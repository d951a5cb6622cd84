//! A heading with nothing under it.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::{Draft, Example, Group, Rule, Say, passage, words};

/// A heading with nothing under it.
pub static RULE: Rule = Rule {
    name: "empty-section",
    summary: Say { en: "a heading has nothing under it", zh: "标题之下没有内容" },
    explanation: Say {
        en: "A table that was lost in copying, a section that was planned and not written: the reader finds a heading and nothing more. The rule looks at headings below the \
document's title that have neither text nor a deeper heading. A heading that has a link, is a sentence of its own or a name with a remark behind it, opens the document, or stands above a picture or program is passed over. To mend it, write the section or delete the heading.",
        zh: "复制时丢了表格，或计划了一节却没有写：读者只看到标题，没有内容。本规则检查文档大标题以下、既无正文也无下级标题的标题；带链接的标题、本身成句或“名称 - 说明”式的标题、文档首个标题、其下是图片或程序的标题不算。修改方法：补写内容或删去标题。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| if claim.kind == Kind::Section && is_empty(claim) { vec![claim.id.clone()] } else { Vec::new() },
    check,
    texts: &[
        ("empty", Say { en: "nothing stands under \"{heading}\"", zh: "“{heading}”之下没有内容" }),
        ("help", Say { en: "write the section or delete the heading", zh: "补写内容或删去标题" }),
    ],
    fires: &[
        Example {
            files: &[("榜单.md", "# 露营灯榜单\n\n露营灯的价格为 89 元。\n\n## 关键对比表\n\n## 结论\n\n选哪款都行。\n")]
        },
        Example {
            files: &[(
                "guide.md",
                "# Choosing a tent\n\nThe price is 89 USD.\n\n## Comparison\n\n## Conclusion\n\nTake the light one.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "CHANGELOG.md",
                "# Changelog\n\n## Unreleased\n\n## 1.1.0 (2031-05-02)\n\n- Tents weigh 2.1 kg.\n\n## 1.0.1 (2031-03-01)\n\n## 1.0.0 (2031-01-04)\n\n- First tents.\n",
            )],
        },
        Example {
            files: &[(
                "guide.md",
                "# Choosing a tent\n\nThe price is 89 USD.\n\n## [All tents](tents.md)\n\n## Our sponsors\n\n![](sponsors.svg)\n\n[*Release notes*](notes.md)\n\n## Conclusion\n\nTake the light one.\n",
            )],
        },
        Example {
            files: &[(
                "guide.md",
                "# Choosing a tent\n\n## Comparison\n\n### Small tents\n\nThe price is 89 USD.\n\n## Conclusion\n\nTake the light one.\n",
            )],
        },
        Example {
            files: &[(
                "榜单.md",
                "# 露营灯榜单\n\n## 关键对比表\n\n| 对象 | 价格 |\n|---|---|\n| 萤火L1 | 89元 |\n\n## 结论\n\n选哪款都行。\n",
            )],
        },
    ],
};

fn is_empty(claim: &Claim) -> bool {
    let number = |name: &str| claim.conditions.get(name).and_then(|t| t.parse::<u32>().ok());
    number("blocks") == Some(0) && number("children").unwrap_or(0) == 0 && number("level").unwrap_or(2) > 1
        // Of a release that changed nothing, a changelog has the heading alone.
        && claim.section != "history"
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    out.extend(group.claims.iter().map(|claim| Draft {
        severity: None,
        confidence: Confidence::High,
        message: "empty",
        help: "help",
        args: BTreeMap::from([("heading", words(claim.text.as_deref().unwrap_or(&claim.quote)))]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: Vec::new(),
    }));
}
