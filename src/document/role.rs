//! What a section is for, from the words of its heading.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::Role;

/// Words by role. Of several roles that match, the first row wins: an FAQ about use cases is an FAQ.
/// Words are separated by `|`. Chinese words match anywhere; English words match whole words, whatever their case.
const WORDS: &[(Role, &str)] = &[
    (
        Role::Faq,
        "常见问题|常见疑问|问答|答疑|问与答|faq|faqs|q&a|q & a|frequently asked|common questions|\
         questions and answers|questions & answers|your questions|readers' questions|questions we get|questions people ask",
    ),
    (
        Role::History,
        "更新日志|更新记录|更新历史|变更日志|变更记录|版本历史|版本记录|发布记录|发布说明|修订记录|修订历史|历史版本|\
         changelog|change log|release notes|release history|version history|revision history|changes",
    ),
    (
        Role::Motivation,
        "为什么|为何|背景|引言|前言|导语|导言|写在前面|缘起|解决什么问题|introduction|intro|background|motivation|why|preface",
    ),
    (
        Role::Criteria,
        "维度|评选标准|评测标准|评价标准|评分标准|评判标准|打分标准|选择标准|筛选标准|测评标准|入选标准|评测方法|\
         测试方法|评选方法|评分方法|研究方法|方法论|评选规则|评分规则|评价体系|评分体系|指标体系|怎么打分|如何打分|怎样打分|打分方法|打分规则|打分办法|评分办法|评价办法|考核办法|打分方式|评分方式|计分方法|计分规则|评分细则|评分说明|\
         指标说明|评测说明|\
         评选说明|测试环境|测试条件|测试设置|如何评选|如何评测|怎么评|权重|methodology|criteria|how we tested|\
         how we test|how we ranked|how we rank|how we chose|how we choose|how we picked|how we scored|how we score|\
         how we evaluated|how we measured|how it was tested|scoring|how we rate|how we rated|how we grade|how we graded|how we judge|how we judged|how we weigh|how we weighted|\
         how scores work|rating method|scoring method|test setup|test environment|evaluation method|\
         ranking factors|grading",
    ),
    (
        Role::Comparison,
        "对比|比较|横评|比一比|一览表|总览表|参数表|评分汇总|得分汇总|总分表|得分表|评分表|排名表|comparison|\
         comparisons|compare|compared|comparing|versus|vs|vs.|side by side|side-by-side|head to head|head-to-head|\
         scoreboard|leaderboard|scorecard",
    ),
    (
        Role::Scenario,
        "场景|怎么选|如何选|怎样选|选购|选型|选择建议|推荐建议|适合谁|适合人群|适用人群|分人群|谁适合|按需选择|\
         匹配建议|use case|use cases|which one|which should|which to|who should|who is it for|when to use|\
         when to choose|how to choose|buying guide|buyer's guide|buying advice|scenarios|scenario|recommendations by",
    ),
    (
        Role::Summary,
        "摘要|概要|概述|概览|速览|要点|重点提示|温馨提示|重要提示|核心提示|提要|关键数据|主要数据|数据一览|太长不看|一句话|核心结论|核心观点|关键发现|主要发现|重点速读|导读|省流|tl;dr|\
         tldr|summary|abstract|overview|highlights|at a glance|key points|key takeaways|key findings|in brief|\
         key facts|quick look|executive summary",
    ),
    (
        Role::Conclusion,
        "结论|总结|小结|结语|结束语|写在最后|最后的话|总评|最终建议|最终推荐|尾声|后记|conclusion|conclusions|\
         verdict|final thoughts|bottom line|the bottom line|wrap-up|wrapping up|wrap up|in short|in a nutshell|to sum up|in sum|closing thoughts|closing|\
         takeaways|final words|final recommendation|final recommendations|our verdict|final verdict",
    ),
];

/// Words of a heading whose subsections are the listed things.
const LISTING: &str = "榜单|排行|排名|榜|评测|测评|点评|盘点|产品介绍|产品详解|产品解析|逐一|逐个|详细介绍|推荐名单|推荐产品|\
     推荐列表|入围|候选|选手|参评|品牌介绍|品牌推荐|厂商介绍|套餐|机型|contenders|contender|reviews|reviewed|\
     ranking|rankings|ranked|our picks|top picks|the picks|the list|candidates|the best|best|products|\
     products reviewed|finalists|shortlist|plans|line-up|lineup|models|options|the field";

/// Words of all roles, and words of listings, each with where it stands in its table.
struct Finder {
    automaton: Option<AhoCorasick>,
    /// For each pattern: its row of [`WORDS`], or `None` for a word of [`LISTING`]; and its letters and digits.
    patterns: Vec<(Option<usize>, usize)>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let roles = WORDS.iter().enumerate().flat_map(|(row, (_, words))| words.split('|').map(move |word| (Some(row), word)));
    let words: Vec<(Option<usize>, &str)> = roles.chain(LISTING.split('|').map(|word| (None, word))).collect();
    let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(words.iter().map(|(_, word)| word));
    Finder { automaton: automaton.ok(), patterns: words.iter().map(|&(row, word)| (row, letters(word))).collect() }
});

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The row and the letters of each word that a heading contains: anywhere for Chinese, as whole words for others.
fn words_in(heading: &str) -> impl Iterator<Item = (Option<usize>, usize)> + '_ {
    let finder = &*FINDER;
    let is_whole = |range: Range<usize>| {
        let beside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !heading[range.clone()].is_ascii()
            || !beside(heading[..range.start].chars().next_back()) && !beside(heading[range.end..].chars().next())
    };
    finder
        .automaton
        .iter()
        .flat_map(move |automaton| automaton.find_overlapping_iter(heading))
        .filter(move |found| is_whole(found.range()))
        .filter_map(|found| finder.patterns.get(found.pattern().as_usize()).copied())
}

/// The role that a heading's own words give it.
pub(super) fn of(heading: &str) -> Option<Role> {
    words_in(heading).filter_map(|(row, _)| row).min().map(|row| WORDS[row].0)
}

/// The role when its words make up most of the heading: a title "FAQ" names what the whole page is, "FAQ and prices of 甲云" does not.
pub(super) fn of_most(heading: &str) -> Option<Role> {
    let (row, Reverse(longest)) = words_in(heading).filter_map(|(row, letters)| Some((row?, Reverse(letters)))).min()?;
    (longest * 2 >= letters(heading)).then_some(WORDS[row].0)
}

/// Whether the subsections of a heading are the things that the document lists.
pub(super) fn is_listing(heading: &str) -> bool {
    words_in(heading).any(|(row, _)| row.is_none())
}

/// Whether a heading gives a version or a date, as the entries of a changelog do: `v1.2.0 (2024-03-01)`, `2024年3月`.
pub(super) fn is_release(heading: &str) -> bool {
    let text = heading.trim_start_matches(['[', '(', ' ']).trim_start_matches("版本").trim_start();
    let text = ["version ", "Version ", "release ", "Release ", "v", "V"]
        .iter()
        .find_map(|word| text.strip_prefix(word))
        .unwrap_or(text);
    let token: &str =
        text.split(|c: char| c.is_whitespace() || matches!(c, ']' | ')' | '(' | '（' | '：' | ':')).next().unwrap_or("");
    let number = |part: &str, most: usize| !part.is_empty() && part.len() <= most && part.bytes().all(|b| b.is_ascii_digit());
    let date = |separator: char| {
        let parts: Vec<&str> = token.split(separator).collect();
        matches!(parts.len(), 2 | 3) && parts[0].len() == 4 && parts.iter().all(|p| number(p, 4))
    };
    let version = || {
        let core = token.split(['-', '+']).next().unwrap_or("");
        core.split('.').count() == 3 && core.split('.').all(|p| number(p, 5))
    };
    date('-') || date('/') || version()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tell_their_role() {
        for (heading, role) in [
            ("核心摘要", Some(Role::Summary)),
            ("TL;DR", Some(Role::Summary)),
            ("为什么要看这份报告", Some(Role::Motivation)),
            ("Introduction", Some(Role::Motivation)),
            ("评选 / 排行维度说明", Some(Role::Criteria)),
            ("How we tested", Some(Role::Criteria)),
            ("关键对比表", Some(Role::Comparison)),
            ("Kestrel vs. Harrier", Some(Role::Comparison)),
            ("场景匹配建议", Some(Role::Scenario)),
            ("Which one should you buy?", Some(Role::Scenario)),
            ("FAQ", Some(Role::Faq)),
            ("关于使用场景的常见问题", Some(Role::Faq)),
            ("结论", Some(Role::Conclusion)),
            ("The verdict", Some(Role::Conclusion)),
            ("Changelog", Some(Role::History)),
            ("Benchmarks", None),
            ("安装", None),
            ("Whyte Industries", None),
        ] {
            assert_eq!(of(heading), role, "{heading}");
        }
    }

    #[test]
    fn a_release_is_told_from_a_name() {
        for heading in ["v1.2.0 (2024-03-01)", "[2.0.1] - 2023-01-01", "1.0.0", "2031-05-02", "Version 3.2.1"] {
            assert!(is_release(heading), "{heading}");
        }
        for heading in ["1.2 Latency", "Kestrel 2", "1. Kestrel", "VPN", "2024"] {
            assert!(!is_release(heading), "{heading}");
        }
    }
}
