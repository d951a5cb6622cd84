//! An amount and the time that it took, in one sentence: "processed 7200 records in 60 s", 处理10亿Token只消耗2小时.
//!
//! Only a sentence that says so with a verb counts: two figures beside each other are no rate.

use crate::extract::view::View;
use crate::quantity::{Bound, Quantity};

const VERBS: &[&str] = &[
    "process",
    "processes",
    "processed",
    "processing",
    "handle",
    "handles",
    "handled",
    "ingest",
    "ingests",
    "ingested",
    "index",
    "indexes",
    "indexed",
    "generate",
    "generates",
    "generated",
    "produce",
    "produces",
    "produced",
    "transfer",
    "transfers",
    "transferred",
    "copy",
    "copies",
    "copied",
    "read",
    "reads",
    "write",
    "writes",
    "wrote",
    "import",
    "imports",
    "imported",
    "export",
    "exports",
    "exported",
    "scan",
    "scans",
    "scanned",
    "parse",
    "parses",
    "parsed",
    "upload",
    "uploads",
    "uploaded",
    "download",
    "downloads",
    "downloaded",
    "convert",
    "converts",
    "converted",
    "render",
    "renders",
    "rendered",
    "send",
    "sends",
    "sent",
    "train on",
    "trained on",
];
const HAN_VERBS: &[&str] = &[
    "处理", "生成", "写入", "读取", "导入", "导出", "传输", "拷贝", "复制", "解析", "扫描", "索引", "上传", "下载", "转换",
    "渲染", "训练", "产出", "计算", "跑",
];
/// What stands between the amount and its time, when the amount comes first.
const LINKS: &[&str] =
    &["in", "within", "in just", "in only", "in about", "in under", "in less than", "takes", "took", "took about", "takes about"];
const HAN_LINKS: &[&str] =
    &["用", "耗时", "消耗", "需", "需要", "只需", "仅需", "花费", "花", "用时", "耗费", "要", "用了", "花了"];

/// Whether a time is that of the amount right before it.
pub fn took(view: &View<'_>, amount: &Quantity, time: &Quantity) -> bool {
    if time.canonical.unit.as_str() != "s" || time.bound != Bound::Eq || !is_amount(amount.canonical.unit.as_str()) {
        return false;
    }
    let sentence = view.sentence(amount.digits.start);
    if time.span.start < amount.span.end || time.span.end > sentence.end || amount.span.start < sentence.start {
        return false;
    }
    let before = view.text[sentence.start..amount.span.start].trim_end();
    let between = view.text[amount.span.end..time.span.start].trim();
    let lower = before.to_ascii_lowercase();
    let verb = HAN_VERBS.iter().any(|verb| before.trim_end_matches(['了', '约', '完', ' ']).ends_with(verb))
        || lower.split(|c: char| !c.is_ascii_alphabetic()).rev().take(4).any(|word| VERBS.contains(&word));
    let tail = between.trim_start_matches(|c: char| c.is_whitespace() || c == '的');
    let linked = LINKS.iter().any(|link| {
        tail.eq_ignore_ascii_case(link)
            || tail
                .to_ascii_lowercase()
                .strip_suffix(link)
                .is_some_and(|rest| rest.ends_with(' ') && rest.split_whitespace().count() <= 2)
    }) || (tail.chars().count() <= 10
        && HAN_LINKS.iter().any(|link| tail.trim_end_matches(['约', '了', '掉']).ends_with(link)));
    verb && linked
}

/// What can be processed in a time: counted things and data.
fn is_amount(unit: &str) -> bool {
    const MEASURED: &[&str] =
        &["", "s", "%", "x", "pp", "point", "m", "m2", "kg", "J", "W", "K", "degC", "A", "V", "Hz", "dB", "person"];
    let currency = crate::extract::figure::is_currency(unit);
    !currency && !unit.contains('/') && !MEASURED.contains(&unit)
}
