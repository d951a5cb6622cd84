//! `init`: settings to begin with, each with a sentence that says what it does.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use claimlint::config::FILE_NAME;
use claimlint::error::Error;
use claimlint::report::Language;

use super::setup::language_of_words;
use super::{FINE, Global, remark};

/// Where documents are usually kept; those that are there are named in the settings.
const USUAL: [&str; 7] = ["docs", "doc", "articles", "content", "pages", "README.md", "README.zh-CN.md"];

/// Write a commented claimlint.toml into this folder
#[derive(Args)]
#[command(after_help = "Examples:\n  claimlint init\n  claimlint init docs README.md\n  claimlint init --lang zh")]
pub struct InitArgs {
    /// What `claimlint audit` shall check [default: the usual places that are there]
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
}

pub fn init(global: &Global, args: &InitArgs) -> Result<u8, Error> {
    let language = language_of_words();
    let mut paths: Vec<String> = args.paths.iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect();
    if let Some(missing) = args.paths.iter().find(|path| !path.exists()) {
        return Err(Error::MissingPath(missing.clone()));
    }
    if paths.is_empty() {
        paths = USUAL.iter().filter(|path| Path::new(path).exists()).map(|&path| path.to_owned()).collect();
    }
    if paths.is_empty() {
        paths.push(".".into());
    }
    let fail = |cause| Error::Io { doing: "write", path: FILE_NAME.into(), cause };
    let mut file = match OpenOptions::new().write(true).create_new(true).open(FILE_NAME) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let message = format!("{FILE_NAME} is there already");
            return Err(Error::Usage { message, help: "edit it, or move it away first".into() });
        }
        Err(cause) => return Err(fail(cause)),
    };
    file.write_all(settings(&paths, language).as_bytes()).map_err(fail)?;
    if !global.quiet {
        remark(match language {
            Language::English => "claimlint.toml is written: `claimlint audit` checks what it names",
            Language::Chinese => "已写入 claimlint.toml：运行 `claimlint audit` 即检查其中列出的文档",
        });
    }
    Ok(FINE)
}

/// The file. What is commented out shows a setting's form and changes nothing.
fn settings(paths: &[String], language: Language) -> String {
    let named: Vec<String> = paths.iter().map(|path| toml::Value::String(path.clone()).to_string()).collect();
    let template = match language {
        Language::English => include_str!("init/en.toml"),
        Language::Chinese => include_str!("init/zh.toml"),
    };
    template.replacen("paths = []", &format!("paths = [{}]", named.join(", ")), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings as they are written, and with every example switched on.
    #[test]
    fn what_is_written_can_be_read_and_so_can_its_examples() {
        for language in [Language::English, Language::Chinese] {
            let text = settings(&["docs".into(), "a \"b\".md".into()], language);
            let read = claimlint::config::parse(&text, Path::new(FILE_NAME)).unwrap();
            assert_eq!(read.paths, ["docs", "a \"b\".md"]);
            let all: Vec<&str> = text.lines().map(|line| line.strip_prefix("#:").unwrap_or(line)).collect();
            let all = all.join("\n");
            let read = claimlint::config::parse(&all, Path::new(FILE_NAME)).unwrap();
            assert!(read.entities.len() == 1 && read.metrics.len() == 1 && read.overrides.len() == 1 && read.facts.len() == 1);
        }
    }
}
