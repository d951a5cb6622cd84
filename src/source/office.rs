//! Word and Excel files: an archive of XML, written out as text with [`Part`]s.
//!
//! The archive comes from anywhere: what it unpacks to is counted while it is read, and reading stops at the limit.

use std::io::{BufReader, Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use super::part::Part;
use super::{Limits, Source, Unreadable};

mod beside;
mod display;
mod numbering;
mod sheet;
mod styles;
mod word;

/// Most parts of a file; above it the file is refused.
const PARTS: usize = 1 << 20;

/// How much larger than the limit of a file its unpacked XML may be.
const UNPACKED: u64 = 4;

/// Deepest nesting of elements; programs that write such files stay far below.
const DEPTH: usize = 4096;

/// Most bytes of notes and addresses that are repeated at each of their marks.
const LINKED: usize = 8 << 20;

/// Most styles, numberings, relations of a file that are looked at.
const NAMED: usize = 50_000;

/// Text with its parts, in the making.
struct Written {
    text: String,
    parts: Vec<Part>,
    /// Most bytes of text.
    most: usize,
    /// Bytes of notes and addresses that may still be repeated.
    linked: usize,
}

impl Written {
    fn new(archive: &Archive) -> Self {
        let most = usize::try_from(archive.limit / UNPACKED).unwrap_or(usize::MAX);
        Self { text: String::new(), parts: Vec::new(), most, linked: LINKED }
    }

    /// Whether there is room for so many bytes more.
    fn fits(&self, bytes: usize) -> Result<(), Unreadable> {
        let fits = self.text.len().saturating_add(bytes) <= self.most;
        if fits { Ok(()) } else { Err(Unreadable::Unpacked { limit: u64::try_from(self.most).unwrap_or(u64::MAX) }) }
    }

    /// Whether a note or an address may be repeated once more.
    fn may_link(&mut self, target: &str) -> bool {
        let left = self.linked.checked_sub(target.len());
        self.linked = left.unwrap_or(self.linked);
        left.is_some()
    }

    fn push(&mut self, part: Part) -> Result<(), Unreadable> {
        self.parts.push(part);
        if self.parts.len() > PARTS { Err(Unreadable::TooMany { limit: PARTS }) } else { Ok(()) }
    }
}

/// The archive, and how much of it may still be unpacked.
struct Archive {
    zip: ZipArchive<Cursor<Vec<u8>>>,
    left: u64,
    limit: u64,
}

/// What XML consists of, for those who do not care about namespaces.
enum Node<'n> {
    Open(Element<'n>),
    Close(&'n str),
    Text(&'n str),
}

/// A start tag.
struct Element<'n> {
    name: &'n str,
    start: &'n BytesStart<'n>,
}

impl Element<'_> {
    /// The value of an attribute, whatever its namespace.
    fn attribute(&self, name: &str) -> Option<String> {
        let found = self.start.attributes().with_checks(false).flatten().find(|a| a.key.local_name().as_ref() == name)?;
        quick_xml::escape::unescape(&found.value).ok().map(std::borrow::Cow::into_owned)
    }

    fn value(&self) -> Option<String> {
        self.attribute("val")
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.attribute(name)?.parse().ok()
    }

    /// Whether a switch is on: it is, unless its value says otherwise.
    fn is_on(&self) -> bool {
        !self.value().is_some_and(|value| matches!(value.as_str(), "0" | "false" | "off" | "none"))
    }
}

impl Archive {
    /// Walks through an XML file of the archive; false where there is none of that name.
    fn walk(&mut self, name: &str, mut visit: impl FnMut(Node<'_>) -> Result<(), Unreadable>) -> Result<bool, Unreadable> {
        let file = match self.zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(false),
            Err(_) => return Err(broken(name)),
        };
        let mut reader = Reader::from_reader(BufReader::new(file.take(self.left.saturating_add(1))));
        let mut buffer = Vec::new();
        let mut depth = 0_usize;
        let outcome = loop {
            buffer.clear();
            if depth > DEPTH {
                break Err(broken(name));
            }
            let step = match reader.read_event_into(&mut buffer) {
                Ok(Event::Start(start)) => {
                    depth += 1;
                    visit(Node::Open(Element { name: start.local_name().as_ref(), start: &start }))
                }
                Ok(Event::Empty(start)) => {
                    let name = start.local_name();
                    visit(Node::Open(Element { name: name.as_ref(), start: &start }))
                        .and_then(|()| visit(Node::Close(name.as_ref())))
                }
                Ok(Event::End(end)) => {
                    depth = depth.saturating_sub(1);
                    visit(Node::Close(end.local_name().as_ref()))
                }
                Ok(Event::Text(text)) => visit(Node::Text(&text)),
                Ok(Event::CData(text)) => visit(Node::Text(&text)),
                Ok(Event::GeneralRef(reference)) => match reference.resolve_char_ref() {
                    Ok(Some(character)) => visit(Node::Text(character.encode_utf8(&mut [0; 4]))),
                    Ok(None) => visit(Node::Text(quick_xml::escape::resolve_predefined_entity(&reference).unwrap_or(""))),
                    Err(_) => break Err(broken(name)),
                },
                Ok(Event::Eof) => break Ok(true),
                Ok(_) => Ok(()),
                Err(_) => break Err(broken(name)),
            };
            if let Err(reason) = step {
                break Err(reason);
            }
        };
        let left = reader.into_inner().into_inner().limit();
        if left == 0 {
            return Err(Unreadable::Unpacked { limit: self.limit });
        }
        self.left = left - 1;
        outcome
    }

    /// The targets of a file's links to other parts, by id.
    fn relations(&mut self, name: &str) -> Result<std::collections::BTreeMap<String, String>, Unreadable> {
        let mut found = std::collections::BTreeMap::new();
        self.walk(name, |node| {
            if let Node::Open(element) = node
                && element.name == "Relationship"
                && found.len() < NAMED
                && let (Some(id), Some(target)) = (element.attribute("Id"), element.attribute("Target"))
            {
                found.insert(id, target);
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn broken(part: &str) -> Unreadable {
    Unreadable::Archive { part: part.to_owned() }
}

/// Which kind of file a name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Office {
    Word,
    Excel,
}

/// Reads a file as text with parts.
pub(super) fn read(path: &str, bytes: Vec<u8>, kind: Office, limits: Limits) -> Result<Source, Unreadable> {
    // Files of the programs before 2007, and those behind a password, are no archives but stores of the old kind.
    if bytes.starts_with(b"\xD0\xCF\x11\xE0") {
        return Err(Unreadable::Locked);
    }
    let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| broken("/"))?;
    let limit = limits.bytes.saturating_mul(UNPACKED);
    let mut archive = Archive { zip, left: limit, limit };
    let mut written = match kind {
        Office::Word => word::read(&mut archive)?,
        Office::Excel => sheet::read(&mut archive)?,
    };
    beside::read(&mut archive, &mut written)?;
    let mut source = Source::new(path, written.text);
    source.parts = written.parts;
    Ok(source)
}
