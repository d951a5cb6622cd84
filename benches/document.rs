//! Rate at which each format becomes blocks and tables, over corpora that are made here: prose with emphasis, links, lists, tables and
//! entities, a saved page with menus around its article, and price lists of small cells.
#![allow(clippy::unwrap_used, clippy::format_push_string, missing_docs, reason = "bench code")]

use std::sync::LazyLock;

use claimlint::document;
use claimlint::source::Source;
use divan::counter::BytesCount;

const CHINESE: &[&str] = &[
    "本次更新重写了调度模块，任务在节点之间迁移时不再丢失状态，运维人员可以在控制台里看到完整的迁移轨迹。",
    "压缩后模型体积减少了37%，首包延迟从120ms降到45ms，单卡吞吐约1,850 tokens/s。",
    "包月价格为1.2万元/月起，超出部分按每千次0.8元计费，平均可节省20%-35%的成本。",
    "用户可以自行选择区域，跨区域的同步由后台完成，出现冲突时以时间较新的记录为准，历史记录会保留下来。",
    "如果网络中断，客户端会把请求放进本地队列，恢复连接之后按顺序重放，服务端据此去重，不会产生重复的订单。",
];
const ENGLISH: &[&str] = &[
    "The scheduler now keeps its state while a task moves between nodes, and operators can follow every step in the console. ",
    "Median latency fell from 120 ms to 45 ms, and throughput rose by 37% on the same hardware. ",
    "Plans start at $29/month; storage beyond 500 GB costs $0.02 per GB per month, and annual billing saves up to 20%. ",
    "When the network fails, the client keeps requests in a local queue and replays them in order once the connection is back. ",
    "Administrators can hand a project to another team, and access is revoked when a member leaves. ",
];
const NAMES: &[&str] = &["Heron", "Egret", "苍鹭云", "白鹭", "Kestrel Pro", "翠鸟专业版"];

struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % below
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.next(from.len())]
    }

    fn prose(&mut self, sentences: usize) -> String {
        let language = if self.next(2) == 0 { CHINESE } else { ENGLISH };
        (0..sentences).map(|_| self.pick(language)).collect::<String>().trim_end().to_owned()
    }
}

/// Calls a writer of one article until there are so many bytes.
fn grown(bytes: usize, mut article: impl FnMut(&mut Random, &mut String)) -> String {
    let (mut text, mut random) = (String::new(), Random(0x9e37_79b9_7f4a_7c15));
    while text.len() < bytes {
        article(&mut random, &mut text);
    }
    text
}

static MARKDOWN: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let article = |random: &mut Random, text: &mut String| {
        text.push_str(&format!("# {} 评测报告\n\n", random.pick(NAMES)));
        for _ in 0..6 {
            text.push_str(&format!("## {} 的表现\n\n{}\n\n", random.pick(NAMES), random.prose(4)));
            text.push_str(&format!(
                "See **{}** and [the notes](https://heron.example/notes). {}\n\n",
                random.pick(NAMES),
                random.prose(3)
            ));
            for _ in 0..4 {
                text.push_str(&format!("- **{}**：{}\n", random.pick(NAMES), random.prose(1)));
            }
            text.push_str("\n| 型号 | Price (USD/month) | 延迟/ms |\n|---|---:|---:|\n");
            for _ in 0..5 {
                text.push_str(&format!(
                    "| {} | {}.{} | {} |\n",
                    random.pick(NAMES),
                    random.next(900),
                    random.next(100),
                    random.next(300)
                ));
            }
            text.push('\n');
        }
    };
    (0..200).map(|at| Source::new("a.md", grown(20_000 + at, article))).collect()
});

static HTML: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let article = |random: &mut Random, text: &mut String| {
        text.push_str(
            "<nav class=\"menu\"><ul><li><a href=\"/\">Home</a></li><li><a href=\"/prices\">Prices</a></li></ul></nav>\n<main>\n",
        );
        text.push_str(&format!("<h1>{} 评测报告</h1>\n", random.pick(NAMES)));
        for at in 0..6 {
            text.push_str(&format!(
                "<h2 id=\"s{at}\">{}</h2>\n<p class=\"lead text-body\">{}</p>\n",
                random.pick(NAMES),
                random.prose(4)
            ));
            text.push_str(&format!(
                "<p>See <strong>{}</strong> &mdash; <a href=\"https://heron.example/notes\">the notes</a>, &lt;5&nbsp;ms. {}</p>\n<ul>\n",
                random.pick(NAMES),
                random.prose(3)
            ));
            for _ in 0..4 {
                text.push_str(&format!("  <li><b>{}</b>：{}</li>\n", random.pick(NAMES), random.prose(1)));
            }
            text.push_str("</ul>\n<table class=\"table\">\n<thead><tr><th>型号</th><th>Price (USD/month)</th><th>延迟/ms</th></tr></thead>\n<tbody>\n");
            for _ in 0..5 {
                text.push_str(&format!(
                    "<tr><td>{}</td><td class=\"num\">{}.{}</td><td class=\"num\">{}</td></tr>\n",
                    random.pick(NAMES),
                    random.next(900),
                    random.next(100),
                    random.next(300)
                ));
            }
            text.push_str("</tbody>\n</table>\n");
        }
        text.push_str("</main>\n<footer><p>&copy; Heron 2031</p></footer>\n");
    };
    (0..200)
        .map(|at| {
            let head = "<!doctype html><html><head><meta charset=\"utf-8\"><title>Report</title><style>p{margin:0}</style></head><body>\n";
            Source::new("a.html", format!("{head}{}</body></html>", grown(20_000 + at, article)))
        })
        .collect()
});

/// Cells of a few characters, as price lists have them.
static SMALL_CELLS: LazyLock<Source> = LazyLock::new(|| {
    let row = |random: &mut Random, text: &mut String| {
        if text.is_empty() {
            text.push_str("sku,name,price,latency_ms,share,stock,region,year\n");
        }
        let (name, region) = (random.pick(NAMES), random.pick(&["eu", "us", "cn-north", "ap"]));
        let [a, b, c, d] = [900, 300, 100, 5000].map(|most| random.next(most));
        text.push_str(&format!("A{d},{name},{a}.{c:02},{b},{c}%,{d},{region},2031\n"));
    };
    Source::new("a.csv", grown(2_000_000, row))
});

/// Cells of a sentence or two, quoted, with doubled quotes.
static LONG_CELLS: LazyLock<Source> = LazyLock::new(|| {
    let row = |random: &mut Random, text: &mut String| {
        if text.is_empty() {
            text.push_str("name,verdict,notes\n");
        }
        text.push_str(&format!(
            "{},\"{}\",\"the \"\"{}\"\" plan: {}\"\n",
            random.pick(NAMES),
            random.prose(3),
            random.pick(NAMES),
            random.prose(2)
        ));
    };
    Source::new("a.csv", grown(8_000_000, row))
});

static JSON: LazyLock<Source> = LazyLock::new(|| {
    let row = |random: &mut Random, text: &mut String| {
        let [a, b] = [900, 300].map(|most| random.next(most));
        let comma = if text.is_empty() { "" } else { ",\n" };
        let name = random.pick(NAMES);
        text.push_str(&format!(
            "{comma}{{\"name\": \"{name}\", \"price\": {a}.5, \"limits\": {{\"latency_ms\": {b}, \"region\": \"eu\"}}}}"
        ));
    };
    Source::new("a.json", format!("[{}]", grown(2_000_000, row)))
});

fn main() {
    divan::main();
}

fn rate(bencher: divan::Bencher, sources: &[Source]) {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        sources.iter().map(|source| document::parse(source).map_or(0, |document| document.blocks.len())).sum::<usize>()
    });
}

#[divan::bench(sample_count = 10)]
fn markdown(bencher: divan::Bencher) {
    rate(bencher, &MARKDOWN);
}

/// What the parser that is used costs alone, without anything kept.
#[divan::bench(sample_count = 10)]
fn markdown_events_alone(bencher: divan::Bencher) {
    let bytes: usize = MARKDOWN.iter().map(|source| source.text.len()).sum();
    let options = pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_FOOTNOTES;
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        let count = |source: &Source| pulldown_cmark::Parser::new_ext(&source.text, options).into_offset_iter().count();
        MARKDOWN.iter().map(count).sum::<usize>()
    });
}

#[divan::bench(sample_count = 10)]
fn html(bencher: divan::Bencher) {
    rate(bencher, &HTML);
}

/// What the tokenizer that is used costs alone, without anything kept.
#[divan::bench(sample_count = 10)]
fn html_tokens_alone(bencher: divan::Bencher) {
    let bytes: usize = HTML.iter().map(|source| source.text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        let count = |source: &Source| html5gum::Tokenizer::new(source.text.as_str()).count();
        HTML.iter().map(count).sum::<usize>()
    });
}

#[divan::bench(sample_count = 10)]
fn csv_of_small_cells(bencher: divan::Bencher) {
    rate(bencher, std::slice::from_ref(&SMALL_CELLS));
}

#[divan::bench(sample_count = 10)]
fn csv_of_long_cells(bencher: divan::Bencher) {
    rate(bencher, std::slice::from_ref(&LONG_CELLS));
}

#[divan::bench(sample_count = 10)]
fn json(bencher: divan::Bencher) {
    rate(bencher, std::slice::from_ref(&JSON));
}
