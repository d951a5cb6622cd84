//! Claims whose value is a choice: ranks, picks, recommendations, superlatives, and who is dearer than whom.

mod audience;
mod direction;
mod pick;
mod place;
mod recommend;
mod superlative;

use std::ops::Range;

use crate::claim::{Bound, Claim, Interval, Kind, Subject, Value};
use crate::document::{BlockKind, Role};
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
            && let Some((rank, range)) = section.rank.as_ref().or_else(|| reader.subjects.ranked.get(&block.section))
        {
            let subject = reader.subjects.sections.get(block.section).copied().flatten().map(|s| reader.subjects.get(s).clone());
            claims.push(ranked(reader, at, range, *rank, subject));
            typed.push(range.clone());
        }
        return;
    }
    let Some(cell) = block.cell else {
        listed(reader, at, claims);
        return;
    };
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

/// The place in a numbered list that says it ranks: 最新排名 or "Our ranking" above it, and a name at the start of each item.
fn listed(reader: &Reader<'_>, at: usize, claims: &mut Vec<Claim>) {
    const RANKING: &[&str] = &[
        "排名",
        "排行",
        "名次",
        "榜单",
        "位次",
        "座次",
        "ranking",
        "rankings",
        "ranked",
        "leaderboard",
        "standings",
        "league table",
    ];
    let block = &reader.document.blocks[at];
    let Some((list, position)) = block.item else { return };
    let Some(list) = reader.document.lists.get(list).filter(|list| list.ordered && list.items.len() > 1) else { return };
    let section = reader.document.sections.get(block.section).and_then(|s| s.heading);
    let above = [section, list.announced_by].into_iter().flatten().filter_map(|b| reader.document.blocks.get(b));
    let ranks = above.map(|b| b.text.string.to_lowercase()).any(|text| RANKING.iter().any(|word| text.contains(word)));
    if !ranks || reader.role(block.section) == Role::Criteria {
        return;
    }
    let first = |item: &usize| {
        let text = &reader.document.blocks[*item].text.string;
        let mention = reader.subjects.find(text, reader.lexicon).into_iter().next()?;
        let lead = text[..mention.range.start].trim_matches(|c: char| c.is_whitespace() || c == '*');
        (lead.is_empty() || lead.eq_ignore_ascii_case("the")).then_some(mention)
    };
    if !list.items.iter().all(|item| first(item).is_some()) {
        return;
    }
    if let (Some(mention), Ok(rank)) = (first(&at), u32::try_from(position + 1)) {
        let subject = reader.subjects.get(mention.subject).clone();
        claims.push(ranked(reader, at, &mention.range, rank, Some(subject)));
    }
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
    place::places(reader, at, view, claims);
}
