//! Dear in one place, cheap in the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{Claim, Confidence, Kind};
use crate::finding::Severity;
use crate::rules::fact::{self, Conditions};
use crate::rules::{Draft, Example, Group, RELATED, Rule, Say, confidence, name, passage, subject, words};

/// Dear in one place, cheap in the other.
pub static RULE: Rule = Rule {
    name: "price-direction-conflict",
    summary: Say {
        en: "a product is the dearer one in one place and the cheaper one in another",
        zh: "同一产品一处说贵、一处说便宜",
    },
    explanation: Say {
        en: "One article says that A costs more than B; its sequel calls B the dear one. The rule reads statements without figures: dearer than, cheaper than, \
dear, cheap, the cheapest. Two that name the same pair the other way round contradict each other; a comparison against a general word (B is dear) is a warning, \
since both may be dear. Statements under different conditions are not compared. To mend it, settle the order of the prices, or say of which plan each is true.",
        zh: "一篇文章说甲比乙贵，续篇却说贵的是乙。本规则读取不带数字的说法：比某某贵、比某某便宜、价格偏高、价格实惠、最便宜。\
两处对同一对产品说法相反，即为矛盾；若一处是比较、另一处只是泛称“价格偏高”，则为警告，因为两者可能都贵。条件不同的说法不比较。\
修改方法：核实价格高低，或写明各自针对哪种套餐。",
    },
    severity: Severity::Error,
    also: &[],
    yields_to: &[],
    keys: |claim| {
        let said = matches!(claim.kind, Kind::Direction | Kind::Superlative) && claim.metric.as_deref().is_some_and(of_price);
        let sure = claim.confidence != Confidence::Low && claim.section != "history" && !subject(claim).is_empty();
        if said && sure { vec![String::new()] } else { Vec::new() }
    },
    check,
    texts: &[
        (
            "reversed-dear",
            Say {
                en: "{a} is dearer than {b} here, but the other way round elsewhere", zh: "此处说{a}比{b}贵，另一处却相反"
            },
        ),
        (
            "reversed-cheap",
            Say {
                en: "{a} is cheaper than {b} here, but the other way round elsewhere", zh: "此处说{a}比{b}便宜，另一处却相反"
            },
        ),
        (
            "general",
            Say {
                en: "prices point in opposite directions: {a} here (\"{said}\"), {b} elsewhere (\"{other}\")",
                zh: "价格高低说法不一：此处关于{a}（“{said}”），另一处关于{b}（“{other}”）",
            },
        ),
        (
            "both",
            Say {
                en: "{a}: \"{said}\" here, but \"{other}\" elsewhere", zh: "{a}：此处说“{said}”，另一处说“{other}”"
            },
        ),
        (
            "help",
            Say {
                en: "settle the order of the prices, or say of which plan each is true",
                zh: "核实价格高低，或写明各自针对哪种套餐",
            },
        ),
        ("other", Say { en: "said the other way round here", zh: "此处说法相反" }),
    ],
    fires: &[
        Example {
            files: &[
                (
                    "甲.md",
                    "# 图床榜单\n\n## TOP1 苍耳图床\n\n- 局限：价格高于海棠图床。\n\n## TOP2 海棠图床\n\n- 核心亮点：节点多。\n",
                ),
                ("乙.md", "# 图床续篇\n\n## TOP1 海棠图床\n\n- 局限：价格略高。\n\n## TOP2 苍耳图床\n\n- 核心亮点：节点多。\n"),
            ],
        },
        Example {
            files: &[(
                "hosts.md",
                "# Image hosts\n\n## Burdock\n\nBurdock is more expensive than Begonia.\n\n## Begonia\n\nBegonia is more expensive than Burdock.\n",
            )],
        },
    ],
    near_misses: &[Example {
        files: &[(
            "hosts.md",
            "# Image hosts\n\n## Burdock\n\nBurdock is more expensive than Begonia.\n\n## Begonia\n\nBegonia is cheaper than Burdock.\n",
        )],
    }],
};

/// How many statements about one subject are kept to compare with.
const LOOK_BACK: usize = 64;

/// What one claim says: the dearer and the cheaper of two; `None` for "in general".
#[derive(Debug, Clone, Copy)]
struct Order<'a> {
    dearer: Option<&'a str>,
    cheaper: Option<&'a str>,
    claim: &'a Claim,
}

fn of_price(metric: &str) -> bool {
    metric == "price" || metric == "cost" || metric.ends_with("_price") || metric.ends_with("_cost")
}

fn read(claim: &Claim) -> Option<Order<'_>> {
    let (own, other) = (Some(subject(claim)), claim.baseline.as_deref());
    match (claim.kind, claim.text.as_deref()?) {
        (Kind::Direction, "dearer" | "higher") | (Kind::Superlative, "highest") => {
            Some(Order { dearer: own, cheaper: other, claim })
        }
        (Kind::Direction, "cheaper" | "lower") | (Kind::Superlative, "lowest") => {
            Some(Order { dearer: other, cheaper: own, claim })
        }
        _ => None,
    }
}

fn check(group: &Group<'_>, out: &mut Vec<Draft>) {
    let orders: Vec<Order<'_>> = group.claims.iter().filter_map(|c| read(c)).collect();
    let mut dear: BTreeMap<&str, Vec<Order<'_>>> = BTreeMap::new();
    let mut cheap: BTreeMap<&str, Vec<Order<'_>>> = BTreeMap::new();
    for order in &orders {
        for (map, name) in [(&mut dear, order.dearer), (&mut cheap, order.cheaper)] {
            let Some(name) = name else { continue };
            let known = map.entry(name).or_default();
            if known.len() < LOOK_BACK {
                known.push(*order);
            }
        }
    }
    let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
    for order in &orders {
        let Some((message, rivals)) = rivals(order, &dear, &cheap) else { continue };
        let Some(first) = rivals.first() else { continue };
        let mut pair = [subject(order.claim), subject(first.claim)];
        pair.sort_unstable();
        if told.insert((pair[0], pair[1])) {
            out.push(draft(message, order, &rivals));
        }
    }
}

/// Statements that contradict this one and come before it in the order of the text, with the message that says it.
fn rivals<'a>(
    order: &Order<'a>,
    dear: &BTreeMap<&str, Vec<Order<'a>>>,
    cheap: &BTreeMap<&str, Vec<Order<'a>>>,
) -> Option<(&'static str, Vec<Order<'a>>)> {
    let before = |other: &&Order<'a>| {
        let at = |c: &'a Claim| (&c.document, c.line, c.column);
        // "The dearest by the month, but cheaper for two years": of one item the author saw both.
        let item = |c: &'a Claim| c.block.as_ref().filter(|b| b.group.is_some()).map(|b| (&c.document, b.id));
        at(other.claim) < at(order.claim)
            && (item(order.claim).is_none() || item(other.claim) != item(order.claim))
            && fact::conditions(order.claim, other.claim) != Conditions::Differ
    };
    let some = |found: Vec<Order<'a>>, message| (!found.is_empty()).then_some((message, found));
    let of = |map: &BTreeMap<&str, Vec<Order<'a>>>, name: &str, test: &dyn Fn(&Order<'a>) -> bool| -> Vec<Order<'a>> {
        let all = map.get(name).into_iter().flatten().filter(before);
        all.filter(|o| test(o)).take(RELATED).copied().collect()
    };
    match (order.dearer, order.cheaper) {
        // Dearer than, against the same pair the other way round; then against a general word in another document.
        (Some(a), Some(b)) => some(of(dear, b, &|o| o.cheaper == Some(a)), "reversed").or_else(|| {
            let general = |o: &Order<'a>| o.claim.document != order.claim.document && o.claim.kind == Kind::Direction;
            let dear_b = of(dear, b, &|o| o.cheaper.is_none() && general(o));
            some(dear_b, "general").or_else(|| some(of(cheap, a, &|o| o.dearer.is_none() && general(o)), "general"))
        }),
        // Dear in general, against cheap in general, or against being the cheaper of two in another document.
        (Some(a), None) => general(order, of(cheap, a, &|_| true)),
        (None, Some(b)) => general(order, of(dear, b, &|_| true)),
        (None, None) => None,
    }
}

/// Rivals of a general word: comparisons of other documents first, then general words.
fn general<'a>(order: &Order<'a>, found: Vec<Order<'a>>) -> Option<(&'static str, Vec<Order<'a>>)> {
    let compares = |o: &Order<'a>| o.dearer.is_some() && o.cheaper.is_some();
    let (comparing, plain): (Vec<_>, Vec<_>) = found.into_iter().partition(compares);
    let comparing = comparing.into_iter().filter(|o| o.claim.document != order.claim.document);
    let found: Vec<_> = comparing.chain(plain).collect();
    let message = if compares(found.first()?) { "general" } else { "both" };
    Some((message, found))
}

fn draft(message: &'static str, order: &Order<'_>, rivals: &[Order<'_>]) -> Draft {
    let claim = order.claim;
    let other = rivals[0].claim;
    let dearer = order.dearer == Some(subject(claim));
    let (message, severity) = match (message, dearer) {
        ("reversed", true) => ("reversed-dear", None),
        ("reversed", false) => ("reversed-cheap", None),
        ("both", _) => ("both", Some(Severity::Warning)),
        _ => ("general", Some(Severity::Warning)),
    };
    let baseline = claim.baseline.clone().unwrap_or_else(|| subject(other).to_owned());
    let other_name = if baseline == subject(other) || message == "general" { name(other) } else { baseline };
    Draft {
        severity,
        confidence: confidence([claim, other]),
        message,
        help: "help",
        args: BTreeMap::from([
            ("a", name(claim)),
            ("b", other_name),
            ("said", words(&claim.quote)),
            ("other", words(&other.quote)),
        ]),
        arithmetic: String::new(),
        primary: passage(claim, ""),
        related: rivals.iter().map(|o| passage(o.claim, "other")).collect(),
    }
}
