//! Where sentences, clauses, brackets and labels of a block begin and end.

use std::ops::Range;

/// No sentence is read as longer than this many bytes: what runs on for longer is a list without full stops, and is cut at its
/// commas, so that the work on a text grows with its length only.
const LONGEST: usize = 1500;

/// Sentences of a text, in order, without the space between.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut last = 0;
    cut(text, |text, at, c| {
        let ends = match c {
            '。' | '！' | '？' | '；' | ';' | '!' | '?' => true,
            '\n' => !wrapped(text, at),
            '.' => full_stop(text, at),
            '，' | '、' | ' ' => at - last > LONGEST,
            ',' => at - last > LONGEST && !between_digits(text, at),
            _ => false,
        };
        if ends {
            last = at;
        }
        ends
    })
}

/// Clauses of one sentence, in order.
pub fn clauses(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let inside = &text[sentence.clone()];
    cut(inside, |text, at, c| match c {
        '，' | '：' | '、' | '（' | '）' | '(' | ')' | '—' | '\t' => true,
        ',' | ':' => !between_digits(text, at),
        _ => false,
    })
    .into_iter()
    .map(|range| range.start + sentence.start..range.end + sentence.start)
    .collect()
}

/// The range of `ranges`, which are in order, that holds the offset; the whole text when none does.
pub fn around(ranges: &[Range<usize>], offset: usize, whole: &Range<usize>) -> Range<usize> {
    let before = ranges.partition_point(|range| range.start <= offset);
    let found = before.checked_sub(1).and_then(|at| ranges.get(at));
    found.filter(|range| offset < range.end.max(range.start + 1)).unwrap_or(whole).clone()
}

/// The label before the first colon of an item ("核心亮点：…", "**Price**: …"): its range, and where the rest begins.
/// A long run of text before a colon is a sentence, not a label.
pub fn label(text: &str) -> Option<(Range<usize>, usize)> {
    const LONGEST: usize = 40;
    let at = text.char_indices().find(|&(at, c)| c == '：' || (c == ':' && !between_digits(text, at)))?.0;
    let label = text[..at].trim();
    if label.is_empty() || label.chars().count() > LONGEST || label.contains(['。', '，', '；']) || text[at..].starts_with("://")
    {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let mark = text[at..].chars().next().map_or(1, char::len_utf8);
    Some((start..start + label.len(), at + mark))
}

/// The date of a note that begins with one: "1.2.0 (2030-06-30): …", "v4.1, 2031-02: …", "[2031.06.02] …", "2031/5/2: …".
pub fn dated_note(text: &str) -> Option<String> {
    released(text).or_else(|| news(text))
}

/// The date of an item of news: in brackets, or before a colon or a sign.
fn news(text: &str) -> Option<String> {
    let text = text.trim_start().trim_start_matches(['*', '_', ' ']);
    let bare = text.trim_start_matches(['[', '【', '(', '（']);
    let opened = bare.len() < text.len();
    let end = bare.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/' | '.')))?;
    let (date, behind) = bare.split_at(end);
    let sign = |c: char| !c.is_alphanumeric() && !c.is_ascii() && !matches!(c, '，' | '。' | '、' | '至' | '～' | '–' | '—');
    let closed = if opened {
        behind.starts_with([']', '】', ')', '）'])
    } else {
        behind.starts_with([':', '：']) || behind.trim_start().starts_with(sign)
    };
    let parts: Vec<&str> = date.split(['-', '/', '.']).collect();
    let number = |text: &str, most: u32| text.len() <= 2 && text.parse().is_ok_and(|n: u32| (1..=most).contains(&n));
    let [year, month, rest @ ..] = parts.as_slice() else { return None };
    let days = if opened { 0..=1 } else { 1..=1 };
    let century = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    let calendar = century && number(month, 12) && days.contains(&rest.len());
    (closed && calendar && rest.iter().all(|day| number(day, 31)))
        .then(|| rest.iter().fold(format!("{year}-{month:0>2}"), |date, day| format!("{date}-{day:0>2}")))
}

/// The date behind a version.
fn released(text: &str) -> Option<String> {
    let text = text.trim_start().trim_start_matches(['v', 'V', '*', '[']);
    let version = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let dotted = text[..version].matches('.').count();
    if !(1..=3).contains(&dotted) || text.starts_with('.') {
        return None;
    }
    let rest = text[version..].trim_start_matches(|c: char| !c.is_ascii_digit() && !c.is_alphabetic());
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(rest.len());
    let date = &rest[..end];
    let parts: Vec<usize> = date.split('-').map(str::len).collect();
    matches!(parts[..], [4, 2] | [4, 2, 2]).then(|| date.to_owned())
}

/// Bracketed stretches of a text, without the brackets; unclosed ones run to the end. Only the outermost are given.
pub fn brackets(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '（' | '(' | '[' | '【' => {
                if depth == 0 {
                    start = at + c.len_utf8();
                }
                depth += 1;
            }
            '）' | ')' | ']' | '】' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(start..at);
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        found.push(start..text.len());
    }
    found
}

fn cut(text: &str, mut ends: impl FnMut(&str, usize, char) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut push = |from: usize, to: usize| {
        let trimmed = text[from..to].trim();
        if !trimmed.is_empty() {
            let lead = text[from..to].len() - text[from..to].trim_start().len();
            found.push(from + lead..from + lead + trimmed.len());
        }
    };
    for (at, c) in text.char_indices() {
        if ends(text, at, c) {
            push(start, at);
            start = at + c.len_utf8();
        }
    }
    push(start, text.len());
    found
}

/// A full stop ends a sentence when space follows and no abbreviation, initial or number stands before.
fn full_stop(text: &str, at: usize) -> bool {
    const SHORT: &[&str] =
        &["vs", "e.g", "i.e", "etc", "no", "approx", "fig", "sec", "st", "mr", "dr", "inc", "ltd", "co", "cf", "al"];
    let after = text[at + 1..].chars().next();
    if !after.is_none_or(char::is_whitespace) {
        return false;
    }
    let word: String = text[..at].chars().rev().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    let word: String = word.chars().rev().collect::<String>().to_ascii_lowercase();
    let next = text[at + 1..].trim_start().chars().next();
    if SHORT.contains(&word.as_str()) {
        return word == "etc" && next.is_none_or(char::is_uppercase);
    }
    true
}

/// Whether a line break only wraps a sentence: a Latin word in small letters goes on behind it, and none ended before it.
fn wrapped(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\r']).chars().next_back();
    let after = text[at + 1..].trim_start_matches(' ').chars().next();
    before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, ',' | '%' | ')'))
        && after.is_some_and(|c| c.is_ascii_lowercase())
}

fn between_digits(text: &str, at: usize) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(text[..at].chars().next_back()) && digit(text[at + 1..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_keep_decimals_and_abbreviations_whole() {
        let text = "It takes 3.5 s vs. 4 s. 价格 1,200 元；更快！Done";
        let got: Vec<&str> = sentences(text).into_iter().map(|r| &text[r]).collect();
        assert_eq!(got, ["It takes 3.5 s vs. 4 s", "价格 1,200 元", "更快", "Done"]);
    }

    #[test]
    fn a_wrapped_line_is_no_end() {
        let text = "It takes 3 s and a\nminimum of 2 s\nNext: x\n- y";
        let got: Vec<&str> = sentences(text).into_iter().map(|r| &text[r]).collect();
        assert_eq!(got, ["It takes 3 s and a\nminimum of 2 s", "Next: x", "- y"]);
    }

    #[test]
    fn notes_begin_with_their_date() {
        for (text, date) in [
            ("1.2.0 (2030-06-30): faster", Some("2030-06-30")),
            ("[2031.06.02] faster", Some("2031-06-02")),
            ("**[2031/6]** faster", Some("2031-06")),
            ("2031/5/2: faster", Some("2031-05-02")),
            ("2031-05-02：更快", Some("2031-05-02")),
            ("2031.05.02 🚀 faster", Some("2031-05-02")),
            ("2031-05-02 was a holiday", None),
            ("2031.5，营收增长", None),
            ("2031/32: the season", None),
            ("[12] faster", None),
            ("192.168.1.1: a host", None),
        ] {
            assert_eq!(dated_note(text).as_deref(), date, "{text}");
        }
    }

    #[test]
    fn a_label_is_short_and_ends_in_a_colon() {
        assert_eq!(label("资源包模式：支持预购"), Some((0..15, 18)));
        assert_eq!(label("at 12:30 we start"), None);
        assert_eq!(label("see https://example.org"), None);
    }
}
