//! What the rules said of each group of claims, kept so that from one state of a collection to the next only the groups are looked at
//! again in which a claim came, went or changed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Group, Rule, alike, fingerprint, is_wanted, order, settled, speak};
use crate::claim::Claim;
use crate::finding::Finding;

/// The groups of one collection.
pub struct Memory {
    rules: &'static [&'static Rule],
    sets: Vec<Set>,
}

/// The groups of rules that group alike.
struct Set {
    rules: Vec<&'static Rule>,
    /// Their claims by document and place.
    groups: BTreeMap<String, Vec<Rc<Claim>>>,
    found: BTreeMap<String, Vec<Finding>>,
}

impl Memory {
    /// Groups of trusted records alone.
    pub fn new(rules: &'static [&'static Rule], references: &[Rc<Claim>]) -> Self {
        let sets = alike(rules).into_iter().map(|rules| Set { rules, groups: BTreeMap::new(), found: BTreeMap::new() });
        let mut memory = Self { rules, sets: sets.collect() };
        memory.update(&[], references);
        memory
    }

    /// Takes out the claims that went and adds those that came; a claim that changed did both. What went must be what once came.
    pub fn update(&mut self, gone: &[Rc<Claim>], came: &[Rc<Claim>]) {
        for set in &mut self.sets {
            let mut touched: BTreeSet<String> = BTreeSet::new();
            for claim in gone {
                for key in keys(&set.rules, claim) {
                    if let Some(members) = set.groups.get_mut(&key) {
                        members.retain(|member| !Rc::ptr_eq(member, claim));
                    }
                    touched.insert(key);
                }
            }
            for claim in came {
                for key in keys(&set.rules, claim) {
                    let members = set.groups.entry(key.clone()).or_default();
                    let at = members.partition_point(|member| order(member) <= order(claim));
                    members.insert(at, Rc::clone(claim));
                    touched.insert(key);
                }
            }
            for key in touched {
                set.look_at(key);
            }
        }
    }

    /// All findings, as [`super::check`] gives them.
    pub fn findings(&self) -> Vec<Finding> {
        let found = self.sets.iter().flat_map(|set| set.found.values().flatten().cloned());
        settled(self.rules, found.collect())
    }
}

impl Set {
    fn look_at(&mut self, key: String) {
        let Some(members) = self.groups.get(&key).filter(|members| !members.is_empty()) else {
            self.groups.remove(&key);
            self.found.remove(&key);
            return;
        };
        let claims: Vec<&Claim> = members.iter().map(Rc::as_ref).collect();
        let mut found = Vec::new();
        speak(&self.rules, &Group { key: &key, claims: &claims }, &mut found);
        for finding in &mut found {
            finding.fingerprint = fingerprint(finding);
        }
        if found.is_empty() {
            self.found.remove(&key)
        } else {
            self.found.insert(key, found)
        };
    }
}

/// The groups that a claim stands in.
fn keys(rules: &[&'static Rule], claim: &Claim) -> BTreeSet<String> {
    let first = rules.first().filter(|rule| is_wanted(rule, claim));
    first.map_or_else(BTreeSet::new, |rule| (rule.keys)(claim).into_iter().collect())
}
