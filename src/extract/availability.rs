//! Where a subject can be had: 在巴西可以购买, 暂未在德国上市, "is not sold in Japan", "you can buy X in Brazil".
//!
//! A clause with a region and a word for being to be had, affirmed or negated. What is limited (仅, "only"), to come (将, "will") or
//! conditional says neither yes nor no.

use std::ops::Range;

use crate::claim::{Claim, Confidence, Kind};
use crate::extract::view::View;
use crate::extract::{Reader, figure};

/// Says by itself that something is not to be had.
const HAN_NO: &[&str] = &[
    "买不到",
    "用不了",
    "用不到",
    "订不到",
    "不可用",
    "停售",
    "停止销售",
    "停止服务",
    "已下架",
    "无货",
    "没有货",
    "未上架",
    "不发售",
    "不开放",
    "没得卖",
];
/// What is done with things that can be had.
const HAN_VERBS: &[&str] = &[
    "可用",
    "使用",
    "能用",
    "可购",
    "购买",
    "购得",
    "购入",
    "买到",
    "买得到",
    "买",
    "上市",
    "上架",
    "开放",
    "发售",
    "销售",
    "在售",
    "有售",
    "开售",
    "出售",
    "发行",
    "供货",
    "供应",
    "提供",
    "上线",
    "访问",
    "订购",
    "订阅",
    "预订",
    "下单",
    "配送",
    "发货",
    "投保",
    "开通",
    "落地",
    "推出",
    "登陆",
    "注册",
    "获取",
    "获得",
    "入手",
    "安装",
    "用上",
    "用",
];
const HAN_NEGATIONS: &[&str] = &["不", "未", "没", "无法", "禁止", "停止"];
const HAN_YES: &[&str] = &["可", "能", "已", "均", "正式", "现", "在售", "有售", "可用", "开售", "同步", "率先", "都"];
/// What makes a clause no plain statement.
const HAN_LIMITS: &[&str] = &[
    "仅", "只", "部分", "如果", "若", "是否", "预计", "将", "计划", "即将", "有望", "可能", "曾", "除", "一旦", "等到", "之前",
    "以外", "之外", "能否", "未来", "暂停", "限量", "不仅",
];

const LATIN_STATES: &[&str] = &[
    "available",
    "sold",
    "offered",
    "on sale",
    "stocked",
    "shipped",
    "distributed",
    "marketed",
    "obtainable",
    "for sale",
    "on the market",
    "launched",
    "released",
    "supported",
    "in stock",
];
const LATIN_BE: &[&str] = &[
    "is",
    "are",
    "not",
    "isn't",
    "aren't",
    "now",
    "also",
    "currently",
    "been",
    "already",
    "still",
    "longer",
    "yet",
    "be",
    "widely",
    "officially",
    "currently",
    "never",
];
const LATIN_VERBS: &[&str] = &[
    "buy",
    "get",
    "order",
    "purchase",
    "use",
    "find",
    "rent",
    "obtain",
    "subscribe to",
    "sign up for",
    "hire",
    "book",
    "pick up",
    "download",
    "install",
];
const LATIN_SELLS: &[&str] =
    &["ships to", "deliver to", "delivers to", "ship to", "operates in", "operate in", "sells in", "sell in", "comes to"];
const LATIN_NEGATIONS: &[&str] = &[
    "not",
    "cannot",
    "can't",
    "isn't",
    "aren't",
    "don't",
    "doesn't",
    "never",
    "no longer",
    "nobody",
    "nowhere",
    "unable to",
    "won't",
];
const LATIN_LIMITS: &[&str] = &[
    "only",
    "if",
    "will",
    "soon",
    "may",
    "might",
    "partly",
    "when",
    "where",
    "until",
    "unless",
    "plans to",
    "expected",
    "planned",
    "should",
    "without",
    "outside",
    "except",
    "used to",
    "from next",
    "later",
    "whether",
    "would",
    "hopes to",
    "yet to",
    "as soon as",
    "once",
    "limited",
];
const PEOPLE: &[&str] = &[
    "customers",
    "users",
    "buyers",
    "residents",
    "shoppers",
    "readers",
    "households",
    "students",
    "drivers",
    "companies",
    "citizens",
    "travellers",
    "subscribers",
    "patients",
    "schools",
];

/// Adds where the block says something can be had.
pub fn availability(reader: &Reader<'_>, at: usize, view: &View<'_>, sentence: &Range<usize>, claims: &mut Vec<Claim>) {
    for clause in view.clauses(sentence) {
        for part in parts(view.text, clause) {
            let text = &view.text[part.clone()];
            let regions = regions(reader, text);
            if regions.is_empty() {
                continue;
            }
            let han = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            let Some(state) = (if han { han_state(text, &regions) } else { latin_state(text) }) else { continue };
            let named = view.mentions_in(&part).find(|m| !view.compared_with(m));
            let (subject, confidence) = match named {
                Some(mention) => (Some(reader.subjects.get(mention.subject).clone()), Confidence::High),
                None => figure::subject(reader, at, view, &(part.start..part.end)),
            };
            let Some(subject) = subject else { continue };
            let mut seen: Vec<&str> = Vec::new();
            for (_, region) in &regions {
                if seen.contains(region) {
                    continue;
                }
                seen.push(region);
                let mut claim = reader.record(at, clause, Kind::Availability);
                claim.subject = Some(subject.clone());
                claim.confidence = confidence;
                claim.text = Some(state.into());
                claim.conditions.insert("region".into(), (*region).to_owned());
                claims.push(claim);
            }
        }
    }
}

/// The sides of a contrast: "in Germany but not in Japan".
fn parts(text: &str, clause: &Range<usize>) -> Vec<Range<usize>> {
    let inside = &text[clause.clone()];
    let cut = [" but ", "但是", "但"].iter().filter_map(|w| inside.find(w).map(|at| (at, at + w.len()))).min();
    match cut {
        Some((end, start)) => vec![clause.start..clause.start + end, clause.start + start..clause.end],
        None => vec![clause.clone()],
    }
}

/// The regions that a text names as places: in a Latin text behind "in" or "to", or before the people of it.
fn regions<'r>(reader: &'r Reader<'_>, text: &str) -> Vec<(Range<usize>, &'r str)> {
    const PLACES: &[&str] = &["in", "to", "within", "across", "throughout", "and", "or", "for"];
    let found = reader.lexicon.region_names.find(text);
    let last_word = |at: usize| text[..at].trim_end().rsplit(' ').next().unwrap_or("").to_lowercase();
    let place = |range: &Range<usize>| {
        let before = last_word(range.start);
        let before = if before == "the" { last_word(text[..range.start].trim_end().len() - 3) } else { before };
        let next = text[range.end..].trim_start().split([' ', ',', '.']).next().unwrap_or("").to_lowercase();
        !text[range.clone()].is_ascii() || PLACES.contains(&before.as_str()) || PEOPLE.contains(&next.as_str())
    };
    found.into_iter().filter(|(range, _)| place(range)).map(|(range, at)| (range, reader.lexicon.regions[at].as_str())).collect()
}

fn han_state(text: &str, regions: &[(Range<usize>, &str)]) -> Option<&'static str> {
    if HAN_LIMITS.iter().any(|word| text.contains(word)) {
        return None;
    }
    if HAN_NO.iter().any(|word| text.contains(word)) {
        return Some("unavailable");
    }
    let verbs = HAN_VERBS.iter().flat_map(|verb| text.match_indices(verb).map(|(at, verb)| (at, verb.len())));
    // 用户 and 用途 are nouns.
    let noun = |end: usize| text[end..].starts_with(['户', '途', '法', '量', '例', '品', '者', '家']);
    let (at, width) = verbs
        .filter(|(at, width)| !inside(*at, regions) && !noun(at + width))
        .min_by_key(|(at, width)| (*at, usize::MAX - width))?;
    // What stands right before the verb, without the region between: 未在德国上市, 在德国未上市.
    let mut before = text[..at].to_owned();
    for (range, _) in regions.iter().rev().filter(|(range, _)| range.end <= at) {
        before.replace_range(range.clone(), "");
    }
    let near: String = before.chars().rev().take(7).collect::<Vec<_>>().into_iter().rev().collect();
    let word = &text[at..at + width];
    if HAN_NEGATIONS.iter().any(|negation| near.contains(negation)) {
        return Some("unavailable");
    }
    let own = ["可用", "可购", "能用", "在售", "有售", "开售", "买得到"].contains(&word);
    (own || HAN_YES.iter().any(|yes| near.contains(yes))).then_some("available")
}

fn inside(at: usize, regions: &[(Range<usize>, &str)]) -> bool {
    regions.iter().any(|(range, _)| range.contains(&at))
}

fn latin_state(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase().replace('’', "'");
    let has = |word: &str| find(&lower, word).is_some();
    if LATIN_LIMITS.iter().any(|word| has(word)) {
        return None;
    }
    if has("unavailable") || has("out of stock") {
        return (!LATIN_NEGATIONS.iter().any(|word| has(word))).then_some("unavailable");
    }
    let negated = LATIN_NEGATIONS.iter().any(|word| has(word));
    let be = LATIN_STATES.iter().any(|state| {
        find(&lower, state).is_some_and(|at| {
            let before = lower[..at].trim_end().rsplit(' ').next().unwrap_or("");
            LATIN_BE.contains(&before)
        })
    });
    let can = ["can", "cannot", "can't", "could not"].iter().any(|word| has(word)) && LATIN_VERBS.iter().any(|verb| has(verb));
    let sells = LATIN_SELLS.iter().any(|word| has(word));
    // "… but not in Japan" takes its verb from before.
    let short = lower.trim_start().starts_with("not in ") || lower.trim_start().starts_with("not to ");
    (be || can || sells || short).then_some(if negated { "unavailable" } else { "available" })
}

/// Where a word stands in a text, not cutting another in two.
fn find(text: &str, word: &str) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let whole = |at: &usize| !letter(text[..*at].chars().next_back()) && !letter(text[at + word.len()..].chars().next());
    text.match_indices(word).map(|(at, _)| at).find(whole)
}
