//! Pages of a PDF's text: the lines that part them, and the numbers at their head and foot, belong to no sentence.

use std::collections::BTreeSet;

use super::Line;
use crate::document::Skip;
use crate::document::build::Builder;
use crate::source::{Part, PartKind};

/// Makes the lines between pages blank, and those with a page's number.
pub(super) fn set_aside(build: &mut Builder, lines: &mut [Line]) {
    let is_page = |part: &&Part| matches!(part.kind, PartKind::Page(_));
    let pages: BTreeSet<usize> = build.source.parts.iter().filter(is_page).map(|part| part.range.start).collect();
    if pages.is_empty() {
        return;
    }
    let text = build.source.text.as_str();
    build.document.pages = build.source.parts.iter().filter(is_page).map(|part| part.range.clone()).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&i| pages.contains(&lines[i].whole.start)).collect();
    for (at, &start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(lines.len());
        let filled = |i: &usize| !lines[*i].range.is_empty();
        let edges = [(start + 1..end).find(filled), (start + 1..end).rev().find(filled)];
        let numbers = edges.into_iter().flatten().filter(|&i| is_page_number(&text[lines[i].range.clone()]));
        let aside: BTreeSet<usize> = numbers.chain([start]).collect();
        for i in aside {
            let line = &mut lines[i];
            build.skip(line.range.clone(), if i == start { Skip::Markup } else { Skip::Boilerplate });
            line.range = line.range.start..line.range.start;
            line.whole = line.whole.start..line.whole.start;
        }
    }
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
