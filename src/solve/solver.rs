//! Solves one position: opens what its proof needs, best first, until everything is proven or a limit ends the work.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;
use std::time::Instant;

use crossbeam_channel::bounded;
use rustc_hash::FxHashMap;
use shakmaty::{Color, Position, Role};

use super::arrangement::bound::Bound;
use super::arrangement::layout::{Arrangement, MOST_SOLVED_PIECES};
use super::arrangement::reach::{Met, Reach};
use super::built_tables::BuiltTables;
use super::graph::{Graph, NodeId};
use super::lookahead::probes::Probes;
use super::lookahead::prover::Proof;
use super::lookahead::searches::Searches;
use super::pace::Pace;
use super::solution::{Solution, SolveError, SolveLimits, SolveProgress, StoppedBy};
use super::solved_graph::SolvedGraph;
use super::stop::Stop;
use super::telling::Telling;
use super::walk::{Found, Trail, Walk};
use crate::board::Board;
use crate::tablebase::EMBEDDED_MEN;

/// Placements that are opened together with the position, for each side that may win.
const FIRST_OPENED: usize = 1 << 20;
/// The same for both sides together, if the first brought no proof: some seconds of solving. Beyond that, the solver opens only
/// what a proof lacks.
const THEN_OPENED: usize = 1 << 23;
/// The least placements to open at once when more are wanted.
const LEAST_OPENED: usize = 1 << 18;
/// One part in this many of all work so far may be opened at once.
const OPENED_PART: usize = 4;

/// Placements of an arrangement with one piece; larger ones are costly.
const LESS_COSTLY: usize = 1 << 12;
/// An arrangement that costs little is opened once its single positions were met this often.
const OFTEN_MET: usize = 40;
/// The most of these that are opened at once.
const MOST_MET: usize = 32;

/// Visiting one position on a walk costs as much as solving this many placements.
const PLACEMENTS_PER_VISIT: usize = 2;

/// Placements that are solved before the solver looks at single positions: a few seconds of work. Positions that need no more
/// are solved as a whole, with all distances.
const SMALL_WORK: usize = 1 << 21;

/// The work allowed for one of many positions, in placements of men, so that each comes to an end: some minutes. Memory of up to a
/// GiB mostly ends it before.
pub const WORK_OF_ONE_OF_MANY: usize = 1 << 27;

/// Placements that are solved for one move before the next move has its turn, in the first round.
const FIRST_WORK: usize = 1 << 20;
/// The factor by which each further round does more.
const MORE_WORK: usize = 4;

/// Solves positions with at most two pieces beside kings and pawns.
#[derive(Clone, Debug)]
pub struct Solver {
    limits: SolveLimits,
    table_men: usize,
    built: Option<Arc<BuiltTables>>,
    /// The most work, in placements of men.
    most_work: usize,
    /// Placements before the solver looks at single positions, unless something demands it earlier.
    small_work: usize,
}

impl Solver {
    /// A solver with these limits that uses all embedded tables.
    pub fn new(limits: SolveLimits) -> Solver {
        Solver { limits, table_men: EMBEDDED_MEN, built: None, most_work: usize::MAX, small_work: SMALL_WORK }
    }

    /// Limits the embedded tables to at most `men` men; more than four count as four.
    #[must_use]
    pub fn with_table_men(self, men: usize) -> Solver {
        Solver { table_men: men.min(EMBEDDED_MEN), ..self }
    }

    /// Adds built tables of more men.
    #[must_use]
    pub fn with_built_tables(self, built: Arc<BuiltTables>) -> Solver {
        Solver { built: Some(built), ..self }
    }

    /// Limits the work, in placements of men (some hundred thousand a second). On one thread it ends at the same point every time,
    /// on every machine.
    #[must_use]
    pub fn with_most_work(self, placements: usize) -> Solver {
        Solver { most_work: placements, ..self }
    }

    /// Proves the results of a position and of each of its moves within the limits, without the 50-move rule. `cancel` ends the
    /// work within milliseconds; the solution then has what is proven by then.
    ///
    /// # Errors
    /// If the position has castling rights or more than two pieces.
    pub fn solve(
        &self,
        board: &Board,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<(Solution, SolvedGraph), SolveError> {
        let nothing = SolvedGraph { graph: Graph::new(self.table_men) };
        self.go_on(board, nothing, cancel, progress)
    }

    /// Continues with a graph that is solved already, of this position or of others.
    ///
    /// # Errors
    /// If the position has castling rights or more than two pieces.
    pub fn go_on(
        &self,
        board: &Board,
        mut solved: SolvedGraph,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<(Solution, SolvedGraph), SolveError> {
        let begin = Instant::now();
        check_domain(board)?;
        solved.graph.limit(self.limits.bytes);
        if let Some(built) = &self.built {
            solved.graph.use_tables(Arc::clone(built));
        }
        let stop = Stop::at(self.limits.time.map(|time| begin + time), cancel);
        let mut work = Work {
            limits: self.limits,
            most_work: solved.graph.work().saturating_add(self.most_work),
            small_work: self.small_work,
            solved,
            stop: &stop,
            stopped_by: None,
            root: board,
            progress,
            probes: Probes::default(),
            searches: Searches::default(),
            unopened: VecDeque::new(),
        };
        let (done, is_done) = bounded::<()>(0);
        std::thread::scope(|scope| {
            // If the system gives no thread to watch, the work checks the clock itself.
            let _ = Builder::new().name("watch".to_owned()).spawn_scoped(scope, || stop.watch(&is_done));
            work.run();
            drop(done);
        });
        if stop.is_set() && work.stopped_by.is_none() {
            work.stopped_by = Some(match work.is_spent() {
                true => StoppedBy::Work,
                false if stop.is_cancelled() => StoppedBy::Cancelled,
                false => StoppedBy::Time,
            });
        }
        let told = Telling { solved: &work.solved, root: board, stop: &stop };
        let solution = told.solution(work.stopped_by, begin);
        Ok((solution, work.solved))
    }
}

fn check_domain(board: &Board) -> Result<(), SolveError> {
    if board.position().castles().any() {
        return Err(SolveError::Castling);
    }
    let pieces = board.all_pieces().count();
    if pieces > MOST_SOLVED_PIECES { Err(SolveError::Pieces { pieces }) } else { Ok(()) }
}

/// Whether more work on a position makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    /// It is proven, or cannot be.
    Done,
    NotYet,
}

/// The outcome of trying single positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Probed {
    /// Proofs agree with what was assumed: the next walk goes past these positions.
    AsAssumed,
    /// A proof contradicts what was assumed.
    Otherwise,
    /// It is better to open one of the arrangements.
    Exhausted,
    /// Nothing is left to try.
    Nothing,
}

struct Work<'a> {
    limits: SolveLimits,
    /// The work ends when the graph has cost this much, in placements.
    most_work: usize,
    /// Placements before the work looks at single positions; earlier if only costly arrangements are left.
    small_work: usize,
    solved: SolvedGraph,
    stop: &'a Stop<'a>,
    stopped_by: Option<StoppedBy>,
    root: &'a Board,
    progress: &'a mut dyn FnMut(&SolveProgress),
    probes: Probes,
    searches: Searches,
    /// Arrangements that the positions lead to and that were not opened with them.
    unopened: VecDeque<(NodeId, Reach)>,
}

impl Work<'_> {
    /// Settles the position first, then its moves in turns, each time with more work: a move that is hard to prove does not
    /// hold up the others.
    fn run(&mut self) {
        self.enter(self.root);
        self.settle(self.root, usize::MAX);
        let after = |played| self.root.after(played);
        let mut left: Vec<Board> = self.root.legal_moves().into_iter().map(after).collect();
        for next in &left {
            // What an en passant capture leads to does not follow from the arrangement alone.
            self.enter(next);
        }
        let mut work = FIRST_WORK;
        while !left.is_empty() {
            left.retain(|next| self.settle(next, work) == Settled::NotYet);
            work = work.saturating_mul(MORE_WORK);
        }
        self.conclude();
    }

    /// If memory ended the work on the position, the proofs of its moves may still settle it.
    fn conclude(&mut self) {
        let graph = &mut self.solved.graph;
        for attacker in Color::ALL {
            if let Some(shown) = graph.shown_by_moves(self.root, attacker) {
                graph.learn(self.root, attacker, shown);
            }
        }
    }

    /// Opens the arrangement of a position, once for each side.
    fn enter(&mut self, board: &Board) {
        for attacker in Color::ALL {
            if let Some(located) = Arrangement::locate(board, attacker) {
                let node = self.solved.graph.node(located.arrangement);
                if self.is_new_pawn_ending(node) || board.keys().position == self.root.keys().position {
                    let wanted = [(node, Reach::of(&located))];
                    self.unopened.extend(self.solved.graph.open(&wanted, FIRST_OPENED, self.stop));
                }
            }
        }
        self.solve();
    }

    fn is_new_pawn_ending(&self, node: NodeId) -> bool {
        self.solved.graph.is_closed(node) && self.solved.graph.arrangement(node).pieces() == 0
    }

    fn solve(&mut self) -> bool {
        let pace = Pace::of(&self.solved.graph);
        let mut progress = self.progress_so_far();
        let (stop, most_work) = (self.stop, self.most_work);
        let mut tell = |graph: &Graph| {
            if graph.work() >= most_work {
                stop.set();
            }
            progress.size = graph.size();
            progress.left_of_open = pace.left(graph);
            (self.progress)(&progress);
        };
        let solved = self.solved.graph.solve(self.limits.threads, self.stop, &mut tell);
        self.report();
        solved.unwrap_or(false)
    }

    fn report(&mut self) {
        let progress = self.progress_so_far();
        (self.progress)(&progress);
    }

    fn progress_so_far(&self) -> SolveProgress {
        let moves = self.root.legal_moves();
        let proven = |played| self.solved.proven(&self.root.after(played)).value().is_some();
        SolveProgress {
            size: self.solved.size(),
            moves_proven: moves.iter().filter(|played| proven(**played)).count(),
            moves: moves.len(),
            proven: self.solved.proven(self.root),
            left_of_open: None,
        }
    }

    /// Opens what the proof of a position needs, until it is proven, nothing helps, a limit ends the work, or `most_work`
    /// placements were solved.
    fn settle(&mut self, board: &Board, most_work: usize) -> Settled {
        let begin = self.solved.graph.work();
        while self.solved.proven(board).value().is_none() {
            if self.stop.is_set() {
                return Settled::Done;
            }
            if self.is_spent() {
                break;
            }
            if self.solved.graph.work() - begin > most_work {
                return Settled::NotYet;
            }
            let is_searched = !self.is_small() && self.is_search_in_turn() && self.search(board);
            if !is_searched && !self.widen() && !self.narrow(board) {
                return self.search_on(board, begin.saturating_add(most_work));
            }
        }
        Settled::Done
    }

    /// Whether the work is still small enough to solve whole arrangements, which also gives distances.
    fn is_small(&self) -> bool {
        self.solved.graph.work() < self.small_work
    }

    /// Whether all work that is allowed has been done; then nothing more is begun.
    fn is_spent(&self) -> bool {
        let is_spent = self.solved.graph.work() >= self.most_work;
        if is_spent {
            self.stop.set();
        }
        is_spent
    }

    fn is_search_in_turn(&self) -> bool {
        self.searches.is_in_turn(self.solved.graph.work().saturating_sub(self.small_work))
    }

    /// Continues to search if no arrangement can be opened any more and a time limit will end the search.
    fn search_on(&mut self, board: &Board, most_work: usize) -> Settled {
        if self.limits.time.is_none() {
            return Settled::Done;
        }
        while self.solved.proven(board).value().is_none() && !self.stop.is_set() {
            if self.solved.graph.work() > most_work {
                return Settled::NotYet;
            }
            if !self.search(board) {
                break;
            }
        }
        Settled::Done
    }

    /// Searches for a proof from the position itself; returns whether another search may help.
    fn search(&mut self, board: &Board) -> bool {
        let graph = &self.solved.graph;
        let searched = self.searches.run(graph, board, self.limits, self.stop);
        self.solved.graph.count_work(searched.placements);
        self.learn(&searched.proofs);
        self.report();
        searched.goes_on
    }

    /// Opens more of what costs little, once; returns whether there was any.
    fn widen(&mut self) -> bool {
        let unopened = std::mem::take(&mut self.unopened);
        if unopened.is_empty() {
            return false;
        }
        self.solved.graph.open_left(unopened, THEN_OPENED, self.stop);
        self.solve();
        true
    }

    /// Walks once and opens what the walk finds lacking; returns whether anything changed.
    fn narrow(&mut self, board: &Board) -> bool {
        let mut trails = self.trails(board);
        let mut found = self.walk(&mut trails);
        if self.is_small() && self.is_costly(&found) {
            self.small_work = self.solved.graph.work();
            return true;
        }
        let mut probed = self.probe(&found);
        // Only solving its arrangements again shows whether the proof now holds, and that costs more than walking on.
        while probed == Probed::AsAssumed && !self.has_cheap(&found) && !self.is_spent() {
            found.costly.retain(|costly| self.solved.graph.known(&costly.board, costly.attacker).is_none());
            found.add(self.walk(&mut trails));
            probed = self.probe(&found);
        }
        let wanted = self.chosen(&found, probed);
        for &(node, _) in &wanted {
            if self.costs_much(node) {
                self.probes.count_opened(self.solved.graph.arrangement(node).placements());
            }
        }
        self.solved.graph.open(&wanted, self.opened_at_once(), self.stop);
        for &node in &found.stale {
            self.solved.graph.wait(node);
        }
        let has_changed = self.solve();
        let is_stopped = self.stop.is_set();
        if !is_stopped && wanted.iter().any(|&(node, kings)| self.solved.graph.is_closed_to(node, kings)) {
            let has_room = self.solved.graph.pack(self.limits.threads);
            if !has_room {
                self.stopped_by = Some(StoppedBy::Memory);
            }
            return has_room;
        }
        let goes_on = probed != Probed::Nothing || has_changed || !wanted.is_empty();
        if !goes_on && !is_stopped {
            self.stopped_by = Some(StoppedBy::Pieces);
        }
        goes_on
    }

    /// Whether only costly arrangements are lacking.
    fn is_costly(&self, found: &Found) -> bool {
        !found.costly.is_empty() && !self.has_cheap(found)
    }

    /// The starts of walks for the side that is assumed to win, or for both if neither is.
    fn trails(&self, board: &Board) -> Vec<Trail> {
        let graph = &self.solved.graph;
        let is_open = |attacker: &Color| {
            graph.is_won(board, *attacker, Bound::Most) && !graph.is_won(board, *attacker, Bound::Least)
        };
        let open: Vec<Color> = Color::ALL.into_iter().filter(is_open).collect();
        let assumed = open.iter().find(|attacker| graph.is_won(board, **attacker, Bound::Assumed));
        let walked = assumed.map_or(open.clone(), |attacker| vec![*attacker]);
        walked.into_iter().map(|attacker| Trail::from(graph, board, attacker)).collect()
    }

    /// Continues walks until enough is found.
    fn walk(&mut self, trails: &mut [Trail]) -> Found {
        let mut found = Found::default();
        for trail in trails {
            let begin = trail.length();
            found.add(Walk::along(&self.solved.graph, trail, self.stop));
            self.solved.graph.count_work((trail.length() - begin) * PLACEMENTS_PER_VISIT);
        }
        for (arrangement, met) in std::mem::take(&mut found.missing) {
            found.closed.insert(self.solved.graph.node(arrangement), met);
        }
        found
    }

    /// Whether an arrangement that costs little is lacking.
    fn has_cheap(&self, found: &Found) -> bool {
        found.closed.keys().any(|node| !self.costs_much(*node))
    }

    fn costs_much(&self, node: NodeId) -> bool {
        self.solved.graph.arrangement(node).placements() > LESS_COSTLY
    }

    /// Tries single positions in costly arrangements, harder each time, until something is proven or it is better to open one
    /// of the arrangements.
    fn probe(&mut self, found: &Found) -> Probed {
        if self.is_small() {
            return Probed::Nothing;
        }
        while let Some(round) = self.probes.next(&self.solved.graph, &found.costly) {
            if self.stop.is_set() {
                return Probed::Nothing;
            }
            let tried = round.run(&self.solved.graph, self.limits.threads, self.stop);
            self.probes.count(&tried.spent);
            self.solved.graph.count_work(tried.spent.iter().map(|(_, placements)| placements).sum());
            self.open_met(tried.unknown);
            let are_as_assumed = tried.proofs.iter().all(|proof| self.is_as_assumed(proof));
            let has_learned = self.learn(&tried.proofs);
            if found.closed.keys().any(|node| self.probes.is_exhausted(&self.solved.graph, *node)) {
                return Probed::Exhausted;
            }
            if has_learned {
                return if are_as_assumed { Probed::AsAssumed } else { Probed::Otherwise };
            }
        }
        Probed::Nothing
    }

    /// Whether a proof agrees with the assumed result of its first position, the one that was tried.
    fn is_as_assumed(&self, (proof, attacker): &(Proof, Color)) -> bool {
        let graph = &self.solved.graph;
        proof
            .positions
            .first()
            .is_none_or(|(board, _)| graph.is_won(board, *attacker, Bound::Assumed) == proof.is_won)
    }

    /// Adds proofs to the graph; returns whether any of them is new.
    fn learn(&mut self, proofs: &[(Proof, Color)]) -> bool {
        let mut has_learned = false;
        for (proof, attacker) in proofs {
            for (board, shown) in &proof.positions {
                has_learned |= self.solved.graph.learn(board, *attacker, *shown);
            }
        }
        has_learned
    }

    /// Opens the arrangements that single positions led to most often, if they cost little.
    fn open_met(&mut self, met: FxHashMap<Arrangement, Met>) {
        let graph = &mut self.solved.graph;
        let mut met: Vec<_> = met.into_iter().filter(|(_, met)| met.count >= OFTEN_MET).collect();
        met.sort_unstable_by_key(|(arrangement, met)| (Reverse(met.count), *arrangement));
        for (arrangement, met) in met.into_iter().take(MOST_MET) {
            let node = graph.node(arrangement);
            graph.open(&[(node, met.kings)], LEAST_OPENED, self.stop);
        }
    }

    /// Chooses among the closed arrangements that were met: the cheapest, those met most often first. If only underpromotions
    /// are cheap, it adds the costly one with queens that was met most often, because a wrong assumption is mostly wrong there.
    /// Other costly ones are chosen only if their single positions bring nothing.
    fn chosen(&self, found: &Found, probed: Probed) -> Vec<(NodeId, Reach)> {
        let graph = &self.solved.graph;
        let mut closed: Vec<(usize, Reverse<usize>, NodeId)> = found
            .closed
            .iter()
            .map(|(&node, met)| (graph.arrangement(node).placements(), Reverse(met.count), node))
            .filter(|(_, _, node)| {
                let is_in_turn = match probed {
                    Probed::AsAssumed | Probed::Otherwise => false,
                    Probed::Exhausted => self.probes.is_exhausted(graph, *node),
                    Probed::Nothing => true,
                };
                !self.costs_much(*node) || is_in_turn
            })
            .collect();
        closed.sort_unstable();
        let Some(&(cheapest, _, _)) = closed.first() else { return Vec::new() };
        let natural = closed.iter().find(|(_, _, node)| self.is_natural(*node)).copied();
        let mut left = self.opened_at_once().max(cheapest);
        let cheap = closed.into_iter().take_while(|(placements, _, _)| {
            let fits = *placements == cheapest && *placements <= left;
            left = left.saturating_sub(*placements);
            fits
        });
        let mut chosen: Vec<NodeId> = cheap.map(|(_, _, node)| node).collect();
        chosen.extend(natural.filter(|(placements, _, _)| *placements > cheapest).map(|(_, _, node)| node));
        chosen.into_iter().map(|node| (node, found.closed[&node].kings)).collect()
    }

    /// The most placements that are opened at once: a part of all work so far.
    fn opened_at_once(&self) -> usize {
        (self.solved.graph.work() / OPENED_PART).max(LEAST_OPENED)
    }

    /// Whether all pieces are queens, or of a kind that the position has already.
    fn is_natural(&self, node: NodeId) -> bool {
        let roles = self.root.position().board().material();
        let is_there = |role| *roles.white.get(role) + *roles.black.get(role) > 0;
        self.solved
            .graph
            .arrangement(node)
            .men()
            .all(|(_, man)| man.role == Role::Queen || is_there(man.role))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::Ordering;

    use shakmaty::Piece;

    use super::super::solution::Proven;
    use super::*;
    use crate::solve::arrangement::layout::{Placement, Side};
    use crate::solve::lookahead::facts::Shown;
    use crate::tablebase::{EmbeddedTables, Wdl};

    /// "CET" of supertorpe's suite, two pawns against pawns, 63, 117 and 100: White wins them all.
    const RACES: [&str; 3] = [
        "8/6p1/7k/7P/4P3/6K1/8/8 w - - 0 1",
        "7k/8/4K1pp/8/8/6PP/8/8 w - - 0 1",
        "8/pp6/3K4/2P5/P7/4k3/8/8 w - - 0 1",
    ];

    /// Looks ahead from the beginning, and stops once the result of the position is known.
    fn looking_ahead(fen: &str) -> (Board, Solution) {
        let board = Board::from_fen(fen, false).unwrap();
        let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
        let solver = Solver { small_work: 0, ..Solver::new(limits) };
        let cancel = AtomicBool::new(false);
        let mut stop = |progress: &SolveProgress| {
            if progress.proven.value().is_some() {
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let (solution, _) = solver.solve(&board, &cancel, &mut stop).unwrap();
        (board, solution)
    }

    #[test]
    fn the_line_of_a_win_that_was_proven_by_looking_ahead_never_comes_back_and_ends_in_mate() {
        for fen in RACES {
            let (mut board, solution) = looking_ahead(fen);
            assert_eq!(solution.proven.value(), Some(Wdl::Win), "{fen}");
            let mut met = HashSet::new();
            for &played in &solution.line {
                assert!(met.insert(board.keys().position), "{fen} comes back to {}", board.fen());
                board = board.after(played);
            }
            assert!(board.is_checkmate(), "{fen} ends with {}", board.fen());
        }
    }

    #[test]
    fn so_much_work_and_no_more_is_done_and_every_run_ends_at_the_same_point() {
        let board = Board::from_fen("8/p4p1p/1p2k1p1/8/8/1P2K1P1/P4P1P/8 w - - 0 1", false).unwrap();
        let limits = SolveLimits { time: None, bytes: usize::MAX, threads: 1 };
        let run = || {
            let solver = Solver::new(limits).with_most_work(1 << 16);
            let (solution, solved) = solver.solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert_eq!(solution.stopped_by, Some(StoppedBy::Work));
            (solved.graph.work(), solution.proven, solved.size())
        };
        let (first, second) = (run(), run());
        assert_eq!(first, second);
        assert!((1 << 16..1 << 20).contains(&first.0), "{first:?}");
    }

    /// A random legal position of these men, kings included.
    fn random_position(random: &mut fastrand::Rng, men: &[Piece]) -> Board {
        loop {
            let mut setup = shakmaty::Setup::empty();
            setup.turn = Color::from_white(random.bool());
            for man in men {
                let squares = if man.role == Role::Pawn { 8..56 } else { 0..64 };
                setup.board.set_piece_at(shakmaty::Square::new(random.u32(squares)), *man);
            }
            let is_full = setup.board.occupied().count() == men.len();
            if let Ok(position) = setup.position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
                && is_full
            {
                return Board::new(position);
            }
        }
    }

    /// Looks ahead with tables of three men only, and compares every proven single position with those of four.
    fn compare_looking_ahead(men: &[Piece], roots: usize, seed: u64) -> usize {
        let mut random = fastrand::Rng::with_seed(seed);
        let limits = SolveLimits { time: None, bytes: 1 << 24, threads: 1 };
        let solver = Solver { small_work: 0, ..Solver::new(limits).with_table_men(3) };
        let mut compared = 0;
        for _ in 0..roots {
            let root = random_position(&mut random, men);
            let (solution, solved) = solver.solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let truth = |board: &Board| EmbeddedTables::built_in().result(board).unwrap();
            let Proven { least, most } = solution.proven;
            assert!(least <= truth(&root) && truth(&root) <= most, "{least:?} {most:?}: {}", root.fen());
            for (arrangement, facts) in solved.graph.facts() {
                for ((number, mover, king), shown) in facts.all() {
                    let at = Placement::of(number as usize, arrangement.pieces());
                    let board = arrangement.board(&at, king, mover).unwrap();
                    let won = if mover == Side::Attacker { Wdl::Win } else { Wdl::Loss };
                    assert_eq!(truth(&board) == won, shown != Shown::Held, "{}: {shown:?}", board.fen());
                    compared += 1;
                }
            }
        }
        compared
    }

    /// Kings and two others.
    fn men(others: &str) -> Vec<Piece> {
        "Kk".chars().chain(others.chars()).map(|letter| Piece::from_char(letter).unwrap()).collect()
    }

    #[test]
    fn single_positions_that_were_proven_by_looking_ahead_are_worth_what_the_tables_say() {
        assert!(compare_looking_ahead(&men("Pp"), 1, 1) > 0);
    }

    #[test]
    #[ignore = "slow: what two pieces come to is searched without tables of them"]
    fn single_positions_with_pieces_that_were_proven_by_looking_ahead_are_worth_what_the_tables_say() {
        for (others, seed) in ["Pp", "Rp", "qP", "Np", "BP"].into_iter().zip([0, 2, 3, 4, 5]) {
            assert!(compare_looking_ahead(&men(others), 10, seed) > 0, "{others}");
        }
        // The solver proves all these roots with their arrangements, so there may be nothing to compare but the roots.
        compare_looking_ahead(&men("PP"), 10, 1);
    }

    /// Black has only a6. White's king captures that pawn, and both white pawns go on alone.
    #[test]
    fn a_position_that_memory_keeps_closed_is_worth_what_its_moves_are() {
        let root = Board::from_fen("k1K5/p7/8/P7/8/7p/7P/8 b - - 0 1", false).unwrap();
        let only = root.after(root.legal_moves()[0]);
        let with = |bytes| Solver::new(SolveLimits { time: None, bytes, threads: 1 });
        let cancel = AtomicBool::new(false);
        let (_, solved) = with(1 << 28).solve(&only, &cancel, &mut |_| {}).unwrap();
        assert_eq!(solved.proven(&root).value(), None);
        let (solution, solved) = with(1).go_on(&root, solved, &cancel, &mut |_| {}).unwrap();
        assert_eq!(solution.proven.value(), Some(Wdl::Loss));
        assert_eq!(solved.proven(&root).value(), Some(Wdl::Loss));
        assert!(solution.line.len() > 1, "{:?}", solution.line);
    }

    /// A line of "CET Four Pawns vs Four Pawns 49" ends in this mate.
    #[test]
    fn a_mate_or_stalemate_is_known_where_no_arrangement_was_opened() {
        let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
        let root = Board::from_fen(RACES[0], false).unwrap();
        let (_, solved) = Solver::new(limits).solve(&root, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let value = |fen| solved.proven(&Board::from_fen(fen, false).unwrap()).value();
        assert_eq!(value("8/8/8/1P1P4/8/p1p5/P1P2k2/1K2q3 w - - 0 1"), Some(Wdl::Loss));
        assert_eq!(value("k7/P7/K7/8/8/p7/P7/8 b - - 0 1"), Some(Wdl::Draw));
        assert_eq!(value("8/8/8/1P1Pq3/8/p1p5/P1P2k2/1K6 w - - 0 1"), None);
    }

    /// Distances reported before everything is proven are those of the whole graph, or upper bounds if marked as such.
    #[test]
    fn distances_beside_what_is_not_proven_yet_are_exact_or_told_to_be_upper_bounds() {
        let limits = SolveLimits { time: None, bytes: 1 << 28, threads: 1 };
        for fen in &RACES[..1] {
            let (board, solution) = looking_ahead(fen);
            let (whole, _) = Solver::new(limits).solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
            for (told, truth) in solution.moves.iter().zip(&whole.moves) {
                let (Some(told), Some(truth)) = (told.conversion, truth.conversion) else { continue };
                assert!(truth.is_exact && told.moves >= truth.moves, "{fen}: {told:?} {truth:?}");
                assert!(!told.is_exact || told.moves == truth.moves, "{fen}: {told:?} {truth:?}");
            }
        }
    }
}
