//! `coverage` and `quantities`: what was seen in the documents before anything is judged.

use std::fmt::Write as _;

use clap::Args;

use claimlint::audit;
use claimlint::claim::Bound;
use claimlint::document;
use claimlint::error::Error;
use claimlint::extract;
use claimlint::quantity::{self, Number};
use claimlint::report::{self, Language, neutral};

use super::audit::references;
use super::files::gather;
use super::output::print;
use super::setup::Setup;
use super::{Documents, FINDINGS, FINE, Global, remark};

const COVERAGE_EXAMPLES: &str = "\
Examples:
  claimlint coverage docs
  claimlint coverage docs --list               each numeral that is set aside, with place and reason
  claimlint coverage docs --min-coverage 90    exit 1 when less than 90 % of the figures are understood

A number is a figure unless it is set aside as a name, a date, a list number and the like.";

/// Say for each document how many numbers were seen, typed, set aside, compared
#[derive(Args)]
#[command(after_help = COVERAGE_EXAMPLES)]
pub struct CoverageArgs {
    #[command(flatten)]
    documents: Documents,
    /// List each numeral that is set aside: place, quote, reason, separated by tabs
    #[arg(long, help_heading = "Output")]
    list: bool,
    /// Fail when less than this share of the figures became claims
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100), help_heading = "Output")]
    min_coverage: Option<u8>,
}

const QUANTITIES_EXAMPLES: &str = "\
Examples:
  claimlint quantities docs/prices.md
  echo 'up to 40% faster' | claimlint quantities -

Columns, separated by tabs: place, quote, low, high, unit, bound. An open end is -.";

/// Print how each figure is read: place, quote, exact value in base units, bound
#[derive(Args)]
#[command(after_help = QUANTITIES_EXAMPLES)]
pub struct QuantitiesArgs {
    #[command(flatten)]
    documents: Documents,
    /// Print the numerals too that are no figures, with the reason
    #[arg(long, help_heading = "Output")]
    set_aside: bool,
}

pub fn coverage(global: &Global, args: &CoverageArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let gathered = gather(&args.documents, &setup)?;
    let extraction = audit::extract_beside(&gathered.sources, &gathered.refused, &setup.config, references(&setup)?);
    let outcome = audit::check(extraction, &setup.config, false);
    let language = setup.terminal_language();
    let mut text = String::new();
    let colon = if language == Language::Chinese { "：" } else { ": " };
    for document in &outcome.coverage {
        // Writing to a String cannot fail; so it is below.
        let _ = writeln!(text, "{}{colon}{}", neutral(&document.document), report::coverage(document, language));
        for aside in document.asides.iter().filter(|_| args.list) {
            let (line, column) = (aside.place.line, aside.place.column);
            let reason = report::reason(aside.reason, language);
            let _ = writeln!(text, "{}:{line}:{column}\t{}\t{reason}", neutral(&document.document), neutral(&aside.quote));
        }
    }
    print(&text)?;
    let (mut figures, mut typed) = (0, 0);
    for document in &outcome.coverage {
        figures += document.seen.saturating_sub(document.set_aside.values().sum());
        typed += document.typed;
    }
    if let Some(share) = args.min_coverage
        && typed * 100 < figures * usize::from(share)
    {
        remark(&format!("error: {typed} of {figures} figures became claims, less than {share} %"));
        remark("help: add the missing words to claimlint.toml, or ask for less");
        return Ok(FINDINGS);
    }
    Ok(FINE)
}

pub fn quantities(global: &Global, args: &QuantitiesArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let gathered = gather(&args.documents, &setup)?;
    for file in &gathered.refused {
        remark(&format!("warning: {} was not read: {}", neutral(&file.path), neutral(&file.reason.to_string())));
    }
    let mut text = String::new();
    for source in &gathered.sources {
        let Some(document) = document::parse(source) else {
            remark(&format!("note: {} was not read: its format is unknown", neutral(&source.path)));
            continue;
        };
        for block in &document.blocks {
            let scan = quantity::scan(&block.text.string);
            let mut lines = Vec::new();
            for found in &scan.quantities {
                let canonical = &found.canonical;
                let end = |end: &Option<Number>| end.as_ref().map_or_else(|| "-".to_owned(), Number::to_string);
                let value = format!(
                    "{}\t{}\t{}\t{}",
                    end(&canonical.low),
                    end(&canonical.high),
                    canonical.unit,
                    word(canonical.bound).word()
                );
                lines.push((found.span.clone(), value));
            }
            if args.set_aside {
                lines.extend(
                    scan.set_aside
                        .iter()
                        .map(|found| (found.span.clone(), format!("\t\t\tset aside: {}", extract::reason(found.reason)))),
                );
            }
            lines.sort_by_key(|(span, _)| span.start);
            for (span, value) in lines {
                let place = source.place(&block.text.source_range(&span));
                let quote = block.text.string.get(span).unwrap_or_default();
                let (line, column) = (place.line, place.column);
                let _ =
                    writeln!(text, "{}:{line}:{column}\t{}\t{}", neutral(&source.path), neutral(quote), neutral_cells(&value));
            }
        }
    }
    print(&text)?;
    Ok(FINE)
}

/// Cells of a line, the tabs between them kept.
fn neutral_cells(cells: &str) -> String {
    cells.split('\t').map(|cell| neutral(cell).into_owned()).collect::<Vec<_>>().join("\t")
}

fn word(bound: quantity::Bound) -> Bound {
    match bound {
        quantity::Bound::Eq => Bound::Eq,
        quantity::Bound::Range => Bound::Range,
        quantity::Bound::AtLeast => Bound::AtLeast,
        quantity::Bound::MoreThan => Bound::MoreThan,
        quantity::Bound::AtMost => Bound::AtMost,
        quantity::Bound::LessThan => Bound::LessThan,
        quantity::Bound::UpTo => Bound::UpTo,
        quantity::Bound::AsLowAs => Bound::AsLowAs,
        quantity::Bound::FromTo => Bound::FromTo,
    }
}
