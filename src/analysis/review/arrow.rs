//! Finds the squares between which a move's arrow is drawn.

use shakmaty::{Move, Square};

/// Returns where a move's arrow begins and ends; in castling, the king's squares.
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
