//! From blocks to claims: every figure, rank, score, weight, count, pick and recommendation as a record, and the document's
//! structure beside them. Loose in parsing, silent in judgement.

mod ability;
mod aggregate;
mod amount;
mod asked;
mod availability;
mod change;
mod condition;
mod context;
mod counts;
mod decision;
pub mod entries;
mod figure;
mod gather;
pub mod inline;
mod leading;
mod limit;
mod numbered;
mod pace;
mod parameter;
mod parts;
mod passage;
mod relation;
pub mod sentence;
mod settings;
pub mod span;
mod structure;
pub mod subjects;
mod tables;
mod tiers;
mod told_unit;
mod universal;
mod unread;
mod view;
mod weights;
mod wording;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use crate::claim::{BlockRef, Claim, Kind, Origin, TableRef};
use crate::document::{Block, BlockKind, Document, Format, Role};
use crate::lexicon::Lexicon;
use crate::quantity;
use crate::source::{Place, Source};

pub use aggregate::AVERAGED;
pub use figure::is_currency;
use subjects::Subjects;
use tables::Layout;
use view::View;

/// What became of the numerals of a document. `typed + Σ set_aside = seen`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// The document.
    pub document: String,
    /// Numerals seen.
    pub seen: usize,
    /// Numerals that are part of a claim.
    pub typed: usize,
    /// Numerals that are none, by reason.
    pub set_aside: BTreeMap<String, usize>,
    /// Where they stand, in order.
    #[serde(skip)]
    pub asides: Vec<SetAside>,
    /// The encoding that was found, where it is not UTF-8; without a byte order mark it is a guess.
    pub encoding: Option<String>,
    /// Claims that a rule compared with another.
    pub compared: usize,
    /// Why the document was not read at all.
    pub unread: Option<String>,
}

/// A numeral that is part of no claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Where it stands.
    pub place: Place,
    /// As written.
    pub quote: String,
    /// Why, in the word of [`Coverage::set_aside`].
    pub reason: &'static str,
}

/// The claims of one document, and what was seen on the way.
#[derive(Debug, Default)]
pub struct Extracted {
    /// In order of place; structure records included.
    pub claims: Vec<Claim>,
    /// What became of the numerals.
    pub coverage: Coverage,
}

/// One document with all that is known of it while its claims are read.
struct Reader<'a> {
    source: &'a Source,
    document: &'a Document,
    lexicon: &'a Lexicon,
    subjects: Subjects,
    layouts: Vec<Layout>,
    collection: &'a str,
    /// The latest year that the title, the headings and the first lines name: what is said of an earlier one is of another time.
    year: Option<u32>,
    /// Whether a table ticks what its things can do.
    ticks: bool,
    /// Tables with a column that another table of like rows has, too, and what tells them apart.
    twins: BTreeMap<usize, String>,
    /// Numbers that only tell one of several apart.
    numbered: numbered::Numbered,
}

/// The names by which other documents of its collection may speak of what a document declares.
pub fn names(document: &Document, lexicon: &Lexicon) -> Vec<String> {
    let layouts: Vec<Layout> = document.tables.iter().map(|table| Layout::new(document, table, lexicon)).collect();
    subjects::shared_names(document, &layouts, lexicon)
}

/// Reads the claims of one document. `shared` are the names that the other documents of its collection declare.
pub fn extract(source: &Source, document: &Document, lexicon: &Lexicon, collection: &str, shared: &[String]) -> Extracted {
    let layouts: Vec<Layout> = document.tables.iter().map(|table| Layout::new(document, table, lexicon)).collect();
    let subjects = Subjects::new(document, &layouts, lexicon, shared);
    let twins = twins(document);
    let year = latest_year(document);
    let ticks = document.blocks.iter().any(|block| block.cell.is_some() && ability::is_tick(&block.text.string));
    let numbered = numbered::Numbered::new(document);
    let reader = Reader { source, document, lexicon, subjects, layouts, collection, year, ticks, twins, numbered };
    let encoding = (source.encoding != "UTF-8").then(|| source.encoding.to_owned());
    let mut extracted =
        Extracted { coverage: Coverage { document: document.path.clone(), encoding, ..Coverage::default() }, claims: Vec::new() };
    for at in 0..document.blocks.len() {
        reader.block(at, &mut extracted);
    }
    relation::lists(&reader, &mut extracted.claims);
    aggregate::orders(&reader, &mut extracted.claims);
    parts::parts(&reader, &mut extracted.claims);
    gather::gathered(&reader, &mut extracted.claims);
    tiers::tiers(&reader, &mut extracted.claims);
    settings::settings(&reader, &mut extracted.claims);
    unread::count(&reader, &mut extracted.coverage);
    // Notes and rows stand in the order of the text, and so does what was set aside in them.
    extracted.coverage.asides.sort_by_key(|aside| aside.place);
    structure::records(&reader, &mut extracted.claims);
    extracted.claims.sort_by(|a, b| {
        (a.line, a.column, a.end_line, a.end_column, a.kind).cmp(&(b.line, b.column, b.end_line, b.end_column, b.kind))
    });
    for (at, claim) in extracted.claims.iter_mut().enumerate() {
        name_plainly(claim);
        // Good within the run, until `identify` has seen the whole collection.
        claim.id = hash(&format!("{}\u{1f}{}\u{1f}{at}", claim.collection, claim.document));
    }
    extracted
}

/// Takes away names that say nothing: a subject of signs alone, and the name of the subject with its verb for a metric ("Kestrel
/// provides four").
fn name_plainly(claim: &mut Claim) {
    claim.subject.take_if(|subject| subject.id.is_empty());
    claim.metric.take_if(|metric| metric.is_empty());
    claim.audience.retain(|tag| !tag.is_empty());
    let bare = claim.kind == Kind::Quantity && claim.canonical.as_ref().is_some_and(|c| c.unit.is_empty());
    if let (true, Some(subject), Some(metric)) = (bare, &claim.subject, &claim.metric)
        && subject.id != "document"
        && metric.strip_prefix(subject.id.as_str()).is_some_and(|rest| rest.starts_with('-') && !rest[1..].contains('-'))
    {
        claim.metric = None;
    }
}

/// The latest year that a document names above its text.
fn latest_year(document: &Document) -> Option<u32> {
    let heads = document.blocks.iter().enumerate().filter(|(at, b)| *at < 3 || matches!(b.kind, BlockKind::Heading(_)));
    heads.flat_map(|(_, block)| years(&block.text.string)).max()
}

/// The years that a text names.
fn years(text: &str) -> impl Iterator<Item = u32> + '_ {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() == 4);
    numbers.filter_map(|n| n.parse().ok()).filter(|year| (1900..2100).contains(year))
}

/// Tables that list the same kind of thing in the same column, each with what tells it apart: its section's heading, and its number
/// where one section has several.
fn twins(document: &Document) -> BTreeMap<usize, String> {
    let mut groups: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, table) in document.tables.iter().enumerate() {
        let Some(row) = table.header_rows.checked_sub(1).and_then(|r| table.rows.get(r)) else { continue };
        let mut columns = row.iter().map(|cell| cell.and_then(|b| document.blocks.get(b)).map_or("", |b| b.text.string.trim()));
        let first = columns.next().unwrap_or("");
        for column in columns.filter(|column| !column.is_empty()) {
            groups.entry((first, column)).or_default().push(at);
        }
    }
    let mut twins = BTreeMap::new();
    for group in groups.values().filter(|group| group.len() > 1) {
        for &at in group {
            let section = document.tables[at].section;
            let heading = document.sections.get(section).and_then(|s| s.heading).and_then(|h| document.blocks.get(h));
            let heading = heading.map_or("", |b| b.text.string.trim());
            let alone = group.iter().filter(|&&other| document.tables[other].section == section).count() == 1;
            let name = if alone { heading.to_owned() } else { format!("{heading} (table {})", at + 1) };
            twins.insert(at, name);
        }
    }
    twins
}

impl Reader<'_> {
    fn block(&self, at: usize, extracted: &mut Extracted) {
        let block = &self.document.blocks[at];
        let view = View::new(&block.text.string, &self.subjects, self.lexicon);
        let scanned = figure::scan(self, block);
        let mut typed: Vec<Range<usize>> = Vec::new();
        let first = extracted.claims.len();
        decision::rank(self, at, &mut extracted.claims, &mut typed);
        let ranks = typed.clone();
        let ranked = |range: &Range<usize>| ranks.iter().any(|r| r.start < range.end && range.start < r.end);
        let row_number = block.cell.is_some_and(|cell| {
            self.layouts[cell.table].number_column == Some(cell.column)
                && cell.row >= self.document.tables[cell.table].header_rows
        });
        let heads_column = block.cell.is_some_and(|cell| cell.row < self.document.tables[cell.table].header_rows);
        let mut owners: Vec<(usize, usize)> = Vec::new();
        for (index, quantity) in scanned.quantities.iter().enumerate() {
            let in_name = view
                .mentions_in(&(0..quantity.digits.end.max(quantity.span.end) + 24))
                .any(|m| m.range.start <= quantity.digits.start && quantity.digits.end <= m.range.end);
            let in_code = block.code.iter().any(|code| code.start <= quantity.digits.start && quantity.digits.end <= code.end);
            // "in PR [170](…)": a bare number that is a link names what it leads to.
            let linked = block.cell.is_none()
                && quantity.canonical.unit.is_empty()
                && block.links.iter().any(|(link, _)| *link == quantity.span && *link == quantity.digits);
            let aside = if in_code {
                Some(quantity::Reason::Code)
            } else if linked {
                Some(quantity::Reason::Citation)
            } else if in_name {
                Some(quantity::Reason::Name)
            } else if row_number || heads_column || self.numbered.heads(at, quantity) {
                Some(quantity::Reason::Ordinal)
            } else if figure::is_version(block, &view, quantity) {
                Some(quantity::Reason::Version)
            } else {
                None
            };
            if let Some(weight) = weights::in_header(self, at, quantity).filter(|_| heads_column && !in_name) {
                extracted.claims.push(weight);
                typed.push(quantity.digits.clone());
                continue;
            }
            if let Some(aside) = aside {
                self.set_aside(block, &quantity.span, reason(aside), &mut extracted.coverage);
                continue;
            }
            if ranked(&quantity.digits) {
                continue;
            }
            let from = index.checked_sub(1).and_then(|i| scanned.quantities.get(i)).map_or(0, |q| q.span.end);
            let to = scanned.quantities.get(index + 1).map_or(block.text.string.len(), |q| q.span.start);
            let window = from.min(quantity.span.start)..to.max(quantity.span.end);
            let mut claim = figure::claim(self, at, &view, quantity, &window);
            if let Some(list) = inline::list(self, at, &view, quantity, &claim) {
                extracted.claims.push(list);
            }
            claim.date = context::as_of(&view, quantity.digits.start);
            if claim.date.is_some() {
                // The month of that day is no other time.
                claim.conditions.remove("time");
            }
            let before = index.checked_sub(1).and_then(|i| scanned.quantities.get(i));
            if before.is_some_and(|first| figure::converts(&view, first, quantity))
                && let Some(first) = extracted
                    .claims
                    .last_mut()
                    .filter(|c| c.kind == Kind::Quantity && c.block.as_ref().is_some_and(|b| b.id == number(at)))
            {
                first.text = Some("converted".into());
                claim.text = Some("equivalent".into());
                claim.metric.clone_from(&first.metric);
            }
            if before.is_some_and(|amount| amount::took(&view, amount, quantity)) {
                claim.metric = Some("processing_time".into());
            }
            if let Some(much) = pace::worked(&view, &scanned.quantities, index) {
                claim.metric = Some("processing_time".into());
                figure::set_bound(&mut claim, crate::claim::Bound::Eq);
                let amount = extracted
                    .claims
                    .iter_mut()
                    .rev()
                    .take(2)
                    .find(|c| much < index && c.quote == view.text[scanned.quantities[much].span.clone()]);
                if let Some(amount) = amount {
                    figure::count(amount, &pace::noun(&view, &scanned.quantities[much]));
                }
            } else if index.checked_sub(1).is_some_and(|time| pace::worked(&view, &scanned.quantities, time) == Some(index)) {
                figure::count(&mut claim, &pace::noun(&view, quantity));
            }
            // "30岁首年保费268元": the age before a figure in its clause says of whom it is.
            let clause = view.clause(quantity.digits.start);
            let aged = scanned.quantities[..index].iter().rfind(|q| figure::is_age(q) && q.span.start >= clause.start);
            let beside =
                figure::is_age(quantity) || claim.kind != Kind::Scale && figure::is_aside(&view, &scanned.quantities, index);
            if beside || names_row(self, block, at) {
                claim.confidence = crate::claim::Confidence::Low;
            } else if let Some(age) = aged {
                claim.conditions.insert("age".into(), age.low.to_string());
            }
            let before =
                &block.text.string[view.sentence(quantity.digits.start).start.min(quantity.span.start)..quantity.span.start];
            if let Some(year) = years(before).last().filter(|year| self.year.is_some_and(|latest| *year < latest)) {
                claim.conditions.entry("time".into()).or_insert_with(|| year.to_string());
            }
            // "As of June 2031" dates the figure.
            if claim.date.is_some() {
                claim.conditions.remove("time");
            }
            if claim.kind == Kind::Quantity && claim.text.is_none() {
                claim.text = limit::limit(&view, quantity).map(str::to_owned);
            }
            claim.wording = wording::wording(self, block, &view, &scanned.quantities, index, &claim);
            if claim.kind == Kind::Quantity && claim.text.is_none() && figure::is_few(block, &view, quantity, claim.confidence) {
                claim.text = Some(crate::claim::FEW.into());
            }
            owners.push((index, extracted.claims.len()));
            extracted.claims.push(claim);
            typed.push(quantity.digits.clone());
        }
        weights::weights(self, at, &view, &scanned.quantities, &owners, &mut extracted.claims);
        relation::relations(&view, &scanned.quantities, &owners, &mut extracted.claims);
        decision::decisions(self, at, &view, &scanned.quantities, &mut extracted.claims);
        of_superlative(&mut extracted.claims[first..]);
        // "1.2.0 (2030-06-30): …" speaks of its date, wherever it stands.
        if let Some(date) = sentence::dated_note(&block.text.string) {
            for claim in &mut extracted.claims[first..] {
                role(Role::History).clone_into(&mut claim.section);
                claim.date = Some(date.clone());
                claim.wording = None;
            }
        }
        ability::abilities(self, at, &view, &mut extracted.claims);
        universal::universal(self, at, &view, &mut extracted.claims);
        aggregate::aggregates(self, at, &view, &scanned.quantities, &mut extracted.claims);
        span::spans(self, at, &view, &scanned, &owners, &mut extracted.claims);
        let coverage = &mut extracted.coverage;
        coverage.seen += typed.len();
        coverage.typed += typed.len();
        for aside in &scanned.set_aside {
            if !ranked(&aside.span) {
                self.set_aside(block, &aside.span, reason(aside.reason), coverage);
            }
        }
    }

    fn set_aside(&self, block: &Block, span: &Range<usize>, reason: &'static str, coverage: &mut Coverage) {
        coverage.seen += 1;
        *coverage.set_aside.entry(reason.into()).or_default() += 1;
        let place = self.source.place(&block.text.source_range(span));
        let quote = block.text.string.get(span.clone()).unwrap_or_default().to_owned();
        coverage.asides.push(SetAside { place, quote, reason });
    }

    /// A claim at a range of a block's text, with place, headings and section filled in.
    fn record(&self, at: usize, range: &Range<usize>, kind: Kind) -> Claim {
        let block = &self.document.blocks[at];
        let mut claim = self.placed(&block.text.source_range(range), block.section, kind);
        block.text.string.get(range.clone()).unwrap_or("").clone_into(&mut claim.quote);
        claim.block = Some(BlockRef {
            id: number(at),
            announced_by: block.announced_by.map(number),
            group: self.document.group(at).map(number),
            sentence: None,
        });
        claim.table = block.cell.map(|c| TableRef { id: number(c.table), row: number(c.row), column: number(c.column) });
        claim
    }

    /// A claim at a range of the source.
    fn placed(&self, range: &Range<usize>, section: usize, kind: Kind) -> Claim {
        let place = self.source.place(range);
        let headings = self.document.headings(section).into_iter().filter_map(|h| self.document.blocks.get(h));
        let page = self.document.page(range.start).and_then(|page| self.source.text.get(page));
        let headings: Vec<&str> = page.into_iter().chain(headings.map(|b| b.text.string.trim())).collect();
        Claim {
            collection: self.collection.to_owned(),
            document: self.document.path.clone(),
            line: Some(place.line),
            column: Some(place.column),
            end_line: Some(place.end_line),
            end_column: Some(place.end_column),
            heading: headings.join(" > "),
            section: role(self.role(section)).to_owned(),
            kind,
            origin: if self.is_data() { Origin::Data } else { Origin::Extracted },
            ..Claim::default()
        }
    }

    /// Whether the document is a file of values, not a text about them.
    fn is_data(&self) -> bool {
        matches!(self.document.format, Some(Format::Csv | Format::Json | Format::Excel))
    }

    /// What tells a block's table apart from another with the same columns ("Read" and "Write", each with a column "Latency"); for
    /// running text, what tells its section's table apart.
    fn twin_section(&self, block: &Block) -> Option<String> {
        let table = match block.cell {
            Some(cell) => Some(cell.table),
            None => self.twins.keys().copied().find(|&t| self.document.tables[t].section == block.section),
        };
        self.twins.get(&table?).cloned()
    }

    fn role(&self, section: usize) -> Role {
        let role = self.document.sections.get(section).map(|s| s.role).unwrap_or_default();
        let entry = |at: &usize| self.subjects.ranked.contains_key(at);
        let above = self.document.sections.get(section).and_then(|s| s.parent);
        if role == Role::Body && (entry(&section) || above.is_some_and(|above| entry(&above))) { Role::Entry } else { role }
    }

    /// Text of the block that introduces another: lead-in, question, caption.
    fn announcer(&self, block: &Block) -> Option<&Block> {
        block.announced_by.and_then(|b| self.document.blocks.get(b))
    }

    /// The question that a block answers, directly or through its lead-in.
    fn question(&self, block: &Block) -> Option<&Block> {
        let mut at = self.announcer(block);
        for _ in 0..8 {
            match at {
                Some(b) if b.kind == BlockKind::Question => return Some(b),
                Some(b) => at = self.announcer(b),
                None => break,
            }
        }
        // A question may be the heading of the section itself.
        let section = self.document.sections.get(block.section)?;
        let heading = self.document.blocks.get(section.heading?)?;
        (section.role == Role::Faq && heading.text.string.trim_end().ends_with(['?', '？'])).then_some(heading)
    }
}

/// The figures of a piece of text as claims without a place: quote and value.
pub fn figures(text: &str) -> Vec<(Range<usize>, Claim)> {
    let scan = quantity::scan_known(text);
    let claim = |q: &quantity::Quantity| Claim {
        quote: text.get(q.span.clone()).unwrap_or("").to_owned(),
        value: Some(figure::value(q)),
        canonical: Some(figure::interval(&q.canonical)),
        readings: q.readings.iter().map(figure::interval).collect(),
        ..Claim::default()
    };
    scan.quantities.iter().map(|q| (q.span.clone(), claim(q))).collect()
}

/// Gives a figure that goes by a superlative the metric of that superlative: "Lightest: Aeris, 1.1 kg" states a weight.
fn of_superlative(claims: &mut [Claim]) {
    let named: Vec<Claim> =
        claims.iter().filter(|c| c.kind == Kind::Superlative && c.metric.is_some() && c.canonical.is_some()).cloned().collect();
    for told in named {
        let slug = subjects::slug(&told.quote);
        let own = |c: &&mut Claim| {
            c.kind == Kind::Quantity
                && c.metric.as_deref() == Some(&slug)
                && c.canonical == told.canonical
                && c.subject == told.subject
        };
        claims.iter_mut().filter(own).for_each(|claim| claim.metric.clone_from(&told.metric));
    }
}

/// Whether a block is the cell that names its row: the figure in "4 KB messages" is no fact of the row.
fn names_row(reader: &Reader<'_>, block: &Block, at: usize) -> bool {
    let named = |cell: crate::document::CellPlace| {
        let table = &reader.document.tables[cell.table];
        cell.row >= table.header_rows
            && reader.layouts[cell.table].orientation == tables::Orientation::Rows
            && reader.layouts[cell.table].subject_cell(reader.document, table, cell.row, cell.column) == Some(at)
    };
    block.cell.is_some_and(named) && !tables::mostly_figure(&block.text.string)
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Gives each claim its id: a hash of what it is about, and of its ordinal among its likes; no path, line or value. A derived
/// claim's id follows from its parents'. Claims that a person wrote with an id of their own keep it.
pub fn identify(claims: &mut [Claim]) {
    let mut likes: BTreeMap<String, usize> = BTreeMap::new();
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for claim in claims.iter_mut() {
        let Some(key) = likeness(claim) else { continue };
        let ordinal = likes.entry(key.clone()).or_default();
        *ordinal += 1;
        let id = id(&key, *ordinal);
        renamed.insert(std::mem::replace(&mut claim.id, id.clone()), id);
    }
    identify_derived(claims, &renamed);
}

/// What a claim has in common with its likes; none for one whose id is not made here.
pub(crate) fn likeness(claim: &Claim) -> Option<String> {
    if !matches!(claim.origin, Origin::Extracted | Origin::Data) {
        return None;
    }
    let conditions: Vec<String> =
        claim.conditions.iter().filter(|(name, _)| !is_count(name)).map(|(k, v)| format!("{k}={v}")).collect();
    let key = [
        claim.collection.as_str(),
        claim.subject.as_ref().map_or("", |s| &s.id),
        claim.metric.as_deref().unwrap_or(""),
        claim.kind.word(),
        &conditions.join(";"),
        &claim.section,
        claim.usage.map_or("", |u| u.word()),
    ];
    Some(key.join("\u{1f}"))
}

/// The id of the claim with this ordinal among its likes.
pub(crate) fn id(likeness: &str, ordinal: usize) -> String {
    hash(&format!("{likeness}\u{1f}{ordinal}"))
}

/// Gives derived claims their ids, whose parents go by new ones where `renamed` has them.
pub(crate) fn identify_derived(claims: &mut [Claim], renamed: &BTreeMap<String, String>) {
    for claim in claims.iter_mut().filter(|c| c.origin == Origin::Derived) {
        for parent in &mut claim.parents {
            if let Some(id) = renamed.get(parent) {
                parent.clone_from(id);
            }
        }
        let unit = claim.canonical.as_ref().map_or("", |c| &c.unit);
        claim.id = hash(&format!("{}\u{1f}{}\u{1f}{unit}", claim.parents.join("\u{1f}"), claim.metric.as_deref().unwrap_or("")));
    }
}

/// The first 64 bits of a hash, in hexadecimal.
fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Names in the conditions of structure records that count things; they change with every edit.
fn is_count(name: &str) -> bool {
    matches!(
        name,
        "blocks"
            | "items"
            | "rows"
            | "columns"
            | "entries"
            | "children"
            | "sourced"
            | "unsourced"
            | "level"
            | "numbers"
            | "named"
            | "headers"
            | "said"
            | "says"
            | "place"
            | "list"
            | "among"
            | "starts"
            | "ends"
            | "tie"
            | crate::claim::COUNTED
    ) || name.starts_with("cells ")
}

/// The word of a role in the records.
pub const fn role(role: Role) -> &'static str {
    match role {
        Role::Summary => "summary",
        Role::Motivation => "motivation",
        Role::Criteria => "criteria",
        Role::Entry => "entry",
        Role::Comparison => "comparison",
        Role::Scenario => "scenario",
        Role::Faq => "faq",
        Role::Conclusion => "conclusion",
        Role::History => "history",
        Role::Body => "body",
    }
}

/// The word of a reason in the coverage.
pub const fn reason(reason: quantity::Reason) -> &'static str {
    use quantity::Reason as R;
    match reason {
        R::Name => "name",
        R::Version => "version",
        R::Date => "date",
        R::Ordinal => "ordinal",
        R::Identifier => "identifier",
        R::Citation => "citation",
        R::Idiom => "idiom",
        R::Code => "code",
        R::AspectRatio => "aspect_ratio",
        R::OutOfRange => "out_of_range",
    }
}
