//! The window of a search: the bounds between which the true value matters.

use super::report::Bound;
use crate::score::Score;

/// Bounds `alpha` < `beta`, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Window = Window { alpha: Score::from_value(-32_000), beta: Score::INFINITE };

    /// The window that only tells whether the value exceeds `alpha`.
    pub fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window that only tells whether the value reaches `beta`.
    pub fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The same window seen by the opponent.
    pub fn opposed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether there is more than one value to tell apart.
    pub fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// How a value that a search with this window found relates to the true one.
    pub fn bound_of(self, found: Score) -> Bound {
        if found >= self.beta {
            Bound::Lower
        } else if found > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Cuts away what cannot happen any more `ply` plies from the root: nobody mates or is mated sooner.
    /// Nothing is left where a shorter mate is known already.
    pub fn within_mate_distance(self, ply: usize) -> Option<Window> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        (alpha < beta).then_some(Window { alpha, beta })
    }
}
