//! Words about our queen. With several queens they mean the first (a1, b1, … h8).

use shakmaty::{Role, attacks};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::distance;
use crate::advice::position::side::Side;

pub(super) const WORDS: &[Word] = &[
    predicate("queen_knights_move", "Our queen stands a knight's move from their king.", |node| {
        let king = node.position.king(Side::Them);
        queen(node).is_some_and(|queen| attacks::knight_attacks(queen).contains(king))
    }),
    number(
        "queen_distance",
        1..=8,
        "King's moves from our queen to their king; 8 if there is no queen.",
        |node| queen(node).map_or(8, |queen| distance(queen, node.position.king(Side::Them))),
    ),
];

fn queen(node: &Node<'_>) -> Option<shakmaty::Square> {
    node.position.first(Side::Us, Role::Queen)
}
