//! Finds men that are alone between a king and an enemy line piece: they are pinned, or give check by leaving.

use shakmaty::attacks::{between, bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Square};

/// Men of either side that are alone between a king and a bishop, rook or queen of the attacker. The attacker's own
/// give check by leaving; the others are pinned.
pub(super) fn sole_screens(men: &shakmaty::Board, king: Square, attacker: Color) -> Bitboard {
    let snipers = men.by_color(attacker)
        & (bishop_attacks(king, Bitboard::EMPTY) & men.bishops_and_queens()
            | rook_attacks(king, Bitboard::EMPTY) & men.rooks_and_queens());
    let mut screens = Bitboard::EMPTY;
    for sniper in snipers {
        let between = between(king, sniper) & men.occupied();
        if !between.more_than_one() {
            screens |= between;
        }
    }
    screens
}
