//! Makes the report of a solution: the results, the line of best play, and what the 50-move rule may change.

use std::time::Instant;

use shakmaty::Move;

use super::arrangement::layout::{Arrangement, has_passing};
use super::distance::Distances;
use super::solution::{Conversion, FiftyMoves, Proven, Solution, SolvedMove, StoppedBy};
use super::solved_graph::SolvedGraph;
use super::stop::Stop;
use super::syzygy_tables::{SyzygyTables, UnderTheRule};
use crate::board::{Board, fits_into_clock};
use crate::tablebase::Wdl;

/// A graph and the position that it was solved for.
pub(super) struct Report<'a> {
    pub solved: &'a SolvedGraph,
    pub root: &'a Board,
    pub stop: &'a Stop<'a>,
}

impl Report<'_> {
    /// What is proven of the position and its moves since the work began, and what ended it early.
    pub fn solution(&self, stopped_by: Option<StoppedBy>, begin: Instant) -> Solution {
        let board = self.root;
        let mut distances = Distances::new(self.solved);
        let legal = board.legal_moves().into_iter();
        let moves: Vec<SolvedMove> = legal.map(|played| self.solved_move(played, &mut distances)).collect();
        // A table may prove a move before the position is proven.
        let proven = self.solved.proven(board).with_moves(moves.iter().map(|solved| solved.proven));
        let is_all_proven =
            proven.value().is_some() && moves.iter().all(|played| played.proven.value().is_some());
        Solution {
            proven,
            line: distances.line(board),
            fifty_moves: self.fifty_moves(proven, &moves),
            losing_time: self.losing_time(proven, &moves).unwrap_or_default(),
            moves,
            size: self.solved.size(),
            stopped_by: if is_all_proven { None } else { stopped_by },
            time: begin.elapsed(),
        }
    }

    /// Only moves within the arrangement can be undone, and an en passant right never returns.
    fn losing_time(&self, proven: Proven, moves: &[SolvedMove]) -> Option<Vec<Move>> {
        let is_winning = |solved: &&SolvedMove| solved.proven.value() == Some(Wdl::Win);
        let winning: Vec<Move> = moves.iter().filter(is_winning).map(|solved| solved.played).collect();
        if proven.value() != Some(Wdl::Win) || winning.len() < 2 || has_passing(self.root) {
            return None;
        }
        let root = Arrangement::locate(self.root, self.root.turn())?;
        let without = self.solved.graph.wins_without(&root, self.stop).ok()??;
        let loses_time = |played: &Move| {
            let after = Arrangement::locate(&self.root.after(*played), self.root.turn());
            after.is_some_and(|after| {
                let number = after.placement.number(after.arrangement.piece_count());
                !played.is_zeroing() && !without.defender_to_move[number].contains(after.king)
            })
        };
        Some(winning.into_iter().filter(loses_time).collect())
    }

    fn solved_move(&self, played: Move, distances: &mut Distances<'_>) -> SolvedMove {
        let proven = self.solved.proven(&self.root.after(played)).reversed();
        let winner = match proven.value() {
            Some(Wdl::Win) => Some(self.root.turn()),
            Some(Wdl::Loss) => Some(!self.root.turn()),
            _ => None,
        };
        let conversion = winner.and_then(|winner| distances.conversion(self.root, played, winner));
        let fifty_moves = winner.map(|_| self.fifty_moves_after(played, conversion));
        SolvedMove { played, proven, conversion, fifty_moves }
    }

    /// What the 50-move rule leaves of a move's win or loss.
    fn fifty_moves_after(&self, played: Move, conversion: Option<Conversion>) -> FiftyMoves {
        let files = self.solved.graph.syzygy();
        let known = files.and_then(|files| in_files(files, &self.root.after(played)));
        match known {
            // A capture or pawn move must itself come in time.
            Some(_) if !fits_into_clock(self.root.halfmove_clock(), 1) => FiftyMoves::Spoils,
            Some(known) => known,
            None => self.fits(conversion.map_or_else(|| self.solved.graph.longest(), |way| way.moves)),
        }
    }

    /// Every arrangement but the root's begins with a clock of zero. Wins in the embedded tables all fit within the rule, and
    /// Syzygy files say which of theirs do not.
    fn fifty_moves(&self, proven: Proven, moves: &[SolvedMove]) -> Option<FiftyMoves> {
        let value = proven.value().filter(|value| *value != Wdl::Draw)?;
        if let Some(known) = self.solved.graph.syzygy().and_then(|files| in_files(files, self.root)) {
            return Some(known);
        }
        let of_result = moves.iter().filter(|played| played.proven.value() == Some(value));
        // What follows a proof of single positions may take as long as any way.
        let longest = self.solved.graph.longest();
        let moves = |conversion: Option<Conversion>| conversion.map(|conversion| conversion.moves);
        let conversions = of_result.map(|played| moves(played.conversion).unwrap_or(longest));
        let first = if value == Wdl::Win { conversions.min() } else { conversions.max() };
        Some(self.fits(first.unwrap_or(0)))
    }

    /// Whether the 50-move rule leaves a result whose first capture, pawn move or mate takes this many moves of the winner.
    fn fits(&self, first: u32) -> FiftyMoves {
        let graph = &self.solved.graph;
        let longest_proof = self.solved.longest_proof();
        let stands = !graph.may_be_spoilt()
            && fits_into_clock(0, 2 * graph.longest() + longest_proof)
            && fits_into_clock(self.root.halfmove_clock(), 2 * first + longest_proof);
        if stands { FiftyMoves::Stands } else { FiftyMoves::MayMatter }
    }
}

/// What files say of a won or lost position under the 50-move rule; `None` if they do not know it.
fn in_files(files: &SyzygyTables, board: &Board) -> Option<FiftyMoves> {
    Some(match files.under_the_rule(board)? {
        UnderTheRule::Stands => FiftyMoves::Stands,
        UnderTheRule::Draw => FiftyMoves::Spoils,
        UnderTheRule::Unknown => FiftyMoves::MayMatter,
    })
}
