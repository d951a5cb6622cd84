//! The claim record: what somebody says of a subject, with its exact place. JSON Lines and CSV carry the same fields.

pub mod cell;
pub mod csv;
pub mod jsonl;
pub mod row;
pub mod wording;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use serde::{Deserialize, Serialize};

use crate::quantity::fraction;

/// One record. The contract of every field is `schemas/claim.schema.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Hash of what the claim is about and of the kind of section, not of where it stands or what it says.
    pub id: String,
    /// Name of the collection; empty for the only one.
    pub collection: String,
    /// Relative path of the document.
    pub document: String,
    /// Line, counted from 1; null where somebody added the record by hand and named no line.
    pub line: Option<u32>,
    /// 1-based column in code points.
    pub column: Option<u32>,
    /// Line of the end.
    pub end_line: Option<u32>,
    /// Column after the last character.
    pub end_column: Option<u32>,
    /// The text of the span as written.
    pub quote: String,
    /// Headings above, outermost first, joined by " > ".
    pub heading: String,
    /// Section role.
    pub section: String,
    /// The block that it stands in, and the one that leads into that.
    pub block: Option<BlockRef>,
    /// Place in a table.
    pub table: Option<TableRef>,
    /// What kind of claim.
    pub kind: Kind,
    /// Whom it is about.
    pub subject: Option<Subject>,
    /// What is measured: lexicon id or a slug of the noun phrase.
    pub metric: Option<String>,
    /// `fit` where the value is a threshold of suitability.
    #[serde(rename = "use")]
    pub usage: Option<Usage>,
    /// The value as written.
    pub value: Option<Value>,
    /// The value in base units.
    pub canonical: Option<Interval>,
    /// What else the words may mean.
    pub readings: Vec<Interval>,
    /// What a comparison is against.
    pub baseline: Option<String>,
    /// On what the statement rests.
    pub modality: Modality,
    /// Name to text: period, plan, hardware, region, …
    pub conditions: BTreeMap<String, String>,
    /// Tags of the people that it is for.
    pub audience: Vec<String>,
    /// Date that the statement carries, ISO 8601.
    pub date: Option<String>,
    /// Version that the statement carries.
    pub version: Option<String>,
    /// Link, footnote or citation of the sentence.
    pub source: Option<String>,
    /// Where the record comes from.
    pub origin: Origin,
    /// Ids of the parents of a derived record.
    pub parents: Vec<String>,
    /// A person's verdict on the record.
    pub review: Review,
    /// How sure extraction is of subject and metric.
    pub confidence: Confidence,
    /// For kinds whose value is words: the recommended thing, the section's heading, the direction; else null.
    pub text: Option<String>,
    /// The words around a figure, while a run lasts.
    #[serde(skip)]
    pub wording: Option<Box<wording::Wording>>,
    /// Facts that linking found several passages to state in words of their own.
    #[serde(skip)]
    pub facts: Vec<String>,
}

/// Block ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockRef {
    /// Index of the block in its document.
    pub id: u32,
    /// Index of the block that introduces it.
    pub announced_by: Option<u32>,
    /// Index of the first block of the list or program output that it is a line of.
    #[serde(default)]
    pub group: Option<u32>,
    /// Which sentence of the block it stands in, from 0; of figures in running text.
    #[serde(default)]
    pub sentence: Option<u32>,
}

/// The text of a figure that is the whole answer to a question.
pub const ANSWER: &str = "answer";

/// The metric of a sum by which something is dearer or cheaper. From what, its sentence says in words of its own, so that two of them are
/// not held against each other.
pub const DIFFERENCE: &str = "price-difference";

/// The text of a bare number below ten in a sentence, which no other sentence's number is held against.
pub const FEW: &str = "few";

/// The condition of a count that the list which it announces bears out: how many items that has.
pub const COUNTED: &str = "counted";

/// Whether a list that the claim announces has as many items as it says. Of two such counts neither is wrong.
pub fn counted(claim: &Claim) -> bool {
    claim.conditions.contains_key(COUNTED)
}

/// Place in a table, 0-based in the resolved grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRef {
    /// Index of the table in its document.
    pub id: u32,
    /// Row, header rows included.
    pub row: u32,
    /// Column.
    pub column: u32,
}

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),* }
        impl $name {
            /// The word in the records.
            pub const fn word(self) -> &'static str { match self { $(Self::$variant => $word),* } }
            /// All words, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}

words! {
    /// What kind of claim a record holds.
    Kind {
        /// A figure of a subject.
        #[default] Quantity = "quantity",
        /// A place in a ranking.
        Rank = "rank",
        /// Points that a subject got.
        Score = "score",
        /// The scale that scores are given on.
        Scale = "scale",
        /// Weight of a criterion.
        Weight = "weight",
        /// A number of things that the document announces: five products, 3 criteria.
        Count = "count",
        /// The document's first choice.
        TopPick = "top_pick",
        /// A subject recommended to an audience.
        Recommendation = "recommendation",
        /// Cheapest, fastest, most.
        Superlative = "superlative",
        /// Where or to whom a subject is available.
        Availability = "availability",
        /// What a subject can or cannot do.
        Capability = "capability",
        /// Dearer, slower than another: no number.
        Direction = "direction",
        /// What a sentence says of all, some or none of the rows of a table, of their mean, or of one row from one column to the next.
        Aggregate = "aggregate",
        /// Structure: the document.
        Document = "document",
        /// Structure: a section.
        Section = "section",
        /// Structure: a list.
        List = "list",
        /// Structure: a table.
        Table = "table",
        /// Structure: a passage that stands twice, and where else.
        Passage = "passage",
    }
}

/// The text of a figure that is said to be the total of the weights around it.
pub const WEIGHTS_TOTAL: &str = "weights total";

impl Kind {
    /// Whether a record of this kind says something of its own, rather than how its document is built or what it sums up.
    pub const fn speaks(self) -> bool {
        !matches!(self, Self::Document | Self::Section | Self::List | Self::Table | Self::Passage | Self::Aggregate)
    }

    /// Whether a record of this kind says nothing without a subject. A rank has a figure and is kept for it.
    pub const fn needs_subject(self) -> bool {
        matches!(self, Self::TopPick | Self::Recommendation | Self::Superlative | Self::Availability | Self::Capability)
    }
}

words! {
    /// On what a statement rests.
    Modality {
        /// Just said.
        #[default] Stated = "stated",
        /// 实测, measured.
        Measured = "measured",
        /// 理论, theoretical, peak by design.
        Theoretical = "theoretical",
        /// 预期, expected, estimated.
        Expected = "expected",
        /// 承诺, guaranteed.
        Promised = "promised",
        /// 官方称, according to the vendor.
        VendorStated = "vendor_stated",
        /// From a trusted source.
        Reference = "reference",
        /// Read from a data file.
        Data = "data",
    }
}

words! {
    /// Where a record comes from.
    Origin {
        /// Found by the program in a document.
        #[default] Extracted = "extracted",
        /// Written or corrected by a person.
        Curated = "curated",
        /// Read from a data file.
        Data = "data",
        /// A trusted record.
        Reference = "reference",
        /// Follows from other records by arithmetic.
        Derived = "derived",
        /// What a document stated before it was corrected; made for one run, never stored.
        Retired = "retired",
    }
}

words! {
    /// A person's verdict on a record.
    Review {
        /// Nobody has looked.
        #[default] None = "none",
        /// Right as it is.
        Confirmed = "confirmed",
        /// Changed by a person.
        Corrected = "corrected",
        /// Not a claim.
        Rejected = "rejected",
    }
}

words! {
    /// How sure the program is.
    Confidence {
        /// Named on the spot.
        #[default] High = "high",
        /// Inherited from the section, table or document.
        Medium = "medium",
        /// A guess that is shown on demand only.
        Low = "low",
    }
}

words! {
    /// What a value is used for.
    Usage {
        /// A threshold of suitability: "fits teams below 10".
        #[default] Fit = "fit",
    }
}

words! {
    /// What is said of a value; see [`crate::quantity::Bound`].
    Bound {
        /// Just this value.
        #[default] Eq = "eq",
        /// Between two values.
        Range = "range",
        /// This or more.
        AtLeast = "at_least",
        /// More than this.
        MoreThan = "more_than",
        /// This or less.
        AtMost = "at_most",
        /// Less than this.
        LessThan = "less_than",
        /// A maximum that is reached at best.
        UpTo = "up_to",
        /// A minimum that is reached at best.
        AsLowAs = "as_low_as",
        /// A change.
        FromTo = "from_to",
    }
}

/// Whom a claim is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// Lexicon id or a slug of the name; [`crate::link`] may rewrite it.
    pub id: String,
    /// As written.
    pub name: String,
    /// Lexicon id of the vendor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
}

/// A value as written: decimal strings in the written order and unit, magnitude words applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// First figure.
    pub low: Option<String>,
    /// Second figure; the same for a single one.
    pub high: Option<String>,
    /// Unit of the first (or only) figure as written.
    pub unit: String,
    /// Unit of the second where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_unit: Option<String>,
    /// What is said of the value.
    pub bound: Bound,
    /// About, 约, 左右.
    pub approximate: bool,
    /// One unit of the last written digit, in the written unit.
    pub precision: String,
}

/// An interval in base units; decimal strings (or `a/b`), null for an open end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// Lower end; for `from_to` the value before.
    pub low: Option<String>,
    /// Upper end; for `from_to` the value after.
    pub high: Option<String>,
    /// Base unit.
    pub unit: String,
    /// What is said of the value.
    pub bound: Bound,
    /// The lower end is excluded.
    pub low_open: bool,
    /// The upper end is excluded.
    pub high_open: bool,
}

/// Reads a decimal string or `a/b` exactly; `None` when it is neither.
pub fn exact(text: &str) -> Option<BigRational> {
    if let Some(short) = short(text) {
        return Some(short);
    }
    if let Some((above, below)) = text.split_once('/') {
        let (above, below) = (exact(above)?, exact(below)?);
        return (*below.numer() != BigInt::from(0)).then(|| above / below);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 4000 || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if part.is_empty() {
        return whole.parse().ok().map(BigRational::from_integer);
    }
    let digits: BigInt = format!("{whole}{part}").parse().ok()?;
    Some(BigRational::new(digits, BigInt::from(10).pow(u32::try_from(part.len()).ok()?)))
}

/// A decimal of at most eighteen digits, as nearly all are: without a big number until it is read.
fn short(text: &str) -> Option<BigRational> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    if digits.len() > 19 {
        return None;
    }
    let (mut mantissa, mut below, mut read) = (0_i128, 0_i128, false);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + i128::from(byte - b'0');
                below *= 10;
                read = true;
            }
            b'.' if below == 0 => below = 1,
            _ => return None,
        }
    }
    read.then(|| fraction(if negative { -mantissa } else { mantissa }, below.max(1)))
}
