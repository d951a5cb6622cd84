//! What a subject can or cannot do, and where it can be had: 不支持离线编辑, "is not available in China", a tick in a table.
//!
//! Only plain statements count. A question, a purpose ("以支持"), a part ("部分支持") or a noun ("技术支持") says neither yes nor no.

use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::document::{BlockKind, CellPlace};
use crate::extract::subjects::slug;
use crate::extract::tables::header_text;
use crate::extract::view::View;
use crate::extract::{Reader, availability, context, figure};
use crate::lexicon::words;

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
        availability::availability(reader, at, view, sentence, claims);
        capabilities(reader, at, view, sentence, claims);
    }
}

/// Where a word stands in a text, not cutting a Latin word in two.
fn word(text: &str, word: &str) -> Option<Range<usize>> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word)
        .map(|(at, _)| at..at + word.len())
        .find(|r| !word.is_ascii() || !(letter(text[..r.start].chars().next_back()) || letter(text[r.end..].chars().next())))
}

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

/// What makes a sentence's statement hold for a part of the cases only.
const LIMITS: &[&str] = &[
    "only",
    "if",
    "unless",
    "except",
    "when",
    "until",
    "partly",
    "partially",
    "optional",
    "optionally",
    "extra",
    "soon",
    "will",
    "may",
    "might",
    "sometimes",
    "planned",
    "仅",
    "只有",
    "只能",
    "除",
    "如果",
    "若",
    "前提",
    "部分",
    "可选",
    "选配",
    "另购",
    "加价",
    "加购",
    "之前",
    "以后",
    "将",
    "计划",
    "未来",
    "有时",
    "不仅",
    "需要额外",
    "只支持",
];

/// "支持X" and "不支持X", with what is listed behind; "can be expanded" and "cannot be expanded".
fn capabilities(reader: &Reader<'_>, at: usize, view: &View<'_>, sentence: &Range<usize>, claims: &mut Vec<Claim>) {
    let cues: Vec<_> = view.cues_in("able:", sentence).collect();
    if cues.is_empty() {
        return;
    }
    let text = &view.text[sentence.clone()];
    let lower = text.to_ascii_lowercase().replace('’', "'");
    if lower.len() != text.len() {
        return;
    }
    // A name may hold such a word: 护航计划.
    let mut around = lower.clone();
    for mention in view.mentions_in(sentence) {
        let name = mention.range.start - sentence.start..mention.range.end - sentence.start;
        around.replace_range(name.clone(), &" ".repeat(name.len()));
    }
    let limited = LIMITS.iter().any(|limit| word(&around, limit).is_some());
    let mut from = sentence.start;
    for (offset, cue) in cues {
        let range = offset.start - sentence.start..offset.end - sentence.start;
        let (says, whole) = (cue.id == "yes", cue.kind == "able:does");
        if offset.start < from {
            continue;
        }
        // What a name ends in (护航计划) is no word of the sentence.
        let name = view.mentions_in(&(sentence.start..offset.start)).next_back().map_or(0, |m| m.range.end - sentence.start);
        let before = &lower[name.min(range.start)..range.start];
        let known = lower[range.clone()].contains("support") || lower[range.clone()].contains("支持");
        if (limited && !known) || !plain(before) || noun_before(before, &lower[range.clone()]) {
            continue;
        }
        if whole {
            // "You can use it to:" opens a list of what one can.
            let opens = |end: usize| lower[..end].split(' ').next_back().is_some_and(|word| words("stop").contains(&word));
            if let Some(end) = predicate(&lower, &range).filter(|end| !opens(*end)) {
                let name = format!("{} {}", base(&lower[range.clone()]), &lower[range.end..end]);
                let place = offset.start..sentence.start + end;
                claim(reader, at, view, sentence, &place, &slug(&name), says, "", claims);
                from = sentence.start + end;
            }
            continue;
        }
        // 不支持的格式, 支持X的平台: what stands before a 的 is no list of abilities.
        for item in items(&text[range.end..]).into_iter().filter(|item| !text[range.end..][item.clone()].contains('的')) {
            let place = offset.end + item.start..offset.end + item.end;
            let name = bare(view.slice(&place));
            if name.is_empty() {
                continue;
            }
            let tail = &text[range.end + item.end..];
            let tail =
                tail.split(['，', ',', '。', '；', ';', '（', '(', '：', ':', '.', '\n', '、']).next().unwrap_or("").trim();
            let latin = name.is_ascii() && !tail.starts_with("and ") && !tail.starts_with("or ");
            claim(
                reader,
                at,
                view,
                sentence,
                &(offset.start..place.end),
                &slug(name),
                says,
                if latin { tail } else { "" },
                claims,
            );
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "one call each from the two forms of a statement")]
fn claim(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    sentence: &Range<usize>,
    place: &Range<usize>,
    metric: &str,
    says: bool,
    tail: &str,
    claims: &mut Vec<Claim>,
) {
    let clause = view.clause(place.start);
    let named = view.mentions_in(&(clause.start..place.start)).rfind(|m| !view.compared_with(m));
    let (subject, confidence) = match named {
        Some(mention) => (Some(reader.subjects.get(mention.subject).clone()), crate::claim::Confidence::High),
        None => figure::subject(reader, at, view, place),
    };
    let Some(subject) = subject else { return };
    let name = subject.name.to_lowercase();
    let mut claim = reader.record(at, place, Kind::Capability);
    claim.subject = Some(subject);
    claim.confidence = confidence;
    claim.metric = Some(metric.to_owned());
    claim.text = Some(if says { "yes" } else { "no" }.into());
    claim.conditions = context::conditions(view, place.start, sentence, false);
    let part = part(&view.text[named.map_or(clause.start, |m| m.range.end)..place.start]);
    let part = if itself(&part, &name) { String::new() } else { part };
    for (name, text) in [("part", part.as_str()), ("with", tail)] {
        if !text.is_empty() {
            claim.conditions.insert(name.to_owned(), text.to_lowercase());
        }
    }
    claims.push(claim);
}

/// Whether words before a statement mean the subject as a whole, by a pronoun or by the last word of its name: 客栈 of 海角客栈, "the
/// pass" of "Weekend pass".
fn itself(part: &str, name: &str) -> bool {
    const WORDS: &[&str] = &[
        "it",
        "they",
        "we",
        "this",
        "that",
        "these",
        "those",
        "它",
        "它们",
        "他们",
        "我们",
        "其",
        "本店",
        "本馆",
        "本院",
        "本园",
        "该店",
        "该馆",
        "这家",
        "这款",
        "店家",
        "商家",
        "老板",
        "店里",
        "该产品",
        "本产品",
        "该机",
        "本机",
        "此款",
        "该款",
    ];
    let part = part.trim().to_lowercase();
    let bare = ["the ", "this ", "that ", "这家", "这个", "该", "本"]
        .iter()
        .find_map(|word| part.strip_prefix(word))
        .unwrap_or(&part)
        .trim();
    let word = bare.chars().count() >= 2 && name.strip_suffix(bare).is_some_and(|rest| !bare.is_ascii() || rest.ends_with(' '));
    WORDS.contains(&part.as_str()) || word
}

/// What of the subject a statement is about: 企业版 in "X企业版支持…", without the adverbs.
fn part(between: &str) -> String {
    const ADVERBS: &[&str] = &[
        "also",
        "still",
        "now",
        "currently",
        "fully",
        "natively",
        "simply",
        "even",
        "already",
        "both",
        "the",
        "it",
        "目前",
        "现已",
        "已经",
        "同样",
        "原生",
        "完整",
        "完全",
        "也",
        "还",
        "则",
        "均",
        "都",
        "已",
        "现在",
        "其",
        "它",
        "本身",
        "默认",
        "并",
        "答",
        "：",
        ":",
        "a:",
        "yes",
        "no",
        "是的",
        "a",
        "and",
        "但",
        "而",
        "所有",
        "全系",
    ];
    let lower = between.to_lowercase();
    let mut text = lower.trim();
    loop {
        let cut = ADVERBS.iter().find_map(|word| {
            let rest = text.strip_prefix(word)?;
            (!word.is_ascii() || rest.is_empty() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric())).then(|| rest.trim())
        });
        match cut {
            Some(rest) => text = rest,
            None => return text.to_owned(),
        }
    }
}

/// Whether a statement begins plainly here: nothing before it makes a question, a purpose or a part of it.
fn plain(before: &str) -> bool {
    let before = before.trim_end();
    let marked = |word: &str| {
        let rest = before.strip_suffix(word);
        rest.is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
    };
    !NOT_PLAIN.iter().any(|word| marked(word))
}

/// Whether 能 ends a noun: 功能, 性能, 太阳能.
fn noun_before(before: &str, word: &str) -> bool {
    const NOUNS: &[char] = &[
        '功', '性', '智', '阳', '可', '节', '技', '才', '产', '动', '势', '热', '电', '核', '光', '风', '潜', '职', '机', '官',
        '效', '万', '蓄', '储', '耗',
    ];
    word == "能" && before.ends_with(NOUNS)
}

/// A noun without its article.
fn bare(name: &str) -> &str {
    let cut = ["a ", "an ", "the ", "any ", "its own ", "built-in ", "full "].iter().find_map(|word| name.strip_prefix(word));
    cut.unwrap_or(name)
}

/// The word of a predicate as its affirmed form has it.
fn base(word: &str) -> &'static str {
    match word {
        "works" | "does not work" | "doesn't work" => "works",
        "runs" | "does not run" | "doesn't run" => "runs",
        "fits" | "does not fit" | "doesn't fit" => "fits",
        "is" | "is not" | "isn't" => "is",
        "lets you" | "does not let you" | "doesn't let you" => "lets",
        _ => "can",
    }
}

/// Where the predicate behind a word ends, when it is short and says something that holds or does not.
fn predicate(lower: &str, word: &Range<usize>) -> Option<usize> {
    const LASTING: &[&str] = &[
        "able",
        "ible",
        "proof",
        "-free",
        "-safe",
        "resistant",
        "compatible",
        "compliant",
        "certified",
        "encrypted",
        "open source",
        "open-source",
        "included",
        "refundable",
    ];
    let rest = &lower[word.end..];
    let end =
        rest.find(['，', ',', '。', '；', ';', '（', '(', '：', ':', '.', '\n', '、', '—', '?', '？']).unwrap_or(rest.len());
    let text = rest[..end].trim();
    let han = !lower[word.clone()].is_ascii();
    let size = if han { text.chars().count() } else { text.split_whitespace().count() };
    let short = if han { (2..=14).contains(&size) } else { (1..=8).contains(&size) };
    let fits = match base(&lower[word.clone()]) {
        "is" => {
            let first = text.split_whitespace().next().unwrap_or("");
            size <= 3
                && LASTING.iter().any(|ending| first.ends_with(ending) || text.starts_with(ending))
                && first != "available"
                && first != "able"
        }
        "can" if lower[word.clone()].ends_with("can") => !text.starts_with("be seen") && !text.starts_with("also"),
        _ => true,
    };
    let figures = text.contains(|c: char| c.is_ascii_digit()) && han;
    (short && fits && !figures).then_some(word.end + end)
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

/// Whether a text is a tick or a cross, or a word for one.
pub fn is_tick(text: &str) -> bool {
    tick(text).is_some()
}

fn tick(text: &str) -> Option<&'static str> {
    const YES: &[&str] = &[
        "支持",
        "✓",
        "✔",
        "✅",
        "☑",
        "√",
        "yes",
        "supported",
        "included",
        "available",
        "true",
        "y",
        "是",
        "有",
        "含",
        "包含",
        "已装",
        "已建",
        "可",
        "可以",
        "提供",
        "具备",
    ];
    const NO: &[&str] = &[
        "不支持",
        "✗",
        "✘",
        "❌",
        "☒",
        "×",
        "✕",
        "✖",
        "no",
        "not supported",
        "unsupported",
        "not included",
        "not available",
        "unavailable",
        "none",
        "false",
        "n",
        "否",
        "无",
        "没有",
        "不含",
        "不包含",
        "未装",
        "未建",
        "不可",
        "不可以",
        "不提供",
        "不具备",
    ];
    let text = text.trim().trim_end_matches('\u{fe0f}').to_lowercase();
    if YES.contains(&text.as_str()) { Some("yes") } else { NO.contains(&text.as_str()).then_some("no") }
}

/// A cell that only ticks or crosses what its header names.
fn ticked(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) -> bool {
    let Some(cell) = reader.document.blocks[at].cell else { return false };
    let Some(says) = tick(view.text) else { return false };
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
    let block = &reader.document.blocks[at];
    if let Some(column) = like_header(reader, cell, &header) {
        claim.conditions.insert("column".into(), column);
    }
    if let Some(section) = reader.twin_section(block) {
        claim.conditions.insert("section".into(), section);
    }
    figure::of_row(reader, block, &mut claim);
    claims.push(claim);
    true
}

/// The whole header of a column of ticks where another column is told to tick the same: "Offline (phone)" beside "Offline (desktop)".
fn like_header(reader: &Reader<'_>, cell: CellPlace, header: &str) -> Option<String> {
    let table = &reader.document.tables[cell.table];
    let core = |header: &str| slug(crate::extract::subjects::core(header.trim()));
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut others = (0..columns).filter(|&c| c != cell.column).map(|c| header_text(reader.document, table, c));
    others.any(|other| other != header && core(&other) == core(header)).then(|| header.to_owned())
}
