//! Distances on the board, as the vocabulary counts them: files and ranks from 1 to 8.

use shakmaty::Square;

/// Returns the file, 1 to 8.
pub(super) fn file(square: Square) -> i32 {
    square.file() as i32 + 1
}

/// Returns the rank, 1 to 8.
pub(super) fn rank(square: Square) -> i32 {
    square.rank() as i32 + 1
}

/// King moves from one square to the other (Chebyshev).
pub(super) fn distance(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs().max((rank(from) - rank(to)).abs())
}

/// Files and ranks apart, added up (Manhattan).
pub(super) fn manhattan(from: Square, to: Square) -> i32 {
    (file(from) - file(to)).abs() + (rank(from) - rank(to)).abs()
}

/// Steps to the nearest edge; 0 on it.
pub(super) fn edge_distance(square: Square) -> i32 {
    let (file, rank) = (file(square), rank(square));
    (file - 1).min(8 - file).min(rank - 1).min(8 - rank)
}

/// King moves to the nearest of the four squares in the centre; 0 on them.
pub(super) fn centre_distance(square: Square) -> i32 {
    3 - edge_distance(square)
}

/// Files and ranks to the middle point of the board, in half squares.
pub(super) fn centre_path(square: Square) -> i32 {
    (2 * file(square) - 9).abs() + (2 * rank(square) - 9).abs()
}

/// King moves to the nearest corner.
pub(super) fn corner_distance(square: Square) -> i32 {
    let (file, rank) = (file(square), rank(square));
    (file - 1).min(8 - file).max((rank - 1).min(8 - rank))
}

/// Returns whether b lies strictly between a and c.
pub(super) fn between(a: i32, b: i32, c: i32) -> bool {
    a < b && b < c || c < b && b < a
}
