//! HTML as tags and text with byte ranges; entities resolved piece by piece, so that each keeps its place.

use std::ops::Range;

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, Error, ForwardingEmitter, Span, Token, Tokenizer};

/// A tag or a run of text.
pub(super) enum Node {
    Open {
        name: String,
        attributes: Vec<Attribute>,
        closed: bool,
        range: Range<usize>,
    },
    Close {
        name: String,
        range: Range<usize>,
    },
    Text(Range<usize>),
    /// A comment or a doctype.
    Hidden(Range<usize>),
}

/// An attribute, entities resolved.
pub(super) struct Attribute {
    pub name: String,
    pub value: String,
    /// Name, `=` and value in the source.
    pub range: Range<usize>,
}

/// The tags and texts of a stretch of HTML in order; ranges count from `base`. Texts that touch come as one.
pub(super) fn nodes(html: &str, base: usize) -> impl Iterator<Item = Node> + '_ {
    let mut emitter = CallbackEmitter::new(Tags { base, length: html.len(), ..Tags::default() });
    emitter.naively_switch_states(true);
    let mut nodes = Tokenizer::new_with_emitter(html, Silent(emitter)).map(|Ok(node)| node);
    let mut held: Option<Node> = None;
    std::iter::from_fn(move || {
        loop {
            let next = nodes.next();
            match (held.take(), next) {
                (Some(Node::Text(first)), Some(Node::Text(second))) if first.end == second.start => {
                    held = Some(Node::Text(first.start..second.end));
                }
                (None, Some(next)) => held = Some(next),
                (ready, next) => {
                    held = next;
                    return ready;
                }
            }
        }
    })
}

/// Puts tags together from their parts. Of texts only the places are kept: what stands there is read from the source.
#[derive(Default)]
struct Tags {
    base: usize,
    length: usize,
    name: String,
    start: usize,
    attributes: Vec<Attribute>,
    /// Whether the last attribute is not one that the tag has already.
    fresh: bool,
}

impl Tags {
    fn place(&self, start: usize, end: usize) -> Range<usize> {
        let start = start.min(self.length);
        self.base + start..self.base + end.clamp(start, self.length)
    }
}

impl Callback<Node, usize> for Tags {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<Node> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let range = self.place(span.start, span.end);
        match event {
            CallbackEvent::OpenStartTag { name } => {
                (self.name, self.start) = (text(name), span.start);
                None
            }
            CallbackEvent::AttributeName { name } => {
                let name = text(name);
                self.fresh = self.attributes.iter().all(|known| known.name != name);
                if self.fresh {
                    self.attributes.push(Attribute { name, value: String::new(), range });
                }
                None
            }
            CallbackEvent::AttributeValue { value } => {
                // The quote or the blank behind it belongs to the range.
                let end = self.place(span.start, span.end + 1).end;
                if let Some(last) = self.attributes.last_mut().filter(|_| self.fresh) {
                    last.value.push_str(&String::from_utf8_lossy(value));
                    last.range.end = end;
                }
                None
            }
            CallbackEvent::CloseStartTag { self_closing } => Some(Node::Open {
                name: std::mem::take(&mut self.name),
                attributes: std::mem::take(&mut self.attributes),
                closed: self_closing,
                range: self.place(self.start, span.end),
            }),
            CallbackEvent::EndTag { name } => {
                self.attributes.clear();
                Some(Node::Close { name: text(name), range })
            }
            CallbackEvent::String { .. } => Some(Node::Text(range)),
            CallbackEvent::Comment { .. } | CallbackEvent::Doctype { .. } => Some(Node::Hidden(range)),
            CallbackEvent::Error(_) => None,
        }
    }
}

/// Asks for no errors of HTML, which nobody reads and which cost a look at every byte, and for no more of a text than that it is there.
struct Silent(CallbackEmitter<Tags, Node, usize>);

impl ForwardingEmitter for Silent {
    type Token = Node;

    fn inner(&mut self) -> &mut impl Emitter<Token = Node> {
        &mut self.0
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_error(&mut self, _: Error) {}

    fn emit_string(&mut self, text: &[u8]) {
        self.0.emit_string(text.get(..1).unwrap_or_default());
    }

    fn push_comment(&mut self, _: &[u8]) {}
}

/// Splits raw text at its entities: source text as it is, or the characters that an entity stands for.
pub(super) fn pieces<'t>(raw: &'t str, mut each: impl FnMut(&'t str, Option<String>, usize)) {
    let mut from = 0;
    while let Some(at) = raw[from..].find('&').map(|at| from + at) {
        let tail = &raw[at + 1..];
        let name = tail.len() - tail.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#').len();
        // No entity's name is longer than this.
        let name = name.min(40);
        let end = at + 1 + name + usize::from(tail[name..].starts_with(';'));
        let entity = &raw[at..end];
        let decoded = decode(entity);
        if at > from {
            each(&raw[from..at], None, from);
        }
        each(entity, (decoded != entity).then_some(decoded), at);
        from = end;
    }
    if from < raw.len() {
        each(&raw[from..], None, from);
    }
}

fn decode(entity: &str) -> String {
    match entity {
        "&nbsp;" => return "\u{A0}".into(),
        "&amp;" => return "&".into(),
        "&lt;" => return "<".into(),
        "&gt;" => return ">".into(),
        "&quot;" => return "\"".into(),
        _ => {}
    }
    let mut out = Vec::new();
    for token in Tokenizer::new(entity) {
        let Ok(token) = token;
        if let Token::String(string) = token {
            out.extend_from_slice(&string.value);
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_keep_their_place() {
        let mut seen = Vec::new();
        pieces("a&lt;3&nbsp;&#x2264;5 &unknown; & &notit;", |raw, decoded, at| seen.push((raw, decoded, at)));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            seen,
            [
                ("a", None, 0),
                ("&lt;", some("<"), 1),
                ("3", None, 5),
                ("&nbsp;", some("\u{A0}"), 6),
                ("&#x2264;", some("≤"), 12),
                ("5 ", None, 20),
                ("&unknown;", None, 22),
                (" ", None, 31),
                ("&", None, 32),
                (" ", None, 33),
                ("&notit;", some("¬it;"), 34),
            ]
        );
    }

    #[test]
    fn ranges_are_byte_ranges_whatever_the_text_holds() {
        let html = "<!doctype html>\r\n<p class=\"甲\">乙😀3\r\n元</p><script>a<b</script>&lt;x";
        let texts: Vec<&str> =
            nodes(html, 0).filter_map(|node| if let Node::Text(range) = node { html.get(range) } else { None }).collect();
        assert_eq!(texts, ["\r\n", "乙😀3\r\n元", "a<b", "&lt;x"]);
    }
}
