//! `completions` and `man`: what a shell and a manual need to know of the command line, from its own definitions.

use clap::{Args, Command};
use clap_complete::Shell;

use claimlint::error::Error;

use super::FINE;
use super::output::print;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  claimlint completions bash > ~/.local/share/bash-completion/completions/claimlint
  claimlint completions zsh > ~/.zfunc/_claimlint
  claimlint completions fish > ~/.config/fish/completions/claimlint.fish";

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell that they are for
    shell: Shell,
}

/// Print the manual page
#[derive(Args)]
#[command(after_help = "Examples:\n  claimlint man | man -l -\n  claimlint man audit > claimlint-audit.1")]
pub struct ManArgs {
    /// A command, for the page of that command alone
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

// Both are made in memory and then printed, for a pipe that is closed early is an error to neither library.

pub fn completions(mut program: Command, args: &CompletionsArgs) -> Result<u8, Error> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "claimlint", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(FINE)
}

pub fn man(program: Command, args: &ManArgs) -> Result<u8, Error> {
    let page = match &args.command {
        None => program,
        Some(name) => page_of(program, name)?,
    };
    let mut text = Vec::new();
    let made = clap_mangen::Man::new(page).source(concat!("claimlint ", env!("CLAIMLINT_VERSION"))).render(&mut text);
    made.map_err(|cause| Error::Io { doing: "write", path: "standard output".into(), cause })?;
    print(&String::from_utf8_lossy(&text))?;
    Ok(FINE)
}

/// A command with the options that every command takes, under its full name.
fn page_of(mut program: Command, name: &str) -> Result<Command, Error> {
    program.build();
    let Some(command) = program.find_subcommand(name) else {
        let message = format!("there is no command `{name}`");
        return Err(Error::Usage { message, help: "`claimlint --help` lists them".into() });
    };
    Ok(command.clone())
}
