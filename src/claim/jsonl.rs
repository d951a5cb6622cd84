//! Records as JSON Lines: one record a line, all fields present, null where the record does not speak.

use super::Claim;
use super::row::{Row, Rows, Stray, What};

/// The records of a text; empty lines are skipped.
pub fn read(text: &str) -> Rows {
    let mut rows = Rows::default();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(record) => rows.rows.push(Row { line: number, record }),
            Err(error) => {
                let cause = error.to_string();
                // Its "at line 1" is always 1 here; the column is right.
                let cause =
                    cause.split_once(" at line 1 column ").map_or(cause.clone(), |(why, at)| format!("{why}, column {at}"));
                rows.strays.push(Stray { line: number, what: What::Line(cause) });
            }
        }
    }
    rows
}

/// Claims as text, one a line.
///
/// # Errors
///
/// None that a claim can cause; the writer's own otherwise.
pub fn write(claims: &[Claim]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for claim in claims {
        text.push_str(&serde_json::to_string(claim)?);
        text.push('\n');
    }
    Ok(text)
}
