//! Words about their men besides the king: which they have, and how far they stand from the kings.

use shakmaty::{Bitboard, Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::geometry::{corner_distance, distance, edge_distance};
use crate::advice::side::Side;

pub(super) const WORDS: &[Word] = &[
    predicate("they_have_queen", "They have a queen.", |node| {
        node.position.pieces(Side::Them, Role::Queen).any()
    }),
    predicate("they_have_pawn", "They have a pawn.", |node| {
        node.position.pieces(Side::Them, Role::Pawn).any()
    }),
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

fn others(node: &Node<'_>) -> Bitboard {
    node.position.side(Side::Them).without(node.position.king(Side::Them))
}

fn nearest(node: &Node<'_>, king: Square) -> i32 {
    others(node).into_iter().map(|square| distance(king, square)).min().unwrap_or(8)
}
