//! Writes lines of moves in standard notation, numbered or not.

use shakmaty::{Color, Move};

use super::position::Board;

/// Returns the moves of a line in standard notation.
pub fn notations(board: &Board, line: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let mut words = Vec::new();
    for &played in line {
        words.push(board.notation(played).to_string());
        board = board.after(played);
    }
    words
}

/// Returns `1. Kb6 Kb8 2. Rh8#`, counting from the position.
pub fn numbered(board: &Board, line: &[Move]) -> String {
    numbered_from(1, board.turn(), notations(board, line))
}

/// Returns the same for moves that are in standard notation already; the first has this number, and this side plays it.
pub fn numbered_from(number: u32, first: Color, notations: impl IntoIterator<Item = String>) -> String {
    let mut words = Vec::new();
    let (mut number, mut turn) = (number, first);
    for (place, notation) in notations.into_iter().enumerate() {
        match turn {
            Color::White => words.push(format!("{number}.")),
            Color::Black if place == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        number += u32::from(turn == Color::Black);
        turn = !turn;
        words.push(notation);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_numbered_from_whoever_begins() {
        let words = || ["Kb6", "Kb8", "Rh8#"].map(str::to_owned);
        assert_eq!(numbered_from(1, Color::White, words()), "1. Kb6 Kb8 2. Rh8#");
        assert_eq!(numbered_from(1, Color::Black, words()), "1... Kb6 2. Kb8 Rh8#");
        assert_eq!(numbered_from(42, Color::Black, words()), "42... Kb6 43. Kb8 Rh8#");
    }
}
