//! HTML as tags and text with byte ranges; entities resolved piece by piece, so that each keeps its place.

use std::ops::Range;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};

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
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut tokens = Tokenizer::new_with_emitter(html, emitter).filter_map(move |token| {
        let Ok(token) = token;
        node(token, html.len(), base)
    });
    let mut held: Option<Node> = None;
    std::iter::from_fn(move || {
        loop {
            let next = tokens.next();
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

fn node(token: Token<usize>, length: usize, base: usize) -> Option<Node> {
    let at = |span: html5gum::Span<usize>| {
        let start = span.start.min(length);
        base + start..base + span.end.clamp(start, length)
    };
    // A piece of a text is one; the check costs less than a copy.
    let text = |bytes: html5gum::HtmlString| {
        String::from_utf8(bytes.0).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    };
    match token {
        Token::StartTag(tag) => {
            let attributes = tag
                .attributes
                .into_iter()
                .map(|(name, value)| Attribute { name: text(name), range: at(value.span), value: text(value.value) })
                .collect();
            Some(Node::Open { name: text(tag.name), attributes, closed: tag.self_closing, range: at(tag.span) })
        }
        Token::EndTag(tag) => Some(Node::Close { name: text(tag.name), range: at(tag.span) }),
        Token::String(string) => Some(Node::Text(at(string.span))),
        Token::Comment(comment) => Some(Node::Hidden(at(comment.span))),
        Token::Doctype(doctype) => Some(Node::Hidden(at(doctype.span))),
        Token::Error(_) => None,
    }
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
