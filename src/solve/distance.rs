//! Distances in a solved graph, and lines of best play.
//!
//! Layers are not kept with the results: those of the arrangements that are asked for are made anew, and remembered while
//! a line is followed.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use shakmaty::{Color, Move};

use super::arrangement::Arrangement;
use super::bound::Bound;
use super::graph::NodeId;
use super::retrograde::Layers;
use super::solved_graph::SolvedGraph;
use crate::board::Board;
use crate::tablebase::Wdl;

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
    /// By arrangement, and whether the winner keeps its pieces.
    layers: HashMap<(NodeId, bool), Option<Rc<Layers>>>,
}

impl<'a> Distances<'a> {
    /// Distances in a graph.
    pub fn new(graph: &'a SolvedGraph) -> Distances<'a> {
        Distances { graph, layers: HashMap::new() }
    }

    /// Returns how many moves the winning side needs, with best play of both, until the next capture, pawn move or mate,
    /// on a way on which it need not give a piece up if there is one; `None` where it is not proven to win here, or where the position is known from tables alone.
    pub fn moves(&mut self, board: &Board, winner: Color) -> Option<u32> {
        self.way(board, winner).map(|way| way.moves)
    }

    fn way(&mut self, board: &Board, winner: Color) -> Option<Way> {
        let located = Arrangement::locate(board, winner)?;
        let node = self.graph.graph.find(&located.arrangement)?;
        let number = located.placement.number(located.arrangement.pieces());
        let mut with = |keeps_pieces| {
            let moves = self.layers(node, keeps_pieces)?.of(located.mover, number, located.king)?;
            Some(Way { gives_pieces: !keeps_pieces, moves })
        };
        with(true).or_else(|| with(false))
    }

    /// The same from before a legal move: this move counts where the winner plays it.
    pub fn moves_with(&mut self, board: &Board, played: Move, winner: Color) -> Option<u32> {
        self.way_with(board, played, winner).map(|way| way.moves)
    }

    fn way_with(&mut self, board: &Board, played: Move, winner: Color) -> Option<Way> {
        let own = u32::from(board.turn() == winner);
        let after = board.after(played);
        if played.is_zeroing() || after.is_checkmate() {
            return Some(Way { gives_pieces: false, moves: own });
        }
        self.way(&after, winner).map(|way| Way { moves: way.moves + own, ..way })
    }

    fn layers(&mut self, node: NodeId, keeps_pieces: bool) -> Option<Rc<Layers>> {
        let graph = &self.graph.graph;
        let made = || {
            let layers = graph.layers(node, Bound::Least, keeps_pieces, &AtomicBool::new(false));
            layers.ok().flatten().map(Rc::new)
        };
        self.layers.entry((node, keeps_pieces)).or_insert_with(made).clone()
    }

    /// Returns a line of best play: the winner takes the shortest way to the next capture, pawn move or mate, the other side
    /// the longest. It ends with mate, where only tables know on, or after a few plies of a draw.
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
        // Known from tables alone: its moves cannot be told apart.
        self.moves(board, winner)?;
        let mut ranked = Vec::new();
        for played in holding {
            let way = self.way_with(board, played, winner)?;
            let mates = board.after(played).is_checkmate();
            // Of two equal ways out the one that takes or promotes most tells most.
            let gain = played.promotion().map_or(0, |role| role as u32) + u32::from(played.is_capture());
            ranked.push(((way, !mates, u32::MAX - gain), played));
        }
        let rank = |ranked: &&((Way, bool, u32), Move)| ranked.0;
        let best = if board.turn() == winner {
            ranked.iter().min_by_key(rank)
        } else {
            ranked.iter().max_by_key(rank)
        };
        best.map(|(_, played)| *played)
    }
}
