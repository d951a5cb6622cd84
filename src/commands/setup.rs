//! What holds for the whole run: the folder that paths are relative to, the settings, the language, the colour.

use std::env;
use std::fs;
use std::io::IsTerminal as _;
use std::path::{Component, Path, PathBuf};

use clap::ValueEnum as _;

use claimlint::audit;
use claimlint::config::{self, Config};
use claimlint::error::Error;
use claimlint::report;
use claimlint::rules::records::catalogue;

use super::{Color, Global, Lang};

/// The run's surroundings.
pub struct Setup {
    /// Working folder.
    pub here: PathBuf,
    /// Folder of claimlint.toml, or the working folder: documents are named relative to it.
    pub root: PathBuf,
    /// The settings.
    pub config: Config,
    lang: Option<Lang>,
    color: Color,
    /// Nothing on standard error but errors.
    pub quiet: bool,
    /// What is read and passed over is told.
    pub verbose: bool,
}

impl Setup {
    /// Finds and reads the settings.
    pub fn new(global: &Global) -> Result<Self, Error> {
        let here = env::current_dir().map_err(|cause| Error::Io { doing: "read", path: ".".into(), cause })?;
        let file = match &global.config {
            Some(path) if here.join(path).is_file() => Some(here.join(path)),
            Some(path) => return Err(Error::MissingPath(path.clone())),
            None => found(&here),
        };
        let mut setup = Self {
            root: here.clone(),
            here,
            config: Config::default(),
            lang: global.lang,
            color: global.color,
            quiet: global.quiet,
            verbose: global.verbose,
        };
        if let Some(file) = file {
            // A settings file is named in messages as the user would type it.
            let shown = file.strip_prefix(&setup.here).unwrap_or(&file).to_path_buf();
            let text = fs::read_to_string(&file).map_err(|cause| Error::Io { doing: "read", path: shown.clone(), cause })?;
            setup.config = config::parse(&text, &shown)?;
            audit::check_settings(&setup.config, &catalogue())?;
            setup.root = normal(file.parent().unwrap_or(&setup.here));
        }
        Ok(setup)
    }

    /// Language of what is shown on the terminal.
    pub fn terminal_language(&self) -> report::Language {
        language(self.lang, self.config.language).unwrap_or_else(locale)
    }

    /// Language of files: not that of whoever runs the program, so that they are the same everywhere.
    pub fn file_language(&self) -> report::Language {
        language(self.lang, self.config.language).unwrap_or_default()
    }

    /// Whether standard output takes colour.
    pub fn colour(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            // The library takes any value for a yes.
            Color::Auto if env::var("CLICOLOR_FORCE").is_ok_and(|set| set == "0") && !std::io::stdout().is_terminal() => false,
            Color::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        }
    }

    /// The name of a path given on the command line: relative to the root where it lies below, else as given.
    pub fn name(&self, path: &Path) -> String {
        let full = normal(&self.here.join(path));
        let name = full.strip_prefix(&self.root).map_or_else(|_| normal(path), Path::to_path_buf);
        let parts: Vec<String> = name
            .components()
            .map(|part| match part {
                Component::RootDir => String::new(),
                part => part.as_os_str().to_string_lossy().into_owned(),
            })
            .collect();
        if parts.is_empty() { ".".into() } else { parts.join("/") }
    }
}

/// The settings file of a folder: in it, or in the nearest one above.
fn found(here: &Path) -> Option<PathBuf> {
    here.ancestors().map(|folder| folder.join(config::FILE_NAME)).find(|path| path.is_file())
}

/// Language of help texts and errors, which are said before the command line and the settings are known to be sound: both are looked
/// into for this alone, and what cannot be read says nothing.
pub fn language_of_words() -> report::Language {
    let words: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let option = |name: &str| {
        words.iter().enumerate().find_map(|(at, word)| match word.split_once('=') {
            Some((option, value)) if option == name => Some(value.to_owned()),
            None if word == name => words.get(at + 1).cloned(),
            _ => None,
        })
    };
    let lang = option("--lang").and_then(|word| Lang::from_str(&word, false).ok());
    let file = option("--config").map(PathBuf::from).or_else(|| found(&env::current_dir().ok()?));
    let configured = file.and_then(|file| fs::read_to_string(file).ok()).map(|text| config::language(&text)).unwrap_or_default();
    language(lang, configured).unwrap_or_else(locale)
}

/// The command line wins over the settings.
fn language(asked: Option<Lang>, configured: config::Language) -> Option<report::Language> {
    match (asked, configured) {
        (Some(Lang::En), _) | (None, config::Language::En) => Some(report::Language::English),
        (Some(Lang::Zh), _) | (None, config::Language::Zh) => Some(report::Language::Chinese),
        (None, config::Language::Auto) => None,
    }
}

fn locale() -> report::Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
    if set.is_some_and(|locale| locale.starts_with("zh")) { report::Language::Chinese } else { report::Language::English }
}

/// Without `.` and with `..` taken back where that can be told from the path alone.
fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
