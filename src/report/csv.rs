//! A table for spreadsheets: one row a finding. A cell that a spreadsheet would take for a formula begins with an apostrophe.

use super::{Report, place, sentences};

/// The names of the columns, in order.
pub const COLUMNS: [&str; 15] = [
    "document",
    "line",
    "column",
    "severity",
    "rule",
    "confidence",
    "message",
    "quote",
    "related",
    "arithmetic",
    "help",
    "fingerprint",
    "status",
    "decision",
    "standing",
];

/// The report as CSV with a header (RFC 4180, UTF-8, line feeds).
///
/// # Errors
///
/// None that a finding can cause; the writer's own otherwise.
pub fn render(report: &Report<'_>) -> std::io::Result<String> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for finding in report.findings {
        let said = sentences(finding, report);
        let related: Vec<String> =
            finding.related.iter().map(|passage| format!("{} {}", place(passage), passage.quote).trim_end().to_owned()).collect();
        let at = finding.primary.place;
        let cells = [
            finding.primary.document.clone(),
            at.map_or(String::new(), |place| place.line.to_string()),
            at.map_or(String::new(), |place| place.column.to_string()),
            finding.severity.word().to_owned(),
            finding.rule.to_owned(),
            finding.confidence.word().to_owned(),
            said.message,
            finding.primary.quote.clone(),
            related.join("\n"),
            finding.arithmetic.clone(),
            said.help,
            finding.fingerprint.clone(),
            finding.standing.status.word().to_owned(),
            finding.standing.verdict.map_or(String::new(), |verdict| verdict.word().to_owned()),
            super::standing(finding, report.language),
        ];
        writer.write_record(cells.iter().map(|cell| plain(cell)))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(std::io::Error::other)
}

/// A text that no spreadsheet computes ([OWASP on CSV injection]).
///
/// [OWASP on CSV injection]: https://owasp.org/www-community/attacks/CSV_Injection
fn plain(cell: &str) -> String {
    let text: String = cell.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect();
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\n', '＝', '＋', '－', '＠']);
    if formula { format!("'{text}") } else { text }
}
