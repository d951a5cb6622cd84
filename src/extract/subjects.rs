//! Whom a document speaks of, and where it names them.
//!
//! A document declares its subjects through ranked or reviewed entries and through the naming column (or row) of its tables;
//! the lexicon adds vendors and products that the text names in passing. A vendor's name stands for its product where the
//! document has only one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::claim::Subject;
use crate::document::{Document, Role};
use crate::extract::tables::Layout;
use crate::lexicon::{Finder, Lexicon};

/// The subjects of one document.
#[derive(Debug)]
pub struct Subjects {
    list: Vec<Subject>,
    /// Finds the names that the document declares.
    declared: Finder,
    /// Subject by entity id, for the names of the lexicon.
    by_entity: BTreeMap<String, usize>,
    /// Subject of each section that is an entry or speaks of one subject.
    pub sections: Vec<Option<usize>>,
    /// The subject that the document as a whole speaks of: a README of its own project.
    pub own: Option<usize>,
}

/// A subject named in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Where.
    pub range: Range<usize>,
    /// Index into the document's subjects.
    pub subject: usize,
}

impl Subjects {
    /// Collects the subjects of a document.
    pub fn new(document: &Document, layouts: &[Layout], lexicon: &Lexicon, shared: &[String]) -> Self {
        let Declared { names, entries: entry_names, own } = Declared::new(document, layouts, lexicon);
        let mut subjects = Self {
            list: Vec::new(),
            declared: Finder::new(&[], true),
            by_entity: BTreeMap::new(),
            sections: Vec::new(),
            own: None,
        };
        let mut words: Vec<(String, usize)> = Vec::new();
        let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
        subjects.declare(&names, lexicon, &mut words, &mut by_id);
        subjects.declare_entities(lexicon);
        // What another document of the collection declares is known here, but is no product of this document.
        subjects.declare(shared, lexicon, &mut words, &mut by_id);
        words.retain(|(word, _)| word.chars().count() > 1);
        subjects.declared = Finder::new(&words, true);
        subjects.sections = (0..document.sections.len())
            .map(|at| entry_names[at].as_deref().and_then(|name| by_id.get(&slug(core(name))).copied()))
            .collect();
        subjects.own = own.and_then(|name| by_id.get(&slug(core(&name))).copied());
        subjects.inherit(document, lexicon);
        subjects
    }

    fn declare(
        &mut self,
        names: &[String],
        lexicon: &Lexicon,
        words: &mut Vec<(String, usize)>,
        by_id: &mut BTreeMap<String, usize>,
    ) {
        for name in names {
            let core = core(name);
            if core.is_empty() {
                continue;
            }
            let id = slug(core);
            let at = *by_id.entry(id.clone()).or_insert_with(|| {
                let vendor = lexicon.entity_names.find(name).first().map(|(_, e)| lexicon.entities[*e].maker().to_owned());
                self.list.push(Subject { id, name: core.to_owned(), vendor });
                self.list.len() - 1
            });
            words.push((name.clone(), at));
            if core != name {
                words.push((core.to_owned(), at));
            }
        }
    }

    /// Subject by index.
    pub fn get(&self, at: usize) -> &Subject {
        &self.list[at]
    }

    /// Names in a text, leftmost first; a declared name wins over a name of the lexicon.
    pub fn find(&self, text: &str, lexicon: &Lexicon) -> Vec<Mention> {
        let mut found: Vec<Mention> =
            self.declared.find(text).into_iter().map(|(range, subject)| Mention { range, subject }).collect();
        for (range, entity) in lexicon.entity_names.find(text) {
            if found.iter().any(|m| m.range.start < range.end && range.start < m.range.end) {
                continue;
            }
            if let Some(&subject) = self.by_entity.get(&lexicon.entities[entity].id) {
                found.push(Mention { range, subject });
            }
        }
        found.sort_by_key(|m| m.range.start);
        found
    }

    /// Each entity leads to the one product of its vendor that the document declares, else to itself.
    fn declare_entities(&mut self, lexicon: &Lexicon) {
        let declared = self.list.len();
        for entity in &lexicon.entities {
            let maker = entity.maker();
            let mut products = (0..declared).filter(|&at| self.list[at].vendor.as_deref() == Some(maker));
            let only = products.next().filter(|_| products.next().is_none());
            let at = only.unwrap_or_else(|| {
                self.list.push(Subject { id: entity.id.clone(), name: entity.id.clone(), vendor: Some(maker.to_owned()) });
                self.list.len() - 1
            });
            self.by_entity.insert(entity.id.clone(), at);
        }
    }

    /// Subsections speak of the entry around them; a section whose heading names exactly one subject speaks of it.
    fn inherit(&mut self, document: &Document, lexicon: &Lexicon) {
        for at in 0..document.sections.len() {
            let section = &document.sections[at];
            if self.sections[at].is_some() || section.level <= 1 {
                continue;
            }
            let above = section.parent.and_then(|p| self.sections.get(p).copied().flatten());
            let named = section.heading.and_then(|h| document.blocks.get(h)).and_then(|heading| {
                let mentions = self.find(&heading.text.string, lexicon);
                let first = mentions.first()?.subject;
                mentions.iter().all(|m| m.subject == first).then_some(first)
            });
            self.sections[at] = named.or(above);
        }
    }
}

/// Sections that stand side by side and say the same kind of thing of what their headings name: "Heron 3000 … boils in 128 s",
/// "Egret Mini … boils in 201 s". Siblings of one level whose headings are names, at least two of them with a figure in the same
/// unit.
fn parallel_sections(document: &Document, lexicon: &Lexicon) -> Vec<usize> {
    let mut siblings: BTreeMap<(Option<usize>, u8), Vec<usize>> = BTreeMap::new();
    for (at, section) in document.sections.iter().enumerate().skip(1) {
        let heading = section.heading.and_then(|h| document.blocks.get(h)).map_or("", |b| b.text.string.trim());
        if section.role == Role::Body && section.level >= 2 && is_name(unnumbered(heading), lexicon) {
            siblings.entry((section.parent, section.level)).or_default().push(at);
        }
    }
    siblings.retain(|_, group| group.len() >= 2);
    let member: BTreeMap<usize, usize> =
        siblings.values().enumerate().flat_map(|(group, sections)| sections.iter().map(move |&at| (at, group))).collect();
    let mut units: BTreeMap<(usize, String), BTreeSet<usize>> = BTreeMap::new();
    for block in document.blocks.iter().filter(|b| b.cell.is_none() && !matches!(b.kind, crate::document::BlockKind::Heading(_)))
    {
        if let Some(&group) = member.get(&block.section) {
            for quantity in crate::quantity::scan(&block.text.string).quantities {
                let unit = quantity.canonical.unit.to_string();
                if !unit.is_empty() && unit != "%" {
                    units.entry((group, unit)).or_default().insert(block.section);
                }
            }
        }
    }
    let parallel: Vec<usize> = units.iter().filter(|(_, sections)| sections.len() >= 2).map(|((group, _), _)| *group).collect();
    member.into_iter().filter(|(_, group)| parallel.contains(group)).map(|(at, _)| at).collect()
}

/// Whether a heading can be a name: short, no metric, no sentence, no word for a part of a document.
fn is_name(heading: &str, lexicon: &Lexicon) -> bool {
    let words = heading.split_whitespace().count();
    let short = if heading.is_ascii() { words <= 5 } else { heading.chars().count() <= 16 };
    short
        && !heading.is_empty()
        && heading.starts_with(|c: char| c.is_alphabetic())
        && !heading.ends_with(['?', '？', ':', '：', '.', '。', '!', '！'])
        && !GENERIC.iter().any(|g| heading.eq_ignore_ascii_case(g))
        && lexicon.metric_names.find(heading).is_empty()
        && lexicon.cue_names.find(heading).iter().all(|(_, cue)| lexicon.cues[*cue].family() == "able")
        && ![
            "部分", "章", "节", "说明", "介绍", "概述", "数据", "结果", "规则", "方法", "步骤", "附录", "背景", "情况", "问题",
            "建议", "政策", "服务",
        ]
        .iter()
        .any(|w| heading.ends_with(w))
}

/// A heading without its number.
fn unnumbered(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '#' | '.' | ')' | '、' | ' '));
    if rest.is_empty() { heading } else { rest }
}

/// Headings that name a part of a document, never what it is about.
const GENERIC: &[&str] = &[
    "readme",
    "changelog",
    "overview",
    "introduction",
    "performance",
    "benchmark",
    "benchmarks",
    "pricing",
    "prices",
    "plans",
    "claims",
    "status",
    "notes",
    "docs",
    "documentation",
    "faq",
    "summary",
    "report",
    "results",
    "guide",
    "specs",
    "specifications",
    "news",
    "about",
    "home",
    "index",
    "contents",
    "features",
    "license",
    "contributing",
    "security",
    "roadmap",
    "release notes",
    "getting started",
    "data sheet",
    "datasheet",
    "installation",
    "install",
    "usage",
    "quick start",
    "quickstart",
    "limits",
    "limitations",
    "configuration",
    "examples",
    "example",
    "background",
    "method",
    "methods",
    "methodology",
    "discussion",
    "conclusion",
    "conclusions",
    "references",
    "appendix",
    "support",
    "requirements",
    "hardware",
    "software",
    "setup",
    "details",
    "testing",
    "tests",
    "design",
    "architecture",
    "api",
    "cli",
    "storage",
    "network",
    "networking",
    "battery",
    "power",
    "display",
    "camera",
    "delivery",
    "shipping",
    "returns",
    "payment",
    "billing",
    "accounts",
    "highlights",
    "scope",
    "data",
    "metrics",
    "financials",
    "outlook",
    "risks",
    "operations",
    "people",
    "environment",
    "compare",
    "comparison",
    "at a glance",
    "how we tested",
    "known issues",
];

/// The name that a title gives its document: one or two words that no other document would have as its title.
fn own_name(document: &Document) -> Option<&str> {
    let title = document.sections.iter().find(|s| s.level == 1)?;
    if document.sections.iter().filter(|s| s.level == 1).count() > 1 || document.sections.iter().any(|s| s.rank.is_some()) {
        return None;
    }
    let text = core(document.blocks.get(title.heading?)?.text.string.trim());
    let words = text.split_whitespace().count();
    let latin = text.is_ascii()
        && (words == 1 || (words == 2 && text.split_whitespace().all(|w| w.starts_with(|c: char| c.is_ascii_uppercase()))));
    let specific = !GENERIC.iter().any(|g| text.eq_ignore_ascii_case(g)) && text.chars().any(char::is_alphabetic);
    (latin && specific && text.len() > 1).then_some(text)
}

/// The names that a document declares.
struct Declared {
    names: Vec<String>,
    /// Name of each section that is an entry.
    entries: Vec<Option<String>>,
    /// Name of what the document as a whole speaks of.
    own: Option<String>,
}

impl Declared {
    fn new(document: &Document, layouts: &[Layout], lexicon: &Lexicon) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            let name = name.trim();
            if !name.is_empty() && !names.iter().any(|n| n == name) {
                names.push(name.to_owned());
            }
        };
        let mut entries = vec![None; document.sections.len()];
        for (at, section) in document.sections.iter().enumerate() {
            let Some(heading) = section.heading.and_then(|h| document.blocks.get(h)) else { continue };
            let named = section.name.clone().and_then(|range| heading.text.string.get(range));
            if let (Role::Entry, Some(name)) = (section.role, named)
                && own_entry(document, at)
            {
                add(name);
                entries[at] = Some(name.trim().to_owned());
            }
        }
        for at in parallel_sections(document, lexicon) {
            if let Some(name) = document.sections[at].heading.and_then(|h| document.blocks.get(h)).map(|b| b.text.string.trim()) {
                let name = unnumbered(name);
                add(name);
                entries[at] = Some(name.to_owned());
            }
        }
        for (table, layout) in document.tables.iter().zip(layouts) {
            for block in layout.names(table) {
                if let Some(block) = document.blocks.get(block) {
                    add(crate::extract::tables::without_unit(block.text.string.trim()));
                }
            }
        }
        let own = own_name(document).map(str::to_owned);
        names.extend(own.clone());
        Self { names, entries, own }
    }
}

/// The names of a document that other documents of its collection may use: those that no sentence has by chance.
pub fn shared_names(document: &Document, layouts: &[Layout], lexicon: &Lexicon) -> Vec<String> {
    let marked = |name: &str| name.len() >= 4 && name.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let han = |name: &str| name.chars().filter(|c| !c.is_ascii()).count() >= 3;
    let proper = |name: &String| {
        let core = core(name);
        (marked(core) || han(core)) && core.chars().count() <= 30 && !GENERIC.iter().any(|g| core.eq_ignore_ascii_case(g))
    };
    Declared::new(document, layouts, lexicon).names.into_iter().filter(proper).collect()
}

/// Whether the section is an entry itself, not a part of one.
fn own_entry(document: &Document, at: usize) -> bool {
    let section = &document.sections[at];
    section.rank.is_some()
        || section
            .parent
            .and_then(|p| document.sections.get(p))
            .is_none_or(|parent| parent.rank.is_none() && parent.name.is_none())
}

/// A name without what stands in brackets behind it, and without marks around.
pub fn core(name: &str) -> &str {
    let end = name.find(['（', '(', '[', '【']).filter(|&at| at > 0).unwrap_or(name.len());
    name[..end].trim().trim_matches(['*', '_', '"', '“', '”', '「', '」', '《', '》', ':', '：', '-', ' '])
}

/// A stable id from a name or phrase: lower case, letters, digits and Han characters, other runs as one hyphen.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '.' || c == '+' {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}
