//! A legal position with its keys and moves, and what rules and search ask about it.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, MoveList, Position, Role, Square};

use super::clock::fits_into_clock;
use super::crowded;
use super::keys::Keys;
use super::screens::sole_screens;

/// A legal position with its keys, small enough (160 bytes) to be copied at every move.
#[derive(Clone, Debug)]
pub struct Board {
    position: Chess,
    keys: Keys,
    reversible_plies: u32,
    /// There may be more moves than shakmaty's lists hold.
    pub(super) is_crowded: bool,
}

impl Default for Board {
    fn default() -> Self {
        Board::new(Chess::default())
    }
}

impl Board {
    /// Wraps a legal position; keys are computed from scratch.
    pub fn new(position: Chess) -> Board {
        let keys = Keys::from_scratch(&position);
        let reversible_plies = position.halfmoves();
        let is_crowded = crowded::is_crowded(&position);
        Board { position, keys, reversible_plies, is_crowded }
    }

    /// shakmaty's view of the position.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the incremental keys.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Returns the plies since the last capture or pawn move, as the 50-move rule counts them.
    pub fn halfmove_clock(&self) -> u32 {
        self.position.halfmoves()
    }

    /// Returns how many plies back an equal position can lie. A capture, a pawn move or a null move resets it to 0.
    pub fn reversible_plies(&self) -> u32 {
        self.reversible_plies
    }

    /// Returns the position after a legal move.
    ///
    /// The move must come from [`Board::legal_moves`] or have been checked for legality.
    #[must_use]
    pub fn after(&self, played: Move) -> Board {
        let mut next = self.clone();
        next.keys.remove_before(&self.position, played);
        next.position.play_unchecked(played);
        next.keys.add_after(&self.position, &next.position);
        next.reversible_plies = if played.is_zeroing() { 0 } else { self.reversible_plies.saturating_add(1) };
        next
    }

    /// Returns the key of the position after a legal move, mostly at much less cost than [`Board::after`].
    pub fn key_after(&self, played: Move) -> u64 {
        if self.position.castles().any() || is_double_step(played) {
            return self.after(played).keys.position;
        }
        let mut keys = self.keys;
        keys.remove_before(&self.position, played);
        keys.position
    }

    /// Returns the position with the other side to move, as after a null move. `None` if that is not legal, that is, in
    /// check.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Board> {
        let position = self.position.clone().swap_turn().ok()?;
        let keys = self.keys.with_turn_swapped();
        Some(Board { position, keys, reversible_plies: 0, is_crowded: self.is_crowded })
    }

    /// Returns all legal moves. If there are more men than a game can produce, it returns at most 256 moves, captures
    /// first.
    pub fn legal_moves(&self) -> MoveList {
        if self.is_crowded { crowded::legal_moves(&self.position) } else { self.position.legal_moves() }
    }

    /// Returns all legal moves, including those that [`Board::legal_moves`] leaves out.
    pub fn all_legal_moves(&self) -> Vec<Move> {
        if self.is_crowded {
            crowded::all_legal_moves(&self.position)
        } else {
            self.position.legal_moves().to_vec()
        }
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Returns whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    /// Returns the number of men, kings included.
    #[inline]
    pub fn men(&self) -> usize {
        self.position.board().occupied().count()
    }

    /// Returns whether the 50-move rule ends the game here. A mate on the board comes first.
    pub fn is_drawn_by_clock(&self) -> bool {
        self.is_clock_run_out() && !self.is_checkmate()
    }

    /// Returns whether the clock leaves no further ply. A mate on the board comes before the draw: the caller looks for it, or
    /// knows that there is none.
    #[inline]
    pub fn is_clock_run_out(&self) -> bool {
        !fits_into_clock(self.halfmove_clock(), 1)
    }

    /// Returns whether neither side could mate even with the other's help.
    pub fn is_dead_material(&self) -> bool {
        let board = self.position.board();
        // Cheap test first: with a pawn, rook or queen, a side can always mate.
        (board.pawns() | board.rooks_and_queens()).is_empty() && self.position.is_insufficient_material()
    }

    /// A side's pieces: its men without king and pawns.
    #[must_use]
    pub fn pieces(&self, side: Color) -> Bitboard {
        let board = self.position.board();
        board.by_color(side) & !(board.pawns() | board.kings())
    }

    /// The pieces of both sides: the men without kings and pawns.
    #[must_use]
    pub fn all_pieces(&self) -> Bitboard {
        let board = self.position.board();
        board.occupied() & !(board.pawns() | board.kings())
    }

    /// Returns whether a piece or the king of a side can go to at least `squares` squares: squares that its own men
    /// leave free and, for the king, that the enemy does not attack. Pins and checks do not count.
    #[must_use]
    pub fn has_mobile_piece(&self, side: Color, squares: usize) -> bool {
        let board = self.position.board();
        let own = board.by_color(side);
        if self.pieces(side).into_iter().any(|from| (board.attacks_from(from) & !own).count() >= squares) {
            return true;
        }
        let Some(king) = board.king_of(side) else { return false };
        // Squares behind the king are attacked, too, once it goes there.
        let occupied = board.occupied().without(king);
        let is_safe = |to: &Square| board.attacks_to(*to, !side, occupied).is_empty();
        (board.attacks_from(king) & !own).into_iter().filter(is_safe).count() >= squares
    }

    /// Returns whether a piece of a side may not leave the line between its king and an enemy piece.
    #[must_use]
    pub fn has_pinned_piece(&self, side: Color) -> bool {
        let board = self.position.board();
        let Some(king) = board.king_of(side) else { return false };
        (sole_screens(board, king, !side) & self.pieces(side)).any()
    }

    /// A legal move in standard algebraic notation, with the sign for check or mate.
    pub fn notation(&self, played: Move) -> SanPlus {
        let after = self.after(played);
        self.notation_with(played, after.is_check(), after.is_checkmate())
    }

    /// The same for who knows whether the move gives check and mates.
    pub fn notation_with(&self, played: Move, gives_check: bool, mates: bool) -> SanPlus {
        // shakmaty's own suffix generates all moves, which may be too many.
        let suffix = match (gives_check, mates) {
            (_, true) => Some(Suffix::Checkmate),
            (true, _) => Some(Suffix::Check),
            _ => None,
        };
        SanPlus { san: San::from_move(&self.position, played), suffix }
    }

    /// Returns a move as the protocol writes it: in Chess960, castling is the king taking its own rook.
    pub fn uci(&self, played: Move) -> String {
        played.to_uci(self.position.castles().mode()).to_string()
    }

    /// Returns the FEN of the position, en passant square only where the capture is legal.
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

/// Whether a move lets a pawn take en passant, if one stands beside it.
fn is_double_step(played: Move) -> bool {
    let Move::Normal { role: Role::Pawn, from, to, .. } = played else { return false };
    from.rank().distance(to.rank()) == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_written_as_the_king_taking_its_rook_in_chess960_alone() {
        for (fen, chess960, written) in [
            ("4k3/8/8/8/8/8/8/1K5R w H - 0 1", true, "b1h1"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false, "e1g1"),
        ] {
            let board = Board::from_fen(fen, chess960).unwrap();
            let castling = board.legal_moves().into_iter().find(|played| played.is_castle()).unwrap();
            assert_eq!(board.uci(castling), written);
        }
    }
}
