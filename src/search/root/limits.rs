//! The limits that end a search: the typed form of everything that can follow `go`.

use std::time::Duration;

use shakmaty::{ByColor, Move};

/// The limits of one search. By default there are none, and it searches to the deepest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth of the last iteration, in plies, from 1.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Exact time for the move.
    pub move_time: Option<Duration>,
    /// Stop as soon as a mate in this many moves (of the side to move) is found.
    pub mate: Option<u32>,
    /// The game's clocks.
    pub clock: Option<Clock>,
    /// Give no best move before a stop is requested.
    pub infinite: bool,
    /// Think on the opponent's time; no limit counts before the ponder hit.
    pub ponder: bool,
    /// Search only these moves at the root, all legal; if empty, all moves.
    pub search_moves: Vec<Move>,
}

/// The game's clocks as the GUI reports them. A clock that has run out is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left; `None` if the GUI did not report it.
    pub remaining: ByColor<Option<Duration>>,
    /// Time gained by each move, by side.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control; `None` means the rest of the game.
    pub moves_to_go: Option<u32>,
}
