//! Decides who answers a `go`, in this order. The first that knows the answer gives it.
//!
//! 1. Tables of advice: their play is proven, and a person can read why.
//! 2. The rules, if the game is over.
//! 3. The exact tables at the root: they know the mate, or at least which moves keep the result.
//! 4. A solved ending: it knows which moves keep the result and make progress.
//! 5. A mate that was proven at an earlier move of this game.
//! 6. The search, over the moves that are left; at its end, a shorter mate that was proven beside it goes before its own move.
//!    If the solver finishes meanwhile, the order starts again at 2.

use std::sync::Arc;

use super::advice::{AdviceDecision, Adviser, Answer, Remark};
use super::configuration::Configuration;
use super::job::{BestMove, SearchJob};
use super::notice::Notice;
use super::options::Options;
use super::question::{Question, SearchSettings};
use super::report::{Report, Sink};
use super::root_solved;
use super::root_tablebase::{self, Decision};
use super::solved::Solved;
use super::solver_supply::SolverSupply;
use super::strength::{self, Strength};
use super::tablebase_supply::TablebaseSupply;
use crate::board::{Board, Game};
use crate::evaluation::{Networks, Parameters as EvaluationParameters};
use crate::exact::{self, Exact, ExactResults, KnownBy, Sources};
use crate::search::proof::ProvenMate;
use crate::search::{
    self, Effort, FinishedSearch, Limits, LineCounts, LineReport, ReportSink, RootMove, SearchParameters,
    SpareHash, SyzygySettings, TableError, TablebaseProbe, Task, ThreadPool,
};
use crate::tablebase::{DtmTables, EmbeddedTables, Wdl};

/// Everything that may answer a `go`.
pub(super) struct Answerers {
    adviser: Adviser,
    others: DirectEngine,
    supply: TablebaseSupply,
    solver: SolverSupply,
}

impl Answerers {
    pub fn new(configuration: &Configuration) -> Answerers {
        let Configuration { search, evaluation, networks, embedded, tables, advice, .. } = configuration;
        let supply = TablebaseSupply::new(tables.clone(), Arc::clone(embedded));
        let mut others = DirectEngine::new(search.clone(), evaluation, Arc::clone(embedded), supply.tables());
        if let Some(networks) = networks {
            others.pool.use_networks(networks);
        }
        Answerers {
            adviser: Adviser::new(advice, Arc::clone(embedded)),
            others,
            supply,
            solver: SolverSupply::default(),
        }
    }

    /// Forgets everything learned from earlier searches. An empty table may be ready.
    pub fn forget(&mut self, spare: SpareHash) {
        self.others.forget(spare);
        self.adviser.forget();
        self.solver.forget();
    }

    /// Values positions by these networks, or by the built-in ones, and forgets everything learned with others.
    pub fn use_networks(&mut self, networks: Option<&Networks>) {
        let networks = networks.cloned().unwrap_or_else(Networks::built_in);
        self.others.pool.use_networks(&networks);
        self.forget(SpareHash::default());
    }

    /// Applies the options to table, threads and files, and reports the outcome.
    pub fn prepare(&mut self, options: &Options, spare: SpareHash, sink: &Sink) {
        self.supply.open(options, sink);
        self.solver.open(options, sink);
        if let Err(error) = self.others.resize(options.hash, options.threads, spare) {
            sink.accept(Report::Notice(Notice::NoHash(error)));
        }
    }

    /// Prepares for a search with these options, so that it can start without delay.
    pub fn make_ready(&mut self, options: &Options) {
        // The first search asks again and reports what cannot be had.
        let _ = self.others.resize(options.hash, options.threads, SpareHash::default());
        self.supply.await_embedded();
    }

    /// Returns the names of the Syzygy files that gave an answer since they were opened.
    pub fn files_asked(&self) -> Vec<String> {
        self.supply.syzygy().asked()
    }

    /// Asks in order. Lines go to `sink`, the answer to the job's own sink.
    pub fn answer(&mut self, job: &SearchJob, sink: &dyn ReportSink) {
        self.prepare(&job.options, SpareHash::default(), &*job.sink);
        self.supply.prepare(job);
        self.solver.prepare(job, &self.supply.syzygy());
        // 1. Tables of advice. One that does not play may comment on the move that is played.
        match self.adviser.consult(job) {
            AdviceDecision::Plays(answer) => play(answer, job),
            AdviceDecision::Leaves(remark) => self.ask_others(job, sink, remark.as_ref()),
        }
    }

    fn ask_others(&mut self, job: &SearchJob, sink: &dyn ReportSink, remark: Option<&Remark>) {
        let settings = SearchSettings::of_options(&job.options, &self.supply);
        let Answerers { others, supply, solver, .. } = self;
        let SearchJob { game, limits, control, .. } = job;
        let solved = Some(solver.solved());
        let question = Question { game, limits, settings: &settings, control, solved, sink };
        others.answer(&question, &|best| {
            supply.report_damage(&*job.sink);
            if let Some(remark) = remark {
                job.sink.accept(Report::Notice(remark.about(best.best)));
            }
            job.answer(best);
        });
    }
}

/// Answers at once with a proven table's move.
fn play(answer: Answer, job: &SearchJob) {
    let best = BestMove::of_line(&answer.line);
    answer.report(&*job.sink, job.control.clock_started().elapsed());
    job.answer(best);
}

/// A proven mate that has begun, and the position before its first move.
struct BegunMate {
    before: Board,
    mate: ProvenMate,
}

/// All answerers except the tables of advice, on the calling thread.
pub struct DirectEngine {
    pool: ThreadPool,
    embedded: Arc<EmbeddedTables>,
    tables: Arc<DtmTables>,
    begun: Option<BegunMate>,
}

impl DirectEngine {
    /// An engine with one search thread, and without a transposition table until [`DirectEngine::resize`].
    pub(super) fn new(
        parameters: SearchParameters,
        evaluation: &Arc<EvaluationParameters>,
        embedded: Arc<EmbeddedTables>,
        tables: Arc<DtmTables>,
    ) -> DirectEngine {
        DirectEngine { pool: ThreadPool::new(parameters, evaluation), embedded, tables, begun: None }
    }

    /// An engine with one search thread, a transposition table of this size in MiB, the built-in evaluation and tables, and no
    /// others.
    ///
    /// # Errors
    /// If the transposition table does not fit into memory.
    pub fn built_in(parameters: SearchParameters, hash: usize) -> Result<DirectEngine, TableError> {
        let (embedded, tables) = (Arc::clone(EmbeddedTables::built_in()), Arc::default());
        let mut engine = DirectEngine::new(parameters, &EvaluationParameters::built_in(), embedded, tables);
        engine.resize(hash, 1, SpareHash::default())?;
        Ok(engine)
    }

    /// Forgets everything learned from earlier searches.
    pub fn forget(&mut self, spare: SpareHash) {
        self.pool.forget(spare);
        self.begun = None;
    }

    /// Sets the size of the transposition table (in MiB) and the number of threads.
    ///
    /// # Errors
    /// If the table does not fit into memory; the old size stays in use.
    pub fn resize(&mut self, hash: usize, threads: usize, spare: SpareHash) -> Result<(), TableError> {
        self.pool.resize(hash, threads, spare)
    }

    /// Returns the sources of exact results for the root.
    fn exact_results(&self, syzygy: &SyzygySettings) -> ExactResults {
        let (embedded, built) = (Arc::clone(&self.embedded), Arc::clone(&self.tables));
        let sources = Sources { embedded, built, syzygy: syzygy.clone() };
        ExactResults::new(sources, root_tablebase::ALLOWED)
    }

    /// Asks in order, and delivers the answer as soon as it is known.
    pub fn answer(&mut self, question: &Question<'_>, deliver: &dyn Fn(BestMove)) {
        let Question { game, limits: asked, settings, control, solved, sink } = *question;
        let board = game.board();
        let begun = self.begun.take().and_then(|begun| begun.mate.after_reply(&begun.before, game));
        let limited = settings.elo.filter(|_| !strength::is_elementary_win(board));
        let strength = limited.map(Strength::new);
        let limits = strength.map_or_else(|| asked.clone(), |strength| strength.limit(asked));
        let mut task = task_of(question, &limits, strength);

        // 2. The rules: the game is over.
        if task.root.moves.is_empty() {
            sink.accept(search::Report::Line(LineReport::game_over(board.is_check())));
            let known = Some(exact::without_moves(board.is_check()));
            return deliver(BestMove { known, ..BestMove::default() });
        }

        let mut known = None;
        // 3. The exact tables. A player of limited strength does not use them, and avoids repetitions when winning.
        if strength.is_some() {
            let static_value = self.pool.evaluator().evaluate(board).value();
            strength::avoid_repetition(&mut task.root, game, static_value);
        } else if settings.probe_tables {
            let exact = self.exact_results(&settings.syzygy);
            let evaluator = self.pool.evaluator();
            match root_tablebase::decide(&exact, game, &mut task.root, settings.multi_pv, evaluator) {
                Decision::Mate(decided) => return deliver(report_decided(&decided, question)),
                Decision::Result(result) => known = Some(Exact::result_alone(result, KnownBy::Tables)),
                Decision::Unknown => {}
            }
            task.tables = Some(TablebaseProbe::new(&self.embedded, &self.tables, &settings.syzygy));
        }

        // 4. A solved ending.
        let graph = solved.filter(|_| strength.is_none()).and_then(Solved::graph);
        if let Some(graph) = graph.filter(|_| known.is_none()) {
            let result = root_solved::decide(&graph, game, &mut task.root, settings.multi_pv);
            known = result.map(|result| Exact::result_alone(result, KnownBy::Solver));
        }
        task.root_result = known.map(Exact::counted);

        // 5. A mate proven earlier. On the clock it is played at once; otherwise the search may find a shorter one.
        if let Some(mate) = begun.filter(|_| task.looks_for_near_mates()) {
            let effort = Effort { elapsed: control.clock_started().elapsed(), ..Effort::default() };
            sink.accept(search::Report::Line(LineReport::mate(&mate.line, effort)));
            if is_on_the_clock(question) {
                deliver(mating(&mate));
                self.begun = Some(BegunMate { before: board.clone(), mate });
                return;
            }
            task.known_mate = Some(mate);
        }

        // 6. The search.
        let mut is_known_better = false;
        let mate = self.pool.search(task, control, sink, |finished| {
            is_known_better = control.take_notice() && !control.is_stopped();
            if is_known_better {
                return None;
            }
            let (best, mate) = answer_of_search(finished, strength, game);
            deliver(BestMove { known: best.known.or(known), ..best });
            mate
        });
        if is_known_better {
            return self.answer(question, deliver);
        }
        self.begun = mate.map(|mate| BegunMate { before: board.clone(), mate });
    }
}

/// The task of the search, if nothing else answers.
fn task_of<'a>(question: &Question<'a>, limits: &'a Limits, strength: Option<Strength>) -> Task<'a> {
    let SearchSettings { multi_pv, move_overhead, .. } = *question.settings;
    let searched = multi_pv.max(strength.map_or(1, Strength::lines));
    Task {
        lines: LineCounts { searched, reported: multi_pv },
        move_overhead,
        proves_mates: strength.is_none(),
        ..Task::new(question.game, limits)
    }
}

/// Whether the clock of the side to move is running.
fn is_on_the_clock(question: &Question<'_>) -> bool {
    let turn = question.game.board().turn();
    let clock = question.limits.clock.as_ref();
    clock.is_some_and(|clock| clock.remaining.get(turn).is_some()) && !question.control.is_pondering()
}

/// The answer of a finished search, and the mate that it starts. The last reported line begins with the same move.
fn answer_of_search(
    finished: &mut dyn FinishedSearch,
    strength: Option<Strength>,
    game: &Game,
) -> (BestMove, Option<ProvenMate>) {
    // A player of limited strength plays the move that it takes for the best.
    if let Some(strength) = strength {
        let taken_for_best = strength.choose(finished.root(), game);
        finished.prefer(taken_for_best);
    }
    // A mate that a proof found sooner than the search.
    if let Some(mate) = finished.take_shorter_mate() {
        return (mating(&mate), Some(mate));
    }
    // The search's own best move.
    finished.report_lines();
    let best = finished.root().moves.first().map(|best| BestMove::of_line(&best.line));
    (best.unwrap_or_default(), None)
}

/// Reports the lines that the exact tables have decided, and returns the best.
fn report_decided(decided: &[RootMove], question: &Question<'_>) -> BestMove {
    let lines = question.settings.multi_pv.max(1);
    for (index, root) in decided.iter().take(lines).enumerate() {
        let elapsed = question.control.clock_started().elapsed();
        let effort = Effort { table_hits: decided.len() as u64, elapsed, ..Effort::default() };
        question.sink.accept(search::Report::Line(LineReport {
            depth: root.depth as u32,
            selective_depth: root.selective_depth as u32,
            multi_pv: index + 1,
            is_proven_draw: root.result == Some(Wdl::Draw),
            ..LineReport::new(root.score, root.line.to_vec(), effort)
        }));
    }
    let Some(best) = decided.first() else { return BestMove::default() };
    let result = if best.score.is_win() { Wdl::Win } else { Wdl::Loss };
    let known = Some(Exact::result_alone(result, KnownBy::Tables));
    BestMove { known, ..BestMove::of_line(&best.line) }
}

/// The first move of a proven mate.
fn mating(mate: &ProvenMate) -> BestMove {
    let known = Some(Exact::result_alone(Wdl::Win, KnownBy::MateProof));
    BestMove { known, ..BestMove::of_line(&mate.line) }
}
