//! Digits that are no figures: dates, times of day, versions, addresses, names.

use super::Reason;
use super::text::{char_at, char_before, is_han};

/// Groups of digits joined by one kind of mark: `2024-05-01`, `10.0.0.1`, `12:30`.
pub(super) fn shape(text: &str, at: usize) -> Option<(usize, Reason)> {
    let bytes = text.as_bytes();
    // Most numbers are followed by nothing that a date, version or address could go on with.
    let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    if !matches!(bytes.get(at + digits), Some(b'-' | b'/' | b'.' | b':' | b' ' | b's' | 0xe5 | 0xe6)) {
        return None;
    }
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
pub(super) fn telephone(text: &str, at: usize) -> Option<usize> {
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

/// What stands before calls a number of `length` digits an identifier: 订单号, ID, ISBN, ticket #.
pub(super) fn is_identified(head: &str, length: usize) -> bool {
    let head = head.trim_end_matches([' ', ':', '：', '#', '为', '是']);
    if head.ends_with(['号', '號']) {
        return length >= 5;
    }
    if ["编码", "代码", "账户", "电话", "热线", "条码", "邮编", "拨打", "致电"].iter().any(|word| head.ends_with(word))
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

/// Two years and what stands around them: the 2031-2030 model, between 2019 and 2023, 2019—2023年, (2019-2023). The end.
pub(super) fn years(text: &str, at: usize, units: &super::Units) -> Option<usize> {
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
    next = super::text::skip_spaces(text, next, 1);
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
        "from" => *joint != "and " && word_before(text, start).is_none_or(|(verb, _)| !super::range::changes(verb)),
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
            let led = word_before(text, at).is_some_and(|(word, _)| month_name(word).is_some_and(|length| length == word.len()));
            if led && year_behind(text, end) > end {
                return Some(year_behind(text, end));
            }
            let behind = text[end..].strip_prefix(" of ").or_else(|| text[end..].strip_prefix(' ')).unwrap_or("");
            let length = month_name(behind)?;
            return Some(year_behind(text, text.len() - behind.len() + length));
        }
        _ => first,
    };
    let second = ["-", "–", "—", "/", " - ", " – ", " to ", " and ", " or ", " until ", " till ", " through "]
        .iter()
        .find_map(|joint| days(first + text[first..].strip_prefix(joint).map(|_| joint.len())?));
    for end in second.into_iter().chain([first]) {
        let behind = &text[end..];
        if let Some(length) = behind.strip_prefix(' ').and_then(month_name) {
            return Some(year_behind(text, end + 1 + length));
        }
    }
    // The month before: nothing may follow that could be counted ("in May 12 people came").
    let end = second.unwrap_or(first);
    let (word, start) = word_before(text, at)?;
    let whole = month_name(word).is_some_and(|length| length == word.len());
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

/// Bytes of the month's name that a text begins with; "may" and "march" in small letters are verbs.
fn month_name(text: &str) -> Option<usize> {
    let months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let word = &text[..letters];
    let short = |month: &str| letters == 3 && month[..3] == *word || word == "Sept";
    months.iter().any(|month| word == *month || short(month)).then_some(letters)
}

/// The sides of a game or a ratio: 3-1 where the greater stands first, 3比1, 3 : 1. The end.
pub(super) fn score(text: &str, at: usize, floor: usize, units: &super::Units) -> Option<usize> {
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

/// 2024年3月5日, 3月5日, 5月, 2024年; the end of the date.
fn chinese_date(text: &str, at: usize, length: usize, value: u64) -> Option<usize> {
    let mut end = at + length;
    let part = |end: usize, marks: &[&str], limit: u64| {
        let start = super::text::skip_spaces(text, end, 1);
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

/// Chinese day names and dates before a Chinese numeral: 周三, 星期五.
pub(super) fn weekday(text: &str, at: usize) -> bool {
    let head = &text[..at];
    head.ends_with("星期") || head.ends_with("礼拜") || head.ends_with('周') && !head.ends_with("每周")
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
