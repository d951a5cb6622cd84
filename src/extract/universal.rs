//! "Kite beats Nodal and Bunny on every benchmark": a subject that is said to be ahead of others everywhere.

use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::document::BlockKind;
use crate::extract::Reader;
use crate::extract::view::View;

const AHEAD: &[&str] = &[
    "beats",
    "beat",
    "outperforms",
    "outperform",
    "faster than",
    "ahead of",
    "better than",
    "quicker than",
    "wins against",
    "优于",
    "快于",
    "胜过",
    "超过",
    "超越",
    "领先",
    "好于",
    "强于",
    "击败",
];
const EVERY: &[&str] = &["every", "all", "across the board", "在所有", "所有", "每一项", "每项", "全部", "各项", "每个", "任何"];
const FIELDS: &[&str] = &[
    "benchmark",
    "benchmarks",
    "test",
    "tests",
    "workload",
    "workloads",
    "case",
    "cases",
    "task",
    "tasks",
    "category",
    "categories",
    "metric",
    "metrics",
    "query",
    "queries",
    "data set",
    "data sets",
    "dataset",
    "datasets",
    "size",
    "sizes",
    "discipline",
    "disciplines",
    "基准",
    "测试",
    "项目",
    "指标",
    "任务",
    "用例",
    "场景",
    "数据集",
    "负载",
    "科目",
];
/// What limits or takes back the word behind it.
const LIMITS: &[&str] = &["almost", "nearly", "not", "mostly", "but", "except", "几乎", "并非", "不是", "除", "大多", "多数"];

/// Adds the claim of a sentence that puts one named subject ahead of other named ones everywhere.
pub fn universal(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question) || block.cell.is_some() {
        return;
    }
    for sentence in &view.sentences {
        let lower = view.text[sentence.clone()].to_ascii_lowercase();
        // "needs less memory than": which way is better, and of what, stands between.
        let by = comparison(&lower);
        let Some(ahead) = first(&lower, AHEAD).or_else(|| by.as_ref().map(|(range, _)| range.clone())) else { continue };
        let Some(every) = first(&lower[ahead.end..], EVERY).map(|r| r.start + ahead.end..r.end + ahead.end) else { continue };
        let rest: String = lower[every.end..].chars().take(24).collect();
        let field = first(&rest, FIELDS);
        if field.is_none() && &lower[every.clone()] != "across the board" || first(&lower, LIMITS).is_some() {
            continue;
        }
        let at_offset = |range: Range<usize>| sentence.start + range.start..sentence.start + range.end;
        let Some(own) = view.mentions_in(&at_offset(0..ahead.start)).next_back() else { continue };
        let mut others: Vec<String> = view
            .mentions_in(&at_offset(ahead.end..every.start))
            .filter(|mention| mention.subject != own.subject)
            .map(|mention| reader.subjects.get(mention.subject).id.clone())
            .collect();
        others.dedup();
        if others.is_empty() {
            continue;
        }
        let end = sentence.start + every.end + field.map_or(0, |field| field.end);
        let mut claim = reader.record(at, &(own.range.start..end), Kind::Superlative);
        claim.subject = Some(reader.subjects.get(own.subject).clone());
        claim.text = Some("every".into());
        if let Some((range, less)) = by.filter(|(range, _)| range.end >= ahead.end && range.start <= ahead.end) {
            claim.text = Some(if less { "every less" } else { "every more" }.into());
            let metric = view.metrics_in(&at_offset(range)).next_back();
            claim.metric = metric.map(|(_, metric)| metric.id.clone());
        }
        claim.baseline = Some(others.join("|"));
        claims.push(claim);
    }
}

/// "less memory than", "a lower latency than", 内存占用低于: the comparison, and whether less is better by it.
fn comparison(lower: &str) -> Option<(Range<usize>, bool)> {
    const LESS: &[&str] = &["less", "lower", "fewer", "smaller", "cheaper", "lighter", "shorter"];
    const MORE: &[&str] = &["more", "higher", "larger", "greater", "longer"];
    const HAN_LESS: &[&str] = &["低于", "少于", "小于", "短于"];
    const HAN_MORE: &[&str] = &["高于", "多于", "大于", "长于"];
    let than = first(lower, &["than"]);
    let english = than.and_then(|than| {
        let found = |list, less: bool| first(&lower[..than.start], list).map(|range| (range.start..than.end, less));
        let near = |(range, _): &(Range<usize>, bool)| lower[range.clone()].split_whitespace().count() <= 5;
        found(LESS, true).filter(near).or_else(|| found(MORE, false).filter(near))
    });
    let han = |list, less| {
        let range = first(lower, list)?;
        // The noun before the verb: 内存占用低于.
        let start = lower[..range.start].char_indices().rev().nth(9).map_or(0, |(at, _)| at);
        Some((start..range.end, less))
    };
    english.or_else(|| han(HAN_LESS, true)).or_else(|| han(HAN_MORE, false))
}

/// The first of some words in a text, as a whole word.
fn first(text: &str, words: &[&str]) -> Option<Range<usize>> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let whole = |r: &Range<usize>, word: &str| {
        !word.is_ascii() || !(letter(text[..r.start].chars().next_back()) || letter(text[r.end..].chars().next()))
    };
    let found = words
        .iter()
        .filter_map(|word| text.match_indices(word).map(|(at, _)| at..at + word.len()).find(|range| whole(range, word)));
    found.min_by_key(|range| (range.start, usize::MAX - range.end))
}
