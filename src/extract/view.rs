//! One block, read once: its sentences, and where its cues, metrics and subjects stand.

use std::ops::Range;

use crate::extract::sentence;
use crate::extract::subjects::{Mention, Subjects};
use crate::lexicon::{Cue, Lexicon, Metric};

/// What is known of a block's text before its figures are read.
#[derive(Debug)]
pub struct View<'a> {
    /// The visible text.
    pub text: &'a str,
    /// Label before a colon, and where the rest begins.
    pub label: Option<(Range<usize>, usize)>,
    /// Sentences.
    pub sentences: Vec<Range<usize>>,
    /// Bracketed stretches.
    pub brackets: Vec<Range<usize>>,
    /// Cues.
    pub cues: Vec<(Range<usize>, &'a Cue)>,
    /// Metric names.
    pub metrics: Vec<(Range<usize>, &'a Metric)>,
    /// Subject names.
    pub mentions: Vec<Mention>,
    /// Audience tags.
    pub audiences: Vec<(Range<usize>, &'a str)>,
}

impl<'a> View<'a> {
    /// Reads a text.
    pub fn new(text: &'a str, subjects: &Subjects, lexicon: &'a Lexicon) -> Self {
        Self {
            text,
            label: sentence::label(text),
            sentences: sentence::sentences(text),
            brackets: sentence::brackets(text),
            cues: lexicon.cue_names.find(text).into_iter().map(|(range, i)| (range, &lexicon.cues[i])).collect(),
            metrics: lexicon.metric_names.find(text).into_iter().map(|(range, i)| (range, &lexicon.metrics[i])).collect(),
            mentions: subjects.find(text, lexicon),
            audiences: lexicon.audience_names.find(text).into_iter().map(|(r, i)| (r, lexicon.audiences[i].as_str())).collect(),
        }
    }

    /// The sentence around an offset.
    pub fn sentence(&self, offset: usize) -> Range<usize> {
        sentence::around(&self.sentences, offset, &(0..self.text.len()))
    }

    /// The clause around an offset.
    pub fn clause(&self, offset: usize) -> Range<usize> {
        let sentence = self.sentence(offset);
        sentence::around(&sentence::clauses(self.text, &sentence), offset, &sentence)
    }

    /// Cues of one kind (or of a family, `condition:`) within a range.
    pub fn cues_in(&self, kind: &str, range: &Range<usize>) -> impl Iterator<Item = &(Range<usize>, &'a Cue)> {
        self.cues.iter().filter(move |(at, cue)| {
            at.start >= range.start
                && at.end <= range.end
                && (cue.kind == kind || (kind.ends_with(':') && cue.kind.starts_with(kind)))
        })
    }

    /// Whether a mention is what something else is compared with ("比A100", "than Kestrel", 高于华为云).
    pub fn compared_with(&self, mention: &Mention) -> bool {
        const GAP: usize = 12;
        self.cues.iter().any(|(at, cue)| {
            cue.kind == "subject_after" && at.end <= mention.range.start && mention.range.start - at.end <= GAP && {
                let between = &self.text[at.end..mention.range.start];
                between.chars().all(|c| c.is_whitespace() || "同等同类传统的thea ".contains(c))
            }
        })
    }

    /// The text of a range without space around.
    pub fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or("").trim()
    }
}
