//! Decides at the root with a solved graph: which moves keep the proven result and make progress.

use shakmaty::Move;

use crate::board::{Game, fits_into_clock};
use crate::search::RootMoves;
use crate::solve::{Distances, SolvedGraph};
use crate::tablebase::Wdl;

/// Keeps the moves with the proven result of the root. In a win with cheap distances, it keeps those that come soonest to the
/// next capture, pawn move or mate; otherwise the distances cost more than they are worth, and the search finds the way. If
/// several lines are wanted, it keeps that many moves, best first. Returns the result; `None`, with the moves unchanged, if it
/// is unknown or the 50-move rule may change it.
pub(super) fn decide(graph: &SolvedGraph, game: &Game, root: &mut RootMoves, lines: usize) -> Option<Wdl> {
    let board = game.board();
    let result = graph.proven(board).value()?;
    if result != Wdl::Draw && graph.may_be_spoilt() {
        return None;
    }
    let ranks = Ranks { graph, game, result, distances: Distances::new(graph) }.of(root)?;
    root.keep_best(ranks, lines);
    Some(result)
}

/// A move's result for the side that plays it, then its quality within the result: known distances come before those from a
/// proof of the single position, and shorter ones before longer ones.
type Rank = (Wdl, bool, i64);

struct Ranks<'a> {
    graph: &'a SolvedGraph,
    game: &'a Game,
    result: Wdl,
    distances: Distances<'a>,
}

impl Ranks<'_> {
    /// The ranks of all moves; `None` if the clock leaves no winning way enough time, or might save a lost side.
    fn of(mut self, root: &mut RootMoves) -> Option<Vec<Rank>> {
        let mut history = self.game.history().clone();
        history.push(self.game.board());
        let mut ranks = Vec::new();
        for root in &mut root.moves {
            let child = self.game.board().after(root.played);
            let value = if history.is_third_occurrence(&child) {
                Wdl::Draw
            } else {
                // An unproven move counts as no better than the root.
                self.graph.proven(&child).reversed().least.min(self.result)
            };
            root.result = Some(value);
            let (is_known, moves) = self.moves_to_win(value, root.played);
            ranks.push((value, is_known, -i64::from(moves)));
        }
        let best = ranks.iter().max().copied()?;
        let fits = match self.result {
            Wdl::Win => self.is_in_time(best.2.unsigned_abs()),
            Wdl::Draw => true,
            Wdl::Loss => root.moves.iter().all(|root| self.loses_in_time(root.played)),
        };
        (best.0 == self.result && fits).then_some(ranks)
    }

    /// Whether the other side wins in time after a move. If distances are costly or unknown, this assumes the longest way of
    /// the graph.
    fn loses_in_time(&mut self, played: Move) -> bool {
        let board = self.game.board();
        let known = Distances::are_cheap(board)
            .then(|| self.distances.conversion(board, played, !board.turn()))
            .flatten();
        let moves = known.map_or_else(|| self.graph.longest_way(), |conversion| conversion.moves);
        self.is_in_time(moves.into())
    }

    /// Returns whether the distance of a winning move is known, and its moves to the next capture, pawn move or mate. If only a
    /// proof of the next position exists, it is not known, and the moves come from that proof; 0 if the move does not win or
    /// distances are costly.
    fn moves_to_win(&mut self, value: Wdl, played: Move) -> (bool, u32) {
        let board = self.game.board();
        if value != Wdl::Win || !Distances::are_cheap(board) {
            return (true, 0);
        }
        if let Some(conversion) = self.distances.conversion(board, played, board.turn()) {
            return (true, conversion.moves);
        }
        let plies = self.distances.plies_of_proof(&board.after(played), board.turn());
        plies.map_or((true, 0), |plies| (false, u32::from(plies).div_ceil(2) + 1 + self.graph.longest_way()))
    }

    /// Whether the winner's moves to the next capture, pawn move or mate fit into the clock.
    fn is_in_time(&self, moves: u64) -> bool {
        let plies = u32::try_from(2 * moves).unwrap_or(u32::MAX);
        fits_into_clock(self.game.board().halfmove_clock(), plies)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use shakmaty::san::San;

    use super::*;
    use crate::board::Board;
    use crate::solve::{SolveLimits, Solver};

    /// Returns the moves that are left of a position's, best first, and the result.
    fn left(fen: &str, lines: usize) -> (Vec<String>, Option<Wdl>) {
        let game = Game::new(Board::from_fen(fen, false).unwrap());
        let solver = Solver::new(SolveLimits { time: None, bytes: 1 << 28, threads: 1 });
        let (_, graph) = solver.solve(game.board(), &AtomicBool::new(false), &mut |_| {}).unwrap();
        let mut root = RootMoves::new(game.board(), &[]);
        let result = decide(&graph, &game, &mut root, lines);
        let san = |played| San::from_move(game.board().position(), played).to_string();
        (root.moves.iter().map(|root| san(root.played)).collect(), result)
    }

    /// The trébuchet: the side to move with both pawns attacked loses (any book on pawn endings), so White steps there just in
    /// time.
    #[test]
    fn a_win_is_left_with_the_shortest_way_to_the_pawn() {
        assert_eq!(left("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", 1).1, Some(Wdl::Loss));
        let (moves, result) = left("8/8/8/2K1p3/4Pk2/8/8/8 w - - 0 1", 1);
        assert_eq!((moves, result), (vec!["Kd5".to_owned()], Some(Wdl::Win)));
    }

    #[test]
    fn of_a_draw_all_moves_that_hold_it_are_left_and_of_several_lines_the_others_behind() {
        let fen = "8/8/8/1k1p4/3P4/1K6/8/8 w - - 0 1";
        let (moves, result) = left(fen, 1);
        assert_eq!(result, Some(Wdl::Draw));
        let (all, _) = left(fen, 20);
        assert!(moves.len() < all.len() && all.starts_with(&moves), "{moves:?} {all:?}");
    }

    /// Lasker and Reichhelm 1901, after Kb1: no pawn can move, and White's king cannot capture one within four moves.
    #[test]
    fn a_loss_that_the_clock_saves_is_none() {
        let result = |clock| left(&format!("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - {clock} 100"), 1).1;
        assert_eq!(result(0), Some(Wdl::Loss));
        assert_eq!(result(92), None);
    }

    #[test]
    fn a_clock_that_leaves_no_time_leaves_the_moves_as_they_are() {
        let (moves, result) = left("8/8/8/2K1p3/4Pk2/8/8/8 w - - 98 90", 1);
        assert!(result.is_none() && moves.len() > 1, "{moves:?}");
    }
}
