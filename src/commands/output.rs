//! Where reports go.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use claimlint::error::Error;
use claimlint::ledger;
use claimlint::report::{self, Report};

use super::setup::Setup;

/// Form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For machines.
    Json,
    /// For a code host.
    Markdown,
}

/// A report to make; without a path it goes to standard output.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// Its form.
    pub format: Format,
    /// Its file.
    pub path: Option<PathBuf>,
}

/// Pairs formats and outputs: an output belongs to the next format that names no path itself; one that is left over tells its
/// form by its ending. Without any of both, text goes to standard output.
pub fn targets(formats: &[String], outputs: &[PathBuf]) -> Result<Vec<Target>, Error> {
    let mut outputs = outputs.iter();
    let mut targets = Vec::new();
    for format in formats {
        let (name, path) = match format.split_once('=') {
            Some((name, path)) if !path.is_empty() => (name, Some(PathBuf::from(path))),
            Some((name, _)) => {
                let message = format!("--format {name}= names no file");
                return Err(Error::Usage { message, help: format!("write --format {name}=report, or leave out the = sign") });
            }
            None => (format.as_str(), outputs.next().cloned()),
        };
        let format = match name {
            "text" => Format::Text,
            "json" => Format::Json,
            "markdown" | "md" => Format::Markdown,
            other => {
                let message = format!("there is no format `{other}`");
                return Err(Error::Usage { message, help: "use text, json or markdown".into() });
            }
        };
        targets.push(Target { format, path });
    }
    for path in outputs {
        let format = match path.extension().and_then(|ending| ending.to_str()) {
            Some("json") => Format::Json,
            Some("md" | "markdown") => Format::Markdown,
            Some("txt") => Format::Text,
            _ => {
                let message = format!("the ending of --output {} tells no format", path.display());
                return Err(Error::Usage { message, help: "add --format text, json or markdown before it".into() });
            }
        };
        targets.push(Target { format, path: Some(path.clone()) });
    }
    for target in &mut targets {
        target.path.take_if(|path| path == Path::new("-"));
    }
    if targets.is_empty() {
        targets.push(Target { format: Format::Text, path: None });
    }
    if targets.iter().filter(|target| target.path.is_none()).count() > 1 {
        let message = "two reports would go to standard output".to_owned();
        return Err(Error::Usage { message, help: "give all but one a file: --format json=report.json".into() });
    }
    Ok(targets)
}

/// Makes a report and brings it to its place. `report.language` is set for the place.
pub fn deliver(target: &Target, report: &Report<'_>, setup: &Setup) -> Result<(), Error> {
    let language = if target.path.is_some() { setup.file_language() } else { setup.terminal_language() };
    let report = Report { language, ..*report };
    let text = match target.format {
        Format::Text => report::text::render(&report, target.path.is_none() && setup.colour()),
        Format::Markdown => report::markdown::render(&report),
        Format::Json => report::json::render(&report).map_err(|cause| Error::Io {
            doing: "write",
            path: target.path.clone().unwrap_or_else(|| "-".into()),
            cause: cause.into(),
        })?,
    };
    match &target.path {
        Some(path) => ledger::write(&setup.here.join(path), &text).map_err(|error| named(error, path)),
        None => print(&text),
    }
}

/// The error with the path as the user gave it.
fn named(error: Error, given: &Path) -> Error {
    match error {
        Error::Io { doing, cause, .. } => Error::Io { doing, path: given.to_path_buf(), cause },
        other => other,
    }
}

/// Writes to standard output. A reader that has seen enough is no error.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Io { doing: "write", path: "standard output".into(), cause })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(formats: &[&str], outputs: &[&str]) -> Vec<(Format, Option<String>)> {
        let formats: Vec<String> = formats.iter().map(|&f| f.to_owned()).collect();
        let outputs: Vec<PathBuf> = outputs.iter().map(PathBuf::from).collect();
        let show = |t: Target| (t.format, t.path.map(|p| p.display().to_string()));
        targets(&formats, &outputs).unwrap_or_else(|error| panic!("{error}")).into_iter().map(show).collect()
    }

    #[test]
    fn outputs_belong_to_formats_in_order() {
        let file = |name: &str| Some(name.to_owned());
        assert_eq!(made(&[], &[]), [(Format::Text, None)]);
        assert_eq!(
            made(&["json", "text", "markdown=c.md"], &["a"]),
            [(Format::Json, file("a")), (Format::Text, None), (Format::Markdown, file("c.md"))]
        );
        assert_eq!(made(&["json"], &["-", "b.md"]), [(Format::Json, None), (Format::Markdown, file("b.md"))]);
        assert!(targets(&["json".into(), "text".into()], &[]).is_err());
        assert!(targets(&[], &["report".into()]).is_err());
        assert!(targets(&["yaml".into()], &[]).is_err());
    }
}
