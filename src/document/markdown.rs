//! Markdown: `CommonMark` with GitHub's tables, through pulldown-cmark's events and their byte ranges.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::build::{Builder, Cell, Grid, Inline};
use super::pasted::Pasted;
use super::plain::line;
use super::{BlockKind, Skip, Text, badge, html, output, pipe, shortcode};

/// Reads the source into the document.
pub(super) fn read(build: &mut Builder) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let tagged = shortcode::fenced(&build.source.text);
    let text = tagged.as_ref().map_or(build.source.text.as_str(), |(text, _)| text.as_str());
    let parser = Parser::new_ext(text, options);
    let mut definitions: Vec<Range<usize>> = parser.reference_definitions().iter().map(|(_, d)| d.span.clone()).collect();
    definitions.sort_by_key(|range| range.start);
    let mut reader = Reader::new(build);
    for (event, range) in parser.into_offset_iter() {
        if reader.build.is_full() {
            break;
        }
        reader.event(event, range);
    }
    reader.resolve_notes();
    let tags = tagged.iter().flat_map(|(_, tags)| tags.iter().cloned());
    for range in definitions.into_iter().chain(tags) {
        reader.build.skip(range, Skip::Markup);
    }
}

/// Inline content as it comes in, with the places where its source lines start.
#[derive(Default)]
struct Flow {
    inline: Inline,
    /// Offsets in the text where a source line starts.
    starts: Vec<usize>,
}

struct Reader<'b, 's> {
    build: &'b mut Builder<'s>,
    flow: Flow,
    /// Flow around an image and where raised text starts in it, while its alternative text comes in.
    outer: Vec<(Flow, Option<usize>, String)>,
    /// Where open links and emphasis start in the text.
    links: Vec<(usize, String)>,
    strong: Vec<usize>,
    /// Whether each open item has its block.
    items: Vec<bool>,
    quotes: usize,
    table: Option<OpenTable>,
    /// Range of what is set aside while it lasts.
    aside: Option<Range<usize>>,
    struck: bool,
    /// Where open raised text starts.
    raised: Option<usize>,
    /// Word after the fence and lines of an open block of code.
    code_block: Option<(String, Vec<Range<usize>>)>,
    /// Alternative texts, placed after the block around them.
    alts: Vec<Inline>,
    /// Label and first block of the notes.
    notes: BTreeMap<String, usize>,
    note: Option<String>,
    pasted: Pasted,
}

struct OpenTable {
    range: Range<usize>,
    rows: Vec<Vec<Cell>>,
    widths: Vec<usize>,
}

impl<'b, 's> Reader<'b, 's> {
    fn new(build: &'b mut Builder<'s>) -> Self {
        Self {
            build,
            flow: Flow::default(),
            outer: Vec::new(),
            links: Vec::new(),
            strong: Vec::new(),
            items: Vec::new(),
            quotes: 0,
            table: None,
            aside: None,
            struck: false,
            raised: None,
            code_block: None,
            alts: Vec::new(),
            notes: BTreeMap::new(),
            note: None,
            pasted: Pasted::new(),
        }
    }

    fn event(&mut self, event: Event, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) => self.code(&text, range),
            Event::SoftBreak => self.line_break(range, false),
            Event::HardBreak => self.line_break(range, true),
            Event::InlineHtml(html) => self.tag(&html, range),
            Event::FootnoteReference(label) => {
                let at = self.flow.inline.text.string.len();
                self.flow.inline.links.push((at..at, format!("[^{label}]")));
                self.build.skip(range, Skip::Markup);
            }
            Event::Rule => {
                self.flush(range.start);
                self.pasted.end_bullets(self.build);
                self.build.end_question();
                self.build.skip(range, Skip::Markup);
            }
            Event::TaskListMarker(_) => self.build.skip(range, Skip::Markup),
            Event::Html(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.flush(range.start),
            Tag::HtmlBlock => {
                self.flush(range.start);
                self.own_item(range.start);
                html::fragment(self.build, range, &mut self.pasted);
            }
            Tag::Heading { .. } => {
                self.flush(range.start);
                self.pasted.end_bullets(self.build);
            }
            Tag::BlockQuote(_) => {
                self.flush(range.start);
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.flush(range.start);
                self.own_item(range.start);
                self.pasted.end_bullets(self.build);
                match first {
                    Some(first) => self.build.open_numbered(first),
                    None => self.build.open_list(false),
                }
            }
            Tag::Item => {
                self.flow = Flow::default();
                self.items.push(false);
                let raw = &self.build.source.text[range.clone()];
                let digits = raw.len() - raw.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                self.build.skip(range.start..range.start + digits, Skip::Number);
            }
            Tag::CodeBlock(kind) => {
                self.flush(range.start);
                self.own_item(range.start);
                self.pasted.end_bullets(self.build);
                let info = if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { String::new() };
                self.code_block = Some((info, Vec::new()));
            }
            Tag::MetadataBlock(_) => {
                self.aside = Some(range.clone());
                self.build.skip(range, Skip::FrontMatter);
            }
            Tag::FootnoteDefinition(label) => {
                self.flush(range.start);
                self.pasted.end_bullets(self.build);
                self.note = Some(label.to_string());
                self.build.detached = true;
            }
            Tag::Table(_) => {
                self.flush(range.start);
                self.own_item(range.start);
                self.pasted.end_bullets(self.build);
                self.table = Some(OpenTable { range, rows: Vec::new(), widths: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                let line = range.start..range.start + self.build.source.text[range].trim_end().len();
                let cells = pipe::cells(self.build.source, &line);
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                    table.widths.push(cells.len());
                    // GitHub does not show cells beyond the header's.
                    let shown = table.widths[0];
                    cells.into_iter().skip(shown).for_each(|cell| self.build.skip(cell, Skip::Markup));
                }
            }
            Tag::TableCell => {
                self.flow = Flow::default();
                (self.raised, self.struck) = (None, false);
            }
            Tag::Emphasis | Tag::Strong => self.strong.push(self.flow.inline.text.string.len()),
            Tag::Strikethrough => self.struck = true,
            Tag::Link { dest_url, .. } => self.links.push((self.flow.inline.text.string.len(), dest_url.to_string())),
            Tag::Image { dest_url, .. } => {
                self.outer.push((std::mem::take(&mut self.flow), self.raised.take(), dest_url.to_string()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Paragraph => self.flush(range.start),
            TagEnd::Heading(level) => {
                let inline = std::mem::take(&mut self.flow).inline.trimmed();
                let inline = if inline.text.pieces.is_empty() { Text::empty(range.start).into() } else { inline };
                if !self.items.is_empty() || self.quotes > 0 || self.note.is_some() {
                    self.place(inline);
                } else {
                    self.pasted.heading(level as u8);
                    self.build.heading(level as u8, inline);
                }
                self.place_alts();
            }
            TagEnd::BlockQuote(_) => {
                self.flush(range.start);
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                let depth = self.build.list_depth().saturating_sub(1);
                self.build.close_lists(depth);
            }
            TagEnd::Item => {
                self.flush(range.start);
                self.own_item(range.start);
                self.items.pop();
            }
            TagEnd::CodeBlock => {
                if let Some((info, lines)) = self.code_block.take() {
                    let language = info.split([' ', ',', '{']).next().unwrap_or("");
                    let lines =
                        lines
                            .into_iter()
                            .map(|range| {
                                if range.is_empty() { Text::empty(range.start) } else { Text::verbatim(self.build.source, range) }
                            })
                            .collect();
                    output::read(self.build, lines, language);
                }
            }
            TagEnd::MetadataBlock(_) => self.aside = None,
            TagEnd::FootnoteDefinition => {
                self.flush(range.start);
                self.note = None;
                self.build.detached = false;
            }
            TagEnd::TableCell => {
                let inline = std::mem::take(&mut self.flow).inline.trimmed();
                let inline = if inline.text.pieces.is_empty() { Text::empty(range.start).into() } else { inline };
                if let Some(row) = self.table.as_mut().and_then(|t| t.rows.last_mut()) {
                    row.push(inline.into());
                }
            }
            TagEnd::Table => {
                if let Some(mut table) = self.table.take() {
                    let expected = table.widths.first().copied().unwrap_or(0);
                    // The parser pads short rows; a padded cell is not there.
                    for (row, &width) in table.rows.iter_mut().zip(&table.widths) {
                        row.truncate(width.max(1));
                    }
                    let ragged = table
                        .widths
                        .iter()
                        .enumerate()
                        .filter(|&(_, &w)| w != expected)
                        .map(|(i, &w)| (i, w, expected))
                        .collect();
                    self.build.table(table.range, Grid { cells: table.rows, header_rows: 1, ragged, ..Grid::default() });
                }
                self.place_alts();
            }
            TagEnd::Emphasis | TagEnd::Strong => {
                let end = self.flow.inline.text.string.len();
                if let Some(start) = self.strong.pop().filter(|&start| start < end) {
                    self.flow.inline.strong.push(start..end);
                }
            }
            TagEnd::Strikethrough => self.struck = false,
            TagEnd::Link => {
                let text = &self.flow.inline.text;
                let end = text.string.len();
                let seen = text.source().end.max(range.start);
                if let Some((start, target)) = self.links.pop() {
                    self.flow.inline.links.push((start.min(end)..end, target));
                }
                if seen < range.end {
                    self.build.skip(seen..range.end, Skip::Markup);
                }
            }
            TagEnd::Image => {
                let alt = std::mem::take(&mut self.flow).inline;
                if let Some((outer, raised, target)) = self.outer.pop() {
                    (self.flow, self.raised) = (outer, raised);
                    let whole = 0..alt.text.string.len();
                    let mut alt = alt.trimmed();
                    alt.links.push((0..alt.text.string.len().min(whole.end), target));
                    if !alt.text.string.is_empty() {
                        self.alts.push(alt);
                    }
                    self.alts.extend(badge::shown(self.build.source, range).map(Inline::from));
                }
            }
            _ => {}
        }
    }

    /// A tag inside a line.
    fn tag(&mut self, html: &str, range: Range<usize>) {
        let inner = html.trim_start_matches('<');
        let (name, closes) = inner.strip_prefix('/').map_or((inner, false), |name| (name, true));
        let name = name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())].to_ascii_lowercase();
        match name.as_str() {
            "br" => {
                self.flow.inline.text.push("\n", range);
                return;
            }
            "del" | "s" | "strike" => self.struck = !closes,
            "sup" if !closes => self.raised = Some(self.flow.inline.text.string.len()),
            "sup" => {
                if let Some(start) = self.raised.take() {
                    self.flow.starts.retain(|&line| line <= start);
                    // What was opened within the raised text goes on from where it stood.
                    self.strong.iter_mut().chain(self.links.iter_mut().map(|(at, _)| at)).for_each(|at| *at = start.min(*at));
                    if let Some(mark) = html::raised(&mut self.flow.inline, start) {
                        self.build.skip(mark, Skip::Markup);
                    }
                }
            }
            "img" => self.alts.extend(html::images(self.build.source, &range)),
            _ => {}
        }
        self.build.skip(range, Skip::Markup);
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.aside.is_some() {
            return;
        }
        if let Some((_, lines)) = &mut self.code_block {
            // An event may hold several lines, or end within one.
            let raw = &self.build.source.text[range.clone()];
            let mut start = range.start;
            for part in raw.split_inclusive('\n') {
                let line = start..start + part.trim_end_matches(['\n', '\r']).len();
                match lines.last_mut() {
                    Some(last) if last.end == start && start > 0 && !self.build.source.text[..start].ends_with('\n') => {
                        last.end = line.end;
                    }
                    _ => lines.push(line),
                }
                start += part.len();
            }
            return;
        }
        if self.struck {
            self.build.skip(range, Skip::Struck);
            return;
        }
        let source = &self.build.source.text;
        if source.get(range.clone()) != Some(text) {
            self.flow.inline.text.push(text, range);
            return;
        }
        // Emphasis that Markdown does not see beside Chinese punctuation leaves its asterisks behind.
        let mut from = 0;
        while let Some(at) = text[from..].find('*').map(|at| from + at) {
            let end = at + text[at..].len() - text[at..].trim_start_matches('*').len();
            let before = source[..range.start + at].trim_end_matches('*');
            let after = source[range.start + end..].trim_start_matches('*');
            let stars = source.len() - after.len() - before.len();
            let beside = before.chars().next_back().is_some_and(line::is_wide) || after.chars().next().is_some_and(line::is_wide);
            self.push(&text[from..if stars > 1 && beside { at } else { end }], range.start + from);
            from = end;
        }
        self.push(&text[from..], range.start + from);
    }

    fn push(&mut self, text: &str, start: usize) {
        if !text.is_empty() {
            self.flow.inline.text.push(text, start..start + text.len());
        }
    }

    /// A code span: its text stands between backticks, and in a table pipes in it are escaped.
    fn code(&mut self, text: &str, range: Range<usize>) {
        if self.struck {
            self.build.skip(range, Skip::Struck);
            return;
        }
        let raw = &self.build.source.text[range.clone()];
        let ticks = raw.len() - raw.trim_start_matches('`').len();
        let inner = raw.get(ticks..raw.len() - ticks).unwrap_or("");
        let blank = |c: char| matches!(c, ' ' | '\n' | '\r');
        let padded = inner.starts_with(blank) && inner.ends_with(blank) && !inner.chars().all(blank);
        let mut at = range.start + ticks + usize::from(padded) + usize::from(padded && inner.starts_with("\r\n"));
        let opens = self.flow.inline.text.string.len();
        for c in text.chars() {
            // What the parser leaves out lies between: a backslash, a quote's mark, a carriage return.
            let rest = self.build.source.text.get(at..range.end).unwrap_or("");
            let found = rest.char_indices().find(|&(_, s)| s == c || c == ' ' && s == '\n');
            let start = at + found.map_or(0, |(i, _)| i);
            at = start + found.map_or(0, |(_, s)| s.len_utf8());
            self.flow.inline.text.push(c.encode_utf8(&mut [0; 4]), start..at);
        }
        if output::is_program(text) {
            self.flow.inline.code.push(opens..self.flow.inline.text.string.len());
        }
    }

    fn line_break(&mut self, range: Range<usize>, hard: bool) {
        let text = &mut self.flow.inline.text;
        let next = self.build.source.text[range.end..].chars().next();
        if hard {
            text.push("\n", range);
        } else if !text.string.chars().next_back().is_none_or(line::is_wide) && !next.is_some_and(line::is_wide) {
            text.push(" ", range);
        }
        self.flow.starts.push(text.string.len());
    }

    /// Places what has come in, as the item's own text or as paragraphs.
    fn flush(&mut self, _at: usize) {
        if self.table.is_some() || !self.outer.is_empty() {
            return;
        }
        // Tags do not reach from one paragraph into the next.
        (self.raised, self.struck) = (None, false);
        let flow = std::mem::take(&mut self.flow);
        if !flow.inline.text.string.trim().is_empty() {
            if self.items.is_empty() && self.note.is_none() {
                self.pasted.place(self.build, flow.inline, &flow.starts);
            } else {
                self.place(flow.inline.trimmed());
            }
        }
        self.place_alts();
    }

    fn place(&mut self, inline: Inline) {
        match self.items.last_mut() {
            Some(placed) if !*placed => {
                *placed = true;
                self.build.item(inline);
            }
            _ => {
                let block = self.build.paragraph(inline);
                if let Some(label) = &self.note {
                    self.notes.entry(label.clone()).or_insert(block);
                }
            }
        }
    }

    /// Gives an item without words its block, before anything nested in it.
    fn own_item(&mut self, at: usize) {
        if self.items.last().is_some_and(|placed| !placed) {
            self.place(Text::empty(at).into());
        }
    }

    fn place_alts(&mut self) {
        if self.table.is_none() {
            for alt in std::mem::take(&mut self.alts) {
                self.build.aside(BlockKind::Alt, alt, None);
            }
        }
    }

    /// A mark in the text points to the words of its note.
    fn resolve_notes(&mut self) {
        let document = &mut self.build.document;
        let words: BTreeMap<String, String> = self
            .notes
            .iter()
            .map(|(label, &block)| (format!("[^{label}]"), document.blocks[block].text.string.to_string()))
            .collect();
        for (_, target) in document.blocks.iter_mut().flat_map(|b| &mut b.links) {
            if let Some(words) = words.get(target.as_str()) {
                *target = format!("{target} {words}");
            }
        }
    }
}
