//! `decide`: a person's verdict on findings, kept in `claims/decisions.csv`.

use clap::{Args, ValueEnum};
use jiff::civil::Date;

use claimlint::audit::standing;
use claimlint::error::Error;
use claimlint::finding::{Finding, Silencer, Verdict};
use claimlint::ledger::decisions::{self, Decision};
use claimlint::ledger::match_up::match_up;
use claimlint::ledger;
use claimlint::report::{Language, neutral};

use super::run::{Run, run};
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
    let Run { mut outcome, kept, .. } = run(&documents, None, true, &setup)?;
    if let Some(broken) = kept.decisions.broken.first() {
        return Err(Error::Usage {
            message: format!("{}:{}: the line holds no decision, and writing would lose it", kept.file, broken.line),
            help: "correct the line, or remove it".into(),
        });
    }
    let was: Vec<Decision> = kept.decisions.entries.iter().map(|(_, decision)| decision.clone()).collect();
    let chinese = setup.terminal_language() == Language::Chinese;
    if args.prune {
        // What a decision has settled is found as well.
        let settled = outcome.silenced.iter().filter(|s| matches!(s.by, Silencer::Decision(_)));
        let found: Vec<Finding> = outcome.findings.iter().chain(settled.map(|s| &s.finding)).cloned().collect();
        let entries: Vec<_> = was.iter().map(Decision::entry).collect();
        let speaks: Vec<usize> = match_up(&found, &entries).into_iter().flatten().map(|matched| matched.entry()).collect();
        let read = standing::was_read(&outcome, &kept);
        let stays = |at: usize, d: &Decision| d.holds_on(kept.today) && (speaks.contains(&at) || !read(&d.document));
        let left: Vec<Decision> = was.iter().enumerate().filter(|(at, d)| stays(*at, d)).map(|(_, d)| d.clone()).collect();
        let gone = was.len() - left.len();
        keep(&left, gone > 0, &setup)?;
        let all = was.len();
        remark(&if chinese { format!("已删去 {all} 条决定中的 {gone} 条") } else { format!("{gone} of {all} decisions removed") });
        return Ok(FINE);
    }

    let author = args.author.clone().unwrap_or_else(who);
    let settled = std::mem::take(&mut outcome.silenced).into_iter().filter(|s| matches!(s.by, Silencer::Decision(_)));
    outcome.findings.extend(settled.map(|silenced| silenced.finding));
    let mut decisions = was.clone();
    let mut missed = false;
    for typed in &args.fingerprints {
        let named: Vec<&Finding> = outcome.findings.iter().filter(|f| f.fingerprint.starts_with(typed.as_str())).collect();
        let finding = match named.as_slice() {
            [only] => *only,
            several => {
                missed = true;
                remark(&told(typed, several.len(), chinese));
                continue;
            }
        };
        // A decision that was made under an earlier fingerprint of the same finding goes with it.
        let entries: Vec<_> = decisions.iter().map(Decision::entry).collect();
        let old = match_up(std::slice::from_ref(finding), &entries).first().copied().flatten().map(|matched| matched.entry());
        if let Some(old) = old {
            decisions.remove(old);
        } else if args.withdraw {
            remark(&if chinese { format!("{typed} 没有决定") } else { format!("there is no decision on {typed}") });
        }
        if let (Some(verdict), Some(reason)) = (args.verdict, &args.reason) {
            if reason.trim().is_empty() {
                let message = "--reason is empty".to_owned();
                return Err(Error::Usage { message, help: "say why, for whoever reads the decision in a year".into() });
            }
            decisions.push(Decision {
                fingerprint: finding.fingerprint.clone(),
                verdict: verdict.verdict(),
                rule: finding.rule.to_owned(),
                document: finding.primary.document.clone(),
                value: finding.value(),
                reason: reason.clone(),
                author: author.clone(),
                date: kept.today,
                expires: args.expires,
            });
            let (word, rule, document) = (verdict.verdict().word(), finding.rule, neutral(&finding.primary.document));
            remark(&format!("{word}: {rule} {document} ({})", neutral(&finding.value())));
        }
    }
    keep(&decisions, decisions != was, &setup)?;
    Ok(if missed { FINDINGS } else { FINE })
}

/// Why a fingerprint was passed over.
fn told(typed: &str, found: usize, chinese: bool) -> String {
    match (found, chinese) {
        (0, false) => format!("error: no finding has the fingerprint {typed}\nhelp: `claimlint audit --all` shows all of them"),
        (0, true) => format!("错误：没有编号为 {typed} 的问题\n建议：`claimlint audit --all` 列出全部问题"),
        (n, false) => format!("error: {n} findings have fingerprints that begin with {typed}\nhelp: give more of it"),
        (n, true) => format!("错误：有 {n} 个问题的编号以 {typed} 开头\n建议：多写几位"),
    }
}

/// Writes the file of decisions where something has changed.
pub fn keep(decisions: &[Decision], changed: bool, setup: &Setup) -> Result<(), Error> {
    if !changed {
        return Ok(());
    }
    let path = setup.root.join(decisions::FILE);
    let text = decisions::write(decisions).map_err(|cause| Error::Io { doing: "write", path: path.clone(), cause })?;
    ledger::write(&path, &text)
}

/// Who decides, where the command line does not say.
pub fn who() -> String {
    let git = std::process::Command::new("git").args(["config", "user.name"]).output();
    let named = git.ok().filter(|output| output.status.success()).map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let user = || ["USER", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    named.filter(|name| !name.is_empty()).or_else(user).filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown".into())
}
