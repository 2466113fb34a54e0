//! Of the scores that a search tells, the one to go by. Used by everything that asks a search for a position's value.

/// The scores of a search's best line so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<S> {
    exact: Option<S>,
    bound: Option<S>,
}

impl<S> Default for Told<S> {
    fn default() -> Told<S> {
        Told { exact: None, bound: None }
    }
}

impl<S> Told<S> {
    /// Takes a score, or a bound of one.
    pub fn take(&mut self, score: S, is_exact: bool) {
        let place = if is_exact { &mut self.exact } else { &mut self.bound };
        *place = Some(score);
    }

    /// The last exact one, else the last bound; nothing where none was told.
    pub fn score(self) -> Option<S> {
        self.exact.or(self.bound)
    }
}
