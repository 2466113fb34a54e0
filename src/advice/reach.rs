//! What a piece attacks from a square.

use shakmaty::{Bitboard, Role, Square, attacks};

/// Returns the squares a piece (not a pawn) attacks.
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
