//! What holds for the texts of all rules.

use std::collections::BTreeSet;

use claimlint::rules::RULES;

#[test]
fn names_are_unique_and_kebab_case() {
    let names: BTreeSet<&str> = RULES.iter().map(|r| r.name).collect();
    assert_eq!(names.len(), RULES.len());
    for name in &names {
        assert!(name.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase())), "{name}");
    }
}

#[test]
fn texts_keep_the_conventions_of_messages() {
    for rule in RULES {
        for (key, say) in rule.texts {
            let place = format!("{}/{key}", rule.name);
            let first = say.en.chars().next().unwrap_or(' ');
            assert!(!first.is_uppercase(), "{place} begins with a capital: {}", say.en);
            assert!(!say.en.ends_with(['.', '!']) && !say.zh.ends_with(['。', '！']), "{place} ends with a stop");
            for word in ["invalid", "please", "请"] {
                assert!(!say.en.contains(word) && !say.zh.contains(word), "{place} says `{word}`");
            }
            assert!(!say.zh.is_ascii(), "{place} is not told in Chinese");
            let names = |text: &str| {
                let parts = text.split('{').skip(1).filter_map(|p| p.split_once('}'));
                parts.map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>()
            };
            assert_eq!(names(say.en), names(say.zh), "{place} fills in different names");
        }
    }
}

#[test]
fn a_rule_yields_to_rules_that_are_there() {
    for rule in RULES {
        for other in rule.yields_to {
            assert!(*other != rule.name, "{other} yields to itself");
            assert!(RULES.iter().any(|r| r.name == *other), "{}: {other}", rule.name);
        }
    }
}
