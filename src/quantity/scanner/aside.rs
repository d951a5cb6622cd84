//! Numerals that are no figures, because of what stands around them.

use super::Scanner;
use crate::quantity::left::Left;
use crate::quantity::numeral::{Numeral, Script};
use crate::quantity::side::Side;
use crate::quantity::text::{char_before, is_han, skip_spaces_back};
use crate::quantity::units::UnitKind;
use crate::quantity::{Number, Reason, names, range, words};

impl Scanner<'_, '_> {
    /// Digits that are no figure because of what stands around them.
    pub(super) fn digits_aside(&self, at: usize, side: &Side, left: &Left) -> Option<(usize, usize, Reason)> {
        let text = self.context.text;
        let numeral = &side.numeral;
        let tail = &text[numeral.end..];
        let bytes = text.as_bytes();
        // 第3名, 第 3 页: only a Han character can be one of them.
        let (mark, before) = match bytes[..at] {
            [.., 0x80..=0xff] | [.., 0x80..=0xff, b' '] => {
                let mark = skip_spaces_back(text, at, 1);
                (mark, char_before(text, mark).map(|(c, _)| c))
            }
            _ => (at, None),
        };
        if before == Some('第') {
            let end = if tail.starts_with(['名', '位']) { numeral.end + 3 } else { numeral.end };
            return Some((mark - '第'.len_utf8(), end, Reason::Ordinal));
        }
        let behind = tail.as_bytes().first().copied().unwrap_or(b' ');
        if matches!(behind | 0x20, b's' | b'n' | b'r' | b't')
            && let Some(ordinal) = ["st", "nd", "rd", "th"]
                .iter()
                .find(|suffix| tail.len() >= 2 && tail.is_char_boundary(2) && tail[..2].eq_ignore_ascii_case(suffix))
            && !tail[ordinal.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            return Some((at, numeral.end + 2, Reason::Ordinal));
        }
        if before == Some('前') && tail.starts_with('名') {
            return Some((mark - '前'.len_utf8(), numeral.end + 3, Reason::Ordinal));
        }
        // #1 of a ranking, (#644) of a tracker, PR !77
        if let [.., mark @ (b'#' | b'!')] = bytes[..at]
            && left.value_start == at
            && numeral.script == Script::Digits
            && (mark == b'#' || opens(&text[..at - 1]))
        {
            let reason = if numeral.length <= 2 { Reason::Ordinal } else { Reason::Identifier };
            return Some((at, numeral.end, reason));
        }
        // Recall@10
        let free = side.unit.is_none() && side.letter == 0;
        if free && bytes[..at].ends_with(b"@") && bytes[..at - 1].last().is_some_and(u8::is_ascii_alphabetic) {
            return Some((at, numeral.end, Reason::Name));
        }
        // 5G网络, 4K视频, 1920×1080
        if let Some(end) = product(text, at, side) {
            return Some(end);
        }
        // A mobile number.
        let digits = &text[at..numeral.end];
        if digits.len() == 11
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !numeral.formatted
            && side.unit.is_none()
            && left.currency.is_none()
            && digits.starts_with('1')
            && !digits[1..].starts_with(['0', '1', '2'])
        {
            return Some((at, numeral.end, Reason::Identifier));
        }
        // A list number opens the text: `1. `, `2、`, `(3)`.
        let short = !numeral.formatted && numeral.length <= 3 && side.unit.is_none() && side.letter == 0;
        if short && text[..at].chars().all(|c| c.is_whitespace() || matches!(c, '#' | '(' | '（' | '*' | '>')) {
            let marked = tail.starts_with(['、', '．', ')', '）'])
                || tail.starts_with('.') && tail[1..].starts_with(|c: char| c.is_whitespace() || is_han(c));
            if marked {
                return Some((at, numeral.end, Reason::Ordinal));
            }
        }
        // [12], [3, 4]
        if left.value_start == at && text[..at].ends_with('[') && !numeral.formatted && citation_closes(tail) {
            return Some((at, numeral.end, Reason::Citation));
        }
        // Article 12(3)
        if text[..at].ends_with('(')
            && tail.starts_with(')')
            && !numeral.formatted
            && text[..at - 1].ends_with(|c: char| c.is_ascii_digit())
        {
            return Some((at, numeral.end, Reason::Ordinal));
        }
        // 9 am, 2.17pm
        let next = if behind == b' ' { tail.trim_start_matches(' ').as_bytes().first().copied().unwrap_or(b' ') } else { behind };
        if matches!(next, b'a' | b'p' | b'A' | b'P' | b'o')
            && let Some(end) = clock(text, numeral)
        {
            return Some((at, end, Reason::Date));
        }
        // 2.x, 3D, 70b-chat
        if tail.starts_with(".x") && !bytes.get(numeral.end + 2).is_some_and(u8::is_ascii_alphanumeric) {
            return Some((at, numeral.end + 2, Reason::Version));
        }
        let letter_follows = bytes.get(numeral.end).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        if letter_follows && side.unit.is_none() && side.letter == 0 && numeral.script == Script::Digits {
            let end = names::name_end(text, numeral.end).max(numeral.end);
            let by = matches!(bytes.get(numeral.end), Some(b'x' | b'X'));
            let product = by && bytes.get(numeral.end + 1).is_some_and(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
            if !product {
                return Some((at, end, Reason::Name));
            }
        }
        if behind >= 0xe4
            && matches!(tail.chars().next(), Some('代' | '期' | '楼' | '号' | '線' | '线'))
            && !numeral.formatted
            && numeral.length <= 3
        {
            return Some((at, numeral.end + 3, Reason::Ordinal));
        }
        if numeral.length == 4
            && side.unit.is_some_and(|(start, end, _)| matches!(&text[start..end], "quarter" | "year"))
            && !numeral.formatted
            && is_century(text, at, numeral.end)
        {
            return Some((at, numeral.end, Reason::Date));
        }
        // RTX 4090 cards, ISO 8601 week number
        let standard = |word: &str| {
            let body = matches!(word, "ISO" | "IEC" | "RFC" | "IEEE" | "DIN" | "ASTM" | "ANSI" | "ITU" | "EN" | "GB/T");
            body && numeral.length >= 3 && !numeral.formatted
        };
        if let Some((_, _, unit)) = side.unit
            && left.value_start == at
            && let Some((word, _)) = names::word_before(text, at)
            && (unit.kind == UnitKind::Noun && words::is_versioned(&word.to_ascii_lowercase()) || standard(word))
        {
            return Some((at, numeral.end, Reason::Version));
        }
        if left.currency.is_none()
            && left.bound.is_none()
            && !left.approximate
            && side.unit.is_none()
            && side.letter == 0
            && !numeral.worded
        {
            if let Some(reason) = self.named(at, side) {
                return Some((at, numeral.end, reason));
            }
            if !numeral.formatted && numeral.length >= 4 && names::is_identified(&text[..at], numeral.length) {
                return Some((at, numeral.end, Reason::Identifier));
            }
            if !numeral.formatted
                && numeral.length == 4
                && bytes[at].is_ascii_digit()
                && is_year(text, at, numeral.end)
                && !self.measured_range(side.end)
            {
                return Some((at, numeral.end, Reason::Date));
            }
        }
        None
    }

    /// A second value with a unit follows: from 1900 to 2000 tonnes.
    fn measured_range(&self, end: usize) -> bool {
        range::separator(&self.context, end)
            .and_then(|found| self.context.side(found.next, false))
            .filter(|side| side.numeral.length == 4 && !side.numeral.formatted && !side.numeral.worded)
            .and_then(|side| side.unit)
            .is_some_and(|(_, _, unit)| !matches!(unit.kind, UnitKind::Noun | UnitKind::Classifier))
    }

    /// A word before makes it a version or an ordinal: Node 18.2, Table 3.
    pub(super) fn named(&self, at: usize, side: &Side) -> Option<Reason> {
        let text = self.context.text;
        let tail = text[side.numeral.end..].trim_start_matches(' ');
        for word in if tail.starts_with(['版', '以', '及']) {
            &["版本", "版", "以上版本", "及以上版本", "以下版本", "及以上版", "以上版"][..]
        } else {
            &[]
        } {
            if tail.starts_with(word) {
                return Some(Reason::Version);
            }
        }
        let label = char_before(text, skip_spaces_back(text, at, 1)).is_some_and(|(c, _)| is_han(c));
        if label && text[..skip_spaces_back(text, at, 1)].ends_with("版本") {
            return Some(Reason::Version);
        }
        for word in if label { &["图", "表", "式", "附录", "章节", "步骤", "问题", "示例"][..] } else { &[] } {
            if text[..skip_spaces_back(text, at, 1)].ends_with(word) && side.numeral.length <= 2 {
                return Some(Reason::Ordinal);
            }
        }
        if matches!(side.numeral.length, 1 | 2) && !side.numeral.formatted && names::is_edition(&text[..at]) {
            return Some(Reason::Version);
        }
        let (word, _) = names::word_before(text, at)?;
        let lower = word.to_ascii_lowercase();
        if words::is_numbered(&lower)
            && !matches!(
                lower.as_str(),
                "number"
                    | "level"
                    | "part"
                    | "day"
                    | "week"
                    | "type"
                    | "test"
                    | "round"
                    | "case"
                    | "model"
                    | "group"
                    | "line"
                    | "question"
                    | "answer"
                    | "claim"
                    | "note"
            )
        {
            return Some(Reason::Ordinal);
        }
        if word.starts_with(|c: char| c.is_ascii_uppercase()) && words::is_numbered(&lower) {
            return Some(Reason::Ordinal);
        }
        let (upper, small) =
            word.bytes().skip(1).fold((false, false), |(u, s), b| (u || b.is_ascii_uppercase(), s || b.is_ascii_lowercase()));
        let camel = upper && small && word.bytes().all(|b| b.is_ascii_alphabetic()) && !word.ends_with('s');
        if camel && self.context.units.at(word, 0).is_none() || words::is_versioned(&lower) {
            return Some(Reason::Version);
        }
        None
    }
}

/// 1800 to 2099.
#[inline(never)]
fn is_century(text: &str, at: usize, end: usize) -> bool {
    text[at..end].parse().is_ok_and(|value: u32| (1800..=2099).contains(&value))
}

/// A bare number of four digits that dates something.
fn is_year(text: &str, at: usize, end: usize) -> bool {
    if !is_century(text, at, end) {
        return false;
    }
    let (before, _) = names::word_before(text, at).unwrap_or(("", 0));
    let lower = before.to_ascii_lowercase();
    let dated = matches!(
        lower.as_str(),
        "in" | "since"
            | "from"
            | "by"
            | "of"
            | "during"
            | "until"
            | "till"
            | "year"
            | "before"
            | "after"
            | "early"
            | "late"
            | "mid"
            | "around"
            | "and"
            | "to"
    );
    let month =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].iter().any(|m| lower.starts_with(m));
    let tail = text[end..].trim_start_matches(' ');
    let month_behind = tail.get(..3).is_some_and(|m| {
        matches!(
            m.to_ascii_lowercase().as_str(),
            "jan" | "feb" | "mar" | "apr" | "jun" | "jul" | "aug" | "sep" | "oct" | "nov" | "dec"
        )
    });
    let bracket = text[..at].ends_with(['(', '（', '©']) || tail.starts_with([')', '）']);
    dated || month || month_behind || bracket
}

/// Generations, formats of pictures, resolutions.
#[inline(never)]
fn product(text: &str, at: usize, side: &Side) -> Option<(usize, usize, Reason)> {
    let numeral = &side.numeral;
    if numeral.formatted || numeral.script != Script::Digits {
        return None;
    }
    let tail = &text[numeral.end..];
    if !matches!(tail.as_bytes().first(), Some(b'G' | b'K' | b'x' | b'X' | b'*' | 0xc3)) {
        return None;
    }
    let digits = &text[at..numeral.end];
    if tail.starts_with('G')
        && matches!(digits, "2" | "3" | "4" | "5" | "6")
        && side.unit.is_some_and(|(start, end, _)| end - start == 1)
    {
        let behind = tail[1..].trim_start_matches(' ');
        let memory = ["内存", "显存", "存储", "流量", "空间", "RAM", "memory", "ram", "硬盘", "数据"]
            .iter()
            .any(|word| behind.starts_with(word));
        return (!memory).then_some((at, numeral.end + 1, Reason::Name));
    }
    if side.letter == b'K' && tail.starts_with('K') && matches!(digits, "2" | "4" | "8") {
        let behind = tail[1..].trim_start_matches([' ', '超']);
        let picture = [
            "视频",
            "分辨率",
            "高清",
            "清",
            "画质",
            "屏",
            "影像",
            "电视",
            "显示",
            "摄像",
            "录制",
            "video",
            "resolution",
            "display",
            "UHD",
            "TV",
            "@",
        ]
        .iter()
        .any(|word| behind.starts_with(word));
        return picture.then_some((at, numeral.end + 1, Reason::Name));
    }
    let rest = tail.strip_prefix(['×', 'x', 'X', '*'])?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let both = digits.len() > 2 && length > 2 && digits.bytes().all(|b| b.is_ascii_digit());
    let closed = !rest[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '×' | '*'));
    (both && closed).then(|| (at, text.len() - rest.len() + length, Reason::AspectRatio))
}

/// Whether a mark behind this text stands before its number and ends nothing: at the start, behind a space or a bracket.
fn opens(head: &str) -> bool {
    head.chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '（' | '【'))
}

/// The end of am, pm or o'clock behind an hour.
#[inline(never)]
fn clock(text: &str, numeral: &Numeral) -> Option<usize> {
    let tail = text[numeral.end..].trim_start_matches(' ');
    let word = ["am", "pm", "AM", "PM", "a.m.", "p.m.", "o'clock"].iter().find(|word| tail.starts_with(**word))?;
    let closed = !tail[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    (closed && numeral.low.compare(&Number::whole(25)).is_lt()).then_some(text.len() - tail.len() + word.len())
}

/// `12]`, `3, 4]`, `5-7]`.
#[inline(never)]
fn citation_closes(tail: &str) -> bool {
    let body = tail.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–'));
    body.starts_with(']')
}
