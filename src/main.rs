//! The binary: runs the command line, and turns an error into a line on stderr and an exit code.

use std::process::ExitCode;

use lucena::cli::{self, Cli, CommandError};
use lucena::text::with_causes;

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
    eprintln!("lucena: {}", with_causes(&error));
    ExitCode::from(code)
}
