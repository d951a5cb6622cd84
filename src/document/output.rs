//! Preformatted text: what a program printed is read, what a programmer wrote is set aside.

use std::ops::Range;

use super::build::Builder;
use super::{Skip, Text, aligned, pipe};

/// Names after a fence that say nothing of a programming language.
const PRINTED: &[&str] =
    &["", "text", "txt", "plain", "plaintext", "console", "output", "out", "log", "terminal", "stdout", "none", "shell-session"];
/// Shells: their commands are programs, what they answer is output.
const SHELLS: &[&str] = &["sh", "bash", "shell", "zsh", "powershell", "ps1", "bat", "cmd"];

/// Reads preformatted lines. `language` is the word after the fence.
pub(super) fn read(build: &mut Builder, lines: Vec<Text>, language: &str) {
    let language = language.trim().to_ascii_lowercase();
    let printed = PRINTED.contains(&language.as_str());
    let shell = SHELLS.contains(&language.as_str());
    let session = lines.iter().any(|line| is_command(&line.string));
    let filled = lines.iter().filter(|line| !line.string.trim().is_empty() && !is_command(&line.string)).count();
    // A program that was called answers in words as well.
    let told = |line: &str| is_result(line) || session && tells(line);
    let good = lines.iter().filter(|line| told(&line.string)).count();
    // One line that looks like a result among many of a program is a program's.
    let wanted = if printed { good * 2 >= filled } else { shell && good > 0 };
    let framed = |line: &Text| pipe::is_framed(&line.string) || pipe::is_rule(&line.string);
    let mut rows: Vec<Range<usize>> = Vec::new();
    let labels = lines.iter().filter(|line| is_result(&line.string) && line.string.contains([':', '：', '='])).count();
    if printed && labels * 2 < filled && aligned_table(build, &lines) {
        return;
    }
    for line in lines {
        if printed && framed(&line) {
            rows.push(line.source());
            continue;
        }
        table(build, &mut rows);
        // Beside results, a line with a label and a figure anywhere belongs to them.
        let text = line.string.as_str();
        if wanted && (told(text) || printed && labelled(text).is_some_and(has_figure)) {
            build.output(line.trimmed());
        } else {
            build.skip(line.source(), Skip::Code);
        }
    }
    table(build, &mut rows);
}

/// Places the table that a whole block is, blank lines around it left out.
fn aligned_table(build: &mut Builder, lines: &[Text]) -> bool {
    let ranges: Vec<Range<usize>> = lines.iter().map(Text::source).filter(|range| !range.is_empty()).collect();
    match aligned::table(build.source, ranges.iter()) {
        Some((count, grid)) if count == ranges.len() => {
            build.table(ranges[0].start..ranges[count - 1].end, grid);
            true
        }
        _ => false,
    }
}

/// Places the rows of a drawn table that have come in.
fn table(build: &mut Builder, rows: &mut Vec<Range<usize>>) {
    let rows = std::mem::take(rows);
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
    let range = first.start..last.end;
    let filled = rows.iter().filter(|row| !pipe::is_rule(&build.source.text[(*row).clone()]));
    let filled: Vec<usize> = filled.map(|row| pipe::cells(build.source, row).len()).collect();
    // Boxes and arrows of a drawing have no columns.
    let even = filled.iter().all(|count| *count == filled[0]);
    if filled.len() > 1 && even {
        let grid = pipe::table(build.source, &rows);
        build.table(range, grid);
    } else {
        build.skip(range, Skip::Code);
    }
}

/// Whether a line calls a program at a prompt.
fn is_command(line: &str) -> bool {
    ["$ ", "% ", "❯ ", "➜ ", "PS> ", "> "].iter().any(|prompt| line.trim_start().starts_with(prompt))
}

/// Whether a line says something in words with a figure that is of something: "indexed 48,200 files in 3.1 s".
fn tells(line: &str) -> bool {
    const MARKS: &[char] = &['{', '}', ';', '`', '$', '=', '<', '>', '\\', '"', '[', ']', '|', '@', '#'];
    let line = line.trim().trim_start_matches(['✓', '✔', '•', '-', '*', ' ']);
    let opens = line.starts_with(char::is_alphabetic) && line.contains(' ');
    let plain = !line.contains(MARKS) && !line.contains("::") && !line.contains("//") && line.chars().count() <= 120;
    let of_something = |(at, _): (usize, &str)| {
        let behind = line[at..].trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '%'));
        behind.starts_with(char::is_alphabetic) || line[at..].contains('%')
    };
    opens && plain && line.split_whitespace().count() <= 16 && line.match_indices(|c: char| c.is_ascii_digit()).any(of_something)
}

/// Whether a line reads `label: value unit`, `label = value` or `label   value`.
fn is_result(line: &str) -> bool {
    labelled(line).is_some_and(|value| {
        let value = value.trim_start_matches(['~', '≈', '<', '>', '=', '±', '+', '-', '$', '¥', '￥', '€', ' ', '(', '约']);
        let sequence = value.split(", ").filter(|part| part.parse::<f64>().is_ok()).count() > 2;
        value.starts_with(|c: char| c.is_ascii_digit()) && value.chars().count() <= 60 && !sequence
    })
}

/// Whether code in a sentence is of a program: `--retries 3`, `LIMIT=4`, `a[3]`, `kite 0.1.2`. A figure in the type of code
/// is read: `40 ms`, `≥ 3 GB`, `$29/month`.
pub(super) fn is_program(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['<', '>', '≤', '≥', '=', '~', '≈', ' ']);
    let marks = |mark: char, program: fn(&str, &str) -> bool| {
        text.match_indices(mark).any(|(at, _)| program(&text[..at], &text[at + mark.len_utf8()..]))
    };
    let sets = text.contains('=')
        && (labelled(text).is_none() || text.split_once('=').is_some_and(|(name, value)| is_glued(name, value)));
    let opens = |_: &str, behind: &str| !behind.starts_with([' ', '=']) && !behind.starts_with(|c: char| c.is_ascii_digit());
    let named = text.split_once(' ').is_some_and(|(name, version)| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && version.matches('.').count() > 1
            && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    });
    sets || named
        || text.contains(['\\', '{', '}', '[', ']', ';', '|', '&', '"'])
        || marks('<', opens)
        || marks('>', opens)
        || ["::", "--", "->"].iter().any(|mark| text.contains(mark))
        || text.split_whitespace().any(is_flag)
        || marks('(', |before, behind| before.ends_with(|c: char| c.is_alphanumeric()) || behind.starts_with('?'))
        || marks('$', |_, behind| behind.starts_with(|c: char| c.is_alphabetic()))
        || marks('_', |before, behind| before.ends_with(char::is_alphabetic) || behind.starts_with(char::is_alphabetic))
}

/// What stands after the label of a line.
fn labelled(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.contains(['{', '}', ';', '`'])
        || line.contains("=>")
        || line.contains("==")
        || line.contains("::")
        || line.contains("//")
    {
        return None;
    }
    let cut = line.find([':', '：', '=']).or_else(|| line.find("  ").or_else(|| line.find('\t')))?;
    let label = line[..cut].trim();
    let value = line[cut..].trim_start_matches([':', '：', '=', ' ', '\t']);
    let wordy = label.chars().next().is_some_and(char::is_alphabetic)
        && label.chars().count() <= 48
        && !label.contains(['"', '\'', '(', ')', '[', ']', '$'])
        && !label.starts_with("let ")
        && !label.starts_with("const ")
        && !label.starts_with("export ")
        && !line.split_whitespace().any(is_flag);
    // "install python=3.10" sets something in a command; rows=1200 alone and p99=12ms tell something.
    let sets = line[cut..].starts_with('=') && label.contains(' ') && is_glued(&line[..cut], &line[cut + 1..]);
    (wordy && !sets && !value.is_empty()).then_some(value)
}

/// A bare number that stands right behind the sign which sets it.
fn is_glued(name: &str, value: &str) -> bool {
    let rest = value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    !name.ends_with(' ') && rest.len() < value.len() && !rest.starts_with(|c: char| c.is_alphabetic() || c == '%')
}

/// `--retries`, `-y`
fn is_flag(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-'))
}

fn has_figure(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_a_sentence_is_told_from_figures() {
        for code in
            [r"\2", "A{1,}", "(?(1)x)", "LIMIT=3", "--port 80", "kite -n 40", "a[3]", "kite 0.1.2", "f(3)", "max_size 3", "$X 3"]
        {
            assert!(is_program(code), "{code}");
        }
        for code in [
            "40 ms",
            "≥ 3 GB",
            "$29/month",
            "¥1,200/月",
            "1.8x",
            "p99: 12 ms",
            "p99=12ms",
            "latency < 12 ms",
            "accuracy 0.92",
            "0",
            "40 ms (p99)",
            "1_000",
            "<5%",
        ] {
            assert!(!is_program(code), "{code}");
        }
    }

    #[test]
    fn results_are_told_from_programs() {
        for line in
            ["p50 : ~900 ns", "requests/sec: 12,345", "延迟：20 毫秒", "throughput = 3.2 GB/s", "p99=12ms", "Latency     1.2ms"]
        {
            assert!(is_result(line), "{line}");
        }
        for line in [
            "let x = 3;",
            "fn main() {",
            "for i in 0..3",
            "x[0] = 3",
            "curl -X POST",
            "const A = 3",
            "\"a\": 3",
            "print(\"a: 3\")",
            "tool install python=3.10 -y",
            "serve --port 8080 --retries: 3",
            "kept on node 1: 0, 2, 4, 6",
        ] {
            assert!(!is_result(line), "{line}");
        }
    }
}
