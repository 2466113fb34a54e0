//! Words about the two kings: how near they are, and how near the border.

use shakmaty::Square;

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{
    centre_distance, centre_path, corner_distance, distance, edge_distance, manhattan,
};
use crate::advice::position::side::Side;

pub(super) const WORDS: &[Word] = &[
    predicate("kings_close", "The kings are less than four king's moves apart.", |node| {
        king_distance(node) < 4
    }),
    predicate("our_king_on_edge", "Our king stands on the border.", |node| edge_distance(ours(node)) == 0),
    predicate("their_king_on_edge", "Their king stands on the border.", |node| {
        edge_distance(theirs(node)) == 0
    }),
    predicate("their_king_in_corner", "Their king stands in a corner.", |node| {
        corner_distance(theirs(node)) == 0
    }),
    number("king_distance", 2..=7, "King's moves between the kings; 2 is opposition.", king_distance),
    number("king_path", 2..=14, "Files and ranks between the kings, added up.", |node| {
        manhattan(ours(node), theirs(node))
    }),
    number("their_edge_distance", 0..=3, "Steps from their king to the nearest edge; 0 on it.", |node| {
        edge_distance(theirs(node))
    }),
    number(
        "their_corner_distance",
        0..=3,
        "King's moves from their king to the nearest corner; 0 in it.",
        |node| corner_distance(theirs(node)),
    ),
    number("our_edge_distance", 0..=3, "Steps from our king to the nearest edge; 0 on it.", |node| {
        edge_distance(ours(node))
    }),
    number(
        "our_corner_distance",
        0..=3,
        "King's moves from our king to the nearest corner; 0 in it.",
        |node| corner_distance(ours(node)),
    ),
    number(
        "our_centre_distance",
        0..=3,
        "King's moves from our king to the four centre squares; 0 on them.",
        |node| centre_distance(ours(node)),
    ),
    number(
        "our_centre_path",
        2..=14,
        "Files and ranks from our king to the middle of the board, in half squares: 2 in the centre, 14 in a corner.",
        |node| centre_path(ours(node)),
    ),
];

fn ours(node: &Node<'_>) -> Square {
    node.position.king(Side::Us)
}

fn theirs(node: &Node<'_>) -> Square {
    node.position.king(Side::Them)
}

fn king_distance(node: &Node<'_>) -> i32 {
    distance(ours(node), theirs(node))
}
