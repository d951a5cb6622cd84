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
    /// The names as a tree, to which names may be added.
    tree: Vec<Branch>,
    /// The same tree packed for the search: it is walked several times a figure and must stay in the cache.
    nodes: Vec<Node>,
    edges: Vec<(u8, u32)>,
    root: Vec<u32>,
}

/// A node of the tree: which byte leads where, and the rows whose names end here.
#[derive(Debug, Clone, Default)]
struct Branch {
    next: Vec<(u8, u32)>,
    exact: Option<u32>,
    folded: Option<u32>,
}

/// A packed node: its part of the edges, in the order of the bytes, and the rows, [`NONE`] if none.
#[derive(Debug, Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
    exact: u32,
    folded: u32,
}

const NONE: u32 = u32::MAX;

static BUILTIN: LazyLock<Units> = LazyLock::new(|| {
    let mut units =
        Units { rows: Vec::new(), tree: vec![Branch::default()], nodes: Vec::new(), edges: Vec::new(), root: Vec::new() };
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
                self.tree[exact].exact = Some(row);
                let folded = self.insert(&name.to_ascii_lowercase());
                // The first row of a table owns the spelling without case; a later table replaces it.
                if self.tree[folded].folded.is_none_or(|owner| owner < base) {
                    self.tree[folded].folded = Some(row);
                }
            }
            self.rows.push(unit);
        }
        self.pack();
        Ok(())
    }

    fn pack(&mut self) {
        (self.nodes, self.edges, self.root) = (Vec::new(), Vec::new(), vec![NONE; 256]);
        for branch in &self.tree {
            let first = u32::try_from(self.edges.len()).unwrap_or(NONE);
            self.edges.extend_from_slice(&branch.next);
            let start = self.edges.len() - branch.next.len();
            self.edges[start..].sort_unstable();
            let count = u32::try_from(branch.next.len()).unwrap_or(0);
            self.nodes.push(Node { first, count, exact: branch.exact.unwrap_or(NONE), folded: branch.folded.unwrap_or(NONE) });
        }
        if let Some(branch) = self.tree.first() {
            for (byte, next) in &branch.next {
                self.root[usize::from(*byte)] = *next;
            }
        }
    }

    fn step(&self, node: Node, byte: u8) -> Option<u32> {
        let edges = self.edges.get(node.first as usize..(node.first + node.count) as usize)?;
        if edges.len() > 8 {
            return edges.binary_search_by_key(&byte, |(b, _)| *b).ok().map(|index| edges[index].1);
        }
        edges.iter().find(|(b, _)| *b == byte).map(|(_, next)| *next)
    }

    fn insert(&mut self, name: &str) -> usize {
        let mut node = 0;
        for &byte in name.as_bytes() {
            node = if let Some(&(_, next)) = self.tree[node].next.iter().find(|(b, _)| *b == byte) {
                next as usize
            } else {
                let next = self.tree.len();
                self.tree.push(Branch::default());
                self.tree[node].next.push((byte, u32::try_from(next).unwrap_or(u32::MAX)));
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
        let first = *bytes.get(at)?;
        let mut next = self.root[usize::from(if fold { first.to_ascii_lowercase() } else { first })];
        let (mut end, mut best) = (at, None);
        while let Some(&node) = self.nodes.get(next as usize) {
            let byte = bytes[end];
            end += 1;
            // One letter is never folded: `a year` is no ampere.
            let row = if !fold {
                node.exact
            } else if end > at + 1 {
                node.folded
            } else {
                NONE
            };
            if row != NONE {
                let inside = byte.is_ascii_alphabetic()
                    && bytes.get(end).is_some_and(|next| next.is_ascii_alphabetic() || *next == b'_')
                    || byte.is_ascii_digit() && bytes.get(end).is_some_and(u8::is_ascii_digit);
                if !inside {
                    best = Some((end, row));
                }
            }
            let Some(&byte) = bytes.get(end) else { break };
            let Some(found) = self.step(node, if fold { byte.to_ascii_lowercase() } else { byte }) else { break };
            next = found;
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
