//! Words about a lone pawn: whether it outruns their king, and the squares from which our king wins for it. With several
//! pawns they mean the first (a1, b1, … h8).

use std::sync::LazyLock;

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{distance, file, rank};
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;

pub(super) const WORDS: &[Word] = &[
    predicate(
        "pawn_runs",
        "Nobody stands before the pawn, and their king is too far from the last rank to stop it.",
        |node| pawn(node).is_some_and(|pawn| runs(node.position, pawn)),
    ),
    predicate("rook_pawn", "The pawn stands on the a or the h file.", |node| {
        pawn(node).is_some_and(is_rook_pawn)
    }),
    predicate(
        "on_key_square",
        "Our king stands on a key square: from there the pawn wins whoever is to move, if it is not lost.",
        |node| key_square_distance(node) == 0,
    ),
    number(
        "key_square_distance",
        0..=8,
        "King's moves from our king to the nearest key square of the pawn.",
        key_square_distance,
    ),
    number(
        "pawn_moves",
        0..=5,
        "Moves that the pawn needs to the last rank, 5 from where it begins and from the next square; 0 if there is no pawn.",
        |node| pawn(node).map_or(0, moves_left),
    ),
    number(
        "our_pawn_distance",
        1..=8,
        "King's moves from our king to the pawn; 8 if there is none.",
        |node| pawn(node).map_or(8, |pawn| distance(node.position.king(Side::Us), pawn)),
    ),
    number(
        "their_pawn_distance",
        1..=8,
        "King's moves from their king to the pawn; 8 if there is none.",
        |node| pawn(node).map_or(8, |pawn| distance(node.position.king(Side::Them), pawn)),
    ),
];

fn pawn(node: &Node<'_>) -> Option<Square> {
    node.position.first(Side::Us, Role::Pawn)
}

fn is_rook_pawn(pawn: Square) -> bool {
    matches!(pawn.file(), File::A | File::H)
}

/// Returns a pawn's moves to the last rank; from the second rank the first move goes two ranks.
pub(super) fn moves_left(pawn: Square) -> i32 {
    8 - rank(pawn).max(3)
}

/// Returns whether the pawn outruns their king, by the rule of the square.
fn runs(position: &Position, pawn: Square) -> bool {
    let ahead = Bitboard::from(pawn.file()) & Bitboard(!0 << u32::from(pawn));
    let free = (ahead & position.occupied()) == Bitboard::from(pawn);
    let promotion = Square::from_coords(pawn.file(), Rank::Eighth);
    let theirs = i32::from(position.turn() == Side::Them);
    free && distance(position.king(Side::Them), promotion) > moves_left(pawn) + theirs
}

/// Up to the fourth rank the key squares lie two ranks before the pawn, on its file and beside it; later they are those of
/// the last two ranks from which our king guards its way. A rook's pawn has two, on the next file.
fn is_key_square(pawn: Square, square: Square) -> bool {
    let (beside, up) = ((file(square) - file(pawn)).abs(), rank(square));
    let guards_the_end = up == 7 && (beside == 1 || beside == 0 && rank(pawn) < 7) || up == 8 && beside == 1;
    match rank(pawn) {
        _ if is_rook_pawn(pawn) => beside == 1 && up >= 7,
        first @ 2..=4 => beside <= 1 && up == first + 2,
        5 => beside <= 1 && (up == 6 || up == 7),
        _ => guards_the_end,
    }
}

/// Returns the key squares of the first pawn; none without a pawn.
pub(in crate::advice) fn key_squares(position: &Position) -> Bitboard {
    let pawn = position.first(Side::Us, Role::Pawn);
    Square::ALL.into_iter().filter(|square| pawn.is_some_and(|pawn| is_key_square(pawn, *square))).collect()
}

/// King moves to the nearest key square, by the squares of the pawn and of our king.
static KEY_DISTANCES: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|pawn| {
        std::array::from_fn(|king| {
            let (pawn, king) = (Square::new(pawn as u32), Square::new(king as u32));
            let keys = Square::ALL.into_iter().filter(|square| is_key_square(pawn, *square));
            keys.map(|square| distance(king, square)).min().unwrap_or(8)
        })
    })
});

fn key_square_distance(node: &Node<'_>) -> i32 {
    pawn(node).map_or(8, |pawn| key_distance(pawn, node.position.king(Side::Us)))
}

/// Returns the king moves to the nearest key square of a pawn that goes up the board.
pub(super) fn key_distance(pawn: Square, king: Square) -> i32 {
    KEY_DISTANCES[usize::from(pawn)][usize::from(king)]
}
