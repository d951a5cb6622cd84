//! What joins two values: dashes, 至, to, 增至, →, ±.

use super::side::Context;
use super::text::{char_at, is_han, skip_spaces};

/// How two values hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// 3-5, 3~5.
    Dash,
    /// 3至5, 3 to 5.
    To,
    /// 增至, →: from one value to another.
    Change,
    /// and, 和, 与: only after between or before 之间.
    And,
    /// ±
    PlusMinus,
}

/// A joint and where the next value starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Separator {
    pub joint: Joint,
    pub next: usize,
}

const GIVE_OR_TAKE: &str = "give or take ";

const CHANGES: &[&str] = &[
    "增至",
    "增加到",
    "增加至",
    "增长到",
    "增长至",
    "提升到",
    "提升至",
    "提高到",
    "提高至",
    "上升到",
    "上升至",
    "升至",
    "升到",
    "涨到",
    "涨至",
    "上涨到",
    "上涨至",
    "突增到",
    "突增至",
    "激增到",
    "激增至",
    "猛增到",
    "飙升到",
    "飙升至",
    "攀升到",
    "攀升至",
    "扩大到",
    "扩大至",
    "扩展到",
    "扩展至",
    "扩容到",
    "扩容至",
    "降至",
    "降到",
    "降低到",
    "降低至",
    "下降到",
    "下降至",
    "减少到",
    "减少至",
    "减至",
    "缩短到",
    "缩短至",
    "缩减到",
    "缩减至",
    "压缩到",
    "压缩至",
    "跌至",
    "跌到",
    "下跌到",
    "下跌至",
    "下调到",
    "下调至",
    "上调到",
    "上调至",
    "调整到",
    "调整为",
    "变为",
    "变成",
    "改为",
    "优化到",
    "优化至",
    "骤降到",
    "骤降至",
    "回落到",
    "回落至",
    "加快到",
    "加速到",
    "拉升到",
    "推高到",
];

/// First characters of [`CHANGES`].
const CHANGE_STARTS: &[char] = &[
    '增', '提', '上', '升', '涨', '突', '激', '猛', '飙', '攀', '扩', '降', '下', '减', '缩', '压', '跌', '调', '变', '改', '优',
    '骤', '回', '加', '拉', '推',
];

impl Context<'_> {
    fn slice(&self, at: usize) -> &str {
        &self.text[at..]
    }
}

/// The word of change that `text` starts with.
fn change_word(text: &str) -> Option<&'static str> {
    let mut chars = text.chars();
    let (first, second) = (chars.next()?, chars.next()?);
    // All of them are Han and end in 到, 至, 为 or 成 within five characters.
    if !is_han(first)
        || !CHANGE_STARTS.contains(&first)
        || !matches!(second, '到' | '至' | '为' | '成') && !chars.take(4).any(|c| matches!(c, '到' | '至' | '为' | '成'))
    {
        return None;
    }
    CHANGES.iter().find(|word| text.starts_with(**word)).copied()
}

/// The joint at `at`, if one stands there.
pub(super) fn separator(context: &Context, at: usize) -> Option<Separator> {
    let next = skip_spaces(context.text, at, 2);
    // Most of what follows a figure is a mark or a letter that joins nothing.
    let first = *context.text.as_bytes().get(next)?;
    if first < 0x80 && !matches!(first, b'-' | b'~' | b'=' | b'+' | b',' | b'.' | b't' | b'u' | b'a' | b'g' | b'T' | b'U' | b'A')
    {
        return None;
    }
    let tail = context.slice(next);
    let (c, _) = char_at(context.text, next)?;
    let done = |joint: Joint, length: usize| Some(Separator { joint, next: skip_spaces(context.text, next + length, 2) });
    match c {
        '-' | '−' | '–' | '—' | '‐' | '‑' | '－' | '~' | '～' | '〜' | '∼' | '─' => {
            if tail.starts_with("->") {
                return done(Joint::Change, 2);
            }
            let mut length = c.len_utf8();
            if tail[length..].starts_with(c) {
                length += c.len_utf8();
            }
            // `-to-` is handled below as a word.
            if tail.starts_with("-to-") {
                return done(Joint::To, 4);
            }
            done(Joint::Dash, length)
        }
        // 1..1000, 5...10: never behind a blank, where points end a sentence.
        '.' => {
            let points = tail.bytes().take_while(|b| *b == b'.').count();
            let closes = next == at && matches!(points, 2 | 3) && tail.as_bytes().get(points).is_some_and(u8::is_ascii_digit);
            closes.then_some(Separator { joint: Joint::Dash, next: next + points })
        }
        '→' | '⇒' | '➔' | '➜' => done(Joint::Change, c.len_utf8()),
        '=' if tail.starts_with("=>") => done(Joint::Change, 2),
        '±' => done(Joint::PlusMinus, 2),
        '+' if tail.starts_with("+/-") => done(Joint::PlusMinus, 3),
        '至' | '到' => {
            let extra =
                if tail.starts_with("至多") || tail.starts_with("至少") || tail.starts_with("到底") || tail.starts_with("到达")
                {
                    return None;
                } else {
                    0
                };
            done(Joint::To, 3 + extra)
        }
        '和' | '与' | '與' | '跟' | '及' => done(Joint::And, 3),
        '、' => None,
        '，' | ',' => {
            // 从10，增至20
            let rest = tail[c.len_utf8()..].trim_start();
            let start = context.text.len() - rest.len();
            if rest.starts_with(GIVE_OR_TAKE) {
                return Some(Separator { joint: Joint::PlusMinus, next: start + GIVE_OR_TAKE.len() });
            }
            let word = change_word(rest)?;
            Some(Separator { joint: Joint::Change, next: skip_spaces(context.text, start + word.len(), 1) })
        }
        _ if c.is_ascii_alphabetic() => {
            if next == at || !matches!(c, 't' | 'u' | 'a' | 'g' | 'T' | 'U' | 'A') {
                return None;
            }
            if tail.starts_with(GIVE_OR_TAKE) {
                return done(Joint::PlusMinus, GIVE_OR_TAKE.len());
            }
            for (word, joint) in [
                ("to ", Joint::To),
                ("through ", Joint::To),
                ("thru ", Joint::To),
                ("till ", Joint::To),
                ("until ", Joint::To),
                ("and ", Joint::And),
            ] {
                if tail.len() > word.len() && tail.as_bytes()[..word.len()].eq_ignore_ascii_case(word.as_bytes()) && next > at {
                    return done(joint, word.len());
                }
            }
            None
        }
        '增' | '提' | '上' | '升' | '涨' | '突' | '激' | '猛' | '飙' | '攀' | '扩' | '降' | '下' | '减' | '缩' | '压' | '跌'
        | '调' | '变' | '改' | '优' | '骤' | '回' | '加' | '拉' | '推' | '直' | '再' | '又' | '已' => {
            let body = tail.strip_prefix(['直', '再', '又', '已']).unwrap_or(tail);
            let word = change_word(body)?;
            let skip = tail.find(word)?;
            let mut length = skip + word.len();
            for filler in ["了", "约", "近"] {
                if tail[length..].starts_with(filler) {
                    length += filler.len();
                }
            }
            done(Joint::Change, length)
        }
        _ => None,
    }
}

/// The clause that ends at `at`, in lower case: forty characters at most.
fn clause_before(text: &str, at: usize) -> String {
    let start = text[..at].char_indices().rev().take(40).last().map_or(0, |(index, _)| index);
    let window = text[start..at].to_ascii_lowercase();
    let clause = window.rfind(['。', '；', ';', '!', '?', '！', '？']).map_or(0, |index| index + 1);
    let sentence = window.rfind(". ").map_or(0, |index| index + 2);
    window.get(clause.max(sentence)..).unwrap_or("").to_owned()
}

/// Verbs of change by their stems: the values around them are before and after.
const CHANGING: &[&str] = &[
    "rose",
    "rise",
    "rising",
    "grew",
    "grow",
    "increas",
    "reduc",
    "cut",
    "drop",
    "fell",
    "fall",
    "went",
    "improv",
    "declin",
    "jump",
    "climb",
    "shrank",
    "shrink",
    "shrunk",
    "slash",
    "lower",
    "rais",
    "lift",
    "mov",
    "up from",
    "down from",
    "chang",
    "boost",
    "accelerat",
    "speed",
    "doubl",
    "tripl",
    "quadrupl",
    "halv",
    "soar",
    "surg",
    "plung",
    "slump",
    "tumbl",
    "slid",
    "sank",
    "sunk",
    "dipp",
    "swell",
    "swoll",
    "expand",
    "contract",
    "widen",
    "narrow",
    "shorten",
    "lengthen",
    "extend",
    "strengthen",
    "weaken",
    "slow",
    "eased",
    "easing",
    "trimm",
    "pared",
    "adjust",
    "revis",
];

/// The word is a verb of change.
pub(super) fn changes(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    CHANGING.iter().any(|stem| word.starts_with(stem))
}

/// A word of change before 从: 由, rose, cut.
pub(super) fn changes_before(text: &str, at: usize) -> bool {
    let clause = clause_before(text, at);
    CHANGING.iter().any(|word| clause.contains(word))
        || ["提升", "降低", "增加", "减少", "增长", "下降", "缩短", "升", "降", "涨", "跌", "扩", "缩", "翻"]
            .iter()
            .any(|word| clause.contains(word))
}

/// A word of growth in the clause before: rose, grew, up.
pub(super) fn grows_before(text: &str, at: usize) -> bool {
    let clause = clause_before(text, at);
    [
        "rose",
        "rise",
        "rising",
        "grew",
        "grow",
        "increas",
        "jump",
        "climb",
        "soar",
        "surg",
        "swell",
        "swoll",
        "expand",
        "rais",
        "lift",
        "boost",
        "scal",
        " up",
        "went from",
        "multipl",
        "doubl",
        "tripl",
    ]
    .iter()
    .any(|word| clause.contains(word))
}

/// A fall before `down to`: fell, came, is cut, from 400 MB.
pub(super) fn falls_before(text: &str, at: usize) -> bool {
    let clause = clause_before(text, at);
    let clause = clause.trim_end_matches([' ', ',']);
    let clause = format!("{} ", &clause[clause.rfind(',').map_or(0, |index| index + 1)..]);
    let verbs = [
        "reduc", "cut", "drop", "fell", "fall", "went", "going", "declin", "shr", "slash", "lower", "came", "come", "coming",
        "brought", "bring", "driv", "drove", "push", "pull", "took", "take", "taking", "pared", "trimm", "scal", "whittl", "got",
        "get", "slid", "sank", "sunk", "plung", "slump", "tumbl", "dipp", "compress", "boil", "narrow", "slow", "from ", "shed",
        "is ", "was ", "are ", "were ", "now ", "be ", "been ", "down ",
    ];
    verbs.iter().any(|verb| clause.contains(verb))
}
