//! The open connections: at most so many, and where one too many comes, the one closes that has been quiet for longest.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use parking_lot::Mutex;
use tokio::sync::Notify;

/// The most connections. A system often allows a process a thousand open files.
const MOST: usize = 512;

/// All open connections.
pub struct Connections {
    started: Instant,
    numbered: AtomicU64,
    held: Mutex<HashMap<u64, Arc<Held>>>,
}

/// An open connection, until it is dropped.
pub struct Connection {
    all: Arc<Connections>,
    number: u64,
    held: Arc<Held>,
}

/// What is known of a connection.
struct Held {
    /// Requests whose answer has not begun.
    asked: AtomicUsize,
    /// When something last happened, in milliseconds since the server started.
    last: AtomicU64,
    /// Asked to close.
    close: Notify,
}

impl Connections {
    /// None.
    pub fn new() -> Arc<Connections> {
        Arc::new(Connections { started: Instant::now(), numbered: AtomicU64::new(0), held: Mutex::default() })
    }

    /// Takes one more; `None` if there are too many and all of them wait for answers.
    pub fn enter(self: &Arc<Connections>) -> Option<Connection> {
        let mut connections = self.held.lock();
        if connections.len() >= MOST {
            let quiet = connections.iter().filter(|(_, held)| held.asked.load(Ordering::Relaxed) == 0);
            let (number, _) = quiet.min_by_key(|(_, held)| held.last.load(Ordering::Relaxed))?;
            let number = *number;
            connections.remove(&number)?.close.notify_one();
        }
        let number = self.numbered.fetch_add(1, Ordering::Relaxed);
        let last = AtomicU64::new(self.now());
        let held = Arc::new(Held { asked: AtomicUsize::new(0), last, close: Notify::new() });
        connections.insert(number, Arc::clone(&held));
        Some(Connection { all: Arc::clone(self), number, held })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Connection {
    /// Waits until the connection must make room for another.
    pub async fn is_to_close(&self) {
        self.held.close.notified().await;
    }

    /// Returns a note of a request, until it is dropped.
    pub fn request(&self) -> Request {
        self.held.asked.fetch_add(1, Ordering::Relaxed);
        Request { all: Arc::clone(&self.all), held: Arc::clone(&self.held) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.held.lock().remove(&self.number);
    }
}

/// A request whose answer has not begun.
pub struct Request {
    all: Arc<Connections>,
    held: Arc<Held>,
}

impl Request {
    /// Returns the answer's body. It notes whenever the client takes more of it.
    pub fn answered_by(self, body: Body) -> Body {
        let (all, held) = (Arc::clone(&self.all), Arc::clone(&self.held));
        Body::new(Noted { body, all, held })
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        self.held.last.store(self.all.now(), Ordering::Relaxed);
        self.held.asked.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A body that notes whenever the client takes more of it.
struct Noted {
    body: Body,
    all: Arc<Connections>,
    held: Arc<Held>,
}

impl HttpBody for Noted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.held.last.store(self.all.now(), Ordering::Relaxed);
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
