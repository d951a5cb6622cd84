//! Choices that a seed decides: a small generator of its own, so that a set is the same on every machine and in every year.

/// Splitmix64 over a seed.
pub struct Draw(u64);

impl Draw {
    /// A stream for one set: its rule and number.
    pub fn new(rule: &str, number: u64) -> Self {
        let seed =
            rule.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high - low + 1).unwrap();
        low + i64::try_from(self.next() % width).unwrap()
    }

    /// An index below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(count).unwrap()).unwrap()
    }

    /// True in `percent` of a hundred.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// The first `count` of a shuffled copy.
    pub fn some<T: Copy>(&mut self, of: &[T], count: usize) -> Vec<T> {
        let mut all = of.to_vec();
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
        all.truncate(count);
        all
    }
}

/// `value` ten-to-the-minus-`decimals`, as written.
pub fn decimal(value: i64, decimals: usize) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{:0width$}", value.abs(), width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// The same without zeros at the end of the fraction.
pub fn trimmed(value: i64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A whole number with commas between thousands.
pub fn grouped(text: &str) -> String {
    let (whole, part) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out += part;
    }
    out
}
