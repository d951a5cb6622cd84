//! `rules`, `explain`, `schema`: what the program knows, from the code itself.

use std::fmt::Write as _;

use clap::Args;

use claimlint::audit::nearest;
use claimlint::error::Error;
use claimlint::report::Language;
use claimlint::rules::records::catalogue;
use claimlint::rules::{Example, Rule};
use claimlint::schema::SCHEMAS;

use super::output::print;
use super::setup::Setup;
use super::{FINE, Global};

/// List all rules
#[derive(Args)]
#[command(after_help = "Examples:\n  claimlint rules\n  claimlint rules --lang zh")]
pub struct RulesArgs {}

/// Explain a rule: why it matters, what counts, how to mend it
#[derive(Args)]
#[command(after_help = "Examples:\n  claimlint explain qualifier-dropped\n  claimlint explain threshold-gap --lang zh")]
pub struct ExplainArgs {
    /// Name of the rule, as reports and `claimlint rules` show it
    name: String,
}

/// Print a JSON Schema: claim, audit, correction, history or config
#[derive(Args)]
#[command(after_help = "Examples:\n  claimlint schema claim\n  claimlint schema audit > audit.schema.json")]
pub struct SchemaArgs {
    /// claim, audit, correction, history or config
    name: String,
}

pub fn rules(global: &Global, _: &RulesArgs) -> Result<u8, Error> {
    let language = Setup::new(global)?.terminal_language();
    let rules = catalogue();
    let widest = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in rules {
        // Writing to a String cannot fail; so it is below.
        let _ = writeln!(text, "{:widest$}  {:7}  {}", rule.name, rule.severity.word(), rule.summary.text(language));
    }
    print(&text)?;
    Ok(FINE)
}

pub fn explain(global: &Global, args: &ExplainArgs) -> Result<u8, Error> {
    let language = Setup::new(global)?.terminal_language();
    let rules = catalogue();
    let Some(rule) = rules.iter().find(|rule| rule.name == args.name) else {
        let message = format!("there is no rule `{}`", args.name);
        let near = nearest(&args.name, rules.iter().map(|rule| rule.name));
        let help = near.map_or_else(|| "`claimlint rules` lists them".into(), |near| format!("did you mean `{near}`?"));
        return Err(Error::Usage { message, help });
    };
    print(&explanation(rule, language))?;
    Ok(FINE)
}

fn explanation(rule: &Rule, language: Language) -> String {
    let chinese = language == Language::Chinese;
    let (severity, fires, silent) =
        if chinese { ("最高级别", "会报告", "不会报告") } else { ("at most", "fires on", "is silent on") };
    let mut text = format!("{}: {}\n", rule.name, rule.summary.text(language));
    let _ = writeln!(text, "{severity}: {}\n\n{}", rule.severity.word(), wrapped(rule.explanation.text(language)));
    for (title, examples) in [(fires, rule.fires.first()), (silent, rule.near_misses.first())] {
        if let Some(Example { files }) = examples {
            let _ = writeln!(text, "\n{title}");
            for (name, content) in *files {
                let _ = writeln!(text, "\n  {name}");
                for line in content.trim_end().lines() {
                    let _ = writeln!(text, "    {line}");
                }
            }
        }
    }
    text
}

/// Paragraphs at most 100 columns wide. Chinese may break anywhere, so only spaces of a text with spaces are used.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut width = 0;
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let columns = unicode_width::UnicodeWidthStr::width(word);
            if width > 0 && width + 1 + columns > 100 {
                lines.push(std::mem::take(&mut line));
                width = 0;
            }
            if width > 0 {
                line.push(' ');
                width += 1;
            }
            line.push_str(word);
            width += columns;
        }
        lines.push(line);
    }
    lines.join("\n")
}

pub fn schema(args: &SchemaArgs) -> Result<u8, Error> {
    let Some(schema) = SCHEMAS.iter().find(|schema| schema.name == args.name) else {
        let message = format!("there is no schema `{}`", args.name);
        let names: Vec<String> = SCHEMAS.iter().map(|schema| format!("{} ({})", schema.name, schema.summary)).collect();
        return Err(Error::Usage { message, help: format!("use {}", names.join(", ")) });
    };
    print(schema.text)?;
    Ok(FINE)
}
