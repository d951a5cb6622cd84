//! `review`: a page on this computer to decide on findings. It is served on the loopback interface, to whoever has the link that is
//! printed, and writes each decision to `claims/decisions.csv` at once.

mod desk;
mod disk;
mod guard;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Json, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use claimlint::error::Error;
use claimlint::report::Language;
use claimlint::report::review::{SCRIPT, STYLE};

use super::output::print;
use super::setup::Setup;
use super::{Documents, FINE, Global, remark};
use desk::{Asked, Desk, Refused};
use guard::{Guard, guarded};

const EXAMPLES: &str = "\
Examples:
  claimlint review docs
  claimlint review                    what claimlint.toml names
  claimlint review docs --port 8300 --lang zh

Open the link that is printed; Ctrl-C ends the page. Decisions are in claims/decisions.csv as soon as they are made.";

/// Bytes of a request: a reason and little else.
const LARGEST: usize = 32 * 1024;

/// Decide on findings in a page in the browser, on this computer alone
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReviewArgs {
    /// Files and folders [default: what claimlint.toml names]
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Port to listen on at 127.0.0.1 [default: a free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Who decides [default: user.name of git, else the user's name, else the page asks]
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
}

pub fn review(global: &Global, args: &ReviewArgs) -> Result<u8, Error> {
    if args.paths.iter().any(|path| path == Path::new("-")) {
        let message = "standard input cannot be reviewed: the page reads its documents again when they change".to_owned();
        return Err(Error::Usage { message, help: "name a file or a folder".into() });
    }
    let setup = Setup::new(global)?;
    let (language, quiet) = (setup.terminal_language(), setup.quiet);
    let documents = Documents { paths: args.paths.clone(), stdin_name: None };
    let desk = Desk::new(global.clone(), documents, args.author.clone(), setup)?;

    let failed = |cause: std::io::Error| Error::Usage {
        message: format!("127.0.0.1:{} cannot be listened on: {cause}", args.port),
        help: "choose another --port, or leave it out to take a free one".into(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, args.port))).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let guard = Guard::new(port).map_err(failed)?;
        print(&format!("{}\n", guard.link()))?;
        if !quiet {
            remark(match language {
                Language::English => "open the link in a browser; Ctrl-C ends the page",
                Language::Chinese => "请在浏览器中打开此链接；按 Ctrl-C 结束",
            });
        }
        axum::serve(listener, router(Arc::new(desk), Arc::new(guard))).await.map_err(failed)
    })?;
    Ok(FINE)
}

type Shared = State<Arc<Desk>>;

fn router(desk: Arc<Desk>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/", get(frame))
        .route("/page.css", get(|| async { ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE) }))
        .route("/page.js", get(|| async { ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT) }))
        // Browsers ask for it unasked.
        .route("/favicon.ico", get(async || StatusCode::NO_CONTENT))
        .route("/queue", get(async |State(desk): Shared| answered(desk, Desk::queue).await))
        .route(
            "/finding",
            get(async |State(desk): Shared, Query(Named { id })| answered(desk, move |desk| desk.finding(&id)).await),
        )
        .route("/pulse", get(async |State(desk): Shared| answered(desk, Desk::pulse).await))
        .route("/reload", post(async |State(desk): Shared| answered(desk, Desk::reload).await))
        .route(
            "/decide",
            post(async |State(desk): Shared, Json(asked): Json<Asked>| answered(desk, |desk| desk.decide(asked)).await),
        )
        .route(
            "/undo",
            post(async |State(desk): Shared, Json(Step { undo, decisions }): Json<Step>| {
                answered(desk, move |desk| desk.undo(undo, &decisions)).await
            }),
        )
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(guard, guarded))
        .with_state(desk)
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

#[derive(Deserialize)]
struct Step {
    undo: usize,
    /// The file of decisions as the page knows it.
    #[serde(default)]
    decisions: String,
}

async fn frame(State(desk): Shared) -> Response {
    match desk.frame() {
        Ok(page) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response(),
        Err(cause) => (StatusCode::INTERNAL_SERVER_ERROR, cause.to_string()).into_response(),
    }
}

/// Asks the desk, which may read the disk and audit for seconds, beside the thread that takes requests.
async fn answered(desk: Arc<Desk>, ask: impl FnOnce(&Desk) -> Result<Value, Refused> + Send + 'static) -> Response {
    let asked = tokio::task::spawn_blocking(move || ask(&desk)).await;
    match asked {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(refused)) => (refused.status(), Json(refused.said())).into_response(),
        Err(fault) => {
            (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "error": "disk", "detail": fault.to_string() }))).into_response()
        }
    }
}
