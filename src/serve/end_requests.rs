//! Notices that someone asks the program to end: by Ctrl-C, or by the system.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

/// Requests to end. Once this watches, none ends the program at once, and none is missed.
pub(super) struct EndRequests {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    interrupt: CtrlC,
}

impl EndRequests {
    /// Begins to watch. The caller has entered a runtime.
    ///
    /// # Errors
    /// If the system does not report requests.
    pub(super) fn watch() -> io::Result<EndRequests> {
        Ok(EndRequests {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(windows)]
            interrupt: ctrl_c()?,
        })
    }

    /// Waits for the first request.
    pub(super) async fn first(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
