//! The change of a file as a unified diff that `git apply` and `patch -p1` take, in the bytes of the file.

use std::borrow::Cow;
use std::fmt::Write as _;

use similar::TextDiff;

use crate::source::{Source, encode};

/// Whether the encoding of a file is one that a diff can carry: its lines end in a single byte.
pub fn carries(source: &Source) -> bool {
    !source.encoding.starts_with("UTF-16")
}

/// The diff of a file from one text to another; empty where both are the same. Its lines are bytes of the file, or UTF-8 for a person to
/// read.
pub fn unified(before: &Source, after: &Source, for_reading: bool) -> Vec<u8> {
    let marked = |source: &Source| -> String {
        if source.bom > 0 && !for_reading { format!("\u{feff}{}", source.text) } else { source.text.clone() }
    };
    let (old, new) = (marked(before), marked(after));
    let (old, new) = (lines(&old), lines(&new));
    let (old, new): (Vec<&str>, Vec<&str>) = (old.iter().map(|l| &**l).collect(), new.iter().map(|l| &**l).collect());
    let diff = TextDiff::configure().newline_terminated(false).diff_slices(&old, &new);
    let body = diff.unified_diff().context_radius(3).to_string();
    if body.is_empty() {
        return Vec::new();
    }
    let mut text = format!("--- {}\n+++ {}\n", name("a/", &before.path), name("b/", &after.path)).into_bytes();
    let encoded = if for_reading || !carries(before) { None } else { encode(&body, before.encoding, false) };
    text.extend(encoded.unwrap_or(body.into_bytes()));
    text
}

/// The lines of a text without their ends; the last one, where it has none, with the sign for that. A bare carriage return ends no line
/// for the programs that read a diff.
fn lines(text: &str) -> Vec<Cow<'_, str>> {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => Cow::Borrowed(line),
            None => Cow::Owned(format!("{line}\n\\ No newline at end of file")),
        })
        .collect()
}

/// A path as git writes it: quoted where it holds a quote, a backslash or a steering character, and with a tab behind it where it holds a
/// space, so that `patch` does not end it there.
fn name<'p>(side: &str, path: &'p str) -> Cow<'p, str> {
    if path.chars().any(|c| matches!(c, '"' | '\\') || c.is_control()) {
        let mut quoted = format!("\"{side}");
        for byte in path.bytes() {
            match byte {
                b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
                b'\t' => quoted.push_str("\\t"),
                b'\n' => quoted.push_str("\\n"),
                b' '..=b'~' => quoted.push(char::from(byte)),
                byte => {
                    // Writing to a String cannot fail.
                    let _ = write!(quoted, "\\{byte:03o}");
                }
            }
        }
        quoted.push('"');
        return quoted.into();
    }
    format!("{side}{path}{}", if path.contains(' ') { "\t" } else { "" }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(path: &str, old: &str, new: &str) -> String {
        String::from_utf8(unified(&Source::new(path, old), &Source::new(path, new), false)).unwrap()
    }

    #[test]
    fn line_ends_and_the_end_of_the_file_are_kept() {
        assert_eq!(
            shown("a.md", "one\r\ntwo 45\r\nthree", "one\r\ntwo 61\r\nthree"),
            "--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n one\r\n-two 45\r\n+two 61\r\n three\n\\ No newline at end of file\n"
        );
        assert_eq!(shown("a.md", "one\rtwo 45\r", "one\rtwo 61\r").matches('\n').count(), 7);
        assert_eq!(shown("a.md", "same\n", "same\n"), "");
    }

    #[test]
    fn unusual_names_are_written_as_git_does() {
        assert!(shown("价格 表.md", "1\n", "2\n").starts_with("--- a/价格 表.md\t\n+++ b/价格 表.md\t\n@@"));
        assert!(shown("a\"b.md", "1\n", "2\n").starts_with("--- \"a/a\\\"b.md\"\n"));
    }
}
