//! What the 50-move rule leaves of a result, or of a line.

use shakmaty::Move;

use crate::board::{Board, fits_into_clock};
use crate::tablebase::FiftyMoveResult;

/// Returns what a result from a clock of zero becomes with this clock (in plies), if the next zeroing move that keeps it (a
/// capture or pawn move) or mate is `plies` plies away. Either must come by the hundredth ply.
pub(super) const fn on_the_clock(result: FiftyMoveResult, clock: u32, plies: u32) -> FiftyMoveResult {
    if fits_into_clock(clock, plies) { result } else { spoilt(result) }
}

/// Returns what the 50-move rule leaves of a result that comes too late.
pub(super) const fn spoilt(result: FiftyMoveResult) -> FiftyMoveResult {
    match result {
        FiftyMoveResult::Win => FiftyMoveResult::CursedWin,
        FiftyMoveResult::Loss => FiftyMoveResult::BlessedLoss,
        other => other,
    }
}

/// Returns whether a line can reach mate before the 50-move rule ends the game.
pub fn line_fits_into_clock(board: &Board, line: &[Move]) -> bool {
    let mut clock = board.halfmove_clock();
    for played in line {
        // Mate comes before the rule: the last move may be the hundredth ply.
        if !fits_into_clock(clock, 1) {
            return false;
        }
        clock = if played.is_zeroing() { 0 } else { clock + 1 };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_stands_where_its_zeroing_move_or_mate_is_the_hundredth_ply_at_the_latest() {
        use FiftyMoveResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        for (result, spoilt) in [
            (Win, CursedWin),
            (Loss, BlessedLoss),
            (Draw, Draw),
            (CursedWin, CursedWin),
            (BlessedLoss, BlessedLoss),
        ] {
            for (clock, plies, stands) in
                [(95, 5, true), (95, 6, false), (100, 0, true), (0, 100, true), (0, 101, false)]
            {
                let expected = if stands { result } else { spoilt };
                assert_eq!(on_the_clock(result, clock, plies), expected, "{result:?} {clock} {plies}");
            }
        }
    }
}
