//! Tables put together again from the records of their cells, and which of their lines a sentence speaks of.
//!
//! A line is what is told of all things of a table: a column where each thing has a row, a row where each has a column. Sentences are
//! held against the tables of their own document and against data files of their collection.

use std::collections::BTreeMap;

use crate::claim::{Claim, Confidence, Kind, Origin};
use crate::lexicon::{find_last, holds, words};
use crate::link::stem;
use crate::rules::interval::{Measure, measure};
use crate::rules::total_mismatch::{is_part, is_subtotal, totals};
use crate::rules::{Group, name, subject};

/// Marks a group of tables and of what is said of them.
pub const KEY: &str = "tables\u{1f}";

/// Marks the group of the data files.
const DATA: &str = "tables\u{1f}data";

/// How many records of tables are looked at in one group, and how many tables.
const RECORDS: usize = 20_000;
const TABLES: usize = 64;

/// The keys of a table's record and of the records of its cells.
pub fn of_table(claim: &Claim) -> Option<String> {
    let told = matches!(claim.kind, Kind::Table | Kind::Quantity | Kind::Score | Kind::Capability);
    let known = claim.table.is_some() && told && claim.section != "history";
    known.then(|| if claim.origin == Origin::Data { DATA.to_owned() } else { format!("{KEY}{}", claim.document) })
}

/// Marks the group of all tables of a collection.
const ANYWHERE: &str = "tables\u{1f}anywhere";

/// In how many documents tables are looked at together.
const DOCUMENTS: usize = 16;

/// The keys where a sentence names the thing that it speaks of: it may be one of another document's table.
pub fn anywhere(claim: &Claim, is_sentence: bool) -> Vec<String> {
    let mut keys = if is_sentence { of_sentence(claim) } else { of_table(claim).into_iter().collect() };
    if !keys.is_empty() {
        keys.push(ANYWHERE.to_owned());
    }
    keys
}

/// The keys of what a sentence says of a table.
pub fn of_sentence(claim: &Claim) -> Vec<String> {
    let told = claim.table.is_none() && claim.section != "history" && claim.confidence != Confidence::Low;
    if told { vec![format!("{KEY}{}", claim.document), DATA.to_owned()] } else { Vec::new() }
}

/// The keys for a rule that looks at the aggregates of some sorts.
pub fn keys(claim: &Claim, sorts: &[&str]) -> Vec<String> {
    let wanted = claim.kind == Kind::Aggregate && claim.text.as_deref().is_some_and(|sort| sorts.contains(&sort));
    if wanted { of_sentence(claim) } else { of_table(claim).into_iter().collect() }
}

/// The words of a sentence that a record keeps.
pub fn said(claim: &Claim) -> &str {
    claim.conditions.get("said").map_or("", String::as_str)
}

/// How many rows a sentence counts.
pub fn counted(claim: &Claim) -> Option<usize> {
    claim.conditions.get("of")?.parse().ok()
}

/// A table.
#[derive(Debug)]
pub struct Grid<'a> {
    record: &'a Claim,
    /// The things that it tells of, by row or column; sums and means of others left out.
    pub names: BTreeMap<u32, String>,
    /// What it tells of them.
    pub lines: Vec<Line<'a>>,
}

/// What a table tells of all its things.
#[derive(Debug)]
pub struct Line<'a> {
    /// Its heading.
    pub header: String,
    /// Figures and ticks by thing.
    pub cells: BTreeMap<u32, Cell<'a>>,
    /// Words by thing, where most cells are words.
    pub texts: BTreeMap<u32, String>,
}

/// A cell with a figure or a tick.
#[derive(Debug)]
pub struct Cell<'a> {
    /// Its record.
    pub claim: &'a Claim,
    /// Its figure.
    pub measure: Option<Measure>,
    /// Yes or no.
    pub says: Option<bool>,
}

/// How well a sentence names a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// Not at all.
    Not,
    /// By some of its words: how many letters.
    Partly(usize),
    /// By all of its words.
    Wholly(usize),
}

/// The record of a table and those of its cells.
type Records<'a> = (Option<&'a Claim>, Vec<&'a Claim>);

/// The sentences of a group that speak of whole tables, at most so many, and the tables that they may speak of; no table is put together
/// where there is no sentence.
pub fn told<'a>(group: &Group<'a>, kind: Kind, most: usize) -> (Vec<&'a Claim>, Vec<Grid<'a>>) {
    let said: Vec<&Claim> = group.claims.iter().copied().filter(|claim| claim.kind == kind).take(most).collect();
    let grids = if said.is_empty() { Vec::new() } else { grids(group.claims) };
    (said, grids)
}

/// The tables that a sentence may speak of: those of its own section that have a line in its unit, else all.
pub fn beside<'g, 'a>(grids: &'g [Grid<'a>], claim: &Claim, unit: &str) -> impl Iterator<Item = &'g Grid<'a>> {
    let near = |grid: &Grid<'a>| {
        grid.record.document == claim.document
            && grid.record.heading == claim.heading
            && grid.lines.iter().any(|line| line.unit().is_some_and(|own| alike(own, base(unit))))
    };
    let (heading, any) = (claim.heading.clone(), grids.iter().any(near));
    grids.iter().filter(move |grid| !any || grid.record.heading == heading)
}

/// The tables of a group, each with a header and one record a cell.
pub fn grids<'a>(claims: &[&'a Claim]) -> Vec<Grid<'a>> {
    let mut tables: BTreeMap<(&str, u32), Records<'a>> = BTreeMap::new();
    for claim in claims.iter().copied().filter(|c| of_table(c).is_some()).take(RECORDS) {
        let Some(place) = &claim.table else { continue };
        let known = tables.entry((&claim.document, place.id)).or_default();
        if claim.kind == Kind::Table {
            known.0 = Some(claim);
        } else {
            known.1.push(claim);
        }
    }
    let mut documents: Vec<&str> = tables.keys().map(|(document, _)| *document).collect();
    documents.dedup();
    if documents.len() > DOCUMENTS {
        tables.retain(|_, (record, _)| record.is_some_and(|record| record.origin == Origin::Data));
    }
    tables.into_values().filter_map(|(record, cells)| grid(record?, &cells)).take(TABLES).collect()
}

fn grid<'a>(record: &'a Claim, claims: &[&'a Claim]) -> Option<Grid<'a>> {
    let number = |name: &str| record.conditions.get(name)?.parse::<u32>().ok();
    let (rows, columns, above) = (number("rows")?, number("columns")?, number("headers")?);
    let headers: Vec<&str> = record.text.as_deref().unwrap_or("").split(" | ").map(str::trim).collect();
    if above != 1 || headers.len() != columns as usize || columns < 2 {
        return None;
    }
    let text = |column: u32| -> Option<Vec<&str>> {
        let cells: Vec<&str> = record.conditions.get(&format!("cells {column}"))?.split(" | ").map(str::trim).collect();
        (cells.len() == rows as usize).then_some(cells)
    };
    // One thing a column, where the cells of a column are about what heads it.
    let heads =
        claims.iter().filter(|c| c.table.as_ref().and_then(|t| headers.get(t.column as usize)) == Some(&&*name(c))).count();
    let by_column = columns > 2 && heads * 2 > claims.len();
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut lines: BTreeMap<u32, Line<'a>> = BTreeMap::new();
    let heading = |line: u32| -> Option<String> {
        if by_column {
            text(0)?.get((line - 1) as usize).map(|t| (*t).to_owned())
        } else {
            headers.get(line as usize).map(|h| (*h).to_owned())
        }
    };
    if by_column {
        names.extend((1..columns).map(|c| (c, headers[c as usize].to_owned())));
    } else if let Some(cells) = text(0) {
        names.extend((above..).zip(cells.into_iter().map(str::to_owned)));
    } else {
        for claim in claims {
            if let (Some(place), false) = (&claim.table, subject(claim).is_empty()) {
                names.insert(place.row, name(claim));
            }
        }
    }
    names.retain(|_, name| !name.is_empty() && !sums_up(name));
    for claim in claims.iter().copied().filter(|c| c.confidence != Confidence::Low) {
        let Some(place) = &claim.table else { continue };
        let (line, thing) = if by_column { (place.row, place.column) } else { (place.column, place.row) };
        if !names.contains_key(&thing) || line == 0 {
            continue;
        }
        let Some(header) = heading(line).filter(|header| !header.is_empty()) else { continue };
        let says = (claim.kind == Kind::Capability).then_some(claim.text.as_deref() == Some("yes"));
        let line = lines.entry(line).or_insert_with(|| Line { header, cells: BTreeMap::new(), texts: BTreeMap::new() });
        // A cell with two figures says neither plainly.
        let twice = line.cells.contains_key(&thing);
        let measure = measure(claim).filter(|_| !twice);
        line.cells.insert(thing, Cell { claim, measure, says });
    }
    if !by_column {
        for column in 1..columns {
            let (Some(cells), Some(header)) = (text(column), heading(column)) else { continue };
            let line = lines.entry(column).or_insert_with(|| Line { header, cells: BTreeMap::new(), texts: BTreeMap::new() });
            line.texts = (above..).zip(cells.into_iter().map(str::to_owned)).filter(|(row, _)| names.contains_key(row)).collect();
        }
    }
    (names.len() >= 2).then(|| Grid { record, names, lines: lines.into_values().collect() })
}

/// Whether a row sums up others or is a part of one.
fn sums_up(name: &str) -> bool {
    totals(name) || is_part(name) || is_subtotal(name)
}

impl<'a> Grid<'a> {
    /// The document.
    pub fn document(&self) -> &'a str {
        &self.record.document
    }

    /// The headings that it stands under.
    pub fn heading(&self) -> &'a str {
        &self.record.heading
    }

    /// Whether its rows divide a whole: its first column is headed by a word for a sort or part, and none of its rows sums up others.
    pub fn divides(&self) -> bool {
        let sort = plain(self.record.text.as_deref().unwrap_or("").split(" | ").next().unwrap_or(""));
        let rows: Vec<&str> = self.record.conditions.get("cells 0").map(|cells| cells.split(" | ").collect()).unwrap_or_default();
        let sorted = words("sorts").iter().any(|word| sort == *word || !word.is_ascii() && sort.ends_with(word));
        sorted && rows.len() == self.names.len() && self.names.values().all(|name| rows.contains(&name.as_str()))
    }

    /// The things that a text names, the longer name first where one holds another.
    pub fn named(&self, text: &str) -> Vec<u32> {
        let mut rest = text.to_lowercase();
        let mut by_length: Vec<(u32, String)> = self.names.iter().map(|(at, name)| (*at, plain(name))).collect();
        by_length.sort_by_key(|(at, name)| (std::cmp::Reverse(name.chars().count()), *at));
        let mut found = Vec::new();
        for (at, name) in by_length.iter().filter(|(_, name)| name.chars().count() >= 2) {
            if let Some(place) = find_last(&rest, name).or_else(|| find_last(&rest, &format!("{name}s"))) {
                rest.replace_range(place..place + name.len(), &" ".repeat(name.len()));
                found.push(*at);
            }
        }
        found
    }

    /// The thing of a record's subject.
    pub fn thing(&self, claim: &Claim) -> Option<u32> {
        let own = plain(&name(claim));
        let by_id = || {
            self.lines
                .iter()
                .flat_map(|l| &l.cells)
                .find(|(_, c)| !subject(claim).is_empty() && subject(c.claim) == subject(claim))
        };
        let by_name = self.names.iter().find(|(_, name)| plain(name) == own).map(|(at, _)| *at);
        by_name.or_else(|| by_id().map(|(at, _)| *at))
    }

    /// Whether a sentence speaks of another time than the table.
    pub fn elsewhen(&self, said: &str) -> bool {
        let said = said.to_lowercase();
        let own = format!("{} {} {}", self.record.heading, self.record.text.as_deref().unwrap_or(""), self.record.document)
            .to_lowercase();
        let own = self.names.values().fold(own, |text, name| text + " " + &name.to_lowercase());
        let years = |text: &str| -> Vec<String> {
            let digits: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() == 4).collect();
            digits.into_iter().filter(|n| n.starts_with("19") || n.starts_with("20")).map(str::to_owned).collect()
        };
        let of_table = years(&own);
        words("elsewhen").iter().chain(words("season")).any(|word| find_last(&said, word).is_some() && !own.contains(word))
            || years(&said).iter().any(|year| !of_table.contains(year))
    }

    /// Whether a sentence names what the rows are: "every reservoir", where the first column is headed so.
    pub fn speaks_of_rows(&self, said: &str) -> bool {
        let headers = self.record.text.as_deref().unwrap_or("");
        let sort = plain(headers.split(" | ").next().unwrap_or(""));
        let said = said.to_lowercase();
        if sort.is_ascii() {
            let told: Vec<String> =
                said.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(stem).collect();
            sort.split_whitespace().next_back().is_some_and(|word| word.len() > 2 && told.contains(&stem(word)))
        } else {
            said.contains(&sort)
        }
    }

    /// The one line of figures of a measure, and whether it runs the other way (the year of building against the age): by the record's
    /// own metric, by words of its heading, else by its unit. Of several that count parts of one whole, the whole.
    pub fn measured(&self, id: &str) -> Option<(&Line<'a>, bool)> {
        let numeric: Vec<&Line<'a>> = self.lines.iter().filter(|line| line.figures().len() * 2 > self.names.len()).collect();
        let headed = |list: String| {
            let list = words(&list);
            numeric.iter().copied().filter(move |l| holds(&l.title(), list)).collect::<Vec<_>>()
        };
        let metric =
            || numeric.iter().copied().filter(|l| l.cells.values().any(|c| c.claim.metric.as_deref() == Some(id))).collect();
        let units = words(&format!("measure_unit:{id}"));
        let unit = |line: &Line<'_>| line.unit().map(|unit| if unit.is_empty() { "bare" } else { unit }.to_owned());
        let by_unit = || numeric.iter().copied().filter(|l| unit(l).is_some_and(|unit| units.contains(&unit.as_str()))).collect();
        let tries: [(Vec<&Line<'a>>, bool); 4] = [
            (metric(), false),
            (headed(format!("measure:{id}")), false),
            (headed(format!("measure_turned:{id}")), true),
            (by_unit(), false),
        ];
        let (lines, turned) = tries.into_iter().find(|(lines, _)| !lines.is_empty())?;
        if let [line] = lines[..] {
            return Some((line, turned));
        }
        let unit = lines[0].unit()?;
        let wholes = numeric.iter().copied().filter(|line| line.unit() == Some(unit));
        let mut whole = wholes.filter(|line| holds(&line.title(), words("measure_whole")));
        whole.next().filter(|_| whole.next().is_none()).map(|line| (line, turned))
    }

    /// The one line of those that are let through which a sentence names best.
    pub fn line(&self, said: &str, let_through: impl Fn(&Line<'a>) -> bool) -> Option<(&Line<'a>, Named)> {
        let mut found: Vec<(&Line<'a>, Named)> =
            self.lines.iter().filter(|line| let_through(line)).map(|line| (line, line.named(said))).collect();
        found.sort_by(|(_, a), (_, b)| b.cmp(a));
        match found.as_slice() {
            [(line, named)] => Some((*line, *named)),
            [(line, named), (_, next), ..] if named > next => Some((*line, *named)),
            _ => None,
        }
    }
}

/// A name in small letters, without what stands in brackets.
pub fn plain(name: &str) -> String {
    crate::extract::subjects::core(name).to_lowercase()
}

impl<'a> Line<'a> {
    /// Its heading in small letters, its parts as words.
    pub fn title(&self) -> String {
        plain(&self.header).replace(['_', '-'], " ")
    }

    /// Its heading without the words that make a question of it.
    pub fn asked(&self) -> String {
        const ASKED: &[&str] = &["是否有", "是否", "有无", "能否", "可否", "支持", "带有", "可以"];
        let header = self.title();
        ASKED.iter().find_map(|word| header.strip_prefix(word)).unwrap_or(&header).trim().to_owned()
    }

    /// How well a sentence names it.
    pub fn named(&self, said: &str) -> Named {
        let said = said.to_lowercase();
        let header = self.asked();
        let header = header.as_str();
        if header.is_empty() {
            return Named::Not;
        }
        if header.is_ascii() {
            let own: Vec<&str> = header
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| {
                    word.len() > 1
                        && !matches!(
                            *word,
                            "of" | "the" | "in" | "per" | "and" | "on" | "for" | "to" | "by" | "at" | "is" | "has"
                        )
                })
                .collect();
            let told: Vec<String> =
                said.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(stem).collect();
            // "Any value of X" speaks of no column of values.
            if own.iter().all(|word| stem(word) == stem("value")) {
                return self.hinted(&said);
            }
            let hits: Vec<&&str> = own.iter().filter(|word| told.contains(&stem(word))).collect();
            let letters = hits.iter().map(|word| word.len()).sum();
            return match hits.len() {
                0 => self.hinted(&said),
                n if n == own.len() => Named::Wholly(letters),
                _ => Named::Partly(letters),
            };
        }
        if said.contains(header) {
            return Named::Wholly(header.chars().count() * 2);
        }
        let shared = shared(header, &said);
        if shared >= 2 { Named::Partly(shared * 2) } else { self.hinted(&said) }
    }

    /// A verb that goes with what is measured names it weakly: "costs", "weighs".
    fn hinted(&self, said: &str) -> Named {
        let Some(metric) = self.cells.values().find_map(|cell| cell.claim.metric.as_deref()) else { return Named::Not };
        let told = ["predicate", "behind"].iter().any(|list| holds(said, words(&format!("{list}:{metric}"))));
        if told { Named::Partly(1) } else { Named::Not }
    }

    /// Its plain figures by thing; none where a cell is a range or about.
    pub fn figures(&self) -> BTreeMap<u32, (&'a Claim, &Measure)> {
        self.cells
            .iter()
            .filter_map(|(at, cell)| Some((*at, (cell.claim, cell.measure.as_ref().filter(|m| m.figure().is_some())?))))
            .collect()
    }

    /// The unit of its figures, where they have one in common; the empty unit stands for points, too.
    pub fn unit(&self) -> Option<&str> {
        let mut units = self.cells.values().filter_map(|cell| cell.measure.as_ref()).map(|m| base(&m.unit));
        let first = units.next()?;
        // "Alcohol (% vol)": a share under a unit that no list has.
        let share = first.is_empty() && self.header.contains(['%', '％']);
        units.all(|unit| unit == first).then_some(if share { "%" } else { first })
    }
}

/// Whether two figures may count the same: of one unit, or one bare and the other of a counted noun.
pub fn alike(a: &str, b: &str) -> bool {
    const MEASURED: &[&str] = &["byte", "bit", "degC", "point", "kg", "m2", "m3"];
    let (a, b) = (base(a), base(b));
    let counted = |unit: &str| {
        unit.chars().count() > 2
            && !unit.contains(['/', '%'])
            && !MEASURED.contains(&unit)
            && !unit.bytes().all(|b| b.is_ascii_uppercase())
            || !unit.is_ascii()
    };
    a == b || a.is_empty() && counted(b) || b.is_empty() && counted(a)
}

/// Points are bare numbers.
pub fn base(unit: &str) -> &str {
    if unit == "point" { "" } else { unit }
}

/// The most characters in a row of one text that another has.
fn shared(a: &str, b: &str) -> usize {
    let chars: Vec<(usize, char)> = a.char_indices().collect();
    let mut best = 0;
    for from in 0..chars.len() {
        for to in (from + best + 1)..=chars.len() {
            let end = chars.get(to).map_or(a.len(), |(at, _)| *at);
            if b.contains(&a[chars[from].0..end]) { best = to - from } else { break }
        }
    }
    best
}
