//! Pages of a PDF's text: the lines that part them, what is printed at the head and foot of each, and the width that lines are set to.

use std::collections::{BTreeMap, BTreeSet};

use unicode_width::UnicodeWidthStr as _;

use super::{Line, line};
use crate::document::Skip;
use crate::document::aligned;
use crate::document::build::Builder;
use crate::source::{Part, PartKind};

/// How wide lines are set at most, in columns: those of scripts without blanks between words, and others. Letters of a printed page are
/// of many widths, so that no line tells how much would have fitted into it; that it is about as wide as the widest tells that it is full.
pub(super) struct Measure {
    wide: usize,
    narrow: usize,
}

impl Measure {
    /// The widest line of a sentence decides; none where the text has no pages.
    pub(super) fn of(build: &Builder, lines: &[Line]) -> Option<Self> {
        if build.document.pages.is_empty() {
            return None;
        }
        let mut measure = Self { wide: 0, narrow: 0 };
        for text in lines.iter().map(|line| &build.source.text[line.range.clone()]).filter(|text| !aligned::has_gap(text)) {
            let widest = if is_wide(text) { &mut measure.wide } else { &mut measure.narrow };
            *widest = text.width().max(*widest);
        }
        Some(measure)
    }

    /// Whether a line is so wide that the next one may go on with its sentence.
    pub(super) fn is_full(&self, text: &str) -> bool {
        const SENTENCE: usize = 30;
        let widest = if is_wide(text) { self.wide } else { self.narrow };
        let width = text.width();
        width >= SENTENCE && width * 100 >= widest * 80
    }
}

/// Whether most of a line is in a script without blanks between words.
fn is_wide(text: &str) -> bool {
    let wide = text.chars().filter(|&c| line::is_wide(c)).count();
    wide * 3 >= text.chars().count()
}

/// Makes the lines between pages blank, those with a page's number, and those that are printed on every page.
pub(super) fn set_aside(build: &mut Builder, lines: &mut [Line]) {
    let is_page = |part: &&Part| matches!(part.kind, PartKind::Page(_));
    let pages: BTreeSet<usize> = build.source.parts.iter().filter(is_page).map(|part| part.range.start).collect();
    if pages.is_empty() {
        return;
    }
    let text = build.source.text.as_str();
    build.document.pages = build.source.parts.iter().filter(is_page).map(|part| part.range.clone()).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&i| pages.contains(&lines[i].whole.start)).collect();
    let end = |at: usize| starts.get(at + 1).copied().unwrap_or(lines.len());
    let filled = |i: &usize| !lines[*i].range.is_empty();
    let shown = |i: usize| &text[lines[i].range.clone()];
    let heads: Vec<Option<usize>> = (0..starts.len()).map(|at| (starts[at] + 1..end(at)).find(filled)).collect();
    let feet: Vec<Option<usize>> = (0..starts.len()).map(|at| (starts[at] + 1..end(at)).rev().find(filled)).collect();
    let edges = heads.iter().chain(&feet).flatten().copied();
    let mut aside: BTreeSet<usize> = edges.filter(|&i| is_page_number(shown(i))).collect();
    aside.extend(printed(&heads, true, shown).into_iter().chain(printed(&feet, false, shown)));
    for i in aside.into_iter().chain(starts.iter().copied()) {
        let line = &mut lines[i];
        build.skip(line.range.clone(), if starts.binary_search(&i).is_ok() { Skip::Markup } else { Skip::Boilerplate });
        line.range = line.range.start..line.range.start;
        line.whole = line.whole.start..line.whole.start;
    }
}

/// The lines at one edge of the pages that stand there on several, but for their figures. The first of them may be the title, or the head
/// of a table that goes on over the next pages, and stays.
fn printed<'t>(edges: &[Option<usize>], head: bool, shown: impl Fn(usize) -> &'t str) -> Vec<usize> {
    let mut alike: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for (page, line) in edges.iter().enumerate().filter_map(|(page, line)| Some((page, (*line)?))) {
        let words: String = shown(line).chars().filter(|c| !c.is_numeric() && !c.is_whitespace()).collect();
        if words.chars().any(char::is_alphabetic) {
            alike.entry(words).or_default().push((page, line));
        }
    }
    let mut found = Vec::new();
    for places in alike.into_values().filter(|places| places.len() > 1) {
        let (page, first) = places[0];
        let same = places.iter().all(|&(_, line)| shown(line) == shown(first));
        let title = head && page == 0 && !shown(first).contains(char::is_numeric);
        let stays = same && (page > 0 || title);
        found.extend(places.iter().skip(usize::from(stays)).map(|&(_, line)| line));
    }
    found
}

/// `3`, `- 3 -`, `3 / 10`, `Page 3 of 10`, `第 3 页 共 10 页`.
fn is_page_number(text: &str) -> bool {
    let mut words = text.to_lowercase();
    for word in ["page", "of", "第", "页", "共", "頁"] {
        words = words.replace(word, " ");
    }
    let digits = words.bytes().filter(u8::is_ascii_digit).count();
    (1..=8).contains(&digits) && words.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '–' | '—' | '/' | '|' | '·'))
}
