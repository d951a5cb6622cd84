//! Claims whose value is a choice: ranks, picks, recommendations, superlatives, and who is dearer than whom.

mod audience;
mod direction;
mod pick;
mod recommend;
mod superlative;

use std::ops::Range;

use crate::claim::{Bound, Claim, Interval, Kind, Subject, Value};
use crate::document::BlockKind;
use crate::extract::Reader;
use crate::extract::figure::cell_subject;
use crate::extract::view::View;
use crate::quantity::Quantity;

/// The rank that an entry's heading or a table's rank column gives.
pub fn rank(reader: &Reader<'_>, at: usize, claims: &mut Vec<Claim>, typed: &mut Vec<Range<usize>>) {
    let block = &reader.document.blocks[at];
    if let BlockKind::Heading(_) = block.kind {
        let Some(section) = reader.document.sections.get(block.section) else { return };
        if section.heading == Some(at)
            && let Some((rank, range)) = &section.rank
        {
            let subject = reader.subjects.sections.get(block.section).copied().flatten().map(|s| reader.subjects.get(s).clone());
            claims.push(ranked(reader, at, range, *rank, subject));
            typed.push(range.clone());
        }
        return;
    }
    let Some(cell) = block.cell else { return };
    let table = &reader.document.tables[cell.table];
    if reader.layouts[cell.table].rank_column != Some(cell.column) || cell.row < table.header_rows {
        return;
    }
    let text = &block.text.string;
    let Some(digits) = rank_digits(text) else { return };
    let Ok(rank) = text[digits.clone()].parse() else { return };
    claims.push(ranked(reader, at, &digits, rank, cell_subject(reader, cell, at)));
    typed.push(0..text.len());
}

/// The digits of a rank cell: `1`, `TOP 1`, `第1名`, `#1`.
fn rank_digits(text: &str) -> Option<Range<usize>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |i| start + i);
    (end - start <= 3 && !text[end..].contains(|c: char| c.is_ascii_digit())).then_some(start..end)
}

fn ranked(reader: &Reader<'_>, at: usize, range: &Range<usize>, rank: u32, subject: Option<Subject>) -> Claim {
    let mut claim = reader.record(at, range, Kind::Rank);
    claim.subject = subject;
    claim.metric = Some("rank".into());
    let text = Some(rank.to_string());
    claim.value = Some(Value {
        low: text.clone(),
        high: text.clone(),
        unit: String::new(),
        high_unit: None,
        bound: Bound::Eq,
        approximate: false,
        precision: "1".into(),
    });
    claim.canonical = Some(Interval {
        low: text.clone(),
        high: text,
        unit: String::new(),
        bound: Bound::Eq,
        low_open: false,
        high_open: false,
    });
    claim
}

/// All other choices of a block.
pub fn decisions(reader: &Reader<'_>, at: usize, view: &View<'_>, quantities: &[Quantity], claims: &mut Vec<Claim>) {
    pick::top_picks(reader, at, view, claims);
    recommend::recommendations(reader, at, view, claims);
    superlative::superlatives(reader, at, view, quantities, claims);
    direction::directions(reader, at, view, claims);
}
