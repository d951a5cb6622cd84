//! A length of time beside the two dates, years or times of day that it lies between, which they do not give.

mod calendar;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::claim::{Bound, Claim, Confidence, Kind, exact};
use crate::extract::span::SPAN;
use crate::finding::Severity;
use crate::rules::interval::{measure, ratio, with_unit};
use crate::rules::relation::block_key;
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

use calendar::{DAY, End};

/// A length of time that the dates beside it do not give.
pub static RULE: Rule = Rule {
    name: "duration-mismatch",
    summary: Say { en: "a length of time and the dates beside it differ", zh: "时长与旁边的起止日期不符" },
    explanation: Say {
        en: "\"12 April to 24 October (26 weeks)\": these are 28 weeks. The rule looks at a length of time that stands right beside two dates, months, years or times of day, or that a \
word ties to them (lasted, a total of, those 40 days). Days may be counted with or without the last one; weeks, months and years may miss by one; a rounded \
or approximate length by a tenth. Working days, lengths that recur, hours of work with a break and lengths of something within the time are not compared. To mend it, correct the length or \
the date that is wrong.",
        zh: "“7月28日至8月11日，共18天”：应为14天，首尾都算为15天。若时长紧挨着两个日期、月份、年份或时刻，或由“共”“为期”“持续”“这18天”等词与之相连，本规则就据日期核算。天数含不含首尾均可，周、月、年允许差一，约数允许差一成。工作日、周期性的时长、扣除休息的工时，以及期间内其他事情的时长不比较。修改方法：更正有误的时长或日期。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let wanted = match claim.kind {
            Kind::Aggregate => claim.text.as_deref() == Some(SPAN),
            _ => claim.canonical.as_ref().is_some_and(|c| matches!(c.unit.as_str(), "s" | "s/day")),
        };
        block_key(claim).filter(|_| wanted).into_iter().collect()
    },
    check,
    texts: &[
        (
            "days",
            Say {
                en: "from {from} to {to} it is {right}, or {both} with both ends counted, not {stated}",
                zh: "从{from}到{to}为{right}，首尾都算为{both}，而不是{stated}",
            },
        ),
        ("length", Say { en: "from {from} to {to} it is {right}, not {stated}", zh: "从{from}到{to}为{right}，而不是{stated}" }),
        ("help", Say { en: "correct the length or the date that is wrong", zh: "更正有误的时长或日期" }),
        ("dates", Say { en: "from when to when", zh: "起止时间" }),
    ],
    fires: &[
        Example { files: &[("ferry.md", "# Ferry\n\nThe summer ferry runs from 12 April to 24 October (26 weeks).\n")] },
        Example { files: &[("招募.md", "# 志愿者招募\n\n报名于7月28日至8月11日进行，共18天。\n")] },
        Example {
            files: &[(
                "mill.md",
                "# Mill\n\nThe mill was closed in 1965. It stayed shut for 31 years until volunteers reopened it in 1986.\n",
            )],
        },
        Example { files: &[("书店.md", "# 书店\n\n营业时间9:00—18:00，每天8小时。\n")] },
        Example {
            files: &[(
                "works.md",
                "# Water works\n\nThe filters were out of service from November 6 through December 15. Over those 31 days, counting the first and the last, the town bought water.\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "ferry.md",
                "# Ferry\n\nThe summer ferry runs from 12 April to 24 October (28 weeks). Between 3 March and 28 April, we had 12 days of rain.\n",
            )],
        },
        Example {
            files: &[("招募.md", "# 志愿者招募\n\n报名于7月28日至8月11日进行，共15天。6月1日至8月31日，高温天气持续20天。\n")],
        },
        Example {
            files: &[(
                "mill.md",
                "# Mill\n\nThe mill was closed in 1965. It stayed shut for 21 years until volunteers reopened it in 1986.\n",
            )],
        },
        Example {
            files: &[("书店.md", "# 书店\n\n6月1日至8月31日，每天开放10小时。9:00—18:00上班，每天工作8小时。\n")]
        },
        Example {
            files: &[("plan.md", "# Plan\n\nSurvey: 3 March 2031 to 28 March 2031 (20 days). Trial: 3 to 28 April (5 days).\n")],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    for span in group.claims.iter().filter(|c| c.kind == Kind::Aggregate) {
        let place = |c: &Claim| (c.line.unwrap_or(0), c.column.unwrap_or(0));
        let away = |c: &Claim| {
            let (a, b) = (place(span), place(c));
            (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
        };
        let length = group
            .claims
            .iter()
            .filter(|c| {
                c.kind != Kind::Aggregate
                    && c.canonical == span.canonical
                    && c.value == span.value
                    && c.confidence != Confidence::Low
            })
            .min_by_key(|c| away(c));
        if let Some(length) = length {
            out.extend(judge(span, length));
        }
    }
}

/// How long it is: the least and the most in seconds, and the words for it where they are not just seconds.
struct Reach {
    low: BigRational,
    high: BigRational,
}

impl Reach {
    fn of(low: i64, high: i64) -> Self {
        Self { low: ratio(low, 1), high: ratio(high, 1) }
    }
}

const MONTH: i64 = 2_629_800;
const YEAR: i64 = 31_557_600;

fn judge(span: &Claim, length: &Claim) -> Option<Draft> {
    let (starts, ends) = (span.conditions.get("starts")?, span.conditions.get("ends")?);
    let (ends, next) = ends.strip_suffix("+1").map_or((ends.as_str(), false), |ends| (ends, true));
    let (from, to) = (End::read(starts)?, End::read(ends)?);
    let mut stated = Stated::read(length)?;
    stated.nights = span.conditions.contains_key("nights");
    let reaches = reaches(&from, &to, next, &stated);
    let tie = span.conditions.get("tie").map_or("", String::as_str);
    let wrong = |reach: &Reach| {
        let shorter = stated.high.as_ref().is_some_and(|high| high + &stated.slack < reach.low);
        let longer = stated.low.as_ref().is_some_and(|low| low - &stated.slack > reach.high);
        longer || shorter && tie != "within"
    };
    if reaches.is_empty() || !reaches.iter().all(wrong) || tie == "plain" && !likely(&from, &to, next, &stated) {
        return None;
    }
    let nominal = nominal(&from, &to, next, &stated.unit)?;
    let right = |seconds: &BigRational| {
        let tenths = (seconds / &stated.unit * ratio(10, 1)).round() / ratio(10, 1);
        in_unit(&tenths, &stated.word)
    };
    let days = from.is_day() && stated.unit == ratio(DAY, 1) && !stated.nights;
    let both = right(&(&nominal + ratio(DAY, 1)));
    let shown = |text: &str| text.trim_start_matches('-').trim_start_matches('T').trim_end_matches('?').to_owned();
    Some(Draft {
        severity: (tie == "within" || stated.approximate).then_some(Severity::Warning),
        confidence: confidence([span, length]),
        message: if days { "days" } else { "length" },
        help: "help",
        arithmetic: format!(
            "{} → {} = {} ≠ {}",
            shown(starts),
            shown(ends),
            if days { format!("{} / {both}", right(&nominal)) } else { right(&nominal) },
            words(&length.quote)
        ),
        args: BTreeMap::from([
            ("from", shown(starts)),
            ("to", shown(ends)),
            ("right", right(&nominal)),
            ("both", both),
            ("stated", words(&length.quote)),
        ]),
        primary: passage(length, ""),
        related: vec![passage(span, "dates")],
    })
}

/// A number in a unit as written, in the number that English asks for.
fn in_unit(value: &BigRational, unit: &str) -> String {
    let word = unit.len() > 2 && unit.is_ascii();
    match unit.strip_suffix('s').filter(|_| word) {
        Some(one) if *value == ratio(1, 1) => with_unit(value, one),
        None if word && *value != ratio(1, 1) => with_unit(value, &format!("{unit}s")),
        _ => with_unit(value, unit),
    }
}

/// What is stated, in seconds.
struct Stated {
    low: Option<BigRational>,
    high: Option<BigRational>,
    /// What it may miss by, being approximate.
    slack: BigRational,
    /// Half a unit of its last digit.
    half: BigRational,
    /// Seconds in its unit, and the unit as written.
    unit: BigRational,
    word: String,
    approximate: bool,
    /// Nights of a stay: the day of departure has none.
    nights: bool,
}

impl Stated {
    fn read(claim: &Claim) -> Option<Self> {
        let (value, canonical) = (claim.value.as_ref()?, claim.canonical.as_ref()?);
        let end = |text: &Option<String>| text.as_deref().and_then(exact);
        let (mut low, mut high) = (end(&canonical.low), end(&canonical.high));
        let quote = claim.quote.to_lowercase();
        match value.bound {
            // 长达 says how long it was.
            Bound::UpTo if quote.starts_with("长达") => low.clone_from(&high),
            Bound::UpTo | Bound::AsLowAs | Bound::FromTo => return None,
            Bound::AtMost | Bound::LessThan if quote.contains("within") || quote.contains('内') => return None,
            Bound::AtMost | Bound::LessThan => low = None,
            Bound::AtLeast | Bound::MoreThan => high = None,
            Bound::Eq | Bound::Range => {}
        }
        let any = low.as_ref().or(high.as_ref())?.clone();
        let written = end(&value.low).filter(|low| !low.is_zero())?;
        let unit = end(&canonical.low).or_else(|| end(&canonical.high))? / written;
        let unit = if value.high_unit.is_some() { return None } else { unit };
        let slack = if value.approximate { any.abs() / ratio(10, 1) } else { BigRational::zero() };
        let half = measure(claim)?.half;
        let word = value.unit.split_once("a day").map_or(value.unit.as_str(), |(word, _)| word);
        let word = word.trim_end_matches("per day").trim().to_owned();
        Some(Self { low, high, slack, half, unit, word, approximate: value.approximate, nights: false })
    }
}

/// The length that the ends plainly give.
fn nominal(from: &End, to: &End, next: bool, unit: &BigRational) -> Option<BigRational> {
    if from.is_clock() {
        return calendar::clocks(from, to).first().map(|seconds| ratio(*seconds, 1));
    }
    if from.is_day() {
        let (a, b) = *calendar::days(from, to, next).first()?;
        let clock = to.minutes.zip(from.minutes).filter(|_| *unit < ratio(DAY, 1)).map_or(0, |(b, a)| (b - a) * 60);
        return Some(ratio(calendar::between(a, b) * DAY + clock, 1));
    }
    if from.is_month() {
        return months(from, to, next).map(|months| ratio(months * MONTH, 1));
    }
    Some(ratio(i64::from(to.year? - from.year?) * YEAR, 1))
}

/// Months from one to another.
fn months(from: &End, to: &End, next: bool) -> Option<i64> {
    let (a, b) = *calendar::days(from, to, next).first()?;
    let months = |date: jiff::civil::Date| i64::from(date.year()) * 12 + i64::from(date.month());
    Some(months(b) - months(a))
}

/// What the ends may give, in each way to read them, with what the unit may miss by.
fn reaches(from: &End, to: &End, next: bool, stated: &Stated) -> Vec<Reach> {
    let Some(unit) = stated.unit.to_integer().to_i64().filter(|_| stated.unit.is_integer()) else { return Vec::new() };
    let around = |low: i64, high: i64, most: &BigRational| Reach { low: ratio(low, 1) - most, high: ratio(high, 1) + most };
    if from.is_clock() {
        return calendar::clocks(from, to).into_iter().map(|s| around(s, s, &stated.half)).collect();
    }
    if from.is_day() {
        let dates = calendar::days(from, to, next);
        // Without a year a length of a year or more is of other years.
        let yearless = from.year.is_none() && to.year.is_none() && stated.low.as_ref().is_some_and(|l| *l > ratio(330 * DAY, 1));
        let miss = match unit {
            DAY => ratio(0, 1),
            _ if unit < DAY => stated.half.clone(),
            _ if unit < MONTH => ratio(7 * DAY, 1),
            MONTH => ratio(MONTH, 1),
            _ if unit <= YEAR => ratio(unit * 19 / 20, 1),
            _ => ratio(unit / 2, 1),
        };
        let reach = |(a, b): (jiff::civil::Date, jiff::civil::Date)| {
            let days = calendar::between(a, b) * DAY;
            if unit < DAY {
                let exact = days + to.minutes.zip(from.minutes).map_or(0, |(b, a)| (b - a) * 60);
                return around(exact, exact, &miss);
            }
            around(days, days + if stated.nights { 0 } else { DAY }, &miss)
        };
        return dates.into_iter().filter(|_| !yearless).map(reach).collect();
    }
    if from.is_month() {
        let Some(months) = months(from, to, next).filter(|months| *months > 0) else { return Vec::new() };
        let zero = BigRational::zero();
        return vec![match unit {
            _ if unit < MONTH => around(0, (months + 1) * (MONTH + DAY), &zero),
            MONTH => around((months - 1) * MONTH, (months + 1) * MONTH, &zero),
            _ if unit <= YEAR => around(months * MONTH, (months + 1) * MONTH, &ratio(unit * 19 / 20, 1)),
            _ => around(months * MONTH, months * MONTH, &ratio(unit / 2, 1)),
        }];
    }
    let (Some(a), Some(b)) = (from.year, to.year) else { return Vec::new() };
    let years = i64::from(b - a);
    if years <= 0 {
        return Vec::new();
    }
    let miss = if unit > YEAR { unit / 2 } else { YEAR };
    vec![Reach::of(years * YEAR - miss, years * YEAR + miss)]
}

/// Whether a length that only stands beside its dates is likely to be of them: a much shorter one is of something within, and so are
/// days that may be those on which people work.
fn likely(from: &End, to: &End, next: bool, stated: &Stated) -> bool {
    let Some(nominal) = nominal(from, to, next, &stated.unit) else { return false };
    let Some(any) = stated.low.as_ref().or(stated.high.as_ref()) else { return false };
    let near = *any >= &nominal * ratio(3, 5) && *any <= &nominal * ratio(5, 2);
    let workdays = from.is_day() && stated.unit == ratio(DAY, 1) && {
        let days = (any / ratio(DAY, 1)).to_integer().to_i64().unwrap_or(0);
        let known = from.year.is_some() || to.year.is_some();
        calendar::days(from, to, next).into_iter().any(|(a, b)| calendar::may_be_workdays(days, a, b, known))
    };
    // Half an hour less than from the one time of day to the other leaves out a break.
    let clock = from.is_clock() && to.is_clock();
    let pause = clock && *any < nominal && &nominal - any < ratio(3600, 1) && nominal > ratio(4 * 3600, 1);
    near && !workdays && !pause
}
