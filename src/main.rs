//! The binary: the command line is read, run, and what went wrong becomes a line on stderr and an exit code.

use std::process::ExitCode;

use lucena::cli::{self, Cli, CommandError};

fn main() -> ExitCode {
    match cli::run(&Cli::from_arguments(std::env::args_os())) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough: `lucena suite … | head`.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

fn failed(error: CommandError) -> ExitCode {
    let code = error.exit_code();
    // anyhow's alternate form prints the chain of causes.
    eprintln!("lucena: {:#}", anyhow::Error::from(error));
    ExitCode::from(code)
}
