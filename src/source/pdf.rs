//! PDF: the text that the program `pdftotext` finds, page by page.
//!
//! A PDF places signs, not words; what Rust libraries make of Chinese fonts is wrong or ends in a panic, and a figure that is read
//! wrongly is worse than none. The program reads them; where it is not installed, a PDF is not read, and that is said.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::part::{Part, PartKind};
use super::{Limits, Source, Unreadable};

/// The program, of Poppler or Xpdf.
const PROGRAM: &str = "pdftotext";

/// How long the program may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a PDF through the program.
pub(super) fn read(path: &str, bytes: Vec<u8>, limits: Limits) -> Result<Source, Unreadable> {
    if !bytes[..bytes.len().min(1024)].windows(5).any(|window| window == b"%PDF-") {
        return Err(Unreadable::Pdf("it does not begin as a PDF".to_owned()));
    }
    let out = run(PROGRAM, bytes, limits)?;
    let text = String::from_utf8_lossy(&out);
    if text.trim().is_empty() {
        return Err(Unreadable::NoTextLayer);
    }
    let (text, parts) = pages(&text);
    let mut source = Source::new(path, text);
    source.parts = parts;
    Ok(source)
}

/// The text with a line "page N" above each page, and the places of these lines.
fn pages(text: &str) -> (String, Vec<Part>) {
    let mut out = String::with_capacity(text.len());
    let mut parts = Vec::new();
    for (number, page) in (1..).zip(text.trim_end().split('\u{C}')) {
        let start = out.len();
        // Writing to a String cannot fail.
        let _ = write!(out, "page {number}");
        parts.push(Part::new(PartKind::Page(number), start..out.len()));
        out.push('\n');
        out.push_str(page);
        if !page.ends_with('\n') {
            out.push('\n');
        }
    }
    (out, parts)
}

/// Gives bytes to a program and takes what it prints, up to the limit.
fn run(program: &str, bytes: Vec<u8>, limits: Limits) -> Result<Vec<u8>, Unreadable> {
    let mut command = Command::new(program);
    command.args(["-layout", "-enc", "UTF-8", "-", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Unreadable::NoPdfReader,
        _ => Unreadable::Io(error.to_string()),
    })?;
    let (sender, receiver) = mpsc::channel();
    if let Some(mut input) = child.stdin.take() {
        // The program may end before it has read all; its answer says why.
        thread::spawn(move || drop(input.write_all(&bytes)));
    }
    let output = child.stdout.take();
    let errors = child.stderr.take();
    thread::spawn(move || {
        let most = limits.bytes.saturating_add(1);
        let errors = thread::spawn(move || limited(errors, 4096));
        let text = limited(output, most);
        drop(sender.send((text, errors.join().unwrap_or_default())));
    });
    let Ok((text, errors)) = receiver.recv_timeout(PATIENCE) else {
        end(&mut child);
        return Err(Unreadable::Pdf(format!("it took longer than {} seconds", PATIENCE.as_secs())));
    };
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > limits.bytes {
        end(&mut child);
        return Err(Unreadable::Unpacked { limit: limits.bytes });
    }
    let status = child.wait().map_err(|error| Unreadable::Io(error.to_string()))?;
    if status.success() {
        return Ok(text);
    }
    let said = String::from_utf8_lossy(&errors);
    let line = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    Err(Unreadable::Pdf(line.trim().chars().take(200).collect()))
}

fn limited(stream: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(mut stream) = stream {
        // What was read before a failure is kept; the program's status says that it failed.
        let _ = (&mut stream).take(most).read_to_end(&mut out);
        if out.len() < usize::try_from(most).unwrap_or(usize::MAX) {
            return out;
        }
    }
    out
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_or_fails_is_said() {
        let limits = Limits::default();
        assert_eq!(run("no-program-of-this-name", Vec::new(), limits), Err(Unreadable::NoPdfReader));
        assert!(matches!(read("a.pdf", b"hello".to_vec(), limits), Err(Unreadable::Pdf(_))));
    }

    #[test]
    fn pages_stand_below_their_numbers() {
        let (text, parts) = pages("one\n\u{C}two\n\u{C}");
        assert_eq!(text, "page 1\none\npage 2\ntwo\n");
        assert_eq!(parts.iter().map(|part| part.kind).collect::<Vec<_>>(), [PartKind::Page(1), PartKind::Page(2)]);
    }
}
