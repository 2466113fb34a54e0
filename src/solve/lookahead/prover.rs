//! Proves single positions by depth-first proof-number search, where the whole arrangement would cost too much.
//!
//! A win rests on a finite tree. A held position may rest on repetitions, and what holds on one way to a position need not
//! hold on another. The prover therefore accepts "held" only with a set of positions that the attacker cannot leave and in
//! which it has not won.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, Position, Role};

use super::facts::Shown;
use super::held_set::{Gap, HeldSet};
use super::number_table::NumberTable;
use super::numbers::Numbers;
use crate::board::Board;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Met;
use crate::solve::graph::Graph;
use crate::solve::stop::Stop;

/// Moves that cost as much time as solving one placement.
const MOVES_PER_PLACEMENT: usize = 4;
/// The longest way that the search follows, in plies.
const MOST_PLIES: usize = 200;
/// The most repairs of a set of held positions.
const MOST_MENDED: usize = 30;
/// The search stays with a move until it is this many quarters as hard as the next best one.
const PATIENCE: u32 = 5;

/// A result, with all positions of its proof; they have the same result.
#[derive(Debug)]
pub(in crate::solve) struct Proof {
    pub is_won: bool,
    pub positions: Vec<(Board, Shown)>,
}

/// A search in progress.
pub(in crate::solve) struct Prover<'a> {
    graph: &'a Graph,
    attacker: Color,
    table: &'a mut NumberTable,
    path: FxHashSet<u64>,
    /// Keys of positions that are held by repetition.
    repeated: Vec<u64>,
    nodes_left: usize,
    /// Moves that the search has looked at.
    moves: usize,
    /// Arrangements of which nothing is known yet, and how the search met them.
    pub unknown: FxHashMap<Arrangement, Met>,
    stop: &'a Stop<'a>,
}

struct Child {
    board: Board,
    numbers: Numbers,
}

impl<'a> Prover<'a> {
    /// Prepares a search for one attacker.
    pub fn new(
        graph: &'a Graph,
        attacker: Color,
        table: &'a mut NumberTable,
        stop: &'a Stop<'a>,
    ) -> Prover<'a> {
        Prover {
            graph,
            attacker,
            table,
            path: FxHashSet::default(),
            repeated: Vec::new(),
            nodes_left: 0,
            moves: 0,
            unknown: FxHashMap::default(),
            stop,
        }
    }

    /// Tries to prove whether the attacker wins a position, looking at the moves of at most `most_nodes` positions. Returns
    /// the proof, `None` if there is none, and the cost in placements.
    pub fn prove(&mut self, board: &Board, most_nodes: usize) -> (Option<Proof>, usize) {
        if board.legal_moves().is_empty() {
            return (None, 0);
        }
        (self.nodes_left, self.moves) = (most_nodes, 0);
        let proof = self.search_and_show(board);
        // Positions held by repetition were held only on ways from this root.
        self.table.forget(std::mem::take(&mut self.repeated));
        (proof, self.moves.div_ceil(MOVES_PER_PLACEMENT))
    }

    /// Searches until the result can be shown; a gap in what was held is closed by searching again.
    fn search_and_show(&mut self, board: &Board) -> Option<Proof> {
        for _ in 0..MOST_MENDED {
            let numbers = self.search(board, u32::MAX, u32::MAX);
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

    fn is_over(&self) -> bool {
        self.nodes_left == 0 || self.stop.is_set()
    }

    fn search(&mut self, board: &Board, most_proof: u32, most_disproof: u32) -> Numbers {
        let key = board.keys().position;
        self.nodes_left = self.nodes_left.saturating_sub(1);
        if let Some(is_won) = self.graph.known(board, self.attacker) {
            let numbers = self.known_numbers(board, is_won);
            self.table.insert(key, numbers);
            return numbers;
        }
        self.path.insert(key);
        let is_attacker = board.turn() == self.attacker;
        let mut children = self.children(board);
        let numbers = loop {
            let numbers = Numbers::of_moves(is_attacker, children.iter().map(|child| child.numbers));
            let is_beyond = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if numbers.is_settled() || is_beyond || self.is_over() {
                break numbers;
            }
            let Some((best, limits)) = next(is_attacker, &children, numbers, most_proof, most_disproof)
            else {
                break numbers;
            };
            let next = children[best].board.clone();
            children[best].numbers = if self.path.len() > MOST_PLIES {
                Numbers::REPEATED
            } else {
                self.search(&next, limits.0, limits.1)
            };
        };
        self.path.remove(&key);
        self.table.insert(key, numbers);
        if numbers.is_repeated() {
            self.repeated.push(key);
        }
        numbers
    }

    fn children(&mut self, board: &Board) -> Vec<Child> {
        let mut children = Vec::new();
        for played in board.legal_moves() {
            let board = board.after(played);
            let key = board.keys().position;
            let numbers =
                if self.path.contains(&key) { Numbers::REPEATED } else { self.numbers(&board, key) };
            children.push(Child { board, numbers });
        }
        self.moves += children.len();
        children
    }

    fn numbers(&mut self, board: &Board, key: u64) -> Numbers {
        if let Some(numbers) = self.table.get(key) {
            return numbers;
        }
        let numbers = self.first_numbers(board);
        self.table.insert(key, numbers);
        numbers
    }

    /// What is known without a search, or else a guess: few replies and more material make it easier.
    fn first_numbers(&mut self, board: &Board) -> Numbers {
        if let Some(is_won) = self.known(board) {
            return self.known_numbers(board, is_won);
        }
        let moves = board.legal_moves().len() as u32;
        let is_attacker = board.turn() == self.attacker;
        if moves == 0 {
            return if board.is_check() && !is_attacker { Numbers::won(0) } else { Numbers::HELD };
        }
        let ahead = material(board, self.attacker) - material(board, !self.attacker);
        let (behind, ahead) = (u32::try_from(-ahead).unwrap_or(0), u32::try_from(ahead).unwrap_or(0));
        if is_attacker {
            Numbers::open(1 + behind, moves + ahead)
        } else {
            Numbers::open(moves + behind, 1 + ahead)
        }
    }

    fn known_numbers(&self, board: &Board, is_won: bool) -> Numbers {
        if is_won { Numbers::won(self.plies_known(board).unwrap_or(0)) } else { Numbers::HELD }
    }

    /// The plies of an earlier proof; `None` if there is none, or if the win is known without it.
    fn plies_known(&self, board: &Board) -> Option<u32> {
        self.graph.plies_of_proof(board, self.attacker).map(u32::from)
    }

    fn known(&mut self, board: &Board) -> Option<bool> {
        let known = self.graph.known(board, self.attacker);
        if known.is_none()
            && board.all_pieces().count() < 2
            && let Some(located) = Arrangement::locate(board, self.attacker)
        {
            self.unknown.entry(located.arrangement).or_default().meet(&located);
        }
        known
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
    fn supports(&self, board: &Board, plies: u32) -> Option<Vec<Child>> {
        let after = board.legal_moves().into_iter().map(|played| board.after(played));
        let won_sooner = |board: Board| {
            let numbers = self.table.get(board.keys().position)?;
            (numbers.is_won() && numbers.plies() < plies).then_some(Child { board, numbers })
        };
        if board.turn() == self.attacker {
            let shortest = after.filter_map(won_sooner).min_by_key(|child| child.numbers.plies())?;
            return Some(vec![shortest]);
        }
        let all: Vec<Child> = after.map(won_sooner).collect::<Option<_>>()?;
        (!all.is_empty()).then_some(all)
    }

    /// Whether a position won by these numbers needs no proof of its own: the game is over, or the graph knows the win by as
    /// few plies.
    fn is_leaf(&self, won: &Child) -> bool {
        let plies = won.numbers.plies();
        plies == 0
            || self.graph.known(&won.board, self.attacker) == Some(true)
                && self.plies_known(&won.board).unwrap_or(0) <= plies
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

/// The move to search next, and the limits at which the search returns to the other moves or to the whole position.
fn next(
    is_attacker: bool,
    children: &[Child],
    numbers: Numbers,
    most_proof: u32,
    most_disproof: u32,
) -> Option<(usize, (u32, u32))> {
    let effort = |child: &Child| if is_attacker { child.numbers.proof } else { child.numbers.disproof };
    let open = || children.iter().enumerate().filter(|(_, child)| !child.numbers.is_settled());
    let (best, child) = open().min_by_key(|(_, child)| effort(child))?;
    let second = open().filter(|(place, _)| *place != best).map(|(_, child)| effort(child)).min();
    let patience = second.map_or(u32::MAX, |second| second.saturating_mul(PATIENCE) / 4 + 1);
    let others = |total: u32, own: u32| total.saturating_sub(own);
    let limits = if is_attacker {
        let rest = most_disproof.saturating_sub(others(numbers.disproof, child.numbers.disproof));
        (most_proof.min(patience), rest)
    } else {
        let rest = most_proof.saturating_sub(others(numbers.proof, child.numbers.proof));
        (rest, most_disproof.min(patience))
    };
    Some((best, limits))
}

/// Material in pawns; pawns on the seventh rank count 4.
fn material(board: &Board, side: Color) -> i32 {
    let pieces = board.position().board();
    let count = |squares: Bitboard| squares.count() as i32;
    let of = |role: Role| pieces.by_piece(role.of(side));
    let seventh = Bitboard::from_rank(side.relative_rank(shakmaty::Rank::Seventh));
    9 * count(of(Role::Queen))
        + 5 * count(of(Role::Rook))
        + 3 * count(of(Role::Bishop) | of(Role::Knight))
        + count(of(Role::Pawn))
        + 3 * count(of(Role::Pawn) & seventh)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the prover shows that White wins.
    fn is_won(fen: &str) -> Option<bool> {
        let (graph, stop, mut table) = (Graph::new(4), Stop::never(), NumberTable::default());
        let board = Board::from_fen(fen, false).unwrap();
        let (proof, _) = Prover::new(&graph, Color::White, &mut table, &stop).prove(&board, 20_000);
        proof.map(|proof| proof.is_won)
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
