//! Which sections of a document are its entries: those that a heading ranks, and those that only their likeness gives away.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::document::{Block, BlockKind, Document, Role};
use crate::extract::tables::Layout;
use crate::lexicon::Lexicon;

/// A title or heading under which numbered names are a ranking.
const LISTINGS: &[&str] = &[
    "榜",
    "排行",
    "排名",
    "评测",
    "测评",
    "横评",
    "对比",
    "选购",
    "指南",
    "推荐",
    "盘点",
    "点评",
    "best",
    "top",
    "guide",
    "compared",
    "comparison",
    "review",
    "reviews",
    "reviewed",
    "roundup",
    "round-up",
    "ranking",
    "ranked",
    "candidates",
    "contenders",
    "picks",
    "versus",
    "vs",
    "shoot-out",
    "worth",
];
/// Labels of the score that an entry got.
const SCORES: &[&str] =
    &["综合得分", "综合评分", "总评分", "总分", "评分", "得分", "score", "overall score", "rating", "total", "overall"];

/// Sections that are ranked by a plain number: "1. Tarn Max", "2. Firefly 600". Numbers alone number chapters; they rank when the
/// numbered are names of one kind (each with like figures, or all named in one table) in a text that compares them.
pub fn ranked(
    document: &Document,
    layouts: &[Layout],
    parallel: &[usize],
    lexicon: &Lexicon,
) -> BTreeMap<usize, (u32, Range<usize>)> {
    let heading =
        |at: usize| document.sections[at].heading.and_then(|h| document.blocks.get(h)).map_or("", |b| b.text.string.as_str());
    let mut siblings: BTreeMap<(Option<usize>, u8), Vec<usize>> = BTreeMap::new();
    for (at, section) in document.sections.iter().enumerate().skip(1).filter(|(_, section)| section.level >= 2) {
        siblings.entry((section.parent, section.level)).or_default().push(at);
    }
    let tabled: Vec<BTreeSet<&str>> = document
        .tables
        .iter()
        .zip(layouts)
        .map(|(table, layout)| {
            let cells = layout.names(document, table).into_iter().filter_map(|b| document.blocks.get(b));
            cells.map(|b| b.text.string.trim()).collect()
        })
        .collect();
    let mut found = BTreeMap::new();
    for ((parent, _), group) in siblings {
        for run in runs(&group, &heading, document, lexicon) {
            let names: Vec<&str> = run.iter().map(|(at, ..)| unnumbered(heading(*at).trim())).collect();
            let in_table =
                |table: &BTreeSet<&str>| names.iter().filter(|name| table.contains(**name)).count() * 4 >= names.len() * 3;
            let recurring = names.iter().filter(|name| recurs(document, name)).count();
            let alike = run.iter().filter(|(at, ..)| parallel.contains(at)).count() * 4 >= run.len() * 3;
            let scored = run.iter().filter(|(at, ..)| has_score(document, *at)).count() >= 2;
            let ranks_table = tabled.iter().zip(layouts).any(|(table, layout)| layout.rank_column.is_some() && in_table(table));
            let title = document.sections.iter().skip(1).find(|s| s.level == 1).and_then(|s| s.heading);
            let compares = [title, parent.and_then(|p| document.sections[p].heading)]
                .into_iter()
                .flatten()
                .any(|h| lists(&document.blocks[h]));
            let numbered = compares && recurring == names.len();
            let one_kind = alike && recurring * 2 >= names.len() || numbered || scored || tabled.iter().any(in_table);
            if one_kind && (ranks_table || scored || compares && !alphabetical(&names)) {
                found.extend(run.into_iter().map(|(at, number, mark)| (at, (number, mark))));
            }
        }
    }
    found
}

/// Runs of numbered names that begin with 1; a number may repeat or be left out, or a misnumbered list would be none.
fn runs<'a>(
    group: &[usize],
    heading: &dyn Fn(usize) -> &'a str,
    document: &Document,
    lexicon: &Lexicon,
) -> Vec<Vec<(usize, u32, Range<usize>)>> {
    let mut runs: Vec<Vec<(usize, u32, Range<usize>)>> = Vec::new();
    let mut open = false;
    for &at in group {
        let section = &document.sections[at];
        let text = heading(at);
        let entry = section.role == Role::Body && section.rank.is_none() && is_name(unnumbered(text.trim()), lexicon);
        let Some((number, mark)) = number(text).filter(|_| entry) else {
            open = false;
            continue;
        };
        let last = runs.last().and_then(|run| run.last()).map_or(0, |(_, last, _)| *last);
        if number == 1 {
            runs.push(Vec::new());
            open = true;
        } else if !(last..=last + 2).contains(&number) {
            open = false;
        }
        if open && let Some(run) = runs.last_mut() {
            run.push((at, number, mark));
        }
    }
    runs.retain(|run| run.len() >= 2);
    runs
}

/// The number before a name: "1. ", "2）", "3、".
fn number(heading: &str) -> Option<(u32, Range<usize>)> {
    let start = heading.len() - heading.trim_start().len();
    let digits = heading[start..].find(|c: char| !c.is_ascii_digit()).filter(|n| (1..=2).contains(n))?;
    let mark = start..start + digits;
    heading[mark.end..].starts_with(['.', '、', ')', '）', '．']).then_some(())?;
    Some((heading[mark.clone()].parse().ok()?, mark))
}

/// Whether a text below some heading names what a heading names.
fn recurs(document: &Document, name: &str) -> bool {
    document.blocks.iter().any(|b| !matches!(b.kind, BlockKind::Heading(_)) && b.text.string.contains(name))
}

fn has_score(document: &Document, section: usize) -> bool {
    document.blocks.iter().filter(|b| b.section == section && !matches!(b.kind, BlockKind::Heading(_))).any(|b| {
        crate::extract::sentence::label(&b.text.string)
            .is_some_and(|(label, _)| SCORES.contains(&b.text.string[label].trim_matches('*').trim().to_lowercase().as_str()))
    })
}

fn lists(heading: &Block) -> bool {
    let lower = heading.text.string.to_lowercase();
    LISTINGS.iter().any(|word| {
        if word.is_ascii() {
            lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|w| w == *word)
        } else {
            lower.contains(word)
        }
    })
}

/// Latin names in the order of the alphabet are listed, not ranked.
fn alphabetical(names: &[&str]) -> bool {
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    names.len() >= 3 && names.iter().all(|name| name.is_ascii()) && lower.is_sorted()
}

/// Sections that stand side by side and say the same kind of thing of what their headings name: "Heron 3000 … boils in 128 s",
/// "Egret Mini … boils in 201 s". Siblings of one level whose headings are names, at least two of them with a figure in the same
/// unit.
pub fn parallel_sections(document: &Document, lexicon: &Lexicon) -> Vec<usize> {
    let mut siblings: BTreeMap<(Option<usize>, u8), Vec<usize>> = BTreeMap::new();
    for (at, section) in document.sections.iter().enumerate().skip(1) {
        let heading = section.heading.and_then(|h| document.blocks.get(h)).map_or("", |b| b.text.string.trim());
        if section.role == Role::Body && section.level >= 2 && is_name(unnumbered(heading), lexicon) {
            siblings.entry((section.parent, section.level)).or_default().push(at);
        }
    }
    siblings.retain(|_, group| group.len() >= 2);
    let member: BTreeMap<usize, usize> =
        siblings.values().enumerate().flat_map(|(group, sections)| sections.iter().map(move |&at| (at, group))).collect();
    let mut units: BTreeMap<(usize, String), BTreeSet<usize>> = BTreeMap::new();
    for block in document.blocks.iter().filter(|b| b.cell.is_none() && !matches!(b.kind, BlockKind::Heading(_))) {
        if let Some(&group) = member.get(&block.section) {
            for quantity in crate::quantity::scan_known(&block.text.string).quantities {
                let unit = quantity.canonical.unit.to_string();
                if !unit.is_empty() && unit != "%" {
                    units.entry((group, unit)).or_default().insert(block.section);
                }
            }
        }
    }
    let named: Vec<usize> = named_sections(document, siblings.values());
    let parallel: Vec<usize> = units.iter().filter(|(_, sections)| sections.len() >= 2).map(|((group, _), _)| *group).collect();
    let chapters: BTreeSet<usize> =
        siblings.values().enumerate().filter(|(_, group)| chapters(document, group)).map(|(at, _)| at).collect();
    // Where the text names some of them, what it never names ("Picking by size") is none of them.
    let used = |at: usize| {
        let heading = document.sections[at].heading.and_then(|h| document.blocks.get(h)).map_or("", |b| b.text.string.trim());
        recurs(document, unnumbered(heading))
    };
    let groups: Vec<Vec<usize>> = siblings.into_values().collect();
    let named_group = |group: usize| groups.get(group).is_some_and(|all| all.iter().filter(|&&at| used(at)).count() >= 2);
    member
        .into_iter()
        .filter(|(at, group)| {
            named.contains(at) || parallel.contains(group) && !chapters.contains(group) && (!named_group(*group) || used(*at))
        })
        .map(|(at, _)| at)
        .collect()
}

/// Whether sections side by side are the chapters of one text, though some of them have figures in one unit: 一、术前准备, 二、复查;
/// "Venues", "Refunds", "Last year in figures". Their headings are counted in Chinese numerals, or one of their level is a phrase in
/// small letters; and fewer than half of the headings stand as names in the text or a table.
fn chapters(document: &Document, group: &[usize]) -> bool {
    let heading =
        |at: usize| document.sections[at].heading.and_then(|h| document.blocks.get(h)).map_or("", |b| b.text.string.trim());
    let Some(first) = group.first().map(|&at| &document.sections[at]) else { return false };
    let counted = group.iter().filter(|&&at| chapter_number(heading(at))).count() * 2 > group.len();
    let phrase = document.sections.iter().enumerate().skip(1).any(|(at, section)| {
        let words: Vec<&str> = heading(at).split_whitespace().collect();
        let small = |word: &&str| word.len() > 3 && word.starts_with(|c: char| c.is_ascii_lowercase());
        section.parent == first.parent
            && section.level == first.level
            && section.role == Role::Body
            && heading(at).is_ascii()
            && words.len() >= 2
            && words.iter().skip(1).any(small)
            && !heading(at).ends_with('?')
    });
    let used = group.iter().filter(|&&at| {
        let name = unnumbered(heading(at));
        let name = after_chapter_number(name);
        recurs(document, name)
            || name.contains(|c: char| c.is_ascii_digit())
            || document.blocks.iter().any(|b| b.cell.is_some() && b.text.string.trim() == name)
    });
    (counted || phrase) && used.count() * 2 < group.len()
}

/// Whether a heading begins with a Chinese numeral and a comma: 一、, 十二、, （三）.
fn chapter_number(heading: &str) -> bool {
    after_chapter_number(heading).len() < heading.len()
}

/// A heading without its Chinese numeral.
fn after_chapter_number(heading: &str) -> &str {
    let bare = heading.trim_start_matches(['（', '(', '第']);
    let rest = bare.trim_start_matches(['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百']);
    if rest.len() == bare.len() {
        return heading;
    }
    rest.strip_prefix(['、', '）', ')', '．', '.', '章', '节', '部']).map_or(heading, str::trim_start)
}

/// Sections side by side whose headings the text uses as names: each opens its own section or stands amid a sentence, and one at least
/// looks like a name there (a capital amid a sentence, a number, two capitals; a Chinese one needs no more).
fn named_sections<'a>(document: &Document, groups: impl Iterator<Item = &'a Vec<usize>>) -> Vec<usize> {
    let mut found = Vec::new();
    for group in groups {
        let uses: Vec<(usize, bool)> = group.iter().filter_map(|&at| Some((at, use_as_name(document, at)?))).collect();
        if uses.len() >= 2 && uses.iter().any(|(_, sure)| *sure) {
            found.extend(uses.into_iter().map(|(at, _)| at));
        }
    }
    found
}

/// Whether the text uses a heading as a name, and whether it can be nothing else.
fn use_as_name(document: &Document, at: usize) -> Option<bool> {
    let heading = document.sections[at].heading.and_then(|h| document.blocks.get(h))?;
    let name = unnumbered(heading.text.string.trim());
    let texts = || document.blocks.iter().filter(|b| !matches!(b.kind, BlockKind::Heading(_) | BlockKind::Meta));
    let opens = texts().any(|b| b.section == at && b.text.string.trim_start().starts_with(name));
    if !name.is_ascii() {
        return (opens && name.chars().count() >= 2).then_some(true);
    }
    let amid = texts().any(|b| {
        let text = &b.text.string;
        text.match_indices(name).any(|(found, _)| {
            let before = text[..found].trim_end();
            before.len() < found && before.ends_with(|c: char| c.is_ascii_lowercase() || c == ',')
        })
    });
    let capitals = name.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).count();
    let marked = name.contains(|c: char| c.is_ascii_digit()) || capitals >= 2;
    (capitals >= 1 && name.len() >= 3 && (opens || amid)).then_some(amid || marked)
}

/// Whether a heading can be a name: short, no metric, no sentence, no word for a part of a document.
pub fn is_name(heading: &str, lexicon: &Lexicon) -> bool {
    let words = heading.split_whitespace().count();
    let short = if heading.is_ascii() { words <= 5 } else { heading.chars().count() <= 16 };
    short
        && !heading.is_empty()
        && heading.starts_with(|c: char| c.is_alphabetic())
        && !heading.ends_with(['?', '？', ':', '：', '.', '。', '!', '！'])
        && !GENERIC.iter().any(|g| heading.eq_ignore_ascii_case(g))
        && lexicon.metric_names.find(heading).is_empty()
        && !OPENERS.iter().any(|word| heading.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
        && lexicon.cue_names.find(heading).iter().all(|(range, cue)| {
            // "Tarn Max" may be a name, "Max" is none.
            matches!(lexicon.cues[*cue].family(), "able" | "condition") && range.len() < heading.len()
        })
        && ![
            "部分", "章", "节", "说明", "介绍", "概述", "数据", "结果", "规则", "方法", "步骤", "附录", "背景", "情况", "问题",
            "建议", "政策", "服务",
        ]
        .iter()
        .any(|w| heading.ends_with(w))
}

/// What headings begin with that are no names.
const OPENERS: &[&str] = &[
    "the ", "a ", "an ", "our ", "your ", "what ", "how ", "why ", "who ", "when ", "where ", "more ", "about ", "by ", "test ",
    "lab ", "further ", "other ", "some ",
];

/// A heading without its number.
pub fn unnumbered(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '#' | '.' | ')' | '、' | ' '));
    if rest.is_empty() { heading } else { rest }
}

/// Headings that name a part of a document, never what it is about.
pub const GENERIC: &[&str] = &[
    "readme",
    "changelog",
    "overview",
    "introduction",
    "performance",
    "benchmark",
    "benchmarks",
    "pricing",
    "prices",
    "plans",
    "claims",
    "status",
    "notes",
    "docs",
    "documentation",
    "faq",
    "summary",
    "report",
    "results",
    "guide",
    "specs",
    "specifications",
    "news",
    "about",
    "home",
    "index",
    "contents",
    "features",
    "license",
    "contributing",
    "security",
    "roadmap",
    "release notes",
    "getting started",
    "data sheet",
    "datasheet",
    "installation",
    "install",
    "usage",
    "quick start",
    "quickstart",
    "limits",
    "limitations",
    "configuration",
    "examples",
    "example",
    "background",
    "method",
    "methods",
    "methodology",
    "discussion",
    "conclusion",
    "conclusions",
    "references",
    "appendix",
    "support",
    "requirements",
    "hardware",
    "software",
    "setup",
    "details",
    "testing",
    "tests",
    "design",
    "architecture",
    "api",
    "cli",
    "storage",
    "network",
    "networking",
    "battery",
    "power",
    "display",
    "camera",
    "delivery",
    "shipping",
    "returns",
    "payment",
    "billing",
    "accounts",
    "highlights",
    "scope",
    "data",
    "metrics",
    "financials",
    "outlook",
    "risks",
    "operations",
    "people",
    "environment",
    "compare",
    "comparison",
    "at a glance",
    "how we tested",
    "known issues",
];

/// Whether the section is an entry itself, not a part of one.
pub fn own_entry(document: &Document, at: usize) -> bool {
    let section = &document.sections[at];
    section.rank.is_some()
        || section
            .parent
            .and_then(|p| document.sections.get(p))
            .is_none_or(|parent| parent.rank.is_none() && parent.name.is_none())
}
