//! An exact number as a text writes it: a decimal, or a decimal over a small denominator (三分之一).

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;

/// `mantissa × 10^exponent ÷ denominator`. Equality is of the representation; compare values by [`Number::exact`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

    /// The value as an exact rational.
    pub fn exact(&self) -> BigRational {
        let power = BigInt::from(10).pow(u32::from(self.exponent.unsigned_abs()));
        let (mut above, mut below) = (BigInt::from(self.mantissa), BigInt::from(self.denominator.max(1)));
        if self.exponent < 0 {
            below *= power
        } else {
            above *= power
        }
        BigRational::new(above, below)
    }
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
