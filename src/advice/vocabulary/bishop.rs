//! Words about our bishop and the colour of its squares. With several bishops they mean the first (a1, b1, … h8).

use shakmaty::{Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::distance;
use crate::advice::position::side::Side;

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

pub(super) const WORDS: &[Word] = &[
    predicate(
        "bishop_of_corner",
        "The corner nearest to their king has the colour of our bishop's squares.",
        |node| {
            let king = node.position.king(Side::Them);
            let nearest = CORNERS.into_iter().min_by_key(|corner| distance(king, *corner));
            bishop(node).zip(nearest).is_some_and(|(bishop, corner)| bishop.is_light() == corner.is_light())
        },
    ),
    number(
        "their_bishop_corner_distance",
        0..=7,
        "King's moves from their king to the nearest corner of our bishop's colour; 7 if there is no bishop.",
        |node| bishop_corner_distance(node, node.position.king(Side::Them)),
    ),
    number(
        "our_bishop_corner_distance",
        0..=7,
        "King's moves from our king to the nearest corner of our bishop's colour; 7 if there is no bishop.",
        |node| bishop_corner_distance(node, node.position.king(Side::Us)),
    ),
];

fn bishop_corner_distance(node: &Node<'_>, king: Square) -> i32 {
    let same = |bishop: Square| {
        let corners = CORNERS.into_iter().filter(move |corner| corner.is_light() == bishop.is_light());
        corners.map(|corner| distance(king, corner)).min()
    };
    bishop(node).and_then(same).unwrap_or(7)
}

fn bishop(node: &Node<'_>) -> Option<Square> {
    node.position.first(Side::Us, Role::Bishop)
}
