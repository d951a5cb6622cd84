//! When two claims speak of the same fact: the key that brings them together, and the conditions that part them.
//!
//! All doubt is settled towards silence: no subject, no metric, a low confidence or a condition in which both speak and differ,
//! and there is nothing to compare. Nothing here is quadratic in a group: claims that say the same word for word are one
//! [`Statement`], and of those at most [`STATEMENTS`] are compared.

use std::collections::BTreeMap;

use crate::claim::{COUNTED, Claim, Confidence, FEW, Kind, Modality, Usage};
use crate::link::parallel::TABLE;
use crate::quantity::scan_known;
use crate::rules::interval::{Measure, dimension, measure};
use crate::rules::{VERSION_OF, subject};

/// How many different statements of a group are compared; what varies more is hardly one fact.
pub const STATEMENTS: usize = 24;

/// Claims of a group that say the same under the same conditions.
#[derive(Debug)]
pub struct Statement<'a> {
    /// In the order of the group; never empty.
    pub claims: Vec<&'a Claim>,
    /// What they say.
    pub measure: Measure,
}

impl<'a> Statement<'a> {
    /// The claims that say it, but for one that is shown already.
    pub fn others<'s>(&'s self, shown: &'s Claim) -> impl Iterator<Item = &'a Claim> + 's {
        self.claims.iter().filter(|c| c.id != shown.id).copied()
    }
}

/// How the conditions of two claims stand to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conditions {
    /// One of them differs: other facts.
    Differ,
    /// All that both name are the same. Names those that only the first and only the second states.
    Agree {
        /// Stated by the first alone.
        only_first: Vec<String>,
        /// Stated by the second alone.
        only_second: Vec<String>,
    },
}

/// The key of the fact that a figure states; none where it cannot be compared: no subject, no metric, an unsure link, a threshold.
/// What a history section says is a fact of its date.
pub fn key(claim: &Claim) -> Vec<String> {
    let few = claim.text.as_deref() == Some(FEW);
    if !matches!(claim.kind, Kind::Quantity | Kind::Score) || claim.usage == Some(Usage::Fit) || few {
        return Vec::new();
    }
    named_key(claim)
}

/// The keys of the fact, and of those that linking found the figure to restate in other words.
pub fn keys_with_restated(claim: &Claim) -> Vec<String> {
    let mut keys = key(claim);
    if claim.kind == Kind::Quantity {
        keys.extend(claim.facts.iter().map(|fact| format!("{RESTATED}{fact}")));
    }
    keys
}

/// What the key of a fact begins with that several passages state in words of their own.
pub const RESTATED: &str = "restated\u{1f}";

/// The same for thresholds of suitability.
pub fn threshold_key(claim: &Claim) -> Vec<String> {
    if claim.kind == Kind::Quantity && claim.usage == Some(Usage::Fit) { named_key(claim) } else { Vec::new() }
}

fn named_key(claim: &Claim) -> Vec<String> {
    if subject(claim).is_empty() || claim.confidence == Confidence::Low {
        return Vec::new();
    }
    let Some(metric) = claim.metric.as_deref().filter(|metric| !metric.is_empty()) else { return Vec::new() };
    let Some(unit) = dimension(claim) else { return Vec::new() };
    vec![format!("{}\u{1f}{metric}\u{1f}{unit}{}", subject(claim), era(claim))]
}

/// Empty for the present; for history sections the date, or the heading where there is none.
fn era(claim: &Claim) -> String {
    if claim.section != "history" {
        return String::new();
    }
    let when = claim.date.as_deref().unwrap_or(&claim.heading);
    format!("\u{1f}{when}")
}

/// The different statements of a group, in order of their first claim.
pub fn statements<'a>(claims: &[&'a Claim]) -> Vec<Statement<'a>> {
    let Some((first, rest)) = claims.split_first() else { return Vec::new() };
    if rest.iter().all(|c| alike(first, c)) {
        return Vec::new();
    }
    let mut found: Vec<Statement<'a>> = Vec::new();
    for claim in claims {
        if let Some(known) = found.iter_mut().find(|s| alike(s.claims[0], claim)) {
            known.claims.push(claim);
        } else if found.len() < STATEMENTS
            && let Some(measure) = measure(claim)
        {
            found.push(Statement { claims: vec![claim], measure });
        }
    }
    found
}

fn alike(a: &Claim, b: &Claim) -> bool {
    a.canonical == b.canonical
        && a.value.as_ref().map(|v| (v.approximate, &v.precision)) == b.value.as_ref().map(|v| (v.approximate, &v.precision))
        && a.readings == b.readings
        && a.baseline == b.baseline
        && a.modality == b.modality
        && a.conditions == b.conditions
        && a.audience == b.audience
        && a.date == b.date
        && a.version == b.version
        && a.origin == b.origin
}

/// Compares what two claims say of period, plan, hardware, audience, date, version …
pub fn conditions(a: &Claim, b: &Claim) -> Conditions {
    let (mut only_first, mut only_second) = (Vec::new(), Vec::new());
    let empty = BTreeMap::new();
    let (of_a, of_b) = (if a.conditions.is_empty() { &empty } else { &a.conditions }, &b.conditions);
    for (name, text) in of_a.iter().filter(|(name, _)| is_condition(name)) {
        match of_b.get(name) {
            Some(other) if matches!(name.as_str(), "row" | TABLE) && text != other || !same_words(text, other) => {
                return Conditions::Differ;
            }
            // "Score (flipped)" is no longer form of the "Score" beside it.
            Some(other) if name == "column" && !same_header(text, other) => return Conditions::Differ,
            Some(_) => {}
            // Which of two like tables a figure without a section belongs to, nobody can say.
            None if parts(name, text) => return Conditions::Differ,
            None if name == TABLE => {}
            None => only_first.push(name.clone()),
        }
    }
    if of_b.iter().any(|(name, text)| parts(name, text) && !of_a.contains_key(name)) {
        return Conditions::Differ;
    }
    only_second.extend(of_b.keys().filter(|name| is_condition(name) && *name != TABLE && !of_a.contains_key(*name)).cloned());
    for (name, x, y) in [("date", &a.date, &b.date), ("version", &a.version, &b.version)] {
        match (x, y) {
            (Some(x), Some(y)) if !same_words(x, y) => return Conditions::Differ,
            (Some(_), None) => only_first.push(name.into()),
            (None, Some(_)) => only_second.push(name.into()),
            _ => {}
        }
    }
    match (a.audience.is_empty(), b.audience.is_empty()) {
        (false, false) if !a.audience.iter().any(|tag| b.audience.contains(tag)) => return Conditions::Differ,
        (false, true) => only_first.push("audience".into()),
        (true, false) => only_second.push("audience".into()),
        _ => {}
    }
    Conditions::Agree { only_first, only_second }
}

/// The same for what a claim says of all rows of a table: under which settings one of them stands parts nothing.
pub fn conditions_beyond_row(claim: &Claim, row: &Claim) -> Conditions {
    let mut row = row.clone();
    row.conditions.remove("row");
    conditions(claim, &row)
}

/// Whether a condition parts a figure from one that does not state it: the section of like tables, the settings of a row among rows of one
/// label, the step of a scale, an old or renewal price, a minimum, another time. Of most conditions a reader expects to be told; of these the figure without is another figure.
fn parts(name: &str, text: &str) -> bool {
    matches!(name, "section" | "row" | "price" | "column" | "tier" | "time")
        || (name == "statistic" && matches!(text, "min" | "max"))
}

/// How strongly something is recommended is no condition of the recommendation, nor the full mark one of a score.
fn is_condition(name: &str) -> bool {
    !matches!(name, "strength" | "of" | "among" | COUNTED | VERSION_OF)
}

/// The same header but for case, blanks and a unit in brackets.
fn same_header(a: &str, b: &str) -> bool {
    let unit = |text: &str| {
        let text = format!("1 {text}");
        matches!(scan_known(&text).quantities.as_slice(), [q] if q.span == (0..text.len()) && !q.canonical.unit.is_empty())
    };
    let plain = |text: &str| {
        let name = text.trim_end_matches([')', '）']).rsplit_once(['(', '（']).filter(|(_, inside)| unit(inside.trim()));
        let name = name.map_or(text, |(name, _)| name);
        name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>()
    };
    a == b || plain(a) == plain(b)
}

/// The same text, or one a longer form of the other.
pub fn same_words(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let plain = |t: &str| t.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>();
    let (a, b) = (plain(a), plain(b));
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let whole_words = short.chars().any(|c| c.is_ascii_digit());
    a == b || (!whole_words && short.chars().count() >= 2 && long.contains(short.as_str()))
}

/// Whether both name what they compare with, and name different things.
pub fn baselines_differ(a: &Claim, b: &Claim) -> bool {
    matches!((&a.baseline, &b.baseline), (Some(x), Some(y)) if !same_words(x, y))
}

/// Whether the two rest on different grounds: a theoretical and a measured figure may differ.
pub fn modalities_differ(a: &Claim, b: &Claim) -> bool {
    a.modality != b.modality && a.modality != Modality::Stated && b.modality != Modality::Stated
}

/// Whether two claims stand so close that they hardly restate each other: in one block, or in one table, list or program output,
/// whose lines tell of different things.
pub fn neighbours(a: &Claim, b: &Claim) -> bool {
    if a.document != b.document {
        return false;
    }
    let block = matches!((&a.block, &b.block), (Some(x), Some(y)) if x.id == y.id);
    let table = matches!((&a.table, &b.table), (Some(x), Some(y)) if x.id == y.id);
    let group = |claim: &Claim| claim.block.as_ref().and_then(|b| b.group);
    block || table || group(a).is_some() && group(a) == group(b)
}

/// The first pair of claims of two statements that are no neighbours.
pub fn apart<'a>(a: &Statement<'a>, b: &Statement<'a>) -> Option<(&'a Claim, &'a Claim)> {
    let few = |s: &Statement<'a>| s.claims.iter().take(4).copied().collect::<Vec<_>>();
    let others = few(b);
    few(a).into_iter().find_map(|x| others.iter().find(|y| !neighbours(x, y)).map(|y| (x, *y)))
}

/// Whether a section restates what others say first.
pub fn restates(claim: &Claim) -> bool {
    matches!(claim.section.as_str(), "summary" | "comparison" | "scenario" | "faq" | "conclusion")
}

/// Of two claims of one fact, the one that reads as the first statement, then the restatement: sections that restate come
/// second, else the order of the text.
pub fn first_and_restatement<'a>(a: &'a Claim, b: &'a Claim) -> (&'a Claim, &'a Claim) {
    if restates(a) && !restates(b) { (b, a) } else { (a, b) }
}
