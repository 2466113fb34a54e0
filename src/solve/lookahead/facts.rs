//! Stores what was proven of single positions of an arrangement.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Square};

use crate::solve::arrangement::bound::{Bound, KingSets, Wanted};
use crate::solve::arrangement::layout::{Located, ProofSide};

/// What is proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum Shown {
    /// The attacker wins, by a proof of this many plies. Each position that the proof rests on is known without such a proof
    /// or has one of fewer plies, so a player who follows falling plies makes progress.
    Won { plies: u16 },
    /// The attacker does not win.
    Held,
}

/// A position of an arrangement: the number of its placement, the side to move, and the square of the defender's king.
pub(in crate::solve) type Place = (u32, ProofSide, Square);

/// The place of a position in its arrangement.
pub(in crate::solve) fn place_of(located: &Located) -> Place {
    let number = located.placement.number(located.arrangement.piece_count());
    (number as u32, located.mover, located.king)
}

/// What is proven of single positions. Most arrangements have none, so these take little memory.
#[derive(Debug, Default)]
pub(in crate::solve) struct Facts(Option<Box<Proofs>>);

/// The proofs of single positions, one by one and as sets of squares of the defender's king.
#[derive(Debug, Default)]
struct Proofs {
    shown: FxHashMap<Place, Shown>,
    squares: FxHashMap<(u32, ProofSide), Fact>,
}

/// How much is proven: the number of positions, and the plies of the wins together, which fall when a proof gets shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Extent {
    positions: usize,
    plies: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    won: Bitboard,
    held: Bitboard,
}

impl Facts {
    /// Adds what was proven of a position; returns whether the position is new. Of two proofs of a win, the shorter one
    /// stays.
    pub fn add(&mut self, place: Place, shown: Shown) -> bool {
        let proofs = self.0.get_or_insert_default();
        match (proofs.shown.get_mut(&place), shown) {
            (Some(Shown::Won { plies: known }), Shown::Won { plies }) => {
                *known = plies.min(*known);
                return false;
            }
            (Some(_), _) => return false,
            (None, _) => proofs.shown.insert(place, shown),
        };
        let fact = proofs.squares.entry((place.0, place.1)).or_default();
        match shown {
            Shown::Won { .. } => fact.won.add(place.2),
            Shown::Held => fact.held.add(place.2),
        }
        true
    }

    /// What is proven of a position; `None` if nothing is.
    pub fn of(&self, place: Place) -> Option<Shown> {
        self.0.as_ref()?.shown.get(&place).copied()
    }

    /// Whether nothing is proven.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How much is proven.
    pub fn extent(&self) -> Extent {
        let plies = |(_, shown)| match shown {
            Shown::Won { plies } => u64::from(plies),
            Shown::Held => 0,
        };
        Extent { positions: self.count(), plies: self.all().map(plies).sum() }
    }

    /// The number of proven positions.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |proofs| proofs.shown.len())
    }

    /// All proven positions, in no order.
    pub fn all(&self) -> impl Iterator<Item = (Place, Shown)> {
        self.0.iter().flat_map(|proofs| &proofs.shown).map(|(place, shown)| (*place, *shown))
    }

    /// The won squares in a placement, corrected by what is proven of single positions.
    pub fn corrected(&self, sets: KingSets, number: usize, mover: ProofSide, wanted: Wanted) -> KingSets {
        let fact = self.0.as_ref().and_then(|proofs| proofs.squares.get(&(number as u32, mover)));
        let Some(fact) = fact else { return sets };
        KingSets::of_each(wanted, |bound| match bound {
            Bound::Least => sets.of(bound) | fact.won,
            Bound::Assumed => (sets.of(bound) | fact.won) & !fact.held,
            Bound::Most => sets.of(bound) & !fact.held,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_proofs_of_a_win_the_shorter_one_stays() {
        let (mut facts, place) = (Facts::default(), (0, ProofSide::Attacker, Square::A1));
        assert!(facts.add(place, Shown::Won { plies: 5 }));
        assert!(!facts.add(place, Shown::Won { plies: 9 }) && !facts.add(place, Shown::Won { plies: 3 }));
        assert_eq!(facts.of(place), Some(Shown::Won { plies: 3 }));
    }
}
