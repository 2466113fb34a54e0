//! Words about a rook ending with one pawn: who is cut off, who stands before the pawn, and on which ranks men stand.
//!
//! With several pawns or rooks they mean the first (a1, b1, … h8). Ranks are counted from our side of the board.

use shakmaty::{Rank, Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{between, distance, file, rank};
use crate::advice::position::side::Side;

pub(super) const WORDS: &[Word] = &[
    number(
        "files_cut_off",
        0..=6,
        "How many files from our pawn our rook cuts their king off: those up to the rook, if it stands between pawn and king by file; otherwise 0.",
        cut_off,
    )
    .of(Role::Rook),
    number(
        "our_promotion_distance",
        0..=8,
        "King's moves from our king to the square where our pawn promotes; 8 if we have none.",
        |node| promotion_distance(node, Side::Us),
    ),
    number(
        "their_promotion_distance",
        0..=8,
        "King's moves from their king to the square where our pawn promotes; 8 if we have none.",
        |node| promotion_distance(node, Side::Them),
    ),
    number("our_king_rank", 1..=8, "The rank of our king, counted from our side.", |node| {
        rank(node.position.king(Side::Us))
    }),
    number("their_king_rank", 1..=8, "The rank of their king, counted from our side.", |node| {
        rank(node.position.king(Side::Them))
    }),
    number("rook_rank", 0..=8, "The rank of our rook, counted from our side; 0 if there is none.", |node| {
        rook(node).map_or(0, rank)
    })
    .of(Role::Rook),
    predicate("behind_their_pawn", "Our rook stands on the file of their pawn, behind it.", |node| {
        pawn(node, Side::Them).zip(rook(node)).is_some_and(|(pawn, rook)| {
            pawn.file() == rook.file() && rank(rook) > rank(pawn)
        })
    })
    .of(Role::Rook),
    number(
        "rook_pawn_files",
        0..=8,
        "Files from our rook to their pawn; 8 if one of them is missing.",
        |node| {
            let both = pawn(node, Side::Them).zip(rook(node));
            both.map_or(8, |(pawn, rook)| (file(pawn) - file(rook)).abs())
        },
    )
    .of(Role::Rook),
];

fn pawn(node: &Node<'_>, side: Side) -> Option<Square> {
    node.position.first(side, Role::Pawn)
}

fn rook(node: &Node<'_>) -> Option<Square> {
    node.position.first(Side::Us, Role::Rook)
}

fn cut_off(node: &Node<'_>) -> i32 {
    let king = file(node.position.king(Side::Them));
    let both = pawn(node, Side::Us).zip(rook(node)).map(|(pawn, rook)| (file(pawn), file(rook)));
    both.filter(|(pawn, rook)| between(*pawn, *rook, king)).map_or(0, |(pawn, rook)| (pawn - rook).abs())
}

fn promotion_distance(node: &Node<'_>, side: Side) -> i32 {
    let promotion = pawn(node, Side::Us).map(|pawn| Square::from_coords(pawn.file(), Rank::Eighth));
    promotion.map_or(8, |promotion| distance(node.position.king(side), promotion))
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use crate::advice::vocabulary::themes::value;

    #[test]
    fn lucenas_position_cuts_the_king_off_by_one_file() {
        let lucena = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1";
        for (word, expected) in [
            ("files_cut_off", 1),
            ("our_promotion_distance", 0),
            ("their_promotion_distance", 2),
            ("our_king_rank", 8),
            ("their_king_rank", 8),
            ("rook_rank", 1),
        ] {
            assert_eq!(value(word, lucena, Color::White), expected, "{word}");
        }
        assert_eq!(value("files_cut_off", "1K1k4/1P6/8/8/8/8/r7/4R3 w - - 0 1", Color::White), 0);
        assert_eq!(value("files_cut_off", "1K4k1/1P6/8/8/8/8/r7/4R3 w - - 0 1", Color::White), 3);
    }

    #[test]
    fn the_defender_counts_ranks_from_its_own_side() {
        // Philidor's position with Black to hold: the rook stands on Black's third rank.
        let philidor = "4k3/R7/1r6/3KP3/8/8/8/8 b - - 0 1";
        for (word, expected) in [
            ("rook_rank", 3),
            ("their_king_rank", 4),
            ("our_king_rank", 1),
            ("rook_pawn_files", 3),
            ("behind_their_pawn", 0),
        ] {
            assert_eq!(value(word, philidor, Color::Black), expected, "{word}");
        }
        assert_eq!(value("behind_their_pawn", "4k3/R7/4P3/3K4/8/8/8/4r3 b - - 0 1", Color::Black), 1);
    }
}
