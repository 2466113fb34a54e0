//! Distances on the board, as the vocabulary counts them: files and ranks from 1 to 8.

use shakmaty::Square;

/// Returns the file, 1 to 8.
pub(in crate::advice) fn file(square: Square) -> i32 {
    square.file() as i32 + 1
}

/// Returns the rank, 1 to 8.
pub(in crate::advice) fn rank(square: Square) -> i32 {
    square.rank() as i32 + 1
}

/// Returns the king moves from one square to the other (Chebyshev distance).
pub(in crate::advice) fn distance(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs().max((rank(from) - rank(to)).abs())
}

/// Returns the files plus the ranks between two squares (Manhattan distance).
pub(in crate::advice) fn manhattan(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs() + (rank(from) - rank(to)).abs()
}

/// Returns the steps to the nearest edge, 0 to 3.
pub(in crate::advice) fn edge_distance(square: Square) -> i32 {
    let (file, rank) = (file(square), rank(square));
    (file - 1).min(8 - file).min(rank - 1).min(8 - rank)
}

/// Returns the king moves to the nearest of the four centre squares, 0 to 3.
pub(in crate::advice) fn centre_distance(square: Square) -> i32 {
    3 - edge_distance(square)
}

/// Returns the files plus the ranks to the middle of the board, in half squares, 2 to 14.
pub(in crate::advice) fn centre_path(square: Square) -> i32 {
    (2 * file(square) - 9).abs() + (2 * rank(square) - 9).abs()
}

/// Returns the king moves to the nearest corner, 0 to 3.
pub(in crate::advice) fn corner_distance(square: Square) -> i32 {
    let (file, rank) = (file(square), rank(square));
    (file - 1).min(8 - file).max((rank - 1).min(8 - rank))
}

/// Returns whether b lies strictly between a and c.
pub(in crate::advice) fn between(a: i32, b: i32, c: i32) -> bool {
    a < b && b < c || c < b && b < a
}
