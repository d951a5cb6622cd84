//! The command line of claimlint. All that it does stands in [`commands`].

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
