//! Which elements a page's reader passes over or never sees.

use super::token::Attribute;
use crate::document::Skip;

/// Elements whose content is no text of the page.
const UNSEEN: &[&str] = &[
    "script", "style", "template", "noscript", "svg", "math", "iframe", "object", "canvas", "audio", "video", "datalist", "map",
    "noembed", "noframes",
];

/// Words of class, id or role that mark what surrounds an article, wherever it stands.
const AROUND: &[&str] = &[
    "cookie",
    "cookies",
    "consent",
    "gdpr",
    "breadcrumb",
    "breadcrumbs",
    "newsletter",
    "advert",
    "advertisement",
    "ads",
    "adsense",
    "pagination",
    "pager",
    "social",
    "share",
    "sharing",
    "popup",
    "skip-link",
    "toc",
    "table-of-contents",
    "tableofcontents",
    "navigation",
    "navbar",
    "menu",
    "contentinfo",
    "search",
    "alertdialog",
    "dialog",
    "sr-only",
    "visually-hidden",
    "screen-reader-text",
];

/// Words that do so outside the page's main part only.
const OUTSIDE: &[&str] =
    &["sidebar", "footer", "related", "nav", "topbar", "copyright", "banner", "subscribe", "complementary", "login", "comments"];

/// Parts of words between hyphens that do as the words of [`AROUND`] do, and those that do so outside the main part only.
const PARTS: &[&str] = &["cookie", "cookies", "consent", "gdpr", "breadcrumb", "breadcrumbs", "navbar"];
const OUTSIDE_PARTS: &[&str] = &["footer", "sidebar", "menu", "nav"];

/// Why an element is set aside, or `None` where it is read. `main` is true inside `<main>` and `<article>`.
pub(super) fn reason(name: &str, attributes: &[Attribute], main: bool) -> Option<Skip> {
    if UNSEEN.contains(&name) {
        return Some(Skip::Markup);
    }
    for attribute in attributes {
        let value = attribute.value.as_str();
        match attribute.name.as_str() {
            "hidden" => return Some(Skip::Hidden),
            "style" => {
                let style: String = value.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
                if style.contains("display:none") || style.contains("visibility:hidden") {
                    return Some(Skip::Hidden);
                }
            }
            _ => {}
        }
    }
    if name == "nav" || (!main && matches!(name, "footer" | "aside")) {
        return Some(Skip::Boilerplate);
    }
    // The page itself may carry any class.
    if matches!(
        name,
        "html" | "body" | "main" | "article" | "table" | "tr" | "td" | "th" | "thead" | "tbody" | "h1" | "a" | "img" | "input"
    ) {
        return None;
    }
    let marked = attributes.iter().filter(|a| matches!(a.name.as_str(), "class" | "id" | "role")).any(|attribute| {
        attribute.value.split_ascii_whitespace().any(|word| {
            let is_among = |words: &[&str], word: &str| words.iter().any(|other| other.eq_ignore_ascii_case(word));
            is_among(AROUND, word)
                || (!main && is_among(OUTSIDE, word))
                || word.split(['-', '_']).any(|part| is_among(PARTS, part) || !main && is_among(OUTSIDE_PARTS, part))
        })
    });
    marked.then_some(Skip::Boilerplate)
}
