//! Number formats of Excel: a stored number as the sheet shows it. 0.12 under `0%` is 12%, 45292 under a date format a day.
//!
//! Numbers are stored with 17 digits and shown from 15; all rounding here is on these decimal digits.

use std::fmt::Write as _;

/// A number as decimal digits: 0.d₁d₂… × 10^`point`.
#[derive(Clone)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i32,
}

/// Most places that a format or an exponent may ask for.
const PLACES: i32 = 30;

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let number: f64 = text.trim().parse().ok()?;
        if !number.is_finite() {
            return None;
        }
        let written = format!("{:.14e}", number.abs());
        let (digits, exponent) = written.split_once('e')?;
        let point = exponent.parse::<i32>().ok()? + 1;
        let mut digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let negative = number.is_sign_negative() && !digits.is_empty();
        Some(Self { negative, point: if digits.is_empty() { 0 } else { point }, digits })
    }

    fn digit(&self, at: i32) -> u8 {
        usize::try_from(at).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(0)
    }

    /// The number with so many decimals, rounded half up; whole part and decimals.
    fn fixed(&self, decimals: i32) -> (String, String) {
        let point = self.point.clamp(-PLACES, 400);
        let mut all: Vec<u8> = (0..point.max(0)).map(|at| self.digit(at)).collect();
        let whole = all.len();
        all.extend((0..decimals).map(|place| self.digit(point + place)));
        if self.digit(point + decimals) >= 5 && point + decimals >= 0 {
            let carried = all.iter_mut().rev().all(|digit| {
                *digit = (*digit + 1) % 10;
                *digit == 0
            });
            if carried {
                all.insert(0, 1);
            }
        }
        let whole = all.len() - usize::try_from(decimals).unwrap_or(0).min(all.len() - whole.min(all.len()));
        let text = |digits: &[u8]| digits.iter().map(|digit| char::from(b'0' + digit)).collect::<String>();
        let head = text(&all[..whole]);
        let head = head.trim_start_matches('0');
        (if head.is_empty() { "0".to_owned() } else { head.to_owned() }, text(&all[whole..]))
    }

    /// As short as it can be said, as the format "General" does.
    fn general(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let decimals = i32::try_from(self.digits.len()).unwrap_or(0) - self.point;
        if decimals > PLACES || self.point > PLACES {
            let text: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            let (head, rest) = text.split_at(text.len().min(1));
            let dot = if rest.is_empty() { "" } else { "." };
            return format!("{sign}{head}{dot}{rest}E{:+}", self.point - 1);
        }
        let (whole, part) = self.fixed(decimals.max(0));
        if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
    }
}

/// One sign of a format.
enum Sign {
    /// A character that is shown as it is.
    Literal(char),
    /// A character of the pattern.
    Pattern(char),
    /// What stands in brackets: hours that go on beyond 24.
    Elapsed(char),
}

/// A stored number in a format.
pub(super) fn shown(stored: &str, format: &str, from_1904: bool) -> String {
    let Some(number) = Decimal::read(stored) else { return stored.to_owned() };
    let sections = sections(format);
    let section = match sections.len() {
        0 => return number.general(),
        1 => 0,
        2 => usize::from(number.negative),
        _ if number.digits.is_empty() => 2,
        _ => usize::from(number.negative),
    };
    let signs = &sections[section];
    let pattern = |wanted: &str| signs.iter().any(|s| matches!(s, Sign::Pattern(c) if wanted.contains(*c)));
    let is_date = signs.iter().any(|s| matches!(s, Sign::Elapsed(_))) || pattern("ymdhsYMDHSbae");
    if !pattern("0#?@") && is_date {
        return date(stored, signs, from_1904).unwrap_or_else(|| number.general());
    }
    // A section of its own for what is negative shows no sign but its own.
    let own_sign = section == 1;
    if !pattern("0#?") {
        let mut out = if number.negative && !own_sign && pattern("@") { "-".to_owned() } else { String::new() };
        for sign in signs {
            match sign {
                Sign::Literal(c) => out.push(*c),
                Sign::Pattern('@') => out.push_str(&Decimal { negative: false, ..number.clone() }.general()),
                _ => {}
            }
        }
        return if out.is_empty() { number.general() } else { out };
    }
    figure(&number, signs, own_sign)
}

/// A number in the digits of a pattern.
fn figure(number: &Decimal, signs: &[Sign], own_sign: bool) -> String {
    let is_digit = |s: &Sign| matches!(s, Sign::Pattern('0' | '#' | '?'));
    let first = signs.iter().position(is_digit).unwrap_or(0);
    let last = signs.iter().rposition(is_digit).unwrap_or(0);
    let inside = &signs[first..=last];
    // Fractions and powers are rare, and are told as decimals.
    if inside.iter().any(|s| matches!(s, Sign::Pattern('/' | 'E' | 'e'))) {
        return number.general();
    }
    let dot = inside.iter().position(|s| matches!(s, Sign::Pattern('.')));
    let places =
        |range: &[Sign], any: bool| range.iter().filter(|s| matches!(s, Sign::Pattern('0')) || any && is_digit(s)).count();
    let (least, most) = dot.map_or((0, 0), |dot| (places(&inside[dot..], false), places(&inside[dot..], true)));
    let grouped = inside[..dot.unwrap_or(inside.len())].iter().any(|s| matches!(s, Sign::Pattern(',')));
    let thousands = signs[last + 1..].iter().take_while(|s| matches!(s, Sign::Pattern(','))).count();
    let percents = signs.iter().filter(|s| matches!(s, Sign::Pattern('%'))).count();
    let mut scaled = number.clone();
    if !scaled.digits.is_empty() {
        let shift = 2 * i32::try_from(percents.min(4)).unwrap_or(0) - 3 * i32::try_from(thousands.min(4)).unwrap_or(0);
        scaled.point += shift;
    }
    let (mut whole, mut part) = scaled.fixed(i32::try_from(most).unwrap_or(0).min(PLACES));
    while part.len() > least && part.ends_with('0') {
        part.pop();
    }
    let width = places(&inside[..dot.unwrap_or(inside.len())], false).min(30);
    while whole.len() < width {
        whole.insert(0, '0');
    }
    if grouped {
        let length = whole.len();
        whole = whole
            .chars()
            .enumerate()
            .flat_map(|(at, c)| (at > 0 && (length - at).is_multiple_of(3)).then_some(',').into_iter().chain([c]))
            .collect();
    }
    let around = |signs: &[Sign]| -> String {
        signs
            .iter()
            .filter_map(|s| match s {
                Sign::Literal(c) | Sign::Pattern(c @ '%') => Some(*c),
                _ => None,
            })
            .collect()
    };
    let is_zero = whole.chars().chain(part.chars()).all(|c| matches!(c, '0' | ','));
    let sign = if number.negative && !own_sign && !is_zero { "-" } else { "" };
    let part = if part.is_empty() { part } else { format!(".{part}") };
    format!("{sign}{}{whole}{part}{}", around(&signs[..first]), around(&signs[last + 1..]))
}

/// The sections of a format, its literals and brackets resolved. None for "General".
fn sections(format: &str) -> Vec<Vec<Sign>> {
    if format.eq_ignore_ascii_case("general") || format.is_empty() || format == "@" {
        return Vec::new();
    }
    let mut sections: Vec<Vec<Sign>> = vec![Vec::new()];
    let format = format.replace("General", "@");
    let mut characters = format.chars().take(512);
    while let Some(character) = characters.next() {
        let mut push = |sign| {
            if let Some(section) = sections.last_mut() {
                section.push(sign);
            }
        };
        match character {
            '"' => characters.by_ref().take_while(|&c| c != '"').for_each(|c| push(Sign::Literal(c))),
            '\\' => characters.next().into_iter().for_each(|c| push(Sign::Literal(c))),
            // A blank as wide as the next character, and one that fills the cell.
            '_' | '*' => drop(characters.next()),
            '[' => {
                let inside: String = characters.by_ref().take_while(|&c| c != ']').collect();
                if let Some(currency) = inside.strip_prefix('$') {
                    currency.chars().take_while(|&c| c != '-').for_each(|c| push(Sign::Literal(c)));
                } else if !inside.is_empty() && inside.chars().all(|c| "hHmMsS".contains(c)) {
                    push(Sign::Elapsed(inside.chars().next().unwrap_or('h').to_ascii_lowercase()));
                }
            }
            ';' => sections.push(Vec::new()),
            '0' | '#' | '?' | '.' | ',' | '%' | '@' | 'E' | 'e' | '/' => push(Sign::Pattern(character)),
            c if c.is_ascii_alphabetic() => push(Sign::Pattern(c)),
            c => push(Sign::Literal(c)),
        }
    }
    sections
}

/// A number of days as date and time, in the order of the format.
fn date(stored: &str, signs: &[Sign], from_1904: bool) -> Option<String> {
    let serial: f64 = stored.trim().parse().ok()?;
    if !(0.0..3_000_000.0).contains(&serial) {
        return None;
    }
    // Whole seconds; the cast is exact within the range above.
    #[allow(clippy::cast_possible_truncation, reason = "the range is checked above")]
    let seconds = (serial * 86_400.0).round() as i64;
    let (days, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Day 60 is a 29 February 1900 that never was; days before it lie one later.
    let days = if from_1904 { days + 1462 } else { days };
    let (year, month, day) = civil(days - 25_569 + i64::from(days < 60));
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    let mut out = String::new();
    let mut at = 0;
    let letter = |at: usize| match signs.get(at) {
        Some(Sign::Pattern(c)) => c.to_ascii_lowercase(),
        _ => ' ',
    };
    let half_day = (0..signs.len()).any(|at| letter(at) == 'a' && matches!(letter(at + 1), 'm' | '/'));
    let mut after_hour = false;
    while at < signs.len() {
        match &signs[at] {
            Sign::Literal(c) => out.push(*c),
            Sign::Elapsed(unit) => {
                let total = match unit {
                    'h' => seconds / 3600,
                    'm' => seconds / 60,
                    _ => seconds,
                };
                out.push_str(&total.to_string());
                after_hour = *unit == 'h';
            }
            Sign::Pattern(_) => {
                let c = letter(at);
                let run = (at..signs.len()).take_while(|&i| letter(i) == c).count();
                if c == 'a' && half_day {
                    out.push_str(if hour < 12 { "AM" } else { "PM" });
                    at += if letter(at + 1) == '/' {
                        3
                    } else if matches!(signs.get(at + 2), Some(Sign::Pattern('/'))) {
                        5
                    } else {
                        2
                    };
                    continue;
                }
                // What comes next tells minutes from months: seconds after them, or hours before them.
                let before_second = (at + run..signs.len()).map(letter).find(|c| c.is_alphabetic()) == Some('s');
                let shown = match c {
                    'y' | 'e' => {
                        Some((if run <= 2 && c == 'y' { year % 100 } else { year }, if run <= 2 && c == 'y' { 2 } else { 4 }))
                    }
                    'm' if after_hour || before_second => Some((minute, run)),
                    'm' => Some((month, if run > 2 { 1 } else { run })),
                    'd' if run <= 2 => Some((day, run)),
                    'h' => Some((if half_day { (hour + 11) % 12 + 1 } else { hour }, run)),
                    's' => Some((second, run)),
                    '/' => {
                        out.push('/');
                        None
                    }
                    '.' => {
                        out.push('.');
                        None
                    }
                    _ => None,
                };
                if let Some((value, width)) = shown {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "{value:0width$}", width = width.min(4));
                    after_hour = c == 'h';
                }
                at += if c == '.' || c == '/' { 1 } else { run };
                continue;
            }
        }
        at += 1;
    }
    Some(out.trim().to_owned())
}

/// Year, month and day of a number of days since 1970, in the proleptic Gregorian calendar (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The formats that a file need not write down (ECMA-376 part 1, 18.8.30); dates that change with the country are written the
/// Chinese way, as year, month and day.
pub(super) fn built_in(id: u32) -> &'static str {
    match id {
        1 => "0",
        2 => "0.00",
        3 | 41 | 42 => "#,##0",
        4 | 43 | 44 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        14 | 30 => "yyyy-m-d",
        15 => "d-m-yy",
        17 => "m-yy",
        16 => "d-m",
        18 | 20 | 32 => "h:mm",
        19 | 21 | 33 => "h:mm:ss",
        22 => "yyyy-m-d h:mm",
        27 | 36 | 50 | 52 | 57 => "yyyy\"年\"m\"月\"",
        28 | 29 | 51 | 53 | 54 | 58 => "m\"月\"d\"日\"",
        31 => "yyyy\"年\"m\"月\"d\"日\"",
        34 | 55 => "h\"时\"mm\"分\"",
        35 | 56 => "h\"时\"mm\"分\"ss\"秒\"",
        37 | 38 => "#,##0;-#,##0",
        39 | 40 => "#,##0.00;-#,##0.00",
        45 => "mm:ss",
        46 => "[h]:mm:ss",
        47 => "mm:ss.0",
        _ => "General",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_the_sheet_shows_them() {
        for (stored, format, expected) in [
            ("0.12", "0%", "12%"),
            ("0.125", "0%", "13%"),
            ("0.1255", "0.0%", "12.6%"),
            ("0.28999999999999998", "0%", "29%"),
            ("1234567.891", "#,##0.00", "1,234,567.89"),
            ("999.996", "#,##0.00", "1,000.00"),
            ("30", "\"¥\"#,##0", "¥30"),
            ("30", "[$¥-804]#,##0.0", "¥30.0"),
            ("-5", "0.00_);(0.00)", "(5.00)"),
            ("-5", "0", "-5"),
            ("-0.001", "0.0", "0.0"),
            ("0", "0;-0;\"免费\"", "免费"),
            ("15000", "0.0,\"千元\"", "15.0千元"),
            ("5", "0\"ms\"", "5ms"),
            ("0.1", "General", "0.1"),
            ("-3", "General\"元\"", "-3元"),
            ("0.30000000000000004", "General", "0.3"),
            ("1E-7", "General", "0.0000001"),
            ("1e300", "General", "1E+300"),
            ("12345678901", "General", "12345678901"),
            ("1.5", "# ?/?", "1.5"),
            ("7", "000", "007"),
            ("0.5", "#.##", "0.5"),
            ("45292", "yyyy-mm-dd", "2024-01-01"),
            ("45292.75", "yyyy/m/d h:mm", "2024/1/1 18:00"),
            ("45292", "yyyy\"年\"m\"月\"d\"日\"", "2024年1月1日"),
            ("1", "yyyy-m-d", "1900-1-1"),
            ("61", "yyyy-m-d", "1900-3-1"),
            ("1.5", "[h]:mm", "36:00"),
            ("0.75", "h:mm AM/PM", "6:00 PM"),
            ("abc", "0%", "abc"),
            ("9e99", "yyyy", "9E+99"),
        ] {
            assert_eq!(shown(stored, format, false), expected, "{stored} {format}");
        }
        assert_eq!(shown("43830", "yyyy-m-d", true), "2024-1-1");
    }
}
