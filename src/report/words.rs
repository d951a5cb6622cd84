//! Small texts around the findings, and a document's text made safe to show.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Language;
use crate::extract::Coverage;

/// `1 error`, `2 errors`.
pub(super) fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// A word of the ledger in a language.
pub(super) fn word(word: &'static str, language: Language) -> &'static str {
    if language == Language::English {
        return match word {
            "false_positive" => "false positive",
            word => word,
        };
    }
    match word {
        "open" => "未决",
        "new" => "新增",
        "unchanged" => "未变",
        "updated" => "有变",
        "reopened" => "重现",
        "resolved" => "已解决",
        "confirmed" => "已确认",
        "accepted" => "已接受",
        "false_positive" => "误报",
        "settled" => "已处理",
        word => word,
    }
}

/// A document's coverage in a line, without its name.
pub fn coverage(document: &Coverage, language: Language) -> String {
    let aside: usize = document.set_aside.values().sum();
    let rest = document.seen.saturating_sub(document.typed + aside);
    // Writing to a String cannot fail.
    let reasons = |join: &str| -> String {
        let each: Vec<String> =
            document.set_aside.iter().map(|(reason, n)| format!("{} {n}", self::reason(reason, language))).collect();
        each.join(join)
    };
    match (language, &document.unread) {
        (Language::English, Some(why)) => format!("not read: {}", reason(why, language)),
        (Language::Chinese, Some(why)) => format!("未读取：{}", reason(why, language)),
        (Language::English, None) => {
            let mut line =
                format!("{} seen, {} typed, {} compared", counted(document.seen, "number"), document.typed, document.compared);
            if aside > 0 {
                let _ = write!(line, "; {aside} set aside ({})", reasons(", "));
            }
            if rest > 0 {
                let _ = write!(line, "; {rest} not understood");
            }
            if let Some(encoding) = &document.encoding {
                let _ = write!(line, "; read as {}", neutral(encoding));
            }
            line
        }
        (Language::Chinese, None) => {
            let mut line =
                format!("看到 {} 个数字，{} 个归入陈述，{} 个参与比较", document.seen, document.typed, document.compared);
            if aside > 0 {
                let _ = write!(line, "；{aside} 个搁置（{}）", reasons("，"));
            }
            if rest > 0 {
                let _ = write!(line, "；{rest} 个未能理解");
            }
            if let Some(encoding) = &document.encoding {
                let _ = write!(line, "；按 {} 编码读取", neutral(encoding));
            }
            line
        }
    }
}

/// A reason of the coverage in words; one that is not known here as it is.
pub fn reason(reason: &str, language: Language) -> Cow<'_, str> {
    let known = WORDS.iter().find(|(word, _, _)| *word == reason);
    match (known, language) {
        (Some(&(_, en, _)), Language::English) => Cow::Borrowed(en),
        (Some(&(_, _, zh)), Language::Chinese) => Cow::Borrowed(zh),
        (None, _) => neutral(reason),
    }
}

/// Why numerals are set aside, and documents not read: in the records, in English, in Chinese.
const WORDS: &[(&str, &str, &str)] = &[
    ("name", "names", "名称"),
    ("version", "versions", "版本号"),
    ("date", "dates", "日期"),
    ("ordinal", "list numbers", "序号"),
    ("identifier", "identifiers", "编号"),
    ("citation", "citations", "引注"),
    ("idiom", "idioms", "固定用语"),
    ("code", "code", "代码"),
    ("front_matter", "front matter", "文首设置"),
    ("struck", "struck out or deleted", "删除线或已删除"),
    ("boilerplate", "around the text", "正文之外"),
    ("hidden", "hidden", "隐藏内容"),
    ("comment", "comments", "批注"),
    ("chart", "charts", "图表"),
    ("aspect_ratio", "aspect ratios", "画面比例"),
    ("out_of_range", "beyond exact arithmetic", "超出精确计算范围"),
    ("binary", "no text", "不是文本"),
    ("not-utf8", "unknown encoding", "编码未知"),
    ("too-large", "too large", "过大"),
    ("unpacked", "too large unpacked", "解压后过大"),
    ("too-many-cells", "too many cells", "单元格过多"),
    ("broken-archive", "broken archive", "压缩包损坏"),
    ("locked", "old format or password", "旧格式或有密码"),
    ("no-text-layer", "no text layer", "没有文字层"),
    ("no-pdf-reader", "pdftotext is not installed", "未安装 pdftotext"),
    ("broken-pdf", "broken PDF", "PDF 损坏"),
    ("cannot-open", "could not be opened", "无法打开"),
    ("unknown-format", "unknown format", "格式未知"),
    ("syntax", "broken format", "格式有误"),
];

/// Whether a character steers a terminal, ends a line, or turns the direction of writing around, instead of showing itself.
pub(super) fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// What a character of a document is shown as: itself, or a sign for one that would steer the terminal or turn the direction of
/// writing around, so that a document cannot paint over its own report.
pub(super) fn shown(character: char) -> Cow<'static, str> {
    match character {
        '\t' => Cow::Borrowed("    "),
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).map_or(Cow::Borrowed("?"), |sign| sign.to_string().into()),
        '\x7f' => Cow::Borrowed("\u{2421}"),
        steering if steers(steering) => format!("<U+{:04X}>", u32::from(character)).into(),
        other => other.to_string().into(),
    }
}

/// A text of a document, safe to show on a terminal and in one line.
pub fn neutral(text: &str) -> Cow<'_, str> {
    if text.chars().any(steers) { text.chars().map(shown).collect::<String>().into() } else { Cow::Borrowed(text) }
}
