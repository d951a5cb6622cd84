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

/// The full line that a passage starts in, and the passage's range in it in bytes. A passage of a file that is not at hand is its
/// own line.
pub(super) fn line_of<'a>(passage: &'a Passage, sources: &BTreeMap<&str, &'a Source>) -> (&'a str, Range<usize>) {
    if let (Some(place), Some(source)) = (passage.place, sources.get(passage.document.as_str())) {
        let line = source.line(place.line);
        let first = source.offset(place.line, 1);
        let start = source.offset(place.line, place.column) - first;
        let end = if place.end_line > place.line { line.len() } else { source.offset(place.line, place.end_column) - first };
        return (line, start..end.max(start));
    }
    let line = passage.quote.lines().next().unwrap_or_default();
    (line, 0..line.len())
}

/// Whether spans of one line can be shown in one window.
pub(super) fn fits(line: &str, spans: &[Range<usize>]) -> bool {
    let Range { start, end } = hull(spans);
    measured(line.get(start..end).unwrap_or_default().chars(), WIDTH) <= WIDTH - 8
}

fn hull(spans: &[Range<usize>]) -> Range<usize> {
    spans.iter().map(|s| s.start).min().unwrap_or(0)..spans.iter().map(|s| s.end).max().unwrap_or(0)
}

/// Cuts a line around its spans (in bytes) on character boundaries. Neither side is walked further than can be shown: a line may
/// be as long as its file.
pub(super) fn window(line: &str, spans: &[Range<usize>]) -> Window {
    let Range { start, end } = hull(spans);
    let start = start.min(line.len());
    let (before, rest) = line.split_at(start);
    let (inside, after) = rest.split_at(end.clamp(start, line.len()) - start);

    let wide = measured(inside.chars(), WIDTH).min(WIDTH);
    let room = WIDTH - wide;
    let right_length = measured(after.chars(), WIDTH);
    let left_length = measured(before.chars().rev(), WIDTH);
    let left_room = if left_length + right_length <= room {
        left_length
    } else {
        left_length.min((room / 2).max(room.saturating_sub(right_length)))
    };
    let right_room = room - left_room.min(room);

    let (mut left, cut_left) = taken(before.chars().rev(), left_room, left_length <= left_room);
    left.reverse();
    let whole = measured(inside.chars(), WIDTH) <= WIDTH && right_length <= right_room;
    let (right, cut_right) = taken(rest.chars(), wide + right_room, whole);

    let first = start - left.iter().map(|c| c.len_utf8()).sum::<usize>();
    let mut text = String::new();
    // Byte offset in the line and column on the terminal of each shown character, and of the end.
    let mut columns = Vec::new();
    let (mut offset, mut column) = (first, 0);
    if cut_left {
        text.push('…');
        column += 1;
    }
    for &c in left.iter().chain(&right) {
        columns.push((offset, column));
        text.push_str(&shown(c));
        offset += c.len_utf8();
        column += width(c);
    }
    columns.push((offset, column));
    if cut_right {
        text.push('…');
    }
    let column_of = |place: usize| {
        let at = columns.partition_point(|&(offset, _)| offset < place).min(columns.len() - 1);
        columns[at].1
    };
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

    /// The window around the first place of a needle.
    fn around(line: &str, needle: &str) -> Window {
        let at = line.find(needle).unwrap();
        window(line, &[at..at + needle.len()])
    }

    #[test]
    fn a_chinese_character_is_two_columns_wide() {
        assert_eq!(around("节省最高40%。", "最高40%").marks, [4..11]);
    }

    #[test]
    fn tabs_and_control_characters_are_counted_as_shown() {
        let window = around("\ta\x1b[31mb", "b");
        assert_eq!(window.line, "    a␛[31mb");
        assert_eq!(window.marks, [10..11]);
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let window = around(&format!("{}最高40%{}", "很".repeat(900), "长".repeat(900)), "最高40%");
        assert!(window.line.starts_with("…很") && window.line.ends_with("长…"), "{}", window.line);
        let columns: usize = window.line.chars().filter_map(UnicodeWidthChar::width).sum();
        assert!((WIDTH - 4..=WIDTH + 2).contains(&columns), "{columns}");
        assert_eq!(window.marks[0].len(), 7);
    }

    #[test]
    fn a_long_line_is_cut_on_one_side_where_the_span_stands_at_the_other() {
        let start = around(&format!("40%{}", "长".repeat(900)), "40%");
        assert_eq!(start.marks, [0..3]);
        assert!(start.line.ends_with("长…"), "{}", start.line);
        let end = around(&format!("{}40%", "长".repeat(900)), "40%");
        assert!(end.line.starts_with("…长") && end.line.ends_with("长40%"), "{}", end.line);
        assert_eq!(end.marks[0].end, end.line.chars().filter_map(UnicodeWidthChar::width).sum::<usize>());
    }

    #[test]
    fn a_span_longer_than_the_window_and_one_past_the_end_stay_inside() {
        let line = "数".repeat(500);
        let window_of_all = window(&line, &[0..line.len()]);
        assert!(window_of_all.marks[0].end <= WIDTH);
        assert!(window_of_all.line.ends_with('…'));
        assert_eq!(window("ab", &[5..9]).marks, [2..3]);
        assert_eq!(window("", &[0..0]).marks, [0..1]);
    }
}
