//! One figure as a claim: its kind, its subject, its metric and what qualifies it.

use std::ops::Range;

use crate::claim::{Bound, Claim, Confidence, Interval, Kind, Modality, Subject, Usage, Value};
use crate::document::{Block, BlockKind, Role};
use crate::extract::context::Known;
use crate::extract::parameter::is_parameter;
use crate::extract::subjects::{Mention, slug};
use crate::extract::tables::{self, Orientation, mostly_figure};
use crate::extract::view::View;
use crate::extract::{Reader, asked, change, condition, context, pace, sentence, told_unit};
use crate::lexicon::words;
use crate::quantity::{self, Canonical, Form, Number, Quantity, Scan};

/// Scans a block; the unit of a table's header goes with the bare figures of its cells.
pub fn scan(reader: &Reader<'_>, block: &Block) -> Scan {
    let text = &block.text.string;
    let mut plain = quantity::scan_known(text);
    plain.quantities.retain(|q| !taken_from_power(text, q));
    pace::rates(text, &mut plain.quantities);
    told_unit::units(text, &mut plain.quantities);
    let Some(cell) = block.cell else { return plain };
    let table = &reader.document.tables[cell.table];
    // "148 (at 3 kW)": the remark has a unit of its own, the figure before it that of its column.
    let remarked = plain.quantities.first().filter(|first| {
        let tail = text.get(first.span.end..).unwrap_or("");
        first.canonical.unit.is_empty()
            && text.get(..first.span.start).is_some_and(|before| before.trim().is_empty())
            && (tail.starts_with('\n') || tail.trim_start().starts_with(['(', '（']))
    });
    let unitless = plain.quantities.iter().all(|q| q.canonical.unit.is_empty());
    if cell.row < table.header_rows || remarked.is_none() && !unitless {
        return plain;
    }
    let layout = &reader.layouts[cell.table];
    let header = layout.metric_text(reader.document, table, cell);
    let named = || {
        // `timeout_ms` names the unit of its value, and "Water supplied (million m³)" heads a row of years.
        let names_unit = layout.orientation == Orientation::Columns
            || layout.default_column == Some(cell.column)
            || tables::names_period(&header);
        let block = layout.subject_cell(reader.document, table, cell.row, cell.column).filter(|_| names_unit)?;
        tables::header_unit(&reader.document.blocks.get(block)?.text.string)
    };
    let corner = || {
        let header = tables::header_text(reader.document, table, 0);
        tables::header_unit(&header).filter(|_| layout.orientation != Orientation::Rows && cell.column > 0)
    };
    let unit = tables::header_unit(&header)
        .or_else(named)
        .or_else(|| tables::row_unit(reader.document, table, cell.row))
        .or_else(corner)
        .or_else(|| caption_unit(reader, table, &header));
    let Some(unit) = unit.filter(|_| !plain.quantities.is_empty()) else { return plain };
    let end = remarked.filter(|_| !unitless).map_or(text.trim_end().len(), |first| first.span.end);
    let added = unit.len() + 1;
    let whole = format!("{} {unit}{}", &text[..end], &text[end..]);
    let mut scan = quantity::scan_known(&whole);
    pace::rates(&whole, &mut scan.quantities);
    // A magnitude of the header's unit (万元, "thousand euros") is read as part of the numeral.
    scan.quantities.retain(|q| q.digits.start < end || q.digits.start >= end + added);
    // Back to the cell's own text: what stands in the unit that was put in ends before it.
    let place = |at: usize| if at < end + added { at.min(end) } else { at - added };
    for q in &mut scan.quantities {
        q.span = place(q.span.start)..place(q.span.end);
        q.digits = place(q.digits.start)..place(q.digits.end);
    }
    scan.set_aside.retain(|s| s.span.end <= end || s.span.start >= end + added);
    for aside in &mut scan.set_aside {
        aside.span = place(aside.span.start)..place(aside.span.end);
    }
    scan
}

/// The unit that a table's caption or heading gives all its sums: "Costs (EUR)", 表2　直接消费（万元）, 单位：万元.
fn caption_unit(reader: &Reader<'_>, table: &crate::document::Table, header: &str) -> Option<String> {
    let heading = reader.document.sections.get(table.section).and_then(|section| section.heading);
    let mut texts =
        table.announced_by.into_iter().chain(heading).filter_map(|b| reader.document.blocks.get(b)).map(|b| &b.text.string);
    let unit = texts.find_map(|text| told_unit::of_table(text).or_else(|| tables::header_unit(text)))?;
    // What is counted beside the sums has no unit of theirs.
    let money = quantity::scan(&format!("1 {unit}"))
        .quantities
        .first()
        .is_some_and(|q| is_currency(q.canonical.unit.split('/').next().unwrap_or("")));
    let named = reader.lexicon.metric_names.find(header);
    let lower = header.to_lowercase();
    let counted = || {
        words("count_header").iter().any(|word| {
            if word.is_ascii() { lower.split(|c: char| !c.is_alphanumeric()).any(|w| w == *word) } else { lower.contains(word) }
        })
    };
    // "Desks", "Trips": a plural counts things.
    let plural = || {
        let last = lower.split_whitespace().next_back().unwrap_or("");
        last.is_ascii() && last.len() > 3 && last.ends_with('s') && !last.ends_with("ss") && !words("sum_word").contains(&last)
    };
    let sum = match named.last() {
        Some((_, metric)) => reader.lexicon.metrics[*metric].dimension == "money",
        None => !counted() && !plural(),
    };
    (money && sum).then_some(unit)
}

/// Whether a figure is what is taken from a power: the one of "2^64-1 bytes", which is not below zero.
fn taken_from_power(text: &str, quantity: &Quantity) -> bool {
    let sign = text[quantity.span.start..].starts_with(['-', '−']);
    let base = text[..quantity.span.start].trim_end_matches(|c: char| c.is_ascii_digit());
    sign && base.ends_with('^') && base.len() < quantity.span.start
}

/// Whether a bare decimal is a version: in a heading ("pumpd 4.2", "1.2 (2031-05-01)"), or right behind a subject's name.
pub fn is_version(block: &Block, view: &View<'_>, quantity: &Quantity) -> bool {
    let bare = quantity.low == quantity.high && quantity.low.exponent < 0 && quantity.canonical.unit.is_empty();
    if !bare || quantity.form != Form::Plain || quantity.bound != quantity::Bound::Eq {
        return false;
    }
    let before = view.sentence(quantity.span.start).start..quantity.span.start;
    let named = view.mentions_in(&before).next_back().is_some_and(|m| view.text[m.range.end..quantity.span.start] == *" ");
    matches!(block.kind, BlockKind::Heading(_)) || named || is_upgraded(&view.text[before])
}

/// "Two nodes agree", "if it returns 0": in running text a bare number below ten counts what its sentence is about, and another
/// sentence counts something else. Behind a label it is the label's.
pub fn is_few(block: &Block, view: &View<'_>, quantity: &Quantity, confidence: Confidence) -> bool {
    const FEW: i64 = 10;
    let limit = num_rational::BigRational::from_integer(FEW.into());
    let labelled = view.label.as_ref().is_some_and(|(_, rest)| *rest <= quantity.span.start);
    let unit = quantity.canonical.unit.as_str();
    let counts = || !unit.contains('/') && quantity::Units::builtin().counts(unit);
    let counted = unit.is_empty() || confidence != Confidence::High && counts();
    let few = |end: &Number| {
        let value = end.exact();
        value.is_integer() && value < limit && -value < limit
    };
    block.cell.is_none() && !labelled && counted && quantity.form == Form::Plain && few(&quantity.low) && few(&quantity.high)
}

/// "`rand` has been updated to 0.8", 依赖升级到 1.2: what a decimal without a unit is the version of.
fn is_upgraded(before: &str) -> bool {
    let lower = before.trim_end_matches([' ', '`', 'v', 'V']).to_lowercase();
    let reached = words("version:reached").iter().any(|word| {
        if word.is_ascii() { lower.strip_suffix(word).is_some_and(|head| head.ends_with(' ')) } else { lower.ends_with(word) }
    });
    let moved = |word: &&str| {
        if word.is_ascii() { lower.split(|c: char| !c.is_alphanumeric()).any(|w| w == *word) } else { lower.contains(*word) }
    };
    reached && words("version:moved").iter().any(moved)
}

/// The claim of one figure. `window` is the stretch of text between the figures before and behind it.
pub fn claim(reader: &Reader<'_>, at: usize, view: &View<'_>, quantity: &Quantity, window: &Range<usize>) -> Claim {
    let block = &reader.document.blocks[at];
    let mut claim = reader.record(at, &quantity.span, Kind::Quantity);
    claim.value = Some(value(quantity));
    claim.canonical = Some(interval(&quantity.canonical));
    if let Some(place) = claim.block.as_mut().filter(|_| block.cell.is_none()) {
        place.sentence = Some(crate::extract::number(view.sentence_number(quantity.digits.start)));
    }
    if ranges(view, quantity) {
        as_range(&mut claim);
    }
    if adds_up(view, quantity) {
        set_bound(&mut claim, Bound::Eq);
    }
    if block.cell.is_none() && totals_weights(view, quantity) {
        claim.text = Some(crate::claim::WEIGHTS_TOTAL.into());
    }
    claim.readings = quantity.readings.iter().map(interval).collect();
    claim.kind = if claim.text.is_some() { Kind::Quantity } else { kind(reader, at, view, quantity) };
    claim.modality = context::modality(view, quantity.span.start);
    if reader.is_data() && claim.modality == Modality::Stated {
        claim.modality = Modality::Data;
    }
    claim.source = source(block, view, quantity);
    let (subject, confidence) = subject(reader, at, view, &quantity.digits);
    claim.confidence = confidence;
    claim.subject = subject;
    if block.cell.is_none() && view.mentions_in(&(0..view.text.len())).next().is_none() && is_parameter(view.text) {
        claim.subject = None;
        claim.confidence = Confidence::Low;
    }
    match claim.kind {
        Kind::Weight => {
            claim.metric = Some("criterion_weight".into());
            let own = std::slice::from_ref(quantity);
            claim.subject = criterion(reader, block).or_else(|| super::weights::criterion(view, own, 0)).or(claim.subject);
            claim.confidence = Confidence::High;
        }
        Kind::Scale => {
            claim.metric = Some("score_scale".into());
            claim.subject = None;
            points(&mut claim);
        }
        Kind::Score => {
            claim.metric = Some("score".into());
            of_row(reader, block, &mut claim);
            if let Some(of) = &quantity.of {
                claim.conditions.insert("of".into(), of.to_string());
            }
            points(&mut claim);
        }
        Kind::Count => {
            let noun = counted_noun(view, quantity).unwrap_or_default();
            claim.metric = Some(if noun.is_empty() { "entry_count".into() } else { count_metric(&noun) });
            if let Some(strength) = super::counts::reviewed(reader, at, view, quantity) {
                claim.metric = Some("entry_count".into());
                claim.conditions.insert("strength".into(), strength.into());
            }
            claim.text = Some(noun);
            claim.subject = None;
        }
        _ => measured(reader, block, view, quantity, window, &mut claim),
    }
    claim
}

/// Whether "from A to B" is a range and no change: the verb before it says that values lie between the two.
fn ranges(view: &View<'_>, quantity: &Quantity) -> bool {
    const VERBS: &[&str] = &[
        "ranges", "range", "ranging", "ranged", "varies", "vary", "varied", "varying", "lies", "lie", "anywhere", "span",
        "spans", "spanning", "runs", "extends",
    ];
    const HAN: &[&str] = &["范围", "区间", "介于", "不等", "波动"];
    if quantity.bound != quantity::Bound::FromTo {
        return false;
    }
    let sentence = view.sentence(quantity.digits.start);
    let before = view.text[sentence.start.min(quantity.digits.start)..quantity.digits.start].to_lowercase();
    let behind: String = view.text[quantity.span.end.min(view.text.len())..].trim_start().chars().take(6).collect();
    before.split(|c: char| !c.is_alphabetic()).rev().filter(|word| !word.is_empty()).take(3).any(|word| VERBS.contains(&word))
        || HAN.iter().any(|word| behind.contains(word))
        || HAN
            .iter()
            .any(|word| before.chars().rev().take(10).collect::<String>().chars().rev().collect::<String>().contains(word))
}

/// Whether a figure is what weights are said to add up to: "the weights add up to 100", 各项权重合计100%.
fn totals_weights(view: &View<'_>, quantity: &Quantity) -> bool {
    let clause = view.clause(quantity.digits.start);
    let before = view.text[clause.start.min(quantity.span.start)..quantity.digits.start].to_lowercase();
    let weights = ["weight", "权重", "占分"].iter().any(|word| before.contains(word));
    let total = ["add up to", "adds up to", "sum to", "sums to", "sum up to", "total", "合计", "总计", "总和", "之和", "相加"]
        .iter()
        .any(|word| before.contains(word));
    weights && total && quantity.low == quantity.high && matches!(quantity.canonical.unit.as_str(), "" | "%" | "point")
}

/// Whether "up to" belongs to the verb before it: "the weights add up to 100".
fn adds_up(view: &View<'_>, quantity: &Quantity) -> bool {
    let before = view.text[..quantity.span.start].trim_end().to_lowercase();
    let verb = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let own = view.text[quantity.span.clone()].to_lowercase();
    quantity.bound == quantity::Bound::UpTo
        && own.starts_with("up to")
        && ["add", "adds", "adding", "added", "sum", "sums", "summing", "total", "come", "comes"].contains(&verb)
}

/// A change as the range that it is: its value as written, its ends sorted.
fn as_range(claim: &mut Claim) {
    if let Some(value) = &mut claim.value {
        value.bound = Bound::Range;
    }
    if let Some(canonical) = &mut claim.canonical {
        canonical.bound = Bound::Range;
        let read = |end: &Option<String>| end.as_deref().and_then(crate::claim::exact);
        if read(&canonical.low) > read(&canonical.high) {
            std::mem::swap(&mut canonical.low, &mut canonical.high);
        }
    }
}

/// Whether a unit is a currency code of ISO 4217.
pub fn is_currency(unit: &str) -> bool {
    unit.len() == 3 && unit.bytes().all(|b| b.is_ascii_uppercase())
}

fn measured(reader: &Reader<'_>, block: &Block, view: &View<'_>, quantity: &Quantity, window: &Range<usize>, claim: &mut Claim) {
    let header = metric_header(reader, block, view);
    let named = header.as_deref().map(|header| cell_metric(reader, header, quantity.canonical.unit == "%"));
    let relative = matches!(quantity.canonical.unit.as_str(), "%" | "pp");
    let change = relative.then(|| change::change(view, quantity, window)).flatten();
    // "memory down to 22 MB" in a changelog tells what it is, and boasts of nothing.
    if quantity.bound == quantity::Bound::AsLowAs
        && (reader.role(block.section) == Role::History || sentence::dated_note(view.text).is_some())
    {
        set_bound(claim, Bound::Eq);
    }
    // 减少最多30% boasts as 减少高达30% does.
    let most = quantity.bound == quantity::Bound::AtMost && view.slice(&quantity.span).starts_with("最多");
    let best = quantity.bound == quantity::Bound::Eq && change::at_best(view, quantity, window);
    if change.is_some() && (most || best)
        || best && quantity.canonical.unit == "%" && context::direction(view, quantity) == context::Direction::Saved
    {
        set_bound(claim, Bound::UpTo);
    }
    let (metric, known) = context::metric(view, quantity, named, window, change.as_ref()).unzip();
    let known = known.unwrap_or(Known::Phrase);
    let answered = || {
        let question = reader.question(block).filter(|_| known != Known::Named && mostly_figure(view.text))?;
        let view = View::new(&question.text.string, &reader.subjects, reader.lexicon);
        let named = context::asked(&view, quantity).map(|metric| (metric, Known::Named));
        named.or_else(|| asked::thing(view.text).map(|thing| (slug(&thing), Known::Phrase)))
    };
    let answer = answered();
    let (metric, known) = if by_default(reader, block, view, quantity, claim) {
        (Some("default".to_owned()), Known::Named)
    } else {
        (metric, known)
    };
    if answer.is_some() && claim.text.is_none() {
        claim.text = Some(crate::claim::ANSWER.into());
    }
    let (metric, known) = answer.map_or((metric, known), |(asked, known)| (Some(asked), known));
    claim.metric = metric;
    match known {
        Known::Named => {}
        Known::Phrase => claim.confidence = claim.confidence.max(Confidence::Medium),
        Known::Guess => claim.confidence = Confidence::Low,
    }
    claim.baseline = context::baseline(view, quantity.digits.start, window, change.as_ref())
        .filter(|_| matches!(quantity.canonical.unit.as_str(), "%" | "x" | "pp"));
    if claim.metric.as_deref() == Some("score")
        && quantity.bound == quantity::Bound::Eq
        && (quantity.unit.is_empty() || quantity.canonical.unit == "point")
        && (block.cell.is_some() || !scores_nothing(view, quantity))
        && matches!(quantity.canonical.unit.as_str(), "" | "point")
    {
        claim.kind = Kind::Score;
        points(claim);
    }
    let unit = quantity.canonical.unit.as_str();
    if block.cell.is_none() && claim.kind == Kind::Quantity {
        if is_setting(view, quantity) || reader.is_label(view, quantity) {
            claim.confidence = Confidence::Low;
        }
        of_money(view, quantity, claim);
        // "With four threads it takes 6 s. That is 100 MB/s": under which setting, only the sentence before it says.
        let sentence = view.sentence(quantity.digits.start);
        let follows = !view.text[..sentence.start].trim().is_empty();
        let opening = view.text[sentence].trim_start();
        let works_out = [
            "That is ",
            "That makes ",
            "That works out ",
            "That gives ",
            "This is ",
            "This makes ",
            "This gives ",
            "相当于",
            "这相当于",
            "也就是",
        ]
        .iter()
        .any(|words| opening.starts_with(words));
        if follows && works_out {
            claim.confidence = Confidence::Low;
        }
        if claim.value.as_ref().is_some_and(|v| v.bound == Bound::Eq) && reaches(view, quantity) {
            set_bound(claim, Bound::UpTo);
        }
    }
    let money = unit.split('/').next().is_some_and(is_currency)
        || claim.metric.as_deref().is_some_and(|m| ["cost_saving", "premium", "discount"].contains(&m));
    claim.conditions = condition::conditions(view, &quantity.span, window, money);
    if let Some(item) = item(reader, view, quantity, claim) {
        claim.conditions.insert("item".into(), item);
    }
    if let Some(header) = &header {
        header_conditions(reader, header, claim);
    }
    // A price a month and a price a year are two ways of billing until somebody says otherwise.
    let period = unit.split_once('/').filter(|(base, _)| is_currency(base)).and_then(|(_, per)| per.rsplit('/').next());
    if let Some(billing) = period.and_then(|per| match per {
        "month" => Some("monthly"),
        "year" => Some("yearly"),
        _ => None,
    }) {
        claim.conditions.entry("billing".into()).or_insert_with(|| billing.into());
    }
    if let Some(header) = header.as_deref()
        && let Some(column) = like_column(reader, block, header)
    {
        claim.conditions.insert("column".into(), column);
    }
    if let Some(column) = header.as_deref().and_then(|header| numbered_column(reader, block, header)) {
        claim.conditions.entry("column".into()).or_insert(column);
    }
    if let Some(section) = reader.twin_section(block).or_else(|| reader.numbered.case(block.section).cloned()) {
        claim.conditions.insert("section".into(), section);
    }
    of_row(reader, block, claim);
    if fit(reader, block, view, quantity) {
        claim.usage = Some(Usage::Fit);
        let base = quantity.canonical.unit.split('/').next().unwrap_or("");
        // What is counted names the threshold: people, devices; else its unit. A header says no more than that ("Team size").
        let counted = if base.is_empty() { counted_thing(&view.text[quantity.span.end..]) } else { slug(base) };
        let same = claim
            .metric
            .as_deref()
            .is_some_and(|metric| matches!(metric, "team_size" | "power" | "length" | "distance" | "weight"));
        if (known != Known::Named || same) && !counted.is_empty() {
            claim.metric = Some(counted);
            claim.confidence = claim.confidence.min(Confidence::Medium);
        }
    }
}

/// Whether a figure is what a setting has by default: in the column of defaults, or where a sentence about the setting says so. A setting
/// is named as programs name things: `connect_timeout_ms`, `gossipTimeout`.
fn by_default(reader: &Reader<'_>, block: &Block, view: &View<'_>, quantity: &Quantity, claim: &Claim) -> bool {
    let name = claim.subject.as_ref().map_or("", |subject| subject.name.trim_matches('`'));
    // `gossipTimeout` is a setting; names such as CoralDB are those of products.
    let camel = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    if name.contains(' ') || !(camel || name.contains('_')) || matches!(quantity.canonical.unit.as_str(), "x" | "pp") {
        return false;
    }
    if let Some(cell) = block.cell {
        return reader.layouts[cell.table].default_column == Some(cell.column);
    }
    let sentence = view.sentence(quantity.digits.start);
    let text = view.text[sentence].to_lowercase();
    text.contains("默认")
        || text.contains("缺省")
        || text.split(|c: char| !c.is_alphabetic()).any(|w| matches!(w, "default" | "defaults"))
}

/// Whether a number tells under which setting something holds, and is no fact of a product itself: "at level 4", "in phase 2", "with
/// four threads", 用4个线程.
fn is_setting(view: &View<'_>, quantity: &Quantity) -> bool {
    const NUMBERED: &[&str] = &[
        "level", "stage", "phase", "grade", "step", "round", "gear", "mode", "tier", "week", "day", "month", "year", "quality",
        "preset", "depth", "speed", "position", "zone", "class", "category", "effort",
    ];
    const WITH: &[&str] = &["with", "on", "using", "at", "over", "across", "by", "from", "of"];
    const WORKERS: &[&str] =
        &["thread", "core", "worker", "process", "node", "client", "connection", "cpu", "replica", "shard", "instance"];
    if quantity.low != quantity.high {
        return false;
    }
    let before = view.text[..quantity.span.start].to_lowercase();
    // "The timeout is 30 s and may be raised to 300 s": what it could be set to is no fact.
    let set = &view.text[quantity.span.start..quantity.digits.start.max(quantity.span.start)];
    let before_digits = format!("{before}{}", set.to_lowercase());
    if words("adjustable").iter().any(|word| before_digits.trim_end().ends_with(word)) {
        return true;
    }
    if quantity.bound != quantity::Bound::Eq {
        return false;
    }
    let unit = quantity.canonical.unit.as_str();
    // 1% 档, 8 kW 级; 在−12℃下, "at −12 °C".
    let behind = view.text[quantity.span.end..].trim_start_matches(' ');
    let classed = ["档", "级", "挡", "档位", "等级"].iter().any(|word| behind.starts_with(word)) && !behind.starts_with("级别");
    let last = before.trim_end();
    let warm =
        unit == "degC" && (behind.starts_with(['下', '时']) || last.ends_with('在') || last.ends_with(" at") || last == "at");
    // "4-bit weights", 8比特量化: so many bits tell one format from another.
    let format = unit == "bit"
        && quantity.low.exact() <= num_rational::BigRational::from_integer(64.into())
        && (view.text[quantity.digits.end..].starts_with(['-', '‑']) || behind.starts_with("量化") || behind.starts_with("精度"));
    let conditions = || {
        let clause = view.clause(quantity.digits.start);
        quantity::scan_known(view.text.get(clause).unwrap_or("")).quantities.iter().any(|q| q.canonical.unit != "degC")
    };
    if classed || warm && conditions() || format {
        return true;
    }
    let mut words = before.strip_suffix(' ').unwrap_or("").rsplit(' ');
    let last = words.next().unwrap_or("");
    let bare = unit.is_empty() && quantity.unit.is_empty() && quantity.low.exponent == 0;
    let with = |word: &str| WITH.contains(&word) || word == "one" || word == "single";
    let works = WORKERS.contains(&unit)
        && (with(last) || before.trim_end().ends_with(['用', '以', '开', '启']) || before.ends_with("使用"));
    bare && NUMBERED.contains(&last.trim_start_matches(['(', '*'])) || works
}

/// Whether a figure is the most that something can do: 最长可连续工作 90 天, 最多能容纳 300 人.
fn reaches(view: &View<'_>, quantity: &Quantity) -> bool {
    let clause = view.clause(quantity.digits.start);
    let before = &view.text[clause.start.min(quantity.span.start)..quantity.span.start];
    let last =
        ["最长", "最高", "最大", "最多", "最远"].iter().filter_map(|word| before.rfind(word).map(|at| at + word.len())).max();
    last.is_some_and(|end| {
        let between = before[end..].trim();
        between.starts_with(['可', '能']) && between.chars().count() <= 8 && !between.contains(['，', ',', '、', '的'])
    })
}

/// Who may pay a price that is everybody's.
const ANYBODY: &[&str] = &[
    "you",
    "i",
    "we",
    "they",
    "he",
    "she",
    "one",
    "who",
    "buyers",
    "customers",
    "users",
    "people",
    "everybody",
    "everyone",
    "to",
    "must",
    "would",
    "will",
];

/// Names a sum of money that is no price of the subject as a whole: what is saved, and what each of several things costs.
fn of_money(view: &View<'_>, quantity: &Quantity, claim: &mut Claim) {
    const SAVED: &[&str] = &[
        "saving of",
        "savings of",
        "discount of",
        "reduction of",
        "rebate of",
        "save",
        "saves",
        "saved",
        "saving",
        "save you",
        "saves you",
        "up by",
        "down by",
        "difference of",
        "a further",
        "an extra",
        "节省",
        "省",
        "省下",
        "便宜",
        "优惠",
        "立减",
        "减免",
        "返还",
        "差价",
        "相差",
        "多花",
        "贵",
    ];
    let unit = quantity.canonical.unit.as_str();
    if !is_currency(unit) {
        return;
    }
    let clause = view.clause(quantity.digits.start);
    let before_all = view.text[clause.start.min(quantity.span.start)..quantity.span.start].to_lowercase();
    let before = before_all.trim_end().trim_end_matches(['了', '约']);
    let says = |word: &&str| {
        before.strip_suffix(*word).is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let behind = &view.text[quantity.span.end.min(clause.end)..clause.end.max(quantity.span.end)];
    if SAVED.iter().any(says) || super::wording::is_change(&before_all, behind, quantity) {
        claim.metric = Some(crate::claim::DIFFERENCE.into());
        claim.confidence = claim.confidence.max(Confidence::Medium);
        return;
    }
    let words: Vec<&str> = before.split_whitespace().collect();
    // "A student pays 195": what one group of buyers pays is not the price.
    let pays = words.iter().rposition(|word| matches!(*word, "pay" | "pays" | "paid"));
    if let Some(payer) = pays
        .and_then(|at| words.get(at.checked_sub(1)?))
        .filter(|payer| payer.chars().all(char::is_alphabetic) && !ANYBODY.contains(payer))
        && let Some(metric) = &mut claim.metric
    {
        metric.push_str("-for-");
        metric.push_str(payer.trim_end_matches('s'));
        return;
    }
    let each = words.iter().rposition(|word| matches!(*word, "each" | "every" | "per"));
    if let Some(noun) = each.and_then(|at| words.get(at + 1)).filter(|noun| noun.chars().all(char::is_alphabetic))
        && let Some(metric) = &mut claim.metric
        && claim.subject.as_ref().is_some_and(|s| {
            s.name
                .to_lowercase()
                .split_whitespace()
                .last()
                .is_none_or(|last| last.trim_end_matches('s') != noun.trim_end_matches('s'))
        })
    {
        metric.push_str("-per-");
        metric.push_str(noun);
    }
}

/// The noun right behind a figure, in the singular: "20,000 visits a day".
fn counted_thing(after: &str) -> String {
    let word: String = after.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
    let plural = word.len() > 3 && word.ends_with('s') && after.starts_with(' ');
    if plural { word.trim_end_matches('s').to_ascii_lowercase() } else { String::new() }
}

/// Says something else of a claim's value.
pub fn set_bound(claim: &mut Claim, bound: Bound) {
    if let Some(value) = &mut claim.value {
        value.bound = bound;
    }
    if let Some(interval) = &mut claim.canonical {
        let figure = interval.low.clone().or_else(|| interval.high.clone());
        interval.bound = bound;
        if bound == Bound::UpTo {
            interval.low = None;
        }
        if bound == Bound::Eq {
            (interval.low, interval.high) = (figure.clone(), figure);
            (interval.low_open, interval.high_open) = (false, false);
        }
    }
}

/// Makes a claim the amount that was dealt with in a time, and a bare number one of counted things.
pub fn count(claim: &mut Claim, noun: &str) {
    claim.text = Some("amount".into());
    if let Some(interval) = claim.canonical.as_mut().filter(|interval| interval.unit.is_empty()) {
        noun.clone_into(&mut interval.unit);
    }
}

/// Whether a figure only counts whom something is said of: "fastest of the four", or tells between which states something took a time:
/// "from 10% to 80% in 27 minutes".
pub fn is_aside(view: &View<'_>, quantities: &[Quantity], index: usize) -> bool {
    let Some(quantity) = quantities.get(index) else { return false };
    let before = view.text[..quantity.span.start].trim_end().to_lowercase();
    let after = view.text[quantity.span.end..].trim_start();
    let partitive = quantity.canonical.unit.is_empty()
        && ["of the", "of all", "among the", "out of"].iter().any(|words| before.ends_with(words))
        && after.chars().next().is_none_or(|c| !c.is_alphanumeric());
    let sentence = view.sentence(quantity.digits.start);
    let stage = |at: usize| -> bool {
        let (Some(first), Some(last)) = (quantities.get(at), quantities.get(at + 1)) else { return false };
        let from = view.text[sentence.start.min(first.span.start)..first.span.start].trim_end().to_lowercase();
        let between = view.text.get(first.span.end..last.span.start).unwrap_or("").trim().to_lowercase();
        let begins = from.ends_with('从') || from.ends_with('由') || from.ends_with("from") || from.ends_with("between");
        let joins =
            between.chars().count() <= 12 && (between.ends_with(['到', '至']) || between.ends_with("to") || between == "and");
        let timed = quantities.iter().any(|q| q.canonical.unit == "s" && sentence.contains(&q.digits.start));
        begins
            && joins
            && timed
            && first.canonical.unit == last.canonical.unit
            && last.canonical.unit != "s"
            && sentence.contains(&last.digits.start)
    };
    // 快充30%到80%需22分钟, "from 10 to 80% in 21 minutes"
    let span = quantity.bound == quantity::Bound::Range && quantity.canonical.unit == "%" && {
        let lead = before.ends_with(['充', '从', '由'])
            || before.ends_with("from")
            || view.slice(&quantity.span).to_lowercase().starts_with("from");
        let next = quantities.get(index + 1).filter(|next| next.canonical.unit == "s" && sentence.contains(&next.digits.start));
        lead && next.is_some_and(|next| next.span.start - quantity.span.end.min(next.span.start) <= 24)
    };
    partitive || span || stage(index) || index.checked_sub(1).is_some_and(stage)
}

/// Whether a figure stands alone in brackets right behind another one of the same dimension and a different unit: its conversion.
pub fn converts(view: &View<'_>, first: &Quantity, second: &Quantity) -> bool {
    let unit = |q: &Quantity| q.canonical.unit.clone();
    // A fraction and its percentage are reckoned, not converted.
    let written = !first.unit.is_empty() && !second.unit.is_empty();
    let one_dimension = written && !unit(first).is_empty() && unit(first) == unit(second) && first.unit != second.unit;
    let Some(bracket) = view.bracket(second.digits.start) else {
        // "24000 mWh is 24 Wh", 40公斤，合80斤.
        let gap = view.text.get(first.span.end..second.span.start).unwrap_or("").trim().to_lowercase();
        let gap = gap.trim_start_matches([',', '，']).trim_end_matches(['约', '≈', '~']).trim();
        return one_dimension && crate::lexicon::words("conversion").contains(&gap);
    };
    let inside = view.slice(bracket).trim_start_matches(['=', '≈', '~', '约', ' ', '即', '合']);
    let figure = view.slice(&second.span).trim_start_matches(['=', '≈', '~', '约', ' ', '即', '合']);
    let alone = inside.strip_prefix(figure).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '，', ';', '；']));
    let behind = view.text.get(first.span.end..bracket.start).is_some_and(|gap| gap.replace('`', "").trim().chars().count() == 1);
    alone && behind && one_dimension
}

/// What the clause of a figure names of the things that trusted records speak of, when they have the figure's metric. The subject
/// stays whom the text is about: the memory bandwidth of the A10 in an entry is a figure of the entry's product.
fn item(reader: &Reader<'_>, view: &View<'_>, quantity: &Quantity, claim: &Claim) -> Option<String> {
    let metric = claim.metric.as_deref()?;
    let base = metric.strip_suffix("_decrease").or_else(|| metric.strip_suffix("_increase")).unwrap_or(metric);
    let known = |thing: &crate::lexicon::Thing| thing.metrics.iter().any(|m| m == base);
    let clause = view.clause(quantity.digits.start);
    let within = |range: &Range<usize>| range.start >= clause.start && range.end <= clause.end && !view.compared(range);
    let mut named = view.things.iter().filter(|(range, thing)| within(range) && known(thing));
    if let Some((_, thing)) = named.next() {
        // Two of them in one clause: which of the two is meant is a guess.
        return named.all(|(_, other)| other.id == thing.id).then(|| thing.id.clone());
    }
    // "a T4, whose memory bandwidth is 320 GB/s", "a T4 (320 GB/s)": the only one that the sentence has named so far.
    let sentence = view.sentence(quantity.digits.start);
    let earlier =
        |range: &Range<usize>| range.start >= sentence.start && range.end <= quantity.span.start && !view.compared(range);
    let mut named = view.things.iter().filter(|(range, thing)| earlier(range) && known(thing));
    if let Some((_, thing)) = named.next() {
        return named.all(|(_, other)| other.id == thing.id).then(|| thing.id.clone());
    }
    let name = &claim.subject.as_ref()?.name;
    let found = reader.lexicon.thing_names.find(name);
    found.first().map(|(_, at)| &reader.lexicon.things[*at]).filter(|thing| known(thing)).map(|thing| thing.id.clone())
}

/// Whether the figure is a threshold of suitability: an inequality where the text says whom or what something fits.
fn fit(reader: &Reader<'_>, block: &Block, view: &View<'_>, quantity: &Quantity) -> bool {
    use quantity::Bound as B;
    if !matches!(quantity.bound, B::AtLeast | B::MoreThan | B::AtMost | B::LessThan | B::UpTo | B::Range) {
        return false;
    }
    if let Some(cell) = block.cell {
        return reader.layouts[cell.table].fit_columns.contains(&cell.column);
    }
    let labelled = view.label.as_ref().is_some_and(|(label, _)| view.cues_in("fit", label).next().is_some());
    let sentence = view.sentence(quantity.digits.start);
    let before = sentence.start..quantity.digits.start.max(sentence.start);
    let audience_label = matches!(reader.role(block.section), Role::Conclusion | Role::Scenario)
        && view.label.as_ref().is_some_and(|(label, _)| label.contains(&quantity.digits.start));
    // "For teams of more than 50 people, go with …", "Sites with up to 5,000 visits a day: choose …"
    let chosen = view.cues_in("recommend", &sentence).any(|(cue, _)| cue.start >= quantity.span.end);
    let sized = quantity.bound != B::Range
        || chosen
        || matches!(reader.role(block.section), Role::Entry | Role::Scenario | Role::Conclusion);
    labelled || audience_label || (chosen && sized) || (sized && view.cues_in("fit", &before).next().is_some())
}

fn kind(reader: &Reader<'_>, at: usize, view: &View<'_>, quantity: &Quantity) -> Kind {
    let block = &reader.document.blocks[at];
    let unit = quantity.canonical.unit.as_str();
    if let Some(cell) = block.cell {
        let layout = &reader.layouts[cell.table];
        if layout.weight_column == Some(cell.column) {
            return Kind::Weight;
        }
        let header = tables::header_text(reader.document, &reader.document.tables[cell.table], cell.column);
        let scored = reader.lexicon.metric_names.find(&header).iter().any(|(_, m)| reader.lexicon.metrics[*m].id == "score");
        if scored && matches!(unit, "" | "point") && mostly_figure(view.text) {
            return Kind::Score;
        }
    }
    if quantity.form == Form::Score && !scores_nothing(view, quantity) {
        return Kind::Score;
    }
    if scale(reader, block, view, quantity) {
        return Kind::Scale;
    }
    let clause = view.clause(quantity.digits.start);
    let names_weights = |range: &Range<usize>| {
        let text = view.text[range.clone()].to_lowercase();
        text.contains("权重") || text.contains("weight")
    };
    let weighted = names_weights(&clause) || view.label.as_ref().is_some_and(|(label, _)| names_weights(label)) || {
        // "Weights: security 40%, usability 30%": what stands before the colon speaks for all of the list.
        let sentence = view.sentence(quantity.digits.start);
        let head = view.text[sentence.clone()].find([':', '：']).map(|at| sentence.start..sentence.start + at);
        head.is_some_and(|head| head.end <= quantity.span.start && names_weights(&head))
    };
    let counted = quantity.low == quantity.high
        && (counted_noun(view, quantity).is_some() || super::counts::reviewed(reader, at, view, quantity).is_some());
    // "four criteria carry these weights" weighs nothing by itself.
    let weighs = unit == "%" || !counted && (unit == "point" || !followed_by_noun(view, quantity));
    if weighted && weighs && matches!(unit, "%" | "point" | "") && reader.role(block.section) == Role::Criteria {
        return Kind::Weight;
    }
    if counted {
        return Kind::Count;
    }
    Kind::Quantity
}

/// Whether a number behind "score" counts what is scored: "we score four criteria".
fn scores_nothing(view: &View<'_>, quantity: &Quantity) -> bool {
    const GOES_ON: &[&str] = &[
        "out", "of", "point", "points", "star", "stars", "on", "in", "for", "and", "with", "at", "from", "to", "while", "but",
        "or", "overall", "there", "here", "versus", "against",
    ];
    let behind = view.text[quantity.span.end.max(quantity.digits.end)..].trim_start();
    let word = behind.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    quantity.of.is_none() && quantity.low.exponent == 0 && followed_by_noun(view, quantity) && !GOES_ON.contains(&word)
}

/// Whether a word follows a figure right behind a blank: "four things".
fn followed_by_noun(view: &View<'_>, quantity: &Quantity) -> bool {
    view.text[quantity.span.end.max(quantity.digits.end)..]
        .strip_prefix(' ')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()))
}

/// Whether the figure is the scale that scores are given on: 分值1-5, 满分10分, "on a scale of 1 to 10", "out of 100".
fn scale(reader: &Reader<'_>, block: &Block, view: &View<'_>, quantity: &Quantity) -> bool {
    if !matches!(quantity.canonical.unit.as_str(), "" | "point") || quantity.low.mantissa < 0 {
        return false;
    }
    let sentence = view.sentence(quantity.digits.start);
    let from = view.text[sentence.start..quantity.digits.start.max(sentence.start)]
        .char_indices()
        .rev()
        .nth(13)
        .map_or(sentence.start, |(i, _)| sentence.start + i);
    let to = view.text[quantity.digits.end..].char_indices().nth(14).map_or(view.text.len(), |(i, _)| quantity.digits.end + i);
    let before = view.text[from..quantity.digits.start].to_lowercase();
    let after = view.text[quantity.digits.end..to].to_lowercase();
    let behind = after.trim_start_matches(['分', ' ', '-', '–']);
    let near = words("scale")
        .iter()
        .any(|cue| before.trim_end_matches(['为', '是', '（', '(', '：', ':', ' ', '有', '均', '都']).ends_with(cue))
        || ["point scale", "scale", "star scale", "star system", "point system"].iter().any(|cue| behind.starts_with(cue))
        || after.trim_start().starts_with("分制")
        || ["星制", "级制"].iter().any(|cue| after.trim_start().starts_with(cue))
        || best(quantity, &after) && !is_setting(view, quantity)
        || (quantity.bound == quantity::Bound::Range
            && (before.contains("分值") || points_of_criteria(reader, block, quantity) || scored_between(view, quantity)));
    let place = matches!(reader.role(block.section), Role::Criteria | Role::Summary | Role::Body | Role::Motivation)
        || block.kind == BlockKind::Paragraph;
    near && place && block.cell.is_none()
}

/// Whether a number is called the best mark: "where 5 is best", 5为最优.
fn best(quantity: &Quantity, after: &str) -> bool {
    const WORDS: &[&str] = &[
        "is best",
        "is the best",
        "being best",
        "being the best",
        "is top",
        "= best",
        "is highest",
        "为最优",
        "为最高",
        "为最好",
        "最优",
        "最好",
        "为满分",
        "是满分",
    ];
    let after = after.trim_start_matches(['分', ' ']);
    quantity.low == quantity.high && quantity.low.mantissa > 2 && WORDS.iter().any(|word| after.starts_with(word))
}

/// Whether a range from none or one upwards is that of scores by the words of its clause: "scores run from 0 to 10", 按1-5分打分.
fn scored_between(view: &View<'_>, quantity: &Quantity) -> bool {
    const WORDS: &[&str] = &[
        "打分", "评分", "计分", "得分", "记分", "评级", "score", "scores", "scored", "rate", "rated", "rating", "ratings",
        "grade", "grades", "graded", "mark", "marks", "marked", "points", "stars",
    ];
    let low = &quantity.low;
    let from = low.denominator == 1 && low.exponent == 0 && low.mantissa <= 1;
    let high = &quantity.high;
    let to = high.denominator == 1 && high.exponent >= 0 && matches!(high.mantissa, 3..=100) && high.exponent <= 1;
    let clause = view.clause(quantity.digits.start);
    let text = view.text[clause].to_lowercase();
    let word = |word: &str| {
        if word.is_ascii() { text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word) } else { text.contains(word) }
    };
    from && to && WORDS.iter().any(|w| word(w))
}

/// Whether a range runs from none or one to so many points where the criteria are told: "每项给1-5分".
fn points_of_criteria(reader: &Reader<'_>, block: &Block, quantity: &Quantity) -> bool {
    let from = quantity.low.exponent == 0 && quantity.low.denominator == 1 && quantity.low.mantissa <= 1;
    from && quantity.canonical.unit == "point" && reader.role(block.section) == Role::Criteria
}

/// The noun that a count announces ("5个维度", "五款产品", "three tools"), when it is a small whole number of things that a
/// document lists. The words are those for parts of a document and for things that are reviewed.
fn counted_noun(view: &View<'_>, quantity: &Quantity) -> Option<String> {
    let whole = quantity.low.exponent >= 0
        && quantity.low.denominator == 1
        && matches!(quantity.low.mantissa, 2..=50)
        && quantity.low.exponent == 0;
    let known_unit = [
        "",
        "款",
        "个",
        "项",
        "种",
        "大",
        "家",
        "条",
        "类",
        "entry",
        "criterion",
        "item",
        "product",
        "tool",
        "option",
        "step",
        "reason",
    ]
    .contains(&quantity.canonical.unit.as_str());
    let plain = matches!(quantity.form, Form::Plain | Form::Score) && quantity.bound == quantity::Bound::Eq;
    if !whole || !plain {
        return None;
    }
    let after = &view.text[quantity.digits.end..];
    let clause = view.clause(quantity.digits.start);
    let after = &after[..clause.end.saturating_sub(quantity.digits.end).min(after.len())];
    // Chinese: the classifier tells that things are counted; the noun stands within a few characters.
    let classifier = ["款", "个", "项", "种", "大", "家", "条", "类"].iter().find(|c| after.trim_start().starts_with(**c));
    if let Some(classifier) = classifier {
        let near: String = after.trim_start().chars().skip(classifier.chars().count()).take(16).collect();
        let noun = words("counted").iter().filter_map(|noun| near.find(noun).map(|at| (at, *noun))).min();
        return match noun {
            Some((_, noun)) => Some(noun.to_owned()),
            None if *classifier == "款" => Some("款".into()),
            None => None,
        };
    }
    let bare = quantity.unit.is_empty();
    if !known_unit && !bare && !words("counted").iter().any(|n| n.trim_end_matches('s') == quantity.canonical.unit) {
        return None;
    }
    let mut near = after.split_whitespace().take(3).map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()));
    near.find_map(|word| words("counted").iter().find(|noun| noun.is_ascii() && word.eq_ignore_ascii_case(noun)))
        .map(|noun| (*noun).to_owned())
}

/// The metric of a count: what the noun says is counted.
fn count_metric(noun: &str) -> String {
    if words("counted:criteria").contains(&noun) {
        "criteria_count".into()
    } else if noun == "款" || words("counted:entries").contains(&noun) {
        "entry_count".into()
    } else {
        format!("{}_count", slug(noun))
    }
}

/// Whom a figure is about, and how sure that is.
pub fn subject(reader: &Reader<'_>, at: usize, view: &View<'_>, range: &Range<usize>) -> (Option<Subject>, Confidence) {
    let block = &reader.document.blocks[at];
    let pick = |subject: usize, confidence| (Some(reader.subjects.get(subject).clone()), confidence);
    if let Some(cell) = block.cell
        && let Some(found) = cell_subject(reader, cell, at)
    {
        return (Some(found), Confidence::High);
    }
    let section = reader.subjects.sections.get(block.section).copied().flatten();
    let sentence = view.sentence(range.start);
    let clause = view.clause(range.start);
    // "91.8 on LongTalk": what a figure is on, for or in stands right behind it.
    let behind = view.text[range.end..].trim_start_matches(|c: char| !c.is_alphanumeric());
    let offset = view.text.len() - behind.len();
    let preposition = ["on ", "for ", "in ", "at "].iter().find(|p| behind.starts_with(**p));
    if let Some(preposition) = preposition
        && let Some(mention) = view.mentions_in(&(offset..sentence.end)).next()
        && mention.range.start <= offset + preposition.len() + 2
    {
        return pick(mention.subject, Confidence::High);
    }
    let before = nearest_before(view, &sentence, range.start);
    if let Some(mention) = before {
        let leads =
            mention.range.start <= clause.start + 1 || view.text[mention.range.end..].starts_with('的') || section.is_none();
        // A section that is no entry is not about its heading where a sentence names somebody.
        let leads = leads || reader.role(block.section) != Role::Entry;
        if section.is_none_or(|own| own == mention.subject) || leads {
            return pick(mention.subject, Confidence::High);
        }
    }
    // What a label introduces is its own, and not of all that the section speaks of.
    if before.is_none()
        && let Some(named) = introduced(reader, block)
        && section.is_some_and(|own| own != named)
    {
        return pick(named, Confidence::High);
    }
    if let Some(own) = section {
        return pick(own, if before.is_some() { Confidence::Medium } else { Confidence::High });
    }
    let plain = |m: &&Mention| !view.compared_with(m);
    if let Some(after) = view.mentions_in(&(range.end..sentence.end)).find(plain) {
        return pick(after.subject, Confidence::Medium);
    }
    // What was spoken of before, at most a few names back: what stands in brackets is an attribute of the name before.
    let nearby: Vec<&Mention> = view.mentions_in(&(0..range.start)).rev().take(8).filter(plain).collect();
    if let Some(earlier) = nearby.iter().find(|m| view.bracket(m.range.start).is_none()).or(nearby.first()) {
        // "A takes 20 s where B takes 60 s. Its output of 396 MB …": whose, the sentence before leaves open.
        let told = view.sentence(earlier.range.start);
        let rival = nearby.iter().any(|m| m.subject != earlier.subject && told.contains(&m.range.start));
        return pick(earlier.subject, if rival { Confidence::Low } else { Confidence::Medium });
    }
    let asked = reader.question(block).or_else(|| reader.announcer(block));
    if let Some(asked) = asked {
        let mentions = reader.subjects.find(&asked.text.string, reader.lexicon);
        let view = View::new(&asked.text.string, &reader.subjects, reader.lexicon);
        let mut named = mentions.iter().filter(|m| !view.compared_with(m));
        if let Some(first) = named.next()
            && named.all(|m| m.subject == first.subject)
        {
            return pick(first.subject, Confidence::Medium);
        }
    }
    match reader.subjects.own {
        Some(own) => pick(own, Confidence::Medium),
        None => (None, Confidence::Medium),
    }
}

/// The one subject that the label before a block's text names: a term of a list of terms, a lead-in.
fn introduced(reader: &Reader<'_>, block: &Block) -> Option<usize> {
    let label = reader.announcer(block).filter(|label| label.section == block.section && label.cell.is_none())?;
    let text = &label.text.string;
    let named = sentence::label(text).map_or(0..text.len(), |(range, _)| range);
    let found = reader.subjects.find(text.get(named)?, reader.lexicon);
    let first = found.first()?.subject;
    found.iter().all(|mention| mention.subject == first).then_some(first)
}

/// The mention before an offset that the figure belongs to: the nearest that nothing is compared with. A part that stands in
/// brackets ("Foo (Bar 16 GB)") is an attribute of the name before the bracket.
fn nearest_before<'v>(view: &'v View<'_>, sentence: &Range<usize>, offset: usize) -> Option<&'v Mention> {
    let range = sentence.start..offset;
    let candidates = || view.mentions_in(&range).filter(|m| !view.compared_with(m));
    if let Some(bracket) = view.bracket(offset)
        && let Some(outer) = candidates().rfind(|m| m.range.end <= bracket.start)
    {
        return Some(outer);
    }
    candidates().rfind(|m| view.bracket(m.range.start).is_none_or(|b| b.end >= offset)).or_else(|| candidates().next_back())
}

/// The subject of a cell: the one that its row or column names, as declared or, in a table that declares none, as written.
pub fn cell_subject(reader: &Reader<'_>, cell: crate::document::CellPlace, at: usize) -> Option<Subject> {
    let table = reader.document.tables.get(cell.table)?;
    if cell.row < table.header_rows {
        return None;
    }
    let layout = &reader.layouts[cell.table];
    let block = layout.subject_cell(reader.document, table, cell.row, cell.column)?;
    let name = tables::without_unit(reader.document.blocks.get(block)?.text.string.trim());
    let mentions = reader.subjects.find(name, reader.lexicon);
    if let Some(first) = mentions.first() {
        return Some(reader.subjects.get(first.subject).clone());
    }
    if block == at
        || name.is_empty()
        || mostly_figure(name)
        || layout.orientation == Orientation::Columns && tables::names_period(name)
    {
        return None;
    }
    Some(Subject { id: slug(crate::extract::subjects::core(name)), name: name.to_owned(), vendor: None })
}

/// The criterion that a weight belongs to.
fn criterion(reader: &Reader<'_>, block: &Block) -> Option<Subject> {
    let cell = block.cell?;
    let table = &reader.document.tables[cell.table];
    let name = reader.layouts[cell.table]
        .subject_cell(reader.document, table, cell.row, cell.column)
        .and_then(|b| reader.document.blocks.get(b))?;
    let name = name.text.string.trim();
    Some(Subject { id: slug(name), name: name.to_owned(), vendor: None })
}

/// Header that names the metric of a cell which holds a figure and little else.
fn metric_header(reader: &Reader<'_>, block: &Block, view: &View<'_>) -> Option<String> {
    let cell = block.cell?;
    let table = &reader.document.tables[cell.table];
    if cell.row < table.header_rows || !mostly_figure(view.text) {
        return None;
    }
    let layout = &reader.layouts[cell.table];
    let text = match layout.orientation {
        Orientation::Rows => tables::header_text(reader.document, table, cell.column),
        _ => reader.document.blocks.get(layout.metric_cell(table, cell.row, cell.column)?)?.text.string.to_string(),
    };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// The metric that a header names: the lexicon's, else its words.
fn header_metric(reader: &Reader<'_>, header: &str) -> (String, Known) {
    match reader.lexicon.metric_names.find(header).last() {
        Some((_, m)) => (reader.lexicon.metrics[*m].id.clone(), Known::Named),
        None => (slug(crate::extract::subjects::core(header)), Known::Phrase),
    }
}

/// The metric of a cell under a header: percentages under 同比 are growth.
pub fn cell_metric(reader: &Reader<'_>, header: &str, percent: bool) -> (String, Known) {
    if percent && heads_changes(header) { ("growth".to_owned(), Known::Named) } else { header_metric(reader, header) }
}

/// Whether a header says that its percentages are changes, and of nothing else: 同比, "Change".
fn heads_changes(header: &str) -> bool {
    let bare = header.split(['(', '（', '[']).next().unwrap_or(header).trim().trim_end_matches([' ', '%', '％']).to_lowercase();
    words("change_header").contains(&bare.as_str())
}

/// Conditions that a header sets for its cells: billing, statistic, region, and whose age.
fn header_conditions(reader: &Reader<'_>, header: &str, claim: &mut Claim) {
    // A unit is no cue: "L/min" is no minimum.
    let unit = tables::header_unit(header).map_or(header.len(), |unit| header.rfind(&unit).unwrap_or(header.len()));
    for (range, cue) in reader.lexicon.cue_names.find(header) {
        if range.end > unit {
            continue;
        }
        let cue = &reader.lexicon.cues[cue];
        if let Some(name) = cue.kind.strip_prefix("condition:") {
            claim.conditions.entry(name.to_owned()).or_insert_with(|| cue.id.clone());
        }
    }
    if let Some(age) = quantity::scan_known(header).quantities.iter().find(|q| is_age(q)) {
        claim.conditions.entry("age".into()).or_insert_with(|| age.low.to_string());
    }
}

/// The whole header of a line of cells where another line of its table has the same metric: "Kite speed" beside "Nodal speed".
pub fn like_column(reader: &Reader<'_>, block: &Block, header: &str) -> Option<String> {
    let cell = block.cell?;
    let table = &reader.document.tables[cell.table];
    let own = header_metric(reader, header).0;
    let is_twin = |other: &str| !other.is_empty() && other != header && header_metric(reader, other).0 == own;
    let twin = if reader.layouts[cell.table].orientation == Orientation::Rows {
        let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
        (0..columns).filter(|&c| c != cell.column).any(|c| is_twin(&tables::header_text(reader.document, table, c)))
    } else {
        let heads = table.rows.iter().skip(table.header_rows).filter_map(|row| row.first().copied().flatten());
        heads.filter_map(|head| reader.document.blocks.get(head)).any(|head| is_twin(head.text.string.trim()))
    };
    twin.then(|| header.to_owned())
}

/// The column of a bare number with what is so numbered: of "| Threads | 1 | 2 | 4 |" the column "Threads 4". A year is one of its own.
fn numbered_column(reader: &Reader<'_>, block: &Block, header: &str) -> Option<String> {
    let cell = block.cell.filter(|cell| reader.layouts[cell.table].orientation == Orientation::Rows)?;
    let bare = header.trim().chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let of = tables::header_text(reader.document, &reader.document.tables[cell.table], reader.layouts[cell.table].name_column);
    (bare && !tables::names_period(header) && !of.is_empty()).then(|| format!("{of} {}", header.trim()))
}

/// Gives a cell's claim what tells its row apart from others that go by the same label.
pub fn of_row(reader: &Reader<'_>, block: &Block, claim: &mut Claim) {
    if let Some(cell) = block.cell
        && let Some(Some(identity)) = reader.layouts[cell.table].identities.get(cell.row)
    {
        // "8" replicas in one table and "8" cores in another are no one setting.
        let several = reader.layouts.iter().filter(|layout| layout.keyed_by_numbers()).count() > 1;
        let name = |column: usize| {
            let header = || tables::header_text(reader.document, &reader.document.tables[cell.table], column);
            if several { header().to_lowercase() } else { String::new() }
        };
        claim.conditions.insert("row".into(), identity.text(&name));
    }
    if let Some(sorts) = block.cell.and_then(|cell| summed(reader, cell)) {
        claim.conditions.insert("sums".into(), sorts);
    }
    if let Some(cell) = block.cell.filter(|cell| reader.layouts[cell.table].grouped) {
        let header = tables::header_text(reader.document, &reader.document.tables[cell.table], cell.column);
        claim.conditions.insert("column".into(), header);
    }
}

/// What a row of totals sums up, as the header of the labels says it: all posts are not all results.
fn summed(reader: &Reader<'_>, cell: crate::document::CellPlace) -> Option<String> {
    let table = reader.document.tables.get(cell.table).filter(|table| cell.row >= table.header_rows)?;
    let label = table.rows.get(cell.row)?.first().copied().flatten().and_then(|b| reader.document.blocks.get(b))?;
    super::wording::is_whole(&label.text.string)
        .then(|| tables::header_text(reader.document, table, 0))
        .filter(|sorts| !sorts.is_empty() && !words("plain_sorts").contains(&sorts.to_lowercase().as_str()))
}

/// Whether a figure is somebody's age: it says of whom another figure is, and is no fact of a product itself.
pub fn is_age(quantity: &Quantity) -> bool {
    quantity.canonical.unit == "year-old"
}

/// Link, footnote or named source of the sentence around a figure.
fn source(block: &Block, view: &View<'_>, quantity: &Quantity) -> Option<String> {
    let sentence = view.sentence(quantity.digits.start);
    let link = block.links.iter().find(|(range, _)| range.start < sentence.end && sentence.start < range.end);
    if let Some((_, target)) = link {
        return Some(target.clone());
    }
    let (range, _) = view.cues_in("source", &sentence).next()?;
    let named = view.clause(range.start);
    Some(view.slice(&named).to_owned())
}

fn points(claim: &mut Claim) {
    if let Some(canonical) = &mut claim.canonical {
        canonical.unit = "point".into();
    }
}

/// The value as written.
pub fn value(quantity: &Quantity) -> Value {
    let text = |n: &Number| Some(n.to_string());
    let (unit, high_unit) = match &quantity.low_unit {
        Some(low) => (low.to_string(), Some(quantity.unit.to_string())),
        None => (quantity.unit.to_string(), None),
    };
    Value {
        low: text(&quantity.low),
        high: text(&quantity.high),
        unit,
        high_unit,
        bound: bound(quantity.bound),
        approximate: quantity.approximate,
        precision: quantity.low_precision.to_string(),
    }
}

/// An interval as a record carries it.
pub fn interval(canonical: &Canonical) -> Interval {
    Interval {
        low: canonical.low.as_ref().map(Number::to_string),
        high: canonical.high.as_ref().map(Number::to_string),
        unit: canonical.unit.to_string(),
        bound: bound(canonical.bound),
        low_open: canonical.low_open,
        high_open: canonical.high_open,
    }
}

const fn bound(bound: quantity::Bound) -> Bound {
    use quantity::Bound as B;
    match bound {
        B::Eq => Bound::Eq,
        B::Range => Bound::Range,
        B::AtLeast => Bound::AtLeast,
        B::MoreThan => Bound::MoreThan,
        B::AtMost => Bound::AtMost,
        B::LessThan => Bound::LessThan,
        B::UpTo => Bound::UpTo,
        B::AsLowAs => Bound::AsLowAs,
        B::FromTo => Bound::FromTo,
    }
}
