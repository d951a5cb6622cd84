//! The catalogue of messages: words around the findings, by key, in each language. Sentences of rules stand with their rules.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Language;

static CATALOGUE: &str = include_str!("words.csv");

/// Key to English and Chinese.
static WORDS: LazyLock<BTreeMap<&str, [String; 2]>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(CATALOGUE.as_bytes());
    // The keys live as long as the program, so they are cut from the text itself.
    let keys = CATALOGUE.lines().skip(1).filter_map(|line| line.split_once(',').map(|(key, _)| key));
    let rows = reader.records().filter_map(Result::ok);
    keys.zip(rows).map(|(key, row)| (key, [row.get(1).unwrap_or(key).to_owned(), row.get(2).unwrap_or(key).to_owned()])).collect()
});

/// The text of a key; the key itself where there is none.
pub fn word(key: &str, language: Language) -> &str {
    WORDS.get(key).map_or(key, |texts| &texts[usize::from(language == Language::Chinese)])
}

/// All keys with their texts in a language.
pub fn all(language: Language) -> BTreeMap<&'static str, &'static str> {
    WORDS.iter().map(|(&key, texts)| (key, texts[usize::from(language == Language::Chinese)].as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_text_in_each_language() {
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(CATALOGUE.as_bytes()).records().map(|row| row.unwrap()).collect();
        assert_eq!(rows.len(), WORDS.len(), "a key stands twice, or a row takes two lines");
        for row in &rows {
            assert_eq!(row.len(), 3, "{row:?}");
            assert!(row.iter().all(|cell| !cell.trim().is_empty()), "{row:?}");
            let names = |text: &str| text.matches('{').count();
            assert_eq!(names(&row[1]), names(&row[2]), "{row:?}");
            assert!(row[2].chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{row:?}");
            assert_eq!(word(&row[0], Language::Chinese), &row[2]);
        }
        assert_eq!(word("no such key", Language::English), "no such key");
    }
}
