//! An announced number of things that the list does not keep.

pub(super) mod share;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::claim::{Claim, Confidence, Interval, Kind};
use crate::finding::Severity;
use crate::rules::grid;
use crate::rules::interval::{Span, measure, ratio};
use crate::rules::{Draft, Example, Group, Rule, Say, confidence, passage, words};

/// An announced number of things that the list does not keep.
pub static RULE: Rule = Rule {
    name: "count-mismatch",
    summary: Say {
        en: "an announced number of things is not the number that follows", zh: "声明的数量与实际列出的数量不符"
    },
    explanation: Say {
        en: "\"Five criteria\" are announced and four are listed: something was deleted, or never written. The rule compares an announced count with the list or table that the \
same line introduces, within its sentence too (\"in five languages: C, Go, Java, Rust and Zig\"), with the rows of a table whose first column is headed by what is counted, a count of criteria with the list or table of its section, and a count of entries with the ranked entries of the document. One or none announces no list; a line that announces two \
counts is not compared, nor are nested items counted; of more things tested than shown only a difference of one is told. To mend it, correct the count or complete the list.",
        zh: "声明“五个维度”，却只列出四个：要么删了一项，要么漏写了一项。本规则把声明的数量与同一行所引出的列表或表格比较，也与同一句中列举的各项（“五种语言：甲、乙、丙、丁、戊”）、首列以所计事物为表头的表格行数比较，把维度数与本节的列表或表格比较，\
把条目数与文档中排名的条目比较。一行里有两个数量时不比较，嵌套的子项不计入。修改方法：更正数量或补全列表。",
    },
    severity: Severity::Warning,
    also: &[],
    yields_to: &[],
    keys: |claim| match claim.kind {
        Kind::Count if claim.confidence != Confidence::Low && claim.section != "history" => vec![claim.document.clone()],
        Kind::Table => std::iter::once(claim.document.clone()).chain(grid::keys(claim, share::SORTS)).collect(),
        Kind::List | Kind::Document => vec![claim.document.clone()],
        Kind::Aggregate | Kind::Score | Kind::Capability => grid::keys(claim, share::SORTS),
        Kind::Quantity if claim.table.is_some() => grid::keys(claim, share::SORTS),
        // A number right before the colon that a list stands behind counts the list.
        Kind::Quantity if claim.table.is_none() && claim.section != "history" && whole(claim) => vec![claim.document.clone()],
        _ => Vec::new(),
    },
    check,
    texts: &[
        ("items", Say { en: "{a} announced, {found} listed", zh: "声明{a}，实际列出{found}个" }),
        ("entries", Say { en: "{a} announced, {found} entries found", zh: "声明{a}，实际有{found}个条目" }),
        (
            "share",
            Say {
                en: "{a} ({said}), but the table has {found} of {of}",
                zh: "此处写{a}（{said}），而表格{of}项中有{found}项如此",
            },
        ),
        ("share-help", Say { en: "correct the number or the table", zh: "更正数量或表格" }),
        ("cell", Say { en: "the table says this", zh: "表格中如此" }),
        ("help", Say { en: "correct the count or complete the list", zh: "更正数量或补全列表" }),
        ("list", Say { en: "what is listed", zh: "实际列出的内容" }),
    ],
    fires: &[
        Example {
            files: &[(
                "huts.md",
                "# Huts\n\n| Hut | Beds | Open in winter |\n|---|---|---|\n| Larch | 24 | yes |\n| Stone | 12 | no |\n| Ridge | 36 | yes |\n| Lake | 18 | no |\n\nThree of the four huts are open in winter. Three of the four huts have more than 15 beds.\n",
            )],
        },
        Example {
            files: &[(
                "渡口.md",
                "# 渡口\n\n| 渡口 | 船型 | 班次 |\n|---|---|---|\n| 上渡 | 汽渡 | 24 |\n| 中渡 | 客渡 | 18 |\n| 下渡 | 汽渡 | 30 |\n\n三个渡口中有一个是汽渡。\n",
            )],
        },
        Example { files: &[("readme.md", "# Tern\n\nFive formats are supported:\n\n- CSV\n- JSON\n- YAML\n- TOML\n")] },
        Example { files: &[("出行.md", "# 出行清单\n\n出发前要看四点：\n\n- 天气\n- 路况\n- 油量\n")] },
        Example {
            files: &[(
                "kettles.md",
                "# Kettles\n\nThis article compares four kettles.\n\n## TOP1 Wren\n\nQuiet.\n\n## TOP2 Lark\n\nQuick.\n\n## TOP3 Finch\n\nCheap.\n",
            )],
        },
        Example {
            files: &[("榜单.md", "# 露营灯榜单\n\n## 评选维度\n\n本次榜单基于以下四个维度：\n\n1. 亮度\n2. 续航\n3. 重量\n")],
        },
        Example {
            files: &[("guide.md", "# Choosing a tent\n\nThere are three criteria:\n\n- weight\n- room\n- price\n- colour\n")],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "huts.md",
                "# Huts\n\n| Hut | Beds | Open in winter |\n|---|---|---|\n| Larch | 24 | yes |\n| Stone | 12 | no |\n| Ridge | 36 | yes |\n| Lake | 18 | no |\n\nTwo of the four huts are open in winter. Three of the four huts have more than 15 beds.\n",
            )],
        },
        Example {
            files: &[(
                "渡口.md",
                "# 渡口\n\n| 渡口 | 船型 | 班次 |\n|---|---|---|\n| 上渡 | 汽渡 | 24 |\n| 中渡 | 客渡 | 18 |\n| 下渡 | 汽渡 | 30 |\n\n三个渡口中有两个是汽渡。\n",
            )],
        },
        Example {
            files: &[(
                "soup.md",
                "# Soup\n\nFor 4 servings:\n\n- 2 leeks\n- 3 potatoes\n- 1 litre of stock\n\nNine herbs go with it:\n\n- mint, dill, chervil\n- sage, thyme, savory\n- parsley, chives, lovage\n",
            )],
        },
        Example {
            files: &[(
                "kettles.md",
                "# Kettles\n\nWe tested 12 kettles for a month.\n\n## TOP1 Wren\n\nQuiet.\n\n## TOP2 Lark\n\nQuick.\n\n## TOP3 Finch\n\nCheap.\n",
            )],
        },
        Example {
            files: &[("榜单.md", "# 露营灯榜单\n\n## 评选维度\n\n本次榜单基于以下三个维度：\n\n1. 亮度\n2. 续航\n3. 重量\n")],
        },
        Example {
            files: &[(
                "guide.md",
                "# Choosing a tent\n\nThere are at least three criteria:\n\n- weight\n- room\n- price\n- colour\n",
            )],
        },
    ],
};

fn whole(claim: &Claim) -> bool {
    let plain = |c: &Interval| !c.unit.contains(['/', '%']) && c.low.as_ref().is_some_and(|n| n.len() <= 2) && c.low == c.high;
    claim.block.is_some() && claim.canonical.as_ref().is_some_and(plain)
}

/// Plurals that do not end in s.
const PLURALS: &[&str] = &["people", "children", "men", "women", "mice", "feet", "teeth", "criteria", "data", "media"];

/// Whether a list's lead-in says how many things there are: "共有6个分拨中心：", "Five formats are supported:".
fn counts(quantity: &Claim, list: &Claim) -> bool {
    let Some((before, after)) = list.text.as_deref().and_then(|text| text.split_once(quantity.quote.as_str())) else {
        return false;
    };
    let end = after.trim_end();
    let rest = end.trim_end_matches([':', '：']).trim_end();
    let plain = !rest.contains(['，', '。', ',', '.', ';', '；', '、', '和', '或']);
    let sentence = before.rsplit(['。', '；', '！', '？']).next().unwrap_or(before);
    let last = sentence.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).unwrap_or("").to_lowercase();
    let han = sentence.trim_end();
    let otherwise = crate::lexicon::words("count_otherwise").contains(&last.as_str())
        || han.ends_with(['第', '每', '前', '后', '近', '约', '在', '为', '按', '以', '给', '满']);
    let low = rest.trim_start().to_lowercase();
    let partial =
        low.starts_with("of ") || [" and ", " or ", " per ", " each "].iter().any(|word| format!("{low} ").contains(word));
    // "Model 3:", "format 6 has the layout:", "1 model B:": behind a digit stands what is counted, and there are several.
    let digits = quantity.quote.starts_with(|c: char| c.is_ascii_digit()) && before.is_ascii() && after.is_ascii();
    let several = |word: &str| (word.ends_with('s') || PLURALS.contains(&word)) && !crate::lexicon::words("stop").contains(&word);
    let counted = !digits || low.split(' ').take(3).any(several);
    let each = ["每", "各"].iter().any(|word| before.contains(word) || rest.contains(word));
    end.ends_with([':', '：']) && rest.chars().count() <= 60 && plain && counted && !otherwise && !partial && !each
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if group.key.starts_with(grid::KEY) {
        share::check(group, out);
        return;
    }
    quantities(group, out);
    inline(group, out);
    let of_kind = |kind: Kind| group.claims.iter().copied().filter(move |c| c.kind == kind).collect::<Vec<_>>();
    let (counts, lists) = (of_kind(Kind::Count), [of_kind(Kind::List), of_kind(Kind::Table)].concat());
    for count in &counts {
        let block = count.block.as_ref().map(|b| b.id);
        let alone = counts.iter().filter(|c| c.block.as_ref().map(|b| b.id) == block && c.metric == count.metric).count() == 1;
        if !alone || block.is_none() {
            continue;
        }
        let metric = count.metric.as_deref().unwrap_or_default();
        let introduced: Vec<&Claim> = lists.iter().copied().filter(|l| introducer(l) == block).collect();
        let in_section: Vec<&Claim> =
            lists.iter().copied().filter(|l| l.heading == count.heading && l.section == count.section).collect();
        let list = match (introduced.as_slice(), in_section.as_slice()) {
            ([list], _) => *list,
            // Criteria are listed where they are announced, though perhaps not right behind.
            ([], [list]) if metric == "criteria_count" && count.section == "criteria" => *list,
            _ if metric == "entry_count" => {
                entries(count, &counts, &of_kind(Kind::Document), out);
                continue;
            }
            _ => continue,
        };
        // A table says how many things there are only where its rows are what is counted.
        let counted = list.kind == Kind::List || matches!(metric, "criteria_count" | "entry_count");
        let counted = counted && announces_several(count) && announced_last(count, list);
        let found = if list.kind == Kind::List { number(list, "items") } else { number(list, "rows") };
        if let (true, Some(found)) = (counted, found)
            && differs(count, found)
        {
            out.push(draft("items", count, found, Some(list)));
        }
    }
}

/// Numbers of counted things that extraction took for plain figures.
fn quantities(group: &Group<'_>, out: &mut Vec<Draft>) {
    let mut numbers: BTreeMap<u32, Vec<&Claim>> = BTreeMap::new();
    for claim in group.claims.iter().filter(|c| matches!(c.kind, Kind::Quantity | Kind::Count)) {
        if let Some(block) = &claim.block {
            numbers.entry(block.id).or_default().push(claim);
        }
    }
    for table in group.claims.iter().filter(|c| c.kind == Kind::Table) {
        let Some([quantity]) = introducer(table).and_then(|block| numbers.get(&block)).map(Vec::as_slice) else { continue };
        if let Some(found) =
            rows_counted(quantity, table).filter(|found| announces_several(quantity) && differs(quantity, *found))
        {
            let near = quantity.canonical.as_ref().and_then(|c| c.low.as_deref()?.parse::<u32>().ok());
            if near.is_some_and(|told| told.abs_diff(found) <= 2) {
                out.push(draft("items", quantity, found, Some(table)));
            }
        }
    }
    for list in group.claims.iter().filter(|c| c.kind == Kind::List) {
        let Some([quantity]) = introducer(list).and_then(|block| numbers.get(&block)).map(Vec::as_slice) else { continue };
        let counted =
            quantity.kind == Kind::Quantity && counts(quantity, list) && dimensionless(quantity) && announces_several(quantity);
        // A single item is what is left of a list whose items are paragraphs.
        let Some(found) = number(list, "items").filter(|found| counted && *found > 1) else { continue };
        // Items that name several things each may keep the count together.
        let kept = number(list, "named").is_some_and(|named| !differs(quantity, named));
        if differs(quantity, found) && !kept {
            out.push(draft("items", quantity, found, Some(list)));
        }
    }
}

/// Lists within the sentence of their count.
fn inline(group: &Group<'_>, out: &mut Vec<Draft>) {
    for list in group.claims.iter().filter(|c| c.kind == Kind::List) {
        let Some(place) = list.conditions.get(crate::extract::inline::COUNT) else { continue };
        let stands = |c: &&&Claim| {
            matches!(c.kind, Kind::Quantity | Kind::Count)
                && c.document == list.document
                && c.line.zip(c.column).is_some_and(|(line, column)| format!("{line}:{column}") == *place)
        };
        if let Some(count) = group.claims.iter().find(stands)
            && let Some(found) = number(list, "items")
            && dimensionless(count)
            && differs(count, found)
        {
            out.push(draft("items", count, found, Some(list)));
        }
    }
}

/// Whether a count stands in the last sentence of what introduces a list: "It has 3 parts. The figures in short:" counts no figures.
fn announced_last(count: &Claim, list: &Claim) -> bool {
    let Some(text) = list.text.as_deref().filter(|_| introducer(list) == count.block.as_ref().map(|b| b.id)) else { return true };
    let last = crate::extract::sentence::sentences(text).len().saturating_sub(1);
    count.block.as_ref().and_then(|b| b.sentence).is_none_or(|sentence| usize::try_from(sentence) == Ok(last))
}

/// "One example:" goes on with its details, and "zero" announces nothing.
fn announces_several(count: &Claim) -> bool {
    let most = count.canonical.as_ref().and_then(|c| crate::claim::exact(c.high.as_deref().or(c.low.as_deref())?));
    most.is_some_and(|most| most > ratio(1, 1))
}

/// How many rows a table has of what the sentence before it counts: "Five projects were finished:" above a column "Project".
fn rows_counted(count: &Claim, table: &Claim) -> Option<u32> {
    let labels: Vec<&str> = table.conditions.get("cells 0")?.split(" | ").collect();
    let header = table.text.as_deref()?.split(" | ").next()?.trim().to_lowercase();
    let text = count.wording.as_ref().map_or("", |_| count.quote.as_str());
    let unit = count.canonical.as_ref().map_or("", |c| c.unit.as_str());
    let noun = [unit, count.metric.as_deref().unwrap_or(""), text].join(" ").to_lowercase();
    let named = if header.is_ascii() {
        header.len() > 3
            && noun.split(|c: char| !c.is_alphanumeric()).any(|word| word == header || word.trim_end_matches('s') == header)
    } else {
        header.chars().count() >= 2 && noun.contains(&header)
    };
    let rows = labels.iter().filter(|label| !label.is_empty() && !crate::rules::total_mismatch::totals(label)).count();
    (named && dimensionless(count)).then(|| u32::try_from(rows).ok()).flatten()
}

/// A bare number or a counted noun: no length, time, money.
fn dimensionless(claim: &Claim) -> bool {
    let unit = claim.canonical.as_ref().map_or("", |c| c.unit.as_str());
    unit.is_empty()
        || (unit.chars().count() > 1
            && !matches!(unit, "byte" | "bit" | "m2" | "kg")
            && !unit.bytes().all(|b| b.is_ascii_uppercase()))
}

/// How far a count may be from the entries and still mean them: of thirty things tested three may be shown.
const NEAR: u32 = 3;

fn entries(count: &Claim, counts: &[&Claim], documents: &[&Claim], out: &mut Vec<Draft>) {
    let Some(found) = documents.first().and_then(|d| number(d, "entries")).filter(|n| *n > 1) else { return };
    let Some(announced) = count.canonical.as_ref().and_then(|c| c.low.as_deref()?.parse::<u32>().ok()) else { return };
    // More may have been tested than are shown, which another sentence then says.
    let was_tested = |c: &Claim| c.conditions.get("strength").is_some_and(|strength| strength == "tested");
    let tested = was_tested(count);
    let kept = counts.iter().any(|c| c.metric == count.metric && c.id != count.id && !was_tested(c) && !differs(c, found));
    let near = announced.abs_diff(found) <= if tested { 1 } else { NEAR };
    if differs(count, found) && near && !(tested && kept) {
        out.push(draft("entries", count, found, None));
    }
}

fn introducer(list: &Claim) -> Option<u32> {
    list.block.as_ref().and_then(|b| b.announced_by)
}

fn number(claim: &Claim, name: &str) -> Option<u32> {
    claim.conditions.get(name)?.parse().ok()
}

fn differs(count: &Claim, found: u32) -> bool {
    let Some(measure) = measure(count) else { return false };
    let found = Span::point(&ratio(i64::from(found), 1));
    let about = measure.approximate.then(|| ratio(1, 10));
    !measure.stated.widened(&BigRational::zero(), about.as_ref()).meets(&found)
}

fn draft(message: &'static str, count: &Claim, found: u32, list: Option<&Claim>) -> Draft {
    let announced = count.canonical.as_ref().and_then(|c| c.low.clone().or(c.high.clone())).unwrap_or_default();
    Draft {
        severity: None,
        confidence: confidence([count]),
        message,
        help: "help",
        args: BTreeMap::from([("a", words(&count.quote)), ("found", found.to_string())]),
        arithmetic: format!("{announced} ≠ {found}"),
        primary: passage(count, ""),
        related: list.map(|l| passage(l, "list")).into_iter().collect(),
    }
}
