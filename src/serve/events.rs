//! Streams of server-sent events: made by one thread, taken by one client, ended by whoever goes first.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt as _};

/// How many events may wait for a slow client.
const MOST_WAITING: usize = 64;
/// The time between two signs of life. They show that the client has gone.
const BETWEEN_SIGNS: Duration = Duration::from_secs(10);

/// The longest wait for a client that takes no events, and the time between two tries.
const PATIENCE: Duration = Duration::from_secs(30);
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Where events go.
#[derive(Clone)]
pub struct Events(Sender<Event>);

/// Returns both ends of a stream.
pub fn stream() -> (Events, Sse<impl Stream<Item = Result<Event, Infallible>>>) {
    let (sender, receiver) = channel(MOST_WAITING);
    let stream =
        Sse::new(ReceiverStream::new(receiver).map(Ok)).keep_alive(KeepAlive::new().interval(BETWEEN_SIGNS));
    (Events(sender), stream)
}

impl Events {
    /// Sends an event unless too many wait. Returns whether it is on its way.
    pub fn try_send(&self, kind: &str, data: &impl Serialize) -> bool {
        self.0.try_send(event(kind, data)).is_ok()
    }

    /// Sends an event, and waits some time until there is room for it. Not for the threads that serve.
    pub fn send(&self, kind: &str, data: &impl Serialize) {
        let begin = Instant::now();
        let mut waiting = event(kind, data);
        while let Err(TrySendError::Full(event)) = self.0.try_send(waiting)
            && begin.elapsed() < PATIENCE
        {
            waiting = event;
            std::thread::sleep(BETWEEN_TRIES);
        }
    }

    /// Sends an event as soon as there is room for it. Returns whether it is on its way; otherwise the client has gone.
    pub async fn send_soon(&self, kind: &str, data: &impl Serialize) -> bool {
        self.0.send(event(kind, data)).await.is_ok()
    }

    /// Waits until the client has gone.
    pub async fn closed(&self) {
        self.0.closed().await;
    }

    /// Whether the client has gone.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

fn event(kind: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(kind);
    // What the program itself made can be written.
    event.json_data(data).unwrap_or_default()
}
