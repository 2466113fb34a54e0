//! What an option may take of this machine: threads, transposition table and memory.

use crate::config::Schema;
use crate::engine::options::Value;
use crate::search::largest_hash_mib;
use crate::threads::all_cores;

/// Reads `--threads` with the range of engine.toml.
pub(in crate::cli) fn threads(word: &str) -> Result<usize, String> {
    in_range("threads", word)
}

/// Reads `--hash` with the range of engine.toml.
pub(in crate::cli) fn hash(word: &str) -> Result<usize, String> {
    in_range("hash", word)
}

fn in_range(key: &str, word: &str) -> Result<usize, String> {
    let schema = Schema::built_in();
    let setting = schema.setting("options", key).ok_or_else(|| format!("there is no option {key}"))?;
    match setting.read(word) {
        Some(Value::Integer(number)) => usize::try_from(number).map_err(|error| error.to_string()),
        _ => Err(format!("allowed: {}", setting.allowed())),
    }
}

/// Returns the most memory that one command may take, in GiB.
pub(in crate::cli) fn memory_gibibytes() -> f64 {
    largest_hash_mib() as f64 / 1024.0
}

/// Returns the number of threads asked for, else one for every core.
pub(in crate::cli) fn threads_or_all_cores(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(all_cores)
}
