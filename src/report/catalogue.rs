//! The catalogue of messages: words around the findings, by key, in each language. Sentences of rules stand with their rules.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Language;

/// Words of all reports, and those that only the review page has.
const REPORTS: &str = include_str!("words.csv");
const REVIEW: &str = include_str!("review/words.csv");

type Words = BTreeMap<&'static str, [String; 2]>;

/// Key to English and Chinese.
static WORDS: LazyLock<Words> = LazyLock::new(|| parsed(REPORTS));
static REVIEW_WORDS: LazyLock<Words> = LazyLock::new(|| parsed(REVIEW));

fn parsed(catalogue: &'static str) -> Words {
    let mut reader = csv::Reader::from_reader(catalogue.as_bytes());
    // The keys live as long as the program, so they are cut from the text itself.
    let keys = catalogue.lines().skip(1).filter_map(|line| line.split_once(',').map(|(key, _)| key));
    let rows = reader.records().filter_map(Result::ok);
    keys.zip(rows).map(|(key, row)| (key, [row.get(1).unwrap_or(key).to_owned(), row.get(2).unwrap_or(key).to_owned()])).collect()
}

/// The text of a key; the key itself where there is none.
pub fn word(key: &str, language: Language) -> &str {
    WORDS.get(key).map_or(key, |texts| &texts[usize::from(language == Language::Chinese)])
}

/// All keys of reports with their texts in a language.
pub fn all(language: Language) -> BTreeMap<&'static str, &'static str> {
    texts(&WORDS, language).collect()
}

/// The same with those of the review page.
pub fn all_of_review(language: Language) -> BTreeMap<&'static str, &'static str> {
    texts(&WORDS, language).chain(texts(&REVIEW_WORDS, language)).collect()
}

fn texts(words: &'static Words, language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    words.iter().map(move |(&key, texts)| (key, texts[usize::from(language == Language::Chinese)].as_str()))
}

/// The keys that the texts of a page use: `words.key`, `words["key"]`.
#[cfg(test)]
pub(super) fn words_used<'t>(texts: &[&'t str]) -> Vec<&'t str> {
    let pattern = regex::Regex::new(r#"words(?:\.([a-z]+)|\[["']([a-z-]+)["']\])"#).unwrap();
    let found = texts.iter().flat_map(|text| pattern.captures_iter(text));
    found.filter_map(|found| found.get(1).or(found.get(2)).map(|key| key.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_text_in_each_language() {
        for (catalogue, words) in [(REPORTS, &WORDS), (REVIEW, &REVIEW_WORDS)] {
            let rows: Vec<csv::StringRecord> =
                csv::Reader::from_reader(catalogue.as_bytes()).records().map(|row| row.unwrap()).collect();
            assert_eq!(rows.len(), words.len(), "a key stands twice, or a row takes two lines");
            for row in &rows {
                assert_eq!(row.len(), 3, "{row:?}");
                assert!(row.iter().all(|cell| !cell.trim().is_empty()), "{row:?}");
                let names = |text: &str| text.matches('{').count();
                assert_eq!(names(&row[1]), names(&row[2]), "{row:?}");
                assert!(row[2].chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{row:?}");
                assert_eq!(words[&row[0]], [row[1].to_owned(), row[2].to_owned()]);
            }
        }
        assert_eq!(all_of_review(Language::Chinese).len(), WORDS.len() + REVIEW_WORDS.len(), "a key stands in both catalogues");
        assert_eq!(word("no such key", Language::English), "no such key");
    }
}
