//! Who answers a `go`: the list of who is asked, in which order and why. The first who knows the answer gives it.
//!
//! 1. Tables of advice: what they play is proven, and a person can read why.
//! 2. Nobody, where the game is over.
//! 3. The exact tables at the root: they know the mate, or at least which moves keep the result.
//! 4. A solved pawn ending: it knows which moves keep the result and make progress.
//! 5. A mate that was proven at an earlier move and that the game is in the middle of.
//! 6. The search, over the moves that are left; at its end a shorter mate, proven beside it, goes before its own move. Where
//!    the ending is solved meanwhile, all are asked anew.

use std::sync::Arc;

use super::advice::{AdviceDecision, Adviser, Answer, Remark};
use super::configuration::Configuration;
use super::job::{BestMove, SearchJob};
use super::known::{Authority, Known};
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
use crate::evaluation::Parameters as EvaluationParameters;
use crate::search::proof::ProvenMate;
use crate::search::{
    self, Effort, FinishedSearch, Limits, LineCounts, LineReport, ReportSink, RootMove, SearchParameters,
    SpareHash, TableError, TablebaseProbe, Task, ThreadPool,
};
use crate::tablebase::{DtmTables, EmbeddedTables, Wdl};

/// Whoever may answer a `go`.
pub(super) struct Answerers {
    adviser: Adviser,
    others: DirectEngine,
    supply: TablebaseSupply,
    solver: SolverSupply,
}

impl Answerers {
    pub fn new(configuration: &Configuration) -> Answerers {
        let Configuration { search, evaluation, embedded, tables, advice, .. } = configuration;
        let supply = TablebaseSupply::new(tables.clone(), Arc::clone(embedded));
        let others = DirectEngine::new(search.clone(), evaluation, Arc::clone(embedded), supply.tables());
        Answerers {
            adviser: Adviser::new(advice, Arc::clone(embedded)),
            others,
            supply,
            solver: SolverSupply::default(),
        }
    }

    /// Forgets everything learned from earlier searches; an empty table may be at hand.
    pub fn forget(&mut self, spare: SpareHash) {
        self.others.forget(spare);
        self.adviser.forget();
        self.solver.forget();
    }

    /// Brings table, helpers and files to what the options say now, and tells what that gave.
    pub fn prepare(&mut self, options: &Options, spare: SpareHash, sink: &Sink) {
        self.supply.open(options, sink);
        self.solver.open(options, sink);
        if let Err(error) = self.others.resize(options.hash, options.threads, spare) {
            sink.accept(Report::Notice(Notice::NoHash(error)));
        }
    }

    /// Sees to it that a search with these options can begin without delay.
    pub fn make_ready(&mut self, options: &Options) {
        // What cannot be had is told by the first search, which asks for it again.
        let _ = self.others.resize(options.hash, options.threads, SpareHash::default());
        self.supply.await_embedded();
    }

    /// Asks one after the other. Lines go to `sink`, the answer to the job's own.
    pub fn answer(&mut self, job: &SearchJob, sink: &dyn ReportSink) {
        self.prepare(&job.options, SpareHash::default(), &*job.sink);
        self.supply.prepare(job);
        self.solver.prepare(job);
        // 1. Tables of advice. What does not play may have something to say about the move that is played.
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
            supply.tell_damage(&*job.sink);
            if let Some(remark) = remark {
                job.sink.accept(Report::Notice(remark.about(best.best)));
            }
            job.answer(best);
        });
    }
}

/// Answers at once with what a proven table plays.
fn play(answer: Answer, job: &SearchJob) {
    let best = BestMove::of_line(&answer.line);
    answer.tell(&*job.sink, job.control.clock_started().elapsed());
    job.answer(best);
}

/// A mate that was proven and begun, and the position that it began from.
struct BegunMate {
    before: Board,
    mate: ProvenMate,
}

/// Everybody but the tables of advice, on the thread that asks.
pub struct DirectEngine {
    pool: ThreadPool,
    embedded: Arc<EmbeddedTables>,
    tables: Arc<DtmTables>,
    begun: Option<BegunMate>,
}

impl DirectEngine {
    /// One search thread, without a transposition table until [`DirectEngine::resize`] gives it one.
    pub fn new(
        parameters: SearchParameters,
        evaluation: &Arc<EvaluationParameters>,
        embedded: Arc<EmbeddedTables>,
        tables: Arc<DtmTables>,
    ) -> DirectEngine {
        DirectEngine { pool: ThreadPool::new(parameters, evaluation), embedded, tables, begun: None }
    }

    /// Forgets everything learned from earlier searches.
    pub fn forget(&mut self, spare: SpareHash) {
        self.pool.forget(spare);
        self.begun = None;
    }

    /// Gives transposition table (in MiB) and threads their sizes.
    ///
    /// # Errors
    /// Where there is no memory for the table; the old size stays in use.
    pub fn resize(&mut self, hash: usize, threads: usize, spare: SpareHash) -> Result<(), TableError> {
        self.pool.resize(hash, threads, spare)
    }

    /// Asks one after the other, and delivers the answer as soon as it is there.
    pub fn answer(&mut self, question: &Question<'_>, deliver: &dyn Fn(BestMove)) {
        let Question { game, limits: asked, settings, control, solved, sink } = *question;
        let board = game.board();
        let begun = self.begun.take().and_then(|begun| begun.mate.after_reply(&begun.before, game));
        let limited = settings.elo.filter(|_| !strength::is_elementary_win(board));
        let strength = limited.map(Strength::new);
        let limits = strength.map_or_else(|| asked.clone(), |strength| strength.limit(asked));
        let mut task = task_of(question, &limits, strength);

        // 2. Nobody: the game is over.
        if task.root.moves.is_empty() {
            sink.accept(search::Report::Line(LineReport::game_over(board.is_check())));
            let result = if board.is_check() { Wdl::Loss } else { Wdl::Draw };
            let known = Some(Known { result, by: Authority::Rules });
            return deliver(BestMove { known, ..BestMove::default() });
        }

        let mut known = None;
        // 3. The exact tables. A player of limited strength does not know them, and repeats no won position.
        if strength.is_some() {
            let static_value = self.pool.evaluator().evaluate(board).value();
            strength::avoid_repetition(&mut task.root, game, static_value);
        } else if settings.probe_tables {
            let tables = TablebaseProbe::new(&self.embedded, &self.tables, &settings.syzygy);
            let evaluator = self.pool.evaluator();
            match root_tablebase::decide(&tables, game, &mut task.root, settings.multi_pv, evaluator) {
                Decision::Mate(decided) => return deliver(tell_decided(&decided, question)),
                Decision::Result(result) => known = Some(Known { result, by: Authority::Tables }),
                Decision::Unknown => {}
            }
            task.tables = Some(tables);
        }

        // 4. A solved pawn ending.
        let graph = solved.filter(|_| strength.is_none()).and_then(Solved::graph);
        if let Some(graph) = graph.filter(|_| known.is_none()) {
            let result = root_solved::decide(&graph, game, &mut task.root, settings.multi_pv);
            known = result.map(|result| Known { result, by: Authority::Solver });
        }
        task.root_result = known.map(|known| known.result);

        // 5. A mate proven earlier. On the clock it is played at once; without, a shorter one may be found.
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
            is_known_better = control.take_news() && !control.is_stopped();
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

/// What there would be to search if nobody else answered.
fn task_of<'a>(question: &Question<'a>, limits: &'a Limits, strength: Option<Strength>) -> Task<'a> {
    let SearchSettings { multi_pv, move_overhead, .. } = *question.settings;
    let searched = multi_pv.max(strength.map_or(1, Strength::lines));
    Task {
        lines: LineCounts { searched, told: multi_pv },
        move_overhead,
        proves_mates: strength.is_none(),
        ..Task::new(question.game, limits)
    }
}

/// Whether the clock of the side to move runs.
fn is_on_the_clock(question: &Question<'_>) -> bool {
    let turn = question.game.board().turn();
    let clock = question.limits.clock.as_ref();
    clock.is_some_and(|clock| clock.remaining.get(turn).is_some()) && !question.control.is_pondering()
}

/// What a finished search answers, with the mate that the answer begins. The last line told begins with the same move.
fn answer_of_search(
    finished: &mut dyn FinishedSearch,
    strength: Option<Strength>,
    game: &Game,
) -> (BestMove, Option<ProvenMate>) {
    // A player of limited strength plays what it takes for the best.
    if let Some(strength) = strength {
        let taken_for_best = strength.choose(finished.root(), game);
        finished.prefer(taken_for_best);
    }
    // A mate that a proof has found sooner than the search.
    if let Some(mate) = finished.take_shorter_mate() {
        return (mating(&mate), Some(mate));
    }
    // The search's own best move.
    finished.tell_lines();
    let best = finished.root().moves.first().map(|best| BestMove::of_line(&best.line));
    (best.unwrap_or_default(), None)
}

/// Tells the lines of a game that the exact tables have decided, and answers with the best.
fn tell_decided(decided: &[RootMove], question: &Question<'_>) -> BestMove {
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
    BestMove { known: Some(Known { result, by: Authority::Tables }), ..BestMove::of_line(&best.line) }
}

/// The move that begins a proven mate.
fn mating(mate: &ProvenMate) -> BestMove {
    let known = Some(Known { result: Wdl::Win, by: Authority::MateProof });
    BestMove { known, ..BestMove::of_line(&mate.line) }
}
