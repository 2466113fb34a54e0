//! Finds the squares that the kings can reach among the pawns, so that the solver can skip the rest.
//!
//! The answer is generous: neither king hinders the other, and with pieces on the board kings reach every square.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use shakmaty::{Bitboard, Square};

use super::layout::{Arrangement, Located, Placement, ProofSide, beside, pawns_attack};

/// The squares that each king may be on, by [`ProofSide`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::solve) struct Reach([Bitboard; 2]);

impl Reach {
    pub const EVERYWHERE: Reach = Reach([Bitboard::FULL; 2]);

    /// The squares of the kings in a position.
    pub fn of(located: &Located) -> Reach {
        Reach([located.placement.king.into(), located.king.into()])
    }

    /// Restores what [`Reach::bits`] returned.
    pub fn of_bits(kings: [u64; 2]) -> Reach {
        Reach(kings.map(Bitboard))
    }

    /// The squares of the attacker's king and of the defender's king, one bit for each square.
    pub fn bits(self) -> [u64; 2] {
        self.0.map(u64::from)
    }

    pub fn king(self, side: ProofSide) -> Bitboard {
        self.0[side as usize]
    }

    /// The same with one king on a single square.
    pub fn with_king_on(mut self, side: ProofSide, square: Square) -> Reach {
        self.0[side as usize] = square.into();
        self
    }

    /// The union of both.
    pub fn with(self, other: Reach) -> Reach {
        Reach([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The same without occupied squares.
    pub fn without(self, squares: Bitboard) -> Reach {
        Reach(self.0.map(|king| king & !squares))
    }

    pub fn includes(self, other: Reach) -> bool {
        self.with(other) == self
    }

    /// The squares of the defender's king with which a placement is in reach.
    pub fn defenders(self, at: &Placement) -> Bitboard {
        if self.king(ProofSide::Attacker).contains(at.king) {
            self.king(ProofSide::Defender)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Everything that the kings can reach from here within the arrangement.
    pub fn spread(self, arrangement: &Arrangement) -> Reach {
        if arrangement.piece_count() > 0 {
            return Reach::EVERYWHERE;
        }
        Reach(ProofSide::BOTH.map(|side| {
            let free =
                !(arrangement.all_pawns() | pawns_attack(side.other(), arrangement.pawns(side.other())));
            flood(self.king(side), free)
        }))
    }
}

/// All squares that a king can reach across free ones.
fn flood(from: Bitboard, free: Bitboard) -> Bitboard {
    let mut come = from;
    loop {
        let next = come | beside(come) & free;
        if next == come {
            return come;
        }
        come = next;
    }
}

/// How often the solver met an arrangement, and where the kings were.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Met {
    pub count: usize,
    pub kings: Reach,
}

impl Met {
    pub fn add(&mut self, more: Met) {
        self.count += more.count;
        self.kings = self.kings.with(more.kings);
    }

    /// Adds a position.
    pub fn meet(&mut self, located: &Located) {
        self.add(Met { count: 1, kings: Reach::of(located) });
    }
}

/// Adds what was met elsewhere, or later, to what was met.
pub(in crate::solve) fn add_met<Key: Eq + Hash, State: BuildHasher>(
    met: &mut HashMap<Key, Met, State>,
    more: HashMap<Key, Met, State>,
) {
    for (key, more) in more {
        met.entry(key).or_default().add(more);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::board::Board;

    fn reach_of(fen: &str) -> Reach {
        let located = Arrangement::locate(&Board::from_fen(fen, false).unwrap(), Color::White).unwrap();
        Reach::of(&located).spread(&located.arrangement)
    }

    /// Four pairs of blocked pawns from edge to edge leave no gap: each king stays on its side of them, and off squares that
    /// pawns attack.
    #[test]
    fn kings_do_not_pass_a_wall_of_pawns() {
        let reach = reach_of("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
        let ranks = |from: u32, to: u32| -> Bitboard {
            Square::ALL.into_iter().filter(|square| (from..=to).contains(&u32::from(square.rank()))).collect()
        };
        assert_eq!(reach.king(ProofSide::Attacker), ranks(0, 2));
        assert_eq!(reach.king(ProofSide::Defender), ranks(5, 7));
    }

    #[test]
    fn kings_pass_where_a_file_is_open_and_with_a_piece_there_come_everywhere() {
        let reach = reach_of("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1");
        assert!(
            reach.king(ProofSide::Attacker).contains(Square::H8)
                && reach.king(ProofSide::Defender).contains(Square::H1)
        );
        assert_eq!(reach_of("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/N3K3 w - - 0 1"), Reach::EVERYWHERE);
    }
}
