//! What was asked to be solved within which limits, and what came of it.

use std::time::Duration;

use shakmaty::Move;
use thiserror::Error;

use super::graph::GraphSize;
use crate::tablebase::Wdl;

/// What a search for a proof may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// Time; without it until all is proven or memory ends.
    pub time: Option<Duration>,
    /// Memory of results, in bytes.
    pub bytes: usize,
    /// Threads that work.
    pub threads: usize,
}

/// What is proven of a position, from the side to move: its value lies between these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// It is worth that at least.
    pub least: Wdl,
    /// It is worth that at most.
    pub most: Wdl,
}

impl Proven {
    /// Nothing is proven.
    pub const NOTHING: Proven = Proven { least: Wdl::Loss, most: Wdl::Win };

    /// The value, where it is proven.
    pub fn value(self) -> Option<Wdl> {
        (self.least == self.most).then_some(self.least)
    }

    /// The same with what is proven of all moves, from the side that plays them.
    #[must_use]
    pub(super) fn with_moves(self, moves: impl Iterator<Item = Proven> + Clone) -> Proven {
        let least = moves.clone().map(|proven| proven.least).max();
        let most = moves.map(|proven| proven.most).max();
        Proven {
            least: least.map_or(self.least, |least| least.max(self.least)),
            most: most.map_or(self.most, |most| most.min(self.most)),
        }
    }

    /// The same seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Proven {
        Proven { least: -self.most, most: -self.least }
    }
}

/// Why a position is not in the solver's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A side may still castle.
    #[error("castling is still allowed here; positions with castling rights are not solved")]
    Castling,
    /// There are more pieces than are solved.
    #[error(
        "{pieces} pieces beside kings and pawns; positions with at most two are solved, and any number of pawns"
    )]
    Pieces {
        /// How many there are, kings and pawns not counted.
        pieces: usize,
    },
}

/// What ended the work before everything was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The time given.
    Time,
    /// The memory given.
    Memory,
    /// The work given.
    Work,
    /// Somebody asked for it.
    Cancelled,
    /// What is left needs positions with more than two pieces.
    Pieces,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// What has been opened.
    pub size: GraphSize,
    /// Legal moves of the position whose results are proven.
    pub moves_proven: usize,
    /// All its legal moves.
    pub moves: usize,
    /// What is proven of the position itself.
    pub proven: Proven,
    /// About so long it takes, at the pace so far, to solve what is open now. More may have to be opened then. Nothing where
    /// that is not known.
    pub left_of_open: Option<Duration>,
}

/// A legal move of the position.
#[derive(Clone, Copy, Debug)]
pub struct SolvedMove {
    /// The move.
    pub played: Move,
    /// What is proven of it, from the side that plays it.
    pub proven: Proven,
    /// With a proven win or loss; nothing where that was proven without any distance. Without the 50-move rule.
    pub conversion: Option<Conversion>,
}

/// How far the next capture, pawn move or mate is with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Moves of the winning side, one that is played now counted.
    pub moves: u32,
    /// Whether there is no shorter way; otherwise something that is not proven might be one.
    pub is_exact: bool,
}

/// Whether a win proven without the 50-move rule stands with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiftyMoves {
    /// No capture, pawn move or mate needs more than the rule leaves.
    Stands,
    /// Some winning way may need more: a side that claims the draw may get it.
    MayMatter,
}

/// What is proven of a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The result for the side to move.
    pub proven: Proven,
    /// All legal moves.
    pub moves: Vec<SolvedMove>,
    /// Moves that keep a proven win, but only by coming back to the position with the same side to move: they lose time
    /// and solve nothing.
    pub losing_time: Vec<Move>,
    /// Best play by both, as far as it was followed.
    pub line: Vec<Move>,
    /// With a win or loss; nothing in a draw.
    pub fifty_moves: Option<FiftyMoves>,
    /// What was looked at.
    pub size: GraphSize,
    /// What ended the work early; nothing where all is proven.
    pub stopped_by: Option<StoppedBy>,
    /// Time taken.
    pub time: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_tells_what_a_position_is_worth_even_where_it_was_not_proven_by_itself() {
        let proven = |least, most| Proven { least, most };
        let (win, draw) = (proven(Wdl::Win, Wdl::Win), proven(Wdl::Draw, Wdl::Draw));
        let with_moves = |moves: &[Proven]| Proven::NOTHING.with_moves(moves.iter().copied());
        assert_eq!(with_moves(&[draw, win, Proven::NOTHING]), win);
        assert_eq!(with_moves(&[draw, Proven::NOTHING]), proven(Wdl::Draw, Wdl::Win));
        assert_eq!(with_moves(&[draw, proven(Wdl::Loss, Wdl::Draw)]), draw);
        assert_eq!(with_moves(&[]), Proven::NOTHING);
        assert_eq!(draw.with_moves([].into_iter()), draw);
    }
}
