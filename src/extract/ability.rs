//! What a subject can or cannot do, and where it can be had: 不支持离线编辑, "is not available in China", a tick in a table.
//!
//! Only plain statements count. A question, a purpose ("以支持"), a part ("部分支持") or a noun ("技术支持") says neither yes nor no.

use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::document::BlockKind;
use crate::extract::subjects::slug;
use crate::extract::view::View;
use crate::extract::{Reader, context, figure};

/// Adds the availability and the abilities that a block states.
pub fn abilities(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Question | BlockKind::Meta) {
        return;
    }
    if block.cell.is_some() && ticked(reader, at, view, claims) {
        return;
    }
    for sentence in &view.sentences {
        let asked = view.text[sentence.end..].trim_start().starts_with(['?', '？', '吗', '呢']);
        let text = &view.text[sentence.clone()];
        if asked || text.ends_with(['吗', '么']) {
            continue;
        }
        availability(reader, at, view, sentence, claims);
        capabilities(reader, at, view, sentence, claims);
    }
}

/// Regions beside those that are conditions of a figure: a bare name of a country is one only where something is (not) to be had.
const REGIONS: &[(&str, &str)] = &[
    ("中国", "china"),
    ("内地", "china"),
    ("China", "china"),
    ("欧洲", "europe"),
    ("Europe", "europe"),
    ("the EU", "europe"),
    ("美国", "us"),
    ("the US", "us"),
    ("the United States", "us"),
    ("日本", "japan"),
    ("Japan", "japan"),
    ("印度", "india"),
    ("India", "india"),
    ("韩国", "korea"),
    ("Korea", "korea"),
    ("英国", "uk"),
    ("the UK", "uk"),
    ("加拿大", "canada"),
    ("Canada", "canada"),
    ("澳大利亚", "australia"),
    ("Australia", "australia"),
    ("俄罗斯", "russia"),
    ("Russia", "russia"),
    ("香港", "hong kong"),
    ("Hong Kong", "hong kong"),
    ("台湾", "taiwan"),
    ("Taiwan", "taiwan"),
    ("新加坡", "singapore"),
    ("Singapore", "singapore"),
];

const UNAVAILABLE: &[&str] = &[
    "不可用",
    "无法使用",
    "不能使用",
    "暂未开放",
    "未开放",
    "不提供服务",
    "无法访问",
    "暂未上线",
    "尚未上线",
    "不发售",
    "is not available",
    "isn't available",
    "are not available",
    "is unavailable",
    "not available",
    "unavailable",
    "not sold",
    "cannot be used",
];
const AVAILABLE: &[&str] =
    &["可用", "可使用", "已上线", "已开放", "有售", "is available", "are available", "now available", "is sold", "available"];

/// "中国地区不可用", "is not available in Europe": only with a region in the same clause.
fn availability(reader: &Reader<'_>, at: usize, view: &View<'_>, sentence: &Range<usize>, claims: &mut Vec<Claim>) {
    for clause in view.clauses(sentence) {
        let text = &view.text[clause.clone()];
        let lower = text.to_lowercase();
        let says = |words: &[&str]| words.iter().filter_map(|w| word(&lower, w)).min_by_key(|r| (r.start, usize::MAX - r.end));
        let (range, state) = match (says(UNAVAILABLE), says(AVAILABLE)) {
            (Some(range), _) => (range, "unavailable"),
            (None, Some(range)) if !limited(&lower, range.start) => (range, "available"),
            _ => continue,
        };
        let Some(region) = region(view, clause) else { continue };
        let place = clause.start + range.start.min(text.len())..clause.start + range.end.min(text.len());
        if !view.text.is_char_boundary(place.start) || !view.text.is_char_boundary(place.end) {
            continue;
        }
        // The subject of the sentence stands before the region and its predicate.
        let (Some(subject), confidence) = figure::subject(reader, at, view, &place) else { continue };
        let mut claim = reader.record(at, clause, Kind::Availability);
        claim.subject = Some(subject);
        claim.confidence = confidence;
        claim.text = Some(state.into());
        claim.conditions.insert("region".into(), region);
        claims.push(claim);
    }
}

/// Whether "available" is no plain statement: 不可用, 仅…可用, "if available", "will be available".
fn limited(lower: &str, at: usize) -> bool {
    const BEFORE: &[&str] = &[
        "不", "未", "仅", "只", "部分", "如果", "若", "是否", "非", "only", "not", "if", "will", "soon", "may", "partly", "when",
        "where",
    ];
    let before = &lower[..at];
    BEFORE.iter().any(|w| if w.is_ascii() { word(before, w).is_some() } else { before.contains(w) })
        || word(&lower[at..], "only").is_some()
}

/// The one region that a clause names.
fn region(view: &View<'_>, clause: &Range<usize>) -> Option<String> {
    let cue = view.cues_in("condition:region", clause).next().map(|(_, cue)| cue.id.clone());
    let named = || {
        let text = &view.text[clause.clone()];
        REGIONS.iter().find(|(name, _)| if name.is_ascii() { word(text, name).is_some() } else { text.contains(name) })
    };
    cue.or_else(|| named().map(|(_, id)| (*id).to_owned()))
}

/// Where a word stands in a text, not cutting a Latin word in two.
fn word(text: &str, word: &str) -> Option<Range<usize>> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word)
        .map(|(at, _)| at..at + word.len())
        .find(|r| !word.is_ascii() || !(letter(text[..r.start].chars().next_back()) || letter(text[r.end..].chars().next())))
}

/// Words that say yes or no to what follows. The longest that stands at a place counts.
const SAYS: &[(&str, bool)] = &[
    ("不再支持", false),
    ("暂不支持", false),
    ("尚不支持", false),
    ("并不支持", false),
    ("不支持", false),
    ("支持", true),
    ("does not support", false),
    ("doesn't support", false),
    ("do not support", false),
    ("don't support", false),
    ("no longer supports", false),
    ("has no support for", false),
    ("lacks support for", false),
    ("supports", true),
    ("has support for", true),
];

/// What turns a statement into something else when it stands right before.
const NOT_PLAIN: &[&str] = &[
    "是否",
    "部分",
    "仅",
    "只",
    "以",
    "为",
    "来",
    "需要",
    "需",
    "技术",
    "客户",
    "官方",
    "社区",
    "售后",
    "大力",
    "不仅",
    "不只",
    "若",
    "如果",
    "如",
    "的",
    "能否",
    "可否",
    "对",
    "受",
    "得到",
    "获得",
    "提供",
    "未来",
    "将",
    "计划",
    "即将",
    "需另购后",
    "if it",
    "whether it",
    "that",
    "which",
    "only",
    "partly",
    "partially",
    "will",
    "may",
    "not only",
    "officially",
];

/// What makes a noun of 支持, or says nothing of an ability.
const NO_ABILITY: &[&str] = &[
    "服务", "团队", "人员", "体验", "力度", "政策", "中心", "者", "方案", "计划", "费用", "渠道", "工单", "能力", "程度", "水平",
    "情况", "度", "率", "不足", "完善", "良好", "有限", "较", "更", "最", "it", "this", "that", "them", "you", "your", "our",
    "their", "a", "the",
];

/// "支持X" and "不支持X", with what is listed behind.
fn capabilities(reader: &Reader<'_>, at: usize, view: &View<'_>, sentence: &Range<usize>, claims: &mut Vec<Claim>) {
    let text = &view.text[sentence.clone()];
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some((range, says)) = next_verb(&lower, from) {
        from = range.end;
        let before = lower[..range.start].trim_end();
        if NOT_PLAIN.iter().any(|w| {
            before.strip_suffix(w).is_some_and(|rest| !w.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
        }) {
            continue;
        }
        let offset = sentence.start + range.start..sentence.start + range.end;
        // 不支持的格式, 支持X的平台: what stands before a 的 is no list of abilities.
        for item in items(&text[range.end..]).into_iter().filter(|item| !text[range.end..][item.clone()].contains('的')) {
            let place = offset.end + item.start..offset.end + item.end;
            let name = view.slice(&place);
            if name.is_empty() || name.chars().any(|c| c.is_ascii_digit()) {
                continue;
            }
            let (Some(subject), confidence) = figure::subject(reader, at, view, &offset) else { break };
            let mut claim = reader.record(at, &(offset.start..place.end), Kind::Capability);
            claim.subject = Some(subject);
            claim.confidence = confidence;
            claim.metric = Some(slug(name));
            claim.text = Some(if says { "yes" } else { "no" }.into());
            claim.conditions = context::conditions(view, offset.start, sentence, false);
            claims.push(claim);
        }
    }
}

/// The next word of [`SAYS`] from an offset on, the longest at its place.
fn next_verb(lower: &str, from: usize) -> Option<(Range<usize>, bool)> {
    let found = SAYS.iter().filter_map(|(verb, says)| {
        let at = word(&lower[from..], verb)?;
        Some((from + at.start..from + at.end, *says))
    });
    found.min_by_key(|(range, _)| (range.start, usize::MAX - range.end))
}

/// Things listed behind the verb, as ranges: 离线编辑、多端同步和协作; "offline editing and shared folders".
fn items(rest: &str) -> Vec<Range<usize>> {
    let end = rest.find(['，', ',', '。', '；', ';', '（', '(', '：', ':', '.', '\n', '+', '/']).unwrap_or(rest.len());
    let list = &rest[..end];
    let mut found = Vec::new();
    let mut start = 0;
    let mut cuts: Vec<(usize, usize)> = list.match_indices(['、', '和', '与', '及']).map(|(at, s)| (at, s.len())).collect();
    cuts.extend(list.match_indices(" and ").chain(list.match_indices(" or ")).map(|(at, s)| (at, s.len())));
    cuts.push((list.len(), 0));
    cuts.sort_unstable();
    for (at, length) in cuts {
        if at < start {
            continue;
        }
        if let Some(range) = item(list, start..at) {
            found.push(range);
        }
        start = at + length;
    }
    found
}

/// One listed thing without what qualifies it; none when it is no short noun.
fn item(list: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = list.get(range.clone())?;
    let lead = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || "了过着以".contains(c)).len();
    let text = text[lead..].trim_end_matches(|c: char| c.is_whitespace() || "等的了*`".contains(c));
    let latin = text.is_ascii();
    let mut end = text.len();
    if latin {
        const STOPS: &[&str] = &[
            "for", "in", "on", "with", "from", "but", "which", "when", "while", "by", "via", "as", "at", "to", "through", "out",
            "of", "up",
        ];
        let mut at = 0;
        for word in text.split(' ') {
            if STOPS.contains(&word.to_ascii_lowercase().as_str()) {
                end = at;
                break;
            }
            at += word.len() + 1;
        }
    }
    let text = text[..end.min(text.len())].trim_end();
    let length = if latin { text.split(' ').count() } else { text.chars().count() };
    let short = if latin { (1..=4).contains(&length) && text.len() > 2 } else { (2..=10).contains(&length) };
    let lower = text.to_ascii_lowercase();
    let first = lower.split(' ').next().unwrap_or("");
    let noun = NO_ABILITY.iter().any(|w| if w.is_ascii() { first == *w } else { lower.starts_with(w) });
    (short && !noun).then(|| range.start + lead..range.start + lead + text.len())
}

/// A cell that only ticks or crosses what its header names.
fn ticked(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) -> bool {
    const YES: &[&str] = &["支持", "✓", "✔", "✅", "yes", "supported"];
    const NO: &[&str] = &["不支持", "✗", "✘", "❌", "no", "not supported", "unsupported"];
    let Some(cell) = reader.document.blocks[at].cell else { return false };
    let text = view.text.trim().trim_end_matches('\u{fe0f}').to_lowercase();
    let says = if YES.contains(&text.as_str()) {
        "yes"
    } else if NO.contains(&text.as_str()) {
        "no"
    } else {
        return false;
    };
    let table = &reader.document.tables[cell.table];
    let layout = &reader.layouts[cell.table];
    if cell.row < table.header_rows {
        return true;
    }
    let header = layout.metric_text(reader.document, table, cell);
    let name = crate::extract::subjects::core(header.trim()).trim_start_matches("支持").trim_end_matches("支持");
    let (Some(subject), false) = (figure::cell_subject(reader, cell, at), name.is_empty()) else { return true };
    let mut claim = reader.record(at, &(0..view.text.len()), Kind::Capability);
    claim.subject = Some(subject);
    claim.metric = Some(slug(name));
    claim.text = Some(says.into());
    claims.push(claim);
    true
}
