//! What a search is asked to do, once it is clear that somebody has to search.

use std::time::Duration;

use super::limits::Limits;
use super::proof::ProvenMate;
use super::root_moves::RootMoves;
use super::tablebase_probe::TablebaseProbe;
use crate::board::Game;
use crate::tablebase::Wdl;

/// How many best lines a search finds.
#[derive(Clone, Copy, Debug)]
pub struct LineCounts {
    /// So many are searched ...
    pub searched: usize,
    /// ... and so many of them told: a weakened player chooses among more than it shows.
    pub told: usize,
}

/// One search.
pub struct Task<'a> {
    /// The game whose last position is searched.
    pub game: &'a Game,
    /// When to end.
    pub limits: &'a Limits,
    /// The moves to choose among, with what is known of each; at least one.
    pub root: RootMoves,
    /// Lines that are wanted.
    pub lines: LineCounts,
    /// Time lost between engine and GUI at every move.
    pub move_overhead: Duration,
    /// The exact tables to ask below the root; `None` if they are not wanted.
    pub tables: Option<TablebaseProbe<'a>>,
    /// The exact result of the root, where it is known and the 50-move rule is far.
    pub root_result: Option<Wdl>,
    /// Whether mates may be looked for by proof, beside a search that does not ask for one.
    pub proves_mates: bool,
    /// A mate that is proven already, and has been told.
    pub known_mate: Option<ProvenMate>,
}

impl<'a> Task<'a> {
    /// The best of all moves, or of those that the limits name, by the search alone.
    pub fn new(game: &'a Game, limits: &'a Limits) -> Task<'a> {
        Task {
            game,
            limits,
            root: RootMoves::new(game.board(), &limits.search_moves),
            lines: LineCounts { searched: 1, told: 1 },
            move_overhead: Duration::ZERO,
            tables: None,
            root_result: None,
            proves_mates: false,
            known_mate: None,
        }
    }

    /// Whether a proof of mate is looked for beside the search: not where the question is another (a depth, several lines,
    /// some of the moves, a mate), nor where the result is known.
    pub fn looks_for_near_mates(&self) -> bool {
        let Limits { depth, mate, search_moves, .. } = self.limits;
        self.proves_mates
            && depth.is_none()
            && mate.is_none()
            && search_moves.is_empty()
            && self.lines.searched == 1
            && self.root_result.is_none()
    }
}
