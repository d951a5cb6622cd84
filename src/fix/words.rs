//! A number in English words: "twenty-five", "two hundred", "three million".

use num_rational::BigRational;
use num_traits::ToPrimitive;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Another value in the words of one that stands for `before`; `None` where either is not in the words that are known.
pub(super) fn rewritten(old: &str, before: &BigRational, now: &BigRational) -> Option<String> {
    let whole = |value: &BigRational| value.is_integer().then(|| value.to_integer().to_u64()).flatten();
    let (before, now) = (whole(before)?, whole(now)?);
    let [mut manner, other] = ["-", " "];
    if old.to_lowercase() != spelled(before, manner)? {
        manner = other;
        if old.to_lowercase() != spelled(before, manner)? {
            return None;
        }
    }
    let text = spelled(now, if before % 100 > 20 && before % 10 > 0 { manner } else { "-" })?;
    let mut letters = old.chars();
    let capital = letters.next().is_some_and(char::is_uppercase);
    match (capital, letters.any(char::is_uppercase)) {
        (false, false) => Some(text),
        (true, false) => Some(format!("{}{}", text[..1].to_uppercase(), &text[1..])),
        _ => None,
    }
}

/// Up to three digits, or such a number of thousands, millions or billions.
fn spelled(value: u64, hyphen: &str) -> Option<String> {
    for (size, word) in [(1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"), (100, "hundred")] {
        if value >= size {
            let count = value / size;
            let exactly = value.is_multiple_of(size) && count < if size == 100 { 10 } else { 100 };
            return exactly.then(|| Some(format!("{} {word}", spelled(count, hyphen)?))).flatten();
        }
    }
    let (tens, ones) = (usize::try_from(value / 10).ok()?, usize::try_from(value % 10).ok()?);
    Some(match (tens, ones) {
        (0 | 1, _) => SMALL[usize::try_from(value).ok()?].to_owned(),
        (_, 0) => TENS[tens].to_owned(),
        _ => format!("{}{hyphen}{}", TENS[tens], SMALL[ones]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::exact;

    #[test]
    fn words_keep_capitals_and_hyphens() {
        for (old, before, now, expected) in [
            ("twenty-five", "25", "61", Some("sixty-one")),
            ("twenty five", "25", "61", Some("sixty one")),
            ("Three", "3", "12", Some("Twelve")),
            ("two million", "2000000", "40000000", Some("forty million")),
            ("two hundred", "200", "300", Some("three hundred")),
            ("two hundred", "200", "250", None),
            ("a hundred", "100", "200", None),
            ("three", "3", "3.5", None),
            ("THREE", "3", "4", None),
        ] {
            let found = rewritten(old, &exact(before).unwrap(), &exact(now).unwrap());
            assert_eq!(found.as_deref(), expected, "{old}");
        }
    }
}
