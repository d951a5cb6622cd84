//! One file's bytes as text, or the reason why it is not text.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, UTF_8};

use super::{Found, Source};

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest size of a file in bytes.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 32 << 20 }
    }
}

/// A file that could not be read as text; the run goes on without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Path relative to the root of the run.
    pub path: String,
    /// Why.
    pub reason: Unreadable,
}

/// Why a file is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It holds a zero byte, as no text does.
    Binary {
        /// Offset of the first one.
        offset: usize,
    },
    /// It is not UTF-8, and no other encoding fits it.
    InvalidUtf8 {
        /// Offset of the first byte that breaks it.
        offset: usize,
    },
    /// It is larger than the limit.
    TooLarge {
        /// Its size, or what was read of it, in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system refuses it.
    Io(String),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Binary { offset } => write!(f, "binary data at byte {offset}"),
            Self::InvalidUtf8 { offset } => write!(f, "not UTF-8 from byte {offset}"),
            Self::TooLarge { bytes, limit } => write!(f, "{bytes} bytes, more than the limit of {limit} bytes"),
            Self::Io(reason) => f.write_str(reason),
        }
    }
}

/// How much of a text is enough to guess its encoding from, in bytes.
const SAMPLE: usize = 64 << 10;

/// Reads and decodes a file that [`super::find`] named, or standard input for `-`.
pub fn read(found: &Found, limits: Limits) -> Result<Source, Refused> {
    let refuse = |reason| Refused { path: found.path.clone(), reason };
    let bytes = bytes(&found.file, limits).map_err(refuse)?;
    decode(&found.path, bytes).map_err(refuse)
}

fn bytes(file: &Path, limits: Limits) -> Result<Vec<u8>, Unreadable> {
    let io = |error: io::Error| Unreadable::Io(error.to_string());
    let too_large = |bytes| Unreadable::TooLarge { bytes, limit: limits.bytes };
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().take(limits.bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
    } else {
        let opened = fs::File::open(file).map_err(io)?;
        let size = opened.metadata().map_err(io)?.len();
        if size > limits.bytes {
            return Err(too_large(size));
        }
        opened.take(limits.bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
    }
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > limits.bytes { Err(too_large(size)) } else { Ok(bytes) }
}

/// Decodes the bytes of a file: by its byte order mark, as UTF-8, or in the encoding that fits the whole of it best.
pub fn decode(path: &str, mut bytes: Vec<u8>) -> Result<Source, Unreadable> {
    if let Some((encoding, bom)) = Encoding::for_bom(&bytes).filter(|&(encoding, _)| encoding != UTF_8) {
        let (text, broken) = encoding.decode_without_bom_handling(&bytes[bom..]);
        if broken {
            return Err(Unreadable::InvalidUtf8 { offset: broken_at(encoding, &bytes[bom..]) + bom });
        }
        return Ok(source(path, text.into_owned(), encoding, bom));
    }
    let bom = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    if let Some(offset) = bytes.iter().position(|&b| b == 0) {
        return Err(Unreadable::Binary { offset });
    }
    bytes.drain(..bom);
    match String::from_utf8(bytes) {
        Ok(text) => Ok(source(path, text, UTF_8, bom)),
        Err(error) => {
            let offset = bom + error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let (text, encoding) = if bom == 0 { guess(&bytes) } else { None }.ok_or(Unreadable::InvalidUtf8 { offset })?;
            Ok(source(path, text, encoding, 0))
        }
    }
}

fn source(path: &str, text: String, encoding: &'static Encoding, bom: usize) -> Source {
    let mut source = Source::new(path, text);
    source.bom = bom;
    source.encoding = encoding.name();
    source
}

/// The text in the encoding that fits best; `None` where none fits, or where the bytes are UTF-8 with a few broken ones among them.
fn guess(bytes: &[u8]) -> Option<(String, &'static Encoding)> {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if whole > 0 && whole >= broken {
        return None;
    }
    // A long text tells its encoding from its start; where that guess fails on the rest, all of it is asked.
    let foreign = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    [bytes.len().min(foreign + SAMPLE), bytes.len()].into_iter().find_map(|length| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&bytes[..length], length == bytes.len());
        let guessed = detector.guess(None, Utf8Detection::Deny);
        // GBK is what the detector calls the older half of GB18030.
        let encoding = if guessed == GBK { GB18030 } else { guessed };
        let (text, broken) = encoding.decode_without_bom_handling(bytes);
        (!broken && is_plausible(&text)).then(|| (text.into_owned(), encoding))
    })
}

/// Whether decoded text looks written by a person: a single-byte encoding makes letters of any noise.
fn is_plausible(text: &str) -> bool {
    let foreign = text.chars().filter(|c| !c.is_ascii());
    let odd = foreign
        .clone()
        .filter(|&c| c.is_control() || matches!(c, 'ÿ' | 'þ' | '\u{FFFD}') || ('\u{E000}'..='\u{F8FF}').contains(&c))
        .count();
    let lone = text
        .split(|c: char| c.is_ascii())
        .filter(|run| run.chars().count() > 3 && !run.contains(|c: char| c > '\u{24F}'))
        .count();
    odd == 0 && lone == 0
}

/// Offset of the first bytes that an encoding cannot read.
fn broken_at(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = vec![0_u16; decoder.max_utf16_buffer_length(bytes.len()).unwrap_or(0)];
    let (_, read, _) = decoder.decode_to_utf16_without_replacement(bytes, &mut out, true);
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_says_where() {
        let refused = |bytes: &[u8]| decode("a", bytes.to_vec()).unwrap_err();
        assert_eq!(refused(b"ab\0c"), Unreadable::Binary { offset: 2 });
        assert_eq!(refused(b"\xEF\xBB\xBFab\xFFc"), Unreadable::InvalidUtf8 { offset: 5 });
        assert_eq!(refused(b"abc\xFF\xFE"), Unreadable::InvalidUtf8 { offset: 3 });
        assert_eq!(refused("价格\u{4E2D}".as_bytes().split_last().unwrap().1), Unreadable::InvalidUtf8 { offset: 6 });
        assert_eq!(refused(b"\xFF\xFE3\0\0\xD8"), Unreadable::InvalidUtf8 { offset: 6 });
        let source = decode("a", b"\xEF\xBB\xBF3%".to_vec()).unwrap();
        assert_eq!((source.text.as_str(), source.bom, source.encoding), ("3%", 3, "UTF-8"));
        assert_eq!(decode("a", Vec::new()).unwrap().text, "");
    }

    #[test]
    fn other_encodings_are_found_and_named() {
        let chinese = "这台电池的循环寿命是6000次，价格约为18000元，比上一代便宜20%。";
        let traditional = "這台電池的循環壽命是6000次，價格約為18000元，比上一代便宜20%。";
        let japanese = "このバッテリーの寿命は6000回で、価格は約18000円です。";
        let korean = "이 배터리의 수명은 6000회이며 가격은 약 18000원입니다.";
        let french = "L’été dernier, le prix a baissé de 20 % à 18 € près.";
        for (text, encoding) in
            [(chinese, "gb18030"), (traditional, "Big5"), (japanese, "Shift_JIS"), (korean, "EUC-KR"), (french, "windows-1252")]
        {
            let (bytes, _, lost) = Encoding::for_label(encoding.as_bytes()).unwrap().encode(text);
            assert!(!lost, "{encoding}");
            let source = decode("a", bytes.into_owned()).unwrap();
            assert_eq!((source.text.as_str(), source.encoding), (text, encoding));
        }
        let rare = format!("{chinese}𠮷€3");
        let source = decode("a", GB18030.encode(&rare).0.into_owned()).unwrap();
        assert_eq!((source.text, source.encoding), (rare, "gb18030"));
        for (bytes, encoding) in [(b"\xFF\xFE3\0%\0".to_vec(), "UTF-16LE"), (b"\xFE\xFF\x003\0%".to_vec(), "UTF-16BE")] {
            let source = decode("a", bytes).unwrap();
            assert_eq!((source.text.as_str(), source.encoding, source.bom), ("3%", encoding, 2));
        }
    }
}
