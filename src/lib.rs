//! claimlint turns the figures, ranks and recommendations of a folder of documents into typed records, compares
//! the records, and reports each pair that cannot both be right, quoting the two and showing its sums.
//!
//! ```text
//! source ─▶ document ─▶ extract ─▶ derive ─▶ link ─▶ rules ─▶ ledger ─▶ report
//! bytes     blocks      claims     claims    same    findings status    text, SARIF, HTML …
//! ```
//!
//! What holds everywhere:
//!
//! - Only [`source`], [`ledger`] and the binary touch the disk; the stages between are plain functions over values, and the
//!   same input gives the same bytes.
//! - A span is carried from the scan to the report; no text is searched for a second time.
//! - Extraction parses loosely and judges nothing; only [`rules`] judge.
//! - No comparison uses a floating point number.
//! - What is wrong with a document is a [`finding`]; what stops the program is an [`error`].
//!
//! Modules in reading order; each may use those before it, never those after.

pub mod error;
pub mod source;
pub mod quantity;
pub mod config;
pub mod lexicon;
pub mod document;
pub mod claim;
pub mod finding;
pub mod extract;
pub mod derive;
pub mod link;
pub mod schema;
pub mod rules;
pub mod ledger;
pub mod audit;
pub mod fix;
pub mod report;
