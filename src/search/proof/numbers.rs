//! A node's proof and disproof numbers, with the length of what is settled, for the proof search.

/// More work than can ever be done: the number of something impossible.
pub(super) const INFINITE: u32 = 1 << 30;

/// The length of a fact that holds for every length.
pub(super) const FOREVER: u8 = u8::MAX;

/// The least number of leaves still needed to prove or to disprove a mate (Allis 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Leaves still to be proven for a mate; 0 is a mate.
    pub proof: u32,
    /// Leaves still to be disproven; 0 means no mate.
    pub disproof: u32,
    /// For a mate: within this many plies. For no mate: none within this many plies. Otherwise meaningless.
    pub plies: u8,
}

impl Numbers {
    /// A mate within this many plies.
    pub const fn mate(plies: u8) -> Numbers {
        Numbers { proof: 0, disproof: INFINITE, plies }
    }

    /// No mate within this many plies.
    pub const fn no_mate(plies: u8) -> Numbers {
        Numbers { proof: INFINITE, disproof: 0, plies }
    }

    /// Not settled.
    pub const fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, plies: 0 }
    }

    pub const fn is_mate(self) -> bool {
        self.proof == 0
    }

    pub const fn is_no_mate(self) -> bool {
        self.disproof == 0
    }

    pub const fn is_settled(self) -> bool {
        self.is_mate() || self.is_no_mate()
    }
}

/// A sum that stays below infinity if a part is unsettled, because only settled nodes are infinite.
pub(super) const fn add(left: u32, right: u32) -> u32 {
    let sum = left + right;
    if left == INFINITE || right == INFINITE {
        INFINITE
    } else if sum >= INFINITE {
        INFINITE - 1
    } else {
        sum
    }
}

/// Returns a fact's length seen from one ply further up.
pub(super) const fn one_ply_up(plies: u8) -> u8 {
    plies.saturating_add(1)
}
