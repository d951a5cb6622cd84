//! The weights of criteria: in the sentence that lists them, in the items of a list, in the headers of a score sheet.
//!
//! A word of weighing in the clause itself decides where criteria are told ([`super::figure`]); here the lead-in, the paragraph
//! before or the section's heading may say it, for percentages that each stand beside a name and are close to a whole together.

use std::ops::Range;

use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::document::{BlockKind, Role};
use crate::extract::Reader;
use crate::extract::subjects::slug;
use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::{self, Bound, Quantity};

/// Least and greatest sum of percentages that are meant to be all.
const WHOLE: Range<i128> = 80..121;

/// Whether a text speaks of weighing.
fn speaks_of_weights(text: &str) -> bool {
    let low = text.to_lowercase();
    words("weighing").iter().any(|word| low.contains(word))
}

/// Makes weights of the percentages of a block that are some by their context. `owners` are its claims with their figures.
pub fn weights(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    quantities: &[Quantity],
    owners: &[(usize, usize)],
    claims: &mut [Claim],
) {
    let block = &reader.document.blocks[at];
    if block.cell.is_some() || !matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
        return;
    }
    let percent = |q: &Quantity| q.canonical.unit == "%" && q.bound == Bound::Eq && q.low == q.high && q.low.mantissa > 0;
    let shares: Vec<(usize, usize)> = owners.iter().copied().filter(|(q, _)| percent(&quantities[*q])).collect();
    let others = owners.iter().filter(|(q, c)| !percent(&quantities[*q]) && claims[*c].kind == Kind::Quantity).count();
    if shares.is_empty() || !shares.iter().any(|(_, c)| claims[*c].kind == Kind::Quantity) {
        return;
    }
    let names: Vec<Option<Subject>> = shares.iter().map(|(q, _)| criterion(view, quantities, *q)).collect();
    let complete = shares.len() >= 3 && WHOLE.contains(&sum(shares.iter().map(|(q, _)| &quantities[*q])));
    let listed = complete && others == 0 && one_sentence(view, quantities, &shares);
    // "- Resale value (40%)", - 续航（权重 30%）
    let item =
        block.kind == BlockKind::Item && shares.len() == 1 && owners.len() == 1 && labels(view.text, &quantities[shares[0].0]);
    let lead = leads(reader, at);
    let own = speaks_of_weights(view.text);
    let criteria = reader.role(block.section) == Role::Criteria;
    let told = own || lead || criteria && (listed || item && beside_likes(reader, at));
    if !told || !(listed || item) || names.iter().any(Option::is_none) {
        return;
    }
    for ((_, claim), name) in shares.iter().zip(names) {
        weigh(&mut claims[*claim], name);
    }
}

fn weigh(claim: &mut Claim, name: Option<Subject>) {
    claim.kind = Kind::Weight;
    claim.metric = Some("criterion_weight".into());
    claim.subject = name.or_else(|| claim.subject.take());
    claim.confidence = Confidence::High;
    claim.baseline = None;
    claim.usage = None;
    claim.text = None;
    claim.conditions.clear();
}

fn sum<'q>(quantities: impl Iterator<Item = &'q Quantity>) -> i128 {
    quantities
        .map(|q| {
            if q.low.exponent >= 0 {
                q.low.mantissa * 10_i128.pow(u32::try_from(q.low.exponent).unwrap_or(0).min(9))
            } else {
                q.low.mantissa / 10_i128.pow(u32::from(q.low.exponent.unsigned_abs()).min(30))
            }
        })
        .sum()
}

fn one_sentence(view: &View<'_>, quantities: &[Quantity], shares: &[(usize, usize)]) -> bool {
    let sentence = |at: usize| view.sentence(quantities[shares[at].0].digits.start);
    sentence(0) == sentence(shares.len() - 1)
}

/// Whether the lead-in of a block, the paragraph before it or its section's heading speaks of weights.
fn leads(reader: &Reader<'_>, at: usize) -> bool {
    let document = reader.document;
    let block = &document.blocks[at];
    let says = |other: usize| document.blocks.get(other).is_some_and(|b| speaks_of_weights(&b.text.string));
    if block.announced_by.is_some_and(says) {
        return true;
    }
    let first = block.item.and_then(|(list, _)| document.lists.get(list)?.items.first().copied()).unwrap_or(at);
    let paragraph = first.checked_sub(1).filter(|&before| {
        let before = &document.blocks[before];
        before.section == block.section && matches!(before.kind, BlockKind::Paragraph)
    });
    let heading = document.sections.get(block.section).and_then(|section| section.heading);
    paragraph.is_some_and(says) || heading.is_some_and(says)
}

/// Whether an item is a name and its percentage, with nothing else said: the figure stands at the end or in brackets at the end.
fn labels(text: &str, quantity: &Quantity) -> bool {
    let behind =
        text.get(quantity.span.end..).unwrap_or("").trim_matches(|c: char| c.is_whitespace() || "）)。.；;]】*".contains(c));
    (behind.is_empty() || behind.chars().count() <= 4 && speaks_of_weights(behind)) && text.chars().count() <= 40
}

/// Whether the item before or behind has a percentage, too.
fn beside_likes(reader: &Reader<'_>, at: usize) -> bool {
    let Some((list, position)) = reader.document.blocks[at].item else { return false };
    let items = reader.document.lists.get(list).map_or(&[][..], |list| list.items.as_slice());
    let like = |at: usize| items.get(at).is_some_and(|&b| reader.document.blocks[b].text.string.contains(['%', '％']));
    like(position + 1) || position.checked_sub(1).is_some_and(like)
}

/// The criterion that a percentage weighs: what stands before it since the last comma, or behind it after "for".
pub fn criterion(view: &View<'_>, quantities: &[Quantity], index: usize) -> Option<Subject> {
    const FOR: &[&str] = &["for ", "on ", "to ", "of "];
    let quantity = &quantities[index];
    let start = index.checked_sub(1).and_then(|i| quantities.get(i)).map_or(0, |q| q.span.end);
    let before = view.text.get(start.min(quantity.span.start)..quantity.span.start)?;
    let part = before.trim_end_matches(['(', '（', ' ', '[']);
    let part =
        part.rsplit(['，', ',', '、', '；', ';', '。', '：', ':', '\n']).find(|part| !cleaned(part).is_empty()).unwrap_or("");
    let mut name = cleaned(part);
    if name.is_empty() {
        let behind = view.text.get(quantity.span.end..)?.trim_start();
        let behind = FOR.iter().find_map(|word| behind.strip_prefix(word)).or_else(|| behind.strip_prefix('的'))?;
        name = cleaned(behind.split(['，', ',', '、', '；', ';', '。', '.', '和', ')', '）']).next()?.split(" and ").next()?);
    }
    (!name.is_empty() && name.chars().count() <= 30).then(|| Subject { id: slug(&name), name, vendor: None })
}

/// A name without the words that join it to its weight.
fn cleaned(part: &str) -> String {
    const HEADS: &[&str] = &["其中", "以及", "和", "and ", "then ", "plus ", "the ", "The ", "with ", "where ", "of which "];
    const TAILS: &[&str] = &[
        "的权重为",
        "权重为",
        "的权重是",
        "的权重",
        "权重占",
        "权重",
        "比重为",
        "比重",
        "所占比重",
        "各占",
        "占比",
        "占到",
        "占了",
        "占",
        "为",
        "是",
        "计",
        " weighs in at",
        " weighs",
        " counts for",
        " accounts for",
        " is weighted at",
        " is worth",
        " makes up",
        " carries",
        " gets",
        " is",
        " at",
        " weighted",
        " weight",
        " has a weight of",
        "=",
        "-",
        "–",
        "—",
        "·",
    ];
    let mut name = part.trim().trim_matches(['*', '_', '"', '“', '”', '|']).trim();
    loop {
        let before = name;
        for head in HEADS {
            name = name.strip_prefix(head).unwrap_or(name).trim_start();
        }
        for tail in TAILS {
            name = name.strip_suffix(tail).unwrap_or(name).trim_end();
        }
        if name == before {
            break;
        }
    }
    // "the mark is made up of location": the last words name the criterion.
    if name.is_ascii() && name.split_whitespace().count() > 3 {
        let low = name.to_lowercase();
        let cut = [" of ", " from ", " by ", " is ", " are ", " into ", " gives "]
            .iter()
            .filter_map(|word| low.rfind(word).map(|at| at + word.len()))
            .max();
        name = cut.map_or(name, |at| name[at..].trim());
    }
    if speaks_of_weights(name) { String::new() } else { name.to_owned() }
}

/// The weight that the header of a score sheet gives to its column: "Battery (40%)". All headers with a percentage make a whole, and
/// the cells below have none.
pub fn in_header(reader: &Reader<'_>, at: usize, quantity: &Quantity) -> Option<Claim> {
    let block = &reader.document.blocks[at];
    let cell = block.cell?;
    let table = reader.document.tables.get(cell.table)?;
    let percent = |q: &Quantity| q.canonical.unit == "%" && q.bound == Bound::Eq && q.low == q.high && q.low.mantissa > 0;
    let text = |block: Option<usize>| block.and_then(|b| reader.document.blocks.get(b)).map_or("", |b| b.text.string.as_str());
    if cell.row != 0 || !percent(quantity) || !labels(&block.text.string, quantity) {
        return None;
    }
    let row = table.rows.first()?;
    if row.len() > 40 {
        return None;
    }
    let shares: Vec<Quantity> =
        row.iter().filter_map(|cell| quantity::scan_known(text(*cell)).quantities.into_iter().find(percent)).collect();
    let below = table.rows.get(table.header_rows)?.get(cell.column).copied().flatten();
    let bare =
        quantity::scan_known(text(below)).quantities.first().is_some_and(|q| matches!(q.canonical.unit.as_str(), "" | "point"));
    if shares.len() < 2 || !WHOLE.contains(&sum(shares.iter())) || !bare {
        return None;
    }
    let name = cleaned(block.text.string.get(..quantity.span.start)?.trim_end_matches(['(', '（', ' ', '[', ':', '：']));
    let mut claim = reader.record(at, &quantity.span, Kind::Quantity);
    claim.value = Some(super::figure::value(quantity));
    claim.canonical = Some(super::figure::interval(&quantity.canonical));
    let subject = (!name.is_empty()).then(|| Subject { id: slug(&name), name, vendor: None })?;
    weigh(&mut claim, Some(subject));
    Some(claim)
}
