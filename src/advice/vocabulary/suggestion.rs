//! Suggests words of the vocabulary for one that is not in it: the nearest by its letters, or those of the theme it speaks of.

use super::themes::{THEMES, Theme};
use super::word::{Meaning, Word};
use crate::text::nearest;

/// The most words of a theme that a suggestion names.
const MOST_WORDS: usize = 5;

/// Parts of names that say nothing about a theme.
const PARTICLES: [&str; 12] =
    ["the", "and", "its", "of", "our", "their", "to", "in", "on", "is", "has", "have"];

/// Returns ` (did you mean …?)` if a word of that kind, or another name, has nearly this spelling; else the words of the
/// theme that the name speaks of, in brackets; an empty text if it speaks of none.
pub(in crate::advice) fn suggestion<'a>(
    name: &str,
    kind: &str,
    others: impl Iterator<Item = &'a str>,
) -> String {
    let words = THEMES.iter().flat_map(|theme| theme.words).filter(|word| word.meaning.kind() == kind);
    if let Some(known) = nearest(name, words.map(|word| word.name).chain(others)) {
        return format!(" (did you mean {known}?)");
    }
    let parts: Vec<&str> = parts(name).collect();
    let Some(theme) = spoken_of(&parts, kind) else { return String::new() };
    let mut words: Vec<&Word> = theme.words.iter().filter(|word| fits(word, kind)).collect();
    // A number needs a comparison where a predicate is expected, so it comes after the predicates.
    words.sort_by_key(|word| (std::cmp::Reverse(shared(&parts, word.name)), word.meaning.kind() != kind));
    let names: Vec<&str> = words.iter().take(MOST_WORDS).map(|word| word.name).collect();
    format!(" (\"{}\" has {})", theme.title, names.join(", "))
}

/// Returns the theme that most parts of a name speak of, in its title or else in its words; `None` if there is none.
fn spoken_of(parts: &[&str], kind: &str) -> Option<&'static Theme> {
    let hits = |theme: &Theme| {
        let words = theme.words.iter().filter(|word| fits(word, kind));
        let in_words = words.map(|word| shared(parts, word.name)).max()?;
        let in_title = shared(parts, &theme.title.to_lowercase());
        (in_title + in_words > 0).then_some((in_title, in_words))
    };
    // The last of equals is the greatest, and the first theme is to win.
    THEMES
        .iter()
        .rev()
        .filter_map(|theme| Some((hits(theme)?, theme)))
        .max_by_key(|(hits, _)| *hits)
        .map(|(_, theme)| theme)
}

/// Returns whether a word can stand where a kind is expected; a number can be compared to give a predicate.
fn fits(word: &Word, kind: &str) -> bool {
    word.meaning.kind() == kind || kind == "predicate" && matches!(word.meaning, Meaning::Number(_))
}

fn shared(parts: &[&str], name: &str) -> usize {
    self::parts(name).filter(|part| parts.contains(part)).count()
}

/// Returns the parts of a name or a title that say what it is about, without the plural.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(['_', ' ']).filter(|part| !PARTICLES.contains(part));
    parts.map(|part| part.strip_suffix('s').unwrap_or(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_predicate(name: &str) -> String {
        suggestion(name, "predicate", std::iter::empty())
    }

    #[test]
    fn a_misspelt_word_finds_the_one_that_was_meant() {
        assert_eq!(of_predicate("rook_dvides"), " (did you mean rook_divides?)");
        assert_eq!(suggestion("nearr", "predicate", ["near"].into_iter()), " (did you mean near?)");
        assert_eq!(suggestion("weather", "number", std::iter::empty()), "");
    }

    #[test]
    fn a_word_that_is_not_there_finds_the_words_of_its_theme() {
        let bishop = of_predicate("bishop_right_colour");
        assert!(bishop.starts_with(" (\"The bishop\" has bishop_of_corner, "), "{bishop}");
        let knight = suggestion("knight_to_goal", "number", std::iter::empty());
        assert!(
            knight.starts_with(" (\"The knight\" has ") && knight.contains("knight_distance"),
            "{knight}"
        );
        let moves = suggestion("queen_check_move", "move class", std::iter::empty());
        assert!(moves.starts_with(" (\"Moves\" has ") && moves.contains("queen_move"), "{moves}");
    }
}
