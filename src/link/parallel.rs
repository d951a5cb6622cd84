//! Tables of different documents that list the same things by the same measures and are no copies of one another: one benchmark a
//! precision, one price list a year, one support matrix an engine.
//!
//! Copies agree in most cells, and where they do not, one of them is behind. Tables under different headings that agree in hardly any
//! cell tell of different things, whatever sets them apart; neither they nor what their documents say of the same things are compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind};

/// The condition that says which of several parallel tables a figure belongs to.
pub const TABLE: &str = "table";

/// In how many tables one fact may stand.
const COPIES: usize = 16;

/// How many facts two tables must share to be judged.
const SHARED: usize = 6;

/// A table: its document and its number there.
type Place = (String, u32);

/// Marks the claims of parallel tables.
pub(super) fn link(claims: &mut [Claim], members: &[usize]) {
    let mut facts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &at in members {
        if let Some(key) = fact(&claims[at]).filter(|_| claims[at].table.is_some()) {
            facts.entry(key).or_default().push(at);
        }
    }
    let mut shared: BTreeMap<(Place, Place), (usize, usize)> = BTreeMap::new();
    let mut headings: BTreeMap<Place, String> = BTreeMap::new();
    for cells in facts.values().filter(|cells| (2..=COPIES).contains(&cells.len())) {
        for (i, &b) in cells.iter().enumerate() {
            for &a in &cells[..i] {
                let (Some(one), Some(other)) = (place(&claims[a]), place(&claims[b])) else { continue };
                if one.0 == other.0 {
                    continue;
                }
                headings.entry(one.clone()).or_insert_with(|| claims[a].heading.clone());
                headings.entry(other.clone()).or_insert_with(|| claims[b].heading.clone());
                let count = shared.entry((one, other)).or_default();
                count.0 += 1;
                count.1 += usize::from(claims[a].canonical == claims[b].canonical && claims[a].text == claims[b].text);
            }
        }
    }
    let last = |place: &Place| headings.get(place).map(|h| h.rsplit(" > ").next().unwrap_or_default().to_lowercase());
    shared.retain(|_, (all, _)| *all >= SHARED);
    let is_parallel = |(pair, (all, agree)): &(&(Place, Place), &(usize, usize))| {
        let (one, other) = (last(&pair.0).unwrap_or_default(), last(&pair.1).unwrap_or_default());
        *agree * 3 <= *all && !one.is_empty() && !other.is_empty() && one != other
    };
    let parallel: BTreeSet<&Place> = shared.iter().filter(&is_parallel).flat_map(|(pair, _)| [&pair.0, &pair.1]).collect();
    if parallel.is_empty() {
        return;
    }
    // Copies go by the name of the first of them.
    let mut names: BTreeMap<&Place, &Place> = parallel.iter().map(|place| (*place, *place)).collect();
    for ((one, other), _) in shared.iter().filter(|pair| !is_parallel(pair)) {
        if let (Some(first), true) = (names.get(one).copied(), parallel.contains(other)) {
            names.insert(other, first);
        }
    }
    let name = |place: &Place| Some(format!("{} ({})", headings.get(*names.get(place)?)?, names.get(place)?.0));
    // What the text says of the same things is said of its own document's table.
    let mut own: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for place in &parallel {
        for (key, cells) in &facts {
            if cells.iter().any(|&at| self::place(&claims[at]).as_ref() == Some(*place)) {
                own.entry((&place.0, key)).or_default().extend(name(place));
            }
        }
    }
    let marks: Vec<(usize, String)> = members
        .iter()
        .filter_map(|&at| {
            let claim = &claims[at];
            let mark = match place(claim) {
                Some(place) => name(&place)?,
                None => own.get(&(&*claim.document, &*fact(claim)?)).filter(|names| names.len() == 1)?.first()?.clone(),
            };
            Some((at, mark))
        })
        .collect();
    for (at, mark) in marks {
        claims[at].conditions.insert(TABLE.to_owned(), mark);
    }
}

fn place(claim: &Claim) -> Option<Place> {
    claim.table.as_ref().map(|table| (claim.document.clone(), table.id))
}

/// What a figure or a tick is of: thing, measure, unit, settings.
fn fact(claim: &Claim) -> Option<String> {
    let told = matches!(claim.kind, Kind::Quantity | Kind::Score | Kind::Capability) && claim.confidence != Confidence::Low;
    let (subject, metric) = (claim.subject.as_ref().filter(|_| told)?, claim.metric.as_ref()?);
    let unit = claim.canonical.as_ref().map_or("", |value| value.unit.as_str());
    let setting = |name: &str| claim.conditions.get(name).map_or("", String::as_str);
    Some([subject.id.as_str(), metric, unit, setting("row"), setting("column")].join("\u{1f}"))
}
