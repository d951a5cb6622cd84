//! "From A to B, down P", "B, up P from A", 比上年的A下降P: a value before, one after, and the figure that says how much that is.

use super::{Figure, Role, find, has, head, only, residue, tail};
use crate::lexicon::words;
use crate::quantity::Bound;

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

/// "12% for men and 7% for women, a difference of 5 points"; the two may stand in the sentence before.
pub fn gap(figures: &[Figure<'_>], earlier: &[Figure<'_>]) -> Option<Vec<Role>> {
    let told = |figure: &Figure<'_>| {
        let near = tail(figure.before, 24);
        let near = near.rsplit(['，', ',', '；', ';', '(', '（']).next().unwrap_or(near);
        let names = has(near, words("gap:told"))
            && only(near, &[words("gap:told"), words("change:fill"), words("change:moved"), words("gap:between")]);
        names && figure.is_plain() && !figure.quantity.approximate
    };
    let at = figures.iter().position(told)?;
    let (extent, before) = (&figures[at], &figures[..at]);
    let level = |x: &&Figure<'_>| {
        let unit = x.quantity.canonical.unit.as_str();
        x.is_plain()
            && !x.quantity.approximate
            && if extent.quantity.canonical.unit == "pp" { unit == "%" } else { x.same_unit(extent) }
    };
    // Of "%" nobody knows whether points or a share of the first value is meant.
    if matches!(extent.quantity.canonical.unit.as_str(), "%" | "x" | "") {
        return None;
    }
    let own: Vec<&Figure<'_>> = before.iter().filter(level).collect();
    let pair = if own.is_empty() && before.is_empty() { earlier.iter().filter(level).collect() } else { own };
    let [first, second] = pair[..] else { return None };
    Some(vec![(first.claim, "before"), (second.claim, "after"), (extent.claim, "difference")])
}

/// "Breaks were 96, 88, 80 and, last year, 62. That is a drop of 22.5%": a sentence that draws a change under the last two of the sentence
/// before.
pub fn follow(figures: &[Figure<'_>], earlier: &[Figure<'_>]) -> Option<Vec<Role>> {
    let extent = figures.first()?;
    let opened = head(extent.before.trim_start(), 12).to_lowercase();
    let opens = words("change:follows").iter().any(|word| opened.starts_with(word));
    let moved = extent_of(extent, false).filter(|role| *role == "change")?;
    let [.., before, after] = earlier else { return None };
    let level = |f: &Figure<'_>| f.is_plain() && !f.is_relative() && !f.quantity.approximate;
    let same = before.same_unit(after) && level(before) && level(after);
    // Two figures of two things are no change; a row of them, or one that "last year" parts, is.
    // What the whole row went through is no change of its last step: "a rise of 50% since 2027".
    let listed = earlier.iter().filter(|f| f.same_unit(after)).count() > 2;
    let over = has(extent.after, words("change:overall")) || has(extent.before, words("change:overall"));
    let parted = has(after.before, words("change:latter")) || has(before.before, words("change:former"));
    let yearly = has(extent.after, words("change:step")) || has(extent.before, words("change:step"));
    let row = !over && if listed { yearly } else { parted };
    (opens && same && row && figures.iter().filter(|f| f.is_relative()).count() == 1)
        .then(|| vec![(before.claim, "before"), (after.claim, "after"), (extent.claim, moved)])
}

/// The change that begins with the first of some figures, and how many of them it takes.
fn one(figures: &[Figure<'_>]) -> Option<(Vec<Role>, usize)> {
    // "from A to B, P" and "P, from A to B".
    if let Some((roles, length)) = span(figures)
        && let Some(extent) = figures.get(length)
        && let Some(role) = extent_of(extent, true).or_else(|| paced(figures.first()?, extent))
    {
        return Some((with(roles, extent, role), length + 1));
    }
    let first = figures.first()?;
    if first.is_relative()
        && let Some(role) = extent_of(first, false)
        && let Some((roles, length)) = span(&figures[1..])
        && only(first.after, &[words("change"), &["期间", "period"]])
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
        && (starts(a.before) || has(tail(a.before, 8), words("change:former")))
        && let Some(role) = extent_of(b, true)
        && only(c.before, &[words("change:fill"), words("change:reached"), words("change:latter")])
        && has(c.before, words("change:reached"))
    {
        return roles(a, c, b, role);
    }
    // B，比上年的A下降P; "B, against A a year earlier, a rise of P"; B，比2030年的A增长P.
    let earlier = without_year(b.before);
    if level(a, b)
        && (has(&earlier, words("change:former")) || earlier.len() < b.before.len() && has(&earlier, words("change:against")))
        && !moved_last(&earlier)
        && only(&earlier, &[words("change:fill"), words("change:former"), words("change:moved"), words("change:against")])
        && let Some(role) = extent_of(c, true)
    {
        return roles(b, a, c, role);
    }
    // 去年A，今年B，增长P.
    if level(a, b)
        && has(tail(a.before, 24), words("change:former"))
        && has(b.before, words("change:latter"))
        && only(b.before, &[words("change:fill"), words("change:latter"), words("change:reached")])
        && let Some(role) = extent_of(c, true)
    {
        return roles(a, b, c, role);
    }
    // "B, up P from A", B，同比增长P（上年A）.
    if level(a, c)
        && let Some(role) = extent_of(b, true)
        && has(c.before, words("change:former"))
        && !moved_last(c.before)
        && only(c.before, &[words("change:fill"), words("change:former"), words("change:moved")])
        && only(c.after.split(['，', ',', '。', ')', '）']).next().unwrap_or(""), &[words("change:fill"), words("change:former")])
    {
        return roles(c, a, b, role);
    }
    // "At B, consumption was P lower than the A of last winter".
    let than = a.is_plain() && a.same_unit(c) && c.quantity.low == c.quantity.high && !b.quantity.approximate;
    if than
        && has(head(c.before, 16), &["than", "比"])
        && only(c.before, &[words("change:fill"), words("change:former"), words("change:moved"), words("change:improved")])
        && residue(b.before, &[words("change")]).len() <= 2
        && let Some(role) = extent_of(b, false)
            .or_else(|| extent_of(b, true))
            .or_else(|| has(c.before, words("change:moved")).then_some("change"))
    {
        return roles(c, a, b, role);
    }
    // "rose P to B from A".
    if a.is_relative()
        && level(b, c)
        && let Some(role) = extent_of(a, false)
        && only(b.before, &[words("change:fill"), words("change:reached")])
        && has(b.before, words("change:reached"))
        && has(c.before, words("change:former"))
        && only(c.before, &[words("change:fill"), words("change:former")])
    {
        return roles(c, b, a, role);
    }
    None
}

/// A text without the years that it names.
fn without_year(text: &str) -> String {
    let mut rest = text.to_owned();
    let digits = |text: &str, at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let mut from = 0;
    while let Some(at) = (from..rest.len()).find(|&at| {
        rest.is_char_boundary(at)
            && digits(&rest, at) == 4
            && (rest[at..].starts_with("19") || rest[at..].starts_with("20"))
            && !rest[..at].ends_with(|c: char| c.is_ascii_digit())
    }) {
        let end = at + 4;
        let year = rest[end..].trim_start().starts_with('年');
        let end = if year { rest[end..].find('年').map_or(end, |i| end + i + '年'.len_utf8()) } else { end };
        rest.replace_range(at..end, " ");
        from = at + 1;
    }
    rest
}

/// What a time that shrinks does for the speed: "…, 3 times as fast", 速度提升到原来的3倍.
fn paced(timed: &Figure<'_>, extent: &Figure<'_>) -> Option<&'static str> {
    let relative = matches!(extent.quantity.canonical.unit.as_str(), "%" | "x") && extent.quantity.low == extent.quantity.high;
    let speed: &[&str] = &["速度", "效率", "speed", "pace", "rate"];
    let known = timed.quantity.canonical.unit == "s"
        && relative
        && has(extent.before, speed)
        && only(extent.before, &[words("change"), speed]);
    known.then_some("gain")
}

/// Whether the last word before a figure is one of a move: 比上月增加50件 tells a difference and no former value.
fn moved_last(before: &str) -> bool {
    let low = before.to_lowercase();
    let last = |list: &[&str]| list.iter().filter_map(|word| find(&low, word).last().map(|at| at + word.len())).max();
    last(words("change:moved")) > last(words("change:former"))
}

fn with(mut roles: Vec<Role>, extent: &Figure<'_>, role: &'static str) -> Vec<Role> {
    roles.push((extent.claim, role));
    roles
}

/// A change from one value to another at the start of some figures: told in one figure, or in two with 降为 or "to" between.
fn span(figures: &[Figure<'_>]) -> Option<(Vec<Role>, usize)> {
    let first = figures.first()?;
    let from_range = first.quantity.bound == Bound::Range && first.quantity.low != first.quantity.high && starts(first.before);
    if first.quantity.bound == Bound::FromTo || from_range {
        return Some((vec![(first.claim, "told")], 1));
    }
    let second = figures.get(1).filter(|second| second.same_unit(first) && second.is_plain() && first.is_plain())?;
    let gap = second.before;
    let from = starts(first.before);
    let moved =
        has(gap, words("change:moved")) || has(gap, words("change:improved")) || has(gap, &["改为", "变为", "变成", "调整为"]);
    let to = gap.trim_end().ends_with(['到', '至', '为', '成']) || gap.trim_end().to_lowercase().ends_with(" to");
    let plain = !gap.contains(['，', ',', '；', ';', '、']);
    let left = residue(gap, &[words("change")]);
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
    let known: &[&[&str]] = &[words("change")];
    let before = figure.before;
    if bound && !only(before, known) {
        return None;
    }
    let near = if bound { before } else { tail(before, 60) };
    let near = near.rsplit(['，', ',', '；', '(', '（', '：', ':']).next().unwrap_or(near);
    let sign = near.trim_end().ends_with(['+', '-', '−', '–']) || signed(figure);
    // What follows is of the figure only as its last word: "a 48% drop", "12% lower", not "30% fewer errors".
    let behind = figure.after.split(['，', ',', '。', '；', ';', ')', '）', '(', '（']).next().unwrap_or("").trim();
    let follows = |list: &[&str]| {
        let first = head(behind, 14);
        let rest = residue(behind, &[words("change")]);
        has(first, list) && rest.len() <= usize::from(behind.contains(" than ") || behind.contains(" in "))
    };
    let of_it = head(behind, 24).to_lowercase();
    if ["of the", "of what", "of its", "as much", "as many", "as long"].iter().any(|phrase| of_it.starts_with(phrase)) {
        return None;
    }
    if has(near, words("change:improved")) || follows(words("change:improved")) {
        return Some("gain");
    }
    if sign
        || has(near, words("change:moved"))
        || has(near, words("change:saved"))
        || follows(words("change:moved"))
        || follows(words("change:saved"))
    {
        return Some("change");
    }
    (figure.quantity.canonical.unit == "x" && bound).then_some("factor")
}

/// Whether the figure is written with a sign.
fn signed(figure: &Figure<'_>) -> bool {
    figure.quantity.low.mantissa < 0
}
