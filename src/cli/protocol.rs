//! Where the command line hands over to the protocol: `lucena` alone, and `lucena go`.

use super::CommandError;
use crate::config::Config;

// TO JOIN: both functions call `crate::uci` as soon as it is there.

/// Speaks UCI on stdin and stdout until `quit` or the end of input.
pub(super) fn run(_config: &Config) -> Result<(), CommandError> {
    Err(CommandError::Internal("the protocol is not joined".to_owned()))
}

/// Runs one `go` on a position and prints what UCI prints.
pub(super) fn run_single_go(
    _config: &Config,
    _words: &str,
    _fen: Option<&str>,
    _options: &[(&str, &str)],
) -> Result<(), CommandError> {
    Err(CommandError::Internal("the protocol is not joined".to_owned()))
}
