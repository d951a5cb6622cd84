//! A text back as the bytes of a file, in the encoding that it was read in.

use encoding_rs::Encoding;

use super::Source;

impl Source {
    /// The bytes of the file with its byte order mark; `None` where the encoding has no form for a character.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        encode(&self.text, self.encoding, self.bom > 0)
    }
}

/// A text in an encoding, after a byte order mark or not; `None` where the encoding has no form for a character.
pub fn encode(text: &str, encoding: &str, mark: bool) -> Option<Vec<u8>> {
    let little = encoding == "UTF-16LE";
    if little || encoding == "UTF-16BE" {
        let mark = mark.then_some(0xFEFF);
        let units = mark.into_iter().chain(text.encode_utf16());
        return Some(units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect());
    }
    if encoding == "UTF-8" {
        let mark: &[u8] = if mark { b"\xEF\xBB\xBF" } else { b"" };
        return Some([mark, text.as_bytes()].concat());
    }
    let (bytes, _, lost) = Encoding::for_label(encoding.as_bytes())?.encode(text);
    (!lost).then(|| bytes.into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::decode;

    #[test]
    fn bytes_that_were_read_are_written_again() {
        let text = "这台电池的循环寿命是6000次，价格约为18000元，比上一代便宜20%。\r\n";
        let utf16 = |to: fn(u16) -> [u8; 2]| std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(to).collect::<Vec<u8>>();
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            encoding_rs::GB18030.encode(text).0.into_owned(),
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
        ] {
            let source = decode("a.md", bytes.clone()).unwrap();
            assert_eq!(source.text, text);
            assert_eq!(source.bytes(), Some(bytes), "{}", source.encoding);
        }
        let mut source = decode("a.md", b"L\x92\xe9t\xe9 co\xfbte 20 \x80 de plus".to_vec()).unwrap();
        assert_eq!(source.encoding, "windows-1252");
        source.text.push('四');
        assert_eq!(source.bytes(), None);
    }
}
