//! Bare numbers whose unit the text tells once: "Time in milliseconds … Defaults to 90000 (15 minutes)".

use crate::quantity::{self, Quantity};

/// Words that come before the name of a unit which the figures of a text are in.
const IN: &[&str] = &["in ", "unit: ", "units: ", "单位：", "单位:", "单位为", "以"];

/// Gives a bare number that has its conversion in brackets behind it the unit that the text names, where that is of the same
/// dimension.
pub fn units(text: &str, quantities: &mut [Quantity]) {
    for at in 1..quantities.len() {
        let (number, converted) = (&quantities[at - 1], &quantities[at]);
        let bare = number.unit.is_empty() && number.canonical.unit.is_empty();
        let gap = text.get(number.span.end..converted.span.start).unwrap_or("");
        let bracketed = gap.trim_matches(['`', ' ', '*']).trim_start_matches(['即', '约']);
        let dimension = converted.canonical.unit.clone();
        if !bare || !matches!(bracketed, "(" | "（" | "(=" | "(~" | "(≈") || !matches!(dimension.as_str(), "s" | "byte" | "bit")
        {
            continue;
        }
        let Some(unit) = told(text, &dimension) else { continue };
        let digits = text.get(number.digits.clone()).unwrap_or("");
        let (span, digits_at) = (number.span.clone(), number.digits.clone());
        let read = quantity::scan(&format!("{digits} {unit}")).quantities;
        if let [found] = &read[..]
            && found.canonical.unit == dimension
        {
            let mut found = found.clone();
            (found.span, found.digits) = (span, digits_at);
            quantities[at - 1] = found;
        }
    }
}

/// The unit that a text above a table says all its sums are in: 单位：万元.
pub fn of_table(text: &str) -> Option<String> {
    let at = ["单位：", "单位:", "单位为"].iter().filter_map(|word| text.rfind(word).map(|at| at + word.len())).max()?;
    let rest = text[at..].trim_start().trim_start_matches("人民币");
    let name: String = rest.chars().take_while(|c| c.is_alphabetic() || *c == '/').take(6).collect();
    quantity::scan(&format!("1 {name}")).quantities.first().is_some_and(|q| !q.canonical.unit.is_empty()).then_some(name)
}

/// The name of a unit of a dimension that the text says its figures are in.
fn told(text: &str, dimension: &str) -> Option<String> {
    let lower = text.to_lowercase();
    IN.iter().flat_map(|word| lower.match_indices(word).map(|(at, _)| at + word.len())).find_map(|at| {
        let rest = &lower[at..];
        let name: String = if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            rest.chars().take_while(char::is_ascii_alphabetic).collect()
        } else {
            rest.chars().take_while(|c| c.is_alphabetic() && !c.is_ascii()).take(2).collect()
        };
        let read = quantity::scan(&format!("1 {name}")).quantities;
        matches!(&read[..], [q] if q.canonical.unit == dimension && !name.is_empty()).then_some(name)
    })
}
