//! The first choice of all: "TOP Pick：X", "our number one is X", X夺得冠军, "if you only buy one, make it X".
//!
//! A word for the first place says so by itself (TOP Pick, Editors' choice) or only when nothing narrows it (首选, winner): 学生首选X is
//! a recommendation to students, 续航冠军 is the best at one thing, and neither is the first choice of all.

use std::ops::Range;

use super::audience;
use crate::claim::Claim;
use crate::claim::{Kind, Subject};
use crate::document::BlockKind;
use crate::extract::Reader;
use crate::extract::subjects::{Mention, core, slug};
use crate::extract::view::View;

/// What may stand before a word for the first place without narrowing it.
const OPENERS: &[&str] = &[
    "总的",
    "总",
    "综合",
    "总体",
    "整体",
    "今年的",
    "今年",
    "本年度的",
    "本年度",
    "年度",
    "本站的",
    "本站",
    "本期",
    "本次",
    "我们的",
    "我们",
    "编辑部的",
    "编辑部",
    "编辑",
    "小编",
    "最终的",
    "最终",
    "最后的",
    "最后",
    "全场",
    "唯一的",
    "唯一",
    "头号",
    "当之无愧的",
    "毫无疑问的",
    "榜单",
    "本榜",
    "的",
    "答：",
    "答",
    "名副其实的",
    "四款中的",
    "所有产品中的",
    "心目中的",
    "我心中的",
    "了",
    "a:",
    "answer:",
    "our",
    "my",
    "the",
    "this year's",
    "overall",
    "top",
    "editors'",
    "editor's",
    "final",
    "absolute",
    "clear",
    "undisputed",
    "a",
    "still",
    "year's",
    "this",
    "team's",
    "deserved",
    "best",
    "reigning",
    "and",
    "so",
    "of the year",
    "in short",
];
/// What links a word for the first place with the name.
const LINKS: &[&str] = &[
    "是",
    "为",
    "：",
    ":",
    "属于",
    "归",
    "给了",
    "当属",
    "无疑是",
    "仍是",
    "仍然是",
    "依然是",
    "依旧是",
    "还是",
    "就是",
    "则是",
    "花落",
    "",
    "-",
    "–",
    "—",
    "is",
    "is the",
    "is still",
    "is still the",
    "goes to",
    "goes to the",
    "remains",
    "remains the",
    ", the",
    "would be",
    "would be the",
    "has to be",
    "has to be the",
    "is clear:",
    "the",
    ",",
    "overall is",
    "overall is the",
    "of the year is",
    "of the year is the",
    "overall:",
    "of the year:",
    "this year is",
    "this year is the",
];
/// What links a name with a word for the first place behind it.
const BEHIND: &[&str] = &[
    "是",
    "为",
    "获",
    "获得",
    "拿下",
    "当选",
    "成为",
    "夺得",
    "摘得",
    "位居",
    "位列",
    "荣获",
    "被评为",
    "被选为",
    "仍是",
    "依然是",
    "依旧是",
    "无疑是",
    "以总分",
    "就是",
    "is",
    "remains",
    "wins",
    "takes",
    "gets",
    "earns",
    "becomes",
    "stays",
    "is still",
    "is clearly",
    "comes in as",
    "comes out as",
    "has been",
    "is therefore",
    "is once again",
    "is again",
    "takes the title of",
    "emerges as",
    "claims",
    "",
];

/// Adds the first choices that a block announces.
pub fn top_picks(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if block.cell.is_some() || matches!(block.kind, BlockKind::Question) {
        return;
    }
    let heading = matches!(block.kind, BlockKind::Heading(_));
    // 第一名：X over an entry is its rank.
    let ranked = heading && reader.document.sections.get(block.section).is_some_and(|section| section.rank.is_some());
    for sentence in &view.sentences {
        let asked = view.text[sentence.end..].starts_with(['?', '？']);
        let cue = view.cues_in("top_pick", sentence).find(|(range, _)| !view.negated(range.start));
        let found = match cue {
            _ if asked || ranked => None,
            Some((range, cue)) => named(view, sentence, range, cue.id == "plain", heading),
            None => only_one(view, sentence).map(|(range, mention)| (range, Pick::Known(mention), None)),
        };
        let Some((range, pick, whom)) = found else { continue };
        let subject = match pick {
            Pick::Known(mention) => reader.subjects.get(mention.subject).clone(),
            Pick::Named(name) => Subject { id: slug(&name), name, vendor: None },
        };
        let mut claim = reader.record(at, &range, Kind::TopPick);
        claim.text = Some(subject.name.clone());
        claim.subject = Some(subject);
        if let Some(whom) = whom {
            let tags = audience::tags(view.slice(&whom), reader.lexicon);
            // Narrowed to something that is no group of people: the best of a kind, not of all.
            if tags.is_empty() {
                continue;
            }
            claim.audience = tags.into_iter().collect();
        }
        claims.push(claim);
    }
}

enum Pick<'v> {
    Known(&'v Mention),
    Named(String),
}

type Found<'v> = (Range<usize>, Pick<'v>, Option<Range<usize>>);

/// The name that a word for the first place is given to.
fn named<'v>(view: &'v View<'_>, sentence: &Range<usize>, cue: &Range<usize>, strong: bool, heading: bool) -> Option<Found<'v>> {
    let text = view.text;
    let before = &text[sentence.start..cue.start];
    let mentions = || view.mentions_in(sentence).filter(|m| !view.compared_with(m));
    let free = |gap: &str| only(gap, OPENERS);
    // "TOP Pick：X", "our top pick (for students) is X", 今年的首选是X.
    let head = before.rsplit(['，', ',']).next().unwrap_or(before);
    if let Some(next) = mentions().find(|m| m.range.start >= cue.end) {
        let gap = &text[cue.end..next.range.start];
        let whom = narrowed(text, cue.end, next.range.start);
        let linked = match &whom {
            Some(whom) => LINKS.contains(&text[whom.end..next.range.start].trim().to_lowercase().as_str()),
            None => LINKS.contains(&gap.trim().to_lowercase().as_str()),
        };
        let open = free(before) || free(head) && !head.is_empty();
        if linked && (open || strong && free(before.rsplit(['：', ':', '，', ',']).next().unwrap_or(""))) {
            return Some((cue.clone(), Pick::Known(next), whom));
        }
        if strong && heading {
            return Some((cue.clone(), Pick::Known(next), whom));
        }
    }
    // "X is our top pick (for students)", X夺得冠军.
    if let Some(last) = mentions().rfind(|m| m.range.end <= cue.start) {
        let gap = &text[last.range.end..cue.start];
        let after = text[cue.end..sentence.end].trim_start();
        let limited =
            ["in ", "by ", "on ", "at ", "among ", "when ", "if ", "with ", "之一", "的"].iter().any(|w| after.starts_with(w));
        let joined = BEHIND.iter().any(|link| {
            let gap = gap.trim().to_lowercase();
            gap.strip_prefix(link).is_some_and(free)
        });
        if joined && !limited {
            return Some((cue.clone(), Pick::Known(last), narrowed(text, cue.end, sentence.end)));
        }
        if strong && heading {
            return Some((cue.clone(), Pick::Known(last), None));
        }
    }
    // "Our pick: Some name that no entry declares".
    let after = text[cue.end..sentence.end].strip_prefix([':', '：'])?;
    let known = view.mentions_in(&(cue.end..sentence.end)).next().is_some();
    let name = core(after.split(['，', ',', '。', '；']).next().unwrap_or(after));
    let whole = strong && free(before.trim_start_matches(|c: char| !c.is_alphanumeric()));
    (whole && !known && !name.is_empty() && name.chars().count() <= 40).then(|| (cue.clone(), Pick::Named(name.to_owned()), None))
}

/// Whether a stretch is made of these words alone.
fn only(gap: &str, words: &[&str]) -> bool {
    let lower = gap.to_lowercase().replace('’', "'");
    let mut rest = lower.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '"' | '“' | '”'));
    while !rest.is_empty() {
        let cut = words
            .iter()
            .filter_map(|word| rest.strip_prefix(word))
            .filter(|cut| cut.is_empty() || !cut.starts_with(|c: char| c.is_ascii_alphanumeric()));
        match cut.min_by_key(|cut| cut.len()) {
            Some(cut) => rest = cut.trim_start(),
            None => return false,
        }
    }
    true
}

/// "for students" right behind the word for the first place: where the group is named.
fn narrowed(text: &str, from: usize, to: usize) -> Option<Range<usize>> {
    let inside = text.get(from..to)?;
    let trimmed = inside.trim_start();
    let word = ["for ", "among "].iter().find(|word| trimmed.starts_with(**word))?;
    let start = from + inside.len() - trimmed.len() + word.len();
    let rest = &text[start..to];
    let end = [" is ", " was ", " goes ", " remains ", ": ", ":", ", ", "."]
        .iter()
        .filter_map(|stop| rest.find(stop))
        .min()
        .unwrap_or(rest.len());
    (end > 0).then(|| start..start + end)
}

/// "If you only buy one, make it X", 如果只能选一个，我们会选X.
fn only_one<'v>(view: &'v View<'_>, sentence: &Range<usize>) -> Option<(Range<usize>, &'v Mention)> {
    const IF: &[&str] = &["如果", "若", "假如", "要是", "倘若", "非要", "if "];
    const ONLY: &[&str] = &["只", "仅", "非要", "only", "just", "had to", "have to"];
    const ONE: &[&str] = &[
        "一个", "一款", "一台", "一家", "一种", "一项", "一部", "一辆", "一本", "一份", "一样", "一件", "一处", "一间", " one",
        "a single",
    ];
    const CHOICE: &[&str] = &[
        "选",
        "推荐",
        "买",
        "留",
        "是",
        "挑",
        "it",
        "choose",
        "take",
        "pick",
        "buy",
        "be",
        "recommend",
        "get",
        "go for",
        "go with",
        "keep",
    ];
    let has = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    let clauses = view.clauses(sentence);
    let (first, rest) = clauses.split_first()?;
    // An answer's or a label's mark is no clause of its own.
    let (first, rest) = if IF.iter().any(|w| view.text[first.clone()].to_lowercase().starts_with(w)) {
        (first, rest)
    } else {
        rest.split_first()?
    };
    let condition = view.text[first.clone()].to_lowercase();
    let opened = IF.iter().any(|word| condition.trim_start().starts_with(word));
    if !opened || !has(&condition, ONLY) || !has(&condition, ONE) || view.mentions_in(first).next().is_some() {
        return None;
    }
    let next = rest.first()?;
    let mention = view.mentions_in(&(next.start..sentence.end)).find(|m| !view.compared_with(m))?;
    let between = view.text[next.start..mention.range.start].to_lowercase();
    (has(&between, CHOICE) && between.chars().count() <= 24 && !view.negated(mention.range.start))
        .then_some((first.start..mention.range.end, mention))
}
