//! Texts made to break a parser: too deep, too long, too many. Each is read or refused within bounded time and stack.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use claimlint::document::{self, Document, Fault};
use claimlint::source::Source;

fn read(name: &str, text: &str) -> Document {
    document::parse(&Source::new(name, text)).unwrap()
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    for (name, open) in [("a.html", "<div>"), ("a.md", "> "), ("a.txt", "  - x\n   ")] {
        let _ = read(name, &open.repeat(100_000));
    }
    let deep = 10_000;
    for (open, close) in [
        ("<div>", "</div>"),
        ("<b>", ""),
        ("<ul><li>", ""),
        ("<table><tr><td>", ""),
        ("<section><h2>x</h2>", "</section>"),
        ("<nav>", ""),
    ] {
        let text = format!("{}deep 5 ms{}", open.repeat(deep), close.repeat(deep));
        let _ = read("a.html", &text);
        let _ = read("a.md", &text);
    }
    for open in ["> ", "- ", "[", "![", "*", "**a ", "`", "|", "1. "] {
        let _ = read("a.md", &open.repeat(deep));
        let _ = read("a.txt", &open.repeat(deep));
    }
    let indented: String = (0..1000).flat_map(|i| [" ".repeat(i), "- x\n".to_owned()]).collect();
    let _ = read("a.md", &indented);
    let _ = read("a.txt", &indented);
    assert_eq!(read("a.json", &"[".repeat(100_000)).faults, [(129, Fault::TooDeep)]);
    assert_eq!(read("a.json", &"{\"a\":".repeat(100_000)).faults, [(129 * 5, Fault::TooDeep)]);
}

#[test]
fn long_lines_and_many_lines_are_read_in_time() {
    let line = "价格为30元，延迟低至5ms；".repeat(100_000);
    for name in ["a.txt", "a.md", "a.html", "a.csv"] {
        let document = read(name, &line);
        assert!(document.blocks.iter().any(|block| block.text.string.contains("30元")), "{name}");
    }
    for text in [
        "1. x\n",
        "一、\n",
        "\n",
        "TOP1 甲\n",
        "┌──┬──┐\n",
        "+--+\n",
        "- 亮点：\n",
        "Q1. x？\n",
        "a | b\n",
        "a  b\n",
        "# x\n",
        "甲：\n",
        "注1：\n",
        "|a*|\n|-|\n|b*|\n\n* x\n\n",
    ] {
        let text = text.repeat(5_000);
        let _ = read("a.txt", &text);
        let _ = read("a.md", &text);
    }
    for text in ["\"", "\"a", ",", ";\n", "\"\"\"\n"] {
        let _ = read("a.csv", &text.repeat(5_000));
    }
    for text in [
        "&",
        "&amp",
        "<a href=#x>",
        "<p id=x>",
        "<td rowspan=65534 colspan=1000>",
        "<tr><td colspan=1000>",
        "</div>",
        "<sup>1",
        "<br>",
        "<!--",
    ] {
        let _ = read("a.html", &format!("<table>{}", text.repeat(3_000)));
        let _ = read("a.html", &text.repeat(3_000));
    }
}

/// A hundred megabytes of small cells: read up to the bound of a document, and what is left out is said.
#[test]
fn a_file_of_a_hundred_megabytes_is_read_as_far_as_one_document_goes() {
    let text = "Heron,30,5 ms,12%\n".repeat(100_000_000 / 18);
    let document = read("a.csv", &text);
    assert!((500_000..500_010).contains(&document.blocks.len()));
    let [(at, Fault::TooLong)] = document.faults[..] else { panic!("{:?}", document.faults) };
    assert!(at < 3_000_000, "{at}");
}

#[test]
fn a_quote_that_is_never_closed_is_said_and_swallows_nothing() {
    let document = read("a.csv", "name,price\nHeron,\"30\nEgret,40\n\"Ibis\",50\n");
    assert_eq!(document.faults, [(17, Fault::Unclosed)]);
    let cells: Vec<&str> = document.blocks.iter().map(|block| block.text.string.as_str()).collect();
    assert_eq!(cells, ["name", "price", "Heron", "\"30", "Egret", "40", "Ibis", "50"]);
    assert!(read("a.csv", "name,size\nHeron,5\" wide\nEgret,\"6\"\" wide\"\n").faults.is_empty());
}

#[test]
fn what_no_document_can_hold_is_left_out_and_said() {
    let document = read("a.csv", &"1,2\n".repeat(400_000));
    assert!(document.faults.iter().any(|(_, fault)| *fault == Fault::TooLong));
    assert!(document.blocks.len() < 600_000);
}
