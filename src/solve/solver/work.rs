//! The order of the work on a position and its moves: which of them is settled next, and by which means.

use std::collections::VecDeque;
use std::time::Instant;

use shakmaty::Color;

use crate::board::Board;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Reach;
use crate::solve::graph::{Graph, NodeId};
use crate::solve::lookahead::probes::Probes;
use crate::solve::lookahead::prover::Proof;
use crate::solve::lookahead::searches::Searches;
use crate::solve::pace::Pace;
use crate::solve::question::Question;
use crate::solve::solution::{SolveLimits, SolveProgress, StoppedBy};
use crate::solve::solved_graph::SolvedGraph;
use crate::solve::stop::Stop;
use crate::tablebase::Material;

/// Placements that are opened together with the position, for each side that may win.
const FIRST_OPENED: usize = 1 << 20;
/// The same for both sides together, if the first brought no proof: some seconds of solving. Beyond that, the solver opens only
/// what a proof still needs.
const THEN_OPENED: usize = 1 << 23;
/// The least placements to open at once when more are wanted.
pub(super) const LEAST_OPENED: usize = 1 << 18;
/// Placements that are solved for one move before the next move has its turn, in the first round.
const FIRST_WORK: usize = 1 << 20;
/// The factor by which each further round does more.
const MORE_WORK: usize = 4;

/// Whether more work on a position makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    /// It is proven, or cannot be.
    Done,
    NotYet,
}

/// Whether a step of the work on a position was possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It was taken, so the position is worth another look.
    Taken,
    /// There is nothing to do by this means, now or at all.
    NotPossible,
}

/// A solving run in progress.
pub(super) struct Work<'a> {
    pub(super) limits: SolveLimits,
    /// The work ends when the graph has cost this much, in placements.
    most_work: usize,
    /// Placements before the work looks at single positions; earlier if only costly arrangements are left.
    pub(super) small_work: usize,
    pub(super) solved: SolvedGraph,
    pub(super) stop: &'a Stop<'a>,
    stopped_by: Option<StoppedBy>,
    pub(super) root: &'a Board,
    pub(super) began: Instant,
    progress: &'a mut dyn FnMut(&SolveProgress),
    pub(super) probes: Probes,
    searches: Searches,
    /// Arrangements that the positions lead to and that were not opened with them.
    unopened: VecDeque<(NodeId, Reach)>,
    /// Placements of them that may still be opened, whether they are needed or not.
    most_unopened: usize,
    /// `None` for everything.
    question: Option<Question>,
}

impl<'a> Work<'a> {
    /// Prepares the work on a position and its moves, with no limit on its size.
    pub fn new(
        solved: SolvedGraph,
        root: &'a Board,
        stop: &'a Stop<'a>,
        progress: &'a mut dyn FnMut(&SolveProgress),
        limits: SolveLimits,
    ) -> Work<'a> {
        Work {
            limits,
            most_work: usize::MAX,
            small_work: 0,
            solved,
            stop,
            stopped_by: None,
            root,
            began: Instant::now(),
            progress,
            probes: Probes::default(),
            searches: Searches::default(),
            unopened: VecDeque::new(),
            most_unopened: THEN_OPENED,
            question: None,
        }
    }

    /// Ends the work after `most_work` further placements. Before the first `small_work` ones it looks at no single position.
    pub fn limit(&mut self, most_work: usize, small_work: usize) {
        self.most_work = self.solved.graph.work().saturating_add(most_work);
        self.small_work = small_work;
    }

    /// Works only on the answer to a question.
    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
    }

    /// The sides whose wins are to be proven or refuted.
    pub(super) fn attackers(&self) -> &'static [Color] {
        match self.question {
            Some(_) => &[Question::ATTACKER],
            None => &Color::ALL,
        }
    }

    /// Whether what is asked of a position is known.
    fn is_answered(&self, board: &Board) -> bool {
        let proven = self.solved.proven(board);
        match self.question {
            Some(question) => question.answer(board, proven).is_some(),
            None => proven.value().is_some(),
        }
    }

    /// The limit that ended the work; `None` if none did.
    pub fn stopped_by(&self) -> Option<StoppedBy> {
        if self.stopped_by.is_some() || !self.stop.is_set() {
            return self.stopped_by;
        }
        Some(match self.is_spent() {
            true => StoppedBy::Work,
            false if self.stop.is_cancelled() => StoppedBy::Cancelled,
            false => StoppedBy::Time,
        })
    }

    /// What was solved.
    pub fn into_solved(self) -> SolvedGraph {
        self.solved
    }

    /// Notes what ends the work on a position, which no step can help any more.
    pub(super) fn end_by(&mut self, reason: StoppedBy) -> Step {
        self.stopped_by = Some(reason);
        Step::NotPossible
    }

    /// Settles the position first, then its moves in turns, each time with more work: a move that is hard to prove does not
    /// hold up the others.
    pub fn run(&mut self) {
        self.build_root();
        self.enter(self.root);
        self.settle(self.root, usize::MAX);
        if self.question.is_some() {
            return self.conclude();
        }
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
        for &attacker in self.attackers() {
            let graph = &mut self.solved.graph;
            if let Some(shown) = graph.shown_by_moves(self.root, attacker) {
                graph.learn(self.root, attacker, shown);
            }
        }
    }

    /// Opens the arrangement of a position and solves it.
    fn enter(&mut self, board: &Board) {
        self.open_at_first(board);
        self.solve();
    }

    /// Opens the arrangement of a position, once for each side that may win, with the nearest that it leads to.
    pub(super) fn open_at_first(&mut self, board: &Board) {
        for &attacker in self.attackers() {
            if let Some(located) = Arrangement::locate(board, attacker) {
                let node = self.solved.graph.node(located.arrangement);
                let is_root = board.keys().position == self.root.keys().position;
                if is_root {
                    self.solved.graph.look_inside(node);
                }
                if is_root || self.is_new_pawn_ending(node) {
                    let wanted = [(node, Reach::of(&located))];
                    self.unopened.extend(self.solved.graph.open(&wanted, FIRST_OPENED, self.stop));
                }
            }
        }
    }

    fn is_new_pawn_ending(&self, node: NodeId) -> bool {
        self.solved.graph.is_closed(node) && self.solved.graph.arrangement(node).piece_count() == 0
    }

    /// Solves what waits; returns whether that changed any bounds.
    pub(super) fn solve(&mut self) -> bool {
        let pace = Pace::of(&self.solved.graph);
        let mut progress = self.progress_so_far();
        let (stop, most_work) = (self.stop, self.most_work);
        let mut report = |graph: &Graph| {
            if graph.work() >= most_work {
                stop.set();
            }
            progress.size = graph.size();
            progress.left_of_open = pace.left(graph);
            (self.progress)(&progress);
        };
        let solved = self.solved.graph.solve(self.limits.threads, self.stop, &mut report);
        self.report();
        solved.unwrap_or(false)
    }

    fn report(&mut self) {
        let progress = self.progress_so_far();
        (self.progress)(&progress);
    }

    /// Reports that the results of a material are being built, or that this is over.
    pub(super) fn report_building(&mut self, building: Option<Material>) {
        let progress = SolveProgress { building, ..self.progress_so_far() };
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
            building: None,
        }
    }

    /// Takes one step after the other until a position is proven, nothing helps, a limit ends the work, or `most_work`
    /// placements were solved.
    fn settle(&mut self, board: &Board, most_work: usize) -> Settled {
        let end = self.solved.graph.work().saturating_add(most_work);
        while !self.is_answered(board) {
            if self.has_to_end() {
                return Settled::Done;
            }
            if self.solved.graph.work() > end {
                return Settled::NotYet;
            }
            if self.step(board) == Step::NotPossible {
                return self.search_on(board, end);
            }
        }
        Settled::Done
    }

    /// Searches if it is the turn of searches; otherwise opens what costs little, or else what the proof still needs.
    fn step(&mut self, board: &Board) -> Step {
        if self.is_search_in_turn() && self.search(board) == Step::Taken {
            return Step::Taken;
        }
        match self.widen() {
            Step::Taken => Step::Taken,
            Step::NotPossible => self.narrow(board),
        }
    }

    /// Whether the work is still small enough to solve whole arrangements, which also gives distances.
    pub(super) fn is_small(&self) -> bool {
        self.solved.graph.work() < self.small_work
    }

    /// Whether all work that is allowed has been done; then nothing more is begun.
    pub(super) fn is_spent(&self) -> bool {
        let is_spent = self.solved.graph.work() >= self.most_work;
        if is_spent {
            self.stop.set();
        }
        is_spent
    }

    /// Whether a limit ends the work, or results can no longer be read, so that nothing may be concluded from them.
    fn has_to_end(&self) -> bool {
        if self.solved.graph.read_failure().is_some() {
            self.stop.set();
        }
        self.stop.is_set() || self.is_spent()
    }

    /// Searches wait until the work is no longer small, and then have their share of it.
    fn is_search_in_turn(&self) -> bool {
        !self.is_small() && self.searches.is_in_turn(self.solved.graph.work().saturating_sub(self.small_work))
    }

    /// Continues to search if no arrangement can be opened any more and a time limit will end the search.
    fn search_on(&mut self, board: &Board, end: usize) -> Settled {
        if self.limits.time.is_none() {
            return Settled::Done;
        }
        while !self.is_answered(board) && !self.has_to_end() {
            if self.solved.graph.work() > end {
                return Settled::NotYet;
            }
            if self.search(board) == Step::NotPossible {
                break;
            }
        }
        Settled::Done
    }

    /// Searches for a proof from the position itself; if that finds nothing to look at, it is not possible.
    fn search(&mut self, board: &Board) -> Step {
        let graph = &self.solved.graph;
        let searched = self.searches.run(graph, board, self.attackers(), self.limits, self.stop);
        self.solved.graph.count_work(searched.placements);
        self.learn(&searched.proofs);
        self.free_memory();
        self.report();
        if searched.goes_on { Step::Taken } else { Step::NotPossible }
    }

    /// Opens more of what costs little: once, or in several steps if memory must be freed between them.
    fn widen(&mut self) -> Step {
        let unopened = std::mem::take(&mut self.unopened);
        if unopened.is_empty() {
            return Step::NotPossible;
        }
        let before = self.solved.size().placements();
        let left = self.solved.graph.open_left(unopened, self.most_unopened, self.stop);
        let opened = self.solved.size().placements() - before;
        self.most_unopened = self.most_unopened.saturating_sub(opened as usize);
        self.solve();
        let has_work = !left.is_empty() && self.most_unopened > 0 && !self.stop.is_set();
        if has_work && self.solved.graph.has_space(self.limits.threads) {
            self.unopened = left;
        } else {
            self.most_unopened = THEN_OPENED;
        }
        Step::Taken
    }

    /// Drops exits and packs what is solved if memory is about to run out: looking at single positions finds exits, too.
    pub(super) fn free_memory(&mut self) {
        if !self.stop.is_set() {
            self.solved.graph.pack_in_time(self.limits.threads);
        }
    }

    /// Adds proofs to the graph; returns whether any of them is new.
    pub(super) fn learn(&mut self, proofs: &[(Proof, Color)]) -> bool {
        let mut has_learned = false;
        for (proof, attacker) in proofs {
            for (board, shown) in &proof.positions {
                has_learned |= self.solved.graph.learn(board, *attacker, *shown);
            }
        }
        has_learned
    }
}
