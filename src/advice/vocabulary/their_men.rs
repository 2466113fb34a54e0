//! Words about their men besides the king: which they have, and how far they are from the kings.

use shakmaty::{Bitboard, Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{corner_distance, distance, edge_distance};
use crate::advice::position::side::Side;
use crate::advice::position::step::Steps;

pub(super) const WORDS: &[Word] = &[
    predicate("they_have_queen", "They have a queen.", |node| {
        node.position.pieces(Side::Them, Role::Queen).any()
    }),
    predicate("they_have_pawn", "They have a pawn.", |node| {
        node.position.pieces(Side::Them, Role::Pawn).any()
    }),
    predicate(
        "last_man_won",
        "Their king is bare and to move, can take nothing and is not stalemated, and we have a queen or a rook: the rest is won.",
        last_man_won,
    ),
    number(
        "their_man_distance",
        1..=8,
        "King's moves from their king to the nearest of its other men; 8 if it is bare.",
        |node| nearest(node, node.position.king(Side::Them)),
    ),
    number(
        "to_their_man",
        1..=8,
        "King's moves from our king to the nearest of their other men; 8 if their king is bare.",
        |node| nearest(node, node.position.king(Side::Us)),
    ),
    number(
        "their_man_edge_distance",
        0..=3,
        "Steps from the first of their other men (a1, b1, … h8) to the nearest edge; 3 if their king is bare.",
        |node| others(node).first().map_or(3, edge_distance),
    ),
    number(
        "their_man_corner_distance",
        0..=3,
        "King's moves from the first of their other men to the nearest corner; 3 if their king is bare.",
        |node| others(node).first().map_or(3, corner_distance),
    ),
];

fn last_man_won(node: &Node<'_>) -> bool {
    let position = node.position;
    let strong = [Role::Queen, Role::Rook].into_iter().any(|role| position.pieces(Side::Us, role).any());
    if position.turn() == Side::Us || !strong || others(node).any() {
        return false;
    }
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    let ours = position.side(Side::Us);
    let is_over = steps.is_empty() && !position.is_check();
    !is_over && !steps.iter().any(|step| ours.contains(step.to))
}

fn others(node: &Node<'_>) -> Bitboard {
    node.position.side(Side::Them).without(node.position.king(Side::Them))
}

fn nearest(node: &Node<'_>, king: Square) -> i32 {
    others(node).into_iter().map(|square| distance(king, square)).min().unwrap_or(8)
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::advice::position::view::Position;
    use crate::board::Board;

    #[test]
    fn the_last_man_is_won_where_nothing_can_be_taken_back() {
        let is_won = |fen: &str| {
            let board = Board::from_fen(fen, false).unwrap();
            last_man_won(&Node::root(&Position::from_board(&board, Color::White).unwrap()))
        };
        assert!(is_won("8/8/8/8/8/2k5/8/K2R4 b - - 0 1"));
        assert!(!is_won("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), "we are to move");
        assert!(!is_won("8/8/8/8/8/2k5/2R5/K7 b - - 0 1"), "the rook falls");
        assert!(!is_won("8/8/8/8/8/1Q6/8/k1K5 b - - 0 1"), "stalemate");
        assert!(!is_won("8/8/8/8/2n5/2k5/8/K2R4 b - - 0 1"), "a knight is left");
        assert!(!is_won("8/8/8/8/8/2k5/8/K2B4 b - - 0 1"), "a bishop alone does not win");
    }
}
