//! Figures as exact intervals: what is stated, how far the written digits let it reach, and whether two of them meet.
//!
//! A figure stands for all values that would be written that way: half a unit of its last digit to both sides. "About" reaches
//! ten percent to both sides ([`ABOUT`]): wide enough for 约15% beside 14%, too narrow for 约15% beside 20%.
//! Periods are converted with a month of 30.4375 days and a year of 365.25 days, which is twelve such months.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{Bound, Claim, Interval, exact};
use crate::quantity::fraction;

/// "About" as a part of the figure: one tenth.
pub const ABOUT: (i64, i64) = (1, 10);

/// A stretch of numbers; `None` is an open end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Lower end.
    pub low: Option<BigRational>,
    /// Upper end.
    pub high: Option<BigRational>,
    /// The lower end is excluded.
    pub low_open: bool,
    /// The upper end is excluded.
    pub high_open: bool,
}

/// A claim's value, ready to be compared.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Unit with all periods turned into seconds: `CNY/s` for a price per month or per year.
    pub unit: String,
    /// What is said of the value.
    pub bound: Bound,
    /// Stated as about.
    pub approximate: bool,
    /// The stated interval.
    pub stated: Span,
    /// Half a unit of the last digit, in `unit`.
    pub half: BigRational,
    /// Further stated intervals that the wording allows.
    pub readings: Vec<Span>,
}

/// How two values of one metric stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// Both can hold.
    Meet,
    /// Both can hold under a further reading of the words only.
    Ambiguous,
    /// They cannot both hold.
    Apart,
}

/// A fraction of two small whole numbers.
pub fn ratio(above: i64, below: i64) -> BigRational {
    BigRational::new(BigInt::from(above), BigInt::from(below))
}

/// Seconds in a period; `None` for a word that is none.
fn period(word: &str) -> Option<i128> {
    let seconds = match word {
        "s" | "sec" | "second" => 1,
        "min" | "minute" => 60,
        "h" | "hr" | "hour" => 3600,
        "d" | "day" => 86_400,
        "week" | "wk" => 604_800,
        "month" | "mo" => 2_629_800,
        "quarter" => 7_889_400,
        "yr" | "year" | "annum" => 31_557_600,
        _ => return None,
    };
    Some(seconds)
}

/// A unit with its periods in seconds, and the factor from the given unit to it.
pub fn per_second(unit: &str) -> (String, BigRational) {
    let (name, seconds) = in_seconds(unit);
    (name.into_owned(), fraction(1, seconds))
}

/// A unit with its periods in seconds, and by what the figures are divided.
fn in_seconds(unit: &str) -> (Cow<'_, str>, i128) {
    let Some((first, rest)) = unit.split_once('/') else { return (Cow::Borrowed(unit.trim()), 1) };
    let mut name = String::with_capacity(unit.len());
    name.push_str(first.trim());
    let mut divisor = 1_i128;
    for part in rest.split('/') {
        name.push('/');
        // No unit has so many periods that their product fails to fit.
        if let Some(product) = period(part.trim()).and_then(|seconds| divisor.checked_mul(seconds)) {
            divisor = product;
            name.push('s');
        } else {
            name.push_str(part.trim());
        }
    }
    (Cow::Owned(name), divisor)
}

/// The unit of a claim's value with its periods in seconds; cheap, for keys.
pub fn dimension(claim: &Claim) -> Option<Cow<'_, str>> {
    Some(in_seconds(&claim.canonical.as_ref()?.unit).0)
}

/// A number divided by a whole one.
fn divided(number: BigRational, divisor: i128) -> BigRational {
    if divisor == 1 {
        return number;
    }
    match (i128::try_from(number.numer()), i128::try_from(number.denom()).ok().and_then(|below| below.checked_mul(divisor))) {
        (Ok(above), Some(below)) => fraction(above, below),
        _ => number / BigInt::from(divisor),
    }
}

fn span(interval: &Interval, divisor: i128) -> Option<Span> {
    let end = |text: &Option<String>| -> Option<Option<BigRational>> {
        match text {
            Some(text) => exact(text).map(|n| Some(divided(n, divisor))),
            None => Some(None),
        }
    };
    let low = end(&interval.low)?;
    let high = if interval.high == interval.low { low.clone() } else { end(&interval.high)? };
    if low.is_none() && high.is_none() {
        return None;
    }
    Some(Span { low, high, low_open: interval.low_open, high_open: interval.high_open })
}

/// A claim's value; `None` when it has none or its figures cannot be read.
pub fn measure(claim: &Claim) -> Option<Measure> {
    let canonical = claim.canonical.as_ref()?;
    let (unit, divisor) = in_seconds(&canonical.unit);
    let stated = span(canonical, divisor)?;
    let readings = claim.readings.iter().filter_map(|reading| {
        let (its_unit, its_divisor) = in_seconds(&reading.unit);
        (its_unit == unit).then(|| span(reading, its_divisor)).flatten()
    });
    let readings = readings.collect();
    let half = last_digit(claim).map_or_else(BigRational::zero, |digit| divided(divided(digit, divisor), 2));
    let approximate = claim.value.as_ref().is_some_and(|v| v.approximate);
    Some(Measure { unit: unit.into_owned(), bound: canonical.bound, approximate, stated, half, readings })
}

/// One unit of the last written digit in the canonical unit. The factor between the two units is read off the figures; of two
/// units in one range the coarser counts.
fn last_digit(claim: &Claim) -> Option<BigRational> {
    let (value, canonical) = (claim.value.as_ref()?, claim.canonical.as_ref()?);
    let precision = exact(&value.precision)?;
    // Written in the base unit, as most are.
    if value.high_unit.is_none() && value.low.as_ref() == canonical.low.as_ref().or(canonical.high.as_ref()) {
        return Some(precision);
    }
    let read = |text: &Option<String>| text.as_deref().and_then(exact).filter(|n| !n.is_zero());
    let (first, second) = (read(&value.low), read(&value.high));
    let (low, high) = (read(&canonical.low), read(&canonical.high));
    let mut factors = Vec::new();
    if value.high_unit.is_none() {
        let (below, above) = match (&first, &second) {
            (Some(a), Some(b)) if a > b && canonical.bound == Bound::Range => (&second, &first),
            _ => (&first, &second),
        };
        for (written, read) in [(below, &low), (above, &high), (above, &low), (below, &high)] {
            if let (Some(written), Some(read)) = (written, read) {
                factors.push(read / written);
                break;
            }
        }
    } else {
        for written in [&first, &second] {
            let options = [&low, &high].into_iter().flatten();
            factors.extend(written.iter().flat_map(|w| options.clone().map(move |o| o / w)).filter(is_round));
        }
    }
    factors.into_iter().map(|f| f.abs()).max().map(|f| f * precision)
}

/// How many of the units of [`Measure`] one unit as the author wrote it is; `None` where a range has two units or the figures do not
/// tell.
pub fn written_factor(claim: &Claim) -> Option<BigRational> {
    let (value, canonical) = (claim.value.as_ref().filter(|v| v.high_unit.is_none())?, claim.canonical.as_ref()?);
    let (_, seconds) = per_second(&canonical.unit);
    let read = |text: &Option<String>| text.as_deref().and_then(exact);
    let (mut written, mut base): (Vec<_>, Vec<_>) = (
        [&value.low, &value.high].into_iter().filter_map(read).collect(),
        [&canonical.low, &canonical.high].into_iter().filter_map(read).collect(),
    );
    if canonical.bound == Bound::Range {
        written.sort();
        base.sort();
    }
    let (written, base) = match (written.last()?, base.last()?) {
        (a, b) if a.is_zero() || b.is_zero() => (written.first()?, base.first()?),
        pair => pair,
    };
    let factor = if written.is_zero() || base.is_zero() { return (written == base).then_some(seconds) } else { base / written };
    factor.is_positive().then(|| factor * seconds)
}

/// A power of ten: the factor of a prefix.
fn is_round(factor: &BigRational) -> bool {
    let tens = |n: &BigInt| {
        let text = n.to_string();
        text.starts_with('1') && text.bytes().skip(1).all(|b| b == b'0')
    };
    tens(factor.numer()) && tens(factor.denom())
}

impl Span {
    /// Just one number.
    pub fn point(value: &BigRational) -> Self {
        Self { low: Some(value.clone()), high: Some(value.clone()), low_open: false, high_open: false }
    }

    /// Whether the two have a number in common.
    pub fn meets(&self, other: &Self) -> bool {
        reaches(self, other) && reaches(other, self)
    }

    /// Moved outwards on both sides. Of a figure that is moved by half a unit of its last digit, the lower end still rounds to it
    /// and the upper end does when ties go to the even digit and its digit is even: 1.45 may be written 1.4, but 3.5 never 3.
    #[must_use]
    pub fn widened(&self, by: &BigRational, share: Option<&BigRational>) -> Self {
        let reach = |end: &BigRational| share.map_or_else(|| by.clone(), |s| (end.abs() * s).max(by.clone()));
        let low = self.low.as_ref().map(|end| end - reach(end));
        let high = self.high.as_ref().map(|end| end + reach(end));
        let still = by.is_zero() && share.is_none();
        let even = share.is_some()
            || self.high.as_ref().is_some_and(|end| {
                !by.is_zero()
                    && (end / (by * BigRational::from(BigInt::from(2)))).to_integer() % BigInt::from(2) == BigInt::from(0)
            });
        Self { low, high, low_open: self.low_open && still, high_open: if still { self.high_open } else { !even } }
    }
}

/// Whether `a` begins before `b` ends.
fn reaches(a: &Span, b: &Span) -> bool {
    match (&a.low, &b.high) {
        (Some(low), Some(high)) => match low.cmp(high) {
            Ordering::Less => true,
            Ordering::Equal => !a.low_open && !b.high_open,
            Ordering::Greater => false,
        },
        _ => true,
    }
}

impl Measure {
    /// The interval that the written digits stand for.
    pub fn widened(&self) -> Span {
        self.widen(&self.stated)
    }

    fn widen(&self, span: &Span) -> Span {
        let about = ratio(ABOUT.0, ABOUT.1);
        span.widened(&self.half, self.approximate.then_some(&about))
    }

    /// The figures as stated, lowest first: one for a bound or a point, two for a range.
    pub fn figures(&self) -> Vec<&BigRational> {
        let mut ends: Vec<_> = self.stated.low.iter().chain(&self.stated.high).collect();
        ends.dedup();
        ends
    }

    /// The one figure of a point or bound; `None` for ranges and changes.
    pub fn figure(&self) -> Option<&BigRational> {
        match (&self.stated.low, &self.stated.high) {
            (Some(a), Some(b)) if a == b => Some(a),
            (Some(_), Some(_)) => None,
            (a, b) => a.as_ref().or(b.as_ref()),
        }
    }

    /// Whether the two state a figure in common; ranges do when one end is shared.
    pub fn shares_figure(&self, other: &Self) -> bool {
        self.unit == other.unit && self.figures().iter().any(|a| other.figures().contains(a))
    }

    /// Whether the two state the same figures, whatever they say of them.
    pub fn same_figures(&self, other: &Self) -> bool {
        self.unit == other.unit && self.figures() == other.figures()
    }

    /// Whether both values can hold.
    pub fn meeting(&self, other: &Self) -> Meeting {
        if self.unit != other.unit {
            return Meeting::Meet;
        }
        if self.can_hold(&self.stated, other, &other.stated) {
            return Meeting::Meet;
        }
        let own = || std::iter::once(&self.stated).chain(&self.readings);
        let others = || std::iter::once(&other.stated).chain(&other.readings);
        if own().any(|a| others().any(|b| self.can_hold(a, other, b))) { Meeting::Ambiguous } else { Meeting::Apart }
    }

    /// The span beside another figure: of two figures the coarser is given its half unit, and the finer stands as written. So 12 and
    /// 13 differ, and 12.6 may be written 13.
    fn beside(&self, span: &Span, other: &Self, first: bool) -> Span {
        let finer = self.half < other.half || (self.half == other.half && !first);
        if finer && !self.approximate { span.clone() } else { self.widen(span) }
    }

    fn can_hold(&self, a: &Span, other: &Self, b: &Span) -> bool {
        let own = |span: &Span| self.beside(span, other, true);
        let theirs = |span: &Span| other.beside(span, self, false);
        let (wide_a, wide_b) = (own(a), theirs(b));
        let top = |s: &Span| Span { low: s.high.clone(), high: s.high.clone(), low_open: false, high_open: false };
        let bottom = |s: &Span| Span { low: s.low.clone(), high: s.low.clone(), low_open: false, high_open: false };
        match (self.bound, other.bound) {
            // Two maxima that are reached are two figures, not two limits.
            (Bound::UpTo, Bound::UpTo) => own(&top(a)).meets(&theirs(&top(b))),
            (Bound::AsLowAs, Bound::AsLowAs) => own(&bottom(a)).meets(&theirs(&bottom(b))),
            (Bound::FromTo, Bound::FromTo) => own(&bottom(a)).meets(&theirs(&bottom(b))) && own(&top(a)).meets(&theirs(&top(b))),
            (Bound::FromTo, _) | (_, Bound::FromTo) => true,
            // No value lies beyond a maximum that is said to be the best.
            (Bound::UpTo, Bound::Range) => !beyond(wide_b.high.as_ref(), wide_a.high.as_ref()) && wide_a.meets(&wide_b),
            (Bound::Range, Bound::UpTo) => !beyond(wide_a.high.as_ref(), wide_b.high.as_ref()) && wide_a.meets(&wide_b),
            (Bound::AsLowAs, Bound::Range) => !beyond(wide_a.low.as_ref(), wide_b.low.as_ref()) && wide_a.meets(&wide_b),
            (Bound::Range, Bound::AsLowAs) => !beyond(wide_b.low.as_ref(), wide_a.low.as_ref()) && wide_a.meets(&wide_b),
            _ => wide_a.meets(&wide_b),
        }
    }
}

fn beyond(a: Option<&BigRational>, b: Option<&BigRational>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a > b)
}

/// A number for messages: exact when it has at most four decimals, else rounded to four significant digits behind the point's
/// first non-zero; never in scientific notation.
pub fn decimal(value: &BigRational) -> String {
    let negative = value.is_negative();
    let value = value.abs();
    let mut places = 4;
    let mut scale = BigInt::from(10_000);
    let whole = value.to_integer();
    if whole.is_zero() && !value.is_zero() {
        while (&value * &scale).to_integer() < BigInt::from(1000) && places < 40 {
            places += 1;
            scale *= 10;
        }
    } else if whole >= BigInt::from(1000) && !value.is_integer() {
        places = 2;
        scale = BigInt::from(100);
    }
    let digits = (value * &scale).round().to_integer().to_string();
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let (whole, part) = (grouped(whole), part.trim_end_matches('0'));
    let sign = if negative { "-" } else { "" };
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// Digits in groups of three from 10,000 on.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its unit: `12.5%`, `3x`, `1500 CNY/month`.
pub fn with_unit(value: &BigRational, unit: &str) -> String {
    let number = decimal(value);
    match unit {
        "" => number,
        "%" | "x" => format!("{number}{unit}"),
        _ if unit.starts_with(|c: char| !c.is_ascii() && c.is_alphabetic()) => format!("{number}{unit}"),
        _ => format!("{number} {unit}"),
    }
}

/// A value from one unit to another of the same dimension, where only periods differ.
pub fn convert(value: &BigRational, from: &str, to: &str) -> Option<BigRational> {
    let ((a, from), (b, to)) = (per_second(from), per_second(to));
    (a == b).then(|| value * from / to)
}

/// What a claim states, in the author's own unit where there is one: `40%`, `≤ 100 ms`, `30–45%`, `5年`.
pub fn stated(claim: &Claim) -> String {
    stated_beside(claim, claim)
}

/// What a claim states, in the unit in which another one is written, so that the two can be put side by side.
pub fn stated_beside(claim: &Claim, other: &Claim) -> String {
    let (Some(own), Some(canonical)) = (&claim.canonical, &other.canonical) else { return String::new() };
    let (name, unit) = if per_second(&own.unit).0 == per_second(&canonical.unit).0 { (other, canonical) } else { (claim, own) };
    let written = name.value.as_ref().map_or("", |value| value.unit.as_str());
    let words = written.chars().any(char::is_alphabetic) && !unit.unit.is_empty();
    match written_factor(name) {
        Some(factor) if words => shown(claim, &factor, written),
        _ => stated_in(claim, &unit.unit),
    }
}

/// What a claim states, in a unit of the same dimension.
pub fn stated_in(claim: &Claim, unit: &str) -> String {
    shown(claim, &per_second(unit).1, unit)
}

fn shown(claim: &Claim, back: &BigRational, unit: &str) -> String {
    let Some(canonical) = &claim.canonical else { return String::new() };
    let (_, divisor) = in_seconds(&canonical.unit);
    let Some(span) = span(canonical, divisor) else { return String::new() };
    let show = |n: &BigRational| with_unit(&(n / back), unit);
    let about = if claim.value.as_ref().is_some_and(|v| v.approximate) { "≈ " } else { "" };
    let sign = match canonical.bound {
        Bound::AtLeast | Bound::AsLowAs => "≥ ",
        Bound::AtMost | Bound::UpTo => "≤ ",
        Bound::MoreThan => "> ",
        Bound::LessThan => "< ",
        Bound::Eq | Bound::Range | Bound::FromTo => "",
    };
    let text = match (&span.low, &span.high) {
        (Some(a), Some(b)) if a != b => {
            let dash = if canonical.bound == Bound::FromTo { " → " } else { "–" };
            format!("{}{dash}{}", decimal(&(a / back)), show(b))
        }
        (Some(a), _) | (None, Some(a)) => show(a),
        (None, None) => String::new(),
    };
    format!("{about}{sign}{text}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::claim::Value;

    fn claim(low: Option<&str>, high: Option<&str>, unit: &str, bound: Bound, precision: &str) -> Claim {
        let own = |t: Option<&str>| t.map(str::to_owned);
        let value = Value {
            low: own(low.or(high)),
            high: own(high.or(low)),
            unit: unit.into(),
            high_unit: None,
            bound,
            approximate: false,
            precision: precision.into(),
        };
        let canonical = Interval { low: own(low), high: own(high), unit: unit.into(), bound, low_open: false, high_open: false };
        Claim { value: Some(value), canonical: Some(canonical), ..Claim::default() }
    }

    fn meeting(a: &Claim, b: &Claim) -> Meeting {
        measure(a).unwrap().meeting(&measure(b).unwrap())
    }

    #[test]
    fn rounding_lets_833_meet_a_twelfth_of_10000_and_834_not() {
        let year = claim(Some("10000"), Some("10000"), "CNY/year", Bound::Eq, "1");
        let month = |n| claim(Some(n), Some(n), "CNY/month", Bound::Eq, "1");
        assert_eq!(meeting(&year, &month("833")), Meeting::Meet);
        assert_eq!(meeting(&year, &month("834")), Meeting::Apart);
    }

    #[test]
    fn two_best_values_are_figures_and_not_limits() {
        let up_to = |n| claim(None, Some(n), "%", Bound::UpTo, "1");
        let plain = |n| claim(Some(n), Some(n), "%", Bound::Eq, "1");
        assert_eq!(meeting(&up_to("40"), &up_to("60")), Meeting::Apart);
        assert_eq!(meeting(&up_to("40"), &plain("35")), Meeting::Meet);
        assert_eq!(meeting(&up_to("40"), &plain("60")), Meeting::Apart);
    }

    #[test]
    fn a_best_value_that_a_range_passes_is_broken() {
        let range = claim(Some("30"), Some("45"), "%", Bound::Range, "1");
        assert_eq!(meeting(&claim(None, Some("40"), "%", Bound::UpTo, "1"), &range), Meeting::Apart);
        assert_eq!(meeting(&claim(None, Some("45"), "%", Bound::UpTo, "1"), &range), Meeting::Meet);
    }

    #[test]
    fn a_further_reading_that_meets_is_ambiguous() {
        let mut more = claim(Some("3"), Some("3"), "x", Bound::Eq, "1");
        more.readings = claim(Some("4"), Some("4"), "x", Bound::Eq, "1").canonical.into_iter().collect();
        assert_eq!(meeting(&more, &claim(Some("4"), Some("4"), "x", Bound::Eq, "1")), Meeting::Ambiguous);
        assert_eq!(meeting(&more, &claim(Some("5"), Some("5"), "x", Bound::Eq, "1")), Meeting::Apart);
    }

    #[test]
    fn about_reaches_a_tenth() {
        let mut about = claim(Some("100"), Some("100"), "s", Bound::Eq, "1");
        about.value.as_mut().unwrap().approximate = true;
        let plain = |n| claim(Some(n), Some(n), "s", Bound::Eq, "1");
        assert_eq!(meeting(&about, &plain("110")), Meeting::Meet);
        assert_eq!(meeting(&about, &plain("112")), Meeting::Apart);
    }

    #[test]
    fn figures_are_printed_short() {
        assert_eq!(decimal(&ratio(10_000, 12)), "833.3333");
        assert_eq!(decimal(&ratio(1, 500_000)), "0.000002");
        assert_eq!(decimal(&ratio(125_000, 9)), "13,888.89");
        assert_eq!(decimal(&ratio(-5, 2)), "-2.5");
        assert_eq!(decimal(&ratio(0, 1)), "0");
        let price = claim(Some("10000"), Some("10000"), "CNY/year", Bound::Eq, "1");
        assert_eq!(stated_in(&price, "CNY/month"), "833.3333 CNY/month");
    }
}
