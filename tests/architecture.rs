//! The direction of imports: a module uses those before it in `src/lib.rs`, never those after.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// Modules in the order of `src/lib.rs`.
fn order(lib: &str) -> Vec<String> {
    lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect()
}

/// Names that follow `crate::` in code; comments are left out, groups (`use crate::{a, b}`) are taken apart.
fn used(code: &str) -> Vec<String> {
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut part = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => names.push(name(&std::mem::take(&mut part))),
                    _ => {}
                }
                if depth == 0 && c != ',' {
                    part.push(c);
                }
            }
            names.push(name(&part));
        } else {
            names.push(name(rest));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// What a module may not use, as sentences.
fn offences(file: &str, module: &str, code: &str, order: &[String]) -> Vec<String> {
    let place = |name: &str| order.iter().position(|module| module == name);
    let Some(own) = place(module) else { return vec![format!("{file} belongs to no module of src/lib.rs")] };
    let later = used(code).into_iter().filter(|name| place(name).is_some_and(|other| other > own));
    later.map(|name| format!("{file} uses `{name}`, which comes after `{module}`")).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn imports_go_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let order = order(&fs::read_to_string(root.join("src/lib.rs")).unwrap());
    assert!(order.len() > 10, "src/lib.rs lists only {} modules", order.len());
    let mut found = Vec::new();
    files(&root.join("src"), &mut found);
    found.sort();
    let mut sentences = Vec::new();
    for path in found {
        let name = path.strip_prefix(root.join("src")).unwrap().to_str().unwrap().replace('\\', "/");
        let module = name.split('/').next().unwrap().trim_end_matches(".rs");
        // The binary stands above all modules.
        if !matches!(module, "lib" | "main" | "commands") {
            sentences.extend(offences(&format!("src/{name}"), module, &fs::read_to_string(&path).unwrap(), &order));
        }
    }
    assert!(sentences.is_empty(), "\n{}", sentences.join("\n"));
}

#[test]
fn an_import_the_other_way_is_told_in_a_sentence() {
    let order = order("pub mod error;\npub mod claim;\nmod hidden;\npub mod rules;\n");
    let said = |code| offences("src/claim.rs", "claim", code, &order);
    assert_eq!(said("use crate::rules::Rule;"), ["src/claim.rs uses `rules`, which comes after `claim`"]);
    assert_eq!(said("use crate::{error::{self, Error}, rules};").len(), 1);
    assert_eq!(said("    let x = crate::rules::check(&[]);").len(), 1);
    assert_eq!(said("use crate::error::Error;\n/// See [`crate::rules`].\nuse crate::claim::csv;"), [""; 0]);
    assert_eq!(offences("src/x.rs", "x", "", &order), ["src/x.rs belongs to no module of src/lib.rs"]);
}

/// A file with `mod.rs` has a name that says nothing.
#[test]
fn no_file_is_called_mod() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(!found.iter().any(|path| path.ends_with("mod.rs")));
}
