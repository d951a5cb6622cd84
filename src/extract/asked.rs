//! What a question asks the figure of: the crossing of "How long does the crossing take?", 航程 of 航程要多久？

use crate::claim::wording::tokens::is_han;
use crate::lexicon::words;

/// Longest name of a thing, in words or Chinese characters.
const WORDS: usize = 3;
const CHARACTERS: usize = 8;

/// The thing whose length, number or size a question asks for; none where it asks for something else.
pub fn thing(question: &str) -> Option<String> {
    let text = question.trim().trim_end_matches(['?', '？']).trim_end();
    if text.chars().any(is_han) { chinese(text) } else { latin(text) }
}

fn latin(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let mut all = lower.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    if all.next() != Some("how") || !words("asked:size").contains(&all.next()?) {
        return None;
    }
    let opener = |word: &&str| words("asked:opener").contains(word);
    let thing: Vec<&str> = all.skip_while(opener).take_while(|word| !words("asked:verb").contains(word)).collect();
    (1..=WORDS).contains(&thing.len()).then(|| thing.join(" "))
}

fn chinese(text: &str) -> Option<String> {
    let at = words("asked:how").iter().filter_map(|word| text.find(word)).min()?;
    let mut thing = text[..at].trim();
    while let Some(rest) = words("asked:fill").iter().find_map(|word| thing.strip_suffix(word)) {
        thing = rest.trim_end();
    }
    (2..=CHARACTERS).contains(&thing.chars().count()).then(|| thing.to_owned())
}

#[cfg(test)]
mod tests {
    use super::thing;

    #[test]
    fn questions_tell_what_they_ask_for() {
        for (question, asked) in [
            ("How long does the crossing take?", Some("crossing")),
            ("How long is the crossing?", Some("crossing")),
            ("How many passengers fit?", Some("passengers")),
            ("How do I get there?", None),
            ("Is it open?", None),
            ("How long does it take?", None),
            ("航程要多久？", Some("航程")),
            ("门票大约多少钱？", Some("门票")),
            ("怎么去？", None),
        ] {
            assert_eq!(thing(question).as_deref(), asked, "{question}");
        }
    }
}
