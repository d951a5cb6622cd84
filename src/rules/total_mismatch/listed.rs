//! A total in the lead-in of a list, against the parts in its items; and each item's share of the total.

use std::collections::BTreeMap;

use crate::claim::{Bound, Claim};
use crate::rules::interval::{decimal, measure, ratio};
use crate::rules::relation::role;
use crate::rules::total_mismatch::{add, draft, miss};
use crate::rules::{Draft, Group, confidence, passage, words};

/// The roles of the figures of such a list.
pub(super) const ROLES: &[&str] = &["piece", "some", "share", "whole"];

pub(super) fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let of = |names: &[&str]| -> Vec<&Claim> {
        group.claims.iter().copied().filter(|c| role(c).is_some_and(|(role, _)| names.contains(&role))).collect()
    };
    let (parts, wholes) = (of(&["piece", "some"]), of(&["whole"]));
    let [whole] = wholes[..] else { return };
    let all = parts.iter().all(|c| role(c).is_some_and(|(role, _)| role == "piece"));
    let missed = add(&parts).and_then(|sum| miss(whole, sum));
    if let Some(miss) = missed {
        // Parts nowhere near the total are parts of something else.
        let near = miss.sum.value < &miss.stated * ratio(3, 2) && miss.stated < &miss.sum.value * ratio(3, 2);
        if near && (all || miss.sum.value > miss.stated) {
            out.push(draft(whole, &parts, &miss));
        }
        return;
    }
    for share in of(&["share"]) {
        let block = share.block.as_ref().map(|b| b.id);
        if let Some(part) = parts.iter().copied().find(|c| c.block.as_ref().map(|b| b.id) == block) {
            out.extend(of_whole(part, share, whole));
        }
    }
}

/// A part's share that is not what it makes of the total.
fn of_whole(part: &Claim, share: &Claim, whole: &Claim) -> Option<Draft> {
    let plain = |c: &Claim| measure(c).filter(|m| m.bound == Bound::Eq && !m.approximate);
    let (a, s, t) = (plain(part)?, plain(share)?, plain(whole)?);
    let (part_of, stated, total) = (a.figure()?, s.figure()?, t.figure()?);
    let hundred = ratio(100, 1);
    if *part_of <= ratio(0, 1) || *total <= &t.half * ratio(2, 1) {
        return None;
    }
    let low = (part_of - &a.half) / (total + &t.half) * &hundred - &s.half;
    let high = (part_of + &a.half) / (total - &t.half) * &hundred + &s.half;
    if *stated >= low && *stated <= high {
        return None;
    }
    let exact = part_of / total * &hundred;
    let rounded = (&exact * ratio(10, 1)).round() / ratio(10, 1);
    let shown = format!("{}%", decimal(&rounded));
    Some(Draft {
        severity: None,
        confidence: confidence([part, share, whole]),
        message: "share",
        help: "share_help",
        arithmetic: format!("{} / {} = {shown} ≠ {}", words(&part.quote), words(&whole.quote), words(&share.quote)),
        args: BTreeMap::from([
            ("a", words(&share.quote)),
            ("part", words(&part.quote)),
            ("total", words(&whole.quote)),
            ("sum", shown),
        ]),
        primary: passage(share, ""),
        related: vec![passage(part, "row"), passage(whole, "whole")],
    })
}
