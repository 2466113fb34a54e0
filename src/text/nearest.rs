//! Finds the known name closest to a misspelt key, option, keyword or word, for error messages.

use strsim::levenshtein;

/// Returns the known name closest to what was written; `None` if none is close enough. Case, `_`, `-` and spaces make no
/// difference.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    let tolerated = (written.chars().count() / 3).clamp(1, 4);
    known
        .into_iter()
        .map(|name| (levenshtein(&written, &plain(name)), name))
        .filter(|(distance, _)| *distance <= tolerated)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns ` (did you mean "…"?)` with the known name closest to what was written, for messages about unknown names; an empty text
/// if none is close enough.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!(" (did you mean {name:?}?)"))
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_the_one_that_was_meant() {
        let known = ["hash", "threads", "multi_pv", "move_overhead"];
        assert_eq!(nearest("hahs", ["hashes"]), None);
        assert_eq!(nearest("hush", known), Some("hash"));
        assert_eq!(nearest("thread", known), Some("threads"));
        assert_eq!(nearest("MultiPV", known), Some("multi_pv"));
        assert_eq!(nearest("Move Overhaed", known), Some("move_overhead"));
        assert_eq!(nearest("ponder", known), None);
    }
}
