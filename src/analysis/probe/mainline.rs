//! Follows both sides' quickest play to zeroing from one position to the end, as the public table servers do.

use serde::Serialize;
use shakmaty::Move;

use super::knowledge::Knowledge;
use crate::board::Board;
use crate::exact::{Ends, Standing, Zeroing};

/// A line of best play by the distance to zeroing.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MainLine {
    /// The moves; none in a draw.
    mainline: Vec<Step>,
    /// Who mates at the end: `w` or `b`; null if nobody does.
    winner: Option<char>,
    /// The distance to zeroing of the position.
    dtz: i32,
    /// The same, if it is not rounded.
    precise_dtz: Option<i32>,
}

/// A move, and the distance to zeroing after it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = MainLineStep)]
struct Step {
    uci: String,
    san: String,
    dtz: i32,
    precise_dtz: Option<i32>,
}

impl Knowledge {
    /// Returns the line of best play; `None` if the distance to zeroing is unknown.
    pub fn mainline(&self, board: &Board) -> Option<MainLine> {
        let clock_before = board.halfmove_clock().saturating_sub(1);
        let zeroing = self.standing_at_hand(board, Ends::of(board), clock_before).zeroing?;
        let mut mainline = Vec::new();
        let mut board = board.clone();
        while zeroing.signed_plies != 0 && !board.is_clock_run_out() {
            let Some((played, after)) = self.quickest(&board) else { break };
            mainline.push(Step {
                uci: board.uci(played),
                san: board.notation(played).to_string(),
                dtz: after.signed_plies,
                precise_dtz: precise(after),
            });
            board = board.after(played);
        }
        let winner = board.is_checkmate().then_some(if board.turn().is_white() { 'b' } else { 'w' });
        Some(MainLine { mainline, winner, dtz: zeroing.signed_plies, precise_dtz: precise(zeroing) })
    }

    /// Returns the best move by the result, then mate, zeroing and the distance to it, with the distance after it; `None` if a
    /// distance is unknown, or if there is no move.
    fn quickest(&self, board: &Board) -> Option<(Move, Zeroing)> {
        let mut best: Option<((_, _, _, _), Move, Zeroing)> = None;
        for played in board.all_legal_moves() {
            let after = board.after(played);
            let ends = Ends::of(&after);
            let Standing { category, zeroing } = self.standing_at_hand(&after, ends, board.halfmove_clock());
            let zeroing = zeroing?;
            let wins = zeroing.signed_plies < 0;
            let order = (category, !ends.is_checkmate, played.is_zeroing() != wins, -zeroing.signed_plies);
            if best.as_ref().is_none_or(|(least, ..)| order < *least) {
                best = Some((order, played, zeroing));
            }
        }
        best.map(|(_, played, zeroing)| (played, zeroing))
    }
}

fn precise(zeroing: Zeroing) -> Option<i32> {
    zeroing.is_precise.then_some(zeroing.signed_plies)
}
