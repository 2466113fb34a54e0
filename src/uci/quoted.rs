//! How words from the user are shown back to them. Used wherever something was not understood.

use crate::text::shortened;

/// Words from the user are shown up to this length.
const SHOWN_LENGTH: usize = 40;

/// A word of the user's in quotation marks, shortened.
pub(super) fn quoted(word: &str) -> String {
    format!("{:?}", shortened(word, SHOWN_LENGTH))
}
