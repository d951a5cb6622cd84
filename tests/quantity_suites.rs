//! The public suites of other recognisers, read from the folder beside the project (`CLAIMLINT_SHARED` names another one).
//! Prints a table and fails below the floors. A missing folder is an error.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "test code")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use claimlint::quantity::{Form, Number, Quantity, Reason, Scan, scan};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use serde_json::Value;

#[derive(Default, Clone, Copy)]
struct Row {
    wanted: usize,
    value: usize,
    aside: usize,
    span: usize,
    units: usize,
    unit: usize,
    ranges: usize,
    range: usize,
    negatives: usize,
    alarms: usize,
    excluded: usize,
}

fn folder() -> PathBuf {
    let shared = std::env::var_os("CLAIMLINT_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let folder = shared.join("quantity-cases");
    assert!(folder.is_dir(), "no folder {}: set CLAIMLINT_SHARED to the folder that holds quantity-cases", folder.display());
    folder
}

/// A JSON number as an exact decimal.
fn exact(value: &Value) -> Option<BigRational> {
    let text = value.as_number()?.to_string();
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa: num_bigint::BigInt = format!("{whole}{part}").parse().ok()?;
    let power: i32 = power.parse::<i32>().ok()? - i32::try_from(part.len()).ok()?;
    let ten = num_bigint::BigInt::from(10).pow(power.unsigned_abs());
    Some(if power < 0 { BigRational::new(mantissa, ten) } else { BigRational::from(mantissa * ten) })
}

/// JSON carries binary fractions: equal to nine digits.
fn close(one: &BigRational, other: &BigRational) -> bool {
    let gap = (one - other).abs();
    gap.is_zero() || gap * BigRational::from(num_bigint::BigInt::from(1_000_000_000_u64)) <= one.abs().max(other.abs())
}

fn is(number: Number, wanted: &BigRational) -> bool {
    close(&number.exact(), wanted)
}

/// How many base units one of the suite's unit is, where this program knows it.
fn unit_factor(unit: &str) -> Option<(BigRational, String)> {
    let name = unit.to_ascii_lowercase();
    let read = scan(&format!("1 {name}"));
    let [quantity] = read.quantities.as_slice() else { return None };
    (!quantity.canonical.unit.is_empty()).then(|| Some((quantity.canonical.low?.exact(), quantity.canonical.unit.to_string())))?
}

/// A value in one of the forms that suites choose: as written, in base units, in their own unit, a percentage as a fraction.
fn value_is(quantity: &Quantity, wanted: &BigRational, unit: Option<&str>, end: usize) -> bool {
    let written = if end == 0 { quantity.low } else { quantity.high };
    if is(written, wanted)
        || quantity.bound == claimlint::quantity::Bound::FromTo && is(if end == 0 { quantity.high } else { quantity.low }, wanted)
    {
        return true;
    }
    // "From zero" is no lower end.
    if end == 0 && wanted.is_zero() && quantity.canonical.low.is_none() {
        return true;
    }
    let hundred = BigRational::from(num_bigint::BigInt::from(100));
    let ends = [quantity.canonical.low, quantity.canonical.high];
    let sorted = if end == 0 { ends[0].or(ends[1]) } else { ends[1].or(ends[0]) };
    let Some(base) = sorted else { return false };
    if is(base, wanted) {
        return true;
    }
    if quantity.canonical.unit == "%" && unit != Some("%") && close(&(base.exact() / &hundred), wanted) {
        return true;
    }
    if let (Form::Score, Some(of)) = (quantity.form, quantity.of)
        && close(&(written.exact() / of.exact()), wanted)
    {
        return true;
    }
    // Some suites count a year as 365 days and a month as 30.
    if unit == Some("second") || unit == Some("day") {
        let days = BigRational::from(num_bigint::BigInt::from(if unit == Some("day") { 86_400 } else { 1 }));
        let calendar =
            [(36525, 36500), (304_375, 300_000)].map(|(ours, theirs): (i64, i64)| BigRational::new(ours.into(), theirs.into()));
        if calendar.iter().any(|ratio| close(&base.exact(), &(wanted * &days * ratio))) {
            return true;
        }
    }
    // 角 and 毛 as hundredths of whatever the main currency is.
    if unit == Some("Cent") && quantity.canonical.unit.len() == 3 && close(&(base.exact() * &hundred), wanted) {
        return true;
    }
    unit.and_then(unit_factor).is_some_and(|(factor, name)| {
        name.split('/').next() == quantity.canonical.unit.split('/').next() && close(&(base.exact() / factor), wanted)
    })
}

fn reads(quantity: &Quantity, value: &Value, unit: Option<&str>) -> bool {
    match value {
        Value::Array(ends) => ends.iter().enumerate().all(|(index, end)| match exact(end) {
            Some(wanted) => value_is(quantity, &wanted, unit, index),
            None => {
                if index == 0 {
                    quantity.canonical.low.is_none()
                } else {
                    quantity.canonical.high.is_none()
                }
            }
        }),
        _ => exact(value).is_some_and(|wanted| value_is(quantity, &wanted, unit, 0) || value_is(quantity, &wanted, unit, 1)),
    }
}

fn unit_is(quantity: &Quantity, wanted: &str) -> bool {
    if quantity.unit.eq_ignore_ascii_case(wanted) || quantity.canonical.unit.eq_ignore_ascii_case(wanted) {
        return true;
    }
    unit_factor(wanted).is_some_and(|(_, name)| name == quantity.canonical.unit)
}

fn overlaps(span: &std::ops::Range<usize>, other: &std::ops::Range<usize>) -> bool {
    span.start < other.end && other.start < span.end
}

/// A false alarm is a figure of the kind that the case speaks of.
fn alarms(scan: &Scan, kind: &str, mode: &str, input: &str) -> bool {
    scan.quantities.iter().any(|quantity| {
        if mode == "whole" {
            return input.trim().len() == quantity.span.len();
        }
        let unit = quantity.canonical.unit.as_str();
        match kind {
            "number" | "range" => unit.is_empty(),
            "percent" => matches!(unit, "%" | "pp"),
            "currency" => unit.split('/').next().is_some_and(|u| u.len() == 3 && u.bytes().all(|b| b.is_ascii_uppercase())),
            "temperature" => unit.starts_with("deg"),
            "age" => unit.ends_with("-old"),
            "duration" => unit == "s",
            _ => true,
        }
    })
}

fn excluded() -> BTreeMap<String, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/quantity_suites_excluded.csv");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).filter_map(|line| line.split_once(',')).map(|(id, reason)| (id.to_owned(), reason.to_owned())).collect()
}

#[test]
fn suites() {
    let excluded = excluded();
    let verbose = std::env::var("CLAIMLINT_VERBOSE").ok();
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let (mut ids, mut cases) = (BTreeSet::new(), 0);
    let mut files: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no suite in {}", folder().display());
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            cases += 1;
            let id = case["id"].as_str().unwrap();
            ids.insert(id.to_owned());
            let row = rows.entry(name.clone()).or_default();
            if excluded.contains_key(id) {
                row.excluded += 1;
                continue;
            }
            let (input, kind, mode) =
                (case["input"].as_str().unwrap(), case["kind"].as_str().unwrap(), case["mode"].as_str().unwrap());
            let read = scan(input);
            let expected = case["expected"].as_array().unwrap();
            if expected.is_empty() {
                row.negatives += 1;
                let alarm = alarms(&read, kind, mode, input);
                row.alarms += usize::from(alarm);
                if alarm && verbose.as_deref().is_some_and(|v| name.starts_with(v)) {
                    println!("ALARM {id} {kind} {input:?} -> {:?}", shown(&read, input));
                }
                continue;
            }
            for wanted in expected {
                let value = &wanted["value"];
                if value.is_null() {
                    continue;
                }
                let text = wanted["text"].as_str().unwrap();
                let Some(start) = wanted["start"].as_u64() else { continue };
                let start = input.char_indices().nth(usize::try_from(start).unwrap()).map_or(input.len(), |(i, _)| i);
                let span = start..start + text.len();
                let unit = wanted["unit"].as_str();
                row.wanted += 1;
                row.ranges += usize::from(value.is_array());
                let found = read.quantities.iter().find(|q| overlaps(&q.span, &span) && reads(q, value, unit));
                if let Some(quantity) = found {
                    row.value += 1;
                    row.range += usize::from(value.is_array());
                    let inside = |outer: &std::ops::Range<usize>, inner: &std::ops::Range<usize>| {
                        outer.start <= inner.start && inner.end <= outer.end
                    };
                    row.span +=
                        usize::from(inside(&span, &quantity.digits) && inside(&quantity.span, &span) || quantity.span == span);
                    if let Some(unit) = unit {
                        row.units += 1;
                        row.unit += usize::from(unit_is(quantity, unit));
                    }
                } else if set_aside_right(&read, &span, text, value, unit) {
                    row.value += 1;
                    row.aside += 1;
                    row.span += 1;
                } else {
                    row.units += usize::from(unit.is_some());
                    if verbose.as_deref().is_some_and(|v| name.starts_with(v)) {
                        let shown_input: String = if input.len() > 160 { around(input, &span) } else { input.to_owned() };
                        println!(
                            "MISS {id} {kind} {shown_input:?} want {text:?} {value} {unit:?} -> {:?}",
                            near(&read, input, &span)
                        );
                    }
                }
            }
        }
    }
    table(&rows);
    for id in excluded.keys() {
        assert!(ids.contains(id), "{id} is excluded and does not exist");
    }
    println!("excluded {} of {cases} cases", excluded.len());
    assert!(excluded.len() * 100 <= cases * 3, "more than 3 % of the cases are excluded");
    floors(&rows);
}

/// A numeral that was set aside for a reason of its own and reads as wanted by itself.
fn set_aside_right(read: &Scan, span: &std::ops::Range<usize>, text: &str, value: &Value, unit: Option<&str>) -> bool {
    let reason = read.set_aside.iter().find(|s| s.span.start <= span.start && span.end <= s.span.end).map(|s| s.reason);
    if reason.is_none_or(|reason| reason == Reason::OutOfRange) {
        return false;
    }
    scan(text).quantities.iter().any(|q| reads(q, value, unit)) || bare_numbers_read(text, value)
}

/// The digits of a date or an address, read one by one.
fn bare_numbers_read(text: &str, value: &Value) -> bool {
    let numbers: Vec<Value> = text
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|part| part.trim_matches('.').parse::<f64>().ok())
        .map(Value::from)
        .collect();
    let same = |one: &Value, other: &Value| matches!((exact(one), exact(other)), (Some(one), Some(other)) if close(&one, &other));
    match value {
        Value::Array(ends) => ends.len() == numbers.len() && ends.iter().zip(&numbers).all(|(end, number)| same(end, number)),
        _ => matches!(numbers.as_slice(), [number] if same(value, number)),
    }
}

fn around(input: &str, span: &std::ops::Range<usize>) -> String {
    let from = input[..span.start].char_indices().rev().nth(50).map_or(0, |(i, _)| i);
    let to = input[span.end..].char_indices().nth(40).map_or(input.len(), |(i, _)| span.end + i);
    input[from..to].to_owned()
}

fn near(scan: &Scan, input: &str, span: &std::ops::Range<usize>) -> Vec<String> {
    let mut all: Vec<String> = scan.quantities.iter().filter(|q| overlaps(&q.span, span)).map(|q| show(q, input)).collect();
    all.extend(
        scan.set_aside
            .iter()
            .filter(|s| overlaps(&s.span, span))
            .map(|s| format!("aside {} {:?}", &input[s.span.clone()], s.reason)),
    );
    all
}

fn shown(scan: &Scan, input: &str) -> Vec<String> {
    scan.quantities.iter().map(|q| show(q, input)).collect()
}

fn show(q: &Quantity, input: &str) -> String {
    format!("{} = {}..{} {} {:?}", &input[q.span.clone()], q.low, q.high, q.unit, q.bound)
}

fn table(rows: &BTreeMap<String, Row>) {
    println!(
        "{:28} {:>6} {:>6} {:>6} {:>6} {:>6} {:>11} {:>11} {:>9} {:>5}",
        "suite", "wanted", "value", "%", "aside", "span", "unit", "ranges", "alarms", "excl"
    );
    for (name, row) in rows {
        println!(
            "{name:28} {:>6} {:>6} {:>6.1} {:>6} {:>6} {:>11} {:>11} {:>9} {:>5}",
            row.wanted,
            row.value,
            percent(row.value, row.wanted),
            row.aside,
            row.span,
            format!("{}/{}", row.unit, row.units),
            format!("{}/{}", row.range, row.ranges),
            format!("{}/{}", row.alarms, row.negatives),
            row.excluded
        );
    }
}

#[allow(clippy::cast_precision_loss, reason = "a figure in a table")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// `duckling.zh` is a Chinese suite.
fn language_is(name: &str, language: &str) -> bool {
    name.rsplit('.').next() == Some(language)
}

fn floors(rows: &BTreeMap<String, Row>) {
    let sum = |ends: &str| {
        rows.iter().filter(|(name, _)| name.ends_with(ends)).fold((0, 0), |(v, w), (_, row)| (v + row.value, w + row.wanted))
    };
    let mut faults = Vec::new();
    for (language, floor) in [(".zh", 98), (".en", 95)] {
        let (value, wanted) = sum(language);
        println!("all {language}: {value} of {wanted}, {:.1} %", percent(value, wanted));
        if value * 100 < wanted * floor {
            faults.push(format!("{language}: {value} of {wanted} values, floor {floor} %"));
        }
    }
    for (name, row) in rows {
        let floor = match name.as_str() {
            "recognizers-text.en" | "duckling.en" => 95,
            name if language_is(name, "zh") => 85,
            _ => 0,
        };
        if row.value * 100 < row.wanted * floor {
            faults.push(format!("{name}: {} of {} values, floor {floor} %", row.value, row.wanted));
        }
    }
    assert!(faults.is_empty(), "below the floors:\n{}", faults.join("\n"));
}
