//! Which documents speak of one thing, so that a figure of nobody in the one may be a figure of nobody in the other.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::claim::Claim;
use crate::claim::wording::{CONCEPT, COUNT, stem};
use crate::lexicon::words;
use crate::link::pass::{Name, Touched};

/// At most so many documents of a collection are held against one another.
const DOCUMENTS: usize = 64;

/// So many figures that two documents share show that they are about one thing.
const SHARED: usize = 2;

/// Documents that speak of one thing: their titles share a name and neither has one that the other never mentions, or they state the same
/// telling figures in the same words.
#[derive(Debug, Default)]
pub struct Kin {
    about: BTreeMap<Name, Rc<About>>,
    /// Both ways.
    akin: BTreeMap<Name, BTreeSet<Name>>,
    changed: BTreeSet<Name>,
    many: bool,
}

impl Kin {
    /// Takes what a document is about, where that is something else than before.
    pub fn exchange(&mut self, document: &Name, is: Option<&Rc<About>>) {
        if self.about.get(document) == is {
            return;
        }
        match is {
            Some(about) => drop(self.about.insert(document.clone(), Rc::clone(about))),
            None => drop(self.about.remove(document)),
        }
        self.changed.insert(document.clone());
    }

    /// Holds what changed against all others.
    pub fn settle(&mut self) -> Touched {
        let mut changed = std::mem::take(&mut self.changed);
        let many = self.about.len() > DOCUMENTS;
        if many != std::mem::replace(&mut self.many, many) {
            self.akin.clear();
            if !many {
                let mut all: BTreeSet<Name> = self.about.keys().cloned().collect();
                while let Some(document) = all.pop_first() {
                    self.find(&document, &all);
                }
            }
            return Touched::All;
        }
        let mut touched = BTreeSet::new();
        if many {
            return Touched::Some(touched);
        }
        while let Some(document) = changed.pop_first() {
            touched.extend(self.beside(&document));
            for other in self.akin.remove(&document).unwrap_or_default() {
                if let Some(others) = self.akin.get_mut(&other) {
                    others.remove(&document);
                }
            }
            self.find(&document, &changed);
            touched.extend(self.beside(&document));
        }
        Touched::Some(touched)
    }

    /// Finds the kin of a document, but for those whose own turn comes.
    fn find(&mut self, document: &Name, later: &BTreeSet<Name>) {
        let Some(own) = self.about.get(document) else { return };
        let mut found = BTreeSet::new();
        for (path, other) in self.about.iter().filter(|(path, _)| *path != document && !later.contains(*path)) {
            if own.akin(other) || same_project(document, path, own, other) {
                found.insert(path.clone());
            }
        }
        for other in &found {
            self.akin.entry(other.clone()).or_default().insert(document.clone());
        }
        if !found.is_empty() {
            self.akin.entry(document.clone()).or_default().extend(found);
        }
    }

    /// Whether two documents are kin.
    pub fn are(&self, a: &str, b: &str) -> bool {
        self.akin.get(a).is_some_and(|kin| kin.contains(b))
    }

    /// A document, its kin, their kin, and so on.
    pub fn beside(&self, document: &Name) -> BTreeSet<Name> {
        let mut found = BTreeSet::from([document.clone()]);
        let mut open = vec![document];
        while let Some(kin) = open.pop().and_then(|document| self.akin.get(document)) {
            for other in kin {
                if found.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
        found
    }
}

/// What a document is about.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct About {
    title: BTreeSet<String>,
    title_text: Option<String>,
    words: BTreeSet<String>,
    /// Telling figures, each with the words that it stands with.
    figures: BTreeMap<String, BTreeSet<String>>,
}

impl About {
    /// What figures with their words say of it.
    pub fn new(worded: &[&Claim]) -> Self {
        let mut about = Self::default();
        for claim in worded {
            if about.title.is_empty() {
                about.title = title_words(claim.heading.split(" > ").next().unwrap_or(""));
            }
            about.title_text.get_or_insert_with(|| claim.heading.split(" > ").next().unwrap_or("").to_lowercase());
            let (Some(wording), Some(canonical)) = (&claim.wording, &claim.canonical) else { continue };
            about.words.extend(wording.words.keys().map(|word| word.trim_start_matches(CONCEPT).to_owned()));
            about.words.extend(wording.names.iter().map(ToString::to_string));
            let digits = canonical.low.as_deref().or(canonical.high.as_deref()).unwrap_or("");
            let long = digits.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').len();
            if long >= 2 || wording.dimension != COUNT {
                let keys = wording.words.keys().map(|word| format!("{}\u{1f}{digits}\u{1f}{word}", wording.dimension));
                about.figures.entry(format!("{}\u{1f}{digits}", wording.dimension)).or_default().extend(keys);
            }
        }
        about
    }

    fn akin(&self, other: &Self) -> bool {
        let stranger = |own: &Self, other: &Self| {
            let text = other.title_text.as_deref().unwrap_or("");
            !own.title.is_empty() && !own.title.iter().any(|word| other.words.contains(word) || text.contains(word.as_str()))
        };
        if stranger(self, other) && stranger(other, self) {
            return false;
        }
        let both = self.title.intersection(&other.title).next().is_some();
        let shared = self
            .figures
            .iter()
            .filter(|(figure, words)| other.figures.get(*figure).is_some_and(|w| !w.is_disjoint(words)))
            .count();
        both && !apart(&self.title, &other.title) || shared >= SHARED && !apart(&self.title, &other.title)
    }
}

/// Whether each title names something that the other does not, in Latin letters with digits: two models of one maker.
fn apart(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let model = |own: &BTreeSet<String>, other: &BTreeSet<String>| {
        own.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()) && !other.contains(word))
    };
    model(a, b) && model(b, a)
}

/// A README speaks for its folder: the pages below it are about the same project unless they say otherwise.
fn same_project(a: &str, b: &str, own: &About, other: &About) -> bool {
    let readme = |path: &str| path.rsplit('/').next().is_some_and(|name| name.to_lowercase().starts_with("readme"));
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let below = |top: &str, page: &str| {
        let top = folder(top);
        top.is_empty() || page.starts_with(&format!("{top}/"))
    };
    let (page, names) = match (readme(a), readme(b)) {
        (true, false) if below(a, b) => (other, own),
        (false, true) if below(b, a) => (own, other),
        _ => return false,
    };
    let text = names.title_text.as_deref().unwrap_or("");
    // A page with a title of its own that the project never mentions, and that never mentions the project, is about something else.
    page.title.is_empty()
        || page.title.iter().any(|word| names.words.contains(word) || text.contains(word.as_str()))
        || names.title.iter().any(|word| page.words.contains(word))
}

/// The words of a title that name what the document is about.
fn title_words(title: &str) -> BTreeSet<String> {
    let lower = title.to_lowercase();
    let mut found = BTreeSet::new();
    let generic = |word: &str| {
        ["title:tail", "title:choice", "function", "determiner", "preposition", "title:generic"]
            .iter()
            .any(|list| words(list).contains(&word))
    };
    for word in lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|w| w.len() > 2) {
        let year = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        if !generic(word) && !year {
            found.insert(stem(word));
        }
    }
    let mut han: String = lower.clone();
    for word in words("title:tail").iter().chain(words("title:generic")).chain(words("function_zh")).filter(|w| !w.is_ascii()) {
        han = han.replace(word, " ");
    }
    for run in han.split(|c: char| !('\u{4e00}'..='\u{9fff}').contains(&c)) {
        let chars: Vec<char> = run.chars().collect();
        found.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
    }
    found
}
