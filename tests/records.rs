//! CSV and JSON Lines carry the same record, both ways, without loss.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeMap;

use claimlint::claim::row::What;
use claimlint::claim::{
    BlockRef, Bound, Claim, Confidence, Interval, Kind, Modality, Origin, Review, Subject, TableRef, Usage, Value, csv, jsonl,
};
use claimlint::ledger::records::{common_folder, file_name, join};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// Texts that break formats: separators, quotation marks, line ends, nothing.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        2 => "\"{1,4}",
        2 => "[,;\"\r\n\t 最高a0=-]{0,6}",
        2 => "\\PC{0,8}",
        1 => select(vec!["null", "[]", "{}", "true", "\u{feff}", "\\", "#"]).prop_map(str::to_owned),
    ]
}

fn interval() -> impl Strategy<Value = Interval> {
    (of(text()), of(text()), text(), select(Bound::ALL), any::<bool>(), any::<bool>())
        .prop_map(|(low, high, unit, bound, low_open, high_open)| Interval { low, high, unit, bound, low_open, high_open })
}

fn value() -> impl Strategy<Value = Value> {
    (of(text()), of(text()), text(), of(text()), select(Bound::ALL), any::<bool>(), text()).prop_map(
        |(low, high, unit, high_unit, bound, approximate, precision)| Value {
            low,
            high,
            unit,
            high_unit,
            bound,
            approximate,
            precision,
        },
    )
}

fn claim() -> impl Strategy<Value = Claim> {
    let place = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u32>()));
    let block = of((any::<u32>(), of(any::<u32>()), of(any::<u32>()), of(any::<u32>()))
        .prop_map(|(id, announced_by, group, sentence)| BlockRef { id, announced_by, group, sentence }));
    let table = of((any::<u32>(), any::<u32>(), any::<u32>()).prop_map(|(id, row, column)| TableRef { id, row, column }));
    let subject = of((text(), text(), of(text())).prop_map(|(id, name, vendor)| Subject { id, name, vendor }));
    let texts = (text(), text(), text(), text(), text(), text());
    let nullable = (of(text()), of(text()), of(text()), of(text()), of(text()), of(text()));
    let words = (
        select(Kind::ALL),
        of(select(Usage::ALL)),
        select(Modality::ALL),
        select(Origin::ALL),
        select(Review::ALL),
        select(Confidence::ALL),
    );
    let lists = (vec(interval(), 0..3), btree_map(text(), text(), 0..3), vec(text(), 0..3), vec(text(), 0..3));
    (place, (block, table, subject), texts, nullable, words, (of(value()), of(interval())), lists).prop_map(
        |(place, (block, table, subject), texts, nullable, words, (value, canonical), lists)| Claim {
            id: texts.0,
            collection: texts.1,
            document: texts.2,
            line: place.0,
            column: place.1,
            end_line: place.2,
            end_column: place.3,
            quote: texts.3,
            heading: texts.4,
            section: texts.5,
            block,
            table,
            kind: words.0,
            subject,
            metric: nullable.0,
            usage: words.1,
            value,
            canonical,
            readings: lists.0,
            baseline: nullable.1,
            modality: words.2,
            conditions: lists.1,
            audience: lists.2,
            date: nullable.2,
            version: nullable.3,
            source: nullable.4,
            origin: words.3,
            parents: lists.3,
            review: words.4,
            confidence: words.5,
            text: nullable.5,
            ..Claim::default()
        },
    )
}

fn back(rows: claimlint::claim::row::Rows) -> Vec<Claim> {
    assert_eq!(rows.strays, []);
    rows.rows.into_iter().map(|row| serde_json::from_value(row.record).unwrap()).collect()
}

proptest! {
    #[test]
    fn csv_gives_back_what_it_took(claims in vec(claim(), 0..4)) {
        let text = csv::write(&claims).unwrap();
        prop_assert_eq!(back(csv::read(&text)), claims, "{}", text);
    }

    #[test]
    fn json_lines_give_back_what_they_took(claims in vec(claim(), 0..4)) {
        let text = jsonl::write(&claims).unwrap();
        prop_assert_eq!(text.lines().count(), claims.len());
        prop_assert_eq!(back(jsonl::read(&text)), claims);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,40}|[\",\r\n{}a]{0,40}") {
        let _ = (csv::read(&text), jsonl::read(&text));
    }

    /// Joining again with what was stored changes nothing. Extraction reviews nothing and gives each record its own id.
    #[test]
    fn joining_twice_is_joining_once(mut found in vec(claim(), 0..5), stored in vec(claim(), 0..5), shared in 0_usize..5) {
        for (number, claim) in found.iter_mut().enumerate() {
            claim.review = Review::None;
            claim.id = stored.get(number + shared).map_or_else(|| format!("found {number}"), |stored| stored.id.clone());
        }
        found.sort_by(|a, b| a.id.cmp(&b.id));
        found.dedup_by(|a, b| a.id == b.id);
        let once = join(&found, &stored, &|_| false).claims;
        prop_assert_eq!(&join(&found, &once, &|_| false).claims, &once);
    }
}

#[test]
fn a_table_says_what_in_it_is_no_record() {
    let rows = csv::read("id,kind,colour,kind\na,count,red,count\nb,count\n");
    let strays: Vec<(u32, What)> = rows.strays.into_iter().map(|stray| (stray.line, stray.what)).collect();
    assert_eq!(
        strays,
        [(1, What::Column("colour".into())), (1, What::Twice("kind".into())), (3, What::Cells { found: 2, expected: 4 }),]
    );
    assert_eq!(rows.rows.len(), 2);
    let rows = jsonl::read("{}\n\n{\"id\": }\n");
    assert_eq!(rows.rows[0].line, 1);
    assert_eq!(rows.strays[0].line, 3);
}

#[test]
fn a_row_knows_its_line_behind_a_cell_of_several_lines() {
    let rows = csv::read("\u{feff}id,quote\r\na,\"one\r\ntwo\"\r\nb,x\r\n");
    assert_eq!(rows.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(rows.rows[0].record["quote"], "one\r\ntwo");
}

#[test]
fn a_column_that_is_not_there_stands_for_its_default() {
    let rows = csv::read("id,document,kind,subject.id,subject.name\nx,a.md,top_pick,a,A\n");
    let claim: Claim = serde_json::from_value(rows.rows[0].record.clone()).unwrap();
    assert_eq!(claim.origin, Origin::Curated);
    assert_eq!(claimlint::schema::check(&claim), []);
}

fn reviewed(id: &str, line: Option<u32>, quote: &str, review: Review) -> Claim {
    Claim {
        id: id.into(),
        line,
        quote: quote.into(),
        review,
        metric: Some(format!("{}-{id}", review.word())),
        ..Claim::default()
    }
}

#[test]
fn a_reviewed_record_stays_and_moves_with_its_text() {
    let found = [reviewed("a", Some(9), "40%", Review::None), reviewed("b", Some(2), "5 ms", Review::None)];
    let stored = [
        reviewed("a", Some(7), "40%", Review::Confirmed),
        reviewed("b", Some(2), "6 ms", Review::Corrected),
        reviewed("c", Some(1), "gone", Review::None),
        reviewed("d", Some(4), "gone", Review::Rejected),
    ];
    let kept = join(&found, &stored, &|_| false);
    let shown: Vec<(&str, Option<u32>, &str)> =
        kept.claims.iter().map(|claim| (claim.id.as_str(), claim.line, claim.metric.as_deref().unwrap())).collect();
    assert_eq!(shown, [("b", Some(2), "corrected-b"), ("d", Some(4), "rejected-d"), ("a", Some(9), "confirmed-a")]);
    let outdated: Vec<_> = kept.outdated.iter().map(|o| (o.id.as_str(), o.was.as_str(), o.now.clone())).collect();
    assert_eq!(outdated, [("b", "6 ms", Some((Some(2), "5 ms".to_owned()))), ("d", "gone", None)]);
    // Whoever has seen the change says so: the record is as found, and one whose text is gone goes.
    let kept = join(&found, &stored, &|id| id != "a");
    let shown: Vec<_> = kept.claims.iter().map(|c| (c.id.as_str(), c.quote.as_str(), c.review)).collect();
    assert_eq!(shown, [("b", "5 ms", Review::Confirmed), ("a", "40%", Review::Confirmed)]);
    assert_eq!(kept.outdated, []);
}

#[test]
fn derived_records_are_not_kept() {
    let derived = Claim { origin: Origin::Derived, ..reviewed("a", Some(1), "x", Review::None) };
    assert_eq!(join(&[derived], &[], &|_| false).claims, []);
}

#[test]
fn files_of_records_are_named_below_the_shared_folder() {
    let base = |folders: &[&str]| common_folder(&folders.iter().map(|&f| f.to_owned()).collect::<Vec<_>>());
    assert_eq!(base(&["claims/articles"]), "claims/articles");
    assert_eq!(base(&["docs/a", "docs/ab"]), "docs");
    assert_eq!(base(&["docs", ""]), "");
    assert_eq!(file_name("claims/articles/a.md", "claims/articles"), "a.md.csv");
    assert_eq!(file_name("docs/ab/x.md", "docs/a"), "docs/ab/x.md.csv");
    assert_eq!(file_name("../up/x.md", ""), "up/x.md.csv");
    assert_eq!(file_name("/up/x.md", ""), "up/x.md.csv");
}

#[test]
fn an_empty_table_has_its_header() {
    assert_eq!(csv::write(&[]).unwrap().lines().count(), 1);
    let columns: BTreeMap<&str, usize> = csv::columns().map(|name| (name, 1)).collect();
    assert_eq!(columns.len(), csv::columns().count(), "a column stands twice");
}
