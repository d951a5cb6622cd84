//! The table of units: `units.csv`, and what a user adds. Symbols match as written first and without regard to case
//! after that, so that `Mb` is a bit and `MB` a byte, and `KG` is still a kilogram. The longest name wins, and a Latin name never
//! ends inside a word: `200ms` is not `200m`.

use std::sync::LazyLock;

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
    /// Base unit; empty for measure words.
    pub canonical: String,
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
    nodes: Vec<Node>,
}

/// A step of the search: which byte leads where, and the rows that end here.
#[derive(Debug, Clone, Default)]
struct Node {
    next: Vec<(u8, u32)>,
    /// The same as a table, for nodes with many ways out.
    dense: Vec<u32>,
    exact: Option<u32>,
    folded: Option<u32>,
}

impl Node {
    fn step(&self, byte: u8) -> Option<usize> {
        if self.dense.is_empty() {
            return self.next.iter().find(|(b, _)| *b == byte).map(|(_, next)| *next as usize);
        }
        match self.dense[usize::from(byte)] {
            0 => None,
            next => Some(next as usize),
        }
    }
}

static BUILTIN: LazyLock<Units> = LazyLock::new(|| {
    let mut units = Units { rows: Vec::new(), nodes: vec![Node::default()] };
    let faults = units.extend(include_str!("units.csv")).err();
    debug_assert_eq!(faults, None, "the built-in table is read by a test");
    units
});

impl Units {
    /// The table that comes with the program.
    pub fn builtin() -> &'static Self {
        &BUILTIN
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
            let unit = Unit { canonical: canonical.trim().to_owned(), factor, binary: binary.transpose()?, kind };
            for name in names.split(';').map(str::trim).filter(|name| !name.is_empty()) {
                let exact = self.insert(name);
                self.nodes[exact].exact = Some(row);
                let folded = self.insert(&name.to_ascii_lowercase());
                // The first row of a table owns the spelling without case; a later table replaces it.
                if self.nodes[folded].folded.is_none_or(|owner| owner < base) {
                    self.nodes[folded].folded = Some(row);
                }
            }
            self.rows.push(unit);
        }
        for node in &mut self.nodes {
            if node.next.len() > 3 {
                node.dense = vec![0; 256];
                for (byte, next) in &node.next {
                    node.dense[usize::from(*byte)] = *next;
                }
            }
        }
        Ok(())
    }

    fn insert(&mut self, name: &str) -> usize {
        let mut node = 0;
        for &byte in name.as_bytes() {
            node = if let Some(&(_, next)) = self.nodes[node].next.iter().find(|(b, _)| *b == byte) {
                next as usize
            } else {
                let next = self.nodes.len();
                self.nodes.push(Node::default());
                self.nodes[node].next.push((byte, u32::try_from(next).unwrap_or(u32::MAX)));
                next
            };
        }
        node
    }

    /// The longest unit that starts at `at`, with its end.
    pub(super) fn at(&self, text: &str, at: usize) -> Option<(usize, &Unit)> {
        let exact = self.walk(text, at, false);
        if !text.as_bytes().get(at)?.is_ascii_alphabetic() {
            return exact.map(|(end, row)| (end, &self.rows[row as usize]));
        }
        let folded = self.walk(text, at, true);
        match (exact, folded) {
            (Some(one), Some(other)) if other.0 > one.0 => Some(other),
            (None, other) => other,
            (one, _) => one,
        }
        .map(|(end, row)| (end, &self.rows[row as usize]))
    }

    fn walk(&self, text: &str, at: usize, fold: bool) -> Option<(usize, u32)> {
        let bytes = text.as_bytes();
        let (mut node, mut best) = (0_usize, None);
        for (offset, &byte) in bytes.get(at..)?.iter().enumerate() {
            let byte = if fold { byte.to_ascii_lowercase() } else { byte };
            let Some(next) = self.nodes[node].step(byte) else { break };
            node = next;
            // One letter is never folded: `a year` is no ampere.
            let found = if fold { self.nodes[node].folded.filter(|_| offset > 0) } else { self.nodes[node].exact };
            if let Some(row) = found {
                let end = at + offset + 1;
                let inside = byte.is_ascii_alphabetic()
                    && bytes.get(end).is_some_and(|next| next.is_ascii_alphabetic() || *next == b'_')
                    || byte.is_ascii_digit() && bytes.get(end).is_some_and(u8::is_ascii_digit);
                if !inside {
                    best = Some((end, row));
                }
            }
        }
        best
    }
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
