//! Passages that stand twice in one document: a paragraph that was pasted again, or a summary that runs together what the list below
//! it says.
//!
//! Texts are compared by their letters and digits alone, in runs of [`RUN`], so that bullets, blanks and line breaks do not matter
//! and a copy that was cut off is still one. The work grows with the length of the document.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Kind};
use crate::document::BlockKind;
use crate::extract::Reader;

/// Letters and digits in a run.
const RUN: usize = 12;
/// Runs that a passage needs: a short sentence may well stand twice.
const LEAST: usize = 48;

/// Adds a pair of records for each passage that stands twice: the copy, and what it copies.
pub fn records(reader: &Reader<'_>, claims: &mut Vec<Claim>) {
    let blocks = &reader.document.blocks;
    let mut letters: Vec<char> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        if !matches!(block.kind, BlockKind::Paragraph | BlockKind::Item | BlockKind::Heading(_)) {
            continue;
        }
        for c in block.text.string.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
            letters.push(c);
            owners.push(at);
        }
    }
    if letters.len() < LEAST + RUN {
        return;
    }
    // Runs with the block that they begin in, like ones side by side.
    let mut starts: Vec<usize> = (0..=letters.len() - RUN).collect();
    starts.sort_by(|&a, &b| letters[a..a + RUN].cmp(&letters[b..b + RUN]).then(a.cmp(&b)));
    let mut elsewhere: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for same in starts.chunk_by(|&a, &b| letters[a..a + RUN] == letters[b..b + RUN]) {
        for &start in same {
            let own = owners[start];
            if owners[start + RUN - 1] != own {
                continue;
            }
            *counts.entry(own).or_default() += 1;
            // The first and the last of its likes are enough to find one in another block.
            let other = [same.first(), same.last()].into_iter().flatten().map(|&at| owners[at]).find(|&owner| owner != own);
            if let Some(other) = other {
                *elsewhere.entry(own).or_default().entry(other).or_default() += 1;
            }
        }
    }
    let mut copied: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (&block, sources) in &elsewhere {
        let (all, found): (usize, usize) = (counts[&block], sources.values().sum());
        // Nine of ten runs: a copy may have lost or gained a word.
        if all >= LEAST && found * 10 >= all * 9 {
            let sources: Vec<usize> = sources.iter().filter(|(_, hits)| **hits * 20 >= all).map(|(&source, _)| source).collect();
            copied.insert(block, sources);
        }
    }
    // What runs several blocks together is the copy, wherever it stands; else the later of two.
    let mixed: BTreeSet<usize> = copied.iter().filter(|(_, sources)| sources.len() > 1).map(|(&block, _)| block).collect();
    for (&block, sources) in &copied {
        let Some(&source) = sources.first() else { continue };
        let original = sources.iter().all(|source| mixed.contains(source));
        if !mixed.contains(&block) && (original || source > block) {
            continue;
        }
        let pair = format!("{block}");
        for (at, what) in [(block, "copy"), (source, "original")] {
            let text = &blocks[at].text.string;
            let mut record = reader.record(at, &(0..text.len()), Kind::Passage);
            record.metric = Some(pair.clone());
            record.text = Some(what.into());
            claims.push(record);
        }
    }
}
