//! The binary: runs the command line, and turns an error into a line on stderr and an exit code.

use std::process::ExitCode;

use lucena::cli::{self, Cli, CommandError};
use lucena::text::system_reason;

fn main() -> ExitCode {
    match cli::run(&Cli::from_arguments(std::env::args_os())) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough: `lucena suite … | head`.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

fn failed(error: CommandError) -> ExitCode {
    let code = error.exit_code();
    eprintln!("lucena: {}", in_words(&anyhow::Error::from(error)));
    ExitCode::from(code)
}

/// Returns the chain of causes in words.
fn in_words(error: &anyhow::Error) -> String {
    let words = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<std::io::Error>() {
        Some(refused) => system_reason(refused),
        None => cause.to_string(),
    };
    error.chain().map(words).collect::<Vec<_>>().join(": ")
}
