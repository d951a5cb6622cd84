//! The README of one library, alone or with its translation, and the price page of one service.

use super::draw::{Draw, decimal, grouped};
use super::notes::sentence;
use super::page::{MARK, Page, Tongue, Written, fill, say};

struct Library {
    name: &'static str,
    rival: &'static str,
    what: (&'static str, &'static str),
    /// Speed: name and unit.
    speed: (&'static str, &'static str, &'static str),
    data: [&'static str; 3],
    formats: [&'static str; 5],
}

const LIBRARIES: [Library; 4] = [
    Library {
        name: "quillparse",
        rival: "inkjson",
        what: ("JSON 解析库", "JSON parser"),
        speed: ("解析速度", "parsing speed", "MB/s"),
        data: ["citylots", "twitter-like", "canada"],
        formats: ["JSON", "JSON Lines", "JSON5", "CBOR", "MessagePack"],
    },
    Library {
        name: "packmule",
        rival: "zpress",
        what: ("压缩工具", "compression tool"),
        speed: ("压缩速度", "compression speed", "MB/s"),
        data: ["text corpus", "source trees", "disk images"],
        formats: ["tar", "zip", "7z", "xz", "zst"],
    },
    Library {
        name: "rillqueue",
        rival: "burrowmq",
        what: ("消息队列", "message queue"),
        speed: ("吞吐量", "throughput", "messages/s"),
        data: ["1 KB messages", "4 KB messages", "16 KB messages"],
        formats: ["AMQP", "MQTT", "STOMP", "HTTP", "gRPC"],
    },
    Library {
        name: "glyphwright",
        rival: "fontmill",
        what: ("文字排版引擎", "text layout engine"),
        speed: ("排版速度", "layout speed", "pages/s"),
        data: ["novel", "newspaper", "mixed scripts"],
        formats: ["PDF", "SVG", "PNG", "PostScript", "EPUB"],
    },
];

struct Facts<'a> {
    rule: &'a str,
    variant: usize,
    library: &'static Library,
    speeds: [i64; 3],
    rivals: [i64; 3],
    memory: i64,
    start: i64,
    saving: i64,
    wrong: i64,
}

fn readme(facts: &Facts, tongue: Tongue, translated: bool, draw: &mut Draw) -> Page {
    let Facts { rule, variant, library, .. } = facts;
    let zh = tongue == Tongue::Zh;
    let mut page = Page::new(if translated { "README_zh" } else { "README" }, tongue, true, draw);
    let at = |on: bool| if on { MARK.to_string() } else { String::new() };
    let name = library.name;
    let pair = *rule == "value-conflict" && variant % 2 == 0;
    let inside = *rule == "value-conflict" && variant % 2 == 1;
    page.title(name);
    page.text(&if zh {
        format!("{name} 是一个{}，采用 MIT 许可证，需要 Rust 1.70 以上版本。", library.what.0)
    } else {
        format!("{name} is a {} under the MIT licence. It needs Rust 1.70 or later.", library.what.1)
    });
    // Memory and start-up time, the figures of the introduction.
    let memory = if (pair && translated || inside && !translated) && variant / 2 % 2 == 0 { facts.wrong } else { facts.memory };
    let on_memory = (pair || inside) && variant / 2 % 2 == 0;
    let on_start = (pair || inside) && variant / 2 % 2 == 1;
    let start = if on_start && (pair && translated || inside && !translated) { facts.wrong } else { facts.start };
    let memory_text = if zh {
        fill(
            draw.pick(&["{n} 的内存占用为 {m}{v} MB", "运行时 {n} 的内存占用只有 {m}{v} MB"]),
            &[("n", name), ("m", &at(on_memory)), ("v", &memory.to_string())],
        )
    } else {
        fill(
            draw.pick(&["{n} has a memory footprint of {m}{v} MB", "the memory footprint of {n} is {m}{v} MB"]),
            &[("n", name), ("m", &at(on_memory)), ("v", &memory.to_string())],
        )
    };
    let start_text = if zh {
        fill(
            draw.pick(&["{n} 冷启动时间 {m}{v} ms", "{n} 的冷启动时间为 {m}{v} 毫秒"]),
            &[("n", name), ("m", &at(on_start)), ("v", &start.to_string())],
        )
    } else {
        fill(
            draw.pick(&["{n} has a cold start time of {m}{v} ms", "cold start of {n} takes {m}{v} ms"]),
            &[("n", name), ("m", &at(on_start)), ("v", &start.to_string())],
        )
    };
    page.heading(say(tongue, "特性", "Features"));
    page.bullets(&[
        sentence(tongue, &memory_text),
        sentence(tongue, &start_text),
        say(tongue, "没有运行时依赖。", "No runtime dependencies.").to_owned(),
    ]);
    let count = *rule == "count-mismatch";
    let shown = if count { 4 } else { 5 };
    page.text(&format!("{}{}", at(count), if zh { "支持五种格式：" } else { "Five formats are supported:" }));
    page.bullets(&library.formats.iter().take(shown).map(|format| (*format).to_owned()).collect::<Vec<_>>());
    // The headline and the table behind it.
    page.heading(say(tongue, "性能", "Benchmarks"));
    let best = *facts.speeds.iter().max().unwrap();
    let exceeded = *rule == "range-exceeded";
    let headline = match (exceeded, variant % 2) {
        (false, _) => best,
        (true, 0) => best * 3 / 2,
        (true, _) => facts.speeds.iter().copied().min().unwrap() + 10,
    };
    let text = if zh {
        fill(
            draw.pick(&["{n} 的{s}最高可达 {m}{v} {u}", "{n} {s}高达 {m}{v} {u}"]),
            &[("n", name), ("s", library.speed.0), ("m", &at(exceeded)), ("v", &headline.to_string()), ("u", library.speed.2)],
        )
    } else {
        fill(
            draw.pick(&["{n} reaches a {s} of up to {m}{v} {u}", "the {s} of {n} is up to {m}{v} {u}"]),
            &[("n", name), ("s", library.speed.1), ("m", &at(exceeded)), ("v", &headline.to_string()), ("u", library.speed.2)],
        )
    };
    page.text(&sentence(tongue, &text));
    page.text(say(
        tongue,
        "测试机：8 核，32 GB 内存，内核 6.1，2031-03-04。",
        "Test machine: 8 cores, 32 GB of RAM, kernel 6.1, 2031-03-04.",
    ));
    let header = [
        say(tongue, "数据集", "Data set").to_owned(),
        format!("{name} ({})", library.speed.2),
        format!("{} ({})", library.rival, library.speed.2),
    ];
    let header = if draw.chance(50) {
        header
    } else {
        [
            header[0].clone(),
            format!("{name} {}", if zh { library.speed.0.to_owned() } else { library.speed.1.to_owned() }),
            format!("{} {}", library.rival, if zh { library.speed.0 } else { library.speed.1 }),
        ]
    };
    let unit = if header[1].contains('(') { String::new() } else { format!(" {}", library.speed.2) };
    let rows: Vec<Vec<String>> = (0..3)
        .map(|row| {
            let on = exceeded && facts.speeds[row] == best;
            vec![
                format!("{}{}", at(on), library.data[row]),
                format!("{}{unit}", facts.speeds[row]),
                format!("{}{unit}", facts.rivals[row]),
            ]
        })
        .collect();
    page.table(&header, &rows);
    // Memory and start-up once more, in a table.
    if inside || draw.chance(50) {
        let header = [say(tongue, "指标", "Metric").to_owned(), name.to_owned()];
        let rows = [
            vec![
                format!("{}{}", at(inside && on_memory), say(tongue, "内存占用", "Memory footprint")),
                format!("{} MB", facts.memory),
            ],
            vec![
                format!("{}{}", at(inside && on_start), say(tongue, "冷启动时间", "Cold start time")),
                format!("{} ms", facts.start),
            ],
        ];
        page.table(&header, &rows);
    }
    page.heading(say(tongue, "安装", "Install"));
    page.text(&format!("```sh\ncargo add {name}\n```"));
    page.heading(say(tongue, "更新日志", "Changelog"));
    page.bullets(&[
        format!(
            "1.4.0 (2031-02-11): {}",
            if zh {
                format!("内存占用降到 {} MB", facts.memory)
            } else {
                format!("memory footprint down to {} MB", facts.memory)
            }
        ),
        format!(
            "1.2.0 (2030-06-30): {}",
            if zh {
                format!("内存占用 {} MB", facts.memory * 2)
            } else {
                format!("memory footprint of {} MB", facts.memory * 2)
            }
        ),
    ]);
    let saving = *rule == "unsupported-in-conclusion";
    if saving {
        page.heading(say(tongue, "结论", "Conclusion"));
        page.text(&sentence(
            tongue,
            &if zh {
                format!("{name} 相比 {} 能耗降低{MARK}{}%", library.rival, facts.saving)
            } else {
                format!("{name} cuts energy use by {MARK}{}% compared with {}", facts.saving, library.rival)
            },
        ));
    }
    page.heading(say(tongue, "许可证", "Licence"));
    page.text("MIT");
    page
}

/// A README, or README and README_zh.
pub fn set(rule: &str, number: usize, tongue: Tongue, draw: &mut Draw) -> Vec<Written> {
    let memory = draw.between(12, 90);
    let start = draw.between(15, 80);
    let variant = number / 2;
    let right = if variant / 2 % 2 == 0 { memory } else { start };
    let facts = Facts {
        rule,
        variant,
        library: &LIBRARIES[draw.below(4)],
        speeds: [draw.between(41, 69) * 10, draw.between(70, 84) * 10, draw.between(90, 140) * 10],
        rivals: [draw.between(21, 30) * 10, draw.between(31, 39) * 10, draw.between(32, 40) * 10],
        memory,
        start,
        saving: draw.between(15, 60),
        wrong: right + right * draw.between(25, 60) / 100 + 1,
    };
    let mut out = Vec::new();
    let pair = rule == "value-conflict" && variant % 2 == 0;
    if pair || rule != "value-conflict" && draw.chance(40) {
        out.push(readme(&facts, Tongue::En, false, draw).finish());
        out.push(readme(&facts, Tongue::Zh, true, draw).finish());
        if !pair && tongue == Tongue::Zh {
            // The fault of a single document stands in both; one is enough.
            out[0].marked.clear();
        }
    } else {
        out.push(readme(&facts, tongue, false, draw).finish());
    }
    out
}

/// A page of plans: cards, a table per month and per year, limits, questions.
pub fn plans(rule: &str, number: usize, tongue: Tongue, draw: &mut Draw) -> Vec<Written> {
    let zh = tongue == Tongue::Zh;
    let variant = number / 2;
    let markdown = draw.chance(75);
    let mut page = Page::new("pricing", tongue, markdown, draw);
    let fault = rule == "value-conflict";
    let name = draw.pick(&["Larchdesk", "Mossboard", "Ternflow", "Fjordnote"]);
    let names = if zh { ["基础版", "专业版", "团队版"] } else { ["Starter", "Pro", "Team"] };
    let month = [draw.between(5, 12), draw.between(15, 29), draw.between(35, 70)];
    let space = [draw.between(5, 20), draw.between(50, 100), draw.between(200, 500)];
    let target = draw.below(3);
    let kind = variant % 3;
    let at = |on: bool| if on { MARK.to_string() } else { String::new() };
    let money = |value: i64| if zh { format!("{value} 元") } else { format!("${}", grouped(&value.to_string())) };
    page.title(&if zh { format!("{name} 价格") } else { format!("{name} pricing") });
    page.text(say(
        tongue,
        "所有套餐都可以随时取消，价格含税，2031 年 1 月起生效。",
        "Cancel at any time. Prices include tax and apply from January 2031.",
    ));
    for p in 0..3 {
        page.heading(names[p]);
        let on = fault && p == target;
        let price = if zh { format!("{}每月", money(month[p])) } else { format!("{} a month", money(month[p])) };
        page.bullets(&[
            page.labelled(say(tongue, "价格", "Price"), &format!("{}{price}", at(on && kind != 1))),
            page.labelled(say(tongue, "存储空间", "Storage"), &format!("{}{} GB", at(on && kind == 1), space[p])),
        ]);
    }
    page.heading(say(tongue, "套餐对比", "Compare plans"));
    let mut year = month.map(|price| price * 12);
    let mut room = space;
    if fault && kind == 0 {
        year[target] = month[target] * draw.pick(&[10, 15, 9]);
    }
    if fault && kind == 1 {
        room[target] = space[target] * 2;
    }
    let mark_column = |p: usize, kinds: usize| at(fault && p == target && kind == kinds);
    if draw.chance(50) {
        let header = [
            say(tongue, "套餐", "Plan").to_owned(),
            say(tongue, "按年付费", "Price, paid yearly").to_owned(),
            say(tongue, "存储空间", "Storage").to_owned(),
        ];
        let rows: Vec<Vec<String>> = (0..3)
            .map(|p| {
                vec![
                    format!("{}{}{}", mark_column(p, 0), mark_column(p, 1), names[p]),
                    if zh { format!("{}/年", money(year[p])) } else { format!("{}/year", money(year[p])) },
                    format!("{} GB", room[p]),
                ]
            })
            .collect();
        page.table(&header, &rows);
    } else {
        let mut header = vec![say(tongue, "项目", "Feature").to_owned()];
        header.extend(names.map(ToOwned::to_owned));
        let mut prices = vec![say(tongue, "价格", "Price").to_owned()];
        prices.extend((0..3).map(|p| {
            mark_column(p, 0) + &if zh { format!("{}/年", money(year[p])) } else { format!("{}/year", money(year[p])) }
        }));
        let mut rooms = vec![say(tongue, "存储空间", "Storage").to_owned()];
        rooms.extend((0..3).map(|p| format!("{}{} GB", mark_column(p, 1), room[p])));
        page.table(&header, &[prices, rooms]);
    }
    page.heading(say(tongue, "常见问题", "FAQ"));
    let asked = if fault && kind == 2 { month[target] + draw.between(3, 9) } else { month[target] };
    let here = at(fault && kind == 2);
    if zh {
        page.text(&format!("Q1：{}多少钱？", names[target]));
        page.text(&format!("答：{}每月 {here}{asked} 元。", names[target]));
    } else {
        page.text(&format!("Q: How much is {}?", names[target]));
        page.text(&format!("A: {} costs {here}${asked} a month.", names[target]));
    }
    page.text(&if zh {
        format!("平均响应时间 {} 小时。", decimal(draw.between(12, 30), 1))
    } else {
        format!("Support answers within {} hours on average.", decimal(draw.between(12, 30), 1))
    });
    vec![page.finish()]
}
