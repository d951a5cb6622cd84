//! Every input of `quantity/cases.txt` reads as written there: span, value, unit, bound, readings, and what is set aside and why.
#![allow(clippy::unwrap_used, missing_docs, reason = "test code")]

use std::fmt::Write as _;

use claimlint::quantity::{Canonical, Form, Number, scan};

fn number(value: Option<Number>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn interval(canonical: &Canonical) -> String {
    let value = match (canonical.low, canonical.high) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (low, high) => format!("{}..{}", number(low), number(high)),
    };
    format!("{value} {}", canonical.unit).trim_end().to_owned()
}

/// What is read from `input`, in the words of the file.
fn read(input: &str) -> Vec<String> {
    let scan = scan(input);
    let mut items = Vec::new();
    for quantity in &scan.quantities {
        let mut line = format!("{} | {} | {:?}", &input[quantity.span.clone()], interval(&quantity.canonical), quantity.bound);
        if quantity.approximate {
            line.push_str(" ~");
        }
        if quantity.form == Form::Score {
            write!(line, " of {}", number(quantity.of)).unwrap();
        }
        for reading in &quantity.readings {
            write!(line, " | {}", interval(reading)).unwrap();
        }
        items.push((quantity.span.start, line));
    }
    for aside in &scan.set_aside {
        items.push((aside.span.start, format!("{} ! {:?}", &input[aside.span.clone()], aside.reason)));
    }
    items.sort();
    items.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn cases() {
    let text = include_str!("quantity/cases.txt");
    let (mut count, mut figures, mut faults) = (0, 0, Vec::new());
    let mut lines = text.lines().peekable();
    while let Some(input) = lines.next() {
        if input.is_empty() || input.starts_with('#') {
            continue;
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
            expected.push(line.trim_start().to_owned());
        }
        count += 1;
        figures += expected.len();
        let found = read(input);
        if found != expected {
            faults.push(format!("{input}\n  expected {expected:#?}\n  found {found:#?}"));
        }
    }
    assert!(count >= 400, "{count} cases");
    assert!(figures >= 400, "{figures} figures");
    assert!(faults.is_empty(), "{} of {count} cases differ:\n{}", faults.len(), faults.join("\n"));
}
