//! How a table is laid out: which column or row names the subjects, which names the metrics, which holds ranks or weights.

pub mod identity;

use crate::document::heads::is_blank;
use crate::document::{Block, CellPlace, Document, Table};
use crate::lexicon::Lexicon;
use crate::quantity;

/// Where a table's subjects stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// One subject a row, named in a column.
    Rows,
    /// One subject a column, named in the header row; the first column names metrics.
    Columns,
    /// The first column names metrics of the one subject that the section speaks of.
    KeyValue,
}

/// The reading of one table.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Where subjects stand.
    pub orientation: Orientation,
    /// Column that names subjects, for [`Orientation::Rows`].
    pub name_column: usize,
    /// Column of ranks.
    pub rank_column: Option<usize>,
    /// Column that only numbers the rows.
    pub number_column: Option<usize>,
    /// Column of weights: the rows are criteria, not subjects.
    pub weight_column: Option<usize>,
    /// Column of the values that settings have by default: the rows are settings.
    pub default_column: Option<usize>,
    /// Columns that say for whom a subject is.
    pub fit_columns: Vec<usize>,
    /// Whether a column names what is recommended to those of the fit columns.
    pub choice: bool,
    /// What tells each row apart from others that go by the same label; see [`identity`].
    pub identities: Vec<Option<identity::Identity>>,
    labels: identity::Labels,
    /// Whether subjects stand in the upper of two header rows: the labels of the lower one come again under each of them.
    pub grouped: bool,
    header_rows: usize,
    declares: bool,
}

const NAME_HEADERS: &[&str] = &[
    "对象",
    "产品",
    "方案",
    "名称",
    "型号",
    "品牌",
    "厂商",
    "厂家",
    "服务商",
    "平台",
    "套餐",
    "版本",
    "机型",
    "车型",
    "工具",
    "模型",
    "公司",
    "推荐",
    "选手",
    "供应商",
    "商品",
    "plan",
    "product",
    "model",
    "name",
    "vendor",
    "provider",
    "option",
    "tool",
    "framework",
    "service",
    "tier",
    "edition",
    "device",
    "library",
    "package",
    "company",
    "implementation",
    "system",
    "method",
    "brand",
    "pick",
    "recommendation",
    "recommended",
];
const CHOICE_HEADERS: &[&str] = &[
    "推荐",
    "推荐对象",
    "推荐产品",
    "推荐方案",
    "首选",
    "建议选择",
    "recommendation",
    "recommended",
    "choose",
    "pick",
    "our pick",
];
const RANK_HEADERS: &[&str] = &["排名", "名次", "位次", "排行", "rank", "ranking", "place", "position"];
const NUMBER_HEADERS: &[&str] = &["#", "no.", "no", "序号", "编号"];
const WEIGHT_HEADERS: &[&str] = &["权重", "weight", "weighting", "权重占比", "占分"];
const TRIAL_HEADERS: &[&str] =
    &["benchmark", "test", "workload", "task", "query", "测试", "测试项", "基准", "基准测试", "任务", "用例", "负载"];
const DEFAULT_HEADERS: &[&str] = &["默认值", "默认", "缺省值", "缺省", "default", "default value", "defaults"];
const ATTRIBUTE_HEADERS: &[&str] = &[
    "参数",
    "项目",
    "属性",
    "规格",
    "指标",
    "功能",
    "特性",
    "spec",
    "specification",
    "feature",
    "parameter",
    "property",
    "attribute",
    "metric",
    "measure",
    "compare",
];

impl Layout {
    /// Reads the layout from headers and from what the cells hold.
    pub fn new(document: &Document, table: &Table, lexicon: &Lexicon) -> Self {
        let header = |column: usize| header_text(document, table, column);
        let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
        let is = |column: usize, words: &[&str]| {
            let text = header(column).to_lowercase();
            let bare = text.trim();
            words.iter().any(|w| bare == *w || (!w.is_ascii() && bare.contains(w)) || (w.len() > 3 && has_word(bare, w)))
        };
        let find = |words: &[&str]| (0..columns).find(|&c| is(c, words));
        // Behind the first column "No" is an answer.
        let number = || find(NUMBER_HEADERS).filter(|&c| c == 0 || !header(c).trim().eq_ignore_ascii_case("no"));
        let ranked = document.sections.iter().any(|s| s.rank.is_some());
        let rank_column = find(RANK_HEADERS)
            .or_else(|| number().filter(|_| ranked))
            .filter(|&c| body(document, table, c).all(|b| b.is_none_or(|b| b.text.string.trim().chars().count() <= 8)));
        let fit_columns = (0..columns)
            .filter(|&c| lexicon.cue_names.find(&header(c)).iter().any(|(_, cue)| lexicon.cues[*cue].kind == "fit"))
            .collect::<Vec<_>>();
        // What stands before the recommended thing says for whom it is.
        let choice = find(CHOICE_HEADERS);
        let chosen = choice.unwrap_or(0);
        let fit_columns: Vec<usize> =
            (0..columns).filter(|c| fit_columns.contains(c) || (*c < chosen && Some(*c) != rank_column)).collect();
        let number_column = number().filter(|c| Some(*c) != rank_column);
        let numbered = number_column.or(rank_column);
        // "Weight" heads kilograms in a data sheet.
        let weight_column = find(WEIGHT_HEADERS).filter(|&c| {
            body(document, table, c)
                .flatten()
                .flat_map(|b| quantity::scan_known(&b.text.string).quantities)
                .all(|q| matches!(&*q.canonical.unit, "%" | "" | "point"))
                && header_unit(&header(c)).is_none_or(|unit| unit == "%" || unit == "分")
        });
        // 套餐价格 names no plans, though 套餐 does.
        // A Chinese header is about its last word: 平台做法 heads what is done, not who does it.
        let names = |column: usize| {
            let text = header(column).to_lowercase();
            let bare = text.split(['(', '（', '/']).next().unwrap_or("").trim();
            is(column, NAME_HEADERS) && (bare.is_ascii() || NAME_HEADERS.iter().any(|word| bare.ends_with(word)))
        };
        let named = (0..columns).find(|&c| names(c) && !fit_columns.contains(&c) && !numeric(document, table, c)).or_else(|| {
            (0..columns)
                .find(|&c| names(c))
                .filter(|&c| !fit_columns.contains(&c) && lexicon.metric_names.find(&header(c)).is_empty())
        });
        let first_text = (0..columns).find(|&c| Some(c) != numbered && !fit_columns.contains(&c) && !numeric(document, table, c));
        let name_column = named.or(first_text).unwrap_or(0);
        let metrics = |blocks: &mut dyn Iterator<Item = Option<&Block>>| {
            let (mut hits, mut all) = (0, 0);
            for block in blocks.flatten() {
                all += 1;
                hits += usize::from(!lexicon.metric_names.find(&block.text.string).is_empty());
            }
            all > 0 && hits * 2 >= all
        };
        let sections = head(document, table).skip(1).flatten().filter(|cell| heads_a_section(document, cell)).count();
        // One unit in all columns: the same thing measured of each, one product a column ("| Data set | Kite | Nodal |").
        let matrix = named.is_none() && name_column == 0 && columns > 2 && one_unit(document, table, lexicon);
        // A column of defaults makes its rows settings, each with its description.
        let default_column = (1..columns).find(|&c| is(c, DEFAULT_HEADERS) && columns > 2);
        let attribute_rows = name_column == 0
            && default_column.is_none()
            && !columns_measure(document, table)
            && (metrics(&mut body(document, table, 0))
                || sections >= 2
                || (header(0).trim().is_empty()
                    && columns > 1
                    && head(document, table).skip(1).all(|cell| cell.is_some_and(|b| names_period(&b.text.string))))
                || (named.is_none() && (is(0, ATTRIBUTE_HEADERS) || contest(document, table, lexicon, is(0, TRIAL_HEADERS)))));
        let orientation = if matrix {
            Orientation::Columns
        } else if !attribute_rows || weight_column.is_some() || columns < 2 {
            Orientation::Rows
        } else if columns == 2 {
            Orientation::KeyValue
        } else if metrics(&mut head(document, table).skip(1)) {
            Orientation::Rows
        } else {
            Orientation::Columns
        };
        let labelling = if orientation == Orientation::Rows { name_column } else { 0 };
        let rows = identity::labels(document, table, labelling);
        let numbers = [number_column, rank_column];
        // Figures that label rows name no subject, nor do words behind them that come again: settings of a row (batch, precision).
        // Years and dates are told in another way.
        let nameless = orientation == Orientation::Rows
            && (numeric(document, table, name_column)
                || named.is_none()
                    && (0..name_column)
                        .any(|c| !numbers.contains(&Some(c)) && !fit_columns.contains(&c) && numeric(document, table, c))
                    && identity::repeats_throughout(document, table, name_column));
        let labels = identity::Labels { column: labelling, rows, nameless };
        let identities = if weight_column.is_some() || periods(document, table, labelling) {
            vec![None; table.rows.len()]
        } else {
            identity::identities(document, table, &labels, &numbers)
        };
        let has_numbers = (0..columns).any(|c| c != name_column && numeric(document, table, c));
        let declares = weight_column.is_none()
            && table.header_rows > 0
            && match orientation {
                Orientation::Rows => named.is_some() || (!nameless && has_numbers && !periods(document, table, name_column)),
                Orientation::Columns => true,
                Orientation::KeyValue => false,
            };
        Self {
            orientation,
            identities,
            labels,
            grouped: orientation == Orientation::Columns && grouped(document, table),
            name_column,
            rank_column,
            number_column,
            weight_column,
            default_column,
            fit_columns,
            choice: choice.is_some_and(|at| at > 0),
            header_rows: table.header_rows,
            declares,
        }
    }

    /// Whether figures tell its rows apart, and name nothing.
    pub fn keyed_by_numbers(&self) -> bool {
        self.labels.nameless
    }

    /// Blocks of the cells that declare subjects.
    pub fn names(&self, document: &Document, table: &Table) -> Vec<usize> {
        if !self.declares {
            return Vec::new();
        }
        match self.orientation {
            Orientation::Rows => (self.header_rows..table.rows.len())
                .filter(|&row| self.labels.rows.get(row) == Some(&row))
                .filter_map(|row| table.rows[row].get(self.name_column).copied().flatten())
                .collect(),
            Orientation::Columns => table
                .rows
                .get(self.header_rows.saturating_sub(if self.grouped { 2 } else { 1 }))
                .into_iter()
                .flat_map(|row| row.iter().skip(1).copied().flatten())
                .filter(|&b| !self.grouped || document.blocks.get(b).is_some_and(|b| !is_blank(&b.text.string)))
                .collect(),
            Orientation::KeyValue => Vec::new(),
        }
    }

    /// Block that names the subject of a cell.
    pub fn subject_cell(&self, document: &Document, table: &Table, row: usize, column: usize) -> Option<usize> {
        match self.orientation {
            Orientation::Rows if self.labels.nameless => None,
            Orientation::Rows => table.rows.get(*self.labels.rows.get(row)?)?.get(self.name_column).copied().flatten(),
            Orientation::Columns if self.grouped => {
                let upper = table.rows.get(self.header_rows.checked_sub(2)?)?;
                let named = |b: &usize| document.blocks.get(*b).is_some_and(|b| !is_blank(&b.text.string));
                (1..=column).rev().find_map(|c| upper.get(c).copied().flatten().filter(named))
            }
            Orientation::Columns => table.rows.get(self.header_rows.checked_sub(1)?)?.get(column).copied().flatten(),
            Orientation::KeyValue => None,
        }
    }

    /// The text that names the metric of a cell: its column's whole header, or the head of its row; empty where there is none.
    pub fn metric_text(&self, document: &Document, table: &Table, cell: CellPlace) -> String {
        match self.orientation {
            Orientation::Rows => header_text(document, table, cell.column),
            Orientation::Columns | Orientation::KeyValue => self
                .metric_cell(table, cell.row, cell.column)
                .and_then(|b| document.blocks.get(b))
                .map(|b| b.text.string.to_string())
                .unwrap_or_default(),
        }
    }

    /// Block that names the metric of a cell.
    pub fn metric_cell(&self, table: &Table, row: usize, column: usize) -> Option<usize> {
        match self.orientation {
            Orientation::Rows => table.rows.get(self.header_rows.checked_sub(1)?)?.get(column).copied().flatten(),
            Orientation::Columns | Orientation::KeyValue => {
                table.rows.get(*self.labels.rows.get(row)?)?.first().copied().flatten()
            }
        }
    }
}

/// Text of all header cells of a column. Of two header rows the upper one may leave a cell to its neighbour on the left.
pub fn header_text(document: &Document, table: &Table, column: usize) -> String {
    let text = |row: &[Option<usize>], column: usize| {
        let block = row.get(column).copied().flatten().and_then(|b| document.blocks.get(b));
        block.map_or("", |b| b.text.string.trim())
    };
    let mut parts: Vec<&str> = Vec::new();
    for (at, row) in table.rows.iter().take(table.header_rows).enumerate() {
        let mut own = text(row, column);
        if is_blank(own) && at + 1 < table.header_rows {
            own = (0..column).rev().map(|c| text(row, c)).find(|label| !is_blank(label)).unwrap_or("");
        }
        if !own.is_empty() && parts.last() != Some(&own) {
            parts.push(own);
        }
    }
    parts.join(" ")
}

/// Whether the labels of the lowest of several header rows come again.
fn grouped(document: &Document, table: &Table) -> bool {
    let mut labels: Vec<&str> = head(document, table).skip(1).flatten().map(|cell| cell.text.string.trim()).collect();
    let all = labels.len();
    labels.sort_unstable();
    labels.dedup();
    table.header_rows > 1 && labels.len() < all
}

/// Whether a table has one column for each of the things that contend in the trials of its rows: its first header says so, or all
/// others are names with one unit behind (`kite_ms`, `nodal_ms`), and none of them names a metric or a statistic.
fn contest(document: &Document, table: &Table, lexicon: &Lexicon, trials: bool) -> bool {
    let names: Vec<&str> = head(document, table).skip(1).flatten().map(|cell| cell.text.string.trim()).collect();
    let units: Vec<Option<&str>> = names.iter().map(|name| underscored(name).map(|(_, unit)| unit)).collect();
    let one_unit = units.iter().all(|unit| unit.is_some() && *unit == units[0]);
    let thing = |name: &&str| {
        let name = without_unit(name);
        let statistic = lexicon.cue_names.find(name).iter().any(|(_, cue)| lexicon.cues[*cue].kind == "condition:statistic");
        name.chars().any(char::is_alphabetic)
            && lexicon.metric_names.find(name).is_empty()
            && !statistic
            && header_unit(name).is_none()
    };
    names.len() >= 2 && (trials || one_unit) && names.iter().all(thing)
}

/// The unit that a header gives to its cells: "Price (USD/month)", `Mean [ms]`, 延迟/ms, 价格（元/月）.
pub fn header_unit(header: &str) -> Option<String> {
    let whole = header.trim().to_owned();
    let rate = || quantity::scan(&format!("1 {whole}")).quantities.first().is_some_and(|q| q.canonical.unit.contains('/'));
    if (whole.contains('/') || whole.bytes().all(|b| b.is_ascii_uppercase()) && rate()) && known_unit(&whole) {
        return Some(whole);
    }
    let bracketed = crate::extract::sentence::brackets(header).into_iter().next_back().map(|r| header[r].trim().to_owned());
    let slashed =
        header.split_once('/').filter(|(name, _)| !name.contains(['(', '（', '['])).map(|(_, unit)| unit.trim().to_owned());
    let comma = header.rsplit_once(['，', ',']).map(|(_, unit)| unit.trim().to_owned());
    let joined = underscored(header).map(|(_, unit)| unit.to_owned());
    bracketed.into_iter().chain(slashed).chain(comma).find(|unit| known_unit(unit)).or(joined).or_else(|| trailing(header))
}

/// The sign of a unit that ends a header: "Noise dB(A)", 质量 kg. Words that are units as well say something else there.
fn trailing(header: &str) -> Option<String> {
    let (name, unit) = header.trim().rsplit_once(' ')?;
    let sign = (2..=6).contains(&unit.len()) && unit.is_ascii() && !name.ends_with(|c: char| c.is_ascii_digit());
    let word = [
        "in", "min", "to", "at", "as", "mo", "no", "or", "is", "am", "pm", "per", "day", "year", "week", "month", "hour", "part",
    ];
    let lower = unit.to_ascii_lowercase();
    let letters = unit.bytes().any(|b| b.is_ascii_alphabetic());
    // "Boston MA" names a state.
    let state = unit.bytes().all(|b| b.is_ascii_uppercase())
        && !matches!(unit, "KB" | "MB" | "GB" | "TB" | "QPS" | "TPS" | "RPS" | "FPS" | "IOPS");
    let plain = state || word.contains(&lower.as_str()) || unit.len() > 3 && unit.bytes().all(|b| b.is_ascii_lowercase());
    (sign && letters && !plain && known_unit(unit)).then(|| unit.to_owned())
}

/// The unit of a row that a column of units gives: "Unit", 单位.
pub fn row_unit(document: &Document, table: &Table, row: usize) -> Option<String> {
    const HEADERS: &[&str] = &["unit", "units", "单位", "計量單位", "计量单位"];
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = (1..columns).find(|&c| HEADERS.contains(&header_text(document, table, c).trim().to_lowercase().as_str()))?;
    let cell = table.rows.get(row)?.get(column).copied().flatten()?;
    let unit = document.blocks.get(cell)?.text.string.trim().to_owned();
    known_unit(&unit).then_some(unit)
}

/// A field's name with a unit behind an underscore, as data files have it: `total_ms`, `size_mb`.
fn underscored(header: &str) -> Option<(&str, &str)> {
    let (name, unit) = header.trim().rsplit_once('_')?;
    let plain = !name.is_empty() && header.is_ascii() && !header.contains(' ') && unit.bytes().all(|b| b.is_ascii_alphabetic());
    (plain && known_unit(unit)).then_some((name, unit))
}

/// A field's name without the unit behind it.
pub fn without_unit(header: &str) -> &str {
    underscored(header).map_or(header, |(name, _)| name)
}

/// Whether a number followed by this text is read as one quantity with a unit, none of the text left over.
fn known_unit(unit: &str) -> bool {
    if unit.is_empty() || unit.chars().count() > 16 || unit.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    if crate::extract::pace::counted_rate(unit).is_some_and(|(length, _)| length == unit.len()) {
        return true;
    }
    let text = format!("1 {unit}");
    let scan = quantity::scan_known(&text);
    matches!(scan.quantities.as_slice(), [q] if q.span == (0..text.len()) && !q.canonical.unit.is_empty())
}

/// Whether all figures behind the first column are in one unit, under headers that are names: no metric, no condition, no year.
fn one_unit(document: &Document, table: &Table, lexicon: &Lexicon) -> bool {
    let names = head(document, table).skip(1).all(|cell| {
        let text = cell.map_or("", |b| b.text.string.trim());
        let word = text.starts_with(|c: char| c.is_alphabetic()) && text.chars().count() <= 24;
        word && lexicon.metric_names.find(text).is_empty()
            && lexicon.cue_names.find(text).iter().all(|(_, cue)| !lexicon.cues[*cue].kind.starts_with("condition"))
    });
    let mut units = Vec::new();
    for row in table.rows.iter().skip(table.header_rows) {
        for block in row.iter().skip(1).flatten().filter_map(|b| document.blocks.get(*b)) {
            match quantity::scan_known(&block.text.string).quantities.first() {
                Some(q) => units.push(q.canonical.unit.clone()),
                None => return false,
            }
        }
    }
    names && units.first().is_some_and(|unit| !unit.is_empty()) && units.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether each column of figures keeps to one sort of them (counts here, percentages there) and the rows mix them: the columns say what is
/// measured, and the rows whose it is.
fn columns_measure(document: &Document, table: &Table) -> bool {
    const ROWS: usize = 64;
    let sort = |cell: &Option<usize>| {
        let text = cell.and_then(|b| document.blocks.get(b)).map(|b| b.text.string.trim()).filter(|text| mostly_figure(text))?;
        let scan = quantity::scan_known(text);
        scan.quantities.first().map(|q| q.canonical.unit.clone())
    };
    let rows: Vec<Vec<_>> =
        table.rows.iter().skip(table.header_rows).take(ROWS).map(|row| row.iter().skip(1).map(sort).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let same = |sorts: &mut dyn Iterator<Item = &Option<_>>| {
        let mut sorts = sorts.flatten();
        let first = sorts.next();
        first.is_some() && sorts.all(|sort| Some(sort) == first)
    };
    // "Build (min)", 内存（GB）: what is measured stands in the rows.
    let measures = body(document, table, 0).flatten().any(|b| header_unit(&b.text.string).is_some());
    let kept = !measures && (0..columns).all(|column| same(&mut rows.iter().filter_map(|row| row.get(column))));
    rows.len() > 1 && columns > 1 && kept && rows.iter().all(|row| !same(&mut row.iter()))
}

/// Whether the cell's text is the heading of a section: its column is about what that section is about.
fn heads_a_section(document: &Document, cell: &Block) -> bool {
    let text = cell.text.string.trim();
    !text.is_empty() && document.sections.iter().filter_map(|s| s.heading).any(|h| document.blocks[h].text.string.trim() == text)
}

fn head<'a>(document: &'a Document, table: &'a Table) -> impl Iterator<Item = Option<&'a Block>> {
    let row = table.header_rows.checked_sub(1).and_then(|r| table.rows.get(r));
    row.into_iter().flatten().map(|cell| cell.and_then(|b| document.blocks.get(b)))
}

fn body<'a>(document: &'a Document, table: &'a Table, column: usize) -> impl Iterator<Item = Option<&'a Block>> {
    table
        .rows
        .iter()
        .skip(table.header_rows)
        .map(move |row| row.get(column).copied().flatten().and_then(|b| document.blocks.get(b)))
}

/// Whether most cells of a column are figures.
fn numeric(document: &Document, table: &Table, column: usize) -> bool {
    let (mut figures, mut all) = (0, 0);
    for text in body(document, table, column).flatten().map(|b| b.text.string.trim()).filter(|t| !t.is_empty()) {
        all += 1;
        figures += usize::from(mostly_figure(text));
    }
    all > 0 && figures * 2 > all
}

/// Whether a cell holds a figure and little else.
pub fn mostly_figure(text: &str) -> bool {
    let mut scan = quantity::scan_known(text);
    crate::extract::pace::rates(text, &mut scan.quantities);
    let covered: usize = scan.quantities.iter().map(|q| q.span.len()).sum();
    covered > 0 && covered * 2 >= text.trim().len()
}

/// Whether the cells of a column are years, quarters, months or dates.
fn periods(document: &Document, table: &Table, column: usize) -> bool {
    let (mut dates, mut all) = (0, 0);
    for text in body(document, table, column).flatten().map(|b| b.text.string.trim()) {
        all += 1;
        let plain = text.trim_end_matches(['年', '月', '日', '季', '度']);
        let dated = plain.len() >= 4
            && plain.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | '年' | '月' | 'Q' | ' '));
        dates += usize::from(dated);
    }
    all > 0 && dates * 2 > all
}

/// Whether a header names a period ("2022–23", FY2024, 2023年, 上年) or what changed between two: such a column has no subject of its own.
pub fn names_period(header: &str) -> bool {
    const WORDS: &[&str] = &[
        "last year",
        "this year",
        "previous year",
        "prior year",
        "current year",
        "year before",
        "change",
        "growth",
        "difference",
        "variance",
        "delta",
        "% change",
        "change (%)",
        "yoy",
        "上年",
        "本年",
        "去年",
        "今年",
        "上年度",
        "本年度",
        "上期",
        "本期",
        "上季度",
        "本季度",
        "上月",
        "本月",
        "同期",
        "去年同期",
        "上年同期",
        "变化",
        "变动",
        "增幅",
        "涨幅",
        "降幅",
        "同比",
        "环比",
        "同比变化",
        "环比变化",
        "同比增长",
        "增长",
        "增减",
        "增长率",
        "差额",
    ];
    let lower = header.trim().trim_matches('*').to_lowercase();
    if WORDS.contains(&lower.as_str()) {
        return true;
    }
    let year = lower.as_bytes().windows(4).any(|w| w.iter().all(u8::is_ascii_digit) && matches!(&w[..2], b"19" | b"20"));
    let rest: String = lower.chars().filter(|c| c.is_alphabetic()).collect();
    let plain = [
        "",
        "fy",
        "cy",
        "q",
        "h",
        "year",
        "年",
        "年度",
        "财年",
        "学年",
        "年末",
        "年底",
        "年季度",
        "上半年",
        "年上半年",
        "年下半年",
        "年月",
    ];
    year && plain.contains(&rest.as_str())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == word || w.strip_suffix('s') == Some(word))
}
