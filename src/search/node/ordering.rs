//! The order in which a node tries its moves; good moves first make the tree small.

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use crate::board::{Board, Checks, piece_value, see_at_least};
use crate::search::histories::move_histories::{Context, Histories};

const GOOD_CAPTURE: i32 = 1_000_000;
const FIRST_KILLER: i32 = 900_000;
const SECOND_KILLER: i32 = 890_000;
const CHECK: i32 = 100_000;
const BAD_CAPTURE: i32 = -1_000_000;
const UNDERPROMOTION: i32 = -2_000_000;
/// A capture of the piece that just moved comes before other captures of a slightly bigger piece (Kornilov's order).
const RECAPTURE: i32 = 150;
/// Divides the history that orders captures of equal worth.
const CAPTURE_HISTORY_DIVISOR: i32 = 16;

/// The moves that a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Wanted {
    /// All legal moves.
    All,
    /// Captures that do not lose material, and promotions to a queen.
    Captures,
    /// The same, and quiet checks.
    CapturesAndChecks,
}

/// A move with the facts that decided its place.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Pick {
    pub played: Move,
    pub is_quiet: bool,
    /// Whether the exchange that it begins does not lose material (known for captures only).
    pub is_good_capture: bool,
}

/// Places that a key can distinguish; no position has more moves.
const PLACES: i32 = 256;
/// Below every key: already returned.
const TAKEN: i32 = i32::MIN;

/// Joins a rank and a move's place in one number, so that a plain maximum finds the best of many at once.
fn key(rank: i32, place: usize) -> i32 {
    rank * PLACES + (PLACES - 1 - place as i32)
}

/// Returns the rank and the place of a key.
fn rank_and_place(key: i32) -> (i32, usize) {
    (key.div_euclid(PLACES), (PLACES - 1 - key.rem_euclid(PLACES)) as usize)
}

/// Returns a node's moves one by one, and generates them only if the table's move did not suffice.
pub(in crate::search) struct MovePicker {
    table_move: Option<Move>,
    wanted: Wanted,
    context: Context,
    stage: Stage,
    moves: ArrayVec<Move, { PLACES as usize }>,
    keys: ArrayVec<i32, { PLACES as usize }>,
    has_moves: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Ranked,
}

/// Returns whether a move changes material.
pub(in crate::search) fn is_tactical(played: Move) -> bool {
    played.is_capture() || played.promotion() == Some(Role::Queen)
}

impl MovePicker {
    /// `table_move` must be legal.
    pub fn new(table_move: Option<Move>, wanted: Wanted, context: Context) -> MovePicker {
        MovePicker {
            table_move,
            wanted,
            context,
            stage: Stage::TableMove,
            moves: ArrayVec::new(),
            keys: ArrayVec::new(),
            has_moves: table_move.is_some(),
        }
    }

    /// Returns whether the position has any legal move; certain once the picker has returned its last move.
    pub fn has_legal_moves(&self) -> bool {
        self.has_moves
    }

    /// Returns the next move, best first; `None` after the last.
    pub fn next(&mut self, board: &Board, histories: &Histories) -> Option<Pick> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if let Some(played) = self.table_move {
                return Some(pick(played, true));
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Ranked;
            self.generate(board, histories);
        }
        self.next_ranked(board)
    }

    fn next_ranked(&mut self, board: &Board) -> Option<Pick> {
        loop {
            let best = self.keys.iter().copied().fold(TAKEN, i32::max);
            if best == TAKEN {
                return None;
            }
            let (rank, place) = rank_and_place(best);
            let played = self.moves[place];
            self.keys[place] = TAKEN;
            // Evaluate the exchange only for captures that are really about to be searched.
            if rank >= GOOD_CAPTURE && !see_at_least(board, played, 0) {
                if self.wanted == Wanted::All {
                    self.keys[place] = key(rank - GOOD_CAPTURE + BAD_CAPTURE, place);
                }
                continue;
            }
            return Some(pick(played, rank >= GOOD_CAPTURE));
        }
    }

    fn generate(&mut self, board: &Board, histories: &Histories) {
        let legal = board.legal_moves();
        self.has_moves = !legal.is_empty();
        let checks = if self.wanted == Wanted::CapturesAndChecks { Checks::new(board) } else { None };
        for &played in &legal {
            if Some(played) == self.table_move {
                continue;
            }
            let rank = if is_tactical(played) {
                self.capture_rank(histories, played)
            } else if self.wanted == Wanted::All {
                self.quiet_rank(histories, played)
            } else if checks.is_some_and(|checks| checks.gives_check(board, played)) {
                CHECK + histories.quiet(&self.context, played)
            } else {
                continue;
            };
            self.keys.push(key(rank, self.moves.len()));
            self.moves.push(played);
        }
    }

    /// Ranks a capture by the most valuable victim, then by history, then by the least valuable attacker.
    fn capture_rank(&self, histories: &Histories, played: Move) -> i32 {
        let gained = played.capture().map_or(0, piece_value);
        let promoted = played.promotion().map_or(0, piece_value);
        let recapture = if self.context.last_target == Some(played.to()) { RECAPTURE } else { 0 };
        let history = histories.capture(self.context.side, played) / CAPTURE_HISTORY_DIVISOR;
        GOOD_CAPTURE + (gained + promoted + recapture) * 8 + history - played.role() as i32
    }

    fn quiet_rank(&self, histories: &Histories, played: Move) -> i32 {
        if played.is_promotion() {
            return UNDERPROMOTION;
        }
        if self.context.killers[0].is(played) {
            FIRST_KILLER
        } else if self.context.killers[1].is(played) {
            SECOND_KILLER
        } else {
            histories.quiet(&self.context, played)
        }
    }
}

fn pick(played: Move, is_good_capture: bool) -> Pick {
    let is_quiet = !is_tactical(played);
    Pick { played, is_quiet, is_good_capture: is_good_capture && !is_quiet }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_rank_and_place_and_of_equal_ranks_the_first_is_greatest() {
        for rank in [UNDERPROMOTION, BAD_CAPTURE, -1, 0, 1, CHECK, FIRST_KILLER, GOOD_CAPTURE + 20_000] {
            for place in [0, 1, 255] {
                assert_eq!(rank_and_place(key(rank, place)), (rank, place));
            }
            assert!(
                key(rank, 0) > key(rank, 1) && key(rank + 1, 255) > key(rank, 0) && key(rank, 255) > TAKEN
            );
        }
    }
}
