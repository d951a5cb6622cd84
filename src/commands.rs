//! The commands: what the user asked for, brought to the library, and its answer to where the user wants it.

mod audit;
mod catalogue;
mod changed;
mod decide;
mod extract;
mod files;
mod help;
mod history;
mod init;
mod inspect;
mod output;
mod progress;
mod repository;
mod review;
mod run;
mod setup;
mod shell;
mod why;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};

use claimlint::error::Error;
use claimlint::finding::Severity;
use claimlint::report::Language;

/// Nothing at or above `--fail-on`.
const FINE: u8 = 0;
/// Findings, or records that are out of date.
const FINDINGS: u8 = 1;
/// The run could not be done, or checked nothing.
const NO_RUN: u8 = 2;

const AFTER: &str = "\
Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on, or records out of date
  2  could not run, or no document held a claim

Examples:
  claimlint audit docs                       check all documents of a folder
  claimlint audit                            check what claimlint.toml names, write reports/
  claimlint audit docs --format json=a.json  write JSON to a file
  claimlint explain qualifier-dropped        what a rule means and how to mend it";

/// Checks that the figures, ranks and recommendations in a folder of documents agree with one another
#[derive(Parser)]
#[command(name = "claimlint", version = env!("CLAIMLINT_VERSION"), after_help = AFTER, max_term_width = 110)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args, Clone)]
struct Global {
    /// Settings file [default: claimlint.toml in this folder or above]
    #[arg(long, global = true, value_name = "PATH", help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Language of messages [default: as claimlint.toml says, else as the locale]
    #[arg(long, global = true, value_name = "LANG", help_heading = "Settings")]
    lang: Option<Lang>,
    /// Colour on the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Settings")]
    color: Color,
    /// Nothing on standard error but errors
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = "Settings")]
    quiet: bool,
    /// Say on standard error what is read, and what is passed over and why
    #[arg(long, short, global = true, help_heading = "Settings")]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lang {
    En,
    Zh,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    Audit(audit::AuditArgs),
    Extract(extract::ExtractArgs),
    Check(audit::CheckArgs),
    Decide(decide::DecideArgs),
    Review(review::ReviewArgs),
    History(history::HistoryArgs),
    Rules(catalogue::RulesArgs),
    Explain(catalogue::ExplainArgs),
    Schema(catalogue::SchemaArgs),
    Coverage(inspect::CoverageArgs),
    Quantities(inspect::QuantitiesArgs),
    Why(why::WhyArgs),
    Init(init::InitArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// Which documents.
#[derive(Args)]
struct Documents {
    /// Files and folders; - reads standard input [default: what claimlint.toml names]
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Name that standard input goes by; its ending tells the format [default: -, format by content]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    stdin_name: Option<String>,
}

/// Where a report goes and what it decides.
#[derive(Args)]
struct Reporting {
    /// text, short, json, jsonl, markdown, sarif, junit, github, gitlab, csv or html, with =PATH to write a file; may repeat
    #[arg(long, value_name = "FORMAT[=PATH]", help_heading = "Output")]
    format: Vec<String>,
    /// File for the report; the first --output belongs to the first --format without a path, and so on
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    output: Vec<PathBuf>,
    /// Exit with 1 from this severity on
    #[arg(long, value_name = "SEVERITY", default_value = "error", help_heading = "Output")]
    fail_on: FailOn,
    /// Show findings of low confidence too
    #[arg(long, help_heading = "Output")]
    all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Never => None,
        }
    }
}

/// Reads the command line, does what it says, and tells how it went.
pub fn run() -> ExitCode {
    let chinese = setup::language_of_words() == Language::Chinese;
    let definition = || if chinese { help::in_chinese(Cli::command()) } else { Cli::command() };
    let Cli { global, command } = Cli::from_arg_matches(&definition().get_matches()).unwrap_or_else(|error| error.exit());
    let done = match command {
        Command::Audit(args) => audit::audit(&global, &args),
        Command::Extract(args) => extract::extract(&global, &args),
        Command::Check(args) => audit::check(&global, &args),
        Command::Decide(args) => decide::decide(&global, &args),
        Command::Review(args) => review::review(&global, &args),
        Command::History(args) => history::history(&global, &args),
        Command::Rules(args) => catalogue::rules(&global, &args),
        Command::Explain(args) => catalogue::explain(&global, &args),
        Command::Schema(args) => catalogue::schema(&args),
        Command::Coverage(args) => inspect::coverage(&global, &args),
        Command::Quantities(args) => inspect::quantities(&global, &args),
        Command::Why(args) => why::why(&global, &args),
        Command::Init(args) => init::init(&global, &args),
        Command::Completions(args) => shell::completions(definition(), &args),
        Command::Man(args) => shell::man(definition(), &args),
    };
    ExitCode::from(done.unwrap_or_else(|error| {
        tell(&error, chinese);
        NO_RUN
    }))
}

/// What went wrong, why, and how to go on, on standard error.
fn tell(error: &Error, chinese: bool) {
    let (said, how) = if chinese { error.in_chinese() } else { (error.to_string(), error.help()) };
    let (label, because, way) = if chinese { ("错误：", "原因：", "建议：") } else { ("error: ", "cause: ", "help: ") };
    let mut lines = vec![format!("{label}{said}")];
    let mut cause = std::error::Error::source(error);
    while let Some(reason) = cause {
        lines.push(format!("{because}{reason}"));
        cause = reason.source();
    }
    lines.push(format!("{way}{how}"));
    remark(&lines.join("\n"));
}

/// A line on standard error. When even that is closed there is nobody left to tell.
fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
