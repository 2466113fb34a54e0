//! Applies the 50-move clock to Syzygy results. Most files store moves instead of plies, so a distance may be one ply too
//! short; if that ply decides, this looks at further moves until the result is certain.

use super::clock::{on_the_clock, spoilt};
use crate::board::{Board, CLOCK_LIMIT};
use crate::tablebase::{FiftyMoveResult, Syzygy, SyzygyDistance};

/// A Syzygy result with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockedResult {
    /// The result with the current clock. If it is not certain, a result that may come in time counts as too late.
    pub result: FiftyMoveResult,
    /// Plies to the next capture or pawn move that keeps the result, or to mate; 0 in a draw. It may be one too low.
    pub plies: u32,
    /// Whether the allowed number of positions was enough to be certain.
    pub is_certain: bool,
}

/// Returns the result of a position with its clock; `None` without a table or with castling rights. It looks up at most
/// `positions` other positions, at some microseconds each, and leaves the unused number there.
pub(super) fn syzygy_on_the_clock(
    syzygy: &Syzygy,
    board: &Board,
    positions: &mut u32,
) -> Option<ClockedResult> {
    let SyzygyDistance { result, plies, is_rounded } = syzygy.distance(board)?;
    let clock = board.halfmove_clock();
    let certain = |result| Some(ClockedResult { result, plies, is_certain: true });
    // From a clock of zero the table's result already decides: no file rounds a distance right at the limit.
    if clock == 0 {
        return certain(syzygy.result(board)?);
    }
    // Another rule: right at the limit, a rounded distance may be one ply too short.
    if !is_rounded || clock + plies != CLOCK_LIMIT {
        return certain(on_the_clock(result, clock, plies));
    }
    match stands(syzygy, board, result, positions) {
        Some(true) => certain(result),
        Some(false) => certain(spoilt(result)),
        None => Some(ClockedResult { result: spoilt(result), plies, is_certain: false }),
    }
}

/// Whether a result that may be one ply too late still holds, judged by its moves; `None` if that takes too many positions.
fn stands(syzygy: &Syzygy, board: &Board, result: FiftyMoveResult, positions: &mut u32) -> Option<bool> {
    let wins = result > FiftyMoveResult::Draw;
    let mut is_certain = true;
    for played in board.legal_moves() {
        *positions = positions.checked_sub(1)?;
        let next = board.after(played);
        let keeps_result = if next.is_checkmate() {
            Some(true)
        } else {
            let after = syzygy_on_the_clock(syzygy, &next, positions)?;
            // An uncertain result counts as too late.
            (after.is_certain || -after.result == result).then_some(-after.result == result)
        };
        match keeps_result {
            // One move that wins is enough, and so is one that does not lose.
            Some(keeps_result) if keeps_result == wins => return Some(wins),
            Some(_) => {}
            None => is_certain = false,
        }
    }
    is_certain.then_some(!wins)
}
