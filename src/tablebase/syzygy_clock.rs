//! What Syzygy files say of a position with the 50-move clock as it stands. Most of them keep moves instead of plies, so that a
//! distance may be a ply too short: where just that ply decides, the moves are played on until it shows.

use super::fifty_moves::FiftyMoveResult;
use super::syzygy::{Syzygy, SyzygyDistance};
use crate::board::{Board, CLOCK_LIMIT};

/// What Syzygy files say with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockedResult {
    /// With the clock as it stands. Where it is not certain, what comes perhaps in time counts as too late.
    pub result: FiftyMoveResult,
    /// Plies to the next capture or pawn move that keeps the result, or to mate; 0 in a draw. The truth may be one more.
    pub plies: u32,
    /// Whether more positions had to be asked about than was allowed.
    pub is_certain: bool,
}

impl Syzygy {
    /// Returns the result of a position with its clock. At most so many `positions` beside it are asked about, which takes some
    /// microseconds each; what is left of them is kept there. `None` if no table is at hand or where castling is still allowed.
    pub fn on_the_clock(&self, board: &Board, positions: &mut u32) -> Option<ClockedResult> {
        let SyzygyDistance { result, plies, is_rounded } = self.distance(board)?;
        let clock = board.halfmove_clock();
        let certain = |result| Some(ClockedResult { result, plies, is_certain: true });
        // From a clock of zero the result itself says it: there are no files of a rounded phase that begins at the very edge.
        if clock == 0 {
            return certain(self.result(board)?);
        }
        if !is_rounded || clock + plies != CLOCK_LIMIT {
            return certain(result.on_the_clock(clock, plies));
        }
        match self.stands(board, result, positions) {
            Some(true) => certain(result),
            Some(false) => certain(result.spoilt()),
            None => Some(ClockedResult { result: result.spoilt(), plies, is_certain: false }),
        }
    }

    /// Whether a result stands that may be a ply too late, by what its moves lead to; nothing where that is too much to look at.
    fn stands(&self, board: &Board, result: FiftyMoveResult, positions: &mut u32) -> Option<bool> {
        let wins = result > FiftyMoveResult::Draw;
        let mut is_certain = true;
        for played in board.legal_moves() {
            *positions = positions.checked_sub(1)?;
            let next = board.after(played);
            let kept = if next.is_checkmate() {
                Some(true)
            } else {
                let after = self.on_the_clock(&next, positions)?;
                // What is not certain counts as too late.
                (after.is_certain || -after.result == result).then_some(-after.result == result)
            };
            match kept {
                // One move that wins is enough, and so is one that does not lose.
                Some(kept) if kept == wins => return Some(wins),
                Some(_) => {}
                None => is_certain = false,
            }
        }
        is_certain.then_some(!wins)
    }
}
