//! What the articles are about: eight kinds of product, each with its figures, boasts, audiences and sizes in two languages.
//!
//! Names, sentences and figures are invented.

/// How one language speaks of a measure. `{n}` is the product, `{v}` the figure with its unit.
pub struct Phrases {
    /// Column header and label.
    pub name: &'static str,
    /// Before the number, as a currency sign.
    pub before: &'static str,
    /// After the number in prose.
    pub unit: &'static str,
    /// After the number in tables.
    pub short: &'static str,
    /// Sentences without their final stop.
    pub say: &'static [&'static str],
    /// A question.
    pub ask: &'static str,
    /// Being best at it, without the final stop.
    pub best: &'static str,
}

/// The same figure in another unit: times, over, Chinese and English unit.
pub struct Other(pub i64, pub i64, pub &'static str, pub &'static str);

/// A figure that every product has.
pub struct Measure {
    /// Smallest and largest value, in units of the last decimal.
    pub span: (i64, i64),
    /// Decimals.
    pub decimals: usize,
    /// Large values are the good ones.
    pub large: bool,
    /// Another unit.
    pub other: Option<Other>,
    /// In Chinese.
    pub zh: Phrases,
    /// In English.
    pub en: Phrases,
}

/// A boast in percent: `{n}` product, `{u}` "up to", `{p}` the figure, `{b}` the comparison.
pub struct Boast {
    /// In Chinese; `{b}` reads "相比…".
    pub zh: &'static [&'static str],
    /// In English; `{b}` reads " compared with …".
    pub en: &'static [&'static str],
    /// Short, for cells.
    pub cell: (&'static str, &'static str),
}

/// For whom by size: below, between, above; `{a}` and `{b}` the steps.
pub struct Sizes {
    /// Column header, Chinese and English.
    pub head: (&'static str, &'static str),
    /// In Chinese.
    pub zh: [&'static str; 3],
    /// In English.
    pub en: [&'static str; 3],
    /// Possible pairs of steps.
    pub steps: &'static [(i64, i64)],
}

/// An ability in words.
pub struct Ability {
    /// Predicate, yes and no, Chinese.
    pub zh: (&'static str, &'static str),
    /// Predicate, yes and no, English.
    pub en: (&'static str, &'static str),
    /// Question without the name: `{n}`.
    pub ask: (&'static str, &'static str),
}

/// One kind of product.
pub struct Domain {
    /// File stem.
    pub stem: &'static str,
    /// The thing, Chinese and English plural.
    pub thing: (&'static str, &'static str),
    /// Classifier of the Chinese noun.
    pub classifier: &'static str,
    /// Product names.
    pub zh_names: [&'static str; 6],
    /// Product names.
    pub en_names: [&'static str; 6],
    /// Two measures and, last, the price.
    pub measures: [Measure; 3],
    /// Two boasts.
    pub boasts: [Boast; 2],
    /// What boasts compare with.
    pub bases: [(&'static str, &'static str); 3],
    /// Under which condition: Chinese goes before, English after.
    pub terms: [(&'static str, &'static str); 2],
    /// Readers.
    pub audiences: [(&'static str, &'static str); 3],
    /// Criteria.
    pub criteria: [(&'static str, &'static str); 5],
    /// Sizes.
    pub sizes: Sizes,
    /// Abilities.
    pub abilities: [Ability; 2],
}

/// All of them.
pub const DOMAINS: [&Domain; 8] = [&LAPTOPS, &SERVERS, &DATABASES, &CARS, &MAIL, &INSURANCE, &FRYERS, &STATIONS];

static LAPTOPS: Domain = Domain {
    stem: "laptops",
    thing: ("轻薄本", "laptops"),
    classifier: "款",
    zh_names: ["青岚 14", "墨羽 Air", "远山 X3", "星槎 Pro", "鹿鸣 13", "拾光本"],
    en_names: ["Alder 14", "Brightwing Air", "Corvane X3", "Dunmore Pro", "Elmet 13", "Foxlade S"],
    measures: [
        Measure {
            span: (8, 21),
            decimals: 0,
            large: true,
            other: Some(Other(60, 1, "分钟", " minutes")),
            zh: Phrases {
                name: "续航",
                before: "",
                unit: "小时",
                short: "小时",
                say: &["{n}充满电可以用{v}", "{n}的续航为{v}", "在我们的办公测试里，{n}撑了{v}", "一次充电，{n}能连续工作{v}"],
                ask: "{n}的续航有多久？",
                best: "续航最长的是{n}",
            },
            en: Phrases {
                name: "Battery life",
                before: "",
                unit: " hours",
                short: " h",
                say: &[
                    "{n} lasts {v} on a charge",
                    "the battery of the {n} holds out for {v}",
                    "battery life on the {n} is {v}",
                    "expect {v} of battery life from the {n}",
                ],
                ask: "How long does the {n} run on battery?",
                best: "{n} has the longest battery life",
            },
        },
        Measure {
            span: (98, 189),
            decimals: 2,
            large: false,
            other: Some(Other(1000, 1, "克", " g")),
            zh: Phrases {
                name: "重量",
                before: "",
                unit: "千克",
                short: "kg",
                say: &["{n}的重量为{v}", "{n}整机只有{v}", "{n}重{v}，单手就能拿起", "称下来，{n}是{v}"],
                ask: "{n}有多重？",
                best: "{n}是其中最轻的",
            },
            en: Phrases {
                name: "Weight",
                before: "",
                unit: " kg",
                short: " kg",
                say: &[
                    "{n} weighs {v}",
                    "at {v}, the {n} slips into any bag",
                    "our scale showed {v} for the {n}",
                    "the {n} comes in at {v}",
                ],
                ask: "How heavy is the {n}?",
                best: "{n} is the lightest",
            },
        },
        Measure {
            span: (42, 99),
            decimals: 0,
            large: false,
            other: None,
            zh: Phrases {
                name: "价格",
                before: "",
                unit: "99元",
                short: "99元",
                say: &["{n}售价{v}", "{n}的价格是{v}", "{n}目前卖{v}", "入手{n}需要{v}"],
                ask: "{n}多少钱？",
                best: "{n}最便宜",
            },
            en: Phrases {
                name: "Price",
                before: "$",
                unit: "9",
                short: "9",
                say: &["{n} costs {v}", "the {n} sells for {v}", "you pay {v} for the {n}", "the price of the {n} is {v}"],
                ask: "What does the {n} cost?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}视频导出时间缩短{u}{p}", "{b}，{n}把视频导出时间缩短了{u}{p}", "{n}{b}视频导出时间减少{u}{p}"],
            en: &[
                "{n} cuts video export time by {u}{p}{b}",
                "video exports on the {n} take {u}{p} less time{b}",
                "the {n} reduces export times by {u}{p}{b}",
            ],
            cell: ("视频导出时间缩短{u}{p}", "export time cut by {u}{p}"),
        },
        Boast {
            zh: &["{n}{b}待机功耗降低{u}{p}", "{b}，{n}的待机功耗降低{u}{p}"],
            en: &["{n} lowers standby power by {u}{p}{b}", "standby power of the {n} drops by {u}{p}{b}"],
            cell: ("待机功耗降低{u}{p}", "standby power down {u}{p}"),
        },
    ],
    bases: [
        ("上一代机型", "the previous generation"),
        ("同价位竞品", "rivals at the same price"),
        ("台式工作站", "a desktop workstation"),
    ],
    terms: [("开启高性能模式时", "in performance mode"), ("接入电源时", "when plugged in")],
    audiences: [("学生", "students"), ("视频剪辑师", "video editors"), ("经常出差的人", "frequent travellers")],
    criteria: [
        ("性能", "Performance"),
        ("便携性", "Portability"),
        ("屏幕", "Display"),
        ("做工", "Build quality"),
        ("售后", "Support"),
    ],
    sizes: Sizes {
        head: ("预算", "Budget"),
        zh: ["预算 {a} 元以内", "预算 {a} 到 {b} 元", "预算 {b} 元以上"],
        en: ["a budget of up to ${a}", "a budget of ${a} to ${b}", "a budget above ${b}"],
        steps: &[(5000, 8000), (4500, 7000), (6000, 9000)],
    },
    abilities: [
        Ability {
            zh: ("支持 65W 反向供电", "不支持 65W 反向供电"),
            en: ("supports USB-C charging", "does not support USB-C charging"),
            ask: ("{n}支持 65W 反向供电吗？", "Does the {n} support USB-C charging?"),
        },
        Ability {
            zh: ("支持自行更换内存", "不支持自行更换内存"),
            en: ("lets you upgrade the memory", "does not let you upgrade the memory"),
            ask: ("{n}能自己换内存吗？", "Can I upgrade the memory of the {n}?"),
        },
    ],
};

static SERVERS: Domain = Domain {
    stem: "cloud-servers",
    thing: ("云服务器套餐", "cloud server plans"),
    classifier: "个",
    zh_names: ["云栈标准型", "海岚轻量", "北斗云 S2", "层云入门型", "极昼主机", "沙洲云"],
    en_names: ["Cumulon Basic", "Driftstack", "Northbay S2", "Tern Hosting", "Quayside VPS", "Saltmarsh Cloud"],
    measures: [
        Measure {
            span: (4, 30),
            decimals: 1,
            large: true,
            other: Some(Other(1000, 1, "Mbps", " Mbit/s")),
            zh: Phrases {
                name: "公网带宽",
                before: "",
                unit: "Gbps",
                short: "Gbps",
                say: &["{n}的公网带宽为{v}", "{n}提供{v}的公网带宽", "公网带宽方面，{n}给到{v}"],
                ask: "{n}的公网带宽是多少？",
                best: "公网带宽最大的是{n}",
            },
            en: Phrases {
                name: "Bandwidth",
                before: "",
                unit: " Gbit/s",
                short: " Gbit/s",
                say: &[
                    "{n} comes with {v} of bandwidth",
                    "the uplink bandwidth of {n} is {v}",
                    "{n} gives every instance a bandwidth of {v}",
                ],
                ask: "How much bandwidth does {n} include?",
                best: "{n} has the highest bandwidth",
            },
        },
        Measure {
            span: (12, 95),
            decimals: 0,
            large: false,
            other: Some(Other(1, 60, "分钟", " minutes")),
            zh: Phrases {
                name: "开机时间",
                before: "",
                unit: "秒",
                short: "秒",
                say: &["{n}从下单到开机完成需要{v}", "{n}的开机时间为{v}", "创建一台实例，{n}要等{v}"],
                ask: "{n}开机要多久？",
                best: "{n}开机最快",
            },
            en: Phrases {
                name: "Boot time",
                before: "",
                unit: " seconds",
                short: " s",
                say: &["{n} boots a fresh instance in {v}", "the boot time of {n} is {v}", "it took {n} {v} to boot"],
                ask: "How long does {n} take to boot?",
                best: "{n} boots fastest",
            },
        },
        Measure {
            span: (29, 98),
            decimals: 0,
            large: false,
            other: Some(Other(12, 1, "元/年", " a year")),
            zh: Phrases {
                name: "价格",
                before: "",
                unit: "元/月",
                short: "元/月",
                say: &["{n}的价格为{v}", "{n}按月付是{v}", "用{n}要花{v}"],
                ask: "{n}怎么收费？",
                best: "{n}价格最低",
            },
            en: Phrases {
                name: "Price",
                before: "$",
                unit: " a month",
                short: "/month",
                say: &["{n} costs {v}", "{n} is priced at {v}", "{n} bills {v}"],
                ask: "What does {n} cost?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}可节省{u}{p}的成本", "{b}，使用{n}能节省成本{u}{p}", "{b}，选{n}成本降低{u}{p}"],
            en: &[
                "{n} saves {u}{p} of the bill{b}",
                "customers of {n} save {u}{p} in cost{b}",
                "{n} lowers hosting costs by {u}{p}{b}",
            ],
            cell: ("成本节省{u}{p}", "saves {u}{p} in cost"),
        },
        Boast {
            zh: &["{n}{b}磁盘读写性能提升{u}{p}", "{b}，{n}的磁盘性能提升{u}{p}"],
            en: &["{n} improves disk performance by {u}{p}{b}", "disk performance on {n} is {u}{p} higher{b}"],
            cell: ("磁盘性能提升{u}{p}", "disk performance up {u}{p}"),
        },
    ],
    bases: [
        ("按量付费", "pay-as-you-go pricing"),
        ("自建机房", "running your own racks"),
        ("传统虚拟主机", "classic shared hosting"),
    ],
    terms: [("包三年时", "on a three-year contract"), ("预付费模式下", "with prepaid billing")],
    audiences: [("个人站长", "hobby sites"), ("初创公司", "start-ups"), ("游戏开发者", "game developers")],
    criteria: [
        ("价格", "Price"),
        ("稳定性", "Stability"),
        ("网络", "Network"),
        ("工单响应", "Support"),
        ("文档", "Documentation"),
    ],
    sizes: Sizes {
        head: ("日访问量", "Daily visits"),
        zh: ["日访问量 {a} 次以下", "日访问量 {a}～{b} 次", "日访问量 {b} 次以上"],
        en: ["sites with up to {a} visits a day", "sites with {a} to {b} visits a day", "sites with more than {b} visits a day"],
        steps: &[(5000, 50000), (10000, 80000), (20000, 100_000)],
    },
    abilities: [
        Ability {
            zh: ("支持 IPv6", "不支持 IPv6"),
            en: ("supports IPv6", "does not support IPv6"),
            ask: ("{n}支持 IPv6 吗？", "Does {n} support IPv6?"),
        },
        Ability {
            zh: ("提供自动快照", "不提供自动快照"),
            en: ("offers automatic snapshots", "offers no automatic snapshots"),
            ask: ("{n}有自动快照吗？", "Are automatic snapshots part of {n}?"),
        },
    ],
};

static DATABASES: Domain = Domain {
    stem: "databases",
    thing: ("时序数据库", "time-series databases"),
    classifier: "款",
    zh_names: ["潮汐 DB", "沉舟", "千帆时序", "ChronoLeaf", "碧落库", "磐石 TS"],
    en_names: ["Tidewell", "ChronoLeaf", "Pebblestore", "Kittiwake DB", "Seriema", "Longshore"],
    measures: [
        Measure {
            span: (12, 96),
            decimals: 1,
            large: false,
            other: Some(Other(1000, 1, "微秒", " µs")),
            zh: Phrases {
                name: "P99 写入延迟",
                before: "",
                unit: "毫秒",
                short: "ms",
                say: &["{n}的 P99 写入延迟为{v}", "压测中{n}的 P99 写入延迟稳定在{v}", "P99 写入延迟上，{n}做到了{v}"],
                ask: "{n}的 P99 写入延迟是多少？",
                best: "{n}的 P99 写入延迟最低",
            },
            en: Phrases {
                name: "p99 write latency",
                before: "",
                unit: " ms",
                short: " ms",
                say: &[
                    "{n} shows a p99 write latency of {v}",
                    "the p99 write latency of {n} is {v}",
                    "with {n}, p99 write latency stays at {v}",
                ],
                ask: "What p99 write latency does {n} reach?",
                best: "{n} has the lowest p99 write latency",
            },
        },
        Measure {
            span: (18, 95),
            decimals: 0,
            large: true,
            other: Some(Other(1, 100, "百万点/秒", " million points/s")),
            zh: Phrases {
                name: "写入吞吐",
                before: "",
                unit: "万点/秒",
                short: "万点/秒",
                say: &["{n}单节点写入吞吐为{v}", "{n}的写入吞吐达到{v}", "同样的机器上，{n}跑出{v}的写入吞吐"],
                ask: "{n}的写入吞吐有多高？",
                best: "写入吞吐最高的是{n}",
            },
            en: Phrases {
                name: "Ingest rate",
                before: "",
                unit: "0,000 points per second",
                short: "0,000 points/s",
                say: &["{n} ingests {v}", "the ingest rate of {n} is {v}", "on the same box {n} sustained an ingest rate of {v}"],
                ask: "How fast does {n} ingest?",
                best: "{n} has the highest ingest rate",
            },
        },
        Measure {
            span: (120, 690),
            decimals: 0,
            large: false,
            other: Some(Other(12, 1, "元/年", " per year")),
            zh: Phrases {
                name: "托管价格",
                before: "",
                unit: "元/月",
                short: "元/月",
                say: &["{n}的托管价格为{v}", "{n}托管版每节点{v}", "托管版{n}收费{v}"],
                ask: "{n}的托管价格是多少？",
                best: "{n}的托管价格最低",
            },
            en: Phrases {
                name: "Hosted price",
                before: "$",
                unit: " per month",
                short: "/month",
                say: &["hosted {n} costs {v}", "the hosted price of {n} is {v}", "{n} charges {v} for a hosted node"],
                ask: "How much is a hosted node of {n}?",
                best: "{n} has the lowest hosted price",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}存储空间减少{u}{p}", "{b}，{n}把存储空间压缩了{u}{p}", "换到{n}之后，{b}存储占用下降{u}{p}"],
            en: &[
                "{n} shrinks storage by {u}{p}{b}",
                "{n} needs {u}{p} less storage{b}",
                "moving to {n} reduced storage by {u}{p}{b}",
            ],
            cell: ("存储空间减少{u}{p}", "{u}{p} less storage"),
        },
        Boast {
            zh: &["{n}{b}查询速度提升{u}{p}", "{b}，{n}的查询速度提升{u}{p}"],
            en: &["{n} speeds up queries by {u}{p}{b}", "query speed of {n} improves by {u}{p}{b}"],
            cell: ("查询速度提升{u}{p}", "queries {u}{p} faster"),
        },
    ],
    bases: [
        ("通用关系库", "a general relational database"),
        ("开源的竞品", "its open-source rivals"),
        ("上一个大版本", "the previous major version"),
    ],
    terms: [("开启列压缩后", "with column compression enabled"), ("在 16 核机器上", "on a 16-core machine")],
    audiences: [("物联网团队", "IoT teams"), ("运维监控", "monitoring teams"), ("量化研究员", "quant researchers")],
    criteria: [
        ("写入", "Writes"),
        ("查询", "Queries"),
        ("压缩", "Compression"),
        ("运维难度", "Operations"),
        ("生态", "Ecosystem"),
    ],
    sizes: Sizes {
        head: ("设备数量", "Number of devices"),
        zh: ["设备不超过 {a} 台", "设备在 {a} 至 {b} 台之间", "设备超过 {b} 台"],
        en: ["up to {a} devices", "{a} to {b} devices", "more than {b} devices"],
        steps: &[(1000, 20000), (500, 5000), (2000, 30000)],
    },
    abilities: [
        Ability {
            zh: ("支持 SQL 查询", "不支持 SQL 查询"),
            en: ("supports SQL", "does not support SQL"),
            ask: ("{n}支持 SQL 查询吗？", "Can I query {n} with SQL?"),
        },
        Ability {
            zh: ("支持离线部署", "不支持离线部署"),
            en: ("works offline", "does not work offline"),
            ask: ("{n}能离线部署吗？", "Does {n} work offline?"),
        },
    ],
};

static CARS: Domain = Domain {
    stem: "electric-cars",
    thing: ("纯电轿车", "electric cars"),
    classifier: "款",
    zh_names: ["驰原 E5", "蓝鹊", "曜行 7", "云驭 S", "逐日 EV", "鲸越"],
    en_names: ["Halden E5", "Bluejay", "Ostara 7", "Voltaire S", "Meridian EV", "Norrland"],
    measures: [
        Measure {
            span: (402, 798),
            decimals: 0,
            large: true,
            other: None,
            zh: Phrases {
                name: "续航里程",
                before: "",
                unit: "公里",
                short: "km",
                say: &["{n}的续航里程为{v}", "{n}满电能跑{v}", "充满一次，{n}可以行驶{v}"],
                ask: "{n}能跑多远？",
                best: "{n}的续航里程最长",
            },
            en: Phrases {
                name: "Range",
                before: "",
                unit: " km",
                short: " km",
                say: &["{n} has a range of {v}", "the {n} drives {v} on a full battery", "a full charge takes the {n} {v}"],
                ask: "How far does the {n} go on one charge?",
                best: "{n} has the longest range",
            },
        },
        Measure {
            span: (18, 54),
            decimals: 0,
            large: false,
            other: Some(Other(60, 1, "秒", " seconds")),
            zh: Phrases {
                name: "快充时间",
                before: "",
                unit: "分钟",
                short: "分钟",
                say: &["{n}的快充时间为{v}", "{n}从 10% 充到 80% 需要{v}", "快充桩上，{n}用时{v}"],
                ask: "{n}快充要多长时间？",
                best: "{n}充电最快",
            },
            en: Phrases {
                name: "Charging time (10–80%)",
                before: "",
                unit: " minutes",
                short: " min",
                say: &[
                    "{n} charges from 10 to 80% in {v}",
                    "the charging time of the {n} is {v}",
                    "at a fast charger the {n} needs {v}",
                ],
                ask: "How long does the {n} take to charge?",
                best: "{n} charges fastest",
            },
        },
        Measure {
            span: (1298, 3398),
            decimals: 2,
            large: false,
            other: Some(Other(10000, 1, "元", "")),
            zh: Phrases {
                name: "指导价",
                before: "",
                unit: "万元",
                short: "万元",
                say: &["{n}的指导价为{v}", "{n}定价{v}", "{n}指导价{v}"],
                ask: "{n}的指导价是多少？",
                best: "{n}价格最低",
            },
            en: Phrases {
                name: "List price",
                before: "€",
                unit: "k",
                short: "k",
                say: &["{n} lists at {v}", "the list price of the {n} is {v}", "{n} costs {v} before options"],
                ask: "What is the list price of the {n}?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}能耗降低{u}{p}", "{b}，{n}的能耗降低{u}{p}", "{n}{b}能耗减少{u}{p}"],
            en: &[
                "{n} uses {u}{p} less energy{b}",
                "energy use of the {n} falls by {u}{p}{b}",
                "the {n} cuts energy use by {u}{p}{b}",
            ],
            cell: ("能耗降低{u}{p}", "{u}{p} less energy"),
        },
        Boast {
            zh: &["{n}{b}保养费用节省{u}{p}", "{b}，{n}的保养费用可节省{u}{p}"],
            en: &["{n} saves {u}{p} in maintenance costs{b}", "maintenance of the {n} costs {u}{p} less{b}"],
            cell: ("保养费用节省{u}{p}", "saves {u}{p} in maintenance"),
        },
    ],
    bases: [
        ("同级燃油车", "a comparable petrol car"),
        ("上一代车型", "its predecessor"),
        ("同级电动车", "other electric cars of its class"),
    ],
    terms: [("搭配热泵时", "with the heat pump fitted"), ("节能模式下", "in eco mode")],
    audiences: [("有孩子的家庭", "families"), ("网约车司机", "taxi drivers"), ("城市通勤者", "city commuters")],
    criteria: [
        ("续航", "Range"),
        ("空间", "Space"),
        ("智驾", "Driver assistance"),
        ("舒适", "Comfort"),
        ("保值率", "Resale value"),
    ],
    sizes: Sizes {
        head: ("每月里程", "Kilometres a month"),
        zh: ["每月行驶 {a} 公里以内", "每月行驶 {a}-{b} 公里", "每月行驶超过 {b} 公里"],
        en: ["less than {a} km a month", "{a} to {b} km a month", "more than {b} km a month"],
        steps: &[(800, 2000), (1000, 2500), (600, 1800)],
    },
    abilities: [
        Ability {
            zh: ("支持对外放电", "不支持对外放电"),
            en: ("supports vehicle-to-load", "does not support vehicle-to-load"),
            ask: ("{n}支持对外放电吗？", "Does the {n} support vehicle-to-load?"),
        },
        Ability {
            zh: ("标配热泵", "没有热泵"),
            en: ("comes with a heat pump", "has no heat pump"),
            ask: ("{n}有热泵吗？", "Is there a heat pump in the {n}?"),
        },
    ],
};

static MAIL: Domain = Domain {
    stem: "mail-hosts",
    thing: ("企业邮箱", "mail hosts"),
    classifier: "家",
    zh_names: ["鸿雁邮", "驿路邮箱", "信天翁企业邮", "尺素", "飞笺", "云札"],
    en_names: ["Posthorn", "Cedar Mail", "Larkmail", "Oxbow", "Inkwell Mail", "Signalbox"],
    measures: [
        Measure {
            span: (15, 95),
            decimals: 0,
            large: true,
            other: Some(Other(1024, 1, "MB", " MiB")),
            zh: Phrases {
                name: "单用户容量",
                before: "",
                unit: "GB",
                short: "GB",
                say: &["{n}的单用户容量为{v}", "{n}给每个账号{v}的空间", "容量方面，{n}每人{v}"],
                ask: "{n}每个账号有多大空间？",
                best: "单用户容量最大的是{n}",
            },
            en: Phrases {
                name: "Storage per user",
                before: "",
                unit: " GB",
                short: " GB",
                say: &["{n} gives each user {v} of storage", "storage per user at {n} is {v}", "every mailbox at {n} holds {v}"],
                ask: "How much storage does {n} give each user?",
                best: "{n} offers the most storage per user",
            },
        },
        Measure {
            span: (20, 150),
            decimals: 0,
            large: true,
            other: Some(Other(1000, 1, "KB", " kB")),
            zh: Phrases {
                name: "附件上限",
                before: "",
                unit: "MB",
                short: "MB",
                say: &["{n}的附件上限为{v}", "{n}单封邮件附件不超过{v}", "发附件时，{n}限制在{v}"],
                ask: "{n}的附件上限是多少？",
                best: "{n}的附件上限最高",
            },
            en: Phrases {
                name: "Attachment limit",
                before: "",
                unit: " MB",
                short: " MB",
                say: &[
                    "the attachment limit of {n} is {v}",
                    "{n} accepts attachments of up to {v}",
                    "{n} caps attachments at {v}",
                ],
                ask: "How large may attachments be at {n}?",
                best: "{n} has the highest attachment limit",
            },
        },
        Measure {
            span: (6, 45),
            decimals: 0,
            large: false,
            other: Some(Other(12, 1, "元/人/年", " per user and year")),
            zh: Phrases {
                name: "单价",
                before: "",
                unit: "元/人/月",
                short: "元/人/月",
                say: &["{n}的单价是{v}", "{n}收费{v}", "开通{n}需{v}"],
                ask: "{n}一个账号多少钱？",
                best: "{n}单价最低",
            },
            en: Phrases {
                name: "Price",
                before: "$",
                unit: " per user and month",
                short: " per user/month",
                say: &["{n} costs {v}", "{n} charges {v}", "you pay {n} {v}"],
                ask: "What does {n} charge?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}垃圾邮件减少{u}{p}", "{b}，{n}让垃圾邮件减少{u}{p}", "用上{n}，{b}垃圾邮件下降{u}{p}"],
            en: &[
                "{n} reduces spam by {u}{p}{b}",
                "users of {n} see {u}{p} less spam{b}",
                "{n} cuts the amount of spam by {u}{p}{b}",
            ],
            cell: ("垃圾邮件减少{u}{p}", "{u}{p} less spam"),
        },
        Boast {
            zh: &["{n}{b}运维成本降低{u}{p}", "{b}，{n}可将运维成本降低{u}{p}"],
            en: &["{n} lowers administration costs by {u}{p}{b}", "administration with {n} costs {u}{p} less{b}"],
            cell: ("运维成本降低{u}{p}", "administration costs down {u}{p}"),
        },
    ],
    bases: [("自建邮件系统", "a self-hosted server"), ("免费邮箱", "free mail accounts"), ("旧版过滤引擎", "the old filter")],
    terms: [("开启智能过滤后", "with smart filtering on"), ("购买旗舰版时", "on the Business plan")],
    audiences: [("外贸公司", "exporters"), ("律师事务所", "law firms"), ("自由职业者", "freelancers")],
    criteria: [
        ("送达率", "Deliverability"),
        ("安全", "Security"),
        ("容量", "Storage"),
        ("易用性", "Ease of use"),
        ("客服", "Support"),
    ],
    sizes: Sizes {
        head: ("团队规模", "Team size"),
        zh: ["{a} 人以下的团队", "{a}-{b} 人的团队", "{b} 人以上的团队"],
        en: ["teams of up to {a} people", "teams of {a} to {b} people", "teams of more than {b} people"],
        steps: &[(20, 100), (30, 200), (50, 300)],
    },
    abilities: [
        Ability {
            zh: ("支持端到端加密", "不支持端到端加密"),
            en: ("supports end-to-end encryption", "does not support end-to-end encryption"),
            ask: ("{n}支持端到端加密吗？", "Does {n} support end-to-end encryption?"),
        },
        Ability {
            zh: ("支持离线收信", "不支持离线收信"),
            en: ("works offline", "requires a connection at all times"),
            ask: ("{n}可以离线收信吗？", "Can I use {n} offline?"),
        },
    ],
};

static INSURANCE: Domain = Domain {
    stem: "travel-insurance",
    thing: ("旅行险", "travel insurance plans"),
    classifier: "款",
    zh_names: ["安途保", "行者无忧", "远足卫士", "晴空旅险", "护航计划", "平川境外险"],
    en_names: ["Wayfarer Cover", "SafePassage", "Roamwell", "Juniper Travel", "Anchor Plan", "Polestar Cover"],
    measures: [
        Measure {
            span: (20, 90),
            decimals: 0,
            large: true,
            other: Some(Other(10000, 1, "元", "")),
            zh: Phrases {
                name: "医疗保额",
                before: "",
                unit: "万元",
                short: "万元",
                say: &["{n}的医疗保额为{v}", "{n}最高赔付{v}的医疗费", "医疗保额上，{n}给了{v}"],
                ask: "{n}的医疗保额是多少？",
                best: "医疗保额最高的是{n}",
            },
            en: Phrases {
                name: "Medical cover",
                before: "$",
                unit: "0,000",
                short: "0,000",
                say: &[
                    "{n} includes medical cover of {v}",
                    "the medical cover of {n} is {v}",
                    "{n} pays medical bills up to {v}",
                ],
                ask: "What is the medical cover of {n}?",
                best: "{n} has the highest medical cover",
            },
        },
        Measure {
            span: (3, 21),
            decimals: 0,
            large: false,
            other: Some(Other(24, 1, "小时", " hours")),
            zh: Phrases {
                name: "理赔时效",
                before: "",
                unit: "天",
                short: "天",
                say: &["{n}的理赔时效为{v}", "{n}平均{v}完成理赔", "材料交齐后，{n}要{v}才到账"],
                ask: "{n}理赔要多久？",
                best: "{n}理赔最快",
            },
            en: Phrases {
                name: "Claim processing",
                before: "",
                unit: " days",
                short: " days",
                say: &["{n} settles claims in {v}", "claim processing at {n} takes {v}", "it takes {n} {v} to pay a claim"],
                ask: "How long does {n} take to pay a claim?",
                best: "{n} settles claims fastest",
            },
        },
        Measure {
            span: (180, 960),
            decimals: 0,
            large: false,
            other: Some(Other(1, 12, "元/月", " a month")),
            zh: Phrases {
                name: "保费",
                before: "",
                unit: "元/年",
                short: "元/年",
                say: &["{n}的保费为{v}", "{n}保费{v}，含家属", "投保{n}，保费是{v}"],
                ask: "{n}的保费是多少？",
                best: "{n}保费最低",
            },
            en: Phrases {
                name: "Premium",
                before: "$",
                unit: " a year",
                short: "/year",
                say: &["{n} has a premium of {v}", "the premium of {n} is {v}", "{n} asks a premium of {v}"],
                ask: "What is the premium of {n}?",
                best: "{n} has the lowest premium",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}保费节省{u}{p}", "{b}，投保{n}可节省{u}{p}的保费", "买{n}，{b}省下{u}{p}的保费"],
            en: &[
                "{n} saves {u}{p} of the premium{b}",
                "with {n} you save {u}{p} of the premium{b}",
                "{n} lowers the premium by {u}{p}{b}",
            ],
            cell: ("保费节省{u}{p}", "saves {u}{p} of the premium"),
        },
        Boast {
            zh: &["{n}{b}理赔时间缩短{u}{p}", "{b}，{n}将理赔时间缩短{u}{p}"],
            en: &["{n} shortens claim processing by {u}{p}{b}", "claim processing at {n} takes {u}{p} less time{b}"],
            cell: ("理赔时间缩短{u}{p}", "claims {u}{p} faster"),
        },
    ],
    bases: [
        ("单次投保", "buying single trips"),
        ("银行代销产品", "policies sold by banks"),
        ("去年的版本", "last year's edition"),
    ],
    terms: [("两人同行时", "for two travellers"), ("提前一个月投保时", "when booked a month ahead")],
    audiences: [("背包客", "backpackers"), ("带老人出游的家庭", "families with grandparents"), ("留学生", "exchange students")],
    criteria: [
        ("保障范围", "Cover"),
        ("保费", "Premium"),
        ("理赔", "Claims"),
        ("增值服务", "Extras"),
        ("条款清晰度", "Clarity of terms"),
    ],
    sizes: Sizes {
        head: ("出行天数", "Length of trip"),
        zh: ["{a} 天以内的行程", "{a} 到 {b} 天的行程", "{b} 天以上的行程"],
        en: ["trips of up to {a} days", "trips of {a} to {b} days", "trips of more than {b} days"],
        steps: &[(14, 60), (10, 45), (21, 90)],
    },
    abilities: [
        Ability {
            zh: ("包含滑雪意外", "不包含滑雪意外"),
            en: ("covers skiing", "does not cover skiing"),
            ask: ("{n}保滑雪吗？", "Does {n} cover skiing?"),
        },
        Ability {
            zh: ("支持线上理赔", "不支持线上理赔"),
            en: ("accepts claims online", "does not accept claims online"),
            ask: ("{n}能线上理赔吗？", "Can I file a claim with {n} online?"),
        },
    ],
};

static FRYERS: Domain = Domain {
    stem: "air-fryers",
    thing: ("空气炸锅", "air fryers"),
    classifier: "款",
    zh_names: ["炊烟 A6", "小灶", "禾木 K5", "味川 Mini", "暖厨 Pro", "白瓷炸锅"],
    en_names: ["Hearthling A6", "Crispwell", "Maplepan K5", "Brindle Mini", "Toastmark Pro", "Kettlebrook"],
    measures: [
        Measure {
            span: (28, 80),
            decimals: 1,
            large: true,
            other: Some(Other(1000, 1, "毫升", " ml")),
            zh: Phrases {
                name: "容量",
                before: "",
                unit: "升",
                short: "L",
                say: &["{n}的容量为{v}", "{n}炸篮能装{v}", "{n}容量{v}，放得下一只整鸡"],
                ask: "{n}的容量有多大？",
                best: "{n}容量最大",
            },
            en: Phrases {
                name: "Capacity",
                before: "",
                unit: " litres",
                short: " l",
                say: &["{n} has a capacity of {v}", "the basket of the {n} holds {v}", "the capacity of the {n} is {v}"],
                ask: "What is the capacity of the {n}?",
                best: "{n} has the largest capacity",
            },
        },
        Measure {
            span: (11, 24),
            decimals: 1,
            large: true,
            other: Some(Other(1000, 1, "W", " W")),
            zh: Phrases {
                name: "功率",
                before: "",
                unit: "kW",
                short: "kW",
                say: &["{n}的功率为{v}", "{n}额定功率{v}", "功率方面，{n}是{v}"],
                ask: "{n}的功率是多少？",
                best: "{n}功率最大",
            },
            en: Phrases {
                name: "Power",
                before: "",
                unit: " kW",
                short: " kW",
                say: &["{n} draws {v}", "the power of the {n} is {v}", "the {n} is rated at {v}"],
                ask: "How much power does the {n} draw?",
                best: "{n} has the highest power",
            },
        },
        Measure {
            span: (19, 89),
            decimals: 0,
            large: false,
            other: None,
            zh: Phrases {
                name: "售价",
                before: "",
                unit: "9元",
                short: "9元",
                say: &["{n}的售价为{v}", "{n}到手价{v}", "{n}卖{v}"],
                ask: "{n}卖多少钱？",
                best: "{n}最便宜",
            },
            en: Phrases {
                name: "Price",
                before: "£",
                unit: ".99",
                short: ".99",
                say: &["{n} costs {v}", "{n} is on sale for {v}", "the price of the {n} is {v}"],
                ask: "How much is the {n}?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}用油减少{u}{p}", "{b}，{n}用油减少{u}{p}", "同样一份鸡翅，{n}{b}用油降低{u}{p}"],
            en: &[
                "{n} uses {u}{p} less oil{b}",
                "chips from the {n} take {u}{p} less oil{b}",
                "the {n} cuts oil use by {u}{p}{b}",
            ],
            cell: ("用油减少{u}{p}", "{u}{p} less oil"),
        },
        Boast {
            zh: &["{n}{b}省电{u}{p}", "{b}，{n}每次烹饪耗电降低{u}{p}"],
            en: &["{n} saves {u}{p} of electricity{b}", "each meal in the {n} takes {u}{p} less electricity{b}"],
            cell: ("耗电降低{u}{p}", "{u}{p} less electricity"),
        },
    ],
    bases: [("传统油炸", "deep frying"), ("嵌入式烤箱", "a built-in oven"), ("老款炸锅", "older fryers")],
    terms: [("半篮装载时", "with the basket half full"), ("使用双旋风模式时", "in turbo mode")],
    audiences: [("单身租房族", "singles"), ("大家庭", "large households"), ("健身人群", "people on a diet")],
    criteria: [("口感", "Taste"), ("清洗", "Cleaning"), ("噪声", "Noise"), ("外观", "Looks"), ("食谱", "Recipes")],
    sizes: Sizes {
        head: ("用餐人数", "Household"),
        zh: ["{a} 人以内的家庭", "{a}~{b} 人的家庭", "{b} 人以上的家庭"],
        en: ["households of up to {a} people", "households of {a} to {b} people", "households of more than {b} people"],
        steps: &[(2, 8), (3, 9), (2, 6)],
    },
    abilities: [
        Ability {
            zh: ("支持手机远程控制", "不支持手机远程控制"),
            en: ("can be controlled from a phone", "cannot be controlled from a phone"),
            ask: ("{n}能用手机远程控制吗？", "Can the {n} be controlled from a phone?"),
        },
        Ability {
            zh: ("炸篮可以放进洗碗机", "炸篮不可以放进洗碗机"),
            en: ("is dishwasher-safe", "is not dishwasher-safe"),
            ask: ("{n}的炸篮可以放进洗碗机吗？", "Is the basket of the {n} dishwasher-safe?"),
        },
    ],
};

static STATIONS: Domain = Domain {
    stem: "power-stations",
    thing: ("户外电源", "portable power stations"),
    classifier: "款",
    zh_names: ["野火 1000", "驼峰 S", "峰顶 M2", "萤石 600", "拓野", "北坡 Max"],
    en_names: ["Campfire 1000", "Ridgeback S", "Summitcell M2", "Firefly 600", "Outpost", "Tarn Max"],
    measures: [
        Measure {
            span: (51, 204),
            decimals: 0,
            large: true,
            other: Some(Other(1, 100, "kWh", " kWh")),
            zh: Phrases {
                name: "电池容量",
                before: "",
                unit: "0Wh",
                short: "0Wh",
                say: &["{n}的电池容量为{v}", "{n}内置{v}电芯", "{n}配了{v}的电池"],
                ask: "{n}的电池容量是多少？",
                best: "{n}电池容量最大",
            },
            en: Phrases {
                name: "Capacity",
                before: "",
                unit: "0 Wh",
                short: "0 Wh",
                say: &["{n} stores {v}", "the capacity of the {n} is {v}", "the {n} packs a capacity of {v}"],
                ask: "How much energy does the {n} store?",
                best: "{n} has the largest capacity",
            },
        },
        Measure {
            span: (62, 228),
            decimals: 1,
            large: false,
            other: Some(Other(1000, 1, "克", " g")),
            zh: Phrases {
                name: "整机重量",
                before: "",
                unit: "公斤",
                short: "kg",
                say: &["{n}的整机重量为{v}", "{n}重{v}", "{n}上秤是{v}"],
                ask: "{n}重不重？",
                best: "{n}整机重量最轻",
            },
            en: Phrases {
                name: "Weight",
                before: "",
                unit: " kg",
                short: " kg",
                say: &["{n} weighs {v}", "the weight of the {n} is {v}", "with its handle the {n} weighs {v}"],
                ask: "What does the {n} weigh?",
                best: "{n} is the lightest",
            },
        },
        Measure {
            span: (24, 89),
            decimals: 0,
            large: false,
            other: None,
            zh: Phrases {
                name: "价格",
                before: "¥",
                unit: "99",
                short: "99",
                say: &["{n}的价格是{v}", "{n}卖到{v}", "{n}价格{v}"],
                ask: "{n}价格多少？",
                best: "{n}价格最低",
            },
            en: Phrases {
                name: "Price",
                before: "",
                unit: "9 USD",
                short: "9 USD",
                say: &["{n} costs {v}", "{n} retails at {v}", "the {n} goes for {v}"],
                ask: "What is the price of the {n}?",
                best: "{n} is the cheapest",
            },
        },
    ],
    boasts: [
        Boast {
            zh: &["{n}{b}充电时间缩短{u}{p}", "{b}，{n}的充电时间缩短{u}{p}", "{n}{b}充电时间减少{u}{p}"],
            en: &[
                "{n} shortens recharge time by {u}{p}{b}",
                "the {n} recharges in {u}{p} less time{b}",
                "recharging the {n} takes {u}{p} less time{b}",
            ],
            cell: ("充电时间缩短{u}{p}", "recharge time cut by {u}{p}"),
        },
        Boast {
            zh: &["{n}{b}循环寿命提升{u}{p}", "{b}，{n}的电芯循环寿命提升{u}{p}"],
            en: &["{n} extends cycle life by {u}{p}{b}", "cycle life of the {n} improves by {u}{p}{b}"],
            cell: ("循环寿命提升{u}{p}", "cycle life up {u}{p}"),
        },
    ],
    bases: [("三元锂机型", "stations with NMC cells"), ("上一代产品", "its predecessor"), ("柴油发电机", "a diesel generator")],
    terms: [("环境温度 25 ℃ 时", "at 25 °C"), ("同时接入太阳能板时", "with a solar panel connected")],
    audiences: [("露营爱好者", "campers"), ("摄影师", "photographers"), ("房车车主", "van owners")],
    criteria: [("容量", "Capacity"), ("便携", "Portability"), ("接口", "Ports"), ("安全", "Safety"), ("静音", "Noise")],
    sizes: Sizes {
        head: ("负载功率", "Load"),
        zh: ["负载在 {a} W 以内", "负载 {a} W 至 {b} W", "负载超过 {b} W"],
        en: ["loads of up to {a} W", "loads of {a} W to {b} W", "loads above {b} W"],
        steps: &[(500, 1500), (300, 1000), (600, 1800)],
    },
    abilities: [
        Ability {
            zh: ("支持太阳能充电", "不支持太阳能充电"),
            en: ("supports solar charging", "does not support solar charging"),
            ask: ("{n}支持太阳能充电吗？", "Does the {n} support solar charging?"),
        },
        Ability {
            zh: ("可以并机扩容", "不可以并机扩容"),
            en: ("can be expanded with a second battery", "cannot be expanded with a second battery"),
            ask: ("{n}可以并机扩容吗？", "Can the {n} be expanded with a second battery?"),
        },
    ],
};
