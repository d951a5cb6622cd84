//! The rules about the file of decisions: a line that cannot be read, a line that decides on nothing.

use super::{no_check, no_keys};
use crate::finding::Severity;
use crate::rules::{Rule, Say};

/// A line of the file of decisions cannot be read.
pub static BROKEN_DECISION: Rule = Rule {
    name: "broken-decision",
    summary: Say { en: "a line of the decisions holds nothing", zh: "决定文件中有一行不起作用" },
    explanation: Say {
        en: "claims/decisions.csv says which findings are confirmed, accepted or false positives, who said so, when and why. A line \
             without a reason, with a day that there is not, or left behind by a merge is not guessed at: what it was about is \
             open again.\n\nCorrect the line, or remove it and decide again with `claimlint decide`.",
        zh: "claims/decisions.csv 记录哪些问题已确认、已接受或属误报，以及由谁、何时、为何作出决定。缺少理由、日期不存在或合并时留下的行\
             一概不作猜测，相关问题重新列为未决。\n\n请改正该行，或将其删去后用 `claimlint decide` 重新作出决定。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        (
            "column",
            Say {
                en: "the decisions have no column `{column}`: none of them holds",
                zh: "决定文件缺少 `{column}` 列，全部不起作用",
            },
        ),
        (
            "empty",
            Say {
                en: "the decision has no `{column}`, so it does not hold", zh: "这条决定没有写 `{column}`，不起作用"
            },
        ),
        (
            "cell",
            Say {
                en: "`{column}` is {found}, so the decision does not hold", zh: "`{column}` 写作 {found}，这条决定不起作用"
            },
        ),
        ("row", Say { en: "this is no decision: {found}", zh: "这一行不是决定：{found}" }),
        (
            "disagree",
            Say {
                en: "two decisions of one day about {found} differ, so neither holds",
                zh: "同一天对 {found} 有两条不同的决定，均不起作用",
            },
        ),
        (
            "correct",
            Say {
                en: "correct the line, or remove it and run `claimlint decide` again",
                zh: "改正该行，或将其删去后重新运行 `claimlint decide`",
            },
        ),
    ],
    fires: &[],
    near_misses: &[],
};

/// A decision is about no finding.
pub static IDLE_DECISION: Rule = Rule {
    name: "idle-decision",
    summary: Say {
        en: "a decision is about nothing that is found, or has expired", zh: "决定所指的问题已不存在，或决定已到期"
    },
    explanation: Say {
        en: "A decision outlives its finding when the fault is mended, and holds no longer after its last day. The file then says \
             more than is so.\n\n`claimlint decide --prune` removes such lines; `claimlint decide` on the finding makes a new one.",
        zh: "问题修正之后，原先的决定仍留在文件中；过了截止日期的决定也不再有效。这样的行与事实不符。\n\n`claimlint decide --prune` 可删去\
             这些行；对问题再次运行 `claimlint decide` 即作出新的决定。",
    },
    severity: Severity::Note,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        (
            "nothing",
            Say {
                en: "`{rule}` in {document} ({value}) was {decision} and is no longer found",
                zh: "{document} 中的 `{rule}`（{value}）曾被标为 {decision}，现已不存在",
            },
        ),
        (
            "expired",
            Say {
                en: "`{rule}` in {document} ({value}) was {decision} until {expires}, and is open again",
                zh: "{document} 中的 `{rule}`（{value}）标为 {decision} 的期限为 {expires}，现重新列为未决",
            },
        ),
        ("prune", Say { en: "`claimlint decide --prune` removes such lines", zh: "`claimlint decide --prune` 可删去这些行" }),
    ],
    fires: &[],
    near_misses: &[],
};
