//! An exact number as a text writes it: a decimal, or a decimal over a small denominator (三分之一).

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;

/// `mantissa × 10^exponent ÷ denominator`. Equality is of the representation; compare values by [`Number::exact`].
///
/// Packed to 24 bytes, which alignment would make 32: a figure holds seven numbers and is moved several times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(Rust, packed(8))]
pub struct Number {
    /// All digits as one integer.
    pub mantissa: i128,
    /// Power of ten; -1 for one decimal place.
    pub exponent: i16,
    /// 1 but for fractions.
    pub denominator: u32,
}

impl Number {
    /// A whole number.
    pub const fn whole(value: i128) -> Self {
        Self { mantissa: value, exponent: 0, denominator: 1 }
    }

    /// Zero.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);

    /// `mantissa × 10^exponent`.
    pub const fn decimal(mantissa: i128, exponent: i16) -> Self {
        Self { mantissa, exponent, denominator: 1 }
    }

    /// The product; `None` where it does not fit.
    pub fn times(self, other: Self) -> Option<Self> {
        // The product of 64 bits always fits.
        if self.denominator == 1
            && other.denominator == 1
            && let (Ok(one), Ok(two)) = (i64::try_from(self.mantissa), i64::try_from(other.mantissa))
        {
            return Some(Self::decimal(i128::from(one) * i128::from(two), self.exponent.checked_add(other.exponent)?));
        }
        if self.denominator == 1
            && other.denominator == 1
            && let Some(mantissa) = self.mantissa.checked_mul(other.mantissa)
        {
            return Some(Self::decimal(mantissa, self.exponent.checked_add(other.exponent)?));
        }
        let (one, two) = (self.trimmed(), other.trimmed());
        let product = Self {
            mantissa: one.mantissa.checked_mul(two.mantissa)?,
            exponent: one.exponent.checked_add(two.exponent)?,
            denominator: one.denominator.checked_mul(two.denominator)?,
        };
        Some(product.reduced())
    }

    /// Times a power of ten.
    pub fn shifted(self, places: i16) -> Option<Self> {
        Some(Self { exponent: self.exponent.checked_add(places)?, ..self })
    }

    /// The sum; `None` where it does not fit.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            if self.exponent == other.exponent {
                return Some(Self { mantissa: self.mantissa.checked_add(other.mantissa)?, ..self });
            }
            let exponent = self.exponent.min(other.exponent);
            let scaled = |n: Self| {
                let power = u32::try_from(n.exponent.checked_sub(exponent)?).ok()?;
                n.mantissa.checked_mul(10_i128.checked_pow(power)?)
            };
            if let (Some(left), Some(right)) = (scaled(self), scaled(other)) {
                return Some(Self::decimal(left.checked_add(right)?, exponent));
            }
        }
        Self::from_exact(&(self.exact() + other.exact()))
    }

    /// The quotient; `None` for a division by zero or where it does not fit.
    pub fn over(self, other: Self) -> Option<Self> {
        if other.mantissa == 0 {
            return None;
        }
        if other == Self::ONE {
            return Some(self);
        }
        if other.denominator == 1
            && other.mantissa > 0
            && let Some(below) = u32::try_from(other.mantissa).ok().and_then(|below| below.checked_mul(self.denominator))
            && let Some(exponent) = self.exponent.checked_sub(other.exponent)
        {
            return Some(Self { mantissa: self.mantissa, exponent, denominator: below }.reduced().plain());
        }
        Self::from_exact(&(self.exact() / other.exact()))
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    /// Without zeros at the end of the mantissa.
    fn trimmed(self) -> Self {
        let mut n = self;
        while n.mantissa != 0 && n.mantissa % 10 == 0 && n.exponent < i16::MAX {
            n.mantissa /= 10;
            n.exponent += 1;
        }
        n
    }

    /// Without zeros after the decimal point: 0.150 is 0.15.
    #[must_use]
    pub fn plain(self) -> Self {
        let mut n = self;
        if n.mantissa == 0 {
            return Self::ZERO;
        }
        if n.exponent >= 0 {
            return n;
        }
        // Division of 64 bits is many times faster than of 128.
        if let Ok(mut small) = i64::try_from(n.mantissa) {
            while n.exponent < 0 && small % 10 == 0 {
                small /= 10;
                n.exponent += 1;
            }
            return Self { mantissa: i128::from(small), ..n };
        }
        while n.exponent < 0 && n.mantissa % 10 == 0 {
            n.mantissa /= 10;
            n.exponent += 1;
        }
        n
    }

    /// A denominator that a power of ten absorbs is absorbed; the rest is cancelled.
    fn reduced(self) -> Self {
        let mut n = self;
        if n.denominator <= 1 {
            return n;
        }
        let common = gcd(n.mantissa.unsigned_abs(), u128::from(n.denominator));
        if common > 1
            && let (Ok(divisor), Ok(small)) = (i128::try_from(common), u32::try_from(common))
        {
            n.mantissa /= divisor;
            n.denominator /= small;
        }
        for (factor, other) in [(10, 1), (2, 5), (5, 2)] {
            while n.denominator > 1 && n.denominator.is_multiple_of(factor) {
                let Some(mantissa) = n.mantissa.checked_mul(other) else { return n };
                let Some(exponent) = n.exponent.checked_sub(1) else { return n };
                n = Self { mantissa, exponent, denominator: n.denominator / factor };
            }
        }
        n
    }

    /// From a rational; `None` where mantissa or denominator do not fit.
    pub fn from_exact(value: &BigRational) -> Option<Self> {
        let mantissa = i128::try_from(value.numer().clone()).ok()?;
        let mut below = value.denom().clone();
        let mut exponent = 0_i16;
        let ten = BigInt::from(10);
        let zero = BigInt::from(0);
        while u32::try_from(below.clone()).is_err() {
            if &below % &ten == zero {
                below /= &ten;
                exponent = exponent.checked_sub(1)?;
            } else {
                return scaled_denominator(value);
            }
        }
        Some(Self { mantissa, exponent, denominator: u32::try_from(below).ok()? }.reduced().plain())
    }

    /// Order of the values.
    pub fn compare(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            let exponent = self.exponent.min(other.exponent);
            let scaled = |n: &Self| {
                let power = u32::try_from(n.exponent.checked_sub(exponent)?).ok()?;
                n.mantissa.checked_mul(10_i128.checked_pow(power)?)
            };
            if let (Some(one), Some(two)) = (scaled(self), scaled(other)) {
                return one.cmp(&two);
            }
        }
        self.exact().cmp(&other.exact())
    }

    /// Both write the same value.
    pub fn same(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Equal
    }

    /// The value as a whole number, where it is one.
    pub fn integer(&self) -> Option<i128> {
        if self.denominator != 1 {
            return None;
        }
        if self.exponent >= 0 {
            return self.mantissa.checked_mul(10_i128.checked_pow(u32::from(self.exponent.unsigned_abs()))?);
        }
        let power = 10_i128.checked_pow(u32::from(self.exponent.unsigned_abs()))?;
        (self.mantissa % power == 0).then(|| self.mantissa / power)
    }

    /// The value as an exact rational.
    pub fn exact(&self) -> BigRational {
        let places = u32::from(self.exponent.unsigned_abs());
        if let Some(power) = 10_i128.checked_pow(places) {
            let (above, below) = (self.mantissa, i128::from(self.denominator.max(1)));
            let fitting = if self.exponent < 0 {
                below.checked_mul(power).map(|below| (above, below))
            } else {
                above.checked_mul(power).map(|above| (above, below))
            };
            if let Some((above, below)) = fitting {
                return fraction(above, below);
            }
        }
        let power = BigInt::from(10).pow(places);
        let (mut above, mut below) = (BigInt::from(self.mantissa), BigInt::from(self.denominator.max(1)));
        if self.exponent < 0 {
            below *= power;
        } else {
            above *= power;
        }
        BigRational::new(above, below)
    }
}

/// The quotient of two whole numbers, the second above zero. Of figures that fit a machine word, to cancel a common factor takes a tenth
/// of the time that it takes of big numbers, and that is most of what a comparison takes.
pub(crate) fn fraction(above: i128, below: i128) -> BigRational {
    let common = i128::try_from(gcd(above.unsigned_abs(), below.unsigned_abs())).unwrap_or(1).max(1);
    BigRational::new_raw(BigInt::from(above / common), BigInt::from(below / common))
}

fn gcd(a: u128, b: u128) -> u128 {
    if let (Ok(mut a), Ok(mut b)) = (u64::try_from(a), u64::try_from(b)) {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        return u128::from(a);
    }
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// For denominators such as 2^40: all twos and fives become tens.
fn scaled_denominator(value: &BigRational) -> Option<Number> {
    let (mut above, mut below) = (value.numer().clone(), value.denom().clone());
    let (zero, mut exponent) = (BigInt::from(0), 0_i16);
    for (factor, other) in [(2, 5), (5, 2)] {
        let (factor, other) = (BigInt::from(factor), BigInt::from(other));
        while &below % &factor == zero {
            below /= &factor;
            above *= &other;
            exponent = exponent.checked_sub(1)?;
        }
    }
    let denominator = u32::try_from(below).ok()?;
    Some(Number { mantissa: i128::try_from(above).ok()?, exponent, denominator })
}

/// A plain decimal (`0.000002`, `300000000000`) that keeps the written decimals; `100/3` where the value has no finite decimal.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let digits = self.mantissa.unsigned_abs().to_string();
        let places = usize::from(self.exponent.unsigned_abs());
        if self.denominator > 1 {
            return write!(f, "{}", self.exact());
        }
        if self.exponent >= 0 {
            let zeros = if self.mantissa == 0 { 0 } else { places };
            write!(f, "{sign}{digits}{}", "0".repeat(zeros))
        } else if digits.len() > places {
            let (whole, part) = digits.split_at(digits.len() - places);
            write!(f, "{sign}{whole}.{part}")
        } else {
            write!(f, "{sign}0.{}{digits}", "0".repeat(places - digits.len()))
        }
    }
}
