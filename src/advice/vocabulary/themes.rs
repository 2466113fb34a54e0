//! The whole vocabulary by theme, and finding a word in it.

use strsim::levenshtein;

use super::word::Word;
use super::{kings, knight, moves, pawn, region, rook, state};

/// Words that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// What they are about.
    pub title: &'static str,
    /// The words.
    pub words: &'static [Word],
}

/// The whole vocabulary.
pub const THEMES: &[Theme] = &[
    Theme { title: "State of the game", words: state::WORDS },
    Theme { title: "Kings", words: kings::WORDS },
    Theme { title: "The rook and its room", words: rook::WORDS },
    Theme { title: "The knight", words: knight::WORDS },
    Theme { title: "The region of their king", words: region::WORDS },
    Theme { title: "The pawn and its key squares", words: pawn::WORDS },
    Theme { title: "Moves", words: moves::WORDS },
];

/// Returns the word of that name.
pub fn find(name: &str) -> Option<&'static Word> {
    THEMES.iter().flat_map(|theme| theme.words).find(|word| word.name == name)
}

/// ` (did you mean …?)` where a word of that kind is written nearly like this, else nothing.
pub(in crate::advice) fn suggestion<'a>(
    name: &str,
    kind: &str,
    others: impl Iterator<Item = &'a str>,
) -> String {
    let words = THEMES.iter().flat_map(|theme| theme.words).filter(|word| word.meaning.kind() == kind);
    let nearest =
        words.map(|word| word.name).chain(others).map(|known| (levenshtein(name, known), known)).min();
    match nearest {
        Some((distance, known)) if distance <= (name.len() / 3).clamp(1, 4) => {
            format!(" (did you mean {known}?)")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::advice::position::Position;
    use crate::advice::side::Side;
    use crate::advice::vocabulary::node::Node;
    use crate::advice::vocabulary::word::Meaning;

    #[test]
    fn every_word_has_one_name_and_a_description() {
        let words: Vec<&Word> = THEMES.iter().flat_map(|theme| theme.words).collect();
        for (index, word) in words.iter().enumerate() {
            assert!(word.description.ends_with('.'), "{} needs a sentence", word.name);
            assert!(
                words[..index].iter().all(|other| other.name != word.name),
                "{} is there twice",
                word.name
            );
        }
    }

    #[test]
    fn words_look_at_the_root_only_where_they_say_so() {
        let at = |king, rook, theirs| {
            let mut position = Position::kings_only(king, theirs, Side::Us);
            position.put(Side::Us, Role::Rook, rook);
            position
        };
        let here = at(Square::C3, Square::E4, Square::G6);
        let roots = [here, at(Square::A1, Square::H4, Square::H5), at(Square::D1, Square::E1, Square::A8)];
        for word in THEMES.iter().flat_map(|theme| theme.words) {
            let values = roots.map(|root| {
                let node = Node { position: &here, root: &root, depth: 0 };
                match word.meaning {
                    Meaning::Predicate(holds) => i32::from(holds(&node)),
                    Meaning::Number(value) => value(&node),
                    Meaning::Moves(_) => 0,
                }
            });
            let differ = values.iter().any(|value| *value != values[0]);
            assert_eq!(differ, word.compares, "{}", word.name);
        }
    }

    #[test]
    fn a_misspelt_word_finds_the_one_that_was_meant() {
        assert_eq!(
            suggestion("rook_dvides", "predicate", std::iter::empty()),
            " (did you mean rook_divides?)"
        );
        assert_eq!(suggestion("weather", "number", std::iter::empty()), "");
    }
}
