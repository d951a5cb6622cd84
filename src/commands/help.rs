//! The help in Chinese. The English texts stand with the definitions of commands and options; here each has its Chinese one by the
//! path that leads to it (`claimlint.audit.fail_on`).

use std::collections::BTreeMap;

use clap::{Arg, Command};

const TEXTS: &str = include_str!("help.zh.csv");

/// Headings of groups of options.
const HEADINGS: [(&str, &str); 3] = [("Settings", "设置"), ("Input", "输入"), ("Output", "输出")];

const TEMPLATE: &str = "{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}";

/// The same command with Chinese texts.
pub fn in_chinese(command: Command) -> Command {
    let texts = texts();
    let mut command = command.disable_help_subcommand(true);
    command.build();
    translated(command, "claimlint", &texts)
}

fn texts() -> BTreeMap<String, String> {
    let mut reader = csv::Reader::from_reader(TEXTS.as_bytes());
    reader.records().filter_map(Result::ok).map(|row| (row[0].to_owned(), row[1].to_owned())).collect()
}

fn translated(command: Command, path: &str, texts: &BTreeMap<String, String>) -> Command {
    let after = command.get_after_help().map(ToString::to_string);
    let mut command = command.help_template(TEMPLATE).subcommand_help_heading("命令");
    if let Some(text) = texts.get(path) {
        command = command.about(text.clone());
    }
    if let Some(after) = after {
        let text = texts.get(&format!("{path}.after")).cloned();
        command = command.after_help(text.unwrap_or_else(|| after.replace("Examples:", "示例：")));
    }
    let command = command.mut_args(|arg| {
        let heading = arg.get_help_heading().and_then(|heading| HEADINGS.iter().find(|(en, _)| *en == heading));
        let heading = heading.map_or(if arg.is_positional() { "参数" } else { "选项" }, |(_, zh)| zh);
        let text = texts.get(&key(path, &arg)).cloned();
        let arg = arg.help_heading(heading);
        match text {
            Some(text) => arg.help(text.clone()).long_help(text),
            None => arg,
        }
    });
    command.mut_subcommands(|sub| {
        let path = format!("{path}.{}", sub.get_name());
        translated(sub, &path, texts)
    })
}

/// Options that every command takes stand with the program.
fn key(path: &str, arg: &Arg) -> String {
    let id = arg.get_id().as_str();
    if arg.is_global_set() || matches!(id, "help" | "version") { format!("claimlint.{id}") } else { format!("{path}.{id}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;
    use std::collections::BTreeSet;

    fn keys(command: &Command, path: &str, out: &mut BTreeSet<String>) {
        out.insert(path.to_owned());
        out.extend(command.get_arguments().map(|arg| key(path, arg)));
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            keys(sub, &format!("{path}.{}", sub.get_name()), out);
        }
    }

    #[test]
    fn every_command_and_option_has_a_chinese_text() {
        let mut command = super::super::Cli::command();
        command.build();
        let mut wanted = BTreeSet::new();
        keys(&command, "claimlint", &mut wanted);
        let texts = texts();
        let missing: Vec<&String> = wanted.iter().filter(|key| !texts.contains_key(*key)).collect();
        assert!(missing.is_empty(), "src/commands/help.zh.csv lacks {missing:?}");
        let left: Vec<&String> =
            texts.keys().filter(|key| !wanted.contains(*key) && key.rsplit('.').next() != Some("after")).collect();
        assert!(left.is_empty(), "src/commands/help.zh.csv has {left:?}, which nothing uses");
    }

    #[test]
    fn the_help_is_chinese_throughout() {
        let mut command = in_chinese(super::super::Cli::command());
        let text = command.render_long_help().to_string();
        assert!(text.contains("用法：claimlint") && text.contains("命令:") && text.contains("退出码"), "{text}");
        for word in ["Usage", "Options", "Commands", "Settings", "Print"] {
            assert!(!text.contains(word), "{word} in\n{text}");
        }
    }
}
