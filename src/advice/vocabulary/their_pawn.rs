//! Words about a lone pawn of theirs, which comes down the board: whether our king is before it, and who is nearer to its
//! key squares. With several pawns they mean the first (a1, b1, … h8).

use shakmaty::{File, Rank, Role, Square};

use super::node::Node;
use super::pawn;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{distance, file, rank};
use crate::advice::position::side::Side;

pub(super) const WORDS: &[Word] = &[
    predicate("their_rook_pawn", "Their pawn stands on the a or the h file.", |node| {
        their_pawn(node).is_some_and(is_rook_pawn)
    }),
    predicate(
        "shut_in",
        "Their king stands before its own rook's pawn, and ours keeps it there: two files away, on its rank or one below.",
        shut_in,
    ),
    number(
        "before_their_pawn",
        0..=6,
        "How many ranks our king stands before their pawn, on its file: 1 on the next square; 0 if it does not.",
        |node| their_pawn(node).map_or(0, |pawn| ranks_before(node.position.king(Side::Us), pawn)),
    ),
    number(
        "their_pawn_moves",
        0..=5,
        "Moves that their pawn needs to its last rank, 5 from where it begins and from the next square; 0 if they have none.",
        |node| their_pawn(node).map_or(0, |pawn| pawn::moves_left(pawn.flip_vertical())),
    ),
    number(
        "to_their_pawn",
        1..=8,
        "King's moves from our king to their pawn; 8 if they have none.",
        |node| their_pawn(node).map_or(8, |pawn| distance(node.position.king(Side::Us), pawn)),
    ),
    number(
        "to_stop_square",
        0..=8,
        "King's moves from our king to the square before their pawn; 8 if they have none.",
        |node| stop_square(node).map_or(8, |stop| distance(node.position.king(Side::Us), stop)),
    ),
    number(
        "to_promotion_square",
        0..=8,
        "King's moves from our king to the square where their pawn promotes; 8 if they have none.",
        |node| their_pawn(node).map_or(8, |pawn| to_promotion_square(node.position.king(Side::Us), pawn)),
    ),
    number(
        "our_key_distance",
        0..=8,
        "King's moves from our king to the nearest key square of their pawn; 8 if they have none.",
        |node| key_distance(node, Side::Us),
    ),
    number(
        "their_key_distance",
        0..=8,
        "King's moves from their king to the nearest key square of their pawn; 8 if they have none.",
        |node| key_distance(node, Side::Them),
    ),
];

fn their_pawn(node: &Node<'_>) -> Option<Square> {
    node.position.first(Side::Them, Role::Pawn)
}

fn is_rook_pawn(pawn: Square) -> bool {
    matches!(pawn.file(), File::A | File::H)
}

fn ranks_before(king: Square, pawn: Square) -> i32 {
    if king.file() == pawn.file() { (rank(pawn) - rank(king)).max(0) } else { 0 }
}

/// Returns the square before their pawn; `None` if they have none.
pub(super) fn stop_square(node: &Node<'_>) -> Option<Square> {
    their_pawn(node)?.offset(-8)
}

fn to_promotion_square(king: Square, pawn: Square) -> i32 {
    distance(king, Square::from_coords(pawn.file(), Rank::First))
}

fn shut_in(node: &Node<'_>) -> bool {
    let (ours, theirs) = (node.position.king(Side::Us), node.position.king(Side::Them));
    their_pawn(node).is_some_and(|pawn| {
        is_rook_pawn(pawn)
            && ranks_before(theirs, pawn) > 0
            && (file(ours) - file(theirs)).abs() == 2
            && (0..=1).contains(&(rank(theirs) - rank(ours)))
    })
}

fn key_distance(node: &Node<'_>, side: Side) -> i32 {
    let king = node.position.king(side);
    their_pawn(node).map_or(8, |pawn| pawn::key_distance(pawn.flip_vertical(), king.flip_vertical()))
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use crate::advice::vocabulary::themes;

    fn value(word: &str, fen: &str) -> i32 {
        themes::value(word, fen, Color::White)
    }

    #[test]
    fn their_pawn_comes_down_the_board() {
        let fen = "8/8/2k5/8/4p3/8/4K3/8 b - - 0 1";
        // A pawn on its fifth rank has six key squares, on the two ranks before it: here from d3 to f2.
        for (word, expected) in [
            ("before_their_pawn", 2),
            ("their_pawn_moves", 3),
            ("to_their_pawn", 2),
            ("to_stop_square", 1),
            ("to_promotion_square", 1),
            ("our_key_distance", 0),
            ("their_key_distance", 3),
            ("their_rook_pawn", 0),
        ] {
            assert_eq!(value(word, fen), expected, "{word}");
        }
        assert_eq!(value("before_their_pawn", "8/8/2k1K3/8/4p3/8/8/8 b - - 0 1"), 0, "behind it");
        assert_eq!(value("to_promotion_square", "8/8/2k4p/8/8/1K6/8/8 w - - 0 1"), 6, "h1");
        assert_eq!(value("shut_in", "8/8/8/p7/8/8/k1K5/8 b - - 0 1"), 1);
        assert_eq!(value("shut_in", "8/8/8/p7/8/2K5/k7/8 b - - 0 1"), 0, "their king comes out by b1");
    }
}
