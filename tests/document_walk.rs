//! Which files a run reads, and what becomes of those that are no text.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use claimlint::error::Error;
use claimlint::source::{Limits, Unreadable, find, read};

/// A fresh folder with the given files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, bytes) in files {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
    root
}

fn paths(root: &Path, given: &[&str]) -> Vec<String> {
    let given: Vec<PathBuf> = given.iter().map(PathBuf::from).collect();
    find(root, &given).unwrap().into_iter().map(|found| found.path).collect()
}

#[test]
fn a_folder_is_walked_in_order_without_what_is_hidden_or_ignored() {
    let root = folder(
        "walk",
        &[
            ("b.md", b""),
            ("a/z.txt", b""),
            ("a/draft.txt", b""),
            ("a/.gitignore", b"draft*\n"),
            (".hidden/x.md", b""),
            ("B.md", b""),
            ("logo.PNG", b""),
            ("target/x.md", b""),
            (".gitignore", b"target/\n"),
        ],
    );
    assert_eq!(paths(&root, &["."]), ["B.md", "a/z.txt", "b.md"]);
    assert_eq!(paths(&root, &["a", "a/draft.txt", "./b.md"]), ["a/draft.txt", "a/z.txt", "b.md"]);
    assert_eq!(paths(&root, &["b.md", "a/../b.md"]), ["b.md"]);
    assert_eq!(paths(&root, &["logo.PNG", ".hidden/x.md"]), [".hidden/x.md", "logo.PNG"]);
    let named: Vec<bool> = find(&root, &["a".into(), "a/z.txt".into()]).unwrap().iter().map(|found| found.explicit).collect();
    assert_eq!(named, [true]);
}

#[test]
fn a_missing_path_stops_the_run() {
    let root = folder("missing", &[("a.md", b"")]);
    let error = find(&root, &["a.md".into(), "b.md".into()]).unwrap_err();
    assert!(matches!(error, Error::MissingPath(path) if path == Path::new("b.md")));
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_reason() {
    let root = folder(
        "refused",
        &[
            ("1-ok.txt", b"\xEF\xBB\xBF3%\r\n"),
            ("2-empty.txt", b""),
            ("3-binary.txt", b"\x7FELF\0\0"),
            ("4-large.txt", &[b'a'; 100]),
        ],
    );
    let found = find(&root, &[".".into()]).unwrap();
    let read: Vec<_> = found.iter().map(|found| read(found, Limits { bytes: 50 }).map(|source| source.text)).collect();
    assert_eq!(read[0].as_deref(), Ok("3%\r\n"));
    assert_eq!(read[1].as_deref(), Ok(""));
    assert_eq!(read[2].as_ref().unwrap_err().reason, Unreadable::Binary { offset: 4 });
    assert_eq!(read[3].as_ref().unwrap_err().reason, Unreadable::TooLarge { bytes: 100, limit: 50 });
    assert_eq!(read[3].as_ref().unwrap_err().path, "4-large.txt");
}
