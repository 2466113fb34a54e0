//! Proves single positions by depth-first proof-number search, where the whole arrangement would cost too much.
//!
//! A win rests on a finite tree. A held position may rest on repetitions, and what holds on one way to a position need not
//! hold on another. The prover therefore accepts "held" only with a set of positions that the attacker cannot leave and in
//! which it has not won.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Color;

use super::company::Company;
use super::facts::Shown;
use super::held_set::{Gap, HeldSet};
use super::number_table::NumberTable;
use super::numbers::Numbers;
use super::searcher::{Found, Searcher, Task};
use crate::board::Board;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Met;
use crate::solve::graph::Graph;
use crate::solve::stop::Stop;
use crate::threads::together;

/// Moves that cost as much time as solving one placement.
const MOVES_PER_PLACEMENT: usize = 4;
/// The most repairs of a set of held positions.
const MOST_MENDED: usize = 30;
/// A result, with all positions of its proof; they have the same result.
#[derive(Debug)]
pub(in crate::solve) struct Proof {
    pub is_won: bool,
    pub positions: Vec<(Board, Shown)>,
}

/// A won position that another one's win rests on.
struct Supporting {
    board: Board,
    /// The plies of its proof.
    plies: u32,
}

/// A prover for one attacker.
pub(in crate::solve) struct Prover<'a> {
    graph: &'a Graph,
    attacker: Color,
    table: &'a NumberTable,
    threads: usize,
    found: Found,
    nodes_left: usize,
    stop: &'a Stop<'a>,
}

impl<'a> Prover<'a> {
    /// Prepares proofs for one attacker. `threads` search each position together.
    pub fn new(
        graph: &'a Graph,
        attacker: Color,
        table: &'a NumberTable,
        threads: usize,
        stop: &'a Stop<'a>,
    ) -> Prover<'a> {
        Prover { graph, attacker, table, threads, found: Found::default(), nodes_left: 0, stop }
    }

    /// Tries to prove whether the attacker wins a position, looking at the moves of at most `most_nodes` positions. Returns
    /// the proof, `None` if there is none, and the cost in placements.
    pub fn prove(&mut self, board: &Board, most_nodes: usize) -> (Option<Proof>, usize) {
        if board.legal_moves().is_empty() {
            return (None, 0);
        }
        (self.nodes_left, self.found.moves) = (most_nodes, 0);
        let proof = self.search_and_show(board);
        // Positions held by repetition were held only on ways from this root.
        self.table.forget(std::mem::take(&mut self.found.repeated));
        (proof, self.found.moves.div_ceil(MOVES_PER_PLACEMENT))
    }

    /// Arrangements of which nothing was known, and how the searches met them.
    pub fn into_unknown(self) -> FxHashMap<Arrangement, Met> {
        self.found.unknown
    }

    /// Searches a position on all threads; the numbers are settled if one of them settled it.
    fn search(&mut self, board: &Board) -> Numbers {
        let task = Task { graph: self.graph, attacker: self.attacker, table: self.table, stop: self.stop };
        let company = Company::new(self.threads, self.nodes_left);
        let answers = together(self.threads, |_| Searcher::new(task, &company).search_root(board));
        self.nodes_left = company.nodes_left();
        let mut numbers = Numbers::open(1, 1);
        for answer in answers {
            if !numbers.is_settled() {
                numbers = answer.numbers;
            }
            self.found.add(answer.found);
        }
        numbers
    }

    /// Searches until the result can be shown; a gap in what was held is closed by searching again.
    fn search_and_show(&mut self, board: &Board) -> Option<Proof> {
        for _ in 0..MOST_MENDED {
            let numbers = self.search(board);
            if numbers.is_won() {
                return self.shown_as_won(board);
            }
            if !numbers.is_held() {
                return None;
            }
            match self.held_set(board) {
                Ok(positions) => return Some(Proof { is_won: false, positions }),
                Err(Gap(way)) => self.table.forget(way),
            }
            self.table.forget([board.keys().position]);
        }
        None
    }

    fn shown_as_won(&mut self, board: &Board) -> Option<Proof> {
        let positions = self.tree(board);
        if positions.is_none() {
            // Part of the tree is no longer in the table.
            self.table.clear();
        }
        Some(Proof { is_won: true, positions: positions? })
    }

    /// Collects the positions of a win's proof, except those already known to be won by as few plies. Each position rests on
    /// positions of fewer plies, so the tree is finite. `None` if part of it is missing.
    fn tree(&self, root: &Board) -> Option<Vec<(Board, Shown)>> {
        let mut seen = FxHashSet::from_iter([root.keys().position]);
        let mut shown = Vec::new();
        let mut left = VecDeque::from([root.clone()]);
        while let Some(board) = left.pop_front() {
            let plies = self.table.get(board.keys().position).filter(|numbers| numbers.is_won())?.plies();
            for support in self.supports(&board, plies)? {
                if !self.is_leaf(&support) && seen.insert(support.board.keys().position) {
                    left.push_back(support.board);
                }
            }
            shown.push((board, Shown::Won { plies: u16::try_from(plies).unwrap_or(u16::MAX) }));
        }
        Some(shown)
    }

    /// The positions that a win in so many plies rests on: the attacker's shortest, or all of the defender's. `None` if they
    /// are not all won in fewer plies.
    fn supports(&self, board: &Board, plies: u32) -> Option<Vec<Supporting>> {
        let after = board.legal_moves().into_iter().map(|played| board.after(played));
        let won_sooner = |board: Board| {
            let numbers = self.table.get(board.keys().position)?;
            (numbers.is_won() && numbers.plies() < plies)
                .then_some(Supporting { board, plies: numbers.plies() })
        };
        if board.turn() == self.attacker {
            let shortest = after.filter_map(won_sooner).min_by_key(|child| child.plies)?;
            return Some(vec![shortest]);
        }
        let all: Vec<Supporting> = after.map(won_sooner).collect::<Option<_>>()?;
        (!all.is_empty()).then_some(all)
    }

    /// Whether a position won by these numbers needs no proof of its own: the game is over, or the graph knows the win by as
    /// few plies.
    fn is_leaf(&self, won: &Supporting) -> bool {
        let plies_known = || self.graph.plies_of_proof(&won.board, self.attacker).map_or(0, u32::from);
        won.plies == 0
            || self.graph.known(&won.board, self.attacker) == Some(true) && plies_known() <= won.plies
    }

    /// Collects positions that the attacker cannot leave, whatever it plays, except those already known to be held.
    fn held_set(&self, root: &Board) -> Result<Vec<(Board, Shown)>, Gap> {
        let mut set = HeldSet::of(root);
        let mut next = 0;
        while let Some(board) = set.board(next) {
            let after = self.followed(&board, &set).ok_or_else(|| set.gap(next))?;
            for board in after {
                match self.rank_of_held(&board, &set.places) {
                    None => return Err(set.gap(next)),
                    Some(0 | 1) => {}
                    Some(_) => set.add(board, next),
                }
            }
            next += 1;
        }
        Ok(set.positions.into_iter().map(|(board, _)| (board, Shown::Held)).collect())
    }

    /// The positions after all moves of the attacker, or after the defender's best; `None` if the defender has none that
    /// seems to hold.
    fn followed(&self, board: &Board, set: &HeldSet) -> Option<Vec<Board>> {
        let after: Vec<Board> = board.legal_moves().into_iter().map(|played| board.after(played)).collect();
        if board.turn() == self.attacker {
            return Some(after);
        }
        // Stalemate holds; mate does not.
        if after.is_empty() {
            return (!board.is_check()).then_some(after);
        }
        let ranked =
            after.into_iter().filter_map(|board| Some((self.rank_of_held(&board, &set.places)?, board)));
        let (_, best) = ranked.min_by_key(|(rank, _)| *rank)?;
        Some(vec![best])
    }

    /// 0 or 1 if nothing more is to be shown, 2 or 3 if the position must join the set; `None` if it does not seem held.
    fn rank_of_held(&self, board: &Board, places: &FxHashMap<u64, usize>) -> Option<u32> {
        if let Some(is_won) = self.graph.known(board, self.attacker) {
            return (!is_won).then_some(0);
        }
        let key = board.keys().position;
        if places.contains_key(&key) {
            return Some(1);
        }
        let numbers = self.table.get(key).filter(|numbers| numbers.is_held())?;
        Some(if numbers.is_repeated() { 3 } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the prover shows that White wins; on one thread and on three it must find the same.
    fn is_won(fen: &str) -> Option<bool> {
        let on = |threads| {
            let (graph, stop, table) = (Graph::new(4), Stop::never(), NumberTable::for_positions(1 << 20));
            let board = Board::from_fen(fen, false).unwrap();
            let mut prover = Prover::new(&graph, Color::White, &table, threads, &stop);
            prover.prove(&board, 20_000 * threads).0.map(|proof| proof.is_won)
        };
        let alone = on(1);
        assert_eq!(on(3), alone, "{fen}");
        alone
    }

    /// "CET" of supertorpe's suite: two pawns against two, 117 and 62.
    #[test]
    fn a_pawn_ending_of_the_books_is_proven_by_looking_ahead() {
        assert_eq!(is_won("7k/8/4K1pp/8/8/6PP/8/8 w - - 0 1"), Some(true));
        assert_eq!(is_won("7k/p7/5pP1/8/4P2K/8/8/8 w - - 0 1"), Some(false));
    }

    #[test]
    fn stalemate_is_never_shown_to_be_won() {
        assert_ne!(is_won("k7/8/1Q6/8/8/p7/P7/7K b - - 0 1"), Some(true));
        assert_eq!(is_won("k7/8/8/1Q6/8/p7/P7/7K w - - 0 1"), Some(true));
    }
}
