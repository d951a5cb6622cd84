//! Claims whose value is a choice: ranks, picks, recommendations, superlatives, and who is dearer than whom.

use std::ops::Range;

use crate::claim::{Bound, Claim, Confidence, Interval, Kind, Subject, Value};
use crate::document::{BlockKind, Role};
use crate::extract::figure::{cell_subject, interval, subject, value};
use crate::extract::sentence;
use crate::extract::subjects::{Mention, slug};
use crate::extract::view::View;
use crate::extract::{Reader, context};
use crate::quantity::Quantity;

/// The rank that an entry's heading or a table's rank column gives.
pub fn rank(reader: &Reader<'_>, at: usize, claims: &mut Vec<Claim>, typed: &mut Vec<Range<usize>>) {
    let block = &reader.document.blocks[at];
    if let BlockKind::Heading(_) = block.kind {
        let Some(section) = reader.document.sections.get(block.section) else { return };
        if section.heading == Some(at)
            && let Some((rank, range)) = &section.rank
        {
            let subject = reader.subjects.sections.get(block.section).copied().flatten().map(|s| reader.subjects.get(s).clone());
            claims.push(ranked(reader, at, range, *rank, subject));
            typed.push(range.clone());
        }
        return;
    }
    let Some(cell) = block.cell else { return };
    let table = &reader.document.tables[cell.table];
    if reader.layouts[cell.table].rank_column != Some(cell.column) || cell.row < table.header_rows {
        return;
    }
    let text = &block.text.string;
    let Some(digits) = rank_digits(text) else { return };
    let Ok(rank) = text[digits.clone()].parse() else { return };
    claims.push(ranked(reader, at, &digits, rank, cell_subject(reader, cell, at)));
    typed.push(0..text.len());
}

/// The digits of a rank cell: `1`, `TOP 1`, `第1名`, `#1`.
fn rank_digits(text: &str) -> Option<Range<usize>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |i| start + i);
    (end - start <= 3 && !text[end..].contains(|c: char| c.is_ascii_digit())).then_some(start..end)
}

fn ranked(reader: &Reader<'_>, at: usize, range: &Range<usize>, rank: u32, subject: Option<Subject>) -> Claim {
    let mut claim = reader.record(at, range, Kind::Rank);
    claim.subject = subject;
    claim.metric = Some("rank".into());
    let text = Some(rank.to_string());
    claim.value = Some(Value {
        low: text.clone(),
        high: text.clone(),
        unit: String::new(),
        high_unit: None,
        bound: Bound::Eq,
        approximate: false,
        precision: "1".into(),
    });
    claim.canonical = Some(Interval {
        low: text.clone(),
        high: text,
        unit: String::new(),
        bound: Bound::Eq,
        low_open: false,
        high_open: false,
    });
    claim
}

/// All other choices of a block.
pub fn decisions(reader: &Reader<'_>, at: usize, view: &View<'_>, quantities: &[Quantity], claims: &mut Vec<Claim>) {
    top_pick(reader, at, view, claims);
    let before = claims.len();
    fit_label(reader, at, view, claims);
    if let Some(cell) = reader.document.blocks[at].cell {
        fit_cell(reader, at, cell, view, claims);
    } else if claims.len() == before {
        recommendations(reader, at, view, claims);
    }
    superlatives(reader, at, view, quantities, claims);
    directions(reader, at, view, claims);
}

/// Labels that announce the first choice when they are the whole label.
const PICK_LABELS: &[&str] =
    &["首选", "我们的首选", "编辑首选", "冠军", "our pick", "top choice", "first choice", "winner", "the winner"];

/// "TOP Pick：X", "Best overall: X": a label or heading that announces the first choice.
fn top_pick(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if block.cell.is_some() {
        return;
    }
    let whole = 0..view.text.len();
    // As a whole label, 首选 and "Our pick" announce the first choice as well.
    let label = view
        .label
        .clone()
        .map(|(label, _)| label)
        .filter(|label| PICK_LABELS.iter().any(|pick| view.slice(label).eq_ignore_ascii_case(pick)));
    let named_cue = view.cues_in("top_pick", &whole).map(|(cue, _)| cue.clone()).find(|cue| !view.negated(cue.start));
    let Some(cue) = &named_cue.or(label) else { return };
    let labelled = view.label.as_ref().is_some_and(|(label, _)| cue.start >= label.start && cue.end <= label.end);
    let verb = sentence::sentences(view.text).iter().any(|s| s.start <= cue.start && cue.end <= s.end && linked(view, s, cue));
    let heading = matches!(block.kind, BlockKind::Heading(_));
    if !labelled && !verb && !heading {
        return;
    }
    let rest = if labelled { view.label.as_ref().map_or(0, |(_, rest)| *rest) } else { 0 };
    let sentence = view.sentence(rest.max(cue.start));
    let named = view
        .mentions
        .iter()
        .find(|m| m.range.start >= rest && !view.compared_with(m) && (labelled || m.range.end <= sentence.end));
    let subject = match named {
        Some(mention) => reader.subjects.get(mention.subject).clone(),
        None if labelled => {
            let text = view.slice(&(rest..view.text.len()));
            let name = crate::extract::subjects::core(text.split(['，', ',', '。', '；']).next().unwrap_or(text));
            if name.is_empty() || name.chars().count() > 40 {
                return;
            }
            Subject { id: slug(name), name: name.to_owned(), vendor: None }
        }
        None => return,
    };
    let mut claim = reader.record(at, cue, Kind::TopPick);
    claim.text = Some(subject.name.clone());
    claim.subject = Some(subject);
    claims.push(claim);
}

/// "X is our top pick", "our top pick is X", "年度首选是X".
fn linked(view: &View<'_>, sentence: &Range<usize>, cue: &Range<usize>) -> bool {
    let text = view.text[sentence.clone()].to_lowercase();
    let after = view.text[cue.end..sentence.end].trim_start();
    let link = after.starts_with("is ")
        || after.starts_with('是')
        || after.starts_with('为')
        || text.contains(" is ")
        || text.contains('是');
    link && view.mentions.iter().any(|m| m.range.start >= sentence.start && m.range.end <= sentence.end)
}

/// "适合谁：…" of an entry: the entry's subject for each audience that is named.
fn fit_label(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    let Some((label, rest)) = view.label.clone() else { return };
    if reader.role(block.section) != Role::Entry || view.cues_in("fit", &label).next().is_none() {
        return;
    }
    let Some(own) = reader.subjects.sections.get(block.section).copied().flatten() else { return };
    recommend(reader, at, view, &(rest..view.text.len()), own, &(rest..view.text.len()), "plain", claims);
}

/// A table that says for whom its subjects are: the audience stands in the cell, the subject in the row.
fn fit_cell(reader: &Reader<'_>, at: usize, cell: crate::document::CellPlace, view: &View<'_>, claims: &mut Vec<Claim>) {
    let layout = &reader.layouts[cell.table];
    let table = &reader.document.tables[cell.table];
    if !layout.fit_columns.contains(&cell.column) || cell.row < table.header_rows {
        return;
    }
    let Some(subject) = cell_subject(reader, cell, at) else { return };
    let mut claim = recommendation(reader, at, view, &(0..view.text.len()), subject, "plain");
    if claim.audience.is_empty() {
        return;
    }
    claim.confidence = Confidence::High;
    claims.push(claim);
}

/// Sentences that recommend a subject, and items that name an audience and then a subject.
fn recommendations(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Question) {
        return;
    }
    let role = reader.role(block.section);
    let deciding = matches!(role, Role::Summary | Role::Conclusion | Role::Scenario | Role::Faq | Role::Body);
    if !deciding {
        return;
    }
    // "Audience: Subject …"
    if let Some((label, rest)) = view.label.clone()
        && view.audiences.iter().any(|(range, _)| range.start >= label.start && range.end <= label.end)
        && view.cues_in("against", &(rest..view.text.len())).next().is_none()
    {
        let first = view.sentence(rest + view.text[rest..].len() - view.text[rest..].trim_start().len());
        let named = view.mentions.iter().find(|m| m.range.start >= rest && m.range.end <= first.end && !view.compared_with(m));
        if let Some(mention) = named {
            let strong = view.cues_in("recommend", &(rest..mention.range.start.max(rest))).any(|(_, cue)| cue.id == "exclusive");
            let strength = if strong || matches!(role, Role::Conclusion | Role::Scenario) { "exclusive" } else { "plain" };
            recommend(reader, at, view, &label, mention.subject, &(mention.range.clone()), strength, claims);
            return;
        }
    }
    for sentence in &view.sentences {
        let taken = |range: &Range<usize>| {
            let within = |r: &Range<usize>, slack: usize| r.start <= range.start && range.end <= r.end + slack;
            view.cues_in("top_pick", sentence).any(|(r, _)| within(r, 0))
                || view.cues_in("against", sentence).any(|(r, _)| within(r, 3))
        };
        let cues: Vec<_> =
            view.cues_in("recommend", sentence).filter(|(range, _)| !taken(range) && !view.negated(range.start)).collect();
        let mut from = sentence.start;
        for (index, (range, cue)) in cues.iter().enumerate() {
            // Each cue speaks for the stretch up to the next one; its subject stands behind it, or else before it.
            let to = cues.get(index + 1).map_or(sentence.end, |(next, _)| next.start);
            let named = |m: &&Mention| !view.compared_with(m);
            let behind = view.mentions_in(&(range.end..to)).filter(named).find(|m| m.range.start - range.end <= 40);
            let before = || view.mentions_in(&(sentence.start..range.start)).rfind(named);
            let Some(mention) = behind.or_else(before) else {
                continue;
            };
            let audience = near_cue(view, &(from..to), range);
            let last = range.end.max(mention.range.end);
            let quote = audience.start..audience.end.min(view.clause(last - 1).end.max(last));
            let quote = quote.start.min(mention.range.start)..quote.end;
            recommend(reader, at, view, &audience, mention.subject, &quote, &cue.id, claims);
            from = last;
        }
    }
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

/// Adds a recommendation when an audience is named in the range `audience` (an exclusive one may name none).
#[allow(clippy::too_many_arguments, reason = "one call each from the three layouts of a recommendation")]
fn recommend(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    audience: &Range<usize>,
    subject: usize,
    quote: &Range<usize>,
    strength: &str,
    claims: &mut Vec<Claim>,
) {
    let mut claim = recommendation(reader, at, view, audience, reader.subjects.get(subject).clone(), strength);
    if claim.audience.is_empty() && strength != "exclusive" {
        return;
    }
    let trimmed = view.slice(quote);
    trimmed.clone_into(&mut claim.quote);
    let place = reader.source.place(&reader.document.blocks[at].text.source_range(quote));
    (claim.line, claim.column) = (Some(place.line), Some(place.column));
    (claim.end_line, claim.end_column) = (Some(place.end_line), Some(place.end_column));
    claims.push(claim);
}

fn recommendation(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    audience: &Range<usize>,
    subject: Subject,
    strength: &str,
) -> Claim {
    let mut claim = reader.record(at, audience, Kind::Recommendation);
    let mut tags: Vec<String> = view
        .audiences
        .iter()
        .filter(|(range, _)| range.start >= audience.start && range.end <= audience.end)
        .map(|(_, tag)| (*tag).to_owned())
        .collect();
    tags.sort();
    tags.dedup();
    claim.audience = tags;
    claim.text = Some(view.slice(audience).to_owned());
    claim.subject = Some(subject);
    claim.conditions.insert("strength".into(), strength.to_owned());
    claim
}

/// "Which is the cheapest?" with its answer, or a sentence that gives a subject a superlative.
fn superlatives(reader: &Reader<'_>, at: usize, view: &View<'_>, quantities: &[Quantity], claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question) || block.cell.is_some() {
        return;
    }
    let whole = 0..view.text.len();
    let own = view.cues_in("superlative:", &whole).find(|(range, _)| !view.negated(range.start)).cloned();
    let asked = reader.question(block).filter(|_| own.is_none() && answers_first(reader, at)).and_then(|question| {
        let asked = View::new(&question.text.string, &reader.subjects, reader.lexicon);
        let cue = asked.cues_in("superlative:", &(0..question.text.string.len())).next().cloned();
        // The answer's cue lives as long as the lexicon, not as the question's view.
        cue.map(|(_, cue)| cue)
    });
    let answered = own.is_none();
    let (place, cue) = match (own, asked) {
        (Some((range, cue)), _) => (range, cue),
        (None, Some(cue)) => (view.sentences.first().cloned().unwrap_or(whole), cue),
        (None, None) => return,
    };
    let Some(which) = cue.kind.strip_prefix("superlative:") else { return };
    let sentence = view.sentence(place.start);
    let near = |m: &&Mention| !view.compared_with(m) && m.range.start >= sentence.start && m.range.end <= sentence.end;
    let mention = view.mentions.iter().find(near);
    let inherited = || subject(reader, at, view, &place);
    let (subject, confidence) = match mention {
        Some(mention) => (Some(reader.subjects.get(mention.subject).clone()), Confidence::High),
        None => inherited(),
    };
    let Some(subject) = subject else { return };
    let mut claim = reader.record(at, &place, Kind::Superlative);
    claim.subject = Some(subject);
    claim.confidence = confidence;
    claim.metric = Some(cue.id.clone());
    claim.text = Some(which.to_owned());
    if !answered {
        // An answer is the best of all that the question asks for; what it says of itself is no limit of the question.
        claim.conditions = context::conditions(view, place.start, &sentence, true);
    }
    if let Some(scope) = scope(&view.text[place.end.min(sentence.end)..sentence.end]) {
        claim.conditions.insert("scope".into(), scope);
    }
    let priced = quantities
        .iter()
        .find(|q| q.digits.start >= sentence.start && q.digits.end <= sentence.end && goes_with(&cue.id, &q.canonical.unit));
    if let Some(q) = priced {
        claim.value = Some(value(q));
        claim.canonical = Some(interval(&q.canonical));
    }
    claims.push(claim);
}

/// What a superlative is limited to: the words between it and its noun ("cheapest *paid* plan"). The noun alone limits nothing.
fn scope(after: &str) -> Option<String> {
    const ENDS: &[&str] = &[
        "is", "at", "for", "among", "of", "in", "on", "and", "with", "by", "to", "we", "that", "which", "here", "from", "overall",
    ];
    let words: Vec<&str> = after
        .split_whitespace()
        .take_while(|word| {
            word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !ENDS.contains(&word.to_lowercase().as_str())
        })
        .take(4)
        .collect();
    let (_, limits) = words.split_last()?;
    let followed = after.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    (followed && !limits.is_empty()).then(|| limits.join(" ").to_lowercase())
}

/// Whether the block is the first that answers its question.
fn answers_first(reader: &Reader<'_>, at: usize) -> bool {
    let block = &reader.document.blocks[at];
    let first = reader.document.blocks.iter().position(|b| b.announced_by == block.announced_by && b.announced_by.is_some());
    first.is_none_or(|first| first == at)
}

/// Whether a unit can be of the metric of a superlative.
fn goes_with(metric: &str, unit: &str) -> bool {
    let base = unit.split('/').next().unwrap_or(unit);
    let currency = crate::extract::figure::is_currency(base);
    match metric {
        "price" => currency,
        "latency" | "battery_life" => base == "s",
        "weight" => base == "kg",
        "storage" | "memory" => base == "byte",
        "accuracy" | "cost_saving" => base == "%",
        "score" => matches!(base, "point" | ""),
        _ => !currency && !unit.is_empty(),
    }
}

/// Who is dearer or cheaper, without a figure of its own.
fn directions(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question) {
        return;
    }
    let whole = 0..view.text.len();
    let mut found: Vec<(Range<usize>, String)> = view
        .cues_in("direction:", &whole)
        .map(|(range, cue)| (range.clone(), cue.kind["direction:".len()..].to_owned()))
        .collect();
    // "成本高于X", "costs more than X": a price word, a comparing word, a subject.
    for mention in view.mentions.iter().filter(|m| view.compared_with(m)) {
        let clause = view.clause(mention.range.start);
        let before = &view.text[clause.start..mention.range.start];
        let money =
            view.metrics.iter().any(|(r, m)| m.dimension == "money" && r.start >= clause.start && r.end <= mention.range.start);
        let way = if before.ends_with("高于") {
            "dearer"
        } else if before.ends_with("低于") {
            "cheaper"
        } else {
            continue;
        };
        if money {
            found.push((clause.start..mention.range.end, way.to_owned()));
        }
    }
    for (range, way) in found {
        if other_cost(&view.text[..range.start]) || view.negated(range.start) {
            continue;
        }
        let (Some(subject), confidence) = subject(reader, at, view, &range) else { continue };
        let clause = view.clause(range.start);
        let against = view
            .mentions
            .iter()
            .find(|m| m.range.start >= clause.start && m.range.end <= clause.end.max(range.end) && view.compared_with(m))
            .map(|m| reader.subjects.get(m.subject).clone());
        if against.as_ref().is_some_and(|a| a.id == subject.id) {
            continue;
        }
        let mut claim = reader.record(at, &range, Kind::Direction);
        claim.subject = Some(subject);
        claim.confidence = confidence;
        claim.metric = Some("price".into());
        claim.text = Some(way);
        claim.baseline = against.map(|a| a.id);
        claim.conditions = context::conditions(view, range.start, &view.sentence(range.start), true);
        claims.push(claim);
    }
}

/// Whether the word before a price word makes it another thing than a price: 迁移成本高 is no high price.
fn other_cost(before: &str) -> bool {
    const OTHERS: &[&str] = &[
        "迁移",
        "学习",
        "沟通",
        "时间",
        "切换",
        "试错",
        "理解",
        "维护",
        "人力",
        "上手",
        "机会",
        "碳",
        "migration ",
        "learning ",
        "switching ",
        "opportunity ",
    ];
    let before = before.to_lowercase();
    OTHERS.iter().any(|word| before.ends_with(word))
}
