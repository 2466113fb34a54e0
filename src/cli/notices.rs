//! Prints an engine's notices on stderr.

use crate::engine::Notice;
use crate::uci::in_words;

/// Prints a notice on stderr.
pub(super) fn print_notice(notice: &Notice) {
    eprintln!("lucena: {}", in_words(notice));
}
