//! Dates written in digits: years, days of a month, 2031年5月.

use super::names::word_before;
use super::text::{char_before, skip_spaces};
use super::{Units, range};

/// Two years and what stands around them: the 2031-2030 model, between 2019 and 2023, 2019—2023年, (2019-2023). The end.
#[inline(never)]
pub(super) fn years(text: &str, at: usize, units: &Units) -> Option<usize> {
    let year = |start: usize| {
        let digits = text.as_bytes().get(start..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        let value = text[start..start + digits].parse::<u32>().ok()?;
        (digits == 4 && (1800..2100).contains(&value)).then_some((value, start + 4))
    };
    let (first, end) = year(at)?;
    let tail = &text[end..];
    let spaced = tail.strip_prefix(' ').unwrap_or(tail);
    let joint = ["-", "–", "—", "——", "~", "～", "－", "/", "至", "到", "to ", "and ", "through ", "until ", "till "]
        .iter()
        .rev()
        .find(|joint| spaced.starts_with(**joint))?;
    let word = joint.ends_with(' ');
    if word && spaced.len() == tail.len() {
        return None;
    }
    let mut next = text.len() - spaced.len() + joint.len();
    next = skip_spaces(text, next, 1);
    // 2030–31: a season or a fiscal year.
    if matches!(*joint, "–" | "/") && !text[next..].starts_with(' ') {
        let digits = text.as_bytes()[next..].iter().take_while(|b| b.is_ascii_digit()).count();
        let short = text[next..next + digits].parse::<u32>().ok().filter(|short| digits == 2 && *short == (first + 1) % 100);
        let behind = &text[next + digits..];
        let decimal = behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let free = !decimal && !behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '％' | '°' | '/'));
        if short.is_some() && free {
            return Some(next + digits);
        }
    }
    let (second, end) = year(next)?;
    let behind = &text[end..];
    if behind.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '％' | '°')) {
        return None;
    }
    let behind = behind.strip_prefix(' ').unwrap_or(behind);
    if behind.starts_with('年') {
        return Some(text.len() - behind.len() + '年'.len_utf8());
    }
    let (before, start) = word_before(text, at).unwrap_or(("", at));
    let before = before.to_ascii_lowercase();
    let led = match before.as_str() {
        "between" => *joint == "and ",
        // rose from 1900 to 2000
        "from" => *joint != "and " && word_before(text, start).is_none_or(|(verb, _)| !range::changes(verb)),
        "in" | "during" | "since" | "the" | "season" | "seasons" | "years" | "year" | "period" | "of" | "for" => {
            !matches!(*joint, "and " | "/")
        }
        _ => false,
    } && units.at(behind, 0).is_none();
    let bracketed = text[..at].ends_with(['(', '（', '[']) && behind.starts_with([')', '）', ']', ',', '，', ';', '；']);
    let named = [
        "season",
        "model",
        "school",
        "academic",
        "fiscal",
        "financial",
        "period",
        "term",
        "winter",
        "summer",
        "cycle",
        "edition",
        "budget",
        "plan",
        "survey",
        "drought",
        "campaign",
        "biennium",
        "赛季",
        "学年",
        "财年",
        "年度",
        "届",
    ]
    .iter()
    .any(|name| behind.starts_with(name) && !behind[name.len()..].starts_with('s'));
    // Two neighbouring years with nothing that could be a unit behind.
    let neighbours = second == first + 1 && !word && !behind.starts_with(|c: char| c.is_alphabetic());
    (led || bracketed || named || neighbours).then_some(end)
}

/// A day of a month, or the first and last day, with the year behind: 12 May, 6–15 June 2025, from 3 to 5 Nov., May 12, 2024. The end.
#[inline(never)]
pub(super) fn day_of_month(text: &str, at: usize) -> Option<usize> {
    let days = |start: usize| {
        let digits = text.as_bytes().get(start..)?.iter().take(3).take_while(|b| b.is_ascii_digit()).count();
        let value = text[start..start + digits].parse::<u32>().ok()?;
        (1..=31).contains(&value).then_some(start + digits)
    };
    let first = days(at)?;
    // 3rd of March
    let first = match text.get(first..first + 2) {
        Some("st" | "nd" | "rd" | "th") if text[first + 2..].starts_with([' ', ',']) => {
            let end = first + 2;
            // March 3rd, 2031
            let led = word_before(text, at).is_some_and(|(word, _)| is_month(word));
            if led && year_behind(text, end) > end {
                return Some(year_behind(text, end));
            }
            let behind = text[end..].strip_prefix(" of ").or_else(|| text[end..].strip_prefix(' ')).unwrap_or("");
            let (_, length) = month_name(behind)?;
            return Some(year_behind(text, text.len() - behind.len() + length));
        }
        _ => first,
    };
    let second = ["-", "–", "—", "/", " - ", " – ", " to ", " and ", " or ", " until ", " till ", " through "]
        .iter()
        .find_map(|joint| days(first + text[first..].strip_prefix(joint).map(|_| joint.len())?));
    for end in second.into_iter().chain([first]) {
        let behind = &text[end..];
        if let Some((_, length)) = behind.strip_prefix(' ').and_then(month_name) {
            return Some(year_behind(text, end + 1 + length));
        }
    }
    // The month before: nothing may follow that could be counted ("in May 12 people came").
    let end = second.unwrap_or(first);
    let (word, start) = word_before(text, at)?;
    let whole = is_month(word);
    let apart = text[start + word.len()..at].chars().all(|c| matches!(c, ' ' | '.'));
    let leads =
        ["on", "from", "by", "until", "till", "since", "before", "after", "between", "through", "starting", "ending", "dated"];
    let led = word_before(text, start).is_some_and(|(lead, _)| leads.contains(&lead.to_ascii_lowercase().as_str()));
    let closed = text[end..].chars().next().is_none_or(|c| matches!(c, ',' | '.' | ';' | ':' | ')' | '!' | '?' | '\n'))
        && !text[end..].starts_with([',', '.'])
        || text[end..].starts_with([',', '.']) && !text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    (whole && apart && (led || closed || year_behind(text, end) > end)).then(|| year_behind(text, end))
}

/// The end of the year that stands behind a day: 12 May 2031, May 12, 2031.
fn year_behind(text: &str, end: usize) -> usize {
    let tail = text[end..].trim_start_matches([',', '.', ' ']);
    let start = text.len() - tail.len();
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    let near = start > end && start <= end + 2 && digits == 4 && matches!(&tail[..2], "18" | "19" | "20");
    if near { start + digits } else { end }
}

/// Names of the months.
pub const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// The month that a text begins with, 1-12, and the bytes of its name; "may" and "march" in small letters are verbs.
pub fn month_name(text: &str) -> Option<(u8, usize)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let word = &text[..letters];
    let short = |month: &str| letters == 3 && month[..3] == *word || word == "Sept" && month == "September";
    let month = MONTHS.iter().position(|month| word == *month || short(month))?;
    Some((u8::try_from(month + 1).ok()?, letters))
}

fn is_month(word: &str) -> bool {
    month_name(word).is_some_and(|(_, length)| length == word.len())
}

/// The word that ends there has the initial of a month.
pub(super) fn month_before(head: &[u8]) -> bool {
    let head = head.strip_suffix(b" ").unwrap_or(head);
    let head = head.strip_suffix(b".").unwrap_or(head);
    let letters = head.iter().rev().take(10).take_while(|b| b.is_ascii_alphabetic()).count();
    letters > 2 && matches!(head[head.len() - letters], b'J' | b'F' | b'M' | b'A' | b'S' | b'O' | b'N' | b'D')
}

/// 2024年3月5日, 3月5日, 5月, 2024年; the end of the date.
pub(super) fn chinese_date(text: &str, at: usize, length: usize, value: u64) -> Option<usize> {
    let mut end = at + length;
    let part = |end: usize, marks: &[&str], limit: u64| {
        let start = skip_spaces(text, end, 1);
        let digits = text.as_bytes()[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value: u64 = text[start..start + digits].parse().ok()?;
        let tail = &text[start + digits..];
        let mark = marks.iter().find(|mark| tail.starts_with(**mark))?;
        (value >= 1 && value <= limit).then(|| start + digits + mark.len())
    };
    let tail = text[end..].trim_start_matches(' ');
    let mark = text.len() - tail.len();
    if tail.starts_with('年')
        && (length == 4 && (1000..3000).contains(&value) || length == 2 && part(mark + 3, &["月"], 12).is_some())
    {
        let after = &tail[3..];
        if after.starts_with(['多', '余', '间']) {
            return None;
        }
        end = mark + 3;
        if let Some(next) = part(end, &["月"], 12) {
            end = next;
            if let Some(next) = part(end, &["日", "号"], 31) {
                end = next;
            }
        }
        return Some(end);
    }
    if tail.starts_with('月') && length <= 2 && (1..=12).contains(&value) {
        let after = &tail[3..];
        if let Some(next) = part(mark + 3, &["日", "号"], 31) {
            return Some(next);
        }
        let span = after.starts_with(['内', '后', '前'])
            || after.starts_with("以")
            || after.starts_with("大")
            || after.starts_with("龄");
        let slash = char_before(text, at).is_some_and(|(c, _)| matches!(c, '/' | '-' | '~' | '至' | '每'));
        if !span && !slash {
            return Some(mark + 3);
        }
    }
    if tail.starts_with('号') && length <= 2 {
        return Some(mark + 3);
    }
    None
}

/// Chinese day names and dates before a Chinese numeral: 周三, 星期五.
pub(super) fn weekday(text: &str, at: usize) -> bool {
    let head = &text[..at];
    head.ends_with("星期") || head.ends_with("礼拜") || head.ends_with('周') && !head.ends_with("每周")
}
