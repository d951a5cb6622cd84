//! Paragraphs of marked-up text that hold pasted plain text: `•` bullets, `一、` headings, `Q1.` and `答：` lines on lines of
//! their own, which the markup itself would run together.

use super::build::{Builder, Inline};
use super::heading::{self, Numbering};
use super::plain::line;
use super::role;

/// How pasted headings and bullets nest below the real ones.
pub(super) struct Pasted {
    /// Level of the last real heading.
    level: u8,
    nesting: Vec<u8>,
    /// Indents and glyphs of the open lists.
    bullets: Vec<(usize, char)>,
}

impl Pasted {
    pub(super) fn new() -> Self {
        Self { level: 1, nesting: Vec::new(), bullets: Vec::new() }
    }

    /// A real heading stands here.
    pub(super) fn heading(&mut self, level: u8) {
        self.level = level;
        self.nesting.clear();
        self.bullets.clear();
    }

    /// How many pasted lists are open.
    pub(super) fn depth(&self) -> usize {
        self.bullets.len()
    }

    /// Ends pasted lists, as anything but a bullet does.
    pub(super) fn end_bullets(&mut self, build: &mut Builder) {
        if !self.bullets.is_empty() {
            self.bullets.clear();
            build.close_lists(0);
        }
    }

    /// Places a paragraph that stands in no list. `breaks` are the offsets in its text where a line of the source starts.
    pub(super) fn place(&mut self, build: &mut Builder, inline: Inline, breaks: &[usize]) {
        let length = inline.text.string.len();
        let mut starts: Vec<usize> = vec![0];
        starts.extend(breaks.iter().copied().filter(|&s| s < length));
        let string = inline.text.string.as_str();
        let mut lines: Vec<Part> = (0..starts.len())
            .map(|i| {
                let raw = &string[starts[i]..starts.get(i + 1).copied().unwrap_or(length)];
                let at = starts[i] + raw.len() - raw.trim_start().len();
                Part { text: raw.trim(), at, strong: false }
            })
            .collect();
        for range in inline.strong.iter().filter(|range| !range.is_empty()) {
            let first = starts.partition_point(|&start| start <= range.start).saturating_sub(1);
            let reached = lines[first..].iter_mut().take_while(|line| line.at < range.end);
            reached.for_each(|line| line.strong |= range.start <= line.at && range.end >= line.at + line.text.len());
        }
        let kinds: Vec<Line> = (0..lines.len())
            .map(|i| {
                kind(
                    build,
                    &inline,
                    &lines[i],
                    [i.checked_sub(1).map(|i| lines[i].text), lines.get(i + 1).map(|l| l.text)],
                    i > 0,
                )
            })
            .collect();
        // Lines of running text go on with the one above, unless that is a heading.
        let opens = |i: &usize| !matches!(kinds[*i], Line::Text) || *i == 0 || matches!(kinds[*i - 1], Line::Heading(_));
        let heads: Vec<usize> = (0..kinds.len()).filter(opens).collect();
        if let [only] = heads[..] {
            self.line(build, &kinds[only], inline.trimmed());
            return;
        }
        let grouped: Vec<usize> = heads.iter().map(|&i| starts[i]).collect();
        for (&head, part) in heads.iter().zip(inline.split(&grouped)) {
            self.line(build, &kinds[head], part);
        }
    }

    fn line(&mut self, build: &mut Builder, kind: &Line, inline: Inline) {
        if inline.text.string.is_empty() {
            return;
        }
        match kind {
            Line::Heading(nesting) => {
                self.end_bullets(build);
                while self.nesting.last().is_some_and(|n| n >= nesting) {
                    self.nesting.pop();
                }
                self.nesting.push(*nesting);
                let level = self.level.saturating_add(u8::try_from(self.nesting.len()).unwrap_or(u8::MAX));
                build.heading(level, inline);
            }
            Line::Question => {
                self.end_bullets(build);
                build.question(inline);
            }
            Line::Bullet { indent, glyph, content } => {
                while self.bullets.last().is_some_and(|&(open, _)| open > indent + 1) {
                    self.bullets.pop();
                }
                build.close_lists(self.bullets.len());
                if !self.bullets.last().is_some_and(|&(open, g)| g == *glyph && open.abs_diff(*indent) < 2) {
                    build.open_list(false);
                    self.bullets.push((*indent, *glyph));
                }
                let end = inline.text.string.len();
                build.item(inline.slice(&(*content..end)));
            }
            Line::Text | Line::Start => {
                self.end_bullets(build);
                let whole = inline.strong.iter().any(|s| s.start == 0 && s.end == inline.text.string.len());
                let titled = whole && heading::is_title_like(&inline.text.string);
                let block = build.paragraph(inline);
                if titled {
                    build.lead_in(block);
                }
            }
        }
    }
}

/// A line of a paragraph.
struct Part<'t> {
    /// Its text without blanks around.
    text: &'t str,
    /// Where that starts in the paragraph.
    at: usize,
    /// All of it is emphasised.
    strong: bool,
}

/// What a line of a paragraph is by its start. `inside` is true after the paragraph's first line.
fn kind(build: &Builder, inline: &Inline, part: &Part, beside: [Option<&str>; 2], inside: bool) -> Line {
    let Part { text, at, strong } = *part;
    if heading::question(text) == Some(true) || strong && build.in_faq() && heading::question(text).is_some() {
        return Line::Question;
    }
    if heading::is_answer(text) {
        return Line::Start;
    }
    if let Some(marker) = line::bullet(text).filter(|m| !matches!(m.glyph, '-' | '*' | '+' | '–')) {
        let start = inline.text.source_range(&(at..at + text.len())).start;
        let before = &build.source.text[..start];
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        return Line::Bullet { indent, glyph: marker.glyph, content: marker.content };
    }
    if heading::is_title_like(text)
        && let Some(lead) = heading::lead(text).filter(|lead| lead.rest < text.len())
    {
        let is_rank = |text: &str| heading::lead(text).is_some_and(|l| l.numbering == Numbering::Rank);
        let nesting = match lead.numbering {
            Numbering::Chapter => Some(10),
            Numbering::Part => Some(20),
            Numbering::Chinese => Some(30),
            Numbering::ChineseParen if strong => Some(40),
            Numbering::Rank if !beside.into_iter().flatten().any(is_rank) => Some(55),
            Numbering::Rank => return Line::Start,
            _ => None,
        };
        if let Some(nesting) = nesting {
            return Line::Heading(nesting);
        }
    }
    let linked = inline.links.iter().any(|(link, _)| link.start <= at && at + text.len() <= link.end);
    if strong && !linked && !heading::is_lead_in(text) && heading::is_title_like(text) && role::of_most(text).is_some() {
        return Line::Heading(30);
    }
    if inside { Line::Text } else { Line::Start }
}

/// What a line of a paragraph is.
enum Line {
    /// Goes on with the line above.
    Text,
    /// Starts a paragraph.
    Start,
    /// A pasted heading, with how it nests.
    Heading(u8),
    Question,
    Bullet {
        indent: usize,
        glyph: char,
        content: usize,
    },
}
