//! What the engine reports. The receiver turns it into text.

use shakmaty::Move;

use super::notice::Notice;
use crate::search::{self, CurrentMove, LineReport};

/// One report of the engine.
#[derive(Debug)]
pub enum Report {
    /// A line with its score.
    Line(LineReport),
    /// The root move in progress; reported only after the search has run for some seconds.
    CurrentMove(CurrentMove),
    /// Something that the user should know.
    Notice(Notice),
    /// The end of a search. Exactly one comes for each search, as the last report.
    BestMove {
        /// The move to play; `None` if the root has no legal move.
        best: Option<Move>,
        /// The expected reply.
        ponder: Option<Move>,
    },
}

impl From<search::Report> for Report {
    fn from(report: search::Report) -> Report {
        match report {
            search::Report::Line(line) => Report::Line(line),
            search::Report::CurrentMove(current) => Report::CurrentMove(current),
            search::Report::Mate(notice) => Report::Notice(Notice::Mate(notice)),
            search::Report::FewerThreads(shortage) => Report::Notice(Notice::FewerThreads(shortage)),
        }
    }
}

/// Receives the engine's reports, on the thread that searches.
pub type Sink = dyn search::ReportSink<Report>;
