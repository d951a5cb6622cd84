//! Two figures for one fact.

mod restated;

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::claim::{self, Bound, Claim, Confidence};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions, Statement, apart};
use crate::rules::interval::{Meeting, stated, stated_beside};
use crate::rules::{ALSO, Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, words};

/// Two figures for one fact.
pub static RULE: Rule = Rule {
    name: "value-conflict",
    summary: Say {
        en: "two figures for one fact that cannot both hold", zh: "同一事实出现两个不能同时成立的数值"
    },
    explanation: Say {
        en: "A figure is given in an entry and repeated further down, or in the next article; somebody mends one copy and overlooks \
the other. The rule compares figures of the same subject and metric whose conditions do not differ, as intervals: half a unit of \
the last digit and ten percent for \"about\" are allowed, and periods and units are converted. Two maxima (\"up to 40%\", \"up to 60%\") \
are two figures. Figures without a common name are compared where their passages share the words that say what is counted and nothing \
sets them apart: another year, season or part, another name or setting. When only one of the two names a condition, a baseline or a ground (\"expected\"), the finding is a warning that asks \
for it. Values that stand in one sentence, table, list or program output are not compared, nor are bare counts below ten in sentences, nor theoretical with measured ones, nor figures that only words bring together and that are more than six times apart, unless by a power of ten. One sum of money a month and a year is told, and so is a value between those that a change went from and to. To mend it, set both \
places to the right value, or write down the condition under which they differ.",
        zh: "同一个数值先写在正文里，又在摘要、表格、问答或另一篇文章中重复；一处改了，另一处没有跟着改。本规则比较主体、指标相同且条件不冲突的数值，\
并按区间计算：末位数字的半个单位、“约”的上下百分之十都算在内，单位和计费周期先换算。两个“最高”（最高40%、最高60%）视为两个数值。\
没有共同名称的数值，只要两处说明所计何物的词相同，又没有年份、季节、部分、名称或条件的差别，也会比较。\
只有一方写明条件、比较对象或依据（如“预期”）时，只给出警告，要求补写。同一句话、同一张表、同一列表或同一段程序输出内的数值不互相比较，句中小于十的单纯个数也不比较，理论值与实测值也不比较；仅凭字句联系、相差六倍以上且不是整十倍的数值也不比较。同一金额一处按月、一处按年，以及落在“由…升至…”两值之间的数值，会提示。\
修改方法：把两处改成同一个正确数值，或写清二者不同的条件。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[
        "data-mismatch",
        "translation-mismatch",
        "retired-value",
        "range-exceeded",
        "superlative-violated",
        "rate-conflict",
        "reference-conflict",
    ],
    keys: fact::keys_with_restated,
    check,
    texts: &[
        ("conflict", Say { en: "{subject}: {a} here, but {b} elsewhere", zh: "{subject}：此处为{a}，另一处为{b}" }),
        (
            "unstated",
            Say {
                en: "{subject}: {a} here and {b} elsewhere, and only one of them states the condition ({missing})",
                zh: "{subject}：此处为{a}，另一处为{b}，而只有一处写明条件（{missing}）",
            },
        ),
        (
            "ground",
            Say {
                en: "{subject}: {a} here and {b} elsewhere, and only one of them says on what it rests (measured, expected, in theory)",
                zh: "{subject}：此处为{a}，另一处为{b}，而只有一处写明依据（实测、预期或理论值）",
            },
        ),
        (
            "restated",
            Say {
                en: "{a} here, but {b} elsewhere for what reads as the same figure (shared words: {shared})",
                zh: "此处为{a}，另一处为{b}，二者像是同一数值（共有的词：{shared}）",
            },
        ),
        (
            "check",
            Say {
                en: "set both places to the same figure, or name what tells the two apart",
                zh: "把两处改为同一个数值，或写明二者的区别",
            },
        ),
        ("floor", Say { en: "{subject}: {a} here, but {b} elsewhere", zh: "{subject}：此处为{a}，另一处为{b}" }),
        ("help", Say { en: "set both places to the same figure", zh: "把两处改为同一个数值" }),
        (
            "state",
            Say {
                en: "say at both places under which condition the figure holds, or set them to the same figure",
                zh: "两处都写明数值成立的条件，或改为同一个数值",
            },
        ),
        ("other", Say { en: "differs from this", zh: "与此处不一致" }),
        (ALSO, Say { en: "the same figure again", zh: "同一数值再次出现" }),
    ],
    fires: &[
        Example {
            files: &[(
                "kite.md",
                "# Kite\n\nThe price of Kite is 40 USD.\n\n## Buy\n\nThe price of Kite is 40 USD.\n\n## Rent\n\nThe price of Kite is 41 USD.\n\n## Send\n\nThe price of Kite is 42 USD.\n\n## Give\n\nThe price of Kite is 43 USD.\n\n## Keep\n\nThe price of Kite is 40 USD.\n",
            )],
        },
        Example {
            files: &[(
                "lamp.md",
                "# Tern lamp: data sheet\n\nThe Tern lamp draws 4 W and costs 9 EUR. Its rating is 4.5 points.\n\n## In short\n\nThe Tern lamp draws 6 W.\n",
            )],
        },
        Example {
            files: &[(
                "价目.md",
                "# 云杉存储\n\n云杉存储的价格为0.23元/GB。\n\n## 小结\n\n云杉存储的价格为0.32元/GB，适合归档。\n",
            )],
        },
        Example {
            files: &[(
                "ferry.md",
                "# Ferry\n\nThe crossing takes 35 minutes.\n\n## FAQ\n\n**How long is the crossing?**\n\nAbout 45 minutes.\n",
            )],
        },
        Example {
            files: &[("渡船.md", "# 渡船\n\n航程35分钟，每天6班。\n\n## 常见问题\n\n**航程要多久？**\n\n约45分钟。\n")]
        },
        Example {
            files: &[(
                "guide.md",
                "# Harbor Cache\n\n## Overview\n\nHarbor Cache answers with a p99 latency of 12 ms.\n\n## Details\n\nUnder load, Harbor Cache keeps its p99 latency at 19 ms.\n",
            )],
        },
        Example {
            files: &[
                ("甲.md", "# 观澜净水器\n\n## 规格\n\n- 观澜净水器的价格为 1999 元。\n"),
                ("乙.md", "# 选购指南\n\n## 观澜净水器\n\n观澜净水器的价格为 2399 元。\n"),
            ],
        },
        Example {
            files: &[(
                "dryer.md",
                "# Tern dryer: data sheet\n\nThe price of the Tern dryer is 640 EUR, and it dries a load in 95 minutes.\n\n## In short\n\nThe Tern dryer costs 690 EUR.\n",
            )],
        },
        Example {
            files: &[(
                "评测.md",
                "# 青鸟咖啡机评测\n\n青鸟咖啡机售价2399元，水箱容量1.8升。\n\n## 外观\n\n青鸟咖啡机机身方正，水箱容量1.5升。\n",
            )],
        },
        Example {
            files: &[(
                "pool.md",
                "# Brook Street Pool: the year 2031\n\nThe pool welcomed 86,400 visitors in 2031.\n\n## Key figures\n\n| | 2030 | 2031 |\n|---|---|---|\n| Visitors | 79,100 | 84,600 |\n| of which school classes | 11,200 | 12,900 |\n",
            )],
        },
        Example {
            files: &[(
                "年报.md",
                "# 东岭图书馆2031年年报\n\n全年接待读者52.6万人次，外借图书38万册。\n\n## 结语\n\n56.2万人次的读者走进图书馆，是对我们最好的鼓励。\n",
            )],
        },
        Example {
            files: &[(
                "archive.md",
                "# Tidewater archive\n\n## Summary\n\n| Item | Count |\n|---|---|\n| Total maps | 318 |\n| Atlases | 27 |\n\n## Maps (381)\n\nSorted by coast.\n\n## Atlases (27)\n\nSorted by year.\n",
            )],
        },
        Example {
            files: &[(
                "名录.md",
                "# 河西文保名录\n\n## 概况\n\n| 项目 | 数量 |\n|---|---|\n| 碑刻总数 | 164 |\n| 古桥 | 12 |\n\n## 碑刻（146）\n\n按年代排列。\n\n## 古桥（12）\n\n按河流排列。\n",
            )],
        },
        Example {
            files: &[(
                "survey.md",
                "# Mill survey\n\nOf the old mills, 31 are fully restored and 58 partly restored.\n\n## Counts\n\n| Valley | Fully restored | Partly restored |\n|---|---|---|\n| Upper | 19 | 34 |\n| Lower | 14 | 24 |\n| Total | 33 | 58 |\n",
            )],
        },
    ],
    near_misses: &[
        Example {
            files: &[(
                "guide.md",
                "# Tern\n\nTern keeps two keys for each user, and returns 0 keys to a guest.\n\n## Memory\n\nAn empty Tern uses 3 MB of memory. With a million keys, Tern uses 85 MB of memory.\n\n## Limits\n\nTern was tried with 10 GB of memory, and Tern may keep 2 GB of memory for a copy.\n\n## Copies\n\nTern writes three keys per copy. Tern frees 12 MB of memory at once.\n",
            )],
        },
        Example {
            files: &[(
                "README.md",
                "# Tern\n\nTern was upgraded to 1.2 and `tar` has been updated to 0.7.\n\nSet `LIMIT=3`, or `LIMIT=5` with `--retries 2`. Tern reads `v[4]` and `v[6]`.\n\n## Buffers\n\n- `small`: Tern takes blocks of one kilobyte.\n- `large`: Tern takes blocks of ten kilobytes.\n\n```text\nround = 2, drift = 8\nround = 3, drift = 12\n```\n\nTern was made faster (#644), and its cache was mended (#12).\n",
            )],
        },
        Example {
            files: &[(
                "README.md",
                "# Tern\n\n## Reading\n\nTern has three derivable traits for reading:\n\n- Open\n- Seek\n- Read\n\n## Marking\n\nTern has two derivable traits for marking:\n\n- Owned\n- Shared\n",
            )],
        },
        Example {
            files: &[(
                "pool.md",
                "# Brook Street Pool: the year 2031\n\nThe pool welcomed 84,600 visitors in 2031.\n\n## Key figures\n\n| | 2030 | 2031 |\n|---|---|---|\n| Visitors | 79,100 | 84,600 |\n| of which school classes | 11,200 | 12,900 |\n",
            )],
        },
        Example {
            files: &[(
                "guide.md",
                "# How to choose tumble dryers\n\nTumble dryers with a heat pump cost 640 EUR.\n\n## Vented models\n\nTumble dryers without one cost 290 EUR.\n",
            )],
        },
        Example {
            files: &[(
                "选购.md",
                "# 家用咖啡机怎么选\n\n家用咖啡机里，胶囊式售价699元。\n\n## 半自动\n\n半自动的家用咖啡机售价2399元。\n",
            )],
        },
        Example {
            files: &[(
                "season.md",
                "# Lake Steamer\n\nThe Lake Steamer sails from 3 April to 28 October 2031. On 12 May it rests.\n\n## Boats\n\n| Ticket | Price (EUR) | Trips |\n|---|---|---|\n| Ten-trip card | 90 | 10 |\n| Day card | 24 | any |\n\nWith the Ten-trip card each trip costs EUR 9, a saving of EUR 3. A student pays EUR 12 for the Day card.\n\nTrailers go by length:\n\n- up to 4 m: EUR 15\n- 4 to 6 m: EUR 22\n- over 6 m: EUR 31\n",
            )],
        },
        Example {
            files: &[(
                "体检.md",
                "# 体检须知\n\n## 一、检查前\n\n检查前 8 小时禁食。\n\n## 二、检查当天\n\n检查前 30 分钟到院。\n\n## 三、检查之后\n\n检查后 5 天取报告。\n",
            )],
        },
        Example {
            files: &[(
                "guide.md",
                "# Harbor Cache\n\n## Overview\n\nHarbor Cache answers with a p99 latency of 12 ms.\n\n## Details\n\nThe p99 latency of Harbor Cache is 0.012 s.\n",
            )],
        },
        Example {
            files: &[(
                "方案.md",
                "# 云帆套餐\n\n## 标准版\n\n标准版的价格为 1200 元/年。\n\n## 专业版\n\n专业版的价格为 2400 元/年。\n",
            )],
        },
        Example {
            files: &[(
                "CHANGELOG.md",
                "# Changelog\n\n## 2.0.0 (2031-05-02)\n\n- Harbor Cache: p99 latency 12 ms.\n\n## 1.0.0 (2030-02-01)\n\n- Harbor Cache: p99 latency 48 ms.\n",
            )],
        },
        Example {
            files: &[(
                "archive.md",
                "# Tidewater archive\n\n## Summary\n\n| Item | Count |\n|---|---|\n| Total maps | 318 |\n| Atlases | 27 |\n\n## Sea maps (139)\n\nSorted by coast.\n\n## Land maps (179)\n\nSorted by county.\n\n## Visitors (2031)\n\nCounted at the door.\n",
            )],
        },
        Example {
            files: &[(
                "名录.md",
                "# 河西文保名录\n\n| 项目 | 当前 | 年底目标 |\n|---|---|---|\n| 碑刻 | 164 | 180 |\n| 古桥 | 12 | 15 |\n\n## 碑刻\n\n现有164通碑刻，目标是180通。上年有151通碑刻。\n",
            )],
        },
        Example {
            files: &[(
                "survey.md",
                "# Mill survey\n\nIn the upper valley 19 mills are fully restored, and 34 partly restored.\n\n## Counts\n\n| Valley | Fully restored | Partly restored |\n|---|---|---|\n| Upper | 19 | 34 |\n| Lower | 14 | 24 |\n| Total | 33 | 58 |\n",
            )],
        },
        Example {
            files: &[(
                "parser.md",
                "# Wren\n\nWren has 120 rules and 14 backends.\n\n## Rules\n\nWren has 44 rules for text, 36 rules for tables and 40 rules for lists.\n",
            )],
        },
    ],
};

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    if let Some(words) = group.key.strip_prefix(fact::RESTATED) {
        return out.extend(restated::drafts(words, group.claims));
    }
    let found = fact::statements(group.claims);
    // For each statement the strongest of those that contradict it; only the weaker of two speaks.
    let mut conflicts: Vec<(usize, usize)> = Vec::new();
    for (i, a) in found.iter().enumerate() {
        let rivals = found.iter().enumerate().filter(|(j, b)| {
            i != *j
                && disagree(a, b)
                && !beside(a, b)
                && !twice_together(&found, a, b)
                && !counts_parts(&found, a)
                && !counts_parts(&found, b)
        });
        let Some((j, rival)) = rivals.max_by_key(|(j, b)| (b.claims.len(), std::cmp::Reverse(*j))) else { continue };
        if (rival.claims.len(), i) > (a.claims.len(), j) {
            conflicts.push((i, j));
        }
    }
    // Many values, few of them said twice: a list of things that the link could not tell apart.
    if conflicts.len() > 2 && is_list(&found) {
        return;
    }
    out.extend(conflicts.into_iter().filter_map(|(i, j)| draft(&found[i], &found[j])));
}

/// Whether two statements of a fact cannot both hold.
pub(super) fn disagree(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let (x, y) = (a.claims[0], b.claims[0]);
    if x.metric.as_deref() == Some(claim::DIFFERENCE) && (x.baseline.is_none() || x.baseline != y.baseline) {
        return false;
    }
    let borne_out = claim::counted(x) && claim::counted(y);
    if borne_out || fact::baselines_differ(x, y) || fact::modalities_differ(x, y) || fact::conditions(x, y) == Conditions::Differ
    {
        // The same sum a month and a year is no way of billing.
        return !borne_out && is_period_slip(x, y) && !fact::baselines_differ(x, y) && !fact::modalities_differ(x, y);
    }
    // A limit whose subject is only inherited is most often a condition ("if you run models below 10B") and no fact.
    let limit = |s: &Statement<'_>| !matches!(s.measure.bound, Bound::Eq | Bound::Range | Bound::UpTo | Bound::AsLowAs);
    if (limit(a) || limit(b)) && confidence([x, y]) != Confidence::High {
        return false;
    }
    // A range of counted things says what something is made for ("for models of 7B to 13B") as often as what it has.
    if [a, b].iter().any(|s| s.measure.bound == Bound::Range && counted(&s.measure.unit)) {
        return false;
    }
    (a.measure.meeting(&b.measure) == Meeting::Apart || floors_differ(a, b) || between(a, b))
        && apart(a, b).is_some()
        && !too_far(a, b)
}

/// Whether a figure lies between the two that a change went from and to, and is neither: "rose from 10.5% to 12.5%" beside 11.5%.
fn between(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let (change, point) = match (a.measure.bound, b.measure.bound) {
        (Bound::FromTo, Bound::Eq) => (a, b),
        (Bound::Eq, Bound::FromTo) => (b, a),
        _ => return false,
    };
    let (Some(figure), Some(low), Some(high)) = (point.measure.figure(), &change.measure.stated.low, &change.measure.stated.high)
    else {
        return false;
    };
    let (low, high) = if low <= high { (low, high) } else { (high, low) };
    let half = &change.measure.half + &point.measure.half;
    let sure = confidence([a.claims[0], b.claims[0]]) == Confidence::High && a.measure.unit == b.measure.unit;
    sure && !point.measure.approximate && low + &half < *figure && *figure < high - &half
}

/// The same sum of money a month and a year: one of the two periods is a slip, though as a rule they are two ways of billing.
fn is_period_slip(a: &Claim, b: &Claim) -> bool {
    let period = |c: &Claim| -> Option<(String, String)> {
        let (base, period) = c.canonical.as_ref()?.unit.split_once('/')?;
        Some((base.to_owned(), period.to_owned()))
    };
    let told = |c: &Claim| {
        c.value.as_ref().and_then(|v| v.low.clone()).filter(|low| low.chars().filter(char::is_ascii_digit).count() > 2)
    };
    let others = |c: &Claim| {
        c.conditions
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "billing" | "column" | "when"))
            .map(|(n, t)| (n.clone(), t.clone()))
            .collect::<Vec<_>>()
    };
    match (period(a), period(b)) {
        (Some((base, per)), Some((other, another))) => {
            base == other
                && per != another
                && crate::extract::is_currency(&base)
                && told(a).is_some()
                && told(a) == told(b)
                && a.origin != claim::Origin::Derived
                && b.origin != claim::Origin::Derived
                && others(a) == others(b)
        }
        _ => false,
    }
}

/// Whether two figures that only the words around them bring together are many times as large as each other, and no slip of a power of ten:
/// more likely two things than one fact that was stated twice.
fn too_far(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    const TIMES: i64 = 6;
    if confidence([a.claims[0], b.claims[0]]) == Confidence::High {
        return false;
    }
    let ends = |s: &Statement<'_>| s.measure.stated.high.clone().or_else(|| s.measure.stated.low.clone());
    let (Some(x), Some(y)) = (ends(a), ends(b)) else { return false };
    let (small, large) = if x.abs() <= y.abs() { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
    if small.is_zero() || large <= &small * BigRational::from_integer(TIMES.into()) {
        return false;
    }
    let mut ratio = large / small;
    let ten = BigRational::from_integer(10.into());
    while ratio >= ten {
        ratio /= &ten;
    }
    // 4.4 million is 4,392 million but for a slip; 9.7 is nearly one more power.
    let slip = ratio <= BigRational::new(21.into(), 20.into()) || ratio >= BigRational::new(19.into(), 2.into());
    !slip
}

/// Whether most of many statements are made once: a list of things that the link could not tell apart.
pub(super) fn is_list(found: &[Statement<'_>]) -> bool {
    let single = found.iter().filter(|s| s.claims.len() == 1).count();
    // One figure that is repeated more often than all others are stated is the fact, and they are its faults.
    let settled = found.iter().any(|s| s.claims.len() > 1 && s.claims.len() >= single);
    found.len() > 3 && single * 3 >= found.len() * 2 && !settled
}

/// Whether two figures stand in one sentence: its author saw both, and tells them apart.
pub(super) fn beside(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let sentences = |of: &Statement<'_>| -> BTreeSet<(String, u32, u32)> {
        let places = of.claims.iter().take(RELATED);
        places.filter_map(|c| c.block.as_ref().and_then(|b| Some((c.document.clone(), b.id, b.sentence?)))).collect()
    };
    !sentences(a).is_disjoint(&sentences(b))
}

/// Whether two figures stand side by side in two passages: "yields 8% more, on salty soil 12% more", and so once again in the summary.
/// They are two facts, however the second passage puts it.
pub(super) fn twice_together(found: &[Statement<'_>], a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let blocks = |of: &Statement<'_>| -> BTreeSet<(String, u32)> {
        let alike = found.iter().filter(|s| s.measure.same_figures(&of.measure));
        let places = alike.flat_map(|s| s.claims.iter().take(RELATED));
        places.filter_map(|c| Some((c.document.clone(), c.block.as_ref()?.id))).collect()
    };
    blocks(a).intersection(&blocks(b)).nth(1).is_some()
}

/// "44 rules for text and 36 rules for tables": what one passage counts twice it divides, and neither number is that of all.
fn counts_parts(found: &[Statement<'_>], of: &Statement<'_>) -> bool {
    let bare = |s: &Statement<'_>| s.measure.unit.is_empty() || counted(&s.measure.unit);
    let [claim] = of.claims[..] else { return false };
    let together = |other: &Claim| {
        let block = matches!((&claim.block, &other.block), (Some(x), Some(y)) if x.id == y.id);
        claim.table.is_none() && other.table.is_none() && block && claim.document == other.document && claim.id != other.id
    };
    bare(of) && found.iter().any(|s| bare(s) && !s.measure.same_figures(&of.measure) && s.claims.iter().any(|c| together(c)))
}

/// "30+ formats" and "50+ formats": each is the author's round figure for one count, though a larger one would do for both.
fn floors_differ(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    let floor = |s: &Statement<'_>| matches!(s.measure.bound, Bound::AtLeast | Bound::MoreThan);
    floor(a) && floor(b) && counted(&a.measure.unit) && !a.measure.same_figures(&b.measure)
}

/// Whether a unit is a counted noun.
fn counted(unit: &str) -> bool {
    let measured = unit.chars().count() < 2 || unit.contains('/') || MEASURED.contains(&unit);
    !measured && !unit.bytes().all(|b| b.is_ascii_uppercase())
}

/// Units that are measured and not counted; currencies are recognised by their capitals.
const MEASURED: &[&str] = &["byte", "bit", "m2", "kg", "degC", "pp", "point"];

fn draft(statement: &Statement<'_>, rival: &Statement<'_>) -> Option<Draft> {
    let (claim, other) = apart(statement, rival)?;
    let unstated = unstated(claim, other);
    let grounds = claim.modality != other.modality;
    let apart = statement.measure.meeting(&rival.measure) == Meeting::Apart;
    let (severity, message, help) = match (apart, unstated.is_empty(), grounds) {
        // What the subject is was inherited for one of them: likely, not certain.
        (true, true, false) if confidence([claim, other]) != Confidence::High => (Some(Severity::Warning), "conflict", "help"),
        (true, true, false) => (None, "conflict", "help"),
        (true, false, _) => (Some(Severity::Warning), "unstated", "state"),
        (true, true, true) => (Some(Severity::Warning), "ground", "state"),
        (false, true, false) => (Some(Severity::Warning), "floor", "help"),
        (false, ..) => return None,
    };
    let mut related = vec![passage(other, "other")];
    related.extend(rival.others(other).take(RELATED / 2).map(|c| passage(c, "other")));
    related.extend(statement.others(claim).take(RELATED / 2).map(|c| passage(c, ALSO)));
    Some(Draft {
        severity,
        confidence: confidence([claim, other]).max(if unstated.is_empty() { Confidence::High } else { Confidence::Medium }),
        message,
        help,
        args: BTreeMap::from([
            ("subject", name(claim)),
            ("metric", claim.metric.clone().unwrap_or_default()),
            ("a", words(&claim.quote)),
            ("b", words(&other.quote)),
            ("missing", unstated.join(", ")),
        ]),
        arithmetic: format!("{} ≠ {}", stated(claim), stated_beside(other, claim)),
        primary: passage(claim, ""),
        related,
    })
}

/// What only one of two claims states of conditions and of what it compares with, in its own words.
fn unstated(a: &Claim, b: &Claim) -> Vec<String> {
    let mut missing = Vec::new();
    if let Conditions::Agree { only_first, only_second } = fact::conditions(a, b) {
        for (claim, names) in [(a, only_first), (b, only_second)] {
            for name in names {
                missing.extend(claim.conditions.get(&name).cloned());
                match name.as_str() {
                    "date" => missing.extend(claim.date.clone()),
                    "version" => missing.extend(claim.version.clone()),
                    "audience" => missing.extend(claim.audience.iter().cloned()),
                    _ => {}
                }
            }
        }
    }
    if a.baseline.is_some() != b.baseline.is_some() {
        missing.extend(a.baseline.clone().or(b.baseline.clone()));
    }
    missing.sort();
    missing.dedup();
    missing
}
