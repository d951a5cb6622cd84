//! Roles, ranks and names of sections: what only shows when all headings are known.

use std::collections::BTreeMap;

use ecow::EcoString;

use super::heading::{Lead, Numbering};
use super::{Document, Role, heading, role};

/// Fills role, rank, name and range of every section.
pub(super) fn resolve(document: &mut Document) {
    let texts: Vec<EcoString> =
        document.sections.iter().map(|s| s.heading.map(|b| document.blocks[b].text.string.clone()).unwrap_or_default()).collect();
    let leads: Vec<Option<Lead>> = texts.iter().map(|text| heading::lead(text)).collect();
    // What stands beside one another: sections of one parent and level.
    let mut siblings: BTreeMap<(Option<usize>, u8), Vec<usize>> = BTreeMap::new();
    for (index, section) in document.sections.iter().enumerate().skip(1) {
        siblings.entry((section.parent, section.level)).or_default().push(index);
    }
    let titles = document.sections.iter().filter(|s| s.level == 1).count();
    let page = page_role(&document.path);
    document.sections[0].role = page.unwrap_or_default();
    let mut ranks = vec![false; texts.len()];
    for ((parent, _), group) in &siblings {
        for &index in group {
            ranks[index] = is_rank(index, group, &leads, &texts, parent.map(|p| texts[p].as_str()));
        }
    }
    for index in 1..texts.len() {
        let text = texts[index].as_str();
        let parent = document.sections[index].parent;
        let above = parent.map_or(page.unwrap_or_default(), |p| document.sections[p].role);
        let own = if document.sections[index].level == 1 && titles == 1 { role::of_most(text) } else { role::of(text) };
        let listed = || {
            own.is_none()
                && parent.is_some_and(|p| {
                    document.sections[p].level > 1 && document.sections[p].role == Role::Body && role::is_listing(&texts[p])
                })
                && !leads[index]
                    .as_ref()
                    .is_some_and(|lead| matches!(lead.numbering, Numbering::Chinese | Numbering::Chapter | Numbering::Part))
        };
        let found = match above {
            // "TOP1 X" below a heading of plain text that happens to be about the criteria is an entry all the same.
            Role::Criteria if ranks[index] && is_strong(leads[index].as_ref()) => Role::Entry,
            // A question about scenarios stays a question; the pros and cons of an entry stay with the entry.
            Role::Faq | Role::History | Role::Criteria | Role::Entry => above,
            _ if ranks[index] || listed() => Role::Entry,
            _ if own.is_none() && role::is_release(text) && document.sections[index].level > 1 => Role::History,
            _ => own.unwrap_or(above),
        };
        let opens_entry = found == Role::Entry && (above != Role::Entry || ranks[index] && is_strong(leads[index].as_ref()));
        let section = &mut document.sections[index];
        section.role = found;
        if opens_entry {
            let lead = leads[index].as_ref();
            section.rank = lead.filter(|_| ranks[index]).map(|lead| (lead.number, lead.mark.clone()));
            let name = heading::name(text, lead.map_or(0, |lead| lead.rest));
            section.name = (!name.is_empty()).then_some(name);
        }
    }
    ranges(document);
}

/// Whether a section's number ranks it: by the form of the mark, or because its like-numbered siblings are all entries of a list.
fn is_rank(index: usize, group: &[usize], leads: &[Option<Lead>], texts: &[EcoString], parent: Option<&str>) -> bool {
    let Some(lead) = &leads[index] else { return false };
    let alike: Vec<u32> = group
        .iter()
        .filter_map(|&i| leads[i].as_ref())
        .filter(|l| l.numbering == lead.numbering || l.numbering == Numbering::Rank)
        .map(|l| l.number)
        .collect();
    match lead.numbering {
        // "Top 5 phones" alone counts; beside a TOP1, or next to a TOP4, it ranks.
        Numbering::Rank => {
            alike.contains(&1) || alike.contains(&(lead.number + 1)) || lead.number > 0 && alike.contains(&(lead.number - 1))
        }
        Numbering::Number => {
            let sections = group.iter().any(|&i| {
                leads[i].as_ref().is_some_and(|l| l.numbering == Numbering::Number)
                    && (role::of(&texts[i]).is_some()
                        || heading::question(&texts[i]).is_some()
                        || no_name(&texts[i], leads[i].as_ref()))
            });
            alike.len() > 1
                && alike.contains(&1)
                && !sections
                && parent.is_some_and(|text| role::is_listing(text) && role::of(text).is_none())
        }
        _ => false,
    }
}

/// "1. The current ranking", "2. How it went": words for a part of the text, no name.
fn no_name(text: &str, lead: Option<&Lead>) -> bool {
    const OPENERS: &[&str] = &["the", "a", "an", "our", "your", "what", "how", "why", "who", "when", "more"];
    let rest = lead.and_then(|lead| text.get(lead.rest..)).unwrap_or(text);
    rest.split_whitespace().next().is_some_and(|word| OPENERS.iter().any(|opener| word.eq_ignore_ascii_case(opener)))
}

fn is_strong(lead: Option<&Lead>) -> bool {
    lead.is_some_and(|lead| lead.numbering == Numbering::Rank)
}

/// A changelog tells by its name that all in it is of its time.
fn page_role(path: &str) -> Option<Role> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.split('.').next().unwrap_or("");
    match stem {
        "changelog" | "changes" | "history" | "releases" | "release-notes" | "release_notes" | "更新日志" | "版本历史" => {
            Some(Role::History)
        }
        "faq" | "常见问题" => Some(Role::Faq),
        _ => None,
    }
}

/// A section reaches to the end of its last block, or of its last subsection's.
fn ranges(document: &mut Document) {
    for block in &document.blocks {
        let end = block.text.source().end;
        let mut at = Some(block.section);
        // A block of the first section that stands behind others, such as a footnote, does not stretch it.
        while let Some(section) = at.map(|i| &mut document.sections[i]) {
            section.range.end = section.range.end.max(end);
            at = section.parent;
        }
    }
    if let Some(first) = document.blocks.iter().find(|b| b.section == 0).map(|b| b.text.source().start) {
        document.sections[0].range.start = first;
        let next = document.sections.get(1).map_or(usize::MAX, |s| s.range.start);
        let end = document.blocks.iter().filter(|b| b.section == 0).map(|b| b.text.source().end).filter(|&end| end <= next).max();
        document.sections[0].range.end = end.unwrap_or(first);
    }
}
