//! Shows the user's words in messages about what was not understood.

use crate::text::shortened;

/// The longest word that messages show in full, in characters.
const SHOWN_LENGTH: usize = 40;

/// Returns a word of the user's in quotation marks, shortened.
pub(super) fn quoted(word: &str) -> String {
    format!("{:?}", shortened(word, SHOWN_LENGTH))
}
