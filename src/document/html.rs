//! HTML: a page as its reader sees it, through html5gum's tags and their byte ranges.
//!
//! No tree is built: a stack of open elements is enough to know lists, tables and sections, and bounds depth and memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::build::{Builder, Cell, Inline};
use super::pasted::Pasted;
use super::{BlockKind, Skip, Text, heading, output};

mod boilerplate;
mod element;
mod flow;
mod inline;
mod table;
mod token;

use element::{Frame, Kind, is_block, is_void, language_of};
pub(super) use inline::{images, raised};
use table::OpenTable;
use token::{Attribute, Node};

/// Deepest nesting that is followed, as in browsers; deeper elements count as their parent's text.
const DEPTH: usize = 512;

/// Reads the whole source as a page.
pub(super) fn read(build: &mut Builder) {
    let whole = 0..build.source.text.len();
    fragment(build, whole, &mut Pasted::new());
}

/// Reads a stretch of the source, as it stands in Markdown.
pub(super) fn fragment(build: &mut Builder, range: Range<usize>, pasted: &mut Pasted) {
    let source = build.source;
    let html = &source.text[range.clone()];
    let layout = table::layout(html, range.start);
    let mut reader = Reader::new(build, pasted, layout);
    for node in token::nodes(html, range.start) {
        if reader.build.is_full() {
            break;
        }
        reader.node(node);
    }
    reader.finish(range.end);
}

struct Reader<'b, 's> {
    build: &'b mut Builder<'s>,
    pasted: &'b mut Pasted,
    /// Where the tables start that only lay out the page.
    layout: BTreeSet<usize>,
    frames: Vec<Frame>,
    /// Text of the open block, and where its lines start.
    flow: Inline,
    breaks: Vec<usize>,
    /// White space that counts as one blank once text follows.
    space: Option<Range<usize>>,
    /// How many open elements take all text in them as one.
    captures: usize,
    /// Whether each open list item has its block.
    items: Vec<bool>,
    asides: usize,
    struck: usize,
    main: usize,
    pre: usize,
    table: Option<OpenTable>,
    alts: Vec<Inline>,
    /// The block that an element with an id opens.
    ids: BTreeMap<String, usize>,
}

impl<'b, 's> Reader<'b, 's> {
    fn new(build: &'b mut Builder<'s>, pasted: &'b mut Pasted, layout: BTreeSet<usize>) -> Self {
        Self {
            build,
            pasted,
            layout,
            frames: Vec::new(),
            flow: Inline::default(),
            breaks: Vec::new(),
            space: None,
            captures: 0,
            items: Vec::new(),
            asides: 0,
            struck: 0,
            main: 0,
            pre: 0,
            table: None,
            alts: Vec::new(),
            ids: BTreeMap::new(),
        }
    }

    fn node(&mut self, node: Node) {
        match node {
            Node::Open { name, attributes, closed, range } => {
                self.open(name, &attributes, closed, &range);
            }
            Node::Close { name, range } => self.close_named(&name, range.end),
            Node::Text(range) => self.text(&range),
            Node::Hidden(range) => {
                if self.asides == 0 {
                    self.build.skip(range, Skip::Markup);
                }
            }
        }
    }

    fn open(&mut self, name: String, attributes: &[Attribute], closed: bool, range: &Range<usize>) {
        if self.asides > 0 {
            // The main part of a page ends whatever was left open around it.
            if name == "main" {
                while self.asides > 0 {
                    self.close(range.start);
                }
            } else {
                if !is_void(&name) && !closed {
                    self.push(name, Kind::Inline);
                }
                return;
            }
        }
        let attribute = |wanted: &str| attributes.iter().find(|a| a.name == wanted);
        if let Some(id) = attribute("id") {
            self.ids.entry(id.value.clone()).or_insert(self.build.document.blocks.len());
        }
        if let Some(reason) = boilerplate::reason(&name, attributes, self.main > 0) {
            self.flush();
            if !(is_void(&name) || closed && name == "svg") {
                self.asides += 1;
                self.push(name, Kind::Aside(range.start, reason));
            }
            return;
        }
        match name.as_str() {
            "br" => {
                if let Some(Kind::Pre { lines, .. }) = self.open_pre() {
                    lines.push(Text::empty(range.end));
                } else {
                    self.line_break(range.clone());
                }
            }
            "hr" => {
                self.flush();
                self.pasted.end_bullets(self.build);
                self.build.end_question();
            }
            "img" => {
                for image in inline::shown(self.build.source, attributes) {
                    self.alts.push(image);
                }
            }
            "meta" => {
                if let (Some(name), Some(content)) = (attribute("name"), attribute("content"))
                    && name.value.eq_ignore_ascii_case("description")
                {
                    let text = inline::attribute(self.build.source, content);
                    self.build.aside(BlockKind::Meta, text, None);
                }
            }
            _ if is_void(&name) => {}
            _ => {
                self.end_implied(&name, range.start);
                let kind = self.kind(range.start, &name, attributes);
                if let Some(title) = attribute("title").filter(|a| a.value.contains(|c: char| c.is_ascii_digit())) {
                    let text = inline::attribute(self.build.source, title);
                    self.alts.push(text.into());
                }
                if matches!(name.as_str(), "main" | "article") {
                    self.main += 1;
                }
                self.push(name, kind);
            }
        }
    }

    /// What an element does, and what it does at once.
    fn kind(&mut self, at: usize, name: &str, attributes: &[Attribute]) -> Kind {
        let attribute = |wanted: &str| attributes.iter().find(|a| a.name == wanted).map(|a| a.value.as_str());
        let start = self.flow.text.string.len();
        let captured = self.captures > 0;
        match name {
            "b" | "strong" | "em" | "i" => return Kind::Strong(start),
            "a" => return Kind::Link(start, attribute("href").unwrap_or("").to_owned()),
            "sup" => {
                self.flush_space();
                return Kind::Raised(self.flow.text.string.len());
            }
            "del" | "s" | "strike" => {
                self.struck += 1;
                return Kind::Struck;
            }
            "code" | "samp" => {
                let class = attribute("class").unwrap_or("").to_owned();
                if let Some(Kind::Pre { language, .. }) = self.open_pre() {
                    *language = language_of(&class).unwrap_or_else(|| std::mem::take(language));
                }
                return if name == "code" { Kind::Code(start) } else { Kind::Inline };
            }
            _ if !is_block(name) => return Kind::Inline,
            _ => {}
        }
        self.flush();
        match name {
            "title" => {
                self.captures += 1;
                Kind::Title
            }
            _ if captured && self.table.is_none() => Kind::Block,
            "table" if self.table.is_none() && !self.layout.contains(&at) => {
                self.own_item();
                self.pasted.end_bullets(self.build);
                self.table = Some(OpenTable::default());
                Kind::Table
            }
            "thead" | "tbody" | "tfoot" if self.table.is_some() => Kind::Group { head: name == "thead" },
            "tr" if self.table.is_some() => {
                let head = self.frames.iter().rev().take(3).any(|f| matches!(f.kind, Kind::Group { head: true }));
                if let Some(table) = &mut self.table {
                    table.row(head);
                }
                Kind::Row
            }
            "td" | "th" if self.table.is_some() && !captured => {
                let span = |name: &str| attribute(name).and_then(|v| v.trim().parse::<usize>().ok());
                self.captures += 1;
                Kind::Cell { head: name == "th", rows: span("rowspan").unwrap_or(1), columns: span("colspan").unwrap_or(1) }
            }
            "caption" if !captured => {
                self.captures += 1;
                Kind::Caption
            }
            _ if captured || self.table.is_some() => Kind::Block,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.captures += 1;
                Kind::Heading(name.as_bytes()[1] - b'0')
            }
            "section" | "article" | "li" | "td" if name != "li" => {
                Kind::Section { open: self.build.scope(), blocks: self.build.document.blocks.len() }
            }
            "ul" | "ol" | "dl" | "menu" => {
                self.own_item();
                self.pasted.end_bullets(self.build);
                let depth = self.build.list_depth();
                self.build.open_list(name == "ol");
                Kind::List { depth }
            }
            "li" if self.frames.iter().any(|f| matches!(f.kind, Kind::List { .. })) => {
                self.items.push(false);
                Kind::Item
            }
            "dt" if self.frames.iter().any(|f| matches!(f.kind, Kind::List { .. })) => {
                self.captures += 1;
                Kind::Term
            }
            "details" => Kind::Details,
            "summary" => {
                self.captures += 1;
                Kind::Summary
            }
            "pre" => {
                self.own_item();
                self.pre += 1;
                Kind::Pre { lines: Vec::new(), language: language_of(attribute("class").unwrap_or("")).unwrap_or_default() }
            }
            _ => Kind::Block,
        }
    }

    fn push(&mut self, name: String, kind: Kind) {
        self.frames.push(Frame { name, kind });
        if self.frames.len() > DEPTH {
            // Too deep to follow: the element ends at once, its text counts as its parent's.
            self.close(0);
        }
    }

    /// Ends elements whose end tag may be left out before another starts.
    fn end_implied(&mut self, name: &str, at: usize) {
        let (ends, within): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol", "menu"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "tr" => (&["tr"], &["table"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot", "caption", "colgroup"], &["table"]),
            "option" => (&["option"], &["select"]),
            _ if is_block(name) => (&["p"], &["table", "td", "th", "li", "div", "section", "article", "button", "dd", "body"]),
            _ => return,
        };
        let depth =
            self.frames.iter().rposition(|frame| ends.contains(&frame.name.as_str()) || within.contains(&frame.name.as_str()));
        if let Some(depth) = depth.filter(|&depth| ends.contains(&self.frames[depth].name.as_str())) {
            while self.frames.len() > depth {
                self.close(at);
            }
        }
    }

    fn close_named(&mut self, name: &str, end: usize) {
        if name == "p" && self.asides == 0 {
            self.flush();
        }
        // Inline tags do not reach out of the cell or block that they stand in.
        let Some(depth) = self.frames.iter().rposition(|frame| frame.name == name) else {
            // In Markdown the start tag stands in a stretch of its own.
            if name == "details" {
                self.flush();
                self.build.end_question();
            }
            return;
        };
        if !is_block(name)
            && !matches!(self.frames[depth].kind, Kind::Aside(..))
            && self.frames[depth..].iter().any(|f| matches!(f.kind, Kind::Cell { .. }))
        {
            return;
        }
        while self.frames.len() > depth {
            self.close(end);
        }
    }

    /// Ends the innermost open element.
    fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else { return };
        if self.asides > 0 && !matches!(frame.kind, Kind::Aside(..)) {
            return;
        }
        if matches!(frame.name.as_str(), "main" | "article") {
            self.main = self.main.saturating_sub(1);
        }
        match frame.kind {
            Kind::Inline | Kind::Row | Kind::Group { .. } => {}
            Kind::Block => self.flush(),
            Kind::Section { open, blocks } => {
                self.flush();
                // A section that holds nothing but its heading heads what comes after it.
                if self.build.document.blocks[blocks..].iter().any(|b| !matches!(b.kind, BlockKind::Heading(_))) {
                    self.pasted.end_bullets(self.build);
                    self.build.end_scope(open);
                    self.pasted.heading(self.build.level().max(1));
                }
            }
            Kind::Heading(level) => {
                self.captures -= 1;
                let inline = self.take();
                if inline.text.string.is_empty() {
                    return;
                }
                if let Some(placed) = self.items.last_mut() {
                    *placed = true;
                }
                self.pasted.end_bullets(self.build);
                self.pasted.heading(level);
                self.build.heading(level, inline);
                self.place_alts();
            }
            Kind::List { depth } => {
                self.flush();
                self.build.close_lists(depth);
            }
            Kind::Item => {
                self.flush();
                self.items.pop();
            }
            Kind::Term => {
                self.captures -= 1;
                let inline = self.take();
                self.build.item(inline);
                self.place_alts();
            }
            Kind::Summary => {
                self.captures -= 1;
                let inline = self.take();
                let asks = self.items.is_empty() && (heading::question(&inline.text.string).is_some() || self.build.in_faq());
                if asks {
                    self.build.question(inline);
                } else if !inline.text.string.is_empty() {
                    let block = self.build.paragraph(inline);
                    self.build.lead_in(block);
                }
            }
            Kind::Details => {
                self.flush();
                self.build.end_question();
            }
            Kind::Title => {
                self.captures -= 1;
                let inline = self.take();
                if !inline.text.string.is_empty() {
                    self.build.aside(BlockKind::Meta, inline, None);
                }
            }
            Kind::Caption => {
                self.captures -= 1;
                let inline = self.take();
                if !inline.text.string.is_empty() {
                    let block = self.build.paragraph(inline);
                    self.build.lead_in(block);
                }
            }
            Kind::Cell { head, rows, columns } => {
                self.captures -= 1;
                let inline = self.take();
                if let Some(table) = &mut self.table {
                    table.cell(head, Cell { inline, rows, columns }, end);
                }
            }
            Kind::Table => {
                // What stands between its cells is no text of the page.
                self.take();
                if let Some(table) = self.table.take() {
                    table.place(self.build, end);
                }
                self.place_alts();
            }
            Kind::Pre { lines, language } => {
                self.pre -= 1;
                output::read(self.build, lines, &language);
            }
            Kind::Strong(start) => {
                let text = self.flow.text.string.as_str();
                let start = start + text.get(start..).map_or(0, |part| part.len() - part.trim_start().len());
                let length = text.len();
                if start < length {
                    self.flow.strong.push(start..length);
                }
            }
            Kind::Code(start) => {
                let text = self.flow.text.string.as_str();
                if text.get(start..).is_some_and(output::is_program) {
                    self.flow.code.push(start..text.len());
                }
            }
            Kind::Link(start, target) => {
                let text = self.flow.text.string.as_str();
                let start = start + text.get(start..).map_or(0, |part| part.len() - part.trim_start().len());
                let length = text.len();
                if start < length && !target.is_empty() {
                    self.flow.links.push((start..length, target));
                }
            }
            Kind::Raised(start) => {
                self.breaks.retain(|&line| line <= start);
                // What was opened within the raised text goes on from where it stood.
                for frame in &mut self.frames {
                    if let Kind::Strong(at) | Kind::Link(at, _) | Kind::Raised(at) = &mut frame.kind {
                        *at = start.min(*at);
                    }
                }
                if let Some(mark) = inline::raised(&mut self.flow, start) {
                    self.build.skip(mark, Skip::Markup);
                }
            }
            Kind::Struck => self.struck -= 1,
            Kind::Aside(start, reason) => {
                self.asides -= 1;
                if self.asides == 0 {
                    self.build.skip(start..end.max(start), reason);
                }
            }
        }
    }

    fn finish(mut self, end: usize) {
        while let Some(frame) = self.frames.last_mut() {
            // What Markdown leaves open goes on in the text after it.
            if matches!(frame.kind, Kind::Details) {
                frame.kind = Kind::Block;
            }
            self.close(end);
        }
        self.flush();
        self.pasted.end_bullets(self.build);
        let document = &mut self.build.document;
        let notes: BTreeMap<String, String> = self
            .ids
            .iter()
            .filter_map(|(id, &block)| Some((format!("#{id}"), document.blocks.get(block)?.text.string.to_string())))
            .collect();
        for (range, target) in document.blocks.iter_mut().flat_map(|block| &mut block.links) {
            if let Some(words) = notes.get(target.as_str()).filter(|_| range.start == range.end) {
                *target = format!("{target} {words}");
            }
        }
    }
}
