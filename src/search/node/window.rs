//! The window of a search: the bounds between which the true value matters.

use crate::score::Score;
use crate::search::root::report::Bound;

/// Bounds `alpha` < `beta`, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: Score::from_value(-32_000), beta: Score::INFINITE };

    /// Returns the window that shows only whether the value exceeds `alpha`.
    pub fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the window that shows only whether the value reaches `beta`.
    pub fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Returns the same window from the opponent's point of view.
    pub fn opposed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns whether the window can distinguish more than one value.
    pub fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// Returns how a value that a search with this window found relates to the true one.
    pub fn bound_of(self, found: Score) -> Bound {
        if found >= self.beta {
            Bound::Lower
        } else if found > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Cuts off what cannot happen any more `ply` plies from the root: no mate can come sooner. `None` if a
    /// shorter mate is already known.
    pub fn within_mate_distance(self, ply: usize) -> Option<Window> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        (alpha < beta).then_some(Window { alpha, beta })
    }
}
