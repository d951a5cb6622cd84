//! What a figure is per: 元/月, tokens/s, per user per month, 每千次, $/1M tokens.

use ecow::EcoString;

use super::Number;
use super::numeral::{Part, Read};
use super::plural;
use super::side::Context;
use super::text::skip_spaces;
use super::units::{Unit, UnitKind};

/// The denominator of a rate.
#[derive(Debug, Clone)]
pub(super) struct Rate {
    /// Canonical words behind the slash: `month`, `user/month`.
    pub per: EcoString,
    /// How many of them: 1000 for 每千次.
    pub count: Number,
    /// Where it starts, a slash included, and ends.
    pub start: usize,
    pub end: usize,
}

/// `unit/per`.
pub(super) fn joined(unit: &str, per: &str) -> EcoString {
    let mut name = EcoString::from(unit);
    name.push('/');
    name.push_str(per);
    name
}

/// Name of a unit in the denominator.
pub(super) fn period(unit: &Unit, written: &str) -> EcoString {
    if unit.kind == UnitKind::Time {
        let seconds = unit.factor.integer();
        let name = match seconds {
            Some(1) => "s",
            Some(60) => "minute",
            Some(3600) => "hour",
            Some(86400) => "day",
            Some(604_800) => "week",
            Some(2_629_800) => "month",
            Some(7_889_400) => "quarter",
            Some(31_557_600) => "year",
            _ => written,
        };
        return name.into();
    }
    if unit.canonical.is_empty() {
        written.into()
    } else if unit.factor == Number::ONE {
        unit.canonical.clone()
    } else {
        unit.symbol.clone()
    }
}

impl Context<'_> {
    /// The rate that starts at `at`, behind the unit.
    pub(super) fn rate(&self, at: usize) -> Option<Rate> {
        let mut found: Option<Rate> = None;
        let mut end = at;
        for _ in 0..2 {
            let Some(next) = self.one_rate(end, found.is_some()) else { break };
            end = next.end;
            found = Some(match found {
                // "a month per user" is "per user a month".
                Some(first) if is_period(&first.per) && !is_period(&next.per) => {
                    Rate { per: joined(&next.per, &first.per), count: first.count.times(next.count)?, start: first.start, end }
                }
                Some(first) => {
                    Rate { per: joined(&first.per, &next.per), count: first.count.times(next.count)?, start: first.start, end }
                }
                None => next,
            });
        }
        found
    }

    fn one_rate(&self, at: usize, again: bool) -> Option<Rate> {
        let next = skip_spaces(self.text, at, 1);
        let tail = &self.text[next..];
        // `/`, `-per-`, per, each, every, a, an, and, ／, 每.
        let likely = match *tail.as_bytes() {
            [b'/', ..] | [0xef, 0xbc, 0x8f, ..] | [0xe6, 0xaf, 0x8f, ..] => true,
            [b'-' | b'p' | b'P' | b'e' | b'E' | b'a' | b'A', second, ..] => {
                matches!(second | 0x20, b'p' | b'e' | b'a' | b'v' | b'n' | b' ')
            }
            _ => false,
        };
        if !likely {
            return None;
        }
        // "per user and month", "per seat and per year"
        let tail = if again && tail.len() > 4 && tail.as_bytes()[..4].eq_ignore_ascii_case(b"and ") {
            let rest = tail[4..].trim_start();
            if rest.len() > 4 && rest.as_bytes()[..4].eq_ignore_ascii_case(b"per ") { &rest[4..] } else { rest }
        } else {
            tail
        };
        let joined = tail.len() < self.text.len() - next;
        let lower = |word: &str| tail.len() > word.len() && tail.as_bytes()[..word.len()].eq_ignore_ascii_case(word.as_bytes());
        let (slash, body) = if let Some(rest) = tail.strip_prefix(['/', '／']) {
            (true, rest)
        } else if joined {
            (false, tail)
        } else if lower("per ") || lower("per-") {
            (false, &tail[4..])
        } else if lower("-per-") {
            (false, &tail[5..])
        } else if tail.starts_with('每') && next == at {
            (false, &tail[3..])
        } else if lower("each ") || lower("every ") {
            (false, &tail[5 + usize::from(lower("every "))..])
        } else if lower("a ") && (!again || is_period(&tail[2..])) {
            (false, &tail[2..])
        } else if lower("an ") && !again {
            (false, &tail[3..])
        } else {
            return None;
        };
        let article = lower("a ") || lower("an ") || lower("each ") || lower("every ");
        let mut start = self.text.len() - body.len();
        start = skip_spaces(self.text, start, 1);
        let count = Number::ONE;
        let mut unit_at = start;
        if let Read::Number(numeral) = self.numeral(start)
            && !numeral.vague
            && numeral.part == Part::None
            && !article
        {
            let side = self.attach(numeral, false);
            let Some((start, end, unit)) = side.unit else {
                // per thousand calls
                let (end, per) = plural::noun(self.text, side.end).filter(|_| !slash)?;
                return Some(Rate { per, count: side.numeral.low, start: next, end });
            };
            if slash && !matches!(unit.kind, UnitKind::Noun | UnitKind::Time | UnitKind::Classifier) {
                return None;
            }
            return Some(Rate { per: period(unit, &self.text[start..end]), count: side.numeral.low, start: next, end });
        }
        // `/M tokens`, `/百万Token` and `/千次` without a digit.
        if let Some(power) = match self.text.as_bytes().get(start) {
            Some(b'K' | b'k') => Some(3),
            Some(b'M') => Some(6),
            Some(b'B') => Some(9),
            _ => None,
        } {
            let noun = skip_spaces(self.text, start + 1, 1);
            if let Some((end, unit)) = self.units.at(self.text, noun)
                && unit.kind == UnitKind::Noun
            {
                return Some(Rate {
                    per: period(unit, &self.text[noun..end]),
                    count: Number::ONE.shifted(power)?,
                    start: next,
                    end,
                });
            }
        }
        if let Some(rest) = self.text[unit_at..].strip_prefix('个') {
            unit_at = self.text.len() - rest.len();
        }
        if let Some((end, unit)) = self.units.at(self.text, unit_at) {
            if article && unit.kind != UnitKind::Time {
                return None;
            }
            let single = end - unit_at == 1;
            if single && !slash {
                return None;
            }
            // a year earlier is a date; m/s2 keeps its power.
            let tail = &self.text[end..];
            if article && [" earlier", " ago", " later", " before"].iter().any(|word| tail.starts_with(word)) {
                return None;
            }
            if slash && tail.starts_with(['2', '²', '3', '³']) {
                let power = tail.chars().next().map_or(0, char::len_utf8);
                return Some(Rate { per: self.text[unit_at..end + power].into(), count, start: next, end: end + power });
            }
            let written = &self.text[unit_at..end];
            let money = self.text[..at].ends_with(['元', '角', '块', '塊']);
            // 升/分 is a flow, 元/度 a price of electricity.
            let per = match written {
                "分" if slash && !money => "minute".into(),
                "度" if money || slash && self.text[..at].ends_with('分') => "kWh".into(),
                _ => period(unit, written),
            };
            return Some(Rate { per, count, start: next, end });
        }
        if article {
            return None;
        }
        // An unknown word in Latin letters, as written.
        let length = body.bytes().take_while(|b| b.is_ascii_lowercase() || *b == b'-').count();
        let start = self.text.len() - body.len();
        let word = &self.text[start..start + length];
        (length > 2 && !word.ends_with('-') && (slash || !again)).then(|| Rate {
            per: word.into(),
            count,
            start: next,
            end: start + length,
        })
    }

    /// 每月, 每小时, monthly before the figure in the same clause. `near`: directly before.
    /// `far`: anywhere in the clause, else only directly before.
    pub(super) fn earlier_rate(&self, at: usize, floor: usize, far: bool) -> Option<(EcoString, Number, bool)> {
        let head = self.text.get(..at)?;
        let _ = floor;
        // A short sentence at most.
        let start = skip_back(self.text, at, if far { 160 } else { 24 });
        let clause = if far {
            self.text[start..at].rfind(['，', '。', '；', '！', '？', '\n', ';']).map_or(start, |i| start + i)
        } else {
            start
        };
        if !far && (head.is_empty() || head.as_bytes()[head.len() - 1].is_ascii_alphanumeric()) {
            return None;
        }
        let head = &self.text[clause..at];
        if let Some(index) = head.rfind('每') {
            let start = clause + index + '每'.len_utf8();
            let start = if self.text[start..at].starts_with('个') { start + 3 } else { start };
            // 每千次0.5元
            if let Read::Number(count) = self.numeral(start)
                && !count.vague
                && count.part == Part::None
                && let Some((unit_start, end, unit)) = self.attach(count, false).unit
                && skip_spaces(self.text, end, 1) == at
            {
                return Some((period(unit, &self.text[unit_start..end]), count.low, true));
            }
            if let Some((end, unit)) = self.units.at(self.text, start)
                && end <= at
                && unit.kind == UnitKind::Time
            {
                let near = skip_spaces(self.text, end, 1) == at;
                let mut per = period(unit, &self.text[start..end]);
                // 每用户每月35元
                let outer = &head[..index];
                if near
                    && let Some(every) = outer.rfind('每').map(|outer| clause + outer + '每'.len_utf8())
                    && let Some((end, who)) = self.units.at(self.text, every)
                    && end == clause + index
                    && who.kind == UnitKind::Noun
                {
                    per = joined(&who.canonical, &per);
                }
                return Some((per, Number::ONE, near));
            }
            return None;
        }
        if !far {
            return None;
        }
        for (word, per) in [("月均", "month"), ("日均", "day"), ("年均", "year"), ("周均", "week")] {
            if head.contains(word) {
                return Some((per.into(), Number::ONE, false));
            }
        }
        // Only as far back as a short sentence.
        let window = head.as_bytes();
        let window = &window[window.len().saturating_sub(60)..];
        for (word, per) in [
            ("monthly", "month"),
            ("daily", "day"),
            ("weekly", "week"),
            ("hourly", "hour"),
            ("yearly", "year"),
            ("annual", "year"),
        ] {
            if window.windows(word.len()).any(|slice| {
                slice[word.len() - 1] == word.as_bytes()[word.len() - 1] && slice.eq_ignore_ascii_case(word.as_bytes())
            }) {
                return Some((per.into(), Number::ONE, false));
            }
        }
        None
    }
}

/// Whether a text begins with the word for a period of billing.
fn is_period(text: &str) -> bool {
    let word = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    ["hour", "day", "week", "month", "quarter", "year"].iter().any(|period| text[..word].eq_ignore_ascii_case(period))
}

/// A character boundary about `bytes` bytes before `at`.
fn skip_back(text: &str, at: usize, bytes: usize) -> usize {
    let mut start = at.saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    start
}
