//! Wide tables as people write them: a price matrix by region, plan and billing, a benchmark by batch and precision, a clinical table with
//! n (%) and intervals, each beside its translation. As they stand in `tests/tables` nothing is wrong with them; each fault that is put
//! into one is found, and nothing else.

#![allow(clippy::unwrap_used, missing_docs, reason = "test code: a failed unwrap is its own message")]

use std::fs;
use std::path::Path;

use claimlint::audit;
use claimlint::config::Config;
use claimlint::finding::{Finding, Severity};
use claimlint::schema;
use claimlint::source::{Source, decode};
use proptest::prelude::*;

/// The files of a topic, with one passage put in the place of another.
fn documents(topic: &str, fault: Option<(&str, &str, &str)>) -> Vec<Source> {
    let names = [format!("{topic}.md"), format!("{topic}.zh.md")];
    let read = |name: &String| {
        let text = fs::read_to_string(Path::new("tests/tables").join(name)).unwrap();
        match fault {
            Some((file, right, wrong)) if file == name => {
                assert_eq!(text.matches(right).count(), 1, "{right} stands once in {name}");
                source(name, &text.replace(right, wrong))
            }
            _ => source(name, &text),
        }
    };
    names.iter().map(read).collect()
}

fn source(name: &str, text: &str) -> Source {
    decode(name, text.as_bytes().to_vec()).unwrap()
}

/// What is told of documents, notes left out: rule, line and quote.
fn told(sources: &[Source]) -> Vec<String> {
    let config = Config::default();
    let found = audit::check(audit::extract(sources, &[], &config), &config, false).findings;
    let line = |f: &Finding| {
        format!("{} {}:{} {}", f.rule, f.primary.document, f.primary.place.map_or(0, |place| place.line), f.primary.quote)
    };
    found.iter().filter(|f| f.severity > Severity::Note).map(line).collect()
}

#[test]
fn wide_tables_without_a_fault_are_silent() {
    for topic in ["pricing", "bench", "trial"] {
        assert_eq!(told(&documents(topic, None)), Vec::<String>::new(), "{topic}");
    }
}

#[test]
fn a_fault_in_a_wide_table_is_found() {
    let faults = [
        ("pricing", "pricing.zh.md", "按年 | 6.84", "按年 | 6.48", "translation-mismatch pricing.zh.md:14 6.48"),
        (
            "pricing",
            "pricing.zh.md",
            "Pro | 按月 | 7.60 | 8.40 | 4",
            "Pro | 按月 | 7.60 | 8.40 | 5",
            "translation-mismatch pricing.zh.md:13 5",
        ),
        ("bench", "bench.md", "reaches 412.6", "reaches 421.6", "value-conflict bench.md:15 412.6"),
        ("bench", "bench.zh.md", "| 361.0 | 198 |", "| 316.0 | 198 |", "translation-mismatch bench.zh.md:16 316.0"),
        ("trial", "trial.md", "| 66 (55.0) |", "| 69 (55.0) |", "percent-change-mismatch trial.md:9 55.0"),
        ("trial", "trial.zh.md", "| 1.56 (", "| 1.65 (", "translation-mismatch trial.zh.md:11 1.65"),
    ];
    for (topic, file, right, wrong, expected) in faults {
        assert_eq!(told(&documents(topic, Some((file, right, wrong)))), [expected]);
    }
}

const ENGINES: &str = "| Engine | Throughput (rows/s) | Start (ms) | Memory (MB) | Joins |\n|---|---|---|---|---|\n";

#[test]
fn tables_of_the_same_things_under_other_headings_are_other_tables() {
    let double = "| Alder | 5120 | 31 | 210 | Yes |\n| Birch | 4480 | 52 | 180 | Yes |\n| Cedar | 3910 | 24 | 340 | No |\n";
    let single = "| Alder | 8840 | 29 | 118 | No |\n| Birch | 7710 | 50 | 96 | Yes |\n| Cedar | 6605 | 22 | 190 | No |\n";
    let one = source("double.md", &format!("# Double precision\n\nAlder reaches 5120 rows/s.\n\n{ENGINES}{double}"));
    let other = source("single.md", &format!("# Single precision\n\n{ENGINES}{single}"));
    assert_eq!(told(&[one.clone(), other]), Vec::<String>::new());
    let both = format!("# Engines\n\n## Double precision\n\n{ENGINES}{double}\n## Single precision\n\n{ENGINES}{single}");
    assert_eq!(told(&[source("all.md", &both)]), Vec::<String>::new());
    // A copy that lags behind in one cell is one all the same.
    let copy = source("guide.md", &format!("# How to choose\n\n{ENGINES}{}", double.replace("4480", "4840")));
    assert_eq!(told(&[one, copy]), ["value-conflict guide.md:6 4840"]);
}

#[test]
fn rows_that_go_on_with_the_label_above_are_told_apart_by_their_settings() {
    for mark in ["-", "〃", "\"", "同上"] {
        let table = |last: &str| {
            format!(
                "| Press | Paper | Sheets per hour | Speedup |\n|---|---|---|---|\n| Heron | thin | 940 | 1.0 |\n| {mark} | thick | 610 | 0.65 |\n| Stork | thin | 1180 | 1.26 |\n| {mark} | thick | {last} | 0.80 |\n"
            )
        };
        let page = |name: &str, last: &str| source(name, &format!("# Presses\n\n{}", table(last)));
        assert_eq!(told(&[page("a.md", "752"), page("b.md", "752")]), Vec::<String>::new(), "{mark}");
        assert_eq!(told(&[page("a.md", "752"), page("b.md", "725")]).len(), 1, "{mark}");
    }
}

#[test]
fn rows_of_one_measure_are_other_facts() {
    let table = "| Measure | Kite | Nodal |\n|---|---|---|\n| Input throughput | 2368 rows/s | 2195 rows/s |\n| Output throughput | 2186 rows/s | 2027 rows/s |\n| Start | 31 ms | 24 ms |\n";
    let page = |name: &str| source(name, &format!("# Kite and Nodal\n\n{table}"));
    assert_eq!(told(&[page("a.md"), page("b.md")]), Vec::<String>::new());
}

#[test]
fn a_sentence_that_names_the_settings_of_a_row_is_held_against_it() {
    let page = |said: &str| {
        let table =
            "| Threads | Time (s) | Memory (MB) |\n|---|---|---|\n| 1 | 12.8 | 210 |\n| 2 | 7.0 | 230 |\n| 4 | 4.7 | 265 |\n";
        told(&[source("reader.md", &format!("# Reader\n\n{said}\n\n{table}"))]).len()
    };
    assert_eq!(page("Reader takes 4.7 s with 4 threads."), 0);
    assert_eq!(page("Reader takes 4.1 s with 4 threads."), 1);
    assert_eq!(page("Let Reader run with 4 threads for 60 s."), 0);
    assert_eq!(page("Reader takes 4.1 s."), 0);
    let page = |price: &str| {
        let table = "| 版本 | 地区 | 价格（元/GB） |\n|---|---|---|\n| 标准版 | 北区 | 0.12 |\n| 标准版 | 南区 | 0.15 |\n| 高速版 | 北区 | 0.20 |\n| 高速版 | 南区 | 0.23 |\n";
        told(&[source("价格.md", &format!("# 云杉存储价格\n\n云杉存储高速版在南区的价格为{price}元/GB。\n\n{table}"))]).len()
    };
    assert_eq!((page("0.23"), page("0.32")), (0, 1));
}

#[test]
fn how_many_there_are_is_a_factor_though_it_tells_rows_apart() {
    let page = |amount: &str| {
        let table = format!(
            "| Product | Quantity | Unit price (EUR) | Amount (EUR) |\n|---|---|---|---|\n| Lamp | 4 | 12.50 | 50.00 |\n| Lamp | 9 | 11.00 | 99.00 |\n| Chair | 6 | 45.00 | 270.00 |\n| Chair | 12 | 42.00 | {amount} |\n| Desk | 3 | 180.00 | 540.00 |\n"
        );
        told(&[source("orders.md", &format!("# Orders\n\n{table}"))])
    };
    assert_eq!(page("504.00"), Vec::<String>::new());
    assert_eq!(page("540.00"), ["rate-conflict orders.md:8 540.00"]);
    // Small counts, rounded, are near to anything.
    let table = "| Model | Batch | Cards | Rate | Output rate |\n|---|---|---|---|---|\n| Wren | 256 | 1 | 14.556 | 3387.4 |\n| Tern | 128 | 1 | 7.950 | 1850.1 |\n| Crane | 128 | 2 | 10.291 | 2053.2 |\n| Stork | 256 | 4 | 7.231 | 1682.7 |\n";
    assert_eq!(told(&[source("rates.md", &format!("# Rates\n\n{table}"))]), Vec::<String>::new());
}

#[test]
fn brackets_behind_a_label_and_the_row_that_is_added_to_are_settings() {
    let page = |name: &str, rows: &str| source(name, &format!("# Ovens\n\n| Oven | Loaves | Peak heat |\n|---|---|---|\n{rows}"));
    let rows = "| Ember (gas) | 62 | 81.4 |\n| Ember (wood) | 55 | 92.0 |\n| Ember | 48 | 77.5 |\n| + fan | 51 | 79.0 |\n| Flint | 71 | 88.1 |\n| + fan | 80 | 85.2 |\n";
    assert_eq!(told(&[page("a.md", rows), page("b.md", rows)]), Vec::<String>::new());
    assert_eq!(told(&[page("a.md", rows), page("b.md", &rows.replace("92.0", "90.2"))]), ["value-conflict b.md:6 90.2"]);
    assert_eq!(told(&[page("a.md", rows), page("b.md", &rows.replace("| 80 |", "| 86 |"))]), ["value-conflict b.md:10 86"]);
}

#[test]
fn the_largest_gain_is_over_any_of_several_runs() {
    let page = |gain: &str| {
        let table = format!(
            "| Mill | Before | Coarse | Fine | Gain |\n|---|---|---|---|---|\n| Heron | 24.61 | 20.78 | 21.20 | 1.18 |\n| Stork | 23.53 | 21.98 | 19.84 | {gain} |\n| Crane | 197.32 | 140.15 | 110.99 | 1.78 |\n| Egret | 235.73 | 190.40 | 144.82 | 1.63 |\n| Ibis | 348.21 | 201.70 | 126.38 | 2.76 |\n| Wren | 92.40 | 71.30 | 56.15 | 1.65 |\n| Tern | 64.70 | 52.10 | 31.26 | 2.07 |\n| Rook | 81.90 | 60.30 | 49.04 | 1.67 |\n| Teal | 53.15 | 41.80 | 25.43 | 2.09 |\n"
        );
        told(&[source("mills.md", &format!("# Mills\n\n{table}"))])
    };
    assert_eq!(page("1.19"), Vec::<String>::new());
    assert_eq!(page("1.28"), ["rate-conflict mills.md:6 23.53"]);
}

#[test]
fn columns_that_differ_in_their_brackets_are_other_columns() {
    let page = |name: &str, last: &str| {
        let table = format!(
            "| Net | Accuracy | Accuracy (flip) | Accuracy (multi-scale) |\n|---|---|---|---|\n| Heron | 77.04% | 77.73% | 77.46% |\n| Stork | 79.04% | 79.52% | {last} |\n"
        );
        source(name, &format!("# Nets\n\n{table}"))
    };
    assert_eq!(told(&[page("a.md", "79.85%"), page("b.md", "79.85%"), page("c.md", "79.85%")]), Vec::<String>::new());
    assert_eq!(told(&[page("a.md", "79.85%"), page("b.md", "79.58%")]), ["value-conflict b.md:6 79.58%"]);
}

#[test]
fn what_documents_a_parameter_with_its_type_is_no_fact_of_the_language() {
    let page = |name: &str, edge: &str| {
        let text = format!(
            "# {name} in Python\n\n## Parameters\n\nWritten for Python.\n\n- **edge**(list[int]): the edge of the picture, with two elements, by default [{edge}, {edge}].\n- **shade**(float): how dark it is, 0.{edge} by default.\n"
        );
        source(&format!("{name}.md"), &text)
    };
    assert_eq!(told(&[page("Heron", "320"), page("Stork", "640"), page("Crane", "112")]), Vec::<String>::new());
}

#[test]
fn columns_of_bare_numbers_are_of_what_is_so_numbered() {
    let page = |first: u32| {
        format!(
            "| Valve code | 32 | 33 | 34 | 35 |\n|---|---|---|---|---|\n| Baseline | {first} | 37 | 39 | 41 |\n| Notches | 1 | 1 | 1 | 2 |\n"
        )
    };
    let text = |first| format!("# Codes\n\n## Valves\n\n{}\n## Springs\n\n{}", page(35), page(first).replace("Valve", "Spring"));
    assert_eq!(told(&[source("codes.md", &text(64))]), Vec::<String>::new());
    let copy = |first| source(&format!("{first}.md"), &format!("# Codes\n\n{}", page(first)));
    assert_eq!(told(&[copy(35), copy(53)]).len(), 1);
}

#[test]
fn two_header_rows_name_a_column_together() {
    let text = "# Presses\n\n| - | - | Heron | - | Stork | - |\n|---|---|---|---|---|---|\n| paper | measure | wet | dry | wet | dry |\n| thin | gloss | 61.4 | 60.2 | 58.1 | 57.7 |\n| thick | gloss | 55.9 | 54.8 | 52.0 | 51.3 |\n| card | tear | 12.6 | 11.9 | 14.4 | 13.8 |\n";
    let claims = audit::extract(&[source("presses.md", text)], &[], &Config::default()).claims;
    let metrics: Vec<&str> = claims.iter().filter(|c| c.line == Some(6)).filter_map(|c| c.metric.as_deref()).collect();
    assert_eq!(metrics, ["heron-wet", "heron-dry", "stork-wet", "stork-dry"]);
    assert!(claims.iter().all(|claim| claim.line != Some(5)));
}

fn cell() -> impl Strategy<Value = String> {
    const MARKS: &[&str] = &[
        "",
        "-",
        "—",
        "%",
        "#",
        "()",
        "（）",
        "*",
        "`",
        "n (%)",
        "Yes",
        "不支持",
        "1",
        "27.96",
        "60%",
        "3-5 ms",
        "Kite",
        "价格",
        "kv int8",
        "〃",
    ];
    prop_oneof![proptest::sample::select(MARKS).prop_map(str::to_owned), "[a-z0-9 .%()-]{0,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_from_a_table_keeps_the_contract(
        rows in (1_usize..7).prop_flat_map(|width| proptest::collection::vec(proptest::collection::vec(cell(), width), 2..7)),
        title in cell(),
    ) {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let rule = format!("|{}\n", "---|".repeat(rows[0].len()));
        let body: String = rows[1..].iter().map(line).collect();
        let text = format!("# {title}\n\nIt supports this and can be lower.\n\n{}{rule}{body}", line(&rows[0]));
        let sources = [source("a.md", &text)];
        let extraction = audit::extract(&sources, &[], &Config::default());
        let broken: Vec<&str> = extraction.findings.iter().filter(|f| f.rule == "schema-violation").map(|f| f.primary.quote.as_str()).collect();
        prop_assert!(broken.is_empty(), "{broken:?} in\n{text}");
        for claim in &extraction.claims {
            prop_assert_eq!(schema::check(claim), []);
        }
    }
}
