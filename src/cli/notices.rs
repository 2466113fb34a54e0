//! Prints what an engine notices beside its answers, for every command that searches.

use crate::engine::Notice;
use crate::uci::in_words;

pub(super) fn print_notice(notice: &Notice) {
    eprintln!("lucena: {}", in_words(notice));
}
