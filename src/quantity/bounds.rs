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

const BEFORE: &[(&str, Before)] = &[
    // Chinese bounds.
    ("超过", MORE),
    ("超", MORE),
    ("超出", MORE),
    ("高于", MORE),
    ("大于", MORE),
    ("多于", MORE),
    ("逾", MORE),
    ("突破", MORE),
    ("破", MORE),
    ("超越", MORE),
    ("越过", MORE),
    ("早于", LESS),
    ("晚于", MORE),
    ("长于", MORE),
    ("超過", MORE),
    ("大於", MORE),
    ("高於", MORE),
    ("多於", MORE),
    ("过", MORE),
    ("過", MORE),
    ("上", MORE),
    ("至少", LEAST),
    ("最少", LEAST),
    ("不少于", LEAST),
    ("不低于", LEAST),
    ("不小于", LEAST),
    ("不下于", LEAST),
    ("不下", LEAST),
    ("不少於", LEAST),
    ("不低於", LEAST),
    ("不小於", LEAST),
    ("起码", LEAST),
    ("大于等于", LEAST),
    ("大于或等于", LEAST),
    ("大于或者等于", LEAST),
    ("高于或等于", LEAST),
    ("等于或大于", LEAST),
    ("大於等於", LEAST),
    ("大於或等於", LEAST),
    ("至少要", LEAST),
    ("满", LEAST),
    ("不超过", MOST),
    ("不超過", MOST),
    ("不大于", MOST),
    ("不大於", MOST),
    ("不高于", MOST),
    ("不多于", MOST),
    ("不高於", MOST),
    ("不多於", MOST),
    ("至多", MOST),
    ("最多", MOST),
    ("未超过", MOST),
    ("不得超过", MOST),
    ("小于 或 等于", MOST),
    ("大于 或 等于", LEAST),
    ("小于等于", MOST),
    ("小于或等于", MOST),
    ("小于或者等于", MOST),
    ("低于或等于", MOST),
    ("小於等於", MOST),
    ("小於或等於", MOST),
    ("上限为", MOST),
    ("上限", MOST),
    ("控制在", Approximate),
    ("低于", LESS),
    ("小于", LESS),
    ("少于", LESS),
    ("低於", LESS),
    ("小於", LESS),
    ("少於", LESS),
    ("不到", LESS),
    ("不足", LESS),
    ("不满", LESS),
    ("不及", LESS),
    ("未满", LESS),
    ("未到", LESS),
    ("未达", LESS),
    ("短于", LESS),
    ("快于", LESS),
    ("最高", UP_TO),
    ("最大", UP_TO),
    ("最长", UP_TO),
    ("最快", UP_TO),
    ("高达", UP_TO),
    ("多达", UP_TO),
    ("最多可", UP_TO),
    ("最多能", UP_TO),
    ("最多支持", UP_TO),
    ("最多可支持", UP_TO),
    ("最多能支持", UP_TO),
    ("最多可达", UP_TO),
    ("最多容纳", UP_TO),
    ("最多可容纳", UP_TO),
    ("高至", UP_TO),
    ("長達", UP_TO),
    ("长达", UP_TO),
    ("最高可达", UP_TO),
    ("峰值", UP_TO),
    ("峰值达", UP_TO),
    ("可高达", UP_TO),
    ("高達", UP_TO),
    ("低至", LOW_AS),
    ("最低", LOW_AS),
    ("短至", LOW_AS),
    ("快至", LOW_AS),
    ("小至", LOW_AS),
    ("少至", LOW_AS),
    ("最短", LOW_AS),
    ("最小", LOW_AS),
    ("最低要求", LEAST),
    ("最低需", LEAST),
    ("最低要", LEAST),
    ("最低配置", LEAST),
    // Chinese approximation.
    ("约", Approximate),
    ("約", Approximate),
    ("大约", Approximate),
    ("大約", Approximate),
    ("大概", Approximate),
    ("约莫", Approximate),
    ("接近", Approximate),
    ("近", Approximate),
    ("将近", Approximate),
    ("將近", Approximate),
    ("差不多", Approximate),
    ("估计", Approximate),
    ("左右", Approximate),
    ("几乎", Approximate),
    ("几近", Approximate),
    ("大致", Approximate),
    ("平均约", Approximate),
    ("大体", Approximate),
    // Chinese pairs.
    ("从", From),
    ("從", From),
    ("由", From),
    ("自", From),
    ("介于", Between),
    ("介於", Between),
    ("处于", Between),
    ("在", Between),
    ("仅", Only),
    ("僅", Only),
    ("只", Only),
    ("只有", Only),
    ("仅有", Only),
    ("只要", Only),
    ("仅需", Only),
    ("只需", Only),
    // Chinese words that may stand between.
    ("为", Filler),
    ("為", Filler),
    ("是", Filler),
    ("有", Filler),
    ("达", Filler),
    ("達", Filler),
    ("达到", Filler),
    ("達到", Filler),
    ("到", Filler),
    ("至", Filler),
    ("了", Filler),
    ("可", Filler),
    ("能", Filler),
    ("可以", Filler),
    ("能够", Filler),
    ("可达", Filler),
    ("要", Filler),
    ("需", Filler),
    ("需要", Filler),
    ("支持", Filler),
    ("节省", Filler),
    ("节约", Filler),
    ("提升", Filler),
    ("提高", Filler),
    ("降低", Filler),
    ("下降", Filler),
    ("减少", Filler),
    ("增加", Filler),
    ("增长", Filler),
    ("缩短", Filler),
    ("容纳", Filler),
    ("承载", Filler),
    ("处理", Filler),
    ("省", Filler),
    ("降", Filler),
    ("快", Filler),
    ("高", Filler),
    ("用", Filler),
    ("再", Filler),
    ("价格", Filler),
    ("延迟", Filler),
    ("会", Filler),
    ("将", Filler),
    ("便宜", Filler),
    ("优惠", Filler),
    ("立减", Filler),
    // English bounds.
    ("more than", MORE),
    ("over", MORE),
    ("above", MORE),
    ("greater than", MORE),
    ("larger than", MORE),
    ("higher than", MORE),
    ("bigger than", MORE),
    ("longer than", MORE),
    ("exceeding", MORE),
    ("exceeds", MORE),
    ("exceed", MORE),
    ("exceeded", MORE),
    ("beyond", MORE),
    ("in excess of", MORE),
    ("upwards of", MORE),
    ("upward of", MORE),
    ("north of", MORE),
    ("surpassing", MORE),
    ("surpassed", MORE),
    ("better than", MORE),
    ("older than", MORE),
    ("heavier than", MORE),
    ("topping", MORE),
    ("surpass", MORE),
    ("surpasses", MORE),
    ("well over", MORE),
    ("later than", MORE),
    ("at least", LEAST),
    ("no less than", LEAST),
    ("not less than", LEAST),
    ("no fewer than", LEAST),
    ("not fewer than", LEAST),
    ("a minimum of", LEAST),
    ("minimum of", LEAST),
    ("minimum", LEAST),
    ("min.", LEAST),
    ("at minimum", LEAST),
    ("at the very least", LEAST),
    ("not under", LEAST),
    ("not below", LEAST),
    ("greater than or equal to", LEAST),
    ("greater or equal to", LEAST),
    ("greater or equal than", LEAST),
    ("bigger or equal than", LEAST),
    ("more than or equal to", LEAST),
    ("equal to or greater than", LEAST),
    ("equal or greater than", LEAST),
    ("equal to or more than", LEAST),
    ("larger than or equal to", LEAST),
    ("larger or equal than", LEAST),
    ("larger or equal to", LEAST),
    ("equal to or larger than", LEAST),
    ("equal or larger than", LEAST),
    ("equal or more than", LEAST),
    ("no lower than", LEAST),
    ("no smaller than", LEAST),
    ("greater equal", LEAST),
    ("no earlier than", LEAST),
    ("equal and larger than", LEAST),
    ("bigger or equal to", LEAST),
    ("more or equal to", LEAST),
    ("more or equal than", LEAST),
    ("at most", MOST),
    ("no more than", MOST),
    ("not more than", MOST),
    ("no greater than", MOST),
    ("no larger than", MOST),
    ("no higher than", MOST),
    ("a maximum of", MOST),
    ("maximum of", MOST),
    ("maximum", MOST),
    ("max.", MOST),
    ("max", MOST),
    ("within", MOST),
    ("not over", MOST),
    ("not exceeding", MOST),
    ("not exceed", MOST),
    ("limited to", MOST),
    ("less than or equal to", MOST),
    ("less or equal to", MOST),
    ("less or equal than", MOST),
    ("smaller or equal than", MOST),
    ("smaller or equal to", MOST),
    ("smaller than or equal to", MOST),
    ("equal to or less than", MOST),
    ("equal or less than", MOST),
    ("equal to or smaller than", MOST),
    ("equal or smaller than", MOST),
    ("fewer than or equal to", MOST),
    ("no later than", MOST),
    ("no longer than", MOST),
    ("capped at", MOST),
    ("lower than or equal to", MOST),
    ("not greater than", MOST),
    ("not bigger than", MOST),
    ("not larger than", MOST),
    ("not higher than", MOST),
    ("not longer than", MOST),
    ("doesn't exceed", MOST),
    ("no bigger than", MOST),
    ("less than", LESS),
    ("under", LESS),
    ("below", LESS),
    ("fewer than", LESS),
    ("lower than", LESS),
    ("smaller than", LESS),
    ("shorter than", LESS),
    ("sub", LESS),
    ("short of", LESS),
    ("underneath", LESS),
    ("beneath", LESS),
    ("lesser than", LESS),
    ("faster than", Filler),
    ("younger than", LESS),
    ("south of", LESS),
    ("lighter than", LESS),
    ("not quite", LESS),
    ("not reach", LESS),
    ("up to", UP_TO),
    ("upto", UP_TO),
    ("as much as", UP_TO),
    ("as many as", UP_TO),
    ("as high as", UP_TO),
    ("as fast as", UP_TO),
    ("as long as", UP_TO),
    ("as large as", UP_TO),
    ("peak of", UP_TO),
    ("peaks at", UP_TO),
    ("up-to", UP_TO),
    ("as low as", LOW_AS),
    ("as little as", LOW_AS),
    ("as few as", LOW_AS),
    ("starting at", LOW_AS),
    ("starting from", LOW_AS),
    ("starts at", LOW_AS),
    ("start at", LOW_AS),
    ("down to", LOW_AS),
    ("starts from", LOW_AS),
    ("starting price of", LOW_AS),
    ("as short as", LOW_AS),
    ("as small as", LOW_AS),
    // English approximation and pairs.
    ("about", Approximate),
    ("around", Approximate),
    ("approximately", Approximate),
    ("approx.", Approximate),
    ("approx", Approximate),
    ("roughly", Approximate),
    ("nearly", Approximate),
    ("almost", Approximate),
    ("some", Approximate),
    ("circa", Approximate),
    ("ca.", Approximate),
    ("close to", Approximate),
    ("estimated", Approximate),
    ("an estimated", Approximate),
    ("on the order of", Approximate),
    ("in the region of", Approximate),
    ("near", Approximate),
    ("somewhere around", Approximate),
    ("just about", Approximate),
    ("approaching", Approximate),
    ("nearing", Approximate),
    ("in the neighborhood of", Approximate),
    ("just over", MORE),
    ("just under", LESS),
    ("a little over", MORE),
    ("slightly more than", MORE),
    ("slightly less than", LESS),
    ("exactly", Filler),
    ("precisely", Filler),
    ("from", From),
    ("between", Between),
    ("ranging from", From),
    ("in between", Between),
    ("anywhere from", From),
    ("anywhere between", Between),
    ("ranges from", From),
    ("a", Filler),
    ("an", Filler),
    ("the", Filler),
    ("of", Filler),
    ("only", Only),
    ("just", Only),
    ("by", Filler),
    ("another", Filler),
    ("additional", Filler),
    ("is", Filler),
    ("are", Filler),
    ("to", Filler),
    ("save", Filler),
    ("with", Filler),
    ("be", Filler),
];

const SIGNS: &[(&str, Before)] = &[
    (">>", MORE),
    ("≫", MORE),
    (">=", LEAST),
    ("≥", LEAST),
    ("⩾", LEAST),
    ("≧", LEAST),
    (">", MORE),
    ("＞", MORE),
    ("> =", LEAST),
    ("=>", LEAST),
    ("＞＝", LEAST),
    ("&gt;", MORE),
    ("&lt;", LESS),
    ("<<", LESS),
    ("≪", LESS),
    ("<=", MOST),
    ("≤", MOST),
    ("⩽", MOST),
    ("≦", MOST),
    ("<", LESS),
    ("＜", LESS),
    ("< =", MOST),
    ("=<", MOST),
    ("＜＝", MOST),
    ("＞=", LEAST),
    ("＜=", MOST),
    ("~", Approximate),
    ("～", Approximate),
    ("∼", Approximate),
    ("≈", Approximate),
    ("≃", Approximate),
    ("〜", Approximate),
    ("≅", Approximate),
    ("~=", Approximate),
    ("c.", Approximate),
];

/// Words by a byte of theirs, longest first; the flag marks signs, which need no word boundary.
type BeforeIndex = Vec<Vec<(&'static str, Before, bool)>>;

static BY_LAST_BYTE: LazyLock<BeforeIndex> = LazyLock::new(|| {
    let mut buckets: BeforeIndex = vec![Vec::new(); 256];
    for (list, sign) in [(BEFORE, false), (SIGNS, true)] {
        for (word, before) in list {
            if let Some(last) = word.bytes().next_back() {
                buckets[usize::from(last)].push((word, *before, sign));
            }
        }
    }
    for bucket in &mut buckets {
        bucket.sort_by_key(|(word, ..)| std::cmp::Reverse(word.len()));
    }
    buckets
});

/// The longest such word that ends at `at` and does not begin before `floor`, with its start.
pub(super) fn before(text: &str, at: usize, floor: usize) -> Option<(usize, Before)> {
    let bytes = &text.as_bytes()[floor..at];
    let last = bytes.last()?.to_ascii_lowercase();
    for (word, before, sign) in &BY_LAST_BYTE[usize::from(last)] {
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
        return Some((start, *before));
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

const AFTER: &[(&str, After)] = &[
    ("或者以上", After::Bound(Bound::AtLeast)),
    ("或者更多", After::Bound(Bound::AtLeast)),
    ("或者更高", After::Bound(Bound::AtLeast)),
    ("或者以下", After::Bound(Bound::AtMost)),
    ("或者更少", After::Bound(Bound::AtMost)),
    ("及以上", After::Bound(Bound::AtLeast)),
    ("或以上", After::Bound(Bound::AtLeast)),
    ("以上", After::Bound(Bound::AtLeast)),
    ("之上", After::Bound(Bound::MoreThan)),
    ("以外", After::Bound(Bound::MoreThan)),
    ("开外", After::Bound(Bound::MoreThan)),
    ("出头", After::Bound(Bound::MoreThan)),
    ("有余", After::Bound(Bound::MoreThan)),
    ("或更多", After::Bound(Bound::AtLeast)),
    ("或更高", After::Bound(Bound::AtLeast)),
    ("甚至更多", After::Bound(Bound::AtLeast)),
    ("打底", After::Bound(Bound::AtLeast)),
    ("不止", After::Bound(Bound::MoreThan)),
    ("及以下", After::Bound(Bound::AtMost)),
    ("或以下", After::Bound(Bound::AtMost)),
    ("以下", After::Bound(Bound::LessThan)),
    ("之下", After::Bound(Bound::LessThan)),
    ("以内", After::Bound(Bound::AtMost)),
    ("之内", After::Bound(Bound::AtMost)),
    ("以內", After::Bound(Bound::AtMost)),
    ("之內", After::Bound(Bound::AtMost)),
    ("封顶", After::Bound(Bound::AtMost)),
    ("不到", After::Bound(Bound::LessThan)),
    ("或更少", After::Bound(Bound::AtMost)),
    ("或更低", After::Bound(Bound::AtMost)),
    ("为限", After::Bound(Bound::AtMost)),
    ("左右", After::Approximate),
    ("上下", After::Approximate),
    ("前后", After::Approximate),
    ("许", After::Approximate),
    ("光景", After::Approximate),
    ("多", After::Bound(Bound::MoreThan)),
    ("余", After::Bound(Bound::MoreThan)),
    ("餘", After::Bound(Bound::MoreThan)),
    ("起步", After::Starting),
    ("起售", After::Starting),
    ("起", After::Starting),
    ("内", After::WithinTime),
    ("內", After::WithinTime),
    ("之间", After::Between),
    ("之間", After::Between),
    ("间", After::Between),
    ("間", After::Between),
    ("级别", After::Class),
    ("量级", After::Class),
    ("级", After::Class),
    ("or more", After::Bound(Bound::AtLeast)),
    ("or higher", After::Bound(Bound::AtLeast)),
    ("or greater", After::Bound(Bound::AtLeast)),
    ("or above", After::Bound(Bound::AtLeast)),
    ("and above", After::Bound(Bound::AtLeast)),
    ("and up", After::Bound(Bound::AtLeast)),
    ("and more", After::Bound(Bound::AtLeast)),
    ("and over", After::Bound(Bound::AtLeast)),
    ("or larger", After::Bound(Bound::AtLeast)),
    ("or bigger", After::Bound(Bound::AtLeast)),
    ("or better", After::Bound(Bound::AtLeast)),
    ("or longer", After::Bound(Bound::AtLeast)),
    ("at least", After::Bound(Bound::AtLeast)),
    ("minimum", After::Bound(Bound::AtLeast)),
    ("plus", After::Bound(Bound::AtLeast)),
    ("or over", After::Bound(Bound::AtLeast)),
    ("and higher", After::Bound(Bound::AtLeast)),
    ("or less", After::Bound(Bound::AtMost)),
    ("or lower", After::Bound(Bound::AtMost)),
    ("or fewer", After::Bound(Bound::AtMost)),
    ("or below", After::Bound(Bound::AtMost)),
    ("and below", After::Bound(Bound::AtMost)),
    ("or smaller", After::Bound(Bound::AtMost)),
    ("or under", After::Bound(Bound::AtMost)),
    ("at most", After::Bound(Bound::AtMost)),
    ("tops", After::Bound(Bound::AtMost)),
    ("maximum", After::Bound(Bound::AtMost)),
    ("max", After::Bound(Bound::AtMost)),
    ("or shorter", After::Bound(Bound::AtMost)),
    ("and under", After::Bound(Bound::AtMost)),
    ("or so", After::Approximate),
    ("or thereabouts", After::Approximate),
    ("give or take", After::Approximate),
];

static BY_FIRST_BYTE: LazyLock<Vec<Vec<(&'static str, After)>>> = LazyLock::new(|| {
    let mut buckets: Vec<Vec<(&str, After)>> = vec![Vec::new(); 256];
    for (word, after) in AFTER {
        if let Some(first) = word.bytes().next() {
            buckets[usize::from(first)].push((word, *after));
        }
    }
    for bucket in &mut buckets {
        bucket.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    }
    buckets
});

/// The longest such word that starts at `at`, with its end.
pub(super) fn after(text: &str, at: usize) -> Option<(usize, After)> {
    let bytes = text.as_bytes();
    let first = bytes.get(at)?.to_ascii_lowercase();
    for (word, after) in &BY_FIRST_BYTE[usize::from(first)] {
        let end = at + word.len();
        if bytes.get(at..end).is_some_and(|slice| slice.eq_ignore_ascii_case(word.as_bytes())) {
            if first.is_ascii() && bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
                continue;
            }
            let tail = &text[end..];
            let than =
                tail.strip_prefix(" than").is_some_and(|rest| rest.trim_start().is_empty() || rest.starts_with(['.', ',', ';']));
            if than {
                return Some((end + " than".len(), *after));
            }
            if first.is_ascii() && (tail.starts_with(" than") || tail.starts_with(" or equal")) {
                continue;
            }
            let other = match *word {
                "上下" => tail.starts_with('文'),
                "起" => tail.starts_with(['来', '步', '点', '因', '源', '草', '诉', '飞', '到', '初']),
                "多" => {
                    tail.starts_with(['样', '种', '个', '媒', '模', '轮', '语', '节', '核', '维', '租', '路', '少', '次', '数'])
                }
                "余" => tail.starts_with(['额', '下', '量']),
                "许" => tail.starts_with(['可', '多', '诺']),
                "内" => tail.starts_with(['容', '存', '部', '置', '核', '网', '嵌', '在']),
                "级" => tail.starts_with(['联']),
                "间" => tail.starts_with(['隔', '接', '距', '歇']),
                _ => false,
            };
            if !other {
                return Some((end, *after));
            }
        }
    }
    None
}
