//! Flat lists whose items head one another: "核心亮点：" introduces the items after it, though all stand at one level.

use std::collections::BTreeMap;

use super::{BlockKind, Document, List, Role, Skip, heading};

/// Longest label before a colon, in characters.
const LABEL: usize = 16;

/// Labels that tell of the whole entry, so that a group of its details ends before them.
const CLOSING: &[&str] = &[
    "适合谁",
    "适合人群",
    "适用人群",
    "适用对象",
    "适合对象",
    "适用场景",
    "适合场景",
    "推荐人群",
    "推荐对象",
    "推荐指数",
    "推荐理由",
    "目标用户",
    "综合评价",
    "综合评分",
    "总评",
    "小结",
    "价格",
    "售价",
    "官网",
    "best for",
    "ideal for",
    "who it's for",
    "suited for",
    "suits",
    "price",
    "pricing",
    "verdict",
    "rating",
    "score",
    "website",
];

/// Splits flat lists at their lead-ins, and gives the answers of an FAQ their question.
pub(super) fn resolve(document: &mut Document) {
    let labels = repeated_labels(document);
    let mut fresh = Vec::new();
    for index in 0..document.lists.len() {
        split(document, index, &labels, &mut fresh);
    }
    document.lists.extend(fresh);
    sort_lists(document);
    answer_headings(document);
}

/// How many lists hold an item with each label.
fn repeated_labels(document: &Document) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for list in &document.lists {
        let mut own: Vec<String> =
            list.items.iter().filter_map(|&b| label(&document.blocks[b].text.string)).map(str::to_lowercase).collect();
        own.sort();
        own.dedup();
        for label in own {
            *counts.entry(label).or_insert(0) += 1;
        }
    }
    counts
}

/// What stands before the colon of `label: text`.
fn label(text: &str) -> Option<&str> {
    let at = text.find([':', '：'])?;
    let label = text[..at].trim();
    (!label.is_empty() && label.chars().count() <= LABEL).then_some(label)
}

fn split(document: &mut Document, index: usize, labels: &BTreeMap<String, usize>, fresh: &mut Vec<List>) {
    let items = std::mem::take(&mut document.lists[index].items);
    let (base, before) = (document.lists.len(), fresh.len());
    let ordered = document.lists[index].ordered;
    let heads: Vec<bool> = (0..items.len()).map(|i| !ordered && is_head(document, &items, i)).collect();
    let mut kept = Vec::new();
    let mut group: Option<List> = None;
    // Whether the group's details bear labels of the whole entry themselves, so that such a label ends nothing.
    let mut labelled = false;
    for (position, &block) in items.iter().enumerate() {
        let text = &document.blocks[block].text.string;
        let label = label(text).map(str::to_lowercase);
        let closing = label.as_ref().is_some_and(|l| CLOSING.contains(&l.as_str()));
        let repeated = label.as_ref().is_some_and(|l| labels.get(l).is_some_and(|&n| n > 1));
        if heads[position] {
            fresh.extend(group.take().filter(|g| !g.items.is_empty()));
            kept.push(block);
            group = Some(List { announced_by: Some(block), section: document.lists[index].section, ..List::default() });
            labelled = false;
            continue;
        }
        if let Some(mut open) = group.take() {
            labelled |= open.items.is_empty() && repeated;
            if !closing && (!repeated || labelled) {
                open.items.push(block);
                group = Some(open);
                continue;
            }
            fresh.extend(Some(open).filter(|g| !g.items.is_empty()));
        }
        kept.push(block);
    }
    fresh.extend(group.filter(|g| !g.items.is_empty()));
    document.lists[index].items = kept;
    for (list, content) in fresh.iter().enumerate().skip(before).map(|(i, content)| (base + i, content)) {
        for (position, &block) in content.items.iter().enumerate() {
            document.blocks[block].item = Some((list, position));
            document.blocks[block].announced_by = content.announced_by;
        }
    }
    for (position, &block) in document.lists[index].items.iter().enumerate() {
        document.blocks[block].item = Some((index, position));
    }
}

/// Whether an item is a lead-in of the flat items after it: it ends in a colon, and no nested block has taken its announcement.
fn is_head(document: &Document, items: &[usize], position: usize) -> bool {
    let block = items[position];
    if !heading::is_lead_in(&document.blocks[block].text.string) {
        return false;
    }
    let Some(&next) = items.get(position + 1) else { return false };
    let nested = document.blocks[block + 1..next].iter().any(|b| b.announced_by == Some(block));
    // So has a program beneath it, though that is set aside.
    let (end, start) = (document.blocks[block].text.source().end, document.blocks[next].text.source().start);
    let first = document.skipped.partition_point(|(range, _)| range.start < end);
    let mut below = document.skipped[first..].iter().take_while(|(range, _)| range.start < start);
    !nested && !below.any(|(_, why)| *why == Skip::Code)
}

/// Lists stand in the order of their first item.
fn sort_lists(document: &mut Document) {
    let mut order: Vec<usize> = (0..document.lists.len()).filter(|&i| !document.lists[i].items.is_empty()).collect();
    order.sort_by_key(|&i| document.lists[i].items.first().copied());
    document.lists = order.iter().map(|&i| std::mem::take(&mut document.lists[i])).collect();
    for (index, list) in document.lists.iter().enumerate() {
        for (position, &block) in list.items.iter().enumerate() {
            document.blocks[block].item = Some((index, position));
        }
    }
}

/// A heading that asks announces the blocks under it, as a question does.
fn answer_headings(document: &mut Document) {
    for index in 0..document.blocks.len() {
        let section = &document.sections[document.blocks[index].section];
        let Some(question) = section.heading.filter(|_| section.role == Role::Faq) else { continue };
        let block = &document.blocks[index];
        if question != index
            && block.announced_by.is_none()
            && matches!(block.kind, BlockKind::Paragraph | BlockKind::Item | BlockKind::Cell)
            && heading::question(&document.blocks[question].text.string).is_some()
        {
            document.blocks[index].announced_by = Some(question);
        }
    }
    for list in &mut document.lists {
        if let (None, Some(&first)) = (list.announced_by, list.items.first()) {
            list.announced_by = document.blocks[first].announced_by;
        }
    }
}
