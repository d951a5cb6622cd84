//! "From A to B, down P", "B, up P from A", 比上年的A下降P: a value before, one after, and the figure that says how much that is.

use super::{Figure, Role, find, has, head, only, residue, tail};
use crate::quantity::Bound;

/// Words that say how a value moved; the figure beside them is the extent.
const MOVED: &[&str] = &[
    "降幅", "增幅", "涨幅", "跌幅", "增速", "幅度", "下降", "降低", "减少", "缩短", "缩减", "缩小", "压缩", "下跌", "下滑",
    "回落", "下调", "减慢", "减", "降", "跌", "少", "低", "短", "上升", "增长", "增加", "上涨", "上调", "扩大", "攀升", "升",
    "涨", "增", "多", "高", "长", "变化", "变动", "drop", "drops", "dropped", "dropping", "fall", "falls", "fell", "falling",
    "decline", "declines", "declined", "decrease", "decreases", "decreased", "reduction", "reductions", "reduce", "reduced",
    "cut", "cuts", "cutting", "shrank", "shrunk", "lost", "loss", "slump", "dip", "dipped", "slipped", "rise", "rises", "rose",
    "risen", "rising", "increase", "increases", "increased", "growth", "grew", "grow", "grown", "growing", "jump", "jumped",
    "climb", "climbed", "surge", "surged", "gained", "swelled", "up", "down", "lower", "higher", "less", "more", "fewer",
    "shorter", "longer", "cheaper", "dearer", "change", "changed", "went",
];
/// The same where more of it is better: of a time the figure may be the gain of speed.
const IMPROVED: &[&str] = &[
    "提升", "提高", "加快", "提速", "加速", "改善", "优化", "快", "improvement", "improvements", "improve", "improved",
    "improving", "speedup", "speed-up", "faster", "quicker", "gain", "gains", "boost", "boosted", "better",
];
/// The same for what is saved.
const SAVED: &[&str] =
    &["节省", "节约", "省下", "省", "便宜", "saving", "savings", "save", "saves", "saved"];
/// What may stand beside them without naming another thing.
const FILL: &[&str] = &[
    "了", "约", "大约", "近", "将近", "为", "是", "有", "达到", "达", "至", "到", "也", "即", "就是", "也就是", "相当于", "共",
    "总共", "一共", "累计", "整体", "总体", "合计", "同比", "环比", "的", "又", "再", "更", "则", "均", "有所", "进一步", "明显",
    "大幅", "小幅", "显著", "大大", "期间", "全年", "其", "该", "和", "且", "并", "已", "已经", "都", "整整", "足足", "仅",
    "说", "a", "an", "the", "of", "by", "or", "that", "which", "is", "was", "were", "are", "has", "have", "had", "been", "i", "e",
    "ie", "about", "roughly", "nearly", "almost", "some", "approximately", "around", "over", "year", "month", "quarter", "week",
    "on", "yoy", "total", "overall", "net", "for", "its", "this", "in", "so", "and", "all", "equal", "equivalent", "to",
    "representing", "meaning", "making", "corresponding", "corresponds", "it", "also", "therefore", "thus",
    "hence", "sharp", "steep", "modest", "slight", "large", "huge", "significant", "whopping", "further", "welcome", "full",
    "massive", "notable", "remarkable", "solid", "marked", "clear", "good", "big", "small", "whole", "just", "only", "with",
    "we", "they", "came", "comes", "relative", "percentage", "compound", "annual", "annually", "within", "during",
];
/// Words that mark the earlier of two values.
const FORMER: &[&str] = &[
    "上年同期", "去年同期", "上年", "去年", "上一年", "前一年", "前年", "上月", "上个月", "上一月", "上季度", "上一季度", "上季",
    "上周", "上期", "上一期", "上半年", "同期", "原来", "原先", "原本", "此前", "之前", "以前", "先前", "改造前", "优化前",
    "升级前", "调整前", "上一代", "上代", "旧版", "旧款", "旧机", "老款", "年初", "期初", "比", "较", "相比", "相较于", "相较",
    "对比", "than", "versus", "vs", "against", "compared", "from", "previously", "previous", "last", "earlier", "ago", "before",
    "formerly", "old", "prior", "preceding", "originally", "former", "baseline", "从", "由", "自",
];
/// Words that mark the later one.
const LATTER: &[&str] = &[
    "今年", "本年", "本月", "本季度", "本期", "本周", "现在", "目前", "如今", "当前", "现", "升级后", "优化后", "改造后",
    "调整后", "now", "today", "currently", "this", "current", "later", "after",
];
/// What leads to the value that was reached.
const REACHED: &[&str] = &[
    "达到", "达", "至", "到", "为", "成", "降至", "升至", "增至", "减至", "to", "reaching", "reached", "reach", "reaches",
    "hitting", "hit", "into", "stands", "stood", "at", "ending", "ended",
];

/// The changes of a sentence.
pub fn changes(figures: &[Figure<'_>]) -> Vec<Vec<Role>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < figures.len() {
        match one(&figures[at..]) {
            Some((relation, length)) => {
                found.push(relation);
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// The change that begins with the first of some figures, and how many of them it takes.
fn one(figures: &[Figure<'_>]) -> Option<(Vec<Role>, usize)> {
    // "from A to B, P" and "P, from A to B".
    if let Some((roles, length)) = span(figures)
        && let Some(extent) = figures.get(length)
        && let Some(role) = extent_of(extent, true)
    {
        return Some((with(roles, extent, role), length + 1));
    }
    let first = figures.first()?;
    if first.is_relative()
        && let Some(role) = extent_of(first, false)
        && let Some((roles, length)) = span(&figures[1..])
        && only(first.after, &[FILL, MOVED, IMPROVED, FORMER, LATTER, REACHED, &["期间", "period"]])
    {
        return Some((with(roles, first, role), length + 1));
    }
    let [a, b, c, ..] = figures else { return None };
    let roles = |before: &Figure<'_>, after: &Figure<'_>, extent: &Figure<'_>, role| {
        Some((vec![(before.claim, "before"), (after.claim, "after"), (extent.claim, role)], 3))
    };
    let level = |x: &Figure<'_>, y: &Figure<'_>| x.same_unit(y) && x.is_plain() && y.is_plain();
    // 由A提高了P，达到B; "from A, it fell by P to B".
    if level(a, c)
        && starts(a.before)
        && let Some(role) = extent_of(b, true)
        && only(c.before, &[FILL, REACHED, LATTER])
        && has(c.before, REACHED)
    {
        return roles(a, c, b, role);
    }
    // B，比上年的A下降P; "B, against A a year earlier, a rise of P".
    if level(a, b)
        && has(b.before, FORMER)
        && only(b.before, &[FILL, FORMER, MOVED])
        && let Some(role) = extent_of(c, true)
    {
        return roles(b, a, c, role);
    }
    // 去年A，今年B，增长P.
    if level(a, b)
        && has(tail(a.before, 24), FORMER)
        && has(b.before, LATTER)
        && only(b.before, &[FILL, LATTER, REACHED])
        && let Some(role) = extent_of(c, true)
    {
        return roles(a, b, c, role);
    }
    // "B, up P from A", B，同比增长P（上年A）.
    if level(a, c)
        && let Some(role) = extent_of(b, true)
        && has(c.before, FORMER)
        && only(c.before, &[FILL, FORMER, MOVED])
        && only(c.after.split(['，', ',', '。', ')', '）']).next().unwrap_or(""), &[FILL, FORMER])
    {
        return roles(c, a, b, role);
    }
    // "rose P to B from A".
    if a.is_relative()
        && level(b, c)
        && let Some(role) = extent_of(a, false)
        && only(b.before, &[FILL, REACHED])
        && has(b.before, REACHED)
        && has(c.before, FORMER)
        && only(c.before, &[FILL, FORMER])
    {
        return roles(c, b, a, role);
    }
    None
}

fn with(mut roles: Vec<Role>, extent: &Figure<'_>, role: &'static str) -> Vec<Role> {
    roles.push((extent.claim, role));
    roles
}

/// A change from one value to another at the start of some figures: told in one figure, or in two with 降为 or "to" between.
fn span(figures: &[Figure<'_>]) -> Option<(Vec<Role>, usize)> {
    let first = figures.first()?;
    if first.quantity.bound == Bound::FromTo {
        return Some((vec![(first.claim, "told")], 1));
    }
    let second = figures.get(1).filter(|second| second.same_unit(first) && second.is_plain() && first.is_plain())?;
    let gap = second.before;
    let from = starts(first.before);
    let moved = has(gap, MOVED) || has(gap, IMPROVED) || has(gap, &["改为", "变为", "变成", "调整为"]);
    let to = gap.trim_end().ends_with(['到', '至', '为', '成']) || gap.trim_end().to_lowercase().ends_with(" to");
    let plain = !gap.contains(['，', ',', '；', ';', '、']);
    let left = residue(gap, &[FILL, MOVED, IMPROVED, REACHED, LATTER, FORMER]);
    let short = if from { left.iter().map(|word| word.chars().count().min(6)).sum::<usize>() <= 12 } else { left.is_empty() };
    (to && plain && short && (from || moved) && (moved || gap.is_ascii()))
        .then(|| (vec![(first.claim, "before"), (second.claim, "after")], 2))
}

/// Whether what stands before a figure opens a change: 从, 由, "from".
fn starts(before: &str) -> bool {
    let text = tail(before, 16).trim_end_matches(|c: char| c.is_whitespace() || "$€£¥￥".contains(c)).to_lowercase();
    ["从", "由", "自"].iter().any(|word| text.contains(word)) || find(&text, "from").last().is_some_and(|at| text.len() - at < 16)
}

/// Whether a relative figure says how much something moved: by its sign or the words right beside it. `bound` asks that nothing else
/// stand between it and the figure before.
fn extent_of(figure: &Figure<'_>, bound: bool) -> Option<&'static str> {
    if !figure.is_relative() || figure.quantity.bound == Bound::FromTo || figure.quantity.low != figure.quantity.high {
        return None;
    }
    let words: &[&[&str]] = &[FILL, MOVED, IMPROVED, SAVED, FORMER, LATTER, REACHED];
    let before = figure.before;
    if bound && !only(before, words) {
        return None;
    }
    let near = if bound { before } else { tail(before, 24) };
    let near = near.rsplit(['，', ',', '；', '(', '（', '：', ':']).next().unwrap_or(near);
    let sign = near.trim_end().ends_with(['+', '-', '−', '–']) || signed(figure);
    // What follows is of the figure only as its last word: "a 48% drop", "12% lower", not "30% fewer errors".
    let behind = figure.after.split(['，', ',', '。', '；', ';', ')', '）', '(', '（']).next().unwrap_or("").trim();
    let follows = |words: &[&str]| {
        let first = head(behind, 14);
        let rest = residue(behind, &[FILL, MOVED, IMPROVED, SAVED, FORMER, LATTER, REACHED]);
        has(first, words) && rest.len() <= usize::from(behind.contains(" than ") || behind.contains(" in "))
    };
    let of_it = head(behind, 24).to_lowercase();
    if ["of the", "of what", "of its", "as much", "as many", "as long"].iter().any(|words| of_it.starts_with(words)) {
        return None;
    }
    if has(near, IMPROVED) || follows(IMPROVED) {
        return Some("gain");
    }
    if sign || has(near, MOVED) || has(near, SAVED) || follows(MOVED) || follows(SAVED) {
        return Some("change");
    }
    (figure.quantity.canonical.unit == "x" && bound).then_some("factor")
}

/// Whether the figure is written with a sign.
fn signed(figure: &Figure<'_>) -> bool {
    figure.quantity.low.mantissa < 0
}
