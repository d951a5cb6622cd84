//! What a file of records holds before anybody has judged it.

use serde_json::Value;

/// One record as JSON, not yet checked, and where it stands in its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// 1-based line of its start.
    pub line: u32,
    /// The record.
    pub record: Value,
}

/// Something in the file that is no part of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// 1-based line.
    pub line: u32,
    /// What it is.
    pub what: What,
}

/// What is no part of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A column that records do not have.
    Column(String),
    /// A column that is there twice.
    Twice(String),
    /// A row with fewer or more cells than the header.
    Cells {
        /// Cells in the row.
        found: usize,
        /// Cells in the header.
        expected: usize,
    },
    /// A line that cannot be read, with the reader's reason.
    Line(String),
}

/// The records of a file in its order, and what else it holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    /// The records.
    pub rows: Vec<Row>,
    /// The rest.
    pub strays: Vec<Stray>,
}
