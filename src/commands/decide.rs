//! `decide`: a person's verdict on findings, kept in `claims/decisions.csv`.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use jiff::civil::Date;

use claimlint::audit::standing;
use claimlint::error::Error;
use claimlint::finding::Verdict;
use claimlint::ledger::amend::{Refusal, amend, decision_on};
use claimlint::ledger::decisions::{self, Decision};
use claimlint::ledger::match_up::{Match, match_up};
use claimlint::report::{Language, neutral};

use super::run::{Checked, check, kept, named};
use super::setup::Setup;
use super::{Documents, FINDINGS, FINE, Global, remark};

const EXAMPLES: &str = "\
Examples:
  claimlint decide 3fa9c1d2 --as accepted --reason \"two models, both right\"
  claimlint decide 3fa9c1d2 77b0e4aa --as confirmed --reason \"to be mended in the next edition\"
  claimlint decide 3fa9c1d2 --as accepted --reason \"until the new price list\" --expires 2031-03-31
  claimlint decide 3fa9c1d2 --withdraw
  claimlint decide --prune

A fingerprint may be cut short as long as it names one finding; `claimlint audit` shows it.
Exit codes: 0 done, 1 a fingerprint names no finding, 2 could not run.";

/// Keep a verdict on findings: confirmed, accepted or false positive
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct DecideArgs {
    /// Fingerprints of findings, or the beginnings of them
    #[arg(value_name = "FINGERPRINT", required_unless_present = "prune")]
    fingerprints: Vec<String>,
    /// What is decided: confirmed stays open, accepted and `false_positive` settle the finding
    #[arg(long = "as", value_name = "VERDICT", required_unless_present_any = ["prune", "withdraw"])]
    verdict: Option<Word>,
    /// Why; whoever reads the decision in a year must understand it
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["prune", "withdraw"])]
    reason: Option<String>,
    /// Who decides [default: user.name of git, else the user's name]
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
    /// The last day on which the decision holds, as 2031-03-31
    #[arg(long, value_name = "DATE")]
    expires: Option<Date>,
    /// Take decisions on these findings back
    #[arg(long, conflicts_with_all = ["verdict", "reason", "expires", "prune"])]
    withdraw: bool,
    /// Remove decisions that are about nothing that is found, or have expired
    #[arg(long, conflicts_with_all = ["verdict", "reason", "expires"])]
    prune: bool,
    /// Documents to look for the findings in; may repeat [default: what claimlint.toml names]
    #[arg(long = "in", value_name = "PATH")]
    paths: Vec<std::path::PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Word {
    Confirmed,
    Accepted,
    #[value(name = "false_positive", alias = "false-positive")]
    FalsePositive,
}

impl Word {
    const fn verdict(self) -> Verdict {
        match self {
            Self::Confirmed => Verdict::Confirmed,
            Self::Accepted => Verdict::Accepted,
            Self::FalsePositive => Verdict::FalsePositive,
        }
    }
}

pub fn decide(global: &Global, args: &DecideArgs) -> Result<u8, Error> {
    let setup = Setup::new(global)?;
    let documents = Documents { paths: args.paths.clone(), stdin_name: None };
    let kept = kept(documents.paths.is_empty(), None, &setup)?;
    let Checked { outcome, .. } = check(&documents, true, &setup)?;
    let chinese = setup.terminal_language() == Language::Chinese;
    let path = setup.root.join(decisions::FILE);
    if args.prune {
        let read = standing::was_read(&outcome, &kept);
        let prune = |decisions: &mut Vec<Decision>| {
            let entries: Vec<_> = decisions.iter().map(Decision::entry).collect();
            let matches = match_up(&outcome.findings, &entries);
            let speaks: BTreeSet<usize> = matches.into_iter().flatten().map(Match::entry).collect();
            let was = decisions.len();
            let mut at = 0..;
            decisions.retain(|d| {
                let spoken = at.next().is_some_and(|at| speaks.contains(&at));
                d.holds_on(kept.today) && (spoken || !read(&d.document))
            });
            (was, was - decisions.len())
        };
        let (all, gone) = amend(&path, prune).map_err(refused)?.given;
        remark(&if chinese {
            format!("已删去 {all} 条决定中的 {gone} 条")
        } else {
            format!("{gone} of {all} decisions removed")
        });
        return Ok(FINE);
    }
    if args.reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
        let message = "--reason is empty".to_owned();
        return Err(Error::Usage { message, help: "say why, for whoever reads the decision in a year".into() });
    }

    let author = args.author.clone().unwrap_or_else(who);
    let findings = &outcome.findings;
    let set = |decisions: &mut Vec<Decision>| {
        let (mut lines, mut missed) = (Vec::new(), false);
        for typed in &args.fingerprints {
            let finding = match named(findings, typed, setup.terminal_language()) {
                Ok(finding) => finding,
                Err(why) => {
                    missed = true;
                    lines.push(why);
                    continue;
                }
            };
            // A decision that was made under an earlier fingerprint of the same finding goes with it.
            if let Some(old) = decision_on(finding, findings, decisions) {
                decisions.remove(old);
            } else if args.withdraw {
                lines.push(if chinese { format!("{typed} 没有决定") } else { format!("there is no decision on {typed}") });
            }
            if let (Some(verdict), Some(reason)) = (args.verdict, &args.reason) {
                let verdict = verdict.verdict();
                decisions.push(Decision::on(finding, verdict, reason, &author, kept.today, args.expires));
                let (word, rule, document) = (verdict.word(), finding.rule, neutral(&finding.primary.document));
                lines.push(format!("{word}: {rule} {document} ({})", neutral(&finding.value())));
            }
        }
        (lines, missed)
    };
    let (lines, missed) = amend(&path, set).map_err(refused)?.given;
    for line in &lines {
        remark(line);
    }
    Ok(if missed { FINDINGS } else { FINE })
}

/// Why the file of decisions was not written, as an error.
fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Disk(error) => error,
        Refusal::Broken(broken) => Error::Usage {
            message: format!("{}:{}: the line holds no decision, and writing would lose it", decisions::FILE, broken.line),
            help: "correct the line, or remove it".into(),
        },
    }
}

/// Who decides, where the command line does not say.
pub fn who() -> String {
    known().unwrap_or_else(|| "unknown".into())
}

/// The name of the user, where git or the system knows one.
pub fn known() -> Option<String> {
    let git = std::process::Command::new("git").args(["config", "user.name"]).output();
    let named =
        git.ok().filter(|output| output.status.success()).map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let user = || ["USER", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    named.filter(|name| !name.is_empty()).or_else(user).filter(|name| !name.is_empty())
}
