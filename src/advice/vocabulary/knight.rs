//! Words about our knight. With several knights they mean the first (a1, b1, … h8).

use std::sync::LazyLock;

use shakmaty::{Bitboard, Role, Square, attacks};

use super::node::Node;
use super::their_pawn::stop_square;
use super::word::{Word, number};
use crate::advice::position::geometry::{corner_distance, distance, edge_distance};
use crate::advice::position::side::Side;

pub(super) const WORDS: &[Word] = &[
    number(
        "knight_distance",
        1..=8,
        "Knight's moves from our knight to the square of their king, the board taken as empty; 8 if there is no knight.",
        knight_distance,
    ),
    number(
        "knight_stop_square_distance",
        0..=8,
        "Knight's moves from our knight to the square before their pawn, the board taken as empty; 8 if either is missing.",
        knight_stop_square_distance,
    ),
    number(
        "king_knight_distance",
        1..=8,
        "King's moves from our king to the knight; 8 if there is none.",
        |node| knight(node).map_or(8, |knight| distance(node.position.king(Side::Us), knight)),
    ),
    number(
        "their_king_knight_distance",
        1..=8,
        "King's moves from their king to the knight; 8 if there is none.",
        |node| knight(node).map_or(8, |knight| distance(node.position.king(Side::Them), knight)),
    ),
    number(
        "knight_edge_distance",
        0..=3,
        "Steps from our knight to the nearest edge; 0 on it, and if there is none.",
        |node| knight(node).map_or(0, edge_distance),
    ),
    number(
        "knight_corner_distance",
        0..=3,
        "King's moves from our knight to the nearest corner; 0 in it, and if there is none.",
        |node| knight(node).map_or(0, corner_distance),
    ),
];

fn knight(node: &Node<'_>) -> Option<Square> {
    node.position.first(Side::Us, Role::Knight)
}

fn knight_distance(node: &Node<'_>) -> i32 {
    knight(node).map_or(8, |knight| jumps(knight, node.position.king(Side::Them)))
}

fn knight_stop_square_distance(node: &Node<'_>) -> i32 {
    knight(node).zip(stop_square(node)).map_or(8, |(knight, stop)| jumps(knight, stop))
}

fn jumps(from: Square, to: Square) -> i32 {
    JUMPS[usize::from(from)][usize::from(to)]
}

/// Knight's moves from every square to every other.
static JUMPS: LazyLock<[[i32; 64]; 64]> =
    LazyLock::new(|| std::array::from_fn(|from| jumps_from(Square::new(from as u32))));

fn jumps_from(from: Square) -> [i32; 64] {
    let mut jumps = [0; 64];
    let mut reached = Bitboard::from(from);
    for count in 1..=6 {
        let next = reached.into_iter().fold(reached, |next, square| next | attacks::knight_attacks(square));
        for square in next & !reached {
            jumps[usize::from(square)] = count;
        }
        reached = next;
    }
    jumps
}
