//! A vendor's product in one document and its product in another.

use std::collections::{BTreeMap, BTreeSet};

use super::pass::{Edit, Edits, Name, Page, Pass, Touched, differing};
use crate::claim::{Claim, Kind};
use crate::lexicon::Lexicon;

/// Gives the one product of a vendor in a document the vendor's name, where another document ranks the same vendors and has one product
/// of this one as well.
#[derive(Debug, Default)]
pub struct Vendors {
    /// Per document and vendor, the products that the document ranks or picks.
    products: BTreeMap<Name, Part>,
    /// Per document, the products that go by the name of their vendor.
    rewrite: BTreeMap<Name, BTreeMap<String, String>>,
    dirty: bool,
}

type Part = BTreeMap<String, BTreeSet<String>>;

impl Pass for Vendors {
    type Part = Part;

    fn concerns(claim: &Claim) -> bool {
        claim.kind == Kind::Rank
    }

    fn part(page: &Page<'_>, _: &Lexicon) -> Part {
        let mut products = Part::new();
        for claim in page.claims.iter().filter(|c| c.kind == Kind::Rank && c.text.as_deref() != Some("told")) {
            if let Some((vendor, id)) = claim.subject.as_ref().and_then(|s| Some((s.vendor.clone()?, s.id.clone()))) {
                products.entry(vendor).or_default().insert(id);
            }
        }
        products
    }

    fn exchange(&mut self, document: &Name, _: Option<&Part>, is: Option<&Part>) {
        let before = self.products.remove(document);
        if let Some(is) = is.filter(|is| !is.is_empty()) {
            self.products.insert(document.clone(), is.clone());
        }
        self.dirty |= before.as_ref() != self.products.get(document);
    }

    fn settle(&mut self) -> Touched {
        if !std::mem::take(&mut self.dirty) {
            return Touched::default();
        }
        let akin = |a: &Part, b: &Part| a.keys().filter(|vendor| b.contains_key(*vendor)).count() >= 2;
        let mut of_vendor: BTreeMap<&str, Vec<(&Name, &Part)>> = BTreeMap::new();
        for (document, products) in &self.products {
            for (vendor, _) in products.iter().filter(|(_, ids)| ids.len() == 1) {
                of_vendor.entry(vendor).or_default().push((document, products));
            }
        }
        let mut rewrite: BTreeMap<Name, BTreeMap<String, String>> = BTreeMap::new();
        for (vendor, documents) in &of_vendor {
            for (document, products) in documents {
                let partner = documents.iter().any(|(other, theirs)| other != document && akin(products, theirs));
                if let (true, Some(id)) = (partner, products.get(*vendor).and_then(BTreeSet::first)) {
                    rewrite.entry((*document).clone()).or_default().insert(id.clone(), (*vendor).to_owned());
                }
            }
        }
        let touched = differing(Some(&self.rewrite), Some(&rewrite)).into_iter().cloned().collect();
        self.rewrite = rewrite;
        Touched::Some(touched)
    }

    fn edits(&self, page: &Page<'_>, _: &Part, _: &Lexicon) -> Edits {
        let Some(rewrite) = self.rewrite.get(&page.document) else { return Edits::new() };
        let mut edits = Edits::new();
        for (at, claim) in page.claims.iter().enumerate() {
            if let Some((subject, vendor)) = claim.subject.as_ref().and_then(|s| Some((s, rewrite.get(&s.id)?))) {
                let mut subject = subject.clone();
                subject.id.clone_from(vendor);
                edits.push((at, Edit::Subject(Some(subject))));
            }
            if let Some(vendor) = claim.baseline.as_ref().and_then(|baseline| rewrite.get(baseline)) {
                edits.push((at, Edit::Baseline(vendor.clone())));
            }
        }
        edits
    }
}
