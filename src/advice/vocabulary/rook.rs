//! Words about the rook that divides the board and the space it leaves their king: the textbook's own, and the numbers
//! behind them. With several rooks they mean the first (a1, b1, … h8).

use shakmaty::{Bitboard, Role, Square};

use super::word::{Word, comparing, number, predicate};
use crate::advice::position::geometry::{between, distance, file, manhattan, rank};
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;

pub(super) const WORDS: &[Word] = &[
    predicate(
        "rook_lost",
        "The rook is taken, or they are to move and their king attacks it and ours does not guard it.",
        |node| rook_lost(node.position),
    ),
    predicate(
        "rook_exposed",
        "Their king is nearer to the rook than ours: by two moves if we are to move, by one if they are.",
        |node| rook_exposed(node.position),
    ),
    predicate("rook_divides", "The rook stands strictly between the kings by file or by rank.", |node| {
        rook_divides(node.position)
    }),
    comparing("room_smaller", "The room is smaller than at the root.", |node| {
        room(node.position) < room(node.root)
    }),
    predicate("room_gt_2", "The room is greater than 2.", |node| room(node.position) > 2),
    comparing(
        "closer_to_critical",
        "Our king is nearer to the critical square than at the root (each with its own).",
        |node| critical_distance(node.position) < critical_distance(node.root),
    ),
    predicate(
        "l_pattern",
        "The kings are 2 apart and the rook 3 from their king, files and ranks added up.",
        |node| l_pattern(node.position),
    ),
    comparing(
        "king_not_further_from_rook",
        "Our king is no further from the rook than at the root.",
        |node| king_rook_distance(node.position) <= king_rook_distance(node.root),
    ),
    number(
        "room",
        1..=64,
        "Squares of the rectangle to which the rook confines their king; 64 if they share a line.",
        |node| room(node.position),
    ),
    number(
        "room_sides",
        2..=16,
        "The two sides of that rectangle added up; 16 if rook and their king share a line.",
        |node| room_sides(node.position),
    ),
    number(
        "shorter_side",
        1..=8,
        "The shorter side of that rectangle; 8 if rook and their king share a line.",
        |node| sides(node.position).map_or(8, |(width, height)| width.min(height)),
    ),
    number(
        "critical_distance",
        0..=16,
        "Files and ranks from our king to the critical square (next to the rook, towards their king).",
        |node| critical_distance(node.position),
    ),
    number("king_rook_distance", 1..=8, "King's moves from our king to the rook.", |node| {
        king_rook_distance(node.position)
    }),
    number("their_king_rook_distance", 1..=8, "King's moves from their king to the rook.", |node| {
        rook(node.position).map_or(8, |rook| distance(node.position.king(Side::Them), rook))
    }),
];

fn rook(position: &Position) -> Option<Square> {
    position.first(Side::Us, Role::Rook)
}

fn rook_lost(position: &Position) -> bool {
    let Some(rook) = rook(position) else { return true };
    position.turn() == Side::Them
        && distance(position.king(Side::Them), rook) == 1
        && distance(position.king(Side::Us), rook) > 1
}

fn rook_exposed(position: &Position) -> bool {
    let Some(rook) = rook(position) else { return true };
    let grace = i32::from(position.turn() == Side::Us);
    distance(position.king(Side::Us), rook) > distance(position.king(Side::Them), rook) + grace
}

fn rook_divides(position: &Position) -> bool {
    let Some(rook) = rook(position) else { return false };
    let (ours, theirs) = (position.king(Side::Us), position.king(Side::Them));
    between(file(ours), file(rook), file(theirs)) || between(rank(ours), rank(rook), rank(theirs))
}

/// Returns the width and height of the rectangle on their king's side of the rook; `None` if they share a line or there is
/// no rook.
fn sides(position: &Position) -> Option<(i32, i32)> {
    let (rook, king) = (rook(position)?, position.king(Side::Them));
    Some((extent(file(rook), file(king))?, extent(rank(rook), rank(king))?))
}

fn extent(rook: i32, king: i32) -> Option<i32> {
    match king.cmp(&rook) {
        std::cmp::Ordering::Less => Some(rook - 1),
        std::cmp::Ordering::Greater => Some(8 - rook),
        std::cmp::Ordering::Equal => None,
    }
}

fn room(position: &Position) -> i32 {
    sides(position).map_or(64, |(width, height)| width * height)
}

fn room_sides(position: &Position) -> i32 {
    sides(position).map_or(16, |(width, height)| width + height)
}

/// Returns the squares of the room, for drawing; empty if there is no room.
pub(in crate::advice) fn room_squares(position: &Position) -> Bitboard {
    let (Some(rook), true) = (rook(position), sides(position).is_some()) else { return Bitboard::EMPTY };
    let king = position.king(Side::Them);
    let inside = |square: Square| {
        (file(square) < file(rook)) == (file(king) < file(rook))
            && (rank(square) < rank(rook)) == (rank(king) < rank(rook))
            && file(square) != file(rook)
            && rank(square) != rank(rook)
    };
    Square::ALL.into_iter().filter(|square| inside(*square)).collect()
}

fn critical_distance(position: &Position) -> i32 {
    let Some(rook) = rook(position) else { return 16 };
    let (ours, theirs) = (position.king(Side::Us), position.king(Side::Them));
    let critical_file = file(rook) + if file(theirs) < file(rook) { -1 } else { 1 };
    let critical_rank = rank(rook) + if rank(theirs) < rank(rook) { -1 } else { 1 };
    // The critical square may lie off the board; it still has a distance.
    (file(ours) - critical_file).abs() + (rank(ours) - critical_rank).abs()
}

fn l_pattern(position: &Position) -> bool {
    let theirs = position.king(Side::Them);
    manhattan(position.king(Side::Us), theirs) == 2
        && rook(position).is_some_and(|rook| manhattan(rook, theirs) == 3)
}

fn king_rook_distance(position: &Position) -> i32 {
    rook(position).map_or(8, |rook| distance(position.king(Side::Us), rook))
}
