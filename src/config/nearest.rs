//! Which known name somebody may have meant: for messages about misspelt keys, options and words.

/// The known name that is closest to what was written, if one is close enough to be meant. Case, `_`, `-` and
/// spaces make no difference.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    let tolerated = (written.len() / 3).clamp(1, 4);
    known
        .into_iter()
        .map(|name| (distance(&written, &plain(name)), name))
        .filter(|(distance, _)| *distance <= tolerated)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn plain(name: &str) -> Vec<char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// How many letters must be added, removed or changed to get from one word to the other (Levenshtein).
fn distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
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
