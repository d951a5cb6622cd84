//! A finding's sentences in one language.

use std::collections::BTreeMap;

use super::{Language, Report};
use crate::finding::{Finding, Passage};
use crate::rules::Say;

/// The sentences of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentences {
    /// What is wrong.
    pub message: String,
    /// How to mend it; empty when the rule has nothing to say.
    pub help: String,
    /// Why each passage is shown: the primary one first, then the related ones in order.
    pub roles: Vec<String>,
}

impl Say {
    /// The text in a language.
    pub fn text(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Chinese => self.zh,
        }
    }
}

/// Renders the texts of a finding. A key without a text is shown itself, so that nothing is lost.
pub fn sentences(finding: &Finding, report: &Report<'_>) -> Sentences {
    let rule = report.rules.iter().find(|rule| rule.name == finding.rule);
    let say = |key: &'static str| -> String {
        let text = rule.and_then(|rule| rule.texts.iter().find(|(name, _)| *name == key));
        fill(text.map_or(key, |(_, say)| say.text(report.language)), &finding.args)
    };
    let passages = std::iter::once(&finding.primary).chain(&finding.related);
    let roles = passages.map(|passage: &Passage| say(passage.role)).collect();
    Sentences { message: say(finding.message), help: say(finding.help), roles }
}

/// Fills `{name}`; what is filled in is not looked at again, and a name without an argument stays as it is.
fn fill(template: &str, args: &BTreeMap<&'static str, String>) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        filled.push_str(before);
        let known = after[1..].split_once('}').and_then(|(name, behind)| Some((args.get(name)?, behind)));
        if let Some((value, behind)) = known {
            filled.push_str(value);
            rest = behind;
        } else {
            filled.push('{');
            rest = &after[1..];
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_each_name_once() {
        let args = BTreeMap::from([("a", "{b}".to_owned()), ("b", "2".to_owned())]);
        assert_eq!(fill("{a} and {b}, {c}, {", &args), "{b} and 2, {c}, {");
    }
}
