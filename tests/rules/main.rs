//! The rules: each one's documents through the whole pipeline, single rules on made claims, and what holds for all of them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

mod catalogue;
mod claims;
mod documents;
mod durations;
mod made;
mod passages;
mod properties;
