//! What the engine asks of its search thread.

use std::sync::Arc;

use crossbeam_channel::Sender;
use shakmaty::Move;

use super::known::Known;
use super::options::Options;
use super::report::{Report, Sink};
use crate::board::Game;
use crate::search::{Control, Limits, SpareHash};

/// What the search thread is asked to do.
pub(super) enum Job {
    /// Search, and report the best move at the end.
    Search(Box<SearchJob>),
    /// Forget everything learned from earlier searches; an empty table may be at hand.
    Forget(SpareHash),
    /// Bring table, helpers and files to what the options say now, and tell on the sink what that gave.
    Prepare(Options, Arc<Sink>, SpareHash),
    /// Answer when everything before is done.
    Ping(Sender<()>),
    /// Answer when, besides, a search with these options can begin without delay.
    MakeReady(Options, Sender<()>),
}

/// All that one search needs.
pub(super) struct SearchJob {
    pub game: Game,
    pub limits: Limits,
    pub options: Options,
    pub control: Arc<Control>,
    pub sink: Arc<Sink>,
}

impl SearchJob {
    /// Whether somebody looks at a position, rather than plays a game: then the truth counts, as short as it is.
    pub fn is_analysis(&self) -> bool {
        self.options.analyse_mode || self.limits.infinite
    }

    /// Gives the answer when it is due.
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
    /// The exact result, where somebody knows it.
    pub known: Option<Known>,
}

impl BestMove {
    /// A line's first move, and the reply that it expects.
    pub fn of_line(line: &[Move]) -> BestMove {
        BestMove { best: line.first().copied(), ponder: line.get(1).copied(), known: None }
    }
}
