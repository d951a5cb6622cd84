//! The value that a fact is set to, as it is typed.

use num_rational::BigRational;

use super::digits;
use crate::claim::{Bound, Claim, exact};
use crate::extract::figures;
use crate::rules::interval::{Measure, measure};

/// The value: a figure, with or without a unit.
#[derive(Debug, Clone)]
pub struct Value {
    claim: Claim,
    measure: Measure,
    figure: BigRational,
    bare: Option<BigRational>,
}

impl Value {
    /// Reads it; `None` where the text is not one plain figure.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = digits::first(text).filter(|(at, _)| *at == (0..text.len()));
        let claim = match (figures(text).as_slice(), &digits) {
            ([(at, claim)], _) if *at == (0..text.len()) => claim.clone(),
            // A year is no figure in a text, and one on the command line.
            (_, Some(_)) => figures(&format!("{text} %")).into_iter().next()?.1,
            _ => return None,
        };
        let measure = measure(&claim)?;
        let figure = measure.figure()?.clone();
        let plain = claim.canonical.as_ref()?.bound == Bound::Eq && !measure.approximate;
        let unit = claim.canonical.as_ref()?.unit.as_str();
        let bare = match digits {
            Some((_, form)) => Some(form.value),
            None => unit.is_empty().then(|| figure.clone()),
        };
        plain.then_some(Self { claim, measure, figure, bare })
    }

    /// The figure, where it has no unit.
    pub fn bare(&self) -> Option<&BigRational> {
        self.bare.as_ref()
    }

    /// Its unit, as [`Measure`] has it.
    pub fn unit(&self) -> &str {
        &self.measure.unit
    }

    /// The figure in that unit.
    pub fn figure(&self) -> &BigRational {
        &self.figure
    }

    /// The figure as typed, where it is typed in this unit.
    pub fn in_unit(&self, unit: &str) -> Option<BigRational> {
        let written = self.claim.value.as_ref().filter(|value| value.unit == unit && !unit.is_empty())?;
        exact(written.low.as_deref()?)
    }

    /// The full mark of a score.
    pub fn full_mark(&self) -> Option<&str> {
        let (_, mark) = self.claim.quote.split_once('/')?;
        Some(mark.trim()).filter(|mark| exact(mark).is_some())
    }
}
