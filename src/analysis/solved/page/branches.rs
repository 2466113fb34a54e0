//! Gathers the positions of a page: those of the line of best play, those after every other move from them, and best play from
//! there.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use shakmaty::Move;

use crate::analysis::solved::words::{conversion_in_words, proven_in_words, sorted, uci};
use crate::board::Board;
use crate::solve::{Distances, Solution, SolvedGraph, SolvedMove};
use crate::tablebase::Wdl;

/// The most moves on a page. Each takes about 70 bytes, so the page stays well below a megabyte.
const MOST_MOVES: usize = 11_000;
/// The most plies of best play after a move beside the line.
const PLIES_BEHIND_A_BRANCH: usize = 12;
/// The most time for distances and best play beside the line. Proven results are shown in any case.
const LOOKING_FOR_DISTANCES: Duration = Duration::from_secs(20);

/// A position with the proven results of it and of its moves.
#[derive(Debug, Serialize)]
pub(super) struct KnownPosition {
    fen: String,
    result: &'static str,
    /// The best first; among equals, the move of best play.
    moves: Vec<KnownMove>,
    /// The index of the move of best play in `moves`.
    best: Option<usize>,
}

#[derive(Debug, Serialize)]
struct KnownMove {
    san: String,
    uci: String,
    result: &'static str,
    /// The winner's moves to the next capture, pawn move or mate, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    conversion: Option<String>,
    /// The index of the position after it, if the page has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

/// Gathers positions without duplicates.
struct Gathering<'a> {
    graph: &'a SolvedGraph,
    distances: Distances<'a>,
    places: HashMap<u64, usize>,
    known: Vec<KnownPosition>,
    /// The same positions, in the same order.
    boards: Vec<Board>,
    /// The number of moves of all known positions.
    moves: usize,
    begin: Instant,
}

/// Returns the positions, that of the solution first.
pub(super) fn branches(board: &Board, solution: &Solution, graph: &SolvedGraph) -> Vec<KnownPosition> {
    let mut gathering = Gathering {
        graph,
        distances: Distances::new(graph),
        places: HashMap::new(),
        known: Vec::new(),
        boards: Vec::new(),
        moves: 0,
        begin: Instant::now(),
    };
    gathering.add(board, &solution.moves);
    let line = gathering.follow(board, &solution.line);
    let mut beside = Vec::new();
    for (place, board) in line {
        for index in 0..gathering.known[place].moves.len() {
            if let Some(next) = gathering.step(place, index, &board) {
                beside.push(next);
            }
        }
    }
    for board in beside {
        if gathering.moves < MOST_MOVES && gathering.finds_distances(&board) {
            let mut behind = gathering.distances.line(&board);
            behind.truncate(PLIES_BEHIND_A_BRANCH);
            gathering.follow(&board, &behind);
        }
    }
    gathering.linked()
}

impl Gathering<'_> {
    /// Adds a position and those of a line from it; the line's moves become the best ones.
    fn follow(&mut self, board: &Board, line: &[Move]) -> Vec<(usize, Board)> {
        let mut boards = vec![(self.enter(board), board.clone())];
        let mut board = board.clone();
        for &played in line {
            let next = board.after(played);
            let (from, to) = (self.enter(&board), self.enter(&next));
            self.play(from, to, &uci(played));
            boards.push((to, next.clone()));
            board = next;
        }
        boards
    }

    fn play(&mut self, from: usize, to: usize, uci: &str) {
        let known = &mut self.known[from];
        let index = known.moves.iter().position(|offered| offered.uci == uci);
        if let Some(index) = index {
            known.moves[index].next = Some(to);
            // A longer line has set it before; that remains.
            known.best = known.best.or(Some(index));
        }
    }

    /// Adds the position after a move if it is new and there is space; returns it.
    fn step(&mut self, from: usize, index: usize, board: &Board) -> Option<Board> {
        let uci = self.known[from].moves[index].uci.clone();
        let played = board.legal_moves().into_iter().find(|played| self::uci(*played) == uci)?;
        let next = board.after(played);
        let is_new = !self.places.contains_key(&next.keys().position);
        if is_new && self.moves >= MOST_MOVES {
            return None;
        }
        let to = self.enter(&next);
        self.known[from].moves[index].next = Some(to);
        is_new.then_some(next)
    }

    fn enter(&mut self, board: &Board) -> usize {
        let key = board.keys().position;
        if let Some(&place) = self.places.get(&key) {
            return place;
        }
        let moves: Vec<SolvedMove> =
            board.legal_moves().into_iter().map(|played| self.solved_move(board, played)).collect();
        self.add(board, &moves)
    }

    fn add(&mut self, board: &Board, moves: &[SolvedMove]) -> usize {
        let place = self.known.len();
        self.places.insert(board.keys().position, place);
        self.moves += moves.len();
        let moves = sorted(moves).into_iter().map(|solved| KnownMove {
            san: board.notation(solved.played).to_string(),
            uci: uci(solved.played),
            result: proven_in_words(solved.proven),
            conversion: solved.conversion.map(conversion_in_words),
            next: None,
        });
        self.boards.push(board.clone());
        self.known.push(KnownPosition {
            fen: board.fen(),
            result: proven_in_words(self.graph.proven(board)),
            moves: moves.collect(),
            best: None,
        });
        place
    }

    /// Returns the positions; every move to another of them is linked to it.
    fn linked(mut self) -> Vec<KnownPosition> {
        for (known, board) in self.known.iter_mut().zip(&self.boards) {
            for played in board.legal_moves() {
                let uci = uci(played);
                let next = self.places.get(&board.after(played).keys().position);
                if let Some(shown) = known.moves.iter_mut().find(|shown| shown.uci == uci) {
                    shown.next = shown.next.or(next.copied());
                }
            }
        }
        self.known
    }

    fn finds_distances(&self, board: &Board) -> bool {
        Distances::are_cheap(board) && self.begin.elapsed() < LOOKING_FOR_DISTANCES
    }

    fn solved_move(&mut self, board: &Board, played: Move) -> SolvedMove {
        let proven = self.graph.proven(&board.after(played)).reversed();
        let winner = match proven.value() {
            Some(Wdl::Win) => Some(board.turn()),
            Some(Wdl::Loss) => Some(!board.turn()),
            _ => None,
        };
        let winner = winner.filter(|_| self.finds_distances(board));
        let conversion = winner.and_then(|winner| self.distances.conversion(board, played, winner));
        SolvedMove { played, proven, conversion, fifty_moves: None }
    }
}
