//! One file's bytes as text, or the reason why it is not text.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

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
    /// It holds bytes that no text holds.
    Binary {
        /// Offset of the first such byte.
        offset: usize,
    },
    /// It is not in the encoding that it seems to be in.
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

/// Decodes the bytes of a file.
pub fn decode(path: &str, mut bytes: Vec<u8>) -> Result<Source, Unreadable> {
    let bom = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    if let Some(offset) = bytes.iter().position(|&b| b == 0) {
        return Err(Unreadable::Binary { offset });
    }
    bytes.drain(..bom);
    let text =
        String::from_utf8(bytes).map_err(|error| Unreadable::InvalidUtf8 { offset: bom + error.utf8_error().valid_up_to() })?;
    let mut source = Source::new(path, text);
    source.bom = bom;
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_says_where() {
        assert_eq!(decode("a", b"ab\0c".to_vec()).unwrap_err(), Unreadable::Binary { offset: 2 });
        assert_eq!(decode("a", b"\xEF\xBB\xBFab\xFFc".to_vec()).unwrap_err(), Unreadable::InvalidUtf8 { offset: 5 });
        let source = decode("a", b"\xEF\xBB\xBF3%".to_vec()).unwrap();
        assert_eq!((source.text.as_str(), source.bom), ("3%", 3));
        assert_eq!(decode("a", Vec::new()).unwrap().text, "");
    }
}
