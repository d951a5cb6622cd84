//! A folder of all formats in one run: what is broken is one finding each, and the rest is audited. And any bytes at all.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::maybe_infinite_iter,
    clippy::print_stderr,
    reason = "small files are written as text, a test that cannot be set up has failed, and one that tests less says so"
)]

use std::collections::BTreeMap;
use std::process::Command;

use claimlint::audit;
use claimlint::config::Config;
use claimlint::document;
use claimlint::source::{Limits, Refused, from_bytes};

#[path = "office/archive.rs"]
mod archive;

use archive::{cell_texts, excel, item, p, styled, word};

fn pdf(text: &str) -> Vec<u8> {
    let stream = format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut starts = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        starts.push(out.len());
        out += &format!("{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let xref = out.len();
    out += "xref\n0 6\n0000000000 65535 f \n";
    for start in &starts {
        out += &format!("{start:010} 00000 n \n");
    }
    out += &format!("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n");
    out.into_bytes()
}

#[test]
fn a_broken_file_of_each_format_is_one_finding_and_the_rest_is_audited() {
    let docx = word(&[styled("1", "Prices"), p("Heron costs 30 USD per month.")].concat());
    let xlsx = excel(&[("Prices", "", &cell_texts(&[&["Product", "Price"], &["Heron", "35 USD per month"]]))], &[]);
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("a.md", b"# Prices\n\nHeron costs 30 USD per month.\n".to_vec()),
        ("b.docx", docx.clone()),
        ("c.xlsx", xlsx.clone()),
        ("d.html", b"<h1>Prices</h1><p>Heron costs 30 USD per month.</p>".to_vec()),
        ("e.csv", b"Product,Price\nHeron,30 USD per month\n".to_vec()),
        ("x1.docx", docx[..docx.len() / 2].to_vec()),
        ("x2.xlsx", xlsx[..xlsx.len() / 2].to_vec()),
        ("x3.pdf", b"no such thing".to_vec()),
        ("x4.json", b"{\"price\": ".to_vec()),
        ("x5.txt", b"a\0b".to_vec()),
        ("x6.md", b"\xEF\xBB\xBFab\xFFc".to_vec()),
        ("x7.docx", b"\xD0\xCF\x11\xE0".to_vec()),
        ("x8.csv", b"Product,Colour\nHeron,\"grey\nEgret,white\n".to_vec()),
        ("x9.jsonl", b"{\"a\": 1}\n{\"a\":".to_vec()),
    ];
    let (mut sources, mut refused) = (Vec::new(), Vec::new());
    for (path, bytes) in files {
        match from_bytes(path, bytes, Limits::default()) {
            Ok(source) => sources.push(source),
            Err(reason) => refused.push(Refused { path: path.to_owned(), reason }),
        }
    }
    let config = Config::default();
    let outcome = audit::check(audit::extract(&sources, &refused, &config), &config, false);
    let mut unread: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in outcome.findings.iter().filter(|finding| finding.rule == "unreadable-document") {
        *unread.entry(finding.primary.document.as_str()).or_default() += 1;
    }
    let expected = ["x1.docx", "x2.xlsx", "x3.pdf", "x4.json", "x5.txt", "x6.md", "x7.docx", "x8.csv", "x9.jsonl"];
    assert_eq!(unread, expected.into_iter().map(|path| (path, 1)).collect());
    for document in outcome.coverage.iter().filter(|document| !document.document.starts_with('x')) {
        assert_eq!((document.typed, document.unread.as_deref()), (1, None), "{}", document.document);
    }
    let conflict = outcome.findings.iter().find(|finding| finding.rule == "value-conflict").expect("30 and 35 USD");
    let documents: Vec<&str> = std::iter::once(&conflict.primary).chain(&conflict.related).map(|p| p.document.as_str()).collect();
    assert!(documents.contains(&"c.xlsx") && documents.len() > 1, "{documents:?}");
}

/// Where the program is installed its text is read; where it is not, that is the finding.
#[test]
fn a_pdf_is_read_through_the_program_or_its_absence_is_said() {
    let read = |text| from_bytes("a.pdf", pdf(text), Limits::default());
    if Command::new("pdftotext").arg("-v").output().is_err() {
        eprintln!("pdftotext is not installed: only its absence is tested here; .ci/formats installs it and reads a PDF");
        assert_eq!(read("30 USD").unwrap_err().to_string(), "a PDF, and pdftotext is not installed");
        return;
    }
    let source = read("Heron costs 30 USD per month.").unwrap();
    let document = document::parse(&source).unwrap();
    let block = document.blocks.iter().find(|block| block.text.string.contains("30 USD")).unwrap();
    assert_eq!(block.text.string, "Heron costs 30 USD per month.");
    assert_eq!(source.line(1), "page 1");
    assert_eq!(document.skipped.first().map(|(range, _)| &source.text[range.clone()]), Some("page 1"));
    assert_eq!(read("").unwrap_err().to_string(), "a PDF without text");
    let broken = from_bytes("a.pdf", b"%PDF-1.4\nnothing".to_vec(), Limits::default()).unwrap_err();
    assert!(broken.to_string().starts_with("pdftotext could not read it"), "{broken}");
}

/// Changes bytes at random, in the archive and in the XML within it. `CLAIMLINT_FUZZ_ROUNDS` makes the run longer.
#[test]
fn any_change_of_an_office_file_is_read_or_refused() {
    let rounds: usize = std::env::var("CLAIMLINT_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let body =
        [styled("1", "价格"), p("30元"), item(1, 0, "5ms"), format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", p("3%"))]
            .concat();
    let sheet = cell_texts(&[&["Product", "Price"], &["Heron", "35 USD"]]);
    let snippets = [
        "<w:p>",
        "</w:p>",
        "<w:tbl>",
        "</w:tbl>",
        "<w:tr>",
        "<w:tc>",
        "<w:vMerge/>",
        "<w:del>",
        "</w:del>",
        "&#x41;",
        "&x;",
        "<row>",
        "<c r=\"XFD1048576\"><v>9e99</v></c>",
        "<c r=\"A1\" s=\"3\"><v>-1</v></c>",
        "<mergeCell ref=\"A1:XFD1048576\"/>",
        "<w:gridSpan w:val=\"999\"/>",
        "<w:footnoteReference w:id=\"2\"/>",
        "<w:br/>",
        "~~",
        "\u{0}",
        "<![CDATA[1]]>",
        "<!--",
        "<w:rPr>",
        "<w:vanish/>",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(most.max(1)).unwrap()).unwrap()
    };
    for round in 0..rounds {
        let (name, mut xml) = if round % 2 == 0 { ("a.docx", body.clone()) } else { ("a.xlsx", sheet.clone()) };
        for _ in 0..next(6) {
            let at = (0..=next(xml.len())).rev().find(|&at| xml.is_char_boundary(at)).unwrap();
            if next(3) == 0 {
                let end = (at + next(20)..).find(|&end| end >= xml.len() || xml.is_char_boundary(end)).unwrap().min(xml.len());
                xml.replace_range(at..end, "");
            } else {
                xml.insert_str(at, snippets[next(snippets.len())]);
            }
        }
        let mut bytes = if name == "a.docx" { word(&xml) } else { excel(&[("a", "", &xml)], &[]) };
        for _ in 0..next(4) * (round % 3 / 2) {
            let at = next(bytes.len());
            bytes[at] = u8::try_from(next(256)).unwrap();
        }
        if let Ok(source) = from_bytes(name, bytes, Limits { bytes: 1 << 20 }) {
            let document = document::parse(&source).unwrap();
            for block in &document.blocks {
                let range = block.text.source();
                assert!(source.text.get(range.clone()).is_some(), "{xml}: {range:?}");
            }
            for (range, _) in &document.skipped {
                assert!(source.text.get(range.clone()).is_some(), "{xml}: {range:?}");
            }
        }
    }
}
