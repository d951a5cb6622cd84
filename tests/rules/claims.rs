//! Claims by hand, for rules on what no small document shows.

use claimlint::claim::{BlockRef, Bound, Claim, Interval, Kind, Subject, Value};

/// A claim with its place; ids come from document and line.
pub fn claim(kind: Kind, document: &str, line: u32) -> Claim {
    Claim {
        id: format!("{document}:{line}:{}", kind.word()),
        document: document.into(),
        line: Some(line),
        column: Some(1),
        end_line: Some(line),
        end_column: Some(5),
        quote: format!("{} {line}", kind.word()),
        section: "body".into(),
        block: Some(BlockRef { id: line, announced_by: None, group: None, sentence: None }),
        kind,
        ..Claim::default()
    }
}

/// A figure of a subject: `bound low high unit`, written as it is read.
pub fn figure(document: &str, line: u32, subject: &str, metric: &str, value: (Bound, Option<&str>, Option<&str>, &str)) -> Claim {
    let (bound, low, high, unit) = value;
    let own = |text: Option<&str>| text.map(str::to_owned);
    let interval = Interval { low: own(low), high: own(high), unit: unit.into(), bound, low_open: false, high_open: false };
    let written = Value {
        low: own(low.or(high)),
        high: own(high.or(low)),
        unit: unit.into(),
        high_unit: None,
        bound,
        approximate: false,
        precision: "1".into(),
    };
    Claim {
        subject: Some(named(subject)),
        metric: Some(metric.into()),
        value: Some(written),
        canonical: Some(interval),
        ..claim(Kind::Quantity, document, line)
    }
}

/// A plain figure.
pub fn exactly(document: &str, line: u32, subject: &str, metric: &str, number: &str, unit: &str) -> Claim {
    figure(document, line, subject, metric, (Bound::Eq, Some(number), Some(number), unit))
}

/// A subject whose name is its id.
pub fn named(id: &str) -> Subject {
    Subject { id: id.into(), name: id.into(), vendor: None }
}
