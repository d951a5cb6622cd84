//! Why a place is not set.

use crate::rules::Say;

/// Why a place is not set to the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A rank, a pick, words.
    NoFigure,
    /// Two figures: a range, a change.
    Range,
    /// Follows from other figures.
    Derived,
    /// A row of a data file.
    Data,
    /// A record that a person added, without a place.
    NoPlace,
    /// Word, Excel, PDF.
    NoText,
    /// Not the same dimension.
    Dimension,
    /// A score of another full mark.
    Mark,
    /// The value has no unit, and the places are written in several.
    Unit,
    /// The unit of a zero cannot be told from it.
    Zero,
    /// "More than" beside a plain figure.
    Bound,
    /// The wording allows two values.
    Reading,
    /// No such value in this notation.
    Notation,
    /// A word beside the figure would have to change.
    Grammar,
    /// The figure is spread over markup, or not in the text as it is quoted.
    Markup,
    /// With the new figure the sentence reads otherwise.
    Otherwise,
    /// The encoding of the file has no such characters, or does not give the same bytes again.
    Encoding,
    /// The file is not the one that was read.
    Changed,
}

impl Why {
    /// The reason in words.
    pub const fn say(self) -> Say {
        match self {
            Self::NoFigure => Say { en: "states no figure", zh: "不是数值" },
            Self::Range => {
                Say { en: "states a range or a change, not one figure", zh: "是区间或变化，不是单一数值" }
            }
            Self::Derived => {
                Say { en: "follows from other figures; correct those", zh: "由其他数值推算而来，请修改原数值" }
            }
            Self::Data => Say {
                en: "stands in a data file, which is made elsewhere",
                zh: "位于数据文件，应由生成该文件的程序更新",
            },
            Self::NoPlace => Say { en: "is a record without a place in a document", zh: "是没有文档位置的记录" },
            Self::NoText => Say {
                en: "stands in a Word, Excel or PDF file; correct it there",
                zh: "位于 Word、Excel 或 PDF 文件，请在原程序中修改",
            },
            Self::Dimension => Say { en: "is of another dimension than the value", zh: "与所给数值的量纲不同" },
            Self::Mark => Say { en: "is a score of another full mark", zh: "评分的满分不同" },
            Self::Unit => Say {
                en: "is written in another unit than the others: give the value with its unit",
                zh: "所用单位与其他处不同，请写明数值的单位",
            },
            Self::Zero => Say { en: "is zero, which does not tell how large its unit is", zh: "为零，无法换算单位" },
            Self::Bound => Say {
                en: "excludes the figure itself (more than, less than) and would contradict the others",
                zh: "不含该数值本身（超过、不足），会与其他处矛盾",
            },
            Self::Reading => Say { en: "can be read as two values", zh: "可作两种理解" },
            Self::Notation => Say {
                en: "is written in a form that does not hold the value exactly",
                zh: "所用写法无法准确表示该数值",
            },
            Self::Grammar => {
                Say { en: "has a word beside it that would have to change as well", zh: "旁边的词也须随之改动" }
            }
            Self::Markup => Say {
                en: "does not stand in the file in one piece as it is read",
                zh: "在文件中不是连续的一段（夹有标记）",
            },
            Self::Otherwise => Say {
                en: "would be read as another statement with the new figure",
                zh: "换上新数值后会被读成另一种陈述",
            },
            Self::Encoding => {
                Say { en: "cannot be written back in the encoding of its file", zh: "无法按文件原有编码写回" }
            }
            Self::Changed => Say { en: "stands in a file that has changed meanwhile", zh: "所在文件在此期间已变动" },
        }
    }
}
