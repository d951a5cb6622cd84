//! "X is the lightest", "X has the longest range of the four", "X boots fastest", 续航最长的是X, X价格最低: who is first by which measure.
//!
//! A word for an end of a scale tells its measure itself (lightest, 最便宜) or takes it from the noun or verb beside it; being quick
//! is a low time or a high rate, which the measure's dimension decides.

use std::ops::Range;

use crate::claim::{Claim, Confidence, Kind, Subject};
use crate::document::BlockKind;
use crate::extract::figure::{cell_metric, interval, subject, value};
use crate::extract::subjects::{Mention, slug};
use crate::extract::tables::header_text;
use crate::extract::view::View;
use crate::extract::{Reader, context};
use crate::lexicon::{Cue, Lexicon, holds, words};
use crate::quantity::Quantity;

/// What may stand between a subject and a superlative.
const LEADS: &[&str] = &[
    "的",
    "在",
    "是",
    "其中",
    "当中",
    "之中",
    "中",
    "里",
    "也",
    "则",
    "仍",
    "都",
    "属于",
    "目前",
    "，",
    "：",
    ":",
    "答",
    "排名",
    "同样",
    "拥有",
    "具有",
    "提供",
    "有着",
    "有",
    "上",
    "方面",
    "论",
    "就",
    "以",
    "毫无疑问",
    "无疑",
    "几款产品",
    "产品",
    "所有",
];

/// What may stand between a superlative and its verb.
const TAILS: &[&str] = &[
    "方面", "上", "也", "是", "都", "依然", "仍", "属于", "中", "里", "拥有", "具有", "有着", "有", "提供", "当中", "之中", "的",
    "表现", "则", "为", "其中", "可谓",
];

/// Words of a limit that speak of the whole field.
const EVERY: &[&str] = &["this", "the", "our", "all", "these", "any", "every", "those", "both", "them"];

/// What a superlative says: which end of which measure.
struct Said {
    which: &'static str,
    metric: String,
    scope: Option<String>,
}

/// Adds the superlatives of a block, and the answer to a question that asks for one.
pub fn superlatives(reader: &Reader<'_>, at: usize, view: &View<'_>, quantities: &[Quantity], claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if matches!(block.kind, BlockKind::Question) || block.cell.is_some() {
        return;
    }
    let whole = 0..view.text.len();
    let first = claims.len();
    for (range, cue) in view.cues_in("superlative:", &whole).filter(|(range, _)| !view.negated(range.start)) {
        let sentence = view.sentence(range.start);
        // "Furthest off", "lowest of its own past": no end of a measure among others.
        let behind = view.text[range.end..].trim_start().to_lowercase();
        let off = ["off", "from", "behind", "below", "short of", "away"]
            .iter()
            .any(|word| behind.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric())));
        if off || view.text[sentence.end..].starts_with(['?', '？']) || one_of_many(view, range, &sentence) {
            continue;
        }
        // "Line 6 is best (99.96%)": of what, the cell tells that has the figure.
        let bare = || cue.id.is_empty() && view.text[range.end..].trim_start().starts_with(['(', '（']);
        let open = || Said {
            which: if cue.kind == "superlative:lowest" { "lowest" } else { "highest" },
            metric: String::new(),
            scope: None,
        };
        if let Some(said) = said(reader, view, range, cue, &sentence).or_else(|| bare().then(open)) {
            claim(reader, at, view, quantities, range, said, true, claims);
        }
    }
    matters_most(reader, at, view, claims);
    if !answers_first(reader, at) {
        return;
    }
    let Some(question) = reader.question(block) else { return };
    let asked = View::new(&question.text.string, &reader.subjects, reader.lexicon);
    let cues: Vec<_> = asked.cues_in("superlative:", &(0..question.text.string.len())).collect();
    if let Some((range, cue)) = cues.first()
        && let Some(said) = said(reader, &asked, range, cue, &asked.sentence(range.start))
        && claims[first..].iter().all(|own| own.kind != Kind::Superlative || own.metric.as_ref() != Some(&said.metric))
    {
        let place = view.sentences.first().cloned().unwrap_or(whole);
        claim(reader, at, view, quantities, &place, said, false, claims);
    }
}

#[allow(clippy::too_many_arguments, reason = "a superlative of the text and one that answers a question differ in little")]
fn claim(
    reader: &Reader<'_>,
    at: usize,
    view: &View<'_>,
    quantities: &[Quantity],
    place: &Range<usize>,
    mut said: Said,
    limited: bool,
    claims: &mut Vec<Claim>,
) {
    let sentence = view.sentence(place.start);
    let near = |m: &&Mention| !view.compared_with(m) && m.range.start >= sentence.start && m.range.end <= sentence.end;
    let clause = view.clause(place.start);
    let in_clause = view.mentions_in(&clause).find(near);
    // 最冷的一天, 最便宜的设备也要800元: what is called so is the noun behind, and no name before it.
    if limited && view.text[place.end..].starts_with('的') && in_clause.is_none() {
        return;
    }
    let (subject, confidence) = match in_clause.or_else(|| view.mentions.iter().find(near)) {
        Some(mention) => (Some(reader.subjects.get(mention.subject).clone()), Confidence::High),
        None => subject(reader, at, view, place),
    };
    let (subject, confidence) = match row_label(reader, at, &view.text[clause.start.min(place.start)..place.start]) {
        Some(row) if in_clause.is_none() => (Some(row), Confidence::Medium),
        _ => (subject, confidence),
    };
    let Some(subject) = subject else { return };
    let distance = |q: &&Quantity| {
        if q.digits.start >= place.end { q.digits.start - place.end } else { place.start.saturating_sub(q.span.end) }
    };
    let beside = quantities
        .iter()
        .filter(|q| q.digits.start >= sentence.start && q.digits.end <= sentence.end && q.low == q.high)
        .min_by_key(distance)
        .filter(|q| distance(q) <= 48);
    let open = said.metric.is_empty() || said.metric == "speed" || !reader.lexicon.knows(&said.metric);
    let tabled =
        beside.filter(|_| open && limited).and_then(|q| Some((q, tabled(reader, &subject, &view.text[q.digits.clone()])?)));
    if let Some((q, metric)) = &tabled {
        // Being fastest is a low time.
        if said.metric == "speed" && q.canonical.unit == "s" {
            said.which = if said.which == "highest" { "lowest" } else { "highest" };
        }
        said.metric.clone_from(metric);
    }
    if said.metric.is_empty() {
        return;
    }
    // The name with what is said of it.
    let named = in_clause.filter(|m| limited && m.range.end <= place.start).map_or(place.start, |m| m.range.start);
    let mut claim = reader.record(at, &(named..place.end), Kind::Superlative);
    claim.subject = Some(subject);
    claim.confidence = confidence;
    claim.text = Some(said.which.to_owned());
    if limited {
        // An answer is the best of all that the question asks for; what it says of itself is no limit of the question.
        claim.conditions = context::conditions(view, place.start, &sentence, true);
    }
    if claim.conditions.get("when").is_some_and(|when| weighs(&when.to_lowercase())) {
        claim.conditions.remove("when");
    }
    if let Some(among) = among_so_many(view, place, &sentence, quantities).filter(|_| limited) {
        claim.conditions.insert("among".into(), among);
    }
    if let Some(scope) = said.scope {
        claim.conditions.insert("scope".into(), scope);
    }
    let priced = quantities
        .iter()
        .filter(|q| !limited || q.digits.start > place.start || goes_with("price", &q.canonical.unit))
        .find(|q| q.digits.start >= sentence.start && q.digits.end <= sentence.end && goes_with(&said.metric, &q.canonical.unit));
    if let Some(q) = priced.or(tabled.as_ref().map(|(q, _)| *q)) {
        claim.value = Some(value(q));
        claim.canonical = Some(interval(&q.canonical));
    }
    claim.metric = Some(said.metric);
    claims.push(claim);
}

/// What the tables measure where a figure stands in the line of a thing: the metric of its column, or of its row.
fn tabled(reader: &Reader<'_>, subject: &Subject, digits: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for table in &reader.document.tables {
        let text = |row: usize, column: usize| {
            let block = table.rows.get(row).and_then(|row| row.get(column).copied().flatten());
            block.and_then(|b| reader.document.blocks.get(b)).map_or("", |b| b.text.string.trim())
        };
        let is_subject = |name: &str| !name.is_empty() && slug(crate::extract::subjects::core(name)) == subject.id;
        let states = |cell: &str| {
            cell.trim_start_matches(['+', '$', '¥', '￥', '€', '£', '*', '~', '约'])
                .strip_prefix(digits)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')))
        };
        for row in table.header_rows..table.rows.len().min(256) {
            for column in 1..table.rows[row].len().min(32) {
                let cell = text(row, column);
                if !states(cell) {
                    continue;
                }
                let header = if is_subject(text(row, 0)) || is_subject(text(row, 1)) && column > 1 {
                    header_text(reader.document, table, column)
                } else if table.header_rows > 0 && is_subject(text(0, column)) {
                    text(row, 0).to_owned()
                } else {
                    continue;
                };
                if header.is_empty() {
                    continue;
                }
                let (metric, _) = cell_metric(reader, &header, cell.contains('%'));
                if found.as_ref().is_some_and(|known| *known != metric) {
                    return None;
                }
                found = Some(metric);
            }
        }
    }
    found.filter(|metric| !metric.is_empty())
}

/// The row of a table of the same section that a text ends with: "aged 30-39 are the largest group" above a table of ages.
fn row_label(reader: &Reader<'_>, at: usize, before: &str) -> Option<Subject> {
    let section = reader.document.blocks[at].section;
    // 30—39 岁人数最多, "those aged 30-39 were most": the label stands right before what is said of it.
    let before = before.trim_end().to_lowercase();
    let ends = |label: &str| {
        before.rfind(label).is_some_and(|at| {
            let (head, tail) = (&before[..at], before[at + label.len()..].trim());
            let whole = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric());
            let apart = whole(head.chars().next_back()) && whole(before[at + label.len()..].chars().next());
            apart && (tail.chars().count() <= 4 || tail.split_whitespace().count() <= 2 && tail.is_ascii())
        })
    };
    let tables = reader.document.tables.iter().filter(|table| table.section == section && table.header_rows > 0);
    let labels = tables.flat_map(|table| table.rows.iter().skip(table.header_rows).take(64)).filter_map(|row| {
        let label = reader.document.blocks.get(row.first().copied().flatten()?)?.text.string.trim();
        Some((label.to_lowercase(), label))
    });
    let named = labels.filter(|(label, _)| label.chars().count() >= 2 && ends(label)).max_by_key(|(label, _)| label.len());
    named.map(|(_, label)| Subject { id: slug(label), name: label.to_owned(), vendor: None })
}

/// "If battery life matters most, choose X", 如果最看重续航，选X: X is best by that measure.
fn matters_most(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    for sentence in &view.sentences {
        let lower = view.text[sentence.clone()].to_lowercase();
        let clauses = view.clauses(sentence);
        let Some(first) = clauses.iter().find(|c| holds(&view.text[(*c).clone()].to_lowercase(), words("matters_most"))) else {
            continue;
        };
        let mut metrics = view.metrics_in(first);
        let (Some((_, metric)), None) = (metrics.next(), metrics.next()) else { continue };
        let which = match metric.better.as_str() {
            "more" => "highest",
            "less" => "lowest",
            _ => continue,
        };
        let mentions: Vec<&Mention> = view.mentions_in(sentence).filter(|m| !view.compared_with(m)).collect();
        let [mention] = mentions[..] else { continue };
        let chosen = view.cues_in("recommend", sentence).next().is_some() || holds(&lower, words("matters_choice"));
        if !chosen || mention.range.start < first.end && mention.range.end > first.start || view.negated(mention.range.start) {
            continue;
        }
        let from = first.start.min(mention.range.start);
        let mut claim = reader.record(at, &(from..mention.range.end.max(first.end)), Kind::Superlative);
        claim.subject = Some(reader.subjects.get(mention.subject).clone());
        claim.confidence = Confidence::Medium;
        claim.text = Some(which.to_owned());
        claim.metric = Some(metric.id.clone());
        claims.push(claim);
    }
}

/// "The busiest of the five working days": among how many something is first.
fn among_so_many(view: &View<'_>, place: &Range<usize>, sentence: &Range<usize>, quantities: &[Quantity]) -> Option<String> {
    let number = quantities.iter().find(|q| q.digits.start >= place.end && q.digits.end <= sentence.end)?;
    let gap = view.text.get(place.end..number.span.start)?.trim().to_lowercase();
    let words: Vec<&str> = gap.split_whitespace().collect();
    let of = match words.as_slice() {
        [.., "of"] => true,
        [.., "of", article] => matches!(*article, "the" | "our" | "these" | "all" | "those"),
        _ => false,
    };
    (of && words.len() <= 5 && number.low == number.high).then(|| number.low.to_string())
}

/// "One of the cheapest", 最便宜的之一: many are that.
fn one_of_many(view: &View<'_>, range: &Range<usize>, sentence: &Range<usize>) -> bool {
    let before = view.text[sentence.start..range.start].trim_end().to_lowercase();
    let before = before.trim_end_matches(" the").trim_end();
    let after = &view.text[range.end..view.clause(range.start).end.max(range.end)];
    ["one of", "among", "some of", "at", "almost", "nearly", "about", "nor", "than", "more or less"]
        .iter()
        .any(|w| before.ends_with(w))
        || ["几乎", "接近", "近乎", "差不多"].iter().any(|w| before.ends_with(w))
        || after.contains("之一")
}

fn said(reader: &Reader<'_>, view: &View<'_>, range: &Range<usize>, cue: &Cue, sentence: &Range<usize>) -> Option<Said> {
    if !bare_degree(view, range, sentence) {
        return None;
    }
    let which = match cue.kind.strip_prefix("superlative:")? {
        "lowest" => "lowest",
        _ => "highest",
    };
    let han = !view.text[range.clone()].is_ascii();
    let clause = view.clause(range.start);
    let phrase = if han { han_phrase(view, range, &clause)? } else { latin_phrase(view, range, &clause, sentence)? };
    let quick = cue.id == "speed";
    let own = (!cue.id.is_empty()).then(|| cue.id.clone());
    let scope =
        if han { han_scope(view, range, sentence) } else { phrase.limit.clone().or_else(|| head_limit(view, range, sentence)) };
    let lexicon = reader.lexicon;
    let known = |text: &str| lexicon.metric_names.find(text).last().map(|(_, at)| *at);
    let named = phrase.text.trim();
    let metric = match (own, named) {
        (Some(own), "") => own,
        (None, "") => return None,
        (Some(_), named) if quick => return quickly(lexicon, named, phrase.verb, han, which, scope),
        (Some(own), named) => match known(named) {
            // "The lightest frame weight" names its measure once more; "the cheapest paid plan" limits itself.
            Some(at) => lexicon.metrics[at].id.clone(),
            None if han || phrase.verb => own,
            None => return Some(Said { which, metric: own, scope: limits(named).or(scope) }),
        },
        (None, named) => match known(named) {
            Some(at) => lexicon.metrics[at].id.clone(),
            None if phrase.verb => verb_metric(named)?.to_owned(),
            None => open(named, han)?,
        },
    };
    Some(Said { which, metric, scope })
}

/// "Most" and "least" are degrees of anything: they count behind "the", or behind a verb that names a measure.
fn bare_degree(view: &View<'_>, range: &Range<usize>, sentence: &Range<usize>) -> bool {
    if !["most", "least", "fewest"].iter().any(|word| view.text[range.clone()].eq_ignore_ascii_case(word)) {
        return true;
    }
    let before = view.text[sentence.start..range.start].trim_end().to_lowercase();
    before.ends_with(" the") || before.rsplit(' ').next().is_some_and(|verb| verb_metric(verb).is_some())
}

/// "Boots fastest", 理赔最快: the measure is the time or the speed of what is done.
fn quickly(lexicon: &Lexicon, named: &str, verb: bool, han: bool, which: &'static str, scope: Option<String>) -> Option<Said> {
    let turned = if which == "highest" { "lowest" } else { "highest" };
    let stem = if verb { infinitive(named) } else { named.to_owned() };
    let tries = if han {
        vec![format!("{stem}时间"), format!("{stem}速度"), stem.clone()]
    } else {
        vec![format!("{stem} time"), format!("{stem} speed"), stem.clone()]
    };
    for text in &tries {
        let found = lexicon.metric_names.find(text);
        if let Some((range, at)) = found.last()
            && range.end == text.len()
            && (range.start == 0 || *text == stem)
        {
            let metric = &lexicon.metrics[*at];
            let which = if metric.dimension == "time" { turned } else { which };
            return Some(Said { which, metric: metric.id.clone(), scope });
        }
    }
    if !verb && !han {
        return Some(Said { which, metric: "speed".into(), scope: limits(named).or(scope) });
    }
    let open = open(&stem, han)?;
    let metric = if han { format!("{open}速度") } else { format!("{open}-speed") };
    Some(Said { which, metric, scope })
}

/// The words beside a superlative that say of what, and what limits it.
struct Phrase {
    text: String,
    /// Whether the words are a verb with its object: "boots", "settles claims".
    verb: bool,
    limit: Option<String>,
}

/// 续航最长的是X, X的续航最长, X拥有最长的续航, X是其中最轻的.
fn han_phrase(view: &View<'_>, range: &Range<usize>, clause: &Range<usize>) -> Option<Phrase> {
    let after = view.text[range.end..clause.end.max(range.end)].trim();
    // 最高可达, 最大功率, 最长30天 are limits, no comparison.
    let plain = after.is_empty()
        || after.starts_with('的')
        || after.starts_with(['。', '；', '）', '！', '！'])
        || after.starts_with("（");
    if !plain {
        return None;
    }
    let mut before = clause.start..range.start;
    let named = view.mentions_in(&before).next_back().map(|mention| mention.range.end);
    before.start = named.unwrap_or(before.start);
    let mut text = view.slice(&before);
    // "同级最长", 业内最高: among others than those of the document.
    if FIELDS.iter().any(|field| text.ends_with(field)) {
        return None;
    }
    // 四款中, 同价位产品里: what they are compared among.
    if let Some(at) = ["当中", "之中", "中", "里"].iter().filter_map(|w| text.find(w).map(|at| at + w.len())).min()
        && among(&text[..at])
    {
        text = &text[at..];
    }
    loop {
        let cut = LEADS.iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text).trim();
        let cut = TAILS.iter().find_map(|tail| cut.strip_suffix(tail)).unwrap_or(cut).trim();
        if cut.len() == text.len() {
            break;
        }
        text = cut;
    }
    if text.is_empty()
        && let Some(noun) = after.strip_prefix('的')
        && !noun.starts_with(['是', '一'])
        && view.mentions_in(&(range.end..clause.end)).next().is_none()
    {
        // X拥有最长的续航.
        let holds = view.slice(&before).ends_with(['有', '供', '备']);
        text = if holds { noun.trim() } else { "" };
    }
    if text.is_empty() {
        // 续航是X最长: the measure stands before the name.
        let named = view.metrics_in(&(clause.start..range.start)).next_back();
        text = named.map_or("", |(at, _)| view.slice(at));
    }
    Some(Phrase { text: text.to_owned(), verb: false, limit: None })
}

/// Groups beyond the document in which something may be first.
const FIELDS: &[&str] = &[
    "同级",
    "同类",
    "同价位",
    "业内",
    "业界",
    "行业",
    "国内",
    "全球",
    "世界",
    "史上",
    "历史",
    "历代",
    "同级别",
    "市面",
    "有史以来",
    "国产",
    "家族",
];

/// Whether a stretch that ends in 中 or 里 says among what: 四款中, 这几个产品里.
fn among(text: &str) -> bool {
    const GROUPS: &[&str] = &[
        "款", "个", "种", "家", "台", "者", "产品", "品牌", "所有", "全部", "其", "机型", "同类", "同级", "同价", "方案", "对象",
        "级别", "这些", "候选", "辆", "本", "份",
    ];
    GROUPS.iter().any(|word| text.contains(word))
}

/// 同价位产品里, 国产品牌中: a limit; 四款产品里, 所有机型中 is none.
fn han_scope(view: &View<'_>, range: &Range<usize>, sentence: &Range<usize>) -> Option<String> {
    const ALL: &[&str] = &[
        "所有", "全部", "其", "两", "三", "四", "五", "六", "七", "八", "九", "十", "几", "这些", "参测", "参评", "入选", "上榜",
        "本文", "本次", "候选", "榜单", "上述", "以上", "各", "测试", "评测", "实测", "对比", "比较", "测评", "我们", "使用",
    ];
    let before = &view.text[sentence.start..range.start];
    let part = before.split(['，', '：', ':', ',']).find_map(|part| {
        let whole = ["当中", "之中", "中", "里"].iter().find_map(|w| part.trim().strip_suffix(w));
        let inside = || {
            let at = ["当中", "之中", "中", "里"].iter().filter_map(|w| part.find(w)).min()?;
            Some(part[..at].trim()).filter(|group| among(group))
        };
        whole.map(str::trim).or_else(inside)
    })?;
    let digits = part.chars().any(|c| c.is_ascii_digit());
    let all = part.is_empty() || digits || ALL.iter().any(|word| part.contains(word));
    (!all).then(|| part.trim_start_matches("在").to_owned())
}

/// "the longest range of the four", "boots fastest", "the battery life of X is the longest".
fn latin_phrase(view: &View<'_>, range: &Range<usize>, clause: &Range<usize>, sentence: &Range<usize>) -> Option<Phrase> {
    const ENDS: &[&str] = &[
        "is", "at", "for", "among", "of", "in", "on", "and", "with", "by", "to", "we", "that", "which", "here", "from",
        "overall", "but", "while", "when", "here,", "under", "below", "per", "one", "are", "was", "if", "by", "as", "because",
    ];
    let after = &view.text[range.end..sentence.end.max(range.end)];
    let words: Vec<&str> = after
        .split_whitespace()
        .take_while(|word| {
            word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '\''))
                && !ENDS.contains(&word.to_lowercase().as_str())
        })
        .collect();
    let followed = after.starts_with(' ');
    let last = after.split_whitespace().nth(words.len());
    let limit = last.filter(|_| followed).and_then(|_| tail_limit(after, &words));
    if followed && !words.is_empty() {
        let mut noun = words.join(" ");
        // A noun that a comma or stop closes: the last word is still of it.
        if let Some(last) = last
            && let Some(bare) = last.strip_suffix([',', '.', ';', ':', ')'])
            && bare.chars().all(char::is_alphanumeric)
            && !ENDS.contains(&bare.to_lowercase().as_str())
        {
            noun = format!("{noun} {bare}");
        }
        return Some(Phrase { text: noun, verb: false, limit });
    }
    if let Some(last) = last
        && let Some(bare) = last.strip_suffix([',', '.', ';', ':', ')'])
        && followed
        && bare.chars().all(|c| c.is_ascii_alphanumeric())
        && !ENDS.contains(&bare.to_lowercase().as_str())
    {
        return Some(Phrase { text: bare.to_owned(), verb: false, limit: None });
    }
    let mention = view.mentions_in(&(clause.start..range.start)).next_back();
    let from = mention.map_or(clause.start, |m| m.range.end);
    let before = view.text[from..range.start].trim();
    let lower = before.to_lowercase();
    let lower = lower.trim_end_matches(" the").trim();
    let lower = if lower == "the" { "" } else { lower };
    let copula =
        ["is", "are", "was", "remains", "being", "be", "'s"].iter().any(|w| lower == *w || lower.ends_with(&format!(" {w}")));
    if copula || lower.is_empty() {
        let named = view.metrics_in(&(clause.start..range.start)).next_back().map_or("", |(at, _)| view.slice(at));
        return Some(Phrase { text: named.to_owned(), verb: false, limit });
    }
    // A verb and its object, no clause of its own.
    let short = lower.split(' ').count() <= 4 && lower.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, ' ' | '-'));
    let whole = mention.is_some()
        && short
        && !["the", "a", "has", "have", "offers", "with"].contains(&lower.split(' ').next_back().unwrap_or(""));
    whole.then(|| Phrase { text: lower.to_owned(), verb: true, limit })
}

/// "In its class", "under 500 euros", "among tablets": what a superlative is limited to behind its noun.
fn tail_limit(after: &str, noun: &[&str]) -> Option<String> {
    let rest: Vec<&str> = after.split_whitespace().skip(noun.len()).take(6).collect();
    let (first, words) = rest.split_first()?;
    let limiting = ["in", "among", "under", "below", "for", "at", "with"].contains(&first.to_lowercase().as_str());
    let next = words.first()?.to_lowercase();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let field = EVERY.contains(&next.as_str()) && words.iter().take(3).any(|word| FIELD.contains(&bare(word).as_str()));
    (limiting && !field).then(|| words.iter().take(4).map(|word| bare(word)).collect::<Vec<_>>().join(" "))
}

/// The words before the noun of "cheapest paid plan": what it is limited to. The noun alone limits nothing.
fn limits(noun: &str) -> Option<String> {
    let words: Vec<&str> = noun.split_whitespace().take(4).collect();
    let (_, limits) = words.split_last()?;
    (!limits.is_empty()).then(|| limits.join(" ").to_lowercase())
}

/// The measure that a verb names by itself: "costs least", "weighs least".
fn verb_metric(verb: &str) -> Option<&'static str> {
    Some(match infinitive(verb).as_str() {
        "cost" | "charge" => "price",
        "weigh" => "weight",
        "score" => "score",
        _ => return None,
    })
}

/// "Of those with a menu, X is the cheapest": a limit told before the name; "of the four" is none.
fn head_limit(view: &View<'_>, range: &Range<usize>, sentence: &Range<usize>) -> Option<String> {
    const LIMITS: &[&str] = &["of ", "among ", "in ", "within ", "under ", "below ", "for ", "if ", "when "];
    let clauses = view.clauses(sentence);
    let first = clauses.first().filter(|first| first.end <= range.start)?;
    let text = view.slice(first).to_lowercase();
    let limiting = LIMITS.iter().any(|word| text.starts_with(word)) && !weighs(&text);
    let words: Vec<&str> = text.split_whitespace().skip(1).take(6).collect();
    let field = words.len() <= 3 && words.iter().any(|word| FIELD.contains(word)) || text.contains("our test");
    (limiting && !field).then(|| words.join(" "))
}

/// Whether a clause only says what its reader cares for: "if price is what matters to you".
fn weighs(clause: &str) -> bool {
    holds(clause, &["matters", "matter", "care", "cares", "counts", "priority", "important", "concern"])
        || ["看重", "在意", "关心", "在乎", "重视", "优先"].iter().any(|word| clause.contains(word))
}

/// What a text calls all that it compares.
const FIELD: &[&str] = &[
    "test",
    "comparison",
    "guide",
    "list",
    "table",
    "field",
    "four",
    "three",
    "five",
    "six",
    "two",
    "seven",
    "eight",
    "ten",
    "group",
    "line-up",
    "article",
    "review",
    "round-up",
    "them",
    "products",
    "tests",
    "these",
    "all",
];

/// The first word of a verb phrase without the ending of the third person: "settles claims" is "settle claims".
fn infinitive(phrase: &str) -> String {
    let (verb, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    if let Some(stem) = verb.strip_suffix("ies") {
        return if rest.is_empty() { format!("{stem}y") } else { format!("{stem}y {rest}") };
    }
    let verb = ["ches", "shes", "sses", "xes"]
        .iter()
        .find(|end| verb.ends_with(**end))
        .map_or_else(|| verb.strip_suffix('s').filter(|v| !v.ends_with('s')).unwrap_or(verb), |_| &verb[..verb.len() - 2]);
    if rest.is_empty() { verb.to_owned() } else { format!("{verb} {rest}") }
}

/// The id of a measure that no list has: a short noun phrase in its own words.
fn open(phrase: &str, han: bool) -> Option<String> {
    const VAGUE: &[&str] = &[
        "number",
        "amount",
        "part",
        "problem",
        "advantage",
        "issue",
        "change",
        "difference",
        "one",
        "thing",
        "things",
        "way",
        "choice",
        "option",
        "version",
    ];
    let fits =
        if han { (2..=12).contains(&phrase.chars().count()) } else { (1..=4).contains(&phrase.split_whitespace().count()) };
    let clean = !phrase.contains(['，', '。', '"', '“', '：', '、']);
    let vague = phrase.split_whitespace().next_back().is_some_and(|word| VAGUE.contains(&word));
    (fits && clean && !vague).then(|| slug(phrase)).filter(|id| !id.is_empty())
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
        _ => !currency && !unit.is_empty() && !matches!(base, "%" | "pp" | "x"),
    }
}
