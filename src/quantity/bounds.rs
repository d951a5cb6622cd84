//! Words around a figure that say how its value is meant: 最高, 不超过, up to, 以上, 左右, or more.

use std::sync::LazyLock;

use super::Bound;
use super::text::{char_before, is_han};

/// What a word before a figure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// Sets the bound.
    Bound(Bound),
    /// 约, about.
    Approximate,
    /// Opens a pair: 从, from, between, 介于, 在.
    From,
    Between,
    /// Means nothing by itself and may stand between another of these words and the figure: 可节省, 达, of.
    Filler,
    /// Says that the figure stands in a price without more: 仅, only.
    Only,
}

use Before::{Approximate, Between, Filler, From, Only};
const MORE: Before = Before::Bound(Bound::MoreThan);
const LEAST: Before = Before::Bound(Bound::AtLeast);
const MOST: Before = Before::Bound(Bound::AtMost);
const LESS: Before = Before::Bound(Bound::LessThan);
const UP_TO: Before = Before::Bound(Bound::UpTo);
const LOW_AS: Before = Before::Bound(Bound::AsLowAs);

const BEFORE: &[(Before, &str)] = &[
    (MORE, "超过;超;超出;高于;大于;多于;逾;突破;破;超越;越过;晚于;长于;超過;大於;高於;多於;过;過;上"),
    (LESS, "早于;低于;小于;少于;低於;小於;少於;不到;不足;不满;不及;未满;未到;未达;短于;快于"),
    (
        LEAST,
        "至少;最少;不少于;不低于;不小于;不下于;不下;不少於;不低於;不小於;起码;大于等于;大于或等于;大于或者等于;\
        高于或等于;等于或大于;大於等於;大於或等於;至少要;满;大于 或 等于;最低要求;最低需;最低要;最低配置",
    ),
    (
        MOST,
        "不超过;不超過;不大于;不大於;不高于;不多于;不高於;不多於;至多;最多;未超过;不得超过;小于 或 等于;小于等于;\
        小于或等于;小于或者等于;低于或等于;小於等於;小於或等於;上限为;上限",
    ),
    (Approximate, "控制在;约;約;大约;大約;大概;约莫;接近;近;将近;將近;差不多;估计;左右;几乎;几近;大致;平均约;大体"),
    (
        UP_TO,
        "最高;最大;最长;最快;高达;多达;最多可;最多能;最多支持;最多可支持;最多能支持;最多可达;最多容纳;最多可容纳;高至;\
        長達;长达;最高可达;峰值;峰值达;可高达;高達",
    ),
    (LOW_AS, "低至;最低;短至;快至;小至;少至;最短;最小"),
    (From, "从;從;由;自"),
    (Between, "介于;介於;处于;在"),
    (Only, "仅;僅;只;只有;仅有;只要;仅需;只需"),
    (
        Filler,
        "为;為;是;有;达;達;达到;達到;到;至;了;可;能;可以;能够;可达;要;需;需要;支持;节省;节约;提升;提高;降低;下降;减少;\
        增加;增长;缩短;容纳;承载;处理;省;降;快;高;用;再;价格;延迟;会;将;便宜;优惠;立减",
    ),
    (
        MORE,
        "more than;over;above;greater than;larger than;higher than;bigger than;longer than;exceeding;exceeds;exceed;\
        exceeded;beyond;in excess of;upwards of;upward of;north of;surpassing;surpassed;better than;older than;\
        heavier than;topping;surpass;surpasses;well over;later than;just over;a little over;slightly more than",
    ),
    (
        LEAST,
        "at least;no less than;not less than;no fewer than;not fewer than;a minimum of;minimum of;minimum;min.;\
        at minimum;at the very least;not under;not below;greater than or equal to;greater or equal to;\
        greater or equal than;bigger or equal than;more than or equal to;equal to or greater than;\
        equal or greater than;equal to or more than;larger than or equal to;larger or equal than;larger or equal to;\
        equal to or larger than;equal or larger than;equal or more than;no lower than;no smaller than;greater equal;\
        no earlier than;equal and larger than;bigger or equal to;more or equal to;more or equal than",
    ),
    (
        MOST,
        "at most;no more than;not more than;no greater than;no larger than;no higher than;a maximum of;maximum of;\
        maximum;max.;max;within;not over;not exceeding;not exceed;limited to;less than or equal to;less or equal to;\
        less or equal than;smaller or equal than;smaller or equal to;smaller than or equal to;equal to or less than;\
        equal or less than;equal to or smaller than;equal or smaller than;fewer than or equal to;no later than;\
        no longer than;capped at;lower than or equal to;not greater than;not bigger than;not larger than;\
        not higher than;not longer than;doesn't exceed;no bigger than",
    ),
    (
        LESS,
        "less than;under;below;fewer than;lower than;smaller than;shorter than;sub;short of;underneath;beneath;\
        lesser than;younger than;south of;lighter than;not quite;not reach;just under;slightly less than",
    ),
    (Filler, "faster than;exactly;precisely;a;an;the;of;by;another;additional;is;are;to;save;with;be"),
    (UP_TO, "up to;upto;as much as;as many as;as high as;as fast as;as long as;as large as;peak of;peaks at;up-to"),
    (
        LOW_AS,
        "as low as;as little as;as few as;starting at;starting from;starts at;start at;down to;starts from;\
        starting price of;as short as;as small as",
    ),
    (
        Approximate,
        "about;around;approximately;approx.;approx;roughly;nearly;almost;some;circa;ca.;close to;estimated;\
        an estimated;on the order of;in the region of;near;somewhere around;just about;approaching;nearing;\
        in the neighborhood of",
    ),
    (From, "from;ranging from;anywhere from;ranges from"),
    (Between, "between;in between;anywhere between"),
    (Only, "only;just"),
];

const SIGNS: &[(Before, &str)] = &[
    (MORE, "＞"),
    (LEAST, "＞＝;＞="),
    (LESS, "＜"),
    (MOST, "＜＝;＜="),
    (Approximate, "～;〜"),
    (MORE, ">>;≫;>;&gt;"),
    (LEAST, ">=;≥;⩾;≧;> =;=>"),
    (LESS, "&lt;;<<;≪;<"),
    (MOST, "<=;≤;⩽;≦;< =;=<"),
    (Approximate, "~;∼;≈;≃;≅;~=;c."),
];

/// Words by two bytes of theirs, longest first in each slot; words of one byte stand apart.
struct Index<T> {
    entries: Vec<Entry<T>>,
    slots: Vec<(u16, u16)>,
}

struct Entry<T> {
    word: &'static str,
    meaning: T,
    /// Up to eight bytes from the outer end of the word, the outermost lowest, and which of them there are.
    edge: u64,
    mask: u64,
}

const SLOTS: usize = 1024;

/// The slot of two bytes; [`SLOTS`] and above for a byte alone.
fn slot(one: u8, two: u8) -> usize {
    ((usize::from(one) * 37) ^ (usize::from(two) * 5)) % SLOTS
}

/// Bytes from the outer end as one number, the outermost lowest; letters lose their case, and other bytes some difference.
#[inline]
fn edge(bytes: impl Iterator<Item = u8>) -> (u64, u64) {
    bytes
        .take(8)
        .enumerate()
        .fold((0, 0), |(edge, mask), (index, byte)| (edge | u64::from(byte | 0x20) << (8 * index), mask | 0xff << (8 * index)))
}

const FOLD: u64 = 0x2020_2020_2020_2020;

/// [`edge`] of the end of a text.
#[inline]
fn last_edge(bytes: &[u8]) -> u64 {
    bytes.last_chunk::<8>().map_or_else(|| edge(bytes.iter().rev().copied()).0, |all| u64::from_be_bytes(*all) | FOLD)
}

/// [`edge`] of the start of a text.
#[inline]
fn first_edge(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<8>().map_or_else(|| edge(bytes.iter().copied()).0, |all| u64::from_le_bytes(*all) | FOLD)
}

impl<T: Copy> Index<T> {
    /// `outer`: the bytes of a word from its outer end.
    fn new<I: Iterator<Item = u8>>(words: impl Iterator<Item = (&'static str, T)>, outer: fn(&'static str) -> I) -> Self {
        let mut buckets: Vec<Vec<Entry<T>>> = (0..SLOTS + 256).map(|_| Vec::new()).collect();
        for (word, meaning) in words.filter(|(word, _)| !word.is_empty()) {
            let (edge, mask) = edge(outer(word));
            let [one, two, ..] = edge.to_le_bytes();
            let bucket = if mask > 0xff { slot(one, two) } else { SLOTS + usize::from(one) };
            buckets[bucket].push(Entry { word, meaning, edge, mask });
        }
        let mut index = Self { entries: Vec::new(), slots: Vec::new() };
        let place = |words: &Vec<_>| u16::try_from(words.len()).unwrap_or(u16::MAX);
        for mut bucket in buckets {
            bucket.sort_by_key(|entry| std::cmp::Reverse(entry.word.len()));
            let first = place(&index.entries);
            index.entries.extend(bucket);
            index.slots.push((first, place(&index.entries)));
        }
        index
    }

    /// The words that may stand where these bytes do, longest first; `known` says which of the eight are given.
    #[inline]
    fn of(&self, near: u64, known: u64) -> impl Iterator<Item = (&'static str, T)> {
        let bucket = |slot: usize| {
            let (first, end) = self.slots[slot];
            &self.entries[usize::from(first)..usize::from(end)]
        };
        let [one, two, ..] = near.to_le_bytes();
        let alike = move |entry: &&Entry<T>| (near ^ entry.edge) & entry.mask & known == 0;
        let both = bucket(slot(one, two)).iter().chain(bucket(SLOTS + usize::from(one)));
        both.filter(alike).map(|entry| (entry.word, entry.meaning))
    }
}

/// Words before a figure by their last bytes; the flag marks signs, which need no word boundary.
static BY_LAST_BYTES: LazyLock<Index<(Before, bool)>> = LazyLock::new(|| {
    let words = [(BEFORE, false), (SIGNS, true)].into_iter().flat_map(|(list, sign)| {
        list.iter().flat_map(move |(before, words)| words.split(';').map(move |word| (word, (*before, sign))))
    });
    Index::new(words, |word| word.bytes().rev())
});

/// Whether any such word may end in these two bytes: `false` settles most places at once.
pub(super) fn may_end(last: u8, beside: u8) -> bool {
    BY_LAST_BYTES.of(u64::from(last | 0x20) | u64::from(beside | 0x20) << 8, 0xffff).next().is_some()
}

/// The longest such word that ends at `at` and does not begin before `floor`, with its start.
pub(super) fn before(text: &str, at: usize, floor: usize) -> Option<(usize, Before)> {
    let bytes = &text.as_bytes()[floor..at];
    let last = *bytes.last()?;
    for (word, (before, sign)) in BY_LAST_BYTES.of(last_edge(bytes), u64::MAX) {
        let Some(start) = bytes.len().checked_sub(word.len()) else { continue };
        if !bytes[start..].eq_ignore_ascii_case(word.as_bytes()) {
            continue;
        }
        let start = floor + start;
        if !sign && last.is_ascii() {
            let inside = start > 0 && text.as_bytes()[start - 1].is_ascii_alphanumeric();
            if inside {
                continue;
            }
        }
        if !sign && !last.is_ascii() && inside_word(text, start, word) {
            continue;
        }
        return Some((start, before));
    }
    None
}

/// Short Chinese words that often end a longer one: 通过, 附近, 增长, 现在.
fn inside_word(text: &str, start: usize, word: &str) -> bool {
    let Some((c, _)) = char_before(text, start) else { return false };
    match word {
        "过" | "過" => matches!(
            c,
            '通' | '经'
                | '經'
                | '只'
                | '渡'
                | '路'
                | '错'
                | '透'
                | '跨'
                | '悔'
                | '不'
                | '度'
                | '难'
                | '看'
                | '用'
                | '做'
                | '去'
                | '来'
                | '见'
                | '听'
                | '到'
                | '罪'
        ),
        "近" => matches!(c, '附' | '最' | '靠' | '邻' | '临' | '相'),
        "上" => is_han(c) && !matches!(c, '成' | '达' | '过' | '有'),
        "约" | "約" => matches!(c, '节' | '合' | '预' | '签' | '制' | '契' | '條' | '条' | '違' | '违' | '集' | '简' | '纽'),
        "破" => matches!(c, '攻' | '损' | '爆' | '打'),
        "满" => is_han(c) && !matches!(c, '已' | '工' | '龄' | '年'),
        "超" => matches!(c, '赶' | '反'),
        // 缩短至, 降低至, 加快至: where a change ends.
        "低至" | "短至" | "快至" | "小至" | "少至" | "高至" => {
            matches!(c, '降' | '减' | '減' | '缩' | '縮' | '压' | '壓' | '加' | '提' | '升' | '调' | '調' | '走' | '拉')
        }
        _ => false,
    }
}

/// What a word after a figure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Bound(Bound),
    Approximate,
    /// 起: as low as, for prices.
    Starting,
    /// 内: a limit, after a span of time.
    WithinTime,
    /// 之间: closes a pair.
    Between,
    /// 级: of that order.
    Class,
}

const AFTER: &[(After, &str)] = &[
    (After::Bound(Bound::AtLeast), "或者以上;或者更多;或者更高;及以上;或以上;以上;或更多;或更高;甚至更多;打底"),
    (After::Bound(Bound::AtMost), "或者以下;或者更少;及以下;或以下;以内;之内;以內;之內;封顶;或更少;或更低;为限"),
    (After::Bound(Bound::MoreThan), "之上;以外;开外;出头;有余;不止;多;余;餘"),
    (After::Bound(Bound::LessThan), "以下;之下;不到"),
    (After::Approximate, "左右;上下;前后;许;光景"),
    (After::Starting, "起步;起售;起"),
    (After::WithinTime, "内;內"),
    (After::Between, "之间;之間;间;間"),
    (After::Class, "级别;量级;级"),
    (
        After::Bound(Bound::AtLeast),
        "or more;or higher;or greater;or above;and above;and up;and more;and over;or larger;or bigger;or better;\
        or longer;at least;minimum;plus;or over;and higher",
    ),
    (
        After::Bound(Bound::AtMost),
        "or less;or lower;or fewer;or below;and below;or smaller;or under;at most;tops;maximum;max;or shorter;and under",
    ),
    (After::Approximate, "or so;or thereabouts;give or take"),
];

/// Words behind a figure by their first bytes.
static BY_FIRST_BYTES: LazyLock<Index<After>> = LazyLock::new(|| {
    let words = AFTER.iter().flat_map(|(after, words)| words.split(';').map(move |word| (word, *after)));
    Index::new(words, str::bytes)
});

/// Whether a plus or any such word may start here: `false` settles most places at once.
pub(super) fn may_follow(rest: &[u8]) -> bool {
    match *rest {
        [b'+' | 0xef, ..] => true,
        [_, _, ..] => BY_FIRST_BYTES.of(first_edge(rest), u64::MAX).next().is_some(),
        _ => false,
    }
}

/// The longest such word that starts at `at`, with its end.
pub(super) fn after(text: &str, at: usize) -> Option<(usize, After)> {
    let bytes = text.as_bytes();
    let first = *bytes.get(at)?;
    for (word, after) in BY_FIRST_BYTES.of(first_edge(&bytes[at..]), u64::MAX) {
        let end = at + word.len();
        if bytes.get(at..end).is_some_and(|slice| slice.eq_ignore_ascii_case(word.as_bytes())) {
            if first.is_ascii() && bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
                continue;
            }
            let tail = &text[end..];
            let than =
                tail.strip_prefix(" than").is_some_and(|rest| rest.trim_start().is_empty() || rest.starts_with(['.', ',', ';']));
            if than {
                return Some((end + " than".len(), after));
            }
            if first.is_ascii() && (tail.starts_with(" than") || tail.starts_with(" or equal")) {
                continue;
            }
            let other = match word {
                "上下" => tail.starts_with('文'),
                "起" => tail.starts_with(['来', '步', '点', '因', '源', '草', '诉', '飞', '到', '初']),
                "多" => {
                    tail.starts_with(['样', '种', '个', '媒', '模', '轮', '语', '节', '核', '维', '租', '路', '少', '次', '数'])
                }
                "余" => tail.starts_with(['额', '下', '量']),
                "许" => tail.starts_with(['可', '多', '诺']),
                "内" => tail.starts_with(['容', '存', '部', '置', '核', '网', '嵌', '在']),
                "级" => tail.starts_with(['联']),
                // 自转一周不到10小时: it belongs to the figure behind.
                "不到" => tail.trim_start().starts_with(|c: char| c.is_ascii_digit() || super::chinese::starts(c)),
                "and up" => tail.starts_with(" to "),
                "间" => tail.starts_with(['隔', '接', '距', '歇']),
                _ => false,
            };
            if !other {
                return Some((end, after));
            }
        }
    }
    None
}
