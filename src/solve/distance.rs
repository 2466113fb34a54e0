//! Distances in a solved graph, and lines of best play.
//!
//! Layers are not kept with the results: those of the arrangements that are asked for are made anew, and remembered while
//! a line is followed.

use std::collections::HashMap;
use std::rc::Rc;

use shakmaty::{Color, Move};

use super::arrangement::{Arrangement, has_passing};
use super::bound::Bound;
use super::graph::NodeId;
use super::retrograde::Layers;
use super::solution::Conversion;
use super::solved_graph::SolvedGraph;
use super::stop::Stop;
use crate::board::Board;
use crate::tablebase::{EmbeddedTables, Wdl};

/// Layers of arrangements with more pieces take too much time and memory to be made for each that is asked for.
const MOST_PIECES: usize = 1;
/// The longest line that is told, in plies.
const LONGEST_LINE: usize = 300;
/// Of a drawn position so many plies are told.
const LONGEST_DRAWN_LINE: usize = 10;

/// The winner's way to the next capture, pawn move or mate. One on which it keeps its pieces goes before any on which it gives
/// one up: that would be a way to a capture, too, but nobody would play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    gives_pieces: bool,
    moves: u32,
}

/// Answers for distances and lines of one graph.
pub struct Distances<'a> {
    graph: &'a SolvedGraph,
    /// By arrangement, whether the winner keeps its pieces, and whether all counts as won that may be.
    layers: HashMap<(NodeId, bool, bool), Option<Rc<Layers>>>,
}

impl<'a> Distances<'a> {
    /// Distances in a graph.
    pub fn new(graph: &'a SolvedGraph) -> Distances<'a> {
        Distances { graph, layers: HashMap::new() }
    }

    /// Whether distances from a position on take little time and memory, however many are asked for.
    pub fn are_cheap(board: &Board) -> bool {
        board.all_pieces().count() <= MOST_PIECES
    }

    /// Returns how many moves the winning side needs, with best play of both, until the next capture, pawn move or mate,
    /// on a way on which it need not give a piece up if there is one; `None` where it is not proven to win here, or where the
    /// position is known from tables alone.
    pub fn moves(&mut self, board: &Board, winner: Color) -> Option<u32> {
        self.way(board, winner, Bound::Least).map(|way| way.moves)
    }

    fn way(&mut self, board: &Board, winner: Color, bound: Bound) -> Option<Way> {
        let located = Arrangement::locate(board, winner)?;
        let node = self.graph.graph.find(&located.arrangement)?;
        let number = located.placement.number(located.arrangement.pieces());
        let mut with = |keeps_pieces| {
            let moves = self.layers(node, keeps_pieces, bound)?.of(located.mover, number, located.king)?;
            Some(Way { gives_pieces: !keeps_pieces, moves })
        };
        with(true).or_else(|| with(false))
    }

    /// The same from before a legal move: this move counts where the winner plays it.
    pub fn conversion(&mut self, board: &Board, played: Move, winner: Color) -> Option<Conversion> {
        let way = self.way_with(board, played, winner, Bound::Least)?;
        let is_exact = Some(way) == self.way_with(board, played, winner, Bound::Most);
        Some(Conversion { moves: way.moves, is_exact })
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
        // Where nothing is open the bounds cannot differ.
        let is_most = bound == Bound::Most && !graph.has_exact_exits(node);
        let bound = if is_most { Bound::Most } else { Bound::Least };
        let made = || {
            let layers = graph.layers(node, bound, keeps_pieces, &Stop::never());
            layers.ok().flatten().map(Rc::new)
        };
        self.layers.entry((node, keeps_pieces, is_most)).or_insert_with(made).clone()
    }

    /// Returns a line of best play: the winner takes the shortest way to the next capture, pawn move or mate, the other side
    /// the longest. Where a single position was proven by itself, it follows the proof. It ends with mate, or after a few plies
    /// of a draw.
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

    /// Returns the plies of the proof by which a position was shown to be won by itself, where it is known by that alone:
    /// before a position whose distance is known, or which stands in tables.
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

    /// The winner's next move in the proof of a single position, and the other side's that the proof needs longest for. What is
    /// known without the proof comes first for the one, last for the other.
    fn best_of_proof(&self, board: &Board, holding: Vec<Move>, winner: Color) -> Option<Move> {
        let rank = |played: Move| {
            let plies = self.plies_of_proof(&board.after(played), winner).unwrap_or(0);
            ((plies, Seen::of(board, played)), played)
        };
        best_ranked(holding.into_iter().map(rank), board.turn() == winner)
    }

    /// The same where only tables know on: they tell the plies to the next capture or pawn move, those that were built before to the
    /// mate.
    /// Nothing where that is the capture of a winner's piece, as nobody would play it.
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
            return graph.mate_in_tables(board).map(|outcome| outcome.plies);
        }
        EmbeddedTables::built_in().plies_to_zeroing(board)
    }
}

/// What is to be seen of a move, by which ways that are equally long are told apart: mate, and what takes or promotes most,
/// tells most and comes first.
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

/// The move with the least rank for the winner, with the greatest for the other side.
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
