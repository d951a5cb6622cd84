//! A length of time and the two dates, months, years or times of day that it lies between, where they plainly belong together:
//! "12 April to 24 October (28 weeks)", 7月28日至8月11日，共15天, "closed in 1965. It stayed shut for 21 years until 1986".
//!
//! The record stands at the dates, carries the length as its value and both ends in its conditions; whether they fit only the rule
//! judges. What is not tied by a bracket, a few plain words or a word that ties is left alone.

mod clock;
mod moment;
mod tie;

use std::ops::Range;

use crate::claim::{Claim, Kind};
use crate::extract::Reader;
use crate::extract::figure::{interval, value};
use crate::extract::view::View;
use crate::lexicon::{holds, words};
use crate::quantity::{Quantity, Reason, Scan};

use moment::{Grain, Moment, bare, moments};
use tie::{Length, Tie};

/// Sort of the record, in its text.
pub const SPAN: &str = "span";

/// Moments of a block that are looked at; more of them are a calendar.
const MOMENTS: usize = 48;

/// Two moments and where what tells them begins and ends.
#[derive(Clone)]
struct Pair {
    range: Range<usize>,
    from: Moment,
    to: Moment,
    grain: Grain,
    /// The second is said to be of the year behind.
    next_year: bool,
}

/// Adds what a block says of the time between two moments.
pub(super) fn spans(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    scan: &Scan,
    owners: &[(usize, usize)],
    claims: &mut Vec<Claim>,
) {
    let (quantities, asides) = (&scan.quantities, &scan.set_aside);
    let lasting = |q: &Quantity| matches!(q.canonical.unit.as_str(), "s" | "s/day");
    if !owners.iter().any(|(index, _)| lasting(&quantities[*index])) || !hints(view.text) {
        return;
    }
    let is_date = |at: usize| asides.iter().any(|aside| aside.reason == Reason::Date && aside.span.contains(&at));
    let all = moments(view.text, &is_date);
    if !(2..=MOMENTS).contains(&all.len()) {
        return;
    }
    let inside = |q: &Quantity| all.iter().any(|m| m.range.start < q.span.end && q.span.start < m.range.end);
    let lengths: Vec<&Quantity> = owners
        .iter()
        .map(|(index, _)| &quantities[*index])
        .filter(|q| lasting(q) && !inside(q) && !listed(view.text, q))
        .collect();
    let pairs = pairs(view, &all);
    for (place, quantity) in lengths.iter().copied().enumerate() {
        let before = place.checked_sub(1).map_or(0, |i| lengths[i].span.end);
        let behind = lengths.get(place + 1).map_or(view.text.len(), |q| q.span.start);
        let sentence = view.sentence(quantity.digits.start);
        let length = Length { view, quantity, sentence, others: (before, behind), moments: &all };
        let Some((pair, tie)) = tied(&length, &pairs) else { continue };
        let mut claim = reader.record(at, &pair.range, Kind::Aggregate);
        claim.text = Some(SPAN.to_owned());
        claim.value = Some(value(quantity));
        claim.canonical = Some(interval(&quantity.canonical));
        let mut note = |name: &str, text: String| drop(claim.conditions.insert(name.to_owned(), text));
        note("starts", pair.from.iso());
        note("ends", pair.to.iso() + if pair.next_year { "+1" } else { "" });
        note("tie", tie.word().to_owned());
        let around = view.text[length.sentence.clone()].to_lowercase();
        if holds(&quantity.unit.to_lowercase(), words("span:night")) && holds(&around, words("span:stay")) {
            note("nights", "stay".to_owned());
        }
        claims.push(claim);
    }
}

/// The moments that a length lies between, the nearest ones first, and how it hangs on them.
fn tied(length: &Length<'_>, pairs: &[Pair]) -> Option<(Pair, Tie)> {
    let fit = |pair: &Pair| fits(pair, length.quantity) && allowed(length.view, pair, &length.sentence);
    for pair in pairs.iter().rev().filter(|pair| fit(pair)) {
        if let Some(tie) = length.behind(pair).or_else(|| length.before(pair)).or_else(|| length.those(pair)) {
            return Some((pair.clone(), tie));
        }
    }
    for two in length.moments.windows(2).rev() {
        let (from, to) = (&two[0], &two[1]);
        let Some(grain) = from.grain().filter(|grain| to.grain() == Some(*grain) && *grain != Grain::Clock) else { continue };
        if let Some(tie) = length.later(from, to).or_else(|| length.stayed(from, to)) {
            let range = from.range.start..to.range.end;
            let pair = Pair { range, from: from.clone(), to: to.clone(), grain, next_year: false };
            return fit(&pair).then_some((pair, tie));
        }
    }
    None
}

/// "2 weeks, 10 days": two lengths that a comma parts are not always the sum of both.
fn listed(text: &str, quantity: &Quantity) -> bool {
    text[quantity.span.clone()].contains([',', '，', '、'])
}

/// Whether a text may hold a date or a time of day at all.
fn hints(text: &str) -> bool {
    const NAMES: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    text.contains(['年', '月', '点', '點', '时', '時'])
        || text.contains([':', '：'])
        || NAMES.iter().any(|name| text.contains(name))
        || text
            .as_bytes()
            .windows(4)
            .any(|four| four.iter().all(u8::is_ascii_digit) && matches!(&four[..2], b"18" | b"19" | b"20"))
        || text.contains("a.m.")
        || text.contains("am")
        || text.contains("pm")
        || text.contains("p.m.")
}

/// Whether a length is told in a unit that goes with the moments.
fn fits(pair: &Pair, length: &Quantity) -> bool {
    let own = interval(&length.canonical);
    let Some(seconds) = own.low.as_ref().or(own.high.as_ref()).and_then(|text| crate::claim::exact(text)) else { return false };
    let Some(first) = crate::claim::exact(&length.low.to_string()).filter(|low| *low.numer() != 0.into()) else { return false };
    let unit = seconds / first;
    let at_least = |least: i64| unit >= num_rational::BigRational::from_integer(least.into());
    let daily = length.canonical.unit != "s";
    match pair.grain {
        Grain::Clock => at_least(60) && !at_least(7200),
        Grain::Day if pair.from.clock.is_some() && pair.to.clock.is_some() => at_least(3600) && !daily,
        Grain::Day | Grain::Month => at_least(86_400) && !daily,
        Grain::Year => at_least(2_629_800) && !daily,
    }
}

/// Whether nothing in the sentence says that the length is not just the time between.
fn allowed(view: &View<'_>, pair: &Pair, sentence: &Range<usize>) -> bool {
    let from = sentence.start.min(view.sentence(pair.range.start).start);
    let text = view.text[from..sentence.end.max(pair.range.end)].to_lowercase();
    if view.negated(pair.range.start) || holds(&text, words("span:but")) {
        return false;
    }
    !holds(&text, words(if pair.grain == Grain::Clock { "span:break" } else { "span:recurring" }))
}

/// All pairs of moments that a text ties: by a joint ("to", 至), or by a verb of beginning and one of ending.
fn pairs(view: &View<'_>, all: &[Moment]) -> Vec<Pair> {
    let mut found = Vec::new();
    for two in all.windows(2) {
        let (from, mut to) = (two[0].clone(), two[1].clone());
        let Some(grain) = from.grain() else { continue };
        if to.grain().is_none() && grain == Grain::Day && to.day.is_some() {
            (to.year, to.month) = (from.year, from.month);
        }
        if to.grain() != Some(grain) {
            continue;
        }
        let gap = &view.text[from.range.end..to.range.start];
        if let Some(next_year) = joint(view.text, &from, gap) {
            let start = lead(view.text, from.range.start);
            let end = to.range.end + closing(&view.text[to.range.end..]);
            found.push(Pair { range: start..end, from, to, grain, next_year });
        } else if view.sentence(from.range.start) == view.sentence(to.range.start)
            && let Some(end) = tie::opened_and_closed(view, &from, &to)
        {
            found.push(Pair { range: from.range.start..end, from, to, grain, next_year: false });
        }
    }
    found
}

/// Whether what stands between two moments makes one time of them, and whether the second is of the year behind.
fn joint(text: &str, from: &Moment, gap: &str) -> Option<bool> {
    if gap.len() > 48 {
        return None;
    }
    let mut rest = bare(gap);
    let next = words("span:next_year").iter().find(|word| rest.contains(**word));
    if let Some(word) = next {
        rest = rest.replace(word, " ");
    }
    for word in
        ["当年", "同年", "当天", "同日", "起始", "起", "开始", "上午", "下午", "晚上", "傍晚", "中午", "凌晨", "早上", "晚"]
    {
        rest = rest.replace(word, " ");
    }
    let rest: Vec<&str> = rest.split_whitespace().filter(|word| !matches!(*word, "the" | "on" | "at")).collect();
    let rest = rest.join(" ");
    let opened = text[..from.range.start].trim_end().to_lowercase();
    let opened = bare(opened.get(opened.len().saturating_sub(24)..).unwrap_or(""));
    // 10:12追到20:18 is a score, "1:10 to 1:20" a ratio.
    if from.grain() == Some(Grain::Clock) && holds(&text.to_lowercase(), words("span:no_clock")) {
        return None;
    }
    let joined = words("span:joint").contains(&rest.as_str())
        || matches!(rest.as_str(), "and" if opened.ends_with("between"))
        || matches!(rest.as_str(), "和" | "与") && opened.ends_with('在');
    // 自7月18日上市至9月30日
    let done = rest
        .strip_suffix(['至', '到'])
        .is_some_and(|verb| !verb.is_ascii() && verb.chars().count() <= 4 && !verb.contains(['、', '；', ' ']));
    let since = opened.ends_with(['自', '从', '由']);
    (joined || done && since && !gap.contains(['，', ','])).then_some(next.is_some())
}

/// Where the word before a range begins that leads it in: from, between, 自.
fn lead(text: &str, at: usize) -> usize {
    let head = text[..at].trim_end();
    words("span:lead")
        .iter()
        .filter(|word| head.get(head.len().saturating_sub(word.len())..).is_some_and(|end| end.eq_ignore_ascii_case(word)))
        .map(|word| head.len() - word.len())
        .find(|start| !text.as_bytes()[*start].is_ascii() || !head[..*start].ends_with(|c: char| c.is_ascii_alphanumeric()))
        .unwrap_or(at)
}

/// How far the words behind a range reach that close it: 止, 期间, "(周日)".
fn closing(behind: &str) -> usize {
    let mut rest = behind;
    for open in ['（', '('] {
        if let Some(inner) = rest.trim_start().strip_prefix(open)
            && let Some(end) = inner.find(['）', ')'])
            && bare(&inner[..end]).is_empty()
        {
            let close = inner[end..].chars().next().map_or(0, char::len_utf8);
            rest = &inner[end + close..];
        }
    }
    for word in ["止", "期间", "间"] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    behind.len() - rest.len()
}
