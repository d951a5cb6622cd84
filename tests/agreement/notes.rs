//! Passages that stand on their own arithmetic: changes, totals, statistics, ranges, factors, rates. Each is written right, or
//! with the one fault that its rule is about. They fill the back of a buyer's guide, or a report.

use super::draw::{Draw, decimal, grouped};
use super::page::{MARK, Page, Tongue, fill, say};

/// Who reports, and on what.
pub struct Register {
    /// File stem.
    pub stem: &'static str,
    /// Title of its report.
    pub title: (&'static str, &'static str),
    /// Name of the reporting body or team.
    pub who: (&'static str, &'static str),
    /// Durations: name and unit in both languages.
    pub times: [(&'static str, &'static str, &'static str, &'static str); 2],
    /// Shares.
    pub rates: [(&'static str, &'static str); 3],
    /// A quantity that is the sum of four parts.
    pub amount: (&'static str, &'static str, &'static str, &'static str),
    /// The parts.
    pub parts: [(&'static str, &'static str); 4],
    /// Something that handles items: name, its capacity, item unit per hour, in both languages.
    pub line: [(&'static str, &'static str); 4],
    /// Where it stands.
    pub sites: [(&'static str, &'static str); 3],
}

/// The registers.
pub static REGISTERS: [Register; 5] = [
    Register {
        stem: "service-report",
        title: ("售后服务年报", "Service report"),
        who: ("售后中心", "the service centre"),
        times: [("客服响应时间", "support response time", "分钟", "minutes"), ("维修周期", "repair time", "小时", "hours")],
        rates: [("退货率", "return rate"), ("故障率", "failure rate"), ("好评率", "approval rate")],
        amount: ("工单数", "tickets", "件", "tickets"),
        parts: [("华北", "North"), ("华东", "East"), ("华南", "South"), ("西部", "West")],
        line: [("分拣线", "the sorting line"), ("处理能力", "throughput"), ("件", "parcels"), ("包裹", "parcels")],
        sites: [("一号仓", "Site A"), ("二号仓", "Site B"), ("三号仓", "Site C")],
    },
    Register {
        stem: "library-report",
        title: ("市图书馆年度报告", "City library: annual report"),
        who: ("市图书馆", "the city library"),
        times: [("借书等待时间", "waiting time for loans", "分钟", "minutes"), ("上架时间", "shelving time", "小时", "hours")],
        rates: [("逾期率", "overdue rate"), ("数字借阅占比", "share of digital loans"), ("满意率", "satisfaction rate")],
        amount: ("支出", "spending", "万元", "thousand euros"),
        parts: [("购书", "Books"), ("人员", "Staff"), ("场馆", "Buildings"), ("活动", "Events")],
        line: [("自助还书机", "the returns machine"), ("处理速度", "throughput"), ("册", "books"), ("图书", "books")],
        sites: [("总馆", "Main branch"), ("北馆", "North branch"), ("河滨馆", "Riverside branch")],
    },
    Register {
        stem: "water-report",
        title: ("水务公司年报", "Water utility: year in review"),
        who: ("公司", "the utility"),
        times: [("抢修到场时间", "repair arrival time", "分钟", "minutes"), ("停水时长", "outage duration", "小时", "hours")],
        rates: [("漏损率", "leakage rate"), ("水质合格率", "compliance rate"), ("智能水表覆盖率", "smart meter coverage")],
        amount: ("供水量", "water supplied", "万立方米", "thousand cubic metres"),
        parts: [("居民", "Households"), ("工业", "Industry"), ("商业", "Commerce"), ("市政", "Municipal")],
        line: [("泵站", "the pumping station"), ("处理能力", "throughput"), ("吨", "tonnes"), ("原水", "raw water")],
        sites: [("东厂", "East works"), ("西厂", "West works"), ("南厂", "South works")],
    },
    Register {
        stem: "build-report",
        title: ("持续集成季度总结", "Continuous integration, quarterly notes"),
        who: ("平台组", "the platform team"),
        times: [("构建时间", "build time", "分钟", "minutes"), ("排队时间", "queue time", "秒", "seconds")],
        rates: [("失败率", "failure rate"), ("缓存命中率", "cache hit rate"), ("测试覆盖率", "test coverage")],
        amount: ("机时", "machine time", "小时", "hours"),
        parts: [("编译", "Compile"), ("单元测试", "Unit tests"), ("集成测试", "Integration tests"), ("发布", "Release")],
        line: [("测试集群", "the test cluster"), ("吞吐量", "throughput"), ("个任务", "jobs"), ("任务", "jobs")],
        sites: [("小型机", "small runners"), ("中型机", "medium runners"), ("大型机", "large runners")],
    },
    Register {
        stem: "clinic-report",
        title: ("门诊运行简报", "Clinic bulletin"),
        who: ("门诊部", "the clinic"),
        times: [("候诊时间", "waiting time", "分钟", "minutes"), ("出报告时间", "reporting time", "小时", "hours")],
        rates: [("爽约率", "no-show rate"), ("复诊率", "return visit rate"), ("满意率", "satisfaction rate")],
        amount: ("就诊人次", "visits", "人次", "visits"),
        parts: [("内科", "Internal medicine"), ("外科", "Surgery"), ("儿科", "Paediatrics"), ("眼科", "Eye clinic")],
        line: [("检验流水线", "the lab line"), ("检测能力", "throughput"), ("份样本", "samples"), ("样本", "samples")],
        sites: [("本部", "Main site"), ("东区", "East site"), ("西区", "West site")],
    },
];

/// The passages by the rule they belong to.
pub const KINDS: [&str; 10] = [
    "percent-change-mismatch",
    "percent-vs-points",
    "inverted-range",
    "ambiguous-multiplier",
    "total-mismatch",
    "average-outside-range",
    "impossible-value",
    "range-exceeded",
    "rate-conflict",
    "reference-conflict",
];

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        if first == MARK {
            MARK.to_string() + &capital(letters.as_str())
        } else {
            first.to_uppercase().collect::<String>() + letters.as_str()
        }
    })
}

/// Ends a sentence in its language, with its first letter a capital.
pub fn sentence(tongue: Tongue, text: &str) -> String {
    if tongue == Tongue::Zh { format!("{text}。") } else { capital(text) + "." }
}

fn rounded(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator) / (2 * denominator)
}

/// Writes the passage of one rule into the page, with the fault or right.
pub fn passage(page: &mut Page, register: &Register, kind: &str, faulty: bool, draw: &mut Draw) {
    match kind {
        "percent-change-mismatch" => change(page, register, faulty, draw),
        "percent-vs-points" => points(page, register, faulty, draw),
        "inverted-range" => range(page, register, faulty, draw),
        "ambiguous-multiplier" => multiplier(page, register, faulty, draw),
        "total-mismatch" => total(page, register, faulty, draw),
        "average-outside-range" => average(page, register, faulty, draw),
        "impossible-value" => impossible(page, register, faulty, draw),
        "range-exceeded" => exceeded(page, register, faulty, draw),
        "rate-conflict" => rate(page, register, faulty, draw),
        "reference-conflict" => reference(page, faulty, draw),
        other => panic!("no passage for {other}"),
    }
}

fn pick_time(page: &Page, register: &Register, draw: &mut Draw) -> (String, String) {
    let time = draw.pick(&register.times);
    if page.tongue == Tongue::Zh { (time.0.into(), format!(" {}", time.2)) } else { (time.1.into(), format!(" {}", time.3)) }
}

fn mark(faulty: bool) -> String {
    if faulty { MARK.to_string() } else { String::new() }
}

fn change(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let falling = draw.chance(50);
    let from = draw.between(20, 95);
    let mut to = if falling { from * draw.between(30, 80) / 100 } else { from * draw.between(120, 185) / 100 };
    if to == from {
        to += 3;
    }
    let right = rounded((from - to).abs() * 1000, from);
    let other_base = rounded((from - to).abs() * 1000, to);
    let wrong = if draw.chance(50) && (other_base - right).abs() > 30 {
        other_base
    } else {
        right + draw.pick(&[80, 110, -60, 150]).max(40 - right)
    };
    let printed = if faulty { wrong } else { right };
    let percent =
        if !faulty && draw.chance(50) { format!("{}%", rounded(printed, 10)) } else { format!("{}%", decimal(printed, 1)) };
    let (name, unit) = if falling {
        pick_time(page, register, draw)
    } else {
        let amount = register.amount;
        if tongue == Tongue::Zh {
            (amount.0.into(), format!(" {}", amount.2))
        } else {
            (amount.1.into(), format!(" {}", amount.3))
        }
    };
    let at = mark(faulty);
    let (a, b) = (format!("{at}{from}{unit}"), format!("{to}{unit}"));
    let templates: &[&str] = match (tongue, falling) {
        (Tongue::Zh, true) => &[
            "{t}从{a}缩短到{b}，降幅{p}",
            "{t}由去年的{a}降至{b}，缩短了{p}",
            "全年{t}从{a}降到{b}（-{p}）",
            "{t}下降{p}，由{a}降为{b}",
        ],
        (Tongue::Zh, false) => &[
            "{t}从{a}增长到{b}，增幅{p}",
            "{t}由{a}增至{b}，同比增长{p}",
            "{t}同比上升{p}，从{a}升到{b}",
            "全年{t}{b}，上年为{a}，增长{p}",
        ],
        (Tongue::En, true) => &[
            "{t} fell from {a} to {b}, a drop of {p}",
            "{t} is down {p}, from {a} to {b}",
            "we cut {t} by {p}, from {a} to {b}",
            "{t} went from {a} to {b} (-{p})",
        ],
        (Tongue::En, false) => &[
            "{t} rose from {a} to {b}, an increase of {p}",
            "{t} grew by {p}, from {a} to {b}",
            "{t} climbed from {a} to {b}, up {p}",
            "{t} increased from {a} to {b} (+{p})",
        ],
    };
    if draw.chance(20) {
        let header: Vec<String> =
            if tongue == Tongue::Zh { ["指标", "2030年", "2031年", "变化"] } else { ["Item", "2030", "2031", "Change"] }
                .map(Into::into)
                .to_vec();
        let sign = if falling { "-" } else { "+" };
        let row = vec![capital(&name), a, b, format!("{sign}{percent}")];
        page.table(&header, &[row]);
    } else {
        let text = fill(draw.pick(templates), &[("t", &name), ("a", &a), ("b", &b), ("p", &percent)]);
        page.text(&sentence(tongue, &text));
    }
}

fn points(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let name = draw.pick(&register.rates);
    let from = draw.between(24, 60);
    let by = draw.between(4, 13);
    let falling = draw.chance(50);
    let to = if falling { from - by } else { from + by };
    let at = mark(faulty);
    let unit = match (tongue, faulty) {
        (_, true) => "%",
        (Tongue::Zh, false) => " 个百分点",
        (Tongue::En, false) => " percentage points",
    };
    let by = format!("{by}{unit}");
    let (a, b) = (format!("{at}{from}%"), format!("{to}%"));
    let templates: &[&str] = match (tongue, falling) {
        (Tongue::Zh, true) => &["{t}从{a}降到{b}，下降{p}", "{t}由{a}降低了{p}，为{b}", "{t}为{b}，比上年的{a}下降{p}"],
        (Tongue::Zh, false) => &["{t}从{a}升到{b}，提升{p}", "{t}由{a}提高了{p}，达到{b}", "{t}由{a}上升至{b}，增加{p}"],
        (Tongue::En, true) => &[
            "the {t} fell from {a} to {b}, a drop of {p}",
            "the {t} went down by {p}, from {a} to {b}",
            "the {t} dropped {p} from {a} to {b}",
        ],
        (Tongue::En, false) => &[
            "the {t} rose from {a} to {b}, up {p}",
            "the {t} improved by {p}, from {a} to {b}",
            "the {t} went from {a} to {b}, an increase of {p}",
        ],
    };
    let name = if tongue == Tongue::Zh { name.0 } else { name.1 };
    page.text(&sentence(tongue, &fill(draw.pick(templates), &[("t", name), ("a", &a), ("b", &b), ("p", &by)])));
}

fn range(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let (name, unit) = pick_time(page, register, draw);
    let low = draw.between(5, 30);
    let high = low + draw.between(6, 40);
    let (first, second) = if faulty { (high, low) } else { (low, high) };
    let at = mark(faulty);
    let templates: &[&str] = if tongue == Tongue::Zh {
        &["{t}一般在{m}{a}～{b}{u}", "{t}约为{m}{a}-{b}{u}", "高峰期{t}介于{m}{a}{u}到{b}{u}之间", "{t}：{m}{a}至{b}{u}"]
    } else {
        &[
            "{t} is usually {m}{a}–{b}{u}",
            "{t} ranges from {m}{a} to {b}{u}",
            "at peak hours {t} lies between {m}{a} and {b}{u}",
            "expect a {t} of {m}{a}{u} to {b}{u}",
        ]
    };
    let text = fill(
        draw.pick(templates),
        &[("t", &name), ("m", &at), ("a", &first.to_string()), ("b", &second.to_string()), ("u", &unit)],
    );
    page.text(&sentence(tongue, &text));
}

fn multiplier(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let factor = draw.between(3, 9);
    let words = ["three", "four", "five", "six", "seven", "eight", "nine"];
    let word = words[usize::try_from(factor - 3).unwrap()];
    let at = mark(faulty);
    let templates: &[&str] = match (tongue, faulty) {
        (Tongue::Zh, true) => &[
            "{l}的{c}比旧设备高{m}{k}倍",
            "与旧设备相比，{l}的{c}提高了{m}{k}倍",
            "{l}的{c}比去年增长{m}{k}倍",
            "改造后，{l}的{c}提升{m}{k}倍",
        ],
        (Tongue::Zh, false) => &["{l}的{c}是旧设备的{k}倍", "改造后，{l}的{c}达到原来的{k}倍", "{l}的{c}相当于旧设备的{k}倍"],
        (Tongue::En, true) => &[
            "the {c} of {l} is {m}{k} times higher than that of the old one",
            "{l} is {m}{w} times faster than the old one",
            "{l} has {m}{k}x more {c} than before",
            "{c} of {l} is {m}{w} times greater than last year",
        ],
        (Tongue::En, false) => &[
            "the {c} of {l} is {k} times that of the old one",
            "{l} is {w} times as fast as the old one",
            "{c} of {l} reached {k}x the old figure",
        ],
    };
    let gaps = [
        ("l", say(tongue, register.line[0].0, register.line[0].1)),
        ("c", say(tongue, register.line[1].0, register.line[1].1)),
        ("m", &at),
        ("k", &factor.to_string()),
        ("w", word),
    ];
    page.text(&sentence(tongue, &fill(draw.pick(templates), &gaps)));
}

fn total(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let count = draw.pick(&[3, 4]);
    let parts: Vec<(&str, i64)> =
        register.parts.iter().take(count).map(|part| (say(tongue, part.0, part.1), draw.between(110, 2900))).collect();
    let decimals = draw.pick(&[0, 0, 1]);
    let sum: i64 = parts.iter().map(|part| part.1).sum();
    let printed = if faulty { sum + draw.pick(&[100, -90, 210, 1000, -37]) } else { sum };
    let at = mark(faulty);
    let number =
        |value: i64| if decimals == 0 && tongue == Tongue::En { grouped(&value.to_string()) } else { decimal(value, decimals) };
    let name = say(tongue, register.amount.0, register.amount.1);
    let unit = say(tongue, register.amount.2, register.amount.3);
    match draw.below(4) {
        0 => {
            let values: Vec<String> = parts.iter().map(|part| number(part.1)).collect();
            let text = if tongue == Tongue::Zh {
                let names: Vec<&str> = parts.iter().map(|part| part.0).collect();
                let values: Vec<String> = values.iter().map(|value| format!("{value}{unit}")).collect();
                format!("{}{name}分别为{at}{}，合计{}{unit}", names.join("、"), values.join("、"), number(printed))
            } else {
                let list: Vec<String> =
                    parts.iter().zip(&values).map(|(part, value)| format!("{value} {unit} for {}", part.0)).collect();
                format!("the year brought {at}{}, {} {unit} in total", list.join(", "), number(printed))
            };
            page.text(&sentence(tongue, &text));
        }
        1 => {
            // Across: one column a part.
            let mut header = vec![say(tongue, "指标", "Item").to_owned()];
            header.extend(parts.iter().map(|part| part.0.to_owned()));
            header.push(say(tongue, "合计", "Total").to_owned());
            let mut row = vec![format!(
                "{at}{}",
                if tongue == Tongue::Zh { format!("{name}（{unit}）") } else { format!("{} ({unit})", capital(name)) }
            )];
            row.extend(parts.iter().map(|part| number(part.1)));
            row.push(number(printed));
            page.table(&header, &[row]);
        }
        _ => {
            let column = if tongue == Tongue::Zh { format!("{name}（{unit}）") } else { format!("{} ({unit})", capital(name)) };
            let header = [say(tongue, "类别", "Category").to_owned(), column];
            let mut rows: Vec<Vec<String>> = parts.iter().map(|part| vec![part.0.to_owned(), number(part.1)]).collect();
            let label = if tongue == Tongue::Zh { draw.pick(&["合计", "总计"]) } else { draw.pick(&["Total", "Sum"]) };
            let label = if page.markdown && draw.chance(30) { format!("**{label}**") } else { label.to_owned() };
            rows.push(vec![format!("{at}{label}"), number(printed)]);
            page.table(&header, &rows);
        }
    }
}

fn average(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let (name, unit) = pick_time(page, register, draw);
    let low = draw.between(40, 160);
    let high = low + draw.between(60, 200);
    let mean = low + draw.between(15, 45);
    let (low, mean, high) = match (faulty, draw.below(3)) {
        (false, _) => (low, mean, high),
        (true, 0) => (low, high + 23, high),
        (true, 1) => (mean, low, high),
        (true, _) => (high, mean, low),
    };
    let at = mark(faulty);
    let [low, mean, high] = [low, mean, high].map(|value| decimal(value, 1));
    if draw.chance(60) {
        let unit = unit.trim();
        let header: Vec<String> = if tongue == Tongue::Zh {
            vec!["站点".into(), format!("最短（{unit}）"), format!("平均（{unit}）"), format!("最长（{unit}）")]
        } else {
            vec!["Site".into(), format!("Min ({unit})"), format!("Mean ({unit})"), format!("Max ({unit})")]
        };
        let first = vec![format!("{at}{}", say(tongue, register.sites[0].0, register.sites[0].1)), low, mean, high];
        let second =
            vec![say(tongue, register.sites[1].0, register.sites[1].1).to_owned(), "11.2".into(), "14.9".into(), "20.3".into()];
        let rows = if draw.chance(50) { [first, second] } else { [second, first] };
        page.text(&if tongue == Tongue::Zh {
            format!("各站点{name}如下：")
        } else {
            format!("{} by site:", capital(&name))
        });
        page.table(&header, &rows);
    } else {
        let templates: &[&str] = if tongue == Tongue::Zh {
            &["{t}最短{a}，平均{b}，最长{c}", "{t}平均{b}，最低{a}，最高{c}"]
        } else {
            &["{t} averaged {b}, with a minimum of {a} and a maximum of {c}", "{t}: minimum {a}, mean {b}, maximum {c}"]
        };
        let with = |value: &str| format!("{at}{value}{unit}");
        page.text(&sentence(
            tongue,
            &fill(draw.pick(templates), &[("t", &name), ("a", &with(&low)), ("b", &with(&mean)), ("c", &with(&high))]),
        ));
    }
}

fn impossible(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let at = mark(faulty);
    let percent = if faulty { draw.between(103, 160) } else { draw.between(81, 99) };
    let rate = say(tongue, register.rates[2].0, register.rates[2].1);
    let who = say(tongue, register.who.0, register.who.1);
    let templates: &[&str] = if tongue == Tongue::Zh {
        &[
            "{r}达到{m}{p}%",
            "{w}的系统可用性为{m}{p}%",
            "改用新合同后，{w}的运行成本节省{m}{p}%",
            "{w}的准确率为{m}{p}%",
            "纸张消耗减少了{m}{p}%",
        ]
    } else {
        &[
            "the {r} reached {m}{p}%",
            "system availability at {w} was {m}{p}%",
            "under the new contract {w} saves {m}{p}% of its running costs",
            "accuracy at {w} stands at {m}{p}%",
            "paper use fell by {m}{p}%",
        ]
    };
    page.text(&sentence(
        tongue,
        &fill(draw.pick(templates), &[("r", rate), ("w", who), ("m", &at), ("p", &percent.to_string())]),
    ));
}

fn exceeded(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let at = mark(faulty);
    let mut values = [draw.between(31, 59) * 10, draw.between(60, 79) * 10, draw.between(80, 99) * 10];
    let best = values[2];
    let printed = match (faulty, draw.chance(50)) {
        (false, _) => best,
        (true, true) => best + draw.between(20, 50) * 10,
        (true, false) => values[1] - draw.between(4, 12) * 10,
    };
    if draw.chance(50) {
        values.swap(0, 2);
    }
    let line = say(tongue, register.line[0].0, register.line[0].1);
    let unit =
        if tongue == Tongue::Zh { format!("{}/小时", register.line[2].0) } else { format!(" {}/hour", register.line[2].1) };
    let metric = say(tongue, register.line[1].0, register.line[1].1);
    let templates: &[&str] = if tongue == Tongue::Zh {
        &["{l}的{c}最高可达{m}{v}{u}", "{l}{c}最高{m}{v}{u}", "经过扩容，{l}的{c}高达{m}{v}{u}"]
    } else {
        &[
            "{l} reaches a {c} of up to {m}{v}{u}",
            "the {c} of {l} is up to {m}{v}{u}",
            "{l} now handles a {c} of as much as {m}{v}{u}",
        ]
    };
    page.text(&sentence(
        tongue,
        &fill(draw.pick(templates), &[("l", line), ("c", metric), ("m", &at), ("v", &printed.to_string()), ("u", &unit)]),
    ));
    let what = if tongue == Tongue::Zh {
        format!("{line}{metric}（{unit}）")
    } else {
        format!("{} of {line} ({})", capital(metric), unit.trim())
    };
    let header = [say(tongue, "站点", "Site").to_owned(), what];
    let rows: Vec<Vec<String>> = register
        .sites
        .iter()
        .zip(values)
        .map(|(site, value)| {
            let at = if value == best { at.as_str() } else { "" };
            vec![format!("{at}{}", say(tongue, site.0, site.1)), value.to_string()]
        })
        .collect();
    page.table(&header, &rows);
}

fn rate(page: &mut Page, register: &Register, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let at = mark(faulty);
    let hours = draw.between(2, 8);
    let each = draw.between(12, 95) * 10;
    let printed = if faulty { each * draw.pick(&[2, 3]) / draw.pick(&[1, 5]) } else { each };
    let line = say(tongue, register.line[0].0, register.line[0].1);
    let items = say(tongue, register.line[2].0, register.line[2].1);
    let metric = say(tongue, register.line[1].0, register.line[1].1);
    let all = (hours * each).to_string();
    let templates: &[(&str, &str)] = if tongue == Tongue::Zh {
        &[
            ("{l}在{h}小时内处理了{m}{n}{i}", "{l}的{c}为{m}{e}{i}/小时"),
            ("试运行{h}小时，{l}共处理{m}{n}{i}", "也就是说，{l}的{c}达到每小时{m}{e}{i}"),
        ]
    } else {
        &[
            ("{l} handled {m}{n} {i} in {h} hours", "the {c} of {l} is {m}{e} {i}/hour"),
            ("in {h} hours {l} processed {m}{n} {i}", "{l} thus has a {c} of {m}{e} {i} per hour"),
        ]
    };
    let (first, second) = draw.pick(templates);
    let (h, e) = (hours.to_string(), printed.to_string());
    let gaps =
        [("l", line), ("c", metric), ("m", at.as_str()), ("n", all.as_str()), ("i", items), ("h", h.as_str()), ("e", e.as_str())];
    page.text(&sentence(tongue, &fill(first, &gaps)));
    page.text(&sentence(tongue, &fill(second, &gaps)));
}

fn reference(page: &mut Page, faulty: bool, draw: &mut Draw) {
    let tongue = page.tongue;
    let at = mark(faulty);
    // Published data sheets of the maker.
    let (card, right) = draw.pick(&[("NVIDIA A10", 600), ("NVIDIA T4", 320), ("NVIDIA V100", 900)]);
    let value = if faulty { right * draw.pick(&[3, 5]) / draw.pick(&[2, 9]) } else { right };
    let templates: &[&str] = if tongue == Tongue::Zh {
        &["测试机使用 {g}，显存带宽为{m}{v} GB/s", "{g} 的显存带宽是{m}{v}GB/s", "我们选了 {g}（显存带宽{m}{v} GB/s）"]
    } else {
        &[
            "the test machine has an {g}, whose memory bandwidth is {m}{v} GB/s",
            "the {g} has a memory bandwidth of {m}{v} GB/s",
            "we ran on an {g} (memory bandwidth {m}{v} GB/s)",
        ]
    };
    page.text(&sentence(tongue, &fill(draw.pick(templates), &[("g", card), ("m", &at), ("v", &value.to_string())])));
}

/// A report made of passages.
pub fn report(rule: &str, faulty: bool, tongue: Tongue, draw: &mut Draw) -> Page {
    let register = &REGISTERS[draw.below(REGISTERS.len())];
    let markdown = draw.chance(65);
    let mut page = Page::new(register.stem, tongue, markdown, draw);
    page.title(say(tongue, register.title.0, register.title.1));
    let who = say(tongue, register.who.0, register.who.1);
    let opening: &[&str] = if tongue == Tongue::Zh {
        &["本报告覆盖 2031 年全年，由{w}编写，数据截至 12 月 31 日。", "以下内容由{w}整理，问题请致电 010-5550-1234。"]
    } else {
        &[
            "This report covers the year 2031 and was written by {w}.",
            "Notes by {w}. Figures as of 31 December 2031; see also RFC 9110 for the status codes we use.",
        ]
    };
    page.text(&fill(draw.pick(opening), &[("w", who)]));
    let mut kinds: Vec<&str> =
        draw.some(&KINDS, 4).into_iter().filter(|kind| *kind != rule && *kind != "reference-conflict").collect();
    let at = draw.below(kinds.len() + 1);
    if faulty {
        kinds.insert(at, rule);
    }
    let titles: &[&str] = if tongue == Tongue::Zh {
        &["运行情况", "服务质量", "成本与规模", "改进", "其他数据"]
    } else {
        &["Operations", "Quality of service", "Cost and scale", "Improvements", "Other figures"]
    };
    // Two passages on one quantity would contradict each other, so each takes its turn only once.
    for (kind, title) in kinds.iter().zip(titles) {
        page.heading(title);
        passage(&mut page, register, kind, faulty && *kind == rule, draw);
    }
    page.heading(say(tongue, "说明", "Notes"));
    page.text(say(
        tongue,
        "本报告每年更新一次，旧版可在网站第 3 栏找到。",
        "The report appears once a year; earlier editions are on our website, section 3.",
    ));
    page
}
