//! Depth-first proof-number search (Nagai 2002) for a mate within a number of plies.
//!
//! The plies that remain are part of the question. So a line cannot go round in a circle, and the result for a position
//! does not depend on the path to it: the graph-history-interaction problem (Kishimoto and Müller 2004) does not arise.
//! Two parts of a game's past do matter. The clock is part of the key wherever it can run out before the mate. A
//! position that has already occurred twice in the game is a draw wherever it is met.

use std::time::Instant;

use shakmaty::{Color, Move, Position};

use super::first_look::{FirstLook, FirstLooks};
use super::numbers::{FOREVER, INFINITE, Numbers, add, one_ply_up};
use super::table::ProofTable;
use crate::board::{Board, Checks, Game, History, PackedMove, fits_into_clock, mixed};

/// The search has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search's result for a node, and its best move.
type Outcome = (Numbers, PackedMove);

/// Nodes between two looks at clock and stop flag.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// A node is searched while both its numbers are below these.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// A child with its numbers so far.
#[derive(Clone, Copy, Debug)]
struct Child {
    played: Move,
    numbers: Numbers,
}

/// One proof search. All its questions are about the same root and attacker.
pub(super) struct ProofSearch<'a> {
    attacker: Color,
    table: ProofTable,
    first_looks: FirstLooks,
    history: History,
    /// Keys of the positions on the path from the root, the root first.
    path: Vec<u64>,
    /// Whether positions before the root can occur again.
    has_past: bool,
    /// Children of all nodes on the path, one node's after the other's.
    children: Vec<Child>,
    /// Positions searched.
    pub nodes: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
    next_check: u64,
}

impl<'a> ProofSearch<'a> {
    pub fn new(game: &Game, mebibytes: usize, stop: &'a dyn Fn() -> bool) -> ProofSearch<'a> {
        let board = game.board();
        ProofSearch {
            attacker: board.turn(),
            table: ProofTable::new(mebibytes),
            first_looks: FirstLooks::new(),
            history: game.history().clone(),
            path: Vec::new(),
            has_past: board.reversible_plies() > 0,
            children: Vec::new(),
            nodes: 0,
            node_limit: u64::MAX,
            deadline: None,
            stop,
            next_check: 0,
        }
    }

    /// Searches whether the attacker mates from here within `remaining` plies, and by which move. It goes on while the
    /// proof number is below `hope`: the larger the number, the more distant a mate.
    pub fn settle(&mut self, board: &Board, remaining: u8, hope: u32) -> Result<Outcome, Stopped> {
        let key = key_of(board, remaining);
        let known = self.table.probe(key, remaining);
        if let Some(numbers) = known.numbers
            && numbers.is_settled()
            && (known.best != PackedMove::NONE || numbers.is_no_mate())
        {
            return Ok((numbers, known.best));
        }
        self.search(board, remaining, Thresholds { proof: hope, disproof: INFINITE })
    }

    /// Sets the limits from now on.
    pub fn limit(&mut self, nodes: u64, deadline: Option<Instant>) {
        self.node_limit = nodes;
        self.deadline = deadline;
        self.next_check = self.nodes;
    }

    /// Searches an inner node until one of its numbers reaches its threshold.
    fn search(&mut self, board: &Board, remaining: u8, limit: Thresholds) -> Result<Outcome, Stopped> {
        let start = self.nodes;
        let base = self.children.len();
        self.path.push(board.keys().position);
        if self.has_past {
            self.history.push(board);
        }
        let result = self.expand(board, remaining).and_then(|()| self.descend(board, remaining, limit, base));
        if self.has_past {
            self.history.pop();
        }
        self.path.pop();
        self.children.truncate(base);
        let (numbers, best) = result?;
        self.table.store(key_of(board, remaining), remaining, numbers, best, self.nodes - start);
        Ok((numbers, best))
    }

    fn descend(
        &mut self,
        board: &Board,
        remaining: u8,
        limit: Thresholds,
        base: usize,
    ) -> Result<Outcome, Stopped> {
        let attacks = board.turn() == self.attacker;
        loop {
            let children = &self.children[base..];
            let numbers =
                if attacks { attack_numbers(children, remaining) } else { defence_numbers(children) };
            let (best, second) = best_two(children, attacks);
            let best_move =
                children.get(best).map_or(PackedMove::NONE, |child| PackedMove::new(child.played));
            if numbers.is_settled() || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Ok((numbers, best_move));
            }
            let child = children[best];
            let limit = child_limit(attacks, limit, numbers, child.numbers, second);
            let next = board.after(child.played);
            let (searched, _) = self.search(&next, remaining - 1, limit)?;
            self.children[base + best].numbers = searched;
        }
    }

    /// Lists the children with their known or guessed numbers. It stops at one that settles the node.
    fn expand(&mut self, board: &Board, remaining: u8) -> Result<(), Stopped> {
        let base = self.children.len();
        let attacks = board.turn() == self.attacker;
        let moves = board.legal_moves();
        let checks = if attacks && remaining == 1 { Checks::new(board) } else { None };
        for &played in &moves {
            if checks.is_some_and(|checks| !checks.gives_check(board, played)) {
                continue;
            }
            self.enter()?;
            let next = board.after(played);
            let numbers = if attacks {
                self.look_at_defence(&next, remaining - 1)
            } else {
                self.look_at_attack(&next, remaining - 1)
            };
            let settles = if attacks { numbers.is_mate() } else { numbers.is_no_mate() };
            if settles {
                self.children.truncate(base);
            }
            self.children.push(Child { played, numbers });
            if settles {
                break;
            }
        }
        Ok(())
    }

    /// Returns the numbers of a position with the defender to move. The work to show is guessed from the number of
    /// replies ("mobility", Winands and Schadd 2010): half of it, because many replies lead to the same mates.
    fn look_at_defence(&mut self, board: &Board, remaining: u8) -> Numbers {
        if let Some(known) = self.table.probe(key_of(board, remaining), remaining).numbers {
            return known;
        }
        let replies = match self.look(board, |board| (FirstLook::at_defence(board), 0)) {
            FirstLook::Checkmate => return Numbers::mate(0),
            FirstLook::Moves(replies) => u32::from(replies),
            FirstLook::Stalemate | FirstLook::MatesAtOnce => return Numbers::no_mate(FOREVER),
        };
        if board.is_clock_run_out() || self.is_third_time(board) {
            return Numbers::no_mate(FOREVER);
        }
        if remaining == 0 {
            return Numbers::no_mate(0);
        }
        Numbers::open(1 + replies / 2, 1)
    }

    /// Returns the numbers of a position with the attacker to move. To disprove a mate, every move must be refuted.
    fn look_at_attack(&mut self, board: &Board, remaining: u8) -> Numbers {
        if remaining == 0 {
            return Numbers::no_mate(0);
        }
        if self.has_bare_king(board) || board.is_clock_run_out() || self.is_third_time(board) {
            return Numbers::no_mate(FOREVER);
        }
        let known = self.table.probe(key_of(board, remaining), remaining);
        if let Some(numbers) = known.numbers {
            return numbers;
        }
        match self.look(board, FirstLook::at_attack) {
            FirstLook::MatesAtOnce => Numbers::mate(1),
            FirstLook::Checkmate | FirstLook::Stalemate => Numbers::no_mate(FOREVER),
            FirstLook::Moves(_) if remaining == 1 => Numbers::no_mate(1),
            FirstLook::Moves(moves) => Numbers::open(1, u32::from(moves)),
        }
    }

    /// Returns what the rules alone say about a position. The moves tried for this count as positions.
    fn look(&mut self, board: &Board, look: impl Fn(&Board) -> (FirstLook, u64)) -> FirstLook {
        let key = board.keys().position;
        if let Some(known) = self.first_looks.get(key) {
            return known;
        }
        let (seen, tried) = look(board);
        self.nodes += tried;
        self.first_looks.store(key, seen);
        seen
    }

    fn has_bare_king(&self, board: &Board) -> bool {
        let pieces = board.position().board();
        !(pieces.by_color(self.attacker) & !pieces.kings()).any()
    }

    /// Returns whether the game's past makes this position a draw. Repetitions within this search do not count.
    fn is_third_time(&self, board: &Board) -> bool {
        self.has_past
            && board.reversible_plies() as usize > self.path.len()
            && !self.path.contains(&board.keys().position)
            && self.history.is_third_occurrence(board)
    }

    /// Returns whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Counts a position and ends the search if that is due.
    pub fn enter(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_check {
            return Ok(());
        }
        self.next_check = (self.nodes + NODES_BETWEEN_CHECKS).min(self.node_limit);
        let is_over = self.nodes >= self.node_limit
            || self.is_stopped()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over { Err(Stopped) } else { Ok(()) }
    }
}

/// Returns the table's key: the position, and the clock if it may run out before the mate.
pub(super) fn key_of(board: &Board, remaining: u8) -> u64 {
    let key = board.keys().position;
    if fits_into_clock(board.halfmove_clock(), remaining.into()) {
        return key;
    }
    key ^ mixed(u64::from(board.halfmove_clock() + 1))
}

/// The attacker needs one child; refuting him needs all. Their work is taken as that of the hardest plus one for each
/// other (weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008): his moves transpose into each other, so a sum
/// would count the same work many times. The defender's replies do so less, and a sum finds more mates there.
fn attack_numbers(children: &[Child], remaining: u8) -> Numbers {
    let mut proof = INFINITE;
    let mut hardest = 0;
    let mut open = 0;
    let mut shortest = FOREVER;
    // With one ply left only checks are listed, which says nothing about longer mates.
    let mut refuted = if remaining == 1 { 1 } else { FOREVER };
    for Child { numbers, .. } in children {
        proof = proof.min(numbers.proof);
        hardest = hardest.max(numbers.disproof);
        open += u32::from(numbers.disproof > 0);
        if numbers.is_mate() {
            shortest = shortest.min(one_ply_up(numbers.plies));
        } else if numbers.is_no_mate() {
            refuted = refuted.min(one_ply_up(numbers.plies));
        }
    }
    if proof == 0 {
        Numbers::mate(shortest)
    } else if open == 0 {
        Numbers::no_mate(refuted)
    } else {
        Numbers::open(proof, add(hardest, open - 1))
    }
}

/// The defender needs one child without a mate; a mate needs all.
fn defence_numbers(children: &[Child]) -> Numbers {
    let mut proof = 0;
    let mut disproof = INFINITE;
    let mut longest = 0;
    let mut refuted = 0;
    for Child { numbers, .. } in children {
        proof = add(proof, numbers.proof);
        disproof = disproof.min(numbers.disproof);
        if numbers.is_mate() {
            longest = longest.max(one_ply_up(numbers.plies));
        } else if numbers.is_no_mate() {
            refuted = refuted.max(one_ply_up(numbers.plies));
        }
    }
    if proof == 0 {
        Numbers::mate(longest)
    } else if disproof == 0 {
        Numbers::no_mate(refuted)
    } else {
        Numbers::open(proof, disproof)
    }
}

/// Returns the most promising child, and the number of the next best one.
fn best_two(children: &[Child], attacks: bool) -> (usize, u32) {
    let number = |child: &Child| if attacks { child.numbers.proof } else { child.numbers.disproof };
    let mut best = 0;
    let mut least = u32::MAX;
    let mut second = u32::MAX;
    for (index, child) in children.iter().enumerate() {
        let value = number(child);
        if value < least {
            second = least;
            least = value;
            best = index;
        } else if value < second {
            second = value;
        }
    }
    (best, second.min(INFINITE))
}

/// Returns how far to search the best child: until it is no longer the best by a margin, which avoids switching back
/// and forth between siblings (Pawlewicz and Lew 2007), or until it reaches the node's own thresholds.
fn child_limit(attacks: bool, limit: Thresholds, node: Numbers, child: Numbers, second: u32) -> Thresholds {
    let beyond = second.saturating_add(second / 4).saturating_add(1).min(INFINITE);
    if attacks {
        Thresholds {
            proof: limit.proof.min(beyond),
            disproof: (limit.disproof.saturating_sub(node.disproof) + child.disproof).min(INFINITE),
        }
    } else {
        Thresholds {
            proof: (limit.proof.saturating_sub(node.proof) + child.proof).min(INFINITE),
            disproof: limit.disproof.min(beyond),
        }
    }
}
