//! The route that searches while its client watches.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::analysis::{SearchDone, SearchView, SearchWatch};
use crate::board::Game;
use crate::engine::{Notice, Options, Report, Sink, SolvedBy};
use crate::search::{Limits, ReportSink};
use crate::serve::events::{self, Events};
use crate::serve::extract::{Words, game};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::settings::Notices;
use crate::serve::state::Shared;
use crate::uci::in_words;

/// The most lines.
const MOST_LINES: usize = 5;
/// The deepest search in half-moves.
const MOST_DEPTH: u32 = 246;
/// The longest search in seconds.
const MOST_SECONDS: f64 = 3600.0;

/// A search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The position as a FEN; underscores may stand for spaces.
    #[param(example = "8/8/1p6/8/1P6/8/k7/2K5_w_-_-_0_1")]
    fen: String,
    /// Moves from there in UCI's notation, separated by commas.
    moves: Option<String>,
    /// How many lines; default 1.
    #[param(minimum = 1, maximum = 5)]
    lines: Option<usize>,
    /// The depth in half-moves.
    #[param(minimum = 1, maximum = 246)]
    depth: Option<u32>,
    /// The nodes.
    #[param(minimum = 1)]
    nodes: Option<u64>,
    /// The time in seconds; an hour if nothing else ends the search.
    #[param(exclusive_minimum = 0, maximum = 3600)]
    seconds: Option<f64>,
}

/// Something that the user should know.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchNotice {
    words: String,
}

/// Searches a position. Events: `info` with all lines so far, `notice`, and at the end `done`.
#[utoipa::path(
    get, path = "/api/search", params(Asked), tag = "board",
    responses(
        (status = 200, description = "Server-sent events: `info` with SearchView, `notice` with SearchNotice, `done` with SearchDone",
         content_type = "text/event-stream", body = String),
        (status = 400, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn search(
    State(shared): State<Shared>,
    Words(asked): Words<Asked>,
) -> Result<impl IntoResponse, Refusal> {
    let game = game(&asked.fen, asked.moves.as_deref())?;
    let limits = limits(&asked)?;
    let lines = asked.lines.unwrap_or(1);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(Refusal::impossible(&format!("lines {lines}"), format_args!("1 to {MOST_LINES}")));
    }
    let place = shared.engines.place()?;
    let (events, stream) = events::stream();
    tokio::task::spawn_blocking(move || {
        run(&shared, game, limits, lines, events);
        drop(place);
    });
    Ok(stream)
}

fn limits(asked: &Asked) -> Result<Limits, Refusal> {
    let seconds = asked.seconds.unwrap_or(MOST_SECONDS);
    if !(seconds > 0.0 && seconds <= MOST_SECONDS) {
        return Err(Refusal::impossible("seconds", format_args!("more than 0, at most {MOST_SECONDS}")));
    }
    if asked.depth.is_some_and(|depth| !(1..=MOST_DEPTH).contains(&depth)) {
        return Err(Refusal::impossible("depth", format_args!("1 to {MOST_DEPTH}")));
    }
    if asked.nodes == Some(0) {
        return Err(Refusal::impossible("nodes", "at least 1"));
    }
    let move_time = Some(Duration::from_secs_f64(seconds));
    Ok(Limits { depth: asked.depth, nodes: asked.nodes, move_time, ..Limits::default() })
}

/// Searches until a limit, or until the client goes.
fn run(shared: &Shared, game: Game, limits: Limits, lines: usize, events: Events) {
    let watch = Mutex::new(SearchWatch::new(game.board().clone()));
    let sink: Arc<Sink> =
        Arc::new(Watched { watch, events, unsent: Mutex::default(), notices: shared.settings.notices });
    let searched = shared.engines.take(&shared.settings).and_then(|mut engine| {
        let threads = shared.engines.share(shared.settings.threads);
        let options = Options { multi_pv: lines, threads, ..engine.options().clone() };
        engine.set_options(options, Arc::clone(&sink))?;
        engine.forget();
        engine.set_game(game);
        engine.go(limits, Arc::clone(&sink));
        engine.wait();
        Ok(engine)
    });
    match searched {
        Ok(engine) => shared.engines.give_back(engine),
        Err(error) => {
            shared.settings.notice(&error);
            sink.accept(Report::Notice(Notice::SearchFailed));
            sink.accept(Report::BestMove { best: None, ponder: None });
        }
    }
}

/// Passes reports on to the client.
struct Watched {
    watch: Mutex<SearchWatch>,
    events: Events,
    /// The last view, if there was no room for it.
    unsent: Mutex<Option<SearchView>>,
    notices: Notices,
}

impl ReportSink<Report> for Watched {
    fn accept(&self, report: Report) {
        match report {
            Report::Line(line) => {
                let view: SearchView = self.watch.lock().take(&line);
                let is_sent = self.events.try_send("info", &view);
                *self.unsent.lock() = (!is_sent).then_some(view);
            }
            Report::Notice(notice) if is_for_clients(&notice) => {
                self.events.try_send("notice", &SearchNotice { words: in_words(&notice) });
            }
            Report::Notice(notice) => (self.notices)(&in_words(&notice)),
            Report::CurrentMove(_) => {}
            Report::BestMove { best, ponder } => {
                if let Some(view) = self.unsent.lock().take() {
                    self.events.send("info", &view);
                }
                let done: SearchDone = self.watch.lock().done(best, ponder);
                self.events.send("done", &done);
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.events.is_closed()
    }
}

/// Whether a notice is about the search. Others name files of this machine.
fn is_for_clients(notice: &Notice) -> bool {
    match notice {
        Notice::SearchFailed | Notice::Mate(_) | Notice::FewerThreads(_) => true,
        Notice::Solved(solved) => matches!(solved.by, SolvedBy::Now(_)),
        _ => false,
    }
}
