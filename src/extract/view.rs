//! One block, read once: its sentences, and where its cues, metrics and subjects stand.

use std::ops::Range;

use crate::extract::sentence;
use crate::extract::subjects::{Mention, Subjects};
use crate::lexicon::{Cue, Lexicon, Metric, Thing, words};

/// What is known of a block's text before its figures are read.
#[derive(Debug)]
pub struct View<'a> {
    /// The visible text.
    pub text: &'a str,
    /// The word lists.
    pub lexicon: &'a Lexicon,
    /// Label before a colon, and where the rest begins.
    pub label: Option<(Range<usize>, usize)>,
    /// Sentences.
    pub sentences: Vec<Range<usize>>,
    /// Clauses of all sentences.
    clauses: Vec<Range<usize>>,
    /// Bracketed stretches.
    pub brackets: Vec<Range<usize>>,
    /// Cues.
    pub cues: Vec<(Range<usize>, &'a Cue)>,
    /// Metric names.
    pub metrics: Vec<(Range<usize>, &'a Metric)>,
    /// Subject names.
    pub mentions: Vec<Mention>,
    /// Names of things that trusted records speak of.
    pub things: Vec<(Range<usize>, &'a Thing)>,
    /// Audience tags.
    pub audiences: Vec<(Range<usize>, &'a str)>,
}

impl<'a> View<'a> {
    /// Reads a text.
    pub fn new(text: &'a str, subjects: &Subjects, lexicon: &'a Lexicon) -> Self {
        let sentences = sentence::sentences(text);
        Self {
            text,
            lexicon,
            label: sentence::label(text),
            clauses: sentences.iter().flat_map(|range| sentence::clauses(text, range)).collect(),
            sentences,
            brackets: sentence::brackets(text),
            cues: cues(text, lexicon),
            metrics: lexicon.metric_names.find(text).into_iter().map(|(range, i)| (range, &lexicon.metrics[i])).collect(),
            mentions: subjects.find(text, lexicon),
            things: lexicon.thing_names.find(text).into_iter().map(|(range, i)| (range, &lexicon.things[i])).collect(),
            audiences: lexicon.audience_names.find(text).into_iter().map(|(r, i)| (r, lexicon.audiences[i].as_str())).collect(),
        }
    }

    /// Whether what stands at an offset is negated: 不是最便宜的, "is not the cheapest", "should never choose".
    pub fn negated(&self, at: usize) -> bool {
        let sentence = self.sentence(at);
        let before = self.text[sentence.start.min(at)..at].trim_end();
        if words("not_before").iter().any(|word| before.ends_with(word)) {
            return true;
        }
        let clause = before.rsplit([',', ';', '，']).next().unwrap_or(before);
        clause.split_whitespace().rev().take(4).any(|word| words("not").contains(&word.to_lowercase().replace('’', "'").as_str()))
    }

    /// Which sentence an offset stands in, or the one before it.
    pub fn sentence_number(&self, offset: usize) -> usize {
        self.sentences.partition_point(|range| range.start <= offset).saturating_sub(1)
    }

    /// The sentence around an offset; between two sentences, what lies between.
    pub fn sentence(&self, offset: usize) -> Range<usize> {
        let at = self.sentences.partition_point(|range| range.start <= offset);
        let from = at.checked_sub(1).and_then(|i| self.sentences.get(i)).map_or(0, |range| range.end);
        let to = self.sentences.get(at).map_or(self.text.len(), |range| range.start);
        sentence::around(&self.sentences, offset, &(from.min(offset)..to.max(offset)))
    }

    /// The clause around an offset.
    pub fn clause(&self, offset: usize) -> Range<usize> {
        sentence::around(&self.clauses, offset, &self.sentence(offset))
    }

    /// The clauses of one sentence.
    pub fn clauses(&self, sentence: &Range<usize>) -> &[Range<usize>] {
        let from = self.clauses.partition_point(|range| range.start < sentence.start);
        let to = self.clauses.partition_point(|range| range.start < sentence.end);
        &self.clauses[from..to.max(from)]
    }

    /// The metric names within a range.
    pub fn metrics_in(&self, range: &Range<usize>) -> impl DoubleEndedIterator<Item = &(Range<usize>, &'a Metric)> {
        let from = self.metrics.partition_point(|(at, _)| at.start < range.start);
        let to = self.metrics.partition_point(|(at, _)| at.end <= range.end);
        self.metrics[from..to.max(from)].iter()
    }

    /// The bracketed stretch around an offset.
    pub fn bracket(&self, offset: usize) -> Option<&Range<usize>> {
        let at = self.brackets.partition_point(|b| b.start <= offset);
        self.brackets.get(at.checked_sub(1)?).filter(|b| offset <= b.end)
    }

    /// The names of subjects within a range.
    pub fn mentions_in(&self, range: &Range<usize>) -> impl DoubleEndedIterator<Item = &Mention> {
        let from = self.mentions.partition_point(|m| m.range.start < range.start);
        let to = self.mentions.partition_point(|m| m.range.end <= range.end);
        self.mentions[from..to.max(from)].iter()
    }

    /// Cues of one kind (or of a family, `condition:`) within a range.
    pub fn cues_in(&self, kind: &str, range: &Range<usize>) -> impl Iterator<Item = &(Range<usize>, &'a Cue)> {
        let from = self.cues.partition_point(|(at, _)| at.start < range.start);
        let end = range.end;
        self.cues[from..]
            .iter()
            .take_while(move |(at, _)| at.start < end)
            .filter(move |(at, cue)| at.end <= end && (cue.kind == kind || (kind.ends_with(':') && cue.kind.starts_with(kind))))
    }

    /// Whether a mention is what something else is compared with ("比A100", "than Kestrel", 高于旧款).
    pub fn compared_with(&self, mention: &Mention) -> bool {
        self.compared(&mention.range)
    }

    /// Whether the name in a range is what something else is compared with.
    pub fn compared(&self, name: &Range<usize>) -> bool {
        const GAP: usize = 12;
        let near = name.start.saturating_sub(4 * GAP)..name.start;
        self.cues_in("subject_after", &near).any(|(at, _)| {
            name.start - at.end <= GAP && {
                let between = &self.text[at.end..name.start];
                between
                    .chars()
                    .all(|c| c.is_whitespace() || "同等同类传统的第名位一二三四五六七八九十0123456789thea ".contains(c))
            }
        })
    }

    /// The text of a range without space around.
    pub fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or("").trim()
    }
}

/// The cues of a text. 比 and 较 compare only where they are no part of another word (比例, 性价比, 较高), and 节省最多 before a figure
/// is no superlative.
fn cues<'a>(text: &str, lexicon: &'a Lexicon) -> Vec<(Range<usize>, &'a Cue)> {
    let found = lexicon.cue_names.find(text).into_iter().map(|(range, i)| (range, &lexicon.cues[i]));
    let figure = |range: &Range<usize>| text[range.end..].trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '达');
    let counts = |range: &Range<usize>, cue: &Cue| match cue.family() {
        "subject_after" => !within_word(text, range),
        "superlative" => !figure(range),
        _ => true,
    };
    found.filter(|(range, cue)| counts(range, cue)).collect()
}

fn within_word(text: &str, range: &Range<usize>) -> bool {
    if !matches!(&text[range.clone()], "比" | "较") {
        return false;
    }
    words("not_than").iter().any(|word| {
        word.match_indices(&text[range.clone()])
            .any(|(at, _)| range.start.checked_sub(at).is_some_and(|start| text.get(start..start + word.len()) == Some(*word)))
    })
}
