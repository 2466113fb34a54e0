//! Depth-first proof-number search, as one thread does it, alone or beside others.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, Move, Position, Role};

use super::company::Company;
use super::number_table::NumberTable;
use super::numbers::Numbers;
use crate::board::Board;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::{Met, add_met};
use crate::solve::graph::Graph;
use crate::solve::stop::Stop;

/// The longest way that the search follows, in plies.
const MOST_PLIES: usize = 200;
/// The search stays with a move until it is this many quarters as hard as the next best one.
const PATIENCE: u32 = 5;

/// What is to be proven, and what to ask and to remember meanwhile.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub graph: &'a Graph,
    pub attacker: Color,
    pub table: &'a NumberTable,
    pub stop: &'a Stop<'a>,
}

/// A search in progress.
pub(super) struct Searcher<'a> {
    task: Task<'a>,
    company: &'a Company,
    path: FxHashSet<u64>,
    found: Found,
}

/// What one thread found of the position that it searched.
pub(super) struct Answer {
    pub numbers: Numbers,
    pub found: Found,
}

/// What a search finds beside the numbers.
#[derive(Default)]
pub(super) struct Found {
    /// Keys of positions that are held by repetition.
    pub repeated: Vec<u64>,
    /// Moves that the search has looked at.
    pub moves: usize,
    /// Arrangements of which nothing is known yet, and how the search met them.
    pub unknown: FxHashMap<Arrangement, Met>,
}

impl Found {
    /// Adds what another search found.
    pub fn add(&mut self, more: Found) {
        self.repeated.extend(more.repeated);
        self.moves += more.moves;
        add_met(&mut self.unknown, more.unknown);
    }
}

/// A move and the position that it leads to. The board itself is made only when it is needed: of most moves the numbers are
/// remembered.
struct Child {
    played: Move,
    key: u64,
    numbers: Numbers,
}

impl<'a> Searcher<'a> {
    /// Prepares the part of one thread in a search.
    pub fn new(task: Task<'a>, company: &'a Company) -> Searcher<'a> {
        Searcher { task, company, path: FxHashSet::default(), found: Found::default() }
    }

    /// Searches until the position is settled, or the work is over.
    pub fn search_root(mut self, board: &Board) -> Answer {
        let numbers = self.search(board, u32::MAX, u32::MAX);
        if numbers.is_settled() {
            self.company.end();
        }
        Answer { numbers, found: self.found }
    }

    fn is_over(&self) -> bool {
        self.company.is_over() || self.task.stop.is_set()
    }

    fn search(&mut self, board: &Board, most_proof: u32, most_disproof: u32) -> Numbers {
        let key = board.keys().position;
        self.company.count_node();
        if let Some(is_won) = self.task.graph.known(board, self.task.attacker) {
            let numbers = self.known_numbers(board, is_won);
            self.task.table.insert(key, numbers);
            return numbers;
        }
        self.path.insert(key);
        let is_attacker = board.turn() == self.task.attacker;
        let mut children = self.children(board);
        let numbers = loop {
            let numbers = Numbers::of_moves(is_attacker, children.iter().map(|child| child.numbers));
            let is_beyond = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if numbers.is_settled() || is_beyond || self.is_over() {
                break numbers;
            }
            let others_at = |child: &Child| self.company.below(child.key);
            let Some((best, limits)) =
                next(is_attacker, &children, others_at, numbers, (most_proof, most_disproof))
            else {
                break numbers;
            };
            let numbers = self.search_child(&board.after(children[best].played), limits);
            children[best].numbers = numbers;
            self.look_at_others(&mut children);
        };
        self.path.remove(&key);
        self.task.table.insert(key, numbers);
        if numbers.is_repeated() {
            self.found.repeated.push(key);
        }
        numbers
    }

    fn search_child(&mut self, board: &Board, (most_proof, most_disproof): (u32, u32)) -> Numbers {
        if self.path.len() > MOST_PLIES {
            return Numbers::REPEATED;
        }
        let key = board.keys().position;
        self.company.enter(key);
        let numbers = self.search(board, most_proof, most_disproof);
        self.company.leave(key);
        numbers
    }

    /// Takes over what other threads have found of these positions meanwhile.
    fn look_at_others(&self, children: &mut [Child]) {
        if self.company.is_alone() {
            return;
        }
        for child in children.iter_mut().filter(|child| !child.numbers.is_settled()) {
            if let Some(numbers) = self.task.table.get(child.key) {
                child.numbers = numbers;
            }
        }
    }

    fn children(&mut self, board: &Board) -> Vec<Child> {
        let child = |played| {
            let key = board.key_after(played);
            self.task.table.prefetch(key);
            Child { played, key, numbers: Numbers::REPEATED }
        };
        let mut children: Vec<Child> = board.legal_moves().into_iter().map(child).collect();
        for child in &mut children {
            if !self.path.contains(&child.key) {
                child.numbers = self.numbers(board, child);
            }
        }
        self.found.moves += children.len();
        children
    }

    fn numbers(&mut self, board: &Board, child: &Child) -> Numbers {
        if let Some(numbers) = self.task.table.get(child.key) {
            return numbers;
        }
        let numbers = self.first_numbers(&board.after(child.played));
        self.task.table.insert(child.key, numbers);
        numbers
    }

    /// What is known without a search, or else a guess: few replies and more material make it easier.
    fn first_numbers(&mut self, board: &Board) -> Numbers {
        if let Some(is_won) = self.known(board) {
            return self.known_numbers(board, is_won);
        }
        let moves = board.legal_moves().len() as u32;
        let is_attacker = board.turn() == self.task.attacker;
        if moves == 0 {
            return if board.is_check() && !is_attacker { Numbers::won(0) } else { Numbers::HELD };
        }
        let ahead = material(board, self.task.attacker) - material(board, !self.task.attacker);
        let (behind, ahead) = (u32::try_from(-ahead).unwrap_or(0), u32::try_from(ahead).unwrap_or(0));
        if is_attacker {
            Numbers::open(1 + behind, moves + ahead)
        } else {
            Numbers::open(moves + behind, 1 + ahead)
        }
    }

    /// A win that is known without an earlier proof takes no plies.
    fn known_numbers(&self, board: &Board, is_won: bool) -> Numbers {
        let plies = || self.task.graph.plies_of_proof(board, self.task.attacker).unwrap_or(0);
        if is_won { Numbers::won(plies().into()) } else { Numbers::HELD }
    }

    fn known(&mut self, board: &Board) -> Option<bool> {
        let known = self.task.graph.known(board, self.task.attacker);
        if known.is_none()
            && board.all_pieces().count() < 2
            && let Some(located) = Arrangement::locate(board, self.task.attacker)
        {
            self.found.unknown.entry(located.arrangement).or_default().meet(&located);
        }
        known
    }
}

/// The move to search next, and the limits at which the search returns to the other moves or to the whole position. A move
/// looks harder by as much again for each other thread that is at it.
fn next(
    is_attacker: bool,
    children: &[Child],
    others_at: impl Fn(&Child) -> u32,
    numbers: Numbers,
    (most_proof, most_disproof): (u32, u32),
) -> Option<(usize, (u32, u32))> {
    let own = |child: &Child| if is_attacker { child.numbers.proof } else { child.numbers.disproof };
    let most = if is_attacker { most_proof } else { most_disproof };
    // A move beyond the limit would come back at once.
    let is_open = |child: &Child| !child.numbers.is_settled() && own(child) < most;
    let open = || children.iter().enumerate().filter(|(_, child)| is_open(child));
    let effort = |child: &Child| own(child).saturating_mul(1 + others_at(child));
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
