//! Words about the region of their king: the squares that it could ever walk to if we stood still. They fit every ending.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Role, Square};

use super::node::Node;
use super::word::{Word, number, predicate};
use crate::advice::position::geometry::{distance, edge_distance, manhattan};
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;

pub(super) const WORDS: &[Word] = &[
    number(
        "region",
        1..=64,
        "Squares that their king could walk to if we stood still, its own included.",
        |node| region(node.position).count() as i32,
    ),
    number(
        "region_depth",
        0..=3,
        "The greatest distance to the edge that their king could walk to if we stood still.",
        |node| greatest(node, edge_distance),
    ),
    number(
        "region_distance",
        2..=7,
        "King's moves from our king to the furthest square of their king's region.",
        |node| furthest(node, &FAR.moves),
    ),
    number(
        "region_path",
        2..=14,
        "Files and ranks from our king to the furthest square of their king's region.",
        |node| furthest(node, &FAR.path),
    ),
    number(
        "squares_in_two",
        1..=25,
        "Squares where their king could be after at most two moves if we stood still.",
        |node| squares_within(node.position, 2).count() as i32,
    ),
    number(
        "squares_in_three",
        1..=49,
        "Squares where their king could be after at most three moves if we stood still.",
        |node| squares_within(node.position, 3).count() as i32,
    ),
    number(
        "depth_in_two",
        0..=3,
        "The greatest distance to the edge where their king could be after at most two moves if we stood still.",
        |node| squares_within(node.position, 2).into_iter().map(edge_distance).max().unwrap_or(0),
    ),
    number(
        "depth_in_three",
        0..=3,
        "The greatest distance to the edge where their king could be after at most three moves if we stood still.",
        |node| squares_within(node.position, 3).into_iter().map(edge_distance).max().unwrap_or(0),
    ),
    number(
        "their_nearest_piece",
        1..=8,
        "King's moves from their king to the nearest of our pieces, pawns and king left out; 8 if there is none.",
        |node| {
            let king = node.position.king(Side::Them);
            pieces(node.position).into_iter().map(|square| distance(king, square)).min().unwrap_or(8)
        },
    ),
    predicate("opposition", "The kings face each other on a line with one square between them.", opposition),
    predicate("knight_opposition", "The kings stand a knight's move apart.", |node| {
        let (ours, theirs) = (node.position.king(Side::Us), node.position.king(Side::Them));
        distance(ours, theirs) == 2 && manhattan(ours, theirs) == 3
    }),
];

fn pieces(position: &Position) -> Bitboard {
    position.side(Side::Us)
        & !position.pieces(Side::Us, Role::Pawn)
        & !Bitboard::from(position.king(Side::Us))
}

fn opposition(node: &Node<'_>) -> bool {
    let (ours, theirs) = (node.position.king(Side::Us), node.position.king(Side::Them));
    distance(ours, theirs) == 2 && manhattan(ours, theirs) == 2
}

/// For every square and distance, the squares at least that far away: a search needs them at every move.
struct Far {
    moves: [[Bitboard; 15]; 64],
    path: [[Bitboard; 15]; 64],
}

static FAR: LazyLock<Far> = LazyLock::new(|| Far { moves: far(distance), path: far(manhattan) });

fn far(measure: fn(Square, Square) -> i32) -> [[Bitboard; 15]; 64] {
    std::array::from_fn(|from| {
        let from = Square::new(from as u32);
        std::array::from_fn(|least| {
            Square::ALL.into_iter().filter(|to| measure(from, *to) >= least as i32).collect()
        })
    })
}

fn furthest(node: &Node<'_>, far: &[[Bitboard; 15]; 64]) -> i32 {
    let region = region(node.position);
    let far = &far[usize::from(node.position.king(Side::Us))];
    (0..15).rev().find(|least| (far[*least] & region).any()).unwrap_or(0) as i32
}

fn greatest(node: &Node<'_>, measure: impl Fn(Square) -> i32) -> i32 {
    region(node.position).into_iter().map(measure).max().unwrap_or(0)
}

/// Returns the region of their king.
fn region(position: &Position) -> Bitboard {
    squares_within(position, 64)
}

/// Returns the squares that their king can reach in at most this many moves while we stand still. It takes unguarded men.
pub(in crate::advice) fn squares_within(position: &Position, moves: u32) -> Bitboard {
    let king = position.king(Side::Them);
    let forbidden =
        position.guarded(Side::Us, position.occupied() ^ Bitboard::from(king)) | position.side(Side::Them);
    let free = !forbidden;
    let mut reached = Bitboard::from(king);
    for _ in 0..moves {
        let next = reached | (neighbours(reached) & free);
        if next == reached {
            break;
        }
        reached = next;
    }
    reached
}

/// Returns a set of squares and all squares next to it.
fn neighbours(squares: Bitboard) -> Bitboard {
    let not_a = !Bitboard::from(shakmaty::File::A);
    let not_h = !Bitboard::from(shakmaty::File::H);
    let row = squares | Bitboard((squares & not_h).0 << 1) | Bitboard((squares & not_a).0 >> 1);
    row | Bitboard(row.0 << 8) | Bitboard(row.0 >> 8)
}
