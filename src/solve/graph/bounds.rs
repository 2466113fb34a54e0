//! What is known of an open arrangement: the surely won positions, those that are assumed to be won, those not refuted.

use std::sync::Arc;

use crate::solve::arrangement::bound::Bound;
use crate::solve::arrangement::packing::{StoredWins, Unpacked};
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::wins::Wins;

/// The most sets of an arrangement: least, most and assumed.
pub(in crate::solve) const MOST_SETS: usize = 3;

/// What is known of an open arrangement. Equal sets share memory.
#[derive(Debug)]
pub(in crate::solve) struct Bounds {
    pub(super) least: Arc<StoredWins>,
    pub(super) assumed: Arc<StoredWins>,
    pub(super) most: Arc<StoredWins>,
    /// Moves that are enough for the attacker to reach the next capture, pawn move or mate from every surely won position.
    pub(super) longest: u32,
    /// Nothing is known of positions out of this reach: they are in no set.
    pub(super) reach: Reach,
}

impl Bounds {
    /// The set of one bound.
    pub(super) fn of(&self, bound: Bound) -> &StoredWins {
        match bound {
            Bound::Least => &self.least,
            Bound::Assumed => &self.assumed,
            Bound::Most => &self.most,
        }
    }

    /// Whether nothing is open.
    pub(super) fn are_exact(&self) -> bool {
        Arc::ptr_eq(&self.least, &self.most)
    }

    /// The different sets: least, then most and assumed unless they equal an earlier one.
    pub fn sets(&self) -> Vec<&StoredWins> {
        self.shared_sets().into_iter().map(Arc::as_ref).collect()
    }

    fn shared_sets(&self) -> Vec<&Arc<StoredWins>> {
        let mut sets = vec![&self.least];
        for set in [&self.most, &self.assumed] {
            if !sets.iter().any(|known| Arc::ptr_eq(known, set)) {
                sets.push(set);
            }
        }
        sets
    }

    /// The bounds with these sets; `None` for one that equals the set before it.
    pub(super) fn of_wins(
        least: Wins,
        assumed: Option<Wins>,
        most: Option<Wins>,
        longest: u32,
        reach: Reach,
    ) -> Bounds {
        let stored = |wins| Arc::new(StoredWins::Whole(wins));
        let least = stored(least);
        let assumed = assumed.map_or_else(|| Arc::clone(&least), stored);
        let most = most.map_or_else(|| Arc::clone(&assumed), stored);
        Bounds { least, assumed, most, longest, reach }
    }

    /// Restores what [`Bounds::sets`] and [`Bounds::longest`] returned; `None` if there are too many sets or none. With two
    /// sets, the assumed one becomes the least, since it only says where to look next.
    pub fn of_sets(sets: Vec<Wins>, longest: u32, reach: Reach) -> Option<Bounds> {
        Bounds::of_stored(sets.into_iter().map(StoredWins::Whole), longest, reach)
    }

    /// The same of sets that are stored in any way.
    pub fn of_stored(
        sets: impl IntoIterator<Item = StoredWins>,
        longest: u32,
        reach: Reach,
    ) -> Option<Bounds> {
        let mut sets = sets.into_iter().map(Arc::new);
        let least = sets.next()?;
        let most = sets.next().unwrap_or_else(|| Arc::clone(&least));
        let assumed = sets.next().unwrap_or_else(|| Arc::clone(&least));
        sets.next().is_none().then_some(Bounds { least, assumed, most, longest, reach })
    }

    /// The squares that the kings can reach in the positions that these bounds cover.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Moves that are enough for the attacker to reach the next capture, pawn move or mate from every surely won position.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Bounds>() + self.sets().into_iter().map(StoredWins::bytes).sum::<usize>()
    }

    /// Whether a file holds the sets.
    pub(super) fn are_in_file(&self) -> bool {
        self.least.is_in_file()
    }

    /// The same packed; `None` if any set is packed already.
    pub(super) fn packed(&self, unpacked: &Arc<Unpacked>) -> Option<Bounds> {
        self.replaced(|set| set.packed(unpacked))
    }

    /// The same with each set stored in another way; `None` if `other` returns it for any set.
    pub fn replaced(&self, mut other: impl FnMut(&StoredWins) -> Option<StoredWins>) -> Option<Bounds> {
        let sets = self.shared_sets();
        let packed: Option<Vec<Arc<StoredWins>>> = sets.iter().map(|set| other(set).map(Arc::new)).collect();
        let packed = packed?;
        let of = |wanted: &Arc<StoredWins>| {
            let place = sets.iter().position(|set| Arc::ptr_eq(set, wanted))?;
            packed.get(place).map(Arc::clone)
        };
        Some(Bounds {
            least: of(&self.least)?,
            assumed: of(&self.assumed)?,
            most: of(&self.most)?,
            longest: self.longest,
            reach: self.reach,
        })
    }
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Bounds) -> bool {
        self.reach == other.reach
            && self.least == other.least
            && self.assumed == other.assumed
            && self.most == other.most
    }
}
