//! `claimlint.toml`: what a folder's owner says of its documents.
//!
//! Reading is pure: the binary finds the file and hands over its text. A key that the program does not know is an error with
//! its line, for a misspelt setting that silently does nothing is worse than none.

mod read;

use std::collections::BTreeMap;
use std::path::PathBuf;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::Deserialize;

pub use read::{language, parse};

/// Name of the file, looked for in the working folder and all folders above.
pub const FILE_NAME: &str = "claimlint.toml";

/// A file above this size is not read unless the configuration allows more: 32 MB.
pub const MAX_FILE_SIZE: u64 = 32_000_000;

/// All settings, with their defaults where the file is silent.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the settings were read; `None` for the defaults.
    pub file: Option<PathBuf>,
    /// Files and folders to audit when the command line names none, relative to the folder of the file.
    pub paths: Vec<String>,
    /// Language of messages.
    pub language: Language,
    /// Which documents must agree with one another.
    pub collections: Collections,
    /// Products and vendors beside the built-in ones.
    pub entities: Vec<Entity>,
    /// Things measured beside the built-in ones.
    pub metrics: Vec<Metric>,
    /// Severity of rules by name, with the line of the setting.
    pub rules: BTreeMap<String, Setting>,
    /// Severities for some paths only; a later one wins over an earlier one.
    pub overrides: Vec<Override>,
    /// Folder of the records, relative to the folder of the file.
    pub records: String,
    /// Files of trusted records beside the built-in ones, as globs relative to the folder of the file.
    pub reference: Vec<String>,
    /// Headline figures, where they come from and where they are stated.
    pub facts: Vec<Fact>,
    /// Language versions of one document whose names do not tell.
    pub translations: Vec<Translation>,
    /// Bytes above which a file is not read.
    pub max_file_size: u64,
}

/// Language versions of one document, or of the documents of two folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Translation {
    /// The versions by name, the original first.
    Files(Vec<String>),
    /// Two names with one `*` each, which stands for the same in both.
    Pattern {
        /// Of the original.
        from: String,
        /// Of the translation.
        to: String,
    },
}

impl Translation {
    /// The original's path, where a document is one of its versions.
    fn original(&self, document: &str) -> Option<String> {
        match self {
            Self::Files(files) => files.iter().any(|file| file == document).then(|| files.first().cloned()).flatten(),
            Self::Pattern { from, to } => [from, to].into_iter().find_map(|pattern| {
                let (start, end) = pattern.split_once('*')?;
                let middle = document.strip_prefix(start)?.strip_suffix(end)?;
                Some(from.replacen('*', middle, 1))
            }),
        }
    }
}

/// In which language messages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Chinese.
    Zh,
    /// That of the terminal; English in files.
    #[default]
    Auto,
}

/// How documents are split into collections.
#[derive(Debug, Clone)]
pub enum Collections {
    /// All documents of a run must agree.
    One,
    /// The documents of each folder.
    ByFolder,
    /// As the globs say, in order; a document that none names stands in the collection without a name.
    Named(Vec<Collection>),
}

/// Documents that speak of the same things.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Its name in the records.
    pub name: String,
    /// Paths that belong to it.
    pub globs: GlobSet,
}

/// A product or vendor.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its id in the records.
    pub id: String,
    /// How documents call it.
    pub names: Vec<String>,
    /// Id of the vendor, for a product.
    pub vendor: Option<String>,
}

/// A thing that is measured.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Its id in the records.
    pub id: String,
    /// How documents call it.
    pub names: Vec<String>,
    /// Dimension of its values, so that a figure in another unit is not taken for one of it: `time`, `money`, `ratio`, `data`,
    /// `rate`, `count`, `length`, `mass`, `power`, `energy`, …; any unit where it is not given.
    pub dimension: Option<String>,
    /// Which of two values is the better one.
    pub better: Option<Better>,
}

/// Which of two values is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The larger.
    More,
    /// The smaller.
    Less,
}

/// Severity that the configuration gives a rule. It may lower the rule's own, never raise it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not run.
    Off,
    /// At most a note.
    Note,
    /// At most a warning.
    Warning,
    /// As grave as the rule itself says.
    Error,
}

impl Level {
    /// The word in the configuration.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A level and where it was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The level.
    pub level: Level,
    /// 1-based line in the configuration.
    pub line: usize,
}

/// Severities for some paths.
#[derive(Debug, Clone)]
pub struct Override {
    /// Paths that it is for.
    pub globs: GlobSet,
    /// Severity of rules by name.
    pub rules: BTreeMap<String, Setting>,
}

/// A figure that is pinned to its source.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// How findings call it.
    pub name: String,
    /// The figure with its unit, where no file holds it.
    pub value: Option<String>,
    /// The data file that holds it, relative to the folder of the settings.
    pub file: Option<String>,
    /// JSON Pointer into the file; an array counts its items.
    pub pointer: Option<String>,
    /// Column of the CSV file.
    pub column: Option<String>,
    /// What of the column.
    #[serde(default)]
    pub take: Take,
    /// Pointer or column that the value is divided by.
    pub over: Option<String>,
    /// Unit of the value in the file.
    #[serde(default)]
    pub unit: String,
    /// Where it is stated.
    pub stated: Vec<Stated>,
    /// 1-based line of the entry.
    #[serde(skip)]
    pub line: usize,
}

/// What of a column makes the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Take {
    /// The value of the first row.
    #[default]
    First,
    /// That of the last.
    Last,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// All together.
    Sum,
    /// How many cells are filled.
    Count,
}

/// A place that states a fact: the figure behind some words, on their line.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// Path of the document.
    pub document: String,
    /// The words.
    pub after: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            file: None,
            paths: Vec::new(),
            language: Language::Auto,
            collections: Collections::One,
            entities: Vec::new(),
            metrics: Vec::new(),
            rules: BTreeMap::new(),
            overrides: Vec::new(),
            records: "claims/records".into(),
            reference: Vec::new(),
            facts: Vec::new(),
            translations: Vec::new(),
            max_file_size: MAX_FILE_SIZE,
        }
    }
}

impl Config {
    /// Name of the collection that a document stands in; empty for the one without a name.
    pub fn collection<'a>(&'a self, document: &'a str) -> &'a str {
        match &self.collections {
            Collections::One => "",
            Collections::ByFolder => document.rsplit_once('/').map_or("", |(folder, _)| folder),
            Collections::Named(named) => named.iter().find(|c| c.globs.is_match(document)).map_or("", |c| c.name.as_str()),
        }
    }

    /// The path of the original that a document is a language version of, where the configuration says so.
    pub fn original(&self, document: &str) -> Option<String> {
        self.translations.iter().find_map(|translation| translation.original(document))
    }

    /// The level of a rule for a document, where the configuration speaks of it.
    pub fn level(&self, rule: &str, document: &str) -> Option<Level> {
        let special = self.overrides.iter().rev().filter(|o| o.globs.is_match(document)).find_map(|o| o.rules.get(rule));
        special.or_else(|| self.rules.get(rule)).map(|setting| setting.level)
    }
}

/// One set of globs over `/`-separated paths relative to the root; `*` does not cross a `/`, `**` does.
///
/// # Errors
///
/// The glob that cannot be read, and why.
pub fn globs(patterns: &[String]) -> Result<GlobSet, (String, globset::Error)> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        set.add(glob.map_err(|error| (pattern.clone(), error))?);
    }
    set.build().map_err(|error| (patterns.join(", "), error))
}
