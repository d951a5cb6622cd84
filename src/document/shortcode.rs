//! Tags of site generators in Markdown, a line each: `{{< note >}}` and `{{% tab %}}` of Hugo, `{% highlight sh %}` of Jekyll.
//!
//! A tag that encloses code is read as a fence, any other as markup. The text keeps its length, so that places stay what they are.

use std::collections::BTreeMap;
use std::ops::Range;

/// Words in the names of tags that enclose code.
const CODE: &[&str] = &["highlight", "code", "codeblock", "codenew", "example", "examples", "console", "terminal", "mermaid"];
const MARKS: &[(&str, &str)] = &[("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")];

/// Tags that may stand within code.
const WITHIN: usize = 64;

/// A line that is a tag and nothing else.
struct Tag<'t> {
    mark: &'static str,
    indent: usize,
    name: &'t str,
    language: &'t str,
    closes: bool,
    range: Range<usize>,
}

impl Tag<'_> {
    /// Whether its name says so, word by word; what `{{%` encloses is Markdown, and an example of it may be prose.
    fn encloses_code(&self) -> bool {
        let word = |part: &str| CODE.contains(&part) && (part != "example" && part != "examples" || self.mark == "{{<");
        !self.closes && self.name.split(['-', '_']).any(word)
    }
}

/// The text with its tags as fences and blanks, and where they stood; none where there is no tag.
pub(super) fn fenced(text: &str) -> Option<(String, Vec<Range<usize>>)> {
    if !MARKS.iter().any(|(open, _)| text.contains(open)) {
        return None;
    }
    let tags = tags(text);
    if tags.is_empty() {
        return None;
    }
    let mut out = text.as_bytes().to_vec();
    let mut write = |range: &Range<usize>, mark: &str| {
        out[range.clone()].fill(b' ');
        out[range.start..range.start + mark.len()].copy_from_slice(mark.as_bytes());
    };
    let mut closing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, tag) in tags.iter().enumerate().filter(|(_, tag)| tag.closes) {
        closing.entry(tag.name).or_default().push(at);
    }
    let mut at = 0;
    while let Some(tag) = tags.get(at) {
        at += 1;
        write(&tag.range, "");
        let ends = closing.get(tag.name).filter(|_| tag.encloses_code());
        let end = ends.and_then(|ends| ends.get(ends.partition_point(|&end| end < at))).copied();
        // One that closes nothing, or stands further in than its end, encloses nothing.
        let paired = |end: &usize| {
            let same = |other: &Tag<'_>| other.name == tag.name && !other.closes;
            tags[*end].indent == tag.indent && tags[at..*end].len() < WITHIN && !tags[at..*end].iter().any(same)
        };
        if let Some(end) = end.filter(paired) {
            let inner = &tags[end];
            let language = if tag.name == "highlight" || tag.name == "mermaid" { tag.language } else { "console" };
            let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-');
            let mark = format!("```{}", if language.chars().all(word) { language } else { "" });
            if mark.len() <= tag.range.len() && inner.range.len() >= 3 {
                write(&tag.range, &mark);
                write(&inner.range, "```");
                at = end + 1;
            }
        }
    }
    Some((String::from_utf8(out).ok()?, tags.into_iter().map(|tag| tag.range).collect()))
}

/// The tags outside of fences.
fn tags(text: &str) -> Vec<Tag<'_>> {
    let (mut found, mut at, mut fence) = (Vec::new(), 0, None);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => {
                let from = start + line.len() - line.trim_start().len();
                found.extend(tag(trimmed, from, from - start));
            }
            _ => {}
        }
    }
    found
}

fn tag(line: &str, from: usize, indent: usize) -> Option<Tag<'_>> {
    let (open, close) = MARKS.iter().find(|(open, close)| line.starts_with(open) && line.ends_with(close))?;
    let inner = line.get(open.len()..line.len().checked_sub(close.len())?)?;
    // `{{< tabs />}}` opens and closes at once.
    if inner.contains("{{") || inner.contains("{%") || inner.trim_end().ends_with('/') {
        return None;
    }
    let mut words = inner.split_whitespace();
    let name = words.next()?;
    let (name, closes) = match name.strip_prefix('/').or_else(|| name.strip_prefix("end")) {
        Some("") => (words.next()?, true),
        Some(name) => (name, true),
        None => (name, false),
    };
    let language = words.next().unwrap_or("").trim_matches('"');
    Some(Tag { mark: open, indent, name, language, closes, range: from..from + line.len() })
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn tags_become_fences_and_blanks_of_the_same_length() {
        let text = "A\n{{< note >}}\n5 ms\n{{< /note >}}\n{% highlight rust %}\nlet x = 3;\n{% endhighlight %}\n\
                    {{< code-example a b >}}\n> SET x 3\n{{< /code-example >}}\n```\n{{< note >}}\n```\nText {{< ref \"x\" >}} goes on\n";
        let (plain, tags) = fenced(text).expect("tags");
        assert_eq!(plain.len(), text.len());
        assert_eq!(tags.len(), 6);
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "A",
                "",
                "5 ms",
                "",
                "```rust",
                "let x = 3;",
                "```",
                "```console",
                "> SET x 3",
                "```",
                "```",
                "{{< note >}}",
                "```",
                "Text {{< ref \"x\" >}} goes on"
            ]
        );
    }

    #[test]
    fn what_is_no_pair_encloses_nothing() {
        for text in [
            "{{< code-toggle a />}}\n\n5 L\n\n{{< /code-toggle >}}\n",
            "{{< code a >}}\n\n5 L\n\n{{< code b >}}\nx\n",
            "    {{< highlight sh >}}\nx\n{{< /highlight >}}\n5 L\n",
            "{{% example %}}\n5 L\n{{% /example %}}\n",
            "{{< barcode >}}\n5 L\n{{< /barcode >}}\n",
        ] {
            let plain = fenced(text).map_or(text.to_owned(), |(plain, _)| plain);
            assert!(!plain.contains("```"), "{text}\n{plain}");
        }
    }

    #[test]
    fn text_without_tags_is_left_alone() {
        assert!(fenced("A {{< b >}} c, 100% of {d}\n").is_none());
    }
}
