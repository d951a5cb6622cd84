//! A total in one paragraph and its parts in others: "The Custom House drew 41,200 visitors. … Together the three sites had 69,000."
//!
//! Only parts that are all of the whole count: those of a list under one phrase, as many sentences as the total says that there are, or
//! the two halves of a division that is complete by its words (men and women, insurance and own payment). The figures carry the roles of
//! a list of parts, see [`super::parts`].

use std::collections::BTreeMap;
use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::document::{BlockKind, Role};
use crate::extract::{Reader, figure, number, sentence};
use crate::lexicon::{find_last, holds, words};
use crate::quantity::{Bound, Form, Quantity};

/// Where the numbers of these relations begin, behind those of lists.
const FIRST: usize = 100_000;

/// A longer text is looked at in stretches of so many figures.
const FIGURES: usize = 400;

/// A figure of running text with what stands around it.
struct Figure {
    block: usize,
    section: usize,
    quote: String,
    quantity: Quantity,
    /// Its sentence in small letters, and how many sentences stand before it in the document.
    sentence: String,
    nth: usize,
    /// From the beginning of its clause, and to the end of its clause, in small letters.
    before: String,
    behind: String,
    /// The list that it is the first figure of an item of.
    list: Option<usize>,
    /// Whether it is the first of its unit in its sentence.
    first: bool,
}

/// Gives the figures of such totals and parts their roles.
pub fn gathered(reader: &Reader<'_>, claims: &mut [Claim]) {
    let figures = figures(reader);
    let mut number = FIRST;
    let mut give = |roles: Vec<(&Figure, &str)>| {
        let free = roles.iter().all(|(figure, _)| claim_of(claims, figure).is_some_and(|at| claims[at].text.is_none()));
        if free {
            for (figure, role) in roles {
                if let Some(at) = claim_of(claims, figure) {
                    claims[at].text = Some(format!("{role} {number}"));
                }
            }
            number += 1;
        }
    };
    for at in 0..figures.len() {
        if let Some(roles) = halves(&figures, at) {
            give(roles);
        }
    }
    let mut lists: BTreeMap<usize, Vec<&Figure>> = BTreeMap::new();
    for figure in &figures {
        if let Some(list) = figure.list {
            lists.entry(list).or_default().push(figure);
        }
    }
    for total in figures.iter().filter(|f| f.list.is_none() && plain(&f.quantity)) {
        if let Some(parts) = listed(reader, &lists, total).or_else(|| told(&figures, total)) {
            let mut roles: Vec<(&Figure, &str)> = parts.into_iter().map(|part| (part, "piece")).collect();
            roles.push((total, "whole"));
            give(roles);
        }
    }
}

fn claim_of(claims: &[Claim], figure: &Figure) -> Option<usize> {
    let block = number(figure.block);
    claims.iter().position(|c| {
        c.kind == Kind::Quantity && c.table.is_none() && c.block.as_ref().map(|b| b.id) == Some(block) && c.quote == figure.quote
    })
}

fn figures(reader: &Reader<'_>) -> Vec<Figure> {
    let mut found: Vec<Figure> = Vec::new();
    let mut nth = 0;
    for (at, block) in reader.document.blocks.iter().enumerate() {
        let text = &block.text.string;
        let running = block.cell.is_none() && matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        if !running || reader.role(block.section) == Role::History || found.len() > FIGURES {
            nth += 1;
            continue;
        }
        let scanned = figure::scan(reader, block).quantities;
        let first_of_block = found.len();
        for range in sentence::sentences(text) {
            nth += 1;
            let clauses = sentence::clauses(text, &range);
            let first_of_sentence = found.len();
            for quantity in scanned.iter().filter(|q| range.start <= q.digits.start && q.digits.end <= range.end) {
                let clause = sentence::around(&clauses, quantity.digits.start, &range);
                let slice = |r: Range<usize>| text.get(r).unwrap_or("").to_lowercase();
                let alike = |f: &Figure| f.quantity.canonical.unit == quantity.canonical.unit;
                found.push(Figure {
                    block: at,
                    section: block.section,
                    quote: text.get(quantity.span.clone()).unwrap_or("").to_owned(),
                    sentence: slice(range.clone()),
                    nth,
                    before: slice(clause.start.min(quantity.span.start)..quantity.span.start),
                    behind: slice(quantity.span.end..clause.end.max(quantity.span.end)),
                    list: block.item.map(|(list, _)| list).filter(|_| !found[first_of_block..].iter().any(alike)),
                    first: !found[first_of_sentence..].iter().any(alike),
                    quantity: quantity.clone(),
                });
            }
        }
    }
    found
}

/// One plain value that can be added up.
fn plain(q: &Quantity) -> bool {
    let unit = q.canonical.unit.as_str();
    let adds = !matches!(unit, "%" | "pp" | "x" | "degC" | "K" | "point" | "s") && !unit.contains('/');
    adds && q.bound == Bound::Eq && q.low == q.high && !q.approximate && matches!(q.form, Form::Plain)
}

/// Whether two figures count the same: the same unit, and behind bare figures the same noun.
fn same_thing(a: &Figure, b: &Figure) -> bool {
    let (x, y) = (&a.quantity, &b.quantity);
    if !plain(x) || !plain(y) || x.canonical.unit != y.canonical.unit {
        return false;
    }
    let noun = |f: &Figure| f.behind.split_whitespace().next().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    !x.canonical.unit.is_empty()
        || !x.unit.is_empty() && x.unit == y.unit
        || noun(a).is_some_and(|own| own.len() > 2 && Some(own) == noun(b))
}

fn elsewhen(f: &Figure) -> bool {
    holds(&f.sentence, words("elsewhen"))
}

/// "1,200 pupils, 612 boys and 588 girls": two halves right behind their whole.
fn halves(figures: &[Figure], at: usize) -> Option<Vec<(&Figure, &'static str)>> {
    let [first, second, ..] = figures.get(at..)? else { return None };
    // The nearest figure before them of their unit: other numbers may stand between.
    let unit = |f: &Figure| f.quantity.canonical.unit.clone();
    let total = figures[..at].iter().rev().take_while(|f| f.nth + 1 >= first.nth).find(|f| unit(f) == unit(first))?;
    let opened =
        ["其中", "包括", "of these", "of them", "of whom", "of those"].iter().any(|word| first.sentence.starts_with(word));
    let follows = first.nth == total.nth || first.nth == total.nth + 1 && opened;
    let some = holds(&first.sentence, &["including", "such as", "among them", "among these"]);
    let near = follows && first.nth == second.nth && !some && !elsewhen(total) && !elsewhen(first);
    let one =
        plain(&first.quantity) && first.quantity.canonical.unit == second.quantity.canonical.unit && plain(&second.quantity);
    let bare = |f: &Figure| f.quantity.canonical.unit.is_empty();
    let whole =
        plain(&total.quantity) && (total.quantity.canonical.unit == first.quantity.canonical.unit || bare(first) || bare(total));
    if !near || !one || !whole || figures.get(at + 2).is_some_and(|next| next.nth == first.nth && same_thing(next, first)) {
        return None;
    }
    let label = |f: &Figure| format!("{} {}", f.before, f.behind);
    let (a, b) = (label(first), label(second));
    let halves = words("halves").iter().filter_map(|pair| pair.split_once('/'));
    let divided = |x: &str, y: &str| find_last(&a, x).is_some() && find_last(&b, y).is_some() && find_last(&a, y).is_none();
    let found = halves.into_iter().any(|(x, y)| divided(x, y) || divided(y, x));
    // Apart from the whole only a word such as 其中 stands between.
    (found && !holds(&first.before, words("sum:wider"))).then(|| vec![(first, "piece"), (second, "piece"), (total, "whole")])
}

/// The first figures of a list's items, which say the same phrase as the total.
fn listed<'f>(reader: &Reader<'_>, lists: &BTreeMap<usize, Vec<&'f Figure>>, total: &Figure) -> Option<Vec<&'f Figure>> {
    if elsewhen(total) || holds(&total.before, words("parts:none")) {
        return None;
    }
    let mut found = None;
    for (at, firsts) in lists {
        let Some(list) = reader.document.lists.get(*at) else { continue };
        let near = reader.document.sections.get(list.section).is_some_and(|s| {
            list.section == total.section
                || s.parent == Some(total.section)
                || s.parent.is_some_and(|p| Some(p) == parent(reader, total))
        });
        if !near || !(2..=24).contains(&list.items.len()) {
            continue;
        }
        let parts: Vec<&Figure> = firsts.iter().copied().filter(|f| same_thing(f, total)).collect();
        let each = parts.len() == list.items.len() && parts.windows(2).all(|pair| pair[0].block != pair[1].block);
        let phrase = parts.iter().all(|part| same_phrase(part, total)) && !parts.iter().any(|part| elsewhen(part));
        if each && phrase {
            if found.is_some() {
                return None;
            }
            found = Some(parts);
        }
    }
    found
}

fn parent(reader: &Reader<'_>, total: &Figure) -> Option<usize> {
    reader.document.sections.get(total.section).and_then(|s| s.parent)
}

/// Whether the words before two figures end alike, or a word of a total stands before or behind the one.
fn same_phrase(part: &Figure, total: &Figure) -> bool {
    let common = part.before.chars().rev().zip(total.before.chars().rev()).take_while(|(a, b)| a == b).count();
    let han = total.before.trim_end().chars().next_back().is_some_and(|c| !c.is_ascii());
    let marked = holds(&total.before, words("sum:before")) || holds(&total.behind, words("sum:behind"));
    (han && common >= 4) || marked && (common >= 2 || part.quantity.canonical.unit == total.quantity.canonical.unit)
}

/// As many sentences with one such figure before a total as it says that there are parts.
fn told<'f>(figures: &'f [Figure], total: &Figure) -> Option<Vec<&'f Figure>> {
    let marked = holds(&total.sentence, words("sum:before"))
        || holds(&total.sentence, words("sum:behind"))
        || total.sentence.contains("合");
    if !marked || elsewhen(total) || holds(&total.sentence, words("parts:none")) {
        return None;
    }
    let count = figures
        .iter()
        .filter(|f| f.nth == total.nth && f.block == total.block && f.quantity.digits.start < total.quantity.digits.start)
        .filter_map(|f| {
            usize::try_from(f.quantity.low.mantissa)
                .ok()
                .filter(|_| f.quantity.low.exponent == 0 && f.quantity.low.denominator == 1)
        })
        .find(|n| (2..=12).contains(n))?;
    // One a sentence, the nearest first, with no sentence of another kind of figure between the first and the last.
    let parts: Vec<&Figure> = figures
        .iter()
        .filter(|f| f.nth < total.nth && f.nth + 12 >= total.nth && f.section == total.section && f.first && same_thing(f, total))
        .filter(|f| !elsewhen(f) && !holds(&f.sentence, words("sum:before")))
        .collect();
    let apart = parts.windows(2).all(|pair| pair[0].nth != pair[1].nth);
    (parts.len() == count && apart).then_some(parts)
}
