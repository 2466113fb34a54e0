//! Opens the address, takes connections and ends cleanly.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

use super::connections::{Connection, Connections};
use super::end_requests::EndRequests;
use super::hosts::Hosts;
use super::jobs::Jobs;
use super::routes;
use super::settings::Settings;
use super::state::Shared;

/// The most time for the head of a request, also between two requests of a connection.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// The most bytes of a request's head, and of what is read at once.
const HEAD_BYTES: usize = 64 << 10;
/// The time that work has to end when the server ends.
const PARTING_TIME: Duration = Duration::from_secs(5);
/// The time that jobs have to write down what they have done, and the time between two looks.
const WRITING_TIME: Duration = Duration::from_secs(30);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The pause after the system has refused a connection, which it does where files run out.
const REFUSED_PAUSE: Duration = Duration::from_millis(50);

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be opened.
    #[error("cannot listen on {address}: {reason}; name another port with --port")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        reason: String,
    },
    /// The system gives no threads, or does not report Ctrl-C.
    #[error("cannot start the server")]
    Threads(#[from] io::Error),
}

/// A server whose address is open.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Shared,
    runtime: Runtime,
    end_requests: EndRequests,
}

impl Server {
    /// Opens the address. Connections and Ctrl-C wait until the server runs.
    ///
    /// # Errors
    /// If the address cannot be opened, or the system gives no threads.
    pub fn open(settings: Settings) -> Result<Server, ServeError> {
        let address = SocketAddr::new(settings.address, settings.port);
        let refused =
            |error: io::Error| ServeError::Address { address, reason: crate::text::system_reason(&error) };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let description = routes::description().to_json().unwrap_or_default();
        let shared = Shared::new(settings, Hosts::of(address), description);
        shared.list_interrupted();
        let runtime = Builder::new_multi_thread().enable_all().thread_name("serve").build()?;
        // Whoever reads the address may ask for the end at once.
        let end_requests = {
            let _entered = runtime.enter();
            EndRequests::watch()?
        };
        Ok(Server { listener, address, shared, runtime, end_requests })
    }

    /// Returns the address of the page, as a browser opens it.
    pub fn page(&self) -> String {
        let address = if self.address.ip().is_unspecified() {
            SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.address.port())
        } else {
            self.address
        };
        match &self.shared.settings.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Answers until Ctrl-C.
    ///
    /// # Errors
    /// If the system does not let the server wait for connections.
    pub fn run(self) -> Result<(), ServeError> {
        let Server { listener, shared, runtime, mut end_requests, .. } = self;
        let router = routes::router(&shared);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                () = take(listener, router) => {}
                () = end_requests.first() => {}
            }
            end_jobs(&shared.jobs).await;
            Ok::<(), io::Error>(())
        })?;
        runtime.shutdown_timeout(PARTING_TIME);
        Ok(())
    }
}

/// Ends all jobs, and waits until they have written down what they have done.
async fn end_jobs(jobs: &Jobs) {
    jobs.end_all();
    let begin = Instant::now();
    while jobs.is_busy() && begin.elapsed() < WRITING_TIME {
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

async fn take(listener: tokio::net::TcpListener, router: Router) {
    let connections = Connections::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Some(connection) = connections.enter() {
                    tokio::spawn(serve(stream, connection, router.clone()));
                }
            }
            Err(_) => tokio::time::sleep(REFUSED_PAUSE).await,
        }
    }
}

async fn serve(stream: TcpStream, connection: Connection, router: Router) {
    // Answers are small: waiting to send more at once would only delay them.
    let _ = stream.set_nodelay(true);
    let connection = Arc::new(connection);
    let service = TowerToHyperService::new(router);
    let answer = service_fn(|request: Request<Incoming>| {
        let note = connection.request();
        let answered = hyper::service::Service::call(&service, request);
        async move {
            let response: Response<Body> = answered.await?;
            Ok::<_, Infallible>(response.map(|body| note.answered_by(body)))
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES);
    let served = http.serve_connection(TokioIo::new(stream), answer);
    tokio::select! {
        // What goes wrong on a connection concerns its client alone.
        _ = served => {}
        () = connection.is_to_close() => {}
    }
}
