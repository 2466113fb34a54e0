//! The prover of mates: asks "is there a mate in n moves?", reads and checks the solution, and stores the shortest mate.

use std::time::{Duration, Instant};

use shakmaty::Move;

use super::numbers::{FOREVER, INFINITE};
use super::search::ProofSearch;
use super::solution::Solution;
use super::verification::is_proven;
use crate::board::{Board, Game};
use crate::score::{Score, ScoreKind};

/// The longest mate that may be asked for, in moves.
const LONGEST_MATE: u32 = (FOREVER as u32 - 1) / 2;

/// Nodes of the first turn at each of the two questions; every further turn has twice as many.
const FIRST_TURN: u64 = 2_000;
/// The question for any mate gets this many times the nodes of the question for the shortest one.
const SHARE_OF_ANY_MATE: u64 = 5;
/// The nodes that reading the solution of a new mate may always cost, even beyond the limits.
const NODES_FOR_READING: u64 = 50_000;
/// The most positions visited to check a mate in which positions occur twice, so that every path is walked by itself.
pub(in crate::search) const LONG_WALK: usize = 2_000_000;
/// The same where the check must not cost the clock (some 20 ms).
pub(in crate::search) const SHORT_WALK: usize = 20_000;

/// The limits of a mate search. By default there are none.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateLimits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time from the call.
    pub time: Option<Duration>,
}

/// A mate that has been shown.
#[derive(Clone, Debug)]
pub struct ProvenMate {
    /// The length, in moves of the attacker.
    pub moves: u32,
    /// Whether a proof has shown that there is no shorter one.
    pub is_shortest: bool,
    /// The line of the longest defence, `2 * moves - 1` plies.
    pub line: Vec<Move>,
    /// The proof.
    pub solution: Solution,
}

impl ProvenMate {
    /// Makes the mate of a solution. `None` if the solution does not force it in this game.
    fn checked(game: &Game, solution: Solution, longest_walk: usize) -> Option<ProvenMate> {
        let (moves, line) = (solution.plies().div_ceil(2), solution.line());
        is_proven(game, &solution, longest_walk).then_some(ProvenMate {
            moves,
            is_shortest: false,
            line,
            solution,
        })
    }

    /// Returns the rest of a mate after its first move and a reply. `None` if the game went another way from `before`,
    /// or if its past makes the mate a draw.
    pub fn after_reply(self, before: &Board, game: &Game) -> Option<ProvenMate> {
        let solution = self.solution.after_reply(before, game.board())?;
        ProvenMate::checked(game, solution, SHORT_WALK)
    }

    /// Returns whether it ends the game sooner than a score says.
    pub(in crate::search) fn is_shorter_than(&self, score: Score) -> bool {
        match score.kind() {
            ScoreKind::Mate { plies } if plies > 0 => self.line.len() < plies.unsigned_abs() as usize,
            _ => true,
        }
    }
}

/// What a mate search has shown.
#[derive(Clone, Debug)]
pub enum MateResult {
    /// The side to move mates.
    Mate(ProvenMate),
    /// The side to move has no forced mate in this many moves.
    NoMateWithin(u32),
    /// Neither was shown before the search had to end.
    Unknown {
        /// There is no mate in this many moves.
        no_mate_within: u32,
    },
}

/// A mate search's result and what it cost.
#[derive(Clone, Debug)]
pub struct MateAnswer {
    /// What was shown.
    pub result: MateResult,
    /// Positions searched; the same on every run without a time limit.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// What one question may cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct ProofBudget {
    /// Positions searched, including those of earlier questions.
    pub positions: u64,
    /// When to end; `None` means no limit.
    pub deadline: Option<Instant>,
    /// If the proof number reaches this, a mate is too far away.
    pub hope: u32,
}

impl ProofBudget {
    /// No limit: search until everything is shown.
    pub const UNLIMITED: ProofBudget = ProofBudget { positions: u64::MAX, deadline: None, hope: INFINITE };

    fn is_spent(&self, prover: &Prover<'_>) -> bool {
        prover.positions() >= self.positions
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The question for a prover, and the memory and work that it may use.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct ProverSettings {
    /// The longest mate that is of interest, in moves.
    pub within: u32,
    /// Memory, in MiB.
    pub table_mebibytes: usize,
    /// The most positions visited to check a mate.
    pub longest_walk: usize,
}

/// What a question has shown.
enum Shown {
    /// A mate, read out and checked.
    Mate(ProvenMate),
    /// There is no mate in this many moves, which may be more than were asked for.
    NoMateWithin(u32),
    /// Nothing within the budget.
    Nothing,
    /// The search contradicts itself, which only two positions with the same key could cause.
    Contradiction,
}

/// The search for a mate by the side to move of a game, with its results so far.
pub(in crate::search) struct Prover<'a> {
    game: &'a Game,
    search: ProofSearch<'a>,
    longest_walk: usize,
    /// There is no mate in this many moves.
    none_within: u32,
    /// The longest mate that is looked for, in moves.
    within: u32,
    is_consistent: bool,
}

impl<'a> Prover<'a> {
    /// Starts without having searched anything.
    pub fn new(game: &'a Game, settings: ProverSettings, stop: &'a dyn Fn() -> bool) -> Prover<'a> {
        let ProverSettings { within, table_mebibytes, longest_walk } = settings;
        let search = ProofSearch::new(game, table_mebibytes, stop);
        let within = within.min(LONGEST_MATE);
        Prover { game, search, longest_walk, none_within: 0, within, is_consistent: true }
    }

    /// Returns the number of positions searched so far.
    pub fn positions(&self) -> u64 {
        self.search.nodes
    }

    /// Returns whether no (shorter) mate is left to be found.
    fn is_settled(&self) -> bool {
        self.none_within >= self.within
    }

    /// Returns whether asking further is of no use.
    fn is_done(&self) -> bool {
        self.is_settled() || !self.is_consistent
    }

    /// Continues to look for any mate within the limit. Returns one, shorter than any before; `None` if the budget ends
    /// first.
    pub fn find_any(&mut self, budget: ProofBudget) -> Option<ProvenMate> {
        if self.is_done() || self.positions() >= budget.positions {
            return None;
        }
        self.ask(self.within, budget)
    }

    /// Looks for the shortest mate within the limit. Two questions take turns: whether there is a mate in 1, 2, 3 …
    /// moves, one after the other, and whether there is any within the limit, which settles long mates much sooner.
    /// Each mate is passed to `found`, and then the search looks for a shorter one.
    pub fn find_shortest(&mut self, budget: ProofBudget, found: &mut dyn FnMut(&ProvenMate)) -> MateResult {
        let mut best: Option<ProvenMate> = None;
        let mut turn = FIRST_TURN;
        while !self.is_over(budget) {
            // Once there is a mate, only shorter ones are of interest, the longest of these first.
            if best.is_none() {
                best = self.take_turn(self.none_within + 1, turn, budget, found);
            }
            if !self.is_over(budget) {
                let turn = turn.saturating_mul(SHARE_OF_ANY_MATE);
                best = self.take_turn(self.within, turn, budget, found).or(best);
            }
            turn = turn.saturating_mul(2);
        }
        match best {
            Some(mate) => MateResult::Mate(ProvenMate { is_shortest: self.is_settled(), ..mate }),
            None if self.is_settled() => MateResult::NoMateWithin(self.within),
            None => MateResult::Unknown { no_mate_within: self.none_within },
        }
    }

    fn is_over(&self, budget: ProofBudget) -> bool {
        self.is_done() || self.search.is_stopped() || budget.is_spent(self)
    }

    /// Asks for a mate in `moves` moves, for at most `turn` more positions.
    fn take_turn(
        &mut self,
        moves: u32,
        turn: u64,
        budget: ProofBudget,
        found: &mut dyn FnMut(&ProvenMate),
    ) -> Option<ProvenMate> {
        let positions = self.positions().saturating_add(turn).min(budget.positions);
        self.ask(moves, ProofBudget { positions, ..budget }).inspect(|mate| found(mate))
    }

    /// Asks for a mate in `moves` moves. After it returns one, only shorter ones are of interest.
    fn ask(&mut self, moves: u32, budget: ProofBudget) -> Option<ProvenMate> {
        match self.show(moves, budget) {
            Shown::Mate(mate) => {
                self.within = mate.moves - 1;
                return Some(mate);
            }
            Shown::NoMateWithin(moves) => self.none_within = self.none_within.max(moves).min(self.within),
            Shown::Nothing => {}
            Shown::Contradiction => self.is_consistent = false,
        }
        None
    }

    fn show(&mut self, moves: u32, budget: ProofBudget) -> Shown {
        let plies = (2 * moves - 1) as u8;
        self.search.limit(budget.positions, budget.deadline);
        let Ok((numbers, _)) = self.search.settle(self.game.board(), plies, budget.hope) else {
            return Shown::Nothing;
        };
        if numbers.is_mate() {
            self.read_mate(numbers.plies).map_or(Shown::Contradiction, Shown::Mate)
        } else if numbers.is_no_mate() {
            Shown::NoMateWithin(u32::from(numbers.plies).div_ceil(2))
        } else {
            Shown::Nothing
        }
    }

    /// Reads the solution of a new mate from the search, and checks it. `None` if the search contradicts itself or was
    /// stopped.
    fn read_mate(&mut self, plies: u8) -> Option<ProvenMate> {
        let allowance = NODES_FOR_READING.max(self.search.nodes);
        self.search.limit(self.search.nodes.saturating_add(allowance), None);
        let solution = Solution::read(&mut self.search, self.game.board(), plies).ok()??;
        ProvenMate::checked(self.game, solution, self.longest_walk)
    }
}

/// Looks for the shortest forced mate in at most `moves` moves by the side to move, with a table of `table_mebibytes`
/// MiB. Each mate on the way is checked and passed to `found`.
pub fn prove_mate(
    game: &Game,
    moves: u32,
    limits: MateLimits,
    table_mebibytes: usize,
    stop: &dyn Fn() -> bool,
    found: &mut dyn FnMut(&ProvenMate),
) -> MateAnswer {
    let started = Instant::now();
    let budget = ProofBudget {
        positions: limits.nodes.unwrap_or(u64::MAX),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        ..ProofBudget::UNLIMITED
    };
    let settings = ProverSettings { within: moves, table_mebibytes, longest_walk: LONG_WALK };
    let mut prover = Prover::new(game, settings, stop);
    let result = prover.find_shortest(budget, found);
    MateAnswer { result, nodes: prover.positions(), elapsed: started.elapsed() }
}
