//! Whether a percentage can pass a hundred: a share of a whole and a decrease cannot, whatever is measured.
//!
//! The words right beside the figure tell. A share is named by its noun (好评率, "approval rate"); words of ratios that do pass a hundred
//! (完成率, "coverage ratio", growth) are no shares.

use crate::extract::view::View;
use crate::quantity::{Bound, Form, Quantity};

/// Nouns of shares, as they stand before a percentage.
const SHARES: &[&str] = &[
    "好评率", "差评率", "满意率", "满意度", "合格率", "不合格率", "良品率", "次品率", "废品率", "优良率", "通过率", "及格率", "优秀率",
    "升学率", "录取率", "准确率", "正确率", "精确率", "识别率", "召回率", "查全率", "命中率", "出勤率", "缺勤率", "到课率", "到场率",
    "投票率", "参与率", "支持率", "得票率", "赞成率", "入住率", "空置率", "失业率", "就业率", "成活率", "存活率", "死亡率", "治愈率",
    "感染率", "发病率", "患病率", "接种率", "错误率", "误差率", "故障率", "失败率", "成功率", "丢包率", "误报率", "漏报率", "漏检率",
    "误检率", "漏损率", "逾期率", "坏账率", "退货率", "退款率", "缺货率", "破损率", "爽约率", "复诊率", "复购率", "回头率", "点击率",
    "打开率", "跳出率", "流失率", "留存率", "辍学率", "识字率", "森林覆盖率", "绿化率", "测试覆盖率", "代码覆盖率", "网络覆盖率",
    "智能水表覆盖率", "回收率", "可用率", "可用性", "在线率", "正常运行时间", "准点率", "正点率", "妥投率", "送达率", "占比", "比重",
    "市场份额", "市占率", "相对湿度", "含水率", "含水量", "纯度", "概率", "几率", "完整率", "开机率", "覆盖率", "渗漏率", "遵守率",
    "approval rate", "approval rating", "satisfaction rate", "satisfaction", "success rate", "pass rate", "failure rate", "error rate",
    "return rate", "overdue rate", "compliance rate", "compliance", "accuracy", "precision", "recall", "availability", "uptime", "coverage",
    "hit rate", "vacancy rate", "occupancy rate", "occupancy", "unemployment rate", "unemployment", "employment rate", "literacy rate",
    "literacy", "mortality rate", "survival rate", "attendance rate", "attendance", "turnout", "conversion rate", "click-through rate",
    "open rate", "bounce rate", "churn rate", "churn", "retention rate", "response rate", "recycling rate", "defect rate", "rejection rate",
    "no-show rate", "dropout rate", "graduation rate", "acceptance rate", "vaccination rate", "infection rate", "packet loss", "loss rate",
    "false positive rate", "market share", "share", "proportion", "probability", "likelihood", "chance", "humidity", "purity",
    "on-time rate", "punctuality", "completeness", "approval", "yield rate", "germination rate", "return visit rate",
];
/// What makes a name of this kind that of a ratio without an upper end.
const UNBOUNDED: &[&str] = &[
    "拨备", "利息", "备付", "偿付", "流动性", "资本", "目标", "计划", "净收入", "收入", "毛入学", "产销", "认购", "超额", "准备金", "普及",
    "增长", "提升", "提高", "增加", "相比", "比上年", "同比", "环比", "净", "provision", "interest coverage", "liquidity", "debt", "net revenue",
    "net dollar", "target", "plan", "subscription", "growth", "increase", "increased", "rose", "grew", "improved", "up by", "higher", "more",
    "reserve", "solvency", "share price", "per share", "earnings",
];
/// Words of a fall right before its extent.
const FALLS: &[&str] = &[
    "减少了", "减少", "下降了", "下降", "降低了", "降低", "缩短了", "缩短", "缩减了", "缩减", "压缩了", "减了", "下跌了", "下跌", "节省了", "节省",
    "节约了", "节约", "省下", "fell by", "fall by", "falls by", "fallen by", "dropped by", "drops by", "drop by", "drop of", "down by",
    "decreased by", "decreases by", "decrease by", "decrease of", "declined by", "decline of", "reduced by", "reduction of", "cut by",
    "shrank by", "lower by", "savings of", "saving of", "saved", "saves", "save", "drop", "down",
];
/// What may fall through zero.
const SIGNED: &[&str] = &[
    "利润", "净利", "盈利", "亏损", "现金流", "余额", "收益", "顺差", "逆差", "增速", "增长率", "温度", "气温", "profit", "income", "earnings",
    "cash flow", "balance", "loss", "return", "margin", "growth", "temperature", "surplus", "deficit", "ebit", "result",
];

/// `share` for a percentage that is part of a whole, `decrease` for one that says by how much something fell, `open` for one that has
/// no end at a hundred though its words are like theirs, else nothing. Only percentages above a hundred are looked at.
pub fn limit(view: &View<'_>, quantity: &Quantity) -> Option<&'static str> {
    let capped = quantity.canonical.unit == "%"
        && quantity.form == Form::Plain
        && !matches!(quantity.bound, Bound::FromTo)
        && quantity.low.exact() > num_rational::BigRational::from_integer(100.into());
    if !capped {
        return None;
    }
    let clause = view.clause(quantity.digits.start);
    let before = view.text.get(clause.start.min(quantity.digits.start)..quantity.digits.start)?.to_lowercase();
    let behind = view.text.get(quantity.span.end..clause.end.max(quantity.span.end))?.trim_start().to_lowercase();
    // "fell to 150% of", "120% of the target": a level of something else.
    if behind.starts_with("of ") && !behind.starts_with("of its") || behind.starts_with("的目标") {
        return None;
    }
    let any = |words: &[&str]| words.iter().any(|word| whole(&before, word).is_some());
    let text = before.trim_end_matches(|c: char| c.is_whitespace() || "约近达到为是：:仅高至也就了".contains(c));
    let near = text.trim_end_matches(" by").trim_end();
    let falls = FALLS.iter().any(|word| before.trim_end().ends_with(word) && whole(&before, word).is_some())
        || FALLS.iter().any(|word| near.ends_with(word.trim_end_matches(" by").trim_end_matches('了')) && !word.is_ascii());
    if falls {
        let sentence = view.sentence(quantity.digits.start);
        let all = view.text.get(sentence.start.min(quantity.digits.start)..quantity.digits.start)?.to_lowercase();
        return Some(if SIGNED.iter().any(|word| whole(&all, word).is_some()) { "open" } else { "decrease" });
    }
    if any(UNBOUNDED) {
        return Some("open");
    }
    let last = SHARES.iter().filter_map(|word| whole(&before, word).map(|at| at + word.len())).max()?;
    // Between the noun and its figure stands a verb and little else.
    let gap = before[last..].trim();
    let short = if gap.is_ascii() { gap.split_whitespace().count() <= 6 } else { gap.chars().count() <= 8 };
    short.then_some("share")
}

/// The last place of a word in small letters; Latin words stand as whole words.
fn whole(text: &str, word: &str) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.rmatch_indices(word)
        .map(|(at, _)| at)
        .find(|&at| !word.is_ascii() || !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next()))
}
