//! What a sentence says of a whole table: that so many of its rows are so, that none goes beyond a limit, what their mean is, and from
//! where to where a row went.
//!
//! Which table and which column that is only the rules decide, which see all tables; the record keeps the words that tell, in the
//! condition `said`, and the number of rows that the sentence counts, in `of`.

use std::ops::Range;

use crate::claim::{self, Claim, Interval, Kind, Value};
use crate::document::{BlockKind, Role};
use crate::extract::figure::{interval, value};
use crate::extract::view::View;
use crate::extract::{Reader, number};
use crate::lexicon::{find_last, holds, words};
use crate::quantity::{self, Bound, Form, Quantity};
use crate::source::one_line;

/// The longest text that is kept of what is said.
const SAID: usize = 240;

/// Adds what a block says of whole tables.
pub fn aggregates(reader: &Reader<'_>, at: usize, view: &View<'_>, quantities: &[Quantity], claims: &mut Vec<Claim>) {
    let block = &reader.document.blocks[at];
    if block.cell.is_some() || !matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
        return;
    }
    answers(reader, at, view, claims);
    for sentence in &view.sentences {
        if view.text[sentence.end..].trim_start().starts_with(['?', '？']) {
            continue;
        }
        let own: Vec<&Quantity> =
            quantities.iter().filter(|q| sentence.start <= q.digits.start && q.digits.end <= sentence.end).collect();
        // 上半年 names a time.
        let half =
            |q: &&Quantity| view.text[..q.span.start].ends_with(['上', '下']) && view.text[q.span.clone()].starts_with("半年");
        let own: Vec<&Quantity> = own.into_iter().filter(|q| !half(q)).take(24).collect();
        let scope = Scope { reader, at, view, sentence, own: &own };
        let mut push = |claim: Claim| claims.push(claim);
        for sort in [statements, shares, limits, wholes, statistics, changes, sums] {
            sort(&scope, &mut push);
        }
    }
}

/// A sentence, the block that it stands in, and its figures.
struct Scope<'a> {
    reader: &'a Reader<'a>,
    at: usize,
    view: &'a View<'a>,
    sentence: &'a Range<usize>,
    own: &'a [&'a Quantity],
}

impl Scope<'_> {
    fn record(&self, range: &Range<usize>, sort: &str, said: &str) -> Claim {
        record(self.reader, self.at, range, sort, said)
    }
}

fn record(reader: &Reader<'_>, at: usize, range: &Range<usize>, sort: &str, said: &str) -> Claim {
    let mut claim = reader.record(at, range, Kind::Aggregate);
    claim.text = Some(sort.to_owned());
    let said: String = one_line(said).chars().take(SAID).collect();
    claim.conditions.insert("said".into(), said);
    claim
}

fn states(claim: &mut Claim, quantity: &Quantity) {
    claim.value = Some(value(quantity));
    claim.canonical = Some(interval(&quantity.canonical));
}

/// A small whole number of things.
fn count(quantity: &Quantity) -> Option<i128> {
    let low = &quantity.low;
    let whole = low.denominator == 1 && low.exponent == 0 && matches!(low.mantissa, 0..=200) && quantity.low == quantity.high;
    let unit = quantity.canonical.unit.as_str();
    let measured = unit.contains(['/', '%'])
        || matches!(unit, "s" | "m" | "kg" | "m2" | "m3" | "J" | "W" | "x" | "pp" | "point" | "byte" | "bit" | "K" | "degC")
        || unit.len() == 3 && unit.bytes().all(|b| b.is_ascii_uppercase());
    (whole && !measured && matches!(quantity.form, Form::Plain)).then_some(low.mantissa)
}

/// Whether a text ends in one of some words, on a word's boundary.
fn ends_in(text: &str, list: &[&str]) -> bool {
    let text = text.trim_end();
    list.iter().any(|word| {
        text.strip_suffix(word).is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
    })
}

/// "Six of the seven loaves are vegan", "all five are", 6个小区中有5个装了电梯.
fn shares(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    let lower = |range: Range<usize>| view.text.get(range).unwrap_or("").to_lowercase();
    for fraction in own {
        if let Some((part, of)) = out_of(&view.text[fraction.span.clone()]) {
            let (clause, end) = (view.clause(fraction.digits.start), view.clause(fraction.span.end.min(sentence.end - 1)).end);
            let said = format!(
                "{} … {}",
                view.text.get(clause.start..fraction.span.start).unwrap_or(""),
                view.text.get(fraction.digits.end..end.max(fraction.digits.end)).unwrap_or("")
            );
            let mut claim = scope.record(&fraction.span, "of", &said);
            states(&mut claim, &part);
            claim.conditions.insert("of".into(), of.to_string());
            push(claim);
        }
    }
    for (index, whole) in own.iter().enumerate() {
        let Some(of) = count(whole).filter(|of| *of > 1) else { continue };
        let clause = view.clause(whole.digits.start);
        let end = view.clause(whole.span.end.min(sentence.end.saturating_sub(1)).max(whole.digits.start)).end;
        let said = |before: Range<usize>, after: Range<usize>| {
            format!("{} … {}", view.text.get(before).unwrap_or(""), view.text.get(after).unwrap_or(""))
        };
        let before = lower(sentence.start..whole.span.start);
        // "Six of the seven".
        let part = index.checked_sub(1).and_then(|i| own.get(i)).filter(|q| count(q).is_some());
        if let Some(part) = part {
            let gap = lower(part.span.end..whole.span.start);
            let gap: Vec<&str> = gap.split_whitespace().collect();
            let of_them = matches!(gap.as_slice(), ["of" | "in"] | ["out", "of"])
                || matches!(gap.as_slice(), ["of", rest] | ["out", "of", rest] if ["the", "our", "these", "those", "all", "its"].contains(rest));
            if of_them && count(part) <= Some(of) {
                let from = view.clause(part.digits.start).start;
                let mut claim =
                    scope.record(&(part.span.start..whole.span.end), "of", &said(from..part.span.start, whole.span.end..end));
                states(&mut claim, part);
                claim.conditions.insert("of".into(), of.to_string());
                push(claim);
                continue;
            }
        }
        // 6个小区中有5个…, "of the seven loaves, five are vegan".
        if let Some(part) = own.get(index + 1).filter(|q| count(q).is_some_and(|n| n <= of)) {
            let gap = lower(whole.span.end..part.span.start);
            let han = ["当中", "之中", "中", "里", "其中"].iter().filter_map(|w| gap.rfind(w).map(|at| at + w.len())).max();
            let short = gap.chars().count() <= 24 && !gap.contains(['。', '；']);
            let latin = ends_in(&before, &["of the", "of these", "of our", "of those"]) && gap.contains(',');
            if short && (han.is_some() || latin) {
                let from = whole.span.end + if latin { gap.len() } else { han.unwrap_or(0) };
                let to = view.clause(part.digits.start).end;
                let mut claim =
                    scope.record(&(whole.span.start..part.span.end), "of", &said(from..part.span.start, part.span.end..to));
                states(&mut claim, part);
                claim.conditions.insert("of".into(), of.to_string());
                push(claim);
                continue;
            }
        }
        let behind = lower(whole.span.end..end);
        if let Some((from, to)) = han_one(&behind) {
            let said = view.text.get(whole.span.end + from..end).unwrap_or("");
            let mut claim = scope.record(&(whole.span.start..whole.span.end + to), "of", said);
            states(&mut claim, whole);
            just_one(&mut claim);
            claim.conditions.insert("of".into(), of.to_string());
            push(claim);
            continue;
        }
        let han_none = words("whole:none").iter().find(|w| !w.is_ascii() && behind.contains(**w));
        let plain = ["平均", "均值", "人均", "均价"].iter().fold(behind.clone(), |text, word| text.replace(word, " "));
        let han_all = ["全部", "都", "均", "全都", "皆"].iter().find(|w| plain.contains(**w));
        let sort = if ends_in(&before, words("whole:one")) || before.trim_end() == "one of the" {
            "one"
        } else if ends_in(&before, words("whole:none")) || han_none.is_some() {
            "none"
        } else if ends_in(&before, words("whole:all")) || han_all.is_some() || before.trim_end().ends_with("全部") {
            "all"
        } else {
            continue;
        };
        let mut claim = scope.record(
            &(whole.span.start..whole.span.end),
            if sort == "one" { "of" } else { sort },
            &said(clause.start..whole.span.start, whole.span.end..end),
        );
        states(&mut claim, whole);
        if sort == "one" {
            just_one(&mut claim);
        }
        claim.conditions.insert("of".into(), of.to_string());
        push(claim);
    }
}

/// "Four out of five lines" as two numbers, where it was read as a part.
fn out_of(text: &str) -> Option<(Quantity, i128)> {
    let at = text.find(" out of ")?;
    let one = |text: &str| match quantity::scan(text).quantities.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    };
    let (part, whole) = (one(&text[..at])?, one(&text[at + " out of ".len()..])?);
    let of = count(&whole).filter(|of| (2..=60).contains(of))?;
    count(&part).is_some_and(|n| n <= of).then_some((part, of))
}

fn just_one(claim: &mut Claim) {
    for end in claim.value.iter_mut().flat_map(|v| [&mut v.low, &mut v.high]) {
        *end = Some("1".into());
    }
    for end in claim.canonical.iter_mut().flat_map(|c| [&mut c.low, &mut c.high]) {
        *end = Some("1".into());
    }
}

/// 三个渡口中有一个是汽渡: where what is said of the one begins, and where the words for it end.
fn han_one(behind: &str) -> Option<(usize, usize)> {
    const COUNTERS: &str = "个座家款项台间所条名位种处只片栋块户本幅辆艘份部件";
    let middle = ["当中", "之中", "中", "里"].iter().filter_map(|word| Some((behind.find(word)?, word.len()))).min()?;
    let from = middle.0 + middle.1;
    let lead = behind[from..].trim_start_matches(['有', '仅', '只', '就', '，', ',']);
    let rest = lead.strip_prefix('一')?;
    let counter = rest.chars().next().filter(|c| COUNTERS.contains(*c))?;
    let end = behind.len() - rest.len() + counter.len_utf8();
    (behind[..middle.0].chars().count() <= 10).then_some((end, end))
}

/// "None of the wells exceeded 40 mg/L", "every room stays below 25 °C", 每一项得分都不低于60分.
fn limits(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    // "60% of the limit" sets none.
    let whole = view.text[sentence.clone()].to_lowercase().replace("of the limit", "").replace("of its limit", "");
    if holds(&whole, words("whole:norm")) || holds(&whole, words("whole:hedge")) {
        return;
    }
    for (index, limit) in own.iter().enumerate() {
        let Some(turned) = turned(limit.bound) else { continue };
        let clause = view.clause(limit.digits.start);
        let from = clause.start.min(limit.span.start);
        let before = view.text.get(from..limit.digits.start).unwrap_or("").to_lowercase();
        let none = holds(&before, words("whole:none"));
        if !none && !holds(&before, words("whole:all")) {
            continue;
        }
        let mut claim = scope.record(&limit.span, "all", view.text.get(from..clause.end).unwrap_or(""));
        states(&mut claim, limit);
        if none {
            turn(&mut claim, turned);
        }
        let told = index.checked_sub(1).and_then(|i| own.get(i)).filter(|q| q.digits.start >= from).and_then(|q| count(q));
        if let Some(of) = told {
            claim.conditions.insert("of".into(), of.to_string());
        }
        push(claim);
    }
}

/// "None of the loaves contains nuts", 所有房间都有阳台: all or none of what the rows are, without a number.
fn wholes(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    let whole = view.text[sentence.clone()].to_lowercase();
    if ["whole:norm", "whole:hedge", "statement_limit"].iter().any(|list| holds(&whole, words(list))) {
        return;
    }
    for clause in view.clauses(sentence) {
        let text = view.text[clause.clone()].to_lowercase();
        if own.iter().any(|q| clause.start <= q.digits.start && q.digits.start < clause.end) {
            continue;
        }
        let opens = |list: &str| {
            let fits = words(list)
                .iter()
                .filter(|word| text.strip_prefix(**word).is_some_and(|rest| !word.is_ascii() || rest.starts_with(' ')));
            fits.map(|word| word.len()).max()
        };
        let (sort, from) = match (opens("whole:none"), opens("whole:all")) {
            (Some(from), _) => ("none", from),
            (None, Some(from)) => ("all", from),
            _ => continue,
        };
        let said = view.text.get(clause.start + from..clause.end).unwrap_or("");
        push(scope.record(clause, sort, said));
    }
}

/// What holds of a thing of which a limit does not; `None` for what is no limit.
fn turned(bound: Bound) -> Option<claim::Bound> {
    Some(match bound {
        Bound::MoreThan => claim::Bound::AtMost,
        Bound::AtLeast => claim::Bound::LessThan,
        Bound::LessThan => claim::Bound::AtLeast,
        Bound::AtMost => claim::Bound::MoreThan,
        _ => return None,
    })
}

fn turn(claim: &mut Claim, bound: claim::Bound) {
    if let Some(value) = &mut claim.value {
        value.bound = bound;
    }
    if let Some(canonical) = &mut claim.canonical {
        std::mem::swap(&mut canonical.low, &mut canonical.high);
        canonical.bound = bound;
        canonical.low_open = bound == claim::Bound::MoreThan;
        canonical.high_open = bound == claim::Bound::LessThan;
    }
}

/// "The median of the five districts is 720 a month", 四个茶园的平均亩产为112斤.
fn statistics(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    for (index, figure) in own.iter().enumerate() {
        if figure.bound != Bound::Eq || figure.low != figure.high || matches!(figure.form, Form::Multiplier) {
            continue;
        }
        let clause = view.clause(figure.digits.start);
        let lower = view.text.get(clause.start..figure.digits.start).unwrap_or("").to_lowercase();
        let stands = |list: &str| words(list).iter().filter_map(|word| Some(find_last(&lower, word)? + word.len())).max();
        let (median, mean) = (stands("statistic_word:median"), stands("statistic_word:mean"));
        let behind = view.text.get(figure.span.end..clause.end.max(figure.span.end)).unwrap_or("").to_lowercase();
        let closes =
            holds(&behind, &["on average", "on the average"]) && !own[index + 1..].iter().any(|q| q.digits.start < clause.end);
        let stands = median.max(mean).or(closes.then_some(lower.len()));
        let Some(stands) = stands.filter(|_| !holds(&lower, words("statistic_word:other"))) else { continue };
        // "The median of the five districts is 720": five is no median.
        let next = own.get(index + 1).filter(|q| q.digits.start < clause.end);
        if count(figure).is_some() && next.is_some() {
            continue;
        }
        // Between the word and the figure only a number of things may stand.
        let between = own[..index].iter().filter(|q| q.digits.start >= clause.start + stands);
        if between.clone().any(|q| count(q).is_none()) || lower.len() - stands > 80 {
            continue;
        }
        let mut claim = scope.record(
            &figure.span,
            if median == Some(stands) { "median" } else { "mean" },
            view.text.get(clause.start..clause.end).unwrap_or(""),
        );
        states(&mut claim, figure);
        let told = own[..index].iter().rev().filter(|q| q.digits.start >= sentence.start).find_map(|q| count(q));
        if let Some(of) = told {
            claim.conditions.insert("of".into(), of.to_string());
        }
        if let Some(parts) = averaged(view, &own[..=index], told) {
            claim.conditions.insert(AVERAGED.into(), parts.join(" "));
        }
        push(claim);
    }
}

/// The condition of a mean that tells the figures it is of, where its own sentence lists them.
pub const AVERAGED: &str = "averaged";

/// The figures right before a mean that are listed one behind the other: "A 96.2, B 94.8 and C 97.4, 96.1 on average".
fn averaged(view: &View<'_>, own: &[&Quantity], told: Option<i128>) -> Option<Vec<String>> {
    let (mean, before) = own.split_last()?;
    // 五项: so many things, and no value.
    let counter = |q: &Quantity| !q.unit.is_empty() && q.canonical.unit.is_empty();
    let unit = |q: &Quantity| q.canonical.unit.replace("point", "");
    let alike = |q: &&&Quantity| {
        unit(q) == unit(mean)
            && (q.unit == mean.unit || q.unit.is_empty() || mean.unit.is_empty() || unit(mean).is_empty())
            && q.bound == Bound::Eq
            && q.low == q.high
            && !q.approximate
            && !counter(q)
            && q.form != Form::Multiplier
    };
    let before: Vec<&&Quantity> = before.iter().filter(|q| !counter(q)).collect();
    let first = before.len() - before.iter().rev().take_while(|q| alike(q)).count();
    let parts = before.get(first..).filter(|parts| parts.len() >= 3)?;
    let joined = parts.windows(2).all(|two| {
        let gap = view.text.get(two[0].span.end..two[1].span.start).unwrap_or("");
        gap.chars().count() <= 24 && (gap.contains(['、', '，', ',', '和', '/']) || gap.contains(" and "))
    });
    (joined && told.is_none_or(|told| usize::try_from(told) == Ok(parts.len())))
        .then(|| parts.iter().map(|q| q.low.to_string()).collect())
}

/// "In all, the four lines carried 65,550 passengers", 周一和周二合计381人.
fn sums(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    let lower = view.text[sentence.clone()].to_lowercase();
    let marked = holds(&lower, words("sum:before")) || holds(&lower, words("sum:behind"));
    if !marked || holds(&lower, words("parts:none")) || holds(&lower, words("whole:hedge")) {
        return;
    }
    // One figure besides a number of things.
    let counts = own.iter().filter(|q| count(q).is_some_and(|n| (2..=60).contains(&n)));
    let figures: Vec<&&Quantity> = own
        .iter()
        .filter(|q| q.bound == Bound::Eq && q.low == q.high && matches!(q.form, Form::Plain))
        .filter(|q| count(q).is_none_or(|n| n > 60) && !matches!(q.canonical.unit.as_str(), "%" | "pp" | "x"))
        .collect();
    let [figure] = figures[..] else { return };
    let mut claim = scope.record(&figure.span, "sum", &view.text[sentence.clone()]);
    states(&mut claim, figure);
    let mut counts = counts.filter_map(|q| count(q));
    if let (Some(of), None) = (counts.next(), counts.next()) {
        claim.conditions.insert("of".into(), of.to_string());
    }
    push(claim);
}

/// "Loans of e-books rose from 9,480 in 2021 to 15,930 in 2023", 电子书从9480册增至15930册.
fn changes(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { view, sentence, own, .. } = *scope;
    let add = |first: &Quantity, second: &Quantity, from: Option<String>, to: Option<String>| {
        let range = first.span.start..second.span.end;
        let mut claim = scope.record(&range, "change", view.text.get(sentence.clone()).unwrap_or(""));
        let (low, high) = (value(first), value(second));
        claim.value = Some(Value {
            high: if first == second { low.high } else { high.low },
            bound: claim::Bound::FromTo,
            approximate: first.approximate || second.approximate,
            high_unit: None,
            unit: if low.unit.is_empty() { high.unit } else { low.unit },
            low: low.low,
            precision: low.precision,
        });
        let unit = [&first.canonical.unit, &second.canonical.unit].into_iter().find(|u| !u.is_empty());
        claim.canonical = Some(Interval {
            low: from,
            high: to,
            unit: unit.map(ToString::to_string).unwrap_or_default(),
            bound: claim::Bound::FromTo,
            low_open: false,
            high_open: false,
        });
        claim
    };
    for (index, first) in own.iter().enumerate() {
        let low = interval(&first.canonical);
        if first.bound == Bound::FromTo {
            push(add(first, first, low.low, low.high));
            continue;
        }
        let Some(second) = own.get(index + 1) else { continue };
        let gap = view.text.get(first.span.end..second.span.start).unwrap_or("").to_lowercase();
        let before = view.text.get(sentence.start..first.span.start).unwrap_or("").to_lowercase();
        // "from last year's 3,650", 由上半年的3650.
        let opened = ["from", "从", "由", "自"].iter().filter_map(|word| Some((find_last(&before, word)?, word.len()))).max();
        let opened = opened.is_some_and(|(at, length)| {
            let lead = &before[at + length..];
            lead.chars().count() <= 20 && !lead.contains(['，', ',', '。', ';', '；']) && !holds(lead, &["to", "by"])
        });
        let led = holds(&gap, &["to"]) || ["至", "到", "增为", "降为", "变为"].iter().any(|w| gap.contains(w));
        let one_unit =
            first.canonical.unit == second.canonical.unit || first.canonical.unit.is_empty() || second.canonical.unit.is_empty();
        let plain = |q: &Quantity| q.bound == Bound::Eq && q.low == q.high && !matches!(q.form, Form::Multiplier);
        if opened && led && one_unit && plain(first) && plain(second) && gap.chars().count() <= 32 {
            push(add(first, second, low.low, interval(&second.canonical).low));
        }
    }
}

/// "Can I use it on Basic? No.": what is answered, in the block itself or to the question above it.
fn answers(reader: &Reader<'_>, at: usize, view: &View<'_>, claims: &mut Vec<Claim>) {
    let blocks = &reader.document.blocks;
    // A line that asks is a question wherever it stands.
    let above = at.checked_sub(1).and_then(|above| blocks.get(above)).filter(|b| {
        let text = b.text.string.trim_end_matches(['*', '_', ' ']);
        b.cell.is_none() && text.ends_with(['?', '？']) && text.chars().count() <= 100
    });
    let mut asked = reader.question(&blocks[at]).or(above).map(|block| block.text.string.as_str());
    for sentence in &view.sentences {
        let text = &view.text[sentence.clone()];
        if view.text[sentence.end..].trim_start().starts_with(['?', '？']) || text.ends_with(['吗', '么']) {
            asked = Some(text);
            continue;
        }
        let Some(question) = asked.take() else { continue };
        let lower = text.to_lowercase().replace('’', "'");
        let lower = ["a:", "answer:", "答：", "答:", "a：", "答"]
            .iter()
            .find_map(|w| lower.strip_prefix(w))
            .unwrap_or(&lower)
            .trim_start();
        let opens = |list: &str| {
            words(list).iter().any(|word| {
                lower
                    .strip_prefix(word)
                    .is_some_and(|rest| !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            })
        };
        let says = if opens("answer:no") {
            "no"
        } else if opens("answer:yes") {
            "yes"
        } else {
            continue;
        };
        let asked = question.to_lowercase();
        if holds(&asked, &["or", "not", "why", "how", "which", "what", "when", "where"])
            || ["还是", "哪", "什么", "怎", "多少", "不"].iter().any(|word| asked.contains(word))
            || holds(lower, words("whole:hedge"))
        {
            continue;
        }
        let mut claim = record(reader, at, sentence, "says", question);
        claim.conditions.insert("says".into(), says.into());
        claims.push(claim);
    }
}

/// "Basic does not include offline lessons": a statement that may be one of a table of ticks.
fn statements(scope: &Scope<'_>, push: &mut dyn FnMut(Claim)) {
    let Scope { reader, view, sentence, .. } = *scope;
    let lower = |range: &Range<usize>| view.text[range.clone()].to_lowercase().replace('’', "'");
    let whole = lower(sentence);
    let limits = ["whole:hedge", "whole:norm", "statement_limit"];
    if sentence.len() > 240 || limits.iter().any(|list| holds(&whole, words(list))) {
        return;
    }
    for clause in view.clauses(sentence) {
        let text = lower(clause);
        let named = view.mentions_in(clause).next().is_some() && reader.ticks;
        let told = named || view.cues_in("able:has", clause).next().is_some() || holds(&text, words("statement"));
        if !told || holds(&text, words("statement_several")) {
            continue;
        }
        let mut claim = scope.record(clause, "says", &view.text[clause.clone()]);
        let says = if holds(&text, words("negation")) { "no" } else { "yes" };
        claim.conditions.insert("says".into(), says.into());
        push(claim);
    }
}

/// Adds the items of lists that are said to stand in an order, each with its place and the words that tell the order.
pub fn orders(reader: &Reader<'_>, claims: &mut Vec<Claim>) {
    let blocks = &reader.document.blocks;
    for (at, list) in reader.document.lists.iter().enumerate() {
        if !(3..=40).contains(&list.items.len()) || reader.role(list.section) == Role::Criteria {
            continue;
        }
        let heading = reader.document.sections.get(list.section).and_then(|s| s.heading).and_then(|h| blocks.get(h));
        let lead = list.announced_by.and_then(|b| blocks.get(b));
        let said = [heading, lead].into_iter().flatten().map(|b| b.text.string.trim()).collect::<Vec<_>>().join(" … ");
        let lower = said.to_lowercase();
        let view = View::new(&said, &reader.subjects, reader.lexicon);
        let best = view.cues_in("superlative:", &(0..said.len())).next().map(|(_, cue)| cue.id.clone());
        if !(best.is_some() && list.ordered || holds(&lower, words("order"))) {
            continue;
        }
        for (place, &item) in list.items.iter().enumerate() {
            let text = &blocks[item].text.string;
            let end = text.find(['，', ',', '：', ':', '—', '–', '(', '（', '。', ';', '；']).unwrap_or(text.len());
            let mut claim = record(reader, item, &(0..end), "order", &said);
            claim.metric = best.clone().filter(|id| !id.is_empty());
            claim.conditions.insert("place".into(), (place + 1).to_string());
            claim.conditions.insert("list".into(), number(at).to_string());
            claims.push(claim);
        }
    }
}
