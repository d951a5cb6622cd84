//! Dates, months, years and times of day in a text.

use std::ops::Range;

use crate::extract::span::clock;
use crate::quantity::dates;

/// How fine a moment is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// 09:40
    Clock,
    /// 3 May, 2031-05-03
    Day,
    /// May 2031
    Month,
    /// 2031
    Year,
}

/// A point of time as far as it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Where it stands.
    pub range: Range<usize>,
    /// Year.
    pub year: Option<u16>,
    /// Month.
    pub month: Option<u8>,
    /// Day of the month.
    pub day: Option<u8>,
    /// Time of day in minutes.
    pub clock: Option<u16>,
    /// A time of day that may be one of the afternoon, too.
    pub half: bool,
}

impl Moment {
    const fn at(range: Range<usize>) -> Self {
        Self { range, year: None, month: None, day: None, clock: None, half: false }
    }

    /// What it is told to; `None` for a day without a month.
    pub const fn grain(&self) -> Option<Grain> {
        match (self.year, self.month, self.day, self.clock) {
            (_, Some(_), Some(_), _) => Some(Grain::Day),
            (_, Some(_), None, _) => Some(Grain::Month),
            (Some(_), None, None, _) => Some(Grain::Year),
            (None, None, None, Some(_)) => Some(Grain::Clock),
            _ => None,
        }
    }

    /// As in ISO 8601, what is not told left out: `2031-05-03`, `--05-03`, `2031-05`, `--05`, `2031`, `T09:40`.
    pub fn iso(&self) -> String {
        use std::fmt::Write as _;
        let mut text = self.year.map_or_else(String::new, |year| year.to_string());
        if let Some(month) = self.month {
            let _ = write!(text, "{}-{month:02}", if self.year.is_none() { "-" } else { "" });
        }
        if let Some(day) = self.day {
            let _ = write!(text, "-{day:02}");
        }
        if let Some(clock) = self.clock {
            let half = if self.half { "?" } else { "" };
            let _ = write!(text, "T{:02}:{:02}{half}", clock / 60, clock % 60);
        }
        text
    }
}

/// The moments of a text, in order. `is_date` tells whether a bare number of four digits is a year.
pub fn moments(text: &str, is_date: &dyn Fn(usize) -> bool) -> Vec<Moment> {
    let mut found: Vec<Moment> = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        let starts = !before.is_ascii_alphanumeric() && !matches!(before, '.' | '/' | '$' | '€' | '£' | '¥' | '#');
        let read = match c {
            '0'..='9' if starts => at_digit(text, at, is_date),
            'A'..='Z' if starts => at_month(text, at),
            '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十' if !is_han_digit(before) => {
                han_date(text, at)
            }
            _ => Vec::new(),
        };
        let next = read.last().map_or(at + c.len_utf8(), |moment| moment.range.end);
        found.extend(read);
        before = text[..next].chars().next_back().unwrap_or(' ');
        at = next;
    }
    joined(text, found)
}

/// A day and the time of day behind it are one moment.
fn joined(text: &str, found: Vec<Moment>) -> Vec<Moment> {
    let mut kept: Vec<Moment> = Vec::new();
    for moment in found {
        if let Some(day) = kept.last_mut()
            && moment.grain() == Some(Grain::Clock)
            && day.grain() == Some(Grain::Day)
            && day.clock.is_none()
            && matches!(bare(&text[day.range.end..moment.range.start]).as_str(), "" | "at" | "t")
        {
            (day.clock, day.half, day.range.end) = (moment.clock, moment.half, moment.range.end);
            continue;
        }
        kept.push(moment);
    }
    kept
}

/// A gap in small letters without weekdays, marks of brackets and commas.
pub fn bare(gap: &str) -> String {
    const DAYS: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let mut text = gap.to_lowercase();
    for lead in ["星期", "礼拜", "周", "週"] {
        while let Some(at) = text.find(lead) {
            let tail = &text[at + lead.len()..];
            let Some(day) = tail.chars().next().filter(|c| "一二三四五六日天末".contains(*c)) else { break };
            text.replace_range(at..at + lead.len() + day.len_utf8(), " ");
        }
    }
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '(' | ')' | '（' | '）' | '.'))
        .filter(|word| {
            let day = DAYS.iter().any(|day| word == day || word.len() >= 3 && word.len() <= 5 && day.starts_with(word));
            !word.is_empty() && !day
        })
        .collect();
    words.join(" ")
}

pub fn digits(text: &str, at: usize, most: usize) -> Option<(u16, usize)> {
    let tail = text.get(at..)?;
    let count = tail.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 || count > most {
        return None;
    }
    Some((tail[..count].parse().ok()?, at + count))
}

fn is_year(value: u16) -> bool {
    (1800..2100).contains(&value)
}

fn small(value: u16, most: u16) -> Option<u8> {
    (1..=most).contains(&value).then(|| u8::try_from(value).ok()).flatten()
}

fn spaces(text: &str, at: usize) -> usize {
    at + usize::from(text[at..].starts_with(' '))
}

/// What begins with a digit.
fn at_digit(text: &str, at: usize, is_date: &dyn Fn(usize) -> bool) -> Vec<Moment> {
    let one = |moment: Option<Moment>| moment.map(|moment| vec![moment]);
    one(numeric(text, at))
        .or_else(|| chinese(text, at))
        .or_else(|| one(clock::read(text, at)))
        .or_else(|| days_before_month(text, at))
        .or_else(|| one(year(text, at).filter(|_| is_date(at))))
        .unwrap_or_default()
}

/// 2031-05-03, 2031/5/3, 2031.05.03
fn numeric(text: &str, at: usize) -> Option<Moment> {
    let (year, end) = digits(text, at, 4).filter(|(year, _)| is_year(*year))?;
    let mark = text[end..].chars().next().filter(|c| matches!(c, '-' | '/' | '.'))?;
    let (month, end) = digits(text, end + 1, 2)?;
    let rest = text[end..].strip_prefix(mark)?;
    let (day, end) = digits(text, text.len() - rest.len(), 2)?;
    let moment = Moment { year: Some(year), month: small(month, 12), day: small(day, 31), ..Moment::at(at..end) };
    let closed = !text[end..].starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '/');
    (closed && moment.month.is_some() && moment.day.is_some()).then_some(moment)
}

fn year(text: &str, at: usize) -> Option<Moment> {
    let (year, end) = digits(text, at, 4).filter(|(year, _)| is_year(*year))?;
    let closed = !text[end..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '.' | ':'))
        || text[end..].starts_with('.') && !text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    closed.then(|| Moment { year: Some(year), ..Moment::at(at..end) })
}

/// 2031年5月3日, 5月3日, 2031年5月, 5月, 2031年, 28日 behind a joint; 5月3—8日 are two.
fn chinese(text: &str, at: usize) -> Option<Vec<Moment>> {
    let (first, mut end) = digits(text, at, 4)?;
    let mut moment = Moment::at(at..end);
    let mut value = first;
    let marked = |end: usize, marks: &[&str]| {
        let start = spaces(text, end);
        marks.iter().find(|mark| text[start..].starts_with(**mark)).map(|mark| start + mark.len())
    };
    if let Some(behind) = marked(end, &["年"]).filter(|_| is_year(value)) {
        if ["代", "级", "版", "款", "型", "间"].iter().any(|word| text[behind..].starts_with(word)) {
            return None;
        }
        (moment.year, moment.range.end) = (Some(value), behind);
        let start = spaces(text, behind);
        match digits(text, start, 2) {
            Some((month, next)) if marked(next, &["月"]).is_some() => (value, end) = (month, next),
            _ => return Some(vec![moment]),
        }
    }
    if let Some(behind) = marked(end, &["月"]) {
        moment.month = Some(small(value, 12)?);
        moment.range.end = behind;
        let start = spaces(text, behind);
        let Some((day, next)) = digits(text, start, 2) else { return Some(vec![moment]) };
        if let Some(behind) = marked(next, &["日", "号", "號"]) {
            (moment.day, moment.range.end) = (Some(small(day, 31)?), behind);
            return Some(vec![moment]);
        }
        let joint = text[spaces(text, next)..].trim_start_matches(['-', '–', '—', '~', '～', '至', '到', '－', ' ']);
        let other = text.len() - joint.len();
        if other > next
            && let Some((last, close)) = digits(text, other, 2)
            && let Some(behind) = marked(close, &["日", "号", "號"])
        {
            (moment.day, moment.range.end) = (Some(small(day, 31)?), next);
            let second = Moment { day: Some(small(last, 31)?), range: other..behind, ..moment.clone() };
            return Some(vec![moment, second]);
        }
        return Some(vec![moment]);
    }
    let behind = marked(end, &["日", "号", "號"])?;
    Some(vec![Moment { day: Some(small(value, 31)?), ..Moment::at(at..behind) }])
}

/// 七月二十八日, 三月
fn han_date(text: &str, at: usize) -> Vec<Moment> {
    let read = || {
        let (month, end) = han(text, at)?;
        let behind = end + text[end..].strip_prefix('月').map(|_| '月'.len_utf8())?;
        let mut moment = Moment { month: Some(small(month, 12)?), ..Moment::at(at..behind) };
        if let Some((day, end)) = han(text, behind)
            && text[end..].starts_with(['日', '号', '號'])
        {
            (moment.day, moment.range.end) = (Some(small(day, 31)?), end + '日'.len_utf8());
        }
        Some(vec![moment])
    };
    read().unwrap_or_default()
}

fn is_han_digit(c: char) -> bool {
    "一二三四五六七八九十百千两几数第个〇零".contains(c)
}

/// A Chinese number below one hundred.
fn han(text: &str, at: usize) -> Option<(u16, usize)> {
    const DIGITS: &str = "一二三四五六七八九";
    let value = |c: char| DIGITS.chars().position(|digit| digit == c).and_then(|at| u16::try_from(at + 1).ok());
    let mut chars = text.get(at..)?.chars().peekable();
    let mut end = at;
    let mut number = 0;
    if let Some(first) = chars.peek().copied().and_then(value) {
        (number, end) = (first, end + 3);
        chars.next();
    }
    if chars.peek() == Some(&'十') {
        chars.next();
        (number, end) = (number.max(1) * 10, end + 3);
        if let Some(last) = chars.peek().copied().and_then(value) {
            (number, end) = (number + last, end + 3);
        }
    }
    (number > 0).then_some((number, end))
}

/// 3 May, 3rd of May 2031, 3 to 8 May.
fn days_before_month(text: &str, at: usize) -> Option<Vec<Moment>> {
    let (day, end) = digits(text, at, 2)?;
    let day = small(day, 31)?;
    let end = ordinal(text, end);
    let joint = ["-", "–", "—", " - ", " – ", " to ", " and ", " until ", " till ", " through "];
    let second = joint.iter().find_map(|joint| {
        let start = end + text[end..].strip_prefix(joint).map(|_| joint.len())?;
        let (last, close) = digits(text, start, 2)?;
        Some((start, small(last, 31)?, ordinal(text, close)))
    });
    let month_at = |end: usize| {
        let tail = text[end..].strip_prefix(" of ").or_else(|| text[end..].strip_prefix(' '))?;
        let start = text.len() - tail.len();
        let (month, length) = month_name(tail)?;
        Some((month, start + length))
    };
    if let Some((start, last, close)) = second
        && let Some((month, behind)) = month_at(close)
    {
        let (year, behind) = year_behind(text, behind);
        let of = |day: u8, range: Range<usize>| Moment { year, month: Some(month), day: Some(day), ..Moment::at(range) };
        return Some(vec![of(day, at..end), of(last, start..behind)]);
    }
    let (month, behind) = month_at(end)?;
    let (year, behind) = year_behind(text, behind);
    Some(vec![Moment { year, month: Some(month), day: Some(day), ..Moment::at(at..behind) }])
}

/// May 3, May 3rd, 2031, May 3–8, May 2031, May.
fn at_month(text: &str, at: usize) -> Vec<Moment> {
    let Some((month, length)) = month_name(&text[at..]) else { return Vec::new() };
    let named = at + length;
    let mut moment = Moment { month: Some(month), ..Moment::at(at..named) };
    let start = spaces(text, named);
    if start == named {
        return vec![moment];
    }
    if let Some((day, end)) = digits(text, start, 2).and_then(|(day, end)| Some((small(day, 31)?, end))) {
        let end = ordinal(text, end);
        if text[end..].starts_with([':', '%']) || text[end..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return vec![moment];
        }
        let joint = ["-", "–", "—", " to ", " – ", " - ", " through "];
        let second = joint.iter().find_map(|joint| {
            let start = end + text[end..].strip_prefix(joint).map(|_| joint.len())?;
            let (last, close) = digits(text, start, 2)?;
            let apart = !text[close..].starts_with([':', '.']) || text[close..].starts_with(". ");
            Some((start, small(last, 31)?, ordinal(text, close))).filter(|_| apart && month_name_behind(text, close).is_none())
        });
        (moment.day, moment.range.end) = (Some(day), end);
        if let Some((start, last, close)) = second {
            let (year, close) = year_behind(text, close);
            moment.year = year;
            let other = Moment { day: Some(last), range: start..close, ..moment.clone() };
            return vec![moment, other];
        }
        (moment.year, moment.range.end) = year_behind(text, end);
    } else {
        (moment.year, moment.range.end) = year_behind(text, named);
    }
    vec![moment]
}

fn month_name_behind(text: &str, at: usize) -> Option<u8> {
    month_name(text[at..].trim_start_matches(' ')).map(|(month, _)| month)
}

fn ordinal(text: &str, end: usize) -> usize {
    let marked = ["st", "nd", "rd", "th"].iter().any(|mark| text[end..].starts_with(mark));
    let closed = text.get(end + 2..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
    if marked && closed { end + 2 } else { end }
}

/// The year behind a day or a month, and where it ends.
fn year_behind(text: &str, end: usize) -> (Option<u16>, usize) {
    let tail = text[end..].strip_prefix(',').unwrap_or(&text[end..]);
    let start = tail.strip_prefix(' ').map(|rest| text.len() - rest.len());
    let read = start.and_then(|start| digits(text, start, 4)).filter(|(year, close)| {
        is_year(*year) && !text[*close..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '%')
    });
    read.map_or((None, end), |(year, close)| (Some(year), close))
}

/// The month that a text begins with, and the bytes of its name with the stop behind a short one.
fn month_name(text: &str) -> Option<(u8, usize)> {
    let (month, length) = dates::month_name(text)?;
    let is_short = length < dates::MONTHS[usize::from(month) - 1].len();
    let stop = is_short && text[length..].starts_with(". ");
    Some((month, length + usize::from(stop)))
}
