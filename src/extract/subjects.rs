//! Whom a document speaks of, and where it names them.
//!
//! A document declares its subjects through ranked or reviewed entries and through the naming column (or row) of its tables;
//! the lexicon adds vendors and products that the text names in passing. A vendor's name stands for its product where the
//! document has only one.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::claim::Subject;
use crate::document::{BlockKind, Document, Format, Role};
use crate::extract::entries::{self, GENERIC, own_entry, parallel_sections, unnumbered};
use crate::extract::leading::leading_names;
use crate::extract::tables::Layout;
use crate::lexicon::{Finder, Lexicon, words};

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
    /// Rank of each section that is an entry by its number beside like ones, and where the number stands in its heading.
    pub ranked: BTreeMap<usize, (u32, Range<usize>)>,
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
        let Declared { names, entries: entry_names, ranked, own } = Declared::new(document, layouts, lexicon);
        let mut subjects = Self {
            list: Vec::new(),
            declared: Finder::new(&[], true),
            by_entity: BTreeMap::new(),
            sections: Vec::new(),
            ranked,
            own: None,
        };
        let mut words: Vec<(String, usize)> = Vec::new();
        let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
        subjects.declare(&names, lexicon, &mut words, &mut by_id);
        for (short, name) in short_forms(document, &names, lexicon) {
            if let Some(&at) = by_id.get(&slug(core(&name))) {
                words.push((short, at));
            }
        }
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
        found.retain(|m| !is_likened(&text[m.range.end..]));
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

/// Whether a name only says what something else is like: "an OpenAI-compatible API".
fn is_likened(behind: &str) -> bool {
    const ENDS: &[&str] =
        &["compatible", "style", "like", "based", "powered", "hosted", "native", "flavoured", "flavored", "inspired", "friendly"];
    let lower = behind.get(..16).unwrap_or(behind).to_ascii_lowercase();
    let joined = lower.strip_prefix('-').or_else(|| lower.strip_prefix(" compatible").map(|_| "compatible"));
    joined.is_some_and(|rest| ENDS.iter().any(|end| rest.starts_with(end))) || behind.starts_with("兼容")
}

/// The name that a title gives its document: one or two words that no other document would have as its title.
fn own_name(document: &Document) -> Option<&str> {
    let title = document.sections.iter().find(|s| s.level == 1)?;
    if document.sections.iter().filter(|s| s.level == 1).count() > 1 || document.sections.iter().any(|s| s.rank.is_some()) {
        return None;
    }
    let text = core(document.blocks.get(title.heading?)?.text.string.trim());
    let words = text.split_whitespace().count();
    let latin = text.is_ascii()
        && (words == 1
            || (words == 2
                && text.split_whitespace().all(|w| w.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()))
                && text.starts_with(|c: char| c.is_ascii_uppercase())));
    let specific = !GENERIC.iter().any(|g| text.eq_ignore_ascii_case(g)) && text.chars().any(char::is_alphabetic);
    (latin && specific && text.len() > 1).then_some(text)
}

/// The one thing that a document without entries is about: what its title names, when the text goes on to call it so. A title that
/// promises a choice or advice names a kind of things and declares nothing.
fn title_name(document: &Document) -> Option<String> {
    let title = document.sections.iter().find(|s| s.level == 1)?;
    if document.sections.iter().filter(|s| s.level == 1).count() > 1 {
        return None;
    }
    let heading = title.heading?;
    let text = core(document.blocks.get(heading)?.text.string.trim());
    let lower = text.to_lowercase();
    let has = |list: &str| {
        words(list).iter().any(|word| {
            if word.is_ascii() {
                lower.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word)
            } else {
                text.contains(word)
            }
        })
    };
    if has("title:choice") {
        return None;
    }
    let mut name = text.split([':', '：', '—', '–', '|', '，', ',', '?', '？']).next()?.trim();
    // "Tern dryer review", 青鸟咖啡机评测: the kind of text is no part of the name.
    loop {
        let tail = words("title:tail").iter().filter_map(|word| {
            if word.is_ascii() {
                let start = name.len().checked_sub(word.len())?;
                let tail = name.get(start..)?;
                (tail.eq_ignore_ascii_case(word) && name[..start].ends_with(' ')).then_some(start)
            } else {
                name.strip_suffix(word).map(str::len)
            }
        });
        let Some(start) = tail.min() else { break };
        name = name[..start].trim_end();
    }
    let han = name.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
    let count = name.split_whitespace().count();
    let latin = (1..=4).contains(&count) && name.starts_with(|c: char| c.is_uppercase()) && name.len() > 3;
    let fitting = if han > 0 { han >= 3 && name.chars().count() <= 16 } else { latin };
    if !fitting || GENERIC.iter().any(|g| name.eq_ignore_ascii_case(g)) {
        return None;
    }
    let body =
        document.blocks.iter().enumerate().filter(|&(at, block)| at != heading && !matches!(block.kind, BlockKind::Heading(_)));
    let times: usize = body.clone().map(|(_, block)| block.text.string.matches(name).count()).sum();
    // One that the text opens with is what it is about, too.
    let opens = || han > 0 && body.clone().next().is_some_and(|(_, block)| block.text.string.trim_start().starts_with(name));
    (times >= 2 || opens()).then(|| name.to_owned())
}

/// The names that a document declares.
struct Declared {
    names: Vec<String>,
    /// Name of each section that is an entry.
    entries: Vec<Option<String>>,
    /// Ranks that numbers beside like ones give.
    ranked: BTreeMap<usize, (u32, Range<usize>)>,
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
        let parallel = parallel_sections(document, lexicon);
        let ranked = entries::ranked(document, layouts, &parallel, lexicon);
        for &at in parallel.iter().chain(ranked.keys()) {
            if let Some(name) = document.sections[at].heading.and_then(|h| document.blocks.get(h)).map(|b| b.text.string.trim()) {
                let name = unnumbered(name);
                add(name);
                entries[at] = Some(name.to_owned());
            }
        }
        for (table, layout) in document.tables.iter().zip(layouts) {
            for block in layout.names(document, table) {
                if let Some(block) = document.blocks.get(block).filter(|b| !crate::extract::tables::names_period(&b.text.string))
                {
                    add(crate::extract::tables::without_unit(block.text.string.trim()));
                }
            }
        }
        let variants = variants(document, &names, lexicon);
        names.extend(variants);
        let own = own_name(document).map(str::to_owned);
        names.extend(own.clone());
        let title = if names.is_empty() { title_name(document) } else { own.clone() };
        if title.is_some() {
            // On a page about one thing, who else begins a sentence is another.
            names.extend(title.filter(|title| !names.contains(title)));
            let others = leading_names(document, lexicon);
            names.extend(
                others.into_iter().filter(|other| !names.iter().any(|name| name.contains(other.as_str()))).collect::<Vec<_>>(),
            );
        }
        Self { names, entries, ranked, own }
    }
}

/// What the text calls its things for short: the first word of a name that no other name begins with, where the text uses it alone (北岭 for
/// 北岭 P120, "the Hollis" for "Hollis Cargo Two").
fn short_forms(document: &Document, names: &[String], lexicon: &Lexicon) -> Vec<(String, String)> {
    const NAMES: usize = 200;
    let prose = || document.blocks.iter().filter(|b| b.cell.is_none() && !matches!(b.kind, BlockKind::Meta));
    let mut found = Vec::new();
    // A long list of names is a register, which no text calls by short forms.
    for name in names.iter().filter(|_| names.len() <= NAMES) {
        let whole = core(name);
        let Some((first, rest)) = whole.split_once(' ') else { continue };
        let plain = whole.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '+' | '.' | '\''));
        let latin = first.is_ascii()
            && first.len() >= 4
            && first.chars().all(|c| c.is_ascii_alphabetic())
            && first.starts_with(|c: char| c.is_ascii_uppercase())
            && first[1..].chars().any(|c| c.is_ascii_lowercase())
            && rest.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
        let han = (2..=6).contains(&first.chars().count())
            && first.chars().all(crate::claim::wording::tokens::is_han)
            && rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        let listed = words("leading:common").iter().any(|word| first.eq_ignore_ascii_case(word))
            || GENERIC.iter().any(|word| first.eq_ignore_ascii_case(word))
            || !lexicon.metric_names.find(first).is_empty()
            || !lexicon.cue_names.find(first).is_empty()
            || !lexicon.entity_names.find(first).is_empty();
        let shared = names.iter().any(|other| {
            let other = core(other);
            other != whole && (other == first || other.starts_with(first))
        });
        if !plain || !(latin || han) || listed || shared {
            continue;
        }
        let alone = |text: &str| {
            text.match_indices(first).any(|(at, _)| {
                let behind = &text[at + first.len()..];
                let amid = text[..at].trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',');
                !behind.trim_start().starts_with(rest)
                    && (han || amid && !behind.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
                    // "from Paris" is the town, and no Paris Hotel.
                    && !words("place_before").iter().any(|word| {
                        let head = text[..at].trim_end();
                        head.strip_suffix(*word).is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
                    })
                    // "Green Island" is another name than "Green Pass".
                    && !behind.strip_prefix(' ').is_some_and(|word| latin && word.starts_with(|c: char| c.is_ascii_uppercase()))
            })
        };
        let small = || {
            let lower = first.to_lowercase();
            prose().any(|b| b.text.string.split(|c: char| !c.is_alphanumeric()).any(|word| word == lower))
        };
        if prose().any(|b| alone(&b.text.string)) && !(latin && small()) {
            found.push((first.to_owned(), name.clone()));
        }
    }
    found
}

/// Labels that name a sort of what the document declares: "Family card: 40 a year" beside a section on the card, 个人安心卡 beside 安心卡.
fn variants(document: &Document, names: &[String], lexicon: &Lexicon) -> Vec<String> {
    const MORE: usize = 4;
    let mut found: Vec<String> = Vec::new();
    for block in document.blocks.iter().filter(|b| b.cell.is_none() && !matches!(b.kind, BlockKind::Heading(_))) {
        let Some((range, _)) = crate::extract::sentence::label(&block.text.string) else { continue };
        let label = core(block.text.string.get(range).unwrap_or(""));
        let varies = |name: &String| {
            let name = core(name);
            let more = label.strip_suffix(name).or_else(|| label.strip_prefix(name)).unwrap_or("");
            let joined = if name.is_ascii() {
                more.starts_with(' ') && more.trim_start().starts_with(|c: char| c.is_uppercase()) || more.ends_with(' ')
            } else {
                label.ends_with(name) && more.chars().all(char::is_alphanumeric)
            };
            name.chars().count() > 1
                && joined
                && (1..=MORE).contains(&more.split_whitespace().map(|w| if w.is_ascii() { 1 } else { w.chars().count() }).sum())
        };
        if names.iter().any(varies) && !names.iter().any(|name| name == label) && entries::is_name(label, lexicon) {
            found.push(label.to_owned());
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The names of a document that other documents of its collection may use: those that no sentence has by chance.
pub fn shared_names(document: &Document, layouts: &[Layout], lexicon: &Lexicon) -> Vec<String> {
    let marked =
        |name: &str| name.len() >= 4 && name.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let han = |name: &str| name.chars().filter(|c| !c.is_ascii()).count() >= 3;
    let declared = Declared::new(document, layouts, lexicon);
    let entry = |name: &str| declared.entries.iter().flatten().any(|entry| core(entry) == name);
    // The rows of a data file go by their names in other documents, too.
    let data = matches!(document.format, Some(Format::Csv | Format::Json | Format::Excel));
    let proper = |name: &String| {
        let core = core(name);
        (marked(core)
            || han(core)
            || core.chars().count() == 2 && !core.is_ascii() && (entry(core) || data) && entries::is_name(core, lexicon))
            && core.chars().count() <= 30
            && !GENERIC.iter().any(|g| core.eq_ignore_ascii_case(g))
    };
    declared.names.iter().filter(|name| proper(name)).cloned().collect()
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
