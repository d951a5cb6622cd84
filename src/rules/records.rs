//! The rules about files and records themselves. The stages around the engine find these faults before there is a group of
//! claims to look at; they stand here so that the catalogue, `explain` and the reports know them like any other rule.

pub mod decision;

use crate::claim::Claim;
use crate::finding::Severity;

use super::{Draft, Group, RULES, Rule, Say};

/// The rules of this file, in the order of the catalogue.
pub static RECORD_RULES: &[&Rule] = &[
    &SCHEMA_VIOLATION,
    &UNREADABLE_DOCUMENT,
    &NOTHING_CHECKED,
    &UNJUSTIFIED_SUPPRESSION,
    &UNUSED_SUPPRESSION,
    &decision::BROKEN_DECISION,
    &decision::IDLE_DECISION,
    &FACT_DRIFT,
];

/// All rules: those about records, then those that the engine runs.
pub fn catalogue() -> Vec<&'static Rule> {
    let mut all: Vec<&'static Rule> = RECORD_RULES.to_vec();
    // A rule of this file may be listed among the engine's too.
    all.extend(RULES.iter().copied().filter(|rule| RECORD_RULES.iter().all(|record| record.name != rule.name)));
    all
}

/// These rules look at no claim: what they speak of stands before or beside the claims.
fn no_keys(_: &Claim) -> Vec<String> {
    Vec::new()
}

/// Never called, as no claim has a key.
fn no_check(_: &Group<'_>, _: &mut Vec<Draft>) {}

/// A record breaks the contract of `schemas/claim.schema.json`.
pub static SCHEMA_VIOLATION: Rule = Rule {
    name: "schema-violation",
    summary: Say { en: "a record breaks the contract of its fields", zh: "记录不符合字段约定" },
    explanation: Say {
        en: "Every record, found in a document or written by hand, is checked against schemas/claim.schema.json: which fields \
             there are, what each may hold, and what each kind of claim must have. A record that breaks the contract is left \
             out of all comparisons.\n\nCorrect the field that is named, in the file and line that are named. `claimlint schema \
             claim` prints the contract.",
        zh: "每条记录，无论是从文档中提取还是人工填写，都按 schemas/claim.schema.json 检查：有哪些字段、每个字段可以取什么值、\
             每一类陈述必须具备什么。不符合约定的记录不参与任何比较。\n\n请在所指文件和行中改正所指字段。`claimlint schema claim` \
             可打印约定全文。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("missing-field", Say { en: "a record of kind `{kind}` needs `{field}`", zh: "`{kind}` 类记录缺少 `{field}`" }),
        ("unknown-field", Say { en: "a record has no field `{field}`", zh: "记录没有 `{field}` 这个字段" }),
        ("bad-field", Say { en: "`{field}` of a `{kind}` record is {found}", zh: "`{kind}` 类记录的 `{field}` 写成了 {found}" }),
        ("unreadable", Say { en: "the record cannot be read: {found}", zh: "这条记录无法读取：{found}" }),
        ("twice", Say { en: "the column `{field}` is there twice", zh: "`{field}` 列出现了两次" }),
        (
            "cells",
            Say {
                en: "the row has {found} cells, the header {expected}", zh: "这一行有 {found} 个单元格，表头有 {expected} 个"
            },
        ),
        ("same-id", Say { en: "the id {found} belongs to more than one record", zh: "编号 {found} 属于多条记录" }),
        ("allowed", Say { en: "allowed here: {allowed}", zh: "此处可用：{allowed}" }),
        (
            "contract",
            Say {
                en: "`claimlint schema claim` shows what a record holds", zh: "`claimlint schema claim` 列出记录的全部字段"
            },
        ),
        ("one-column", Say { en: "keep one of the two columns", zh: "两列保留其一" }),
        ("count-cells", Say { en: "put a text with commas in quotation marks", zh: "含逗号的文字要加引号" }),
        ("one-id", Say { en: "give the record that was added by hand an id of its own", zh: "给人工添加的记录另起编号" }),
        ("also", Say { en: "and here", zh: "另见此处" }),
    ],
    fires: &[],
    near_misses: &[],
};

/// A file could not be read as a document.
pub static UNREADABLE_DOCUMENT: Rule = Rule {
    name: "unreadable-document",
    summary: Say {
        en: "a document was not read, so nothing in it was checked", zh: "文档未能读取，其中内容未经检查"
    },
    explanation: Say {
        en: "A file that is no text, is too large, or may not be opened is left out, and the run goes on with the others. So is a \
             file in a format that is not read, which is only noted. Silence about such a file would look like agreement.\n\n\
             Convert the file, allow more with `max_file_size` in claimlint.toml, or leave it out of the run.",
        zh: "不是文本、过大或无权打开的文件会被略过，其余照常检查；格式尚不支持的文件也会被略过，但只作提示。若对此不作声，\
             会被误认为没有矛盾。\n\n请转换文件，或在 claimlint.toml 中放宽 `max_file_size`，或不把它列入检查。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("binary", Say { en: "not a text: byte {offset} is zero", zh: "不是文本：第 {offset} 字节为零" }),
        (
            "not-utf8",
            Say {
                en: "no encoding that is read fits from byte {offset} on", zh: "从第 {offset} 字节起不符合可读取的编码"
            },
        ),
        (
            "too-large",
            Say {
                en: "{size} bytes long, and at most {limit} are read", zh: "文件长 {size} 字节，最多读取 {limit} 字节"
            },
        ),
        ("unpacked", Say { en: "unpacks to more than {limit} bytes", zh: "解压后超过 {limit} 字节" }),
        ("too-many-cells", Say { en: "holds more than {limit} paragraphs and cells", zh: "段落和单元格超过 {limit} 个" }),
        ("broken-archive", Say { en: "`{part}` in the archive is missing or broken", zh: "压缩包中的 `{part}` 缺失或损坏" }),
        (
            "locked",
            Say {
                en: "in the format before 2007, or behind a password", zh: "文件是 2007 年以前的格式，或设有密码"
            },
        ),
        ("no-text-layer", Say { en: "the pages are pictures without text", zh: "页面只有图像，没有文字层" }),
        (
            "no-pdf-reader",
            Say {
                en: "PDF is read through `pdftotext`, which is not installed", zh: "读取 PDF 需要 `pdftotext`，尚未安装"
            },
        ),
        ("broken-pdf", Say { en: "`pdftotext` could not read it: {reason}", zh: "`pdftotext` 无法读取：{reason}" }),
        ("cannot-open", Say { en: "could not be opened: {reason}", zh: "无法打开：{reason}" }),
        ("syntax", Say { en: "the format is broken here, and nothing is read", zh: "格式在此处出错，整个文件未读取" }),
        (
            "too-deep",
            Say {
                en: "nested too deeply from here on, and nothing is read", zh: "从此处起嵌套过深，整个文件未读取"
            },
        ),
        (
            "unclosed-quote",
            Say {
                en: "this quote is never closed, and is read as a character like any other",
                zh: "此处引号没有配对，按普通字符读取",
            },
        ),
        ("close-quote", Say { en: "close the quote, or double it within quotes", zh: "补上引号，或在引号内写成两个引号" }),
        ("too-many", Say { en: "too many blocks: what stands below is not read", zh: "内容块过多，此处以下未读取" }),
        ("unknown-format", Say { en: "documents of this format are not read", zh: "尚不支持这种格式的文档" }),
        (
            "leave-out",
            Say {
                en: "leave it out of the run, or save its text as .txt", zh: "不列入检查，或把其中文字另存为 .txt"
            },
        ),
        ("mend", Say { en: "mend the file here, or leave it out of the run", zh: "在此处修正文件，或不列入检查" }),
        ("divide", Say { en: "divide the file", zh: "请拆分文件" }),
        ("convert", Say { en: "save it as UTF-8 text, or leave it out of the run", zh: "另存为 UTF-8 文本，或不列入检查" }),
        ("allow-more", Say { en: "set `max_file_size` in claimlint.toml", zh: "在 claimlint.toml 中调整 `max_file_size`" }),
        ("save-again", Say { en: "open it in its program and save it again", zh: "用原程序打开后重新保存" }),
        ("unlock", Say { en: "save it as .docx or .xlsx without a password", zh: "另存为不设密码的 .docx 或 .xlsx" }),
        (
            "text-layer",
            Say {
                en: "run text recognition over it, or check the document it was made from",
                zh: "先做文字识别，或改查生成它的原文档",
            },
        ),
        (
            "install-pdf-reader",
            Say {
                en: "install Poppler (Debian: poppler-utils, Homebrew: poppler), or save the text as .txt",
                zh: "安装 Poppler（Debian：poppler-utils，Homebrew：poppler），或把文字另存为 .txt",
            },
        ),
        ("permit", Say { en: "check that you may read it", zh: "确认有读取权限" }),
        (
            "known-formats",
            Say {
                en: "plain text (.txt), Markdown (.md), HTML, CSV, JSON, .docx, .xlsx and PDF are read",
                zh: "可读取纯文本（.txt）、Markdown（.md）、HTML、CSV、JSON、.docx、.xlsx 和 PDF",
            },
        ),
    ],
    fires: &[],
    near_misses: &[],
};

/// No claim was found where some were expected.
pub static NOTHING_CHECKED: Rule = Rule {
    name: "nothing-checked",
    summary: Say { en: "no claim was found, so nothing was checked", zh: "没有发现可检查的陈述" },
    explanation: Say {
        en: "A run over documents without a single claim has shown nothing, and a green result would mislead: it is an error, and \
             the exit code is 2. One document without claims among others that have some is only noted.\n\nCheck that the paths \
             are the ones you mean. `claimlint coverage` lists what was seen in each document and why it was set aside.",
        zh: "如果所有文档中都没有一条陈述，那么检查并未证明任何事情，报告通过会误导人：此时视为错误，退出码为 2。若只是个别文档\
             没有陈述，则仅作提示。\n\n请确认路径无误。`claimlint coverage` 会列出每个文档中看到的数字和搁置的原因。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("no-documents", Say { en: "no document was found", zh: "没有找到文档" }),
        ("no-claims", Say { en: "no claim was found in {documents} documents", zh: "{documents} 个文档中都没有发现陈述" }),
        ("no-claims-in-one", Say { en: "no claim was found in the only document", zh: "唯一的文档中没有发现陈述" }),
        ("no-records", Say { en: "no record was found", zh: "没有找到记录" }),
        ("document", Say { en: "no claim was found in this document", zh: "该文档中没有发现陈述" }),
        (
            "paths",
            Say {
                en: "check the paths; `claimlint coverage` says what was seen in each document",
                zh: "请核对路径；`claimlint coverage` 会列出每个文档的读取情况",
            },
        ),
        ("fine", Say { en: "if that is right, nothing is to be done", zh: "若本应如此，无需处理" }),
    ],
    fires: &[],
    near_misses: &[],
};

/// A comment silences a finding and does not say why.
pub static UNJUSTIFIED_SUPPRESSION: Rule = Rule {
    name: "unjustified-suppression",
    summary: Say {
        en: "a comment would silence a finding without a reason", zh: "注释要求不报告某问题，却没有写明理由"
    },
    explanation: Say {
        en: "`<!-- claimlint-disable-next-line value-conflict: two models are meant -->` silences the findings of one rule at the next line, or in the table that begins there; in plain text the line stands without the \
             comment marks. What stands behind the colon is for the next reader. Without it the comment silences nothing.\n\nSay why the finding does not count.",
        zh: "`<!-- claimlint-disable-next-line value-conflict: 所指为两个型号 -->` 使某条规则不再报告下一行（或由下一行开始的表格）中的问题；纯文本中直接写这一行即可。冒号后的理由是写给后来者看的，没有理由则注释不生效。\n\n请写明该问题为何不成立。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("no-reason", Say { en: "no reason is given for silencing `{rule}`", zh: "没有写明为何不报告 `{rule}`" }),
        (
            "say-why",
            Say {
                en: "write it behind a colon: claimlint-disable-next-line {rule}: why",
                zh: "在冒号后写明：claimlint-disable-next-line {rule}: 理由",
            },
        ),
    ],
    fires: &[],
    near_misses: &[],
};

/// A comment silences nothing.
pub static UNUSED_SUPPRESSION: Rule = Rule {
    name: "unused-suppression",
    summary: Say { en: "a comment silences a finding that is not there", zh: "注释要求不报告的问题并不存在" },
    explanation: Say {
        en: "A comment that silenced a finding stays behind when the fault is mended, and would silence the next one at this place. A misspelt rule, or a comment that does not stand right above the line that the \
             report marks, silences nothing either.\n\nRemove the comment, or move it above the line that is marked.",
        zh: "问题修正后，原先的注释仍留在原处，日后会掩盖同一位置的新问题。规则名写错，或注释不在报告所标行的正上方，同样不起作用。\n\n请删去注释，或移到报告所标行的上方。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("nothing", Say { en: "there is no finding of `{rule}` at the next line", zh: "下一行没有 `{rule}` 报告的问题" }),
        ("no-rule", Say { en: "there is no rule `{rule}`", zh: "没有名为 `{rule}` 的规则" }),
        (
            "remove",
            Say {
                en: "remove the comment, or move it above the line that a report marks",
                zh: "删去注释，或移到报告所标行的上方",
            },
        ),
        (
            "rules",
            Say {
                en: "`claimlint rules` lists them; the nearest is `{near}`",
                zh: "`claimlint rules` 列出全部规则；最接近的是 `{near}`",
            },
        ),
    ],
    fires: &[],
    near_misses: &[],
};

/// A pinned figure is not what its source says.
pub static FACT_DRIFT: Rule = Rule {
    name: "fact-drift",
    summary: Say { en: "a pinned figure is not what its source says", zh: "登记的数值与其来源不符" },
    explanation: Say {
        en: "A `[[fact]]` of claimlint.toml says where a headline figure comes from (a value, a field of a JSON file, a column of a CSV file) and which documents state it. When a document states \
             another one, or the sentence is gone, the fact has drifted.\n\nCorrect the document, or the entry when the fact has changed.",
        zh: "claimlint.toml 中的 `[[fact]]` 登记了关键数值的来源（固定值、JSON文件的某个字段或CSV文件的某一列）以及在哪些文档中出现。文档写了别的数值，或那句话已不存在，即为偏离。\n\n请更正文档；若事实已变，则更新登记。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: no_keys,
    check: no_check,
    texts: &[
        ("drift", Say { en: "{fact} is {right} by {source}, but {a} here", zh: "{fact}按{source}为{right}，此处却写作{a}" }),
        (
            "gone",
            Say {
                en: "{fact}: no figure stands behind \"{text}\" in this document", zh: "{fact}：该文档中“{text}”之后没有数值"
            },
        ),
        ("no-value", Say { en: "{fact}: {source} has no such value", zh: "{fact}：{source}中没有这个值" }),
        (
            "correct",
            Say {
                en: "correct it here, or change the entry in claimlint.toml", zh: "更正此处，或修改 claimlint.toml 中的登记"
            },
        ),
        ("entry", Say { en: "correct the entry in claimlint.toml", zh: "修改 claimlint.toml 中的登记" }),
    ],
    fires: &[],
    near_misses: &[],
};
