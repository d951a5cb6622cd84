//! Parts and their total in prose: A、B分别为3件、4件，合计7件; "3 for A, 4 for B, 7 in total"; 共7件，其中A 3件、B 4件.

use super::{Figure, Role, find, has, head, tail};
use crate::lexicon::words;

/// The sums of a sentence, and the one that it draws under the sentence before.
pub fn sums(figures: &[Figure<'_>], earlier: &[Figure<'_>], sentence: &str) -> Vec<Vec<Role>> {
    let found = within(figures, sentence).or_else(|| below(figures, earlier, sentence));
    let found = further(figures, earlier, sentence).or(found);
    let found = found.or_else(|| net(figures)).or_else(|| divided(figures));
    found.into_iter().collect()
}

/// 新开36家、关闭12家，净增24家; "opened 12 and closed 4, a net gain of 8": what came is what went and what is left of it.
fn net(figures: &[Figure<'_>]) -> Option<Vec<Role>> {
    let at = figures.iter().position(|f| has(tail(f.before, 12), words("net:rise")))?;
    let [came, went] = figures.get(at.checked_sub(2)?..at)? else { return None };
    let left = &figures[at];
    let told = has(came.before, words("net:came")) && has(went.before, words("net:went"));
    let all = [came, went, left];
    (told && addable(&all.into_iter()) && all.iter().all(|f| same_counter(f, left) && f.same_unit(left)))
        .then(|| roles(&[went, left], came, "part"))
}

/// 合并412个：新增96个、修复221个、文档95个: what stands before a colon is divided behind it. The rule believes only a near miss.
fn divided(figures: &[Figure<'_>]) -> Option<Vec<Role>> {
    let behind = figures.iter().position(|f| f.before.contains([':', '：'])).filter(|at| *at > 0)?;
    let parts = figures.get(behind..)?;
    let same = |f: &&Figure<'_>| f.quantity.unit == parts[0].quantity.unit && f.is_plain();
    // 共12件（上年16件，下降25%），按原因分：…
    let close = figures[behind - 1].after.trim_start().chars().take(8).any(|c| matches!(c, ':' | '：'));
    let total = figures[..behind].iter().filter(same).find(|f| is_total(f));
    let whole = total.or(figures.get(behind - 1).filter(|f| close && !f.before.trim_end().ends_with(['（', '('])))?;
    // By which the whole is divided, a word says: 按原因分, "by cause".
    let (part, of) = if has(parts[0].before, words("sum:by")) { ("part", "total") } else { ("slice", "sliced") };
    let joined = parts.iter().skip(1).all(|f| f.before.trim_start().starts_with(['、', '，', ',', '和']));
    let named = parts.iter().all(|f| f.before.rsplit([':', '：']).next().unwrap_or("").chars().any(char::is_alphabetic));
    let closed = parts.last().is_some_and(|f| f.after.trim_matches(|c: char| !c.is_alphanumeric()).is_empty())
        && !parts.iter().any(|f| has(f.before, words("sum:among")) || f.before.contains(['；', ';', '。']));
    let parts: Vec<&Figure<'_>> = parts.iter().filter(|f| !f.is_relative()).collect();
    let all: Vec<&Figure<'_>> = parts.iter().copied().chain([whole]).collect();
    let same = all.iter().all(|f| f.quantity.unit == whole.quantity.unit && !f.quantity.unit.is_empty());
    (parts.len() >= 3 && joined && named && closed && same && addable(&all.iter().copied()))
        .then(|| parts.iter().map(|f| (f.claim, part)).chain([(whole.claim, of)]).collect())
}

/// "A holds 18,460. There are a further 1,385 and 62 of B and C, for a total of 19,907": the sentence goes on with what the one before began.
fn further(figures: &[Figure<'_>], earlier: &[Figure<'_>], sentence: &str) -> Option<Vec<Role>> {
    let first = figures.first()?;
    let goes_on =
        has(tail(first.before, 16), &["a further", "another", "an additional", "a further", "另有", "另外还有", "还有"]);
    let [.., before] = earlier else { return None };
    let total = figures.iter().position(is_total).filter(|at| *at > 0)?;
    let mut parts: Vec<&Figure<'_>> = vec![before];
    parts.extend(&figures[..total]);
    let mut all = parts.clone();
    all.push(&figures[total]);
    let plain = !before.is_relative() && before.is_plain() && earlier.iter().filter(|f| !f.is_relative()).count() == 1;
    (goes_on
        && plain
        && addable(&parts.iter().copied())
        && unit_of_total(&figures[total], &all)
        && !has(sentence, words("sum:wider")))
    .then(|| roles(&parts, &figures[total], "part"))
}

/// Whether a figure is called a total by the words right beside it.
fn is_total(figure: &Figure<'_>) -> bool {
    let near = tail(figure.before, 24).to_lowercase();
    let clause = near.rsplit(['，', ',', '；', '、', '(', '（']).next().unwrap_or(&near);
    let named = words("sum:before").iter().any(|word| {
        find(clause, word).last().is_some_and(|at| {
            let rest = clause[at + word.len()..].trim();
            rest.chars().count() <= if word.is_ascii() { 14 } else { 6 }
        })
    });
    named || {
        let behind = head(figure.after.trim_start(), 32).to_lowercase();
        let clause = behind.split(['，', ',', '；', '.', ':', '：', '(']).next().unwrap_or("");
        words("sum:behind").iter().any(|word| {
            find(clause, word).next().is_some_and(|at| clause[..at].split_whitespace().count() <= 2) && !clause.contains(" of ")
        })
    }
}

/// Figures that can be added: plain, of one unit, none of them relative.
fn addable<'f>(figures: &(impl Iterator<Item = &'f Figure<'f>> + Clone)) -> bool {
    let units = figures.clone().map(|f| f.quantity.canonical.unit.as_str());
    // "130 million euros, 95 million and 60 million": a bare figure is in the unit of the others, where that is a base unit.
    let first = units.clone().find(|unit| !unit.is_empty()).unwrap_or_default();
    let bare = units.clone().any(str::is_empty);
    let base = |f: &Figure<'_>| f.quantity.canonical.low.is_some_and(|low| low.exact() == f.quantity.low.exact());
    units.clone().all(|unit| unit == first || unit.is_empty() && !first.is_empty())
        && (!bare || first.is_empty() || figures.clone().all(base))
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
    // The seasons, quarters or months of a year are all of it.
    let whole_year = matches!(counted.len(), 5 | 13) && has(scope, &["全年", "年度", "year", "annual"]);
    if has(scope, words("sum:wider")) && !whole_year {
        return None;
    }
    if at == last {
        // "The three wards took 30, 25 and 20 patients": the number of parts is none itself.
        let told = counted[0].quantity.canonical.low.as_ref().is_some_and(|n| n.to_string() == (last - 1).to_string());
        let parts = if told && last > 2 { &counted[1..last] } else { &counted[..last] };
        let listed = parts
            .iter()
            .skip(1)
            .all(|f| f.before.contains(['、', '，', ',', '和', '与', '及', '+', '加']) || has(f.before, &["and", "plus"]));
        let mut all = parts.to_vec();
        all.push(total);
        return (addable(&parts.iter().copied()) && unit_of_total(total, &all) && listed && !has(sentence, words("sum:among")))
            .then(|| roles(parts, total, "part"));
    }
    // 三个仓库共有货架1260个：…: how many parts there are is none of them.
    let told = |from: usize| {
        counted[0].quantity.canonical.low.as_ref().is_some_and(|n| n.to_string() == (counted.len() - from).to_string())
    };
    let opened = at == 1 && told(2) && counted.get(2).is_some_and(|f| f.before.contains([':', '：']));
    if at == 0 || opened {
        let counted = &counted[at..];
        let parts = &counted[1..];
        if !addable(&parts.iter().copied()) || !unit_of_total(total, counted) {
            return None;
        }
        let between = counted[1].before;
        let role = if has(between, words("sum:among")) {
            "portion"
        } else if has(sentence, words("sum:all")) || between.contains([':', '：']) {
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
    let opens = words("sum:opening").iter().any(|word| find(&opened, word).next().is_some_and(|at| at <= 6));
    let parts: Vec<&Figure<'_>> = earlier.iter().filter(|f| !f.is_relative()).collect();
    let fits =
        opens && total.is_plain() && parts.len() >= 2 && !parts.iter().any(|f| is_total(f)) && !has(sentence, words("sum:wider"));
    let mut all = parts.clone();
    all.push(total);
    (fits && addable(&parts.iter().copied()) && unit_of_total(total, &all)).then(|| roles(&parts, total, "part"))
}

/// Whether a total is in the unit of its parts, or parts and total are bare counts of which one names what is counted.
fn unit_of_total(total: &Figure<'_>, all: &[&Figure<'_>]) -> bool {
    let unit = |f: &Figure<'_>| f.quantity.canonical.unit.clone();
    let own = unit(total);
    let parts = all.iter().filter(|f| f.claim != total.claim);
    total.is_plain()
        && !total.quantity.approximate
        && parts.clone().all(|f| same_counter(f, total))
        && parts.clone().all(|f| {
            unit(f) == own
                || unit(f).is_empty() && parts.clone().any(|g| unit(g) == own)
                || own.is_empty() && counted(&unit(f))
                || unit(f).is_empty() && counted(&own)
        })
}

/// Whether the counters as written can count the same things: 次 and 项 do not, nor do 户 and 人.
fn same_counter(part: &Figure<'_>, total: &Figure<'_>) -> bool {
    let (own, other) = (part.quantity.unit.as_str(), total.quantity.unit.as_str());
    let general = |unit: &str| unit.is_empty() || unit.is_ascii() || matches!(unit, "个" | "個");
    own == other || general(own) || general(other) || part.same_unit(total) && !part.quantity.canonical.unit.is_empty()
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
