//! The route that answers a stream of positions as `lucena analyse` does.

use std::io::{self, ErrorKind, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;
use utoipa::{IntoParams, ToSchema};

use crate::analysis::stream::{self, Format, Sources, Task, To};
use crate::serve::extract::{Body, MOST_NODES, Words};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// How many pieces of the answer may wait for a slow client.
const MOST_WAITING: usize = 8;
/// The most milliseconds, half-moves and lines for a position.
const MOST_MILLISECONDS: u64 = 600_000;
const MOST_DEPTH: u32 = 246;
const MOST_LINES: u16 = 256;
const MEBIBYTE: u64 = 1 << 20;

/// How to analyse.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// What the body is; by default its beginning says it.
    format: Option<TextFormat>,
    /// Nodes for each position; 100000 if no limit is given.
    #[param(minimum = 1, maximum = 100_000_000)]
    nodes: Option<u64>,
    /// Time for each position in milliseconds; the objects then have the time.
    #[param(minimum = 1, maximum = 600_000)]
    movetime: Option<u64>,
    /// Depth of each search in half-moves.
    #[param(minimum = 1, maximum = 246)]
    depth: Option<u32>,
    /// How many best lines to give; default 1.
    #[param(minimum = 1, maximum = 256)]
    multipv: Option<u16>,
    /// Prove the results of positions with few pieces; memory for each in MiB.
    #[param(minimum = 1)]
    solve: Option<u64>,
    /// Whether to add what a table of advice plays.
    advice: Option<bool>,
    /// Whether the objects have the time of each search.
    timing: Option<bool>,
}

/// What a body is.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextFormat {
    /// Games.
    Pgn,
    /// Positions, one a line.
    Fen,
    /// Positions with operations, one a line; each of the two reads the other.
    Epd,
}

/// Analyses a stream of positions: lines in (FEN, EPD, JSON) or PGN, one JSON object a line out, in order.
#[utoipa::path(
    post, path = "/api/analyse", tag = "streams", params(Asked),
    request_body(content = String, description = "Positions, one a line, or games", content_type = "text/plain"),
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson"), (status = 400, body = Problem),
        (status = 413, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn analyse(
    State(shared): State<Shared>,
    Words(asked): Words<Asked>,
    Body(text): Body,
) -> Result<Response, Refusal> {
    check(&shared, &asked)?;
    let place = shared.engines.place()?;
    let (sender, receiver) = channel(MOST_WAITING);
    let cancel = Arc::new(AtomicBool::new(false));
    let answers = Answers { receiver, cancel: Arc::clone(&cancel) };
    tokio::task::spawn_blocking(move || {
        run(&shared, &asked, &text, Client(sender), cancel);
        drop(place);
    });
    let body = axum::body::Body::from_stream(answers);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

fn check(shared: &Shared, asked: &Asked) -> Result<(), Refusal> {
    let is_within = |number: Option<u64>, most: u64| number.is_none_or(|number| (1..=most).contains(&number));
    let limits = [
        ("nodes", asked.nodes, MOST_NODES),
        ("movetime", asked.movetime, MOST_MILLISECONDS),
        ("depth", asked.depth.map(u64::from), MOST_DEPTH.into()),
        ("multipv", asked.multipv.map(u64::from), MOST_LINES.into()),
        ("solve", asked.solve, (shared.settings.solve_bytes as u64 / MEBIBYTE).max(1)),
    ];
    match limits.into_iter().find(|(_, number, most)| !is_within(*number, *most)) {
        Some((name, _, most)) => Err(Refusal::impossible(name, format_args!("1 to {most}"))),
        None => Ok(()),
    }
}

fn run(shared: &Shared, asked: &Asked, text: &[u8], client: Client, cancel: Arc<AtomicBool>) {
    let format = asked.format.map(|format| match format {
        TextFormat::Pgn => Format::Games,
        TextFormat::Fen | TextFormat::Epd => Format::Positions,
    });
    // However deep a search is to be, it ends.
    let nodes = asked.nodes.or(asked.depth.map(|_| MOST_NODES));
    let limits = stream::limits(nodes, asked.movetime.map(Duration::from_millis), asked.depth);
    let task = Task {
        config: shared.settings.config.clone(),
        workers: 1,
        multi_pv: asked.multipv.unwrap_or(1).into(),
        table_mebibytes: stream::table_mebibytes(&limits),
        limits,
        solver_mebibytes: asked.solve.and_then(|asked| usize::try_from(asked).ok()),
        syzygy: shared.settings.syzygy.clone(),
        advice: asked.advice.unwrap_or(false).then(|| Arc::new(shared.registry())),
        shows_time: asked.timing.unwrap_or(false) || asked.movetime.is_some(),
        cancel,
    };
    let sources = Sources::of_text(text, format);
    if let Err(problem) = stream::analyse(sources, Some(&task), To::Writer(Box::new(client)), &mut |_| {})
        && !problem.is_closed_pipe()
    {
        shared.settings.notice(&problem);
    }
}

/// The client, as something that lines are written to; writing waits until it takes them.
struct Client(Sender<Bytes>);

impl Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map(|()| bytes.len()).map_err(|_| ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that a client takes. When it goes, nobody wants more.
struct Answers {
    receiver: Receiver<Bytes>,
    cancel: Arc<AtomicBool>,
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Stream for Answers {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}
