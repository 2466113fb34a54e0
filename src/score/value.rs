//! The value of a position: centipawns, distance to mate, or a table result, and the only arithmetic on it.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply of a search line, counted from the root. Lines are cut there.
pub const MAX_PLY: usize = 246;

/// A position's value for the side to move; higher is better for it.
///
/// Ordinary values are centipawns. Values near the ends of the range are mates, counted in plies from the root of the
/// search. Just inside them are table results: won or lost, at an unknown distance.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What a [`Score`] means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// An estimate, in centipawns, at most 30,000 in size.
    Centipawns(i32),
    /// A mate. Positive: the side to move mates in this many plies (odd). Zero or negative: it is mated after this many
    /// plies (even).
    Mate {
        /// Plies to the mate; negative if the side to move is mated.
        plies: i32,
    },
    /// A table win or loss that the line enters this many plies from the root. How long it takes from there is unknown.
    Table {
        /// Plies to the table position; negative if the side to move loses.
        plies: i32,
    },
}

const MATE: i32 = 32_000;
const TABLE: i32 = 31_000;
const LIMIT: i32 = 30_000;
const PLIES: i32 = MAX_PLY as i32;

impl Score {
    /// Higher than every score.
    pub const INFINITE: Score = Score(32_001);
    /// A drawn position.
    pub const DRAW: Score = Score(0);
    /// The best ordinary value, in centipawns. Every mate and table win is above it.
    pub const BEST_ESTIMATE: Score = Score(LIMIT);

    /// An estimate in centipawns, clamped to ±30,000 so that it is never read as a mate or a table result.
    pub const fn centipawns(value: i32) -> Score {
        if value > LIMIT {
            Score(LIMIT)
        } else if value < -LIMIT {
            Score(-LIMIT)
        } else {
            Score(value)
        }
    }

    /// The side to move at the root mates; `plies` is the ply at which the other side is to move and mated.
    pub const fn mate_in(plies: usize) -> Score {
        Score(MATE - plies as i32)
    }

    /// The side to move is mated `plies` plies from the root.
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - MATE)
    }

    /// A table win of unknown length, entered `plies` plies from the root.
    pub const fn table_win(plies: usize) -> Score {
        Score(TABLE - plies as i32)
    }

    /// A table loss of unknown length, entered `plies` plies from the root.
    pub const fn table_loss(plies: usize) -> Score {
        Score(plies as i32 - TABLE)
    }

    /// Returns what this score means.
    pub const fn kind(self) -> ScoreKind {
        let size = self.0.abs();
        let sign = if self.0 < 0 { -1 } else { 1 };
        if size >= MATE - PLIES {
            ScoreKind::Mate { plies: sign * (MATE - size) }
        } else if size >= TABLE - PLIES {
            ScoreKind::Table { plies: sign * (TABLE - size) }
        } else {
            ScoreKind::Centipawns(self.0)
        }
    }

    /// Returns whether this is a mate, for either side.
    pub const fn is_mate(self) -> bool {
        matches!(self.kind(), ScoreKind::Mate { .. })
    }

    /// Returns whether this is a mate or a table result, not an estimate.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= TABLE - PLIES
    }

    /// Returns whether this is a proven win for the side to move.
    pub const fn is_win(self) -> bool {
        self.0 >= TABLE - PLIES
    }

    /// Returns whether this is a proven loss for the side to move.
    pub const fn is_loss(self) -> bool {
        self.0 <= PLIES - TABLE
    }

    /// The same value counted from the node at `ply` instead of from the root. Tables store this, because another path
    /// can reach the node at another ply.
    pub const fn counted_from_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Score::counted_from_node`].
    pub const fn counted_from_root(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }

    /// The plain number, for storage and for differences: centipawns if it is an estimate.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score with this plain number; numbers outside the range are clamped.
    pub const fn from_value(value: i32) -> Score {
        if value > MATE {
            Score(MATE)
        } else if value < -MATE {
            Score(-MATE)
        } else {
            Score(value)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Moves a bound by a margin in centipawns. The result is only for comparing, never for showing.
impl Add<i32> for Score {
    type Output = Score;

    fn add(self, margin: i32) -> Score {
        Score((self.0 + margin).clamp(-Score::INFINITE.0, Score::INFINITE.0))
    }
}

/// Moves a bound by a margin in centipawns. The result is only for comparing, never for showing.
impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, margin: i32) -> Score {
        self + -margin
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centipawns(value) => write!(formatter, "{value} cp"),
            ScoreKind::Mate { plies } => write!(formatter, "mate in {plies} plies"),
            ScoreKind::Table { plies } => write!(formatter, "table result in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_mate_is_better_and_a_longer_loss_is_better() {
        assert!(Score::mate_in(3) > Score::mate_in(5));
        assert!(Score::mated_in(4) > Score::mated_in(2));
        assert!(Score::mate_in(MAX_PLY) > Score::table_win(0));
        assert!(Score::table_win(MAX_PLY) > Score::centipawns(i32::MAX));
    }

    #[test]
    fn mates_keep_their_distance_when_moved_between_root_and_node() {
        for score in [Score::mate_in(9), Score::mated_in(8), Score::table_win(7), Score::centipawns(55)] {
            assert_eq!(score.counted_from_node(5).counted_from_root(5), score);
        }
        assert_eq!(Score::mate_in(9).counted_from_node(5).kind(), ScoreKind::Mate { plies: 4 });
    }

    #[test]
    fn kinds_name_what_was_put_in() {
        assert_eq!(Score::mate_in(1).kind(), ScoreKind::Mate { plies: 1 });
        assert_eq!(Score::mated_in(2).kind(), ScoreKind::Mate { plies: -2 });
        assert_eq!(Score::table_loss(3).kind(), ScoreKind::Table { plies: -3 });
        assert_eq!((-Score::centipawns(17)).kind(), ScoreKind::Centipawns(-17));
    }
}
