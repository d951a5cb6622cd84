//! Exact quantities in Chinese and English text.
//!
//! [`scan`] reads every figure of a text with its place, value, unit, bound and approximation, and lists the numerals that are
//! no figures with the reason. Values are exact ([`Number`]), never binary fractions.
//!
//! ```
//! use claimlint::quantity::{Bound, scan};
//!
//! let text = "租金约1.5万-3万元/月，首包延迟低至200ms";
//! let read = scan(text);
//! let [price, latency] = read.quantities.as_slice() else { panic!() };
//!
//! assert_eq!(&text[price.span.clone()], "约1.5万-3万元/月");
//! assert_eq!((price.low.to_string(), price.high.to_string()), ("15000".to_owned(), "30000".to_owned()));
//! assert_eq!((price.canonical.unit.as_str(), price.bound, price.approximate), ("CNY/month", Bound::Range, true));
//!
//! assert_eq!(latency.bound, Bound::AsLowAs);
//! assert_eq!(latency.canonical.low.map(|n| n.to_string()), Some("0.2".to_owned()));
//! assert_eq!(latency.canonical.unit, "s");
//! ```
//!
//! Where the wording allows two values, the second stands in [`Quantity::readings`]; what is only a name is set aside:
//!
//! ```
//! use claimlint::quantity::{Reason, scan};
//!
//! let read = scan("Throughput is 3 times higher than on the V100");
//! assert_eq!(read.quantities[0].canonical.low.map(|n| n.to_string()), Some("3".to_owned()));
//! assert_eq!(read.quantities[0].readings[0].low.map(|n| n.to_string()), Some("4".to_owned()));
//! assert_eq!(read.set_aside[0].reason, Reason::Name);
//! ```
//!
//! The scan is one pass by hand: a loop over byte classes finds where a numeral may start, and only there is anything read,
//! first leftwards (sign, currency, bound words), then rightwards (magnitude, unit, range, rate, bound words). Text that holds
//! no numeral costs a few steps a word or Han character. [`visit`] keeps nothing, so its memory does not grow with the text.
//! Units are a table ([`Units`]) that a caller may extend.

mod bounds;
mod build;
mod chinese;
pub(crate) mod dates;
mod english;
mod left;
pub(crate) mod names;
mod number;
mod numeral;
mod plural;
mod range;
mod rate;
mod scanner;
mod side;
mod text;
mod units;
mod words;

pub use number::Number;
pub(crate) use number::fraction;
pub use units::{Unit, UnitKind, Units};

use std::ops::Range;

use ecow::EcoString;

/// What a quantity says of the value: DESIGN's words, and the names in the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// Just this value.
    Eq,
    /// Between two values.
    Range,
    /// This or more.
    AtLeast,
    /// More than this.
    MoreThan,
    /// This or less: a limit.
    AtMost,
    /// Less than this.
    LessThan,
    /// A maximum that is reached at best: "up to", 最高.
    UpTo,
    /// A minimum that is reached at best: "as low as", 低至.
    AsLowAs,
    /// A change from one value to another.
    FromTo,
}

/// An interval in base units. `None` is an open end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    /// Lower end; for [`Bound::FromTo`] the value before.
    pub low: Option<Number>,
    /// Upper end; for [`Bound::FromTo`] the value after.
    pub high: Option<Number>,
    /// Base unit: `s`, `byte`, `CNY/month`, `%`, `x`, `token/week`; empty for a bare number.
    pub unit: EcoString,
    /// What is said of the value.
    pub bound: Bound,
    /// The lower end itself is excluded.
    pub low_open: bool,
    /// The upper end itself is excluded.
    pub high_open: bool,
}

/// How the figure is worded, where the wording decides what kind of claim it can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A value with or without a unit.
    Plain,
    /// A part of a full mark: `9.2/10`, `4 out of 5`. `low` is the score, [`Quantity::of`] the full mark.
    Score,
    /// A factor or a relative change: 高3倍, `3x`, 翻番, half the cost.
    Multiplier,
}

/// One figure in a text. Offsets are bytes of the scanned text, on character boundaries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// The whole figure with its bound words, unit, period and suffix: what a reader would underline.
    pub span: Range<usize>,
    /// From the first to the last numeral, without words around.
    pub digits: Range<usize>,
    /// First value in the written order, magnitude words applied (2.5万 is 25000), in the written unit.
    pub low: Number,
    /// Second value in the written order; the same as `low` for a single figure.
    pub high: Number,
    /// One unit of the last written digit of `low`, in the written unit.
    pub low_precision: Number,
    /// The same of `high`.
    pub high_precision: Number,
    /// Unit of the last (or only) value as written, with its period: `ms`, `元/月`, `tokens/s`; empty if none.
    pub unit: EcoString,
    /// Unit of the first value where it differs: `ms` in `3-8ms至50μs`.
    pub low_unit: Option<EcoString>,
    /// What is said of the value.
    pub bound: Bound,
    /// 约, about, ~, 左右, 数百.
    pub approximate: bool,
    /// How it is worded.
    pub form: Form,
    /// Full mark of a [`Form::Score`].
    pub of: Option<Number>,
    /// The value in base units.
    pub canonical: Canonical,
    /// Further readings that the wording allows: 4 for 高3倍, 131072 for 128K.
    pub readings: Vec<Canonical>,
}

/// Why digits or numerals are no quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A product, model or instance name: V100, GPT-3, p2vs.32.
    Name,
    /// A version: 2.10, v5, 2.x.
    Version,
    /// A date, a time of day, a year.
    Date,
    /// A list, section, figure or question number.
    Ordinal,
    /// A telephone number, identifier, hash, address.
    Identifier,
    /// A citation or footnote mark.
    Citation,
    /// An idiom or a word that only looks like a numeral: 一站式, 统一.
    Idiom,
    /// Program code or a link target.
    Code,
    /// A ratio of sides: 16:9.
    AspectRatio,
    /// Larger or finer than the exact arithmetic holds.
    OutOfRange,
}

/// A numeral that was seen and is no quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Where it stands.
    pub span: Range<usize>,
    /// Why it is none.
    pub reason: Reason,
}

/// All that a text holds of numerals, in the order of the text; quantities and set-aside numerals never overlap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    /// The figures.
    pub quantities: Vec<Quantity>,
    /// Numerals that are none.
    pub set_aside: Vec<SetAside>,
}

impl Bound {
    /// The word in records: `at_least`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Range => "range",
            Self::AtLeast => "at_least",
            Self::MoreThan => "more_than",
            Self::AtMost => "at_most",
            Self::LessThan => "less_than",
            Self::UpTo => "up_to",
            Self::AsLowAs => "as_low_as",
            Self::FromTo => "from_to",
        }
    }
}

impl Reason {
    /// The word in coverage and output: `aspect_ratio`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Version => "version",
            Self::Date => "date",
            Self::Ordinal => "ordinal",
            Self::Identifier => "identifier",
            Self::Citation => "citation",
            Self::Idiom => "idiom",
            Self::Code => "code",
            Self::AspectRatio => "aspect_ratio",
            Self::OutOfRange => "out_of_range",
        }
    }
}

/// The value and its base unit: `25000..40000 CNY/month`, `..0.2 s`, `3 x`.
impl std::fmt::Display for Canonical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "{low}")?,
            (low, high) => {
                if let Some(low) = low {
                    write!(f, "{low}")?;
                }
                f.write_str("..")?;
                if let Some(high) = high {
                    write!(f, "{high}")?;
                }
            }
        }
        if self.unit.is_empty() { Ok(()) } else { write!(f, " {}", self.unit) }
    }
}

/// One line: value and unit, bound, `about`, full mark, further readings.
///
/// ```
/// use claimlint::quantity::scan;
/// assert_eq!(scan("高3倍").quantities[0].to_string(), "3 x eq, or 4 x");
/// assert_eq!(scan("约35%").quantities[0].to_string(), "35 % eq, about");
/// ```
impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.canonical, self.bound.word())?;
        if self.approximate {
            f.write_str(", about")?;
        }
        if let Some(of) = self.of {
            write!(f, ", of {of}")?;
        }
        for reading in &self.readings {
            write!(f, ", or {reading}")?;
        }
        Ok(())
    }
}

/// Reads all quantities of a text with the built-in units.
///
/// A text is one block: a paragraph, list item or table cell. Bounds and periods are looked for in the same clause only.
pub fn scan(text: &str) -> Scan {
    scan_with(Units::builtin(), text)
}

/// Reads all quantities of a text with a unit table of the caller.
pub fn scan_with(units: &Units, text: &str) -> Scan {
    collect(units, Nouns::Any, text)
}

/// Reads all quantities of a text with the built-in units alone: a counted noun that the table does not know ("1,200 widgets")
/// stays beside its figure, for a reader that takes it for the name of what is counted.
///
/// ```
/// use claimlint::quantity::{scan, scan_known};
/// assert_eq!(scan("1,200 widgets").quantities[0].canonical.unit, "widget");
/// assert_eq!(scan_known("1,200 widgets").quantities[0].canonical.unit, "");
/// ```
pub fn scan_known(text: &str) -> Scan {
    collect(Units::builtin(), Nouns::Known, text)
}

fn collect(units: &Units, nouns: Nouns, text: &str) -> Scan {
    let mut scan = Scan::default();
    scanner::run(units, nouns, text, &mut |item| match item {
        Item::Quantity(quantity) => scan.quantities.push(quantity),
        Item::SetAside(aside) => scan.set_aside.push(aside),
    });
    scan
}

/// Which counted nouns are units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nouns {
    /// Those of the table, and English plurals behind a number.
    Any,
    /// Those of the table.
    Known,
}

/// What [`visit`] hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "an item is handed over, never stored")]
pub enum Item {
    /// A figure.
    Quantity(Quantity),
    /// A numeral that is none.
    SetAside(SetAside),
}

/// Reads a text of any length piece by piece, without keeping what was found.
pub fn visit(units: &Units, text: &str, sink: &mut dyn FnMut(Item)) {
    scanner::run(units, Nouns::Any, text, sink);
}
