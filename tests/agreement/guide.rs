//! A buyer's guide, with or without a second article of the same series: summary, criteria, entries, tables, questions, conclusion.
//!
//! All statements are drawn from one table of facts, so that a guide without a fault is free of contradictions; a fault changes
//! one statement, or leaves one out.

use super::domains::{DOMAINS, Domain, Measure};
use super::draw::{Draw, decimal, grouped, trimmed};
use super::notes::{self, sentence};
use super::page::{MARK, Page, Tongue, Written, fill, say};

/// Where a fact is stated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Summary,
    Entry,
    Table,
    Faq,
    Conclusion,
    Sequel,
}

const RESTATING: [Slot; 5] = [Slot::Table, Slot::Summary, Slot::Conclusion, Slot::Faq, Slot::Sequel];

/// How a figure is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Prose,
    Cell,
    Other,
}

/// The facts of one set and its fault.
struct Guide<'a> {
    rule: &'a str,
    variant: usize,
    slot: Slot,
    tongue: Tongue,
    domain: &'static Domain,
    names: Vec<&'static str>,
    values: [[i64; 3]; 4],
    /// Product and measure that are restated everywhere.
    key: (usize, usize),
    wrong: i64,
    percents: [i64; 4],
    second: i64,
    up: bool,
    base: Option<usize>,
    term: Option<usize>,
    ground: Option<usize>,
    able: [[bool; 2]; 4],
    steps: (i64, i64),
    criteria: Vec<(&'static str, &'static str)>,
    weights: [i64; 4],
    scores: [[i64; 4]; 4],
    cited: bool,
    limited: usize,
    region: (&'static str, &'static str),
}

fn best(values: &[[i64; 3]; 4], measure: usize, large: bool) -> usize {
    let order = |p: &usize| if large { -values[*p][measure] } else { values[*p][measure] };
    (0..4).min_by_key(order).unwrap()
}

impl<'a> Guide<'a> {
    fn new(rule: &'a str, number: usize, tongue: Tongue, draw: &mut Draw) -> Self {
        let domain = DOMAINS[number / 2 % DOMAINS.len()];
        let names = draw.some(if tongue == Tongue::Zh { &domain.zh_names } else { &domain.en_names }, 4);
        let mut values = [[0; 3]; 4];
        for (measure, of) in domain.measures.iter().enumerate() {
            let (low, high) = of.span;
            for p in 0..4 {
                let mut value = draw.between(low, high);
                while (0..p).any(|q| (values[q][measure] - value).abs() * 20 < value) {
                    value = draw.between(low, high);
                }
                values[p][measure] = value;
            }
        }
        let key = (draw.below(4), draw.below(3));
        let right = values[key.0][key.1];
        let step = (right * draw.between(20, 70) / 100).max(2);
        let wrong = if draw.chance(50) && right > 2 * step { right - step } else { right + step };
        let weights = draw.pick(&[[40, 30, 20, 10], [35, 30, 20, 15], [30, 25, 25, 20], [40, 25, 20, 15]]);
        let mut scores = [[0; 4]; 4];
        loop {
            for row in &mut scores {
                for score in row.iter_mut() {
                    *score = draw.between(68, 98);
                }
            }
            scores.sort_by_key(|row| -row.iter().zip(weights).map(|(s, w)| s * w).sum::<i64>());
            let total = |p: usize| scores[p].iter().zip(weights).map(|(s, w)| s * w).sum::<i64>();
            if (0..3).all(|p| total(p) - total(p + 1) > 150) {
                break;
            }
        }
        let mut guide = Self {
            rule,
            variant: number / 2,
            slot: RESTATING[number / 2 % 5],
            tongue,
            domain,
            names,
            values,
            key,
            wrong,
            percents: [draw.between(4, 14) * 5, draw.between(11, 59), draw.between(11, 59), draw.between(3, 12) * 5],
            second: draw.between(12, 48),
            up: draw.chance(40),
            base: draw.chance(60).then(|| draw.below(3)),
            term: draw.chance(30).then(|| draw.below(2)),
            ground: draw.chance(15).then(|| draw.below(3)),
            able: std::array::from_fn(|_| [draw.chance(60), draw.chance(60)]),
            steps: draw.pick(domain.sizes.steps),
            criteria: draw.some(&domain.criteria, 4),
            weights,
            scores,
            cited: rule != "unsourced",
            limited: draw.below(4),
            region: draw.pick(&[("德国", "Germany"), ("日本", "Japan"), ("巴西", "Brazil"), ("加拿大", "Canada")]),
        };
        match rule {
            "qualifier-dropped" => guide.up = true,
            "baseline-drift" => guide.base = Some(draw.below(3)),
            "condition-dropped" => guide.term = Some(draw.below(2)),
            "modality-drift" => guide.ground = Some(draw.below(2)),
            _ => {}
        }
        guide
    }

    fn is(&self, rule: &str) -> bool {
        self.rule == rule
    }

    /// The fault is of this rule and at this place.
    fn at(&self, rule: &str, slot: Slot) -> bool {
        self.is(rule) && self.slot == slot
    }

    fn t(&self, zh: &'static str, en: &'static str) -> &'static str {
        say(self.tongue, zh, en)
    }

    fn one(&self, draw: &mut Draw, zh: &[&'static str], en: &[&'static str]) -> &'static str {
        draw.pick(if self.tongue == Tongue::Zh { zh } else { en })
    }

    /// A heading, marked where the fault empties it.
    fn head(&self, page: &mut Page, empty: usize, zh: &[&'static str], en: &[&'static str], draw: &mut Draw) {
        let at = if self.is("empty-section") && self.variant % 4 == empty { MARK.to_string() } else { String::new() };
        page.heading(&format!("{at}{}", self.one(draw, zh, en)));
    }

    fn measure(&self, measure: usize) -> &'static Measure {
        &self.domain.measures[measure]
    }

    fn figure(&self, value: i64, measure: usize, form: Form) -> String {
        let measure = self.measure(measure);
        let words = if self.tongue == Tongue::Zh { &measure.zh } else { &measure.en };
        if let (Form::Other, Some(other)) = (form, &measure.other) {
            let unit = if self.tongue == Tongue::Zh { other.2 } else { other.3 };
            if !unit.is_empty() && (value * other.0 * 10_000) % other.1 == 0 {
                return format!("{}{}{unit}", words.before, trimmed(value * other.0 * 10_000 / other.1, measure.decimals + 4));
            }
        }
        let number = decimal(value, measure.decimals);
        let unit = if form == Form::Prose { words.unit } else { words.short };
        let text = format!("{number}{unit}");
        let digits: String = text.chars().take_while(|sign| sign.is_ascii_digit() || *sign == '.').collect();
        let rest = &text[digits.len()..];
        if self.tongue == Tongue::En && form == Form::Prose && digits.len() > 3 && !digits.contains('.') {
            format!("{}{}{rest}", words.before, grouped(&digits))
        } else {
            format!("{}{digits}{rest}", words.before)
        }
    }

    /// A fact as stated at a place, changed where the fault is.
    fn fact(&self, slot: Slot, p: usize, m: usize, form: Form) -> String {
        let target = self.is("value-conflict") && (p, m) == self.key;
        let value = if target && self.slot == slot { self.wrong } else { self.values[p][m] };
        format!("{}{}", if target { MARK.to_string() } else { String::new() }, self.figure(value, m, form))
    }

    fn fact_sentence(&self, slot: Slot, p: usize, m: usize, form: Form, draw: &mut Draw) -> String {
        let measure = self.measure(m);
        let template = draw.pick(if self.tongue == Tongue::Zh { measure.zh.say } else { measure.en.say });
        sentence(self.tongue, &fill(template, &[("n", self.names[p]), ("v", &self.fact(slot, p, m, form))]))
    }

    fn faults_boast(&self) -> bool {
        ["qualifier-dropped", "baseline-drift", "condition-dropped", "modality-drift"].contains(&self.rule)
    }

    /// The boast of a product at a place.
    fn boast(&self, slot: Slot, p: usize, cell: bool, draw: &mut Draw) -> String {
        let own = p == self.key.0;
        let changed = own && self.slot == slot;
        let marked = own && (self.faults_boast() || self.is("unsourced"));
        let up = own && self.up && !(changed && self.is("qualifier-dropped"));
        let base = match self.base {
            Some(base) if changed && self.is("baseline-drift") => Some((base + 1) % 3),
            base if own => base,
            _ => None,
        };
        let term = if own && !(changed && self.is("condition-dropped")) { self.term } else { None };
        let ground = match self.ground {
            Some(_) if changed && self.is("modality-drift") => Some(2),
            ground if own => ground,
            _ => None,
        };
        let zh = self.tongue == Tongue::Zh;
        let percent = format!("{}{}%", if marked { MARK.to_string() } else { String::new() }, self.percents[p]);
        let up = match (up, zh) {
            (false, _) => "",
            (true, true) => draw.pick(&["最高", "高达", "最多"]),
            (true, false) => "up to ",
        };
        let base = base.map_or_else(String::new, |base| {
            let base = self.domain.bases[base];
            if zh {
                format!("{}{}", draw.pick(&["相比", "较"]), base.0)
            } else {
                format!(" {} {}", draw.pick(&["compared with", "versus"]), base.1)
            }
        });
        let ground = ground.map_or("", |ground| {
            if zh {
                ["理论上", "预计", "实测"][ground]
            } else if cell {
                ["theoretically ", "expected: ", "measured: "][ground]
            } else {
                ["in theory, ", "we expect that ", "in our tests, "][ground]
            }
        });
        let boast = &self.domain.boasts[0];
        if cell {
            let text = fill(if zh { boast.cell.0 } else { boast.cell.1 }, &[("u", up), ("p", &percent)]);
            return match (term, zh) {
                (Some(term), true) => format!("{ground}{}{base}{text}", self.domain.terms[term].0),
                (Some(term), false) => format!("{ground}{text} {}{base}", self.domain.terms[term].1),
                (None, true) => format!("{ground}{base}{text}"),
                (None, false) => format!("{ground}{text}{base}"),
            };
        }
        let mut templates = if zh { boast.zh } else { boast.en }.to_vec();
        if base.is_empty() {
            templates.retain(|template| !template.starts_with("{b}，"));
        }
        let text = fill(draw.pick(&templates), &[("n", self.names[p]), ("u", up), ("p", &percent), ("b", &base)]);
        match (term, zh) {
            (Some(term), true) => format!("{ground}{}，{text}", self.domain.terms[term].0),
            (Some(term), false) => format!("{ground}{text} {}", self.domain.terms[term].1),
            (None, _) => format!("{ground}{text}"),
        }
    }

    fn size(&self, place: usize, steps: (i64, i64), low_edge: i64) -> String {
        let template = if self.tongue == Tongue::Zh { self.domain.sizes.zh[place] } else { self.domain.sizes.en[place] };
        let number = |value: i64| if self.tongue == Tongue::En { grouped(&value.to_string()) } else { value.to_string() };
        let a = if place == 1 { low_edge } else { steps.0 };
        fill(template, &[("a", &number(a)), ("b", &number(steps.1))])
    }

    fn total(&self, p: usize) -> i64 {
        let sum: i64 = self.scores[p].iter().zip(self.weights).map(|(s, w)| s * w).sum();
        (sum + 5) / 10
    }

    fn pick_sentence(&self, slot: Slot, draw: &mut Draw) -> String {
        let fault = self.is("top-pick-conflict");
        let wrong = fault && self.slot == slot;
        let name = format!("{}{}", if fault { MARK.to_string() } else { String::new() }, self.names[usize::from(wrong)]);
        let template = self.one(
            draw,
            &["TOP Pick：{n}", "今年的首选是{n}", "综合第一名：{n}", "如果只能选一个，我们会选{n}", "编辑推荐：{n}"],
            &[
                "Top pick: {n}",
                "Our top pick is {n}",
                "If you only look at one, make it {n}",
                "Overall winner: {n}",
                "Editors' choice: {n}",
            ],
        );
        fill(template, &[("n", &name)])
    }

    /// Who should take what.
    fn advice(&self, slot: Slot, reader: usize, draw: &mut Draw) -> String {
        let fault = self.is("recommendation-conflict") && reader == 0;
        let mut p = reader;
        if fault && self.slot == slot {
            p = 3;
        }
        let reader = self.domain.audiences[reader];
        let at = if fault { MARK.to_string() } else { String::new() };
        let template = self.one(
            draw,
            &["{a}首选{n}", "{a}：推荐{n}", "{a}建议选择{n}", "如果你是{a}，选{n}"],
            &["for {a}: choose {n}", "{a} should choose {n}", "we recommend {n} to {a}", "{n} is the best choice for {a}"],
        );
        format!("{at}{}", sentence(self.tongue, &fill(template, &[("a", self.t(reader.0, reader.1)), ("n", self.names[p])])))
    }

    fn superlative(&self, slot: Slot) -> String {
        let m = self.key.1;
        let measure = self.measure(m);
        let right = best(&self.values, m, measure.large);
        let fault = self.at("superlative-violated", slot);
        let p = if fault { (right + 1 + self.variant % 3) % 4 } else { right };
        let template = self.t(measure.zh.best, measure.en.best);
        let text = fill(template, &[("n", self.names[p])]);
        let text = if self.tongue == Tongue::Zh {
            format!("四{}产品里，{text}", self.domain.classifier)
        } else {
            format!("{text} of the four")
        };
        format!("{}{}", if fault { MARK.to_string() } else { String::new() }, sentence(self.tongue, &text))
    }

    fn dearer(&self, slot: Slot, draw: &mut Draw) -> String {
        let fault = self.is("price-direction-conflict");
        let (mut high, mut low) = if self.values[0][2] > self.values[1][2] { (0, 1) } else { (1, 0) };
        if fault && self.slot == slot {
            std::mem::swap(&mut high, &mut low);
        }
        let template = self.one(
            draw,
            &["{h}的价格高于{l}", "{l}比{h}便宜", "{h}比{l}贵一些", "价格上，{l}低于{h}"],
            &["{h} costs more than {l}", "{l} is cheaper than {h}", "{h} is more expensive than {l}", "{l} costs less than {h}"],
        );
        let text = sentence(self.tongue, &fill(template, &[("h", self.names[high]), ("l", self.names[low])]));
        format!("{}{text}", if fault { MARK.to_string() } else { String::new() })
    }

    fn ability(&self, slot: Slot, p: usize, which: usize) -> String {
        let target = self.is("attribute-conflict") && (p, which) == (self.key.0, 0);
        let yes = self.able[p][which] != (target && self.slot == slot);
        let ability = &self.domain.abilities[which];
        let (yes_text, no_text) = if self.tongue == Tongue::Zh { ability.zh } else { ability.en };
        let gap = if self.tongue == Tongue::Zh { "" } else { " " };
        let text = format!("{}{gap}{}", self.names[p], if yes { yes_text } else { no_text });
        format!("{}{}", if target { MARK.to_string() } else { String::new() }, sentence(self.tongue, &text))
    }

    fn availability(&self, slot: Slot, draw: &mut Draw) -> String {
        let fault = self.is("availability-conflict");
        let open = fault && self.slot == slot;
        let template = if open {
            self.one(
                draw,
                &["{n}在{r}可以购买", "{n}已在{r}上市", "{r}用户也能用{n}"],
                &["{n} is available in {r}", "you can buy {n} in {r}", "{n} is sold in {r}"],
            )
        } else {
            self.one(
                draw,
                &["{n}在{r}不可用", "{n}暂未在{r}上市", "{r}地区买不到{n}"],
                &["{n} is not available in {r}", "you cannot buy {n} in {r}", "{n} is not sold in {r}"],
            )
        };
        let text = fill(template, &[("n", self.names[self.limited]), ("r", self.t(self.region.0, self.region.1))]);
        format!("{}{}", if fault { MARK.to_string() } else { String::new() }, sentence(self.tongue, &text))
    }

    /// What else the fault, or chance, wants said at a place.
    fn extras(&self, slot: Slot, draw: &mut Draw) -> Vec<String> {
        let mut out = Vec::new();
        let wants = |rule: &str, draw: &mut Draw| self.at(rule, slot) || (!self.is(rule) && draw.chance(14));
        if wants("value-conflict", draw) {
            let form = if self.variant.is_multiple_of(3) { Form::Other } else { Form::Prose };
            out.push(self.fact_sentence(slot, self.key.0, self.key.1, form, draw));
        }
        if self.faults_boast() && self.slot == slot || !self.faults_boast() && draw.chance(14) {
            out.push(sentence(self.tongue, &self.boast(slot, self.key.0, false, draw)));
        }
        if wants("superlative-violated", draw) {
            out.push(self.superlative(slot));
        }
        if wants("price-direction-conflict", draw) {
            out.push(self.dearer(slot, draw));
        }
        if wants("attribute-conflict", draw) {
            out.push(self.ability(slot, self.key.0, 0));
        }
        if wants("availability-conflict", draw) {
            out.push(self.availability(slot, draw));
        }
        if slot != Slot::Summary && wants("recommendation-conflict", draw) {
            out.push(self.advice(slot, 0, draw));
        }
        if slot != Slot::Summary && wants("top-pick-conflict", draw) {
            out.push(sentence(self.tongue, &self.pick_sentence(slot, draw)));
        }
        out
    }

    fn write_extras(&self, page: &mut Page, slot: Slot, draw: &mut Draw) -> bool {
        let extras = self.extras(slot, draw);
        if extras.is_empty() {
            return false;
        }
        if draw.chance(50) {
            page.bullets(&extras);
        } else {
            page.text(&extras.join(self.t("", " ")));
        }
        true
    }

    fn summary(&self, page: &mut Page, draw: &mut Draw) {
        page.heading(self.one(
            draw,
            &["核心摘要", "先说结论", "要点速览", "摘要"],
            &["Summary", "Key takeaways", "In short", "At a glance"],
        ));
        let mut items = vec![self.pick_sentence(Slot::Summary, draw)];
        if self.is("recommendation-conflict") || draw.chance(40) {
            items.push(self.advice(Slot::Summary, 0, draw));
            items.push(self.advice(Slot::Summary, 1, draw));
        }
        page.bullets(&items);
        self.write_extras(page, Slot::Summary, draw);
    }

    fn criteria(&self, page: &mut Page, scored: bool, draw: &mut Draw) {
        let zh = self.tongue == Tongue::Zh;
        page.heading(self.one(draw, &["评选维度", "评分方法", "我们怎么打分"], &["How we score", "Criteria", "Method"]));
        let scale_fault = self.is("scores-missing") || self.is("scale-mismatch");
        let at = if scale_fault { MARK.to_string() } else { String::new() };
        if scored {
            let text = self.one(
                draw,
                &[
                    "每{c}产品按以下四个维度打分，满分 10 分。",
                    "四项指标分别评分（满分10分），再按权重加总：",
                    "评分采用 10 分制，四个维度的权重如下。",
                ],
                &[
                    "Each of them gets points out of 10 in four criteria:",
                    "We score four criteria on a scale of 1 to 10 and weigh them as follows.",
                    "Scores run from 0 to 10; the four criteria carry these weights:",
                ],
            );
            page.text(&format!("{at}{}", fill(text, &[("c", self.domain.classifier)])));
        }
        let mut weights = self.weights;
        let fault = self.is("weights-sum");
        if fault {
            weights[self.variant % 4] += [5, -5, 10][self.variant % 3];
        }
        let at = if fault || self.is("scores-missing") { MARK.to_string() } else { String::new() };
        let names: Vec<&str> = self.criteria.iter().map(|criterion| self.t(criterion.0, criterion.1)).collect();
        match draw.below(3) {
            0 => {
                let header = [self.t("维度", "Criterion").to_owned(), self.t("权重", "Weight").to_owned()];
                let rows: Vec<Vec<String>> =
                    names.iter().zip(weights).map(|(name, weight)| vec![format!("{at}{name}"), format!("{weight}%")]).collect();
                page.table(&header, &rows);
            }
            1 => {
                let items: Vec<String> = names
                    .iter()
                    .zip(weights)
                    .map(
                        |(name, weight)| {
                            if zh { format!("{at}{name}（权重 {weight}%）") } else { format!("{at}{name} ({weight}%)") }
                        },
                    )
                    .collect();
                page.bullets(&items);
            }
            _ => {
                let items: Vec<String> = names
                    .iter()
                    .zip(weights)
                    .map(
                        |(name, weight)| {
                            if zh { format!("{name}占 {weight}%") } else { format!("{} {weight}%", name.to_lowercase()) }
                        },
                    )
                    .collect();
                page.text(&if zh {
                    format!("{at}其中{}。", items.join("，"))
                } else {
                    format!("{at}The weights: {}.", items.join(", "))
                });
            }
        }
    }

    fn entry_title(&self, p: usize, rank: usize, manner: usize) -> String {
        let at = if (self.is("rank-conflict") && (p == 1 || p == 2))
            || self.is("rank-order")
            || p == 0 && self.at("top-pick-conflict", Slot::Summary)
            || self.is("empty-section") && self.variant % 4 == 3 && p == 2
        {
            MARK.to_string()
        } else {
            String::new()
        };
        let name = self.names[p];
        let zh = self.tongue == Tongue::Zh;
        let zh_rank = ["一", "二", "三", "四", "五"][rank - 1];
        at + &match (manner, zh) {
            (0, _) => format!("TOP{rank} {name}"),
            (1, true) => format!("第{zh_rank}名：{name}"),
            (1, false) => format!("No. {rank}: {name}"),
            _ => format!("{rank}. {name}"),
        }
    }

    fn entries(&self, page: &mut Page, scored: bool, thresholds: bool, draw: &mut Draw) {
        let manner = draw.below(3);
        let labels = draw.chance(60);
        let deep = draw.chance(40);
        if deep {
            page.heading(self.one(draw, &["逐一点评", "详细测评", "榜单"], &["The candidates", "Reviews", "The ranking"]));
        }
        let order = if self.is("rank-order") && self.variant % 3 == 2 { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        for (place, p) in order.into_iter().enumerate() {
            let rank = match (self.is("rank-order"), self.variant % 3, place) {
                (true, 0, 2) => 2,
                (true, 0, 3) => 3,
                (true, 1, 3) => 5,
                _ => place + 1,
            };
            let title = self.entry_title(p, rank, manner);
            if deep {
                page.subheading(&title);
            } else {
                page.entry(&title);
            }
            if self.is("empty-section") && self.variant % 4 == 3 && p == 2 {
                continue;
            }
            let zh = self.tongue == Tongue::Zh;
            let cite = |page: &Page| {
                if self.cited { page.cited(self.t("测试记录", "test log"), "example.org/log") } else { String::new() }
            };
            let citation = cite(page);
            let end = self.t("。", ".");
            let boast = format!("{}{citation}{end}", self.boast(Slot::Entry, p, false, draw));
            let boast = if zh { boast } else { sentence(Tongue::En, boast.trim_end_matches('.')) };
            let mut items: Vec<String> = Vec::new();
            if labels {
                for m in 0..3 {
                    let measure = self.measure(m);
                    let name = self.t(measure.zh.name, measure.en.name);
                    items.push(page.labelled(name, &self.fact(Slot::Entry, p, m, Form::Prose)));
                }
                items.push(page.labelled(self.t("亮点", "Highlight"), &boast));
            } else {
                let mut prose: Vec<String> = (0..3).map(|m| self.fact_sentence(Slot::Entry, p, m, Form::Prose, draw)).collect();
                prose.push(boast);
                page.text(&prose.join(self.t("", " ")));
            }
            if p < 3 && thresholds {
                let fault = self.is("threshold-mismatch");
                let at = if fault { MARK.to_string() } else { String::new() };
                items.push(
                    page.labelled(self.t("适合谁", "Best for"), &format!("{at}{}", self.size(p, self.steps, self.steps.0))),
                );
            } else if p < 3 && (self.is("recommendation-conflict") || draw.chance(30)) {
                let at = if p == 0 && self.is("recommendation-conflict") { MARK.to_string() } else { String::new() };
                let reader = self.domain.audiences[p];
                items.push(page.labelled(self.t("适合谁", "Best for"), &format!("{at}{}", self.t(reader.0, reader.1))));
            }
            if p == self.key.0 && (self.is("attribute-conflict") || draw.chance(30)) {
                items.push(page.labelled(self.t("功能", "Features"), &self.ability(Slot::Entry, p, 0)));
            }
            if p == self.limited && (self.is("availability-conflict") || draw.chance(20)) {
                items.push(page.labelled(self.t("局限", "Drawbacks"), &self.availability(Slot::Entry, draw)));
            }
            if p == 0 && (self.is("price-direction-conflict") || draw.chance(20)) {
                items.push(page.labelled(self.t("价格对比", "Against the next"), &self.dearer(Slot::Entry, draw)));
            }
            if scored && !self.is("scores-missing") {
                let over = self.is("scale-mismatch") && self.variant.is_multiple_of(2) && p == 0;
                let at = if over || self.is("rank-order") || self.is("empty-section") && self.variant % 4 == 3 && p == 2 {
                    MARK.to_string()
                } else {
                    String::new()
                };
                let total = if over { "10.6".to_owned() } else { decimal(self.total(p), 2) };
                items.push(page.labelled(self.t("综合得分", "Score"), &format!("{at}{total}/10")));
            }
            if !items.is_empty() {
                page.bullets(&items);
            }
        }
    }

    fn comparison(&self, page: &mut Page, highlight: bool, draw: &mut Draw) {
        self.head(page, 0, &["对比表", "参数一览", "横向对比"], &["Comparison", "Side by side", "The figures"], draw);
        if self.is("empty-section") && self.variant.is_multiple_of(4) {
            return;
        }
        let mut header = vec![self.t("排名", "Rank").to_owned(), self.t("产品", "Product").to_owned()];
        header.extend((0..3).map(|m| self.t(self.measure(m).zh.name, self.measure(m).en.name).to_owned()));
        if highlight {
            header.push(self.t("亮点", "Highlight").to_owned());
        }
        let other = draw.chance(35).then(|| draw.below(3));
        let swapped = self.is("rank-conflict") && self.variant % 3 != 2;
        let mut rows = Vec::new();
        for place in 0..4 {
            let p = match (swapped, place) {
                (true, 1) => 2,
                (true, 2) => 1,
                _ => place,
            };
            let at = if swapped && p != place { MARK.to_string() } else { String::new() };
            let mut row = vec![format!("{at}{}", place + 1), self.names[p].to_owned()];
            row.extend((0..3).map(|m| self.fact(Slot::Table, p, m, if other == Some(m) { Form::Other } else { Form::Cell })));
            if highlight {
                row.push(self.boast(Slot::Table, p, true, draw));
            }
            if self.is("ragged-table") && p == 1 + self.variant % 3 {
                row[0].insert(0, MARK);
                match self.variant % 3 {
                    0 => {
                        row.remove(3);
                    }
                    1 => row.push(self.t("有货", "in stock").to_owned()),
                    _ => row.insert(2, self.t("新款", "new").to_owned()),
                }
            }
            rows.push(row);
        }
        if self.is("count-mismatch") && self.variant % 3 == 2 {
            page.text(&format!(
                "{MARK}{}",
                self.t("下面列出五个产品的主要参数：", "The table lists the five products with their main figures:")
            ));
        }
        if self.is("ragged-table") {
            // The rule may point at the table and name its rows.
            header[0].insert(0, MARK);
        }
        page.table(&header, &rows);
    }

    fn score_table(&self, page: &mut Page, draw: &mut Draw) {
        page.heading(self.one(draw, &["各项得分", "评分明细", "得分"], &["Scores", "Points by criterion", "Score sheet"]));
        let mut header = vec![self.t("产品", "Product").to_owned()];
        header.extend(self.criteria.iter().map(|criterion| self.t(criterion.0, criterion.1).to_owned()));
        header.push(self.one(draw, &["总分", "综合得分"], &["Total", "Overall"]).to_owned());
        let mut rows = Vec::new();
        for p in 0..4 {
            let fault = self.is("weighted-score-mismatch") && p == self.variant % 4;
            let at = if fault { MARK.to_string() } else { String::new() };
            let total = self.total(p) + if fault { if self.variant.is_multiple_of(2) { 17 } else { -14 } } else { 0 };
            let mut row = vec![format!("{at}{}", self.names[p])];
            row.extend(self.scores[p].iter().map(|score| decimal(*score, 1)));
            row.push(decimal(total, 2));
            rows.push(row);
        }
        page.table(&header, &rows);
    }

    fn scenarios(&self, page: &mut Page, draw: &mut Draw) {
        let zh = self.tongue == Tongue::Zh;
        page.heading(self.one(
            draw,
            &["怎么选", "按场景选择", "场景匹配建议"],
            &["Which one to choose", "Picking by size", "Who should buy what"],
        ));
        let mut steps = self.steps;
        let mut edge = steps.0;
        let gap = (steps.1 - steps.0) / 2;
        let fault = self.rule.starts_with("threshold-");
        let half = (steps.0 / 2).max(1);
        match self.rule {
            "threshold-gap" => edge += gap.max(1),
            "threshold-overlap" => edge -= half,
            "threshold-mismatch" => {
                steps.0 += gap.max(1);
                edge = steps.0;
            }
            _ => {}
        }
        let at = if fault { MARK.to_string() } else { String::new() };
        if draw.chance(55) {
            let head = self.t(self.domain.sizes.head.0, self.domain.sizes.head.1);
            let header = [head.to_owned(), self.one(draw, &["推荐", "推荐产品"], &["Recommended", "Choose"]).to_owned()];
            let rows: Vec<Vec<String>> = (0..3)
                .map(|p| vec![format!("{}{}", if p < 2 { &at } else { "" }, self.size(p, steps, edge)), self.names[p].to_owned()])
                .collect();
            page.table(&header, &rows);
        } else {
            let template = self.one(draw, &["{s}：选{n}", "{s}，推荐{n}"], &["{s}: choose {n}", "For {s} we recommend {n}"]);
            let items: Vec<String> = (0..3)
                .map(|p| {
                    let text = fill(template, &[("s", &self.size(p, steps, edge)), ("n", self.names[p])]);
                    format!(
                        "{}{}",
                        if p < 2 { &at } else { "" },
                        sentence(self.tongue, &text).trim_end_matches(if zh { '。' } else { '.' })
                    )
                })
                .collect();
            page.bullets(&items);
        }
    }

    fn advice_table(&self, page: &mut Page, draw: &mut Draw) {
        page.heading(self.one(draw, &["按人群推荐", "谁适合哪一个"], &["By reader", "Our advice"]));
        let at = if self.is("recommendation-conflict") { MARK.to_string() } else { String::new() };
        let header = [self.t("用户", "You are").to_owned(), self.t("推荐", "Choose").to_owned()];
        let rows: Vec<Vec<String>> = (0..3)
            .map(|p| {
                let reader = self.domain.audiences[p];
                vec![format!("{}{}", if p == 0 { &at } else { "" }, self.t(reader.0, reader.1)), self.names[p].to_owned()]
            })
            .collect();
        page.table(&header, &rows);
    }

    fn faq(&self, page: &mut Page, draw: &mut Draw) {
        page.heading(self.one(
            draw,
            &["常见问题", "FAQ", "问答"],
            &["FAQ", "Questions and answers", "Frequently asked questions"],
        ));
        let mut pairs: Vec<(String, String)> = Vec::new();
        let (p, m) = self.key;
        let name = self.names[p];
        let ask = |template: &str| fill(template, &[("n", name)]);
        if self.at("value-conflict", Slot::Faq) || draw.chance(40) {
            let measure = self.measure(m);
            let answer = if draw.chance(40) {
                sentence(self.tongue, &self.fact(Slot::Faq, p, m, Form::Prose))
            } else {
                self.fact_sentence(Slot::Faq, p, m, Form::Prose, draw)
            };
            pairs.push((ask(self.t(measure.zh.ask, measure.en.ask)), answer));
        }
        if self.at("attribute-conflict", Slot::Faq) || draw.chance(25) {
            let ability = &self.domain.abilities[0];
            pairs.push((ask(self.t(ability.ask.0, ability.ask.1)), self.ability(Slot::Faq, p, 0)));
        }
        if self.at("superlative-violated", Slot::Faq) || draw.chance(25) {
            pairs.push((
                self.one(
                    draw,
                    &["有什么突出的产品吗？", "哪一个在这方面最强？"],
                    &["Which one stands out?", "Is there a clear leader?"],
                )
                .to_owned(),
                self.superlative(Slot::Faq),
            ));
        }
        if self.at("price-direction-conflict", Slot::Faq) {
            pairs.push((
                format!("{}{}{}", self.names[0], self.t("和", " or "), self.names[1]) + self.t("哪个贵？", ": which costs more?"),
                self.dearer(Slot::Faq, draw),
            ));
        }
        if self.at("availability-conflict", Slot::Faq) {
            let text = fill(
                self.t("在{r}能买到{n}吗？", "Can I get {n} in {r}?"),
                &[("n", self.names[self.limited]), ("r", self.t(self.region.0, self.region.1))],
            );
            pairs.push((text, self.availability(Slot::Faq, draw)));
        }
        if self.faults_boast() && self.slot == Slot::Faq {
            pairs.push((
                ask(self.t("{n}值得买吗？", "Is the {n} worth it?")),
                sentence(self.tongue, &self.boast(Slot::Faq, p, false, draw)),
            ));
        }
        if self.at("top-pick-conflict", Slot::Faq) {
            pairs.push((
                self.t("最推荐哪一个？", "Which one do you recommend most?").to_owned(),
                sentence(self.tongue, &self.pick_sentence(Slot::Faq, draw)),
            ));
        }
        if self.at("recommendation-conflict", Slot::Faq) {
            let reader = self.domain.audiences[0];
            let question = if self.tongue == Tongue::Zh {
                format!("{}该选哪个？", reader.0)
            } else {
                format!("What should {} take?", reader.1)
            };
            pairs.push((question, self.advice(Slot::Faq, 0, draw)));
        }
        pairs.push((
            self.t("多久更新一次？", "How often is this updated?").to_owned(),
            self.t("我们每年春天重写一次本文。", "We rewrite this page every spring.").to_owned(),
        ));
        let manner = draw.below(3);
        for (number, (question, answer)) in (1..).zip(pairs) {
            match (manner, page.markdown) {
                (0, true) => {
                    page.subheading(&question);
                    page.text(&answer);
                }
                (1, true) => {
                    page.text(&format!("**Q{number}: {question}**"));
                    page.text(&answer);
                }
                _ if self.tongue == Tongue::Zh => {
                    page.text(&format!("Q{number}：{question}"));
                    page.text(&format!("答：{answer}"));
                }
                _ => {
                    page.text(&format!("Q: {question}"));
                    page.text(&format!("A: {answer}"));
                }
            }
        }
    }

    fn conclusion(&self, page: &mut Page, draw: &mut Draw) {
        self.head(page, 1, &["结论", "总结", "写在最后"], &["Conclusion", "Bottom line", "Verdict"], draw);
        if self.is("empty-section") && self.variant % 4 == 1 {
            return;
        }
        if self.at("top-pick-conflict", Slot::Conclusion) || draw.chance(35) {
            page.text(&sentence(self.tongue, &self.pick_sentence(Slot::Conclusion, draw)));
        } else {
            page.text(self.one(
                draw,
                &["四个产品各有取舍，按自己的需要选就好。", "没有十全十美的产品。"],
                &["All four have their place; choose by what you need.", "There is no perfect choice."],
            ));
        }
        let extra = self.is("unsupported-in-conclusion");
        if extra || draw.chance(20) {
            let boast = &self.domain.boasts[1];
            let template = if self.tongue == Tongue::Zh { boast.zh[0] } else { draw.pick(boast.en) };
            let base = self.domain.bases[0];
            let base = if self.tongue == Tongue::Zh { format!("相比{}", base.0) } else { format!(" compared with {}", base.1) };
            let at = if extra { MARK.to_string() } else { String::new() };
            let percent = format!("{at}{}%", self.second);
            let text = sentence(
                self.tongue,
                &fill(template, &[("n", self.names[self.key.0]), ("u", ""), ("p", &percent), ("b", &base)]),
            );
            if !extra {
                // Said before, in its own section, so that the conclusion only repeats it.
                return self.supported(page, &text, draw);
            }
            page.text(&text);
        }
        self.write_extras(page, Slot::Conclusion, draw);
    }

    fn supported(&self, page: &mut Page, text: &str, draw: &mut Draw) {
        page.text(text);
        page.heading(self.t("测试细节", "Test details"));
        page.text(text);
        self.write_extras(page, Slot::Conclusion, draw);
    }

    fn table_extras(&self, page: &mut Page, draw: &mut Draw) {
        // Claims in words have no cell of their own; they stand below the table.
        let worded = [
            "superlative-violated",
            "price-direction-conflict",
            "attribute-conflict",
            "availability-conflict",
            "recommendation-conflict",
            "top-pick-conflict",
        ];
        if self.slot == Slot::Table && worded.contains(&self.rule) {
            let text = match self.rule {
                "superlative-violated" => self.superlative(Slot::Table),
                "price-direction-conflict" => self.dearer(Slot::Table, draw),
                "attribute-conflict" => self.ability(Slot::Table, self.key.0, 0),
                "availability-conflict" => self.availability(Slot::Table, draw),
                "recommendation-conflict" => self.advice(Slot::Table, 0, draw),
                _ => sentence(self.tongue, &self.pick_sentence(Slot::Table, draw)),
            };
            page.text(&text);
        }
    }

    fn opening(&self, page: &mut Page, draw: &mut Draw) {
        let at = if self.is("count-mismatch") && self.variant % 3 != 2 { MARK.to_string() } else { String::new() };
        let thing = self.t(self.domain.thing.0, self.domain.thing.1);
        let fault = self.is("count-mismatch");
        let (zh, en) = if fault && self.variant.is_multiple_of(3) { ("五", "five") } else { ("四", "four") };
        let template = self.one(
            draw,
            &[
                "我们挑选了{k}{c}{x}，用两周时间逐一测试，写成这篇选购指南。",
                "本文对比{k}{c}{x}，数据来自编辑部 2031 年春季的测试。",
            ],
            &[
                "We spent two weeks with {k} {x}; this guide sums up what we found.",
                "This article compares {k} {x}, tested by our editors in spring 2031.",
            ],
        );
        let text = fill(template, &[("k", self.t(zh, en)), ("c", self.domain.classifier), ("x", thing)]);
        page.text(&format!("{}{text}", if fault && self.variant.is_multiple_of(3) { &at } else { "" }));
        if fault && self.variant % 3 == 1 {
            page.text(&format!(
                "{at}{}",
                self.one(
                    draw,
                    &["选购时要看五点：", "以下六项最值得关注："],
                    &["Five things matter when you choose:", "Look at these six points:"]
                )
            ));
            let names: Vec<String> = self.criteria.iter().map(|criterion| self.t(criterion.0, criterion.1).to_owned()).collect();
            page.bullets(&names);
        } else if draw.chance(20) {
            page.text(self.t("选购时要看四点：", "Four things matter when you choose:"));
            let names: Vec<String> = self.criteria.iter().map(|criterion| self.t(criterion.0, criterion.1).to_owned()).collect();
            page.numbered(&names);
        }
    }

    fn sequel(&self, markdown: bool, draw: &mut Draw) -> Page {
        let mut page = Page::new(&format!("{}-followup", self.domain.stem), self.tongue, markdown, draw);
        let thing = self.t(self.domain.thing.0, self.domain.thing.1);
        page.title(&fill(self.one(draw, &["{x}榜单续篇", "再谈{x}"], &["More on {x}", "{x}, revisited"]), &[("x", thing)]));
        page.text(self.t(
            "上一篇文章发出后，读者提了不少问题，这里补充。",
            "Readers had questions about our first article; here are the answers.",
        ));
        if self.is("scale-mismatch") && self.variant % 2 == 1 {
            page.heading(self.t("评分方法", "How we score"));
            page.text(&format!(
                "{MARK}{}",
                self.one(
                    draw,
                    &["本篇按 1-5 分打分（5 为最优）。", "本篇满分 5 分。"],
                    &["This time we score from 1 to 5, where 5 is best.", "All scores here are out of 5."]
                )
            ));
        }
        if self.is("rank-conflict") && self.variant % 3 == 2 || draw.chance(30) {
            page.heading(self.t("最新排名", "The current ranking"));
            let swapped = self.is("rank-conflict");
            let order = if swapped { [0, 2, 1] } else { [0, 1, 2] };
            let items: Vec<String> = order
                .iter()
                .map(|p| format!("{}{}", if swapped && *p != 0 { MARK.to_string() } else { String::new() }, self.names[*p]))
                .collect();
            page.numbered(&items);
        }
        page.heading(self.one(draw, &["补充说明", "读者关心的几点"], &["What readers asked", "A closer look"]));
        let m = self.key.1;
        let forced = self.at("value-conflict", Slot::Sequel);
        for p in 0..4 {
            if p == self.key.0 && forced || self.is("scale-mismatch") || draw.chance(40) {
                page.text(&self.fact_sentence(Slot::Sequel, p, m, if draw.chance(30) { Form::Other } else { Form::Prose }, draw));
            }
        }
        self.write_extras(&mut page, Slot::Sequel, draw);
        page.text(self.t("下一篇会谈配件。", "Accessories will be the subject of the next part."));
        page
    }
}

/// The documents of one set: the fault of `rule`, or none for `clean`.
pub fn set(rule: &str, number: usize, tongue: Tongue, draw: &mut Draw) -> Vec<Written> {
    let guide = Guide::new(rule, number, tongue, draw);
    let markdown = draw.chance(70);
    let mut page = Page::new(guide.domain.stem, tongue, markdown, draw);
    let thing = guide.t(guide.domain.thing.0, guide.domain.thing.1);
    let title = guide.one(
        draw,
        &["2031 年{x}选购指南", "{x}横评：谁更值得买", "{x}榜单"],
        &["A guide to {x}", "The best {x} of 2031", "Four {x} compared"],
    );
    let title = fill(title, &[("x", thing)]);
    page.title(&if tongue == Tongue::En && title.starts_with(thing) {
        sentence(tongue, &title).trim_end_matches('.').to_owned()
    } else {
        title
    });
    guide.opening(&mut page, draw);
    let needs_scores = ["weights-sum", "weighted-score-mismatch", "scores-missing", "scale-mismatch"].contains(&rule)
        || rule == "rank-order" && guide.variant % 3 == 2;
    let scored = needs_scores || draw.chance(45);
    let needs_sizes = rule.starts_with("threshold-");
    let thresholds = if ["threshold-gap", "threshold-overlap"].contains(&rule) {
        false
    } else {
        rule == "threshold-mismatch" || draw.chance(30)
    };
    let here = |slot: Slot| RESTATING.contains(&guide.slot) && guide.slot == slot;
    if draw.chance(75) || here(Slot::Summary) || ["top-pick-conflict", "recommendation-conflict"].contains(&rule) {
        guide.summary(&mut page, draw);
    }
    if scored {
        guide.criteria(&mut page, true, draw);
    }
    guide.entries(&mut page, scored, thresholds, draw);
    let table_faults = ["rank-conflict", "ragged-table", "count-mismatch"];
    let table = draw.chance(70) || here(Slot::Table) || table_faults.contains(&rule) || rule == "empty-section";
    if table {
        let highlight = guide.faults_boast() && guide.slot == Slot::Table || draw.chance(30);
        guide.comparison(&mut page, highlight, draw);
        guide.table_extras(&mut page, draw);
    }
    if scored && rule != "scores-missing" {
        guide.score_table(&mut page, draw);
    }
    if needs_sizes || thresholds || draw.chance(30) {
        guide.scenarios(&mut page, draw);
    } else if rule != "recommendation-conflict" && draw.chance(30) {
        guide.advice_table(&mut page, draw);
    }
    if rule == "recommendation-conflict" && guide.slot == Slot::Summary {
        guide.advice_table(&mut page, draw);
    }
    if notes::KINDS.contains(&rule) {
        page.heading(guide.t("测试笔记", "Lab notes"));
        notes::passage(&mut page, &notes::REGISTERS[0], rule, true, draw);
    } else if draw.chance(25) {
        page.heading(guide.t("测试笔记", "Lab notes"));
        let kind = draw.pick(&notes::KINDS);
        notes::passage(&mut page, &notes::REGISTERS[0], kind, false, draw);
    }
    if rule == "empty-section" && guide.variant % 4 == 2 {
        guide.head(&mut page, 2, &["价格走势", "实拍图"], &["Price history", "Photographs"], draw);
    }
    if draw.chance(60) || here(Slot::Faq) {
        guide.faq(&mut page, draw);
    }
    if draw.chance(70) || here(Slot::Conclusion) || ["unsupported-in-conclusion", "empty-section"].contains(&rule) {
        guide.conclusion(&mut page, draw);
    }
    let mut out = Vec::new();
    let needs_sequel = here(Slot::Sequel) && !notes::KINDS.contains(&rule)
        || rule == "scale-mismatch" && guide.variant % 2 == 1
        || rule == "rank-conflict" && guide.variant % 3 == 2;
    if needs_sequel || draw.chance(15) {
        let markdown = draw.chance(60);
        out.push(guide.sequel(markdown, draw).finish());
    }
    out.insert(0, page.finish());
    out
}
