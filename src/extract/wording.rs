//! The words around a figure: what it counts, what its clause speaks of, and what sets it apart from its likes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::claim::wording::tokens::{add, is_function, is_han, put};
use crate::claim::wording::{COUNT, Near, Wording, years};
use crate::claim::{Bound, Claim, Confidence, Kind, Usage};
use crate::document::{Block, BlockKind, CellPlace};
use crate::extract::Reader;
use crate::extract::tables::{self, mostly_figure};
use crate::extract::view::View;
use crate::lexicon::wording::contrasts;
use crate::lexicon::words;
use crate::quantity::{self, Quantity};

/// The wording of one figure of a block; none for what is no plain figure: a change, a threshold, a year, a setting.
pub fn wording(
    reader: &Reader<'_>,
    block: &Block,
    view: &View<'_>,
    quantities: &[Quantity],
    index: usize,
    claim: &Claim,
) -> Option<Box<Wording>> {
    let quantity = quantities.get(index)?;
    let bound = claim.canonical.as_ref()?.bound;
    let plain = claim.kind == Kind::Quantity
        && claim.usage != Some(Usage::Fit)
        && claim.confidence != Confidence::Low
        && claim.section != "history"
        && bound != Bound::FromTo
        && !reader.is_data()
        && (!matches!(block.kind, BlockKind::Heading(_)) || counts_heading(view, quantity));
    let unit = quantity.canonical.unit.as_str();
    if !plain || unit == "pp" || is_year(view, quantity) || is_supposed(view, quantity) {
        return None;
    }
    let mut found = Wording {
        dimension: dimension(unit, view, quantity),
        words: BTreeMap::new(),
        around: BTreeMap::new(),
        sides: BTreeSet::new(),
        periods: BTreeSet::new(),
        names: BTreeSet::new(),
        beside: BTreeSet::new(),
        part: false,
        label: BTreeSet::new(),
        row: BTreeSet::new(),
        list: block.item.map(|(list, _)| list).or_else(|| is_numbered(view.text).then_some(usize::MAX)).or_else(|| {
            // The lines of one piece of output are a list of different things.
            (block.kind == BlockKind::Output).then_some(usize::MAX / 2 + block.section)
        }),
    };
    match block.cell.filter(|_| mostly_figure(view.text)) {
        Some(cell) => in_table(reader, cell, &mut found)?,
        None if matches!(block.kind, BlockKind::Heading(_)) => {
            add(&mut found.words, &view.text[..quantity.span.start], Near::Core);
            found.label = found.words.keys().cloned().collect();
        }
        None => in_text(reader, block, view, quantities, index, &mut found)?,
    }
    if found.periods.is_empty() {
        found.periods.extend(years(&claim.heading).into_iter().next_back().map(|(_, year)| year));
    }
    // The heading of a section goes for what stands in it; that of the document for all alike.
    if let Some((_, inner)) = claim.heading.split_once(" > ") {
        let inner = inner.rsplit(" > ").next().unwrap_or(inner);
        found.sides.extend(contrasts(inner).into_iter().filter(|side| side.0 != "plan"));
        add(&mut found.around, inner, Near::Far);
    }
    found.words.keys().chain(found.around.keys()).next()?;
    Some(Box::new(found))
}

/// All counted things are one dimension, whether their noun is a known unit or not; "a second" and 每秒 beside a figure make it a rate.
fn dimension(unit: &str, view: &View<'_>, quantity: &Quantity) -> String {
    let quote = view.slice(&quantity.span);
    if unit == "x" {
        let times = quote.ends_with("times") || quote.ends_with("twice") || quote.ends_with("time");
        return if times { COUNT.into() } else { unit.into() };
    }
    let (base, per) = unit.split_once('/').map_or((unit, None), |(base, per)| (base, Some(per)));
    let base = if base.is_empty() || quantity::Units::builtin().counts(base) { COUNT } else { base };
    match per.or_else(|| per_period(view, quantity)) {
        Some(per) => format!("{base}/{per}"),
        None => base.to_owned(),
    }
}

/// The period that the words around a figure give it.
fn per_period(view: &View<'_>, quantity: &Quantity) -> Option<&'static str> {
    const PERIODS: &[(&str, &str, &str)] = &[
        ("second", "每秒", "s"),
        ("minute", "每分钟", "min"),
        ("hour", "每小时", "hour"),
        ("day", "每天", "day"),
        ("day", "每日", "day"),
        ("week", "每周", "week"),
        ("month", "每月", "month"),
        ("year", "每年", "year"),
    ];
    let clause = view.clause(quantity.digits.start);
    let before = &view.text[clause.start.min(quantity.span.start)..quantity.span.start];
    let behind = view.text[quantity.span.end..clause.end.max(quantity.span.end)].to_lowercase();
    let words: Vec<&str> = behind.split(' ').filter(|word| !word.is_empty()).take(6).collect();
    PERIODS.iter().find_map(|(english, chinese, unit)| {
        let told = words.windows(2).any(|pair| {
            matches!(pair[0], "a" | "per" | "each" | "every")
                && pair[1].trim_end_matches(|c: char| !c.is_alphabetic()) == *english
        });
        let near: String = before.chars().rev().take(8).collect::<Vec<_>>().into_iter().rev().collect();
        (told || near.contains(chinese)).then_some(*unit)
    })
}

/// "Sensors (24)": a heading that says in brackets how many there are.
fn counts_heading(view: &View<'_>, quantity: &Quantity) -> bool {
    let inner = view.bracket(quantity.digits.start).map_or("", |range| view.slice(range));
    let behind = view.bracket(quantity.digits.start).map_or(0, |range| range.end);
    inner == view.slice(&quantity.span) && view.text[behind..].trim_start_matches([')', '）', ']', ' ']).is_empty()
}

fn is_year(view: &View<'_>, quantity: &Quantity) -> bool {
    let digits = view.slice(&quantity.digits);
    quantity.canonical.unit.is_empty() && digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// "If more than ten keys are held": a case that the sentence supposes, and no fact that it states.
fn is_supposed(view: &View<'_>, quantity: &Quantity) -> bool {
    let clause = view.clause(quantity.digits.start);
    let before = view.text[clause.start.min(quantity.span.start)..quantity.span.start].to_lowercase();
    let latin = before.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| words("when").contains(&word));
    latin || ["如果", "一旦", "假如", "倘若"].iter().any(|word| before.contains(word))
}

/// What heads the row and the column of a cell, and what the other cells of its row say in words.
fn in_table(reader: &Reader<'_>, cell: CellPlace, found: &mut Wording) -> Option<()> {
    let table = &reader.document.tables[cell.table];
    let row = table.rows.get(cell.row)?;
    let header = tables::header_text(reader.document, table, cell.column);
    let text = |at: &Option<usize>| at.and_then(|b| reader.document.blocks.get(b)).map_or("", |b| b.text.string.trim());
    let mut labels: Vec<&str> = Vec::new();
    for (column, cell_at) in row.iter().enumerate().filter(|(column, _)| *column != cell.column) {
        let said = text(cell_at);
        if said.is_empty() || mostly_figure(said) && column > 0 {
            let scan = quantity::scan(said);
            // "1 reading/s" under "Conditions" says when the figure holds; a figure of another unit is another fact.
            let setting = tables::header_text(reader.document, table, column).to_lowercase();
            if words("settings").iter().any(|word| setting.contains(word)) {
                found.beside.extend(scan.quantities.iter().filter_map(beside));
            }
            continue;
        }
        labels.push(said);
        if column > 3 {
            break;
        }
    }
    let label = *labels.first()?;
    if !years(label).is_empty() && label.chars().filter(|c| c.is_alphabetic()).count() <= 4 {
        found.periods.extend(years(label).into_iter().map(|(_, year)| year));
    } else if !is_whole(label) {
        found.part = is_part(label);
        found.sides.extend(contrasts(label));
        add(&mut found.words, label, Near::Core);
    }
    found.row = found.words.keys().cloned().collect();
    // "4 KB messages" beside "16 KB messages", "8 threads" beside "32 threads": each heads a fact of its own.
    let heads = [label, &header].map(quantity::scan);
    found.beside.extend(heads.iter().flat_map(|scan| &scan.quantities).filter_map(beside));
    for said in labels.iter().skip(1) {
        add(&mut found.words, said, Near::Far);
    }
    for (_, year) in years(&header) {
        found.periods.insert(year);
    }
    // 平均电流 under 最大值: the column says which of several values of the row it is.
    let heads = contrasts(&header);
    found.sides.retain(|(group, _)| heads.iter().all(|(other, _)| other != group));
    found.sides.extend(heads);
    // "Current" or 数量 over the figures says no more than that the row is counted.
    if !words("plain_header").contains(&without_bracket(&header).trim().to_lowercase().as_str()) {
        add(&mut found.words, without_bracket(&header), Near::Core);
    }
    let core = || found.words.iter().filter(|(_, near)| **near == Near::Core).map(|(word, _)| word.clone());
    let counting = |word: &str| matches!(word, "=total" | "count" | "number");
    found.label = core().filter(|word| !counting(word)).collect();
    if found.label.is_empty() {
        found.label = core().collect();
    }
    Some(())
}

/// What the clause and the sentence around a figure say.
fn in_text(
    reader: &Reader<'_>,
    block: &Block,
    view: &View<'_>,
    quantities: &[Quantity],
    index: usize,
    found: &mut Wording,
) -> Option<()> {
    let quantity = &quantities[index];
    let clause = view.clause(quantity.digits.start);
    let clause = clause.start.min(quantity.span.start)..clause.end.max(quantity.span.end);
    let sentence = view.sentence(quantity.digits.start);
    let previous = index.checked_sub(1).and_then(|i| quantities.get(i)).map(|q| q.span.end).filter(|end| *end > clause.start);
    let next = quantities.get(index + 1).map(|q| q.span.start).filter(|start| *start < clause.end);
    let before = previous.unwrap_or(clause.start).min(quantity.span.start)..quantity.span.start;
    let behind = quantity.span.end..next.unwrap_or(clause.end).max(quantity.span.end);
    let (left, right) = (&view.text[before.clone()], &view.text[behind.clone()]);
    // "34 teachers and 21 classes": what stands right behind the figure before is counted by that one.
    let left = if previous.is_some() { behind_joint(left) } else { left };
    let right = if next.is_some() { before_joint(right) } else { right };
    if is_change(left, right, quantity) {
        return None;
    }
    found.part = is_part(&view.text[clause.start..quantity.span.start]) || is_part_behind(right);
    for (word, near) in core(left, right, quantity) {
        put(&mut found.words, word, near);
    }
    add(&mut found.words, left, Near::Clause);
    add(&mut found.words, right, Near::Clause);
    found.sides.extend(contrasts(left));
    found.sides.extend(contrasts(right));
    found.sides.extend(contrasts(view.slice(&quantity.span)));
    found.names.extend(names(view.text, &before, &sentence));
    found.names.extend(names(view.text, &behind, &sentence));
    found.beside.extend(
        quantities
            .iter()
            .enumerate()
            .filter(|(i, q)| *i != index && clause.contains(&q.digits.start))
            .filter_map(|(_, q)| beside(q)),
    );
    periods(view, quantity, &before, &behind, previous.is_some(), found);
    // "Construction period: 150 days": the label says what the first figure behind it is.
    if let Some((label, rest)) = view.label.clone().filter(|(label, _)| label.end <= quantity.span.start) {
        let first = !quantities.iter().any(|q| (rest..quantity.digits.start).contains(&q.digits.start));
        let said = view.slice(&label);
        add(&mut found.words, said, if first { Near::Core } else { Near::Far });
        found.sides.extend(contrasts(said));
    }
    let figures = |range: &Range<usize>| quantities.iter().any(|q| range.contains(&q.digits.start));
    for other in view.clauses(&sentence).iter().filter(|other| other.start != clause.start && !figures(other)) {
        let said = view.slice(other);
        add(&mut found.words, said, Near::Far);
        // A clause that leads in goes for all that follows: 异步模式下，…
        if other.end <= quantity.span.start {
            found.sides.extend(contrasts(said));
            found.names.extend(names(view.text, other, &sentence));
            let short = said.chars().filter(|c| c.is_alphabetic()).count() <= 14;
            if short && found.periods.is_empty() && !words("founded").iter().any(|word| said.contains(word)) {
                found.periods.extend(years(said).into_iter().map(|(_, year)| year));
            }
        }
    }
    // 上届共有…家企业参展，展览面积…: what a sentence opens with goes for all its clauses that say nothing else.
    if let Some(first) = view.clauses(&sentence).first().filter(|first| first.end <= quantity.span.start) {
        let own: BTreeSet<&str> = found.sides.iter().map(|(group, _)| *group).collect();
        let opening = view.slice(first);
        let lead = opening.find(|c: char| c.is_ascii_digit()).map_or(opening, |at| &opening[..at]);
        let told =
            contrasts(lead).into_iter().filter(|(group, _)| matches!(*group, "order" | "season" | "place" | "plan" | "sex"));
        found.sides.extend(told.filter(|(group, _)| !own.contains(group)).collect::<Vec<_>>());
        found.names.extend(names(view.text, first, &sentence));
    }
    if let Some(question) = reader.question(block) {
        // "About 45 minutes": what the figure is of, the question alone says.
        if mostly_figure(view.text) {
            add(&mut found.words, &question.text.string, Near::Core);
        } else {
            add(&mut found.around, &question.text.string, Near::Clause);
        }
        found.sides.extend(contrasts(&question.text.string));
    } else if let Some(lead) = reader.announcer(block).filter(|b| b.text.string.len() < 160) {
        add(&mut found.around, &lead.text.string, Near::Far);
        found.sides.extend(contrasts(&lead.text.string));
    }
    Some(())
}

/// The year of a figure: that behind it, else that before it, which may belong to the figure before.
fn periods(
    view: &View<'_>,
    quantity: &Quantity,
    before: &Range<usize>,
    behind: &Range<usize>,
    follows: bool,
    found: &mut Wording,
) {
    let after = years(&view.text[behind.clone()]);
    let ahead = years(&view.text[before.clone()]);
    let own = after.first().or_else(|| ahead.iter().rfind(|(at, _)| !follows || *at > 12));
    if let Some((_, year)) = own {
        found.periods.insert(year.clone());
    }
    let inside = years(view.slice(&quantity.span));
    found.periods.extend(inside.into_iter().map(|(_, year)| year).filter(|_| own.is_none()));
}

fn beside(quantity: &Quantity) -> Option<(Box<str>, Box<str>)> {
    let unit = quantity.canonical.unit.as_str();
    let low = quantity.canonical.low.as_ref()?;
    (!unit.is_empty()).then(|| (unit.into(), low.to_string().into()))
}

/// What the figure counts or measures: the words right behind it, or the thing that its unit is an amount of.
fn core(left: &str, right: &str, quantity: &Quantity) -> Vec<(Box<str>, Near)> {
    let mut found = BTreeMap::new();
    let tail = right.trim_start();
    let counted = quantity.canonical.unit.is_empty();
    let tail = tail.strip_prefix("of ").map(|rest| rest.trim_start_matches("the ")).or(counted.then_some(tail)).unwrap_or("");
    let latin: Vec<&str> = tail
        .split_whitespace()
        .take_while(|word| !is_function(word) && !word.contains(|c: char| !c.is_ascii()))
        .take(3)
        .collect();
    add(&mut found, &latin.join(" "), Near::Core);
    // The noun of a known unit ("43 countries", 117万人次) is what is counted.
    if counted || quantity::Units::builtin().counts(&quantity.canonical.unit) {
        add(&mut found, &quantity.unit, Near::Core);
    }
    let han: String = right.chars().take(5).take_while(|c| is_han(*c)).collect();
    add(&mut found, &han, Near::Core);
    let hedges = words("hedge_zh");
    let mut head = left.trim_end_matches([' ', '*', '：', ':']);
    while let Some(cut) =
        hedges.iter().chain(words("before_figure")).find_map(|word| head.strip_suffix(word).filter(|_| !word.is_ascii()))
    {
        head = cut;
    }
    let from = head.char_indices().rev().take(6).take_while(|(_, c)| is_han(*c)).last().map_or(head.len(), |(at, _)| at);
    add(&mut found, &head[from..], Near::Core);
    found.into_iter().collect()
}

/// Whether a paragraph is one of the numbered clauses of a document, each of which rules on something else: "Section 4. …", 第五条 ….
fn is_numbered(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(['*', '#', ' ']);
    let article = text.strip_prefix('第').and_then(|rest| rest.find(['条', '款', '项']).map(|at| at <= 12)).unwrap_or(false);
    let lower = text.get(..12).unwrap_or(text).to_lowercase();
    let named = ["section ", "article ", "clause ", "rule ", "art. ", "§"].iter().find_map(|word| lower.strip_prefix(word));
    article || named.is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the label of a row says no more than that the row sums up all others: what it counts only the header of the column says.
pub fn is_whole(label: &str) -> bool {
    let label = label.to_lowercase();
    words("sum:label").contains(&label.trim_matches(|c: char| !c.is_alphanumeric()))
}

fn is_part(before: &str) -> bool {
    let before = before.to_lowercase();
    words("part_of").iter().any(|word| before.contains(word))
}

fn is_part_behind(behind: &str) -> bool {
    let behind = behind.trim_start().to_lowercase();
    words("part_behind").iter().any(|word| behind.starts_with(word))
}

/// Whether a figure says by how much something changes or differs.
pub fn is_change(left: &str, right: &str, quantity: &Quantity) -> bool {
    let left = left.trim_end().to_lowercase();
    let last = left.rsplit(' ').next().unwrap_or("");
    let right = right.trim_start().to_lowercase();
    let first = right.split([' ', ',', '.']).next().unwrap_or("");
    let moved = words("change_before").iter().any(|word| {
        if word.is_ascii() { last == *word || word.contains(' ') && left.ends_with(word) } else { left.ends_with(word) }
    });
    let compared = words("change_behind").iter().any(|word| match (word.is_ascii(), word.contains(' ')) {
        (true, false) => first == *word,
        _ => right.starts_with(word),
    });
    moved || compared || quantity.canonical.unit == "%" && left.contains('比')
}

fn behind_joint(text: &str) -> &str {
    cut_at(text, true)
}

fn before_joint(text: &str) -> &str {
    cut_at(text, false)
}

/// What stands behind (or before) the conjunction between two figures; the whole where there is none.
fn cut_at(text: &str, behind: bool) -> &str {
    const JOINTS: &[&str] = &[" and ", " or ", " but ", " while ", " with ", "; ", "和", "及", "与", "、"];
    match JOINTS.iter().filter_map(|joint| text.rfind(joint).map(|at| (at, joint.len()))).max() {
        Some((at, length)) if behind => &text[at + length..],
        Some((at, _)) => &text[..at],
        None if behind && text.split_whitespace().count() <= 3 && text.chars().filter(|c| is_han(*c)).count() <= 3 => "",
        None => text,
    }
}

/// Quoted titles, identifiers, and words that are capitalised within a sentence.
fn names(text: &str, range: &Range<usize>, sentence: &Range<usize>) -> Vec<Box<str>> {
    let part = &text[range.clone()];
    let mut found: Vec<Box<str>> = Vec::new();
    for (open, close) in [('“', '”'), ('《', '》'), ('「', '」')] {
        let mut rest = part;
        while let Some(at) = rest.find(open) {
            let inner = &rest[at + open.len_utf8()..];
            let end = inner.find(close).unwrap_or(inner.len());
            found.push(inner[..end].to_lowercase().into());
            rest = &inner[end..];
        }
    }
    let mut at = range.start;
    for word in part.split_inclusive(|c: char| c.is_whitespace() || is_han(c) || matches!(c, '，' | '（' | '）' | '(' | ')')) {
        let offset = at;
        at += word.len();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut chars = bare.chars();
        let Some(first) = chars.next() else { continue };
        let capital = first.is_uppercase() && chars.clone().any(char::is_lowercase);
        let opens = text[sentence.start.min(offset)..offset].trim_end().is_empty()
            || text[..offset].trim_end().ends_with(['.', '!', '?', ':', '"', '“', '*']);
        let coded = bare.chars().any(|c| c.is_ascii_digit()) && bare.chars().filter(char::is_ascii_alphabetic).count() >= 2;
        let month = words("month").contains(&bare.to_lowercase().as_str());
        if (capital && !opens && !month && bare.is_ascii() && bare.len() > 2) || coded && first.is_alphabetic() {
            found.push(bare.trim_end_matches("'s").to_lowercase().into());
        }
    }
    found
}

fn without_bracket(header: &str) -> &str {
    header.split(['(', '（', '[']).next().unwrap_or(header)
}
