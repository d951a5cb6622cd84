//! Who is advised to take what: "students should choose X", "X is the best choice for students", 学生首选X, 如果你是学生，选X, the label
//! 适合谁 of an entry, a table of readers and choices.
//!
//! A sentence has a word of choice, a subject and a phrase for whom; where the phrase stands follows from the order of the other
//! two. Sentences that choose under a condition of their own (a need, a budget) keep it as a condition.

use std::collections::BTreeSet;
use std::ops::Range;

use super::audience;
use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::document::{BlockKind, CellPlace, Role};
use crate::extract::Reader;
use crate::extract::figure::cell_subject;
use crate::extract::subjects::Mention;
use crate::extract::view::View;

/// A recommendation before it is a claim.
struct Advice<'a> {
    /// Where the audience is named; its text is kept.
    whom: Range<usize>,
    /// Tags of the audience.
    tags: BTreeSet<String>,
    /// What is recommended.
    subjects: Vec<usize>,
    /// What the claim quotes.
    quote: Range<usize>,
    /// `exclusive`, `choice` or `plain`.
    strength: &'a str,
}

/// Adds the recommendations of a block.
pub fn recommendations(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if let Some(cell) = block.cell {
        fit_cell(reader, at, cell, view, claims);
    } else if !fit_label(reader, at, view, claims) {
        sentences(reader, at, view, claims);
    }
}

/// "适合谁：…" of an entry: the entry's subject for each audience that is named.
fn fit_label(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) -> bool {
    let block = &reader.document.blocks[at];
    let Some((label, rest)) = view.label.clone() else { return false };
    if reader.role(block.section) != Role::Entry || view.cues_in("fit", &label).next().is_none() {
        return false;
    }
    let Some(own) = reader.subjects.sections.get(block.section).copied().flatten() else { return false };
    let whom = rest..view.text.len();
    let tags = named(reader, view, &whom);
    let told = !tags.is_empty();
    add(reader, at, view, Advice { quote: whom.clone(), whom, tags, subjects: vec![own], strength: "plain" }, claims);
    told
}

/// A table that says for whom its subjects are: the audience stands in the cell, the subject in the row.
fn fit_cell(reader: &Reader<'_>, at: usize, cell: CellPlace, view: &View<'_>, claims: &mut Vec<Claim>) {
    let layout = &reader.layouts[cell.table];
    let table = &reader.document.tables[cell.table];
    if !layout.fit_columns.contains(&cell.column) || cell.row < table.header_rows {
        return;
    }
    let Some(subject) = cell_subject(reader, cell, at) else { return };
    let whom = 0..view.text.len();
    let strength = if layout.choice { "choice" } else { "plain" };
    let mut claim = recommendation(reader, at, view, &whom, subject, strength);
    claim.audience = named(reader, view, &whom).into_iter().collect();
    if claim.audience.is_empty() {
        return;
    }
    claim.confidence = Confidence::High;
    claims.push(claim);
}

/// The tags of a stretch that names an audience and nothing else: the list's, and its phrases' own.
fn named(reader: &Reader<'_>, view: &View<'_>, range: &Range<usize>) -> BTreeSet<String> {
    let first = view.slice(range).split(['，', '。', ';', '；', '（', '(', '.']).next().unwrap_or("");
    let tags = audience::tags(first, reader.lexicon);
    if tags.is_empty() { audience::listed(view, range) } else { tags }
}

/// Sentences that recommend a subject, and items that name an audience and then a subject.
fn sentences(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    let role = reader.role(block.section);
    let deciding = matches!(role, Role::Summary | Role::Conclusion | Role::Scenario | Role::Faq | Role::Body | Role::Comparison);
    if !deciding || matches!(block.kind, BlockKind::Heading(_) | BlockKind::Question) {
        return;
    }
    if labelled(reader, at, view, role, claims) {
        return;
    }
    for sentence in &view.sentences {
        if view.text[sentence.end..].starts_with(['?', '？']) {
            continue;
        }
        let taken = |range: &Range<usize>| {
            let within = |r: &Range<usize>, slack: usize| r.start <= range.start && range.end <= r.end + slack;
            view.cues_in("top_pick", sentence).any(|(r, cue)| cue.id == "plain" && within(r, 0))
                || view.cues_in("against", sentence).any(|(r, _)| within(r, 3))
        };
        let cues: Vec<_> =
            view.cues_in("recommend", sentence).filter(|(range, _)| !taken(range) && !view.negated(range.start)).collect();
        let mut from = sentence.start;
        for (index, (range, cue)) in cues.iter().enumerate() {
            // Each cue speaks for the stretch up to the next one; its subject stands behind it, or else before it.
            let to = cues.get(index + 1).map_or(sentence.end, |(next, _)| next.start);
            let plain = |m: &&Mention| !view.compared_with(m);
            let behind = view.mentions_in(&(range.end..to)).filter(plain).find(|m| m.range.start - range.end <= 40);
            let before = || view.mentions_in(&(sentence.start..range.start)).rfind(plain);
            let Some(mention) = behind.or_else(before) else {
                continue;
            };
            let stretch = from..to;
            let near = near_cue(view, &stretch, range);
            let mut tags = audience::listed(view, &near);
            let own = phrases(view.text, &stretch, range, &mention.range)
                .map(|phrase| audience::tags(view.slice(&phrase), reader.lexicon))
                .find(|own| !own.is_empty());
            tags = own.unwrap_or(tags);
            let last = range.end.max(mention.range.end);
            let end = near.end.min(view.clause(last - 1).end.max(last));
            let quote = near.start.min(mention.range.start)..end;
            let subjects = beside(view, mention);
            add(reader, at, view, Advice { whom: near, tags, subjects, quote, strength: &cue.id }, claims);
            from = last;
        }
    }
}

/// "Audience: Subject …"; whether the block was read as that.
fn labelled(reader: &Reader<'_>, at: usize, view: &View<'_>, role: Role, claims: &mut Vec<Claim>) -> bool {
    let Some((label, rest)) = view.label.clone() else { return false };
    let listed = view.audiences.iter().any(|(range, _)| range.start >= label.start && range.end <= label.end);
    if !listed || view.cues_in("against", &(rest..view.text.len())).next().is_some() {
        return false;
    }
    let first = view.sentence(rest + view.text[rest..].len() - view.text[rest..].trim_start().len());
    let named_first = view.mentions.iter().find(|m| m.range.start >= rest && m.range.end <= first.end && !view.compared_with(m));
    let Some(mention) = named_first else { return false };
    let cue = view.cues_in("recommend", &(rest..mention.range.start.max(rest))).map(|(_, cue)| cue.id.as_str()).max();
    let strong = matches!(role, Role::Conclusion | Role::Scenario);
    let strength = if strong { "exclusive" } else { cue.unwrap_or("plain") };
    let tags = named(reader, view, &label);
    let subjects = beside(view, mention);
    add(reader, at, view, Advice { whom: label, tags, subjects, quote: mention.range.clone(), strength }, claims);
    true
}

/// The subject with those that are named in one breath with it: "X or Y".
fn beside(view: &View<'_>, mention: &Mention) -> Vec<usize> {
    const LINKS: &[&str] =
        &["、", "和", "或", "与", "/", ",", "，", "or", "and", ", or", ", and", "or the", "and the", "以及", "或者", "&"];
    let Some(own) = view.mentions.iter().position(|m| m.range == mention.range) else { return vec![mention.subject] };
    let linked = |a: &Mention, b: &Mention| {
        view.text.get(a.range.end..b.range.start).is_some_and(|gap| LINKS.contains(&gap.trim().to_lowercase().as_str()))
    };
    let mut found = vec![mention.subject];
    for pair in view.mentions[own..].windows(2).take_while(|pair| linked(&pair[0], &pair[1])) {
        found.push(pair[1].subject);
    }
    for pair in view.mentions[..=own].windows(2).rev().take_while(|pair| linked(&pair[0], &pair[1])) {
        found.push(pair[0].subject);
    }
    found.dedup();
    found
}

/// Where the sentence may name for whom, by the order of the word of choice and the subject; the likeliest first.
fn phrases(text: &str, stretch: &Range<usize>, cue: &Range<usize>, subject: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let found = if cue.end <= subject.start {
        // "students should choose X", 学生首选X; else "we recommend X to students", 推荐X给学生.
        vec![last_clause(text, &(stretch.start..cue.start)), led(text, &(subject.end..stretch.end)), led(text, stretch)]
    } else {
        let behind = cue.end..stretch.end;
        let word = text[cue.clone()].to_lowercase();
        let of_fit = ["适合", "给", " for", " to", "suits"].iter().any(|end| word.ends_with(end));
        vec![
            of_fit.then(|| first_clause(text, &behind)),
            led(text, &behind),
            // "X是学生的首选", "X，学生首选".
            last_clause(text, &(subject.end..cue.start)),
            // "For students, X is the right choice", 对学生来说，X是最佳选择.
            led(text, &(stretch.start..subject.start)),
        ]
    };
    found.into_iter().flatten()
}

/// The last clause of a stretch that is more than a filler.
fn last_clause(text: &str, stretch: &Range<usize>) -> Option<Range<usize>> {
    const FILLERS: &[&str] = &[
        "we",
        "we would",
        "we'd",
        "i would",
        "i'd",
        "you should",
        "请",
        "我们",
        "我们会",
        "建议",
        "不妨",
        "就",
        "可以",
        "请直接",
        "你可以",
        "is",
        "是",
        "the",
        "our",
        "a",
        "直接",
        "那就",
        "那么",
    ];
    let mut end = stretch.end;
    loop {
        let inside = text.get(stretch.start..end)?;
        let start = inside
            .char_indices()
            .rev()
            .find(|(_, c)| matches!(c, '，' | ',' | '：' | ':' | '；' | '—'))
            .map_or(0, |(at, c)| at + c.len_utf8());
        let clause = &inside[start..];
        let bare = clause.trim().to_lowercase();
        if !bare.is_empty() && !FILLERS.contains(&bare.as_str()) {
            return Some(stretch.start + start..end);
        }
        if start == 0 {
            return None;
        }
        end = stretch.start + start - inside[..start].chars().next_back().map_or(1, char::len_utf8);
    }
}

/// "to students", "for students", 给学生 at the start of a stretch.
fn led(text: &str, stretch: &Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(stretch.clone())?;
    let trimmed = inside.trim_start();
    let lower = trimmed.to_lowercase();
    let word = ["to ", "for ", "给", "对于", "对", "如果你是", "若你是", "如果您是", "针对", "if you are ", "if you're "]
        .iter()
        .find(|word| lower.starts_with(**word))?;
    let start = stretch.start + inside.len() - trimmed.len() + word.len();
    Some(first_clause(text, &(start..stretch.end))).filter(|range| !range.is_empty())
}

/// The first clause of a stretch, cut where a Latin one goes on to something else.
fn first_clause(text: &str, stretch: &Range<usize>) -> Range<usize> {
    const STOPS: &[&str] = &[
        " because", " since", " who", " that", " when", " if", " as ", " with ", " at ", " thanks", " but ", " while", " which",
        " –", " —", "，", ",", "。", "；", "：", ":", "（", "(", "—", "因为", "，因",
    ];
    let inside = text.get(stretch.clone()).unwrap_or("");
    let lower = inside.to_ascii_lowercase();
    let end = STOPS.iter().filter_map(|stop| lower.find(stop)).min().unwrap_or(inside.len());
    stretch.start..stretch.start + end
}

/// Where a sentence may name the audience of its recommendation: all of it, but of a long one only the clauses around the cue.
fn near_cue(view: &View<'_>, whole: &Range<usize>, cue: &Range<usize>) -> Range<usize> {
    const LONG: usize = 100;
    if view.text[whole.clone()].chars().count() <= LONG {
        return whole.clone();
    }
    let clauses = view.clauses(whole);
    let at = clauses.iter().position(|clause| clause.end >= cue.end).unwrap_or(0);
    let first = clauses.get(at.saturating_sub(1)).map_or(whole.start, |clause| clause.start);
    first..clauses.get(at).map_or(whole.end, |clause| clause.end).max(cue.end)
}

/// Adds a recommendation for each of its subjects when it names an audience (an exclusive one may name none).
fn add(reader: &Reader<'_>, at: usize, view: &View<'_>, advice: Advice<'_>, claims: &mut Vec<Claim>) {
    if advice.tags.is_empty() && advice.strength != "exclusive" {
        return;
    }
    let place = reader.source.place(&reader.document.blocks[at].text.source_range(&advice.quote));
    let sentence = view.sentence(advice.quote.start);
    for &subject in &advice.subjects {
        let subject = reader.subjects.get(subject).clone();
        let mut claim = recommendation(reader, at, view, &advice.whom, subject, advice.strength);
        claim.audience = advice.tags.iter().cloned().collect();
        if let Some(need) = need(view, &sentence) {
            claim.conditions.insert("when".into(), need);
        }
        view.slice(&advice.quote).clone_into(&mut claim.quote);
        (claim.line, claim.column) = (Some(place.line), Some(place.column));
        (claim.end_line, claim.end_column) = (Some(place.end_line), Some(place.end_column));
        claims.push(claim);
    }
}

/// What a choice depends on beside who chooses: a clause with a need, a wish, a budget.
fn need(view: &View<'_>, sentence: &Range<usize>) -> Option<String> {
    const NEEDS: &[&str] = &["需要", "追求", "看重", "在意", "只想", "想要", "希望", "若要", "如果要", "如果想", "除非"];
    const LATIN: &[&str] = &["need ", "needs ", "want ", "wants ", "unless ", "care about ", "if price"];
    let listed = |clause: &Range<usize>| view.audiences.iter().any(|(r, _)| r.start >= clause.start && r.end <= clause.end);
    let clause = view.clauses(sentence).iter().find(|clause| {
        let text = view.text[(*clause).clone()].to_lowercase();
        NEEDS.iter().chain(LATIN).any(|word| text.contains(word)) && !listed(clause)
    })?;
    Some(view.slice(clause).to_owned())
}

fn recommendation(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    whom: &Range<usize>,
    subject: Subject,
    strength: &str,
) -> Claim {
    let mut claim = reader.record(at, whom, Kind::Recommendation);
    claim.text = Some(view.slice(whom).to_owned());
    claim.subject = Some(subject);
    claim.conditions.insert("strength".into(), strength.to_owned());
    claim
}
