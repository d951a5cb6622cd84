//! Archives of XML, as office programs write them.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive of files with the given names and texts.
pub fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A Word file with this body, the styles and numberings of the tests, and notes 2 and 3.
pub fn word(body: &str) -> Vec<u8> {
    let document = format!(r#"<?xml version="1.0"?><w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</w:body></w:document>"#);
    archive(&[
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
        ("word/footnotes.xml", FOOTNOTES),
        (
            "word/_rels/document.xml.rels",
            r#"<Relationships><Relationship Id="rId1" Target="https://heron.example/prices"/></Relationships>"#,
        ),
        ("word/document.xml", &document),
        ("word/header1.xml", "<w:hdr><w:p><w:r><w:t>Price list </w:t></w:r><w:r><w:t>2031</w:t></w:r></w:p></w:hdr>"),
        ("word/comments.xml", "<w:comments><w:comment><w:p><w:r><w:t>Is 45 right?</w:t></w:r></w:p></w:comment></w:comments>"),
        (
            "word/charts/chart1.xml",
            "<c:chart><c:title><a:t>Sales</a:t></c:title><c:ser><c:pt><c:v>71</c:v></c:pt><c:pt><c:v>82</c:v></c:pt></c:ser></c:chart>",
        ),
    ])
}

const STYLES: &str = r#"<w:styles xmlns:w="w">
<w:style w:type="paragraph" w:styleId="a0"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="mine"><w:name w:val="Our heading"/><w:basedOn w:val="1"/></w:style>
<w:style w:type="paragraph" w:styleId="loop"><w:name w:val="Loop"/><w:basedOn w:val="loop"/></w:style>
<w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/></w:style>
</w:styles>"#;

const NUMBERING: &str = r#"<w:numbering xmlns:w="w">
<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="（%2）"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="6"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>
</w:numbering>"#;

const FOOTNOTES: &str = r#"<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>0</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/><w:t> Measured at 25 °C</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="3"><w:p><w:r><w:t>Never referred to: 99</w:t></w:r></w:p></w:footnote></w:footnotes>"#;

/// A paragraph of one run.
pub fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

/// A paragraph with a style.
pub fn styled(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
}

/// An item of a list.
pub fn item(list: u8, depth: u8, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
    )
}

/// An Excel file of sheets as (name, attributes, XML within `worksheet`), with shared strings.
#[allow(clippy::format_collect, clippy::format_push_string, reason = "a few sheets")]
pub fn excel(sheets: &[(&str, &str, &str)], strings: &[&str]) -> Vec<u8> {
    let mut files: Vec<(String, String)> = Vec::new();
    let (mut list, mut links) = (String::new(), String::new());
    for (at, (name, attributes, xml)) in sheets.iter().enumerate() {
        list += &format!(r#"<sheet name="{name}" sheetId="{at}" r:id="rId{at}" {attributes}/>"#);
        links += &format!(r#"<Relationship Id="rId{at}" Target="worksheets/sheet{at}.xml"/>"#);
        files.push((format!("xl/worksheets/sheet{at}.xml"), format!("<worksheet>{xml}</worksheet>")));
    }
    let strings: String = strings.iter().map(|s| format!("<si><t>{s}</t></si>")).collect();
    files.push(("xl/workbook.xml".into(), format!("<workbook><workbookPr/><sheets>{list}</sheets></workbook>")));
    files.push(("xl/_rels/workbook.xml.rels".into(), format!("<Relationships>{links}</Relationships>")));
    files.push(("xl/sharedStrings.xml".into(), format!("<sst>{strings}</sst>")));
    files.push(("xl/styles.xml".into(), CELL_STYLES.into()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    archive(&files)
}

/// Styles of cells: 0 general, 1 percent, 2 money, 3 date.
const CELL_STYLES: &str = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;¥&quot;#,##0"/></numFmts>
<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>"#;

/// The cells of a sheet as texts in their place.
#[allow(dead_code, reason = "each test file takes what it needs")]
#[allow(clippy::format_collect, reason = "a few cells")]
pub fn cell_texts(rows: &[&[&str]]) -> String {
    let cell = |text: &&str| format!(r#"<c t="inlineStr"><is><t>{text}</t></is></c>"#);
    let rows: String = rows.iter().map(|row| format!("<row>{}</row>", row.iter().map(cell).collect::<String>())).collect();
    format!("<sheetData>{rows}</sheetData>")
}
