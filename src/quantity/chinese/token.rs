//! The characters of a Chinese numeral: digits, places, magnitudes.

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token {
    /// 0 to 9.
    Digit(u8),
    /// 廿, 卅, 卌: whole tens.
    Tens(u8),
    /// 五六 before a magnitude or a unit.
    Pair(u8, u8),
    /// 几, 数.
    Some,
    /// 十, 百, 千.
    Small(i16),
    /// 万, 亿 and above.
    Big(i16),
    /// Digits or a decimal: which of `Reading::plains`.
    Plain(u8),
}

/// A numeral character's meaning.
pub(super) fn token(c: char) -> Option<Token> {
    Some(match c {
        '零' | '〇' => Token::Digit(0),
        '一' | '壹' | '弌' => Token::Digit(1),
        '二' | '贰' | '貳' | '两' | '兩' | '弍' => Token::Digit(2),
        '三' | '叁' | '參' | '叄' | '参' => Token::Digit(3),
        '四' | '肆' => Token::Digit(4),
        '五' | '伍' => Token::Digit(5),
        '六' | '陆' | '陸' => Token::Digit(6),
        '七' | '柒' => Token::Digit(7),
        '八' | '捌' => Token::Digit(8),
        '九' | '玖' => Token::Digit(9),
        '廿' => Token::Tens(2),
        '卅' => Token::Tens(3),
        '卌' => Token::Tens(4),
        '几' | '幾' | '数' | '數' => Token::Some,
        '十' | '拾' => Token::Small(1),
        '百' | '佰' => Token::Small(2),
        '千' | '仟' => Token::Small(3),
        '万' | '萬' => Token::Big(4),
        '亿' | '億' => Token::Big(8),
        '兆' => Token::Big(12),
        '京' => Token::Big(16),
        '垓' => Token::Big(20),
        '秭' => Token::Big(24),
        '穰' => Token::Big(28),
        '溝' | '沟' => Token::Big(32),
        '澗' | '涧' => Token::Big(36),
        _ => return None,
    })
}

/// Could a numeral go on with this character after digits?
pub(in crate::quantity) fn goes_on(c: char) -> bool {
    matches!(c, '多' | '余' | '餘' | '来' | '点' | '點' | '个' | '個' | '又' | '分') || token(c).is_some()
}

/// Could a Chinese numeral start with this character?
pub(in crate::quantity) fn starts(c: char) -> bool {
    token(c).is_some()
}

/// Formal numerals are numerals alone only with company: 陆 is also land, 参 also to take part.
pub(super) fn formal(c: char) -> bool {
    matches!(c, '陆' | '陸' | '参' | '參' | '叄' | '伍' | '拾' | '京' | '兆' | '垓' | '秭' | '穰' | '溝' | '沟' | '澗' | '涧')
}
