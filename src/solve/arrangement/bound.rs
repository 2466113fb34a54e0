//! The three bounds on what the attacker wins (least, assumed, most), and sets of squares that carry all three at once.

use shakmaty::Bitboard;

/// Selects one of an arrangement's sets of won positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum Bound {
    /// Positions that are surely won.
    Least,
    /// Positions that are won if the guesses hold.
    Assumed,
    /// Positions that are not refuted.
    Most,
}

impl Bound {
    pub const ALL: [Bound; 3] = [Bound::Least, Bound::Assumed, Bound::Most];
}

/// The bounds that a caller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Wanted(u8);

impl Wanted {
    pub const ALL: Wanted = Wanted(0b111);
    pub const NONE: Wanted = Wanted(0);

    /// One alone.
    pub const fn only(bound: Bound) -> Wanted {
        Wanted(1 << bound as u8)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn contains(self, bound: Bound) -> bool {
        self.0 & 1 << bound as u8 != 0
    }

    /// Each of them.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = Bound> {
        Bound::ALL.into_iter().filter(move |bound| self.contains(*bound))
    }

    /// All of them and one more.
    #[must_use]
    pub const fn with(self, bound: Bound) -> Wanted {
        Wanted(self.0 | 1 << bound as u8)
    }

    /// All of them except one.
    #[must_use]
    pub const fn without(self, bound: Bound) -> Wanted {
        Wanted(self.0 & !(1 << bound as u8))
    }

    /// The bounds for which a condition holds.
    #[must_use]
    pub fn filter(self, holds: impl Fn(Bound) -> bool) -> Wanted {
        let fails = |bound: &Bound| !holds(*bound);
        Bound::ALL.into_iter().filter(fails).fold(self, Wanted::without)
    }
}

/// For each bound, a set of squares of the defender's king. Bounds that were not asked for are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct KingSets([Bitboard; 3]);

impl KingSets {
    /// Calls a function for each bound that is asked for.
    pub fn of_each(wanted: Wanted, squares: impl Fn(Bound) -> Bitboard) -> KingSets {
        KingSets(
            Bound::ALL.map(|bound| if wanted.contains(bound) { squares(bound) } else { Bitboard::EMPTY }),
        )
    }

    /// The set of one bound.
    pub const fn of(self, bound: Bound) -> Bitboard {
        self.0[bound as usize]
    }
}
