//! Lists within a sentence: "in five languages: C, Go, Java, Rust and Zig", 新进入三座城市：嘉兴、绍兴、惠州.

use crate::claim::{Claim, Kind};
use crate::extract::Reader;
use crate::extract::view::View;
use crate::quantity::{Bound, Form, Quantity};

/// The name of the condition that says where the count of an inline list stands.
pub const COUNT: &str = "count";

/// The record of the list that a count introduces in its own sentence.
pub(super) fn list(reader: &Reader<'_>, at: usize, view: &View<'_>, quantity: &Quantity, count: &Claim) -> Option<Claim> {
    const MOST: i128 = 30;
    let number = quantity.low.integer().filter(|n| (2..=MOST).contains(n))?;
    let plain = quantity.low == quantity.high && quantity.form == Form::Plain && quantity.bound == Bound::Eq;
    if !plain || quantity.approximate || reader.document.blocks[at].cell.is_some() {
        return None;
    }
    let (start, end, counts) = items(view.text, quantity.span.end)?;
    // 3人共用：洁治6次、涂氟4次: so many of each, and no list of what was counted; 五项得分为：甲96、乙94 is one.
    let general =
        matches!(quantity.unit.as_str(), "项" | "种" | "类" | "个" | "款" | "部分" | "方面" | "点" | "大" | "组" | "門" | "门");
    if !general && view.text.get(start..end)?.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // 报名与领物 may be one item or two: what the author counted is right.
    let items =
        counts.into_iter().min_by_key(|items| i128::try_from(*items).map_or(i128::MAX, |items| (items - number).abs()))?;
    let found = i128::try_from(items).ok()?;
    // Far from what is announced, it is a list of something else.
    if (found - number).abs() > (number / 2).max(1) {
        return None;
    }
    let mut record = reader.record(at, &(start..end), Kind::List);
    record.text = view.text.get(..start).map(str::to_owned);
    record.conditions = [
        ("items".to_owned(), items.to_string()),
        ("ordered".to_owned(), "false".to_owned()),
        (COUNT.to_owned(), format!("{}:{}", count.line?, count.column?)),
    ]
    .into();
    Some(record)
}

/// Where the items behind a count begin and end, and how many they may be.
fn items(text: &str, from: usize) -> Option<(usize, usize, [usize; 2])> {
    let behind = text.get(from..)?;
    let colon = behind.find([':', '：'])?;
    let noun = &behind[..colon];
    let named = noun.chars().any(char::is_alphabetic) || text[..from].ends_with(|c: char| c.is_alphabetic());
    let short = if noun.is_ascii() { noun.split_whitespace().count() <= 4 } else { noun.chars().count() <= 10 };
    if !named || !short || noun.contains([',', '，', '。', '.', ';', '；', '(', '（', '、']) {
        return None;
    }
    let mark = behind[colon..].chars().next()?.len_utf8();
    let list = &behind[colon + mark..];
    let start = from + colon + mark + (list.len() - list.trim_start().len());
    let list = text[start..].split('\n').next()?;
    let (length, items) = if list.contains('、') { han(list)? } else { latin(list)? };
    Some((start, start + length, items))
}

/// A text of which what stands in brackets is blanked out, byte for byte.
fn unbracketed(text: &str) -> String {
    let mut bare = text.to_owned();
    for range in crate::extract::sentence::brackets(text) {
        bare.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    bare
}

fn han(list: &str) -> Option<(usize, [usize; 2])> {
    const LONGEST: usize = 14;
    let bare = unbracketed(list);
    let end = bare.find(['。', '；', ';', '！', '？', '，', ',']).unwrap_or(bare.len());
    // 三类：一类是甲、乙；另一类是丙 has lists within its list; 三点：轻、薄，便宜 goes on behind the comma.
    let rest = &bare[end..];
    let goes_on = ["，以及", "，还有", "，和", "，及", "，并", "，另"].iter().any(|word| rest.starts_with(word));
    if goes_on || list.get(..end)?.contains(['（', '(']) && list.get(..end)?.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if rest.starts_with(['；', ';']) || rest.starts_with(['，', ',']) && rest.chars().count() <= 7 {
        return None;
    }
    let part = &bare[..end];
    let items: Vec<&str> = part.split('、').map(str::trim).collect();
    let last = items.last()?;
    let joint = ["以及", "和", "与", "及"].iter().find_map(|joint| last.split_once(joint));
    let two = joint.is_some_and(|(a, b)| !a.trim().is_empty() && !b.trim().is_empty());
    let open = last.contains('等') || part.contains("等等") || part.contains("其中") || part.contains("包括");
    let item = |item: &&str| {
        let count = item.chars().filter(|c| !c.is_whitespace()).count();
        (1..=LONGEST).contains(&count) && !item.contains(['是', '为', '：', ':'])
    };
    (!open && items.len() >= 2 && items.iter().all(item)).then(|| (end, [items.len(), items.len() + usize::from(two)]))
}

fn latin(list: &str) -> Option<(usize, [usize; 2])> {
    const WORDS: usize = 4;
    let bare = unbracketed(list);
    let end = [". ", "; ", ": ", " – ", " — "].iter().filter_map(|mark| bare.find(mark)).min().unwrap_or(bare.len());
    let part = bare[..end].trim_end_matches(['.', ' ']);
    let lower = part.to_lowercase();
    // Without a comma before the last "and", "fish and chips" may be one of them.
    let (head, last, sure) = [", and ", ", or ", " and ", " & ", " or "]
        .iter()
        .find_map(|joint| part.rsplit_once(joint).map(|(head, last)| (head, last, joint.starts_with(','))))?;
    let open = ["such as", "e.g", "etc", "including", "among", "first,", "second,", "firstly", "…", "..."]
        .iter()
        .any(|word| lower.contains(word));
    let items: Vec<&str> = head.split(", ").chain([last]).map(str::trim).collect();
    let item = |item: &str| {
        let count = item.split_whitespace().count();
        let aside = ["a ", "an ", "none ", "no ", "the "].iter().any(|word| item.starts_with(word));
        (1..=WORDS).contains(&count) && !aside && !item.contains(" and ") && !item.contains(['?', '!'])
    };
    (!open && items.len() >= 3 && items.iter().all(|i| item(i)))
        .then(|| (part.len(), [items.len() - usize::from(!sure), items.len()]))
}

#[cfg(test)]
mod tests {
    use super::items;

    fn counted(text: &str, count: &str) -> Option<usize> {
        items(text, text.find(count)? + count.len()).map(|(.., items)| items[1])
    }

    #[test]
    fn items_of_a_sentence_are_counted() {
        assert_eq!(counted("新进入3座城市：嘉兴、绍兴（新店）、惠州，覆盖城市增至64座。", "3座"), Some(3));
        assert_eq!(counted("支持4种格式：文本、表格、图片和音频。", "4种"), Some(4));
        assert_eq!(counted("It speaks five languages: C, Go, Java, Rust and Zig. More follow.", "five"), Some(5));
        assert_eq!(counted("分三类：一类是甲、乙；另一类是丙。", "三类"), None);
        assert_eq!(counted("三点：轻、薄，便宜。", "三点"), None);
        assert_eq!(counted("支持三种格式：文本、表格等。", "三种"), None);
        assert_eq!(counted("Two things: it is fast.", "Two"), None);
    }
}
