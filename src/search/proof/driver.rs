//! From single questions ("is there a mate within so many plies?") to the shortest mate.

use std::time::{Duration, Instant};

use shakmaty::Move;

use super::numbers::FOREVER;
use super::search::{ProofSearch, Stopped};
use super::solution::Solution;
use super::verification::is_proven;
use crate::board::Game;
use crate::score::{Score, ScoreKind};

/// The longest mate that can be asked for, in moves.
const LONGEST_MATE: u32 = (FOREVER as u32 - 1) / 2;

/// Nodes of the first turn at each of the two questions; every further turn has twice as many.
const FIRST_TURN: u64 = 2_000;
/// The question for any mate gets so many times the nodes of the question for the shortest one.
const SHARE_OF_ANY_MATE: u64 = 5;
/// What reading a solution may cost at the least, beyond the limits, when a mate has just been shown.
const NODES_FOR_READING: u64 = 50_000;
/// Positions that may be walked through to check a mate where positions come twice and every way has to be walked by itself.
const LONGEST_WALK: usize = 2_000_000;

/// What ends a mate search. The default has no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateLimits {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Time from the call.
    pub time: Option<Duration>,
}

/// A mate that has been shown.
#[derive(Clone, Debug)]
pub struct ProvenMate {
    /// In how many moves of the attacker's.
    pub moves: u32,
    /// Whether it has been shown that there is no shorter one.
    pub is_shortest: bool,
    /// The line of the longest defence, `2 * moves - 1` plies.
    pub line: Vec<Move>,
    /// The proof.
    pub solution: Solution,
}

impl ProvenMate {
    /// The mate of a solution; nothing where the solution does not force it in this game.
    pub(super) fn checked(game: &Game, solution: Solution, longest_walk: usize) -> Option<ProvenMate> {
        let (moves, line) = (solution.plies().div_ceil(2), solution.line());
        is_proven(game, &solution, longest_walk).then_some(ProvenMate {
            moves,
            is_shortest: false,
            line,
            solution,
        })
    }

    /// Whether it ends the game sooner than a score says.
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
    /// The side to move has no forced mate in so many moves.
    NoMateWithin(u32),
    /// Neither was shown before the search had to end.
    Unknown {
        /// There is no mate in so many moves.
        no_mate_within: u32,
    },
}

/// A mate search's result and what it cost.
#[derive(Clone, Debug)]
pub struct MateAnswer {
    /// What was shown.
    pub result: MateResult,
    /// Positions looked at; the same on every run without a time limit.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Looks for the shortest forced mate in at most so many moves by the side to move.
///
/// Two questions take turns: whether there is a mate in 1, 2, 3 … moves, one after the other, and whether there
/// is any within the limit, which for long mates is answered much sooner. A mate that is found is read out,
/// checked, told to `found`, and then a shorter one is looked for.
pub fn prove_mate(
    game: &Game,
    moves: u32,
    limits: MateLimits,
    table_mebibytes: usize,
    stop: &dyn Fn() -> bool,
    found: &mut dyn FnMut(&ProvenMate),
) -> MateAnswer {
    let started = Instant::now();
    let mut driver = Driver {
        game,
        search: ProofSearch::new(game, table_mebibytes, stop),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        stop,
        none_within: 0,
        within: moves.min(LONGEST_MATE),
        best: None,
        found,
    };
    let result = driver.run();
    MateAnswer { result, nodes: driver.search.nodes, elapsed: started.elapsed() }
}

struct Driver<'a> {
    game: &'a Game,
    search: ProofSearch<'a>,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
    /// There is no mate in so many moves.
    none_within: u32,
    /// A mate in at most so many moves is looked for.
    within: u32,
    best: Option<ProvenMate>,
    found: &'a mut dyn FnMut(&ProvenMate),
}

impl Driver<'_> {
    fn run(&mut self) -> MateResult {
        let asked = self.within;
        let mut turn = FIRST_TURN;
        let mut is_consistent = true;
        while is_consistent && self.none_within < self.within && !self.is_over() {
            // Once there is a mate, only shorter ones are of interest, the longest of these first.
            if self.best.is_none() {
                is_consistent = self.ask(self.none_within + 1, turn);
            }
            if is_consistent && self.none_within < self.within && !self.is_over() {
                is_consistent = self.ask(self.within, turn.saturating_mul(SHARE_OF_ANY_MATE));
            }
            turn = turn.saturating_mul(2);
        }
        let is_settled = self.none_within >= self.within;
        match self.best.take() {
            Some(mate) => MateResult::Mate(ProvenMate { is_shortest: is_settled, ..mate }),
            None if is_settled => MateResult::NoMateWithin(asked),
            None => MateResult::Unknown { no_mate_within: self.none_within },
        }
    }

    fn is_over(&self) -> bool {
        self.search.nodes >= self.node_limit
            || (self.stop)()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Asks for a mate in so many moves, for one turn. False where the search has contradicted itself.
    fn ask(&mut self, moves: u32, turn: u64) -> bool {
        let plies = (2 * moves - 1) as u8;
        let nodes = self.search.nodes.saturating_add(turn).min(self.node_limit);
        self.search.limit(nodes, self.deadline);
        match self.search.settle(self.game.board(), plies) {
            Ok((numbers, _)) if numbers.is_mate() => self.take_mate(numbers.plies),
            Ok((numbers, _)) => {
                self.none_within =
                    self.none_within.max(u32::from(numbers.plies).div_ceil(2)).min(self.within);
                true
            }
            Err(Stopped) => true,
        }
    }

    fn take_mate(&mut self, plies: u8) -> bool {
        let Some(mate) = read_mate(&mut self.search, self.game, plies, LONGEST_WALK) else { return false };
        (self.found)(&mate);
        self.within = mate.moves - 1;
        self.best = Some(mate);
        true
    }
}

/// Reads a mate that has just been shown out of the search, and checks it. Nothing where the search has contradicted
/// itself or was stopped.
pub(super) fn read_mate(
    search: &mut ProofSearch<'_>,
    game: &Game,
    plies: u8,
    longest_walk: usize,
) -> Option<ProvenMate> {
    let allowance = NODES_FOR_READING.max(search.nodes);
    search.limit(search.nodes.saturating_add(allowance), None);
    let solution = Solution::read(search, game.board(), plies).ok()??;
    ProvenMate::checked(game, solution, longest_walk)
}
