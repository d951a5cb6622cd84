//! Rate of the scan over a mixed corpus that is made here, next to the rate of a plain pattern in the `regex` crate.
#![allow(clippy::unwrap_used, clippy::format_push_string, missing_docs, reason = "bench code")]

use std::sync::LazyLock;

use claimlint::quantity::{Units, scan, visit};
use regex::Regex;

/// Sentences with slots: `#` a number, `@` a large number with a magnitude word; most prose holds no figure at all.
const CHINESE: &[&str] = &[
    "本次更新重写了调度模块，任务在节点之间迁移时不再丢失状态，运维人员可以在控制台里看到完整的迁移轨迹。",
    "团队把日志采集与告警分开部署，避免高峰期互相争抢带宽，同时保留了原有的接口，旧的客户端无需改动。",
    "评测采用公开数据集，所有样本都经过人工复核，结果分为准确率、召回率和稳定性三类，各自给出说明。",
    "压缩后模型体积减少了#%，首包延迟从#ms降到#ms，单卡吞吐约#tokens/s。",
    "包月价格为@元/月起，超出部分按每千次#元计费，平均可节省#%-#%的成本。",
    "集群最多支持#个节点，单节点内存#GB，峰值带宽#GB/s，整体可用性不低于99.9%。",
    "文档里列出的限制只在旧版本中存在，升级之后可以直接使用新的存储格式，迁移工具会自动处理剩下的部分。",
    "用户可以自行选择区域，跨区域的同步由后台完成，出现冲突时以时间较新的记录为准，历史记录会保留下来。",
    "与上一代相比性能提升#倍，功耗下降#成，覆盖全国@用户。",
    "我们建议先在测试环境里观察几天，再逐步扩大范围，遇到异常时可以随时回退到原来的配置。",
    "权限模型沿用原来的设计，管理员可以把项目交给不同的小组维护，成员离开后权限会自动收回，操作记录保存在审计日志里。",
    "新的检索方式先按语义召回，再用规则过滤，遇到拼写错误或者同义表达时也能给出合理的结果，排序理由会一并展示。",
    "如果网络中断，客户端会把请求放进本地队列，恢复连接之后按顺序重放，服务端据此去重，不会产生重复的订单。",
];
const ENGLISH: &[&str] = &[
    "The scheduler now keeps its state while a task moves between nodes, and operators can follow every step in the console. ",
    "Logs and alerts are deployed apart so that they no longer compete for bandwidth at peak hours, and old clients keep working. ",
    "All samples were reviewed by hand, and the results are grouped by accuracy, recall and stability with a note on each. ",
    "Median latency fell from # ms to # ms, and throughput rose by #% on the same hardware. ",
    "Plans start at $#/month; storage beyond # GB costs $# per GB per month, and annual billing saves up to #%. ",
    "Each node has # cores and # GB of memory, and a cluster of # nodes serves about @ requests per second. ",
    "The limits listed here only apply to earlier releases, and the migration tool converts everything else on its own. ",
    "Conflicts between regions are settled in favour of the newer record, and the history stays available for review. ",
    "It is #x faster than the previous generation and draws # W under load. ",
    "We suggest watching the change in a staging environment first and rolling it out step by step. ",
    "Administrators can hand a project to another team, access is revoked when a member leaves, and the audit log keeps every action. ",
    "Search first recalls by meaning and then filters by rules, so that misspelt words and synonyms still lead to sensible results. ",
    "When the network fails, the client keeps requests in a local queue and replays them in order once the connection is back. ",
];

/// 24 MB, the same in every run.
static CORPUS: LazyLock<String> = LazyLock::new(|| {
    let (mut text, mut state) = (String::new(), 0x9e37_79b9_7f4a_7c15_u64);
    let mut next = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) % below
    };
    while text.len() < 24_000_000 {
        let sentences = if next(2) == 0 { CHINESE } else { ENGLISH };
        for _ in 0..4 {
            let sentence = sentences[usize::try_from(next(13)).unwrap()];
            for c in sentence.chars() {
                match c {
                    '#' => text.push_str(&match next(4) {
                        0 => format!("{}.{}", next(100), next(10)),
                        1 => format!("{},{:03}", 1 + next(99), next(1000)),
                        _ => next(1000).to_string(),
                    }),
                    '@' if sentence.is_ascii() => text.push_str(&format!("{} million", 1 + next(900))),
                    '@' => text.push_str(&format!("{}.{}万", 1 + next(900), next(10))),
                    c => text.push(c),
                }
            }
        }
        text.push('\n');
    }
    text
});

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn quantities_in_blocks(bencher: divan::Bencher) {
    let corpus = &*CORPUS;
    bencher
        .counter(divan::counter::BytesCount::new(corpus.len()))
        .bench(|| corpus.lines().map(|line| scan(line).quantities.len()).sum::<usize>());
}

#[divan::bench(sample_count = 10)]
fn quantities_visited(bencher: divan::Bencher) {
    let corpus = &*CORPUS;
    bencher.counter(divan::counter::BytesCount::new(corpus.len())).bench(|| {
        let mut count = 0_usize;
        visit(Units::builtin(), corpus, &mut |_| count += 1);
        count
    });
}

#[divan::bench(sample_count = 10)]
fn regex_number_and_unit(bencher: divan::Bencher) {
    let corpus = &*CORPUS;
    let pattern =
        Regex::new(r"[0-9][0-9,]*(\.[0-9]+)? ?(%|ms|s|GB/s|GB|W|x|万|元|倍|成|个|tokens/s|cores|nodes|million)?").unwrap();
    bencher.counter(divan::counter::BytesCount::new(corpus.len())).bench(|| pattern.find_iter(corpus).count());
}
