//! `go perft N`: counts moves on its own thread, so that the session goes on reading. `session` and `single_go` use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use super::output::Output;
use super::writer::move_text;
use crate::board::{Board, perft};

/// A count in progress.
pub(super) struct PerftRun {
    cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PerftRun {
    /// Starts to count. It writes the count of each root move once that is known, then the sum. If the system gives no thread,
    /// it counts before it returns.
    pub(super) fn start(board: &Board, depth: u32, chess960: bool, output: &Output) -> PerftRun {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (seen, counted, written) = (Arc::clone(&cancelled), board.clone(), output.clone());
        let thread = Builder::new().name("perft".to_owned()).spawn(move || {
            // `None` means that the count was cancelled, which needs no message.
            let _ = count_and_write(&counted, depth, chess960, &written, &seen);
        });
        if thread.is_err() {
            output.note(
                "the system allows no thread for counting; lucena reads no input until the count is done",
            );
            let _ = count_and_write(board, depth, chess960, output, &cancelled);
        }
        PerftRun { cancelled, thread: thread.ok() }
    }

    /// Waits for the sum.
    pub(super) fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // The standard hook has already reported a panic of that thread.
            drop(thread.join());
        }
    }
}

impl Drop for PerftRun {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.join();
    }
}

/// Counts and writes; `None` if the count was cancelled.
fn count_and_write(
    board: &Board,
    depth: u32,
    chess960: bool,
    output: &Output,
    cancelled: &AtomicBool,
) -> Option<()> {
    let mut sum = 1;
    if depth > 0 {
        sum = 0;
        for played in board.all_legal_moves() {
            let below = count(&board.after(played), depth - 1, cancelled)?;
            output.line(&format!("{}: {below}", move_text(played, chess960)));
            if output.is_broken() {
                return None;
            }
            sum += below;
        }
        output.line("");
    }
    output.line(&format!("Nodes searched: {sum}"));
    Some(())
}

fn count(board: &Board, depth: u32, cancelled: &AtomicBool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(perft(board, 1)),
        _ if cancelled.load(Ordering::Relaxed) => None,
        _ => board
            .all_legal_moves()
            .into_iter()
            .map(|played| count(&board.after(played), depth - 1, cancelled))
            .sum(),
    }
}
