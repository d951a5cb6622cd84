//! Times of day: 09:40, 9 am, 5:30 p.m., 上午9点半, 18时.

use crate::extract::span::moment::{Moment, digits};

/// A time of day that begins with a digit.
pub fn read(text: &str, at: usize) -> Option<Moment> {
    let (hour, end) = digits(text, at, 2).filter(|(hour, _)| *hour <= 24)?;
    let mut close = end;
    let mut minutes = 0;
    let mut marked = false;
    if let Some(rest) = text[end..].strip_prefix([':', '：']) {
        let start = text.len() - rest.len();
        let (value, behind) = digits(text, start, 2).filter(|(value, behind)| *value < 60 && behind - start == 2)?;
        let next = text[behind..].strip_prefix([':', '：', '.', '/']);
        if next.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            return None;
        }
        (minutes, close, marked) = (value, behind, true);
    } else if let Some(rest) = text[end..].strip_prefix(['点', '點', '时', '時']) {
        if rest.starts_with('间') || rest.starts_with('钟') && text[end..].starts_with(['时', '時']) {
            return None;
        }
        let rest = rest.strip_prefix('钟').unwrap_or(rest);
        close = text.len() - rest.len();
        marked = true;
        if rest.starts_with('半') {
            (minutes, close) = (30, close + '半'.len_utf8());
        } else if let Some((value, behind)) = digits(text, close, 2).filter(|(value, _)| *value < 60) {
            (minutes, close) = (value, behind);
            close += if text[close..].starts_with('分') { '分'.len_utf8() } else { 0 };
        }
    }
    let tail = text[close..].trim_start_matches(' ');
    let lower: String = tail.chars().take(4).collect::<String>().to_ascii_lowercase();
    let named = ["a.m.", "p.m.", "am", "pm"].iter().find(|word| lower.starts_with(**word));
    let named = named.filter(|word| !tail[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()));
    let mut hour = hour;
    let mut half = hour > 0 && hour <= 12;
    if let Some(word) = named.filter(|_| hour <= 12) {
        hour = hour % 12 + if word.starts_with('p') { 12 } else { 0 };
        (half, marked) = (false, true);
        close = text.len() - tail.len() + word.len();
    } else if text[at..end].starts_with('0') {
        half = false;
    }
    let head = text[..at].trim_end();
    if ["下午", "晚上", "傍晚", "晚间", "夜间", "晚"].iter().any(|word| head.ends_with(word)) {
        hour += if hour < 12 { 12 } else { 0 };
        half = false;
    } else if ["上午", "凌晨", "早上", "清晨", "早晨", "早"].iter().any(|word| head.ends_with(word)) {
        half = false;
    }
    if !marked || tail.starts_with('%') || text[close..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    Some(Moment { range: at..close, year: None, month: None, day: None, clock: Some(hour * 60 + minutes), half })
}
