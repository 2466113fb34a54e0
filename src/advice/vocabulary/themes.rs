//! The whole vocabulary by theme, with the search for a word in it.

use super::word::Word;
use super::{
    bishop, kings, knight, moves, pawn, queen, region, rook, rook_ending, state, their_men, their_pawn,
};
use shakmaty::Role;

/// Words that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// What they are about.
    pub title: &'static str,
    /// The man of ours that they are about; `None` if they are about no single kind.
    pub man: Option<Role>,
    /// The words.
    pub words: &'static [Word],
}

/// The whole vocabulary.
pub const THEMES: &[Theme] = &[
    Theme { title: "State of the game", man: None, words: state::WORDS },
    Theme { title: "Kings", man: None, words: kings::WORDS },
    Theme { title: "The rook and its room", man: Some(Role::Rook), words: rook::WORDS },
    Theme { title: "Rook endings with a pawn", man: None, words: rook_ending::WORDS },
    Theme { title: "The knight", man: Some(Role::Knight), words: knight::WORDS },
    Theme { title: "The queen", man: Some(Role::Queen), words: queen::WORDS },
    Theme { title: "The bishop", man: Some(Role::Bishop), words: bishop::WORDS },
    Theme { title: "The region of their king", man: None, words: region::WORDS },
    Theme { title: "The pawn and its key squares", man: Some(Role::Pawn), words: pawn::WORDS },
    Theme { title: "Their pawn", man: None, words: their_pawn::WORDS },
    Theme { title: "Their men", man: None, words: their_men::WORDS },
    Theme { title: "Moves", man: None, words: moves::WORDS },
];

/// Returns the word of that name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static Word> {
    THEMES.iter().flat_map(|theme| theme.words).find(|word| word.name == name)
}

/// Returns the man that a word is about: ours, or for a class of moves the one that moves.
pub(in crate::advice) fn man_of(word: &Word) -> Option<Role> {
    let theme = THEMES.iter().find(|theme| theme.words.iter().any(|known| known.name == word.name));
    word.man.or_else(|| theme?.man)
}

/// Returns what a word says of a position with the advice for a colour: a number, or 1 if a predicate holds; for tests.
#[cfg(test)]
pub(super) fn value(word: &str, fen: &str, us: shakmaty::Color) -> i32 {
    let board = crate::board::Board::from_fen(fen, false).unwrap();
    let position = crate::advice::position::view::Position::from_board(&board, us).unwrap();
    let root = super::Node::root(&position);
    match find(word).unwrap().meaning {
        super::Meaning::Number(value) => value(&root),
        super::Meaning::Predicate(holds) => i32::from(holds(&root)),
        super::Meaning::Moves(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Square};

    use super::*;
    use crate::advice::position::side::Side;
    use crate::advice::position::view::Position;
    use crate::advice::vocabulary::node::Node;
    use crate::advice::vocabulary::word::Meaning;
    use crate::board::Board;

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
    fn no_number_is_ever_outside_its_range() {
        let mut random = fastrand::Rng::with_seed(9);
        let men = ["", "B", "R", "RR", "N", "P", "Q", "BN", "RN", "QP"];
        let mut looked_at = 0;
        while looked_at < 4_000 {
            let mut pieces = shakmaty::Board::empty();
            let men = men[random.usize(0..men.len())];
            for (role, color) in men
                .chars()
                .map(|letter| (Role::from_char(letter).unwrap(), Color::White))
                .chain([(Role::King, Color::White), (Role::King, Color::Black), (Role::Pawn, Color::Black)])
            {
                pieces.set_piece_at(Square::new(random.u32(0..64)), role.of(color));
            }
            let turn = if random.bool() { 'w' } else { 'b' };
            let board = Board::from_fen(&format!("{} {turn} - - 0 1", pieces.board_fen()), false);
            let position = board.ok().and_then(|board| Position::from_board(&board, Color::White));
            let Some(position) = position else { continue };
            looked_at += 1;
            for word in THEMES.iter().flat_map(|theme| theme.words) {
                if let Meaning::Number(value) = word.meaning {
                    let (value, (least, greatest)) = (value(&Node::root(&position)), word.bounds);
                    let fen = position.fen(Color::White);
                    assert!((least..=greatest).contains(&value), "{} is {value} in {fen}", word.name);
                }
            }
        }
    }
}
