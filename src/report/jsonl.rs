//! For machines that read line by line: each finding as in [`super::json`], one a line, without coverage.

use super::Report;

/// The findings as JSON Lines.
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> Result<String, serde_json::Error> {
    let mut out = String::new();
    for finding in super::json::findings(report) {
        out.push_str(&serde_json::to_string(&finding)?);
        out.push('\n');
    }
    Ok(out)
}
