//! Elements by what they do to the text in them.

use crate::document::{Skip, Text};

/// What an open element does to the text in it.
pub(super) enum Kind {
    /// Nothing.
    Inline,
    /// Its text stands apart.
    Block,
    /// Headings in it end with it: sections open before it, blocks before it.
    Section {
        open: usize,
        blocks: usize,
    },
    Heading(u8),
    List {
        depth: usize,
    },
    Item,
    Term,
    Summary,
    Details,
    Title,
    Table,
    Group {
        head: bool,
    },
    Row,
    Cell {
        head: bool,
        rows: usize,
        columns: usize,
    },
    Caption,
    Pre {
        lines: Vec<Text>,
        language: String,
    },
    Strong(usize),
    Code(usize),
    Link(usize, String),
    Raised(usize),
    Struck,
    /// Set aside, with the start of its range.
    Aside(usize, Skip),
}

/// An open element.
pub(super) struct Frame {
    pub name: String,
    pub kind: Kind,
}

/// The language that a class gives to preformatted text.
pub(super) fn language_of(class: &str) -> Option<String> {
    class.split_ascii_whitespace().find_map(|word| {
        ["language-", "lang-", "highlight-source-"].iter().find_map(|prefix| word.strip_prefix(prefix)).map(str::to_owned)
    })
}

/// Elements without content.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
            | "frame"
    )
}

/// Elements whose text stands apart from what is around them.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "button"
            | "caption"
            | "center"
            | "colgroup"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "select"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "textarea"
            | "tfoot"
            | "th"
            | "thead"
            | "title"
            | "tr"
            | "ul"
    )
}
