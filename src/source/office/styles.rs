//! What the styles of a Word file say of its paragraphs: which are headings, which are items.

use std::collections::BTreeMap;

use super::super::Unreadable;
use super::{Archive, NAMED, Node};

/// How far styles may rest on one another.
const STEPS: usize = 16;

/// A style as the file has it.
#[derive(Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: Option<String>,
    depth: usize,
}

/// What a style makes of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Title,
    Heading(u8),
    Contents,
}

/// All styles, by id.
#[derive(Default)]
pub(super) struct Styles(BTreeMap<String, Style>);

impl Styles {
    pub(super) fn read(archive: &mut Archive) -> Result<Self, Unreadable> {
        let mut styles = BTreeMap::new();
        let mut open: Option<(String, Style)> = None;
        archive.walk("word/styles.xml", |node| {
            match node {
                Node::Open(element) if element.name == "style" => {
                    open = Some((element.attribute("styleId").unwrap_or_default(), Style::default()));
                }
                Node::Open(element) => {
                    if let Some((_, style)) = &mut open {
                        match element.name {
                            "name" => style.name = element.value().unwrap_or_default().to_lowercase(),
                            "basedOn" => style.based_on = element.value(),
                            "outlineLvl" => style.outline = element.value().and_then(|value| value.parse().ok()),
                            "numId" => style.list = element.value(),
                            "ilvl" => style.depth = element.number("val").unwrap_or(0),
                            _ => {}
                        }
                    }
                }
                Node::Close("style") if styles.len() < NAMED => styles.extend(open.take()),
                _ => {}
            }
            Ok(())
        })?;
        Ok(Self(styles))
    }

    /// A style and those that it rests on.
    fn chain(&self, id: &str) -> impl Iterator<Item = &Style> {
        std::iter::successors(self.0.get(id), |style| self.0.get(style.based_on.as_deref()?)).take(STEPS)
    }

    pub(super) fn look(&self, id: &str) -> Option<Look> {
        self.chain(id).find_map(look)
    }

    /// Id of the numbering and depth that a style gives.
    pub(super) fn list(&self, id: &str) -> Option<(String, usize)> {
        self.chain(id).find_map(|style| Some((style.list.clone()?, style.depth)))
    }
}

fn look(style: &Style) -> Option<Look> {
    let name = style.name.as_str();
    if name == "title" || name == "标题" {
        return Some(Look::Title);
    }
    if name.starts_with("toc ") || name.starts_with("目录") || name == "table of figures" {
        return Some(Look::Contents);
    }
    let level = ["heading ", "标题 "].iter().find_map(|start| name.strip_prefix(start)?.parse::<u8>().ok());
    let level = level.or(style.outline.filter(|&level| level < 9).map(|level| level + 1))?;
    Some(Look::Heading(level.clamp(1, 9)))
}
