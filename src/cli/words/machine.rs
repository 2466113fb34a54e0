//! Checks what an option may take of this machine: threads, transposition table and memory.

use crate::cli::CommandError;
use crate::config::Schema;
use crate::search::largest_hash_mib;
use crate::threads::all_cores;

/// The default memory for what the solver proves, in GiB, if the machine has that much.
const SOLVER_GIBIBYTES: f64 = 4.0;
const BYTES_PER_GIBIBYTE: f64 = (1u64 << 30) as f64;

/// Reads `--threads` with the range of engine.toml.
pub(in crate::cli) fn threads(word: &str) -> Result<usize, String> {
    Schema::read_number("threads", word)
}

/// Reads `--hash` with the range of engine.toml.
pub(in crate::cli) fn hash(word: &str) -> Result<usize, String> {
    Schema::read_number("hash", word)
}

/// Reads `--memory`: a positive number of GiB.
pub(in crate::cli) fn gibibytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("allowed: a number of GiB above 0, such as 8 or 0.5".to_owned()),
    }
}

/// Returns the memory asked for in GiB, else the usual amount or what the machine allows.
///
/// # Errors
/// If more is asked for than the machine allows.
pub(in crate::cli) fn memory(asked: Option<f64>, usual: f64) -> Result<f64, CommandError> {
    let allowed = largest_hash_mib() as f64 / 1024.0;
    match asked {
        Some(asked) if asked > allowed => Err(CommandError::Usage(format!(
            "--memory {asked} is impossible here: this machine's memory allows up to {allowed:.1} GiB"
        ))),
        asked => Ok(asked.unwrap_or(usual.min(allowed))),
    }
}

/// Returns the memory for what the solver proves, in bytes.
///
/// # Errors
/// If more is asked for than the machine allows.
pub(in crate::cli) fn solver_bytes(asked: Option<f64>) -> Result<usize, CommandError> {
    Ok((memory(asked, SOLVER_GIBIBYTES)? * BYTES_PER_GIBIBYTE) as usize)
}

/// Returns the number of threads asked for, else one for every core.
pub(in crate::cli) fn threads_or_all_cores(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(all_cores)
}
