//! The limits of a solving run, and its result.

use std::time::Duration;

use shakmaty::Move;
use thiserror::Error;

use super::graph::GraphSize;
use crate::tablebase::{Material, Wdl};

/// What solving may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// Time limit; `None` for no limit.
    pub time: Option<Duration>,
    /// Memory for results, in bytes.
    pub bytes: usize,
    /// Number of threads.
    pub threads: usize,
}

/// What is proven of a position, for the side to move: its value lies between these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The lower bound.
    pub least: Wdl,
    /// The upper bound.
    pub most: Wdl,
}

impl Proven {
    /// Nothing is proven.
    pub const NOTHING: Proven = Proven { least: Wdl::Loss, most: Wdl::Win };

    /// The value; `None` unless it is proven.
    pub fn value(self) -> Option<Wdl> {
        (self.least == self.most).then_some(self.least)
    }

    /// Adds what is proven of all moves, each seen by the side that plays it.
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

/// Why the solver does not take a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A side may still castle.
    #[error(
        "castling is still allowed; lucena solves only positions without castling rights; write - for them in the FEN"
    )]
    Castling,
    /// The position has more pieces than the solver solves.
    #[error(
        "{pieces} pieces besides kings and pawns; lucena solves positions with at most two, and any number of pawns; \
         lucena go searches any position"
    )]
    Pieces {
        /// The number of pieces, kings and pawns not counted.
        pieces: usize,
    },
}

/// What ended the work before everything was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit on the work.
    Work,
    /// A caller cancelled the work.
    Cancelled,
    /// The rest needs positions with more than two pieces.
    Pieces,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// What is open so far.
    pub size: GraphSize,
    /// Legal moves of the position whose results are proven.
    pub moves_proven: usize,
    /// The number of legal moves.
    pub moves: usize,
    /// What is proven of the position itself.
    pub proven: Proven,
    /// An estimate of the time to solve what is open now, at the pace so far. More may have to be opened after that. `None` if
    /// it is not known.
    pub left_of_open: Option<Duration>,
    /// The material whose results are being built now; `None` if none.
    pub building: Option<Material>,
}

/// A legal move of the position.
#[derive(Clone, Copy, Debug)]
pub struct SolvedMove {
    /// The move.
    pub played: Move,
    /// What is proven of it, for the side that plays it.
    pub proven: Proven,
    /// The distance of a proven win or loss, without the 50-move rule; `None` if the proof gives none.
    pub conversion: Option<Conversion>,
    /// What the 50-move rule leaves of a win or loss, with the clock of the position; `None` for a draw or an unproven result.
    pub fifty_moves: Option<FiftyMoves>,
}

/// The distance to the next capture, pawn move or mate with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Moves of the winning side, including the one that is played now.
    pub moves: u32,
    /// Whether no shorter way exists; otherwise an unproven one may be shorter.
    pub is_exact: bool,
}

/// Whether a win or loss proven without the 50-move rule stands with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiftyMoves {
    /// No capture, pawn move or mate needs more plies than the rule leaves.
    Stands,
    /// Some winning way may need more, so the other side may be able to claim a draw.
    MayMatter,
    /// The rule turns the result into a draw: the files that know the position say so.
    Spoils,
}

/// What is proven of a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The result for the side to move.
    pub proven: Proven,
    /// All legal moves of the position.
    pub moves: Vec<SolvedMove>,
    /// Winning moves that win only by returning to the position with the same side to move: they lose time and solve nothing.
    pub losing_time: Vec<Move>,
    /// Best play by both sides; it may end early.
    pub line: Vec<Move>,
    /// For a win or loss; `None` for a draw or an unproven result.
    pub fifty_moves: Option<FiftyMoves>,
    /// What was opened.
    pub size: GraphSize,
    /// The limit that ended the work early; `None` if everything is proven.
    pub stopped_by: Option<StoppedBy>,
    /// The time that the work took.
    pub time: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_shows_what_a_position_is_worth_even_where_it_was_not_proven_by_itself() {
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
