//! What a record does wrong, in the words of the record and free of the validator's.

use std::fmt;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

/// How a record breaks its contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A field that a record of this kind must have.
    Missing,
    /// A field that no record has.
    Unknown,
    /// A field that cannot hold this.
    Value,
    /// A line or row that is no record at all.
    Unreadable,
}

/// One fault of one field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The field, nested ones with dots: `value.low`.
    pub field: String,
    /// What is wrong with it.
    pub fault: Fault,
    /// What stands there, as JSON.
    pub found: String,
    /// What may stand there: words, or forms by example (`2.5`, `null`); names of fields for an unknown one.
    pub allowed: Vec<String>,
}

impl Violation {
    /// A record that could not be looked at.
    pub fn unusable(cause: &str) -> Self {
        Self { field: String::new(), fault: Fault::Unreadable, found: cause.to_owned(), allowed: Vec::new() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, fault, found, allowed } = self;
        match fault {
            Fault::Missing => write!(f, "`{field}` is missing")?,
            Fault::Unknown => write!(f, "a record has no field `{field}`")?,
            Fault::Value => write!(f, "`{field}` is {found}")?,
            Fault::Unreadable => write!(f, "the record cannot be read: {found}")?,
        }
        if allowed.is_empty() { Ok(()) } else { write!(f, "; allowed: {}", allowed.join(", ")) }
    }
}

/// A validator's complaint as a violation. `schema` is the contract that it was compiled from.
pub fn from(error: &ValidationError<'_>, schema: &Value) -> Violation {
    let path = dotted(error.instance_path().as_str());
    let instance = error.instance().as_ref();
    let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let name = unexpected.first().map_or("", String::as_str);
            let found = instance.get(name).map(shortened).unwrap_or_default();
            Violation { field: inside(name), fault: Fault::Unknown, found, allowed: field_names(schema, &path) }
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            Violation { field: inside(name), fault: Fault::Missing, found: String::new(), allowed: forms(schema, &inside(name)) }
        }
        ValidationErrorKind::MinItems { .. } => {
            Violation { allowed: forms(schema, &path), field: path, fault: Fault::Missing, found: shortened(instance) }
        }
        kind => {
            let allowed = match kind {
                ValidationErrorKind::Enum { options } => options.as_array().map(|all| all.iter().map(word).collect()),
                ValidationErrorKind::Constant { expected_value } => Some(vec![word(expected_value)]),
                _ => None,
            };
            let mut allowed = allowed.unwrap_or_else(|| forms(schema, &path));
            let fault = if instance.is_null() { Fault::Missing } else { Fault::Value };
            if fault == Fault::Missing {
                allowed.retain(|form| form != "null");
            } else if matches!(kind, ValidationErrorKind::Type { .. }) && allowed.len() > 1 && must_be_null(error) {
                allowed = vec!["null".into()];
            }
            Violation { field: path, fault, found: shortened(instance), allowed }
        }
    }
}

/// Whether the complaint is of a condition that wants the field empty.
fn must_be_null(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Type { kind: jsonschema::error::TypeKind::Single(jsonschema::JsonType::Null) })
}

/// `/value/low` as `value.low`; items of a list as `readings[0]`.
fn dotted(pointer: &str) -> String {
    let mut field = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty() {
            field.push('[');
            field.push_str(&part);
            field.push(']');
        } else {
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(&part);
        }
    }
    field
}

/// The part of the contract that speaks of a field.
fn part<'a>(schema: &'a Value, field: &str) -> Option<&'a Value> {
    let mut at = schema;
    for name in field.split(['.', '[']).filter(|name| !name.is_empty()) {
        at = resolved(schema, at);
        at = if name.ends_with(']') {
            at.get("items")?
        } else {
            at.get("properties").and_then(|p| p.get(name)).or_else(|| at.get("additionalProperties"))?
        };
    }
    Some(resolved(schema, at))
}

fn resolved<'a>(schema: &'a Value, at: &'a Value) -> &'a Value {
    let target = at.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
    target.and_then(|pointer| schema.pointer(pointer)).unwrap_or(at)
}

fn field_names(schema: &Value, field: &str) -> Vec<String> {
    let object = part(schema, field).and_then(|p| p.get("properties")).and_then(Value::as_object);
    object.map(|o| o.keys().cloned().collect()).unwrap_or_default()
}

/// What a field may hold, by example, so that it reads the same in every language.
fn forms(schema: &Value, field: &str) -> Vec<String> {
    let Some(part) = part(schema, field) else { return Vec::new() };
    if let Some(options) = part.get("enum").and_then(Value::as_array) {
        return options.iter().map(word).collect();
    }
    let mut kinds: Vec<&str> = match part.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    kinds.sort_by_key(|kind| *kind == "null");
    let pattern = part.get("pattern").and_then(Value::as_str);
    let forms = kinds.into_iter().flat_map(|kind| match (kind, pattern) {
        ("string", Some(pattern)) if pattern.contains('/') => vec!["2.5", "-3", "1/3"],
        ("string", Some(_)) => vec!["2026", "2026-02", "2026-02-28"],
        ("string", None) if part.get("minLength").is_some() => vec!["\"a\""],
        ("string", None) => vec!["\"\"", "\"a\""],
        ("integer", _) if part.get("minimum").and_then(Value::as_u64) == Some(1) => vec!["1", "2", "3"],
        ("integer", _) => vec!["0", "1", "2"],
        ("boolean", _) => vec!["true", "false"],
        ("array", _) => vec!["[]"],
        ("object", _) => vec!["{}"],
        ("null", _) => vec!["null"],
        _ => Vec::new(),
    });
    let mut found: Vec<String> = forms.map(str::to_owned).collect();
    if found.iter().any(|form| form == "{}") {
        let fields = field_names(schema, field);
        if !fields.is_empty() {
            found.retain(|form| form != "{}");
            found.insert(0, format!("{{{}}}", fields.join(", ")));
        }
    }
    found
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| if text.is_empty() { "\"\"".into() } else { text.to_owned() })
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}
