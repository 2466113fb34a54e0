//! The jobs that the engine gives its search thread.

use std::sync::Arc;

use crossbeam_channel::Sender;
use shakmaty::Move;

use super::options::Options;
use super::report::{Report, Sink};
use crate::board::Game;
use crate::evaluation::Networks;
use crate::exact::Exact;
use crate::search::{Control, Limits, SpareHash};

/// A job for the search thread.
pub(super) enum Job {
    /// Search, and report the best move at the end.
    Search(Box<SearchJob>),
    /// Forget everything learned from earlier searches. An empty table may be ready.
    Forget(SpareHash),
    /// Value positions by these networks, or by the built-in ones, and forget everything learned with others.
    UseNetworks(Option<Networks>),
    /// Apply the options to table, threads and files, and report the outcome to the sink.
    Prepare(Options, Arc<Sink>, SpareHash),
    /// Reply once everything before is done.
    Ping(Sender<()>),
    /// Reply once, in addition, a search with these options can start without delay.
    MakeReady(Options, Sender<()>),
    /// Reply with the names of the Syzygy files that gave an answer since they were opened.
    FilesAsked(Sender<Vec<String>>),
}

/// Everything that one search needs.
pub(super) struct SearchJob {
    pub game: Game,
    pub limits: Limits,
    pub options: Options,
    pub control: Arc<Control>,
    pub sink: Arc<Sink>,
}

impl SearchJob {
    /// Whether this is an analysis rather than a game: the shortest mate counts then.
    pub fn is_analysis(&self) -> bool {
        self.options.analyse_mode || self.limits.infinite
    }

    /// Reports the answer once it is due.
    pub fn answer(&self, best: BestMove) {
        self.control.wait_until_answer_is_due(&self.limits, &*self.sink);
        self.control.finish(|| {
            self.sink.accept(Report::BestMove { best: best.best, ponder: best.ponder });
        });
    }
}

/// The answer to a `go`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` if the root has no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The exact result; `None` if nothing knows it.
    pub known: Option<Exact>,
}

impl BestMove {
    /// Takes the first move of a line and the reply that it expects.
    pub fn of_line(line: &[Move]) -> BestMove {
        BestMove { best: line.first().copied(), ponder: line.get(1).copied(), known: None }
    }
}
