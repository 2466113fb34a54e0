//! The task of one search, once it is clear that a search has to answer.

use std::time::Duration;

use crate::board::Game;
use crate::search::proof::ProvenMate;
use crate::search::root::limits::Limits;
use crate::search::root::root_moves::RootMoves;
use crate::search::tablebase_probe::TablebaseProbe;
use crate::tablebase::Wdl;

/// The number of best lines that a search finds and reports.
#[derive(Clone, Copy, Debug)]
pub struct LineCounts {
    /// Lines to search ...
    pub searched: usize,
    /// ... and lines to report. A weakened player chooses among more than it shows.
    pub reported: usize,
}

/// One search.
pub struct Task<'a> {
    /// The game whose last position is searched.
    pub game: &'a Game,
    /// When to end.
    pub limits: &'a Limits,
    /// The moves to choose among, with the facts about each; at least one.
    pub root: RootMoves,
    /// The number of lines that are wanted.
    pub lines: LineCounts,
    /// Time lost between engine and GUI at every move.
    pub move_overhead: Duration,
    /// The exact tables to ask below the root; `None` if they are not wanted.
    pub tables: Option<TablebaseProbe<'a>>,
    /// The exact result of the root; `None` if it is unknown or the 50-move rule is near.
    pub root_result: Option<Wdl>,
    /// Whether proofs may look for mates beside a search that does not ask for one.
    pub proves_mates: bool,
    /// A mate that was proven earlier and has been reported.
    pub known_mate: Option<ProvenMate>,
}

impl<'a> Task<'a> {
    /// Makes the task to find the best of all moves, or of those in `limits`, by the search alone.
    pub fn new(game: &'a Game, limits: &'a Limits) -> Task<'a> {
        Task {
            game,
            limits,
            root: RootMoves::new(game.board(), &limits.search_moves),
            lines: LineCounts { searched: 1, reported: 1 },
            move_overhead: Duration::ZERO,
            tables: None,
            root_result: None,
            proves_mates: false,
            known_mate: None,
        }
    }

    /// Returns whether a proof of mate runs beside the search. It does not if something else is asked (a depth, several
    /// lines, some of the moves, a mate), or if the result is known.
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
