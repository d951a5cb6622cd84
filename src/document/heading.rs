//! What a heading starts with: a rank, a number, a chapter; and what it names.
//!
//! The scan works on the visible text alone and decides nothing by itself: whether "1." ranks an entry or numbers a section is
//! seen only beside its siblings, in [`super::outline`].

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// How a heading is numbered, in the order in which such numberings usually nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Numbering {
    /// 第一章, Chapter 2.
    Chapter,
    /// 第二节, Section 2.
    Part,
    /// 一、
    Chinese,
    /// （一）
    ChineseParen,
    /// 1. or 1、 or ① or (1): the number of a section, an item or an entry.
    Number,
    /// 1.2 and deeper, with the number of its dots.
    Decimal(u8),
    /// TOP1, 第一名, No. 1, #1, 🥇: says by its form that it ranks.
    Rank,
}

/// What a heading starts with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lead {
    pub numbering: Numbering,
    pub number: u32,
    /// Range of the mark: `TOP1`, `一`, `1`.
    pub mark: Range<usize>,
    /// Where the text after the mark and its punctuation starts.
    pub rest: usize,
}

/// Finds the mark at the start of a heading.
pub(super) fn lead(text: &str) -> Option<Lead> {
    let start = text.len() - text.trim_start_matches(is_ornament).len();
    let body = &text[start..];
    let found = rank(body)
        .or_else(|| chapter(body))
        .or_else(|| english_part(body))
        .or_else(|| parenthesised(body))
        .or_else(|| chinese(body))
        .or_else(|| decimal(body))
        .or_else(|| numbered(body))?;
    let (numbering, number, mark, rest) = found;
    let tail = &body[rest..];
    let rest = rest + tail.len() - tail.trim_start_matches(is_separator).len();
    Some(Lead { numbering, number, mark: start + mark.start..start + mark.end, rest: start + rest })
}

/// A figure that decorates a heading and says nothing: `★`, `🏆`, `【`. Medals are ranks and stay.
fn is_ornament(c: char) -> bool {
    if matches!(c, '🥇' | '🥈' | '🥉' | '#' | '(' | '（' | '№') || ('①'..='⑳').contains(&c) {
        return false;
    }
    c.is_whitespace()
        || matches!(c, '【' | '[' | '《' | '「' | '*' | '\u{FE0F}' | '\u{200D}' | '■' | '◆' | '●' | '▶' | '★' | '☆' | '▌' | '|')
        || ('\u{1F300}'..='\u{1FAFF}').contains(&c)
        || ('\u{2600}'..='\u{27BF}').contains(&c)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | '．' | '、' | ':' | '：' | '-' | '–' | '—' | '|' | '｜' | '】' | ']' | ')' | '）' | '·' | '》' | '」'
        )
}

type Found = (Numbering, u32, Range<usize>, usize);

fn rank(body: &str) -> Option<Found> {
    for (word, number) in
        [("🥇", 1), ("🥈", 2), ("🥉", 3), ("冠军", 1), ("亚军", 2), ("季军", 3), ("榜首", 1), ("winner", 1), ("runner-up", 2)]
    {
        if let Some(after) = strip_word(body, word) {
            let end = body.len() - after.len();
            let medal = !word.is_ascii() && number <= 3 && word.len() == 4;
            if medal || after.trim_start().starts_with([':', '：', '-', '–', '—', '|']) {
                return Some((Numbering::Rank, number, 0..end, end));
            }
        }
    }
    for word in ["top", "no", "№", "rank", "#"] {
        let Some(after) = strip_word(body, word) else { continue };
        let after = match word {
            "no" => after
                .strip_prefix(['.', '．', '°', 'º', '#'])
                .or_else(|| after.starts_with(|c: char| c.is_ascii_digit()).then_some(after)),
            "#" => Some(after),
            _ => Some(after.trim_start_matches(['.', '-', '_', '·', ':'])),
        };
        let Some(after) = after else { continue };
        let after = after.trim_start_matches([' ', '\u{3000}', '#']);
        if let Some((number, left)) = digits(after)
            && ends_number(left)
        {
            let end = body.len() - left.len();
            return Some((Numbering::Rank, number, 0..end, end));
        }
    }
    if let Some(after) = body.strip_prefix('第')
        && let Some((number, left)) = any_number(after)
        && let Some(left) = left.strip_prefix(['名', '位'])
    {
        let end = body.len() - left.len();
        return Some((Numbering::Rank, number, 0..end, end));
    }
    let (number, left) = digits(body)?;
    let left = ["st", "nd", "rd", "th"].iter().find_map(|&suffix| strip_word(left, suffix))?;
    let after = strip_word(left.trim_start(), "place")
        .or_else(|| left.trim_start().starts_with([':', '：', '-', '–', '—']).then_some(left))?;
    let end = body.len() - after.len();
    Some((Numbering::Rank, number, 0..end, end))
}

fn chapter(body: &str) -> Option<Found> {
    let (number, left) = any_number(body.strip_prefix('第')?)?;
    let unit = left.chars().next()?;
    let numbering = match unit {
        '章' | '篇' | '编' => Numbering::Chapter,
        '部' if left.starts_with("部分") => Numbering::Chapter,
        '节' | '讲' => Numbering::Part,
        _ => return None,
    };
    let end = body.len() - left.len() + if unit == '部' { "部分".len() } else { unit.len_utf8() };
    Some((numbering, number, 0..end, end))
}

fn english_part(body: &str) -> Option<Found> {
    for (word, numbering) in
        [("chapter", Numbering::Chapter), ("part", Numbering::Chapter), ("section", Numbering::Part), ("step", Numbering::Number)]
    {
        let Some(after) = strip_word(body, word).filter(|after| after.starts_with(' ')) else { continue };
        let after = after.trim_start();
        if let Some((number, left)) = digits(after).or_else(|| roman(after))
            && ends_number(left)
        {
            let end = body.len() - left.len();
            return Some((numbering, number, 0..end, end));
        }
    }
    None
}

fn parenthesised(body: &str) -> Option<Found> {
    let first = body.chars().next()?;
    if ('①'..='⑳').contains(&first) {
        let end = first.len_utf8();
        return Some((Numbering::Number, first as u32 - '①' as u32 + 1, 0..end, end));
    }
    let inner = body.strip_prefix(['(', '（'])?;
    let (numbering, (number, left)) = match chinese_number(inner) {
        Some(found) => (Numbering::ChineseParen, found),
        None => (Numbering::Number, digits(inner).filter(|&(n, _)| n < 100)?),
    };
    let after = left.strip_prefix([')', '）'])?;
    let start = body.len() - inner.len();
    Some((numbering, number, start..body.len() - left.len(), body.len() - after.len()))
}

fn chinese(body: &str) -> Option<Found> {
    let (number, left) = chinese_number(body)?;
    let after = left.strip_prefix(['、', '.', '．', '，']).or_else(|| left.starts_with(['\u{3000}', ' ']).then_some(left))?;
    // "一，" opens a clause, "三 个" counts: only the stop of an enumeration or a wide blank makes a number of it.
    if left.starts_with([',', '，', ' ']) {
        return None;
    }
    Some((Numbering::Chinese, number, 0..body.len() - left.len(), body.len() - after.len()))
}

fn decimal(body: &str) -> Option<Found> {
    let (mut number, mut left) = digits(body).filter(|&(n, _)| n < 100)?;
    let mut dots = 0;
    while let Some((next, after)) = left.strip_prefix('.').and_then(digits).filter(|&(n, _)| n < 100) {
        (number, left) = (next, after);
        dots += 1;
    }
    let after = left.strip_prefix(['.', '．', '、']).unwrap_or(left);
    (dots > 0 && after.starts_with(char::is_whitespace))
        .then(|| (Numbering::Decimal(dots), number, 0..body.len() - left.len(), body.len() - after.len()))
}

fn numbered(body: &str) -> Option<Found> {
    let (number, left) = digits(body).filter(|&(n, _)| n < 1000)?;
    let width = body.len() - left.len();
    let after = left.strip_prefix(['.', '．', '、', ')', '）', ':', '：'])?;
    let glued = after.starts_with(|c: char| c.is_ascii_alphanumeric());
    let clock = left.starts_with([':', '：']) && after.starts_with(|c: char| c.is_ascii_digit());
    if after.starts_with(|c: char| c.is_ascii_digit()) || (glued && left.starts_with('.')) || clock {
        return None;
    }
    Some((Numbering::Number, number, 0..width, body.len() - after.len()))
}

/// Strips a word at the start, whatever its case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

fn ends_number(left: &str) -> bool {
    let mut next = left.chars();
    match next.next() {
        None => true,
        Some('.') => !next.next().is_some_and(|c| c.is_ascii_digit()),
        Some('%' | '％') => false,
        Some(c) => {
            !(c.is_ascii_alphanumeric()
                || matches!(c, ',' | '/' | '+' | '-') && next.next().is_some_and(|c| c.is_ascii_alphanumeric()))
        }
    }
}

/// One to four digits, also full-width ones.
pub(super) fn digits(text: &str) -> Option<(u32, &str)> {
    let mut value = 0;
    let mut end = 0;
    for (count, c) in text.chars().enumerate() {
        let Some(digit) = c.to_digit(10).or_else(|| ('０'..='９').contains(&c).then(|| c as u32 - '０' as u32)) else { break };
        if count == 4 {
            return None;
        }
        value = value * 10 + digit;
        end += c.len_utf8();
    }
    (end > 0).then(|| (value, &text[end..]))
}

fn any_number(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    digits(text).or_else(|| chinese_number(text)).map(|(number, left)| (number, left.trim_start()))
}

/// 一 to 九十九.
fn chinese_number(text: &str) -> Option<(u32, &str)> {
    let digit = |c: char| "一二三四五六七八九".chars().position(|d| d == c).and_then(|i| u32::try_from(i + 1).ok());
    let mut chars = text.chars();
    let first = chars.next()?;
    let (tens, after) = match digit(first) {
        Some(number) => {
            let after = chars.as_str();
            let Some(after) = after.strip_prefix('十') else { return Some((number, after)) };
            (number, after)
        }
        None => (1, text.strip_prefix('十')?),
    };
    let mut chars = after.chars();
    match chars.next().and_then(digit) {
        Some(ones) => Some((tens * 10 + ones, chars.as_str())),
        None => Some((tens * 10, after)),
    }
}

fn roman(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !matches!(c, 'I' | 'V' | 'X')).unwrap_or(text.len());
    let number =
        ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"].iter().position(|&r| r == &text[..end])?;
    Some((u32::try_from(number + 1).ok()?, &text[end..]))
}

/// What the heading of an entry names, from `start`: without a slogan after a dash, an award before a colon, stars and scores.
pub(super) fn name(text: &str, start: usize) -> Range<usize> {
    let mut range = start..text.len();
    let part = &text[range.clone()];
    if let Some((at, colon)) = part.char_indices().find(|&(_, c)| matches!(c, ':' | '：')) {
        let (left, right) = (&part[..at], &part[at + colon.len_utf8()..]);
        if !right.trim().is_empty() && !left.trim().is_empty() {
            if is_award(left) { range.start += at + colon.len_utf8() } else { range.end = range.start + at }
        }
    }
    for cut in [" — ", " – ", " - ", "——", " | ", "｜", "★", "⭐", " · "] {
        if let Some(at) = text[range.clone()].find(cut).filter(|&at| at > 0) {
            range.end = range.start + at;
        }
    }
    let part = &text[range.clone()];
    range.start += part.len() - part.trim_start_matches(|c: char| is_ornament(c) || is_separator(c)).len();
    let part = &text[range.clone()];
    let closing = |c: char| is_separator(c) && !matches!(c, ')' | '）' | ']' | '》' | '」') || c == '】' || c == '*';
    range.end = range.start + part.trim_end_matches(closing).len();
    range
}

/// "Best overall", "综合最佳": what comes before the name.
fn is_award(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    ["best", "most", "top pick", "our pick", "runner-up", "also great", "editor"].iter().any(|w| text.starts_with(w))
        || ["最佳", "首选", "最具", "之选", "推荐", "奖"].iter().any(|w| text.contains(w))
}

/// Whether a line is short and unpunctuated enough to be a heading.
pub(super) fn is_title_like(text: &str) -> bool {
    if text.len() > 400 {
        return false;
    }
    let Some(last) = text.trim_end().chars().next_back() else { return false };
    let sentence = matches!(last, '。' | '，' | '；' | ',' | ';' | '、' | '…' | '！' | '.' | '|' | '”' | '"');
    !sentence && text.width() <= 100 && !text.contains('。') && !text.contains('；') && text.chars().any(char::is_alphanumeric)
}

/// Whether a line asks: `Q1.`, `问：`, or an end in a question mark. The first value is true when a mark says so.
pub(super) fn question(text: &str) -> Option<bool> {
    let text = text.trim_start_matches(is_ornament);
    for word in ["question", "q", "问题", "问"] {
        let Some(after) = strip_word(text, word) else { continue };
        let after = after.trim_start();
        let after = digits(after).or_else(|| chinese_number(after)).map_or(after, |(_, left)| left);
        if after.trim_start().starts_with(['.', '．', ':', '：', '、', ')', '）']) {
            return Some(true);
        }
    }
    let text = text.trim_end_matches(|c: char| is_ornament(c) || matches!(c, '】' | '」' | '"' | '”'));
    (text.ends_with(['？', '?']) && is_title_like(text)).then_some(false)
}

/// Whether a line answers: `答：`, `A1:`.
pub(super) fn is_answer(text: &str) -> bool {
    let text = text.trim_start_matches(is_ornament);
    ["answer", "a", "回答", "解答", "答案", "答"].iter().any(|word| {
        strip_word(text, word).is_some_and(|after| {
            let after = digits(after).filter(|&(n, _)| n < 100).map_or(after, |(_, left)| left);
            after.starts_with([':', '：']) || after.strip_prefix('.').is_some_and(|after| after.starts_with(' '))
        })
    })
}

/// Whether a text introduces what follows it: it ends in a colon.
pub(super) fn is_lead_in(text: &str) -> bool {
    text.trim_end_matches(|c: char| c.is_whitespace() || c == '*').ends_with([':', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Option<(Numbering, u32, &str, &str)> {
        let lead = lead(text)?;
        Some((lead.numbering, lead.number, &text[lead.mark], &text[lead.rest..]))
    }

    #[test]
    fn ranks_are_told_from_numbers_and_figures() {
        use Numbering::{Chapter, Chinese, ChineseParen, Decimal, Number, Part, Rank};
        for (text, expected) in [
            ("TOP1 甲云（标准版）", Some((Rank, 1, "TOP1", "甲云（标准版）"))),
            ("Top 3: Kestrel", Some((Rank, 3, "Top 3", "Kestrel"))),
            ("第三名 乙", Some((Rank, 3, "第三名", "乙"))),
            ("第2名：乙", Some((Rank, 2, "第2名", "乙"))),
            ("No.1 丙", Some((Rank, 1, "No.1", "丙"))),
            ("#2: Foo Pro", Some((Rank, 2, "#2", "Foo Pro"))),
            ("🥇 Foo", Some((Rank, 1, "🥇", "Foo"))),
            ("🏆 TOP2 Foo", Some((Rank, 2, "TOP2", "Foo"))),
            ("2nd place: Foo", Some((Rank, 2, "2nd place", "Foo"))),
            ("冠军：甲", Some((Rank, 1, "冠军", "甲"))),
            ("Runner-up: Foo", Some((Rank, 2, "Runner-up", "Foo"))),
            ("1. Kestrel", Some((Number, 1, "1", "Kestrel"))),
            ("1、价格", Some((Number, 1, "1", "价格"))),
            ("② 性能", Some((Number, 2, "②", "性能"))),
            ("（3）性能", Some((Number, 3, "3", "性能"))),
            ("十一、附录", Some((Chinese, 11, "十一", "附录"))),
            ("（二）价格", Some((ChineseParen, 2, "二", "价格"))),
            ("2.1 Latency", Some((Decimal(1), 1, "2.1", "Latency"))),
            ("1.2.3 Tail", Some((Decimal(2), 3, "1.2.3", "Tail"))),
            ("第一章 总则", Some((Chapter, 1, "第一章", "总则"))),
            ("第 3 节 价格", Some((Part, 3, "第 3 节", "价格"))),
            ("Chapter 2: Price", Some((Chapter, 2, "Chapter 2", "Price"))),
            ("Part II", Some((Chapter, 2, "Part II", ""))),
            ("1.5倍速度", None),
            ("3.5 GB", Some((Decimal(1), 5, "3.5", "GB"))),
            ("Topology 1", None),
            ("Nothing 1", None),
            ("TOP10%用户", None),
            ("一个典型的案例", None),
            ("第一梯队", None),
            ("12:30 开始", None),
            ("2024年报告", None),
        ] {
            assert_eq!(seen(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_what_an_entry_is_called() {
        for (text, expected) in [
            ("Kestrel — fast and small", "Kestrel"),
            ("Best overall: Kestrel", "Kestrel"),
            ("综合最佳：甲云", "甲云"),
            ("甲云——性价比之王", "甲云"),
            ("Kestrel: the small one", "Kestrel"),
            ("甲云（弹性版）", "甲云（弹性版）"),
            ("Kestrel ★★★★☆ 4.5", "Kestrel"),
            ("【甲云】", "甲云"),
        ] {
            assert_eq!(&text[name(text, 0)], expected, "{text}");
        }
    }

    #[test]
    fn questions_and_answers_are_seen_by_their_marks() {
        for text in ["Q1. 多少钱？", "Q1: how much", "Q：多少", "问：多少", "问题2：多少", "Q2、多少"] {
            assert_eq!(question(text), Some(true), "{text}");
        }
        assert_eq!(question("多少钱？"), Some(false));
        assert_eq!(question("QPS：1000"), None);
        assert_eq!(question("质量如何。"), None);
        for text in ["答：三元", "A: three", "A1：三元", "A. Three", "Answer: three"] {
            assert!(is_answer(text), "{text}");
        }
        for text in ["A100：80GB", "A.I. is", "AMD: fast", "答案在此"] {
            assert!(!is_answer(text), "{text}");
        }
    }
}
