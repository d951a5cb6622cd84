//! For whom something is recommended: the phrase that a sentence, label or cell gives, as tags.
//!
//! What a list knows (students, 初创团队) becomes the tag of the list; any other short noun phrase is its own tag, so that two
//! places that speak of the same people in the same words can be compared in any field.

use std::collections::BTreeSet;

use crate::extract::subjects::slug;
use crate::extract::view::View;
use crate::lexicon::Lexicon;

/// What opens or ends a phrase and is no part of the name of a group of people. The longest is taken off first.
const HAN_BEFORE: &[&str] = &[
    "如果您属于",
    "如果你属于",
    "如果您是",
    "如果你是",
    "如果是",
    "假如你是",
    "假如您是",
    "要是你是",
    "倘若你是",
    "若您是",
    "若你是",
    "身为",
    "作为",
    "若是",
    "如果",
    "对于",
    "针对",
    "至于",
    "面向",
    "优先推荐给",
    "推荐给",
    "给",
    "向",
    "为",
    "对",
    "是",
    "而",
    "但",
    "答",
    "同时",
    "所以",
    "因此",
    "例如",
    "比如",
    "其中",
    "尤其是",
    "特别是",
    "适合",
    "想买的",
    "广大",
    "各位",
    "多数",
    "大多数",
    "一般",
    "普通的",
];
const HAN_BEHIND: &[&str] = &[
    "来说",
    "而言",
    "来讲",
    "的话",
    "应当优先",
    "应该优先",
    "应该",
    "应当",
    "可以",
    "可优先",
    "建议",
    "最好",
    "不妨",
    "优先",
    "适合",
    "一定要",
    "一定",
    "直接",
    "还是",
    "仍然",
    "我们会",
    "我们",
    "编辑部",
    "就",
    "请",
    "应",
    "可",
    "会",
    "更",
    "都",
    "则",
    "仍",
    "还",
    "该",
    "宜",
    "的",
    "是",
    "们",
    "用户",
    "人群",
    "群体",
    "使用",
    "购买",
    "选用",
];
const LATIN_BEFORE: &[&str] = &[
    "answer:",
    "a:",
    "for",
    "to",
    "if you are",
    "if you're",
    "if you are among",
    "as",
    "most",
    "all",
    "many",
    "the",
    "a",
    "an",
    "any",
    "our",
    "but",
    "and",
    "so",
    "then",
    "only",
    "especially",
    "particularly",
    "such as",
    "every",
    "each",
    "both",
    "readers who are",
    "those who are",
];
const LATIN_BEHIND: &[&str] = &[
    "should",
    "can",
    "could",
    "may",
    "might",
    "will",
    "would",
    "must",
    "ought to",
    "might want to",
    "are advised to",
    "are best advised to",
    "we would",
    "we'd",
    "we",
    "i",
    "i'd",
    "still",
    "simply",
    "just",
    "then",
    "always",
    "probably",
    "definitely",
    "are",
    "is",
    "is the",
    "are the",
    "will be",
    "would be",
    "do well to",
    "had better",
    "users",
    "it is",
    "it's",
    "you should",
    "you can",
    "please",
    "need to",
];
/// Words that name nobody in particular, or no people at all, where a group could stand.
const NOBODY: &[&str] = &[
    "is",
    "are",
    "was",
    "be",
    "you",
    "we",
    "i",
    "it",
    "they",
    "he",
    "she",
    "this",
    "that",
    "these",
    "those",
    "here",
    "there",
    "now",
    "today",
    "us",
    "them",
    "people",
    "everyone",
    "everybody",
    "anyone",
    "nobody",
    "others",
    "readers",
    "its",
    "their",
    "his",
    "her",
    "your",
    "my",
    "example",
    "instance",
    "free",
    "once",
    "what",
    "which",
    "who",
    "when",
    "if",
    "whether",
    "overall",
    "general",
    "sure",
    "most people",
    "good",
    "use",
    "buying",
    "example",
    "one",
    "anything",
    "everything",
    "reason",
    "price",
    "money",
    "value",
    "performance",
];
const NOBODY_HAN: &[&str] = &[
    "你",
    "您",
    "我",
    "他",
    "她",
    "它",
    "这",
    "那",
    "其",
    "本",
    "谁",
    "哪",
    "大家",
    "读者",
    "任何",
    "所有",
    "总体",
    "综合",
    "整体",
    "今年",
    "明年",
    "目前",
    "现在",
    "最终",
    "最后",
    "因此",
    "所以",
    "结论",
    "建议",
    "总之",
    "通常",
    "首先",
    "其次",
    "另外",
    "此外",
    "人们",
    "用户",
    "多数人",
    "一般人",
    "普通人",
    "预算",
    "年度",
    "编辑",
    "小编",
    "选择",
    "推荐",
    "首选",
    "但",
    "不",
    "没",
    "更",
    "最",
    "有",
];

/// The tags of a phrase; none when it is no short name of a group.
pub fn tags(phrase: &str, lexicon: &Lexicon) -> BTreeSet<String> {
    let phrase = phrase.trim().trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '"' | '“' | '”' | '。' | '.'));
    let parts: Vec<&str> = if han(phrase) {
        phrase.split(['、', '和', '与', '及', '或', '/']).collect()
    } else {
        phrase.split([',', '/']).flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" or ")).collect()
    };
    parts.into_iter().flat_map(|part| tag(part, lexicon)).collect()
}

fn tag(part: &str, lexicon: &Lexicon) -> Vec<String> {
    let is_han = han(part);
    let bare = if is_han { bare_han(part) } else { bare_latin(part) };
    if bare.is_empty()
        || bare.chars().any(|c| c.is_ascii_digit() || matches!(c, '，' | '。' | '：' | '；' | '（' | '(' | ':' | ';'))
    {
        return Vec::new();
    }
    let listed = known(&bare, is_han, lexicon);
    if !listed.is_empty() {
        return listed;
    }
    if !lexicon.metric_names.find(&bare).is_empty() {
        return Vec::new();
    }
    let named = if is_han {
        (2..=14).contains(&bare.chars().count()) && !NOBODY_HAN.iter().any(|word| bare.starts_with(word))
    } else {
        let mut words = bare.split(' ');
        let first = words.next().unwrap_or("");
        let letters = bare.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’'));
        letters && bare.split(' ').count() <= 6 && !NOBODY.contains(&first) && !NOBODY.contains(&bare.as_str())
    };
    if named { vec![slug(&singular(&bare))] } else { Vec::new() }
}

/// The tags of the list when its words make up the phrase, but for words for any group: "finance teams", 轻量级个人入门.
fn known(bare: &str, is_han: bool, lexicon: &Lexicon) -> Vec<String> {
    const GROUPS: &[&str] = &[
        "team",
        "teams",
        "user",
        "users",
        "people",
        "company",
        "companies",
        "firm",
        "firms",
        "customer",
        "customers",
        "buyers",
        "s",
        "on",
        "and",
        "a",
        "with",
        "who",
        "are",
    ];
    let found = lexicon.audience_names.find(bare);
    let mut rest = bare.to_owned();
    for (range, _) in found.iter().rev() {
        rest.replace_range(range.clone(), " ");
    }
    let whole = if is_han {
        ["团队", "用户", "人群", "公司", "机构", "人士", "的"]
            .iter()
            .fold(rest, |rest, group| rest.replace(group, ""))
            .trim()
            .is_empty()
    } else {
        rest.split_whitespace().all(|word| GROUPS.contains(&word))
    };
    if whole { found.into_iter().map(|(_, index)| lexicon.audiences[index].clone()).collect() } else { Vec::new() }
}

fn bare_han(part: &str) -> String {
    let mut text = part.trim().trim_matches(['，', '：', ':', ',', ' ', '*']);
    loop {
        let before = HAN_BEFORE.iter().filter_map(|word| text.strip_prefix(word)).min_by_key(|rest| rest.len());
        let cut = before.unwrap_or(text).trim_start_matches(['，', '：', ':', ' ']);
        let behind = HAN_BEHIND.iter().filter_map(|word| cut.strip_suffix(word)).min_by_key(|rest| rest.len());
        let cut = behind.filter(|rest| !rest.is_empty()).unwrap_or(cut).trim_end_matches(['，', '：', ':', ' ']);
        if cut.len() == text.len() {
            return text.to_owned();
        }
        text = cut;
    }
}

fn bare_latin(part: &str) -> String {
    let lower = part.trim().to_lowercase().replace('’', "'");
    let mut text = lower.trim_matches([',', ':', ' ', '*', '.']);
    let word = |rest: &&str| rest.is_empty() || rest.starts_with(' ');
    loop {
        let before = LATIN_BEFORE.iter().filter_map(|w| text.strip_prefix(w)).filter(word).min_by_key(|rest| rest.len());
        let cut = before.unwrap_or(text).trim_start_matches([' ', ',']);
        let behind = LATIN_BEHIND.iter().filter_map(|w| cut.strip_suffix(w)).filter(|rest| rest.ends_with(' '));
        let cut = behind.min_by_key(|rest| rest.len()).unwrap_or(cut).trim_end_matches([' ', ',', ':']);
        if cut.len() == text.len() {
            return text.to_owned();
        }
        text = cut;
    }
}

/// The last word of a Latin phrase in the singular: two articles may differ in that.
fn singular(phrase: &str) -> String {
    let (head, last) = phrase.rsplit_once(' ').map_or(("", phrase), |(head, last)| (head, last));
    let last = if !last.is_ascii() || last.len() < 4 || last.ends_with("ss") || last.ends_with("us") {
        last.to_owned()
    } else if let Some(stem) = last.strip_suffix("ies") {
        format!("{stem}y")
    } else {
        last.strip_suffix('s').unwrap_or(last).to_owned()
    };
    if head.is_empty() { last } else { format!("{head} {last}") }
}

fn han(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The tags that a stretch of text names by the words of the list alone.
pub fn listed(view: &View<'_>, range: &std::ops::Range<usize>) -> BTreeSet<String> {
    view.audiences
        .iter()
        .filter(|(at, _)| at.start >= range.start && at.end <= range.end)
        .map(|(_, tag)| (*tag).to_owned())
        .collect()
}
