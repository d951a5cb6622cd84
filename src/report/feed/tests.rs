//! The forms that feeds and JSON-LD must have, held against what their definitions say.

use super::*;

fn corrections() -> Vec<Correction> {
    let correction = |commit: &str, date: &str, document: &str, to: &str| Correction {
        document: document.into(),
        line: Some(7),
        subject: "heron".into(),
        metric: "first_token_latency".into(),
        from: "45 ms".into(),
        to: to.into(),
        commit: commit.into(),
        date: date.into(),
        author: "Ada <ada> & \"Bo\"".into(),
        resolved: vec!["f1".into()],
        ..Correction::default()
    };
    vec![
        correction("c1", "2030-03-01T09:00:00Z", "docs/价格 表.md", "61 ms"),
        correction("c2", "2030-03-02T09:00:00Z", "docs/a.md", "<b>&\u{1b}[31m]]>"),
        Correction { resolved: vec![], ..correction("c2", "2030-03-02T09:00:00Z", "docs/a.md", "<b>&\u{1b}[31m]]>") },
        correction(WORKTREE, "2030-03-03", "docs/a.md", "62 ms"),
    ]
}

fn site(language: Language) -> Site {
    Site::new("https://Docs.example.org/guide", None, language).unwrap()
}

#[test]
fn a_site_is_an_address_on_the_web() {
    let host = |url: &str| Site::new(url, None, Language::English).map(|site| (site.url, site.host));
    assert_eq!(host("https://a.example/x"), Some(("https://a.example/x/".into(), "a.example".into())));
    assert_eq!(host("http://a.example:80"), Some(("http://a.example:80/".into(), "a.example".into())));
    for wrong in ["a.example", "ftp://a.example", "https://", "https://a b/", "https://a.example/<x>", "javascript:x"] {
        assert_eq!(host(wrong), None, "{wrong}");
    }
}

/// RFC 4287, section 4.1: what a feed and an entry must have, once each.
#[test]
fn an_atom_feed_has_what_it_must() {
    for language in [Language::English, Language::Chinese] {
        let text = atom(&corrections(), "2030-03-03", &site(language)).unwrap();
        let mut reader = quick_xml::Reader::from_str(&text);
        let (mut path, mut found): (Vec<String>, BTreeMap<String, Vec<String>>) = Default::default();
        let mut entries = 0;
        loop {
            match reader.read_event().unwrap() {
                Event::Start(start) => {
                    path.push(start.name().as_ref().to_owned());
                    entries += usize::from(path.join("/") == "feed/entry");
                    found.entry(path.join("/")).or_default();
                }
                Event::Text(text) => {
                    let text: String = (*text).to_owned();
                    if !text.trim().is_empty() {
                        found.entry(path.join("/")).or_default().push(text);
                    }
                }
                Event::End(_) => _ = path.pop(),
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(entries, 3, "what is not committed is not published");
        for one in ["feed/id", "feed/title", "feed/updated"] {
            assert_eq!(found[one].len(), 1, "{one}");
        }
        for each in ["feed/entry/id", "feed/entry/title", "feed/entry/updated", "feed/entry/author/name"] {
            assert!(found[each].len() >= entries, "{each}: {found:?}");
        }
        let times = found["feed/updated"].iter().chain(&found["feed/entry/updated"]);
        for time in times {
            time.parse::<jiff::Timestamp>().unwrap_or_else(|error| panic!("{time} is no time of RFC 3339: {error}"));
        }
        assert_eq!(found["feed/updated"], ["2030-03-02T09:00:00Z"]);
        let ids = &found["feed/entry/id"];
        assert!(ids.iter().all(|id| id.starts_with("tag:docs.example.org,2030-03-0") && id.contains(":claimlint/")), "{ids:?}");
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), entries, "{ids:?}");
        assert!(text.contains("href=\"https://Docs.example.org/guide/docs/%E4%BB%B7%E6%A0%BC%20%E8%A1%A8.md\""), "{text}");
        assert!(!text.contains("<b>") && !text.contains('\u{1b}'), "{text}");
        // Another export, with one correction more, keeps the ids.
        let more = [corrections(), vec![Correction { commit: "c3".into(), ..corrections()[0].clone() }]].concat();
        let more = atom(&more, "2030-03-04", &site(language)).unwrap();
        assert!(ids.iter().all(|id| more.contains(id.as_str())));
    }
    let empty = atom(&[], "2030-03-03", &site(Language::English)).unwrap();
    assert!(empty.contains("<updated>2030-03-03T00:00:00Z</updated>"), "{empty}");
}

/// <https://www.jsonfeed.org/version/1.1/>: `version`, `title` and `items` are required, and of an item `id` and content.
#[test]
fn a_json_feed_has_what_it_must() {
    let feed: Value = serde_json::from_str(&json(&corrections(), &site(Language::Chinese)).unwrap()).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert!(feed["title"].is_string() && feed["language"] == "zh-CN");
    let items = feed["items"].as_array().unwrap();
    assert_eq!(items.len(), 3);
    for item in items {
        assert!(item["id"].is_string() && item["content_text"].is_string(), "{item}");
        item["date_published"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        assert!(item["authors"][0]["name"].is_string());
    }
}

/// A property and the types that it may have.
type Property = (&'static str, &'static [&'static str]);

/// Types, their properties, and the types that a value of a property may have. From the vocabulary of schema.org, the pages of the
/// types (<https://schema.org/ClaimReview>, `/Claim`, `/Rating`, `/Article`, `/CorrectionComment`, `/Person`); a subtype may stand for
/// its type, as a `CorrectionComment` is a `Comment` and an `Article` a `CreativeWork`.
const SHAPES: &[(&str, &[Property])] = &[
    ("Article", &[("url", &["URL"]), ("name", &["Text"]), ("correction", &["CorrectionComment", "Text", "URL"])]),
    (
        "CorrectionComment",
        &[("text", &["Text"]), ("datePublished", &["DateTime", "Date"]), ("author", &["Person", "Organization"])],
    ),
    (
        "ClaimReview",
        &[
            ("url", &["URL"]),
            ("claimReviewed", &["Text"]),
            ("itemReviewed", &["Claim", "Article"]),
            ("reviewRating", &["Rating"]),
            ("author", &["Person", "Organization"]),
            ("datePublished", &["DateTime", "Date"]),
        ],
    ),
    ("Claim", &[("appearance", &["Article"])]),
    (
        "Rating",
        &[
            ("ratingValue", &["Number", "Text"]),
            ("worstRating", &["Number", "Text"]),
            ("bestRating", &["Number", "Text"]),
            ("alternateName", &["Text"]),
        ],
    ),
    ("Person", &[("name", &["Text"])]),
];

/// What is wrong with a node, by the shapes.
fn faults(node: &Value) -> Vec<String> {
    let kind = node["@type"].as_str().unwrap_or("");
    let Some((_, properties)) = SHAPES.iter().find(|(name, _)| *name == kind) else { return vec![format!("{kind} is no type")] };
    let mut found = Vec::new();
    for (name, value) in node.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with('@')) {
        let Some((_, allowed)) = properties.iter().find(|(known, _)| known == name) else {
            found.push(format!("{kind} has no {name}"));
            continue;
        };
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        for value in values {
            let fits = allowed.iter().any(|expected| match *expected {
                "Text" => value.is_string(),
                "Number" => value.is_number(),
                "URL" => value.as_str().is_some_and(|text| text.starts_with("https://")),
                "Date" => value.as_str().is_some_and(|text| text.parse::<jiff::civil::Date>().is_ok()),
                "DateTime" => value.as_str().is_some_and(|text| text.parse::<jiff::Timestamp>().is_ok()),
                other => value["@type"] == other,
            });
            if !fits {
                found.push(format!("{kind}.{name} is {value}, expected one of {allowed:?}"));
            }
            if value.is_object() {
                found.extend(faults(&value));
            }
        }
    }
    found
}

#[test]
fn the_json_ld_keeps_to_the_vocabulary() {
    let text = json_ld(&corrections(), &site(Language::English)).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["@context"], "https://schema.org");
    let graph = document["@graph"].as_array().unwrap();
    let of = |kind: &str| graph.iter().filter(|node| node["@type"] == kind).count();
    assert_eq!((of("Article"), of("ClaimReview"), graph.len()), (2, 2, 4), "{text}");
    for node in graph {
        assert_eq!(faults(node), [""; 0], "{node}");
    }
    // What search engines require of a review: <https://developers.google.com/search/docs/appearance/structured-data/factcheck>.
    for review in graph.iter().filter(|node| node["@type"] == "ClaimReview") {
        assert!(["claimReviewed", "reviewRating", "url"].iter().all(|name| !review[name].is_null()));
    }
    assert_eq!(faults(&json!({ "@type": "Rating", "ratingValue": [], "stars": 3 })).len(), 1);
    assert_eq!(faults(&json!({ "@type": "Article", "correction": { "@type": "Person", "name": 3 } })).len(), 2);
}
