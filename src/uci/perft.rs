//! `go perft N`: counts moves beside the session. `session` and `single_go` use it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::background::Background;
use super::output::Output;
use super::writer::move_text;
use crate::board::{Board, perft};

/// Starts to count. It writes the count of each root move once that is known, then the sum.
pub(super) fn start_perft(board: &Board, depth: u32, chess960: bool, output: &Output) -> Background {
    let (counted, written) = (board.clone(), output.clone());
    Background::start("count", output, move |cancelled| {
        // `None` means that the count was cancelled, which needs no message.
        let _ = count_and_write(&counted, depth, chess960, &written, cancelled);
    })
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
