//! Items that document a parameter with its type: "size (list of int): edge of the picture, 320 by default".
//!
//! A figure in such an item is of that parameter of that function, and no fact of whatever the section is about.

/// Words that name data types and little else, in the languages that documentation is written for.
const TYPES: &[&str] = &[
    "bigint",
    "bool",
    "boolean",
    "char",
    "datetime",
    "dict",
    "dictionary",
    "double",
    "enum",
    "f32",
    "f64",
    "float",
    "float32",
    "float64",
    "i16",
    "i32",
    "i64",
    "i8",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "integer",
    "iterable",
    "json",
    "ndarray",
    "nil",
    "null",
    "ptr",
    "str",
    "string",
    "struct",
    "tensor",
    "tuple",
    "u16",
    "u32",
    "u64",
    "u8",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "usize",
    "uuid",
    "varchar",
    "vec",
    "vector",
    "void",
];

/// Words that stand beside them.
const BESIDE: &[&str] = &[
    "a",
    "an",
    "and",
    "any",
    "array",
    "binary",
    "byte",
    "bytes",
    "callable",
    "collection",
    "complex",
    "const",
    "date",
    "decimal",
    "default",
    "duration",
    "function",
    "hash",
    "list",
    "long",
    "map",
    "none",
    "number",
    "object",
    "of",
    "option",
    "optional",
    "or",
    "path",
    "pointer",
    "record",
    "required",
    "sequence",
    "set",
    "short",
    "size",
    "std",
    "t",
    "text",
    "undefined",
    "union",
    "unsigned",
];

/// Whether a text begins with the name of a parameter and its type in brackets, and goes on to describe it.
pub fn is_parameter(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '`');
    let name = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')).len();
    let behind = text[name..].trim_start_matches([' ', '`']);
    if name == 0 || !behind.starts_with(['(', '（']) {
        return false;
    }
    let Some(inside) = super::sentence::brackets(behind).into_iter().next() else { return false };
    let after = behind[inside.end..].trim_start_matches([')', '）', '`', ' ']);
    let lower = behind[inside].to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    after.starts_with([':', '：', '-', '–', '—'])
        && words.iter().any(|word| TYPES.contains(word))
        && words.iter().all(|word| TYPES.contains(word) || BESIDE.contains(word))
}

#[cfg(test)]
mod tests {
    use super::is_parameter;

    #[test]
    fn a_name_with_a_type_is_a_parameter() {
        for text in ["size(list[int]): the edge", "`beta` (vector<float>) - added", "mode (int or None): how"] {
            assert!(is_parameter(text), "{text}");
        }
        for text in [
            "地址(str)：无",
            "Heron (boat): 9 m long",
            "Weight (dry): 12 kg",
            "Route (long): 12 km",
            "Seats (number): 9",
            "A list (int) of 3",
            "(int): 3",
            "size: 9",
            "Size (): 9",
        ] {
            assert!(!is_parameter(text), "{text}");
        }
    }
}
