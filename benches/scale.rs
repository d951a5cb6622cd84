//! How the checks grow: linking and all rules over 10^4, 10^5 and 10^6 claims.
//!
//! `cargo bench --bench scale` prints seconds of processor time, nanoseconds a claim, the memory that the claims alone take and the peak
//! a size; numbers behind `--` are the sizes instead. The claims are those of a few documents written here, each copied under other names: every fact stands in four
//! documents, and one fact of fifty differs in one of them.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::format_push_string,
    clippy::disallowed_methods,
    reason = "a program that reports figures"
)]

use std::fs;
use std::time::Instant;

use claimlint::audit;
use claimlint::claim::Claim;
use claimlint::config::Config;
use claimlint::lexicon::Lexicon;
use claimlint::link::link;
use claimlint::rules;
use claimlint::source::Source;

/// Documents that state one fact.
const COPIES: usize = 4;

fn document(seed: usize) -> Source {
    let mut text = format!("# Pump guide {seed}\n\n| Pump | Flow (l/h) | Price (EUR) | Weight (kg) |\n|---|---|---|---|\n");
    for n in 0..10 {
        let (flow, price, weight) = (400 + 10 * n + seed, 30 + 7 * n, 2 + n);
        text.push_str(&format!("| Otter {seed}{n} | {flow} | {price} | {weight} |\n"));
    }
    for n in 0..10 {
        let flow = 400 + 10 * n + seed;
        text.push_str(&format!(
            "\n## Otter {seed}{n}\n\nThe flow of the Otter {seed}{n} is {flow} l/h. It cuts energy use by up to {}%.\n",
            20 + n
        ));
    }
    text.push_str("\n## 结论\n\n- 十款水泵中，流量从400升每小时起。\n- 适合日用水量500至900升的家庭。\n");
    Source::new(format!("guide{seed}.md"), text)
}

fn templates() -> Vec<Claim> {
    let sources: Vec<Source> = (0..5).map(document).collect();
    audit::extract(&sources, &[], &Config::default()).claims
}

/// So many claims, from documents of some fifty each.
fn claims(templates: &[Claim], count: usize) -> Vec<Claim> {
    (0..count)
        .map(|at| {
            let mut claim = templates[at % templates.len()].clone();
            let round = at / templates.len();
            let (fact, copy) = (round / COPIES, round % COPIES);
            claim.document = format!("{fact}-{copy}/{}", claim.document);
            if let Some(subject) = &mut claim.subject {
                subject.id = format!("{}-{fact}", subject.id);
            }
            if at % (50 * COPIES) == 0
                && let Some(canonical) = &mut claim.canonical
            {
                canonical.low = Some("9999".into());
                canonical.high = Some("9999".into());
            }
            claim
        })
        .collect()
}

/// Processor time of this process in seconds, by the kernel's count of hundredths.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks: f64 =
        stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Memory of this process in megabytes: `VmRSS` for what it holds, `VmHWM` for the most that it held.
fn memory(which: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':'));
    line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn main() {
    let sizes: Vec<usize> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 100_000, 1_000_000] } else { sizes };
    let templates = templates();
    println!(
        "{:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>8}",
        "claims", "cpu s", "wall s", "ns/claim", "findings", "claims MB", "peak MB"
    );
    for size in sizes {
        let mut claims = claims(&templates, size);
        let held = memory("VmRSS");
        let (cpu, wall) = (processor(), Instant::now());
        link(&mut claims, &Lexicon::new(&Config::default()));
        let found = rules::check(&claims);
        let (cpu, wall) = (processor() - cpu, wall.elapsed().as_secs_f64());
        let each = cpu * 1e9 / f64::from(u32::try_from(size).unwrap());
        println!("{size:>9}  {cpu:>9.2}  {wall:>9.2}  {each:>9.0}  {:>9}  {held:>9}  {:>8}", found.len(), memory("VmHWM"));
    }
}
