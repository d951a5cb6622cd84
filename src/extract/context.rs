//! What stands around a figure: direction of change, metric, baseline, modality, conditions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::claim::Modality;
use crate::extract::change::{self, Change};
use crate::extract::condition;
use crate::extract::figure::is_currency;
use crate::extract::subjects::slug;
use crate::extract::view::View;
use crate::lexicon::{family, words};
use crate::quantity::{self, Form, Quantity};

/// Which way a figure says that something moves or differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Higher, more, improved.
    Up,
    /// Lower, less, reduced.
    Down,
    /// Saved.
    Saved,
    /// No change: the figure is a level.
    Level,
}

/// The direction that the words of the clause give to a figure. Only a relative figure (%, x, pp) has one.
pub fn direction(view: &View<'_>, quantity: &Quantity) -> Direction {
    let unit = quantity.canonical.unit.as_str();
    if !matches!(unit, "%" | "x" | "pp") {
        return Direction::Level;
    }
    let clause = view.clause(quantity.digits.start);
    let before = &view.text[clause.start..quantity.digits.start.max(clause.start)];
    let inside = &view.text[quantity.span.clone()];
    let after_end = clause.end.max(quantity.span.end);
    let after = &view.text[quantity.span.end..after_end];
    // +60% is a rise.
    if unit == "%"
        && quantity.form == Form::Plain
        && quantity.low == quantity.high
        && inside.trim_start().starts_with(['+', '＋'])
    {
        return Direction::Up;
    }
    if quantity.form == Form::Multiplier
        && let Some(direction) = last_word(inside)
    {
        return direction;
    }
    // "is 2.5x faster", "was 20% lower": the word behind the figure says which way, not the verb before it.
    let behind = after.trim_start().split(|c: char| !(c.is_ascii_alphabetic() || c == '-')).next().unwrap_or("");
    if !behind.is_empty()
        && words("comparative:behind").contains(&behind.to_ascii_lowercase().as_str())
        && let Some(direction) = first_word(behind)
    {
        return direction;
    }
    let trimmed = before.trim_end_matches(|c: char| c.is_whitespace() || "了约近超最高低可>≈~".contains(c));
    if words("level").iter().any(|w| ends_with_word(trimmed, w)) && !before.contains("领先") {
        return Direction::Level;
    }
    // What stands before the figure in its clause decides, the nearest word first; a word after it only when close by.
    if let Some(direction) = last_word(before) {
        return direction;
    }
    let near: String = after.chars().take(14).collect();
    first_word(&near).unwrap_or(Direction::Level)
}

/// The metric that a figure is of, and how it is known.
pub fn metric(
    view: &View<'_>,
    quantity: &Quantity,
    header: Option<(String, Known)>,
    window: &Range<usize>,
    change: Option<&Change>,
) -> Option<(String, Known)> {
    let direction = direction(view, quantity);
    let unit = quantity.canonical.unit.as_str();
    // "32,768 tokens" under "Context window": what the cell counts in is named by its unit, what it is of by the header.
    let counted = |id: &str| header.is_some() && view.metrics_in(&quantity.span).any(|(_, metric)| metric.id == id);
    let named = named_metric(view, quantity, window).filter(|(id, _)| !counted(id));
    let relative = matches!(unit, "%" | "x" | "pp");
    let money = named.as_ref().is_some_and(|(_, dimension)| dimension == "money");
    let named = named.map(|(id, _)| id);
    if relative {
        if let Some(metric) = change.and_then(|change| change.metric(view)) {
            let base = metric.rsplit_once('_').map_or(metric.as_str(), |(base, _)| base);
            let listed =
                metric == "cost_saving" || metric == "premium" || view.lexicon.knows(base) || view.lexicon.knows(&metric);
            return Some((metric, if listed { Known::Named } else { Known::Phrase }));
        }
        // "14% off the monthly price" is saved.
        let off = view.text[quantity.span.end..].trim_start().to_ascii_lowercase();
        if unit == "%" && off.strip_prefix("off").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric())) {
            return Some(("cost_saving".into(), Known::Named));
        }
        let base = match (direction, named) {
            (Direction::Saved, Some(id)) if !money && id != "cost_saving" => {
                return Some((format!("{id}_decrease"), Known::Named));
            }
            (Direction::Saved, _) => return Some(("cost_saving".into(), Known::Named)),
            (Direction::Down, _) if money => return Some(("cost_saving".into(), Known::Named)),
            (Direction::Up, _) if money => return Some(("premium".into(), Known::Named)),
            (_, Some(id)) => (id, Known::Named),
            (_, None) => header.or_else(|| phrase(view, quantity, window).map(|p| (p, Known::Phrase)))?,
        };
        let plain = ["cost_saving", "premium", "growth", "discount", "speed"].contains(&base.0.as_str());
        return Some(match direction {
            Direction::Up if !plain || base.0 == "speed" => (format!("{}_increase", base.0), base.1),
            Direction::Down if !plain || base.0 == "speed" => (format!("{}_decrease", base.0), base.1),
            _ => base,
        });
    }
    if let Some(id) = named {
        return Some((id, Known::Named));
    }
    if let Some(header) = header {
        return Some(header);
    }
    if let Some(id) = predicate(view, quantity, window) {
        return Some((id.to_owned(), Known::Named));
    }
    // A sum of money is of what the words before it name (保额, "deposit"), and a price only where they name nothing.
    if is_currency(unit.split('/').next().unwrap_or(unit))
        && let Some(noun) = words_before(view, quantity, window)
    {
        return Some((slug(&noun), Known::Phrase));
    }
    // What is counted in parameters, without a word for it, is as a rule something else that the subject works with.
    // A sum is the price of what it stands right behind; amid other words it may be anything: "filling its battery costs 9 cents".
    let priced = || !is_currency(unit.split('/').next().unwrap_or(unit)) || is_beside_name(view, quantity);
    let by_unit = |(id, known): (&str, Known)| (id.to_owned(), if priced() { known } else { Known::Guess });
    by_unit_alone(unit).map(by_unit).or_else(|| phrase(view, quantity, window).map(|p| (p, Known::Phrase)))
}

/// Whether a figure stands right behind a name, or begins its clause.
fn is_beside_name(view: &View<'_>, quantity: &Quantity) -> bool {
    const SMALL: &[&str] = &[
        "at", "for", "from", "only", "just", "is", "it", "its", "the", "a", "about", "around", "and", "or", "now", "still", "to",
    ];
    let sentence = view.sentence(quantity.digits.start);
    let clause = view.clause(quantity.digits.start);
    let named = view.mentions_in(&(sentence.start..quantity.span.start)).next_back().map_or(clause.start, |m| m.range.end);
    let between =
        view.text.get(named.max(clause.start).min(quantity.span.start)..quantity.span.start).unwrap_or("").to_lowercase();
    let mut rest = between.trim_matches(|c: char| !c.is_alphanumeric());
    for tail in words("before_figure").iter().chain(words("hedge_zh")) {
        rest = rest.strip_suffix(tail).unwrap_or(rest).trim_end();
    }
    rest.split_whitespace().all(|word| SMALL.contains(&word.trim_matches(|c: char| !c.is_alphanumeric())))
}

/// Whether what stands at `at` is said of a part of the thing named before it: "the Kite's battery costs", Kite的电池售价.
fn is_of_part(view: &View<'_>, clause: &Range<usize>, at: usize) -> bool {
    let owner = view.mentions_in(&(clause.start..at)).next_back().map_or(at, |mention| mention.range.end);
    let owned = view.text.get(owner..at).unwrap_or("");
    ["'s ", "’s ", "的"].iter().find_map(|mark| owned.strip_prefix(mark)).is_some_and(|part| !part.trim().is_empty())
}

/// How a metric is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The lexicon has a name that the text uses, or the unit leaves no doubt.
    Named,
    /// The words around the figure are taken for its name.
    Phrase,
    /// Nothing says what it is.
    Guess,
}

/// The lexicon's metric nearest to the figure: before it in its clause, in its label, after it, or before it in the sentence.
/// A metric whose dimension does not go with the unit is passed over.
fn named_metric(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Option<(String, String)> {
    let unit = quantity.canonical.unit.as_str();
    let clause = view.clause(quantity.digits.start);
    let sentence = view.sentence(quantity.digits.start);
    // A percentage that says of no change is of a ratio, and no request rate: "6,400 QPS at a recall of 98.7%".
    let level = unit == "%" && quantity.form == Form::Plain && direction(view, quantity) == Direction::Level;
    let levels =
        |m: &crate::lexicon::Metric| !level || !matches!(m.dimension.as_str(), "rate" | "time" | "data" | "length" | "mass");
    let negated = |at: usize| ["未", "没有", "没", "未能", "不", "无", "非"].iter().any(|word| view.text[..at].ends_with(word));
    let fits = |m: &&(Range<usize>, &crate::lexicon::Metric)| {
        levels(m.1)
            && !negated(m.0.start)
            && (m.1.id != "price" || !is_of_part(view, &clause, m.0.start))
            && dimension_fits(&m.1.dimension, unit, quantity.form)
            && (m.1.dimension != "count" || counts(&m.1.id, unit))
    };
    let before = |range: &Range<usize>| {
        let end = quantity.digits.start.max(quantity.span.start);
        view.metrics_in(&(range.start..end)).rfind(fits)
    };
    let after = |range: &Range<usize>| view.metrics_in(&(quantity.digits.end..range.end)).find(fits);
    let labelled = || {
        let (label, _) = view.label.as_ref()?;
        view.metrics_in(label).rfind(fits)
    };
    let relative = matches!(unit, "%" | "x" | "pp");
    // A sum in a clause of its own is of that clause's noun, not of the price named before.
    let currency = is_currency(unit.split('/').next().unwrap_or(unit));
    let close = |m: &&(Range<usize>, &crate::lexicon::Metric)| m.0.start.saturating_sub(quantity.span.end) <= 24;
    let near_after = after(&clause).filter(close);
    let found = before(&clause)
        .filter(|m| {
            // A metric right behind the figure wins over one that stands further off, and over one of the figure before.
            let gap = quantity.span.start.saturating_sub(m.0.end);
            near_after.is_none_or(|n| (n.0.start.saturating_sub(quantity.span.end) > 2 || gap <= 2) && m.0.start >= window.start)
        })
        .or(near_after)
        .or_else(labelled)
        .or_else(|| if relative || currency { None } else { before(&sentence) })
        .or_else(|| after(&clause))?;
    Some((found.1.id.clone(), found.1.dimension.clone()))
}

/// Whether a counted noun can be counted by a metric: "140 languages" are no context window, 340个城市 no users.
fn counts(metric: &str, unit: &str) -> bool {
    const OPEN: &[&str] =
        &["quota", "sales", "cluster_size", "concurrency", "executions", "rate_limit", "sample_size", "downloads"];
    const PLAIN: &[&str] = &[
        "",
        "person",
        "user",
        "customer",
        "token",
        "parameter",
        "core",
        "node",
        "pixel",
        "request",
        "time",
        "connection",
        "test",
        "case",
        "seat",
        "copy",
        "unit",
        "visit",
        "byte",
        "message",
        "call",
        "word",
        "character",
        "thread",
    ];
    let base = unit.split('/').next().unwrap_or(unit);
    // "60 requests per minute" are no connections.
    if unit.contains('/')
        && matches!(metric, "concurrency" | "context_length" | "model_parameters" | "cores" | "cluster_size" | "seats")
    {
        return false;
    }
    OPEN.contains(&metric) || PLAIN.contains(&base) || !base.bytes().all(|b| b.is_ascii_lowercase()) || metric.contains(base)
}

/// Whether a metric of the lexicon goes with a figure's unit.
fn goes_with(view: &View<'_>, id: &str, quantity: &Quantity) -> bool {
    let metric = view.lexicon.metrics.iter().find(|metric| metric.id == id);
    let unit = quantity.canonical.unit.as_str();
    let energy = id == "battery_capacity" && unit == "J";
    let length = unit == "m" && matches!(id, "height" | "width" | "length" | "range");
    metric.is_some_and(|metric| energy || length || dimension_fits(&metric.dimension, unit, quantity.form))
}

/// The metric that a verb or adjective names, with the subject itself before it: "the X weighs 1.2 kg", 可以行驶500公里, "12 m long".
fn predicate(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Option<&'static str> {
    let clause = view.clause(quantity.digits.start);
    let start = clause.start.max(window.start).min(quantity.span.start);
    let before = view.text[start..quantity.span.start].to_lowercase();
    let after = view.text[quantity.span.end..clause.end.max(quantity.span.end)].trim_start().to_lowercase();
    let tight = before.trim_end_matches(|c: char| c.is_whitespace() || "约仅只".contains(c));
    let fits = |id: &str| goes_with(view, id, quantity);
    let behind =
        family("behind").filter(|(id, _)| fits(id)).find(|(_, list)| list.iter().any(|word| starts_with_word(&after, word)));
    let adjacent = || {
        let (id, word) = family("adjacent")
            .filter(|(id, _)| fits(id))
            .find_map(|(id, list)| Some((id, list.iter().find(|w| tight.ends_with(**w))?)))?;
        let lead = tight[..tight.len() - word.len()].trim_end();
        let named =
            view.mentions_in(&(start..quantity.span.start)).next_back().is_some_and(|m| m.range.end >= start + lead.len());
        (lead.is_empty() || named).then_some(id)
    };
    let text = &before;
    let verb = || {
        let found = family("predicate")
            .filter(|(id, _)| fits(id))
            .flat_map(|(id, list)| list.iter().filter_map(move |word| Some((id, *word, word_at(text, word)?))));
        let (id, word, at) = found.max_by_key(|(_, word, at)| (*at, word.len()))?;
        // Something else may be what does it: "the course lasts 3 hours".
        // 处理能力 is a noun, 处理 before a figure a verb.
        if !word.is_ascii() {
            let from =
                view.mentions_in(&(start + at..quantity.span.start)).next_back().map_or(start + at + word.len(), |m| m.range.end);
            let mut rest = view.text[from.min(quantity.span.start)..quantity.span.start].trim();
            for tail in words("before_figure").iter().chain(words("hedge_zh")) {
                rest = rest.strip_suffix(tail).unwrap_or(rest).trim_end();
            }
            if rest.chars().count() > 2 || rest.ends_with(['力', '度', '量', '率', '数']) {
                return None;
            }
        }
        let named = view.mentions_in(&(start..start + at)).next_back().map_or(start, |mention| mention.range.end.max(start));
        let lead = view.text.get(named..start + at)?.trim();
        // "charging the Kite's battery costs 9 cents": a part of it, or something that is done with it, has that price.
        if is_of_part(view, &clause, start + at) && words("predicate:price").contains(&word) {
            return None;
        }
        let doer = lead.split_whitespace().any(|w| {
            !words("stop").contains(&w.to_lowercase().as_str()) && !words("auxiliary").contains(&w.to_lowercase().as_str())
        });
        let other = if lead.is_ascii() {
            doer && !lead.to_lowercase().contains("battery")
        } else {
            lead.chars().count() > 3 && !lead.contains("电池") && !word.chars().any(|c| c == '池' || c == '芯')
        };
        (!other || ["predicate:price", "predicate:throughput"].iter().any(|list| words(list).contains(&word))).then_some(id)
    };
    behind.map(|(id, _)| id).or_else(adjacent).or_else(verb)
}

/// Where a word last stands in a text as a whole.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.rmatch_indices(word).map(|(at, _)| at).find(|&at| {
        !word.is_ascii() || !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// The metric that a question asks for, when it goes with the figure of the answer.
pub fn asked(question: &View<'_>, quantity: &Quantity) -> Option<String> {
    let whole = 0..question.text.len();
    let unit = quantity.canonical.unit.as_str();
    if let Some((_, metric)) =
        question.metrics_in(&whole).rfind(|(_, metric)| dimension_fits(&metric.dimension, unit, quantity.form))
    {
        return Some(metric.id.clone());
    }
    let text = question.text.to_lowercase();
    let fits = |id: &str| goes_with(question, id, quantity);
    let found =
        family("predicate").filter(|(id, _)| fits(id)).find(|(_, list)| list.iter().any(|word| word_at(&text, word).is_some()));
    found.map(|(id, _)| id.to_owned())
}

/// Whether a figure in this unit can be of a metric of this dimension. Relative figures go with all but counts of time.
fn dimension_fits(dimension: &str, unit: &str, form: Form) -> bool {
    let (base, period) = unit.split_once('/').unwrap_or((unit, ""));
    let currency = is_currency(base);
    if matches!(base, "%" | "x" | "pp") {
        return true;
    }
    match dimension {
        "time" => base == "s" && period.is_empty(),
        "money" => currency,
        "ratio" => base == "point",
        "data" => base == "byte" || base == "bit",
        "rate" => base == "request" || !period.is_empty() && !currency || base == "x",
        "point" => matches!(base, "point" | "") || form == Form::Score,
        "energy" => base == "J",
        "power" => base == "W",
        "charge" => matches!(base, "A·s" | "C" | "mAh" | "Ah" | "J"),
        "current" => base == "A",
        "voltage" => base == "V",
        "length" => matches!(base, "m" | "inch"),
        "area" => base == "m2",
        "mass" => base == "kg",
        "temperature" => matches!(base, "degC" | "K" | "degF"),
        "frequency" => base == "Hz",
        "level" => base == "dB",
        "count" => !currency && !matches!(base, "s" | "byte" | "bit" | "m" | "m2" | "kg" | "W" | "J") || base == "byte",
        _ => true,
    }
}

/// The metric that a unit alone tells.
fn by_unit_alone(unit: &str) -> Option<(&'static str, Known)> {
    let base = unit.split('/').next().unwrap_or(unit);
    if is_currency(base) {
        return Some(("price", Known::Phrase));
    }
    Some(match unit {
        "request/s" => ("request_rate", Known::Named),
        "token/s" => ("throughput", Known::Named),
        _ => match base {
            "token" => ("tokens", Known::Named),
            "request" if unit.contains('/') => ("request_rate", Known::Named),
            "parameter" => ("model_parameters", Known::Guess),
            _ => return None,
        },
    })
}

/// For what no list names: the counted noun, else the words before the figure, else those behind it.
fn phrase(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Option<String> {
    let unit = quantity.canonical.unit.as_str();
    if !unit.contains('/') && quantity::Units::builtin().counts(unit) {
        return Some(slug(unit));
    }
    let clause = view.clause(quantity.digits.start);
    let label = view.label.as_ref().filter(|(_, rest)| *rest <= quantity.span.start).map(|(range, _)| view.slice(range));
    let before = words_before(view, quantity, window);
    let after = noun_after(&view.text[quantity.span.end.min(clause.end)..clause.end.max(quantity.span.end.min(clause.end))]);
    // "the capacity of the X is 820 Wh": what is of the name before the figure.
    let of_name = || {
        let name = view.mentions_in(&(clause.start..quantity.span.start)).next_back()?;
        let start = clause.start.max(window.start.min(name.range.start));
        let han = view.text[start..quantity.span.start].chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        change::noun_of(view, &(start..name.range.end)).filter(|_| !han).map(|range| view.text[range].to_owned())
    };
    // "500 messages per day" is of messages.
    let counted = || unit.split_once('/').map(|(noun, _)| noun.to_owned()).filter(|noun| noun.len() > 3);
    if let Some(noun) = counted_things(view, quantity, &clause).filter(|_| label.is_none()) {
        return Some(slug(&noun));
    }
    let found = before.or_else(of_name).or_else(|| label.map(str::to_owned)).or(after).or_else(counted);
    found.map(|text| slug(&text)).filter(|s| !s.is_empty())
}

/// The noun right behind a count of some size, as it says best what is counted: "356 LLM providers", 收录285条经验. Of a few things, there
/// may be others: "3 plugins" here and "2 plugins" there.
fn counted_things(view: &View<'_>, quantity: &Quantity, clause: &Range<usize>) -> Option<String> {
    const FEW: i64 = 10;
    let low = &quantity.low;
    let whole = low.denominator == 1 && quantity.canonical.unit.is_empty() && quantity.form == Form::Plain;
    let many = whole && low.exact() >= num_rational::BigRational::from_integer(FEW.into());
    if !many || low.exact().denom() != &1.into() {
        return None;
    }
    let end = quantity.span.end.min(clause.end);
    let behind = view.text[end..clause.end.max(end)].trim_start_matches(['+', '*', ' ']);
    if behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let noun = noun_after(behind)?;
        let taken: Vec<&str> = noun.split(' ').collect();
        let last = taken.iter().position(|word| plural(word))?;
        return Some(taken[..=last].join(" "));
    }
    // What stands behind a classifier: 个, 条, 款.
    let classified = !quantity.unit.is_empty() && !quantity.unit.is_ascii();
    noun_after(behind)
        .filter(|noun| classified && !noun.is_ascii() && !words("not_counted").iter().any(|word| noun.contains(word)))
}

/// Whether an English word looks like the plural of a noun.
fn plural(word: &str) -> bool {
    let end = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is");
    end && !["this", "across", "plus", "less", "does", "was", "has", "always", "perhaps", "versus", "passes", "takes", "runs"]
        .contains(&word)
}

/// The noun phrase before a figure in its clause, behind the last name and the figure before.
fn words_before(view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Option<String> {
    let clause = view.clause(quantity.digits.start);
    let named = view.mentions_in(&(clause.start..quantity.span.start)).next_back().map_or(0, |m| m.range.end);
    let start = clause.start.max(named).max(window.start).min(quantity.span.start);
    noun_before(&view.text[start..quantity.span.start]).filter(|noun| noun.chars().any(char::is_alphabetic))
}

/// The noun phrase at the end of what stands before a figure.
fn noun_before(text: &str) -> Option<String> {
    let mut rest = text.trim_end_matches(|c: char| c.is_whitespace() || ":：=<>≈~≥≤*`|-".contains(c));
    loop {
        let before = rest;
        for tail in words("before_figure") {
            rest = rest.strip_suffix(tail).unwrap_or(rest).trim_end();
        }
        if rest == before {
            break;
        }
    }
    let han = rest.chars().next_back().is_some_and(|c| !c.is_ascii());
    if han {
        let start = rest.rfind(['的', '与', '和', '在', '将', '把', '让', '使', '从', '对', '及', '，']).map_or(0, |at| at + 3);
        return last_words(&rest[start..], 8).filter(|phrase| phrase.chars().count() >= 2);
    }
    let all: Vec<&str> = rest.split_whitespace().collect();
    let all = head_of(&all);
    let mut taken: Vec<&str> = Vec::new();
    for word in all.iter().rev() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if words("stop").contains(&bare.to_lowercase().as_str()) {
            if taken.is_empty() && taken.len() < all.len() {
                continue;
            }
            break;
        }
        if bare.is_empty() || taken.len() == 3 {
            break;
        }
        taken.push(bare);
    }
    taken.reverse();
    (!taken.is_empty()).then(|| taken.join(" "))
}

/// The words up to the noun that a phrase of place or owner belongs to, before a verb of being: "waiting time at the clinic is" ends in
/// "waiting time".
fn head_of<'w>(all: &'w [&'w str]) -> &'w [&'w str] {
    const BEING: &[&str] = &[
        "is", "are", "was", "were", "be", "reached", "reaches", "stood", "stands", "averages", "averaged", "totals", "totalled",
    ];
    const OF: &[&str] = &["of", "at", "in", "for", "on", "with", "from"];
    let being = all.iter().rposition(|word| BEING.contains(&word.to_lowercase().as_str())).filter(|at| all.len() - at <= 3);
    let Some(being) = being else { return all };
    let owner = all[..being].iter().rposition(|word| OF.contains(&word.to_lowercase().as_str())).filter(|at| being - at <= 5);
    match owner {
        Some(at) if at > 0 && !OF.contains(&all[at - 1].to_lowercase().as_str()) => &all[..at],
        _ => all,
    }
}

/// At most so many characters from the end, without cutting a Latin word in two.
fn last_words(text: &str, most: usize) -> Option<String> {
    let from = text.char_indices().rev().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    let letter = |c: char| c.is_ascii_alphanumeric();
    let cut = text[..from].ends_with(letter) && text[from..].starts_with(letter);
    let tail = if cut { text[from..].trim_start_matches(letter) } else { &text[from..] };
    let tail = tail.trim_matches(|c: char| !c.is_alphanumeric());
    (!tail.is_empty()).then(|| tail.to_owned())
}

fn noun_after(text: &str) -> Option<String> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if !first.is_ascii() {
        let phrase: String = text.chars().take_while(|c| c.is_alphanumeric() && !"的和与在了".contains(*c)).take(6).collect();
        return (phrase.chars().count() >= 2).then_some(phrase);
    }
    let found: Vec<&str> = text
        .split_whitespace()
        .map(|w| w.trim_end_matches([',', '.', ';', ')', ':']))
        .take_while(|w| !words("stop").contains(&w.to_lowercase().as_str()) && w.chars().all(|c| c.is_alphanumeric() || c == '-'))
        .take(3)
        .collect();
    (!found.is_empty()).then(|| found.join(" "))
}

/// What a comparison is against, as written ("通用GPU", "pay as you go"), trimmed of the comparing words around it.
pub fn baseline(view: &View<'_>, at: usize, window: &Range<usize>, change: Option<&Change>) -> Option<String> {
    let clause = view.clause(at);
    let sentence = view.sentence(at);
    let near = |(range, _): &&(Range<usize>, &crate::lexicon::Cue)| range.start >= window.start && range.end <= window.end;
    let in_clause = || view.cues_in("subject_after", &clause).filter(near);
    let before = in_clause().filter(|(range, _)| range.end <= at).last();
    let earlier = || view.cues_in("subject_after", &sentence).filter(near).filter(|(range, _)| range.end <= at).last();
    let (cue, _) = before.or_else(|| in_clause().next()).or_else(earlier)?;
    // 与飞翼号相比: the name stands before the cue.
    let ahead = view.clause(cue.start).start;
    if matches!(&view.text[cue.clone()], "相比" | "相较" | "对比")
        && let Some(name) =
            view.text[ahead..cue.start].rfind(['与', '和', '跟', '同']).map(|at| &view.text[ahead + at + 3..cue.start])
        && (2..=20).contains(&name.trim().chars().count())
    {
        return Some(name.trim().to_owned());
    }
    let end = if cue.start >= clause.start { clause.end } else { sentence.end };
    let rest = &view.text[cue.end..end];
    let digits = rest
        .char_indices()
        .find(|(i, c)| *i > 0 && c.is_ascii_digit() && rest[..*i].ends_with(|p: char| !p.is_ascii_alphanumeric() && p != '-'))
        .map(|(i, _)| i);
    let stop = words("baseline_end")
        .iter()
        .filter_map(|w| rest.find(w))
        .filter(|&i| i > 0)
        .chain(digits)
        .chain(change.and_then(|change| change.object.start.checked_sub(cue.end)).filter(|&at| at > 0 && at < rest.len()))
        .chain(rest.find(['，', ',', '（', '(', '。']))
        .min()
        .unwrap_or(rest.len());
    let text = rest[..stop].trim().trim_start_matches(['于']).trim_matches(|c: char| c.is_whitespace() || "的：:*".contains(c));
    let text: String = text.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    let text = text.trim_start_matches("the ").trim_start_matches("a ");
    let text = shorter(text);
    let number = text.chars().next().is_none_or(|c| c.is_ascii_digit());
    (!number && text.chars().count() >= 2 && text.chars().count() <= 30).then(|| text.to_owned())
}

/// A baseline without the phrases at its end that make it long: "a desktop workstation in performance mode".
fn shorter(text: &str) -> &str {
    const LONGEST: usize = 30;
    let preposition = |word: &str| ["circumstance", "when"].iter().any(|list| words(list).contains(&word));
    let mut text = text;
    loop {
        let last = text.rsplit(' ').next().unwrap_or("");
        if last.len() < text.len() && preposition(last) {
            text = text[..text.len() - last.len()].trim_end();
            continue;
        }
        if text.chars().count() <= LONGEST {
            return text;
        }
        let cut = text.match_indices(' ').rfind(|(at, _)| preposition(text[at + 1..].split(' ').next().unwrap_or("")));
        match cut {
            Some((at, _)) if at > 0 => text = &text[..at],
            _ => return text,
        }
    }
}

/// On what the statement rests, by the cue nearest before the figure in its sentence, or in the label.
pub fn modality(view: &View<'_>, at: usize) -> Modality {
    let sentence = view.sentence(at);
    let word = |id: &str| Modality::ALL.iter().copied().find(|m| m.word() == id);
    view.cues_in("modality", &sentence)
        .filter(|(range, _)| range.start <= at)
        .last()
        .and_then(|(_, cue)| word(&cue.id))
        .unwrap_or_default()
}

/// The conditions of what stands at an offset, as of a figure there; see [`condition::conditions`].
pub fn conditions(view: &View<'_>, at: usize, window: &Range<usize>, money: bool) -> BTreeMap<String, String> {
    condition::conditions(view, &(at..at), window, money)
}

/// As of when a sentence says that its figures hold: "as of June 2031", 截至2031年6月.
pub fn as_of(view: &View<'_>, at: usize) -> Option<String> {
    let sentence = view.sentence(at);
    let text = view.text[sentence.start..at.clamp(sentence.start, sentence.end)].to_lowercase();
    let (cue, found) = ["as of ", "截至", "截止到", "截止"].iter().find_map(|cue| Some((cue, text.rfind(cue)?)))?;
    let rest = text[found + cue.len()..].trim_start();
    let named = words("month").iter().position(|month| rest.starts_with(*month));
    let year_at = rest.char_indices().take(24).find(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at)?;
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    // "as of June 30, 2031": the year is the first number of four digits.
    let mut year = digits(&rest[year_at..]);
    let mut behind = &rest[year_at + year.len()..];
    if year.len() < 4 && named.is_some() {
        let next = behind.char_indices().take(4).find(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at)?;
        year = digits(&behind[next..]);
        behind = &behind[next + year.len()..];
    }
    if year.len() != 4 || !year.starts_with(['1', '2']) {
        return None;
    }
    let numbered =
        behind.strip_prefix(['年', '-', '/', '.']).map(|rest| digits(rest.trim_start())).and_then(|m| m.parse::<usize>().ok());
    let month = named.map(|month| month + 1).or(numbered).filter(|month| (1..=12).contains(month));
    Some(month.map_or(year.clone(), |month| format!("{year}-{month:02}")))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.to_ascii_lowercase()
        .strip_suffix(word)
        .is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

fn last_word(text: &str) -> Option<Direction> {
    directions(text).max_by_key(|(at, end, _)| (*end, usize::MAX - *at)).map(|(_, _, d)| d)
}

fn first_word(text: &str) -> Option<Direction> {
    directions(text).min_by_key(|(at, end, _)| (*at, usize::MAX - *end)).map(|(_, _, d)| d)
}

pub fn directions(text: &str) -> impl Iterator<Item = (usize, usize, Direction)> {
    static WORDS: LazyLock<Option<(AhoCorasick, Vec<Direction>)>> = LazyLock::new(|| {
        let lists = [(words("saved"), Direction::Saved), (words("up"), Direction::Up), (words("down"), Direction::Down)];
        let (all, ways): (Vec<&str>, Vec<Direction>) =
            lists.into_iter().flat_map(|(list, direction)| list.iter().map(move |word| (*word, direction))).unzip();
        Some((AhoCorasick::builder().ascii_case_insensitive(true).build(all).ok()?, ways))
    });
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let mut found = Vec::new();
    for (place, direction) in WORDS.iter().flat_map(|(finder, ways)| {
        finder.find_overlapping_iter(text).filter_map(|found| Some((found.range(), *ways.get(found.pattern().as_usize())?)))
    }) {
        let (before, word, behind) = (&text[..place.start], &text[place.clone()], &text[place.end..]);
        let cut = word.is_ascii() && (letter(before.chars().next_back()) || letter(behind.chars().next()));
        if !cut && !has_no_direction(text, &place) {
            found.push((place.start, place.end, direction));
        }
    }
    found.into_iter()
}

/// Whether a word of direction is part of one that has none.
fn has_no_direction(text: &str, place: &Range<usize>) -> bool {
    let lower = text.to_ascii_lowercase();
    let holds = |word: &&str| lower.match_indices(*word).any(|(at, _)| at <= place.start && place.end <= at + word.len());
    words("no_direction").iter().any(holds)
}
