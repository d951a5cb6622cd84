//! The part of a source line that a report shows, with the columns of a terminal that a span takes up in it.

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::words::shown;
use crate::finding::Passage;
use crate::source::Source;

/// Terminal columns that a shown line may take.
const WIDTH: usize = 112;

/// A line cut to fit, and where each span stands in it, in terminal columns from its start.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub line: String,
    pub marks: Vec<Range<usize>>,
}

/// The full line that a passage starts in, and the passage's range in it in code points. A passage of a file that is not at hand
/// is its own line.
pub(super) fn line_of<'a>(passage: &'a Passage, sources: &BTreeMap<&str, &'a Source>) -> (&'a str, Range<usize>) {
    if let (Some(place), Some(source)) = (passage.place, sources.get(passage.document.as_str())) {
        let line = source.line(place.line);
        let start = place.column.saturating_sub(1) as usize;
        let end = if place.end_line > place.line { usize::MAX } else { place.end_column.saturating_sub(1) as usize };
        return (line, start..end.max(start));
    }
    (passage.quote.lines().next().unwrap_or_default(), 0..usize::MAX)
}

/// Whether spans of one line can be shown in one window.
pub(super) fn fits(line: &str, spans: &[Range<usize>]) -> bool {
    let (Some(start), Some(end)) = (spans.iter().map(|s| s.start).min(), spans.iter().map(|s| s.end).max()) else { return true };
    let between = line.chars().skip(start).take(end.saturating_sub(start));
    between
        .scan(0, |sum, c| {
            *sum += width(c);
            Some(*sum)
        })
        .take(WIDTH)
        .all(|sum| sum <= WIDTH - 8)
}

/// Cuts a line around its spans (in code points) on character boundaries.
pub(super) fn window(line: &str, spans: &[Range<usize>]) -> Window {
    let start = spans.iter().map(|s| s.start).min().unwrap_or(0);
    let end = spans.iter().map(|s| s.end).max().unwrap_or(0);
    let at = line.char_indices().nth(start).map_or(line.len(), |(at, _)| at);
    let (before, after) = line.split_at(at);

    // Neither side is walked further than can be shown: a line may be as long as its file.
    let inside: Vec<char> = after.chars().take(WIDTH.min(end.saturating_sub(start))).collect();
    let wide = inside.iter().map(|&c| width(c)).sum::<usize>().min(WIDTH);
    let room = WIDTH - wide;
    let right_of_span = after.chars().skip(inside.len());
    let right_length = measured(right_of_span, WIDTH);
    let left_length = measured(before.chars().rev(), WIDTH);
    let left_room = if left_length + right_length <= room {
        left_length
    } else {
        left_length.min((room / 2).max(room.saturating_sub(right_length)))
    };
    let right_room = room - left_room.min(room);

    let (mut left, cut_left) = taken(before.chars().rev(), left_room, left_length <= left_room);
    left.reverse();
    let (right, cut_right) = taken(after.chars(), wide + right_room, wide + right_length <= wide + right_room);

    let mut text = String::new();
    let mut columns = vec![0];
    let mut column = 0;
    if cut_left {
        text.push('…');
        column += 1;
        columns[0] = 1;
    }
    for &c in left.iter().chain(&right) {
        text.push_str(&shown(c));
        column += width(c);
        columns.push(column);
    }
    if cut_right {
        text.push('…');
    }
    let first = start.min(line.chars().take(start).count()) - left.len();
    let column_of = |place: usize| columns[place.saturating_sub(first).min(columns.len() - 1)];
    let marks = spans.iter().map(|span| column_of(span.start)..column_of(span.end).max(column_of(span.start) + 1)).collect();
    Window { line: text, marks }
}

/// Width of a text, up to a limit.
fn measured(characters: impl Iterator<Item = char>, limit: usize) -> usize {
    let mut sum = 0;
    for c in characters {
        sum += width(c);
        if sum > limit {
            return sum;
        }
    }
    sum
}

/// Characters up to a width, one column kept for the sign of a cut; and whether something was cut.
fn taken(characters: impl Iterator<Item = char>, room: usize, all: bool) -> (Vec<char>, bool) {
    let mut left = if all { usize::MAX } else { room.saturating_sub(1) };
    let mut taken = Vec::new();
    for c in characters {
        if width(c) > left {
            return (taken, true);
        }
        left -= width(c);
        taken.push(c);
    }
    (taken, false)
}

/// Terminal columns of a character as it is shown.
fn width(character: char) -> usize {
    match character.width() {
        Some(width) if character != '\u{feff}' && shown(character).chars().count() == 1 => width,
        _ => shown(character).chars().filter_map(UnicodeWidthChar::width).sum(),
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one span is a list of spans too")]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_character_is_two_columns_wide() {
        assert_eq!(window("节省最高40%。", &[2..7]).marks, [4..11]);
    }

    #[test]
    fn tabs_and_control_characters_are_counted_as_shown() {
        let window = window("\ta\x1b[31mb", &[7..8]);
        assert_eq!(window.line, "    a␛[31mb");
        assert_eq!(window.marks, [10..11]);
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let line = format!("{}最高40%{}", "很".repeat(900), "长".repeat(900));
        let window = window(&line, &[900..905]);
        assert!(window.line.starts_with("…很") && window.line.ends_with("长…"), "{}", window.line);
        let columns: usize = window.line.chars().filter_map(UnicodeWidthChar::width).sum();
        assert!((WIDTH - 4..=WIDTH + 2).contains(&columns), "{columns}");
        assert_eq!(window.marks[0].len(), 7);
    }

    #[test]
    fn a_span_longer_than_the_window_and_one_past_the_end_stay_inside() {
        let line = "数".repeat(500);
        let window_of_all = window(&line, &[0..500]);
        assert!(window_of_all.marks[0].end <= WIDTH);
        assert_eq!(window("ab", &[5..9]).marks, [2..3]);
        assert_eq!(window("", &[0..0]).marks, [0..1]);
    }
}
