//! One figure that is a percentage in one place and a factor in another: 90% became 90x.

use std::collections::BTreeMap;

use crate::claim::Claim;
use crate::finding::Severity;
use crate::rules::interval::{Measure, measure, ratio};
use crate::rules::{Draft, Group, confidence, name, passage, subject, words};

/// Marks the group of a subject's figures of one metric, whatever their unit.
pub const SLIP: &str = "slip\u{1f}";

/// The key of a relative figure.
pub fn key(claim: &Claim) -> Option<String> {
    let unit = claim.canonical.as_ref()?.unit.as_str();
    let metric = claim.metric.as_deref()?;
    let base = metric.strip_suffix("_increase").or_else(|| metric.strip_suffix("_decrease")).unwrap_or(metric);
    let relative = unit == "x" || (unit == "%" && base.len() < metric.len());
    (relative && !subject(claim).is_empty() && claim.section != "history")
        .then(|| format!("{SLIP}{}\u{1f}{base}", subject(claim)))
}

/// A factor of ten or more whose figure is also a percentage: no speed-up is both.
pub fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let of = |unit: &str| -> Vec<(&Claim, Measure)> {
        let written = |c: &&&Claim| c.canonical.as_ref().is_some_and(|value| value.unit == unit);
        group.claims.iter().take(256).filter(written).filter_map(|c| Some((*c, measure(c)?))).collect()
    };
    let (factors, shares) = if group.claims.len() < 2 { return } else { (of("x"), of("%")) };
    let ten = ratio(10, 1);
    for (factor, of_factor) in &factors {
        let Some(value) = of_factor.figure().filter(|value| **value >= ten) else { continue };
        let same =
            |c: &Claim, m: &Measure| m.figures().contains(&value) && (c.document != factor.document || c.line != factor.line);
        let Some((share, _)) = shares.iter().find(|(c, m)| same(c, m)) else { continue };
        out.push(Draft {
            severity: Some(Severity::Warning),
            confidence: confidence([*factor, *share]),
            message: "slip",
            help: "slip-help",
            args: BTreeMap::from([("subject", name(factor)), ("a", words(&factor.quote)), ("b", words(&share.quote))]),
            arithmetic: format!("{} ≠ {}", words(&factor.quote), words(&share.quote)),
            primary: passage(factor, ""),
            related: vec![passage(share, "slip-here")],
        });
    }
}
