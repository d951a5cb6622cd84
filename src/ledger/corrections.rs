//! `reports/corrections.csv`: figures whose value changed from one state of the documents to the next, one line each, oldest first.
//!
//! Beside the figures as written stand their exact values, so that who reads the file need not read the documents of that day again.

use std::collections::BTreeMap;

use super::table::{self, Fault};
use crate::claim::Interval;
use crate::source::one_line;

/// Name of the file below the folder of claimlint.toml.
pub const FILE: &str = "reports/corrections.csv";

/// Its columns in order.
pub const COLUMNS: [&str; 17] = [
    "claim",
    "collection",
    "document",
    "line",
    "kind",
    "subject",
    "metric",
    "conditions",
    "from",
    "to",
    "was",
    "is",
    "commit",
    "date",
    "author",
    "resolved",
    "opened",
];

/// A figure that changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Correction {
    /// Id of the claim, after the change.
    pub claim: String,
    /// Its collection; empty for the only one.
    pub collection: String,
    /// Its document, after the change.
    pub document: String,
    /// Its line, after the change.
    pub line: Option<u32>,
    /// Word of its kind.
    pub kind: String,
    /// Id of its subject; empty when it has none.
    pub subject: String,
    /// Its metric; empty when it has none.
    pub metric: String,
    /// Its conditions.
    pub conditions: BTreeMap<String, String>,
    /// The figure before, as written.
    pub from: String,
    /// The figure after, as written.
    pub to: String,
    /// The value before, in base units.
    pub was: Value,
    /// The value after.
    pub is: Value,
    /// The commit that brought the change; `worktree` for one that is not committed.
    pub commit: String,
    /// When: RFC 3339 in UTC, or a day.
    pub date: String,
    /// Whose commit it is.
    pub author: String,
    /// Fingerprints of the findings about the figure that went with it.
    pub resolved: Vec<String>,
    /// Fingerprints of those that came with it.
    pub opened: Vec<String>,
}

/// A value in base units, as JSON: an [`Interval`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Value(String);

impl Value {
    /// Of an interval.
    pub fn new(interval: &Interval) -> Self {
        Self(serde_json::to_string(interval).unwrap_or_default())
    }

    /// The interval.
    pub fn interval(&self) -> Option<Interval> {
        serde_json::from_str(&self.0).ok()
    }
}

/// Reads the text of the file.
///
/// # Errors
///
/// The first line that cannot be read and why.
pub fn read(text: &str) -> Result<Vec<Correction>, Fault> {
    let rows = table::read(text, &COLUMNS)?;
    rows.into_iter().map(|row| correction(row.cells).map_err(|cause| (row.line, cause))).collect()
}

fn correction(cells: [String; COLUMNS.len()]) -> Result<Correction, String> {
    let [
        claim,
        collection,
        document,
        line,
        kind,
        subject,
        metric,
        conditions,
        from,
        to,
        was,
        is,
        commit,
        date,
        author,
        resolved,
        opened,
    ] = cells;
    let several = |cell: &str| cell.split_whitespace().map(str::to_owned).collect();
    let value = |column: &str, cell: String| {
        let value = Value(cell);
        value.interval().map(|_| value.clone()).ok_or_else(|| format!("`{column}` is {:?}, not an interval in JSON", value.0))
    };
    Ok(Correction {
        claim,
        collection,
        document,
        line: match line.as_str() {
            "" => None,
            line => Some(line.parse().map_err(|_| format!("`line` is {line:?}, not a number"))?),
        },
        kind,
        subject,
        metric,
        conditions: match conditions.as_str() {
            "" => BTreeMap::new(),
            text => serde_json::from_str(text).map_err(|_| format!("`conditions` is {text:?}, not a map in JSON"))?,
        },
        from,
        to,
        was: value("was", was)?,
        is: value("is", is)?,
        commit,
        date,
        author,
        resolved: several(&resolved),
        opened: several(&opened),
    })
}

/// The text of a file with these corrections, in their order.
///
/// # Errors
///
/// None that a correction can cause; the writer's own otherwise.
pub fn write(corrections: &[Correction]) -> std::io::Result<String> {
    let rows = corrections.iter().map(|c| {
        [
            c.claim.clone(),
            c.collection.clone(),
            c.document.clone(),
            c.line.map_or(String::new(), |line| line.to_string()),
            c.kind.clone(),
            c.subject.clone(),
            c.metric.clone(),
            if c.conditions.is_empty() { String::new() } else { serde_json::to_string(&c.conditions).unwrap_or_default() },
            one_line(&c.from),
            one_line(&c.to),
            c.was.0.clone(),
            c.is.0.clone(),
            c.commit.clone(),
            c.date.clone(),
            one_line(&c.author),
            c.resolved.join(" "),
            c.opened.join(" "),
        ]
    });
    table::write(&COLUMNS, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let interval = |figure: &str| Interval {
            low: Some(figure.into()),
            high: Some(figure.into()),
            unit: "s".into(),
            bound: crate::claim::Bound::Eq,
            low_open: false,
            high_open: false,
        };
        let correction = Correction {
            claim: "c1".into(),
            collection: String::new(),
            document: "价格,页.md".into(),
            line: Some(7),
            kind: "quantity".into(),
            subject: "heron".into(),
            metric: "latency".into(),
            conditions: BTreeMap::from([("plan".into(), "small, \"old\"".into())]),
            from: "=45 ms".into(),
            to: "61 ms".into(),
            was: Value::new(&interval("0.045")),
            is: Value::new(&interval("0.061")),
            commit: "0123abcd".into(),
            date: "2030-02-28T10:00:00Z".into(),
            author: "@Ada".into(),
            resolved: vec!["f1".into(), "f2".into()],
            opened: vec![],
        };
        let text = write(std::slice::from_ref(&correction)).unwrap();
        assert_eq!(read(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), Ok(vec![correction]));
        let (line, cause) = read(&text.replace("0.061", "0,061\"")).unwrap_err();
        assert!(line == 2 && !cause.is_empty(), "{line} {cause}");
        assert_eq!(read("claim\n"), Err((1, "there is no column `collection`".into())));
    }
}
