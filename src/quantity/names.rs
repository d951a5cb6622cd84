//! Digits that are no figures: dates, times of day, versions, addresses, names.

use super::Reason;
use super::dates::{chinese_date, day_of_month, month_before, years};
use super::text::{char_at, char_before, is_han};

/// Digits that are a date, a version, an address, a telephone number or a score: the end and what they are.
///
/// What stands next to them settles most numbers, so that the readers of each form lie out of the way.
pub(super) fn no_figure(text: &str, at: usize, floor: usize, units: &super::Units) -> Option<(usize, Reason)> {
    let bytes = text.as_bytes();
    let run = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    if run == 0 {
        return None;
    }
    let (next, beside) = match bytes[at + run..] {
        [next, beside, ..] => (next, beside),
        [next] => (next, b'\n'),
        [] => (b'\n', b'\n'),
    };
    let shaped = match next {
        b'-' | b'/' | b':' => beside.is_ascii_digit(),
        // A decimal goes on with neither another point nor a mark.
        b'.' => {
            let decimals = bytes[at + run + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
            decimals > 0 && bytes.get(at + run + 1 + decimals) == Some(&b'.')
        }
        // 年, 月 and 号, after spaces too.
        b' ' => matches!(beside, b' ' | 0xe5 | 0xe6),
        0xe5 => matches!(beside, 0xb9 | 0x8f),
        0xe6 => beside == 0x9c,
        b's' => run == 4,
        _ => false,
    };
    if shaped && let Some((end, reason)) = shape(text, at) {
        return Some((if reason == Reason::Version { name_end(text, at).max(end) } else { end }, reason));
    }
    if run == 4
        && matches!(bytes[at], b'1' | b'2')
        && let Some(end) = years(text, at, units)
    {
        return Some((end, Reason::Date));
    }
    let before = at.checked_sub(1).map_or(b'\n', |index| bytes[index]);
    let dialled = matches!(before, b'+' | b'(') || run == 3 && next == b'-';
    if dialled && let Some(end) = telephone(text, at) {
        return Some((end, Reason::Identifier));
    }
    let dated = run <= 2
        && match next {
            b' ' => beside.is_ascii_uppercase() || matches!(beside, b'-' | 0xe2 | b't' | b'a' | b'o' | b'u'),
            b'-' | b'/' | 0xe2 => true,
            b's' | b'n' | b'r' | b't' => matches!(beside, b't' | b'd' | b'h'),
            _ => false,
        };
    if (dated || run <= 2 && matches!(before, b' ' | b'.') && month_before(&bytes[..at - 1]))
        && let Some(end) = day_of_month(text, at)
    {
        return Some((end, Reason::Date));
    }
    let scored = run <= 3 && matches!(next, b'-' | 0xe2 | 0xe6);
    let end = scored.then(|| score(text, at, floor, units)).flatten()?;
    Some((end, Reason::AspectRatio))
}

/// Groups of digits joined by one kind of mark: `2024-05-01`, `10.0.0.1`, `12:30`.
#[inline(never)]
fn shape(text: &str, at: usize) -> Option<(usize, Reason)> {
    let bytes = text.as_bytes();
    let (mut starts, mut lengths, mut marks) = ([0_usize; 8], [0_usize; 8], [0_u8; 8]);
    let (mut groups, mut end) = (0, at);
    loop {
        let length = bytes[end..].iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 || groups == 8 {
            break;
        }
        (starts[groups], lengths[groups]) = (end, length);
        groups += 1;
        end += length;
        match bytes.get(end) {
            Some(mark @ (b'-' | b'/' | b'.' | b':')) if bytes.get(end + 1).is_some_and(u8::is_ascii_digit) => {
                marks[groups - 1] = *mark;
                end += 1;
            }
            _ => break,
        }
    }
    if groups == 0 {
        return None;
    }
    let value = |index: usize| text[starts[index]..starts[index] + lengths[index]].parse::<u64>().unwrap_or(u64::MAX);
    let end_of = |index: usize| starts[index] + lengths[index];
    let year = |index: usize| lengths[index] == 4 && (1000..3000).contains(&value(index));
    let all = |mark: u8, count: usize| marks[..count].iter().all(|m| *m == mark);
    let han_date = chinese_date(text, at, lengths[0], value(0));
    if han_date.is_some() {
        return han_date.map(|end| (end, Reason::Date));
    }
    if groups == 1 {
        let next = bytes.get(end);
        if lengths[0] == 4 && next == Some(&b's') && !bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic) {
            return Some((end + 1, Reason::Date));
        }
        return None;
    }
    // 2.x and its like.
    if groups >= 3 && all(b'.', groups - 1) {
        let address = groups == 4 && (0..4).all(|i| value(i) < 256);
        return Some((end_of(groups - 1), if address { Reason::Identifier } else { Reason::Version }));
    }
    if groups >= 4 && all(b'.', 3) && marks[3] == b':' && (0..4).all(|i| value(i) < 256) {
        return Some((end_of(4.min(groups - 1)), Reason::Identifier));
    }
    if groups >= 3 && (all(b'-', 2) || all(b'/', 2)) {
        let dated = year(0) && value(1) <= 12 && value(2) <= 31
            || year(2) && value(0) <= 31 && value(1) <= 31
            || marks[0] == b'/'
                && (0..3).all(|i| lengths[i] <= 2)
                && value(0) <= 31
                && value(1) <= 31
                && groups == 3
                && !unit_follows(text, end);
        if dated {
            let mut end = end_of(2);
            // ISO time.
            if bytes.get(end).is_some_and(|b| matches!(b, b'T' | b' ')) && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                let tail = bytes[end + 1..]
                    .iter()
                    .take_while(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b'+' | b'Z' | b'-'))
                    .count();
                if text[end + 1..end + 1 + tail].contains(':') {
                    end += 1 + tail;
                }
            }
            return Some((end, Reason::Date));
        }
        if all(b'-', groups - 1) {
            return Some((end_of(groups - 1), Reason::Identifier));
        }
        return None;
    }
    if marks[0] == b':' {
        let two = |index: usize| lengths[index] == 2 && value(index) < 60;
        if value(0) < 25 && lengths[0] <= 2 && two(1) && (groups < 3 || marks[1] != b':' || two(2)) {
            let mut last = if groups >= 3 && marks[1] == b':' { 2 } else { 1 };
            // 9:00-18:00
            if groups > last + 2 && marks[last] == b'-' && marks[last + 1] == b':' {
                last += 2;
            }
            return Some((end_of(last), Reason::Date));
        }
        if groups == 2 || groups == 3 && marks[1] == b':' {
            return Some((end_of(groups - 1), Reason::AspectRatio));
        }
        return None;
    }
    if groups == 2 && marks[0] == b'-' {
        if year(0) && lengths[1] == 2 && !unit_follows(text, end) {
            return Some((end, Reason::Date));
        }
        if bytes[at] == b'0' && lengths[0] >= 3 && lengths[1] >= 7 {
            return Some((end, Reason::Identifier));
        }
    }
    if groups == 2 && marks[0] == b'/' && (value(0), value(1)) == (24, 7) {
        return Some((end, Reason::Idiom));
    }
    None
}

/// A number in one of the forms of telephone numbers: +1 415-555-2671, (415) 555-2671, 555-0142. The end.
#[inline(never)]
fn telephone(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let run = |start: usize| bytes.get(start..).map_or(0, |rest| rest.iter().take(12).take_while(|b| b.is_ascii_digit()).count());
    let first = run(at);
    match *bytes.get(..at)? {
        [.., b'+'] if (1..=3).contains(&first) && !matches!(at.checked_sub(2).map(|i| bytes[i]), Some(b'0'..=b'9' | b'%')) => {
            let (mut end, mut digits, mut groups) = (at + first, 0, 0);
            while let Some(b' ' | b'-' | b'(') = bytes.get(end) {
                let start = end + bytes[end..].iter().take(2).take_while(|b| matches!(b, b' ' | b'-' | b'(')).count();
                let length = run(start);
                if length < 2 {
                    break;
                }
                (end, digits, groups) = (start + length, digits + length, groups + 1);
                end += usize::from(bytes.get(end) == Some(&b')'));
            }
            (digits >= 7 && (groups > 1 || digits >= 9)).then_some(end)
        }
        [.., b'('] if first == 3 && bytes.get(at + 3) == Some(&b')') => {
            let start = at + 4 + usize::from(bytes.get(at + 4) == Some(&b' '));
            let end = start + 8;
            (run(start) == 3 && bytes.get(start + 3) == Some(&b'-') && run(start + 4) == 4).then_some(end)
        }
        _ if first == 3 && bytes.get(at + 3) == Some(&b'-') && run(at + 4) == 4 => {
            let end = at + 8;
            let led = word_before(text, at).is_some_and(|(word, _)| {
                matches!(
                    word.to_ascii_lowercase().as_str(),
                    "call" | "phone" | "tel" | "tel." | "telephone" | "dial" | "fax" | "hotline"
                )
            });
            let closed = !bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'%'));
            (closed && (led || bytes[at + 4] == b'0')).then_some(end)
        }
        _ => None,
    }
}

/// Whether what stands before names a language by a mark, so that the digits are its edition: C++20, C++ 17, C# 12.
pub(super) fn is_edition(head: &str) -> bool {
    let head = head.strip_suffix(' ').unwrap_or(head);
    let letter = |head: &str| head.ends_with(|c: char| c.is_ascii_alphabetic());
    head.strip_suffix("++").or_else(|| head.strip_suffix('#')).is_some_and(letter)
}

/// What stands before the first of a list of numbers, of which the text has all but the last: "ports 9090 and" gives "ports".
pub(crate) fn before_list<'a>(text: &'a str, joints: &[&str]) -> &'a str {
    let (mut first, mut steps) = (text, 0);
    while steps < 8
        && let Some(listed) = joints.iter().find_map(|joint| first.strip_suffix(joint)).map(str::trim_end)
        && listed.ends_with(|c: char| c.is_ascii_digit())
    {
        first = listed.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        steps += 1;
    }
    first
}

/// What stands before calls a number of `length` digits an identifier: 订单号, ID, ISBN, ticket #; "ports 9090 and 9091" are two of them.
pub(super) fn is_identified(head: &str, length: usize) -> bool {
    let head = head.trim_end_matches([' ', ':', '：', '#', '为', '是']);
    let first = before_list(head, &["and", "or", "和", "与", "、", ","]);
    let word = word_before(first, first.len()).map_or("", |(word, _)| word);
    if word.eq_ignore_ascii_case("port") || word.eq_ignore_ascii_case("ports") || first.ends_with("端口") {
        return length >= 4;
    }
    if head.ends_with(['号', '號']) {
        return length >= 5;
    }
    if ["编码", "代码", "账户", "电话", "热线", "条码", "邮编", "拨打", "致电", "群", "微信"]
        .iter()
        .any(|word| head.ends_with(word))
    {
        return length >= 5;
    }
    let letters = head.bytes().rev().take(9).take_while(u8::is_ascii_alphabetic).count();
    let word = head[head.len() - letters..].to_ascii_lowercase();
    matches!(
        word.as_str(),
        "id" | "ids"
            | "isbn"
            | "issn"
            | "sku"
            | "ein"
            | "uid"
            | "imei"
            | "invoice"
            | "ticket"
            | "group"
            | "qq"
            | "wechat"
            | "pr"
            | "issue"
            | "bug"
            | "rfc"
            | "cve"
            | "serial"
            | "passport"
            | "postcode"
            | "zip"
            | "pid"
            | "doi"
            | "pmid"
            | "hotline"
            | "fax"
            | "tel"
            | "phone"
    )
}

/// The sides of a game or a ratio: 3-1 where the greater stands first, 3比1, 3 : 1. The end.
#[inline(never)]
fn score(text: &str, at: usize, floor: usize, units: &super::Units) -> Option<usize> {
    let bytes = text.as_bytes();
    let number = |start: usize| {
        let digits = bytes.get(start..)?.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
        (1..=3).contains(&digits).then_some(())?;
        Some((text[start..start + digits].parse::<u32>().ok()?, start + digits))
    };
    let (first, end) = number(at)?;
    // -, –, ∶ and 比 alone can follow.
    if !matches!(bytes.get(end), Some(b'-' | 0xe2 | 0xe6)) {
        return None;
    }
    let tail = &text[end..];
    let dash = ["-", "–"].into_iter().find(|mark| tail.starts_with(mark));
    let mark = dash.or_else(|| ["比", "∶"].into_iter().find(|mark| tail.starts_with(mark)))?;
    let (second, end) = number(end + mark.len())?;
    let behind = text[end..].chars().next().unwrap_or(' ');
    if behind.is_ascii_alphanumeric() || matches!(behind, '%' | '％' | '°' | '-' | '–' | '/' | '万' | '亿' | '多' | '点')
    {
        return None;
    }
    if dash.is_some() && matches!(behind, '.' | ',') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    if dash.is_none() {
        let decimals = bytes[end..].iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
        return Some(if behind == '.' && decimals > 0 { end + 1 + decimals } else { end });
    }
    // 3-1: a range never falls, a sign or a currency makes it one, and so does a unit.
    let free = at == floor || char_before(text, at).is_some_and(|(c, _)| c.is_whitespace() || matches!(c, '(' | '（'));
    let words = ["for", "at", "about", "of", "to", "by", "times", "from", "between", "$"];
    let led = word_before(text, at).is_some_and(|(word, _)| words.contains(&word.to_ascii_lowercase().as_str()));
    let closed = matches!(behind, '.' | ',' | ';' | ')' | '）' | '，' | '。')
        || text[end..].starts_with([' ']) && text[end..].trim_start().starts_with(|c: char| c.is_ascii_lowercase());
    let unit = units.at(text, super::text::skip_spaces(text, end, 1)).is_some();
    (free && !led && closed && !unit && first > second && first < 200).then_some(end)
}

fn unit_follows(text: &str, at: usize) -> bool {
    char_at(text, at).is_some_and(|(c, _)| c.is_alphabetic() || matches!(c, '%' | '％' | '°' | '‰'))
}

/// The end of two years, of which the first stands at `at`.
pub(super) fn year_end(text: &str, at: usize, units: &super::Units) -> Option<usize> {
    let digits = text.as_bytes()[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    (digits == 4).then(|| years(text, at, units)).flatten()
}

/// The end of a name that starts with Latin letters or digits: letters and digits, and marks between them.
pub(super) fn name_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    loop {
        let length = bytes[end..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        end += length;
        match bytes.get(end) {
            Some(b'-' | b'+') if length > 0 && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric) => end += 1,
            Some(b'.') if length > 0 && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) => end += 1,
            // 2.x
            Some(b'.')
                if length > 0
                    && bytes.get(end + 1) == Some(&b'x')
                    && !bytes.get(end + 2).is_some_and(u8::is_ascii_alphanumeric) =>
            {
                end += 2;
            }
            _ => return end,
        }
    }
}

/// The word of Latin letters that ends at `at` (after one space at most), with its start.
pub(super) fn word_before(text: &str, at: usize) -> Option<(&str, usize)> {
    let end = super::text::skip_spaces_back(text, at, 2);
    let bytes = text.as_bytes();
    let length = bytes[..end].iter().rev().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_')).count();
    (length > 0).then(|| (&text[end - length..end], end - length))
}

/// A Han character stands directly before or after.
pub(super) fn between_han(text: &str, start: usize, end: usize) -> bool {
    char_before(text, start).is_some_and(|(c, _)| is_han(c)) || char_at(text, end).is_some_and(|(c, _)| is_han(c))
}
