//! The threads of a search and what they share; the main thread searches and reports, helpers fill the table.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_utils::CachePadded;
use shakmaty::Move;

use super::clock::Allotment;
use super::decision::{self, Decision};
use super::exact::{Exact, SyzygySettings};
use super::iteration::LineCounts;
use super::mate_hunt::MateHunt;
use super::near_mate::{self, NearMate};
use super::proof::ProvenMate;
use super::race::Race;
use super::reductions::Reductions;
use super::root::{RootMove, RootMoves};
use super::rules::{Rules, Selective};
use super::spare_hash::SpareHash;
use super::strength::{self, Strength};
use super::table::{Table, TableError};
use super::worker::{Memory, Shared, Worker};
use super::{Bound, Control, Limits, LineReport, Report, ReportSink, SearchParameters};
use crate::board::{Board, Game};
use crate::evaluation::Parameters as EvaluationParameters;
use crate::score::Score;
use crate::tablebase::{DtmTables, Wdl};

/// What the user set that shapes a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// Time lost between engine and GUI at every move.
    pub move_overhead: Duration,
    /// Whether the exact tables are asked.
    pub probe_tables: bool,
    /// How Syzygy files are asked; with `probe_tables` only.
    pub syzygy: SyzygySettings,
    /// The strength to play at, in Elo; nothing means full strength.
    pub elo: Option<u32>,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestMove {
    /// The move to play; nothing where the root has no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
}

/// The threads of a search, their memory, and the table.
pub struct Team<R: Rules = Selective> {
    rules: PhantomData<R>,
    parameters: SearchParameters,
    reductions: Reductions,
    evaluation: Arc<EvaluationParameters>,
    table: Table,
    tables: Arc<DtmTables>,
    memories: Vec<Memory>,
    /// A mate that was proven and begun, and the position that it began from.
    begun: Option<(Board, ProvenMate)>,
}

impl<R: Rules> Team<R> {
    /// A team of one, without a table until [`Team::resize`] gives it one.
    pub fn new(
        parameters: SearchParameters,
        evaluation: &Arc<EvaluationParameters>,
        tables: Arc<DtmTables>,
    ) -> Self {
        Team {
            rules: PhantomData,
            reductions: Reductions::new(&parameters),
            parameters,
            evaluation: Arc::clone(evaluation),
            table: Table::empty(),
            tables,
            memories: vec![Memory::new(evaluation)],
            begun: None,
        }
    }

    /// Forgets everything learned from earlier searches.
    pub fn forget(&mut self, spare: SpareHash) {
        for memory in &mut self.memories {
            memory.histories.forget();
            memory.corrections.forget();
            memory.pv_tree.forget();
        }
        self.begun = None;
        // A new table of the same size comes zeroed from the system, faster than overwriting the old one.
        // If the system refuses, the size it falls back to is told at the next search.
        let _ = self.table.replace(self.table.mebibytes(), spare);
    }

    /// Gives table and threads their sizes; the table is emptied only if its size changes.
    ///
    /// # Errors
    /// Where there is no memory for the table; the old size stays in use.
    pub fn resize(
        &mut self,
        hash_mebibytes: usize,
        threads: usize,
        spare: SpareHash,
    ) -> Result<(), TableError> {
        let evaluation = &self.evaluation;
        self.memories.resize_with(threads.max(1), || Memory::new(evaluation));
        if self.table.mebibytes() == hash_mebibytes {
            Ok(())
        } else {
            self.table.replace(hash_mebibytes, spare)
        }
    }

    /// Searches the game's position until a limit is reached or `control` says stop, and delivers the answer
    /// without waiting for helpers to come to their end.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        sink: &dyn ReportSink,
        deliver: &dyn Fn(BestMove),
    ) {
        self.table.begin_search();
        let begun = self.begun.take().and_then(|(before, mate)| mate.after_reply(&before, game));
        let mut root = RootMoves::new(game.board(), &limits.search_moves);
        if root.moves.is_empty() {
            sink.accept(Report::Line(game_over_report(game)));
            return deliver(BestMove::default());
        }
        let limited = settings.elo.filter(|_| !strength::is_elementary_win(game.board()));
        let strength = limited.map(Strength::new);
        if strength.is_some() {
            let static_value = self.memories[0].evaluator.evaluate(game.board()).value();
            strength::avoid_repetition(&mut root, game, static_value);
        }
        let exact =
            (settings.probe_tables && strength.is_none()).then(|| Exact::new(&self.tables, &settings.syzygy));
        let mut root_result = None;
        if let Some(exact) = &exact {
            let evaluator = &mut self.memories[0].evaluator;
            match decision::decide(exact, game, &mut root, settings.multi_pv, evaluator) {
                Decision::Mate(decided) => {
                    return deliver(tell_decided(&decided, settings.multi_pv, control, sink));
                }
                Decision::Result(result) => root_result = Some(result),
                Decision::Unknown => {}
            }
        }
        let limits = strength.map_or_else(|| limits.clone(), |strength| strength.limit(limits));
        let lines = LineCounts {
            searched: settings.multi_pv.max(strength.map_or(1, Strength::lines)),
            told: settings.multi_pv,
        };
        let shared = Shared {
            table: &self.table,
            parameters: &self.parameters,
            reductions: &self.reductions,
            limits: &limits,
            control,
            allotment: Allotment::new(&limits, game.board().turn(), settings.move_overhead, &self.parameters),
            started: control.clock_started(),
            ended: AtomicBool::new(false),
            race: Race::new(lines.searched == 1 && self.memories.len() > 1),
            nodes: self.memories.iter().map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
            root_result,
            exact: exact.map(|exact| if root_result.is_some() { exact.below(game.board()) } else { exact }),
            hunt: MateHunt::for_limits(&limits),
            sink,
        };
        let task = Task { game, root: &root, lines, strength, begun };
        let mate = run_threads::<R>(&mut self.memories, &shared, task, deliver);
        self.begun = mate.map(|mate| (game.board().clone(), mate));
    }
}

/// What the threads search, and for whom.
struct Task<'a> {
    game: &'a Game,
    root: &'a RootMoves,
    lines: LineCounts,
    strength: Option<Strength>,
    /// A proven mate that the game is in the middle of.
    begun: Option<ProvenMate>,
}

/// Searches, and answers the proven mate that the answer begins.
fn run_threads<R: Rules>(
    memories: &mut [Memory],
    shared: &Shared<'_>,
    task: Task<'_>,
    deliver: &dyn Fn(BestMove),
) -> Option<ProvenMate> {
    let Task { game, root, lines, strength, begun } = task;
    let Some((main, helpers)) = memories.split_first_mut() else {
        deliver(BestMove::default());
        return None;
    };
    let is_time_up = || shared.is_time_up();
    std::thread::scope(|scope| {
        // Whatever happens to this thread, the others must come to their end.
        let _ended = EndOfSearch(&shared.ended);
        for (index, memory) in helpers.iter_mut().enumerate() {
            let root = root.clone();
            scope.spawn(move || {
                let mut worker = Worker::<R>::new(memory, shared, index + 1, game, root);
                worker.may_stop = true;
                worker.iterate(lines);
            });
        }
        let hunt = shared.hunt.as_ref().zip(shared.limits.mate);
        let hunt = hunt.map(|(hunt, moves)| scope.spawn(move || hunt.run(game, moves, shared)));
        let mut worker = Worker::<R>::new(main, shared, 0, game, root.clone());
        if strength.is_none() && near_mate::is_looked_for(shared, lines) {
            worker.near_mate = NearMate::new(game, &is_time_up, shared.parameters, begun);
            worker.tell_begun_mate();
        }
        worker.iterate(lines);
        shared.ended.store(true, Ordering::Relaxed);
        // What the proof has to say comes before the answer. A panic there has been reported already.
        let _ = hunt.map(std::thread::ScopedJoinHandle::join);
        deliver(answer(&mut worker, strength, game));
        worker.near_mate.proven
    })
}

/// Tells the other threads that the search has ended, at the latest when this goes.
struct EndOfSearch<'a>(&'a AtomicBool);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Chooses the move, and makes sure that the last line told begins with it.
fn answer<R: Rules>(worker: &mut Worker<'_, R>, strength: Option<Strength>, game: &Game) -> BestMove {
    let chosen = strength.map_or(0, |strength| strength.choose(&worker.root, game));
    if chosen > 0 {
        worker.root.moves.swap(0, chosen);
        worker.told_at_nodes = None;
    }
    let Some(score) = worker.root.moves.first().map(|best| best.score) else { return BestMove::default() };
    if let Some(mate) = worker.shared.hunt.as_ref().and_then(|hunt| hunt.better_than(score)) {
        worker.tell_mate_before_other_lines(&mate.line);
        return first_two(&mate.line);
    }
    worker.near_mate.proven.take_if(|mate| !mate.is_shorter_than(score));
    if let Some(mate) = &worker.near_mate.proven {
        return first_two(&mate.line);
    }
    worker.tell_final_lines();
    let Some(best) = worker.root.moves.first() else { return BestMove::default() };
    first_two(&best.line)
}

/// A line's first move, and the reply that it expects.
fn first_two(line: &[Move]) -> BestMove {
    BestMove { best: line.first().copied(), ponder: line.get(1).copied() }
}

/// Tells the lines of a game that the tables have decided.
fn tell_decided(decided: &[RootMove], lines: usize, control: &Control, sink: &dyn ReportSink) -> BestMove {
    for (index, root) in decided.iter().take(lines.max(1)).enumerate() {
        sink.accept(Report::Line(LineReport {
            depth: root.depth as u32,
            selective_depth: root.selective_depth as u32,
            multi_pv: index + 1,
            score: root.score,
            bound: Bound::Exact,
            is_proven_draw: root.result == Some(Wdl::Draw),
            nodes: 0,
            table_hits: decided.len() as u64,
            hash_permille: 0,
            elapsed: control.clock_started().elapsed(),
            line: root.line.to_vec(),
        }));
    }
    let Some(best) = decided.first() else { return BestMove::default() };
    BestMove { best: Some(best.played), ponder: best.line.get(1).copied() }
}

/// What there is to say of a root without legal moves: mated, or stalemated.
fn game_over_report(game: &Game) -> LineReport {
    let is_mated = game.board().is_check();
    LineReport {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score: if is_mated { Score::mated_in(0) } else { Score::DRAW },
        bound: Bound::Exact,
        is_proven_draw: !is_mated,
        nodes: 0,
        table_hits: 0,
        hash_permille: 0,
        elapsed: Duration::ZERO,
        line: Vec::new(),
    }
}

/// The largest table that this machine's memory allows, in MiB; unlimited where the system does not tell.
pub fn largest_hash_mib() -> usize {
    const MEBIBYTE: u64 = 1 << 20;
    let Ok(mut system) = sysinfo::System::new() else { return usize::MAX };
    system.refresh_memory();
    // Leave something to everybody else.
    usize::try_from(system.total_memory() / MEBIBYTE * 9 / 10).unwrap_or(usize::MAX).max(1)
}
