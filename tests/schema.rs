//! The contract of records: what it accepts, what it refuses, and in which words.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use claimlint::claim::{BlockRef, Bound, Claim, Interval, Kind, Modality, Origin, Review, Subject, TableRef, Usage, Value};
use claimlint::schema::{self, Fault, SCHEMAS, validate};
use serde_json::{Value as Json, json};

fn claim(kind: Kind) -> Claim {
    let value = |unit: &str, bound| Value {
        low: Some("3".into()),
        high: Some("3".into()),
        unit: unit.into(),
        high_unit: None,
        bound,
        approximate: false,
        precision: "1".into(),
    };
    let canonical = |unit: &str, bound| Interval {
        low: Some("3".into()),
        high: None,
        unit: unit.into(),
        bound,
        low_open: false,
        high_open: false,
    };
    let mut claim = Claim {
        id: "0123456789abcdef".into(),
        document: "docs/a.md".into(),
        line: Some(3),
        column: Some(1),
        end_line: Some(3),
        end_column: Some(9),
        quote: "3 ms".into(),
        section: "body".into(),
        kind,
        ..Claim::default()
    };
    let subject = Some(Subject { id: "a".into(), name: "A".into(), vendor: None });
    let mut set = |unit: &str, bound| {
        claim.value = Some(value(unit, bound));
        claim.canonical = Some(canonical(unit, bound));
    };
    match kind {
        Kind::Quantity => {
            set("s", Bound::AtMost);
            claim.metric = Some("latency".into());
        }
        Kind::Rank => {
            set("", Bound::Eq);
            claim.subject = subject;
        }
        Kind::Score => set("point", Bound::Eq),
        Kind::Scale => set("point", Bound::Range),
        Kind::Weight => set("%", Bound::Eq),
        Kind::Count => set("", Bound::AtLeast),
        Kind::TopPick | Kind::Recommendation | Kind::Superlative | Kind::Availability | Kind::Capability => {
            claim.subject = subject;
        }
        Kind::Direction | Kind::Section => claim.text = Some("dearer".into()),
        Kind::Aggregate => claim.text = Some("all".into()),
        Kind::List => claim.block = Some(BlockRef { id: 0, announced_by: None, group: None, sentence: None }),
        Kind::Table => claim.table = Some(TableRef { id: 0, row: 0, column: 0 }),
        Kind::Document | Kind::Passage => {}
    }
    claim
}

fn record(kind: Kind) -> Json {
    serde_json::to_value(claim(kind)).unwrap()
}

fn said(record: &Json) -> Vec<String> {
    validate(record).iter().map(ToString::to_string).collect()
}

#[test]
fn every_kind_has_a_record_that_keeps_the_contract() {
    for &kind in Kind::ALL {
        assert_eq!(said(&record(kind)), [""; 0], "{}", kind.word());
        schema::accept(record(kind)).unwrap();
    }
}

#[test]
fn every_word_of_the_program_is_a_word_of_the_contract() {
    let with = |field: &str, word: &str| {
        let mut record = record(Kind::Quantity);
        record[field] = word.into();
        record["parents"] = json!(["a"]);
        said(&record)
    };
    for word in Modality::ALL {
        assert_eq!(with("modality", word.word()), [""; 0]);
    }
    for word in Origin::ALL {
        assert_eq!(with("origin", word.word()), [""; 0]);
    }
    for word in Review::ALL {
        assert_eq!(with("review", word.word()), [""; 0]);
    }
    for word in Usage::ALL {
        assert_eq!(with("use", word.word()), [""; 0]);
    }
    for bound in Bound::ALL {
        let mut record = record(Kind::Quantity);
        record["value"]["bound"] = bound.word().into();
        record["canonical"]["bound"] = bound.word().into();
        assert_eq!(said(&record), [""; 0]);
    }
    let contract: Json = serde_json::from_str(SCHEMAS[0].text).unwrap();
    let words =
        |pointer: &str| contract.pointer(pointer).and_then(Json::as_array).unwrap().iter().filter(|w| !w.is_null()).count();
    assert_eq!(words("/properties/kind/enum"), Kind::ALL.len());
    assert_eq!(words("/properties/modality/enum"), Modality::ALL.len());
    assert_eq!(words("/properties/origin/enum"), Origin::ALL.len());
    assert_eq!(words("/properties/review/enum"), Review::ALL.len());
    assert_eq!(words("/$defs/bound/enum"), Bound::ALL.len());
}

/// Each of these changes breaks the record of its kind, and the violation names the field.
#[test]
fn broken_records_are_refused_with_the_field() {
    let cases: &[(Kind, &str, Json)] = &[
        (Kind::Quantity, "value", Json::Null),
        (Kind::Quantity, "canonical", Json::Null),
        (Kind::Quantity, "metric", json!("")),
        (Kind::Quantity, "id", json!("")),
        (Kind::Quantity, "id", json!(7)),
        (Kind::Quantity, "document", json!("")),
        (Kind::Quantity, "line", json!(0)),
        (Kind::Quantity, "line", json!("3")),
        (Kind::Quantity, "line", json!(4_294_967_296_u64)),
        (Kind::Quantity, "column", Json::Null),
        (Kind::Quantity, "section", json!("intro")),
        (Kind::Quantity, "kind", json!("figure")),
        (Kind::Quantity, "modality", json!("guessed")),
        (Kind::Quantity, "review", Json::Null),
        (Kind::Quantity, "use", json!("unfit")),
        (Kind::Quantity, "readings", Json::Null),
        (Kind::Quantity, "conditions", json!({"period": 3})),
        (Kind::Quantity, "audience", json!("teams")),
        (Kind::Quantity, "date", json!("last spring")),
        (Kind::Quantity, "value.low", json!("3,5")),
        (Kind::Quantity, "value.low", json!(3.5)),
        (Kind::Quantity, "value.low", json!("1/0")),
        (Kind::Quantity, "value.bound", json!("max")),
        (Kind::Quantity, "value.approximate", json!("yes")),
        (Kind::Quantity, "value.precision", json!("")),
        (Kind::Quantity, "canonical.low_open", Json::Null),
        (Kind::Rank, "subject", Json::Null),
        (Kind::Rank, "subject.id", json!("")),
        (Kind::Rank, "value.bound", json!("up_to")),
        (Kind::Rank, "canonical.unit", json!("s")),
        (Kind::Score, "canonical.unit", json!("s")),
        (Kind::Scale, "value.bound", json!("at_least")),
        (Kind::Weight, "canonical.unit", json!("s")),
        (Kind::Count, "value", Json::Null),
        (Kind::TopPick, "subject", Json::Null),
        (Kind::Recommendation, "subject", Json::Null),
        (Kind::Direction, "text", Json::Null),
        (Kind::Section, "text", Json::Null),
        (Kind::List, "block", Json::Null),
        (Kind::List, "block.id", json!(-1)),
        (Kind::Table, "table", Json::Null),
    ];
    for (kind, field, value) in cases {
        let mut record = record(*kind);
        let target = field.split('.').fold(&mut record, |at, part| &mut at[part]);
        *target = value.clone();
        let violations = validate(&record);
        assert!(!violations.is_empty(), "{}: {field} = {value} was accepted", kind.word());
        assert!(
            violations.iter().any(|v| v.field.starts_with(field)),
            "{}: {field} = {value} is told as {:?}",
            kind.word(),
            said(&record)
        );
        assert!(schema::accept(record).is_err());
    }
}

#[test]
fn a_derived_record_names_its_parents() {
    let mut record = record(Kind::Quantity);
    record["origin"] = "derived".into();
    let violations = validate(&record);
    assert_eq!(violations.len(), 1, "{violations:?}");
    assert_eq!((violations[0].field.as_str(), violations[0].fault), ("parents", Fault::Missing));
}

#[test]
fn a_missing_and_an_unknown_field_are_told_apart() {
    let mut record = record(Kind::Quantity);
    record.as_object_mut().unwrap().remove("review");
    record["colour"] = "red".into();
    record["value"]["max"] = "3".into();
    let violations = validate(&record);
    let found: Vec<(&str, Fault)> = violations.iter().map(|v| (v.field.as_str(), v.fault)).collect();
    assert_eq!(found, [("colour", Fault::Unknown), ("review", Fault::Missing), ("value.max", Fault::Unknown)]);
    assert!(violations[0].allowed.contains(&"metric".to_owned()));
    assert!(violations[2].allowed.contains(&"precision".to_owned()));
}

/// The words that a person reads.
#[test]
fn violations_are_told_in_the_words_of_the_record() {
    let mut record = record(Kind::Quantity);
    record["value"]["low"] = "about 3".into();
    record["value"]["bound"] = "max".into();
    record["line"] = json!("3");
    record["subject"] = json!({"id": "a"});
    record["modality"] = json!("guessed");
    insta::assert_snapshot!(said(&record).join("\n"));
}

#[test]
fn every_schema_is_itself_sound() {
    for schema in SCHEMAS {
        let json: Json = serde_json::from_str(schema.text).unwrap();
        assert!(jsonschema::meta::is_valid(&json), "{}", schema.name);
        assert_eq!(json["$schema"], "https://json-schema.org/draft/2020-12/schema");
        jsonschema::validator_for(&json).unwrap();
    }
}

/// The columns of the file of decisions are the fields of its schema, and what the program writes keeps it.
#[test]
fn decisions_keep_their_schema() {
    use claimlint::finding::Verdict;
    use claimlint::ledger::decisions::{COLUMNS, Decision, read, write};
    let schema = SCHEMAS.iter().find(|schema| schema.name == "decision").unwrap();
    let json: Json = serde_json::from_str(schema.text).unwrap();
    assert_eq!(json["required"], serde_json::json!(COLUMNS));
    let validator = jsonschema::validator_for(&json).unwrap();
    let days = ["2030-02-28".parse().unwrap(), "2031-01-01".parse().unwrap()];
    let decision = |verdict, expires| Decision {
        fingerprint: "0f".into(),
        verdict,
        rule: "value-conflict".into(),
        document: "a.md".into(),
        value: "4 / 5".into(),
        reason: "two models".into(),
        author: "Ada".into(),
        date: days[0],
        expires,
    };
    for verdict in Verdict::ALL {
        for expires in [None, Some(days[1])] {
            let text = write(&[decision(verdict, expires)]).unwrap();
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let row: std::collections::BTreeMap<String, String> = reader.deserialize().next().unwrap().unwrap();
            let row = serde_json::to_value(row).unwrap();
            assert!(validator.is_valid(&row), "{row}");
            // What the schema refuses, the reader refuses.
            for (field, bad) in [
                ("decision", "maybe"),
                ("reason", ""),
                ("author", ""),
                ("date", "1.2.30"),
                ("expires", "soon"),
                ("fingerprint", ""),
            ] {
                let mut row = row.clone();
                row[field] = bad.into();
                assert!(!validator.is_valid(&row), "{field}");
                let cells: Vec<&str> = COLUMNS.iter().map(|column| row[*column].as_str().unwrap()).collect();
                let read = read(&format!("{}\n{}\n", COLUMNS.join(","), cells.join(",")));
                assert_eq!((read.entries.len(), read.broken.len()), (0, 1), "{field}");
            }
        }
    }
}
