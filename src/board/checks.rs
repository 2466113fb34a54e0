//! Says which moves give check, before they are played.

use shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Move, Position, Role, Square};

use super::position::Board;
use super::screens::sole_screens;

/// The squares from which each of the mover's pieces would attack the enemy king, and the pieces that uncover an attack
/// by leaving.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    squares: [Bitboard; 7],
    discoverers: Bitboard,
    king: Square,
}

impl Checks {
    /// Prepares the checks of the side to move; `None` if the enemy has no king.
    pub fn new(board: &Board) -> Option<Checks> {
        let position = board.position();
        let pieces = position.board();
        let them = !position.turn();
        let king = pieces.king_of(them)?;
        let occupied = pieces.occupied();
        let diagonals = bishop_attacks(king, occupied);
        let lines = rook_attacks(king, occupied);
        let mut squares = [Bitboard::EMPTY; 7];
        squares[Role::Pawn as usize] = pawn_attacks(them, king);
        squares[Role::Knight as usize] = knight_attacks(king);
        squares[Role::Bishop as usize] = diagonals;
        squares[Role::Rook as usize] = lines;
        squares[Role::Queen as usize] = diagonals | lines;
        let discoverers = sole_screens(pieces, king, position.turn()) & position.us();
        Some(Checks { squares, discoverers, king })
    }

    /// Returns whether a legal move of the position gives check.
    pub fn gives_check(&self, board: &Board, played: Move) -> bool {
        match played {
            Move::Normal { role, from, to, promotion: None, .. } => {
                self.squares[role as usize].contains(to)
                    || self.discoverers.contains(from) && !ray(self.king, from).contains(to)
            }
            // Rare, and can open or close several lines at once: play the move and look.
            _ => board.after(played).is_check(),
        }
    }
}
