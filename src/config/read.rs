//! The file as written, checked and brought into [`Config`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use globset::GlobSet;
use serde::Deserialize;
use toml::Spanned;

use super::{
    Collection, Collections, Config, Entity, Fact, Language, Level, MAX_FILE_SIZE, Metric, Override, Setting, Translation,
};
use crate::error::Error;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    paths: Vec<String>,
    #[serde(default)]
    language: Language,
    collections: Option<Spanned<Grouping>>,
    #[serde(default)]
    collection: Vec<NamedGlobs>,
    #[serde(default)]
    entity: Vec<Spanned<Entity>>,
    #[serde(default)]
    metric: Vec<Spanned<Metric>>,
    #[serde(default)]
    rules: BTreeMap<String, Spanned<Level>>,
    #[serde(default, rename = "override")]
    overrides: Vec<PathRules>,
    records: Option<String>,
    #[serde(default)]
    reference: Vec<String>,
    #[serde(default)]
    fact: Vec<Spanned<Fact>>,
    #[serde(default)]
    translation: Vec<Spanned<Versions>>,
    max_file_size: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Versions {
    #[serde(default)]
    files: Vec<String>,
    from: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Grouping {
    One,
    ByFolder,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedGlobs {
    name: Spanned<String>,
    globs: Spanned<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathRules {
    paths: Spanned<Vec<String>>,
    rules: BTreeMap<String, Spanned<Level>>,
}

/// The language that a configuration file asks for, whatever else is wrong with it: in this language it is told what is wrong.
pub fn language(text: &str) -> Language {
    #[derive(Deserialize)]
    struct Spoken {
        language: Language,
    }
    toml::from_str(text).map_or_else(|_| Language::default(), |spoken: Spoken| spoken.language)
}

/// Reads the text of a configuration file.
///
/// # Errors
///
/// [`Error::Config`] with the line of the first setting that cannot hold.
pub fn parse(text: &str, path: &Path) -> Result<Config, Error> {
    let fail = |span: Option<Range<usize>>, message: String| Error::Config {
        path: path.to_path_buf(),
        line: span.map(|span| line_of(text, span.start)),
        message,
    };
    let file: File = toml::from_str(text).map_err(|error| fail(error.span(), in_our_words(error.message())))?;

    let collections = match (file.collections, file.collection) {
        (Some(grouping), named) if !named.is_empty() => {
            let message = "`collections` and [[collection]] exclude one another: keep one of them".to_owned();
            return Err(fail(Some(grouping.span()), message));
        }
        (Some(grouping), _) => match grouping.into_inner() {
            Grouping::One => Collections::One,
            Grouping::ByFolder => Collections::ByFolder,
        },
        (None, named) if named.is_empty() => Collections::One,
        (None, named) => Collections::Named(
            named
                .into_iter()
                .map(|c| Ok(Collection { globs: read_globs(&c.globs, fail)?, name: c.name.into_inner() }))
                .collect::<Result<_, Error>>()?,
        ),
    };

    let settings = |rules: BTreeMap<String, Spanned<Level>>| -> BTreeMap<String, Setting> {
        let setting = |level: &Spanned<Level>| Setting { level: *level.get_ref(), line: line_of(text, level.span().start) };
        rules.iter().map(|(name, level)| (name.clone(), setting(level))).collect()
    };
    let mut overrides = Vec::new();
    for entry in file.overrides {
        overrides.push(Override { globs: read_globs(&entry.paths, fail)?, rules: settings(entry.rules) });
    }

    let entities = file.entity.iter().map(|e| (e.span(), "entity", &e.get_ref().id, &e.get_ref().names));
    check_words(entities, fail)?;
    let metrics = file.metric.iter().map(|m| (m.span(), "metric", &m.get_ref().id, &m.get_ref().names));
    check_words(metrics, fail)?;

    let max_file_size = match file.max_file_size {
        Some(size) if *size.get_ref() == 0 => {
            return Err(fail(Some(size.span()), "`max_file_size` is 0: nothing could be read".into()));
        }
        Some(size) => size.into_inner(),
        None => MAX_FILE_SIZE,
    };
    let mut facts = Vec::new();
    for fact in file.fact {
        let span = fact.span();
        let line = line_of(text, span.start);
        let fact = Fact { line, ..fact.into_inner() };
        let sources = [fact.value.is_some(), fact.pointer.is_some(), fact.column.is_some()];
        if sources.iter().filter(|given| **given).count() != 1 || fact.value.is_some() == fact.file.is_some() {
            let message = format!("fact \"{}\" needs `value`, or `file` with `pointer` or `column`", fact.name);
            return Err(fail(Some(span), message));
        }
        facts.push(fact);
    }
    let translations = translations(file.translation, fail)?;
    Ok(Config {
        file: Some(path.to_path_buf()),
        paths: file.paths,
        language: file.language,
        collections,
        entities: file.entity.into_iter().map(Spanned::into_inner).collect(),
        metrics: file.metric.into_iter().map(Spanned::into_inner).collect(),
        rules: settings(file.rules),
        overrides,
        records: file.records.unwrap_or_else(|| Config::default().records),
        reference: file.reference,
        facts,
        translations,
        max_file_size,
    })
}

fn read_globs(patterns: &Spanned<Vec<String>>, fail: impl Fn(Option<Range<usize>>, String) -> Error) -> Result<GlobSet, Error> {
    super::globs(patterns.get_ref())
        .map_err(|(glob, error)| fail(Some(patterns.span()), format!("the glob \"{glob}\" cannot be read: {}", error.kind())))
}

/// Each entry names two files or two patterns, and no file stands in two of them.
fn translations(
    entries: Vec<Spanned<Versions>>,
    fail: impl Fn(Option<Range<usize>>, String) -> Error,
) -> Result<Vec<Translation>, Error> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for entry in entries {
        let span = entry.span();
        let wrong = |message: String| Err(fail(Some(span.clone()), message));
        match entry.into_inner() {
            Versions { files, from: None, to: None } => {
                if files.len() < 2 {
                    return wrong("a [[translation]] needs two `files` or more, or `from` and `to`".into());
                }
                if let Some(file) = files.iter().find(|file| !seen.insert((*file).clone())) {
                    return wrong(format!("\"{file}\" stands in [[translation]] twice: give all its versions in one entry"));
                }
                found.push(Translation::Files(files));
            }
            Versions { files, from: Some(from), to: Some(to) } if files.is_empty() => {
                if let Some(pattern) = [&from, &to].into_iter().find(|pattern| pattern.matches('*').count() != 1) {
                    return wrong(format!("\"{pattern}\" needs one `*`, which stands for the same in `from` and `to`"));
                }
                found.push(Translation::Pattern { from, to });
            }
            _ => return wrong("a [[translation]] has `files`, or `from` and `to`: keep one of them".into()),
        }
    }
    Ok(found)
}

/// Each entry has names, no id twice, and no name stands for two ids: a document could mean either.
fn check_words<'a>(
    entries: impl Iterator<Item = (Range<usize>, &'static str, &'a String, &'a Vec<String>)>,
    fail: impl Fn(Option<Range<usize>>, String) -> Error,
) -> Result<(), Error> {
    let mut ids = BTreeSet::new();
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    for (span, what, id, names) in entries {
        if id.trim().is_empty() {
            return Err(fail(Some(span), format!("the {what} has an empty id")));
        }
        if !ids.insert(id.as_str()) {
            return Err(fail(Some(span), format!("{what} `{id}` is there twice: give all its names in one entry")));
        }
        if names.iter().all(|name| name.trim().is_empty()) {
            return Err(fail(Some(span), format!("{what} `{id}` has no names: say how documents call it")));
        }
        for name in names {
            match owners.insert(name.to_lowercase(), id) {
                Some(other) if other != id => {
                    return Err(fail(
                        Some(span),
                        format!("\"{name}\" is a name of `{other}` and of `{id}`: keep it in one of them"),
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count()
}

/// Types by the names that people use.
fn plain(text: &str) -> String {
    let names =
        [("u64", "a whole number"), ("sequence", "list"), ("map", "table"), ("string", "text"), ("integer", "the number")];
    let said = names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    said.replace("a the number", "a whole number")
}

/// The reader of TOML speaks of fields, variants and types; the person who wrote the file thinks of keys and values.
fn in_our_words(message: &str) -> String {
    let first = message.lines().next().unwrap_or(message);
    if let Some(rest) = first.strip_prefix("unknown field ") {
        return format!("unknown key {rest}");
    }
    if let Some(rest) = first.strip_prefix("unknown variant ") {
        return format!("unknown value {rest}");
    }
    if let Some(rest) = first.strip_prefix("missing field ") {
        return format!("missing key {rest}");
    }
    let swapped = first
        .strip_prefix("invalid type: ")
        .or_else(|| first.strip_prefix("invalid value: "))
        .or_else(|| first.strip_prefix("invalid length "))
        .and_then(|rest| rest.split_once(", expected "));
    match swapped {
        Some((found, expected)) => format!("expected {}, found {}", plain(expected), plain(found)),
        None => first.trim_start_matches("invalid ").to_owned(),
    }
}
