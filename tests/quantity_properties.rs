//! A number printed in any notation that the scan supports reads back as the same number, alone and inside a sentence.
#![allow(clippy::unwrap_used, missing_docs, reason = "test code")]

use claimlint::quantity::{Bound, Number, Quantity, scan};
use proptest::prelude::*;

/// 1234567 as 一百二十三万四千五百六十七.
fn chinese(value: u64) -> String {
    const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    fn below_ten_thousand(value: u64) -> String {
        let (mut text, mut rest, mut zero) = (String::new(), value, false);
        for (size, name) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
            let digit = rest / size;
            rest %= size;
            if digit == 0 {
                zero = !text.is_empty();
            } else {
                if zero {
                    text.push('零');
                    zero = false;
                }
                text.push_str(DIGITS[usize::try_from(digit).unwrap()]);
                text.push_str(name);
            }
        }
        text
    }
    if value == 0 {
        return "零".to_owned();
    }
    let (mut text, mut rest) = (String::new(), value);
    let mut gap = false;
    for (size, name) in [(1_0000_0000_0000, "万亿"), (1_0000_0000, "亿"), (1_0000, "万"), (1, "")] {
        let section = rest / size;
        rest %= size;
        if section == 0 {
            gap = !text.is_empty();
        } else {
            if !text.is_empty() && (gap || section < 1000) {
                text.push('零');
            }
            gap = false;
            text.push_str(&below_ten_thousand(section));
            text.push_str(name);
        }
    }
    text
}

/// 1234567 as one million two hundred thirty-four thousand five hundred sixty-seven.
fn english(value: u64) -> String {
    const ONES: [&str; 20] = [
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
    fn below_thousand(value: usize) -> String {
        let mut words = Vec::new();
        if value >= 100 {
            words.push(format!("{} hundred", ONES[value / 100]));
        }
        match value % 100 {
            0 => {}
            rest @ 1..=19 => words.push(ONES[rest].to_owned()),
            rest if rest % 10 == 0 => words.push(TENS[rest / 10].to_owned()),
            rest => words.push(format!("{}-{}", TENS[rest / 10], ONES[rest % 10])),
        }
        words.join(" ")
    }
    if value == 0 {
        return "zero".to_owned();
    }
    let (mut words, mut rest) = (Vec::new(), value);
    for (size, name) in
        [(1_000_000_000_000, " trillion"), (1_000_000_000, " billion"), (1_000_000, " million"), (1000, " thousand"), (1, "")]
    {
        let section = usize::try_from(rest / size).unwrap();
        rest %= size;
        if section > 0 {
            words.push(format!("{}{name}", below_thousand(section)));
        }
    }
    words.join(" ")
}

fn grouped(value: u64, mark: &str) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, c) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(c);
    }
    text
}

fn full_width(text: &str) -> String {
    text.chars().map(|c| char::from_u32(u32::from(c) - u32::from('0') + u32::from('０')).unwrap()).collect()
}

/// The only quantity of a text.
fn single(text: &str) -> Quantity {
    let read = scan(text);
    assert_eq!(read.quantities.len(), 1, "{text}: {read:#?}");
    read.quantities.into_iter().next().unwrap()
}

/// The whole text is one figure with this value.
fn reads_as(text: &str, value: &Number) {
    let quantity = single(text);
    assert_eq!(&text[quantity.span.clone()], text, "{quantity:#?}");
    assert!(quantity.low.same(value) && quantity.high.same(value), "{text} is no {value}: {quantity:#?}");
}

fn whole(value: u64) -> Number {
    Number::whole(i128::from(value))
}

proptest! {
    #[test]
    fn digits_in_every_grouping(value in 0_u64..1_000_000_000_000) {
        // A bare year is a date; a unit makes it a figure.
        for text in [value.to_string(), grouped(value, ","), grouped(value, "，"), grouped(value, "\u{2009}"), grouped(value, "'"), full_width(&value.to_string())] {
            reads_as(&format!("{text}元"), &whole(value));
            reads_as(&format!("{text} GB"), &whole(value));
        }
    }

    #[test]
    fn chinese_numerals(value in 2_u64..9_999_999_999_999) {
        reads_as(&format!("{}元", chinese(value)), &whole(value));
    }

    #[test]
    fn english_numerals(value in 2_u64..9_999_999_999_999) {
        reads_as(&format!("{} users", english(value)), &whole(value));
    }

    #[test]
    fn decimals_and_magnitudes(mantissa in 1_i128..1_000_000, places in 1_i16..6) {
        let value = Number::decimal(mantissa, -places);
        reads_as(&format!("{value}ms"), &value);
        reads_as(&format!("{value}万元"), &value.shifted(4).unwrap());
        reads_as(&format!("{value}亿元"), &value.shifted(8).unwrap());
        reads_as(&format!("${value} million"), &value.shifted(6).unwrap());
        reads_as(&format!("{value}×10^3 W"), &value.shifted(3).unwrap());
        reads_as(&format!("{value}e3 W"), &value.shifted(3).unwrap());
    }

    #[test]
    fn ranges(low in 2_u64..500, more in 1_u64..500) {
        let high = low + more;
        for text in [format!("{low}-{high}ms"), format!("{low}ms~{high}ms"), format!("{low}至{high}毫秒"), format!("{low} to {high} ms"), format!("between {low} and {high} ms")] {
            let quantity = single(&text);
            assert_eq!(quantity.bound, Bound::Range, "{text}");
            assert!(quantity.low.same(&whole(low)) && quantity.high.same(&whole(high)), "{text}: {quantity:#?}");
            let canonical = |n: Option<Number>| n.unwrap().shifted(3).unwrap();
            assert!(canonical(quantity.canonical.low).same(&whole(low)) && canonical(quantity.canonical.high).same(&whole(high)), "{text}: {quantity:#?}");
        }
    }

    #[test]
    fn the_sentence_around_changes_nothing(value in 1_u64..100_000, unit in prop::sample::select(vec!["ms", "GB", "%", "元", "个节点", "tokens/s", "元/月", "卡"])) {
        let figure = format!("{value}{unit}");
        let alone = single(&figure);
        for (before, after) in [("该方案的结果是", "，其余不变。"), ("（", "）"), ("| ", " |"), ("It took ", ", as planned"), ("**", "**")] {
            let text = format!("{before}{figure}{after}");
            let inside = single(&text);
            assert_eq!(&text[inside.span.clone()], figure.as_str());
            assert_eq!((inside.canonical, inside.bound), (alone.canonical.clone(), alone.bound), "{text}");
        }
    }

    #[test]
    fn spans_reproduce_the_text(text in "\\PC{0,60}") {
        let read = scan(&text);
        for span in read.quantities.iter().flat_map(|q| [&q.span, &q.digits]).chain(read.set_aside.iter().map(|s| &s.span)) {
            prop_assert!(text.get(span.clone()).is_some_and(|quote| !quote.is_empty()));
        }
    }
}
