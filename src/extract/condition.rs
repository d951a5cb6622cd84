//! Under which conditions a figure holds: billing, region, statistic and load by their cues, and what a clause or phrase says of when.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::extract::view::View;
use crate::lexicon::{find_last, words};

/// Conditions of the sentence: billing, region, statistic, load; and the clause or phrase that says when.
///
/// A region or temperature holds for the sentence. Billing and statistic ("p99", "on average") hold for the figure beside them,
/// which stands alone within `window`, the stretch between its neighbours; and billing is a condition of money alone.
pub fn conditions(view: &View<'_>, figure: &Range<usize>, window: &Range<usize>, money: bool) -> BTreeMap<String, String> {
    let at = figure.start;
    let mut found = BTreeMap::new();
    let sentence = view.sentence(at);
    let clause = view.clause(at);
    for range in [&clause, &sentence] {
        for (place, cue) in view.cues_in("condition:", range) {
            let baseline = view
                .cues_in("subject_after", &(place.start.saturating_sub(24)..place.start))
                .any(|(r, _)| place.start - r.end <= 6);
            let named = view.mentions_in(&(0..place.end)).any(|m| m.range.start <= place.start && place.end <= m.range.end);
            let near = match cue.kind.as_str() {
                "condition:billing" | "condition:price" => money && place.start >= window.start && place.end <= window.end,
                // "which means up to ten" is no mean.
                "condition:statistic" => {
                    let verb = cue.id == "mean" && view.text[place.end..].starts_with('s');
                    !verb && place.start >= window.start && place.end <= at.max(window.start)
                }
                _ => true,
            };
            if !baseline
                && !named
                && near
                && let Some(name) = cue.kind.strip_prefix("condition:")
            {
                found.entry(name.to_owned()).or_insert_with(|| cue.id.clone());
            }
        }
    }
    let told = |range: &Range<usize>| view.cues_in("condition:", range).any(|(_, cue)| found.values().any(|id| *id == cue.id));
    let when: Vec<String> = when(view, figure, window, &sentence)
        .into_iter()
        .filter(|range| !told(range))
        .filter_map(|range| plain(view, range))
        .collect();
    if !when.is_empty() {
        found.insert("when".into(), when.join(", "));
    }
    if let Some(time) = time(&view.text[sentence.start.min(at)..at]) {
        found.insert("time".into(), time);
    }
    if let Some(word) = further(&view.text[clause.start.min(at)..at]) {
        found.insert("time".into(), word);
    }
    found
}

/// Another time than that of the document, where the words before a figure name one last: last year, in August, 去年, 8月. What something
/// is compared with (比去年) is no time of its own.
fn time(before: &str) -> Option<String> {
    let lower = before.to_lowercase();
    let compared = |at: usize| {
        let head = lower[..at].trim_end();
        ["比", "较", "与", "跟", "同", "高于", "低于"].iter().any(|word| head.ends_with(word))
            || ["than", "from", "with", "over", "on", "against", "of the", "to", "versus"]
                .iter()
                .any(|word| head.strip_suffix(word).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphanumeric())))
    };
    let told = words("elsewhen").iter().chain(words("month")).filter(|word| **word != "may");
    let mut found: Option<(usize, String)> =
        told.filter_map(|word| Some((find_last(&lower, word).filter(|at| !compared(*at))?, (*word).to_owned()))).max();
    for (at, _) in lower.match_indices('月') {
        let digits = lower[..at].len() - lower[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let behind = lower[at + '月'.len_utf8()..].chars().next();
        let of_price = behind.is_some_and(|c| "费租付薪供均内".contains(c));
        if (1..=2).contains(&digits) && !of_price && !compared(at - digits) && found.as_ref().is_none_or(|(last, _)| *last < at) {
            found = Some((at, lower[at - digits..].chars().take(digits + 1).collect()));
        }
    }
    let present = words("change:latter").iter().filter_map(|word| find_last(&lower, word)).max();
    found.filter(|(at, _)| present.is_none_or(|present| present <= *at)).map(|(_, word)| word)
}

/// What says that a figure is added to another: "another 12 seats", 另有3间.
fn further(before: &str) -> Option<String> {
    let lower = before.trim_end().to_lowercase();
    words("further")
        .iter()
        .find(|word| {
            lower
                .strip_suffix(**word)
                .is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
        })
        .map(|word| (*word).to_owned())
}

/// The stretches of a sentence that say when or with what its figure holds.
fn when(view: &View<'_>, figure: &Range<usize>, window: &Range<usize>, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for part in view.clauses(sentence) {
        let text = &view.text[part.clone()];
        let own = part.start <= figure.start && figure.start < part.end.max(part.start + 1);
        if !text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) {
            if own {
                let from = figure.end.min(part.end);
                found.extend(pieces(view.text, &(from..part.end)).into_iter().filter(|piece| piece.start < window.end));
            } else if part.end <= figure.start && part.start == sentence.start && text.starts_with("For ") {
                // "For binary vectors, it takes 16 bytes"
                found.push(part.clone());
            } else if part.end <= figure.start || part.end <= window.end {
                // A clause of its own begins with the word.
                found.extend(pieces(view.text, part).into_iter().take(1).filter(|piece| piece.start == part.start));
            }
        } else if own {
            let end = prefix_end(&view.text[part.start..figure.start.max(part.start)]);
            found.extend((end > 0).then(|| part.start..part.start + end));
        } else if part.end <= figure.start && ends_condition(text) {
            found.push(part.clone());
        } else if part.end <= figure.start {
            // 在盐碱地条件下亩产520公斤，增产12%
            let end = prefix_end(text);
            found.extend((end > 0).then(|| part.start..part.start + end));
        }
    }
    // What names the product itself is no condition of the product's figure: 换到千帆之后, "after moving to Tidewell".
    found.retain(|range| view.mentions_in(range).next().is_none());
    found
}

/// The phrases of a stretch of English text that are conditions: from a word such as "when" or "with" to the next of them.
fn pieces(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    const AGAINST: &[&str] = &["versus", "vs", "vs.", "compared", "than", "against", "relative", "and", "or", "but"];
    let inside = &text[range.clone()];
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for word in inside.split(char::is_whitespace) {
        let bare = word.to_lowercase();
        let last = inside[at + word.len()..].trim().is_empty();
        let begins =
            ["when", "circumstance"].iter().any(|list| words(list).contains(&bare.as_str())) || AGAINST.contains(&&*bare);
        if begins && !last {
            starts.push(at);
        }
        at += word.len();
        at += inside[at..].chars().next().map_or(0, char::len_utf8);
    }
    let mut found = Vec::new();
    for (i, &start) in starts.iter().enumerate() {
        // "compared with", "relative to"
        let first = |at: usize| inside[at..].split(char::is_whitespace).next().unwrap_or("").to_lowercase();
        if i.checked_sub(1)
            .is_some_and(|i| matches!(first(starts[i]).as_str(), "compared" | "relative") && start - starts[i] < 10)
        {
            continue;
        }
        let piece = inside[start..starts.get(i + 1).copied().unwrap_or(inside.len())].trim_end();
        if is_condition(piece) {
            found.push(range.start + start..range.start + start + piece.len());
        }
    }
    found
}

/// Whether an English phrase with its first word is a condition: any behind "when" or "if", and behind "with", "on" or "at" one that
/// names a mode, a plan, a machine or the like, or ends in what has been done.
fn is_condition(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let mut parts = lower
        .split(|c: char| c.is_whitespace() || c == '-' || c == '/')
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '°'));
    let Some(first) = parts.next() else { return false };
    let rest: Vec<&str> = parts.filter(|w| !w.is_empty()).collect();
    if rest.is_empty() || rest.len() > 9 {
        return false;
    }
    if words("when").contains(&first) {
        return true;
    }
    let head = |w: &&str| words("circumstance_head").iter().any(|head| *w == *head || w.strip_suffix('s') == Some(*head));
    let done = |w: &str| {
        w.len() > 4 && w.ends_with("ed") && !matches!(w, "compared" | "speed" | "need" | "based" | "related" | "hundred")
    };
    words("circumstance").contains(&first) && rest.len() <= 6 && (rest.iter().any(head) || rest.last().is_some_and(|w| done(w)))
}

/// Whether a Chinese clause says when: 开启列压缩后, 预付费模式下, 在16核机器上.
fn ends_condition(text: &str) -> bool {
    let text = text.trim();
    let end = prefix_end(&format!("{text}其他"));
    let place = text.starts_with('在') && text.ends_with(['上', '中', '里', '内']) && !text.contains("测试");
    text.chars().count() >= 3 && (end == text.len() || place)
}

/// Where a condition at the beginning of a Chinese clause ends: 接入电源时|视频导出…; 0 where there is none.
pub fn prefix_end(text: &str) -> usize {
    let mut best = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let (before, rest) = (&text[..at], &text[end..]);
        if before.chars().count() < 2 || rest.chars().count() < 2 {
            continue;
        }
        let inside = |list: &str| {
            words(list).iter().any(|word| {
                word.match_indices(c).any(|(i, _)| at.checked_sub(i).is_some_and(|s| text.get(s..s + word.len()) == Some(*word)))
            })
        };
        let closes = match c {
            // 平均用时缩短 is of a time; 使用时 is a condition.
            '时' => {
                let spent = inside("spent") && words("spent_changes").iter().any(|word| rest.starts_with(word));
                !inside("no_condition") && !spent
            }
            '后' => !inside("no_condition"),
            '下' => words("under").iter().any(|state| before.ends_with(state)),
            _ => false,
        };
        if closes {
            best = end;
            break;
        }
        if matches!(c, '的' | '，') && best == 0 && before.ends_with(|c: char| c.is_ascii_digit()) {
            break;
        }
    }
    best
}

/// A condition without the words that lead into it, and without what says on what the figure rests.
fn plain(view: &View<'_>, range: Range<usize>) -> Option<String> {
    let start =
        view.cues_in("modality", &range).map(|(cue, _)| cue.end).filter(|&end| end <= range.end).max().unwrap_or(range.start);
    let text = view.text[start..range.end].trim().trim_matches(|c: char| "，,。.;；".contains(c)).trim();
    let text = text.trim_start_matches(['在', '当', '上']);
    let text = ["的情况下", "情况下", "前提下", "条件下", "之后", "以后", "时", "后", "下", "上", "中", "里", "内"]
        .iter()
        .find_map(|end| text.strip_suffix(end))
        .unwrap_or(text);
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
    let known = words("when").contains(&first.as_str()) || words("circumstance").contains(&first.as_str());
    let text = if known { text[first.len()..].trim_start() } else { text };
    let text = ["the ", "a ", "an "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    (text.chars().count() >= 3).then(|| text.to_owned())
}
