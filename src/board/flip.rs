//! Exchanges the colours of a position, which must change nothing but them: a check of values and moves.

use shakmaty::{EnPassantMode, Position as _};

use super::fen::tolerated;
use super::position::Board;

impl Board {
    /// Returns the position with the colours exchanged: each side has the other's men on mirrored ranks, its castling rights
    /// and its turn. `None` if that is no legal position, which cannot be.
    #[must_use]
    pub fn flipped(&self) -> Option<Board> {
        let setup = self.position().to_setup(EnPassantMode::Legal).into_mirrored();
        tolerated(setup, self.position().castles().mode()).ok().map(Board::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_ranks_turn_rights_and_en_passant_are_exchanged_and_the_clocks_stay() {
        let rows = [
            ("4k3/8/8/8/8/8/4P3/4K2R w K - 3 9", "4k2r/4p3/8/8/8/8/8/4K3 b k - 3 9"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 7"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1"),
        ];
        for (fen, wanted) in rows {
            let board = Board::from_fen(fen, false).unwrap();
            let flipped = board.flipped().unwrap();
            assert_eq!(flipped.fen(), Board::from_fen(wanted, false).unwrap().fen());
            assert_eq!(flipped.flipped().unwrap().fen(), board.fen());
        }
    }
}
