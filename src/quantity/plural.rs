//! Counted nouns that the table of units does not know: an English plural behind a number, named in the singular.
//!
//! Grammar alone decides, and only where it is clear: one lower-case word that ends like a plural, is no verb, adverb or
//! preposition, and is not followed by what only a verb has behind it ("team 4 wins the match").

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ecow::EcoString;

/// Words in -s that are no plurals, or that stand as verbs behind a number as often.
const OTHERS: &str = "\
    across;adds;affects;afterwards;allows;always;appears;applies;arrives;asks;backwards;beats;becomes;begins;besides;\
    brings;calls for;comes;contains;continues;covers;creates;decreases;defines;delivers;depends;describes;does;downwards;\
    drives;earns;enables;ends;ensures;enters;exceeds;exists;explains;falls;finishes;focuses;follows;forwards;gains;gets;\
    gives;goes;grows;happens;has;helps;holds;improves;includes;indicates;introduces;involves;its;keeps;knows;lacks;lasts;\
    lets;lies;likes;lives;looks;loses;makes;means;meets;minus;needs;nowadays;occurs;offers;onwards;operates;ours;overseas;\
    owns;perhaps;plus;proves;provides;pts;puts;reaches;reads;receives;remains;replaces;requires;rises;rules;runs;says;\
    seems;sells;sends;serves;shows;sits;sometimes;species;series;stands;stays;suffers;suggests;supports;takes;tells;tends;\
    theirs;thinks;thus;times;towards;upwards;versus;wants;whereas;wins;works;writes;yields;yours;stars;hers;this;afterwards";

/// Plurals that are not formed by an -s, and those whose singular the ending does not tell.
const IRREGULAR: &[(&str, &str)] = &[
    ("aches", "ache"),
    ("analyses", "analysis"),
    ("avalanches", "avalanche"),
    ("axes", "axis"),
    ("bonuses", "bonus"),
    ("brownies", "brownie"),
    ("buses", "bus"),
    ("caches", "cache"),
    ("calves", "calf"),
    ("campuses", "campus"),
    ("children", "child"),
    ("cookies", "cookie"),
    ("crises", "crisis"),
    ("criteria", "criterion"),
    ("echoes", "echo"),
    ("gases", "gas"),
    ("geese", "goose"),
    ("headaches", "headache"),
    ("heroes", "hero"),
    ("hoodies", "hoodie"),
    ("hypotheses", "hypothesis"),
    ("indices", "index"),
    ("knives", "knife"),
    ("leaves", "leaf"),
    ("lenses", "lens"),
    ("loaves", "loaf"),
    ("matrices", "matrix"),
    ("men", "man"),
    ("mice", "mouse"),
    ("mosquitoes", "mosquito"),
    ("movies", "movie"),
    ("niches", "niche"),
    ("oxen", "ox"),
    ("phenomena", "phenomenon"),
    ("potatoes", "potato"),
    ("rookies", "rookie"),
    ("selfies", "selfie"),
    ("shelves", "shelf"),
    ("smoothies", "smoothie"),
    ("statuses", "status"),
    ("teeth", "tooth"),
    ("thieves", "thief"),
    ("tomatoes", "tomato"),
    ("torpedoes", "torpedo"),
    ("vertices", "vertex"),
    ("viruses", "virus"),
    ("volcanoes", "volcano"),
    ("wives", "wife"),
    ("wolves", "wolf"),
    ("women", "woman"),
    ("zombies", "zombie"),
];

/// What only stands behind a verb: its object or how it is done.
const OBJECTS: &[&str] = &[
    "the", "a", "an", "its", "his", "her", "their", "it", "them", "us", "you", "me", "this", "these", "no", "well", "faster",
    "up",
];

static OTHER_SET: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| OTHERS.split(';').collect());

/// The plural one space behind `at`: its end and its singular.
pub(super) fn noun(text: &str, at: usize) -> Option<(usize, EcoString)> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b' ') {
        return None;
    }
    let start = at + 1;
    let length = bytes[start..].iter().take(24).take_while(|b| b.is_ascii_lowercase()).count();
    let end = start + length;
    // A word of another kind goes on behind: owl's, goods-in, x86s.
    if length < 3
        || bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'\''))
        || text[end..].starts_with('’')
    {
        return None;
    }
    let word = &text[start..end];
    let singular = singular(word)?;
    let behind = text[end..].strip_prefix(' ').unwrap_or("");
    let next = behind.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    (!OBJECTS.contains(&next)).then_some((end, singular))
}

/// The singular of a word that ends like a plural.
fn singular(word: &str) -> Option<EcoString> {
    if let Ok(found) = IRREGULAR.binary_search_by_key(&word, |(plural, _)| plural) {
        return Some(IRREGULAR[found].1.into());
    }
    let stem = word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']))?;
    if OTHER_SET.contains(word) {
        return None;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        let mut name = EcoString::from(stem);
        name.push('y');
        return Some(name);
    }
    let es = ["ches", "shes", "sses", "xes", "zzes"].iter().any(|end| word.ends_with(end));
    Some(if es { stem[..stem.len() - 1].into() } else { stem.into() })
}

#[cfg(test)]
mod tests {
    use super::{IRREGULAR, singular};

    #[test]
    fn irregular_plurals_are_sorted() {
        assert!(IRREGULAR.is_sorted_by_key(|(plural, _)| *plural));
    }

    #[test]
    fn singulars() {
        for (plural, wanted) in
            [("widgets", "widget"), ("batteries", "battery"), ("boxes", "box"), ("houses", "house"), ("children", "child")]
        {
            assert_eq!(singular(plural).as_deref(), Some(wanted));
        }
        assert!(["glass", "bus", "analysis", "wins", "towards"].iter().all(|word| singular(word).is_none()));
    }
}
