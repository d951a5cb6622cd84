//! Who is dearer or cheaper than whom, without a figure: "X costs more than Y", X比Y贵一些, 价格上，X低于Y, and plain 价格偏高.

use std::ops::Range;

use crate::claim::{Claim, Confidence, Kind};
use crate::document::BlockKind;
use crate::extract::figure::subject;
use crate::extract::view::View;
use crate::extract::{Reader, context};

/// A statement of who is dear.
struct Order {
    place: Range<usize>,
    way: &'static str,
    /// Index of the mention of whom it is said, where the words around tell.
    own: Option<usize>,
    /// Index of the mention that is compared with, among those of the text.
    against: Option<usize>,
}

/// Adds the directions of a block.
pub fn directions(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question) {
        return;
    }
    let whole = 0..view.text.len();
    let mut found: Vec<Order> = comparisons(view);
    for (range, cue) in view.cues_in("direction:", &whole) {
        // "One of the most expensive" is a superlative, or none.
        let degree = view.text[..range.start].trim_end().to_lowercase();
        if degree.ends_with("most") || degree.ends_with("least") || degree.ends_with("too") || degree.ends_with('最') {
            continue;
        }
        if found.iter().any(|order| order.place.start < range.end && range.start < order.place.end) || view.negated(range.start) {
            continue;
        }
        let way = if cue.kind.ends_with("dearer") { "dearer" } else { "cheaper" };
        let clause = view.clause(range.start);
        let within = |r: &Range<usize>| r.start >= clause.start && r.end <= clause.end.max(range.end);
        let against = view.mentions.iter().position(|m| within(&m.range) && view.compared_with(m));
        found.push(Order { place: range.clone(), way, own: None, against });
    }
    found.sort_by_key(|order| order.place.start);
    for order in found {
        let range = order.place;
        let sentence = view.sentence(range.start);
        if other_cost(&view.text[..range.start]) || view.text[sentence.end..].starts_with(['?', '？']) {
            continue;
        }
        let own = order.own.map(|m| (Some(reader.subjects.get(view.mentions[m].subject).clone()), Confidence::High));
        let (Some(subject), confidence) = own.unwrap_or_else(|| subject(reader, at, view, &range)) else { continue };
        let against = order.against.map(|m| reader.subjects.get(view.mentions[m].subject).clone());
        if against.as_ref().is_some_and(|a| a.id == subject.id) {
            continue;
        }
        let mut claim = reader.record(at, &range, Kind::Direction);
        claim.subject = Some(subject);
        claim.confidence = confidence;
        claim.metric = Some("price".into());
        claim.text = Some(order.way.to_owned());
        claim.baseline = against.map(|a| a.id);
        claim.conditions = context::conditions(view, range.start, &sentence, true);
        claims.push(claim);
    }
}

/// Comparisons that name the other thing: 比Y贵, 高于Y, 不如Y便宜, 没有Y贵, "costs less than Y", "undercuts Y".
fn comparisons(view: &View<'_>) -> Vec<Order> {
    let mut found = Vec::new();
    for (index, mention) in view.mentions.iter().enumerate() {
        let clause = view.clause(mention.range.start);
        let sentence = view.sentence(mention.range.start);
        let before = &view.text[clause.start..mention.range.start];
        let after = &view.text[mention.range.end..clause.end.max(mention.range.end)];
        let money = view.metrics_in(&(sentence.start..mention.range.start)).any(|(r, m)| {
            m.dimension == "money" && (r.start >= clause.start || topic(&view.text[r.end..clause.start.max(r.end)]))
        });
        let order = han(before, after, money).or_else(|| latin(before, money));
        if let Some((way, width)) = order {
            let end = (mention.range.end + width).min(clause.end.max(mention.range.end));
            let own = view.mentions[..index].iter().rposition(|m| m.range.start >= sentence.start && !view.compared_with(m));
            let start = own.map_or(clause.start, |m| view.mentions[m].range.start);
            found.push(Order { place: start..end, way, own, against: Some(index) });
        }
    }
    found
}

/// Whether what stands between a price word and the next clause makes it the topic of that clause: 价格上，X低于Y.
fn topic(between: &str) -> bool {
    let between = between.trim();
    between.trim_end_matches(['，', ',', '：', ':', ' ']).chars().count() <= 3
}

/// The order that the words around the second name tell, and how many bytes behind the name belong to it.
fn han(before: &str, after: &str, money: bool) -> Option<(&'static str, usize)> {
    const DEAR: &[&str] = &["贵", "昂贵", "破费", "费钱"];
    const CHEAP: &[&str] = &["便宜", "实惠", "划算", "省钱", "低廉", "平价"];
    const DEGREES: &[&str] =
        &["更", "还要", "还", "要", "略", "稍", "稍微", "略微", "明显", "的价格", "的售价", "价格", "售价", "的"];
    let before = before.trim_end();
    let rest = {
        let mut rest = after;
        while let Some(cut) = DEGREES.iter().find_map(|word| rest.strip_prefix(word)) {
            rest = cut;
        }
        rest
    };
    let starts =
        |words: &[&str]| words.iter().find(|word| rest.starts_with(**word)).map(|word| after.len() - rest.len() + word.len());
    let dear = starts(DEAR).or_else(|| if money { starts(&["高", "多", "来得高"]) } else { None });
    let cheap = starts(CHEAP).or_else(|| if money { starts(&["低", "少", "来得低"]) } else { None });
    let doubted = ["不", "并不", "未必", "不一定", "是否", "不见得", "能否", "会不会"];
    let plain = |word: &str| before.strip_suffix(word).is_some_and(|head| !doubted.iter().any(|d| head.trim_end().ends_with(d)));
    if ["比", "相比", "相较", "较之", "较"].iter().any(|word| plain(word)) {
        return dear.map(|w| ("dearer", w)).or_else(|| cheap.map(|w| ("cheaper", w)));
    }
    if ["没有", "没", "不如", "不及"].iter().any(|word| before.ends_with(word)) {
        // 没有Y贵 is cheaper than Y, 不如Y便宜 dearer.
        return dear.map(|w| ("cheaper", w)).or_else(|| cheap.map(|w| ("dearer", w)));
    }
    if money && ["高于", "高过", "超过", "超出", "贵于", "高出"].iter().any(|word| plain(word)) {
        return Some(("dearer", 0));
    }
    if money && ["低于", "低过", "少于"].iter().any(|word| plain(word)) {
        return Some(("cheaper", 0));
    }
    None
}

fn latin(before: &str, money: bool) -> Option<(&'static str, usize)> {
    let lower = before.trim_end().to_lowercase().replace('’', "'");
    let lower = lower.strip_suffix(" the").unwrap_or(&lower).trim_end();
    let negated = ["not ", "n't ", "never ", "no more ", "hardly "].iter().any(|word| lower.contains(word));
    let ends = |words: &[&str]| words.iter().any(|word| lower.ends_with(word));
    let cheaper = &[
        "cheaper than",
        "less expensive than",
        "less costly than",
        "less dear than",
        "costs less than",
        "cost less than",
        "undercuts",
        "undercut",
        "priced below",
        "lower than",
        "comes cheaper than",
        "charges less than",
        "asks less than",
        "more affordable than",
        "sells for less than",
        "goes for less than",
        "is less than",
        "is priced lower than",
        "costs slightly less than",
        "costs a little less than",
        "costs much less than",
        "costs far less than",
        "costs a bit less than",
        "easier on the wallet than",
        "sells below",
        "below",
    ];
    let dearer = &[
        "dearer than",
        "more expensive than",
        "costlier than",
        "pricier than",
        "costs more than",
        "cost more than",
        "priced above",
        "higher than",
        "more costly than",
        "charges more than",
        "asks more than",
        "sells for more than",
        "goes for more than",
        "costs slightly more than",
        "costs a little more than",
        "costs much more than",
        "costs far more than",
        "costs a bit more than",
        "less affordable than",
        "sells above",
        "above",
    ];
    let general = ["lower than", "higher than", "below", "above", "is less than"];
    let bare = |word: &str| general.iter().any(|g| *g == word || word.ends_with(&format!(" {g}")));
    let priced = money || lower.contains("price") || lower.contains("sells");
    let equal = |word: &str| [" as ", " so "].iter().any(|like| lower.ends_with(&format!("{like}{word} as")));
    if equal("expensive") || equal("dear") || equal("costly") || equal("pricey") {
        // "Not as expensive as Y" is cheaper; "as expensive as Y" and "not cheaper than Y" say too little.
        return negated.then_some(("cheaper", 0));
    }
    if equal("cheap") || equal("affordable") {
        return negated.then_some(("dearer", 0));
    }
    if negated {
        return None;
    }
    let hit = |words: &[&'static str]| words.iter().copied().filter(|word| ends(&[word])).max_by_key(|word| word.len());
    if let Some(word) = hit(cheaper).filter(|word| !bare(word) || priced) {
        return (hit(dearer).is_none_or(|other| other.len() < word.len())).then_some(("cheaper", 0));
    }
    hit(dearer).filter(|word| !bare(word) || priced).map(|_| ("dearer", 0))
}

/// Whether the word before a price word makes it another thing than a price: 迁移成本高 is no high price.
fn other_cost(before: &str) -> bool {
    const OTHERS: &[&str] = &[
        "迁移",
        "学习",
        "沟通",
        "时间",
        "切换",
        "试错",
        "理解",
        "维护",
        "人力",
        "上手",
        "机会",
        "碳",
        "migration ",
        "learning ",
        "switching ",
        "opportunity ",
    ];
    let before = before.to_lowercase();
    OTHERS.iter().any(|word| before.ends_with(word))
}
