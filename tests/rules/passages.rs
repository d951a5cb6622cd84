//! Passages as people write them: right as they stand, and wrong where one word or figure is put in the place of another.

use claimlint::audit;
use claimlint::config::Config;
use claimlint::finding::Severity;
use claimlint::source::Source;

/// What is told of a document, notes left out.
fn told(text: &str) -> Vec<&'static str> {
    let config = Config::default();
    let sources = [Source::new("text.md", text)];
    let found = audit::check(audit::extract(&sources, &[], &config), &config, false).findings;
    found.iter().filter(|f| f.severity > Severity::Note).map(|f| f.rule).collect()
}

/// A text, what is put in the place of what, and the rule that tells it.
type Case = (&'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // A list within the sentence of its count.
    ("# 茶行\n\n本季新到 4 种茶：白毫、银针、毛尖、雀舌，货架增至 31 个。\n", "4 种", "5 种", "count-mismatch"),
    ("# Inks\n\nThe set has five colours: red, ochre, green, teal and black.\n", "five", "six", "count-mismatch"),
    // A table below the sentence that counts its rows.
    (
        "# Locks\n\nThree gates were rebuilt in the spring:\n\n| Gate | Cost |\n|---|---|\n| North | 410 |\n| Mill | 380 |\n| South | 295 |\n| Total | 1085 |\n",
        "Three",
        "Four",
        "count-mismatch",
    ),
    // What came is what went and what is left of it.
    ("# 书店\n\n全年新开 17 家、关闭 5 家，净增 12 家。\n", "净增 12", "净增 14", "total-mismatch"),
    (
        "# Depots\n\nThe firm opened 17 depots and closed 5 depots, a net gain of 12 depots.\n",
        "gain of 12",
        "gain of 14",
        "total-mismatch",
    ),
    // What stands before a colon is divided behind it.
    ("# 巡检\n\n全年处理报修 86 件：水路 41 件、电路 28 件、门窗 17 件。\n", "86 件", "89 件", "total-mismatch"),
    (
        "# 巡检\n\n停运超过一小时的共 14 次（上年 21 次），按原因分：供电 6 次，车辆 5 次，天气 3 次。\n",
        "供电 6",
        "供电 7",
        "total-mismatch",
    ),
    // A sentence goes on with what the one before began.
    (
        "# Allotments\n\nFamilies hold 840 plots. There are a further 125 plots for schools and 35 plots for clubs, for a total of 1,000 plots.\n",
        "total of 1,000",
        "total of 1,010",
        "total-mismatch",
    ),
    // A total that is named for what it sums up, and what is left below it.
    (
        "# 账目\n\n| 项目 | 金额 |\n|---|---|\n| 茶叶 | 1,320 |\n| 人工 | 2,180 |\n| 房租 | 900 |\n| **支出合计** | **4,400** |\n| 结余 | 610 |\n",
        "4,400",
        "4,040",
        "total-mismatch",
    ),
    // A mean of what its own sentence lists.
    (
        "# 品评\n\n四项得分为：香气 8.4、滋味 9.0、汤色 8.8、叶底 8.2，四项平均 8.6 分。\n",
        "平均 8.6",
        "平均 8.9",
        "average-outside-range",
    ),
    // A change against a year, and one that is drawn under a row of figures.
    ("# 苗圃\n\n2031 年育苗 2,400 株，比 2030 年的 2,000 株增长 20%。\n", "增长 20%", "增长 25%", "percent-change-mismatch"),
    (
        "# Swifts\n\nNests in the last four summers were 60, 54, 50 and, in the one just ended, 40. That is a drop of 20% in a year.\n",
        "drop of 20%",
        "drop of 25%",
        "percent-change-mismatch",
    ),
    // The figure that a superlative states tells of what it is.
    (
        "# 缆车\n\n| 线路 | 年客流（万人） | 准点率 |\n|---|---|---|\n| 东线 | 31 | 98.2% |\n| 西线 | 46 | 99.1% |\n| 北线 | 27 | 97.5% |\n\n三条线都在 97% 以上，西线最高（99.1%）。\n",
        "西线最高（99.1%）",
        "东线最高（98.2%）",
        "superlative-violated",
    ),
    (
        "# Ferries\n\n| Line | 2030 | 2031 | Change |\n|---|---|---|---|\n| East | 52,000 | 54,080 | +4.0% |\n| West | 38,500 | 42,158 | +9.5% |\n\nThe fastest-growing line was West, up 9.5%.\n",
        "was West, up 9.5%",
        "was East, up 4.0%",
        "superlative-violated",
    ),
    // A short name, and the unit in the corner of a table.
    (
        "# 锅炉怎么选\n\n| 项目（元） | 霜原 B12 | 南岭 K8 |\n|---|---|---|\n| 设备价 | 17,800 | 19,600 |\n| 十年总花费 | 44,000 | 46,500 |\n\n霜原的十年总花费是 4.4 万元，两台里更低。我家装的就是霜原。\n",
        "4.4 万元",
        "4.2 万元",
        "value-conflict",
    ),
    // One sum for two periods.
    (
        "# 会员卡怎么选\n\n| 会员卡 | 价格 |\n|---|---|\n| 个人卡 | 980 元/年 |\n| 家庭卡 | 1,680 元/年 |\n\n家里人多，就看家庭卡：家庭卡的价格是 1,680 元/年。\n",
        "价格是 1,680 元/年",
        "价格是 1,680 元/月",
        "value-conflict",
    ),
    // A figure between the two that a change went from and to.
    (
        "# 青河茶饮年度报告\n\n青河茶饮的经营利润率为 11.5%。\n\n## 问答\n\n青河茶饮的经营利润率由 10.5% 升至 11.5%。\n",
        "升至 11.5%",
        "升至 12.5%",
        "value-conflict",
    ),
    // A total that has lost a digit.
    (
        "# Costs\n\n| Cost | Month |\n|---|---|\n| Rent | 800 EUR |\n| Power | 150 EUR |\n| Phone | 90 EUR |\n| Total | 1040 EUR |\n",
        "1040",
        "140",
        "total-mismatch",
    ),
];

#[test]
fn a_fault_is_told_and_the_right_passage_is_not() {
    for (text, right, wrong, rule) in CASES {
        assert_eq!(text.matches(right).count(), 1, "{right} stands once");
        assert_eq!(told(text), Vec::<&str>::new(), "{text}");
        let faulty = text.replace(right, wrong);
        assert!(told(&faulty).contains(rule), "{rule}: {faulty}: {:?}", told(&faulty));
    }
}

/// Correct passages whose figures only look alike.
const SILENT: &[&str] = &[
    // Two figures that one sentence tells apart, and a maker's own spelling of a product.
    "# TernDB\n\nThe test machine has 32 cores, 128 GB of memory and a 1.9 TB NVMe drive. TernDB waits 5 s by default.\n\n## Tuning\n\nWith 128 GB of memory TernDB flushes every 200 ms by default.\n",
    // Operating, net and gross profit, and their margins.
    "# 年报\n\n经营利润 9,660 万元，经营利润率 11.5%；净利润 6,720 万元，净利率 8.0%。\n\n## 说明\n\n毛利率 31.0%，净利润 6,720 万元。\n",
    // The fastest of the regions is no channel.
    "# 年报\n\n| 区域 | 营收 | 同比 |\n|---|---|---|\n| 东区 | 361 | +12.0% |\n| 南区 | 193 | +15.0% |\n\n南区增速最快，同比增长 15.0%。\n\n| 渠道 | 营收 | 同比 |\n|---|---|---|\n| 门店 | 504 | +5.0% |\n| 外卖 | 268 | +28.0% |\n\n外卖收入同比增长 28.0%。\n",
    // What something is dearer by, and what a part of it costs.
    "# Bikes\n\n| Bike | Price |\n|---|---|\n| Marlow Drift | $2,499 |\n| Rambler Five | $1,299 |\n\nThe Marlow is $300 less than last year. At $2,499 the Marlow is some $230 under the average. Filling the Marlow's battery costs nine cents.\n",
    // Rows that bare numbers tell apart, in two tables.
    "# Tern\n\n| Cores | Tern QPS |\n|---|---|\n| 4 | 7100 |\n| 8 | 9900 |\n\n| Replicas | Tern QPS |\n|---|---|\n| 4 | 19000 |\n| 8 | 30600 |\n",
    // A bracket that closes a bound, and a price that two bounds make.
    "# 怎么选\n\n- 不到 2.4 万元：甲\n- 2.4 万元（含）到 2.9 万元：乙\n- 2.9 万元及以上：丙\n",
    // Cases of one text, each with its own setting.
    "# Travel\n\n## Case one\n\nThe user sets Travel to 150. When Travel is 150 the set is empty.\n\n## Case two\n\nThe user sets Travel to 250. When Travel is 250 the set is full.\n",
    // A list that a program parts.
    "# Install\n\nPlease follow these 3 steps:\n\n1. Get the source.\n\n```bash\ngit clone x\n```\n\n2. Build it.\n\n```bash\nmake\n```\n\n3. Install it.\n",
    // How a table's figures were got stands below its header.
    "# Scores\n\n| | **Maths** | **Code** |\n|---|---|---|\n| | 5-shot | 0-shot |\n| **Wren** | 41.2 | 30.5 |\n| **Tern** | 44.0 | 33.1 |\n\n## Larger\n\n| | **Maths** | **Code** |\n|---|---|---|\n| | 4-shot | 3-shot |\n| **Wren L** | 51.2 | 40.5 |\n| **Tern L** | 54.0 | 43.1 |\n",
    // Times with full-width colons; a ratio; a score; a solo in minutes and seconds.
    "# 日程\n\n09:40：到场，10:30：结束，共2小时安排如下。主队从10:12追到20:18，历时8分钟。\n\nDilute it 1:10 to 1:20 for 15 minutes. The solo runs from 12:30 to 15:30, lasting 3 minutes.\n",
    // Two numbered lists, each announced.
    "# Plan\n\nTwo checks come first:\n\n1. Tide\n2. Wind\n\nThen three steps follow:\n\n3. Cast off\n4. Turn\n5. Sail\n",
    // A rise over a whole row of years.
    "# Sales\n\nSales were 100, 110, 130 and 150. That is a rise of 50%.\n",
    // Lists that go on, or hold lists.
    "# 门店\n\n新进入四个城市：北京、上海、广州等地。新开5个城市：北京、上海、广州，以及今年新近开通的深圳和成都。共4项：安全（2项）、性能、稳定性。\n",
    "# Menu\n\nThere are three dishes: soup, pie, fish and chips. Three members: Ada Hill, a lawyer, Ben Wood and Eve Reed.\n",
    // A mean of weights in two units.
    "# Loaves\n\nThe three loaves weighed 800 g, 900 g and 1.3 kg, 1.0 kg on average.\n",
    // A town and a hotel.
    "# Hotels\n\n| Hotel | Price |\n|---|---|\n| Paris Hotel | 200 |\n| Lyon Lodge | 180 |\n\nMost guests come from Paris, where a room costs 150 €.\n",
    // Parts that overlap.
    "# 学校\n\n全校教师100人：高级职称40人、中级职称45人、党员20人。\n",
    // A word within a word.
    "# Builds\n\n| Tool | Time |\n|---|---|\n| Go | 12 ms |\n| Rust | 9 ms |\n\nWith flags set ago, the cargo build is fastest (12 ms).\n",
];

#[test]
fn correct_passages_are_silent() {
    for text in SILENT {
        assert_eq!(told(text), Vec::<&str>::new(), "{text}");
    }
}
