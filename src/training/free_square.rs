//! Finds random squares for men.

use fastrand::Rng;
use shakmaty::{Bitboard, Board as Men, Role, Square};

/// The most tries for a free square.
const TRIES: usize = 100;

/// Returns an empty square on which this man may be; `None` if none is found soon.
pub(super) fn free_square(men: &Men, role: Role, random: &mut Rng) -> Option<Square> {
    let possible = |square: &Square| men.piece_at(*square).is_none() && may_be_on(role, *square);
    (0..TRIES).map(|_| Square::new(random.u32(..64))).find(possible)
}

/// Returns whether a man of this kind may be on a square: no pawn is on the outer ranks.
pub(super) fn may_be_on(role: Role, square: Square) -> bool {
    role != Role::Pawn || !Bitboard::BACKRANKS.contains(square)
}
