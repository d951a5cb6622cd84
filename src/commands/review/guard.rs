//! Who may talk to the page. It is reached by anything that runs on this computer, and by any site that the browser shows; only the
//! holder of the link is answered, and only pages of this server may write.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the browser may do with the page: show it with its own style and script, let them ask this server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What a stranger is told.
const STRANGER: &str = "Open the link that `claimlint review` printed.\n请打开 `claimlint review` 显示的链接。\n";

/// What the server asks of each request.
pub struct Guard {
    token: String,
    /// Its hash: hashes are compared in constant time.
    hash: blake3::Hash,
    port: u16,
    /// Cookies are sent to every port of a host: each server has its own.
    cookie: String,
}

impl Guard {
    /// A guard with a token that nobody can guess, from the system's source of random bytes.
    pub fn new(port: u16) -> std::io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let token = blake3::Hash::from_bytes(bytes).to_hex().to_string();
        Ok(Self { hash: blake3::hash(token.as_bytes()), token, port, cookie: format!("claimlint-{port}") })
    }

    /// The way in.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    fn knows(&self, token: &str) -> bool {
        blake3::hash(token.as_bytes()) == self.hash
    }

    /// Whether a request may pass; `Some` with whether it came by the link, and so gets the cookie.
    fn passes(&self, request: &Request) -> Option<bool> {
        let headers = request.headers();
        let host = text(headers, &header::HOST)?;
        if host != format!("127.0.0.1:{}", self.port) && host != format!("localhost:{}", self.port) {
            return None;
        }
        let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
        let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
        if writes
            && (text(headers, &header::ORIGIN)? != format!("http://{host}") || site.is_some_and(|site| site != "same-origin"))
        {
            return None;
        }
        let given = request.uri().query().and_then(|query| query.split('&').find_map(|part| part.strip_prefix("token=")));
        if request.uri().path() == "/" && !writes && given.is_some_and(|token| self.knows(token)) {
            return Some(true);
        }
        // A page of another site may lead here, but reads nothing.
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return None;
        }
        self.cookies(headers).any(|token| self.knows(token)).then_some(false)
    }

    fn cookies<'h>(&'h self, headers: &'h HeaderMap) -> impl Iterator<Item = &'h str> {
        let all =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(';'));
        all.filter_map(|cookie| cookie.trim().split_once('=')).filter(|(name, _)| *name == self.cookie).map(|(_, token)| token)
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Lets a request pass or not; every answer carries the policy.
pub async fn guarded(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.passes(&request) {
        None => (StatusCode::FORBIDDEN, STRANGER).into_response(),
        Some(by_link) => {
            let mut response = next.run(request).await;
            let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", guard.cookie, guard.token);
            if let (true, Ok(cookie)) = (by_link, HeaderValue::from_str(&cookie)) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
