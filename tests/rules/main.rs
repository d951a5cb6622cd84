//! The rules: each one's documents through the whole pipeline, single rules on made claims, and what holds for all of them.

mod catalogue;
mod claims;
mod documents;
mod made;
mod properties;
