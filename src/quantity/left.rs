//! What stands before a figure: sign, currency, bound words, the noun that is measured.

use super::bounds::{self, Before};
use super::numeral::Read;
use super::side::Context;
use super::text::{char_before, is_han, skip_spaces_back};
use super::units::{Unit, UnitKind};
use super::{Bound, names, range};

/// The left side of a figure.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each says that one word was seen; any may stand with any other")]
pub(super) struct Left<'u> {
    /// Where the figure starts with all of it.
    pub start: usize,
    /// The same without from, between and only.
    pub inner: usize,
    /// Where sign and currency start.
    pub value_start: usize,
    pub bound: Option<Bound>,
    pub approximate: bool,
    pub negative: bool,
    pub plus_minus: bool,
    pub currency: Option<(usize, usize, &'u Unit)>,
    pub from: bool,
    pub between: bool,
    pub only: bool,
    /// A sign such as > or ~ was among them.
    pub any: bool,
}

/// Money written before the number; longest first where one ends another.
const SIGNS: &[&str] = &[
    "U.S. $",
    "u.s $",
    "u.s. $",
    "US $",
    "US$",
    "us$",
    "HK$",
    "NT$",
    "A$",
    "C$",
    "$",
    "¥",
    "￥",
    "€",
    "£",
    "￡",
    "₩",
    "₹",
    "人民币",
    "Rs.",
    "Rs",
    "rs.",
    "rs",
];

impl<'a> Context<'a> {
    /// Reads leftwards from `at`, not before `floor`.
    pub(super) fn left(&self, at: usize, floor: usize) -> Left<'a> {
        let mut left = Left {
            start: at,
            inner: at,
            value_start: at,
            bound: None,
            approximate: false,
            negative: false,
            plus_minus: false,
            currency: None,
            from: false,
            between: false,
            only: false,
            any: false,
        };
        if self.bare(at, floor) {
            return left;
        }
        self.sign(&mut left, floor);
        self.currency(&mut left, floor);
        if left.currency.is_some() {
            self.sign(&mut left, floor);
        }
        (left.value_start, left.inner) = (left.start, left.start);
        // sub-10ms
        if self.text[..left.start].ends_with("sub-") && left.start >= floor + 4 {
            (left.bound, left.any) = (Some(Bound::LessThan), true);
            left.start -= 4;
            left.inner = left.start;
            return left;
        }
        let (mut position, mut fillers) = (left.start, 0);
        loop {
            let mut end = skip_spaces_back(self.text, position, 2);
            // Emphasis and quotes between word and number.
            while let Some((_, start)) =
                char_before(self.text, end).filter(|(c, start)| matches!(c, '*' | '“' | '「' | '`' | '"') && *start >= floor)
            {
                end = start;
            }
            end = skip_spaces_back(self.text, end, 2);
            if end <= floor {
                break;
            }
            let Some((start, word)) = bounds::before(self.text, end, floor) else { break };
            match word {
                Before::Filler => {
                    fillers += 1;
                    if fillers > 4 {
                        break;
                    }
                    position = start;
                    continue;
                }
                // What a fall ends at is no minimum: fell, cut, from 400 MB, down to 22 MB.
                Before::Bound(Bound::AsLowAs)
                    if self.text[start..position].starts_with("down to") && range::falls_before(self.text, start) =>
                {
                    break;
                }
                // watched over five years: during them.
                Before::Bound(Bound::MoreThan)
                    if left.bound.is_none()
                        && self.text[start..position].trim_end().eq_ignore_ascii_case("over")
                        && self.lasts_over(start, at, floor) =>
                {
                    break;
                }
                Before::Bound(bound) => {
                    let far = fillers > 0;
                    let distant = matches!(bound, Bound::UpTo | Bound::AsLowAs | Bound::AtLeast | Bound::AtMost)
                        || !is_han_start(self.text, start) && fillers <= 1;
                    if left.bound.is_some() || far && !distant && !self.only_be(start, position, left.start) {
                        break;
                    }
                    left.bound = Some(bound);
                }
                Before::Approximate => {
                    if fillers > 1 {
                        break;
                    }
                    left.approximate = true;
                }
                Before::From if fillers == 0 || left.any => left.from = true,
                Before::Between if fillers == 0 || left.any => left.between = true,
                Before::Only if fillers == 0 => left.only = true,
                _ => break,
            }
            (left.any, fillers) = (true, 0);
            (left.start, position) = (start, start);
            if left.from || left.between || left.only {
                break;
            }
            left.inner = start;
        }
        left
    }

    /// Nothing that stands before `at` can belong to a figure: the last character ends no bound word, sign or currency.
    fn bare(&self, at: usize, floor: usize) -> bool {
        match *self.text.as_bytes().get(floor..at).unwrap_or(&[]) {
            // The start of the text or of what is not read yet, 、 and 。
            [] | [.., 0xe3, 0x80, 0x81 | 0x82] => true,
            // Han characters but 负, 負 and 币, and full-width marks but ＋ and －.
            [.., lead @ (0xe4..=0xe9 | 0xef), beside, last] => {
                let sign = matches!(
                    (lead, beside, last),
                    (0xe8, 0xb4, 0x9f) | (0xe8, 0xb2, 0xa0) | (0xe5, 0xb8, 0x81) | (0xef, 0xbc, 0x8b | 0x8d)
                );
                !sign && (lead != 0xef || beside == 0xbc) && !bounds::may_end(last, beside)
            }
            _ => false,
        }
    }

    /// `over` at `start` opens a span in which something happens: a verb or an object stands before, a unit of time behind.
    fn lasts_over(&self, start: usize, at: usize, floor: usize) -> bool {
        let Read::Number(numeral) = self.numeral(at) else { return false };
        let Some((_, end, unit)) = self.attach(numeral, false).unit else { return false };
        if unit.kind != UnitKind::Time || self.text.as_bytes()[end - 1] != b's' {
            return false;
        }
        let behind = self.text[end..].trim_start();
        if ["old", "ago", "long", "later", "late", "older", "earlier", "of ", "away", "before", "after", "to "]
            .iter()
            .any(|word| behind.starts_with(word))
        {
            return false;
        }
        let Some((word, _)) = names::word_before(self.text, start).filter(|(_, start)| *start >= floor) else {
            let head = self.text[..start].trim_end();
            return head.ends_with(['%', '％', ')']) || head.is_empty() && behind.starts_with(',');
        };
        // for over five years, takes over two hours, is over ten days: a bound.
        let bounded = [
            "for",
            "of",
            "take",
            "takes",
            "took",
            "taken",
            "taking",
            "last",
            "lasts",
            "lasted",
            "lasting",
            "is",
            "was",
            "are",
            "were",
            "be",
            "been",
            "being",
            "has",
            "have",
            "had",
            "having",
            "with",
            "after",
            "to",
            "than",
            "need",
            "needs",
            "needed",
            "require",
            "requires",
            "required",
            "spend",
            "spends",
            "spent",
            "wait",
            "waits",
            "waited",
            "well",
            "just",
            "by",
            "in",
            "at",
            "and",
            "or",
            "but",
            "not",
            "until",
            "within",
            "every",
            "runs",
            "ran",
            "run",
            "aged",
            "age",
            "from",
            "cost",
            "costs",
            "saves",
            "save",
            "saved",
            "lived",
            "live",
            "lives",
            "survive",
            "survived",
            "survives",
            "some",
            "now",
            "already",
            "patients",
            "women",
            "men",
            "adults",
            "people",
            "subjects",
            "children",
            "those",
            "anyone",
            "persons",
            "individuals",
            "participants",
            "ages",
            "females",
            "males",
            "volunteers",
            "residents",
            "citizens",
            "workers",
        ];
        !bounded.contains(&word.to_ascii_lowercase().as_str())
    }

    /// Between a bound word and its figure only 了, 至, 到, 为 and their like.
    fn only_be(&self, bound_start: usize, filler_start: usize, end: usize) -> bool {
        let _ = bound_start;
        let words = self.text[filler_start..end].trim();
        matches!(words, "了" | "到" | "至" | "达" | "为" | "是" | "達" | "為" | "a" | "an" | "the" | "有" | "达到")
            || words.is_empty()
    }

    fn sign(&self, left: &mut Left<'a>, floor: usize) {
        let end = left.start;
        let Some((mark, start)) = char_before(self.text, end).filter(|(_, start)| *start >= floor) else { return };
        match mark {
            '-' | '−' | '–' | '－' | '+' | '＋' => {
                let before = char_before(self.text, start).filter(|(_, s)| *s >= floor || floor == 0).map(|(c, _)| c);
                let free = before.is_none_or(|c| {
                    c.is_whitespace()
                        || is_han(c)
                        || matches!(
                            c,
                            '(' | '（'
                                | '['
                                | '|'
                                | ':'
                                | '：'
                                | '='
                                | '~'
                                | '≈'
                                | '<'
                                | '>'
                                | '"'
                                | '“'
                                | '，'
                                | ','
                                | '$'
                                | '^'
                                | '、'
                                | '→'
                                | '为'
                        )
                });
                if !free {
                    return;
                }
                // A bullet at the start of the text is none when a space follows; this one touches the digits.
                left.negative = !matches!(mark, '+' | '＋');
                left.start = start;
            }
            '±' => {
                left.plus_minus = true;
                left.start = start;
            }
            '负' | '負' if !char_before(self.text, start).is_some_and(|(c, _)| matches!(c, '正' | '抱' | '辜' | '肩' | '胜')) =>
            {
                (left.negative, left.start) = (true, start);
            }
            ' ' => {
                let Some((mark, mark_start)) = char_before(self.text, start).filter(|(_, s)| *s >= floor) else { return };
                let opens = char_before(self.text, mark_start).is_none();
                if matches!(mark, '负' | '負') || matches!(mark, '-' | '−') && opens && mark_start == 0 {
                    (left.negative, left.start) = (true, mark_start);
                } else if mark == '±' {
                    (left.plus_minus, left.start) = (true, mark_start);
                } else if self.text[..start].ends_with("minus") || self.text[..start].ends_with("negative") {
                    let length = if self.text[..start].ends_with("minus") { 5 } else { 8 };
                    if start - length >= floor {
                        (left.negative, left.start) = (true, start - length);
                    }
                }
            }
            _ => {}
        }
    }

    fn currency(&self, left: &mut Left<'a>, floor: usize) {
        let end = skip_spaces_back(self.text, left.start, 1);
        let Some(head) = self.text.get(floor..end) else { return };
        // The last two bytes of a sign.
        let sign_like = match *head.as_bytes() {
            [.., b'$'] => true,
            [.., beside, last] => matches!(
                (beside, last),
                (b'R' | b'r', b's')
                    | (b's', b'.')
                    | (0xc2 | 0xbf, 0xa5)
                    | (0x82, 0xac | 0xa9 | 0xb9)
                    | (0xc2, 0xa3)
                    | (0xbf, 0xa1)
                    | (0xb8, 0x81)
            ),
            _ => false,
        };
        for sign in if sign_like { SIGNS } else { &[] } {
            if !head.ends_with(sign) {
                continue;
            }
            let start = end - sign.len();
            let letters = sign.starts_with(|c: char| c.is_ascii_alphabetic());
            if letters && start > 0 && self.text.as_bytes()[start - 1].is_ascii_alphanumeric() {
                continue;
            }
            let name = match *sign {
                "￥" | "¥" | "人民币" => "元",
                "￡" => "£",
                "U.S. $" | "u.s $" | "u.s. $" | "US $" | "us$" => "US$",
                "Rs." | "rs." | "rs" => "Rs",
                other => other,
            };
            if let Some((_, unit)) = self.units.at(name, 0) {
                (left.currency, left.start) = (Some((start, end, unit)), start);
            }
            return;
        }
        // ISO codes and names of currencies: USD 200, MYR42.
        let bytes = self.text.as_bytes();
        if !matches!(bytes[floor..end], [.., beside, last] if self.units.money_ends(beside, last)) {
            return;
        }
        let length = bytes[floor..end].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        let start = end - length;
        if !(3..=9).contains(&length) || start > floor && bytes[start - 1].is_ascii_alphanumeric() {
            return;
        }
        if let Some((unit_end, unit)) = self.units.at(self.text, start)
            && unit_end == end
            && unit.kind == UnitKind::Money
            && (length == 3 || end < left.start)
            && (length > 3 || bytes[start..end].iter().all(u8::is_ascii_uppercase) || end == left.start)
        {
            (left.currency, left.start) = (Some((start, end, unit)), start);
        }
    }

    /// The bound of a part of something: 不超过合同总额的20%. The word stands before the whole, which ends in 的 at `at`.
    pub(super) fn part_bound(&self, at: usize, floor: usize) -> Option<Bound> {
        let head = self.text.get(floor..at)?.strip_suffix('的')?;
        let start = head.char_indices().rev().take(20).last().map_or(0, |(index, _)| index);
        let marks = ['，', '。', '；', '：', '、', '！', '？', ',', ';', ':', '\n', '（', '('];
        let clause = head[start..].rsplit(marks).next()?;
        let found =
            |words: &[&str]| words.iter().filter_map(|word| clause.rfind(word).filter(|at| at + word.len() < clause.len())).max();
        let (more, less) = (found(&["超过", "高于", "大于", "多于", "超出"]), found(&["低于", "少于", "小于", "不到", "不足"]));
        let word = more.max(less)?;
        // 不得超过, 没有低于: three characters before the word.
        let before = &clause[..word];
        let near = before.char_indices().rev().take(3).last().map_or(0, |(index, _)| index);
        let negated = before[near..].contains(['不', '未', '没', '勿']) && !before[near..].contains("一定");
        Some(match (more > less, negated) {
            (true, false) => Bound::MoreThan,
            (true, true) => Bound::AtMost,
            (false, false) => Bound::LessThan,
            (false, true) => Bound::AtLeast,
        })
    }

    /// The counted noun or rate before a comparator: QPS>>1000, 每周用量在2亿以内, 分值1-5.
    pub(super) fn noun_before(&self, at: usize, floor: usize) -> Option<(usize, usize, &'a Unit)> {
        let mut end = skip_spaces_back(self.text, at, 2);
        let last = char_before(self.text, end).filter(|(_, start)| *start >= floor)?.0;
        if !last.is_ascii_alphabetic()
            && !matches!(
                last,
                '量' | '发'
                    | '吐'
                    | '数'
                    | '耗'
                    | '度'
                    | '：'
                    | ':'
                    | '='
                    | '＝'
                    | '≈'
                    | '为'
                    | '约'
                    | '在'
                    | '达'
                    | '('
                    | '值'
                    | '分'
                    | '元'
            )
        {
            return None;
        }
        for word in [
            "并发量",
            "吞吐量",
            "并发数",
            "使用量",
            "消耗量",
            "处理量",
            "总量",
            "用量",
            "并发",
            "吞吐",
            "消耗",
            "总数",
            "数量",
            "长度",
            "数",
            "量",
            "：",
            ":",
            "=",
            "＝",
            "≈",
            "为",
            "约",
            "在",
            "达",
            "可达",
            "(",
        ] {
            if self.text.get(floor..end)?.ends_with(word) {
                end -= word.len();
                end = skip_spaces_back(self.text, end, 1);
            }
        }
        let head = self.text.get(floor..end)?;
        for word in ["分值", "评分", "得分", "打分", "总分", "score", "Score", "rating", "Rating"] {
            if head.ends_with(word) {
                let (_, unit) = self.units.at("分", 0)?;
                return Some((end - word.len(), end, unit));
            }
        }
        let bytes = self.text.as_bytes();
        let length = bytes[floor..end].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        let starts = if length > 0 {
            [end - length, end - length, end - length]
        } else {
            let two = head.chars().rev().take(2).map(char::len_utf8).sum::<usize>();
            let three = head.chars().rev().take(3).map(char::len_utf8).sum::<usize>();
            [end - two, end - three, end - two]
        };
        if length == 1 {
            return None;
        }
        for start in starts {
            if let Some((unit_end, unit)) = self.units.at(self.text, start)
                && unit_end == end
                && (unit.kind == UnitKind::Noun && matches!(unit.canonical.as_str(), "token" | "parameter")
                    || unit.kind == UnitKind::Rate)
            {
                return Some((start, end, unit));
            }
        }
        None
    }
}

fn is_han_start(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_some_and(|c| !c.is_ascii())
}
