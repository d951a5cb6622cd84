//! The review page over plain HTTP: who is answered, what a decision writes, what happens when others write as well.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up has failed")]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use folder::Folder;
use serde_json::{Value, json};

#[path = "common/folder.rs"]
mod folder;

/// Two documents that cannot both hold: the pick of one is second in the other.
const CONFLICT: &[(&str, &str)] = &[
    (
        "docs/a.md",
        "# Kettles\n\n- Top pick: Heron kettle\n\n### TOP 1: Heron kettle\n\nFast.\n\n### TOP 2: Egret kettle\n\nSmall.\n",
    ),
    (
        "docs/b.md",
        "# Kettles\n\n- Top pick: Egret kettle\n\n### TOP 1: Egret kettle\n\nSmall.\n\n### TOP 2: Heron kettle\n\nFast.\n",
    ),
];

const FILE: &str = "claims/decisions.csv";

/// A running page.
struct Page {
    child: Child,
    port: u16,
    token: String,
}

impl Page {
    fn open(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command();
        command.arg("review").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut link = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut link).unwrap();
        let rest = link.trim().strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{link:?}"));
        let (port, token) = rest.split_once("/?token=").unwrap();
        Self { port: port.parse().unwrap(), token: token.to_owned(), child }
    }

    /// A page of Ada's on the folder `docs`.
    fn of(folder: &Folder) -> Self {
        Self::open(folder, &["docs", "--author", "Ada"])
    }

    /// Sends a request as it is; status, head and body come back.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        write!(request, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        // A server that refuses a body closes before all of it is sent.
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        (head[9..12].parse().unwrap(), head.to_lowercase(), body.to_owned())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn cookie(&self) -> String {
        format!("claimlint-{}={}", self.port, self.token)
    }

    fn get(&self, path: &str) -> Value {
        let (status, _, body) = self.send("GET", path, &[("Host", &self.host()), ("Cookie", &self.cookie())], "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let origin = format!("http://{}", self.host());
        let headers = [
            ("Host", self.host()),
            ("Cookie", self.cookie()),
            ("Origin", origin),
            ("Sec-Fetch-Site", "same-origin".into()),
            ("Content-Type", "application/json".into()),
        ];
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (status, _, answer) = self.send("POST", path, &headers, &body.to_string());
        (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
    }

    /// The ids of the findings in the order of the queue.
    fn ids(&self) -> Vec<String> {
        let queue = self.get("/queue");
        queue["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap().to_owned()).collect()
    }

    /// A decision on a finding as the page shows it now.
    fn asked(&self, id: &str, verdict: &str, reason: &str) -> Value {
        let card = self.get(&format!("/finding?id={id}"));
        let decisions = self.get("/queue")["decisions"].clone();
        json!({ "id": id, "verdict": verdict, "reason": reason, "seen": card["seen"], "was": card["was"], "decisions": decisions })
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn audit(folder: &Folder) -> i32 {
    folder.run(&["audit", "docs"]).code
}

#[test]
fn strangers_are_not_answered() {
    let folder = Folder::new("strangers", CONFLICT);
    let page = Page::of(&folder);
    let (host, cookie) = (page.host(), page.cookie());
    let (host, cookie) = (host.as_str(), cookie.as_str());
    let get = |path: &str, headers: &[(&str, &str)]| page.send("GET", path, headers, "");

    let (status, head, body) = get(&format!("/?token={}", page.token), &[("Host", host)]);
    assert_eq!(status, 200);
    assert!(head.contains(&format!("set-cookie: {cookie}; path=/; httponly; samesite=strict")), "{head}");
    assert!(head.contains("default-src 'none'") && head.contains("referrer-policy: no-referrer"), "{head}");
    assert!(head.contains("cache-control: no-store") && head.contains("x-content-type-options: nosniff"), "{head}");
    assert!(body.contains("Review of findings") && !body.contains("Heron"), "{body}");

    for path in ["/", "/page.css", "/page.js", "/queue", "/finding?id=x", "/pulse", "/nothing"] {
        let wrong = format!("{}0", &page.token[1..]);
        let bare = get(path, &[("Host", host)]);
        assert_eq!(bare.0, 403, "{path}");
        assert!(bare.1.contains("default-src 'none'"), "{}", bare.1);
        assert_eq!(get(path, &[("Host", host), ("Cookie", &format!("claimlint-{}={wrong}", page.port))]).0, 403, "{path}");
        assert_eq!(get(&format!("{path}?token={wrong}"), &[("Host", host)]).0, 403, "{path}");
        // A site whose name was made to lead to this computer.
        assert_eq!(get(path, &[("Host", "news.example"), ("Cookie", cookie)]).0, 403, "{path}");
        assert_eq!(get(path, &[("Host", "127.0.0.1:1"), ("Cookie", cookie)]).0, 403, "{path}");
        assert_eq!(get(path, &[("Host", host), ("Cookie", cookie), ("Sec-Fetch-Site", "cross-site")]).0, 403, "{path}");
        assert_ne!(get(path, &[("Host", host), ("Cookie", cookie)]).0, 403, "{path}");
    }
    // The link opens the page, and nothing else.
    assert_eq!(get(&format!("/queue?token={}", page.token), &[("Host", host)]).0, 403);

    let origin = format!("http://{host}");
    let body = page.asked(&page.ids()[0], "accepted", "a stranger").to_string();
    let post = |headers: &[(&str, &str)]| {
        let all: Vec<_> = [("Host", host), ("Content-Type", "application/json")].iter().chain(headers).copied().collect();
        page.send("POST", "/decide", &all, &body).0
    };
    assert_eq!(post(&[("Origin", &origin)]), 403);
    assert_eq!(post(&[("Cookie", cookie)]), 403);
    assert_eq!(post(&[("Cookie", cookie), ("Origin", "http://news.example")]), 403);
    assert_eq!(post(&[("Cookie", cookie), ("Origin", "null")]), 403);
    assert_eq!(post(&[("Cookie", cookie), ("Origin", &origin), ("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(post(&[("Cookie", cookie), ("Origin", &origin), ("Sec-Fetch-Site", "same-site")]), 403);
    assert!(!folder.has(FILE));
    assert_eq!(post(&[("Cookie", cookie), ("Origin", &origin)]), 200);

    let long = page.post("/decide", &json!({ "id": "x".repeat(40_000) }));
    assert_eq!(long.0, 413, "{long:?}");
    let form = [("Host", host), ("Cookie", cookie), ("Origin", &origin), ("Content-Type", "text/plain")];
    assert_eq!(page.send("POST", "/decide", &form, &body).0, 415);
}

#[test]
fn decisions_change_the_next_audit() {
    let folder = Folder::new("decisions", CONFLICT);
    assert_eq!(audit(&folder), 1);
    let page = Page::of(&folder);
    let ids = page.ids();
    assert!(ids.len() >= 3, "{ids:?}");
    let mut last = 0;
    for id in &ids {
        let (status, answer) = page.post("/decide", &page.asked(id, "accepted", "two  editions,\nboth right"));
        assert_eq!(status, 200, "{answer}");
        assert_eq!((&answer["entry"]["verdict"], &answer["merged"]), (&json!("accepted"), &json!(false)), "{answer}");
        last = answer["undo"].as_u64().unwrap();
    }
    let text = folder.read(FILE);
    assert_eq!(text.lines().count(), ids.len() + 1, "{text}");
    assert_eq!(text.matches(",\"two editions, both right\",Ada,").count(), ids.len(), "{text}");
    assert_eq!(audit(&folder), 0);

    // Taken back, the last one is open again; a second time there is nothing to take back.
    let (status, answer) = page.post("/undo", &json!({ "undo": last }));
    assert_eq!((status, &answer["entry"]["verdict"]), (200, &Value::Null), "{answer}");
    assert_eq!(audit(&folder), 1);
    let (status, answer) = page.post("/undo", &json!({ "undo": last }));
    assert_eq!((status, &answer["error"]), (409, &json!("decided")), "{answer}");

    // A decision over a decision, taken back, is the first one again.
    let (_, answer) = page.post("/decide", &page.asked(&ids[0], "confirmed", "to be mended"));
    assert_eq!(answer["entry"]["verdict"], "confirmed");
    let (status, answer) = page.post("/undo", &json!({ "undo": answer["undo"] }));
    assert_eq!((status, &answer["entry"]["verdict"]), (200, &json!("accepted")), "{answer}");

    // What is confirmed is still open.
    page.post("/decide", &page.asked(ids.last().unwrap(), "confirmed", "to be mended"));
    assert_eq!(audit(&folder), 1);
    // What is withdrawn is undecided.
    let mut asked = page.asked(&ids[0], "", "");
    asked["verdict"] = Value::Null;
    let (status, answer) = page.post("/decide", &asked);
    assert_eq!((status, &answer["entry"]["verdict"]), (200, &Value::Null), "{answer}");
}

#[test]
fn what_cannot_be_taken_is_refused() {
    let folder = Folder::new("refused", CONFLICT);
    // Nobody is known to decide: there is no git and no name in this surrounding.
    let page = Page::open(&folder, &["docs"]);
    assert_eq!(page.get("/queue")["author"], Value::Null);
    let id = &page.ids()[0];
    let with = |field: &str, value: Value| {
        let mut asked = page.asked(id, "accepted", "two editions");
        asked["author"] = "Ada".into();
        asked[field] = value;
        let (status, answer) = page.post("/decide", &asked);
        assert!(status != 200, "{answer}");
        answer["error"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(with("reason", " \n".into()), "reason");
    assert_eq!(with("reason", "x".repeat(2001).into()), "reason");
    assert_eq!(with("author", Value::Null), "author");
    assert_eq!(with("expires", "2020-01-01".into()), "expires");
    assert_eq!(with("expires", "soon".into()), "expires");
    assert_eq!(with("verdict", "fine".into()), "verdict");
    assert_eq!(with("id", "0000".into()), "changed");
    assert_eq!(with("seen", "0000".into()), "changed");
    assert!(!folder.has(FILE));

    // Who has said a name once is known.
    let mut asked = page.asked(id, "accepted", "two editions");
    asked["author"] = "Ada".into();
    assert_eq!(page.post("/decide", &asked).0, 200);
    assert_eq!(page.get("/queue")["author"], "Ada");
}

#[test]
fn two_writers_lose_nothing() {
    let folder = Folder::new("writers", CONFLICT);
    let (ada, bea) = (Page::of(&folder), Page::open(&folder, &["docs", "--author", "Bea"]));
    let ids = ada.ids();
    // Both look at the same finding; the second to decide is told.
    let (one, two) = (ada.asked(&ids[0], "accepted", "by Ada"), bea.asked(&ids[0], "false_positive", "by Bea"));
    let third = bea.asked(&ids[1], "accepted", "another one");
    assert_eq!(ada.post("/decide", &one).0, 200);
    let (status, answer) = bea.post("/decide", &two);
    assert_eq!((status, &answer["error"], &answer["decision"]["author"]), (409, &json!("decided"), &json!("Ada")), "{answer}");
    let text = folder.read(FILE);
    assert!(text.contains("by Ada") && !text.contains("by Bea"), "{text}");
    // On another finding both hold, and the page is told that there is more to fetch.
    let (status, answer) = bea.post("/decide", &third);
    assert_eq!((status, &answer["merged"]), (200, &json!(true)), "{answer}");
    let text = folder.read(FILE);
    assert!(text.contains("by Ada") && text.contains("another one"), "{text}");
    assert_ne!(ada.get("/pulse")["decisions"], one["decisions"]);

    // So it is with a decision of the command line, which the page cannot take back.
    let (_, answer) = ada.post("/decide", &ada.asked(&ids[2], "confirmed", "by Ada"));
    let ran = folder.run(&["decide", &ids[2], "--as", "accepted", "--reason", "by hand", "--author", "Cem", "--in", "docs"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let (status, answer) = ada.post("/undo", &json!({ "undo": answer["undo"] }));
    assert_eq!((status, &answer["decision"]["reason"]), (409, &json!("by hand")), "{answer}");

    // Two tabs of one page: taking back tells a tab that has not heard of the other's decision to fetch it.
    let tab = ada.get("/queue")["decisions"].clone();
    let (_, mine) = ada.post("/decide", &ada.asked(&ids[2], "confirmed", "by Ada"));
    let (_, answer) = ada.post("/undo", &json!({ "undo": mine["undo"], "decisions": mine["decisions"] }));
    assert_eq!(answer["merged"], json!(false), "{answer}");
    let (_, mine) = ada.post("/decide", &ada.asked(&ids[2], "confirmed", "by Ada"));
    let (_, answer) = ada.post("/undo", &json!({ "undo": mine["undo"], "decisions": tab }));
    assert_eq!(answer["merged"], json!(true), "{answer}");

    // Many at once, each from a page of its own.
    let pages: Vec<Page> = (0..3).map(|n| Page::open(&folder, &["docs", "--author", &format!("P{n}")])).collect();
    let asked: Vec<Value> = pages.iter().zip(&ids).map(|(page, id)| page.asked(id, "confirmed", "at once")).collect();
    std::thread::scope(|scope| {
        for (page, asked) in pages.iter().zip(&asked) {
            scope.spawn(move || assert_eq!(page.post("/decide", asked).0, 200));
        }
    });
    assert_eq!(folder.read(FILE).matches(",at once,").count(), 3);
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "Whoever reads this runs a script: </script><img src=x onerror=alert(1)><svg onload=alert(1)>\u{202e}evil\u{2066}\u{feff}.";
    // The passage that stands twice is the hostile one.
    let text = format!("Kettles\n\n{hostile}\n\nThe Heron costs 40 EUR.\n\n{hostile}\n");
    let folder = Folder::new("<img src=x onerror=alert(2)>", &[("docs/<b>a.txt", text.as_str())]);
    let page = Page::of(&folder);
    let ids = page.ids();
    assert!(!ids.is_empty());
    let steers = ['\u{202e}', '\u{2066}', '\u{feff}'];
    for id in &ids {
        let (_, head, body) =
            page.send("GET", &format!("/finding?id={id}"), &[("Host", &page.host()), ("Cookie", &page.cookie())], "");
        assert!(head.contains("content-type: application/json") && head.contains("nosniff"), "{head}");
        assert!(!body.contains(steers), "{body}");
    }
    let card = page.get(&format!("/finding?id={}", ids[0]));
    assert!(card.to_string().contains("onerror"), "{card}");
    let (_, _, frame) = page.send("GET", "/", &[("Host", &page.host()), ("Cookie", &page.cookie())], "");
    assert!(frame.contains("&lt;img src=x onerror=alert(2)&gt;"), "{frame}");
    assert!(!frame.contains("<img") && !frame.contains("evil"), "{frame}");
}

#[test]
fn a_broken_file_is_told_and_left_alone() {
    let folder = Folder::new("broken", CONFLICT);
    let page = Page::of(&folder);
    let ids = page.ids();
    page.post("/decide", &page.asked(&ids[0], "accepted", "fine"));
    let text = format!("{}<<<<<<< ours\n", folder.read(FILE));
    folder.write(FILE, &text);
    let queue = page.get("/queue");
    assert!(queue["broken"].as_str().unwrap().starts_with("claims/decisions.csv:3: "), "{queue}");
    let decided = queue["findings"].as_array().unwrap().iter().filter(|finding| !finding["verdict"].is_null()).count();
    assert_eq!(decided, 1, "the lines that can be read hold");
    let (status, answer) = page.post("/decide", &page.asked(&ids[1], "accepted", "fine"));
    assert_eq!((status, &answer["error"]), (409, &json!("broken")), "{answer}");
    assert_eq!(folder.read(FILE), text);
    folder.write(FILE, text.replace("<<<<<<< ours\n", ""));
    assert_eq!(page.get("/queue")["broken"], Value::Null);
    assert_eq!(page.post("/decide", &page.asked(&ids[1], "accepted", "fine")).0, 200);
}

#[test]
fn what_changes_on_the_disk_is_seen() {
    let text = "# Kettles\n\nThe Heron costs 40 EUR.\n\n## Summary\n\nThe Heron costs 60 EUR.\n";
    let folder = Folder::new("disk", &[("docs/a.md", text)]);
    let page = Page::of(&folder);
    let ids = page.ids();
    assert_eq!(ids.len(), 1, "{ids:?}");
    let stale = page.asked(&ids[0], "false_positive", "of the old figures");
    page.post("/decide", &page.asked(&ids[0], "accepted", "two models"));
    assert_eq!(page.get("/pulse")["files"], json!([]));

    folder.write("docs/a.md", text.replace("60 EUR", "75.5 EUR"));
    folder.write("docs/new.md", "# Kettles\n\nThe Egret costs 20 EUR.\n");
    assert_eq!(page.get("/pulse")["files"], json!(["docs/a.md", "docs/new.md"]));
    assert_eq!(page.post("/reload", &json!({})), (200, json!({ "audit": 2 })));
    assert_eq!(page.get("/pulse")["files"], json!([]));
    assert_eq!(page.post("/reload", &json!({})), (200, json!({ "audit": 2 })), "nothing changed since");

    // The acceptance was of other figures.
    let card = page.get(&format!("/finding?id={}", ids[0]));
    assert_eq!((&card["verdict"], &card["lapsed"]), (&Value::Null, &json!(true)), "{card}");
    assert!(card["lapse"].as_str().unwrap().contains("60 EUR"), "{card}");
    assert_eq!(card["decision"]["reason"], "two models");
    let (status, answer) = page.post("/decide", &stale);
    assert_eq!((status, &answer["error"]), (409, &json!("changed")), "{answer}");
    assert_eq!(page.post("/decide", &page.asked(&ids[0], "accepted", "three models")).0, 200);
    assert_eq!(audit(&folder), 0);
    assert_eq!(folder.read(FILE).lines().count(), 2, "the old decision gives way to the new one");
}

#[test]
fn the_page_speaks_both_languages() {
    let folder = Folder::new("languages", CONFLICT);
    let page = Page::open(&folder, &["docs", "--lang", "zh", "--author", "Ada"]);
    let (_, _, frame) = page.send("GET", "/", &[("Host", &page.host()), ("Cookie", &page.cookie())], "");
    assert!(frame.contains("lang=\"zh-CN\"") && frame.contains("逐条审核问题") && !frame.contains("To decide"), "{frame}");
    let message = page.get("/queue")["findings"][0]["message"].as_str().unwrap().to_owned();
    assert!(message.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{message}");
}

#[test]
fn standard_input_and_a_taken_port_are_refused() {
    let folder = Folder::new("port", CONFLICT);
    let ran = folder.run(&["review", "-"]);
    assert!(ran.code == 2 && ran.err.contains("standard input cannot be reviewed"), "{ran:?}");
    let page = Page::of(&folder);
    let ran = folder.run(&["review", "docs", "--port", &page.port.to_string()]);
    assert!(ran.code == 2 && ran.err.contains("choose another --port"), "{ran:?}");
}
