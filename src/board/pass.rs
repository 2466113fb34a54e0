//! Passing, as games are annotated: a null move that is written, not one that a search tries.

use shakmaty::{EnPassantMode, Position as _};

use super::fen::tolerated;
use super::position::Board;

impl Board {
    /// Returns the position after a null move of a game's notation (`--`), by which the side to move passes: the clock and the
    /// number of the move go on as after a move. `None` in check.
    #[must_use]
    pub fn after_pass(&self) -> Option<Board> {
        let mut setup = self.position().to_setup(EnPassantMode::Always);
        setup.swap_turn();
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if self.turn().is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        tolerated(setup, self.position().castles().mode()).ok().map(Board::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_moves_the_counters_on_and_ends_the_right_to_capture_in_passing() {
        let after = |fen: &str| Board::from_fen(fen, false).unwrap().after_pass().map(|board| board.fen());
        let cases = [
            ("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 3 9", "4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 4 9"),
            ("4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 4 9", "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 5 10"),
        ];
        for (before, expected) in cases {
            assert_eq!(after(before).as_deref(), Some(expected));
        }
        assert_eq!(after("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"), None);
    }
}
