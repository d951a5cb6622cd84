//! The canonical form of a figure: base unit, factors, open ends, further readings.

use ecow::EcoString;

use super::Parts;
use crate::quantity::numeral::Part;
use crate::quantity::rate::joined;
use crate::quantity::side::Context;
use crate::quantity::text::skip_spaces_back;
use crate::quantity::units::UnitKind;
use crate::quantity::{Bound, Canonical, Number, Quantity};

/// Base unit and factors of a figure.
pub(super) struct Measure {
    pub(super) unit: EcoString,
    pub(super) factor: Number,
    low_factor: Number,
    pub(super) binary: Option<Number>,
    low_binary: Option<Number>,
}

impl Measure {
    pub(super) fn new(context: &Context, parts: &Parts, letter: u8, part: Part, floor: usize) -> Self {
        let mut measure =
            Self { unit: EcoString::new(), factor: Number::ONE, low_factor: Number::ONE, binary: None, low_binary: None };
        match part {
            Part::Hundredth => measure.unit.push('%'),
            Part::Thousandth => (measure.unit, measure.factor) = ("%".into(), Number::decimal(1, -1)),
            Part::TenThousandth => (measure.unit, measure.factor) = ("%".into(), Number::decimal(1, -2)),
            Part::Fraction if parts.unit.is_none() => (measure.unit, measure.factor) = ("%".into(), Number::whole(100)),
            Part::None | Part::Fraction => {}
        }
        measure.low_factor = measure.factor;
        if parts.of.is_some() {
            measure.unit.push_str("point");
            return measure;
        }
        if let Some((start, end, unit)) = parts.unit {
            let written = &context.text[start..end];
            let noun = unit.kind == UnitKind::Noun || unit.kind == UnitKind::Classifier;
            // A few hundred bps are basis points, more are bits.
            if written == "bps" && parts.first.numeral.high.compare(&Number::whole(1000)).is_lt() && letter == 0 {
                (measure.unit, measure.factor, measure.low_factor) =
                    ("pp".into(), Number::decimal(1, -2), Number::decimal(1, -2));
                return measure;
            }
            if !unit.canonical.is_empty() || part == Part::None {
                measure.unit.clone_from(&unit.canonical);
                measure.factor = unit.factor;
            }
            measure.binary = unit.binary;
            // 八五折 is 85 in hundredths, 8.5折 in tenths.
            if unit.kind == UnitKind::Discount {
                let tenths = parts.first.numeral.low.compare(&Number::whole(10)) != std::cmp::Ordering::Greater;
                measure.factor = if tenths { Number::whole(10) } else { Number::ONE };
            }
            measure.low_factor = match parts.low_unit {
                Some((_, _, low)) if !low.canonical.is_empty() => {
                    measure.low_binary = low.binary;
                    low.factor
                }
                _ => measure.factor,
            };
            if letter == b'K' && noun && (unit.canonical == "token") {
                measure.binary = Some(Number::decimal(1024, -3));
            }
        } else if let Some((_, noun)) = &parts.noun {
            measure.unit = noun.clone();
        } else if part == Part::None {
            if letter == b'B' {
                measure.unit.push_str("parameter");
            } else if letter == b'K' {
                measure.binary = Some(Number::decimal(1024, -3));
                if context_word(&context.text[parts.end..]) || context_word_before(context.text, parts.left.start, floor) {
                    measure.unit.push_str("token");
                }
            }
        }
        let kind = parts.unit.map(|(_, _, unit)| unit.kind);
        if kind == Some(UnitKind::Money) {
            measure.cents(context.text, parts);
        }
        if kind == Some(UnitKind::Degree) {
            measure.degrees(context.text, parts);
        }
        // 时速350公里
        if parts.rate.is_none()
            && measure.unit == "m"
            && let Some(head) = context.text.get(floor..parts.left.start)
            && head
                .trim_end_matches(['可', '达', '到', '为', '是', '约', '高', '最', '近', '超', '过', '：', ' '])
                .ends_with("时速")
        {
            measure.unit = joined(&measure.unit, "hour");
        }
        // four times a week, tried 3 times already: occasions, no factor.
        if let Some((start, end, unit)) = parts.unit
            && unit.kind == UnitKind::Ratio
            && context.text[start..end].starts_with("time")
            && (parts.rate.is_some()
                || [" already", " in ", " during", " a ", " each", " every", " daily", " weekly"]
                    .iter()
                    .any(|word| context.text[parts.end..].starts_with(word)))
        {
            measure.unit = "time".into();
        }
        if let Some(rate) = &parts.rate {
            measure.unit = joined(&measure.unit, &rate.per);
            for factor in [&mut measure.factor, &mut measure.low_factor] {
                if let Some(divided) = factor.over(rate.count) {
                    *factor = divided;
                }
            }
        } else if matches!(kind, Some(UnitKind::Money | UnitKind::Noun | UnitKind::Classifier | UnitKind::Data))
            && !measure.unit.contains('/')
            && let far = matches!(measure.unit.as_str(), "token" | "request" | "message")
            && let Some((per, count, near)) = context.earlier_rate(parts.left.start, floor, far)
            && (near || far)
        {
            measure.unit = joined(&measure.unit, &per);
            for factor in [&mut measure.factor, &mut measure.low_factor] {
                if let Some(divided) = factor.over(count) {
                    *factor = divided;
                }
            }
        }
        measure
    }

    /// Cents are those of the euro where the text speaks of it alone, and of no known currency where a German writes them.
    #[inline(never)]
    fn cents(&mut self, text: &str, parts: &Parts) {
        let Some((start, end, _)) = parts.unit else { return };
        let written = &text[start..end];
        if !written.eq_ignore_ascii_case("cent") && !written.eq_ignore_ascii_case("cents") {
            return;
        }
        let euros = ["€", "EUR", "Euro", "euro"].iter().any(|name| text.contains(name));
        let dollars = ["$", "USD", "dollar", "Dollar"].iter().any(|name| text.contains(name));
        if euros && !dollars {
            self.unit = "EUR".into();
        } else if !dollars && written == "Cent" {
            (self.unit, self.factor, self.low_factor) = ("cent".into(), Number::ONE, Number::ONE);
        }
    }

    /// 度 is a degree of heat or a kilowatt-hour where the clause speaks of that, else one of an arc.
    #[inline(never)]
    fn degrees(&mut self, text: &str, parts: &Parts) {
        let Some((_, end, _)) = parts.unit.filter(|(start, end, _)| text[*start..*end] == *"度") else { return };
        let (head, tail) = (clause_before(text, parts.left.start), &text[end..]);
        // The nearest word decides.
        let nearest = |words: &[&str]| words.iter().filter_map(|word| head.rfind(word)).max();
        let (arc, power, heat) = (nearest(ARC), nearest(POWER), nearest(HEAT));
        let monthly = parts.rate.as_ref().is_some_and(|rate| matches!(rate.per.as_str(), "day" | "month" | "year" | "household"));
        if power > heat && power > arc || tail.starts_with('电') || monthly {
            let factor = Number::whole(3_600_000);
            (self.unit, self.factor, self.low_factor) = ("J".into(), factor, factor);
        } else if heat > arc || HOT.iter().any(|word| tail.starts_with(word)) {
            self.unit = "degC".into();
        }
    }

    /// The interval in base units, sorted unless it is a change.
    pub(super) fn canonical(&self, low: Number, high: Number, bound: Bound, factor: Number) -> Option<Canonical> {
        let low_factor = if self.binary == Some(factor) { self.low_binary.unwrap_or(factor) } else { self.low_factor };
        let same = low == high && low_factor == factor;
        let low = low.times(low_factor)?.plain();
        let high = if same { low } else { high.times(factor)?.plain() };
        Some(interval(low, high, self.unit.clone(), bound))
    }
}

/// Which ends are open.
pub(super) fn interval(low: Number, high: Number, unit: EcoString, bound: Bound) -> Canonical {
    let falls = low != high && bound != Bound::FromTo && low.compare(&high) == std::cmp::Ordering::Greater;
    let (least, most) = if falls { (high, low) } else { (low, high) };
    let (low, high, low_open, high_open) = match bound {
        Bound::Eq | Bound::Range | Bound::FromTo => (Some(least), Some(most), false, false),
        Bound::AtLeast | Bound::AsLowAs => (Some(least), None, false, false),
        Bound::MoreThan => (Some(least), None, true, false),
        Bound::AtMost | Bound::UpTo => (None, Some(most), false, false),
        Bound::LessThan => (None, Some(most), false, true),
    };
    Canonical { low, high, unit, bound, low_open, high_open }
}

impl Parts<'_> {
    /// 高3倍 may mean 4 times; 降低2倍 a half or a third; 3 times higher 4 times.
    #[inline(never)]
    pub(super) fn factor_readings(&self, context: &Context, canonical: &Canonical) -> Vec<Canonical> {
        let text = context.text;
        let mut end = skip_spaces_back(text, self.left.start, 1);
        for word in ["了", "近", "约", "超过", "最高", "高达"] {
            if text[..end].ends_with(word) {
                end -= word.len();
            }
        }
        let head = &text[..end];
        let tail = text[self.end..].trim_start_matches(' ');
        let ups = [
            "高", "快", "多", "大", "强", "长", "贵", "重", "提升", "提高", "增加", "增长", "上升", "上涨", "扩大", "增", "涨",
            "翻", "高出", "多出", "快出", "优于", "加快", "增大", "增强",
        ];
        let downs = ["降低", "减少", "缩短", "下降", "降", "少", "缩小", "减", "低", "便宜", "慢", "短"];
        let han = text[self.at..self.end].contains('倍');
        let up = han && ups.iter().any(|word| head.ends_with(word))
            || [
                "higher",
                "faster",
                "more",
                "larger",
                "greater",
                "bigger",
                "better",
                "longer",
                "stronger",
                "increase",
                "improvement",
                "speedup",
            ]
            .iter()
            .any(|word| tail.starts_with(word))
                && !tail.starts_with("more than");
        let down = han && downs.iter().any(|word| head.ends_with(word))
            || ["lower", "less", "cheaper", "smaller", "slower", "shorter", "fewer", "reduction"]
                .iter()
                .any(|word| tail.starts_with(word));
        let shift = |low: Option<Number>, by: Number| low.and_then(|n| n.plus(by));
        let mut readings = Vec::new();
        if up {
            let mut reading = canonical.clone();
            (reading.low, reading.high) = (shift(canonical.low, Number::ONE), shift(canonical.high, Number::ONE));
            readings.push(reading);
        } else if down {
            for by in [Number::ZERO, Number::ONE] {
                let invert = |n: Option<Number>| n.and_then(|n| n.plus(by)).and_then(|n| Number::ONE.over(n));
                let mut reading = canonical.clone();
                (reading.low, reading.high) = (invert(canonical.high), invert(canonical.low));
                readings.push(reading);
            }
        }
        readings
    }
}

/// What makes 度 a unit of arc.
const ARC: &[&str] =
    &["旋转", "转身", "转动", "角", "倾", "偏", "弯", "仰", "俯", "经", "纬", "方位", "视野", "视场", "环绕", "全景", "翻转"];

/// What makes 度 a unit of heat where it stands behind.
const HOT: &[&str] = &["高温", "低温", "的水", "温水", "热水", "沸水", "的油", "烤", "烘", "恒温"];

/// What makes 度 a unit of electricity.
const POWER: &[&str] =
    &["用电", "耗电", "电量", "发电", "省电", "节电", "电表", "电费", "供电", "充电", "电力", "售电", "购电", "停电"];

/// What makes 度 a unit of heat.
const HEAT: &[&str] = &[
    "温", "烤", "摄氏", "攝氏", "预热", "預熱", "加热", "加熱", "炉", "零下", "零上", "发烧", "高烧", "低烧", "烘", "煮", "蒸",
    "沸", "冰箱", "空调", "冷藏", "冷冻", "熔", "燃点", "热", "冷却",
];

/// The clause that ends at `at`: 24 characters at most.
fn clause_before(text: &str, at: usize) -> &str {
    let start = text[..at].char_indices().rev().take(24).last().map_or(0, |(index, _)| index);
    let window = &text[start..at];
    let marks = ['。', '；', '！', '？', '\n', ';'];
    window.rfind(marks).map_or(window, |index| window[index..].trim_start_matches(marks))
}

/// Words that make a bare 128K a number of tokens.
#[inline(never)]
fn context_word(tail: &str) -> bool {
    let tail = tail.trim_start_matches([' ', '的', '级', '超']);
    ["上下文", "长上下文", "序列", "长序列", "长文本", "context", "窗口", "token", "Token", "超长"]
        .iter()
        .any(|word| tail.starts_with(word))
}

#[inline(never)]
fn context_word_before(text: &str, at: usize, floor: usize) -> bool {
    let head = text.get(floor..at).unwrap_or("").trim_end_matches([' ', ':', '：', '为', '达', '是', '到', '持', '支']);
    ["上下文", "上下文长度", "上下文窗口", "序列长度", "context", "context length", "context window"]
        .iter()
        .any(|word| head.ends_with(word))
}

/// Two bounds of one value side by side: 3年以上7年以下, at least 20 and at most 100.
pub(in crate::quantity) fn two_bounds(text: &str, first: &Quantity, second: &Quantity) -> Option<Quantity> {
    let lower = |q: &Quantity| matches!(q.bound, Bound::AtLeast | Bound::MoreThan);
    let upper = |q: &Quantity| matches!(q.bound, Bound::AtMost | Bound::LessThan | Bound::UpTo);
    let (low, high) = if lower(first) && upper(second) {
        (first, second)
    } else if upper(first) && lower(second) {
        (second, first)
    } else {
        return None;
    };
    let gap = text.get(first.span.end..second.span.start)?.trim();
    if !matches!(
        gap,
        "" | "，"
            | ","
            | "、"
            | "且"
            | "并"
            | "并且"
            | "而"
            | "但"
            | "，但"
            | "，且"
            | "，并"
            | "的同时"
            | "同时"
            | "and"
            | "but"
            | ", and"
            | ", but"
    ) {
        return None;
    }
    let (one, other) = (&low.canonical.unit, &high.canonical.unit);
    if one != other && !one.is_empty() && !other.is_empty() {
        return None;
    }
    let (mut least, most) = (low.canonical.low?, high.canonical.high?);
    // "more than 10 and up to 25 miles": the unit is that of both.
    if first.unit.is_empty() && !second.unit.is_empty() && lower(first) && first.form == second.form {
        least = first.low.times(most.over(second.low)?)?;
    }
    if least.compare(&most).is_gt() {
        return None;
    }
    let mut both = first.clone();
    both.span = first.span.start..second.span.end;
    both.digits = first.digits.start..second.digits.end;
    (both.high, both.high_precision, both.bound) = (second.high, second.high_precision, Bound::Range);
    if !second.unit.is_empty() {
        if first.unit != second.unit && !first.unit.is_empty() {
            both.low_unit = Some(first.unit.clone());
        }
        both.unit.clone_from(&second.unit);
    }
    both.approximate |= second.approximate;
    both.canonical = Canonical {
        low: Some(least),
        high: Some(most),
        unit: if one.is_empty() { other.clone() } else { one.clone() },
        bound: Bound::Range,
        low_open: low.canonical.low_open,
        high_open: high.canonical.high_open,
    };
    both.readings.clear();
    Some(both)
}
