//! What ties a length of time to the moments beside it.

use std::ops::Range;

use crate::extract::span::Pair;
use crate::extract::span::moment::{Grain, Moment, bare};
use crate::extract::view::View;
use crate::lexicon::{find_last, holds, words};
use crate::quantity::Quantity;

/// How firmly a length hangs on its moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// A word says that it is the time between: 共, lasted, "that is".
    Sure,
    /// It stands right beside: of another order it would be something else.
    Plain,
    /// It is of something within: it can be shorter, never longer.
    Within,
}

impl Tie {
    /// The word in the record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Plain => "plain",
            Self::Within => "within",
        }
    }
}

/// A length with what stands around it.
pub struct Length<'a> {
    /// The block.
    pub view: &'a View<'a>,
    /// The figure.
    pub quantity: &'a Quantity,
    /// The sentence that it stands in.
    pub sentence: Range<usize>,
    /// Where the length before it ends, and the one behind it begins.
    pub others: (usize, usize),
    /// All moments of the block.
    pub moments: &'a [Moment],
}

impl Length<'_> {
    fn text(&self, range: Range<usize>) -> &str {
        self.view.text.get(range).unwrap_or("")
    }

    fn tail(&self) -> &str {
        self.text(self.quantity.span.end..self.view.text.len())
    }

    /// Whether no other moment of the pair's grain and no other length lies in a range.
    fn free(&self, range: &Range<usize>) -> bool {
        let within = |at: &Range<usize>| range.start <= at.start && at.end <= range.end;
        !self.moments.iter().any(|m| within(&m.range)) && (self.others.0 <= range.start || self.others.0 > range.end)
    }

    /// Whether no moment of the grain stands before the pair in its sentence, unless a length of its own lies between.
    fn alone(&self, pair: &Pair) -> bool {
        let from = self.view.sentence(pair.from.range.start).start.max(if self.others.0 <= pair.range.start {
            self.others.0
        } else {
            0
        });
        let before = self.moments.iter().filter(|m| from <= m.range.start && m.range.end <= pair.range.start);
        !before.into_iter().any(|m| m.grain() == Some(pair.grain))
    }

    /// "12 April to 24 October (28 weeks)", "from 3 March to 28 April, eight weeks", 7月28日至8月11日，共15天.
    pub fn behind(&self, pair: &Pair) -> Option<Tie> {
        let gap = pair.range.end..self.quantity.span.start;
        if gap.start > gap.end || gap.end - gap.start > 90 || gap.start < self.sentence.start {
            return None;
        }
        if !self.free(&gap) || !self.alone(pair) {
            return None;
        }
        let low = self.text(gap).to_lowercase();
        let (core, counted) = uncounted(&low);
        let core = core.trim_matches(is_mark);
        // 共售75天（含首尾）: both ends of what else than of the dates would be counted?
        let marked = self.tail().trim_start().strip_prefix(['(', '（']).is_some_and(|rest| opens_with(rest, "span:counted"));
        let counted = counted || marked;
        let plain = if counted { Tie::Sure } else { Tie::Plain };
        let daily = pair.grain == Grain::Clock;
        if core.is_empty() {
            return closed(self.tail(), daily).then_some(plain);
        }
        if let Some(link) = ends_with(core, "span:tie") {
            if barred(self.tail(), daily) {
                return None;
            }
            let rest = core[..core.len() - link.len()].trim_matches(is_mark);
            if is_filler(rest, daily) && rest.split_whitespace().count() <= 5 {
                return Some(if matches!(link, "or" | "is" | "was") && !closed(self.tail(), daily) {
                    return None;
                } else if words("span:sure").contains(&link) {
                    Tie::Sure
                } else {
                    plain
                });
            }
            let near = rest.chars().count() <= if rest.is_ascii() { 40 } else { 12 };
            return (near && words("span:lasting").contains(&link) && !holds(rest, words("span:not_before")))
                .then_some(Tie::Within);
        }
        let short = is_filler(core, daily) && core.split_whitespace().count() <= 5
            || marked && !core.is_ascii() && core.chars().count() <= 6 && ends_with(core, "span:not_before").is_none();
        (short && closed(self.tail(), daily)).then_some(plain)
    }

    /// "a six-week course (3 March to 14 April)", "for six weeks from 3 March to 14 April", 为期15天（7月28日至8月11日）.
    pub fn before(&self, pair: &Pair) -> Option<Tie> {
        let gap = self.quantity.span.end..pair.range.start;
        if gap.start > gap.end
            || gap.end - gap.start > 48
            || pair.range.end > self.sentence.end
            || self.others.1 < pair.range.start
        {
            return None;
        }
        let behind = &self.view.text[pair.range.end..];
        let followed = self.moments.iter().find(|m| m.range.start >= pair.range.end && m.grain() == Some(pair.grain));
        let listed = followed.is_some_and(|m| {
            let between = bare(&self.view.text[pair.range.end..m.range.start]);
            matches!(between.as_str(), "" | "and" | "or" | "、" | "和" | "及" | "与" | "或")
        });
        if listed || !self.free(&gap) || !self.alone(pair) {
            return None;
        }
        let head = self.text(self.sentence.start..self.quantity.span.start).trim_end().to_lowercase();
        if ends_with(&head, "span:not_before").is_some() {
            return None;
        }
        let led = ends_with(&head, "span:led").is_some();
        let low = self.text(gap).to_lowercase();
        let low = low.trim_end();
        if let Some(between) = low.strip_suffix(['(', '（']) {
            let between = between.trim();
            let attributive = self.text(self.quantity.span.clone()).contains('-') || between.starts_with('的') || led;
            let near = between.split_whitespace().count() <= 3 && between.chars().count() <= 24;
            let closes = behind.trim_start().starts_with([')', '）']);
            let bare = between.is_empty() || attributive && near && !between.contains(['(', '（', ',', '，']);
            return (closes && bare).then_some(if led { Tie::Sure } else { Tie::Plain });
        }
        let opened = self.view.text[pair.range.start..pair.from.range.start].trim().to_lowercase();
        let follows = matches!(low.trim_matches(is_mark), "" | "即") && matches!(opened.as_str(), "from" | "自" | "从" | "由");
        let whole = led || ends_with_word(&head, "for");
        (follows && whole).then_some(if led { Tie::Sure } else { Tie::Plain })
    }

    /// "From 6 November to 15 December it was shut. Over those 40 days …", 这15天.
    pub fn those(&self, pair: &Pair) -> Option<Tie> {
        let gap = pair.range.end..self.quantity.span.start;
        if gap.start > gap.end || gap.start < self.before_sentence() || !self.free(&gap) || !self.alone(pair) {
            return None;
        }
        let head = self.text(self.sentence.start..self.quantity.span.start).trim_end().to_lowercase();
        let hyphenated = self.text(self.quantity.span.clone()).contains('-');
        let told = ends_with(&head, "span:those").is_some() || hyphenated && ends_with(&head, "span:that").is_some();
        if !told || barred(self.tail(), pair.grain == Grain::Clock) {
            return None;
        }
        let around = self.text(self.sentence.clone()).to_lowercase();
        Some(if holds(&around, words("span:counted")) { Tie::Sure } else { Tie::Plain })
    }

    /// Where the sentence before the length's own begins.
    fn before_sentence(&self) -> usize {
        let at = self.view.sentences.partition_point(|s| s.start < self.sentence.start);
        at.checked_sub(1).and_then(|i| self.view.sentences.get(i)).map_or(0, |s| s.start)
    }

    /// "opened on 3 March and, eight weeks later, on 28 April …", "on 28 April, eight weeks later", 时隔21年，于1986年.
    pub fn later(&self, from: &Moment, to: &Moment) -> Option<Tie> {
        let span = &self.quantity.span;
        if from.range.start < self.sentence.start || to.range.end > self.sentence.end {
            return None;
        }
        if to.range.end <= span.start {
            let gap = self.text(to.range.end..span.start).trim_matches(is_mark);
            let near = to.range.start - from.range.end <= 90 && self.others.0 <= from.range.start;
            let tail = self.tail().trim_start();
            let later = tail.strip_prefix("later").or_else(|| tail.strip_prefix('后'));
            let closes = later.is_some_and(|rest| rest.trim_start().is_empty() || rest.trim_start().starts_with(is_mark));
            return (gap.is_empty() && near && closes).then_some(Tie::Plain);
        }
        if from.range.end > span.start || span.end > to.range.start {
            return None;
        }
        let clause = self.view.clause(span.start);
        let head = self.text(clause.start.max(from.range.end).min(span.start)..span.start).trim().to_lowercase();
        let gap = bare(self.text(span.end..to.range.start));
        let apart = matches!(gap.as_str(), "" | "于" | "的") && ends_with(&head, "span:then").is_none_or(|w| !w.ends_with('隔'));
        let near = span.start - from.range.end <= 90 && self.others.0 <= from.range.start;
        let then = head.is_empty() || words("span:then").contains(&head.as_str()) || and_then(&head);
        (near && then && !apart && words("span:later").contains(&gap.as_str())).then_some(Tie::Plain)
    }

    /// "closed in 1965. It stayed shut for 21 years until it was reopened in 1986", 1965年关闭，停用21年后于1986年重开.
    pub fn stayed(&self, from: &Moment, to: &Moment) -> Option<Tie> {
        let span = &self.quantity.span;
        let between = from.range.end <= span.start && span.end <= to.range.start;
        if !between || from.range.start < self.before_sentence() || to.range.end > self.sentence.end {
            return None;
        }
        if span.start - from.range.end > 120 || to.range.start - span.end > 120 || self.others.0 > from.range.start {
            return None;
        }
        let head = self.text(from.range.end..span.start).to_lowercase();
        let head = head.trim_end();
        let tail = self.tail().trim_start_matches(['，', ',', ' ']);
        let latin = ends_with_word(head, "for")
            && head.split_whitespace().rev().take(5).any(|word| words("span:stayed").contains(&word))
            && ["until ", "till ", "before "].iter().any(|word| tail.starts_with(word));
        let han = ends_with(head.trim_end_matches(['了', '达', '长']), "span:idle").is_some()
            && ["后", "之后", "直到", "直至", "至"].iter().any(|word| tail.starts_with(word));
        (latin || han).then_some(Tie::Plain)
    }
}

fn and_then(head: &str) -> bool {
    head.rsplit([' ']).next().is_some_and(|last| last == "and" || last == "then") && head.split_whitespace().count() <= 2
}

/// "opens on 3 March and closes on 28 April", 7月28日开启、8月11日关闭: where that ends.
pub fn opened_and_closed(view: &View<'_>, from: &Moment, to: &Moment) -> Option<usize> {
    let gap = view.text[from.range.end..to.range.start].to_lowercase();
    if gap.chars().count() > 40 {
        return None;
    }
    let clause = view.clause(from.range.start);
    let head = view.text[clause.start.min(from.range.start)..from.range.start].to_lowercase();
    let behind = &view.text[to.range.end..];
    let latin = |list: &'static str| words(list).iter().filter(|word| word.is_ascii());
    let begins = latin("span:begins").any(|word| find_last(&head, word).is_some_and(|at| head.len() - at <= 24));
    let ends = latin("span:ends").any(|word| find_last(&gap, word).is_some_and(|at| gap.len() - at <= 16));
    if begins && ends {
        return Some(to.range.end);
    }
    let han = |list: &'static str| words(list).iter().filter(|word| !word.is_ascii());
    let opened = |text: &str| han("span:begins").any(|word| text.starts_with(word));
    let begins =
        opened(gap.trim_start()) || han("span:begins").any(|word| head.trim_end_matches(['于', '在', ' ']).ends_with(word));
    let separated = gap.contains(['、', '，', ',']);
    let end = han("span:ends").find(|word| behind.trim_start().starts_with(**word));
    if let (true, true, Some(word)) = (begins, separated, end) {
        return Some(to.range.end + behind.len() - behind.trim_start().len() + word.len());
    }
    let ends = han("span:ends").any(|word| gap.trim_end_matches(['于', '在', ' ']).ends_with(word));
    (begins && separated && ends).then_some(to.range.end)
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || "，,、:：;；—–-()（）=≈.".contains(c)
}

/// A gap without the words that both ends count, and whether it had them.
fn uncounted(gap: &str) -> (String, bool) {
    let mut list: Vec<&str> = words("span:counted").to_vec();
    list.sort_by_key(|word| std::cmp::Reverse(word.len()));
    match list.iter().find(|word| gap.contains(**word)) {
        Some(word) => (gap.replacen(word, " ", 1), true),
        None => (gap.to_owned(), false),
    }
}

/// The longest word of a list that a text in small letters ends with.
fn ends_with(text: &str, list: &str) -> Option<&'static str> {
    let text = text.trim_end();
    words(list).iter().filter(|word| ends_with_word(text, word)).max_by_key(|word| word.len()).copied()
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word)
        .is_some_and(|rest| !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
}

/// Whether a text in small letters holds nothing but words that name the time or the event as a whole.
fn is_filler(text: &str, daily: bool) -> bool {
    let lists = ["span:filler", if daily { "span:daily" } else { "span:filler" }];
    let mut rest = text.to_owned();
    let mut han: Vec<&str> = lists.iter().flat_map(|list| words(list)).filter(|word| !word.is_ascii()).copied().collect();
    han.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in han {
        if rest.contains(word) {
            rest = rest.replace(word, " ");
        }
    }
    rest.split(is_mark).filter(|word| !word.is_empty()).all(|word| lists.iter().any(|list| words(list).contains(&word)))
}

fn opens_with(tail: &str, list: &str) -> bool {
    words(list).iter().any(|word| {
        tail.strip_prefix(word).is_some_and(|rest| !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })
}

const DAILY: &[&str] = &["a day", "per day", "each day", "every day", "daily"];

/// Whether a length ends there: nothing follows that it could be the measure of.
fn closed(tail: &str, daily: bool) -> bool {
    let tail = tail.trim_start();
    tail.is_empty()
        || tail.starts_with([
            ',', '.', ';', ':', '!', '?', ')', '(', '，', '。', '；', '：', '！', '？', '）', '（', '、', '】', '\n',
        ])
        || tail.starts_with("—")
        || opens_with(tail, "span:closes")
        || daily && DAILY.iter().any(|word| tail.starts_with(word))
}

/// Whether what follows makes it a length of something else: "six weeks before", "30 days of rain", 三天后.
fn barred(tail: &str, daily: bool) -> bool {
    if daily && DAILY.iter().any(|word| tail.trim_start().starts_with(word)) {
        return false;
    }
    tail.starts_with(['\'', '’', '/', '-']) || opens_with(tail.trim_start(), "span:not_behind")
}
