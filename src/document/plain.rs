//! Plain text as scraped from a page or typed in an editor: structure is told by numbering, bullets, blanks and short lines.
//!
//! Where a line could be a heading or a sentence, it is a sentence.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::build::Builder;
use super::heading::{self, Numbering};
use super::{Skip, Text, aligned, pipe, role};

pub(super) mod line;
mod page;

use line::{Line, Marker};

/// Reads all lines of the source into the document.
pub(super) fn read(build: &mut Builder) {
    let mut lines: Vec<Line> = line::all(build.source);
    page::set_aside(build, &mut lines);
    let mut reader = Reader::new(build, lines);
    reader.run();
}

struct Reader<'b, 's> {
    build: &'b mut Builder<'s>,
    lines: Vec<Line>,
    outline: Outline<'s>,
    /// Open lists by indent and glyph, outermost first.
    lists: Vec<(usize, char)>,
    /// Width at which the text was wrapped, if it was.
    wrap: Option<usize>,
    /// How wide lines are set, where the text is that of pages.
    measure: Option<page::Measure>,
}

/// What the document's headings look like as a whole, which tells how they nest.
#[derive(Default)]
struct Outline<'s> {
    title: Option<String>,
    /// 一、 or 第一章 number the sections.
    numbered: bool,
    /// 1. numbers the sections.
    arabic: bool,
    decimals: usize,
    /// Numbers of the short lines that start with one.
    numbers: BTreeSet<u32>,
    /// Short lines that stand more than once.
    repeated: BTreeSet<&'s str>,
    /// Ranks by which the open headings nest.
    open: Vec<u8>,
    /// The number of a numbered heading and of the last entry under it, where the numbering began anew right below it: "2. Reviews", "1. X".
    entry: Option<(u32, u32)>,
}

const TITLE: u8 = 0;
const CHINESE: u8 = 30;
const UNNUMBERED: u8 = 45;
const ARABIC: u8 = 50;
const ENTRY: u8 = 55;
const REPEATED: u8 = 80;

impl<'b, 's> Reader<'b, 's> {
    fn new(build: &'b mut Builder<'s>, lines: Vec<Line>) -> Self {
        let wrap = line::wrap_width(build.source, &lines);
        let measure = page::Measure::of(build, &lines);
        let mut reader = Self { build, lines, outline: Outline::default(), lists: Vec::new(), wrap, measure };
        let mut seen = BTreeSet::new();
        for i in 0..reader.lines.len() {
            let text = reader.text(i);
            if text.len() <= 80 && !seen.insert(text) {
                reader.outline.repeated.insert(text);
            }
            let Some(lead) = heading::lead(text).filter(|_| heading::is_title_like(text)) else { continue };
            match lead.numbering {
                Numbering::Chinese | Numbering::Chapter | Numbering::Part => reader.outline.numbered = true,
                Numbering::Number => reader.outline.arabic |= role::of_most(&text[lead.rest..]).is_some(),
                Numbering::Decimal(_) => reader.outline.decimals += 1,
                _ => {}
            }
            if lead.numbering == Numbering::Number {
                reader.outline.numbers.insert(lead.number);
            }
        }
        reader
    }

    fn text(&self, i: usize) -> &'s str {
        self.lines.get(i).map_or("", |line| &self.build.source.text[line.range.clone()])
    }

    fn is_blank(&self, i: usize) -> bool {
        self.lines.get(i).is_none_or(|line| line.range.is_empty())
    }

    /// The next line that is not blank.
    fn next(&self, i: usize) -> Option<usize> {
        (i + 1..self.lines.len()).find(|&j| !self.is_blank(j))
    }

    fn previous(&self, i: usize) -> Option<usize> {
        (0..i).rev().find(|&j| !self.is_blank(j))
    }

    fn run(&mut self) {
        let mut i = 0;
        let mut first = true;
        while i < self.lines.len() && !self.build.is_full() {
            if self.is_blank(i) {
                i += 1;
                continue;
            }
            if first && self.is_title(i) {
                self.outline.title = Some(self.text(i).to_owned());
                self.heading(TITLE, self.lines[i].range.clone());
                i += 1;
                if self.is_underline(i) {
                    self.build.skip(self.lines[i].range.clone(), Skip::Markup);
                    i += 1;
                }
            } else {
                i = self.step(i);
            }
            first = false;
        }
    }

    /// Reads what starts at a line, and gives the line after it.
    fn step(&mut self, i: usize) -> usize {
        let text = self.text(i);
        let range = self.lines[i].range.clone();
        if let Some(end) = self.table_end(i) {
            let lines: Vec<Range<usize>> = self.lines[i..end].iter().map(|l| l.range.clone()).collect();
            let grid = pipe::table(self.build.source, &lines);
            self.close_lists_above(self.lines[i].indent);
            self.build.table(range.start..lines.last().map_or(range.end, |l| l.end), grid);
            return end;
        }
        // A run of lines with gaps is tried from its first two lines only, or a long one would be tried from each.
        let gap = |back: usize| i.checked_sub(back).is_some_and(|j| aligned::has_gap(self.text(j)));
        if aligned::has_gap(text)
            && !(gap(1) && gap(2))
            && self.marker(i).is_none()
            && let Some((count, grid)) = aligned::table(self.build.source, self.lines[i..].iter().map(|line| &line.whole))
        {
            self.close_lists_above(self.lines[i].indent);
            self.build.table(range.start..self.lines[i + count - 1].range.end, grid);
            return i + count;
        }
        if line::is_ruler(text) || pipe::is_rule(text) {
            self.close_lists();
            self.build.end_question();
            self.build.skip(range, Skip::Markup);
            return i + 1;
        }
        if self.is_question(i) {
            self.close_lists();
            self.build.question(Text::verbatim(self.build.source, range));
            return i + 1;
        }
        if let Some((nesting, range)) = self.heading_at(i) {
            let nesting = self.entry(i, nesting);
            self.close_lists();
            self.heading(nesting, range);
            if self.is_underline(i + 1) {
                self.build.skip(self.lines[i + 1].range.clone(), Skip::Markup);
                return i + 2;
            }
            return i + 1;
        }
        if let Some(marker) = self.marker(i) {
            return self.item(i, &marker);
        }
        self.close_lists_above(self.lines[i].indent);
        let end = self.paragraph_end(i);
        let text = self.joined(i, end, range.start);
        self.build.paragraph(text);
        end
    }

    /// Nests a numbered heading below the one right above it when the numbers begin anew between them.
    fn entry(&mut self, i: usize, nesting: u8) -> u8 {
        let text = self.text(i);
        let lead = heading::lead(text).filter(|lead| nesting == ARABIC && lead.numbering == Numbering::Number);
        let last = self.outline.entry.take();
        let Some(lead) = lead else {
            // A heading inside an entry does not end the run.
            self.outline.entry = last.filter(|_| nesting > ENTRY);
            return nesting;
        };
        let above = self.previous(i).and_then(|p| heading::lead(self.text(p))).filter(|l| l.numbering == Numbering::Number);
        let begins = lead.number == 1 && above.is_some() && self.outline.open.last() == Some(&ARABIC);
        // "3." behind the third entry of "2." is the next section, not a number that stands twice.
        let goes_on = last.is_some_and(|(parent, last)| {
            (last..=last + 2).contains(&lead.number) && (lead.number != parent + 1 || lead.number == last + 1)
        }) && role::of_most(&text[lead.rest..]).is_none();
        if !begins && !goes_on {
            return nesting;
        }
        let parent = if begins { above.map_or(0, |above| above.number) } else { last.map_or(0, |(parent, _)| parent) };
        self.outline.entry = Some((parent, lead.number));
        ENTRY
    }

    fn heading(&mut self, nesting: u8, range: Range<usize>) {
        while self.outline.open.last().is_some_and(|&n| n >= nesting) {
            self.outline.open.pop();
        }
        self.outline.open.push(nesting);
        let titled = self.outline.open.first() == Some(&TITLE);
        let level = self.outline.open.len() + usize::from(!titled);
        self.build.heading(u8::try_from(level).unwrap_or(u8::MAX), Text::verbatim(self.build.source, range));
    }

    /// Whether the first line names the document.
    fn is_title(&self, i: usize) -> bool {
        let text = self.text(i);
        if !heading::is_title_like(text)
            || heading::is_lead_in(text)
            || self.marker(i).is_some()
            || pipe::is_row(text)
            || heading::lead(text).is_some()
        {
            return false;
        }
        if heading::question(text) == Some(true) || role::of_most(text).is_some() && text.chars().count() <= 8 {
            return false;
        }
        let Some(next) = self.next(i) else { return false };
        next > i + 1
            || self.is_underline(next)
            || self.text(next).width() > 2 * text.width()
            || self.marker(next).is_some()
            || self.heading_at(next).is_some()
    }

    fn is_underline(&self, i: usize) -> bool {
        let text = self.text(i);
        text.len() >= 3 && (text.bytes().all(|b| b == b'=') || text.bytes().all(|b| b == b'-') || text.bytes().all(|b| b == b'~'))
    }

    fn is_question(&self, i: usize) -> bool {
        let text = self.text(i);
        match heading::question(text) {
            Some(true) => true,
            Some(false) => self.build.in_faq() && self.lines[i].indent < 2 && line::bullet(text).is_none(),
            None => false,
        }
    }

    /// How a heading nests and its range, if the line is one.
    fn heading_at(&self, i: usize) -> Option<(u8, Range<usize>)> {
        let line = &self.lines[i];
        let text = self.text(i);
        let whole = line.range.clone();
        let hashes = text.len() - text.trim_start_matches('#').len();
        if (1..=6).contains(&hashes) && text[hashes..].starts_with(' ') {
            let inner = text[hashes..].trim().trim_end_matches('#').trim_end();
            let start = whole.start + hashes + text[hashes..].len() - text[hashes..].trim_start().len();
            return Some((if hashes == 1 { TITLE } else { 20 + u8::try_from(hashes).unwrap_or(6) }, start..start + inner.len()));
        }
        if !heading::is_title_like(text) || line.indent > 3 || pipe::is_row(text) || line::bullet(text).is_some() {
            return None;
        }
        if self.is_underline(i + 1) && self.lines[i + 1].indent < 4 {
            return Some((if self.text(i + 1).starts_with('=') { 25 } else { CHINESE }, whole));
        }
        if let Some(lead) = heading::lead(text) {
            let nesting = match lead.numbering {
                Numbering::Chapter => 10,
                Numbering::Part => 20,
                Numbering::Chinese => CHINESE,
                Numbering::ChineseParen if !has_inner_colon(&text[lead.rest..]) => 40,
                Numbering::Number if self.numbers_a_section(i, &lead) => ARABIC,
                Numbering::Decimal(depth) if self.outline.decimals > 1 => ARABIC + 10 * depth.min(3),
                Numbering::Rank if !self.in_rank_run(i) && lead.rest < text.len() => ENTRY,
                _ => return None,
            };
            return Some((nesting, whole));
        }
        if self.outline.title.as_ref().is_some_and(|title| text.chars().count() > 3 && title.starts_with(text)) {
            return Some((TITLE, whole));
        }
        self.unnumbered(i).map(|nesting| (nesting, whole))
    }

    /// A heading that only its words, its letters or the blanks around it tell.
    fn unnumbered(&self, i: usize) -> Option<u8> {
        let text = self.text(i);
        if heading::is_lead_in(text) || has_inner_colon(text) || self.marker(i).is_some() {
            return None;
        }
        let next = self.next(i)?;
        let alone = (i == 0 || self.is_blank(i - 1) || self.previous(i).is_some_and(|p| self.text(p).ends_with("===")))
            && self.is_blank(i + 1);
        let sections = if self.outline.numbered { UNNUMBERED } else { CHINESE };
        if role::of_most(text).is_some() && text.chars().count() <= 24 && text.width() <= 32 {
            return Some(if self.outline.arabic && !self.outline.numbered { ARABIC } else { CHINESE });
        }
        let bracketed = text.starts_with('【') && text.ends_with('】') && text.matches('【').count() == 1;
        let letters = text.chars().filter(char::is_ascii_alphabetic).count();
        let capitals = letters >= 4
            && text.is_ascii()
            && !text.chars().any(|c| c.is_ascii_lowercase())
            && !text.contains(|c: char| c.is_ascii_digit());
        if bracketed
            || capitals
                && (alone || i == 0 || self.is_blank(i - 1))
                && self.text(next).chars().any(|c| c.is_lowercase() || !c.is_ascii())
        {
            return Some(sections);
        }
        let plain_start = text.chars().next().is_some_and(|c| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()));
        let words = text.split_whitespace().count();
        let short = if text.is_ascii() { words <= 8 && text.width() <= 60 } else { text.width() <= 40 };
        let sentence = text.contains(['，', '？', '?', '！', '=', '“', '”', '"']) || text.contains(", ");
        let numbered = heading::lead(self.text(next)).is_some_and(|lead| lead.numbering == Numbering::Rank);
        let body_follows = numbered
            || !heading::is_title_like(self.text(next))
            || self.marker(next).is_some()
            || pipe::is_row(self.text(next))
            || self.text(next).width() > 2 * text.width();
        if alone && short && plain_start && !sentence && body_follows {
            let under_entry = self.outline.open.last().is_some_and(|&n| n >= ENTRY);
            let repeated = under_entry && self.outline.repeated.contains(text);
            return Some(if repeated { REPEATED } else { sections });
        }
        None
    }

    /// Whether "1." heads a section: text of its own follows, and the numbers beside it stand apart.
    fn numbers_a_section(&self, i: usize, lead: &heading::Lead) -> bool {
        let text = self.text(i);
        let apart = i == 0 || self.is_blank(i - 1) || self.previous(i).is_some_and(|p| p + 1 == i && self.is_underline(p));
        // Without a blank line above, only a name with a longer text right below heads a section.
        let compact =
            || text.width() <= 24 && self.next(i).is_some_and(|n| n == i + 1 && self.text(n).width() > 2 * text.width());
        if has_inner_colon(&text[lead.rest..]) || text.width() > 60 || !(apart || compact()) {
            return false;
        }
        let number_at = |j: usize| heading::lead(self.text(j)).filter(|l| l.numbering == Numbering::Number).map(|l| l.number);
        let numbers = &self.outline.numbers;
        let near = |n: u32| numbers.contains(&n);
        let partner = (1..=2).any(|step| near(lead.number + step) || lead.number > step && near(lead.number - step));
        // "5. Conclusion" with nothing below it is a section that was not written, not an item.
        let known = self.outline.arabic && apart && self.is_blank(i + 1) && role::of(&text[lead.rest..]).is_some();
        let Some(next) = self.next(i) else { return known && partner };
        if known && partner {
            return true;
        }
        let joined = self.previous(i).and_then(number_at).is_some_and(|n| n + 1 == lead.number)
            || number_at(next) == Some(lead.number + 1);
        !joined && self.lines[next].indent <= self.lines[i].indent && partner
    }

    /// Whether ranks stand line by line with nothing between: a list, not headings.
    fn in_rank_run(&self, i: usize) -> bool {
        let is_rank = |j: usize| !self.is_blank(j) && heading::lead(self.text(j)).is_some_and(|l| l.numbering == Numbering::Rank);
        is_rank(i + 1) || (i > 0 && is_rank(i - 1))
    }

    fn marker(&self, i: usize) -> Option<Marker> {
        let text = self.text(i);
        line::bullet(text).or_else(|| {
            let lead = heading::lead(text)?;
            let listed = match lead.numbering {
                Numbering::Number | Numbering::Chinese | Numbering::ChineseParen => true,
                Numbering::Rank => self.in_rank_run(i),
                _ => false,
            };
            let glyph = text[lead.mark.end..].chars().next().unwrap_or('.');
            let content = if lead.numbering == Numbering::Rank { 0 } else { lead.rest };
            (listed && content < text.len()).then_some(Marker { glyph, number: Some(lead.number), content })
        })
    }

    fn item(&mut self, i: usize, marker: &Marker) -> usize {
        let indent = self.lines[i].indent;
        while let Some(&(open, glyph)) = self.lists.last() {
            let outer = self.lists.iter().rev().skip(1).any(|&(o, g)| g == marker.glyph && o.abs_diff(indent) < 2);
            // Another mark below an item's line details the item; after a blank line it starts a list of its own.
            let apart = glyph != marker.glyph && open.abs_diff(indent) < 2 && i > 0 && self.is_blank(i - 1);
            if open > indent + 1 || apart || (glyph != marker.glyph && outer) {
                self.lists.pop();
            } else {
                break;
            }
        }
        self.build.close_lists(self.lists.len());
        let same = self.lists.last().is_some_and(|&(open, glyph)| glyph == marker.glyph && open.abs_diff(indent) < 2);
        let restarts = same && marker.number == Some(1);
        if restarts {
            self.lists.pop();
            self.build.close_lists(self.lists.len());
        }
        if !same || restarts {
            match marker.number {
                Some(first) => self.build.open_numbered(first.into()),
                None => self.build.open_list(false),
            }
            self.lists.push((indent, marker.glyph));
        }
        let mut end = i + 1;
        while !self.is_blank(end)
            && self.lines[end].indent > indent
            && self.marker(end).is_none()
            && self.table_end(end).is_none()
            && !self.is_question(end)
        {
            end += 1;
        }
        let start = self.lines[i].range.start;
        if marker.number.is_some() {
            self.build.skip(start..start + marker.content, Skip::Number);
        }
        let text = self.joined(i, end, start + marker.content);
        self.build.item(text);
        end
    }

    fn close_lists(&mut self) {
        self.lists.clear();
        self.build.close_lists(0);
    }

    /// Text that is indented below an item belongs to it.
    fn close_lists_above(&mut self, indent: usize) {
        while self.lists.last().is_some_and(|&(open, _)| open >= indent) {
            self.lists.pop();
        }
        self.build.close_lists(self.lists.len());
    }

    /// The line after a table, if one starts here.
    fn table_end(&self, i: usize) -> Option<usize> {
        let framed = |j: usize| pipe::is_framed(self.text(j)) || (!self.is_blank(j) && pipe::is_rule(self.text(j)));
        // A run of rules that no row follows was tried from its first; trying each would take the square of its length.
        if i > 0 && !self.is_blank(i) && [i - 1, i].iter().all(|&j| pipe::is_rule(self.text(j))) {
            return None;
        }
        if framed(i) {
            let mut end = i + 1;
            while framed(end) {
                end += 1;
            }
            let rows = (i..end).filter(|&j| !pipe::is_rule(self.text(j))).count();
            return (rows > 1 || rows == 1 && end > i + 1).then_some(end);
        }
        // Without outer pipes only the line of dashes below the header makes a table.
        if !pipe::is_row(self.text(i))
            || !pipe::is_rule(self.text(i + 1))
            || !pipe::is_row(self.text(i + 1)) && !self.text(i + 1).contains('+')
        {
            return None;
        }
        let mut end = i + 2;
        while !self.is_blank(end) && pipe::is_row(self.text(end)) {
            end += 1;
        }
        Some(end)
    }

    /// The line after a paragraph: only lines that were wrapped are joined.
    fn paragraph_end(&self, i: usize) -> usize {
        let width = self.wrap.unwrap_or(0);
        let mut end = i + 1;
        while !self.is_blank(end) && self.lines[end].indent.abs_diff(self.lines[i].indent) < 4 {
            let (last, next) = (self.text(end - 1), self.text(end));
            let fits = match &self.measure {
                Some(measure) => !measure.is_full(last) || aligned::has_gap(last) || aligned::has_gap(next),
                None => self.lines[end - 1].indent + last.width() + 1 + line::first_word(next).width() <= width,
            };
            let starts_anew = self.table_end(end).is_some()
                || line::is_ruler(next)
                || self.is_question(end)
                || self.marker(end).is_some()
                || self.heading_at(end).is_some();
            let ended = last.ends_with(['。', '！', '？', '：']);
            let wraps = self.wrap.is_some() || self.measure.is_some();
            if ((fits || !wraps) && !self.goes_on(end)) || ended || starts_anew || heading::is_answer(next) {
                break;
            }
            end += 1;
        }
        end
    }

    /// Whether a line goes on in lower case right below a long one without a stop, wrapped at whatever width.
    fn goes_on(&self, at: usize) -> bool {
        const LONG: usize = 50;
        let (last, next) = (self.text(at - 1), self.text(at));
        next.starts_with(|c: char| c.is_ascii_lowercase())
            && last.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ',')
            && last.width() >= LONG
            && !aligned::has_gap(next)
    }

    /// The text of lines as one, from `start` in the first.
    fn joined(&self, from: usize, to: usize, start: usize) -> Text {
        let source = self.build.source;
        let mut text = Text::default();
        for line in &self.lines[from..to] {
            let range = line.range.start.max(start)..line.range.end;
            if let (Some(last), Some(next)) = (text.string.chars().next_back(), source.text[range.clone()].chars().next())
                && !line::is_wide(last)
                && !line::is_wide(next)
            {
                let gap = text.source().end..range.start;
                text.push(" ", gap);
            }
            text.push(&source.text[range.clone()], range);
        }
        if text.pieces.is_empty() { Text::empty(start) } else { text }
    }
}

/// Whether a text reads `label: content`.
fn has_inner_colon(text: &str) -> bool {
    text.find([':', '：']).is_some_and(|at| !text[at..].trim_start_matches([':', '：']).trim().is_empty())
}
