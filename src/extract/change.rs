//! What a relative figure says to have changed: "cuts export time by 30%", "30% less export time", 导出时间缩短30%, 节省30%的导出时间.
//!
//! Whatever the wording, a reduction of one thing by one share is to get one metric. So the grammar of change is read, not the distance of
//! words: verbs with an object before "by", verbs without one, comparatives behind the figure with or without a noun, nouns of
//! change, and in Chinese the thing before the verb, behind it, or behind the figure with 的. Nouns are left as they are; the lexicon names
//! those that it knows.

use std::ops::Range;

use crate::extract::condition;
use crate::extract::context::{self, Direction};
use crate::extract::view::View;
use crate::lexicon::words;
use crate::quantity::Quantity;

/// A change that a figure measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Which way.
    pub direction: Direction,
    /// Where the words for what changes stand.
    pub object: Range<usize>,
    /// What the verb or comparative adds to them: `time` in "exports take 30% less time", `speed` in "30% faster".
    pub measure: &'static str,
}

/// The change that the words around a figure tell, where they say what changes.
pub fn change(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Option<Change> {
    let clause = view.clause(quantity.digits.start);
    let start = clause.start.max(window.start).min(quantity.span.start);
    let end = clause.end.min(window.end).max(quantity.span.end);
    // The bound may take the verb in: 最多降低|40%.
    let (before, after) = (start..quantity.digits.start.max(start), quantity.span.end..end);
    let han = |range: &Range<usize>| view.text[range.clone()].chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    // 包三年时成本节省25%: the condition at the beginning is no part of what changes.
    let behind_condition = clause.start + condition::prefix_end(&view.text[clause.start..quantity.span.start.max(clause.start)]);
    let before = before.start.max(behind_condition)..before.end.max(behind_condition);
    if han(&before) || han(&after) {
        chinese(view, &before, &after)
    } else {
        english(view, &(before.start.min(quantity.span.start)..quantity.span.start), &after)
    }
}

/// A word of the text, lower-case, with its place; a name of a subject is one word, `{name}`.
struct Word {
    text: String,
    range: Range<usize>,
}

const NAME: &str = "{name}";

fn split(view: &View<'_>, range: &Range<usize>) -> Vec<Word> {
    let mut found = Vec::new();
    let mut at = range.start;
    let names: Vec<Range<usize>> = view.mentions_in(range).map(|mention| mention.range.clone()).collect();
    let mut names = names.into_iter().peekable();
    while at < range.end {
        if let Some(name) = names.next_if(|name| name.start <= at) {
            if name.end > at {
                found.push(Word { text: NAME.into(), range: name.clone() });
                at = name.end;
            }
            continue;
        }
        let stop = names.peek().map_or(range.end, |name| name.start);
        let rest = &view.text[at..stop];
        let skipped = rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        if skipped == rest.len() {
            at = stop.max(at + 1);
            continue;
        }
        let from = at + skipped;
        let length = view.text[from..stop].find(|c: char| !(c.is_alphanumeric() || "-/'’&+".contains(c))).unwrap_or(stop - from);
        let text = view.text[from..from + length].to_lowercase();
        if !matches!(text.as_str(), "s" | "'s" | "’s") {
            found.push(Word { text, range: from..from + length });
        }
        at = from + length;
    }
    found
}

/// Whether a word is a base form with an English ending.
fn inflected(word: &str, base: &str) -> bool {
    let Some(rest) = word.strip_prefix(base.strip_suffix(['e', 'y']).unwrap_or(base)) else { return false };
    if word == base {
        return true;
    }
    match base.chars().next_back() {
        Some('e') => matches!(rest, "es" | "ed" | "ing"),
        Some('y') => matches!(rest, "ies" | "ied" | "ying"),
        Some(last) => {
            let doubled = |ending: &str| rest.strip_prefix(last) == Some(ending);
            matches!(rest, "s" | "es" | "ed" | "ing") || doubled("ed") || doubled("ing")
        }
        None => false,
    }
}

fn listed(list: &str, word: &str) -> bool {
    words(list).contains(&word)
}

fn verb(word: &str) -> Option<Direction> {
    let is = |list: &str| words(list).iter().any(|base| inflected(word, base));
    if is("verb_saved") {
        Some(Direction::Saved)
    } else if is("verb_down") {
        Some(Direction::Down)
    } else if is("verb_up") {
        Some(Direction::Up)
    } else {
        None
    }
}

fn noun(word: &str) -> Option<Direction> {
    let is = |list: &str| words(list).iter().any(|base| inflected(word, base));
    if word.starts_with("saving") {
        Some(Direction::Saved)
    } else if is("noun_down") {
        Some(Direction::Down)
    } else if is("noun_up") {
        Some(Direction::Up)
    } else {
        None
    }
}

/// A comparative's direction, and what it measures without a noun.
fn comparative(word: &str) -> Option<(Direction, &'static str)> {
    if listed("comparative_down", word) {
        Some((Direction::Down, ""))
    } else if listed("comparative_up", word) {
        Some((Direction::Up, ""))
    } else {
        words("comparative").iter().find_map(|entry| {
            let (name, rest) = entry.split_once('=')?;
            let (measure, way) = rest.split_once(' ')?;
            (name == word).then_some((if way == "up" { Direction::Up } else { Direction::Down }, measure))
        })
    }
}

/// Whether the clause says that a change is the greatest that there is, at some distance from the figure: 最多可为老客户省下30%.
pub fn at_best(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> bool {
    let clause = view.clause(quantity.digits.start);
    let start = clause.start.max(window.start).min(quantity.span.start);
    let before = &view.text[start..quantity.span.start];
    let named = view.mentions_in(&(start..quantity.span.start)).next_back().map_or(0, |mention| mention.range.end - start);
    words("at_best").iter().any(|word| {
        let at = if word.is_ascii() { before.to_lowercase().find(word) } else { before[named.min(before.len())..].find(word) };
        at.is_some()
    })
}

/// Words that end a noun phrase to the left or right.
fn ends_phrase(word: &str) -> bool {
    !matches!(word, "of" | "cost" | "costs" | "start" | "charge" | "charges") && listed("stop", word)
        || listed("phrase_end", word)
        || word == NAME
}

/// The noun phrase at the beginning of some words.
fn phrase_behind(list: &[Word]) -> Option<Range<usize>> {
    let lead = |w: &&Word| listed("determiner", &w.text) || w.text == NAME || listed("amount", &w.text) || w.text == "of";
    let skipped = list.iter().take_while(lead).count();
    let rest = &list[skipped..];
    let taken = rest.iter().take_while(|w| !ends_phrase(&w.text) && w.text != "of" && !numeric(&w.text)).take(4).count();
    Some(rest.first()?.range.start..rest.get(taken.checked_sub(1)?)?.range.end)
}

/// The noun phrase at the end of some words, without what it is of: "energy use of the X" is "energy use".
fn phrase_before(list: &[Word]) -> Option<Range<usize>> {
    let mut end = list.len();
    loop {
        let last = list.get(end.checked_sub(1)?)?;
        let before_name = || {
            listed("preposition", &last.text)
                && list.get(end).is_some_and(|next| next.text == NAME || listed("determiner", &next.text))
        };
        if last.text != NAME && !listed("auxiliary", &last.text) && !listed("determiner", &last.text) && !before_name() {
            break;
        }
        end -= 1;
    }
    let mut start = end;
    while start > 0 && end - start < 4 {
        let word = &list[start - 1].text;
        if ends_phrase(word) || word == "of" || listed("determiner", word) || numeric(word) || verb(word).is_some() && start > 1 {
            break;
        }
        start -= 1;
    }
    (start < end).then(|| list[start].range.start..list[end - 1].range.end)
}

/// The noun phrase of a stretch of English text that ends in a name: "the capacity of the X".
pub fn noun_of(view: &View<'_>, range: &Range<usize>) -> Option<Range<usize>> {
    let list = split(view, range);
    let before = list.iter().rev().find(|w| w.text != NAME && !listed("determiner", &w.text))?;
    listed("preposition", &before.text).then(|| phrase_before(&list)).flatten()
}

fn numeric(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn english(view: &View<'_>, before: &Range<usize>, after: &Range<usize>) -> Option<Change> {
    let (left, right) = (split(view, before), split(view, after));
    let text = |list: &[Word], at: usize| list.get(at).map_or("", |w| w.text.as_str()).to_owned();
    let some = |direction, object: Option<Range<usize>>, measure| object.map(|object| Change { direction, object, measure });
    // "30% less energy", "takes 30% less time", "costs 30% less", "is 30% higher".
    if let Some((direction, implied)) = comparative(&text(&right, 0)) {
        let object =
            phrase_behind(&right[1..]).filter(|_| !listed("stop", &text(&right, 1)) && !listed("phrase_end", &text(&right, 1)));
        let used = left.iter().rposition(|w| !listed("auxiliary", &w.text) && !listed("hedge", &w.text) && w.text != "in");
        let costs = left.last().is_some_and(|w| inflected(&w.text, "cost"));
        return match object {
            Some(range) if view.text[range.clone()].eq_ignore_ascii_case("time") => {
                // "exports take 30% less time", "the station recharges in 30% less time".
                let verb = used.filter(|&at| listed("take", &left[at].text));
                let doer = phrase_before(&left[..verb.or(used.map(|at| at + 1)).unwrap_or(left.len())]);
                some(direction, doer, "time").or_else(|| some(direction, Some(range), ""))
            }
            Some(range) => some(direction, Some(range), implied),
            None if costs => {
                some(direction, phrase_before(&left[..left.len() - 1]).or(left.last().map(|w| w.range.clone())), "cost")
            }
            None => some(direction, phrase_before(&left), implied).or_else(|| bare(direction, implied, before.end)),
        };
    }
    // "a 30% reduction in energy use", "a 30% cost reduction".
    let change_noun = right
        .iter()
        .take(4)
        .position(|w| noun(&w.text).is_some())
        .filter(|&at| right[..at].iter().all(|w| !ends_phrase(&w.text) && w.text != "of"));
    if let Some(at) = change_noun
        && let Some(direction) = noun(&right[at].text)
    {
        let within = right
            .get(at + 1)
            .filter(|w| matches!(w.text.as_str(), "in" | "of" | "on" | "for"))
            .and_then(|_| phrase_behind(&right[at + 2..]));
        let adjunct = (at > 0).then(|| right[0].range.start..right[at - 1].range.end);
        return some(direction, within.or(adjunct), "");
    }
    let by = left.last().is_some_and(|w| w.text == "by");
    let core = if by { &left[..left.len() - 1] } else { &left[..] };
    // The last word of change before the figure.
    let at = core.iter().rposition(|w| verb(&w.text).is_some() || noun(&w.text).is_some() || by && w.text == "speeds")?;
    let direction = verb(&core[at].text).or_else(|| noun(&core[at].text))?;
    let between = &core[at + 1..];
    let speed = if words("verb_speed").iter().any(|base| inflected(&core[at].text, base)) { "speed" } else { "" };
    let between = if speed == "speed" && between.first().is_some_and(|w| w.text == "up") { &between[1..] } else { between };
    let inside = |list: &[Word]| phrase_behind(list).filter(|_| !list.is_empty());
    let of_saving = || {
        right
            .first()
            .filter(|w| matches!(w.text.as_str(), "of" | "in" | "on" | "from" | "off"))
            .and_then(|_| phrase_behind(&right[1..]))
    };
    if direction == Direction::Saved {
        let object = of_saving().or_else(|| {
            phrase_behind(&right)
                .filter(|_| right.first().is_some_and(|w| !ends_phrase(&w.text) && !listed("preposition", &w.text)))
        });
        return some(direction, object.or_else(|| by.then(|| inside(between)).flatten()), "");
    }
    if by {
        let object = inside(between).or_else(|| phrase_before(&core[..at]));
        return some(direction, object, speed);
    }
    // "a reduction of 30% in energy use", "a reduction in energy use of 30%", "energy use down 30%", "energy use cut 30%".
    let nominal = noun(&core[at].text).is_some() && between.first().is_some_and(|w| matches!(w.text.as_str(), "of" | "in"));
    if nominal {
        let inner = between.iter().position(|w| w.text == "in").and_then(|i| inside(&between[i + 1..]));
        let behind =
            right.first().filter(|w| matches!(w.text.as_str(), "in" | "on" | "of")).and_then(|_| phrase_behind(&right[1..]));
        return some(direction, inner.or(behind).or_else(|| phrase_before(&core[..at])), "");
    }
    let close = between.iter().all(|w| listed("auxiliary", &w.text) || listed("hedge", &w.text));
    let object = close.then(|| phrase_before(&core[..at])).flatten().or_else(|| close.then(of_saving).flatten());
    some(direction, object, speed)
}

/// A change of what the verb or comparative alone names.
fn bare(direction: Direction, measure: &'static str, at: usize) -> Option<Change> {
    (!measure.is_empty()).then_some(Change { direction, object: at..at, measure })
}

fn chinese(view: &View<'_>, before: &Range<usize>, after: &Range<usize>) -> Option<Change> {
    let text = &view.text[before.clone()];
    let trimmed = trim_end_words(text, "hedge_zh");
    let (noun, of_noun) = behind(view, after);
    let found = context::directions(trimmed)
        .filter(|(at, end, _)| !trimmed[*at..*end].is_ascii())
        .max_by_key(|(at, end, _)| (*end, usize::MAX - *at));
    let Some((at, end, direction)) = found else {
        // 带来30%的性能提升
        let (direction, object) = of_noun?;
        return Some(Change { direction, object, measure: "" });
    };
    if trimmed[at..end].chars().count() == 1 && !matches!(&trimmed[at..end], "省") && end < trimmed.len() {
        return None;
    }
    let verb = before.start + at..before.start + end;
    // 成本高于旧方案15%, 效率领先竞品30%: what stands between verb and figure is what it is compared with.
    let compares = view.cues_in("subject_after", before).any(|(cue, _)| cue.start < verb.end && verb.start < cue.end);
    if compares {
        let thing = noun_at_end(view, before.start, verb.start)?;
        return Some(Change { direction, object: thing, measure: "" });
    }
    let between = trimmed[end..].trim_start_matches(['了', ' ']);
    let between_at = before.start + end + (trimmed[end..].len() - between.len());
    if between.starts_with(['到', '至', '为', '成']) && !between.starts_with("成本") {
        return None;
    }
    let inner = trim_end_words(between, "hedge_zh");
    let inner = ["幅度", "比例", "率"].iter().fold(inner, |text, end| text.strip_suffix(end).unwrap_or(text));
    let length = inner.chars().count();
    if inner.contains(['，', '、', '。', ' ']) || length > 10 {
        return None;
    }
    if length >= 2 || (length == 1 && direction == Direction::Saved) {
        return Some(Change { direction, object: between_at..between_at + inner.len(), measure: "" });
    }
    if let Some(object) = noun {
        return Some(Change { direction, object, measure: "" });
    }
    let measure = match &trimmed[at..end] {
        "快" | "更快" | "加快" | "加速" | "慢" | "更慢" | "减慢" => "speed",
        "便宜" | "更便宜" | "贵" | "更贵" => "cost",
        _ => "",
    };
    // 资源包节省40%: of saving, only a known noun is what is saved, and others are what saves.
    let whole = trimmed[at..end].chars().count() > 1;
    let thing = thing_before(view, before.start, before.start + at, whole);
    // What is saved against something else is money where no other noun is set apart: 比标准存储节省45%.
    let against = |thing: &Range<usize>| view.cues_in("subject_after", before).any(|(cue, _)| cue.end <= thing.start);
    let saved = |thing: &Range<usize>| known_at_end(view, thing).is_some_and(|noun| !against(&noun) || is_money(view, &noun));
    match thing.filter(|thing| direction != Direction::Saved || saved(thing)) {
        Some(object) => Some(Change { direction, object, measure }),
        None => bare(direction, measure, before.start + at),
    }
}

/// The noun behind a figure, and the change that it names with its object.
type Behind = (Option<Range<usize>>, Option<(Direction, Range<usize>)>);

/// What stands behind a figure with 的: the noun, or what a noun of change there is of.
fn behind(view: &View<'_>, after: &Range<usize>) -> Behind {
    let text = &view.text[after.clone()];
    let Some(rest) = text.strip_prefix('的') else { return (None, None) };
    let start = after.start + '的'.len_utf8();
    let length: usize =
        rest.chars().take_while(|c| c.is_alphanumeric() && !"的和与及或，".contains(*c)).take(8).map(char::len_utf8).sum();
    let phrase = &rest[..length];
    let change = context::directions(phrase).filter(|(at, _, _)| *at > 0).max_by_key(|(_, end, _)| *end);
    if let Some((at, end, direction)) = change
        && phrase[end..].chars().count() <= 1
    {
        return (None, Some((direction, start..start + at)));
    }
    ((phrase.chars().count() >= 2 && change.is_none()).then(|| start..start + length), None)
}

/// The noun before a verb of change: behind the last name, 的, 把 or adverb; without what it is compared with.
fn thing_before(view: &View<'_>, start: usize, verb: usize, whole: bool) -> Option<Range<usize>> {
    let range = start..verb;
    let from = view.mentions_in(&range).next_back().map_or(start, |mention| mention.range.end);
    let Some(cue) = view.cues_in("subject_after", &range).last().map(|(place, _)| place.clone()) else {
        return noun_at_end(view, from, verb);
    };
    let named = |thing: Range<usize>| known_at_end(view, &thing);
    let before = noun_at_end(view, start, cue.start);
    let merged = noun_at_end(view, from.max(cue.end), verb);
    // 相比A100显存带宽差, 费用比旧方案节省: a known noun tells which of the two places names what changes.
    let of = |thing: &Range<usize>| view.text[..thing.start].ends_with('的');
    merged.clone().and_then(named).or_else(|| before.clone().and_then(named)).or_else(|| before.filter(of)).or_else(|| {
        // 降低 has to be of something, be it told apart from the comparison or not; 比竞品高 need not.
        let thing = merged?;
        if thing.start > cue.end { Some(thing) } else { behind_head(view, thing.clone()).or(whole.then_some(thing)) }
    })
}

/// The part of a noun phrase that the lexicon knows, where it ends in one.
fn known_at_end(view: &View<'_>, thing: &Range<usize>) -> Option<Range<usize>> {
    let names = view.lexicon.metric_names.find(&view.text[thing.clone()]);
    let (place, _) = names.last().filter(|(place, _)| thing.start + place.end == thing.end)?;
    Some(thing.start + place.start..thing.end)
}

fn is_money(view: &View<'_>, noun: &Range<usize>) -> bool {
    let names = view.lexicon.metric_names.find(&view.text[noun.clone()]);
    names.last().is_some_and(|(_, at)| view.lexicon.metrics[*at].dimension == "money")
}

/// What stands behind the noun that ends a comparison: 同价位竞品|视频导出时间.
fn behind_head(view: &View<'_>, thing: Range<usize>) -> Option<Range<usize>> {
    let text = &view.text[thing.clone()];
    let ends = words("baseline_head").iter().filter_map(|head| text.rfind(head).map(|at| at + head.len()));
    let end = ends.filter(|end| text[*end..].chars().count() >= 2).max()?;
    Some(thing.start + end..thing.end)
}

/// The noun phrase of a stretch of Chinese text that ends at an offset.
fn noun_at_end(view: &View<'_>, from: usize, to: usize) -> Option<Range<usize>> {
    let named = view.mentions_in(&(from..to)).next_back().map_or(from, |mention| mention.range.end);
    let text = trim_end_words(&view.text[named..to], "adverb_zh");
    let start = text
        .rfind(['的', '把', '将', '让', '使', '令', '对', '，', '、', '：', ':', '；'])
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let rest = &text[start..];
    let rest = trim_start_words(rest, "lead_zh").trim_start();
    // 在Token效率上
    let end = if rest.starts_with('在') { rest.trim_end_matches(['上', '中', '方']).len() } else { rest.len() };
    let rest = &rest[..end];
    let at = named + start + text[start..].find(rest).unwrap_or(0);
    let skip = if rest.starts_with('在') { '在'.len_utf8() } else { 0 };
    (rest[skip..].chars().count() >= 2).then(|| at + skip..at + rest.len())
}

fn trim_end_words<'t>(text: &'t str, list: &str) -> &'t str {
    let mut rest = text.trim_end();
    loop {
        let before = rest.len();
        for word in words(list) {
            rest = rest.strip_suffix(word).unwrap_or(rest).trim_end();
        }
        if rest.len() == before {
            return rest;
        }
    }
}

fn trim_start_words<'t>(text: &'t str, list: &str) -> &'t str {
    let mut rest = text.trim_start();
    loop {
        let before = rest.len();
        for word in words(list) {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        if rest.len() == before {
            return rest;
        }
    }
}

impl Change {
    /// The metric: the lexicon's where the words are one of its names, cost saved or added for money, else the words with the lexicon's ids
    /// in the place of its names.
    pub fn metric(&self, view: &View<'_>) -> Option<String> {
        let (mut parts, mut at) = (Vec::new(), self.object.start);
        let mut money = self.measure == "cost";
        let rest = |range: Range<usize>, parts: &mut Vec<String>| {
            let kept = view.text.get(range).unwrap_or("").split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '/'));
            let kept = kept.map(str::to_lowercase).filter(|w| !w.is_empty() && !listed("determiner", w) && w != "of");
            parts.extend(kept);
        };
        let words = view.text.get(self.object.clone()).unwrap_or("");
        for (range, index) in view.lexicon.metric_names.find(words) {
            let metric = &view.lexicon.metrics[index];
            rest(at..self.object.start + range.start, &mut parts);
            at = self.object.start + range.end;
            if metric.dimension == "money" || matches!(metric.id.as_str(), "cost_saving" | "premium") {
                money = true;
            } else {
                parts.push(metric.id.clone());
            }
        }
        rest(at..self.object.end, &mut parts);
        if !self.measure.is_empty() && self.measure != "cost" {
            parts.push(self.measure.to_owned());
        }
        parts.dedup();
        let object = parts.join("-");
        let up = self.direction == Direction::Up;
        if money {
            let kind = if up { "premium" } else { "cost_saving" };
            return Some(if object.is_empty() { kind.into() } else { format!("{object}-{kind}") });
        }
        let plain = ["growth", "discount"].contains(&object.as_str());
        match (object.is_empty(), plain) {
            (true, _) => None,
            (_, true) => Some(object),
            _ => Some(format!("{object}_{}", if up { "increase" } else { "decrease" })),
        }
    }
}
