//! What a long run shows of itself: one line on a terminal, taken away when the run ends; nothing where nobody looks.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use claimlint::report::Language;

use super::setup::Setup;

/// Between two looks. A run that is over before the third shows nothing.
const BEAT: Duration = Duration::from_millis(250);

/// A line that lives as long as this value.
pub struct Progress {
    running: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins, when standard error is a terminal and nobody asked for silence or for more than a line.
    pub fn start(setup: &Setup) -> Self {
        if setup.quiet || setup.verbose || !std::io::stderr().is_terminal() {
            return Self { running: None };
        }
        let (text, texts) = channel::<String>();
        let reading = match setup.terminal_language() {
            Language::English => "claimlint: reading …",
            Language::Chinese => "claimlint：正在读取 …",
        };
        let shown = std::thread::spawn(move || {
            let (mut doing, mut beats) = (reading.to_owned(), 0_u32);
            loop {
                match texts.recv_timeout(BEAT) {
                    Ok(next) => doing = next,
                    Err(RecvTimeoutError::Timeout) => {
                        beats += 1;
                        if beats > 2 {
                            draw(&format!("{doing} {} s", beats / 4));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            if beats > 2 {
                draw("");
            }
        });
        Self { running: Some((text, shown)) }
    }

    /// What is being done from here on, with how many documents.
    pub fn say(&self, documents: usize, language: Language) {
        if let Some((text, _)) = &self.running {
            // The other end lives as long as this one.
            let _ = text.send(match language {
                Language::English => format!("claimlint: {documents} documents …"),
                Language::Chinese => format!("claimlint：{documents} 个文档 …"),
            });
        }
    }

    /// How many commits are walked, of how many.
    pub fn commits(&self, done: usize, all: usize, language: Language) {
        if let Some((text, _)) = &self.running {
            // The other end lives as long as this one.
            let _ = text.send(match language {
                Language::English => format!("claimlint: commit {done} of {all} …"),
                Language::Chinese => format!("claimlint：{all} 次提交中的第 {done} 次 …"),
            });
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((text, shown)) = self.running.take() {
            drop(text);
            let _ = shown.join();
        }
    }
}

fn draw(line: &str) {
    let mut terminal = std::io::stderr().lock();
    let _ = write!(terminal, "\r\x1b[2K{line}").and_then(|()| terminal.flush());
}
