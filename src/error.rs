//! What stops the program, as opposed to what is wrong with a document (that is a [`crate::finding::Finding`]).

use std::fmt;
use std::path::PathBuf;

/// An error that ends the run. `Display` is one sentence in lower case; [`Error::help`] says how to go on.
#[derive(Debug)]
pub enum Error {
    /// A path given on the command line is not there.
    MissingPath(PathBuf),
    /// A file could not be read or written.
    Io {
        /// What was being done, as a verb: `read`, `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// `claimlint.toml` is not what it should be.
    Config {
        /// The file.
        path: PathBuf,
        /// 1-based line, where known.
        line: Option<usize>,
        /// What was found, and what is expected.
        message: String,
    },
    /// The command line asks for something that does not exist.
    Usage {
        /// What is wrong.
        message: String,
        /// What to do instead.
        help: String,
    },
}

impl Error {
    /// How the person at the keyboard can go on.
    pub fn help(&self) -> String {
        match self {
            Self::MissingPath(_) => "check the spelling, or run from the folder that the path is relative to".into(),
            Self::Io { doing: "read", .. } => "check that the file exists and that you may read it".into(),
            Self::Io { .. } => "check that the folder exists and that you may write to it".into(),
            Self::Config { .. } => "see the section on configuration in the README".into(),
            Self::Usage { help, .. } => help.clone(),
        }
    }
}

impl Error {
    /// The sentence and the help in Chinese. What a setting or an option is called stays as it is typed, and so does the detail of a
    /// fault in the settings.
    pub fn in_chinese(&self) -> (String, String) {
        match self {
            Self::MissingPath(path) => {
                (format!("{} 处没有文件或目录", path.display()), "请检查拼写，或在该路径所相对的目录中运行".into())
            }
            Self::Io { doing: "read", path, .. } => (format!("无法读取 {}", path.display()), "请确认文件存在且有读取权限".into()),
            Self::Io { path, .. } => (format!("无法写入 {}", path.display()), "请确认目录存在且有写入权限".into()),
            Self::Config { .. } => (self.to_string(), "见 README 中关于配置的一节".into()),
            Self::Usage { help, .. } => (self.to_string(), help.clone()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingPath(path) => write!(f, "no file or folder at {}", path.display()),
            Self::Io { doing, path, .. } => write!(f, "could not {doing} {}", path.display()),
            Self::Config { path, line: Some(line), message } => write!(f, "{}:{line}: {message}", path.display()),
            Self::Config { path, line: None, message } => write!(f, "{}: {message}", path.display()),
            Self::Usage { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
