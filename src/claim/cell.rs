//! Cells of tables that people open in a spreadsheet: a text that it would take for a formula is guarded by an apostrophe, and comes
//! back without it.

use std::borrow::Cow;

/// A text that no spreadsheet computes ([OWASP on CSV injection]). What [`unguarded`] makes of it is the text again.
///
/// [OWASP on CSV injection]: https://owasp.org/www-community/attacks/CSV_Injection
pub fn guarded(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// A text as it was before [`guarded`].
pub fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest,
        _ => text,
    }
}

/// Whether a cell, with or without apostrophes of its own in front, begins as a formula does. A plain number is none.
fn is_formula(text: &str) -> bool {
    let bare = text.trim_start_matches('\'');
    let signed = bare.strip_prefix(['-', '+']);
    let number =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    bare.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) && !signed.is_some_and(number)
}

#[cfg(test)]
mod tests {
    use super::{guarded, unguarded};

    #[test]
    fn formulas_are_guarded_and_come_back() {
        for text in ["=1+1", "'=1", "''@x", "-cmd", "-5", "+3.2", "'tis", "", "＝A1", "\tx", "plain", "'-5"] {
            let cell = guarded(text);
            assert_eq!(unguarded(&cell), text);
            assert!(cell.starts_with('\'') || !cell.starts_with(['=', '@']));
        }
        assert_eq!(guarded("-5"), "-5");
        assert_eq!(guarded("-5+2"), "'-5+2");
    }
}
