//! The figure of a claim's quote, rewritten: only its digits or numerals change.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::why::Why;
use super::{digits, han, words};
use crate::claim::{Claim, Kind, exact};

/// Which bytes of a quote are replaced, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rewritten {
    pub at: Range<usize>,
    pub text: String,
}

/// The quote of a claim with its figure set to a value in the claim's own unit.
pub(super) fn rewritten(claim: &Claim, now: &BigRational) -> Result<Rewritten, Why> {
    let value = claim.value.as_ref().ok_or(Why::NoFigure)?;
    let before = value.low.as_deref().and_then(exact).ok_or(Why::NoFigure)?;
    let quote = claim.quote.as_str();
    let found = if digits::has_digit(quote) {
        in_digits(claim, quote, &value.unit, &before, now)
    } else if quote.chars().any(han::is_numeral) {
        in_han(quote, &value.unit, &before, now)
    } else {
        in_words(quote, &before, now)
    };
    let found = found.ok_or(Why::Notation)?;
    if plural_changes(&quote[found.at.end..], &before, now) {
        return Err(Why::Grammar);
    }
    Ok(found)
}

fn in_digits(claim: &Claim, quote: &str, unit: &str, before: &BigRational, now: &BigRational) -> Option<Rewritten> {
    let (at, form) = digits::first(quote)?;
    // A second figure in the quote (17万4, 1.5×10³, 3分之1) is a part of the same value, but for the full mark of a score.
    let rest = quote[at.end..].replacen(unit, "", 1);
    let more = digits::has_digit(&rest) || rest.contains(|c: char| "²³⁰¹⁴⁵⁶⁷⁸⁹½¼¾零〇一二两三四五六七八九".contains(c));
    let ahead = quote[..at.start].replacen(unit, "", 1).chars().any(han::is_numeral);
    if (more && claim.kind != Kind::Score) || ahead {
        return None;
    }
    let text = if form.value.is_zero() {
        (*before == form.value).then(|| form.with(now))??
    } else {
        // 4.5万: the magnitude word stays, so its share of the value does.
        form.with(&(now * &form.value / before))?
    };
    Some(Rewritten { at, text })
}

fn in_han(quote: &str, unit: &str, before: &BigRational, now: &BigRational) -> Option<Rewritten> {
    // 百分之四十五: the part before is no part of the numeral.
    let share = quote.rfind("分之").map(|at| at + "分之".len());
    let start = share.unwrap_or(0);
    let mut body = &quote[start..];
    if !unit.is_empty()
        && let Some((ahead, _)) = body.rsplit_once(unit)
    {
        body = ahead;
    }
    let only = han::only(body)?;
    let text = han::rewritten(&body[only.clone()], before, now, share.is_some())?;
    Some(Rewritten { at: start + only.start..start + only.end, text })
}

/// The longest run of words that spells the figure.
fn in_words(quote: &str, before: &BigRational, now: &BigRational) -> Option<Rewritten> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '-';
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (at, c) in quote.char_indices().filter(|(_, c)| is_letter(*c)) {
        match ends.last_mut() {
            Some((_, end)) if *end == at => *end += c.len_utf8(),
            _ => ends.push((at, at + c.len_utf8())),
        }
    }
    let mut found: Option<Rewritten> = None;
    for (first, &(start, _)) in ends.iter().enumerate() {
        for &(_, end) in &ends[first..] {
            let longer = found.as_ref().is_none_or(|f| f.at.len() < end - start);
            if longer && let Some(text) = words::rewritten(&quote[start..end], before, now) {
                found = Some(Rewritten { at: start..end, text });
            }
        }
    }
    found
}

/// "1 day" and "2 days": an English noun behind a figure that becomes or was one.
fn plural_changes(behind: &str, before: &BigRational, now: &BigRational) -> bool {
    let one = BigRational::from(BigInt::from(1));
    if (*before == one) == (*now == one) {
        return false;
    }
    let letters = behind.trim_start_matches([' ', '-', '\u{a0}']);
    let word: String = letters.chars().take_while(char::is_ascii_alphabetic).collect();
    let vowel = |c: char| "aeiou".contains(c);
    // A hyphen before it (a 2-day trip) and what is no word (GB, ms, percent) keep their form.
    let noun = word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase()) && word.chars().any(vowel) && word != "percent";
    noun && !behind.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim with this quote, as extraction makes it.
    fn claim(quote: &str) -> Claim {
        let kind = if quote.contains("/10") { Kind::Score } else { Kind::Quantity };
        let found = crate::extract::figures(quote).into_iter().next();
        found.map_or_else(|| panic!("{quote}"), |(_, claim)| Claim { kind, ..claim })
    }

    fn set(quote: &str, now: &str) -> Result<String, Why> {
        let found = rewritten(&claim(quote), &exact(now).unwrap())?;
        Ok(format!("{}{}{}", &quote[..found.at.start], found.text, &quote[found.at.end..]))
    }

    #[test]
    fn only_the_figure_is_replaced() {
        for (quote, now, expected) in [
            ("45 ms", "61", "61 ms"),
            ("4.5万元/年", "61000", "6.1万元/年"),
            ("4.5万元/年", "61234", "6.1234万元/年"),
            ("四十五元", "61", "六十一元"),
            ("百分之四十五", "61", "百分之六十一"),
            ("百分之四十五", "2", "百分之二"),
            ("45%", "61.5", "61.5%"),
            ("１，２００毫升", "1350", "１，３５０毫升"),
            ("三成", "4", "四成"),
            ("8折", "7.5", "7.5折"),
            ("3.5 million users", "4200000", "4.2 million users"),
            ("twenty-five users", "61", "sixty-one users"),
            ("约为四十五毫秒", "61", "约为六十一毫秒"),
            ("9.2/10", "8.75", "8.75/10"),
            ("三千克", "2", "两千克"),
            ("$1,200.50", "999", "$999.00"),
            ("up to 40%", "60", "up to 60%"),
            ("128K", "256000", "256K"),
            ("17 m2", "20", "20 m2"),
            ("壹佰元", "230", "贰佰叁拾元"),
            ("一点五亿元", "180000000", "一点八亿元"),
            ("1 GB", "2", "2 GB"),
        ] {
            assert_eq!(set(quote, now).as_deref(), Ok(expected), "{quote}");
        }
    }

    #[test]
    fn what_cannot_be_written_so_is_refused() {
        for (quote, now, why) in [
            ("四十五元", "45.3", Why::Notation),
            ("三成五", "4", Why::Notation),
            ("17万4千元", "180000", Why::Notation),
            ("1.5×10^3 users", "1600", Why::Notation),
            ("半价", "0.4", Why::Notation),
            ("a third", "0.5", Why::Notation),
            ("45 ms", "1/3", Why::Notation),
            ("1 day", "2", Why::Grammar),
            ("two days", "1", Why::Grammar),
        ] {
            assert_eq!(set(quote, now), Err(why), "{quote}");
        }
    }
}
