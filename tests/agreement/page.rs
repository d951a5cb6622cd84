//! A document while it is written: headings, paragraphs, lists and tables in one of several manners of Markdown or plain text.
//!
//! A text that carries [`MARK`] belongs to the planted fault; the mark is taken out at the end and its line remembered.

use super::draw::Draw;

/// Stands before a figure or word of the planted fault.
pub const MARK: char = '\u{e000}';

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// Simplified Chinese.
    Zh,
    /// English.
    En,
}

/// A document that is being written.
pub struct Page {
    /// File name.
    pub name: String,
    /// Its language.
    pub tongue: Tongue,
    /// Markdown, else plain text.
    pub markdown: bool,
    manner: usize,
    wrap: bool,
    sections: usize,
    lines: Vec<String>,
}

/// A document as written to disk, with the lines of the fault.
pub struct Written {
    /// File name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Lines of the fault, from 1.
    pub marked: Vec<usize>,
}

const NUMERALS: [&str; 12] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

impl Page {
    /// An empty document in a drawn manner.
    pub fn new(stem: &str, tongue: Tongue, markdown: bool, draw: &mut Draw) -> Self {
        let name = format!("{stem}.{}", if markdown { "md" } else { "txt" });
        Self { name, tongue, markdown, manner: draw.below(3), wrap: draw.chance(30), sections: 0, lines: Vec::new() }
    }

    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// The title.
    pub fn title(&mut self, text: &str) {
        if self.markdown {
            self.lines.push(format!("# {text}"));
        } else {
            self.lines.push(text.to_owned());
            if self.manner == 2 {
                self.lines.push("=".repeat(text.chars().count().max(6)));
            }
        }
        self.lines.push(String::new());
    }

    /// A heading of the first level below the title.
    pub fn heading(&mut self, text: &str) {
        self.blank();
        let number = self.sections.min(11);
        self.sections += 1;
        let line = match (self.markdown, self.manner, self.tongue) {
            (true, 1, Tongue::Zh) => format!("## {}、{text}", NUMERALS[number]),
            (true, 1, Tongue::En) => format!("## {}. {text}", number + 1),
            (true, ..) => format!("## {text}"),
            (false, _, Tongue::Zh) => format!("{}、{text}", NUMERALS[number]),
            (false, 0 | 1, Tongue::En) => format!("{}. {text}", number + 1),
            (false, _, Tongue::En) => {
                self.lines.push(text.to_owned());
                "-".repeat(text.len())
            }
        };
        self.lines.push(line);
        self.lines.push(String::new());
    }

    /// A heading below [`Page::heading`].
    pub fn subheading(&mut self, text: &str) {
        self.blank();
        let line = match (self.markdown, self.tongue) {
            (true, _) => format!("### {text}"),
            (false, Tongue::Zh) if self.manner == 0 => format!("【{text}】"),
            (false, _) => text.to_owned(),
        };
        self.lines.push(line);
        if self.markdown {
            self.lines.push(String::new());
        }
    }

    /// One paragraph, English ones hard-wrapped in some documents.
    pub fn text(&mut self, text: &str) {
        self.blank();
        if self.wrap && self.tongue == Tongue::En && !text.contains("](") {
            let mut line = String::new();
            for word in text.split(' ') {
                if !line.is_empty() && line.len() + word.len() > 86 {
                    self.lines.push(std::mem::take(&mut line));
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line += word;
            }
            self.lines.push(line);
        } else {
            self.lines.push(text.to_owned());
        }
        self.lines.push(String::new());
    }

    /// A bulleted list.
    pub fn bullets(&mut self, items: &[String]) {
        if !self.markdown {
            // Plain text keeps its lists close to the line that opens them.
            while self.lines.last().is_some_and(String::is_empty)
                && self.lines.len() > 1
                && !self.lines[self.lines.len() - 2].is_empty()
            {
                self.lines.pop();
            }
        }
        let sign = match (self.markdown, self.manner) {
            (true, 2) => "*",
            (false, 0) => "•",
            (false, 1) => "·",
            _ => "-",
        };
        for item in items {
            self.lines.push(format!("{sign} {item}"));
        }
        self.lines.push(String::new());
    }

    /// A numbered list.
    pub fn numbered(&mut self, items: &[String]) {
        for (at, item) in items.iter().enumerate() {
            let number = at + 1;
            self.lines.push(match (self.markdown, self.tongue, self.manner) {
                (false, Tongue::Zh, 0) => format!("（{number}）{item}"),
                (false, Tongue::En, 0) => format!("{number}) {item}"),
                _ => format!("{number}. {item}"),
            });
        }
        self.lines.push(String::new());
    }

    /// A labelled value, as for a bullet.
    pub fn labelled(&self, label: &str, value: &str) -> String {
        match (self.markdown && self.manner != 1, self.tongue) {
            (true, Tongue::Zh) => format!("**{label}**：{value}"),
            (true, Tongue::En) => format!("**{label}:** {value}"),
            (false, Tongue::Zh) => format!("{label}：{value}"),
            (false, Tongue::En) => format!("{label}: {value}"),
        }
    }

    /// A table: pipes in Markdown, tabs or aligned columns in plain text.
    pub fn table(&mut self, header: &[String], rows: &[Vec<String>]) {
        self.blank();
        if self.markdown {
            let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
            self.lines.push(line(header));
            let rule = if self.manner == 2 { ":---:" } else { "---" };
            self.lines.push(format!("|{}", format!("{rule}|").repeat(header.len())));
            for row in rows {
                self.lines.push(line(row));
            }
        } else if self.manner == 2 && self.tongue == Tongue::En {
            let wide = |text: &str| text.chars().filter(|sign| *sign != MARK).count();
            let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(header.len());
            let widths: Vec<usize> = (0..columns)
                .map(|column| {
                    rows.iter()
                        .chain([&header.to_vec()])
                        .filter_map(|row| row.get(column))
                        .map(|cell| wide(cell))
                        .max()
                        .unwrap_or(0)
                })
                .collect();
            for row in [header.to_vec()].iter().chain(rows) {
                let cells: Vec<String> =
                    row.iter().enumerate().map(|(at, cell)| format!("{cell}{}", " ".repeat(widths[at] - wide(cell)))).collect();
                self.lines.push(cells.join("   ").trim_end().to_owned());
            }
        } else {
            self.lines.push(header.join("\t"));
            for row in rows {
                self.lines.push(row.join("\t"));
            }
        }
        self.lines.push(String::new());
    }

    /// A link in Markdown, a bracketed source in plain text.
    pub fn cited(&self, what: &str, address: &str) -> String {
        match (self.markdown, self.tongue) {
            (true, Tongue::Zh) => format!("（[{what}](https://{address})）"),
            (true, Tongue::En) => format!(" ([{what}](https://{address}))"),
            (false, Tongue::Zh) => format!("（来源：{what}，https://{address}）"),
            (false, Tongue::En) => format!(" (source: {what}, https://{address})"),
        }
    }

    /// The finished text and the lines that carried the mark.
    pub fn finish(mut self) -> Written {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        let marked = (1..).zip(&self.lines).filter(|(_, line)| line.contains(MARK)).map(|(number, _)| number).collect();
        let text = self.lines.join("\n").replace(MARK, "") + "\n";
        Written { name: self.name, text, marked }
    }
}

/// The text of one language.
pub fn say<'a>(tongue: Tongue, zh: &'a str, en: &'a str) -> &'a str {
    if tongue == Tongue::Zh { zh } else { en }
}

/// A template with its gaps filled.
pub fn fill(template: &str, gaps: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (gap, with) in gaps {
        text = text.replace(&format!("{{{gap}}}"), with);
    }
    text
}
