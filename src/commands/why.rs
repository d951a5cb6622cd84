//! `why`: what stands at two places, and why it was or was not compared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use claimlint::audit;
use claimlint::claim::{Claim, Kind};
use claimlint::error::Error;
use claimlint::finding::Finding;
use claimlint::report::{Language, neutral};
use claimlint::rules::interval::stated;
use claimlint::rules::why::{Remark, Verdict, remarks};
use claimlint::rules::{self, subject};

use super::audit::references;
use super::files::gather;
use super::output::print;
use super::setup::Setup;
use super::{Documents, FINE, Global};

/// Say why the claims at two places were or were not compared
#[derive(Args)]
#[command(after_help = "\
Examples:
  claimlint why docs/a.md:35 docs/b.md:70
  claimlint why README.md:12 README.md:40 --lang zh

Documents of claimlint.toml are read too, since they tell which names are one thing.
= agrees, ~ differs without parting the two, × keeps them from being compared.")]
pub struct WhyArgs {
    /// First place: file and line
    #[arg(value_name = "FILE:LINE")]
    first: String,
    /// Second place
    #[arg(value_name = "FILE:LINE")]
    second: String,
}

/// How many pairs are told.
const PAIRS: usize = 12;

pub fn why(global: &Global, args: &WhyArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let places = [place(&args.first, &setup)?, place(&args.second, &setup)?];
    let mut paths: Vec<PathBuf> = setup.config.paths.iter().map(|path| setup.root.join(path)).collect();
    paths.extend(places.iter().map(|(path, _)| path.clone()));
    let gathered = gather(&Documents { paths, stdin_name: None }, &setup)?;
    let extraction = audit::extract_beside(&gathered.sources, &gathered.refused, &setup.config, references(&setup)?);
    let findings = rules::check(&extraction.claims);

    let language = setup.terminal_language();
    let at = |(path, line): &(PathBuf, u32)| -> Vec<&Claim> {
        let name = setup.name(path);
        let stands = |c: &&Claim| c.document == name && c.line.is_some_and(|l| l <= *line && c.end_line.unwrap_or(l) >= *line);
        let says = |c: &&Claim| !matches!(c.kind, Kind::Document | Kind::Section | Kind::List | Kind::Table | Kind::Passage);
        extraction.claims.iter().filter(stands).filter(says).collect()
    };
    let (first, second) = (at(&places[0]), at(&places[1]));
    let mut text = String::new();
    for (shown, claims) in [(&args.first, &first), (&args.second, &second)] {
        // Writing to a String cannot fail; so it is below.
        let _ = writeln!(text, "{}", neutral(shown));
        if claims.is_empty() {
            let _ = writeln!(text, "  {}", if language == Language::Chinese { "此处没有陈述" } else { "no claim stands here" });
        }
        for claim in claims {
            let _ = writeln!(text, "  {}", line(claim));
        }
    }
    // The pairs with the most in common come first.
    let mut pairs: Vec<(usize, &Claim, &Claim, Vec<Remark>)> = Vec::new();
    for a in &first {
        for b in second.iter().filter(|b| b.id != a.id) {
            let said = remarks(a, b);
            let parting = said.iter().filter(|remark| remark.verdict == Verdict::Parts).count();
            pairs.push((parting, a, b, said));
        }
    }
    pairs.sort_by_key(|(parting, a, b, _)| (*parting, a.column, b.column));
    for (_, a, b, said) in pairs.iter().take(PAIRS) {
        let _ = write!(text, "\n{}", pair(a, b, said, &findings, language));
    }
    if pairs.len() > PAIRS {
        let more = pairs.len() - PAIRS;
        let _ = writeln!(
            text,
            "\n{}",
            if language == Language::Chinese { format!("另有{more}对未列出") } else { format!("{more} more pairs") }
        );
    }
    print(&text)?;
    Ok(FINE)
}

/// `path:line` as an absolute path and a line.
fn place(text: &str, setup: &Setup) -> Result<(PathBuf, u32), Error> {
    let parsed = text.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse::<u32>().ok().filter(|line| *line > 0)?)));
    let Some((path, line)) = parsed else {
        let message = format!("`{text}` is no place");
        return Err(Error::Usage { message, help: "give a file and a line: docs/a.md:35".into() });
    };
    let full = setup.here.join(path);
    if full.is_file() { Ok((full, line)) } else { Err(Error::MissingPath(Path::new(path).to_path_buf())) }
}

/// A claim on one line: quote, subject, metric, value, confidence.
fn line(claim: &Claim) -> String {
    let mut text = format!("{} \"{}\"", claim.kind.word(), neutral(&claim.quote));
    for part in [subject(claim), claim.metric.as_deref().unwrap_or(""), &stated(claim)] {
        if !part.is_empty() {
            let _ = write!(text, " · {}", neutral(part));
        }
    }
    let _ = write!(text, " · {}", claim.confidence.word());
    text
}

fn pair(a: &Claim, b: &Claim, said: &[Remark], findings: &[Finding], language: Language) -> String {
    let chinese = language == Language::Chinese;
    let parted = said.iter().any(|remark| remark.verdict == Verdict::Parts);
    let head = match (parted, chinese) {
        (true, false) => "not compared",
        (true, true) => "未比较",
        (false, false) => "compared",
        (false, true) => "已比较",
    };
    let mut text = format!("\"{}\" – \"{}\": {head}\n", neutral(&a.quote), neutral(&b.quote));
    for remark in said {
        let mark = match remark.verdict {
            Verdict::Agrees => "=",
            Verdict::Differs => "~",
            Verdict::Parts => "×",
        };
        let shown = |text: &str| if text.is_empty() { "-".to_owned() } else { neutral(text).into_owned() };
        let (what, first, second) = (remark.what.text(language), shown(&remark.first), shown(&remark.second));
        let _ = if remark.verdict == Verdict::Agrees && first == second {
            writeln!(text, "  {mark} {what}: {first}")
        } else {
            writeln!(text, "  {mark} {what}: {first} | {second}")
        };
    }
    let both = |f: &&Finding| {
        let ids: Vec<&str> = std::iter::once(&f.primary).chain(&f.related).map(|p| p.claim.as_str()).collect();
        ids.contains(&a.id.as_str()) && ids.contains(&b.id.as_str())
    };
    for finding in findings.iter().filter(both) {
        let _ = writeln!(text, "  → {}[{}]", finding.severity.word(), finding.rule);
    }
    text
}
