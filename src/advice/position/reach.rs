//! Computes what a piece attacks from a square.

use shakmaty::{Bitboard, Role, Square, attacks};

/// Returns the squares that a piece attacks from a square, when these squares are occupied; none for a pawn.
pub fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::King => attacks::king_attacks(from),
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::Pawn => Bitboard::EMPTY,
    }
}
