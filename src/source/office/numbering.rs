//! The numbers that Word puts before paragraphs, which stand nowhere in the text of the file.

use std::collections::BTreeMap;

use super::super::Unreadable;
use super::{Archive, NAMED, Node};

/// Levels of a numbering.
const LEVELS: usize = 9;

/// Longest label.
const LABEL: usize = 64;

#[derive(Clone, Default)]
struct Level {
    format: String,
    /// The label with `%1` for the number of the first level.
    label: String,
    start: u32,
}

/// All numberings and how far each has counted.
#[derive(Default)]
pub(super) struct Numbering {
    /// Levels by id of the pattern.
    patterns: BTreeMap<String, Vec<Level>>,
    /// Pattern of each numbering, and whether it counts on its own.
    numberings: BTreeMap<String, (String, bool)>,
    counts: BTreeMap<String, [u32; LEVELS]>,
}

impl Numbering {
    pub(super) fn read(archive: &mut Archive) -> Result<Self, Unreadable> {
        let mut numbering = Self::default();
        let (mut pattern, mut number, mut at) = (None::<String>, None::<String>, 0);
        archive.walk("word/numbering.xml", |node| {
            match node {
                Node::Open(_) if numbering.numberings.len() + numbering.patterns.len() > NAMED => {}
                Node::Open(element) => match element.name {
                    "abstractNum" => pattern = element.attribute("abstractNumId"),
                    "num" => number = element.attribute("numId"),
                    "abstractNumId" => {
                        if let (Some(number), Some(pattern)) = (&number, element.value()) {
                            numbering.numberings.insert(number.clone(), (pattern, false));
                        }
                    }
                    "startOverride" => {
                        if let Some((_, own)) = number.as_ref().and_then(|number| numbering.numberings.get_mut(number)) {
                            *own = true;
                        }
                    }
                    "lvl" => {
                        at = element.number("ilvl").unwrap_or(0).min(LEVELS - 1);
                        if let Some(pattern) = &pattern {
                            let levels = numbering.patterns.entry(pattern.clone()).or_default();
                            levels.resize(levels.len().max(at + 1), Level { start: 1, ..Level::default() });
                        }
                    }
                    name => {
                        let level = pattern.as_ref().and_then(|pattern| numbering.patterns.get_mut(pattern)?.get_mut(at));
                        if let (Some(level), Some(value)) = (level, element.value()) {
                            match name {
                                "numFmt" => level.format = value,
                                "lvlText" => level.label = value.chars().take(LABEL).collect(),
                                "start" => level.start = value.parse().unwrap_or(1),
                                _ => {}
                            }
                        }
                    }
                },
                Node::Close("abstractNum") => pattern = None,
                Node::Close("num") => number = None,
                _ => {}
            }
            Ok(())
        })?;
        Ok(numbering)
    }

    /// Counts a paragraph: its label, empty for a bullet, and whether it is numbered. `None` where it is no item.
    pub(super) fn count(&mut self, id: &str, depth: usize) -> Option<(String, bool)> {
        let depth = depth.min(LEVELS - 1);
        let (pattern, own) = self.numberings.get(id)?;
        let levels = self.patterns.get(pattern)?;
        let level = levels.get(depth)?;
        let counts = self.counts.entry(if *own { format!("own {id}") } else { pattern.clone() }).or_default();
        counts[depth] = if counts[depth] == 0 { level.start.max(1) } else { counts[depth].saturating_add(1) };
        counts[depth + 1..].fill(0);
        if matches!(level.format.as_str(), "bullet" | "none" | "") {
            return Some((String::new(), false));
        }
        let mut label = level.label.clone();
        for (at, count) in counts.iter().enumerate().take(depth + 1) {
            let format = levels.get(at).map_or("", |level| level.format.as_str());
            label = label.replace(&format!("%{}", at + 1), &written(*count, format));
        }
        Some((label, true))
    }
}

/// A count in the way of a numbering.
fn written(count: u32, format: &str) -> String {
    let letter = |first: u8| {
        let at = count.saturating_sub(1);
        let letter = char::from(first + u8::try_from(at % 26).unwrap_or(0));
        letter.to_string().repeat(usize::try_from(at / 26 + 1).unwrap_or(1).min(8))
    };
    match format {
        "lowerLetter" => letter(b'a'),
        "upperLetter" => letter(b'A'),
        "chineseCounting"
        | "chineseCountingThousand"
        | "japaneseCounting"
        | "taiwaneseCountingThousand"
        | "ideographDigital"
        | "taiwaneseCounting"
            if (1..100).contains(&count) =>
        {
            chinese(count)
        }
        "lowerRoman" => roman(count).to_lowercase(),
        "upperRoman" => roman(count),
        _ => count.to_string(),
    }
}

fn chinese(count: u32) -> String {
    let digit = |d: u32| "零一二三四五六七八九".chars().nth(d as usize).map_or(String::new(), String::from);
    let (tens, ones) = (count / 10, count % 10);
    let head = match tens {
        0 => String::new(),
        1 => "十".to_owned(),
        _ => format!("{}十", digit(tens)),
    };
    if ones == 0 { head } else { head + &digit(ones) }
}

fn roman(count: u32) -> String {
    if count > 3999 {
        return count.to_string();
    }
    let mut left = count;
    let mut out = String::new();
    for (value, sign) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while left >= value {
            out.push_str(sign);
            left -= value;
        }
    }
    out
}
