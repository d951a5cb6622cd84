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
    /// A line a finding.
    Short,
    /// For machines.
    Json,
    /// For machines, a line a finding.
    Jsonl,
    /// For a code host.
    Markdown,
    /// For code scanning.
    Sarif,
    /// For CI servers that collect test results.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// Code quality of GitLab.
    Gitlab,
    /// For spreadsheets.
    Csv,
    /// A page to read.
    Html,
}

impl Format {
    /// Each with its name in `--format`.
    const ALL: [(&'static str, Self); 11] = [
        ("text", Self::Text),
        ("short", Self::Short),
        ("json", Self::Json),
        ("jsonl", Self::Jsonl),
        ("markdown", Self::Markdown),
        ("sarif", Self::Sarif),
        ("junit", Self::Junit),
        ("github", Self::Github),
        ("gitlab", Self::Gitlab),
        ("csv", Self::Csv),
        ("html", Self::Html),
    ];

    fn named(name: &str) -> Option<Self> {
        let name = if name == "md" { "markdown" } else { name };
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, format)| format)
    }

    /// The format that a file's ending stands for.
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "json" => Some(Self::Json),
            "jsonl" => Some(Self::Jsonl),
            "md" | "markdown" => Some(Self::Markdown),
            "txt" => Some(Self::Text),
            "sarif" => Some(Self::Sarif),
            "xml" => Some(Self::Junit),
            "csv" => Some(Self::Csv),
            "html" | "htm" => Some(Self::Html),
            _ => None,
        }
    }
}

/// The names of all formats: `text, short, … or csv`.
fn names() -> String {
    let names: Vec<&str> = Format::ALL.iter().map(|&(name, _)| name).collect();
    let (last, others) = names.split_last().unwrap_or((&"text", &[]));
    format!("{} or {last}", others.join(", "))
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
        let Some(format) = Format::named(name) else {
            let message = format!("there is no format `{name}`");
            return Err(Error::Usage { message, help: format!("use {}", names()) });
        };
        targets.push(Target { format, path });
    }
    for path in outputs {
        let Some(format) = Format::of(path) else {
            let message = format!("the ending of --output {} tells no format", path.display());
            return Err(Error::Usage { message, help: format!("name it with --format: {}", names()) });
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
        Format::Text => Ok(report::text::render(&report, target.path.is_none() && setup.colour())),
        Format::Short => Ok(report::short::render(&report)),
        Format::Markdown => Ok(report::markdown::render(&report)),
        Format::Github => Ok(report::github::render(&report)),
        Format::Json => report::json::render(&report).map_err(Into::into),
        Format::Jsonl => report::jsonl::render(&report).map_err(Into::into),
        Format::Sarif => report::sarif::render(&report).map_err(Into::into),
        Format::Gitlab => report::gitlab::render(&report).map_err(Into::into),
        Format::Junit => report::junit::render(&report),
        Format::Csv => report::csv::render(&report),
        Format::Html => report::html::render(&report),
    };
    let shown = || target.path.clone().unwrap_or_else(|| "standard output".into());
    let text = text.map_err(|cause| Error::Io { doing: "write", path: shown(), cause })?;
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
