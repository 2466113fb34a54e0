//! Measures distances in a solved graph and follows lines of best play.
//!
//! The graph does not store the layers of its results. This file recomputes them for each arrangement that it needs, and
//! keeps them while it follows a line.

use std::collections::HashMap;
use std::rc::Rc;

use shakmaty::{Color, Move};

use super::arrangement::bound::Bound;
use super::arrangement::layout::{Arrangement, has_passing};
use super::arrangement::wins::Layers;
use super::graph::NodeId;
use super::solution::Conversion;
use super::solved_graph::SolvedGraph;
use super::stop::Stop;
use super::syzygy_tables::SyzygyTables;
use crate::board::Board;
use crate::tablebase::{EmbeddedTables, FiftyMoveResult, Wdl};

/// With more pieces, the layers of one arrangement take too much time and memory to recompute.
const MOST_MEASURED_PIECES: usize = 1;
/// The longest line, in plies.
const LONGEST_LINE: usize = 300;
/// The longest line from a drawn position, in plies.
const LONGEST_DRAWN_LINE: usize = 10;

/// The winner's way to the next capture, pawn move or mate. A way that keeps the winner's pieces comes before any that gives
/// one up: losing a piece is a capture too, but not sensible play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    gives_pieces: bool,
    moves: u32,
}

/// Finds distances and lines in one graph.
pub struct Distances<'a> {
    graph: &'a SolvedGraph,
    /// By arrangement, whether the winner keeps its pieces, and whether every position that may be won counts as won.
    layers: HashMap<(NodeId, bool, bool), Option<Rc<Layers>>>,
}

impl<'a> Distances<'a> {
    /// Measures distances in a graph.
    pub fn new(graph: &'a SolvedGraph) -> Distances<'a> {
        Distances { graph, layers: HashMap::new() }
    }

    /// Whether distances from a position take little time and memory.
    pub fn are_cheap(board: &Board) -> bool {
        board.all_pieces().count() <= MOST_MEASURED_PIECES
    }

    /// Returns the winner's moves until the next capture, pawn move or mate, with best play by both. Ways that give no piece
    /// up come first. `None` if no win for `winner` is proven here, or if only tables know the position.
    pub fn moves(&mut self, board: &Board, winner: Color) -> Option<u32> {
        self.way(board, winner, Bound::Least).map(|way| way.moves)
    }

    fn way(&mut self, board: &Board, winner: Color, bound: Bound) -> Option<Way> {
        let located = Arrangement::locate(board, winner)?;
        let node = self.graph.graph.find(&located.arrangement)?;
        let number = located.placement.number(located.arrangement.piece_count());
        let mut with = |keeps_pieces| {
            let moves = self.layers(node, keeps_pieces, bound)?.of(located.mover, number, located.king)?;
            Some(Way { gives_pieces: !keeps_pieces, moves })
        };
        with(true).or_else(|| with(false))
    }

    /// The distance of a legal move, counted from the position before it; the move itself counts if the winner plays it.
    /// `None` as in [`Distances::moves`], unless Syzygy files know the distance.
    pub fn conversion(&mut self, board: &Board, played: Move, winner: Color) -> Option<Conversion> {
        let Some(way) = self.way_with(board, played, winner, Bound::Least) else {
            return self.conversion_in_files(board, played, winner);
        };
        let is_exact = Some(way) == self.way_with(board, played, winner, Bound::Most);
        Some(Conversion { moves: way.moves, is_exact })
    }

    /// The distance of a move that neither captures nor moves a pawn, by the file of its material.
    fn conversion_in_files(&self, board: &Board, played: Move, winner: Color) -> Option<Conversion> {
        let after = board.after(played);
        let stored = self.graph.graph.syzygy()?.distance(&after)?;
        // Beyond the 50-move rule, files do not say how far a result is away.
        if !matches!(stored.result, FiftyMoveResult::Win | FiftyMoveResult::Loss) {
            return None;
        }
        let most_plies = stored.plies + u32::from(stored.is_rounded);
        let (own, later) = match board.turn() == winner {
            true => (1, most_plies / 2),
            false => (0, most_plies.div_ceil(2)),
        };
        Some(Conversion { moves: own + later, is_exact: !stored.is_rounded })
    }

    fn way_with(&mut self, board: &Board, played: Move, winner: Color, bound: Bound) -> Option<Way> {
        let own = u32::from(board.turn() == winner);
        let after = board.after(played);
        if played.is_zeroing() || after.is_checkmate() {
            return Some(Way { gives_pieces: false, moves: own });
        }
        self.way(&after, winner, bound).map(|way| Way { moves: way.moves + own, ..way })
    }

    fn layers(&mut self, node: NodeId, keeps_pieces: bool, bound: Bound) -> Option<Rc<Layers>> {
        let graph = &self.graph.graph;
        // If nothing is open, the two bounds are equal.
        let is_most = bound == Bound::Most && !graph.has_exact_exits(node);
        let bound = if is_most { Bound::Most } else { Bound::Least };
        let made = || {
            let layers = graph.layers(node, bound, keeps_pieces, &Stop::never());
            layers.ok().flatten().map(Rc::new)
        };
        self.layers.entry((node, keeps_pieces, is_most)).or_insert_with(made).clone()
    }

    /// Returns a line of best play: the winner takes the shortest way to the next capture, pawn move or mate, the other side
    /// the longest. If only a proof of the single position exists, the line follows that proof. It ends with mate, or after a
    /// few plies of a draw.
    pub fn line(&mut self, board: &Board) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = board.clone();
        while line.len() < LONGEST_LINE {
            let Some(played) = self.best(&board, line.len()) else { break };
            board = board.after(played);
            line.push(played);
        }
        line
    }

    /// Returns the plies of a single position's proof that `winner` wins; `None` if there is none, or if the win is
    /// known without it.
    pub fn plies_of_proof(&self, board: &Board, winner: Color) -> Option<u16> {
        self.graph.graph.plies_of_proof(board, winner)
    }

    fn is_in_proof_alone(&mut self, board: &Board, winner: Color) -> bool {
        self.plies_of_proof(board, winner).is_some() && self.moves(board, winner).is_none()
    }

    fn best(&mut self, board: &Board, plies: usize) -> Option<Move> {
        let value = self.graph.proven(board).value()?;
        let graph = self.graph;
        let is_holding =
            |played: &Move| graph.proven(&board.after(*played)).reversed().value() == Some(value);
        let holding: Vec<Move> = board.legal_moves().into_iter().filter(is_holding).collect();
        let winner = match value {
            Wdl::Draw if plies < LONGEST_DRAWN_LINE => return holding.first().copied(),
            Wdl::Draw => return None,
            Wdl::Win => board.turn(),
            Wdl::Loss => !board.turn(),
        };
        if self.moves(board, winner).is_some() {
            return self.best_by_distance(board, holding, winner);
        }
        if has_passing(board) || self.plies_of_proof(board, winner).is_some() {
            return self.best_of_proof(board, holding, winner);
        }
        self.best_of_tables(board, holding, winner)
    }

    fn best_by_distance(&mut self, board: &Board, holding: Vec<Move>, winner: Color) -> Option<Move> {
        let mut ranked = Vec::new();
        for played in holding {
            if !played.is_zeroing() && self.is_in_proof_alone(&board.after(played), winner) {
                continue;
            }
            let way = self.way_with(board, played, winner, Bound::Least)?;
            ranked.push(((way, Seen::of(board, played)), played));
        }
        best_ranked(ranked.into_iter(), board.turn() == winner)
    }

    /// The winner takes the move that shortens the proof most, the other side the one that keeps it longest. A position known
    /// without the proof counts as 0 plies.
    fn best_of_proof(&self, board: &Board, holding: Vec<Move>, winner: Color) -> Option<Move> {
        let rank = |played: Move| {
            let plies = self.plies_of_proof(&board.after(played), winner).unwrap_or(0);
            ((plies, Seen::of(board, played)), played)
        };
        best_ranked(holding.into_iter().map(rank), board.turn() == winner)
    }

    /// The best move if only tables know what follows: embedded tables and Syzygy files count plies to the next capture or
    /// pawn move, built ones plies to mate. `None` if the best move gives up one of the winner's pieces.
    fn best_of_tables(&self, board: &Board, holding: Vec<Move>, winner: Color) -> Option<Move> {
        self.plies_in_tables(board)?;
        let mut ranked = Vec::new();
        for played in holding {
            let after = board.after(played);
            let is_way_out = played.is_zeroing() || after.is_checkmate();
            let gives = board.turn() == winner && after.legal_moves().iter().any(|reply| reply.is_capture());
            let plies = if is_way_out { 0 } else { self.plies_in_tables(&after)? };
            ranked.push(((plies, Seen::of(board, played), gives), played));
        }
        let best = best_ranked(ranked.iter().copied(), board.turn() == winner)?;
        let gives = ranked.iter().any(|((_, _, gives), played)| *gives && *played == best);
        (!gives).then_some(best)
    }

    fn plies_in_tables(&self, board: &Board) -> Option<u32> {
        let graph = &self.graph.graph;
        if board.men() > graph.table_men() {
            let in_files = |files: &SyzygyTables| files.distance(board).map(|distance| distance.plies);
            let built = graph.mate_in_tables(board).map(|outcome| outcome.plies);
            return built.or_else(|| in_files(graph.syzygy()?));
        }
        EmbeddedTables::built_in().plies_to_zeroing(board)
    }
}

/// Breaks ties between ways of equal length: mate comes first, then the move that captures or promotes most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    is_no_mate: bool,
    gain: std::cmp::Reverse<u32>,
}

impl Seen {
    fn of(board: &Board, played: Move) -> Seen {
        let gain = played.promotion().map_or(0, |role| role as u32) + u32::from(played.is_capture());
        Seen { is_no_mate: !board.after(played).is_checkmate(), gain: std::cmp::Reverse(gain) }
    }
}

/// The move of lowest rank for the winner, of highest rank for the other side.
fn best_ranked<Rank: Ord + Copy>(
    ranked: impl Iterator<Item = (Rank, Move)>,
    is_winner_to_move: bool,
) -> Option<Move> {
    let best = if is_winner_to_move {
        ranked.min_by_key(|ranked| ranked.0)
    } else {
        ranked.max_by_key(|ranked| ranked.0)
    };
    best.map(|(_, played)| played)
}
