//! Parts and their total in prose: A、B分别为3件、4件，合计7件; "3 for A, 4 for B, 7 in total"; 共7件，其中A 3件、B 4件.

use super::{Figure, Role, find, has, head, tail};

/// Words before a total.
const BEFORE: &[&str] = &[
    "合计为", "合计", "总计", "共计", "总共", "一共", "加起来", "合起来", "加在一起", "相加", "总和", "总数", "总量", "合共", "共",
    "总额", "total", "totals", "totaling", "totalling", "totalled", "totaled", "altogether", "together", "combined", "sum",
    "adds up to", "add up to", "adding up to", "comes to", "come to", "amount to", "amounts to", "amounting to",
];
/// Words behind one.
const BEHIND: &[&str] =
    &["in total", "in all", "altogether", "all told", "all in all", "combined", "total", "together", "overall"];
/// Words with which a sentence of its own opens the total of the one before.
const OPENING: &[&str] = &[
    "三者", "两者", "二者", "四者", "合计", "总计", "共计", "总共", "一共", "加起来", "合起来", "加在一起", "together", "in total",
    "altogether", "in all", "all told", "the total", "that makes", "this makes", "combined", "taken together", "all together",
    "added up",
];
/// What makes a total that of more than the parts beside it.
const WIDER: &[&str] = &[
    "全年", "年度", "累计", "历年", "整个", "全国", "全球", "迄今", "至今", "以来", "截至", "平均", "每", "人均", "倍", "除",
    "其他", "其余", "另有", "year", "annual", "so far", "to date", "since", "worldwide", "nationwide", "average", "each", "per",
    "every", "other", "others", "rest", "remaining", "besides", "times", "including", "more than", "over", "about", "another",
];
/// What makes the parts behind a total some of them only.
const AMONG: &[&str] = &["其中", "包括", "包含", "含", "including", "among", "of which", "of these", "of them", "such as"];
/// What makes them all.
const ALL: &[&str] = &["分别", "依次", "respectively", "made up of", "consisting of", "consists of", "split into", "组成", "："];

/// The sums of a sentence, and the one that it draws under the sentence before.
pub fn sums(figures: &[Figure<'_>], earlier: &[Figure<'_>], sentence: &str) -> Vec<Vec<Role>> {
    within(figures, sentence).or_else(|| below(figures, earlier, sentence)).into_iter().collect()
}

/// Whether a figure is called a total by the words right beside it.
fn is_total(figure: &Figure<'_>) -> bool {
    let near = tail(figure.before, 24).to_lowercase();
    let clause = near.rsplit(['，', ',', '；', '、', '(', '（']).next().unwrap_or(&near);
    let named = BEFORE.iter().any(|word| {
        find(clause, word).last().is_some_and(|at| {
            let rest = clause[at + word.len()..].trim();
            rest.chars().count() <= if word.is_ascii() { 14 } else { 6 }
        })
    });
    named || {
        let behind = head(figure.after.trim_start(), 32).to_lowercase();
        let clause = behind.split(['，', ',', '；', '.', ':', '：', '(']).next().unwrap_or("");
        BEHIND.iter().any(|word| {
            find(clause, word).next().is_some_and(|at| clause[..at].split_whitespace().count() <= 2)
                && !clause.contains(" of ")
        })
    }
}

/// Figures that can be added: plain, of one unit, none of them relative.
fn addable<'f>(figures: impl Iterator<Item = &'f Figure<'f>> + Clone) -> bool {
    let mut units = figures.clone().map(|f| f.quantity.canonical.unit.as_str());
    let first = units.next().unwrap_or_default();
    units.all(|unit| unit == first)
        && figures.clone().all(|f| f.is_plain() && !f.is_relative() && !f.quantity.approximate && !first.contains('/'))
}

fn within(figures: &[Figure<'_>], sentence: &str) -> Option<Vec<Role>> {
    // Shares in brackets behind the parts are no parts.
    let counted: Vec<&Figure<'_>> = figures.iter().filter(|f| !f.is_relative()).collect();
    if counted.len() < 3 || has(sentence, &["平均", "average", "相乘", "multiplied", "times as"]) {
        return None;
    }
    let totals: Vec<usize> = (0..counted.len()).filter(|&at| is_total(counted[at])).collect();
    let [at] = totals[..] else { return None };
    let (total, last) = (counted[at], counted.len() - 1);
    let near = format!("{}{}", tail(total.before, 24), head(total.after, 24));
    let scope = near.rsplit(['；', ';']).next().unwrap_or(&near);
    if has(scope, WIDER) || !unit_of_total(total, &counted) {
        return None;
    }
    if at == last {
        let parts = &counted[..last];
        let listed = parts.iter().skip(1).all(|f| f.before.contains(['、', '，', ',', '和', '与', '及', '+', '加']) || has(f.before, &["and", "plus"]));
        return (addable(parts.iter().copied()) && listed && !has(sentence, AMONG)).then(|| roles(parts, total, "part"));
    }
    if at == 0 {
        let parts = &counted[1..];
        if !addable(parts.iter().copied()) || !unit_of_total(total, &counted) {
            return None;
        }
        let between = counted[1].before;
        let role = if has(between, AMONG) {
            "portion"
        } else if has(sentence, ALL) || between.contains([':', '：']) {
            "part"
        } else {
            "portion"
        };
        return Some(roles(parts, total, role));
    }
    None
}

/// A sentence with one figure, the total of those of the sentence before.
fn below(figures: &[Figure<'_>], earlier: &[Figure<'_>], sentence: &str) -> Option<Vec<Role>> {
    let [total] = figures else { return None };
    let opened = head(sentence.trim_start(), 14).to_lowercase();
    let opens = OPENING.iter().any(|word| find(&opened, word).next().is_some_and(|at| at <= 6));
    let parts: Vec<&Figure<'_>> = earlier.iter().filter(|f| !f.is_relative()).collect();
    let fits = opens && total.is_plain() && parts.len() >= 2 && !parts.iter().any(|f| is_total(f)) && !has(sentence, WIDER);
    let mut all = parts.clone();
    all.push(total);
    (fits && addable(parts.iter().copied()) && unit_of_total(total, &all)).then(|| roles(&parts, total, "part"))
}

/// Whether a total is in the unit of its parts, or parts and total are bare counts of which one names what is counted.
fn unit_of_total(total: &Figure<'_>, all: &[&Figure<'_>]) -> bool {
    let unit = |f: &Figure<'_>| f.quantity.canonical.unit.clone();
    let own = unit(total);
    let parts = all.iter().filter(|f| f.claim != total.claim);
    total.is_plain()
        && !total.quantity.approximate
        && parts.clone().all(|f| unit(f) == own || own.is_empty() && counted(&unit(f)) || unit(f).is_empty() && counted(&own))
}

/// Whether a unit is a counted noun: visits, tickets, persons.
fn counted(unit: &str) -> bool {
    const MEASURED: &[&str] = &["byte", "bit", "m2", "kg", "degC", "point", "pp"];
    unit.chars().count() > 2 && !unit.contains('/') && !MEASURED.contains(&unit) && !unit.bytes().all(|b| b.is_ascii_uppercase())
}

fn roles(parts: &[&Figure<'_>], total: &Figure<'_>, role: &'static str) -> Vec<Role> {
    let mut roles: Vec<Role> = parts.iter().map(|f| (f.claim, role)).collect();
    roles.push((total.claim, "total"));
    roles
}
