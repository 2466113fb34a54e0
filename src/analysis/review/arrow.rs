//! Moves as arrows: from where to where they are drawn.

use shakmaty::{Move, Square};

/// Where a move's arrow begins and ends; the king's in castling.
pub(super) fn ends(played: Move) -> (Square, Square) {
    let to = match played {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
            Square::from_coords(file, king.rank())
        }
        other => other.to(),
    };
    (played.from().unwrap_or(to), to)
}
