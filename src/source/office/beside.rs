//! What stands beside the text of an office file: headers and footers of pages, comments, and the words and values that charts draw.
//! A reader sees it and the text does not say it, so that it is written out below the text and set aside.

use super::super::Unreadable;
use super::super::part::{Aside, Part, PartKind};
use super::{Archive, Node, Written};
use crate::source::one_line;

/// Most files of this kind that are looked at.
const FILES: usize = 1000;

/// Most texts and values of one of them.
const TEXTS: usize = 100_000;

/// Where such files stand in the archive, by the start of their names.
const BESIDE: &[(&str, Aside)] = &[
    ("word/header", Aside::Around),
    ("word/footer", Aside::Around),
    ("word/comments.xml", Aside::Comment),
    ("word/charts/chart", Aside::Chart),
    ("word/diagrams/data", Aside::Chart),
    ("xl/comments", Aside::Comment),
    ("xl/threadedComments/", Aside::Comment),
    ("xl/charts/chart", Aside::Chart),
    ("xl/drawings/drawing", Aside::Chart),
];

/// Writes out all of them, each paragraph and each series of values in a line.
pub(super) fn read(archive: &mut Archive, written: &mut Written) -> Result<(), Unreadable> {
    let aside = |name: &str| BESIDE.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, aside)| aside);
    let mut files: Vec<(String, Aside)> = archive
        .zip
        .file_names()
        .flatten()
        .filter(|name| name.ends_with(".xml"))
        .filter_map(|name| Some((name.clone().into_owned(), aside(&name)?)))
        .take(FILES)
        .collect();
    files.sort();
    for (name, aside) in files {
        for line in lines(archive, &name, written)? {
            written.fits(line.len())?;
            let start = written.text.len();
            written.text.push_str(&line);
            written.push(Part::new(PartKind::Aside(aside), start..start + line.len()))?;
            written.text.push('\n');
        }
    }
    Ok(())
}

fn lines(archive: &mut Archive, name: &str, written: &Written) -> Result<Vec<String>, Unreadable> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    let (mut open, mut bytes) = (false, 0_usize);
    let end = |line: &mut String, lines: &mut Vec<String>| {
        let words = one_line(line);
        line.clear();
        if !words.is_empty() && lines.len() < TEXTS {
            lines.push(words);
        }
    };
    archive.walk(name, |node| {
        match node {
            // Threaded comments of Excel hold their words in `text` itself.
            Node::Open(element) if matches!(element.name, "t" | "v" | "text") => open = true,
            Node::Open(element) if matches!(element.name, "tab" | "br" | "pt") => line.push(' '),
            Node::Close("t" | "v" | "text") => open = false,
            Node::Close("p" | "ser" | "title" | "comment" | "threadedComment") => end(&mut line, &mut lines),
            Node::Text(text) if open => {
                bytes = bytes.saturating_add(text.len());
                written.fits(bytes)?;
                line.push_str(text);
            }
            _ => {}
        }
        Ok(())
    })?;
    end(&mut line, &mut lines);
    Ok(lines)
}
