//! The table of units: `units.csv`, and what a user adds. Symbols match as written first and without regard to case
//! after that, so that `Mb` is a bit and `MB` a byte, and `KG` is still a kilogram. The longest name wins, and a Latin name never
//! ends inside a word: `200ms` is not `200m`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ecow::EcoString;

use super::Number;

/// What a unit measures, as far as reading depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// Seconds and what is made of them.
    Time,
    /// Bytes: a decimal prefix has a binary reading.
    Data,
    /// Lengths, masses, energies and whatever else is only a unit.
    Measure,
    /// Degrees of temperature and angle.
    Degree,
    /// A part of a hundred.
    Percent,
    /// Percentage points.
    Points,
    /// 折: a price in tenths of the full one.
    Discount,
    /// Times, 倍.
    Ratio,
    /// Points of a score.
    Score,
    /// Money.
    Money,
    /// Already a rate: QPS, Mbps.
    Rate,
    /// A counted noun.
    Noun,
    /// A Chinese measure word without a meaning of its own: 款, 个.
    Classifier,
}

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The first of its names: what a rate over it is called where it is no base unit (CNY/kWh).
    pub symbol: EcoString,
    /// Base unit; empty for measure words.
    pub canonical: EcoString,
    /// How many base units it is.
    pub factor: Number,
    /// The same with binary prefixes.
    pub binary: Option<Number>,
    /// What it measures.
    pub kind: UnitKind,
}

/// The table, ready for look-up.
#[derive(Debug, Clone)]
pub struct Units {
    rows: Vec<Unit>,
    /// All names and their spellings in lower case.
    names: BTreeMap<Box<str>, Rows>,
    /// The same packed for the search, by what they begin with and the longest first: it runs several times a figure.
    entries: Vec<Entry>,
    /// Where the entries of each two bytes or character of three bytes start and how many they are, [`SLOTS`] of them.
    slots: Vec<(u32, u32)>,
    /// Names of one byte.
    single: Vec<Option<u32>>,
    /// A bit for each two letters that a name of money ends in.
    money_ends: [u64; 16],
}

/// The rows that a name stands for as written, and in any case.
#[derive(Debug, Clone, Copy, Default)]
struct Rows {
    exact: Option<u32>,
    folded: Option<u32>,
}

#[derive(Debug, Clone)]
struct Entry {
    name: Box<str>,
    /// Up to eight bytes of the name in lower case, and which they are.
    head: u64,
    mask: u64,
    rows: Rows,
}

const SLOTS: usize = 4096;

static BUILTIN: LazyLock<Units> = LazyLock::new(|| {
    let mut units = Units {
        rows: Vec::new(),
        names: BTreeMap::new(),
        entries: Vec::new(),
        slots: Vec::new(),
        single: Vec::new(),
        money_ends: [0; 16],
    };
    let faults = units.extend(include_str!("units.csv")).err();
    debug_assert_eq!(faults, None, "the built-in table is read by a test");
    units
});

impl Units {
    /// The table that comes with the program.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// Whether a base unit is a counted noun, or a noun that is only counted at a rate: person, visit, core, message.
    pub fn counts(&self, canonical: &str) -> bool {
        let measures = |row: &Unit| !matches!(row.kind, UnitKind::Noun | UnitKind::Classifier | UnitKind::Rate);
        !canonical.is_empty()
            && !self.rows.iter().any(|row| measures(row) && row.canonical.split(['/', '*']).any(|unit| unit == canonical))
    }

    /// Adds rows in the form of `units.csv`: `names;separated,canonical,factor,kind,binary factor`. A name that exists is replaced.
    ///
    /// ```
    /// use claimlint::quantity::{Units, scan_with};
    /// let mut units = Units::builtin().clone();
    /// units.extend("names,canonical,factor,kind,binary\n晶圆片;wafer;wafers,wafer,1,noun,\n")?;
    /// assert_eq!(scan_with(&units, "月产5万晶圆片").quantities[0].canonical.unit, "wafer");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// A sentence that names the line and what is wrong with it.
    pub fn extend(&mut self, table: &str) -> Result<(), String> {
        let base = u32::try_from(self.rows.len()).map_err(|_| "the table is full".to_owned())?;
        for (index, line) in table.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') || line.starts_with("names,") {
                continue;
            }
            let line_number = index + 1;
            let fields: Vec<&str> = line.split(',').collect();
            let [names, canonical, factor, kind, rest @ ..] = fields.as_slice() else {
                return Err(format!("line {line_number}: expected names,canonical,factor,kind,binary, found `{line}`"));
            };
            let factor = factor_of(factor)
                .ok_or_else(|| format!("line {line_number}: expected a positive number as the factor, found `{factor}`"))?;
            let kind = kind_of(kind).ok_or_else(|| format!("line {line_number}: `{kind}` is no kind of unit"))?;
            let binary = rest.first().filter(|text| !text.trim().is_empty()).map(|text| {
                factor_of(text).ok_or_else(|| format!("line {line_number}: expected a binary factor, found `{text}`"))
            });
            let row = u32::try_from(self.rows.len()).map_err(|_| format!("line {line_number}: the table is full"))?;
            let symbol = names.split(';').map(str::trim).find(|name| !name.is_empty()).unwrap_or_default().into();
            let unit = Unit { symbol, canonical: canonical.trim().into(), factor, binary: binary.transpose()?, kind };
            for name in names.split(';').map(str::trim).filter(|name| !name.is_empty()) {
                self.names.entry(name.into()).or_default().exact = Some(row);
                let folded = &mut self.names.entry(name.to_ascii_lowercase().into()).or_default().folded;
                // The first row of a table owns the spelling without case; a later table replaces it.
                if folded.is_none_or(|owner| owner < base) {
                    *folded = Some(row);
                }
            }
            self.rows.push(unit);
        }
        self.pack();
        Ok(())
    }

    fn pack(&mut self) {
        self.single = vec![None; 256];
        let mut buckets: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
        for (name, rows) in &self.names {
            let (head, mask) = head(name.as_bytes());
            if let [byte] = *name.as_bytes() {
                self.single[usize::from(byte)] = rows.exact;
            } else {
                buckets.entry(slot(name.as_bytes())).or_default().push(Entry { name: name.clone(), head, mask, rows: *rows });
            }
            if let ([.., beside, last], Some(row)) = (name.as_bytes(), rows.exact)
                && self.rows[row as usize].kind == UnitKind::Money
            {
                let key = ends_key(*beside, *last);
                self.money_ends[key / 64] |= 1 << (key % 64);
            }
        }
        (self.entries, self.slots) = (Vec::new(), vec![(0, 0); SLOTS]);
        for (slot, mut bucket) in buckets {
            bucket.sort_by_key(|entry| std::cmp::Reverse(entry.name.len()));
            let place = |length: usize| u32::try_from(length).unwrap_or(0);
            self.slots[slot] = (place(self.entries.len()), place(bucket.len()));
            self.entries.extend(bucket);
        }
    }

    /// A name of money may end in these two letters.
    pub(super) fn money_ends(&self, beside: u8, last: u8) -> bool {
        let key = ends_key(beside, last);
        self.money_ends[key / 64] >> (key % 64) & 1 == 1
    }

    /// The longest unit that starts at `at`, with its end.
    pub(super) fn at(&self, text: &str, at: usize) -> Option<(usize, &Unit)> {
        let rest = text.as_bytes().get(at..)?;
        let first = *rest.first()?;
        let alone = || {
            // One letter is never folded, `a year` is no ampere, and never part of a word.
            let row = self.single[usize::from(first)]?;
            let inside = first.is_ascii_alphabetic() && rest.get(1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
            (!inside).then_some((1, row))
        };
        let (start, count) = self.slots[slot(rest)];
        let entries = self.entries.get(start as usize..(start + count) as usize)?;
        let (head, _) = head(rest);
        let mut found: Option<(usize, u32)> = None;
        for entry in entries {
            let end = entry.name.len();
            if found.is_some_and(|(longer, _)| longer > end) {
                break;
            }
            if (head ^ entry.head) & entry.mask != 0 {
                continue;
            }
            let Some(written) = rest.get(..end) else { continue };
            let exact = written == entry.name.as_bytes();
            let row = if exact && entry.rows.exact.is_some() {
                entry.rows.exact
            } else if first.is_ascii_alphabetic() && (exact || written.eq_ignore_ascii_case(entry.name.as_bytes())) {
                entry.rows.folded
            } else {
                None
            };
            let Some(row) = row else { continue };
            let (last, behind) = (written[end - 1], rest.get(end).copied().unwrap_or(b' '));
            let inside = last.is_ascii_alphabetic() && (behind.is_ascii_alphabetic() || behind == b'_')
                || last.is_ascii_digit() && behind.is_ascii_digit();
            if inside {
                continue;
            }
            if exact && entry.rows.exact.is_some() {
                found = Some((end, row));
                break;
            }
            found = found.or(Some((end, row)));
        }
        let (end, row) = found.or_else(alone)?;
        Some((at + end, self.rows.get(row as usize)?))
    }
}

/// The place in [`Units::slots`] of what `rest` begins with: two bytes in any case, or a character of three.
#[inline]
fn slot(rest: &[u8]) -> usize {
    let key = match *rest {
        [first @ 0..0x80, second, ..] => u32::from(first.to_ascii_lowercase()) << 8 | u32::from(second.to_ascii_lowercase()),
        [first @ 0xe0..=0xef, second, third, ..] => u32::from(first) << 16 | u32::from(second) << 8 | u32::from(third),
        [first, ..] => u32::from(first),
        [] => 0,
    };
    key.wrapping_mul(0x9e37_79b1) as usize >> 20 & (SLOTS - 1)
}

fn ends_key(beside: u8, last: u8) -> usize {
    usize::from(beside & 31) << 5 | usize::from(last & 31)
}

/// The first eight bytes as one number, capital letters and what shares their bits set to small ones, and which bytes there are.
#[inline]
fn head(rest: &[u8]) -> (u64, u64) {
    let mut bytes = [0; 8];
    let length = rest.len().min(8);
    if let Some(all) = rest.first_chunk::<8>() {
        bytes = *all;
    } else {
        bytes[..length].copy_from_slice(&rest[..length]);
    }
    (u64::from_le_bytes(bytes) | 0x2020_2020_2020_2020, lanes(length))
}

/// The lowest `length` bytes of eight.
fn lanes(length: usize) -> u64 {
    if length < 8 { (1 << (8 * length)) - 1 } else { u64::MAX }
}

fn kind_of(word: &str) -> Option<UnitKind> {
    Some(match word.trim() {
        "time" => UnitKind::Time,
        "data" => UnitKind::Data,
        "temperature" | "angle" => UnitKind::Degree,
        "percent" => UnitKind::Percent,
        "points" => UnitKind::Points,
        "discount" => UnitKind::Discount,
        "ratio" => UnitKind::Ratio,
        "score" => UnitKind::Score,
        "money" => UnitKind::Money,
        "rate" => UnitKind::Rate,
        "noun" => UnitKind::Noun,
        "classifier" => UnitKind::Classifier,
        "" => return None,
        _ => UnitKind::Measure,
    })
}

/// `1000`, `1e-9`, `0.3048` or `2000/3`.
fn factor_of(text: &str) -> Option<Number> {
    let text = text.trim();
    if let Some((above, below)) = text.split_once('/') {
        return factor_of(above)?.over(factor_of(below)?);
    }
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa: i128 = format!("{whole}{part}").parse().ok()?;
    let exponent = power.parse::<i16>().ok()?.checked_sub(i16::try_from(part.len()).ok()?)?;
    (mantissa > 0).then_some(Number::decimal(mantissa, exponent))
}
