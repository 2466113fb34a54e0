//! Finds the result among the scores that a search reports; everything that asks a search for a position's value calls it.

/// The scores of a search's best line so far.
#[derive(Clone, Copy, Debug)]
pub struct LastScore<S> {
    exact: Option<S>,
    bound: Option<S>,
}

impl<S> Default for LastScore<S> {
    fn default() -> LastScore<S> {
        LastScore { exact: None, bound: None }
    }
}

impl<S> LastScore<S> {
    /// Takes a score, or a bound.
    pub fn take(&mut self, score: S, is_exact: bool) {
        let place = if is_exact { &mut self.exact } else { &mut self.bound };
        *place = Some(score);
    }

    /// Returns the last exact score, else the last bound; `None` if the search reported neither.
    pub fn score(self) -> Option<S> {
        self.exact.or(self.bound)
    }
}
