//! A total in the sentence that introduces a list, and its parts in the items: "The year brought 400 visits, as follows: …".
//!
//! Whether the items are all of the parts or some of them is told by the lead-in; a lead-in that tells neither makes no parts. The
//! figures carry their role and the number of the list in [`Claim::text`], as those of one sentence do ([`super::relation`]).

use crate::claim::{Claim, Kind};
use crate::document::{Block, BlockKind, List};
use crate::extract::{Reader, figure, number};
use crate::lexicon::words;
use crate::quantity::{Bound, Quantity};

/// A longer list is no breakdown.
const ITEMS: usize = 40;

/// Gives the figures of each list of parts their roles.
pub fn parts(reader: &Reader<'_>, claims: &mut [Claim]) {
    for (at, list) in reader.document.lists.iter().enumerate() {
        if let Some(found) = breakdown(reader, list) {
            for (block, quote, role) in found {
                let place = Some(number(block));
                let same =
                    |c: &&mut Claim| c.kind == Kind::Quantity && c.block.as_ref().map(|b| b.id) == place && c.quote == quote;
                if let Some(claim) = claims.iter_mut().find(same).filter(|c| c.text.is_none()) {
                    claim.text = Some(format!("{role} {at}"));
                }
            }
        }
    }
}

/// The figures of a list of parts: block, words and role of each.
fn breakdown(reader: &Reader<'_>, list: &List) -> Option<Vec<(usize, String, &'static str)>> {
    let blocks = &reader.document.blocks;
    let lead_at = list.announced_by?;
    let lead = blocks.get(lead_at).filter(|b| b.cell.is_none() && matches!(b.kind, BlockKind::Paragraph | BlockKind::Item))?;
    let said = |list: &str| has(&lead.text.string, words(list));
    let role = if said("parts:all") {
        "piece"
    } else if said("parts:some") {
        "some"
    } else {
        return None;
    };
    if !(2..=ITEMS).contains(&list.items.len()) || said("parts:none") {
        return None;
    }
    let items: Vec<(usize, &Block, Vec<Quantity>)> = list
        .items
        .iter()
        .map(|&at| Some((at, blocks.get(at)?, figure::scan(reader, blocks.get(at)?).quantities)))
        .collect::<Option<_>>()?;
    let whole = figure::scan(reader, lead).quantities;
    let fitting: Vec<(&Quantity, Vec<&Quantity>)> = whole
        .iter()
        .filter(|q| addable(q))
        .filter_map(|total| {
            let own = |(_, block, figures): &'_ (usize, &Block, Vec<Quantity>)| {
                figures.iter().position(|part| addable(part) && same_thing(total, &lead.text.string, part, &block.text.string))
            };
            let found: Option<Vec<&Quantity>> = items.iter().map(|item| item.2.get(own(item)?)).collect();
            Some((total, found?))
        })
        .collect();
    let marked = |total: &Quantity| ends_in(&lead.text.string[..total.span.start], words("sum:before"));
    let mut sure = fitting.iter().filter(|(total, _)| marked(total));
    let (([(total, found)], ..) | (_, Some((total, found)), None)) = (&fitting[..], sure.next(), sure.next()) else {
        return None;
    };
    let text = |at: usize, q: &Quantity| Some((at, blocks.get(at)?.text.string.get(q.span.clone())?.to_owned()));
    let mut roles = Vec::new();
    for ((at, _, figures), part) in items.iter().zip(found) {
        let (block, quote) = text(*at, part)?;
        roles.push((block, quote, role));
        let mut shares = figures.iter().filter(|q| q.canonical.unit == "%" && q.bound == Bound::Eq && q.low == q.high);
        if let (Some(share), None) = (shares.next(), shares.next())
            && blocks[*at]
                .text
                .string
                .get(part.span.end..share.span.start)
                .is_some_and(|gap| has(gap, words("parts:share")) || gap.trim().ends_with(['(', '（']))
        {
            let (block, quote) = text(*at, share)?;
            roles.push((block, quote, "share"));
        }
    }
    let (block, quote) = text(lead_at, total)?;
    roles.push((block, quote, "whole"));
    Some(roles)
}

/// One plain value that can be added up.
fn addable(q: &Quantity) -> bool {
    let unit = q.canonical.unit.as_str();
    q.bound == Bound::Eq && q.low == q.high && !q.approximate && !matches!(unit, "%" | "pp" | "x" | "degC") && !unit.contains('/')
}

/// Whether a part is of the same unit as the total; of bare figures the noun behind must be the same.
fn same_thing(total: &Quantity, lead: &str, part: &Quantity, item: &str) -> bool {
    if total.canonical.unit != part.canonical.unit {
        return false;
    }
    if !total.canonical.unit.is_empty() {
        return true;
    }
    if !total.unit.is_empty() || !part.unit.is_empty() {
        return total.unit == part.unit;
    }
    let (a, b) = (noun(lead, total), noun(item, part));
    !a.is_empty() && (a == b || a.trim_end_matches('s') == b.trim_end_matches('s'))
}

/// The word behind a bare figure, in small letters.
fn noun<'t>(text: &'t str, q: &Quantity) -> &'t str {
    let behind = text.get(q.span.end..).unwrap_or("").trim_start_matches([' ', '*']);
    let end = behind.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(behind.len());
    &behind[..end]
}

/// Whether a text ends in one of some words, with little behind it.
fn ends_in(text: &str, words: &[&str]) -> bool {
    let low = text.to_lowercase();
    let clause = low.rsplit(['，', ',', '；', ';', '。', '.']).next().unwrap_or("").trim_end();
    words.iter().any(|word| clause.ends_with(word))
}

/// Whether a text has one of some words: Chinese anywhere, Latin as whole words.
fn has(text: &str, words: &[&str]) -> bool {
    let low = text.to_lowercase();
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    words.iter().any(|word| {
        low.match_indices(word).any(|(at, _)| {
            !word.is_ascii() || !letter(low[..at].chars().next_back()) && !letter(low[at + word.len()..].chars().next())
        })
    })
}
