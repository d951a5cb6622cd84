//! The place in a ranking that running text gives: "ibis ranks second on the leaderboard", 临江市位列第二.

use std::ops::Range;

use super::ranked;
use crate::claim::{Claim, Confidence};
use crate::document::{BlockKind, Role};
use crate::extract::Reader;
use crate::extract::view::View;
use crate::lexicon::words;

/// Adds the places that the sentences of a block tell. Of a place in one respect only ("ranks second for speed") nothing is said here.
pub(super) fn places(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question | BlockKind::Heading(_)) || block.cell.is_some() {
        return;
    }
    if reader.role(block.section) == Role::History {
        return;
    }
    let lower = view.text.to_ascii_lowercase();
    for sentence in &view.sentences {
        for clause in view.clauses(sentence) {
            let Some((range, rank)) = place(&lower, clause) else { continue };
            let Some(own) = view.mentions_in(&(sentence.start..range.start)).next_back() else { continue };
            let former = words("place:former").iter().any(|word| lower[clause.clone()].contains(word));
            // Nobody else between the name and its place.
            let between = &lower[own.range.end..range.start];
            let joined = between.chars().count() <= 24 && !between.contains(['。', ';', '；']);
            if former || !joined || view.negated(range.start) {
                continue;
            }
            let subject = reader.subjects.get(own.subject).clone();
            let mut claim = ranked(reader, at, &range, rank, Some(subject));
            claim.text = Some("told".into());
            claim.confidence = Confidence::Medium;
            claims.push(claim);
        }
    }
}

/// The verb of a place with its number in a clause, and the number.
fn place(lower: &str, clause: &Range<usize>) -> Option<(Range<usize>, u32)> {
    let text = &lower[clause.clone()];
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    for verb in words("place:verb") {
        for (from, _) in text.match_indices(verb) {
            let behind = &text[from + verb.len()..];
            if verb.is_ascii() && (letter(text[..from].chars().next_back()) || letter(behind.chars().next())) {
                continue;
            }
            let Some((length, rank)) = ordinal(behind) else { continue };
            if ends(&behind[length..]) {
                return Some((clause.start + from..clause.start + from + verb.len() + length, rank));
            }
        }
    }
    None
}

/// The ordinal at the start of a text: " second", " 2nd", " #2", "第二", "第 2 位".
fn ordinal(text: &str) -> Option<(usize, u32)> {
    const NUMBERS: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    const HAN: &[&str] = &["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
    let mut rest = text.trim_start();
    for lead in ["in ", "as ", "at ", "number ", "no. ", "#", "第", "the "] {
        rest = rest.strip_prefix(lead).unwrap_or(rest).trim_start();
    }
    let at = text.len() - rest.len();
    if let Some((i, word)) = NUMBERS.iter().enumerate().find(|(_, word)| rest.starts_with(**word)) {
        return Some((at + word.len(), u32::try_from(i).ok()? + 1));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (length, rank) = if digits > 0 && digits <= 2 {
        (digits, rest[..digits].parse().ok()?)
    } else if text.trim_start().starts_with('第') {
        let (i, word) = HAN.iter().enumerate().find(|(_, word)| rest.starts_with(**word))?;
        (word.len(), u32::try_from(i).ok()? + 1)
    } else {
        return None;
    };
    let behind = &rest[length..];
    let ending = ["st", "nd", "rd", "th", "位", "名"].iter().find(|end| behind.starts_with(**end)).map_or(0, |end| end.len());
    // A bare number is a place only behind 第, "#" or with an ending.
    let marked = ending > 0 || at > text.len() - text.trim_start().len();
    (marked && rank > 0).then_some((at + length + ending, rank))
}

/// Whether what follows a place leaves it one of the whole ranking.
fn ends(behind: &str) -> bool {
    let rest = behind.trim_start_matches(['*', '_', ' ', '位', '名']);
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    if rest.is_empty() || rest.starts_with(['(', '（', '.', ',', '，', '。', ':', '：']) {
        return true;
    }
    let boards = words("place:board").iter().any(|board| rest.contains(board));
    matches!(word, "overall" | "of" | "out" | "among" | "behind" | "with") || matches!(word, "on" | "in") && boards
}
