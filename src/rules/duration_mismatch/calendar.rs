//! How long it is from one moment to another, as far as they are told.

use jiff::civil::Date;

/// Seconds in a day.
pub const DAY: i64 = 86_400;

/// One end of a span, as extraction wrote it: `2031-05-03`, `--05-03`, `2031-05`, `2031`, `T09:40`, `T05:30?` for either half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub year: Option<i16>,
    pub month: Option<i8>,
    pub day: Option<i8>,
    pub minutes: Option<i64>,
    half: bool,
}

impl End {
    pub fn read(text: &str) -> Option<Self> {
        let (date, clock) = text.split_once('T').map_or((text, None), |(date, clock)| (date, Some(clock)));
        let half = clock.is_some_and(|clock| clock.ends_with('?'));
        let minutes = clock.and_then(|clock| {
            let (hours, minutes) = clock.trim_end_matches('?').split_once(':')?;
            Some(hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?)
        });
        let (year, rest) = date
            .strip_prefix("--")
            .map_or_else(|| date.split_once('-').map_or((date, ""), |(year, rest)| (year, rest)), |rest| ("", rest));
        let (month, day) = rest.split_once('-').unwrap_or((rest, ""));
        let end = Self { year: year.parse().ok(), month: month.parse().ok(), day: day.parse().ok(), minutes, half };
        (end.year.is_some() || end.month.is_some() || end.minutes.is_some()).then_some(end)
    }

    pub const fn is_day(&self) -> bool {
        self.day.is_some()
    }

    pub const fn is_month(&self) -> bool {
        self.month.is_some() && self.day.is_none()
    }

    pub const fn is_clock(&self) -> bool {
        self.year.is_none() && self.month.is_none() && self.minutes.is_some()
    }

    fn date(&self, year: i16) -> Option<Date> {
        Date::new(year, self.month?, self.day.unwrap_or(1)).ok()
    }
}

/// The years that two ends may be of, none for one that lies behind the other.
fn years(from: &End, to: &End, next: bool) -> Vec<(i16, i16)> {
    let later = (to.month, to.day) < (from.month, from.day);
    let over = i16::from(later || next);
    match (from.year, to.year) {
        (Some(a), Some(b)) => vec![(a, b)],
        (Some(a), None) => vec![(a, a + over)],
        (None, Some(b)) => vec![(b - over, b)],
        // A year before, in and behind a leap year.
        (None, None) => [2026, 2027, 2028].map(|year| (year, year + over)).to_vec(),
    }
}

/// The days between two dates, one reading for each year that they may be of.
pub fn days(from: &End, to: &End, next: bool) -> Vec<(Date, Date)> {
    let dates = years(from, to, next).into_iter().filter_map(|(a, b)| Some((from.date(a)?, to.date(b)?)));
    let mut dates: Vec<(Date, Date)> = dates.filter(|(a, b)| a < b).collect();
    dates.dedup_by_key(|(a, b)| between(*a, *b));
    dates
}

/// Days from one date to another.
pub fn between(from: Date, to: Date) -> i64 {
    from.until(to).map_or(0, |span| i64::from(span.get_days()))
}

/// Seconds from one time of day to another, one reading for each half of the day that they may be of.
pub fn clocks(from: &End, to: &End) -> Vec<i64> {
    let (Some(a), Some(b)) = (from.minutes, to.minutes) else { return Vec::new() };
    let apart = |minutes: i64| match minutes.rem_euclid(1440) {
        0 => 1440 * 60,
        some => some * 60,
    };
    let mut found = vec![apart(b - a)];
    if from.half || to.half {
        found.push(apart(b - a + 720));
    }
    found
}

/// Whether so many days may be the days on which people work from one date to another: five or six a week, without some holidays.
pub fn may_be_workdays(stated: i64, from: Date, to: Date, year_known: bool) -> bool {
    let all = between(from, to) + 1;
    let (mut five, mut six) = (0, 0);
    let mut day = from;
    for _ in 0..all.min(1200) {
        let weekday = day.weekday().to_monday_one_offset();
        five += i64::from(weekday <= 5);
        six += i64::from(weekday <= 6);
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    let slack = i64::from(!year_known) * 2;
    let holidays = 1 + five / 10;
    let of_five = (five - holidays - slack..=five + slack).contains(&stated);
    let of_six = (six - 1 - slack..=six + slack).contains(&stated);
    stated < all - 1 && (of_five || of_six)
}
